/* Every wrong argument of the calls on potential fields: a status, a message with the parameter and its
 * value, and a field that is as it was. */
#include "tests/potential/scenes.h"
#include "tests/support/rejected.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

static const field_scene small = {"small", 2,  6, 4,  9, 10.0f, 2.0f, 5.0f, 0, 0,
                                  1,       12, 9, 20, 0, 1.0f,  2.0f, 17,   3, 1};

typedef struct refusal {
    watch *w;
    throng_context *context;
    test_field *f;
    throng_force before[9];
} refusal;

static void begin(refusal *r, const variant *v)
{
    throng_context_def hooks = throng_context_default_def();
    r->w = watch_begin();
    watch_hooks(r->w, &hooks);
    r->context = open_variant(v, &hooks);
    r->f = field_begin(r->context, &small);
    field_feel(r->f);
    memcpy(r->before, r->f->forces, sizeof r->before);
    r->w->assertions = r->w->logs = 0;
}

static void expect_same(refusal *r, const char *what)
{
    throng_potential_info info;
    field_feel(r->f);
    cr_expect(memcmp(r->before, r->f->forces, sizeof r->before) == 0, "%s: the forces changed", what);
    /* made to look at everything again */
    MUST(r->context, throng_potential_move_points(r->f->potential, 0, 1, &r->f->points[0].x, 0));
    field_feel(r->f);
    cr_expect(memcmp(r->before, r->f->forces, sizeof r->before) == 0, "%s: the field changed", what);
    MUST(r->context, throng_potential_get_info(r->f->potential, &info));
    cr_expect(info.sources == 6 && info.goals == 4 && info.points == 9, "%s: the counts changed", what);
    r->w->assertions = r->w->logs = 0;
}

/* words: all in the message, "|" between. */
static void expect(refusal *r, const char *what, throng_status got, throng_status expected, const char *words)
{
    expect_told(r->w, r->context, what, got, expected, words);
    expect_same(r, what);
}

static void each(void (*check)(refusal *r))
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        refusal r;
        begin(&r, &list[i]);
        check(&r);
        field_end(r.f);
        cr_expect(throng_context_destroy(r.context) == THRONG_OK);
        cr_expect(watch_end(r.w) == 0);
    }
}

