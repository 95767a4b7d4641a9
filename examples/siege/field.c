#include "examples/siege/field.h"

#include "examples/common/program.h"

#include <stdlib.h>

enum { MOST_POINTS = 65536 };

struct field {
    field_def def;
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_potential *potential;
    throng_trace *trace;
    throng_potential_source *sources; /* of all placements */
    throng_trace_start *starts;
};

/* The paper's parameters: k 5, eta 1, terrain to a distance of 2, guns as far as they shoot. */
static int make_potential(field *f)
{
    throng_potential_def def = throng_potential_default_def();
    def.worlds = f->def.placements;
    def.source_capacity = f->def.placements * f->def.guns;
    def.goal_capacity = f->def.placements;
    def.point_capacity = MOST_POINTS;
    def.damage = 1;
    def.terrain = f->terrain;
    def.terrain_eta = 1.0f;
    def.terrain_range = 2.0f;
    if (throng_potential_create(f->context, &def, &f->potential) != THRONG_OK)
        return scene_failed(f->context, "field");
    for (int32_t i = 0; i < f->def.placements; i++) {
        const throng_potential_goal goal = scene_stronghold(i);
        if (throng_potential_set_goals(f->potential, i, 1, &goal, 0) != THRONG_OK)
            return scene_failed(f->context, "goals");
    }
    return PROGRAM_OK;
}

static int make_trace(field *f)
{
    throng_flow_def flow = throng_flow_default_def();
    throng_potential_info about;
    if (throng_potential_get_info(f->potential, &about) != THRONG_OK)
        return scene_failed(f->context, "field");
    flow.terrain = f->terrain;
    flow.backend = about.backend;
    throng_trace_def def = throng_trace_default_def();
    if (f->def.escape == THRONG_ESCAPE_FLOW) {
        if (throng_flow_create(f->context, &flow, &f->flow) != THRONG_OK ||
            throng_flow_set_goals(f->flow, 0, 1, &scene_goal, 0) != THRONG_OK)
            return scene_failed(f->context, "flow");
        def.flow = f->flow;
    }
    def.field = f->potential;
    def.start_capacity = f->def.placements * f->def.attackers;
    def.max_steps = f->def.most_steps;
    def.escape = f->def.escape;
    if (throng_trace_create(f->context, &def, &f->trace) != THRONG_OK)
        return scene_failed(f->context, "paths");
    return PROGRAM_OK;
}

static int make(field *f)
{
    f->context = scene_context(f->def.backend, f->def.threads);
    f->terrain = f->context != NULL ? scene_terrain(f->context, 1) : NULL;
    if (f->terrain == NULL)
        return PROGRAM_FAILED;
    f->sources = calloc((size_t)f->def.placements * (size_t)f->def.guns + 1, sizeof *f->sources);
    f->starts = calloc((size_t)f->def.placements * (size_t)f->def.attackers, sizeof *f->starts);
    if (f->sources == NULL || f->starts == NULL)
        return program_reject(PROGRAM_FAILED, "field: out of memory");
    int code = make_potential(f);
    return code != PROGRAM_OK ? code : make_trace(f);
}

field *field_create(const field_def *def)
{
    field *f = calloc(1, sizeof *f);
    if (f == NULL) {
        program_reject(PROGRAM_FAILED, "field: out of memory");
        return NULL;
    }
    f->def = *def;
    if (make(f) != PROGRAM_OK) {
        field_destroy(f);
        return NULL;
    }
    return f;
}

void field_destroy(field *f)
{
    if (f == NULL)
        return;
    throng_trace_destroy(f->trace);
    throng_flow_destroy(f->flow);
    throng_potential_destroy(f->potential);
    throng_terrain_destroy(f->terrain);
    throng_context_destroy(f->context);
    free(f->sources);
    free(f->starts);
    free(f);
}

int field_attack(field *f, const throng_cell *guns, const int32_t *starts, throng_trace_result *results)
{
    const int32_t sources = f->def.placements * f->def.guns;
    const int32_t attackers = f->def.placements * f->def.attackers;
    for (int32_t i = 0; i < sources; i++)
        f->sources[i] = scene_gun(guns[i], f->def.eta, i / f->def.guns);
    for (int32_t i = 0; i < attackers; i++)
        f->starts[i] = scene_attacker(starts[i], i / f->def.attackers);
    if (throng_potential_set_sources(f->potential, 0, sources, f->sources, 0) != THRONG_OK ||
        throng_trace_set_starts(f->trace, 0, attackers, f->starts, 0) != THRONG_OK ||
        throng_trace_update(f->trace) != THRONG_OK ||
        throng_trace_read(f->trace, 0, attackers, results, 0) != THRONG_OK)
        return scene_failed(f->context, "attack");
    return PROGRAM_OK;
}

int field_way(field *f, int32_t attacker, int32_t count, throng_trace_point *points)
{
    if (throng_trace_read_points(f->trace, attacker, 1, 0, count, points, 0) != THRONG_OK)
        return scene_failed(f->context, "way");
    return PROGRAM_OK;
}

int field_forces(field *f, int32_t count, const throng_potential_point *points, throng_force *forces)
{
    if (throng_potential_set_points(f->potential, 0, count, points, 0) != THRONG_OK ||
        throng_potential_update(f->potential) != THRONG_OK ||
        throng_potential_read(f->potential, 0, count, forces, 0) != THRONG_OK)
        return scene_failed(f->context, "forces");
    return PROGRAM_OK;
}
