/* Scripts of calls on maps, fields and flows of worlds. */
#include "tests/failures/cold.h"

#include <string.h>

static uint64_t digest(uint64_t seen, const void *bytes, size_t size)
{
    return (seen ^ hash_bytes(bytes, size)) * 0x9fb21c651e98df25u;
}

/* ---------------------------------------------------------------- influence maps -------------------- */

enum { FEW = 9 };

static throng_influence_object object_of(int32_t i)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = 1.5f + (float)(i * 13 % (COLD_WIDTH - 3));
    o.y = 1.5f + (float)(i * 5 % 12);
    o.vx = 1.0f;
    o.offset = i % 4 == 0 ? 3.0f : 0.0f;
    o.max_distance = 5.0f;
    return o;
}

static throng_status begin_map(cold *c)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    def.map.width = COLD_WIDTH;
    def.map.height = COLD_HEIGHT;
    def.map.layers = 2;
    def.map.object_capacity = COLD_MANY;
    def.map.propagation = THRONG_PROPAGATION_PATH;
    def.reach = 12;
    return throng_world_influence_create(c->world, &def, &c->map);
}

static uint64_t see_map(cold *c)
{
    throng_world_influence_info info;
    uint64_t seen = 0, hash;
    for (int32_t i = 0; i < 2; i++) {
        MUST(c->context, throng_world_influence_hash(c->map, i, &hash));
        seen = digest(seen, &hash, sizeof hash);
    }
    MUST(c->context, throng_world_influence_get_info(c->map, &info));
    seen = digest(seen, info.objects, sizeof info.objects);
    return digest(seen, c->read, sizeof c->read);
}

static throng_status set_objects(cold *c, int32_t layer, int32_t count)
{
    throng_influence_object objects[COLD_MANY];
    for (int32_t i = 0; i < count; i++)
        objects[i] = object_of(i + layer);
    return throng_world_influence_set_objects(c->map, layer, count, c->ids, objects, 0);
}
static throng_status map_first(cold *c) { return set_objects(c, 0, FEW); }
static throng_status map_more(cold *c) { return set_objects(c, 0, COLD_MANY - 8); }
static throng_status map_other(cold *c) { return set_objects(c, 1, COLD_MANY / 2); }
static throng_status map_walls(cold *c)
{
    uint8_t walls[12 * 4];
    const throng_region region = {12, 20, 12, 4};
    memset(walls, 1, sizeof walls);
    return throng_world_influence_set_walls(c->map, &region, walls, 0);
}
static throng_status map_update(cold *c) { return throng_world_influence_update(c->map); }
static throng_status map_move(cold *c)
{
    float at[COLD_MANY / 2][2];
    for (int32_t i = 0; i < COLD_MANY / 2; i++) {
        at[i][0] = 2.5f + (float)(i % 9);
        at[i][1] = 2.5f + (float)(i / 9);
    }
    return throng_world_influence_move_objects(c->map, 1, COLD_MANY / 2, c->ids, *at, 0, NULL, 0);
}
static throng_status map_momentum(cold *c) { return throng_world_influence_set_momentum(c->map, 1, 0.5f); }
static throng_status map_combine(cold *c)
{
    const float weights[2] = {1.0f, -2.0f};
    return throng_world_influence_combine(c->map, weights, 2);
}
static throng_status map_read(cold *c)
{
    float values[COLD_READ];
    const throng_region region = {10, 3, 40 - 10, 13};
    const throng_status status =
        throng_world_influence_read(c->map, THRONG_LAYER_COMBINED, &region, values, 0);
    if (status == THRONG_OK)
        memcpy(c->read, values, sizeof(float) * 30 * 13);
    return status;
}
static throng_status map_best(cold *c)
{
    throng_best best[2];
    throng_status status = throng_world_influence_best(c->map, 0, NULL, &best[0]);
    if (status == THRONG_OK)
        status = throng_world_influence_worst(c->map, THRONG_LAYER_COMBINED, NULL, &best[1]);
    if (status == THRONG_OK)
        memcpy(c->read, best, sizeof best);
    return status;
}
static throng_status map_hash(cold *c)
{
    uint64_t hash;
    const throng_status status = throng_world_influence_hash(c->map, THRONG_LAYER_COMBINED, &hash);
    if (status == THRONG_OK)
        memcpy(c->read, &hash, sizeof hash);
    return status;
}
static throng_status map_remove(cold *c)
{
    return throng_world_influence_remove_objects(c->map, 0, COLD_MANY / 2, c->ids + 3);
}

static const cold_step map_steps[] = {{"set_objects", map_first, 0},
                                      {"update", map_update, 0},
                                      {"set_walls", map_walls, 0},
                                      {"more objects", map_more, 0},
                                      {"objects of layer 1", map_other, 0},
                                      {"update with more", map_update, 0},
                                      {"set_momentum", map_momentum, 0},
                                      {"move_objects", map_move, 0},
                                      {"update of moves", map_update, 0},
                                      {"combine", map_combine, 0},
                                      {"read", map_read, 0},
                                      {"best and worst", map_best, 0},
                                      {"hash", map_hash, 0},
                                      {"remove_objects", map_remove, 0},
                                      {"update of removals", map_update, 0}};

