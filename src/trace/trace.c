/* Paths along potential fields: the public calls, and the check of everything that they are given. */
#include "src/trace/trace.h"
#include "kernels/trace/layout.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/flow/flow.h"
#include "src/potential/potential.h"

#include <stddef.h>

_Static_assert(sizeof(trace_start) == sizeof(throng_trace_start) &&
                   offsetof(trace_start, flow_field) == offsetof(throng_trace_start, flow_field) &&
                   sizeof(trace_result) == sizeof(throng_trace_result) &&
                   offsetof(trace_result, escapes) == offsetof(throng_trace_result, escapes) &&
                   TRACE_REACHED == THRONG_TRACE_REACHED && TRACE_STUCK == THRONG_TRACE_STUCK &&
                   TRACE_STEP_LIMIT == THRONG_TRACE_STEP_LIMIT && TRACE_OUTSIDE == THRONG_TRACE_OUTSIDE &&
                   TRACE_UNREACHABLE == THRONG_TRACE_UNREACHABLE && TRACE_INVALID == THRONG_TRACE_INVALID &&
                   TRACE_FLOW == THRONG_ESCAPE_FLOW && TRACE_HILLS == THRONG_ESCAPE_HILLS,
               "kernels see starts and results as hosts do");

enum { STARTS_MOST = 16777216, STEPS_MOST = 16777215 };

#define LEAST_RANGE 1.00000016e-3f /* the next number above */

const char *throng_trace_status_name(throng_trace_status status)
{
    static const char *const names[] = {"reached", "stuck",       "step-limit",
                                        "outside", "unreachable", "invalid"};
    return status >= 0 && status <= THRONG_TRACE_INVALID ? names[status] : NULL;
}

throng_trace_def throng_trace_default_def(void)
{
    throng_trace_def def;
    memset(&def, 0, sizeof def);
    def.start_capacity = 1024;
    def.max_steps = 1000;
    def.keep_points = 1;
    def.hill_range = 4.0f;
    def.cookie = THRONG_TRACE_DEF_COOKIE;
    return def;
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_status check_flow(throng_context *context, const throng_trace_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_flow *flow = def->flow;
    const throng_potential_shape *field = &def->field->shape;
    if (def->escape != THRONG_ESCAPE_FLOW)
        return THRONG_OK;
    if (!flow)
        return throng_fail(context, wrong, "def.flow must not be NULL for THRONG_ESCAPE_FLOW");
    if (!throng_is_object_of(context, flow, THRONG_FLOW_COOKIE))
        return throng_fail(context, wrong, "def.flow is not a flow of this context");
    if (!field->terrain || flow->shape.terrain != field->terrain)
        return throng_fail(context, wrong,
                           "def.flow is on other terrain than def.field: both must be on the same");
    if (flow->shape.first_column > 0 || flow->shape.first_row > 0)
        return throng_fail(context, wrong, "def.flow lies on a larger map: at its column 0, row 0");
    if (flow->shape.grid == THRONG_GRID_HEX)
        return throng_fail(context, wrong, "def.flow is hexagonal: square, as the cells of def.field");
    if (flow->shape.cell_size != field->cell_size)
        return throng_fail(context, wrong, "def.flow has a cell_size of %g: %g, as def.field",
                           (double)flow->shape.cell_size, (double)field->cell_size);
    if (flow->object.backend != def->field->object.backend)
        return throng_fail(
            context, wrong, "def.flow lives on %s and def.field on %s: both must be on the same backend",
            throng_backend_name(flow->object.backend), throng_backend_name(def->field->object.backend));
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_trace_def *def = arguments;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!throng_is_object_of(context, def->field, THRONG_POTENTIAL_COOKIE))
        return throng_fail(context, wrong, "def.field %s",
                           def->field ? "is not a field of this context" : "must not be NULL");
    if (def->start_capacity < 0 || def->start_capacity > STARTS_MOST)
        return throng_fail(context, wrong, "def.start_capacity is %d: 0 to %d", (int)def->start_capacity,
                           STARTS_MOST);
    if (def->max_steps < 1 || def->max_steps > STEPS_MOST)
        return throng_fail(context, wrong, "def.max_steps is %d: 1 to %d", (int)def->max_steps, STEPS_MOST);
    if (def->escape < THRONG_ESCAPE_NONE || def->escape > THRONG_ESCAPE_HILLS)
        return throng_fail(context, wrong, "def.escape is %d: one of THRONG_ESCAPE_*", (int)def->escape);
    if (def->escape == THRONG_ESCAPE_HILLS && !throng_within(def->hill_range, LEAST_RANGE, THRONG_MOST))
        return throng_fail(context, wrong, "def.hill_range is %.9g: above 1e-3, to 1e9",
                           (double)def->hill_range);
    return check_flow(context, def);
}

