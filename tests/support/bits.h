/* For Criterion tests that compare variants with the reference level, bit by bit. */
#ifndef THRONG_TESTS_SUPPORT_BITS_H
#define THRONG_TESTS_SUPPORT_BITS_H

#include "tests/support/support.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { MOST_VARIANTS = 100 };

/* Where two sessions differ, in words. */
static inline void compare(const variant *v, const scene *s, const float *expected, const float *got,
                           size_t size)
{
    size_t cells = (size_t)s->width * (size_t)s->height;
    for (size_t i = 0; i < size / sizeof *got; i++)
        if (memcmp(&expected[i], &got[i], sizeof *got) != 0) {
            cr_expect(
                0, "%s: %s differs: number %zu (%zu cells a plane) is %.9g (%a), by the reference %.9g (%a)",
                v->name, s->name, i, cells, (double)got[i], (double)got[i], (double)expected[i],
                (double)expected[i]);
            return;
        }
}

/* Plays the shared scenes on each variant and on the reference level. */
static inline void check_bits(const variant *list, int32_t count)
{
    variant reference = reference_variant();
    float **expected = must_allocate((size_t)shared_scene_count * sizeof *expected);
    size_t *sizes = must_allocate((size_t)shared_scene_count * sizeof *sizes);
    for (int32_t k = -1; k < count; k++) { /* first the reference */
        throng_context *context = open_variant(k < 0 ? &reference : &list[k], NULL);
        for (int32_t i = 0; i < shared_scene_count; i++) {
            size_t size;
            float *got = play(context, &shared_scenes[i], &size);
            if (k < 0) {
                expected[i] = got;
                sizes[i] = size;
                continue;
            }
            cr_expect(size == sizes[i]);
            compare(&list[k], &shared_scenes[i], expected[i], got, size);
            free(got);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
    for (int32_t i = 0; i < shared_scene_count; i++)
        free(expected[i]);
    free(expected);
    free(sizes);
}

#endif
