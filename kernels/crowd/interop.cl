/* Loads values of agents from a program's own OpenCL buffer. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#include "kernels/crowd/layout.h"
#include "kernels/crowd/pairs.h"

#define LARGEST 1e9f

static int in_range(int bits, float low, float high)
{
    return as_float(bits) >= low && as_float(bits) <= high; /* false for NaN too */
}

/* Numbers below the smallest normal one count as 0. */
static int without_subnormal(int bits) { return bits & 0x7f800000 ? bits : 0; }

/* Sets two words of the bodies of `count` agents, from `word` on. The first agent's pair
 * begins `start` floats behind the beginning of values, the next one `stride` floats further. kind: one of
 * CROWD_PAIR_*. Places are within low to high, all else is within -1e9 to 1e9: an agent whose pair is out of
 * range keeps its own. flags: added to the state. */
__kernel void crowd_take_pairs(__global crowd_body *bodies, __global crowd_rest *rests,
                               __global const int *agents, __global const int *values, ulong start,
                               ulong stride, uint count, uint word, int kind, int flags, float low_x,
                               float high_x, float low_y, float high_y)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    const int agent = agents[i], x = values[start + i * stride], y = values[start + i * stride + 1];
    __global crowd_body *body = bodies + agent;
    const int place =
        kind == CROWD_PAIR_PLACE || (kind == CROWD_PAIR_TARGET && (body->settings & CROWD_TO_GOAL));
    if (!in_range(x, place ? low_x : -LARGEST, place ? high_x : LARGEST) ||
        !in_range(y, place ? low_y : -LARGEST, place ? high_y : LARGEST))
        return;
    __global int *to = (__global int *)body + word;
    to[0] = without_subnormal(x);
    to[1] = without_subnormal(y);
    body->state |= flags;
    if (word == 0) /* a position: nothing is lost any more */
        rests[agent].x = rests[agent].y = 0.0f;
}
