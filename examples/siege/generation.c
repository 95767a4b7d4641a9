/* The time for one generation of the genetic algorithm: all attackers at once, and one by one. */
#include "examples/siege/field.h"
#include "examples/siege/route.h"
#include "examples/siege/siege.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 400 };

typedef struct generation generation;

typedef struct way { /* of leading all attackers */
    const char *name;
    int (*lead)(generation *g, throng_trace_result *results);
    int32_t threads;
} way;

struct generation {
    throng_backend backend; /* CPU, or OPENCL beside it */
    int32_t guns, population, repeat;
    uint64_t seed;
    const char *path;
    FILE *file;
    field *batch, *cores, *device, *single;
    route *shortest, *careful;
    throng_cell *places;
    int32_t *starts;
    throng_trace_result *results, *expected;
};

/* ---------------------------------------------------------------- ways ------------------------------- */

static int lead_batch(generation *g, throng_trace_result *results)
{
    return field_attack(g->batch, g->places, g->starts, results);
}

static int lead_cores(generation *g, throng_trace_result *results)
{
    return field_attack(g->cores, g->places, g->starts, results);
}

static int lead_device(generation *g, throng_trace_result *results)
{
    return field_attack(g->device, g->places, g->starts, results);
}

static int lead_singly(generation *g, throng_trace_result *results)
{
    int code = PROGRAM_OK;
    for (int32_t i = 0; code == PROGRAM_OK && i < g->population * SCENE_STARTS; i++)
        code = field_attack(g->single, g->places + i / SCENE_STARTS * g->guns, g->starts + i, results + i);
    return code;
}

static int lead_by_route(generation *g, route *r, int place, throng_trace_result *results)
{
    int code = PROGRAM_OK;
    for (int32_t i = 0; code == PROGRAM_OK && i < g->population * SCENE_STARTS; i++) {
        route_result found = {0};
        if (place && i % SCENE_STARTS == 0)
            code = route_place(r, g->places + i / SCENE_STARTS * g->guns, g->guns);
        if (code == PROGRAM_OK)
            code = route_attack(r, g->starts[i], &found);
        results[i] = (throng_trace_result){.steps = found.steps};
    }
    return code;
}

static int lead_shortest(generation *g, throng_trace_result *results)
{
    return lead_by_route(g, g->shortest, 0, results);
}

static int lead_careful(generation *g, throng_trace_result *results)
{
    return lead_by_route(g, g->careful, 1, results);
}

/* ---------------------------------------------------------------- timing ----------------------------- */

static int time_ways(generation *g, const way *ways, int32_t count)
{
    const int32_t attackers = g->population * SCENE_STARTS;
    const size_t size = (size_t)attackers * sizeof *g->results;
    int code = PROGRAM_OK;
    fputs("repeat,way,threads,placements,attackers,seconds\n", g->file);
    for (int32_t k = -1; k < g->repeat; k++) { /* the first one is not timed: pages, caches */
        for (int32_t i = 0; code == PROGRAM_OK && i < count; i++) {
            const double begin = program_seconds();
            code = ways[i].lead(g, g->results);
            const double seconds = program_seconds() - begin;
            if (i == 0)
                memcpy(g->expected, g->results, size);
            else if (code == PROGRAM_OK && ways[i].threads >= 0 && memcmp(g->expected, g->results, size) != 0)
                code = program_reject(PROGRAM_FAILED, "generation: %s has other results", ways[i].name);
            if (k >= 0)
                fprintf(g->file, "%d,%s,%d,%d,%d,%.6g\n", (int)k, ways[i].name, abs(ways[i].threads),
                        (int)g->population, (int)attackers, seconds);
        }
    }
    return code;
}

static field *make_field(const generation *g, throng_backend backend, int32_t threads, int32_t placements)
{
    const field_def def = {.backend = backend,
                           .threads = threads,
                           .placements = placements,
                           .guns = g->guns,
                           .attackers = placements > 1 ? SCENE_STARTS : 1,
                           .most_steps = MOST_STEPS,
                           .eta = 1.0f,
                           .escape = THRONG_ESCAPE_FLOW};
    return field_create(&def);
}

