/* Potential fields, paths along them, flow fields, integrals. */
#include "tools/gpu-check/workload.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- potential fields ------------------ */

/* As many sources as points, about twelve in range of each point. */
static throng_status make_field(world *w)
{
    const float side = (float)world_side((double)w->size);
    throng_potential_def def = throng_potential_default_def();
    throng_potential_source *sources = world_memory((size_t)w->size, sizeof *sources);
    throng_potential_point *points = world_memory((size_t)w->size, sizeof *points);
    const throng_potential_goal goal = {0.25f * side, 0.5f * side, 0.125f, 0};
    def.source_capacity = def.point_capacity = w->size;
    def.damage = 1;
    world_places(w, w->size, side, 1.0f);
    for (int32_t i = 0; i < w->size; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = world_random(w) * side;
        sources[i].y = world_random(w) * side;
        sources[i].range = 2.0f;
        points[i] = (throng_potential_point){w->places[1][i].x, w->places[1][i].y, 0, 0};
    }
    throng_status status = throng_potential_create(w->context, &def, &w->field);
    if (status == THRONG_OK)
        status = throng_potential_set_sources(w->field, 0, w->size, sources, 0);
    if (status == THRONG_OK)
        status = throng_potential_set_goals(w->field, 0, 1, &goal, 0);
    if (status == THRONG_OK)
        status = throng_potential_set_points(w->field, 0, w->size, points, 0);
    w->inputs = sources;
    w->bytes = (size_t)w->size * sizeof(throng_force);
    w->values = world_memory(w->bytes, 1);
    return status;
}

static throng_status update_field(world *w, int32_t frame)
{
    throng_status status = throng_potential_move_points(w->field, 0, w->size, &w->places[frame % 2]->x, 0);
    return status == THRONG_OK ? throng_potential_update(w->field) : status;
}

static throng_status read_field(world *w)
{
    return throng_potential_read(w->field, 0, w->size, w->values, 0);
}

/* ---------------------------------------------------------------- traces ---------------------------- */

enum { TRACE_SIDE = 64, TRACE_SOURCES = 200, TRACE_STEPS = 400 };

static throng_status make_traced_field(world *w)
{
    throng_potential_def def = throng_potential_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_potential_source sources[TRACE_SOURCES];
    const throng_cell cell = {TRACE_SIDE - 2, TRACE_SIDE - 2};
    const throng_potential_goal goal = {(float)cell.column + 0.5f, (float)cell.row + 0.5f, 1.0f, 0};
    for (int32_t i = 0; i < TRACE_SOURCES; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = world_random(w) * TRACE_SIDE;
        sources[i].y = world_random(w) * TRACE_SIDE;
    }
    def.damage = 1;
    def.terrain = flow.terrain = w->terrain;
    throng_status status = throng_potential_create(w->context, &def, &w->field);
    if (status == THRONG_OK)
        status = throng_potential_set_sources(w->field, 0, TRACE_SOURCES, sources, 0);
    if (status == THRONG_OK)
        status = throng_potential_set_goals(w->field, 0, 1, &goal, 0);
    if (status == THRONG_OK)
        status = throng_flow_create(w->context, &flow, &w->flow);
    return status == THRONG_OK ? throng_flow_set_goals(w->flow, 0, 1, &cell, 0) : status;
}

static throng_status make_trace(world *w)
{
    throng_trace_def def = throng_trace_default_def();
    throng_status status = world_ground(w, TRACE_SIDE);
    if (status == THRONG_OK)
        status = make_traced_field(w);
    def.field = w->field;
    def.flow = w->flow;
    def.escape = THRONG_ESCAPE_FLOW;
    def.start_capacity = w->size;
    def.max_steps = TRACE_STEPS;
    def.keep_points = 0;
    world_places(w, w->size, TRACE_SIDE, 0.0f);
    w->inputs = world_memory((size_t)w->size, sizeof(throng_trace_start));
    w->bytes = (size_t)w->size * sizeof(throng_trace_result);
    w->values = world_memory(w->bytes, 1);
    return status == THRONG_OK ? throng_trace_create(w->context, &def, &w->trace) : status;
}

static throng_status update_trace(world *w, int32_t frame)
{
    throng_trace_start *starts = w->inputs;
    for (int32_t i = 0; i < w->size; i++) {
        const place at = w->places[frame % 2][i];
        starts[i] = (throng_trace_start){world_free(at.x), world_free(at.y), 0.5f, 0, 0, 0};
    }
    throng_status status = throng_trace_set_starts(w->trace, 0, w->size, starts, 0);
    return status == THRONG_OK ? throng_trace_update(w->trace) : status;
}

