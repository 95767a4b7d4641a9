/* Motions of agents: the public calls, and the check of what they are given, which tasks share. */
#include "src/crowd/motions.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/simd.h"
#include "src/crowd/agents.h"
#include "src/crowd/reading.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CHECKED_PER_TASK = 8192 };

typedef struct check_job {
    const throng_crowd *crowd;
    const throng_agent *agents;   /* NULL: not these */
    const throng_motion *motions; /* NULL: not these */
    throng_crowd_part part;       /* the agents of the motions */
    int32_t count, parts;
    double fine;              /* floats of at most this magnitude are not coarse for anybody */
    int32_t each;             /* 1: `fine` is not known, since radii differ */
    _Atomic int32_t wrong;    /* 1: an agent is not there, or a number is out of range */
    _Atomic int32_t unsorted; /* 1: indices do not ascend, so that an agent may occur twice */
    _Atomic int32_t far;      /* 1: a place may be where floats are coarse */
} check_job;

/* ---------------------------------------------------------------- checks ---------------------------- */

static throng_agent agent_at(const check_job *job, int32_t i)
{
    throng_agent agent;
    memcpy(&agent, (const char *)job->agents + (size_t)i * sizeof agent, sizeof agent);
    return agent;
}

static throng_motion motion_at(const check_job *job, int32_t i)
{
    throng_motion motion;
    memcpy(&motion, (const char *)job->motions + (size_t)i * sizeof motion, sizeof motion);
    return motion;
}

static void check_agents(check_job *job, int32_t begin, int32_t end)
{
    int32_t wrong = 0, unsorted = 0, before = begin > 0 ? agent_at(job, begin - 1).index : -1;
    for (int32_t i = begin; i < end; i++) {
        const throng_agent agent = agent_at(job, i);
        wrong |= throng_crowd_index(job->crowd, agent) < 0;
        unsorted |= agent.index <= before;
        before = agent.index;
    }
    if (wrong)
        atomic_store_explicit(&job->wrong, 1, memory_order_relaxed);
    if (unsorted)
        atomic_store_explicit(&job->unsorted, 1, memory_order_relaxed);
}

/* The agents are there, and the numbers in range. */
static int32_t look_at_each(const check_job *job, int32_t begin, int32_t end)
{
    int32_t far = 0;
    for (int32_t i = begin; i < end; i++) {
        const throng_motion m = motion_at(job, i);
        const float x = (float)(m.x - job->crowd->home_x), y = (float)(m.y - job->crowd->home_y);
        far |= throng_crowd_is_coarse(scalar_max(scalar_abs(x), scalar_abs(y)),
                                      job->crowd->radii[throng_crowd_part_agent(&job->part, i)]);
    }
    return far;
}

static void check_motions(check_job *job, int32_t begin, int32_t end)
{
    int32_t wrong, far;
    const throng_crowd *crowd = job->crowd;
    const double home[2] = {crowd->home_x, crowd->home_y};
    crowd->object.context->simd->crowd_look_at_motions(job->motions, begin, end, home, job->fine, &wrong,
                                                       &far);
    if (wrong)
        atomic_store_explicit(&job->wrong, 1, memory_order_relaxed);
    else if (job->each && !atomic_load_explicit(&job->wrong, memory_order_relaxed))
        far = look_at_each(job, begin, end);
    if (far)
        atomic_store_explicit(&job->far, 1, memory_order_relaxed);
}

static void check_some(void *data, int32_t index)
{
    check_job *job = data;
    const int32_t begin = throng_part_begin(job->count, job->parts, index);
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    if (job->agents)
        check_agents(job, begin, end);
    if (job->motions)
        check_motions(job, begin, end);
}

static throng_status reject_place(const throng_crowd *crowd, int32_t i, const char *name, double given)
{
    return throng_fail(
        crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
        "motions[%d].%s is %.17g: -1e9 to 1e9, and within 1e9 of the crowd's home (%.9g, %.9g)", (int)i, name,
        given, crowd->home_x, crowd->home_y);
}

