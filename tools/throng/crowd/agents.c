/* The agents of `throng crowd`: from a table, or drawn at random. */
#include "tools/support/memory.h"
#include "tools/support/random_objects.h"
#include "tools/throng/crowd/crowd.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the table ------------------------- */

#define LARGEST 1e9
#define LEAST 1e-6      /* of a length or time that is not 0 */
#define GOALS_MOST 100  /* drawn until one is free */
#define FLOW_GOALS 8    /* of --random, for a flow */
#define GOALS_APART 6.0 /* radii of a packing's bodies: 1.5 times its diameter, see THRONG_FLAG_ARRIVED */

/* Defaults on a map: cells, cells a second, seconds. */
#define MAP_RADIUS 0.2f
#define MAP_SPEED 2.0f
#define MAP_HORIZON 1.0f
#define MAP_HORIZON_OBST 0.5f

/* Columns of floats, and the member of an agent that each is read into. */
enum { PX, PY, PREF_X = 4, PREF_Y, GOAL_X, GOAL_Y, HEADING_X = 20, HEADING_Y, COLUMNS };

static const struct {
    const char *name;
    size_t member;
    double low, high;
} members[COLUMNS] = {
    {"px", offsetof(throng_agent_def, x), -LARGEST, LARGEST},
    {"py", offsetof(throng_agent_def, y), -LARGEST, LARGEST},
    {"vx", offsetof(throng_agent_def, vx), -LARGEST, LARGEST},
    {"vy", offsetof(throng_agent_def, vy), -LARGEST, LARGEST},
    {"prefx", offsetof(throng_agent_def, target_x), -LARGEST, LARGEST},
    {"prefy", offsetof(throng_agent_def, target_y), -LARGEST, LARGEST},
    {"goalx", offsetof(throng_agent_def, target_x), -LARGEST, LARGEST},
    {"goaly", offsetof(throng_agent_def, target_y), -LARGEST, LARGEST},
    {"pref_speed", offsetof(throng_agent_def, pref_speed), -LARGEST, LARGEST},
    {"radius", offsetof(throng_agent_def, radius), 0.0, LARGEST},
    {"max_speed", offsetof(throng_agent_def, max_speed), 0.0, LARGEST},
    {"neighbor_dist", offsetof(throng_agent_def, neighbor_dist), 0.0, LARGEST},
    {"time_horizon", offsetof(throng_agent_def, time_horizon), LEAST, LARGEST},
    {"time_horizon_obst", offsetof(throng_agent_def, time_horizon_obst), LEAST, LARGEST},
    {"responsibility", offsetof(throng_agent_def, responsibility), 0.0, 1e6},
    {"vision_range", offsetof(throng_agent_def, vision_range), 0.0, LARGEST},
    {"vision_range_min", offsetof(throng_agent_def, vision_range_min), -LARGEST, LARGEST},
    {"vision_angle", offsetof(throng_agent_def, vision_angle), 0.0, 360.0},
    {"hearing_range", offsetof(throng_agent_def, hearing_range), 0.0, LARGEST},
    {"sound_range", offsetof(throng_agent_def, sound_range), 0.0, LARGEST},
    {"heading_x", offsetof(throng_agent_def, heading_x), -LARGEST, LARGEST},
    {"heading_y", offsetof(throng_agent_def, heading_y), -LARGEST, LARGEST},
};

enum { ID, NEIGHBORS, CAPACITY, LAYER, MASK, PRIORITY, LOCKED, WHOLES };

static int32_t is_given(const csv_table *table, int32_t column)
{
    return (int32_t)(table->given >> column & 1u);
}

/* Two columns that the header names both, or neither. */
static int check_pair(const csv_table *table, int32_t first, const char *names[2])
{
    const int32_t both[2] = {is_given(table, first), is_given(table, first + 1)};
    if (both[0] == both[1])
        return PROGRAM_OK;
    return reject_usage(table->name, "line %d: column \"%s\" is missing; the header names \"%s\" alone",
                        (int)table->header, names[both[0]], names[both[1]]);
}

static int check_header(const csv_table *table)
{
    int code = check_pair(table, PREF_X, (const char *[2]){"prefx", "prefy"});
    code = code ? code : check_pair(table, GOAL_X, (const char *[2]){"goalx", "goaly"});
    code = code ? code : check_pair(table, HEADING_X, (const char *[2]){"heading_x", "heading_y"});
    if (!code && is_given(table, PREF_X) && is_given(table, GOAL_X))
        return reject(PROGRAM_USAGE, table->name,
                      "line %d: columns \"prefx\" and \"goalx\" exclude each other; keep prefx,prefy "
                      "or goalx,goaly",
                      (int)table->header);
    if (!code && table->rows > THRONG_MAX_AGENTS)
        return reject_usage(table->name, "line %d: more than %d agents; give fewer",
                            (int)table->lines[THRONG_MAX_AGENTS], THRONG_MAX_AGENTS);
    return code;
}

