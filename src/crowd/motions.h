/* Motions between the caller's form and that of backends, for both of which they are converted. */
#ifndef THRONG_CROWD_MOTIONS_INTERNAL_H
#define THRONG_CROWD_MOTIONS_INTERNAL_H

#include "kernels/crowd/motions.h"
#include "src/core/check.h"
#include "src/crowd/crowd.h"

#include <stddef.h>
#if defined(__AVX512DQ__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

_Static_assert(sizeof(throng_motion) == sizeof(crowd_motion), "motions are converted in place");

/* The unit vector in a direction; 0 if there is none. A vector that is a unit vector but for rounding
 * keeps its bits, so that a heading that was read can be set again. */
static inline int32_t throng_heading_unit(float *x, float *y)
{
    const float square = *x * *x + *y * *y;
    if (square >= 0.999999f && square <= 1.000001f)
        return 1;
    const float most = scalar_max(scalar_abs(*x), scalar_abs(*y));
    if (!(most > 0.0f))
        return 0;
    const float a = *x / most, b = *y / most, length = scalar_sqrt(a * a + b * b);
    *x = throng_without_subnormal(a / length);
    *y = throng_without_subnormal(b / length);
    return 1;
}

#if defined(__SSE2__)
static inline __m128 throng_lanes_without_subnormal(__m128 lanes)
{
    const __m128i exponents = _mm_and_si128(_mm_castps_si128(lanes), _mm_set1_epi32(0x7f800000));
    return _mm_andnot_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(exponents, _mm_setzero_si128())), lanes);
}
#endif

/* A coordinate relative to the home as a float and what that lacks. What both have together is split the
 * same way again: where the rest is rounded to half a step of the float, the float follows. */
static inline void throng_place_split(double exact, float *local, float *rest)
{
    const float near = throng_without_subnormal((float)exact);
    const float lacks = throng_without_subnormal((float)(exact - (double)near));
    *local = near + lacks;
    *rest = lacks + (near - *local);
}

/* The i-th motion as a backend has it. Its numbers are in range. With SSE2 x and y go through
 * throng_place_split() side by side: the same operations, and so the same bits. */
static inline crowd_motion throng_motion_to_local(const throng_crowd_motions *m, int32_t i)
{
    crowd_motion to;
#if defined(__SSE2__)
    const char *from = m->given + (size_t)i * sizeof(throng_motion);
    const __m128d exact =
        _mm_sub_pd(_mm_loadu_pd((const double *)(const void *)from), _mm_set_pd(m->home_y, m->home_x));
    const __m128 near = throng_lanes_without_subnormal(_mm_cvtpd_ps(exact));
    const __m128 lacks = throng_lanes_without_subnormal(_mm_cvtpd_ps(_mm_sub_pd(exact, _mm_cvtps_pd(near))));
    const __m128 place = _mm_add_ps(near, lacks);
    const __m128 rest = _mm_add_ps(lacks, _mm_sub_ps(near, place));
    const __m128 ways = throng_lanes_without_subnormal(
        _mm_loadu_ps((const float *)(const void *)(from + offsetof(throng_motion, vx))));
    to.x = _mm_cvtss_f32(place);
    to.y = _mm_cvtss_f32(_mm_shuffle_ps(place, place, 1));
    to.vx = _mm_cvtss_f32(ways);
    to.vy = _mm_cvtss_f32(_mm_shuffle_ps(ways, ways, 1));
    to.heading_x = _mm_cvtss_f32(_mm_movehl_ps(ways, ways));
    to.heading_y = _mm_cvtss_f32(_mm_shuffle_ps(ways, ways, 3));
    to.rest.x = _mm_cvtss_f32(rest);
    to.rest.y = _mm_cvtss_f32(_mm_shuffle_ps(rest, rest, 1));
#else
    throng_motion from;
    memcpy(&from, m->given + (size_t)i * sizeof from, sizeof from);
    throng_place_split(from.x - m->home_x, &to.x, &to.rest.x);
    throng_place_split(from.y - m->home_y, &to.y, &to.rest.y);
    to.vx = throng_without_subnormal(from.vx);
    to.vy = throng_without_subnormal(from.vy);
    to.heading_x = throng_without_subnormal(from.heading_x);
    to.heading_y = throng_without_subnormal(from.heading_y);
#endif
    (void)throng_heading_unit(&to.heading_x, &to.heading_y);
    return to;
}

