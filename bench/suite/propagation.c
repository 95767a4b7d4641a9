/* The workload "walk": influence that goes around walls. A frame is what a game does: all objects move to
 * another cell, the map is brought up to date, and that is awaited. */
#include "bench/suite/propagation.h"
#include "bench/suite/example_scenes.h"
#include "bench/suite/picture.h"
#include "bench/suite/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUICK = THRONG_BENCH_QUICK,
    LEVELS = THRONG_BENCH_LEVELS,
    THREADS = THRONG_BENCH_THREADS,
    OPENCL = THRONG_BENCH_OPENCL,
    TABLE = 16,      /* time the table of all pairs against the search */
    SQUARE4 = 32,    /* four neighbours in place of eight */
    EDITS = 64,      /* some walls come and go, each frame */
    PACMAN = 128,    /* the maze and the objects of examples/pacman */
    RIVERHOLD = 256, /* the level of examples/maps, the armies of scripts/demo */
    SLICES = 512     /* time updates in slices against updates at once */
};
enum { EDITED = 100 /* cells */, SLICED = 15 /* updates whose calls are timed */ };

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
    {"path-512-2k-d16-slices", 512, 512, 1, 2000, 16, THRONG_PROPAGATION_PATH, 0.0f, SLICES},
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
    {"path-512-1k-d16-square4", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_PATH, 0.0f,
     LEVELS | OPENCL | SQUARE4},
    {"adjacent-512-1k-d16-square4", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_ADJACENT, 0.0f,
     LEVELS | OPENCL | SQUARE4},
    {"path-512-1k-d16-edits", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_PATH, 0.0f, LEVELS | OPENCL | EDITS},
    {"adjacent-512-1k-d16-edits", 512, 512, 1, 1000, 16, THRONG_PROPAGATION_ADJACENT, 0.0f,
     LEVELS | OPENCL | EDITS},
    {"path-pacman", 28, 31, 1, 0, 50, THRONG_PROPAGATION_PATH, 0.4f, QUICK | TABLE | PACMAN},
    {"adjacent-pacman", 28, 31, 1, 0, 50, THRONG_PROPAGATION_ADJACENT, 0.4f, LEVELS | PACMAN},
    {"path-pacman-x100", 28, 31, 100, 0, 50, THRONG_PROPAGATION_PATH, 0.4f, THREADS | OPENCL | PACMAN},
    {"adjacent-pacman-x100", 28, 31, 100, 0, 50, THRONG_PROPAGATION_ADJACENT, 0.4f,
     THREADS | OPENCL | PACMAN},
    {"path-riverhold", 512, 512, 1, 0, 24, THRONG_PROPAGATION_PATH, 0.5f, LEVELS | OPENCL | RIVERHOLD},
    {"adjacent-riverhold", 512, 512, 1, 0, 24, THRONG_PROPAGATION_ADJACENT, 0.5f,
     LEVELS | OPENCL | RIVERHOLD},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- mazes ----------------------------- */

static int32_t free_cell(const throng_bench_maze *maze, uint64_t *state)
{
    int32_t cells = maze->width * maze->height, cell;
    do
        cell = throng_bench_below(state, cells);
    while (maze->blocked[cell]);
    return cell;
}

