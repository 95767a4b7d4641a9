/* One SIMD level: maps out of stored distances. */
#include "kernels/influence/all_pairs.h"
#include "src/cpu/level.h"

void LEVEL_NAME(table_row)(float *lengths, uint8_t *firsts, void *scratch, terrain_view walls,
                           int32_t columns, int32_t rows, int32_t grid, int32_t cell)
{
    path_table_row(lengths, firsts, scratch, walls, columns, rows, grid, cell);
}

void LEVEL_NAME(table_footprint)(float *values, const influence_source *source, relax_area area,
                                 const influence_grid *grid, const float *lengths, const uint8_t *firsts)
{
    path_table_footprint(values, source, area, grid, lengths, firsts);
}
