/* What rounding has taken from the ways of lanes, see kernels/crowd/advance.h: loaded and stored. */
#ifndef THRONG_KERNELS_CROWD_RESTS_H
#define THRONG_KERNELS_CROWD_RESTS_H

#include "kernels/crowd/preferred.h"

/* Whether rests and headings are loaded again where they are needed: on GPUs, where keeping them takes
 * registers. */
#if (defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)) && THRONG_WIDTH == 1
#define CROWD_RELOADS 1
#else
#define CROWD_RELOADS 0
#endif

typedef struct crowd_rest_lanes {
    vfloat x, y;
} crowd_rest_lanes;

static FORCE_INLINE crowd_rest_lanes crowd_rests_load(const crowd_world *world, const crowd_lanes *l)
{
    THRONG_GLOBAL const float *words = (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)world->rests;
    const vint at = vi_shift_left(vi_load(l->agents), 1);
    crowd_rest_lanes rest;
#if CROWD_RELOADS
    rest.x = ((volatile THRONG_GLOBAL const float *)words)[at];
    rest.y = ((volatile THRONG_GLOBAL const float *)words)[at + 1];
#else
    rest.x = vf_gather(words, at, 0x7fffffff);
    rest.y = vf_gather(words + 1, at, 0x7fffffff);
#endif
    return rest;
}

/* The most by which rests lengthen a step. */
static FORCE_INLINE vfloat crowd_rests_length(const crowd_world *world, const crowd_lanes *l)
{
    const crowd_rest_lanes rest = crowd_rests_load(world, l);
    return vf_abs(rest.x) + vf_abs(rest.y);
}

static FORCE_INLINE void crowd_rests_store(const crowd_world *world, const crowd_lanes *l, uint32_t lanes,
                                           const crowd_rest_lanes *rest)
{
    float x[THRONG_WIDTH], y[THRONG_WIDTH];
    vf_store(x, rest->x);
    vf_store(y, rest->y);
    const int all = lanes == lanes_below(THRONG_WIDTH); /* of most batches */
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (all || lanes >> k & 1) {
            world->rests[l->agents[k]].x = x[k];
            world->rests[l->agents[k]].y = y[k];
        }
}

/* Of the lanes whose bits are set. */
static FORCE_INLINE void crowd_rests_clear(const crowd_world *world, const crowd_lanes *l, uint32_t lanes)
{
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (lanes >> k & 1)
            world->rests[l->agents[k]].x = world->rests[l->agents[k]].y = 0.0f;
}

#endif
