/* What calls on influence maps of worlds refuse, and calls without memory: each says why, nothing changes,
 * and the call succeeds the next time. */
#include "tests/support/each_backend.h"
#include "tests/support/supply.h"
#include "tests/world/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, OBJECTS = 40, REQUESTS = 300 };
#define INVALID THRONG_ERROR_INVALID_ARGUMENT

typedef struct tried {
    supply memory;
    throng_context *context;
    throng_world *world;
    throng_world_influence *map;
    throng_influence_object objects[2 * OBJECTS];
    uint64_t ids[2 * OBJECTS];
    float values[60 * 50];
} tried;

static int says(const tried *t, throng_status got, throng_status wanted, const char *words)
{
    if (got == wanted && strstr(throng_context_message(t->context), words))
        return 1;
    fprintf(stderr, "status %d, \"%s\", not \"%s\"\n", (int)got, throng_context_message(t->context), words);
    return 0;
}

static uint64_t hash_of(const tried *t)
{
    uint64_t hash = 0;
    MUST(t->context, throng_world_influence_hash(t->map, 0, &hash));
    return hash;
}

static throng_world_influence_def def_of(void)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    def.map.width = 60;
    def.map.height = 50;
    def.map.layers = 2;
    def.map.propagation = THRONG_PROPAGATION_PATH;
    def.map.object_capacity = 2 * OBJECTS;
    return def;
}

static void begin(tried *t)
{
    throng_context_def hooks = throng_context_default_def();
    variant v = reference_variant();
    rng r = {97};
    memset(t, 0, sizeof *t);
    hooks.allocator = supply_allocator(&t->memory);
    t->context = open_variant(&v, &hooks);
    for (int32_t i = 0; i < 2 * OBJECTS; i++) {
        t->objects[i] = throng_influence_default_object();
        t->objects[i].x = rng_between(&r, 0.0f, 59.9f);
        t->objects[i].y = rng_between(&r, 0.0f, 49.9f);
        t->objects[i].vx = 1.0f;
        t->objects[i].offset = i % 3 ? 0.0f : 30.0f;
        t->ids[i] = (uint64_t)(2 * OBJECTS - i) << 40;
    }
}

static throng_status make_world(tried *t)
{
    throng_context *const contexts[PARTS] = {t->context, t->context, t->context};
    return throng_world_create(PARTS, contexts, NULL, &t->world);
}

static throng_status make_map(tried *t)
{
    const throng_world_influence_def def = def_of();
    return throng_world_influence_create(t->world, &def, &t->map);
}

static void end(tried *t)
{
    MUST(t->context, throng_world_influence_destroy(t->map));
    MUST(t->context, throng_world_destroy(t->world));
    cr_expect(throng_context_destroy(t->context) == THRONG_OK && t->memory.alive == 0);
}

/* ---------------------------------------------------------------- mistakes -------------------------- */

#define REFUSED(change, words)                                                                               \
    do {                                                                                                     \
        throng_world_influence_def def = def_of();                                                           \
        throng_world_influence *made;                                                                        \
        change;                                                                                              \
        cr_expect(says(t, throng_world_influence_create(t->world, &def, &made), INVALID, words) && !made);   \
    } while (0)

static void refuse_definitions(const tried *t)
{
    const float none[PARTS] = {0.0f, 0.0f, 0.0f}, wrong[PARTS] = {1.0f, -1.0f, 1.0f};
    const throng_world_influence_def right = def_of();
    throng_world_influence *map;
    REFUSED(def.cookie = 0, "throng_world_influence_default_def");
    REFUSED(def.map.cookie = 0, "def was not made by throng_influence_default_def");
    REFUSED(def.reach = 1, "def.reach is 1");
    REFUSED(def.weights = none, "def.weights are 0");
    REFUSED(def.weights = wrong, "def.weights[1] is -1");
    REFUSED(def.map.width = 0, "def.map has 0 x 50");
    REFUSED(def.map.height = 1 << 21, "def.map has 60 x 2097152");
    REFUSED(def.map.worlds = 2, "def.map.worlds is 2");
    REFUSED(def.map.terrain = (throng_terrain *)(void *)&def, "def.map.terrain is set");
    REFUSED(def.map.all_pairs = 1, "def.map.all_pairs is 1");
    REFUSED(def.map.layers = 17, "def.map.layers is 17");
    REFUSED(def.map.propagation = 3, "def.map.propagation is 3");
    REFUSED(def.map.blocked_objects = 2, "def.map.blocked_objects is 2");
    REFUSED(def.map.grid = 7, "def.grid is 7");
    REFUSED(def.map.cell_size = 0.0f, "def.cell_size is 0");
    REFUSED(def.map.object_capacity = -1, "def.object_capacity is -1");
    REFUSED((def.map.width = 1048576, def.map.height = 4096), "use more parts");
    cr_expect(says(t, throng_world_influence_create(t->world, NULL, &map), INVALID, "default_def") && !map);
    cr_expect(
        says(t, throng_world_influence_create(t->world, &right, NULL), INVALID, "map must not be NULL"));
    cr_expect(throng_world_influence_create(NULL, &right, &map) == INVALID && !map);
}

