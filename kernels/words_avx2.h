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
static inline real real_keep(mask m, real a) { return _mm256_and_ps(m, a); }
static inline real real_pick(mask m, real a, real b) { return _mm256_blendv_ps(b, a, m); }
static inline whole real_bits(real a) { return _mm256_castps_si256(a); }
static inline real bits_real(whole w) { return _mm256_castsi256_ps(w); }
static inline whole whole_set(int32_t i) { return _mm256_set1_epi32(i); }
static inline whole whole_add(whole a, whole b) { return _mm256_add_epi32(a, b); }
static inline whole whole_sub(whole a, whole b) { return _mm256_sub_epi32(a, b); }
static inline whole whole_and(whole a, whole b) { return _mm256_and_si256(a, b); }
static inline whole whole_shift_left(whole a, int n) { return _mm256_slli_epi32(a, n); }
static inline mask whole_lt(whole a, whole b) { return _mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a)); }
static inline void whole_store(int32_t *p, whole w) { _mm256_storeu_si256((__m256i *)(void *)p, w); }
static inline int mask_any(mask m) { return _mm256_movemask_ps(m) != 0; }
