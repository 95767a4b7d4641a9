/* The frames that throng_calibrate() plays: objects made by the public calls, as a host would that asks
 * for one backend by name. */
#include "src/dispatch/games.h"
#include "src/core/clock.h"
#include "src/core/context.h"
#include "src/core/memory.h"

/* Frames repeat after SLOTS turns. */
enum { SLOTS = 4, MOST_FRAMES = 400 };

/* A visit to a size takes this many seconds; where frames are longer up to LONG_VISIT, and at least two
 * frames. */
#define VISIT 0.003
#define LONG_VISIT 0.02

typedef struct game {
    throng_context *context;
    int32_t kind, ground, count, each; /* what is played, and how much of it: throng_cost_kinds */
    int32_t side;                      /* of a map */
    int32_t turn;                      /* frames played so far */
    uint32_t seed;
    throng_terrain *terrain;
    throng_influence *map;
    throng_flow *flow;
    throng_potential *field;
    throng_measure *measure;
    throng_crowd *crowd;
    void *memory, *results; /* what is needed while frames are played, and what they give */
    size_t bytes, result_bytes;
} game;

static float draw(game *g) /* 0 .. 1 */
{
    g->seed = g->seed * 1664525u + 1013904223u;
    return (float)(g->seed >> 8) / 16777216.0f;
}

static void *make_room(game *g, size_t size)
{
    g->bytes = size;
    g->memory = throng_allocate(&g->context->allocator, size);
    return g->memory;
}

static throng_status make_results(game *g, double size)
{
    g->result_bytes = (size_t)size;
    g->results = throng_allocate(&g->context->allocator, g->result_bytes);
    return g->results ? THRONG_OK : THRONG_ERROR_OUT_OF_MEMORY;
}

static int32_t root(double square) /* rounded */
{
    int32_t side = 1;
    while ((double)side * side < square)
        side++;
    return side;
}

/* ---------------------------------------------------------------- influence ------------------------- */

/* A fifth of the cells is walls, here and there. */
static int32_t is_wall(int32_t column, int32_t row)
{
    uint32_t h = (uint32_t)column * 2654435761u ^ (uint32_t)row * 2246822519u;
    h = (h ^ h >> 15) * 3266489917u;
    return (h ^ h >> 16) % 5 == 0;
}

static throng_status make_terrain(game *g)
{
    throng_terrain_def def = throng_terrain_default_def();
    def.width = def.height = g->side;
    throng_status status = throng_terrain_create(g->context, &def, &g->terrain);
    uint8_t *cells = status == THRONG_OK ? throng_allocate(&g->context->allocator, (size_t)g->side) : NULL;
    if (status == THRONG_OK && !cells)
        return THRONG_ERROR_OUT_OF_MEMORY;
    for (int32_t row = 0; row < g->side && status == THRONG_OK; row++) {
        const throng_region line = {0, row, g->side, 1};
        for (int32_t i = 0; i < g->side; i++)
            cells[i] = (uint8_t)is_wall(i, row);
        status = throng_terrain_set(g->terrain, &line, cells, 0);
    }
    throng_release(&g->context->allocator, cells, (size_t)g->side);
    return status;
}

/* Two places for each object, both on free cells. */
static float *place_objects(game *g)
{
    float *places = make_room(g, 4 * (size_t)g->count * sizeof *places);
    for (int32_t i = 0; places && i < 2 * g->count; i++) {
        int32_t column, row;
        do {
            column = (int32_t)(draw(g) * (float)(g->side - 1));
            row = (int32_t)(draw(g) * (float)(g->side - 1));
        } while (is_wall(column, row));
        places[2 * (size_t)i] = (float)column + 0.25f;
        places[2 * (size_t)i + 1] = (float)row + 0.5f;
    }
    return places;
}

