/* The workload "growth": how time and memory of each operation grow with the size, beside what theory allows.
 * Least squares over the logarithms give the exponent, and an interval for it. */
#include "bench/suite/driver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIXED = THRONG_BENCH_CONSTANT,
    LINEAR = THRONG_BENCH_LINEAR,
    LINEAR_LOG = THRONG_BENCH_LINEAR_LOG,
    SQUARE = THRONG_BENCH_SQUARE
};

/* Stop i has size first * 4^i; of that the others follow. */
typedef struct series {
    const char *name, *over;
    int32_t kind;
    int32_t first, stops;
    int32_t ground, count, each; /* for all stops; 0: it grows, as grow_* says */
    int32_t time, memory;        /* laws */
} series;

enum { CELLS_EACH = 256 }; /* of a map that grows with its objects */

static const series all_series[] = {
    {"influence, objects and cells", "objects", DRIVER_INFLUENCE, 250, 7, 0, 0, 16, LINEAR, LINEAR},
    {"influence, cells in reach", "reached_cells", DRIVER_INFLUENCE, 16, 6, 1024, 1000, 0, LINEAR, FIXED},
    {"paths, objects and cells", "objects", DRIVER_PATHS, 250, 6, 0, 0, 8, LINEAR, LINEAR},
    {"adjacent, objects and cells", "objects", DRIVER_ADJACENT, 250, 6, 0, 0, 8, LINEAR, LINEAR},
    {"flow, cells", "cells", DRIVER_FLOW, 4096, 8, 0, 1, 1, LINEAR_LOG, LINEAR},
    {"potential, points, 16 in range", "points", DRIVER_POTENTIAL, 1000, 6, 0, 0, 16, LINEAR_LOG, LINEAR},
    {"potential, points, all in range", "points", DRIVER_POTENTIAL, 250, 5, 0, 0, -1, SQUARE, LINEAR},
    {"Choquet integrals, rows", "rows", DRIVER_CHOQUET, 1000, 7, 1, 0, 8, LINEAR, FIXED},
    {"crowd, agents", "agents", DRIVER_CROWD, 250, 7, 1, 0, 10, LINEAR_LOG, LINEAR},
    {"perception, agents", "agents", DRIVER_PERCEPTION, 250, 7, 1, 0, 10, LINEAR_LOG, LINEAR},
    {"questions to a map", "agents", DRIVER_QUERY, 1000, 7, 1024, 0, 1, LINEAR, FIXED},
    {"best of regions", "agents", DRIVER_REGIONS, 1000, 6, 1024, 0, 1, LINEAR, FIXED},
    {"reading a map, cells", "cells", DRIVER_READ, 65536, 6, 0, 1, 1, LINEAR, LINEAR},
    {"combination of four layers, cells", "cells", DRIVER_COMBINE, 65536, 5, 0, 1, 4, LINEAR, LINEAR},
    {"edits of walls, cells", "cells", DRIVER_WALLS, 4096, 8, 0, 1, 1, LINEAR, LINEAR},
    {"paths along a field", "paths", DRIVER_TRACE, 250, 6, 1000, 0, 4, LINEAR, LINEAR},
    {"routes by Dijkstra, cells", "cells", DRIVER_ROUTE, 4096, 7, 0, 4, 1, LINEAR_LOG, LINEAR},
    {"routes by A*, cells", "cells", DRIVER_ASTAR, 4096, 7, 0, 4, 1, LINEAR_LOG, LINEAR},
};
enum { SERIES = sizeof all_series / sizeof *all_series };

/* Searches and walls are the processor's. */
static int32_t has_device(const series *s)
{
    return s->kind != DRIVER_ROUTE && s->kind != DRIVER_ASTAR && s->kind != DRIVER_WALLS;
}

