/* The words for SSE2, which every x86-64 processor has: 4 lanes, masks as full-width bit patterns. */
#include <emmintrin.h>

#define THRONG_WIDTH 4
typedef __m128 real;
typedef __m128 mask;
typedef __m128i whole;

static inline real real_set(float f) { return _mm_set1_ps(f); }
static inline real real_lanes(void) { return _mm_setr_ps(0, 1, 2, 3); }
static inline real real_load(const float *p) { return _mm_loadu_ps(p); }
static inline void real_store(float *p, real a) { _mm_storeu_ps(p, a); }
static inline void real_stream(float *p, real a) { _mm_stream_ps(p, a); }
static inline void real_stream_end(void) { _mm_sfence(); }
static inline real real_sqrt(real a) { return _mm_sqrt_ps(a); }
static inline real real_abs(real a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
static inline real real_min(real a, real b) { return _mm_min_ps(a, b); }
static inline real real_max(real a, real b) { return _mm_max_ps(a, b); }
static inline mask real_le(real a, real b) { return _mm_cmple_ps(a, b); }
static inline mask real_lt(real a, real b) { return _mm_cmplt_ps(a, b); }
static inline uint32_t mask_bits(mask m) { return (uint32_t)_mm_movemask_ps(m); }
static inline real real_keep(mask m, real a) { return _mm_and_ps(m, a); }
static inline real real_pick(mask m, real a, real b)
{
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}
static inline whole real_bits(real a) { return _mm_castps_si128(a); }
static inline real bits_real(whole w) { return _mm_castsi128_ps(w); }
static inline whole whole_set(int32_t i) { return _mm_set1_epi32(i); }
static inline whole whole_lanes(void) { return _mm_setr_epi32(0, 1, 2, 3); }
static inline whole whole_add(whole a, whole b) { return _mm_add_epi32(a, b); }
static inline whole whole_sub(whole a, whole b) { return _mm_sub_epi32(a, b); }
static inline whole whole_and(whole a, whole b) { return _mm_and_si128(a, b); }
static inline whole whole_shift_left(whole a, int n) { return _mm_slli_epi32(a, n); }
static inline mask whole_lt(whole a, whole b) { return _mm_castsi128_ps(_mm_cmplt_epi32(a, b)); }
static inline void whole_store(int32_t *p, whole w) { _mm_storeu_si128((__m128i *)(void *)p, w); }

static inline whole whole_load(const int32_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
static inline whole whole_shift_right(whole a, int n) { return _mm_srai_epi32(a, n); }
static inline whole whole_mul(whole a, whole b)
{
    whole even = _mm_mul_epu32(a, b);
    whole odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 0x08), _mm_shuffle_epi32(odd, 0x08));
}
static inline whole whole_blend(whole set, whole a, whole b)
{
    return _mm_or_si128(_mm_and_si128(set, a), _mm_andnot_si128(set, b));
}
static inline whole whole_min(whole a, whole b) { return whole_blend(_mm_cmplt_epi32(a, b), a, b); }
static inline whole whole_max(whole a, whole b) { return whole_blend(_mm_cmplt_epi32(b, a), a, b); }
static inline whole whole_where(uint32_t bits, whole a, whole b)
{
    const whole lane = _mm_setr_epi32(1, 2, 4, 8);
    return whole_blend(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int32_t)bits), lane), lane), a, b);
}
static inline whole whole_xor(whole a, whole b) { return _mm_xor_si128(a, b); }
static inline whole whole_or(whole a, whole b) { return _mm_or_si128(a, b); }
static inline int whole_any(whole a)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi32(a, _mm_setzero_si128())) != 0xffff;
}
static inline whole whole_from_left(whole a, whole before)
{
    return _mm_or_si128(_mm_slli_si128(a, 4), _mm_srli_si128(before, 12));
}
static inline whole whole_from_right(whole a, whole after)
{
    return _mm_or_si128(_mm_srli_si128(a, 4), _mm_slli_si128(after, 12));
}
static inline real real_of(whole a) { return _mm_cvtepi32_ps(a); }
static inline whole whole_of(real a) { return _mm_cvttps_epi32(a); }
static inline real real_table(const float *table, whole at)
{
    int32_t i[4];
    whole_store(i, at);
    return _mm_setr_ps(table[i[0]], table[i[1]], table[i[2]], table[i[3]]);
}
static inline real real_gather(const float *p, whole at, int32_t n)
{
    (void)n;
    return real_table(p, at);
}

