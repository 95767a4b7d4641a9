#include "tests/checks/scene.h"

#include <stdlib.h>
#include <string.h>

/* Sizes on both sides of the lanes' and the groups' widths; supports smaller than a cell and larger than the
 * map; more objects than one part of a parallel sort takes. Oclgrind needs seconds for larger ones. */
const scene scenes[] = {
    {"tiny", 19, 9, 2, 24, THRONG_GRID_HEX, 1.0f, 5.0f, 0.5f, 0, THRONG_PROPAGATION_EUCLIDEAN, 5, 0, 0},
    {"whole", 19, 9, 2, 24, THRONG_GRID_HEX, 1.0f, 5.0f, 0.5f, 1, THRONG_PROPAGATION_EUCLIDEAN, 0, 0, 0},
    {"one cell", 1, 1, 1, 3, THRONG_GRID_SQUARE8, 1.0f, 2.0f, 0.0f, 0, THRONG_PROPAGATION_EUCLIDEAN, 0, 0, 0},
    {"row", 37, 1, 1, 5, THRONG_GRID_SQUARE4, 0.5f, 0.4f, 0.0f, 0, THRONG_PROPAGATION_EUCLIDEAN, 0, 0, 0},
    {"square", 33, 21, 2, 40, THRONG_GRID_SQUARE8, 1.0f, 6.0f, 0.5f, 0, THRONG_PROPAGATION_EUCLIDEAN, 16, 0,
     0},
    {"hexagons", 21, 33, 3, 40, THRONG_GRID_HEX, 2.0f, 9.0f, 0.25f, 0, THRONG_PROPAGATION_EUCLIDEAN, 0, 0, 0},
    {"crowd", 40, 24, 1, 600, THRONG_GRID_SQUARE8, 1.5f, 3.0f, 0.0f, 0, THRONG_PROPAGATION_EUCLIDEAN, 0, 0,
     0},
    {"wide", 48, 48, 1, 60, THRONG_GRID_HEX, 1.0f, 100.0f, 0.9f, 0, THRONG_PROPAGATION_EUCLIDEAN, 0, 0, 0},
    {"tiny paths", 19, 10, 2, 8, THRONG_GRID_SQUARE8, 1.0f, 6.0f, 0.5f, 0, THRONG_PROPAGATION_PATH, 0, 0, 0},
    {"whole paths", 19, 10, 2, 6, THRONG_GRID_SQUARE8, 1.0f, 6.0f, 0.5f, 1, THRONG_PROPAGATION_PATH, 0, 0, 0},
    {"long paths", 19, 10, 1, 4, THRONG_GRID_SQUARE8, 1.0f, 300.0f, 0.0f, 0, THRONG_PROPAGATION_PATH, 0, 0,
     0},
    {"whole floods", 18, 11, 2, 6, THRONG_GRID_HEX, 1.0f, 6.0f, 0.5f, 1, THRONG_PROPAGATION_ADJACENT, 0, 0,
     0},
    {"tiny floods", 18, 11, 2, 8, THRONG_GRID_HEX, 1.0f, 6.0f, 0.5f, 0, THRONG_PROPAGATION_ADJACENT, 0, 0, 0},
    {"tiny traces", 7, 5, 1, 2, THRONG_GRID_SQUARE8, 1.0f, 2.0f, 0.0f, 0, THRONG_PROPAGATION_EUCLIDEAN, 3, 1,
     0},
    {"tiny agents", 7, 5, 1, 2, THRONG_GRID_SQUARE8, 1.0f, 2.0f, 0.0f, 1, THRONG_PROPAGATION_EUCLIDEAN, 0, 0,
     1},
    {"whole agents", 7, 5, 1, 2, THRONG_GRID_SQUARE8, 1.0f, 2.0f, 0.0f, 1, THRONG_PROPAGATION_EUCLIDEAN, 0, 0,
     2},
};
const int scene_count = sizeof scenes / sizeof scenes[0];

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* 0 <= value < 1, exact. */
float scene_share(uint32_t *state) { return (float)next(state) / 16777216.0f; }

