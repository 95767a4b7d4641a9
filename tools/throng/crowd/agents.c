/* The agents of `throng crowd`: from a table, or drawn at random. */
#include "tools/throng/crowd/crowd.h"

#include <math.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- the table ------------------------- */

enum {
    PX,
    PY,
    VX,
    VY,
    PREF_X,
    PREF_Y,
    GOAL_X,
    GOAL_Y,
    PREF_SPEED,
    RADIUS,
    MAX_SPEED,
    NEIGHBOR_DIST,
    HORIZON,
    HORIZON_OBST,
    RESPONSIBILITY,
    VISION,
    VISION_MIN,
    VISION_ANGLE,
    HEARING,
    SOUND,
    HEADING_X,
    HEADING_Y,
    COLUMNS
};
enum { ID, NEIGHBORS, CAPACITY, LAYER, MASK, PRIORITY, LOCKED, WHOLES };

#define LARGEST 1e9
#define LEAST 1e-6     /* of a length or time that is not 0 */
#define GOALS_MOST 100 /* drawn until one is free */
#define FLOW_GOALS 8   /* of --random, for a flow */

static int32_t is_given(const throng_app_table *table, int32_t column)
{
    return (int32_t)(table->given >> column & 1u);
}

/* Two columns that the header names both, or neither. */
static int check_pair(const throng_app_table *table, int32_t first, const char *names[2])
{
    const int32_t both[2] = {is_given(table, first), is_given(table, first + 1)};
    if (both[0] == both[1]) {
        return THRONG_APP_OK;
    }
    return throng_app_reject(THRONG_APP_USAGE, table->name,
                             "line %d: column \"%s\" is missing; the header names \"%s\" alone",
                             (int)table->header, names[both[0]], names[both[1]]);
}

static int check_header(const throng_app_table *table)
{
    int code = check_pair(table, PREF_X, (const char *[2]){"prefx", "prefy"});
    code = code == THRONG_APP_OK ? check_pair(table, GOAL_X, (const char *[2]){"goalx", "goaly"}) : code;
    code = code == THRONG_APP_OK ? check_pair(table, HEADING_X, (const char *[2]){"heading_x", "heading_y"})
                                 : code;
    if (code == THRONG_APP_OK && is_given(table, PREF_X) && is_given(table, GOAL_X)) {
        return throng_app_reject(
            THRONG_APP_USAGE, table->name,
            "line %d: columns \"prefx\" and \"goalx\" exclude each other; keep prefx,prefy "
            "or goalx,goaly",
            (int)table->header);
    }
    if (code == THRONG_APP_OK && table->rows > THRONG_MAX_AGENTS) {
        return throng_app_reject(THRONG_APP_USAGE, table->name, "line %d: more than %d agents; give fewer",
                                 (int)table->lines[THRONG_MAX_AGENTS], THRONG_MAX_AGENTS);
    }
    return code;
}

static int reject_value(const throng_app_table *table, int32_t row, const char *column, float value,
                        const char *why)
{
    return throng_app_reject(THRONG_APP_USAGE, table->name, "line %d, column \"%s\": %.9g %s",
                             (int)table->lines[row], column, (double)value, why);
}

/* What the columns' limits do not say. */
static int check_row(const throng_app_table *table, int32_t row)
{
    const float *values = table->values + (size_t)row * COLUMNS;
    if (values[RADIUS] > 0.0f && values[RADIUS] < (float)LEAST) {
        return reject_value(table, row, "radius", values[RADIUS], "is too small; give 0, or at least 1e-06");
    }
    if (values[MAX_SPEED] > 0.0f && values[MAX_SPEED] < (float)LEAST) {
        return reject_value(table, row, "max_speed", values[MAX_SPEED],
                            "is too small; give 0, or at least 1e-06");
    }
    if (values[VISION_MIN] > values[VISION]) {
        return reject_value(table, row, "vision_range_min", values[VISION_MIN],
                            "is above vision_range; give at most that");
    }
    return THRONG_APP_OK;
}

