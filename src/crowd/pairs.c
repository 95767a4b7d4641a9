#include "src/crowd/pairs.h"
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/crowd/agents.h"

#include <stdatomic.h>

enum { CHECKED_PER_TASK = 16384 };

/* ---------------------------------------------------------------- agents ---------------------------- */

typedef struct presence {
    const throng_crowd *crowd;
    const char *agents;
    size_t stride;
    int32_t count, parts;
    _Atomic int32_t absent, unsorted;
} presence;

static throng_agent agent_at(const presence *p, int32_t i)
{
    throng_agent agent;
    memcpy(&agent, p->agents + (size_t)i * p->stride, sizeof agent);
    return agent;
}

static void look_for_some(void *data, int32_t index)
{
    presence *p = data;
    const int32_t begin = throng_part_begin(p->count, p->parts, index);
    const int32_t end = throng_part_begin(p->count, p->parts, index + 1);
    int32_t absent = 0, unsorted = 0, before = begin > 0 ? agent_at(p, begin - 1).index : -1;
    for (int32_t i = begin; i < end; i++) {
        const throng_agent agent = agent_at(p, i);
        absent |= throng_crowd_index(p->crowd, agent) < 0;
        unsorted |= agent.index <= before;
        before = agent.index;
    }
    if (absent)
        atomic_store_explicit(&p->absent, 1, memory_order_relaxed);
    if (unsorted)
        atomic_store_explicit(&p->unsorted, 1, memory_order_relaxed);
}

int32_t throng_crowd_are_present(const throng_crowd *crowd, const void *agents, size_t stride, int32_t count,
                                 int32_t *ascending)
{
    presence p = {.crowd = crowd, .agents = agents, .stride = stride, .count = count};
    p.parts = throng_parts(count, CHECKED_PER_TASK, crowd->object.context->threads);
    throng_run(crowd->object.context, p.parts, look_for_some, &p);
    *ascending = !atomic_load_explicit(&p.unsorted, memory_order_relaxed);
    return !atomic_load_explicit(&p.absent, memory_order_relaxed);
}

/* ---------------------------------------------------------------- pairs ----------------------------- */

typedef struct pairs_check {
    const throng_crowd *crowd;
    const throng_crowd_pairs *pairs;
    int32_t parts, mixed; /* mixed: 1: radii differ */
    _Atomic int32_t wrong, rests, coarse;
} pairs_check;

/* Relative to a home elsewhere, in doubles. */
static void check_far_places(pairs_check *c, int32_t begin, int32_t end)
{
    const throng_crowd_pairs pairs = *c->pairs;
    const double most = (double)THRONG_MOST;
    int32_t right = 1, rests = 0;
    for (int32_t i = begin; i < end; i++) {
        float given[2], local[2], rest[2];
        memcpy(given, pairs.given + (size_t)i * pairs.stride, sizeof given);
        const double x = (double)given[0] - pairs.home_x, y = (double)given[1] - pairs.home_y;
        const float far_x = scalar_abs(given[0]), far_y = scalar_abs(given[1]);
        right &= (far_x <= THRONG_MOST) & (far_y <= THRONG_MOST) & (x >= -most) & (x <= most) & (y >= -most) &
                 (y <= most);
        throng_pair_to_local(&pairs, i, local, rest);
        rests |= (rest[0] != 0.0f) | (rest[1] != 0.0f);
    }
    if (!right)
        atomic_store_explicit(&c->wrong, 1, memory_order_relaxed);
    if (rests)
        atomic_store_explicit(&c->rests, 1, memory_order_relaxed);
}

/* By their bits, without signs, numbers that are not NaN are ordered, and NaN is above all. The largest
 * magnitude, as bits. */
static uint32_t check_floats(pairs_check *c, int32_t begin, int32_t end)
{
    const char *given = c->pairs->given;
    const size_t stride = c->pairs->stride;
    uint32_t most = 0;
    for (int32_t i = begin; i < end; i++) {
        uint32_t pair[2];
        memcpy(pair, given + (size_t)i * stride, sizeof pair);
        pair[0] &= 0x7fffffffu;
        pair[1] &= 0x7fffffffu;
        most = pair[0] > most ? pair[0] : most;
        most = pair[1] > most ? pair[1] : most;
    }
    if (most > (uint32_t)scalar_to_bits(THRONG_MOST))
        atomic_store_explicit(&c->wrong, 1, memory_order_relaxed);
    return most;
}

