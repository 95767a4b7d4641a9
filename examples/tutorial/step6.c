/* Step 6: paths past guns, along a potential field. The units walk them. `step6 FILE` also writes the
 * paths and where all walked, as CSV. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { WIDTH = 32, HEIGHT = 16, UNITS = 8, GUNS = 2, STEPS = 500, SECONDS = 40, STEPS_PER_SECOND = 10 };
static const float GOAL_X = 29.5f, GOAL_Y = 11.5f, SPEED = 1.5f;
static const float gun_positions[GUNS][2] = {{17.0f, 5.0f}, {23.5f, 11.0f}};

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
static throng_flow *create_flow(throng_terrain *terrain, throng_backend backend)
{
    throng_flow *flow;
    throng_flow_def def = throng_flow_default_def();
    const throng_cell goal = {(int32_t)GOAL_X, (int32_t)GOAL_Y};
    def.terrain = terrain;
    def.backend = backend; /* where the potential field is */
    check(throng_flow_create(context, &def, &flow));
    check(throng_flow_set_goals(flow, 0, 1, &goal, 0));
    check(throng_flow_update(flow)); /* again whenever goals or walls have changed */
    return flow;
}

static throng_trace_point paths[UNITS][STEPS + 1];
static throng_trace_result results[UNITS];

/* What a unit feels: the goal pulls, guns and walls push. */
static throng_potential *create_field(throng_terrain *terrain, float eta)
{
    throng_potential *field;
    throng_potential_def def = throng_potential_default_def();
    def.terrain = terrain;
    def.terrain_eta = 0.02f;
    def.terrain_range = 1.0f;
    def.damage = 1;
    check(throng_potential_create(context, &def, &field));

    throng_potential_source gun = throng_potential_default_source();
    gun.eta = eta;
    gun.range = 3.0f;
    gun.power = 1.0f / STEPS_PER_SECOND; /* of a step within the range: damage counts seconds there */
    throng_potential_source guns[GUNS] = {gun, gun};
    for (int i = 0; i < GUNS; i++) {
        guns[i].x = gun_positions[i][0];
        guns[i].y = gun_positions[i][1];
    }
    const throng_potential_goal goal = {GOAL_X, GOAL_Y, 0.1f, 0};
    check(throng_potential_set_sources(field, 0, GUNS, guns, 0));
    check(throng_potential_set_goals(field, 0, 1, &goal, 0));
    return field;
}

/* Paths from all starts at once; where the field traps one, the flow leads it out. */
static void trace_paths(throng_potential *field, throng_flow *flow, const throng_trace_start *starts)
{
    throng_trace *trace;
    throng_trace_def def = throng_trace_default_def();
    def.field = field;
    def.flow = flow;
    def.escape = THRONG_ESCAPE_FLOW;
    def.start_capacity = UNITS;
    def.max_steps = STEPS;
    check(throng_trace_create(context, &def, &trace));
    check(throng_trace_set_starts(trace, 0, UNITS, starts, 0));
    check(throng_trace_update(trace));
    check(throng_trace_read(trace, 0, UNITS, results, 0));
    check(throng_trace_read_points(trace, 0, UNITS, 0, STEPS + 1, paths[0], 0));
    throng_trace_destroy(trace);
}

static void print_paths(const char *name)
{
    double length = 0.0, damage = 0.0;
    int reached = 0;
    for (int i = 0; i < UNITS; i++) {
        reached += results[i].status == THRONG_TRACE_REACHED;
        length += (double)results[i].length / UNITS;
        damage += (double)results[i].damage / UNITS;
    }
    printf("%s: %d of %d reach the goal, mean length %.1f, %.1f s under fire\n", name, reached, UNITS, length,
           damage);
}

static void write_paths(FILE *file, int first)
{
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k <= results[i].steps; k++)
            fprintf(file, "path,%d,%g,%g\n", first + i, (double)paths[i][k].x, (double)paths[i][k].y);
}

static void add_units(throng_crowd *crowd, const throng_trace_start *starts, throng_agent *agents)
{
    throng_agent_def units[UNITS];
    for (int i = 0; i < UNITS; i++) {
        units[i] = throng_agent_default_def();
        units[i].radius = 0.3f;
        units[i].max_speed = SPEED;
        units[i].time_horizon = 1.5f;
        units[i].time_horizon_obst = 0.5f;
        units[i].x = starts[i].x;
        units[i].y = starts[i].y;
        units[i].navigation = THRONG_NAVIGATE_GOAL;
        units[i].target_x = starts[i].x;
        units[i].target_y = starts[i].y;
    }
    check(throng_crowd_add(crowd, UNITS, units, 0, agents));
}

static int is_near(throng_trace_point point, const float *position)
{
    const float x = point.x - position[0], y = point.y - position[1];
    return x * x + y * y < 1.0f;
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
    throng_trace_start starts[UNITS];
    for (int i = 0; i < UNITS; i++) {
        const throng_trace_start start = {1.5f, 1.0f + (float)i * 2.0f, SPEED / STEPS_PER_SECOND, 0, 0, 0};
        starts[i] = start;
    }

    for (int careful = 0; careful < 2; careful++) {
        throng_potential *field = create_field(terrain, careful ? 2000.0f : 0.0f);
        throng_potential_info info;
        check(throng_potential_get_info(field, &info));
        throng_flow *flow = create_flow(terrain, info.backend);
        trace_paths(field, flow, starts);
        print_paths(careful ? "guns push" : "guns ignored");
        if (file)
            write_paths(file, careful * UNITS);
        check(throng_flow_destroy(flow));
        check(throng_potential_destroy(field));
    }

    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = UNITS;
    def.symmetry = 0.05f;
    def.terrain = terrain;
    check(throng_crowd_create(context, &def, &crowd));
    throng_agent agents[UNITS];
    add_units(crowd, starts, agents);

    int32_t next[UNITS] = {0}; /* the point of its path that a unit goes to */
    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        float positions[UNITS][2];
        throng_trace_point goals[UNITS];
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, agents, 0, positions, 0));
        for (int i = 0; i < UNITS; i++) {
            while (next[i] < results[i].steps && is_near(paths[i][next[i]], positions[i]))
                next[i]++;
            goals[i] = paths[i][next[i]];
        }
        check(throng_crowd_set(crowd, THRONG_AGENT_GOAL, UNITS, agents, 0, goals, 0));
        check(throng_crowd_step(crowd, 1.0f / STEPS_PER_SECOND));

        int arrived = 0;
        for (int i = 0; i < UNITS; i++)
            arrived += next[i] == results[i].steps;
        if (step % (10 * STEPS_PER_SECOND) == 0)
            printf("after %2d s: %d of %d are at the goal\n", step / STEPS_PER_SECOND, arrived, UNITS);
        for (int i = 0; file && i < UNITS; i++)
            fprintf(file, "%d,%d,%g,%g\n", step, i, (double)positions[i][0], (double)positions[i][1]);
    }

    if (file && fclose(file) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    check(throng_crowd_destroy(crowd));
    check(throng_terrain_destroy(terrain));
    check(throng_context_destroy(context));
}
