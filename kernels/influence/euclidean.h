/* Euclidean influence (Lu 2019, equations 1, 2, 7 to 10): the value of a source at an offset, sums over
 * sources, and finished sums. This arithmetic exists here only. */
#ifndef THRONG_KERNELS_INFLUENCE_EUCLIDEAN_H
#define THRONG_KERNELS_INFLUENCE_EUCLIDEAN_H

#include "kernels/influence/prepare.h"

/* Unroll factor: this many independent vectors are computed side by side, statement by statement, to hide the
 * latency of the chain of root, division and power. */
#ifndef INFLUENCE_UNROLL
#define INFLUENCE_UNROLL (THRONG_WIDTH > 1 ? 4 : 1)
#endif
#define EACH_VECTOR UNROLL for (int u = 0; u < INFLUENCE_UNROLL; u++)

/* Parameters of a source in loops over cells, as scalars and broadcast. */
typedef struct influence_numbers {
    float reach, rate;
    float half_hi, half_lo;
    float c0, c1, c2, c3, c4, c5;
} influence_numbers;

typedef struct influence_terms {
    vfloat reach, rate;
    vfloat half_hi, half_lo;
    vfloat c0, c1, c2, c3, c4, c5;
} influence_terms;

static inline influence_numbers influence_numbers_of(const influence_source *s)
{
    influence_numbers n;
    n.reach = s->reach;
    n.rate = s->rate;
    n.half_hi = s->half_hi;
    n.half_lo = s->half_lo;
    /* coefficients of I * 2^f for |f| <= 0.5: c0 is I, relative error 1.1e-7 */
    n.c0 = s->strength;
    n.c1 = s->strength * 6.931470037e-01f;
    n.c2 = s->strength * 2.402224094e-01f;
    n.c3 = s->strength * 5.550734699e-02f;
    n.c4 = s->strength * 9.671597742e-03f;
    n.c5 = s->strength * 1.326461788e-03f;
    return n;
}

static FORCE_INLINE influence_terms influence_terms_in_lanes(const influence_numbers *n)
{
    influence_terms t;
    t.reach = vf_set(n->reach);
    t.rate = vf_set(n->rate);
    t.half_hi = vf_set(n->half_hi);
    t.half_lo = vf_set(n->half_lo);
    t.c0 = vf_set(n->c0);
    t.c1 = vf_set(n->c1);
    t.c2 = vf_set(n->c2);
    t.c3 = vf_set(n->c3);
    t.c4 = vf_set(n->c4);
    t.c5 = vf_set(n->c5);
    return t;
}

static inline influence_terms influence_terms_of(const influence_source *s)
{
    const influence_numbers n = influence_numbers_of(s);
    return influence_terms_in_lanes(&n);
}

/* Terms of vector u. each: 1 if each vector has its own terms, else 0. */
#define VECTOR_TERMS t[each ? u : 0]

/* value = I * 2^(d * rate), scaled, for 0 <= d <= reach. With n the integer nearest to d * rate and f the
 * remainder, it is 2^n * 2^f. f is accurate since the half-distance is stored in two parts. Relative error
 * below 5e-7, and exactly I at d = 0. */
static FORCE_INLINE void influence_exponential(vfloat value[INFLUENCE_UNROLL],
                                               const vfloat d[INFLUENCE_UNROLL], const influence_terms *t,
                                               int each)
{
    const vfloat magic = vf_set(ROUNDING_MAGIC);
    vfloat shifted[INFLUENCE_UNROLL], n[INFLUENCE_UNROLL], f[INFLUENCE_UNROLL], p[INFLUENCE_UNROLL];
    EACH_VECTOR shifted[u] = d[u] * VECTOR_TERMS.rate + magic;
    EACH_VECTOR n[u] = shifted[u] - magic;
    EACH_VECTOR f[u] =
        ((d[u] + n[u] * VECTOR_TERMS.half_hi) + n[u] * VECTOR_TERMS.half_lo) * VECTOR_TERMS.rate;
    EACH_VECTOR p[u] = VECTOR_TERMS.c5 * f[u] + VECTOR_TERMS.c4;
    EACH_VECTOR p[u] = p[u] * f[u] + VECTOR_TERMS.c3;
    EACH_VECTOR p[u] = p[u] * f[u] + VECTOR_TERMS.c2;
    EACH_VECTOR p[u] = p[u] * f[u] + VECTOR_TERMS.c1;
    EACH_VECTOR p[u] = p[u] * f[u] + VECTOR_TERMS.c0;
    EACH_VECTOR value[u] = vf_ldexp(p[u], shifted[u]);
}

