/* Where a step leads, rounded to the floats that there are, and what rounding takes from the way. That is
 * kept, the rest, and added to a later step once it is worth it: more than 1/128 of that step, a thousandth
 * of the body's radius, and a few units in the last place of the position. So the way of many steps is right
 * however short they are, and the position is never farther from the truth than that. Who stands does not
 * move for it. */
#ifndef THRONG_KERNELS_CROWD_ADVANCE_H
#define THRONG_KERNELS_CROWD_ADVANCE_H

#include "kernels/crowd/layout.h"

#define CROWD_REST_OF_STEP 0.0078125f      /* 2^-7 */
#define CROWD_REST_OF_RADIUS 0.0009765625f /* 2^-10 */
#define CROWD_REST_OF_PLACE 4.7683716e-7f  /* 2^-21: 4 to 8 units in the last place */

/* What of the rest is added to a step. */
static FORCE_INLINE vfloat crowd_carried(vfloat at, vfloat step, vfloat radius, vfloat rest)
{
    const vfloat length = vf_abs(step), place = vf_abs(at) * vf_set(CROWD_REST_OF_PLACE);
    const vfloat least = vf_max(length * vf_set(CROWD_REST_OF_STEP), radius * vf_set(CROWD_REST_OF_RADIUS));
    const vmask moves = vf_lt(vf_set(0.0f), length);
    return vf_mask_zero(vmask_and(moves, vf_lt(vf_max(least, place), vf_abs(rest))), rest);
}

static FORCE_INLINE vfloat crowd_on_plane(vfloat x)
{
    return vf_max(vf_min(x, vf_set(CROWD_MAX_COORDINATE)), vf_set(-CROWD_MAX_COORDINATE));
}

/* What the sum of a and b is more than `sum`, its rounded value (Knuth). */
static FORCE_INLINE vfloat crowd_lost(vfloat a, vfloat b, vfloat sum)
{
    const vfloat of_b = sum - a;
    return (a - (sum - of_b)) + (b - of_b);
}

/* The place that a step leads to. *rest: what was lost so far, and then what is lost; it does not lead off
 * the plane. */
static FORCE_INLINE vfloat crowd_advance(vfloat at, vfloat step, vfloat radius, vfloat *rest)
{
    const vfloat carried = crowd_carried(at, step, radius, *rest), way = step + carried, to = at + way;
    const vfloat place = crowd_on_plane(to), least = vf_set(-CROWD_MAX_COORDINATE) - place;
    const vfloat lost = (*rest - carried) + (crowd_lost(step, carried, way) + crowd_lost(at, way, to));
    *rest = vf_max(vf_min(lost + (to - place), vf_set(CROWD_MAX_COORDINATE) - place), least);
    return place;
}

#endif
