/* The workload "crowd": many agents walk past each other. A frame is what a game does: a step, and all
 * positions are read. Each 32nd frame begins with everyone put back to where and how fast they were at the
 * start, so that the crowd stays as dense as it was; this counts too. A pair is an agent in a step. */
#include "bench/suite/crowd.h"
#include "bench/suite/crowd_scene.h"
#include "bench/suite/picture.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = THRONG_BENCH_LEVELS | THRONG_BENCH_OPENCL, THREADS = THRONG_BENCH_THREADS };
enum {
    PERCEPTION = THRONG_BENCH_PERCEPTION,
    BLOCKS = THRONG_BENCH_BLOCKS,
    CLUSTERS = THRONG_BENCH_CLUSTERS,
    SHUFFLED = THRONG_BENCH_SHUFFLED,
    LATTICE = THRONG_BENCH_LATTICE,
    LINE = THRONG_BENCH_LINE,
    CIRCLE = THRONG_BENCH_CIRCLE,
    CROSSING = THRONG_BENCH_CROSSING
};
enum {
    CYCLE = 32, /* frames until everyone is put back */
    HASHED = 8  /* steps that are compared in bits */
};

typedef throng_bench_crowd_scene scene;

/* Shuffled: neighbours have ids far apart. Clusters: squares of 25 * 25 agents, and 16 outliers. Lattice:
 * many are equally near, and nobody wants to go anywhere. Line: one row of all. Circle and crossing: scenes
 * of examples/crowd. */
static const scene scenes[] = {
    {"crowd-64", 64, 4.0f, THRONG_BENCH_QUICK | LEVELS},
    {"crowd-10k", 10000, 4.0f, THRONG_BENCH_QUICK | LEVELS | THREADS},
    {"crowd-10k-shuffled", 10000, 4.0f, SHUFFLED},
    {"crowd-10k-dense", 10000, 2.5f, LEVELS},
    {"crowd-10k-perception", 10000, 4.0f, THRONG_BENCH_QUICK | LEVELS | THREADS | PERCEPTION},
    {"crowd-10k-clusters", 10000, 2.5f, LEVELS | THREADS | CLUSTERS | SHUFFLED},
    {"crowd-10k-blocks", 10000, 4.0f, LEVELS | THREADS | BLOCKS},
    {"crowd-10k-lattice", 10000, 4.0f, LATTICE},
    {"crowd-100k", 100000, 4.0f, LEVELS | THREADS},
    {"crowd-100k-dense", 100000, 2.5f, SHUFFLED},
    {"crowd-100k-line", 100000, 4.0f, SHUFFLED | LINE},
    {"crowd-1m", 1000000, 4.0f, THREADS | THRONG_BENCH_OPENCL},
    {"crowd-circle-1k", 1000, 2.5f, THRONG_BENCH_QUICK | LEVELS | CIRCLE},
    {"crowd-crossing-1k", 1000, 5.0f, LEVELS | BLOCKS | CROSSING},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_people *people;
    throng_context *context;
    throng_crowd *crowd;
    throng_bench_pair *places; /* as read */
    int32_t frame;
} contender;

static void add_agents(contender *c)
{
    const throng_bench_people *p = c->people;
    throng_agent_def *defs = throng_bench_allocate((size_t)p->count, sizeof *defs);
    for (int32_t i = 0; i < p->count; i++) {
        throng_agent_def *d = &defs[i];
        *d = throng_agent_default_def();
        d->x = p->places[i].x;
        d->y = p->places[i].y;
        d->vx = p->velocities[i].x;
        d->vy = p->velocities[i].y;
        d->target_x = p->wishes[i].x;
        d->target_y = p->wishes[i].y;
        d->radius = p->radius;
        d->max_speed = p->max_speed;
        d->neighbor_dist = d->vision_range = p->neighbor_dist;
        d->max_neighbors = p->max_neighbors;
        d->time_horizon = d->time_horizon_obst = p->time_horizon;
    }
    throng_bench_check(c->context, throng_crowd_add(c->crowd, p->count, defs, 0, NULL), "agents");
    free(defs);
}

static void *make_contender(const void *people, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_crowd_def crowd = throng_crowd_default_def();
    const throng_bench_people *p = c->people = people;
    c->context = context;
    crowd.agent_capacity = p->count;
    crowd.max_neighbors = p->max_neighbors;
    crowd.perception = p->perception;
    crowd.congestion = p->congestion;
    throng_bench_check(c->context, throng_crowd_create(c->context, &crowd, &c->crowd), "a crowd");
    add_agents(c);
    for (int32_t i = 0; i < p->blocks; i++)
        throng_bench_check(c->context,
                           throng_crowd_add_obstacle(c->crowd, 4, &p->corners[4 * (size_t)i], 0, NULL),
                           "a block");
    c->places = throng_bench_allocate((size_t)p->count, sizeof *c->places);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_bench_check(c->context, throng_crowd_destroy(c->crowd), "a crowd");
    free(c->places);
    free(c);
}

