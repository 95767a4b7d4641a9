/* The calls on contexts, terrain, measures, tracers and searchers of routes, each with the ways in which it
 * fails. */
#include "tests/failures/world.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- contexts -------------------------- */

static throng_status context_create(world *w, int32_t way, throng_status *expected)
{
    throng_context_def def = w->hooks;
    throng_context *made = NULL;
    (void)expected;
    def.backend = way == 1 ? 9 : w->v->backend;
    def.isa = way == 2 ? THRONG_ISA_COUNT : w->v->isa;
    def.threads = way == 3 ? -1 : w->v->threads;
    def.cookie = way == 4 ? 0 : def.cookie;
    if (way > 5)
        return NO_WAY;
    const throng_status status = throng_context_create(&def, way == 5 ? NULL : &made);
    w->made = made;
    return status;
}

static throng_status context_undo(world *w)
{
    const throng_status status = throng_context_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status context_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_context_destroy(way ? w->context : NULL); /* it has objects */
}

static throng_status context_wait(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_context_wait(way ? NULL : w->context);
}

static throng_status context_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_context_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_context_get_info(w->context, way ? NULL : &info);
}

static throng_status devices(world *w, int32_t way, throng_status *expected)
{
    throng_context_def def = w->hooks;
    throng_device_info list[2];
    int32_t count;
    (void)expected;
    if (w->v->backend != THRONG_BACKEND_OPENCL && way == 0) /* the rest is the same everywhere */
        return THRONG_OK;
    return way > 2 ? NO_WAY : throng_devices(&def, way == 2 ? NULL : list, 2, way == 1 ? NULL : &count);
}

static throng_status calibrate(world *w, int32_t way, throng_status *expected)
{
    throng_calibrate_def def = throng_calibrate_default_def();
    def.seconds = way == 1 ? 0.0 : 1.0;
    if (way == 2)
        def.operations = 1u << THRONG_OPERATION_COUNT;
    if (way == 3) /* a context without a device has nothing to choose */
        *expected = THRONG_ERROR_NO_DEVICE;
    if (way > 3 || (way == 3 && w->v->backend == THRONG_BACKEND_OPENCL))
        return NO_WAY;
    return way == 0 ? THRONG_OK : throng_calibrate(w->context, &def, NULL);
}

/* ---------------------------------------------------------------- terrain --------------------------- */

