/* The SIMD vocabulary. Every kernel is written in it once and compiled for each SIMD level and for OpenCL.
 * A vector has THRONG_WIDTH lanes. One file per level (simd_<level>.h) defines the types and functions; one
 * THRONG_SIMD_* macro selects the level. simd_opencl.h serves OpenCL C, where THRONG_WIDTH is 1, 8 or 16.
 *
 * Types: vfloat (float32), vint (int32), vmask (conditions); vint16 has THRONG_INT16_LANES lanes of int16, a
 * multiple of THRONG_WIDTH.
 *
 * vfloat: + - * / are correctly rounded, nothing is contracted.
 *   vf_set(f)                  all lanes f
 *   vf_iota()                  0, 1, 2, ...
 *   vf_load(p), vf_store(p, a) any alignment
 *   vf_load_halves(p, q)       16 lanes only: 8 from p, 8 from q
 *   vf_store_nt(p, a)          non-temporal store, aligned; call store_nt_fence() after the last one
 *   vf_sqrt(a), vf_abs(a)      vf_sqrt is correctly rounded
 *   vf_inv_sqrt(a)             1 / vf_sqrt(a)
 *   vf_sqrt_alt(a)             bits of vf_sqrt(a) by other execution units where there are some; 0 <= a,
 *                              finite
 *   vf_inv_sqrt_alt(a)         bits of vf_inv_sqrt(a), likewise; 2^-78 <= a, finite
 *   vf_min(a, b), vf_max(a, b) a < b ? a : b and a > b ? a : b
 *   vf_le(a, b), vf_lt(a, b)   masks
 *   vf_mask_zero(m, a)         a where m, else +0
 *   vf_select(m, a, b)         a where m, else b
 *   vf_select_bits(bits, a, b) lane k: a where bit k of the number is set, else b
 *   vf_to_bits(a)              bit cast to vint; vf_from_bits(w) casts back
 *   vf_ldexp(a, m)             a * 2^n for m = ROUNDING_MAGIC + n, n an integer; a and the result normal
 *   vf_from_int(w)             converts, rounded; vi_truncate(a) converts towards zero, |a| < 2^31
 *   vf_lookup8(p, w)           p[w], 0 <= w < 8
 *   vf_gather(p, w, n)         p[w], 0 <= w < n; p has at least 16 entries
 *   vf_gather_cold(p, w, n)    the same, where the data is probably in no near cache
 *   vf_reduce_min(a), vf_reduce_max(a)    smallest and largest lane, a float
 *   vf_compress_store(p, q, bits)         stores the lanes at q whose bits are set, packed; returns their
 *                              number
 *   vf_gather_transpose(p, rows, c)       c[i] = entry i of each lane's row of 8 floats; rows[k]: lane k's
 *                              row
 *   vf_scatter_transpose(p, rows, c, bits) the reverse, for the lanes whose bits are set
 *   LANE_ROWS(rows, p)         declares `rows` for vf_gather_transpose: the row numbers at p
 *
 * vint: vi_set, vi_iota, vi_add, vi_sub, vi_mul (low 32 bits), vi_and, vi_or, vi_xor, vi_shift_left,
 *   vi_shift_right (arithmetic), vi_min, vi_max, vi_lt (a mask), vi_load, vi_store, vi_select, vi_select_bits
 *   vi_masked_increment(a, m)  a + 1 where m, else a
 *   vi_any(a)                  1 where any bit is set
 *   vi_slide_up(a, before)     lane k: lane k - 1 of a; lane 0: the last lane of `before`
 *   vi_slide_down(a, after)    lane k: lane k + 1 of a; the last lane: lane 0 of `after`
 *   vi_gather(p, w)            p[w]
 *   vi_compress_store(p, w, bits)         stores the lanes whose bits are set, packed; writes THRONG_WIDTH
 *                              entries, garbage behind the packed ones; returns their number
 *   vi_compress_store_private(p, w, bits) the same into private memory
 *
 * vmask: vmask_and(a, b), vmask_or(a, b), vmask_and_not(a, b) (a and not b), vmask_any(m), vmask_bits(m): a
 *   number whose bit k is lane k.
 *
 * vint16: vi16_set, vi16_load, vi16_store, vi16_min, vi16_max, vi16_add_sat (saturating, b >= 0), vi16_xor,
 *   vi16_or, vi16_any, vi16_slide_up, vi16_slide_down, vi16_select_bits, vi_from_int16(p)
 *   vi16_select_bit(w, k, a, b)  per lane: a where bit k of w is set, else b; several lanes, not in OpenCL
 *
 * Scalars, at every width: scalar_sqrt, scalar_abs, scalar_min, scalar_max, scalar_to_bits, scalar_from_bits;
 *   lowest_set_bit(bits), first_lane(bits) (the same for lanes), lanes_below(n) (bits of the first n lanes),
 *   prefetch(p), private_size (type of sizes in THRONG_PRIVATE memory).
 *
 * Compiler hints:
 *   FORCE_INLINE               arguments are constants or stay in registers
 *   OUT_OF_LINE                large, the same for all callers; compiled once where there is a stack
 *   UNROLL                     the next loop has a small constant length
 *   NO_UNROLL                  the next loop's body is large and rarely runs
 *   NO_UNROLL_ON_GPU           the next loop must not be unrolled on GPUs, to save registers */
