/* The vocabulary in which every kernel is written. A kernel computes THRONG_WIDTH lanes at once with
 *
 *   real, mask, whole     float, condition and int32 lanes
 *   + - * /               on reals, each correctly rounded; nothing may be contracted
 *   real_set(f)           all lanes f              real_lanes()         lanes 0, 1, 2 ...
 *   real_load(p)          any alignment            real_store(p, a)     any alignment
 *   real_halves(p, q)     with 16 lanes alone: 8 from p on, and 8 from q on
 *   real_stream(p, a)     a store to aligned memory that nobody reads soon; real_stream_end() after the last
 *   real_sqrt(a)          correctly rounded        real_abs(a)
 *   real_inverse_root(a)  1 / real_sqrt(a)
 *   real_sqrt_beside(a)   real_sqrt(a), where a is finite and not below 0
 *   real_inverse_root_beside(a)  real_inverse_root(a), where a is finite and not below 2^-78
 *                         both the same to the bit, by other units of the processor where it has them: for
 *                         some of several vectors side by side
 *   real_min(a, b)        a < b ? a : b            real_max(a, b)       a > b ? a : b
 *   real_le(a, b)  real_lt(a, b)                   masks
 *   real_keep(m, a)       a where m, else +0       real_pick(m, a, b)   a where m, else b
 *   mask_bits(m)          a number whose bit k is lane k
 *   whole_pack(p, w, bits)  stores the lanes whose bits are set, one behind the other, and anything behind
 *                         them, THRONG_WIDTH lanes in all; how many
 *   real_pack(p, q, bits) the same, of the lanes that lie at q
 *   whole_put(p, w, bits) as whole_pack(), into memory of one's own
 *   real_bits(a)          the same bits as int32   bits_real(w)         and back
 *   real_power(a, m)      a * 2^n, where m is REAL_MAGIC + n, n an integer, and a and the result are normal;
 *                         else anything
 *   whole_set(i)  whole_lanes()  whole_add(a, b)  whole_sub(a, b)  whole_and(a, b)  whole_shift_left(a, n)
 *   whole_shift_right(a, n) keeps the sign         whole_mul(a, b)      the low 32 bits
 *   whole_min(a, b)  whole_max(a, b)  whole_lt(a, b), a mask
 *   whole_count(a, m)     a + 1 where m, else a
 *   whole_load(p)  whole_store(p, w)               any alignment
 *   whole_where(bits, a, b)  lane k: a where bit k of the number `bits` is set, else b
 *   whole_or(a, b)  whole_xor(a, b)  whole_any(a), 1 where any bit is set
 *   whole_from_left(a, before)   lane k: a's lane k - 1; the first: the last lane of `before`
 *   whole_from_right(a, after)   lane k: a's lane k + 1; the last: the first lane of `after`
 *   real_of(w)            converted, rounded       whole_of(a)          towards zero; |a| < 2^31
 *   real_table(p, w)      p[w], 0 <= w < 8
 *   real_gather(p, w, n)  p[w], 0 <= w < n, where p has room for 16 at least
 *   real_gather_far(p, w, n)  the same, where that is probably in no near cache
 *   whole_gather(p, w)    p[w]
 *   whole_pick(m, a, b)   a where m, else b
 *   mask_and(a, b)  mask_or(a, b)  mask_without(a, b)  mask_any(m)       a and b, or, and not; 1 where any
 *   real_least(a)  real_most(a)                    the smallest, the largest lane, a float
 *   real_rows(p, rows, c) c[i]: of each lane's row the i-th of 8 reals; rows[k] is lane k's, 8 reals each
 *   real_rows_put(p, rows, c, bits)  the other way round, for the lanes whose bits are set
 *   LANE_ROWS(rows, p)    declares `rows`, for real_rows(): the row numbers that lie at p in a task's memory
 *
 *   shorts                THRONG_SHORTS lanes of int16, a multiple of THRONG_WIDTH
 *   shorts_add(a, b)      saturates; b >= 0        whole_of_shorts(p)   THRONG_WIDTH of them in memory
 *   shorts_set  shorts_load  shorts_store  shorts_min  shorts_max  shorts_where
 *   shorts_where_bit(w, k, a, b)  lane by lane: a where bit k of w is set, else b; where there
 *                         are several lanes, and not in OpenCL
 *   shorts_xor  shorts_or  shorts_any  shorts_from_left  shorts_from_right            as above
 *
 * INLINED before a function: its arguments are constants, or stay in registers, at each of its calls.
 * plain_* are the same words for one float, at every width: plain_sqrt, plain_abs, plain_min, plain_max,
 * plain_bits, plain_real. plain_lowest(bits) is the place of the lowest bit that is set, plain_prefetch(p)
 * says that p will be read soon, UNROLLED that the next loop has a small constant length, ROLLED that its
 * body is large and rarely runs, and LEAN that GPUs, where registers are few, have it once. lane_of(bits) is
 * plain_lowest() for a vector's lanes, lanes_before(n) the first n of them as bits, own_size the type of what
 * counts in THRONG_OWN memory.
 *
 * One file per level defines the words; the level is chosen by one THRONG_SIMD_* macro. OpenCL C has
 * words_opencl.h, whose THRONG_WIDTH is 1, 8 or 16. */
