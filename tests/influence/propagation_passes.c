/* Linked with patches whose memory holds a few of them only, so that every layer takes rounds: the same bits.
 */
#include "tests/influence/propagation_frames.h"
#include "tests/support/golden.h"

Test(rounds, golden)
{
    for (int k = 0; k < 2; k++) {
        variant v = reference_variant();
        if (k) {
            v.threads = 8;
            v.run = run_threads;
        }
        throng_context *context = open_variant(&v, NULL);
        for (int32_t i = 0; i < walk_scene_count; i++) {
            size_t size;
            float *values = walk_play(context, &walk_scenes[i], &size);
            cr_expect(hash_bytes(values, size) ==
                          golden_hash(getenv("THRONG_TEST_GOLDEN"), walk_scenes[i].name),
                      "%s, %d threads", walk_scenes[i].name, (int)v.threads);
            free(values);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Objects come and go, so that the patches fit at times and at times do not. */
Test(rounds, changes)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_REFERENCE, .threads = 2};
    throng_context *context = open_variant(&v, NULL);
    check_all_frames(context, "rounds", 35);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Rounds out of a table of all pairs, which shares its scratch memory with patches. */
Test(rounds, all_pairs)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_REFERENCE, .threads = 2};
    throng_context *context = open_variant(&v, NULL);
    for (throng_grid grid = 0; grid < 3; grid++) {
        walk_scene s = {.grid = grid, .propagation = THRONG_PROPAGATION_PATH, .width = 23, .height = 10};
        s.worlds = 3;
        s.cell_size = 1.0f;
        s.walls = WALLS_RANDOM;
        s.density = 20;
        s.count = 200;
        s.seed = 550 + (uint64_t)grid;
        s.objects = (mix){.reach_high = 40,
                          .exponential = 50,
                          .adjusted = 50,
                          .alpha_most = 0.9f,
                          .strength_high = 5,
                          .gamma_lowest = -1};
        check_frames_by(context, "rounds out of a table", s, 1, 21);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* That it is so: the map of 60 objects of which each has a patch as large as the map takes less memory than
 * they do. */
Test(rounds, memory_is_bounded)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    throng_influence *map;
    throng_influence_info info;
    walk_scene s = {.width = 61, .height = 30, .worlds = 1, .cell_size = 1.0f, .count = 60, .seed = 1};
    s.propagation = THRONG_PROPAGATION_PATH;
    s.objects = (mix){.reach_low = 100, .reach_high = 200, .strength_high = 3};
    throng_influence_def def = walk_def(&s);
    uint8_t *walls = scene_walls(&s);
    throng_influence_object *objects = walk_objects(&s, walls);
    def.terrain = walk_terrain(context, &s, walls);
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, s.count, objects, 0));
    MUST(context, throng_influence_get_info(map, &info));
    cr_expect(info.host_bytes < 60 * 61 * 30 * sizeof(float), "%llu bytes",
              (unsigned long long)info.host_bytes);
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    free(objects);
    free(walls);
}
