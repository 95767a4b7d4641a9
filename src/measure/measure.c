/* Fuzzy measures: the public calls, and the check of everything that they are given. */

#include "src/measure/measure.h"
#include "kernels/measure/choquet.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

_Static_assert(THRONG_MAX_TYPES == CHOQUET_TYPES, "as many types as kernels take");

throng_measure_def throng_measure_default_def(void)
{
    throng_measure_def def;
    memset(&def, 0, sizeof def);
    def.typical_rows = 1024;
    def.cookie = THRONG_MEASURE_DEF_COOKIE;
    return def;
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_status check_table(throng_context *context, const throng_measure_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def->table)
        return throng_fail(context, wrong,
                           "def.table must not be NULL for THRONG_MEASURE_TABLE: it holds %u values",
                           1u << def->types);
    if (throng_without_subnormal(def->table[0]) != 0.0f)
        return throng_fail(context, wrong, "def.table[0] is %g: 0, the value of the empty set",
                           (double)def->table[0]);
    for (uint32_t i = 0; i < 1u << def->types; i++)
        if (!throng_within(def->table[i], -THRONG_MOST, THRONG_MOST))
            return throng_fail(context, wrong, "def.table[%u] is %g: -1e9 to 1e9", (unsigned)i,
                               (double)def->table[i]);
    return THRONG_OK;
}

/* That there is a lambda for which all types together have 1. */
static throng_status check_solvable(throng_context *context, const throng_measure_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    int32_t above = 0, largest = 0;
    for (int32_t i = 0; i < def->types; i++) {
        above += throng_without_subnormal(def->weights[i]) > 0.0f;
        if (def->weights[i] > def->weights[largest])
            largest = i;
    }
    const float most = def->weights[largest];
    if (above == 0)
        return throng_fail(
            context, wrong,
            "def.solve_lambda is 1 and all weights are 0: at least two above 0, or one that is 1");
    if (above == 1 && most != 1.0f)
        return throng_fail(context, wrong,
                           "def.solve_lambda is 1 and def.weights[%d], the only one above 0, is %.9g: 1, as "
                           "lambda has no effect on it",
                           (int)largest, (double)most);
    if (above > 1 && most >= 1.0f)
        return throng_fail(context, wrong,
                           "def.solve_lambda is 1 and def.weights[%d] is %.9g: below 1 if others are above "
                           "0, as there is no solution otherwise",
                           (int)largest, (double)most);
    return THRONG_OK;
}

static throng_status check_weights(throng_context *context, const throng_measure_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < def->types; i++)
        if (!throng_within(def->weights[i], 0.0f, THRONG_MOST))
            return throng_fail(context, wrong, "def.weights[%d] is %g: 0 to 1e9", (int)i,
                               (double)def->weights[i]);
    if (def->solve_lambda)
        return check_solvable(context, def);
    if (!throng_within(def->lambda, -THRONG_MOST, THRONG_MOST))
        return throng_fail(context, wrong, "def.lambda is %g: -1e9 to 1e9", (double)def->lambda);
    if (def->kind == THRONG_MEASURE_LAMBDA && def->lambda <= -1.0f)
        return throng_fail(context, wrong, "def.lambda is %.9g: above -1", (double)def->lambda);
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_measure_def *def = arguments;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->kind < THRONG_MEASURE_LAMBDA || def->kind > THRONG_MEASURE_TABLE)
        return throng_fail(context, wrong, "def.kind is %d: one of THRONG_MEASURE_*", (int)def->kind);
    if (def->types < 1 || def->types > THRONG_MAX_TYPES)
        return throng_fail(context, wrong, "def.types is %d: 1 to %d", (int)def->types, THRONG_MAX_TYPES);
    if (def->solve_lambda && def->kind != THRONG_MEASURE_LAMBDA)
        return throng_fail(context, wrong,
                           "def.solve_lambda is %d: 0 unless def.kind is THRONG_MEASURE_LAMBDA",
                           (int)def->solve_lambda);
    if (def->typical_rows < 0)
        return throng_fail(context, wrong, "def.typical_rows is %d: 0 or more", (int)def->typical_rows);
    return def->kind == THRONG_MEASURE_TABLE ? check_table(context, def) : check_weights(context, def);
}

