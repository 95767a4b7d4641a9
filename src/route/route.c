/* Routes: the public calls, and the check of everything that they are given. */
#include "src/route/route.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/terrain/terrain.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

throng_route_def throng_route_default_def(void)
{
    throng_route_def def;
    memset(&def, 0, sizeof def);
    def.cookie = THRONG_ROUTE_DEF_COOKIE;
    return def;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_route_def *def = arguments;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!throng_is_object(def->terrain, THRONG_TERRAIN_COOKIE))
        return throng_fail(context, wrong, "def.terrain is %s: terrain of this context",
                           def->terrain ? "not terrain" : "NULL");
    if (def->terrain->object.context != context)
        return throng_fail(context, wrong, "def.terrain is of another context: terrain of this context");
    if (def->method != THRONG_ROUTE_ASTAR && def->method != THRONG_ROUTE_DIJKSTRA)
        return throng_fail(context, wrong, "def.method is %d: THRONG_ROUTE_ASTAR or THRONG_ROUTE_DIJKSTRA",
                           (int)def->method);
    return throng_terrain_check_grid(def->terrain, def->grid);
}

static size_t cell_count(const throng_route *route)
{
    const throng_terrain *t = route->terrain;
    return (size_t)t->width * (size_t)t->height * (size_t)t->worlds;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_route_def *def = arguments;
    throng_route *route = (throng_route *)object;
    route->terrain = def->terrain;
    route->grid = def->grid;
    route->method = def->method;
    route->weight = 1.0f;
    throng_object_use(object, &def->terrain->object);
    return throng_cpu_routes_create(route);
}

static void release(throng_object *object)
{
    throng_route *route = (throng_route *)object;
    throng_cpu_routes_destroy(route);
    throng_release(&object->context->allocator, route->costs, cell_count(route) * sizeof *route->costs);
}

static const throng_object_kind kind = {
    .type = "route",
    .name = "route",
    .cookie = THRONG_ROUTE_COOKIE,
    .def_cookie = THRONG_ROUTE_DEF_COOKIE,
    .size = sizeof(throng_route),
    .def_cookie_at = offsetof(throng_route_def, cookie),
    .check_def = check_def,
    .prepare = prepare,
    .release = release,
};

THRONG_CALL(throng_route_create, (context, def, route), throng_context *context, const throng_route_def *def,
            throng_route **route)
{
    return throng_object_create(context, &kind, def, route);
}

THRONG_CALL(throng_route_destroy, (route), throng_route *route)
{
    return throng_object_destroy(route, THRONG_ROUTE_COOKIE);
}

static const float *cost_row(const float *costs, size_t row_stride, int32_t row)
{
    return (const float *)(const void *)((const char *)costs + (size_t)row * row_stride);
}

static throng_status check_costs(const throng_route *route, const throng_region *area, const float *costs,
                                 size_t *row_stride)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const size_t row_bytes = (size_t)area->width * sizeof *costs;
    if (!costs)
        return throng_fail(route->object.context, wrong, "costs must not be NULL");
    if (*row_stride == 0)
        *row_stride = row_bytes;
    if (*row_stride < row_bytes || *row_stride % sizeof *costs)
        return throng_fail(route->object.context, wrong,
                           "row_stride is %zu bytes: 0 (packed), or a multiple of 4 that is at least %zu",
                           *row_stride, row_bytes);
    for (int32_t i = 0; i < area->height; i++) {
        const float *row = cost_row(costs, *row_stride, i);
        for (int32_t k = 0; k < area->width; k++)
            if (!(row[k] > -FLT_MIN && row[k] <= 1e9f))
                return throng_fail(route->object.context, wrong,
                                   "the cost of column %d, row %d is %.9g: 0 to 1e9", (int)(area->column + k),
                                   (int)(area->row + i), (double)row[k]);
    }
    return THRONG_OK;
}

THRONG_CALL(throng_route_set_costs, (route, region, costs, row_stride), throng_route *route,
            const throng_region *region, const float *costs, size_t row_stride)
{
    throng_region area;
    if (!throng_is_object(route, THRONG_ROUTE_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_terrain_check_region(route->terrain, region, &area);
    if (status == THRONG_OK)
        status = check_costs(route, &area, costs, &row_stride);
    if (status != THRONG_OK)
        return status;
    if (!route->costs) {
        size_t bytes = 0;
        if (throng_multiply(cell_count(route), sizeof *costs, &bytes))
            route->costs = throng_allocate(&route->object.context->allocator, bytes);
        if (!route->costs)
            return throng_fail_memory(route->object.context, "the costs of cells", bytes);
    }
    for (int32_t i = 0; i < area.height; i++) {
        const float *from = cost_row(costs, row_stride, i);
        float *to = route->costs + (size_t)(area.row + i) * (size_t)route->terrain->width + area.column;
        for (int32_t k = 0; k < area.width; k++)
            to[k] = from[k] < FLT_MIN ? 0.0f : from[k];
    }
    return THRONG_OK;
}

THRONG_CALL(throng_route_set_weight, (route, weight), throng_route *route, float weight)
{
    if (!throng_is_object(route, THRONG_ROUTE_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!(weight > -FLT_MIN && weight <= 1e9f))
        return throng_fail(route->object.context, THRONG_ERROR_INVALID_ARGUMENT, "weight is %.9g: 0 to 1e9",
                           (double)weight);
    route->weight = weight < FLT_MIN ? 0.0f : weight;
    return THRONG_OK;
}

THRONG_CALL(throng_route_find, (route, count, pairs, stride, results), throng_route *route, int32_t count,
            const throng_cell_pair *pairs, size_t stride, throng_route_result *results)
{
    if (!throng_is_object(route, THRONG_ROUTE_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status =
        throng_terrain_check_pairs(route->terrain, count, pairs, &stride, results, "results");
    if (status != THRONG_OK)
        return status;
    return throng_cpu_routes_find(route, count, pairs, stride, results);
}

THRONG_CALL(throng_route_read, (route, first, count, cells, capacity), const throng_route *route,
            int32_t first, int32_t count, throng_cell *cells, int64_t capacity)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!throng_is_object(route, THRONG_ROUTE_COOKIE))
        return wrong;
    const int32_t present = throng_cpu_routes_count(route);
    if (first < 0 || count < 0 || first > present - count)
        return throng_fail(route->object.context, wrong,
                           "first is %d and count is %d: within the %d routes of the last search", (int)first,
                           (int)count, (int)present);
    if (capacity < 0)
        return throng_fail(route->object.context, wrong, "capacity is %lld: 0 or more", (long long)capacity);
    const int64_t needed = throng_cpu_routes_cells(route, first, count);
    if (needed > capacity)
        return throng_fail(route->object.context, THRONG_ERROR_CAPACITY,
                           "capacity is %lld: at least %lld, the cells of these routes", (long long)capacity,
                           (long long)needed);
    if (needed > 0 && !cells)
        return throng_fail(route->object.context, wrong, "cells must not be NULL");
    throng_cpu_routes_read(route, first, count, cells);
    return THRONG_OK;
}
