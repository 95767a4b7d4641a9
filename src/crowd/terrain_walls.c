/* Terrain as obstacles: the borders of blocked cells, straight pieces joined into walls, so that these are as
 * long as they can be. Beyond the map all is blocked. Where two blocked cells meet in a corner alone, walls
 * pass it on both sides. A wall is kept with the tile of the map in which it begins, so that a change costs
 * what it touches: the tiles of the cells that changed, and of the walls that lead there or begin where
 * those end. */
#include "kernels/common/terrain.h"
#include "kernels/crowd/walls.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/terrain/terrain.h"

#include <string.h>

enum {
    TILE = 16,              /* corners to each side */
    MOST = 2 * TILE * TILE, /* walls of a tile */
    NONE = -1,
    CLEAN = -2
};

typedef struct tile {
    int32_t obstacle; /* the walls that begin here; NONE */
    int32_t next;     /* of the tiles to look at: the next one, or NONE; CLEAN: it is none of them */
} tile;

typedef struct throng_terrain_walls {
    int32_t across, count;
    int32_t dirty;    /* the first tile to look at, NONE */
    int32_t outlined; /* tiles that have walls */
    tile *tiles;
} throng_terrain_walls;

/* Directions along cells' borders: right, down, left, up. The blocked cell is to the left, as y points
 * downwards where the coordinates' own left is: below a border that leads to the right. */
static const int32_t steps_x[4] = {1, 0, -1, 0}, steps_y[4] = {0, 1, 0, -1};

typedef struct corner {
    int32_t x, y;
} corner;

typedef struct map {
    terrain_view cells;
    int32_t width, height;
    float cell_size;
    double origin_x, origin_y; /* relative to the crowd's home */
} map;

/* ---------------------------------------------------------------- borders --------------------------- */

static map map_of(const throng_crowd *crowd)
{
    const throng_terrain *t = crowd->terrain;
    return (map){{t->bits, t->pitch}, t->width,        t->height,
                 crowd->cell_size,    crowd->origin_x, crowd->origin_y};
}

static int32_t is_blocked(const map *m, int32_t column, int32_t row)
{
    if (column < 0 || row < 0 || column >= m->width || row >= m->height)
        return 1;
    return terrain_blocked(m->cells, column, row);
}

/* A border leaves the corner in this direction: blocked on its left, free on its right. */
static int32_t is_border(const map *m, corner at, int32_t direction)
{
    /* the cells on both sides, seen from the upper left corner of cell (x, y) */
    static const int32_t left_x[4] = {0, -1, -1, 0}, left_y[4] = {0, 0, -1, -1};
    static const int32_t right_x[4] = {0, 0, -1, -1}, right_y[4] = {-1, 0, 0, -1};
    return is_blocked(m, at.x + left_x[direction], at.y + left_y[direction]) &&
           !is_blocked(m, at.x + right_x[direction], at.y + right_y[direction]);
}

static corner next_to(corner at, int32_t direction)
{
    return (corner){at.x + steps_x[direction], at.y + steps_y[direction]};
}

/* Where the wall ends that leads on from here. */
static corner end_of(const map *m, corner at, int32_t direction)
{
    while (is_border(m, at, direction))
        at = next_to(at, direction);
    return at;
}

/* Where the wall begins that leads to here. */
static corner begin_of(const map *m, corner at, int32_t direction)
{
    corner before = next_to(at, (direction + 2) & 3);
    for (; is_border(m, before, direction); before = next_to(at, (direction + 2) & 3))
        at = before;
    return at;
}

/* The direction of the wall that ends where one in this direction begins, and of the one that goes on where
 * it ends: around the blocked cell, if that can be, else away from it. */
static int32_t way_before(const map *m, corner begin, int32_t direction)
{
    const int32_t around = (direction + 3) & 3;
    return is_border(m, next_to(begin, (around + 2) & 3), around) ? around : (direction + 1) & 3;
}

static int32_t way_after(const map *m, corner end, int32_t direction)
{
    const int32_t around = (direction + 1) & 3;
    return is_border(m, end, around) ? around : (direction + 3) & 3;
}

/* ---------------------------------------------------------------- walls of a tile ------------------- */

/* Rounded once. */
static float x_of(const map *m, corner at)
{
    return (float)(m->origin_x + (double)at.x * (double)m->cell_size);
}

static float y_of(const map *m, corner at)
{
    return (float)(m->origin_y + (double)at.y * (double)m->cell_size);
}

static float length_between(const map *m, corner a, corner b)
{
    const float dx = x_of(m, b) - x_of(m, a), dy = y_of(m, b) - y_of(m, a);
    return scalar_abs(dx) + scalar_abs(dy); /* one of them is 0 */
}

