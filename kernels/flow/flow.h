/* Flow fields: shortest paths from all cells to the nearest goal.
 *
 * A map is cut into tiles, each a window of keys with a copy of its neighbours' edge cells around it.
 * kernels/common/relaxation_rows.inc relaxes a tile until it converges; edges that improved are dirty edges
 * of the tiles beside it. Passes repeat until no edge is dirty. A key is the exact length of the path that it
 * was made of (kernels/common/path_length.h, without a rank). It is never below the shortest length, and the
 * least key stays, so the result does not depend on the order of the passes.
 *
 * Near paths come first: a round passes over the tiles whose dirty edges carry paths at most FLOW_AHEAD cells
 * longer than the shortest one on any dirty edge. Longer ones would soon be replaced.
 *
 * Adjacent tiles are never processed at the same time: tiles have four colours, by even and odd columns and
 * rows. A tile reads its idle neighbours and writes itself only. */
#ifndef THRONG_KERNELS_FLOW_FLOW_H
#define THRONG_KERNELS_FLOW_FLOW_H

#include "kernels/common/relaxation.h"

#define FLOW_EDGE 2   /* keys before a tile's own columns and rows: a wall, then the neighbour's edge */
#define FLOW_BORDER 4 /* the same on both sides together */
#define FLOW_SLACK 64 /* padding behind the last tile, for vector loads */
#define FLOW_COLOURS 4
#define FLOW_AHEAD 60
#define FLOW_NEVER 0x7fffffff /* due of a tile without dirty edges */
#define FLOW_TILE 60          /* maximum columns and rows of a tile */
#define FLOW_PITCH 64
#define FLOW_GROUP_TILE 28 /* the same if a work-group relaxes a tile in local memory */
#define FLOW_GROUP_PITCH 32

/* Dirty edges of a tile: bit k is the edge of its neighbour in direction k. This bit: it has new goals. */
#define FLOW_GOALS 256
/* Result bit of a pass: paths too long for keys of 32 bits may exist. */
#define FLOW_LONG 512

/* Result of a pass. found: bit k if the edge towards direction k is dirty, and FLOW_LONG. due[k]: shortest
 * improved path on that edge, in cells. */
typedef struct flow_pass_result {
    int32_t found;
    int32_t due[RELAX_DIRECTIONS];
} flow_pass_result;

/* Directions other than 0 .. 7; as THRONG_FLOW_GOAL and THRONG_FLOW_NONE. */
#define FLOW_AT_GOAL 8
#define FLOW_NOWHERE 255

#define FLOW_NO_PATH (-1.0f) /* length if there is no path */

/* Upper bounds of 32-bit keys: on SQUARE8 below 2^28, where path_wide_length() is exact; elsewhere keys count
 * steps, and no map has so many cells. */
#define FLOW_WIDE_DIAGONAL 268400000
#define FLOW_WIDE_STEPS 2000000000

typedef struct flow_plan {
    int32_t width, height; /* of a world */
    int32_t worlds, fields, grid;
    int32_t tile_columns, tile_rows, tiles_x, tiles_y;
    int32_t pitch; /* keys from row to row of a tile, at least tile_columns + FLOW_BORDER */
    int32_t walls_pitch;
    int32_t widest; /* 1: 64-bit keys */
    float cell_size;
} flow_plan;

/* Chooses tiles of at most `tile` columns and rows, as equal as the map allows. */
static inline void flow_choose_tiles(flow_plan *p, int32_t tile, int32_t pitch)
{
    p->tiles_x = (p->width + tile - 1) / tile;
    p->tiles_y = (p->height + tile - 1) / tile;
    p->tile_columns = (p->width + p->tiles_x - 1) / p->tiles_x;
    p->tile_rows = (p->height + p->tiles_y - 1) / p->tiles_y;
    p->pitch = pitch;
}

