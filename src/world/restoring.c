/* Snapshots of crowds of a world, in. A file may come from a stranger: all of it is checked, on all
 * processes, before anything changes. */
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"
#include "src/world/crowd.h"
#include "src/world/file.h"
#include "src/world/order.h"

#include <string.h>

/* A snapshot, of which this process has read a share. */
typedef struct restoring {
    throng_world_crowd *crowd;
    const char *path;
    snapshot_head head;
    int32_t first_slot, slot_count, agent_count; /* of this process */
    int64_t first_agent;
    uint64_t tail_at;
    throng_buffer slots, agents, states;
    throng_buffer frame; /* the snapshot without agents: a head, and the obstacles */
} restoring;

static void release(restoring *r)
{
    throng_buffer *const buffers[] = {&r->slots, &r->agents, &r->states, &r->frame};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        throng_buffer_release(r->crowd->world, buffers[i]);
}

static throng_status wrong(const restoring *r, const char *what)
{
    return throng_fail(r->crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT, "the snapshot %s", what);
}

static snapshot_slot slot_at(const restoring *r, int32_t i)
{
    snapshot_slot slot;
    memcpy(&slot, r->slots.memory + (size_t)i * sizeof slot, sizeof slot);
    return slot;
}

/* ---------------------------------------------------------------- reading --------------------------- */

/* The head says how long the file is: its last byte is there before memory is taken for the rest. */
static throng_status read_head(restoring *r)
{
    throng_world *world = r->crowd->world;
    snapshot_head *h = &r->head;
    unsigned char last;
    const throng_transport_piece whole = {0, sizeof *h, h};
    throng_status status = throng_world_file_read(world, r->path, 1, &whole);
    if (status != THRONG_OK)
        return status;
    /* that of the first process goes: where others see another file, its sum will not be theirs */
    status = throng_world_transported(
        world, world->transport.broadcast(world->transport.user, 0, h, sizeof *h), "broadcast");
    if (status != THRONG_OK)
        return status;
    if (h->magic != THRONG_SNAPSHOT_MAGIC || h->format != THRONG_SNAPSHOT_FORMAT)
        return wrong(r, "is not one of this version of throng");
    if (h->slots < 0 || h->agents < 0 || h->agents > h->slots)
        return wrong(r, "has fewer slots than agents");
    r->tail_at =
        sizeof *h + (uint64_t)h->slots * sizeof(snapshot_slot) + (uint64_t)h->agents * sizeof(snapshot_agent);
    if (h->bytes <= r->tail_at || h->bytes - r->tail_at > SIZE_MAX / 2 || h->bytes > INT64_MAX)
        return wrong(r, "is damaged or incomplete");
    const throng_transport_piece end = {h->bytes - 1, 1, &last};
    return throng_world_file_read(world, r->path, 1, &end);
}

static throng_status read_slots(restoring *r)
{
    throng_world *world = r->crowd->world;
    const int64_t slots = r->head.slots;
    r->first_slot = (int32_t)(slots * world->rank / world->size);
    r->slot_count = (int32_t)(slots * (world->rank + 1) / world->size) - r->first_slot;
    const size_t bytes = (size_t)r->slot_count * sizeof(snapshot_slot);
    throng_status status =
        throng_world_agree(world, throng_buffer_reserve(world, &r->slots, bytes + 1), 0, NULL);
    if (status != THRONG_OK)
        return status;
    const throng_transport_piece piece = {sizeof r->head + (uint64_t)r->first_slot * sizeof(snapshot_slot),
                                          bytes, r->slots.memory};
    status = throng_world_file_read(world, r->path, bytes > 0, &piece);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < r->slot_count; i++)
        r->agent_count += (int32_t)(slot_at(r, i).generation & 1u);
    memset(world->numbers, 0, (size_t)world->size * sizeof *world->numbers);
    world->numbers[world->rank] = r->agent_count;
    status = throng_world_reduce(world, THRONG_REDUCTION_SUM, world->size, world->numbers);
    int64_t all = 0;
    for (int32_t i = 0; i < world->size && status == THRONG_OK; i++) {
        r->first_agent += i < world->rank ? world->numbers[i] : 0;
        all += world->numbers[i];
    }
    if (status == THRONG_OK && all != r->head.agents)
        status = wrong(r, "has other slots than agents");
    return throng_world_agree(world, status, 0, NULL);
}