#define REJECTED(name)                                                                                       \
    static void rejected_##name(refusal *r);                                                                 \
    Test(potential_errors, name) { each(rejected_##name); }                                                  \
    static void rejected_##name(refusal *r)
#define EXPECT(expected, words, call) expect(r, #call, (call), (expected), (words))

static void reject_def(refusal *r, throng_potential_def def, const char *words)
{
    throng_potential *field = r->f->potential;
    const throng_status got = throng_potential_create(r->context, &def, &field);
    cr_expect(field == NULL, "%s", words);
    expect(r, words, got, INVALID, words);
}

REJECTED(create)
{
    throng_potential *field;
    throng_potential_def def = field_def(&small, r->f->terrain, r->f->measure), wrong = def;
    cr_expect(throng_potential_create(NULL, &def, &field) == INVALID && field == NULL);
    EXPECT(INVALID, "field must not be NULL", throng_potential_create(r->context, &def, NULL));
    EXPECT(INVALID, "def must not be NULL", throng_potential_create(r->context, NULL, &field));
    memset(&wrong, 0, sizeof wrong);
    reject_def(r, wrong, "def was not made by");
#define WRONG(field_, value, words)                                                                          \
    wrong = def;                                                                                             \
    wrong.field_ = value;                                                                                    \
    reject_def(r, wrong, words)
    WRONG(worlds, 0, "def.worlds is 0|1 to");
    WRONG(worlds, INT32_MAX, "def.worlds is 2147483647");
    WRONG(worlds, 3, "def.terrain has 2 worlds|3");
    WRONG(source_capacity, -1, "def.source_capacity is -1");
    WRONG(source_capacity, INT32_MAX, "def.source_capacity is 2147483647");
    WRONG(goal_capacity, 65537, "def.goal_capacity is 65537|65536");
    WRONG(point_capacity, -7, "def.point_capacity is -7");
    WRONG(terrain_mode, 2, "def.terrain_mode is 2");
    WRONG(cell_size, 0.0f, "def.cell_size is 0");
    WRONG(cell_size, NAN, "def.cell_size is");
    WRONG(terrain_eta, -1.0f, "def.terrain_eta is -1");
    WRONG(terrain_eta, INFINITY, "def.terrain_eta is inf");
    WRONG(terrain_range, 1e-3f, "def.terrain_range|above 1e-3");
    WRONG(terrain_range, 1025.0f, "def.terrain_range is 1025|1024 cells");
    WRONG(measure, (throng_measure *)(void *)r->context, "def.measure is not a measure");
    WRONG(measure, NULL, "def.interaction is 1|def.measure is NULL");
    WRONG(terrain, (throng_terrain *)(void *)r->context, "def.terrain is not terrain");
}

REJECTED(handles)
{
    throng_potential *gone, *context = (throng_potential *)(void *)r->context;
    throng_potential_def def = throng_potential_default_def();
    throng_potential_info info;
    throng_force force;
    const float at[2] = {0.0f, 0.0f};
    MUST(r->context, throng_potential_create(r->context, &def, &gone));
    MUST(r->context, throng_potential_destroy(gone)); /* the watching allocator keeps it readable */
    throng_potential *const wrong[] = {NULL, context, gone};
    for (int i = 0; i < 3; i++) {
        cr_expect(throng_potential_set_sources(wrong[i], 0, 1, r->f->sources, 0) == INVALID);
        cr_expect(throng_potential_set_goals(wrong[i], 0, 1, r->f->goals, 0) == INVALID);
        cr_expect(throng_potential_set_points(wrong[i], 0, 1, r->f->points, 0) == INVALID);
        cr_expect(throng_potential_move_sources(wrong[i], 0, 1, at, 0) == INVALID);
        cr_expect(throng_potential_move_points(wrong[i], 0, 1, at, 0) == INVALID);
        cr_expect(throng_potential_truncate_sources(wrong[i], 0) == INVALID);
        cr_expect(throng_potential_truncate_goals(wrong[i], 0) == INVALID);
        cr_expect(throng_potential_truncate_points(wrong[i], 0) == INVALID);
        cr_expect(throng_potential_update(wrong[i]) == INVALID);
        cr_expect(throng_potential_read(wrong[i], 0, 1, &force, 0) == INVALID);
        cr_expect(throng_potential_reset(wrong[i]) == INVALID);
        cr_expect(throng_potential_get_info(wrong[i], &info) == INVALID);
        cr_expect(throng_potential_destroy(wrong[i]) == (wrong[i] ? INVALID : THRONG_OK));
    }
    EXPECT(INVALID, "info must not be NULL", throng_potential_get_info(r->f->potential, NULL));
    EXPECT(INVALID, "the terrain is used by 1 other object", throng_terrain_destroy(r->f->terrain));
    EXPECT(INVALID, "the measure is used by 1 other object", throng_measure_destroy(r->f->measure));
    EXPECT(INVALID, "", throng_context_destroy(r->context));
}

REJECTED(ranges)
{
    throng_potential *p = r->f->potential;
    const test_field *f = r->f;
    throng_force forces[9];
    const float at[2] = {0.0f, 0.0f};
    memset(forces, 0x11, sizeof forces);
    EXPECT(INVALID, "first is -1", throng_potential_set_sources(p, -1, 1, f->sources, 0));
    EXPECT(INVALID, "first is 7|6", throng_potential_set_sources(p, 7, 0, f->sources, 0));
    EXPECT(INVALID, "count is -1", throng_potential_set_goals(p, 0, -1, f->goals, 0));
    EXPECT(THRONG_ERROR_CAPACITY, "first + count is 10|9 points",
           throng_potential_set_points(p, 9, 1, f->points, 0));
    EXPECT(THRONG_ERROR_CAPACITY, "first + count is 2147483650|4 goals",
           throng_potential_set_goals(p, 3, INT32_MAX, f->goals, 0));
    EXPECT(INVALID, "sources must not be NULL", throng_potential_set_sources(p, 0, 1, NULL, 0));
    EXPECT(INVALID, "stride of goals is 15", throng_potential_set_goals(p, 0, 1, f->goals, 15));
    EXPECT(INVALID, "first + count is 7|6 sources", throng_potential_move_sources(p, 6, 1, at, 0));
    EXPECT(INVALID, "positions must not be NULL", throng_potential_move_points(p, 0, 1, NULL, 0));
    EXPECT(INVALID, "stride of positions is 4", throng_potential_move_points(p, 0, 1, at, 4));
    EXPECT(INVALID, "count is 7|number of sources, 6", throng_potential_truncate_sources(p, 7));
    EXPECT(INVALID, "count is -1|goals", throng_potential_truncate_goals(p, -1));
    EXPECT(INVALID, "count is 10|points", throng_potential_truncate_points(p, 10));
    EXPECT(INVALID, "first + count is 10|9 points", throng_potential_read(p, 8, 2, forces, 0));
    EXPECT(INVALID, "forces must not be NULL", throng_potential_read(p, 0, 2, NULL, 0));
    EXPECT(INVALID, "stride of forces is 15", throng_potential_read(p, 0, 2, forces, 15));
    for (size_t i = 0; i < sizeof forces; i++)
        cr_assert(((unsigned char *)forces)[i] == 0x11, "forces were written");
}

static void reject_source(refusal *r, throng_potential_source source, const char *words)
{
    throng_potential_source two[2] = {r->f->sources[1], source};
    expect(r, words, throng_potential_set_sources(r->f->potential, 2, 2, two, 0), INVALID, words);
}

REJECTED(values)
{
    throng_potential *p = r->f->potential;
    const float bad[] = {NAN, INFINITY, -INFINITY, 1.0000001e9f, -1.0000001e9f};
    throng_potential_source s;
#define BAD(field_, value, words)                                                                            \
    s = r->f->sources[0];                                                                                    \
    s.field_ = value;                                                                                        \
    reject_source(r, s, words)
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        throng_potential_goal goal = r->f->goals[0];
        throng_potential_point point = r->f->points[0];
        float at[2] = {1.0f, bad[i]};
        BAD(x, bad[i], "sources[1].x is|1e9");
        BAD(y, bad[i], "sources[1].y is");
        BAD(eta, bad[i], "sources[1].eta is|0 to 1e9");
        BAD(range, bad[i], "sources[1].range is|above 1e-3");
        BAD(power, bad[i], "sources[1].power is");
        goal.k = bad[i];
        EXPECT(INVALID, "goals[0].k is|0 to 1e9", throng_potential_set_goals(p, 0, 1, &goal, 0));
        goal.k = 1.0f;
        goal.y = bad[i];
        EXPECT(INVALID, "goals[0].y is", throng_potential_set_goals(p, 0, 1, &goal, 0));
        point.x = bad[i];
        EXPECT(INVALID, "points[0].x is", throng_potential_set_points(p, 0, 1, &point, 0));
        EXPECT(INVALID, "points[0].y is", throng_potential_move_points(p, 3, 1, at, 0));
        EXPECT(INVALID, "sources[0].y is", throng_potential_move_sources(p, 3, 1, at, 0));
    }
    BAD(eta, -1e-30f, "sources[1].eta is -1");
    BAD(range, 1e-3f, "sources[1].range is 0.00100000005|above 1e-3");
    BAD(range, 0.0f, "sources[1].range is 0");
    BAD(type, 3, "sources[1].type is 3|0 to 2");
    BAD(type, -1, "sources[1].type is -1");
    BAD(world, 2, "sources[1].world is 2|0 to 1");
    BAD(world, -1, "sources[1].world is -1");
}

REJECTED(goals_of_points)
{
    throng_potential *p = r->f->potential;
    throng_potential_point point = r->f->points[0];
    point.goal = 4;
    EXPECT(INVALID, "points[0].goal is 4|below 4", throng_potential_set_points(p, 0, 1, &point, 0));
    point.goal = -3;
    EXPECT(INVALID, "points[0].goal is -3", throng_potential_set_points(p, 0, 1, &point, 0));
    point.goal = 0;
    point.world = 1 - r->f->goals[0].world;
    EXPECT(INVALID, "points[0].goal is 0|of world", throng_potential_set_points(p, 0, 1, &point, 0));
    point.world = 2;
    EXPECT(INVALID, "points[0].world is 2", throng_potential_set_points(p, 0, 1, &point, 0));
}

/* Nothing to do is no mistake. */
REJECTED(nothing)
{
    throng_potential *p = r->f->potential;
    MUST(r->context, throng_potential_set_sources(p, 6, 0, NULL, 0));
    MUST(r->context, throng_potential_move_points(p, 9, 0, NULL, 0));
    MUST(r->context, throng_potential_read(p, 9, 0, NULL, 0));
    MUST(r->context, throng_potential_truncate_points(p, 9));
    cr_expect(r->w->logs == 0);
    expect_same(r, "nothing");
}
