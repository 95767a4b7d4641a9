/* The damage where types of guns reinforce or weaken each other: the paper's table 5, on a way where all
 * three types bear at once. */
#include "examples/siege/siege.h"
#include "scenes/siege/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 3, GROUPS = 5, GUNS = TYPES * GROUPS, MOST_STEPS = 500, LAMBDAS = 13 };

static const float power[TYPES] = {2.0f, 3.0f, 4.0f}, range = 2.0f, speed = 1.0f;

typedef struct trial {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_potential_source guns[GUNS];
    throng_trace_point way[MOST_STEPS + 1];
    throng_trace_result result;       /* of the way that knows no interaction */
    float bearing[MOST_STEPS][TYPES]; /* guns of each type in whose range a step ends */
    const char *path, *ways_path;
    FILE *file;
} trial;

/* Five groups along the straight way from the first start, one gun of each type in it, turned a little more
 * each time. A gun may not stand in the way itself. */
static void place(trial *s)
{
    const float from_x = scene_centre(scene_starts[0].column), from_y = scene_centre(scene_starts[0].row);
    const float to_x = scene_centre(scene_goal.column), to_y = scene_centre(scene_goal.row);
    for (int32_t i = 0; i < GUNS; i++) {
        const int32_t group = i / TYPES, type = i % TYPES;
        const float along = ((float)group + 0.7f) / ((float)GROUPS + 0.4f);
        const double turn = 2.0 * 3.14159265358979 * (type / 3.0 + group / 15.0);
        s->guns[i] = throng_potential_default_source();
        s->guns[i].x = from_x + along * (to_x - from_x) + 1.2f * (float)cos(turn);
        s->guns[i].y = from_y + along * (to_y - from_y) + 1.2f * (float)sin(turn);
        s->guns[i].range = range;
        s->guns[i].power = power[type];
        s->guns[i].type = type;
    }
}