#ifndef THRONG_KERNELS_SIMD_SIMD_H
#define THRONG_KERNELS_SIMD_SIMD_H

#define ROUNDING_MAGIC 12582912.0f /* 1.5 * 2^23: adding it rounds to an integer */

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#include "kernels/simd/simd_opencl.h"
#else

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sanitizers instrument every operation: with forced inlining their builds would take minutes. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define FORCE_INLINE inline
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FORCE_INLINE inline
#endif
#endif
#if !defined(FORCE_INLINE) && defined(__GNUC__)
#define FORCE_INLINE inline __attribute__((always_inline))
#elif !defined(FORCE_INLINE)
#define FORCE_INLINE inline
#endif

#if defined(__GNUC__)
#define OUT_OF_LINE __attribute__((noinline, unused))
#else
#define OUT_OF_LINE inline
#endif

/* OpenCL C has address spaces; C has one. */
#define THRONG_GLOBAL
#define THRONG_LOCAL
#define THRONG_SCRATCH
#define THRONG_PRIVATE
typedef size_t private_size;
#define LANE_ROWS(rows, p) const int32_t *rows = (p)

static inline float scalar_sqrt(float a) { return sqrtf(a); }
static inline float scalar_abs(float a) { return fabsf(a); }
static inline float scalar_min(float a, float b) { return a < b ? a : b; }
static inline float scalar_max(float a, float b) { return a > b ? a : b; }
static inline int32_t scalar_to_bits(float a)
{
    int32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
static inline float scalar_from_bits(int32_t bits)
{
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

#if defined(__GNUC__)
#define prefetch(p) __builtin_prefetch(p)
static inline int32_t lowest_set_bit(uint32_t bits) { return __builtin_ctz(bits); }
#else
#define prefetch(p) ((void)(p))
static inline int32_t lowest_set_bit(uint32_t bits)
{
    int32_t place = 0;
    for (; !(bits & 1u); bits >>= 1)
        place++;
    return place;
}
#endif

#define UNROLL /* the compiler's own choice is right */
#define NO_UNROLL
#define NO_UNROLL_ON_GPU

#if defined(THRONG_SIMD_AVX512)
#include "kernels/simd/simd_avx512.h"
#elif defined(THRONG_SIMD_AVX2)
#include "kernels/simd/simd_avx2.h"
#elif defined(THRONG_SIMD_SSE2) || defined(THRONG_SIMD_SIMD128) /* emscripten has SSE2 for WebAssembly */
#include "kernels/simd/simd_sse2.h"
#elif defined(THRONG_SIMD_NEON)
#include "kernels/simd/simd_neon.h"
#elif defined(THRONG_SIMD_VECTOR)
#include "kernels/simd/simd_vector.h"
#else
#include "kernels/simd/simd_reference.h"
#endif

#endif

/* Bits of the first `count` lanes; all lanes if count is larger. */
static inline uint32_t lanes_below(int32_t count)
{
    return (count < THRONG_WIDTH ? 1u << count : 1u << THRONG_WIDTH) - 1u;
}
static inline int32_t first_lane(uint32_t bits) { return THRONG_WIDTH == 1 ? 0 : lowest_set_bit(bits); }

#ifndef vi_compress_store /* a level may define a faster one */
static inline int32_t vi_compress_store(THRONG_SCRATCH int32_t *p, vint w, uint32_t bits)
{
    int32_t lanes[THRONG_WIDTH], count = 0;
    vi_store(lanes, w);
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        p[count] = lanes[k];
        count += (int32_t)(bits >> k & 1u);
    }
    return count;
}
static inline int32_t vi_compress_store_private(int32_t *p, vint w, uint32_t bits)
{
    int32_t lanes[THRONG_WIDTH], count = 0;
    if (bits == (1u << THRONG_WIDTH) - 1u) {
        vi_store(p, w);
        return THRONG_WIDTH;
    }
    vi_store(lanes, w);
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        p[count] = lanes[k];
        count += (int32_t)(bits >> k & 1u);
    }
    return count;
}
static inline int32_t vf_compress_store(THRONG_SCRATCH float *p, THRONG_SCRATCH const float *from,
                                        uint32_t bits)
{
    int32_t count = 0;
    for (; bits; bits &= bits - 1)
        p[count++] = from[first_lane(bits)];
    return count;
}
#else
static inline int32_t vi_compress_store_private(int32_t *p, vint w, uint32_t bits)
{
    return vi_compress_store(p, w, bits);
}
static inline int32_t vf_compress_store(THRONG_SCRATCH float *p, THRONG_SCRATCH const float *from,
                                        uint32_t bits)
{
    return vi_compress_store((THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)p, vf_to_bits(vf_load(from)),
                             bits);
}
#endif

