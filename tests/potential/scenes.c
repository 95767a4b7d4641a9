#include "tests/potential/scenes.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

/* From a single point to more sources than a chunk holds; sparse and dense; ranges of all sizes at once;
 * points of one place and far away; worlds with their own walls. */
const field_scene field_scenes[] = {
    {"field_one", 1, 1, 1, 1, 4.0f, 3.0f, 3.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 401, 0, 0},
    {"field_dense", 1, 700, 9, 130, 50.0f, 200.0f, 400.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 402, 0, 0},
    {"field_sparse", 1, 3000, 70, 2500, 100.0f, 1.5f, 2.5f, 0, 0, 0, 0, 0, 0, 0, 1.0f, 2.0f, 403, 0, 0},
    {"field_mixed", 1, 900, 200, 700, 1000.0f, 0.01f, 900.0f, 3, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 404, 0, 0},
    {"field_snapped", 1, 600, 5, 600, 20.0f, 1.0f, 6.0f, 0, 1, 1, 24, 18, 20, 0, 1.0f, 2.0f, 405, 0, 0},
    {"field_walls", 1, 60, 4, 900, 60.0f, 5.0f, 9.0f, 2, 0, 1, 70, 40, 15, 0, 0.75f, 3.3f, 406, 0, 0},
    {"field_nearest", 1, 60, 4, 600, 60.0f, 5.0f, 9.0f, 2, 0, 0, 70, 70, 5, 1, 1.0f, 4.0f, 407, 0, 0},
    {"field_worlds", 7, 400, 30, 500, 30.0f, 3.0f, 12.0f, 1, 0, 1, 33, 31, 10, 0, 1.0f, 1.5f, 408, 0, 0},
    {"field_crowd", 1, 40, 3, 4000, 80.0f, 6.0f, 10.0f, 0, 0, 0, 0, 0, 0, 0, 1.0f, 2.0f, 409, 0, 0},
    {"field_joined", 1, 300, 4, 400, 30.0f, 4.0f, 12.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 410, 3, 1},
    {"field_all_types", 3, 1500, 6, 500, 40.0f, 3.0f, 50.0f, 1, 0, 1, 20, 20, 10, 0, 1.0f, 2.0f, 411, 16, 1},
    {"field_only_damage", 1, 50, 4, 60, 30.0f, 4.0f, 12.0f, 0, 1, 1, 0, 0, 0, 0, 1.0f, 2.0f, 412, 3, 0},
};
const int32_t field_scene_count = sizeof field_scenes / sizeof field_scenes[0];

static float coordinate(rng *r, const field_scene *s)
{
    const float far = rng_below(r, 100) < s->outliers ? 1000.0f : 1.0f;
    const float at = rng_between(r, -0.1f, 1.1f) * s->side * far;
    return s->snapped ? (float)(int32_t)at : at;
}

static throng_potential_source make_source(rng *r, const field_scene *s)
{
    throng_potential_source source = throng_potential_default_source();
    source.x = coordinate(r, s);
    source.y = coordinate(r, s);
    source.eta = rng_between(r, 0.0f, 3.0f);
    source.range = rng_between(r, s->range_low, s->range_high);
    source.power = rng_between(r, 0.0f, 5.0f);
    source.type = rng_below(r, s->types > 0 ? s->types : THRONG_MAX_TYPES);
    source.world = rng_below(r, s->worlds);
    return source;
}

/* A third follow a goal of their world, a third all of them, the others none. */
static throng_potential_point make_point(rng *r, const field_scene *s, const throng_potential_goal *goals)
{
    throng_potential_point point = {coordinate(r, s), coordinate(r, s), THRONG_GOALS_ALL, 0};
    const int32_t goal = rng_below(r, s->goals);
    point.world = rng_below(r, s->worlds);
    if (goals[goal].world == point.world && rng_below(r, 3) > 0)
        point.goal = goal;
    else if (rng_below(r, 3) == 0)
        point.goal = THRONG_GOALS_NONE;
    return point;
}

float field_weight(int32_t type) { return 0.125f * (float)(type % 5 + 1); }

throng_potential_def field_def(const field_scene *s, throng_terrain *terrain, throng_measure *measure)
{
    throng_potential_def def = throng_potential_default_def();
    def.worlds = s->worlds;
    def.source_capacity = s->sources;
    def.goal_capacity = s->goals;
    def.point_capacity = s->points;
    def.damage = s->damage;
    def.measure = measure;
    def.interaction = s->interaction;
    def.terrain = terrain;
    def.terrain_mode = s->walls;
    def.cell_size = s->cell_size;
    def.terrain_eta = 0.7f;
    def.terrain_range = s->terrain_range;
    return def;
}

static void make_walls(test_field *f, rng *r)
{
    const field_scene *s = f->scene;
    throng_terrain_def def = throng_terrain_default_def();
    const size_t cells = (size_t)s->columns * (size_t)s->rows * (size_t)s->worlds;
    if (s->columns == 0)
        return;
    def.width = s->columns;
    def.height = s->rows;
    def.worlds = s->worlds;
    f->blocked = must_allocate(cells);
    for (size_t i = 0; i < cells; i++)
        f->blocked[i] = rng_below(r, 100) < s->blocked;
    MUST(f->context, throng_terrain_create(f->context, &def, &f->terrain));
    MUST(f->context, throng_terrain_set(f->terrain, NULL, f->blocked, 0));
}

