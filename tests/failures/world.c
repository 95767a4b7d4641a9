#include "tests/failures/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- hooks ----------------------------- */

static void *allocate(void *user, size_t size, size_t alignment)
{
    world *w = user;
    if (w->fail_at > 0 && --w->fail_at == 0) {
        w->failed++;
        return NULL;
    }
    w->alive++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *memory, size_t size)
{
    world *w = user;
    (void)size;
    w->alive--;
    free(memory);
}

static void count_log(void *user, throng_log_level level, const char *message)
{
    world *w = user;
    (void)message;
    w->logs += level == THRONG_LOG_ERROR;
}

static void look_around(void *user, throng_status status, const char *message)
{
    world *w = user;
    (void)status;
    (void)message;
    w->assertions++;
    if (!w->before)
        return;
    const world_look now = world_see(w);
    w->changed = world_difference(w->before, &now);
}

/* ---------------------------------------------------------------- begin and end --------------------- */

throng_agent_def world_agent(int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    d.id = (uint64_t)(1000 - i); /* descending: each adding asks for new ranks */
    d.x = 3.0f + 2.2f * (float)(i % 16);
    d.y = 3.0f + 2.0f * (float)(i / 16);
    d.radius = i % 3 ? 0.3f : 0.4f;
    d.max_speed = 1.0f + 0.125f * (float)(i % 5);
    d.navigation = i % 3;
    d.target_x = 20.0f;
    d.target_y = 18.0f;
    d.flow_field = i % WORLD_FIELDS;
    d.priority = i % 4 == 0;
    return d;
}

static void make_fields(world *w)
{
    throng_influence_def map = throng_influence_default_def();
    throng_potential_def potential = throng_potential_default_def();
    throng_trace_def trace = throng_trace_default_def();
    throng_measure_def measure = throng_measure_default_def();
    map.width = WORLD_WIDTH;
    map.height = WORLD_HEIGHT;
    map.layers = 2;
    map.object_capacity = 8;
    MUST(w->context, throng_influence_create(w->context, &map, &w->map));
    map.layers = 1;
    map.propagation = THRONG_PROPAGATION_PATH;
    map.terrain = w->terrain;
    MUST(w->context, throng_influence_create(w->context, &map, &w->walled));
    measure.types = 3;
    measure.weights[0] = measure.weights[1] = measure.weights[2] = 0.4f;
    MUST(w->context, throng_measure_create(w->context, &measure, &w->measure));
    potential.terrain = w->terrain;
    potential.measure = w->measure;
    potential.damage = 1;
    potential.source_capacity = potential.point_capacity = 8;
    potential.goal_capacity = 2;
    MUST(w->context, throng_potential_create(w->context, &potential, &w->potential));
    trace.field = w->potential;
    trace.start_capacity = 4;
    trace.max_steps = 40;
    trace.escape = THRONG_ESCAPE_FLOW;
    trace.flow = w->flow;
    MUST(w->context, throng_trace_create(w->context, &trace, &w->trace));
}

static void fill_fields(world *w)
{
    const throng_influence_object plain = throng_influence_default_object();
    const throng_potential_goal goals[2] = {{30.0f, 20.0f, 1.0f, 0}, {5.0f, 30.0f, 1.0f, 0}};
    for (int32_t i = 0; i < WORLD_POINTS; i++) {
        throng_influence_object o = plain;
        throng_potential_source s = throng_potential_default_source();
        o.x = 4.5f + 5.0f * (float)i;
        o.y = 3.5f + 2.0f * (float)i;
        MUST(w->context, throng_influence_set_objects(w->map, i % 2, i / 2, 1, &o, 0));
        MUST(w->context, throng_influence_set_objects(w->walled, 0, i, 1, &o, 0));
        s.x = o.x + 1.0f;
        s.y = o.y + 3.0f;
        s.type = i % 3;
        MUST(w->context, throng_potential_set_sources(w->potential, i, 1, &s, 0));
    }
    MUST(w->context, throng_influence_set_momentum(w->map, 1, 0.25f));
    MUST(w->context, throng_potential_set_goals(w->potential, 0, 2, goals, 0));
    for (int32_t i = 0; i < WORLD_POINTS; i++) {
        const throng_potential_point p = {6.0f + 4.0f * (float)i, 8.0f + 3.0f * (float)i, i % 2, 0};
        MUST(w->context, throng_potential_set_points(w->potential, i, 1, &p, 0));
    }
    for (int32_t i = 0; i < WORLD_STARTS; i++) {
        const throng_trace_start s = {4.0f + 3.0f * (float)i, 12.0f, 0.5f, i % 2, 0, i % 2};
        MUST(w->context, throng_trace_set_starts(w->trace, i, 1, &s, 0));
    }
}

