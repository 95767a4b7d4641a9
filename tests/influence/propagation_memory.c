/* The host's allocator where influence walks: refused requests, one after the other; nothing allocated once
 * all is set up. */
#include "tests/support/each_backend.h"
#include "tests/support/wall_scenes.h"

#include <stdlib.h>

enum { COUNT = 40, FEW = 12, PAIRS = 4 };

/* Linked with patches in little memory (propagation_passes_memory) all objects do not fit at once, a few
 * do. */
static walk_scene the_scene(int32_t adjacent)
{
    walk_scene s = {.grid = THRONG_GRID_SQUARE8, .width = 61, .height = 24, .worlds = 2, .own_walls = 1};
    s.propagation = adjacent ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH;
    s.cell_size = 1.0f;
    s.walls = WALLS_MAZE;
    s.density = 20;
    s.count = COUNT;
    s.seed = 3;
    s.objects = (mix){.reach_low = 5,
                      .reach_high = 120,
                      .exponential = 50,
                      .adjusted = 50,
                      .offset = 20,
                      .alpha_most = 0.9f,
                      .strength_high = 4,
                      .gamma_lowest = -1};
    return s;
}

typedef struct host {
    watch *w;
    throng_context_def hooks;
    throng_context *context;
    throng_terrain *terrain, *corridor;
    throng_influence *map;
    walk_scene s;
    uint8_t *walls;
    throng_influence_object *objects;
    int n; /* the request that fails, for messages */
} host;

static host host_begin(int32_t adjacent)
{
    host h = {.w = watch_begin(), .hooks = throng_context_default_def(), .s = the_scene(adjacent)};
    watch_hooks(h.w, &h.hooks);
    h.walls = scene_walls(&h.s);
    h.objects = walk_objects(&h.s, h.walls);
    return h;
}

static void host_end(host *h)
{
    throng_influence_destroy(h->map);
    MUST(h->context, throng_terrain_destroy(h->terrain));
    MUST(h->context, throng_terrain_destroy(h->corridor));
    MUST(h->context, throng_context_destroy(h->context));
    cr_expect(watch_end(h->w) == 0, "request %d", h->n);
    free(h->objects);
    free(h->walls);
}

static throng_status make_terrain(host *h)
{
    throng_terrain_def def = throng_terrain_default_def();
    def.width = h->s.width;
    def.height = h->s.height;
    def.worlds = h->s.worlds;
    throng_status status = throng_terrain_create(h->context, &def, &h->terrain);
    cr_expect(status == THRONG_OK || h->terrain == NULL);
    if (status == THRONG_OK)
        MUST(h->context, throng_terrain_set(h->terrain, NULL, h->walls, 0));
    return status;
}

static throng_status make_corridor(host *h)
{
    throng_terrain_def def = throng_terrain_default_def();
    uint8_t *walls = must_allocate(240 * 168);
    def.width = 240;
    def.height = 168;
    walk_walls(NULL, WALLS_SERPENTINE, 0, 240, 168, walls);
    throng_status status = throng_terrain_create(h->context, &def, &h->corridor);
    cr_expect(status == THRONG_OK || h->corridor == NULL);
    if (status == THRONG_OK)
        MUST(h->context, throng_terrain_set(h->corridor, NULL, walls, 0));
    free(walls);
    return status;
}

static throng_status make_map(host *h)
{
    throng_influence_def def = walk_def(&h->s);
    def.layers = 2;
    def.terrain = h->terrain;
    throng_status status = throng_influence_create(h->context, &def, &h->map);
    cr_expect(status == THRONG_OK || h->map == NULL);
    return status;
}

static throng_status set_few(host *h)
{
    return throng_influence_set_objects(h->map, 0, 0, FEW, h->objects, 0);
}

/* What was there stays: the values of the few. */
static throng_status set_rest(host *h)
{
    float *before = must_allocate(61 * 48 * sizeof *before), *after = must_allocate(61 * 48 * sizeof *after);
    MUST(h->context, throng_influence_update(h->map));
    MUST(h->context, throng_influence_read(h->map, 0, NULL, before, 0));
    throng_status status = throng_influence_set_objects(h->map, 0, FEW, COUNT - FEW, h->objects + FEW, 0);
    if (status != THRONG_OK) {
        const float place[2] = {h->objects[3].x, h->objects[3].y};
        cr_expect(throng_influence_object_count(h->map, 0) == FEW);
        MUST(h->context, throng_influence_move_objects(h->map, 0, 3, 1, place, 0, NULL, 0));
        MUST(h->context, throng_influence_update(h->map));
        MUST(h->context, throng_influence_read(h->map, 0, NULL, after, 0));
        cr_expect(same_bits("after a failure", before, after, 61 * 48), "request %d", h->n);
    }
    free(after);
    free(before);
    return status;
}

static throng_status set_second(host *h)
{
    return throng_influence_set_objects(h->map, 1, 0, FEW, h->objects + 7, 0);
}

static float lengths[PAIRS];

