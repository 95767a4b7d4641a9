/* Fields of paths: the public calls, and the check of everything that they are given. */
#include "src/flow/flow.h"
#include "kernels/flow/query.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"
#include "src/terrain/terrain.h"

#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(flow_point) == sizeof(throng_flow_point) &&
                   sizeof(flow_vector) == sizeof(throng_flow_vector) &&
                   offsetof(flow_point, world) == offsetof(throng_flow_point, world) &&
                   offsetof(flow_point, field) == offsetof(throng_flow_point, field) &&
                   FLOW_STEP == THRONG_FLOW_SAMPLE_CELL && FLOW_SMOOTH == THRONG_FLOW_SAMPLE_SMOOTH &&
                   FLOW_AT_GOAL == THRONG_FLOW_GOAL && FLOW_NOWHERE == THRONG_FLOW_NONE &&
                   FLOW_CLASSES == THRONG_MAX_FLOW_CLEARANCES && FLOW_REACH == THRONG_MAX_FLOW_REACH &&
                   FLOW_MAX_COSTS == THRONG_MAX_FLOW_COSTS,
               "kernels see agents and ways as hosts do");

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_status check_def(throng_context *context, const void *arguments)
{
    return throng_flow_check_def(context, arguments);
}

static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    const throng_flow_def *def = arguments;
    const throng_terrain *terrain = def->terrain;
    const double cells = (double)terrain->width * (double)terrain->height * (double)terrain->worlds;
    const double layers = (double)throng_flow_shape_of(def).classes * (double)def->fields *
                          (def->unreached == THRONG_FLOW_UNREACHED_NEAREST ? 2.0 : 1.0);
    const throng_work work = {.kind = THRONG_COST_FLOW,
                              .amounts = {cells, layers, 0.0},
                              .in_bytes = (double)def->fields * (double)sizeof(throng_cell),
                              .out_bytes = (double)def->fields * cells * (double)sizeof(float),
                              .residency = def->residency};
    *choice = throng_dispatch(context, throng_flow_wanted(context, def), &work, observer);
    return throng_flow_wanted(context, def);
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_flow_def *def = arguments;
    throng_flow *flow = (throng_flow *)object;
    flow->shape = throng_flow_shape_of(def);
    flow->terrain_version = def->terrain->version;
    throng_object_use(object, &def->terrain->object);
    flow->stale = throng_allocate(&object->context->allocator, (size_t)def->fields);
    if (!flow->stale)
        return throng_fail_memory(object->context, "flow fields", (size_t)def->fields);
    const throng_status status = throng_flow_prepare_seeds(flow);
    return status == THRONG_OK && def->costs ? throng_flow_prepare_costs(flow) : status;
}

static void release(throng_object *object)
{
    throng_flow *flow = (throng_flow *)object;
    throng_release(&object->context->allocator, flow->stale, (size_t)flow->shape.fields);
    throng_flow_release_costs(flow);
    throng_flow_release_seeds(flow);
}

const throng_object_kind throng_flow_object_kind = {
    .type = "flow",
    .name = "flow",
    .cookie = THRONG_FLOW_COOKIE,
    .def_cookie = THRONG_FLOW_DEF_COOKIE,
    .size = sizeof(throng_flow),
    .def_cookie_at = offsetof(throng_flow_def, cookie),
    .shape = offsetof(throng_flow, shape),
    .observer = offsetof(throng_flow, observer),
    .observer_bytes = sizeof(throng_observer),
    .place = THRONG_PLACE_FLOW,
    .check_def = check_def,
    .choose = choose,
    .prepare = prepare,
    .release = release,
};

THRONG_CALL(throng_flow_create, (context, def, flow), throng_context *context, const throng_flow_def *def,
            throng_flow **flow)
{
    const throng_status status = throng_object_create(context, &throng_flow_object_kind, def, flow);
    if (status == THRONG_OK)
        (*flow)->ops = (const throng_flow_ops *)(*flow)->object.ops;
    return status;
}

THRONG_CALL(throng_flow_explain, (context, def, choice), throng_context *context, const throng_flow_def *def,
            throng_selection *choice)
{
    return throng_object_explain(context, &throng_flow_object_kind, def, choice);
}