static void fill_agent(const throng_app_table *table, int32_t row, throng_agent_def *agent)
{
    const float *values = table->values + (size_t)row * COLUMNS;
    const uint64_t *wholes = table->wholes + (size_t)row * WHOLES;
    const int32_t to_goal = is_given(table, GOAL_X);
    agent->id = is_given(table, COLUMNS + ID) ? wholes[ID] : (uint64_t)row;
    agent->x = values[PX];
    agent->y = values[PY];
    agent->vx = values[VX];
    agent->vy = values[VY];
    agent->navigation = to_goal ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
    agent->target_x = values[to_goal ? GOAL_X : PREF_X];
    agent->target_y = values[to_goal ? GOAL_Y : PREF_Y];
    agent->pref_speed = values[PREF_SPEED];
    agent->radius = values[RADIUS];
    agent->max_speed = values[MAX_SPEED];
    agent->neighbor_dist = values[NEIGHBOR_DIST];
    agent->time_horizon = values[HORIZON];
    agent->time_horizon_obst = values[HORIZON_OBST];
    agent->responsibility = values[RESPONSIBILITY];
    agent->vision_range = values[VISION];
    agent->vision_range_min = values[VISION_MIN];
    agent->vision_angle = values[VISION_ANGLE];
    agent->hearing_range = values[HEARING];
    agent->sound_range = values[SOUND];
    agent->heading_x = values[HEADING_X];
    agent->heading_y = values[HEADING_Y];
    agent->max_neighbors = (int32_t)wholes[NEIGHBORS];
    agent->capacity = (int32_t)wholes[CAPACITY];
    agent->layer = (uint32_t)wholes[LAYER];
    agent->mask = (uint32_t)wholes[MASK];
    agent->priority = (int32_t)(int64_t)wholes[PRIORITY];
    agent->locked = (int32_t)wholes[LOCKED];
}

/* ---------------------------------------------------------------- their order ----------------------- */

typedef struct named {
    uint64_t id;
    int32_t row;
} named;

static int by_id(const void *left, const void *right)
{
    const named *a = left;
    const named *b = right;
    if (a->id != b->id) {
        return a->id < b->id ? -1 : 1;
    }
    return (a->row > b->row) - (a->row < b->row);
}

/* Of ids that stand there twice the one whose second place comes first in the file. */
static int check_ids(const throng_app_table *table, const named *order)
{
    int32_t found = -1;
    for (int32_t i = 1; i < table->rows; ++i) {
        if (order[i].id == order[i - 1].id && (found < 0 || order[i].row < order[found].row)) {
            found = i;
        }
    }
    if (found < 0) {
        return THRONG_APP_OK;
    }
    return throng_app_reject(THRONG_APP_USAGE, table->name,
                             "line %d, column \"id\": \"%llu\" is the id of line %d already; ids are unique",
                             (int)table->lines[order[found].row], (unsigned long long)order[found].id,
                             (int)table->lines[order[found - 1].row]);
}

static int fill_agents(const throng_app_table *table, const throng_agent_def *plain, named *order,
                       throng_app_crowd_scene *scene)
{
    const int32_t named_there = is_given(table, COLUMNS + ID);
    for (int32_t i = 0; i < table->rows; ++i) {
        int code = check_row(table, i);
        if (code != THRONG_APP_OK) {
            return code;
        }
        order[i] = (named){named_there ? table->wholes[(size_t)i * WHOLES + ID] : (uint64_t)i, i};
    }
    qsort(order, (size_t)table->rows, sizeof *order, by_id);
    int code = check_ids(table, order);
    for (int32_t i = 0; i < table->rows && code == THRONG_APP_OK; ++i) {
        scene->agents[i] = *plain;
        fill_agent(table, order[i].row, &scene->agents[i]);
        scene->lines[i] = table->lines[order[i].row];
    }
    scene->count = table->rows;
    return code;
}

