/* The host's allocator under paths along potential fields: each request refused once; nothing allocated
 * once a tracer is there; what it says it uses; more than there is. */
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { W = 30, H = 24, SOURCES = 20, GOALS = 3, STARTS = 50, STEPS = 120, POINTS = STEPS + 1 };

typedef struct host {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    throng_potential *field;
    throng_flow *flow;
    throng_trace_start starts[STARTS];
} host;

static void fill(host *h)
{
    const throng_region walls[] = {{8, 2, 1, 18}, {16, 5, 1, 19}, {22, 0, 1, 12}, {23, 11, 3, 1}};
    const throng_cell cells[GOALS] = {{27, 3}, {3, 20}, {19, 12}};
    throng_potential_source sources[SOURCES];
    throng_potential_goal goals[GOALS];
    rng r = {23};
    for (int32_t i = 0; i < 4; i++)
        MUST(h->context, throng_terrain_fill(h->terrain, &walls[i], 1));
    for (int32_t i = 0; i < SOURCES; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = rng_between(&r, 0.0f, (float)W);
        sources[i].y = rng_between(&r, 0.0f, (float)H);
        sources[i].eta = 0.1f;
        sources[i].range = rng_between(&r, 0.5f, 3.0f);
    }
    for (int32_t i = 0; i < GOALS; i++) {
        goals[i] =
            (throng_potential_goal){(float)cells[i].column + 0.5f, (float)cells[i].row + 0.5f, 1.0f, 0};
        MUST(h->context, throng_flow_set_goals(h->flow, i, 1, &cells[i], 0));
    }
    for (int32_t i = 0; i < STARTS; i++)
        h->starts[i] = (throng_trace_start){rng_between(&r, 0.0f, (float)W),
                                            rng_between(&r, 0.0f, (float)H),
                                            rng_between(&r, 0.25f, 1.5f),
                                            i % GOALS,
                                            0,
                                            i % GOALS};
    MUST(h->context, throng_potential_set_sources(h->field, 0, SOURCES, sources, 0));
    MUST(h->context, throng_potential_set_goals(h->field, 0, GOALS, goals, 0));
}

static host host_begin(const variant *v)
{
    host h = {.w = watch_begin()};
    throng_context_def hooks = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_potential_def field = throng_potential_default_def();
    throng_flow_def flow = throng_flow_default_def();
    watch_hooks(h.w, &hooks);
    h.context = open_variant(v, &hooks);
    ground.width = W;
    ground.height = H;
    MUST(h.context, throng_terrain_create(h.context, &ground, &h.terrain));
    field.terrain = flow.terrain = h.terrain;
    field.source_capacity = SOURCES;
    field.damage = 1;
    field.terrain_eta = 0.05f;
    MUST(h.context, throng_potential_create(h.context, &field, &h.field));
    flow.fields = GOALS;
    MUST(h.context, throng_flow_create(h.context, &flow, &h.flow));
    fill(&h);
    h.w->logs = h.w->assertions = 0;
    return h;
}

static void host_end(host *h)
{
    MUST(h->context, throng_flow_destroy(h->flow));
    MUST(h->context, throng_potential_destroy(h->field));
    MUST(h->context, throng_terrain_destroy(h->terrain));
    MUST(h->context, throng_context_destroy(h->context));
    cr_expect(watch_end(h->w) == 0);
}

static throng_trace_def def_of(const host *h, throng_escape escape)
{
    throng_trace_def def = throng_trace_default_def();
    def.field = h->field;
    def.start_capacity = STARTS;
    def.max_steps = STEPS;
    def.escape = escape;
    def.flow = h->flow;
    return def;
}

/* How all paths end, and their points; what is undefined is zeros. */
typedef struct walked {
    throng_trace_result results[STARTS];
    throng_trace_point points[STARTS][POINTS];
} walked;

