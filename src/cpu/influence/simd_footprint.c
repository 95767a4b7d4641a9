/* One SIMD level: maps that go around walls. */
#include "kernels/influence/footprint_lanes.h"
#include "src/cpu/level.h"

size_t LEVEL_NAME(footprint_scratch)(const influence_object *object, const influence_grid *grid)
{
    return footprint_scratch(object, grid);
}

void LEVEL_NAME(footprint_write_all)(footprint_item *items, int32_t count, void *scratch,
                                     const uint32_t *walls, const influence_grid *grid)
{
    footprint_write_all(items, count, scratch, walls, grid);
}

void LEVEL_NAME(footprint_add)(float *sums, const influence_tile *tile, relax_area area, const float *values)
{
    footprint_add(sums, tile, area, values);
}
