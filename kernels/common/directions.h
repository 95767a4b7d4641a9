/* Directions and steps between adjacent cells of each grid. */
#ifndef THRONG_KERNELS_COMMON_DIRECTIONS_H
#define THRONG_KERNELS_COMMON_DIRECTIONS_H

#include "kernels/simd/simd.h"

/* Grids, numbered as throng_grid. */
#define GRID_SQUARE8 0
#define GRID_SQUARE4 1
#define GRID_HEX 2

/* Directions count clockwise from right; hexagonal grids lack down (2) and up (6). */
#define RELAX_DIRECTIONS 8

static inline int32_t relax_direction_exists(int32_t direction, int grid)
{
    if (grid == GRID_HEX)
        return direction != 2 && direction != 6;
    return grid == GRID_SQUARE8 || !(direction & 1);
}

static inline int32_t relax_diagonal(int32_t direction, int grid)
{
    return grid == GRID_SQUARE8 && (direction & 1);
}

/* Unit vector of a step. */
static inline void relax_vector(int32_t direction, int grid, float *x, float *y)
{
    const float along = grid == GRID_HEX ? 0.5f : 0.707106769f;
    const float across = grid == GRID_HEX ? 0.866025388f : 0.707106769f;
    *x = direction == 0 ? 1.0f : direction == 4 ? -1.0f : 0.0f;
    *y = direction == 2 ? 1.0f : direction == 6 ? -1.0f : 0.0f;
    if (direction & 1) {
        *x = direction == 1 || direction == 7 ? along : -along;
        *y = direction == 1 || direction == 3 ? across : -across;
    }
}

/* Row and column offsets of a step from a cell of this row. */
static inline int32_t relax_row_step(int32_t direction)
{
    return direction == 0 || direction == 4 ? 0 : direction < 4 ? 1 : -1;
}
static inline int32_t relax_column_step(int32_t direction, int32_t odd_row, int grid)
{
    int32_t right = direction == 0 || direction == 1 || direction == 7;
    int32_t straight = direction == 2 || direction == 6;
    if (grid == GRID_HEX && (direction & 1)) /* odd rows are shifted half a cell to the right */
        return odd_row ? right : right - 1;
    return straight ? 0 : right ? 1 : -1;
}

#endif
