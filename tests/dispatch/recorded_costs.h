/* What tests of the automatic choice share: a folder for files of costs, imaginary machines, and
 * questions. */
#ifndef THRONG_TESTS_DISPATCH_RECORDED_COSTS_H
#define THRONG_TESTS_DISPATCH_RECORDED_COSTS_H

#include "tests/support/rejected.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KINDS = 8, STOPS = 8, AXES = 3 };

static const char *const kinds[KINDS + 1] = {"influence", "paths", "adjacent",   "flow", "potential",
                                             "choquet",   "crowd", "perception", "read"};

/* ---------------------------------------------------------------- folders and files ----------------- */

static char folder[] = "/tmp/throng-dispatch-XXXXXX";
static char said[20000];

static inline void remember(void *user, throng_log_level level, const char *message)
{
    (void)user;
    (void)level;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", message);
}

static char kernels[400]; /* the folder that all tests share */

static inline int32_t is_kernel(const char *name)
{
    const size_t length = strlen(name);
    return length > 7 && strcmp(name + length - 7, ".throng") == 0;
}

static inline void copy_file(const char *from, const char *to)
{
    char part[4096], partial[800];
    snprintf(partial, sizeof partial, "%s.%ld.tmp", to, (long)getpid());
    FILE *in = fopen(from, "rb"), *out = in ? fopen(partial, "wb") : NULL;
    int whole = out != NULL;
    for (size_t count; whole && (count = fread(part, 1, sizeof part, in)) > 0;)
        whole = fwrite(part, 1, count, out) == count;
    if (in)
        fclose(in);
    if (out)
        whole = fclose(out) == 0 && whole;
    if (out && (!whole || rename(partial, to) != 0))
        remove(partial);
}

/* Built kernels that `to` does not have yet. */
static inline void copy_kernels(const char *from, const char *to)
{
    char one[800], other[800];
    DIR *open = from[0] && to[0] ? opendir(from) : NULL;
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        snprintf(one, sizeof one, "%s/%s", from, entry->d_name);
        snprintf(other, sizeof other, "%s/%s", to, entry->d_name);
        if (is_kernel(entry->d_name) && access(other, F_OK) != 0)
            copy_file(one, other);
    }
    if (open)
        closedir(open);
}

/* A folder with nothing but built kernels, so that no test builds what another one has built. */
static inline void make_folder(void)
{
    const char *shared = getenv("THRONG_CACHE");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(kernels, sizeof kernels, "%s", shared && shared[0] == '/' ? shared : "");
    copy_kernels(kernels, folder);
    setenv("THRONG_CACHE", folder, 1);
    unsetenv("THRONG_COSTS");
}

/* How many files of costs lie there, and the path of one; all are removed where `drop` is not 0. */
static inline int32_t look_into_folder(char path[600], int drop)
{
    int32_t found = 0;
    char one[600];
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(one, sizeof one, "%s/%s", folder, entry->d_name);
        if (drop)
            unlink(one);
        if (strncmp(entry->d_name, "costs-", 6) == 0 && ++found && path)
            memcpy(path, one, sizeof one);
    }
    if (open)
        closedir(open);
    return found;
}

static inline void drop_costs(void)
{
    char path[600];
    while (look_into_folder(path, 0))
        cr_assert_eq(unlink(path), 0);
}

static inline void drop_folder(void)
{
    copy_kernels(folder, kernels);
    look_into_folder(NULL, 1);
    rmdir(folder);
}

