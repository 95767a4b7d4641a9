/* For tests of refused calls: a map with two layers on a watched context, and what has to hold afterwards. */
#ifndef THRONG_TESTS_SUPPORT_REJECTIONS_H
#define THRONG_TESTS_SUPPORT_REJECTIONS_H

#include "tests/support/rejected.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { ERR_W = 12, ERR_H = 9, ERR_CELLS = ERR_W * ERR_H, ERR_OBJECTS = 5, ERR_CAPACITY = 8 };

typedef struct refusal {
    watch *w;
    throng_context *context;
    throng_influence *map;
    throng_influence_object objects[ERR_OBJECTS];
    float before[3][ERR_CELLS]; /* two layers and their combination */
} refusal;

static inline void read_planes(refusal *f, float planes[3][ERR_CELLS])
{
    MUST(f->context, throng_influence_read(f->map, 0, NULL, planes[0], 0));
    MUST(f->context, throng_influence_read(f->map, 1, NULL, planes[1], 0));
    MUST(f->context, throng_influence_read(f->map, THRONG_LAYER_COMBINED, NULL, planes[2], 0));
}

static inline refusal *refusal_begin(const variant *v)
{
    refusal *f = must_allocate(sizeof *f);
    throng_context_def hooks = throng_context_default_def();
    throng_influence_def def = map_def(ERR_W, ERR_H, THRONG_GRID_SQUARE8);
    f->w = watch_begin();
    watch_hooks(f->w, &hooks);
    f->context = open_variant(v, &hooks);
    def.layers = 2;
    def.object_capacity = ERR_CAPACITY;
    for (int i = 0; i < ERR_OBJECTS; i++) {
        f->objects[i] = throng_influence_default_object();
        f->objects[i].x = 1.5f + 2.0f * (float)i;
        f->objects[i].y = 2.25f + (float)i;
        f->objects[i].vx = 1.0f;
        f->objects[i].alpha = 0.3f;
        f->objects[i].max_distance = 6.0f;
    }
    MUST(f->context, throng_influence_create(f->context, &def, &f->map));
    MUST(f->context, throng_influence_set_objects(f->map, 0, 0, ERR_OBJECTS, f->objects, 0));
    MUST(f->context, throng_influence_set_objects(f->map, 1, 0, 2, f->objects + 2, 0));
    MUST(f->context, throng_influence_update(f->map));
    MUST(f->context, throng_influence_combine(f->map, (float[]){1.0f, -2.0f}, 2));
    read_planes(f, f->before);
    f->w->assertions = f->w->logs = 0;
    return f;
}

/* Nothing changed: neither what is read, nor, once its objects are looked at again, what is computed. */
static inline void expect_unchanged(refusal *f, const char *what)
{
    float after[3][ERR_CELLS];
    read_planes(f, after);
    cr_expect(memcmp(after, f->before, sizeof after) == 0, "%s: the values changed", what);
    cr_expect(throng_influence_object_count(f->map, 0) == ERR_OBJECTS, "%s: the objects changed", what);
    cr_expect(throng_influence_object_count(f->map, 1) == 2, "%s: the objects changed", what);
    const float same[2][2] = {{f->objects[0].x, f->objects[0].y}, {f->objects[2].x, f->objects[2].y}};
    MUST(f->context, throng_influence_move_objects(f->map, 0, 0, 1, same[0], 0, NULL, 0));
    MUST(f->context, throng_influence_move_objects(f->map, 1, 0, 1, same[1], 0, NULL, 0));
    MUST(f->context, throng_influence_update(f->map));
    read_planes(f, after);
    cr_expect(memcmp(after, f->before, sizeof after) == 0, "%s: the objects or the momentum changed", what);
    f->w->assertions = f->w->logs = 0;
}

/* The call just made was refused: status, hooks, and a message with all of these words ("|" between). */
static inline void expect_rejected(refusal *f, const char *what, throng_status got, throng_status expected,
                                   const char *words)
{
    expect_told(f->w, f->context, what, got, expected, words);
    expect_unchanged(f, what);
}

static inline void refusal_end(refusal *f)
{
    throng_influence_destroy(f->map);
    cr_expect(throng_context_destroy(f->context) == THRONG_OK);
    cr_expect(watch_end(f->w) == 0);
    free(f);
}

static inline void each_refusal(void (*check)(refusal *f))
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        refusal *f = refusal_begin(&list[i]);
        check(f);
        refusal_end(f);
    }
}

/* Test(suite, name) { body } on every variant, with the refusal `f` at hand. */
#define REJECTED(suite, name)                                                                                \
    static void rejected_##suite##_##name(refusal *f);                                                       \
    Test(suite, name) { each_refusal(rejected_##suite##_##name); }                                           \
    static void rejected_##suite##_##name(refusal *f)

#define INVALID THRONG_ERROR_INVALID_ARGUMENT
#define EXPECT(f, expected, words, call) expect_rejected((f), #call, (call), (expected), (words))

#endif
