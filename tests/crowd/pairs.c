/* Values of many agents in one call, which are checked and packed in parallel: the bits of many calls with a
 * few agents each, mistakes found at their place, agents in any order. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 5000, FEW = 500 };

static const throng_agent_value whats[] = {THRONG_AGENT_POSITION, THRONG_AGENT_VELOCITY, THRONG_AGENT_GOAL,
                                           THRONG_AGENT_PREFERRED_VELOCITY};

typedef struct many {
    throng_crowd *crowd;
    throng_agent agents[COUNT];
} many;

static many *crowd_of(throng_context *context, double home, int32_t mixed)
{
    many *m = must_allocate(sizeof *m);
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def *defs = must_allocate(COUNT * sizeof *defs);
    def.agent_capacity = COUNT;
    def.origin_x = def.origin_y = home;
    MUST(context, throng_crowd_create(context, &def, &m->crowd));
    for (int32_t i = 0; i < COUNT; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].radius = mixed && i % 7 == 0 ? 0.75f : 0.5f;
        defs[i].navigation = i % 2 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
        defs[i].offset_x = defs[i].offset_y = defs[i].target_offset_x = home;
    }
    MUST(context, throng_crowd_add(m->crowd, COUNT, defs, 0, m->agents));
    free(defs);
    return m;
}

static void end(throng_context *context, many *m)
{
    MUST(context, throng_crowd_destroy(m->crowd));
    free(m);
}

/* With numbers that floats have in two forms, or no more of near the home. */
static void fill(float (*pairs)[2], double home, uint64_t seed)
{
    rng r = {seed};
    for (int32_t i = 0; i < COUNT; i++)
        for (int32_t k = 0; k < 2; k++)
            pairs[i][k] = (float)home + rng_between(&r, -300.0f, 300.0f);
    pairs[17][0] = home == 0.0 ? -0.0f : (float)home;
    pairs[18][1] = home == 0.0 ? 1e-40f : (float)home;
}

static void expect_same(throng_context *context, const many *a, const many *b, const char *what)
{
    static double at[2][COUNT][2];
    static float got[2][COUNT][2];
    uint64_t hash[2];
    const many *both[2] = {a, b};
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_crowd_hash(both[i]->crowd, &hash[i]));
        MUST(context,
             throng_crowd_get(both[i]->crowd, THRONG_AGENT_POSITION_DOUBLE, COUNT, NULL, 0, at[i], 0));
    }
    cr_expect(hash[0] == hash[1], "%s: hashes", what);
    cr_expect(memcmp(at[0], at[1], sizeof at[0]) == 0, "%s: positions", what);
    for (size_t k = 0; k < sizeof whats / sizeof *whats; k++) {
        for (int32_t i = 0; i < 2; i++)
            MUST(context, throng_crowd_get(both[i]->crowd, whats[k], COUNT, NULL, 0, got[i], 0));
        cr_expect(memcmp(got[0], got[1], sizeof got[0]) == 0, "%s: value %d", what, (int)whats[k]);
    }
}

/* All of them, by handles, backwards, and out of larger structs; then a step. */
EACH_WITH_CROWDS(crowd_pairs, in_one_call)
{
    static float pairs[COUNT][2], wide[COUNT][3];
    static throng_agent backwards[COUNT];
    for (int32_t way = 0; way < 4; way++) {
        const double home = way % 2 ? 455000.0 : 0.0;
        many *one = crowd_of(context, home, way > 1), *few = crowd_of(context, home, way > 1);
        for (size_t k = 0; k < sizeof whats / sizeof *whats; k++) {
            fill(pairs, whats[k] == THRONG_AGENT_POSITION || whats[k] == THRONG_AGENT_GOAL ? home : 0.0,
                 k + 1);
            for (int32_t i = 0; i < COUNT; i++) {
                const int32_t from = way == 2 ? COUNT - 1 - i : i;
                backwards[i] = one->agents[from];
                memcpy(wide[i], pairs[from], sizeof pairs[from]);
            }
            MUST(context, way == 0   ? throng_crowd_set(one->crowd, whats[k], COUNT, NULL, 0, pairs, 0)
                          : way == 1 ? throng_crowd_set(one->crowd, whats[k], COUNT, one->agents, 0, pairs, 0)
                                     : throng_crowd_set(one->crowd, whats[k], COUNT, backwards, 0, wide,
                                                        sizeof *wide));
            for (int32_t i = 0; i < COUNT; i += FEW)
                MUST(context, throng_crowd_set(few->crowd, whats[k], FEW, few->agents + i, 0, pairs[i], 0));
            expect_same(context, one, few, "set");
        }
        MUST(context, throng_crowd_step(one->crowd, 0.1f));
        MUST(context, throng_crowd_step(few->crowd, 0.1f));
        expect_same(context, one, few, "after a step");
        end(context, one);
        end(context, few);
    }
}

static void expect_rejected(throng_context *context, const many *m, throng_status got, const char *words)
{
    cr_expect(got == THRONG_ERROR_INVALID_ARGUMENT, "%s: %d", words, (int)got);
    cr_expect(strstr(throng_context_message(context), words) != NULL, "\"%s\" is not in \"%s\"", words,
              throng_context_message(context));
    (void)m;
}

/* One number, one agent that is wrong among many: none is set. */
EACH_WITH_CROWDS(crowd_pairs, rejected)
{
    static float pairs[COUNT][2];
    static throng_agent agents[COUNT];
    many *m = crowd_of(context, 455000.0, 0), *same = crowd_of(context, 455000.0, 0);
    fill(pairs, 455000.0, 9);
    pairs[4321][1] = NAN;
    expect_rejected(context, m, throng_crowd_set(m->crowd, THRONG_AGENT_POSITION, COUNT, NULL, 0, pairs, 0),
                    "values[4321] is a position of nan");
    pairs[4321][1] = -1e9f; /* too far from the home */
    expect_rejected(context, m, throng_crowd_set(m->crowd, THRONG_AGENT_GOAL, COUNT, NULL, 0, pairs, 0),
                    "values[4321] is a goal of -1e+09");
    pairs[4321][1] = 1.5e9f;
    expect_rejected(context, m, throng_crowd_set(m->crowd, THRONG_AGENT_VELOCITY, COUNT, NULL, 0, pairs, 0),
                    "values[4321] is a velocity of 1.5e+09");
    pairs[4321][1] = 455000.0f;
    memcpy(agents, m->agents, sizeof agents);
    agents[3210] = agents[17];
    expect_rejected(context, m, throng_crowd_set(m->crowd, THRONG_AGENT_POSITION, COUNT, agents, 0, pairs, 0),
                    "agents[3210] occurs twice");
    agents[3210].generation += 2;
    expect_rejected(context, m, throng_crowd_set(m->crowd, THRONG_AGENT_POSITION, COUNT, agents, 0, pairs, 0),
                    "agents[3210] was removed");
    expect_same(context, m, same, "rejected");
    end(context, m);
    end(context, same);
}
