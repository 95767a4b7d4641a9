/* Who is who in a crowd: handles, ids, and agents that come and go. */
#include "src/crowd/agents.h"
#include "kernels/crowd/layout.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/crowd.h"
#include "src/crowd/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, CHUNK = 64 };

/* ---------------------------------------------------------------- the table of ids ------------------ */

static size_t table_size(const throng_crowd *crowd) { return (size_t)1 << crowd->table_bits; }

/* Nobody who makes ids up knows the salt, so that no ids crowd together by intent. */
static size_t slot_of(const throng_crowd *crowd, uint64_t id)
{
    return (size_t)(crowd_hash_mix(id ^ crowd->salt) >> (64 - crowd->table_bits));
}

static size_t next_slot(const throng_crowd *crowd, size_t slot)
{
    return (slot + 1) & (table_size(crowd) - 1);
}

/* Where the id is, or where it would go. */
static size_t look_up(const throng_crowd *crowd, uint64_t id)
{
    size_t slot = slot_of(crowd, id);
    while (crowd->table[slot] != NOBODY && crowd->ids[crowd->table[slot]] != id)
        slot = next_slot(crowd, slot);
    return slot;
}

/* Closes the gap, so that what was put beyond it is still found. */
static void strike_out(throng_crowd *crowd, uint64_t id)
{
    size_t gap = look_up(crowd, id), at = gap;
    for (;;) {
        crowd->table[gap] = NOBODY;
        size_t home;
        do {
            at = next_slot(crowd, at);
            if (crowd->table[at] == NOBODY)
                return;
            home = slot_of(crowd, crowd->ids[crowd->table[at]]);
            /* it stays where its home lies behind the gap, cyclically */
        } while (gap <= at ? gap < home && home <= at : gap < home || home <= at);
        crowd->table[gap] = crowd->table[at];
        gap = at;
    }
}

static void fill_table(throng_crowd *crowd)
{
    for (size_t slot = 0; slot < table_size(crowd); slot++)
        crowd->table[slot] = NOBODY;
    for (int32_t i = 0; i < crowd->slots; i++)
        if (crowd->generations[i] & 1u)
            crowd->table[look_up(crowd, crowd->ids[i])] = i;
}

/* ---------------------------------------------------------------- memory ---------------------------- */

static int32_t bits_for(int32_t capacity)
{
    int32_t bits = 4;
    while ((int64_t)1 << bits < 2 * (int64_t)capacity)
        bits++;
    return bits;
}

static size_t newcomers_bytes(int32_t capacity) { return ((size_t)capacity / 32 + 1) * sizeof(uint32_t); }

size_t throng_crowd_handles_bytes(const throng_crowd *crowd)
{
    const size_t entries = (size_t)crowd->handle_capacity + 1;
    return entries * (sizeof *crowd->ids + sizeof *crowd->generations + sizeof *crowd->settings +
                      sizeof *crowd->radii + sizeof *crowd->alive) +
           newcomers_bytes(crowd->handle_capacity) + table_size(crowd) * sizeof *crowd->table +
           (size_t)crowd->ranks.space * sizeof(throng_named);
}

void throng_crowd_handles_release(const throng_crowd *crowd)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const size_t entries = (size_t)crowd->handle_capacity + 1;
    throng_release(allocator, crowd->ids, entries * sizeof *crowd->ids);
    throng_release(allocator, crowd->generations, entries * sizeof *crowd->generations);
    throng_release(allocator, crowd->settings, entries * sizeof *crowd->settings);
    throng_release(allocator, crowd->radii, entries * sizeof *crowd->radii);
    throng_release(allocator, crowd->alive, entries * sizeof *crowd->alive);
    throng_release(allocator, crowd->newcomers, newcomers_bytes(crowd->handle_capacity));
    throng_release(allocator, crowd->table, table_size(crowd) * sizeof *crowd->table);
}

throng_status throng_crowd_handles_make(const throng_crowd *crowd, int32_t capacity, throng_crowd *more)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const size_t entries = (size_t)capacity + 1;
    *more = *crowd;
    more->handle_capacity = capacity;
    more->table_bits = bits_for(capacity);
    more->ids = throng_allocate(allocator, entries * sizeof *more->ids);
    more->generations = throng_allocate(allocator, entries * sizeof *more->generations);
    more->settings = throng_allocate(allocator, entries * sizeof *more->settings);
    more->radii = throng_allocate(allocator, entries * sizeof *more->radii);
    more->alive = throng_allocate(allocator, entries * sizeof *more->alive);
    more->newcomers = throng_allocate(allocator, newcomers_bytes(capacity));
    more->table = throng_allocate(allocator, table_size(more) * sizeof *more->table);
    more->salt = crowd_hash_mix(more->salt ^ (uint64_t)(uintptr_t)more->table) ^ (uint64_t)(uintptr_t)more;
    if (more->ids && more->generations && more->settings && more->radii && more->alive && more->newcomers &&
        more->table)
        return THRONG_OK;
    throng_crowd_handles_release(more);
    return throng_fail_memory(crowd->object.context, "the handles of agents",
                              throng_crowd_handles_bytes(more));
}

