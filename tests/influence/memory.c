/* The host's allocator: refused requests, one after the other, in a whole session; sizes, alignment and
 * threads as promised; nothing allocated once all is set up. */
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { W = 70, H = 50, OBJECTS = 64, LAYERS = 3 };

typedef struct host {
    watch *w;
    throng_context_def hooks;
    throng_context *context;
    throng_influence *map;
} host;

static throng_influence_object object_number(int i)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = (float)(i * 7 % W);
    o.y = (float)(i * 5 % H);
    o.vx = (float)(i % 3 - 1);
    o.alpha = 0.5f;
    return o;
}

/* What is read at the end of the session, as a hash; 0 where a call failed, whose status is kept. */
static uint64_t results(host *h, throng_status *status)
{
    float *values = must_allocate(W * H * sizeof *values);
    throng_best best = {0, 0, 0.0f};
    uint64_t hash = 0;
    *status = throng_influence_update(h->map);
    if (*status == THRONG_OK)
        *status = throng_influence_combine(h->map, (float[]){1.0f, -1.0f, 0.5f}, LAYERS);
    if (*status == THRONG_OK)
        *status = throng_influence_best(h->map, THRONG_LAYER_COMBINED, NULL, &best);
    if (*status == THRONG_OK)
        *status = throng_influence_read(h->map, THRONG_LAYER_COMBINED, NULL, values, 0);
    if (*status == THRONG_OK) {
        hash = hash_bytes(values, W * H * sizeof *values) ^ hash_bytes(&best, sizeof best);
        *status = throng_influence_read(h->map, 1, NULL, values, 0);
        hash ^= hash_bytes(values, W * H * sizeof *values) * 31;
    }
    free(values);
    return *status == THRONG_OK ? hash : 0;
}

static throng_status make_map(host *h)
{
    throng_influence_def def = map_def(W, H, THRONG_GRID_HEX);
    def.layers = LAYERS;
    def.object_capacity = OBJECTS;
    throng_influence *before = (throng_influence *)(void *)h;
    h->map = before;
    throng_status status = throng_influence_create(h->context, &def, &h->map);
    if (status != THRONG_OK)
        cr_expect(h->map == NULL);
    return status;
}

static throng_status set_objects(host *h)
{
    throng_influence_object objects[OBJECTS];
    throng_status status = THRONG_OK;
    for (int i = 0; i < OBJECTS; i++)
        objects[i] = object_number(i);
    for (int32_t layer = 0; layer < LAYERS && status == THRONG_OK; layer++)
        status = throng_influence_set_objects(h->map, layer, 0, OBJECTS / (layer + 1), objects, 0);
    return status;
}

static void expect_out_of_memory(host *h, throng_status status, const char *call, int n)
{
    cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY, "request %d, %s: %s", n, call,
              throng_status_string(status));
    cr_expect(h->w->assertions == 0, "request %d, %s: it is no mistake of the caller's", n, call);
    cr_expect(h->w->logs > 0 && strstr(h->w->log, "memory") != NULL, "request %d, %s: logged \"%s\"", n, call,
              h->w->log);
    if (h->context)
        cr_expect(strstr(throng_context_message(h->context), "memory") != NULL);
}

/* A session in which the n-th request for memory fails: that call says so, all that came before stays
 * usable, and repeated it succeeds, with the same results. 0 where fewer than n were made. */
