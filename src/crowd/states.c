/* States of agents: what a snapshot has of one, by itself, so that it can go on in another crowd. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/snapshot.h"

#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(agent_state) == sizeof(throng_agent_state) && sizeof(agent_state) % 8 == 0 &&
                   offsetof(agent_state, id) == offsetof(throng_agent_state, id),
               "states are copied");

enum { CHUNK = 1024 }; /* agents at a time */

/* ---------------------------------------------------------------- sums ------------------------------ */

static uint64_t sum_more(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

static uint64_t sum_of_state(const agent_state *state)
{
    agent_state unchecked = *state;
    uint64_t sum = 0;
    unchecked.check = 0;
    for (size_t i = 0; i < sizeof unchecked; i += sizeof sum) {
        uint64_t word;
        memcpy(&word, (const char *)&unchecked + i, sizeof word);
        sum = sum_more(sum, word);
    }
    return sum;
}

uint64_t throng_crowd_sum_of_def(const throng_crowd *crowd)
{
    const double origin[2] = {crowd->home_x + crowd->origin_x, crowd->home_y + crowd->origin_y};
    const throng_crowd_shape *shape = &crowd->shape;
    uint64_t words[2], sum = sum_more(0, (uint32_t)shape->uses);
    memcpy(words, origin, sizeof words);
    sum = sum_more(sum, (uint64_t)(uint32_t)shape->nearest << 32 | (uint32_t)scalar_to_bits(shape->symmetry));
    return sum_more(sum_more(sum_more(sum, shape->seed), words[0]), words[1]);
}

/* ---------------------------------------------------------------- out ------------------------------- */

/* What belongs to the crowd that it is in, is left out. marks: those of the next step that stay. */
static void finish_state(uint64_t def, uint64_t id, int32_t marks, void *to)
{
    agent_state state;
    memcpy(&state, to, sizeof state);
    state.version = THRONG_STATE_VERSION;
    state.bytes = sizeof state;
    state.id = id;
    state.def = def;
    state.agent.body.tie = 0;
    state.agent.body.state &= marks | ~CROWD_UNSEEN;
    state.check = sum_of_state(&state);
    memcpy(to, &state, sizeof state);
}

static throng_status read_states(throng_crowd *crowd, int32_t count, const int32_t *indices, int32_t marks,
                                 throng_agent_state *states)
{
    char *to = (char *)states;
    char *agents = to + offsetof(agent_state, agent);
    const uint64_t def = throng_crowd_sum_of_def(crowd);
    const throng_status status =
        throng_crowd_read(crowd, count, indices, agents + offsetof(snapshot_agent, body),
                          agents + offsetof(snapshot_agent, sense), agents + offsetof(snapshot_agent, rest),
                          sizeof(agent_state));
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        finish_state(def, crowd->ids[indices[i]], marks, to + (size_t)i * sizeof(agent_state));
    return status;
}

throng_status throng_crowd_read_states(throng_crowd *crowd, int32_t count, const int32_t *indices,
                                       throng_agent_state *states)
{
    return read_states(crowd, count, indices, CROWD_UNSEEN, states);
}

static throng_agent agent_at(const throng_agent *agents, int32_t i)
{
    throng_agent agent;
    memcpy(&agent, (const char *)agents + (size_t)i * sizeof agent, sizeof agent);
    return agent;
}

static throng_status check_getting(throng_crowd *crowd, const throng_agent *agents, int32_t count,
                                   const throng_agent_state *states)
{
    throng_context *context = crowd->object.context;
    throng_crowd_build_active_list(crowd);
    if (count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)count);
    if (!agents && count != crowd->agents)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: the crowd has %d agents, and agents is NULL", (int)count,
                           (int)crowd->agents);
    if (count > 0 && !states)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "states must not be NULL");
    for (int32_t i = 0; i < count && agents; i++)
        if (throng_crowd_index(crowd, agent_at(agents, i)) < 0)
            return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                               "agents[%d] was removed or is of another crowd", (int)i);
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_get_states, (crowd, agents, count, states), throng_crowd *crowd,
            const throng_agent *agents, int32_t count, throng_agent_state *states)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_getting(crowd, agents, count, states);
    if (status != THRONG_OK || count == 0)
        return status;
    if (!agents)
        return read_states(crowd, count, crowd->alive, 0, states);
    for (int32_t first = 0; first < count && status == THRONG_OK; first += CHUNK) {
        const int32_t some = count - first < CHUNK ? count - first : CHUNK;
        int32_t indices[CHUNK];
        for (int32_t i = 0; i < some; i++)
            indices[i] = agent_at(agents, first + i).index;
        status = read_states(crowd, some, indices, 0, states + first);
    }
    return status;
}

