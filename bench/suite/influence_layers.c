/* Scenes of the workload "influence" whose maps have layers: each with objects of its own and momentum, and
 * their weighted sum. A frame moves all objects, brings all layers up to date, combines them, and waits. */
#include "bench/suite/influence.h"
#include "bench/suite/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 4, HASHED = 3 /* frames that are compared in bits */ };

static const float momentum = 0.5f, weights[LAYERS] = {1.0f, -0.5f, 0.25f, 2.0f};

typedef struct scene {
    const char *name;
    int32_t side, objects, distance; /* objects of a layer */
    int32_t flags;
} scene;

static const scene scenes[] = {
    {"layers-1024-4x2500-d16", 1024, 2500, 16,
     THRONG_BENCH_QUICK | THRONG_BENCH_LEVELS | THRONG_BENCH_THREADS | THRONG_BENCH_OPENCL},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct layers {
    throng_bench_objects fields[LAYERS];
    size_t cells;
} layers;

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const layers *all;
    throng_context *context;
    throng_influence *map;
    float *values;
    int32_t place;
} contender;

static void set_objects(const contender *c)
{
    for (int32_t k = 0; k < LAYERS; k++) {
        const throng_bench_objects *field = &c->all->fields[k];
        throng_bench_check(c->context,
                           throng_influence_set_objects(c->map, k, 0, field->count, field->objects, 0),
                           "objects");
    }
}

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_influence_def def = throng_influence_default_def();
    c->all = data;
    c->context = context;
    def.width = c->all->fields[0].width;
    def.height = c->all->fields[0].height;
    def.layers = LAYERS;
    def.object_capacity = c->all->fields[0].count;
    throng_bench_check(context, throng_influence_create(context, &def, &c->map), "a map");
    for (int32_t k = 0; k < LAYERS; k++)
        throng_bench_check(context, throng_influence_set_momentum(c->map, k, momentum), "momentum");
    set_objects(c);
    c->values = throng_bench_allocate(c->all->cells, sizeof *c->values);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_influence_destroy(c->map);
    free(c->values);
    free(c);
}

static void frame(void *data)
{
    contender *c = data;
    c->place = !c->place;
    for (int32_t k = 0; k < LAYERS; k++) {
        const throng_bench_objects *field = &c->all->fields[k];
        throng_bench_check(c->context,
                           throng_influence_move_objects(c->map, k, 0, field->count,
                                                         field->positions[c->place], 0,
                                                         field->velocities[c->place], 0),
                           "moving objects");
    }
    throng_bench_check(c->context, throng_influence_update(c->map), "an update");
    throng_bench_check(c->context, throng_influence_combine(c->map, weights, LAYERS), "a sum of layers");
    throng_bench_check(c->context, throng_context_wait(c->context), "an update");
}

static void with_copy(void *data)
{
    contender *c = data;
    frame(c);
    throng_bench_check(c->context, throng_influence_read(c->map, THRONG_LAYER_COMBINED, NULL, c->values, 0),
                       "reading the map");
}

/* From the beginning, since momentum remembers. */
static uint64_t hash_of(void *data)
{
    contender *c = data;
    throng_bench_check(c->context, throng_influence_reset(c->map), "a reset");
    set_objects(c);
    c->place = 0;
    for (int32_t i = 0; i < HASHED; i++)
        with_copy(c);
    return hash_floats(c->values, c->all->cells);
}

static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    throng_bench_draw_map(view, c->values, c->all->fields[0].width, c->all->fields[0].height);
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_influence_info info;
    throng_bench_check(c->context, throng_influence_get_info(c->map, &info), "a map");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct baseline {
    const layers *all;
    throng_bench_naive *add;
    throng_influence_object *objects[LAYERS];
    float *values[LAYERS], *fresh, *combined;
    int32_t place, cpu_clock;
} baseline;

static void make_baseline(baseline *p, const layers *all, throng_bench_naive *add, int32_t cpu_clock)
{
    *p = (baseline){.all = all, .add = add, .cpu_clock = cpu_clock};
    for (int32_t k = 0; k < LAYERS; k++) {
        const size_t count = (size_t)all->fields[k].count;
        p->objects[k] = throng_bench_allocate(count, sizeof *p->objects[k]);
        memcpy(p->objects[k], all->fields[k].objects, count * sizeof *p->objects[k]);
        p->values[k] = throng_bench_allocate(all->cells, sizeof *p->values[k]);
    }
    p->fresh = throng_bench_allocate(all->cells, sizeof *p->fresh);
    p->combined = throng_bench_allocate(all->cells, sizeof *p->combined);
}

static void release_baseline(baseline *p)
{
    for (int32_t k = 0; k < LAYERS; k++) {
        free(p->objects[k]);
        free(p->values[k]);
    }
    free(p->fresh);
    free(p->combined);
}

static void add_layer(baseline *p, int32_t k)
{
    const throng_bench_objects *field = &p->all->fields[k];
    const float *positions = field->positions[p->place], *velocities = field->velocities[p->place];
    float *values = p->values[k];
    const float *fresh = p->fresh;
    for (size_t i = 0; i < (size_t)field->count; i++) {
        throng_influence_object *o = &p->objects[k][i];
        o->x = positions[2 * i];
        o->y = positions[2 * i + 1];
        o->vx = velocities[2 * i];
        o->vy = velocities[2 * i + 1];
    }
    memset(p->fresh, 0, p->all->cells * sizeof *p->fresh);
    p->add(p->fresh, field, p->objects[k], field->count);
    for (size_t i = 0; i < p->all->cells; i++)
        values[i] = momentum * values[i] + (1.0f - momentum) * fresh[i];
}