/* A fifth of the cells are walls, at random. */
static void make_noise(throng_bench_maze *maze, const scene *s)
{
    uint64_t state = throng_bench_seed(20191);
    size_t cells = (size_t)s->width * (size_t)s->height, count = (size_t)s->objects * (size_t)s->worlds;
    *maze = (throng_bench_maze){.width = s->width,
                                .height = s->height,
                                .worlds = s->worlds,
                                .count = (int32_t)count,
                                .propagation = s->propagation};
    maze->blocked = throng_bench_allocate(cells, 1);
    maze->objects = throng_bench_allocate(count, sizeof *maze->objects);
    for (int32_t place = 0; place < 2; place++)
        maze->positions[place] = throng_bench_allocate(2 * count, sizeof(float));
    for (size_t i = 0; i < cells; i++)
        maze->blocked[i] = throng_bench_random(&state) < 0.2f;
    for (size_t i = 0; i < count; i++) {
        throng_influence_object *o = &maze->objects[i];
        *o = throng_influence_default_object();
        for (int32_t place = 0; place < 2; place++) {
            const int32_t cell = free_cell(maze, &state), column = cell % s->width, row = cell / s->width;
            maze->positions[place][2 * i] = (float)column + 0.5f;
            maze->positions[place][2 * i + 1] = (float)row + 0.5f;
        }
        o->x = maze->positions[0][2 * i];
        o->y = maze->positions[0][2 * i + 1];
        o->vx = throng_bench_random(&state) - 0.5f;
        o->vy = throng_bench_random(&state) - 0.5f;
        o->influence = 0.5f + throng_bench_random(&state);
        o->decay_kind = THRONG_DECAY_EXPONENTIAL;
        o->decay = powf(0.1f, 1.0f / (float)s->distance);
        o->max_distance = (float)s->distance;
        o->alpha = s->alpha;
        o->world = (int32_t)(i % (size_t)s->worlds);
    }
}

/* Cells where nobody ever stands. */
static void choose_edits(throng_bench_maze *maze, int32_t count)
{
    uint64_t state = throng_bench_seed(20201);
    const size_t cells = (size_t)maze->width * (size_t)maze->height;
    uint8_t *taken = throng_bench_allocate(cells, 1);
    maze->edits = throng_bench_allocate((size_t)count, sizeof *maze->edits);
    for (int32_t place = 0; place < 2; place++)
        for (size_t i = 0; i < (size_t)maze->count; i++)
            taken[(int32_t)maze->positions[place][2 * i + 1] * maze->width +
                  (int32_t)maze->positions[place][2 * i]] = 1;
    while (maze->edit_count < count) {
        const int32_t cell = throng_bench_below(&state, (int32_t)cells);
        if (!taken[cell])
            maze->edits[maze->edit_count++] = cell;
        taken[cell] = 1;
    }
    free(taken);
}

static void use_game(throng_bench_maze *maze, const scene *s)
{
    throng_bench_cast cast;
    if (s->flags & PACMAN)
        throng_bench_make_pacman(&cast, s->worlds);
    else
        throng_bench_make_armies(&cast);
    *maze = (throng_bench_maze){.width = cast.width,
                                .height = cast.height,
                                .worlds = cast.worlds,
                                .blocked = cast.blocked,
                                .objects = cast.objects,
                                .positions = {cast.positions[0], cast.positions[1]},
                                .count = cast.count,
                                .propagation = s->propagation};
    maze->grid = s->flags & PACMAN ? throng_bench_pacman_grid(s->propagation) : THRONG_GRID_SQUARE8;
}

static void make_maze(throng_bench_maze *maze, const scene *s)
{
    if (s->flags & (PACMAN | RIVERHOLD))
        use_game(maze, s);
    else
        make_noise(maze, s);
    if (s->flags & SQUARE4)
        maze->grid = THRONG_GRID_SQUARE4;
    if (s->flags & EDITS)
        choose_edits(maze, EDITED);
}

static void release_maze(throng_bench_maze *maze)
{
    free(maze->edits);
    free(maze->blocked);
    free(maze->objects);
    for (int32_t place = 0; place < 2; place++)
        free(maze->positions[place]);
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_maze *maze;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    float *values;
    int32_t place;
    double longest; /* seconds of a call, in the last update in slices */
    int32_t cpu_clock;
} contender;

static size_t cells_of(const throng_bench_maze *maze)
{
    return (size_t)maze->width * (size_t)maze->height * (size_t)maze->worlds;
}

