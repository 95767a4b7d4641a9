/* The workload "trace": many attackers find their ways along a potential field. A frame is what a game does:
 * all sources move, all paths are traced, and how they end is read. Points of paths are not kept. */
#include "bench/suite/trace.h"
#include "bench/suite/example_scenes.h"
#include "bench/suite/picture.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = THRONG_BENCH_LEVELS | THRONG_BENCH_OPENCL, WALLS = 16, SIEGE = 32 };

typedef struct scene {
    const char *name;
    int32_t sources, paths;
    float side, range;
    int32_t flags;
} scene;

/* Walls: a block in the middle, a fifth of the side wide. Dense: some hundred sources in range. Siege: a
 * generation of 128 placements of examples/siege, without the ways out of traps, which naive code has not. */
static const scene scenes[] = {
    {"trace-500-open", 1500, 4000, 500.0f, 4.0f, THRONG_BENCH_QUICK | LEVELS | THRONG_BENCH_THREADS},
    {"trace-500-walls", 1500, 4000, 500.0f, 4.0f, LEVELS | WALLS},
    {"trace-50-walls", 40, 4000, 50.0f, 4.0f, THRONG_BENCH_QUICK | LEVELS | WALLS},
    {"trace-300-dense", 20000, 160, 300.0f, 15.0f, LEVELS},
    {"trace-500-many", 10000, 8000, 500.0f, 4.0f, THRONG_BENCH_THREADS},
    {"trace-siege-x128", 15, 3, 50.0f, 4.0f,
     THRONG_BENCH_QUICK | LEVELS | THRONG_BENCH_THREADS | WALLS | SIEGE},
};
enum { SCENES = sizeof scenes / sizeof *scenes, PLACEMENTS = 128 };

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void make_paths(throng_bench_paths *p, const scene *s)
{
    uint64_t state = throng_bench_seed(20142);
    const int32_t side = (int32_t)s->side;
    if (s->flags & SIEGE) {
        throng_bench_make_siege(p, s->sources, PLACEMENTS);
        return;
    }
    *p = (throng_bench_paths){.source_count = s->sources,
                              .path_count = s->paths,
                              .worlds = 1,
                              .most_steps = 4 * side,
                              .side = s->side,
                              .range = s->range,
                              .speed = 0.5f,
                              .goal = {0.5f * s->side, 0.02f * s->side, 5.0f, 0}};
    p->sources = throng_bench_allocate((size_t)s->sources, sizeof *p->sources);
    p->starts = throng_bench_allocate((size_t)s->paths, sizeof *p->starts);
    for (int32_t place = 0; place < 2; place++)
        p->source_places[place] = throng_bench_allocate(2 * (size_t)s->sources, sizeof(float));
    for (int32_t i = 0; i < s->sources; i++) {
        p->sources[i] = throng_potential_default_source();
        p->sources[i].range = s->range;
        for (int32_t k = 0; k < 2; k++) {
            const float at = (0.1f + 0.8f * throng_bench_random(&state)) * s->side;
            p->source_places[0][2 * i + k] = at;
            p->source_places[1][2 * i + k] = at + (throng_bench_random(&state) - 0.5f) * 0.01f * s->side;
        }
    }
    for (int32_t i = 0; i < s->paths; i++)
        p->starts[i] = (throng_trace_start){.x = throng_bench_random(&state) * s->side,
                                            .y = (0.9f + 0.09f * throng_bench_random(&state)) * s->side,
                                            .speed = p->speed};
    if (s->flags & WALLS) {
        uint8_t *blocked = throng_bench_allocate((size_t)side * (size_t)side, 1);
        for (int32_t row = 2 * side / 5; row < 3 * side / 5; row++)
            memset(blocked + row * side + 2 * side / 5, 1, (size_t)(side / 5));
        p->blocked = blocked;
    }
}

static void release_paths(throng_bench_paths *p)
{
    free(p->sources);
    free(p->starts);
    free((void *)(uintptr_t)p->blocked);
    for (int32_t place = 0; place < 2; place++)
        free(p->source_places[place]);
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_paths *paths;
    throng_context *context;
    throng_terrain *terrain;
    throng_potential *field;
    throng_trace *trace;
    throng_trace_result *results;
    int32_t place;
} contender;

static void make_terrain(contender *c)
{
    throng_terrain_def def = throng_terrain_default_def();
    def.width = def.height = (int32_t)c->paths->side;
    throng_bench_check(c->context, throng_terrain_create(c->context, &def, &c->terrain), "terrain");
    throng_bench_check(c->context, throng_terrain_set(c->terrain, NULL, c->paths->blocked, 0), "terrain");
}

