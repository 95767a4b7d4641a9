/* The calls on crowds, each with the ways in which it fails. */
#include "tests/failures/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static throng_status create(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *made = NULL;
    def.agent_capacity = 32;
    def.terrain = w->terrain;
    def.flow = w->flow;
    (void)expected;
    switch (way) {
    case 0:
        break;
    case 1:
        def.agent_capacity = -1;
        break;
    case 2:
        def.cell_size = NAN;
        break;
    case 3:
        def.terrain = (throng_terrain *)(void *)w->flow;
        break;
    case 4:
        def.cookie = 0;
        break;
    case 5:
        return throng_crowd_create(w->context, &def, NULL);
    default:
        return NO_WAY;
    }
    const throng_status status = throng_crowd_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status destroy_made(world *w)
{
    const throng_status status = throng_crowd_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status explain(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_selection choice;
    (void)expected;
    def.max_neighbors = way == 1 ? THRONG_MAX_NEIGHBORS + 1 : 5;
    return way > 2 ? NO_WAY : throng_crowd_explain(w->context, &def, way == 2 ? NULL : &choice);
}

static throng_status destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_crowd_destroy(way ? (throng_crowd *)(void *)w->flow : NULL);
}

/* More than one chunk of them; what is wrong comes in the last one. */
static throng_status add(world *w, int32_t way, throng_status *expected)
{
    enum { LAST = WORLD_MORE - 2 };
    throng_agent_def defs[WORLD_CROWD];
    throng_agent agents[WORLD_CROWD];
    int32_t count = WORLD_MORE;
    memcpy(defs, w->defs + WORLD_AGENTS, WORLD_MORE * sizeof *defs);
    memcpy(defs + WORLD_MORE, w->defs, 3 * sizeof *defs);
    switch (way) {
    case 0:
        break;
    case 1:
        defs[LAST].x = NAN;
        break;
    case 2:
        defs[LAST].id = defs[1].id;
        break;
    case 3:
        defs[LAST].id = w->defs[0].id;
        break;
    case 4: /* the number of agents ever added, which one of these has */
        defs[LAST].id = THRONG_NEXT_ID;
        defs[2].id = WORLD_AGENTS + 12 + LAST;
        break;
    case 5:
        *expected = THRONG_ERROR_CAPACITY;
        count = WORLD_MORE + 23;
        break;
    case 6:
        defs[LAST].cookie = 0;
        break;
    case 7:
        return throng_crowd_add(w->crowd, count, NULL, 0, agents);
    case 8:
        return throng_crowd_add(w->crowd, count, defs, 4, agents);
    case 9:
        defs[LAST].flow_field = WORLD_FIELDS;
        defs[LAST].navigation = THRONG_NAVIGATE_FLOW;
        break;
    case 10:
        count = -1;
        break;
    default:
        return NO_WAY;
    }
    const throng_status status = throng_crowd_add(w->crowd, count, defs, 0, agents);
    if (status == THRONG_OK)
        memcpy(w->agents + WORLD_AGENTS, agents, (size_t)count * sizeof *agents);
    return status;
}

static throng_status drop(world *w, int32_t way, throng_status *expected)
{
    throng_agent agents[4] = {w->agents[3], w->agents[90], w->agents[7], w->agents[11]};
    (void)expected;
    if (way == 1)
        agents[2] = agents[0];
    if (way == 2)
        agents[3] = w->gone;
    if (way == 3)
        agents[3].index = INT32_MAX;
    if (way > 6)
        return NO_WAY;
    return throng_crowd_remove(w->crowd, way == 4 ? -1 : 4, way == 5 ? NULL : agents, way == 6 ? 3 : 0);
}

static throng_status list(world *w, int32_t way, throng_status *expected)
{
    throng_agent agents[2];
    int32_t count;
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_crowd_list(w->crowd, way == 2 ? NULL : agents, way == 3 ? -1 : 2,
                                       way == 1 ? NULL : &count);
}

static throng_status find(world *w, int32_t way, throng_status *expected)
{
    throng_agent agent;
    (void)expected;
    return way > 2 ? NO_WAY : throng_crowd_find(w->crowd, way == 1 ? 1 : 999, way == 2 ? NULL : &agent);
}

