/* What is cut into the two parts of a world's world: an influence map, a potential field, a flow, and a crowd
 * that follows it. What is looked at is read of the parts, since calls that talk to other processes cannot be
 * made by an assertion handler. */
#include "tests/failures/world.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 2 };

const uint64_t cut_ids[CUT_OBJECTS] = {3, 40, 500, 6000, 70000, 800000};
const uint64_t cut_indices[CUT_SOURCES] = {0, 1, 70, 130, 200, 330};

throng_influence_object cut_object(int32_t i)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = (i % 2 ? 4.5f : 32.5f) + (float)i;
    o.y = 10.5f + 3.0f * (float)i;
    o.max_distance = 6.0f;
    return o;
}

throng_potential_source cut_source(int32_t i)
{
    throng_potential_source s = throng_potential_default_source();
    s.x = (i % 2 ? 5.0f : 30.0f) + (float)i;
    s.y = 8.0f + 2.0f * (float)i;
    s.range = 5.0f;
    s.type = i % 3;
    return s;
}

/* ---------------------------------------------------------------- begin and end --------------------- */

static void make_map(world *w)
{
    static const uint8_t wall[18] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const throng_region blocks[2] = {{12, 14, 5, 2}, {25, 6, 2, 9}};
    throng_world_influence_def def = throng_world_influence_default_def();
    throng_influence_object objects[CUT_OBJECTS];
    const float weights[2] = {1.0f, 0.5f};
    def.map.width = WORLD_WIDTH;
    def.map.height = WORLD_HEIGHT;
    def.map.layers = 2;
    def.map.object_capacity = CUT_OBJECTS + 4;
    def.map.propagation = THRONG_PROPAGATION_PATH;
    def.reach = 12;
    MUST(w->context, throng_world_influence_create(w->parted, &def, &w->cut_map));
    for (int32_t i = 0; i < 2; i++)
        MUST(w->context, throng_world_influence_set_walls(w->cut_map, &blocks[i], wall, 0));
    for (int32_t i = 0; i < CUT_OBJECTS; i++)
        objects[i] = cut_object(i);
    for (int32_t i = 0; i < 2; i++)
        MUST(w->context,
             throng_world_influence_set_objects(w->cut_map, i, CUT_OBJECTS - 2 * i, cut_ids, objects, 0));
    MUST(w->context, throng_world_influence_set_momentum(w->cut_map, 1, 0.25f));
    MUST(w->context, throng_world_influence_update(w->cut_map));
    MUST(w->context, throng_world_influence_combine(w->cut_map, weights, 2));
}

static void make_field(world *w)
{
    const throng_potential_goal goals[2] = {{30.0f, 20.0f, 1.0f, 0}, {5.0f, 30.0f, 1.0f, 0}};
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_potential_def parts[PARTS];
    throng_potential_source sources[CUT_SOURCES];
    for (int32_t i = 0; i < PARTS; i++) {
        parts[i] = throng_potential_default_def();
        parts[i].measure = w->measure;
        parts[i].damage = 1;
        parts[i].source_capacity = 64 * CUT_SOURCES;
        parts[i].goal_capacity = 3;
        parts[i].point_capacity = 8;
    }
    def.parts = parts;
    for (int32_t i = 0; i < CUT_SOURCES; i++)
        sources[i] = cut_source(i);
    MUST(w->context, throng_world_potential_create(w->parted, &def, &w->cut_field));
    MUST(w->context, throng_world_potential_set_sources(w->cut_field, CUT_SOURCES, cut_indices, sources, 0));
    MUST(w->context, throng_world_potential_set_goals(w->cut_field, 0, 2, goals, 0));
    for (int32_t i = 0; i < PARTS; i++)
        for (int32_t k = 0; k < CUT_POINTS; k++) {
            const throng_potential_point p = {6.0f + 25.0f * (float)i, 8.0f + 3.0f * (float)k, k % 2, 0};
            MUST(w->context, throng_world_potential_set_points(w->cut_field, i, k, 1, &p, 0));
        }
    MUST(w->context, throng_world_potential_update(w->cut_field));
}

static void make_flow(world *w)
{
    static const uint8_t wall[18] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const throng_region block = {19, 6, 2, 9};
    const throng_cell goals[WORLD_FIELDS] = {{5, 18}, {35, 30}};
    throng_world_flow_def def = throng_world_flow_default_def();
    def.width = WORLD_WIDTH;
    def.height = WORLD_HEIGHT;
    def.flow.fields = WORLD_FIELDS;
    def.flow.goal_capacity = 3;
    def.flow.costs = 1;
    def.flow.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    MUST(w->context, throng_world_flow_create(w->parted, &def, &w->cut_flow));
    MUST(w->context, throng_world_flow_set_blocked(w->cut_flow, &block, wall, 0));
    for (int32_t i = 0; i < WORLD_FIELDS; i++)
        MUST(w->context, throng_world_flow_set_goals(w->cut_flow, i, 1, &goals[i], 0));
    MUST(w->context, throng_world_flow_update(w->cut_flow));
}

