/* What the CPU files on crowds share. */
#ifndef THRONG_CPU_CROWD_CROWD_H
#define THRONG_CPU_CROWD_CROWD_H

#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/sizes.h"
#include "kernels/crowd/step.h"
#include "kernels/flow/flow.h"
#include "src/cpu/tasks.h"
#include "src/crowd/crowd.h"
#include "src/crowd/step.h"

/* Everything that grows with the capacity. */
typedef struct crowd_store {
    int32_t capacity, boxes;
    size_t scratch_bytes; /* of a task */
    uint64_t bytes;
    crowd_body *bodies;
    crowd_sense *senses;
    crowd_rest *rests;
    int32_t *alive, *order; /* indices: all, and sorted */
    int32_t *moved;         /* indices, see cpu_crowd */
    uint8_t *events;        /* of the last step, by index */
    float *points, *ranges; /* see crowd_world */
    crowd_record *records;  /* scratch memory of sorting */
    crowd_extra *extras;
    float *boxes_of;
    float *scratch;
} crowd_store;

/* For finding agents; see kernels/crowd/find.h. */
typedef struct crowd_found {
    int32_t capacity, boxes;         /* agents and boxes that there is memory for */
    int32_t current;                 /* 1: the tree is that of the present agents */
    float *blocks, *boxes_of, *keys; /* NULL: none so far */
} crowd_found;

typedef struct cpu_crowd {
    throng_context *context;
    uint64_t bytes; /* beside the store's */
    throng_crowd_shape shape;
    crowd_store store;
    uint32_t *places; /* of the sort: CROWD_DIGITS for each task */
    int32_t agents, tasks;
    int32_t order_age;      /* steps since the agents were sorted, that one included; 0: they must be */
    int32_t ordered;        /* entries of `order` */
    int32_t came_or_went;   /* 1: `order` has not the agents that are alive */
    int32_t fresh;          /* 1: they were sorted, and no step has seen how large leaves are then */
    int32_t moved;          /* agents in store.moved: those who were placed since `order` was made */
    int32_t set;            /* 1: since the last step velocities or headings may have been set */
    float size, fresh_size; /* of the leaves, and in that step */
    crowd_laying laying;
    crowd_found found;
    const crowd_moving *moving; /* the host's */
    throng_crowd_walls walls;   /* the host's; `tree` is the one below */
    crowd_tree walls_tree;
    flow_plan flow;
    crowd_curve curve;
    crowd_plan plan;
} cpu_crowd;

#define CROWD_DIGIT_BITS 11
#define CROWD_DIGITS (1 << CROWD_DIGIT_BITS)

/* Agents of so many that may be placed anew before it is cheaper to sort all. */
static inline int32_t throng_cpu_crowd_moved_most(int32_t agents) { return agents / 16; }

/* ---- src/cpu/crowd/order.c: sorts the agents that are alive along the curve; *order is theirs. */
void throng_cpu_crowd_sort(cpu_crowd *crowd);
/* Before agents are searched: sorts them, or mends their order, where either is necessary. */
void throng_cpu_crowd_order_now(cpu_crowd *crowd);
/* Takes agents that are gone or were placed out of the order, and puts the latter where they are now. */
void throng_cpu_crowd_mend_order(cpu_crowd *crowd);

/* ---- src/cpu/crowd/motions.c, as throng_crowd_ops has them. */
throng_status throng_cpu_crowd_reserve_motions(void *state);
throng_status throng_cpu_crowd_write_motions(void *state, const throng_crowd_motions *motions);
throng_status throng_cpu_crowd_read_motions(void *state, const throng_crowd_motions *motions);

/* ---- src/cpu/crowd/find.c */
throng_status throng_cpu_crowd_reserve_find(void *state, int32_t count, int32_t capacity);
throng_status throng_cpu_crowd_find(void *state, const throng_crowd_search *find);
void throng_cpu_crowd_found_release(cpu_crowd *crowd);
throng_status throng_cpu_crowd_events(void *state, int32_t kinds, int32_t slots, int32_t *list,
                                      int32_t capacity, int32_t *count);

#endif
