/* Snapshots: all that a crowd's steps depend on, in one piece of memory, which any backend can take up
 * again. */
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

#include <string.h>

#define MAGIC 0x776f7263u /* "crow" */

enum { FORMAT = 4 };

typedef struct head {
    uint32_t magic, format;
    uint64_t bytes, check; /* of all; a sum over all but itself */
    uint64_t steps, added, top_id, seed, terrain;
    int32_t agents, slots, free, ranked, top_rank, heterogeneous;
    int32_t nearest, uses;
    float symmetry;
    int32_t fields; /* of the crowd's flow */
} head;

typedef struct name {
    uint64_t id;
    uint32_t generation;
    int32_t settings;
} name;

typedef struct state {
    crowd_body body;
    crowd_sense sense;
} state;

#define NO_CHECK 14695981039346656037u

static uint64_t check_more(uint64_t h, const unsigned char *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ data[i]) * 1099511628211u;
    return h;
}

/* Of a snapshot with this head, and so many bytes behind it. */
static uint64_t check_of(const head *h, const unsigned char *rest, size_t bytes)
{
    head unchecked = *h;
    unchecked.check = 0;
    return check_more(check_more(NO_CHECK, (const unsigned char *)&unchecked, sizeof unchecked), rest, bytes);
}

static int32_t fields_of(const throng_crowd *crowd)
{
    return crowd->shape.flow ? crowd->shape.flow->shape.fields : 0;
}

/* 0: there is no terrain. */
static uint64_t check_of_terrain(const throng_crowd *crowd)
{
    const throng_terrain *t = crowd->terrain;
    if (!t)
        return 0;
    int32_t words[3] = {t->width, t->height, 0};
    memcpy(&words[2], &crowd->cell_size, sizeof words[2]);
    const uint64_t shape = check_more(NO_CHECK, (const unsigned char *)words, sizeof words);
    return check_more(shape, (const unsigned char *)t->bits, t->words * sizeof *t->bits) | 1u;
}

/* 0: there is none, or the crowd's walls are not yet those of it. */
static uint64_t check_of_ground(const throng_crowd *crowd)
{
    return crowd->terrain && crowd->terrain_version == crowd->terrain->version + 1 ? check_of_terrain(crowd)
                                                                                   : 0;
}

throng_status throng_crowd_snapshot_bytes(throng_crowd *crowd, size_t *bytes)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!bytes)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "bytes must not be NULL");
    *bytes = sizeof(head) + (size_t)crowd->slots * sizeof(name) + (size_t)crowd->agents * sizeof(state) +
             throng_crowd_walls_saved(crowd);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- saving ---------------------------- */

throng_status throng_crowd_save(throng_crowd *crowd, void *snapshot, size_t bytes)
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
    unsigned char *names = (unsigned char *)snapshot + sizeof(head);
    unsigned char *states = names + (size_t)crowd->slots * sizeof(name);
    throng_crowd_build_active_list(crowd);
    for (int32_t i = 0; i < crowd->slots; i++) {
        const name n = {crowd->ids[i], crowd->generations[i], crowd->settings[i]};
        memcpy(names + (size_t)i * sizeof n, &n, sizeof n);
    }
    status = throng_crowd_read(crowd, crowd->agents, crowd->alive, states + offsetof(state, body),
                               states + offsetof(state, sense), sizeof(state));
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < crowd->agents; i++) { /* a restored crowd looks at everyone */
        unsigned char *at = states + (size_t)i * sizeof(state) + offsetof(state, body.state);
        int32_t word;
        memcpy(&word, at, sizeof word);
        word &= ~CROWD_PLACED;
        memcpy(at, &word, sizeof word);
    }
    throng_crowd_walls_save(crowd, states + (size_t)crowd->agents * sizeof(state));
    head h = {.magic = MAGIC,
              .format = FORMAT,
              .bytes = wanted,
              .steps = crowd->steps,
              .added = crowd->added,
              .top_id = crowd->top_id,
              .seed = crowd->shape.seed,
              .terrain = check_of_ground(crowd),
              .agents = crowd->agents,
              .slots = crowd->slots,
              .free = crowd->free,
              .ranked = crowd->ranked,
              .top_rank = crowd->top_rank,
              .heterogeneous = crowd->heterogeneous,
              .nearest = crowd->shape.nearest,
              .uses = crowd->shape.uses,
              .symmetry = crowd->shape.symmetry,
              .fields = fields_of(crowd)};
    h.check = check_of(&h, names, wanted - sizeof h);
    memcpy(snapshot, &h, sizeof h);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- restoring ------------------------- */

