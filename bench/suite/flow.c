/* The workload "flow": fields of shortest paths. A frame gives each field another goal, or opens or closes a
 * cell, brings the fields up to date and waits until they are. */
#include "bench/suite/flow.h"
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
    MAZE = 16,
    RIVERHOLD = 32, /* the level of examples/maps */
    DOOR = 64,      /* goals stay; a cell opens and closes */
    COSTS = 128,    /* cells cost 1 to 3 */
    NEAREST = 256   /* cells that are not reached lead to the nearest reached one */
};

typedef struct scene {
    const char *name;
    int32_t side, fields;
    int32_t percent; /* of walls; of mazes, of the walls broken through */
    int32_t flags;
} scene;

static const scene scenes[] = {
    {"flow-512", 512, 1, 20, QUICK | LEVELS | THREADS | OPENCL},
    {"flow-512-open", 512, 1, 0, THREADS},
    {"flow-511-maze", 511, 1, 10, THREADS | MAZE},
    {"flow-512-x64", 512, 64, 20, THREADS | OPENCL},
    {"flow-512-door", 512, 1, 20, THREADS | OPENCL | DOOR},
    {"flow-511-maze-door", 511, 1, 10, THREADS | MAZE | DOOR},
    {"flow-512-costs", 512, 1, 20, THREADS | OPENCL | COSTS},
    {"flow-512-costs-door", 512, 1, 20, THREADS | OPENCL | COSTS | DOOR},
    {"flow-512-nearest", 512, 1, 20, THREADS | OPENCL | COSTS | NEAREST},
    {"flow-512-nearest-door", 512, 1, 20, THREADS | OPENCL | COSTS | NEAREST | DOOR},
    {"flow-4096", 4096, 1, 20, THREADS | OPENCL},
    {"flow-4095-maze", 4095, 1, 10, THREADS | MAZE},
    {"flow-8192", 8192, 1, 20, THREADS | OPENCL},
    {"flow-riverhold", THRONG_BENCH_LEVEL, 1, 0, LEVELS | THREADS | OPENCL | RIVERHOLD},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- grounds --------------------------- */

/* Corridors one cell wide, dug from one cell on by a walk that goes back where it is stuck. */
static void dig_maze(throng_bench_ground *g, int32_t percent, uint64_t *state)
{
    static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
    const int32_t side = g->side, across = (side - 1) / 2;
    int32_t *trail = throng_bench_allocate((size_t)across * (size_t)across, sizeof *trail), count = 1;
    memset(g->blocked, 1, (size_t)side * (size_t)side);
    trail[0] = side + 1;
    g->blocked[side + 1] = 0;
    while (count > 0) {
        const int32_t at = trail[count - 1], x = at % side, y = at / side;
        int32_t ways[4], found = 0;
        for (int32_t k = 0; k < 4; k++) {
            const int32_t to_x = x + 2 * step_x[k], to_y = y + 2 * step_y[k];
            if (to_x > 0 && to_x < side - 1 && to_y > 0 && to_y < side - 1 && g->blocked[to_y * side + to_x])
                ways[found++] = step_y[k] * side + step_x[k];
        }
        if (found == 0) {
            count--;
            continue;
        }
        const int32_t way = ways[throng_bench_below(state, found)];
        g->blocked[at + way] = g->blocked[at + 2 * way] = 0;
        trail[count++] = at + 2 * way;
    }
    free(trail);
    for (int32_t i = 0; i < side * side; i++)
        g->blocked[i] = g->blocked[i] && throng_bench_below(state, 100) >= percent;
}

/* A free cell near the middle. */
static int32_t door_of(const throng_bench_ground *g)
{
    int32_t cell = g->side / 2 * g->side + g->side / 2;
    while (g->blocked[cell])
        cell++;
    return cell;
}

static void make_ground(throng_bench_ground *g, const scene *s)
{
    uint64_t state = throng_bench_seed(20191);
    const int32_t cells = s->side * s->side;
    g->side = s->side;
    g->fields = s->fields;
    g->blocked = throng_bench_allocate((size_t)cells, 1);
    if (s->flags & MAZE)
        dig_maze(g, s->percent, &state);
    else if (s->flags & RIVERHOLD)
        throng_bench_level(g->blocked);
    else
        for (int32_t i = 0; i < cells; i++)
            g->blocked[i] = throng_bench_below(&state, 100) < s->percent;
    g->costs = s->flags & COSTS ? throng_bench_allocate((size_t)cells, 1) : NULL;
    for (int32_t i = 0; i < cells && g->costs; i++)
        g->costs[i] = (uint8_t)(1 + throng_bench_below(&state, 3));
    g->nearest = (s->flags & NEAREST) != 0;
    g->door = -1;
    if (s->flags & DOOR)
        g->door = door_of(g);
}

/* A free cell, another one for each field and turn, some way from the edges. */
static int32_t goal_of(const throng_bench_ground *g, int32_t field, int32_t turn)
{
    const int32_t row = g->side * (2 + (field + 3 * turn) % 5) / 8, column = g->side * (2 + field % 7) / 11;
    int32_t cell = row * g->side + column;
    while (g->blocked[cell])
        cell++;
    return cell;
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_ground *ground;
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    float *lengths; /* of one field */
    int32_t turn, begun;
} contender;

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    c->ground = data;
    c->context = context;
    ground.width = ground.height = c->ground->side;
    throng_bench_check(context, throng_terrain_create(context, &ground, &c->terrain), "terrain");
    throng_bench_check(context, throng_terrain_set(c->terrain, NULL, c->ground->blocked, 0), "terrain");
    flow.terrain = c->terrain;
    flow.fields = c->ground->fields;
    flow.costs = c->ground->costs != NULL;
    flow.unreached = c->ground->nearest ? THRONG_FLOW_UNREACHED_NEAREST : THRONG_FLOW_UNREACHED_STAND;
    throng_bench_check(context, throng_flow_create(context, &flow, &c->flow), "fields");
    if (c->ground->costs)
        throng_bench_check(context, throng_flow_set_costs(c->flow, NULL, c->ground->costs, 0), "costs");
    c->lengths = throng_bench_allocate((size_t)c->ground->side * (size_t)c->ground->side, sizeof(float));
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_flow_destroy(c->flow);
    throng_bench_check(c->context, throng_terrain_destroy(c->terrain), "terrain");
    free(c->lengths);
    free(c);
}

