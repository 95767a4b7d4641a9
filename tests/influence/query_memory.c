/* The host's allocator under questions of agents and tables of all pairs: refused requests, one after the
 * other; nothing allocated once all is set up; what a map says it uses. */
#include "tests/influence/query_scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { QUESTIONS = 300, COUNT = 30, MOST_CELLS = 512 };

static const query_scene asked_scene = {{.name = "asked",
                                         .grid = THRONG_GRID_HEX,
                                         .width = 17,
                                         .height = 10,
                                         .worlds = 3,
                                         .cell_size = 1.0f,
                                         .seed = 41},
                                        VALUES_NUMBERS};

/* ---------------------------------------------------------------- questions ------------------------- */

typedef struct replies {
    throng_best regions[QUESTIONS], cells[QUESTIONS], worst;
    throng_sample samples[QUESTIONS];
} replies;

typedef struct questions {
    throng_region regions[QUESTIONS];
    throng_cell cells[QUESTIONS];
    throng_point points[QUESTIONS];
} questions;

static questions make_questions(const asked *a)
{
    questions q;
    rng r = {42};
    for (int i = 0; i < QUESTIONS; i++) {
        q.regions[i] = asked_region(a, &r);
        q.cells[i] = (throng_cell){q.regions[i].column, q.regions[i].row};
        q.points[i] = asked_point(a, &r);
    }
    return q;
}

static throng_status ask(throng_influence *map, int first, const questions *q, replies *to)
{
    switch (first % 4) {
    case 0:
        return throng_influence_best_of_regions(map, 0, THRONG_LARGEST, QUESTIONS, q->regions, 0,
                                                to->regions);
    case 1:
        return throng_influence_best_of_neighbors(map, 0, THRONG_SMALLEST, 1, QUESTIONS, q->cells, 0,
                                                  to->cells);
    case 2:
        return throng_influence_sample(map, 0, QUESTIONS, q->points, 0, to->samples);
    default:
        return throng_influence_worst(map, 0, NULL, &to->worst);
    }
}

/* A map whose first question is of this kind, and fails for want of memory at the n-th request from there:
 * the answers stay as they are, the map too, and asked again it answers. 0 where fewer than n were made. */
static int ask_without(const variant *v, int first, int n, replies *expected, int *rejected)
{
    watch *w = watch_begin();
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(w, &hooks);
    throng_context *context = open_variant(v, &hooks);
    asked *a = asked_begin(context, &asked_scene);
    const questions q = make_questions(a);
    replies *got = must_allocate(sizeof *got), *before = must_allocate(sizeof *before);
    asked_read(a, 0);
    const uint64_t values = hash_bytes(a->values, a->cells * sizeof *a->values);
    memset(got, 0x2e, sizeof *got);
    memset(before, 0x2e, sizeof *before);
    w->logs = 0;
    w->fail_at = n;
    throng_status status = ask(a->map, first, &q, got);
    w->fail_at = 0;
    if (status != THRONG_OK) {
        cr_expect(w->failed && status == THRONG_ERROR_OUT_OF_MEMORY && w->assertions == 0 && w->logs > 0 &&
                      strstr(throng_context_message(context), "memory") != NULL,
                  "%s, kind %d, request %d: %s, logged \"%s\"", v->name, first, n,
                  throng_status_string(status), w->log);
        cr_expect(memcmp(got, before, sizeof *got) == 0, "%s, kind %d, request %d: answers", v->name, first,
                  n);
        asked_read(a, 0);
        cr_expect(hash_bytes(a->values, a->cells * sizeof *a->values) == values);
        ++*rejected;
    } /* what only the cache of kernels asks for is no failure of the call */
    for (int kind = 0; kind < 4; kind++)
        MUST(context, ask(a->map, first + kind, &q, got));
    if (n == 0)
        memcpy(expected, got, sizeof *got);
    cr_expect(memcmp(expected, got, sizeof *got) == 0, "%s, kind %d, request %d: other answers", v->name,
              first, n);
    int failed = w->failed;
    asked_end(a);
    cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    free(before);
    free(got);
    return failed;
}

Test(queries, each_request_fails_once)
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    replies *expected = must_allocate(sizeof *expected);
    for (int32_t i = 0; i < count; i++)
        for (int first = 0; first < 4; first++) {
            int n = 1, rejected = 0;
            cr_expect(ask_without(&list[i], first, 0, expected, &rejected) == 0);
            while (n < 50 && ask_without(&list[i], first, n, expected, &rejected))
                n++;
            cr_expect(n < 50 && (n > 1) == (list[i].backend == THRONG_BACKEND_OPENCL) &&
                          (rejected > 0) == (n > 1),
                      "%s: %d requests, %d calls refused", list[i].name, n - 1, rejected);
        }
    free(expected);
}

