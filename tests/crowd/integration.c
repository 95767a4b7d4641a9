/* Steps that leave positions to the host: the velocities are those that steps of the other kind begin
 * with, walls bind them, nobody moves, and the next step goes by what the host sets. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 260, STEPS = 30 };

typedef struct kind {
    throng_perception perception;
    throng_neighbors neighbors;
    throng_heading heading;
    int32_t congestion;
    float symmetry;
} kind;

static const kind kinds[] = {
    {0, THRONG_NEIGHBORS_CENTRES, THRONG_HEADING_TURNING, 0, 0.0f},
    {0, THRONG_NEIGHBORS_GAPS, THRONG_HEADING_TURNING, 1, 0.05f},
    {THRONG_PERCEPTION_ALL, THRONG_NEIGHBORS_GAPS, THRONG_HEADING_TURNING, 1, 0.0f},
    {THRONG_PERCEPTION_ALL, THRONG_NEIGHBORS_CENTRES, THRONG_HEADING_VELOCITY, 0, 0.02f},
};

static throng_crowd_def def_of(const kind *k, throng_integration integration)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = COUNT;
    def.perception = k->perception;
    def.neighbors = k->neighbors;
    def.heading = k->heading;
    def.congestion = k->congestion;
    def.symmetry = k->symmetry;
    def.integration = integration;
    return def;
}

static throng_crowd *make(throng_context *context, const throng_crowd_def *def, int32_t count,
                          const throng_agent_def *d)
{
    throng_crowd *crowd;
    MUST(context, throng_crowd_create(context, def, &crowd));
    MUST(context, throng_crowd_add(crowd, count, d, 0, NULL));
    return crowd;
}

static void fill(throng_agent_def *d)
{
    rng r = {23};
    for (int32_t i = 0; i < COUNT; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = rng_between(&r, -24.0f, 24.0f);
        d[i].y = rng_between(&r, -24.0f, 24.0f);
        d[i].radius = i % 4 ? 0.5f : 0.9f;
        d[i].max_speed = 1.5f;
        d[i].locked = i % 17 == 9;
        d[i].navigation = i % 3 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
        d[i].target_x = i % 3 ? 3.0f : 1.0f;
        d[i].target_y = i % 3 ? -2.0f : 0.5f;
    }
}

static void drive(throng_context *context, throng_crowd *crowd, throng_moving_obstacle *car, int32_t step)
{
    const throng_vertex outline[4] = {{-3, -1}, {3, -1}, {3, 1}, {-3, 1}};
    const throng_obstacle_motion motion = {
        .x = -12.0 + 0.3 * step, .y = 1.0, .vx = 3.0f, .heading_x = 1.0f, .turn = 0.25f};
    if (step == 0)
        MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, outline, 0, &motion, car));
    else
        MUST(context, throng_crowd_move_obstacles(crowd, 1, car, 0, &motion, 0));
}

/* Without walls a step of the other kind makes the same velocity and then moves by it. (Agents that settle
 * go by who had arrived, which it notes after the move.) car: one drives through, and pushes alike. */