/* ---------------------------------------------------------------- in -------------------------------- */

static throng_status check_state(const throng_crowd *crowd, uint64_t def, int32_t marks, int32_t i,
                                 const void *from)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = crowd->object.context;
    const float *number;
    agent_state state;
    memcpy(&state, from, sizeof state);
    if (state.version != THRONG_STATE_VERSION || state.bytes != sizeof state)
        return throng_fail(context, wrong, "states[%d] is not one of this version of throng", (int)i);
    if (state.check != sum_of_state(&state))
        return throng_fail(context, wrong, "states[%d] is damaged", (int)i);
    if (state.def != def)
        return throng_fail(
            context, wrong,
            "states[%d] is of a crowd whose def had another max_neighbors, perception, "
            "congestion, symmetry, neighbors, settle, heading, integration, origin, flow or seed",
            (int)i);
    const crowd_sense *sense = &state.agent.sense;
    const char *what = throng_snapshot_fault(crowd->shape.uses, crowd->shape.nearest,
                                             throng_snapshot_fields(crowd), &state.agent, &number);
    if (number)
        return throng_fail(context, wrong, "states[%d] has an agent whose %s is %.9g", (int)i, what,
                           (double)*number);
    if (!what && (((uint64_t)(uint32_t)sense->id_high << 32 | (uint32_t)sense->id_low) != state.id ||
                  state.id == THRONG_NEXT_ID))
        what = "id is not the state's";
    if (!what && (state.agent.body.state & CROWD_UNSEEN & ~marks))
        what = "state is not one that a host is given";
    return what ? throng_fail(context, wrong, "states[%d] has an agent whose %s", (int)i, what) : THRONG_OK;
}

throng_status throng_crowd_check_states(const throng_crowd *crowd, int32_t count,
                                        const throng_agent_state *states, int32_t marks)
{
    const uint64_t def = throng_crowd_sum_of_def(crowd);
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        status = check_state(crowd, def, marks, i, (const char *)states + (size_t)i * sizeof *states);
    return status;
}

void throng_crowd_state_of_def(const throng_crowd *crowd, const throng_agent_def *def, uint64_t id,
                               throng_agent_state *state)
{
    agent_state s;
    memset(&s, 0, sizeof s);
    throng_crowd_fill_agent(crowd, def, &s.agent.body, &s.agent.sense, &s.agent.rest);
    s.agent.sense.id_low = (int32_t)(uint32_t)id;
    s.agent.sense.id_high = (int32_t)(uint32_t)(id >> 32);
    finish_state(throng_crowd_sum_of_def(crowd), id, 0, &s);
    memcpy(state, &s, sizeof s);
}

void throng_state_pack(const throng_crowd *crowd, const snapshot_agent *agent, throng_agent_state *state)
{
    agent_state s;
    memset(&s, 0, sizeof s);
    s.agent = *agent;
    const uint64_t high = (uint32_t)agent->sense.id_high, low = (uint32_t)agent->sense.id_low;
    finish_state(throng_crowd_sum_of_def(crowd), high << 32 | low, CROWD_UNSEEN, &s);
    memcpy(state, &s, sizeof s);
}

THRONG_CALL(throng_crowd_add_states, (crowd, count, states, agents), throng_crowd *crowd, int32_t count,
            const throng_agent_state *states, throng_agent *agents)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = throng_crowd_check_room(crowd, count);
    if (status != THRONG_OK || count == 0)
        return status;
    if (!states)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "states must not be NULL");
    status = throng_crowd_check_states(crowd, count, states, 0);
    return status == THRONG_OK ? throng_crowd_add_by_states(crowd, count, states, CROWD_PLACED, agents)
                               : status;
}

THRONG_CALL(throng_crowd_set_steps, (crowd, steps), throng_crowd *crowd, uint64_t steps)
{
    const throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        crowd->steps = steps;
    return status;
}