/* Agents came and went since the last step, so there is all to do that may be. */
static throng_status find_agents(world *w, int32_t way, int32_t within)
{
    throng_crowd_query queries[3];
    throng_crowd_hit hits[3 * 8];
    int32_t found[3];
    for (int32_t i = 0; i < 3; i++)
        queries[i] = (throng_crowd_query){12.0f + (float)i, 14.0f, 9.0f, 1, w->agents[5]};
    if (way == 1)
        queries[2].x = NAN;
    if (way == 2)
        queries[1].radius = INFINITY;
    if (way == 3)
        queries[2].except = w->gone;
    const throng_crowd_query *given = way == 4 ? NULL : queries;
    const int32_t count = way == 5 ? -1 : 3, capacity = way == 6 ? -1 : 8;
    if (way > 9)
        return NO_WAY;
    return within ? throng_crowd_find_within(w->crowd, count, given, way == 7 ? 8 : 0, capacity,
                                             way == 8 ? NULL : hits, way == 9 ? NULL : found)
                  : throng_crowd_find_nearest(w->crowd, count, given, way == 7 ? 8 : 0, capacity,
                                              way == 8 ? NULL : hits, way == 9 ? NULL : found);
}

static throng_status find_nearest(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return find_agents(w, way, 0);
}

static throng_status find_within(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return find_agents(w, way, 1);
}

static throng_status get_events(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_event events[4];
    int32_t count;
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return throng_crowd_get_events(w->crowd, way == 1 ? THRONG_FLAG_INFEASIBLE : THRONG_FLAG_ARRIVED,
                                   way == 2 ? NULL : events, way == 3 ? -1 : 4, way == 4 ? NULL : &count);
}

/* Values whose words the backend stores as they are, in another form, or two ways at once. */
static throng_status set(world *w, int32_t way, throng_status *expected)
{
    static const throng_agent_value kinds[] = {THRONG_AGENT_POSITION, THRONG_AGENT_GOAL, THRONG_AGENT_RADIUS,
                                               THRONG_AGENT_MAX_NEIGHBORS, THRONG_AGENT_HEADING};
    enum { KINDS = sizeof kinds / sizeof *kinds, AGENTS = 5 };
    throng_agent agents[AGENTS];
    float values[AGENTS][2];
    throng_status status = THRONG_OK;
    (void)expected;
    if (way > 3 + KINDS)
        return NO_WAY;
    for (int32_t k = 0; k < KINDS && status == THRONG_OK; k++) {
        const int32_t what = way > 3 ? way - 4 : k, wrong = 4;
        for (int32_t i = 0; i < AGENTS; i++) {
            agents[i] = w->agents[60 + 2 * i];
            values[i][0] = what == 2 ? 0.25f : 5.5f + (float)i;
            values[i][1] = 7.0f;
            if (kinds[what] == THRONG_AGENT_MAX_NEIGHBORS)
                memcpy(values[i], &(int32_t){4}, sizeof(int32_t));
        }
        if (way == 1)
            agents[wrong] = agents[1];
        if (way == 2)
            agents[wrong] = w->gone;
        if (way > 3) { /* out of range, as a number or a whole number */
            values[wrong][0] = -INFINITY;
        }
        status = throng_crowd_set(w->crowd, way == 3 ? THRONG_AGENT_FLAGS : kinds[what], AGENTS, agents, 0,
                                  values, sizeof *values);
    }
    return status;
}

static throng_status get(world *w, int32_t way, throng_status *expected)
{
    float at[2][2];
    throng_agent agents[2] = {w->agents[5], way == 1 ? w->gone : w->agents[6]};
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return throng_crowd_get(w->crowd, way == 2 ? (throng_agent_value)99 : THRONG_AGENT_POSITION, 2,
                            way == 3 ? NULL : agents, 0, way == 4 ? NULL : at, 0);
}

static throng_status set_motions(world *w, int32_t way, throng_status *expected)
{
    enum { AGENTS = 5 };
    throng_agent agents[AGENTS];
    throng_motion motions[AGENTS];
    (void)expected;
    for (int32_t i = 0; i < AGENTS; i++) {
        agents[i] = w->agents[60 + 2 * i];
        motions[i] = (throng_motion){5.5 + i, 7.0, 0.5f, -0.25f, 1.0f, 1.0f};
    }
    if (way == 1)
        agents[4] = agents[1];
    if (way == 2)
        agents[4] = w->gone;
    if (way == 3)
        motions[4].y = (double)NAN;
    if (way == 4)
        motions[4].heading_x = 2e9f;
    if (way > 7)
        return NO_WAY;
    return throng_crowd_set_motions(w->crowd, way == 5 ? NULL : agents, way == 6 ? -1 : AGENTS,
                                    way == 7 ? NULL : motions);
}

