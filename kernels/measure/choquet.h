/* The Choquet integral (Yu 2014, equations 10 and 11), one evaluation per lane.
 *
 * The values are sorted together with their types. From the smallest value on, each increment is multiplied
 * by the measure of the set of types whose values are at least as large, and summed from +0. The order of
 * equal values does not matter: their increment is 0. */
#ifndef THRONG_KERNELS_MEASURE_CHOQUET_H
#define THRONG_KERNELS_MEASURE_CHOQUET_H

#include "kernels/simd/simd.h"

#define CHOQUET_TYPES 16          /* maximum */
#define CHOQUET_TABLE_CAPACITY 16 /* minimum size of a measure table, required by vf_gather() */

/* Sums are scaled by 2^64. Values and measures are within 1e9 < 2^30, so a scaled increment is below 2^95, a
 * product below 2^125, and, since all increments together are at most 3e9, the sum below 2^126. An increment
 * is 0 or at least 2^-85. Products below 2^-120 are flushed to 0, since processors may flush some of them
 * anyway; together they are less than 2^-180 of a result. */
#define CHOQUET_LEAST 1.17549435e-38f /* 2^-126, the smallest normal number */
#define CHOQUET_SCALE 18446744073709551616.0f
#define CHOQUET_UNSCALE (1.0f / 18446744073709551616.0f)
#define CHOQUET_FLUSH 7.52316385e-37f

static FORCE_INLINE vfloat choquet_flush(vfloat a, float least)
{
    return vf_mask_zero(vf_le(vf_set(least), vf_abs(a)), a);
}

/* Compare-exchange of the values at i and j together with their sets. Values beyond the last type would be
 * the largest and are left out. */
static FORCE_INLINE void choquet_exchange(vfloat *values, vint *sets, const int32_t types, int32_t i,
                                          int32_t j)
{
    if (j >= types)
        return;
    const vfloat a = values[i], b = values[j];
    const vint of_a = sets[i], of_b = sets[j];
    const vmask swap = vf_lt(b, a);
    values[i] = vf_min(b, a);
    values[j] = vf_max(a, b);
    sets[i] = vi_select(swap, of_b, of_a);
    sets[j] = vi_select(swap, of_a, of_b);
}

/* Sorting network of 60 compare-exchanges for 16 values, reduced for fewer types. It is unrolled
 * by hand, so that all indices are constants and the arrays stay in registers. */
#define COMPARE_EXCHANGE(i, j) choquet_exchange(values, sets, types, i, j)
static FORCE_INLINE void choquet_sort(vfloat *values, vint *sets, const int32_t types)
{
    COMPARE_EXCHANGE(0, 13), COMPARE_EXCHANGE(1, 12), COMPARE_EXCHANGE(2, 15), COMPARE_EXCHANGE(3, 14);
    COMPARE_EXCHANGE(4, 8), COMPARE_EXCHANGE(5, 6), COMPARE_EXCHANGE(7, 11), COMPARE_EXCHANGE(9, 10);
    COMPARE_EXCHANGE(0, 5), COMPARE_EXCHANGE(1, 7), COMPARE_EXCHANGE(2, 9), COMPARE_EXCHANGE(3, 4);
    COMPARE_EXCHANGE(6, 13), COMPARE_EXCHANGE(8, 14), COMPARE_EXCHANGE(10, 15), COMPARE_EXCHANGE(11, 12);
    COMPARE_EXCHANGE(0, 1), COMPARE_EXCHANGE(2, 3), COMPARE_EXCHANGE(4, 5), COMPARE_EXCHANGE(6, 8);
    COMPARE_EXCHANGE(7, 9), COMPARE_EXCHANGE(10, 11), COMPARE_EXCHANGE(12, 13), COMPARE_EXCHANGE(14, 15);
    COMPARE_EXCHANGE(0, 2), COMPARE_EXCHANGE(1, 3), COMPARE_EXCHANGE(4, 10), COMPARE_EXCHANGE(5, 11);
    COMPARE_EXCHANGE(6, 7), COMPARE_EXCHANGE(8, 9), COMPARE_EXCHANGE(12, 14), COMPARE_EXCHANGE(13, 15);
    COMPARE_EXCHANGE(1, 2), COMPARE_EXCHANGE(3, 12), COMPARE_EXCHANGE(4, 6), COMPARE_EXCHANGE(5, 7);
    COMPARE_EXCHANGE(8, 10), COMPARE_EXCHANGE(9, 11), COMPARE_EXCHANGE(13, 14);
    COMPARE_EXCHANGE(1, 4), COMPARE_EXCHANGE(2, 6), COMPARE_EXCHANGE(5, 8), COMPARE_EXCHANGE(7, 10),
        COMPARE_EXCHANGE(9, 13), COMPARE_EXCHANGE(11, 14);
    COMPARE_EXCHANGE(2, 4), COMPARE_EXCHANGE(3, 6), COMPARE_EXCHANGE(9, 12), COMPARE_EXCHANGE(11, 13);
    COMPARE_EXCHANGE(3, 5), COMPARE_EXCHANGE(6, 8), COMPARE_EXCHANGE(7, 9), COMPARE_EXCHANGE(10, 12);
    COMPARE_EXCHANGE(3, 4), COMPARE_EXCHANGE(5, 6), COMPARE_EXCHANGE(7, 8), COMPARE_EXCHANGE(9, 10),
        COMPARE_EXCHANGE(11, 12);
    COMPARE_EXCHANGE(6, 7), COMPARE_EXCHANGE(8, 9);
}
#undef COMPARE_EXCHANGE