static throng_status set_objects(game *g, const float *places)
{
    const size_t size = (size_t)g->count * sizeof(throng_influence_object);
    throng_influence_object *objects = throng_allocate(&g->context->allocator, size);
    if (!objects)
        return THRONG_ERROR_OUT_OF_MEMORY;
    float distance = 0.0f;
    while (3.14159265f * (distance + 0.125f) * (distance + 0.125f) + 1.0f <= (float)g->each)
        distance += 0.125f;
    for (int32_t i = 0; i < g->count; i++) {
        throng_influence_object *o = &objects[i];
        *o = throng_influence_default_object();
        o->x = places[2 * (size_t)i];
        o->y = places[2 * (size_t)i + 1];
        o->vx = draw(g) - 0.5f;
        o->vy = draw(g) - 0.5f;
        o->max_distance = distance;
        o->alpha = g->kind == THRONG_COST_INFLUENCE ? 0.5f : 0.0f;
        o->decay = 0.9f;
        o->decay_kind = THRONG_DECAY_EXPONENTIAL;
    }
    const throng_status status = throng_influence_set_objects(g->map, 0, 0, g->count, objects, 0);
    throng_release(&g->context->allocator, objects, size);
    return status;
}

static throng_status start_influence(game *g)
{
    throng_influence_def def = throng_influence_default_def();
    const float *places = place_objects(g);
    if (!places)
        return THRONG_ERROR_OUT_OF_MEMORY;
    def.width = def.height = g->side;
    def.object_capacity = g->count;
    if (g->kind == THRONG_COST_PATHS || g->kind == THRONG_COST_ADJACENT) {
        const throng_status status = make_terrain(g);
        if (status != THRONG_OK)
            return status;
        def.terrain = g->terrain;
        def.propagation =
            g->kind == THRONG_COST_PATHS ? THRONG_PROPAGATION_PATH : THRONG_PROPAGATION_ADJACENT;
    }
    throng_status status = make_results(g, (double)g->side * g->side * sizeof(float));
    if (status == THRONG_OK)
        status = throng_influence_create(g->context, &def, &g->map);
    return status == THRONG_OK ? set_objects(g, places) : status;
}

static throng_status play_read(game *g, int32_t turn)
{
    (void)turn;
    return throng_influence_read(g->map, 0, NULL, g->results, 0);
}

static throng_status play_influence(game *g, int32_t turn)
{
    const float *places = (const float *)g->memory + (size_t)(turn & 1) * 2 * (size_t)g->count;
    throng_status status = throng_influence_move_objects(g->map, 0, 0, g->count, places, 0, NULL, 0);
    if (status == THRONG_OK)
        status = throng_influence_update(g->map);
    return status == THRONG_OK ? play_read(g, turn) : status;
}

static throng_status start_read(game *g)
{
    const int32_t bytes = g->ground;
    g->side = root((double)bytes / 4.0);
    g->count = 1;
    g->each = 14;
    const throng_status status = start_influence(g);
    return status == THRONG_OK ? throng_influence_update(g->map) : status;
}

/* ---------------------------------------------------------------- fields ---------------------------- */

static throng_status start_flow(game *g)
{
    throng_flow_def def = throng_flow_default_def();
    throng_status status = make_terrain(g);
    def.terrain = g->terrain;
    def.fields = g->count;
    return status == THRONG_OK ? throng_flow_create(g->context, &def, &g->flow) : status;
}

/* Goals anywhere: how many tiles a wave has at once depends on where it begins. */
static throng_status play_flow(game *g, int32_t turn)
{
    throng_status status = THRONG_OK;
    g->seed = 1u + 7919u * (uint32_t)(turn % SLOTS);
    for (int32_t field = 0; field < g->count && status == THRONG_OK; field++) {
        throng_cell goal;
        do {
            goal.column = (int32_t)(draw(g) * (float)g->side);
            goal.row = (int32_t)(draw(g) * (float)g->side);
        } while (is_wall(goal.column, goal.row));
        status = throng_flow_set_goals(g->flow, field, 1, &goal, 0);
    }
    if (status == THRONG_OK)
        status = throng_flow_update(g->flow);
    return status == THRONG_OK ? throng_context_wait(g->context) : status;
}

#define FIELD_SIDE 1000.0f

/* Two places for each source, then for each point. */
static float *place_points(game *g)
{
    const size_t entries = (size_t)g->ground + (size_t)g->count;
    float *places = make_room(g, 4 * entries * sizeof *places);
    for (size_t i = 0; places && i < 4 * entries; i++)
        places[i] = FIELD_SIDE * draw(g);
    return places;
}

enum { AT_ONCE = 256 };

