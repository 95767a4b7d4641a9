/* The automatic choice of a backend: by a file of costs, by measuring, and not at all where one is forced. */
#define _DEFAULT_SOURCE
#include "support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct costs {
    const char *name;
    int64_t cpu[4], opencl[4]; /* femtoseconds: fixed, object, cell, pair */
} costs;

static const costs tables[] = {
    {"fast device, dear copies",
     {2000000000, 50000000, 300000, 1000000},
     {90000000000, 5000000, 900000, 20000}},
    {"slow device, cheap copies",
     {2000000000, 50000000, 300000, 1000000},
     {3000000000, 9000000, 200000, 3000000}},
    {"device never better", {1, 1, 1, 1}, {2, 2, 2, 2}},
    {"device always better", {2, 2, 2, 2}, {1, 1, 1, 1}},
};

static char folder[] = "/tmp/throng-dispatch-XXXXXX";
static char said[2000];

static void remember(void *user, throng_log_level level, const char *message)
{
    (void)user;
    (void)level;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", message);
}

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    setenv("THRONG_CACHE", folder, 1);
    unsetenv("THRONG_COSTS");
}

static void drop_folder(void)
{
    char path[600];
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (open)
        closedir(open);
    rmdir(folder);
}

TestSuite(dispatch, .init = make_folder, .fini = drop_folder);

static void write_table(const costs *table)
{
    char path[600];
    snprintf(path, sizeof path, "%s/table.txt", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "throng costs 1\n# %s\n", table->name);
    for (int i = 0; i < 2; i++) {
        const int64_t *c = i ? table->opencl : table->cpu;
        fprintf(file, "influence %s %lld %lld %lld %lld\n", i ? "opencl" : "cpu", (long long)c[0],
                (long long)c[1], (long long)c[2], (long long)c[3]);
    }
    cr_assert_eq(fclose(file), 0);
    setenv("THRONG_COSTS", path, 1);
}

static throng_context *open_context(throng_backend backend)
{
    throng_context *context = NULL;
    throng_context_def def = throng_context_default_def();
    def.backend = backend;
    def.logger.log = remember;
    said[0] = '\0';
    cr_assert_eq(throng_context_create(&def, &context), THRONG_OK, "%s", said);
    return context;
}

static throng_backend backend_of(throng_context *context, int32_t side, int32_t objects, float distance)
{
    throng_influence *map;
    throng_influence_info info;
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = side;
    def.object_capacity = objects;
    def.typical_distance = distance;
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_get_info(map, &info));
    throng_influence_destroy(map);
    return info.backend;
}

static double frame(const int64_t c[4], double objects, double distance, double cells)
{
    double inside = 3.14159265358979 * distance * distance + 1.0;
    inside = inside < cells ? inside : cells;
    return (double)c[0] + (double)c[1] * objects + (double)c[2] * cells + (double)c[3] * objects * inside;
}

/* Over the grid of sizes, the backend that the table makes the cheaper one, unless both cost nearly the
 * same. */
static void check_table(const costs *table, int32_t *chosen)
{
    static const int32_t sides[] = {28, 128, 512, 1024};
    static const int32_t counts[] = {1, 100, 10000};
    static const float distances[] = {1.0f, 16.0f, 300.0f};
    write_table(table);
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    for (int i = 0; i < 4 * 3 * 3; i++) {
        int32_t side = sides[i / 9], count = counts[i / 3 % 3];
        float distance = distances[i % 3];
        double cells = (double)side * side;
        double cpu = frame(table->cpu, count, (double)distance, cells);
        double opencl = frame(table->opencl, count, (double)distance, cells);
        throng_backend backend = backend_of(context, side, count, distance);
        chosen[backend]++;
        if (cpu < 0.999 * opencl || opencl < 0.999 * cpu)
            cr_assert_eq(backend, cpu < opencl ? THRONG_BACKEND_CPU : THRONG_BACKEND_OPENCL,
                         "%s: %d cells a side, %d objects, distance %g: cpu %g, opencl %g", table->name, side,
                         count, (double)distance, cpu, opencl);
    }
    cr_assert_not_null(strstr(said, "a frame)"), "the choice is explained: %s", said);
    MUST(context, throng_context_destroy(context));
}

