/* What takes part in the workload "choquet": rows of values that a measure joins. */
#ifndef THRONG_BENCH_SUITE_CHOQUET_H
#define THRONG_BENCH_SUITE_CHOQUET_H

#include "bench/suite/suite.h"

/* The integral of each row as one would write it without a library: values sorted along with their types. */
typedef void throng_bench_joiner(float *results, const float *values, int32_t rows, int32_t types,
                                 const float *measure);
throng_bench_joiner throng_bench_qsort;     /* by the C library */
throng_bench_joiner throng_bench_insertion; /* in place */

#endif
