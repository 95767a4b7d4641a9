/* For tests of routes: scenes without objects, searches, and whether what was found is a walk. */
#ifndef THRONG_TESTS_ROUTE_CHECKS_H
#define THRONG_TESTS_ROUTE_CHECKS_H

#include "tests/influence/propagation_model.h"

#include "tests/support/each_backend.h"

#include <stdlib.h>

static inline walk_scene ground(throng_grid grid, walls_kind walls, int32_t density, int32_t width,
                                int32_t height, uint64_t seed)
{
    walk_scene s = {.grid = grid, .walls = walls, .density = density, .width = width, .height = height};
    s.worlds = 1;
    s.cell_size = 1.0f;
    s.seed = seed;
    return s;
}

static inline throng_cell random_cell(rng *r, const walk_scene *s)
{
    int32_t column = rng_below(r, s->width);
    return (throng_cell){column, rng_below(r, s->height * s->worlds)};
}

static inline throng_route *make_route(throng_context *context, throng_terrain *terrain, throng_grid grid,
                                       throng_route_method method)
{
    throng_route *route;
    throng_route_def def = throng_route_default_def();
    def.terrain = terrain;
    def.grid = grid;
    def.method = method;
    MUST(context, throng_route_create(context, &def, &route));
    return route;
}

typedef struct found {
    throng_route_result *results;
    throng_cell *cells;
    int64_t cell_count;
    int32_t count;
} found;

static inline found find_routes(throng_context *context, throng_route *route, int32_t count,
                                const throng_cell_pair *pairs)
{
    found f = {must_allocate((size_t)(count + 1) * sizeof *f.results), NULL, 0, count};
    MUST(context, throng_route_find(route, count, pairs, 0, f.results));
    for (int32_t i = 0; i < count; i++) {
        cr_expect(f.results[i].cell_offset == f.cell_count, "route %d begins elsewhere", (int)i);
        f.cell_count += f.results[i].cell_count;
    }
    f.cells = must_allocate((size_t)(f.cell_count + 1) * sizeof *f.cells);
    MUST(context, throng_route_read(route, 0, count, f.cells, f.cell_count));
    return f;
}

static inline void release_found(found *f)
{
    free(f->results);
    free(f->cells);
}

/* The step from cell to cell as the model counts directions, -1: there is none. Rows of a world. */
static inline int32_t step_between(const walk_scene *s, const uint8_t *walls, throng_cell from,
                                   throng_cell to)
{
    const int32_t right = to.column - from.column, down = to.row - from.row;
    for (int32_t k = 0; k < walk_directions(s->grid); k++) {
        int32_t column, row;
        double x, y;
        walk_vector(s->grid, k, &x, &y);
        if (y * down < -0.1 || (s->grid != THRONG_GRID_HEX && x * right < -0.1)) /* the other way, for sure */
            continue;
        if (walk_step(walls, s->width, s->height, s->grid, k, from.column, from.row, &column, &row) &&
            column == to.column && row == to.row)
            return k;
    }
    return -1;
}

/* From the pair's start to its goal, in steps over free cells that cut no corner; how many of them are
 * straight and diagonal. 0 where it is not so. */
static inline int is_walk(const walk_scene *s, const uint8_t *walls, throng_cell_pair pair,
                          const throng_cell *cells, int32_t count, int64_t *straight, int64_t *diagonal)
{
    const int32_t world = pair.from.row / s->height;
    const uint8_t *own = walls + (ptrdiff_t)(s->own_walls ? world : 0) * s->width * s->height;
    *straight = *diagonal = 0;
    if (count < 1 || memcmp(&cells[0], &pair.from, sizeof pair.from) != 0 ||
        memcmp(&cells[count - 1], &pair.to, sizeof pair.to) != 0)
        return 0;
    for (int32_t i = 1; i < count; i++) {
        throng_cell from = cells[i - 1], to = cells[i];
        from.row -= world * s->height;
        to.row -= world * s->height;
        if (from.row < 0 || from.row >= s->height || to.row < 0 || to.row >= s->height)
            return 0;
        int32_t k = step_between(s, own, from, to);
        if (k < 0)
            return 0;
        *diagonal += s->grid == THRONG_GRID_SQUARE8 && k % 2;
    }
    *straight = count - 1 - *diagonal;
    return 1;
}

#endif
