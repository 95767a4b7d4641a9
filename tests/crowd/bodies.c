/* Bodies of different sizes: nobody walks through a large one; ranking by gaps is that by centres where radii
 * are equal; and the crowd knows whether they are, whatever comes and goes. Agents that share a goal settle,
 * and a queue passes a narrow passage with a turn. */
#include "tests/crowd/each_backend.h"

#include <math.h>

enum { WALKERS = 12 };

static throng_crowd *make(throng_context *context, throng_neighbors neighbors, int32_t capacity)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    def.agent_capacity = capacity;
    def.neighbors = neighbors;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    return crowd;
}

static throng_agent add(throng_context *context, throng_crowd *crowd, const throng_agent_def *def)
{
    throng_agent agent;
    MUST(context, throng_crowd_add(crowd, 1, def, 0, &agent));
    return agent;
}

/* ---------------------------------------------------------------- large bodies ---------------------- */

static throng_agent_def walker(float x, float y)
{
    throng_agent_def d = throng_agent_default_def();
    d.radius = 0.2f;
    d.x = x;
    d.y = y;
    d.navigation = THRONG_NAVIGATE_GOAL;
    d.target_x = 40.0f;
    return d;
}

/* How deep a walker gets into a locked body at the origin, in `steps` steps. */
static double depth_in(throng_context *context, throng_neighbors neighbors, float radius, int32_t walkers,
                       float neighbor_dist, int32_t steps)
{
    throng_crowd *crowd = make(context, neighbors, WALKERS + 1);
    throng_agent_def body = throng_agent_default_def();
    throng_agent agents[WALKERS];
    float at[WALKERS][2];
    double deepest = -1e9;
    body.radius = radius;
    body.locked = 1;
    add(context, crowd, &body);
    for (int32_t i = 0; i < walkers; i++) {
        throng_agent_def d =
            walker(-radius - 10.0f - 0.5f * (float)(i % 4), walkers > 1 ? 0.5f * (float)(i / 4 - 1) : 0.25f);
        d.neighbor_dist = neighbor_dist;
        agents[i] = add(context, crowd, &d);
    }
    for (int32_t k = 0; k < steps; k++) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, walkers, agents, 0, at, 0));
        for (int32_t i = 0; i < walkers; i++)
            deepest = fmax(deepest, (double)radius + 0.2 - hypot((double)at[i][0], (double)at[i][1]));
    }
    MUST(context, throng_crowd_destroy(crowd));
    return deepest;
}

/* A body moves by up to 0.2 in a step, and half-planes are exact to a few units in the last place. */
EACH_WITH_CROWDS(crowd_bodies, are_not_walked_through)
{
    const throng_neighbors gaps = THRONG_NEIGHBORS_GAPS, centres = THRONG_NEIGHBORS_CENTRES;
    cr_expect(depth_in(context, gaps, 10.0f, WALKERS, 40.0f, 200) < 1e-5);
    cr_expect(depth_in(context, gaps, 10.0f, WALKERS, 15.0f, 200) < 1e-5);
    cr_expect(depth_in(context, gaps, 20.0f, 1, 15.0f, 300) < 1e-5);
    cr_expect(depth_in(context, gaps, 1000.0f, WALKERS, 15.0f, 200) < 1e-3);
    /* as in RVO2 */
    cr_expect(depth_in(context, centres, 10.0f, WALKERS, 40.0f, 200) > 1.0);
    cr_expect(depth_in(context, centres, 20.0f, 1, 15.0f, 300) > 1.0);
}

/* ---------------------------------------------------------------- equal radii ----------------------- */

enum { MANY = 300 };