static throng_status get_motions(world *w, int32_t way, throng_status *expected)
{
    throng_agent agents[2] = {w->agents[5], way == 1 ? w->gone : w->agents[6]};
    throng_motion motions[2];
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return throng_crowd_get_motions(w->crowd, way == 2 ? NULL : agents, way == 3 ? -1 : 2,
                                    way == 4 ? NULL : motions);
}

static throng_status get_states(world *w, int32_t way, throng_status *expected)
{
    throng_agent agents[2] = {w->agents[5], way == 1 ? w->gone : w->agents[6]};
    throng_agent_state states[2];
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return throng_crowd_get_states(w->crowd, way == 2 ? NULL : agents, way == 3 ? -1 : 2,
                                   way == 4 ? NULL : states);
}

/* Two leave, and come back by their states. */
static throng_status add_states(world *w, int32_t way, throng_status *expected)
{
    static throng_agent_state states[WORLD_CROWD + 1];
    throng_agent *leave = &w->agents[100], made[WORLD_CROWD + 1];
    const int32_t count = way == 4 ? WORLD_CROWD + 1 : way == 5 ? -1 : 2;
    if (way > 6)
        return NO_WAY;
    *expected = way == 4 ? THRONG_ERROR_CAPACITY : THRONG_ERROR_INVALID_ARGUMENT;
    MUST(w->context, throng_crowd_get_states(w->crowd, leave, 2, states)); /* their ids are in use */
    if (way == 0)
        MUST(w->context, throng_crowd_remove(w->crowd, 2, leave, 0));
    if (way == 2)
        states[1].data[3] ^= 2;
    if (way == 3)
        states[1].version++;
    const throng_status status = throng_crowd_add_states(w->crowd, count, way == 6 ? NULL : states, made);
    if (status == THRONG_OK)
        memcpy(leave, made, 2 * sizeof *made);
    return status;
}

static throng_status set_steps(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_crowd_set_steps(way ? NULL : w->crowd, 12);
}

/* Ids are not ranked and terrain changed before it, so it has all to do that a step may have. */
static throng_status inspect(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_view view;
    (void)expected;
    memset(&view, 0, sizeof view);
    view.line_capacity = way == 3 ? 1 : 0;
    if (way > 4)
        return NO_WAY;
    return throng_crowd_inspect(w->crowd, way == 1 ? w->gone : w->agents[5], way == 2 ? 0.0f : 0.1f,
                                way == 4 ? NULL : &view);
}

static throng_status add_obstacle(world *w, int32_t way, throng_status *expected)
{
    throng_vertex v[200];
    throng_obstacle made;
    for (int32_t i = 0; i < 200; i++)
        v[i] = (throng_vertex){(i % 2 ? 36.0f : 37.0f) + 0.01f * (float)i, 2.0f + 0.1f * (float)i};
    (void)expected;
    if (way == 1)
        v[199].y = NAN;
    if (way == 2)
        for (int32_t i = 1; i < 200; i++)
            v[i] = v[0];
    if (way > 5)
        return NO_WAY;
    return throng_crowd_add_obstacle(w->crowd, way == 3 ? 1 : 200, way == 4 ? NULL : v, way == 5 ? 4 : 0,
                                     &made);
}

static throng_status add_obstacle_double(world *w, int32_t way, throng_status *expected)
{
    throng_vertex_double v[3] = {{36.0, 2.0}, {37.0, 2.5}, {36.5, 8.0}};
    throng_obstacle made;
    (void)expected;
    if (way == 1)
        v[2].y = (double)NAN;
    if (way == 2)
        v[1].x = 1.5e9;
    if (way == 3)
        v[1] = v[2] = v[0];
    return way > 6 ? NO_WAY
                   : throng_crowd_add_obstacle_double(w->crowd, way == 4 ? 1 : 3, way == 5 ? NULL : v,
                                                      way == 6 ? 8 : 0, &made);
}