static crowd_wall wall_at(const map *m, corner begin, int32_t direction)
{
    const corner end = end_of(m, begin, direction);
    const int32_t before = way_before(m, begin, direction), after = way_after(m, end, direction);
    return (crowd_wall){.x1 = x_of(m, begin),
                        .y1 = y_of(m, begin),
                        .x2 = x_of(m, end),
                        .y2 = y_of(m, end),
                        .ux = (float)steps_x[direction],
                        .uy = (float)steps_y[direction],
                        .fromx = (float)steps_x[before],
                        .fromy = (float)steps_y[before],
                        .tox = (float)steps_x[after],
                        .toy = (float)steps_y[after],
                        .length = length_between(m, begin, end),
                        .convex1 = ((before + 1) & 3) == direction,
                        .convex2 = ((direction + 1) & 3) == after,
                        .serial = begin.y * (m->width + 1) + begin.x,
                        .from_length = length_between(m, begin_of(m, begin, before), begin),
                        .to_length = length_between(m, end, end_of(m, end, after))};
}

/* The corners x .. x + TILE - 1 of a row in which borders turn, as bits. */
static uint32_t passes_of(const map *m, int32_t x, int32_t y)
{
    const uint32_t a = terrain_bits(m->cells, x - 1, y - 1), b = terrain_bits(m->cells, x, y - 1);
    const uint32_t c = terrain_bits(m->cells, x - 1, y), d = terrain_bits(m->cells, x, y);
    const uint32_t straight = (~(a ^ b) & ~(c ^ d)) | (~(a ^ c) & ~(b ^ d));
    return ~straight & ((1u << TILE) - 1u);
}

typedef struct gathering {
    map m;
    corner at;         /* the tile's first corner */
    int32_t count;     /* of its walls */
    crowd_wall *walls; /* MOST; NULL: they are counted */
} gathering;

/* Quarter by quarter, so that the walls of a leaf are near each other. */
static void gather(gathering *g)
{
    uint32_t turns[TILE] = {0}, any = 0;
    for (int32_t y = 0; y < TILE && g->at.y + y <= g->m.height; y++)
        any |= turns[y] = passes_of(&g->m, g->at.x, g->at.y + y);
    g->count = 0;
    for (uint32_t k = 0; any && k < TILE * TILE; k++) {
        const uint32_t x = (k & 1u) | (k >> 1 & 2u) | (k >> 2 & 4u) | (k >> 3 & 8u);
        const uint32_t y = (k >> 1 & 1u) | (k >> 2 & 2u) | (k >> 3 & 4u) | (k >> 4 & 8u);
        const corner at = {g->at.x + (int32_t)x, g->at.y + (int32_t)y};
        for (int32_t d = 0; d < 4 && (turns[y] >> x & 1u); d++)
            if (is_border(&g->m, at, d)) {
                if (g->walls)
                    g->walls[g->count] = wall_at(&g->m, at, d);
                g->count++;
            }
    }
}

static gathering gathering_of(const throng_crowd *crowd, int32_t number, crowd_wall *walls)
{
    const int32_t across = crowd->ground->across;
    return (gathering){
        .m = map_of(crowd), .at = {number % across * TILE, number / across * TILE}, .walls = walls};
}

/* What tiles need: obstacles, leaves of walls, and more edges than they have. */
typedef struct need {
    int32_t obstacles, leaves;
    int64_t edges;
} need;

static void count_tile(const throng_crowd *crowd, int32_t number, need *n)
{
    const int32_t obstacle = crowd->ground->tiles[number].obstacle;
    gathering g = gathering_of(crowd, number, NULL);
    int32_t before = 0;
    gather(&g);
    if (obstacle != NONE)
        (void)throng_crowd_walls_of(crowd, obstacle, &before);
    n->edges += g.count - before;
    if (g.count == 0)
        return;
    n->obstacles += obstacle == NONE;
    n->leaves += throng_crowd_walls_leaves(crowd, obstacle, g.count);
}

/* Leaves alone what is as it was. */
static void renew_tile(throng_crowd *crowd, int32_t number)
{
    tile *t = &crowd->ground->tiles[number];
    crowd_wall walls[MOST];
    gathering g = gathering_of(crowd, number, walls);
    int32_t before;
    gather(&g);
    const size_t bytes = (size_t)g.count * sizeof *walls;
    if (t->obstacle != NONE) {
        const crowd_wall *present = throng_crowd_walls_of(crowd, t->obstacle, &before);
        if (before == g.count && memcmp(present, walls, bytes) == 0)
            return;
        if (g.count == 0)
            throng_crowd_walls_drop(crowd, t->obstacle);
    }
    if (g.count == 0) {
        t->obstacle = NONE;
        return;
    }
    memcpy(throng_crowd_walls_place(crowd, &t->obstacle, 1, g.count), walls, bytes);
    throng_crowd_walls_binned(crowd, t->obstacle);
}

