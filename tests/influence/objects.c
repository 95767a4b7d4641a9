/* Objects set, moved and dropped in parts, with strides, in any order: the map is that of the objects that
 * are there. Layers and updates do not disturb each other. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { W = 45, H = 31, CELLS = W * H, MOST = 60 };

static const scene motley = {.name = "motley",
                             .width = W,
                             .height = H,
                             .cell_size = 2.0f,
                             .count = MOST,
                             .seed = 41,
                             .objects = {.spread = 0.3f,
                                         .reach_low = 1,
                                         .reach_high = 20,
                                         .exponential = 50,
                                         .adjusted = 50,
                                         .offset = 30,
                                         .alpha_most = 0.9f,
                                         .strength_high = 5,
                                         .gamma_lowest = -2}};

static throng_influence *make(throng_context *context, int32_t layers, int32_t capacity)
{
    throng_influence *map;
    throng_influence_def def = scene_def(&motley);
    def.layers = layers;
    def.object_capacity = capacity;
    MUST(context, throng_influence_create(context, &def, &map));
    return map;
}

static void expect_layer(throng_context *context, throng_influence *map, int32_t layer, const char *what,
                         const throng_influence_object *objects, int32_t count)
{
    throng_influence_def def = scene_def(&motley);
    float values[CELLS];
    float *expected = compute(context, &def, objects, count);
    MUST(context, throng_influence_read(map, layer, NULL, values, 0));
    cr_expect(same_bits(what, values, expected, CELLS), "%s", what);
    free(expected);
}

/* ---------------------------------------------------------------- a random session ------------------- */

typedef struct model {
    throng_influence_object objects[MOST];
    int32_t count;
} model;

static void random_set(throng_context *context, throng_influence *map, int32_t layer, model *m, rng *r)
{
    int32_t first = rng_below(r, m->count + 1);
    int32_t count = rng_below(r, MOST - first + 1);
    for (int32_t i = first; i < first + count; i++)
        m->objects[i] = scene_object(r, &motley);
    MUST(context, throng_influence_set_objects(map, layer, first, count, m->objects + first, 0));
    m->count = first + count > m->count ? first + count : m->count;
}

static void random_move(throng_context *context, throng_influence *map, int32_t layer, model *m, rng *r)
{
    int32_t first = rng_below(r, m->count + 1);
    int32_t count = rng_below(r, m->count - first + 1);
    int turned = rng_below(r, 2);
    float positions[MOST][3], velocities[MOST][2];
    for (int32_t i = 0; i < count; i++) {
        throng_influence_object o = scene_object(r, &motley);
        positions[i][0] = m->objects[first + i].x = o.x;
        positions[i][1] = m->objects[first + i].y = o.y;
        velocities[i][0] = o.vx;
        velocities[i][1] = o.vy;
        if (turned) {
            m->objects[first + i].vx = o.vx;
            m->objects[first + i].vy = o.vy;
        }
    }
    MUST(context, throng_influence_move_objects(map, layer, first, count, positions[0], sizeof positions[0],
                                                turned ? velocities[0] : NULL, 0));
}

