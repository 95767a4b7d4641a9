/* Ground of flow fields: where a body of some radius may be, and what cells cost.
 *
 * Radii come in classes. A body of a class may be at a cell's centre if no blocked square is nearer than its
 * radius: 4 d^2 >= nearest, where d is the distance in cells and `nearest` the least integer that is not
 * below (2 radius / cell size)^2. 4 d^2 is an integer: (2 |dx| - 1)^2 + (2 |dy| - 1)^2, without the term of
 * an axis along which the two are in line. A straight step between two such cells is nowhere nearer to a
 * square than its ends are. A diagonal step is nearer only to the squares off its middle, m cells aside,
 * whose corner is m * sqrt(2) away (4 d^2 = 8 m^2) but sqrt(8 m^2 + 2) / 2 from the ends. So at most one m
 * matters to a class.
 *
 * A step costs its length times the mean of the costs of its two cells. Keys are made of twice that. A path
 * visits a cell at most once, so its key is at most twice the sum of all costs times PATH_WIDEST_P; with sums
 * of at most FLOW_MAX_COSTS keys stay below PATH_WIDEST_P * PATH_WIDEST_Q, where their order is exact.
 *
 * Ground is laid out as tiles of keys are, so that a key and its ground have the same place in a tile. It is
 * stored behind the keys. */
#ifndef THRONG_KERNELS_FLOW_GROUND_H
#define THRONG_KERNELS_FLOW_GROUND_H

#include "kernels/flow/plan.h"

#define FLOW_CLASSES 8
#define FLOW_REACH 16 /* largest radius, in cells */
#define FLOW_MAX_COSTS 271669859

/* Ground of a cell: its cost, 0 off the map, and these bits. */
#define FLOW_COST 255
#define FLOW_FALLING 256 /* the diagonal step to or from the cell left above is blocked */
#define FLOW_RISING 512  /* the one to or from the cell right above */
#define FLOW_CLOSED 1024 /* no centre of a body may be here */

/* Costs on the way to the nearest reached cell: free cells rather than walls. */
#define FLOW_FREE_COST 1
#define FLOW_WALL_COST 8

/* Largest cost of a step, as keys count. */
#define FLOW_MAX_STEP (2 * FLOW_COST)

/* Before the ground of all tiles; with any flag of the plan. */
typedef struct flow_ground_head {
    float radii[FLOW_CLASSES]; /* of classes, ascending */
    int32_t nearest[FLOW_CLASSES];
} flow_ground_head;

/* The tiles of a class have the same numbers as those of a layer; that of all classes is open ground. */
static inline int32_t flow_ground_classes(const flow_plan *p)
{
    return (p->flags & ~FLOW_SEEDED) == 0 ? 0 : p->classes + (p->flags & FLOW_NEAREST ? 1 : 0);
}

static inline int32_t flow_ground_tiles(const flow_plan *p)
{
    return flow_ground_classes(p) * p->worlds * p->tiles_x * p->tiles_y;
}

static inline int32_t flow_class_of_layer(const flow_plan *p, int32_t layer)
{
    return layer < flow_goal_layers(p) ? layer / p->fields : p->classes;
}

/* Bytes of the keys, and of all that is stored: keys, and behind them the head and ground. */
static inline size_t flow_key_bytes(const flow_plan *p)
{
    const size_t size = p->widest ? sizeof(int64_t) : sizeof(int32_t);
    return ((size_t)flow_tiles(p) * flow_tile_keys(p) + FLOW_SLACK) * size;
}

static inline size_t flow_stored_bytes(const flow_plan *p)
{
    const size_t ground = (size_t)flow_ground_tiles(p) * flow_tile_keys(p) * sizeof(uint16_t);
    return flow_key_bytes(p) + (p->flags != 0 ? sizeof(flow_ground_head) + ground : 0);
}

/* Whether all places and bytes of a plan can be numbered. */
static inline int flow_plan_fits(const flow_plan *p)
{
    const uint64_t world = (uint64_t)p->worlds * (uint64_t)p->tiles_x * (uint64_t)p->tiles_y;
    const uint64_t tiles = world * (uint64_t)(p->layers + p->classes);
    const uint64_t key = p->widest ? sizeof(int64_t) : sizeof(int32_t), most = ~(size_t)0 / 2;
    return tiles <= 0x7fffffff && tiles * flow_tile_keys(p) * key < most;
}

static inline THRONG_GLOBAL const flow_ground_head *flow_head(const flow_plan *p,
                                                              THRONG_GLOBAL const void *keys)
{
    return (
        THRONG_GLOBAL const flow_ground_head *)(THRONG_GLOBAL const void *)((THRONG_GLOBAL const char *)keys +
                                                                            flow_key_bytes(p));
}