static void *make_contender(const void *paths, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_potential_def field = throng_potential_default_def();
    throng_trace_def trace = throng_trace_default_def();
    const throng_bench_paths *p = c->paths = paths;
    c->context = context;
    if (p->blocked)
        make_terrain(c);
    field.worlds = field.goal_capacity = p->worlds;
    field.source_capacity = p->source_count;
    field.point_capacity = 0;
    field.damage = 1;
    field.terrain = c->terrain;
    throng_bench_check(c->context, throng_potential_create(c->context, &field, &c->field), "a field");
    throng_bench_check(c->context, throng_potential_set_sources(c->field, 0, p->source_count, p->sources, 0),
                       "sources");
    for (int32_t world = 0; world < p->worlds; world++) {
        throng_potential_goal goal = p->goal;
        goal.world = world;
        throng_bench_check(c->context, throng_potential_set_goals(c->field, world, 1, &goal, 0), "a goal");
    }
    trace.field = c->field;
    trace.start_capacity = p->path_count;
    trace.max_steps = p->most_steps;
    trace.keep_points = 0;
    throng_bench_check(c->context, throng_trace_create(c->context, &trace, &c->trace), "paths");
    throng_bench_check(c->context, throng_trace_set_starts(c->trace, 0, p->path_count, p->starts, 0),
                       "starts");
    c->results = throng_bench_allocate((size_t)p->path_count, sizeof *c->results);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_trace_destroy(c->trace);
    throng_potential_destroy(c->field);
    throng_terrain_destroy(c->terrain);
    free(c->results);
    free(c);
}

static void frame(void *data)
{
    contender *c = data;
    const throng_bench_paths *p = c->paths;
    c->place = !c->place;
    throng_bench_check(
        c->context,
        throng_potential_move_sources(c->field, 0, p->source_count, p->source_places[c->place], 0),
        "moving sources");
    throng_bench_check(c->context, throng_trace_update(c->trace), "an update");
    throng_bench_check(c->context, throng_trace_read(c->trace, 0, p->path_count, c->results, 0),
                       "reading how paths end");
}

/* Sources red, starts blue, ends bright; of the first world. */
static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    const throng_bench_paths *p = c->paths;
    const int32_t side = (int32_t)p->side;
    throng_bench_look(view, 0.0, 0.0, (double)p->side);
    if (p->blocked)
        throng_bench_draw_walls(view, p->blocked, side, side);
    throng_bench_draw_discs(view, p->source_places[c->place], 2, p->source_count / p->worlds,
                            0.4 * (double)p->range, (canvas_color){150, 60, 50});
    for (int32_t i = 0; i < p->path_count / p->worlds; i++) {
        throng_bench_draw_discs(view, &p->starts[i].x, 2, 1, 0.0, (canvas_color){80, 130, 230});
        throng_bench_draw_discs(view, &c->results[i].x, 2, 1, 0.006 * (double)p->side,
                                (canvas_color){255, 220, 120});
    }
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_trace_info info;
    throng_bench_check(c->context, throng_trace_get_info(c->trace, &info), "paths");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

static double steps_of(const throng_trace_result *results, int32_t count)
{
    double steps = 0.0;
    for (int32_t i = 0; i < count; i++)
        steps += results[i].steps;
    return steps;
}