#ifndef THRONG_KERNELS_SIMD_SIMD_H
#define THRONG_KERNELS_SIMD_SIMD_H

#define REAL_MAGIC 12582912.0f /* 1.5 * 2^23: adding it rounds to an integer */

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#include "kernels/simd/simd_opencl.h"
#else

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sanitizers look at every operation: their builds would take minutes for what is inlined. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define INLINED inline
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define INLINED inline
#endif
#endif
#if !defined(INLINED) && defined(__GNUC__)
#define INLINED inline __attribute__((always_inline))
#elif !defined(INLINED)
#define INLINED inline
#endif

/* OpenCL C names where memory lies; C has one kind. */
#define THRONG_GLOBAL
#define THRONG_LOCAL
#define THRONG_SCRATCH
#define THRONG_OWN
typedef size_t own_size;
#define LANE_ROWS(rows, p) const int32_t *rows = (p)

static inline float plain_sqrt(float a) { return sqrtf(a); }
static inline float plain_abs(float a) { return fabsf(a); }
static inline float plain_min(float a, float b) { return a < b ? a : b; }
static inline float plain_max(float a, float b) { return a > b ? a : b; }
static inline int32_t plain_bits(float a)
{
    int32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
static inline float plain_real(int32_t bits)
{
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

#if defined(__GNUC__)
#define plain_prefetch(p) __builtin_prefetch(p)
static inline int32_t plain_lowest(uint32_t bits) { return __builtin_ctz(bits); }
#else
#define plain_prefetch(p) ((void)(p))
static inline int32_t plain_lowest(uint32_t bits)
{
    int32_t place = 0;
    for (; !(bits & 1u); bits >>= 1)
        place++;
    return place;
}
#endif

#define UNROLLED /* the compiler's own choice is right */
#define ROLLED
#define LEAN

#if defined(THRONG_SIMD_AVX512)
#include "kernels/simd/simd_avx512.h"
#elif defined(THRONG_SIMD_AVX2)
#include "kernels/simd/simd_avx2.h"
#elif defined(THRONG_SIMD_SSE2)
#include "kernels/simd/simd_sse2.h"
#elif defined(THRONG_SIMD_NEON)
#include "kernels/simd/simd_neon.h"
#elif defined(THRONG_SIMD_VECTOR)
#include "kernels/simd/simd_vector.h"
#else
#include "kernels/simd/simd_reference.h"
#endif

#endif

/* The first `count` lanes, as bits; all, where it is no less than their number. */
static inline uint32_t lanes_before(int32_t count)
{
    return (count < THRONG_WIDTH ? 1u << count : 1u << THRONG_WIDTH) - 1u;
}
static inline int32_t lane_of(uint32_t bits) { return THRONG_WIDTH == 1 ? 0 : plain_lowest(bits); }

#ifndef whole_pack /* a level may have a quicker way */
static inline int32_t whole_pack(THRONG_SCRATCH int32_t *p, whole w, uint32_t bits)
{
    int32_t lanes[THRONG_WIDTH], count = 0;
    whole_store(lanes, w);
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        p[count] = lanes[k];
        count += (int32_t)(bits >> k & 1u);
    }
    return count;
}
static inline int32_t whole_put(int32_t *p, whole w, uint32_t bits)
{
    int32_t lanes[THRONG_WIDTH], count = 0;
    if (bits == (1u << THRONG_WIDTH) - 1u) {
        whole_store(p, w);
        return THRONG_WIDTH;
    }
    whole_store(lanes, w);
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        p[count] = lanes[k];
        count += (int32_t)(bits >> k & 1u);
    }
    return count;
}
static inline int32_t real_pack(THRONG_SCRATCH float *p, THRONG_SCRATCH const float *from, uint32_t bits)
{
    int32_t count = 0;
    for (; bits; bits &= bits - 1)
        p[count++] = from[lane_of(bits)];
    return count;
}
#else
static inline int32_t whole_put(int32_t *p, whole w, uint32_t bits) { return whole_pack(p, w, bits); }
static inline int32_t real_pack(THRONG_SCRATCH float *p, THRONG_SCRATCH const float *from, uint32_t bits)
{
    return whole_pack((THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)p, real_bits(real_load(from)), bits);
}
#endif