#ifndef vi_gather /* a level may define a faster one */
static inline vint vi_gather(THRONG_SCRATCH const int32_t *p, vint at)
{
    int32_t lanes[THRONG_WIDTH];
    vi_store(lanes, at);
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        lanes[k] = p[lanes[k]];
    return vi_load(lanes);
}
#endif

#ifndef vf_reduce_min /* a level may define a faster one */
static inline float vf_reduce_min(vfloat a)
{
    float lanes[THRONG_WIDTH];
    vf_store(lanes, a);
    float least = lanes[0];
    UNROLL
    for (int32_t k = 1; k < THRONG_WIDTH; k++)
        least = scalar_min(least, lanes[k]);
    return least;
}
#endif
static inline float vf_reduce_max(vfloat a) { return -vf_reduce_min(-a); }

#ifndef vf_gather_transpose /* a level may define a faster one */
static inline void vf_gather_transpose(THRONG_GLOBAL const float *p, const int32_t *rows, vfloat columns[8])
{
    float lanes[8][THRONG_WIDTH];
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        THRONG_GLOBAL const float *row = p + 8 * (size_t)rows[k];
        UNROLL
        for (int32_t i = 0; i < 8; i++)
            lanes[i][k] = row[i];
    }
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        columns[i] = vf_load(lanes[i]);
}
#endif

#ifndef vf_gather_cold /* a level may define a faster one */
#define vf_gather_cold vf_gather
#endif

static inline vfloat vf_inv_sqrt(vfloat a) { return vf_set(1.0f) / vf_sqrt(a); }
#ifndef vf_sqrt_alt /* a level may define an alternative */
static inline vfloat vf_sqrt_alt(vfloat a) { return vf_sqrt(a); }
static inline vfloat vf_inv_sqrt_alt(vfloat a) { return vf_inv_sqrt(a); }
#endif

#ifndef vf_ldexp /* a level may define a faster one */
/* The lowest bits of m are n; the shift drops the others. */
static inline vfloat vf_ldexp(vfloat a, vfloat m)
{
    return vf_from_bits(vi_add(vf_to_bits(a), vi_shift_left(vf_to_bits(m), 23)));
}
#endif

#ifndef vf_scatter_transpose
static inline void vf_scatter_transpose(THRONG_GLOBAL float *p, const int32_t *rows, const vfloat columns[8],
                                        uint32_t bits)
{
    float lanes[8][THRONG_WIDTH];
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        vf_store(lanes[i], columns[i]);
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        if (!(bits >> k & 1u))
            continue;
        THRONG_GLOBAL float *row = p + 8 * (size_t)rows[k];
        UNROLL
        for (int32_t i = 0; i < 8; i++)
            row[i] = lanes[i][k];
    }
}
#endif

static inline vint vi_select(vmask m, vint a, vint b)
{
    return vf_to_bits(vf_select(m, vf_from_bits(a), vf_from_bits(b)));
}
static inline vfloat vf_select_bits(uint32_t bits, vfloat a, vfloat b)
{
    return vf_from_bits(vi_select_bits(bits, vf_to_bits(a), vf_to_bits(b)));
}
static inline vint vf_xor(vfloat a, vfloat b) { return vi_xor(vf_to_bits(a), vf_to_bits(b)); }
static inline vfloat vf_slide_up(vfloat a, vfloat before)
{
    return vf_from_bits(vi_slide_up(vf_to_bits(a), vf_to_bits(before)));
}
static inline vfloat vf_slide_down(vfloat a, vfloat after)
{
    return vf_from_bits(vi_slide_down(vf_to_bits(a), vf_to_bits(after)));
}

#endif
