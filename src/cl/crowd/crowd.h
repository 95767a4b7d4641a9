/* A crowd on the device, for the files that work on it. */
#ifndef THRONG_CL_CROWD_CROWD_H
#define THRONG_CL_CROWD_CROWD_H

#include "src/cl/device/object.h"
#include "src/cl/device/sort.h"
#include "src/cl/device/staging.h"
#include "src/crowd/crowd.h"

#include "src/crowd/step.h"

#include "kernels/crowd/sizes.h"
#include "kernels/crowd/walls.h"

enum { THRONG_CL_CROWD_STAGE = 64 * 1024 }; /* bytes that are sent at a time */

/* For finding agents. */
typedef struct throng_cl_crowd_finder {
    cl_kernel leaves, box, find; /* NULL: none so far */
    cl_mem blocks, boxes, keys;  /* of the tree, see kernels/crowd/find.h */
    cl_mem queries, hits, found; /* of the host */
    size_t hit_capacity;
    int32_t current; /* 1: the tree is that of the present agents */
} throng_cl_crowd_finder;

enum { THRONG_CL_CROWD_MOTION = 36 }; /* bytes of a motion and an index */
enum { THRONG_CL_CROWD_KINDS = 16 };  /* of steps, each with code of its own */

/* Of a call, packed by the host: motions, and behind them the indices of agents. */
typedef struct throng_cl_crowd_motions {
    cl_kernel write, read;
    throng_cl_slot slot; /* memory NULL: none so far */
    size_t capacity;     /* agents */
} throng_cl_crowd_motions;

/* The order of the agents along the curve. It affects no result. GPUs keep it for some steps, and sort anew
 * in parts, one a step, so that no step takes many launches. */
typedef struct throng_cl_crowd_order {
    cl_mem along;    /* the agents' indices */
    int32_t covers;  /* 1: these are the present agents */
    int32_t serves;  /* 1: they are near where they were sorted, too */
    int32_t steps;   /* for which it has served */
    float seconds;   /* of these */
    int32_t placed;  /* agents that were placed since */
    int32_t part;    /* of the next sort, that comes next; 0: that has not begun */
    int32_t rebuild; /* 1: the curve is due */
} throng_cl_crowd_order;

typedef struct throng_cl_crowd {
    throng_cl_object object;
    throng_crowd_shape shape;
    int32_t agents;
    crowd_tree walls_tree;
    crowd_laying laying;
    crowd_plan plan;
    crowd_plan sent;            /* what the device has of it */
    int32_t plan_sent;          /* 1: it has */
    throng_cl_pairs ordered[2]; /* of a sort */
    throng_cl_crowd_order order;
    throng_cl_crowd_finder finder;
    throng_cl_crowd_motions motions;
    cl_mem number;    /* of pairs that the present sort is about, which may go over several steps */
    cl_mem collected; /* how many events */
    cl_mem bodies, senses, rests, alive, records, extras, points, ranges, boxes, curve, plan_words, moved,
        scratch;
    cl_mem asked, ways;          /* of agents by the flow */
    cl_mem events;               /* of the last step, a byte by index */
    cl_mem walls, wall_boxes;    /* NULL: none so far */
    cl_mem exits;                /* what ways out of walls agents have; NULL: nobody has asked */
    cl_mem moving;               /* moving obstacles; NULL: none so far */
    int32_t walls_capacity;      /* leaves */
    size_t items, scratch_words; /* of CPU devices */
    throng_cl_sorter sorter;
    cl_kernel write, read, hash, collect, lay, keys, show, box, ask;
    cl_kernel blocks, above, few; /* of GPUs, in place of show and box */
    cl_kernel ways_out, sweep;    /* NULL: no crowd with walls so far */
    cl_kernel take;               /* NULL: no values out of the program's buffers so far */
    /* by kind: of plain crowds, of all others, and on GPUs of those with moving obstacles; the same by gaps,
     * and all of them among walls */
    cl_kernel step[THRONG_CL_CROWD_KINDS];
} throng_cl_crowd;

/* Work-items of a kernel that takes a vector of agents each. */
static inline size_t throng_cl_crowd_batches(const throng_cl_crowd *crowd)
{
    const size_t width = (size_t)crowd->object.cl->width;
    return ((size_t)crowd->agents + width - 1) / width;
}

enum {
    THRONG_CL_CROWD_GROUP = 64, /* work-items of a group of agents on GPUs, at most */
    THRONG_CL_CROWD_FEW = 1024, /* agents that one group shows to the others */
    /* bytes that a group's work-items take, at most, so that a unit has several groups */
    THRONG_CL_CROWD_LOCAL = 32 * 1024,
};

/* How many work-items a group has, each of which keeps so many bytes in the memory that they share. more:
 * bytes that the group takes beside. The number divides CROWD_BLOCK. */
static inline size_t throng_cl_crowd_group(const throng_cl_crowd *crowd, size_t bytes, size_t more)
{
    const struct throng_cl *cl = crowd->object.cl;
    size_t group = 1;
    while (2 * group <= (size_t)cl->group && 2 * group <= THRONG_CL_CROWD_GROUP &&
           2 * group * bytes <= THRONG_CL_CROWD_LOCAL && 2 * group * bytes + more <= (size_t)cl->local_bytes)
        group *= 2;
    return group;
}