static void refuse_objects(const tried *t)
{
    throng_world_influence *map = t->map;
    throng_influence_object o = t->objects[0];
    const uint64_t twice[2] = {5, 5}, *ids = t->ids;
    const float far[2] = {70.0f, 1.0f}, nowhere[2] = {3e9f, 1.0f};
    cr_expect(says(t, throng_world_influence_set_objects(map, 2, 1, ids, &o, 0), INVALID, "layer is 2"));
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, -1, ids, &o, 0), INVALID, "count is -1"));
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, NULL, &o, 0), INVALID, "ids must not"));
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, ids, NULL, 0), INVALID, "objects must"));
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, ids, &o, 8), INVALID, "stride"));
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 2, twice, t->objects, 0), INVALID, "twice"));
    o.world = 1;
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, ids, &o, 0), INVALID, "world is 1"));
    o = t->objects[0];
    o.x = -1.0f;
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, ids, &o, 0), INVALID, "off the map"));
    o.x = 3.5f;
    o.y = 3.5f;
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, ids, &o, 0), INVALID, "in a wall"));
    o = t->objects[0];
    o.decay = 0.0f;
    o.max_distance = 32.5f;
    cr_expect(says(t, throng_world_influence_set_objects(map, 0, 1, ids, &o, 0), INVALID, "reaches 33"));
    cr_expect(
        says(t, throng_world_influence_move_objects(map, 0, 1, twice, far, 0, NULL, 0), INVALID, "off"));
    cr_expect(says(t, throng_world_influence_move_objects(map, 0, 1, ids, nowhere, 0, NULL, 0), INVALID,
                   "positions[0].x"));
    cr_expect(says(t, throng_world_influence_move_objects(map, 0, 1, ids, NULL, 0, NULL, 0), INVALID,
                   "positions must not"));
    cr_expect(says(t, throng_world_influence_move_objects(map, 0, 1, ids, t->values, 0, nowhere, 0), INVALID,
                   "velocities[0].x"));
    cr_expect(says(t, throng_world_influence_move_objects(map, 0, 1, twice, t->values, 0, NULL, 0), INVALID,
                   "nothing has it"));
    cr_expect(says(t, throng_world_influence_remove_objects(map, 0, 1, twice), INVALID, "nothing has it"));
    cr_expect(says(t, throng_world_influence_remove_objects(map, 1, 1, ids), INVALID, "nothing has it"));
    cr_expect(says(t, throng_world_influence_remove_objects(map, 0, 1, NULL), INVALID, "ids must not"));
}