static int make_agents(const throng_app_table *table, const throng_agent_def *plain,
                       throng_app_crowd_scene *scene)
{
    int code = check_header(table);
    if (code != THRONG_APP_OK) {
        return code;
    }
    named *order = calloc((size_t)table->rows + 1, sizeof *order);
    scene->agents = calloc((size_t)table->rows + 1, sizeof *scene->agents);
    scene->lines = calloc((size_t)table->rows + 1, sizeof *scene->lines);
    code = order != NULL && scene->agents != NULL && scene->lines != NULL
               ? fill_agents(table, plain, order, scene)
               : throng_app_reject_memory(table->name);
    free(order);
    return code;
}

static int load_agents(const char *path, const throng_agent_def *plain, throng_app_crowd_scene *scene)
{
    const throng_app_column columns[COLUMNS] = {
        {"px", 1, 0.0f, -LARGEST, LARGEST, 0, 0},
        {"py", 1, 0.0f, -LARGEST, LARGEST, 0, 0},
        {"vx", 0, plain->vx, -LARGEST, LARGEST, 0, 0},
        {"vy", 0, plain->vy, -LARGEST, LARGEST, 0, 0},
        {"prefx", 0, plain->target_x, -LARGEST, LARGEST, 0, 0},
        {"prefy", 0, plain->target_y, -LARGEST, LARGEST, 0, 0},
        {"goalx", 0, plain->target_x, -LARGEST, LARGEST, 0, 0},
        {"goaly", 0, plain->target_y, -LARGEST, LARGEST, 0, 0},
        {"pref_speed", 0, plain->pref_speed, -LARGEST, LARGEST, 0, 0},
        {"radius", 0, plain->radius, 0.0, LARGEST, 0, 0},
        {"max_speed", 0, plain->max_speed, 0.0, LARGEST, 0, 0},
        {"neighbor_dist", 0, plain->neighbor_dist, 0.0, LARGEST, 0, 0},
        {"time_horizon", 0, plain->time_horizon, LEAST, LARGEST, 0, 0},
        {"time_horizon_obst", 0, plain->time_horizon_obst, LEAST, LARGEST, 0, 0},
        {"responsibility", 0, plain->responsibility, 0.0, 1e6, 0, 0},
        {"vision_range", 0, plain->vision_range, 0.0, LARGEST, 0, 0},
        {"vision_range_min", 0, plain->vision_range_min, -LARGEST, LARGEST, 0, 0},
        {"vision_angle", 0, plain->vision_angle, 0.0, 360.0, 0, 0},
        {"hearing_range", 0, plain->hearing_range, 0.0, LARGEST, 0, 0},
        {"sound_range", 0, plain->sound_range, 0.0, LARGEST, 0, 0},
        {"heading_x", 0, plain->heading_x, -LARGEST, LARGEST, 0, 0},
        {"heading_y", 0, plain->heading_y, -LARGEST, LARGEST, 0, 0},
    };
    const throng_app_whole wholes[WHOLES] = {
        {"id", 0, 0, 0, THRONG_NEXT_ID - 1},
        {"max_neighbors", 0, (uint64_t)plain->max_neighbors, 0, THRONG_MAX_NEIGHBORS},
        {"capacity", 0, (uint64_t)plain->capacity, 0, INT32_MAX},
        {"layer", 0, plain->layer, 0, UINT32_MAX},
        {"mask", 0, plain->mask, 0, UINT32_MAX},
        {"priority", 0, (uint64_t)plain->priority, INT32_MIN, INT32_MAX},
        {"locked", 0, (uint64_t)plain->locked, 0, 1},
    };
    throng_app_table table;
    int code = throng_app_table_load_wholes(path, columns, COLUMNS, wholes, WHOLES, &table);
    if (code == THRONG_APP_OK) {
        code = make_agents(&table, plain, scene);
    }
    throng_app_table_release(&table);
    return code;
}

