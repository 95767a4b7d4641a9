/* One placement, to be drawn: the field's forces, its guns, and the ways of attackers from each start. */
#include "examples/siege/field.h"
#include "examples/siege/route.h"
#include "examples/siege/siege.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 2000, MOST_PATH = 1000, SAMPLES = 2 * SCENE_SIDE };

typedef struct view {
    int32_t guns, placement, run;
    uint64_t seed;
    const char *prefix, *best;
    throng_cell places[SCENE_MOST_GUNS];
} view;

/* ---------------------------------------------------------------- guns ------------------------------- */

/* Those of a run of siege defend. */
static int read_best(view *v)
{
    char line[200], search[20];
    FILE *file = fopen(v->best, "r");
    if (file == NULL)
        return program_reject(PROGRAM_USAGE, "%s: cannot be read", v->best);
    v->guns = 0;
    while (fgets(line, sizeof line, file) != NULL && v->guns < SCENE_MOST_GUNS) {
        int run, column, row;
        double damage;
        if (sscanf(line, "%d,%19[a-z],%lf,%d,%d", &run, search, &damage, &column, &row) == 5 &&
            run == v->run && strcmp(search, "genetic") == 0)
            v->places[v->guns++] = (throng_cell){column, row};
    }
    fclose(file);
    for (int32_t i = 0; i < v->guns; i++) {
        if (!scene_allowed(v->places[i]))
            return program_reject(PROGRAM_USAGE, "%s: no gun may stand in cell (%d, %d)", v->best,
                                  (int)v->places[i].column, (int)v->places[i].row);
    }
    if (v->guns == 0)
        return program_reject(PROGRAM_USAGE, "%s: has no placement of run %d", v->best, (int)v->run);
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- files ------------------------------ */

static int open_part(const view *v, const char *part, char path[MOST_PATH], FILE **file)
{
    if (snprintf(path, MOST_PATH, "%s-%s.csv", v->prefix, part) >= MOST_PATH)
        return program_reject(PROGRAM_USAGE, "--out: too long");
    return program_open(path, file);
}

static int write_guns(const view *v)
{
    char path[MOST_PATH];
    FILE *file;
    int code = open_part(v, "guns", path, &file);
    if (code != PROGRAM_OK)
        return code;
    fputs("x,y\n", file);
    for (int32_t i = 0; i < v->guns; i++)
        fprintf(file, "%g,%g\n", (double)scene_centre(v->places[i].column),
                (double)scene_centre(v->places[i].row));
    return program_close(path, file, code);
}

/* In the middle of each quarter of each cell. */
static int write_forces(const view *v, field *f)
{
    static throng_potential_point points[SAMPLES * SAMPLES];
    static throng_force forces[SAMPLES * SAMPLES];
    char path[MOST_PATH];
    FILE *file;
    for (int32_t i = 0; i < SAMPLES * SAMPLES; i++)
        points[i] = (throng_potential_point){.x = 0.5f * (float)(i % SAMPLES) + 0.25f,
                                             .y = 0.5f * (float)(i / SAMPLES) + 0.25f};
    int code = field_forces(f, SAMPLES * SAMPLES, points, forces);
    if (code == PROGRAM_OK)
        code = open_part(v, "forces", path, &file);
    if (code != PROGRAM_OK)
        return code;
    fputs("x,y,fx,fy,potential,damage,blocked\n", file);
    for (int32_t i = 0; i < SAMPLES * SAMPLES; i++)
        fprintf(file, "%g,%g,%.9g,%.9g,%.9g,%g,%d\n", (double)points[i].x, (double)points[i].y,
                (double)forces[i].fx, (double)forces[i].fy, (double)forces[i].potential,
                (double)forces[i].damage, scene_blocked((int32_t)points[i].x, (int32_t)points[i].y));
    return program_close(path, file, code);
}

static int write_field_ways(const view *v, throng_escape escape, const char *name, FILE *file)
{
    static const int32_t starts[SCENE_STARTS] = {0, 1, 2};
    static throng_trace_point way[MOST_STEPS + 1];
    throng_trace_result results[SCENE_STARTS];
    const field_def def = {.backend = THRONG_BACKEND_CPU,
                           .placements = 1,
                           .guns = v->guns,
                           .attackers = SCENE_STARTS,
                           .most_steps = MOST_STEPS,
                           .eta = 1.0f,
                           .escape = escape};
    field *f = field_create(&def);
    int code = f != NULL ? field_attack(f, v->places, starts, results) : PROGRAM_FAILED;
    for (int32_t k = 0; code == PROGRAM_OK && k < SCENE_STARTS; k++) {
        code = field_way(f, k, results[k].steps + 1, way);
        for (int32_t i = 0; code == PROGRAM_OK && i <= results[k].steps; i++)
            fprintf(file, "%s,%d,%s,%.9g,%.9g,%.9g\n", name, (int)k,
                    throng_trace_status_name(results[k].status), (double)results[k].damage, (double)way[i].x,
                    (double)way[i].y);
    }
    if (code == PROGRAM_OK && escape == THRONG_ESCAPE_NONE)
        code = write_forces(v, f);
    field_destroy(f);
    return code;
}

static int write_route_ways(const view *v, float weight, const char *name, FILE *file)
{
    const route_def def = {THRONG_ROUTE_DIJKSTRA, 1, weight};
    route *r = route_create(&def);
    int code = r != NULL ? route_place(r, v->places, v->guns) : PROGRAM_FAILED;
    for (int32_t k = 0; code == PROGRAM_OK && k < SCENE_STARTS; k++) {
        route_result found;
        code = route_attack(r, k, &found);
        for (int32_t i = 0; code == PROGRAM_OK && i <= found.steps; i++)
            fprintf(file, "%s,%d,reached,%.9g,%g,%g\n", name, (int)k, (double)found.damage,
                    (double)scene_centre(route_way(r)[i].column), (double)scene_centre(route_way(r)[i].row));
    }
    route_destroy(r);
    return code;
}

static int write_all(const view *v)
{
    char path[MOST_PATH];
    FILE *file;
    int code = open_part(v, "ways", path, &file);
    if (code != PROGRAM_OK)
        return code;
    fputs("way,start,status,damage,x,y\n", file);
    code = write_field_ways(v, THRONG_ESCAPE_NONE, "field", file);
    if (code == PROGRAM_OK)
        code = write_field_ways(v, THRONG_ESCAPE_HILLS, "field-hills", file);
    if (code == PROGRAM_OK)
        code = write_field_ways(v, THRONG_ESCAPE_FLOW, "field-flow", file);
    if (code == PROGRAM_OK)
        code = write_route_ways(v, 0.0f, "length", file);
    if (code == PROGRAM_OK)
        code = write_route_ways(v, 0.1f, "length-and-damage", file);
    code = program_close(path, file, code);
    return code == PROGRAM_OK ? write_guns(v) : code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: siege view --out PREFIX [options]\n"
    "Writes PREFIX-guns.csv, PREFIX-forces.csv and PREFIX-ways.csv for one placement of guns.\n"
    "  --guns N         15\n"
    "  --placement N    of siege duel with the same guns and seed, from 0; 0\n"
    "  --seed S         1\n"
    "  --best FILE      in place of these: the best placement of a run of siege defend\n"
    "  --run N          which run; 0\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    view *v = into;
    switch (option) {
    case 's':
        return program_seed(name, text, &v->seed);
    case 'g':
        return program_count(name, text, 1, SCENE_MOST_GUNS, &v->guns);
    case 'p':
        return program_count(name, text, 0, 1000000, &v->placement);
    case 'r':
        return program_count(name, text, 0, 1000000, &v->run);
    default:
        *(option == 'o' ? &v->prefix : &v->best) = text;
        return PROGRAM_OK;
    }
}

int siege_view(int argc, char **argv)
{
    static const struct option names[] = {{"out", 1, NULL, 'o'},
                                          {"guns", 1, NULL, 'g'},
                                          {"placement", 1, NULL, 'p'},
                                          {"seed", 1, NULL, 's'},
                                          {"best", 1, NULL, 'b'},
                                          {"run", 1, NULL, 'r'},
                                          {0}};
    static const program_options known = {help, names, set_option};
    view v = {.guns = 15, .seed = 1};
    int code = program_parse(&known, &v, argc, argv);
    if (code == PROGRAM_OK && v.prefix == NULL)
        code = program_reject(PROGRAM_USAGE, "view: --out PREFIX is missing");
    if (code != PROGRAM_OK)
        return code;
    scene_place(v.seed, v.placement, v.guns, v.places);
    if (v.best != NULL)
        code = read_best(&v);
    return code == PROGRAM_OK ? write_all(&v) : code;
}
