/* Whether a snapshot is one: every count, index and number, against each other and against the bytes that
 * there are. What is accepted may have been a crowd, so that nothing that follows has to doubt it. */
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };

/* A snapshot whose sizes are right. */
typedef struct checking {
    const throng_crowd *crowd;
    throng_context *context;
    snapshot_head h;
    const unsigned char *slots, *agents;
} checking;

static const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;

static snapshot_slot slot_at(const checking *c, int32_t i)
{
    snapshot_slot slot;
    memcpy(&slot, c->slots + (size_t)i * sizeof slot, sizeof slot);
    return slot;
}

/* ---------------------------------------------------------------- the head -------------------------- */

static throng_status check_sizes(checking *c, const unsigned char *snapshot, size_t bytes)
{
    snapshot_head *h = &c->h;
    if (bytes < sizeof *h)
        return throng_fail(c->context, wrong, "bytes is %zu: too few for a snapshot", bytes);
    memcpy(h, snapshot, sizeof *h);
    if (h->magic != THRONG_SNAPSHOT_MAGIC || h->format != THRONG_SNAPSHOT_FORMAT)
        return throng_fail(c->context, wrong, "snapshot is not one of this version of throng");
    if (h->bytes > bytes || h->bytes < sizeof *h ||
        h->check != throng_snapshot_sum(h, snapshot + sizeof *h, (size_t)h->bytes - sizeof *h))
        return throng_fail(c->context, wrong, "snapshot is damaged or incomplete");
    if (h->slots < 0 || h->slots > THRONG_MAX_AGENTS || h->agents < 0 || h->agents > h->slots)
        return throng_fail(c->context, wrong, "snapshot has %d agents in %d slots: at most as many, and %d",
                           (int)h->agents, (int)h->slots, THRONG_MAX_AGENTS);
    const uint64_t slots = (uint64_t)h->slots * sizeof(snapshot_slot);
    const uint64_t agents = (uint64_t)h->agents * sizeof(snapshot_agent);
    if (h->moving < 0 || h->moving > THRONG_MAX_MOVING_OBSTACLES || h->moving_vertices < 0 ||
        h->moving_vertices > THRONG_MAX_MOVING_VERTICES || h->unchecked < 0 || h->unchecked > 1)
        return throng_fail(c->context, wrong, "snapshot has %d moving obstacles of %d vertices: too many",
                           (int)h->moving, (int)h->moving_vertices);
    if (slots + agents + throng_snapshot_moving_bytes(h) + sizeof(snapshot_walls) > h->bytes - sizeof *h)
        return throng_fail(c->context, wrong, "snapshot has %llu bytes: too few for %d agents in %d slots",
                           (unsigned long long)h->bytes, (int)h->agents, (int)h->slots);
    c->slots = snapshot + sizeof *h;
    c->agents = c->slots + slots;
    return THRONG_OK;
}

