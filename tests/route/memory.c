/* The host's allocator under routes: refused requests, one after the other, after which all is as it was and
 * the same call succeeds; nothing allocated by the same searches again. */
#include "tests/route/checks.h"

enum { PAIRS = 60, W = 70, H = 50, CALLS = 5 };

typedef struct host {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    throng_route *route;
    throng_cell_pair pairs[PAIRS];
    float costs[W * H];
} host;

static void make_terrain(host *h)
{
    const walk_scene s = ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, W, H, 5);
    rng r = {17};
    uint8_t *walls = scene_walls(&s);
    h->terrain = walk_terrain(h->context, &s, walls);
    for (int32_t i = 0; i < PAIRS; i++) /* far longer than the first guess */
        h->pairs[i] = (throng_cell_pair){{rng_below(&r, W), 0}, {rng_below(&r, W), 2 * rng_below(&r, H / 2)}};
    for (int32_t i = 0; i < W * H; i++)
        h->costs[i] = rng_between(&r, 0.0f, 200.0f);
    free(walls);
}

static void host_begin(host *h, int32_t threads)
{
    variant v = reference_variant();
    throng_context_def hooks = throng_context_default_def();
    memset(h, 0, sizeof *h);
    v.threads = threads;
    v.run = NULL;
    h->w = watch_begin();
    watch_hooks(h->w, &hooks);
    h->context = open_variant(&v, &hooks);
    make_terrain(h);
}

static void host_end(host *h)
{
    throng_route_destroy(h->route);
    MUST(h->context, throng_terrain_destroy(h->terrain));
    cr_expect(throng_context_destroy(h->context) == THRONG_OK && watch_end(h->w) == 0);
}

/* A session's n-th call. */
static throng_status call(host *h, int32_t n, throng_route_result *results)
{
    throng_route_def def = throng_route_default_def();
    def.terrain = h->terrain;
    switch (n) {
    case 0:
        return throng_route_create(h->context, &def, &h->route);
    case 1:
        return throng_route_find(h->route, 3, h->pairs, 0, results);
    case 2:
        return throng_route_find(h->route, PAIRS, h->pairs, 0, results);
    case 3:
        return throng_route_set_costs(h->route, NULL, h->costs, 0);
    default:
        return throng_route_find(h->route, PAIRS, h->pairs, 0, results);
    }
}

/* The session, in which the n-th request for memory from the k-th call on is refused. 0: the call made
 * fewer. */
static int session_without(int32_t threads, int32_t k, int n, uint64_t *expected)
{
    host h;
    throng_route_result results[PAIRS], before[PAIRS];
    int failed = 0;
    uint64_t hash = 0;
    host_begin(&h, threads);
    memset(results, 0x2e, sizeof results);
    for (int32_t i = 0; i < CALLS; i++) {
        h.w->fail_at = i == k ? n : 0;
        memcpy(before, results, sizeof results);
        throng_status status = call(&h, i, results);
        h.w->fail_at = 0;
        if (status != THRONG_OK) {
            cr_expect(i == k && status == THRONG_ERROR_OUT_OF_MEMORY && h.w->assertions == 0 &&
                          strstr(throng_context_message(h.context), "memory") != NULL,
                      "call %d, request %d: %s", (int)i, n, throng_context_message(h.context));
            cr_expect(memcmp(before, results, sizeof results) == 0, "call %d, request %d: results", (int)i,
                      n);
            cr_expect(i > 0 || h.route == NULL);
            if (i > 1) { /* the routes of the last search are still there */
                throng_cell cells[3 * W * H];
                const int32_t count = i == 2 ? 3 : PAIRS;
                MUST(h.context, throng_route_read(h.route, 0, 1, cells, 3 * W * H));
                cr_expect(memcmp(&cells[0], &h.pairs[0].from, sizeof cells[0]) == 0);
                cr_expect(throng_route_read(h.route, 0, count + 1, NULL, 0) == THRONG_ERROR_INVALID_ARGUMENT);
                h.w->assertions = 0;
            }
            failed = 1;
            MUST(h.context, call(&h, i, results));
        }
        hash = 31 * hash + hash_bytes(results, i == 0 ? 0 : sizeof results[0] * (i == 1 ? 3 : PAIRS));
    }
    if (n == 0)
        *expected = hash;
    cr_expect(hash == *expected, "call %d, request %d: other results", (int)k, n);
    host_end(&h);
    return failed;
}