THRONG_CALL(throng_flow_destroy, (flow), throng_flow *flow)
{
    return throng_object_destroy(flow, THRONG_FLOW_COOKIE);
}

/* ---------------------------------------------------------------- goals and updates ----------------- */

static throng_status check(const throng_flow *flow) { return throng_object_check(flow, THRONG_FLOW_COOKIE); }

THRONG_CALL(throng_flow_set_goals, (flow, field, count, cells, stride), throng_flow *flow, int32_t field,
            int32_t count, const throng_cell *cells, size_t stride)
{
    throng_status status = throng_flow_check_field(flow, field, THRONG_FLOW_OF_FIELDS);
    if (status == THRONG_OK)
        status = throng_flow_check_list(flow, "cells", count, cells, sizeof *cells, &stride);
    if (status != THRONG_OK)
        return status;
    const throng_terrain *t = flow->shape.terrain;
    if (count > flow->shape.goal_capacity)
        return throng_fail(flow->object.context, THRONG_ERROR_CAPACITY,
                           "count is %d: at most %d, the def's goal_capacity", (int)count,
                           (int)flow->shape.goal_capacity);
    for (int32_t i = 0; i < count; i++) {
        throng_cell cell;
        memcpy(&cell, (const char *)cells + (size_t)i * stride, sizeof cell);
        if (cell.column < 0 || cell.column >= t->width || cell.row < 0 || cell.row >= t->height * t->worlds)
            return throng_fail(flow->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                               "cells[%d] is column %d, row %d: inside %d x %d", (int)i, (int)cell.column,
                               (int)cell.row, (int)t->width, (int)(t->height * t->worlds));
    }
    status = flow->ops->set_goals(flow->object.state, field, count, cells, stride);
    if (status == THRONG_OK)
        flow->stale[field] |= THRONG_FLOW_GOALS_CHANGED;
    return status;
}

/* Whether any field is stale; all of them are where the ground changed. */
static int32_t mark_stale(throng_flow *flow)
{
    int32_t any = 0;
    const int32_t ground = flow->shape.terrain->version != flow->terrain_version || flow->changed.height > 0;
    for (int32_t i = 0; i < flow->shape.fields; i++) {
        flow->stale[i] |= ground ? THRONG_FLOW_GROUND_CHANGED : 0;
        any |= flow->stale[i];
    }
    for (int32_t i = 0; i < flow->shape.fields && flow->nearest_later; i++)
        flow->stale[i] |= flow->stale[i] ? THRONG_FLOW_NEAREST_LATER : 0;
    return any;
}

void throng_flow_leave_nearest(throng_flow *flow, int32_t leaves) { flow->nearest_later = leaves; }

void throng_flow_renew_nearest(throng_flow *flow, int32_t field)
{
    flow->stale[field] |= THRONG_FLOW_NEAREST_ANEW;
}

THRONG_CALL(throng_flow_update, (flow), throng_flow *flow)
{
    throng_status status = check(flow);
    if (status != THRONG_OK)
        return status;
    const size_t fields = (size_t)flow->shape.fields;
    const uint64_t version = flow->shape.terrain->version;
    const throng_flow_costs costs = {flow->cells, flow->changed};
    if (!mark_stale(flow)) {
        flow->object.updates++;
        return THRONG_OK;
    }
    throng_observe_next(&flow->observer);
    throng_observe_begin(&flow->observer);
    for (size_t i = 0; i < fields && flow->observer.timed; i++)
        throng_observe_given(&flow->observer, flow->stale[i] != 0);
    status = flow->ops->update(flow->object.state, flow->stale, &costs);
    throng_observe_end(&flow->observer);
    for (size_t i = 0; i < fields && status != THRONG_OK; i++) /* nothing is there to add seeds to */
        flow->stale[i] = flow->stale[i] ? THRONG_FLOW_GOALS_CHANGED | THRONG_FLOW_GROUND_CHANGED : 0;
    if (status != THRONG_OK)
        return status;
    memset(flow->stale, 0, fields);
    flow->terrain_version = version;
    flow->changed.height = 0;
    flow->object.updates++;
    return THRONG_OK;
}

