/* Who is who in a crowd: handles, ids, and agents that come and go. */
#include "src/crowd/agents.h"
#include "kernels/crowd/layout.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/crowd.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, CHUNK = 64 };

/* ---------------------------------------------------------------- the table of ids ------------------ */

static size_t table_size(const throng_crowd *crowd) { return (size_t)1 << crowd->table_bits; }

static size_t slot_of(const throng_crowd *crowd, uint64_t id)
{
    return (size_t)((id * 0x9e3779b97f4a7c15u) >> (64 - crowd->table_bits));
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

size_t throng_crowd_handles_bytes(const throng_crowd *crowd)
{
    const size_t entries = (size_t)crowd->handle_capacity + 1;
    return entries * (sizeof *crowd->ids + sizeof *crowd->generations + sizeof *crowd->settings +
                      sizeof *crowd->radii + sizeof *crowd->alive) +
           table_size(crowd) * sizeof *crowd->table;
}

void throng_crowd_handles_release(throng_crowd *crowd)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const size_t entries = (size_t)crowd->handle_capacity + 1;
    throng_release(allocator, crowd->ids, entries * sizeof *crowd->ids);
    throng_release(allocator, crowd->generations, entries * sizeof *crowd->generations);
    throng_release(allocator, crowd->settings, entries * sizeof *crowd->settings);
    throng_release(allocator, crowd->radii, entries * sizeof *crowd->radii);
    throng_release(allocator, crowd->alive, entries * sizeof *crowd->alive);
    throng_release(allocator, crowd->table, table_size(crowd) * sizeof *crowd->table);
}

throng_status throng_crowd_handles_reserve(throng_crowd *crowd, int32_t capacity)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    throng_crowd more = *crowd;
    if (crowd->ids && capacity <= crowd->handle_capacity)
        return THRONG_OK;
    more.handle_capacity = capacity;
    more.table_bits = bits_for(capacity);
    const size_t entries = (size_t)capacity + 1, old = (size_t)crowd->slots;
    more.ids = throng_allocate(allocator, entries * sizeof *more.ids);
    more.generations = throng_allocate(allocator, entries * sizeof *more.generations);
    more.settings = throng_allocate(allocator, entries * sizeof *more.settings);
    more.radii = throng_allocate(allocator, entries * sizeof *more.radii);
    more.alive = throng_allocate(allocator, entries * sizeof *more.alive);
    more.table = throng_allocate(allocator, table_size(&more) * sizeof *more.table);
    if (!more.ids || !more.generations || !more.settings || !more.radii || !more.alive || !more.table) {
        throng_crowd_handles_release(&more);
        return throng_fail_memory(crowd->object.context, "the handles of agents",
                                  throng_crowd_handles_bytes(&more));
    }
    if (crowd->ids) {
        memcpy(more.ids, crowd->ids, old * sizeof *more.ids);
        memcpy(more.generations, crowd->generations,
               ((size_t)crowd->handle_capacity + 1) * sizeof *more.generations);
        memcpy(more.settings, crowd->settings, old * sizeof *more.settings);
        memcpy(more.radii, crowd->radii, old * sizeof *more.radii);
        memcpy(more.alive, crowd->alive, old * sizeof *more.alive);
        throng_crowd_handles_release(crowd);
    }
    fill_table(&more);
    *crowd = more;
    return THRONG_OK;
}

void throng_crowd_handles_forget(throng_crowd *crowd)
{
    for (int32_t i = 0; i < crowd->slots; i++)
        crowd->generations[i] += crowd->generations[i] & 1u;
    crowd->agents = 0;
    crowd->other_radii = 0;
    crowd->slots = 0;
    crowd->free = NOBODY;
    crowd->listed = 0;
    crowd->enlisted = 0;
    crowd->ranked = 1;
    crowd->top_rank = 0;
    crowd->top_id = 0;
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

int32_t throng_crowd_index(const throng_crowd *crowd, throng_agent agent)
{
    if (agent.index < 0 || agent.index >= crowd->slots || !(agent.generation & 1u) ||
        crowd->generations[agent.index] != agent.generation)
        return NOBODY;
    return agent.index;
}

void throng_crowd_build_active_list(throng_crowd *crowd)
{
    if (crowd->listed || crowd->enlisted)
        return;
    int32_t count = 0;
    for (int32_t i = 0; i < crowd->slots; i++)
        if (crowd->generations[i] & 1u)
            crowd->alive[count++] = i;
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

THRONG_CALL(throng_crowd_find, (crowd, id, agent), throng_crowd *crowd, uint64_t id, throng_agent *agent)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!agent)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "agent must not be NULL");
    const int32_t index = crowd->table[look_up(crowd, id)];
    if (index == NOBODY)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "id is %llu: no agent has it", (unsigned long long)id);
    *agent = (throng_agent){index, crowd->generations[index]};
    return THRONG_OK;
}

