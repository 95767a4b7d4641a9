/* Routes: the public calls, and the check of everything that they are given. */
#include "src/route/route.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/terrain/terrain.h"

#include <float.h>
#include <string.h>

static int32_t is_route(const throng_route *route) { return route && route->cookie == THRONG_ROUTE_COOKIE; }

throng_route_def throng_route_default_def(void)
{
    throng_route_def def;
    memset(&def, 0, sizeof def);
    def.cookie = THRONG_ROUTE_DEF_COOKIE;
    return def;
}

static throng_status check_def(throng_context *context, const throng_route_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def)
        return throng_fail(context, wrong, "def is NULL: use throng_route_default_def()");
    if (def->cookie != THRONG_ROUTE_DEF_COOKIE)
        return throng_fail(context, wrong, "def is not initialised: start from throng_route_default_def()");
    if (!throng_is_terrain(def->terrain))
        return throng_fail(context, wrong, "def.terrain is %s: the terrain that routes go over",
                           def->terrain ? "no terrain" : "NULL");
    if (def->terrain->context != context)
        return throng_fail(context, wrong, "def.terrain is of another context: it must be of this context");
    if (def->method != THRONG_ROUTE_ASTAR && def->method != THRONG_ROUTE_DIJKSTRA)
        return throng_fail(context, wrong, "def.method is %d: THRONG_ROUTE_ASTAR or THRONG_ROUTE_DIJKSTRA",
                           (int)def->method);
    return throng_terrain_check_grid(def->terrain, def->grid);
}

throng_status throng_route_create(throng_context *context, const throng_route_def *def, throng_route **route)
{
    if (route)
        *route = NULL;
    if (!context || context->cookie != THRONG_CONTEXT_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!route)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "route is NULL: where the new one goes");
    throng_status status = check_def(context, def);
    if (status != THRONG_OK)
        return status;
    throng_route *made = throng_allocate(&context->allocator, sizeof *made);
    if (!made)
        return throng_fail_memory(context, "routes", sizeof *made);
    made->context = context;
    made->terrain = def->terrain;
    made->grid = def->grid;
    made->method = def->method;
    made->weight = 1.0f;
    status = throng_cpu_routes_create(made);
    if (status != THRONG_OK) {
        throng_release(&context->allocator, made, sizeof *made);
        return status;
    }
    made->cookie = THRONG_ROUTE_COOKIE;
    made->terrain->maps++;
    context->objects++;
    *route = made;
    return THRONG_OK;
}

static size_t cell_count(const throng_route *route)
{
    const throng_terrain *t = route->terrain;
    return (size_t)t->width * (size_t)t->height * (size_t)t->worlds;
}

void throng_route_destroy(throng_route *route)
{
    if (!is_route(route))
        return;
    throng_context *context = route->context;
    route->cookie = 0;
    route->terrain->maps--;
    context->objects--;
    throng_cpu_routes_destroy(route);
    throng_release(&context->allocator, route->costs, cell_count(route) * sizeof *route->costs);
    throng_release(&context->allocator, route, sizeof *route);
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
        return throng_fail(route->context, wrong, "costs is NULL");
    if (*row_stride == 0)
        *row_stride = row_bytes;
    if (*row_stride < row_bytes || *row_stride % sizeof *costs)
        return throng_fail(route->context, wrong,
                           "row_stride is %zu bytes: 0 (packed), or a multiple of 4 of at least %zu",
                           *row_stride, row_bytes);
    for (int32_t i = 0; i < area->height; i++) {
        const float *row = cost_row(costs, *row_stride, i);
        for (int32_t k = 0; k < area->width; k++)
            if (!(row[k] > -FLT_MIN && row[k] <= 1e9f))
                return throng_fail(route->context, wrong, "the cost of column %d, row %d is %.9g: 0 to 1e9",
                                   (int)(area->column + k), (int)(area->row + i), (double)row[k]);
    }
    return THRONG_OK;
}

throng_status throng_route_set_costs(throng_route *route, const throng_region *region, const float *costs,
                                     size_t row_stride)
{
    throng_region area;
    if (!is_route(route))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_terrain_check_region(route->terrain, region, &area);
    if (status == THRONG_OK)
        status = check_costs(route, &area, costs, &row_stride);
    if (status != THRONG_OK)
        return status;
    if (!route->costs) {
        size_t bytes = 0;
        if (throng_multiply(cell_count(route), sizeof *costs, &bytes))
            route->costs = throng_allocate(&route->context->allocator, bytes);
        if (!route->costs)
            return throng_fail_memory(route->context, "the costs of cells", bytes);
    }
    for (int32_t i = 0; i < area.height; i++) {
        const float *from = cost_row(costs, row_stride, i);
        float *to = route->costs + (size_t)(area.row + i) * (size_t)route->terrain->width + area.column;
        for (int32_t k = 0; k < area.width; k++)
            to[k] = from[k] < FLT_MIN ? 0.0f : from[k];
    }
    return THRONG_OK;
}

throng_status throng_route_set_weight(throng_route *route, float weight)
{
    if (!is_route(route))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!(weight > -FLT_MIN && weight <= 1e9f))
        return throng_fail(route->context, THRONG_ERROR_INVALID_ARGUMENT, "weight is %.9g: 0 to 1e9",
                           (double)weight);
    route->weight = weight < FLT_MIN ? 0.0f : weight;
    return THRONG_OK;
}

throng_status throng_route_find(throng_route *route, int32_t count, const throng_cell_pair *pairs,
                                size_t stride, throng_route_result *results)
{
    if (!is_route(route))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status =
        throng_terrain_check_pairs(route->terrain, count, pairs, &stride, results, "results");
    if (status != THRONG_OK)
        return status;
    return throng_cpu_routes_find(route, count, pairs, stride, results);
}

throng_status throng_route_read(const throng_route *route, int32_t first, int32_t count, throng_cell *cells,
                                int64_t capacity)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!is_route(route))
        return wrong;
    const int32_t present = throng_cpu_routes_count(route);
    if (first < 0 || count < 0 || first > present - count)
        return throng_fail(route->context, wrong, "first is %d, count is %d: the last search had %d routes",
                           (int)first, (int)count, (int)present);
    if (capacity < 0)
        return throng_fail(route->context, wrong, "capacity is %lld: 0 or more", (long long)capacity);
    const int64_t needed = throng_cpu_routes_cells(route, first, count);
    if (needed > capacity)
        return throng_fail(route->context, THRONG_ERROR_CAPACITY,
                           "capacity is %lld: these routes have %lld cells", (long long)capacity,
                           (long long)needed);
    if (needed > 0 && !cells)
        return throng_fail(route->context, wrong, "cells is NULL");
    throng_cpu_routes_read(route, first, count, cells);
    return THRONG_OK;
}