static void update(contender *c, const throng_region *region)
{
    const int32_t door = c->ground->door, side = c->ground->side;
    const throng_region cell_of_door = {door % side, door / side, 1, 1};
    c->turn = !c->turn;
    if (door >= 0)
        throng_bench_check(c->context, throng_terrain_fill(c->terrain, &cell_of_door, c->turn), "a door");
    for (int32_t i = 0; i < c->ground->fields && (door < 0 || !c->begun); i++) {
        const int32_t goal = goal_of(c->ground, i, door < 0 && c->turn);
        const throng_cell cell = {goal % c->ground->side, goal / c->ground->side};
        throng_bench_check(c->context, throng_flow_set_goals(c->flow, i, 1, &cell, 0), "a goal");
    }
    c->begun = 1;
    throng_bench_check(c->context, throng_flow_update(c->flow), "an update");
    for (int32_t i = region ? c->ground->fields - 1 : 0; i < c->ground->fields; i++)
        throng_bench_check(c->context, throng_flow_read_lengths(c->flow, i, region, c->lengths, 0),
                           "a field");
}

static void frame(void *data)
{
    const throng_region one = {0, 0, 1, 1};
    update(data, &one);
}

/* Goals take next to nothing to set: what a frame reads is that it is done. */
static void with_copy(void *data) { update(data, NULL); }

/* Of the last field after the first turn. */
static uint64_t hash_of(void *data)
{
    contender *c = data;
    c->turn = 1;
    with_copy(c);
    return hash_floats(c->lengths, (size_t)c->ground->side * (size_t)c->ground->side);
}