static int session(const variant *v, int n, uint64_t expected)
{
    host h = {.w = watch_begin(), .hooks = throng_context_default_def()};
    throng_status status;
    watch_hooks(h.w, &h.hooks);
    h.hooks.backend = v->backend;
    h.hooks.isa = v->isa;
    h.hooks.threads = v->threads;
    h.w->fail_at = n;
    status = throng_context_create(&h.hooks, &h.context);
    if (status != THRONG_OK) {
        cr_expect(h.context == NULL && watch_alive(h.w) == 0);
        expect_out_of_memory(&h, status, "context", n);
        MUST(NULL, throng_context_create(&h.hooks, &h.context));
    }
    int64_t alive = watch_alive(h.w);
    status = make_map(&h);
    if (status != THRONG_OK) {
        expect_out_of_memory(&h, status, "map", n);
        cr_expect(watch_alive(h.w) >= alive);
        MUST(h.context, make_map(&h));
    }
    status = set_objects(&h);
    if (status != THRONG_OK) {
        expect_out_of_memory(&h, status, "set_objects", n);
        MUST(h.context, set_objects(&h));
    }
    uint64_t hash = results(&h, &status);
    if (status != THRONG_OK) {
        expect_out_of_memory(&h, status, "update, combine, best or read", n);
        throng_influence_info info;
        throng_best best;
        MUST(h.context, throng_influence_get_info(h.map, &info));
        cr_expect(info.lost == 0, "request %d: the map is lost", n);
        cr_expect(throng_influence_best(h.map, THRONG_LAYER_COMBINED, NULL, &best) ==
                      THRONG_ERROR_INVALID_ARGUMENT,
                  "request %d: there is no combination", n);
        hash = results(&h, &status);
        MUST(h.context, status);
    }
    cr_expect(hash == expected || expected == 0, "request %d: the results differ", n);
    int failed = h.w->failed;
    throng_influence_destroy(h.map);
    MUST(h.context, throng_context_destroy(h.context));
    cr_expect(watch_end(h.w) == 0, "request %d", n);
    cr_expect(failed == 0 || failed == 1);
    return failed;
}

/* The results that a session should have. */
static uint64_t expected_results(void)
{
    variant v = reference_variant();
    throng_status status;
    host h = {.context = open_variant(&v, NULL)};
    MUST(h.context, make_map(&h));
    MUST(h.context, set_objects(&h));
    uint64_t hash = results(&h, &status);
    MUST(h.context, status);
    throng_influence_destroy(h.map);
    throng_context_destroy(h.context);
    return hash;
}

Test(memory, each_request_fails_once)
{
    variant list[5];
    int32_t count = few_variants(list, 4);
    uint64_t expected = expected_results();
    list[count] = list[0];
    list[count].backend = THRONG_BACKEND_AUTO; /* a device that fails is no failure */
    snprintf(list[count++].name, sizeof list[0].name, "automatic");
    for (int32_t i = 0; i < count; i++) {
        int n = 1;
        while (n < 500 && session(&list[i], n, expected))
            n++;
        printf("%s: %d requests\n", list[i].name, n - 1);
        cr_expect(n > 8 && n < 500, "%s: %d requests", list[i].name, n - 1);
    }
}

Test(memory, devices)
{
    for (int n = 1; n < 100; n++) {
        throng_context_def def = throng_context_default_def();
        watch *w = watch_begin();
        int32_t count = -1;
        watch_hooks(w, &def);
        w->fail_at = n;
        throng_status status = throng_devices(&def, NULL, 0, &count);
        int failed = w->failed;
        cr_expect(status == (failed ? THRONG_ERROR_OUT_OF_MEMORY : THRONG_OK), "request %d: %s", n,
                  throng_status_string(status));
        cr_expect(watch_end(w) == 0);
        if (!failed)
            return;
        cr_expect(count == 0, "request %d: count is %d", n, (int)count);
    }
    cr_expect(0, "no end of requests");
}

/* More than the host wants to give, however much is asked for. */
Test(memory, huge_maps)
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        throng_context_def hooks = throng_context_default_def();
        watch *w = watch_begin();
        throng_influence *map;
        watch_hooks(w, &hooks);
        throng_context *context = open_variant(&list[i], &hooks);
        int64_t alive = watch_alive(w);
        w->largest = 1 << 22;
        if (list[i].backend != THRONG_BACKEND_OPENCL) {
            throng_influence_def def = map_def(32768, 32768, THRONG_GRID_SQUARE8);
            def.layers = THRONG_MAX_LAYERS;
            cr_expect(throng_influence_create(context, &def, &map) == THRONG_ERROR_OUT_OF_MEMORY &&
                      map == NULL);
            cr_expect(strstr(w->log, "bytes") != NULL, "%s", w->log);
        }
        throng_influence_def crowded = map_def(2, 2, THRONG_GRID_SQUARE8);
        crowded.object_capacity = 1 << 27;
        cr_expect(throng_influence_create(context, &crowded, &map) == THRONG_ERROR_OUT_OF_MEMORY &&
                  map == NULL);
        cr_expect(watch_alive(w) == alive);
        cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    }
}

/* ---------------------------------------------------------------- steady state ---------------------- */