void throng_crowd_handles_adopt(throng_crowd *crowd, const throng_crowd *more)
{
    const throng_crowd before = *crowd;
    const size_t old = (size_t)crowd->slots;
    *crowd = *more;
    if (before.ids) {
        memcpy(crowd->ids, before.ids, old * sizeof *crowd->ids);
        memcpy(crowd->generations, before.generations,
               ((size_t)before.handle_capacity + 1) * sizeof *crowd->generations);
        memcpy(crowd->settings, before.settings, old * sizeof *crowd->settings);
        memcpy(crowd->radii, before.radii, old * sizeof *crowd->radii);
        memcpy(crowd->alive, before.alive, old * sizeof *crowd->alive);
        memcpy(crowd->newcomers, before.newcomers, newcomers_bytes(before.handle_capacity));
        throng_crowd_handles_release(&before);
        throng_crowd_ranks_release(crowd); /* of fewer agents */
    }
    fill_table(crowd);
}

void throng_crowd_forget_newcomers(throng_crowd *crowd)
{
    if (crowd->has_newcomers)
        memset(crowd->newcomers, 0, newcomers_bytes(crowd->handle_capacity));
    crowd->has_newcomers = 0;
}

void throng_crowd_handles_forget(throng_crowd *crowd)
{
    for (int32_t i = 0; i < crowd->slots; i++)
        if (crowd->generations[i] & 1u)
            crowd->generations[i] = throng_generation_removed(crowd->generations[i]);
    crowd->agents = 0;
    crowd->other_radii = 0;
    crowd->slots = 0;
    crowd->free = NOBODY;
    crowd->listed = 0;
    crowd->enlisted = 0;
    crowd->unchanged = 0;
    throng_ranks_forget(&crowd->ranks);
    fill_table(crowd);
}

/* Counts the agents whose radius is not the first one's. */
static void count_radii(throng_crowd *crowd)
{
    throng_crowd_build_active_list(crowd);
    crowd->other_radii = 0;
    crowd->common_radius = crowd->agents > 0 ? crowd->radii[crowd->alive[0]] : 0.0f;
    for (int32_t i = 0; i < crowd->agents; i++)
        crowd->other_radii += crowd->radii[crowd->alive[i]] != crowd->common_radius;
}

void throng_crowd_note_radius(throng_crowd *crowd, float before, float now)
{
    crowd->other_radii +=
        (now >= 0.0f && now != crowd->common_radius) - (before >= 0.0f && before != crowd->common_radius);
}

/* Where nobody has the common radius any more, another one may be common. */
int32_t throng_crowd_is_mixed(throng_crowd *crowd)
{
    if (crowd->other_radii > 0 && crowd->other_radii == crowd->agents)
        count_radii(crowd);
    return crowd->other_radii > 0;
}

void throng_crowd_handles_renew(throng_crowd *crowd)
{
    crowd->listed = 0;
    crowd->enlisted = 0;
    fill_table(crowd);
    count_radii(crowd);
}

/* ---------------------------------------------------------------- handles --------------------------- */

void throng_crowd_build_active_list(throng_crowd *crowd)
{
    if (crowd->listed || crowd->enlisted)
        return;
    int32_t count = 0, unchanged = crowd->unchanged;
    for (int32_t i = 0; i < crowd->slots; i++)
        if (crowd->generations[i] & 1u) {
            if (count < unchanged && crowd->alive[count] != i)
                unchanged = count;
            crowd->alive[count++] = i;
        }
    crowd->unchanged = unchanged < count ? unchanged : count;
    crowd->enlisted = 1;
}

