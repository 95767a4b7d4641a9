/* Every wrong argument of the calls on paths along potential fields: a status, a message with the parameter
 * and its value, nothing written and nothing changed. */
#include "tests/trace/errors.h"

/* ---------------------------------------------------------------- creation -------------------------- */

static void reject_def(refusal *r, const throng_trace_def *def, const char *words)
{
    throng_trace *trace = r->trace;
    const int64_t allocations = r->w->allocations;
    const throng_status got = throng_trace_create(r->context, def, &trace);
    cr_expect(trace == NULL && r->w->allocations == allocations, "%s: nothing is made", words);
    expect(r, words, got, INVALID, words);
}

#define WRONG(member, value, words)                                                                          \
    do {                                                                                                     \
        wrong = def;                                                                                         \
        wrong.member = value;                                                                                \
        reject_def(r, &wrong, words);                                                                        \
    } while (0)

REJECTED(definitions)
{
    static const float ranges[] = {0.0f, -1.0f,    1e-3f,     -4.0f, 1e-40f,
                                   NAN,  INFINITY, -INFINITY, 2e9f,  1.0000001e9f};
    throng_trace_def def = def_of(r), wrong;
    throng_trace *trace = r->trace;
    cr_expect(throng_trace_create(NULL, &def, &trace) == INVALID && trace == NULL);
    cr_expect(throng_trace_create((throng_context *)(void *)r->trace, &def, &trace) == INVALID);
    EXPECT(INVALID, "trace must not be NULL", throng_trace_create(r->context, &def, NULL));
    reject_def(r, NULL, "def must not be NULL|throng_trace_default_def()");
    memset(&wrong, 0, sizeof wrong);
    reject_def(r, &wrong, "def was not made by|throng_trace_default_def()");
    WRONG(cookie, def.cookie + 1, "def was not made by");
    WRONG(start_capacity, -1, "def.start_capacity is -1|0 to 16777216");
    WRONG(start_capacity, 16777217, "def.start_capacity is 16777217");
    WRONG(start_capacity, INT32_MIN, "def.start_capacity is -2147483648");
    WRONG(max_steps, 0, "def.max_steps is 0|1 to 16777215");
    WRONG(max_steps, -5, "def.max_steps is -5");
    WRONG(max_steps, 16777216, "def.max_steps is 16777216");
    WRONG(max_steps, INT32_MAX, "def.max_steps is 2147483647");
    WRONG(escape, -1, "def.escape is -1|THRONG_ESCAPE_");
    WRONG(escape, 3, "def.escape is 3");
    def.escape = THRONG_ESCAPE_HILLS;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        WRONG(hill_range, ranges[i], "def.hill_range is|above 1e-3, to 1e9");
    WRONG(hill_range, 1e-3f, "def.hill_range is 0.00100000005");
    WRONG(hill_range, -2.5f, "def.hill_range is -2.5");
}

REJECTED(fields)
{
    throng_trace_def def = def_of(r), wrong;
    throng_potential *gone = make_field(r->context, r->terrain);
    throng_context_def plain = throng_context_default_def();
    throng_context *other;
    plain.backend = THRONG_BACKEND_CPU;
    MUST(r->context, throng_potential_destroy(gone)); /* the watching allocator keeps it readable */
    MUST(NULL, throng_context_create(&plain, &other));
    throng_potential *elsewhere = make_field(other, NULL);
    for (int32_t escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_HILLS; escape++) {
        def.escape = escape;
        WRONG(field, NULL, "def.field must not be NULL");
        WRONG(field, (throng_potential *)(void *)r->context, "def.field is not a field of this context");
        WRONG(field, (throng_potential *)(void *)r->flow, "def.field is not a field of this context");
        WRONG(field, gone, "def.field is not a field of this context");
        WRONG(field, elsewhere, "def.field is not a field of this context");
    }
    MUST(other, throng_potential_destroy(elsewhere));
    MUST(other, throng_context_destroy(other));
}

