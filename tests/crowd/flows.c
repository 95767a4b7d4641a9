/* Crowds on flows with classes of radii, costs, and ways for those who are not reached. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <throng/flow_seeds.h>

enum { W = 30, H = 21, WALL = 15 };

typedef struct walk {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
} walk;

/* A hall with a wall across it: a door of one cell in row 4, and one of three in rows 14 to 16. The goal is
 * right of the wall. */
static walk begin(throng_context *context, throng_flow_def def, int32_t doors)
{
    walk w = {.context = context};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_crowd_def of_crowd = throng_crowd_default_def();
    const throng_region wall = {WALL, 0, 1, H}, narrow = {WALL, 4, 1, 1}, wide = {WALL, 14, 1, 3};
    const throng_cell goal = {25, 4};
    ground.width = W;
    ground.height = H;
    MUST(context, throng_terrain_create(context, &ground, &w.terrain));
    MUST(context, throng_terrain_fill(w.terrain, &wall, 1));
    if (doors) {
        MUST(context, throng_terrain_fill(w.terrain, &narrow, 0));
        MUST(context, throng_terrain_fill(w.terrain, &wide, 0));
    }
    def.terrain = w.terrain;
    MUST(context, throng_flow_create(context, &def, &w.flow));
    MUST(context, throng_flow_set_goals(w.flow, 0, 1, &goal, 0));
    of_crowd.terrain = w.terrain;
    of_crowd.flow = w.flow;
    MUST(context, throng_crowd_create(context, &of_crowd, &w.crowd));
    return w;
}

static void end(walk *w)
{
    MUST(w->context, throng_crowd_destroy(w->crowd));
    MUST(w->context, throng_flow_destroy(w->flow));
    MUST(w->context, throng_terrain_destroy(w->terrain));
}

static throng_agent add(walk *w, float x, float y, float radius)
{
    throng_agent_def d = throng_agent_default_def();
    throng_agent agent;
    d.x = x;
    d.y = y;
    d.radius = radius;
    d.max_speed = 2.0f;
    d.pref_speed = 1.0f;
    d.target_x = 25.5f;
    d.target_y = 4.5f;
    d.navigation = THRONG_NAVIGATE_FLOW;
    d.time_horizon_obst = 0.5f;
    MUST(w->context, throng_crowd_add(w->crowd, 1, &d, 0, &agent));
    return agent;
}

static void place_of(walk *w, throng_agent agent, float place[2])
{
    MUST(w->context, throng_crowd_get(w->crowd, THRONG_AGENT_POSITION, 1, &agent, 0, place, 0));
}

/* The row in which the agent goes through the wall. */
static float row_of_door(walk *w, throng_agent agent, int32_t steps)
{
    float before[2], now[2] = {0.0f, 0.0f}, row = -1.0f;
    place_of(w, agent, before);
    for (int32_t i = 0; i < steps; i++) {
        MUST(w->context, throng_crowd_step(w->crowd, 0.1f));
        place_of(w, agent, now);
        if (before[0] < WALL + 0.5f && now[0] >= WALL + 0.5f)
            row = now[1];
        memcpy(before, now, sizeof before);
    }
    cr_expect(hypotf(now[0] - 25.5f, now[1] - 4.5f) < 0.5f, "(%g, %g) is not the goal", (double)now[0],
              (double)now[1]);
    return row;
}

EACH(crowd_flows, doors)
{
    throng_flow_def def = throng_flow_default_def();
    def.clearance_count = 2;
    def.clearances[0] = 0.4f;
    def.clearances[1] = 1.4f;
    def.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    for (int32_t i = 0; i < 3; i++) { /* the third one begins where it does not fit, beside the wall */
        walk w = begin(context, def, 1);
        const throng_agent agent = add(&w, i < 2 ? 5.5f : 14.2f, 4.5f, i == 0 ? 0.4f : 1.3f);
        const float row = row_of_door(&w, agent, 600);
        cr_expect(i == 0 ? row > 4.0f && row < 5.0f : row > 14.9f && row < 16.1f, "agent %d at row %g",
                  (int)i, (double)row);
        if (i == 0) { /* it grows: the next steps are those of a wide body */
            const float radius = 1.3f, start[2] = {5.5f, 4.5f};
            MUST(context, throng_crowd_set(w.crowd, THRONG_AGENT_RADIUS, 1, &agent, 0, &radius, 0));
            MUST(context, throng_crowd_set(w.crowd, THRONG_AGENT_POSITION, 1, &agent, 0, start, 0));
            cr_expect(row_of_door(&w, agent, 600) > 14.9f);
        }
        end(&w);
    }
}

/* Bodies of all classes fit everywhere, but seeds of one lead to the left and those of the other to the
 * right. The second time keys have 64 bits. */
