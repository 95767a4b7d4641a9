/* The host's allocator under fields of paths: each request refused once, nothing allocated once all is set
 * up, what fields say they use. */
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { CELLS = 90 * 70 };

static flow_scene ground(void)
{
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 20, 90, 70, 17);
    s.fields = 2;
    s.goals = 3;
    return s;
}

typedef struct host {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    flow_scene s;
} host;

static host host_begin(const variant *v, const flow_scene *s)
{
    host h = {.w = watch_begin(), .s = *s};
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(h.w, &hooks);
    h.context = open_variant(v, &hooks);
    uint8_t *walls = scene_walls(&s->walk);
    h.terrain = walk_terrain(h.context, &s->walk, walls);
    free(walls);
    return h;
}

static void host_end(host *h)
{
    MUST(h->context, throng_terrain_destroy(h->terrain));
    MUST(h->context, throng_context_destroy(h->context));
    cr_expect(watch_end(h->w) == 0);
}

static throng_status make(host *h, throng_flow **flow)
{
    throng_flow_def def = throng_flow_default_def();
    def.terrain = h->terrain;
    def.fields = h->s.fields;
    def.goal_capacity = h->s.goals;
    return throng_flow_create(h->context, &def, flow);
}

/* A whole life at whose n-th request there is no memory; 0 where fewer were made. The call that fails says so
 * and can be repeated. */
static int live_without(const variant *v, const flow_scene *s, int n, const throng_cell *goal,
                        float *expected, size_t cells)
{
    host h = host_begin(v, s);
    throng_flow *flow = NULL;
    float *got = must_allocate(cells * sizeof *got);
    int rejected = 0;
    h.w->logs = 0;
    h.w->fail_at = n;
    for (int step = 0; step < 4; step++) {
        throng_status status = step == 0   ? make(&h, &flow)
                               : step == 1 ? throng_flow_set_goals(flow, 1, 1, goal, 0)
                               : step == 2 ? throng_flow_update(flow)
                                           : throng_flow_read_lengths(flow, 1, NULL, got, 0);
        if (status == THRONG_OK)
            continue;
        cr_expect(h.w->failed && status == THRONG_ERROR_OUT_OF_MEMORY && h.w->assertions == 0 &&
                      h.w->logs > 0 && strstr(throng_context_message(h.context), "memory") != NULL,
                  "%s, request %d, step %d: %s, logged \"%s\"", v->name, n, step,
                  throng_status_string(status), h.w->log);
        cr_expect(step != 0 || flow == NULL);
        h.w->fail_at = 0;
        if (step == 2) {
            MUST(h.context, throng_flow_read_lengths(flow, 1, NULL, got, 0));
            for (size_t i = 0; i < cells; i++)
                cr_expect(got[i] == -1.0f, "a field that is not up to date leads nowhere");
        }
        rejected++;
        step--;
    }
    const int failed = h.w->failed;
    if (n == 0)
        memcpy(expected, got, cells * sizeof *got);
    cr_expect(memcmp(got, expected, cells * sizeof *got) == 0, "%s, request %d: other lengths", v->name, n);
    cr_expect(rejected <= 1);
    MUST(h.context, throng_flow_destroy(flow));
    host_end(&h);
    free(got);
    return failed;
}

static void each_request(const flow_scene *s, const throng_cell *goal, int least, int32_t most_variants)
{
    variant list[4];
    const size_t cells = (size_t)s->walk.width * (size_t)s->walk.height;
    float *expected = must_allocate(cells * sizeof *expected);
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count && i < most_variants; i++) {
        int n = 1;
        cr_expect(live_without(&list[i], s, 0, goal, expected, cells) == 0);
        while (n < 60 && live_without(&list[i], s, n, goal, expected, cells))
            n++;
        cr_expect(n > least && n < 60, "%s: %d requests", list[i].name, n - 1);
    }
    free(expected);
}

Test(memory_flow, each_request_fails_once)
{
    const flow_scene s = ground();
    const throng_cell goal = {5, 6};
    each_request(&s, &goal, 3, 4);
}

/* Where paths are so long that keys of 64 bits are needed, on the CPU: devices keep them elsewhere. */
Test(memory_flow, long_paths)
{
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 240, 168, 1);
    const throng_cell goal = {0, 0};
    s.fields = 2;
    each_request(&s, &goal, 12, 2);
}

EACH(memory_flow, steady_state_allocates_nothing)
{
    throng_context_info about;
    MUST(context, throng_context_get_info(context, &about));
    const variant v = {.backend = about.opencl ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU,
                       .isa = about.isa};
    const flow_scene s = ground();
    host h = host_begin(&v, &s);
    throng_flow *flow;
    static float lengths[CELLS];
    static uint8_t directions[CELLS];
    const throng_flow_point agent = {4.5f, 4.5f, 0, 1};
    throng_flow_vector way;
    int64_t allocations = 0;
    MUST(h.context, make(&h, &flow));
    for (int32_t i = 0; i < 20; i++) {
        const throng_cell goals[3] = {{i, 2 * i}, {40 + i, 69 - i}, {89 - i, 3}};
        const throng_region part = {i, i, 5, 3};
        if (i == 1)
            allocations = h.w->allocations;
        MUST(h.context, throng_flow_set_goals(flow, i % 2, 1 + i % 3, goals, 0));
        MUST(h.context, throng_terrain_fill(h.terrain, &part, i % 3 == 0));
        MUST(h.context, throng_flow_update(flow));
        MUST(h.context, throng_flow_read_lengths(flow, 0, NULL, lengths, 0));
        MUST(h.context, throng_flow_read_directions(flow, 1, NULL, directions, 0));
        MUST(h.context, throng_flow_sample(flow, i % 2, 1, &agent, 0, &way));
        if (i == 10)
            MUST(h.context, throng_flow_reset(flow));
    }
    cr_expect(h.w->allocations == allocations);
    MUST(h.context, throng_flow_destroy(flow));
    host_end(&h);
}

EACH(memory_flow, info)
{
    throng_context_info about;
    MUST(context, throng_context_get_info(context, &about));
    const variant v = {.backend = about.opencl ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU,
                       .isa = about.isa};
    const flow_scene s = ground();
    host h = host_begin(&v, &s);
    throng_flow *flow;
    throng_flow_info info;
    MUST(h.context, make(&h, &flow));
    MUST(h.context, throng_flow_get_info(flow, &info));
    cr_expect(info.backend == v.backend && !info.lost && info.kernel_seconds == 0.0);
    const uint64_t keys = info.backend == THRONG_BACKEND_CPU ? info.host_bytes : info.device_bytes;
    cr_expect(keys > 2 * 4 * (uint64_t)CELLS && keys < 4000000, "%llu bytes", (unsigned long long)keys);
    MUST(h.context, throng_flow_destroy(flow));
    host_end(&h);
}
