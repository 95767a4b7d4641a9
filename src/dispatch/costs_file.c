/* Files of costs: docs/concepts/backend-selection.md describes them. */
#include "src/cl/cl.h"
#include "src/core/cache_file.h"
#include "src/core/context.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/costs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A line that has no end was cut off, as its last number may have been. */
static int32_t ends(const char *at)
{
    at += strspn(at, " \r");
    return at[0] == '\n' && at[1] == '\0';
}

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

/* Both backends, or none: one alone decides nothing. */
static int32_t have_both(const struct throng_costs *read, char why[THRONG_COSTS_WHY])
{
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if (read->tables[kind].known != 0 && read->tables[kind].known != 3) {
            snprintf(why, THRONG_COSTS_WHY, "has '%s' on one backend alone", throng_cost_kinds[kind].name);
            return 0;
        }
    return 1;
}

static int32_t take_file(struct throng_costs *costs, FILE *file, int32_t oldest, char why[THRONG_COSTS_WHY])
{
    struct throng_costs read = {0};
    snprintf(why, THRONG_COSTS_WHY, "cannot be opened");
    const int32_t right = file && read_lines(file, &read, oldest, why) && have_both(&read, why);
    if (file)
        fclose(file);
    for (int32_t kind = 0; right && kind < THRONG_COST_KINDS; kind++)
        if (read.tables[kind].known)
            costs->tables[kind] = read.tables[kind];
    return right;
}

int32_t throng_costs_load(struct throng_costs *costs, const char *path, char why[THRONG_COSTS_WHY])
{
    return take_file(costs, throng_file_read(path), OLDEST, why);
}

static int64_t picoseconds_of(float seconds) { return (int64_t)((double)seconds * 1e12 + 0.5); }

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
            fprintf(file, " %" PRId64, picoseconds_of(table->seconds[which][i]));
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

static int32_t write_all(const struct throng_costs *costs, const key keys[KEYS], FILE *file)
{
    fprintf(file,
            FORMAT
            " %d\n# picoseconds of a frame at all combinations of stops, the last amount running fastest\n",
            VERSION);
    for (int32_t i = 0; i < KEYS; i++)
        fprintf(file, "# %s: %s\n", keys[i].name, keys[i].value);
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if (costs->tables[kind].known == 3)
            write_kind(file, &throng_cost_kinds[kind], &costs->tables[kind]);
    return !ferror(file);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return (hash ^ '\n') * 1099511628211u;
}

/* The cache's file of the costs of this machine. Returns 0 if there is none, or no device. */
static int32_t open_file(const throng_context *context, int32_t make, key keys[KEYS], throng_cache_file *f)
{
    char name[64];
    if (!context->cache[0] || !find_keys(context, keys))
        return 0;
    uint64_t hash = 14695981039346656037u;
    for (int32_t i = 0; i < KEYS; i++)
        hash = hash_text(hash, keys[i].value);
    snprintf(name, sizeof name, "costs-%016" PRIx64 ".txt", hash);
    return throng_cache_open(f, context->cache, name, make);
}

static void load_cached(const throng_cache_file *f, struct throng_costs *costs)
{
    uint64_t size;
    char why[THRONG_COSTS_WHY];
    (void)take_file(costs, throng_cache_read(f, &size), VERSION, why); /* a wrong one is written anew */
}

void throng_costs_load_cached(const throng_context *context, struct throng_costs *costs)
{
    key keys[KEYS];
    throng_cache_file f;
    if (!open_file(context, 0, keys, &f))
        return;
    load_cached(&f, costs);
    throng_cache_close(&f);
}

static int32_t are_equal(int32_t kind, const throng_cost_table *a, const throng_cost_table *b)
{
    int32_t equal = a->known == b->known;
    for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]); i++)
        for (int32_t which = 0; which < 2; which++)
            equal &= picoseconds_of(a->seconds[which][i]) == picoseconds_of(b->seconds[which][i]);
    return equal;
}

/* The file is read again, since others may have measured other kinds meanwhile; who writes within the same
 * milliseconds may still be lost, and has to be measured once more. */
static int32_t save(const throng_context *context, const struct throng_costs *costs, uint32_t kinds,
                    int32_t measured)
{
    enum { MOST_BYTES = 1 << 20 };
    struct throng_costs all = {0};
    throng_cache_file f;
    key keys[KEYS];
    if (!open_file(context, 1, keys, &f))
        return 0;
    load_cached(&f, &all);
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if ((kinds >> kind & 1) && (measured || are_equal(kind, &all.tables[kind], &costs->tables[kind])))
            all.tables[kind] = costs->tables[kind];
    FILE *file = throng_cache_write(&f, MOST_BYTES);
    const int32_t saved = file && throng_cache_publish(&f, file, write_all(&all, keys, file));
    throng_cache_close(&f);
    return saved;
}

int32_t throng_costs_save(const throng_context *context, const struct throng_costs *costs, uint32_t kinds)
{
    return save(context, costs, kinds, 1);
}

int32_t throng_costs_save_stale(const throng_context *context, const struct throng_costs *costs,
                                uint32_t kinds)
{
    return save(context, costs, kinds, 0);
}
