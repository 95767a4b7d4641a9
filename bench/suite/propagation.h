/* What takes part in the workload "walk": path and adjacent propagation on a map with walls. */
#ifndef THRONG_BENCH_SUITE_PROPAGATION_H
#define THRONG_BENCH_SUITE_PROPAGATION_H

#include "bench/suite/suite.h"

/* Objects on free cells of a map with walls, and two free cells for each to move between. */
typedef struct throng_bench_maze {
    int32_t width, height, worlds; /* all worlds have the same walls */
    uint8_t *blocked;
    throng_influence_object *objects;
    float *positions[2]; /* x, y */
    int32_t count;
    throng_propagation propagation;
    throng_grid grid;
    int32_t all_pairs;
    double slice;   /* seconds of a call; 0: updates are done at once */
    int32_t *edits; /* cells that are walls, or none, the other way round at the second place */
    int32_t edit_count;
} throng_bench_maze;

/* Adds all objects to `values` (width x height x worlds) as the paper, or a textbook, writes it. Gives how
 * many cells they reached, each counted for each object. */
typedef double throng_bench_walker(const throng_bench_maze *maze, float *values, void *memory);
size_t throng_bench_walker_bytes(const throng_bench_maze *maze);
throng_bench_walker
    throng_bench_heap; /* path: Dijkstra with a binary heap, ended where nothing is left to add */
throng_bench_walker
    throng_bench_fifo; /* adjacent: the first-in, first-out queue as printed, with its corrections */

#endif