/* ---------------------------------------------------------------- ranks ----------------------------- */

typedef struct named {
    uint64_t id;
    int32_t index, tie;
} named;

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const named *)a)->id, y = ((const named *)b)->id;
    return (x > y) - (x < y);
}

static throng_status rank_all(throng_crowd *crowd)
{
    const size_t bytes = ((size_t)crowd->agents + 1) * sizeof(named);
    named *all = throng_allocate(&crowd->object.context->allocator, bytes);
    if (!all)
        return throng_fail_memory(crowd->object.context, "the ranks of ids", bytes);
    for (int32_t i = 0; i < crowd->agents; i++)
        all[i] = (named){crowd->ids[crowd->alive[i]], crowd->alive[i], 0};
    qsort(all, (size_t)crowd->agents, sizeof *all, by_id);
    for (int32_t i = 0; i < crowd->agents; i++)
        all[i].tie = i;
    const throng_crowd_part part = {.first = (int32_t)(offsetof(crowd_body, tie) / 4),
                                    .words = 1,
                                    .count = crowd->agents,
                                    .agents = &all->index,
                                    .agent_stride = sizeof *all};
    throng_status status = crowd->ops->write(crowd->object.state, &part, &all->tie, sizeof *all);
    if (status == THRONG_OK) {
        crowd->ranked = 1;
        crowd->top_rank = crowd->agents;
        crowd->top_id = crowd->agents > 0 ? all[crowd->agents - 1].id : 0;
    }
    throng_release(&crowd->object.context->allocator, all, bytes);
    return status;
}

throng_status throng_crowd_flush_changes(throng_crowd *crowd)
{
    throng_status status = THRONG_OK;
    if (crowd->listed)
        return status;
    throng_crowd_build_active_list(crowd);
    if (!crowd->ranked)
        status = rank_all(crowd);
    if (status == THRONG_OK)
        status = crowd->ops->set_active(crowd->object.state, crowd->alive, crowd->agents);
    crowd->listed = status == THRONG_OK;
    return status;
}

/* ---------------------------------------------------------------- removing -------------------------- */

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
    /* one after the other; where one is refused, those before it come back */
    int32_t done = 0;
    for (; done < count && status == THRONG_OK; done++) {
        throng_agent agent;
        memcpy(&agent, (const char *)agents + (size_t)done * stride, sizeof agent);
        if (throng_crowd_index(crowd, agent) == NOBODY) {
            status = throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                                 "agents[%d] was removed already, occurs twice, or is of another crowd",
                                 (int)done);
            break;
        }
        crowd->generations[agent.index]++;
    }
    for (int32_t i = 0; i < done; i++) {
        throng_agent agent;
        memcpy(&agent, (const char *)agents + (size_t)i * stride, sizeof agent);
        if (status != THRONG_OK) {
            crowd->generations[agent.index]--;
            continue;
        }
        strike_out(crowd, crowd->ids[agent.index]);
        throng_crowd_note_radius(crowd, crowd->radii[agent.index], -1.0f);
        crowd->ids[agent.index] = (uint64_t)(int64_t)crowd->free;
        crowd->free = agent.index;
        crowd->agents--;
        crowd->listed = 0;
        crowd->enlisted = 0;
    }
    return status;
}

/* ---------------------------------------------------------------- adding ---------------------------- */

/* Gives the agent a name; 0: its id is in use. */
static int32_t name_agent(throng_crowd *crowd, uint64_t id, int32_t *index)
{
    const size_t slot = look_up(crowd, id);
    if (crowd->table[slot] != NOBODY)
        return 0;
    *index = crowd->free;
    if (crowd->free == NOBODY)
        *index = crowd->slots++;
    else
        crowd->free = (int32_t)(int64_t)crowd->ids[crowd->free];
    crowd->ids[*index] = id;
    crowd->generations[*index] = throng_generation_after(crowd->generations[*index], crowd->floor);
    crowd->table[slot] = *index;
    crowd->agents++;
    crowd->listed = 0;
    crowd->enlisted = 0;
    return 1;
}

/* Takes the name back of the agent that got the last one, as if it had never had it. slots: before all of
 * them. */
static void unname_agent(throng_crowd *crowd, int32_t index, int32_t slots)
{
    strike_out(crowd, crowd->ids[index]);
    crowd->generations[index]--;
    crowd->agents--;
    if (index >= slots) {
        crowd->slots--;
        return;
    }
    crowd->ids[index] = (uint64_t)(int64_t)crowd->free;
    crowd->free = index;
}

