/* Memory of updates in slices, and at load time: what was reserved is not asked for again, and a request that
 * is refused leaves a map that goes on. */
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { SIDE = 96, LAYERS = 2, COUNT = 60, CELLS = SIDE * SIDE };

typedef struct host {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_influence_object objects[COUNT];
} host;

static host host_begin(const variant *v, throng_propagation propagation)
{
    host h = {.w = watch_begin()};
    throng_context_def hooks = throng_context_default_def();
    throng_influence_def def = map_def(SIDE, SIDE, THRONG_GRID_SQUARE8);
    throng_terrain_def ground = throng_terrain_default_def();
    rng r = {9};
    watch_hooks(h.w, &hooks);
    h.context = open_variant(v, &hooks);
    ground.width = ground.height = SIDE;
    if (propagation != THRONG_PROPAGATION_EUCLIDEAN) {
        MUST(h.context, throng_terrain_create(h.context, &ground, &h.terrain));
        def.blocked_objects = THRONG_BLOCKED_IGNORE;
    }
    def.propagation = propagation;
    def.terrain = h.terrain;
    def.layers = LAYERS;
    def.object_capacity = COUNT;
    MUST(h.context, throng_influence_create(h.context, &def, &h.map));
    for (int32_t i = 0; i < COUNT; i++) {
        h.objects[i] = throng_influence_default_object();
        h.objects[i].x = rng_between(&r, 0.0f, (float)SIDE);
        h.objects[i].y = rng_between(&r, 0.0f, (float)SIDE);
        h.objects[i].max_distance = rng_between(&r, 1.0f, 12.0f);
    }
    return h;
}

static void host_end(host *h)
{
    throng_influence_destroy(h->map);
    MUST(h->context, throng_terrain_destroy(h->terrain));
    MUST(h->context, throng_context_destroy(h->context));
    cr_expect(watch_end(h->w) == 0);
}

/* A frame of a game: objects move, a door opens or closes, an update goes on, questions are asked. */
static void frame(host *h, int32_t number)
{
    const float weights[LAYERS] = {1.0f, -1.0f};
    const throng_region door = {40, 40 + number % 9, 3, 2};
    const throng_point point = {20.0f, 30.0f, 0};
    throng_sample sample;
    throng_best best;
    int32_t done;
    for (int32_t layer = 0; layer < LAYERS; layer++) {
        const int32_t count = number < COUNT ? number + 1 : COUNT;
        for (int32_t i = 0; i < count; i++)
            h->objects[i].x = (float)((number * 7 + i * 13 + layer) % SIDE) + 0.25f;
        if (number % 4 == 0)
            MUST(h->context, throng_influence_set_objects(h->map, layer, 0, count, h->objects, 0));
        else if (throng_influence_object_count(h->map, layer) > 0)
            MUST(h->context,
                 throng_influence_move_objects(h->map, layer, 0, throng_influence_object_count(h->map, layer),
                                               &h->objects->x, sizeof *h->objects, NULL, 0));
        MUST(h->context, throng_influence_set_momentum(h->map, layer, number % 3 ? 0.5f : 0.0f));
    }
    if (h->terrain)
        MUST(h->context, throng_terrain_fill(h->terrain, &door, number % 2));
    if (number % 5 == 4)
        MUST(h->context, throng_influence_update(h->map));
    else
        MUST(h->context, throng_influence_update_some(h->map, 1e-5, &done));
    MUST(h->context, throng_influence_combine(h->map, weights, LAYERS));
    MUST(h->context, throng_influence_best(h->map, THRONG_LAYER_COMBINED, NULL, &best));
    MUST(h->context, throng_influence_sample(h->map, 0, 1, &point, 0, &sample));
}

static void play_reserved(const variant *v, throng_propagation propagation)
{
    host h = host_begin(v, propagation);
    throng_influence_object largest = throng_influence_default_object();
    throng_influence_info before, after;
    largest.max_distance = 12.0f;
    MUST(h.context, throng_influence_reserve(h.map, -1, COUNT, &largest,
                                             THRONG_USE_COMBINE | THRONG_USE_MOMENTUM | THRONG_USE_SLICES |
                                                 THRONG_USE_QUERIES));
    MUST(h.context, throng_influence_get_info(h.map, &before));
    const int64_t allocations = h.w->allocations;
    for (int32_t number = 0; number < 80; number++)
        frame(&h, number);
    MUST(h.context, throng_influence_get_info(h.map, &after));
    cr_expect(h.w->allocations == allocations, "%s, propagation %d: %lld allocations", v->name,
              (int)propagation, (long long)(h.w->allocations - allocations));
    cr_expect(before.host_bytes == after.host_bytes && before.device_bytes == after.device_bytes,
              "%s, propagation %d: %llu and %llu bytes on the device", v->name, (int)propagation,
              (unsigned long long)before.device_bytes, (unsigned long long)after.device_bytes);
    host_end(&h);
}

