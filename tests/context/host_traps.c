/* A host that traps on invalid operations, divisions by zero and overflows meets none on its own thread: what
 * is out of the ordinary here, the usual scenes in host_modes.c. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include "tests/support/support.h"

#include <fenv.h>
#include <math.h>

#if defined(__GLIBC__)
int feenableexcept(int exceptions);

/* Numbers whose quotients are beyond the largest float. */
static void steep_objects(throng_context *context)
{
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_object o = throng_influence_default_object();
    o.x = o.y = 2.5f;
    o.influence = 1e9f;
    o.decay = 1e-37f;
    ground.width = ground.height = 5;
    for (int32_t i = THRONG_PROPAGATION_EUCLIDEAN; i <= THRONG_PROPAGATION_ADJACENT; i++) {
        throng_influence_def def = throng_influence_default_def();
        throng_influence *map;
        def.width = def.height = 5;
        def.propagation = i;
        if (i != THRONG_PROPAGATION_EUCLIDEAN)
            MUST(context, throng_terrain_create(context, &ground, &def.terrain));
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_truncate_objects(map, 0, 0));
        throng_influence_destroy(map);
        MUST(context, throng_terrain_destroy(def.terrain));
    }
}

/* The first obstacles after the last ones are gone. */
static void new_walls(throng_context *context)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_vertex square[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}}, ring[64];
    throng_obstacle obstacle;
    throng_crowd *crowd;
    for (int32_t i = 0; i < 64; i++)
        ring[i] = (throng_vertex){9.0f * cosf(0.098f * (float)i), 9.0f * sinf(0.098f * (float)i)};
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add_obstacle(crowd, 4, square, 0, &obstacle));
    MUST(context, throng_crowd_remove_obstacle(crowd, obstacle));
    for (int32_t i = 0; i < 9; i++)
        MUST(context, throng_crowd_add_obstacle(crowd, 64, ring, 0, &obstacle));
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_destroy(crowd));
}

/* Points and a path in a field with nothing but a goal. */
static void no_sources(throng_context *context)
{
    const throng_potential_goal goal = {9.0f, 2.0f, 1.0f, 0};
    const throng_potential_point point = {1.0f, 2.0f, 0, 0};
    const throng_trace_start start = {1.0f, 2.0f, 0.5f, 0, 0, 0};
    throng_potential_def def = throng_potential_default_def();
    throng_trace_def paths = throng_trace_default_def();
    throng_trace *trace;
    throng_trace_result result;
    MUST(context, throng_potential_create(context, &def, &paths.field));
    MUST(context, throng_potential_set_goals(paths.field, 0, 1, &goal, 0));
    MUST(context, throng_potential_set_points(paths.field, 0, 1, &point, 0));
    MUST(context, throng_potential_update(paths.field));
    MUST(context, throng_trace_create(context, &paths, &trace));
    MUST(context, throng_trace_update(trace));
    MUST(context, throng_trace_set_starts(trace, 0, 1, &start, 0));
    MUST(context, throng_trace_update(trace));
    MUST(context, throng_trace_read(trace, 0, 1, &result, 0));
    cr_expect(result.status == THRONG_TRACE_REACHED && result.steps == 16);
    throng_trace_destroy(trace);
    MUST(context, throng_potential_destroy(paths.field));
}

Test(traps, out_of_the_ordinary)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2, .run = run_serial};
    cr_assert(feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) >= 0);
    throng_context *context = open_variant(&v, NULL);
    no_sources(context);
    steep_objects(context);
    new_walls(context);
    throng_context_destroy(context);
}
#endif
