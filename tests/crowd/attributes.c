/* All values of agents: what can be set can be read, but for what a step computes and for ids; what was
 * read is set, and nothing has changed, to the last bit. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 60, WORDS = 4, BEYOND = 64 };

static const throng_agent_value read_only[] = {THRONG_AGENT_FLAGS, THRONG_AGENT_PERCEIVED, THRONG_AGENT_ID};

static int is_read_only(throng_agent_value what)
{
    int found = 0;
    for (size_t i = 0; i < sizeof read_only / sizeof *read_only; i++)
        found |= read_only[i] == what;
    return found;
}

typedef struct ground {
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
} ground;

static throng_agent_def agent_of(rng *r, int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    d.id = (uint64_t)i << 33;
    d.x = rng_between(r, 1.0f, 19.0f);
    d.y = rng_between(r, 1.0f, 19.0f);
    d.vx = rng_between(r, -1.0f, 1.0f);
    d.vy = rng_between(r, -1.0f, 1.0f);
    d.radius = rng_between(r, 0.1f, 1.0f);
    d.max_speed = rng_between(r, 0.5f, 3.0f);
    d.navigation = i % 3;
    d.target_x = rng_between(r, 1.0f, 19.0f);
    d.target_y = rng_between(r, 1.0f, 19.0f);
    d.flow_field = i / 3 % 2;
    d.pref_speed = i % 4 ? rng_between(r, 0.1f, 2.0f) : -2.5f;
    d.neighbor_dist = rng_between(r, 1.0f, 9.0f);
    d.max_neighbors = i % 8;
    d.time_horizon = rng_between(r, 0.5f, 5.0f);
    d.time_horizon_obst = rng_between(r, 0.5f, 5.0f);
    d.layer = (uint32_t)rng_next(r);
    d.mask = (uint32_t)rng_next(r);
    d.priority = (int32_t)(uint32_t)rng_next(r);
    d.responsibility = rng_between(r, 0.0f, 9.0f);
    d.locked = i % 5 == 4;
    d.heading_x = rng_between(r, -2.0f, 2.0f);
    d.heading_y = rng_between(r, -2.0f, 2.0f);
    d.vision_range = rng_between(r, 5.0f, 20.0f);
    d.vision_range_min = i % 4 ? rng_between(r, 0.0f, 5.0f) : -1.0f;
    d.vision_angle = i % 6 == 0 ? 60.0f * (float)(i / 6 % 7) : rng_between(r, 0.0f, 360.0f);
    d.hearing_range = rng_between(r, 0.0f, 9.0f);
    d.sound_range = rng_between(r, 0.0f, 9.0f);
    d.capacity = i;
    d.dead_speed = i % 4 ? rng_between(r, 0.0f, 0.5f) : -3.0f;
    return d;
}

static ground begin(throng_context *context)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    ground g;
    rng r = {3};
    terrain.width = terrain.height = 20;
    MUST(context, throng_terrain_create(context, &terrain, &g.terrain));
    flow.terrain = g.terrain;
    flow.fields = 2;
    MUST(context, throng_flow_create(context, &flow, &g.flow));
    def.flow = g.flow;
    def.perception = THRONG_VISION | THRONG_HEARING;
    MUST(context, throng_crowd_create(context, &def, &g.crowd));
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_def d = agent_of(&r, i);
        MUST(context, throng_crowd_add(g.crowd, 1, &d, 0, NULL));
    }
    return g;
}

static void end(throng_context *context, const ground *g)
{
    MUST(context, throng_crowd_destroy(g->crowd));
    MUST(context, throng_flow_destroy(g->flow));
    MUST(context, throng_terrain_destroy(g->terrain));
}

/* Whose navigation the value stands for: to set it makes others navigate by it. */
static int concerns(throng_agent_value what, int32_t i)
{
    const int32_t navigation = i % 3;
    switch (what) {
    case THRONG_AGENT_PREFERRED_VELOCITY:
        return navigation == THRONG_NAVIGATE_VELOCITY;
    case THRONG_AGENT_GOAL:
    case THRONG_AGENT_GOAL_DOUBLE:
        return navigation == THRONG_NAVIGATE_GOAL;
    case THRONG_AGENT_FLOW_FIELD:
        return navigation == THRONG_NAVIGATE_FLOW;
    default:
        return 1;
    }
}