Test(slices_memory, reserved)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < 3; k++)
            play_reserved(&list[i], k);
}

/* Each request of the first slice and of reserve() is refused once. */
static int32_t session(const variant *v, throng_propagation propagation, int32_t reserves, int32_t n)
{
    host h = host_begin(v, propagation);
    float *values = must_allocate(CELLS * sizeof *values),
          *expected = must_allocate(CELLS * sizeof *expected);
    int32_t done = 0;
    MUST(h.context, throng_influence_set_objects(h.map, 0, 0, COUNT, h.objects, 0));
    const int64_t alive = watch_alive(h.w);
    h.w->fail_at = n;
    throng_status status = reserves ? throng_influence_reserve(h.map, -1, COUNT, h.objects, 15)
                                    : throng_influence_update_some(h.map, 0.0, &done);
    const int32_t failed = h.w->failed;
    h.w->fail_at = 0;
    const int32_t does_without = v->backend == THRONG_BACKEND_OPENCL && status == THRONG_OK; /* a cache */
    cr_expect(!failed || status == THRONG_ERROR_OUT_OF_MEMORY || does_without, "%s, request %d: %s", v->name,
              (int)n, throng_status_string(status));
    cr_expect(!failed || reserves || does_without || watch_alive(h.w) == alive,
              "%s, request %d: blocks are left", v->name, (int)n);
    while (!done)
        MUST(h.context, throng_influence_update_some(h.map, 0.0, &done));
    MUST(h.context, throng_influence_read(h.map, 0, NULL, values, 0));
    MUST(h.context, throng_influence_reset(h.map));
    MUST(h.context, throng_influence_set_objects(h.map, 0, 0, COUNT, h.objects, 0));
    MUST(h.context, throng_influence_update(h.map));
    MUST(h.context, throng_influence_read(h.map, 0, NULL, expected, 0));
    cr_expect(same_bits("a cell", values, expected, CELLS), "request %d", (int)n);
    free(values);
    free(expected);
    host_end(&h);
    return failed;
}

Test(slices_memory, refused)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < 4; k++) {
            int32_t n = 1;
            while (
                session(&list[i], k % 2 ? THRONG_PROPAGATION_PATH : THRONG_PROPAGATION_EUCLIDEAN, k / 2, n))
                n++;
            cr_expect(n > 1, "%s: nothing was refused", list[i].name);
        }
}

/* Objects that need more memory than there is come in the middle of an update: it is whole all the same. */
EACH(slices_memory, growing)
{
    throng_terrain *terrain;
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = map_def(SIDE, SIDE, THRONG_GRID_SQUARE8);
    throng_influence *maps[2];
    throng_influence_object o = throng_influence_default_object();
    float *values[2] = {must_allocate(CELLS * sizeof(float)), must_allocate(CELLS * sizeof(float))};
    int32_t done = 0, calls = 1;
    ground.width = ground.height = SIDE;
    MUST(context, throng_terrain_create(context, &ground, &terrain));
    def.terrain = terrain;
    def.propagation = THRONG_PROPAGATION_PATH;
    o.x = o.y = 40.5f;
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_influence_create(context, &def, &maps[i]));
        MUST(context, throng_influence_set_objects(maps[i], 0, 0, 1, &o, 0));
    }
    MUST(context, throng_influence_update(maps[1]));
    MUST(context, throng_influence_update_some(maps[0], 0.0, &done));
    o.max_distance = 40.0f;
    o.decay = 0.01f;
    for (int32_t i = 1; i < 40; i++)
        MUST(context, throng_influence_set_objects(maps[0], 0, i, 1, &o, 0));
    for (; !done; calls++)
        MUST(context, throng_influence_update_some(maps[0], 0.0, &done));
    cr_expect(calls == 2, "%d calls: what was left was computed when memory grew", (int)calls);
    for (int32_t k = 0; k < 2; k++) {
        for (int32_t i = 0; i < 2; i++)
            MUST(context, throng_influence_read(maps[i], 0, NULL, values[i], 0));
        cr_expect(same_bits("a cell", values[0], values[1], CELLS), "update %d", (int)k);
        for (int32_t i = 1; i < 40; i++)
            MUST(context, throng_influence_set_objects(maps[1], 0, i, 1, &o, 0));
        for (int32_t i = 0; i < 2; i++)
            MUST(context, throng_influence_update(maps[i]));
    }
    for (int32_t i = 0; i < 2; i++) {
        throng_influence_destroy(maps[i]);
        free(values[i]);
    }
    MUST(context, throng_terrain_destroy(terrain));
}
