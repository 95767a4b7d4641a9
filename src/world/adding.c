/* Agents that are new to a crowd of a world. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"
#include "src/world/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- ids ------------------------------- */

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each process sees to its share of all ids that none is new twice. */
static int32_t is_mine(const throng_world *world, uint64_t id)
{
    return (int32_t)(crowd_hash_mix(id) % (uint64_t)world->size) == world->rank;
}

static throng_status in_use(const throng_world *world, uint64_t id, const char *who)
{
    return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "id is %llu: another %sagent has it",
                       (unsigned long long)id, who);
}

static int32_t has_agent(const throng_world_crowd *crowd, uint64_t id)
{
    for (int32_t i = 0; i < crowd->world->local; i++) {
        const int32_t index = throng_crowd_index_of_id(crowd->parts[i].crowd, id);
        if (index >= 0 && !throng_part_is_ghost(&crowd->parts[i], index))
            return 1;
    }
    return 0;
}

/* The ids that came by mail. beside: 1: and none is in use. *all: how many. */
static throng_status check_ids(throng_world_crowd *crowd, int32_t beside, int64_t *all)
{
    throng_world *world = crowd->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_buffer mine = {0};
    size_t count = 0;
    throng_status status = THRONG_OK;
    *all = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        const uint64_t *ids = entries;
        mine.bytes = count * sizeof *ids;
        status = throng_buffer_reserve(world, &mine, (count + (size_t)letter.count) * sizeof *ids);
        uint64_t *kept = (uint64_t *)(void *)mine.memory;
        *all += letter.count;
        for (int32_t i = 0; i < letter.count && status == THRONG_OK; i++) {
            if (is_mine(world, ids[i]))
                kept[count++] = ids[i];
            if (beside && has_agent(crowd, ids[i]))
                status = in_use(world, ids[i], "");
        }
    }
    uint64_t *kept = (uint64_t *)(void *)mine.memory;
    if (status == THRONG_OK && count > 1)
        qsort(kept, count, sizeof *kept, by_number);
    for (size_t i = 1; i < count && status == THRONG_OK; i++)
        if (kept[i] == kept[i - 1])
            status = in_use(world, kept[i], "new ");
    throng_buffer_release(world, &mine);
    return status;
}

throng_status throng_world_check_ids(throng_world_crowd *crowd, const throng_agent_state *states,
                                     int32_t count, throng_status status, int32_t beside, int64_t *all)
{
    throng_world *world = crowd->world;
    throng_mail_begin(world);
    for (int32_t p = 0; p < world->size && status == THRONG_OK && count > 0; p++) {
        uint64_t *ids = throng_mail_write_to(world, p, count, sizeof *ids);
        if (!ids)
            status = throng_fail_memory(world->context, "ids", (size_t)count * sizeof *ids);
        for (int32_t i = 0; i < count && ids; i++)
            ids[i] = states[i].id;
    }
    status = throng_mail_exchange(world, status);
    if (status != THRONG_OK)
        return status;
    return throng_world_agree(world, check_ids(crowd, beside, all), 0, NULL);
}

/* ---------------------------------------------------------------- the first cut --------------------- */

throng_status throng_world_cut_for(throng_world_crowd *crowd, const throng_agent_state *states, int32_t count)
{
    throng_world *world = crowd->world;
    throng_buffer places = {0};
    if (crowd->flow)
        return THRONG_OK;
    throng_status status = throng_buffer_reserve(world, &places, ((size_t)count + 1) * 2 * sizeof(float));
    float *to = (float *)(void *)places.memory;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        agent_state state;
        memcpy(&state, states + i, sizeof state);
        to[2 * (size_t)i] = state.agent.body.x;
        to[2 * (size_t)i + 1] = state.agent.body.y;
    }
    status = throng_world_agree(world, status, 0, NULL);
    const throng_cut_points set = {to, count, 1};
    if (status == THRONG_OK)
        status = throng_cut_build(world, &crowd->cut, &set, 1);
    throng_buffer_release(world, &places);
    crowd->info.cuts += status == THRONG_OK;
    return status;
}

