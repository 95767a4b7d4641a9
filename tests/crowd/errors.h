/* For tests of refused calls on crowds: a crowd of a few agents on a watched context, another that never
 * had a call refused, and what has to hold afterwards. */
#ifndef THRONG_TESTS_CROWD_ERRORS_H
#define THRONG_TESTS_CROWD_ERRORS_H

#include "tests/crowd/scenes.h"
#include "tests/support/rejected.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { AGENTS = 6, ROOM = 8, NEAREST = 12 };
#define INVALID THRONG_ERROR_INVALID_ARGUMENT

/* All that can be read of them. */
typedef struct read_agent {
    uint64_t id;
    float values[THRONG_AGENT_ID + 1][2];
} read_agent;

typedef struct looked {
    uint64_t hash;
    throng_crowd_info info;
    throng_agent agents[AGENTS];
    read_agent read[AGENTS];
    int32_t count;
} looked;

typedef struct refusal {
    watch *w;
    throng_context *context;
    throng_crowd *crowd, *untouched;
    throng_agent agents[AGENTS], gone;
    looked before;
} refusal;

static inline throng_agent_def agent_of(int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    d.id = (uint64_t)(100 + i);
    d.x = 1.5f * (float)i;
    d.y = 0.75f * (float)(i % 3);
    d.vx = 0.25f * (float)(i % 2) + 0.5f;
    d.radius = 0.5f;
    d.target_x = i % 2 ? -20.0f : 1.0f;
    d.navigation = i % 2 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
    d.max_neighbors = NEAREST - i % AGENTS;
    return d;
}

static inline throng_crowd_def def_of(void)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = ROOM;
    def.max_neighbors = NEAREST;
    def.perception = THRONG_PERCEPTION_ALL;
    def.congestion = 1;
    def.seed = 5;
    return def;
}

static inline void look(const refusal *r, looked *to)
{
    memset(to, 0, sizeof *to);
    MUST(r->context, throng_crowd_hash(r->crowd, &to->hash));
    MUST(r->context, throng_crowd_get_info(r->crowd, &to->info));
    MUST(r->context, throng_crowd_list(r->crowd, to->agents, AGENTS, &to->count));
    MUST(r->context,
         throng_crowd_get(r->crowd, THRONG_AGENT_ID, AGENTS, NULL, 0, &to->read->id, sizeof *to->read));
    for (throng_agent_value what = 0; what < THRONG_AGENT_VISION_ANGLE; what++)
        MUST(r->context,
             throng_crowd_get(r->crowd, what, AGENTS, NULL, 0, to->read->values[what], sizeof *to->read));
}

/* An agent more than there are was there once. */
static inline throng_crowd *make_crowd(refusal *r, throng_agent *agents)
{
    const throng_crowd_def def = def_of();
    throng_agent_def defs[AGENTS + 1];
    throng_agent all[AGENTS + 1];
    throng_crowd *crowd;
    MUST(r->context, throng_crowd_create(r->context, &def, &crowd));
    for (int32_t i = 0; i <= AGENTS; i++)
        defs[i] = agent_of(i);
    MUST(r->context, throng_crowd_add(crowd, AGENTS + 1, defs, 0, all));
    MUST(r->context, throng_crowd_remove(crowd, 1, &all[2], 0));
    r->gone = all[2];
    for (int32_t i = 0; i < AGENTS; i++)
        agents[i] = all[i < 2 ? i : i + 1];
    for (int32_t i = 0; i < 3; i++)
        MUST(r->context, throng_crowd_step(crowd, 0.25f));
    return crowd;
}

static inline void begin(refusal *r, const variant *v)
{
    throng_context_def hooks = throng_context_default_def();
    memset(r, 0, sizeof *r);
    r->w = watch_begin();
    watch_hooks(r->w, &hooks);
    r->context = open_variant(v, &hooks);
    r->untouched = make_crowd(r, r->agents);
    r->crowd = make_crowd(r, r->agents);
    look(r, &r->before);
    r->w->assertions = r->w->logs = 0;
}

/* Neither agents that come nor steps show that a call was ever refused. */
static inline void go_on(throng_context *context, throng_crowd *crowd, throng_agent *agents, uint64_t *hash)
{
    const throng_agent_def defs[2] = {agent_of(20), agent_of(21)};
    throng_agent_def next = throng_agent_default_def();
    next.x = -3.0f;
    MUST(context, throng_crowd_add(crowd, 1, defs, 0, agents));
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_add(crowd, 1, &next, 0, agents + 1));
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_hash(crowd, hash));
    MUST(context, throng_crowd_reset(crowd));
    MUST(context, throng_crowd_add(crowd, 2, defs, 0, agents + 2));
    MUST(context, throng_crowd_step(crowd, 0.5f));
    MUST(context, throng_crowd_hash(crowd, hash + 1));
}

static inline void end(refusal *r)
{
    throng_agent agents[4], others[4];
    uint64_t hash[2], other[2];
    go_on(r->context, r->crowd, agents, hash);
    go_on(r->context, r->untouched, others, other);
    cr_expect(memcmp(agents, others, sizeof agents) == 0, "a refused call changed the handles to come");
    cr_expect(hash[0] == other[0] && hash[1] == other[1], "a refused call changed the steps to come");
    MUST(r->context, throng_crowd_destroy(r->crowd));
    MUST(r->context, throng_crowd_destroy(r->untouched));
    MUST(r->context, throng_context_destroy(r->context));
    cr_expect(watch_end(r->w) == 0);
}

static inline void expect_same(refusal *r, const char *what)
{
    static looked after;
    look(r, &after);
    cr_expect(after.hash == r->before.hash, "%s: the hash changed", what);
    cr_expect(memcmp(&r->before, &after, sizeof after) == 0, "%s: the crowd changed", what);
    r->w->assertions = r->w->logs = 0;
}

/* words: all in the message, "|" between. */
static inline void expect(refusal *r, const char *what, throng_status got, throng_status expected,
                          const char *words)
{
    expect_told(r->w, r->context, what, got, expected, words);
    expect_same(r, what);
}

static inline void each(void (*check)(refusal *r))
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        static refusal r;
        begin(&r, &list[i]);
        check(&r);
        end(&r);
    }
}

#define REJECTED(name)                                                                                       \
    static void rejected_##name(refusal *r);                                                                 \
    Test(errors_crowd, name) { each(rejected_##name); }                                                      \
    static void rejected_##name(refusal *r)
#define EXPECT(expected, words, call) expect(r, #call, (call), (expected), (words))

#endif
