/* Odd numbers from a host with odd floating-point modes: each member of each definition and each argument
 * that is a float is NaN, infinite, subnormal, very large and plain in turn, while the host traps, flushes
 * or rounds in another direction. The answer is that of the default modes, with the same message and the
 * same results, no exception reaches the host, and its modes and flags stay. */
#define _GNU_SOURCE
#include "tests/support/each_backend.h"

#include <fenv.h>
#include <signal.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* ---------------------------------------------------------------- modes ----------------------------- */

enum { INVALID = 1, EVERYTHING = 2 };

typedef struct mode {
    const char *name;
    int rounding, flush, traps;
} mode;

static const mode modes[] = {
    {"default", FE_TONEAREST, 0, 0},
    {"flush to zero", FE_TONEAREST, 1, 0},
    {"traps for all exceptions", FE_TONEAREST, 0, EVERYTHING},
    {"traps for invalid operations, overflow and division by zero", FE_TONEAREST, 0, INVALID},
    {"upward", FE_UPWARD, 0, 0},
    {"downward", FE_DOWNWARD, 0, 0},
    {"toward zero", FE_TOWARDZERO, 0, 0},
    {"downward, flush to zero, traps", FE_DOWNWARD, 1, EVERYTHING},
};

enum { MODES = sizeof modes / sizeof *modes };

#if defined(__x86_64__)
typedef uint32_t control;
static control get_control(void) { return _mm_getcsr(); }
static void set_control(control c) { _mm_setcsr(c); }
static control control_of(const mode *m)
{
    const control rounding = m->rounding == FE_UPWARD       ? 0x4000u
                             : m->rounding == FE_DOWNWARD   ? 0x2000u
                             : m->rounding == FE_TOWARDZERO ? 0x6000u
                                                            : 0u;
    const control traps = m->traps == EVERYTHING ? 0u : m->traps == INVALID ? 0x1900u : 0x1f80u;
    return rounding | traps | (m->flush ? 0x8040u : 0u);
}
#elif defined(__aarch64__)
typedef uint64_t control;
static control get_control(void)
{
    control c;
    __asm__ volatile("mrs %0, fpcr" : "=r"(c));
    return c;
}
static void set_control(control c) { __asm__ volatile("msr fpcr, %0" : : "r"(c)); }
static control control_of(const mode *m) /* where traps cannot be, their bits stay 0 */
{
    const control rounding = m->rounding == FE_UPWARD       ? 1u
                             : m->rounding == FE_DOWNWARD   ? 2u
                             : m->rounding == FE_TOWARDZERO ? 3u
                                                            : 0u;
    const control traps = m->traps == EVERYTHING ? 0x9f00u : m->traps == INVALID ? 0x0700u : 0u;
    return rounding << 22 | traps | (control)(m->flush ? 1u << 24 : 0u);
}
#else
typedef int control;
static control get_control(void) { return fegetround(); }
static void set_control(control c) { fesetround(c); }
static control control_of(const mode *m) { return m->rounding; }
#endif

/* ---------------------------------------------------------------- objects --------------------------- */

/* One of each, for the setters; calls that are refused leave them as they are. */
typedef struct world {
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_crowd *crowd;
    throng_agent agent;
    throng_flow *flow;
    throng_potential *field;
    throng_measure *measure;
    throng_route *route;
    throng_trace *trace;
} world;

static void world_begin(world *w, throng_context *context)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_influence_def map = throng_influence_default_def();
    throng_influence_object object = throng_influence_default_object();
    throng_crowd_def crowd = throng_crowd_default_def();
    throng_agent_def agent = throng_agent_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_potential_def field = throng_potential_default_def();
    throng_potential_source source = throng_potential_default_source();
    const throng_potential_point point = {1.0f, 2.0f, THRONG_GOALS_ALL, 0};
    throng_measure_def measure = throng_measure_default_def();
    throng_route_def route = throng_route_default_def();
    throng_trace_def trace = throng_trace_default_def();
    const throng_cell goal = {2, 2};
    *w = (world){.context = context};
    terrain.width = terrain.height = map.width = map.height = 4;
    map.cell_size = 0.3f;
    MUST(context, throng_terrain_create(context, &terrain, &w->terrain));
    MUST(context, throng_influence_create(context, &map, &w->map));
    MUST(context, throng_influence_set_objects(w->map, 0, 0, 1, &object, 0));
    flow.terrain = crowd.terrain = route.terrain = w->terrain;
    MUST(context, throng_flow_create(context, &flow, &w->flow));
    MUST(context, throng_flow_set_goals(w->flow, 0, 1, &goal, 0));
    MUST(context, throng_flow_update(w->flow));
    MUST(context, throng_crowd_create(context, &crowd, &w->crowd));
    MUST(context, throng_crowd_add(w->crowd, 1, &agent, 0, &w->agent));
    MUST(context, throng_potential_create(context, &field, &w->field));
    MUST(context, throng_potential_set_sources(w->field, 0, 1, &source, 0));
    MUST(context, throng_potential_set_points(w->field, 0, 1, &point, 0));
    measure.types = 2;
    MUST(context, throng_measure_create(context, &measure, &w->measure));
    MUST(context, throng_route_create(context, &route, &w->route));
    trace.field = w->field;
    MUST(context, throng_trace_create(context, &trace, &w->trace));
}