static void refuse_calls(tried *t)
{
    throng_world_influence *map = t->map;
    throng_influence *local;
    throng_best best;
    const throng_region off = {1, 1, 60, 1}, cell = {3, 3, 1, 1};
    const float weights[2] = {1.0f, 2e9f};
    const uint8_t wall[1] = {1};
    MUST(t->context, throng_world_influence_set_walls(map, &cell, wall, 0));
    refuse_objects(t);
    MUST(t->context, throng_world_influence_set_walls(map, &cell, (const uint8_t *)"", 0));
    cr_expect(says(t, throng_world_influence_set_walls(map, &off, wall, 0), INVALID, "region is column 1"));
    cr_expect(says(t, throng_world_influence_set_walls(map, &cell, NULL, 0), INVALID, "blocked must not"));
    cr_expect(says(t, throng_world_influence_set_momentum(map, 0, 1.0f), INVALID, "momentum is 1"));
    cr_expect(says(t, throng_world_influence_set_momentum(map, -1, 0.0f), INVALID, "layer is -1"));
    cr_expect(says(t, throng_world_influence_combine(map, weights, 1), INVALID, "count is 1"));
    cr_expect(says(t, throng_world_influence_combine(map, weights, 2), INVALID, "weights[1] is 2e+09"));
    cr_expect(says(t, throng_world_influence_combine(map, NULL, 2), INVALID, "weights must not"));
    cr_expect(says(t, throng_world_influence_read(map, 0, &off, t->values, 0), INVALID, "region"));
    cr_expect(says(t, throng_world_influence_read(map, 0, &cell, NULL, 0), INVALID, "values must not"));
    cr_expect(says(t, throng_world_influence_read(map, 0, &cell, t->values, 3), INVALID, "row_stride is 3"));
    cr_expect(
        says(t, throng_world_influence_read(map, -1, NULL, NULL, 0), INVALID, "throng_influence_combine"));
    cr_expect(says(t, throng_world_influence_best(map, 0, &off, &best), INVALID, "region"));
    cr_expect(says(t, throng_world_influence_best(map, 0, NULL, NULL), INVALID, "best must not"));
    cr_expect(says(t, throng_world_influence_worst(map, 5, NULL, &best), INVALID, "layer is 5"));
    cr_expect(says(t, throng_world_influence_worst(map, 0, NULL, NULL), INVALID, "worst must not"));
    cr_expect(says(t, throng_world_influence_hash(map, 0, NULL), INVALID, "hash must not"));
    cr_expect(says(t, throng_world_influence_get_part(map, 3, &local, NULL, NULL), INVALID, "part is 3"));
    cr_expect(says(t, throng_world_influence_get_part(map, 0, NULL, NULL, NULL), INVALID, "local must not"));
    cr_expect(says(t, throng_world_influence_get_info(map, NULL), INVALID, "info must not"));
    cr_expect(says(t, throng_world_destroy(t->world), INVALID, "1 map or field, which must be destroyed"));
    cr_expect(throng_world_influence_update(NULL) == INVALID &&
              throng_world_influence_reset(NULL) == INVALID);
    cr_expect(throng_world_influence_destroy(NULL) == THRONG_OK);
}

Test(world_influence_errors, mistakes)
{
    static tried t;
    begin(&t);
    MUST(t.context, make_world(&t));
    refuse_definitions(&t);
    MUST(t.context, make_map(&t));
    MUST(t.context, throng_world_influence_set_objects(t.map, 0, OBJECTS, t.ids, t.objects, 0));
    MUST(t.context, throng_world_influence_update(t.map));
    const uint64_t before = hash_of(&t);
    refuse_calls(&t);
    cr_expect(hash_of(&t) == before && before != 0);
    MUST(t.context, throng_world_influence_update(t.map));
    cr_expect(hash_of(&t) == before);
    end(&t);
}

/* No walls where influence does not walk; a part that gets too many objects. */
Test(world_influence_errors, euclidean)
{
    static tried t;
    throng_world_influence_def def = def_of();
    begin(&t);
    MUST(t.context, make_world(&t));
    def.map.propagation = THRONG_PROPAGATION_EUCLIDEAN;
    def.map.object_capacity = OBJECTS;
    MUST(t.context, throng_world_influence_create(t.world, &def, &t.map));
    cr_expect(says(&t, throng_world_influence_set_walls(t.map, NULL, NULL, 0), INVALID, "has no walls"));
    MUST(t.context, throng_world_influence_set_objects(t.map, 0, OBJECTS / 2, t.ids, t.objects, 0));
    MUST(t.context, throng_world_influence_update(t.map));
    const uint64_t before = hash_of(&t);
    for (int32_t i = 0; i < 2 * OBJECTS; i++)
        t.objects[i].x = t.objects[i].y = 5.0f;
    MUST(t.context, throng_world_influence_set_objects(t.map, 0, 2 * OBJECTS, t.ids, t.objects, 0));
    for (int k = 0; k < 2; k++) {
        cr_expect(says(&t, throng_world_influence_update(t.map), THRONG_ERROR_CAPACITY,
                       "80 objects of layer 0 would reach part 0: at most 40"));
        cr_expect(hash_of(&t) == before);
    }
    MUST(t.context, throng_world_influence_remove_objects(t.map, 0, OBJECTS, t.ids));
    MUST(t.context, throng_world_influence_update(t.map));
    cr_expect(hash_of(&t) != before);
    end(&t);
}

/* ---------------------------------------------------------------- memory ---------------------------- */

typedef throng_status (*operation)(tried *t);

