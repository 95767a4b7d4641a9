/* The calls on influence maps, flows, potential fields and tracers, each with the ways in which it fails. */
#include "tests/failures/world.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- influence maps -------------------- */

static throng_status influence_create(world *w, int32_t way, throng_status *expected)
{
    throng_influence_def def = throng_influence_default_def();
    throng_influence *made = NULL;
    (void)expected;
    def.width = WORLD_WIDTH;
    def.height = way == 1 ? 0 : WORLD_HEIGHT;
    def.layers = way == 2 ? -1 : 2;
    def.terrain = way == 3 ? NULL : w->terrain;
    def.propagation = THRONG_PROPAGATION_PATH;
    def.all_pairs = way == 4;
    def.object_capacity = way == 5 ? -1 : 8;
    if (way == 4)
        def.propagation = THRONG_PROPAGATION_ADJACENT;
    if (way > 6)
        return NO_WAY;
    const throng_status status = throng_influence_create(w->context, way == 6 ? NULL : &def, &made);
    w->made = made;
    return status;
}

static throng_status influence_undo(world *w)
{
    const throng_status status = throng_influence_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status influence_explain(world *w, int32_t way, throng_status *expected)
{
    throng_influence_def def = throng_influence_default_def();
    throng_selection choice;
    (void)expected;
    def.width = def.height = way == 1 ? 0 : 9;
    return way > 2 ? NO_WAY : throng_influence_explain(w->context, &def, way == 2 ? NULL : &choice);
}

static throng_status influence_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_influence_destroy(way ? (throng_influence *)(void *)w->flow : NULL);
}

/* On the map and on the one with walls, whose footprints need memory. */
static throng_status set_objects(world *w, int32_t way, throng_status *expected)
{
    throng_influence_object objects[5];
    for (int32_t i = 0; i < 5; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = 3.5f + (float)i;
        objects[i].y = 30.5f;
        objects[i].max_distance = 30.0f;
    }
    int32_t first = 2, count = 5;
    if (way == 1)
        objects[4].x = NAN;
    if (way == 2)
        objects[3].decay_kind = 9;
    if (way == 3) { /* in a wall */
        objects[4].x = 13.5f;
        objects[4].y = 14.5f;
    }
    if (way == 4) {
        first = 5;
        *expected = THRONG_ERROR_CAPACITY;
    }
    if (way == 5)
        first = 7;
    if (way == 6)
        count = -1;
    if (way > 8)
        return NO_WAY;
    return throng_influence_set_objects(w->walled, 0, first, count, way == 7 ? NULL : objects,
                                        way == 8 ? 8 : 0);
}

static throng_status set_plain_objects(world *w, int32_t way, throng_status *expected)
{
    throng_influence_object objects[3];
    (void)expected;
    for (int32_t i = 0; i < 3; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = objects[i].y = 7.25f * (float)i;
    }
    objects[2].alpha = way == 1 ? 1.0f : 0.0f;
    objects[2].world = way == 2;
    return way > 3 ? NO_WAY : throng_influence_set_objects(w->map, way == 3 ? 2 : 1, 1, 3, objects, 0);
}

static throng_status move_objects(world *w, int32_t way, throng_status *expected)
{
    float at[3][2] = {{5.5f, 20.5f}, {6.5f, 21.5f}, {7.5f, 22.5f}}, v[3][2] = {{0, 1}, {0, 1}, {0, 1}};
    (void)expected;
    if (way == 1)
        at[2][1] = NAN;
    if (way == 2)
        v[2][0] = INFINITY;
    if (way == 3) { /* in a wall */
        at[2][0] = 13.5f;
        at[2][1] = 14.5f;
    }
    if (way > 7)
        return NO_WAY;
    return throng_influence_move_objects(w->walled, way == 4 ? 1 : 0, way == 5 ? 6 : 1, 3,
                                         way == 6 ? NULL : *at, 0, *v, way == 7 ? 4 : 0);
}

static throng_status truncate_objects(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_influence_truncate_objects(w->walled, 0,
                                                       way == 0   ? 5
                                                       : way == 1 ? -1
                                                                  : 9);
}

static throng_status set_momentum(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY : throng_influence_set_momentum(w->map, way == 1 ? 2 : 0, way == 2 ? NAN : 0.5f);
}

