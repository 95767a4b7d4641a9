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
    int32_t parts;
    _Atomic int32_t wrong, rests, coarse;
} pairs_check;

static void check_some(void *data, int32_t index)
{
    pairs_check *c = data;
    const throng_crowd_pairs pairs = *c->pairs;
    const int32_t begin = throng_part_begin(pairs.part.count, c->parts, index);
    const int32_t end = throng_part_begin(pairs.part.count, c->parts, index + 1);
    const double most = (double)THRONG_MOST;
    const throng_crowd *crowd = c->crowd;
    const int32_t mixed = crowd->other_radii != 0;
    float radius = crowd->common_radius;
    int32_t right = 1, rests = 0, coarse = 0;
    for (int32_t i = begin; i < end; i++) {
        float given[2], local[2], rest[2];
        memcpy(given, pairs.given + (size_t)i * pairs.stride, sizeof given);
        const double x = (double)given[0] - pairs.home_x, y = (double)given[1] - pairs.home_y;
        right &= (scalar_abs(given[0]) <= THRONG_MOST) & (scalar_abs(given[1]) <= THRONG_MOST) &
                 (x >= -most) & (x <= most) & (y >= -most) & (y <= most);
        if (pairs.places) {
            throng_pair_to_local(&pairs, i, local, rest);
            rests |= (rest[0] != 0.0f) | (rest[1] != 0.0f);
            if (mixed)
                radius = crowd->radii[throng_crowd_part_agent(&pairs.part, i)];
            /* throng_crowd_note_place() compares 2^-23 of the magnitude with a sixteenth of the radius */
            coarse |= (radius > 0.0f) & ((scalar_abs(local[0]) >= radius * 500000.0f) |
                                         (scalar_abs(local[1]) >= radius * 500000.0f));
        }
    }
    if (!right)
        atomic_store_explicit(&c->wrong, 1, memory_order_relaxed);
    if (rests)
        atomic_store_explicit(&c->rests, 1, memory_order_relaxed);
    if (coarse)
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
    pairs_check c = {.crowd = crowd, .pairs = pairs};
    c.parts = throng_parts(pairs->part.count, CHECKED_PER_TASK, context->threads);
    throng_run(context, c.parts, check_some, &c);
    if (atomic_load_explicit(&c.wrong, memory_order_relaxed))
        return 0;
    pairs->rests = pairs->stands && atomic_load_explicit(&c.rests, memory_order_relaxed);
    if (pairs->stands && !crowd->coarse && atomic_load_explicit(&c.coarse, memory_order_relaxed))
        note_places(crowd, pairs);
    return 1;
}
