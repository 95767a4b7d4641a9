/* Paths along a scene's potential field, out of traps by a flow field and by hills: traced, read, some
 * dropped and others set, traced again. What a failing device took with it is brought back, and all begins
 * anew. */
#include "tests/checks/scene.h"

#include <string.h>

/* The last path takes more steps than one launch has on GPUs. */
enum { STARTS = 6, STEPS = 1060, GOALS = 3, SOURCES = 4, TRACERS = 2, LOOKS = 2, FIRST = 2, LAST = 16 };

/* What is read of one tracer at a time: the ends of paths, their first points, the last path's last ones. */
typedef struct look {
    throng_trace_result ends[STARTS];
    throng_trace_point first[STARTS][FIRST], last[LAST];
} look;

size_t scene_trace_size(void) { return LOOKS * TRACERS * sizeof(look) / sizeof(float); }

typedef struct paths {
    throng_terrain *terrain;
    throng_potential *field;
    throng_flow *flow;
    throng_trace *tracers[TRACERS];
    throng_readback *ends; /* of the first tracer's paths */
} paths;

static throng_status make(throng_context *context, paths *p)
{
    static const throng_escape escapes[TRACERS] = {THRONG_ESCAPE_FLOW, THRONG_ESCAPE_HILLS};
    throng_flow_def flow = throng_flow_default_def();
    throng_trace_def def = throng_trace_default_def();
    throng_status status = THRONG_OK;
    flow.terrain = p->terrain;
    flow.fields = GOALS;
    if (!p->flow)
        status = throng_flow_create(context, &flow, &p->flow);
    def.field = p->field;
    def.flow = p->flow;
    def.start_capacity = STARTS;
    def.max_steps = STEPS;
    def.hill_range = 1.5f;
    for (int i = 0; i < TRACERS && status == THRONG_OK; i++) {
        def.escape = escapes[i];
        if (!p->tracers[i])
            status = throng_trace_create(context, &def, &p->tracers[i]);
    }
    throng_readback_def ends = throng_readback_default_def();
    ends.kind = THRONG_READBACK_PATHS;
    ends.trace = p->tracers[0];
    ends.capacity = STARTS;
    return status == THRONG_OK && !p->ends ? throng_readback_create(context, &ends, &p->ends) : status;
}

/* ---- steps: each may be taken twice */

static throng_status build(const paths *p, throng_trace *trace, look *to)
{
    const throng_region wall = {4, 2, 1, 5};
    (void)trace, (void)to;
    return throng_terrain_fill(p->terrain, &wall, 1);
}

static throng_status open_door(const paths *p, throng_trace *trace, look *to)
{
    const throng_region door = {4, 5, 1, 1};
    (void)trace, (void)to;
    return throng_terrain_fill(p->terrain, &door, 0);
}

static throng_status set_sources(const paths *p, throng_trace *trace, look *to)
{
    throng_potential_source sources[SOURCES];
    (void)trace, (void)to;
    for (int32_t i = 0; i < SOURCES; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = (float)i * 2.5f;
        sources[i].y = (float)i * 1.5f + 1.25f;
        sources[i].eta = 0.1f;
        sources[i].range = (float)i + 0.5f;
    }
    throng_status status = throng_potential_truncate_sources(p->field, 0);
    return status == THRONG_OK ? throng_potential_set_sources(p->field, 0, SOURCES, sources, 0) : status;
}

static throng_status set_goals(const paths *p, throng_trace *trace, look *to)
{
    static const throng_cell cells[GOALS] = {{7, 4}, {1, 7}, {7, 7}};
    throng_potential_goal goals[GOALS];
    throng_status status = THRONG_OK;
    (void)trace, (void)to;
    for (int32_t i = 0; i < GOALS && status == THRONG_OK; i++) {
        goals[i] =
            (throng_potential_goal){(float)cells[i].column + 0.5f, (float)cells[i].row + 0.5f, 4.0f, 0};
        status = throng_flow_set_goals(p->flow, i, 1, &cells[i], 0);
    }
    return status == THRONG_OK ? throng_potential_set_goals(p->field, 0, GOALS, goals, 0) : status;
}

/* Past a wall's ends, and along it; from left to right around it, slowly. */
static const throng_trace_start starts[STARTS] = {
    {2.5f, 0.5f, 0.3f, 0, 0, 0},  {7.5f, 1.5f, 0.5f, 1, 0, 1}, {5.25f, 8.25f, 1.5f, 2, 0, 2},
    {0.5f, 0.5f, 0.25f, 2, 0, 2}, {8.5f, 0.5f, 2.5f, 1, 0, 1}, {1.5f, 4.5f, 0.006f, 0, 0, 0}};

static throng_status set_starts(const paths *p, throng_trace *trace, look *to)
{
    (void)p, (void)to;
    return throng_trace_set_starts(trace, 0, STARTS, starts, 0);
}

static throng_status set_others(const paths *p, throng_trace *trace, look *to)
{
    (void)p, (void)to;
    throng_status status = throng_trace_truncate_starts(trace, 2);
    return status == THRONG_OK ? throng_trace_set_starts(trace, 2, STARTS - 2, starts, 0) : status;
}

static throng_status update(const paths *p, throng_trace *trace, look *to)
{
    (void)p, (void)to;
    return throng_trace_update(trace);
}

