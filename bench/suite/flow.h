/* What the workload "flow" and its baseline share. */
#ifndef THRONG_BENCH_SUITE_FLOW_H
#define THRONG_BENCH_SUITE_FLOW_H

#include "bench/suite/suite.h"

typedef struct throng_bench_ground {
    int32_t side, fields;
    int32_t door; /* a cell that opens and closes; -1: none */
    uint8_t *blocked;
    uint8_t *costs;  /* of cells; NULL: none */
    int32_t nearest; /* 1: unreached cells lead to the nearest reached one; the baseline's do not */
} throng_bench_ground;

/* Lengths from all cells to one as a textbook has it: Dijkstra with a binary heap and floats; -1 where there
 * is no path. `memory` holds throng_bench_dijkstra_bytes(). */
size_t throng_bench_dijkstra_bytes(const throng_bench_ground *ground);
void throng_bench_dijkstra(const throng_bench_ground *ground, int32_t goal, float *lengths, void *memory);

#endif