static void world_end(world *w)
{
    MUST(w->context, throng_trace_destroy(w->trace));
    MUST(w->context, throng_route_destroy(w->route));
    MUST(w->context, throng_measure_destroy(w->measure));
    MUST(w->context, throng_potential_destroy(w->field));
    MUST(w->context, throng_crowd_destroy(w->crowd));
    MUST(w->context, throng_flow_destroy(w->flow));
    MUST(w->context, throng_influence_destroy(w->map));
    MUST(w->context, throng_terrain_destroy(w->terrain));
}

/* ---------------------------------------------------------------- calls ----------------------------- */

/* Answers to queries, whose bits count. */
static unsigned char answer[256];

/* A call that is given a struct, of which one float is odd, or a row of four floats. */
typedef throng_status call(world *w, const void *with);

#define CREATES(kind, type)                                                                                  \
    static throng_status create_##kind(world *w, const void *with)                                           \
    {                                                                                                        \
        throng_##kind##_def def;                                                                             \
        throng_##kind *made;                                                                                 \
        throng_selection choice;                                                                             \
        memcpy(&def, with, sizeof def);                                                                      \
        def.type;                                                                                            \
        const throng_status status = throng_##kind##_create(w->context, &def, &made);                        \
        return status == THRONG_OK ? throng_##kind##_destroy(made)                                           \
                                   : throng_##kind##_explain(w->context, &def, &choice);                     \
    }

CREATES(influence, width = def.height = 4)
CREATES(crowd, terrain = w->terrain)
CREATES(flow, terrain = w->terrain)
CREATES(potential, terrain = w->terrain)
CREATES(measure, types = 2)

static throng_status create_trace(world *w, const void *with)
{
    throng_trace_def def;
    throng_trace *made;
    memcpy(&def, with, sizeof def);
    def.field = w->field;
    const throng_status status = throng_trace_create(w->context, &def, &made);
    return status == THRONG_OK ? throng_trace_destroy(made) : status;
}

static throng_status create_table(world *w, const void *with)
{
    throng_measure_def def = throng_measure_default_def();
    throng_measure *made;
    def.types = 2;
    def.kind = THRONG_MEASURE_TABLE;
    def.table = with;
    const throng_status status = throng_measure_create(w->context, &def, &made);
    return status == THRONG_OK ? throng_measure_destroy(made) : status;
}

static throng_status add_agent(world *w, const void *with)
{
    throng_agent made;
    const throng_status status = throng_crowd_add(w->crowd, 1, with, 0, &made);
    if (status != THRONG_OK)
        return status;
    throng_status read = throng_crowd_get(w->crowd, THRONG_AGENT_HEADING, 1, &made, 0, answer, 0);
    return read == THRONG_OK ? throng_crowd_remove(w->crowd, 1, &made, 0) : read;
}

static throng_agent_value value;
static throng_status set_value(world *w, const void *with)
{
    return throng_crowd_set(w->crowd, value, 1, &w->agent, 0, with, 0);
}

static throng_status add_obstacle(world *w, const void *with)
{
    throng_obstacle made;
    const throng_status status = throng_crowd_add_obstacle(w->crowd, 2, with, 0, &made);
    return status == THRONG_OK ? throng_crowd_remove_obstacle(w->crowd, made) : status;
}

static float first_of(const void *with)
{
    float first;
    memcpy(&first, with, sizeof first);
    return first;
}

static throng_status step(world *w, const void *with) { return throng_crowd_step(w->crowd, first_of(with)); }

static throng_status inspect(world *w, const void *with)
{
    throng_crowd_view view = {0};
    return throng_crowd_inspect(w->crowd, w->agent, first_of(with), &view);
}

