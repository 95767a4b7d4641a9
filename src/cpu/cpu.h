/* The CPU backend, as the rest of the library sees it. */
#ifndef THRONG_CPU_CPU_H
#define THRONG_CPU_CPU_H

#include "src/core/backend.h"

extern const throng_backend_ops throng_cpu_ops;

/* The kernels of a level; NULL: not built in, or not on this processor. AUTO: the widest. */
const struct throng_simd *throng_cpu_simd(throng_isa isa);
throng_isa throng_cpu_best_isa(void);
/* Pairs are on the map; see throng_terrain_distances(). */
throng_status throng_cpu_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                   const void *pairs, size_t stride, float *distances);
/* Routes, see throng/route.h; arguments are valid. */
throng_status throng_cpu_routes_create(throng_route *route);
void throng_cpu_routes_destroy(throng_route *route);
throng_status throng_cpu_routes_find(throng_route *route, int32_t count, const void *pairs, size_t stride,
                                     throng_route_result *results);
int32_t throng_cpu_routes_count(const throng_route *route);
/* Of the last search's routes first .. first+count-1. */
int64_t throng_cpu_routes_cells(const throng_route *route, int32_t first, int32_t count);
void throng_cpu_routes_read(const throng_route *route, int32_t first, int32_t count, throng_cell *cells);
int32_t throng_cpu_name(char name[49]); /* the processor's own name; 0 and "" where it does not tell */

#endif
