/* Every wrong argument of every call on routes: a status, a message with the parameter and its value, and
 * nothing changed. */
#include "tests/route/checks.h"
#include "tests/support/rejected.h"

#include <float.h>
#include <limits.h>
#include <math.h>

enum { W = 12, H = 9, CELLS = W * H, KEPT = 3 };

typedef struct ground_of {
    watch *w;
    throng_context *context;
    throng_terrain *terrain; /* column 5 is blocked but for row 4 */
    throng_route *route;     /* with costs */
    throng_route_result results[KEPT];
    throng_cell cells[CELLS];
    int64_t cell_count;
} ground_of;

static const throng_cell_pair kept[KEPT] = {{{0, 0}, {11, 8}}, {{5, 0}, {1, 1}}, {{3, 3}, {3, 3}}};

static ground_of *begin(void)
{
    ground_of *g = must_allocate(sizeof *g);
    variant v = reference_variant();
    throng_context_def hooks = throng_context_default_def();
    const walk_scene s = ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, W, H, 1);
    const throng_region column = {5, 0, 1, H}, door = {5, 4, 1, 1};
    uint8_t *walls = scene_walls(&s);
    float costs[CELLS];
    g->w = watch_begin();
    watch_hooks(g->w, &hooks);
    g->context = open_variant(&v, &hooks);
    g->terrain = walk_terrain(g->context, &s, walls);
    MUST(g->context, throng_terrain_fill(g->terrain, &column, 1));
    MUST(g->context, throng_terrain_fill(g->terrain, &door, 0));
    g->route = make_route(g->context, g->terrain, s.grid, THRONG_ROUTE_ASTAR);
    for (int32_t i = 0; i < CELLS; i++)
        costs[i] = (float)(i % 5);
    MUST(g->context, throng_route_set_costs(g->route, NULL, costs, 0));
    MUST(g->context, throng_route_set_weight(g->route, 0.5f));
    MUST(g->context, throng_route_find(g->route, KEPT, kept, 0, g->results));
    g->cell_count = g->results[0].cell_count + 1;
    MUST(g->context, throng_route_read(g->route, 0, KEPT, g->cells, g->cell_count));
    free(walls);
    return g;
}

/* The last search's routes are still there, and the same ones are found again: costs and weight stayed. */
static void expect_unchanged(ground_of *g, const char *what)
{
    throng_route_result results[KEPT];
    throng_cell cells[CELLS];
    MUST(g->context, throng_route_read(g->route, 0, KEPT, cells, CELLS));
    cr_expect(memcmp(cells, g->cells, (size_t)g->cell_count * sizeof *cells) == 0, "%s: cells", what);
    MUST(g->context, throng_route_find(g->route, KEPT, kept, 0, results));
    cr_expect(memcmp(results, g->results, sizeof results) == 0, "%s: routes", what);
    g->w->assertions = g->w->logs = 0;
}

static void expect_rejected(ground_of *g, const char *what, throng_status got, throng_status expected,
                            const char *words)
{
    expect_told(g->w, g->context, what, got, expected, words);
    g->w->assertions = g->w->logs = 0;
    expect_unchanged(g, what);
}

#define REJECTED(g, words, call) expect_rejected((g), #call, (call), THRONG_ERROR_INVALID_ARGUMENT, (words))

static void end(ground_of *g)
{
    throng_route_destroy(g->route);
    MUST(g->context, throng_terrain_destroy(g->terrain));
    cr_expect(throng_context_destroy(g->context) == THRONG_OK);
    cr_expect(watch_end(g->w) == 0);
    free(g);
}

static void expect_def(ground_of *g, throng_route_def def, const char *words)
{
    throng_route *made = g->route;
    const int64_t allocations = g->w->allocations;
    throng_status status = throng_route_create(g->context, &def, &made);
    cr_expect(made == NULL, "%s: a failed create leaves NULL", words);
    cr_expect(g->w->allocations == allocations, "%s: nothing is allocated before all is checked", words);
    expect_rejected(g, words, status, THRONG_ERROR_INVALID_ARGUMENT, words);
}

