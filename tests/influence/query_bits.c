/* Questions of agents: every way to compute gives the bits of the reference level, under every mode of the
 * host's processor that does not change the questions themselves. */
#include "tests/influence/query_scenes.h"
#include "tests/support/each_variant.h"

static const char *scene_name(int32_t i) { return query_scenes[i].map.name; }

static float *play_scene(throng_context *context, int32_t i, size_t *size)
{
    return query_play(context, &query_scenes[i], size);
}

static int is_missing(const variant *v, int32_t i)
{
    return v->backend == THRONG_BACKEND_OPENCL && query_walks(&query_scenes[i]);
}

static scene_list scenes(void) { return (scene_list){query_scene_count, scene_name, play_scene, is_missing}; }

Test(bits, cpu)
{
    const scene_list s = scenes();
    scenes_on_cpu(&s);
}

Test(bits, opencl)
{
    const scene_list s = scenes();
    scenes_on_opencl(&s, 0);
}

/* One after the other gives what all in one call do. */
EACH(bits, alone_and_together)
{
    enum { COUNT = 40 };
    asked *a = asked_begin(context, &query_scenes[2]);
    throng_region regions[COUNT];
    throng_cell cells[COUNT];
    throng_point points[COUNT];
    throng_best of_regions[COUNT], of_cells[COUNT], best;
    throng_sample samples[COUNT], sample;
    rng r = {311};
    for (int i = 0; i < COUNT; i++) {
        regions[i] = asked_region(a, &r);
        cells[i] = (throng_cell){regions[i].column, regions[i].row};
        points[i] = asked_point(a, &r);
    }
    MUST(context,
         throng_influence_best_of_regions(a->map, 1, THRONG_SMALLEST, COUNT, regions, 0, of_regions));
    MUST(context,
         throng_influence_best_of_neighbors(a->map, 1, THRONG_LARGEST, 1, COUNT, cells, 0, of_cells));
    MUST(context, throng_influence_sample(a->map, 1, COUNT, points, 0, samples));
    for (int i = 0; i < COUNT; i++) {
        MUST(context, throng_influence_best_of_regions(a->map, 1, THRONG_SMALLEST, 1, &regions[i], 0, &best));
        cr_expect(memcmp(&best, &of_regions[i], sizeof best) == 0, "region %d", i);
        MUST(context, throng_influence_worst(a->map, 1, &regions[i], &best));
        cr_expect(memcmp(&best, &of_regions[i], sizeof best) == 0, "region %d, by worst", i);
        MUST(context,
             throng_influence_best_of_neighbors(a->map, 1, THRONG_LARGEST, 1, 1, &cells[i], 0, &best));
        cr_expect(memcmp(&best, &of_cells[i], sizeof best) == 0, "cell %d", i);
        MUST(context, throng_influence_sample(a->map, 1, 1, &points[i], 0, &sample));
        cr_expect(memcmp(&sample, &samples[i], sizeof sample) == 0, "point %d", i);
    }
    asked_end(a);
}