static throng_status influence_update(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    if (way > 1)
        return NO_WAY;
    const throng_status status = throng_influence_update(way ? NULL : w->map);
    return status == THRONG_OK ? throng_influence_update(w->walled) : status;
}

static throng_status update_layer(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY : throng_influence_update_layer(w->map, way == 0 ? 1 : way == 1 ? -1 : 2);
}

/* The first slice of the map with walls, then the rest of it. */
static throng_status update_some(world *w, int32_t way, throng_status *expected)
{
    int32_t done = 0;
    (void)expected;
    if (way > 3)
        return NO_WAY;
    return throng_influence_update_some(way == 3 ? NULL : w->walled,
                                        way == 0   ? 1e3
                                        : way == 1 ? -1.0
                                                   : (double)NAN,
                                        &done);
}

static throng_status update_some_into_nothing(world *w, int32_t way, throng_status *expected)
{
    int32_t done = 0;
    (void)expected;
    return way > 1 ? NO_WAY : throng_influence_update_some(w->map, 1e3, way ? NULL : &done);
}

static throng_status update_part(world *w, int32_t way, throng_status *expected)
{
    int32_t done = 0;
    (void)expected;
    if (way > 3)
        return NO_WAY;
    return throng_influence_update_part(w->map,
                                        way == 0   ? 1
                                        : way == 1 ? 0
                                                   : 1000001,
                                        way == 3 ? NULL : &done);
}

static throng_status influence_reserve(world *w, int32_t way, throng_status *expected)
{
    throng_influence_object object = throng_influence_default_object();
    object.max_distance = way == 1 ? NAN : 35.0f;
    if (way > 6)
        return NO_WAY;
    if (way == 6)
        *expected = THRONG_ERROR_CAPACITY;
    return throng_influence_reserve(way == 2 ? NULL : w->walled, way == 3 ? 1 : -1,
                                    way == 4   ? -1
                                    : way == 6 ? 9
                                               : 8,
                                    &object, way == 5 ? 16 : 15);
}

static throng_status combine(world *w, int32_t way, throng_status *expected)
{
    const float weights[2] = {2.0f, way == 1 ? NAN : 0.5f};
    (void)expected;
    return way > 3 ? NO_WAY : throng_influence_combine(w->map, way == 3 ? NULL : weights, way == 2 ? 1 : 2);
}

static throng_status influence_read(world *w, int32_t way, throng_status *expected)
{
    static float values[WORLD_CELLS];
    const throng_region all = {0, 0, WORLD_WIDTH, WORLD_HEIGHT + (way == 1)};
    (void)expected;
    return way > 4
               ? NO_WAY
               : throng_influence_read(way == 4 ? w->walled : w->map, way == 4 ? THRONG_LAYER_COMBINED : 0,
                                       &all, way == 2 ? NULL : values, way == 3 ? 8 : 0);
}

static throng_status best(world *w, int32_t way, throng_status *expected)
{
    throng_best found;
    (void)expected;
    return way > 2 ? NO_WAY : throng_influence_best(w->walled, way == 1, NULL, way == 2 ? NULL : &found);
}

static throng_status worst(world *w, int32_t way, throng_status *expected)
{
    throng_best found;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_influence_worst(w->map, way == 1 ? 2 : 0, NULL, way == 2 ? NULL : &found);
}

static throng_status best_of_regions(world *w, int32_t way, throng_status *expected)
{
    const throng_region regions[3] = {{1, 1, 3, 3}, {2, 2, 9, 9}, {way == 1 ? 39 : 30, 3, 9, 2}};
    throng_best found[3];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_influence_best_of_regions(w->map, 0, way == 2 ? 7 : THRONG_LARGEST,
                                                      way == 3 ? -1 : 3, regions, 0, found);
}

static throng_status best_of_neighbors(world *w, int32_t way, throng_status *expected)
{
    const throng_cell cells[3] = {{1, 1}, {2, 2}, {way == 1 ? 40 : 30, 3}};
    throng_best found[3];
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_influence_best_of_neighbors(w->map, 0, THRONG_LARGEST, 1, 3, cells, 0,
                                                        way == 2 ? NULL : found);
}

