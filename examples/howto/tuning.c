/* Which settings of agents let a room empty fastest? Sixty people, a door of two cells, several time
 * horizons. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { WIDTH = 24, HEIGHT = 12, PEOPLE = 60, STEPS = 1200 };

static throng_context *context;

static void check(throng_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", throng_context_message(context));
        exit(EXIT_FAILURE);
    }
}

/* A person of half a metre on cells of a metre. All lengths follow from the radius, all times from the
 * speed. */
static throng_agent_def person(float horizon)
{
    throng_agent_def def = throng_agent_default_def();
    def.radius = 0.25f;
    def.max_speed = 1.4f;
    def.time_horizon = horizon;
    def.time_horizon_obst = 0.5f; /* small: they may walk along walls */
    /* Those that could collide within the horizon. In dense crowds the farther ones do not matter. */
    def.neighbor_dist = 2.0f * def.radius + 2.0f * def.max_speed * horizon;
    def.neighbor_dist = def.neighbor_dist > 5.0f ? 5.0f : def.neighbor_dist;
    def.max_neighbors = 10;
    def.navigation = THRONG_NAVIGATE_FLOW;
    return def;
}

/* Seconds until all are out, or -1. infeasible: how often no velocity of an agent kept all half-planes. */
static double empty_room(throng_terrain *terrain, throng_flow *flow, float horizon, int *infeasible)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.terrain = terrain;
    def.flow = flow;
    def.symmetry = 0.05f;
    check(throng_crowd_create(context, &def, &crowd));
    for (int i = 0; i < PEOPLE; i++) {
        const int row = i / 6;
        throng_agent_def one = person(horizon);
        one.x = 1.5f + (float)(i % 6);
        one.y = 1.0f + (float)row;
        one.target_x = 22.5f;
        one.target_y = 6.0f;
        check(throng_crowd_add(crowd, 1, &one, 0, NULL));
    }
    double seconds = -1.0;
    *infeasible = 0;
    for (int step = 1; step <= STEPS && seconds < 0.0; step++) {
        float positions[PEOPLE][2];
        uint32_t flags[PEOPLE];
        check(throng_crowd_step(crowd, 0.1f));
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, PEOPLE, NULL, 0, positions, 0));
        check(throng_crowd_get(crowd, THRONG_AGENT_FLAGS, PEOPLE, NULL, 0, flags, 0));
        int out = 0;
        for (int i = 0; i < PEOPLE; i++) {
            out += positions[i][0] > 13.0f;
            *infeasible += (flags[i] & THRONG_FLAG_INFEASIBLE) != 0;
        }
        if (out == PEOPLE)
            seconds = 0.1 * step;
    }
    check(throng_crowd_destroy(crowd));
    return seconds;
}

int main(void)
{
    if (throng_context_create(NULL, &context))
        return 1;
    throng_terrain *terrain;
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = WIDTH;
    ground.height = HEIGHT;
    const throng_region wall = {12, 0, 1, HEIGHT}, door = {12, 5, 1, 2};
    check(throng_terrain_create(context, &ground, &terrain));
    check(throng_terrain_fill(terrain, &wall, 1));
    check(throng_terrain_fill(terrain, &door, 0));
    throng_flow *flow;
    throng_flow_def def = throng_flow_default_def();
    const throng_cell goal = {22, 6};
    def.terrain = terrain;
    check(throng_flow_create(context, &def, &flow));
    check(throng_flow_set_goals(flow, 0, 1, &goal, 0));
    check(throng_flow_update(flow));

    const float horizons[] = {0.5f, 1.0f, 2.0f, 5.0f};
    for (int i = 0; i < 4; i++) {
        int infeasible;
        const double seconds = empty_room(terrain, flow, horizons[i], &infeasible);
        printf("time_horizon %.1f: all are out after %.1f s, %d steps of agents infeasible\n",
               (double)horizons[i], seconds, infeasible);
    }
    check(throng_flow_destroy(flow));
    check(throng_terrain_destroy(terrain));
    check(throng_context_destroy(context));
}
