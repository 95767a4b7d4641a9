#include "examples/siege/route.h"

#include "examples/common/program.h"

#include <stdlib.h>

enum { MOST_CELLS = SCENE_SIDE * SCENE_MOST_FINE * SCENE_SIDE * SCENE_MOST_FINE };

struct route {
    route_def def;
    throng_context *context;
    throng_terrain *terrain;
    throng_route *search;
    float rates[MOST_CELLS];
    throng_cell way[MOST_CELLS];
};

static int make(route *r)
{
    r->context = scene_context(THRONG_BACKEND_CPU, 1);
    r->terrain = r->context != NULL ? scene_terrain(r->context, r->def.fine) : NULL;
    if (r->terrain == NULL)
        return PROGRAM_FAILED;
    throng_route_def def = throng_route_default_def();
    def.terrain = r->terrain;
    def.method = r->def.method;
    /* damage = (length / speed) * rate, and both lengths are in cells */
    if (throng_route_create(r->context, &def, &r->search) != THRONG_OK ||
        throng_route_set_weight(r->search, r->def.weight / SCENE_SPEED) != THRONG_OK)
        return scene_failed(r->context, "route");
    return PROGRAM_OK;
}

route *route_create(const route_def *def)
{
    route *r = calloc(1, sizeof *r);
    if (r == NULL) {
        program_reject(PROGRAM_FAILED, "route: out of memory");
        return NULL;
    }
    r->def = *def;
    if (make(r) != PROGRAM_OK) {
        route_destroy(r);
        return NULL;
    }
    return r;
}

void route_destroy(route *r)
{
    if (r == NULL)
        return;
    throng_route_destroy(r->search);
    throng_terrain_destroy(r->terrain);
    throng_context_destroy(r->context);
    free(r);
}

int route_place(route *r, const throng_cell *guns, int32_t count)
{
    scene_rates(guns, count, r->def.fine, r->rates);
    if (throng_route_set_costs(r->search, NULL, r->rates, 0) != THRONG_OK)
        return scene_failed(r->context, "costs");
    return PROGRAM_OK;
}

static throng_cell cell_of(const route *r, throng_cell cell)
{
    const int32_t fine = r->def.fine;
    return (throng_cell){cell.column * fine + fine / 2, cell.row * fine + fine / 2};
}

int route_attack(route *r, int32_t start, route_result *result)
{
    const throng_cell_pair pair = {cell_of(r, scene_starts[start]), cell_of(r, scene_goal)};
    const float size = 1.0f / (float)r->def.fine;
    throng_route_result found;
    if (throng_route_find(r->search, 1, &pair, 0, &found) != THRONG_OK ||
        throng_route_read(r->search, 0, 1, r->way, MOST_CELLS) != THRONG_OK)
        return scene_failed(r->context, "route");
    *result = (route_result){found.cell_count - 1, found.length * size, found.cost * size / SCENE_SPEED};
    if (found.cell_count == 0)
        *result = (route_result){0, 0.0f, 0.0f};
    return PROGRAM_OK;
}

const throng_cell *route_way(const route *r) { return r->way; }