/* One agent that nobody notices makes the crowd a mixed one, whose form then gives what the other gives. */
static void compare_forms(throng_context *context, throng_perception perception, int32_t rules)
{
    uint64_t hashes[2];
    for (int32_t k = 0; k < 2; k++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_crowd *crowd;
        rng r = {.state = 5};
        def.perception = perception;
        def.neighbors = k ? THRONG_NEIGHBORS_GAPS : THRONG_NEIGHBORS_CENTRES;
        MUST(context, throng_crowd_create(context, &def, &crowd));
        for (int32_t i = 0; i <= MANY; i++) {
            throng_agent_def d = throng_agent_default_def();
            d.x = rng_between(&r, 0.0f, 45.0f);
            d.y = rng_between(&r, 0.0f, 45.0f);
            d.radius = 0.75f;
            d.target_x = rng_between(&r, -2.0f, 2.0f);
            d.target_y = rng_between(&r, -2.0f, 2.0f);
            d.neighbor_dist = rng_between(&r, 2.0f, 15.0f);
            d.max_neighbors = rng_below(&r, 11);
            d.priority = rules ? rng_below(&r, 2) : 0;
            if (i == MANY) {
                d.x = 1e7f;
                d.radius = 0.5f;
            }
            add(context, crowd, &d);
        }
        for (int32_t i = 0; i < 12; i++)
            MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_hash(crowd, &hashes[k]));
        MUST(context, throng_crowd_destroy(crowd));
    }
    cr_expect(hashes[0] == hashes[1], "perception %u, rules %d", (unsigned)perception, (int)rules);
}

EACH_WITH_CROWDS(crowd_bodies, of_one_size_are_ranked_alike)
{
    compare_forms(context, 0, 0);
    compare_forms(context, 0, 1);
    compare_forms(context, THRONG_RESPONSIBILITY, 0);
    compare_forms(context, THRONG_PERCEPTION_ALL, 1);
}

/* ---------------------------------------------------------------- who has which radius -------------- */

enum { FEW = 40, CHANGES = 60 };

/* A crowd that was restored counts radii anew, and makes the same step. */
static void check_step(throng_context *context, throng_crowd *crowd, int32_t change)
{
    static unsigned char snapshot[64 * 1024];
    throng_crowd *fresh = make(context, THRONG_NEIGHBORS_GAPS, 2 * FEW);
    uint64_t hashes[2];
    size_t bytes;
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    cr_assert(bytes <= sizeof snapshot);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    MUST(context, throng_crowd_restore(fresh, snapshot, bytes));
    throng_crowd *both[2] = {crowd, fresh};
    for (int32_t k = 0; k < 2; k++) {
        MUST(context, throng_crowd_step(both[k], 0.1f));
        MUST(context, throng_crowd_hash(both[k], &hashes[k]));
    }
    cr_expect(hashes[0] == hashes[1], "change %d", (int)change);
    MUST(context, throng_crowd_destroy(fresh));
}

static throng_agent_def any_agent(rng *r, float radius)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = rng_between(r, 0.0f, 8.0f);
    d.y = rng_between(r, 0.0f, 8.0f);
    d.target_x = rng_between(r, -2.0f, 2.0f);
    d.radius = radius;
    d.max_neighbors = 3;
    return d;
}