Test(dispatch, by_table)
{
    if (!opencl_present())
        return;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        int32_t chosen[3] = {0, 0, 0};
        check_table(&tables[i], chosen);
        cr_assert_eq(chosen[THRONG_BACKEND_CPU] > 0, i != 3, "%s", tables[i].name);
        cr_assert_eq(chosen[THRONG_BACKEND_OPENCL] > 0, i != 2, "%s", tables[i].name);
    }
}

Test(dispatch, forced_backends_ignore_costs)
{
    write_table(&tables[3]);
    throng_context *context = open_context(THRONG_BACKEND_CPU);
    cr_assert_eq(backend_of(context, 512, 1000, 16.0f), THRONG_BACKEND_CPU);
    MUST(context, throng_context_destroy(context));
    if (!opencl_present())
        return;
    write_table(&tables[2]);
    context = open_context(THRONG_BACKEND_OPENCL);
    cr_assert_eq(backend_of(context, 28, 1, 1.0f), THRONG_BACKEND_OPENCL);
    MUST(context, throng_context_destroy(context));
}

Test(dispatch, wrong_files_are_refused)
{
    static const char *const texts[] = {"",
                                        "throng costs 2\n",
                                        "throng costs 1\ninfluence cpu 1 1 1 1\n",
                                        "throng costs 1\ninfluence cpu 1 1 1 1\ninfluence opencl 1 1 1\n",
                                        "throng costs 1\ninfluence cpu 1 1 1 1\ninfluence opencl 0 0 -1 0\n",
                                        "throng costs 1\ninfluence tpu 1 1 1 1\ninfluence opencl 0 0 0 0\n"};
    if (!opencl_present())
        return;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/wrong.txt", folder);
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file);
        fputs(texts[i], file);
        cr_assert_eq(fclose(file), 0);
        setenv("THRONG_COSTS", path, 1);
        throng_context *context = open_context(THRONG_BACKEND_AUTO);
        cr_assert_eq(backend_of(context, 512, 1000, 16.0f), THRONG_BACKEND_CPU, "file %zu", i);
        cr_assert_not_null(strstr(said, "wrong.txt"), "file %zu: %s", i, said);
        MUST(context, throng_context_destroy(context));
    }
}

static int32_t find_costs(char path[600])
{
    int32_t found = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;)
        if (strncmp(entry->d_name, "costs-", 6) == 0) {
            snprintf(path, 600, "%s/%s", folder, entry->d_name);
            found++;
        }
    if (open)
        closedir(open);
    return found;
}

/* Costs are measured once, kept, and taken from the file from then on: the file is replaced by a table, and
 * the next context chooses by it. */
Test(dispatch, measured_once)
{
    char path[600], table[600];
    if (!opencl_present())
        return;
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    throng_backend first = backend_of(context, 256, 1000, 16.0f);
    cr_assert_eq(backend_of(context, 256, 1000, 16.0f), first);
    MUST(context, throng_context_destroy(context));
    cr_assert_eq(find_costs(path), 1, "%s", said);
    for (int i = 2; i < 4; i++) {
        write_table(&tables[i]);
        snprintf(table, sizeof table, "%s", getenv("THRONG_COSTS"));
        unsetenv("THRONG_COSTS");
        cr_assert_eq(rename(table, path), 0);
        context = open_context(THRONG_BACKEND_AUTO);
        cr_assert_eq(backend_of(context, 256, 1000, 16.0f),
                     i == 2 ? THRONG_BACKEND_CPU : THRONG_BACKEND_OPENCL);
        MUST(context, throng_context_destroy(context));
    }
}

Test(dispatch, no_cache_folder)
{
    if (!opencl_present())
        return;
    setenv("THRONG_CACHE", "off", 1);
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    backend_of(context, 64, 10, 4.0f);
    MUST(context, throng_context_destroy(context));
    char path[600];
    cr_assert_eq(find_costs(path), 0);
}