static void look(const host *h, throng_trace *trace, walked *to)
{
    MUST(h->context, throng_trace_read(trace, 0, STARTS, to->results, 0));
    MUST(h->context, throng_trace_read_points(trace, 0, STARTS, 0, POINTS, &to->points[0][0], 0));
    for (int32_t i = 0; i < STARTS; i++) {
        const throng_trace_result *result = &to->results[i];
        const int32_t there = result->status == THRONG_TRACE_INVALID ? 0 : result->steps + 1;
        memset(&to->points[i][there], 0, (size_t)(POINTS - there) * sizeof(throng_trace_point));
    }
}

static void walk(const host *h, throng_trace *trace, walked *to)
{
    MUST(h->context, throng_trace_set_starts(trace, 0, STARTS, h->starts, 0));
    MUST(h->context, throng_trace_update(trace));
    look(h, trace, to);
}

static uint64_t bytes_alive(const watch *w)
{
    uint64_t bytes = 0;
    for (int32_t i = 0; i < w->block_count; i++)
        bytes += w->blocks[i].alive ? w->blocks[i].size : 0;
    return bytes;
}

/* ---------------------------------------------------------------- memory that runs out -------------- */

/* A whole life at whose n-th request there is no memory; 0 where fewer were made. Only the creation may
 * ask, and can be repeated; expected: what paths are then like. */
static int live_without(const variant *v, throng_escape escape, int n, const walked *expected)
{
    static walked got;
    host h = host_begin(v);
    const throng_trace_def def = def_of(&h, escape);
    throng_trace *trace = NULL;
    const int64_t alive = watch_alive(h.w);
    h.w->fail_at = n;
    const throng_status status = throng_trace_create(h.context, &def, &trace);
    const int failed = h.w->failed;
    if (status != THRONG_OK) {
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && trace == NULL && failed && h.w->assertions == 0 &&
                      h.w->logs > 0 && strstr(throng_context_message(h.context), "memory") != NULL,
                  "%s, request %d: %s, \"%s\"", v->name, n, throng_status_string(status), h.w->log);
        cr_expect(v->backend == THRONG_BACKEND_OPENCL || watch_alive(h.w) == alive,
                  "request %d left something", n);
        h.w->fail_at = 0;
        MUST(h.context, throng_trace_create(h.context, &def, &trace));
    }
    walk(&h, trace, &got);
    cr_expect(h.w->failed == failed, "%s, request %d: made after the creation", v->name, n);
    cr_expect(memcmp(&got, expected, sizeof got) == 0, "%s, request %d: other paths", v->name, n);
    throng_trace_destroy(trace);
    host_end(&h);
    return failed;
}

static void walk_plainly(const variant *v, throng_escape escape, walked *to)
{
    host h = host_begin(v);
    const throng_trace_def def = def_of(&h, escape);
    throng_trace *trace;
    int32_t counts[THRONG_TRACE_INVALID + 1] = {0};
    MUST(h.context, throng_trace_create(h.context, &def, &trace));
    walk(&h, trace, to);
    for (int32_t i = 0; i < STARTS; i++)
        counts[to->results[i].status]++;
    cr_expect(counts[THRONG_TRACE_REACHED] > 10 && counts[THRONG_TRACE_INVALID] < 20, "paths of no use");
    throng_trace_destroy(trace);
    host_end(&h);
}

Test(memory_trace, each_request_fails_once)
{
    static walked expected;
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (throng_escape escape = THRONG_ESCAPE_FLOW; escape <= THRONG_ESCAPE_HILLS; escape++) {
            int n = 1;
            walk_plainly(&list[i], escape, &expected);
            while (n < 60 && live_without(&list[i], escape, n, &expected))
                n++;
            cr_expect(n > 6 && n < 60, "%s: %d requests", list[i].name, n - 1);
        }
}

/* Where the flow's paths become so long that it needs more memory, which it asks for at the tracer's update:
 * that fails, can be repeated, and paths stay those of the last update in the meantime. */
