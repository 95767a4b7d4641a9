/* Sources that bear on a point together, joined by a fuzzy measure (Yu 2014, equations 9 to 11): f_i is how
 * many of type i there are. */
#ifndef THRONG_KERNELS_POTENTIAL_INTERACTION_H
#define THRONG_KERNELS_POTENTIAL_INTERACTION_H

#include "kernels/measure/choquet.h"
#include "kernels/potential/field.h"

/* Counts the listed sources in range, by their types: CHOQUET_TYPES vectors. */
static INLINED void potential_tally(THRONG_SCRATCH float *counts,
                                    THRONG_GLOBAL const potential_source *sources,
                                    THRONG_SCRATCH const int32_t *list, int32_t count, real x, real y)
{
    for (int32_t k = 0; k < count; k++) {
        THRONG_GLOBAL const potential_source *s = sources + list[k];
        const real dx = x - real_set(s->x), dy = y - real_set(s->y);
        const mask bears = potential_bears(dx, dy, s->range);
        THRONG_SCRATCH float *of_type = counts + POTENTIAL_AT(s->type);
        real_store(of_type, real_load(of_type) + real_keep(bears, real_set(1.0f)));
    }
}

typedef struct potential_joint {
    real value; /* the Choquet integral of the counts */
    real share; /* of the sum of f_i * m_i; 1 where that is 0 */
} potential_joint;

/* The sum of f_i * m_i, with one type more. */
static INLINED real potential_weigh(real sum, real count, THRONG_GLOBAL const float *measure, int32_t type)
{
    return sum + count * real_set(measure[1 << type]);
}

/* sum: of f_i * m_i. The counts are gone afterwards. */
static INLINED potential_joint potential_join_sum(real *counts, int32_t types, real sum,
                                                  THRONG_GLOBAL const float *measure)
{
    potential_joint joint;
    const mask any = real_lt(real_set(0.0f), real_abs(sum));
    joint.value = choquet_of(counts, types, measure);
    joint.share = potential_finite(joint.value / real_pick(any, sum, real_set(1.0f)));
    joint.share = real_pick(any, joint.share, real_set(1.0f));
    return joint;
}

/* The counts are gone afterwards. */
static INLINED potential_joint potential_join_types(real *counts, int32_t types,
                                                    THRONG_GLOBAL const float *measure)
{
    real sum = real_set(0.0f);
    UNROLLED
    for (int32_t k = 0; k < CHOQUET_TYPES; k++)
        if (k < types)
            sum = potential_weigh(sum, counts[k], measure, k);
    return potential_join_sum(counts, types, sum, measure);
}

static INLINED void potential_scale(potential_sum *sum, real share)
{
    sum->fx = potential_finite(sum->fx * share);
    sum->fy = potential_finite(sum->fy * share);
    sum->potential = potential_finite(sum->potential * share);
}

#endif