static throng_status set_sources(game *g, const float *places)
{
    throng_potential_source some[AT_ONCE];
    throng_status status = THRONG_OK;
    const float covered = (float)g->each / (float)g->ground; /* part of the square that a source reaches */
    float range = 0.01f;
    while (range * range * 3.14159265f < covered * FIELD_SIDE * FIELD_SIDE)
        range *= 1.02f;
    for (int32_t i = 0; i < g->ground && status == THRONG_OK; i++) {
        const int32_t k = i % AT_ONCE;
        some[k] = throng_potential_default_source();
        some[k].x = places[2 * (size_t)i];
        some[k].y = places[2 * (size_t)i + 1];
        some[k].range = range;
        if (k + 1 == AT_ONCE || i + 1 == g->ground)
            status = throng_potential_set_sources(g->field, i - k, k + 1, some, 0);
    }
    return status;
}

static throng_status set_points(game *g, const float *places)
{
    throng_potential_point some[AT_ONCE];
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < g->count && status == THRONG_OK; i++) {
        const int32_t k = i % AT_ONCE;
        some[k] = (throng_potential_point){
            .goal = THRONG_GOALS_NONE, .x = places[2 * (size_t)i], .y = places[2 * (size_t)i + 1]};
        if (k + 1 == AT_ONCE || i + 1 == g->count)
            status = throng_potential_set_points(g->field, i - k, k + 1, some, 0);
    }
    return status;
}

static throng_status start_potential(game *g)
{
    throng_potential_def def = throng_potential_default_def();
    g->ground = g->ground > g->each ? g->ground : g->each; /* as many sources as are in range, at least */
    const float *places = place_points(g);
    if (!places)
        return THRONG_ERROR_OUT_OF_MEMORY;
    def.source_capacity = g->ground;
    def.point_capacity = g->count;
    throng_status status = make_results(g, (double)g->count * sizeof(throng_force));
    if (status == THRONG_OK)
        status = throng_potential_create(g->context, &def, &g->field);
    if (status == THRONG_OK)
        status = set_sources(g, places);
    return status == THRONG_OK ? set_points(g, places + 4 * (size_t)g->ground) : status;
}

static throng_status play_potential(game *g, int32_t turn)
{
    const float *sources = (const float *)g->memory + (size_t)(turn & 1) * 2 * (size_t)g->ground;
    const float *points =
        (const float *)g->memory + 4 * (size_t)g->ground + (size_t)(turn & 1) * 2 * (size_t)g->count;
    throng_status status = throng_potential_move_sources(g->field, 0, g->ground, sources, 0);
    if (status == THRONG_OK)
        status = throng_potential_move_points(g->field, 0, g->count, points, 0);
    if (status == THRONG_OK)
        status = throng_potential_update(g->field);
    return status == THRONG_OK ? throng_potential_read(g->field, 0, g->count, g->results, 0) : status;
}

/* ---------------------------------------------------------------- measures and crowds --------------- */

static throng_status start_choquet(game *g)
{
    throng_measure_def def = throng_measure_default_def();
    const size_t numbers = (size_t)g->count * (size_t)g->each;
    float *rows = make_room(g, numbers * sizeof *rows);
    if (!rows || make_results(g, (double)g->count * sizeof(float)) != THRONG_OK)
        return THRONG_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < numbers; i++)
        rows[i] = draw(g);
    def.types = g->each;
    for (int32_t i = 0; i < def.types; i++)
        def.weights[i] = 0.1f;
    return throng_measure_create(g->context, &def, &g->measure);
}

static throng_status play_choquet(game *g, int32_t turn)
{
    (void)turn;
    return throng_measure_choquet(g->measure, g->count, g->memory, 0, g->results);
}

