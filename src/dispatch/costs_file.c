/* Files of costs: docs/concepts/backend-selection.md describes them. */
#include "src/cl/cl.h"
#include "src/core/context.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/costs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <process.h>
#define process_id() _getpid()
#else
#include <unistd.h>
#define process_id() getpid()
#endif

#define FORMAT "throng costs"
#define VERSION 4 /* to be raised where stops change */
#define OLDEST 3  /* version 3 has the same stops; its costs may come from a busy machine */

static int32_t kind_named(const char *name)
{
    int32_t kind = 0;
    while (kind < THRONG_COST_KINDS && strcmp(name, throng_cost_kinds[kind].name) != 0)
        kind++;
    return kind;
}

static int32_t ends(const char *at) { return at[strspn(at, " \r\n")] == '\0'; }

/* "name backend" and one whole number of picoseconds for each stop, or "name stale". */
static int32_t take_line(struct throng_costs *costs, const char *line)
{
    char name[16], backend[8];
    int used = 0;
    if (sscanf(line, "%15s %7s%n", name, backend, &used) != 2)
        return 0;
    const int32_t kind = kind_named(name), which = strcmp(backend, "opencl") == 0;
    const char *at = line + used;
    if (kind < THRONG_COST_KINDS && strcmp(backend, "stale") == 0) {
        costs->tables[kind].stale = 1;
        return ends(at);
    }
    if (kind == THRONG_COST_KINDS || (!which && strcmp(backend, "cpu") != 0))
        return 0;
    throng_cost_table *table = &costs->tables[kind];
    for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]); i++) {
        int64_t picoseconds;
        if (sscanf(at, "%" SCNd64 "%n", &picoseconds, &used) != 1 || picoseconds < 0)
            return 0;
        table->seconds[which][i] = (float)((double)picoseconds * 1e-12);
        at += used;
    }
    table->known |= 1 << which;
    return ends(at);
}

/* 1 where the first line is that of a file that this library wrote, or one of the same stops. */
static int32_t is_ours(const char *line, int32_t oldest, char why[THRONG_COSTS_WHY])
{
    int version = 0, used = 0;
    const int read = sscanf(line, FORMAT " %9d%n", &version, &used);
    if (read != 1 || !ends(line + used)) {
        snprintf(why, THRONG_COSTS_WHY, "is not a file of costs: it does not begin with '" FORMAT " %d'",
                 VERSION);
        return 0;
    }
    const int32_t good = version >= oldest && version <= VERSION;
    if (!good)
        snprintf(why, THRONG_COSTS_WHY, "is a file of costs of version %d: this library reads %d to %d",
                 version, (int)oldest, VERSION);
    return good;
}

static int32_t read_lines(FILE *file, struct throng_costs *read, int32_t oldest, char why[THRONG_COSTS_WHY])
{
    char line[2000];
    int32_t number = 1;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    if (ferror(file)) /* folders open like files on some systems */
        snprintf(why, THRONG_COSTS_WHY, "cannot be read");
    if (ferror(file) || !is_ours(line, oldest, why))
        return 0;
    while (fgets(line, sizeof line, file)) {
        number++;
        if (line[0] == '#' || line[0] == '\n' || take_line(read, line))
            continue;
        snprintf(why, THRONG_COSTS_WHY,
                 "is not a file of costs: line %d is not an operation, cpu or opencl, "
                 "and a whole number of picoseconds for each size",
                 (int)number);
        return 0;
    }
    if (ferror(file))
        snprintf(why, THRONG_COSTS_WHY, "cannot be read");
    return !ferror(file);
}

int32_t throng_costs_load(struct throng_costs *costs, const char *path, int32_t named,
                          char why[THRONG_COSTS_WHY])
{
    struct throng_costs read = {0};
    FILE *file = fopen(path, "r");
    snprintf(why, THRONG_COSTS_WHY, "cannot be opened");
    int32_t right = file && read_lines(file, &read, named ? OLDEST : VERSION, why);
    if (file)
        fclose(file);
    for (int32_t kind = 0; right && kind < THRONG_COST_KINDS; kind++) {
        const int32_t known = read.tables[kind].known;
        right = known == 0 || known == 3; /* one backend alone decides nothing */
        if (!right)
            snprintf(why, THRONG_COSTS_WHY, "has '%s' on one backend alone", throng_cost_kinds[kind].name);
    }
    for (int32_t kind = 0; right && kind < THRONG_COST_KINDS; kind++)
        if (read.tables[kind].known)
            costs->tables[kind] = read.tables[kind];
    return right;
}

static void write_axis(FILE *file, const throng_cost_axis *axis)
{
    if (axis->stops)
        fprintf(file, "; %s", axis->what);
    for (int32_t i = 0; i < axis->stops; i++)
        fprintf(file, " %.0f", axis->at[i]);
}