static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    const throng_measure_def *def = arguments;
    const throng_work work = {
        .kind = THRONG_COST_CHOQUET, /* rows come from the host and results go there, whatever is said */
        .amounts = {0.0, (double)def->typical_rows, (double)def->types},
    };
    *choice = throng_dispatch(context, context->wanted, &work, observer);
    return context->wanted;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_measure_def *def = arguments;
    throng_measure *measure = (throng_measure *)object;
    const size_t sets = (size_t)1 << def->types;
    measure->kind = def->kind;
    measure->shape.types = def->types;
    measure->normalized = def->normalize != 0;
    measure->table_bytes =
        (sets < CHOQUET_TABLE_CAPACITY ? CHOQUET_TABLE_CAPACITY : sets) * sizeof *measure->shape.table;
    measure->shape.table = throng_allocate(&object->context->allocator, measure->table_bytes);
    if (!measure->shape.table)
        return throng_fail_memory(object->context, "the values of a measure", measure->table_bytes);
    return throng_measure_fill(measure, def);
}

static void release(throng_object *object)
{
    throng_measure *measure = (throng_measure *)object;
    throng_release(&object->context->allocator, measure->shape.table, measure->table_bytes);
}

const throng_object_kind throng_measure_object_kind = {
    .type = "measure",
    .name = "measure",
    .cookie = THRONG_MEASURE_COOKIE,
    .def_cookie = THRONG_MEASURE_DEF_COOKIE,
    .size = sizeof(throng_measure),
    .def_cookie_at = offsetof(throng_measure_def, cookie),
    .shape = offsetof(throng_measure, shape),
    .observer = offsetof(throng_measure, observer),
    .observer_bytes = sizeof(throng_observer),
    .place = THRONG_PLACE_MEASURE,
    .check_def = check_def,
    .choose = choose,
    .prepare = prepare,
    .release = release,
};

THRONG_CALL(throng_measure_explain, (context, def, choice), throng_context *context,
            const throng_measure_def *def, throng_selection *choice)
{
    return throng_object_explain(context, &throng_measure_object_kind, def, choice);
}

THRONG_CALL(throng_measure_create, (context, def, measure), throng_context *context,
            const throng_measure_def *def, throng_measure **measure)
{
    const throng_status status = throng_object_create(context, &throng_measure_object_kind, def, measure);
    if (status == THRONG_OK)
        (*measure)->ops = (const throng_measure_ops *)(*measure)->object.ops;
    return status;
}

THRONG_CALL(throng_measure_destroy, (measure), throng_measure *measure)
{
    return throng_object_destroy(measure, THRONG_MEASURE_COOKIE);
}

/* ---------------------------------------------------------------- values ---------------------------- */