/* The last pair needs keys of 64 bits. */
static throng_status measure(host *h)
{
    static const throng_cell_pair pairs[PAIRS] = {
        {{0, 0}, {5, 2}}, {{0, 0}, {0, 1}}, {{7, 0}, {7, 0}}, {{0, 0}, {0, 166}}};
    return throng_terrain_distances(h->corridor, THRONG_GRID_SQUARE8, PAIRS, pairs, 0, lengths);
}

static throng_status combine(host *h) { return throng_influence_combine(h->map, (float[]){1.0f, 0.5f}, 2); }

static throng_status make_context(host *h) { return throng_context_create(&h->hooks, &h->context); }

static uint64_t results(host *h)
{
    float values[61 * 48];
    MUST(h->context, throng_influence_read(h->map, THRONG_LAYER_COMBINED, NULL, values, 0));
    return hash_bytes(values, sizeof values) ^ hash_bytes(lengths, sizeof lengths) * 31;
}

static throng_status update(host *h) { return throng_influence_update(h->map); }

static const struct {
    const char *name;
    throng_status (*call)(host *h);
    int stays; /* 1: memory that a failed call took may stay with the map, for the next try */
} calls[] = {
    {"context", make_context, 0}, {"terrain", make_terrain, 0}, {"corridor", make_corridor, 0},
    {"map", make_map, 0},         {"few", set_few, 1},          {"rest", set_rest, 1},
    {"second", set_second, 1},    {"distances", measure, 0},    {"update", update, 0},
    {"combine", combine, 0},
};

/* A session in which the n-th request fails: that call says so, what came before stays as it is, and repeated
 * it succeeds, with the same results. 0 where fewer than n were made. */
static int session(const variant *v, int32_t adjacent, int n, uint64_t *expected)
{
    host h = host_begin(adjacent);
    h.hooks.backend = v->backend;
    h.hooks.isa = v->isa;
    h.hooks.threads = v->threads;
    h.w->fail_at = n;
    h.n = n;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        int64_t alive = watch_alive(h.w);
        throng_status status = calls[i].call(&h);
        if (status == THRONG_OK)
            continue;
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && strstr(h.w->log, "memory") != NULL,
                  "request %d, %s: %s, logged \"%s\"", n, calls[i].name, throng_status_string(status),
                  h.w->log);
        cr_expect(h.w->assertions == 0, "request %d, %s: it is no mistake of the caller's", n, calls[i].name);
        cr_expect(calls[i].stays || watch_alive(h.w) == alive, "request %d, %s: %lld blocks more", n,
                  calls[i].name, (long long)(watch_alive(h.w) - alive));
        MUST(h.context, calls[i].call(&h));
    }
    uint64_t hash = results(&h);
    cr_expect(hash == *expected || *expected == 0, "request %d: the results differ", n);
    *expected = hash;
    int failed = h.w->failed;
    host_end(&h);
    return failed;
}

Test(memory, each_request_fails_once)
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < count; i++)
        for (int32_t adjacent = 0; adjacent < 2; adjacent++) {
            uint64_t expected = 0;
            cr_expect(session(&list[i], adjacent, 0, &expected) == 0);
            int n = 1;
            while (n < 200 && session(&list[i], adjacent, n, &expected))
                n++;
            printf("%s: %d requests\n", list[i].name, n - 1);
            cr_expect(n > 30 && n < 200, "%s: %d requests", list[i].name, n - 1);
        }
}

/* ---------------------------------------------------------------- steady state ---------------------- */

static void frame(host *h, rng *r, int number)
{
    float positions[2 * FEW], values[61 * 48];
    throng_best best;
    const throng_region wall = {number % 50, number % 40, 3, 2};
    MUST(h->context, throng_terrain_fill(h->terrain, &wall, number % 2));
    if (number % 10 == 9)
        MUST(h->context, throng_terrain_set(h->terrain, NULL, h->walls, 0));
    uint8_t *walls = must_allocate(61 * 48);
    MUST(h->context, throng_terrain_read(h->terrain, NULL, walls, 0));
    for (int i = 0; i < FEW; i++) {
        throng_influence_object o = walk_object(r, &h->s, walls, h->objects[i].world);
        positions[2 * i] = o.x;
        positions[2 * i + 1] = o.y;
        h->objects[i].x = o.x;
        h->objects[i].y = o.y;
    }
    free(walls);
    MUST(h->context, throng_influence_move_objects(h->map, 0, 0, FEW, positions, 0, NULL, 0));
    MUST(h->context, throng_influence_set_objects(h->map, 0, 0, FEW, h->objects, 0));
    MUST(h->context, throng_influence_truncate_objects(h->map, 0, COUNT - number % 20));
    MUST(h->context, throng_influence_update(h->map));
    MUST(h->context, combine(h));
    MUST(h->context, throng_influence_read(h->map, 0, NULL, values, 0));
    MUST(h->context, throng_influence_best(h->map, THRONG_LAYER_COMBINED, NULL, &best));
    throng_influence_object back[COUNT];
    for (int i = 0; i < COUNT; i++) { /* the same kinds again, on cells that are surely free */
        back[i] = h->objects[i];
        back[i].x = positions[0];
        back[i].y = positions[1];
        back[i].world = h->objects[0].world;
    }
    int32_t present = throng_influence_object_count(h->map, 0);
    MUST(h->context, throng_influence_set_objects(h->map, 0, present, COUNT - present, back + present, 0));
}

