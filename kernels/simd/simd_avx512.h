/* SIMD vocabulary for AVX-512 (F, BW, DQ and VL): 16 lanes, masks in mask registers. */
#ifdef THRONG_EMULATE_AVX512 /* tests run this level on processors without it */
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

#include "kernels/simd/simd_avx512_simde.h"
#else
#include <immintrin.h>
#endif

#define THRONG_WIDTH 16
typedef __m512 vfloat;
typedef __mmask16 vmask;
typedef __m512i vint;

static inline vfloat vf_set(float f) { return _mm512_set1_ps(f); }
static inline vfloat vf_iota(void)
{
    return _mm512_set_ps(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
static inline vfloat vf_load(const float *p) { return _mm512_loadu_ps(p); }
static inline vfloat vf_load_halves(const float *p, const float *q)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(p)), _mm256_loadu_ps(q), 1);
}
static inline void vf_store(float *p, vfloat a) { _mm512_storeu_ps(p, a); }
#ifdef THRONG_EMULATE_AVX512
static inline void vf_store_nt(float *p, vfloat a) { _mm512_storeu_ps(p, a); }
#else
static inline void vf_store_nt(float *p, vfloat a) { _mm512_stream_ps(p, a); }
#endif
static inline void store_nt_fence(void) { _mm_sfence(); }
static inline vfloat vf_sqrt(vfloat a) { return _mm512_sqrt_ps(a); }
static inline vfloat vf_abs(vfloat a) { return _mm512_abs_ps(a); }
static inline vmask vf_le(vfloat a, vfloat b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
static inline vmask vf_lt(vfloat a, vfloat b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
#if defined(__GNUC__) && !defined(__clang__) && !defined(THRONG_EMULATE_AVX512)
/* GCC 12 treats a mask and its integer as the same value, spills 16 bits of it and reloads 32. The asm hides
 * that they are equal. */
static inline uint32_t vmask_bits(vmask m)
{
    uint32_t bits;
    __asm__("kmovw %1, %0" : "=r"(bits) : "k"(m));
    return bits;
}
#else
static inline uint32_t vmask_bits(vmask m) { return m; }
#endif
static inline int vmask_any(vmask m) { return m != 0; }
static inline vfloat vf_mask_zero(vmask m, vfloat a) { return _mm512_maskz_mov_ps(m, a); }
static inline vfloat vf_select(vmask m, vfloat a, vfloat b) { return _mm512_mask_mov_ps(b, m, a); }
static inline vfloat vf_min(vfloat a, vfloat b) { return _mm512_min_ps(a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return _mm512_max_ps(a, b); }
static inline vint vf_to_bits(vfloat a) { return _mm512_castps_si512(a); }
static inline vfloat vf_from_bits(vint w) { return _mm512_castsi512_ps(w); }
static inline vint vi_set(int32_t i) { return _mm512_set1_epi32(i); }
static inline vint vi_iota(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
static inline vint vi_add(vint a, vint b) { return _mm512_add_epi32(a, b); }
static inline vint vi_sub(vint a, vint b) { return _mm512_sub_epi32(a, b); }
static inline vint vi_and(vint a, vint b) { return _mm512_and_si512(a, b); }
static inline vint vi_shift_left(vint a, int n) { return _mm512_slli_epi32(a, (unsigned)n); }
static inline vmask vi_lt(vint a, vint b) { return _mm512_cmpgt_epi32_mask(b, a); }
static inline void vi_store(int32_t *p, vint w) { _mm512_storeu_si512((void *)p, w); }

static inline vint vi_load(const int32_t *p) { return _mm512_loadu_si512((const void *)p); }
static inline vint vi_shift_right(vint a, int n) { return _mm512_srai_epi32(a, (unsigned)n); }
static inline vint vi_mul(vint a, vint b) { return _mm512_mullo_epi32(a, b); }
static inline vint vi_min(vint a, vint b) { return _mm512_min_epi32(a, b); }
static inline vint vi_max(vint a, vint b) { return _mm512_max_epi32(a, b); }
static inline vint vi_select_bits(uint32_t bits, vint a, vint b)
{
    return _mm512_mask_mov_epi32(b, (__mmask16)bits, a);
}
static inline vint vi_xor(vint a, vint b) { return _mm512_xor_si512(a, b); }
static inline vint vi_or(vint a, vint b) { return _mm512_or_si512(a, b); }
static inline int vi_any(vint a) { return _mm512_cmpneq_epi32_mask(a, _mm512_setzero_si512()) != 0; }
#define vi_compress_store vi_compress_store
static inline int32_t vi_compress_store(int32_t *p, vint w, uint32_t bits)
{
    vi_store(p, _mm512_maskz_compress_epi32((__mmask16)bits, w));
    return __builtin_popcount(bits);
}
#ifndef THRONG_EMULATE_AVX512 /* SIMDe's 2^n may underflow where the result does not */
#define vf_ldexp vf_ldexp
static inline vfloat vf_ldexp(vfloat a, vfloat m) { return _mm512_scalef_ps(a, m - vf_set(ROUNDING_MAGIC)); }
#endif
static inline vint vi_slide_up(vint a, vint before) { return _mm512_alignr_epi32(a, before, 15); }
static inline vint vi_slide_down(vint a, vint after) { return _mm512_alignr_epi32(after, a, 1); }
static inline vfloat vf_from_int(vint a) { return _mm512_cvtepi32_ps(a); }
static inline vint vi_truncate(vfloat a) { return _mm512_cvttps_epi32(a); }
static inline vfloat vf_lookup8(const float *table, vint at)
{
    return _mm512_permutexvar_ps(at, _mm512_castps256_ps512(_mm256_loadu_ps(table)));
}
#if defined(__GNUC__) && !defined(__clang__) /* whose unoptimised macro version loses a sign */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
static inline vfloat vf_gather(const float *p, vint at, int32_t n)
{
    return n <= 16 ? _mm512_permutexvar_ps(at, _mm512_loadu_ps(p)) : _mm512_i32gather_ps(at, p, 4);
}
#define vi_gather vi_gather
static inline vint vi_gather(const int32_t *p, vint at)
{
    return _mm512_castps_si512(_mm512_i32gather_ps(at, p, 4));
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/* Separate loads: faster than the gather instruction for cold data, slower for cached data. */
#define vf_gather_cold vf_gather_cold
static inline vfloat vf_gather_cold(const float *p, vint at, int32_t n)
{
    int32_t i[16];
    (void)n;
    vi_store(i, at);
    const __m256 low = _mm256_setr_ps(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
    const __m256 high =
        _mm256_setr_ps(p[i[8]], p[i[9]], p[i[10]], p[i[11]], p[i[12]], p[i[13]], p[i[14]], p[i[15]]);
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

static inline vint vi_masked_increment(vint a, vmask m)
{
    return _mm512_mask_add_epi32(a, m, a, _mm512_set1_epi32(1));
}
static inline vmask vmask_and(vmask a, vmask b) { return (vmask)(a & b); }
static inline vmask vmask_or(vmask a, vmask b) { return (vmask)(a | b); }
static inline vmask vmask_and_not(vmask a, vmask b) { return (vmask)(a & ~(unsigned)b); }

#define vf_reduce_min vf_reduce_min
static inline float vf_reduce_min(vfloat a)
{
    const __m512 other = _mm512_shuffle_f32x4(a, a, 0x4e);
    const __m256 b = _mm256_min_ps(_mm512_castps512_ps256(a), _mm512_castps512_ps256(other));
    __m128 c = _mm_min_ps(_mm256_castps256_ps128(b), _mm256_extractf128_ps(b, 1));
    c = _mm_min_ps(c, _mm_movehl_ps(c, c));
    return _mm_cvtss_f32(_mm_min_ss(c, _mm_movehdup_ps(c)));
}

/* Transposes 4 x 4 blocks within 128-bit quarters. */
static FORCE_INLINE void vf_rotate(const vfloat from[8], vfloat to[8])
{
    vfloat s[8];
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

/* Loads rows in an order in which the last exchange of quarters puts lanes in place. */
#define vf_gather_transpose vf_gather_transpose
static FORCE_INLINE void vf_gather_transpose(const float *p, const int32_t *rows, vfloat columns[8])
{
    static const unsigned char lower[8] = {0, 1, 2, 3, 8, 9, 10, 11};
    vfloat r[8], s[8];
    for (int k = 0; k < 8; k++)
        r[k] = vf_load_halves(p + 8 * (size_t)rows[lower[k]], p + 8 * (size_t)rows[lower[k] + 4]);
    vf_rotate(r, s);
    for (int k = 0; k < 4; k++) {
        columns[k] = _mm512_shuffle_f32x4(s[k], s[k + 4], 0x88);
        columns[k + 4] = _mm512_shuffle_f32x4(s[k], s[k + 4], 0xdd);
    }
}

/* Scatters the rows k and k + 8. */
static FORCE_INLINE void vf_scatter_transpose_two(float *p, const int32_t *rows, int k, vfloat both,
                                                  uint32_t bits)
{
    if (bits >> k & 1u)
        _mm256_storeu_ps(p + 8 * (size_t)rows[k], _mm512_castps512_ps256(both));
    if (bits >> (k + 8) & 1u)
        _mm256_storeu_ps(p + 8 * (size_t)rows[k + 8],
                         _mm512_castps512_ps256(_mm512_shuffle_f32x4(both, both, 0x4e)));
}

#define vf_scatter_transpose vf_scatter_transpose
static FORCE_INLINE void vf_scatter_transpose(float *p, const int32_t *rows, const vfloat columns[8],
                                              uint32_t bits)
{
    vfloat r[8];
    vf_rotate(columns, r);
    /* quarter i of r[k] has the first four words of row 4 * i + k, of r[k + 4] the others */
    const __m512i lower = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
    const __m512i upper = _mm512_setr_epi32(4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
    for (int k = 0; k < 4; k++) {
        vf_scatter_transpose_two(p, rows, k, _mm512_permutex2var_ps(r[k], lower, r[k + 4]), bits);
        vf_scatter_transpose_two(p, rows, k + 4, _mm512_permutex2var_ps(r[k], upper, r[k + 4]), bits);
    }
}

#ifndef THRONG_EMULATE_AVX512 /* SIMDe estimates the root differently */
/* Square root and inverse square root by FMA: processors execute one or two FMAs per cycle, while root and
 * division block their unit for about ten. y approximates 1/sqrt(a) with a relative error of at most 2^-14,
 * which is all that the instruction guarantees. After a Newton step root and inverse are right to about one
 * ulp; the residual is then computed exactly and added (Markstein 1990). Nothing underflows from 2^-78 on.
 * tests/context/roots.c tests all numbers, with many values of y. */
static FORCE_INLINE void vf_sqrt_from(vfloat a, vfloat *y, vfloat *root)
{
    const vfloat one_half = _mm512_set1_ps(0.5f);
    const vfloat near = _mm512_mul_ps(a, *y);
    const vfloat lack = _mm512_fnmadd_ps(near, _mm512_mul_ps(*y, one_half), one_half);
    const vfloat nearer = _mm512_fmadd_ps(near, lack, near);
    *y = _mm512_fmadd_ps(*y, lack, *y);
    *root = _mm512_fmadd_ps(_mm512_fnmadd_ps(nearer, nearer, a), _mm512_mul_ps(*y, one_half), nearer);
}

static FORCE_INLINE vfloat vf_inv_sqrt_from(vfloat root, vfloat y)
{
    const vfloat lack = _mm512_fnmadd_ps(root, y, _mm512_set1_ps(1.0f));
    /* Rounded up: just below a power of two half an ulp is missing, which rounding to nearest would lose. */
    const vfloat more = _mm512_fmadd_round_ps(y, lack, y, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    return _mm512_fmadd_ps(more, lack, y);
}

#define vf_sqrt_alt vf_sqrt_alt
static FORCE_INLINE vfloat vf_sqrt_alt(vfloat a)
{
    const vmask large = _mm512_cmp_ps_mask(a, _mm512_set1_ps(3.30872245e-24f), _CMP_GE_OQ); /* 2^-78 */
    const vmask none = _mm512_cmp_ps_mask(a, _mm512_setzero_ps(), _CMP_EQ_OQ);
    if (__builtin_expect(!_kortestc_mask16_u8(large, none), 0))
        return vf_sqrt(a);
    vfloat y = _mm512_maskz_rsqrt14_ps(large, a), root;
    vf_sqrt_from(a, &y, &root);
    return root;
}

#define vf_inv_sqrt_alt vf_inv_sqrt_alt
static FORCE_INLINE vfloat vf_inv_sqrt_alt(vfloat a)
{
    vfloat y = _mm512_rsqrt14_ps(a), root;
    vf_sqrt_from(a, &y, &root);
    return vf_inv_sqrt_from(root, y);
}
#endif

#define THRONG_INT16_LANES 32
typedef __m512i vint16;
static inline vint16 vi16_set(int16_t i) { return _mm512_set1_epi16(i); }
static inline vint16 vi16_load(const int16_t *p) { return _mm512_loadu_si512((const void *)p); }
static inline void vi16_store(int16_t *p, vint16 a) { _mm512_storeu_si512((void *)p, a); }
static inline vint16 vi16_add_sat(vint16 a, vint16 b) { return _mm512_adds_epi16(a, b); }
static inline vint16 vi16_min(vint16 a, vint16 b) { return _mm512_min_epi16(a, b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return _mm512_max_epi16(a, b); }
static inline vint16 vi16_select_bits(uint32_t bits, vint16 a, vint16 b)
{
    return _mm512_mask_mov_epi16(b, (__mmask32)bits, a);
}
static inline vint16 vi16_select_bit(vint16 bits, int k, vint16 a, vint16 b)
{
    return _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(bits, _mm512_set1_epi16((int16_t)(1u << k))), a);
}
static inline vint16 vi16_xor(vint16 a, vint16 b) { return vi_xor(a, b); }
static inline vint16 vi16_or(vint16 a, vint16 b) { return vi_or(a, b); }
static inline int vi16_any(vint16 a) { return vi_any(a); }
static inline vint16 vi16_slide_up(vint16 a, vint16 before)
{
    /* each 128-bit part gets the last lane of the part before it */
    return _mm512_alignr_epi8(a, _mm512_alignr_epi64(a, before, 6), 14);
}
static inline vint16 vi16_slide_down(vint16 a, vint16 after)
{
    return _mm512_alignr_epi8(_mm512_alignr_epi64(after, a, 2), a, 2);
}
static inline vint vi_from_int16(const int16_t *p)
{
    return _mm512_cvtepi16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));
}
