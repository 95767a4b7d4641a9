/* Questions of many agents, shared out among tasks. */
#include "influence.h"

#include <string.h>

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
    int32_t end = throng_cpu_part(q->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(q->count, job->parts, index); i < end; i++) {
        const char *question = (const char *)q->questions + (size_t)i * q->stride;
        if (q->kind == QUERY_REGION) {
            query_region region;
            memcpy(&region, question, sizeof region);
            ((query_best *)q->answers)[i] = job->simd->query_region(&job->map, &region, q->flags);
        } else if (q->kind == QUERY_NEIGHBOR) {
            query_cell cell;
            memcpy(&cell, question, sizeof cell);
            ((query_best *)q->answers)[i] = query_of_neighbors(&job->map, &cell, q->flags);
        } else {
            query_point point;
            memcpy(&point, question, sizeof point);
            ((query_sample *)q->answers)[i] = query_of_point(&job->map, &point);
        }
    }
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
