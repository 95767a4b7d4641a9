/* The workload "walk": influence that goes around walls. A frame is what a game does: all objects move to
 * another cell, the map is brought up to date, and that is awaited. */
#define _POSIX_C_SOURCE 200809L
#include "bench_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK = 1, LEVELS = 2, THREADS = 4, OPENCL = 8, TABLE = 16 };

typedef struct scene {
    const char *name;
    int32_t width, height, worlds, objects, distance; /* objects of each world */
    throng_propagation propagation;
    float alpha;
    int32_t flags;
} scene;

static const scene scenes[] = {
    {"path-512-1k-d16", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_PATH, 0.0f, QUICK | LEVELS | OPENCL},
    {"path-512-1k-d16-adjusted", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_PATH, 0.5f, 0},
    {"path-4096-10k-d16", 4096, 4096, 1, 10000, 16, THRONG_PROPAGATION_PATH, 0.0f, THREADS},
    {"path-512-100-d128", 512, 512, 1, 100, 128, THRONG_PROPAGATION_PATH, 0.0f, 0},
    {"adjacent-512-1k-d16", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_ADJACENT, 0.0f,
     QUICK | LEVELS | OPENCL},
    {"adjacent-512-1k-d16-adjusted", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_ADJACENT, 0.5f, 0},
    {"adjacent-4096-10k-d16", 4096, 4096, 1, 10000, 16, THRONG_PROPAGATION_ADJACENT, 0.0f, THREADS},
    {"path-28x31-240-d50", 28, 31, 1, 240, 50, THRONG_PROPAGATION_PATH, 0.5f, TABLE},
    {"adjacent-28x31-240-d50", 28, 31, 1, 240, 50, THRONG_PROPAGATION_ADJACENT, 0.5f, 0},
    {"path-28x31-240-d50-x1000", 28, 31, 1000, 240, 50, THRONG_PROPAGATION_PATH, 0.5f, THREADS},
    {"adjacent-28x31-240-d50-x1000", 28, 31, 1000, 240, 50, THRONG_PROPAGATION_ADJACENT, 0.5f, THREADS},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- mazes ----------------------------- */

static uint64_t next_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static float next_random(uint64_t *state)
{
    return (float)(next_bits(state) & 0xffffff) * (1.0f / 16777216.0f);
}

static int32_t free_cell(const throng_bench_maze *maze, uint64_t *state)
{
    int32_t cells = maze->width * maze->height, cell;
    do
        cell = (int32_t)(next_bits(state) % (uint64_t)cells);
    while (maze->blocked[cell]);
    return cell;
}

/* A fifth of the cells are walls, at random. */
static void make_maze(throng_bench_maze *maze, const scene *s)
{
    uint64_t state = 20191;
    size_t cells = (size_t)s->width * (size_t)s->height, count = (size_t)s->objects * (size_t)s->worlds;
    *maze = (throng_bench_maze){
        .width = s->width, .height = s->height, .worlds = s->worlds, .count = (int32_t)count};
    maze->blocked = throng_bench_allocate(cells, 1);
    maze->objects = throng_bench_allocate(count, sizeof *maze->objects);
    for (int32_t place = 0; place < 2; place++)
        maze->positions[place] = throng_bench_allocate(2 * count, sizeof(float));
    for (size_t i = 0; i < cells; i++)
        maze->blocked[i] = next_random(&state) < 0.2f;
    for (size_t i = 0; i < count; i++) {
        throng_influence_object *o = &maze->objects[i];
        *o = throng_influence_default_object();
        for (int32_t place = 0; place < 2; place++) {
            int32_t cell = free_cell(maze, &state);
            maze->positions[place][2 * i] = (float)(cell % s->width) + 0.5f;
            maze->positions[place][2 * i + 1] = (float)(cell / s->width) + 0.5f;
        }
        o->x = maze->positions[0][2 * i];
        o->y = maze->positions[0][2 * i + 1];
        o->vx = next_random(&state) - 0.5f;
        o->vy = next_random(&state) - 0.5f;
        o->influence = 0.5f + next_random(&state);
        o->decay_kind = THRONG_DECAY_EXPONENTIAL;
        o->decay = powf(0.1f, 1.0f / (float)s->distance);
        o->max_distance = (float)s->distance;
        o->alpha = s->alpha;
        o->world = (int32_t)(i % (size_t)s->worlds);
    }
}

static void release_maze(throng_bench_maze *maze)
{
    free(maze->blocked);
    free(maze->objects);
    for (int32_t place = 0; place < 2; place++)
        free(maze->positions[place]);
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    throng_bench *bench;
    const throng_bench_maze *maze;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_backend backend;
    throng_isa isa;
    int32_t threads, place, all_pairs;
} contender;

static int32_t make_contender(contender *c, const scene *s)
{
    throng_context_def def = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def map = throng_influence_default_def();
    def.backend = c->backend;
    def.isa = c->isa;
    def.threads = c->threads;
    if (throng_context_create(&def, &c->context) != THRONG_OK)
        return 0;
    ground.width = map.width = s->width;
    ground.height = map.height = s->height;
    throng_bench_check(c->context, throng_terrain_create(c->context, &ground, &c->terrain), "terrain");
    throng_bench_check(c->context, throng_terrain_set(c->terrain, NULL, c->maze->blocked, 0), "terrain");
    map.worlds = s->worlds;
    map.propagation = s->propagation;
    map.terrain = c->terrain;
    map.object_capacity = c->maze->count;
    map.all_pairs = c->all_pairs;
    throng_bench_check(c->context, throng_influence_create(c->context, &map, &c->map), "a map");
    throng_bench_check(c->context,
                       throng_influence_set_objects(c->map, 0, 0, c->maze->count, c->maze->objects, 0),
                       "objects");
    return 1;
}

static void release_contender(contender *c)
{
    throng_influence_destroy(c->map);
    throng_bench_check(c->context, throng_terrain_destroy(c->terrain), "terrain");
    throng_bench_check(c->context, throng_context_destroy(c->context), "a context");
}

static void frame(contender *c)
{
    c->place = !c->place;
    throng_bench_check(
        c->context,
        throng_influence_move_objects(c->map, 0, 0, c->maze->count, c->maze->positions[c->place], 0, NULL, 0),
        "moving objects");
    throng_bench_check(c->context, throng_influence_update(c->map), "an update");
    throng_bench_check(c->context, throng_context_wait(c->context), "an update");
}

static double frames(void *data, int32_t repeats)
{
    contender *c = data;
    double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++)
        frame(c);
    return throng_bench_wall() - start;
}