/* ---------------------------------------------------------------- at random ------------------------- */

/* In [0, 1), a multiple of 2^-24, the same on every machine: a counter times an odd constant, mixed. */
static double next_unit(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t bits = *state;
    bits = (bits ^ bits >> 32) * 0xD6E8FEB86659FD93u;
    bits = (bits ^ bits >> 29) * 0xA0761D6478BD642Fu;
    return (double)((bits ^ bits >> 32) >> 40) / 16777216.0;
}

/* Where agents are drawn: `side` to a row, for as many rows as it takes. */
typedef struct block {
    const throng_app_crowd_free_space *ground;
    double spacing, radius;
    int32_t side, rows;
    uint64_t places,
        goals;      /* states; first goals are drawn with the places, so that obstacles move nobody else */
    int32_t shared; /* goals that all agents share; 0: each has its own */
    throng_agent_def towards[FLOW_GOALS]; /* these goals */
} block;

static int32_t is_free(const block *b, float x, float y)
{
    return throng_app_crowd_free_space_free(b->ground, (double)x, (double)y, b->radius);
}

static void draw_goal(const block *b, uint64_t *state, throng_agent_def *agent)
{
    agent->target_x = (float)(next_unit(state) * b->side * b->spacing);
    agent->target_y = (float)(next_unit(state) * b->rows * b->spacing);
}

/* Draws goals until one is free; 0: none was. */
static int32_t free_goal(block *b, throng_agent_def *agent)
{
    for (int32_t i = 0; i < GOALS_MOST && !is_free(b, agent->target_x, agent->target_y); ++i) {
        draw_goal(b, &b->goals, agent);
    }
    return is_free(b, agent->target_x, agent->target_y);
}

/* 0: its place is not free. */
static int32_t draw_agent(block *b, int32_t index, throng_agent_def *agent)
{
    const int32_t row = index / b->side;
    agent->id = (uint64_t)index;
    agent->x = (float)((index % b->side + 0.3 + 0.4 * next_unit(&b->places)) * b->spacing);
    agent->y = (float)((row + 0.3 + 0.4 * next_unit(&b->places)) * b->spacing);
    agent->navigation = THRONG_NAVIGATE_GOAL;
    draw_goal(b, &b->places, agent);
    if (!is_free(b, agent->x, agent->y)) {
        return 0;
    }
    if (b->shared > 0) {
        const throng_agent_def *to = &b->towards[index % b->shared];
        agent->target_x = to->target_x;
        agent->target_y = to->target_y;
    } else if (!free_goal(b, agent)) {
        agent->target_x = agent->x;
        agent->target_y = agent->y;
    }
    return 1;
}

/* The rows of --random: a square of them, or as many as the map has room for. */
static int size_block(const throng_app_crowd_options *options, const throng_app_crowd_free_space *ground,
                      block *b)
{
    if (ground->map != NULL) {
        const double across = fmax(floor(ground->map->width * ground->cell / b->spacing), 1.0);
        const double down = fmax(floor(ground->map->height * ground->cell / b->spacing), 1.0);
        if (across * down > (double)INT32_MAX) {
            return throng_app_reject(THRONG_APP_USAGE, "--spacing",
                                     "%g is too little for this map; give at least %g", b->spacing,
                                     b->spacing * sqrt(across * down / (double)INT32_MAX));
        }
        b->side = (int32_t)across;
        b->rows = (int32_t)down;
        return THRONG_APP_OK;
    }
    while ((int64_t)b->side * b->side < options->random) {
        b->side += 1;
    }
    b->rows = (options->random + b->side - 1) / b->side;
    if (b->side * b->spacing > LARGEST) {
        return throng_app_reject(THRONG_APP_USAGE, "--spacing",
                                 "%g is too much for so many agents; give at most %g", b->spacing,
                                 LARGEST / b->side);
    }
    return THRONG_APP_OK;
}

