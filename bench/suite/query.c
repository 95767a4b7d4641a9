/* The workload "query": many agents ask a finished map in one call, which checks the questions too. */
#include "bench/suite/query.h"
#include "bench/suite/picture.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUICK = THRONG_BENCH_QUICK,
    VARIANTS = THRONG_BENCH_LEVELS | THRONG_BENCH_THREADS | THRONG_BENCH_OPENCL,
    OBJECTS = 500,
    AROUND = 10 /* cells of a region to each side of the middle */
};
typedef enum kind { SAMPLES, NEIGHBORS, REGIONS } kind;

typedef struct scene {
    const char *name;
    int32_t kind, side, count, flags;
} scene;

static const scene scenes[] = {
    {"query-sample-10k", SAMPLES, 1024, 10000, QUICK | VARIANTS},
    {"query-sample-1m", SAMPLES, 1024, 1000000, VARIANTS},
    {"query-neighbors-10k", NEIGHBORS, 1024, 10000, QUICK | VARIANTS},
    {"query-neighbors-1m", NEIGHBORS, 1024, 1000000, VARIANTS},
    {"query-regions-10k", REGIONS, 1024, 10000, QUICK | VARIANTS},
    {"query-regions-1m", REGIONS, 1024, 1000000, VARIANTS},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_asked *asked;
    throng_context *context;
    throng_influence *map;
    throng_sample *samples;
    throng_best *best;
} contender;

/* Sources of influence all over the map, the same for everyone who is asked. */
static void fill_map(const contender *c)
{
    throng_influence_object *objects = throng_bench_allocate(OBJECTS, sizeof *objects);
    uint64_t state = throng_bench_seed(1987);
    for (int32_t i = 0; i < OBJECTS; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = throng_bench_random(&state) * (float)c->asked->side;
        objects[i].y = throng_bench_random(&state) * (float)c->asked->side;
        objects[i].influence = throng_bench_random(&state) - 0.3f;
        objects[i].decay = 0.001f;
        objects[i].max_distance = 60.0f;
    }
    throng_bench_check(c->context, throng_influence_set_objects(c->map, 0, 0, OBJECTS, objects, 0),
                       "objects");
    throng_bench_check(c->context, throng_influence_update(c->map), "an update");
    free(objects);
}

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_influence_def def = throng_influence_default_def();
    c->asked = data;
    c->context = context;
    def.width = def.height = c->asked->side;
    throng_bench_check(context, throng_influence_create(context, &def, &c->map), "a map");
    fill_map(c);
    c->samples = throng_bench_allocate((size_t)c->asked->count, sizeof *c->samples);
    c->best = throng_bench_allocate((size_t)c->asked->count, sizeof *c->best);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_influence_destroy(c->map);
    free(c->samples);
    free(c->best);
    free(c);
}

static throng_status ask(const contender *c)
{
    const throng_bench_asked *a = c->asked;
    switch (a->kind) {
    case SAMPLES:
        return throng_influence_sample(c->map, 0, a->count, a->points, 0, c->samples);
    case NEIGHBORS:
        return throng_influence_best_of_neighbors(c->map, 0, THRONG_LARGEST, 0, a->count, a->cells, 0,
                                                  c->best);
    default:
        return throng_influence_best_of_regions(c->map, 0, THRONG_LARGEST, a->count, a->regions, 0, c->best);
    }
}

static void frame(void *data)
{
    const contender *c = data;
    throng_bench_check(c->context, ask(c), "questions");
}

