/* Routes with costs: against Dijkstra's algorithm as a table, in double precision.
 *
 * The bound: library and oracle both add n steps in double precision, each with a relative error of at most
 * 3 roundings, so that their sums differ by less than (n + 3) * 2^-52 of the total, and A* may end with a
 * sum that is no better than that either: for the few hundred steps of these maps below 1e-12. The result is
 * rounded to a float once, 2^-24. */
#include "tests/route/checks.h"

#include <float.h>
#include <math.h>

enum { PAIRS = 40 };
#define ROOT 1.41421356237309504880
#define BOUND (1.0 / 16777216.0 + 1e-12)

typedef struct cost_scene {
    walk_scene walk;
    float low, high; /* of costs */
    float weight;
    int32_t none; /* of eight cells have none */
} cost_scene;

static float *random_costs(const cost_scene *s)
{
    const int32_t cells = s->walk.width * s->walk.height * s->walk.worlds;
    float *costs = must_allocate((size_t)cells * sizeof *costs);
    rng r = {s->walk.seed + 5};
    for (int32_t i = 0; i < cells; i++)
        costs[i] = rng_below(&r, 8) >= s->none ? rng_between(&r, s->low, s->high) : 0.0f;
    return costs;
}

static double number(float f) { return f < FLT_MIN ? 0.0 : (double)f; }

/* The least sums from one cell to all of its world, -1: not reached. The nearest cell of all is looked for in
 * each step. */
static void cheapest(const cost_scene *s, const uint8_t *walls, const float *costs, throng_cell from,
                     double *sums)
{
    const walk_scene *w = &s->walk;
    const int32_t cells = w->width * w->height;
    uint8_t *done = must_allocate((size_t)cells);
    for (int32_t i = 0; i < cells; i++)
        sums[i] = -1.0;
    if (!walls[from.row * w->width + from.column])
        sums[from.row * w->width + from.column] = 0.0;
    for (;;) {
        int32_t least = -1;
        for (int32_t i = 0; i < cells; i++)
            if (!done[i] && sums[i] >= 0.0 && (least < 0 || sums[i] < sums[least]))
                least = i;
        if (least < 0)
            break;
        done[least] = 1;
        for (int32_t k = 0; k < walk_directions(w->grid); k++) {
            int32_t column, row;
            if (!walk_step(walls, w->width, w->height, w->grid, k, least % w->width, least / w->width,
                           &column, &row))
                continue;
            const double length = w->grid == THRONG_GRID_SQUARE8 && k % 2 ? ROOT : 1.0;
            const int32_t to = row * w->width + column;
            const double sum = sums[least] + length * (1.0 + number(s->weight) * number(costs[to]));
            if (sums[to] < 0.0 || sum < sums[to])
                sums[to] = sum;
        }
    }
    free(done);
}

/* What the route's own cells add up to. */
static void check_sums(const cost_scene *s, const float *costs, const throng_route_result *got,
                       const throng_cell *cells)
{
    double length = 0.0, cost = 0.0;
    for (int32_t i = 1; i < got->cell_count; i++) {
        const int diagonal = s->walk.grid == THRONG_GRID_SQUARE8 && cells[i].column != cells[i - 1].column &&
                             cells[i].row != cells[i - 1].row;
        length += diagonal ? ROOT : 1.0;
        cost += (diagonal ? ROOT : 1.0) * number(costs[cells[i].row * s->walk.width + cells[i].column]);
    }
    const double total = length + number(s->weight) * cost;
    cr_expect(fabs((double)got->length - length) <= BOUND * length &&
                  fabs((double)got->cost - cost) <= BOUND * cost &&
                  fabs((double)got->total - total) <= BOUND * total,
              "%.9g + weight * %.9g = %.9g, where the cells give %.17g, %.17g, %.17g", (double)got->length,
              (double)got->cost, (double)got->total, length, cost, total);
}

