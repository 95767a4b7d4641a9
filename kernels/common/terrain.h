/* Walls as bit maps: bit c of a row is set if column c is blocked. Every world is surrounded by enough
 * blocked cells that windows and vectors may read beyond the map without bounds checks. */
#ifndef THRONG_KERNELS_COMMON_TERRAIN_H
#define THRONG_KERNELS_COMMON_TERRAIN_H

#include "kernels/simd/simd.h"

#define TERRAIN_LEFT 32  /* blocked bits before column 0 */
#define TERRAIN_RIGHT 96 /* blocked bits behind the last column, at least */

static inline int32_t terrain_pitch(int32_t width) /* words from row to row */
{
    return (TERRAIN_LEFT + width + TERRAIN_RIGHT + 31) / 32;
}

/* The walls of one world: row r of the map is row r + 1 here. */
typedef struct terrain_view {
    THRONG_GLOBAL const uint32_t *bits;
    int32_t pitch; /* words */
} terrain_view;

/* The bits of columns column .. column + 31; -32 <= column, -1 <= row. */
static inline uint32_t terrain_bits(terrain_view t, int32_t column, int32_t row)
{
    uint32_t at = (uint32_t)(column + TERRAIN_LEFT);
    THRONG_GLOBAL const uint32_t *words = t.bits + (size_t)(row + 1) * (size_t)t.pitch + (at >> 5);
    uint32_t shift = at & 31u;
    return (words[0] >> shift) | ((words[1] << 1) << (31u - shift));
}

static inline int32_t terrain_blocked(terrain_view t, int32_t column, int32_t row)
{
    return (int32_t)(terrain_bits(t, column, row) & 1u);
}

#endif