static void *make_contender(const void *data, throng_context *context)
{
    const throng_bench_maze *maze = data;
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def map = throng_influence_default_def();
    c->maze = maze;
    c->context = context;
    ground.width = map.width = maze->width;
    ground.height = map.height = maze->height;
    throng_bench_check(context, throng_terrain_create(context, &ground, &c->terrain), "terrain");
    throng_bench_check(context, throng_terrain_set(c->terrain, NULL, maze->blocked, 0), "terrain");
    map.worlds = maze->worlds;
    map.propagation = maze->propagation;
    map.grid = maze->grid;
    map.terrain = c->terrain;
    map.object_capacity = maze->count;
    map.all_pairs = maze->all_pairs;
    throng_bench_check(context, throng_influence_create(context, &map, &c->map), "a map");
    throng_bench_check(context, throng_influence_set_objects(c->map, 0, 0, maze->count, maze->objects, 0),
                       "objects");
    c->values = throng_bench_allocate(cells_of(maze), sizeof *c->values);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_influence_destroy(c->map);
    throng_bench_check(c->context, throng_terrain_destroy(c->terrain), "terrain");
    free(c->values);
    free(c);
}

static void edit(const contender *c)
{
    const throng_bench_maze *maze = c->maze;
    for (int32_t i = 0; i < maze->edit_count; i++) {
        const int32_t cell = maze->edits[i];
        const throng_region one = {cell % maze->width, cell / maze->width, 1, 1};
        throng_bench_check(c->context, throng_terrain_fill(c->terrain, &one, maze->blocked[cell] != c->place),
                           "a wall");
    }
}

static void update(contender *c)
{
    int32_t done = c->maze->slice == 0.0;
    c->longest = 0.0;
    if (done)
        throng_bench_check(c->context, throng_influence_update(c->map), "an update");
    while (!done) {
        const double start = throng_bench_seconds(c->cpu_clock);
        throng_bench_check(c->context, throng_influence_update_some(c->map, c->maze->slice, &done),
                           "an update");
        c->longest = fmax(c->longest, throng_bench_seconds(c->cpu_clock) - start);
    }
}

static void frame(void *data)
{
    contender *c = data;
    c->place = !c->place;
    edit(c);
    throng_bench_check(
        c->context,
        throng_influence_move_objects(c->map, 0, 0, c->maze->count, c->maze->positions[c->place], 0, NULL, 0),
        "moving objects");
    update(c);
    throng_bench_check(c->context, throng_context_wait(c->context), "an update");
}

static void with_copy(void *data)
{
    contender *c = data;
    frame(c);
    throng_bench_check(c->context, throng_influence_read(c->map, 0, NULL, c->values, 0), "reading the map");
}

/* Where the map is compared: where walls change, after they have come, gone, and come. */
static int32_t compared_place(const throng_bench_maze *maze) { return maze->edit_count > 0; }

static uint64_t hash_of(void *data)
{
    contender *c = data;
    c->place = !compared_place(c->maze);
    for (int32_t i = 0; i < 2 && c->maze->edit_count > 0; i++)
        frame(c);
    with_copy(c);
    return hash_floats(c->values, cells_of(c->maze));
}

/* The first world; what comes and goes is bright. */
static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    const throng_bench_maze *maze = c->maze;
    throng_bench_draw_map(view, c->values, maze->width, maze->height);
    throng_bench_draw_walls(view, maze->blocked, maze->width, maze->height);
    for (int32_t i = 0; i < maze->edit_count; i++) {
        const int32_t column = maze->edits[i] % maze->width, row = maze->edits[i] / maze->width;
        const float at[2] = {(float)column + 0.5f, (float)row + 0.5f};
        throng_bench_draw_discs(view, at, 2, 1, 4.0, (canvas_color){120, 230, 120});
    }
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_influence_info info;
    throng_bench_check(c->context, throng_influence_get_info(c->map, &info), "a map");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct walker {
    throng_bench_maze maze; /* its own objects and walls */
    const uint8_t *walls;   /* at the first place */
    throng_bench_walker *add;
    float *values;
    void *memory;
    double reached; /* cells, in the last frame */
    int32_t place, cpu_clock;
} walker;