static void make_ground(world *w)
{
    const throng_region blocks[2] = {{12, 14, 5, 2}, {25, 6, 2, 9}};
    const throng_cell goals[WORLD_FIELDS] = {{20, 18}, {35, 30}};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_route_def route = throng_route_default_def();
    ground.width = WORLD_WIDTH;
    ground.height = WORLD_HEIGHT;
    MUST(w->context, throng_terrain_create(w->context, &ground, &w->terrain));
    for (int32_t i = 0; i < 2; i++)
        MUST(w->context, throng_terrain_fill(w->terrain, &blocks[i], 1));
    flow.terrain = route.terrain = w->terrain;
    flow.fields = WORLD_FIELDS;
    flow.goal_capacity = 3;
    flow.costs = 1;
    flow.seed_capacity = WORLD_SEEDS;
    MUST(w->context, throng_flow_create(w->context, &flow, &w->flow));
    for (int32_t i = 0; i < WORLD_FIELDS; i++)
        MUST(w->context, throng_flow_set_goals(w->flow, i, 1, &goals[i], 0));
    MUST(w->context, throng_route_create(w->context, &route, &w->route));
    throng_cell_pair pairs[WORLD_ROUTES];
    throng_route_result results[WORLD_ROUTES];
    for (int32_t i = 0; i < WORLD_ROUTES; i++)
        pairs[i] = (throng_cell_pair){{i, 30}, {38, i}};
    MUST(w->context, throng_route_find(w->route, WORLD_ROUTES, pairs, 0, results));
    w->routes = WORLD_ROUTES;
}

/* With slots that are free, obstacles that came and went, and ids that are not ranked. */
static void make_crowd(world *w)
{
    static const throng_vertex square[4] = {{30, 30}, {33, 30}, {33, 33}, {30, 33}};
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = WORLD_CROWD;
    def.terrain = w->terrain;
    def.flow = w->flow;
    def.perception = THRONG_VISION | THRONG_ADAPTIVE;
    MUST(w->context, throng_crowd_create(w->context, &def, &w->crowd));
    for (int32_t i = 0; i < WORLD_CROWD; i++)
        w->defs[i] = world_agent(i);
    w->defs[WORLD_AGENTS / 2].id += (uint64_t)1 << 40; /* so far from the others that ranks need memory */
    MUST(w->context, throng_crowd_add(w->crowd, WORLD_AGENTS, w->defs, 0, w->agents));
    w->gone = w->agents[WORLD_AGENTS - 1];
    MUST(w->context, throng_crowd_remove(w->crowd, 10, w->agents + WORLD_AGENTS - 10, 0));
    MUST(w->context,
         throng_crowd_add(w->crowd, 10, w->defs + WORLD_AGENTS - 10, 0, w->agents + WORLD_AGENTS - 10));
    MUST(w->context, throng_crowd_add_obstacle(w->crowd, 4, square, 0, &w->torn_down));
    MUST(w->context, throng_crowd_remove_obstacle(w->crowd, w->torn_down));
    MUST(w->context, throng_crowd_add_obstacle(w->crowd, 4, square, 0, &w->obstacle));
    const throng_obstacle_motion stands = {.x = 10.0, .y = 10.0, .heading_x = 1.0f};
    MUST(w->context, throng_crowd_add_moving_obstacle(w->crowd, 4, square, 0, &stands, &w->car_gone));
    MUST(w->context, throng_crowd_remove_moving_obstacle(w->crowd, w->car_gone));
    MUST(w->context, throng_crowd_add_moving_obstacle(w->crowd, 4, square, 0, &stands, &w->car));
}

