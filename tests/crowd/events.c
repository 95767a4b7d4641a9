/* Events: those that a host finds which reads the flags of all agents before each step and after it. */
#include "tests/crowd/each_backend.h"

#include <stdlib.h>

enum { MOST = 700, STEPS = 40, EVENTS = 3 * MOST };

static const uint32_t all_kinds = THRONG_FLAG_ARRIVED | THRONG_FLAG_CONGESTED | THRONG_FLAG_INSIDE_WALL;

/* An agent's flags, as read last. */
typedef struct flagged {
    uint64_t id;
    throng_agent agent;
    uint32_t flags;
} flagged;

typedef struct happening {
    throng_context *context;
    throng_crowd *crowd;
    rng random;
    int32_t count;
    throng_agent agents[MOST];
    flagged before[MOST], now[MOST];
    int32_t known; /* in `before` */
} happening;

static throng_agent_def next_agent(happening *h)
{
    throng_agent_def d = throng_agent_default_def();
    d.id = rng_next(&h->random) >> 34; /* so that ids do not ascend with indices */
    d.x = rng_between(&h->random, 0.0f, 40.0f);
    d.y = rng_between(&h->random, 0.0f, 40.0f);
    d.radius = 0.4f;
    d.max_speed = 2.0f;
    d.dead_speed = 0.5f;
    d.neighbor_dist = 4.0f;
    d.navigation = THRONG_NAVIGATE_GOAL;
    d.target_x = d.x + rng_between(&h->random, -4.0f, 4.0f);
    d.target_y = d.y + rng_between(&h->random, -4.0f, 4.0f);
    return d;
}

static void add(happening *h, int32_t count)
{
    for (int32_t i = 0; i < count && h->count < MOST - 1; i++) {
        const throng_agent_def d = next_agent(h);
        MUST(h->context, throng_crowd_add(h->crowd, 1, &d, 0, NULL));
        h->count++;
    }
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const flagged *)a)->id, y = ((const flagged *)b)->id;
    return (x > y) - (x < y);
}

static void read_flags(happening *h, flagged *to)
{
    uint32_t flags[MOST];
    uint64_t ids[MOST];
    MUST(h->context, throng_crowd_list(h->crowd, h->agents, MOST, &h->count));
    MUST(h->context, throng_crowd_get(h->crowd, THRONG_AGENT_FLAGS, h->count, NULL, 0, flags, 0));
    MUST(h->context, throng_crowd_get(h->crowd, THRONG_AGENT_ID, h->count, NULL, 0, ids, 0));
    for (int32_t i = 0; i < h->count; i++)
        to[i] = (flagged){ids[i], h->agents[i], flags[i]};
    qsort(to, (size_t)h->count, sizeof *to, by_id);
}

/* The flags of the same agent before the step; `now` has those after it. */
static int32_t list_expected(const happening *h, uint32_t kinds, throng_crowd_event *events)
{
    int32_t count = 0;
    for (int32_t i = 0; i < h->count; i++) {
        const flagged *now = &h->now[i];
        uint32_t before = 0;
        int32_t stepped = 0;
        for (int32_t k = 0; k < h->known; k++)
            if (h->before[k].id == now->id && h->before[k].agent.generation == now->agent.generation) {
                before = h->before[k].flags;
                stepped = 1;
            }
        for (uint32_t kind = 1; stepped && kind <= all_kinds; kind *= 2)
            if (now->flags & ~before & kinds & kind)
                events[count++] = (throng_crowd_event){now->agent, kind};
    }
    return count;
}

static void expect_events(const happening *h, uint32_t kinds, int32_t capacity, int32_t *seen)
{
    static throng_crowd_event expected[EVENTS], events[EVENTS + 1];
    int32_t count = -1;
    memset(events, 0x77, sizeof events);
    const int32_t right = list_expected(h, kinds, expected);
    MUST(h->context, throng_crowd_get_events(h->crowd, kinds, capacity ? events : NULL, capacity, &count));
    cr_assert(count == right, "%d events, not %d", (int)count, (int)right);
    const int32_t listed = count < capacity ? count : capacity;
    cr_assert(memcmp(events, expected, (size_t)listed * sizeof *events) == 0, "other events");
    for (size_t i = (size_t)listed * sizeof *events; i < sizeof events; i++)
        cr_assert(((const unsigned char *)events)[i] == 0x77, "written behind the last event");
    for (int32_t i = 0; i < right && seen; i++)
        seen[expected[i].kind]++;
}

static void expect_none(const happening *h)
{
    int32_t count = -1;
    MUST(h->context, throng_crowd_get_events(h->crowd, all_kinds, NULL, 0, &count));
    cr_assert(count == 0, "%d events", (int)count);
}

/* Walls among them, and new goals for those who have arrived. */
static void change(happening *h, int32_t step)
{
    if (step % 10 == 3) {
        const float x = rng_between(&h->random, 4.0f, 30.0f), y = rng_between(&h->random, 4.0f, 30.0f);
        const throng_vertex v[4] = {{x, y}, {x + 5.0f, y}, {x + 5.0f, y + 3.0f}, {x, y + 3.0f}};
        MUST(h->context, throng_crowd_add_obstacle(h->crowd, 4, v, 0, NULL));
    }
    for (int32_t i = step % 7; i < h->count; i += 35) {
        const float goal[2] = {rng_between(&h->random, 0.0f, 40.0f), rng_between(&h->random, 0.0f, 40.0f)};
        MUST(h->context, throng_crowd_set(h->crowd, THRONG_AGENT_GOAL, 1, &h->agents[i], 0, goal, 0));
    }
}

