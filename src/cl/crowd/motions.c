/* Motions of agents on the device. Between steps nobody needs what others see of agents, so motions lie in
 * `records`, which has an entry as large as a motion for each agent, and indices of agents in `extras`. */
#include "src/crowd/motions.h"
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/reading.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"

#include <string.h>

_Static_assert(sizeof(crowd_motion) == sizeof(crowd_record) &&
                   sizeof(crowd_motion) + sizeof(cl_int) == THRONG_CL_CROWD_MOTION,
               "motions lie in records");

enum { MOTIONS_PER_TASK = 4096, BYTES = THRONG_CL_CROWD_MOTION };

void throng_cl_crowd_motions_forget(throng_cl_crowd *c)
{
    throng_cl_crowd_motions *m = &c->motions;
    throng_cl_staging_leave(c->object.cl, &c->object.stage, &m->slot); /* the device may still read it */
    if (m->slot.memory)
        c->object.host_bytes -= m->capacity * BYTES;
    throng_release(c->object.cl->allocator, m->slot.memory, m->capacity * BYTES);
    m->slot.memory = NULL;
}

throng_status throng_cl_crowd_reserve_motions(void *state)
{
    throng_cl_crowd *c = state;
    void *memory;
    if (c->motions.slot.memory || c->shape.capacity == 0)
        return THRONG_OK;
    const size_t capacity = (size_t)c->shape.capacity;
    const throng_status status =
        throng_cl_object_allocate(&c->object, "motions of agents", capacity, BYTES, &memory);
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    c->motions.slot.memory = memory;
    c->object.stage.more = &c->motions.slot;
    c->motions.capacity = capacity;
    return THRONG_OK;
}

typedef struct motions_job {
    const throng_crowd_motions *motions;
    unsigned char *packed; /* NULL: they are in the caller's memory, as the device has them */
    int32_t parts;
} motions_job;

static motions_job job_of(const throng_cl_crowd *c, const throng_crowd_motions *motions,
                          unsigned char *packed)
{
    const int32_t threads = c->object.context->threads;
    return (motions_job){motions, packed, throng_parts(motions->part.count, MOTIONS_PER_TASK, threads)};
}

static void pack_some(void *data, int32_t index)
{
    const motions_job *job = data;
    const throng_crowd_part *part = &job->motions->part;
    unsigned char *agents = job->packed + (size_t)part->count * sizeof(crowd_motion);
    const int32_t end = throng_part_begin(part->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(part->count, job->parts, index); i < end; i++) {
        const crowd_motion to = throng_motion_to_local(job->motions, i);
        const cl_int agent = throng_crowd_part_agent(part, i);
        memcpy(job->packed + (size_t)i * sizeof to, &to, sizeof to);
        memcpy(agents + (size_t)i * sizeof agent, &agent, sizeof agent);
    }
}

throng_status throng_cl_crowd_wait_for_motions(throng_cl_crowd *c)
{
    return throng_cl_staging_wait(c->object.cl, &c->object.stage, &c->motions.slot);
}

/* Where the indices of the agents are on the device: sent behind `motions` bytes of the slot, or there
 * already. */
static throng_status send_agents(throng_cl_crowd *c, const throng_crowd_part *part, cl_mem *agents)
{
    const size_t place = (size_t)part->count * sizeof(crowd_motion);
    *agents = part->listed ? c->alive : c->extras;
    return part->listed ? THRONG_OK
                        : throng_cl_staging_upload(c->object.cl, &c->motions.slot, place, c->extras, 0,
                                                   (size_t)part->count * sizeof(cl_int));
}

static throng_status run(throng_cl_crowd *c, cl_kernel kernel, const char *name, cl_mem agents, int32_t count)
{
    const cl_uint items = (cl_uint)count;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->bodies),  THRONG_CL_ARGUMENT(c->rests), THRONG_CL_ARGUMENT(agents),
        THRONG_CL_ARGUMENT(c->records), THRONG_CL_ARGUMENT(items),
    };
    return throng_cl_run(&c->object, kernel, name, items, arguments, THRONG_CL_COUNT(arguments));
}

