/* Fuzzy measures: the public calls, and the check of everything that they are given. */

#include "src/measure/measure.h"
#include "kernels/measure/choquet.h"
#include "src/cl/cl.h"
#include "src/core/backend.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"

#include <stdatomic.h>
#include <string.h>

_Static_assert(THRONG_MAX_TYPES == CHOQUET_TYPES, "as many types as kernels take");

static int32_t is_measure(const throng_measure *measure)
{
    return measure && measure->cookie == THRONG_MEASURE_COOKIE;
}

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
        return throng_fail(context, wrong, "def.table is NULL: a measure of kind TABLE has %u values in it",
                           1u << def->types);
    if (throng_without_subnormal(def->table[0]) != 0.0f)
        return throng_fail(context, wrong, "def.table[0] is %g: the empty set has 0", (double)def->table[0]);
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
        return throng_fail(context, wrong,
                           "def.solve_lambda is 1 and all weights are 0: some have to be above it");
    if (above == 1 && most != 1.0f)
        return throng_fail(
            context, wrong,
            "def.solve_lambda is 1 and def.weights[%d], the only one above 0, is %.9g: it has to be 1, "
            "which no lambda changes",
            (int)largest, (double)most);
    if (above > 1 && most >= 1.0f)
        return throng_fail(
            context, wrong,
            "def.solve_lambda is 1 and def.weights[%d] is %.9g: below 1 where others are above 0, or "
            "no lambda above -1 keeps all types together at 1",
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
        return throng_fail(context, wrong, "def.lambda is %g: at most 1e9 in magnitude", (double)def->lambda);
    if (def->kind == THRONG_MEASURE_LAMBDA && def->lambda <= -1.0f)
        return throng_fail(context, wrong, "def.lambda is %.9g: above -1", (double)def->lambda);
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const throng_measure_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def)
        return throng_fail(context, wrong, "def is NULL: use throng_measure_default_def()");
    if (def->cookie != THRONG_MEASURE_DEF_COOKIE)
        return throng_fail(context, wrong, "def is not initialised: start from throng_measure_default_def()");
    if (def->kind < THRONG_MEASURE_LAMBDA || def->kind > THRONG_MEASURE_TABLE)
        return throng_fail(context, wrong, "def.kind is %d: one of THRONG_MEASURE_*", (int)def->kind);
    if (def->types < 1 || def->types > THRONG_MAX_TYPES)
        return throng_fail(context, wrong, "def.types is %d: 1 to %d", (int)def->types, THRONG_MAX_TYPES);
    if (def->solve_lambda && def->kind != THRONG_MEASURE_LAMBDA)
        return throng_fail(context, wrong, "def.solve_lambda is %d: 0, only LAMBDA has one to be found",
                           (int)def->solve_lambda);
    if (def->typical_rows < 0)
        return throng_fail(context, wrong, "def.typical_rows is %d: 0 or more", (int)def->typical_rows);
    return def->kind == THRONG_MEASURE_TABLE ? check_table(context, def) : check_weights(context, def);
}

static throng_selection choose(throng_context *context, const throng_measure_def *def)
{
    const throng_work work = {
        .kind = THRONG_COST_CHOQUET, /* rows come from the host and results go there, whatever is said */
        .amounts = {0.0, (double)def->typical_rows, (double)def->types},
    };
    return throng_dispatch(context, context->wanted, &work);
}

static throng_status create_on(throng_measure *measure, throng_backend backend)
{
    measure->backend = backend;
    measure->ops = throng_cpu_ops.measure;
#ifdef THRONG_OPENCL
    if (backend == THRONG_BACKEND_OPENCL)
        measure->ops = throng_cl_ops.measure;
#endif
    return measure->ops->create(measure->context, measure->types, measure->table, &measure->state);
}

static throng_status make(throng_measure *made, const throng_measure_def *def)
{
    throng_context *context = made->context;
    const size_t sets = (size_t)1 << made->types;
    made->table_bytes = (sets < CHOQUET_TABLE_CAPACITY ? CHOQUET_TABLE_CAPACITY : sets) * sizeof *made->table;
    made->table = throng_allocate(&context->allocator, made->table_bytes);
    if (!made->table)
        return throng_fail_memory(context, "the values of a measure", made->table_bytes);
    throng_status status = throng_measure_fill(made, def);
    if (status != THRONG_OK)
        return status;
    const throng_backend backend = choose(context, def).backend;
    status = create_on(made, backend);
    if (throng_dispatch_falls_back(context, context->wanted, backend, status))
        status = create_on(made, THRONG_BACKEND_CPU);
    return status;
}

static void release(throng_measure *measure)
{
    const throng_allocator *allocator = &measure->context->allocator;
    throng_release(allocator, measure->table, measure->table_bytes);
    throng_release(allocator, measure, sizeof *measure);
}

