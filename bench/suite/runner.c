#define _POSIX_C_SOURCE 200809L
#include "bench/suite/runner.h"
#include "bench/suite/picture.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

double throng_bench_seconds(int32_t cpu_clock)
{
    return cpu_clock ? throng_bench_cpu() : throng_bench_wall();
}

uint64_t throng_bench_hash(uint64_t hash, const void *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
        hash = hash_word(hash, word);
    }
    return hash;
}

void throng_bench_mistake(throng_bench *bench, const char *scene, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throng_bench_print_note(bench, "MISTAKE in %s: %s", scene, text);
    bench->mistakes++;
}

/* ---------------------------------------------------------------- subjects -------------------------- */

static void *counted_allocate(void *user, size_t size, size_t alignment)
{
    throng_bench_counter *counter = user;
    counter->allocations++;
    counter->bytes += (double)size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void counted_release(void *user, void *memory, size_t size)
{
    throng_bench_counter *counter = user;
    counter->bytes -= memory ? (double)size : 0.0;
    free(memory);
}

static void keep_message(void *user, throng_log_level level, const char *message)
{
    throng_bench_counter *counter = user;
    if (level == THRONG_LOG_ERROR)
        (void)snprintf(counter->message, sizeof counter->message, "%s", message);
}

/* The word for a device; NULL: as the environment has it, or any. */
static const char *device_of(const throng_bench *bench, const throng_bench_variant *variant)
{
    const char *word = variant->backend == THRONG_BACKEND_OPENCL ? bench->devices[variant->device].word : "";
    return *word != '\0' ? word : bench->options.device;
}

void throng_bench_variant_name(const throng_bench *bench, const throng_bench_variant *variant,
                               char who[THRONG_BENCH_WHO])
{
    const char *word = bench->devices[variant->device].word;
    if (variant->backend == THRONG_BACKEND_OPENCL)
        (void)snprintf(who, THRONG_BENCH_WHO, "opencl%s%.6s", *word != '\0' ? " " : "", word);
    else
        (void)snprintf(who, THRONG_BENCH_WHO, "%s", throng_isa_name(variant->isa));
}

static throng_status make_context(const throng_bench *bench, throng_bench_subject *subject)
{
    const throng_bench_variant *variant = &subject->variant;
    throng_context_def def = throng_context_default_def();
    def.allocator = (throng_allocator){counted_allocate, counted_release, subject->counter};
    def.logger = (throng_logger){keep_message, subject->counter};
    def.backend = variant->backend;
    def.isa = variant->isa;
    def.threads = variant->backend == THRONG_BACKEND_OPENCL ? 1 : variant->threads;
    def.profile = variant->profile;
    def.device = device_of(bench, variant);
    def.accept_inexact = bench->options.accept_inexact;
    return throng_context_create(&def, &subject->context);
}

/* The threads of a device that is a processor: its compute units. */
static int32_t threads_of_device(int32_t number)
{
    throng_device_info devices[16];
    int32_t count = 0;
    if (throng_devices(NULL, devices, 16, &count) != THRONG_OK)
        return 0;
    for (int32_t i = 0; i < count && i < 16; i++)
        if (devices[i].number == number && devices[i].type == THRONG_DEVICE_CPU)
            return devices[i].compute_units;
    return 0;
}

static void name_device(const throng_bench *bench, throng_bench_subject *subject)
{
    throng_context_info info;
    const int32_t on_device = subject->variant.backend == THRONG_BACKEND_OPENCL;
    throng_bench_check(subject->context, throng_context_get_info(subject->context, &info), "a context");
    subject->threads = on_device ? threads_of_device(info.device) : subject->variant.threads;
    (void)snprintf(subject->device, sizeof subject->device, "%s",
                   on_device ? info.device_name : bench->machine.processor);
}

int32_t throng_bench_open(throng_bench *bench, throng_bench_subject *subject, const throng_bench_work *work,
                          throng_bench_variant variant)
{
    *subject = (throng_bench_subject){.work = work, .variant = variant};
    subject->counter = throng_bench_allocate(1, sizeof *subject->counter);
    const throng_status status = make_context(bench, subject);
    if (status != THRONG_OK && variant.backend == THRONG_BACKEND_OPENCL) {
        if (bench->options.backend == THRONG_BACKEND_OPENCL)
            throng_bench_fail("no OpenCL device: %s; see throng devices", subject->counter->message);
        if (!bench->devices[variant.device].missing)
            throng_bench_print_note(bench, "no OpenCL: %s", subject->counter->message);
        bench->devices[variant.device].missing = 1;
        free(subject->counter);
        return 0;
    }
    throng_bench_check(NULL, status, *subject->counter->message ? subject->counter->message : "a context");
    name_device(bench, subject);
    subject->cpu_clock =
        bench->options.cpu_time && variant.backend == THRONG_BACKEND_CPU && variant.threads == 1;
    subject->contender = work->open(work->data, subject->context);
    subject->hash = work->hash(subject->contender);
    return 1;
}

void throng_bench_close(throng_bench_subject *subject)
{
    subject->work->close(subject->contender);
    throng_bench_check(subject->context, throng_context_destroy(subject->context), "a context");
    free(subject->counter);
}

void throng_bench_open_first(throng_bench *bench, throng_bench_subject *subject,
                             const throng_bench_work *work)
{
    const throng_bench_variant variant = {THRONG_BACKEND_CPU, bench->options.isa, 1, 0, 0};
    throng_bench_progress(bench, "%s", work->scene);
    throng_bench_find_peak_rates(variant.isa, 1, &bench->peak_rates[variant.isa]);
    throng_bench_release_far_memory(); /* held where nothing was measured before, as with several processes */
    bench->rows_before = bench->row_count;
    bench->unit = work->unit;
    (void)throng_bench_open(bench, subject, work, variant); /* which ends the program where it fails */
    throng_bench_add_picture(bench, subject);
}

/* ---------------------------------------------------------------- rows ------------------------------ */

double throng_bench_frames(void *data, int32_t repeats)
{
    const throng_bench_subject *subject = data;
    const double start = throng_bench_seconds(subject->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        subject->work->frame(subject->contender);
    return throng_bench_seconds(subject->cpu_clock) - start;
}

static void describe(const throng_bench *bench, const throng_bench_subject *subject, throng_bench_row *row)
{
    const throng_bench_work *work = subject->work;
    throng_bench_about about = {0};
    memset(row, 0, sizeof *row);
    (void)snprintf(row->scene, sizeof row->scene, "%s", work->scene);
    row->workload = work->workload;
    (void)snprintf(row->operation, sizeof row->operation, "%s", work->operation);
    memcpy(row->sizes, work->sizes, sizeof row->sizes);
    row->backend = throng_backend_name(subject->variant.backend);
    row->isa =
        subject->variant.backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(subject->variant.isa);
    throng_bench_variant_name(bench, &subject->variant, row->who);
    row->threads = subject->threads;
    (void)snprintf(row->device, sizeof row->device, "%s", subject->device);
    row->pairs = work->pairs;
    row->unit = work->unit;
    row->least = work->least;
    row->baseline_part = 1.0;
    row->hash = subject->hash;
    row->memory_bytes = subject->counter->bytes;
    if (work->about)
        work->about(subject->contender, &about);
    row->device_bytes = about.device_bytes;
    if (work->bound && subject->variant.backend == THRONG_BACKEND_CPU)
        row->memory_bound = work->bound(work->data, subject->variant.threads);
}

/* The yardstick has as many threads as the subject, so that it meets the same others. */
static throng_bench_effort effort_of(const throng_bench *bench, const throng_bench_subject *subject)
{
    throng_bench_effort effort = bench->effort;
    const int32_t cores = bench->machine.cores > 1 ? bench->machine.cores : 1;
    effort.threads = subject->threads < 1 ? 1 : subject->threads < cores ? subject->threads : cores;
    effort.one_thread = subject->threads == 1;
    return effort;
}

void throng_bench_time_baseline(throng_bench *bench, const throng_bench_subject *subject,
                                const throng_bench_runner *baseline, const char *name, throng_bench_row *row)
{
    throng_bench_subject measured = *subject;
    const throng_bench_runner own = {throng_bench_frames, &measured};
    const int64_t allocations = subject->counter->allocations;
    throng_bench_times of_baseline;
    describe(bench, subject, row);
    throng_bench_progress(bench, "%s, %s, %d threads, against %s", row->scene, row->who,
                          (int)subject->variant.threads, name);
    const throng_bench_effort effort = effort_of(bench, subject);
    throng_bench_compare(&effort, &own, baseline, &row->time, &of_baseline, &row->ratio);
    (void)snprintf(row->baseline, sizeof row->baseline, "%s", name);
    row->ns_per_pair = throng_bench_median(&row->time) * 1e9 / row->pairs;
    throng_bench_share(bench, subject->variant.isa, row);
    if (subject->counter->allocations != allocations && !(subject->work->flags & THRONG_BENCH_ALLOCATES))
        throng_bench_mistake(bench, row->scene, "%s allocates memory in frames", row->who);
    if (row->memory_bound > 0.0 && row->memory_bytes > row->memory_bound)
        throng_bench_mistake(bench, row->scene, "%.0f bytes are taken, more than the bound of %.0f",
                             row->memory_bytes, row->memory_bound);
}

void throng_bench_add_baseline(throng_bench *bench, const throng_bench_subject *subject,
                               const throng_bench_runner *baseline, const char *name, double part)
{
    throng_bench_row row;
    throng_bench_time_baseline(bench, subject, baseline, name, &row);
    row.baseline_part = part;
    throng_bench_add_row(bench, &row);
}

/* Without any baseline. */
static void stand_alone(throng_bench *bench, const throng_bench_subject *subject)
{
    throng_bench_subject measured = *subject;
    throng_bench_row row;
    const throng_bench_runner own = {throng_bench_frames, &measured};
    describe(bench, subject, &row);
    throng_bench_progress(bench, "%s, %s", row.scene, row.who);
    const throng_bench_effort effort = effort_of(bench, subject);
    throng_bench_time_alone(&effort, &own, &row.time);
    row.ns_per_pair = throng_bench_median(&row.time) * 1e9 / row.pairs;
    throng_bench_share(bench, subject->variant.isa, &row);
    throng_bench_add_row(bench, &row);
}

void throng_bench_time_pair(throng_bench *bench, const throng_bench_subject *subject,
                            const throng_bench_subject *other, const char *name, throng_bench_row *row)
{
    throng_bench_subject measured = *subject, against = *other;
    const throng_bench_runner runner = {throng_bench_frames, &against};
    measured.cpu_clock = subject->cpu_clock && other->cpu_clock; /* a ratio has one clock */
    against.cpu_clock = measured.cpu_clock;
    throng_bench_time_baseline(bench, &measured, &runner, name, row);
}

/* ---------------------------------------------------------------- parts of a device's frames -------- */

typedef struct part {
    void (*run)(void *contender);
    void *contender;
    int32_t cpu_clock;
} part;

static double time_part(void *data, int32_t repeats)
{
    const part *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        p->run(p->contender);
    return throng_bench_seconds(p->cpu_clock) - start;
}

double throng_bench_seconds_of(const throng_bench *bench, int32_t cpu_clock, void (*run)(void *contender),
                               void *contender)
{
    part p = {run, contender, cpu_clock};
    throng_bench_times times;
    const throng_bench_runner runner = {time_part, &p};
    throng_bench_time_alone(&bench->effort, &runner, &times);
    return throng_bench_median(&times);
}

/* Kernels alone, by the device's own clock, in a context that asks for it. */
static double kernel_seconds(throng_bench *bench, const throng_bench_subject *subject)
{
    throng_bench_subject profiled;
    throng_bench_times times = {.count = 0};
    throng_bench_variant variant = subject->variant;
    variant.profile = 1;
    if (!throng_bench_open(bench, &profiled, subject->work, variant))
        return 0.0;
    for (int32_t i = 0; i < 6; i++) {
        throng_bench_about about = {0};
        profiled.work->frame(profiled.contender);
        profiled.work->about(profiled.contender, &about);
        if (i)
            times.seconds[times.count++] = about.kernel_seconds;
    }
    throng_bench_close(&profiled);
    return throng_bench_median(&times);
}

static void add_parts(throng_bench *bench, const throng_bench_subject *subject, throng_bench_row *row)
{
    const throng_bench_work *work = subject->work;
    int32_t used = 0;
    if (work->about)
        row->parts[used++] = (throng_bench_number){"kernel", kernel_seconds(bench, subject)};
    if (work->resident)
        row->parts[used++] =
            (throng_bench_number){"resident", throng_bench_seconds_of(bench, subject->cpu_clock,
                                                                      work->resident, subject->contender)};
    row->parts[used++] = (throng_bench_number){
        "with_copy",
        throng_bench_seconds_of(bench, subject->cpu_clock, work->with_copy ? work->with_copy : work->frame,
                                subject->contender)};
}

/* ---------------------------------------------------------------- other variants ------------------------ */

static void vary(throng_bench *bench, const throng_bench_subject *first, throng_bench_variant variant,
                 int32_t timed)
{
    throng_bench_subject other;
    throng_bench_row row;
    char who[THRONG_BENCH_WHO];
    throng_bench_variant_name(bench, &variant, who);
    throng_bench_progress(bench, "%s: %s, %d threads", first->work->scene, who, (int)variant.threads);
    if (!throng_bench_open(bench, &other, first->work, variant))
        return;
    bench->variants++;
    if (other.hash != first->hash)
        throng_bench_mistake(bench, first->work->scene, "%s with %d threads gives other bits", who,
                             (int)variant.threads);
    if (timed) {
        throng_bench_time_pair(bench, &other, first, "1 thread", &row);
        if (variant.backend == THRONG_BACKEND_OPENCL)
            add_parts(bench, &other, &row);
        throng_bench_add_row(bench, &row);
    }
    throng_bench_close(&other);
}

void throng_bench_vary(throng_bench *bench, const throng_bench_subject *first)
{
    const throng_bench_options *options = &bench->options;
    const int32_t flags = first->work->flags, threads = options->threads;
    const throng_isa level = first->variant.isa;
    bench->variants = 1;
    if (bench->row_count == bench->rows_before)
        stand_alone(bench, first);
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (isa != level && throng_isa_available(isa))
            vary(bench, first, (throng_bench_variant){THRONG_BACKEND_CPU, isa, 1, 0, 0},
                 flags & THRONG_BENCH_LEVELS);
    if (threads > 1)
        vary(bench, first, (throng_bench_variant){THRONG_BACKEND_CPU, level, threads, 0, 0},
             flags & THRONG_BENCH_THREADS);
    vary(bench, first, (throng_bench_variant){THRONG_BACKEND_CPU, level, threads + 3, 0, 0}, 0);
    for (int32_t d = throng_bench_device_from(bench, 0); d >= 0 && !(flags & THRONG_BENCH_CPU_ALONE);
         d = throng_bench_device_from(bench, d + 1))
        vary(bench, first, (throng_bench_variant){THRONG_BACKEND_OPENCL, level, 1, 0, d},
             flags & THRONG_BENCH_OPENCL);
    throng_bench_print_note(bench, "compared in %d variants: %016llx", (int)bench->variants,
                            (unsigned long long)first->hash);
}
