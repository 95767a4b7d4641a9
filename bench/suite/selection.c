/* The workload "choice": does the automatic choice take the faster backend? Frames of all operations over
 * sizes between those that the library is calibrated by, on the CPU with all threads and on the device,
 * in turns; beside them what the library would have taken, and what that loses. */
#include "bench/suite/driver.h"

#include <stdlib.h>

enum { STOPS = 5 };

/* Every combination of these amounts is a scene, 0: no more of them. Sides of maps, or sources of fields;
 * what there is many of; how much each of them is. */
typedef struct grid {
    const char *name, *ground, *count, *each;
    int32_t grounds[STOPS], counts[STOPS], eaches[STOPS];
    double most; /* of their product */
} grid;

static const grid grids[DRIVER_CHOSEN] = {
    {"influence",
     "side",
     "objects",
     "max_distance",
     {64, 256, 768, 2048},
     {8, 150, 3000, 40000},
     {4, 16, 48},
     4e9},
    {"paths", "side", "objects", "max_distance", {64, 256, 1024}, {8, 150, 3000}, {4, 16}, 4e8},
    {"adjacent", "side", "objects", "max_distance", {64, 256, 1024}, {8, 150, 3000}, {4, 16}, 4e8},
    {"flow", "side", "fields", "", {48, 200, 700, 1500}, {1, 3, 12}, {1}, 4e6},
    {"potential",
     "sources",
     "points",
     "in_range",
     {100, 3000, 40000},
     {10, 500, 8000, 100000},
     {4, 64, 1000},
     4e12},
    {"choquet", "", "rows", "types", {1}, {30, 2000, 50000, 500000}, {3, 8, 16}, 1e9},
    {"crowd", "", "agents", "neighbors", {1}, {50, 250, 1200, 6000, 20000}, {5, 10, 20}, 1e9},
    {"perception", "", "agents", "neighbors", {1}, {50, 250, 1200, 6000, 20000}, {5, 10}, 1e9},
};

/* ---------------------------------------------------------------- the choice ------------------------ */

/* What the library takes: by costs, or without a cache by the rule. */
static throng_selection ask(const throng_bench *bench, const throng_bench_driver *s, int32_t device,
                            int32_t by_rule)
{
    throng_context *context = NULL;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_AUTO;
    def.isa = bench->options.isa;
    def.threads = bench->options.threads;
    def.device = *bench->devices[device].word ? bench->devices[device].word : bench->options.device;
    def.accept_inexact = bench->options.accept_inexact;
    def.cache = by_rule ? "off" : NULL;
    throng_bench_check(NULL, throng_context_create(&def, &context), "a context");
    const throng_selection choice = throng_bench_driver_explain(s, context);
    throng_bench_check(context, throng_context_destroy(context), "a context");
    return choice;
}

/* Measures what the choice goes by, where the cache has nothing of this operation: a calibration before, on a
 * busy machine, may have kept others alone. */
static void calibrate(throng_bench *bench, const throng_bench_driver *s, int32_t device)
{
    throng_context *context = NULL;
    throng_context_def def = throng_context_default_def();
    throng_calibrate_def about = throng_calibrate_default_def();
    if (bench->calibrated >> device & 1)
        return;
    if (getenv("THRONG_COSTS") || ask(bench, s, device, 0).measured)
        return;
    bench->calibrated |= 1u << device;
    about.seconds = 180.0;
    def.isa = bench->options.isa;
    def.threads = bench->options.threads;
    def.device = *bench->devices[device].word ? bench->devices[device].word : bench->options.device;
    def.accept_inexact = bench->options.accept_inexact;
    throng_bench_check(NULL, throng_context_create(&def, &context), "a context");
    throng_bench_print_note(bench, "calibrating first: %s", bench->devices[device].name);
    throng_bench_check(context, throng_calibrate(context, &about, NULL), "calibration");
    throng_bench_check(context, throng_context_destroy(context), "a context");
}

/* How much longer the chosen backend takes than the other one; ratio: the CPU's time over the device's. */
static double regret_of(throng_backend backend, double ratio)
{
    const double longer = backend == THRONG_BACKEND_CPU ? ratio : 1.0 / ratio;
    return longer > 1.0 ? longer - 1.0 : 0.0;
}

/* Both ways in turns, and what the choice and the rule lose. */
static void judge(throng_bench *bench, const throng_bench_work *work, const throng_selection *choice,
                  const throng_selection *rule, int32_t device)
{
    const throng_bench_variant variants[2] = {
        {THRONG_BACKEND_CPU, bench->options.isa, bench->options.threads, 0, 0},
        {THRONG_BACKEND_OPENCL, bench->options.isa, 1, 0, device}};
    throng_bench_subject subjects[2];
    throng_bench_row row;
    (void)throng_bench_open(bench, &subjects[0], work,
                            variants[0]); /* which ends the program where it fails */
    if (throng_bench_open(bench, &subjects[1], work, variants[1])) {
        throng_bench_time_pair(bench, &subjects[1], &subjects[0], "cpu, all threads", &row);
        row.choice = throng_backend_name(choice->backend);
        row.expected[0] = choice->cpu_seconds;
        row.expected[1] = choice->opencl_seconds;
        row.regret = regret_of(choice->backend, row.ratio.median);
        row.rule = throng_backend_name(rule->backend);
        row.rule_regret = regret_of(rule->backend, row.ratio.median);
        if (subjects[0].hash != subjects[1].hash)
            throng_bench_mistake(bench, work->scene, "the device gives other bits");
        throng_bench_add_row(bench, &row);
        throng_bench_close(&subjects[1]);
    }
    throng_bench_close(&subjects[0]);
}