static size_t cells_of(const throng_bench_maze *maze)
{
    return (size_t)maze->width * (size_t)maze->height * (size_t)maze->worlds;
}

static uint64_t hash_of(contender *c, float *values)
{
    c->place = 1;
    frame(c);
    throng_bench_check(c->context, throng_influence_read(c->map, 0, NULL, values, 0), "reading the map");
    return throng_bench_hash(values, cells_of(c->maze));
}

/* ---------------------------------------------------------------- the peer -------------------------- */

typedef struct walker {
    throng_bench_maze maze; /* its own objects */
    throng_bench_walker *add;
    float *values;
    void *memory;
    int32_t place;
} walker;

static void walk(walker *w)
{
    w->place = !w->place;
    memset(w->values, 0, cells_of(&w->maze) * sizeof *w->values);
    for (size_t i = 0; i < (size_t)w->maze.count; i++) {
        w->maze.objects[i].x = w->maze.positions[w->place][2 * i];
        w->maze.objects[i].y = w->maze.positions[w->place][2 * i + 1];
    }
    w->add(&w->maze, w->values, w->memory);
}

static double walks(void *data, int32_t repeats)
{
    walker *w = data;
    double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++)
        walk(w);
    return throng_bench_wall() - start;
}

/* The same map, apart from rounding. */
static void check_walker(throng_bench *bench, walker *w, const scene *s, const float *values)
{
    size_t cells = cells_of(&w->maze), different = 0;
    if (s->propagation == THRONG_PROPAGATION_PATH && s->alpha > 0.0f)
        return; /* it takes any of several shortest paths, the library the one nearest to the motion */
    w->place = 1;
    walk(w);
    for (size_t i = 0; i < cells; i++)
        different += !(fabsf(values[i] - w->values[i]) <= 1e-3f * (1.0f + fabsf(values[i])));
    if ((double)different > 1e-3 * (double)cells) {
        throng_bench_print_note(bench,
                                "MISTAKE in %s: naive code computes something else in %zu of %zu cells",
                                s->name, different, cells);
        bench->mistakes++;
    }
}

/* ---------------------------------------------------------------- rows ------------------------------ */

static void add_row(contender *c, const scene *s, const throng_bench_runner *peer, const char *name,
                    uint64_t hash)
{
    throng_bench_row row;
    throng_bench_times of_peer;
    const throng_bench_runner own = {frames, c};
    memset(&row, 0, sizeof row);
    (void)snprintf(row.scene, sizeof row.scene, "%s", s->name);
    row.workload = "influence";
    (void)snprintf(row.operation, sizeof row.operation, "%s, exponential, %s%s",
                   s->propagation == THRONG_PROPAGATION_PATH ? "path" : "adjacent",
                   s->alpha > 0.0f ? "adjusted" : "unadjusted", c->all_pairs ? ", all pairs" : "");
    row.sizes[0] = (throng_bench_number){"width", s->width};
    row.sizes[1] = (throng_bench_number){"height", s->height};
    row.sizes[2] = (throng_bench_number){"worlds", s->worlds};
    row.sizes[3] = (throng_bench_number){"objects", c->maze->count};
    row.sizes[4] = (throng_bench_number){"max_distance", s->distance};
    row.backend = throng_backend_name(c->backend);
    row.isa = c->backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(c->isa);
    row.threads = c->threads;
    (void)snprintf(row.device, sizeof row.device, "%s", c->bench->machine.processor);
    row.pairs = c->maze->count; /* objects: how many cells one reaches depends on the walls */
    row.peer_part = 1.0;
    row.hash = hash;
    throng_bench_progress(c->bench, "%s, %s, %d threads, against %s", s->name, row.isa, (int)c->threads,
                          name);
    throng_bench_compare(&c->bench->effort, &own, peer, &row.time, &of_peer, &row.ratio);
    (void)snprintf(row.peer, sizeof row.peer, "%s", name);
    row.ns_per_pair = throng_bench_median(&row.time) * 1e9 / row.pairs;
    throng_bench_add_row(c->bench, &row);
}

