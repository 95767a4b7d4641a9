/* Snapshots of crowds of a world, out: agents go to the processes that write them, in the order of ids. */
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"
#include "src/world/crowd.h"
#include "src/world/file.h"
#include "src/world/order.h"

#include <stdlib.h>
#include <string.h>

/* What this process writes: all from its first agent on. */
typedef struct saving {
    throng_world_crowd *crowd;
    throng_buffer states; /* throng_agent_state: of its own agents */
    int32_t count;
    throng_buffer named; /* throng_id_place: of these, and then of those that it writes */
    throng_buffer slots, agents, tail;
    int64_t first, all; /* of the agents that it writes; how many there are */
    int32_t written;
    snapshot_head head;
} saving;

static void release(saving *s)
{
    throng_buffer *const buffers[] = {&s->states, &s->named, &s->slots, &s->agents, &s->tail};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        throng_buffer_release(s->crowd->world, buffers[i]);
}

static throng_agent_state *states_of(const saving *s)
{
    return (throng_agent_state *)(void *)s->states.memory;
}

/* The states of all own agents. */
static throng_status read_states(saving *s)
{
    throng_world *world = s->crowd->world;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &s->crowd->parts[i];
        status = throng_part_list_own(world, part);
        s->states.bytes = (size_t)s->count * sizeof(throng_agent_state);
        if (status == THRONG_OK)
            status = throng_buffer_reserve(world, &s->states,
                                           ((size_t)s->count + (size_t)part->own_count + 1) *
                                               sizeof(throng_agent_state));
        if (status == THRONG_OK && part->own_count > 0)
            status =
                throng_world_note(world, part->context,
                                  throng_crowd_read_states(part->crowd, part->own_count,
                                                           throng_part_own(part), states_of(s) + s->count));
        s->count += part->own_count;
    }
    return status;
}

/* To each process the agents that it writes. */
static throng_status send(saving *s, const uint64_t *splits)
{
    throng_world *world = s->crowd->world;
    const throng_id_place *named = (const throng_id_place *)(const void *)s->named.memory;
    int32_t at = 0;
    for (int32_t p = 0; p < world->size; p++) {
        const int32_t first = at;
        while (at < s->count && (p == world->size - 1 || named[at].id < splits[p]))
            at++;
        if (at == first)
            continue;
        throng_agent_state *to = throng_mail_write_to(world, p, at - first, sizeof *to);
        if (!to)
            return throng_fail_memory(world->context, "a snapshot", (size_t)(at - first) * sizeof *to);
        for (int32_t i = first; i < at; i++)
            to[i - first] = states_of(s)[named[i].place];
    }
    return THRONG_OK;
}

/* What came, as a snapshot has it. */
static throng_status lay_out(saving *s)
{
    throng_world *world = s->crowd->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    int32_t count = 0;
    s->states.bytes = s->named.bytes = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        const size_t more = (size_t)letter.count;
        s->states.bytes = (size_t)count * sizeof(throng_agent_state);
        status =
            throng_buffer_reserve(world, &s->states, s->states.bytes + more * sizeof(throng_agent_state));
        if (status == THRONG_OK)
            memcpy(s->states.memory + s->states.bytes, entries, more * sizeof(throng_agent_state));
        count += letter.count;
    }
    s->written = count;
    if (status == THRONG_OK)
        status = throng_order_by_id(world, states_of(s), count, &s->named);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &s->slots, ((size_t)count + 1) * sizeof(snapshot_slot));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &s->agents, ((size_t)count + 1) * sizeof(snapshot_agent));
    const throng_id_place *named = (const throng_id_place *)(const void *)s->named.memory;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        agent_state state;
        memcpy(&state, states_of(s) + named[i].place, sizeof state);
        const snapshot_slot slot = {state.id, 1, state.agent.body.settings};
        memcpy(s->slots.memory + (size_t)i * sizeof slot, &slot, sizeof slot);
        memcpy(s->agents.memory + (size_t)i * sizeof state.agent, &state.agent, sizeof state.agent);
    }
    return status;
}