static void name_scene(const throng_bench_driver *s, char name[THRONG_BENCH_NAME])
{
    const grid *g = &grids[s->kind];
    const char *residency = !s->other_traffic ? "" : s->kind == DRIVER_FLOW ? "-host" : "-input";
    (void)snprintf(name, THRONG_BENCH_NAME, "choice-%s-%d-%d-%d%s", g->name, (int)s->ground, (int)s->count,
                   (int)s->each, residency);
}

static void run_scene(throng_bench *bench, throng_bench_driver *s)
{
    const grid *g = &grids[s->kind];
    char name[THRONG_BENCH_NAME];
    name_scene(s, name);
    throng_bench_driver_make(s);
    const throng_bench_number sizes[] = {{g->ground, s->ground}, {g->count, s->count}, {g->each, s->each}};
    throng_bench_work work = throng_bench_driver_work(s);
    work.workload = "choice";
    work.scene = name;
    for (int32_t i = 0, used = 0; i < 3; i++)
        if (*sizes[i].name)
            work.sizes[used++] = sizes[i];
    for (int32_t d = throng_bench_device_from(bench, 0); d >= 0; d = throng_bench_device_from(bench, d + 1)) {
        calibrate(bench, s, d);
        const throng_selection choice = ask(bench, s, d, 0), rule = ask(bench, s, d, 1);
        if (!choice.measured) /* too noisy to be kept */
            throng_bench_print_note(bench, "%s: %s", name, choice.reason);
        judge(bench, &work, &choice, &rule, d);
    }
    throng_bench_driver_release(s);
}

/* The quick suite takes the smallest maps alone: enough to see each operation chosen for. */
static int32_t is_quick(const throng_bench_driver *s)
{
    const grid *g = &grids[s->kind];
    return s->ground == g->grounds[0] && s->count <= g->counts[1] && s->each == g->eaches[0];
}

static void copy_scene(throng_bench *bench, throng_bench_driver s, int32_t quick)
{
    char name[THRONG_BENCH_NAME];
    name_scene(&s, name);
    if (!throng_bench_selected(bench, name, quick))
        return;
    if (bench->options.list)
        throng_bench_list(bench, "%-30s\n", name);
    else
        run_scene(bench, &s);
}

/* Calls for each scene of a grid. */
static void run_grid(throng_bench *bench, int32_t kind)
{
    const grid *g = &grids[kind];
    for (int32_t i = 0; i < STOPS * STOPS * STOPS; i++) {
        throng_bench_driver s = {.kind = kind,
                                 .ground = g->grounds[i / (STOPS * STOPS)],
                                 .count = g->counts[i / STOPS % STOPS],
                                 .each = g->eaches[i % STOPS]};
        const double reach = kind <= DRIVER_ADJACENT ? 3.0 * s.each * s.each
                             : kind == DRIVER_FLOW   ? s.ground * s.ground
                                                     : s.each;
        if (s.ground && s.count && s.each && s.count * reach <= g->most &&
            (kind != DRIVER_POTENTIAL || s.each <= s.ground))
            copy_scene(bench, s, is_quick(&s));
    }
}

/* Scenes of the grids again, whose results are read where they usually are not, and the other way round. */
static const throng_bench_driver others[] = {
    {.kind = DRIVER_INFLUENCE, .ground = 768, .count = 150, .each = 16, .other_traffic = 1},
    {.kind = DRIVER_FLOW, .ground = 700, .count = 3, .each = 1, .other_traffic = 1},
    {.kind = DRIVER_POTENTIAL, .ground = 3000, .count = 8000, .each = 64, .other_traffic = 1},
    {.kind = DRIVER_CROWD, .ground = 1, .count = 6000, .each = 10, .other_traffic = 1},
};

void throng_bench_run_choice(throng_bench *bench)
{
    const throng_bench_effort effort = bench->effort;
    bench->effort =
        (throng_bench_effort){0.004, 0.3, 0.2, THRONG_BENCH_PAIRS_LEAST, 0, 0}; /* of many scenes */
    for (int32_t kind = 0; kind < DRIVER_CHOSEN && bench->options.backend != THRONG_BACKEND_CPU; kind++)
        run_grid(bench, kind);
    for (size_t i = 0; i < sizeof others / sizeof *others && bench->options.backend != THRONG_BACKEND_CPU;
         i++)
        copy_scene(bench, others[i], 0);
    bench->effort = effort;
}