static void put_back(contender *c)
{
    const throng_bench_people *p = c->people;
    throng_bench_check(c->context,
                       throng_crowd_set(c->crowd, THRONG_AGENT_POSITION, p->count, NULL, 0, p->places, 0),
                       "setting positions");
    throng_bench_check(c->context,
                       throng_crowd_set(c->crowd, THRONG_AGENT_VELOCITY, p->count, NULL, 0, p->velocities, 0),
                       "setting velocities");
}

static void read_values(contender *c, throng_agent_value what, throng_bench_pair *values)
{
    throng_bench_check(c->context, throng_crowd_get(c->crowd, what, c->people->count, NULL, 0, values, 0),
                       "reading agents");
}

static void frame(void *data)
{
    contender *c = data;
    if (c->frame++ % CYCLE == 0)
        put_back(c);
    throng_bench_check(c->context, throng_crowd_step(c->crowd, c->people->dt), "a step");
    read_values(c, THRONG_AGENT_POSITION, c->places);
}

static uint64_t hash_of(void *data)
{
    contender *c = data;
    uint64_t hash = 0;
    c->frame = 0;
    for (int32_t i = 0; i < HASHED; i++)
        frame(c);
    throng_bench_check(c->context, throng_crowd_hash(c->crowd, &hash), "the hash");
    return hash;
}

/* A step alone, and awaited. */
static void resident(void *data)
{
    contender *c = data;
    if (c->frame++ % CYCLE == 0)
        put_back(c);
    throng_bench_check(c->context, throng_crowd_step(c->crowd, c->people->dt), "a step");
    throng_bench_check(c->context, throng_context_wait(c->context), "a step");
}

