/* Interaction of the sources in range of a point by a fuzzy measure (Yu 2014, equations 9 to 11). f_i is the
 * number of sources of type i in range, m_i the measure of type i alone. */
#ifndef THRONG_KERNELS_POTENTIAL_INTERACTION_H
#define THRONG_KERNELS_POTENTIAL_INTERACTION_H

#include "kernels/measure/choquet.h"
#include "kernels/potential/field.h"

/* Counts the listed sources in range by type, CHOQUET_TYPES vectors. */
static FORCE_INLINE void potential_tally(THRONG_SCRATCH float *counts,
                                         THRONG_GLOBAL const potential_source *sources,
                                         THRONG_SCRATCH const int32_t *list, int32_t count, vfloat x,
                                         vfloat y)
{
    for (int32_t k = 0; k < count; k++) {
        THRONG_GLOBAL const potential_source *s = sources + list[k];
        const vfloat dx = x - vf_set(s->x), dy = y - vf_set(s->y);
        const vmask bears = potential_in_range(dx, dy, s->range);
        THRONG_SCRATCH float *of_type = counts + POTENTIAL_AT(s->type);
        vf_store(of_type, vf_load(of_type) + vf_mask_zero(bears, vf_set(1.0f)));
    }
}

typedef struct potential_interaction {
    vfloat value; /* the Choquet integral of the counts */
    vfloat share; /* ratio of value to the sum of f_i * m_i; 1 if that is 0 */
} potential_interaction;

/* Adds one type to the sum of f_i * m_i. */
static FORCE_INLINE vfloat potential_weigh(vfloat sum, vfloat count, THRONG_GLOBAL const float *measure,
                                           int32_t type)
{
    return sum + count * vf_set(measure[1 << type]);
}

/* sum: the sum of f_i * m_i. The counts are overwritten. */
static FORCE_INLINE potential_interaction potential_interaction_of_sum(vfloat *counts, int32_t types,
                                                                       vfloat sum,
                                                                       THRONG_GLOBAL const float *measure)
{
    potential_interaction interaction;
    const vmask any = vf_lt(vf_set(0.0f), vf_abs(sum));
    interaction.value = choquet_of(counts, types, measure);
    interaction.share = potential_finite(interaction.value / vf_select(any, sum, vf_set(1.0f)));
    interaction.share = vf_select(any, interaction.share, vf_set(1.0f));
    return interaction;
}

/* The counts are overwritten. */
static FORCE_INLINE potential_interaction potential_interaction_of(vfloat *counts, int32_t types,
                                                                   THRONG_GLOBAL const float *measure)
{
    vfloat sum = vf_set(0.0f);
    UNROLL
    for (int32_t k = 0; k < CHOQUET_TYPES; k++)
        if (k < types)
            sum = potential_weigh(sum, counts[k], measure, k);
    return potential_interaction_of_sum(counts, types, sum, measure);
}

static FORCE_INLINE void potential_scale(potential_sum *sum, vfloat share)
{
    sum->fx = potential_finite(sum->fx * share);
    sum->fy = potential_finite(sum->fy * share);
    sum->potential = potential_finite(sum->potential * share);
}

#endif
