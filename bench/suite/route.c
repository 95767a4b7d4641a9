/* The workload "route": shortest and cheapest routes between pairs of free cells, their cells included, and
 * lengths of shortest paths alone. */
#include "bench/suite/route.h"
#include "bench/suite/example_scenes.h"
#include "bench/suite/picture.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK = THRONG_BENCH_QUICK, THREADS = THRONG_BENCH_THREADS, COSTS = 16, LENGTHS = 32 };
typedef enum ground_kind { NOISE, ROOMS, RIVERHOLD } ground_kind; /* the last: the level of examples/maps */

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
    {"route-astar-riverhold", THRONG_BENCH_LEVEL, 30, RIVERHOLD, THRONG_ROUTE_ASTAR, 0},
    {"route-dijkstra-riverhold", THRONG_BENCH_LEVEL, 10, RIVERHOLD, THRONG_ROUTE_DIJKSTRA, 0},
    {"distances-512-noise", 512, 30, NOISE, THRONG_ROUTE_DIJKSTRA, QUICK | THREADS | LENGTHS},
    {"distances-riverhold", THRONG_BENCH_LEVEL, 30, RIVERHOLD, THRONG_ROUTE_DIJKSTRA, THREADS | LENGTHS},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- ground ---------------------------- */

/* Rooms of 15 x 15 cells; two walls of three have a door, three cells wide. */
static void make_rooms(uint8_t *blocked, int32_t side, uint64_t *state)
{
    enum { ROOM = 16 };
    for (int32_t i = 0; i < side * side; i++)
        blocked[i] = i % side % ROOM == 0 || i / side % ROOM == 0;
    for (int32_t row = 0; row < side / ROOM; row++)
        for (int32_t column = 0; column < side / ROOM; column++)
            for (int32_t down = 0; down < 2; down++) {
                const int32_t at = 1 + throng_bench_below(state, ROOM - 4);
                if (throng_bench_below(state, 3) == 0)
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
        cell = throng_bench_below(state, roads->width * roads->height);
    while (roads->blocked[cell]);
    return (throng_cell){cell % roads->width, cell / roads->width};
}

static void make_roads(throng_bench_roads *roads, const scene *s)
{
    uint64_t state = throng_bench_seed(1959);
    const size_t cells = (size_t)s->side * (size_t)s->side;
    float *costs = throng_bench_allocate(cells, sizeof *costs);
    *roads = (throng_bench_roads){.width = s->side, .height = s->side, .count = s->pairs, .costs = costs};
    roads->ahead = s->method == THRONG_ROUTE_ASTAR;
    roads->lengths = (s->flags & LENGTHS) != 0;
    roads->blocked = throng_bench_allocate(cells, 1);
    roads->pairs = throng_bench_allocate((size_t)s->pairs, sizeof *roads->pairs);
    if (s->ground == ROOMS)
        make_rooms(roads->blocked, s->side, &state);
    if (s->ground == RIVERHOLD)
        throng_bench_level(roads->blocked);
    for (size_t i = 0; i < cells; i++) {
        if (s->ground == NOISE)
            roads->blocked[i] = throng_bench_below(&state, 5) == 0;
        costs[i] = (float)throng_bench_below(&state, 1000) * 0.004f;
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
    const throng_bench_roads *roads;
    throng_context *context;
    throng_terrain *terrain;
    throng_route *route;
    throng_route_result *results;
    float *lengths;
    throng_cell *cells;
    int64_t cell_count;
} contender;

static void *make_contender(const void *data, throng_context *context)
{
    const throng_bench_roads *roads = data;
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_route_def route = throng_route_default_def();
    c->roads = roads;
    c->context = context;
    ground.width = roads->width;
    ground.height = roads->height;
    throng_bench_check(context, throng_terrain_create(context, &ground, &c->terrain), "terrain");
    throng_bench_check(context, throng_terrain_set(c->terrain, NULL, roads->blocked, 0), "terrain");
    route.terrain = c->terrain;
    route.method = roads->ahead ? THRONG_ROUTE_ASTAR : THRONG_ROUTE_DIJKSTRA;
    throng_bench_check(context, throng_route_create(context, &route, &c->route), "routes");
    if (roads->costs)
        throng_bench_check(context, throng_route_set_costs(c->route, NULL, roads->costs, 0), "costs");
    c->results = throng_bench_allocate((size_t)roads->count, sizeof *c->results);
    throng_bench_check(context, throng_route_find(c->route, roads->count, roads->pairs, 0, c->results),
                       "routes");
    for (int32_t i = 0; i < roads->count; i++)
        c->cell_count += c->results[i].cell_count;
    c->cells = throng_bench_allocate((size_t)c->cell_count, sizeof *c->cells);
    c->lengths = throng_bench_allocate((size_t)roads->count, sizeof *c->lengths);
    throng_bench_check(context, throng_route_read(c->route, 0, roads->count, c->cells, c->cell_count),
                       "cells of routes");
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_route_destroy(c->route);
    throng_bench_check(c->context, throng_terrain_destroy(c->terrain), "terrain");
    free(c->results);
    free(c->lengths);
    free(c->cells);
    free(c);
}

static void frame(void *data)
{
    const contender *c = data;
    const int32_t count = c->roads->count;
    throng_bench_check(c->context, throng_route_find(c->route, count, c->roads->pairs, 0, c->results),
                       "routes");
    throng_bench_check(c->context, throng_route_read(c->route, 0, count, c->cells, c->cell_count),
                       "cells of routes");
}

static void frame_of_lengths(void *data)
{
    const contender *c = data;
    throng_bench_check(c->context,
                       throng_terrain_distances(c->terrain, THRONG_GRID_SQUARE8, c->roads->count,
                                                c->roads->pairs, 0, c->lengths),
                       "lengths of paths");
}

static uint64_t hash_of_lengths(void *data)
{
    const contender *c = data;
    frame_of_lengths(data);
    return hash_floats(c->lengths, (size_t)c->roads->count);
}

uint64_t throng_bench_route_hash(const throng_route_result *results, int32_t count, const throng_cell *cells,
                                 int64_t cell_count)
{
    uint64_t hash = HASH_START;
    for (int32_t i = 0; i < count; i++)
        hash = throng_bench_hash(hash, &results[i].total, 1);
    return throng_bench_hash(hash, cells, (size_t)cell_count * (sizeof *cells / sizeof(uint32_t)));
}

static uint64_t hash_of(void *data)
{
    const contender *c = data;
    frame(data);
    return throng_bench_route_hash(c->results, c->roads->count, c->cells, c->cell_count);
}

static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    throng_bench_look(view, 0.0, 0.0, c->roads->width);
    throng_bench_draw_walls(view, c->roads->blocked, c->roads->width, c->roads->height);
    for (int64_t i = 0; i < c->cell_count; i++) {
        const float at[2] = {(float)c->cells[i].column + 0.5f, (float)c->cells[i].row + 0.5f};
        throng_bench_draw_discs(view, at, 2, 1, 0.0, (canvas_color){255, 200, 90});
    }
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct textbook {
    const throng_bench_roads *roads;
    float *totals;
    void *memory;
    int64_t taken;
    int32_t cpu_clock;
} textbook;

static double searches(void *data, int32_t repeats)
{
    textbook *t = data;
    const double start = throng_bench_seconds(t->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        t->taken = throng_bench_search(t->roads, t->totals, t->memory);
    return throng_bench_seconds(t->cpu_clock) - start;
}

/* Totals that agree, apart from the rounding of the textbook's floats. */
static void check_textbook(throng_bench *bench, textbook *t, const throng_bench_subject *first)
{
    const contender *c = first->contender;
    int32_t different = 0;
    (void)searches(t, 1);
    for (int32_t i = 0; i < c->roads->count; i++)
        different += !(fabsf((c->roads->lengths ? c->lengths[i] : c->results[i].total) - t->totals[i]) <=
                       1e-4f * (1.0f + t->totals[i]));
    if (different > 0)
        throng_bench_mistake(bench, first->work->scene, "naive code finds other totals for %d of %d routes",
                             (int)different, (int)c->roads->count);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static const char *ground_of(const scene *s)
{
    return s->ground == NOISE ? "a fifth walls" : s->ground == ROOMS ? "rooms with doors" : "examples/maps";
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_roads roads;
    throng_bench_subject first;
    char operation[THRONG_BENCH_NAME];
    make_roads(&roads, s);
    (void)snprintf(operation, sizeof operation, "%s%s",
                   roads.lengths ? "lengths"
                   : roads.ahead ? "A*"
                                 : "Dijkstra",
                   s->flags & COSTS ? ", with costs" : "");
    throng_bench_work work = {.workload = "route",
                              .scene = s->name,
                              .operation = operation,
                              .sizes = {{"width", s->side}, {"height", s->side}, {"routes", s->pairs}},
                              .flags = s->flags | THRONG_BENCH_CPU_ALONE,
                              .data = &roads,
                              .open = make_contender,
                              .close = release_contender,
                              .frame = frame,
                              .hash = hash_of,
                              .draw = draw};
    if (roads.lengths) {
        work.frame = frame_of_lengths;
        work.hash = hash_of_lengths;
        work.flags |= THRONG_BENCH_ALLOCATES;
    }
    throng_bench_open_first(bench, &first, &work);
    textbook t = {.roads = &roads, .cpu_clock = first.cpu_clock};
    t.totals = throng_bench_allocate((size_t)roads.count, sizeof *t.totals);
    t.memory = throng_bench_allocate(throng_bench_search_bytes(&roads), 1);
    check_textbook(bench, &t, &first);
    work.pairs = (double)t.taken;
    throng_bench_print_scene(
        bench, "%s: %d %s on %d x %d cells, %s; ns per cell that naive code takes off its heap", s->name,
        (int)s->pairs, roads.lengths ? "lengths" : "routes", (int)s->side, (int)s->side, ground_of(s));
    const throng_bench_runner baseline = {searches, &t};
    if (throng_bench_has_baseline(bench, "naive"))
        throng_bench_add_baseline(bench, &first, &baseline, "naive, binary heap, -O2", 1.0);
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    free(t.totals);
    free(t.memory);
    release_roads(&roads);
}

void throng_bench_run_route(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & QUICK))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s route, %4d x %4d cells, %4d %s, %s%s\n", scenes[i].name,
                              (int)scenes[i].side, (int)scenes[i].side, (int)scenes[i].pairs,
                              scenes[i].flags & LENGTHS ? "lengths" : "routes", ground_of(&scenes[i]),
                              scenes[i].flags & QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