/* A flow that is not one, or no longer. */
REJECTED(flows)
{
    throng_trace_def def = def_of(r), wrong;
    throng_flow *gone = make_flow(r->context, r->terrain, 1.0f, THRONG_GRID_SQUARE4, THRONG_BACKEND_AUTO);
    throng_context_def plain = throng_context_default_def();
    throng_context *other;
    plain.backend = THRONG_BACKEND_CPU;
    MUST(r->context, throng_flow_destroy(gone));
    MUST(NULL, throng_context_create(&plain, &other));
    throng_terrain *there = make_terrain(other, WORLDS);
    throng_flow *elsewhere = make_flow(other, there, 1.0f, THRONG_GRID_SQUARE8, THRONG_BACKEND_AUTO);
    WRONG(flow, NULL, "def.flow must not be NULL|THRONG_ESCAPE_FLOW");
    WRONG(flow, (throng_flow *)(void *)r->context, "def.flow is not a flow of this context");
    WRONG(flow, (throng_flow *)(void *)r->field, "def.flow is not a flow of this context");
    WRONG(flow, gone, "def.flow is not a flow of this context");
    WRONG(flow, elsewhere, "def.flow is not a flow of this context");
    MUST(other, throng_flow_destroy(elsewhere));
    MUST(other, throng_terrain_destroy(there));
    MUST(other, throng_context_destroy(other));
}

/* One that leads through other walls, or in other cells, than the field has. */
REJECTED(flows_that_do_not_fit)
{
    throng_trace_def def = def_of(r), wrong;
    throng_terrain *equal = make_terrain(r->context, WORLDS);
    throng_potential *bare = make_field(r->context, NULL);
    throng_flow *there = make_flow(r->context, equal, 1.0f, THRONG_GRID_SQUARE8, THRONG_BACKEND_AUTO);
    throng_flow *hexagons = make_flow(r->context, r->terrain, 1.0f, THRONG_GRID_HEX, THRONG_BACKEND_AUTO);
    throng_flow *wide = make_flow(r->context, r->terrain, 1.5f, THRONG_GRID_SQUARE4, THRONG_BACKEND_AUTO);
    WRONG(flow, there, "def.flow is on other terrain than def.field");
    WRONG(flow, hexagons, "def.flow is hexagonal|square");
    WRONG(flow, wide, "def.flow has a cell_size of 1.5|1");
    WRONG(field, bare, "def.flow is on other terrain than def.field");
    MUST(r->context, throng_flow_destroy(wide));
    MUST(r->context, throng_flow_destroy(hexagons));
    MUST(r->context, throng_flow_destroy(there));
    MUST(r->context, throng_potential_destroy(bare));
    MUST(r->context, throng_terrain_destroy(equal));
    throng_trace_info info;
    MUST(r->context, throng_trace_get_info(r->trace, &info));
    if (info.backend != THRONG_BACKEND_OPENCL)
        return;
    throng_flow *host = make_flow(r->context, r->terrain, 1.0f, THRONG_GRID_SQUARE8, THRONG_BACKEND_CPU);
    WRONG(flow, host, "def.flow lives on cpu|def.field on opencl");
    MUST(r->context, throng_flow_destroy(host));
}

/* A context that chooses by itself keeps fields on the CPU, where a device is open too. */
Test(errors_trace, flow_on_a_device)
{
    variant v = {.backend = THRONG_BACKEND_AUTO, .isa = THRONG_ISA_AUTO, .threads = 1, .name = "auto"};
    refusal about, *r = &about;
    throng_context_info info;
    begin(r, &v);
    MUST(r->context, throng_context_get_info(r->context, &info));
    if (info.opencl) {
        throng_trace_def def = def_of(r), wrong;
        throng_flow *device =
            make_flow(r->context, r->terrain, 1.0f, THRONG_GRID_SQUARE8, THRONG_BACKEND_OPENCL);
        r->w->assertions = r->w->logs = 0;
        WRONG(flow, device, "def.flow lives on opencl|def.field on cpu");
        MUST(r->context, throng_flow_destroy(device));
    }
    end(r);
}

/* ---------------------------------------------------------------- handles --------------------------- */

