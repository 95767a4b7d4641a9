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
    float *points, *ranges; /* see crowd_world */
    crowd_record *records;  /* scratch memory of sorting */
    crowd_extra *extras;
    float *boxes_of;
    float *scratch;
} crowd_store;

typedef struct cpu_crowd {
    throng_context *context;
    uint64_t bytes; /* beside the store's */
    throng_crowd_shape shape;
    crowd_store store;
    uint32_t *places; /* of the sort: CROWD_DIGITS for each task */
    int32_t agents, tasks;
    int32_t order_age;      /* steps since the agents were sorted, that one included; 0: they must be */
    int32_t set;            /* 1: since the last step velocities or headings may have been set */
    float size, fresh_size; /* of the leaves, and in that step */
    crowd_laying laying;
    throng_crowd_walls walls; /* the host's; `tree` is the one below */
    crowd_tree walls_tree;
    flow_plan flow;
    crowd_curve curve;
    crowd_plan plan;
} cpu_crowd;

#define CROWD_DIGIT_BITS 11
#define CROWD_DIGITS (1 << CROWD_DIGIT_BITS)

/* ---- src/cpu/crowd/order.c: sorts the agents that are alive along the curve; *order is theirs. */
void throng_cpu_crowd_sort(cpu_crowd *crowd);

#endif
