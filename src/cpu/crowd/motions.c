/* Motions of agents on the CPU. */
#include "src/crowd/motions.h"
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/crowd/crowd.h"
#include "src/cpu/simd.h"

enum { MOTIONS_PER_TASK = 4096 }; /* some 20 microseconds */

typedef struct motions_job {
    const cpu_crowd *c;
    const throng_crowd_motions *motions;
    int32_t parts;
} motions_job;

throng_status throng_cpu_crowd_reserve_motions(void *state)
{
    (void)state; /* needs none */
    return THRONG_OK;
}

static void write_some(void *data, int32_t index)
{
    const motions_job *job = data;
    const int32_t count = job->motions->part.count;
    job->c->context->simd->crowd_set_motions(job->c->store.bodies, job->c->store.rests, job->motions,
                                             throng_part_begin(count, job->parts, index),
                                             throng_part_begin(count, job->parts, index + 1));
}

throng_status throng_cpu_crowd_write_motions(void *state, const throng_crowd_motions *motions)
{
    cpu_crowd *c = state;
    motions_job job = {c, motions, throng_parts(motions->part.count, MOTIONS_PER_TASK, c->tasks)};
    c->found.current = 0;
    c->set = 1;
    throng_run(c->context, job.parts, write_some, &job);
    return THRONG_OK;
}

static void read_some(void *data, int32_t index)
{
    const motions_job *job = data;
    const throng_crowd_part part = job->motions->part;
    const int32_t end = throng_part_begin(part.count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(part.count, job->parts, index); i < end; i++) {
        const int32_t agent = throng_crowd_part_agent(&part, i);
        crowd_motion from;
        crowd_motion_get(job->c->store.bodies + agent, job->c->store.rests + agent, &from);
        throng_motion_from_local(job->motions, i, &from);
    }
}

throng_status throng_cpu_crowd_read_motions(void *state, const throng_crowd_motions *motions)
{
    const cpu_crowd *c = state;
    motions_job job = {c, motions, throng_parts(motions->part.count, MOTIONS_PER_TASK, c->tasks)};
    throng_run(c->context, job.parts, read_some, &job);
    return THRONG_OK;
}