EACH(objects, random_session)
{
    throng_influence *map = make(context, 2, MOST);
    model models[2];
    rng r = {42};
    memset(models, 0, sizeof models);
    for (int step = 0; step < 150; step++) {
        int32_t layer = rng_below(&r, 2);
        model *m = &models[layer];
        switch (rng_below(&r, 3)) {
        case 0:
            random_set(context, map, layer, m, &r);
            break;
        case 1:
            random_move(context, map, layer, m, &r);
            break;
        default:
            m->count = rng_below(&r, m->count + 1);
            MUST(context, throng_influence_truncate_objects(map, layer, m->count));
            break;
        }
        cr_expect(throng_influence_object_count(map, layer) == m->count);
        if (rng_below(&r, 3) == 0) {
            MUST(context, throng_influence_update(map));
            expect_layer(context, map, 0, "layer 0", models[0].objects, models[0].count);
            expect_layer(context, map, 1, "layer 1", models[1].objects, models[1].count);
        }
    }
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- strides ---------------------------- */

EACH(objects, strides)
{
    typedef struct unit {
        double health;
        float x, y;
        int16_t weapon;
        float vx, vy;
        throng_influence_object object;
        char name;
    } unit;
    unit units[MOST];
    throng_influence_object *objects = scene_objects(&motley);
    throng_influence *map = make(context, 1, MOST);
    for (int32_t i = 0; i < MOST; i++) {
        memset(&units[i], 0x7f, sizeof units[i]);
        units[i].object = objects[i];
    }
    MUST(context, throng_influence_set_objects(map, 0, 0, MOST, &units[0].object, sizeof units[0]));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "objects in structs", objects, MOST);
    for (int32_t i = 0; i < MOST; i++) {
        objects[i].x = units[i].x = (float)(i % 9) * 7.5f;
        objects[i].y = units[i].y = (float)(i / 9) * 5.25f;
        objects[i].vx = units[i].vx = (float)(i % 5 - 2);
        objects[i].vy = units[i].vy = (float)(i % 3 - 1);
    }
    MUST(context, throng_influence_move_objects(map, 0, 0, MOST, &units[0].x, sizeof units[0], &units[0].vx,
                                                sizeof units[0]));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "moves in structs", objects, MOST);
    /* packed bytes at an odd address: nothing says that they are aligned */
    char *bytes = must_allocate(MOST * sizeof *objects + 1);
    memcpy(bytes + 1, objects, MOST * sizeof *objects);
    const void *odd = bytes + 1;
    MUST(context, throng_influence_truncate_objects(map, 0, 0));
    MUST(context, throng_influence_set_objects(map, 0, 0, MOST, odd, sizeof *objects));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "objects at an odd address", objects, MOST);
    free(bytes);
    free(objects);
    throng_influence_destroy(map);
}

/* What is written past the objects, or between, is left alone: the input may lie in read-only memory. */
EACH(objects, written_in_parts)
{
    throng_influence_object *objects = scene_objects(&motley);
    throng_influence *map = make(context, 1, MOST);
    for (int32_t i = 0; i < MOST; i++)
        MUST(context, throng_influence_set_objects(map, 0, i, 1, &objects[i], 0));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "one by one", objects, MOST);
    MUST(context, throng_influence_truncate_objects(map, 0, 7));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "the first seven", objects, 7);
    MUST(context, throng_influence_set_objects(map, 0, 7, MOST - 7, objects + 7, 0));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "all again", objects, MOST);
    free(objects);
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- layers and updates ----------------- */

EACH(objects, layers_are_independent)
{
    enum { LAYERS = THRONG_MAX_LAYERS };
    throng_influence *map = make(context, LAYERS, MOST);
    throng_influence_object *objects = scene_objects(&motley);
    for (int32_t k = 0; k < LAYERS; k++) /* in any order */
        MUST(context, throng_influence_set_objects(map, k * 5 % LAYERS, 0, 3 * (k * 5 % LAYERS),
                                                   objects + k * 5 % LAYERS, 0));
    for (int32_t k = LAYERS - 1; k >= 0; k--)
        MUST(context, throng_influence_update_layer(map, k));
    for (int32_t k = 0; k < LAYERS; k++)
        expect_layer(context, map, k, "a layer", objects + k, 3 * k);
    free(objects);
    throng_influence_destroy(map);
}

/* Before an update the old values stand; one layer's update is no other's. */
EACH(objects, updates_when_asked)
{
    throng_influence *map = make(context, 2, MOST);
    throng_influence_object *objects = scene_objects(&motley);
    MUST(context, throng_influence_set_objects(map, 0, 0, 10, objects, 0));
    MUST(context, throng_influence_set_objects(map, 1, 0, 20, objects, 0));
    expect_layer(context, map, 0, "not updated", objects, 0);
    MUST(context, throng_influence_update_layer(map, 1));
    expect_layer(context, map, 0, "the other was updated", objects, 0);
    expect_layer(context, map, 1, "updated", objects, 20);
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "all updated", objects, 10);
    MUST(context, throng_influence_truncate_objects(map, 0, 3));
    MUST(context, throng_influence_move_objects(map, 1, 0, 1, (float[]){5.0f, 5.0f}, 0, NULL, 0));
    expect_layer(context, map, 0, "truncated, not updated", objects, 10);
    expect_layer(context, map, 1, "moved, not updated", objects, 20);
    MUST(context, throng_influence_update_layer(map, 0));
    expect_layer(context, map, 0, "truncated", objects, 3);
    expect_layer(context, map, 1, "the other, moved, not updated", objects, 20);
    MUST(context, throng_influence_update(map));
    objects[0].x = objects[0].y = 5.0f;
    expect_layer(context, map, 1, "moved", objects, 20);
    free(objects);
    throng_influence_destroy(map);
}

