/* Data for the pictures of docs/concepts that the program throng has no output for:
 *   concepts view AGENTS STEPS ID   what agent ID sees after so many steps; AGENTS is a CSV file with columns
 *                                   id,px,py,vx,vy,prefx,prefy
 *   concepts routes MAP             a route across a dangerous disc, for three weights of the costs
 *   concepts flow MAP               lengths and directions of a field, and paths of agents through it
 * MAP is a file of rows of '.' and '#'. Output is CSV on standard output; its first column names the kind of
 * row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <throng/throng.h>

enum { SIDE = 256, PATH_CELLS = 4096, AGENTS = 256, LINES = 128 };

typedef struct grid {
    int width, height;
    uint8_t blocked[SIDE * SIDE];
} grid;

static throng_context *context;

static void check(throng_status status)
{
    if (status) {
        fprintf(stderr, "concepts: %s\n", context ? throng_context_message(context) : "no context");
        exit(1);
    }
}

static throng_terrain *read_terrain(const char *path, grid *g)
{
    char line[SIDE + 2];
    FILE *file = fopen(path, "r");
    throng_terrain *terrain;
    throng_terrain_def def = throng_terrain_default_def();
    if (!file) {
        perror(path);
        exit(2);
    }
    g->width = g->height = 0;
    while (g->height < SIDE && fgets(line, sizeof line, file)) {
        g->width = (int)strcspn(line, "\n");
        for (int i = 0; i < g->width; i++)
            g->blocked[g->height * g->width + i] = line[i] == '#';
        g->height++;
    }
    fclose(file);
    def.width = g->width;
    def.height = g->height;
    check(throng_terrain_create(context, &def, &terrain));
    check(throng_terrain_set(terrain, NULL, g->blocked, 0));
    return terrain;
}

static void view(const char *path, int steps, uint64_t id)
{
    static throng_agent perceived[AGENTS], avoided[AGENTS];
    static throng_half_plane lines[LINES];
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    throng_agent agent;
    throng_crowd_view seen = {perceived, avoided, lines, AGENTS, AGENTS, LINES, 0, 0, 0, 0};
    float position[2], velocity[2], preferred[2];
    unsigned long long number;
    char line[256];
    FILE *file = fopen(path, "r");
    check(throng_crowd_create(context, &def, &crowd));
    if (!file || !fgets(line, sizeof line, file)) {
        perror(path);
        exit(2);
    }
    while (fgets(line, sizeof line, file)) {
        throng_agent_def one = throng_agent_default_def();
        if (sscanf(line, "%llu,%f,%f,%f,%f,%f,%f", &number, &one.x, &one.y, &one.vx, &one.vy, &one.target_x,
                   &one.target_y) != 7)
            continue;
        one.id = number;
        check(throng_crowd_add(crowd, 1, &one, 0, NULL));
    }
    fclose(file);
    for (int i = 0; i < steps; i++)
        check(throng_crowd_step(crowd, 0.1f));
    check(throng_crowd_find(crowd, id, &agent));
    check(throng_crowd_inspect(crowd, agent, 0.1f, &seen));
    check(throng_crowd_get(crowd, THRONG_AGENT_PREFERRED_VELOCITY, 1, &agent, 0, preferred, 0));
    check(throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, velocity, 0));
    printf("kind,a,b,c,d\nnow,%.9g,%.9g,0,0\nwish,%.9g,%.9g,0,0\n", (double)velocity[0], (double)velocity[1],
           (double)preferred[0], (double)preferred[1]);
    for (int i = 0; i < seen.line_count; i++)
        printf("line,%.9g,%.9g,%.9g,0\n", (double)lines[i].nx, (double)lines[i].ny, (double)lines[i].c);
    throng_agent all[AGENTS];
    int32_t count;
    check(throng_crowd_list(crowd, all, AGENTS, &count));
    for (int i = 0; i < count; i++) {
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &all[i], 0, position, 0));
        check(throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &all[i], 0, velocity, 0));
        printf("%s,%.9g,%.9g,%.9g,%.9g\n", all[i].index == agent.index ? "self" : "other",
               (double)position[0], (double)position[1], (double)velocity[0], (double)velocity[1]);
    }
    for (int i = 0; i < seen.avoided_count; i++) {
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &avoided[i], 0, position, 0));
        printf("avoided,%.9g,%.9g,0,0\n", (double)position[0], (double)position[1]);
    }
    check(throng_crowd_step(crowd, 0.1f));
    check(throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, velocity, 0));
    printf("next,%.9g,%.9g,0,0\n", (double)velocity[0], (double)velocity[1]);
}

static void routes(const char *path)
{
    static grid g;
    static float costs[SIDE * SIDE];
    static throng_cell cells[PATH_CELLS];
    const float weights[3] = {0.0f, 0.25f, 4.0f};
    throng_terrain *terrain = read_terrain(path, &g);
    throng_route_def def = throng_route_default_def();
    throng_route *route;
    throng_route_result result;
    const throng_cell_pair pair = {{2, g.height / 2}, {g.width - 3, g.height / 2}};
    def.terrain = terrain;
    check(throng_route_create(context, &def, &route));
    printf("kind,weight,x,y,value\n");
    for (int row = 0; row < g.height; row++)
        for (int column = 0; column < g.width; column++) {
            const float x = (float)column - 22.5f, y = (float)row - 12.5f;
            const float distance = sqrtf(x * x + y * y);
            const float cost = distance < 9.0f ? 9.0f - distance : 0.0f;
            costs[row * g.width + column] = cost;
            if (cost > 0.0f)
                printf("cost,0,%d,%d,%.9g\n", column, row, (double)cost);
        }
    check(throng_route_set_costs(route, NULL, costs, 0));
    for (int i = 0; i < 3; i++) {
        check(throng_route_set_weight(route, weights[i]));
        check(throng_route_find(route, 1, &pair, 0, &result));
        check(throng_route_read(route, 0, 1, cells, PATH_CELLS));
        printf("sum,%g,%.9g,%.9g,%.9g\n", (double)weights[i], (double)result.length, (double)result.cost,
               (double)result.total);
        for (int k = 0; k < result.cell_count; k++)
            printf("route,%g,%d,%d,0\n", (double)weights[i], cells[k].column, cells[k].row);
    }
}

static void flow(const char *path)
{
    static grid g;
    static float lengths[SIDE * SIDE];
    static throng_flow_direction directions[SIDE * SIDE];
    const float starts[3][2] = {{1.5f, 1.2f}, {2.6f, 12.5f}, {22.4f, 14.6f}};
    throng_terrain *terrain = read_terrain(path, &g);
    throng_flow_def def = throng_flow_default_def();
    throng_flow *fields;
    const throng_cell goals[2] = {{28, 3}, {9, 14}};
    def.terrain = terrain;
    def.goal_capacity = 2;
    def.backend = THRONG_BACKEND_CPU;
    check(throng_flow_create(context, &def, &fields));
    check(throng_flow_set_goals(fields, 0, 2, goals, 0));
    check(throng_flow_update(fields));
    check(throng_flow_read_lengths(fields, 0, NULL, lengths, 0));
    check(throng_flow_read_directions(fields, 0, NULL, directions, 0));
    printf("kind,x,y,a,b\n");
    for (int i = 0; i < g.width * g.height; i++)
        printf("cell,%d,%d,%.9g,%d\n", i % g.width, i / g.width, (double)lengths[i], (int)directions[i]);
    for (int k = 0; k < 3; k++)
        for (int smooth = 0; smooth < 2; smooth++) {
            throng_flow_point at = {starts[k][0], starts[k][1], 0, 0};
            throng_flow_vector to;
            for (int step = 0; step < 400; step++) {
                check(throng_flow_sample(fields, smooth ? THRONG_FLOW_SAMPLE_SMOOTH : THRONG_FLOW_SAMPLE_CELL,
                                         1, &at, 0, &to));
                printf("%s,%.9g,%.9g,%d,0\n", smooth ? "smooth" : "steps", (double)at.x, (double)at.y, k);
                if (to.dx == 0.0f && to.dy == 0.0f)
                    break;
                at.x += 0.125f * to.dx;
                at.y += 0.125f * to.dy;
            }
        }
}

int main(int count, char **arguments)
{
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    check(throng_context_create(&def, &context));
    if (count == 5 && strcmp(arguments[1], "view") == 0)
        view(arguments[2], atoi(arguments[3]), strtoull(arguments[4], NULL, 10));
    else if (count == 3 && strcmp(arguments[1], "routes") == 0)
        routes(arguments[2]);
    else if (count == 3 && strcmp(arguments[1], "flow") == 0)
        flow(arguments[2]);
    else {
        fprintf(stderr, "usage: concepts view AGENTS STEPS ID | routes MAP | flow MAP\n");
        return 2;
    }
    return 0;
}
