/* Paths along potential fields: every way to compute gives the bits of the reference level, and that those of
 * golden.txt; a path does not depend on which other paths there are; its forces are those of the field. */
#include "tests/support/each_variant.h"
#include "tests/trace/scenes.h"

#include <math.h>
#include <stdlib.h>

static const char *scene_name(int32_t i) { return trace_scenes[i].field.name; }

static float *play_scene(throng_context *context, int32_t i, size_t *size)
{
    return trace_play(context, &trace_scenes[i], size);
}

static scene_list scenes(void) { return (scene_list){trace_scene_count, scene_name, play_scene, NULL}; }

Test(bits, cpu)
{
    const scene_list s = scenes();
    scenes_on_cpu(&s);
}

Test(bits, opencl)
{
    const scene_list s = scenes();
    scenes_on_opencl(&s, 0);
}

Test(golden, reference)
{
    const scene_list s = scenes();
    scenes_are_golden(&s);
}

/* ---------------------------------------------------------------- alone and in company -------------- */

EACH(bits, alone_and_in_company)
{
    for (int32_t i = 0; i < trace_scene_count; i++) {
        const trace_scene *s = &trace_scenes[i];
        test_trace *t = trace_begin(context, s);
        throng_trace_def def = trace_def(s, t->field->potential, t->flow);
        throng_trace_point *points = must_allocate((size_t)(s->max_steps + 1) * sizeof *points);
        throng_trace *alone;
        trace_walk(t);
        def.start_capacity = 2;
        MUST(context, throng_trace_create(context, &def, &alone));
        for (int32_t path = 0; path < s->starts; path += s->starts / 15 + 1) {
            throng_trace_result result;
            throng_trace_start two[2] = {t->starts[path], t->starts[path]};
            two[1].speed *=
                path % 2 ? 9.0f : 0.2f; /* how far paths look around depends on the speeds of all */
            MUST(context, throng_trace_set_starts(alone, 0, 2, two, 0));
            MUST(context, throng_trace_update(alone));
            MUST(context, throng_trace_read(alone, 0, 1, &result, 0));
            cr_expect(memcmp(&result, &t->results[path], sizeof result) == 0, "%s: path %d", s->field.name,
                      (int)path);
            MUST(context, throng_trace_read_points(alone, 0, 1, 0, result.steps + 1, points, 0));
            cr_expect(memcmp(points, trace_points(t, path), (size_t)(result.steps + 1) * sizeof *points) == 0,
                      "%s: the points of path %d", s->field.name, (int)path);
        }
        throng_trace_destroy(alone);
        free(points);
        trace_end(t);
    }
}

/* ---------------------------------------------------------------- the field's own forces ------------ */

/* One step of the definition, in single precision. */
static throng_trace_point step_of(const throng_trace_point *p, const throng_force *force, float speed)
{
    const float x = fabsf(force->fx), y = fabsf(force->fy), most = x > y ? x : y;
    if (most == 0.0f)
        return *p;
    const float fx = force->fx / most, fy = force->fy / most;
    const float scale = speed / sqrtf(fx * fx + fy * fy);
    return (throng_trace_point){p->x + fx * scale, p->y + fy * scale};
}

/* All points of a path, as points of the field. */
static const throng_force *feel_path(const test_trace *t, throng_potential *field, int32_t path,
                                     throng_force *forces)
{
    throng_context *context = t->field->context;
    const throng_trace_point *points = trace_points(t, path);
    const int32_t count = t->results[path].steps + 1;
    for (int32_t i = 0; i < count; i++) {
        const throng_potential_point point = {points[i].x, points[i].y, t->starts[path].goal,
                                              t->starts[path].world};
        MUST(context, throng_potential_set_points(field, i, 1, &point, 0));
    }
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_read(field, 0, count, forces, 0));
    return forces;
}

static void check_path(const test_trace *t, throng_potential *field, int32_t path, throng_force *forces)
{
    const throng_trace_result *result = &t->results[path];
    const throng_trace_point *points = trace_points(t, path);
    const throng_trace_start *start = &t->starts[path];
    feel_path(t, field, path, forces);
    float damage = 0.0f, block = 0.0f;
    const int32_t arrives = result->status == THRONG_TRACE_REACHED;
    for (int32_t i = 0; i <= result->steps; i++) {
        const int32_t last = i == result->steps;
        const throng_trace_point next = step_of(&points[i], &forces[i], start->speed);
        if (!last && !(arrives && i + 1 == result->steps))
            cr_expect(memcmp(&next, &points[i + 1], sizeof next) == 0, "%s: path %d, step %d",
                      t->scene->field.name, (int)path, (int)i);
        if (i % 64 == 0) {
            damage += block;
            block = 0.0f;
        }
        const float short_one = result->length - (float)(result->steps - 1) * start->speed;
        if (i > 0)
            block += (last && arrives ? short_one / start->speed : 1.0f) * forces[i].damage;
    }
    const float all = damage + block;
    cr_expect(fabsf(all - result->damage) <= (arrives ? 1e-4f * all : 0.0f), "%s: path %d: damage %g, %g",
              t->scene->field.name, (int)path, (double)all, (double)result->damage);
}

/* Every step of paths that do not escape goes along the force that an update of the field finds there. */
EACH(bits, forces_of_the_field)
{
    for (int32_t i = 0; i < trace_scene_count; i++) {
        const trace_scene *s = &trace_scenes[i];
        if (s->escape != THRONG_ESCAPE_NONE)
            continue;
        test_trace *t = trace_begin(context, s);
        throng_potential_def def = field_def(&s->field, t->field->terrain, t->field->measure);
        throng_force *forces = must_allocate((size_t)(s->max_steps + 1) * sizeof *forces);
        throng_potential *field;
        int32_t checked = 0;
        def.point_capacity = s->max_steps + 1;
        MUST(context, throng_potential_create(context, &def, &field));
        MUST(context, throng_potential_set_sources(field, 0, s->field.sources, t->field->sources, 0));
        MUST(context, throng_potential_set_goals(field, 0, s->field.goals, t->field->goals, 0));
        trace_walk(t);
        for (int32_t path = 0; path < s->starts; path += 3)
            if (t->results[path].status != THRONG_TRACE_INVALID) {
                check_path(t, field, path, forces);
                MUST(context, throng_potential_truncate_points(field, 0));
                checked++;
            }
        cr_expect(checked > s->starts / 8, "%s: %d paths", s->field.name, (int)checked);
        MUST(context, throng_potential_destroy(field));
        free(forces);
        trace_end(t);
    }
}
