/* The workload "choice": does the automatic choice take the faster backend? Frames of all operations over
 * sizes between those that the library measured for itself, on the CPU with all threads and on the device,
 * in turns; beside them what the library would have taken, and what that loses. */
#include "bench_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INFLUENCE, PATHS, ADJACENT, FLOW, POTENTIAL, CHOQUET, CROWD, PERCEPTION, KINDS };

enum { STOPS = 5 };

/* Every combination of these amounts is a scene, 0: no more of them. Sides of maps, or sources of fields;
 * what there is many of; how much each of them is. */
typedef struct grid {
    const char *name, *ground, *count, *each;
    int32_t grounds[STOPS], counts[STOPS], eaches[STOPS];
    double most; /* of their product */
} grid;

static const grid grids[KINDS] = {
    {"influence",
     "side",
     "objects",
     "max_distance",
     {64, 256, 768, 2048},
     {8, 150, 3000, 40000},
     {4, 16, 48},
     4e9},
    {"paths", "side", "objects", "max_distance", {64, 256, 1024}, {8, 150, 3000}, {4, 16}, 4e8},
    {"adjacent", "side", "objects", "max_distance", {64, 256, 1024}, {8, 150, 3000}, {4, 16}, 4e8},
    {"flow", "side", "fields", "", {48, 200, 700, 1500}, {1, 3, 12}, {1}, 4e6},
    {"potential",
     "sources",
     "points",
     "in_range",
     {100, 3000, 40000},
     {10, 500, 8000, 100000},
     {4, 64, 1000},
     4e12},
    {"choquet", "", "rows", "types", {1}, {30, 2000, 50000, 500000}, {3, 8, 16}, 1e9},
    {"crowd", "", "agents", "neighbors", {1}, {50, 250, 1200, 6000, 20000}, {5, 10, 20}, 1e9},
    {"perception", "", "agents", "neighbors", {1}, {50, 250, 1200, 6000, 20000}, {5, 10}, 1e9},
};

typedef struct scene {
    int32_t kind, ground, count, each;
    float *places[2]; /* of what moves */
    throng_influence_object *objects;
    throng_potential_source *sources;
    throng_potential_point *points;
    throng_agent_def *agents;
    uint8_t *blocked;
    float *rows;
} scene;

/* ---------------------------------------------------------------- scenes ---------------------------- */

static int32_t has_walls(const scene *s)
{
    return s->kind == PATHS || s->kind == ADJACENT || s->kind == FLOW;
}

static int32_t has_map(const scene *s) { return s->kind <= ADJACENT; }

static void place_on_map(scene *s, uint64_t *state)
{
    for (int32_t place = 0; place < 2; place++)
        for (int32_t i = 0; i < s->count; i++) {
            int32_t column, row;
            do {
                column = (int32_t)(throng_bench_random(state) * (float)s->ground);
                row = (int32_t)(throng_bench_random(state) * (float)s->ground);
            } while (s->blocked && s->blocked[row * s->ground + column]);
            s->places[place][2 * i] = (float)column + 0.5f;
            s->places[place][2 * i + 1] = (float)row + 0.5f;
        }
    for (int32_t i = 0; i < s->count; i++) {
        throng_influence_object *o = &s->objects[i];
        *o = throng_influence_default_object();
        o->x = s->places[0][2 * i];
        o->y = s->places[0][2 * i + 1];
        o->vx = throng_bench_random(state) - 0.5f;
        o->vy = throng_bench_random(state) - 0.5f;
        o->max_distance = (float)s->each;
        o->alpha = s->blocked ? 0.0f : 0.5f;
        o->decay_kind = THRONG_DECAY_EXPONENTIAL;
        o->decay = 0.9f;
    }
}

static const float field_side = 500.0f;