static void look_for_coarse(pairs_check *c, int32_t begin, int32_t end)
{
    const throng_crowd *crowd = c->crowd;
    const throng_crowd_pairs pairs = *c->pairs;
    float radius = crowd->common_radius;
    int32_t coarse = 0;
    for (int32_t i = begin; i < end; i++) {
        float local[2], rest[2];
        throng_pair_to_local(&pairs, i, local, rest);
        if (c->mixed)
            radius = crowd->radii[throng_crowd_part_agent(&pairs.part, i)];
        coarse |= throng_crowd_is_coarse(scalar_max(scalar_abs(local[0]), scalar_abs(local[1])), radius);
    }
    if (coarse)
        atomic_store_explicit(&c->coarse, 1, memory_order_relaxed);
}

static void check_some(void *data, int32_t index)
{
    pairs_check *c = data;
    const int32_t count = c->pairs->part.count;
    const int32_t begin = throng_part_begin(count, c->parts, index);
    const int32_t end = throng_part_begin(count, c->parts, index + 1);
    const throng_crowd *crowd = c->crowd;
    const int32_t looks = c->pairs->stands && !crowd->coarse;
    if (c->pairs->places && !throng_pairs_are_local(c->pairs)) {
        check_far_places(c, begin, end);
        if (looks)
            look_for_coarse(c, begin, end);
        return;
    }
    const float most = scalar_from_bits((int32_t)check_floats(c, begin, end));
    if (looks && c->mixed)
        look_for_coarse(c, begin, end);
    else if (looks && throng_crowd_is_coarse(most, crowd->common_radius))
        atomic_store_explicit(&c->coarse, 1, memory_order_relaxed);
}

static void note_places(throng_crowd *crowd, const throng_crowd_pairs *pairs)
{
    for (int32_t i = 0; i < pairs->part.count && !crowd->coarse; i++) {
        float local[2], rest[2];
        throng_pair_to_local(pairs, i, local, rest);
        throng_crowd_note_place(crowd, local[0], local[1],
                                crowd->radii[throng_crowd_part_agent(&pairs->part, i)]);
    }
}

int32_t throng_crowd_check_pairs(throng_crowd *crowd, throng_crowd_pairs *pairs)
{
    const throng_context *context = crowd->object.context;
    pairs_check c = {.crowd = crowd, .pairs = pairs, .mixed = throng_crowd_is_mixed(crowd)};
    c.parts = throng_parts(pairs->part.count, CHECKED_PER_TASK, context->threads);
    throng_run(context, c.parts, check_some, &c);
    if (atomic_load_explicit(&c.wrong, memory_order_relaxed))
        return 0;
    pairs->rests = pairs->stands && atomic_load_explicit(&c.rests, memory_order_relaxed);
    if (pairs->stands && !crowd->coarse && atomic_load_explicit(&c.coarse, memory_order_relaxed))
        note_places(crowd, pairs);
    return 1;
}

/* ---------------------------------------------------------------- navigation ------------------------ */

typedef struct navigation {
    const throng_crowd *crowd;
    const throng_crowd_part *part;
    int32_t flags, parts;
    _Atomic int32_t others;
} navigation;

static void look_at_some(void *data, int32_t index)
{
    navigation *n = data;
    const throng_crowd_part part = *n->part;
    const int32_t end = throng_part_begin(part.count, n->parts, index + 1);
    int32_t others = 0;
    for (int32_t i = throng_part_begin(part.count, n->parts, index); i < end; i++)
        others |= (n->crowd->settings[throng_crowd_part_agent(&part, i)] & CROWD_NAVIGATES) ^ n->flags;
    if (others)
        atomic_store_explicit(&n->others, 1, memory_order_relaxed);
}

int32_t throng_crowd_all_navigate(const throng_crowd *crowd, const throng_crowd_part *part, int32_t flags)
{
    navigation n = {.crowd = crowd, .part = part, .flags = flags};
    n.parts = throng_parts(part->count, CHECKED_PER_TASK, crowd->object.context->threads);
    throng_run(crowd->object.context, n.parts, look_at_some, &n);
    return !atomic_load_explicit(&n.others, memory_order_relaxed);
}
