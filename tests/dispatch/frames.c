/* Frames of objects of every kind that is placed automatically are timed, and count where they do what was
 * foretold. */
#define _DEFAULT_SOURCE
#include "tests/dispatch/recorded_costs.h"

#include "src/core/context.h"
#include "src/crowd/crowd.h"
#include "src/flow/flow.h"
#include "src/influence/influence.h"
#include "src/measure/measure.h"
#include "src/potential/potential.h"

TestSuite(frames, .init = make_folder, .fini = drop_folder);

enum { COUNT = 12, FRAMES = 100 };

typedef struct things {
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_potential *field;
    throng_flow *flow;
    throng_crowd *crowd;
    throng_measure *measure;
    float places[COUNT][2];
} things;

static void move(things *t, int32_t frame)
{
    for (int32_t i = 0; i < COUNT; i++) {
        t->places[i][0] = 1.5f + (float)((i + frame) % 12);
        t->places[i][1] = 2.5f + (float)(frame % 7);
    }
}

static void make(things *t)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_influence_def map = throng_influence_default_def();
    throng_potential_def field = throng_potential_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_crowd_def crowd = throng_crowd_default_def();
    throng_measure_def measure = throng_measure_default_def();
    terrain.width = map.width = 16;
    terrain.height = map.height = 12;
    map.object_capacity = COUNT;
    measure.types = 3;
    MUST(t->context, throng_terrain_create(t->context, &terrain, &t->terrain));
    flow.terrain = t->terrain;
    MUST(t->context, throng_influence_create(t->context, &map, &t->map));
    MUST(t->context, throng_potential_create(t->context, &field, &t->field));
    MUST(t->context, throng_flow_create(t->context, &flow, &t->flow));
    MUST(t->context, throng_crowd_create(t->context, &crowd, &t->crowd));
    MUST(t->context, throng_measure_create(t->context, &measure, &t->measure));
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_influence_object object = throng_influence_default_object();
        const throng_potential_source source = throng_potential_default_source();
        const throng_potential_point point = {1.0f, (float)i, THRONG_GOALS_NONE, 0};
        throng_agent_def agent = throng_agent_default_def();
        agent.x = 3.0f * (float)i;
        MUST(t->context, throng_influence_set_objects(t->map, 0, i, 1, &object, 0));
        MUST(t->context, throng_potential_set_sources(t->field, i, 1, &source, 0));
        MUST(t->context, throng_potential_set_points(t->field, i, 1, &point, 0));
        MUST(t->context, throng_crowd_add(t->crowd, 1, &agent, 0, NULL));
    }
}

static void drop(things *t)
{
    MUST(t->context, throng_measure_destroy(t->measure));
    MUST(t->context, throng_crowd_destroy(t->crowd));
    MUST(t->context, throng_flow_destroy(t->flow));
    MUST(t->context, throng_potential_destroy(t->field));
    MUST(t->context, throng_influence_destroy(t->map));
    MUST(t->context, throng_terrain_destroy(t->terrain));
}

static void frame_of_map(things *t)
{
    MUST(t->context, throng_influence_move_objects(t->map, 0, 0, COUNT, *t->places, 0, NULL, 0));
    MUST(t->context, throng_influence_update(t->map));
}

static void frame_of_field(things *t)
{
    MUST(t->context, throng_potential_move_sources(t->field, 0, COUNT, *t->places, 0));
    MUST(t->context, throng_potential_update(t->field));
}

static void frame_of_flow(things *t)
{
    const throng_cell goal = {(int32_t)t->places[0][0], (int32_t)t->places[0][1]};
    MUST(t->context, throng_flow_set_goals(t->flow, 0, 1, &goal, 0));
    MUST(t->context, throng_flow_update(t->flow));
}

static void frame_of_crowd(things *t) { MUST(t->context, throng_crowd_step(t->crowd, 0.1f)); }

static void frame_of_measure(things *t)
{
    float results[COUNT];
    MUST(t->context, throng_measure_choquet(t->measure, COUNT, (const float[3 * COUNT]){0}, 0, results));
}

static void expect_counted(things *t, const char *name, throng_observer *observer, double expected,
                           void (*frame)(things *t))
{
    const int32_t kind = THRONG_COST_CHOQUET;
    throng_correction *correction = &t->context->costs->corrections[kind][0][0];
    *correction = (throng_correction){0};
    *observer = (throng_observer){.context = t->context,
                                  .foretold = 1e-3,
                                  .expected = expected,
                                  .kind = kind,
                                  .generation = t->context->costs->generation};
    for (int32_t i = 0; i < FRAMES; i++) {
        move(t, i);
        frame(t);
    }
    cr_expect(correction->windows >= 2, "%s: %d windows of frames count", name, (int)correction->windows);
    cr_expect(correction->factor > 0.0f, "%s: frames take no time", name);
}

Test(frames, count_for_every_kind)
{
    if (!opencl_present()) /* there is nothing to choose from */
        return;
    throng_selection choice;
    things t = {.context = open_threads(THRONG_BACKEND_AUTO, 1)};
    const throng_crowd_def crowd = throng_crowd_default_def();
    MUST(t.context, throng_crowd_explain(t.context, &crowd, &choice));
    cr_assert_not_null(t.context->costs, "no costs are known, with a device");
    make(&t);
    expect_counted(&t, "influence maps", &t.map->observer, COUNT, frame_of_map);
    expect_counted(&t, "potential fields", &t.field->observer, COUNT, frame_of_field);
    expect_counted(&t, "flows", &t.flow->observer, 1.0, frame_of_flow);
    expect_counted(&t, "crowds", &t.crowd->observer, COUNT, frame_of_crowd);
    expect_counted(&t, "measures", &t.measure->observer, COUNT, frame_of_measure);
    drop(&t);
    MUST(t.context, throng_context_destroy(t.context));
}