static void check_kind(throng_context *context, const kind *k, int car)
{
    throng_moving_obstacle cars[2];
    throng_agent_def d[COUNT];
    throng_motion before[COUNT], mine[COUNT], theirs[COUNT];
    int32_t seen[2][COUNT];
    const throng_crowd_def own = def_of(k, THRONG_INTEGRATE_VELOCITIES);
    const throng_crowd_def other = def_of(k, THRONG_INTEGRATE_POSITIONS);
    rng r = {91};
    fill(d);
    throng_crowd *crowd = make(context, &own, COUNT, d), *moves = make(context, &other, COUNT, d);
    MUST(context, throng_crowd_get_motions(crowd, NULL, COUNT, before));
    for (int32_t step = 0; step < STEPS; step++) {
        for (int32_t side = 0; side < 2 && car; side++)
            drive(context, side ? moves : crowd, &cars[side], step);
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_step(moves, 0.1f));
        MUST(context, throng_crowd_get_motions(crowd, NULL, COUNT, mine));
        MUST(context, throng_crowd_get_motions(moves, NULL, COUNT, theirs));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PERCEIVED, COUNT, NULL, 0, seen[0], 0));
        MUST(context, throng_crowd_get(moves, THRONG_AGENT_PERCEIVED, COUNT, NULL, 0, seen[1], 0));
        cr_expect(memcmp(seen[0], seen[1], sizeof *seen) == 0, "step %d: they perceive others", (int)step);
        for (int32_t i = 0; i < COUNT; i++) {
            cr_expect(mine[i].x == before[i].x && mine[i].y == before[i].y, "step %d: agent %d moves",
                      (int)step, (int)i);
            cr_expect(memcmp(&mine[i].vx, &theirs[i].vx, 4 * sizeof(float)) == 0,
                      "step %d, agent %d: (%g, %g), not (%g, %g)", (int)step, (int)i, (double)mine[i].vx,
                      (double)mine[i].vy, (double)theirs[i].vx, (double)theirs[i].vy);
            if (step % 3 == 2) /* the host knows better: what the next step sees is its */
                mine[i].vx += rng_between(&r, -0.25f, 0.25f);
            mine[i].x += step % 4 == 3 ? 0.0 : 0.1 * (double)mine[i].vx;
            mine[i].y += step % 4 == 3 ? 0.0 : 0.1 * (double)mine[i].vy;
        }
        if (step % 4 != 1) /* else the computed velocities hold, where they were */
            MUST(context, throng_crowd_set_motions(crowd, NULL, COUNT, mine));
        MUST(context, throng_crowd_get_motions(crowd, NULL, COUNT, before));
        MUST(context, throng_crowd_set_motions(moves, NULL, COUNT, before));
    }
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_crowd_destroy(moves));
}

EACH_WITH_CROWDS(crowd_integration, velocities)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        check_kind(context, &kinds[i], 0);
    check_kind(context, &kinds[1], 1);
}

/* An agent in front of a wall comes no nearer within the horizon than its radius; one inside of something
 * solid gets the velocity of the way out. Neither moves. */
EACH_WITH_CROWDS(crowd_integration, walls)
{
    static const throng_vertex block[4] = {{10, -20}, {30, -20}, {30, 20}, {10, 20}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[3];
    float v[3][2];
    uint32_t flags[3];
    double at[3][2];
    def.integration = THRONG_INTEGRATE_VELOCITIES;
    for (int32_t i = 0; i < 3; i++) {
        d[i] = throng_agent_default_def();
        d[i].radius = 0.5f;
        d[i].y = 8.0f * (float)i;
        d[i].max_speed = 2.0f;
        d[i].target_x = 2.0f;
        d[i].time_horizon_obst = 0.5f;
    }
    d[0].x = 9.0f;  /* half a unit of way, in half a second */
    d[1].x = 11.5f; /* inside, 2 from where its body is free */
    d[2].x = 9.75f; /* its body is in the wall by a quarter */
    d[1].target_x = 1.0f;
    throng_crowd *crowd = make(context, &def, 3, d);
    MUST(context, throng_crowd_add_obstacle(crowd, 4, block, 0, NULL));
    for (int32_t step = 0; step < 5; step++) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 3, NULL, 0, v, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 3, NULL, 0, flags, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 3, NULL, 0, at, 0));
        cr_expect(fabsf(v[0][0] - 1.0f) < 1e-4f && fabsf(v[0][1]) < 1e-4f && flags[0] == 0, "(%g, %g), %u",
                  (double)v[0][0], (double)v[0][1], (unsigned)flags[0]);
        cr_expect(fabsf(v[1][0] + 2.0f) < 1e-4f && fabsf(v[1][1]) < 1e-4f &&
                      (flags[1] & THRONG_FLAG_INSIDE_WALL),
                  "(%g, %g), %u", (double)v[1][0], (double)v[1][1], (unsigned)flags[1]);
        cr_expect(v[2][0] <= -0.25f * 2.0f + 1e-3f && (flags[2] & THRONG_FLAG_INSIDE_WALL), "(%g, %g), %u",
                  (double)v[2][0], (double)v[2][1], (unsigned)flags[2]);
        for (int32_t i = 0; i < 3; i++)
            cr_expect(at[i][0] == (double)d[i].x && at[i][1] == (double)d[i].y, "agent %d moves", (int)i);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* A host that moves agents by their velocities gets them to their goals, and no body through a wall:
 * half-planes keep them off, though no step is swept. */