static throng_status check_head(const checking *c)
{
    const snapshot_head *h = &c->h;
    const throng_crowd *crowd = c->crowd;
    const int32_t fields = throng_snapshot_fields(crowd);
    const double x = crowd->home_x + crowd->origin_x, y = crowd->home_y + crowd->origin_y;
    if (h->nearest != crowd->shape.nearest || h->uses != crowd->shape.uses || h->seed != crowd->shape.seed ||
        scalar_to_bits(h->symmetry) != scalar_to_bits(crowd->shape.symmetry) || h->fields > fields ||
        (h->fields > 0) != (fields > 0) || !(h->origin_x == x && h->origin_y == y))
        return throng_fail(
            c->context, wrong,
            "snapshot is of a crowd whose def had another max_neighbors, perception, congestion, "
            "symmetry, neighbors, settle, heading, integration, origin, flow or seed");
    if (h->terrain && !crowd->terrain) /* whose outlines would stay as obstacles that have no handle */
        return throng_fail(c->context, wrong,
                           "snapshot is of a crowd on terrain: this crowd must be on terrain too");
    if ((h->ranked != 0 && h->ranked != 1) || (h->heterogeneous != 0 && h->heterogeneous != 1) ||
        h->top_rank < 0)
        return throng_fail(c->context, wrong,
                           "snapshot has flags %d and %d, and a rank of %d: 0 or 1, and 0 or more",
                           (int)h->ranked, (int)h->heterogeneous, (int)h->top_rank);
    if (h->top_rank == INT32_MAX && h->top_id < INT32_MAX - 1) /* ranks are ids from a lowest one on */
        return throng_fail(c->context, wrong, "snapshot has ranks up to %d, and ids up to %llu alone",
                           (int)h->top_rank, (unsigned long long)h->top_id);
    if (h->added > INT64_MAX) /* nobody has had the time; and there must be ids for more */
        return throng_fail(c->context, wrong, "snapshot has %llu agents that were added so far",
                           (unsigned long long)h->added);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- slots ----------------------------- */

/* The chain of free slots has each of them once: it has as many as there are, and an end. */
static throng_status check_free(const checking *c, int32_t count)
{
    int64_t at = c->h.free;
    int32_t found = 0;
    for (; at != NOBODY && found < count; found++) {
        if (at < 0 || at >= c->h.slots)
            break;
        const snapshot_slot slot = slot_at(c, (int32_t)at);
        if (slot.generation & 1u || throng_generation_is_spent(slot.generation, 0))
            break;
        memcpy(&at, &slot.id, sizeof at);
    }
    return at == NOBODY && found == count
               ? THRONG_OK
               : throng_fail(
                     c->context, wrong,
                     "snapshot has a chain of free slots that leads to %lld after %d: it must have each "
                     "of %d once",
                     (long long)at, (int)found, (int)count);
}

static throng_status check_slots(const checking *c)
{
    int32_t agents = 0, retired = 0;
    for (int32_t i = 0; i < c->h.slots; i++) {
        const uint32_t generation = slot_at(c, i).generation;
        if ((generation & 1u) && generation > THRONG_GENERATION_LAST)
            return throng_fail(c->context, wrong, "snapshot has an agent in slot %d of the generation %u",
                               (int)i, (unsigned)generation);
        agents += (int32_t)(generation & 1u);
        retired += !(generation & 1u) && throng_generation_is_spent(generation, 0);
    }
    if (agents != c->h.agents)
        return throng_fail(c->context, wrong, "snapshot has %d agents, and %d slots in use", (int)c->h.agents,
                           (int)agents);
    return check_free(c, c->h.slots - agents - retired);
}

/* ---------------------------------------------------------------- agents ---------------------------- */

typedef enum kind {
    STATE,   /* low to high; a step has computed it */
    SETTING, /* low to high, as it was set: neither subnormal nor -0 */
    LENGTH,  /* the same; 0, or 1e-6 to high */
    DEFAULT  /* the same; or anything below 0 */
} kind;

typedef struct number {
    const char *name;
    size_t at; /* in snapshot_agent */
    kind kind;
    float low, high;
} number;

#define BODY(member) #member, offsetof(snapshot_agent, body.member)
#define REST(member) "rest", offsetof(snapshot_agent, rest.member)
#define SENSE(member) #member, offsetof(snapshot_agent, sense.member)

static const number numbers[] = {
    {BODY(x), STATE, -1e9f, 1e9f},
    {BODY(y), STATE, -1e9f, 1e9f},
    {BODY(vx), STATE, -1e9f, 1e9f},
    {BODY(vy), STATE, -1e9f, 1e9f},
    {REST(x), STATE, -1e9f, 1e9f},
    {REST(y), STATE, -1e9f, 1e9f},
    {BODY(heading_x), STATE, -1.00001f, 1.00001f},
    {BODY(heading_y), STATE, -1.00001f, 1.00001f},
    {BODY(radius), LENGTH, 0.0f, 1e9f},
    {BODY(max_speed), LENGTH, 0.0f, 1e9f},
    {BODY(target_x), SETTING, -1e9f, 1e9f},
    {BODY(target_y), SETTING, -1e9f, 1e9f},
    {BODY(neighbor_dist), SETTING, 0.0f, 1e9f},
    {BODY(horizon), SETTING, 1e-6f, 1e9f},
    {SENSE(vision), STATE, 0.0f, 1e9f},
    {SENSE(vision_most), SETTING, 0.0f, 1e9f},
    {SENSE(vision_least), DEFAULT, 0.0f, 1e9f},
    {SENSE(cosine), STATE, -2.0f, 1.0f},
    {SENSE(hearing), SETTING, 0.0f, 1e9f},
    {SENSE(sound), SETTING, 0.0f, 1e9f},
    {SENSE(responsibility), SETTING, 0.0f, 1e6f},
    {SENSE(dead_speed), DEFAULT, 0.0f, 1e9f},
    {SENSE(pref_speed), DEFAULT, 0.0f, 1e9f},
    {SENSE(horizon_obst), SETTING, 1e-6f, 1e9f},
};

static int32_t is_right(const number *n, float value)
{
    const float normal = throng_without_subnormal(value);
    if (n->kind == STATE)
        return value >= n->low && value <= n->high;
    if (scalar_to_bits(normal) != scalar_to_bits(value))
        return 0;
    if (n->kind == LENGTH)
        return throng_agent_is_length(value);
    return n->kind == DEFAULT ? throng_agent_is_default_or(value) : throng_within(value, n->low, n->high);
}

/* A step leaves no other flags, and an agent that has made none has no others, but for those of calls since
 * then. */
static int32_t is_state(int32_t uses, const crowd_body *body)
{
    const int32_t state = body->state & ~CROWD_UNSEEN, episode = state & CROWD_EPISODE;
    const int32_t known =
        CROWD_EPISODE | CROWD_CONGESTED | CROWD_INFEASIBLE | CROWD_ARRIVED | CROWD_INSIDE | CROWD_FAR;
    if (state == CROWD_FRESH)
        return body->perceived == 0;
    if (state & CROWD_FAR && !(state & CROWD_INSIDE))
        return 0;
    return (state & ~known) == 0 && episode <= 10 && (episode > 0) == ((state & CROWD_CONGESTED) != 0) &&
           (episode == 0 || (uses & CROWD_CONGESTION)) && body->perceived >= 0 &&
           body->perceived < THRONG_MAX_AGENTS;
}

/* With what rounding has taken from the way. */
static int32_t is_on_plane(float at, float rest)
{
    const double place = (double)at + (double)rest;
    const double most = (double)CROWD_MAX_COORDINATE;
    return place >= -most && place <= most;
}

static int32_t is_settings(int32_t nearest, int32_t fields, int32_t settings)
{
    const int32_t field = (int32_t)((uint32_t)settings >> CROWD_FIELD_SHIFT);
    const int32_t flags = settings & ((1 << CROWD_NEIGHBORS_SHIFT) - 1);
    if ((flags & ~(CROWD_NAVIGATES | CROWD_LOCKED)) || ((flags & CROWD_GUEST) && (flags & CROWD_TO_GOAL)) ||
        (settings >> CROWD_NEIGHBORS_SHIFT & 255) > nearest || (field > 0 && field >= fields))
        return 0;
    return !(flags & CROWD_BY_FLOW) || ((flags & CROWD_TO_GOAL) && fields > 0);
}

const char *throng_snapshot_fault(int32_t uses, int32_t nearest, int32_t fields, const snapshot_agent *agent,
                                  const float **found)
{
    const crowd_body *body = &agent->body;
    const crowd_sense *sense = &agent->sense;
    *found = NULL;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        const float *value = (const float *)(const void *)((const char *)agent + numbers[k].at);
        if (is_right(&numbers[k], *value))
            continue;
        *found = value;
        return numbers[k].name;
    }
    const float heading = body->heading_x * body->heading_x + body->heading_y * body->heading_y;
    if (!throng_within(heading, 0.99999f, 1.00001f))
        return "heading is not of length 1";
    if (!is_on_plane(body->x, agent->rest.x) || !is_on_plane(body->y, agent->rest.y))
        return "rest leads off the plane";
    if (sense->cosine < -1.0f && sense->cosine != -2.0f)
        return "cosine is none";
    if (!is_state(uses, body))
        return "state no step leaves";
    if (!is_settings(nearest, fields, body->settings))
        return "settings are not possible";
    return sense->capacity < 0 ? "capacity is below 0" : NULL;
}