EACH(queries, steady_state_allocates_nothing)
{
    throng_context_info about;
    throng_context_def hooks = throng_context_default_def();
    MUST(context, throng_context_get_info(context, &about));
    variant v = {.backend = about.opencl ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU, .isa = about.isa};
    watch *w = watch_begin();
    watch_hooks(w, &hooks);
    throng_context *watched = open_variant(&v, &hooks);
    asked *a = asked_begin(watched, &asked_scene);
    const questions q = make_questions(a);
    replies *got = must_allocate(sizeof *got);
    MUST(watched, ask(a->map, 0, &q, got));
    int64_t allocations = w->allocations, releases = w->releases;
    for (int k = 0; k < 40; k++)
        MUST(watched, ask(a->map, k, &q, got));
    cr_expect(w->allocations == allocations && w->releases == releases);
    free(got);
    asked_end(a);
    cr_expect(throng_context_destroy(watched) == THRONG_OK && watch_end(w) == 0);
}

/* ---------------------------------------------------------------- tables of all pairs --------------- */

typedef struct host {
    watch *w;
    throng_context *context;
    walk_scene s;
    uint8_t *walls;
    throng_influence_object *objects;
    throng_terrain *terrain;
    throng_influence *map;
} host;

static host host_begin(const variant *v)
{
    host h = {.w = watch_begin()};
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(h.w, &hooks);
    h.context = open_variant(v, &hooks);
    h.s = (walk_scene){.grid = THRONG_GRID_SQUARE8, .propagation = THRONG_PROPAGATION_PATH};
    h.s.width = 16;
    h.s.height = 9;
    h.s.worlds = 2;
    h.s.cell_size = 1.0f;
    h.s.walls = WALLS_RANDOM;
    h.s.density = 20;
    h.s.count = COUNT;
    h.s.seed = 43;
    h.s.objects = (mix){.reach_low = 3,
                        .reach_high = 30,
                        .exponential = 50,
                        .adjusted = 50,
                        .alpha_most = 0.9f,
                        .strength_high = 4,
                        .gamma_lowest = -1};
    h.walls = scene_walls(&h.s);
    h.objects = walk_objects(&h.s, h.walls);
    h.terrain = walk_terrain(h.context, &h.s, h.walls);
    return h;
}

static void host_end(host *h)
{
    throng_influence_destroy(h->map);
    MUST(h->context, throng_terrain_destroy(h->terrain));
    MUST(h->context, throng_context_destroy(h->context));
    cr_expect(watch_end(h->w) == 0);
    free(h->objects);
    free(h->walls);
}

static throng_status make_map(host *h)
{
    throng_influence_def def = walk_def(&h->s);
    def.terrain = h->terrain;
    def.layers = 2;
    def.all_pairs = 1;
    return throng_influence_create(h->context, &def, &h->map);
}

static throng_status set_objects(host *h, int32_t layer)
{
    return throng_influence_set_objects(h->map, layer, 0, COUNT / (layer + 1), h->objects, 0);
}

static uint64_t results(host *h)
{
    float values[2][MOST_CELLS];
    memset(values, 0, sizeof values);
    MUST(h->context, throng_influence_update(h->map));
    for (int32_t layer = 0; layer < 2; layer++)
        MUST(h->context, throng_influence_read(h->map, layer, NULL, values[layer], 0));
    return hash_bytes(values, sizeof values);
}

/* As above, for a map with a table and its objects. A failed create takes nothing. */
static int table_without(const variant *v, int n, uint64_t *expected)
{
    host h = host_begin(v);
    int64_t alive = watch_alive(h.w);
    h.w->fail_at = n;
    throng_status status = make_map(&h);
    if (status != THRONG_OK) {
        cr_expect(h.map == NULL && status == THRONG_ERROR_OUT_OF_MEMORY && watch_alive(h.w) == alive &&
                      h.w->assertions == 0,
                  "request %d: %s, %lld blocks", n, throng_status_string(status),
                  (long long)(watch_alive(h.w) - alive));
        cr_expect(strstr(throng_context_message(h.context), "memory") != NULL);
        MUST(h.context, make_map(&h));
    }
    for (int32_t layer = 0; layer < 2; layer++) {
        status = set_objects(&h, layer);
        if (status == THRONG_OK)
            continue;
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && throng_influence_object_count(h.map, layer) == 0,
                  "request %d: %s", n, throng_status_string(status));
        MUST(h.context, set_objects(&h, layer));
    }
    uint64_t hash = results(&h);
    cr_expect(n == 0 || hash == *expected, "request %d: the results differ", n);
    *expected = hash;
    int failed = h.w->failed;
    host_end(&h);
    return failed;
}