/* The file is THRONG_COSTS from then on. */
static inline FILE *begin_table(void)
{
    char path[600];
    snprintf(path, sizeof path, "%s/table.txt", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    setenv("THRONG_COSTS", path, 1);
    return file;
}

static inline throng_context *open_threads(throng_backend backend, int32_t threads)
{
    throng_context *context = NULL;
    throng_context_def def = throng_context_default_def();
    def.backend = backend;
    def.threads = threads;
    def.logger.log = remember;
    said[0] = '\0';
    cr_assert_eq(throng_context_create(&def, &context), THRONG_OK, "%s", said);
    return context;
}

static inline throng_context *open_context(throng_backend backend) { return open_threads(backend, 0); }

/* ---------------------------------------------------------------- asking ---------------------------- */

/* A side of a map or sources, how many, and how much of each; as bench/suite/selection.c names its
 * scenes. */
typedef struct amounts {
    int32_t kind, ground, count, each;
} amounts;

static inline throng_terrain *make_terrain(throng_context *context, int32_t side)
{
    throng_terrain_def def = throng_terrain_default_def();
    throng_terrain *terrain;
    def.width = def.height = side;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    return terrain;
}

static inline throng_selection ask_map(throng_context *context, const amounts *a, throng_residency residency,
                                       throng_terrain *terrain)
{
    throng_selection choice;
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = a->ground;
    def.object_capacity = a->count;
    def.typical_distance = (float)a->each;
    def.residency = residency;
    def.terrain = a->kind ? terrain : NULL;
    def.propagation = a->kind == 0   ? THRONG_PROPAGATION_EUCLIDEAN
                      : a->kind == 1 ? THRONG_PROPAGATION_PATH
                                     : THRONG_PROPAGATION_ADJACENT;
    MUST(context, throng_influence_explain(context, &def, &choice));
    return choice;
}

static inline throng_selection ask_crowd(throng_context *context, const amounts *a,
                                         throng_residency residency)
{
    throng_selection choice;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = a->count;
    def.max_neighbors = a->each;
    def.residency = residency;
    def.perception = a->kind == 7 ? THRONG_PERCEPTION_ALL : 0;
    MUST(context, throng_crowd_explain(context, &def, &choice));
    return choice;
}

static inline throng_selection ask_field(throng_context *context, const amounts *a,
                                         throng_residency residency)
{
    throng_selection choice;
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = a->ground;
    def.point_capacity = a->count;
    def.typical_sources = a->each;
    def.residency = residency;
    MUST(context, throng_potential_explain(context, &def, &choice));
    return choice;
}

static inline throng_selection ask(throng_context *context, const amounts *a, throng_residency residency)
{
    throng_selection choice;
    throng_flow_def flow = throng_flow_default_def();
    throng_measure_def measure = throng_measure_default_def();
    throng_terrain *terrain = a->kind >= 1 && a->kind <= 3 ? make_terrain(context, a->ground) : NULL;
    if (a->kind < 3) {
        choice = ask_map(context, a, residency, terrain);
    } else if (a->kind == 3) {
        flow.terrain = terrain;
        flow.fields = a->count;
        flow.residency =
            residency == THRONG_RESIDENCY_HOST ? THRONG_RESIDENCY_INPUT : residency; /* as is usual */
        MUST(context, throng_flow_explain(context, &flow, &choice));
    } else if (a->kind == 4) {
        choice = ask_field(context, a, residency);
    } else if (a->kind == 5) {
        measure.types = a->each;
        measure.typical_rows = a->count;
        MUST(context, throng_measure_explain(context, &measure, &choice));
    } else {
        choice = ask_crowd(context, a, residency);
    }
    MUST(context, throng_terrain_destroy(terrain));
    return choice;
}

/* ---------------------------------------------------------------- imaginary machines ---------------- */

/* Seconds of a frame on an imaginary machine: at least `least`, so that small frames cost the same; each
 * of many costs something, and more where it has more, though not in proportion; what lies below, and what
 * is read. */
typedef struct model {
    double least, ground, count, each, byte;
} model;

static inline double frame_of(const model *m, int32_t kind, const double amount[AXES])
{
    const double ground = kind == 3 ? amount[0] * amount[1] * m->each * 4.0 : amount[0] * m->ground;
    const double bytes = kind < 3    ? 4.0 * amount[0]
                         : kind == 3 ? 0.0
                         : kind == 4 ? 16.0 * amount[1]
                         : kind == 5 ? 4.0 * amount[1] * (amount[2] + 1.0) /* given, and read */
                                     : 8.0 * amount[1];
    const double work = ground + amount[1] * (m->count + m->each * (amount[2] + 3.0 * sqrt(amount[2])));
    return (work > m->least ? work : m->least) + bytes * m->byte;
}

typedef struct machine {
    const char *name;
    model cpu, opencl;
} machine;

/* The first is about what one H100 is beside 16 cores. */
static const machine machines[] = {
    {"fast device, dear copies", {1e-6, 5e-11, 5e-9, 2e-10, 1e-10}, {1e-4, 5e-12, 5e-10, 5e-12, 8e-10}},
    {"slow device, cheap copies", {1e-6, 5e-11, 2e-8, 1e-9, 2e-10}, {3e-5, 2e-11, 2e-8, 6e-10, 5e-11}},
    {"device never better", {1e-6, 5e-11, 1e-9, 1e-10, 1e-10}, {1e-4, 1e-10, 2e-9, 2e-10, 2e-10}},
    {"device always better", {1e-4, 1e-10, 2e-9, 2e-10, 2e-10}, {1e-6, 5e-11, 1e-9, 1e-10, 1e-10}},
};

/* The stops of the library's tables, which the files name: "# kind; what 1 2 3; what 4 5". */
typedef struct stops {
    int32_t count[AXES];
    double at[AXES][STOPS];
} stops;

static inline void read_stops(stops all[KINDS + 1])
{
    char line[2000];
    FILE *file = fopen(THRONG_TEST_CHOICE "/epyc-vector-pocl.costs", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        char *part = strtok(line, ";\n");
        for (int32_t kind = 0; kind <= KINDS; kind++) {
            if (!part || part[0] != '#' || strcmp(part + 2, kinds[kind]) != 0)
                continue;
            const int32_t first = kind >= 5 && kind < KINDS ? 1 : 0; /* without a map or sources */
            for (int32_t axis = first; axis < AXES && (part = strtok(NULL, ";\n")) != NULL; axis++) {
                char *at = part + strcspn(part, "0123456789");
                while (*at && all[kind].count[axis] < STOPS)
                    all[kind].at[axis][all[kind].count[axis]++] = strtod(at, &at);
            }
        }
    }
    fclose(file);
}

static inline void write_model(FILE *file, const model *m, int32_t kind, const stops *s, const char *backend)
{
    fprintf(file, "%s %s", kinds[kind], backend);
    for (int32_t i = 0; i < STOPS * STOPS * STOPS; i++) {
        const int32_t at[AXES] = {i / (STOPS * STOPS), i / STOPS % STOPS, i % STOPS};
        double amount[AXES] = {0.0};
        int32_t there = 1;
        for (int32_t axis = 0; axis < AXES; axis++) {
            there = there && at[axis] < (s->count[axis] ? s->count[axis] : 1);
            amount[axis] = there && s->count[axis] ? s->at[axis][at[axis]] : 0.0;
        }
        if (there)
            fprintf(file, " %.0f", 1e12 * frame_of(m, kind, amount));
    }
    fputc('\n', file);
}

static inline void write_machine(const machine *m)
{
    stops all[KINDS + 1] = {{{0}, {{0.0}}}};
    read_stops(all);
    FILE *file = begin_table();
    fprintf(file, "throng costs 4\n# %s\n", m->name);
    for (int32_t i = 0; i < 2; i++) {
        const model *one = i ? &m->opencl : &m->cpu;
        fprintf(file, "read %s", i ? "opencl" : "cpu");
        for (int32_t k = 0; k < all[KINDS].count[0]; k++)
            fprintf(file, " %.0f", 1e12 * all[KINDS].at[0][k] * one->byte);
        fputc('\n', file);
        for (int32_t kind = 0; kind < KINDS; kind++)
            write_model(file, one, kind, &all[kind], i ? "opencl" : "cpu");
    }
    cr_assert_eq(fclose(file), 0);
}

#endif
