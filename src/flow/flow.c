/* Fields of paths: the public calls, and the check of everything that they are given. */
#include "src/flow/flow.h"
#include "kernels/flow/query.h"
#include "src/cl/cl.h"
#include "src/core/backend.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"
#include "src/terrain/terrain.h"

#include <stddef.h>

_Static_assert(sizeof(flow_point) == sizeof(throng_flow_point) &&
                   sizeof(flow_vector) == sizeof(throng_flow_vector) &&
                   offsetof(flow_point, world) == offsetof(throng_flow_point, world) &&
                   offsetof(flow_point, field) == offsetof(throng_flow_point, field) &&
                   FLOW_STEP == THRONG_FLOW_SAMPLE_CELL && FLOW_SMOOTH == THRONG_FLOW_SAMPLE_SMOOTH &&
                   FLOW_AT_GOAL == THRONG_FLOW_GOAL && FLOW_NOWHERE == THRONG_FLOW_NONE,
               "kernels see agents and ways as hosts do");

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

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_backend wanted_of(const throng_context *context, const throng_flow_def *def)
{
    return def->backend == THRONG_BACKEND_AUTO ? context->wanted : def->backend;
}

static throng_status check_def(throng_context *context, const throng_flow_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def)
        return throng_fail(context, wrong, "def is NULL: use throng_flow_default_def()");
    if (def->cookie != THRONG_FLOW_DEF_COOKIE)
        return throng_fail(context, wrong, "def is not initialised: start from throng_flow_default_def()");
    if (!throng_is_terrain(def->terrain) || def->terrain->context != context)
        return throng_fail(context, wrong, "def.terrain is %s",
                           def->terrain ? "not terrain of this context" : "NULL: paths need terrain");
    if (def->grid < THRONG_GRID_SQUARE8 || def->grid > THRONG_GRID_HEX)
        return throng_fail(context, wrong, "def.grid is %d: one of THRONG_GRID_*", (int)def->grid);
    if (def->grid == THRONG_GRID_HEX && def->terrain->worlds > 1 && def->terrain->height % 2)
        return throng_fail(context, wrong,
                           "def.grid is hexagonal: the height of several worlds must be even, it is %d",
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
    if (wanted_of(context, def) == THRONG_BACKEND_OPENCL && !context->cl)
        return throng_fail(context, THRONG_ERROR_NO_DEVICE,
                           "def.backend is opencl: this context has opened no OpenCL device");
    return throng_check_residency(context, def->residency, THRONG_RESIDENCY_INPUT);
}

static throng_selection choose(throng_context *context, const throng_flow_def *def)
{
    const throng_terrain *terrain = def->terrain;
    const double cells = (double)terrain->width * (double)terrain->height * (double)terrain->worlds;
    const throng_work work = {.kind = THRONG_COST_FLOW,
                              .amounts = {cells, (double)def->fields, 0.0},
                              .in_bytes = (double)def->fields * (double)sizeof(throng_cell),
                              .out_bytes = (double)def->fields * cells * (double)sizeof(float),
                              .residency = def->residency};
    return throng_dispatch(context, wanted_of(context, def), &work);
}

static throng_status create_on(throng_flow *flow, throng_backend backend)
{
    flow->backend = backend;
    flow->ops = &throng_cpu_ops;
#ifdef THRONG_OPENCL
    if (backend == THRONG_BACKEND_OPENCL)
        flow->ops = &throng_cl_ops;
#endif
    return flow->ops->flow->create(flow->context, &flow->shape, &flow->state);
}

static void release(throng_flow *flow)
{
    throng_release(&flow->context->allocator, flow->stale, (size_t)flow->shape.fields);
    throng_release(&flow->context->allocator, flow, sizeof *flow);
}

throng_status throng_flow_create(throng_context *context, const throng_flow_def *def, throng_flow **flow)
{
    if (flow)
        *flow = NULL;
    if (!context || context->cookie != THRONG_CONTEXT_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!flow)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "flow is NULL: where the new fields go");
    throng_status status = check_def(context, def);
    if (status != THRONG_OK)
        return status;
    throng_flow *made = throng_allocate(&context->allocator, sizeof *made);
    if (!made)
        return throng_fail_memory(context, "fields of paths", sizeof *made);
    made->context = context;
    made->shape =
        (throng_flow_shape){def->terrain, def->grid, def->fields, def->goal_capacity, def->cell_size};
    const throng_backend backend = choose(context, def).backend;
    made->stale = throng_allocate(&context->allocator, (size_t)def->fields);
    status = made->stale ? create_on(made, backend)
                         : throng_fail_memory(context, "fields of paths", (size_t)def->fields);
    if (made->stale && throng_dispatch_falls_back(context, wanted_of(context, def), backend, status))
        status = create_on(made, THRONG_BACKEND_CPU);
    if (status != THRONG_OK) {
        release(made);
        return status;
    }
    made->cookie = THRONG_FLOW_COOKIE;
    made->terrain_version = def->terrain->version;
    context->objects++;
    def->terrain->maps++;
    *flow = made;
    return THRONG_OK;
}

