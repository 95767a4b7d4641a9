/* Motions between the caller's form and that of backends, for both of which they are converted. */
#ifndef THRONG_CROWD_MOTIONS_INTERNAL_H
#define THRONG_CROWD_MOTIONS_INTERNAL_H

#include "kernels/crowd/motions.h"
#include "src/core/check.h"
#include "src/crowd/crowd.h"

_Static_assert(sizeof(throng_motion) == sizeof(crowd_motion), "motions are converted in place");

/* The unit vector in a direction; 0 if there is none. A vector that is a unit vector but for rounding
 * keeps its bits, so that a heading that was read can be set again. */
static inline int32_t throng_heading_unit(float *x, float *y)
{
    const float square = *x * *x + *y * *y;
    if (square >= 0.999999f && square <= 1.000001f)
        return 1;
    const float most = scalar_max(scalar_abs(*x), scalar_abs(*y));
    if (!(most > 0.0f))
        return 0;
    const float a = *x / most, b = *y / most, length = scalar_sqrt(a * a + b * b);
    *x = throng_without_subnormal(a / length);
    *y = throng_without_subnormal(b / length);
    return 1;
}

/* A coordinate relative to the home as a float and what that lacks. What both have together is split the
 * same way again: where the rest is rounded to half a step of the float, the float follows. */
static inline void throng_place_split(double exact, float *local, float *rest)
{
    const float near = throng_without_subnormal((float)exact);
    const double kept = (double)near + (double)throng_without_subnormal((float)(exact - (double)near));
    *local = throng_without_subnormal((float)kept);
    *rest = throng_without_subnormal((float)(kept - (double)*local));
}

/* The i-th motion as a backend has it. Its numbers are in range. */
static inline crowd_motion throng_motion_to_local(const throng_crowd_motions *m, int32_t i)
{
    throng_motion from;
    memcpy(&from, (const char *)m->motions + (size_t)i * sizeof from, sizeof from);
    crowd_motion to;
    throng_place_split(from.x - m->home_x, &to.x, &to.rest.x);
    throng_place_split(from.y - m->home_y, &to.y, &to.rest.y);
    to.vx = throng_without_subnormal(from.vx);
    to.vy = throng_without_subnormal(from.vy);
    to.heading_x = throng_without_subnormal(from.heading_x);
    to.heading_y = throng_without_subnormal(from.heading_y);
    (void)throng_heading_unit(&to.heading_x, &to.heading_y);
    return to;
}

/* The i-th motion as the caller has it, which may be in the same memory. */
static inline void throng_motion_from_local(const throng_crowd_motions *m, int32_t i,
                                            const crowd_motion *from)
{
    const throng_motion to = {m->home_x + ((double)from->x + (double)from->rest.x),
                              m->home_y + ((double)from->y + (double)from->rest.y),
                              from->vx,
                              from->vy,
                              from->heading_x,
                              from->heading_y};
    memcpy((char *)m->motions + (size_t)i * sizeof to, &to, sizeof to);
}

#endif
