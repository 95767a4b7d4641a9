/* Fuzzing paths along potential fields: bytes become a field with walls, sources, goals and starts at odd
 * values, made on the reference level and on the widest one side by side. Both must answer alike; what is
 * traced must be equal to the bit, in whatever company, and be paths: finite, of steps not too many nor too
 * long, on the map, through no wall by a check of its own in double precision. Memory runs out at some
 * request of the creation; it must then go through when there is memory again. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_paths.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_measure *measure;
    throng_potential *field;
    throng_flow *flow;
    throng_trace *trace, *alone; /* alone: of one path */
} side;

typedef struct paths {
    throng_trace_result results[STARTS];
    throng_trace_point points[STARTS][POINTS]; /* zeros where there is none */
} paths;

static void both(throng_status a, throng_status b)
{
    check(a == b, "the levels answer with different statuses");
}

/* ---- what paths are made of */

/* Edges and corners of cells, centres, the numbers beside them; anywhere on the map; anything. */
static float place(input *in, const plan *p, int32_t cells)
{
    const uint8_t kind = byte(in);
    const float edge = (float)(byte(in) % (cells + 1)) * p->cell;
    if (kind < 50)
        return edge;
    if (kind < 90)
        return edge + 0.5f * p->cell;
    if (kind < 130)
        return nextafterf(edge, kind < 110 ? 1e9f : -1e9f);
    if (kind < 220)
        return number(in, 0.0f, (float)cells) * p->cell;
    return number(in, -2.0f, (float)cells + 2.0f);
}

static float speed(input *in, const plan *p)
{
    static const float often[] = {0.5f, 1.0f, 0.25f, 1.5f, 3.0f, 0.1f, 30.0f, 0.7071068f};
    const uint8_t kind = byte(in);
    if (kind < 120)
        return often[kind % 8] * p->cell;
    return kind < 230 ? number(in, 0.02f, 2.0f) * p->cell : number(in, 0.001f, 8.0f);
}

static throng_potential_source source(input *in, const plan *p)
{
    throng_potential_source s = throng_potential_default_source();
    const uint8_t given = byte(in);
    s.x = place(in, p, p->columns);
    s.y = place(in, p, p->rows);
    s.eta = given & 1 ? number(in, 0.0f, 4.0f) : 0.3f;
    s.range = given & 2 ? number(in, 0.5f, 8.0f) * p->cell : 2.0f * p->cell;
    s.power = given & 4 ? number(in, 0.0f, 4.0f) : 1.0f;
    s.type = given & 8 ? integer(in, 0, given & 32 ? THRONG_MAX_TYPES - 1 : 2) : 0;
    s.world = given & 16 ? integer(in, 0, p->worlds - 1) : 0;
    return s;
}

static throng_potential_goal goal(input *in, const plan *p)
{
    throng_potential_goal g = {place(in, p, p->columns), place(in, p, p->rows), 1.0f, 0};
    const uint8_t given = byte(in);
    if (given & 1)
        g.k = number(in, 0.0f, 8.0f);
    if (given & 2)
        g.world = integer(in, 0, p->worlds - 1);
    return g;
}

static throng_trace_start start(input *in, const plan *p)
{
    throng_trace_start s = {place(in, p, p->columns), place(in, p, p->rows), speed(in, p), 0, 0, 0};
    const uint8_t given = byte(in);
    if (given & 1)
        s.goal = integer(in, 0, GOALS - 1);
    if (given & 2)
        s.world = integer(in, 0, p->worlds - 1);
    s.flow_field = given & 4 ? integer(in, 0, FIELDS - 1) : s.goal % FIELDS;
    return s;
}

