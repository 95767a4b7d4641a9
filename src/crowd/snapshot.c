/* Snapshots: all that a crowd's steps depend on, in one piece of memory, which any backend can take up
 * again. */
#include "src/crowd/snapshot.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/terrain/terrain.h"

#include <string.h>

/* 0: there is none, or the crowd's walls are not yet those of it. */
static uint64_t check_of_ground(const throng_crowd *crowd)
{
    const int32_t known = crowd->terrain && crowd->terrain_version == crowd->terrain->version + 1;
    return known ? throng_snapshot_terrain(crowd) : 0;
}

THRONG_CALL(throng_crowd_snapshot_bytes, (crowd, bytes), throng_crowd *crowd, size_t *bytes)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!bytes)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "bytes must not be NULL");
    *bytes = sizeof(snapshot_head) + (size_t)crowd->slots * sizeof(snapshot_slot) +
             (size_t)crowd->agents * sizeof(snapshot_agent) + throng_snapshot_tail_bytes(crowd);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- saving ---------------------------- */

snapshot_head throng_snapshot_head(const throng_crowd *crowd)
{
    snapshot_head h = {.magic = THRONG_SNAPSHOT_MAGIC,
                       .format = THRONG_SNAPSHOT_FORMAT,
                       .steps = crowd->steps,
                       .added = crowd->added,
                       .seed = crowd->shape.seed,
                       .terrain = check_of_ground(crowd),
                       .free = -1,
                       .heterogeneous = crowd->heterogeneous,
                       .nearest = crowd->shape.nearest,
                       .uses = crowd->shape.uses,
                       .symmetry = crowd->shape.symmetry,
                       .fields = throng_snapshot_fields(crowd),
                       .unchecked = crowd->unchecked,
                       .origin_x = crowd->home_x + crowd->origin_x,
                       .origin_y = crowd->home_y + crowd->origin_y};
    throng_crowd_moving_saved(crowd, &h.moving, &h.moving_vertices, &h.moving_free);
    return h;
}

size_t throng_snapshot_tail_bytes(const throng_crowd *crowd)
{
    snapshot_head h = {0};
    throng_crowd_moving_saved(crowd, &h.moving, &h.moving_vertices, &h.moving_free);
    return throng_snapshot_moving_bytes(&h) + throng_crowd_walls_saved(crowd);
}

void throng_snapshot_tail(const throng_crowd *crowd, unsigned char *to)
{
    snapshot_head h = {0};
    throng_crowd_moving_saved(crowd, &h.moving, &h.moving_vertices, &h.moving_free);
    throng_crowd_moving_save(crowd, to);
    throng_crowd_walls_save(crowd, to + throng_snapshot_moving_bytes(&h));
}

THRONG_CALL(throng_crowd_save, (crowd, snapshot, bytes), throng_crowd *crowd, void *snapshot, size_t bytes)
{
    size_t wanted;
    throng_status status = throng_crowd_snapshot_bytes(crowd, &wanted);
    if (status != THRONG_OK)
        return status;
    if (!snapshot)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "snapshot must not be NULL");
    if (bytes < wanted)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "bytes is %zu: at least %zu, see throng_crowd_snapshot_bytes()", bytes, wanted);
    unsigned char *names = (unsigned char *)snapshot + sizeof(snapshot_head);
    unsigned char *states = names + (size_t)crowd->slots * sizeof(snapshot_slot);
    throng_crowd_build_active_list(crowd);
    for (int32_t i = 0; i < crowd->slots; i++) {
        const snapshot_slot n = {crowd->ids[i], crowd->generations[i], crowd->settings[i]};
        memcpy(names + (size_t)i * sizeof n, &n, sizeof n);
    }
    status = throng_crowd_read(crowd, crowd->agents, crowd->alive, states + offsetof(snapshot_agent, body),
                               states + offsetof(snapshot_agent, sense),
                               states + offsetof(snapshot_agent, rest), sizeof(snapshot_agent));
    if (status != THRONG_OK)
        return status;
    snapshot_head h = throng_snapshot_head(crowd);
    h.bytes = wanted;
    h.agents = crowd->agents;
    h.slots = crowd->slots;
    h.free = crowd->free;
    h.ranked = crowd->ranks.ranked;
    throng_ranks_limits(&crowd->ranks, crowd->agents, &h.top_id, &h.top_rank);
    throng_snapshot_tail(crowd, states + (size_t)crowd->agents * sizeof(snapshot_agent));
    h.check = throng_snapshot_sum(&h, names, wanted - sizeof h);
    memcpy(snapshot, &h, sizeof h);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- restoring ------------------------- */