throng_status throng_measure_explain(throng_context *context, const throng_measure_def *def,
                                     throng_selection *choice)
{
    throng_status status = throng_check_selection(context, choice);
    if (status == THRONG_OK)
        status = check_def(context, def);
    if (status == THRONG_OK)
        *choice = choose(context, def);
    return status;
}

throng_status throng_measure_create(throng_context *context, const throng_measure_def *def,
                                    throng_measure **measure)
{
    if (measure)
        *measure = NULL;
    if (!context || context->cookie != THRONG_CONTEXT_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!measure)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "measure is NULL: where the new measure goes");
    throng_status status = check_def(context, def);
    if (status != THRONG_OK)
        return status;
    throng_measure *made = throng_allocate(&context->allocator, sizeof *made);
    if (!made)
        return throng_fail_memory(context, "a measure", sizeof *made);
    made->context = context;
    made->kind = def->kind;
    made->types = def->types;
    made->normalized = def->normalize != 0;
    status = make(made, def);
    if (status != THRONG_OK) {
        release(made);
        return status;
    }
    made->cookie = THRONG_MEASURE_COOKIE;
    context->objects++;
    *measure = made;
    return THRONG_OK;
}

throng_status throng_measure_destroy(throng_measure *measure)
{
    if (!measure)
        return THRONG_OK;
    if (!is_measure(measure))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (measure->fields > 0)
        return throng_fail(measure->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "measure is used by %d potential fields: destroy them first",
                           (int)measure->fields);
    measure->cookie = 0;
    measure->ops->destroy(measure->state);
    measure->context->objects--;
    release(measure);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- values ---------------------------- */

throng_status throng_measure_value(const throng_measure *measure, uint32_t subset, float *value)
{
    if (!is_measure(measure))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (subset >> measure->types)
        return throng_fail(measure->context, THRONG_ERROR_INVALID_ARGUMENT, "subset is %u: 0 to %u",
                           (unsigned)subset, (1u << measure->types) - 1);
    if (!value)
        return throng_fail(measure->context, THRONG_ERROR_INVALID_ARGUMENT, "value is NULL");
    *value = measure->table[subset];
    return THRONG_OK;
}

throng_status throng_measure_get_info(throng_measure *measure, throng_measure_info *info)
{
    if (!is_measure(measure))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(measure->context, THRONG_ERROR_INVALID_ARGUMENT, "info is NULL");
    const throng_usage usage = measure->ops->usage(measure->state);
    memset(info, 0, sizeof *info);
    info->kind = measure->kind;
    info->types = measure->types;
    info->backend = measure->backend;
    info->lost = measure->ops->lost(measure->state);
    info->lambda = measure->lambda;
    info->all = measure->table[(1u << measure->types) - 1];
    info->normalized = measure->normalized;
    info->monotone = measure->monotone;
    info->smaller = measure->smaller;
    info->larger = measure->larger;
    info->host_bytes = sizeof *measure + measure->table_bytes + usage.host_bytes;
    info->device_bytes = usage.device_bytes;
    info->kernel_seconds = usage.kernel_seconds;
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
    return throng_fail(measure->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "values of row %d, type %d is %.9g: -1e9 to 1e9", (int)number, (int)type,
                       (double)row[type]);
}

static throng_status check_values(const throng_measure *measure, int32_t count, const float *values,
                                  size_t stride)
{
    const int64_t parts = (int64_t)count * measure->types / VALUES_PER_TASK + 1;
    rows_job job = {.values = values, .pitch = stride / sizeof *values, .count = count};
    job.types = measure->types;
    job.parts = parts < measure->context->threads ? (int32_t)parts : measure->context->threads;
    atomic_init(&job.first_bad, count);
    throng_run(measure->context, job.parts, check_rows, &job);
    const int32_t bad = atomic_load_explicit(&job.first_bad, memory_order_relaxed);
    return bad < count ? reject_row(measure, values + (size_t)bad * job.pitch, bad) : THRONG_OK;
}

throng_status throng_measure_choquet(throng_measure *measure, int32_t count, const float *values,
                                     size_t stride, float *results)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!is_measure(measure))
        return wrong;
    const size_t least = (size_t)measure->types * sizeof *values;
    if (measure->ops->lost(measure->state))
        return throng_fail(measure->context, THRONG_ERROR_LOST,
                           "the measure was lost when its device failed: destroy it and make it anew");
    if (count < 0)
        return throng_fail(measure->context, wrong, "count is %d: 0 or more", (int)count);
    if (stride != 0 && (stride < least || stride % sizeof *values != 0))
        return throng_fail(measure->context, wrong,
                           "stride is %zu bytes: 0 (packed), or a multiple of %zu, at least %zu", stride,
                           sizeof *values, least);
    if (count == 0)
        return THRONG_OK;
    if (!values || !results)
        return throng_fail(measure->context, wrong, "%s is NULL", values ? "results" : "values");
    stride = stride ? stride : least;
    throng_status status = check_values(measure, count, values, stride);
    return status == THRONG_OK ? measure->ops->choquet(measure->state, count, values, stride, results)
                               : status;
}