static int reject_value(const csv_table *table, int32_t row, const char *column, float value, const char *why)
{
    return csv_reject(table, table->lines[row], column, "%.9g %s", (double)value, why);
}

/* What the limits of single columns do not cover. */
static int check_agent(const csv_table *table, int32_t row, const throng_agent_def *agent)
{
    if (agent->radius > 0.0f && agent->radius < (float)LEAST)
        return reject_value(table, row, "radius", agent->radius, "is too small; give 0, or at least 1e-06");
    if (agent->max_speed > 0.0f && agent->max_speed < (float)LEAST)
        return reject_value(table, row, "max_speed", agent->max_speed,
                            "is too small; give 0, or at least 1e-06");
    if (agent->vision_range_min > agent->vision_range)
        return reject_value(table, row, "vision_range_min", agent->vision_range_min,
                            "is above vision_range; give at most that");
    return PROGRAM_OK;
}

static int fill_agent(const csv_table *table, int32_t row, throng_agent_def *agent)
{
    const float *values = table->values + (size_t)row * COLUMNS;
    const uint64_t *wholes = table->wholes + (size_t)row * WHOLES;
    for (int32_t i = 0; i < COLUMNS; i++)
        if (is_given(table, i))
            memcpy((char *)agent + members[i].member, &values[i], sizeof *values);
    const float *lacks = table->lacks + (size_t)row * COLUMNS;
    agent->offset_x = (double)lacks[PX];
    agent->offset_y = (double)lacks[PY];
    agent->target_offset_x = is_given(table, GOAL_X) ? (double)lacks[GOAL_X] : 0.0;
    agent->target_offset_y = is_given(table, GOAL_X) ? (double)lacks[GOAL_Y] : 0.0;
    agent->id = is_given(table, COLUMNS + ID) ? wholes[ID] : (uint64_t)row;
    agent->navigation = is_given(table, GOAL_X) ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
    agent->max_neighbors = (int32_t)wholes[NEIGHBORS];
    agent->capacity = (int32_t)wholes[CAPACITY];
    agent->layer = (uint32_t)wholes[LAYER];
    agent->mask = (uint32_t)wholes[MASK];
    agent->priority = (int32_t)(int64_t)wholes[PRIORITY];
    agent->locked = (int32_t)wholes[LOCKED];
    return check_agent(table, row, agent);
}

/* ---------------------------------------------------------------- their order ----------------------- */

typedef struct numbered {
    uint64_t id;
    int32_t row;
} numbered;

