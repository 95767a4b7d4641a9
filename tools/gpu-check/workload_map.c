/* Influence maps of each propagation whose objects all move, and what agents ask of one. */
#include "tools/gpu-check/workload.h"

static const float reach = 16.0f; /* cells */
enum { CELLS_PER_OBJECT = 100, WALLED_CELLS_PER_OBJECT = 256 };

static void to_free_cells(world *w)
{
    for (int k = 0; k < 2; k++)
        for (int32_t i = 0; i < w->size; i++)
            w->places[k][i] = (place){world_free(w->places[k][i].x), world_free(w->places[k][i].y)};
}

static throng_status set_objects(world *w)
{
    throng_influence_object *objects = world_memory((size_t)w->size, sizeof *objects);
    for (int32_t i = 0; i < w->size; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = w->places[1][i].x;
        objects[i].y = w->places[1][i].y;
        objects[i].vx = world_random(w) - 0.5f;
        objects[i].vy = world_random(w) - 0.5f;
        objects[i].influence = 2.0f * world_random(w) - 1.0f;
        objects[i].max_distance = reach;
        objects[i].decay_kind = i % 2 ? THRONG_DECAY_LINEAR : THRONG_DECAY_EXPONENTIAL;
        objects[i].decay = i % 2 ? 0.0625f : 0.875f;
        objects[i].alpha = i % 3 == 0 ? 0.5f : 0.0f;
    }
    w->inputs = objects;
    return throng_influence_set_objects(w->map, 0, 0, w->size, objects, 0);
}

static throng_status make(world *w, throng_propagation propagation)
{
    const int walled = propagation != THRONG_PROPAGATION_EUCLIDEAN;
    const int32_t side = world_side((double)w->size * (walled ? WALLED_CELLS_PER_OBJECT : CELLS_PER_OBJECT));
    throng_influence_def def = throng_influence_default_def();
    throng_status status = walled ? world_ground(w, side) : THRONG_OK;
    def.width = def.height = side;
    def.propagation = propagation;
    def.terrain = w->terrain;
    def.object_capacity = w->size;
    def.typical_distance = reach;
    world_places(w, w->size, (float)side, 1.0f);
    if (walled)
        to_free_cells(w);
    w->bytes = (size_t)side * (size_t)side * sizeof(float);
    w->values = world_memory(w->bytes, 1);
    if (status == THRONG_OK)
        status = throng_influence_create(w->context, &def, &w->map);
    return status == THRONG_OK ? set_objects(w) : status;
}

static throng_status make_straight(world *w) { return make(w, THRONG_PROPAGATION_EUCLIDEAN); }
static throng_status make_path(world *w) { return make(w, THRONG_PROPAGATION_PATH); }
static throng_status make_adjacent(world *w) { return make(w, THRONG_PROPAGATION_ADJACENT); }

static throng_status update(world *w, int32_t frame)
{
    throng_status status =
        throng_influence_move_objects(w->map, 0, 0, w->size, &w->places[frame % 2]->x, 0, NULL, 0);
    return status == THRONG_OK ? throng_influence_update(w->map) : status;
}

static throng_status read(world *w) { return throng_influence_read(w->map, 0, NULL, w->values, 0); }

/* ---------------------------------------------------------------- layers ---------------------------- */

static throng_status make_layers(world *w)
{
    const int32_t side = world_side((double)w->size * CELLS_PER_OBJECT);
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = side;
    def.layers = 2;
    def.object_capacity = w->size;
    def.typical_distance = reach;
    world_places(w, w->size, (float)side, 1.0f);
    w->bytes = (size_t)side * (size_t)side * sizeof(float);
    w->values = world_memory(w->bytes, 1);
    throng_status status = throng_influence_create(w->context, &def, &w->map);
    for (int32_t layer = 0; layer < 2 && status == THRONG_OK; layer++)
        status = throng_influence_set_momentum(w->map, layer, 0.5f);
    if (status == THRONG_OK)
        status = set_objects(w);
    return status == THRONG_OK ? throng_influence_set_objects(w->map, 1, 0, w->size / 2, w->inputs, 0)
                               : status;
}