static uint64_t hash_of(void *data)
{
    contender *c = data;
    const size_t words = (size_t)c->paths->path_count * sizeof *c->results / sizeof(float);
    float *values = throng_bench_allocate(words, sizeof *values);
    c->place = 0;
    frame(c);
    memcpy(values, c->results, words * sizeof *values);
    const uint64_t hash = hash_floats(values, words);
    free(values);
    return hash;
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct baseline {
    throng_bench_paths paths; /* its own sources */
    throng_bench_lead *lead;
    throng_trace_result *results;
    void *memory;
    int32_t count, place; /* count: of the paths that it leads */
    int32_t cpu_clock;
} baseline;

static void lead(baseline *p)
{
    p->place = !p->place;
    for (size_t i = 0; i < (size_t)p->paths.source_count; i++) {
        p->paths.sources[i].x = p->paths.source_places[p->place][2 * i];
        p->paths.sources[i].y = p->paths.source_places[p->place][2 * i + 1];
    }
    throng_bench_paths one = p->paths;
    one.source_count /= one.worlds;
    one.path_count /= one.worlds;
    for (int32_t first = 0; first < p->count; first += one.path_count) {
        const int32_t left = p->count - first;
        p->lead(&one, left < one.path_count ? left : one.path_count, p->results + first, p->memory);
        one.sources += one.source_count;
        one.starts += one.path_count;
    }
}

/* Where it leads a part of the paths, the time is that of all of them. */
static double leads(void *data, int32_t repeats)
{
    baseline *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        lead(p);
    return (throng_bench_seconds(p->cpu_clock) - start) * p->paths.path_count / p->count;
}

static int32_t is_other(const throng_trace_result *own, const throng_trace_result *other)
{
    return own->status != other->status || abs(own->steps - other->steps) > 1 + own->steps / 50 ||
           fabsf(own->damage - other->damage) > 1.0f + 0.05f * own->damage;
}

/* The same ends, apart from paths that rounding leads another way around a source or a corner. */
static void check_baseline(throng_bench *bench, baseline *p, const scene *s, const contender *c)
{
    int32_t different = 0;
    p->place = !c->place;
    lead(p);
    for (int32_t i = 0; i < p->count; i++)
        different += is_other(&c->results[i], &p->results[i]);
    const double steps = steps_of(p->results, p->count), own = steps_of(c->results, p->count);
    if (different > p->count / 20 || fabs(steps - own) > 0.02 * own)
        throng_bench_mistake(bench, s->name, "naive code ends elsewhere on %d of %d paths; %g steps, not %g",
                             (int)different, (int)p->count, steps, own);
}

/* ---------------------------------------------------------------- rows ------------------------------ */

static void run_baseline(throng_bench *bench, const throng_bench_subject *first, const scene *s,
                         throng_bench_lead *code, const char *name)
{
    const contender *c = first->contender;
    const int32_t paths = c->paths->path_count, sources = c->paths->source_count;
    baseline p = {.paths = *c->paths, .lead = code, .count = paths, .cpu_clock = first->cpu_clock};
    const double bear =
        fmin(s->sources * 9.0 * (double)s->range * (double)s->range / (double)s->side / (double)s->side,
             s->sources);
    const double work = first->work->pairs * (100e-9 + 5e-9 * bear);
    if (work > bench->effort.baseline_seconds)
        p.count = (int32_t)(paths * bench->effort.baseline_seconds / work) + 1;
    p.paths.sources = throng_bench_allocate((size_t)sources, sizeof *p.paths.sources);
    memcpy(p.paths.sources, c->paths->sources, (size_t)sources * sizeof *p.paths.sources);
    p.results = throng_bench_allocate((size_t)paths, sizeof *p.results);
    p.memory = throng_bench_allocate(throng_bench_trace_bytes(c->paths), 1);
    check_baseline(bench, &p, s, c);
    const throng_bench_runner runner = {leads, &p};
    throng_bench_add_baseline(bench, first, &runner, name, (double)p.count / paths);
    free(p.paths.sources);
    free(p.results);
    free(p.memory);
}

/* Of all paths, at both places on average. */
static double count_steps(contender *c)
{
    double steps = 0.0;
    for (int32_t place = 0; place < 2; place++) {
        frame(c);
        steps += 0.5 * steps_of(c->results, c->paths->path_count);
    }
    return steps;
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_paths paths;
    throng_bench_subject first;
    throng_bench_work work = {.workload = "trace",
                              .scene = s->name,
                              .operation = s->flags & WALLS ? "paths, walls" : "paths, open",
                              .flags = s->flags,
                              .data = &paths,
                              .open = make_contender,
                              .close = release_contender,
                              .frame = frame,
                              .about = about,
                              .hash = hash_of,
                              .draw = draw};
    make_paths(&paths, s);
    throng_bench_open_first(bench, &first, &work);
    work.pairs = count_steps(first.contender);
    /* a step: the way to the goal and the force, each divided by its length */
    work.least = (throng_bench_count){.root_divisions = 2.0 * work.pairs, .bytes = 40.0 * paths.path_count};
    work.sizes[0] = (throng_bench_number){"sources", paths.source_count};
    work.sizes[1] = (throng_bench_number){"paths", paths.path_count};
    work.sizes[2] = (throng_bench_number){"steps", work.pairs};
    throng_bench_print_scene(
        bench,
        "%s: %d sources of range %g, %d paths in a square of %g, %d worlds%s, %.0f steps "
        "each; ns per step",
        s->name, (int)paths.source_count, (double)s->range, (int)paths.path_count, (double)s->side,
        (int)paths.worlds, s->flags & SIEGE ? ": examples/siege" : "", work.pairs / paths.path_count);
    if (throng_bench_has_baseline(bench, "naive")) {
        run_baseline(bench, &first, s, throng_bench_lead_strict, "naive, -O2");
        run_baseline(bench, &first, s, throng_bench_lead_fast, "naive, fast math");
    }
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    release_paths(&paths);
}

void throng_bench_run_trace(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & THRONG_BENCH_QUICK))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s trace, %7d sources, %7d paths, range %g%s%s\n", scenes[i].name,
                              (int)scenes[i].sources, (int)scenes[i].paths, (double)scenes[i].range,
                              scenes[i].flags & SIEGE ? " in each of 128 worlds, examples/siege" : "",
                              scenes[i].flags & THRONG_BENCH_QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