/* Radii of two sizes come and go, so that a crowd has now both, now one of them. */
EACH_WITH_CROWDS(crowd_bodies, are_counted)
{
    throng_crowd *crowd = make(context, THRONG_NEIGHBORS_GAPS, 2 * FEW);
    throng_agent agents[2 * FEW];
    rng r = {.state = 77};
    for (int32_t change = 0; change < CHANGES; change++) {
        int32_t count;
        const float radius = change % 4 < 2 ? 0.25f : 4.0f;
        MUST(context, throng_crowd_list(crowd, agents, 2 * FEW, &count));
        if (change % 3 == 0 && count > 0) { /* all of one size */
            float radii[2 * FEW];
            for (int32_t i = 0; i < count; i++)
                radii[i] = change % 2 || i > 0 ? radius : 1.0f;
            MUST(context, throng_crowd_set(crowd, THRONG_AGENT_RADIUS, count, agents, 0, radii, 0));
        } else if (count > FEW) {
            MUST(context, throng_crowd_remove(crowd, count - change % 5, agents, 0));
        }
        for (int32_t i = 0; i < 15 && count + i < 2 * FEW; i++) {
            const throng_agent_def d = any_agent(&r, radius);
            throng_agent_def twins[2] = {any_agent(&r, 9.0f), any_agent(&r, 9.0f)};
            twins[0].id = twins[1].id = 1000000;
            cr_expect(throng_crowd_add(crowd, 2, twins, 0, NULL) != THRONG_OK);
            MUST(context, throng_crowd_list(crowd, agents, 2 * FEW, &count));
            if (count < 2 * FEW)
                add(context, crowd, &d);
        }
        check_step(context, crowd, change);
    }
    MUST(context, throng_crowd_reset(crowd));
    check_step(context, crowd, CHANGES);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- shared goals ---------------------- */

enum { SHARING = 50 };

/* A ring of agents with one goal. Returns how many have arrived after `steps` steps. */
static int32_t arrived_of(throng_context *context, int32_t settle, int32_t steps, double *speed, double *far)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    uint32_t flags[SHARING];
    float at[SHARING][2], v[SHARING][2];
    throng_agent agents[SHARING];
    rng r = {.state = 7};
    int32_t count = 0;
    def.settle = settle;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < SHARING; i++) {
        throng_agent_def d = throng_agent_default_def();
        const double angle = 6.283185307179586 * i / SHARING, away = 20.0 + 4.0 * (i % 5);
        d.x = (float)(away * cos(angle)) + rng_between(&r, 0.0f, 0.01f);
        d.y = (float)(away * sin(angle)) + rng_between(&r, 0.0f, 0.01f);
        d.navigation = THRONG_NAVIGATE_GOAL;
        d.time_horizon = 1.0f;
        agents[i] = add(context, crowd, &d);
    }
    for (int32_t k = 0; k < steps; k++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, SHARING, agents, 0, flags, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, SHARING, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, SHARING, agents, 0, v, 0));
    *speed = *far = 0.0;
    for (int32_t i = 0; i < SHARING; i++) {
        count += (flags[i] & THRONG_FLAG_ARRIVED) != 0;
        *speed = fmax(*speed, hypot((double)v[i][0], (double)v[i][1]));
        *far = fmax(*far, hypot((double)at[i][0], (double)at[i][1]));
    }
    /* a goal elsewhere: the outermost go first, and all follow */
    const float elsewhere[2] = {200.0f, 0.0f};
    float goals[SHARING][2];
    for (int32_t i = 0; i < SHARING; i++)
        memcpy(goals[i], elsewhere, sizeof elsewhere);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_GOAL, SHARING, agents, 0, goals, 0));
    for (int32_t k = 0; k < 300; k++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, SHARING, agents, 0, at, 0));
    for (int32_t i = 0; i < SHARING; i++)
        cr_expect(at[i][0] > 20.0f, "agent %d stays at %g", (int)i, (double)at[i][0]);
    MUST(context, throng_crowd_destroy(crowd));
    return count;
}

/* Packed as closely as discs can be, 50 of radius 1 fill a disc of radius 7.4. */
EACH_WITH_CROWDS(crowd_bodies, settle)
{
    double speed, far;
    cr_expect(arrived_of(context, 1, 1000, &speed, &far) == SHARING);
    cr_expect(speed < 0.01 && far < 12.0, "speed %g, as far as %g", speed, far);
    cr_expect(arrived_of(context, 0, 1000, &speed, &far) <= 1);
    cr_expect(speed > 0.1);
}

/* ---------------------------------------------------------------- queues ---------------------------- */

enum { QUEUE = 20 };

/* Two rooms, and a passage of one cell between them that turns. */
static throng_terrain *make_rooms(throng_context *context)
{
    const throng_region all = {0, 0, 30, 24};
    const throng_region free[] = {{0, 1, 10, 9}, {10, 5, 10, 1}, {19, 5, 1, 10}, {12, 15, 16, 8}};
    throng_terrain_def def = throng_terrain_default_def();
    throng_terrain *terrain;
    def.width = 30;
    def.height = 24;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    MUST(context, throng_terrain_fill(terrain, &all, 1));
    for (size_t i = 0; i < sizeof free / sizeof *free; i++)
        MUST(context, throng_terrain_fill(terrain, &free[i], 0));
    return terrain;
}