/* Every kind of decay and motion; a third stand on cell centres, some off the map. */
static throng_influence_object make_object(const scene *s, uint32_t *state)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = (scene_share(state) * 1.4f - 0.2f) * (float)s->width * s->cell_size;
    o.y = (scene_share(state) * 1.4f - 0.2f) * (float)s->height * s->cell_size;
    if (next(state) % 3 == 0) {
        o.x = ((float)(next(state) % (uint32_t)s->width) + 0.5f) * s->cell_size;
        o.y = ((float)(next(state) % (uint32_t)s->height) + 0.5f) * s->cell_size;
    }
    o.influence = scene_share(state) * 8.0f - 4.0f;
    o.max_distance = s->distance * scene_share(state);
    o.decay_kind = next(state) % 2 ? THRONG_DECAY_EXPONENTIAL : THRONG_DECAY_LINEAR;
    o.decay =
        o.decay_kind == THRONG_DECAY_EXPONENTIAL ? 0.5f + 0.5f * scene_share(state) : scene_share(state);
    if (next(state) % 4 != 0) {
        o.vx = scene_share(state) - 0.5f;
        o.vy = scene_share(state) - 0.5f;
    }
    if (next(state) % 3 == 0)
        o.alpha = scene_share(state);
    else if (next(state) % 2 == 0)
        o.offset = scene_share(state) * 5.0f;
    return o;
}

/* Walls stand alone, so that every free cell can be reached. */
static int is_wall(int32_t column, int32_t row) { return column % 3 == 1 && row % 3 == 1; }

/* Where influence walks, objects stand on free cells, and do so after all that a scene does to its walls. */
static void make_room(const scene *s, throng_influence_object *o, uint32_t *state)
{
    int32_t column = (int32_t)(next(state) % (uint32_t)s->width) / 2 * 2;
    int32_t row = (int32_t)(next(state) % (uint32_t)s->height);
    column -= is_wall(column, row);
    o->x = ((float)column + 0.5f) * s->cell_size;
    o->y = (float)row * s->cell_size + 0.5f;
    if (s->grid == THRONG_GRID_HEX) {
        o->x += 0.5f * (float)(row % 2);
        o->y = (float)row * 0.8660254f * s->cell_size + 0.5f;
    }
    o->decay = o->decay_kind == THRONG_DECAY_EXPONENTIAL ? o->decay * 0.9f : o->decay + 0.1f;
}

static throng_region middle(const scene *s)
{
    throng_region r = {s->width / 4, s->height / 4, (s->width + 1) / 2, (s->height + 1) / 2};
    return r;
}

/* A round of reading: each layer, the combination, a region of it, two best cells. */
static size_t round_size(const scene *s)
{
    size_t cells = (size_t)s->width * (size_t)s->height;
    throng_region r = middle(s);
    return cells * ((size_t)s->layers + 1) + (size_t)r.width * (size_t)r.height + 6;
}

enum { ROUNDS = 4, ROWS = 45 };
size_t scene_size(const scene *s)
{
    return ROUNDS * round_size(s) + (s->types ? ROWS + scene_potential_size(s) : 0) +
           (s->crowds ? scene_crowd_size() : 0);
}

const char *scene_operation(const scene *s, size_t index)
{
    static const char *const of_maps[] = {"influence", "influence along paths",
                                          "influence from cell to cell"};
    const size_t map = ROUNDS * round_size(s), field = s->types ? scene_potential_size(s) : 0;
    const size_t trace = s->types && s->paths ? scene_trace_size() : 0;
    if (index < map)
        return of_maps[s->propagation];
    if (s->types && index < map + ROWS)
        return "Choquet integral";
    if (s->types && index < map + ROWS + field - trace)
        return "potential field";
    return s->types && index < map + ROWS + field ? "traces" : "crowd";
}

throng_status scene_create(throng_context *context, const scene *s, throng_terrain **terrain,
                           throng_influence **map)
{
    throng_influence_def def = throng_influence_default_def();
    throng_terrain_def walls = throng_terrain_default_def();
    throng_status status = THRONG_OK;
    def.width = s->width;
    def.height = s->height;
    def.grid = s->grid;
    def.cell_size = s->cell_size;
    def.layers = s->layers;
    def.object_capacity = s->objects;
    def.typical_distance = s->distance;
    def.propagation = s->propagation;
    walls.width = s->width;
    walls.height = s->height;
    if (s->propagation != THRONG_PROPAGATION_EUCLIDEAN && !*terrain)
        status = throng_terrain_create(context, &walls, terrain);
    def.terrain = *terrain;
    return status == THRONG_OK ? throng_influence_create(context, &def, map) : status;
}

void scene_destroy(throng_terrain *terrain, throng_influence *map)
{
    throng_influence_destroy(map);
    throng_terrain_destroy(terrain);
}

