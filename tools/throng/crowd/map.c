/* The map of `throng crowd`: its cells as walls, and the flow that leads agents around them. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- places ---------------------------- */

/* The cell of a coordinate; -1 if it is outside of every map. */
static int32_t cell_of(double at, double cell)
{
    const double index = floor(at / cell);
    return index >= 0.0 && index < (double)INT32_MAX ? (int32_t)index : -1;
}

int32_t crowd_map_blocks(const crowd_free_space *ground, double x, double y)
{
    const int32_t column = cell_of(x, ground->cell);
    const int32_t row = cell_of(y, ground->cell);
    return column < 0 || row < 0 || column >= ground->map->width || row >= ground->map->height ||
           !map_is_free(ground->map, column, row);
}

int32_t crowd_map_clear(const crowd_free_space *ground, double x, double y, double radius)
{
    const double cell = ground->cell;
    if (x < radius || y < radius || x + radius > ground->map->width * cell ||
        y + radius > ground->map->height * cell || crowd_map_blocks(ground, x, y))
        return 0;
    /* by the border of the map there is no cell behind the last one */
    const int32_t bottom = cell_of(fmin(y + radius, (ground->map->height - 0.5) * cell), cell);
    const int32_t right = cell_of(fmin(x + radius, (ground->map->width - 0.5) * cell), cell);
    for (int32_t row = cell_of(y - radius, cell); row <= bottom; row++) {
        for (int32_t column = cell_of(x - radius, cell); column <= right; column++) {
            const double dx = x - fmin(fmax(x, column * cell), (column + 1) * cell);
            const double dy = y - fmin(fmax(y, row * cell), (row + 1) * cell);
            if (hypot(dx, dy) < radius && !map_is_free(ground->map, column, row))
                return 0;
        }
    }
    return 1;
}

/* ---------------------------------------------------------------- parts ----------------------------- */

int32_t crowd_map_in_part(const crowd_free_space *ground, const uint8_t *part, double x, double y)
{
    return !crowd_map_blocks(ground, x, y) &&
           part[(size_t)cell_of(y, ground->cell) * (size_t)ground->map->width +
                (size_t)cell_of(x, ground->cell)];
}

/* Marks the cells that are connected with `first`, which need `stack`; how many there are. Corners are not
 * cut, so that steps to the four sides connect whatever is connected. */
static int32_t mark_part(const grid_map *map, uint8_t *part, int32_t *stack, int32_t first, uint8_t mark)
{
    const int32_t width = map->width;
    int32_t count = 0, pending = 0;
    part[first] = mark;
    stack[pending++] = first;
    while (pending > 0) {
        const int32_t cell = stack[--pending], column = cell % width, row = cell / width;
        const int32_t next[4][2] = {
            {column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}};
        count++;
        for (int32_t k = 0; k < 4; k++) {
            const int32_t at = next[k][1] * width + next[k][0];
            if (next[k][0] < 0 || next[k][0] >= width || next[k][1] < 0 || next[k][1] >= map->height ||
                part[at] == mark || !map_is_free(map, next[k][0], next[k][1]))
                continue;
            part[at] = mark;
            stack[pending++] = at;
        }
    }
    return count;
}

/* A part is marked 2 when it is met, and 1 in the end. */
int crowd_map_largest_part(const grid_map *map, uint8_t **part)
{
    const size_t cells = (size_t)map->width * (size_t)map->height;
    int code = PROGRAM_OK;
    int32_t most = 0, first = 0;
    int32_t *stack = allocate(cells, sizeof *stack, "--map", &code);
    *part = allocate(cells, sizeof **part, "--map", &code);
    if (!code)
        memset(*part, 0, cells);
    for (int32_t i = 0; (size_t)i < cells && !code; i++) {
        if ((*part)[i] || !map_is_free(map, i % map->width, i / map->width))
            continue;
        const int32_t count = mark_part(map, *part, stack, i, 2);
        first = count > most ? i : first;
        most = count > most ? count : most;
    }
    if (!code)
        memset(*part, 0, cells);
    if (most > 0)
        mark_part(map, *part, stack, first, 1);
    free(stack);
    return code;
}