/* A tracer is on its field's backend. */
static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    (void)observer;
    const throng_trace_def *def = arguments;
    (void)context;
    choice->backend = def->field->object.backend;
    return choice->backend;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_trace_def *def = arguments;
    throng_trace *trace = (throng_trace *)object;
    trace->shape = (throng_trace_shape){
        .field = def->field,
        .flow = def->escape == THRONG_ESCAPE_FLOW ? def->flow : NULL,
        .capacity = def->start_capacity,
        .max_steps = def->max_steps,
        .keep = def->keep_points != 0,
        .escape = def->escape,
        .hill_range = def->hill_range,
    };
    throng_object_use(object, &def->field->object);
    throng_object_use(object, trace->shape.flow ? &trace->shape.flow->object : NULL);
    return THRONG_OK;
}

const throng_object_kind throng_trace_object_kind = {
    .type = "trace",
    .name = "trace",
    .cookie = THRONG_TRACE_COOKIE,
    .def_cookie = THRONG_TRACE_DEF_COOKIE,
    .size = sizeof(throng_trace),
    .def_cookie_at = offsetof(throng_trace_def, cookie),
    .shape = offsetof(throng_trace, shape),
    .place = THRONG_PLACE_TRACE,
    .check_def = check_def,
    .choose = choose,
    .prepare = prepare,
};

THRONG_CALL(throng_trace_create, (context, def, trace), throng_context *context, const throng_trace_def *def,
            throng_trace **trace)
{
    const throng_status status = throng_object_create(context, &throng_trace_object_kind, def, trace);
    if (status == THRONG_OK)
        (*trace)->ops = (const throng_trace_ops *)(*trace)->object.ops;
    return status;
}

THRONG_CALL(throng_trace_destroy, (trace), throng_trace *trace)
{
    return throng_object_destroy(trace, THRONG_TRACE_COOKIE);
}

/* ---------------------------------------------------------------- starts ---------------------------- */

static throng_status check(const throng_trace *trace)
{
    return throng_object_check(trace, THRONG_TRACE_COOKIE);
}

/* Entries first .. first+count-1 of what there is; all: how many there may be, or are. */
static throng_status check_range(const throng_trace *trace, const char *name, int32_t first, int32_t count,
                                 int32_t present, const char *what)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (first < 0 || first > present)
        return throng_fail(trace->object.context, wrong, "%s is %d: 0 to %d", name, (int)first, (int)present);
    if (count < 0)
        return throng_fail(trace->object.context, wrong, "count is %d: 0 or more", (int)count);
    if (count > present - first)
        return throng_fail(trace->object.context, wrong, "%s + count is %lld: there are %d %s", name,
                           (long long)first + count, (int)present, what);
    return THRONG_OK;
}

static throng_status check_start(const throng_trace *trace, int32_t index, const throng_trace_start *s)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const struct {
        const char *name;
        float value, low;
        const char *right;
    } numbers[] = {{"x", s->x, -THRONG_MOST, "-1e9 to 1e9"},
                   {"y", s->y, -THRONG_MOST, "-1e9 to 1e9"},
                   {"speed", s->speed, 1e-12f, "1e-12 to 1e9"}};
    const int32_t worlds = trace->shape.field->shape.worlds;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!throng_within(numbers[i].value, numbers[i].low, THRONG_MOST))
            return throng_fail(trace->object.context, wrong, "starts[%d].%s is %.9g: %s", (int)index,
                               numbers[i].name, (double)numbers[i].value, numbers[i].right);
    if (s->world < 0 || s->world >= worlds)
        return throng_fail(trace->object.context, wrong, "starts[%d].world is %d: 0 to %d", (int)index,
                           (int)s->world, (int)worlds - 1);
    const int32_t fields = trace->shape.flow ? trace->shape.flow->shape.fields : INT32_MAX;
    if (s->goal < 0)
        return throng_fail(trace->object.context, wrong,
                           "starts[%d].goal is %d: 0 or more, the index of a goal", (int)index, (int)s->goal);
    if (s->flow_field < 0 || s->flow_field >= fields)
        return throng_fail(trace->object.context, wrong, "starts[%d].flow_field is %d: 0 to %d", (int)index,
                           (int)s->flow_field, (int)fields - 1);
    return THRONG_OK;
}

throng_status throng_trace_check_starts(const throng_trace *trace, int32_t first, int32_t count)
{
    const throng_status status = check(trace);
    if (status != THRONG_OK)
        return status;
    if (first >= 0 && first <= trace->count && count > trace->shape.capacity - first)
        return throng_fail(trace->object.context, THRONG_ERROR_CAPACITY,
                           "first + count is %lld: at most %d starts, as in the def",
                           (long long)first + count, (int)trace->shape.capacity);
    return first < 0 || first > trace->count || count < 0
               ? check_range(trace, "first", first, count, trace->count, "starts")
               : THRONG_OK;
}

