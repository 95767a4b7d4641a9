/* Questions of agents: every way to compute gives the bits of the reference level, under every mode of the
 * host's processor that does not change the questions themselves. */
#include "each.h"
#include "queries.h"

#include <stdlib.h>

enum { MOST = 100 };

static float *expected[64];
static size_t sizes[64];

static void expect_all(void)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    cr_assert(query_scene_count <= 64);
    for (int32_t i = 0; i < query_scene_count; i++)
        expected[i] = query_play(context, &query_scenes[i], &sizes[i]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static void forget_all(void)
{
    for (int32_t i = 0; i < query_scene_count; i++)
        free(expected[i]);
}

/* part: below 0 all scenes, 0 to 2 every third one. */
static void check_variant(const variant *v, int32_t part)
{
    throng_context *context = open_variant(v, NULL);
    for (int32_t i = 0; i < query_scene_count; i++) {
        size_t size;
        char what[160];
        if ((v->backend == THRONG_BACKEND_OPENCL && query_walks(&query_scenes[i])) ||
            (part >= 0 && i % 3 != part))
            continue;
        float *got = query_play(context, &query_scenes[i], &size);
        snprintf(what, sizeof what, "%s: %s", v->name, query_scenes[i].map.name);
        cr_expect(size == sizes[i] && same_bits(what, got, expected[i], size / sizeof *got), "%s", what);
        free(got);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(bits, cpu)
{
    variant list[MOST];
    int32_t count = cpu_variants(list, MOST);
    expect_all();
    for (int32_t i = 0; i < count; i++)
        check_variant(&list[i], list[i].threads == 1 ? -1 : i % 3);
    forget_all();
}

Test(bits, opencl)
{
    variant list[MOST];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    int32_t count = opencl_variants(list, MOST);
    expect_all();
    for (int32_t i = 0; i < count; i++)
        check_variant(&list[i], -1);
    forget_all();
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
