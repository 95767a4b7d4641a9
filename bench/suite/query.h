/* What takes part in the workload "query": what agents ask of a finished influence map. */
#ifndef THRONG_BENCH_SUITE_QUERY_H
#define THRONG_BENCH_SUITE_QUERY_H

#include "bench/suite/suite.h"

/* A map's values, and who asks. */
typedef struct throng_bench_asked {
    int32_t side, count, kind; /* kind: of bench_query.c */
    const float *values;
    throng_point *points;
    throng_cell *cells;
    throng_region *regions;
} throng_bench_asked;

/* The answers as one would write them without a library. */
void throng_bench_naive_samples(const throng_bench_asked *asked, throng_sample *samples);
void throng_bench_naive_neighbors(const throng_bench_asked *asked, throng_best *results);
void throng_bench_naive_regions(const throng_bench_asked *asked, throng_best *results);

#endif
