/* The calls of `throng crowd` on its crowd: on one throng_crowd, or on all parts of a world's. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/world.h"

#include <stdlib.h>

static int check(const crowd_job *work, throng_status status)
{
    return program_check(work->job.context, status, "crowd");
}

int crowd_make(crowd_job *work, throng_crowd_def *def)
{
    throng_crowd_info about;
    int code = PROGRAM_OK;
    work->handles = allocate((size_t)work->scene.count, sizeof *work->handles, "agents", &code);
    if (code || work->world)
        return code ? code : crowd_world_make(work, def);
    throng_status status = throng_crowd_create(work->job.context, def, &work->crowd);
    status = status == THRONG_OK ? throng_crowd_get_info(work->crowd, &about) : status;
    work->job.backend = status == THRONG_OK ? about.backend : THRONG_BACKEND_CPU;
    return check(work, status);
}

int crowd_place(crowd_job *work)
{
    const crowd_scene *scene = &work->scene;
    const crowd_polygon *rejected = NULL;
    if (work->world)
        return crowd_world_place(work);
    throng_status status = throng_crowd_reset(work->crowd);
    if (status == THRONG_OK)
        status = throng_crowd_add(work->crowd, scene->count, scene->agents, 0, work->handles);
    if (status == THRONG_OK)
        status = crowd_obstacles_add(&scene->obstacles, work->crowd, &rejected);
    return crowd_obstacles_check(&scene->obstacles, rejected, work->job.context, status);
}

int crowd_step(crowd_job *work)
{
    return work->world ? crowd_world_step(work)
                       : check(work, throng_crowd_step(work->crowd, work->options.dt));
}

int crowd_wait(crowd_job *work)
{
    return work->world ? crowd_world_wait(work) : check(work, throng_context_wait(work->job.context));
}

int crowd_get(crowd_job *work, const crowd_value *values, int32_t count)
{
    throng_status status = THRONG_OK;
    if (work->world)
        return crowd_world_get(work, values, count);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        status = throng_crowd_get(work->crowd, values[i].what, work->scene.count, work->handles, 0,
                                  values[i].to, 0);
    return check(work, status);
}

int crowd_set(crowd_job *work, throng_agent_value what, int32_t count, const int32_t *agents,
              const void *data)
{
    int code = PROGRAM_OK;
    if (work->world)
        return crowd_world_set(work, what, count, agents, data);
    throng_agent *handles = allocate((size_t)count, sizeof *handles, "agents", &code);
    for (int32_t i = 0; i < count && !code; i++)
        handles[i] = work->handles[agents[i]];
    code = code ? code : check(work, throng_crowd_set(work->crowd, what, count, handles, 0, data, 0));
    free(handles);
    return code;
}

int crowd_hash(crowd_job *work, uint64_t *hash)
{
    return work->world ? crowd_world_hash(work, hash) : check(work, throng_crowd_hash(work->crowd, hash));
}

/* Walls are the same in all parts. */
int crowd_count_walls(crowd_job *work, int32_t *walls)
{
    throng_crowd *crowd = work->crowd;
    throng_crowd_info about;
    throng_status status =
        work->world ? throng_world_crowd_get_part(work->world->crowd, 0, &crowd) : THRONG_OK;
    status = status == THRONG_OK ? throng_crowd_get_info(crowd, &about) : status;
    *walls = status == THRONG_OK ? about.walls : 0;
    return check(work, status);
}

int crowd_kernels(crowd_job *work, double *seconds)
{
    throng_crowd_info about;
    if (work->world)
        return crowd_world_kernels(work, seconds);
    const throng_status status = throng_crowd_get_info(work->crowd, &about);
    *seconds = status == THRONG_OK ? about.kernel_seconds : 0.0;
    return check(work, status);
}

void crowd_calls_release(crowd_job *work)
{
    (void)throng_crowd_destroy(work->crowd);
    crowd_world_release(work);
    free(work->handles);
}