static throng_status influence_sample(world *w, int32_t way, throng_status *expected)
{
    const throng_point points[3] = {{1, 1, 0}, {2, 2, 0}, {way == 1 ? NAN : 3.0f, 3, way == 2}};
    throng_sample found[3];
    (void)expected;
    return way > 3 ? NO_WAY : throng_influence_sample(w->map, 0, 3, points, way == 3 ? 4 : 0, found);
}

static throng_status influence_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_influence_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_influence_get_info(w->map, way ? NULL : &info);
}

static throng_status influence_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_influence_reset(way ? NULL : w->walled);
}

/* ---------------------------------------------------------------- flows ----------------------------- */

static throng_status flow_create(world *w, int32_t way, throng_status *expected)
{
    throng_flow_def def = throng_flow_default_def();
    throng_flow *made = NULL;
    (void)expected;
    def.terrain = way == 1 ? NULL : w->terrain;
    def.fields = way == 2 ? 0 : 3;
    def.goal_capacity = way == 3 ? 0 : 2;
    def.cell_size = way == 4 ? NAN : 1.0f;
    if (way > 4)
        return NO_WAY;
    const throng_status status = throng_flow_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status flow_undo(world *w)
{
    const throng_status status = throng_flow_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status flow_explain(world *w, int32_t way, throng_status *expected)
{
    throng_flow_def def = throng_flow_default_def();
    throng_selection choice;
    (void)expected;
    def.terrain = way == 1 ? NULL : w->terrain;
    return way > 2 ? NO_WAY : throng_flow_explain(w->context, &def, way == 2 ? NULL : &choice);
}

static throng_status flow_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_flow_destroy(way ? w->flow : NULL); /* the crowd uses it */
}

static throng_status flow_set_goals(world *w, int32_t way, throng_status *expected)
{
    throng_cell cells[4] = {{3, 3}, {4, 4}, {5, way == 1 ? WORLD_HEIGHT : 5}, {6, 6}};
    *expected = way == 2 ? THRONG_ERROR_CAPACITY : *expected;
    return way > 5 ? NO_WAY
                   : throng_flow_set_goals(w->flow, way == 3 ? WORLD_FIELDS : 1, way == 2 ? 4 : 3,
                                           way == 4 ? NULL : cells, way == 5 ? 4 : 0);
}

static throng_status set_costs(world *w, int32_t way, throng_status *expected)
{
    const uint8_t costs[6] = {1, 2, 3, 4, 5, way == 1 ? 0 : 255};
    const throng_region part = {way == 2 ? WORLD_WIDTH - 1 : 2, 3, 3, 2};
    (void)expected;
    return way > 4 ? NO_WAY
                   : throng_flow_set_costs(w->flow, &part, way == 3 ? NULL : costs, way == 4 ? 2 : 3);
}

static throng_status field_for(world *w, int32_t way, throng_status *expected)
{
    int32_t number;
    (void)expected;
    return way > 4 ? NO_WAY
                   : throng_flow_field_for(w->flow, way == 1 ? WORLD_FIELDS : 1,
                                           way == 2   ? -1.0f
                                           : way == 3 ? NAN
                                                      : 0.5f,
                                           way == 4 ? NULL : &number);
}

static throng_status flow_update(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_flow_update(way ? NULL : w->flow);
}

static throng_status read_lengths(world *w, int32_t way, throng_status *expected)
{
    static float lengths[WORLD_CELLS];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_flow_read_lengths(w->flow, way == 1 ? -1 : 0, NULL, way == 2 ? NULL : lengths,
                                              way == 3 ? 6 : 0);
}

static throng_status read_directions(world *w, int32_t way, throng_status *expected)
{
    static uint8_t directions[WORLD_CELLS];
    const throng_region none = {0, 0, 0, 0};
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_flow_read_directions(w->flow, 0, way == 1 ? &none : NULL,
                                                 way == 2 ? NULL : directions, 0);
}

static throng_status flow_sample(world *w, int32_t way, throng_status *expected)
{
    const throng_flow_point points[3] = {
        {1, 1, 0, 0}, {2, 2, 0, 1}, {way == 1 ? NAN : 3.0f, 3, way == 2, way == 3 ? 7 : 0}};
    throng_flow_vector found[3];
    (void)expected;
    return way > 4
               ? NO_WAY
               : throng_flow_sample(w->flow, way == 4 ? 9 : THRONG_FLOW_SAMPLE_SMOOTH, 3, points, 0, found);
}

static throng_status flow_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_flow_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_flow_get_info(w->flow, way ? NULL : &info);
}

