/* The workload "potential": many points feel many sources. A frame is what a game does: all sources and
 * points move, the field is evaluated, and all forces are read. */
#include "bench/suite/potential.h"
#include "bench/suite/picture.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = THRONG_BENCH_LEVELS | THRONG_BENCH_OPENCL, GRID = 16 };

typedef struct scene {
    const char *name;
    int32_t sources, points;
    float side, range;
    int32_t flags;
} scene;

/* Sparse: 16 sources in range of a point. */
static const scene scenes[] = {
    {"potential-10k-dense", 10000, 10000, 100.0f, 200.0f, THRONG_BENCH_QUICK | LEVELS | THRONG_BENCH_THREADS},
    {"potential-100k-sparse", 100000, 100000, 140.125f, 1.0f, THRONG_BENCH_QUICK | LEVELS | GRID},
    {"potential-1m-sparse", 1000000, 1000000, 443.1f, 1.0f, THRONG_BENCH_THREADS | GRID},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- crowds ---------------------------- */

/* Somewhere, and half a range away from there at most. */
static void scatter(float *places[2], int32_t count, const scene *s, uint64_t *state)
{
    const float step = fminf(s->range, s->side / 100.0f);
    for (int32_t place = 0; place < 2; place++)
        places[place] = throng_bench_allocate(2 * (size_t)count, sizeof(float));
    for (int32_t i = 0; i < 2 * count; i++) {
        places[0][i] = throng_bench_random(state) * s->side;
        places[1][i] = places[0][i] + (throng_bench_random(state) - 0.5f) * step;
    }
}

static void make_crowd(throng_bench_crowd *crowd, const scene *s)
{
    uint64_t state = throng_bench_seed(20141);
    *crowd = (throng_bench_crowd){
        .source_count = s->sources, .point_count = s->points, .side = s->side, .range = s->range};
    crowd->sources = throng_bench_allocate((size_t)s->sources, sizeof *crowd->sources);
    crowd->points = throng_bench_allocate((size_t)s->points, sizeof *crowd->points);
    scatter(crowd->source_places, s->sources, s, &state);
    scatter(crowd->point_places, s->points, s, &state);
    for (int32_t i = 0; i < s->sources; i++) {
        crowd->sources[i] = throng_potential_default_source();
        crowd->sources[i].eta = 0.5f + throng_bench_random(&state);
        crowd->sources[i].range = s->range;
    }
    for (int32_t i = 0; i < s->points; i++)
        crowd->points[i].goal = THRONG_GOALS_NONE;
}

static void release_crowd(throng_bench_crowd *crowd)
{
    free(crowd->sources);
    free(crowd->points);
    for (int32_t place = 0; place < 2; place++) {
        free(crowd->source_places[place]);
        free(crowd->point_places[place]);
    }
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_crowd *crowd;
    throng_context *context;
    throng_potential *field;
    throng_force *forces;
    int32_t place;
} contender;

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_potential_def field = throng_potential_default_def();
    const throng_bench_crowd *crowd = c->crowd = data;
    c->context = context;
    field.source_capacity = crowd->source_count;
    field.point_capacity = crowd->point_count;
    throng_bench_check(c->context, throng_potential_create(c->context, &field, &c->field), "a field");
    throng_bench_check(c->context,
                       throng_potential_set_sources(c->field, 0, crowd->source_count, crowd->sources, 0),
                       "sources");
    throng_bench_check(
        c->context, throng_potential_set_points(c->field, 0, crowd->point_count, crowd->points, 0), "points");
    c->forces = throng_bench_allocate((size_t)crowd->point_count, sizeof *c->forces);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_potential_destroy(c->field);
    free(c->forces);
    free(c);
}

static void frame(void *data)
{
    contender *c = data;
    const throng_bench_crowd *crowd = c->crowd;
    c->place = !c->place;
    throng_bench_check(
        c->context,
        throng_potential_move_sources(c->field, 0, crowd->source_count, crowd->source_places[c->place], 0),
        "moving sources");
    throng_bench_check(
        c->context,
        throng_potential_move_points(c->field, 0, crowd->point_count, crowd->point_places[c->place], 0),
        "moving points");
    throng_bench_check(c->context, throng_potential_update(c->field), "an update");
    throng_bench_check(c->context, throng_potential_read(c->field, 0, crowd->point_count, c->forces, 0),
                       "reading forces");
}

/* With everything already there; one source moves, since a field that nobody touched is left as it is. */
static void resident(void *data)
{
    contender *c = data;
    c->place = !c->place;
    throng_bench_check(c->context,
                       throng_potential_move_sources(c->field, 0, 1, c->crowd->source_places[c->place], 0),
                       "moving a source");
    throng_bench_check(c->context, throng_potential_update(c->field), "an update");
    throng_bench_check(c->context, throng_context_wait(c->context), "an update");
}

/* A corner of it: points that feel something brighter, sources red. */
static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    const throng_bench_crowd *crowd = c->crowd;
    throng_bench_look(view, 0.0, 0.0, fmin((double)crowd->side, 25.0));
    for (int32_t i = 0; i < crowd->point_count; i++) {
        const double force = fmin(hypot((double)c->forces[i].fx, (double)c->forces[i].fy), 4.0) / 4.0;
        const uint8_t light = (uint8_t)(90.0 + 165.0 * sqrt(force));
        throng_bench_draw_discs(view, crowd->point_places[c->place] + 2 * (size_t)i, 2, 1, 0.12,
                                (canvas_color){(uint8_t)(light / 2), light, light});
    }
    throng_bench_draw_discs(view, crowd->source_places[c->place], 2, crowd->source_count, 0.1,
                            (canvas_color){230, 80, 60});
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_potential_info info;
    throng_bench_check(c->context, throng_potential_get_info(c->field, &info), "a field");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