Test(errors_routes, creation)
{
    ground_of *g = begin();
    variant v = reference_variant();
    throng_context *other = open_variant(&v, NULL);
    const walk_scene s = ground(THRONG_GRID_HEX, WALLS_NONE, 0, W, H, 1);
    walk_scene odd = s;
    odd.worlds = 2;
    odd.own_walls = 1;
    uint8_t *walls = must_allocate((size_t)2 * CELLS);
    throng_terrain *foreign = walk_terrain(other, &s, walls), *worlds = walk_terrain(g->context, &odd, walls);
    throng_route_def def = throng_route_default_def();
    throng_route *made = g->route;
    expect_def(g, def, "def.terrain|NULL");
    def.terrain = foreign;
    expect_def(g, def, "def.terrain|this context");
    def.terrain = (throng_terrain *)(void *)g->context;
    expect_def(g, def, "def.terrain|not terrain");
    def.terrain = g->terrain;
    def.grid = 3;
    expect_def(g, def, "grid|3");
    def.grid = -1;
    expect_def(g, def, "grid|-1");
    def.grid = THRONG_GRID_SQUARE4;
    def.method = 2;
    expect_def(g, def, "def.method|2");
    def.method = THRONG_ROUTE_DIJKSTRA;
    def.cookie = 0;
    expect_def(g, def, "def|throng_route_default_def");
    def = throng_route_default_def();
    def.terrain = worlds;
    def.grid = THRONG_GRID_HEX;
    expect_def(g, def, "grid|even");
    expect_rejected(g, "no def", throng_route_create(g->context, NULL, &made), THRONG_ERROR_INVALID_ARGUMENT,
                    "def|NULL");
    cr_expect(made == NULL);
    REJECTED(g, "route|NULL", throng_route_create(g->context, &def, NULL));
    cr_expect(throng_route_create(NULL, &def, &made) == THRONG_ERROR_INVALID_ARGUMENT && made == NULL);
    MUST(g->context, throng_terrain_destroy(worlds));
    MUST(other, throng_terrain_destroy(foreign));
    MUST(other, throng_context_destroy(other));
    free(walls);
    end(g);
}

Test(errors_routes, handles)
{
    ground_of *g = begin();
    throng_route_result result;
    throng_cell cell;
    throng_route *none[] = {NULL, (throng_route *)(void *)g->terrain};
    const float cost = 1.0f;
    for (int i = 0; i < 2; i++) {
        cr_expect(throng_route_set_costs(none[i], NULL, &cost, 0) == THRONG_ERROR_INVALID_ARGUMENT);
        cr_expect(throng_route_set_weight(none[i], 1.0f) == THRONG_ERROR_INVALID_ARGUMENT);
        cr_expect(throng_route_find(none[i], 1, kept, 0, &result) == THRONG_ERROR_INVALID_ARGUMENT);
        cr_expect(throng_route_read(none[i], 0, 1, &cell, 1) == THRONG_ERROR_INVALID_ARGUMENT);
        throng_route_destroy(none[i]);
    }
    REJECTED(g, "the terrain is used by 1 other object", throng_terrain_destroy(g->terrain));
    REJECTED(g, "context|2", throng_context_destroy(g->context));
    end(g);
}

Test(errors_routes, costs)
{
    ground_of *g = begin();
    float costs[CELLS] = {0.0f};
    const throng_region wrong[] = {
        {-1, 0, 1, 1}, {0, 0, W + 1, 1}, {0, H - 1, 1, 2}, {3, 3, 0, 1}, {3, 3, 1, INT_MAX}};
    const throng_region area = {2, 3, 4, 2};
    static const float bad[] = {-1.0f,      -1e-30f,         1.0001e9f,       3e38f,
                                (float)NAN, (float)INFINITY, -(float)INFINITY};
    static const char *const words[] = {"-1", "-1e-30", "1.00009997e+09", "3", "nan", "inf", "-inf"};
    for (int i = 0; i < 5; i++)
        REJECTED(g, "region|12 x 9", throng_route_set_costs(g->route, &wrong[i], costs, 0));
    REJECTED(g, "costs|NULL", throng_route_set_costs(g->route, NULL, NULL, 0));
    REJECTED(g, "row_stride|12|16", throng_route_set_costs(g->route, &area, costs, 12));
    REJECTED(g, "row_stride|18|multiple", throng_route_set_costs(g->route, &area, costs, 18));
    for (int i = 0; i < 7; i++) {
        costs[6] = bad[i]; /* the third one of the second row */
        REJECTED(g, "column 4|row 4", throng_route_set_costs(g->route, &area, costs, 0));
        REJECTED(g, words[i], throng_route_set_costs(g->route, &area, costs, 0));
        REJECTED(g, "weight", throng_route_set_weight(g->route, bad[i]));
        REJECTED(g, words[i], throng_route_set_weight(g->route, bad[i]));
    }
    costs[6] = -FLT_MIN / 4.0f; /* counts as 0 */
    MUST(g->context, throng_route_set_costs(g->route, &area, costs, 0));
    MUST(g->context, throng_route_set_weight(g->route, -FLT_MIN / 4.0f));
    end(g);
}