throng_status throng_flow_explain(throng_context *context, const throng_flow_def *def,
                                  throng_selection *choice)
{
    throng_status status = throng_check_selection(context, choice);
    if (status == THRONG_OK)
        status = check_def(context, def);
    if (status == THRONG_OK)
        *choice = choose(context, def);
    return status;
}

static int32_t is_flow(const throng_flow *flow) { return flow && flow->cookie == THRONG_FLOW_COOKIE; }

throng_status throng_flow_destroy(throng_flow *flow)
{
    if (!flow)
        return THRONG_OK;
    if (!is_flow(flow))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (flow->users > 0)
        return throng_fail(flow->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "%d tracers and crowds go by the flow: destroy them first", (int)flow->users);
    flow->cookie = 0;
    flow->ops->flow->destroy(flow->state);
    flow->context->objects--;
    flow->shape.terrain->maps--;
    release(flow);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- goals and updates ----------------- */

static throng_status check(throng_flow *flow)
{
    if (!is_flow(flow))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (flow->ops->flow->lost(flow->state))
        return throng_fail(flow->context, THRONG_ERROR_LOST,
                           "the fields were lost when their device failed: throng_flow_reset() and new goals "
                           "bring them back");
    return THRONG_OK;
}

static throng_status check_field(throng_flow *flow, int32_t field)
{
    throng_status status = check(flow);
    if (status == THRONG_OK && (field < 0 || field >= flow->shape.fields))
        status = throng_fail(flow->context, THRONG_ERROR_INVALID_ARGUMENT, "field is %d: there are 0 to %d",
                             (int)field, (int)flow->shape.fields - 1);
    return status;
}

/* A list of things: its count, its address and its stride; 0 becomes the stride of packed ones. */
static throng_status check_list(throng_flow *flow, const char *name, int32_t count, const void *list,
                                size_t least, size_t *stride)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (count < 0)
        return throng_fail(flow->context, wrong, "count is %d: 0 or more", (int)count);
    if (count > 0 && !list)
        return throng_fail(flow->context, wrong, "%s is NULL", name);
    if (*stride == 0)
        *stride = least;
    if (*stride < least)
        return throng_fail(flow->context, wrong, "the stride of %s is %zu bytes: 0 (packed) or at least %zu",
                           name, *stride, least);
    return THRONG_OK;
}

throng_status throng_flow_set_goals(throng_flow *flow, int32_t field, int32_t count, const throng_cell *cells,
                                    size_t stride)
{
    throng_status status = check_field(flow, field);
    if (status == THRONG_OK)
        status = check_list(flow, "cells", count, cells, sizeof *cells, &stride);
    if (status != THRONG_OK)
        return status;
    const throng_terrain *t = flow->shape.terrain;
    if (count > flow->shape.goal_capacity)
        return throng_fail(flow->context, THRONG_ERROR_CAPACITY,
                           "count is %d: the fields were created for %d goal cells each", (int)count,
                           (int)flow->shape.goal_capacity);
    for (int32_t i = 0; i < count; i++) {
        throng_cell cell;
        memcpy(&cell, (const char *)cells + (size_t)i * stride, sizeof cell);
        if (cell.column < 0 || cell.column >= t->width || cell.row < 0 || cell.row >= t->height * t->worlds)
            return throng_fail(flow->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "cells[%d] is column %d, row %d: inside %d x %d", (int)i, (int)cell.column,
                               (int)cell.row, (int)t->width, (int)(t->height * t->worlds));
    }
    status = flow->ops->flow->set_goals(flow->state, field, count, cells, stride);
    if (status == THRONG_OK)
        flow->stale[field] = 1;
    return status;
}

throng_status throng_flow_update(throng_flow *flow)
{
    throng_status status = check(flow);
    if (status != THRONG_OK)
        return status;
    const size_t fields = (size_t)flow->shape.fields;
    const uint64_t version = flow->shape.terrain->version;
    if (version != flow->terrain_version)
        memset(flow->stale, 1, fields);
    if (!memchr(flow->stale, 1, fields))
        return THRONG_OK;
    status = flow->ops->flow->update(flow->state, flow->stale);
    if (status != THRONG_OK)
        return status;
    memset(flow->stale, 0, fields);
    flow->terrain_version = version;
    return THRONG_OK;
}

throng_status throng_flow_reset(throng_flow *flow)
{
    if (!is_flow(flow))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = flow->ops->flow->reset(flow->state);
    if (status != THRONG_OK)
        return status;
    memset(flow->stale, 0, (size_t)flow->shape.fields);
    return THRONG_OK;
}