static int check_scene(throng_context *context, const cost_scene *s)
{
    const walk_scene *w = &s->walk;
    const int32_t cells = w->width * w->height;
    throng_cell_pair pairs[PAIRS] = {{{0, 0}, {0, 0}}};
    int reached = 0;
    rng r = {w->seed};
    uint8_t *walls = scene_walls(w);
    float *costs = random_costs(s);
    double *sums = must_allocate((size_t)cells * sizeof *sums);
    throng_terrain *terrain = walk_terrain(context, w, walls);
    for (int32_t i = 0; i < PAIRS; i++) { /* few starts, since the oracle takes its time */
        pairs[i].from = i % (PAIRS / 2) ? pairs[i - 1].from : random_cell(&r, w);
        pairs[i].to = random_cell(&r, w);
        pairs[i].to.row = pairs[i].from.row / w->height * w->height + pairs[i].to.row % w->height;
    }
    for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
        throng_route *route = make_route(context, terrain, w->grid, method);
        MUST(context, throng_route_set_costs(route, NULL, costs, 0));
        MUST(context, throng_route_set_weight(route, s->weight));
        found f = find_routes(context, route, PAIRS, pairs);
        for (int32_t i = 0; i < PAIRS; i++) {
            const throng_route_result *got = &f.results[i];
            const int32_t world = pairs[i].from.row / w->height;
            const throng_cell start = {pairs[i].from.column, pairs[i].from.row % w->height};
            const ptrdiff_t above = (ptrdiff_t)world * cells;
            int64_t straight, diagonal;
            if (i % (PAIRS / 2) == 0)
                cheapest(s, walls + (w->own_walls ? above : 0), costs + above, start, sums);
            const double expected = walls[(w->own_walls ? above : 0) + start.row * w->width + start.column]
                                        ? -1.0
                                        : sums[pairs[i].to.row % w->height * w->width + pairs[i].to.column];
            cr_expect(fabs((double)got->total - expected) <= BOUND * fabs(expected),
                      "grid %d, method %d, seed %llu: route %d costs %.9g, the cheapest %.17g", (int)w->grid,
                      (int)method, (unsigned long long)w->seed, (int)i, (double)got->total, expected);
            if (expected < 0.0)
                continue;
            cr_expect(is_walk(w, walls, pairs[i], f.cells + got->cell_offset, got->cell_count, &straight,
                              &diagonal),
                      "grid %d, method %d: route %d is no walk", (int)w->grid, (int)method, (int)i);
            check_sums(s, costs, got, f.cells + got->cell_offset);
            reached += got->cell_count > 1;
        }
        release_found(&f);
        throng_route_destroy(route);
    }
    MUST(context, throng_terrain_destroy(terrain));
    free(sums);
    free(costs);
    free(walls);
    return reached;
}

static cost_scene some_scene(int32_t i)
{
    static const float lows[] = {0.0f, 0.0f, 0.5f, 0.0f, 1e8f, 0.0f, 0.0f, 66.0f, 0.0f};
    static const float highs[] = {1.0f, 10.0f, 0.6f, 1e3f, 1e9f, 1e-38f, 3.0f, 80.0f, 1.0f};
    static const float weights[] = {1.0f, 0.25f, 3.0f, 7.0f, 1e9f, 1e9f, 1e-42f, 1.0f, 2e-3f};
    const int32_t grid = i % 3, kind = i / 3 % 9;
    cost_scene s = {.low = lows[kind], .high = highs[kind], .weight = weights[kind], .none = 1};
    if (kind == 7) /* ways through a few dear cells are as good as long ways around */
        s.none = grid == THRONG_GRID_SQUARE8 ? 4 : 5;
    s.walk = (walk_scene){.grid = grid, .width = 24 + i, .height = 30 - i % 5, .worlds = 1, .seed = 900};
    s.walk.seed += (uint64_t)i;
    if (kind == 8) { /* costs so small that A* improves cells over and over */
        s.walk.width = 90;
        s.walk.height = 70;
    }
    s.walk.cell_size = 1.0f;
    s.walk.walls = i % 2 ? WALLS_RANDOM : WALLS_ROOMS;
    s.walk.density = 20;
    return s;
}