static void driver(baseline *p)
{
    float *combined = p->combined;
    p->place = !p->place;
    for (int32_t k = 0; k < LAYERS; k++)
        add_layer(p, k);
    for (size_t i = 0; i < p->all->cells; i++) {
        float sum = 0.0f;
        for (int32_t k = 0; k < LAYERS; k++)
            sum += weights[k] * p->values[k][i];
        combined[i] = sum;
    }
}

static double drivers(void *data, int32_t repeats)
{
    baseline *p = data;
    const double start = throng_bench_seconds(p->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        driver(p);
    return throng_bench_seconds(p->cpu_clock) - start;
}

/* The same sums, apart from rounding and from cells at the edge of an object's reach. */
static void check_baseline(throng_bench *bench, baseline *p, const scene *s, const contender *c,
                           const char *name)
{
    size_t different = 0;
    float largest = 0.0f;
    for (int32_t i = 0; i < HASHED; i++)
        driver(p);
    for (size_t i = 0; i < c->all->cells; i++)
        largest = fmaxf(largest, fabsf(c->values[i]));
    for (size_t i = 0; i < c->all->cells; i++)
        different += !(fabsf(c->values[i] - p->combined[i]) <= 1e-4f * largest);
    if (!(largest > 0.0f) || (double)different > 1e-4 * (double)c->all->cells + 1.0)
        throng_bench_mistake(bench, s->name, "%s computes something else in %zu of %zu cells", name,
                             different, c->all->cells);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void run_baseline(throng_bench *bench, const throng_bench_subject *first, const scene *s,
                         throng_bench_naive *add, const char *name)
{
    const contender *c = first->contender;
    baseline p;
    make_baseline(&p, c->all, add, first->cpu_clock);
    check_baseline(bench, &p, s, c, name);
    const throng_bench_runner runner = {drivers, &p};
    throng_bench_add_baseline(bench, first, &runner, name, 1.0);
    release_baseline(&p);
}

/* Returns the pairs of all layers, the mean of both places. */
static double make_layers(layers *all, const scene *s)
{
    double pairs = 0.0;
    all->cells = (size_t)s->side * (size_t)s->side;
    for (int32_t k = 0; k < LAYERS; k++) {
        const throng_bench_objects_def def = {.width = s->side,
                                              .height = s->side,
                                              .count = s->objects,
                                              .number = (uint64_t)k,
                                              .distance = (float)s->distance,
                                              .decay = THRONG_DECAY_EXPONENTIAL,
                                              .alpha = 0.5f};
        throng_bench_objects_create(&all->fields[k], &def);
        pairs += 0.5 * (all->fields[k].pairs[0] + all->fields[k].pairs[1]);
    }
    return pairs;
}

static void run_scene(throng_bench *bench, const scene *s)
{
    layers all;
    throng_bench_subject first;
    const double pairs = make_layers(&all, s), cells = (double)all.cells;
    const throng_bench_work work = {.workload = "influence",
                                    .scene = s->name,
                                    .operation = "layers, momentum, combined",
                                    .sizes = {{"width", s->side},
                                              {"height", s->side},
                                              {"layers", LAYERS},
                                              {"objects", LAYERS * s->objects},
                                              {"max_distance", s->distance}},
                                    .pairs = pairs,
                                    /* a layer's cell goes on by its momentum and is added to the sum */
                                    .least = {.root_divisions = pairs,
                                              .sums = pairs + 2.0 * LAYERS * cells,
                                              .bytes = 4.0 * cells * (2.0 * LAYERS + 1.0)},
                                    .flags = s->flags,
                                    .data = &all,
                                    .open = make_contender,
                                    .close = release_contender,
                                    .frame = frame,
                                    .with_copy = with_copy,
                                    .about = about,
                                    .hash = hash_of,
                                    .draw = draw};
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(
        bench, "%s: %d x %d cells, %d layers of %d objects each, D %d, momentum %g, combined: %.4g pairs",
        s->name, (int)s->side, (int)s->side, LAYERS, (int)s->objects, (int)s->distance, (double)momentum,
        pairs);
    if (throng_bench_has_baseline(bench, "naive")) {
        run_baseline(bench, &first, s, throng_bench_naive_strict, "naive, -O2");
        run_baseline(bench, &first, s, throng_bench_naive_lanes, "naive, fast, branchless");
    }
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    for (int32_t k = 0; k < LAYERS; k++)
        throng_bench_objects_release(&all.fields[k]);
}

void throng_bench_run_layers(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const scene *s = &scenes[i];
        if (!throng_bench_selected(bench, s->name, s->flags & THRONG_BENCH_QUICK))
            continue;
        if (bench->options.list)
            throng_bench_list(
                bench, "%-30s influence, %4d x %4d cells, %d layers of %d objects, D %2d, momentum%s\n",
                s->name, (int)s->side, (int)s->side, LAYERS, (int)s->objects, (int)s->distance,
                s->flags & THRONG_BENCH_QUICK ? ", quick" : "");
        else
            run_scene(bench, s);
    }
}