throng_status throng_flow_get_info(throng_flow *flow, throng_flow_info *info)
{
    if (!is_flow(flow))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(flow->context, THRONG_ERROR_INVALID_ARGUMENT, "info is NULL");
    const throng_usage usage = flow->ops->flow->usage(flow->state);
    memset(info, 0, sizeof *info);
    info->backend = flow->backend;
    info->lost = flow->ops->flow->lost(flow->state);
    info->host_bytes = usage.host_bytes + sizeof *flow + (size_t)flow->shape.fields;
    info->device_bytes = usage.device_bytes;
    info->kernel_seconds = usage.kernel_seconds;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- reading --------------------------- */

static throng_status read_cells(throng_flow *flow, int32_t directions, int32_t field,
                                const throng_region *region, void *values, size_t row_stride)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const size_t size = directions ? sizeof(throng_flow_direction) : sizeof(float);
    throng_status status = check_field(flow, field);
    if (status != THRONG_OK)
        return status;
    const throng_terrain *t = flow->shape.terrain;
    const int32_t rows = t->height * t->worlds;
    const throng_region r = region ? *region : (throng_region){0, 0, t->width, rows};
    if (r.column < 0 || r.row < 0 || r.width < 1 || r.height < 1 || r.column > t->width - r.width ||
        r.row > rows - r.height)
        return throng_fail(
            flow->context, wrong,
            "region is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d",
            (int)r.column, (int)r.row, (int)r.width, (int)r.height, (int)t->width, (int)rows);
    if (!values)
        return throng_fail(flow->context, wrong, "%s is NULL", directions ? "directions" : "lengths");
    const size_t least = (size_t)r.width * size;
    if (row_stride == 0)
        row_stride = least;
    if (row_stride < least || row_stride % size)
        return throng_fail(flow->context, wrong,
                           "row_stride is %zu bytes: 0 (packed), or a multiple of %zu that is at least %zu",
                           row_stride, size, least);
    const throng_flow_reading reading = {directions, field, r, values, row_stride};
    return flow->ops->flow->read(flow->state, &reading);
}

throng_status throng_flow_read_lengths(throng_flow *flow, int32_t field, const throng_region *region,
                                       float *lengths, size_t row_stride)
{
    return read_cells(flow, 0, field, region, lengths, row_stride);
}

throng_status throng_flow_read_directions(throng_flow *flow, int32_t field, const throng_region *region,
                                          throng_flow_direction *directions, size_t row_stride)
{
    return read_cells(flow, 1, field, region, directions, row_stride);
}

throng_status throng_flow_sample(throng_flow *flow, throng_flow_sampling sampling, int32_t count,
                                 const throng_flow_point *agents, size_t stride, throng_flow_vector *ways)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = check(flow);
    if (status == THRONG_OK && sampling != THRONG_FLOW_SAMPLE_CELL && sampling != THRONG_FLOW_SAMPLE_SMOOTH)
        status = throng_fail(flow->context, wrong, "manner is %d: THRONG_FLOW_STEP or THRONG_FLOW_SMOOTH",
                             (int)sampling);
    if (status == THRONG_OK)
        status = check_list(flow, "agents", count, agents, sizeof *agents, &stride);
    if (status == THRONG_OK && count > 0 && !ways)
        status = throng_fail(flow->context, wrong, "ways is NULL");
    if (status != THRONG_OK || count == 0)
        return status;
    const float cell_size = flow->shape.cell_size;
    const float largest = cell_size < 1.0f ? THRONG_MOST * cell_size : THRONG_MOST;
    for (int32_t i = 0; i < count; i++) {
        throng_flow_point a;
        memcpy(&a, (const char *)agents + (size_t)i * stride, sizeof a);
        if (!(a.x >= -largest && a.x <= largest && a.y >= -largest && a.y <= largest))
            return throng_fail(flow->context, wrong,
                               "agents[%d] is at (%.9g, %.9g): within 1e9 and within 1e9 cells", (int)i,
                               (double)a.x, (double)a.y);
        if (a.world < 0 || a.world >= flow->shape.terrain->worlds)
            return throng_fail(flow->context, wrong, "agents[%d].world is %d: 0 to %d", (int)i, (int)a.world,
                               (int)flow->shape.terrain->worlds - 1);
        if (a.field < 0 || a.field >= flow->shape.fields)
            return throng_fail(flow->context, wrong, "agents[%d].field is %d: 0 to %d", (int)i, (int)a.field,
                               (int)flow->shape.fields - 1);
    }
    const throng_flow_questions questions = {sampling, count, agents, stride, ways};
    return flow->ops->flow->sample(flow->state, &questions);
}
