/* A potential field beside a scene's map: goals, sources that a measure joins, walls, points; felt, moved,
 * felt again; then perhaps paths along it. */
#include "tests/checks/scene.h"

#include <stdlib.h>
#include <string.h>

/* Without paths there are so many sources that GPUs share their blocks out over work-items. */
enum { SOURCES = 130, SOURCES_OF_PATHS = 24, GOALS = 3, POINTS = 21, FEELINGS = 2 };

static int32_t source_count(const scene *s) { return s->paths ? SOURCES_OF_PATHS : SOURCES; }

static size_t felt_size(void) { return FEELINGS * POINTS * sizeof(throng_force) / sizeof(float); }

size_t scene_potential_size(const scene *s) { return felt_size() + (s->paths ? scene_trace_size() : 0); }

typedef struct beside {
    throng_terrain *terrain;
    throng_measure *measure;
    throng_potential *field;
} beside;

static throng_status make(throng_context *context, const scene *s, beside *b)
{
    const throng_region wall = {1, 1, 2, 1};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_measure_def measure = throng_measure_default_def();
    throng_potential_def def = throng_potential_default_def();
    throng_status status = THRONG_OK;
    ground.width = ground.height = 9;
    measure.types = s->types;
    measure.lambda = 0.5f;
    for (int32_t i = 0; i < s->types; i++)
        measure.weights[i] = 0.25f * (float)(i + 1);
    def.source_capacity = source_count(s);
    def.goal_capacity = GOALS;
    def.point_capacity = POINTS;
    def.damage = 1;
    def.interaction = 1;
    if (!b->terrain)
        status = throng_terrain_create(context, &ground, &b->terrain);
    if (status == THRONG_OK)
        status = throng_terrain_fill(b->terrain, &wall, 1);
    if (status == THRONG_OK && !b->measure)
        status = throng_measure_create(context, &measure, &b->measure);
    def.terrain = b->terrain;
    def.measure = b->measure;
    return status == THRONG_OK ? throng_potential_create(context, &def, &b->field) : status;
}

/* The first of the steps, which follow each other, is `which`; the field is as it was where one fails. */
static throng_status take_step(const beside *b, const scene *s, int which, float *results)
{
    throng_potential_source sources[SOURCES];
    throng_potential_goal goals[GOALS];
    throng_potential_point points[POINTS];
    uint32_t state = (uint32_t)s->types;
    for (int32_t i = 0; i < source_count(s); i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = 10.0f * scene_share(&state);
        sources[i].y = 10.0f * scene_share(&state);
        sources[i].type = i % s->types;
    }
    for (int32_t i = 0; i < GOALS; i++)
        goals[i] = (throng_potential_goal){10.0f * scene_share(&state), 9.0f, 1.0f, 0};
    for (int32_t i = 0; i < POINTS; i++)
        points[i] = (throng_potential_point){10.0f * scene_share(&state), 10.0f * scene_share(&state),
                                             i % (GOALS + 2) - 2, 0};
    switch (which) {
    case 0:
        return throng_potential_set_sources(b->field, 0, source_count(s), sources, 0);
    case 1:
        return throng_potential_set_goals(b->field, 0, GOALS, goals, 0);
    case 2:
        return throng_potential_set_points(b->field, 0, POINTS, points, 0);
    case 3:
    case 6:
        return throng_potential_update(b->field);
    case 4:
    case 7:
        return throng_potential_read(b->field, 0, POINTS,
                                     (throng_force *)(void *)results + (which == 7) * POINTS, 0);
    default:
        return throng_potential_move_points(b->field, 1, POINTS - 1, &points[0].x, sizeof *points);
    }
}

static int lost(const beside *b)
{
    throng_potential_info info;
    return throng_potential_get_info(b->field, &info) != THRONG_OK || info.lost;
}

throng_status scene_potential(throng_context *context, const scene *s, float *results, const char **step)
{
    static const char *const names[] = {"set_sources", "set_goals",   "set_points", "update",
                                        "read",        "move_points", "update",     "read"};
    beside b = {NULL, NULL, NULL};
    if (getenv("THRONG_CHECK_NO_FIELDS")) /* for devices that flush subnormal numbers, which fields refuse */
        return THRONG_OK;
    *step = "a potential field";
    throng_status status = make(context, s, &b);
    if (scene_may_retry(status))
        status = make(context, s, &b);
    for (int which = 0; which < 8 && status == THRONG_OK; which++) {
        *step = names[which];
        status = take_step(&b, s, which, results);
        if (scene_may_retry(status) && !lost(&b))
            status = take_step(&b, s, which, results);
    }
    if (status == THRONG_OK && s->paths)
        status = scene_trace(context, b.terrain, b.field, results + felt_size(), step);
    const throng_status gone = throng_potential_destroy(b.field);
    throng_measure_destroy(b.measure);
    throng_terrain_destroy(b.terrain);
    return status == THRONG_OK ? gone : status;
}