static int prepare(generation *g)
{
    const int32_t attackers = g->population * SCENE_STARTS;
    const route_def shortest = {THRONG_ROUTE_DIJKSTRA, 1, 0.0f}, careful = {THRONG_ROUTE_DIJKSTRA, 1, 0.1f};
    g->places = malloc((size_t)g->population * (size_t)g->guns * sizeof *g->places);
    g->starts = malloc((size_t)attackers * sizeof *g->starts);
    g->results = calloc((size_t)attackers, sizeof *g->results);
    g->expected = calloc((size_t)attackers, sizeof *g->expected);
    if (g->places == NULL || g->starts == NULL || g->results == NULL || g->expected == NULL)
        return program_reject(PROGRAM_FAILED, "generation: out of memory");
    for (int32_t i = 0; i < g->population; i++)
        scene_place(g->seed, i, g->guns, g->places + i * g->guns);
    for (int32_t i = 0; i < attackers; i++)
        g->starts[i] = i % SCENE_STARTS;
    g->batch = make_field(g, THRONG_BACKEND_CPU, 1, g->population);
    g->cores = make_field(g, THRONG_BACKEND_CPU, 0, g->population);
    g->single = make_field(g, THRONG_BACKEND_CPU, 1, 1);
    g->shortest = route_create(&shortest);
    g->careful = route_create(&careful);
    if (g->backend == THRONG_BACKEND_OPENCL)
        g->device = make_field(g, THRONG_BACKEND_OPENCL, 0, g->population);
    return g->batch != NULL && g->cores != NULL && g->single != NULL && g->shortest != NULL &&
                   g->careful != NULL && (g->device != NULL || g->backend != THRONG_BACKEND_OPENCL)
               ? PROGRAM_OK
               : PROGRAM_FAILED;
}

static void destroy(generation *g)
{
    field_destroy(g->batch);
    field_destroy(g->cores);
    field_destroy(g->device);
    field_destroy(g->single);
    route_destroy(g->shortest);
    route_destroy(g->careful);
    free(g->places);
    free(g->starts);
    free(g->results);
    free(g->expected);
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: siege generation [options]\n"
    "Times one generation of the genetic algorithm, three attackers on each placement: by the field in one\n"
    "call (batch, cores, device), by the field and by Dijkstra's algorithm one after the other. Writes the\n"
    "seconds of each repeat as CSV. The field's ways must agree to the last bit.\n"
    "  --guns N          15\n"
    "  --population N    placements; 128\n"
    "  --repeat N        31\n"
    "  --seed S          1\n"
    "  --backend B       opencl: on a device too; cpu\n"
    "  --out FILE        in place of standard output\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    generation *g = into;
    switch (option) {
    case 'b':
        return program_choice(name, text, throng_backend_name, 3, &g->backend);
    case 's':
        return program_seed(name, text, &g->seed);
    case 'g':
        return program_count(name, text, 1, SCENE_MOST_GUNS, &g->guns);
    case 'p':
        return program_count(name, text, 2, 10000, &g->population);
    case 'r':
        return program_count(name, text, 1, 1000, &g->repeat);
    default:
        g->path = text;
        return PROGRAM_OK;
    }
}

int siege_generation(int argc, char **argv)
{
    static const struct option names[] = {{"guns", 1, NULL, 'g'},
                                          {"population", 1, NULL, 'p'},
                                          {"repeat", 1, NULL, 'r'},
                                          {"seed", 1, NULL, 's'},
                                          {"out", 1, NULL, 'o'},
                                          {"backend", 1, NULL, 'b'},
                                          {0}};
    static const program_options known = {help, names, set_option};
    generation g = {.backend = THRONG_BACKEND_CPU, .guns = 15, .population = 128, .repeat = 31, .seed = 1};
    int code = program_parse(&known, &g, argc, argv);
    /* negative: not the field's results */
    const way ways[] = {{"batch", lead_batch, 1},
                        {"cores", lead_cores, 0},
                        {"single", lead_singly, 1},
                        {"dijkstra", lead_shortest, -1},
                        {"dijkstra-damage", lead_careful, -1},
                        {"device", lead_device, 0}};
    const int32_t count = (int32_t)(sizeof ways / sizeof *ways) - (g.backend != THRONG_BACKEND_OPENCL);
    if (code == PROGRAM_OK)
        code = program_open(g.path, &g.file);
    if (code != PROGRAM_OK)
        return code;
    code = prepare(&g);
    if (code == PROGRAM_OK)
        code = time_ways(&g, ways, count);
    destroy(&g);
    return program_close(g.path, g.file, code);
}
