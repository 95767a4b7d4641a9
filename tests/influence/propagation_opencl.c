/* Where influence walks, every form of the OpenCL kernels gives the bits of the reference level too, and a
 * map that changes from update to update those of a new one. The suite `quick` does so for each grid and
 * propagation with small scenes; `walks` plays all scenes on all forms, for minutes. */
#define _POSIX_C_SOURCE 200809L
#include "tests/influence/propagation_frames.h"
#include "tests/support/bits.h"
#include "tests/support/each_backend.h"

/* Each form, grid and propagation is a program of its own, so that not every form plays every scene. */
typedef struct form {
    const char *width, *group;
    int32_t every; /* 1: all scenes, else two of them */
} form;

static const form forms[] = {{"1", "64", 1}, {"8", "1", 1}, {"1", "256", 0}, {"16", "1", 0}};

/* Limits that maps look up when they are created; 0: none. */
static void limit(const char *footprints, const char *window)
{
    setenv("THRONG_CL_PATCHES", footprints, 1);
    setenv("THRONG_CL_WINDOW", window, 1);
}

static throng_context *open_form(const form *f)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    snprintf(v.name, sizeof v.name, "opencl, %s lanes, groups of %s", f->width, f->group);
    v.width = f->width;
    v.group = f->group;
    return open_variant(&v, NULL);
}

static throng_context *open_reference(void)
{
    variant v = reference_variant();
    return open_variant(&v, NULL);
}

static void need_opencl(void)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
}

/* A session with both contexts: contexts[0] is the reference. */
static void check_session(throng_context *const contexts[2], const char *name, const walk_scene *s)
{
    size_t size, expected_size;
    char what[160];
    float *expected = walk_play(contexts[0], s, &expected_size);
    float *got = walk_play(contexts[1], s, &size);
    snprintf(what, sizeof what, "%s: %s, grid %d, propagation %d", name, s->name, (int)s->grid,
             (int)s->propagation);
    cr_expect(size == expected_size && same_bits(what, got, expected, size / sizeof *got), "%s", what);
    free(expected);
    free(got);
}

/* ---------------------------------------------------------------- all scenes ------------------------ */

static int is_wanted(const form *f, const walk_scene *s)
{
    return f->every || strcmp(s->name, "path_rooms") == 0 || strcmp(s->name, "adjacent_hex") == 0;
}

static void check_scenes(const form *f, const char *footprints, const char *window)
{
    int32_t played = 0;
    char name[100];
    limit(footprints, window);
    throng_context *contexts[2] = {open_reference(), open_form(f)};
    snprintf(name, sizeof name, "%s lanes, groups of %s, patches %s, window %s", f->width, f->group,
             footprints, window);
    for (int32_t i = 0; i < walk_scene_count; i++)
        if (is_wanted(f, &walk_scenes[i])) {
            check_session(contexts, name, &walk_scenes[i]);
            played++;
        }
    cr_expect(played == (f->every ? walk_scene_count : 2));
    cr_expect(throng_context_destroy(contexts[1]) == THRONG_OK);
    cr_expect(throng_context_destroy(contexts[0]) == THRONG_OK);
}

Test(walks, groups)
{
    need_opencl();
    check_scenes(&forms[0], "0", "0");
}

Test(walks, vectors)
{
    need_opencl();
    check_scenes(&forms[1], "0", "0");
}

Test(walks, wider)
{
    need_opencl();
    check_scenes(&forms[2], "0", "0");
    check_scenes(&forms[3], "0", "0");
}

/* Patches in so little memory that they take rounds, windows that do not fit in local memory. */
Test(walks, little_memory)
{
    need_opencl();
    check_scenes(&forms[0], "300", "1000");
    check_scenes(&forms[1], "300", "1000");
}

