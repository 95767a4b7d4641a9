/* Motions between the caller's form and that of backends, for both of which they are converted. */
#ifndef THRONG_CROWD_MOTIONS_INTERNAL_H
#define THRONG_CROWD_MOTIONS_INTERNAL_H

#include "kernels/crowd/motions.h"
#include "src/core/check.h"
#include "src/crowd/crowd.h"

#include <stddef.h>
#ifdef __SSE2__
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

#endif