static throng_status set_object(world *w, const void *with)
{
    return throng_influence_set_objects(w->map, 0, 0, 1, with, 0);
}

static throng_status move_object(world *w, const void *with)
{
    return throng_influence_move_objects(w->map, 0, 0, 1, with, 0, (const float *)with + 2, 0);
}

static throng_status set_momentum(world *w, const void *with)
{
    return throng_influence_set_momentum(w->map, 0, first_of(with));
}

static throng_status combine(world *w, const void *with) { return throng_influence_combine(w->map, with, 1); }

static throng_status update_map(world *w, const void *with)
{
    throng_best best;
    throng_status status = throng_influence_set_objects(w->map, 0, 0, 1, with, 0);
    if (status == THRONG_OK)
        status = throng_influence_update(w->map);
    if (status == THRONG_OK)
        status = throng_influence_best(w->map, 0, NULL, &best);
    if (status == THRONG_OK)
        memcpy(answer, &best.value, sizeof best.value);
    return status;
}

static throng_status sample_map(world *w, const void *with)
{
    return throng_influence_sample(w->map, 0, 1, with, 0, (throng_sample *)(void *)answer);
}

static throng_status sample_flow(world *w, const void *with)
{
    return throng_flow_sample(w->flow, THRONG_FLOW_SAMPLE_SMOOTH, 1, with, 0,
                              (throng_flow_vector *)(void *)answer);
}

static throng_status set_source(world *w, const void *with)
{
    return throng_potential_set_sources(w->field, 0, 1, with, 0);
}

static throng_status set_goal(world *w, const void *with)
{
    const throng_status status = throng_potential_set_goals(w->field, 0, 1, with, 0);
    return status == THRONG_OK ? throng_potential_truncate_goals(w->field, 0) : status;
}

static throng_status set_point(world *w, const void *with)
{
    return throng_potential_set_points(w->field, 0, 1, with, 0);
}

static throng_status move_source(world *w, const void *with)
{
    return throng_potential_move_sources(w->field, 0, 1, with, 0);
}

static throng_status move_point(world *w, const void *with)
{
    return throng_potential_move_points(w->field, 0, 1, with, 0);
}

static throng_status choquet(world *w, const void *with)
{
    return throng_measure_choquet(w->measure, 1, with, 0, (float *)(void *)answer);
}

static throng_status set_weight(world *w, const void *with)
{
    return throng_route_set_weight(w->route, first_of(with));
}

static throng_status set_costs(world *w, const void *with)
{
    const throng_region one = {1, 1, 1, 1};
    return throng_route_set_costs(w->route, &one, with, 0);
}

static throng_status set_start(world *w, const void *with)
{
    const throng_status status = throng_trace_set_starts(w->trace, 0, 1, with, 0);
    return status == THRONG_OK ? throng_trace_truncate_starts(w->trace, 0) : status;
}

static throng_status calibrate(world *w, const void *with)
{
    const throng_status status = throng_calibrate(w->context, with, NULL);
    return status;
}

/* ---------------------------------------------------------------- the table ------------------------- */

enum { LARGEST = 1024, MOST = 200 };

typedef struct row {
    const char *name;
    call *call;
    size_t bytes, at; /* of what it is given; where the float is */
    int32_t value;    /* of agents */
    union given {
        unsigned char bytes[LARGEST];
        double aligned;
    } given;
} row;

static row rows[MOST];
static int32_t rows_count;

static row *add_row(const char *name, call *c, const void *given, size_t bytes, size_t at)
{
    row *r = &rows[rows_count++];
    cr_assert(rows_count <= MOST && bytes <= LARGEST);
    *r = (row){.name = name, .call = c, .bytes = bytes, .at = at};
    memcpy(r->given.bytes, given, bytes);
    return r;
}

static size_t offset_in(const void *object, const void *member)
{
    return (size_t)((const char *)member - (const char *)object);
}