Test(route_costs, cheapest)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2};
    throng_context *context = open_variant(&v, NULL);
    int reached = 0;
    for (int32_t i = 0; i < 54; i++) {
        const cost_scene s = some_scene(i);
        reached += check_scene(context, &s);
    }
    for (int32_t i = 0; i < 6; i++) {
        cost_scene s = some_scene(i);
        s.walk.width = 20;
        s.walk.height = 16;
        s.walk.worlds = 3;
        s.walk.own_walls = 1;
        reached += check_scene(context, &s);
    }
    cr_expect(reached > 1500, "%d routes", reached);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Sums so large that a diagonal step adds less to them than to what is left: estimates fall on the way. */
Test(route_costs, falling_estimates)
{
    enum { SIDE = 200, MAPS = 8 };
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    const throng_cell_pair pair = {{0, 0}, {SIDE - 1, SIDE - 1}};
    float *costs = must_allocate((size_t)SIDE * SIDE * sizeof *costs);
    int reached = 0;
    costs[1] = costs[SIDE] = costs[SIDE + 1] = 1e9f;
    for (int32_t map = 0; map < MAPS; map++) {
        const walk_scene s =
            ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 5 + map % 6, SIDE, SIDE, 700 + (uint64_t)map);
        uint8_t *walls = scene_walls(&s);
        throng_route_result got[2];
        walls[0] = walls[1] = walls[SIDE] = walls[SIDE + 1] = walls[(size_t)SIDE * SIDE - 1] = 0;
        throng_terrain *terrain = walk_terrain(context, &s, walls);
        for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
            throng_route *route = make_route(context, terrain, s.grid, method);
            MUST(context, throng_route_set_costs(route, NULL, costs, 0));
            MUST(context, throng_route_set_weight(route, 1e6f));
            MUST(context, throng_route_find(route, 1, &pair, 0, &got[method]));
            throng_route_destroy(route);
        }
        cr_expect(got[0].total == got[1].total, "map %d: %.9g and %.9g", (int)map, (double)got[0].total,
                  (double)got[1].total);
        reached += got[0].cell_count > SIDE - 1;
        MUST(context, throng_terrain_destroy(terrain));
        free(walls);
    }
    cr_expect(reached > MAPS / 2, "%d routes", reached);
    free(costs);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Costs set in parts, with gaps between rows; without weight they are told and not looked at. */
Test(route_costs, parts_and_weight)
{
    enum { W = 9, H = 5 };
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    const walk_scene s = ground(THRONG_GRID_SQUARE4, WALLS_NONE, 0, W, H, 1);
    const throng_cell_pair pair = {{0, 2}, {8, 2}};
    const throng_region middle = {4, 1, 2, 3};
    const float costs[3][3] = {{2.0f, 2.0f, -1.0f}, {2.0f, 2.0f, -1.0f}, {2.0f, 2.0f, -1.0f}};
    uint8_t *walls = scene_walls(&s);
    throng_terrain *terrain = walk_terrain(context, &s, walls);
    for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
        throng_route_result got;
        throng_route *route = make_route(context, terrain, s.grid, method);
        MUST(context, throng_route_set_costs(route, &middle, costs[0], sizeof costs[0]));
        MUST(context, throng_route_find(route, 1, &pair, 0, &got)); /* through: 8 + 4; around: 12 */
        cr_expect(got.total == 12.0f && got.length + got.cost == 12.0f);
        MUST(context, throng_route_set_weight(route, 2.0f));
        MUST(context, throng_route_find(route, 1, &pair, 0, &got));
        cr_expect(got.total == 12.0f && got.length == 12.0f && got.cost == 0.0f && got.cell_count == 13);
        MUST(context, throng_route_set_weight(route, 0.5f));
        MUST(context, throng_route_find(route, 1, &pair, 0, &got));
        cr_expect(got.total == 10.0f && got.length == 8.0f && got.cost == 4.0f && got.cell_count == 9);
        MUST(context, throng_route_set_weight(route, 0.0f));
        MUST(context, throng_route_find(route, 1, &pair, 0, &got));
        cr_expect(got.total == 8.0f && got.length == 8.0f && got.cost == 4.0f);
        throng_route_destroy(route);
    }
    MUST(context, throng_terrain_destroy(terrain));
    free(walls);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
