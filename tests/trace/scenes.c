#include "tests/trace/scenes.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Open ground and walls of all ranges; steps far shorter than a cell and of many cells; more sources and
 * walls around a path than it keeps; worlds; each escape. */
const trace_scene trace_scenes[] = {
    {{"trace_open", 1, 500, 5, 1, 100.0f, 2.0f, 9.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 501, 0, 0},
     150,
     400,
     0.2f,
     1.5f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    {{"trace_dense", 1, 600, 3, 1, 50.0f, 150.0f, 300.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 502, 3, 1},
     40,
     90,
     0.5f,
     2.0f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    {{"trace_mixed", 1, 400, 9, 1, 80.0f, 0.05f, 70.0f, 2, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 503, 0, 0},
     60,
     200,
     0.1f,
     4.0f,
     THRONG_ESCAPE_HILLS,
     0,
     3.0f},
    {{"trace_walls", 1, 40, 4, 1, 50.0f, 2.0f, 6.0f, 0, 0, 1, 70, 66, 6, 0, 0.75f, 1.6f, 504, 0, 0},
     150,
     300,
     0.1f,
     1.0f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    {{"trace_flow", 1, 40, 4, 1, 50.0f, 2.0f, 6.0f, 0, 0, 1, 70, 66, 25, 0, 0.75f, 1.6f, 505, 0, 0},
     100,
     600,
     0.2f,
     3.0f,
     THRONG_ESCAPE_FLOW,
     THRONG_GRID_SQUARE8,
     4.0f},
    {{"trace_flow4", 1, 40, 4, 1, 40.0f, 2.0f, 6.0f, 0, 0, 0, 40, 40, 20, 1, 1.0f, 2.5f, 506, 0, 0},
     60,
     500,
     0.3f,
     0.9f,
     THRONG_ESCAPE_FLOW,
     THRONG_GRID_SQUARE4,
     4.0f},
    {{"trace_hills", 1, 60, 3, 1, 60.0f, 2.0f, 8.0f, 0, 0, 1, 60, 60, 8, 0, 1.0f, 2.0f, 507, 3, 1},
     100,
     500,
     0.2f,
     0.8f,
     THRONG_ESCAPE_HILLS,
     0,
     2.5f},
    {{"trace_worlds", 7, 200, 20, 1, 30.0f, 3.0f, 8.0f, 0, 0, 1, 33, 31, 12, 0, 1.0f, 1.5f, 508, 0, 0},
     120,
     200,
     0.3f,
     1.2f,
     THRONG_ESCAPE_FLOW,
     THRONG_GRID_SQUARE8,
     4.0f},
    {{"trace_long_steps", 1, 30, 4, 1, 90.0f, 3.0f, 9.0f, 0, 0, 1, 96, 96, 2, 1, 1.0f, 3.0f, 509, 0, 0},
     150,
     40,
     2.0f,
     14.0f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    {{"trace_many_walls", 1, 5, 3, 1, 40.0f, 3.0f, 5.0f, 0, 0, 0, 44, 44, 60, 0, 1.0f, 13.0f, 510, 0, 0},
     40,
     60,
     0.1f,
     0.6f,
     THRONG_ESCAPE_HILLS,
     0,
     4.0f},
    {{"trace_snapped", 1, 50, 6, 1, 24.0f, 1.0f, 5.0f, 0, 1, 1, 26, 26, 15, 0, 1.0f, 2.0f, 511, 0, 0},
     150,
     150,
     0.5f,
     1.5f,
     THRONG_ESCAPE_FLOW,
     THRONG_GRID_SQUARE8,
     4.0f},
    {{"trace_crowded", 1, 9000, 3, 1, 56.0f, 5.0f, 8.0f, 0, 0, 1, 0, 0, 0, 0, 1.0f, 2.0f, 512, 3, 1},
     40,
     50,
     0.3f,
     1.5f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    /* a measure that scales forces, and no damage */
    {{"trace_scaled", 1, 9000, 3, 1, 56.0f, 5.0f, 8.0f, 0, 0, 0, 0, 0, 0, 0, 1.0f, 2.0f, 513, 3, 1},
     30,
     30,
     0.3f,
     1.5f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
};
const int32_t trace_scene_count = sizeof trace_scenes / sizeof trace_scenes[0];

/* To quarters, so that some stand on the edges of cells. */
static float snap(float at) { return (float)(int32_t)(4.0f * at) * 0.25f; }

static throng_trace_start make_start(rng *r, const test_trace *t)
{
    const trace_scene *s = t->scene;
    const float side = s->field.side;
    throng_trace_start start = {0};
    start.goal = rng_below(r, s->field.goals);
    start.world = t->field->goals[start.goal].world;
    start.flow_field = start.goal;
    start.x = rng_between(r, -0.02f, 1.02f) * side;
    start.y = rng_between(r, -0.02f, 1.02f) * side;
    start.speed = rng_between(r, s->speed_low, s->speed_high);
    if (s->field.snapped) {
        start.x = snap(start.x);
        start.y = snap(start.y);
        start.speed = snap(start.speed) > 0.0f ? snap(start.speed) : 0.5f;
    }
    if (rng_below(r, 40) == 0)
        start.world = rng_below(r, s->field.worlds); /* where the goal may not be */
    return start;
}

throng_trace_def trace_def(const trace_scene *s, throng_potential *field, throng_flow *flow)
{
    throng_trace_def def = throng_trace_default_def();
    def.field = field;
    def.start_capacity = s->starts;
    def.max_steps = s->max_steps;
    def.escape = s->escape;
    def.flow = flow;
    def.hill_range = s->hill_range;
    return def;
}

/* A field for each goal that stands on the map. */
static void make_flow(test_trace *t, throng_context *context)
{
    const field_scene *s = &t->scene->field;
    throng_flow_def def = throng_flow_default_def();
    if (t->scene->escape != THRONG_ESCAPE_FLOW)
        return;
    def.terrain = t->field->terrain;
    def.grid = t->scene->grid;
    def.fields = s->goals;
    def.cell_size = s->cell_size;
    MUST(context, throng_flow_create(context, &def, &t->flow));
    for (int32_t i = 0; i < s->goals; i++) {
        const throng_potential_goal *goal = &t->field->goals[i];
        throng_cell cell = {(int32_t)floorf(goal->x / s->cell_size), (int32_t)floorf(goal->y / s->cell_size)};
        if (cell.column < 0 || cell.column >= s->columns || cell.row < 0 || cell.row >= s->rows)
            continue;
        cell.row += goal->world * s->rows;
        MUST(context, throng_flow_set_goals(t->flow, i, 1, &cell, 0));
    }
}

test_trace *trace_begin(throng_context *context, const trace_scene *s)
{
    test_trace *t = must_allocate(sizeof *t);
    rng r = {s->field.seed + 1000};
    fenv_t host;
    t->scene = s;
    t->field = field_begin(context, &s->field);
    t->starts = must_allocate((size_t)s->starts * sizeof *t->starts);
    t->results = must_allocate((size_t)s->starts * sizeof *t->results);
    t->points = must_allocate((size_t)s->starts * (size_t)(s->max_steps + 1) * sizeof *t->points);
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* scenes are made in the processor's usual mode */
    for (int32_t i = 0; i < s->starts; i++)
        t->starts[i] = make_start(&r, t);
    make_flow(t, context);
    fesetenv(&host);
    const throng_trace_def def = trace_def(s, t->field->potential, t->flow);
    MUST(context, throng_trace_create(context, &def, &t->trace));
    MUST(context, throng_trace_set_starts(t->trace, 0, s->starts, t->starts, 0));
    return t;
}

void trace_end(test_trace *t)
{
    throng_context *context = t->field->context;
    throng_trace_destroy(t->trace);
    MUST(context, throng_flow_destroy(t->flow));
    field_end(t->field);
    free(t->starts);
    free(t->results);
    free(t->points);
    free(t);
}

const throng_trace_point *trace_points(const test_trace *t, int32_t path)
{
    return t->points + (size_t)path * (size_t)(t->scene->max_steps + 1);
}

void trace_walk(test_trace *t)
{
    throng_context *context = t->field->context;
    const int32_t starts = t->scene->starts, most = t->scene->max_steps + 1;
    MUST(context, throng_trace_update(t->trace));
    MUST(context, throng_trace_read(t->trace, 0, starts, t->results, 0));
    MUST(context, throng_trace_read_points(t->trace, 0, starts, 0, most, t->points, 0));
    for (int32_t i = 0; i < starts; i++) {
        const int32_t there = t->results[i].steps + 1;
        memset(&t->points[(size_t)i * (size_t)most + (size_t)there], 0,
               (size_t)(most - there) * sizeof *t->points);
    }
}

enum { FRAMES = 4 };

static void copy_out(test_trace *t, float *out, int32_t frame)
{
    const size_t ends = (size_t)t->scene->starts * sizeof *t->results;
    const size_t points = (size_t)t->scene->starts * (size_t)(t->scene->max_steps + 1) * sizeof *t->points;
    char *to = (char *)out + (size_t)frame * (ends + points);
    trace_walk(t);
    memcpy(to, t->results, ends);
    memcpy(to + ends, t->points, points);
}

float *trace_play(throng_context *context, const trace_scene *s, size_t *size)
{
    test_trace *t = trace_begin(context, s);
    throng_potential *field = t->field->potential;
    const int32_t sources = s->field.sources, half = s->starts / 2;
    *size =
        FRAMES * (size_t)s->starts * (sizeof *t->results + (size_t)(s->max_steps + 1) * sizeof *t->points);
    float *out = must_allocate(*size);
    copy_out(t, out, 0);
    MUST(context, throng_potential_move_sources(field, 0, sources / 2, &t->field->sources[sources / 2].x,
                                                sizeof *t->field->sources));
    MUST(context, throng_trace_truncate_starts(t->trace, half));
    MUST(context, throng_trace_set_starts(t->trace, half, s->starts - half, t->starts, 0));
    copy_out(t, out, 1);
    if (t->field->terrain) {
        const throng_region wall = {s->field.columns / 4, s->field.rows / 3, s->field.columns / 2, 1};
        const throng_region door = {s->field.columns / 2, s->field.rows / 4, 3, s->field.rows / 2};
        MUST(context, throng_terrain_fill(t->field->terrain, &wall, 1));
        MUST(context, throng_terrain_fill(t->field->terrain, &door, 0));
    }
    MUST(context, throng_potential_truncate_sources(field, sources / 3));
    copy_out(t, out, 2);
    MUST(context, throng_potential_truncate_sources(field, 0));
    MUST(context, throng_potential_truncate_goals(field, s->field.goals - 1));
    copy_out(t, out, 3);
    trace_end(t);
    return out;
}