static int compare_numbers(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Where all but a fiftieth to each side are along an axis; outliers may be far. */
static void middle(const throng_bench_people *p, size_t axis, double *low, double *high)
{
    const size_t count = (size_t)p->count;
    float *sorted = throng_bench_allocate(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = axis ? p->places[i].y : p->places[i].x;
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    *low = (double)sorted[count / 50] - 4.0;
    *high = (double)sorted[count - 1 - count / 50] + 4.0;
    free(sorted);
}

/* Up to 160 units of it, from the upper left of the crowd; where all have goals, in the middle. */
static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    const throng_bench_people *p = c->people;
    double left, right, top, bottom;
    middle(p, 0, &left, &right);
    middle(p, 1, &top, &bottom);
    const double side = fmin(fmax(right - left, bottom - top), p->goals ? 240.0 : 160.0);
    if (p->goals) {
        left = 0.5 * (left + right - side);
        top = 0.5 * (top + bottom - side);
    }
    throng_bench_look(view, left, top, side);
    for (int32_t i = 0; i < p->blocks; i++) {
        const throng_vertex *corner = &p->corners[4 * (size_t)i];
        const double wide = ((double)corner[1].x - (double)corner[0].x) / view->step;
        canvas_box(&view->canvas, (int32_t)lround(((double)corner->x - left) / view->step),
                   (int32_t)lround(((double)corner->y - top) / view->step), (int32_t)lround(wide),
                   (int32_t)lround(wide), (canvas_color){96, 96, 104});
    }
    throng_bench_draw_discs(view, &c->places[0].x, 2, p->count, (double)p->radius,
                            (canvas_color){255, 200, 90});
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_crowd_info info;
    throng_bench_check(c->context, throng_crowd_get_info(c->crowd, &info), "a crowd");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

/* From rest to a crowd on its way. */
static void settle(const throng_bench *bench, throng_bench_people *p)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context = NULL;
    def.backend = THRONG_BACKEND_CPU;
    def.isa = bench->options.isa;
    def.threads = bench->options.threads;
    throng_bench_check(NULL, throng_context_create(&def, &context), "a context");
    contender *c = make_contender(p, context);
    for (int32_t i = 0; i < p->settling; i++)
        throng_bench_check(c->context, throng_crowd_step(c->crowd, p->dt), "a step");
    read_values(c, THRONG_AGENT_POSITION, p->places);
    read_values(c, THRONG_AGENT_VELOCITY, p->velocities);
    release_contender(c);
    throng_bench_check(context, throng_context_destroy(context), "a context");
}

static void make_people(const throng_bench *bench, throng_bench_people *p, const scene *s)
{
    throng_bench_make_people(p, s);
    settle(bench, p);
    throng_bench_aim_people(p);
}

static void release_people(throng_bench_people *p)
{
    free(p->places);
    free(p->velocities);
    free(p->wishes);
    free(p->goals);
    free(p->corners);
}

/* ---------------------------------------------------------------- baselines ----------------------------- */

typedef struct baseline {
    const throng_bench_people *people;
    throng_bench_pair *places, *velocities;
    const throng_bench_outside *library;
    void *memory;         /* of naive code, or the library's simulator */
    int32_t count, frame; /* count: of the agents that it moves */
    int32_t cpu_clock;
} baseline;

static void make_baseline(baseline *p, const throng_bench_subject *first)
{
    const contender *c = first->contender;
    *p = (baseline){.people = c->people, .count = c->people->count, .cpu_clock = first->cpu_clock};
    p->places = throng_bench_allocate((size_t)p->count, sizeof *p->places);
    p->velocities = throng_bench_allocate((size_t)p->count, sizeof *p->velocities);
}

static void release_baseline(baseline *p)
{
    free(p->places);
    free(p->velocities);
}

/* Where it moves a part of the agents, the grid is that of all, and the rest of the time is multiplied. */
static double avoid_once(baseline *p)
{
    const throng_bench_people *people = p->people;
    const size_t bytes = (size_t)people->count * sizeof *p->places;
    const double start = throng_bench_seconds(p->cpu_clock);
    if (p->frame++ % CYCLE == 0) {
        memcpy(p->places, people->places, bytes);
        memcpy(p->velocities, people->velocities, bytes);
    }
    throng_bench_avoid_fill(people, p->places, p->velocities, p->memory);
    const double middle = throng_bench_seconds(p->cpu_clock);
    throng_bench_avoid(people, p->count, p->places, p->velocities, p->memory);
    return middle - start + (throng_bench_seconds(p->cpu_clock) - middle) * people->count / p->count;
}

static double avoidances(void *data, int32_t repeats)
{
    double seconds = 0.0;
    for (int32_t i = 0; i < repeats; i++)
        seconds += avoid_once(data);
    return seconds;
}

/* How many agents get another velocity by the baseline than by the library in a step from the start. */
static int32_t count_different(const baseline *p, contender *c)
{
    throng_bench_pair *own = throng_bench_allocate((size_t)p->people->count, sizeof *own);
    int32_t different = 0;
    c->frame = 0;
    frame(c);
    read_values(c, THRONG_AGENT_VELOCITY, own);
    for (int32_t i = 0; i < p->count; i++)
        different +=
            !(fabsf(p->velocities[i].x - own[i].x) <= 1e-3f && fabsf(p->velocities[i].y - own[i].y) <= 1e-3f);
    free(own);
    return different;
}

static void check_baseline(throng_bench *bench, const baseline *p, contender *c, const scene *s,
                           const char *name)
{
    const int32_t different = count_different(p, c);
    if (different > p->count / 100)
        throng_bench_mistake(bench, s->name, "%s gives other velocities to %d of %d agents", name,
                             (int)different, (int)p->count);
}

static void run_naive(throng_bench *bench, const throng_bench_subject *first, const scene *s)
{
    baseline p;
    make_baseline(&p, first);
    p.memory = throng_bench_allocate(throng_bench_avoid_bytes(p.people), 1);
    double seconds = avoid_once(&p);
    check_baseline(bench, &p, first->contender, s, "naive code");
    if (seconds > bench->effort.baseline_seconds)
        p.count = (int32_t)(p.count * bench->effort.baseline_seconds / seconds) + 1;
    const throng_bench_runner runner = {avoidances, &p};
    throng_bench_add_baseline(bench, first, &runner, "naive grid, -O2", (double)p.count / p.people->count);
    free(p.memory);
    release_baseline(&p);
}

static double simulations(void *data, int32_t repeats)
{
    baseline *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++) {
        if (p->frame++ % CYCLE == 0)
            p->library->put_back(p->memory, p->people);
        p->library->step(p->memory, p->places);
    }
    return throng_bench_seconds(p->cpu_clock) - start;
}

static void run_outside(throng_bench *bench, const throng_bench_subject *first, const scene *s,
                        const throng_bench_outside *library)
{
    baseline p;
    if (!throng_bench_has_baseline(bench, library->word) ||
        s->agents * library->seconds > bench->effort.baseline_seconds ||
        (library->other_method && s->flags & (BLOCKS | CLUSTERS)))
        return;
    make_baseline(&p, first);
    p.library = library;
    p.memory = library->open(p.people);
    if (p.memory) {
        (void)simulations(&p, 1);
        library->velocities(p.memory, p.velocities);
        if (!library->other_method)
            check_baseline(bench, &p, first->contender, s, library->name);
        const throng_bench_runner runner = {simulations, &p};
        throng_bench_add_baseline(bench, first, &runner, library->name, 1.0);
        library->close(p.memory);
    }
    release_baseline(&p);
}