static void walk(walker *w)
{
    w->place = !w->place;
    memset(w->values, 0, cells_of(&w->maze) * sizeof *w->values);
    for (size_t i = 0; i < (size_t)w->maze.count; i++) {
        w->maze.objects[i].x = w->maze.positions[w->place][2 * i];
        w->maze.objects[i].y = w->maze.positions[w->place][2 * i + 1];
    }
    for (int32_t i = 0; i < w->maze.edit_count; i++)
        w->maze.blocked[w->maze.edits[i]] = w->walls[w->maze.edits[i]] != w->place;
    w->reached = w->add(&w->maze, w->values, w->memory);
}

static double walks(void *data, int32_t repeats)
{
    walker *w = data;
    const double start = throng_bench_seconds(w->cpu_clock);
    for (int32_t i = 0; i < repeats; i++)
        walk(w);
    return throng_bench_seconds(w->cpu_clock) - start;
}

/* The same map, apart from rounding. */
static void check_walker(throng_bench *bench, walker *w, const scene *s, const float *values)
{
    const size_t cells = cells_of(&w->maze);
    size_t different = 0;
    w->place = !compared_place(&w->maze);
    walk(w);
    if (s->propagation == THRONG_PROPAGATION_PATH && s->alpha > 0.0f)
        return; /* it takes any of several shortest paths, the library the one nearest to the motion */
    for (size_t i = 0; i < cells; i++)
        different += !(fabsf(values[i] - w->values[i]) <= 1e-3f * (1.0f + fabsf(values[i])));
    if ((double)different > 1e-3 * (double)cells)
        throng_bench_mistake(bench, s->name, "naive code computes something else in %zu of %zu cells",
                             different, cells);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void make_walker(throng_bench *bench, walker *w, const scene *s, const throng_bench_subject *first)
{
    const throng_bench_maze *maze = first->work->data;
    const contender *c = first->contender;
    *w = (walker){.maze = *maze, .walls = maze->blocked, .cpu_clock = first->cpu_clock};
    w->maze.blocked = throng_bench_allocate((size_t)maze->width * (size_t)maze->height, 1);
    memcpy(w->maze.blocked, maze->blocked, (size_t)maze->width * (size_t)maze->height);
    w->add = s->propagation == THRONG_PROPAGATION_PATH ? throng_bench_heap : throng_bench_fifo;
    w->values = throng_bench_allocate(cells_of(maze), sizeof *w->values);
    w->memory = throng_bench_allocate(throng_bench_walker_bytes(maze), 1);
    w->maze.objects = throng_bench_allocate((size_t)maze->count, sizeof *maze->objects);
    memcpy(w->maze.objects, maze->objects, (size_t)maze->count * sizeof *maze->objects);
    check_walker(bench, w, s, c->values);
}

static void release_walker(walker *w)
{
    free(w->maze.blocked);
    free(w->maze.objects);
    free(w->memory);
    free(w->values);
}

static double longest_call(contender *c, int32_t cpu_clock)
{
    throng_bench_times times = {.count = 0};
    c->cpu_clock = cpu_clock;
    while (times.count < SLICED) {
        frame(c);
        times.seconds[times.count++] = c->longest;
    }
    return throng_bench_median(&times);
}

/* The same map in another way, against this one. */
static void run_other(throng_bench *bench, const scene *s, const throng_bench_subject *first,
                      const throng_bench_maze *maze, const char *way, const char *against)
{
    throng_bench_work work = *first->work;
    throng_bench_subject other;
    throng_bench_row row;
    char operation[THRONG_BENCH_NAME];
    (void)snprintf(operation, sizeof operation, "%s, %s", work.operation, way);
    work.data = maze;
    work.operation = operation;
    throng_bench_open_first(bench, &other, &work);
    if (other.hash != first->hash)
        throng_bench_mistake(bench, s->name, "%s: other bits", way);
    throng_bench_time_pair(bench, &other, first, against, &row);
    if (maze->slice > 0.0)
        row.parts[0] = (throng_bench_number){"longest_call", longest_call(other.contender, other.cpu_clock)};
    throng_bench_add_row(bench, &row);
    throng_bench_close(&other);
}

static void run_others(throng_bench *bench, const scene *s, const throng_bench_subject *first)
{
    throng_bench_maze maze = *(const throng_bench_maze *)first->work->data;
    if (s->flags & TABLE) {
        maze.all_pairs = 1;
        run_other(bench, s, first, &maze, "all pairs", "searched paths");
    }
    if (s->flags & SLICES) {
        maze.slice = 0.001;
        run_other(bench, s, first, &maze, "slices of 1 ms", "at once");
    }
}

static const char *ground_of(const scene *s)
{
    return s->flags & PACMAN      ? "examples/pacman"
           : s->flags & RIVERHOLD ? "examples/maps"
           : s->flags & EDITS     ? "a fifth walls, 100 of which come and go each frame"
           : s->flags & SQUARE4   ? "a fifth walls, four neighbours"
           : s->flags & SLICES    ? "a fifth walls, in slices too"
                                  : "a fifth walls";
}

static throng_bench_work work_of(const scene *s, const throng_bench_maze *maze, const char *operation)
{
    return (throng_bench_work){.workload = "walk",
                               .scene = s->name,
                               .operation = operation,
                               .sizes = {{"width", s->width},
                                         {"height", s->height},
                                         {"worlds", s->worlds},
                                         {"objects", maze->count},
                                         {"max_distance", s->distance}},
                               .pairs = maze->count,
                               .flags = s->flags,
                               .data = maze,
                               .open = make_contender,
                               .close = release_contender,
                               .frame = frame,
                               .with_copy = with_copy,
                               .about = about,
                               .hash = hash_of,
                               .draw = draw};
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_maze maze;
    throng_bench_subject first;
    walker baseline;
    char operation[THRONG_BENCH_NAME];
    const int32_t paths = s->propagation == THRONG_PROPAGATION_PATH;
    make_maze(&maze, s);
    (void)snprintf(operation, sizeof operation, "%s, %s, %s", paths ? "path" : "adjacent",
                   s->flags & RIVERHOLD ? "linear" : "exponential",
                   s->alpha > 0.0f ? "adjusted" : "unadjusted");
    throng_bench_work work = work_of(s, &maze, operation);
    throng_bench_open_first(bench, &first, &work);
    make_walker(bench, &baseline, s, &first);
    /* each cell that an object reaches looks at its neighbours once, and the map is written once; what those
     * did that lie still may be kept */
    if (!(s->flags & (PACMAN | RIVERHOLD)))
        work.least.sums = (maze.grid == THRONG_GRID_SQUARE4 ? 4.0 : 8.0) * baseline.reached;
    work.least.bytes = 4.0 * (double)cells_of(&maze);
    throng_bench_print_scene(bench,
                             "%s: %d x %d cells, %d worlds, %d objects, D %d, %s; %.4g cells "
                             "reached; ns per object",
                             s->name, (int)s->width, (int)s->height, (int)s->worlds, (int)maze.count,
                             (int)s->distance, ground_of(s), baseline.reached);
    const throng_bench_runner runner = {walks, &baseline};
    if (throng_bench_has_baseline(bench, "naive"))
        throng_bench_add_baseline(bench, &first, &runner,
                                  paths ? "naive, binary heap, -O2" : "naive, queue as printed, -O2", 1.0);
    release_walker(&baseline);
    run_others(bench, s, &first);
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    release_maze(&maze);
}

static void list(throng_bench *bench, const scene *s)
{
    char objects[THRONG_BENCH_NAME] = "its objects";
    if (s->objects)
        (void)snprintf(objects, sizeof objects, "%6d objects each", (int)s->objects);
    throng_bench_list(bench, "%-30s walk, %4d x %4d cells, %4d worlds, %s, D %3d, %s%s\n", s->name,
                      (int)s->width, (int)s->height, (int)s->worlds, objects, (int)s->distance, ground_of(s),
                      s->flags & QUICK ? ", quick" : "");
}

void throng_bench_run_walk(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & QUICK))
            continue;
        if (bench->options.list)
            list(bench, &scenes[i]);
        else
            run_scene(bench, &scenes[i]);
    }
}
