/* Path keys: integers that order path lengths exactly, and their conversion to floats.
 *
 * A path of `a` straight and `b` diagonal steps has length a + b*sqrt(2). For a convergent P/Q of sqrt(2),
 * the integer Q*a + P*b orders lengths exactly and is unique for each (a, b) as long as it stays below P*Q:
 * comparing two lengths compares (a - a')/(b' - b) with sqrt(2), a fraction of denominator below Q, and no
 * such fraction lies between P/Q and sqrt(2). A key is 8 times this integer plus the rank of the path's first
 * direction. The least key is then the shortest path, and among equal lengths the one of the least rank.
 * Three key widths hold increasingly long paths. Grids without diagonal steps count steps instead. */
#ifndef THRONG_KERNELS_COMMON_PATH_LENGTH_H
#define THRONG_KERNELS_COMMON_PATH_LENGTH_H

#include "kernels/simd/simd.h"

#define PATH_RANKS 8
#define PATH_ORIGIN_RANK 7 /* of the start, which has no direction; loses to all others */

#define PATH_NARROW_Q 70
#define PATH_NARROW_P 99
#define PATH_NARROW_INVERSE 29    /* 1 / P (mod Q) */
#define PATH_NARROW_LENGTH 98.0f  /* longer paths may not fit */
#define PATH_NARROW_STEPS 8000.0f /* the same on grids that count steps */
#define PATH_WIDE_Q 13860
#define PATH_WIDE_P 19601
#define PATH_WIDE_INVERSE 5741
#define PATH_WIDE_INVERSE_14 6584 /* 2^14 / P (mod Q) */
#define PATH_WIDE_LENGTH 19000.0f
#define PATH_WIDE_STEPS 2.0e8f
#define PATH_WIDEST_Q 543339720
#define PATH_WIDEST_P 768398401
#define PATH_WIDEST_INVERSE 225058681

/* sqrt(2) in three parts. The first two have so few bits that their products with b are exact. */
#define PATH_ROOT_HIGH 1.4140625f       /* 181 / 2^7 */
#define PATH_ROOT_MIDDLE 1.50680542e-4f /* 79 / 2^19 */
#define PATH_ROOT_LOW 3.81831101e-7f
#define PATH_ROOT_REST 1.51062370e-4f /* sqrt(2) - 181 / 2^7 */

/* a + b*sqrt(2), correctly rounded, for integers that fit a wide key. */
static inline vfloat path_length(vfloat a, vfloat b)
{
    vfloat most = a + b * vf_set(PATH_ROOT_HIGH);
    vfloat more = b * vf_set(PATH_ROOT_MIDDLE);
    vfloat sum = most + more;
    vfloat rest = more - (sum - most);
    return sum + (rest + b * vf_set(PATH_ROOT_LOW));
}

/* n mod q for 0 <= n / q < 2^22. Rounding in the conversion of n does not affect the result. */
static inline vint path_residue(vint n, int32_t q)
{
    const vfloat magic = vf_set(ROUNDING_MAGIC);
    vfloat quotient = (vf_from_int(n) * vf_set(1.0f / (float)q) + magic) - magic;
    vint times = vi_sub(vf_to_bits(quotient + magic), vf_to_bits(magic));
    vint rest = vi_sub(n, vi_mul(times, vi_set(q)));
    /* the quotient is rounded to nearest: the remainder may be negative */
    return vi_min(vi_and(vi_add(rest, vi_set(q)), vi_set(0x7fffffff)), vi_and(rest, vi_set(0x7fffffff)));
}

/* Length of a key without rank: dist is 0 .. 8190 (narrow), below 2^28 (wide). The narrow version stays in
 * floats. All but its last sum are exact, and for so few steps two parts of the root suffice;
 * tests/terrain/path_keys.c checks all values. */
static inline vfloat path_narrow_length(vfloat dist)
{
    const vfloat magic = vf_set(ROUNDING_MAGIC), q = vf_set((float)PATH_NARROW_Q);
    const vfloat inverse = vf_set(1.0f / (float)PATH_NARROW_Q);
    vfloat n = dist * vf_set((float)PATH_NARROW_INVERSE);
    vfloat b =
        n - ((n * inverse + magic) - magic) * q; /* relative to the nearest multiple: may be negative */
    b = b + vf_mask_zero(vf_lt(b, vf_set(0.0f)), q);
    vfloat a = (dist - b * vf_set((float)PATH_NARROW_P)) * inverse;
    a = (a + magic) - magic;
    return (a + b * vf_set(PATH_ROOT_HIGH)) + b * vf_set(PATH_ROOT_REST);
}