typedef struct choquet_sum {
    vfloat sum, before; /* before: the previous value */
    vint set;           /* types whose values are at least the next one */
} choquet_sum;

static FORCE_INLINE void choquet_add(choquet_sum *s, const vfloat *values, const vint *sets,
                                     const int32_t types, int32_t k, THRONG_GLOBAL const float *table)
{
    if (k >= types)
        return;
    const vfloat weight = k > 0 ? vf_gather(table, s->set, 1 << types) : vf_set(table[(1 << types) - 1]);
    s->sum = s->sum + choquet_flush((values[k] - s->before) * weight, CHOQUET_FLUSH);
    s->before = values[k];
    s->set = vi_sub(s->set, sets[k]);
}

static FORCE_INLINE void choquet_load(vfloat *values, vint *sets, const int32_t types, int32_t k)
{
    sets[k] = vi_set(1 << k);
    if (k < types)
        values[k] = choquet_flush(values[k], CHOQUET_LEAST) * vf_set(CHOQUET_SCALE);
}

/* The integral of `types` values within 1e9. Subnormal values count as 0. table: the measure of each set of
 * types, within 1e9 and without subnormals, of at least CHOQUET_TABLE_CAPACITY entries. The values are
 * overwritten. */
static FORCE_INLINE vfloat choquet_of(vfloat *values, const int32_t types, THRONG_GLOBAL const float *table)
{
    vint sets[CHOQUET_TYPES];
    choquet_sum s;
#define LOAD(k) choquet_load(values, sets, types, k)
#define ADD(k) choquet_add(&s, values, sets, types, k, table)
    LOAD(0), LOAD(1), LOAD(2), LOAD(3), LOAD(4), LOAD(5), LOAD(6), LOAD(7);
    LOAD(8), LOAD(9), LOAD(10), LOAD(11), LOAD(12), LOAD(13), LOAD(14), LOAD(15);
    choquet_sort(values, sets, types);
    s.sum = vf_set(0.0f);
    s.before = s.sum;
    s.set = vi_set((1 << types) - 1);
    ADD(0), ADD(1), ADD(2), ADD(3), ADD(4), ADD(5), ADD(6), ADD(7);
    ADD(8), ADD(9), ADD(10), ADD(11), ADD(12), ADD(13), ADD(14), ADD(15);
#undef ADD
#undef LOAD
    return choquet_flush(s.sum, CHOQUET_LEAST * CHOQUET_SCALE) * vf_set(CHOQUET_UNSCALE);
}

#endif
