/* Guns placed by the genetic algorithm, against attackers by the field: each generation is one batch. */
#include "examples/siege/evolve.h"
#include "examples/siege/field.h"
#include "examples/siege/siege.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_STEPS = 400 };

typedef struct defence {
    throng_backend backend;
    int32_t threads, guns, population, generations, runs;
    uint64_t seed;
    const char *path, *best_path;
    FILE *file, *best_file;
    field *field;
    int32_t *starts;
    throng_trace_result *results;
    float *fitness;
} defence;

/* The damage of a candidate: the mean of the attackers', who may come from each start. */
static int judge(defence *d, const evolve *e, double *mean)
{
    int code = field_attack(d->field, evolve_guns(e), d->starts, d->results);
    *mean = 0.0;
    for (int32_t i = 0; code == PROGRAM_OK && i < d->population; i++) {
        float sum = 0.0f;
        for (int32_t k = 0; k < SCENE_STARTS; k++)
            sum += d->results[i * SCENE_STARTS + k].damage;
        d->fitness[i] = sum / SCENE_STARTS;
        *mean += (double)d->fitness[i] / d->population;
    }
    return code;
}

static void show_progress(const defence *d, int32_t run, const char *name, int32_t generation, double best)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rrun %d of %d, %s: generation %d, %.1f hp ", (int)run + 1, (int)d->runs, name,
                (int)generation, best);
}

static int search(defence *d, int32_t run, int32_t random)
{
    const char *name = random ? "random" : "genetic";
    const evolve_def def = {d->population, d->guns, random, d->seed + 1000003u * (uint64_t)run};
    evolve *e = evolve_create(&def);
    int code = e != NULL ? PROGRAM_OK : program_reject(PROGRAM_FAILED, "defend: out of memory");
    float best = 0.0f;
    for (int32_t i = 0; code == PROGRAM_OK && i <= d->generations; i++) {
        double mean;
        code = judge(d, e, &mean);
        if (code != PROGRAM_OK)
            break;
        evolve_next(e, d->fitness);
        evolve_best(e, &best);
        fprintf(d->file, "%d,%s,%d,%.9g,%.9g\n", (int)run, name, (int)i, (double)best, mean);
        show_progress(d, run, name, i, (double)best);
    }
    for (int32_t i = 0; code == PROGRAM_OK && d->best_file != NULL && i < d->guns; i++) {
        const throng_cell gun = evolve_best(e, &best)[i];
        fprintf(d->best_file, "%d,%s,%.9g,%d,%d\n", (int)run, name, (double)best, (int)gun.column,
                (int)gun.row);
    }
    evolve_destroy(e);
    return code;
}

static int prepare(defence *d)
{
    const int32_t attackers = d->population * SCENE_STARTS;
    const field_def def = {.backend = d->backend,
                           .threads = d->threads,
                           .placements = d->population,
                           .guns = d->guns,
                           .attackers = SCENE_STARTS,
                           .most_steps = MOST_STEPS,
                           .eta = 1.0f,
                           .escape = THRONG_ESCAPE_FLOW};
    d->starts = malloc((size_t)attackers * sizeof *d->starts);
    d->results = malloc((size_t)attackers * sizeof *d->results);
    d->fitness = malloc((size_t)d->population * sizeof *d->fitness);
    if (d->starts == NULL || d->results == NULL || d->fitness == NULL)
        return program_reject(PROGRAM_FAILED, "defend: out of memory");
    for (int32_t i = 0; i < attackers; i++)
        d->starts[i] = i % SCENE_STARTS;
    d->field = field_create(&def);
    return d->field != NULL ? PROGRAM_OK : PROGRAM_FAILED;
}

static int search_all(defence *d)
{
    int code = prepare(d);
    fputs("run,search,generation,best,mean\n", d->file);
    if (d->best_file != NULL)
        fputs("run,search,damage,column,row\n", d->best_file);
    for (int32_t i = 0; code == PROGRAM_OK && i < d->runs; i++) {
        code = search(d, i, 0);
        if (code == PROGRAM_OK)
            code = search(d, i, 1);
    }
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    field_destroy(d->field);
    free(d->starts);
    free(d->results);
    free(d->fitness);
    return code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: siege defend [options]\n"
    "Places guns so that attackers who follow the field suffer most, by a genetic algorithm, and by as many\n"
    "random placements for comparison. Writes the best and the mean damage of each generation as CSV.\n"
    "  --guns N          15\n"
    "  --population N    placements of a generation, all of them led in one call; 128\n"
    "  --generations N   100\n"
    "  --runs N          with other random numbers each; 20\n"
    "  --seed S          1\n"
    "  --backend B       auto, cpu or opencl; cpu\n"
    "  --threads N       0: one for each core; 0\n"
    "  --out FILE        in place of standard output\n"
    "  --best FILE       each run's best placement, as CSV\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    defence *d = into;
    switch (option) {
    case 'b':
        return program_choice(name, text, throng_backend_name, 3, &d->backend);
    case 's':
        return program_seed(name, text, &d->seed);
    case 'g':
        return program_count(name, text, 1, SCENE_MOST_GUNS, &d->guns);
    case 'p':
        return program_count(name, text, 4, 10000, &d->population);
    case 't':
        return program_count(name, text, 0, 1024, &d->threads);
    case 'n':
        return program_count(name, text, 1, 1000000, &d->generations);
    case 'r':
        return program_count(name, text, 1, 1000000, &d->runs);
    default:
        *(option == 'o' ? &d->path : &d->best_path) = text;
        return PROGRAM_OK;
    }
}

int siege_defend(int argc, char **argv)
{
    static const struct option names[] = {{"guns", 1, NULL, 'g'},        {"population", 1, NULL, 'p'},
                                          {"generations", 1, NULL, 'n'}, {"runs", 1, NULL, 'r'},
                                          {"seed", 1, NULL, 's'},        {"backend", 1, NULL, 'b'},
                                          {"out", 1, NULL, 'o'},         {"threads", 1, NULL, 't'},
                                          {"best", 1, NULL, 'B'},        {0}};
    static const program_options known = {help, names, set_option};
    defence d = {.backend = THRONG_BACKEND_CPU,
                 .guns = 15,
                 .population = 128,
                 .generations = 100,
                 .runs = 20,
                 .seed = 1};
    int code = program_parse(&known, &d, argc, argv);
    if (code == PROGRAM_OK)
        code = program_open(d.path, &d.file);
    if (code != PROGRAM_OK)
        return code;
    if (d.best_path != NULL)
        code = program_open(d.best_path, &d.best_file);
    if (code == PROGRAM_OK)
        code = search_all(&d);
    if (d.best_file != NULL)
        code = program_close(d.best_path, d.best_file, code);
    return program_close(d.path, d.file, code);
}