/* ---------------------------------------------------------------- what changed ---------------------- */

static void mark(throng_terrain_walls *g, corner at)
{
    const int32_t number = at.y / TILE * g->across + at.x / TILE;
    if (g->tiles[number].next != CLEAN)
        return;
    g->tiles[number].next = g->dirty;
    g->dirty = number;
}

/* Walls that lead from outside to a corner of what changed, and those before them; and what goes on where one
 * ends that leads outside. */
static void mark_beyond(throng_terrain_walls *g, const map *m, corner at, int32_t outside)
{
    const int32_t inside = (outside + 2) & 3;
    if (is_border(m, next_to(at, outside), inside)) {
        const corner begin = begin_of(m, at, inside);
        mark(g, begin);
        mark(g, begin_of(m, begin, way_before(m, begin, inside)));
    }
    if (is_border(m, at, outside))
        mark(g, end_of(m, at, outside));
}

static void mark_region(throng_terrain_walls *g, const map *m, const throng_region *region)
{
    const corner first = {region->column, region->row};
    const corner last = {first.x + region->width, first.y + region->height};
    for (int32_t y = first.y / TILE; y <= last.y / TILE; y++)
        for (int32_t x = first.x / TILE; x <= last.x / TILE; x++)
            mark(g, (corner){x * TILE, y * TILE});
    for (int32_t x = first.x; x <= last.x; x++) {
        mark_beyond(g, m, (corner){x, first.y}, 3);
        mark_beyond(g, m, (corner){x, last.y}, 1);
    }
    for (int32_t y = first.y; y <= last.y; y++) {
        mark_beyond(g, m, (corner){first.x, y}, 2);
        mark_beyond(g, m, (corner){last.x, y}, 0);
    }
}

static int32_t is_current(const throng_crowd *crowd)
{
    return !crowd->ground || crowd->terrain_version == crowd->terrain->version + 1;
}

/* Tiles stay marked where memory is missing, and are looked at again by the next call. */
throng_status throng_crowd_reserve_terrain_walls(throng_crowd *crowd)
{
    throng_terrain_walls *g = crowd->ground;
    need n = {0, 0, 0};
    if (is_current(crowd))
        return THRONG_OK;
    const map m = map_of(crowd);
    throng_region regions[THRONG_TERRAIN_CHANGES] = {{0, 0, m.width, m.height}};
    int32_t count = -1;
    if (crowd->terrain_version == 0)
        throng_crowd_terrain_walls_adopt(crowd);
    else
        count = throng_terrain_changes(crowd->terrain, crowd->terrain_version - 1, regions);
    for (int32_t i = 0; i < (count < 0 ? 1 : count); i++)
        mark_region(g, &m, &regions[i]);
    for (int32_t i = g->dirty; i != NONE; i = g->tiles[i].next)
        count_tile(crowd, i, &n);
    return throng_crowd_walls_reserve(crowd, n.obstacles, n.leaves, n.edges);
}

void throng_crowd_update_terrain_walls(throng_crowd *crowd)
{
    throng_terrain_walls *g = crowd->ground;
    if (is_current(crowd))
        return;
    while (g->dirty != NONE) {
        const int32_t number = g->dirty;
        g->dirty = g->tiles[number].next;
        g->tiles[number].next = CLEAN;
        g->outlined -= g->tiles[number].obstacle != NONE;
        renew_tile(crowd, number);
        g->outlined += g->tiles[number].obstacle != NONE;
    }
    crowd->terrain_version = crowd->terrain->version + 1;
}

int32_t throng_crowd_is_solid(const throng_crowd *crowd)
{
    return crowd->ground && crowd->ground->outlined == 0;
}

/* ---------------------------------------------------------------- storage --------------------------- */

static size_t bytes_of(const throng_terrain_walls *g) { return (size_t)g->count * sizeof *g->tiles; }

int32_t throng_crowd_terrain_walls_tiles(const throng_crowd *crowd)
{
    return crowd->ground ? crowd->ground->count : 0;
}

size_t throng_crowd_terrain_walls_bytes(const throng_crowd *crowd)
{
    return crowd->ground ? sizeof *crowd->ground + bytes_of(crowd->ground) : 0;
}

throng_status throng_crowd_terrain_walls_create(throng_crowd *crowd)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    if (!crowd->terrain)
        return THRONG_OK;
    throng_terrain_walls g = {.across = crowd->terrain->width / TILE + 1, .dirty = NONE};
    g.count = g.across * (crowd->terrain->height / TILE + 1);
    g.tiles = throng_allocate(allocator, bytes_of(&g));
    crowd->ground = throng_allocate(allocator, sizeof g);
    if (!g.tiles || !crowd->ground) {
        throng_release(allocator, g.tiles, bytes_of(&g));
        throng_release(allocator, crowd->ground, sizeof g);
        crowd->ground = NULL;
        return throng_fail_memory(crowd->object.context, "the walls of terrain", bytes_of(&g) + sizeof g);
    }
    *crowd->ground = g;
    throng_crowd_terrain_walls_adopt(crowd);
    return THRONG_OK;
}

