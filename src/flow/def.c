/* Definitions of flows: defaults, checks, and what backends get of them. */
#include "kernels/flow/ground.h"
#include "src/core/check.h"
#include "src/core/status.h"
#include "src/dispatch/dispatch.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

#include <string.h>

enum { FARTHEST = 1000000000 }; /* cell of a larger map */

throng_flow_def throng_flow_default_def(void)
{
    throng_flow_def def;
    memset(&def, 0, sizeof def);
    def.fields = 1;
    def.goal_capacity = 1;
    def.cell_size = 1.0f;
    def.residency = THRONG_RESIDENCY_INPUT;
    def.cookie = THRONG_FLOW_DEF_COOKIE;
    return def;
}

throng_backend throng_flow_wanted(const throng_context *context, const throng_flow_def *def)
{
    return def->backend == THRONG_BACKEND_AUTO ? context->wanted : def->backend;
}

static throng_status check_clearances(throng_context *context, const throng_flow_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const double most = (double)THRONG_MAX_FLOW_REACH * (double)def->cell_size;
    if (def->clearance_count < 0 || def->clearance_count > THRONG_MAX_FLOW_CLEARANCES)
        return throng_fail(context, wrong, "def.clearance_count is %d: 0 to %d", (int)def->clearance_count,
                           THRONG_MAX_FLOW_CLEARANCES);
    if (def->clearance_count > 0 && def->grid == THRONG_GRID_HEX)
        return throng_fail(context, wrong,
                           "def.clearance_count is %d and def.grid hexagonal: clearances are "
                           "for squares",
                           (int)def->clearance_count);
    for (int32_t k = 0; k < def->clearance_count; k++) {
        const float radius = def->clearances[k];
        if (!(radius >= 0.0f && (double)radius <= most))
            return throng_fail(context, wrong, "def.clearances[%d] is %g: 0 to %g, which is %d cells", (int)k,
                               (double)radius, most, THRONG_MAX_FLOW_REACH);
        if (k > 0 && !(radius > def->clearances[k - 1]))
            return throng_fail(context, wrong, "def.clearances[%d] is %g: above %g, the one before it",
                               (int)k, (double)radius, (double)def->clearances[k - 1]);
    }
    return THRONG_OK;
}

static throng_status check_ground(throng_context *context, const throng_flow_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = check_clearances(context, def);
    if (status != THRONG_OK)
        return status;
    if (def->costs != 0 && def->costs != 1)
        return throng_fail(context, wrong, "def.costs is %d: 0 or 1", (int)def->costs);
    if (def->slow_by_cost != 0 && def->slow_by_cost != 1)
        return throng_fail(context, wrong, "def.slow_by_cost is %d: 0 or 1", (int)def->slow_by_cost);
    if (def->slow_by_cost && !def->costs)
        return throng_fail(context, wrong, "def.slow_by_cost is 1 and def.costs 0: it needs costs");
    if (def->unreached < THRONG_FLOW_UNREACHED_STAND || def->unreached > THRONG_FLOW_UNREACHED_NEAREST)
        return throng_fail(context, wrong, "def.unreached is %d: one of THRONG_FLOW_UNREACHED_*",
                           (int)def->unreached);
    const int64_t cells = (int64_t)def->terrain->width * def->terrain->height;
    if ((def->costs || def->clearance_count > 0) && cells > THRONG_MAX_FLOW_COSTS)
        return throng_fail(context, wrong,
                           "def.terrain has %lld cells in a world: with costs or clearances at most %d",
                           (long long)cells, THRONG_MAX_FLOW_COSTS);
    return THRONG_OK;
}

/* Seeds, and the larger map. */
static throng_status check_place(throng_context *context, const throng_flow_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const int64_t cells = (int64_t)def->terrain->width * def->terrain->height;
    if (def->seed_capacity < 0 || def->seed_capacity > THRONG_MAX_CELLS)
        return throng_fail(context, wrong, "def.seed_capacity is %d: 0 to %d", (int)def->seed_capacity,
                           THRONG_MAX_CELLS);
    if (def->seed_capacity > 0 && cells > THRONG_MAX_FLOW_COSTS)
        return throng_fail(context, wrong, "def.terrain has %lld cells in a world: with seeds at most %d",
                           (long long)cells, THRONG_MAX_FLOW_COSTS);
    if (def->first_column < 0 || def->first_column > FARTHEST || def->first_row < 0 ||
        def->first_row > FARTHEST)
        return throng_fail(context, wrong, "def.first_column, first_row are %d, %d: 0 to %d",
                           (int)def->first_column, (int)def->first_row, FARTHEST);
    if ((def->first_column > 0 || def->first_row > 0) && def->terrain->worlds > 1)
        return throng_fail(context, wrong,
                           "def.first_column, first_row are %d, %d and def.terrain has %d worlds: 0 there",
                           (int)def->first_column, (int)def->first_row, (int)def->terrain->worlds);
    if (def->grid == THRONG_GRID_HEX && def->first_row % 2)
        return throng_fail(context, wrong, "def.first_row is %d and def.grid hexagonal: an even one",
                           (int)def->first_row);
    return THRONG_OK;
}

