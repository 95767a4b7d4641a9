#include "bench/suite/driver.h"

#include <math.h>
#include <stdlib.h>

static const char *const names[DRIVER_KINDS] = {
    "influence", "paths", "adjacent", "flow",  "potential", "choquet", "crowd",   "perception",
    "query",     "trace", "route",    "astar", "walls",     "combine", "regions", "read"};

enum { REGION = 21 /* cells to each side that an agent looks at */ };

const char *throng_bench_driver_name(int32_t kind) { return names[kind]; }

/* ---------------------------------------------------------------- scenes ---------------------------- */

static int32_t has_walls(const throng_bench_driver *s)
{
    return s->kind == DRIVER_PATHS || s->kind == DRIVER_ADJACENT || s->kind == DRIVER_FLOW ||
           s->kind == DRIVER_ROUTE || s->kind == DRIVER_ASTAR || s->kind == DRIVER_WALLS;
}

static int32_t has_map(const throng_bench_driver *s) { return s->kind <= DRIVER_ADJACENT; }

static throng_cell free_cell(const throng_bench_driver *s, uint64_t *state)
{
    throng_cell cell;
    do
        cell = (throng_cell){throng_bench_below(state, s->ground), throng_bench_below(state, s->ground)};
    while (s->blocked && s->blocked[cell.row * s->ground + cell.column]);
    return cell;
}