static throng_status check_snapshot(const throng_crowd *crowd, const void *snapshot, size_t bytes, head *h)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!snapshot)
        return throng_fail(crowd->object.context, wrong, "snapshot must not be NULL");
    if (bytes < sizeof *h)
        return throng_fail(crowd->object.context, wrong, "bytes is %zu: too few for a snapshot", bytes);
    memcpy(h, snapshot, sizeof *h);
    if (h->magic != MAGIC || h->format != FORMAT)
        return throng_fail(crowd->object.context, wrong, "snapshot is not one of this version of throng");
    if (h->bytes > bytes || h->bytes < sizeof *h ||
        h->check != check_of(h, (const unsigned char *)snapshot + sizeof *h, (size_t)h->bytes - sizeof *h))
        return throng_fail(crowd->object.context, wrong, "snapshot is damaged or incomplete");
    if (h->nearest != crowd->shape.nearest || h->uses != crowd->shape.uses || h->seed != crowd->shape.seed ||
        h->symmetry != crowd->shape.symmetry || h->fields > fields_of(crowd))
        return throng_fail(
            crowd->object.context, wrong,
            "snapshot is of a crowd whose def had another max_neighbors, perception, congestion, "
            "symmetry, neighbors, settle, heading, flow or seed");
    if (h->terrain && !crowd->terrain) /* whose outlines would stay as obstacles that have no handle */
        return throng_fail(crowd->object.context, wrong,
                           "snapshot is of a crowd on terrain: this crowd must be on terrain too");
    if (h->slots > crowd->shape.capacity)
        return throng_fail(
            crowd->object.context, THRONG_ERROR_CAPACITY,
            "snapshot needs a capacity of %d agents: the crowd has %d; throng_crowd_reserve() raises it",
            (int)h->slots, (int)crowd->shape.capacity);
    return THRONG_OK;
}

throng_status throng_crowd_restore(throng_crowd *crowd, const void *snapshot, size_t bytes)
{
    head h = {0};
    if (!throng_is_object(crowd, THRONG_CROWD_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = check_snapshot(crowd, snapshot, bytes, &h);
    if (status == THRONG_OK && throng_object_is_lost(&crowd->object))
        status = throng_crowd_reset(crowd);
    if (status != THRONG_OK)
        return status;
    const unsigned char *names = (const unsigned char *)snapshot + sizeof h;
    const unsigned char *states = names + (size_t)h.slots * sizeof(name);
    status = throng_crowd_walls_restore(crowd, states + (size_t)h.agents * sizeof(state));
    if (status != THRONG_OK)
        return status;
    for (int32_t i = h.slots; i < crowd->slots; i++)
        crowd->generations[i] += crowd->generations[i] & 1u; /* handles of those added since are bad again */
    const unsigned char *next = states;                      /* of those that exist, in the order of slots */
    for (int32_t i = 0; i < h.slots; i++) {
        name n;
        memcpy(&n, names + (size_t)i * sizeof n, sizeof n);
        if (n.generation & 1u) {
            memcpy(&crowd->radii[i], next + offsetof(state, body.radius), sizeof *crowd->radii);
            next += sizeof(state);
        }
        crowd->floor = throng_generation_floor(crowd->floor, crowd->generations[i], n.generation);
        crowd->ids[i] = n.id;
        crowd->generations[i] = n.generation;
        crowd->settings[i] = n.settings;
    }
    crowd->slots = h.slots;
    crowd->agents = h.agents;
    crowd->free = h.free;
    crowd->ranked = h.ranked;
    crowd->top_rank = h.top_rank;
    crowd->top_id = h.top_id;
    crowd->heterogeneous = h.heterogeneous;
    crowd->added = h.added;
    crowd->steps = h.steps;
    crowd->unchecked = 1;
    crowd->terrain_version =
        h.terrain && h.terrain == check_of_terrain(crowd) ? crowd->terrain->version + 1 : 0;
    throng_crowd_terrain_walls_adopt(crowd);
    throng_crowd_handles_renew(crowd);
    return throng_crowd_write(crowd, crowd->agents, crowd->alive, states + offsetof(state, body),
                              states + offsetof(state, sense), sizeof(state), 1);
}
