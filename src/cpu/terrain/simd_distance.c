/* One SIMD level: distances around walls. */
#include "kernels/common/path_distance.h"
#include "src/cpu/level.h"

size_t LEVEL_NAME(distance_scratch)(int32_t columns, int32_t rows, int32_t widest)
{
    return path_distance_scratch(columns, rows, widest);
}

float LEVEL_NAME(distance)(void *scratch, terrain_view walls, int32_t columns, int32_t rows,
                           const int32_t from_to[4], int32_t round, int32_t grid)
{
    return path_distance(scratch, walls, columns, rows, from_to, round, grid);
}
