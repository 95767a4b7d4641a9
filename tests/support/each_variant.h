/* For tests that play scenes: every way to compute gives the bits of the reference level, and that those of
 * golden.txt. */
#ifndef THRONG_TESTS_SUPPORT_EACH_VARIANT_H
#define THRONG_TESTS_SUPPORT_EACH_VARIANT_H

#include "tests/support/each_backend.h"
#include "tests/support/golden.h"

#include <stdlib.h>

enum { SCENES_MOST = 96, VARIANTS_MOST = 100 };

typedef struct scene_list {
    int32_t count;
    const char *(*name)(int32_t i);
    float *(*play)(throng_context *context, int32_t i, size_t *size); /* to be freed */
    int (*is_missing)(const variant *v, int32_t i);                   /* NULL: every way has all */
} scene_list;

/* What the reference level plays. */
typedef struct scenes_played {
    float *results[SCENES_MOST];
    size_t sizes[SCENES_MOST];
} scenes_played;

static inline void scenes_expect(const scene_list *s, scenes_played *expected)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    cr_assert(s->count <= SCENES_MOST);
    for (int32_t i = 0; i < s->count; i++)
        expected->results[i] = s->play(context, i, &expected->sizes[i]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static inline void scenes_forget(const scene_list *s, scenes_played *expected)
{
    for (int32_t i = 0; i < s->count; i++)
        free(expected->results[i]);
}

/* part: below 0 all scenes, 0 to 2 every third one. */
static inline void scenes_compare(const scene_list *s, const scenes_played *expected, const variant *v,
                                  int32_t part)
{
    throng_context *context = open_variant(v, NULL);
    for (int32_t i = 0; i < s->count; i++) {
        size_t size;
        char what[160];
        if ((part >= 0 && i % 3 != part) || (s->is_missing && s->is_missing(v, i)))
            continue;
        float *got = s->play(context, i, &size);
        snprintf(what, sizeof what, "%s: %s", v->name, s->name(i));
        cr_expect(size == expected->sizes[i] &&
                      same_bits(what, got, expected->results[i], size / sizeof *got),
                  "%s", what);
        free(got);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static inline void scenes_on_cpu(const scene_list *s)
{
    static scenes_played expected;
    variant list[VARIANTS_MOST];
    int32_t count = cpu_variants(list, VARIANTS_MOST);
    scenes_expect(s, &expected);
    for (int32_t i = 0; i < count; i++)
        scenes_compare(s, &expected, &list[i], list[i].threads == 1 ? -1 : i % 3);
    scenes_forget(s, &expected);
}

/* thirds: all scenes on the first way alone. */
static inline void scenes_on_opencl(const scene_list *s, int thirds)
{
    static scenes_played expected;
    variant list[VARIANTS_MOST];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    int32_t count = opencl_variants(list, VARIANTS_MOST);
    scenes_expect(s, &expected);
    for (int32_t i = 0; i < count; i++)
        scenes_compare(s, &expected, &list[i], thirds && i > 0 ? i % 3 : -1);
    scenes_forget(s, &expected);
}

static inline void scenes_are_golden(const scene_list *s)
{
    static scenes_played expected;
    scenes_expect(s, &expected);
    for (int32_t i = 0; i < s->count; i++) {
        uint64_t hash = hash_bytes(expected.results[i], expected.sizes[i]);
        uint64_t golden = golden_hash(getenv("THRONG_TEST_GOLDEN"), s->name(i));
        cr_expect(hash == golden, "%s: hash %016llx, golden %016llx", s->name(i), (unsigned long long)hash,
                  (unsigned long long)golden);
    }
    scenes_forget(s, &expected);
}

#endif