static throng_status check_agent(const checking *c, int32_t i, const snapshot_slot *slot,
                                 const snapshot_agent *agent)
{
    const crowd_body *body = &agent->body;
    const crowd_sense *sense = &agent->sense;
    const float *value;
    const char *what = throng_snapshot_fault(c->h.uses, c->h.nearest, c->h.fields, agent, &value);
    if (value)
        return throng_fail(c->context, wrong, "snapshot has an agent in slot %d whose %s is %.9g", (int)i,
                           what, (double)*value);
    if (!what && body->settings != slot->settings)
        what = "settings are not its slot's";
    else if (!what && ((uint64_t)(uint32_t)sense->id_high << 32 | (uint32_t)sense->id_low) != slot->id)
        what = "id is not its slot's";
    else if (!what && slot->id == THRONG_NEXT_ID)
        what = "id is THRONG_NEXT_ID";
    else if (!what && !c->h.heterogeneous && throng_crowd_is_heterogeneous(body, sense))
        what = "layer, mask, priority, responsibility or locked no other agent may have";
    else if (!what && c->h.ranked && (body->tie < 0 || body->tie >= c->h.top_rank || slot->id > c->h.top_id))
        what = "id or rank is above the highest";
    return what ? throng_fail(c->context, wrong, "snapshot has an agent in slot %d whose %s", (int)i, what)
                : THRONG_OK;
}

