/* Obstacles as callers give them: polygons, checked and cut into walls. */
#include "kernels/crowd/sweep.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/crowd/moving.h"

#include <string.h>

#define LEAST_EDGE 1e-6f /* shorter ones are left out */

/* A polygon as it is given, and where its walls go. */
typedef struct cutting {
    const throng_crowd *crowd;
    int32_t count;
    const void *vertices;
    size_t stride;
    int32_t wide;  /* 1: they are doubles */
    int32_t edges; /* found */
    crowd_wall *walls;
} cutting;

/* As it is given. */
static void given_vertex(const cutting *c, int32_t i, double place[2])
{
    const void *from = (const char *)c->vertices + (size_t)i * c->stride;
    float at[2];
    if (c->wide) {
        memcpy(place, from, 2 * sizeof *place);
        return;
    }
    memcpy(at, from, sizeof at);
    place[0] = (double)throng_without_subnormal(at[0]);
    place[1] = (double)throng_without_subnormal(at[1]);
}

/* Relative to the crowd's home. Zeros have no sign: polygons that are equal are so to the bit. */
static throng_vertex vertex_at(const cutting *c, int32_t i)
{
    double place[2];
    float at[2], rest[2];
    given_vertex(c, i, place);
    throng_crowd_localize(c->crowd, place, at, rest);
    return (throng_vertex){at[0] + 0.0f, at[1] + 0.0f};
}

static float length_of(throng_vertex a, throng_vertex b)
{
    const float dx = b.x - a.x, dy = b.y - a.y;
    return scalar_sqrt(dx * dx + dy * dy);
}

/* Whether one wall leads straight on where the other ends. Rounding has no say. */
static int goes_straight_on(const crowd_wall *wall, const crowd_wall *next)
{
    const twofloat ax = twofloat_sum(wall->x2, -wall->x1), ay = twofloat_sum(wall->y2, -wall->y1);
    const twofloat bx = twofloat_sum(next->x2, -next->x1), by = twofloat_sum(next->y2, -next->y1);
    return crowd_wide_cross(ax, ay, bx, by).hi == 0.0f && crowd_wide_dot(ax, ay, bx, by).hi > 0.0f;
}

static crowd_wall wall_between(throng_vertex from, throng_vertex to)
{
    const float length = length_of(from, to);
    return (crowd_wall){.x1 = from.x,
                        .y1 = from.y,
                        .x2 = to.x,
                        .y2 = to.y,
                        .ux = (to.x - from.x) / length,
                        .uy = (to.y - from.y) / length,
                        .length = length};
}

/* One wall from where `first` begins to where `second` ends. */
static crowd_wall joined(const crowd_wall *first, const crowd_wall *second)
{
    return wall_between((throng_vertex){first->x1, first->y1}, (throng_vertex){second->x2, second->y2});
}

/* What a wall knows of those before and behind it. */
static void meet(crowd_wall *wall, const crowd_wall *before, const crowd_wall *after, int32_t edges)
{
    wall->fromx = before->ux;
    wall->fromy = before->uy;
    wall->from_length = before->length;
    wall->to_length = after->length;
    wall->tox = after->ux;
    wall->toy = after->uy;
    wall->convex1 = edges == 2 || before->ux * wall->uy - before->uy * wall->ux >= 0.0f;
    wall->convex2 = edges == 2 || wall->ux * after->uy - wall->uy * after->ux >= 0.0f;
}

static void put_wall(const cutting *c, int32_t i, const crowd_wall *wall)
{
    if (c->walls && i >= 0)
        c->walls[i] = *wall;
}

/* Counts the edges that have a length, and where there is memory makes them walls. A vertex as good as its
 * predecessor is skipped, and one in the middle of a straight side. */
static void cut_edges(cutting *c)
{
    crowd_wall head = {0}, tail = {0}; /* the first and the last wall so far */
    throng_vertex last = vertex_at(c, 0);
    c->edges = 0;
    for (int32_t i = 1; i <= c->count; i++) {
        const throng_vertex next = vertex_at(c, i < c->count ? i : 0);
        crowd_wall wall;
        if (length_of(last, next) >= LEAST_EDGE) {
            wall = wall_between(last, next);
            if (c->edges > 0 && goes_straight_on(&tail, &wall))
                wall = joined(&tail, &wall);
            else
                put_wall(c, c->edges++ - 1, &tail);
        } else if (i == c->count && c->edges > 0) { /* the last wall ends where the first begins */
            wall = wall_between((throng_vertex){tail.x1, tail.y1}, next);
        } else {
            continue;
        }
        tail = wall;
        head = c->edges == 1 ? wall : head;
        last = next;
    }
    if (c->edges > 2 && goes_straight_on(&tail, &head)) { /* the last one has no place of its own */
        head = joined(&tail, &head);
        put_wall(c, 0, &head);
        c->edges--;
    } else {
        put_wall(c, c->edges - 1, &tail);
    }
    for (int32_t i = 0; i < c->edges && c->walls; i++)
        meet(&c->walls[i], &c->walls[i > 0 ? i - 1 : c->edges - 1], &c->walls[i + 1 < c->edges ? i + 1 : 0],
             c->edges);
}