static inline vfloat path_wide_length(vint dist)
{
    const vfloat magic = vf_set(ROUNDING_MAGIC);
    vint high = vi_mul(vi_shift_right(dist, 14), vi_set(PATH_WIDE_INVERSE_14));
    vint low = vi_mul(vi_and(dist, vi_set(0x3fff)), vi_set(PATH_WIDE_INVERSE));
    vint b = path_residue(vi_add(high, low), PATH_WIDE_Q);
    vint straight = vi_sub(dist, vi_mul(b, vi_set(PATH_WIDE_P)));
    vfloat a = vf_from_int(straight) * vf_set(1.0f / (float)PATH_WIDE_Q);
    return path_length((a + magic) - magic, vf_from_int(b));
}

/* Whether a + b*sqrt(2) > middle / 2^shift, in integers: compares 2*b^2 with (middle/2^shift - a)^2. */
static inline int32_t path_beyond(int64_t a, int64_t b, int64_t middle, int32_t shift)
{
    int64_t rest = middle - (a << shift);
    int64_t diagonal = b << shift;
    return rest < 0 || 2 * diagonal * diagonal > rest * rest;
}

/* a + b*sqrt(2), correctly rounded, for 0 <= a, b < 2^30 and a sum below 2^30: an estimate, corrected until
 * the midpoints to its neighbours enclose the exact value. */
static inline float path_exact_length(int64_t a, int64_t b)
{
    float guess = (float)a + (float)b * 1.41421354f;
    if (b == 0 || guess >= 1073741824.0f)
        return guess;
    for (int32_t tries = 0; tries < 8; tries++) {
        /* guess = n / 2^(shift - 2) with n of 24 bits; midpoints need 26 bits. Below a power of two floats
         * are twice as dense. */
        int32_t exponent = (scalar_to_bits(guess) >> 23) - 127;
        int64_t n = (scalar_to_bits(guess) & 0x7fffff) | 0x800000;
        int32_t shift = 25 - exponent;
        int64_t scale = shift < 0 ? (int64_t)1 << -shift : 1;
        int32_t up = shift < 0 ? 0 : shift;
        int64_t lower = n == 0x800000 ? 4 * n - 1 : 4 * n - 2;
        if (path_beyond(a, b, (4 * n + 2) * scale, up))
            guess = scalar_from_bits(scalar_to_bits(guess) + 1);
        else if (!path_beyond(a, b, lower * scale, up))
            guess = scalar_from_bits(scalar_to_bits(guess) - 1);
        else
            break;
    }
    return guess;
}

/* Straight and diagonal steps of a path. */
typedef struct path_steps {
    int64_t straight, diagonal;
} path_steps;

/* Those of a key without rank. */
static inline path_steps path_wide_steps(int32_t dist)
{
    path_steps steps;
    steps.diagonal = (int64_t)dist * PATH_WIDE_INVERSE % PATH_WIDE_Q;
    steps.straight = (dist - steps.diagonal * PATH_WIDE_P) / PATH_WIDE_Q;
    return steps;
}

static inline path_steps path_widest_steps(int64_t dist)
{
    path_steps steps;
    steps.diagonal = dist % PATH_WIDEST_Q * PATH_WIDEST_INVERSE % PATH_WIDEST_Q;
    steps.straight = (dist - steps.diagonal * PATH_WIDEST_P) / PATH_WIDEST_Q;
    return steps;
}

/* Length of a wide key without rank. */
static inline float path_wide_exact_length(int32_t dist)
{
    const path_steps steps = path_wide_steps(dist);
    return path_exact_length(steps.straight, steps.diagonal);
}

static inline float path_widest_length(int64_t dist)
{
    const path_steps steps = path_widest_steps(dist);
    return path_exact_length(steps.straight, steps.diagonal);
}

#endif
