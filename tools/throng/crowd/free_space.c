/* Free space among the obstacles of `throng crowd`. The winding number of the edges, positive for solid
 * polygons and negative for rooms, is the number of polygons that contain a point; walls of two vertices
 * contain nothing. Edges are found by row: sorted by their tops, with a tree of their bottoms. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct crowd_edge {
    double x1, y1, x2, y2;
    double top, bottom;
    int32_t polygon;
} edge;

static int by_top(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    return (a->top > b->top) - (a->top < b->top);
}

/* The first edge from `from` on that reaches down to y; the count if there is none. */
static int32_t next_edge(const crowd_free_space *ground, int32_t from, double y)
{
    int32_t node = ground->size + from;
    if (from >= ground->count)
        return ground->count;
    while (ground->bottoms[node] < y) {
        while (node % 2 == 1)
            node /= 2;
        if (node == 0)
            return ground->count;
        node++;
    }
    while (node < ground->size) {
        node *= 2;
        node += ground->bottoms[node] < y;
    }
    return node - ground->size;
}

/* Where the edge crosses the row of y, and what it does there to the number of polygons to its right: nothing
 * where it does not reach it. */
static int32_t crossing(const edge *e, double y, double *x)
{
    if ((e->y1 <= y) == (e->y2 <= y))
        return 0;
    *x = e->x1 + (e->x2 - e->x1) * ((y - e->y1) / (e->y2 - e->y1));
    return e->y2 < e->y1 ? 1 : -1;
}

/* Solid polygons that the place is in, less the rooms; without polygon `skipped`. */
static int32_t depth_of(const crowd_free_space *ground, double x, double y, int32_t skipped)
{
    int32_t depth = 0;
    for (int32_t i = next_edge(ground, 0, y); i < ground->count && ground->edges[i].top <= y;
         i = next_edge(ground, i + 1, y)) {
        const edge *e = &ground->edges[i];
        double at = 0.0;
        const int32_t change = e->polygon != skipped ? crossing(e, y, &at) : 0;
        depth += change != 0 && at <= x ? change : 0;
    }
    return depth;
}

static double away_from(const edge *e, double x, double y)
{
    const double dx = e->x2 - e->x1, dy = e->y2 - e->y1, square = dx * dx + dy * dy;
    const double along =
        square > 0.0 ? fmin(fmax(((x - e->x1) * dx + (y - e->y1) * dy) / square, 0.0), 1.0) : 0.0;
    return hypot(e->x1 + along * dx - x, e->y1 + along * dy - y);
}

int32_t crowd_free_space_free(const crowd_free_space *ground, double x, double y, double radius)
{
    const double top = y - radius;
    for (int32_t i = next_edge(ground, 0, top); i < ground->count && ground->edges[i].top <= y + radius;
         i = next_edge(ground, i + 1, top)) {
        if (away_from(&ground->edges[i], x, y) < radius)
            return 0;
    }
    return depth_of(ground, x, y, -1) < ground->solid &&
           (!ground->map || crowd_map_clear(ground, x, y, radius));
}

void crowd_free_space_row(const crowd_free_space *ground, double y, double left, double step, int32_t width,
                          int32_t *solid)
{
    memset(solid, 0, (size_t)width * sizeof *solid);
    for (int32_t i = next_edge(ground, 0, y); i < ground->count && ground->edges[i].top <= y;
         i = next_edge(ground, i + 1, y)) {
        double x = 0.0;
        const int32_t change = crossing(&ground->edges[i], y, &x);
        const double first = ceil((x - left) / step - 0.5);
        if (change != 0 && first < width)
            solid[(int32_t)fmax(first, 0.0)] += change;
    }
    int32_t depth = 0;
    for (int32_t i = 0; i < width; i++) {
        depth += solid[i];
        solid[i] =
            depth >= ground->solid || (ground->map && crowd_map_blocks(ground, left + (i + 0.5) * step, y));
    }
}

/* ---------------------------------------------------------------- made from polygons ---------------- */

static double pass_of(const crowd_obstacles *obstacles, const crowd_polygon *polygon)
{
    const throng_vertex *vertices = obstacles->vertices + polygon->first;
    double turn = 0.0;
    for (int32_t i = 0; i < polygon->count; i++) {
        const throng_vertex a = vertices[i];
        const throng_vertex b = vertices[i + 1 < polygon->count ? i + 1 : 0];
        turn += ((double)a.x - (double)vertices->x) * ((double)b.y - (double)vertices->y) -
                ((double)b.x - (double)vertices->x) * ((double)a.y - (double)vertices->y);
    }
    return turn;
}

static void list_edges(const crowd_obstacles *obstacles, crowd_free_space *ground)
{
    for (int32_t k = 0; k < obstacles->count; k++) {
        const crowd_polygon *polygon = &obstacles->polygons[k];
        const throng_vertex *vertices = obstacles->vertices + polygon->first;
        for (int32_t i = 0; i < polygon->count; i++) {
            const throng_vertex a = vertices[i];
            const throng_vertex b = vertices[i + 1 < polygon->count ? i + 1 : 0];
            edge *e = &ground->edges[ground->count++];
            *e = (edge){(double)a.x, (double)a.y, (double)b.x, (double)b.y, 0.0, 0.0, k};
            e->top = fmin(e->y1, e->y2);
            e->bottom = fmax(e->y1, e->y2);
        }
    }
    qsort(ground->edges, (size_t)ground->count, sizeof *ground->edges, by_top);
    for (int32_t i = 0; i < ground->size; i++)
        ground->bottoms[ground->size + i] = i < ground->count ? ground->edges[i].bottom : -(double)INFINITY;
    for (int32_t i = ground->size - 1; i > 0; i--) {
        const double *below = ground->bottoms + 2 * (size_t)i;
        ground->bottoms[i] = fmax(below[0], below[1]);
    }
}

/* 1 if a room is in no solid polygon: then everything outside of all polygons is solid. */
static int32_t has_outer_room(const crowd_obstacles *obstacles)
{
    for (int32_t k = 0; k < obstacles->count; k++) {
        const crowd_polygon *polygon = &obstacles->polygons[k];
        const throng_vertex at = obstacles->vertices[polygon->first];
        if (pass_of(obstacles, polygon) < 0.0 &&
            depth_of(&obstacles->ground, (double)at.x, (double)at.y, k) <= 0)
            return 1;
    }
    return 0;
}

int crowd_free_space_make(crowd_obstacles *obstacles)
{
    crowd_free_space *ground = &obstacles->ground;
    int32_t edges = 0;
    for (int32_t k = 0; k < obstacles->count; k++)
        edges += obstacles->polygons[k].count;
    ground->size = 1;
    while (ground->size < edges)
        ground->size *= 2;
    int code = PROGRAM_OK;
    ground->edges = allocate((size_t)edges, sizeof *ground->edges, obstacles->name, &code);
    ground->bottoms = allocate(2 * (size_t)ground->size, sizeof *ground->bottoms, obstacles->name, &code);
    if (code)
        return code;
    list_edges(obstacles, ground);
    ground->solid = has_outer_room(obstacles) ? 0 : 1;
    return PROGRAM_OK;
}

void crowd_free_space_release(crowd_free_space *ground)
{
    free(ground->edges);
    free(ground->bottoms);
    *ground = (crowd_free_space){0};
}