EACH_WITH_CROWDS(crowd_attributes, read_and_set)
{
    static throng_agent_state before[COUNT], after[COUNT];
    throng_agent agents[COUNT];
    uint32_t words[COUNT][WORDS];
    int32_t count, known = 0;
    ground g = begin(context);
    MUST(context, throng_crowd_list(g.crowd, agents, COUNT, &count));
    MUST(context, throng_crowd_get_states(g.crowd, NULL, COUNT, before));
    for (throng_agent_value what = 0; what < BEYOND; what++) {
        memset(words, 0, sizeof words);
        const int can_be_read =
            throng_crowd_get(g.crowd, what, COUNT, agents, 0, words, sizeof *words) == THRONG_OK;
        int can_be_set = 0, set_for_all = 1;
        for (int32_t i = 0; i < COUNT; i++) {
            if (!concerns(what, i))
                continue;
            const int set = throng_crowd_set(g.crowd, what, 1, &agents[i], 0, words[i], 0) == THRONG_OK;
            can_be_set |= set;
            set_for_all &= set;
        }
        known += can_be_read;
        cr_expect(can_be_set == (can_be_read && !is_read_only(what)), "value %d: read %d, set %d", (int)what,
                  can_be_read, can_be_set);
        cr_expect(set_for_all || !can_be_set, "value %d: what was read of some agent is refused", (int)what);
        MUST(context, throng_crowd_get_states(g.crowd, NULL, COUNT, after));
        for (int32_t i = 0; i < COUNT; i++)
            cr_expect(memcmp(&before[i], &after[i], sizeof *after) == 0,
                      "value %d: setting what was read of agent %d changes it", (int)what, (int)i);
    }
    cr_expect(known >= 32, "%d values", (int)known);
    end(context, &g);
}

/* Whoever follows no flow keeps the field of the definition until it does. */
EACH_WITH_CROWDS(crowd_attributes, fields_to_follow_later)
{
    int32_t fields[COUNT];
    ground g = begin(context);
    MUST(context, throng_crowd_get(g.crowd, THRONG_AGENT_FLOW_FIELD, COUNT, NULL, 0, fields, 0));
    for (int32_t i = 0; i < COUNT; i++)
        cr_expect(fields[i] == i / 3 % 2, "agent %d has field %d", (int)i, (int)fields[i]);
    end(context, &g);
}

/* Any angle is read as one whose sector is the same, and most as they were set. */
EACH_WITH_CROWDS(crowd_attributes, angles_of_vision)
{
    enum { ANGLES = 1200 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_crowd *crowd;
    throng_agent agent;
    throng_agent_state first, second;
    rng r = {77};
    float read;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    for (int32_t i = 0; i < ANGLES; i++) {
        const float angle = i <= 360 ? (float)i : rng_between(&r, 0.0f, 360.0f);
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VISION_ANGLE, 1, &agent, 0, &angle, 0));
        MUST(context, throng_crowd_get_states(crowd, &agent, 1, &first));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VISION_ANGLE, 1, &agent, 0, &read, 0));
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VISION_ANGLE, 1, &agent, 0, &read, 0));
        MUST(context, throng_crowd_get_states(crowd, &agent, 1, &second));
        cr_expect(memcmp(&first, &second, sizeof first) == 0, "%.9g is read as %.9g", (double)angle,
                  (double)read);
        /* where the cosine is steep a float tells angles apart; near 0 and 360 it does not */
        cr_expect(fabsf(read - angle) <= (angle > 5.0f && angle < 355.0f ? 1e-4f : 0.05f),
                  "%.9g is read as %.9g", (double)angle, (double)read);
    }
    MUST(context, throng_crowd_destroy(crowd));
}
