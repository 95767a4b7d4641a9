/* One SIMD level: motions that the host sets. */
#include "src/cpu/level.h"
#include "src/crowd/motions.h"

#ifdef __AVX512DQ__
#include <immintrin.h>
#endif

void LEVEL_NAME(crowd_set_motions)(crowd_body *bodies, crowd_rest *rests,
                                   const struct throng_crowd_motions *given, int32_t first, int32_t end)
{
    const throng_crowd_motions motions = *given;
    for (int32_t i = first; i < end; i++) {
        const int32_t agent = throng_crowd_part_agent(&motions.part, i);
        const crowd_motion to = throng_motion_to_local(&motions, i);
        crowd_motion_set(bodies + agent, rests + agent, &to);
    }
}

/* With SSE2 the numbers of a motion go side by side: their largest magnitudes, and sums, which are NaN if a
 * number is, since maxima pass over NaN. */
#if defined(__SSE2__)
typedef struct motion_extremes {
    __m128d places, locals, place_sums; /* of x, y */
    __m128 others, other_sums;          /* of vx, vy, heading_x, heading_y */
} motion_extremes;

#if defined(__AVX512DQ__)
/* Of pairs of motions. Lanes that are no doubles or no floats are left out: as such they may be numbers that
 * processors are slow with. */
static motion_extremes find_extremes_of_pairs(const char *motions, int32_t pairs, const double home[2])
{
    const __mmask8 doubles = 0x33;
    const __mmask16 floats = 0xf0f0;
    const __m512d at = _mm512_broadcast_f64x2(_mm_loadu_pd(home)), signs = _mm512_set1_pd(-0.0);
    const __m512 short_signs = _mm512_set1_ps(-0.0f);
    __m512d places = _mm512_setzero_pd(), locals = places, place_sums = places;
    __m512 others = _mm512_setzero_ps(), other_sums = others;
    for (int32_t i = 0; i < pairs; i++) {
        const __m512d both = _mm512_loadu_pd(motions + (size_t)i * 2 * sizeof(throng_motion));
        const __m512 ways = _mm512_castpd_ps(both);
        const __m512d local = _mm512_maskz_sub_pd(doubles, both, at);
        places = _mm512_max_pd(_mm512_maskz_andnot_pd(doubles, signs, both), places);
        locals = _mm512_max_pd(_mm512_andnot_pd(signs, local), locals);
        place_sums = _mm512_add_pd(place_sums, local);
        others = _mm512_max_ps(_mm512_maskz_andnot_ps(floats, short_signs, ways), others);
        other_sums = _mm512_mask_add_ps(other_sums, floats, other_sums, ways);
    }
    return (motion_extremes){
        _mm_max_pd(_mm512_castpd512_pd128(places), _mm512_extractf64x2_pd(places, 2)),
        _mm_max_pd(_mm512_castpd512_pd128(locals), _mm512_extractf64x2_pd(locals, 2)),
        _mm_add_pd(_mm512_castpd512_pd128(place_sums), _mm512_extractf64x2_pd(place_sums, 2)),
        _mm_max_ps(_mm512_extractf32x4_ps(others, 1), _mm512_extractf32x4_ps(others, 3)),
        _mm_add_ps(_mm512_extractf32x4_ps(other_sums, 1), _mm512_extractf32x4_ps(other_sums, 3))};
}
#endif

static motion_extremes find_extremes(const throng_motion *motions, int32_t first, int32_t end,
                                     const double home[2])
{
    const __m128d at = _mm_loadu_pd(home), sign = _mm_set1_pd(-0.0);
    int32_t i = first;
#if defined(__AVX512DQ__)
    motion_extremes e = find_extremes_of_pairs((const char *)motions + (size_t)first * sizeof *motions,
                                               (end - first) / 2, home);
    i += (end - first) / 2 * 2;
#else
    motion_extremes e = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_ps(),
                         _mm_setzero_ps()};
#endif
    for (; i < end; i++) {
        const char *from = (const char *)motions + (size_t)i * sizeof *motions;
        const __m128d place = _mm_loadu_pd((const double *)(const void *)from);
        const __m128d local = _mm_sub_pd(place, at);
        const __m128 others = _mm_loadu_ps((const float *)(const void *)(from + offsetof(throng_motion, vx)));
        e.places = _mm_max_pd(_mm_andnot_pd(sign, place), e.places);
        e.locals = _mm_max_pd(_mm_andnot_pd(sign, local), e.locals);
        e.place_sums = _mm_add_pd(e.place_sums, local);
        e.others = _mm_max_ps(_mm_andnot_ps(_mm_set1_ps(-0.0f), others), e.others);
        e.other_sums = _mm_add_ps(e.other_sums, others);
    }
    return e;
}

void LEVEL_NAME(crowd_look_at_motions)(const throng_motion *motions, int32_t first, int32_t end,
                                       const double home[2], double fine, int32_t *wrong, int32_t *far)
{
    const motion_extremes e = find_extremes(motions, first, end, home);
    const __m128d most = _mm_set1_pd((double)THRONG_MOST);
    const __m128d places = _mm_cmpnle_pd(_mm_max_pd(e.places, e.locals), most);
    const __m128d no_places = _mm_cmpunord_pd(e.place_sums, e.place_sums);
    const __m128 others = _mm_cmpnle_ps(e.others, _mm_set1_ps(THRONG_MOST));
    *wrong = _mm_movemask_pd(_mm_or_pd(places, no_places)) |
             _mm_movemask_ps(_mm_or_ps(others, _mm_cmpunord_ps(e.other_sums, e.other_sums)));
    *far = _mm_movemask_pd(_mm_cmpnle_pd(e.locals, _mm_set1_pd(fine)));
}
#else
static int32_t is_beyond(double number, double most) { return !(number >= -most && number <= most); }

void LEVEL_NAME(crowd_look_at_motions)(const throng_motion *motions, int32_t first, int32_t end,
                                       const double home[2], double fine, int32_t *wrong, int32_t *far)
{
    const double most = (double)THRONG_MOST;
    *wrong = *far = 0;
    for (int32_t i = first; i < end; i++) {
        throng_motion m;
        memcpy(&m, (const char *)motions + (size_t)i * sizeof m, sizeof m);
        const double numbers[8] = {m.x,          m.y,          m.x - home[0],       m.y - home[1],
                                   (double)m.vx, (double)m.vy, (double)m.heading_x, (double)m.heading_y};
        for (int32_t k = 0; k < 8; k++)
            *wrong |= is_beyond(numbers[k], most);
        *far |= is_beyond(numbers[2], fine) | is_beyond(numbers[3], fine);
    }
}
#endif