static void run_baselines(throng_bench *bench, const throng_bench_subject *first, const scene *s)
{
    if (throng_bench_has_baseline(bench, "naive"))
        run_naive(bench, first, s);
#ifdef THRONG_BENCH_RVO
    run_outside(bench, first, s, &throng_bench_rvo);
#endif
#ifdef THRONG_BENCH_DETOUR
    run_outside(bench, first, s, &throng_bench_detour);
#endif
#if !defined(THRONG_BENCH_RVO) && !defined(THRONG_BENCH_DETOUR)
    (void)run_outside;
#endif
}

/* The library beside itself: the same agents from the same start, by plain ORCA. */
static void run_plain(throng_bench *bench, const throng_bench_subject *first, const char *name)
{
    throng_bench_people people = *((const contender *)first->contender)->people;
    throng_bench_work work = *first->work;
    throng_bench_subject plain;
    throng_bench_row row;
    people.perception = 0;
    people.congestion = people.blocks = 0;
    work.data = &people;
    (void)throng_bench_open(bench, &plain, &work, first->variant);
    throng_bench_time_pair(bench, first, &plain, name, &row);
    throng_bench_add_row(bench, &row);
    throng_bench_close(&plain);
}

/* ---------------------------------------------------------------- rows ------------------------------ */

/* How many neighbours everyone has at least: with perception all but those seen may go unnoticed, and on the
 * way to goals some walk alone. */
static double least_neighbors(const throng_bench_people *p)
{
    const int32_t others = p->count - 1 < p->max_neighbors ? p->count - 1 : p->max_neighbors;
    return p->goals ? 0.0 : p->perception ? 1.0 : others;
}

static const char *example_of(const scene *s)
{
    return s->flags & CIRCLE     ? ", a circle of examples/crowd"
           : s->flags & CROSSING ? ", the blocks of examples/crowd"
                                 : "";
}

static const char *kind_of(const scene *s)
{
    return s->flags & PERCEPTION ? "step, perception" : s->flags & BLOCKS ? "step, blocks" : "step";
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_people people;
    throng_bench_subject first;
    make_people(bench, &people, s);
    const throng_bench_work work = {.workload = "crowd",
                                    .scene = s->name,
                                    .operation = kind_of(s),
                                    .sizes = {{"agents", people.count},
                                              {"spacing", (double)s->spacing},
                                              {"max_neighbors", people.max_neighbors},
                                              {"walls", 4 * people.blocks}},
                                    .pairs = people.count,
                                    .unit = "agent",
                                    /* each neighbour's half-plane takes a direction of length 1, and is
                                     * looked at from the others */
                                    .least = {.root_divisions = 1.0 * people.count * least_neighbors(&people),
                                              .sums = 12.0 * people.count * least_neighbors(&people),
                                              .bytes = 32.0 * people.count},
                                    .flags = s->flags,
                                    .data = &people,
                                    .open = make_contender,
                                    .close = release_contender,
                                    .frame = frame,
                                    .resident = resident,
                                    .about = about,
                                    .hash = hash_of,
                                    .draw = draw};
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(
        bench, "%s: %d agents at spacing %g%s%s%s%s, the nearest %d; ns per agent and step", s->name,
        (int)people.count, (double)s->spacing, s->flags & CLUSTERS ? " in clusters, and outliers" : "",
        example_of(s)[0]    ? example_of(s)
        : s->flags & BLOCKS ? " between blocks"
                            : "",
        s->flags & LINE ? " in one row" : "", s->flags & SHUFFLED ? ", ids shuffled" : "",
        (int)people.max_neighbors);
    if (s->flags & (PERCEPTION | BLOCKS))
        run_plain(bench, &first, s->flags & BLOCKS ? "no blocks" : "plain ORCA");
    if (!(s->flags & PERCEPTION))
        run_baselines(bench, &first, s);
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    release_people(&people);
}

const char *throng_bench_outside_names(void)
{
#if defined(THRONG_BENCH_RVO) && defined(THRONG_BENCH_DETOUR)
    return "rvo2, detour";
#elif defined(THRONG_BENCH_RVO)
    return "rvo2";
#elif defined(THRONG_BENCH_DETOUR)
    return "detour";
#else
    return "none";
#endif
}

void throng_bench_run_crowd(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & THRONG_BENCH_QUICK))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s %s, %7d agents, spacing %g%s%s\n", scenes[i].name,
                              kind_of(&scenes[i]), (int)scenes[i].agents, (double)scenes[i].spacing,
                              example_of(&scenes[i]), scenes[i].flags & THRONG_BENCH_QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
