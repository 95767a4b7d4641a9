/* Attackers by the field against attackers by Dijkstra's algorithm or A*, placement by placement: the paper's
 * tables 1 to 4. */
#include "examples/siege/field.h"
#include "examples/siege/route.h"
#include "examples/siege/siege.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CONTENDERS = 32, MOST_PLACEMENTS = 10000, MOST_STEPS = 2000 };

typedef struct contender {
    float eta, weight; /* of fields; of routes */
    throng_escape escape;
    int32_t batch; /* all placements at once */
    field *field;
    route *route;
} contender;

typedef struct outcome {
    const char *status;
    int32_t steps, escapes;
    float length, damage;
    double seconds; /* the least of all repeats: other programs run beside */
} outcome;

typedef struct duel {
    throng_route_method method;
    int32_t fine, guns, placements, repeat;
    uint64_t seed;
    const char *path;
    contender contenders[MOST_CONTENDERS];
    int32_t count;
    throng_cell *places; /* guns of each placement */
    int32_t *starts;
    throng_trace_result *results;
    outcome *outcomes; /* [placement][contender] */
} duel;

/* ---------------------------------------------------------------- contenders ------------------------- */

static int add_field(duel *d, throng_escape escape, float eta, int32_t batch)
{
    const field_def def = {.backend = THRONG_BACKEND_CPU,
                           .threads = 1,
                           .placements = batch ? d->placements : 1,
                           .guns = d->guns,
                           .attackers = 1,
                           .most_steps = MOST_STEPS,
                           .eta = eta,
                           .escape = escape};
    contender *c = &d->contenders[d->count++];
    *c = (contender){.eta = eta, .escape = escape, .batch = batch, .field = field_create(&def)};
    return c->field != NULL ? PROGRAM_OK : PROGRAM_FAILED;
}

static int add_route(duel *d, float weight)
{
    const route_def def = {d->method, d->fine, weight};
    contender *c = &d->contenders[d->count++];
    *c = (contender){.weight = weight, .route = route_create(&def)};
    return c->route != NULL ? PROGRAM_OK : PROGRAM_FAILED;
}

/* The paper's field and what it might do in traps, stronger guns, and what routes might make least. */
static int add_all(duel *d)
{
    static const float etas[] = {10.0f, 100.0f, 1000.0f, 10000.0f};
    static const float weights[] = {0.0f, 0.001f, 0.01f, 0.03f, 0.1f, 0.3f, 1.0f, 1e6f};
    int code = add_field(d, THRONG_ESCAPE_NONE, 1.0f, 0);
    if (code == PROGRAM_OK)
        code = add_field(d, THRONG_ESCAPE_HILLS, 1.0f, 0);
    if (code == PROGRAM_OK)
        code = add_field(d, THRONG_ESCAPE_FLOW, 1.0f, 0);
    if (code == PROGRAM_OK)
        code = add_field(d, THRONG_ESCAPE_FLOW, 1.0f, 1);
    for (size_t i = 0; code == PROGRAM_OK && i < sizeof etas / sizeof *etas; i++)
        code = add_field(d, THRONG_ESCAPE_FLOW, etas[i], 0);
    for (size_t i = 0; code == PROGRAM_OK && i < sizeof weights / sizeof *weights; i++)
        code = add_route(d, weights[i]);
    return code;
}

/* ---------------------------------------------------------------- fights ----------------------------- */

static void note(outcome *o, const char *status, int32_t steps, int32_t escapes, float length, float damage,
                 double seconds)
{
    if (o->status == NULL || seconds < o->seconds)
        o->seconds = seconds;
    o->status = status;
    o->steps = steps;
    o->escapes = escapes;
    o->length = length;
    o->damage = damage;
}

static int fight_by_field(duel *d, contender *c, int32_t first, int32_t count, outcome *const *outcomes)
{
    throng_trace_point way[MOST_STEPS + 1];
    double begin = program_seconds();
    int code = field_attack(c->field, d->places + first * d->guns, d->starts + first, d->results);
    for (int32_t i = 0; code == PROGRAM_OK && i < count; i++)
        code = field_way(c->field, i, d->results[i].steps + 1, way);
    double seconds = (program_seconds() - begin) / count;
    for (int32_t i = 0; code == PROGRAM_OK && i < count; i++) {
        const throng_trace_result *r = &d->results[i];
        note(outcomes[i], throng_trace_status_name(r->status), r->steps, r->escapes, r->length, r->damage,
             seconds);
    }
    return code;
}

/* What depends on the guns counts, and so where only the length does, placing them does not. */
static int fight_by_route(duel *d, contender *c, int32_t placement, outcome *o)
{
    route_result r = {0};
    double begin = program_seconds();
    int code = route_place(c->route, d->places + placement * d->guns, d->guns);
    if (c->weight == 0.0f)
        begin = program_seconds();
    if (code == PROGRAM_OK)
        code = route_attack(c->route, d->starts[placement], &r);
    if (code == PROGRAM_OK)
        note(o, r.steps > 0 ? "reached" : "unreachable", r.steps, 0, r.length, r.damage,
             program_seconds() - begin);
    return code;
}

