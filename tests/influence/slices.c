/* Updates in slices: however they are cut, and whatever is set in between, the values are those of updates at
 * once on another map of the reference level; until an update is whole, the old ones stay. */
#include "tests/influence/slices.h"

#include <math.h>

EACH(slices, euclidean)
{
    for (int32_t i = 0; i < 4; i++) {
        const pair_kind kind = {
            .grid = i % 3, .worlds = i == 3 ? 2 : 1, .momentum = i > 0, .seed = 70 + (uint64_t)i};
        pair_of_maps *p = pair_begin(context, &kind);
        pair_play_frames(p, 20);
        pair_end(p);
    }
}

/* Units on tiles, which have footprint tables. */
EACH(slices, tables)
{
    const pair_kind kind = {.worlds = 1, .on_tiles = 1, .seed = 80};
    pair_of_maps *p = pair_begin(context, &kind);
    pair_play_frames(p, 20);
    pair_end(p);
}

EACH(slices, walls)
{
    for (int32_t i = 0; i < 8; i++) {
        const pair_kind kind = {.grid = i % 3,
                                .propagation = i % 2 ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH,
                                .worlds = i > 3 ? 2 : 1,
                                .own_walls = i > 5,
                                .momentum = i % 3 == 1,
                                .seed = 90 + (uint64_t)i};
        pair_of_maps *p = pair_begin(context, &kind);
        pair_play_frames(p, 15);
        pair_end(p);
    }
}

EACH(slices, all_pairs)
{
    const pair_kind kind = {.propagation = THRONG_PROPAGATION_PATH, .worlds = 2, .all_pairs = 1, .seed = 101};
    pair_of_maps *p = pair_begin(context, &kind);
    pair_play_frames(p, BRIEFLY(6, 15));
    pair_end(p);
}

/* Given up in the middle: nothing of it is left. */
EACH(slices, reset)
{
    const pair_kind kind = {.propagation = THRONG_PROPAGATION_PATH, .worlds = 1, .momentum = 1, .seed = 102};
    pair_of_maps *p = pair_begin(context, &kind);
    for (int32_t k = 0; k < 4; k++) {
        int32_t done = 0;
        pair_play_frames(p, 3);
        pair_edit(p);
        for (int32_t i = 0; i < k && !done; i++)
            MUST(p->context, throng_influence_update_some(p->map, 0.0, &done));
        pair_edit(p);
        pair_reset(p);
        pair_play_frames(p, 5);
    }
    pair_end(p);
}

/* Destroyed in the middle. */
EACH(slices, destroyed)
{
    const pair_kind kind = {.propagation = THRONG_PROPAGATION_PATH, .worlds = 1, .seed = 103};
    pair_of_maps *p = pair_begin(context, &kind);
    int32_t done = 0;
    pair_edit(p);
    MUST(context, throng_influence_update_some(p->map, 0.0, &done));
    pair_edit(p);
    pair_end(p);
}

/* Where nothing changed an update is whole at once, and in parts with the last one all the same. */
EACH(slices, nothing_changed)
{
    const pair_kind kind = {.worlds = 1, .seed = 104};
    pair_of_maps *p = pair_begin(context, &kind);
    int32_t done = 0;
    pair_edit(p);
    MUST(context, throng_influence_update(p->map));
    MUST(context, throng_influence_update_some(p->map, 0.0, &done));
    cr_expect(done);
    for (int32_t k = 1; k <= 3; k++) {
        MUST(context, throng_influence_update_part(p->map, 3, &done));
        cr_expect(done == (k == 3));
    }
    pair_end(p);
}

/* Many objects close to each other are summed in strips, which are many more than pieces. */
EACH(slices, dense)
{
    enum { COUNT = 6000 };
    throng_influence_def def = map_def(160, 150, THRONG_GRID_HEX);
    throng_influence *map, *other;
    throng_influence_object *objects = must_allocate(COUNT * sizeof *objects);
    float *a = must_allocate(160 * 150 * sizeof *a), *b = must_allocate(160 * 150 * sizeof *b);
    rng r = {3};
    int32_t done = 0, steps = 0;
    def.object_capacity = COUNT;
    for (int32_t i = 0; i < COUNT; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = rng_between(&r, 0.0f, 160.0f);
        objects[i].y = rng_between(&r, 0.0f, 130.0f);
        objects[i].vx = rng_between(&r, -1.0f, 1.0f);
        objects[i].alpha = i % 2 ? 0.5f : 0.0f;
    }
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_create(context, &def, &other));
    MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, objects, 0));
    MUST(context, throng_influence_set_objects(other, 0, 0, COUNT, objects, 0));
    MUST(context, throng_influence_update(other));
    for (; !done; steps++)
        MUST(context, throng_influence_update_some(map, 0.0, &done));
    MUST(context, throng_influence_read(map, 0, NULL, a, 0));
    MUST(context, throng_influence_read(other, 0, NULL, b, 0));
    cr_expect(same_bits("a cell", a, b, 160 * 150));
    cr_expect(steps > 5, "%d steps", (int)steps);
    throng_influence_destroy(map);
    throng_influence_destroy(other);
    free(objects);
    free(a);
    free(b);
}