#ifndef whole_gather /* a level may have a quicker way */
static inline whole whole_gather(THRONG_SCRATCH const int32_t *p, whole at)
{
    int32_t lanes[THRONG_WIDTH];
    whole_store(lanes, at);
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        lanes[k] = p[lanes[k]];
    return whole_load(lanes);
}
#endif

#ifndef real_least /* a level may have a quicker way */
static inline float real_least(real a)
{
    float lanes[THRONG_WIDTH];
    real_store(lanes, a);
    float least = lanes[0];
    UNROLLED
    for (int32_t k = 1; k < THRONG_WIDTH; k++)
        least = plain_min(least, lanes[k]);
    return least;
}
#endif
static inline float real_most(real a) { return -real_least(-a); }

#ifndef real_rows /* a level may have a quicker way */
static inline void real_rows(THRONG_GLOBAL const float *p, const int32_t *rows, real columns[8])
{
    float lanes[8][THRONG_WIDTH];
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        THRONG_GLOBAL const float *row = p + 8 * (size_t)rows[k];
        UNROLLED
        for (int32_t i = 0; i < 8; i++)
            lanes[i][k] = row[i];
    }
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        columns[i] = real_load(lanes[i]);
}
#endif

#ifndef real_gather_far /* a level may have a quicker way */
#define real_gather_far real_gather
#endif

static inline real real_inverse_root(real a) { return real_set(1.0f) / real_sqrt(a); }
#ifndef real_sqrt_beside /* a level may have a second way */
static inline real real_sqrt_beside(real a) { return real_sqrt(a); }
static inline real real_inverse_root_beside(real a) { return real_inverse_root(a); }
#endif

#ifndef real_power /* a level may have a quicker way */
/* The lowest bits of m are n; the others leave at the top. */
static inline real real_power(real a, real m)
{
    return bits_real(whole_add(real_bits(a), whole_shift_left(real_bits(m), 23)));
}
#endif

#ifndef real_rows_put
static inline void real_rows_put(THRONG_GLOBAL float *p, const int32_t *rows, const real columns[8],
                                 uint32_t bits)
{
    float lanes[8][THRONG_WIDTH];
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        real_store(lanes[i], columns[i]);
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        if (!(bits >> k & 1u))
            continue;
        THRONG_GLOBAL float *row = p + 8 * (size_t)rows[k];
        UNROLLED
        for (int32_t i = 0; i < 8; i++)
            row[i] = lanes[i][k];
    }
}
#endif

static inline whole whole_pick(mask m, whole a, whole b)
{
    return real_bits(real_pick(m, bits_real(a), bits_real(b)));
}
static inline real real_where(uint32_t bits, real a, real b)
{
    return bits_real(whole_where(bits, real_bits(a), real_bits(b)));
}
static inline whole real_xor(real a, real b) { return whole_xor(real_bits(a), real_bits(b)); }
static inline real real_from_left(real a, real before)
{
    return bits_real(whole_from_left(real_bits(a), real_bits(before)));
}
static inline real real_from_right(real a, real after)
{
    return bits_real(whole_from_right(real_bits(a), real_bits(after)));
}

#endif
