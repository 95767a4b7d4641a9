/* Worlds: how processes agree, and messages between parts. Nothing of crowds is here. */
#ifndef THRONG_WORLD_INTERNAL_H
#define THRONG_WORLD_INTERNAL_H

#include "src/core/context.h"
#include "src/core/object.h"

#include <throng/world.h>

#define THRONG_WORLD_COOKIE 0x776f726cu
#define THRONG_WORLD_DEF_COOKIE 0x776c6466u

/* Memory that grows. */
typedef struct throng_buffer {
    char *memory;
    size_t bytes, capacity;
} throng_buffer;

struct throng_world {
    uint32_t cookie;
    int32_t rank, size; /* of processes */
    int32_t parts, first, local;
    int32_t crowds, flows, maps; /* alive; fields count as maps */
    int32_t lost;                /* 1: the transport failed */
    throng_context **contexts;   /* of the local parts */
    throng_context *context;     /* the first of them: its memory, and where messages go */
    throng_context *culprit;     /* where a local call failed; NULL: in `context` */
    int32_t *object_lost;        /* of the object that a call is on, which has been checked; NULL: of none */
    int32_t *first_of;           /* [size + 1]: the first part of each process */
    throng_context **lane_contexts; /* [local]: that may be stepped by other threads, each once */
    int32_t *lane_of;               /* [local]: of each part; -1: the calling thread steps it */
    int32_t lanes;
    struct throng_held *held; /* [lanes]: what their contexts have to say, until their hosts may hear it */
    struct throng_pool *pool; /* NULL: the calling thread steps all */
    throng_world_def def;
    throng_transport transport;
    throng_buffer *out, *in; /* mail to and from each process; that to this one is in `out` alone */
    int64_t *numbers;        /* 2 * size */
    throng_transport_message *messages; /* 2 * size */
    void *flying;                       /* whose exchange is under way; NULL: none */
    uint64_t bytes_sent;
};

/* A letter: `count` entries of `each` bytes behind it, from a part to a part. */
typedef struct throng_letter {
    int32_t from, to, count, each;
} throng_letter;

/* Where reading of mail has come to. */
typedef struct throng_letters {
    const throng_world *world;
    int32_t process;
    size_t at;
} throng_letters;