/* The host's scheduler sees whether anything ran. */
Test(objects, untouched_layers_do_nothing)
{
    int32_t runs = 0;
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 4;
    def.parallel = (throng_parallel){run_serial, &runs};
    MUST(NULL, throng_context_create(&def, &context));
    throng_influence *map = make(context, 3, MOST);
    throng_influence_object *objects = scene_objects(&motley);
    for (int32_t k = 0; k < 3; k++)
        MUST(context, throng_influence_set_objects(map, k, 0, MOST, objects, 0));
    runs = 0;
    MUST(context, throng_influence_update_layer(map, 0));
    int32_t one = runs;
    cr_expect(one > 0);
    MUST(context, throng_influence_update(map));
    cr_expect(runs == 3 * one, "%d runs for one layer, %d for three", (int)one, (int)runs);
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_update_layer(map, 1));
    cr_expect(runs == 3 * one, "nothing was touched");
    MUST(context, throng_influence_set_objects(map, 1, 0, 0, objects, 0));
    MUST(context, throng_influence_truncate_objects(map, 1, MOST));
    MUST(context, throng_influence_update(map));
    cr_expect(runs == 3 * one, "no object was set, none dropped");
    MUST(context, throng_influence_move_objects(map, 1, 4, 1, (float[]){5.0f, 5.0f}, 0, NULL, 0));
    MUST(context, throng_influence_update(map));
    cr_expect(runs == 4 * one, "one layer was touched");
    free(objects);
    throng_influence_destroy(map);
    throng_context_destroy(context);
}

EACH(objects, reset)
{
    throng_influence *map = make(context, 2, MOST);
    throng_influence_object *objects = scene_objects(&motley);
    float values[CELLS];
    for (int32_t k = 0; k < 2; k++)
        MUST(context, throng_influence_set_objects(map, k, 0, MOST, objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_combine(map, (float[]){1.0f, 1.0f}, 2));
    MUST(context, throng_influence_set_objects(map, 1, 0, 9, objects + 9, 0)); /* touched, not updated */
    MUST(context, throng_influence_reset(map));
    for (int32_t k = 0; k < 2; k++) {
        cr_expect(throng_influence_object_count(map, k) == 0);
        expect_layer(context, map, k, "reset", objects, 0);
    }
    cr_expect(throng_influence_read(map, THRONG_LAYER_COMBINED, NULL, values, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 1, "reset and updated", objects, 0);
    MUST(context, throng_influence_set_objects(map, 0, 0, 12, objects, 0));
    MUST(context, throng_influence_update(map));
    expect_layer(context, map, 0, "used again", objects, 12);
    free(objects);
    throng_influence_destroy(map);
}

/* Several maps of one context, and several contexts, at the same time. */
EACH(objects, maps_are_independent)
{
    throng_influence_object *objects = scene_objects(&motley);
    throng_influence *maps[5];
    variant v = reference_variant();
    throng_context *other = open_variant(&v, NULL);
    for (int32_t i = 0; i < 5; i++) {
        maps[i] = make(i % 2 ? other : context, 1, MOST);
        MUST(context, throng_influence_set_objects(maps[i], 0, 0, 10 * i, objects, 0));
    }
    for (int32_t i = 4; i >= 0; i--)
        MUST(context, throng_influence_update(maps[i]));
    throng_influence_destroy(maps[2]);
    for (int32_t i = 0; i < 5; i++)
        if (i != 2) {
            expect_layer(context, maps[i], 0, "one of several", objects, 10 * i);
            throng_influence_destroy(maps[i]);
        }
    throng_context_destroy(other);
    free(objects);
}