EACH_WITH_CROWDS(crowd_integration, a_host_that_integrates)
{
    static const throng_vertex room[4] = {{-30, -30}, {-30, 30}, {30, 30}, {30, -30}};
    static const throng_vertex pillar[4] = {{-3, -3}, {3, -3}, {3, 3}, {-3, 3}};
    enum { WALKERS = 24 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[WALKERS];
    throng_motion m[WALKERS];
    uint32_t flags[WALKERS];
    def.integration = THRONG_INTEGRATE_VELOCITIES;
    for (int32_t i = 0; i < WALKERS; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = i % 2 ? 25.0f : -25.0f;
        d[i].y = 2.0f * (float)i - 24.0f;
        d[i].radius = 0.4f;
        d[i].max_speed = 1.5f;
        d[i].time_horizon = d[i].time_horizon_obst = 1.0f;
        d[i].navigation = THRONG_NAVIGATE_GOAL;
        d[i].target_x = -d[i].x;
        d[i].target_y = d[i].y + (fabsf(d[i].y) < 5.0f ? 8.0f : 0.0f);
    }
    throng_crowd *crowd = make(context, &def, WALKERS, d);
    MUST(context, throng_crowd_add_obstacle(crowd, 4, room, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 4, pillar, 0, NULL));
    for (int32_t step = 0; step < 600; step++) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get_motions(crowd, NULL, WALKERS, m));
        for (int32_t i = 0; i < WALKERS; i++) {
            m[i].x += 0.1 * (double)m[i].vx;
            m[i].y += 0.1 * (double)m[i].vy;
            const double gap = hypot(fmax(fabs(m[i].x) - 3.0, 0.0), fmax(fabs(m[i].y) - 3.0, 0.0));
            cr_expect(fabs(m[i].x) < 30.0 - 0.39 && fabs(m[i].y) < 30.0 - 0.39 && gap > 0.39,
                      "step %d: agent %d is at (%g, %g)", (int)step, (int)i, m[i].x, m[i].y);
        }
        MUST(context, throng_crowd_set_motions(crowd, NULL, WALKERS, m));
    }
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, WALKERS, NULL, 0, flags, 0));
    int32_t arrived = 0;
    for (int32_t i = 0; i < WALKERS; i++)
        arrived += flags[i] == THRONG_FLAG_ARRIVED;
    cr_expect(arrived > WALKERS / 2, "%d have arrived", (int)arrived);
    MUST(context, throng_crowd_destroy(crowd));
}

/* A crowd of one kind is no crowd of the other. */
EACH_WITH_CROWDS(crowd_integration, snapshots)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *own, *other;
    unsigned char snapshot[1024];
    MUST(context, throng_crowd_create(context, &def, &other));
    def.integration = THRONG_INTEGRATE_VELOCITIES;
    MUST(context, throng_crowd_create(context, &def, &own));
    MUST(context, throng_crowd_save(own, snapshot, sizeof snapshot));
    cr_expect(throng_crowd_restore(other, snapshot, sizeof snapshot) == THRONG_ERROR_INVALID_ARGUMENT &&
              strstr(throng_context_message(context), "integration"));
    MUST(context, throng_crowd_restore(own, snapshot, sizeof snapshot));
    MUST(context, throng_crowd_destroy(own));
    MUST(context, throng_crowd_destroy(other));
}