int32_t throng_crowd_cut(const throng_crowd *crowd, int32_t count, const throng_vertex_double *vertices,
                         crowd_wall *walls)
{
    cutting c = {.crowd = crowd,
                 .count = count,
                 .vertices = vertices,
                 .stride = sizeof *vertices,
                 .wide = 1,
                 .walls = walls};
    cut_edges(&c);
    return c.edges;
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

#define SHORTEST 1e-18f /* a last wall that is led on to the first one may be shorter than any other */

/* The i-th of these walls, made anew from where it and the next one begin. 0: that cannot be. */
static int32_t wall_again(const unsigned char *walls, int32_t count, int32_t i, crowd_wall *wall)
{
    throng_vertex ends[2];
    uint32_t words[4];
    for (int32_t k = 0; k < 2; k++)
        memcpy(&ends[k], walls + (size_t)((i + k) % count) * sizeof *wall, sizeof ends[k]);
    memcpy(words, ends, sizeof words);
    for (int32_t k = 0; k < 4; k++)
        if (words[k] != 0 && !(words[k] & 0x7f800000u)) /* subnormal, or -0 */
            return 0;
    if (throng_first_wrong_pair(ends, sizeof *ends, 2, THRONG_MOST) < 2 ||
        length_of(ends[0], ends[1]) < SHORTEST)
        return 0;
    *wall = wall_between(ends[0], ends[1]);
    return 1;
}

/* All else in a wall follows from the corners. */
int32_t throng_crowd_is_polygon(const unsigned char *walls, int32_t count)
{
    crowd_wall before, wall, after;
    int32_t right = wall_again(walls, count, count - 1, &before) && wall_again(walls, count, 0, &wall);
    for (int32_t i = 0; i < count && right; i++) {
        right = wall_again(walls, count, (i + 1) % count, &after);
        if (!right)
            break;
        crowd_wall whole = wall;
        meet(&whole, &before, &after, count);
        right = throng_same_bits(&whole, walls + (size_t)i * sizeof whole, sizeof whole);
        before = wall;
        wall = after;
    }
    return right;
}

/* ---------------------------------------------------------------- the calls ------------------------- */

static throng_status check_vertices(throng_crowd *crowd, cutting *c)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (c->count < 2)
        return throng_fail(crowd->object.context, wrong, "count is %d: 2 or more", (int)c->count);
    throng_status status =
        throng_check_stride(crowd->object.context, "vertices", c->vertices,
                            c->wide ? sizeof(throng_vertex_double) : sizeof(throng_vertex), &c->stride);
    for (int32_t i = 0; i < c->count && status == THRONG_OK; i++) {
        double place[2];
        given_vertex(c, i, place);
        if (!throng_crowd_is_place(crowd, place))
            status = throng_fail(crowd->object.context, wrong,
                                 "vertices[%d] is (%.9g, %.9g): -1e9 to 1e9, and within 1e9 of the crowd's "
                                 "home",
                                 (int)i, place[0], place[1]);
    }
    if (status != THRONG_OK)
        return status;
    cut_edges(c);
    if (c->edges < 2)
        return throng_fail(crowd->object.context, wrong,
                           "vertices are at one point: at least two must be %g or more apart",
                           (double)LEAST_EDGE);
    return THRONG_OK;
}

static throng_status add(throng_crowd *crowd, cutting *c, throng_obstacle *handle)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    int32_t index = -1;
    status = check_vertices(crowd, c);
    if (status == THRONG_OK)
        status =
            throng_crowd_walls_reserve(crowd, 1, throng_crowd_walls_leaves(crowd, index, c->edges), c->edges);
    if (status != THRONG_OK)
        return status;
    c->walls = throng_crowd_walls_place(crowd, &index, 0, c->edges);
    cut_edges(c);
    throng_crowd_walls_binned(crowd, index);
    if (handle)
        *handle = (throng_obstacle){index, throng_crowd_walls_generation(crowd, index)};
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_add_obstacle, (crowd, count, vertices, stride, handle), throng_crowd *crowd,
            int32_t count, const throng_vertex *vertices, size_t stride, throng_obstacle *handle)
{
    cutting c = {.crowd = crowd, .count = count, .vertices = vertices, .stride = stride};
    return add(crowd, &c, handle);
}

THRONG_CALL(throng_crowd_add_obstacle_double, (crowd, count, vertices, stride, handle), throng_crowd *crowd,
            int32_t count, const throng_vertex_double *vertices, size_t stride, throng_obstacle *handle)
{
    cutting c = {.crowd = crowd, .count = count, .vertices = vertices, .stride = stride, .wide = 1};
    return add(crowd, &c, handle);
}

THRONG_CALL(throng_crowd_remove_obstacle, (crowd, handle), throng_crowd *crowd, throng_obstacle handle)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!(handle.generation & 1u) || throng_crowd_walls_generation(crowd, handle.index) != handle.generation)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "handle was removed or is of another crowd");
    if (throng_crowd_walls_of_terrain(crowd, handle.index))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "handle is an outline of the terrain: it cannot be removed");
    throng_crowd_walls_drop(crowd, handle.index);
    return THRONG_OK;
}
