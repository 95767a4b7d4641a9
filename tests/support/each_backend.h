/* For Criterion tests that hold on every backend. */
#ifndef THRONG_TESTS_SUPPORT_EACH_BACKEND_H
#define THRONG_TESTS_SUPPORT_EACH_BACKEND_H

#include "tests/support/support.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static inline void each_variant(void (*check)(throng_context *context))
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        printf("on %s\n", list[i].name);
        fflush(stdout);
        throng_context *context = open_variant(&list[i], NULL);
        check(context);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Test(suite, name) { body }, run on every variant, with `context` at hand. */
#define EACH(suite, name)                                                                                    \
    static void check_##suite##_##name(throng_context *context);                                             \
    Test(suite, name) { each_variant(check_##suite##_##name); }                                              \
    static void check_##suite##_##name(throng_context *context)

/* Equal bits; names the first place that differs. */
static inline int same_bits(const char *what, const float *a, const float *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0) {
            fprintf(stderr, "%s: number %zu is %.9g and %.9g\n", what, i, (double)a[i], (double)b[i]);
            return 0;
        }
    return 1;
}

static inline throng_influence_def map_def(int32_t width, int32_t height, throng_grid grid)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = width;
    def.height = height;
    def.grid = grid;
    return def;
}

#endif