static throng_status flow_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_flow_reset(way ? NULL : w->flow);
}

/* ---------------------------------------------------------------- potential fields ------------------ */

static throng_status potential_create(world *w, int32_t way, throng_status *expected)
{
    throng_potential_def def = throng_potential_default_def();
    throng_potential *made = NULL;
    (void)expected;
    def.terrain = w->terrain;
    def.measure = way == 1 ? (throng_measure *)(void *)w->flow : w->measure;
    def.terrain_range = way == 2 ? 0.0f : 2.0f;
    def.point_capacity = way == 3 ? -1 : 9;
    if (way > 3)
        return NO_WAY;
    const throng_status status = throng_potential_create(w->context, &def, &made);
    w->made = made;
    return status;
}

static throng_status potential_undo(world *w)
{
    const throng_status status = throng_potential_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status potential_explain(world *w, int32_t way, throng_status *expected)
{
    throng_potential_def def = throng_potential_default_def();
    throng_selection choice;
    (void)expected;
    def.worlds = way == 1 ? 0 : 1;
    return way > 2 ? NO_WAY : throng_potential_explain(w->context, &def, way == 2 ? NULL : &choice);
}

static throng_status potential_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_potential_destroy(way ? w->potential : NULL); /* the tracer uses it */
}

static throng_status set_sources(world *w, int32_t way, throng_status *expected)
{
    throng_potential_source s[3];
    for (int32_t i = 0; i < 3; i++) {
        s[i] = throng_potential_default_source();
        s[i].x = 20.0f + (float)i;
        s[i].y = 10.0f;
    }
    s[2].range = way == 1 ? 0.0f : 3.0f;
    s[2].type = way == 2 ? 3 : 1;
    s[2].eta = way == 3 ? NAN : 1.0f;
    *expected = way == 4 ? THRONG_ERROR_CAPACITY : *expected;
    return way > 5 ? NO_WAY
                   : throng_potential_set_sources(w->potential, way == 4 ? 6 : 5, 3, s, way == 5 ? 4 : 0);
}

static throng_status potential_set_goals(world *w, int32_t way, throng_status *expected)
{
    const throng_potential_goal goals[2] = {{8, 8, 2, 0}, {way == 1 ? NAN : 9.0f, 9, 2, way == 2}};
    *expected = way == 3 ? THRONG_ERROR_CAPACITY : *expected;
    return way > 3 ? NO_WAY : throng_potential_set_goals(w->potential, way == 3 ? 1 : 0, 2, goals, 0);
}

static throng_status set_points(world *w, int32_t way, throng_status *expected)
{
    const throng_potential_point points[3] = {
        {8, 8, 0, 0}, {7, 7, 1, 0}, {way == 1 ? NAN : 9.0f, 9, way == 2 ? 2 : 1, 0}};
    *expected = way == 3 ? THRONG_ERROR_CAPACITY : *expected;
    return way > 4 ? NO_WAY
                   : throng_potential_set_points(w->potential,
                                                 way == 3   ? 6
                                                 : way == 4 ? 8
                                                            : 5,
                                                 3, points, 0);
}

static throng_status move_sources(world *w, int32_t way, throng_status *expected)
{
    const float at[3][2] = {{5, 5}, {6, 6}, {7, way == 1 ? INFINITY : 7.0f}};
    (void)expected;
    return way > 3
               ? NO_WAY
               : throng_potential_move_sources(w->potential, way == 2 ? 6 : 0, 3, way == 3 ? NULL : *at, 0);
}

static throng_status move_points(world *w, int32_t way, throng_status *expected)
{
    const float at[3][2] = {{5, 5}, {6, 6}, {7, way == 1 ? INFINITY : 7.0f}};
    (void)expected;
    return way > 2 ? NO_WAY : throng_potential_move_points(w->potential, way == 2 ? 7 : 0, 3, *at, 0);
}

static throng_status potential_update(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_potential_update(way ? NULL : w->potential);
}