static void place_in_field(scene *s, uint64_t *state)
{
    const float share = (float)s->each / (float)s->ground;
    for (int32_t place = 0; place < 2; place++)
        for (int32_t i = 0; i < 2 * (s->ground + s->count); i++)
            s->places[place][i] = field_side * throng_bench_random(state);
    for (int32_t i = 0; i < s->ground; i++) {
        s->sources[i] = throng_potential_default_source();
        s->sources[i].x = s->places[0][2 * i];
        s->sources[i].y = s->places[0][2 * i + 1];
        s->sources[i].range = field_side * sqrtf(share / 3.14159265f);
    }
    for (int32_t i = 0; i < s->count; i++)
        s->points[i] = (throng_potential_point){.x = s->places[0][2 * (s->ground + i)],
                                                .y = s->places[0][2 * (s->ground + i) + 1],
                                                .goal = THRONG_GOALS_NONE};
}

static void place_crowd(scene *s, uint64_t *state)
{
    const int32_t columns = (int32_t)ceilf(sqrtf((float)s->count));
    for (int32_t i = 0; i < s->count; i++) {
        throng_agent_def *a = &s->agents[i];
        *a = throng_agent_default_def();
        a->x = 4.0f * ((float)(i % columns) + 0.4f * throng_bench_random(state));
        a->y = 4.0f * ((float)(i / columns) + 0.4f * throng_bench_random(state));
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = 4.0f * (float)columns * throng_bench_random(state);
        a->target_y = 4.0f * (float)columns * throng_bench_random(state);
        a->max_neighbors = s->each;
    }
}

static void make_scene(scene *s)
{
    uint64_t state = 2026;
    const size_t count = (size_t)s->count, ground = (size_t)s->ground;
    const size_t moving = s->kind == POTENTIAL ? ground + count : count;
    for (int32_t place = 0; place < 2; place++)
        s->places[place] = throng_bench_allocate(2 * moving, sizeof(float));
    if (has_walls(s)) {
        s->blocked = throng_bench_allocate(ground * ground, 1);
        for (size_t i = 0; i < ground * ground; i++)
            s->blocked[i] = throng_bench_random(&state) < 0.2f;
        s->blocked[0] = 0;
    }
    if (has_map(s)) {
        s->objects = throng_bench_allocate(count, sizeof *s->objects);
        place_on_map(s, &state);
    } else if (s->kind == POTENTIAL) {
        s->sources = throng_bench_allocate(ground, sizeof *s->sources);
        s->points = throng_bench_allocate(count, sizeof *s->points);
        place_in_field(s, &state);
    } else if (s->kind == CHOQUET) {
        s->rows = throng_bench_allocate(count * (size_t)s->each, sizeof *s->rows);
        for (size_t i = 0; i < count * (size_t)s->each; i++)
            s->rows[i] = throng_bench_random(&state);
    } else if (s->kind >= CROWD) {
        s->agents = throng_bench_allocate(count, sizeof *s->agents);
        place_crowd(s, &state);
    }
}

static void release_scene(scene *s)
{
    free(s->places[0]);
    free(s->places[1]);
    free(s->objects);
    free(s->sources);
    free(s->points);
    free(s->agents);
    free(s->blocked);
    free(s->rows);
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const scene *s;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_flow *flow;
    throng_potential *field;
    throng_measure *measure;
    throng_crowd *crowd;
    float *results;
    size_t result_count;
    int32_t turn;
} contender;

static void make_results(contender *c, size_t count)
{
    c->result_count = count;
    c->results = throng_bench_allocate(count, sizeof *c->results);
}

/* What a kind is made by; `choice` in place of making it where that is not NULL. */
static throng_status make_map(contender *c, throng_choice *choice)
{
    const scene *s = c->s;
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = s->ground;
    def.object_capacity = s->count;
    def.typical_distance = (float)s->each;
    def.terrain = c->terrain;
    def.propagation = s->kind == PATHS      ? THRONG_PROPAGATION_PATH
                      : s->kind == ADJACENT ? THRONG_PROPAGATION_ADJACENT
                                            : THRONG_PROPAGATION_EUCLIDEAN;
    if (choice)
        return throng_influence_explain(c->context, &def, choice);
    make_results(c, (size_t)s->ground * (size_t)s->ground);
    const throng_status status = throng_influence_create(c->context, &def, &c->map);
    return status == THRONG_OK ? throng_influence_set_objects(c->map, 0, 0, s->count, s->objects, 0) : status;
}

