/* What one core, and the memory of all, can do at best, in the words of one SIMD level; compiled once per
 * level like the kernels. Roots and divisions run over an array in the first-level cache, independent of each
 * other, so that nothing but their own throughput counts. */
#include "bench/suite/peak_rates.h"
#include "bench/suite/suite.h"
#include "kernels/simd/simd.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    NEAR = 2048, /* floats: 8 KiB */
    BLOCK = 4 * THRONG_WIDTH,
    SWEEPS = 8,
    TRIES = 100,
    MIXES = 5, /* none to four of four roots are those beside */
    FAR_TRIES = 3,
    CHAINS = THRONG_WIDTH > 1 ? 12 : 8, /* of additions and products: enough to hide how long one takes */
    LINKS = 2048
};

static volatile float sink;

static void keep(vfloat a)
{
    float lanes[THRONG_WIDTH];
    vf_store(lanes, a);
    sink = lanes[0];
}

static vfloat sum_of_four(const vfloat sum[4]) { return (sum[0] + sum[1]) + (sum[2] + sum[3]); }

typedef vfloat operation(vfloat a, int beside);

static FORCE_INLINE vfloat root(vfloat a, int beside) { return beside ? vf_sqrt_alt(a) : vf_sqrt(a); }
static FORCE_INLINE vfloat root_and_division(vfloat a, int beside) { return a / root(a, beside); }
static FORCE_INLINE vfloat inverse_root(vfloat a, int beside)
{
    return beside ? vf_inv_sqrt_alt(a) : vf_inv_sqrt(a);
}

/* beside: how many of four. */
static FORCE_INLINE void sum_up(const float *values, size_t beside, operation *way)
{
    vfloat sum[4] = {vf_set(0.0f), vf_set(0.0f), vf_set(0.0f), vf_set(0.0f)};
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t i = 0; i < NEAR; i += BLOCK)
            for (size_t k = 0; k < 4; k++)
                sum[k] = sum[k] + way(vf_load(values + i + k * THRONG_WIDTH), k < beside);
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
    const vfloat factor = vf_load(values), term = vf_load(values + THRONG_WIDTH);
    vfloat chain[CHAINS], sum = vf_set(0.0f);
    for (int k = 0; k < CHAINS; k++)
        chain[k] = vf_set((float)k);
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

/* A thread's share of the memory. */
typedef struct share {
    float *from, *to;
    size_t count;
    float value;
} share;

static void *write_share(void *data)
{
    const share *s = data;
    for (size_t i = 0; i < s->count; i += THRONG_WIDTH)
        vf_store_nt(s->from + i, vf_set(s->value));
    store_nt_fence();
    return NULL;
}

static void *read_share(void *data)
{
    const share *s = data;
    vfloat sum[4] = {vf_set(0.0f), vf_set(0.0f), vf_set(0.0f), vf_set(0.0f)};
    for (size_t i = 0; i < s->count; i += BLOCK)
        for (size_t k = 0; k < 4; k++)
            sum[k] = sum[k] + vf_load(s->from + i + k * THRONG_WIDTH);
    keep(sum_of_four(sum));
    return NULL;
}

static void *copy_share(void *data)
{
    const share *s = data;
    for (size_t i = 0; i < s->count; i += THRONG_WIDTH)
        vf_store_nt(s->to + i, vf_load(s->from + i));
    store_nt_fence();
    return NULL;
}

/* Bytes per second of all threads; to begin and to await them takes a hundredth of the time. A thread that
 * cannot begin has its share done by this one. */
static double rate_of(void *(*run)(void *), share *shares, int32_t threads)
{
    pthread_t others[THRONG_BENCH_MEMORY_THREADS];
    int begun[THRONG_BENCH_MEMORY_THREADS] = {0};
    double bytes = 0.0;
    const double start = throng_bench_wall();
    for (int32_t i = 1; i < threads; i++)
        begun[i] = pthread_create(&others[i], NULL, run, &shares[i]) == 0;
    for (int32_t i = 0; i < threads; i++) {
        bytes += (double)(shares[i].count * sizeof(float));
        if (!begun[i])
            (void)run(&shares[i]);
    }
    for (int32_t i = 1; i < threads; i++)
        if (begun[i])
            (void)pthread_join(others[i], NULL);
    return bytes / (throng_bench_wall() - start);
}

static void time_memory(throng_bench_peak_rates *peak_rates, int32_t threads)
{
    const throng_bench_far_memory far = throng_bench_hold_far_memory();
    share shares[THRONG_BENCH_MEMORY_THREADS];
    for (size_t i = 0; i < (size_t)threads; i++) {
        const size_t first = THRONG_BENCH_FAR_FLOATS / BLOCK * i / (size_t)threads * BLOCK;
        const size_t end = THRONG_BENCH_FAR_FLOATS / BLOCK * (i + 1) / (size_t)threads * BLOCK;
        shares[i] = (share){far.from + first, far.to + first, end - first, 0.0f};
    }
    for (int try = 0; try <= FAR_TRIES; try++) { /* the first one makes the pages */
        for (int32_t i = 0; i < threads; i++)
            shares[i].value = (float)try;
        const double write = rate_of(write_share, shares, threads),
                     read = rate_of(read_share, shares, threads);
        const double copy = rate_of(copy_share, shares, threads);
        peak_rates->write = try && write > peak_rates->write ? write : peak_rates->write;
        peak_rates->read = try && read > peak_rates->read ? read : peak_rates->read;
        peak_rates->copy = try && copy > peak_rates->copy ? copy : peak_rates->copy;
    }
    sink = far.to[THRONG_BENCH_FAR_FLOATS / 2];
}

void THRONG_BENCH_PEAK_RATES(throng_bench_peak_rates *peak_rates, int32_t threads)
{
    float *values = throng_bench_allocate_aligned(NEAR * sizeof *values);
    for (int i = 0; i < NEAR; i++)
        values[i] = 1.0f + (float)i / NEAR;
    peak_rates->root = least_time(roots, values) * 1e9 / (SWEEPS * NEAR);
    peak_rates->root_division = least_time(roots_and_divisions, values) * 1e9 / (SWEEPS * NEAR);
    peak_rates->inverse_root = least_time(inverse_roots, values) * 1e9 / (SWEEPS * NEAR);
    for (int i = 0; i < NEAR; i++)
        values[i] = 0.5f;
    peak_rates->multiply_add = least_time(products_and_sums, values) * 1e9 / (LINKS * CHAINS * THRONG_WIDTH);
    free(values);
    peak_rates->write = peak_rates->read = peak_rates->copy = 0.0;
    if (threads > 0)
        time_memory(peak_rates,
                    threads < THRONG_BENCH_MEMORY_THREADS ? threads : THRONG_BENCH_MEMORY_THREADS);
}