/* ---------------------------------------------------------------- mistakes -------------------------- */

/* So many objects in one tile that it is summed in strips, which do not reach most of them. The last one's
 * footprint lies at the end of the memory for all, which a sanitizer knows. */
Test(slices, strips_around_walls)
{
    enum { WIDTH = 512, HEIGHT = 256, OBJECTS = 20000 };
    static throng_influence_object objects[OBJECTS];
    static float at_once[WIDTH * HEIGHT], in_slices[WIDTH * HEIGHT];
    const variant v = {.backend = THRONG_BACKEND_CPU, .threads = 1};
    throng_context *context = open_variant(&v, NULL);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = map_def(WIDTH, HEIGHT, THRONG_GRID_SQUARE8);
    throng_terrain *terrain;
    throng_influence *map;
    int32_t done = 0, slices = 0;
    rng r = {61};
    ground.width = WIDTH;
    ground.height = HEIGHT;
    MUST(context, throng_terrain_create(context, &ground, &terrain));
    for (int32_t i = 0; i < OBJECTS; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = rng_between(&r, 1.0f, (float)WIDTH - 1.0f);
        objects[i].y = i == OBJECTS - 1 ? 2.5f : rng_between(&r, 1.0f, 60.0f);
        objects[i].max_distance = 1.0f;
    }
    def.terrain = terrain;
    def.propagation = THRONG_PROPAGATION_PATH;
    def.object_capacity = OBJECTS;
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, OBJECTS, objects, 0));
        for (; i && !done; slices++)
            MUST(context, throng_influence_update_some(map, 0, &done));
        if (!i)
            MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, i ? in_slices : at_once, 0));
        MUST(context, throng_influence_destroy(map));
    }
    cr_expect(memcmp(at_once, in_slices, sizeof at_once) == 0 && slices > 2, "%d slices", (int)slices);
    MUST(context, throng_terrain_destroy(terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static void expect_refused(throng_context *context, throng_status got, throng_status expected,
                           const char *words)
{
    cr_expect(got == expected, "%s: %s", words, throng_status_string(got));
    cr_expect(strstr(throng_context_message(context), words) != NULL, "\"%s\" is not in \"%s\"", words,
              throng_context_message(context));
}

EACH(slices, mistakes)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const pair_kind kind = {.worlds = 1, .seed = 105};
    pair_of_maps *p = pair_begin(context, &kind);
    throng_influence *map = p->map;
    throng_influence_object o = throng_influence_default_object();
    int32_t done = 7;
    pair_set_some(p, 0, 5);
    pair_update_other(p);
    cr_expect(throng_influence_update_some(NULL, 0.0, &done) == wrong);
    cr_expect(throng_influence_update_part(NULL, 1, &done) == wrong);
    cr_expect(throng_influence_reserve(NULL, 0, 0, NULL, 0) == wrong);
    expect_refused(context, throng_influence_update_some(map, -1.0, &done), wrong, "seconds is -1: 0 to 1e9");
    expect_refused(context, throng_influence_update_some(map, (double)NAN, &done), wrong, "seconds is");
    expect_refused(context, throng_influence_update_some(map, 1.1e9, &done), wrong, "seconds is 1.1e+09");
    expect_refused(context, throng_influence_update_some(map, 0.0, NULL), wrong, "done must not be NULL");
    expect_refused(context, throng_influence_update_part(map, 3, NULL), wrong, "done must not be NULL");
    expect_refused(context, throng_influence_update_part(map, 0, &done), wrong, "parts is 0: 1 to 1000000");
    cr_expect(done == 7);
    MUST(context, throng_influence_update_part(map, 3, &done));
    expect_refused(context, throng_influence_update_part(map, 4, &done), wrong, "parts is 4: 3");
    MUST(context, throng_influence_update_part(map, 3, &done));
    MUST(context, throng_influence_update_part(map, 3, &done));
    cr_expect(done);
    pair_expect_equal(p, 0);
    expect_refused(context, throng_influence_reserve(map, 3, 0, NULL, 0), wrong, "layer is 3: 0 to 2");
    expect_refused(context, throng_influence_reserve(map, -2, 0, NULL, 0), wrong, "layer is -2");
    expect_refused(context, throng_influence_reserve(map, -1, -1, NULL, 0), wrong,
                   "objects is -1: 0 or more");
    expect_refused(context, throng_influence_reserve(map, -1, PAIR_MOST + 1, NULL, 0), THRONG_ERROR_CAPACITY,
                   "objects is 91: at most 90");
    expect_refused(context, throng_influence_reserve(map, -1, 1, &o, 16), wrong, "uses is 16");
    o.decay = -1.0f;
    expect_refused(context, throng_influence_reserve(map, -1, 1, &o, 0), wrong, "like.decay is -1");
    pair_end(p);
}