/* Ground of the tile that a layer's tile lies on. */
static inline THRONG_GLOBAL const uint16_t *flow_ground(const flow_plan *p, THRONG_GLOBAL const void *keys,
                                                        int32_t index)
{
    const int32_t of_layer = p->worlds * p->tiles_x * p->tiles_y, layer = index / of_layer;
    const int32_t tile = flow_class_of_layer(p, layer) * of_layer + (index - layer * of_layer);
    THRONG_GLOBAL const flow_ground_head *head = flow_head(p, keys);
    return (THRONG_GLOBAL const uint16_t *)(THRONG_GLOBAL const void *)(head + 1) +
           (size_t)tile * flow_tile_keys(p);
}

/* The class of the narrowest bodies that are at least as wide; the widest one if none is. */
static inline int32_t flow_class_of(const flow_plan *p, THRONG_GLOBAL const void *keys, float radius)
{
    int32_t k = 0;
    if (p->flags == 0)
        return 0;
    THRONG_GLOBAL const flow_ground_head *head = flow_head(p, keys);
    while (k < p->classes - 1 && head->radii[k] < radius)
        k++;
    return k;
}

/* (2 d)^2 along one axis, of the distance to a square d cells away. */
static inline int32_t flow_aside(int32_t d) { return d > 0 ? (2 * d - 1) * (2 * d - 1) : 0; }

/* ---------------------------------------------------------------- what changed ---------------------- */

/* Cells around a change whose ground, or whose steps, it may change. */
static inline int32_t flow_margin(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t layer)
{
    const int32_t nearest =
        flow_is_wide(p, layer) ? flow_head(p, keys)->nearest[flow_class_of_layer(p, layer)] : 1;
    int32_t margin = 0;
    while (flow_aside(margin) < nearest)
        margin++;
    return margin + 1;
}

/* Columns left .. right - 1 and rows top .. bottom - 1 of a world: cells or tiles. */
typedef struct flow_box {
    int32_t left, right, top, bottom;
} flow_box;

/* A region in rows of all worlds: column, row, width, height. */
typedef struct flow_region {
    int32_t column, row, width, height;
} flow_region;

/* The cells of a world in a region, and `margin` around them; without rows if the region is elsewhere. */
static inline flow_box flow_cells_around(const flow_plan *p, flow_region r, int32_t world, int32_t margin)
{
    const int32_t row = r.row - world * p->height, end = row + r.height;
    const int32_t here = row < p->height && end > 0;
    flow_box box;
    box.left = r.column > margin ? r.column - margin : 0;
    box.right = p->width - r.column - r.width > margin ? r.column + r.width + margin : p->width;
    box.top = row > margin ? row - margin : 0;
    box.bottom = !here ? box.top : p->height - end > margin ? end + margin : p->height;
    return box;
}

/* The tiles that have such cells, or copies of them. */
static inline flow_box flow_tiles_around(const flow_plan *p, flow_box cells)
{
    const int32_t right = (cells.right + FLOW_EDGE - 1) / p->tile_columns + 1;
    const int32_t bottom = (cells.bottom + FLOW_EDGE - 1) / p->tile_rows + 1;
    flow_box box;
    box.left = cells.left > FLOW_EDGE ? (cells.left - FLOW_EDGE) / p->tile_columns : 0;
    box.right = right < p->tiles_x ? right : p->tiles_x;
    box.top = cells.top > FLOW_EDGE ? (cells.top - FLOW_EDGE) / p->tile_rows : 0;
    box.bottom = bottom < p->tiles_y ? bottom : p->tiles_y;
    return box;
}

/* Whether a change of a region may change the ground of a tile. */
static inline int32_t flow_concerns(const flow_plan *p, flow_region r, flow_tile tile)
{
    const int32_t margin = FLOW_REACH + FLOW_EDGE, first = r.row - tile.world % p->worlds * p->height;
    const int32_t left = tile.column * p->tile_columns - margin, top = tile.row * p->tile_rows - margin;
    const int32_t right = left + p->tile_columns + 2 * margin, bottom = top + p->tile_rows + 2 * margin;
    return r.column < right && r.column + r.width > left && first < bottom && first + r.height > top;
}

/* ---------------------------------------------------------------- laying it out --------------------- */

/* Walls of the columns column .. column + 31; rows may be far off the map. */
static inline uint32_t flow_squares(const flow_plan *p, terrain_view walls, int32_t column, int32_t row)
{
    return row < 0 || row >= p->height ? ~0u : terrain_bits(walls, column, row);
}

/* Of the same cells those at whose centres a body does not fit. */
static inline uint32_t flow_too_near(const flow_plan *p, terrain_view walls, int32_t nearest, int32_t column,
                                     int32_t row)
{
    uint32_t bits = flow_squares(p, walls, column, row);
    for (int32_t y = 0; flow_aside(y) < nearest; y++)
        for (int32_t x = 0; flow_aside(x) + flow_aside(y) < nearest; x++)
            bits |= flow_squares(p, walls, column - x, row - y) |
                    flow_squares(p, walls, column + x, row - y) |
                    flow_squares(p, walls, column - x, row + y) | flow_squares(p, walls, column + x, row + y);
    return bits;
}