/* Rows four radii apart, a fifth of that off, each agent on its way to somewhere. */
static throng_status start_crowd(game *g)
{
    throng_crowd_def def = throng_crowd_default_def();
    const size_t size = (size_t)g->count * sizeof(throng_agent_def);
    throng_agent_def *agents = make_room(g, size);
    if (!agents || make_results(g, (double)g->count * 2.0 * sizeof(float)) != THRONG_OK)
        return THRONG_ERROR_OUT_OF_MEMORY;
    const int32_t columns = root((double)g->count);
    for (int32_t i = 0; i < g->count; i++) {
        const int32_t row = i / columns;
        throng_agent_def *a = &agents[i];
        *a = throng_agent_default_def();
        a->x = 4.0f * (float)(i % columns) + 1.6f * draw(g);
        a->y = 4.0f * (float)row + 1.6f * draw(g);
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = 4.0f * (float)columns * draw(g);
        a->target_y = 4.0f * (float)columns * draw(g);
        a->max_neighbors = g->each;
    }
    def.agent_capacity = g->count;
    def.max_neighbors = g->each;
    def.perception = g->kind == THRONG_COST_PERCEPTION ? THRONG_PERCEPTION_ALL : 0;
    throng_status status = throng_crowd_create(g->context, &def, &g->crowd);
    if (status == THRONG_OK)
        status = throng_crowd_add(g->crowd, g->count, agents, 0, NULL);
    for (int32_t step = 0; step < 8 && status == THRONG_OK; step++) /* until they have met */
        status = throng_crowd_step(g->crowd, 0.1f);
    return status;
}

/* The order of agents serves for several steps: a frame is so many of them, see `rules`. */
enum { STEPS = 4 };

static throng_status play_crowd(game *g, int32_t turn)
{
    throng_status status = THRONG_OK;
    (void)turn;
    for (int32_t step = 0; step < STEPS && status == THRONG_OK; step++)
        if ((status = throng_crowd_step(g->crowd, 0.1f)) == THRONG_OK)
            status = throng_crowd_get(g->crowd, THRONG_AGENT_POSITION, g->count, NULL, 0, g->results, 0);
    return status;
}

/* ---------------------------------------------------------------- times ----------------------------- */

static const struct rules {
    throng_status (*start)(game *g);
    throng_status (*play)(game *g, int32_t turn);
    double frames; /* in a play */
} rules[THRONG_COST_KINDS] = {
    {start_read, play_read, 1.0},           {start_influence, play_influence, 1.0},
    {start_influence, play_influence, 1.0}, {start_influence, play_influence, 1.0},
    {start_flow, play_flow, 1.0},           {start_potential, play_potential, 1.0},
    {start_choquet, play_choquet, 1.0},     {start_crowd, play_crowd, STEPS},
    {start_crowd, play_crowd, STEPS},
};

static void end_game(game *g)
{
    throng_influence_destroy(g->map);
    throng_flow_destroy(g->flow);
    throng_potential_destroy(g->field);
    throng_measure_destroy(g->measure);
    throng_crowd_destroy(g->crowd);
    throng_terrain_destroy(g->terrain);
    throng_release(&g->context->allocator, g->memory, g->bytes);
    throng_release(&g->context->allocator, g->results, g->result_bytes);
}

/* The least of each slot, so that a frame that had to wait for a core counts for nothing; their mean, because
 * the frames of different slots differ. The first frame is not timed: it warms up. */
static throng_status time_frames(game *g, double *seconds_each)
{
    double least[SLOTS], spent = 0.0, sum = 0.0;
    int32_t count = 0;
    while (count < 2 || (count < 2 * SLOTS && spent < LONG_VISIT) || (count < MOST_FRAMES && spent < VISIT)) {
        const double start = throng_seconds(g->context);
        const throng_status status = rules[g->kind].play(g, g->turn);
        if (status != THRONG_OK)
            return status;
        const double measured = (throng_seconds(g->context) - start) / rules[g->kind].frames;
        const double seconds = measured > 0.0 ? measured : 0.0; /* clocks may be set back */
        if (g->turn++ == 0)
            continue;
        spent += seconds * rules[g->kind].frames;
        const int32_t slot = count % SLOTS;
        least[slot] = count < SLOTS || seconds < least[slot] ? seconds : least[slot];
        count++;
    }
    const int32_t slots = count < SLOTS ? count : SLOTS;
    for (int32_t i = 0; i < slots; i++)
        sum += least[i];
    *seconds_each = sum / slots;
    return THRONG_OK;
}

throng_status throng_game_time(throng_context *context, int32_t kind, const double amounts[THRONG_COST_AXES],
                               double *seconds)
{
    game g = {.context = context,
              .kind = kind,
              .ground = (int32_t)amounts[0],
              .count = (int32_t)amounts[1],
              .each = (int32_t)amounts[2],
              .side = root(amounts[0]),
              .seed = 1};
    throng_status status = rules[kind].start(&g);
    if (status == THRONG_OK)
        status = time_frames(&g, seconds);
    end_game(&g);
    return status;
}
