/* Questions of many agents, shared out among tasks. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/influence.h"
#include "src/influence/influence.h"

enum { QUESTIONS_PER_TASK = 256, REGIONS_PER_TASK = 1 };

typedef struct query_job {
    query_map map;
    const throng_simd *simd;
    const throng_query *query;
    int32_t parts;
} query_job;

static void answer(void *data, int32_t index)
{
    const query_job *job = data;
    const throng_query *q = job->query;
    const int32_t first = throng_part_begin(q->count, job->parts, index);
    const int32_t count = throng_part_begin(q->count, job->parts, index + 1) - first;
    const void *questions = (const char *)q->questions + (size_t)first * q->stride;
    if (q->kind == QUERY_REGION)
        job->simd->query_regions(&job->map, questions, q->stride, count, q->flags,
                                 (query_best *)q->answers + first);
    else if (q->kind == QUERY_NEIGHBOR)
        job->simd->query_neighbors(&job->map, questions, q->stride, count, q->flags,
                                   (query_best *)q->answers + first);
    else
        job->simd->query_points(&job->map, questions, q->stride, count, (query_sample *)q->answers + first);
}

throng_status throng_cpu_query(void *state, int32_t index, const throng_query *query)
{
    const cpu_map *m = state;
    query_job job = {.simd = m->context->simd, .query = query};
    job.map =
        (query_map){throng_cpu_plane(m, index), throng_cpu_walls(m), m->grid, m->pitch, m->terrain != NULL};
    job.parts = query->count / (query->kind == QUERY_REGION ? REGIONS_PER_TASK : QUESTIONS_PER_TASK) + 1;
    job.parts = job.parts < m->tasks ? job.parts : m->tasks;
    throng_run(m->context, job.parts, answer, &job);
    return THRONG_OK;
}