REJECTED(handles)
{
    const throng_trace_def def = def_of(r);
    throng_trace *gone;
    MUST(r->context, throng_trace_create(r->context, &def, &gone));
    throng_trace_destroy(gone); /* the watching allocator keeps it readable */
    throng_trace *const wrong[] = {NULL, (throng_trace *)(void *)r->context, (throng_trace *)(void *)r->flow,
                                   (throng_trace *)(void *)r->field, gone};
    const throng_trace_result untouched = {7, 7, 7.0f, 7.0f, 7.0f, 7.0f, 7};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        throng_trace_result result = untouched;
        throng_trace_point point = {7.0f, 7.0f};
        throng_trace_info info = {.starts = 7};
        cr_expect(throng_trace_set_starts(wrong[i], 0, 1, starts, 0) == INVALID);
        cr_expect(throng_trace_truncate_starts(wrong[i], 0) == INVALID);
        cr_expect(throng_trace_update(wrong[i]) == INVALID);
        cr_expect(throng_trace_read(wrong[i], 0, 1, &result, 0) == INVALID);
        cr_expect(throng_trace_read_points(wrong[i], 0, 1, 0, 1, &point, 0) == INVALID);
        cr_expect(throng_trace_reset(wrong[i]) == INVALID);
        cr_expect(throng_trace_get_info(wrong[i], &info) == INVALID && info.starts == 0);
        cr_expect(throng_trace_get_info(wrong[i], NULL) == INVALID);
        throng_trace_destroy(wrong[i]);
        cr_expect(memcmp(&result, &untouched, sizeof result) == 0 && point.x == 7.0f && point.y == 7.0f);
    }
    cr_expect(r->w->logs == 0 && r->w->assertions == 0);
    EXPECT(INVALID, "info must not be NULL", throng_trace_get_info(r->trace, NULL));
}

/* What paths need stays as long as they may be traced. */
REJECTED(destruction)
{
    throng_trace_def def = def_of(r);
    throng_trace *another;
    EXPECT(INVALID, "the field is used by 1 other object,|destroyed first",
           throng_potential_destroy(r->field));
    EXPECT(INVALID, "the flow is used by 1 other object,|destroyed first", throng_flow_destroy(r->flow));
    EXPECT(INVALID, "the terrain is used by 2 other object", throng_terrain_destroy(r->terrain));
    EXPECT(INVALID, "context still has 4", throng_context_destroy(r->context));
    def.escape = THRONG_ESCAPE_HILLS; /* the flow is not looked at, nor kept */
    MUST(r->context, throng_trace_create(r->context, &def, &another));
    EXPECT(INVALID, "the field is used by 2 other object", throng_potential_destroy(r->field));
    EXPECT(INVALID, "the flow is used by 1 other object", throng_flow_destroy(r->flow));
    EXPECT(INVALID, "context still has 5", throng_context_destroy(r->context));
    throng_trace_destroy(another);
    EXPECT(INVALID, "the field is used by 1 other object", throng_potential_destroy(r->field));
    cr_expect(throng_potential_destroy(NULL) == THRONG_OK && throng_flow_destroy(NULL) == THRONG_OK);
    cr_expect(throng_potential_destroy((throng_potential *)(void *)r->flow) == INVALID);
    cr_expect(throng_flow_destroy((throng_flow *)(void *)r->field) == INVALID);
    cr_expect(r->w->logs == 0);
    throng_trace_destroy(NULL);
}

/* ---------------------------------------------------------------- ranges and values ----------------- */

REJECTED(ranges)
{
    throng_trace *t = r->trace;
    throng_trace_result results[STARTS];
    memset(results, 0x11, sizeof results);
    EXPECT(INVALID, "first is -1|0 to 6", throng_trace_set_starts(t, -1, 1, starts, 0));
    EXPECT(INVALID, "first is 7|0 to 6", throng_trace_set_starts(t, 7, 0, starts, 0));
    EXPECT(INVALID, "first is 7|0 to 6", throng_trace_set_starts(t, 7, 9, starts, 0));
    EXPECT(INVALID, "first is -2147483648", throng_trace_set_starts(t, INT32_MIN, INT32_MIN, starts, 0));
    EXPECT(INVALID, "count is -1|0 or more", throng_trace_set_starts(t, 0, -1, starts, 0));
    EXPECT(INVALID, "count is -2147483648", throng_trace_set_starts(t, 6, INT32_MIN, starts, 0));
    EXPECT(THRONG_ERROR_CAPACITY, "first + count is 9|8 starts", throng_trace_set_starts(t, 6, 3, starts, 0));
    EXPECT(THRONG_ERROR_CAPACITY, "first + count is 2147483650|8 starts",
           throng_trace_set_starts(t, 3, INT32_MAX, starts, 0));
    EXPECT(INVALID, "starts must not be NULL", throng_trace_set_starts(t, 0, 1, NULL, 0));
    EXPECT(INVALID, "stride of starts is 23|24", throng_trace_set_starts(t, 0, 2, starts, 23));
    EXPECT(INVALID, "count is -1|0 to 6", throng_trace_truncate_starts(t, -1));
    EXPECT(INVALID, "count is 7|0 to 6", throng_trace_truncate_starts(t, 7));
    EXPECT(INVALID, "first is -1|0 to 6", throng_trace_read(t, -1, 1, results, 0));
    EXPECT(INVALID, "first is 7|0 to 6", throng_trace_read(t, 7, 0, results, 0));
    EXPECT(INVALID, "count is -2|0 or more", throng_trace_read(t, 0, -2, results, 0));
    EXPECT(INVALID, "first + count is 7|6 starts", throng_trace_read(t, 5, 2, results, 0));
    EXPECT(INVALID, "first + count is 2147483653", throng_trace_read(t, 6, INT32_MAX, results, 0));
    EXPECT(INVALID, "results must not be NULL", throng_trace_read(t, 0, 2, NULL, 0));
    EXPECT(INVALID, "stride of results is 27|28", throng_trace_read(t, 0, 2, results, 27));
    for (size_t i = 0; i < sizeof results; i++)
        cr_assert(((unsigned char *)results)[i] == 0x11, "results were written");
}

