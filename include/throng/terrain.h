/* Terrain: grids of free and blocked cells, and the lengths of shortest paths on them. The conventions of
 * throng.h hold.
 *
 * A terrain holds the walls that maps, fields, flows, routes and crowds share. Cells can be changed at any
 * time; the next update or step of an object on the terrain takes the change in. If few cells changed, the
 * cost depends on what they affect. */
#ifndef THRONG_TERRAIN_H
#define THRONG_TERRAIN_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Shape of cells, and which of them are neighbours.
typedef int32_t throng_grid;
enum {
    /// Squares with 8 neighbours. A straight step has length 1, a diagonal one sqrt(2). A diagonal step needs
    /// both cells beside it to be free.
    THRONG_GRID_SQUARE8 = 0,
    /// Squares with 4 neighbours.
    THRONG_GRID_SQUARE4 = 1,
    /// Hexagons with pointed tops and 6 neighbours; odd rows lie half a cell to the right.
    THRONG_GRID_HEX = 2
};

/// Most columns, and most rows of a world.
#define THRONG_MAX_SIDE 1048576
/// Most cells of all worlds together.
#define THRONG_MAX_CELLS 1073741824

/// A rectangle of cells. It must lie inside the map.
typedef struct throng_region {
    /// Upper left cell.
    int32_t column, row;

    /// Columns and rows. Range: 1 or more.
    int32_t width, height;
} throng_region;

/// A cell.
typedef struct throng_cell {
    /// Column from the left and row from the top, from 0; rows count over all worlds.
    int32_t column, row;
} throng_cell;

/// A terrain; see the top of this header.
typedef struct throng_terrain throng_terrain;

/// Definition of a terrain.
typedef struct throng_terrain_def {
    /// Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
    int32_t width;

    /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    /// set.
    int32_t height;

    /// Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds
    /// then share. Default: 1.
    int32_t worlds;

    /// Set by the default function.
    uint32_t cookie;
} throng_terrain_def;

/// Default definition of a terrain; `width` and `height` are to be set.
THRONG_API throng_terrain_def throng_terrain_default_def(void);

/// Creates a terrain whose cells are all free. It takes a bit per cell.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
THRONG_API throng_status throng_terrain_create(throng_context *context, const throng_terrain_def *def,
                                               throng_terrain **terrain);

/// Destroys a terrain. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a terrain or is still used by another object.
THRONG_API throng_status throng_terrain_destroy(throng_terrain *terrain);

/// Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
/// `region` NULL: all cells of all worlds. `row_stride` is in bytes.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_terrain_set(throng_terrain *terrain, const throng_region *region,
                                            const uint8_t *blocked, size_t row_stride);

/// Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_terrain_fill(throng_terrain *terrain, const throng_region *region,
                                             int32_t blocked);

/// Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_terrain_read(const throng_terrain *terrain, const throng_region *region,
                                             uint8_t *blocked, size_t row_stride);

/// Two cells.
typedef struct throng_cell_pair {
    /// Start and goal of a path.
    throng_cell from, to;
} throng_cell_pair;

/// Computes the lengths of the shortest paths between pairs of cells.
/// A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
/// cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
/// search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
/// an even height.
/// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
THRONG_API throng_status throng_terrain_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                                  const throng_cell_pair *pairs, size_t stride,
                                                  float *distances);

#ifdef __cplusplus
}
#endif

#endif
