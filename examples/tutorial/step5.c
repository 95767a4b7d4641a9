/* Step 5: an influence map of the danger around a guard on patrol. Units that see too much of it back off
 * until it has passed. `step5 FILE` also writes where all walked, as CSV, and the map of one moment. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum {
    WIDTH = 32,
    HEIGHT = 16,
    UNITS = 24,
    ALL = UNITS + 1,
    SECONDS = 40,
    STEPS_PER_SECOND = 10,
    MOMENT = 150
};
static const float GOAL_X = 29.5f, GOAL_Y = 11.5f;
static const float ALARM = 0.35f; /* of the danger, which is 1 where a guard stands */

/* One character is one cell, one world unit wide. x runs to the right, y downwards. */
static const char map[] = "...........#....................\n"
                          "...........#....................\n"
                          "...........#....................\n"
                          "................................\n"
                          "................................\n"
                          "...........#....................\n"
                          "...........#....................\n"
                          "...........#....................\n"
                          "...........#....................\n"
                          "...........#....................\n"
                          "...........#......##............\n"
                          "...........#......##............\n"
                          "...........#......##............\n"
                          "...........#......##............\n"
                          "...........#....................\n"
                          "...........#....................\n";

static throng_context *context;

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s: %s\n", throng_status_string(status), throng_context_message(context));
    exit(EXIT_FAILURE);
}

/* Sets the terrain's cells: 1 is blocked. */
static throng_terrain *read_map(void)
{
    uint8_t blocked[HEIGHT][WIDTH];
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            blocked[row][column] = map[row * (WIDTH + 1) + column] == '#';
    throng_terrain *terrain;
    throng_terrain_def def = throng_terrain_default_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    check(throng_terrain_create(context, &def, &terrain));
    check(throng_terrain_set(terrain, NULL, blocked[0], 0));
    return terrain;
}

/* A field of shortest paths to the goal's cell, from every cell. */
static throng_flow *create_flow(throng_terrain *terrain)
{
    throng_flow *flow;
    throng_flow_def def = throng_flow_default_def();
    const throng_cell goal = {(int32_t)GOAL_X, (int32_t)GOAL_Y};
    def.terrain = terrain;
    check(throng_flow_create(context, &def, &flow));
    check(throng_flow_set_goals(flow, 0, 1, &goal, 0));
    check(throng_flow_update(flow)); /* again whenever goals or walls have changed */
    return flow;
}

static throng_influence *create_danger(throng_terrain *terrain)
{
    throng_influence *danger;
    throng_influence_def def = throng_influence_default_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.propagation = THRONG_PROPAGATION_PATH; /* around walls, not through them */
    def.terrain = terrain;
    check(throng_influence_create(context, &def, &danger));

    throng_influence_object guard = throng_influence_default_object();
    guard.influence = 1.0f;
    guard.decay = 0.125f; /* less for each cell on the way */
    guard.max_distance = 8.0f;
    guard.alpha = 0.5f; /* it reaches farther ahead of the guard than behind */
    check(throng_influence_set_objects(danger, 0, 0, 1, &guard, 0));
    return danger;
}

/* The guard walks up and down between two places. */
static void patrol(throng_crowd *crowd, throng_agent guard)
{
    float position[2], goal[2];
    check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &guard, 0, position, 0));
    check(throng_crowd_get(crowd, THRONG_AGENT_GOAL, 1, &guard, 0, goal, 0));
    if (fabsf(position[1] - goal[1]) < 0.5f) {
        goal[1] = (float)HEIGHT - goal[1];
        check(throng_crowd_set(crowd, THRONG_AGENT_GOAL, 1, &guard, 0, goal, 0));
    }
}

/* The danger goes where the guard is. */
static void move_danger(throng_influence *danger, throng_crowd *crowd, throng_agent guard)
{
    float position[2], velocity[2];
    check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &guard, 0, position, 0));
    check(throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &guard, 0, velocity, 0));
    check(throng_influence_move_objects(danger, 0, 0, 1, position, 0, velocity, 0));
    check(throng_influence_update(danger));
}