Test(errors_routes, searches)
{
    ground_of *g = begin();
    throng_route_result results[KEPT];
    throng_cell_pair pairs[KEPT];
    const throng_cell off[] = {{-1, 0}, {W, 0}, {0, -1}, {0, H}, {INT_MIN, 0}, {0, INT_MAX}};
    memset(results, 0x2e, sizeof results);
    REJECTED(g, "count|-1", throng_route_find(g->route, -1, kept, 0, results));
    REJECTED(g, "pairs|NULL", throng_route_find(g->route, KEPT, NULL, 0, results));
    REJECTED(g, "results|NULL", throng_route_find(g->route, KEPT, kept, 0, NULL));
    REJECTED(g, "stride|15|16", throng_route_find(g->route, KEPT, kept, 15, results));
    for (int i = 0; i < 6; i++)
        for (int to = 0; to < 2; to++) {
            char words[60];
            memcpy(pairs, kept, sizeof pairs);
            *(to ? &pairs[2].to : &pairs[2].from) = off[i];
            snprintf(words, sizeof words, "pairs[2].%s|column %d|row %d|12 x 9", to ? "to" : "from",
                     (int)off[i].column, (int)off[i].row);
            REJECTED(g, words, throng_route_find(g->route, KEPT, pairs, 0, results));
        }
    for (size_t i = 0; i < sizeof results; i++)
        cr_assert(((const unsigned char *)results)[i] == 0x2e, "a refused search wrote a result");
    MUST(g->context, throng_route_find(g->route, 0, NULL, 0, NULL)); /* a search, with no routes */
    cr_expect(throng_route_read(g->route, 0, 1, g->cells, CELLS) == THRONG_ERROR_INVALID_ARGUMENT);
    MUST(g->context, throng_route_read(g->route, 0, 0, NULL, 0));
    end(g);
}

Test(errors_routes, reading)
{
    ground_of *g = begin();
    throng_cell cells[CELLS];
    char words[60];
    const int32_t wrong[][2] = {{-1, 1}, {0, -1}, {0, 4}, {3, 1}, {4, 0}, {1, INT_MAX}, {INT_MAX, 0}};
    memset(cells, 0x2e, sizeof cells);
    for (int i = 0; i < 7; i++) {
        snprintf(words, sizeof words, "first is %d|count is %d|3 routes", (int)wrong[i][0], (int)wrong[i][1]);
        REJECTED(g, words, throng_route_read(g->route, wrong[i][0], wrong[i][1], cells, CELLS));
    }
    REJECTED(g, "capacity|-1", throng_route_read(g->route, 0, 1, cells, -1));
    REJECTED(g, "cells|NULL", throng_route_read(g->route, 0, 1, NULL, CELLS));
    snprintf(words, sizeof words, "capacity is %d|at least %d", (int)g->cell_count - 1, (int)g->cell_count);
    expect_rejected(g, "too little room", throng_route_read(g->route, 0, KEPT, cells, g->cell_count - 1),
                    THRONG_ERROR_CAPACITY, words);
    for (size_t i = 0; i < sizeof cells; i++)
        cr_assert(((const unsigned char *)cells)[i] == 0x2e, "a refused call wrote a cell");
    MUST(g->context, throng_route_read(g->route, 1, 1, NULL, 0)); /* no route: no cells */
    MUST(g->context, throng_route_read(g->route, KEPT, 0, NULL, 0));
    MUST(g->context, throng_route_read(g->route, 2, 1, cells, 1));
    cr_expect(cells[0].column == 3 && cells[0].row == 3);
    cr_expect(g->results[1].length == -1.0f && g->results[1].total == -1.0f && g->results[1].cost == 0.0f);
    cr_expect(g->results[2].length == 0.0f && g->results[2].total == 0.0f && g->results[2].cell_count == 1);
    end(g);
}
