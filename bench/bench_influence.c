/* The workload "influence". A frame is what a game does: all objects move, the map is brought up to date, and
 * that is awaited. Nothing is left out: checks of the input, preparation and binning, all cells written. */
#include "bench_influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUICK = 1,   /* in the quick suite */
    LEVELS = 2,  /* time every SIMD level */
    THREADS = 4, /* time all threads against one */
    OPENCL = 8,  /* time a device, where there is one */
    PLAIN = 16,  /* time the unadjusted distance too */
    PARTS = 32   /* time the parts of a frame */
};

static const throng_bench_scene scenes[] = {
    {"exp-512-1k-d8", 512, 1000, 8, THRONG_DECAY_EXPONENTIAL, QUICK | PARTS},
    {"exp-512-1k-d16", 512, 1000, 16, THRONG_DECAY_EXPONENTIAL, LEVELS | OPENCL | PLAIN},
    {"exp-512-1k-d64", 512, 1000, 64, THRONG_DECAY_EXPONENTIAL, 0},
    {"exp-512-100k-d8", 512, 100000, 8, THRONG_DECAY_EXPONENTIAL, PARTS},
    {"exp-512-100k-d16", 512, 100000, 16, THRONG_DECAY_EXPONENTIAL, PARTS},
    {"exp-1024-10k-d16", 1024, 10000, 16, THRONG_DECAY_EXPONENTIAL, 0},
    {"exp-1024-10k-d32", 1024, 10000, 32, THRONG_DECAY_EXPONENTIAL,
     QUICK | LEVELS | THREADS | OPENCL | PLAIN},
    {"exp-2048-10k-d64", 2048, 10000, 64, THRONG_DECAY_EXPONENTIAL, THREADS},
    {"exp-2048-100k-d16", 2048, 100000, 16, THRONG_DECAY_EXPONENTIAL, OPENCL},
    {"exp-4096-10k-d64", 4096, 10000, 64, THRONG_DECAY_EXPONENTIAL, 0},
    {"exp-4096-100k-d8", 4096, 100000, 8, THRONG_DECAY_EXPONENTIAL, QUICK | PARTS},
    {"exp-4096-100k-d16", 4096, 100000, 16, THRONG_DECAY_EXPONENTIAL,
     LEVELS | THREADS | OPENCL | PLAIN | PARTS},
    {"exp-4096-100k-d32", 4096, 100000, 32, THRONG_DECAY_EXPONENTIAL, THREADS | OPENCL | PARTS},
    {"exp-4096-1m-d8", 4096, 1000000, 8, THRONG_DECAY_EXPONENTIAL, THREADS | PARTS},
    {"lin-512-1k-d16", 512, 1000, 16, THRONG_DECAY_LINEAR, PLAIN},
    {"lin-1024-10k-d32", 1024, 10000, 32, THRONG_DECAY_LINEAR, QUICK | LEVELS | PLAIN},
    {"lin-4096-100k-d16", 4096, 100000, 16, THRONG_DECAY_LINEAR, THREADS | OPENCL | PLAIN},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static const float adjustment = 0.5f; /* alpha of all objects */

/* ---------------------------------------------------------------- rows ------------------------------ */

static void describe(throng_bench_run *run, throng_bench_contender *c, throng_bench_row *row)
{
    const throng_bench_scene *scene = run->scene;
    memset(row, 0, sizeof *row);
    (void)snprintf(row->scene, sizeof row->scene, "%s", scene->name);
    row->workload = "influence";
    (void)snprintf(row->operation, sizeof row->operation, "euclidean, %s, %s",
                   scene->decay == THRONG_DECAY_LINEAR ? "linear" : "exponential",
                   c->field->adjusted ? "adjusted" : "unadjusted");
    row->sizes[0] = (throng_bench_number){"width", (double)scene->side};
    row->sizes[1] = (throng_bench_number){"height", (double)scene->side};
    row->sizes[2] = (throng_bench_number){"objects", (double)scene->objects};
    row->sizes[3] = (throng_bench_number){"max_distance", (double)scene->distance};
    row->backend = throng_backend_name(c->backend);
    row->isa = c->backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(c->isa);
    row->threads = c->threads;
    (void)snprintf(row->device, sizeof row->device, "%s", c->device);
    row->pairs = 0.5 * (c->field->pairs[0] + c->field->pairs[1]);
    row->peer_part = 1.0;
    row->hash = c->hash;
}

static void work_out(const throng_bench_run *run, throng_bench_contender *c, throng_bench_row *row)
{
    double seconds = throng_bench_median(&row->time);
    const throng_bench_limits *limits = &run->bench->limits[c->isa];
    double floor_ns = c->field->adjusted ? limits->root_division : limits->root;
    row->ns_per_pair = seconds * 1e9 / row->pairs;
    if (c->threads > 0) /* a processor, whatever drives it */
        row->floor_share = floor_ns / (double)c->threads / row->ns_per_pair;
}

/* A row for c, with the time of the peer over its own. */
static void add_compared(throng_bench_run *run, throng_bench_contender *c, const throng_bench_runner *peer,
                         const char *name, throng_bench_row *row)
{
    throng_bench_times of_peer;
    const throng_bench_runner own = {throng_bench_frames, c};
    throng_bench_progress(run->bench, "%s, %s, %d threads, against %s", run->scene->name, row->isa,
                          (int)c->threads, name);
    int64_t allocations = c->counter->allocations;
    throng_bench_compare(&run->bench->effort, &own, peer, &row->time, &of_peer, &row->ratio);
    if (c->counter->allocations != allocations)
        throng_bench_mistake(run, "%s allocates memory in frames", row->isa);
    (void)snprintf(row->peer, sizeof row->peer, "%s", name);
    work_out(run, c, row);
    throng_bench_add_row(run->bench, row);
}

/* ---------------------------------------------------------------- naive peers ----------------------- */

static void compare_with_naive(throng_bench_run *run, throng_bench_contender *c, throng_bench_naive *add,
                               const char *name, throng_bench_row *row)
{
    throng_bench_peer peer;
    throng_bench_progress(run->bench, "%s: %s", run->scene->name, name);
    throng_bench_peer_make(&peer, run->bench, c->field, add);
    throng_bench_peer_check(&peer, run, c, name);
    const throng_bench_runner runner = {throng_bench_peer_frames, &peer};
    row->peer_part = peer.part;
    add_compared(run, c, &runner, name, row);
    throng_bench_peer_release(&peer);
}

static void compare_with_all_naive(throng_bench_run *run, throng_bench_contender *c, int32_t with_parts)
{
    throng_bench_row row;
    describe(run, c, &row);
    throng_bench_memory(run, c, &row);
    if (with_parts)
        throng_bench_cpu_parts(run, c, &row);
    compare_with_naive(run, c, throng_bench_naive_strict, "naive, -O2", &row);
    describe(run, c, &row);
    int32_t lanes = throng_bench_peer_prefers_lanes(run->bench, c->field);
    compare_with_naive(run, c, lanes ? throng_bench_naive_lanes : throng_bench_naive_fast,
                       lanes ? "naive, fast, branchless" : "naive, fast", &row);
}

/* ---------------------------------------------------------------- variants -------------------------- */

/* Another level, number of threads or device: the same bits, and where asked, its time beside c's. */
static void run_variant(throng_bench_run *run, throng_bench_contender *c, throng_backend backend,
                        throng_isa isa, int32_t threads, int32_t timed)
{
    throng_bench_contender other;
    throng_bench_row row;
    char name[THRONG_BENCH_NAME];
    throng_bench_progress(run->bench, "%s: %s, %d threads", run->scene->name,
                          backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(isa), (int)threads);
    if (!throng_bench_contender_make(&other, run, c->field, backend, isa, threads))
        return;
    other.cpu_clock = run->bench->options.cpu_time && other.threads == 1;
    throng_bench_contender_hash(&other, run);
    if (other.hash != run->hash)
        throng_bench_mistake(run, "%s with %d threads gives other bits: %016llx",
                             backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(isa), (int)threads,
                             (unsigned long long)other.hash);
    run->variants++;
    if (timed) {
        const throng_bench_runner peer = {throng_bench_frames, c};
        describe(run, &other, &row);
        throng_bench_memory(run, &other, &row);
        if (backend == THRONG_BACKEND_OPENCL)
            throng_bench_opencl_parts(run, &other, &row);
        (void)snprintf(name, sizeof name, "%s, 1 thread", throng_isa_name(c->isa));
        add_compared(run, &other, &peer, name, &row);
    }
    throng_bench_contender_release(&other);
}

static void run_variants(throng_bench_run *run, throng_bench_contender *c)
{
    int32_t flags = run->scene->flags;
    int32_t threads = run->bench->options.threads;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (isa != c->isa && throng_isa_available(isa))
            run_variant(run, c, THRONG_BACKEND_CPU, isa, 1, flags & LEVELS);
    if (threads > 1)
        run_variant(run, c, THRONG_BACKEND_CPU, c->isa, threads, flags & THREADS);
    run_variant(run, c, THRONG_BACKEND_CPU, c->isa, threads + 3, 0);
    if (!run->bench->options.no_opencl)
        run_variant(run, c, THRONG_BACKEND_OPENCL, c->isa, 0, flags & OPENCL);
}

static void run_plain(throng_bench_run *run, throng_bench_contender *adjusted)
{
    throng_bench_field field;
    throng_bench_contender plain;
    throng_bench_row row;
    const throng_bench_scene *scene = run->scene;
    const throng_bench_runner peer = {throng_bench_frames, adjusted};
    throng_bench_field_make(&field, scene->side, scene->objects, (float)scene->distance, scene->decay, 0.0f);
    if (!throng_bench_contender_make(&plain, run, &field, THRONG_BACKEND_CPU, adjusted->isa, 1))
        throng_bench_fail("%s: no map for the unadjusted distance", scene->name);
    plain.cpu_clock = adjusted->cpu_clock;
    throng_bench_contender_hash(&plain, run);
    throng_bench_print_note(run->bench,
                            "unadjusted: %.4g pairs; against the adjusted distance, then naive code",
                            0.5 * (field.pairs[0] + field.pairs[1]));
    describe(run, &plain, &row);
    add_compared(run, &plain, &peer, "adjusted", &row);
    compare_with_all_naive(run, &plain, 0);
    throng_bench_contender_release(&plain);
    throng_bench_field_release(&field);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void run_scene(throng_bench *bench, const throng_bench_scene *scene)
{
    throng_bench_run run = {.bench = bench, .scene = scene};
    throng_bench_field field;
    throng_bench_contender c;
    throng_bench_progress(bench, "%s: counting pairs", scene->name);
    throng_bench_field_make(&field, scene->side, scene->objects, (float)scene->distance, scene->decay,
                            adjustment);
    run.values = throng_bench_allocate((size_t)scene->side * (size_t)scene->side, sizeof *run.values);
    throng_bench_measure_limits(bench->options.isa, &bench->limits[bench->options.isa]);
    if (!throng_bench_contender_make(&c, &run, &field, THRONG_BACKEND_CPU, bench->options.isa, 1))
        throng_bench_fail("%s: no map on the CPU", scene->name);
    c.cpu_clock = bench->options.cpu_time;
    throng_bench_contender_hash(&c, &run);
    run.hash = c.hash;
    run.variants = 1;
    throng_bench_print_scene(
        bench, "%s: %d x %d cells, %d objects, D %d, %s, adjusted (alpha %.1f): %.4g pairs", scene->name,
        (int)scene->side, (int)scene->side, (int)scene->objects, (int)scene->distance,
        scene->decay == THRONG_DECAY_LINEAR ? "linear" : "exponential", (double)adjustment,
        0.5 * (field.pairs[0] + field.pairs[1]));
    compare_with_all_naive(&run, &c, scene->flags & PARTS);
    run_variants(&run, &c);
    if (run.mistakes == 0)
        throng_bench_print_note(bench, "equal bits in %d variants: %016llx", (int)run.variants,
                                (unsigned long long)run.hash);
    if (scene->flags & PLAIN)
        run_plain(&run, &c);
    throng_bench_contender_release(&c);
    free(run.values);
    throng_bench_field_release(&field);
}

void throng_bench_run_influence(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const throng_bench_scene *scene = &scenes[i];
        if (!throng_bench_selected(bench, scene->name, scene->flags & QUICK))
            continue;
        if (bench->options.list)
            printf("%-20s influence, %4d x %4d cells, %7d objects, D %2d, %s%s\n", scene->name,
                   (int)scene->side, (int)scene->side, (int)scene->objects, (int)scene->distance,
                   scene->decay == THRONG_DECAY_LINEAR ? "linear" : "exponential",
                   scene->flags & QUICK ? ", quick" : "");
        else
            run_scene(bench, scene);
    }
}
