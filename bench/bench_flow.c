/* The workload "flow": fields of shortest paths. A frame gives each field another goal, brings it up to date
 * and waits until it is. */
#define _POSIX_C_SOURCE 200809L
#include "bench_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK = 1, LEVELS = 2, OPENCL = 4, MAZE = 8 };

typedef struct scene {
    const char *name;
    int32_t side, fields;
    int32_t percent; /* of walls; of mazes, of the walls broken through */
    int32_t flags;
} scene;

static const scene scenes[] = {
    {"flow-512", 512, 1, 20, QUICK | LEVELS | OPENCL},
    {"flow-512-open", 512, 1, 0, 0},
    {"flow-511-maze", 511, 1, 10, MAZE},
    {"flow-512-x64", 512, 64, 20, OPENCL},
    {"flow-4096", 4096, 1, 20, OPENCL},
    {"flow-4095-maze", 4095, 1, 10, MAZE},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---------------------------------------------------------------- grounds --------------------------- */

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

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
        const int32_t way = ways[next_random(state) % (uint32_t)found];
        g->blocked[at + way] = g->blocked[at + 2 * way] = 0;
        trail[count++] = at + 2 * way;
    }
    free(trail);
    for (int32_t i = 0; i < side * side; i++)
        g->blocked[i] = g->blocked[i] && (int32_t)(next_random(state) % 100) >= percent;
}

static void make_ground(throng_bench_ground *g, const scene *s)
{
    uint64_t state = 20191;
    const int32_t cells = s->side * s->side;
    g->side = s->side;
    g->blocked = throng_bench_allocate((size_t)cells, 1);
    if (s->flags & MAZE)
        dig_maze(g, s->percent, &state);
    else
        for (int32_t i = 0; i < cells; i++)
            g->blocked[i] = (int32_t)(next_random(&state) % 100) < s->percent;
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
    throng_bench *bench;
    const throng_bench_ground *ground;
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_backend backend;
    throng_isa isa;
    int32_t threads, fields, turn;
} contender;

static int32_t make_contender(contender *c)
{
    throng_context_def def = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    def.backend = c->backend;
    def.isa = c->isa;
    def.threads = c->threads;
    if (throng_context_create(&def, &c->context) != THRONG_OK)
        return 0;
    ground.width = ground.height = c->ground->side;
    throng_bench_check(c->context, throng_terrain_create(c->context, &ground, &c->terrain), "terrain");
    throng_bench_check(c->context, throng_terrain_set(c->terrain, NULL, c->ground->blocked, 0), "terrain");
    flow.terrain = c->terrain;
    flow.fields = c->fields;
    throng_bench_check(c->context, throng_flow_create(c->context, &flow, &c->flow), "fields");
    return 1;
}

static void release_contender(contender *c)
{
    throng_flow_destroy(c->flow);
    throng_bench_check(c->context, throng_terrain_destroy(c->terrain), "terrain");
    throng_bench_check(c->context, throng_context_destroy(c->context), "a context");
}

static void frame(contender *c)
{
    const throng_region one = {0, 0, 1, 1};
    float length;
    c->turn = !c->turn;
    for (int32_t i = 0; i < c->fields; i++) {
        const int32_t goal = goal_of(c->ground, i, c->turn);
        const throng_cell cell = {goal % c->ground->side, goal / c->ground->side};
        throng_bench_check(c->context, throng_flow_set_goals(c->flow, i, 1, &cell, 0), "a goal");
    }
    throng_bench_check(c->context, throng_flow_update(c->flow), "an update");
    throng_bench_check(c->context, throng_flow_read_lengths(c->flow, 0, &one, &length, 0), "a length");
}

static double frames(void *data, int32_t repeats)
{
    const double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++)
        frame(data);
    return throng_bench_wall() - start;
}

/* Of the last field after the first turn. */
static uint64_t hash_of(contender *c, float *lengths)
{
    c->turn = 1;
    frame(c);
    throng_bench_check(c->context, throng_flow_read_lengths(c->flow, c->fields - 1, NULL, lengths, 0),
                       "a field");
    return throng_bench_hash(lengths, (size_t)c->ground->side * (size_t)c->ground->side);
}

/* ---------------------------------------------------------------- the peer -------------------------- */

typedef struct textbook {
    const throng_bench_ground *ground;
    float *lengths;
    void *memory;
    int32_t fields, turn;
} textbook;

static double searches(void *data, int32_t repeats)
{
    textbook *t = data;
    const double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++) {
        t->turn = !t->turn;
        for (int32_t field = 0; field < t->fields; field++)
            throng_bench_dijkstra(t->ground, goal_of(t->ground, field, t->turn), t->lengths, t->memory);
    }
    return throng_bench_wall() - start;
}

