/* Measures and integrals: every way to compute gives the bits of the reference level, and that one those of
 * golden.txt. */
#include "tests/measure/scenes.h"
#include "tests/support/each_backend.h"
#include "tests/support/golden.h"

#include <stdlib.h>

enum { MOST = 100, SCENES = 32 };

static float *expected[SCENES];
static size_t sizes[SCENES];

static void expect_all(void)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    cr_assert(measure_scene_count <= SCENES);
    for (int32_t i = 0; i < measure_scene_count; i++)
        expected[i] = measure_play(context, &measure_scenes[i], &sizes[i]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Every scene where one thread computes it, every third one elsewhere. */
static void check_variants(const variant *list, int32_t count)
{
    expect_all();
    for (int32_t n = 0; n < count; n++) {
        const variant *v = &list[n];
        throng_context *context = open_variant(v, NULL);
        for (int32_t i = 0; i < measure_scene_count; i++) {
            size_t size;
            char what[160];
            if (v->threads > 1 && i % 3 != n % 3)
                continue;
            float *got = measure_play(context, &measure_scenes[i], &size);
            snprintf(what, sizeof what, "%s: %s", v->name, measure_scenes[i].name);
            cr_expect(size == sizes[i] && same_bits(what, got, expected[i], size / sizeof *got), "%s", what);
            free(got);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
    for (int32_t i = 0; i < measure_scene_count; i++)
        free(expected[i]);
}

Test(golden, reference)
{
    expect_all();
    for (int32_t i = 0; i < measure_scene_count; i++) {
        uint64_t hash = hash_bytes(expected[i], sizes[i]);
        uint64_t golden = golden_hash(getenv("THRONG_TEST_GOLDEN"), measure_scenes[i].name);
        cr_expect(hash == golden, "%s: hash %016llx, golden %016llx", measure_scenes[i].name,
                  (unsigned long long)hash, (unsigned long long)golden);
        free(expected[i]);
    }
}

Test(bits, cpu)
{
    variant list[MOST];
    check_variants(list, cpu_variants(list, MOST));
}

Test(bits, opencl)
{
    variant list[MOST];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    check_variants(list, opencl_variants(list, MOST));
}

/* One after the other gives what all in one call do, beyond what a device takes at once. */
EACH(bits, alone_and_together)
{
    enum { MANY = 140003 };
    const measure_scene *s = &measure_scenes[2];
    throng_measure *measure = measure_begin(context, s);
    float *values = must_allocate(MANY * 3 * sizeof *values),
          *results = must_allocate(MANY * sizeof *results);
    rng r = {5};
    measure_values(s, &r, MANY, 3, values);
    MUST(context, throng_measure_choquet(measure, MANY, values, 0, results));
    for (int32_t i = 0; i < MANY; i += i % 1000 ? 997 : 1) {
        float alone;
        MUST(context, throng_measure_choquet(measure, 1, values + 3 * (size_t)i, 0, &alone));
        cr_expect(memcmp(&alone, &results[i], sizeof alone) == 0, "row %d: %.9g and %.9g", (int)i,
                  (double)alone, (double)results[i]);
    }
    MUST(context, throng_measure_destroy(measure));
    free(results);
    free(values);
}

/* The order of types of equal value, or of rows, has no say: types that change places along with their
 * weights give the same bits, where all sums of the measure are exact. */
EACH(bits, types_in_any_order)
{
    enum { TYPES = 6, ROWS = 200 };
    throng_measure_def def = throng_measure_default_def(), mirrored = def;
    throng_measure *measures[2];
    float values[2][ROWS][TYPES], results[2][ROWS];
    rng r = {6};
    def.types = mirrored.types = TYPES;
    def.lambda = mirrored.lambda = 0.5f;
    for (int32_t k = 0; k < TYPES; k++)
        def.weights[k] = mirrored.weights[TYPES - 1 - k] = (float)rng_below(&r, 4);
    for (int32_t i = 0; i < ROWS; i++)
        for (int32_t k = 0; k < TYPES; k++)
            values[0][i][k] = values[1][i][TYPES - 1 - k] = (float)rng_below(&r, 4) * 0.37f;
    for (int side = 0; side < 2; side++) {
        MUST(context, throng_measure_create(context, side ? &mirrored : &def, &measures[side]));
        MUST(context, throng_measure_choquet(measures[side], ROWS, values[side][0], 0, results[side]));
        MUST(context, throng_measure_destroy(measures[side]));
    }
    cr_expect(same_bits("mirrored", results[0], results[1], ROWS));
}
