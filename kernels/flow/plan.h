/* Flow fields: the plan of a flow, its tiles and where their keys lie. */
#ifndef THRONG_KERNELS_FLOW_PLAN_H
#define THRONG_KERNELS_FLOW_PLAN_H

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

/* Dirty edges of a tile: bit k is the edge of its neighbour in direction k. These bits: it has new goals; any
 * of its keys may lead on, those of seeds say. */
#define FLOW_GOALS 256
#define FLOW_ALL 1024
/* The same on a device: keys of it may be made by no step any more. Such tiles come before all others. */
#define FLOW_SUSPECT 2048
#define FLOW_SUSPECT_DUE (-2 * FLOW_AHEAD)
/* Result bit of a pass: paths too long for keys of 32 bits may exist. */
#define FLOW_LONG 512

/* Result of a pass. found: bit k if the edge towards direction k is dirty, and FLOW_LONG. due[k]: shortest
 * improved path on that edge, in cells. */
typedef struct flow_pass_result {
    int32_t found;
    int32_t due[RELAX_DIRECTIONS];
} flow_pass_result;

/* Keys that were withdrawn, of a tile of at most 64 rows: bit y of a word says something of its row y. */
typedef struct flow_withdrawn {
    uint64_t rows;        /* in which there were any */
    uint64_t left, right; /* in which the first, and the last cell was among them */
} flow_withdrawn;

#define FLOW_IN_ROW 1 /* of a row: any; its first cell; its last one */
#define FLOW_AT_LEFT 2
#define FLOW_AT_RIGHT 4

/* Directions other than 0 .. 7; as THRONG_FLOW_GOAL and THRONG_FLOW_NONE. */
#define FLOW_AT_GOAL 8
#define FLOW_NOWHERE 255

#define FLOW_NO_PATH (-1.0f) /* length if there is no path */

/* Upper bounds of 32-bit keys: on SQUARE8 below 2^28, where path_wide_length() is exact; elsewhere keys count
 * steps, and no map has so many cells. */
#define FLOW_WIDE_DIAGONAL 268400000
#define FLOW_WIDE_STEPS 2000000000
#define FLOW_GROUND_STEPS 550000000 /* on ground: above 2 * FLOW_MAX_COSTS */

/* Bits of flow_plan.flags; 0: all layers are plain. */
#define FLOW_COSTS 1        /* cells have costs */
#define FLOW_NEAREST 2      /* cells that are not reached lead to the nearest reached one */
#define FLOW_SPEED 4        /* bodies are slowed by the cost of their cell */
#define FLOW_SEEDED 8       /* seeds may make fields of classes differ; of itself it takes no ground */
#define FLOW_WIDE_CLASS 256 /* shifted left by a class: its bodies do not fit everywhere */

/* Layers hold keys: layer class * fields + field, and with FLOW_NEAREST as many again, which lead to the
 * reached cells of those. */
typedef struct flow_plan {
    int32_t width, height; /* of a world */
    int32_t worlds, layers, grid;
    int32_t tile_columns, tile_rows, tiles_x, tiles_y;
    int32_t pitch; /* keys from row to row of a tile, at least tile_columns + FLOW_BORDER */
    int32_t walls_pitch;
    int32_t widest; /* 1: 64-bit keys */
    float cell_size;
    int32_t flags;
    int32_t classes, fields;         /* of radii; of a class */
    int32_t first_column, first_row; /* of the larger map in whose coordinates points are; even on GRID_HEX */
    float per_column, per_row;       /* 1 / tile_columns, 1 / tile_rows */
} flow_plan;

/* The layers that lead to goals come first. */
static inline int32_t flow_goal_layers(const flow_plan *p) { return p->classes * p->fields; }

/* Whether bodies of a layer's class do not fit everywhere. */
static inline int32_t flow_is_wide(const flow_plan *p, int32_t layer)
{
    return p->flags != 0 && layer < flow_goal_layers(p) && (p->flags & FLOW_WIDE_CLASS << layer / p->fields);
}

/* Whether a layer's paths go over ground (kernels/flow/ground.h), not over the terrain as it is. */
static inline int32_t flow_on_ground(const flow_plan *p, int32_t layer)
{
    if (p->flags == 0)
        return 0;
    return layer >= flow_goal_layers(p) || (p->flags & FLOW_COSTS) || flow_is_wide(p, layer);
}

/* Sets what follows from the size of tiles. */
static inline void flow_measure_tiles(flow_plan *p)
{
    p->per_column = 1.0f / (float)p->tile_columns;
    p->per_row = 1.0f / (float)p->tile_rows;
}