/* The same lengths, apart from the rounding of its sums. */
static void check_textbook(throng_bench *bench, textbook *t, const scene *s, const float *lengths)
{
    size_t cells = (size_t)s->side * (size_t)s->side, different = 0;
    t->turn = 1;
    (void)searches(t, 1);
    for (size_t i = 0; i < cells; i++)
        different += !(fabsf(lengths[i] - t->lengths[i]) <= 1e-3f * (1.0f + fabsf(lengths[i])));
    if (different > 0) {
        throng_bench_print_note(bench, "MISTAKE in %s: other lengths by a binary heap in %zu cells", s->name,
                                different);
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
    row.workload = "flow";
    (void)snprintf(row.operation, sizeof row.operation, "fields of paths, SQUARE8");
    row.sizes[0] = (throng_bench_number){"width", s->side};
    row.sizes[1] = (throng_bench_number){"height", s->side};
    row.sizes[2] = (throng_bench_number){"fields", s->fields};
    row.backend = throng_backend_name(c->backend);
    row.isa = c->backend == THRONG_BACKEND_OPENCL ? "opencl" : throng_isa_name(c->isa);
    row.threads = c->threads;
    (void)snprintf(row.device, sizeof row.device, "%s", c->bench->machine.processor);
    row.pairs = (double)s->side * (double)s->side * (double)s->fields; /* cells, walls included */
    row.peer_part = 1.0;
    row.hash = hash;
    throng_bench_progress(c->bench, "%s, %s, %d threads, against %s", s->name, row.isa, (int)c->threads,
                          name);
    throng_bench_compare(&c->bench->effort, &own, peer, &row.time, &of_peer, &row.ratio);
    (void)snprintf(row.peer, sizeof row.peer, "%s", name);
    row.ns_per_pair = throng_bench_median(&row.time) * 1e9 / row.pairs;
    throng_bench_add_row(c->bench, &row);
}

/* Another way to compute the same fields: equal bits, and its time against the first one's. */
static void run_variant(contender *first, const scene *s, contender other, uint64_t hash, float *lengths)
{
    other.bench = first->bench;
    other.ground = first->ground;
    other.fields = s->fields;
    if (!make_contender(&other))
        return; /* no such device */
    if (hash_of(&other, lengths) != hash) {
        throng_bench_print_note(first->bench, "MISTAKE in %s: %s with %d threads gives other bits", s->name,
                                throng_backend_name(other.backend), (int)other.threads);
        first->bench->mistakes++;
    }
    const throng_bench_runner peer = {frames, first};
    add_row(&other, s, &peer, "1 thread", hash);
    release_contender(&other);
}

static void run_variants(contender *c, const scene *s, uint64_t hash, float *lengths)
{
    const throng_bench_options *options = &c->bench->options;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (isa != c->isa && throng_isa_available(isa) && s->flags & LEVELS)
            run_variant(c, s, (contender){.backend = THRONG_BACKEND_CPU, .isa = isa, .threads = 1}, hash,
                        lengths);
    if (options->threads > 1)
        run_variant(c, s,
                    (contender){.backend = THRONG_BACKEND_CPU, .isa = c->isa, .threads = options->threads},
                    hash, lengths);
    if (!options->no_opencl && s->flags & OPENCL)
        run_variant(c, s, (contender){.backend = THRONG_BACKEND_OPENCL, .isa = c->isa, .threads = 1}, hash,
                    lengths);
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_ground ground;
    make_ground(&ground, s);
    float *lengths = throng_bench_allocate((size_t)s->side * (size_t)s->side, sizeof *lengths);
    contender c = {.bench = bench, .ground = &ground, .backend = THRONG_BACKEND_CPU, .fields = s->fields};
    c.isa = bench->options.isa;
    c.threads = 1;
    if (!make_contender(&c))
        throng_bench_fail("%s: no fields on the CPU", s->name);
    const uint64_t hash = hash_of(&c, lengths);
    throng_bench_print_scene(bench, "%s: %d x %d cells, %d fields, %d %% %s; ns per cell", s->name,
                             (int)s->side, (int)s->side, (int)s->fields, (int)s->percent,
                             s->flags & MAZE ? "of a maze's walls broken through" : "walls");
    textbook peer = {.ground = &ground, .fields = s->fields};
    peer.lengths = throng_bench_allocate((size_t)s->side * (size_t)s->side, sizeof *peer.lengths);
    peer.memory = throng_bench_allocate(throng_bench_dijkstra_bytes(&ground), 1);
    check_textbook(bench, &peer, s, lengths);
    const throng_bench_runner runner = {searches, &peer};
    add_row(&c, s, &runner, "binary heap, -O2", hash);
    free(peer.memory);
    free(peer.lengths);
    run_variants(&c, s, hash, lengths);
    release_contender(&c);
    free(lengths);
    free(ground.blocked);
}

void throng_bench_run_flow(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        if (!throng_bench_selected(bench, scenes[i].name, scenes[i].flags & QUICK))
            continue;
        if (bench->options.list)
            printf("%-30s flow, %4d x %4d cells, %4d fields%s%s\n", scenes[i].name, (int)scenes[i].side,
                   (int)scenes[i].side, (int)scenes[i].fields, scenes[i].flags & MAZE ? ", a maze" : "",
                   scenes[i].flags & QUICK ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