/* ---------------------------------------------------------------- potential fields ------------------ */

static throng_status begin_field(cold *c)
{
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_potential_def parts[COLD_PARTS];
    for (int32_t i = 0; i < COLD_PARTS; i++) {
        parts[i] = throng_potential_default_def();
        parts[i].source_capacity = 64 * 12;
        parts[i].goal_capacity = 3;
        parts[i].point_capacity = 40;
    }
    def.parts = parts;
    return throng_world_potential_create(c->world, &def, &c->field);
}

static uint64_t see_field(cold *c)
{
    throng_world_potential_info info;
    uint64_t seen = 0;
    for (int32_t part = 0; part < COLD_PARTS; part++) {
        throng_potential *local;
        throng_potential_info own;
        throng_force forces[40];
        memset(forces, 0, sizeof forces);
        MUST(c->context, throng_world_potential_get_part(c->field, part, &local));
        MUST(c->context, throng_potential_get_info(local, &own));
        MUST(c->context, throng_world_potential_read(c->field, part, 0, own.points, forces, 0));
        seen = digest(seen, forces, sizeof forces);
    }
    MUST(c->context, throng_world_potential_get_info(c->field, &info));
    const int64_t facts[3] = {info.sources, info.goals, info.points};
    return digest(seen, facts, sizeof facts);
}

static throng_status set_sources(cold *c, int32_t first, int32_t count)
{
    throng_potential_source sources[COLD_MANY];
    for (int32_t i = 0; i < count; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = (float)(first + i) * 0.7f;
        sources[i].y = 5.0f;
    }
    return throng_world_potential_set_sources(c->field, count, c->ids + first, sources, 0);
}
static throng_status field_first(cold *c) { return set_sources(c, 0, 8); }
static throng_status field_more(cold *c) { return set_sources(c, 8, COLD_MANY - 8); }
static throng_status field_goals(cold *c)
{
    const throng_potential_goal goals[2] = {{30.0f, 20.0f, 1.0f, 0}, {5.0f, 30.0f, 1.0f, 0}};
    return throng_world_potential_set_goals(c->field, 0, 2, goals, 0);
}
static throng_status field_points(cold *c)
{
    const throng_potential_point point = {1.3f, 6.0f, 1, 0};
    return throng_world_potential_set_points(c->field, 2, 0, 1, &point, 0);
}
static throng_status field_more_points(cold *c)
{
    throng_potential_point points[30];
    for (int32_t i = 0; i < 30; i++)
        points[i] = (throng_potential_point){1.3f * (float)i, 6.0f, i % 2, 0};
    return throng_world_potential_set_points(c->field, 0, 0, 30, points, 0);
}
static throng_status field_update(cold *c) { return throng_world_potential_update(c->field); }
static throng_status field_move_sources(cold *c)
{
    float at[COLD_MANY][2];
    for (int32_t i = 0; i < COLD_MANY; i++) {
        at[i][0] = 0.5f * (float)i;
        at[i][1] = 7.0f;
    }
    return throng_world_potential_move_sources(c->field, COLD_MANY, c->ids, *at, 0);
}
static throng_status field_move_points(cold *c)
{
    const float at[2] = {20.0f, 6.0f};
    return throng_world_potential_move_points(c->field, 2, 0, 1, at, 0);
}
static throng_status field_remove(cold *c)
{
    return throng_world_potential_remove_sources(c->field, 30, c->ids + 5);
}

static const cold_step field_steps[] = {
    {"set_sources", field_first, 0},       {"set_goals", field_goals, 0},
    {"set_points", field_points, 0},       {"update", field_update, 0},
    {"more sources", field_more, 0},       {"more points", field_more_points, 0},
    {"update with more", field_update, 0}, {"move_sources", field_move_sources, 0},
    {"move_points", field_move_points, 0}, {"update of moves", field_update, 0},
    {"remove_sources", field_remove, 0},   {"update of removals", field_update, 0}};

/* ---------------------------------------------------------------- flows ----------------------------- */

static throng_status begin_flow(cold *c)
{
    throng_world_flow_def def = throng_world_flow_default_def();
    def.width = COLD_WIDTH;
    def.height = COLD_HEIGHT;
    def.margin = 8;
    def.flow.fields = 2;
    def.flow.goal_capacity = 20;
    def.flow.costs = 1;
    def.flow.clearance_count = 1;
    def.flow.clearances[0] = 0.8f;
    def.flow.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    return throng_world_flow_create(c->world, &def, &c->flow);
}

