/* bench_limits.c is compiled once per SIMD level with THRONG_BENCH_LIMITS naming its function. */
#ifndef THRONG_BENCH_SUITE_PEAK_RATES_H
#define THRONG_BENCH_SUITE_PEAK_RATES_H

#include "bench/suite/suite.h"

enum { THRONG_BENCH_MEMORY_THREADS = 256 }; /* at most */

/* threads: how many write, read and copy at a time, for which rates are measured, which takes some tenths of
 * a second; 0: no rates. */
typedef void throng_bench_measure(throng_bench_limits *limits, int32_t threads);

throng_bench_measure throng_bench_limits_reference, throng_bench_limits_vector, throng_bench_limits_sse2,
    throng_bench_limits_avx2, throng_bench_limits_avx512, throng_bench_limits_neon;

#ifndef THRONG_BENCH_LIMITS
#define THRONG_BENCH_LIMITS throng_bench_limits_reference
#endif

#endif