/* Two parts, both on the context. */
static void make_people(world *w)
{
    throng_context *const contexts[2] = {w->context, w->context};
    throng_crowd_def parts[2] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_world_crowd_def def = throng_world_crowd_default_def();
    const throng_vertex_double wall[2] = {{-5.0, -5.0}, {20.0, -6.0}};
    throng_agent_def agents[WORLD_PEOPLE];
    throng_crowd *part;
    throng_agent agent;
    def.parts = parts;
    for (int32_t i = 0; i < WORLD_PEOPLE; i++) {
        agents[i] = world_agent(i);
        agents[i].id = (uint64_t)i;
        agents[i].navigation = THRONG_NAVIGATE_GOAL;
    }
    MUST(w->context, throng_world_create(2, contexts, NULL, &w->parted));
    MUST(w->context, throng_world_crowd_create(w->parted, &def, &w->people));
    MUST(w->context, throng_world_crowd_add(w->people, WORLD_PEOPLE, agents, 0));
    MUST(w->context, throng_world_crowd_add_obstacle(w->people, 2, wall, 0, &w->people_wall));
    MUST(w->context, throng_world_crowd_step(w->people, 0.1f));
    MUST(w->context, throng_world_crowd_get_part(w->people, 0, &part));
    int32_t count;
    uint64_t ids[2];
    MUST(w->context, throng_world_crowd_get_own(w->people, 0, ids, NULL, 2, &count));
    for (int32_t i = 0; i < 2; i++) {
        MUST(w->context, throng_crowd_find(part, ids[i], &agent));
        MUST(w->context, throng_crowd_get_states(part, &agent, 1, &w->persons[i]));
    }
    MUST(w->context, throng_world_crowd_remove(w->people, 1, ids));
}

/* All but that of forces have one slot. */
static void make_readbacks(world *w)
{
    throng_readback_def def = throng_readback_default_def();
    def.kind = THRONG_READBACK_MOTIONS;
    def.capacity = 2;
    def.slots = 1;
    def.crowd = w->crowd;
    MUST(w->context, throng_readback_create(w->context, &def, &w->motions));
    def.kind = THRONG_READBACK_LAYER;
    def.capacity = 100;
    def.map = w->map;
    MUST(w->context, throng_readback_create(w->context, &def, &w->layer));
    def.kind = THRONG_READBACK_FORCES;
    def.slots = 2;
    def.field = w->potential;
    MUST(w->context, throng_readback_create(w->context, &def, &w->forces));
    MUST(w->context, throng_readback_begin_range(w->forces, 0, WORLD_POINTS, NULL));
}

world *world_begin(const variant *v)
{
    world *w = must_allocate(sizeof *w);
    throng_context_def hooks = throng_context_default_def();
    hooks.allocator = (throng_allocator){allocate, release, w};
    hooks.logger = (throng_logger){count_log, w};
    hooks.assertion = (throng_assertion){look_around, w};
    w->v = v;
    w->hooks = hooks;
    w->context = open_variant(v, &hooks);
    make_ground(w);
    make_fields(w);
    fill_fields(w);
    make_crowd(w);
    make_people(w);
    cuts_begin(w);
    world_go_on(w);
    MUST(w->context, throng_crowd_remove(w->crowd, 4, w->agents + 40, 0)); /* slots that are free */
    MUST(w->context, throng_crowd_add(w->crowd, 2, w->defs + 40, 0, w->agents + 40));
    w->agents[42] = w->agents[43] = w->agents[0];
    MUST(w->context, throng_crowd_snapshot_bytes(w->crowd, &w->snapshot_bytes));
    w->snapshot = must_allocate(w->snapshot_bytes);
    MUST(w->context, throng_crowd_save(w->crowd, w->snapshot, w->snapshot_bytes));
    make_readbacks(w);
    return w;
}

void world_end(world *w)
{
    MUST(w->context, throng_readback_destroy(w->motions));
    MUST(w->context, throng_readback_destroy(w->layer));
    MUST(w->context, throng_readback_destroy(w->forces));
    cuts_end(w);
    MUST(w->context, throng_world_crowd_destroy(w->people));
    MUST(w->context, throng_world_destroy(w->parted));
    MUST(w->context, throng_crowd_destroy(w->crowd));
    MUST(w->context, throng_trace_destroy(w->trace));
    MUST(w->context, throng_potential_destroy(w->potential));
    MUST(w->context, throng_measure_destroy(w->measure));
    MUST(w->context, throng_influence_destroy(w->walled));
    MUST(w->context, throng_influence_destroy(w->map));
    MUST(w->context, throng_route_destroy(w->route));
    MUST(w->context, throng_flow_destroy(w->flow));
    MUST(w->context, throng_terrain_destroy(w->terrain));
    MUST(w->context, throng_context_destroy(w->context));
    free(w->snapshot);
    if (w->alive != 0) {
        fprintf(stderr, "%lld blocks of memory are left\n", (long long)w->alive);
        exit(1);
    }
    free(w);
}

