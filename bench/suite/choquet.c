/* The workload "choquet": many rows of values, one for each type, joined by a measure; in one call, which
 * checks the values too. */
#include "bench/suite/choquet.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>

enum {
    QUICK = THRONG_BENCH_QUICK | THRONG_BENCH_LEVELS,
    VARIANTS = THRONG_BENCH_THREADS | THRONG_BENCH_OPENCL
};

typedef struct scene {
    const char *name;
    int32_t types, rows, flags;
} scene;

static const scene scenes[] = {
    {"choquet-3-10k", 3, 10000, QUICK | VARIANTS},   {"choquet-8-10k", 8, 10000, VARIANTS},
    {"choquet-16-10k", 16, 10000, QUICK | VARIANTS}, {"choquet-3-1m", 3, 1000000, VARIANTS},
    {"choquet-16-1m", 16, 1000000, VARIANTS},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct table {
    int32_t types, rows;
    float *values;
} table;

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const table *rows;
    float *results;
    throng_context *context;
    throng_measure *measure;
} contender;

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_measure_def measure = throng_measure_default_def();
    uint64_t state = throng_bench_seed(2014);
    c->rows = data;
    c->context = context;
    measure.types = c->rows->types;
    measure.lambda = 0.3f;
    for (int32_t i = 0; i < measure.types; i++)
        measure.weights[i] = 0.5f + throng_bench_random(&state);
    throng_bench_check(context, throng_measure_create(context, &measure, &c->measure), "a measure");
    c->results = throng_bench_allocate((size_t)c->rows->rows, sizeof *c->results);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_bench_check(c->context, throng_measure_destroy(c->measure), "a measure");
    free(c->results);
    free(c);
}

static void frame(void *data)
{
    const contender *c = data;
    throng_bench_check(c->context,
                       throng_measure_choquet(c->measure, c->rows->rows, c->rows->values, 0, c->results),
                       "integrals");
}

static uint64_t hash_of(void *data)
{
    const contender *c = data;
    frame(data);
    return hash_floats(c->results, (size_t)c->rows->rows);
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_measure_info info;
    throng_bench_check(c->context, throng_measure_get_info(c->measure, &info), "a measure");
    *about = (throng_bench_about){info.kernel_seconds, 0.0};
}

/* ---------------------------------------------------------------- baselines ----------------------------- */

typedef struct baseline {
    const table *rows;
    float *results, *measure;
    throng_bench_joiner *join;
    int32_t cpu_clock;
} baseline;

static double joins(void *data, int32_t repeats)
{
    const baseline *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        p->join(p->results, p->rows->values, p->rows->rows, p->rows->types, p->measure);
    return throng_bench_seconds(p->cpu_clock) - start;
}

static void run_baseline(throng_bench *bench, const throng_bench_subject *first, throng_bench_joiner *join,
                         const char *name)
{
    const contender *c = first->contender;
    const int32_t rows = c->rows->rows, sets = 1 << c->rows->types;
    baseline p = {.rows = c->rows, .join = join, .cpu_clock = first->cpu_clock};
    size_t different = 0;
    if (!throng_bench_has_baseline(bench, "naive"))
        return;
    p.results = throng_bench_allocate((size_t)rows, sizeof *p.results);
    p.measure = throng_bench_allocate((size_t)sets, sizeof *p.measure);
    for (int32_t set = 0; set < sets; set++)
        throng_bench_check(c->context, throng_measure_value(c->measure, (uint32_t)set, &p.measure[set]),
                           "a measure's value");
    join(p.results, c->rows->values, rows, c->rows->types, p.measure);
    for (int32_t i = 0; i < rows; i++)
        different += !(fabsf(p.results[i] - c->results[i]) <= 1e-5f * fabsf(c->results[i]));
    if (different)
        throng_bench_mistake(bench, first->work->scene, "%s computes something else in %zu rows", name,
                             different);
    const throng_bench_runner runner = {joins, &p};
    throng_bench_add_baseline(bench, first, &runner, name, 1.0);
    free(p.measure);
    free(p.results);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void run_scene(throng_bench *bench, const scene *s)
{
    const size_t numbers = (size_t)s->rows * (size_t)s->types;
    table rows = {s->types, s->rows, throng_bench_allocate(numbers, sizeof(float))};
    throng_bench_subject first;
    uint64_t state = throng_bench_seed(2015);
    for (size_t i = 0; i < numbers; i++)
        rows.values[i] = 10.0f * throng_bench_random(&state);
    const throng_bench_work work = {
        .workload = "choquet",
        .scene = s->name,
        .operation = "Choquet integral",
        .sizes = {{"types", s->types}, {"rows", s->rows}},
        .pairs = s->rows,
        /* the comparisons that tell n! orders apart, a product each */
        .least = {.sums = s->rows * (s->types + lgamma(s->types + 1.0) / log(2.0)),
                  .bytes = 4.0 * s->rows * (s->types + 1.0)},
        .flags = s->flags,
        .data = &rows,
        .open = make_contender,
        .close = release_contender,
        .frame = frame,
        .about = about,
        .hash = hash_of};
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(bench, "%s: %d rows of %d types; ns per row", s->name, (int)s->rows,
                             (int)s->types);
    run_baseline(bench, &first, throng_bench_qsort, "naive, qsort, -O2");
    run_baseline(bench, &first, throng_bench_insertion, "naive, insertion sort, -O2");
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    free(rows.values);
}

void throng_bench_run_choquet(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const int32_t quick = scenes[i].flags & THRONG_BENCH_QUICK;
        if (!throng_bench_selected(bench, scenes[i].name, quick))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s choquet, %7d rows of %2d types%s\n", scenes[i].name,
                              (int)scenes[i].rows, (int)scenes[i].types, quick ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