THRONG_CALL(throng_crowd_list, (crowd, agents, capacity, count), throng_crowd *crowd, throng_agent *agents,
            int32_t capacity, int32_t *count)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!count || (!agents && capacity > 0))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s",
                           !count ? "count must not be NULL" : "agents must not be NULL");
    if (capacity < 0)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "capacity is %d: 0 or more",
                           (int)capacity);
    throng_crowd_build_active_list(crowd);
    for (int32_t i = 0; i < crowd->agents && i < capacity; i++)
        agents[i] = (throng_agent){crowd->alive[i], crowd->generations[crowd->alive[i]]};
    *count = crowd->agents;
    return THRONG_OK;
}

int32_t throng_crowd_index_of_id(const throng_crowd *crowd, uint64_t id)
{
    return crowd->table[look_up(crowd, id)];
}

THRONG_CALL(throng_crowd_find, (crowd, id, agent), throng_crowd *crowd, uint64_t id, throng_agent *agent)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!agent)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "agent must not be NULL");
    const int32_t index = throng_crowd_index_of_id(crowd, id);
    if (index == NOBODY)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "id is %llu: no agent has it", (unsigned long long)id);
    *agent = (throng_agent){index, crowd->generations[index]};
    return THRONG_OK;
}

throng_status throng_crowd_flush_changes(throng_crowd *crowd)
{
    if (crowd->listed)
        return THRONG_OK;
    throng_crowd_build_active_list(crowd);
    throng_status status = throng_crowd_flush_ranks(crowd);
    if (status == THRONG_OK)
        status = crowd->ops->set_active(crowd->object.state, crowd->alive, crowd->agents, crowd->unchanged);
    crowd->listed = status == THRONG_OK;
    crowd->unchanged = crowd->listed ? crowd->agents : 0;
    return status;
}

/* ---------------------------------------------------------------- removing -------------------------- */

static throng_agent agent_at(const throng_agent *agents, size_t stride, int32_t i)
{
    throng_agent agent;
    memcpy(&agent, (const char *)agents + (size_t)i * stride, sizeof agent);
    return agent;
}

int32_t throng_crowd_first_gone(throng_crowd *crowd, int32_t count, const throng_agent *agents, size_t stride)
{
    int32_t marked = 0; /* by a generation that no handle has */
    for (; marked < count; marked++) {
        const int32_t index = throng_crowd_index(crowd, agent_at(agents, stride, marked));
        if (index == NOBODY)
            break;
        crowd->generations[index] ^= 1u;
    }
    for (int32_t i = 0; i < marked; i++)
        crowd->generations[agent_at(agents, stride, i).index] ^= 1u;
    return marked;
}

/* A slot whose generations are used up is not free, but retired. */
static void free_slot(throng_crowd *crowd, int32_t index)
{
    const int32_t retired = crowd->generations[index] >= THRONG_GENERATION_RETIRED;
    crowd->settings[index] = 0;
    crowd->ids[index] = (uint64_t)(int64_t)(retired ? NOBODY : crowd->free);
    crowd->free = retired ? crowd->free : index;
}

THRONG_CALL(throng_crowd_remove, (crowd, count, agents, stride), throng_crowd *crowd, int32_t count,
            const throng_agent *agents, size_t stride)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK && count < 0)
        status = throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more",
                             (int)count);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_check_stride(crowd->object.context, "agents", agents, sizeof *agents, &stride);
    if (status != THRONG_OK)
        return status;
    const int32_t gone = throng_crowd_first_gone(crowd, count, agents, stride);
    if (gone < count)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "agents[%d] was removed already, occurs twice, or is of another crowd", (int)gone);
    for (int32_t i = 0; i < count; i++) {
        const int32_t index = agent_at(agents, stride, i).index;
        strike_out(crowd, crowd->ids[index]);
        throng_crowd_note_radius(crowd, crowd->radii[index], -1.0f);
        crowd->generations[index] = throng_generation_removed(crowd->generations[index]);
        free_slot(crowd, index);
        crowd->agents--;
    }
    crowd->listed = 0;
    crowd->enlisted = 0;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- adding ---------------------------- */

/* New agents, in three steps: they get slots and ids, which may turn out to be in use; the backend gets their
 * state; and nothing can fail any more, so they get generations. Until then they are nobody's. */
typedef struct adding {
    int32_t count;
    int32_t states;    /* 1: given as throng_agent_state, 0: as throng_agent_def */
    int32_t flags;     /* of their settings, added to those that are given */
    int32_t marks;     /* of their states, likewise */
    const char *given; /* entries of `stride` bytes */
    size_t stride;
    int32_t *indices; /* behind the active list, which has space for all agents */
} adding;