/* Position of a tile. Tiles are numbered by field, world, row, column. */
typedef struct flow_tile {
    int32_t column, row; /* in tiles, within the world */
    int32_t world;       /* across fields: world + field * worlds */
} flow_tile;

static inline flow_tile flow_tile_of(const flow_plan *p, int32_t index)
{
    const int32_t above = index / p->tiles_x;
    flow_tile tile;
    tile.column = index - above * p->tiles_x;
    tile.world = above / p->tiles_y;
    tile.row = above - tile.world * p->tiles_y;
    return tile;
}

static inline int32_t flow_tile_index(const flow_plan *p, int32_t world, int32_t column, int32_t row)
{
    return (world * p->tiles_y + row) * p->tiles_x + column;
}

/* Number of tiles of a colour, over all fields, and the i-th of them. */
static inline int32_t flow_colour_tiles(const flow_plan *p, int32_t colour)
{
    return p->fields * p->worlds * ((p->tiles_x + 1 - (colour & 1)) / 2) *
           ((p->tiles_y + 1 - (colour >> 1)) / 2);
}

static inline int32_t flow_tile_of_colour(const flow_plan *p, int32_t colour, int32_t i)
{
    const int32_t across = (p->tiles_x + 1 - (colour & 1)) / 2, down = (p->tiles_y + 1 - (colour >> 1)) / 2;
    const int32_t world = i / (across * down), rest = i - world * across * down, row = rest / across;
    return flow_tile_index(p, world, 2 * (rest - row * across) + (colour & 1), 2 * row + (colour >> 1));
}

static inline int32_t flow_colour(flow_tile tile) { return (tile.column & 1) + 2 * (tile.row & 1); }

static inline int32_t flow_column_step(int32_t direction)
{
    return relax_column_step(direction, 0, GRID_SQUARE8);
}

/* The adjacent tile; -1: none. */
static inline int32_t flow_neighbor(const flow_plan *p, int32_t index, int32_t direction)
{
    const flow_tile tile = flow_tile_of(p, index);
    const int32_t x = flow_column_step(direction), y = relax_row_step(direction);
    if (tile.column + x < 0 || tile.column + x >= p->tiles_x || tile.row + y < 0 ||
        tile.row + y >= p->tiles_y)
        return -1;
    return index + y * p->tiles_x + x;
}

static inline size_t flow_tile_keys(const flow_plan *p)
{
    return (size_t)(p->tile_rows + FLOW_BORDER) * (size_t)p->pitch;
}

/* Index of a cell's key. `world` counts across fields; rows are those of the world. */
static inline size_t flow_place(const flow_plan *p, int32_t world, int32_t column, int32_t row)
{
    const int32_t x = column / p->tile_columns, y = row / p->tile_rows;
    return (size_t)flow_tile_index(p, world, x, y) * flow_tile_keys(p) +
           (size_t)(row - y * p->tile_rows + FLOW_EDGE) * (size_t)p->pitch +
           (size_t)(column - x * p->tile_columns + FLOW_EDGE);
}

static inline terrain_view flow_walls(const flow_plan *p, THRONG_GLOBAL const uint32_t *walls, int32_t world)
{
    terrain_view view;
    view.bits = walls + (size_t)(world % p->worlds) * (size_t)(p->height + 2) * (size_t)p->walls_pitch;
    view.pitch = p->walls_pitch;
    return view;
}

/* Rectangle of cells that two adjacent tiles share, in the tile's coordinates. In the neighbour, columns are
 * `across` and rows `down` less. */
typedef struct flow_edge {
    int32_t left, right, top, bottom, across, down;
} flow_edge;

