/* What takes part in the workload "route": routes between pairs of cells. */
#ifndef THRONG_BENCH_SUITE_ROUTE_H
#define THRONG_BENCH_SUITE_ROUTE_H

#include "bench/suite/suite.h"

typedef struct throng_bench_roads {
    int32_t width, height;
    uint8_t *blocked;
    const float *costs; /* NULL: none */
    throng_cell_pair *pairs;
    int32_t count;
    int32_t ahead;   /* 1: A*, 0: Dijkstra */
    int32_t lengths; /* 1: lengths alone, of pairs of cells of the terrain */
} throng_bench_roads;

/* Of the totals and of all cells, one route after the other. */
uint64_t throng_bench_route_hash(const throng_route_result *results, int32_t count, const throng_cell *cells,
                                 int64_t cell_count);

/* Length plus cost of each pair's best route, -1: none, by a textbook's search; returns how many cells it
 * took off its heap. `memory` is zero before the first call. */
int64_t throng_bench_search(const throng_bench_roads *roads, float *totals, void *memory);
size_t throng_bench_search_bytes(const throng_bench_roads *roads);

#endif
