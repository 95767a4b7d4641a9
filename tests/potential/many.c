/* Sources and points by the thousand in one call, which are checked and packed in parallel: the bits of many
 * calls with a few each, and mistakes found at their place. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 20000, FEW = 2000 }; /* more than 256 KiB, and less */

typedef struct many {
    throng_potential *one, *few;
    throng_potential_source sources[COUNT];
    throng_potential_point points[COUNT];
    float places[COUNT][2];
    throng_force forces[2][COUNT];
} many;

static void expect_same(throng_context *context, many *m, const char *what)
{
    throng_potential *both[2] = {m->one, m->few};
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_potential_update(both[i]));
        MUST(context, throng_potential_read(both[i], 0, COUNT, m->forces[i], 0));
    }
    cr_expect(memcmp(m->forces[0], m->forces[1], sizeof m->forces[0]) == 0, "%s", what);
}

static void expect_rejected(throng_context *context, throng_status got, const char *words)
{
    cr_expect(got == THRONG_ERROR_INVALID_ARGUMENT, "%s: %d", words, (int)got);
    cr_expect(strstr(throng_context_message(context), words) != NULL, "\"%s\" is not in \"%s\"", words,
              throng_context_message(context));
}

static many *begin(throng_context *context)
{
    many *m = must_allocate(sizeof *m);
    rng r = {3};
    const throng_potential_goal goal = {10.0f, 20.0f, 1.0f, 0};
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = def.point_capacity = COUNT;
    MUST(context, throng_potential_create(context, &def, &m->one));
    MUST(context, throng_potential_create(context, &def, &m->few));
    MUST(context, throng_potential_set_goals(m->one, 0, 1, &goal, 0));
    MUST(context, throng_potential_set_goals(m->few, 0, 1, &goal, 0));
    for (int32_t i = 0; i < COUNT; i++) {
        m->sources[i] = throng_potential_default_source();
        m->sources[i].x = rng_between(&r, 0.0f, 900.0f);
        m->sources[i].y = rng_between(&r, 0.0f, 900.0f);
        m->sources[i].range = rng_between(&r, 1.0f, 3.0f);
        m->points[i] = (throng_potential_point){rng_between(&r, 0.0f, 900.0f), rng_between(&r, 0.0f, 900.0f),
                                                i % 2 ? 0 : THRONG_GOALS_ALL, 0};
        m->places[i][0] = m->points[i].x + 0.5f;
        m->places[i][1] = m->points[i].y - 0.25f;
    }
    return m;
}

EACH(potential_many, in_one_call)
{
    many *m = begin(context);
    MUST(context, throng_potential_set_sources(m->one, 0, COUNT, m->sources, 0));
    MUST(context, throng_potential_set_points(m->one, 0, COUNT, m->points, 0));
    for (int32_t i = 0; i < COUNT; i += FEW) {
        MUST(context, throng_potential_set_sources(m->few, i, FEW, m->sources + i, 0));
        MUST(context, throng_potential_set_points(m->few, i, FEW, m->points + i, 0));
    }
    expect_same(context, m, "set");
    MUST(context, throng_potential_move_points(m->one, 0, COUNT, *m->places, 0));
    MUST(context, throng_potential_move_sources(m->one, 0, COUNT, *m->places, 0));
    for (int32_t i = 0; i < COUNT; i += FEW) {
        MUST(context, throng_potential_move_points(m->few, i, FEW, m->places[i], 0));
        MUST(context, throng_potential_move_sources(m->few, i, FEW, m->places[i], 0));
    }
    expect_same(context, m, "moved");
    MUST(context, throng_potential_set_points(m->one, 100, COUNT - 100, m->points + 100, 0));
    for (int32_t i = 100; i < COUNT; i += FEW)
        MUST(context,
             throng_potential_set_points(m->few, i, COUNT - i < FEW ? COUNT - i : FEW, m->points + i, 0));
    expect_same(context, m, "set from the hundredth on");
    m->sources[12345].range = 0.0f;
    expect_rejected(context, throng_potential_set_sources(m->one, 0, COUNT, m->sources, 0),
                    "sources[12345].range is 0");
    m->sources[12345].range = 1.0f;
    m->sources[19999].type = -1;
    expect_rejected(context, throng_potential_set_sources(m->one, 0, COUNT, m->sources, 0),
                    "sources[19999].type is -1");
    m->points[9999].y = NAN;
    expect_rejected(context, throng_potential_set_points(m->one, 0, COUNT, m->points, 0),
                    "points[9999].y is nan");
    m->points[9999].y = 0.0f;
    m->points[8888].goal = 1;
    expect_rejected(context, throng_potential_set_points(m->one, 0, COUNT, m->points, 0),
                    "points[8888].goal is 1");
    expect_same(context, m, "rejected");
    MUST(context, throng_potential_destroy(m->one));
    MUST(context, throng_potential_destroy(m->few));
    free(m);
}