static void make_walkers(world *w)
{
    throng_crowd_def parts[PARTS] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_agent_def agents[CUT_AGENTS];
    def.parts = parts;
    def.flow = w->cut_flow;
    for (int32_t i = 0; i < CUT_AGENTS; i++) {
        agents[i] = world_agent(i);
        agents[i].navigation = THRONG_NAVIGATE_FLOW;
    }
    MUST(w->context, throng_world_crowd_create(w->parted, &def, &w->walkers));
    MUST(w->context, throng_world_crowd_add(w->walkers, CUT_AGENTS, agents, 0));
}

void cuts_begin(world *w)
{
    make_map(w);
    make_field(w);
    make_flow(w);
    make_walkers(w);
}

void cuts_end(world *w)
{
    MUST(w->context, throng_world_crowd_destroy(w->walkers));
    MUST(w->context, throng_world_flow_destroy(w->cut_flow));
    MUST(w->context, throng_world_potential_destroy(w->cut_field));
    MUST(w->context, throng_world_influence_destroy(w->cut_map));
}

void cuts_go_on(world *w)
{
    const float weights[2] = {1.0f, -0.5f};
    MUST(w->context, throng_world_influence_update(w->cut_map));
    MUST(w->context, throng_world_influence_combine(w->cut_map, weights, 2));
    w->not_combined = 0;
    MUST(w->context, throng_world_potential_update(w->cut_field));
    MUST(w->context, throng_world_flow_update(w->cut_flow));
    MUST(w->context, throng_world_crowd_step(w->walkers, 0.1f));
}

/* ---------------------------------------------------------------- looking --------------------------- */

static void see_map(world *w, world_look *l)
{
    static const char *const names[3] = {"layer 0 in parts", "layer 1 in parts", "combined layers in parts"};
    static const int32_t layers[3] = {0, 1, THRONG_LAYER_COMBINED};
    static float values[WORLD_CELLS];
    throng_world_influence_info info;
    for (int32_t i = 0; i < 3; i++) {
        float *to = values;
        memset(values, 0, sizeof values);
        for (int32_t part = 0; part < PARTS; part++) {
            throng_influence *local;
            throng_region own, inside;
            MUST(w->context, throng_world_influence_get_part(w->cut_map, part, &local, &own, &inside));
            if (layers[i] != THRONG_LAYER_COMBINED || !w->not_combined)
                MUST(w->context, throng_influence_read(local, layers[i], &inside, to, 0));
            to += own.width * own.height;
        }
        world_note(l, names[i], values, sizeof values);
    }
    MUST(w->context, throng_world_influence_get_info(w->cut_map, &info));
    const int64_t facts[4] = {info.objects[0], info.objects[1], info.cells, info.lost};
    world_note(l, "facts about the map in parts", facts, sizeof facts);
}

static void see_field(world *w, world_look *l)
{
    static const char *const names[PARTS] = {"forces of part 0", "forces of part 1"};
    throng_world_potential_info info;
    for (int32_t part = 0; part < PARTS; part++) {
        throng_force forces[8];
        throng_potential *local;
        throng_potential_info own;
        memset(forces, 0, sizeof forces);
        MUST(w->context, throng_world_potential_get_part(w->cut_field, part, &local));
        MUST(w->context, throng_potential_get_info(local, &own));
        MUST(w->context, throng_world_potential_read(w->cut_field, part, 0, own.points, forces, 0));
        world_note(l, names[part], forces, sizeof forces);
    }
    MUST(w->context, throng_world_potential_get_info(w->cut_field, &info));
    const int64_t facts[4] = {info.sources, info.goals, info.points, info.lost};
    world_note(l, "facts about the field in parts", facts, sizeof facts);
}

static void see_flow(world *w, world_look *l)
{
    static const char *const names[WORLD_FIELDS] = {"field 0 in parts", "field 1 in parts"};
    static struct {
        float lengths[WORLD_CELLS];
        throng_flow_direction directions[WORLD_CELLS];
    } seen;
    for (int32_t field = 0; field < WORLD_FIELDS; field++) {
        int32_t at = 0;
        memset(&seen, 0, sizeof seen);
        for (int32_t part = 0; part < PARTS; part++) {
            throng_world_flow_part p;
            MUST(w->context, throng_world_flow_get_part(w->cut_flow, part, &p));
            MUST(w->context,
                 throng_world_flow_read_lengths(w->cut_flow, part, field, NULL, seen.lengths + at, 0));
            MUST(w->context,
                 throng_world_flow_read_directions(w->cut_flow, part, field, NULL, seen.directions + at, 0));
            at += p.tile.width * p.tile.height;
        }
        world_note(l, names[field], &seen, sizeof seen);
    }
}

void cuts_see(world *w, world_look *l)
{
    uint64_t hash;
    see_map(w, l);
    see_field(w, l);
    if (!w->flow_is_open)
        see_flow(w, l);
    MUST(w->context, throng_world_crowd_hash(w->walkers, &hash));
    world_note(l, "hash of the crowd that follows", &hash, sizeof hash);
    world_note(l, "what calls have read", w->read, sizeof w->read);
}

throng_status keep_read(world *w, throng_status status, const void *bytes, size_t size)
{
    if (status == THRONG_OK) {
        memset(w->read, 0, sizeof w->read);
        memcpy(w->read, bytes, size < sizeof w->read ? size : sizeof w->read);
    }
    return status;
}