/* Agents, and the frame: a snapshot of the same crowd without any. */
static throng_status read_rest(restoring *r)
{
    throng_world *world = r->crowd->world;
    const size_t tail = (size_t)(r->head.bytes - r->tail_at);
    const size_t bytes = (size_t)r->agent_count * sizeof(snapshot_agent);
    const uint64_t agents_at = sizeof r->head + (uint64_t)r->head.slots * sizeof(snapshot_slot);
    throng_status status = throng_buffer_reserve(world, &r->agents, bytes + 1);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &r->frame, sizeof r->head + tail);
    status = throng_world_agree(world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    char *obstacles = r->frame.memory + sizeof r->head;
    const throng_transport_piece pieces[2] = {
        {r->tail_at, tail, obstacles},
        {agents_at + (uint64_t)r->first_agent * sizeof(snapshot_agent), bytes, r->agents.memory}};
    status = throng_world_file_read(world, r->path, 1 + (bytes > 0), pieces);
    if (status != THRONG_OK)
        return status;
    uint64_t sum = throng_snapshot_sum_begin(&r->head);
    status = throng_world_sum(world, &sum, r->slots.memory, (size_t)r->slot_count * sizeof(snapshot_slot));
    if (status == THRONG_OK)
        status = throng_world_sum(world, &sum, r->agents.memory, bytes);
    if (status == THRONG_OK && throng_snapshot_sum_more(sum, obstacles, tail) != r->head.check)
        status = wrong(r, "is damaged or incomplete");
    status = throng_world_agree(world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    snapshot_head frame = r->head;
    frame.agents = frame.slots = frame.ranked = frame.top_rank = 0;
    frame.top_id = 0;
    frame.free = -1;
    frame.bytes = r->frame.bytes = sizeof frame + tail;
    frame.check = throng_snapshot_sum(&frame, (const unsigned char *)obstacles, tail);
    memcpy(r->frame.memory, &frame, sizeof frame);
    return status;
}

/* ---------------------------------------------------------------- checks ---------------------------- */

static throng_status check_agent(const restoring *r, int32_t i, const snapshot_slot *slot,
                                 const snapshot_agent *agent)
{
    const throng_crowd *crowd = r->crowd->parts[0].crowd;
    const float *value;
    const char *what =
        throng_snapshot_fault(crowd->shape.uses, crowd->shape.nearest, r->head.fields, agent, &value);
    const uint64_t high = (uint32_t)agent->sense.id_high, low = (uint32_t)agent->sense.id_low;
    if (!what && (slot->settings != agent->body.settings || slot->id != (high << 32 | low) ||
                  slot->id == THRONG_NEXT_ID))
        what = "id or settings are not its slot's";
    return what ? throng_fail(r->crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                              "the snapshot has an agent in slot %d whose %s%s", (int)(r->first_slot + i),
                              what, value ? " is out of range" : "")
                : THRONG_OK;
}

/* The states of the agents of this process. */
static throng_status make_states(restoring *r)
{
    throng_world *world = r->crowd->world;
    int32_t made = 0;
    throng_status status =
        throng_buffer_reserve(world, &r->states, ((size_t)r->agent_count + 1) * sizeof(throng_agent_state));
    throng_agent_state *states = (throng_agent_state *)(void *)r->states.memory;
    for (int32_t i = 0; i < r->slot_count && status == THRONG_OK; i++) {
        const snapshot_slot slot = slot_at(r, i);
        snapshot_agent agent;
        if (!(slot.generation & 1u))
            continue;
        memcpy(&agent, r->agents.memory + (size_t)made * sizeof agent, sizeof agent);
        status = check_agent(r, i, &slot, &agent);
        if (status == THRONG_OK)
            throng_state_pack(r->crowd->parts[0].crowd, &agent, states + made++);
    }
    return status;
}

static throng_status check_frame(const restoring *r)
{
    throng_status status = THRONG_OK;
    snapshot_head unused;
    for (int32_t i = 0; i < r->crowd->world->local && status == THRONG_OK; i++) {
        const throng_world_part *part = &r->crowd->parts[i];
        status =
            throng_world_note(r->crowd->world, part->context,
                              throng_snapshot_check(part->crowd, r->frame.memory, r->frame.bytes, &unused));
    }
    return status;
}

/* ---------------------------------------------------------------- the call -------------------------- */

/* Nothing is wrong with the file. What may find no memory comes first, as far as it can. */
static throng_status apply(restoring *r)
{
    throng_world_crowd *crowd = r->crowd;
    throng_world *world = crowd->world;
    const throng_agent_state *states = (const throng_agent_state *)(const void *)r->states.memory;
    throng_status status = THRONG_OK;
    int64_t least = 0; /* below it: a part has been reset, and is empty */
    crowd->stale = 1;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        if (!throng_object_is_lost(&part->crowd->object))
            continue;
        status = throng_world_note(world, part->context, throng_crowd_reset(part->crowd));
        least = -1;
    }
    status = throng_world_agree(world, status, 1, &least);
    crowd->lost |= least < 0;
    if (status == THRONG_OK)
        status = throng_world_cut_for(crowd, states, r->agent_count);
    if (status == THRONG_OK)
        status = throng_world_settle_begin(crowd, states, r->agent_count, 1);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        status = throng_world_note(world, part->context,
                                   throng_crowd_restore(part->crowd, r->frame.memory, r->frame.bytes));
        part->ghost_count = part->border_count = part->own_count = 0;
        part->unmeasured = 1;
    }
    crowd->outs = crowd->ins = crowd->packed = crowd->recut = 0;
    crowd->leap = 0.0;
    crowd->agents = crowd->cut_agents = r->head.agents;
    crowd->steps = r->head.steps;
    crowd->added = r->head.added;
    status = throng_world_agree(world, status, 0, NULL);
    if (status == THRONG_OK)
        status = throng_world_settle_end(crowd, 0);
    if (status == THRONG_OK)
        status = throng_world_note_leaps(crowd, r->agent_count, states);
    crowd->lost = status != THRONG_OK;
    return status;
}

THRONG_CALL(throng_world_crowd_restore, (crowd, path), throng_world_crowd *crowd, const char *path)
{
    if (!crowd || crowd->cookie != THRONG_WORLD_CROWD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_world *world = crowd->world;
    throng_status status = throng_world_check(world);
    if (status != THRONG_OK)
        return status;
    restoring r = {.crowd = crowd, .path = path};
    int64_t all;
    status = read_head(&r);
    if (status == THRONG_OK)
        status = read_slots(&r);
    if (status == THRONG_OK)
        status = read_rest(&r);
    if (status == THRONG_OK)
        status = throng_world_agree(world, check_frame(&r), 0, NULL);
    if (status == THRONG_OK) {
        status = make_states(&r);
        status = throng_world_check_ids(crowd, (const throng_agent_state *)(const void *)r.states.memory,
                                        r.agent_count, status, 0, &all);
    }
    if (status == THRONG_OK)
        status = apply(&r);
    release(&r);
    return status;
}