static throng_status make_flow(contender *c, throng_choice *choice)
{
    throng_flow_def def = throng_flow_default_def();
    def.terrain = c->terrain;
    def.fields = c->s->count;
    make_results(c, 1);
    return choice ? throng_flow_explain(c->context, &def, choice)
                  : throng_flow_create(c->context, &def, &c->flow);
}

static throng_status make_field(contender *c, throng_choice *choice)
{
    const scene *s = c->s;
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = s->ground;
    def.point_capacity = s->count;
    def.typical_sources = s->each;
    if (choice)
        return throng_potential_explain(c->context, &def, choice);
    make_results(c, (size_t)s->count * sizeof(throng_force) / sizeof(float));
    throng_status status = throng_potential_create(c->context, &def, &c->field);
    if (status == THRONG_OK)
        status = throng_potential_set_sources(c->field, 0, s->ground, s->sources, 0);
    return status == THRONG_OK ? throng_potential_set_points(c->field, 0, s->count, s->points, 0) : status;
}

static throng_status make_measure(contender *c, throng_choice *choice)
{
    throng_measure_def def = throng_measure_default_def();
    def.types = c->s->each;
    def.typical_rows = c->s->count;
    for (int32_t i = 0; i < def.types; i++)
        def.weights[i] = 0.1f;
    make_results(c, (size_t)c->s->count);
    return choice ? throng_measure_explain(c->context, &def, choice)
                  : throng_measure_create(c->context, &def, &c->measure);
}

static throng_status make_crowd(contender *c, throng_choice *choice)
{
    const scene *s = c->s;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = s->count;
    def.max_neighbors = s->each;
    def.perception = s->kind == PERCEPTION ? THRONG_PERCEPTION_ALL : 0;
    if (choice)
        return throng_crowd_explain(c->context, &def, choice);
    make_results(c, 2 * (size_t)s->count);
    throng_status status = throng_crowd_create(c->context, &def, &c->crowd);
    if (status == THRONG_OK)
        status = throng_crowd_add(c->crowd, s->count, s->agents, 0, NULL);
    for (int32_t step = 0; step < 8 && status == THRONG_OK; step++)
        status = throng_crowd_step(c->crowd, 0.1f);
    return status;
}

static throng_status make_object(contender *c, throng_choice *choice)
{
    static throng_status (*const makers[KINDS])(contender * c, throng_choice * choice) = {
        make_map, make_map, make_map, make_flow, make_field, make_measure, make_crowd, make_crowd};
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = ground.height = c->s->ground;
    if (has_walls(c->s)) {
        throng_bench_check(c->context, throng_terrain_create(c->context, &ground, &c->terrain), "terrain");
        throng_bench_check(c->context, throng_terrain_set(c->terrain, NULL, c->s->blocked, 0), "terrain");
    }
    return makers[c->s->kind](c, choice);
}

static void *make_contender(const void *data, const throng_bench_way *way)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_context_def def = throng_context_default_def();
    c->s = data;
    def.backend = way->backend;
    def.isa = way->isa;
    def.threads = way->threads;
    if (throng_context_create(&def, &c->context) != THRONG_OK) {
        free(c);
        return NULL;
    }
    throng_bench_check(c->context, make_object(c, NULL), grids[c->s->kind].name);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_influence_destroy(c->map);
    throng_flow_destroy(c->flow);
    throng_potential_destroy(c->field);
    throng_measure_destroy(c->measure);
    throng_crowd_destroy(c->crowd);
    throng_terrain_destroy(c->terrain);
    throng_bench_check(c->context, throng_context_destroy(c->context), "a context");
    free(c->results);
    free(c);
}