/* Refuses one request after the other. Returns how many there were. */
static int32_t refuse_each(tried *t, const char *name, operation run)
{
    const uint64_t before = t->map ? hash_of(t) : 0;
    for (int32_t n = 1; n < REQUESTS; n++) {
        t->memory.failed = 0;
        t->memory.fail_at = n;
        const throng_status status = run(t);
        t->memory.fail_at = 0;
        if (t->memory.failed == 0) {
            cr_expect(status == THRONG_OK, "%s: %s: %s", name, throng_status_string(status),
                      throng_context_message(t->context));
            return n - 1;
        }
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY, "%s, request %d: %s", name, (int)n,
                  throng_status_string(status));
        if (t->map)
            cr_expect(hash_of(t) == before, "%s, request %d: the map is another one", name, (int)n);
    }
    cr_assert(0, "%s asks for memory without end", name);
    return 0;
}

static throng_status set_some(tried *t)
{
    return throng_world_influence_set_objects(t->map, 0, OBJECTS, t->ids, t->objects, 0);
}
static throng_status set_more(tried *t)
{
    return throng_world_influence_set_objects(t->map, 0, 2 * OBJECTS, t->ids, t->objects, 0);
}
static throng_status move_all(tried *t)
{
    return throng_world_influence_move_objects(t->map, 0, 2 * OBJECTS, t->ids, &t->objects[0].x,
                                               sizeof t->objects[0], NULL, 0);
}
static throng_status remove_some(tried *t)
{
    return throng_world_influence_remove_objects(t->map, 0, OBJECTS, t->ids);
}
static throng_status update(tried *t) { return throng_world_influence_update(t->map); }
static throng_status set_momentum(tried *t) { return throng_world_influence_set_momentum(t->map, 1, 0.5f); }
static throng_status set_walls(tried *t)
{
    static const uint8_t walls[20 * 20];
    const throng_region region = {10, 20, 20, 20};
    return throng_world_influence_set_walls(t->map, &region, walls, 0);
}
static throng_status combine(tried *t)
{
    const float weights[2] = {1.0f, 2.0f};
    return throng_world_influence_combine(t->map, weights, 2);
}
static throng_status read_all(tried *t)
{
    const throng_region all = {0, 0, 60, 50};
    return throng_world_influence_read(t->map, 0, &all, t->values, 0);
}

Test(world_influence_errors, without_memory)
{
    static tried t;
    int32_t refused = 0;
    begin(&t);
    refused += refuse_each(&t, "world_create", make_world);
    refused += refuse_each(&t, "create", make_map);
    refused += refuse_each(&t, "set_objects", set_some);
    refused += refuse_each(&t, "update", update);
    const uint64_t some = hash_of(&t);
    refused += refuse_each(&t, "set_walls", set_walls);
    refused += refuse_each(&t, "set_momentum", set_momentum);
    refused += refuse_each(&t, "combine", combine);
    refused += refuse_each(&t, "read", read_all);
    refused += refuse_each(&t, "set_objects, more", set_more);
    refused += refuse_each(&t, "update", update);
    refused += refuse_each(&t, "move_objects", move_all);
    refused += refuse_each(&t, "remove_objects", remove_some);
    refused += refuse_each(&t, "update", update);
    cr_expect(refused > 40, "%d requests", (int)refused);
    /* what is left is as if nothing had failed */
    MUST(t.context, throng_world_influence_remove_objects(t.map, 0, OBJECTS, t.ids + OBJECTS));
    MUST(t.context, set_some(&t));
    MUST(t.context, update(&t));
    cr_expect(hash_of(&t) == some && some != 0);
    end(&t);
}

/* Objects with offsets go back and forth. */
Test(world_influence_errors, steady_state_allocates_nothing)
{
    static tried t;
    int64_t made = 0;
    begin(&t);
    MUST(t.context, make_world(&t));
    MUST(t.context, make_map(&t));
    MUST(t.context, set_more(&t));
    for (int32_t k = 0; k < 30; k++) {
        if (k == 10)
            made = t.memory.made;
        for (int32_t i = 0; i < 2 * OBJECTS; i++)
            t.objects[i].x = (float)((3 * i + 17 * (k % 2)) % 60);
        MUST(t.context, move_all(&t));
        MUST(t.context, update(&t));
    }
    cr_expect(t.memory.made == made, "%d allocations in 20 frames", (int)(t.memory.made - made));
    end(&t);
}