/* With a short horizon for walls nobody is locked in the turn. */
EACH_WITH_CROWDS(crowd_bodies, queue_through_a_turn)
{
    throng_flow_def ways = throng_flow_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    const throng_cell goal = {20, 20};
    throng_agent agents[QUEUE];
    float at[QUEUE][2];
    throng_flow *flow;
    throng_crowd *crowd;
    int32_t through = 0;
    def.terrain = ways.terrain = make_rooms(context);
    MUST(context, throng_flow_create(context, &ways, &flow));
    MUST(context, throng_flow_set_goals(flow, 0, 1, &goal, 0));
    def.flow = flow;
    def.settle = 1;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < QUEUE; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = 9.0f - 1.1f * (float)(i / 7);
        d.y = 1.6f + 1.2f * (float)(i % 7);
        d.radius = 0.4f;
        d.max_speed = 1.4f;
        d.neighbor_dist = 5.0f;
        d.time_horizon = 0.5f;
        d.time_horizon_obst = 0.1f;
        d.navigation = THRONG_NAVIGATE_FLOW;
        d.target_x = d.target_y = 20.5f;
        agents[i] = add(context, crowd, &d);
    }
    for (int32_t k = 0; k < 1200; k++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, QUEUE, agents, 0, at, 0));
    for (int32_t i = 0; i < QUEUE; i++)
        through += at[i][1] > 14.0f;
    cr_expect(through == QUEUE, "%d of %d are through", (int)through, (int)QUEUE);
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(def.terrain));
}

/* The last agent is held up by its only neighbour, and its velocity has no solution. Lanes that repeat it,
 * where there are more than agents, notice it too, and nobody is held up by itself. */
EACH(crowd_bodies, repeated_lanes)
{
    const variant v = reference_variant();
    throng_context *plain = open_variant(&v, NULL), *contexts[2] = {context, plain};
    uint64_t hashes[2];
    const float up[2] = {0.0f, 1.0f};
    for (int32_t k = 0; k < 2; k++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent agents[2];
        throng_crowd *crowd;
        float heading[2];
        def.agent_capacity = 2;
        def.max_neighbors = 1;
        def.settle = 1;
        def.perception = THRONG_VISION | THRONG_TOUCH;
        MUST(contexts[k], throng_crowd_create(contexts[k], &def, &crowd));
        for (int32_t i = 0; i < 2; i++) {
            throng_agent_def agent = throng_agent_default_def();
            agent.x = i ? 0.6f : 0.0f;
            agent.radius = 0.5f;
            agent.max_speed = i ? 0.1f : 0.01f;
            agent.navigation = THRONG_NAVIGATE_GOAL;
            agent.vision_angle = 360.0f;
            agent.max_neighbors = 1;
            MUST(contexts[k], throng_crowd_add(crowd, 1, &agent, 0, &agents[i]));
        }
        MUST(contexts[k], throng_crowd_step(crowd, 0.1f));
        MUST(contexts[k], throng_crowd_set(crowd, THRONG_AGENT_HEADING, 1, &agents[1], 0, up, 0));
        MUST(contexts[k], throng_crowd_step(crowd, 0.1f));
        MUST(contexts[k], throng_crowd_get(crowd, THRONG_AGENT_HEADING, 1, &agents[1], 0, heading, 0));
        cr_expect(heading[0] == 0.0f && heading[1] == 1.0f, "heading (%g, %g)", (double)heading[0],
                  (double)heading[1]);
        MUST(contexts[k], throng_crowd_hash(crowd, &hashes[k]));
        MUST(contexts[k], throng_crowd_destroy(crowd));
    }
    cr_expect(hashes[0] == hashes[1], "%016llx", (unsigned long long)hashes[0]);
    MUST(NULL, throng_context_destroy(plain));
}