/* ---------------------------------------------------------------- ids and ranks --------------------- */

typedef struct ranked {
    uint64_t id;
    int32_t slot, tie;
} ranked;

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const ranked *)a)->id, y = ((const ranked *)b)->id;
    return (x > y) - (x < y);
}

/* Ids ascend, and so do ranks that count. */
static int32_t ascends(const checking *c, const ranked *before, const ranked *after)
{
    return before->id < after->id && (!c->h.ranked || before->tie < after->tie);
}

/* The agents in the order of slots, to `all`. 1: ids and ranks ascend already. */
static int32_t gather_ids(const checking *c, ranked *all)
{
    int32_t count = 0, ordered = 1;
    ranked before = {0, 0, 0};
    for (int32_t i = 0; i < c->h.slots && (all || ordered); i++) {
        const snapshot_slot slot = slot_at(c, i);
        if (!(slot.generation & 1u))
            continue;
        ranked one = {slot.id, i, 0};
        memcpy(&one.tie,
               c->agents + (size_t)count * sizeof(snapshot_agent) + offsetof(snapshot_agent, body.tie),
               sizeof one.tie);
        ordered = ordered && (count == 0 || ascends(c, &before, &one));
        if (all)
            all[count] = one;
        before = one;
        count++;
    }
    return ordered;
}

/* No id is there twice, and ranks are in the order of ids. */
static throng_status check_ids(const checking *c)
{
    const throng_allocator *allocator = &c->context->allocator;
    const size_t bytes = ((size_t)c->h.agents + 1) * sizeof(ranked);
    throng_status status = THRONG_OK;
    if (gather_ids(c, NULL))
        return status;
    ranked *all = throng_allocate(allocator, bytes);
    if (!all)
        return throng_fail_memory(c->context, "the ids of a snapshot", bytes);
    gather_ids(c, all);
    qsort(all, (size_t)c->h.agents, sizeof *all, by_id);
    for (int32_t i = 1; i < c->h.agents && status == THRONG_OK; i++)
        if (!ascends(c, &all[i - 1], &all[i]))
            status =
                throng_fail(c->context, wrong,
                            "snapshot has agents in slots %d and %d with ids %llu and %llu and ranks %d and "
                            "%d: ids must differ, and ranks be in their order",
                            (int)all[i - 1].slot, (int)all[i].slot, (unsigned long long)all[i - 1].id,
                            (unsigned long long)all[i].id, (int)all[i - 1].tie, (int)all[i].tie);
    throng_release(allocator, all, bytes);
    return status;
}

static throng_status check_agents(const checking *c)
{
    const unsigned char *next = c->agents;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < c->h.slots && status == THRONG_OK; i++) {
        const snapshot_slot slot = slot_at(c, i);
        snapshot_agent agent;
        if (!(slot.generation & 1u))
            continue;
        memcpy(&agent, next, sizeof agent);
        next += sizeof agent;
        status = check_agent(c, i, &slot, &agent);
    }
    return status == THRONG_OK ? check_ids(c) : status;
}

/* ---------------------------------------------------------------- all of it ------------------------- */

throng_status throng_snapshot_check(const throng_crowd *crowd, const void *snapshot, size_t bytes,
                                    snapshot_head *h)
{
    if (!snapshot)
        return throng_fail(crowd->object.context, wrong, "snapshot must not be NULL");
    checking c = {.crowd = crowd, .context = crowd->object.context, .slots = snapshot, .agents = snapshot};
    throng_status status = check_sizes(&c, snapshot, bytes);
    if (status == THRONG_OK)
        status = check_head(&c);
    if (status == THRONG_OK)
        status = check_slots(&c);
    if (status == THRONG_OK)
        status = check_agents(&c);
    if (status != THRONG_OK)
        return status;
    const unsigned char *moving = c.agents + (size_t)c.h.agents * sizeof(snapshot_agent);
    const unsigned char *walls = moving + throng_snapshot_moving_bytes(&c.h);
    status = throng_snapshot_check_moving(crowd, &c.h, moving);
    if (status != THRONG_OK)
        return status;
    status = throng_snapshot_check_walls(
        crowd, &c.h, walls, (size_t)c.h.bytes - (size_t)(walls - (const unsigned char *)snapshot));
    if (status == THRONG_OK && c.h.slots > crowd->shape.capacity)
        status = throng_fail(
            c.context, THRONG_ERROR_CAPACITY,
            "snapshot needs a capacity of %d agents: the crowd has %d; throng_crowd_reserve() raises it",
            (int)c.h.slots, (int)crowd->shape.capacity);
    *h = c.h;
    return status;
}