Test(memory_routes, each_request_fails_once)
{
    uint64_t expected = 0;
    (void)session_without(2, 0, 0, &expected);
    for (int32_t k = 0; k < CALLS; k++) {
        int n = 1;
        while (n < 50 && session_without(2, k, n, &expected))
            n++;
        cr_expect(n > 1 && n < 50, "call %d made %d requests", (int)k, n - 1);
    }
}

Test(memory_routes, steady_state_allocates_nothing)
{
    for (int32_t threads = 1; threads <= 3; threads += 2) {
        host h;
        throng_route_result results[PAIRS];
        throng_cell *cells = must_allocate((size_t)PAIRS * W * H * sizeof *cells);
        host_begin(&h, threads);
        MUST(h.context, call(&h, 0, results));
        for (int32_t costs = 0; costs < 2; costs++) {
            if (costs)
                MUST(h.context, throng_route_set_costs(h.route, NULL, h.costs, 0));
            MUST(h.context, throng_route_set_weight(h.route, costs ? 2.0f : 0.0f));
            for (int32_t i = 0; i < 2; i++)
                MUST(h.context, throng_route_find(h.route, PAIRS, h.pairs, 0, results));
            const int64_t allocations = h.w->allocations, releases = h.w->releases;
            for (int32_t i = 0; i < 20; i++) {
                MUST(h.context, throng_route_find(h.route, PAIRS - i % 3, h.pairs, 0, results));
                MUST(h.context, throng_route_read(h.route, 0, PAIRS - i % 3, cells, (int64_t)PAIRS * W * H));
                if (costs)
                    MUST(h.context, throng_route_set_costs(h.route, NULL, h.costs, 0));
            }
            cr_expect(h.w->allocations == allocations && h.w->releases == releases,
                      "%d threads: %d allocations, with costs %d", (int)threads,
                      (int)(h.w->allocations - allocations), (int)costs);
        }
        free(cells);
        host_end(&h);
    }
}

/* A search that finds no room leaves others what they need. */
Test(memory_routes, easy_after_hard)
{
    enum { SIDE = 400 };
    const throng_cell_pair hard = {{0, 0}, {SIDE - 1, SIDE - 1}}, easy = {{5, 5}, {6, 5}};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_route_def def = throng_route_default_def();
    throng_route_result results[2];
    host h;
    rng r = {23};
    float *costs = must_allocate((size_t)SIDE * SIDE * sizeof *costs);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        costs[i] = rng_between(&r, 0.0f, 200.0f);
    host_begin(&h, 1);
    ground.width = ground.height = SIDE;
    MUST(h.context, throng_terrain_create(h.context, &ground, &def.terrain));
    MUST(h.context, throng_route_create(h.context, &def, &h.route));
    MUST(h.context, throng_route_set_costs(h.route, NULL, costs, 0));
    MUST(h.context, throng_route_set_weight(h.route, 2.0f));
    MUST(h.context, throng_route_find(h.route, 1, &easy, 0, results));
    h.w->largest = 65536;
    for (int32_t i = 0; i < 3; i++) {
        cr_expect(throng_route_find(h.route, 1, &hard, 0, results) == THRONG_ERROR_OUT_OF_MEMORY);
        MUST(h.context, throng_route_find(h.route, 1, &easy, 0, results));
        cr_expect(results[0].cell_count == 2);
    }
    h.w->largest = 0;
    MUST(h.context, throng_route_find(h.route, 1, &hard, 0, results));
    cr_expect(results[0].cell_count > SIDE / 2);
    throng_route_destroy(h.route);
    h.route = NULL;
    MUST(h.context, throng_terrain_destroy(def.terrain));
    host_end(&h);
    free(costs);
}