static int by_id(const void *left, const void *right)
{
    const numbered *a = left, *b = right;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* Of duplicate ids the one whose second row comes first in the file. */
static int check_ids(const csv_table *table, const numbered *order)
{
    int32_t found = 0;
    for (int32_t i = 1; i < table->rows; i++)
        if (order[i].id == order[i - 1].id && (found == 0 || order[i].row < order[found].row))
            found = i;
    return found == 0
               ? PROGRAM_OK
               : csv_reject(table, table->lines[order[found].row], "id",
                            "\"%llu\" is the id of line %d already; ids are unique",
                            (unsigned long long)order[found].id, (int)table->lines[order[found - 1].row]);
}

static int fill_agents(const csv_table *table, const throng_agent_def *plain, numbered *order,
                       crowd_scene *scene)
{
    for (int32_t i = 0; i < table->rows; i++) {
        throng_agent_def agent = *plain;
        const int code = fill_agent(table, i, &agent);
        if (code)
            return code;
        order[i] = (numbered){agent.id, i};
    }
    qsort(order, (size_t)table->rows, sizeof *order, by_id);
    for (int32_t i = 0; i < table->rows; i++) {
        scene->agents[i] = *plain;
        (void)fill_agent(table, order[i].row, &scene->agents[i]); /* checked above */
        scene->lines[i] = table->lines[order[i].row];
    }
    scene->count = table->rows;
    return check_ids(table, order);
}

static int make_agents(const csv_table *table, const throng_agent_def *plain, crowd_scene *scene)
{
    const size_t rows = (size_t)table->rows;
    int code = check_header(table);
    numbered *order = allocate(rows, sizeof *order, table->name, &code);
    scene->agents = allocate(rows, sizeof *scene->agents, table->name, &code);
    scene->lines = allocate(rows, sizeof *scene->lines, table->name, &code);
    code = code ? code : fill_agents(table, plain, order, scene);
    free(order);
    return code;
}

static int load_agents(const char *path, const throng_agent_def *plain, crowd_scene *scene)
{
    csv_column columns[COLUMNS];
    for (int32_t i = 0; i < COLUMNS; i++)
        columns[i] = (csv_column){members[i].name, i <= PY, 0.0f, members[i].low, members[i].high, 0, 0};
    const csv_whole wholes[WHOLES] = {
        {"id", 0, 0, 0, THRONG_NEXT_ID - 1},
        {"max_neighbors", 0, (uint64_t)plain->max_neighbors, 0, THRONG_MAX_NEIGHBORS},
        {"capacity", 0, (uint64_t)plain->capacity, 0, INT32_MAX},
        {"layer", 0, plain->layer, 0, UINT32_MAX},
        {"mask", 0, plain->mask, 0, UINT32_MAX},
        {"priority", 0, (uint64_t)plain->priority, INT32_MIN, INT32_MAX},
        {"locked", 0, (uint64_t)plain->locked, 0, 1},
    };
    csv_table table;
    int code = csv_load_wholes(path, columns, COLUMNS, wholes, WHOLES, &table);
    if (!code) {
        scene->name = table.name;
        code = make_agents(&table, plain, scene);
    }
    csv_release(&table);
    return code;
}

/* ---------------------------------------------------------------- at random ------------------------- */

/* The block for random agents: `side` agents to a row. */
typedef struct block {
    const crowd_free_space *ground;
    uint8_t *part; /* where places are: cells of the map that are connected; NULL: anywhere */
    double spacing, radius;
    double apart; /* least distance of shared goals */
    int32_t side, rows;
    /* Random states. The first goal is drawn with the position, so obstacles do not change other agents. */
    uint64_t places, goals;
    int32_t shared;                       /* goals that all agents share; 0: each has its own */
    throng_agent_def towards[FLOW_GOALS]; /* these goals */
} block;

static int32_t is_free(const block *b, float x, float y)
{
    return crowd_free_space_free(b->ground, (double)x, (double)y, b->radius) &&
           (!b->part || crowd_map_in_part(b->ground, b->part, (double)x, (double)y));
}

static void draw_goal(const block *b, uint64_t *state, throng_agent_def *agent)
{
    agent->target_x = (float)(random_unit(state) * b->side * b->spacing);
    agent->target_y = (float)(random_unit(state) * b->rows * b->spacing);
}

/* Draws goals until one is free; 0: none was. */
static int32_t free_goal(block *b, throng_agent_def *agent)
{
    for (int32_t i = 0; i < GOALS_MOST && !is_free(b, agent->target_x, agent->target_y); i++)
        draw_goal(b, &b->goals, agent);
    return is_free(b, agent->target_x, agent->target_y);
}

/* Whether those who settle around the goal leave room to those around the goals before it. */
static int32_t is_apart(const block *b, const throng_agent_def *agent)
{
    for (int32_t i = 0; i < b->shared; i++) {
        const throng_agent_def *other = &b->towards[i];
        if (hypot((double)agent->target_x - (double)other->target_x,
                  (double)agent->target_y - (double)other->target_y) < b->apart)
            return 0;
    }
    return 1;
}

/* 0: its place is not free. */
static int32_t draw_agent(block *b, int32_t index, throng_agent_def *agent)
{
    const int32_t row = index / b->side;
    agent->id = (uint64_t)index;
    agent->x = (float)((index % b->side + 0.3 + 0.4 * random_unit(&b->places)) * b->spacing);
    agent->y = (float)((row + 0.3 + 0.4 * random_unit(&b->places)) * b->spacing);
    agent->navigation = THRONG_NAVIGATE_GOAL;
    draw_goal(b, &b->places, agent);
    if (!is_free(b, agent->x, agent->y))
        return 0;
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

/* The rows of --random: a square, or as many as fit on the map. */
static int size_block(const crowd_options *options, const crowd_free_space *ground, block *b)
{
    if (ground->map) {
        const double across = fmax(floor(ground->map->width * ground->cell / b->spacing), 1.0);
        const double down = fmax(floor(ground->map->height * ground->cell / b->spacing), 1.0);
        if (across * down > (double)INT32_MAX)
            return reject_usage("--spacing", "%g is too little for this map; give at least %g", b->spacing,
                                b->spacing * sqrt(across * down / (double)INT32_MAX));
        b->side = (int32_t)across;
        b->rows = (int32_t)down;
        return PROGRAM_OK;
    }
    while ((int64_t)b->side * b->side < options->random)
        b->side++;
    b->rows = (options->random + b->side - 1) / b->side;
    if (b->side * b->spacing > LARGEST)
        return reject_usage("--spacing", "%g is too much for so many agents; give at most %g", b->spacing,
                            LARGEST / b->side);
    return PROGRAM_OK;
}

/* How many of the block's places are free. */
static int32_t count_places(const block *b, const throng_agent_def *plain)
{
    block tried = *b;
    throng_agent_def agent = *plain;
    int32_t count = 0;
    for (int32_t i = 0; i < b->side * b->rows; i++)
        count += draw_agent(&tried, i, &agent);
    return count;
}

/* Draws the shared goals of a flow. */
static int draw_shared(block *b)
{
    for (int32_t i = 0; i < FLOW_GOALS; i++) {
        throng_agent_def *goal = &b->towards[b->shared];
        int32_t found = 0;
        for (int32_t k = 0; k < GOALS_MOST && !found; k++) {
            draw_goal(b, &b->goals, goal);
            found = free_goal(b, goal) && is_apart(b, goal);
        }
        b->shared += found || (i == 0 && free_goal(b, goal));
    }
    return b->shared > 0
               ? PROGRAM_OK
               : reject_usage("--map", "no place for a goal was found; give one with more free cells");
}

/* Each agent is moved by up to a fifth of the spacing and has a goal in the block. On a map with more places
 * than agents, the agents are spread over all places. */
static int draw_agents(const crowd_options *options, const throng_agent_def *plain, crowd_scene *scene)
{
    const int32_t wanted = options->random;
    const int32_t on_map = scene->obstacles.ground.map != NULL;
    int32_t met = 0;
    block b = {.ground = &scene->obstacles.ground,
               .spacing = (double)options->spacing,
               .radius = (double)plain->radius,
               .apart = GOALS_APART * (double)plain->radius * sqrt((double)wanted / FLOW_GOALS),
               .side = 1,
               .places = options->seed,
               .goals = ~options->seed};
    int code = size_block(options, b.ground, &b);
    if (!code && options->navigate != 0)
        code = crowd_map_largest_part(b.ground->map, &b.part); /* so that each goal can be reached */
    code = !code && options->navigate != 0 ? draw_shared(&b) : code;
    if (code) {
        free(b.part);
        return code;
    }
    const int32_t places = on_map ? b.side * b.rows : wanted;
    const int64_t room = on_map ? count_places(&b, plain) : wanted;
    const int64_t taken = room < wanted ? room : wanted;
    scene->agents = allocate((size_t)wanted, sizeof *scene->agents, "--random", &code);
    for (int32_t i = 0; i < places && !code; i++) {
        if (i % 1024 == 0)
            progress_show("crowd: place", i, places);
        throng_agent_def *agent = &scene->agents[scene->count];
        *agent = *plain;
        if (draw_agent(&b, i, agent) && room > 0) {
            scene->count += (met + 1) * taken / room > met * taken / room;
            met++;
        }
    }
    progress_show("", 1, 1);
    free(b.part);
    return code;
}

/* ---------------------------------------------------------------- both ------------------------------ */

/* On a map, whose narrowest passages are a cell wide, two bodies pass each other there. Distances are as many
 * radii as elsewhere. */
static void suit_map(throng_agent_def *plain, float cell)
{
    plain->radius = MAP_RADIUS * cell;
    plain->max_speed = MAP_SPEED * cell;
    plain->neighbor_dist *= MAP_RADIUS * cell;
    plain->vision_range *= MAP_RADIUS * cell;
    plain->hearing_range *= MAP_RADIUS * cell;
    plain->sound_range *= MAP_RADIUS * cell;
    plain->time_horizon = MAP_HORIZON;
    plain->time_horizon_obst = MAP_HORIZON_OBST;
}

int crowd_load(const crowd_options *options, crowd_scene *scene)
{
    throng_agent_def plain = throng_agent_default_def();
    plain.dead_speed = options->dead_speed;
    if (options->map_path)
        suit_map(&plain, options->cell);
    int code = crowd_obstacles_load(options->obstacles_path, &scene->obstacles);
    code = code ? code : crowd_map_load(options, scene);
    code = !code && scene->map.cells ? program_check_cell(&scene->map, options->cell) : code;
    if (!code)
        code = options->agents_path ? load_agents(options->agents_path, &plain, scene)
                                    : draw_agents(options, &plain, scene);
    code = code ? code : crowd_map_check(options, scene);
    return !code ? crowd_map_aim(options, scene) : code;
}

void crowd_release(crowd_scene *scene)
{
    crowd_obstacles_release(&scene->obstacles);
    free(scene->agents);
    free(scene->lines);
    free(scene->goals);
    free(scene->map.cells);
    *scene = (crowd_scene){0};
}
