/* What a process sees of its own parts, and obstacles for all of them. */
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

#include <string.h>

static throng_status check_part(throng_world_crowd *crowd, int32_t part)
{
    const throng_status status = throng_world_crowd_check(crowd);
    if (status == THRONG_OK && (part < 0 || part >= crowd->world->local))
        return throng_fail(crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "part is %d: this process has %d, from 0", (int)part, (int)crowd->world->local);
    return status;
}

THRONG_CALL(throng_world_crowd_get_part, (crowd, part, local), throng_world_crowd *crowd, int32_t part,
            throng_crowd **local)
{
    if (local)
        *local = NULL;
    const throng_status status = check_part(crowd, part);
    if (status != THRONG_OK)
        return status;
    if (!local)
        return throng_fail(crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT, "local must not be NULL");
    *local = crowd->parts[part].crowd;
    return THRONG_OK;
}

THRONG_CALL(throng_world_crowd_get_own, (crowd, part, ids, motions, capacity, count),
            throng_world_crowd *crowd, int32_t part, uint64_t *ids, throng_motion *motions, int32_t capacity,
            int32_t *count)
{
    throng_status status = check_part(crowd, part);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    throng_world_part *own = &crowd->parts[part];
    if (!count || capacity < 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "%s",
                           !count ? "count must not be NULL" : "capacity is below 0");
    status = throng_part_list_own(world, own);
    if (status == THRONG_OK)
        status =
            throng_buffer_reserve(world, &own->leaving, ((size_t)own->own_count + 1) * sizeof(throng_agent));
    if (status != THRONG_OK)
        return status;
    const int32_t some = own->own_count < capacity ? own->own_count : capacity;
    throng_agent *agents = (throng_agent *)(void *)own->leaving.memory;
    for (int32_t i = 0; i < some; i++) {
        const int32_t index = throng_part_own(own)[i];
        agents[i] = (throng_agent){index, own->crowd->generations[index]};
        if (ids)
            ids[i] = own->crowd->ids[index];
    }
    *count = own->own_count;
    return motions ? throng_crowd_get_motions(own->crowd, agents, some, motions) : THRONG_OK;
}

/* ---------------------------------------------------------------- obstacles ------------------------- */

static throng_obstacle *handles_of(const throng_world_crowd *crowd, int32_t obstacle)
{
    return (throng_obstacle *)(void *)crowd->obstacles.memory +
           (size_t)obstacle * (size_t)crowd->world->local;
}

THRONG_CALL(throng_world_crowd_add_obstacle, (crowd, count, vertices, stride, handle),
            throng_world_crowd *crowd, int32_t count, const throng_vertex_double *vertices, size_t stride,
            throng_obstacle *handle)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    const size_t bytes = (size_t)world->local * sizeof(throng_obstacle);
    const int32_t number = (int32_t)(crowd->obstacles.bytes / bytes);
    int32_t made = 0;
    status = throng_buffer_reserve(world, &crowd->obstacles, crowd->obstacles.bytes + bytes);
    throng_obstacle *handles = handles_of(crowd, number);
    for (; made < world->local && status == THRONG_OK; made += status == THRONG_OK)
        status = throng_world_note(world, crowd->parts[made].context,
                                   throng_crowd_add_obstacle_double(crowd->parts[made].crowd, count, vertices,
                                                                    stride, handles + made));
    status = throng_world_agree(world, status, 0, NULL);
    for (int32_t i = 0; i < made && status != THRONG_OK; i++)
        (void)throng_crowd_remove_obstacle(crowd->parts[i].crowd, handles[i]);
    if (status != THRONG_OK)
        return status;
    crowd->obstacles.bytes += bytes;
    if (handle)
        *handle = (throng_obstacle){number, 1};
    return THRONG_OK;
}

THRONG_CALL(throng_world_crowd_remove_obstacle, (crowd, handle), throng_world_crowd *crowd,
            throng_obstacle handle)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    const size_t bytes = (size_t)world->local * sizeof(throng_obstacle);
    if (handle.index < 0 || (size_t)handle.index >= crowd->obstacles.bytes / bytes ||
        handle.generation != 1 || handles_of(crowd, handle.index)->generation == 0)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "handle is of no obstacle of the crowd, or of one that was removed");
    status = throng_world_agree(world, status, 0, NULL);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        status = throng_crowd_remove_obstacle(crowd->parts[i].crowd, handles_of(crowd, handle.index)[i]);
    if (status == THRONG_OK)
        handles_of(crowd, handle.index)->generation = 0;
    return status;
}