/* around: 1, the neighbour's cells around the tile; 0, the tile's own cells. */
static inline flow_edge flow_edge_of(const flow_plan *p, int32_t direction, int around)
{
    const int32_t x = flow_column_step(direction), y = relax_row_step(direction);
    flow_edge e;
    e.across = x * p->tile_columns;
    e.down = y * p->tile_rows;
    e.left = x > 0 ? p->tile_columns + 1 + around : FLOW_EDGE - (x < 0 ? around : 0);
    e.right = x < 0 ? e.left : p->tile_columns + 1 + (x > 0 ? around : 0);
    e.top = y > 0 ? p->tile_rows + 1 + around : FLOW_EDGE - (y < 0 ? around : 0);
    e.bottom = y < 0 ? e.top : p->tile_rows + 1 + (y > 0 ? around : 0);
    return e;
}

/* Walls of 32 columns of a tile from its column x on, in its row y. Everything around the tile is a wall. */
static inline uint32_t flow_wall_bits(const flow_plan *p, flow_tile tile, terrain_view walls, int32_t x,
                                      int32_t y)
{
    const int32_t row = tile.row * p->tile_rows + y - FLOW_EDGE;
    const int32_t left = p->tile_columns + FLOW_BORDER - 1 - x; /* columns up to the right border */
    if (y == 0 || y > p->tile_rows + FLOW_EDGE || row > p->height || left <= 0)
        return ~0u;
    const uint32_t edges = (x == 0 ? 1u : 0u) | (left >= 32 ? 0u : ~0u << left);
    return edges | terrain_bits(walls, tile.column * p->tile_columns + x - FLOW_EDGE, row);
}

#define FLOW(name) flow_wide_##name
#define RELAX(name) wide_##name
#define KEY int32_t
#define KEYS vint
#define LANES THRONG_WIDTH
#define WALL 2147000000
#define FREE 0
#define NOTHING(grid) ((grid) == GRID_SQUARE8 ? FLOW_WIDE_DIAGONAL : FLOW_WIDE_STEPS)
#define STRAIGHT(grid) ((grid) == GRID_SQUARE8 ? PATH_WIDE_Q : 1)
#define DIAGONAL PATH_WIDE_P
#define keys_set vi_set
#define keys_load vi_load
#define keys_store vi_store
#define keys_where vi_select_bits
#define keys_better vi_min
#define keys_worse vi_max
#define keys_step vi_add
#define keys_less vi_sub
#include "kernels/flow/tile.inc"

#define FLOW(name) flow_widest_##name
#define RELAX(name) widest_##name
#define KEY int64_t
#define KEYS int64_t
#define LANES 1
#define WALL 8000000000000000000
#define FREE 0
#define NOTHING(grid) ((int64_t)PATH_WIDEST_Q * PATH_WIDEST_P)
#define STRAIGHT(grid) ((int64_t)PATH_WIDEST_Q)
#define DIAGONAL ((int64_t)PATH_WIDEST_P)
#define keys_set(a) ((int64_t)(a))
#define keys_load(p) (*(p))
#define keys_store(p, a) (*(p) = (a))
#define keys_where(bits, a, b) ((bits)&1u ? (a) : (b))
#define keys_better(a, b) ((a) < (b) ? (a) : (b))
#define keys_worse(a, b) ((a) > (b) ? (a) : (b))
#define keys_step(a, b) ((a) + (b))
#define keys_less(a, b) ((a) - (b))
#include "kernels/flow/tile.inc"

/* ---------------------------------------------------------------- reading -------------------------- */

/* Cells of a row from `column` on that lie in one tile and one vector, at most `count`. */
static inline int32_t flow_lanes(const flow_plan *p, int32_t column, int32_t count)
{
    const int32_t left = p->tile_columns - column % p->tile_columns;
    const int32_t some = left < count ? left : count;
    if (p->widest)
        return 1;
    return some < THRONG_WIDTH ? some : THRONG_WIDTH;
}

static inline int32_t flow_odd_row(const flow_plan *p, int32_t row)
{
    return p->grid == GRID_HEX ? row & 1 : 0;
}