Test(memory_trace, flow_that_grows)
{
    variant list[4];
    const flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 240, 168, 1);
    const throng_potential_goal goal = {0.5f, 0.5f, 1.0f, 0};
    const throng_trace_start start = {120.5f, 166.5f, 1.0f, 0, 0, 0};
    few_variants(list, 4);
    for (int32_t i = 0; i < 2; i++) { /* devices keep keys elsewhere */
        watch *w = watch_begin();
        throng_context_def hooks = throng_context_default_def();
        throng_potential_def def = throng_potential_default_def();
        throng_trace_def about = throng_trace_default_def();
        throng_potential *field;
        throng_trace *trace;
        throng_trace_result before, after;
        watch_hooks(w, &hooks);
        throng_context *context = open_variant(&list[i], &hooks);
        flow_game g = flow_begin(context, &s);
        MUST(context, throng_flow_set_goals(g.flow, 0, 0, NULL, 0));
        def.terrain = g.terrain;
        def.terrain_eta = 0.01f;
        def.terrain_range = 0.7f;
        MUST(context, throng_potential_create(context, &def, &field));
        MUST(context, throng_potential_set_goals(field, 0, 1, &goal, 0));
        about = (throng_trace_def){.field = field, .flow = g.flow, .cookie = about.cookie};
        about.escape = THRONG_ESCAPE_FLOW;
        about.start_capacity = 1;
        about.max_steps = 60000;
        MUST(context, throng_trace_create(context, &about, &trace));
        MUST(context, throng_trace_set_starts(trace, 0, 1, &start, 0));
        MUST(context, throng_trace_update(trace));
        MUST(context, throng_trace_read(trace, 0, 1, &before, 0));
        cr_expect(before.status == THRONG_TRACE_UNREACHABLE, "%s", throng_trace_status_name(before.status));
        MUST(context, throng_flow_set_goals(g.flow, 0, 1, &(throng_cell){0, 0}, 0));
        w->fail_at = 1;
        w->logs = 0;
        cr_expect(throng_trace_update(trace) == THRONG_ERROR_OUT_OF_MEMORY && w->logs == 1 &&
                  w->assertions == 0 && strstr(throng_context_message(context), "memory") != NULL);
        MUST(context, throng_trace_read(trace, 0, 1, &after, 0));
        cr_expect(memcmp(&before, &after, sizeof after) == 0, "a failed update changed the results");
        MUST(context, throng_trace_update(trace));
        MUST(context, throng_trace_read(trace, 0, 1, &after, 0));
        cr_expect(after.status == THRONG_TRACE_REACHED && after.steps > 15000, "%s after %d steps",
                  throng_trace_status_name(after.status), (int)after.steps);
        throng_trace_destroy(trace);
        MUST(context, throng_potential_destroy(field));
        flow_end(&g);
        cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    }
}

/* ---------------------------------------------------------------- frames ---------------------------- */

/* A frame of a host that changes all it can, then looks at all. */
static void frame(const host *h, throng_trace *trace, int32_t i, walked *to)
{
    const float at[2] = {(float)i, 7.5f};
    const throng_region part = {10, 2 * i, 3, 1};
    const throng_cell cell = {26 + i % 3, 4};
    throng_trace_info info;
    MUST(h->context, throng_potential_move_sources(h->field, i, 1, at, 0));
    MUST(h->context, throng_terrain_fill(h->terrain, &part, i % 3 == 0));
    MUST(h->context, throng_flow_set_goals(h->flow, 0, 1, &cell, 0));
    MUST(h->context, throng_trace_set_starts(trace, 0, STARTS, h->starts, 0));
    MUST(h->context, throng_trace_truncate_starts(trace, STARTS - i));
    MUST(h->context, throng_trace_set_starts(trace, STARTS - i, i, h->starts, 0));
    MUST(h->context, throng_trace_update(trace));
    look(h, trace, to);
    MUST(h->context, throng_trace_get_info(trace, &info));
    if (i == 5)
        MUST(h->context, throng_trace_reset(trace));
}

Test(memory_trace, steady_state_allocates_nothing)
{
    static walked seen;
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (throng_escape escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_HILLS; escape++) {
            host h = host_begin(&list[i]);
            const throng_trace_def def = def_of(&h, escape);
            throng_trace *trace;
            MUST(h.context, throng_trace_create(h.context, &def, &trace));
            const int64_t allocations = h.w->allocations, releases = h.w->releases;
            for (int32_t k = 0; k < 10; k++)
                frame(&h, trace, k, &seen);
            cr_expect(h.w->allocations == allocations && h.w->releases == releases,
                      "%s, escape %d: %d allocations, %d releases", list[i].name, (int)escape,
                      (int)(h.w->allocations - allocations), (int)(h.w->releases - releases));
            throng_trace_destroy(trace);
            host_end(&h);
        }
}