static uint64_t hash_of(void *data)
{
    contender *c = data;
    c->place = 1;
    frame(c);
    return hash_floats(&c->forces[0].fx, 4 * (size_t)c->crowd->point_count);
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct baseline {
    throng_bench_crowd crowd; /* its own sources and points */
    throng_bench_feel *feel;
    throng_force *forces;
    void *memory;
    int32_t count, place; /* count: of the points that it works on */
    int32_t cpu_clock;
} baseline;

static void feel(baseline *p)
{
    p->place = !p->place;
    for (size_t i = 0; i < (size_t)p->crowd.source_count; i++) {
        p->crowd.sources[i].x = p->crowd.source_places[p->place][2 * i];
        p->crowd.sources[i].y = p->crowd.source_places[p->place][2 * i + 1];
    }
    for (size_t i = 0; i < (size_t)p->crowd.point_count; i++) {
        p->crowd.points[i].x = p->crowd.point_places[p->place][2 * i];
        p->crowd.points[i].y = p->crowd.point_places[p->place][2 * i + 1];
    }
    p->feel(&p->crowd, p->count, p->forces, p->memory);
}

/* Where it works on a part of the points, the time is that of all of them. */
static double feelings(void *data, int32_t repeats)
{
    baseline *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        feel(p);
    return (throng_bench_seconds(p->cpu_clock) - start) * p->crowd.point_count / p->count;
}

/* The same forces, apart from rounding. */
static void check_baseline(throng_bench *bench, baseline *p, const scene *s, const contender *c)
{
    int32_t different = 0;
    p->place = !c->place;
    feel(p);
    for (int32_t i = 0; i < p->count; i++) {
        const throng_force *a = &p->forces[i], *b = &c->forces[i];
        const float size = 1e-2f * (1.0f + fabsf(b->fx) + fabsf(b->fy));
        different += !(fabsf(a->fx - b->fx) <= size && fabsf(a->fy - b->fy) <= size);
    }
    if (different > p->count / 1000)
        throng_bench_mistake(bench, s->name, "naive code computes something else at %d of %d points",
                             (int)different, (int)p->count);
}

/* ---------------------------------------------------------------- rows ------------------------------ */

static void run_baseline(throng_bench *bench, const throng_bench_subject *first, const scene *s,
                         throng_bench_feel *code, const char *name)
{
    const contender *c = first->contender;
    baseline p = {.crowd = *c->crowd, .feel = code, .count = s->points, .cpu_clock = first->cpu_clock};
    double work = (double)s->points * (s->flags & GRID ? 500e-9 : 10e-9 * s->sources);
    if (work > bench->effort.baseline_seconds)
        p.count = (int32_t)(s->points * bench->effort.baseline_seconds / work) + 1;
    if (s->flags & GRID)
        p.count = s->points; /* the grid is for all of them */
    p.crowd.sources = throng_bench_allocate((size_t)s->sources, sizeof *p.crowd.sources);
    p.crowd.points = throng_bench_allocate((size_t)s->points, sizeof *p.crowd.points);
    memcpy(p.crowd.sources, c->crowd->sources, (size_t)s->sources * sizeof *p.crowd.sources);
    p.forces = throng_bench_allocate((size_t)s->points, sizeof *p.forces);
    p.memory = throng_bench_allocate(throng_bench_grid_bytes(c->crowd), 1);
    check_baseline(bench, &p, s, c);
    const throng_bench_runner runner = {feelings, &p};
    throng_bench_add_baseline(bench, first, &runner, name, (double)p.count / s->points);
    free(p.crowd.sources);
    free(p.crowd.points);
    free(p.forces);
    free(p.memory);
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_crowd crowd;
    throng_bench_subject first;
    const int32_t grid = s->flags & GRID;
    const double area = 3.14159265 * (double)s->range * (double)s->range;
    const double share = fmin(area / ((double)s->side * (double)s->side), 1.0);
    const throng_bench_work work = {
        .workload = "potential",
        .scene = s->name,
        .operation = grid ? "forces, sparse" : "forces, dense",
        .sizes = {{"sources", s->sources}, {"points", s->points}, {"in_range", s->sources * share}},
        .pairs = s->points * (s->sources * share),
        /* a pair: the inverse of its distance, the square, and three products that are summed */
        .least = {.inverse_roots = s->points * (s->sources * share),
                  .sums = 5.0 * s->points * (s->sources * share),
                  .bytes = 24.0 * s->points + 8.0 * s->sources},
        .flags = s->flags,
        .data = &crowd,
        .open = make_contender,
        .close = release_contender,
        .frame = frame,
        .resident = resident,
        .about = about,
        .hash = hash_of,
        .draw = draw};
    make_crowd(&crowd, s);
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(bench,
                             "%s: %d sources, %d points, range %g in a square of %g; ns per pair in range",
                             s->name, (int)s->sources, (int)s->points, (double)s->range, (double)s->side);
    if (throng_bench_has_baseline(bench, "naive")) {
        run_baseline(bench, &first, s, grid ? throng_bench_grid_strict : throng_bench_all_strict,
                     grid ? "naive grid, -O2" : "naive, -O2");
        run_baseline(bench, &first, s, grid ? throng_bench_grid_fast : throng_bench_all_fast,
                     grid ? "naive grid, fast math" : "naive, fast math");
    }
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    release_crowd(&crowd);
}

void throng_bench_run_potential(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & THRONG_BENCH_QUICK))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s potential, %7d sources, %7d points, range %g%s\n", scenes[i].name,
                              (int)scenes[i].sources, (int)scenes[i].points, (double)scenes[i].range,
                              scenes[i].flags & THRONG_BENCH_QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