Test(all_pairs, each_request_fails_once)
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < count; i++) {
        uint64_t expected = 0;
        int n = 1;
        cr_expect(table_without(&list[i], 0, &expected) == 0);
        while (n < 100 && table_without(&list[i], n, &expected))
            n++;
        cr_expect(n > 15 && n < 100, "%s: %d requests", list[i].name, n - 1);
    }
}

/* Also where walls change at every update, and the table with them. */
Test(all_pairs, steady_state_allocates_nothing)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2};
    host h = host_begin(&v);
    MUST(h.context, make_map(&h));
    MUST(h.context, set_objects(&h, 0));
    MUST(h.context, set_objects(&h, 1));
    results(&h);
    int64_t allocations = h.w->allocations, releases = h.w->releases;
    for (int k = 0; k < 30; k++) {
        const throng_region wall = {k % 14, k % 8, 2, 1};
        MUST(h.context, throng_terrain_fill(h.terrain, &wall, k % 3 != 0));
        results(&h);
        MUST(h.context, throng_terrain_set(h.terrain, NULL, h.walls, 0));
        MUST(h.context, throng_influence_truncate_objects(h.map, 0, k % COUNT));
        MUST(h.context, set_objects(&h, 0));
        results(&h);
    }
    cr_expect(h.w->allocations == allocations && h.w->releases == releases);
    host_end(&h);
}

Test(all_pairs, said_and_used)
{
    variant v = reference_variant();
    host h = host_begin(&v);
    throng_influence_info info;
    uint64_t bytes = 0;
    for (int32_t i = 0; i < h.w->block_count; i++)
        bytes -= h.w->blocks[i].alive ? h.w->blocks[i].size : 0;
    MUST(h.context, make_map(&h));
    MUST(h.context, set_objects(&h, 0));
    for (int32_t i = 0; i < h.w->block_count; i++)
        bytes += h.w->blocks[i].alive ? h.w->blocks[i].size : 0;
    MUST(h.context, throng_influence_get_info(h.map, &info));
    cr_expect(info.host_bytes == bytes, "%llu bytes said, %llu in use", (unsigned long long)info.host_bytes,
              (unsigned long long)bytes);
    host_end(&h);
}

/* The seconds of kernels are those of the last questions, where the context profiles. */
Test(queries, profiled)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    enum { MANY = 100000 };
    static throng_point points[MANY];
    static throng_sample samples[MANY];
    throng_influence_info one, many;
    throng_influence *map;
    throng_context_def hooks = throng_context_default_def();
    throng_influence_def def = map_def(16, 16, THRONG_GRID_SQUARE8);
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    hooks.profile = 1;
    throng_context *context = open_variant(&v, &hooks);
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_sample(map, 0, 1, points, 0, samples));
    MUST(context, throng_influence_get_info(map, &one));
    MUST(context, throng_influence_sample(map, 0, MANY, points, 0, samples));
    MUST(context, throng_influence_get_info(map, &many));
    cr_expect(one.kernel_seconds > 0.0 && many.kernel_seconds > one.kernel_seconds, "%g s, %g s",
              one.kernel_seconds, many.kernel_seconds);
    MUST(context, throng_influence_sample(map, 0, 1, points, 0, samples));
    MUST(context, throng_influence_get_info(map, &one));
    cr_expect(one.kernel_seconds < many.kernel_seconds, "%g s, %g s", one.kernel_seconds,
              many.kernel_seconds);
    throng_influence_destroy(map);
    MUST(context, throng_context_destroy(context));
}

/* A host that gives no large pieces: the table is refused, and the map without one is not. */
Test(all_pairs, more_than_there_is)
{
    variant v = reference_variant();
    watch *w = watch_begin();
    throng_context_def hooks = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = map_def(64, 64, THRONG_GRID_HEX);
    throng_influence *map;
    watch_hooks(w, &hooks);
    throng_context *context = open_variant(&v, &hooks);
    ground.width = ground.height = 64;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.propagation = THRONG_PROPAGATION_PATH;
    def.object_capacity = 4;
    int64_t alive = watch_alive(w);
    w->largest = 5 << 20;
    def.all_pairs = 1;
    cr_expect(throng_influence_create(context, &def, &map) == THRONG_ERROR_OUT_OF_MEMORY && map == NULL);
    cr_expect(strstr(throng_context_message(context), "of all pairs") != NULL, "\"%s\"",
              throng_context_message(context));
    cr_expect(watch_alive(w) == alive);
    def.all_pairs = 0;
    MUST(context, throng_influence_create(context, &def, &map));
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
}