static void plan_walls(input *in, plan *p)
{
    const uint8_t kind = byte(in);
    const uint32_t first = word(in), second = word(in);
    p->walled = kind % 8 != 0;
    p->wall_worlds = kind & 16 ? p->worlds : 1;
    p->field.terrain_mode = kind & 32 ? THRONG_TERRAIN_NEAREST : THRONG_TERRAIN_ALL;
    p->field.terrain_eta = kind & 64 ? number(in, 0.0f, 4.0f) : 0.05f;
    p->field.terrain_range = kind & 128 ? number(in, 0.5f, 8.0f) * p->cell : 1.25f * p->cell;
    uint32_t state = first;
    for (int32_t i = 0; i < p->columns * p->rows * p->wall_worlds; i++) {
        state = state * 1664525u + 1013904223u;
        p->blocked[i] = (state >> 16) % 256 < (second & 127);
    }
}

static plan make_plan(input *in)
{
    static const float cells[] = {1.0f, 1.0f, 0.75f, 4.0f, 0.1f, 1e-6f, 1e6f, 3.0f};
    static float table[FUZZ_SETS];
    plan p = {.worlds = 1};
    const uint8_t given = byte(in), about = byte(in), crowded = byte(in);
    p.crowd = crowded < 200 ? 0 : crowded < 250 ? 40 : MOST_SOURCES - SOURCES;
    p.columns = 1 + byte(in) % MOST_SIDE;
    p.rows = 1 + byte(in) % MOST_SIDE;
    p.worlds = given & 1 ? 2 : 1;
    p.threads = given & 2 ? 3 : 1;
    p.cell = given & 4 ? cells[about % 8] : 1.0f;
    p.requests = given & 8 ? byte(in) % 24 : -1;
    p.grid = given & 16 ? THRONG_GRID_SQUARE4 : THRONG_GRID_SQUARE8;
    p.measured = (given & 96) == 96;
    p.field = throng_potential_default_def();
    p.field.worlds = p.worlds;
    p.field.source_capacity = SOURCES + p.crowd;
    p.field.goal_capacity = GOALS;
    p.field.damage = about & 8;
    p.field.interaction = about & 16;
    p.field.cell_size = p.cell;
    if (p.measured)
        p.measure = some_measure(in, table);
    plan_walls(in, &p);
    p.trace = throng_trace_default_def();
    p.trace.start_capacity = STARTS;
    p.trace.max_steps = about & 128 ? STEPS : 1 + byte(in) % 40;
    if (p.crowd > 40 && p.trace.max_steps > 12)
        p.trace.max_steps = 12; /* each of them takes long */
    p.trace.escape = byte(in) % 3;
    if (p.trace.escape == THRONG_ESCAPE_FLOW && !p.walled)
        p.trace.escape = THRONG_ESCAPE_HILLS;
    p.trace.hill_range = about & 64 ? number(in, 0.5f, 8.0f) : 2.0f * p.cell;
    return p;
}

/* ---- both sides */

static throng_status make_tracer(const side *s, const plan *p, int64_t requests, throng_trace **trace)
{
    throng_trace_def def = p->trace;
    def.field = s->field;
    def.flow = s->flow;
    if (trace == &s->alone)
        def.start_capacity = 1;
    requests_left = requests;
    throng_status status = throng_trace_create(s->context, &def, trace);
    if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
        check(!*trace, "a tracer that was refused");
        requests_left = -1;
        status = throng_trace_create(s->context, &def, trace);
    }
    requests_left = -1;
    return status;
}