static int fight(duel *d)
{
    outcome *all[MOST_PLACEMENTS];
    int code = PROGRAM_OK;
    for (int32_t k = 0; k < d->repeat; k++) {
        for (int32_t n = 0; n < d->placements; n++) {
            for (int32_t i = 0; code == PROGRAM_OK && i < d->count; i++) {
                contender *c = &d->contenders[i];
                outcome *o = &d->outcomes[n * d->count + i];
                if (c->route != NULL)
                    code = fight_by_route(d, c, n, o);
                else if (!c->batch)
                    code = fight_by_field(d, c, n, 1, &o);
            }
        }
        for (int32_t i = 0; code == PROGRAM_OK && i < d->count; i++) {
            for (int32_t n = 0; n < d->placements; n++)
                all[n] = &d->outcomes[n * d->count + i];
            if (d->contenders[i].batch)
                code = fight_by_field(d, &d->contenders[i], 0, d->placements, all);
        }
    }
    return code;
}

/* ---------------------------------------------------------------- all of it -------------------------- */

static int write_all(const duel *d)
{
    static const char *const escapes[] = {"none", "flow", "hills"};
    FILE *file;
    int code = program_open(d->path, &file);
    if (code != PROGRAM_OK)
        return code;
    fputs("placement,start,contender,fine,weight,eta,escape,status,steps,escapes,length,damage,seconds\n",
          file);
    for (int32_t n = 0; n < d->placements; n++) {
        for (int32_t i = 0; i < d->count; i++) {
            const contender *c = &d->contenders[i];
            const outcome *o = &d->outcomes[n * d->count + i];
            const char *name = c->batch                          ? "batch"
                               : c->field != NULL                ? "field"
                               : d->method == THRONG_ROUTE_ASTAR ? "astar"
                                                                 : "dijkstra";
            fprintf(file, "%d,%d,%s,%d,%g,%g,%s,%s,%d,%d,%.9g,%.9g,%.4g\n", (int)n, (int)d->starts[n], name,
                    (int)d->fine, (double)c->weight, (double)c->eta, escapes[c->escape], o->status,
                    (int)o->steps, (int)o->escapes, (double)o->length, (double)o->damage, o->seconds);
        }
    }
    return program_close(d->path, file, code);
}

static int prepare(duel *d)
{
    const size_t placements = (size_t)d->placements;
    uint64_t state = d->seed;
    d->places = malloc(placements * (size_t)d->guns * sizeof *d->places);
    d->starts = malloc(placements * sizeof *d->starts);
    d->results = malloc(placements * sizeof *d->results);
    d->outcomes = calloc(placements * MOST_CONTENDERS, sizeof *d->outcomes);
    if (d->places == NULL || d->starts == NULL || d->results == NULL || d->outcomes == NULL)
        return program_reject(PROGRAM_FAILED, "duel: out of memory");
    for (int32_t n = 0; n < d->placements; n++) {
        scene_place(d->seed, n, d->guns, d->places + n * d->guns);
        d->starts[n] = (int32_t)scene_draw(&state, SCENE_STARTS);
    }
    return add_all(d);
}

static void destroy(duel *d)
{
    for (int32_t i = 0; i < d->count; i++) {
        field_destroy(d->contenders[i].field);
        route_destroy(d->contenders[i].route);
    }
    free(d->places);
    free(d->starts);
    free(d->results);
    free(d->outcomes);
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: siege duel [options]\n"
    "Leads attackers past random placements of guns, by the potential field and by routes over cells, and\n"
    "writes what became of each and how long it took to find its way, on one core, as CSV.\n"
    "  --method M       of routes: dijkstra or astar; dijkstra\n"
    "  --fine N         1: routes over cells of 1, 2: of 0.5; 1\n"
    "  --guns N         of a placement; 15\n"
    "  --placements N   100\n"
    "  --repeat N       runs of each, of which the least time counts; 15\n"
    "  --seed S         1\n"
    "  --out FILE       in place of standard output\n";

static const char *method_name(int32_t method) { return method == THRONG_ROUTE_ASTAR ? "astar" : "dijkstra"; }

static int set_option(void *into, int option, const char *name, const char *text)
{
    duel *d = into;
    switch (option) {
    case 'm':
        return program_choice(name, text, method_name, 2, &d->method);
    case 's':
        return program_seed(name, text, &d->seed);
    case 'f':
        return program_count(name, text, 1, SCENE_MOST_FINE, &d->fine);
    case 'g':
        return program_count(name, text, 1, SCENE_MOST_GUNS, &d->guns);
    case 'p':
        return program_count(name, text, 1, MOST_PLACEMENTS, &d->placements);
    case 'r':
        return program_count(name, text, 1, 1000, &d->repeat);
    default:
        d->path = text;
        return PROGRAM_OK;
    }
}

int siege_duel(int argc, char **argv)
{
    static const struct option names[] = {{"method", 1, NULL, 'm'}, {"fine", 1, NULL, 'f'},
                                          {"guns", 1, NULL, 'g'},   {"placements", 1, NULL, 'p'},
                                          {"repeat", 1, NULL, 'r'}, {"seed", 1, NULL, 's'},
                                          {"out", 1, NULL, 'o'},    {0}};
    static const program_options known = {help, names, set_option};
    duel d = {
        .method = THRONG_ROUTE_DIJKSTRA, .fine = 1, .guns = 15, .placements = 100, .repeat = 15, .seed = 1};
    int code = program_parse(&known, &d, argc, argv);
    if (code == PROGRAM_OK)
        code = prepare(&d);
    if (code == PROGRAM_OK)
        code = fight(&d);
    if (code == PROGRAM_OK)
        code = write_all(&d);
    destroy(&d);
    return code;
}