/* In so little that patches fit together at times only. */
Test(walks, changes)
{
    need_opencl();
    for (int32_t k = 0; k < 4; k++) {
        limit(k < 2 ? "0" : "1500", k < 2 ? "0" : "1000");
        throng_context *context = open_form(&forms[k % 2]);
        check_all_frames(context, k % 2 ? "opencl, vectors" : "opencl, groups", k < 2 ? 15 : 8);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* ---------------------------------------------------------------- one terrain ----------------------- */

enum { MAPS = 3, SHARED_WIDTH = 70, SHARED_HEIGHT = 50, SHARED_CELLS = SHARED_WIDTH * SHARED_HEIGHT };

static const walk_scene shared_scene = {.grid = THRONG_GRID_SQUARE8,
                                        .propagation = THRONG_PROPAGATION_PATH,
                                        .width = SHARED_WIDTH,
                                        .height = SHARED_HEIGHT,
                                        .worlds = 1,
                                        .cell_size = 1.0f,
                                        .walls = WALLS_ROOMS,
                                        .count = 20,
                                        .seed = 31,
                                        .objects = {.reach_low = 2, .reach_high = 20, .strength_high = 4}};

typedef struct sharing {
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *maps[MAPS];
    uint8_t *walls;
    throng_influence_object *objects;
    float values[SHARED_CELLS];
} sharing;

static sharing *share(throng_context *context)
{
    sharing *x = must_allocate(sizeof *x);
    x->context = context;
    x->walls = scene_walls(&shared_scene);
    x->objects = walk_objects(&shared_scene, x->walls);
    x->terrain = walk_terrain(context, &shared_scene, x->walls);
    return x;
}

/* The walls of the beginning with one region filled or cleared; then one of the maps, which may be new. */
static void update_one(sharing *x, int32_t which, const throng_region *region, int32_t blocked)
{
    if (!x->maps[which]) {
        throng_influence_def def = walk_def(&shared_scene);
        def.terrain = x->terrain;
        MUST(x->context, throng_influence_create(x->context, &def, &x->maps[which]));
        /* none of the objects in a wall, whatever has been built */
        MUST(x->context, throng_terrain_set(x->terrain, NULL, x->walls, 0));
        MUST(x->context,
             throng_influence_set_objects(x->maps[which], 0, 0, shared_scene.count - which, x->objects, 0));
    }
    MUST(x->context, throng_terrain_fill(x->terrain, region, blocked));
    MUST(x->context, throng_influence_update(x->maps[which]));
    MUST(x->context, throng_influence_read(x->maps[which], 0, NULL, x->values, 0));
}

static void end_sharing(sharing *x)
{
    for (int32_t i = 0; i < MAPS; i++)
        throng_influence_destroy(x->maps[i]);
    MUST(x->context, throng_terrain_destroy(x->terrain));
    free(x->walls);
    free(x->objects);
    free(x);
}

/* Maps of one terrain share its copy, each with a look of its own at what changed; two of them come late. */
static void check_sharing(throng_context *const contexts[2], int32_t updates)
{
    sharing *both[2] = {share(contexts[0]), share(contexts[1])};
    rng r = {77};
    for (int32_t frame = 0; frame < updates; frame++) {
        throng_region region = {rng_below(&r, SHARED_WIDTH - 10), rng_below(&r, SHARED_HEIGHT - 5),
                                1 + rng_below(&r, 9), 3};
        int32_t blocked = rng_below(&r, 2);
        for (int32_t c = 0; c < 2; c++)
            update_one(both[c], frame % MAPS, &region, blocked);
        cr_expect(same_bits("a shared terrain", both[1]->values, both[0]->values, SHARED_CELLS), "frame %d",
                  (int)frame);
    }
    end_sharing(both[0]);
    end_sharing(both[1]);
}

Test(walks, terrain_is_shared)
{
    need_opencl();
    limit("0", "0");
    for (int32_t k = 0; k < 2; k++) {
        throng_context *contexts[2] = {open_reference(), open_form(&forms[k])};
        check_sharing(contexts, 12);
        cr_expect(throng_context_destroy(contexts[1]) == THRONG_OK);
        cr_expect(throng_context_destroy(contexts[0]) == THRONG_OK);
    }
}

/* ---------------------------------------------------------------- questions ------------------------- */

enum { ASKED = 60 };

/* One answer behind the other, of what was asked at random. */
typedef struct answers {
    throng_best regions[ASKED], neighbors[2][ASKED], worst;
    throng_sample samples[ASKED];
} answers;

static void ask(throng_context *context, throng_influence *map, const walk_scene *s, rng r, answers *a)
{
    throng_region regions[ASKED];
    throng_cell cells[ASKED];
    throng_point points[ASKED];
    const int32_t height = s->height * s->worlds;
    for (int32_t i = 0; i < ASKED; i++) {
        regions[i] = (throng_region){rng_below(&r, s->width), rng_below(&r, height), 1, 1};
        regions[i].width += rng_below(&r, s->width - regions[i].column);
        regions[i].height += rng_below(&r, height - regions[i].row);
        cells[i] = (throng_cell){rng_below(&r, s->width), rng_below(&r, height)};
        points[i].x = rng_between(&r, -1.0f, (float)s->width + 2.0f);
        points[i].y = rng_between(&r, -1.0f, (float)s->height + 1.0f);
        points[i].world = rng_below(&r, s->worlds);
    }
    memset(a, 0, sizeof *a);
    MUST(context, throng_influence_best_of_regions(map, 0, THRONG_LARGEST, ASKED, regions, 0, a->regions));
    for (int32_t own = 0; own < 2; own++)
        MUST(context, throng_influence_best_of_neighbors(map, 0, own ? THRONG_SMALLEST : THRONG_LARGEST, own,
                                                         ASKED, cells, 0, a->neighbors[own]));
    MUST(context, throng_influence_worst(map, 0, NULL, &a->worst));
    MUST(context, throng_influence_sample(map, 0, ASKED, points, 0, a->samples));
}

/* After an update, after walls have changed, and after the next update. */
static void question(throng_context *context, const walk_scene *s, answers got[3])
{
    uint8_t *walls = scene_walls(s);
    throng_influence_object *objects = walk_objects(s, walls);
    throng_influence_def def = walk_def(s);
    throng_influence *map;
    const throng_region wall = {s->width / 3, s->height / 4, s->width / 5, s->height / 2};
    def.terrain = walk_terrain(context, s, walls);
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, s->count, objects, 0));
    for (int32_t i = 0; i < 3; i++) {
        if (i == 1)
            MUST(context, throng_terrain_fill(def.terrain, &wall, 1));
        else
            MUST(context, throng_influence_update(map));
        ask(context, map, s, (rng){s->seed}, &got[i]);
    }
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    free(objects);
    free(walls);
}