static void place_on_map(throng_bench_driver *s, uint64_t *state)
{
    for (int32_t place = 0; place < 2; place++)
        for (size_t i = 0; i < (size_t)s->count; i++) {
            const throng_cell cell = free_cell(s, state);
            s->places[place][2 * i] = (float)cell.column + 0.5f;
            s->places[place][2 * i + 1] = (float)cell.row + 0.5f;
        }
    for (size_t i = 0; i < (size_t)s->count; i++) {
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

static void place_in_field(throng_bench_driver *s, uint64_t *state)
{
    const float share = (float)s->each / (float)s->ground;
    for (int32_t place = 0; place < 2; place++)
        for (int32_t i = 0; i < 2 * (s->ground + s->count); i++)
            s->places[place][i] = field_side * throng_bench_random(state);
    for (size_t i = 0; i < (size_t)s->ground; i++) {
        s->sources[i] = throng_potential_default_source();
        s->sources[i].x = s->places[0][2 * i];
        s->sources[i].y = s->places[0][2 * i + 1];
        s->sources[i].range = field_side * sqrtf(share / 3.14159265f);
    }
    for (size_t i = 0; i < (size_t)s->count; i++) {
        const float *at = &s->places[0][2 * ((size_t)s->ground + i)];
        s->points[i] = (throng_potential_point){.x = at[0], .y = at[1], .goal = THRONG_GOALS_NONE};
        s->starts[i] = (throng_trace_start){.x = at[0], .y = at[1], .speed = 1.0f};
    }
}

static void place_crowd(throng_bench_driver *s, uint64_t *state)
{
    const int32_t columns = (int32_t)ceilf(sqrtf((float)s->count));
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t column = i % columns, row = i / columns;
        throng_agent_def *a = &s->agents[i];
        *a = throng_agent_default_def();
        a->x = 4.0f * ((float)column + 0.4f * throng_bench_random(state));
        a->y = 4.0f * ((float)row + 0.4f * throng_bench_random(state));
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = 4.0f * (float)columns * throng_bench_random(state);
        a->target_y = 4.0f * (float)columns * throng_bench_random(state);
        a->max_neighbors = s->each;
    }
}

void throng_bench_driver_make(throng_bench_driver *s)
{
    uint64_t state = throng_bench_seed(2026);
    const size_t count = (size_t)s->count, ground = (size_t)s->ground;
    const int32_t in_field = s->kind == DRIVER_POTENTIAL || s->kind == DRIVER_TRACE;
    const size_t moving = in_field ? ground + count : count;
    for (int32_t place = 0; place < 2; place++)
        s->places[place] = throng_bench_allocate(2 * moving, sizeof(float));
    if (has_walls(s)) {
        const size_t cells = ground * ground * (s->kind == DRIVER_WALLS ? 2 : 1);
        s->blocked = throng_bench_allocate(cells, 1);
        for (size_t i = 0; i < cells; i++)
            s->blocked[i] = throng_bench_random(&state) < 0.2f;
        s->blocked[0] = 0;
    }
    if (has_map(s)) {
        s->objects = throng_bench_allocate(count, sizeof *s->objects);
        place_on_map(s, &state);
    } else if (in_field) {
        s->sources = throng_bench_allocate(ground, sizeof *s->sources);
        s->points = throng_bench_allocate(count, sizeof *s->points);
        s->starts = throng_bench_allocate(count, sizeof *s->starts);
        place_in_field(s, &state);
    } else if (s->kind == DRIVER_CHOQUET) {
        s->rows = throng_bench_allocate(count * (size_t)s->each, sizeof *s->rows);
        for (size_t i = 0; i < count * (size_t)s->each; i++)
            s->rows[i] = throng_bench_random(&state);
    } else if (s->kind == DRIVER_CROWD || s->kind == DRIVER_PERCEPTION) {
        s->agents = throng_bench_allocate(count, sizeof *s->agents);
        place_crowd(s, &state);
    } else if (s->kind == DRIVER_QUERY) {
        s->asking = throng_bench_allocate(count, sizeof *s->asking);
        for (size_t i = 0; i < count; i++) {
            s->asking[i].x = throng_bench_random(&state) * (float)s->ground;
            s->asking[i].y = throng_bench_random(&state) * (float)s->ground;
        }
    } else if (s->kind == DRIVER_REGIONS) {
        s->regions = throng_bench_allocate(count, sizeof *s->regions);
        for (size_t i = 0; i < count; i++) {
            const int32_t column = throng_bench_below(&state, s->ground - REGION);
            const int32_t row = throng_bench_below(&state, s->ground - REGION);
            s->regions[i] = (throng_region){column, row, REGION, REGION};
        }
    } else if (s->kind == DRIVER_ROUTE || s->kind == DRIVER_ASTAR) {
        s->pairs = throng_bench_allocate(count, sizeof *s->pairs);
        for (size_t i = 0; i < count; i++) {
            s->pairs[i].from = free_cell(s, &state);
            s->pairs[i].to = free_cell(s, &state);
        }
    }
}

void throng_bench_driver_release(throng_bench_driver *s)
{
    free(s->places[0]);
    free(s->places[1]);
    free(s->objects);
    free(s->sources);
    free(s->points);
    free(s->agents);
    free(s->asking);
    free(s->starts);
    free(s->pairs);
    free(s->regions);
    free(s->blocked);
    free(s->rows);
}

/* ---------------------------------------------------------------- contenders ------------------------ */

typedef struct contender {
    const throng_bench_driver *s;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_flow *flow;
    throng_potential *field;
    throng_measure *measure;
    throng_crowd *crowd;
    throng_trace *trace;
    throng_route *route;
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
static throng_status make_map(contender *c, throng_selection *choice)
{
    const throng_bench_driver *s = c->s;
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = s->ground;
    def.object_capacity = s->count;
    def.typical_distance = (float)s->each;
    def.residency = s->other_traffic ? THRONG_RESIDENCY_INPUT : THRONG_RESIDENCY_HOST;
    def.terrain = c->terrain;
    def.propagation = s->kind == DRIVER_PATHS      ? THRONG_PROPAGATION_PATH
                      : s->kind == DRIVER_ADJACENT ? THRONG_PROPAGATION_ADJACENT
                                                   : THRONG_PROPAGATION_EUCLIDEAN;
    if (choice)
        return throng_influence_explain(c->context, &def, choice);
    make_results(c, (size_t)s->ground * (size_t)s->ground);
    const throng_status status = throng_influence_create(c->context, &def, &c->map);
    return status == THRONG_OK ? throng_influence_set_objects(c->map, 0, 0, s->count, s->objects, 0) : status;
}

static throng_status make_flow(contender *c, throng_selection *choice)
{
    throng_flow_def def = throng_flow_default_def();
    def.terrain = c->terrain;
    def.fields = c->s->count;
    def.residency = c->s->other_traffic ? THRONG_RESIDENCY_HOST : THRONG_RESIDENCY_INPUT;
    make_results(c, c->s->other_traffic ? (size_t)c->s->ground * (size_t)c->s->ground : 1);
    return choice ? throng_flow_explain(c->context, &def, choice)
                  : throng_flow_create(c->context, &def, &c->flow);
}

static throng_status make_field(contender *c, throng_selection *choice)
{
    const throng_bench_driver *s = c->s;
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = s->ground;
    def.point_capacity = s->count;
    def.typical_sources = s->each;
    def.residency = s->other_traffic ? THRONG_RESIDENCY_INPUT : THRONG_RESIDENCY_HOST;
    if (choice)
        return throng_potential_explain(c->context, &def, choice);
    make_results(c, (size_t)s->count * sizeof(throng_force) / sizeof(float));
    throng_status status = throng_potential_create(c->context, &def, &c->field);
    if (status == THRONG_OK)
        status = throng_potential_set_sources(c->field, 0, s->ground, s->sources, 0);
    return status == THRONG_OK ? throng_potential_set_points(c->field, 0, s->count, s->points, 0) : status;
}

static throng_status make_measure(contender *c, throng_selection *choice)
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

static throng_status make_crowd(contender *c, throng_selection *choice)
{
    const throng_bench_driver *s = c->s;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = s->count;
    def.max_neighbors = s->each;
    def.residency = s->other_traffic ? THRONG_RESIDENCY_INPUT : THRONG_RESIDENCY_HOST;
    def.perception = s->kind == DRIVER_PERCEPTION ? THRONG_PERCEPTION_ALL : 0;
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

/* What is asked, read or combined lies still. */
static throng_status make_asked(contender *c, throng_selection *choice)
{
    const throng_bench_driver *s = c->s;
    throng_influence_def def = throng_influence_default_def();
    const throng_influence_object one = throng_influence_default_object();
    (void)choice;
    def.width = def.height = s->ground;
    def.layers = s->kind == DRIVER_COMBINE ? s->each : 1;
    make_results(c, s->kind == DRIVER_READ ? (size_t)s->ground * (size_t)s->ground : 3 * (size_t)s->count);
    throng_status status = throng_influence_create(c->context, &def, &c->map);
    for (int32_t layer = 0; layer < def.layers && status == THRONG_OK; layer++)
        status = throng_influence_set_objects(c->map, layer, 0, 1, &one, 0);
    return status == THRONG_OK ? throng_influence_update(c->map) : status;
}

static throng_status make_trace(contender *c, throng_selection *choice)
{
    const throng_bench_driver *s = c->s;
    const throng_potential_goal goal = {0.5f * field_side, 0.5f * field_side, 5.0f, 0};
    throng_potential_def def = throng_potential_default_def();
    throng_trace_def trace = throng_trace_default_def();
    (void)choice;
    def.source_capacity = s->ground;
    def.typical_sources = s->each;
    make_results(c, sizeof(throng_trace_result) / sizeof(float));
    throng_status status = throng_potential_create(c->context, &def, &c->field);
    if (status == THRONG_OK)
        status = throng_potential_set_sources(c->field, 0, s->ground, s->sources, 0);
    if (status == THRONG_OK)
        status = throng_potential_set_goals(c->field, 0, 1, &goal, 0);
    trace.field = c->field;
    trace.start_capacity = s->count;
    trace.keep_points = 0;
    if (status == THRONG_OK)
        status = throng_trace_create(c->context, &trace, &c->trace);
    return status == THRONG_OK ? throng_trace_set_starts(c->trace, 0, s->count, s->starts, 0) : status;
}

static throng_status make_route(contender *c, throng_selection *choice)
{
    throng_route_def def = throng_route_default_def();
    (void)choice;
    def.terrain = c->terrain;
    def.method = c->s->kind == DRIVER_ROUTE ? THRONG_ROUTE_DIJKSTRA : THRONG_ROUTE_ASTAR;
    make_results(c, (size_t)c->s->count * sizeof(throng_route_result) / sizeof(float));
    return throng_route_create(c->context, &def, &c->route);
}

static throng_status make_walls(contender *c, throng_selection *choice)
{
    (void)choice;
    make_results(c, 1);
    return THRONG_OK; /* the terrain is there */
}

static throng_status make_object(contender *c, throng_selection *choice)
{
    static throng_status (*const makers[DRIVER_KINDS])(contender * c, throng_selection * choice) = {
        make_map,   make_map,   make_map,   make_flow,  make_field, make_measure, make_crowd, make_crowd,
        make_asked, make_trace, make_route, make_route, make_walls, make_asked,   make_asked, make_asked};
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = ground.height = c->s->ground;
    if (has_walls(c->s)) {
        throng_bench_check(c->context, throng_terrain_create(c->context, &ground, &c->terrain), "terrain");
        throng_bench_check(c->context, throng_terrain_set(c->terrain, NULL, c->s->blocked, 0), "terrain");
    }
    return makers[c->s->kind](c, choice);
}

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    c->s = data;
    c->context = context;
    throng_bench_check(c->context, make_object(c, NULL), names[c->s->kind]);
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_trace_destroy(c->trace);
    throng_route_destroy(c->route);
    throng_influence_destroy(c->map);
    throng_flow_destroy(c->flow);
    throng_potential_destroy(c->field);
    throng_measure_destroy(c->measure);
    throng_crowd_destroy(c->crowd);
    throng_terrain_destroy(c->terrain);
    free(c->results);
    free(c);
}

/* ---------------------------------------------------------------- frames ---------------------------- */

/* All results, to the host. */
static throng_status read_results(contender *c)
{
    const throng_bench_driver *s = c->s;
    if (c->map)
        return throng_influence_read(c->map, 0, NULL, c->results, 0);
    if (c->field)
        return throng_potential_read(c->field, 0, s->count, (throng_force *)c->results, 0);
    return throng_crowd_get(c->crowd, THRONG_AGENT_POSITION, s->count, NULL, 0, c->results, 0);
}

/* As the traffic has it: what nobody reads is awaited. */
static throng_status finish(contender *c, throng_status status)
{
    if (status != THRONG_OK)
        return status;
    return c->s->other_traffic ? throng_context_wait(c->context) : read_results(c);
}

static throng_status drive_map(contender *c)
{
    throng_status status =
        throng_influence_move_objects(c->map, 0, 0, c->s->count, c->s->places[c->turn & 1], 0, NULL, 0);
    if (status == THRONG_OK)
        status = throng_influence_update(c->map);
    return finish(c, status);
}

/* One length tells that all are there; agents, who live where the fields do, read no more of them. */
static throng_status drive_flow(contender *c)
{
    const throng_region one = {0, 0, 1, 1};
    throng_status status = THRONG_OK;
    for (int32_t field = 0; field < c->s->count && status == THRONG_OK; field++) {
        const uint32_t mixed = (uint32_t)(31 * field + 17 * c->turn) * 2654435761u; /* anywhere */
        int32_t cell = (int32_t)(mixed % (uint32_t)(c->s->ground * c->s->ground));
        while (c->s->blocked[cell])
            cell--; /* the first one is free */
        const throng_cell goal = {cell % c->s->ground, cell / c->s->ground};
        status = throng_flow_set_goals(c->flow, field, 1, &goal, 0);
    }
    if (status == THRONG_OK)
        status = throng_flow_update(c->flow);
    const int32_t read = c->s->other_traffic ? c->s->count : 1;
    for (int32_t field = 0; field < read && status == THRONG_OK; field++)
        status = throng_flow_read_lengths(c->flow, field, c->s->other_traffic ? NULL : &one, c->results, 0);
    return status;
}

static throng_status drive_field(contender *c)
{
    const throng_bench_driver *s = c->s;
    const float *places = s->places[c->turn & 1];
    throng_status status = throng_potential_move_sources(c->field, 0, s->ground, places, 0);
    if (status == THRONG_OK)
        status = throng_potential_move_points(c->field, 0, s->count, places + 2 * (size_t)s->ground, 0);
    if (status == THRONG_OK)
        status = throng_potential_update(c->field);
    return finish(c, status);
}

static throng_status drive_measure(contender *c)
{
    return throng_measure_choquet(c->measure, c->s->count, c->s->rows, 0, c->results);
}

/* In steps so short that they stay about where they are. */
static throng_status drive_crowd(contender *c) { return finish(c, throng_crowd_step(c->crowd, 0.02f)); }

static throng_status drive_asked(contender *c)
{
    return throng_influence_sample(c->map, 0, c->s->count, c->s->asking, 0, (throng_sample *)c->results);
}

/* How the last path ends tells that all have. */
static throng_status drive_trace(contender *c)
{
    const throng_bench_driver *s = c->s;
    throng_status status = throng_potential_move_sources(c->field, 0, s->ground, s->places[c->turn & 1], 0);
    if (status == THRONG_OK)
        status = throng_trace_update(c->trace);
    return status == THRONG_OK
               ? throng_trace_read(c->trace, s->count - 1, 1, (throng_trace_result *)c->results, 0)
               : status;
}

static throng_status drive_route(contender *c)
{
    return throng_route_find(c->route, c->s->count, c->s->pairs, 0,
                             (throng_route_result *)(void *)c->results);
}

/* All walls, of the other layout. */
static throng_status drive_walls(contender *c)
{
    const size_t side = (size_t)c->s->ground;
    return throng_terrain_set(c->terrain, NULL, c->s->blocked + (c->turn & 1 ? side * side : 0), 0);
}

/* One value tells that all are there. */
static throng_status drive_combine(contender *c)
{
    static const float weights[THRONG_MAX_LAYERS] = {0.5f, -0.25f, 2.0f, 1.0f};
    const throng_region one = {0, 0, 1, 1};
    const throng_status status = throng_influence_combine(c->map, weights, c->s->each);
    return status == THRONG_OK ? throng_influence_read(c->map, THRONG_LAYER_COMBINED, &one, c->results, 0)
                               : status;
}

static throng_status drive_regions(contender *c)
{
    return throng_influence_best_of_regions(c->map, 0, THRONG_LARGEST, c->s->count, c->s->regions, 0,
                                            (throng_best *)(void *)c->results);
}

static throng_status drive_read(contender *c)
{
    return throng_influence_read(c->map, 0, NULL, c->results, 0);
}

static void frame(void *data)
{
    static throng_status (*const drivers[DRIVER_KINDS])(contender * c) = {
        drive_map,   drive_map,     drive_map,     drive_flow,  drive_field, drive_measure,
        drive_crowd, drive_crowd,   drive_asked,   drive_trace, drive_route, drive_route,
        drive_walls, drive_combine, drive_regions, drive_read};
    contender *c = data;
    c->turn++;
    throng_bench_check(c->context, drivers[c->s->kind](c), names[c->s->kind]);
}

/* All lengths of all fields, of which a frame reads one. */
static uint64_t hash_of_fields(const contender *c)
{
    const size_t cells = (size_t)c->s->ground * (size_t)c->s->ground;
    float *lengths = throng_bench_allocate(cells, sizeof *lengths);
    uint64_t hash = HASH_START;
    for (int32_t field = 0; field < c->s->count; field++) {
        throng_bench_check(c->context, throng_flow_read_lengths(c->flow, field, NULL, lengths, 0), "lengths");
        hash = throng_bench_hash(hash, lengths, cells);
    }
    free(lengths);
    return hash;
}

static uint64_t hash_of(void *data)
{
    contender *c = data;
    frame(c);
    if (c->s->other_traffic && !c->flow)
        throng_bench_check(c->context, read_results(c), "results");
    return c->flow ? hash_of_fields(c) : hash_floats(c->results, c->result_count);
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_influence_info map = {0};
    throng_flow_info flow = {0};
    throng_potential_info field = {0};
    throng_trace_info trace = {0};
    throng_crowd_info crowd = {0};
    if (c->map)
        throng_bench_check(c->context, throng_influence_get_info(c->map, &map), "a map");
    if (c->flow)
        throng_bench_check(c->context, throng_flow_get_info(c->flow, &flow), "fields");
    if (c->field)
        throng_bench_check(c->context, throng_potential_get_info(c->field, &field), "a field");
    if (c->trace)
        throng_bench_check(c->context, throng_trace_get_info(c->trace, &trace), "paths");
    if (c->crowd)
        throng_bench_check(c->context, throng_crowd_get_info(c->crowd, &crowd), "a crowd");
    about->kernel_seconds = map.kernel_seconds + flow.kernel_seconds + field.kernel_seconds +
                            trace.kernel_seconds + crowd.kernel_seconds;
    about->device_bytes = (double)(map.device_bytes + flow.device_bytes + field.device_bytes +
                                   trace.device_bytes + crowd.device_bytes);
}

throng_bench_work throng_bench_driver_work(const throng_bench_driver *driver)
{
    return (throng_bench_work){.operation = names[driver->kind],
                               .pairs = driver->count,
                               .unit = driver->kind == DRIVER_CROWD || driver->kind == DRIVER_PERCEPTION ||
                                               driver->kind == DRIVER_QUERY
                                           ? "agent"
                                           : NULL,
                               .data = driver,
                               .open = make_contender,
                               .close = release_contender,
                               .frame = frame,
                               .about = about,
                               .hash = hash_of};
}

throng_selection throng_bench_driver_explain(const throng_bench_driver *driver, throng_context *context)
{
    contender c = {.s = driver, .context = context};
    throng_selection choice = {.backend = THRONG_BACKEND_CPU};
    throng_bench_check(context, make_object(&c, &choice), "a choice");
    throng_bench_check(context, throng_terrain_destroy(c.terrain), "terrain");
    free(c.results);
    return choice;
}
