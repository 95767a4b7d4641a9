/* Calls on things: what is right, and now and then what is not. */
#include "tests/checks/together.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Mostly from low to high; sometimes a value that no call takes. */
static float value(together *t, float low, float high)
{
    static const float odd[] = {NAN, INFINITY, 3e9f, -3e9f};
    return draw(t, 300) == 0 ? odd[draw(t, 4)] : draw_between(t, low, high);
}

static int32_t number(together *t, int32_t below)
{
    return draw(t, 120) == 0   ? -1
           : draw(t, 120) == 0 ? below
                               : (int32_t)draw(t, (uint32_t)(below > 0 ? below : 1));
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

static void call_terrain(together *t, thing *o)
{
    throng_status status;
    const throng_region part = {number(t, o->width), number(t, o->height), 1 + (int32_t)draw(t, 6),
                                1 + (int32_t)draw(t, 6)};
    const int32_t blocked = draw(t, 3) == 0;
    ALL(t, status, "throng_terrain_fill", throng_terrain_fill(o->on[s], &part, blocked));
}

/* ---------------------------------------------------------------- maps ------------------------------ */

static void set_objects(together *t, thing *o)
{
    throng_influence_object objects[8];
    throng_status status;
    const int32_t layer = number(t, o->layers), count = 1 + (int32_t)draw(t, 8);
    int32_t *present = &o->agents[layer > 0 ? 1 : 0].index; /* objects of the layer */
    const int32_t first = (int32_t)draw(t, (uint32_t)*present + 1);
    for (int32_t i = 0; i < count; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = value(t, 0.0f, (float)o->width);
        objects[i].y = value(t, 0.0f, (float)o->height);
        objects[i].vx = value(t, -1.0f, 1.0f);
        objects[i].alpha = draw(t, 2) ? 0.25f : 0.0f;
        objects[i].max_distance = value(t, 0.0f, 20.0f);
        objects[i].influence = value(t, -2.0f, 2.0f);
    }
    ALL(t, status, "throng_influence_set_objects",
        throng_influence_set_objects(o->on[s], layer, first, count, objects, 0));
    if (status == THRONG_OK && first + count > *present)
        *present = first + count;
}

static void call_map(together *t, thing *o)
{
    throng_status status;
    const int32_t layer = (int32_t)draw(t, (uint32_t)o->layers);
    int32_t *present = &o->agents[layer].index;
    float at[4][2];
    switch (draw(t, 6)) {
    case 0:
    case 1:
        set_objects(t, o);
        return;
    case 2:
        for (int32_t i = 0; i < 4; i++) {
            at[i][0] = value(t, 0.0f, (float)o->width);
            at[i][1] = value(t, 0.0f, (float)o->height);
        }
        const int32_t first = (int32_t)draw(t, (uint32_t)*present + 1);
        ALL(t, status, "throng_influence_move_objects",
            throng_influence_move_objects(o->on[s], layer, first, least(4, *present - first), *at, 0, NULL,
                                          0));
        return;
    case 3: {
        const int32_t left = number(t, *present + 1);
        ALL(t, status, "throng_influence_truncate_objects",
            throng_influence_truncate_objects(o->on[s], layer, left));
        *present = status == THRONG_OK ? left : *present;
        return;
    }
    case 4: {
        const float momentum = value(t, 0.0f, 0.9f);
        ALL(t, status, "throng_influence_set_momentum",
            throng_influence_set_momentum(o->on[s], layer, momentum));
        return;
    }
    default:
        ALL(t, status, "throng_influence_update", throng_influence_update(o->on[s]));
        return;
    }
}

/* ---------------------------------------------------------------- paths ----------------------------- */

static void call_flow(together *t, thing *o)
{
    throng_status status;
    throng_cell goals[6];
    const int32_t field = number(t, o->fields), count = (int32_t)draw(t, 6);
    for (int32_t i = 0; i < 6; i++)
        goals[i] = (throng_cell){number(t, o->width), number(t, o->height)};
    if (draw(t, 2))
        ALL(t, status, "throng_flow_set_goals", throng_flow_set_goals(o->on[s], field, count, goals, 0));
    else
        ALL(t, status, "throng_flow_update", throng_flow_update(o->on[s]));
}

static void call_route(together *t, thing *o)
{
    throng_status status;
    throng_cell_pair pairs[4];
    throng_route_result results[SIDES][4];
    const int32_t count = 1 + (int32_t)draw(t, 4);
    if (draw(t, 4) == 0) {
        const float weight = value(t, 0.0f, 2.0f), cost = value(t, 0.0f, 9.0f);
        const throng_region part = {number(t, o->width), number(t, o->height), 1, 1};
        ALL(t, status, "throng_route_set_costs", throng_route_set_costs(o->on[s], &part, &cost, 0));
        ALL(t, status, "throng_route_set_weight", throng_route_set_weight(o->on[s], weight));
        return;
    }
    for (int32_t i = 0; i < 4; i++)
        pairs[i] = (throng_cell_pair){{number(t, o->width), number(t, o->height)},
                                      {number(t, o->width), number(t, o->height)}};
    memset(results, 0, sizeof results);
    ALL(t, status, "throng_route_find", throng_route_find(o->on[s], count, pairs, 0, results[s]));
    for (int32_t s = 1; s < t->count; s++)
        if (memcmp(results[s], results[0], sizeof results[0]) != 0)
            differs(t, s, "other routes");
    if (status != THRONG_OK)
        return;
    o->count = count;
    o->points = 0; /* cells of all of them */
    for (int32_t i = 0; i < count; i++)
        o->points += results[0][i].cell_count;
}

/* ---------------------------------------------------------------- fields ---------------------------- */

static void set_points(together *t, thing *o)
{
    throng_status status;
    throng_potential_point points[6];
    const int32_t count = 1 + (int32_t)draw(t, 6), first = (int32_t)draw(t, (uint32_t)o->points + 1);
    for (int32_t i = 0; i < count; i++)
        points[i] = (throng_potential_point){value(t, -3.0f, 40.0f), value(t, -3.0f, 30.0f),
                                             (int32_t)draw(t, (uint32_t)o->goals + 2) - 2, 0};
    ALL(t, status, "throng_potential_set_points",
        throng_potential_set_points(o->on[s], first, count, points, 0));
    if (status == THRONG_OK && first + count > o->points)
        o->points = first + count;
}

static void set_sources(together *t, thing *o)
{
    throng_status status;
    throng_potential_source sources[6];
    const int32_t count = 1 + (int32_t)draw(t, 6), first = (int32_t)draw(t, (uint32_t)o->count + 1);
    for (int32_t i = 0; i < count; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = value(t, 0.0f, 40.0f);
        sources[i].y = value(t, 0.0f, 30.0f);
        sources[i].range = value(t, 0.5f, 9.0f);
        sources[i].type = number(t, o->fields);
    }
    ALL(t, status, "throng_potential_set_sources",
        throng_potential_set_sources(o->on[s], first, count, sources, 0));
    if (status == THRONG_OK && first + count > o->count)
        o->count = first + count;
}

static void call_field(together *t, thing *o)
{
    throng_status status;
    switch (draw(t, 6)) {
    case 0:
        set_points(t, o);
        return;
    case 1:
        set_sources(t, o);
        return;
    case 2: {
        const int32_t first = (int32_t)draw(t, (uint32_t)least(o->goals, 2) + 1);
        const throng_potential_goal goal = {value(t, 0.0f, 40.0f), value(t, 0.0f, 30.0f),
                                            value(t, 0.0f, 2.0f), 0};
        ALL(t, status, "throng_potential_set_goals",
            throng_potential_set_goals(o->on[s], first, 1, &goal, 0));
        if (status == THRONG_OK && first + 1 > o->goals)
            o->goals = first + 1;
        return;
    }
    case 3: {
        const int32_t left = number(t, o->points + 1);
        ALL(t, status, "throng_potential_truncate_points", throng_potential_truncate_points(o->on[s], left));
        o->points = status == THRONG_OK ? left : o->points;
        return;
    }
    default:
        ALL(t, status, "throng_potential_update", throng_potential_update(o->on[s]));
        return;
    }
}

static void call_trace(together *t, thing *o)
{
    throng_status status;
    throng_trace_start starts[4];
    const int32_t count = 1 + (int32_t)draw(t, 4), first = (int32_t)draw(t, (uint32_t)o->count + 1);
    for (int32_t i = 0; i < 4; i++)
        starts[i] = (throng_trace_start){
            value(t, 0.0f, 40.0f), value(t, 0.0f, 30.0f), value(t, 0.1f, 2.0f), (int32_t)draw(t, 3), 0,
            number(t, o->fields)};
    if (draw(t, 2)) {
        ALL(t, status, "throng_trace_update", throng_trace_update(o->on[s]));
        return;
    }
    ALL(t, status, "throng_trace_set_starts", throng_trace_set_starts(o->on[s], first, count, starts, 0));
    if (status == THRONG_OK && first + count > o->count)
        o->count = first + count;
}

static void call_measure(together *t, thing *o)
{
    throng_status status;
    float rows[6][8], results[SIDES][6];
    for (int32_t i = 0; i < 6; i++)
        for (int32_t k = 0; k < 8; k++)
            rows[i][k] = value(t, -4.0f, 4.0f);
    memset(results, 0, sizeof results);
    ALL(t, status, "throng_measure_choquet",
        throng_measure_choquet(o->on[s], 6, *rows, sizeof *rows, results[s]));
    for (int32_t s = 1; s < t->count; s++)
        if (memcmp(results[s], results[0], sizeof results[0]) != 0)
            differs(t, s, "other integrals");
}

/* ---------------------------------------------------------------- crowds ---------------------------- */

static void add_agents(together *t, thing *o)
{
    throng_status status;
    throng_agent_def defs[12];
    throng_agent made[SIDES][12];
    const int32_t count = 1 + (int32_t)draw(t, 12);
    for (int32_t i = 0; i < count; i++) {
        throng_agent_def *d = &defs[i];
        *d = throng_agent_default_def();
        d->id = draw(t, 1u << 20);
        d->x = value(t, 0.0f, (float)o->width);
        d->y = value(t, 0.0f, (float)o->height);
        d->radius = draw(t, 8) ? 0.4f : value(t, 0.1f, 2.0f);
        d->navigation = (throng_navigation)draw(t, o->fields ? 3 : 2);
        d->target_x = value(t, 0.0f, 20.0f);
        d->target_y = value(t, 0.0f, 20.0f);
        d->flow_field = o->fields ? number(t, o->fields) : 0;
        d->priority = draw(t, 10) == 0;
    }
    if (count > 2 && draw(t, 10) == 0)
        defs[count - 1].id = defs[0].id;
    memset(made, 0, sizeof made);
    ALL(t, status, "throng_crowd_add", throng_crowd_add(o->on[s], count, defs, 0, made[s]));
    for (int32_t s = 1; s < t->count; s++)
        if (memcmp(made[s], made[0], sizeof made[0]) != 0)
            differs(t, s, "other handles");
}

/* Some of those that are there, with one that is not or twice where there is a mistake. */
static int32_t choose_agents(together *t, const thing *o, throng_agent agents[8])
{
    throng_agent all[AGENTS];
    int32_t count = 0;
    if (throng_crowd_list(o->on[0], all, AGENTS, &count) != THRONG_OK || count == 0)
        return 0;
    const int32_t some = least(1 + (int32_t)draw(t, 8), count),
                  first = (int32_t)draw(t, (uint32_t)(count - some + 1));
    memcpy(agents, all + first, (size_t)some * sizeof *agents);
    if (draw(t, 12) == 0)
        agents[some - 1] = draw(t, 2) ? o->gone : agents[0];
    return some;
}

static void remove_agents(together *t, thing *o)
{
    throng_status status;
    throng_agent agents[8];
    const int32_t count = choose_agents(t, o, agents);
    ALL(t, status, "throng_crowd_remove", throng_crowd_remove(o->on[s], count, agents, 0));
    if (status == THRONG_OK && count > 0)
        o->gone = agents[0];
}

static void set_agents(together *t, thing *o)
{
    static const throng_agent_value kinds[] = {
        THRONG_AGENT_POSITION,           THRONG_AGENT_GOAL,   THRONG_AGENT_RADIUS, THRONG_AGENT_MAX_SPEED,
        THRONG_AGENT_PREFERRED_VELOCITY, THRONG_AGENT_HEADING};
    throng_status status;
    throng_agent agents[8];
    float values[8][2];
    const throng_agent_value what = kinds[draw(t, 6)];
    const int32_t count = choose_agents(t, o, agents);
    for (int32_t i = 0; i < 8; i++)
        for (int32_t k = 0; k < 2; k++)
            values[i][k] = value(t, what == THRONG_AGENT_HEADING ? -1.0f : 0.2f, 12.0f);
    ALL(t, status, "throng_crowd_set",
        throng_crowd_set(o->on[s], what, count, agents, 0, values, sizeof *values));
}

static void change_obstacles(together *t, thing *o)
{
    throng_status status;
    throng_vertex v[4];
    throng_obstacle made[SIDES];
    if (o->obstacle_count > 0 && draw(t, 2)) {
        const int32_t i = (int32_t)draw(t, (uint32_t)o->obstacle_count);
        ALL(t, status, "throng_crowd_remove_obstacle",
            throng_crowd_remove_obstacle(o->on[s], o->obstacles[i]));
        if (draw(t, 4)) /* else it is tried again */
            o->obstacles[i] = o->obstacles[--o->obstacle_count];
        return;
    }
    const float x = draw_between(t, 0.0f, 20.0f), y = draw_between(t, 0.0f, 20.0f);
    v[0] = (throng_vertex){x, y};
    v[1] = (throng_vertex){x + value(t, 0.5f, 4.0f), y};
    v[2] = (throng_vertex){v[1].x, y + value(t, 0.5f, 4.0f)};
    v[3] = (throng_vertex){x, v[2].y};
    memset(made, 0, sizeof made);
    const int32_t count = 1 + (int32_t)draw(t, 4);
    ALL(t, status, "throng_crowd_add_obstacle", throng_crowd_add_obstacle(o->on[s], count, v, 0, &made[s]));
    for (int32_t s = 1; s < t->count; s++)
        if (memcmp(&made[s], &made[0], sizeof made[0]) != 0)
            differs(t, s, "another handle of an obstacle");
    if (status == THRONG_OK && o->obstacle_count < OBSTACLES)
        o->obstacles[o->obstacle_count++] = made[0];
}

/* The snapshot of one side is taken up by all. */
static void save_or_restore(together *t, thing *o)
{
    throng_status status;
    if (!o->kept || draw(t, 2)) {
        throng_crowd *from = o->on[draw(t, (uint32_t)t->count)];
        t->call = "throng_crowd_save";
        free(o->kept);
        o->kept = NULL;
        if (throng_crowd_snapshot_bytes(from, &o->kept_bytes) != THRONG_OK ||
            !(o->kept = malloc(o->kept_bytes)) ||
            throng_crowd_save(from, o->kept, o->kept_bytes) != THRONG_OK)
            differs(t, 0, "no snapshot");
        return;
    }
    const size_t bytes = draw(t, 8) == 0 ? o->kept_bytes / 2 : o->kept_bytes;
    ALL(t, status, "throng_crowd_restore", throng_crowd_restore(o->on[s], o->kept, bytes));
    if ((status == THRONG_OK) != (bytes == o->kept_bytes))
        differs(t, 0, "half a snapshot, or not a whole one");
    o->obstacle_count = status == THRONG_OK ? 0 : o->obstacle_count; /* some may have other handles */
}

static void call_crowd(together *t, thing *o)
{
    throng_status status;
    const float dt = draw(t, 30) == 0 ? value(t, -1.0f, 0.0f) : 0.125f;
    switch (draw(t, 12)) {
    case 0:
    case 1:
        add_agents(t, o);
        return;
    case 2:
        remove_agents(t, o);
        return;
    case 3:
        set_agents(t, o);
        return;
    case 4:
    case 5:
        change_obstacles(t, o);
        return;
    case 6:
        save_or_restore(t, o);
        return;
    case 7: {
        const int32_t capacity = number(t, AGENTS);
        ALL(t, status, "throng_crowd_reserve", throng_crowd_reserve(o->on[s], capacity));
        return;
    }
    case 8:
        if (draw(t, 6) == 0) {
            ALL(t, status, "throng_crowd_reset", throng_crowd_reset(o->on[s]));
            o->obstacle_count = 0;
        }
        return;
    default:
        ALL(t, status, "throng_crowd_step", throng_crowd_step(o->on[s], dt));
        return;
    }
}

void together_call(together *t, thing *o)
{
    static void (*const calls[KINDS])(together *, thing *) = {
        call_terrain, call_map, call_flow, call_measure, call_field, call_trace, call_route, call_crowd};
    calls[o->kind](t, o);
}
