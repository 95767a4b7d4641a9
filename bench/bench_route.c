/* The workload "route": shortest and cheapest routes between pairs of free cells, their cells included. */
#define _POSIX_C_SOURCE 200809L
#include "bench_route.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK = 1, THREADS = 2, COSTS = 4 };
typedef enum ground_kind { NOISE, ROOMS } ground_kind;

typedef struct scene {
    const char *name;
    int32_t side, pairs;
    ground_kind ground;
    throng_route_method method;
    int32_t flags;
} scene;

static const scene scenes[] = {
    {"route-astar-512-noise", 512, 30, NOISE, THRONG_ROUTE_ASTAR, QUICK},
    {"route-astar-512-rooms", 512, 30, ROOMS, THRONG_ROUTE_ASTAR, QUICK},
    {"route-dijkstra-512-noise", 512, 10, NOISE, THRONG_ROUTE_DIJKSTRA, QUICK},
    {"route-dijkstra-512-rooms", 512, 10, ROOMS, THRONG_ROUTE_DIJKSTRA, 0},
    {"route-astar-2048-rooms", 2048, 10, ROOMS, THRONG_ROUTE_ASTAR, THREADS},
    {"route-dijkstra-2048-rooms", 2048, 4, ROOMS, THRONG_ROUTE_DIJKSTRA, THREADS},
    {"route-astar-512-noise-costs", 512, 30, NOISE, THRONG_ROUTE_ASTAR, COSTS},
    {"route-dijkstra-512-noise-costs", 512, 10, NOISE, THRONG_ROUTE_DIJKSTRA, QUICK | COSTS},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- ground ---------------------------- */

static uint64_t next_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static int32_t below(uint64_t *state, int32_t n) { return (int32_t)(next_bits(state) % (uint64_t)n); }

/* Rooms of 15 x 15 cells; two walls of three have a door, three cells wide. */
static void make_rooms(uint8_t *blocked, int32_t side, uint64_t *state)
{
    enum { ROOM = 16 };
    for (int32_t i = 0; i < side * side; i++)
        blocked[i] = i % side % ROOM == 0 || i / side % ROOM == 0;
    for (int32_t row = 0; row < side / ROOM; row++)
        for (int32_t column = 0; column < side / ROOM; column++)
            for (int32_t down = 0; down < 2; down++) {
                const int32_t at = 1 + below(state, ROOM - 4);
                if (below(state, 3) == 0)
                    continue;
                for (int32_t k = 0; k < 3; k++) {
                    const int32_t x = column * ROOM + (down ? at + k : 0),
                                  y = row * ROOM + (down ? 0 : at + k);
                    blocked[y * side + x] = (uint8_t)(x == 0 || y == 0);
                }
            }
}

static throng_cell free_cell(const throng_bench_roads *roads, uint64_t *state)
{
    int32_t cell;
    do
        cell = below(state, roads->width * roads->height);
    while (roads->blocked[cell]);
    return (throng_cell){cell % roads->width, cell / roads->width};
}

static void make_roads(throng_bench_roads *roads, const scene *s)
{
    uint64_t state = 1959;
    const size_t cells = (size_t)s->side * (size_t)s->side;
    float *costs = throng_bench_allocate(cells, sizeof *costs);
    *roads = (throng_bench_roads){.width = s->side, .height = s->side, .count = s->pairs, .costs = costs};
    roads->ahead = s->method == THRONG_ROUTE_ASTAR;
    roads->blocked = throng_bench_allocate(cells, 1);
    roads->pairs = throng_bench_allocate((size_t)s->pairs, sizeof *roads->pairs);
    if (s->ground == ROOMS)
        make_rooms(roads->blocked, s->side, &state);
    for (size_t i = 0; i < cells; i++) {
        if (s->ground == NOISE)
            roads->blocked[i] = below(&state, 5) == 0;
        costs[i] = (float)below(&state, 1000) * 0.004f;
    }
    roads->blocked[0] = 1;
    for (int32_t i = 0; i < s->pairs; i++) {
        roads->pairs[i].from = free_cell(roads, &state);
        roads->pairs[i].to = free_cell(roads, &state);
    }
    if (!(s->flags & COSTS)) {
        free(costs);
        roads->costs = NULL;
    }
}

static void release_roads(throng_bench_roads *roads)
{
    free(roads->blocked);
    free(roads->pairs);
    free((void *)(uintptr_t)roads->costs);
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    throng_bench *bench;
    const throng_bench_roads *roads;
    throng_context *context;
    throng_terrain *terrain;
    throng_route *route;
    throng_route_result *results;
    throng_cell *cells;
    int64_t cell_count;
    int32_t threads;
} contender;

static void make_contender(contender *c, const scene *s)
{
    throng_context_def def = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_route_def route = throng_route_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.isa = c->bench->options.isa;
    def.threads = c->threads;
    throng_bench_check(NULL, throng_context_create(&def, &c->context), "a context");
    ground.width = ground.height = s->side;
    throng_bench_check(c->context, throng_terrain_create(c->context, &ground, &c->terrain), "terrain");
    throng_bench_check(c->context, throng_terrain_set(c->terrain, NULL, c->roads->blocked, 0), "terrain");
    route.terrain = c->terrain;
    route.method = s->method;
    throng_bench_check(c->context, throng_route_create(c->context, &route, &c->route), "routes");
    if (c->roads->costs)
        throng_bench_check(c->context, throng_route_set_costs(c->route, NULL, c->roads->costs, 0), "costs");
    c->results = throng_bench_allocate((size_t)c->roads->count, sizeof *c->results);
    throng_bench_check(
        c->context, throng_route_find(c->route, c->roads->count, c->roads->pairs, 0, c->results), "routes");
    for (int32_t i = 0; i < c->roads->count; i++)
        c->cell_count += c->results[i].cell_count;
    c->cells = throng_bench_allocate((size_t)c->cell_count, sizeof *c->cells);
}

static void release_contender(contender *c)
{
    throng_route_destroy(c->route);
    throng_bench_check(c->context, throng_terrain_destroy(c->terrain), "terrain");
    throng_bench_check(c->context, throng_context_destroy(c->context), "a context");
    free(c->results);
    free(c->cells);
}

static double searches(void *data, int32_t repeats)
{
    contender *c = data;
    double (*const now)(void) = c->bench->options.cpu_time ? throng_bench_cpu : throng_bench_wall;
    const double start = now();
    for (int32_t i = 0; i < repeats; i++) {
        throng_bench_check(c->context,
                           throng_route_find(c->route, c->roads->count, c->roads->pairs, 0, c->results),
                           "routes");
        throng_bench_check(c->context,
                           throng_route_read(c->route, 0, c->roads->count, c->cells, c->cell_count),
                           "cells of routes");
    }
    return now() - start;
}

static uint64_t hash_of(const contender *c, float *totals)
{
    for (int32_t i = 0; i < c->roads->count; i++)
        totals[i] = c->results[i].total;
    return throng_bench_hash(totals, (size_t)c->roads->count);
}

typedef struct textbook {
    const throng_bench *bench;
    const throng_bench_roads *roads;
    float *totals;
    void *memory;
    int64_t taken;
} textbook;

static double textbook_searches(void *data, int32_t repeats)
{
    textbook *t = data;
    double (*const now)(void) = t->bench->options.cpu_time ? throng_bench_cpu : throng_bench_wall;
    const double start = now();
    for (int32_t i = 0; i < repeats; i++)
        t->taken = throng_bench_search(t->roads, t->totals, t->memory);
    return now() - start;
}

/* ---------------------------------------------------------------- rows ------------------------------ */

static void add_row(const contender *c, const scene *s, const throng_bench_runner *own,
                    const throng_bench_runner *peer, const char *name, double taken, uint64_t hash)
{
    throng_bench_row row;
    throng_bench_times of_peer;
    memset(&row, 0, sizeof row);
    (void)snprintf(row.scene, sizeof row.scene, "%s", s->name);
    row.workload = "route";
    (void)snprintf(row.operation, sizeof row.operation, "%s%s",
                   s->method == THRONG_ROUTE_ASTAR ? "A*" : "Dijkstra",
                   s->flags & COSTS ? ", with costs" : "");
    row.sizes[0] = (throng_bench_number){"width", s->side};
    row.sizes[1] = (throng_bench_number){"height", s->side};
    row.sizes[2] = (throng_bench_number){"routes", s->pairs};
    row.backend = throng_backend_name(THRONG_BACKEND_CPU);
    row.isa = throng_isa_name(c->bench->options.isa);
    row.threads = c->threads;
    (void)snprintf(row.device, sizeof row.device, "%s", c->bench->machine.processor);
    row.pairs = taken;
    row.peer_part = 1.0;
    row.hash = hash;
    throng_bench_progress(c->bench, "%s, %d threads, against %s", s->name, (int)c->threads, name);
    throng_bench_compare(&c->bench->effort, own, peer, &row.time, &of_peer, &row.ratio);
    (void)snprintf(row.peer, sizeof row.peer, "%s", name);
    row.ns_per_pair = throng_bench_median(&row.time) * 1e9 / row.pairs;
    throng_bench_add_row(c->bench, &row);
}

/* Totals that agree, apart from the rounding of the textbook's floats. */
static void check_textbook(const contender *c, const scene *s, textbook *t)
{
    int32_t different = 0;
    (void)textbook_searches(t, 1);
    for (int32_t i = 0; i < c->roads->count; i++)
        different += !(fabsf(c->results[i].total - t->totals[i]) <= 1e-4f * (1.0f + t->totals[i]));
    if (different > 0) {
        throng_bench_print_note(c->bench, "MISTAKE in %s: naive code finds other totals for %d of %d routes",
                                s->name, (int)different, (int)c->roads->count);
        c->bench->mistakes++;
    }
}

static void run_threads(contender *first, const scene *s, double taken, uint64_t hash, float *totals)
{
    contender other = {
        .bench = first->bench, .roads = first->roads, .threads = first->bench->options.threads};
    make_contender(&other, s);
    if (hash_of(&other, totals) != hash) {
        throng_bench_print_note(first->bench, "MISTAKE in %s: %d threads give other bits", s->name,
                                (int)other.threads);
        first->bench->mistakes++;
    }
    const throng_bench_runner own = {searches, &other}, peer = {searches, first};
    add_row(&other, s, &own, &peer, "1 thread", taken, hash);
    release_contender(&other);
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_roads roads;
    make_roads(&roads, s);
    contender c = {.bench = bench, .roads = &roads, .threads = 1};
    make_contender(&c, s);
    textbook t = {.bench = bench, .roads = &roads};
    t.totals = throng_bench_allocate((size_t)roads.count, sizeof *t.totals);
    t.memory = throng_bench_allocate(throng_bench_search_bytes(&roads), 1);
    throng_bench_print_scene(
        bench, "%s: %d routes on %d x %d cells, %s; ns per cell that naive code takes off its heap", s->name,
        (int)s->pairs, (int)s->side, (int)s->side, s->ground == NOISE ? "a fifth walls" : "rooms with doors");
    check_textbook(&c, s, &t);
    const uint64_t hash = hash_of(&c, t.totals);
    const double taken = (double)t.taken;
    const throng_bench_runner own = {searches, &c}, peer = {textbook_searches, &t};
    add_row(&c, s, &own, &peer, "binary heap, -O2", taken, hash);
    if (s->flags & THREADS && bench->options.threads > 1 && !bench->options.cpu_time)
        run_threads(&c, s, taken, hash, t.totals);
    free(t.totals);
    free(t.memory);
    release_contender(&c);
    release_roads(&roads);
}

void throng_bench_run_route(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & QUICK))
            continue;
        if (bench->options.list)
            printf("%-30s route, %4d x %4d cells, %4d routes%s\n", scenes[i].name, (int)scenes[i].side,
                   (int)scenes[i].side, (int)scenes[i].pairs, scenes[i].flags & QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
