/* Agents on their way to the parts where they are, with their whole states. */
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"
#include "src/world/crowd.h"

#include <string.h>

/* Entries by the part that they go to: those of part p are order[starts[p]] and the following. */
typedef struct sorting {
    int32_t *order, *starts;
} sorting;

/* targets: the part of each of `count` entries, -1: it stays. Valid until the next one. */
static throng_status sort(throng_world_crowd *crowd, const int32_t *targets, int32_t count, sorting *s)
{
    throng_world *world = crowd->world;
    const size_t parts = (size_t)world->parts, bytes = (parts + 2) * sizeof *s->starts;
    throng_status status =
        throng_buffer_reserve(world, &crowd->leaving_order, ((size_t)count + 1) * sizeof *s->order);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &crowd->leaving_starts, bytes);
    if (status != THRONG_OK)
        return status;
    s->order = (int32_t *)(void *)crowd->leaving_order.memory;
    s->starts = (int32_t *)(void *)crowd->leaving_starts.memory;
    memset(s->starts, 0, bytes);
    for (int32_t i = 0; i < count; i++)
        if (targets[i] >= 0)
            s->starts[targets[i] + 2]++;
    for (size_t p = 2; p < parts + 2; p++)
        s->starts[p] += s->starts[p - 1];
    for (int32_t i = 0; i < count; i++)
        if (targets[i] >= 0)
            s->order[s->starts[targets[i] + 1]++] = i;
    return THRONG_OK;
}

static throng_status no_memory(const throng_world *world)
{
    return throng_fail_memory(world->context, "agents that move", 0);
}

/* ---------------------------------------------------------------- arrival --------------------------- */

/* Widens what is known of the part's agents. */
static void note_arrival(const throng_world_crowd *crowd, throng_world_part *part, const agent_state *state)
{
    const float range = throng_part_range(crowd->uses, &state->agent.body, &state->agent.sense);
    part->range = range > part->range ? range : part->range;
    part->speed = state->agent.body.max_speed > part->speed ? state->agent.body.max_speed : part->speed;
}

static int32_t is_of_states(const throng_world *world, const throng_letter *letter)
{
    return letter->each == (int32_t)sizeof(throng_agent_state) && throng_world_has(world, letter->to);
}

throng_status throng_part_reserve(throng_world *world, throng_world_part *part, int64_t agents)
{
    if (agents <= part->crowd->shape.capacity)
        return THRONG_OK;
    if (agents > THRONG_MAX_AGENTS)
        return throng_fail(world->context, THRONG_ERROR_CAPACITY,
                           "part %d would have %lld agents: at most %d", (int)part->number, (long long)agents,
                           THRONG_MAX_AGENTS);
    const int64_t ample = agents + agents / 8;
    return throng_world_note(
        world, part->context,
        throng_crowd_reserve(part->crowd, (int32_t)(ample < THRONG_MAX_AGENTS ? ample : THRONG_MAX_AGENTS)));
}

/* Memory for those who come, and a check of what they are: after that nothing is likely to fail. replaces: 1:
 * they come in place of those who are there; leaves: 1: in place of those on the lists of who leaves. */
static throng_status expect(throng_world_crowd *crowd, int32_t replaces, int32_t leaves)
{
    throng_world *world = crowd->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local; i++)
        crowd->parts[i].arrivals = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        if (!is_of_states(world, &letter))
            return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "a message of another process has no agents");
        throng_world_part *part = &crowd->parts[letter.to - world->first];
        part->arrivals += letter.count;
        status =
            throng_world_note(world, part->context,
                              throng_crowd_check_states(part->crowd, letter.count, entries, CROWD_UNSEEN));
    }
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        const int64_t gone = leaves ? part->leaving_count : replaces ? part->crowd->agents : 0;
        status = throng_part_reserve(world, part, part->crowd->agents - gone + part->arrivals);
    }
    return status;
}