static throng_status read_trace(world *w) { return throng_trace_read(w->trace, 0, w->size, w->values, 0); }

/* ---------------------------------------------------------------- flows ----------------------------- */

static throng_status make_flow(world *w)
{
    throng_flow_def def = throng_flow_default_def();
    const size_t cells = (size_t)w->size * (size_t)w->size;
    throng_status status = world_ground(w, w->size);
    def.terrain = w->terrain;
    world_places(w, w->size, (float)w->size, 1.0f);
    w->bytes = cells * (sizeof(float) + sizeof(throng_flow_direction)) +
               (size_t)w->size * sizeof(throng_flow_vector);
    w->values = world_memory(w->bytes, 1);
    return status == THRONG_OK ? throng_flow_create(w->context, &def, &w->flow) : status;
}

static throng_status update_flow(world *w, int32_t frame)
{
    const throng_cell goals[2] = {{0, 0}, {w->size / 2 * 2 - 2, w->size / 4 * 2}};
    throng_status status = throng_flow_set_goals(w->flow, 0, 1, &goals[frame % 2], 0);
    return status == THRONG_OK ? throng_flow_update(w->flow) : status;
}

static throng_status make_door(world *w)
{
    const throng_cell goal = {0, 0};
    const throng_status status = make_flow(w);
    return status == THRONG_OK ? throng_flow_set_goals(w->flow, 0, 1, &goal, 0) : status;
}

/* A door of two cells shuts and opens; fields change by what that changes. */
static throng_status update_door(world *w, int32_t frame)
{
    const throng_region door = {w->size / 2, w->size / 2, 2, 1};
    const throng_status status = throng_terrain_fill(w->terrain, &door, frame % 2 == 0);
    return status == THRONG_OK ? throng_flow_update(w->flow) : status;
}

/* Lengths, ways of agents, directions. */
static throng_status read_flow(world *w)
{
    const size_t cells = (size_t)w->size * (size_t)w->size;
    float *lengths = w->values;
    throng_flow_vector *ways = (throng_flow_vector *)(void *)(lengths + cells);
    throng_flow_point *agents = world_memory((size_t)w->size, sizeof *agents);
    for (int32_t i = 0; i < w->size; i++)
        agents[i] = (throng_flow_point){w->places[0][i].x, w->places[0][i].y, 0, 0};
    throng_status status = throng_flow_read_lengths(w->flow, 0, NULL, lengths, 0);
    if (status == THRONG_OK)
        status = throng_flow_sample(w->flow, THRONG_FLOW_SAMPLE_SMOOTH, w->size, agents, 0, ways);
    if (status == THRONG_OK)
        status = throng_flow_read_directions(w->flow, 0, NULL, (throng_flow_direction *)(ways + w->size), 0);
    free(agents);
    return status;
}

/* ---------------------------------------------------------------- integrals ------------------------- */

static throng_status make_choquet(world *w)
{
    throng_measure_def def = throng_measure_default_def();
    float *rows = world_memory((size_t)w->size * THRONG_MAX_TYPES, sizeof *rows);
    def.types = THRONG_MAX_TYPES;
    def.lambda = 0.5f;
    def.typical_rows = w->size;
    for (int32_t i = 0; i < THRONG_MAX_TYPES; i++)
        def.weights[i] = world_random(w);
    for (int32_t i = 0; i < w->size * THRONG_MAX_TYPES; i++)
        rows[i] = world_random(w) * 8.0f - 4.0f;
    w->inputs = rows;
    w->bytes = (size_t)w->size * sizeof(float);
    w->values = world_memory(w->bytes, 1);
    return throng_measure_create(w->context, &def, &w->measure);
}

static throng_status update_choquet(world *w, int32_t frame)
{
    (void)w, (void)frame;
    return THRONG_OK; /* the call that computes also reads */
}

static throng_status read_choquet(world *w)
{
    return throng_measure_choquet(w->measure, w->size, w->inputs, 0, w->values);
}

const workload field_workloads[] = {
    {"potential", "potential field", "points", 300, 3000, make_field, update_field, read_field, NULL},
    {"trace", "traces", "paths", 12, 60, make_trace, update_trace, read_trace, NULL},
    {"flow", "flow field", "columns", 24, 96, make_flow, update_flow, read_flow, NULL},
    {"flow-door", "flow field, a door in it", "columns", 96, 96, make_door, update_door, read_flow, NULL},
    {"choquet", "Choquet integral", "rows", 100, 2000, make_choquet, update_choquet, read_choquet, NULL},
};
const int field_workload_count = sizeof field_workloads / sizeof *field_workloads;
