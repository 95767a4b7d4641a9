/* One SIMD level: potential fields. */
#include "kernels/potential/binning.h"
#include "kernels/potential/chunk.h"
#include "src/cpu/level.h"

void LEVEL_NAME(potential_reach_tiles)(const potential_plan *plan, const potential_source *sources,
                                       int32_t count, potential_reached *reached)
{
    potential_reach_tiles(plan, sources, count, reached);
}

void LEVEL_NAME(potential_place_points)(const potential_plan *plan, const potential_point *points,
                                        int32_t count, int32_t *tiles)
{
    potential_place_points(plan, points, count, tiles);
}

void LEVEL_NAME(potential_chunk)(const potential_field *field, const potential_plan *plan,
                                 const potential_work *work, const potential_work *next, float *scratch)
{
    potential_chunk(field, plan, work, next, scratch);
}
