/* Loads values of agents from a program's own OpenCL buffer. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#include "kernels/common/interop.h"
#include "kernels/crowd/layout.h"
#include "kernels/crowd/pairs.h"

/* A target that is kept, of one that has another kind from now on: rounded to what counts from there, and no
 * farther away than targets may be. place: it is a goal. */
static inline void crowd_keep_target(__global crowd_body *body, int place, float home_x, float home_y)
{
    const int was = !(body->settings & CROWD_TO_GOAL) != !(body->settings & CROWD_OTHER_TARGET);
    if (was == place || (home_x == 0.0f && home_y == 0.0f))
        return;
    const int kind = place ? CROWD_TO_GOAL : 0;
    body->target_x = clamp(crowd_converted(body->target_x, home_x, kind), -INTEROP_MOST, INTEROP_MOST);
    body->target_y = clamp(crowd_converted(body->target_y, home_y, kind), -INTEROP_MOST, INTEROP_MOST);
}

/* Sets two words of the bodies of `count` agents, from `word` on. The first agent's pair
 * begins `start` floats behind the beginning of values, the next one `stride` floats further. kind: one of
 * CROWD_PAIR_*. Places are within low to high, all else is within -1e9 to 1e9: an agent whose pair is out of
 * range keeps its own, as what it is from now on: its settings follow. flags: added to the state. */
__kernel void crowd_take_pairs(__global crowd_body *bodies, __global crowd_rest *rests,
                               __global const int *agents, __global const int *values, ulong start,
                               ulong stride, uint count, uint word, int kind, int flags, float low_x,
                               float high_x, float low_y, float high_y, float home_x, float home_y)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    const int agent = agents[i], x = values[start + i * stride], y = values[start + i * stride + 1];
    __global crowd_body *body = bodies + agent;
    const int place =
        kind == CROWD_PAIR_PLACE || (kind == CROWD_PAIR_TARGET && (body->settings & CROWD_TO_GOAL));
    const int kept = !interop_in_range(x, place ? low_x : -INTEROP_MOST, place ? high_x : INTEROP_MOST) ||
                     !interop_in_range(y, place ? low_y : -INTEROP_MOST, place ? high_y : INTEROP_MOST);
    if (kept && word == CROWD_TARGET_WORD)
        crowd_keep_target(body, place, home_x, home_y);
    if (kind == CROWD_PAIR_TARGET) /* of others the settings follow */
        body->settings &= ~CROWD_OTHER_TARGET;
    if (kept)
        return;
    __global int *to = (__global int *)body + word;
    to[0] = interop_without_subnormal(x);
    to[1] = interop_without_subnormal(y);
    body->state |= flags;
    if (word == 0) /* a position: nothing is lost any more */
        rests[agent].x = rests[agent].y = 0.0f;
}