static uint64_t given_id(const adding *a, int32_t i)
{
    const size_t place = a->states ? offsetof(throng_agent_state, id) : offsetof(throng_agent_def, id);
    uint64_t id;
    memcpy(&id, a->given + (size_t)i * a->stride + place, sizeof id);
    return id;
}

static uint64_t id_of(const throng_crowd *crowd, const adding *a, int32_t i)
{
    const uint64_t id = given_id(a, i);
    return id == THRONG_NEXT_ID ? crowd->added + (uint64_t)i : id;
}

/* The last one that became free, or a new one; NOBODY: the crowd is full. */
static int32_t take_slot(throng_crowd *crowd)
{
    const int32_t index = crowd->free;
    if (index != NOBODY && !throng_generation_is_spent(crowd->generations[index], crowd->floor)) {
        crowd->free = (int32_t)(int64_t)crowd->ids[index];
        return index;
    }
    while (crowd->slots < crowd->shape.capacity &&
           throng_generation_is_spent(crowd->generations[crowd->slots], crowd->floor))
        crowd->slots++;
    return crowd->slots < crowd->shape.capacity ? crowd->slots++ : NOBODY;
}

/* How many got a slot and their id. *full: there was no slot for the next one, else its id is in use. */
static int32_t take_slots(throng_crowd *crowd, const adding *a, int32_t *full)
{
    *full = 0;
    crowd->unchanged = crowd->unchanged < crowd->agents ? crowd->unchanged : crowd->agents;
    for (int32_t i = 0; i < a->count; i++) {
        const uint64_t id = id_of(crowd, a, i);
        const size_t entry = look_up(crowd, id);
        if (crowd->table[entry] != NOBODY)
            return i;
        const int32_t index = take_slot(crowd);
        *full = index == NOBODY;
        if (*full)
            return i;
        crowd->ids[index] = id;
        crowd->table[entry] = index;
        a->indices[i] = index;
    }
    return a->count;
}

/* As if the first `taken` had never got one. slots: there were before. */
static void give_slots_back(throng_crowd *crowd, const adding *a, int32_t taken, int32_t slots)
{
    for (int32_t i = taken - 1; i >= 0; i--) {
        strike_out(crowd, crowd->ids[a->indices[i]]);
        if (a->indices[i] < slots)
            free_slot(crowd, a->indices[i]);
    }
    crowd->slots = slots;
}

/* The agents of a chunk, as the backend has them. */
typedef struct chunk {
    crowd_body bodies[CHUNK];
    crowd_sense senses[CHUNK];
    crowd_rest rests[CHUNK];
    int32_t inexact; /* 1: some of these are not 0 */
} chunk;

static void fill_one(throng_crowd *crowd, const adding *a, int32_t i, crowd_body *body, crowd_sense *sense,
                     crowd_rest *rest)
{
    const uint64_t id = id_of(crowd, a, i);
    const int32_t index = a->indices[i];
    const char *given = a->given + (size_t)i * a->stride;
    throng_agent_def def;
    if (a->states) {
        throng_state_unpack(given, body, sense, rest);
    } else {
        memcpy(&def, given, sizeof def);
        throng_crowd_fill_agent(crowd, &def, body, sense, rest);
    }
    body->settings |= a->flags;
    body->state |= a->marks;
    sense->id_low = (int32_t)(uint32_t)id;
    sense->id_high = (int32_t)(uint32_t)(id >> 32);
    body->tie = throng_ranks_add(&crowd->ranks, id, index, crowd->agents + i + 1);
    crowd->settings[index] = body->settings;
    crowd->mixed_targets |= (body->settings & CROWD_OTHER_TARGET) != 0;
    crowd->radii[index] = body->radius;
    throng_crowd_note_radius(crowd, -1.0f, body->radius);
    throng_crowd_note_place(crowd, body->x, body->y, body->radius);
    crowd->heterogeneous |= throng_crowd_is_heterogeneous(body, sense);
}

static throng_status write_all(throng_crowd *crowd, const adding *a)
{
    chunk c;
    throng_status status = THRONG_OK;
    for (int32_t first = 0; first < a->count && status == THRONG_OK; first += CHUNK) {
        const int32_t some = a->count - first < CHUNK ? a->count - first : CHUNK;
        c.inexact = 0;
        for (int32_t i = 0; i < some; i++) {
            fill_one(crowd, a, first + i, &c.bodies[i], &c.senses[i], &c.rests[i]);
            c.inexact |= c.rests[i].x != 0.0f || c.rests[i].y != 0.0f;
        }
        status = throng_crowd_write(crowd, some, a->indices + first, c.bodies, c.senses,
                                    c.inexact ? c.rests : NULL, 0, 0);
    }
    return status;
}