/* Cells are as the plan has them, or the def is refused. */
static int make(side *s, throng_isa isa, plan *p)
{
    throng_context_def about = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_potential_def field = p->field;
    throng_flow_def flow = throng_flow_default_def();
    about.backend = THRONG_BACKEND_CPU;
    about.isa = isa;
    about.threads = isa == THRONG_ISA_AUTO ? p->threads : 1;
    about.cache = "off";
    about.allocator = (throng_allocator){allocate, release, NULL};
    ground.width = p->columns;
    ground.height = p->rows;
    ground.worlds = p->wall_worlds;
    check(throng_context_create(&about, &s->context) == THRONG_OK, "no context");
    if (p->walled) {
        check(throng_terrain_create(s->context, &ground, &s->terrain) == THRONG_OK, "no terrain");
        check(throng_terrain_set(s->terrain, NULL, p->blocked, 0) == THRONG_OK, "no walls");
    }
    throng_measure_info measure;
    if (p->measured && throng_measure_create(s->context, &p->measure, &s->measure) != THRONG_OK)
        return 0;
    if (p->measured && throng_measure_get_info(s->measure, &measure) == THRONG_OK)
        p->monotone = measure.monotone;
    field.terrain = flow.terrain = s->terrain;
    field.measure = s->measure;
    field.interaction = s->measure && p->field.interaction;
    if (throng_potential_create(s->context, &field, &s->field) != THRONG_OK)
        return 0;
    flow.grid = p->grid;
    flow.fields = FIELDS;
    flow.goal_capacity = 2;
    flow.cell_size = p->cell;
    if (s->terrain)
        check(throng_flow_create(s->context, &flow, &s->flow) == THRONG_OK, "no flow");
    return make_tracer(s, p, p->requests, &s->trace) == THRONG_OK &&
           make_tracer(s, p, -1, &s->alone) == THRONG_OK;
}

/* What paths need is not destroyed before them. */
static void end(side *s, const plan *p)
{
    if (s->alone) {
        check(throng_potential_destroy(s->field) == THRONG_ERROR_INVALID_ARGUMENT, "the field is destroyed");
        if (p->trace.escape == THRONG_ESCAPE_FLOW)
            check(throng_flow_destroy(s->flow) == THRONG_ERROR_INVALID_ARGUMENT, "the flow is destroyed");
    }
    throng_trace_destroy(s->alone);
    throng_trace_destroy(s->trace);
    check(throng_flow_destroy(s->flow) == THRONG_OK, "the flow is not destroyed");
    check(throng_potential_destroy(s->field) == THRONG_OK, "the field is not destroyed");
    check(throng_measure_destroy(s->measure) == THRONG_OK, "the measure is not destroyed");
    check(throng_terrain_destroy(s->terrain) == THRONG_OK, "the terrain is not destroyed");
    check(throng_context_destroy(s->context) == THRONG_OK, "the context is not destroyed");
}

/* ---- calls, on both sides */

static void look_at_ends(const side *s, const plan *p, throng_trace_result *results)
{
    memset(results, 0, STARTS * sizeof *results);
    check(throng_trace_read(s->trace, 0, p->start_count, results, 0) == THRONG_OK, "nothing is read");
}

static void look(const side *s, const plan *p, paths *to)
{
    memset(to->points, 0, sizeof to->points);
    look_at_ends(s, p, to->results);
    for (int32_t i = 0; i < p->start_count; i++)
        check(throng_trace_read_points(s->trace, i, 1, 0, to->results[i].steps + 1, to->points[i], 0) ==
                  THRONG_OK,
              "no points are read");
}

/* What one path does, it does alone too. */
static void walk_alone(const side *s, const plan *p, int32_t path, const paths *all)
{
    static throng_trace_point points[POINTS];
    throng_trace_result result;
    check(throng_trace_set_starts(s->alone, 0, 1, &p->starts[path], 0) == THRONG_OK, "no start");
    check(throng_trace_update(s->alone) == THRONG_OK, "no update");
    check(throng_trace_read(s->alone, 0, 1, &result, 0) == THRONG_OK, "nothing is read");
    check(memcmp(&result, &all->results[path], sizeof result) == 0, "alone, a path ends otherwise");
    check(throng_trace_read_points(s->alone, 0, 1, 0, result.steps + 1, points, 0) == THRONG_OK, "no points");
    check(memcmp(points, all->points[path], (size_t)(result.steps + 1) * sizeof *points) == 0,
          "alone, a path goes elsewhere");
}