/* ---------------------------------------------------------------- frames ---------------------------- */

static throng_status play_map(contender *c)
{
    throng_status status =
        throng_influence_move_objects(c->map, 0, 0, c->s->count, c->s->places[c->turn & 1], 0, NULL, 0);
    if (status == THRONG_OK)
        status = throng_influence_update(c->map);
    return status == THRONG_OK ? throng_influence_read(c->map, 0, NULL, c->results, 0) : status;
}

static throng_status play_flow(contender *c)
{
    const throng_region one = {0, 0, 1, 1};
    throng_status status = THRONG_OK;
    for (int32_t field = 0; field < c->s->count && status == THRONG_OK; field++) {
        int32_t cell = (31 * field + 17 * c->turn) % (c->s->ground * c->s->ground);
        while (c->s->blocked[cell])
            cell--; /* the first one is free */
        const throng_cell goal = {cell % c->s->ground, cell / c->s->ground};
        status = throng_flow_set_goals(c->flow, field, 1, &goal, 0);
    }
    if (status == THRONG_OK)
        status = throng_flow_update(c->flow);
    return status == THRONG_OK ? throng_flow_read_lengths(c->flow, 0, &one, c->results, 0) : status;
}

static throng_status play_field(contender *c)
{
    const scene *s = c->s;
    const float *places = s->places[c->turn & 1];
    throng_status status = throng_potential_move_sources(c->field, 0, s->ground, places, 0);
    if (status == THRONG_OK)
        status = throng_potential_move_points(c->field, 0, s->count, places + 2 * (size_t)s->ground, 0);
    if (status == THRONG_OK)
        status = throng_potential_update(c->field);
    return status == THRONG_OK ? throng_potential_read(c->field, 0, s->count, (throng_force *)c->results, 0)
                               : status;
}

static throng_status play_measure(contender *c)
{
    return throng_measure_choquet(c->measure, c->s->count, c->s->rows, 0, c->results);
}

/* In steps so short that they stay about where they are. */
static throng_status play_crowd(contender *c)
{
    const throng_status status = throng_crowd_step(c->crowd, 0.02f);
    return status == THRONG_OK
               ? throng_crowd_get(c->crowd, THRONG_AGENT_POSITION, c->s->count, NULL, 0, c->results, 0)
               : status;
}

static void frame(void *data)
{
    static throng_status (*const plays[KINDS])(contender * c) = {
        play_map, play_map, play_map, play_flow, play_field, play_measure, play_crowd, play_crowd};
    contender *c = data;
    c->turn++;
    throng_bench_check(c->context, plays[c->s->kind](c), grids[c->s->kind].name);
}

static uint64_t hash_of(void *data)
{
    contender *c = data;
    frame(c);
    return throng_bench_hash(c->results, c->result_count);
}

/* ---------------------------------------------------------------- the choice ------------------------ */

static throng_choice ask(const throng_bench *bench, const scene *s)
{
    contender c = {.s = s};
    throng_choice choice = {.backend = THRONG_BACKEND_CPU};
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_AUTO;
    def.isa = bench->options.isa;
    def.threads = bench->options.threads;
    throng_bench_check(NULL, throng_context_create(&def, &c.context), "a context");
    throng_bench_check(c.context, make_object(&c, &choice), "a choice");
    throng_bench_check(c.context, throng_terrain_destroy(c.terrain), "terrain");
    throng_bench_check(c.context, throng_context_destroy(c.context), "a context");
    free(c.results);
    return choice;
}

