/* SIMD vocabulary for AVX2: 8 lanes, masks as full-width bit patterns. */
#include <immintrin.h>

#define THRONG_WIDTH 8
typedef __m256 vfloat;
typedef __m256 vmask;
typedef __m256i vint;

static inline vfloat vf_set(float f) { return _mm256_set1_ps(f); }
static inline vfloat vf_iota(void) { return _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7); }
static inline vfloat vf_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void vf_store(float *p, vfloat a) { _mm256_storeu_ps(p, a); }
static inline void vf_store_nt(float *p, vfloat a) { _mm256_stream_ps(p, a); }
static inline void store_nt_fence(void) { _mm_sfence(); }
static inline vfloat vf_sqrt(vfloat a) { return _mm256_sqrt_ps(a); }
static inline vfloat vf_abs(vfloat a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
static inline vfloat vf_min(vfloat a, vfloat b) { return _mm256_min_ps(a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return _mm256_max_ps(a, b); }
static inline vmask vf_le(vfloat a, vfloat b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
static inline vmask vf_lt(vfloat a, vfloat b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline uint32_t vmask_bits(vmask m) { return (uint32_t)_mm256_movemask_ps(m); }
static inline vfloat vf_mask_zero(vmask m, vfloat a) { return _mm256_and_ps(m, a); }
static inline vfloat vf_select(vmask m, vfloat a, vfloat b) { return _mm256_blendv_ps(b, a, m); }
static inline vint vf_to_bits(vfloat a) { return _mm256_castps_si256(a); }
static inline vfloat vf_from_bits(vint w) { return _mm256_castsi256_ps(w); }
static inline vint vi_set(int32_t i) { return _mm256_set1_epi32(i); }
static inline vint vi_iota(void) { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
static inline vint vi_add(vint a, vint b) { return _mm256_add_epi32(a, b); }
static inline vint vi_sub(vint a, vint b) { return _mm256_sub_epi32(a, b); }
static inline vint vi_and(vint a, vint b) { return _mm256_and_si256(a, b); }
static inline vint vi_shift_left(vint a, int n) { return _mm256_slli_epi32(a, n); }
static inline vmask vi_lt(vint a, vint b) { return _mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a)); }
static inline void vi_store(int32_t *p, vint w) { _mm256_storeu_si256((__m256i *)(void *)p, w); }

static inline vint vi_load(const int32_t *p) { return _mm256_loadu_si256((const __m256i *)(const void *)p); }
static inline vint vi_shift_right(vint a, int n) { return _mm256_srai_epi32(a, n); }
static inline vint vi_mul(vint a, vint b) { return _mm256_mullo_epi32(a, b); }
static inline vint vi_min(vint a, vint b) { return _mm256_min_epi32(a, b); }
static inline vint vi_max(vint a, vint b) { return _mm256_max_epi32(a, b); }
static inline vint vi_select_bits(uint32_t bits, vint a, vint b)
{
    const vint lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    vint set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int32_t)bits), lane), lane);
    return _mm256_blendv_epi8(b, a, set);
}
static inline vint vi_xor(vint a, vint b) { return _mm256_xor_si256(a, b); }
static inline vint vi_or(vint a, vint b) { return _mm256_or_si256(a, b); }
static inline int vi_any(vint a) { return !_mm256_testz_si256(a, a); }
static inline vint vi_slide_up(vint a, vint before)
{
    return _mm256_alignr_epi8(a, _mm256_permute2x128_si256(before, a, 0x21), 12);
}
static inline vint vi_slide_down(vint a, vint after)
{
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(a, after, 0x21), a, 4);
}
static inline vfloat vf_from_int(vint a) { return _mm256_cvtepi32_ps(a); }
static inline vint vi_truncate(vfloat a) { return _mm256_cvttps_epi32(a); }
static inline vfloat vf_lookup8(const float *table, vint at)
{
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), at);
}
/* Separate loads are faster than the gather instruction, which microcode mitigations slow down on some
 * processors. */