/* ---------------------------------------------------------------- usage ----------------------------- */

int crowd_map_load(const crowd_options *options, crowd_scene *scene)
{
    crowd_free_space *ground = &scene->obstacles.ground;
    if (!options->map_path)
        return PROGRAM_OK;
    ground->cell = (double)options->cell;
    ground->map = &scene->map;
    return map_load(options->map_path, &scene->map);
}

static const char *name_of(const crowd_options *options)
{
    return strcmp(options->agents_path, "-") == 0 ? "standard input" : options->agents_path;
}

static int reject_place(const crowd_options *options, int32_t line, const char *const names[2], float x,
                        float y)
{
    return reject_usage(name_of(options),
                        "line %d, column \"%s\": %.9g and \"%s\": %.9g are in a blocked cell, or "
                        "off the map; give a point of a free cell",
                        (int)line, names[0], (double)x, names[1], (double)y);
}

static int check_agent(const crowd_options *options, const crowd_scene *scene, int32_t index)
{
    static const char *const place[2] = {"px", "py"};
    static const char *const goal[2] = {"goalx", "goaly"};
    const crowd_free_space *ground = &scene->obstacles.ground;
    const throng_agent_def *a = &scene->agents[index];
    if (crowd_map_blocks(ground, (double)a->x, (double)a->y))
        return reject_place(options, scene->lines[index], place, a->x, a->y);
    if (options->navigate == 0)
        return PROGRAM_OK;
    if (a->navigation == THRONG_NAVIGATE_VELOCITY)
        return reject_usage("--navigate", "a flow leads to goals; give the agents goalx,goaly");
    return crowd_map_blocks(ground, (double)a->target_x, (double)a->target_y)
               ? reject_place(options, scene->lines[index], goal, a->target_x, a->target_y)
               : PROGRAM_OK;
}

int crowd_map_check(const crowd_options *options, const crowd_scene *scene)
{
    int code = PROGRAM_OK;
    /* places that are drawn are free */
    if (!scene->obstacles.ground.map || !scene->lines)
        return code;
    for (int32_t i = 0; i < scene->count && !code; i++)
        code = check_agent(options, scene, i);
    return code;
}

/* ---------------------------------------------------------------- goals ----------------------------- */

static void aim(void *data, int32_t owner, int32_t field)
{
    throng_agent_def *agent = &((crowd_scene *)data)->agents[owner];
    agent->navigation = THRONG_NAVIGATE_FLOW;
    agent->flow_field = field;
}

