/* The workload "choquet": many rows of values, one for each type, joined by a measure; in one call, which
 * checks the values too. */
#define _POSIX_C_SOURCE 200809L
#include "bench_choquet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene {
    const char *name;
    int32_t types, rows, quick;
} scene;

static const scene scenes[] = {
    {"choquet-3-10k", 3, 10000, 1},  {"choquet-8-10k", 8, 10000, 0},    {"choquet-16-10k", 16, 10000, 1},
    {"choquet-3-1m", 3, 1000000, 0}, {"choquet-16-1m", 16, 1000000, 0},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct contender {
    throng_bench *bench;
    const scene *s;
    const float *values;
    float *results;
    throng_context *context;
    throng_measure *measure;
    throng_backend backend;
    throng_isa isa;
    int32_t threads, cpu_clock;
} contender;

typedef struct peer {
    const scene *s;
    const float *values;
    float *results, *measure;
    throng_bench_joiner *join;
    int32_t cpu_clock;
} peer;

static float next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(*state >> 40) * (1.0f / 16777216.0f);
}

static int32_t make_contender(contender *c)
{
    throng_context_def def = throng_context_default_def();
    throng_measure_def measure = throng_measure_default_def();
    uint64_t state = 2014;
    def.backend = c->backend;
    def.isa = c->isa;
    def.threads = c->threads;
    if (throng_context_create(&def, &c->context) != THRONG_OK)
        return 0;
    measure.types = c->s->types;
    measure.lambda = 0.3f;
    for (int32_t i = 0; i < measure.types; i++)
        measure.weights[i] = 0.5f + next_random(&state);
    throng_bench_check(c->context, throng_measure_create(c->context, &measure, &c->measure), "a measure");
    return 1;
}

static void release_contender(contender *c)
{
    throng_bench_check(c->context, throng_measure_destroy(c->measure), "a measure");
    throng_bench_check(c->context, throng_context_destroy(c->context), "a context");
}

static void integrate(const contender *c)
{
    throng_bench_check(c->context, throng_measure_choquet(c->measure, c->s->rows, c->values, 0, c->results),
                       "integrals");
}

static double seconds(int32_t cpu_clock) { return cpu_clock ? throng_bench_cpu() : throng_bench_wall(); }