throng_status throng_world_note_leaps(throng_world_crowd *crowd, int32_t count,
                                      const throng_agent_state *states)
{
    const double unit = 1.0 / 1048576.0;
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        crowd_body body;
        crowd_sense sense;
        crowd_rest rest;
        throng_state_unpack(&states[i], &body, &sense, &rest);
        const double leap = fabs((double)rest.x) + fabs((double)rest.y);
        most = leap > most ? leap : most;
    }
    int64_t least = -(int64_t)(most / unit);
    least -= (double)-least * unit < most;
    const throng_status status = throng_world_agree(crowd->world, THRONG_OK, 1, &least);
    most = (double)-least * unit;
    crowd->leap = most > crowd->leap ? most : crowd->leap;
    return status;
}

/* Adds agents by states that were checked here. marks: as throng_crowd_add_by_states() has them. */
static throng_status add_all(throng_world_crowd *crowd, const throng_agent_state *states, int32_t count,
                             int32_t marks, throng_status status)
{
    int64_t all;
    status = throng_world_check_ids(crowd, states, count, status, 1, &all);
    if (status != THRONG_OK || all == 0)
        return status;
    if (crowd->agents == 0) {
        status = throng_world_cut_for(crowd, states, count);
        crowd->cut_agents = all;
    }
    throng_world_ghosts_drop(crowd); /* one may have an id that was removed and comes back */
    crowd->stale = 1;
    if (status == THRONG_OK)
        status = throng_world_settle_begin(crowd, states, count, 0);
    if (status == THRONG_OK)
        status = throng_world_settle_end(crowd, marks);
    if (status != THRONG_OK)
        return status;
    crowd->added += (uint64_t)all;
    crowd->agents += all;
    crowd->stale = 1;
    if (crowd->agents > crowd->cut_agents + crowd->cut_agents / 4)
        crowd->recut = 1;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- the calls ------------------------- */

static throng_status check_defs(const throng_world_crowd *crowd, int32_t count, const throng_agent_def *defs,
                                size_t *stride)
{
    throng_world *world = crowd->world;
    if (count < 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more",
                           (int)count);
    if (count == 0)
        return THRONG_OK;
    throng_status status = throng_check_stride(world->context, "defs", defs, sizeof *defs, stride);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_agent_def def;
        memcpy(&def, (const char *)defs + (size_t)i * *stride, sizeof def);
        status = throng_world_note(world, crowd->parts[0].context,
                                   throng_crowd_check_agent(crowd->parts[0].crowd, i, &def));
    }
    return status;
}

/* How many agents the processes before this one add. */
static throng_status count_before(throng_world *world, int32_t count, int64_t *before)
{
    memset(world->numbers, 0, (size_t)world->size * sizeof *world->numbers);
    world->numbers[world->rank] = count;
    const throng_status status =
        throng_world_reduce(world, THRONG_REDUCTION_SUM, world->size, world->numbers);
    *before = 0;
    for (int32_t i = 0; i < world->rank; i++)
        *before += world->numbers[i];
    return status;
}

THRONG_CALL(throng_world_crowd_add, (crowd, count, defs, stride), throng_world_crowd *crowd, int32_t count,
            const throng_agent_def *defs, size_t stride)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    throng_buffer states = {0};
    int64_t before = 0;
    status = throng_world_agree(world, check_defs(crowd, count, defs, &stride), 0, NULL);
    if (status == THRONG_OK)
        status = count_before(world, count, &before);
    if (status != THRONG_OK)
        return status;
    status = throng_buffer_reserve(world, &states, ((size_t)count + 1) * sizeof(throng_agent_state));
    throng_agent_state *to = (throng_agent_state *)(void *)states.memory;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_agent_def def;
        memcpy(&def, (const char *)defs + (size_t)i * stride, sizeof def);
        const uint64_t next = crowd->added + (uint64_t)before + (uint64_t)i;
        throng_crowd_state_of_def(crowd->parts[0].crowd, &def, def.id == THRONG_NEXT_ID ? next : def.id,
                                  to + i);
    }
    status = add_all(crowd, to, count, 0, status);
    throng_buffer_release(world, &states);
    return status;
}

THRONG_CALL(throng_world_crowd_add_states, (crowd, count, states), throng_world_crowd *crowd, int32_t count,
            const throng_agent_state *states)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    if (count < 0)
        status =
            throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)count);
    else if (count > 0 && !states)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "states must not be NULL");
    if (status == THRONG_OK)
        status = throng_world_note(world, crowd->parts[0].context,
                                   throng_crowd_check_states(crowd->parts[0].crowd, count, states, 0));
    status = add_all(crowd, states, status == THRONG_OK ? count : 0, CROWD_PLACED, status);
    return status == THRONG_OK ? throng_world_note_leaps(crowd, count, states) : status;
}