THRONG_CALL(throng_measure_value, (measure, subset, value), const throng_measure *measure, uint32_t subset,
            float *value)
{
    if (!throng_is_object(measure, THRONG_MEASURE_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (subset >> measure->shape.types)
        return throng_fail(measure->object.context, THRONG_ERROR_INVALID_ARGUMENT, "subset is %u: 0 to %u",
                           (unsigned)subset, (1u << measure->shape.types) - 1);
    if (!value)
        return throng_fail(measure->object.context, THRONG_ERROR_INVALID_ARGUMENT, "value must not be NULL");
    *value = measure->shape.table[subset];
    return THRONG_OK;
}

THRONG_CALL(throng_measure_get_info, (measure, info), throng_measure *measure, throng_measure_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(measure, THRONG_MEASURE_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->kind = measure->kind;
    info->types = measure->shape.types;
    info->backend = common.backend;
    info->lost = common.lost;
    info->lambda = measure->lambda;
    info->all = measure->shape.table[(1u << measure->shape.types) - 1];
    info->normalized = measure->normalized;
    info->monotone = measure->monotone;
    info->smaller = measure->smaller;
    info->larger = measure->larger;
    info->host_bytes = common.usage.host_bytes + measure->table_bytes;
    info->device_bytes = common.usage.device_bytes;
    info->kernel_seconds = common.usage.kernel_seconds;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- rows ------------------------------ */

enum { VALUES_PER_TASK = 65536, RUN = 4096 };

typedef struct rows_job {
    const float *values;
    size_t pitch;
    int32_t count, types, parts;
    _Atomic int32_t first_bad; /* row; count: none */
} rows_job;

/* By their bits, which are in the order of magnitudes, infinity and NaN above all. */
static int32_t all_within(const float *values, size_t count)
{
    const float most = THRONG_MOST;
    int32_t limit, beyond = 0;
    memcpy(&limit, &most, sizeof limit);
    for (size_t i = 0; i < count; i++) {
        int32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        beyond |= (bits & 0x7fffffff) > limit;
    }
    return !beyond;
}

static void note_bad(rows_job *job, int32_t row)
{
    int32_t first = atomic_load_explicit(&job->first_bad, memory_order_relaxed);
    while (row < first && !atomic_compare_exchange_weak_explicit(&job->first_bad, &first, row,
                                                                 memory_order_relaxed, memory_order_relaxed))
        ;
}

/* Packed rows are looked at many at a time. */
static void check_rows(void *data, int32_t index)
{
    rows_job *job = data;
    const int32_t end = (int32_t)((int64_t)job->count * (index + 1) / job->parts);
    const size_t types = (size_t)job->types;
    int32_t row = (int32_t)((int64_t)job->count * index / job->parts);
    if (job->pitch == types)
        while (end - row >= RUN && all_within(job->values + (size_t)row * types, RUN * types))
            row += RUN;
    for (; row < end; row++)
        if (!all_within(job->values + (size_t)row * job->pitch, types)) {
            note_bad(job, row);
            return;
        }
}

static throng_status reject_row(const throng_measure *measure, const float *row, int32_t number)
{
    int32_t type = 0;
    while (all_within(row + type, 1))
        type++;
    return throng_fail(measure->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "values of row %d, type %d is %.9g: -1e9 to 1e9", (int)number, (int)type,
                       (double)row[type]);
}

static throng_status check_values(const throng_measure *measure, int32_t count, const float *values,
                                  size_t stride)
{
    const int64_t parts = (int64_t)count * measure->shape.types / VALUES_PER_TASK + 1;
    rows_job job = {.values = values, .pitch = stride / sizeof *values, .count = count};
    job.types = measure->shape.types;
    job.parts = parts < measure->object.context->threads ? (int32_t)parts : measure->object.context->threads;
    atomic_init(&job.first_bad, count);
    throng_run(measure->object.context, job.parts, check_rows, &job);
    const int32_t bad = atomic_load_explicit(&job.first_bad, memory_order_relaxed);
    return bad < count ? reject_row(measure, values + (size_t)bad * job.pitch, bad) : THRONG_OK;
}

THRONG_CALL(throng_measure_choquet, (measure, count, values, stride, results), throng_measure *measure,
            int32_t count, const float *values, size_t stride, float *results)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_object_check(measure, THRONG_MEASURE_COOKIE);
    if (status != THRONG_OK)
        return status;
    const size_t least = (size_t)measure->shape.types * sizeof *values;
    if (count < 0)
        return throng_fail(measure->object.context, wrong, "count is %d: 0 or more", (int)count);
    if (stride != 0 && (stride < least || stride % sizeof *values != 0))
        return throng_fail(measure->object.context, wrong,
                           "stride is %zu bytes: 0 (packed), or a multiple of %zu, at least %zu", stride,
                           sizeof *values, least);
    if (count == 0)
        return THRONG_OK;
    if (!values || !results)
        return throng_fail(measure->object.context, wrong, "%s must not be NULL",
                           values ? "results" : "values");
    stride = stride ? stride : least;
    throng_observe_next(&measure->observer);
    throng_observe_begin(&measure->observer);
    throng_observe_given(&measure->observer, count);
    status = check_values(measure, count, values, stride);
    if (status == THRONG_OK)
        status = measure->ops->choquet(measure->object.state, count, values, stride, results);
    throng_observe_end(&measure->observer);
    return status;
}