/* The walls of the beginning, or with some torn down: more changes than terrain remembers. */
static throng_status build(throng_terrain *terrain, const scene *s, int changed)
{
    throng_status status = THRONG_OK;
    for (int32_t row = 0; terrain && row < s->height; row++)
        for (int32_t column = 0; column < s->width && status == THRONG_OK; column++) {
            throng_region cell = {column, row, 1, 1};
            status = throng_terrain_fill(terrain, &cell, is_wall(column, row) && (!changed || row > 5));
        }
    return status;
}

int scene_retries;
throng_status scene_failure;

int scene_may_retry(throng_status status)
{
    if (status == THRONG_OK || scene_retries == 0)
        return 0;
    scene_retries--;
    scene_failure = status;
    return 1;
}

/* A call that failed left the map as it was, so the same call may follow and all is as if nothing had been;
 * unless the device failed in the middle of its work and took the values with it. */
static int try_again(throng_influence *map, throng_status status)
{
    throng_influence_info info;
    return scene_may_retry(status) && throng_influence_get_info(map, &info) == THRONG_OK && !info.lost;
}

#define STEP(call)                                                                                           \
    do {                                                                                                     \
        *step = #call;                                                                                       \
        throng_status status_ = (call);                                                                      \
        if (try_again(map, status_))                                                                         \
            status_ = (call);                                                                                \
        if (status_ != THRONG_OK)                                                                            \
            return status_;                                                                                  \
    } while (0)

static float *put_best(float *out, const throng_best *best)
{
    *out++ = (float)best->column;
    *out++ = (float)best->row;
    *out++ = best->value;
    return out;
}

static throng_status read_round(throng_influence *map, const scene *s, float *out, const char **step)
{
    size_t cells = (size_t)s->width * (size_t)s->height;
    throng_region region = middle(s);
    throng_best best;
    for (int32_t layer = THRONG_LAYER_COMBINED; layer < s->layers; layer++) {
        STEP(throng_influence_read(map, layer, NULL, out, 0));
        out += cells;
    }
    STEP(throng_influence_read(map, 0, &region, out, 0));
    out += (size_t)region.width * (size_t)region.height;
    STEP(throng_influence_best(map, THRONG_LAYER_COMBINED, NULL, &best));
    out = put_best(out, &best);
    STEP(throng_influence_best(map, 0, &region, &best));
    put_best(out, &best);
    return THRONG_OK;
}

/* To free cells: to where other objects stood. Then a door is closed, and some walls are torn down. */
static throng_status walk(throng_influence *map, throng_terrain *terrain, const scene *s,
                          const throng_influence_object *objects, const char **step)
{
    const size_t stride = sizeof *objects;
    const throng_region door = {3, 4, 1, 1};
    const int32_t n = s->objects;
    if (s->whole) {
        STEP(throng_influence_move_objects(map, 0, 0, n, &objects[1].x, stride, &objects[0].vx, stride));
    } else {
        STEP(throng_influence_move_objects(map, 0, n / 3, n / 3, &objects[0].x, stride, &objects[1].vx,
                                           stride));
        STEP(throng_influence_move_objects(map, 0, 0, 1, &objects[n - 1].x, stride, NULL, 0));
    }
    STEP(throng_influence_update(map));
    if (!s->whole) {
        STEP(throng_terrain_fill(terrain, &door, 1));
        STEP(throng_influence_update_layer(map, 0));
    }
    STEP(build(terrain, s, 1));
    return THRONG_OK;
}

/* If a part fails, the update is given up, and the next one begins anew. */
static throng_status update_in_parts(throng_influence *map, const scene *s)
{
    const int32_t parts = s->whole ? 1 : 5;
    throng_status status = THRONG_OK;
    for (int32_t done = 0; !done && status == THRONG_OK;)
        status = throng_influence_update_part(map, parts, &done);
    return status;
}

