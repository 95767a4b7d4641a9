/* For Criterion tests that hold on every backend that has crowds. */
#ifndef THRONG_TESTS_CROWD_EACH_BACKEND_H
#define THRONG_TESTS_CROWD_EACH_BACKEND_H

#include "tests/crowd/scenes.h"
#include "tests/support/each_backend.h"

static inline void each_crowd_variant(void (*check)(throng_context *context))
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        printf("on %s\n", list[i].name);
        fflush(stdout);
        throng_context *context = open_variant(&list[i], NULL);
        check(context);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* As EACH() of each.h. */
#define EACH_WITH_CROWDS(suite, name)                                                                        \
    static void check_##suite##_##name(throng_context *context);                                             \
    Test(suite, name) { each_crowd_variant(check_##suite##_##name); }                                        \
    static void check_##suite##_##name(throng_context *context)

#endif