static throng_status check_motion(const throng_crowd *crowd, int32_t i, const throng_motion *m)
{
    const double across[2] = {m->x, crowd->home_y}, down[2] = {crowd->home_x, m->y};
    const char *const names[4] = {"vx", "vy", "heading_x", "heading_y"};
    const float numbers[4] = {m->vx, m->vy, m->heading_x, m->heading_y};
    if (!throng_crowd_is_place(crowd, across))
        return reject_place(crowd, i, "x", m->x);
    if (!throng_crowd_is_place(crowd, down))
        return reject_place(crowd, i, "y", m->y);
    for (int32_t k = 0; k < 4; k++)
        if (!throng_within(numbers[k], -THRONG_MOST, THRONG_MOST))
            return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                               "motions[%d].%s is %.9g: -1e9 to 1e9", (int)i, names[k], (double)numbers[k]);
    return THRONG_OK;
}

/* What is wrong, or that nothing is: indices that do not ascend may still be those of different agents. */
static throng_status look_closely(throng_crowd *crowd, const check_job *job, int32_t once)
{
    throng_status status = THRONG_OK;
    int32_t gone = job->count;
    if (job->agents && once)
        gone = throng_crowd_first_gone(crowd, job->count, job->agents, sizeof *job->agents);
    else if (job->agents)
        for (gone = 0; gone < job->count && throng_crowd_index(crowd, agent_at(job, gone)) >= 0;)
            gone++;
    if (gone < job->count)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "agents[%d] was removed%s, or is of another crowd", (int)gone,
                           once ? ", occurs twice" : "");
    for (int32_t i = 0; i < job->count && job->motions && status == THRONG_OK; i++) {
        const throng_motion m = motion_at(job, i);
        status = check_motion(crowd, i, &m);
    }
    return status;
}

static throng_crowd_motions motions_of(const throng_crowd *crowd, const throng_agent *agents, int32_t count)
{
    throng_crowd_motions m = {.part = {.count = count,
                                       .agents = crowd->alive,
                                       .agent_stride = sizeof *crowd->alive,
                                       .listed = !agents && crowd->listed},
                              .home_x = crowd->home_x,
                              .home_y = crowd->home_y};
    if (agents) {
        m.part.agents = (const char *)agents + offsetof(throng_agent, index);
        m.part.agent_stride = sizeof *agents;
    }
    return m;
}

/* Where floats may be too coarse for an agent, unless that was said before. */
static void choose_fine(check_job *job, throng_crowd *crowd)
{
    const int32_t mixed = throng_crowd_is_mixed(crowd);
    const float radius = mixed || crowd->coarse ? 0.0f : crowd->common_radius;
    job->each = mixed && !crowd->coarse;
    job->fine = radius > 0.0f ? (double)(radius * THRONG_CROWD_FINE_RADII) : (double)INFINITY;
}

/* set: they will be set, so that each agent occurs once. */
static throng_status check_request(throng_crowd *crowd, const throng_agent *agents, int32_t count,
                                   const throng_motion *motions, int32_t set, int32_t *far)
{
    throng_context *context = crowd->object.context;
    check_job job = {.crowd = crowd, .agents = agents, .motions = set ? motions : NULL, .count = count};
    throng_crowd_build_active_list(crowd);
    if (count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)count);
    if (!agents && count != crowd->agents)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: the crowd has %d agents, and agents is NULL", (int)count,
                           (int)crowd->agents);
    if (count == 0)
        return THRONG_OK;
    if (!motions)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "motions must not be NULL");
    job.part = motions_of(crowd, agents, count).part;
    choose_fine(&job, crowd);
    job.parts = throng_parts(count, CHECKED_PER_TASK, context->threads);
    throng_run(context, job.parts, check_some, &job);
    *far = atomic_load_explicit(&job.far, memory_order_relaxed);
    return atomic_load_explicit(&job.wrong, memory_order_relaxed) ||
                   (set && atomic_load_explicit(&job.unsorted, memory_order_relaxed))
               ? look_closely(crowd, &job, set)
               : THRONG_OK;
}