/* Another way to compute the same map: equal bits, and where asked its time against the first one. */
static void run_variant(contender *first, const scene *s, contender other, uint64_t hash, float *values,
                        int32_t timed)
{
    other.bench = first->bench;
    other.maze = first->maze;
    if (!make_contender(&other, s))
        return; /* no such device */
    if (hash_of(&other, values) != hash) {
        throng_bench_print_note(first->bench, "MISTAKE in %s: %s with %d threads gives other bits", s->name,
                                throng_backend_name(other.backend), (int)other.threads);
        first->bench->mistakes++;
    }
    const throng_bench_runner peer = {frames, first};
    if (timed)
        add_row(&other, s, &peer, other.all_pairs ? "searched paths" : "1 thread", hash);
    release_contender(&other);
}

static void run_variants(contender *c, const scene *s, uint64_t hash, float *values)
{
    const throng_bench_options *options = &c->bench->options;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (isa != c->isa && throng_isa_available(isa) && s->flags & LEVELS)
            run_variant(c, s, (contender){.backend = THRONG_BACKEND_CPU, .isa = isa, .threads = 1}, hash,
                        values, 1);
    if (options->threads > 1)
        run_variant(c, s,
                    (contender){.backend = THRONG_BACKEND_CPU, .isa = c->isa, .threads = options->threads},
                    hash, values, s->flags & THREADS);
    if (s->flags & TABLE)
        run_variant(c, s,
                    (contender){.backend = THRONG_BACKEND_CPU, .isa = c->isa, .threads = 1, .all_pairs = 1},
                    hash, values, 1);
    if (!options->no_opencl && s->flags & OPENCL)
        run_variant(c, s, (contender){.backend = THRONG_BACKEND_OPENCL, .isa = c->isa, .threads = 1}, hash,
                    values, 1);
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_maze maze;
    make_maze(&maze, s);
    float *values = throng_bench_allocate(cells_of(&maze), sizeof *values);
    contender c = {.bench = bench, .maze = &maze, .backend = THRONG_BACKEND_CPU};
    c.isa = bench->options.isa;
    c.threads = 1;
    if (!make_contender(&c, s))
        throng_bench_fail("%s: no map on the CPU", s->name);
    uint64_t hash = hash_of(&c, values);
    int32_t paths = s->propagation == THRONG_PROPAGATION_PATH;
    throng_bench_print_scene(
        bench, "%s: %d x %d cells, %d worlds, %d objects, D %d, a fifth walls; ns per object", s->name,
        (int)s->width, (int)s->height, (int)s->worlds, (int)maze.count, (int)s->distance);
    walker peer = {.maze = maze, .add = paths ? throng_bench_heap : throng_bench_fifo};
    peer.values = throng_bench_allocate(cells_of(&maze), sizeof *peer.values);
    peer.memory = throng_bench_allocate(throng_bench_walker_bytes(&maze), 1);
    peer.maze.objects = throng_bench_allocate((size_t)maze.count, sizeof *maze.objects);
    memcpy(peer.maze.objects, maze.objects, (size_t)maze.count * sizeof *maze.objects);
    check_walker(bench, &peer, s, values);
    const throng_bench_runner runner = {walks, &peer};
    add_row(&c, s, &runner, paths ? "binary heap, -O2" : "queue as printed, -O2", hash);
    free(peer.maze.objects);
    free(peer.memory);
    free(peer.values);
    run_variants(&c, s, hash, values);
    release_contender(&c);
    free(values);
    release_maze(&maze);
}

void throng_bench_run_walk(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & QUICK))
            continue;
        if (bench->options.list)
            printf("%-30s walk, %4d x %4d cells, %4d worlds, %6d objects each, D %3d%s\n", scenes[i].name,
                   (int)scenes[i].width, (int)scenes[i].height, (int)scenes[i].worlds, (int)scenes[i].objects,
                   (int)scenes[i].distance, scenes[i].flags & QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