REJECTED(ranges_of_points)
{
    throng_trace_def def = def_of(r);
    throng_trace *t = r->trace, *forgetful;
    throng_trace_point p[POINTS];
    memset(p, 0x11, sizeof p);
    EXPECT(INVALID, "path is -1|0 to 6", throng_trace_read_points(t, -1, 1, 0, 1, p, 0));
    EXPECT(INVALID, "path is 7|0 to 6", throng_trace_read_points(t, 7, 0, 0, 1, p, 0));
    EXPECT(INVALID, " is -3|0 or more", throng_trace_read_points(t, 0, -3, 0, 1, p, 0));
    EXPECT(INVALID, "path + | is 7|6 paths", throng_trace_read_points(t, 4, 3, 0, 1, p, 0));
    EXPECT(INVALID, "path + | is 2147483652", throng_trace_read_points(t, 5, INT32_MAX, 0, 1, p, 0));
    EXPECT(INVALID, "first is -1|0 to 61", throng_trace_read_points(t, 0, 1, -1, 1, p, 0));
    EXPECT(INVALID, "first is 62|0 to 61", throng_trace_read_points(t, 0, 1, 62, 0, p, 0));
    EXPECT(INVALID, "count is -1|0 or more", throng_trace_read_points(t, 0, 1, 0, -1, p, 0));
    EXPECT(INVALID, "first + count is 62|61 points", throng_trace_read_points(t, 0, 1, 1, 61, p, 0));
    EXPECT(INVALID, "first + count is 2147483708", throng_trace_read_points(t, 0, 1, 61, INT32_MAX, p, 0));
    EXPECT(INVALID, "points must not be NULL", throng_trace_read_points(t, 0, 1, 0, 1, NULL, 0));
    EXPECT(INVALID, "stride of points is 23|24", throng_trace_read_points(t, 0, 2, 0, 3, p, 23));
    EXPECT(INVALID, "stride of points is 7|8", throng_trace_read_points(t, 0, 1, 0, 1, p, 7));
    def.keep_points = 0;
    MUST(r->context, throng_trace_create(r->context, &def, &forgetful));
    MUST(r->context, throng_trace_set_starts(forgetful, 0, STARTS, starts, 0));
    MUST(r->context, throng_trace_update(forgetful));
    EXPECT(INVALID, "points are not kept|def.keep_points",
           throng_trace_read_points(forgetful, 0, 1, 0, 1, p, 0));
    EXPECT(INVALID, "points are not kept", throng_trace_read_points(forgetful, 0, 0, 0, 0, NULL, 0));
    throng_trace_destroy(forgetful);
    for (size_t i = 0; i < sizeof p; i++)
        cr_assert(((unsigned char *)p)[i] == 0x11, "points were written");
}

/* The second of two, so that the first would be stored where nobody looked at all of them before. */
static void reject_start(refusal *r, const throng_trace_start *start, const char *words)
{
    const throng_trace_start two[2] = {starts[4], *start};
    expect(r, words, throng_trace_set_starts(r->trace, 1, 2, two, 0), INVALID, words);
}

REJECTED(values)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1.0000001e9f, -1.0000001e9f};
    static const float slow[] = {0.0f, -0.0f, -1.0f, 1e-45f, 1e-20f, 9.9999994e-13f, -1e-39f};
    throng_trace_start s;