static inline int32_t throng_world_process_of(const throng_world *world, int32_t part)
{
    int32_t low = 0, high = world->size;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        if (world->first_of[middle] <= part)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* 1: the part is of this process. */
static inline int32_t throng_world_has(const throng_world *world, int32_t part)
{
    return part >= world->first && part < world->first + world->local;
}

/* ---- src/world/world.c */
/* The handle is a world's, and its transport works. */
throng_status throng_world_check(throng_world *world);
/* Memory for `bytes` bytes in all; what is there stays. */
throng_status throng_buffer_reserve(throng_world *world, throng_buffer *buffer, size_t bytes);
void throng_buffer_release(const throng_world *world, throng_buffer *buffer);

/* ---- src/world/lanes.c */
throng_status throng_world_open_lanes(throng_world *world);
void throng_world_close_lanes(throng_world *world);

/* ---- src/world/agree.c */
/* Of a call on an object of this context: where the message is. What a part says of its own loss is no advice
 * for the whole, and is said in other words. */
throng_status throng_world_note(throng_world *world, throng_context *context, throng_status status);
/* Objects of local part i: none may be used by others, or what they belong to cannot go. */
throng_status throng_world_check_unused(throng_world *world, int32_t i, const throng_object *object);
/* Of a local call on a part: the message is in the first context of the world, too. */
throng_status throng_world_report(const throng_world *world, int32_t local, throng_status status);
enum { THRONG_AGREED_MOST = 7 };
/* What a call has begun, and takes back where it fails. */
typedef struct throng_undoing {
    void (*undo)(void *data);
    void *data;
} throng_undoing;
/* The status of the first process on which it is not THRONG_OK, everywhere, with its message. The object that
 * the call is on is lost with a part of it. least: `count` numbers, of which the least of all processes are
 * returned. undoing: done where it fails, before any host is told; NULL: nothing. */
throng_status throng_world_agree_on(throng_world *world, throng_status status, int32_t count, int64_t *least,
                                    const throng_undoing *undoing);
static inline throng_status throng_world_agree(throng_world *world, throng_status status, int32_t count,
                                               int64_t *least)
{
    const throng_status agreed = throng_world_agree_on(world, status, count, least, NULL);
    return agreed == THRONG_OK ? status : agreed; /* what is wrong here is wrong everywhere */
}
/* Agrees, and that `count` numbers are the same on all processes; what: "layer is" and the like. */
throng_status throng_world_same(throng_world *world, throng_status status, int32_t count,
                                const int64_t *numbers, const char *what);
/* One more word of what is to be the same, for a sum that is compared in place of all of it. */
static inline uint64_t throng_add_to_sum(uint64_t sum, uint64_t word)
{
    return (sum ^ word) * 0x9fb21c651e98df25u + (sum >> 29);
}
/* A sum as a number that has a negative. */
static inline int64_t throng_number_of_sum(uint64_t sum) { return (int64_t)(sum >> 1); }
/* Reductions of any number of numbers. A failure is the transport's. */
throng_status throng_world_reduce(throng_world *world, throng_reduction reduction, int64_t count,
                                  int64_t *values);
/* What a function of the transport returned: a failure loses the world. */
throng_status throng_world_transported(throng_world *world, throng_status status, const char *what);
/* Ends the exchange that is under way, if there is one. */
throng_status throng_world_land(throng_world *world);

/* ---- src/world/mail.c */
/* Throws away what is there. */
void throng_mail_begin(throng_world *world);
/* Where `count` entries of `each` bytes are to be written, valid until the next letter; NULL: no memory, or
 * they are too many. */
void *throng_mail_write(throng_world *world, int32_t from, int32_t to, int32_t count, size_t each);
/* The same to a process, which reads it as from a part of this one to its first. */
void *throng_mail_write_to(throng_world *world, int32_t process, int32_t count, size_t each);
/* Writes a letter to each part (or process) to which entries go: entry i to number to[i]; in their order.
 * scratch: memory for that. */
typedef struct throng_scattered {
    const void *entries;
    const int32_t *to;
    int32_t count, processes; /* processes: 1: `to` has numbers of processes */
    size_t each;
} throng_scattered;
throng_status throng_mail_scatter(throng_world *world, const throng_scattered *all, throng_buffer *scratch);
/* Entries that are listed one by one, and then written by throng_mail_scatter(). begin: a new list, with
 * memory for the `expected` ones; it grows. add: an entry and its part. write: processes: 1: `to` has
 * processes. */
typedef struct throng_mail_list {
    throng_buffer entries, to, order;
    int32_t count;
    size_t each;
} throng_mail_list;
throng_status throng_list_begin(throng_world *world, throng_mail_list *list, size_t each, int32_t expected);
throng_status throng_list_add(throng_world *world, throng_mail_list *list, const void *entry, int32_t to);
throng_status throng_list_write(throng_world *world, throng_mail_list *list, int32_t processes);
void throng_list_release(const throng_world *world, throng_mail_list *list);
/* Begins an exchange of what there is for and from each process, once the one that is under way has ended.
 * Returns how many bytes this process sends. */
throng_status throng_world_depart(throng_world *world, const throng_buffer *out, const throng_buffer *in,
                                  uint64_t *sent);
/* Sends all letters. status: whether they could be written; agreed. */
throng_status throng_mail_exchange(throng_world *world, throng_status status);
/* The letters that came, process by process in the order of their writing. Returns 0 at the end. */
throng_letters throng_mail_read(const throng_world *world);
int32_t throng_mail_next(throng_letters *letters, throng_letter *letter, const void **entries);

/* ---- src/world/local.c: the transport of a single process. */
throng_transport throng_transport_local(void);

#endif