static throng_status potential_read(world *w, int32_t way, throng_status *expected)
{
    throng_force forces[4];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_potential_read(w->potential, way == 1 ? 90 : 0, 4, way == 2 ? NULL : forces,
                                           way == 3 ? 4 : 0);
}

static throng_status truncate_sources(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_potential_truncate_sources(w->potential, way == 0   ? 4
                                                                     : way == 1 ? -1
                                                                                : 9);
}

static throng_status truncate_points(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_potential_truncate_points(w->potential, way == 0   ? 5
                                                                    : way == 1 ? -1
                                                                               : 9);
}

static throng_status truncate_goals(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY : throng_potential_truncate_goals(w->potential, way == 0 ? 2 : way == 1 ? -1 : 3);
}

static throng_status potential_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_potential_info info;
    (void)expected;
    return way > 1 ? NO_WAY : throng_potential_get_info(w->potential, way ? NULL : &info);
}

static throng_status potential_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_potential_reset(way ? NULL : w->potential);
}

const public_call field_calls[] = {
    {"throng_influence_create", influence_create, influence_undo},
    {"throng_influence_explain", influence_explain, NULL},
    {"throng_influence_destroy", influence_destroy, NULL},
    {"throng_influence_set_objects", set_objects, NULL},
    {"throng_influence_set_objects", set_plain_objects, NULL},
    {"throng_influence_move_objects", move_objects, NULL},
    {"throng_influence_truncate_objects", truncate_objects, NULL},
    {"throng_influence_set_momentum", set_momentum, NULL},
    {"throng_influence_update_layer", update_layer, NULL},
    {"throng_influence_update", influence_update, NULL},
    {"throng_influence_update_some", update_some, NULL},
    {"throng_influence_update_some", update_some_into_nothing, NULL},
    {"throng_influence_update_part", update_part, NULL},
    {"throng_influence_reserve", influence_reserve, NULL},
    {"throng_influence_combine", combine, NULL},
    {"throng_influence_read", influence_read, NULL},
    {"throng_influence_best", best, NULL},
    {"throng_influence_worst", worst, NULL},
    {"throng_influence_best_of_regions", best_of_regions, NULL},
    {"throng_influence_best_of_neighbors", best_of_neighbors, NULL},
    {"throng_influence_sample", influence_sample, NULL},
    {"throng_influence_get_info", influence_get_info, NULL},
    {"throng_flow_create", flow_create, flow_undo},
    {"throng_flow_explain", flow_explain, NULL},
    {"throng_flow_destroy", flow_destroy, NULL},
    {"throng_flow_set_goals", flow_set_goals, NULL},
    {"throng_flow_set_costs", set_costs, NULL},
    {"throng_flow_set_seeds", call_set_seeds, NULL},
    {"throng_flow_add_seeds", call_add_seeds, NULL},
    {"throng_flow_read_exact_lengths", call_read_exact_lengths, NULL},
    {"throng_flow_field_for", field_for, NULL},
    {"throng_flow_update", flow_update, NULL},
    {"throng_flow_read_lengths", read_lengths, NULL},
    {"throng_flow_read_directions", read_directions, NULL},
    {"throng_flow_sample", flow_sample, NULL},
    {"throng_flow_get_info", flow_get_info, NULL},
    {"throng_potential_create", potential_create, potential_undo},
    {"throng_potential_explain", potential_explain, NULL},
    {"throng_potential_destroy", potential_destroy, NULL},
    {"throng_potential_set_sources", set_sources, NULL},
    {"throng_potential_set_goals", potential_set_goals, NULL},
    {"throng_potential_set_points", set_points, NULL},
    {"throng_potential_move_sources", move_sources, NULL},
    {"throng_potential_move_points", move_points, NULL},
    {"throng_potential_update", potential_update, NULL},
    {"throng_potential_read", potential_read, NULL},
    {"throng_potential_truncate_sources", truncate_sources, NULL},
    {"throng_potential_truncate_points", truncate_points, NULL},
    {"throng_potential_truncate_goals", truncate_goals, NULL},
    {"throng_potential_get_info", potential_get_info, NULL},
    {"throng_influence_reset", influence_reset, NULL},
    {"throng_potential_reset", potential_reset, NULL},
    {"throng_flow_reset", flow_reset, NULL},
};
const int32_t field_call_count = sizeof field_calls / sizeof *field_calls;
