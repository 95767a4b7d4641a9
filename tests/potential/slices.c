/* Few points with many sources, where GPUs share the blocks of 64 sources out over work-items: the bits are
 * those of the reference level, whatever the memory for the blocks' sums holds. */
#define _POSIX_C_SOURCE 200809L
#include "tests/potential/scenes.h"
#include "tests/support/bits.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

/* Name, worlds, sources, goals, points, side, ranges, outliers, snapped, damage; walls; seed, types,
 * interaction. */
static const field_scene scenes[] = {
    {"one point", 1, 5000, 3, 1, 50.0f, 60.0f, 90.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 501, 0, 0},
    {"no damage", 1, 3001, 3, 65, 50.0f, 60.0f, 90.0f, 2, 0, 0, 0, 0, 0, 0, 1.0f, 2.0f, 502, 0, 0},
    {"two blocks and one", 1, 129, 3, 128, 50.0f, 60.0f, 90.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 503, 0, 0},
    {"whole blocks", 1, 1280, 3, 300, 50.0f, 60.0f, 90.0f, 0, 0, 1, 40, 40, 20, 0, 1.0f, 2.0f, 504, 0, 0},
    {"lists with gaps", 1, 4000, 3, 200, 50.0f, 4.0f, 12.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 505, 0, 0},
    {"worlds", 3, 4000, 6, 200, 50.0f, 20.0f, 90.0f, 1, 1, 1, 0, 0, 0, 0, 1.0f, 2.0f, 506, 0, 0},
    {"types", 1, 2000, 3, 150, 50.0f, 20.0f, 90.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 507, 5, 1},
    {"types of worlds", 2, 3000, 3, 90, 50.0f, 9.0f, 30.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 508, 5, 1},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct expected_results {
    float *values[SCENES];
    size_t sizes[SCENES];
} expected_results;

static void play_reference(expected_results *expected)
{
    const variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    for (int32_t i = 0; i < SCENES; i++)
        expected->values[i] = field_play(context, &scenes[i], &expected->sizes[i]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* sums: the limit of the blocks' sums, "0": none. */
static void compare_form(const expected_results *expected, const char *group, const char *sums)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    snprintf(v.name, sizeof v.name, "groups of %s, %s sums", group, sums);
    v.width = "1";
    v.group = group;
    setenv("THRONG_CL_SUMS", sums, 1);
    throng_context *context = open_variant(&v, NULL);
    for (int32_t i = 0; i < SCENES; i++) {
        size_t size;
        char what[160];
        float *got = field_play(context, &scenes[i], &size);
        snprintf(what, sizeof what, "%s: %s", v.name, scenes[i].name);
        cr_expect(size == expected->sizes[i] && same_bits(what, got, expected->values[i], size / sizeof *got),
                  "%s", what);
        free(got);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(slices, bits)
{
    static expected_results expected;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    play_reference(&expected);
    compare_form(&expected, "64", "0");
    compare_form(&expected, "64", "1000"); /* some points at a time */
    compare_form(&expected, "64", "80");   /* one at a time, or no blocks where they are more */
    compare_form(&expected, "1", "0");
    for (int32_t i = 0; i < SCENES; i++)
        free(expected.values[i]);
}
