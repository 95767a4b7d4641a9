/* Step 4: a flow field leads all units through the door. `step4 FILE` also writes where they walked, as
 * CSV. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { WIDTH = 32, HEIGHT = 16, UNITS = 24, SECONDS = 24, STEPS_PER_SECOND = 10 };
static const float GOAL_X = 29.5f, GOAL_Y = 11.5f;

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

/* The field itself, for the picture: how far each cell is from the goal; -1 where no path is. */
static void write_lengths(FILE *file, throng_flow *flow)
{
    float lengths[HEIGHT][WIDTH];
    check(throng_flow_read_lengths(flow, 0, NULL, lengths[0], 0));
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            fprintf(file, "cell,%d,%d,%g\n", column, row, (double)lengths[row][column]);
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

    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = UNITS;
    def.symmetry = 0.05f;
    def.terrain = terrain;
    def.flow = flow;
    check(throng_crowd_create(context, &def, &crowd));

    throng_agent_def units[UNITS];
    throng_agent agents[UNITS];
    for (int i = 0; i < UNITS; i++) {
        const int column = i / 8;
        units[i] = throng_agent_default_def();
        units[i].radius = 0.3f;
        units[i].max_speed = 1.5f;
        units[i].time_horizon = 1.5f;
        units[i].time_horizon_obst = 0.5f;
        units[i].x = 1.5f + (float)column * 1.5f;
        units[i].y = 1.0f + (float)(i % 8) * 2.0f;
        units[i].navigation = THRONG_NAVIGATE_FLOW;
        units[i].flow_field = 0;    /* a flow may have many fields */
        units[i].target_x = GOAL_X; /* inside the goal's cell */
        units[i].target_y = GOAL_Y;
    }
    check(throng_crowd_add(crowd, UNITS, units, 0, agents));
    if (file)
        write_lengths(file, flow);

    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        float positions[UNITS][2];
        check(throng_crowd_step(crowd, 1.0f / STEPS_PER_SECOND));
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, agents, 0, positions, 0));
        int passed = 0;
        for (int i = 0; i < UNITS; i++)
            passed += positions[i][0] > 12.0f;
        if (step % (8 * STEPS_PER_SECOND) == 0)
            printf("after %2d s: %2d of %d are past the wall\n", step / STEPS_PER_SECOND, passed, UNITS);
        for (int i = 0; file && i < UNITS; i++)
            fprintf(file, "%d,%d,%g,%g\n", step, i, (double)positions[i][0], (double)positions[i][1]);
    }

    if (file && fclose(file) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    check(throng_crowd_destroy(crowd));
    check(throng_flow_destroy(flow));
    check(throng_terrain_destroy(terrain));
    check(throng_context_destroy(context));
}
