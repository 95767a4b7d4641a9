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
static inline real real_keep(mask m, real a) { return _mm_and_ps(m, a); }
static inline real real_pick(mask m, real a, real b)
{
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}
static inline whole real_bits(real a) { return _mm_castps_si128(a); }
static inline real bits_real(whole w) { return _mm_castsi128_ps(w); }
static inline whole whole_set(int32_t i) { return _mm_set1_epi32(i); }
static inline whole whole_add(whole a, whole b) { return _mm_add_epi32(a, b); }
static inline whole whole_sub(whole a, whole b) { return _mm_sub_epi32(a, b); }
static inline whole whole_and(whole a, whole b) { return _mm_and_si128(a, b); }
static inline whole whole_shift_left(whole a, int n) { return _mm_slli_epi32(a, n); }
static inline mask whole_lt(whole a, whole b) { return _mm_castsi128_ps(_mm_cmplt_epi32(a, b)); }
static inline void whole_store(int32_t *p, whole w) { _mm_storeu_si128((__m128i *)(void *)p, w); }
static inline int mask_any(mask m) { return _mm_movemask_ps(m) != 0; }