#define MEMBER(call, given, member)                                                                          \
    add_row(#call " " #member, call, &(given), sizeof(given), offset_in(&(given), &(given).member))
#define FLOATS(call, count)                                                                                  \
    for (size_t k_ = 0; k_ < (count); k_++)                                                                  \
    add_row(#call, call, four, sizeof four, k_ * sizeof(float))

static const float four[4] = {1.0f, 0.5f, 0.5f, 1.0f};

static void list_crowds(void)
{
    throng_crowd_def crowd = throng_crowd_default_def();
    throng_agent_def agent = throng_agent_default_def();
    MEMBER(create_crowd, crowd, symmetry);
    MEMBER(create_crowd, crowd, cell_size);
    MEMBER(add_agent, agent, x);
    MEMBER(add_agent, agent, y);
    MEMBER(add_agent, agent, vx);
    MEMBER(add_agent, agent, vy);
    MEMBER(add_agent, agent, radius);
    MEMBER(add_agent, agent, max_speed);
    MEMBER(add_agent, agent, target_x);
    MEMBER(add_agent, agent, target_y);
    MEMBER(add_agent, agent, pref_speed);
    MEMBER(add_agent, agent, neighbor_dist);
    MEMBER(add_agent, agent, time_horizon);
    MEMBER(add_agent, agent, time_horizon_obst);
    MEMBER(add_agent, agent, responsibility);
    MEMBER(add_agent, agent, heading_x);
    MEMBER(add_agent, agent, heading_y);
    MEMBER(add_agent, agent, vision_range);
    MEMBER(add_agent, agent, vision_range_min);
    MEMBER(add_agent, agent, vision_angle);
    MEMBER(add_agent, agent, hearing_range);
    MEMBER(add_agent, agent, sound_range);
    MEMBER(add_agent, agent, dead_speed);
    agent.vision_range = 0.0f;
    MEMBER(add_agent, agent, vision_range_min);
    agent.vision_range_min = 1e-40f;
    MEMBER(add_agent, agent, vision_range);
    for (int32_t what = 0; what <= THRONG_AGENT_VISION_ANGLE; what++)
        for (size_t k = 0; k < 2; k++)
            add_row("throng_crowd_set", set_value, four, sizeof four, k * sizeof(float))->value = what;
    FLOATS(add_obstacle, 4);
    FLOATS(step, 1);
    FLOATS(inspect, 1);
}

static void list_influence(void)
{
    throng_influence_def map = throng_influence_default_def();
    throng_influence_object o = throng_influence_default_object();
    const throng_point point = {1.0f, 1.0f, 0};
    MEMBER(create_influence, map, cell_size);
    MEMBER(create_influence, map, typical_distance);
    for (int32_t i = 0; i < 4; i++) {
        call *c = i == 1 ? update_map : set_object;
        o.decay_kind = i == 2 ? THRONG_DECAY_EXPONENTIAL : throng_influence_default_object().decay_kind;
        o.alpha = i == 3 ? 1e-40f : i == 1 ? 0.5f : 0.0f;
        o.offset = i == 3 ? 1e-40f : 0.0f;
        MEMBER(c, o, x);
        MEMBER(c, o, y);
        MEMBER(c, o, vx);
        MEMBER(c, o, vy);
        MEMBER(c, o, influence);
        MEMBER(c, o, decay);
        MEMBER(c, o, max_distance);
        MEMBER(c, o, alpha);
        MEMBER(c, o, offset);
    }
    FLOATS(move_object, 4);
    FLOATS(set_momentum, 1);
    FLOATS(combine, 1);
    MEMBER(sample_map, point, x);
    MEMBER(sample_map, point, y);
}

static void list_fields(void)
{
    throng_potential_def field = throng_potential_default_def();
    throng_potential_source source = throng_potential_default_source();
    const throng_potential_goal goal = {1.0f, 1.0f, 1.0f, 0};
    const throng_potential_point point = {1.0f, 1.0f, THRONG_GOALS_ALL, 0};
    const throng_trace_start start = {1.0f, 2.0f, 0.5f, 0, 0, 0};
    throng_trace_def trace = throng_trace_default_def();
    MEMBER(create_potential, field, cell_size);
    MEMBER(create_potential, field, terrain_eta);
    MEMBER(create_potential, field, terrain_range);
    MEMBER(set_source, source, x);
    MEMBER(set_source, source, y);
    MEMBER(set_source, source, eta);
    MEMBER(set_source, source, range);
    MEMBER(set_source, source, power);
    MEMBER(set_goal, goal, x);
    MEMBER(set_goal, goal, y);
    MEMBER(set_goal, goal, k);
    MEMBER(set_point, point, x);
    MEMBER(set_point, point, y);
    FLOATS(move_source, 2);
    FLOATS(move_point, 2);
    MEMBER(create_trace, trace, hill_range);
    trace.escape = THRONG_ESCAPE_HILLS;
    MEMBER(create_trace, trace, hill_range);
    MEMBER(set_start, start, x);
    MEMBER(set_start, start, y);
    MEMBER(set_start, start, speed);
}

static void list_others(void)
{
    throng_flow_def flow = throng_flow_default_def();
    const throng_flow_point point = {.x = 1.0f, .y = 1.0f};
    throng_measure_def measure = throng_measure_default_def();
    throng_calibrate_def calibration = throng_calibrate_default_def();
    MEMBER(create_flow, flow, cell_size);
    MEMBER(sample_flow, point, x);
    MEMBER(sample_flow, point, y);
    for (int32_t i = 0; i < 4; i++) {
        measure.solve_lambda = i == 1 || i == 3;
        measure.normalize = i == 2;
        measure.weights[0] = i == 3 ? 1e-40f : 0.5f;
        measure.weights[1] = 0.25f;
        MEMBER(create_measure, measure, weights[0]);
        MEMBER(create_measure, measure, weights[1]);
        MEMBER(create_measure, measure, lambda);
    }
    FLOATS(create_table, 4);
    FLOATS(choquet, 2);
    FLOATS(set_weight, 1);
    FLOATS(set_costs, 1);
    calibration.seconds = -1.0;
    MEMBER(calibrate, calibration, seconds);
}

/* ---------------------------------------------------------------- the comparison -------------------- */

static const uint32_t odd[] = {0x7fc00000u, 0xffc00000u, 0x7fa00000u, 0xffa00000u, 0x7f800000u,
                               0xff800000u, 0x7f7fc99eu,                                        /* 3.4e38 */
                               0xff7fc99eu, 0x00000001u, 0x80000001u, 0x000116c2u, 0x800116c2u, /* 1e-40 */
                               0x007fffffu, 0x807fffffu, 0x00800000u, 0x80800000u, 0x00000000u,
                               0x80000000u, 0x4e6e6b28u, 0x4e6e6b29u, /* 1e9, and the next */
                               0x4d8f0d18u, 0x4d8f0d19u,              /* 1e9 cells of 0.3 */
                               0x358637bdu, 0x358637bcu, 0x3e99999au};

enum { ODD = sizeof odd / sizeof *odd };

typedef struct outcome {
    throng_status status;
    char message[200];
    unsigned char answer[sizeof answer];
} outcome;

static char current[200];

static void report(int signal)
{
    (void)signal;
    if (write(2, current, strlen(current)) < 0)
        _exit(2);
    _exit(1);
}

static void try_row(world *w, const row *r, uint32_t bits, const mode *m, outcome *to)
{
    union given given = r->given;
    memset(answer, 0, sizeof answer);
    memcpy(given.bytes + r->at, &bits, sizeof bits);
    value = r->value;
    snprintf(current, sizeof current, "SIGFPE: %s (%d) of %08x, %s\n", r->name, (int)r->value, (unsigned)bits,
             m->name);
    const control mine = get_control(), wanted = control_of(m);
    set_control(wanted);
    const throng_status status = r->call(w, given.bytes);
    const control after = get_control();
    set_control(mine);
    cr_expect(after == wanted, "%s: the host's modes or flags change", current);
    *to = (outcome){.status = status};
    if (status != THRONG_OK)
        snprintf(to->message, sizeof to->message, "%s", throng_context_message(w->context));
    memcpy(to->answer, answer, sizeof answer);
}

static void compare_all(throng_context *context, int32_t step_of_modes)
{
    static outcome expected, got;
    int32_t refused = 0;
    world w;
    world_begin(&w, context);
    rows_count = 0;
    list_crowds();
    list_influence();
    list_fields();
    list_others();
    signal(SIGFPE, report);
    for (int32_t i = 0; i < rows_count; i++)
        for (size_t k = 0; k < ODD; k++) {
            try_row(&w, &rows[i], odd[k], &modes[0], &expected);
            refused += expected.status != THRONG_OK;
            for (int32_t m = 1; m < MODES; m += step_of_modes) {
                try_row(&w, &rows[i], odd[k], &modes[m], &got);
                cr_expect(got.status == expected.status && strcmp(got.message, expected.message) == 0,
                          "%s\n%s (%s), usually %s (%s)", current, throng_status_string(got.status),
                          got.message, throng_status_string(expected.status), expected.message);
                cr_expect(memcmp(got.answer, expected.answer, sizeof got.answer) == 0, "%s: another answer",
                          current);
            }
        }
    signal(SIGFPE, SIG_DFL);
    cr_expect(refused > rows_count * ODD / 4, "%d refused of %d", (int)refused, (int)(rows_count * ODD));
    world_end(&w);
}

Test(host_values, cpu)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    compare_all(context, 1);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(host_values, opencl)
{
    variant v = {
        .backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1, .name = "opencl"};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_variant(&v, NULL);
    compare_all(context, 6); /* flushing, and all at once */
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
