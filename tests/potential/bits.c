/* Potential fields: every way to compute gives the bits of the reference level, and that those of golden.txt;
 * what a point feels does not depend on which other points there are. */
#include "tests/potential/scenes.h"
#include "tests/support/each_variant.h"

static const char *scene_name(int32_t i) { return field_scenes[i].name; }

static float *play_scene(throng_context *context, int32_t i, size_t *size)
{
    return field_play(context, &field_scenes[i], size);
}

static scene_list scenes(void) { return (scene_list){field_scene_count, scene_name, play_scene, NULL}; }

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

static void feel_alone(throng_context *context, const test_field *f, int32_t point, throng_force *force)
{
    throng_potential_def def = field_def(f->scene, f->terrain, f->measure);
    throng_potential *alone;
    def.point_capacity = 1;
    MUST(context, throng_potential_create(context, &def, &alone));
    MUST(context, throng_potential_set_sources(alone, 0, f->scene->sources, f->sources, 0));
    MUST(context, throng_potential_set_goals(alone, 0, f->scene->goals, f->goals, 0));
    MUST(context, throng_potential_set_points(alone, 0, 1, &f->points[point], 0));
    MUST(context, throng_potential_update(alone));
    MUST(context, throng_potential_read(alone, 0, 1, force, 0));
    MUST(context, throng_potential_destroy(alone));
}

EACH(bits, alone_and_in_company)
{
    for (int32_t i = 0; i < field_scene_count; i++) {
        test_field *f = field_begin(context, &field_scenes[i]);
        field_feel(f);
        for (int32_t point = 0; point < f->scene->points; point += f->scene->points / 5 + 1) {
            throng_force force;
            feel_alone(context, f, point, &force);
            cr_expect(memcmp(&force, &f->forces[point], sizeof force) == 0, "%s: point %d", f->scene->name,
                      (int)point);
        }
        field_end(f);
    }
}

/* A world of a batch feels as it would by itself, its own walls included. */
EACH(bits, worlds_by_themselves)
{
    const field_scene *s = &field_scenes[7];
    test_field *f = field_begin(context, s);
    field_feel(f);
    cr_assert(s->worlds == 7 && s->columns > 0);
    for (int32_t world = 0; world < s->worlds; world += 3) {
        throng_terrain *terrain;
        throng_terrain_def walls = throng_terrain_default_def();
        walls.width = s->columns;
        walls.height = s->rows;
        MUST(context, throng_terrain_create(context, &walls, &terrain));
        MUST(context, throng_terrain_set(terrain, NULL,
                                         f->blocked + (size_t)world * (size_t)(s->columns * s->rows), 0));
        throng_potential_def def = field_def(s, terrain, NULL);
        throng_potential *potential;
        def.worlds = 1;
        MUST(context, throng_potential_create(context, &def, &potential));
        /* of other worlds' sources nothing remains but their place in the order */
        for (int32_t i = 0; i < s->sources; i++) {
            throng_potential_source source = f->sources[i];
            if (source.world != world)
                source.x = source.y = -1e9f;
            source.world = 0;
            MUST(context, throng_potential_set_sources(potential, i, 1, &source, 0));
        }
        for (int32_t i = 0; i < s->goals; i++) {
            throng_potential_goal goal = f->goals[i];
            if (goal.world != world)
                goal.k = 0.0f;
            goal.world = 0;
            MUST(context, throng_potential_set_goals(potential, i, 1, &goal, 0));
        }
        for (int32_t i = 0; i < s->points; i++) {
            throng_potential_point point = f->points[i];
            point.world = 0;
            MUST(context, throng_potential_set_points(potential, i, 1, &point, 0));
        }
        MUST(context, throng_potential_update(potential));
        for (int32_t i = 0; i < s->points; i++) {
            throng_force force;
            MUST(context, throng_potential_read(potential, i, 1, &force, 0));
            if (f->points[i].world == world)
                cr_expect(memcmp(&force, &f->forces[i], sizeof force) == 0, "world %d, point %d", (int)world,
                          (int)i);
        }
        MUST(context, throng_potential_destroy(potential));
        MUST(context, throng_terrain_destroy(terrain));
    }
    field_end(f);
}