static uint64_t hash_of(void *data)
{
    const contender *c = data;
    const size_t words = 3 * (size_t)c->asked->count;
    float *values = throng_bench_allocate(words, sizeof *values);
    frame(data);
    if (c->asked->kind == SAMPLES)
        memcpy(values, c->samples, words * sizeof *values);
    else
        memcpy(values, c->best, words * sizeof *values);
    const uint64_t hash = hash_floats(values, words);
    free(values);
    return hash;
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_influence_info info;
    throng_bench_check(c->context, throng_influence_get_info(c->map, &info), "a map");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

/* The map, and the first who ask. */
static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    const throng_bench_asked *a = c->asked;
    const size_t cells = (size_t)a->side * (size_t)a->side;
    float *values = throng_bench_allocate(cells, sizeof *values);
    throng_bench_check(c->context, throng_influence_read(c->map, 0, NULL, values, 0), "reading the map");
    throng_bench_draw_map(view, values, a->side, a->side);
    for (int32_t i = 0; i < 500 && i < a->count; i++)
        throng_bench_draw_discs(view, &a->points[i].x, 2, 1, 0.0, (canvas_color){255, 220, 120});
    free(values);
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct baseline {
    throng_bench_asked asked;
    throng_sample *samples;
    throng_best *best;
    int32_t cpu_clock;
} baseline;

static double answers(void *data, int32_t repeats)
{
    baseline *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        if (p->asked.kind == SAMPLES)
            throng_bench_naive_samples(&p->asked, p->samples);
        else if (p->asked.kind == NEIGHBORS)
            throng_bench_naive_neighbors(&p->asked, p->best);
        else
            throng_bench_naive_regions(&p->asked, p->best);
    return throng_bench_seconds(p->cpu_clock) - start;
}

/* The same cells, and values apart from rounding. */
static int32_t differs(const baseline *p, const contender *c, int32_t i)
{
    if (p->asked.kind != SAMPLES)
        return p->best[i].column != c->best[i].column || p->best[i].row != c->best[i].row;
    const throng_sample *a = &p->samples[i], *b = &c->samples[i];
    return !(fabsf(a->value - b->value) <= 1e-4f && fabsf(a->dx - b->dx) <= 1e-4f &&
             fabsf(a->dy - b->dy) <= 1e-4f);
}

static void run_baseline(throng_bench *bench, const throng_bench_subject *first)
{
    const contender *c = first->contender;
    baseline p = {.asked = *c->asked, .cpu_clock = first->cpu_clock};
    const size_t cells = (size_t)p.asked.side * (size_t)p.asked.side, count = (size_t)p.asked.count;
    float *values = throng_bench_allocate(cells, sizeof *values);
    int32_t different = 0;
    throng_bench_check(c->context, throng_influence_read(c->map, 0, NULL, values, 0), "reading the map");
    p.asked.values = values;
    p.samples = throng_bench_allocate(count, sizeof *p.samples);
    p.best = throng_bench_allocate(count, sizeof *p.best);
    (void)answers(&p, 1);
    for (int32_t i = 0; i < p.asked.count; i++)
        different += differs(&p, c, i);
    if (different)
        throng_bench_mistake(bench, first->work->scene, "naive code answers otherwise to %d of %d questions",
                             (int)different, (int)p.asked.count);
    const throng_bench_runner runner = {answers, &p};
    throng_bench_add_baseline(bench, first, &runner, "naive, -O2", 1.0);
    free(p.samples);
    free(p.best);
    free(values);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void make_questions(throng_bench_asked *a, const scene *s)
{
    uint64_t state = throng_bench_seed(1990);
    const size_t count = (size_t)s->count;
    *a = (throng_bench_asked){.side = s->side, .count = s->count, .kind = s->kind};
    a->points = throng_bench_allocate(count, sizeof *a->points);
    a->cells = throng_bench_allocate(count, sizeof *a->cells);
    a->regions = throng_bench_allocate(count, sizeof *a->regions);
    for (size_t i = 0; i < count; i++) {
        const int32_t width = 2 * AROUND + 1;
        a->points[i].x = throng_bench_random(&state) * (float)s->side;
        a->points[i].y = throng_bench_random(&state) * (float)s->side;
        a->cells[i] = (throng_cell){(int32_t)a->points[i].x, (int32_t)a->points[i].y};
        a->regions[i] = (throng_region){throng_bench_below(&state, s->side - width),
                                        throng_bench_below(&state, s->side - width), width, width};
    }
}

/* The least of a question: the interpolation's six products, or a comparison for each cell. */
static throng_bench_count least_of(const scene *s)
{
    static const double sums[] = {6.0, 7.0, (2.0 * AROUND + 1.0) * (2.0 * AROUND + 1.0) - 1.0};
    return (throng_bench_count){.sums = s->count * sums[s->kind], .bytes = 24.0 * s->count};
}

static void run_scene(throng_bench *bench, const scene *s)
{
    static const char *const operations[] = {"value and gradient at points", "best neighbour of cells",
                                             "best cell of 21 x 21"};
    throng_bench_asked asked;
    throng_bench_subject first;
    make_questions(&asked, s);
    const throng_bench_work work = {.workload = "query",
                                    .scene = s->name,
                                    .operation = operations[s->kind],
                                    .sizes = {{"width", s->side}, {"height", s->side}, {"agents", s->count}},
                                    .pairs = s->count,
                                    .unit = "agent",
                                    .least = least_of(s),
                                    .flags = s->flags,
                                    .data = &asked,
                                    .open = make_contender,
                                    .close = release_contender,
                                    .frame = frame,
                                    .about = about,
                                    .hash = hash_of,
                                    .draw = draw};
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(bench, "%s: %d agents ask for the %s, %d x %d cells; ns per agent", s->name,
                             (int)s->count, operations[s->kind], (int)s->side, (int)s->side);
    if (throng_bench_has_baseline(bench, "naive"))
        run_baseline(bench, &first);
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    free(asked.points);
    free(asked.cells);
    free(asked.regions);
}

void throng_bench_run_query(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const int32_t quick = scenes[i].flags & QUICK;
        if (!throng_bench_selected(bench, scenes[i].name, quick))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s query, %4d x %4d cells, %7d agents%s\n", scenes[i].name,
                              (int)scenes[i].side, (int)scenes[i].side, (int)scenes[i].count,
                              quick ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