static throng_bench_driver drive_at(const series *s, double size)
{
    throng_bench_driver driver = {.kind = s->kind, .ground = s->ground, .count = s->count, .each = s->each};
    const int32_t whole = (int32_t)lround(size);
    if (s->count == 0)
        driver.count = whole;
    if (s->kind == DRIVER_POTENTIAL)
        driver.ground = whole;
    else if (s->ground == 0) /* a square of that many cells, or of so many for each object */
        driver.ground = (int32_t)lround(sqrt(s->count ? size : size * CELLS_EACH));
    if (s->each == 0)
        driver.each = (int32_t)lround(sqrt(size));
    else if (s->each < 0)
        driver.each = whole;
    return driver;
}

static double of_law(throng_bench_law law, double size)
{
    const double times[] = {1.0, size, size * log(size), size * size};
    return times[law];
}

/* ---------------------------------------------------------------- exponents ------------------------- */

/* Student's t for 95 %, for 1 degree of freedom and more. */
static double student(int32_t freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447};
    const int32_t last = (int32_t)(sizeof t / sizeof *t);
    return t[(freedom < last ? freedom : last) - 1];
}

static throng_bench_exponent fit(const double *sizes, const double *values, int32_t count)
{
    throng_bench_exponent e = {0};
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, rest = 0.0;
    for (int32_t i = 0; i < count; i++) {
        x += log(sizes[i]) / count;
        y += log(values[i]) / count;
    }
    for (int32_t i = 0; i < count; i++) {
        const double dx = log(sizes[i]) - x;
        xx += dx * dx;
        xy += dx * (log(values[i]) - y);
    }
    e.exponent = e.low = e.high = xy / xx;
    for (int32_t i = 0; i < count; i++) {
        const double off = log(values[i]) - y - e.exponent * (log(sizes[i]) - x);
        rest += off * off;
    }
    if (count > 2) {
        const double error = student(count - 2) * sqrt(rest / (count - 2) / xx);
        e.low -= error;
        e.high += error;
    }
    return e;
}

static void judge(throng_bench_growth *g)
{
    /* What lies in a cache at first and in memory at the end takes longer each: up to four times as long
     * over the thousand times that most series span. */
    static const double caches = 0.2;
    double time[THRONG_BENCH_STOPS] = {0}, memory[THRONG_BENCH_STOPS] = {0};
    for (int32_t i = 0; i < g->count; i++) {
        time[i] = of_law(g->time_law, g->sizes[i]);
        memory[i] = of_law(g->memory_law, g->sizes[i]);
    }
    g->time = fit(g->sizes, g->seconds, g->count);
    g->memory = fit(g->sizes, g->bytes, g->count);
    g->theory_time = fit(g->sizes, time, g->count).exponent;
    g->theory_memory = fit(g->sizes, memory, g->count).exponent;
    g->worse = g->time.low > g->theory_time + caches || g->memory.low > g->theory_memory + 0.05;
}

/* ---------------------------------------------------------------- series ---------------------------- */

void throng_bench_add_growth(throng_bench *bench, throng_bench_growth *g)
{
    judge(g);
    if (bench->growth_count == bench->growth_capacity) {
        const int32_t capacity = 2 * bench->growth_capacity + 16;
        throng_bench_growth *growths = realloc(bench->growths, (size_t)capacity * sizeof *growths);
        if (!growths)
            throng_bench_fail("no memory for the results");
        bench->growths = growths;
        bench->growth_capacity = capacity;
    }
    bench->growths[bench->growth_count++] = *g;
    throng_bench_print_note(bench,
                            "%-34s %-8s time ^%.2f (%.2f .. %.2f), theory %.2f; memory ^%.2f, theory %.2f%s",
                            g->operation, g->who, g->time.exponent, g->time.low, g->time.high, g->theory_time,
                            g->memory.exponent, g->theory_memory, g->worse ? "  WORSE" : "");
    if (g->worse)
        throng_bench_mistake(bench, "growth", "%s, %s, grows worse than its theory", g->operation, g->who);
}

