#define _POSIX_C_SOURCE 200809L
#include "bench_work.h"

#include <string.h>

float throng_bench_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(*state >> 40) * (1.0f / 16777216.0f);
}

double throng_bench_seconds(int32_t cpu_clock)
{
    return cpu_clock ? throng_bench_cpu() : throng_bench_wall();
}

static double frames(void *data, int32_t repeats)
{
    const throng_bench_subject *subject = data;
    const double start = throng_bench_seconds(subject->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        subject->work->frame(subject->contender);
    return throng_bench_seconds(subject->cpu_clock) - start;
}

/* Where one thread works, and the options ask for it. */
static int32_t by_cpu(const throng_bench *bench, const throng_bench_way *way)
{
    return bench->options.cpu_time && way->backend == THRONG_BACKEND_CPU && way->threads == 1;
}

int32_t throng_bench_open(throng_bench_subject *subject, const throng_bench_work *work, throng_bench_way way)
{
    *subject = (throng_bench_subject){.work = work, .way = way, .contender = work->open(work->data, &way)};
    if (!subject->contender)
        return 0;
    subject->hash = work->hash(subject->contender);
    return 1;
}

void throng_bench_close(throng_bench_subject *subject) { subject->work->close(subject->contender); }

void throng_bench_open_first(const throng_bench *bench, throng_bench_subject *subject,
                             const throng_bench_work *work)
{
    const throng_bench_way way = {THRONG_BACKEND_CPU, bench->options.isa, 1};
    if (!throng_bench_open(subject, work, way))
        throng_bench_fail("%s: cannot be done on the CPU", work->scene);
    subject->cpu_clock = by_cpu(bench, &way);
}

static void compare(throng_bench *bench, const throng_bench_subject *subject, const throng_bench_runner *peer,
                    const char *name, throng_bench_row *row)
{
    const throng_bench_work *work = subject->work;
    const throng_bench_way *way = &subject->way;
    throng_bench_subject measured = *subject;
    const throng_bench_runner own = {frames, &measured};
    throng_bench_times of_peer;
    memset(row, 0, sizeof *row);
    (void)snprintf(row->scene, sizeof row->scene, "%s", work->scene);
    row->workload = work->workload;
    (void)snprintf(row->operation, sizeof row->operation, "%s", work->operation);
    memcpy(row->sizes, work->sizes, sizeof row->sizes);
    row->backend = throng_backend_name(way->backend);
    row->isa = way->backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(way->isa);
    row->threads = way->threads;
    (void)snprintf(row->device, sizeof row->device, "%s", bench->machine.processor);
    row->pairs = work->pairs;
    row->peer_part = 1.0;
    row->hash = subject->hash;
    throng_bench_progress(bench, "%s, %s, %d threads, against %s", work->scene, row->isa, (int)way->threads,
                          name);
    throng_bench_compare(&bench->effort, &own, peer, &row->time, &of_peer, &row->ratio);
    (void)snprintf(row->peer, sizeof row->peer, "%s", name);
    row->ns_per_pair = throng_bench_median(&row->time) * 1e9 / row->pairs;
}

void throng_bench_stand(throng_bench *bench, const throng_bench_subject *subject,
                        const throng_bench_runner *peer, const char *name, double part)
{
    throng_bench_row row;
    compare(bench, subject, peer, name, &row);
    row.peer_part = part;
    throng_bench_add_row(bench, &row);
}

void throng_bench_measure(throng_bench *bench, const throng_bench_subject *subject,
                          const throng_bench_subject *other, const char *name, throng_bench_row *row)
{
    throng_bench_subject against = *other;
    const throng_bench_runner runner = {frames, &against};
    compare(bench, subject, &runner, name, row);
}

static void vary(throng_bench *bench, const throng_bench_subject *first, throng_bench_way way)
{
    throng_bench_subject other, against = *first;
    const throng_bench_runner runner = {frames, &against};
    if (!throng_bench_open(&other, first->work, way))
        return;
    other.cpu_clock = against.cpu_clock = by_cpu(bench, &way);
    if (other.hash != first->hash) {
        throng_bench_print_note(bench, "MISTAKE in %s: %s with %d threads gives other bits",
                                first->work->scene, throng_backend_name(way.backend), (int)way.threads);
        bench->mistakes++;
    }
    throng_bench_stand(bench, &other, &runner, "1 thread", 1.0);
    throng_bench_close(&other);
}

void throng_bench_vary(throng_bench *bench, const throng_bench_subject *first)
{
    const throng_bench_options *options = &bench->options;
    const int32_t flags = first->work->flags;
    const throng_isa level = first->way.isa;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (isa != level && throng_isa_available(isa) && flags & THRONG_BENCH_LEVELS)
            vary(bench, first, (throng_bench_way){THRONG_BACKEND_CPU, isa, 1});
    if (options->threads > 1 && flags & THRONG_BENCH_THREADS)
        vary(bench, first, (throng_bench_way){THRONG_BACKEND_CPU, level, options->threads});
    if (!options->no_opencl && flags & THRONG_BENCH_OPENCL)
        vary(bench, first, (throng_bench_way){THRONG_BACKEND_OPENCL, level, 1});
}