static int make_measure(const trial *s, throng_measure_kind kind, float lambda, throng_measure **measure)
{
    throng_measure_def def = throng_measure_default_def();
    def.kind = kind;
    def.types = TYPES;
    def.lambda = lambda;
    def.accept_non_monotone = 1; /* as the paper's are */
    memcpy(def.weights, power, sizeof power);
    if (throng_measure_create(s->context, &def, measure) != THRONG_OK)
        return scene_failed(s->context, "measure");
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- a way ------------------------------ */

static int trace(trial *s, throng_potential *field)
{
    const throng_potential_goal goal = scene_stronghold(0);
    const throng_trace_start start = {
        scene_centre(scene_starts[0].column), scene_centre(scene_starts[0].row), speed, 0, 0, 0};
    throng_trace *tracer;
    throng_trace_def def = throng_trace_default_def();
    def.field = field;
    def.start_capacity = 1;
    def.max_steps = MOST_STEPS;
    def.escape = THRONG_ESCAPE_FLOW;
    def.flow = s->flow;
    if (throng_trace_create(s->context, &def, &tracer) != THRONG_OK)
        return scene_failed(s->context, "paths");
    int code = PROGRAM_OK;
    if (throng_potential_set_sources(field, 0, GUNS, s->guns, 0) != THRONG_OK ||
        throng_potential_set_goals(field, 0, 1, &goal, 0) != THRONG_OK ||
        throng_trace_set_starts(tracer, 0, 1, &start, 0) != THRONG_OK ||
        throng_trace_update(tracer) != THRONG_OK ||
        throng_trace_read(tracer, 0, 1, &s->result, 0) != THRONG_OK ||
        throng_trace_read_points(tracer, 0, 1, 0, s->result.steps + 1, s->way, 0) != THRONG_OK)
        code = scene_failed(s->context, "way");
    throng_trace_destroy(tracer);
    return code;
}

/* The way through a field with this measure, which with `interaction` takes it into account. */
static int lead(trial *s, throng_measure_kind kind, float lambda, int32_t interaction)
{
    throng_measure *measure;
    throng_potential *field;
    int code = make_measure(s, kind, lambda, &measure);
    if (code != PROGRAM_OK)
        return code;
    throng_potential_def def = throng_potential_default_def();
    def.damage = 1;
    def.measure = measure;
    def.interaction = interaction;
    def.terrain = s->terrain;
    if (throng_potential_create(s->context, &def, &field) == THRONG_OK) {
        code = trace(s, field);
        throng_potential_destroy(field);
    } else {
        code = scene_failed(s->context, "field");
    }
    throng_measure_destroy(measure);
    return code;
}

/* ---------------------------------------------------------------- its damage ------------------------- */

static void count_bearing(trial *s)
{
    for (int32_t i = 0; i < s->result.steps; i++) {
        memset(s->bearing[i], 0, sizeof s->bearing[i]);
        for (int32_t k = 0; k < GUNS; k++) {
            const float x = s->way[i + 1].x - s->guns[k].x, y = s->way[i + 1].y - s->guns[k].y;
            if (x * x + y * y <= range * range)
                s->bearing[i][s->guns[k].type] += 1.0f;
        }
    }
}

/* Sum over steps of their time times the Choquet integral of the guns that bear at their end. */
static int add_damage(trial *s, throng_measure_kind kind, float lambda, double *damage, int32_t *monotone)
{
    throng_measure *measure;
    throng_measure_info info;
    float rates[MOST_STEPS];
    int code = make_measure(s, kind, lambda, &measure);
    if (code != PROGRAM_OK)
        return code;
    throng_measure_get_info(measure, &info);
    *monotone = info.monotone;
    *damage = 0.0;
    if (throng_measure_choquet(measure, s->result.steps, s->bearing[0], 0, rates) != THRONG_OK)
        code = scene_failed(s->context, "integral");
    for (int32_t i = 0; code == PROGRAM_OK && i < s->result.steps; i++) {
        const double x = (double)s->way[i + 1].x - (double)s->way[i].x;
        const double y = (double)s->way[i + 1].y - (double)s->way[i].y;
        *damage += sqrt(x * x + y * y) / (double)speed * (double)rates[i];
    }
    throng_measure_destroy(measure);
    return code;
}

static int32_t steps_of_all(const trial *s)
{
    int32_t count = 0;
    for (int32_t i = 0; i < s->result.steps; i++)
        count += s->bearing[i][0] > 0.0f && s->bearing[i][1] > 0.0f && s->bearing[i][2] > 0.0f;
    return count;
}

static void write_way(FILE *file, const trial *s, const char *name)
{
    for (int32_t i = 0; i <= s->result.steps; i++) {
        const float *f = i > 0 ? s->bearing[i - 1] : (const float[TYPES]){0.0f};
        fprintf(file, "%s,%d,%.9g,%.9g,%g,%g,%g\n", name, (int)i, (double)s->way[i].x, (double)s->way[i].y,
                (double)f[0], (double)f[1], (double)f[2]);
    }
}

static int write_row(trial *s, const char *way, throng_measure_kind kind, float lambda)
{
    double damage;
    int32_t monotone;
    int code = add_damage(s, kind, lambda, &damage, &monotone);
    if (code == PROGRAM_OK)
        fprintf(s->file, "%s,%s,%g,%d,%s,%d,%d,%.9g,%.9g\n", way,
                kind == THRONG_MEASURE_LAMBDA ? "exact" : "2-additive", (double)lambda, (int)monotone,
                throng_trace_status_name(s->result.status), (int)s->result.steps, (int)steps_of_all(s),
                (double)s->result.length, damage);
    return code;
}

/* ---------------------------------------------------------------- all of it -------------------------- */

static int compare(trial *s, FILE *ways)
{
    static const throng_measure_kind kinds[] = {THRONG_MEASURE_LAMBDA, THRONG_MEASURE_ADDITIVE2};
    int code = lead(s, THRONG_MEASURE_LAMBDA, 0.0f, 0);
    if (code != PROGRAM_OK)
        return code;
    count_bearing(s);
    fputs("way,measure,lambda,monotone,status,steps,steps_of_all,length,damage\n", s->file);
    if (ways != NULL) {
        fputs("way,step,x,y,a,b,c\n", ways);
        write_way(ways, s, "kept");
    }
    for (int32_t k = 0; k < 2; k++) {
        for (int32_t i = 0; code == PROGRAM_OK && i < LAMBDAS; i++)
            code = write_row(s, "kept", kinds[k], 0.05f * (float)(i - LAMBDAS / 2));
    }
    for (int32_t k = 0; k < 2; k++) { /* and where the attacker knows it */
        for (int32_t i = 0; code == PROGRAM_OK && i < 3; i++) {
            const float lambda = 0.3f * (float)(i - 1);
            code = lead(s, kinds[k], lambda, 1);
            count_bearing(s);
            if (code == PROGRAM_OK)
                code = write_row(s, "replanned", kinds[k], lambda);
        }
    }
    return code;
}

static int run(trial *s, FILE *ways)
{
    int code = PROGRAM_FAILED;
    s->context = scene_context(THRONG_BACKEND_CPU, 0);
    s->terrain = s->context != NULL ? scene_terrain(s->context, 1) : NULL;
    place(s);
    throng_flow_def flow = throng_flow_default_def();
    flow.terrain = s->terrain;
    if (s->terrain != NULL && throng_flow_create(s->context, &flow, &s->flow) == THRONG_OK &&
        throng_flow_set_goals(s->flow, 0, 1, &scene_goal, 0) == THRONG_OK)
        code = compare(s, ways);
    else if (s->terrain != NULL)
        code = scene_failed(s->context, "flow");
    throng_flow_destroy(s->flow);
    throng_terrain_destroy(s->terrain);
    throng_context_destroy(s->context);
    return code;
}

static const char help[] =
    "usage: siege measures [options]\n"
    "Leads one attacker past three types of guns, powers 2, 3 and 4, that stand in groups, and writes the\n"
    "damage on the way for both measures and lambda from -0.3 to 0.3, as CSV; then that of the ways which\n"
    "take the interaction into account.\n"
    "  --out FILE     in place of standard output\n"
    "  --ways FILE    the way, with how many guns of each type bear on each step\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    trial *s = into;
    (void)name;
    *(option == 'o' ? &s->path : &s->ways_path) = text;
    return PROGRAM_OK;
}

int siege_measures(int argc, char **argv)
{
    static const struct option names[] = {{"out", 1, NULL, 'o'}, {"ways", 1, NULL, 'w'}, {0}};
    static const program_options known = {help, names, set_option};
    static trial s;
    FILE *ways = NULL;
    int code = program_parse(&known, &s, argc, argv);
    if (code == PROGRAM_OK)
        code = program_open(s.path, &s.file);
    if (code != PROGRAM_OK)
        return code;
    if (s.ways_path != NULL)
        code = program_open(s.ways_path, &ways);
    if (code == PROGRAM_OK)
        code = run(&s, ways);
    if (ways != NULL)
        code = program_close(s.ways_path, ways, code);
    return program_close(s.path, s.file, code);
}
