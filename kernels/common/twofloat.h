/* Double-float arithmetic: sums and products as an unevaluated pair hi + lo (Dekker 1971, Knuth), about 48
 * bits. It needs single-precision arithmetic only, so devices without doubles give the same bits, and it
 * needs compilers that neither contract nor reorder. Used once per object, never in loops over cells. */
#ifndef THRONG_KERNELS_COMMON_TWOFLOAT_H
#define THRONG_KERNELS_COMMON_TWOFLOAT_H

#include "kernels/simd/simd.h"

typedef struct twofloat {
    float hi, lo;
} twofloat;

static inline twofloat twofloat_sum(float a, float b)
{
    twofloat r;
    r.hi = a + b;
    float t = r.hi - a;
    r.lo = (a - (r.hi - t)) + (b - t);
    return r;
}

/* Exact while nothing under- or overflows: |a|, |b| below 2^100. */
static inline twofloat twofloat_product(float a, float b)
{
    const float split = 4097.0f; /* 2^12 + 1 */
    float ca = split * a;
    float cb = split * b;
    float ah = ca - (ca - a);
    float bh = cb - (cb - b);
    float al = a - ah;
    float bl = b - bh;
    twofloat r;
    r.hi = a * b;
    r.lo = (((ah * bh - r.hi) + ah * bl) + al * bh) + al * bl;
    return r;
}

static inline twofloat twofloat_quotient(float a, float b)
{
    twofloat r;
    r.hi = a / b;
    twofloat p = twofloat_product(r.hi, b);
    r.lo = ((a - p.hi) - p.lo) / b;
    return r;
}

/* log2(a) for a normal a > 0, to 5e-9 of its value, also where a is next to 1: with a = 2^e * m,
 * sqrt(1/2) <= m < sqrt(2), and s = (m - 1)/(m + 1), it is e + 2/ln 2 * (s + s^3/3 + s^5/5 + ...). */
static inline twofloat twofloat_log2(float a)
{
    int32_t bits = scalar_to_bits(a);
    int32_t e = ((bits - 0x3f3504f3) >> 23); /* 0x3f3504f3: sqrt(1/2) */
    float m = scalar_from_bits(bits - e * 0x00800000);
    float above = m - 1.0f; /* exact */
    twofloat below = twofloat_sum(m, 1.0f);
    twofloat s;
    s.hi = above / below.hi;
    twofloat p = twofloat_product(s.hi, below.hi);
    s.lo = (((above - p.hi) - p.lo) - s.hi * below.lo) / below.hi;
    float z = s.hi * s.hi;
    float tail = z * (1.0f / 3 + z * (1.0f / 5 + z * (1.0f / 7 + z * (1.0f / 9 + z * (1.0f / 11)))));
    s = twofloat_sum(s.hi, s.lo + s.hi * tail);
    twofloat l = twofloat_product(2.88539004f, s.hi); /* 2/ln 2 = 2.88539004 + 3.8519e-8 */
    l.lo += 2.88539004f * s.lo + 3.85192607e-8f * s.hi;
    twofloat r = twofloat_sum((float)e, l.hi);
    r.lo += l.lo;
    return twofloat_sum(r.hi, r.lo);
}

#endif