int crowd_map_aim(const crowd_options *options, crowd_scene *scene)
{
    const double cell = (double)options->cell;
    if (options->navigate == 0 || scene->count == 0)
        return PROGRAM_OK;
    int code = PROGRAM_OK;
    scene->goals = allocate((size_t)scene->count, sizeof *scene->goals, "--navigate", &code);
    for (int32_t i = 0; i < scene->count && !code; i++) {
        const throng_agent_def *a = &scene->agents[i];
        scene->goals[i] =
            (flow_goal){{cell_of((double)a->target_x, cell), cell_of((double)a->target_y, cell)}, i};
    }
    if (code)
        return code;
    scene->fields = flow_goals_number(scene->goals, scene->count, aim, scene);
    if (scene->fields > THRONG_MAX_FLOW_FIELDS)
        return reject_usage(name_of(options), "goals in %d cells; a flow leads to at most %d",
                            (int)scene->fields, THRONG_MAX_FLOW_FIELDS);
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- what the crowd gets --------------- */

static int by_radius(const void *left, const void *right)
{
    const float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

/* Classes of the agents' radii, if any is above half a cell. If there are too many radii, some take a larger
 * class than they need. */
static int choose_classes(const crowd_job *work, throng_flow_def *def)
{
    const crowd_scene *scene = &work->scene;
    const float half = 0.5f * work->options.cell, most = THRONG_MAX_FLOW_REACH * work->options.cell;
    int code = PROGRAM_OK;
    float *radii = allocate((size_t)scene->count, sizeof *radii, "--navigate", &code);
    int32_t radius_count = 0;
    for (int32_t i = 0; i < scene->count && !code; i++) {
        const float radius = scene->agents[i].radius;
        radii[i] = radius <= half ? half : radius < most ? radius : most;
    }
    if (code)
        return code;
    qsort(radii, (size_t)scene->count, sizeof *radii, by_radius);
    for (int32_t i = 0; i < scene->count; i++)
        if (i == 0 || radii[i] > radii[radius_count - 1])
            radii[radius_count++] = radii[i];
    const int32_t classes =
        radius_count < THRONG_MAX_FLOW_CLEARANCES ? radius_count : THRONG_MAX_FLOW_CLEARANCES;
    for (int32_t k = 0; k < classes && radii[radius_count - 1] > half; k++)
        def->clearances[def->clearance_count++] = radii[(int64_t)radius_count * (k + 1) / classes - 1];
    free(radii);
    return code;
}

/* Whether each agent of a table fits in its goal's cell. */
static int check_goals(const crowd_job *work)
{
    const crowd_scene *scene = &work->scene;
    int code = PROGRAM_OK;
    for (int32_t i = 0; i < scene->count && scene->lines && !code; i++) {
        const throng_agent_def *a = &scene->agents[i];
        const throng_cell goal = scene->goals[a->flow_field].cell;
        const throng_region cell = {goal.column, goal.row, 1, 1};
        int32_t number = 0;
        float length = 0.0f;
        throng_status status = throng_flow_field_for(work->flow, a->flow_field, a->radius, &number);
        if (status == THRONG_OK)
            status = throng_flow_read_lengths(work->flow, number, &cell, &length, 0);
        code = program_check(work->job.context, status, "flow");
        if (!code && length != 0.0f)
            code = reject_usage(
                name_of(&work->options),
                "line %d: a radius of %.9g does not fit at the centre of the goal's cell; give a "
                "goal farther from walls",
                (int)scene->lines[i], (double)a->radius);
    }
    return code;
}

static throng_status make_flow(const crowd_job *work, throng_context *context, throng_terrain *terrain,
                               throng_flow **flow)
{
    throng_flow_def def = work->flow_def;
    def.terrain = terrain;
    const throng_status status =
        flow_goals_create(context, &def, work->scene.goals, work->scene.fields, flow);
    return status == THRONG_OK ? throng_flow_update(*flow) : status;
}

int crowd_map_copy(const crowd_job *work, throng_context *context, throng_terrain **terrain,
                   throng_flow **flow)
{
    if (!work->options.map_path)
        return PROGRAM_OK;
    const int code = program_terrain(context, &work->scene.map, terrain);
    if (code || work->scene.fields == 0)
        return code;
    return program_check(context, make_flow(work, context, *terrain, flow), "flow");
}

int crowd_map_make(crowd_job *work, throng_crowd_def *def)
{
    throng_flow_def *flow = &work->flow_def;
    int code = PROGRAM_OK;
    if (!work->options.map_path)
        return code;
    *flow = throng_flow_default_def();
    if (work->scene.fields > 0)
        code = choose_classes(work, flow);
    flow->cell_size = work->options.cell;
    flow->unreached = flow->clearance_count > 0 ? THRONG_FLOW_UNREACHED_NEAREST : THRONG_FLOW_UNREACHED_STAND;
    code = code ? code : crowd_map_copy(work, work->job.context, &work->terrain, &work->flow);
    if (!code && flow->clearance_count > 0)
        code = check_goals(work);
    def->terrain = work->terrain;
    def->flow = work->flow;
    def->cell_size = work->options.cell;
    return code;
}

void crowd_map_release(crowd_job *work)
{
    throng_flow_destroy(work->flow);
    throng_terrain_destroy(work->terrain);
    work->flow = NULL;
    work->terrain = NULL;
}
