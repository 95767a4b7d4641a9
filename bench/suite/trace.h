/* What takes part in the workload "trace": attackers in a square, on their way past guns to a goal. */
#ifndef THRONG_BENCH_SUITE_TRACE_H
#define THRONG_BENCH_SUITE_TRACE_H

#include "bench/suite/suite.h"

typedef struct throng_bench_paths {
    int32_t source_count, path_count, most_steps;
    int32_t worlds;           /* so many squares with as many sources and paths each, one behind the other */
    float side, range, speed; /* of the square, whose cells are 1 wide; of every source; of every path */
    const uint8_t *blocked;   /* cells, row by row; NULL: there is no terrain */
    throng_potential_source *sources;
    float *source_places[2]; /* x, y: two places for each to move between */
    throng_trace_start *starts;
    throng_potential_goal goal;
} throng_bench_paths;

/* The first `count` paths, as one would write it without a library: one after the other, at each step the
 * sources of nine cells of a grid and the blocked cells around. `memory` has throng_bench_trace_bytes().
 * One source, two ways to compile it: -O2, and -O3 -ffast-math -march=native. */
typedef void throng_bench_lead(const throng_bench_paths *paths, int32_t count, throng_trace_result *results,
                               void *memory);
throng_bench_lead throng_bench_lead_strict, throng_bench_lead_fast;
size_t throng_bench_trace_bytes(const throng_bench_paths *paths);

#endif
