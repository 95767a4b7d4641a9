/* The words for AVX-512 (F and DQ): 16 lanes, masks in mask registers. */
#ifdef THRONG_EMULATE_AVX512 /* the tests run this level on processors without it */
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

#include "kernels/simd/simd_avx512_simde.h"
#else
#include <immintrin.h>
#endif

#define THRONG_WIDTH 16
typedef __m512 real;
typedef __mmask16 mask;
typedef __m512i whole;

static inline real real_set(float f) { return _mm512_set1_ps(f); }
static inline real real_lanes(void)
{
    return _mm512_set_ps(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
static inline real real_load(const float *p) { return _mm512_loadu_ps(p); }
static inline real real_halves(const float *p, const float *q)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(p)), _mm256_loadu_ps(q), 1);
}
static inline void real_store(float *p, real a) { _mm512_storeu_ps(p, a); }
#ifdef THRONG_EMULATE_AVX512
static inline void real_stream(float *p, real a) { _mm512_storeu_ps(p, a); }
#else
static inline void real_stream(float *p, real a) { _mm512_stream_ps(p, a); }
#endif
static inline void real_stream_end(void) { _mm_sfence(); }
static inline real real_sqrt(real a) { return _mm512_sqrt_ps(a); }
static inline real real_abs(real a) { return _mm512_abs_ps(a); }
static inline mask real_le(real a, real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
static inline mask real_lt(real a, real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
#if defined(__GNUC__) && !defined(__clang__) && !defined(THRONG_EMULATE_AVX512)
/* GCC 12 takes a mask and the number that it is for one thing, puts away 16 bits of it and fetches 32: so it
 * must not know that they are the same. */
static inline uint32_t mask_bits(mask m)
{
    uint32_t bits;
    __asm__("kmovw %1, %0" : "=r"(bits) : "k"(m));
    return bits;
}
#else
static inline uint32_t mask_bits(mask m) { return m; }
#endif
static inline int mask_any(mask m) { return m != 0; }
static inline real real_keep(mask m, real a) { return _mm512_maskz_mov_ps(m, a); }
static inline real real_pick(mask m, real a, real b) { return _mm512_mask_mov_ps(b, m, a); }
static inline real real_min(real a, real b) { return _mm512_min_ps(a, b); }
static inline real real_max(real a, real b) { return _mm512_max_ps(a, b); }
static inline whole real_bits(real a) { return _mm512_castps_si512(a); }
static inline real bits_real(whole w) { return _mm512_castsi512_ps(w); }
static inline whole whole_set(int32_t i) { return _mm512_set1_epi32(i); }
static inline whole whole_lanes(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
static inline whole whole_add(whole a, whole b) { return _mm512_add_epi32(a, b); }
static inline whole whole_sub(whole a, whole b) { return _mm512_sub_epi32(a, b); }
static inline whole whole_and(whole a, whole b) { return _mm512_and_si512(a, b); }
static inline whole whole_shift_left(whole a, int n) { return _mm512_slli_epi32(a, (unsigned)n); }
static inline mask whole_lt(whole a, whole b) { return _mm512_cmpgt_epi32_mask(b, a); }
static inline void whole_store(int32_t *p, whole w) { _mm512_storeu_si512((void *)p, w); }

static inline whole whole_load(const int32_t *p) { return _mm512_loadu_si512((const void *)p); }
static inline whole whole_shift_right(whole a, int n) { return _mm512_srai_epi32(a, (unsigned)n); }
static inline whole whole_mul(whole a, whole b) { return _mm512_mullo_epi32(a, b); }
static inline whole whole_min(whole a, whole b) { return _mm512_min_epi32(a, b); }
static inline whole whole_max(whole a, whole b) { return _mm512_max_epi32(a, b); }
static inline whole whole_where(uint32_t bits, whole a, whole b)
{
    return _mm512_mask_mov_epi32(b, (__mmask16)bits, a);
}
static inline whole whole_xor(whole a, whole b) { return _mm512_xor_si512(a, b); }
static inline whole whole_or(whole a, whole b) { return _mm512_or_si512(a, b); }
static inline int whole_any(whole a) { return _mm512_cmpneq_epi32_mask(a, _mm512_setzero_si512()) != 0; }
#define whole_pack whole_pack
static inline int32_t whole_pack(int32_t *p, whole w, uint32_t bits)
{
    whole_store(p, _mm512_maskz_compress_epi32((__mmask16)bits, w));
    return __builtin_popcount(bits);
}
#ifndef THRONG_EMULATE_AVX512 /* SIMDe takes 2^n by itself, which may be 0 where the result is not */
#define real_power real_power
static inline real real_power(real a, real m) { return _mm512_scalef_ps(a, m - real_set(REAL_MAGIC)); }
#endif
static inline whole whole_from_left(whole a, whole before) { return _mm512_alignr_epi32(a, before, 15); }
static inline whole whole_from_right(whole a, whole after) { return _mm512_alignr_epi32(after, a, 1); }
static inline real real_of(whole a) { return _mm512_cvtepi32_ps(a); }
static inline whole whole_of(real a) { return _mm512_cvttps_epi32(a); }
static inline real real_table(const float *table, whole at)
{
    return _mm512_permutexvar_ps(at, _mm512_castps256_ps512(_mm256_loadu_ps(table)));
}
#if defined(__GNUC__) && !defined(__clang__) /* whose macro for it loses a sign where nothing is optimised */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
static inline real real_gather(const float *p, whole at, int32_t n)
{
    return n <= 16 ? _mm512_permutexvar_ps(at, _mm512_loadu_ps(p)) : _mm512_i32gather_ps(at, p, 4);
}
#define whole_gather whole_gather
static inline whole whole_gather(const int32_t *p, whole at)
{
    return _mm512_castps_si512(_mm512_i32gather_ps(at, p, 4));
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/* Loads one by one, which are quicker than the instruction there, and slower where it finds all near. */
#define real_gather_far real_gather_far
static inline real real_gather_far(const float *p, whole at, int32_t n)
{
    int32_t i[16];
    (void)n;
    whole_store(i, at);
    const __m256 low = _mm256_setr_ps(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
    const __m256 high =
        _mm256_setr_ps(p[i[8]], p[i[9]], p[i[10]], p[i[11]], p[i[12]], p[i[13]], p[i[14]], p[i[15]]);
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

static inline whole whole_count(whole a, mask m)
{
    return _mm512_mask_add_epi32(a, m, a, _mm512_set1_epi32(1));
}
static inline mask mask_and(mask a, mask b) { return (mask)(a & b); }
static inline mask mask_or(mask a, mask b) { return (mask)(a | b); }
static inline mask mask_without(mask a, mask b) { return (mask)(a & ~(unsigned)b); }

#define real_least real_least
static inline float real_least(real a)
{
    const __m512 other = _mm512_shuffle_f32x4(a, a, 0x4e);
    const __m256 b = _mm256_min_ps(_mm512_castps512_ps256(a), _mm512_castps512_ps256(other));
    __m128 c = _mm_min_ps(_mm256_castps256_ps128(b), _mm256_extractf128_ps(b, 1));
    c = _mm_min_ps(c, _mm_movehl_ps(c, c));
    return _mm_cvtss_f32(_mm_min_ss(c, _mm_movehdup_ps(c)));
}

/* Of each four vectors the words of a quarter, as rows and columns exchanged. */
static INLINED void real_turn(const real from[8], real to[8])
{
    real s[8];
    for (int k = 0; k < 8; k += 2) {
        s[k] = _mm512_unpacklo_ps(from[k], from[k + 1]);
        s[k + 1] = _mm512_unpackhi_ps(from[k], from[k + 1]);
    }
    for (int k = 0; k < 8; k += 4) {
        to[k] = _mm512_shuffle_ps(s[k], s[k + 2], 0x44);
        to[k + 1] = _mm512_shuffle_ps(s[k], s[k + 2], 0xee);
        to[k + 2] = _mm512_shuffle_ps(s[k + 1], s[k + 3], 0x44);
        to[k + 3] = _mm512_shuffle_ps(s[k + 1], s[k + 3], 0xee);
    }
}

/* Rows in such an order that the last exchange of quarters leaves lanes in theirs. */
#define real_rows real_rows
static INLINED void real_rows(const float *p, const int32_t *rows, real columns[8])
{
    static const unsigned char lower[8] = {0, 1, 2, 3, 8, 9, 10, 11};
    real r[8], s[8];
    for (int k = 0; k < 8; k++)
        r[k] = real_halves(p + 8 * (size_t)rows[lower[k]], p + 8 * (size_t)rows[lower[k] + 4]);
    real_turn(r, s);
    for (int k = 0; k < 4; k++) {
        columns[k] = _mm512_shuffle_f32x4(s[k], s[k + 4], 0x88);
        columns[k + 4] = _mm512_shuffle_f32x4(s[k], s[k + 4], 0xdd);
    }
}

/* Of rows k and k + 8. */
static INLINED void real_rows_put_two(float *p, const int32_t *rows, int k, real both, uint32_t bits)
{
    if (bits >> k & 1u)
        _mm256_storeu_ps(p + 8 * (size_t)rows[k], _mm512_castps512_ps256(both));
    if (bits >> (k + 8) & 1u)
        _mm256_storeu_ps(p + 8 * (size_t)rows[k + 8],
                         _mm512_castps512_ps256(_mm512_shuffle_f32x4(both, both, 0x4e)));
}

#define real_rows_put real_rows_put
static INLINED void real_rows_put(float *p, const int32_t *rows, const real columns[8], uint32_t bits)
{
    real r[8];
    real_turn(columns, r);
    /* quarter i of r[k] has the first four words of row 4 * i + k, of r[k + 4] the others */
    const __m512i lower = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
    const __m512i upper = _mm512_setr_epi32(4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
    for (int k = 0; k < 4; k++) {
        real_rows_put_two(p, rows, k, _mm512_permutex2var_ps(r[k], lower, r[k + 4]), bits);
        real_rows_put_two(p, rows, k + 4, _mm512_permutex2var_ps(r[k], upper, r[k + 4]), bits);
    }
}

#ifndef THRONG_EMULATE_AVX512 /* SIMDe's estimate of the root is another one */
/* Roots by fused products, of which these processors do one or two a cycle, while a root keeps its unit for
 * ten, and a division too. y is 1/sqrt(a), off by 2^-14 of it at most, which is all that is known of the
 * instruction. After a step of Newton's, root and inverse are right to about a last place; what they lack is
 * then found exactly, and added (Markstein 1990). Nothing underflows from 2^-78 on. tests/context/roots.c tries all
 * numbers, and many such y. */
static INLINED void real_root_from(real a, real *y, real *root)
{
    const real one_half = _mm512_set1_ps(0.5f);
    const real near = _mm512_mul_ps(a, *y);
    const real lack = _mm512_fnmadd_ps(near, _mm512_mul_ps(*y, one_half), one_half);
    const real nearer = _mm512_fmadd_ps(near, lack, near);
    *y = _mm512_fmadd_ps(*y, lack, *y);
    *root = _mm512_fmadd_ps(_mm512_fnmadd_ps(nearer, nearer, a), _mm512_mul_ps(*y, one_half), nearer);
}

static INLINED real real_inverse_from(real root, real y)
{
    const real lack = _mm512_fnmadd_ps(root, y, _mm512_set1_ps(1.0f));
    /* Rounded up: just below a power of two, half a last place is lacking and would be lost again. */
    const real more = _mm512_fmadd_round_ps(y, lack, y, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    return _mm512_fmadd_ps(more, lack, y);
}

#define real_sqrt_beside real_sqrt_beside
static INLINED real real_sqrt_beside(real a)
{
    const mask large = _mm512_cmp_ps_mask(a, _mm512_set1_ps(3.30872245e-24f), _CMP_GE_OQ); /* 2^-78 */
    const mask none = _mm512_cmp_ps_mask(a, _mm512_setzero_ps(), _CMP_EQ_OQ);
    if (__builtin_expect(!_kortestc_mask16_u8(large, none), 0))
        return real_sqrt(a);
    real y = _mm512_maskz_rsqrt14_ps(large, a), root;
    real_root_from(a, &y, &root);
    return root;
}

#define real_inverse_root_beside real_inverse_root_beside
static INLINED real real_inverse_root_beside(real a)
{
    real y = _mm512_rsqrt14_ps(a), root;
    real_root_from(a, &y, &root);
    return real_inverse_from(root, y);
}
#endif

#define THRONG_SHORTS 32
typedef __m512i shorts;
static inline shorts shorts_set(int16_t i) { return _mm512_set1_epi16(i); }
static inline shorts shorts_load(const int16_t *p) { return _mm512_loadu_si512((const void *)p); }
static inline void shorts_store(int16_t *p, shorts a) { _mm512_storeu_si512((void *)p, a); }
static inline shorts shorts_add(shorts a, shorts b) { return _mm512_adds_epi16(a, b); }
static inline shorts shorts_min(shorts a, shorts b) { return _mm512_min_epi16(a, b); }
static inline shorts shorts_max(shorts a, shorts b) { return _mm512_max_epi16(a, b); }
static inline shorts shorts_where(uint32_t bits, shorts a, shorts b)
{
    return _mm512_mask_mov_epi16(b, (__mmask32)bits, a);
}
static inline shorts shorts_where_bit(shorts bits, int k, shorts a, shorts b)
{
    return _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(bits, _mm512_set1_epi16((int16_t)(1u << k))), a);
}
static inline shorts shorts_xor(shorts a, shorts b) { return whole_xor(a, b); }
static inline shorts shorts_or(shorts a, shorts b) { return whole_or(a, b); }
static inline int shorts_any(shorts a) { return whole_any(a); }
static inline shorts shorts_from_left(shorts a, shorts before)
{
    /* each 128-bit part takes the last lane of the part before it */
    return _mm512_alignr_epi8(a, _mm512_alignr_epi64(a, before, 6), 14);
}
static inline shorts shorts_from_right(shorts a, shorts after)
{
    return _mm512_alignr_epi8(_mm512_alignr_epi64(after, a, 2), a, 2);
}
static inline whole whole_of_shorts(const int16_t *p)
{
    return _mm512_cvtepi16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));
}