static double calls(void *data, int32_t repeats)
{
    const contender *c = data;
    double start = seconds(c->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        integrate(c);
    return seconds(c->cpu_clock) - start;
}

static double joins(void *data, int32_t repeats)
{
    const peer *p = data;
    double start = seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        p->join(p->results, p->values, p->s->rows, p->s->types, p->measure);
    return seconds(p->cpu_clock) - start;
}

static void add_row(contender *c, const throng_bench_runner *against, const char *name, uint64_t hash)
{
    throng_bench_row row;
    throng_bench_times of_peer;
    const throng_bench_runner own = {calls, c};
    memset(&row, 0, sizeof row);
    (void)snprintf(row.scene, sizeof row.scene, "%s", c->s->name);
    row.workload = "choquet";
    (void)snprintf(row.operation, sizeof row.operation, "Choquet integral");
    row.sizes[0] = (throng_bench_number){"types", c->s->types};
    row.sizes[1] = (throng_bench_number){"rows", c->s->rows};
    row.backend = throng_backend_name(c->backend);
    row.isa = c->backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(c->isa);
    row.threads = c->threads;
    (void)snprintf(row.device, sizeof row.device, "%s", c->bench->machine.processor);
    row.pairs = c->s->rows;
    row.peer_part = 1.0;
    row.hash = hash;
    throng_bench_progress(c->bench, "%s, %s, %d threads, against %s", c->s->name, row.isa, (int)c->threads,
                          name);
    throng_bench_compare(&c->bench->effort, &own, against, &row.time, &of_peer, &row.ratio);
    (void)snprintf(row.peer, sizeof row.peer, "%s", name);
    row.ns_per_pair = throng_bench_median(&row.time) * 1e9 / row.pairs;
    throng_bench_add_row(c->bench, &row);
}

static void run_peer(contender *c, throng_bench_joiner *join, const char *name, uint64_t hash)
{
    const int32_t sets = 1 << c->s->types;
    peer p = {.s = c->s, .values = c->values, .join = join, .cpu_clock = c->cpu_clock};
    size_t different = 0;
    p.results = throng_bench_allocate((size_t)c->s->rows, sizeof *p.results);
    p.measure = throng_bench_allocate((size_t)sets, sizeof *p.measure);
    for (int32_t set = 0; set < sets; set++)
        throng_bench_check(c->context, throng_measure_value(c->measure, (uint32_t)set, &p.measure[set]),
                           "a measure's value");
    join(p.results, p.values, c->s->rows, c->s->types, p.measure);
    for (int32_t i = 0; i < c->s->rows; i++)
        different += !(fabsf(p.results[i] - c->results[i]) <= 1e-5f * fabsf(c->results[i]));
    if (different) {
        throng_bench_print_note(c->bench, "MISTAKE in %s: %s computes something else in %zu rows", c->s->name,
                                name, different);
        c->bench->mistakes++;
    }
    const throng_bench_runner runner = {joins, &p};
    add_row(c, &runner, name, hash);
    free(p.measure);
    free(p.results);
}

/* Another way to compute the same integrals: equal bits, and its time against the first one. */
static void run_variant(contender *first, throng_backend backend, throng_isa isa, int32_t threads,
                        uint64_t hash)
{
    contender other = *first;
    other.backend = backend;
    other.isa = isa;
    other.threads = threads;
    if (!make_contender(&other))
        return; /* no such device */
    integrate(&other);
    if (throng_bench_hash(other.results, (size_t)other.s->rows) != hash) {
        throng_bench_print_note(first->bench, "MISTAKE in %s: %s, %s with %d threads gives other bits",
                                first->s->name, throng_backend_name(backend), throng_isa_name(isa),
                                (int)threads);
        first->bench->mistakes++;
    }
    contender alone = *first; /* by the same clock */
    other.cpu_clock = alone.cpu_clock = first->cpu_clock && threads == 1;
    const throng_bench_runner runner = {calls, &alone};
    add_row(&other, &runner, "1 thread", hash);
    release_contender(&other);
}

static void run_scene(throng_bench *bench, const scene *s)
{
    const throng_bench_options *options = &bench->options;
    uint64_t state = 2015;
    const size_t numbers = (size_t)s->rows * (size_t)s->types;
    float *values = throng_bench_allocate(numbers, sizeof *values);
    contender c = {.bench = bench, .s = s, .values = values, .backend = THRONG_BACKEND_CPU, .threads = 1};
    c.isa = options->isa;
    c.cpu_clock = options->cpu_time;
    c.results = throng_bench_allocate((size_t)s->rows, sizeof *c.results);
    for (size_t i = 0; i < numbers; i++)
        values[i] = 10.0f * next_random(&state);
    if (!make_contender(&c))
        throng_bench_fail("%s: no measure on the CPU", s->name);
    integrate(&c);
    const uint64_t hash = throng_bench_hash(c.results, (size_t)s->rows);
    throng_bench_print_scene(bench, "%s: %d rows of %d types; ns per row", s->name, (int)s->rows,
                             (int)s->types);
    run_peer(&c, throng_bench_qsort, "qsort, -O2", hash);
    run_peer(&c, throng_bench_insertion, "insertion sort, -O2", hash);
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (isa != c.isa && throng_isa_available(isa) && s->quick)
            run_variant(&c, THRONG_BACKEND_CPU, isa, 1, hash);
    if (options->threads > 1)
        run_variant(&c, THRONG_BACKEND_CPU, c.isa, options->threads, hash);
    if (!options->no_opencl)
        run_variant(&c, THRONG_BACKEND_OPENCL, c.isa, 1, hash);
    release_contender(&c);
    free(c.results);
    free(values);
}

void throng_bench_run_choquet(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].quick))
            continue;
        if (bench->options.list)
            printf("%-30s choquet, %7d rows of %2d types%s\n", scenes[i].name, (int)scenes[i].rows,
                   (int)scenes[i].types, scenes[i].quick ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
