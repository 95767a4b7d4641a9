/* For tests of refused calls on paths along potential fields: paths around walls in two worlds on a watched
 * context, and what has to hold afterwards. */
#ifndef THRONG_TESTS_TRACE_ERRORS_H
#define THRONG_TESTS_TRACE_ERRORS_H

#include "tests/support/rejected.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { W = 10, H = 8, WORLDS = 2, SOURCES = 2, GOALS = 4, FIELDS = 2, STARTS = 6, ROOM = 8, STEPS = 60 };
enum { POINTS = STEPS + 1 };

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

/* The last goal is in a wall. */
static const throng_potential_goal goals[GOALS] = {
    {8.5f, 3.5f, 1.0f, 0}, {1.5f, 6.5f, 1.0f, 0}, {8.5f, 6.5f, 1.0f, 1}, {4.5f, 3.5f, 1.0f, 0}};
/* Around the wall, past it, in another world; then into a wall's goal, from a wall, to another world's
 * goal. */
static const throng_trace_start starts[STARTS] = {{1.25f, 3.5f, 0.25f, 0, 0, 0}, {6.5f, 1.5f, 0.5f, 1, 0, 1},
                                                  {1.5f, 1.5f, 0.75f, 2, 1, 0},  {1.5f, 1.5f, 0.5f, 3, 0, 0},
                                                  {4.5f, 2.5f, 0.5f, 0, 0, 0},   {1.5f, 1.5f, 0.5f, 2, 0, 1}};

typedef struct walked {
    throng_trace_result results[STARTS];
    throng_trace_point points[STARTS][POINTS];
} walked;

typedef struct refusal {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    throng_potential *field;
    throng_flow *flow;
    throng_trace *trace;
    walked before;
} refusal;

/* What there is to read; what is undefined is zeros. */
static inline void look(const refusal *r, walked *to)
{
    MUST(r->context, throng_trace_read(r->trace, 0, STARTS, to->results, 0));
    MUST(r->context, throng_trace_read_points(r->trace, 0, STARTS, 0, POINTS, &to->points[0][0], 0));
    for (int32_t i = 0; i < STARTS; i++) {
        const throng_trace_result *result = &to->results[i];
        const int32_t there = result->status == THRONG_TRACE_INVALID ? 0 : result->steps + 1;
        memset(&to->points[i][there], 0, (size_t)(POINTS - there) * sizeof(throng_trace_point));
    }
}

static inline throng_terrain *make_terrain(throng_context *context, int32_t worlds)
{
    const throng_region walls[] = {{4, 2, 1, 4}, {6, H + 3, 2, 1}};
    throng_terrain_def def = throng_terrain_default_def();
    throng_terrain *terrain;
    def.width = W;
    def.height = H;
    def.worlds = worlds;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    for (int32_t i = 0; i < worlds; i++)
        MUST(context, throng_terrain_fill(terrain, &walls[i], 1));
    return terrain;
}

static inline throng_potential_def field_of(throng_terrain *terrain)
{
    throng_potential_def def = throng_potential_default_def();
    def.worlds = WORLDS;
    def.source_capacity = SOURCES;
    def.goal_capacity = GOALS + 1;
    def.damage = 1;
    def.terrain = terrain;
    def.terrain_eta = 0.02f;
    def.terrain_range = 1.0f;
    return def;
}

static inline throng_potential *make_field(throng_context *context, throng_terrain *terrain)
{
    const throng_potential_def def = field_of(terrain);
    throng_potential_source sources[SOURCES] = {throng_potential_default_source(),
                                                throng_potential_default_source()};
    throng_potential *field;
    sources[0].x = 5.5f;
    sources[0].y = 6.75f;
    sources[1].x = 3.0f;
    sources[1].y = 2.0f;
    sources[1].world = 1;
    sources[0].range = sources[1].range = 2.0f;
    sources[0].eta = sources[1].eta = 0.25f;
    MUST(context, throng_potential_create(context, &def, &field));
    MUST(context, throng_potential_set_sources(field, 0, SOURCES, sources, 0));
    MUST(context, throng_potential_set_goals(field, 0, GOALS, goals, 0));
    return field;
}