static throng_status update_layers(world *w, int32_t frame)
{
    const float weights[2] = {1.0f, -0.5f};
    throng_status status = update(w, frame);
    return status == THRONG_OK ? throng_influence_combine(w->map, weights, 2) : status;
}

static throng_status read_layers(world *w)
{
    throng_best best;
    throng_status status = throng_influence_best(w->map, THRONG_LAYER_COMBINED, NULL, &best);
    return status == THRONG_OK ? throng_influence_read(w->map, THRONG_LAYER_COMBINED, NULL, w->values, 0)
                               : status;
}

/* ---------------------------------------------------------------- questions ------------------------- */

typedef struct questions {
    throng_point *points;
    throng_cell *cells;
    throng_region *regions;
} questions;

typedef struct answers {
    throng_sample sample;
    throng_best neighbor, region;
} answers;

/* A map of a hundred objects, of which `size` agents ask. */
static throng_status make_questions(world *w)
{
    enum { OBJECTS = 100, REGION = 9 };
    const int32_t agents = w->size;
    w->size = OBJECTS;
    throng_status status = make(w, THRONG_PROPAGATION_EUCLIDEAN);
    const int32_t side = world_side((double)OBJECTS * CELLS_PER_OBJECT);
    questions *q = world_memory(1, sizeof *q);
    q->points = world_memory((size_t)agents, sizeof *q->points);
    q->cells = world_memory((size_t)agents, sizeof *q->cells);
    q->regions = world_memory((size_t)agents, sizeof *q->regions);
    for (int32_t i = 0; i < agents; i++) {
        q->points[i] = (throng_point){world_random(w) * (float)side, world_random(w) * (float)side, 0};
        q->cells[i] = (throng_cell){(int32_t)q->points[i].x, (int32_t)q->points[i].y};
        q->regions[i] = (throng_region){q->cells[i].column * (side - REGION) / side,
                                        q->cells[i].row * (side - REGION) / side, REGION, REGION};
    }
    w->size = agents;
    w->inputs = q;
    w->bytes = (size_t)agents * sizeof(answers);
    w->values = world_memory(w->bytes, 1);
    return status == THRONG_OK ? throng_influence_update(w->map) : status;
}

/* What is asked is answered at once: nothing is left for an update to enqueue. */
static throng_status update_questions(world *w, int32_t frame)
{
    (void)frame;
    return throng_influence_update(w->map);
}

static throng_status read_questions(world *w)
{
    const questions *q = w->inputs;
    answers *a = w->values;
    const int32_t n = w->size;
    throng_sample *samples = (throng_sample *)(void *)a;
    throng_best *neighbors = (throng_best *)(void *)(samples + n);
    throng_status status = throng_influence_sample(w->map, 0, n, q->points, 0, samples);
    if (status == THRONG_OK)
        status = throng_influence_best_of_neighbors(w->map, 0, THRONG_LARGEST, 1, n, q->cells, 0, neighbors);
    return status == THRONG_OK
               ? throng_influence_best_of_regions(w->map, 0, THRONG_SMALLEST, n, q->regions, 0, neighbors + n)
               : status;
}

const workload map_workloads[] = {
    {"influence", "influence", "objects", 60, 400, make_straight, update, read, NULL},
    {"influence-layers", "influence, momentum and layers", "objects", 60, 400, make_layers, update_layers,
     read_layers, NULL},
    {"influence-path", "influence along paths", "objects", 12, 60, make_path, update, read, NULL},
    {"influence-adjacent", "influence from cell to cell", "objects", 12, 60, make_adjacent, update, read,
     NULL},
    {"query", "questions to influence maps", "agents", 200, 2000, make_questions, update_questions,
     read_questions, NULL},
};
const int map_workload_count = sizeof map_workloads / sizeof *map_workloads;