/* The i-th motion as the caller has it, which may be in the same memory. */
static inline void throng_motion_from_local(const throng_crowd_motions *m, int32_t i,
                                            const crowd_motion *from)
{
    const throng_motion to = {m->home_x + ((double)from->x + (double)from->rest.x),
                              m->home_y + ((double)from->y + (double)from->rest.y),
                              from->vx,
                              from->vy,
                              from->heading_x,
                              from->heading_y};
    memcpy(m->wanted + (size_t)i * sizeof to, &to, sizeof to);
}

/* Looks at the motions first .. end - 1. wrong: a number is out of range, or NaN. far: a place is farther
 * from the home than `fine`. With SSE2 the numbers of a motion go side by side: their largest magnitudes, and
 * sums, which are NaN if a number is, since maxima pass over NaN. */
#if defined(__SSE2__)
typedef struct throng_motion_extremes {
    __m128d places, locals, place_sums; /* of x, y */
    __m128 others, other_sums;          /* of vx, vy, heading_x, heading_y */
} throng_motion_extremes;

#if defined(__AVX512DQ__)
/* Of pairs of motions. Lanes that are no doubles or no floats are left out: as such they may be numbers that
 * processors are slow with. */
static inline throng_motion_extremes throng_motions_pairs(const char *motions, int32_t pairs,
                                                          const double home[2])
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
    return (throng_motion_extremes){
        _mm_max_pd(_mm512_castpd512_pd128(places), _mm512_extractf64x2_pd(places, 2)),
        _mm_max_pd(_mm512_castpd512_pd128(locals), _mm512_extractf64x2_pd(locals, 2)),
        _mm_add_pd(_mm512_castpd512_pd128(place_sums), _mm512_extractf64x2_pd(place_sums, 2)),
        _mm_max_ps(_mm512_extractf32x4_ps(others, 1), _mm512_extractf32x4_ps(others, 3)),
        _mm_add_ps(_mm512_extractf32x4_ps(other_sums, 1), _mm512_extractf32x4_ps(other_sums, 3))};
}
#endif

static inline throng_motion_extremes throng_motions_extremes(const throng_motion *motions, int32_t first,
                                                             int32_t end, const double home[2])
{
    const __m128d at = _mm_loadu_pd(home), sign = _mm_set1_pd(-0.0);
    int32_t i = first;
#if defined(__AVX512DQ__)
    throng_motion_extremes e = throng_motions_pairs((const char *)motions + (size_t)first * sizeof *motions,
                                                    (end - first) / 2, home);
    i += (end - first) / 2 * 2;
#else
    throng_motion_extremes e = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_ps(),
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

static inline void throng_motions_look(const throng_motion *motions, int32_t first, int32_t end,
                                       const double home[2], double fine, int32_t *wrong, int32_t *far)
{
    const throng_motion_extremes e = throng_motions_extremes(motions, first, end, home);
    const __m128d most = _mm_set1_pd((double)THRONG_MOST);
    const __m128d places = _mm_cmpnle_pd(_mm_max_pd(e.places, e.locals), most);
    const __m128d no_places = _mm_cmpunord_pd(e.place_sums, e.place_sums);
    const __m128 others = _mm_cmpnle_ps(e.others, _mm_set1_ps(THRONG_MOST));
    *wrong = _mm_movemask_pd(_mm_or_pd(places, no_places)) |
             _mm_movemask_ps(_mm_or_ps(others, _mm_cmpunord_ps(e.other_sums, e.other_sums)));
    *far = _mm_movemask_pd(_mm_cmpnle_pd(e.locals, _mm_set1_pd(fine)));
}
#else
static inline int32_t throng_is_beyond(double number, double most)
{
    return !(number >= -most && number <= most);
}

static inline void throng_motions_look(const throng_motion *motions, int32_t first, int32_t end,
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
            *wrong |= throng_is_beyond(numbers[k], most);
        *far |= throng_is_beyond(numbers[2], fine) | throng_is_beyond(numbers[3], fine);
    }
}
#endif

#endif