/* Which roots of an unrolled group use vf_sqrt_alt(), to balance execution ports: every other one.
 * Exponentials use the multiplier already, even more on processors that execute a vector in two halves. */
static FORCE_INLINE int influence_uses_alt_sqrt(int kind, int u)
{
    if (kind & INFLUENCE_EXPONENTIAL)
        return kind & INFLUENCE_ADJUSTED && !(kind & INFLUENCE_DOUBLE_PUMPED) && u == 3;
    return u & 1;
}

/* Adjusted distances (Lu 2019, equation 8) from the squared length of offsets (dx, dy) and ax*dx + ay*dy. */
static inline void influence_distances(vfloat d[INFLUENCE_UNROLL], const vfloat square[INFLUENCE_UNROLL],
                                       const vfloat along[INFLUENCE_UNROLL], int kind)
{
    vfloat toward[INFLUENCE_UNROLL];
    EACH_VECTOR d[u] = influence_uses_alt_sqrt(kind, u) ? vf_sqrt_alt(square[u]) : vf_sqrt(square[u]);
    if (kind & INFLUENCE_ADJUSTED) {
        EACH_VECTOR toward[u] = d[u] + along[u];
        /* 0 at the object itself, never 0/0 */
        EACH_VECTOR d[u] = square[u] / vf_max(toward[u], vf_set(1e-18f));
    }
}

/* Scaled values at these distances (Lu 2019, equations 1 and 2). */
static FORCE_INLINE void influence_values_each(vfloat value[INFLUENCE_UNROLL],
                                               const vfloat d[INFLUENCE_UNROLL], const influence_terms *t,
                                               int each, int kind)
{
    if (kind & INFLUENCE_EXPONENTIAL)
        influence_exponential(value, d, t, each);
    else
        EACH_VECTOR value[u] = VECTOR_TERMS.c0 - VECTOR_TERMS.rate * d[u];
    EACH_VECTOR value[u] = vf_mask_zero(vf_le(d[u], VECTOR_TERMS.reach), value[u]);
}

/* The same for one source. */
static inline void influence_values(vfloat value[INFLUENCE_UNROLL], const vfloat d[INFLUENCE_UNROLL],
                                    const influence_terms *t, int kind)
{
    influence_values_each(value, d, t, 0, kind);
}

/* Offsets of the cells of a row from the source's position. */
static inline float influence_offset_y(const influence_source *s, int32_t row, float row_height)
{
    return (float)(row - s->row) * row_height - s->fy;
}
static inline float influence_shift_x(const influence_source *s, int32_t row, int32_t hex)
{
    return hex ? s->fx - 0.5f * (float)(row & 1) : s->fx;
}

/* Largest of `count` values and its first index. */
static inline float influence_best_of_row(THRONG_GLOBAL const float *values, int32_t count, int32_t *first)
{
    float best = values[0];
    int32_t i = 0;
    if (count >= THRONG_WIDTH) {
        float lanes[THRONG_WIDTH];
        vfloat largest = vf_load(values);
        for (i = THRONG_WIDTH; i + THRONG_WIDTH <= count; i += THRONG_WIDTH)
            largest = vf_max(largest, vf_load(values + i));
        vf_store(lanes, largest);
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            best = scalar_max(best, lanes[k]);
    }
    for (; i < count; i++)
        best = scalar_max(best, values[i]);
    for (i = 0; values[i] != best; i++) {
    }
    *first = i;
    return best;
}

/* Unscales a sum; +0 below the smallest normal number. */
static inline vfloat influence_unscaled(vfloat sum, float least, float unscale)
{
    vmask normal = vf_le(vf_set(least), vf_abs(sum));
    return vf_mask_zero(normal, sum * vf_set(unscale));
}

/* Value of the map after an update: the sum, or with momentum m * last + (1 - m) * sum. */
static inline vfloat influence_finished(vfloat sum, vfloat last, float momentum)
{
    if (momentum > 0.0f)
        sum = vf_set(momentum) * (last * vf_set(INFLUENCE_SCALE)) + vf_set(1.0f - momentum) * sum;
    return influence_unscaled(sum, INFLUENCE_LEAST, INFLUENCE_UNSCALE);
}

/* Weighted sum of layers, scaled by 2^32; start with +0. |weight| is 0 or >= 1e-9. */
static inline vfloat influence_combined(vfloat sum, vfloat value, float weight)
{
    return sum + (value * vf_set(4294967296.0f)) * vf_set(weight);
}
static inline vfloat influence_combination(vfloat sum)
{
    return influence_unscaled(sum, FLOAT_LEAST * 4294967296.0f, 1.0f / 4294967296.0f);
}

#endif