/* Chooses tiles of at most `tile` columns and rows, as equal as the map allows. */
static inline void flow_choose_tiles(flow_plan *p, int32_t tile, int32_t pitch)
{
    p->tiles_x = (p->width + tile - 1) / tile;
    p->tiles_y = (p->height + tile - 1) / tile;
    p->tile_columns = (p->width + p->tiles_x - 1) / p->tiles_x;
    p->tile_rows = (p->height + p->tiles_y - 1) / p->tiles_y;
    p->pitch = pitch;
    flow_measure_tiles(p);
}

/* Position of a tile. Tiles are numbered by layer, world, row, column. */
typedef struct flow_tile {
    int32_t column, row; /* in tiles, within the world */
    int32_t world;       /* across layers: world + layer * worlds */
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

static inline int32_t flow_tiles(const flow_plan *p)
{
    return p->layers * p->worlds * p->tiles_x * p->tiles_y;
}

/* Number of tiles of a colour, over all layers, and the i-th of them. */
static inline int32_t flow_colour_tiles(const flow_plan *p, int32_t colour)
{
    return p->layers * p->worlds * ((p->tiles_x + 1 - (colour & 1)) / 2) *
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

static inline uint64_t flow_all_rows(const flow_plan *p) { return ~(uint64_t)0 >> (64 - p->tile_rows); }

static inline size_t flow_tile_keys(const flow_plan *p)
{
    return (size_t)(p->tile_rows + FLOW_BORDER) * (size_t)p->pitch;
}

/* What an update patches on a device, in words: regions that changed (column, row, width, height); from these
 * words on, of each layer how many more rows may be looked at, or FLOW_UNPATCHED; in how many cells it does
 * not lead to what is reached now; the round in which it was cleared because the rows were too few; and where
 * there are layers that lead to reached cells, of each tile of the others the round of its last pass. */
#define FLOW_REGIONS 33
#define FLOW_UNPATCHED 0x40000000
enum { FLOW_ROWS_WORD = 4 * FLOW_REGIONS };

static inline int32_t flow_differing_word(const flow_plan *p) { return FLOW_ROWS_WORD + p->layers; }

/* Those before are the host's, and from here on the device's. */
static inline int32_t flow_cleared_word(const flow_plan *p) { return flow_differing_word(p) + p->layers; }

static inline int32_t flow_passed_word(const flow_plan *p) { return flow_cleared_word(p) + p->layers; }

/* Whether so few of a layer's cells changed that to patch it may take less than to compute it anew. */
static inline int32_t flow_are_few(const flow_plan *p, int64_t cells)
{
    return cells <= (int64_t)p->width * p->height * p->worlds / 16;
}

static inline size_t flow_patch_words(const flow_plan *p)
{
    return (size_t)flow_passed_word(p) + (p->flags & FLOW_NEAREST ? (size_t)flow_tiles(p) / 2 : 0);
}

/* at / tile, where `per` is 1 / tile: the quotient of at + 1/2 is at least 1/2 / tile away from whole
 * numbers, and rounding takes a quarter of that on the largest map. */
static inline int32_t flow_tile_slot(int32_t at, float per) { return (int32_t)(((float)at + 0.5f) * per); }

/* Index of a cell's key. `world` counts across layers; rows are those of the world. */
static inline size_t flow_place(const flow_plan *p, int32_t world, int32_t column, int32_t row)
{
    const int32_t x = flow_tile_slot(column, p->per_column), y = flow_tile_slot(row, p->per_row);
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

/* Of 32 columns of a tile from its column x on, in its row y, those around the tile, which count as walls. */
static inline uint32_t flow_window_edge(const flow_plan *p, flow_tile tile, int32_t x, int32_t y)
{
    const int32_t row = tile.row * p->tile_rows + y - FLOW_EDGE;
    const int32_t left = p->tile_columns + FLOW_BORDER - 1 - x; /* columns up to the right border */
    if (y == 0 || y > p->tile_rows + FLOW_EDGE || row > p->height || left <= 0)
        return ~0u;
    return (x == 0 ? 1u : 0u) | (left >= 32 ? 0u : ~0u << left);
}

/* The same with the map's walls. */
static inline uint32_t flow_wall_bits(const flow_plan *p, flow_tile tile, terrain_view walls, int32_t x,
                                      int32_t y)
{
    const int32_t row = tile.row * p->tile_rows + y - FLOW_EDGE;
    const uint32_t edges = flow_window_edge(p, tile, x, y);
    if (edges == ~0u)
        return edges;
    return edges | terrain_bits(walls, tile.column * p->tile_columns + x - FLOW_EDGE, row);
}

#endif