throng_status throng_cl_crowd_write_motions(void *state, const throng_crowd_motions *motions)
{
    throng_cl_crowd *c = state;
    const throng_crowd_part *part = &motions->part;
    motions_job job = job_of(c, motions, c->motions.slot.memory);
    cl_mem agents;
    throng_status status = throng_cl_crowd_wait_for_motions(c);
    if (status == THRONG_OK) {
        throng_run(c->object.context, job.parts, pack_some, &job);
        status = send_agents(c, part, &agents);
    }
    if (status == THRONG_OK)
        status = throng_cl_staging_upload(c->object.cl, &c->motions.slot, 0, c->records, 0,
                                          (size_t)part->count * sizeof(crowd_motion));
    if (status == THRONG_OK)
        status = run(c, c->motions.write, "crowd_write_motions", agents, part->count);
    c->finder.current = 0; /* but the order serves on: motions of the host are walks */
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, 0);
}

static void unpack_some(void *data, int32_t index)
{
    const motions_job *job = data;
    const int32_t count = job->motions->part.count;
    const int32_t end = throng_part_begin(count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(count, job->parts, index); i < end; i++) {
        crowd_motion from;
        memcpy(&from, job->motions->wanted + (size_t)i * sizeof from, sizeof from);
        throng_motion_from_local(job->motions, i, &from);
    }
}

typedef struct list_job {
    const throng_crowd_part *part;
    unsigned char *packed;
    int32_t parts;
} list_job;

static void list_some(void *data, int32_t index)
{
    const list_job *job = data;
    const throng_crowd_part part = *job->part;
    const int32_t end = throng_part_begin(part.count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(part.count, job->parts, index); i < end; i++) {
        const cl_int agent = throng_crowd_part_agent(&part, i);
        memcpy(job->packed + (size_t)i * sizeof agent, &agent, sizeof agent);
    }
}

throng_status throng_cl_crowd_send_list(throng_cl_crowd *c, const throng_crowd_part *part)
{
    list_job job = {part, c->motions.slot.memory, 0};
    throng_status status = throng_cl_crowd_wait_for_motions(c);
    if (status != THRONG_OK)
        return status;
    job.parts = throng_parts(part->count, MOTIONS_PER_TASK, c->object.context->threads);
    throng_run(c->object.context, job.parts, list_some, &job);
    return throng_cl_staging_upload(c->object.cl, &c->motions.slot, 0, c->extras, 0,
                                    (size_t)part->count * sizeof(cl_int));
}

/* At most as many as there are records. */
static throng_status read_piece(throng_cl_crowd *c, const throng_crowd_motions *motions)
{
    const throng_crowd_part *part = &motions->part;
    const size_t bytes = (size_t)part->count * sizeof(crowd_motion);
    motions_job job = job_of(c, motions, NULL);
    throng_status status = part->listed ? THRONG_OK : throng_cl_crowd_send_list(c, part);
    if (status == THRONG_OK)
        status =
            run(c, c->motions.read, "crowd_read_motions", part->listed ? c->alive : c->extras, part->count);
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    status =
        throng_cl_read_all(&c->object, c->records, motions->wanted, bytes, "clEnqueueReadBuffer(motions)");
    if (status == THRONG_OK && !c->object.cl->landing)
        throng_run(c->object.context, job.parts, unpack_some, &job);
    return status;
}

/* An agent may occur more than once, so that they may be more than there are. */
throng_status throng_cl_crowd_read_motions(void *state, const throng_crowd_motions *motions)
{
    throng_cl_crowd *c = state;
    const int32_t most = (int32_t)c->motions.capacity;
    throng_status status = THRONG_OK;
    for (int32_t done = 0; done < motions->part.count && status == THRONG_OK; done += most) {
        throng_crowd_motions piece = *motions;
        piece.part.count = motions->part.count - done < most ? motions->part.count - done : most;
        piece.part.agents = (const char *)motions->part.agents + (size_t)done * motions->part.agent_stride;
        piece.wanted = motions->wanted + (size_t)done * sizeof(throng_motion);
        status = read_piece(c, &piece);
    }
    return status;
}
