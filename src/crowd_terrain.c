/* Terrain as obstacles: outlines of the blocked cells, straight pieces joined, so that walls are as long as
 * they can be. Beyond the map all is blocked. Where two blocked cells meet in a corner alone, each has an
 * outline of its own. */
#include "crowd.h"
#include "terrain.h"

#include <string.h>

/* Directions along cells' borders: right, down, left, up. The blocked cell is to the left, as y points
 * downwards where the coordinates' own left is: below a border that leads to the right. */
static const int32_t steps_x[4] = {1, 0, -1, 0}, steps_y[4] = {0, 1, 0, -1};

typedef struct tracing {
    throng_crowd *crowd;
    terrain_view walls;
    int32_t width, height;
    uint8_t *done; /* of each corner: bit d is set where the border that leaves in direction d is traced */
    size_t done_bytes;
    throng_vertex *corners;
    int32_t count, room;
} tracing;

static int32_t is_blocked(const tracing *t, int32_t column, int32_t row)
{
    if (column < 0 || row < 0 || column >= t->width || row >= t->height)
        return 1;
    return terrain_blocked(t->walls, column, row);
}

/* A border leaves the corner (x, y) in this direction: blocked on its left, free on its right. */
static int32_t is_border(const tracing *t, int32_t x, int32_t y, int32_t direction)
{
    /* the cells on both sides, seen from the upper left corner of cell (x, y) */
    static const int32_t left_x[4] = {0, -1, -1, 0}, left_y[4] = {0, 0, -1, -1};
    static const int32_t right_x[4] = {0, 0, -1, -1}, right_y[4] = {-1, 0, 0, -1};
    return is_blocked(t, x + left_x[direction], y + left_y[direction]) &&
           !is_blocked(t, x + right_x[direction], y + right_y[direction]);
}

static uint8_t *done_at(const tracing *t, int32_t x, int32_t y)
{
    return &t->done[(size_t)y * ((size_t)t->width + 1) + (size_t)x];
}

static throng_status put_corner(tracing *t, int32_t x, int32_t y)
{
    const throng_allocator *allocator = &t->crowd->context->allocator;
    if (t->count == t->room) {
        const int32_t room = 2 * t->room + 64;
        throng_vertex *more = throng_allocate(allocator, (size_t)room * sizeof *more);
        if (!more)
            return throng_fail_memory(t->crowd->context, "the outlines of terrain",
                                      (size_t)room * sizeof *more);
        if (t->corners)
            memcpy(more, t->corners, (size_t)t->count * sizeof *more);
        throng_release(allocator, t->corners, (size_t)t->room * sizeof *more);
        t->corners = more;
        t->room = room;
    }
    const float cell = t->crowd->cell_size;
    t->corners[t->count++] = (throng_vertex){(float)x * cell, (float)y * cell};
    return THRONG_OK;
}

/* Follows an outline from a corner of it to where it began; its corners are where it turns. */
static throng_status follow(tracing *t, int32_t x, int32_t y, int32_t direction)
{
    throng_status status = THRONG_OK;
    const int32_t first_x = x, first_y = y, first = direction;
    t->count = 0;
    do {
        *done_at(t, x, y) |= (uint8_t)(1u << direction);
        x += steps_x[direction];
        y += steps_y[direction];
        /* around the blocked cell, straight on, or away from it */
        const int32_t around = (direction + 1) & 3, away = (direction + 3) & 3;
        const int32_t next = is_border(t, x, y, around)      ? around
                             : is_border(t, x, y, direction) ? direction
                                                             : away;
        if (next != direction)
            status = put_corner(t, x, y);
        direction = next;
    } while (status == THRONG_OK && (x != first_x || y != first_y || direction != first));
    return status;
}

static throng_status trace(tracing *t)
{
    throng_crowd *crowd = t->crowd;
    throng_status status = THRONG_OK;
    for (int32_t y = 0; y <= t->height && status == THRONG_OK; y++)
        for (int32_t x = 0; x <= t->width && status == THRONG_OK; x++)
            for (int32_t d = 0; d < 4 && status == THRONG_OK; d++) {
                if ((*done_at(t, x, y) >> d & 1) || !is_border(t, x, y, d))
                    continue;
                status = follow(t, x, y, d);
                if (status == THRONG_OK)
                    status = throng_crowd_put_obstacle(crowd, t->count, t->corners, 0, 1, NULL);
            }
    return status;
}

throng_status throng_crowd_settle_terrain(throng_crowd *crowd)
{
    throng_terrain *terrain = crowd->terrain;
    const throng_allocator *allocator = &crowd->context->allocator;
    if (!terrain || crowd->terrain_version == terrain->version + 1)
        return THRONG_OK;
    tracing t = {.crowd = crowd, .width = terrain->width, .height = terrain->height};
    t.walls = (terrain_view){terrain->bits, terrain->pitch};
    t.done_bytes = ((size_t)t.width + 1) * ((size_t)t.height + 1);
    t.done = throng_allocate(allocator, t.done_bytes);
    if (!t.done)
        return throng_fail_memory(crowd->context, "the outlines of terrain", t.done_bytes);
    throng_crowd_walls_drop(crowd);
    throng_status status = trace(&t);
    throng_release(allocator, t.done, t.done_bytes);
    throng_release(allocator, t.corners, (size_t)t.room * sizeof *t.corners);
    if (status == THRONG_OK)
        crowd->terrain_version = terrain->version + 1;
    return status;
}
