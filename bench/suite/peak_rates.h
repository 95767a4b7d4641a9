/* bench_peak_rates.c is compiled once per SIMD level with THRONG_BENCH_PEAK_RATES naming its function. */
#ifndef THRONG_BENCH_SUITE_PEAK_RATES_H
#define THRONG_BENCH_SUITE_PEAK_RATES_H

#include "bench/suite/suite.h"

enum { THRONG_BENCH_MEMORY_THREADS = 256 }; /* at most */

/* Two arrays past every cache, which all levels share: making their pages takes longer than filling them. */
enum { THRONG_BENCH_FAR_FLOATS = 32 * 1024 * 1024 }; /* of each: 128 MiB */
typedef struct throng_bench_far_memory {
    float *from, *to;
} throng_bench_far_memory;
throng_bench_far_memory throng_bench_hold_far_memory(void);

/* threads: how many write, read and copy at a time, for which rates are measured, which takes some tenths of
 * a second; 0: no rates. */
typedef void throng_bench_time_pair(throng_bench_peak_rates *peak_rates, int32_t threads);

throng_bench_time_pair throng_bench_peak_rates_reference, throng_bench_peak_rates_vector,
    throng_bench_peak_rates_sse2, throng_bench_peak_rates_avx2, throng_bench_peak_rates_avx512,
    throng_bench_peak_rates_neon;

#ifndef THRONG_BENCH_PEAK_RATES
#define THRONG_BENCH_PEAK_RATES throng_bench_peak_rates_reference
#endif

#endif