/* Relaxes a tile, see FLOW(pass) in kernels/flow/tile.inc. */
static inline flow_pass_result flow_pass(const flow_plan *p, THRONG_SCRATCH void *keys,
                                         THRONG_GLOBAL const uint32_t *walls, int32_t index,
                                         int32_t dirty_edges, THRONG_SCRATCH void *scratch)
{
    if (p->widest)
        return flow_widest_pass(p, (THRONG_SCRATCH int64_t *)keys, walls, index, dirty_edges, scratch);
    return flow_wide_pass(p, (THRONG_SCRATCH int32_t *)keys, walls, index, dirty_edges, scratch);
}

static inline size_t flow_scratch(const flow_plan *p)
{
    return p->widest ? flow_widest_scratch(p) : flow_wide_scratch(p);
}

/* Path lengths of THRONG_WIDTH cells from index `place` on. */
static inline void flow_lengths_at(const flow_plan *p, THRONG_GLOBAL const void *keys, size_t place,
                                   float lengths[THRONG_WIDTH])
{
    if (p->widest) {
        const int64_t key = ((THRONG_GLOBAL const int64_t *)keys)[place];
        lengths[0] = key < flow_widest_nothing(p->grid) ? path_widest_length(key) : FLOW_NO_PATH;
        return;
    }
    const vint key = vi_load((THRONG_GLOBAL const int32_t *)keys + place);
    const vmask reached = vi_lt(key, vi_set(flow_wide_nothing(p->grid)));
    const vfloat length = p->grid == GRID_SQUARE8 ? path_wide_length(key) : vf_from_int(key);
    vf_store(lengths, vf_select(reached, length, vf_set(FLOW_NO_PATH)));
}

/* Direction of a cell, given whether it is a goal or unreached, and its best step. */
static inline int32_t flow_direction(int32_t goal, int32_t unreached, int32_t step)
{
    return unreached ? FLOW_NOWHERE : goal ? FLOW_AT_GOAL : step;
}

static inline void flow_directions_at(const flow_plan *p, THRONG_GLOBAL const void *keys, size_t place,
                                      int32_t row, int32_t directions[THRONG_WIDTH])
{
    const int32_t odd = flow_odd_row(p, row);
    if (p->widest) {
        THRONG_GLOBAL const int64_t *at = (THRONG_GLOBAL const int64_t *)keys + place;
        directions[0] = flow_direction(*at == 0, *at == flow_widest_nothing(p->grid),
                                       (int32_t)flow_widest_steps(at, p->pitch, odd, p->grid));
        return;
    }
    THRONG_GLOBAL const int32_t *at = (THRONG_GLOBAL const int32_t *)keys + place;
    vi_store(directions, flow_wide_steps(at, p->pitch, odd, p->grid));
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        directions[k] = flow_direction(at[k] == 0, at[k] == flow_wide_nothing(p->grid), directions[k]);
}

/* Reads `count` cells of a row; `world` counts across fields. */
static inline void flow_read_lengths(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                     int32_t row, int32_t column, int32_t count, THRONG_GLOBAL float *lengths)
{
    for (int32_t done = 0, some; done < count; done += some) {
        float lanes[THRONG_WIDTH];
        some = flow_lanes(p, column + done, count - done);
        flow_lengths_at(p, keys, flow_place(p, world, column + done, row), lanes);
        for (int32_t k = 0; k < some; k++)
            lengths[done + k] = lanes[k];
    }
}

static inline void flow_read_directions(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                        int32_t row, int32_t column, int32_t count,
                                        THRONG_GLOBAL uint8_t *directions)
{
    for (int32_t done = 0, some; done < count; done += some) {
        int32_t lanes[THRONG_WIDTH];
        some = flow_lanes(p, column + done, count - done);
        flow_directions_at(p, keys, flow_place(p, world, column + done, row), row, lanes);
        for (int32_t k = 0; k < some; k++)
            directions[done + k] = (uint8_t)lanes[k];
    }
}

#endif
