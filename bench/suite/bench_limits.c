/* What one core can do at best, in the words of one SIMD level; compiled once per level like the kernels.
 * Roots and divisions run over an array in the first-level cache, independent of each other, so that nothing
 * but their own throughput counts. */
#include "bench_limits.h"
#include "bench.h"
#include "words.h"

#include <stdlib.h>

enum {
    NEAR = 2048,            /* floats: 8 KiB */
    FAR = 32 * 1024 * 1024, /* floats: 128 MiB, past every cache */
    BLOCK = 4 * THRONG_WIDTH,
    SWEEPS = 8,
    TRIES = 100,
    MIXES = 5, /* none to four of four roots are those beside */
    FAR_TRIES = 3,
    CHAINS = THRONG_WIDTH > 1 ? 12 : 8, /* of additions and products: enough to hide how long one takes */
    LINKS = 2048
};

static volatile float sink;

static void keep(real a)
{
    float lanes[THRONG_WIDTH];
    real_store(lanes, a);
    sink = lanes[0];
}

static real sum_of_four(const real sum[4]) { return (sum[0] + sum[1]) + (sum[2] + sum[3]); }

typedef real way_of(real a, int beside);

static INLINED real root(real a, int beside) { return beside ? real_sqrt_beside(a) : real_sqrt(a); }
static INLINED real root_and_division(real a, int beside) { return a / root(a, beside); }
static INLINED real inverse_root(real a, int beside)
{
    return beside ? real_inverse_root_beside(a) : real_inverse_root(a);
}

/* beside: how many of four. */
static INLINED void sum_up(const float *values, size_t beside, way_of *way)
{
    real sum[4] = {real_set(0.0f), real_set(0.0f), real_set(0.0f), real_set(0.0f)};
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t i = 0; i < NEAR; i += BLOCK)
            for (size_t k = 0; k < 4; k++)
                sum[k] = sum[k] + way(real_load(values + i + k * THRONG_WIDTH), k < beside);
    keep(sum_of_four(sum));
}

static void roots(const float *values, size_t beside) { sum_up(values, beside, root); }
static void roots_and_divisions(const float *values, size_t beside)
{
    sum_up(values, beside, root_and_division);
}
static void inverse_roots(const float *values, size_t beside) { sum_up(values, beside, inverse_root); }

static void products_and_sums(const float *values, size_t beside)
{
    (void)beside;
    const real factor = real_load(values), term = real_load(values + THRONG_WIDTH);
    real chain[CHAINS], sum = real_set(0.0f);
    for (int k = 0; k < CHAINS; k++)
        chain[k] = real_set((float)k);
    for (int i = 0; i < LINKS; i++)
        for (int k = 0; k < CHAINS; k++)
            chain[k] = chain[k] * factor + term;
    for (int k = 0; k < CHAINS; k++)
        sum = sum + chain[k];
    keep(sum);
}

static double least_time(void (*run)(const float *values, size_t beside), const float *values)
{
    double least = 1e9;
    for (size_t i = 0; i < (size_t)TRIES * MIXES; i++) {
        double start = throng_bench_wall();
        run(values, i % MIXES);
        double seconds = throng_bench_wall() - start;
        if (seconds < least)
            least = seconds;
    }
    return least;
}

static void measure_memory(throng_bench_limits *limits)
{
    float *from = throng_bench_allocate_aligned(FAR * sizeof *from);
    float *to = throng_bench_allocate_aligned(FAR * sizeof *to);
    for (int try = 0; try <= FAR_TRIES; try++) { /* the first one makes the pages */
        double start = throng_bench_wall();
        for (size_t i = 0; i < FAR; i += THRONG_WIDTH)
            real_stream(from + i, real_set((float)try));
        real_stream_end();
        double middle = throng_bench_wall();
        for (size_t i = 0; i < FAR; i += THRONG_WIDTH)
            real_stream(to + i, real_load(from + i));
        real_stream_end();
        double end = throng_bench_wall();
        double write = FAR * sizeof *from / (middle - start);
        double copy = FAR * sizeof *from / (end - middle);
        if (try && write > limits->write)
            limits->write = write;
        if (try && copy > limits->copy)
            limits->copy = copy;
    }
    sink = to[FAR / 2];
    free(from);
    free(to);
}

void THRONG_BENCH_LIMITS(throng_bench_limits *limits, int32_t memory)
{
    float *values = throng_bench_allocate_aligned(NEAR * sizeof *values);
    for (int i = 0; i < NEAR; i++)
        values[i] = 1.0f + (float)i / NEAR;
    limits->root = least_time(roots, values) * 1e9 / (SWEEPS * NEAR);
    limits->root_division = least_time(roots_and_divisions, values) * 1e9 / (SWEEPS * NEAR);
    limits->inverse_root = least_time(inverse_roots, values) * 1e9 / (SWEEPS * NEAR);
    for (int i = 0; i < NEAR; i++)
        values[i] = 0.5f;
    limits->multiply_add = least_time(products_and_sums, values) * 1e9 / (LINKS * CHAINS * THRONG_WIDTH);
    free(values);
    limits->write = 0.0;
    limits->copy = 0.0;
    if (memory)
        measure_memory(limits);
}
