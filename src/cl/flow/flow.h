/* Fields of paths on the device, for the files that work on them. */
#ifndef THRONG_CL_FLOW_FLOW_H
#define THRONG_CL_FLOW_FLOW_H

#include "kernels/flow/flow.h"
#include "src/cl/device/object.h"
#include "src/cl/device/staging.h"
#include "src/flow/flow.h"

enum { THRONG_CL_FLOW_STATE = 4 }; /* words of the rounds' state, as flow.cl has them */

typedef struct throng_cl_flow_kernels {
    cl_kernel begin, keep_walls, clear, set_out, look, turns, read, sample;
} throng_cl_flow_kernels;

typedef struct throng_cl_flow {
    throng_cl_object object;
    throng_flow_shape shape;
    flow_plan plan;
    int32_t tiles; /* of all fields */
    throng_cl_flow_kernels kernels;
    cl_mem keys;             /* of all tiles */
    cl_mem walls;            /* of the terrain as of the last update */
    cl_mem dirty_edges, due; /* of each tile */
    cl_mem state;
    cl_mem goals;   /* of each field */
    cl_mem scratch; /* of each of `items` work-items; wide words alone */
    int32_t items;
    size_t scratch_bytes;
    cl_mem agents;
    cl_mem exchange;       /* what is read, and agents' ways */
    unsigned char *packed; /* agents on the host */
    int32_t *goal_counts;
    throng_cl_staging stage;
    uint64_t terrain; /* its version, of the walls */
    int32_t round;    /* of the last look */
    int32_t first;    /* round of this update */
    int32_t batch;    /* rounds that are enqueued at once */
    int32_t pending;  /* rounds were enqueued whose end nobody has seen */
} throng_cl_flow;

/* ---- src/cl/flow/plan.c: the kernels of a plan, its keys, and the scratch memory of passes. */
throng_status throng_cl_flow_make_kernels(throng_cl_flow *f, const flow_plan *plan,
                                          throng_cl_flow_kernels *kernels);
void throng_cl_flow_release_kernels(const throng_cl_flow *f, throng_cl_flow_kernels *kernels);
throng_status throng_cl_flow_make_keys(throng_cl_flow *f, const flow_plan *plan, cl_mem *keys,
                                       cl_mem *scratch);
/* The plan as flow.cl takes it apart. */
cl_int16 throng_cl_flow_words(const flow_plan *plan);
/* Fields first .. first+count-1: no paths, no dirty edges. */
throng_status throng_cl_flow_clear(throng_cl_flow *f, int32_t first, int32_t count);

/* ---- src/cl/flow/flow.c */
/* Enqueues questions for `object`: agents and ways are as flow_sample has them. The flow is finished. */
throng_status throng_cl_flow_sample(throng_cl_object *object, const throng_cl_flow *flow, cl_int sampling,
                                    cl_int count, cl_mem agents, cl_mem ways);

/* ---- src/cl/flow/update.c */
throng_status throng_cl_flow_update(void *state, const uint8_t *stale);
/* Waits for the last round, and enqueues those that were not foreseen. */
throng_status throng_cl_flow_finish(throng_cl_flow *f);

#endif