/* Agents were placed since they were sorted. */
static inline void throng_cl_crowd_note_placed(throng_cl_crowd *crowd, int32_t count)
{
    crowd->order.serves = 0;
    crowd->order.placed = count < INT32_MAX - crowd->order.placed ? crowd->order.placed + count : INT32_MAX;
}

/* ---- src/cl/crowd/plan.c: the device gets the plan, if it is another than it has. */
throng_status throng_cl_crowd_send_plan(throng_cl_crowd *crowd);

/* ---- src/cl/crowd/order.c: sorts the agents along the curve; does what a step of so many seconds wants. */
throng_status throng_cl_crowd_sort(throng_cl_crowd *crowd);
throng_status throng_cl_crowd_keep_order(throng_cl_crowd *crowd, float seconds);

/* ---- src/cl/crowd/walls.c: some as throng_crowd_ops has them. */
throng_status throng_cl_crowd_set_walls(void *state, const throng_crowd_walls *now);
throng_status throng_cl_crowd_set_moving(void *state, const crowd_moving *moving, size_t bytes, size_t most);
/* Stages of a step, whose plan is known: whether there is one behind the step itself; what they need, made
 * where it is lacking; and the stages, the last one with its event. */
int32_t throng_cl_crowd_sweeps(const throng_cl_crowd *crowd);
throng_status throng_cl_crowd_make_walls(throng_cl_crowd *crowd);
throng_status throng_cl_crowd_make_stages(throng_cl_crowd *crowd); /* their kernels alone */
throng_status throng_cl_crowd_find_ways_out(throng_cl_crowd *crowd);
throng_status throng_cl_crowd_sweep(throng_cl_crowd *crowd, cl_event *event);
/* Releases their buffers. */
void throng_cl_crowd_walls_forget(throng_cl_crowd *crowd);

/* ---- src/cl/crowd/find.c, some as throng_crowd_ops has them. */
throng_status throng_cl_crowd_make_find(throng_cl_crowd *crowd); /* its kernels */
throng_status throng_cl_crowd_reserve_find(void *state, int32_t count, int32_t capacity);
throng_status throng_cl_crowd_find(void *state, const throng_crowd_search *find);
throng_status throng_cl_crowd_events(void *state, int32_t kinds, int32_t slots, int32_t *list,
                                     int32_t capacity, int32_t *count);
/* From a buffer into buffers; not awaited. Offsets and the stride are in bytes. */
throng_status throng_cl_crowd_find_copy(throng_cl_crowd *crowd, const throng_crowd_search *find,
                                        cl_mem queries, size_t offset, size_t stride, cl_mem hits,
                                        size_t hits_offset, cl_mem found, size_t found_offset);
/* Releases its buffers. */
void throng_cl_crowd_find_forget(throng_cl_crowd *crowd);

/* ---- src/cl/crowd/motions.c, as throng_crowd_ops has them. */
throng_status throng_cl_crowd_reserve_motions(void *state);
throng_status throng_cl_crowd_write_motions(void *state, const throng_crowd_motions *motions);
throng_status throng_cl_crowd_read_motions(void *state, const throng_crowd_motions *motions);
/* The indices of these agents into `extras`, where the memory for motions is there and they are not more than
 * it is for. */
throng_status throng_cl_crowd_send_list(throng_cl_crowd *crowd, const throng_crowd_part *part);
/* Until the upload out of the memory for motions that used it last has ended. */
throng_status throng_cl_crowd_wait_for_motions(throng_cl_crowd *crowd);
/* Releases the memory. */
void throng_cl_crowd_motions_forget(throng_cl_crowd *crowd);

/* ---- src/cl/crowd/pairs.c, as throng_crowd_ops has it. */
throng_status throng_cl_crowd_write_pairs(void *state, const throng_crowd_pairs *pairs);

/* ---- src/cl/crowd/attributes.c: words of agents, as throng_crowd_ops has them. */
throng_status throng_cl_crowd_write(void *state, const throng_crowd_part *part, const void *values,
                                    size_t stride);
/* Runs the kernel that writes: `moved` has the indices of `count` agents, and their words behind these. */
throng_status throng_cl_crowd_write_from(throng_cl_crowd *crowd, const throng_crowd_part *part, int32_t count,
                                         cl_mem moved);
throng_status throng_cl_crowd_read(void *state, const throng_crowd_part *part, void *values, size_t stride);
/* The same into a buffer; not awaited. */
throng_status throng_cl_crowd_copy(throng_cl_crowd *crowd, const throng_crowd_part *part, cl_mem buffer,
                                   size_t offset, size_t stride);
throng_status throng_cl_crowd_hash(void *state, const throng_crowd_part *part, uint64_t *sum);
throng_status throng_cl_crowd_make_take(throng_cl_crowd *crowd); /* the kernel of the call below */
/* Pairs of floats out of a buffer; not awaited. Reports only failures that lose the crowd.
 * kind: one of CROWD_PAIR_*. places: least and largest x, least and largest y. */
throng_status throng_cl_crowd_take(throng_cl_crowd *crowd, const throng_crowd_part *part, int32_t kind,
                                   const float places[4], cl_mem values, size_t offset, size_t stride);

#endif
