/* The words for AVX2: 8 lanes, masks as full-width bit patterns. */
#include <immintrin.h>

#define THRONG_WIDTH 8
typedef __m256 real;
typedef __m256 mask;
typedef __m256i whole;

static inline real real_set(float f) { return _mm256_set1_ps(f); }
static inline real real_lanes(void) { return _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7); }
static inline real real_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void real_store(float *p, real a) { _mm256_storeu_ps(p, a); }
static inline void real_stream(float *p, real a) { _mm256_stream_ps(p, a); }
static inline void real_stream_end(void) { _mm_sfence(); }
static inline real real_sqrt(real a) { return _mm256_sqrt_ps(a); }
static inline real real_abs(real a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
static inline real real_min(real a, real b) { return _mm256_min_ps(a, b); }
static inline real real_max(real a, real b) { return _mm256_max_ps(a, b); }
static inline mask real_le(real a, real b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
static inline mask real_lt(real a, real b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline uint32_t mask_bits(mask m) { return (uint32_t)_mm256_movemask_ps(m); }
static inline real real_keep(mask m, real a) { return _mm256_and_ps(m, a); }
static inline real real_pick(mask m, real a, real b) { return _mm256_blendv_ps(b, a, m); }
static inline whole real_bits(real a) { return _mm256_castps_si256(a); }
static inline real bits_real(whole w) { return _mm256_castsi256_ps(w); }
static inline whole whole_set(int32_t i) { return _mm256_set1_epi32(i); }
static inline whole whole_lanes(void) { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
static inline whole whole_add(whole a, whole b) { return _mm256_add_epi32(a, b); }
static inline whole whole_sub(whole a, whole b) { return _mm256_sub_epi32(a, b); }
static inline whole whole_and(whole a, whole b) { return _mm256_and_si256(a, b); }
static inline whole whole_shift_left(whole a, int n) { return _mm256_slli_epi32(a, n); }
static inline mask whole_lt(whole a, whole b) { return _mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a)); }
static inline void whole_store(int32_t *p, whole w) { _mm256_storeu_si256((__m256i *)(void *)p, w); }

static inline whole whole_load(const int32_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}
static inline whole whole_shift_right(whole a, int n) { return _mm256_srai_epi32(a, n); }
static inline whole whole_mul(whole a, whole b) { return _mm256_mullo_epi32(a, b); }
static inline whole whole_min(whole a, whole b) { return _mm256_min_epi32(a, b); }
static inline whole whole_max(whole a, whole b) { return _mm256_max_epi32(a, b); }
static inline whole whole_where(uint32_t bits, whole a, whole b)
{
    const whole lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    whole set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int32_t)bits), lane), lane);
    return _mm256_blendv_epi8(b, a, set);
}
static inline whole whole_xor(whole a, whole b) { return _mm256_xor_si256(a, b); }
static inline whole whole_or(whole a, whole b) { return _mm256_or_si256(a, b); }
static inline int whole_any(whole a) { return !_mm256_testz_si256(a, a); }
static inline whole whole_from_left(whole a, whole before)
{
    return _mm256_alignr_epi8(a, _mm256_permute2x128_si256(before, a, 0x21), 12);
}
static inline whole whole_from_right(whole a, whole after)
{
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(a, after, 0x21), a, 4);
}
static inline real real_of(whole a) { return _mm256_cvtepi32_ps(a); }
static inline whole whole_of(real a) { return _mm256_cvttps_epi32(a); }
static inline real real_table(const float *table, whole at)
{
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), at);
}
/* Loads one by one are quicker than the instruction that gathers, which some processors make slow for safety.
 */
