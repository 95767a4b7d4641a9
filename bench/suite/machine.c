/* The machine that a result belongs to: who it is, and what it can do at best. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* getloadavg */
#include "bench/suite/peak_rates.h"
#include "bench/suite/suite.h"
#include "tools/support/commit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#ifndef THRONG_BENCH_FLAGS
#define THRONG_BENCH_FLAGS "unknown"
#endif

static const struct {
    const char *word, *build;
} outside[] = {
#ifdef THRONG_BENCH_RVO
    {"rvo2", THRONG_BENCH_RVO_BUILD},
#endif
#ifdef THRONG_BENCH_DETOUR
    {"detour", THRONG_BENCH_DETOUR_BUILD},
#endif
    {NULL, NULL}};

const char *throng_bench_outside_build(const char *word)
{
    size_t i = 0;
    while (outside[i].word && strcmp(outside[i].word, word) != 0)
        i++;
    return outside[i].build;
}

static const struct {
    throng_isa isa;
    throng_bench_time_pair *measure;
} levels[] = {
    {THRONG_ISA_REFERENCE, throng_bench_peak_rates_reference},
#ifdef THRONG_HAS_VECTOR
    {THRONG_ISA_VECTOR, throng_bench_peak_rates_vector},
#endif
#ifdef THRONG_HAS_SSE2
    {THRONG_ISA_SSE2, throng_bench_peak_rates_sse2},
#endif
#ifdef THRONG_HAS_AVX2
    {THRONG_ISA_AVX2, throng_bench_peak_rates_avx2},
#endif
#ifdef THRONG_HAS_AVX512
    {THRONG_ISA_AVX512, throng_bench_peak_rates_avx512},
#endif
#ifdef THRONG_HAS_NEON
    {THRONG_ISA_NEON, throng_bench_peak_rates_neon},
#endif
};

static throng_bench_far_memory far;

throng_bench_far_memory throng_bench_hold_far_memory(void)
{
    if (!far.from) {
        far.from = throng_bench_allocate_aligned(THRONG_BENCH_FAR_FLOATS * sizeof *far.from);
        far.to = throng_bench_allocate_aligned(THRONG_BENCH_FAR_FLOATS * sizeof *far.to);
    }
    return far;
}

void throng_bench_release_far_memory(void)
{
    free(far.from);
    free(far.to);
    far = (throng_bench_far_memory){NULL, NULL};
}

static void keep_least(double *best, double found)
{
    if (found > 0.0 && (*best <= 0.0 || found < *best))
        *best = found;
}

static void keep_most(double *best, double found)
{
    if (found > *best)
        *best = found;
}

static void find_peak_rates(throng_bench_time_pair *measure, int32_t threads,
                            throng_bench_peak_rates *peak_rates)
{
    throng_bench_peak_rates found;
    measure(&found, peak_rates->write <= 0.0);
    keep_least(&peak_rates->root, found.root);
    keep_least(&peak_rates->root_division, found.root_division);
    keep_least(&peak_rates->inverse_root, found.inverse_root);
    keep_least(&peak_rates->multiply_add, found.multiply_add);
    keep_most(&peak_rates->write, found.write);
    keep_most(&peak_rates->read, found.read);
    keep_most(&peak_rates->copy, found.copy);
    if (threads < 2 || peak_rates->threads > 0)
        return;
    measure(&found, threads);
    peak_rates->threads = threads;
    peak_rates->all_write = found.write;
    peak_rates->all_read = found.read;
    peak_rates->all_copy = found.copy;
}

void throng_bench_find_peak_rates(throng_isa isa, int32_t threads, throng_bench_peak_rates *peak_rates)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels && throng_isa_available(isa); i++)
        if (levels[i].isa == isa)
            find_peak_rates(levels[i].measure, threads, peak_rates);
}

/* What stands behind "key ... : " in the first line of a file that begins with key. */
static void read_field(const char *path, const char *key, char *text, size_t size)
{
    char line[512];
    FILE *file = fopen(path, "r");
    (void)snprintf(text, size, "unknown");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || !colon)
            continue;
        colon++;
        while (*colon == ' ' || *colon == '\t')
            colon++;
        (void)snprintf(text, size, "%.*s", (int)strcspn(colon, "\n"), colon);
        break;
    }
    (void)fclose(file);
}

void throng_bench_find_machine(throng_bench_machine *machine)
{
    struct utsname name;
    struct tm utc;
    time_t now = time(NULL);
    double load = 0.0;
    read_field("/proc/cpuinfo", "model name", machine->processor, sizeof machine->processor);
    machine->cores = (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
    machine->memory_bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    (void)snprintf(machine->system, sizeof machine->system, "unknown");
    if (uname(&name) == 0)
        (void)snprintf(machine->system, sizeof machine->system, "%s %s, %s", name.sysname, name.release,
                       name.machine);
#if defined(__clang__)
    (void)snprintf(machine->compiler, sizeof machine->compiler, "clang %s", __clang_version__);
#elif defined(__GNUC__)
    (void)snprintf(machine->compiler, sizeof machine->compiler, "gcc %s", __VERSION__);
#else
    (void)snprintf(machine->compiler, sizeof machine->compiler, "unknown");
#endif
    (void)snprintf(machine->flags, sizeof machine->flags, "%s", THRONG_BENCH_FLAGS);
    (void)snprintf(machine->commit, sizeof machine->commit, "%s", program_commit());
    machine->date[0] = '\0';
    if (gmtime_r(&now, &utc))
        (void)strftime(machine->date, sizeof machine->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    machine->load = getloadavg(&load, 1) == 1 ? load : 0.0;
}

int32_t throng_bench_device_from(const throng_bench *bench, int32_t place)
{
    while (place < bench->device_count && bench->devices[place].missing)
        place++;
    return place < bench->device_count && bench->options.backend != THRONG_BACKEND_CPU ? place : -1;
}

void throng_bench_find_devices(throng_bench *bench)
{
    throng_device_info found[THRONG_BENCH_DEVICES];
    const char *named = getenv("THRONG_DEVICE");
    const int32_t one = bench->options.device || (named && *named != '\0');
    int32_t count = 0;
    if (bench->options.backend != THRONG_BACKEND_CPU && !one &&
        throng_devices(NULL, found, THRONG_BENCH_DEVICES, &count) != THRONG_OK)
        count = 0;
    bench->device_count = 0;
    for (int32_t i = 0; i < count && i < THRONG_BENCH_DEVICES; i++) {
        throng_bench_device *device = &bench->devices[bench->device_count];
        if (!found[i].exact)
            continue;
        *device = (throng_bench_device){.missing = 0};
        (void)snprintf(device->word, sizeof device->word, "%d", (int)found[i].number);
        (void)snprintf(device->name, sizeof device->name, "%s", found[i].name);
        bench->device_count++;
    }
    if (bench->device_count < 2) {
        bench->devices[0] = (throng_bench_device){.missing = 0}; /* the library finds it, or says why not */
        bench->device_count = 1;
    }
}