static void make_measure(test_field *f)
{
    throng_measure_def def = throng_measure_default_def();
    if (f->scene->types == 0)
        return;
    def.kind = THRONG_MEASURE_LAMBDA;
    def.types = f->scene->types;
    def.lambda = FIELD_LAMBDA;
    for (int32_t i = 0; i < def.types; i++)
        def.weights[i] = field_weight(i);
    MUST(f->context, throng_measure_create(f->context, &def, &f->measure));
}

test_field *field_begin(throng_context *context, const field_scene *s)
{
    test_field *f = must_allocate(sizeof *f);
    rng r = {s->seed};
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* scenes are made in the processor's usual mode */
    f->scene = s;
    f->context = context;
    f->sources = must_allocate((size_t)s->sources * sizeof *f->sources);
    f->goals = must_allocate((size_t)s->goals * sizeof *f->goals);
    f->points = must_allocate((size_t)s->points * sizeof *f->points);
    f->forces = must_allocate((size_t)s->points * sizeof *f->forces);
    for (int32_t i = 0; i < s->sources; i++)
        f->sources[i] = make_source(&r, s);
    for (int32_t i = 0; i < s->goals; i++)
        f->goals[i] = (throng_potential_goal){coordinate(&r, s), coordinate(&r, s),
                                              rng_between(&r, 0.0f, 5.0f), rng_below(&r, s->worlds)};
    for (int32_t i = 0; i < s->points; i++)
        f->points[i] = make_point(&r, s, f->goals);
    fesetenv(&host);
    make_walls(f, &r);
    make_measure(f);
    const throng_potential_def def = field_def(s, f->terrain, f->measure);
    MUST(context, throng_potential_create(context, &def, &f->potential));
    MUST(context, throng_potential_set_sources(f->potential, 0, s->sources, f->sources, 0));
    MUST(context, throng_potential_set_goals(f->potential, 0, s->goals, f->goals, 0));
    MUST(context, throng_potential_set_points(f->potential, 0, s->points, f->points, 0));
    return f;
}

void field_end(test_field *f)
{
    MUST(f->context, throng_potential_destroy(f->potential));
    MUST(f->context, throng_terrain_destroy(f->terrain));
    MUST(f->context, throng_measure_destroy(f->measure));
    free(f->sources);
    free(f->goals);
    free(f->points);
    free(f->blocked);
    free(f->forces);
    free(f);
}

void field_feel(test_field *f)
{
    MUST(f->context, throng_potential_update(f->potential));
    MUST(f->context, throng_potential_read(f->potential, 0, f->scene->points, f->forces, 0));
}

enum { FRAMES = 6 };

static void copy_out(test_field *f, float *out, int32_t frame)
{
    const size_t bytes = (size_t)f->scene->points * sizeof *f->forces;
    field_feel(f);
    memcpy((char *)out + (size_t)frame * bytes, f->forces, bytes);
}

/* Every second entry to where the one before it was. */
static void shift(float *at, size_t stride, int32_t count)
{
    for (int32_t i = 1; i < count; i += 2)
        memcpy((char *)at + (size_t)i * stride, (char *)at + (size_t)(i - 1) * stride, 2 * sizeof(float));
}

float *field_play(throng_context *context, const field_scene *s, size_t *size)
{
    test_field *f = field_begin(context, s);
    const int32_t half = s->points / 2;
    *size = FRAMES * (size_t)s->points * sizeof *f->forces;
    float *out = must_allocate(*size);
    copy_out(f, out, 0);
    shift(&f->points[0].x, sizeof *f->points, s->points);
    MUST(context,
         throng_potential_move_points(f->potential, 0, s->points, &f->points[0].x, sizeof *f->points));
    copy_out(f, out, 1);
    shift(&f->sources[0].x, sizeof *f->sources, s->sources);
    MUST(context,
         throng_potential_move_sources(f->potential, 0, s->sources, &f->sources[0].x, sizeof *f->sources));
    MUST(context, throng_potential_truncate_sources(f->potential, s->sources - s->sources / 3));
    copy_out(f, out, 2);
    MUST(context, throng_potential_truncate_points(f->potential, half));
    MUST(context, throng_potential_update(f->potential));
    MUST(context, throng_potential_set_points(f->potential, half, s->points - half, f->points, 0));
    copy_out(f, out, 3);
    MUST(context, throng_potential_truncate_goals(f->potential, s->goals / 2));
    if (f->terrain) {
        const throng_region door = {s->columns / 3, s->rows / 3, 4, 3};
        MUST(context, throng_terrain_fill(f->terrain, &door, 0));
    }
    copy_out(f, out, 4);
    MUST(context, throng_potential_set_goals(f->potential, s->goals / 2, s->goals - s->goals / 2,
                                             f->goals + s->goals / 2, 0));
    MUST(context, throng_potential_set_sources(f->potential, s->sources - s->sources / 3, s->sources / 3,
                                               f->sources, 0));
    copy_out(f, out, 5);
    field_end(f);
    return out;
}