/* More walls than there may be. */
static throng_status add_too_many(world *w, int32_t way, throng_status *expected)
{
    const int32_t count = THRONG_MAX_WALLS;
    if (way > 1)
        return NO_WAY;
    if (way == 0)
        return THRONG_OK;
    throng_vertex *v = must_allocate((size_t)count * sizeof *v);
    for (int32_t i = 0; i < count; i++)
        v[i] = (throng_vertex){(float)(i % 2), (float)(i / 2)};
    *expected = THRONG_ERROR_CAPACITY;
    const throng_status status = throng_crowd_add_obstacle(w->crowd, count, v, 0, NULL);
    free(v);
    return status;
}

static throng_status remove_obstacle(world *w, int32_t way, throng_status *expected)
{
    throng_obstacle handle = way == 1 ? w->torn_down : w->obstacle;
    (void)expected;
    if (way == 2)
        handle.index = -1;
    if (way == 3)
        handle = (throng_obstacle){0, 1}; /* the first one of the terrain, if the polygons came later */
    if (way > 3)
        return NO_WAY;
    return throng_crowd_remove_obstacle(w->crowd, handle);
}

static const throng_obstacle_motion driving = {.x = 20.0, .y = 20.0, .vx = 1.0f, .heading_y = 2.0f};

static throng_status add_moving(world *w, int32_t way, throng_status *expected)
{
    throng_vertex v[THRONG_MAX_MOVING_VERTICES] = {{-2.0f, -1.0f}, {2.0f, -1.0f}, {0.0f, 1.0f}};
    throng_obstacle_motion motion = driving;
    throng_moving_obstacle made;
    int32_t count = 3;
    switch (way) {
    case 0:
        break;
    case 1:
        v[2].y = NAN;
        break;
    case 2:
        v[1] = v[2] = v[0];
        break;
    case 3:
        count = 1;
        break;
    case 4:
        motion.turn = NAN;
        break;
    case 5:
        motion.heading_y = 0.0f;
        break;
    case 6:
        motion.y = 1e9;
        break;
    case 7:
        count = THRONG_MAX_MOVING_VERTICES;
        *expected = THRONG_ERROR_CAPACITY;
        break;
    case 8:
        return throng_crowd_add_moving_obstacle(w->crowd, 3, NULL, 0, &motion, &made);
    case 9:
        return throng_crowd_add_moving_obstacle(w->crowd, 3, v, 0, NULL, &made);
    case 10:
        return throng_crowd_add_moving_obstacle(w->crowd, 3, v, 4, &motion, &made);
    default:
        return NO_WAY;
    }
    return throng_crowd_add_moving_obstacle(w->crowd, count, v, 0, &motion, &made);
}

/* What is wrong comes last. */
static throng_status move(world *w, int32_t way, throng_status *expected)
{
    throng_moving_obstacle two[2] = {w->car, way == 1 ? w->car_gone : w->car};
    throng_obstacle_motion motions[2] = {driving, driving};
    (void)expected;
    if (way == 2)
        motions[1].vx = NAN;
    if (way == 3)
        two[1].index = -1;
    return way > 6 ? NO_WAY
                   : throng_crowd_move_obstacles(w->crowd, way == 4 ? -1 : 2, way == 5 ? NULL : two, 0,
                                                 way == 6 ? NULL : motions, 0);
}

static throng_status remove_moving(world *w, int32_t way, throng_status *expected)
{
    throng_moving_obstacle handle = way == 1 ? w->car_gone : w->car;
    (void)expected;
    if (way == 2)
        handle.index = THRONG_MAX_MOVING_OBSTACLES;
    return way > 2 ? NO_WAY : throng_crowd_remove_moving_obstacle(w->crowd, handle);
}

static throng_status step(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_crowd_step(way == 3 ? NULL : w->crowd, way == 0   ? 0.1f
                                                                   : way == 1 ? NAN
                                                                              : 1e7f);
}

static throng_status hash(world *w, int32_t way, throng_status *expected)
{
    uint64_t found;
    (void)expected;
    return way > 1 ? NO_WAY : throng_crowd_hash(w->crowd, way ? NULL : &found);
}

static throng_status snapshot_bytes(world *w, int32_t way, throng_status *expected)
{
    size_t bytes;
    (void)expected;
    return way > 1 ? NO_WAY : throng_crowd_snapshot_bytes(w->crowd, way ? NULL : &bytes);
}