static void walk(const side *sides, const plan *p, input *in)
{
    static paths seen[2];
    for (int i = 0; i < 2; i++) {
        check(throng_trace_update(sides[i].trace) == THRONG_OK, "no update");
        look(&sides[i], p, &seen[i]);
    }
    check(memcmp(seen[0].results, seen[1].results, sizeof seen[0].results) == 0, "results differ");
    check(memcmp(seen[0].points, seen[1].points, sizeof seen[0].points) == 0, "points differ");
    for (int32_t i = 0; i < p->start_count; i++)
        check_path(p, &p->starts[i], &seen[0].results[i], seen[0].points[i]);
    if (p->start_count > 0) {
        const int32_t one = byte(in) % p->start_count;
        walk_alone(&sides[one % 2], p, one, &seen[0]);
    }
}

static void set_start(const side *sides, plan *p, int32_t index, throng_trace_start s)
{
    throng_trace_result before[STARTS], after[STARTS];
    throng_status status[2];
    look_at_ends(&sides[0], p, before);
    for (int i = 0; i < 2; i++)
        status[i] = throng_trace_set_starts(sides[i].trace, index, 1, &s, 0);
    both(status[0], status[1]);
    look_at_ends(&sides[0], p, after);
    check(memcmp(before, after, sizeof after) == 0, "a start changes paths before their update");
    if (status[0] != THRONG_OK)
        return;
    p->starts[index] = s;
    p->starts[index].x = plain(s.x);
    p->starts[index].y = plain(s.y);
    if (index < p->start_count)
        return;
    p->start_count++;
    look_at_ends(&sides[1], p, after);
    check(after[index].status == THRONG_TRACE_INVALID && after[index].steps == 0,
          "a path of which there was no update");
}

static void set_goal(const side *sides, plan *p, int32_t index, throng_potential_goal g)
{
    throng_status status[2];
    for (int i = 0; i < 2; i++)
        status[i] = throng_potential_set_goals(sides[i].field, index, 1, &g, 0);
    both(status[0], status[1]);
    if (status[0] != THRONG_OK)
        return;
    p->goals[index] = g;
    p->goals[index].x = plain(g.x);
    p->goals[index].y = plain(g.y);
    p->goal_count += index == p->goal_count;
    if (!p->walled || fabsf(g.x) > 100.0f * p->cell || fabsf(g.y) > 100.0f * p->cell)
        return;
    const int32_t above = p->wall_worlds > 1 ? g.world * p->rows : 0;
    const throng_cell cell = {(int32_t)(g.x / p->cell), (int32_t)(g.y / p->cell) + above};
    for (int i = 0; i < 2; i++)
        status[i] = throng_flow_set_goals(sides[i].flow, index % FIELDS, 1, &cell, 0);
    both(status[0], status[1]);
}

static void set_source(const side *sides, int32_t index, throng_potential_source s)
{
    both(throng_potential_set_sources(sides[0].field, index, 1, &s, 0),
         throng_potential_set_sources(sides[1].field, index, 1, &s, 0));
}

/* Side by side, within a cell, so that whoever reaches one has all of them near. */
static void set_crowd(const side *sides, const plan *p, input *in)
{
    static throng_potential_source crowd[MOST_SOURCES];
    throng_potential_info about;
    const throng_potential_source one = source(in, p);
    check(throng_potential_get_info(sides[0].field, &about) == THRONG_OK, "no info");
    for (int32_t i = 0; i < p->crowd; i++) {
        crowd[i] = one;
        crowd[i].x += p->cell * 0.03125f * (float)(i % 32);
        crowd[i].y += p->cell * 0.03125f * (float)(i / 32);
        crowd[i].type = one.type < 3 ? one.type + i % 3 : one.type;
    }
    both(throng_potential_set_sources(sides[0].field, about.sources, p->crowd, crowd, 0),
         throng_potential_set_sources(sides[1].field, about.sources, p->crowd, crowd, 0));
}