throng_status throng_crowd_check_room(const throng_crowd *crowd, int32_t count)
{
    if (count < 0)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more",
                           (int)count);
    if (count > crowd->shape.capacity - crowd->agents)
        return throng_fail(
            crowd->object.context, THRONG_ERROR_CAPACITY,
            "%d agents and %d more are %lld: at most %d; throng_crowd_reserve() raises the limit",
            (int)crowd->agents, (int)count, (long long)crowd->agents + count, (int)crowd->shape.capacity);
    return THRONG_OK;
}

static throng_status check_adding(throng_crowd *crowd, int32_t count, const throng_agent_def *defs,
                                  size_t *stride)
{
    throng_status status = throng_crowd_check_room(crowd, count);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_check_stride(crowd->object.context, "defs", defs, sizeof *defs, stride);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_agent_def def;
        memcpy(&def, (const char *)defs + (size_t)i * *stride, sizeof def);
        status = throng_crowd_check_agent(crowd, i, &def);
    }
    return status;
}

/* Of the agent that is the first to get none; all slots have been given back. */
static throng_status reject_one(const throng_crowd *crowd, const adding *a, int32_t i, int32_t full)
{
    if (full && throng_generation_is_spent(0, crowd->floor))
        return throng_fail(
            crowd->object.context, THRONG_ERROR_CAPACITY,
            "no handles are left for new agents: a snapshot that was restored had used them up; "
            "create the crowd anew");
    if (full)
        return throng_fail(crowd->object.context, THRONG_ERROR_CAPACITY,
                           "%d agents and %d more, of %d: the others' slots have named 2^31 agents and are "
                           "retired; throng_crowd_reserve() makes more",
                           (int)crowd->agents, (int)a->count, (int)crowd->shape.capacity);
    return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "%s[%d].id is %llu%s: another agent has it", a->states ? "states" : "defs", (int)i,
                       (unsigned long long)id_of(crowd, a, i),
                       given_id(a, i) == THRONG_NEXT_ID ? " (THRONG_NEXT_ID)" : "");
}

static throng_status add_all(throng_crowd *crowd, const adding *a, throng_agent *agents)
{
    throng_status status = THRONG_OK;
    const throng_crowd before = *crowd;
    int32_t full;
    const int32_t taken = take_slots(crowd, a, &full);
    if (taken == a->count)
        status = write_all(crowd, a);
    if (taken < a->count || status != THRONG_OK) {
        give_slots_back(crowd, a, taken, before.slots);
        crowd->heterogeneous = before.heterogeneous;
        crowd->common_radius = before.common_radius;
        crowd->other_radii = before.other_radii;
        crowd->ranks = before.ranks;
        return taken < a->count ? reject_one(crowd, a, taken, full) : status;
    }
    for (int32_t i = 0; i < a->count; i++) {
        uint32_t *generation = &crowd->generations[a->indices[i]];
        *generation = throng_generation_after(*generation, crowd->floor);
        if (agents)
            agents[i] = (throng_agent){a->indices[i], *generation};
        if (a->states)
            crowd->newcomers[a->indices[i] / 32] |= 1u << a->indices[i] % 32;
    }
    crowd->has_newcomers |= a->states;
    crowd->agents += a->count;
    crowd->added += (uint64_t)a->count;
    crowd->listed = 0;
    crowd->enlisted = 0;
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_add, (crowd, count, defs, stride, agents), throng_crowd *crowd, int32_t count,
            const throng_agent_def *defs, size_t stride, throng_agent *agents)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_adding(crowd, count, defs, &stride);
    if (status != THRONG_OK || count == 0)
        return status;
    const adding a = {count, 0, 0, 0, (const char *)defs, stride, crowd->alive + crowd->agents};
    return add_all(crowd, &a, agents);
}

throng_status throng_crowd_add_by_states(throng_crowd *crowd, int32_t count, const throng_agent_state *states,
                                         int32_t marks, throng_agent *agents)
{
    const adding a = {count, 1, 0, marks, (const char *)states, sizeof *states, crowd->alive + crowd->agents};
    return add_all(crowd, &a, agents);
}

throng_status throng_crowd_add_ghosts(throng_crowd *crowd, int32_t count, const throng_agent_state *states,
                                      throng_agent *agents)
{
    const adding a = {
        count, 1, CROWD_GHOST, 0, (const char *)states, sizeof *states, crowd->alive + crowd->agents};
    return add_all(crowd, &a, agents);
}