/* ---------------------------------------------------------------- calls ----------------------------- */

/* Says once where floats are too coarse for an agent. */
static void note_places(throng_crowd *crowd, const throng_crowd_motions *m)
{
    for (int32_t i = 0; i < m->part.count && !crowd->coarse; i++) {
        const crowd_motion to = throng_motion_to_local(m, i);
        throng_crowd_note_place(crowd, to.x, to.y, crowd->radii[throng_crowd_part_agent(&m->part, i)]);
    }
}

throng_status throng_crowd_check_set_motions(throng_crowd *crowd, const throng_agent *agents, int32_t count,
                                             const throng_motion *motions)
{
    int32_t far = 0;
    const throng_status status = throng_crowd_check(crowd);
    return status == THRONG_OK ? check_request(crowd, agents, count, motions, 1, &far) : status;
}

THRONG_CALL(throng_crowd_set_motions, (crowd, agents, count, motions), throng_crowd *crowd,
            const throng_agent *agents, int32_t count, const throng_motion *motions)
{
    int32_t far = 0;
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_request(crowd, agents, count, motions, 1, &far);
    if (status == THRONG_OK && count > 0)
        status = crowd->ops->reserve_motions(crowd->object.state);
    if (status != THRONG_OK || count == 0)
        return status;
    throng_crowd_motions m = motions_of(crowd, agents, count);
    m.given = (const char *)motions;
    if (far)
        note_places(crowd, &m);
    return crowd->ops->write_motions(crowd->object.state, &m);
}

throng_status throng_crowd_prepare_motions(throng_crowd *crowd, const throng_agent *agents, int32_t count,
                                           throng_motion *to, throng_crowd_motions *motions)
{
    int32_t far = 0;
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_request(crowd, agents, count, to, 0, &far);
    if (status == THRONG_OK && count > 0)
        status = crowd->ops->reserve_motions(crowd->object.state);
    if (status != THRONG_OK)
        return status;
    *motions = motions_of(crowd, agents, count);
    motions->wanted = (char *)to;
    return status;
}

THRONG_CALL(throng_crowd_get_motions, (crowd, agents, count, motions), throng_crowd *crowd,
            const throng_agent *agents, int32_t count, throng_motion *motions)
{
    throng_crowd_motions m;
    throng_status status = throng_crowd_prepare_motions(crowd, agents, count, motions, &m);
    if (status != THRONG_OK || count == 0)
        return status;
    throng_observe_begin(&crowd->observer);
    status = crowd->ops->read_motions(crowd->object.state, &m);
    throng_observe_end(&crowd->observer);
    throng_observe_taken(&crowd->observer, (double)sizeof *motions * count);
    return status;
}

typedef struct show_job {
    throng_crowd_motions motions;
    int32_t parts;
} show_job;

static void show_some(void *data, int32_t index)
{
    const show_job *job = data;
    const int32_t count = job->motions.part.count;
    const int32_t end = throng_part_begin(count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(count, job->parts, index); i < end; i++) {
        crowd_motion from;
        memcpy(&from, job->motions.wanted + (size_t)i * sizeof from, sizeof from);
        throng_motion_from_local(&job->motions, i, &from);
    }
}

void throng_crowd_end_motions(const throng_crowd *crowd, int32_t count, throng_motion *motions)
{
    if (crowd->object.backend == THRONG_BACKEND_CPU)
        return;
    show_job job = {{.part = {.count = count}, .home_x = crowd->home_x, .home_y = crowd->home_y},
                    throng_parts(count, CHECKED_PER_TASK, crowd->object.context->threads)};
    job.motions.wanted = (char *)motions;
    throng_run(crowd->object.context, job.parts, show_some, &job);
}