/* How many agents others write before this process, and whether some are heterogeneous. */
static throng_status count_all(saving *s)
{
    throng_world *world = s->crowd->world;
    int64_t unlike = 0;
    memset(world->numbers, 0, (size_t)world->size * sizeof *world->numbers);
    world->numbers[world->rank] = s->written;
    throng_status status = throng_world_reduce(world, THRONG_REDUCTION_SUM, world->size, world->numbers);
    for (int32_t i = 0; i < world->local; i++)
        unlike += s->crowd->parts[i].crowd->heterogeneous;
    if (status == THRONG_OK)
        status = throng_world_reduce(world, THRONG_REDUCTION_SUM, 1, &unlike);
    s->first = s->all = 0;
    for (int32_t i = 0; i < world->size; i++) {
        s->first += i < world->rank ? world->numbers[i] : 0;
        s->all += world->numbers[i];
    }
    s->head.heterogeneous = unlike > 0;
    return status;
}

/* Head and tail, which are process 0's, and the sum over all. */
static throng_status finish(saving *s)
{
    throng_world *world = s->crowd->world;
    const throng_crowd *crowd = s->crowd->parts[0].crowd;
    const int32_t unlike = s->head.heterogeneous;
    const size_t tail = throng_snapshot_tail_bytes(crowd);
    throng_status status = throng_buffer_reserve(world, &s->tail, tail + 1);
    if (status == THRONG_OK && s->all > INT32_MAX)
        status = throng_fail(world->context, THRONG_ERROR_CAPACITY,
                             "the crowd has %lld agents: a snapshot has at most 2^31 - 1", (long long)s->all);
    status = throng_world_agree(world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    throng_snapshot_tail(crowd, (unsigned char *)s->tail.memory);
    s->tail.bytes = tail;
    s->head = throng_snapshot_head(crowd);
    s->head.heterogeneous = unlike;
    s->head.steps = s->crowd->steps;
    s->head.added = s->crowd->added;
    s->head.agents = s->head.slots = (int32_t)s->all;
    s->head.bytes =
        sizeof s->head + (uint64_t)s->all * (sizeof(snapshot_slot) + sizeof(snapshot_agent)) + tail;
    uint64_t sum = throng_snapshot_sum_begin(&s->head);
    status = throng_world_sum(world, &sum, s->slots.memory, (size_t)s->written * sizeof(snapshot_slot));
    if (status == THRONG_OK)
        status = throng_world_sum(world, &sum, s->agents.memory, (size_t)s->written * sizeof(snapshot_agent));
    s->head.check = throng_snapshot_sum_more(sum, s->tail.memory, tail);
    return status;
}

static throng_status write(saving *s, const char *path)
{
    throng_world *world = s->crowd->world;
    const uint64_t slots = sizeof s->head, agents = slots + (uint64_t)s->all * sizeof(snapshot_slot);
    const uint64_t tail = agents + (uint64_t)s->all * sizeof(snapshot_agent);
    throng_transport_piece pieces[4];
    int32_t count = 0;
    if (s->written > 0) {
        pieces[count++] =
            (throng_transport_piece){slots + (uint64_t)s->first * sizeof(snapshot_slot),
                                     (size_t)s->written * sizeof(snapshot_slot), s->slots.memory};
        pieces[count++] =
            (throng_transport_piece){agents + (uint64_t)s->first * sizeof(snapshot_agent),
                                     (size_t)s->written * sizeof(snapshot_agent), s->agents.memory};
    }
    if (world->rank == 0) {
        pieces[count++] = (throng_transport_piece){0, sizeof s->head, &s->head};
        pieces[count++] = (throng_transport_piece){tail, s->tail.bytes, s->tail.memory};
    }
    return throng_world_file_write(world, path, count, pieces);
}

THRONG_CALL(throng_world_crowd_save, (crowd, path), throng_world_crowd *crowd, const char *path)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    saving s = {.crowd = crowd};
    throng_buffer splits = {0};
    status = read_states(&s);
    if (status == THRONG_OK)
        status = throng_order_by_id(world, states_of(&s), s.count, &s.named);
    status = throng_world_agree(world, status, 0, NULL);
    if (status == THRONG_OK)
        status = throng_order_split(world, status, (const throng_id_place *)(const void *)s.named.memory,
                                    s.count, &splits);
    if (status == THRONG_OK) {
        throng_mail_begin(world);
        status = throng_mail_exchange(world, send(&s, (const uint64_t *)(const void *)splits.memory));
    }
    if (status == THRONG_OK)
        status = throng_world_agree(world, lay_out(&s), 0, NULL);
    if (status == THRONG_OK)
        status = count_all(&s);
    if (status == THRONG_OK)
        status = finish(&s);
    if (status == THRONG_OK)
        status = write(&s, path);
    throng_buffer_release(world, &splits);
    release(&s);
    return status;
}