THRONG_CALL(throng_trace_set_starts, (trace, first, count, starts, stride), throng_trace *trace,
            int32_t first, int32_t count, const throng_trace_start *starts, size_t stride)
{
    throng_status status = throng_trace_check_starts(trace, first, count);
    if (status != THRONG_OK)
        return status;
    if (count == 0)
        return THRONG_OK;
    status = throng_check_stride(trace->object.context, "starts", starts, sizeof *starts, &stride);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_trace_start start;
        memcpy(&start, (const char *)starts + (size_t)i * stride, sizeof start);
        status = check_start(trace, i, &start);
    }
    if (status == THRONG_OK)
        status = trace->ops->set(trace->object.state, first, count, starts, stride);
    if (status == THRONG_OK && first + count > trace->count)
        trace->count = first + count;
    return status;
}

THRONG_CALL(throng_trace_truncate_starts, (trace, count), throng_trace *trace, int32_t count)
{
    throng_status status = check(trace);
    if (status != THRONG_OK)
        return status;
    if (count < 0 || count > trace->count)
        return throng_fail(trace->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: 0 to %d, the present count", (int)count, (int)trace->count);
    status = trace->ops->truncate(trace->object.state, count);
    if (status == THRONG_OK)
        trace->count = count;
    return status;
}

/* ---------------------------------------------------------------- paths ----------------------------- */

THRONG_CALL(throng_trace_update, (trace), throng_trace *trace)
{
    throng_status status = check(trace);
    if (status != THRONG_OK)
        return status;
    status = throng_object_check(trace->shape.field, THRONG_POTENTIAL_COOKIE);
    if (status == THRONG_OK && trace->shape.flow)
        status = throng_flow_update(trace->shape.flow);
    if (status == THRONG_OK)
        status = trace->ops->update(trace->object.state);
    trace->object.updates += status == THRONG_OK;
    return status;
}

throng_status throng_trace_check_paths(const throng_trace *trace, int32_t first, int32_t count)
{
    const throng_status status = check(trace);
    return status == THRONG_OK ? check_range(trace, "first", first, count, trace->count, "starts") : status;
}

throng_status throng_trace_check_points(const throng_trace *trace, const throng_trace_reading *r)
{
    throng_status status = check(trace);
    if (status != THRONG_OK)
        return status;
    if (!trace->shape.keep)
        return throng_fail(trace->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "points are not kept: create the tracer with def.keep_points 1");
    status = check_range(trace, "path", r->path, r->paths, trace->count, "paths");
    return status == THRONG_OK ? check_range(trace, "first", r->first, r->count, trace->shape.max_steps + 1,
                                             "points of a path")
                               : status;
}

THRONG_CALL(throng_trace_read, (trace, first, count, results, stride), throng_trace *trace, int32_t first,
            int32_t count, throng_trace_result *results, size_t stride)
{
    throng_status status = throng_trace_check_paths(trace, first, count);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_check_stride(trace->object.context, "results", results, sizeof *results, &stride);
    return status == THRONG_OK ? trace->ops->read(trace->object.state, first, count, results, stride)
                               : status;
}

THRONG_CALL(throng_trace_read_points, (trace, path, paths, first, count, points, stride), throng_trace *trace,
            int32_t path, int32_t paths, int32_t first, int32_t count, throng_trace_point *points,
            size_t stride)
{
    throng_trace_reading reading = {path, paths, first, count, points, stride};
    throng_status status = throng_trace_check_points(trace, &reading);
    if (status != THRONG_OK || paths == 0 || count == 0)
        return status;
    status = throng_check_stride(trace->object.context, "points", points, (size_t)count * sizeof *points,
                                 &reading.stride);
    return status == THRONG_OK ? trace->ops->read_points(trace->object.state, &reading) : status;
}

THRONG_CALL(throng_trace_reset, (trace), throng_trace *trace)
{
    const throng_status status = throng_object_reset(trace, THRONG_TRACE_COOKIE);
    if (status == THRONG_OK)
        trace->count = 0;
    return status;
}

THRONG_CALL(throng_trace_get_info, (trace, info), throng_trace *trace, throng_trace_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(trace, THRONG_TRACE_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->backend = common.backend;
    info->starts = trace->count;
    info->lost = common.lost;
    info->host_bytes = common.usage.host_bytes;
    info->device_bytes = common.usage.device_bytes;
    info->kernel_seconds = common.usage.kernel_seconds;
    return THRONG_OK;
}