THRONG_CALL(throng_flow_reset, (flow), throng_flow *flow)
{
    const throng_status status = throng_object_reset(flow, THRONG_FLOW_COOKIE);
    if (status != THRONG_OK)
        return status;
    memset(flow->stale, 0, (size_t)flow->shape.fields);
    throng_flow_change_costs(flow);
    throng_flow_drop_seeds(flow);
    return THRONG_OK;
}

THRONG_CALL(throng_flow_field_for, (flow, field, radius, number), throng_flow *flow, int32_t field,
            float radius, int32_t *number)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    int32_t k = 0;
    throng_status status = throng_flow_check_field(flow, field, THRONG_FLOW_OF_FIELDS);
    if (status != THRONG_OK)
        return status;
    if (!throng_within(radius, 0.0f, THRONG_MOST))
        return throng_fail(flow->object.context, wrong, "radius is %.9g: 0 to 1e9", (double)radius);
    if (!number)
        return throng_fail(flow->object.context, wrong, "number must not be NULL");
    radius = throng_without_subnormal(radius);
    while (k < flow->shape.classes - 1 && flow->shape.radii[k] < radius)
        k++;
    *number = k * flow->shape.fields + field;
    return THRONG_OK;
}

THRONG_CALL(throng_flow_get_info, (flow, info), throng_flow *flow, throng_flow_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(flow, THRONG_FLOW_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->backend = common.backend;
    info->lost = common.lost;
    info->host_bytes = common.usage.host_bytes + (size_t)flow->shape.fields + throng_flow_costs_bytes(flow) +
                       throng_flow_seeds_bytes(flow);
    info->device_bytes = common.usage.device_bytes;
    info->kernel_seconds = common.usage.kernel_seconds;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- reading --------------------------- */

static throng_status check_cells(const throng_flow *flow, int32_t field, int32_t of,
                                 const throng_region *region, throng_region *cells)
{
    const throng_status status = throng_flow_check_field(flow, field, of);
    if (status != THRONG_OK)
        return status;
    const throng_terrain *t = flow->shape.terrain;
    const int32_t rows = t->height * t->worlds;
    const throng_region r = region ? *region : (throng_region){0, 0, t->width, rows};
    *cells = r;
    if (r.column >= 0 && r.row >= 0 && r.width >= 1 && r.height >= 1 && r.column <= t->width - r.width &&
        r.row <= rows - r.height)
        return THRONG_OK;
    return throng_fail(flow->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "region is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d",
                       (int)r.column, (int)r.row, (int)r.width, (int)r.height, (int)t->width, (int)rows);
}

throng_status throng_flow_check_cells(const throng_flow *flow, int32_t field, const throng_region *region,
                                      throng_region *cells)
{
    return check_cells(flow, field, THRONG_FLOW_OF_CLASSES, region, cells);
}

throng_status throng_flow_read_cells(throng_flow *flow, int32_t what, int32_t field,
                                     const throng_region *region, void *values, size_t row_stride)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const int32_t directions = what == THRONG_FLOW_READ_DIRECTIONS;
    const size_t size = directions                       ? sizeof(throng_flow_direction)
                        : what == THRONG_FLOW_READ_EXACT ? sizeof(throng_flow_length)
                                                         : sizeof(float);
    throng_region r;
    throng_status status = check_cells(
        flow, field, what == THRONG_FLOW_READ_EXACT ? THRONG_FLOW_OF_LAYERS : THRONG_FLOW_OF_CLASSES, region,
        &r);
    if (status != THRONG_OK)
        return status;
    if (!values)
        return throng_fail(flow->object.context, wrong, "%s must not be NULL",
                           directions ? "directions" : "lengths");
    const size_t least = (size_t)r.width * size;
    if (row_stride == 0)
        row_stride = least;
    const size_t unit = size < sizeof(float) ? size : sizeof(float);
    if (row_stride < least || row_stride % unit)
        return throng_fail(flow->object.context, wrong,
                           "row_stride is %zu bytes: 0 (packed), or a multiple of %zu that is at least %zu",
                           row_stride, unit, least);
    const throng_flow_reading reading = {what, field, r, values, row_stride};
    throng_observe_begin(&flow->observer);
    status = flow->ops->read(flow->object.state, &reading);
    throng_observe_end(&flow->observer);
    throng_observe_taken(&flow->observer, (double)least * r.height);
    return status;
}

THRONG_CALL(throng_flow_read_lengths, (flow, field, region, lengths, row_stride), throng_flow *flow,
            int32_t field, const throng_region *region, float *lengths, size_t row_stride)
{
    return throng_flow_read_cells(flow, THRONG_FLOW_READ_LENGTHS, field, region, lengths, row_stride);
}

THRONG_CALL(throng_flow_read_directions, (flow, field, region, directions, row_stride), throng_flow *flow,
            int32_t field, const throng_region *region, throng_flow_direction *directions, size_t row_stride)
{
    return throng_flow_read_cells(flow, THRONG_FLOW_READ_DIRECTIONS, field, region, directions, row_stride);
}

THRONG_CALL(throng_flow_read_exact_lengths, (flow, field, region, lengths, row_stride), throng_flow *flow,
            int32_t field, const throng_region *region, throng_flow_length *lengths, size_t row_stride)
{
    const throng_status status = throng_flow_check_field(flow, field, THRONG_FLOW_OF_CLASSES);
    return status == THRONG_OK
               ? throng_flow_read_cells(flow, THRONG_FLOW_READ_EXACT, field, region, lengths, row_stride)
               : status;
}

throng_status throng_flow_check_sampling(throng_flow *flow, throng_flow_sampling sampling, int32_t count)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = check(flow);
    if (status == THRONG_OK && sampling != THRONG_FLOW_SAMPLE_CELL && sampling != THRONG_FLOW_SAMPLE_SMOOTH)
        status = throng_fail(flow->object.context, wrong,
                             "sampling is %d: THRONG_FLOW_SAMPLE_CELL or THRONG_FLOW_SAMPLE_SMOOTH",
                             (int)sampling);
    if (status == THRONG_OK && count < 0)
        status = throng_fail(flow->object.context, wrong, "count is %d: 0 or more", (int)count);
    return status;
}