/* A new id above all others keeps the order; another one asks for new ranks. */
static int32_t rank_of(throng_crowd *crowd, uint64_t id)
{
    if (crowd->ranked && (crowd->agents <= 1 || id > crowd->top_id) && crowd->top_rank < INT32_MAX) {
        crowd->top_id = id;
        return crowd->top_rank++;
    }
    crowd->ranked = 0;
    return 0;
}

/* The agents of a chunk, as the backend has them. */
typedef struct chunk {
    int32_t count;
    int32_t agents[CHUNK];
    crowd_body bodies[CHUNK];
    crowd_sense senses[CHUNK];
} chunk;

static throng_status write_chunk(throng_crowd *crowd, chunk *c)
{
    throng_status status = THRONG_OK;
    if (c->count > 0)
        status = throng_crowd_write(crowd, c->count, c->agents, c->bodies, c->senses, 0, 0);
    c->count = 0;
    return status;
}

static throng_status add_one(throng_crowd *crowd, const throng_agent_def *def, int32_t number, chunk *c)
{
    const uint64_t id = def->id == THRONG_NEXT_ID ? crowd->added : def->id;
    int32_t index;
    if (!name_agent(crowd, id, &index))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "defs[%d].id is %llu%s: another agent has it", (int)number, (unsigned long long)id,
                           def->id == THRONG_NEXT_ID ? " (THRONG_NEXT_ID)" : "");
    crowd->added++;
    c->agents[c->count] = index;
    throng_crowd_fill_agent(def, &c->bodies[c->count], &c->senses[c->count]);
    c->senses[c->count].id_low = (int32_t)(uint32_t)id;
    c->senses[c->count].id_high = (int32_t)(uint32_t)(id >> 32);
    c->bodies[c->count].tie = rank_of(crowd, id);
    crowd->settings[index] = c->bodies[c->count].settings;
    crowd->radii[index] = c->bodies[c->count].radius;
    throng_crowd_note_radius(crowd, -1.0f, crowd->radii[index]);
    crowd->heterogeneous |= throng_crowd_is_heterogeneous(&c->bodies[c->count], &c->senses[c->count]);
    c->count++;
    return c->count == CHUNK ? write_chunk(crowd, c) : THRONG_OK;
}

static throng_status check_adding(throng_crowd *crowd, int32_t count, const throng_agent_def *defs,
                                  size_t *stride)
{
    if (count < 0)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more",
                           (int)count);
    if (count > crowd->shape.capacity - crowd->agents)
        return throng_fail(
            crowd->object.context, THRONG_ERROR_CAPACITY,
            "%d agents and %d more are %lld: at most %d; throng_crowd_reserve() raises the limit",
            (int)crowd->agents, (int)count, (long long)crowd->agents + count, (int)crowd->shape.capacity);
    if (count == 0)
        return THRONG_OK;
    throng_status status = throng_check_stride(crowd->object.context, "defs", defs, sizeof *defs, stride);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_agent_def def;
        memcpy(&def, (const char *)defs + (size_t)i * *stride, sizeof def);
        status = throng_crowd_check_agent(crowd, i, &def);
    }
    return status;
}

THRONG_CALL(throng_crowd_add, (crowd, count, defs, stride, agents), throng_crowd *crowd, int32_t count,
            const throng_agent_def *defs, size_t stride, throng_agent *agents)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_adding(crowd, count, defs, &stride);
    if (status != THRONG_OK || count == 0)
        return status;
    const throng_crowd before = *crowd;
    chunk c;
    c.count = 0;
    int32_t done = 0;
    for (; done < count && status == THRONG_OK; done++) {
        throng_agent_def def;
        memcpy(&def, (const char *)defs + (size_t)done * stride, sizeof def);
        status = add_one(crowd, &def, done, &c);
    }
    if (status == THRONG_OK)
        status = write_chunk(crowd, &c);
    const uint64_t first = before.added;
    for (int32_t i = (status == THRONG_OK ? count : done) - 1; i >= 0; i--) {
        throng_agent_def def;
        memcpy(&def, (const char *)defs + (size_t)i * stride, sizeof def);
        const uint64_t id = def.id == THRONG_NEXT_ID ? first + (uint64_t)i : def.id;
        const int32_t index = crowd->table[look_up(crowd, id)];
        if (status == THRONG_OK && agents)
            agents[i] = (throng_agent){index, crowd->generations[index]};
        if (status != THRONG_OK && first + (uint64_t)i < crowd->added)
            unname_agent(crowd, index, before.slots);
    }
    if (status != THRONG_OK) {
        crowd->added = before.added;
        crowd->heterogeneous = before.heterogeneous;
        crowd->common_radius = before.common_radius;
        crowd->other_radii = before.other_radii;
        crowd->listed = before.listed;
        crowd->enlisted = before.enlisted;
        crowd->ranked = before.ranked;
        crowd->top_rank = before.top_rank;
        crowd->top_id = before.top_id;
    }
    return status;
}
