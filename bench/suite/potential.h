/* What takes part in the workload "potential": sources and points in a square, and two places for each to
 * move between. */
#ifndef THRONG_BENCH_SUITE_POTENTIAL_H
#define THRONG_BENCH_SUITE_POTENTIAL_H

#include "bench/suite/suite.h"

typedef struct throng_bench_crowd {
    int32_t source_count, point_count;
    float side, range; /* of the square; of every source */
    throng_potential_source *sources;
    throng_potential_point *points;
    float *source_places[2], *point_places[2]; /* x, y */
} throng_bench_crowd;

/* What the first `count` points feel, as one would write it without a library. `memory` has
 * throng_bench_grid_bytes(). One source, two ways to compile it: -O2, and -O3 -ffast-math -march=native. */
typedef void throng_bench_feel(const throng_bench_crowd *crowd, int32_t count, throng_force *forces,
                               void *memory);
throng_bench_feel throng_bench_all_strict, throng_bench_all_fast;   /* every source for every point */
throng_bench_feel throng_bench_grid_strict, throng_bench_grid_fast; /* those of nine cells of a grid */
size_t throng_bench_grid_bytes(const throng_bench_crowd *crowd);

#endif
