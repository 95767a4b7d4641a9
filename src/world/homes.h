/* What is kept by ids of 64 bits: each id leads to a process, its home, which has a list of entries, with a
 * table of their ids. Calls send what they ask for to the homes; updates send what changed from there. */
#ifndef THRONG_WORLD_HOMES_H
#define THRONG_WORLD_HOMES_H

#include "src/world/world.h"

/* Entries begin with it. */
typedef struct throng_kept {
    uint64_t id;
    int32_t state;
} throng_kept;

enum {
    THRONG_HOME_CHANGED = 1, /* parts are to be told */
    THRONG_HOME_GONE = 2,    /* it was removed, which parts are to be told */
    THRONG_HOME_NAMED = 4    /* by the call under way, while it looks for what is named twice */
};

/* Entries whose home is this process. */
typedef struct throng_home {
    throng_buffer entries; /* the first `sorted` in ascending id, then new ones */
    throng_buffer slots;   /* int32_t: index + 1; 0: empty */
    size_t each;           /* bytes of an entry, a multiple of 8 */
    int32_t count, sorted, slot_count;
    int32_t changed; /* 1: some may be */
} throng_home;

static inline throng_kept *throng_home_at(const throng_home *home, int32_t index)
{
    return (throng_kept *)(void *)(home->entries.memory + (size_t)index * home->each);
}

int32_t throng_home_of(const throng_world *world, uint64_t id); /* the process */
int32_t throng_home_find(const throng_home *home, uint64_t id); /* -1: it is not there */
throng_status throng_home_reserve(throng_world *world, throng_home *home, int64_t more);
/* After throng_home_reserve(): an entry of zeros that has changed. Returns its index. */
int32_t throng_home_add(throng_home *home, uint64_t id);
/* Gives up the entries from an index on, which were added last. */
void throng_home_truncate(throng_home *home, int32_t count);
/* Drops the entries that are gone. */
void throng_home_sweep(throng_home *home);
/* Puts all in ascending id; may need memory. */
throng_status throng_home_sort(throng_world *world, throng_home *home, throng_buffer *scratch);
void throng_home_release(const throng_world *world, throng_home *home);

/* A call that names entries, after the exchange: what came are letters with entries of `each` bytes, which
 * begin with an id. */
typedef enum throng_naming { THRONG_NAMES_SET, THRONG_NAMES_CHANGE, THRONG_NAMES_REMOVE } throng_naming;
typedef struct throng_named {
    throng_world *world;
    throng_home *home;
    throng_naming naming; /* SET: those that are not there are added */
    size_t each;
    throng_buffer *places; /* of what is named in the home */
    const char *of;        /* in messages: " of layer 0" */
    int32_t before, begun;
} throng_named;

/* Finds what is named, or what is wrong with it: twice, or not there. Whenever a host is told of a failure,
 * here or by throng_home_named(), the home is as it was before. status: whether it is looked for at all. */
throng_status throng_home_name(throng_named *n, throng_status status);
/* Ends it with an agreed status. *change: entries that come, less those that go, of all processes. */
throng_status throng_home_named(throng_named *n, throng_status status, int64_t *change);
/* Then calls `one` for each, with its entry in the home and what was sent. */
void throng_home_for_named(const throng_named *n,
                           void (*one)(void *data, throng_kept *kept, const void *sent), void *data);

#endif
