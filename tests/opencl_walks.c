/* Where influence walks, every form of the OpenCL kernels gives the bits of the reference level too, and a map
 * that changes from update to update those of a new one. */
#define _POSIX_C_SOURCE 200809L
#include "bits.h"
#include "each.h"
#include "walk_frames.h"

/* Each form, grid and propagation is a program of its own, so that not every form plays every scene. */
typedef struct form {
    const char *width, *group;
    int32_t every; /* 1: all scenes, else two of them */
} form;

static const form forms[] = {{"1", "64", 1}, {"8", "1", 1}, {"1", "256", 0}, {"16", "1", 0}};

static throng_context *open_form(const form *f, const char *patches, const char *window)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    snprintf(v.name, sizeof v.name, "opencl, %s lanes, groups of %s", f->width, f->group);
    v.width = f->width;
    v.group = f->group;
    setenv("THRONG_CL_PATCHES", patches, 1); /* limits that maps look up when they are created; 0: none */
    setenv("THRONG_CL_WINDOW", window, 1);
    return open_variant(&v, NULL);
}

static int is_wanted(const form *f, const walk_scene *s)
{
    return f->every || strcmp(s->name, "path_rooms") == 0 || strcmp(s->name, "adjacent_hex") == 0;
}

static void check_scenes(const form *f, const char *patches, const char *window)
{
    int32_t played = 0;
    variant reference = reference_variant();
    throng_context *plain = open_variant(&reference, NULL);
    throng_context *context = open_form(f, patches, window);
    for (int32_t i = 0; i < walk_scene_count; i++) {
        const walk_scene *s = &walk_scenes[i];
        size_t size, expected_size;
        char what[160];
        if (!is_wanted(f, s))
            continue;
        float *expected = walk_play(plain, s, &expected_size);
        float *got = walk_play(context, s, &size);
        snprintf(what, sizeof what, "%s lanes, groups of %s, patches %s, window %s: %s", f->width, f->group,
                 patches, window, s->name);
        cr_expect(size == expected_size && same_bits(what, got, expected, size / sizeof *got), "%s", what);
        free(expected);
        free(got);
        played++;
    }
    cr_expect(played == (f->every ? walk_scene_count : 2));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(throng_context_destroy(plain) == THRONG_OK);
}

static void need_opencl(void)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
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
        throng_context *context = open_form(&forms[k % 2], k < 2 ? "0" : "1500", k < 2 ? "0" : "1000");
        check_all_frames(context, k % 2 ? "opencl, vectors" : "opencl, groups", k < 2 ? 15 : 8);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Maps of one terrain share its copy, each with a look of its own at what changed; one of them comes late. */
Test(walks, terrain_is_shared)
{
    need_opencl();
    enum { MAPS = 3, FRAMES = 12 };
    for (int32_t k = 0; k < 2; k++) {
        variant reference = reference_variant();
        throng_context *contexts[2] = {open_variant(&reference, NULL), open_form(&forms[k], "0", "0")};
        const walk_scene s = {.grid = THRONG_GRID_SQUARE8,
                              .propagation = THRONG_PROPAGATION_PATH,
                              .width = 70,
                              .height = 50,
                              .worlds = 1,
                              .cell_size = 1.0f,
                              .walls = WALLS_ROOMS,
                              .count = 20,
                              .seed = 31,
                              .objects = {.reach_low = 2, .reach_high = 20, .strength_high = 4}};
        uint8_t *walls = scene_walls(&s);
        throng_influence_object *objects = walk_objects(&s, walls);
        throng_terrain *terrains[2];
        throng_influence *maps[2][MAPS] = {{NULL}};
        float *values[2];
        rng r = {77};
        for (int32_t c = 0; c < 2; c++) {
            terrains[c] = walk_terrain(contexts[c], &s, walls);
            values[c] = must_allocate(sizeof(float) * 70 * 50);
        }
        for (int32_t frame = 0; frame < FRAMES; frame++) {
            throng_region region = {rng_below(&r, 60), rng_below(&r, 45), 1 + rng_below(&r, 9), 3};
            int32_t which = frame % MAPS, blocked = rng_below(&r, 2);
            for (int32_t c = 0; c < 2; c++) {
                if (!maps[c][which]) {
                    throng_influence_def def = walk_def(&s);
                    def.terrain = terrains[c];
                    MUST(contexts[c], throng_influence_create(contexts[c], &def, &maps[c][which]));
                    /* none of them in a wall, whatever has been built */
                    MUST(contexts[c], throng_terrain_set(terrains[c], NULL, walls, 0));
                    MUST(contexts[c],
                         throng_influence_set_objects(maps[c][which], 0, 0, s.count - which, objects, 0));
                }
                MUST(contexts[c], throng_terrain_fill(terrains[c], &region, blocked));
                MUST(contexts[c], throng_influence_update(maps[c][which]));
                MUST(contexts[c], throng_influence_read(maps[c][which], 0, NULL, values[c], 0));
            }
            cr_expect(same_bits("a shared terrain", values[1], values[0], 70 * 50), "frame %d", (int)frame);
        }
        for (int32_t c = 0; c < 2; c++) {
            for (int32_t i = 0; i < MAPS; i++)
                throng_influence_destroy(maps[c][i]);
            MUST(contexts[c], throng_terrain_destroy(terrains[c]));
            cr_expect(throng_context_destroy(contexts[c]) == THRONG_OK);
            free(values[c]);
        }
        free(objects);
        free(walls);
    }
}