/* After a frame of warm-up; of what takes long three samples do, since their median alone counts. */
static double seconds_of(const throng_bench *bench, const throng_bench_runner *runner)
{
    static const double is_long = 0.3;
    throng_bench_times times = {.seconds = {runner->run(runner->data, 1)}, .count = 1};
    if (times.seconds[0] < is_long)
        throng_bench_time_alone(&bench->effort, runner, &times);
    else
        while (times.count < 3)
            times.seconds[times.count++] = runner->run(runner->data, 1);
    return throng_bench_median(&times);
}

/* One stop; 0: there is no such device. */
static int32_t measure(throng_bench *bench, throng_bench_growth *g, const series *s,
                       throng_bench_variant variant)
{
    const double size = s->first * pow(4.0, g->count);
    throng_bench_driver driver = drive_at(s, size);
    throng_bench_subject subject;
    throng_bench_about about = {0};
    const throng_bench_runner runner = {throng_bench_frames, &subject};
    throng_bench_progress(bench, "growth of %s: %.0f %s", s->name, size, s->over);
    throng_bench_driver_make(&driver);
    throng_bench_work work = throng_bench_driver_work(&driver);
    work.scene = s->name;
    const int32_t opened = throng_bench_open(bench, &subject, &work, variant);
    if (opened) {
        const double seconds = seconds_of(bench, &runner);
        work.about(subject.contender, &about);
        g->sizes[g->count] = size;
        g->bytes[g->count] = subject.counter->bytes + about.device_bytes;
        g->seconds[g->count++] = seconds;
        (void)snprintf(g->device, sizeof g->device, "%s", subject.device);
        throng_bench_close(&subject);
    }
    throng_bench_driver_release(&driver);
    return opened;
}

static void run_series(throng_bench *bench, const series *s, throng_bench_variant variant)
{
    throng_bench_growth g = {.over = s->over,
                             .threads = variant.threads,
                             .time_law = (throng_bench_law)s->time,
                             .memory_law = (throng_bench_law)s->memory};
    const int32_t stops = bench->options.quick ? 4 : s->stops;
    (void)snprintf(g.operation, sizeof g.operation, "%s", s->name);
    g.backend = throng_backend_name(variant.backend);
    g.isa = variant.backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(variant.isa);
    throng_bench_variant_name(bench, &variant, g.who);
    while (g.count < stops)
        if (!measure(bench, &g, s, variant))
            return;
    throng_bench_add_growth(bench, &g);
}

void throng_bench_run_growth(throng_bench *bench)
{
    const throng_bench_effort effort = bench->effort;
    const throng_bench_variant cpu = {THRONG_BACKEND_CPU, bench->options.isa, 1, 0, 0};
    int32_t told = 0;
    bench->effort = (throng_bench_effort){0.004, 0.1, 0.1, THRONG_BENCH_PAIRS_LEAST, 0, 0}; /* many sizes */
    for (int32_t i = 0; i < SERIES; i++) {
        const series *s = &all_series[i];
        char name[THRONG_BENCH_NAME];
        (void)snprintf(name, sizeof name, "growth-%s", throng_bench_driver_name(s->kind));
        if (!throng_bench_selected(bench, name, s->kind == DRIVER_CROWD || s->kind == DRIVER_FLOW))
            continue;
        if (bench->options.list) {
            throng_bench_list(bench, "%-30s growth, %s, %d sizes\n", name, s->name, (int)s->stops);
            continue;
        }
        if (!told++)
            throng_bench_print_note(bench, "growth: time and memory as a power of the size");
        run_series(bench, s, cpu);
        for (int32_t d = throng_bench_device_from(bench, 0); d >= 0 && has_device(s);
             d = throng_bench_device_from(bench, d + 1))
            run_series(bench, s, (throng_bench_variant){THRONG_BACKEND_OPENCL, bench->options.isa, 1, 0, d});
    }
    bench->effort = effort;
}