static throng_status read(const paths *p, throng_trace *trace, look *to)
{
    (void)p;
    throng_status status = throng_trace_read(trace, 0, STARTS, to->ends, 0);
    const int32_t points = to->ends[STARTS - 1].steps + 1, last = points < LAST ? points : LAST;
    if (status == THRONG_OK)
        status = throng_trace_read_points(trace, 0, STARTS, 0, FIRST, &to->first[0][0], 0);
    return status == THRONG_OK
               ? throng_trace_read_points(trace, STARTS - 1, 1, points - last, last, to->last, 0)
               : status;
}

/* The ends without waiting, while the device goes on. */
static throng_status read_back(const paths *p, throng_trace *trace, look *to)
{
    throng_readback_read begun;
    int32_t ready;
    throng_status status = throng_readback_begin_range(p->ends, 0, STARTS, &begun);
    if (status == THRONG_OK)
        status = throng_readback_ready(p->ends, begun.number, &ready);
    if (status == THRONG_OK)
        status = read(p, trace, to);
    memset(to->ends, 0, sizeof to->ends);
    return status == THRONG_OK ? throng_readback_fetch(p->ends, begun.number, to->ends, 0) : status;
}

static const struct {
    const char *name;
    throng_status (*take)(const paths *p, throng_trace *trace, look *to);
    int tracer, look;
} steps[] = {
    {"terrain_fill", build, 0, 0},
    {"set_sources", set_sources, 0, 0},
    {"set_goals", set_goals, 0, 0},
    {"trace_set_starts, flow", set_starts, 0, 0},
    {"trace_set_starts, hills", set_starts, 1, 0},
    {"trace_update, flow", update, 0, 0},
    {"trace_update, hills", update, 1, 0},
    {"readback, flow", read_back, 0, 0},
    {"trace_read, hills", read, 1, 0},
    {"terrain_fill", open_door, 0, 0},
    {"trace_set_starts, flow", set_others, 0, 0},
    {"trace_set_starts, hills", set_others, 1, 0},
    {"trace_update, hills", update, 1, 1},
    {"trace_read, hills", read, 1, 1},
    {"trace_update, flow", update, 0, 1},
    {"readback, flow", read_back, 0, 1},
};
enum { ALL_STEPS = sizeof steps / sizeof steps[0] };

/* ---- what a failing device took with it */

static int lost_field(throng_potential *field)
{
    throng_potential_info info;
    return throng_potential_get_info(field, &info) != THRONG_OK || info.lost;
}

static int lost_flow(throng_flow *flow)
{
    throng_flow_info info;
    return throng_flow_get_info(flow, &info) != THRONG_OK || info.lost;
}

static int lost_tracer(throng_trace *tracer)
{
    throng_trace_info info;
    return throng_trace_get_info(tracer, &info) != THRONG_OK || info.lost;
}

static int lost_ends(throng_readback *ends)
{
    throng_readback_info info;
    return throng_readback_get_info(ends, &info) != THRONG_OK || info.lost;
}

static int lost(const paths *p)
{
    return lost_ends(p->ends) || lost_field(p->field) || lost_flow(p->flow) || lost_tracer(p->tracers[0]) ||
           lost_tracer(p->tracers[1]);
}

/* Until everything that they need is back, tracers say that it is lost; then they work again. */
static throng_status revive(const paths *p)
{
    const throng_status wrong = THRONG_ERROR_UNSUPPORTED; /* which no failure of a device explains */
    throng_status status = THRONG_OK;
    for (int i = 0; i < TRACERS; i++)
        if ((lost_field(p->field) || lost_tracer(p->tracers[i]) || (i == 0 && lost_flow(p->flow))) &&
            throng_trace_update(p->tracers[i]) != THRONG_ERROR_LOST)
            return wrong;
    if (lost_field(p->field))
        status = throng_potential_reset(p->field);
    if (status == THRONG_OK && lost_flow(p->flow))
        status = throng_flow_reset(p->flow);
    for (int i = 0; i < TRACERS && status == THRONG_OK; i++)
        if (lost_tracer(p->tracers[i]))
            status = throng_trace_reset(p->tracers[i]);
    if (status == THRONG_OK) /* a read that failed to be fetched may have a slot */
        status = throng_readback_reset(p->ends);
    return status == THRONG_OK && lost(p) ? wrong : status;
}

/* One that fails is taken again; where something was lost, all of them. */
static throng_status take_steps(const paths *p, look *looks, const char **step)
{
    throng_status status = THRONG_OK;
    for (int i = 0; i < ALL_STEPS && status == THRONG_OK; i++) {
        throng_trace *trace = p->tracers[steps[i].tracer];
        look *to = &looks[LOOKS * steps[i].tracer + steps[i].look];
        *step = steps[i].name;
        status = steps[i].take(p, trace, to);
        if (!scene_may_retry(status))
            continue;
        if (!lost(p)) {
            status = throng_readback_reset(p->ends);
            status = status == THRONG_OK ? steps[i].take(p, trace, to) : status;
            continue;
        }
        status = revive(p);
        i = -1;
    }
    return status;
}

throng_status scene_trace(throng_context *context, throng_terrain *terrain, throng_potential *field,
                          float *results, const char **step)
{
    paths p = {.terrain = terrain, .field = field};
    look looks[TRACERS * LOOKS];
    memset(looks, 0, sizeof looks);
    *step = "tracers of paths";
    throng_status status = make(context, &p);
    if (scene_may_retry(status))
        status = make(context, &p);
    if (status == THRONG_OK)
        status = take_steps(&p, looks, step);
    memcpy(results, looks, sizeof looks);
    throng_readback_destroy(p.ends);
    for (int i = 0; i < TRACERS; i++)
        throng_trace_destroy(p.tracers[i]);
    const throng_status gone = throng_flow_destroy(p.flow);
    return status == THRONG_OK ? gone : status;
}