static inline vfloat vf_gather(const float *p, vint at, int32_t n)
{
    int32_t i[8];
    if (n <= 8)
        return vf_lookup8(p, at);
    if (n <= 16)
        return _mm256_blendv_ps(vf_lookup8(p, at), vf_lookup8(p + 8, at),
                                vf_from_bits(vi_shift_left(at, 28)));
    vi_store(i, at);
    return _mm256_setr_ps(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
}

/* Table of compress permutations: for each 8-bit mask the indices of its set bits, one byte each,
 * ascending. */
#define THRONG_BELOW(bits, k) (8 * __builtin_popcount((bits) & ((1u << (k)) - 1u)))
#define THRONG_PLACE(bits, k) ((uint64_t)((bits) >> (k)&1u ? (k) : 0) << (THRONG_BELOW(bits, k) & 63))
#define THRONG_PLACES(bits)                                                                                  \
    (THRONG_PLACE(bits, 0) | THRONG_PLACE(bits, 1) | THRONG_PLACE(bits, 2) | THRONG_PLACE(bits, 3) |         \
     THRONG_PLACE(bits, 4) | THRONG_PLACE(bits, 5) | THRONG_PLACE(bits, 6) | THRONG_PLACE(bits, 7))
#define THRONG_4(bits)                                                                                       \
    THRONG_PLACES(bits), THRONG_PLACES((bits) + 1u), THRONG_PLACES((bits) + 2u), THRONG_PLACES((bits) + 3u)
#define THRONG_16(bits) THRONG_4(bits), THRONG_4((bits) + 4u), THRONG_4((bits) + 8u), THRONG_4((bits) + 12u)
#define THRONG_64(bits)                                                                                      \
    THRONG_16(bits), THRONG_16((bits) + 16u), THRONG_16((bits) + 32u), THRONG_16((bits) + 48u)
static const uint64_t throng_places[256] = {THRONG_64(0u), THRONG_64(64u), THRONG_64(128u), THRONG_64(192u)};

#define vi_compress_store vi_compress_store
static inline int32_t vi_compress_store(int32_t *p, vint w, uint32_t bits)
{
    const __m128i places = _mm_loadl_epi64((const __m128i *)(const void *)&throng_places[bits]);
    vi_store(p, _mm256_permutevar8x32_epi32(w, _mm256_cvtepu8_epi32(places)));
    return __builtin_popcount(bits);
}

static inline vint vi_masked_increment(vint a, vmask m)
{
    return _mm256_sub_epi32(a, _mm256_castps_si256(m));
}
static inline vmask vmask_and(vmask a, vmask b) { return _mm256_and_ps(a, b); }
static inline vmask vmask_or(vmask a, vmask b) { return _mm256_or_ps(a, b); }
static inline vmask vmask_and_not(vmask a, vmask b) { return _mm256_andnot_ps(b, a); }
static inline int vmask_any(vmask m) { return _mm256_movemask_ps(m) != 0; }

#define vi_gather vi_gather
static inline vint vi_gather(const int32_t *p, vint at)
{
    int32_t i[8];
    vi_store(i, at);
    return _mm256_setr_epi32(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
}

#define vf_reduce_min vf_reduce_min
static inline float vf_reduce_min(vfloat a)
{
    __m128 b = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    b = _mm_min_ps(b, _mm_movehl_ps(b, b));
    return _mm_cvtss_f32(_mm_min_ss(b, _mm_movehdup_ps(b)));
}

/* Transposes 4 x 4 blocks within 128-bit quarters. */
static FORCE_INLINE void vf_rotate(const vfloat from[8], vfloat to[8])
{
    vfloat s[8];
    for (int k = 0; k < 8; k += 2) {
        s[k] = _mm256_unpacklo_ps(from[k], from[k + 1]);
        s[k + 1] = _mm256_unpackhi_ps(from[k], from[k + 1]);
    }
    for (int k = 0; k < 8; k += 4) {
        to[k] = _mm256_shuffle_ps(s[k], s[k + 2], 0x44);
        to[k + 1] = _mm256_shuffle_ps(s[k], s[k + 2], 0xee);
        to[k + 2] = _mm256_shuffle_ps(s[k + 1], s[k + 3], 0x44);
        to[k + 3] = _mm256_shuffle_ps(s[k + 1], s[k + 3], 0xee);
    }
}

#define vf_gather_transpose vf_gather_transpose
static FORCE_INLINE void vf_gather_transpose(const float *p, const int32_t *rows, vfloat columns[8])
{
    vfloat r[8], s[8];
    for (int k = 0; k < 8; k++)
        r[k] = _mm256_loadu_ps(p + 8 * (size_t)rows[k]);
    vf_rotate(r, s);
    for (int k = 0; k < 4; k++) {
        columns[k] = _mm256_permute2f128_ps(s[k], s[k + 4], 0x20);
        columns[k + 4] = _mm256_permute2f128_ps(s[k], s[k + 4], 0x31);
    }
}

#define vf_scatter_transpose vf_scatter_transpose
static FORCE_INLINE void vf_scatter_transpose(float *p, const int32_t *rows, const vfloat columns[8],
                                              uint32_t bits)
{
    vfloat r[8];
    vf_rotate(columns, r);
    for (int k = 0; k < 4; k++) {
        if (bits >> k & 1u)
            _mm256_storeu_ps(p + 8 * (size_t)rows[k], _mm256_permute2f128_ps(r[k], r[k + 4], 0x20));
        if (bits >> (k + 4) & 1u)
            _mm256_storeu_ps(p + 8 * (size_t)rows[k + 4], _mm256_permute2f128_ps(r[k], r[k + 4], 0x31));
    }
}

#define THRONG_INT16_LANES 16
typedef __m256i vint16;
static inline vint16 vi16_set(int16_t i) { return _mm256_set1_epi16(i); }
static inline vint16 vi16_load(const int16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}
static inline void vi16_store(int16_t *p, vint16 a) { _mm256_storeu_si256((__m256i *)(void *)p, a); }
static inline vint16 vi16_add_sat(vint16 a, vint16 b) { return _mm256_adds_epi16(a, b); }
static inline vint16 vi16_min(vint16 a, vint16 b) { return _mm256_min_epi16(a, b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return _mm256_max_epi16(a, b); }
static inline vint16 vi16_select_bits(uint32_t bits, vint16 a, vint16 b)
{
    const vint16 lane =
        _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
    vint16 set = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16((int16_t)bits), lane), lane);
    return _mm256_blendv_epi8(b, a, set);
}
static inline vint16 vi16_select_bit(vint16 bits, int k, vint16 a, vint16 b)
{
    const vint16 bit = _mm256_set1_epi16((int16_t)(1u << k));
    return _mm256_blendv_epi8(b, a, _mm256_cmpeq_epi16(_mm256_and_si256(bits, bit), bit));
}
static inline vint16 vi16_xor(vint16 a, vint16 b) { return vi_xor(a, b); }
static inline vint16 vi16_or(vint16 a, vint16 b) { return vi_or(a, b); }
static inline int vi16_any(vint16 a) { return vi_any(a); }
static inline vint16 vi16_slide_up(vint16 a, vint16 before)
{
    return _mm256_alignr_epi8(a, _mm256_permute2x128_si256(before, a, 0x21), 14);
}
static inline vint16 vi16_slide_down(vint16 a, vint16 after)
{
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(a, after, 0x21), a, 2);
}
static inline vint vi_from_int16(const int16_t *p)
{
    return _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
}