#define BAD(member, value, words)                                                                            \
    do {                                                                                                     \
        s = starts[0];                                                                                       \
        s.member = value;                                                                                    \
        reject_start(r, &s, words);                                                                          \
    } while (0)
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        BAD(x, bad[i], "starts[1].x is|-1e9 to 1e9");
        BAD(y, bad[i], "starts[1].y is|-1e9 to 1e9");
        BAD(speed, bad[i], "starts[1].speed is|1e-12 to 1e9");
    }
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        BAD(speed, slow[i], "starts[1].speed is|1e-12 to 1e9");
    BAD(x, 1.5e9f, "starts[1].x is 1.5e+09");
    BAD(speed, -0.25f, "starts[1].speed is -0.25");
    BAD(world, 2, "starts[1].world is 2|0 to 1");
    BAD(world, -1, "starts[1].world is -1");
    BAD(world, INT32_MIN, "starts[1].world is -2147483648");
    BAD(goal, -1, "starts[1].goal is -1");
    BAD(goal, INT32_MIN, "starts[1].goal is -2147483648");
    BAD(flow_field, 2, "starts[1].flow_field is 2|0 to 1");
    BAD(flow_field, -1, "starts[1].flow_field is -1");
    BAD(flow_field, INT32_MAX, "starts[1].flow_field is 2147483647");
}

/* Nothing to do is no mistake; nor are the ends of ranges. */
REJECTED(nothing)
{
    throng_trace *t = r->trace, *small;
    throng_trace_def def = def_of(r);
    const throng_trace_start edges[] = {{1e9f, -1e9f, 1e-12f, INT32_MAX, 1, 1},
                                        {-1e9f, 1e-45f, 1e9f, 0, 0, 0}};
    MUST(r->context, throng_trace_set_starts(t, 6, 0, NULL, 0));
    MUST(r->context, throng_trace_set_starts(t, 0, 0, NULL, 5));
    MUST(r->context, throng_trace_set_starts(t, 6, 2, edges, 0));
    MUST(r->context, throng_trace_truncate_starts(t, 6));
    MUST(r->context, throng_trace_truncate_starts(t, 6));
    MUST(r->context, throng_trace_read(t, 6, 0, NULL, 0));
    MUST(r->context, throng_trace_read_points(t, 0, 0, 0, 1, NULL, 0));
    MUST(r->context, throng_trace_read_points(t, 6, 0, 61, 0, NULL, 3));
    MUST(r->context, throng_trace_read_points(t, 0, 6, 61, 0, NULL, 0));
    for (int32_t escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_HILLS; escape++) {
        def.escape = escape; /* what it does not need is not looked at */
        def.flow = escape == THRONG_ESCAPE_FLOW ? r->flow : (throng_flow *)(void *)r->context;
        def.hill_range = escape == THRONG_ESCAPE_HILLS ? 1.00000016e-3f : NAN;
        def.start_capacity = 0;
        def.max_steps = escape == THRONG_ESCAPE_NONE ? 16777215 : 1;
        MUST(r->context, throng_trace_create(r->context, &def, &small));
        MUST(r->context, throng_trace_set_starts(small, 0, 0, NULL, 0));
        MUST(r->context, throng_trace_update(small));
        MUST(r->context, throng_trace_read(small, 0, 0, NULL, 0));
        MUST(r->context, throng_trace_read_points(small, 0, 0, 0, 0, NULL, 0));
        MUST(r->context, throng_trace_truncate_starts(small, 0));
        MUST(r->context, throng_trace_reset(small));
        throng_trace_destroy(small);
    }
    cr_expect(r->w->logs == 0 && r->w->assertions == 0);
    expect_same(r, "nothing");
}

Test(errors_trace, names)
{
    static const char *const names[] = {"reached", "stuck",       "step-limit",
                                        "outside", "unreachable", "invalid"};
    static const throng_trace_status none[] = {-1, 6, INT32_MAX, INT32_MIN};
    for (throng_trace_status status = THRONG_TRACE_REACHED; status <= THRONG_TRACE_INVALID; status++)
        cr_expect(strcmp(throng_trace_status_name(status), names[status]) == 0);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_expect(throng_trace_status_name(none[i]) == NULL, "status %d has a name", (int)none[i]);
}