throng_status throng_flow_check_point(throng_flow *flow, const throng_flow_point *a, int32_t i)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const float cell_size = flow->shape.cell_size;
    const float largest = cell_size < 1.0f ? THRONG_MOST * cell_size : THRONG_MOST;
    const int32_t numbers = throng_flow_numbers(&flow->shape);
    if (!(a->x >= -largest && a->x <= largest && a->y >= -largest && a->y <= largest))
        return throng_fail(flow->object.context, wrong,
                           "agents[%d] is at (%.9g, %.9g): within 1e9 and within 1e9 cells", (int)i,
                           (double)a->x, (double)a->y);
    if (a->world < 0 || a->world >= flow->shape.terrain->worlds)
        return throng_fail(flow->object.context, wrong, "agents[%d].world is %d: 0 to %d", (int)i,
                           (int)a->world, (int)flow->shape.terrain->worlds - 1);
    if (a->field < 0 || a->field >= numbers)
        return throng_fail(flow->object.context, wrong, "agents[%d].field is %d: 0 to %d", (int)i,
                           (int)a->field, (int)numbers - 1);
    return THRONG_OK;
}

THRONG_CALL(throng_flow_sample, (flow, sampling, count, agents, stride, ways), throng_flow *flow,
            throng_flow_sampling sampling, int32_t count, const throng_flow_point *agents, size_t stride,
            throng_flow_vector *ways)
{
    throng_status status = throng_flow_check_sampling(flow, sampling, count);
    if (status == THRONG_OK)
        status = throng_flow_check_list(flow, "agents", count, agents, sizeof *agents, &stride);
    if (status == THRONG_OK && count > 0 && !ways)
        status = throng_fail(flow->object.context, THRONG_ERROR_INVALID_ARGUMENT, "ways must not be NULL");
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_flow_point a;
        memcpy(&a, (const char *)agents + (size_t)i * stride, sizeof a);
        status = throng_flow_check_point(flow, &a, i);
    }
    if (status != THRONG_OK || count == 0)
        return status;
    const throng_flow_questions questions = {sampling, count, agents, stride, ways};
    return flow->ops->sample(flow->object.state, &questions);
}
