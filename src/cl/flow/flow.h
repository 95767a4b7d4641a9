/* Fields of paths on the device, for the files that work on them. */
#ifndef THRONG_CL_FLOW_FLOW_H
#define THRONG_CL_FLOW_FLOW_H

#include "kernels/flow/flow.h"
#include "src/cl/device/object.h"
#include "src/cl/device/staging.h"
#include "src/flow/changes.h"

enum { THRONG_CL_FLOW_STATE = 4 }; /* words of the rounds' state, as flow.cl has them */

/* What the layers of a field that lead to reached cells wait for: to be computed anew, seeds, a patch. */
enum { THRONG_CL_FLOW_ANEW = 1, THRONG_CL_FLOW_SEEDS = 2, THRONG_CL_FLOW_PATCHED = 4 };

typedef struct throng_cl_flow_kernels {
    cl_kernel begin, keep_walls, clear, set_out, set_seeds, look, turns, read, sample, lay, nearest, patch,
        compare, reached;
} throng_cl_flow_kernels;

/* What is left where keys cannot become longer: who reads may try again, until goals change or an update
 * begins, which computes all fields anew. */
enum { THRONG_CL_FLOW_TRIES_AGAIN = 1, THRONG_CL_FLOW_LEFT = 2 };

typedef struct throng_cl_flow {
    throng_cl_object object;
    throng_flow_shape shape;
    flow_plan plan;
    int32_t tiles; /* of all layers */
    throng_cl_flow_kernels kernels;
    cl_mem keys;             /* of all tiles, and behind them ground: flow_stored_bytes() */
    cl_mem costs;            /* of all worlds' cells; NULL: none */
    cl_mem walls;            /* of the terrain as of the last update */
    cl_mem dirty_edges, due; /* of each tile */
    cl_mem state;
    cl_mem patch;   /* what an update patches: see kernels/flow/plan.h */
    cl_mem goals;   /* of each field */
    cl_mem seeds;   /* of each layer; NULL: there are none */
    cl_mem scratch; /* of each of `items` work-items; wide words alone */
    int32_t items;
    size_t scratch_bytes;
    cl_mem agents;
    cl_mem exchange;       /* what is read, and agents' ways */
    unsigned char *packed; /* agents on the host */
    int32_t *goal_counts;
    int32_t *seed_counts; /* of each layer, on the device; NULL: there are no seeds */
    uint8_t *new_seeds;   /* of each layer: 1: the shape has others than the device */
    uint8_t *anew;        /* of each field: 1: this update computes it from nothing */
    int32_t *changes;     /* the first words of `patch`, as kernels/flow/plan.h has them */
    uint8_t *reaching;    /* of each field: what its layers that lead to reached cells wait for */
    uint64_t terrain;     /* its version, of the walls and of the ground */
    int32_t round;        /* of the last look */
    int32_t begun;        /* first round of this update, */
    int32_t first;        /* and of those that are enqueued now */
    int32_t regions;      /* that this update patches; 0: none */
    int32_t batches[2]; /* rounds that are enqueued at once: where fields begin from nothing, and elsewhere */
    int32_t patches;    /* 1: no field does */
    int32_t pending;    /* rounds were enqueued whose end nobody has seen */
    int32_t patching;   /* 1: and they withdraw keys, or clear layers, which later rounds do not take up */
    int32_t stuck; /* THRONG_CL_FLOW_..., where keys are too short and there is no room for longer ones */
} throng_cl_flow;

/* ---- src/cl/flow/plan.c: the kernels of a plan, its keys, and the scratch memory of passes. */
throng_status throng_cl_flow_make_kernels(throng_cl_flow *f, const flow_plan *plan,
                                          throng_cl_flow_kernels *kernels);
void throng_cl_flow_release_kernels(const throng_cl_flow *f, throng_cl_flow_kernels *kernels);
throng_status throng_cl_flow_make_keys(throng_cl_flow *f, const flow_plan *plan, cl_mem *keys,
                                       cl_mem *scratch);
/* The plan as flow.cl takes it apart. */
cl_int16 throng_cl_flow_words(const flow_plan *plan);
/* Layers first .. first+count-1, before the next round: no paths, no dirty edges. */
throng_status throng_cl_flow_clear(throng_cl_flow *f, int32_t first, int32_t count);
/* The classes, before the ground of a buffer of keys. */
throng_status throng_cl_flow_begin_ground(throng_cl_flow *f, const flow_plan *plan, cl_mem keys);
/* Lays the ground that `changes` regions concern, -1: all, by the copy of the walls. */
throng_status throng_cl_flow_lay_ground(throng_cl_flow *f, cl_int changes);
/* Begins the layers that lead to what the layers first .. first+count-1 reached. */
throng_status throng_cl_flow_begin_reached(throng_cl_flow *f, int32_t first, int32_t count);

/* ---- src/cl/flow/patch.c */
/* Sends what changed, and says which stale fields are patched: f->anew, f->regions. */
throng_status throng_cl_flow_send_patches(throng_cl_flow *f, const uint8_t *stale,
                                          const throng_flow_changes *changes);
/* Begins the patches of the layers first .. first+count-1, of those that were sent. */
throng_status throng_cl_flow_begin_patches(throng_cl_flow *f, cl_int first, cl_int count);
/* Takes over which cells are reached since round `begun`, into the layers that lead to them. */
throng_status throng_cl_flow_take_reached(throng_cl_flow *f, cl_int begun);

/* ---- src/cl/flow/flow.c */
/* Where points or vectors lie in a buffer, in words of 4 bytes; offset and stride in either word of `at`. */
typedef struct throng_cl_flow_list {
    cl_mem buffer;
    cl_ulong2 at;
} throng_cl_flow_list;
/* Packed ones. */
throng_cl_flow_list throng_cl_flow_packed(cl_mem buffer, cl_ulong words);
/* Enqueues questions for `object`: agents and ways are as flow_sample has them. The flow is finished. */
throng_status throng_cl_flow_sample(throng_cl_object *object, const throng_cl_flow *flow, cl_int sampling,
                                    cl_int count, const throng_cl_flow_list *agents,
                                    const throng_cl_flow_list *ways);

/* ---- src/cl/flow/update.c */
/* Rounds are counted from 0 again, and none is pending. */
throng_status throng_cl_flow_begin_rounds(throng_cl_flow *f);
throng_status throng_cl_flow_update(void *state, const uint8_t *stale, const throng_flow_costs *costs);
/* Waits for the last round, and enqueues those that were not foreseen. */
throng_status throng_cl_flow_finish(throng_cl_flow *f);

#endif