/* The squares off a diagonal step's middle that matter to a class; -1: none. */
static inline int32_t flow_off_middle(int32_t nearest)
{
    int32_t m = 0;
    while (8 * m * m + 2 < nearest)
        m++;
    return 8 * m * m < nearest || m == 0 ? m : -1;
}

/* Diagonal steps that are blocked, of 32 cells. side: -1 falling, 1 rising. */
static inline uint32_t flow_corners(const flow_plan *p, terrain_view walls, int32_t m, int32_t side,
                                    int32_t column, int32_t row)
{
    const int32_t above = side < 0 ? m : -m, beside = side < 0 ? -1 - m : 1 + m;
    if (m < 0)
        return 0;
    return flow_squares(p, walls, column + above, row - 1 - m) |
           flow_squares(p, walls, column + beside, row + m);
}

/* Squares that are free count for open ground only where a step leads from one to the other. */
static inline uint32_t flow_open_corners(const flow_plan *p, terrain_view walls, int32_t side, int32_t column,
                                         int32_t row)
{
    return flow_corners(p, walls, 0, side, column, row) & ~flow_squares(p, walls, column, row) &
           ~flow_squares(p, walls, column + side, row - 1);
}

/* Ground of 32 cells of a tile from its column x on, in its row y; it has at least as many. `tile` is one of
 * the ground's, `costs` those of all worlds' cells, row by row. */
static inline void flow_lay_ground(const flow_plan *p, THRONG_GLOBAL const flow_ground_head *head,
                                   flow_tile tile, THRONG_GLOBAL const uint32_t *walls,
                                   THRONG_GLOBAL const uint8_t *costs, int32_t x, int32_t y,
                                   THRONG_GLOBAL uint16_t *to)
{
    const terrain_view view = flow_walls(p, walls, tile.world);
    const int32_t kind = tile.world / p->worlds, world = tile.world - kind * p->worlds;
    const int32_t column = tile.column * p->tile_columns + x - FLOW_EDGE;
    const int32_t row = tile.row * p->tile_rows + y - FLOW_EDGE;
    const uint32_t outside = flow_window_edge(p, tile, x, y);
    uint32_t closed = ~0u, falling = 0, rising = 0, squares = ~0u;
    if (outside != ~0u) {
        const int32_t nearest = kind < p->classes ? head->nearest[kind] : 0, m = flow_off_middle(nearest);
        squares = flow_squares(p, view, column, row);
        closed = outside;
        closed |= kind < p->classes ? flow_too_near(p, view, nearest, column, row) : 0;
        falling = kind < p->classes ? flow_corners(p, view, m, -1, column, row)
                                    : flow_open_corners(p, view, -1, column, row);
        rising = kind < p->classes ? flow_corners(p, view, m, 1, column, row)
                                   : flow_open_corners(p, view, 1, column, row);
    }
    for (int32_t i = 0; i < 32; i++) {
        const int32_t on_map = column + i >= 0 && column + i < p->width && row >= 0 && row < p->height;
        const size_t cell =
            ((size_t)world * (size_t)p->height + (size_t)(on_map ? row : 0)) * (size_t)p->width +
            (size_t)(on_map ? column + i : 0);
        const int32_t wall = (int32_t)(squares >> i & 1u);
        const int32_t cost = kind == p->classes      ? wall ? FLOW_WALL_COST : FLOW_FREE_COST
                             : p->flags & FLOW_COSTS ? (int32_t)costs[cell]
                                                     : 1;
        to[i] = (uint16_t)((on_map ? cost : 0) | (falling >> i & 1u ? FLOW_FALLING : 0) |
                           (rising >> i & 1u ? FLOW_RISING : 0) |
                           ((closed >> i & 1u) || !on_map ? FLOW_CLOSED : 0));
    }
}

/* Not 0: a step from the cell of ground `here` to that of `there` is blocked. Without a branch, so that loops
 * over cells take several at once. */
static FORCE_INLINE int32_t flow_step_blocked(int32_t here, int32_t there, const int direction,
                                              const int grid)
{
    const int32_t closed = (here | there) & FLOW_CLOSED;
    if (!relax_diagonal(direction, grid))
        return closed;
    return closed | (direction == 1   ? there & FLOW_FALLING
                     : direction == 5 ? here & FLOW_FALLING
                     : direction == 3 ? there & FLOW_RISING
                                      : here & FLOW_RISING);
}

/* What such a step costs, as keys count. */
static inline int32_t flow_step_cost(int32_t here, int32_t there)
{
    return (here & FLOW_COST) + (there & FLOW_COST);
}

#endif