static inline whole whole_count(whole a, mask m) { return _mm_sub_epi32(a, _mm_castps_si128(m)); }
static inline mask mask_and(mask a, mask b) { return _mm_and_ps(a, b); }
static inline mask mask_or(mask a, mask b) { return _mm_or_ps(a, b); }
static inline mask mask_without(mask a, mask b) { return _mm_andnot_ps(b, a); }
static inline int mask_any(mask m) { return _mm_movemask_ps(m) != 0; }

#define whole_gather whole_gather
static inline whole whole_gather(const int32_t *p, whole at)
{
    int32_t i[4];
    whole_store(i, at);
    return _mm_setr_epi32(p[i[0]], p[i[1]], p[i[2]], p[i[3]]);
}

#define real_least real_least
static inline float real_least(real a)
{
    const __m128 b = _mm_min_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_min_ss(b, _mm_shuffle_ps(b, b, 1)));
}

#define real_rows real_rows
static inline void real_rows(const float *p, const int32_t *rows, real columns[8])
{
    for (int part = 0; part < 8; part += 4) {
        for (int k = 0; k < 4; k++)
            columns[part + k] = _mm_loadu_ps(p + 8 * (size_t)rows[k] + part);
        _MM_TRANSPOSE4_PS(columns[part], columns[part + 1], columns[part + 2], columns[part + 3]);
    }
}

#define real_rows_put real_rows_put
static inline void real_rows_put(float *p, const int32_t *rows, const real columns[8], uint32_t bits)
{
    for (int part = 0; part < 8; part += 4) {
        real r[4] = {columns[part], columns[part + 1], columns[part + 2], columns[part + 3]};
        _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
        for (int k = 0; k < 4; k++)
            if (bits >> k & 1u)
                _mm_storeu_ps(p + 8 * (size_t)rows[k] + part, r[k]);
    }
}

#define THRONG_SHORTS 8
typedef __m128i shorts;
static inline shorts shorts_set(int16_t i) { return _mm_set1_epi16(i); }
static inline shorts shorts_load(const int16_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
static inline void shorts_store(int16_t *p, shorts a) { _mm_storeu_si128((__m128i *)(void *)p, a); }
static inline shorts shorts_add(shorts a, shorts b) { return _mm_adds_epi16(a, b); }
static inline shorts shorts_min(shorts a, shorts b) { return _mm_min_epi16(a, b); }
static inline shorts shorts_max(shorts a, shorts b) { return _mm_max_epi16(a, b); }
static inline shorts shorts_where(uint32_t bits, shorts a, shorts b)
{
    const shorts lane = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
    return whole_blend(_mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((int16_t)bits), lane), lane), a, b);
}
static inline shorts shorts_where_bit(shorts bits, int k, shorts a, shorts b)
{
    const shorts bit = _mm_set1_epi16((int16_t)(1u << k));
    return whole_blend(_mm_cmpeq_epi16(_mm_and_si128(bits, bit), bit), a, b);
}
static inline shorts shorts_xor(shorts a, shorts b) { return whole_xor(a, b); }
static inline shorts shorts_or(shorts a, shorts b) { return whole_or(a, b); }
static inline int shorts_any(shorts a) { return whole_any(a); }
static inline shorts shorts_from_left(shorts a, shorts before)
{
    return _mm_or_si128(_mm_slli_si128(a, 2), _mm_srli_si128(before, 14));
}
static inline shorts shorts_from_right(shorts a, shorts after)
{
    return _mm_or_si128(_mm_srli_si128(a, 2), _mm_slli_si128(after, 14));
}
static inline whole whole_of_shorts(const int16_t *p)
{
    __m128i a = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return _mm_srai_epi32(_mm_unpacklo_epi16(a, a), 16);
}
