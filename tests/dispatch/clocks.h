/* Clocks of the tests' own, by which throng_calibrate() measures. */
#ifndef THRONG_TESTS_DISPATCH_CLOCKS_H
#define THRONG_TESTS_DISPATCH_CLOCKS_H

#include "src/core/context.h"

#include <time.h>

static inline double seconds_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)(t.tv_sec % 100000) + 1e-9 * (double)t.tv_nsec;
}

/* Fifty seconds in one: frames seem to be longer, so that fewer and smaller ones are measured. */
static inline double look_fast(void *user)
{
    (void)user;
    return 50.0 * seconds_now();
}

/* Each look at the clock is `seconds` of the backend in play after the last one, times noise: `noise` of
 * 100 looks are up to `most` times as long, or where that is 100 all looks of some hundredths of a second
 * alike. */
typedef struct fake_clock {
    throng_context *context;
    double now, seconds[2], most, phase, factor;
    int32_t noise, looks;
    uint32_t seed;
} fake_clock;

static inline double look(void *user)
{
    fake_clock *c = user;
    double step = c->seconds[c->context->wanted == THRONG_BACKEND_OPENCL];
    c->seed = c->seed * 1664525u + 1013904223u;
    const double random = (double)(c->seed >> 8) / 16777216.0;
    c->seed = c->seed * 1664525u + 1013904223u;
    if (c->noise == 100 && c->now >= c->phase) {
        c->phase = c->now + 0.02;
        c->factor = 1.0 + (c->most - 1.0) * random;
    }
    if (c->noise == 100)
        step *= c->factor;
    else if ((int32_t)(c->seed >> 8) % 100 < c->noise)
        step *= 1.0 + (c->most - 1.0) * random;
    c->looks++;
    return c->now += step;
}

#endif