static inline throng_flow *make_flow(throng_context *context, throng_terrain *terrain, float cell_size,
                                     throng_grid grid, throng_backend backend)
{
    throng_flow_def def = throng_flow_default_def();
    throng_flow *flow;
    def.terrain = terrain;
    def.grid = grid;
    def.fields = FIELDS;
    def.goal_capacity = 2;
    def.cell_size = cell_size;
    def.backend = backend;
    MUST(context, throng_flow_create(context, &def, &flow));
    MUST(context, throng_flow_set_goals(flow, 0, 2, (throng_cell[]){{8, 3}, {8, H + 6}}, 0));
    MUST(context, throng_flow_set_goals(flow, 1, 1, (throng_cell[]){{1, 6}}, 0));
    return flow;
}

static inline throng_trace_def def_of(const refusal *r)
{
    throng_trace_def def = throng_trace_default_def();
    def.field = r->field;
    def.start_capacity = ROOM;
    def.max_steps = STEPS;
    def.escape = THRONG_ESCAPE_FLOW;
    def.flow = r->flow;
    return def;
}

static inline void begin(refusal *r, const variant *v)
{
    throng_context_def hooks = throng_context_default_def();
    memset(r, 0, sizeof *r);
    r->w = watch_begin();
    watch_hooks(r->w, &hooks);
    r->context = open_variant(v, &hooks);
    r->terrain = make_terrain(r->context, WORLDS);
    r->field = make_field(r->context, r->terrain);
    r->flow = make_flow(r->context, r->terrain, 1.0f, THRONG_GRID_SQUARE8, THRONG_BACKEND_AUTO);
    const throng_trace_def def = def_of(r);
    MUST(r->context, throng_trace_create(r->context, &def, &r->trace));
    MUST(r->context, throng_trace_set_starts(r->trace, 0, STARTS, starts, 0));
    MUST(r->context, throng_trace_update(r->trace));
    look(r, &r->before);
    for (int32_t i = 0; i < STARTS; i++) {
        const throng_trace_result *result = &r->before.results[i];
        const throng_trace_status status = i < 3 ? THRONG_TRACE_REACHED : THRONG_TRACE_INVALID;
        cr_expect(result->status == status && (i > 2 || result->steps > 5),
                  "path %d ends as %s after %d steps", (int)i, throng_trace_status_name(result->status),
                  (int)result->steps);
    }
    r->w->assertions = r->w->logs = 0;
}

static inline void end(refusal *r)
{
    throng_trace_destroy(r->trace);
    MUST(r->context, throng_flow_destroy(r->flow));
    MUST(r->context, throng_potential_destroy(r->field));
    MUST(r->context, throng_terrain_destroy(r->terrain));
    MUST(r->context, throng_context_destroy(r->context));
    cr_expect(watch_end(r->w) == 0);
}

static inline void expect_same(refusal *r, const char *what)
{
    throng_trace_info info;
    walked after;
    look(r, &after);
    cr_expect(memcmp(&r->before, &after, sizeof after) == 0, "%s: the paths changed", what);
    MUST(r->context, throng_trace_update(r->trace));
    look(r, &after);
    cr_expect(memcmp(&r->before, &after, sizeof after) == 0, "%s: the starts changed", what);
    MUST(r->context, throng_trace_get_info(r->trace, &info));
    cr_expect(info.starts == STARTS && !info.lost, "%s: there are %d starts", what, (int)info.starts);
    r->w->assertions = r->w->logs = 0;
}

/* words: all in the message, "|" between. */
static inline void expect(refusal *r, const char *what, throng_status got, throng_status expected,
                          const char *words)
{
    expect_told(r->w, r->context, what, got, expected, words);
    expect_same(r, what);
}

static inline void each(void (*check)(refusal *r))
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        refusal r;
        begin(&r, &list[i]);
        check(&r);
        end(&r);
    }
}

#define REJECTED(name)                                                                                       \
    static void rejected_##name(refusal *r);                                                                 \
    Test(errors_trace, name) { each(rejected_##name); }                                                      \
    static void rejected_##name(refusal *r)
#define EXPECT(expected, words, call) expect(r, #call, (call), (expected), (words))

#endif