/* How many of the block's places are free. */
static int32_t count_places(const block *b, const throng_agent_def *plain)
{
    block tried = *b;
    throng_agent_def agent = *plain;
    int32_t count = 0;
    for (int32_t i = 0; i < b->side * b->rows; ++i) {
        count += draw_agent(&tried, i, &agent);
    }
    return count;
}

/* For a flow: a few goals. */
static int draw_shared(block *b)
{
    for (int32_t i = 0; i < FLOW_GOALS; ++i) {
        throng_agent_def *goal = &b->towards[b->shared];
        draw_goal(b, &b->goals, goal);
        b->shared += free_goal(b, goal);
    }
    return b->shared > 0 ? THRONG_APP_OK
                         : throng_app_reject(THRONG_APP_USAGE, "--map",
                                             "no place for a goal was found; give one with more free cells");
}

/* Each a fifth of the spacing off at most, and on its way to some point of the block. On a map, where there
 * are more places than agents, these are spread over all of them. */
static int draw_agents(const throng_app_crowd_options *options, const throng_agent_def *plain,
                       throng_app_crowd_scene *scene)
{
    const int32_t wanted = options->random;
    const int32_t on_map = scene->obstacles.ground.map != NULL;
    int32_t met = 0;
    block b = {.ground = &scene->obstacles.ground,
               .spacing = (double)options->spacing,
               .radius = (double)plain->radius,
               .side = 1,
               .places = options->common.seed,
               .goals = ~options->common.seed};
    int code = size_block(options, b.ground, &b);
    code = code == THRONG_APP_OK && options->navigate != 0 ? draw_shared(&b) : code;
    if (code != THRONG_APP_OK) {
        return code;
    }
    const int32_t places = on_map ? b.side * b.rows : wanted;
    const int64_t room = on_map ? count_places(&b, plain) : wanted;
    const int64_t taken = room < wanted ? room : wanted;
    scene->agents = calloc((size_t)wanted + 1, sizeof *scene->agents);
    if (scene->agents == NULL) {
        return throng_app_reject_memory("--random");
    }
    for (int32_t i = 0; i < places; ++i) {
        if (i % 1024 == 0) {
            throng_app_progress("crowd: place", i, places);
        }
        throng_agent_def *agent = &scene->agents[scene->count];
        *agent = *plain;
        if (draw_agent(&b, i, agent)) {
            scene->count += (met + 1) * taken / room > met * taken / room;
            met += 1;
        }
    }
    throng_app_progress("", 1, 1);
    return THRONG_APP_OK;
}

/* ---------------------------------------------------------------- both ------------------------------ */

int throng_app_crowd_load(const throng_app_crowd_options *options, throng_app_crowd_scene *scene)
{
    throng_agent_def plain = throng_agent_default_def();
    plain.dead_speed = options->dead_speed;
    int code = throng_app_crowd_obstacles_load(options->obstacles_path, &scene->obstacles);
    code = code == THRONG_APP_OK ? throng_app_crowd_map_load(options, scene) : code;
    if (code == THRONG_APP_OK) {
        code = options->agents_path != NULL ? load_agents(options->agents_path, &plain, scene)
                                            : draw_agents(options, &plain, scene);
    }
    code = code == THRONG_APP_OK ? throng_app_crowd_map_check(options, scene) : code;
    return code == THRONG_APP_OK ? throng_app_crowd_map_aim(options, scene) : code;
}

void throng_app_crowd_release(throng_app_crowd_scene *scene)
{
    throng_app_crowd_obstacles_release(&scene->obstacles);
    free(scene->agents);
    free(scene->lines);
    free(scene->goals);
    free(scene->map.cells);
    *scene = (throng_app_crowd_scene){0};
}