Test(memory, steady_state_allocates_nothing)
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < 2 * count; i++) {
        host h = host_begin(i % 2);
        rng r = {5};
        h.context = open_variant(&list[i / 2], &h.hooks);
        for (size_t k = 1; k < sizeof calls / sizeof calls[0]; k++)
            MUST(h.context, calls[k].call(&h));
        MUST(h.context, throng_influence_set_momentum(h.map, 1, 0.5f));
        frame(&h, &r, 0);
        int64_t allocations = h.w->allocations, releases = h.w->releases;
        for (int k = 1; k < 40; k++)
            frame(&h, &r, k);
        cr_expect(h.w->allocations == allocations && h.w->releases == releases,
                  "%s: %lld allocations in 39 frames", list[i / 2].name,
                  (long long)(h.w->allocations - allocations));
        host_end(&h);
    }
}

/* What a map says it uses is what it has. */
Test(memory, said_and_used)
{
    variant v = reference_variant();
    host h = host_begin(0);
    throng_influence_info info;
    h.context = open_variant(&v, &h.hooks);
    MUST(h.context, make_terrain(&h));
    MUST(h.context, make_corridor(&h));
    uint64_t before = 0, after = 0;
    for (int32_t i = 0; i < h.w->block_count; i++)
        before += h.w->blocks[i].alive ? h.w->blocks[i].size : 0;
    MUST(h.context, make_map(&h));
    MUST(h.context, set_few(&h));
    MUST(h.context, set_rest(&h));
    MUST(h.context, combine(&h));
    for (int32_t i = 0; i < h.w->block_count; i++)
        after += h.w->blocks[i].alive ? h.w->blocks[i].size : 0;
    MUST(h.context, throng_influence_get_info(h.map, &info));
    cr_expect(info.host_bytes == after - before, "%llu bytes said, %llu in use",
              (unsigned long long)info.host_bytes, (unsigned long long)(after - before));
    host_end(&h);
}

/* More than the host wants to give. */
Test(memory, huge)
{
    variant v = reference_variant();
    host h = host_begin(1);
    throng_terrain_def def = throng_terrain_default_def();
    throng_terrain *huge;
    h.context = open_variant(&v, &h.hooks);
    MUST(h.context, make_terrain(&h));
    MUST(h.context, make_corridor(&h));
    MUST(h.context, make_map(&h));
    MUST(h.context, set_few(&h));
    int64_t alive = watch_alive(h.w);
    h.w->largest = 1 << 16;
    def.width = def.height = 32768;
    cr_expect(throng_terrain_create(h.context, &def, &huge) == THRONG_ERROR_OUT_OF_MEMORY && huge == NULL);
    def.width = def.height = 1;
    def.worlds = 1 << 30;
    cr_expect(throng_terrain_create(h.context, &def, &huge) == THRONG_ERROR_OUT_OF_MEMORY && huge == NULL);
#ifndef THRONG_POOL_UNITS
    cr_expect(set_rest(&h) == THRONG_ERROR_OUT_OF_MEMORY, "patches of all objects are larger than that");
#endif
    cr_expect(measure(&h) == THRONG_ERROR_OUT_OF_MEMORY);
    cr_expect(watch_alive(h.w) <= alive + 2);
    h.w->largest = 0;
    MUST(h.context, set_rest(&h));
    MUST(h.context, measure(&h));
    host_end(&h);
}

/* So long and narrow that paths may need the longest keys, while the window of shorter ones, which has whole
 * vectors, is the larger one. All cells are reached. */
EACH(memory, narrow_worlds)
{
    for (int32_t width = 10; width <= BRIEFLY(10, 28); width += 9) {
        const int32_t height = 19000 / width + 100;
        const size_t cells = (size_t)width * (size_t)height;
        throng_terrain_def ground = throng_terrain_default_def();
        throng_influence_def def = map_def(width, height, THRONG_GRID_SQUARE8);
        throng_influence_object object = throng_influence_default_object();
        throng_influence *map;
        float *values = must_allocate(cells * sizeof *values);
        ground.width = width;
        ground.height = height;
        def.propagation = THRONG_PROPAGATION_PATH;
        object.x = 0.5f;
        object.y = 0.5f * (float)height;
        object.influence = 1.0f;
        object.decay = 0.0f;
        object.max_distance = 1e9f;
        MUST(context, throng_terrain_create(context, &ground, &def.terrain));
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &object, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        for (size_t i = 0; i < cells; i++)
            cr_assert(values[i] == 1.0f, "%d columns: cell %zu has %g", (int)width, i, (double)values[i]);
        MUST(context, throng_influence_destroy(map));
        MUST(context, throng_terrain_destroy(def.terrain));
        free(values);
    }
}