static void write_kind(FILE *file, const throng_cost_kind *kind, const throng_cost_table *table)
{
    fprintf(file, "# %s", kind->name);
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++)
        write_axis(file, &kind->axes[axis]);
    fputc('\n', file);
    for (int32_t which = 0; which < 2; which++) {
        fprintf(file, "%s %s", kind->name, which ? "opencl" : "cpu");
        for (int32_t i = 0; i < throng_costs_numbers(kind); i++) /* whole numbers: the same in each locale */
            fprintf(file, " %" PRId64, (int64_t)((double)table->seconds[which][i] * 1e12 + 0.5));
        fputc('\n', file);
    }
    if (table->stale)
        fprintf(file, "%s stale\n", kind->name);
}

/* Frames of a build without optimisation, or with sanitizers, take several times as long. */
#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||       \
    HAS_FEATURE(thread_sanitizer) || HAS_FEATURE(memory_sanitizer)
#define BUILD "sanitized"
#elif defined(__OPTIMIZE__) || (defined(_MSC_VER) && !defined(__clang__) && !defined(_DEBUG))
#define BUILD "optimised"
#else
#define BUILD "not optimised"
#endif

/* What costs depend on, line by line. */
enum { KEYS = 8 };

typedef struct key {
    const char *name;
    char value[160];
} key;

static void add_key(key **next, const char *name, const char *value)
{
    (*next)->name = name;
    snprintf((*next)->value, sizeof(*next)->value, "%s", value);
    ++*next;
}

static void add_number_key(key **next, const char *name, int32_t value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", (int)value);
    add_key(next, name, text);
}

/* A device that is a processor has as many compute units as its driver takes threads: some let the
 * environment say how many. */
static int32_t find_keys(const throng_context *context, key keys[KEYS])
{
    char processor[49];
    const throng_device_info *device = NULL;
#ifdef THRONG_OPENCL
    if (context->cl)
        device = throng_cl_info(context);
#endif
    if (!device)
        return 0;
    throng_cpu_name(processor);
    add_key(&keys, "throng", throng_version());
    add_key(&keys, "build", BUILD);
    add_key(&keys, "level", throng_isa_name(context->isa));
    add_number_key(&keys, "threads", context->threads);
    add_key(&keys, "processor", processor);
    add_key(&keys, "device", device->name);
    add_number_key(&keys, "compute units", device->compute_units);
    add_key(&keys, "driver", device->driver);
    return 1;
}

static int32_t write_all(const struct throng_costs *costs, const key keys[KEYS], const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    fprintf(file,
            FORMAT
            " %d\n# picoseconds of a frame at all combinations of stops, the last amount running fastest\n",
            VERSION);
    for (int32_t i = 0; i < KEYS; i++)
        fprintf(file, "# %s: %s\n", keys[i].name, keys[i].value);
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if (costs->tables[kind].known == 3)
            write_kind(file, &throng_cost_kinds[kind], &costs->tables[kind]);
    const int32_t whole = !ferror(file);
    return fclose(file) == 0 && whole;
}

/* Written under a name of this process and context, then renamed: readers see all of it or nothing. */
static int32_t replace_file(const throng_context *context, const struct throng_costs *all, const char *path)
{
    char temporary[700];
    key keys[KEYS];
    const int length = snprintf(temporary, sizeof temporary, "%s.%ld.%" PRIxPTR ".tmp", path,
                                (long)process_id(), (uintptr_t)context);
    if (length <= 0 || (size_t)length >= sizeof temporary || !find_keys(context, keys))
        return 0;
    const int32_t whole = write_all(all, keys, temporary);
#ifdef _WIN32 /* where nothing is renamed over a file */
    if (whole)
        remove(path);
#endif
    if (whole && rename(temporary, path) == 0)
        return 1;
    remove(temporary);
    return 0;
}

/* The file is read again, since others may have measured other kinds meanwhile; who writes within the same
 * milliseconds may still be lost, and has to be measured once more. */
int32_t throng_costs_save(throng_context *context, const struct throng_costs *costs, uint32_t kinds)
{
    char path[600], why[THRONG_COSTS_WHY];
    struct throng_costs all = {0};
    throng_costs_path(context, path);
    if (!path[0])
        return 0;
    (void)throng_costs_load(&all, path, 0, why);
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if (kinds >> kind & 1)
            all.tables[kind] = costs->tables[kind];
    return replace_file(context, &all, path);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return (hash ^ '\n') * 1099511628211u;
}

void throng_costs_path(throng_context *context, char path[600])
{
    key keys[KEYS];
    path[0] = '\0';
    if (!context->cache[0] || !find_keys(context, keys))
        return;
    uint64_t hash = 14695981039346656037u;
    for (int32_t i = 0; i < KEYS; i++)
        hash = hash_text(hash, keys[i].value);
    snprintf(path, 600, "%s/costs-%016" PRIx64 ".txt", context->cache, hash);
}