EACH(crowd_flows, seeds_of_classes)
{
    static const float radii[] = {0.1f, 0.2f, 0.4f, 0.45f, 0.7f};
    enum { AGENTS = sizeof radii / sizeof *radii };
    for (int32_t i = 0; i < 2; i++) {
        throng_flow_def def = throng_flow_default_def();
        throng_agent agents[AGENTS];
        const int32_t length = i == 0 ? 4 : 400000000;
        const throng_flow_seed left = {{0, 10}, {length, 0}}, right = {{WALL - 1, 10}, {length, 0}};
        def.seed_capacity = 1;
        def.clearance_count = 2;
        def.clearances[0] = 0.2f;
        def.clearances[1] = 0.45f;
        walk w = begin(context, def, 0);
        MUST(context, throng_flow_set_goals(w.flow, 0, 0, NULL, 0));
        MUST(context, throng_flow_set_seeds(w.flow, 0, 1, &left, 0));
        MUST(context, throng_flow_set_seeds(w.flow, 1, 1, &right, 0));
        for (int32_t k = 0; k < AGENTS; k++)
            agents[k] = add(&w, 7.5f, 3.5f + 3.0f * (float)k, radii[k]);
        MUST(context, throng_crowd_step(w.crowd, 0.1f));
        for (int32_t k = 0; k < AGENTS; k++) {
            float now[2];
            place_of(&w, agents[k], now);
            cr_expect(k < 2 ? now[0] < 7.45f : now[0] > 7.55f, "radius %g, at column %.9g", (double)radii[k],
                      (double)now[0]);
        }
        end(&w);
    }
}

EACH(crowd_flows, speed_by_cost)
{
    uint8_t costs[W * H];
    for (int32_t slow = 0; slow < 2; slow++) {
        throng_flow_def def = throng_flow_default_def();
        float before[2], now[2];
        def.costs = 1;
        def.slow_by_cost = slow;
        walk w = begin(context, def, 1);
        memset(costs, 1, sizeof costs);
        for (int32_t i = 0; i < W * H; i++)
            costs[i] = i % W < 8 ? 4 : 1;
        MUST(context, throng_flow_set_costs(w.flow, NULL, costs, 0));
        const throng_agent agent = add(&w, 5.5f, 4.5f, 0.3f);
        place_of(&w, agent, before);
        MUST(context, throng_crowd_step(w.crowd, 0.1f));
        place_of(&w, agent, now);
        cr_expect(fabsf(hypotf(now[0] - before[0], now[1] - before[1]) - (slow ? 0.025f : 0.1f)) < 1e-5f);
        end(&w);
    }
}

/* Cut off from the goal: it stands, or goes to the wall, where the goal is nearest. */
EACH(crowd_flows, cut_off)
{
    for (int32_t nearest = 0; nearest < 2; nearest++) {
        throng_flow_def def = throng_flow_default_def();
        float now[2];
        def.unreached = nearest;
        walk w = begin(context, def, 0);
        const throng_agent agent = add(&w, 5.5f, 10.5f, 0.3f);
        for (int32_t i = 0; i < 200; i++)
            MUST(context, throng_crowd_step(w.crowd, 0.1f));
        place_of(&w, agent, now);
        cr_expect(nearest ? now[0] > WALL - 0.5f && now[0] < WALL : now[0] == 5.5f && now[1] == 10.5f,
                  "at (%g, %g)", (double)now[0], (double)now[1]);
        end(&w);
    }
}

/* An agent that goes to a goal of its own and then follows the flow again rests in the flow's goal cell, if
 * its target is there. */
EACH(crowd_flows, target)
{
    const float aside[2] = {3.5f, 18.5f}, rest[2] = {25.3f, 4.6f};
    const int32_t field = 0;
    walk w = begin(context, throng_flow_default_def(), 1);
    const throng_agent agent = add(&w, 12.5f, 4.5f, 0.3f);
    float now[2];
    MUST(context, throng_crowd_set(w.crowd, THRONG_AGENT_GOAL, 1, &agent, 0, aside, 0));
    for (int32_t i = 0; i < 20; i++)
        MUST(context, throng_crowd_step(w.crowd, 0.1f));
    MUST(context, throng_crowd_set(w.crowd, THRONG_AGENT_FLOW_FIELD, 1, &agent, 0, &field, 0));
    MUST(context, throng_crowd_set(w.crowd, THRONG_AGENT_TARGET, 1, &agent, 0, rest, 0));
    for (int32_t i = 0; i < 300; i++)
        MUST(context, throng_crowd_step(w.crowd, 0.1f));
    place_of(&w, agent, now);
    cr_expect(hypotf(now[0] - rest[0], now[1] - rest[1]) < 0.01f, "at (%g, %g)", (double)now[0],
              (double)now[1]);
    MUST(context, throng_crowd_get(w.crowd, THRONG_AGENT_TARGET, 1, &agent, 0, now, 0));
    cr_expect(now[0] == rest[0] && now[1] == rest[1]);
    end(&w);
}