/* marks: as throng_crowd_add_by_states() has them. */
static throng_status take_in(throng_world_crowd *crowd, int32_t marks)
{
    throng_world *world = crowd->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        throng_world_part *part = &crowd->parts[letter.to - world->first];
        const throng_agent_state *states = entries;
        status = throng_world_note(
            world, part->context, throng_crowd_add_by_states(part->crowd, letter.count, states, marks, NULL));
        for (int32_t i = 0; i < letter.count && status == THRONG_OK; i++) {
            agent_state state;
            memcpy(&state, states + i, sizeof state);
            note_arrival(crowd, part, &state);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- new agents ------------------------ */

/* Where the agents of states are. */
static throng_status find_targets(throng_world_crowd *crowd, const throng_agent_state *states, int32_t count,
                                  throng_buffer *targets)
{
    const throng_status status =
        throng_buffer_reserve(crowd->world, targets, ((size_t)count + 1) * sizeof(int32_t));
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        agent_state state;
        memcpy(&state, states + i, sizeof state);
        const int32_t part = throng_cut_part(&crowd->cut, state.agent.body.x, state.agent.body.y);
        memcpy(targets->memory + (size_t)i * sizeof part, &part, sizeof part);
    }
    return status;
}

throng_status throng_world_settle_begin(throng_world_crowd *crowd, const throng_agent_state *states,
                                        int32_t count, int32_t replaces)
{
    throng_world *world = crowd->world;
    throng_buffer targets = {0}, scratch = {0};
    throng_mail_begin(world);
    throng_status status = find_targets(crowd, states, count, &targets);
    const throng_scattered all = {states, (const int32_t *)(const void *)targets.memory, count, 0,
                                  sizeof *states};
    if (status == THRONG_OK)
        status = throng_mail_scatter(world, &all, &scratch);
    throng_buffer_release(world, &scratch);
    throng_buffer_release(world, &targets);
    status = throng_mail_exchange(world, status);
    if (status != THRONG_OK)
        return status;
    return throng_world_agree(world, expect(crowd, replaces, 0), 0, NULL);
}

throng_status throng_world_settle_end(throng_world_crowd *crowd, int32_t marks)
{
    const throng_status status = throng_world_agree(crowd->world, take_in(crowd, marks), 0, NULL);
    return status == THRONG_OK ? status : throng_world_crowd_lose(crowd, status);
}

/* ---------------------------------------------------------------- agents that leave ----------------- */

/* Writes those who leave, and keeps their handles until they go. */
static throng_status write_leaving(throng_world_crowd *crowd, throng_world_part *part, const sorting *s)
{
    throng_world *world = crowd->world;
    const int32_t *own = throng_part_own(part);
    throng_status status = throng_buffer_reserve(
        world, &part->leaving, ((size_t)s->starts[world->parts] + 1) * sizeof(throng_agent));
    int32_t leaving = 0;
    throng_agent *gone = (throng_agent *)(void *)part->leaving.memory;
    for (int32_t p = 0; p < world->parts && status == THRONG_OK; p++) {
        const int32_t first = s->starts[p], count = s->starts[p + 1] - first;
        if (count == 0)
            continue;
        int32_t *indices = s->order + first; /* of own entries, then of agents */
        throng_agent_state *to = throng_mail_write(world, part->number, p, count, sizeof *to);
        if (!to)
            return no_memory(world);
        for (int32_t i = 0; i < count; i++) {
            indices[i] = own[indices[i]];
            gone[leaving++] = (throng_agent){indices[i], part->crowd->generations[indices[i]]};
        }
        status = throng_world_note(world, part->context,
                                   throng_crowd_read_states(part->crowd, count, indices, to));
    }
    part->leaving_count = leaving;
    return status;
}

static throng_status send_leaving(throng_world_crowd *crowd, throng_world_part *part)
{
    throng_world *world = crowd->world;
    const float *places = throng_part_places(part);
    sorting s;
    part->leaving_count = 0;
    throng_status status =
        throng_buffer_reserve(world, &part->targets, ((size_t)part->own_count + 1) * sizeof(int32_t));
    if (status != THRONG_OK)
        return status;
    int32_t *targets = (int32_t *)(void *)part->targets.memory, leaving = 0;
    for (int32_t i = 0; i < part->own_count; i++) {
        const int32_t at = throng_cut_part(&crowd->cut, places[2 * (size_t)i], places[2 * (size_t)i + 1]);
        targets[i] = at == part->number ? -1 : at;
        leaving += at != part->number;
    }
    if (leaving == 0)
        return THRONG_OK;
    status = sort(crowd, targets, part->own_count, &s);
    return status == THRONG_OK ? write_leaving(crowd, part, &s) : status;
}

throng_status throng_world_migrate(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    throng_mail_begin(world);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        status = send_leaving(crowd, &crowd->parts[i]);
    status = throng_mail_exchange(world, status);
    if (status != THRONG_OK)
        return status;
    status = throng_world_agree(world, expect(crowd, 0, 1), 0, NULL);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        status = throng_world_note(
            world, part->context,
            throng_crowd_remove(part->crowd, part->leaving_count,
                                (const throng_agent *)(const void *)part->leaving.memory, 0));
        crowd->info.moved += (uint64_t)part->leaving_count;
    }
    if (status == THRONG_OK)
        status = take_in(crowd, 0);
    status = throng_world_agree(world, status, 0, NULL);
    return status == THRONG_OK ? status : throng_world_crowd_lose(crowd, status);
}