/* Units back off, down the slope of the danger, or follow the flow. Returns how many back off. */
static int react_to_danger(throng_crowd *crowd, throng_influence *danger, const throng_agent *units)
{
    throng_point points[UNITS] = {{0.0f, 0.0f, 0}};
    throng_sample samples[UNITS];
    check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, units, 0, points, sizeof *points));
    check(throng_influence_sample(danger, 0, UNITS, points, 0, samples));
    int alarmed = 0;
    for (int i = 0; i < UNITS; i++) {
        const float slope = sqrtf(samples[i].dx * samples[i].dx + samples[i].dy * samples[i].dy);
        if (samples[i].value > ALARM && slope > 0.0f) {
            const float away[2] = {-1.5f * samples[i].dx / slope, -1.5f * samples[i].dy / slope};
            check(throng_crowd_set(crowd, THRONG_AGENT_PREFERRED_VELOCITY, 1, &units[i], 0, away, 0));
            alarmed++;
        } else {
            const int32_t field = 0;
            const float goal[2] = {GOAL_X, GOAL_Y};
            check(throng_crowd_set(crowd, THRONG_AGENT_GOAL, 1, &units[i], 0, goal, 0));
            check(throng_crowd_set(crowd, THRONG_AGENT_FLOW_FIELD, 1, &units[i], 0, &field, 0));
        }
    }
    return alarmed;
}

static void add_agents(throng_crowd *crowd, throng_agent agents[ALL])
{
    throng_agent_def defs[ALL];
    for (int i = 0; i < ALL; i++) {
        const int column = i / 8;
        defs[i] = throng_agent_default_def();
        defs[i].radius = 0.3f;
        defs[i].max_speed = 1.5f;
        defs[i].time_horizon = 1.5f;
        defs[i].time_horizon_obst = 0.5f;
        defs[i].x = 1.5f + (float)column * 1.5f;
        defs[i].y = 1.0f + (float)(i % 8) * 2.0f;
        defs[i].navigation = THRONG_NAVIGATE_FLOW;
        defs[i].target_x = GOAL_X;
        defs[i].target_y = GOAL_Y;
    }
    throng_agent_def *guard = &defs[UNITS];
    guard->x = guard->target_x = 15.5f;
    guard->y = 8.0f;
    guard->target_y = 14.0f;
    guard->navigation = THRONG_NAVIGATE_GOAL;
    guard->max_speed = 1.0f;
    guard->priority = 1; /* units step aside for it, it does not for them */
    check(throng_crowd_add(crowd, ALL, defs, 0, agents));
}

/* For the picture. */
static void write_map(FILE *file, throng_influence *danger)
{
    float values[HEIGHT][WIDTH];
    check(throng_influence_read(danger, 0, NULL, values[0], 0));
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            fprintf(file, "cell,%d,%d,%g\n", column, row, (double)values[row][column]);
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !file) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    if (throng_context_create(NULL, &context))
        return EXIT_FAILURE;
    throng_terrain *terrain = read_map();
    throng_flow *flow = create_flow(terrain);
    throng_influence *danger = create_danger(terrain);

    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = ALL;
    def.symmetry = 0.05f;
    def.terrain = terrain;
    def.flow = flow;
    check(throng_crowd_create(context, &def, &crowd));

    throng_agent agents[ALL]; /* the guard is the last one */
    add_agents(crowd, agents);

    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        patrol(crowd, agents[UNITS]);
        move_danger(danger, crowd, agents[UNITS]);
        const int alarmed = react_to_danger(crowd, danger, agents);
        check(throng_crowd_step(crowd, 1.0f / STEPS_PER_SECOND));

        float positions[ALL][2];
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, ALL, agents, 0, positions, 0));
        int arrived = 0;
        for (int i = 0; i < UNITS; i++)
            arrived += positions[i][0] > 26.5f;
        if (step % (8 * STEPS_PER_SECOND) == 0)
            printf("after %2d s: %2d back off, %2d of %d are at the goal\n", step / STEPS_PER_SECOND, alarmed,
                   arrived, UNITS);
        for (int i = 0; file && i < ALL; i++)
            fprintf(file, "%d,%d,%g,%g\n", step, i, (double)positions[i][0], (double)positions[i][1]);
        if (file && step == MOMENT)
            write_map(file, danger);
    }

    if (file && fclose(file) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    check(throng_crowd_destroy(crowd));
    throng_influence_destroy(danger);
    check(throng_flow_destroy(flow));
    check(throng_terrain_destroy(terrain));
    check(throng_context_destroy(context));
}
