/* Terrain, and the lengths of paths on it. Part of throng.h, whose conventions hold.
 *
 * Walls, shared by the maps that use them. Cells are set and changed at any time; the next update of a map
 * takes the change in, at the cost of what it touches where that can be known. */
#ifndef THRONG_PUBLIC_TERRAIN_H
#define THRONG_PUBLIC_TERRAIN_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t throng_grid;
enum {
    THRONG_GRID_SQUARE8 = 0, /* 8 neighbours; a diagonal step costs sqrt(2) and cuts no blocked corner */
    THRONG_GRID_SQUARE4 = 1,
    THRONG_GRID_HEX = 2
};

#define THRONG_MAX_SIDE 1048576     /* columns or rows */
#define THRONG_MAX_CELLS 1073741824 /* columns times rows */

typedef struct throng_region {
    int32_t column, row;   /* of the upper left cell */
    int32_t width, height; /* >= 1; inside the map */
} throng_region;

typedef struct throng_cell {
    int32_t column, row;
} throng_cell;

typedef struct throng_terrain throng_terrain;

typedef struct throng_terrain_def {
    int32_t width;   /* columns, 1..THRONG_MAX_SIDE */
    int32_t height;  /* rows; width*height*worlds <= THRONG_MAX_CELLS */
    int32_t worlds;  /* 1: one map of walls, which all worlds of a batch share; or one for each of them */
    uint32_t cookie; /* set by the default function */
} throng_terrain_def;

THRONG_API throng_terrain_def throng_terrain_default_def(void);
/* Creates terrain without walls. Errors: INVALID_ARGUMENT, OUT_OF_MEMORY. */
THRONG_API throng_status throng_terrain_create(throng_context *context, const throng_terrain_def *def,
                                               throng_terrain **terrain);
/* NULL is fine. Errors: INVALID_ARGUMENT (not terrain, or other objects still use it). */
THRONG_API throng_status throng_terrain_destroy(throng_terrain *terrain);

/* Sets the cells of a region (NULL: all of them; worlds lie below each other, world w has rows w*height to
 * (w+1)*height-1) from bytes, 0 free and anything else blocked, row by row; row_stride: bytes from row to
 * row, 0: packed. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_terrain_set(throng_terrain *terrain, const throng_region *region,
                                            const uint8_t *blocked, size_t row_stride);
/* Sets all cells of a region to free (0) or blocked. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_terrain_fill(throng_terrain *terrain, const throng_region *region,
                                             int32_t blocked);
/* Copies a region to bytes, 0 or 1. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_terrain_read(const throng_terrain *terrain, const throng_region *region,
                                             uint8_t *blocked, size_t row_stride);

typedef struct throng_cell_pair {
    throng_cell from, to;
} throng_cell_pair;

/* Lengths of the shortest paths between pairs of cells, in cells: a + b*sqrt(2), exact and rounded once; -1
 * where no path is or a cell is blocked. Pairs count rows as regions do; there is no path from world to
 * world. stride: bytes from pair to pair, 0: packed. The context's threads share the pairs. Errors:
 * INVALID_ARGUMENT (a cell off the map: the message has its pair), OUT_OF_MEMORY. */
THRONG_API throng_status throng_terrain_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                                  const throng_cell_pair *pairs, size_t stride,
                                                  float *distances);

#ifdef __cplusplus
}
#endif

#endif