static void draw(void *data, throng_bench_view *view)
{
    const contender *c = data;
    throng_bench_draw_map(view, c->lengths, c->ground->side, c->ground->side);
    throng_bench_draw_walls(view, c->ground->blocked, c->ground->side, c->ground->side);
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_flow_info info;
    throng_bench_check(c->context, throng_flow_get_info(c->flow, &info), "fields");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

/* ---------------------------------------------------------------- the baseline -------------------------- */

typedef struct textbook {
    const throng_bench_ground *ground;
    float *lengths;
    void *memory;
    int32_t turn, cpu_clock;
} textbook;

static double searches(void *data, int32_t repeats)
{
    textbook *t = data;
    const double start = throng_bench_seconds(t->cpu_clock);
    for (int32_t i = 0; i < repeats; i++) {
        t->turn = !t->turn;
        if (t->ground->door >= 0)
            t->ground->blocked[t->ground->door] = (uint8_t)t->turn;
        for (int32_t field = 0; field < t->ground->fields; field++)
            throng_bench_dijkstra(t->ground, goal_of(t->ground, field, t->ground->door < 0 && t->turn),
                                  t->lengths, t->memory);
    }
    return throng_bench_seconds(t->cpu_clock) - start;
}

/* The same lengths, apart from the rounding of its sums. */
static void check_textbook(throng_bench *bench, textbook *t, const scene *s, const float *lengths)
{
    size_t cells = (size_t)s->side * (size_t)s->side, different = 0;
    t->turn = 1;
    (void)searches(t, 1);
    for (size_t i = 0; i < cells; i++)
        different += !(fabsf(lengths[i] - t->lengths[i]) <= 1e-3f * (1.0f + fabsf(lengths[i])));
    if (different > 0)
        throng_bench_mistake(bench, s->name, "other lengths by a binary heap in %zu cells", different);
}

static void run_textbook(throng_bench *bench, const scene *s, const throng_bench_subject *first)
{
    const throng_bench_ground *ground = first->work->data;
    const contender *c = first->contender;
    textbook baseline = {.ground = ground, .cpu_clock = first->cpu_clock};
    if (!throng_bench_has_baseline(bench, "naive"))
        return;
    baseline.lengths = throng_bench_allocate((size_t)s->side * (size_t)s->side, sizeof *baseline.lengths);
    baseline.memory = throng_bench_allocate(throng_bench_dijkstra_bytes(ground), 1);
    check_textbook(bench, &baseline, s, c->lengths);
    const throng_bench_runner runner = {searches, &baseline};
    throng_bench_add_baseline(bench, first, &runner, "naive, binary heap, -O2", 1.0);
    free(baseline.memory);
    free(baseline.lengths);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_ground ground;
    throng_bench_subject first;
    const double cells = (double)s->side * s->side;
    double open = 0.0, read = 1.0; /* share of the cells that have to be read */
    make_ground(&ground, s);
    for (int32_t i = 0; i < s->side * s->side; i++)
        open += !ground.blocked[i];
    if (s->flags & DOOR) /* nobody can say what of the fields changes at least */
        open = read = 0.0;
    const throng_bench_work work = {.workload = "flow",
                                    .scene = s->name,
                                    .operation = ground.nearest ? "fields of paths with costs, NEAREST"
                                                 : ground.costs ? "fields of paths with costs, SQUARE8"
                                                                : "fields of paths, SQUARE8",
                                    .sizes = {{"width", s->side}, {"height", s->side}, {"fields", s->fields}},
                                    .pairs = cells * s->fields, /* cells, walls included */
                                    /* a free cell looks at eight neighbours once, and gets its length */
                                    .least = {.sums = 8.0 * open * s->fields,
                                              .bytes = read * ((4.0 * cells) * s->fields + 0.125 * cells)},
                                    .flags = s->flags,
                                    .data = &ground,
                                    .open = make_contender,
                                    .close = release_contender,
                                    .frame = frame,
                                    .resident = frame,
                                    .with_copy = with_copy,
                                    .about = about,
                                    .hash = hash_of,
                                    .draw = draw};
    throng_bench_open_first(bench, &first, &work);
    char walls[THRONG_BENCH_NAME] = "examples/maps";
    if (!(s->flags & RIVERHOLD))
        (void)snprintf(walls, sizeof walls, "%d %% %s", (int)s->percent,
                       s->flags & MAZE ? "of a maze's walls broken through" : "walls");
    throng_bench_print_scene(bench, "%s: %d x %d cells, %d fields, %s; ns per cell", s->name, (int)s->side,
                             (int)s->side, (int)s->fields, walls);
    run_textbook(bench, s, &first);
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
    free(ground.costs);
    free(ground.blocked);
}

void throng_bench_run_flow(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & QUICK))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s flow, %4d x %4d cells, %4d fields%s%s\n", scenes[i].name,
                              (int)scenes[i].side, (int)scenes[i].side, (int)scenes[i].fields,
                              scenes[i].flags & MAZE        ? ", a maze"
                              : scenes[i].flags & RIVERHOLD ? ", examples/maps"
                              : scenes[i].flags & DOOR      ? ", a door"
                                                            : "",
                              scenes[i].flags & QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