static uint64_t see_flow(cold *c)
{
    static float lengths[COLD_WIDTH * COLD_HEIGHT];
    static throng_flow_direction directions[COLD_WIDTH * COLD_HEIGHT];
    uint64_t seen = 0;
    for (int32_t part = 0; part < COLD_PARTS; part++)
        for (int32_t field = 0; field < 2; field++) {
            memset(lengths, 0, sizeof lengths);
            memset(directions, 0, sizeof directions);
            MUST(c->context, throng_world_flow_read_lengths(c->flow, part, field, NULL, lengths, 0));
            MUST(c->context, throng_world_flow_read_directions(c->flow, part, field, NULL, directions, 0));
            seen = digest(seen, lengths, sizeof lengths);
            seen = digest(seen, directions, sizeof directions);
        }
    if (c->crowd) {
        uint64_t hash;
        MUST(c->context, throng_world_crowd_hash(c->crowd, &hash));
        seen = digest(seen, &hash, sizeof hash);
    }
    return digest(seen, c->read, sizeof c->read);
}

static throng_status flow_walls(cold *c)
{
    uint8_t walls[COLD_HEIGHT];
    const throng_region region = {COLD_WIDTH / 2, 0, 1, COLD_HEIGHT};
    memset(walls, 1, sizeof walls);
    return throng_world_flow_set_blocked(c->flow, &region, walls, 0);
}
static throng_status flow_hole(cold *c)
{
    const uint8_t walls[6] = {0};
    const throng_region region = {COLD_WIDTH / 2, 20, 1, 6};
    return throng_world_flow_set_blocked(c->flow, &region, walls, 0);
}
static throng_status flow_costs(cold *c)
{
    const uint8_t costs[6] = {9, 8, 7, 6, 5, 4};
    const throng_region region = {3, 10, 3, 2};
    return throng_world_flow_set_costs(c->flow, &region, costs, 0);
}
static throng_status set_goals(cold *c, int32_t field, int32_t count)
{
    throng_cell cells[20];
    for (int32_t i = 0; i < count; i++)
        cells[i] = (throng_cell){3 + 2 * i, 4 + i % 5};
    return throng_world_flow_set_goals(c->flow, field, count, cells, 0);
}
static throng_status flow_first(cold *c) { return set_goals(c, 0, 1); }
static throng_status flow_more(cold *c) { return set_goals(c, 1, 18); }
static throng_status flow_update(cold *c) { return throng_world_flow_update(c->flow); }
static throng_status flow_sample(cold *c)
{
    throng_flow_point points[100];
    throng_flow_vector vectors[100];
    for (int32_t i = 0; i < 100; i++)
        points[i] = (throng_flow_point){0.45f * (float)i, 3.0f + 0.2f * (float)i, 0, i % 2};
    const throng_status status =
        throng_world_flow_sample(c->flow, THRONG_FLOW_SAMPLE_SMOOTH, 100, points, 0, vectors);
    if (status == THRONG_OK)
        memcpy(c->read, vectors, sizeof vectors);
    return status;
}
static throng_status crowd_create(cold *c)
{
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_crowd_def parts[COLD_PARTS];
    for (int32_t i = 0; i < COLD_PARTS; i++) {
        parts[i] = throng_crowd_default_def();
        parts[i].agent_capacity = 0;
    }
    def.parts = parts;
    def.flow = c->flow;
    return throng_world_crowd_create(c->world, &def, &c->crowd);
}
static throng_status crowd_add(cold *c)
{
    throng_agent_def agents[30];
    for (int32_t i = 0; i < 30; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = 2.0f + 1.5f * (float)i;
        agents[i].y = 12.0f;
        agents[i].navigation = THRONG_NAVIGATE_FLOW;
        agents[i].flow_field = i % 2;
    }
    return throng_world_crowd_add(c->crowd, 30, agents, 0);
}
static throng_status crowd_step(cold *c) { return throng_world_crowd_step(c->crowd, 0.2f); }

static const cold_step flow_steps[] = {
    {"set_blocked", flow_walls, 0},    {"set_costs", flow_costs, 0},
    {"set_goals", flow_first, 0},      {"update", flow_update, 1},
    {"sample", flow_sample, 0},        {"more goals", flow_more, 0},
    {"a hole", flow_hole, 0},          {"update with more", flow_update, 1},
    {"crowd_create", crowd_create, 0}, {"crowd_add", crowd_add, 0},
    {"crowd_step", crowd_step, 1},     {"other goals", flow_first, 0},
    {"walls again", flow_walls, 0},    {"a step with an update", crowd_step, 1},
    {"sample again", flow_sample, 0}};

const cold_script cold_scripts[] = {
    {"map", begin_map, see_map, map_steps, sizeof map_steps / sizeof *map_steps},
    {"field", begin_field, see_field, field_steps, sizeof field_steps / sizeof *field_steps},
    {"flow", begin_flow, see_flow, flow_steps, sizeof flow_steps / sizeof *flow_steps}};
const int32_t cold_script_count = sizeof cold_scripts / sizeof *cold_scripts;