void world_go_on(world *w)
{
    const float weights[2] = {1.0f, -0.5f};
    MUST(w->context, throng_influence_update(w->map));
    MUST(w->context, throng_influence_combine(w->map, weights, 2));
    MUST(w->context, throng_influence_update(w->walled));
    MUST(w->context, throng_flow_update(w->flow));
    MUST(w->context, throng_potential_update(w->potential));
    MUST(w->context, throng_trace_update(w->trace));
    MUST(w->context, throng_crowd_step(w->crowd, 0.1f));
    MUST(w->context, throng_world_crowd_step(w->people, 0.1f));
    cuts_go_on(w);
}

/* ---------------------------------------------------------------- looking --------------------------- */

void world_note(world_look *l, const char *name, const void *bytes, size_t size)
{
    l->names[l->count] = name;
    l->hashes[l->count++] = hash_bytes(bytes, size);
}

static void see_map(world *w, world_look *l, throng_influence *map, int32_t layers, const char *const *names)
{
    static float values[WORLD_CELLS];
    throng_influence_info info;
    int32_t counts[2] = {throng_influence_object_count(map, 0), throng_influence_object_count(map, 1)};
    for (int32_t i = 0; i < layers; i++) {
        MUST(w->context, throng_influence_read(map, i, NULL, values, 0));
        world_note(l, names[i], values, sizeof values);
    }
    if (layers > 1) {
        MUST(w->context, throng_influence_read(map, THRONG_LAYER_COMBINED, NULL, values, 0));
        world_note(l, "combined layers", values, sizeof values);
    }
    world_note(l, "numbers of objects", counts, sizeof counts);
    MUST(w->context, throng_influence_get_info(map, &info));
    info.host_bytes = info.device_bytes = 0; /* memory may be kept for the next try */
    world_note(l, "facts about a map", &info, sizeof info);
}

static void see_ground(world *w, world_look *l)
{
    static uint8_t cells[WORLD_CELLS];
    static throng_cell routes[WORLD_ROUTES * WORLD_CELLS];
    static float lengths[WORLD_CELLS];
    throng_flow_info info;
    MUST(w->context, throng_terrain_read(w->terrain, NULL, cells, 0));
    world_note(l, "terrain", cells, sizeof cells);
    for (int32_t i = 0; i < WORLD_FIELDS; i++) {
        MUST(w->context, throng_flow_read_lengths(w->flow, i, NULL, lengths, 0));
        world_note(l, "lengths of a flow", lengths, sizeof lengths);
        MUST(w->context, throng_flow_read_directions(w->flow, i, NULL, cells, 0));
        world_note(l, "directions of a flow", cells, sizeof cells);
    }
    MUST(w->context, throng_flow_get_info(w->flow, &info));
    info.host_bytes = info.device_bytes = 0;
    world_note(l, "facts about the flow", &info, sizeof info);
    memset(routes, 0, sizeof routes);
    MUST(w->context, throng_route_read(w->route, 0, w->routes, routes, WORLD_ROUTES * WORLD_CELLS));
    world_note(l, "routes", routes, sizeof routes);
}

static void see_potential(world *w, world_look *l)
{
    throng_potential_info info;
    throng_force forces[8];
    memset(forces, 0, sizeof forces);
    MUST(w->context, throng_potential_get_info(w->potential, &info));
    MUST(w->context, throng_potential_read(w->potential, 0, info.points, forces, 0));
    world_note(l, "forces", forces, sizeof forces);
    info.host_bytes = info.device_bytes = 0;
    world_note(l, "facts about the field", &info, sizeof info);
}