static throng_status terrain_create(world *w, int32_t way, throng_status *expected)
{
    throng_terrain_def def = throng_terrain_default_def();
    throng_terrain *made = NULL;
    (void)expected;
    def.width = way == 1 ? 0 : 9;
    def.height = way == 2 ? THRONG_MAX_SIDE + 1 : 9;
    def.worlds = way == 3 ? -1 : 2;
    if (way > 3)
        return NO_WAY;
    const throng_status status = throng_terrain_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status terrain_undo(world *w)
{
    const throng_status status = throng_terrain_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status terrain_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_terrain_destroy(way ? w->terrain : NULL); /* all use it */
}

static throng_status terrain_set(world *w, int32_t way, throng_status *expected)
{
    const uint8_t cells[4] = {1, 0, 1, 1};
    const throng_region part = {way == 1 ? -1 : 30, way == 2 ? WORLD_HEIGHT - 1 : 30, 2, 2};
    (void)expected;
    return way > 4 ? NO_WAY
                   : throng_terrain_set(w->terrain, &part, way == 3 ? NULL : cells, way == 4 ? 1 : 0);
}

static throng_status terrain_fill(world *w, int32_t way, throng_status *expected)
{
    const throng_region part = {way == 1 ? -1 : 20, 31, 2, way == 2 ? 6 : 2};
    (void)expected;
    return way > 2 ? NO_WAY : throng_terrain_fill(w->terrain, &part, 1);
}

static throng_status terrain_read(world *w, int32_t way, throng_status *expected)
{
    uint8_t cells[4];
    const throng_region part = {20, 31, way == 1 ? 0 : 2, 2};
    (void)expected;
    return way > 2 ? NO_WAY : throng_terrain_read(w->terrain, &part, way == 2 ? NULL : cells, 0);
}

static throng_status terrain_distances(world *w, int32_t way, throng_status *expected)
{
    const throng_cell_pair pairs[3] = {{{1, 1}, {9, 9}}, {{2, 1}, {30, 9}}, {{3, 1}, {way == 1 ? 40 : 9, 9}}};
    float distances[3];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_terrain_distances(w->terrain, way == 2 ? 9 : THRONG_GRID_SQUARE8, 3, pairs, 0,
                                              way == 3 ? NULL : distances);
}

/* ---------------------------------------------------------------- measures -------------------------- */

static throng_status measure_create(world *w, int32_t way, throng_status *expected)
{
    throng_measure_def def = throng_measure_default_def();
    throng_measure *made = NULL;
    (void)expected;
    def.types = way == 1 ? 0 : 4;
    def.weights[3] = way == 2 ? NAN : 0.5f;
    def.lambda = way == 3 ? -1.0f : 0.25f;
    if (way == 4)
        def.kind = THRONG_MEASURE_TABLE;
    if (way > 4)
        return NO_WAY;
    const throng_status status = throng_measure_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status measure_undo(world *w)
{
    const throng_status status = throng_measure_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status measure_explain(world *w, int32_t way, throng_status *expected)
{
    throng_measure_def def = throng_measure_default_def();
    throng_selection choice;
    (void)expected;
    def.types = way == 1 ? 0 : 4;
    return way > 2 ? NO_WAY : throng_measure_explain(w->context, &def, way == 2 ? NULL : &choice);
}

static throng_status measure_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_measure_destroy(way ? w->measure : NULL); /* the field uses it */
}

static throng_status measure_value(world *w, int32_t way, throng_status *expected)
{
    float value;
    (void)expected;
    return way > 2 ? NO_WAY : throng_measure_value(w->measure, way == 1 ? 8 : 7, way == 2 ? NULL : &value);
}

static throng_status choquet(world *w, int32_t way, throng_status *expected)
{
    float rows[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, results[3];
    (void)expected;
    rows[2][1] = way == 1 ? NAN : 2.0f;
    return way > 3
               ? NO_WAY
               : throng_measure_choquet(w->measure, 3, *rows, way == 2 ? 10 : 0, way == 3 ? NULL : results);
}

static throng_status measure_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_measure_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_measure_get_info(w->measure, way ? NULL : &info);
}

/* ---------------------------------------------------------------- routes ---------------------------- */

static throng_status route_create(world *w, int32_t way, throng_status *expected)
{
    throng_route_def def = throng_route_default_def();
    throng_route *made = NULL;
    (void)expected;
    def.terrain = way == 1 ? NULL : w->terrain;
    def.method = way == 2 ? 5 : THRONG_ROUTE_DIJKSTRA;
    if (way > 2)
        return NO_WAY;
    const throng_status status = throng_route_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status route_undo(world *w)
{
    const throng_status status = throng_route_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status route_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_route_destroy(way ? (throng_route *)(void *)w->flow : NULL);
}

static throng_status set_costs(world *w, int32_t way, throng_status *expected)
{
    const float costs[2][2] = {{1, 2}, {3, way == 1 ? NAN : 4.0f}};
    const throng_region part = {10, 31, 2, way == 2 ? 9 : 2};
    (void)expected;
    return way > 3 ? NO_WAY : throng_route_set_costs(w->route, &part, way == 3 ? NULL : *costs, 0);
}

static throng_status set_weight(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_route_set_weight(w->route, way ? NAN : 2.0f);
}

/* More of them than in the last search, and longer. */
static throng_status route_find(world *w, int32_t way, throng_status *expected)
{
    throng_cell_pair pairs[WORLD_ROUTES];
    throng_route_result results[WORLD_ROUTES];
    (void)expected;
    for (int32_t i = 0; i < WORLD_ROUTES; i++)
        pairs[i] = (throng_cell_pair){{0, i}, {39 - i, 35}};
    pairs[2].to.row = way == 1 ? WORLD_HEIGHT : 34;
    return way > 3 ? NO_WAY
                   : throng_route_find(w->route, way == 2 ? -1 : WORLD_ROUTES, pairs, 0,
                                       way == 3 ? NULL : results);
}

static throng_status route_read(world *w, int32_t way, throng_status *expected)
{
    throng_cell cells[3 * WORLD_CELLS];
    *expected = way == 1 ? THRONG_ERROR_CAPACITY : *expected;
    return way > 3 ? NO_WAY
                   : throng_route_read(w->route, 0, way == 2 ? 99 : w->routes, way == 3 ? NULL : cells,
                                       way == 1 ? 10 : 3 * WORLD_CELLS);
}

/* ---------------------------------------------------------------- tracers --------------------------- */

static throng_status trace_create(world *w, int32_t way, throng_status *expected)
{
    throng_trace_def def = throng_trace_default_def();
    throng_trace *made = NULL;
    (void)expected;
    def.field = way == 1 ? NULL : w->potential;
    def.max_steps = way == 2 ? 0 : 30;
    def.start_capacity = 5;
    def.escape = way == 3 ? THRONG_ESCAPE_FLOW : THRONG_ESCAPE_HILLS;
    def.hill_range = way == 4 ? NAN : 3.0f;
    if (way > 4)
        return NO_WAY;
    const throng_status status = throng_trace_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status trace_undo(world *w)
{
    const throng_status status = throng_trace_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status trace_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_trace_destroy(way ? (throng_trace *)(void *)w->flow : NULL);
}

static throng_status set_starts(world *w, int32_t way, throng_status *expected)
{
    throng_trace_start starts[2] = {{20, 20, 0.5f, 0, 0, 0}, {21, 20, way == 1 ? NAN : 0.5f, 1, 0, 0}};
    starts[1].world = way == 2;
    starts[1].flow_field = way == 3 ? WORLD_FIELDS : 0;
    *expected = way == 4 ? THRONG_ERROR_CAPACITY : *expected;
    return way > 6 ? NO_WAY
                   : throng_trace_set_starts(w->trace,
                                             way == 4   ? 3
                                             : way == 5 ? 9
                                                        : 1,
                                             2, starts, way == 6 ? 4 : 0);
}

static throng_status truncate_starts(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY : throng_trace_truncate_starts(w->trace, way == 0 ? 2 : way == 1 ? -1 : 9);
}

static throng_status trace_update(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_trace_update(way ? NULL : w->trace);
}

static throng_status trace_read(world *w, int32_t way, throng_status *expected)
{
    throng_trace_result results[2];
    (void)expected;
    return way > 2 ? NO_WAY : throng_trace_read(w->trace, 0, way == 1 ? 9 : 2, way == 2 ? NULL : results, 0);
}

static throng_status read_points(world *w, int32_t way, throng_status *expected)
{
    throng_trace_point points[2][4];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_trace_read_points(w->trace, 0, 2, 0, way == 1 ? 99 : 4, way == 2 ? NULL : *points,
                                              way == 3 ? 8 : 0);
}

static throng_status trace_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_trace_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_trace_get_info(w->trace, way ? NULL : &info);
}

static throng_status trace_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_trace_reset(way ? NULL : w->trace);
}

const public_call world_calls[] = {
    {"throng_context_create", context_create, context_undo},
    {"throng_context_destroy", context_destroy, NULL},
    {"throng_context_wait", context_wait, NULL},
    {"throng_context_get_info", context_get_info, NULL},
    {"throng_devices", devices, NULL},
    {"throng_calibrate", calibrate, NULL},
    {"throng_terrain_create", terrain_create, terrain_undo},
    {"throng_terrain_destroy", terrain_destroy, NULL},
    {"throng_terrain_set", terrain_set, NULL},
    {"throng_terrain_fill", terrain_fill, NULL},
    {"throng_terrain_read", terrain_read, NULL},
    {"throng_terrain_distances", terrain_distances, NULL},
    {"throng_measure_create", measure_create, measure_undo},
    {"throng_measure_explain", measure_explain, NULL},
    {"throng_measure_destroy", measure_destroy, NULL},
    {"throng_measure_value", measure_value, NULL},
    {"throng_measure_choquet", choquet, NULL},
    {"throng_measure_get_info", measure_get_info, NULL},
    {"throng_route_create", route_create, route_undo},
    {"throng_route_destroy", route_destroy, NULL},
    {"throng_route_find", route_find, NULL},
    {"throng_route_set_costs", set_costs, NULL},
    {"throng_route_set_weight", set_weight, NULL},
    {"throng_route_find", route_find, NULL},
    {"throng_route_read", route_read, NULL},
    {"throng_trace_create", trace_create, trace_undo},
    {"throng_trace_destroy", trace_destroy, NULL},
    {"throng_trace_set_starts", set_starts, NULL},
    {"throng_trace_truncate_starts", truncate_starts, NULL},
    {"throng_trace_update", trace_update, NULL},
    {"throng_trace_read", trace_read, NULL},
    {"throng_trace_read_points", read_points, NULL},
    {"throng_trace_get_info", trace_get_info, NULL},
    {"throng_trace_reset", trace_reset, NULL},
};
const int32_t world_call_count = sizeof world_calls / sizeof *world_calls;