throng_status throng_flow_check_def(throng_context *context, const throng_flow_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = THRONG_OK;
    if (!throng_is_object_of(context, def->terrain, THRONG_TERRAIN_COOKIE))
        return throng_fail(context, wrong, "def.terrain %s",
                           def->terrain ? "is not terrain of this context" : "must not be NULL");
    if (def->grid < THRONG_GRID_SQUARE8 || def->grid > THRONG_GRID_HEX)
        return throng_fail(context, wrong, "def.grid is %d: one of THRONG_GRID_*", (int)def->grid);
    if (def->grid == THRONG_GRID_HEX && def->terrain->worlds > 1 && def->terrain->height % 2)
        return throng_fail(
            context, wrong,
            "def.grid is hexagonal and def.terrain has several worlds of %d rows: their height must be even",
            (int)def->terrain->height);
    if (def->fields < 1 || def->fields > THRONG_MAX_FLOW_FIELDS)
        return throng_fail(context, wrong, "def.fields is %d: 1 to %d", (int)def->fields,
                           THRONG_MAX_FLOW_FIELDS);
    if (def->goal_capacity < 1 || def->goal_capacity > THRONG_MAX_CELLS)
        return throng_fail(context, wrong, "def.goal_capacity is %d: 1 to %d", (int)def->goal_capacity,
                           THRONG_MAX_CELLS);
    if (!(def->cell_size >= 1e-6f && def->cell_size <= 1e6f))
        return throng_fail(context, wrong, "def.cell_size is %g: 1e-6 to 1e6", (double)def->cell_size);
    if (!throng_backend_name(def->backend))
        return throng_fail(context, wrong, "def.backend is %d: one of THRONG_BACKEND_AUTO, _CPU, _OPENCL",
                           (int)def->backend);
    if (throng_flow_wanted(context, def) == THRONG_BACKEND_OPENCL && !context->cl)
        return throng_fail(context, THRONG_ERROR_NO_DEVICE,
                           "def.backend is opencl: this context has no OpenCL device open");
    status = check_ground(context, def);
    if (status == THRONG_OK)
        status = check_place(context, def);
    return status == THRONG_OK ? throng_check_residency(context, def->residency, THRONG_RESIDENCY_INPUT)
                               : status;
}

/* The least integer that is not below (2 radius / cell_size)^2, exactly: numbers are mantissas of 24 bits
 * times powers of two. */
static int32_t nearest_of(float radius, float cell_size)
{
    uint32_t r, c;
    if (!(radius > 0.5f * cell_size))
        return radius > 0.0f ? 1 : 0;
    memcpy(&r, &radius, sizeof r);
    memcpy(&c, &cell_size, sizeof c);
    const uint64_t above = (uint64_t)((r & 0x7fffffu) | 0x800000u) * ((r & 0x7fffffu) | 0x800000u);
    const uint64_t below = (uint64_t)((c & 0x7fffffu) | 0x800000u) * ((c & 0x7fffffu) | 0x800000u);
    const int32_t shift = 2 * ((int32_t)(r >> 23) - (int32_t)(c >> 23)) + 2; /* -2 to 12 */
    const uint64_t dividend = shift > 0 ? above << shift : above;
    const uint64_t divisor = shift < 0 ? below << -shift : below;
    return (int32_t)((dividend + divisor - 1) / divisor);
}

int32_t throng_flow_layers(const throng_flow_shape *shape)
{
    return throng_flow_numbers(shape) * (shape->flags & FLOW_NEAREST ? 2 : 1);
}

throng_flow_shape throng_flow_shape_of(const throng_flow_def *def)
{
    throng_flow_shape shape = {.terrain = def->terrain,
                               .grid = def->grid,
                               .fields = def->fields,
                               .goal_capacity = def->goal_capacity,
                               .cell_size = def->cell_size,
                               .seed_capacity = def->seed_capacity,
                               .first_column = def->first_column,
                               .first_row = def->first_row};
    shape.classes = def->clearance_count > 0 ? def->clearance_count : 1;
    for (int32_t k = 0; k < def->clearance_count; k++) {
        shape.radii[k] = throng_without_subnormal(def->clearances[k]);
        shape.nearest[k] = nearest_of(shape.radii[k], def->cell_size);
        shape.flags |= shape.nearest[k] > 1 ? FLOW_WIDE_CLASS << k : 0;
    }
    shape.flags |= shape.classes > 1 && def->seed_capacity > 0 ? FLOW_SEEDED : 0;
    shape.flags |= def->costs ? FLOW_COSTS : 0;
    shape.flags |= def->slow_by_cost ? FLOW_SPEED : 0;
    shape.flags |= def->unreached == THRONG_FLOW_UNREACHED_NEAREST ? FLOW_NEAREST : 0;
    return shape;
}