static void see_trace(world *w, world_look *l)
{
    throng_trace_info info;
    throng_trace_result results[4];
    throng_trace_point points[41];
    memset(results, 0, sizeof results);
    MUST(w->context, throng_trace_get_info(w->trace, &info));
    MUST(w->context, throng_trace_read(w->trace, 0, info.starts, results, 0));
    world_note(l, "results of paths", results, sizeof results);
    for (int32_t i = 0; i < info.starts; i++) {
        memset(points, 0, sizeof points);
        MUST(w->context, throng_trace_read_points(w->trace, i, 1, 0, results[i].steps + 1, points, 0));
        world_note(l, "points of a path", points, sizeof points);
    }
    info.host_bytes = info.device_bytes = 0;
    world_note(l, "facts about the tracer", &info, sizeof info);
}

static void see_crowd(world *w, world_look *l)
{
    throng_crowd_info info;
    throng_agent agents[2 * WORLD_CROWD];
    uint64_t hash;
    size_t bytes;
    int32_t count;
    memset(agents, 0, sizeof agents);
    MUST(w->context, throng_crowd_hash(w->crowd, &hash));
    world_note(l, "hash of the crowd", &hash, sizeof hash);
    MUST(w->context, throng_crowd_list(w->crowd, agents, 2 * WORLD_CROWD, &count));
    world_note(l, "handles", agents, sizeof agents);
    MUST(w->context, throng_crowd_get_info(w->crowd, &info));
    if (info.backend == THRONG_BACKEND_OPENCL || w->keeps_memory)
        info.host_bytes = info.device_bytes = 0;
    world_note(l, "facts about the crowd", &info, sizeof info);
    MUST(w->context, throng_crowd_snapshot_bytes(w->crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(w->context, throng_crowd_save(w->crowd, snapshot, bytes));
    world_note(l, "snapshot of the crowd", snapshot, bytes);
    free(snapshot);
}

/* What is counted of lists, bytes and times goes on with each try. */
static void see_people(world *w, world_look *l)
{
    throng_world_crowd_info info;
    uint64_t hash;
    MUST(w->context, throng_world_crowd_hash(w->people, &hash));
    world_note(l, "hash of the crowd of two parts", &hash, sizeof hash);
    MUST(w->context, throng_world_crowd_get_info(w->people, &info));
    const uint64_t facts[3] = {(uint64_t)info.agents, info.steps, info.added};
    world_note(l, "facts about the crowd of two parts", facts, sizeof facts);
}

static void see_readbacks(world *w, world_look *l)
{
    const void *forces;
    throng_readback_info info[3];
    MUST(w->context, throng_readback_map(w->forces, 1, &forces));
    world_note(l, "forces that were read back", forces, WORLD_POINTS * sizeof(throng_force));
    MUST(w->context, throng_readback_get_info(w->motions, &info[0]));
    MUST(w->context, throng_readback_get_info(w->layer, &info[1]));
    MUST(w->context, throng_readback_get_info(w->forces, &info[2]));
    for (int32_t i = 0; i < 3; i++)
        info[i].reads = 0; /* that succeeded: more where calls are tried */
    info[2].used = 0;      /* a way that fails takes a slot first */
    world_note(l, "facts about readbacks", info, sizeof info);
}

world_look world_see(world *w)
{
    static const char *const layers[2] = {"layer 0", "layer 1"}, *const walled[1] = {"layer with walls"};
    const int64_t fail_at = w->fail_at;
    world_look l;
    float values[8];
    memset(&l, 0, sizeof l);
    w->fail_at = 0;
    for (uint32_t i = 0; i < 8; i++)
        MUST(w->context, throng_measure_value(w->measure, i, &values[i]));
    world_note(&l, "measure", values, sizeof values);
    see_map(w, &l, w->map, 2, layers);
    see_map(w, &l, w->walled, 1, walled);
    see_ground(w, &l);
    see_potential(w, &l);
    see_trace(w, &l);
    see_crowd(w, &l);
    see_people(w, &l);
    cuts_see(w, &l);
    if (w->forces)
        see_readbacks(w, &l);
    w->fail_at = fail_at;
    return l;
}

const char *world_difference(const world_look *a, const world_look *b)
{
    for (int32_t i = 0; i < a->count || i < b->count; i++)
        if (i >= a->count || i >= b->count || a->hashes[i] != b->hashes[i])
            return i < a->count ? a->names[i] : b->names[i];
    return NULL;
}