static throng_status save(world *w, int32_t way, throng_status *expected)
{
    size_t bytes;
    (void)expected;
    if (way > 2)
        return NO_WAY;
    MUST(w->context, throng_crowd_snapshot_bytes(w->crowd, &bytes));
    unsigned char *to = must_allocate(bytes);
    const throng_status status =
        throng_crowd_save(w->crowd, way == 1 ? NULL : to, way == 2 ? bytes - 1 : bytes);
    free(to);
    return status;
}

/* Of the world's beginning. Damaged ones are another test's. */
static throng_status restore(world *w, int32_t way, throng_status *expected)
{
    throng_status status = THRONG_OK;
    (void)expected;
    if (way > 3)
        return NO_WAY;
    w->snapshot[w->snapshot_bytes - 5] ^= way == 1 ? 4 : 0;
    status = throng_crowd_restore(w->crowd, way == 2 ? NULL : w->snapshot,
                                  way == 3 ? w->snapshot_bytes / 2 : w->snapshot_bytes);
    w->snapshot[w->snapshot_bytes - 5] ^= way == 1 ? 4 : 0;
    return status;
}

static throng_status get_info(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_crowd_get_info(w->crowd, way ? NULL : &info);
}

static throng_status reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_crowd_reset(way ? NULL : w->crowd);
}

/* Ranks, walls and kinds of agents that a step has to see to: what comes before a step that fails. */
static throng_status change_all(world *w, int32_t way, throng_status *expected)
{
    const throng_region part = {3, 20, 30, 2};
    (void)expected;
    if (way > 0)
        return NO_WAY;
    MUST(w->context, throng_crowd_add_obstacle(w->crowd, 2, (throng_vertex[]){{2, 2}, {9, 2}}, 0, NULL));
    return throng_terrain_fill(w->terrain, &part, 1);
}

const public_call crowd_calls[] = {
    {"throng_crowd_create", create, destroy_made},
    {"throng_crowd_explain", explain, NULL},
    {"throng_crowd_destroy", destroy, NULL},
    {"throng_crowd_reserve", call_reserve, NULL},
    {"throng_crowd_reserve_room", call_reserve_room, NULL},
    {"throng_crowd_add", add, NULL},
    {"throng_crowd_remove", drop, NULL},
    {"throng_crowd_find_within", find_within, NULL},
    {"throng_crowd_find_nearest", find_nearest, NULL},
    {"throng_terrain_fill", change_all, NULL},
    {"throng_crowd_step", step, NULL},
    {"throng_terrain_fill", change_all, NULL},
    {"throng_crowd_inspect", inspect, NULL},
    {"throng_crowd_list", list, NULL},
    {"throng_crowd_find", find, NULL},
    {"throng_crowd_set", set, NULL},
    {"throng_crowd_get", get, NULL},
    {"throng_crowd_set_motions", set_motions, NULL},
    {"throng_crowd_get_motions", get_motions, NULL},
    {"throng_crowd_get_states", get_states, NULL},
    {"throng_crowd_add_states", add_states, NULL},
    {"throng_crowd_set_steps", set_steps, NULL},
    {"throng_crowd_add_obstacle", add_obstacle, NULL},
    {"throng_crowd_add_obstacle", add_too_many, NULL},
    {"throng_crowd_add_obstacle_double", add_obstacle_double, NULL},
    {"throng_crowd_remove_obstacle", remove_obstacle, NULL},
    {"throng_crowd_add_moving_obstacle", add_moving, NULL},
    {"throng_crowd_move_obstacles", move, NULL},
    {"throng_crowd_remove_moving_obstacle", remove_moving, NULL},
    {"throng_crowd_step", step, NULL},
    {"throng_crowd_get_events", get_events, NULL},
    {"throng_crowd_hash", hash, NULL},
    {"throng_crowd_snapshot_bytes", snapshot_bytes, NULL},
    {"throng_crowd_save", save, NULL},
    {"throng_crowd_get_info", get_info, NULL},
    {"throng_crowd_restore", restore, NULL},
    {"throng_crowd_reset", reset, NULL},
};
const int32_t crowd_call_count = sizeof crowd_calls / sizeof *crowd_calls;
