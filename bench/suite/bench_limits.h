/* bench_limits.c is compiled once per SIMD level with THRONG_BENCH_LIMITS naming its function. */
#ifndef THRONG_BENCH_LIMITS_H
#define THRONG_BENCH_LIMITS_H

#include "bench.h"

/* memory: 1 to measure the memory too, which takes some tenths of a second. */
typedef void throng_bench_measure(throng_bench_limits *limits, int32_t memory);

throng_bench_measure throng_bench_limits_reference, throng_bench_limits_vector, throng_bench_limits_sse2,
    throng_bench_limits_avx2, throng_bench_limits_avx512, throng_bench_limits_neon;

#ifndef THRONG_BENCH_LIMITS
#define THRONG_BENCH_LIMITS throng_bench_limits_reference
#endif

#endif