static void check_questions(throng_context *const contexts[2], const char *name, const walk_scene *s)
{
    answers expected[3], got[3];
    question(contexts[0], s, expected);
    question(contexts[1], s, got);
    for (int32_t i = 0; i < 3; i++)
        cr_expect(memcmp(&expected[i], &got[i], sizeof got[i]) == 0,
                  "%s: grid %d, propagation %d: other answers, time %d", name, (int)s->grid,
                  (int)s->propagation, (int)i);
    cr_expect(memcmp(&got[0], &got[1], sizeof got[0]) != 0 && memcmp(&got[1], &got[2], sizeof got[1]) != 0,
              "walls change the answers, and so does the update after them");
}

/* ---------------------------------------------------------------- the quick form -------------------- */

static const walk_scene usual = {.name = "usual",
                                 .width = 45,
                                 .height = 22,
                                 .worlds = 2,
                                 .cell_size = 1.0f,
                                 .walls = WALLS_RANDOM,
                                 .density = 20,
                                 .count = 30,
                                 .seed = 41,
                                 .objects = {.reach_high = 25.0f,
                                             .exponential = 50,
                                             .adjusted = 50,
                                             .offset = 30,
                                             .alpha_most = 0.9f,
                                             .strength_high = 5,
                                             .gamma_lowest = -1}};

/* Paths beyond what the narrowest keys hold. */
static walk_scene wide_scene(walk_scene s)
{
    s.name = "wide";
    s.width = 80;
    s.height = 73;
    s.worlds = 1;
    s.walls = WALLS_MAZE;
    s.count = 4;
    s.objects.reach_low = s.grid == THRONG_GRID_SQUARE8 ? 120.0f : 8200.0f;
    s.objects.reach_high = s.objects.reach_low * 1.5f;
    return s;
}

/* One program: a session, one with long paths, changes with much and with little memory, questions. */
static void check_program(throng_context *const contexts[2], const char *name, throng_grid grid,
                          throng_propagation propagation)
{
    walk_scene s = usual;
    s.grid = grid;
    s.propagation = propagation;
    s.own_walls = grid == THRONG_GRID_HEX;
    limit("0", "1000"); /* windows of one object in two fit */
    check_session(contexts, name, &s);
    check_questions(contexts, name, &s);
    limit("0", "0");
    if (propagation == THRONG_PROPAGATION_PATH) {
        walk_scene wide = wide_scene(s);
        check_session(contexts, name, &wide);
    }
    check_frames(contexts[1], name, s, 8);
    limit("400", "0");
    check_frames(contexts[1], name, s, 8);
}

/* Each grid and propagation on one form or the other, since compilers take the time. Not optimised, kernels
 * compile in a quarter of theirs; that they run in ten times as much matters less. */
static void check_quickly(const form *f, throng_grid path, throng_grid adjacent)
{
    char name[60];
    need_opencl();
    setenv("THRONG_CL_OPTIONS", "-cl-opt-disable", 1);
    throng_context *contexts[2] = {open_reference(), open_form(f)};
    snprintf(name, sizeof name, "%s lanes, groups of %s", f->width, f->group);
    check_program(contexts, name, THRONG_GRID_SQUARE8, THRONG_PROPAGATION_PATH);
    check_program(contexts, name, path, THRONG_PROPAGATION_PATH);
    check_program(contexts, name, adjacent, THRONG_PROPAGATION_ADJACENT);
    check_program(contexts, name, THRONG_GRID_HEX, THRONG_PROPAGATION_ADJACENT);
    limit("0", "0");
    check_sharing(contexts, 9);
    for (int32_t i = 0; i < walk_scene_count && strcmp(f->width, "1") != 0; i++) /* groups take too long */
        if (strcmp(walk_scenes[i].name, "path_widest") == 0)
            check_session(contexts, name, &walk_scenes[i]);
    cr_expect(throng_context_destroy(contexts[1]) == THRONG_OK);
    cr_expect(throng_context_destroy(contexts[0]) == THRONG_OK);
}

Test(quick, groups) { check_quickly(&forms[0], THRONG_GRID_HEX, THRONG_GRID_SQUARE4); }
Test(quick, vectors) { check_quickly(&forms[3], THRONG_GRID_SQUARE4, THRONG_GRID_SQUARE8); }