void throng_crowd_terrain_walls_release(throng_crowd *crowd)
{
    if (!crowd->ground)
        return;
    throng_release(&crowd->object.context->allocator, crowd->ground->tiles, bytes_of(crowd->ground));
    throng_release(&crowd->object.context->allocator, crowd->ground, sizeof *crowd->ground);
}

/* A snapshot may have brought those of another map. */
void throng_crowd_terrain_walls_adopt(throng_crowd *crowd)
{
    throng_terrain_walls *g = crowd->ground;
    if (!g)
        return;
    g->dirty = NONE;
    g->outlined = 0;
    for (int32_t i = 0; i < g->count; i++)
        g->tiles[i] = (tile){NONE, CLEAN};
    for (int32_t i = 0; i < throng_crowd_walls_handles(crowd); i++) {
        int32_t count;
        if (!throng_crowd_walls_of_terrain(crowd, i))
            continue;
        const int32_t serial = throng_crowd_walls_of(crowd, i, &count)->serial,
                      row = crowd->terrain->width + 1;
        const corner at = {serial % row, serial / row};
        tile *t = at.y <= crowd->terrain->height ? &g->tiles[at.y / TILE * g->across + at.x / TILE] : NULL;
        if (!t || t->obstacle != NONE) {
            throng_crowd_walls_drop(crowd, i);
            continue;
        }
        t->obstacle = i;
        g->outlined++;
    }
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

#define FARTHEST 1.1e12f /* corner of any terrain, from its origin; that is within 2048 units of the home */

/* The direction of a unit vector along an axis; NONE: it is no such vector. */
static int32_t direction_of(float x, float y)
{
    for (int32_t d = 0; d < 4; d++)
        if (x == (float)steps_x[d] && y == (float)steps_y[d])
            return d;
    return NONE;
}

static int32_t is_terrain_wall(const crowd_wall *wall)
{
    const int32_t direction = direction_of(wall->ux, wall->uy),
                  before = direction_of(wall->fromx, wall->fromy), after = direction_of(wall->tox, wall->toy);
    const float corners[4] = {wall->x1, wall->y1, wall->x2, wall->y2};
    const float dx = wall->x2 - wall->x1, dy = wall->y2 - wall->y1;
    for (int32_t i = 0; i < 4; i++)
        if (!throng_within(corners[i], -2048.0f, FARTHEST))
            return 0;
    return direction != NONE && before != NONE && after != NONE && ((before ^ direction) & 1) &&
           ((after ^ direction) & 1) && wall->serial >= 0 && wall->length > 0.0f &&
           wall->length == scalar_abs(dx) + scalar_abs(dy) && dx == wall->ux * scalar_abs(dx) &&
           dy == wall->uy * scalar_abs(dy) && wall->convex1 == (((before + 1) & 3) == direction) &&
           wall->convex2 == (((direction + 1) & 3) == after) &&
           throng_within(wall->from_length, 1e-9f, FARTHEST) &&
           throng_within(wall->to_length, 1e-9f, FARTHEST);
}

int32_t throng_crowd_are_terrain_walls(const unsigned char *walls, int32_t count)
{
    int32_t right = count <= MOST;
    for (int32_t i = 0; i < count && right; i++) {
        crowd_wall wall;
        memcpy(&wall, walls + (size_t)i * sizeof wall, sizeof wall);
        right = is_terrain_wall(&wall);
    }
    return right;
}

int32_t throng_crowd_tile_of(const throng_crowd *crowd, const unsigned char *walls, int32_t count)
{
    crowd_wall first;
    memcpy(&first, walls, sizeof first);
    const int32_t row = crowd->terrain->width + 1;
    const corner at = {first.serial % row, first.serial / row};
    if (at.y > crowd->terrain->height)
        return NONE;
    const int32_t number = at.y / TILE * crowd->ground->across + at.x / TILE;
    crowd_wall own[MOST];
    gathering g = gathering_of(crowd, number, own);
    gather(&g);
    return g.count == count && memcmp(walls, own, (size_t)count * sizeof first) == 0 ? number : NONE;
}

int32_t throng_crowd_terrain_tiles(const throng_crowd *crowd) { return crowd->ground->count; }

int32_t throng_crowd_tile_has_walls(const throng_crowd *crowd, int32_t number)
{
    gathering g = gathering_of(crowd, number, NULL);
    gather(&g);
    return g.count > 0;
}
