/* Objects of every kind with something to read, on every backend, and on OpenCL also in the form that GPUs
 * take, where reads land in pinned memory. */
#ifndef THRONG_TESTS_READBACK_THINGS_H
#define THRONG_TESTS_READBACK_THINGS_H

#include "tests/support/each_backend.h"

enum {
    THINGS_WIDTH = 24,
    THINGS_HEIGHT = 17,
    THINGS_CELLS = THINGS_WIDTH * THINGS_HEIGHT,
    THINGS_POINTS = 40,
    THINGS_PATHS = 9,
    THINGS_AGENTS = 60
};

typedef struct things {
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map; /* two layers */
    throng_flow *flow;     /* one field */
    throng_potential *field;
    throng_trace *trace;
    throng_crowd *crowd;
    throng_agent agents[THINGS_AGENTS];
} things;

static inline void things_fields(things *t)
{
    throng_influence_def map = map_def(THINGS_WIDTH, THINGS_HEIGHT, THRONG_GRID_SQUARE8);
    throng_potential_def field = throng_potential_default_def();
    throng_trace_def trace = throng_trace_default_def();
    const throng_potential_goal goal = {20.0f, 9.0f, 1.0f, 0};
    map.layers = 2;
    MUST(t->context, throng_influence_create(t->context, &map, &t->map));
    field.terrain = t->terrain;
    MUST(t->context, throng_potential_create(t->context, &field, &t->field));
    MUST(t->context, throng_potential_set_goals(t->field, 0, 1, &goal, 0));
    for (int32_t i = 0; i < THINGS_POINTS; i++) {
        throng_influence_object o = throng_influence_default_object();
        throng_potential_source s = throng_potential_default_source();
        o.x = s.x = 1.5f + 0.5f * (float)i;
        o.y = s.y = 2.5f + (float)(i % 13);
        const throng_potential_point p = {o.y, 0.25f * o.x, 0, 0};
        MUST(t->context, throng_influence_set_objects(t->map, i % 2, i / 2, 1, &o, 0));
        MUST(t->context, throng_potential_set_sources(t->field, i, 1, &s, 0));
        MUST(t->context, throng_potential_set_points(t->field, i, 1, &p, 0));
    }
    trace.field = t->field;
    trace.max_steps = 50;
    MUST(t->context, throng_trace_create(t->context, &trace, &t->trace));
    for (int32_t i = 0; i < THINGS_PATHS; i++) {
        const throng_trace_start s = {2.0f + 0.5f * (float)i, 3.0f, 0.5f, 0, 0, 0};
        MUST(t->context, throng_trace_set_starts(t->trace, i, 1, &s, 0));
    }
}

/* Positions are far from the plane's origin, where floats are relative to the crowd's home. */
static inline void things_crowd(things *t)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.origin_x = 455000.0;
    def.origin_y = -5500000.0;
    MUST(t->context, throng_crowd_create(t->context, &def, &t->crowd));
    for (int32_t i = 0; i < THINGS_AGENTS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.offset_x = def.origin_x + 2.5 * (double)(i % 8);
        d.offset_y = def.origin_y + 2.5 * (double)(i / 8);
        d.target_x = i % 2 ? 1.0f : -1.0f;
        d.target_y = i % 3 ? 0.25f : -0.5f;
        MUST(t->context, throng_crowd_add(t->crowd, 1, &d, 0, &t->agents[i]));
    }
}

static inline void things_begin(things *t, throng_context *context)
{
    const throng_region block = {8, 4, 2, 9};
    const throng_cell goal = {20, 9};
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    memset(t, 0, sizeof *t);
    t->context = context;
    terrain.width = THINGS_WIDTH;
    terrain.height = THINGS_HEIGHT;
    MUST(context, throng_terrain_create(context, &terrain, &t->terrain));
    MUST(context, throng_terrain_fill(t->terrain, &block, 1));
    flow.terrain = t->terrain;
    MUST(context, throng_flow_create(context, &flow, &t->flow));
    MUST(context, throng_flow_set_goals(t->flow, 0, 1, &goal, 0));
    things_fields(t);
    things_crowd(t);
}

/* Everything moves on: values that are read later are others. */
static inline void things_go_on(things *t, int32_t frame)
{
    const throng_cell goal = {3 + frame % 4, 12};
    const float shift = 0.25f * (float)frame, at[2][2] = {{3.0f + shift, 4.0f}, {9.5f, 7.0f + shift}};
    MUST(t->context, throng_influence_move_objects(t->map, 0, 0, 2, *at, 0, NULL, 0));
    MUST(t->context, throng_influence_update(t->map));
    MUST(t->context, throng_flow_set_goals(t->flow, 0, 1, &goal, 0));
    MUST(t->context, throng_flow_update(t->flow));
    MUST(t->context, throng_potential_move_sources(t->field, 0, 2, *at, 0));
    MUST(t->context, throng_potential_update(t->field));
    MUST(t->context, throng_trace_update(t->trace));
    MUST(t->context, throng_crowd_step(t->crowd, 0.1f));
}

static inline void things_end(things *t)
{
    MUST(t->context, throng_crowd_destroy(t->crowd));
    MUST(t->context, throng_trace_destroy(t->trace));
    MUST(t->context, throng_potential_destroy(t->field));
    MUST(t->context, throng_influence_destroy(t->map));
    MUST(t->context, throng_flow_destroy(t->flow));
    MUST(t->context, throng_terrain_destroy(t->terrain));
}

static inline throng_readback_def things_readback(const things *t, throng_readback_kind kind, int32_t slots)
{
    throng_readback_def def = throng_readback_default_def();
    def.kind = kind;
    def.slots = slots;
    def.capacity = THINGS_CELLS;
    def.crowd = t->crowd;
    def.map = t->map;
    def.field = t->field;
    def.trace = t->trace;
    def.flow = t->flow;
    return def;
}

static inline void each_thing(void (*check)(things *t))
{
    variant list[5];
    int32_t count = few_variants(list, 4);
    if (list[count - 1].backend == THRONG_BACKEND_OPENCL) {
        list[count] = list[count - 1];
        list[count].width = "1";
        list[count].group = "64";
        snprintf(list[count].name, sizeof list[count].name, "opencl as on GPUs");
        count++;
    }
    for (int32_t i = 0; i < count; i++) {
        things t;
        printf("on %s\n", list[i].name);
        fflush(stdout);
        throng_context *context = open_variant(&list[i], NULL);
        things_begin(&t, context);
        check(&t);
        things_end(&t);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Test(suite, name) { body }, run on every variant, with `t` at hand. */
#define EACH_THING(suite, name)                                                                              \
    static void check_##suite##_##name(things *t);                                                           \
    Test(suite, name) { each_thing(check_##suite##_##name); }                                                \
    static void check_##suite##_##name(things *t)

#endif
