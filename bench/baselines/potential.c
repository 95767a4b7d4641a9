/* Potential fields as one would write them without a library: a loop over the sources, all of them, or those
 * in the nine cells of a grid around the point. Compiled several times. */
#include "bench/suite/potential.h"

#include "bench/baselines/bucket_grid.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

void JOIN(throng_bench_all_, THRONG_NAIVE)(const throng_bench_crowd *crowd, int32_t count,
                                           throng_force *forces, void *memory)
{
    (void)memory;
    for (int32_t i = 0; i < count; i++) {
        throng_force force = {0.0f, 0.0f, 0.0f, 0.0f};
        for (int32_t k = 0; k < crowd->source_count; k++)
            meet(&crowd->sources[k], crowd->points[i].x, crowd->points[i].y, &force);
        forces[i] = force;
    }
}

#ifdef THRONG_NAIVE_BYTES
size_t throng_bench_grid_bytes(const throng_bench_crowd *crowd)
{
    return grid_bytes(crowd->side, crowd->range, crowd->source_count);
}
#endif

void JOIN(throng_bench_grid_, THRONG_NAIVE)(const throng_bench_crowd *crowd, int32_t count,
                                            throng_force *forces, void *memory)
{
    const grid g = grid_fill(crowd->side, crowd->range, crowd->sources, crowd->source_count, memory);
    for (int32_t i = 0; i < count; i++) {
        throng_force force = {0.0f, 0.0f, 0.0f, 0.0f};
        grid_meet(&g, crowd->points[i].x, crowd->points[i].y, &force);
        forces[i] = force;
    }
}