/* Given ones, then others like them, so that there are more paths than lanes. */
static void fill(const side *sides, plan *p, input *in)
{
    const int32_t sources = byte(in) % (SOURCES + 1), goals = 1 + byte(in) % GOALS;
    const int32_t given = 1 + byte(in) % 12, more = byte(in) % 8 ? 8 : STARTS - given;
    const int32_t all = given + byte(in) % (more + 1);
    for (int32_t i = 0; i < sources; i++) {
        const throng_potential_source s = source(in, p);
        set_source(sides, 0, s);
        set_source(sides, i, s);
    }
    if (p->crowd > 0)
        set_crowd(sides, p, in);
    for (int32_t i = 0; i < goals; i++)
        set_goal(sides, p, p->goal_count, goal(in, p));
    for (int32_t i = 0; i < given; i++)
        set_start(sides, p, p->start_count, start(in, p));
    const int32_t good = p->start_count;
    for (int32_t i = given; i < all && good > 0; i++) {
        throng_trace_start s = p->starts[i % good];
        s.x += p->cell * (float)(i / good) * 0.25f;
        s.goal = p->goal_count > 0 ? i % p->goal_count : 0;
        s.flow_field = s.goal % FIELDS;
        set_start(sides, p, p->start_count, s);
    }
}

static void build(const side *sides, plan *p, input *in)
{
    const throng_region part = {integer(in, 0, MOST_SIDE - 1), integer(in, 0, MOST_SIDE - 1),
                                integer(in, 1, 3), integer(in, 1, 3)};
    const int32_t blocked = byte(in) % 2;
    throng_status status[2] = {THRONG_OK, THRONG_OK};
    for (int i = 0; i < 2 && p->walled; i++)
        status[i] = throng_terrain_fill(sides[i].terrain, &part, blocked);
    both(status[0], status[1]);
    if (status[0] == THRONG_OK && p->walled)
        check(throng_terrain_read(sides[0].terrain, NULL, p->blocked, 0) == THRONG_OK, "no walls are read");
}

/* Drops starts or goals from the end, or all starts. */
static void drop(const side *sides, plan *p, input *in, uint8_t kind)
{
    const int32_t count = integer(in, 0, kind == 3 ? GOALS : STARTS);
    throng_status status[2];
    for (int i = 0; i < 2; i++)
        status[i] = kind == 3   ? throng_potential_truncate_goals(sides[i].field, count)
                    : kind == 4 ? throng_trace_truncate_starts(sides[i].trace, count)
                                : throng_trace_reset(sides[i].trace);
    both(status[0], status[1]);
    if (status[0] != THRONG_OK)
        return;
    *(kind == 3 ? &p->goal_count : &p->start_count) = kind == 5 ? 0 : count;
}

static void change(const side *sides, plan *p, input *in)
{
    const uint8_t kind = byte(in) % 8, which = byte(in);
    if (kind == 0)
        set_source(sides, which % SOURCES, source(in, p));
    else if (kind == 1)
        set_goal(sides, p, which % (p->goal_count < GOALS ? p->goal_count + 1 : GOALS), goal(in, p));
    else if (kind == 2)
        build(sides, p, in);
    else if (kind < 6)
        drop(sides, p, in, kind);
    for (int32_t i = 0; i < 3 && kind > 3; i++)
        set_start(sides, p, (which + i) % (p->start_count < STARTS ? p->start_count + 1 : STARTS),
                  start(in, p));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    static side sides[2];
    static plan p;
    memset(sides, 0, sizeof sides);
    p = make_plan(&in);
    const int made = make(&sides[0], THRONG_ISA_REFERENCE, &p);
    check(made == make(&sides[1], THRONG_ISA_AUTO, &p), "the levels do not agree on the def");
    if (made) {
        fill(sides, &p, &in);
        walk(sides, &p, &in);
    }
    for (int i = 0; made && i < FRAMES && in.size > 0; i++) {
        change(sides, &p, &in);
        walk(sides, &p, &in);
    }
    end(&sides[0], &p);
    end(&sides[1], &p);
    return 0;
}