static inline real real_gather(const float *p, whole at, int32_t n)
{
    int32_t i[8];
    if (n <= 8)
        return real_table(p, at);
    if (n <= 16)
        return _mm256_blendv_ps(real_table(p, at), real_table(p + 8, at),
                                bits_real(whole_shift_left(at, 28)));
    whole_store(i, at);
    return _mm256_setr_ps(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
}

/* For each set of bits a byte for each bit of it, ascending: which one it is. */
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

#define whole_pack whole_pack
static inline int32_t whole_pack(int32_t *p, whole w, uint32_t bits)
{
    const __m128i places = _mm_loadl_epi64((const __m128i *)(const void *)&throng_places[bits]);
    whole_store(p, _mm256_permutevar8x32_epi32(w, _mm256_cvtepu8_epi32(places)));
    return __builtin_popcount(bits);
}

static inline whole whole_count(whole a, mask m) { return _mm256_sub_epi32(a, _mm256_castps_si256(m)); }
static inline mask mask_and(mask a, mask b) { return _mm256_and_ps(a, b); }
static inline mask mask_or(mask a, mask b) { return _mm256_or_ps(a, b); }
static inline mask mask_without(mask a, mask b) { return _mm256_andnot_ps(b, a); }
static inline int mask_any(mask m) { return _mm256_movemask_ps(m) != 0; }

#define whole_gather whole_gather
static inline whole whole_gather(const int32_t *p, whole at)
{
    int32_t i[8];
    whole_store(i, at);
    return _mm256_setr_epi32(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
}

#define real_least real_least
static inline float real_least(real a)
{
    __m128 b = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    b = _mm_min_ps(b, _mm_movehl_ps(b, b));
    return _mm_cvtss_f32(_mm_min_ss(b, _mm_movehdup_ps(b)));
}

/* Of each four vectors the words of a quarter, as rows and columns exchanged. */
static INLINED void real_turn(const real from[8], real to[8])
{
    real s[8];
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

#define real_rows real_rows
static INLINED void real_rows(const float *p, const int32_t *rows, real columns[8])
{
    real r[8], s[8];
    for (int k = 0; k < 8; k++)
        r[k] = _mm256_loadu_ps(p + 8 * (size_t)rows[k]);
    real_turn(r, s);
    for (int k = 0; k < 4; k++) {
        columns[k] = _mm256_permute2f128_ps(s[k], s[k + 4], 0x20);
        columns[k + 4] = _mm256_permute2f128_ps(s[k], s[k + 4], 0x31);
    }
}

#define real_rows_put real_rows_put
static INLINED void real_rows_put(float *p, const int32_t *rows, const real columns[8], uint32_t bits)
{
    real r[8];
    real_turn(columns, r);
    for (int k = 0; k < 4; k++) {
        if (bits >> k & 1u)
            _mm256_storeu_ps(p + 8 * (size_t)rows[k], _mm256_permute2f128_ps(r[k], r[k + 4], 0x20));
        if (bits >> (k + 4) & 1u)
            _mm256_storeu_ps(p + 8 * (size_t)rows[k + 4], _mm256_permute2f128_ps(r[k], r[k + 4], 0x31));
    }
}

#define THRONG_SHORTS 16
typedef __m256i shorts;
static inline shorts shorts_set(int16_t i) { return _mm256_set1_epi16(i); }
static inline shorts shorts_load(const int16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}
static inline void shorts_store(int16_t *p, shorts a) { _mm256_storeu_si256((__m256i *)(void *)p, a); }
static inline shorts shorts_add(shorts a, shorts b) { return _mm256_adds_epi16(a, b); }
static inline shorts shorts_min(shorts a, shorts b) { return _mm256_min_epi16(a, b); }
static inline shorts shorts_max(shorts a, shorts b) { return _mm256_max_epi16(a, b); }
static inline shorts shorts_where(uint32_t bits, shorts a, shorts b)
{
    const shorts lane =
        _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
    shorts set = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16((int16_t)bits), lane), lane);
    return _mm256_blendv_epi8(b, a, set);
}
static inline shorts shorts_where_bit(shorts bits, int k, shorts a, shorts b)
{
    const shorts bit = _mm256_set1_epi16((int16_t)(1u << k));
    return _mm256_blendv_epi8(b, a, _mm256_cmpeq_epi16(_mm256_and_si256(bits, bit), bit));
}
static inline shorts shorts_xor(shorts a, shorts b) { return whole_xor(a, b); }
static inline shorts shorts_or(shorts a, shorts b) { return whole_or(a, b); }
static inline int shorts_any(shorts a) { return whole_any(a); }
static inline shorts shorts_from_left(shorts a, shorts before)
{
    return _mm256_alignr_epi8(a, _mm256_permute2x128_si256(before, a, 0x21), 14);
}
static inline shorts shorts_from_right(shorts a, shorts after)
{
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(a, after, 0x21), a, 2);
}
static inline whole whole_of_shorts(const int16_t *p)
{
    return _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
}
