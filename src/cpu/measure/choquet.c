/* The Choquet integral of many rows, shared out among tasks. */
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/influence/influence.h"
#include "src/cpu/tables.h"
#include "src/measure/measure.h"

enum { VALUES_PER_TASK = 65536 }; /* some 100 microseconds of work */

typedef struct cpu_measure {
    throng_context *context;
    const float *table; /* the measure's own */
    int32_t types;
} cpu_measure;

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_measure_shape *shape = arguments;
    cpu_measure *m = throng_allocate(&context->allocator, sizeof *m);
    if (!m)
        return throng_fail_memory(context, "a measure", sizeof *m);
    *m = (cpu_measure){context, shape->table, shape->types};
    *state = m;
    return THRONG_OK;
}

static void destroy(void *state)
{
    cpu_measure *m = state;
    throng_release(&m->context->allocator, m, sizeof *m);
}

typedef struct choquet_job {
    const cpu_measure *m;
    const float *values;
    size_t pitch;
    float *results;
    int32_t count, parts;
} choquet_job;

static void integrate(void *data, int32_t index)
{
    const choquet_job *job = data;
    const int32_t first = throng_part_begin(job->count, job->parts, index);
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    job->m->context->simd->choquet(job->results + first, job->values + (size_t)first * job->pitch, job->pitch,
                                   end - first, job->m->types, job->m->table);
}

static throng_status choquet(void *state, int32_t count, const float *values, size_t stride, float *results)
{
    const cpu_measure *m = state;
    const int64_t parts = (int64_t)count * m->types / VALUES_PER_TASK + 1;
    choquet_job job = {.m = m, .values = values, .pitch = stride / sizeof *values, .count = count};
    job.results = results;
    job.parts = parts < m->context->threads ? (int32_t)parts : m->context->threads;
    throng_run(m->context, job.parts, integrate, &job);
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_measure *m = state;
    return (throng_usage){sizeof *m, 0, 0.0};
}

const throng_measure_ops throng_cpu_measure_ops = {{create, destroy, NULL, NULL, usage, NULL, 0}, choquet};