static void begin(happening *h, throng_context *context)
{
    throng_crowd_def def = throng_crowd_default_def();
    memset(h, 0, sizeof *h);
    h->context = context;
    h->random.state = 11;
    def.agent_capacity = MOST - 20;
    def.congestion = 1;
    def.settle = 1;
    MUST(context, throng_crowd_create(context, &def, &h->crowd));
    expect_none(h);
    add(h, 600);
    expect_none(h);
}

static void step(happening *h)
{
    read_flags(h, h->before);
    h->known = h->count;
    MUST(h->context, throng_crowd_step(h->crowd, 0.25f));
    read_flags(h, h->now);
}

EACH_WITH_CROWDS(crowd_events, as_flags_tell)
{
    static happening h;
    int32_t seen[THRONG_FLAG_INSIDE_WALL + 1] = {0};
    begin(&h, context);
    for (int32_t i = 0; i < STEPS; i++) {
        step(&h);
        expect_events(&h, all_kinds, EVENTS, seen);
        expect_events(&h, all_kinds, 3, NULL);
        expect_events(&h, all_kinds, 0, NULL);
        expect_events(&h, THRONG_FLAG_ARRIVED, EVENTS, NULL);
        expect_events(&h, THRONG_FLAG_CONGESTED | THRONG_FLAG_INSIDE_WALL, EVENTS, NULL);
        expect_events(&h, 0, EVENTS, NULL);
        /* those who go take their events with them, and who gets their slots has none */
        MUST(context, throng_crowd_remove(h.crowd, 20, h.agents + i, 9 * sizeof *h.agents));
        read_flags(&h, h.now);
        expect_events(&h, all_kinds, EVENTS, NULL);
        add(&h, 20);
        read_flags(&h, h.now);
        expect_events(&h, all_kinds, EVENTS, NULL);
        if (i == 20) {
            MUST(context, throng_crowd_reserve(h.crowd, MOST));
            expect_events(&h, all_kinds, EVENTS, NULL);
        }
        change(&h, i);
        expect_events(&h, all_kinds, EVENTS, NULL);
    }
    cr_expect(seen[THRONG_FLAG_ARRIVED] > 20 && seen[THRONG_FLAG_CONGESTED] > 20 &&
                  seen[THRONG_FLAG_INSIDE_WALL] > 20,
              "%d arrived, %d were congested, %d came into walls", (int)seen[THRONG_FLAG_ARRIVED],
              (int)seen[THRONG_FLAG_CONGESTED], (int)seen[THRONG_FLAG_INSIDE_WALL]);
    MUST(context, throng_crowd_destroy(h.crowd));
}

EACH_WITH_CROWDS(crowd_events, are_of_the_last_step)
{
    static happening h;
    size_t bytes;
    int32_t count = 0;
    begin(&h, context);
    while (count == 0) {
        MUST(context, throng_crowd_step(h.crowd, 0.25f));
        MUST(context, throng_crowd_get_events(h.crowd, all_kinds, NULL, 0, &count));
    }
    MUST(context, throng_crowd_snapshot_bytes(h.crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(h.crowd, snapshot, bytes));
    MUST(context, throng_crowd_restore(h.crowd, snapshot, bytes));
    expect_none(&h);
    step(&h);
    expect_events(&h, all_kinds, EVENTS, NULL);
    MUST(context, throng_crowd_reset(h.crowd));
    expect_none(&h);
    h.count = 0;
    add(&h, 5);
    MUST(context, throng_crowd_step(h.crowd, 0.25f));
    step(&h);
    expect_events(&h, all_kinds, EVENTS, NULL);
    MUST(context, throng_crowd_destroy(h.crowd));
    free(snapshot);
}

/* Who was added by its state has no events before its next step, and not those of who was at its index. */
EACH_WITH_CROWDS(crowd_events, not_of_who_came_by_its_state)
{
    throng_agent_def d[3];
    throng_agent agents[3], came;
    throng_agent_state state;
    throng_crowd_event event;
    throng_crowd *crowd;
    int32_t count;
    for (int32_t i = 0; i < 3; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = 50.0f * (float)i;
        d[i].navigation = THRONG_NAVIGATE_GOAL;
        d[i].target_x = d[i].x + (i < 2 ? 0.1f : 40.0f);
    }
    for (int32_t grows = 0; grows < 2; grows++) { /* 1: and the crowd's memory after that */
        throng_crowd_def def = throng_crowd_default_def();
        MUST(context, throng_crowd_create(context, &def, &crowd));
        MUST(context, throng_crowd_add(crowd, 3, d, 0, agents));
        MUST(context, throng_crowd_step(crowd, 0.25f));
        MUST(context, throng_crowd_get_states(crowd, &agents[2], 1, &state));
        MUST(context, throng_crowd_get_events(crowd, all_kinds, NULL, 0, &count));
        cr_expect_eq(count, 2, "%d arrived", (int)count);
        MUST(context, throng_crowd_remove(crowd, 1, &agents[2], 0));
        MUST(context, throng_crowd_remove(crowd, 1, &agents[1], 0));
        MUST(context, throng_crowd_add_states(crowd, 1, &state, &came));
        cr_expect_eq(came.index, agents[1].index);
        if (grows)
            MUST(context, throng_crowd_reserve(crowd, 5000));
        MUST(context, throng_crowd_get_events(crowd, all_kinds, &event, 1, &count));
        cr_expect(count == 1 && event.agent.index == agents[0].index, "%d events", (int)count);
        for (int32_t i = 0; i < 200 && !(count == 1 && event.agent.index == came.index); i++) {
            MUST(context, throng_crowd_step(crowd, 0.25f));
            MUST(context, throng_crowd_get_events(crowd, THRONG_FLAG_ARRIVED, &event, 1, &count));
        }
        cr_expect(count == 1 && event.agent.index == came.index, "it never arrives");
        MUST(context, throng_crowd_destroy(crowd));
    }
}