/* ---------------------------------------------------------------- what it says ---------------------- */

/* The second of two: what all tracers of a context share has been made for the first. */
static throng_trace_info measured(const variant *v, throng_escape escape, int32_t keep)
{
    static walked seen;
    host h = host_begin(v);
    throng_trace_def def = def_of(&h, escape);
    throng_trace_info info, later;
    throng_trace *trace;
    def.keep_points = 1;
    MUST(h.context, throng_trace_create(h.context, &def, &trace));
    walk(&h, trace, &seen);
    throng_trace_destroy(trace);
    def.keep_points = keep;
    const uint64_t before = bytes_alive(h.w);
    MUST(h.context, throng_trace_create(h.context, &def, &trace));
    MUST(h.context, throng_trace_get_info(trace, &info));
    cr_expect(info.host_bytes == bytes_alive(h.w) - before, "%s: %llu bytes said, %llu in use", v->name,
              (unsigned long long)info.host_bytes, (unsigned long long)(bytes_alive(h.w) - before));
    cr_expect(info.backend == v->backend && info.starts == 0 && !info.lost && info.reserved == 0 &&
              info.kernel_seconds == 0.0 && (info.device_bytes > 0) == (v->backend == THRONG_BACKEND_OPENCL));
    MUST(h.context, throng_trace_set_starts(trace, 0, STARTS, h.starts, 0));
    MUST(h.context, throng_trace_update(trace));
    MUST(h.context, throng_trace_get_info(trace, &later));
    cr_expect(later.starts == STARTS && later.host_bytes == info.host_bytes &&
              later.device_bytes == info.device_bytes && later.kernel_seconds == 0.0);
    MUST(h.context, throng_trace_reset(trace));
    MUST(h.context, throng_trace_get_info(trace, &later));
    cr_expect(memcmp(&info, &later, sizeof info) == 0, "%s: not as new after a reset", v->name);
    throng_trace_destroy(trace);
    cr_expect(bytes_alive(h.w) == before, "%s: something is left", v->name);
    host_end(&h);
    return info;
}

Test(memory_trace, said_and_used)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (throng_escape escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_HILLS; escape++) {
            const throng_trace_info with = measured(&list[i], escape, 1);
            const throng_trace_info without = measured(&list[i], escape, 0);
            const uint64_t more =
                with.host_bytes + with.device_bytes - without.host_bytes - without.device_bytes;
            const uint64_t points = (uint64_t)STARTS * POINTS * sizeof(throng_trace_point);
            cr_expect(more <= points && more + 64 > points, "%s: %llu bytes for points", list[i].name,
                      (unsigned long long)more);
        }
}

/* The time that kernels took, where the context profiles. */
Test(memory_trace, profiled)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    static walked seen;
    throng_trace_info info;
    throng_trace *trace;
    throng_context_def def = throng_context_default_def();
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    def.profile = 1;
    host h = {.context = open_variant(&v, &def)};
    throng_context_info about;
    MUST(h.context, throng_context_get_info(h.context, &about));
    throng_potential_def field = throng_potential_default_def();
    MUST(h.context, throng_potential_create(h.context, &field, &h.field));
    MUST(h.context,
         throng_potential_set_goals(h.field, 0, 1, &(throng_potential_goal){9.0f, 9.0f, 1.0f, 0}, 0));
    const throng_trace_def paths = def_of(&h, THRONG_ESCAPE_NONE);
    for (int32_t i = 0; i < STARTS; i++)
        h.starts[i] = (throng_trace_start){0.5f * (float)i, 1.0f, 0.25f, 0, 0, 0};
    MUST(h.context, throng_trace_create(h.context, &paths, &trace));
    walk(&h, trace, &seen);
    MUST(h.context, throng_trace_get_info(trace, &info));
    cr_expect(info.kernel_seconds > 0.0 && info.kernel_seconds < 10.0, "%g s", info.kernel_seconds);
    throng_trace_destroy(trace);
    MUST(h.context, throng_potential_destroy(h.field));
    MUST(h.context, throng_context_destroy(h.context));
}