/* Both ways in turns, and what the choice loses: how much longer the chosen one takes than the other. */
static void judge(throng_bench *bench, const throng_bench_work *work, const throng_choice *choice)
{
    const throng_bench_way ways[2] = {{THRONG_BACKEND_CPU, bench->options.isa, bench->options.threads},
                                      {THRONG_BACKEND_OPENCL, bench->options.isa, 1}};
    throng_bench_subject subjects[2];
    throng_bench_row row;
    if (!throng_bench_open(&subjects[0], work, ways[0]))
        throng_bench_fail("%s: cannot be done on the CPU", work->scene);
    if (throng_bench_open(&subjects[1], work, ways[1])) {
        throng_bench_measure(bench, &subjects[1], &subjects[0], "cpu, all threads", &row);
        row.choice = throng_backend_name(choice->backend);
        row.expected[0] = choice->cpu_seconds;
        row.expected[1] = choice->opencl_seconds;
        const double longer =
            choice->backend == THRONG_BACKEND_CPU ? row.ratio.median : 1.0 / row.ratio.median;
        row.regret = longer > 1.0 ? longer - 1.0 : 0.0;
        if (subjects[0].hash != subjects[1].hash) {
            throng_bench_print_note(bench, "MISTAKE in %s: the device gives other bits", work->scene);
            bench->mistakes++;
        }
        throng_bench_add_row(bench, &row);
        throng_bench_close(&subjects[1]);
    }
    throng_bench_close(&subjects[0]);
}

static void name_scene(const scene *s, char name[THRONG_BENCH_NAME])
{
    const grid *g = &grids[s->kind];
    (void)snprintf(name, THRONG_BENCH_NAME, "choice-%s-%d-%d-%d", g->name, (int)s->ground, (int)s->count,
                   (int)s->each);
}

static void run_scene(throng_bench *bench, scene *s)
{
    const grid *g = &grids[s->kind];
    char name[THRONG_BENCH_NAME];
    name_scene(s, name);
    make_scene(s);
    const throng_bench_number sizes[] = {{g->ground, s->ground}, {g->count, s->count}, {g->each, s->each}};
    throng_bench_work work = {
        .workload = "choice",
        .scene = name,
        .operation = g->name,
        .pairs = s->count,
        .data = s,
        .open = make_contender,
        .close = release_contender,
        .frame = frame,
        .hash = hash_of,
    };
    for (int32_t i = 0, used = 0; i < 3; i++)
        if (*sizes[i].name)
            work.sizes[used++] = sizes[i];
    const throng_choice choice = ask(bench, s);
    if (choice.measured)
        judge(bench, &work, &choice);
    else
        throng_bench_print_note(bench, "%s: %s", name, choice.reason);
    release_scene(s);
}

/* Calls for each scene of a grid. */
static void run_grid(throng_bench *bench, int32_t kind)
{
    const grid *g = &grids[kind];
    for (int32_t i = 0; i < STOPS * STOPS * STOPS; i++) {
        scene s = {.kind = kind,
                   .ground = g->grounds[i / (STOPS * STOPS)],
                   .count = g->counts[i / STOPS % STOPS],
                   .each = g->eaches[i % STOPS]};
        char name[THRONG_BENCH_NAME];
        const double reach = kind <= ADJACENT ? 3.0 * s.each * s.each
                             : kind == FLOW   ? s.ground * s.ground
                                              : s.each;
        if (!s.ground || !s.count || !s.each || s.count * reach > g->most ||
            (kind == POTENTIAL && s.each > s.ground))
            continue;
        name_scene(&s, name);
        if (!throng_bench_selected(bench, name, 0))
            continue;
        if (bench->options.list)
            printf("%-30s\n", name);
        else
            run_scene(bench, &s);
    }
}

void throng_bench_run_choice(throng_bench *bench)
{
    const throng_bench_effort effort = bench->effort;
    bench->effort = (throng_bench_effort){0.004, 0.3, 0.2}; /* for each of many scenes */
    for (int32_t kind = 0; kind < KINDS && !bench->options.no_opencl; kind++)
        run_grid(bench, kind);
    bench->effort = effort;
}