static throng_status play(throng_influence *map, throng_terrain *terrain, const scene *s,
                          const throng_influence_object *objects, float *out, const char **step)
{
    const size_t stride = sizeof *objects;
    const int32_t n = s->objects;
    const float weights[3] = {1.0f, -0.75f, 0.3f};

    const int32_t part = s->whole ? n : n / 2;
    STEP(build(terrain, s, 0));
    if (terrain && !s->whole) { /* nobody has influence yet */
        throng_influence_object weak = objects[0];
        weak.influence = 0.0f;
        STEP(throng_influence_set_objects(map, 0, 0, 1, &weak, 0));
        STEP(throng_influence_update(map));
    }
    STEP(throng_influence_set_objects(map, 0, 0, part, objects, stride));
    if (part < n)
        STEP(throng_influence_set_objects(map, 0, part, n - part, objects + part, stride));
    for (int32_t layer = 1; layer < s->layers; layer++)
        STEP(throng_influence_set_objects(map, layer, 0, n / layer / 2, objects + layer, stride));
    for (int32_t layer = 0; layer < s->layers; layer++)
        STEP(throng_influence_set_momentum(map, layer, s->momentum));
    STEP(throng_influence_update(map));
    STEP(throng_influence_combine(map, weights, s->layers));
    STEP(read_round(map, s, out, step));
    out += round_size(s);

    /* the positions and directions of the objects before, in other places */
    if (terrain) {
        STEP(walk(map, terrain, s, objects, step));
    } else if (s->whole) {
        STEP(throng_influence_move_objects(map, 0, 0, n, &objects[0].vx, stride, &objects[0].x, stride));
    } else {
        STEP(throng_influence_move_objects(map, 0, n / 3, n / 3, &objects[0].x, stride, &objects[1].vx,
                                           stride));
        STEP(throng_influence_move_objects(map, 0, 0, 1, &objects[n - 1].x, stride, NULL, 0));
    }
    STEP(update_in_parts(map, s));
    STEP(throng_influence_combine(map, weights, s->layers));
    STEP(read_round(map, s, out, step));
    out += round_size(s);

    STEP(throng_influence_truncate_objects(map, 0, n / 2));
    STEP(throng_influence_update_layer(map, 0));
    STEP(read_round(map, s, out, step));
    out += round_size(s);

    STEP(throng_influence_reset(map));
    STEP(throng_influence_set_objects(map, s->layers - 1, 0, n / 2, objects, stride));
    STEP(throng_influence_update(map));
    STEP(throng_influence_combine(map, weights, s->layers));
    return read_round(map, s, out, step);
}

/* What fails is tried once more, unless the device took the measure with it. */
static throng_status integrate(throng_context *context, const scene *s, float *results, const char **step)
{
    float rows[ROWS * THRONG_MAX_TYPES];
    uint32_t state = 5;
    throng_measure *measure = NULL;
    throng_measure_info info = {0};
    throng_measure_def def = throng_measure_default_def();
    def.types = s->types;
    def.lambda = 0.5f;
    for (int32_t i = 0; i < s->types; i++)
        def.weights[i] = scene_share(&state);
    for (int32_t i = 0; i < ROWS * s->types; i++)
        rows[i] = scene_share(&state) * 8.0f - 4.0f;
    *step = "throng_measure_create";
    throng_status status = throng_measure_create(context, &def, &measure);
    if (scene_may_retry(status))
        status = throng_measure_create(context, &def, &measure);
    if (status != THRONG_OK)
        return status;
    *step = "throng_measure_choquet";
    status = throng_measure_choquet(measure, ROWS, rows, 0, results);
    if (scene_may_retry(status) && throng_measure_get_info(measure, &info) == THRONG_OK && !info.lost)
        status = throng_measure_choquet(measure, ROWS, rows, 0, results);
    throng_measure_destroy(measure);
    return status;
}

throng_status scene_play(throng_context *context, throng_influence *map, throng_terrain *terrain,
                         const scene *s, float *values, const char **step)
{
    throng_influence_object *objects = malloc(((size_t)s->objects + 1) * sizeof *objects); /* and a place */
    uint32_t state = (uint32_t)(s->width * 1000 + s->height);
    *step = "malloc";
    if (!objects)
        return THRONG_ERROR_OUT_OF_MEMORY;
    for (int32_t i = 0; i <= s->objects; i++) {
        objects[i] = make_object(s, &state);
        if (terrain)
            make_room(s, &objects[i], &state);
    }
    memset(values, 0, scene_size(s) * sizeof *values);
    throng_status status = play(map, terrain, s, objects, values, step);
    if (status == THRONG_OK && s->types)
        status = integrate(context, s, values + ROUNDS * round_size(s), step);
    if (status == THRONG_OK && s->types)
        status = scene_potential(context, s, values + ROUNDS * round_size(s) + ROWS, step);
    if (status == THRONG_OK && s->crowds)
        status = scene_crowd(context, s->crowds == 2, values + scene_size(s) - scene_crowd_size(), step);
    free(objects);
    return status;
}