/* ---------------------------------------------------------------- more than there is ---------------- */

static void reject_huge(const variant *v, int32_t starts, int32_t steps, size_t largest, const char *words)
{
    host h = host_begin(v);
    throng_trace_def def = def_of(&h, THRONG_ESCAPE_FLOW);
    throng_trace *trace;
    static walked seen;
    const int64_t alive = watch_alive(h.w);
    def.start_capacity = starts;
    def.max_steps = steps;
    h.w->largest = largest;
    const throng_status status = throng_trace_create(h.context, &def, &trace);
    const char *message = throng_context_message(h.context);
    cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY ||
                  (v->backend == THRONG_BACKEND_OPENCL && status == THRONG_ERROR_OPENCL),
              "%s: %s", v->name, throng_status_string(status));
    cr_expect(trace == NULL && h.w->logs > 0 && h.w->assertions == 0 && strstr(message, words) != NULL,
              "%s: \"%s\" is not in \"%s\"", v->name, words, message);
    cr_expect(v->backend == THRONG_BACKEND_OPENCL || watch_alive(h.w) == alive, "something is left");
    def.start_capacity = STARTS;
    def.max_steps = STEPS;
    MUST(h.context, throng_trace_create(h.context, &def, &trace));
    walk(&h, trace, &seen);
    throng_trace_destroy(trace);
    host_end(&h);
}

Test(memory_trace, more_than_there_is)
{
    enum { MOST_STARTS = 1 << 24, MOST_STEPS = (1 << 24) - 1, GIVEN = 1 << 20 };
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        const int device = list[i].backend == THRONG_BACKEND_OPENCL;
        reject_huge(&list[i], 4096, MOST_STEPS, GIVEN,
                    device ? "* 8 bytes for points of paths" : "points of paths");
        reject_huge(&list[i], MOST_STARTS, MOST_STEPS, GIVEN, device ? "speeds of paths" : "starts of paths");
        reject_huge(&list[i], MOST_STARTS, 1, GIVEN, device ? "speeds of paths" : "starts of paths");
    }
}

/* ---------------------------------------------------------------- reset ----------------------------- */

/* What was forgotten is gone, and the tracer as new; its field and its flow are as they were. */
Test(memory_trace, reset)
{
    static walked before, after;
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (throng_escape escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_HILLS; escape++) {
            host h = host_begin(&list[i]);
            const throng_trace_def def = def_of(&h, escape);
            const throng_trace_result nothing = {.status = THRONG_TRACE_INVALID};
            throng_trace_info info;
            throng_trace *trace;
            MUST(h.context, throng_trace_create(h.context, &def, &trace));
            walk(&h, trace, &before);
            MUST(h.context, throng_trace_reset(trace));
            MUST(h.context, throng_trace_get_info(trace, &info));
            cr_expect(info.starts == 0 && !info.lost);
            MUST(h.context, throng_trace_update(trace));
            cr_expect(throng_trace_read(trace, 0, 1, after.results, 0) == THRONG_ERROR_INVALID_ARGUMENT);
            MUST(h.context, throng_trace_set_starts(trace, 0, STARTS, h.starts, 0));
            MUST(h.context, throng_trace_read(trace, 0, STARTS, after.results, 0));
            for (int32_t k = 0; k < STARTS; k++)
                cr_expect(memcmp(&after.results[k], &nothing, sizeof nothing) == 0, "not traced yet");
            MUST(h.context, throng_trace_reset(trace));
            MUST(h.context, throng_trace_reset(trace));
            walk(&h, trace, &after);
            cr_expect(memcmp(&before, &after, sizeof after) == 0, "%s, escape %d: other paths", list[i].name,
                      (int)escape);
            throng_trace_destroy(trace);
            host_end(&h);
        }
}