static void frame(host *h, int number)
{
    float moves[OBJECTS][4], values[W * H];
    throng_best best;
    const throng_region part = {10, 5, 30, 20};
    for (int i = 0; i < OBJECTS; i++) {
        throng_influence_object o = object_number(i + number);
        moves[i][0] = o.x;
        moves[i][1] = o.y;
        moves[i][2] = o.vy;
        moves[i][3] = o.vx;
    }
    size_t stride = sizeof moves[0];
    MUST(h->context,
         throng_influence_move_objects(h->map, 0, 0, OBJECTS, moves[0], stride, moves[0] + 2, stride));
    MUST(h->context, throng_influence_move_objects(h->map, 1, 0, 5, moves[0], stride, NULL, 0));
    MUST(h->context, set_objects(h));
    MUST(h->context, throng_influence_truncate_objects(h->map, 2, number % 20));
    MUST(h->context, throng_influence_update(h->map));
    MUST(h->context, throng_influence_combine(h->map, (float[]){1.0f, 0.5f, (float)number}, LAYERS));
    MUST(h->context, throng_influence_read(h->map, 0, NULL, values, 0));
    MUST(h->context, throng_influence_read(h->map, THRONG_LAYER_COMBINED, &part, values, 0));
    MUST(h->context, throng_influence_best(h->map, THRONG_LAYER_COMBINED, &part, &best));
}

Test(memory, steady_state_allocates_nothing)
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        host h = {.w = watch_begin(), .hooks = throng_context_default_def()};
        watch_hooks(h.w, &h.hooks);
        h.context = open_variant(&list[i], &h.hooks);
        MUST(h.context, make_map(&h));
        MUST(h.context, throng_influence_set_momentum(h.map, 1, 0.5f));
        MUST(h.context, set_objects(&h));
        frame(&h, 0);
        int64_t allocations = h.w->allocations, releases = h.w->releases;
        cr_expect(allocations > 3);
        for (int k = 1; k < 30; k++)
            frame(&h, k);
        cr_expect(h.w->allocations == allocations && h.w->releases == releases,
                  "%s: %lld allocations in 29 frames", list[i].name,
                  (long long)(h.w->allocations - allocations));
        throng_influence_destroy(h.map);
        MUST(h.context, throng_context_destroy(h.context));
        cr_expect(watch_end(h.w) == 0);
    }
}

/* What a map says it uses is what it asked for. */
Test(memory, said_and_used)
{
    variant v = reference_variant();
    host h = {.w = watch_begin(), .hooks = throng_context_default_def()};
    throng_influence_info info;
    watch_hooks(h.w, &h.hooks);
    h.context = open_variant(&v, &h.hooks);
    uint64_t before = 0, after = 0;
    for (int32_t i = 0; i < h.w->block_count; i++)
        before += h.w->blocks[i].size;
    MUST(h.context, make_map(&h));
    MUST(h.context, throng_influence_combine(h.map, (float[]){1.0f, 1.0f, 1.0f}, LAYERS));
    for (int32_t i = 0; i < h.w->block_count; i++)
        after += h.w->blocks[i].size;
    MUST(h.context, throng_influence_get_info(h.map, &info));
    cr_expect(info.host_bytes == after - before, "%llu bytes said, %llu asked for",
              (unsigned long long)info.host_bytes, (unsigned long long)(after - before));
    cr_expect(info.device_bytes == 0);
    throng_influence_destroy(h.map);
    MUST(h.context, throng_context_destroy(h.context));
    cr_expect(watch_end(h.w) == 0);
}

/* Maps made and destroyed, with and without the combination, in any order. */
Test(memory, made_and_destroyed)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 8, .run = run_threads};
    host h = {.w = watch_begin(), .hooks = throng_context_default_def()};
    throng_status status;
    watch_hooks(h.w, &h.hooks);
    h.context = open_variant(&v, &h.hooks);
    throng_influence *maps[8] = {NULL};
    rng r = {71};
    for (int i = 0; i < 100; i++) {
        int k = rng_below(&r, 8);
        throng_influence_destroy(maps[k]);
        MUST(h.context, make_map(&h));
        maps[k] = h.map;
        if (i % 2)
            MUST(h.context, set_objects(&h));
        if (i % 3)
            cr_expect(results(&h, &status) != 0);
    }
    for (int k = 0; k < 8; k++)
        throng_influence_destroy(maps[k]);
    MUST(h.context, throng_context_destroy(h.context));
    cr_expect(watch_end(h.w) == 0);
}