/* The agents' own are written with them. */
static void restore_ranks(throng_crowd *crowd, const snapshot_head *h, const unsigned char *states)
{
    throng_ranks *ranks = &crowd->ranks;
    throng_ranks_forget(ranks);
    ranks->base = throng_ranks_base(h->top_id);
    ranks->top_id = h->top_id;
    ranks->top_rank = h->top_rank;
    ranks->ranked = h->ranked;
    ranks->by_id = h->ranked && (h->top_rank == INT32_MAX || h->agents == 0);
    for (int32_t i = 0; i < h->agents && ranks->by_id; i++) {
        snapshot_agent agent;
        memcpy(&agent, states + (size_t)i * sizeof agent, sizeof agent);
        const uint64_t id = (uint64_t)(uint32_t)agent.sense.id_high << 32 | (uint32_t)agent.sense.id_low;
        ranks->by_id = id - ranks->base == (uint64_t)agent.body.tie;
    }
}

/* Of a right snapshot, into a crowd that is not lost. */
static throng_status restore(throng_crowd *crowd, const void *snapshot)
{
    snapshot_head h;
    memcpy(&h, snapshot, sizeof h);
    const unsigned char *names = (const unsigned char *)snapshot + sizeof h;
    const unsigned char *states = names + (size_t)h.slots * sizeof(snapshot_slot);
    const unsigned char *moving = states + (size_t)h.agents * sizeof(snapshot_agent);
    throng_status status = throng_crowd_moving_reserve(crowd, h.moving);
    if (status == THRONG_OK)
        status = throng_crowd_walls_restore(crowd, moving + throng_snapshot_moving_bytes(&h));
    if (status != THRONG_OK)
        return status;
    throng_crowd_moving_restore(crowd, moving, h.moving, h.moving_vertices, h.moving_free);
    for (int32_t i = h.slots; i < crowd->slots; i++)
        if (crowd->generations[i] & 1u) /* handles of those added since are bad again */
            crowd->generations[i] = throng_generation_removed(crowd->generations[i]);
    const unsigned char *next = states; /* of those that exist, in the order of slots */
    for (int32_t i = 0; i < h.slots; i++) {
        snapshot_slot n;
        memcpy(&n, names + (size_t)i * sizeof n, sizeof n);
        if (n.generation & 1u) {
            memcpy(&crowd->radii[i], next + offsetof(snapshot_agent, body.radius), sizeof *crowd->radii);
            next += sizeof(snapshot_agent);
        }
        crowd->floor = throng_generation_floor(crowd->floor, crowd->generations[i], n.generation);
        crowd->ids[i] = n.id;
        crowd->generations[i] = n.generation;
        crowd->settings[i] = n.settings;
        crowd->mixed_targets |= (n.settings & CROWD_OTHER_TARGET) != 0;
    }
    crowd->slots = h.slots;
    crowd->agents = h.agents;
    crowd->free = h.free;
    restore_ranks(crowd, &h, states);
    crowd->heterogeneous = h.heterogeneous;
    crowd->added = h.added;
    crowd->steps = h.steps;
    crowd->stepped = 0;
    crowd->unchecked = h.unchecked; /* that of another terrain follows its walls */
    crowd->terrain_version =
        h.terrain && h.terrain == throng_snapshot_terrain(crowd) ? crowd->terrain->version + 1 : 0;
    throng_crowd_terrain_walls_adopt(crowd);
    throng_crowd_handles_renew(crowd);
    return throng_crowd_write(crowd, crowd->agents, crowd->alive, states + offsetof(snapshot_agent, body),
                              states + offsetof(snapshot_agent, sense),
                              states + offsetof(snapshot_agent, rest), sizeof(snapshot_agent), 1);
}

THRONG_CALL(throng_crowd_restore, (crowd, snapshot, bytes), throng_crowd *crowd, const void *snapshot,
            size_t bytes)
{
    snapshot_head h = {0};
    if (!throng_is_object(crowd, THRONG_CROWD_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_snapshot_check(crowd, snapshot, bytes, &h);
    if (status != THRONG_OK)
        return status;
    const int32_t lost = throng_object_is_lost(&crowd->object);
    if (lost)
        status = throng_crowd_reset(crowd);
    if (status == THRONG_OK)
        status = restore(crowd, snapshot);
    crowd->object.emptied = lost && status != THRONG_OK;
    return status;
}
