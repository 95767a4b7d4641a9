/* The calls on influence maps, potential fields and flows of worlds, each with the ways in which it fails. */
#include "tests/failures/world.h"

#include <math.h>
#include <string.h>

enum { NOBODY = 77777 }; /* an id */

/* ---------------------------------------------------------------- influence maps -------------------- */

static throng_status map_create(world *w, int32_t way, throng_status *expected)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    throng_world_influence *made = NULL;
    const float weights[2] = {1.0f, way == 1 ? -1.0f : 2.0f};
    (void)expected;
    def.map.width = way == 2 ? 0 : 20;
    def.map.height = 16;
    def.map.layers = way == 3 ? 99 : 2;
    def.map.propagation = THRONG_PROPAGATION_ADJACENT;
    def.map.worlds = way == 4 ? 2 : 1;
    def.map.object_capacity = way == 5 ? -1 : 8;
    def.reach = way == 6 ? 1 : 5;
    def.weights = weights;
    if (way > 9)
        return NO_WAY;
    const throng_status status = throng_world_influence_create(
        way == 9 ? NULL : w->parted, way == 8 ? NULL : &def, way == 7 ? NULL : &made);
    w->made = made;
    return status;
}

static throng_status map_undo(world *w)
{
    const throng_status status = throng_world_influence_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status map_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY
                   : throng_world_influence_destroy(way ? (throng_world_influence *)(void *)w->flow : NULL);
}

/* New ones, and some that were there. */
static throng_status map_set_objects(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[4] = {cut_ids[1], 9, 900, way == 1 ? 9 : 77};
    throng_influence_object objects[4];
    (void)expected;
    for (int32_t i = 0; i < 4; i++) {
        objects[i] = cut_object(i);
        objects[i].y += 5.0f;
    }
    if (way == 2)
        objects[3].x = NAN;
    if (way == 3)
        objects[2].max_distance = 40.0f; /* beyond the def's reach */
    if (way == 4) {                      /* in a wall */
        objects[3].x = 13.5f;
        objects[3].y = 14.5f;
    }
    if (way == 5)
        objects[1].x = 50.5f; /* off the map */
    if (way > 9)
        return NO_WAY;
    return throng_world_influence_set_objects(w->cut_map, way == 6 ? 2 : 1, way == 7 ? -1 : 4,
                                              way == 8 ? NULL : ids, way == 9 ? NULL : objects, 0);
}

static throng_status map_move_objects(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[3] = {cut_ids[0], cut_ids[3], way == 1 ? NOBODY : cut_ids[4]};
    float at[3][2] = {{5.5f, 20.5f}, {36.5f, 21.5f}, {20.5f, 22.5f}}, v[3][2] = {{0, 1}, {0, 1}, {1, 1}};
    (void)expected;
    if (way == 2)
        at[2][1] = NAN;
    if (way == 3)
        v[2][0] = INFINITY;
    if (way == 4) { /* in a wall */
        at[1][0] = 13.5f;
        at[1][1] = 14.5f;
    }
    if (way > 7)
        return NO_WAY;
    return throng_world_influence_move_objects(w->cut_map, way == 5 ? -1 : 0, 3, way == 6 ? NULL : ids,
                                               way == 7 ? NULL : *at, 0, *v, 0);
}

static throng_status map_remove_objects(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[2] = {cut_ids[5], way == 1 ? NOBODY : way == 2 ? cut_ids[5] : cut_ids[2]};
    (void)expected;
    if (way > 5)
        return NO_WAY;
    return throng_world_influence_remove_objects(w->cut_map, way == 3 ? 2 : 0, way == 4 ? -1 : 2,
                                                 way == 5 ? NULL : ids);
}

static throng_status map_set_walls(world *w, int32_t way, throng_status *expected)
{
    static const uint8_t walls[20] = {1, 0, 1, 1, 1, 1, 0, 1};
    const throng_region region = {18, way == 1 ? 40 : 28, 5, 4};
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_influence_set_walls(w->cut_map, &region, way == 2 ? NULL : walls,
                                                      way == 3 ? 3 : 0);
}

static throng_status map_set_momentum(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_influence_set_momentum(w->cut_map, way == 1 ? 2 : 0, way == 2 ? NAN : 0.5f);
}

/* Most objects are in one part then. */
static throng_status map_update(world *w, int32_t way, throng_status *expected)
{
    static const uint8_t wall[4] = {1, 1, 1, 1};
    const throng_region region = {30, 24, 2, 2};
    float at[4][2];
    (void)expected;
    for (int32_t i = 0; i < 4; i++) {
        at[i][0] = 30.5f + (float)i;
        at[i][1] = 30.5f;
    }
    if (way > 1)
        return NO_WAY;
    if (way == 0) {
        BEFORE(w, throng_world_influence_set_walls(w->cut_map, &region, wall, 0));
        BEFORE(w, throng_world_influence_move_objects(w->cut_map, 1, 4, cut_ids, *at, 0, NULL, 0));
    }
    return throng_world_influence_update(way ? NULL : w->cut_map);
}

static throng_status map_combine(world *w, int32_t way, throng_status *expected)
{
    const float weights[2] = {2.0f, way == 1 ? NAN : 1.0f};
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_influence_combine(w->cut_map, way == 2 ? NULL : weights, way == 3 ? 1 : 2);
}

static throng_status map_read(world *w, int32_t way, throng_status *expected)
{
    const throng_region region = {10, 9, way == 1 ? 40 : 20, 17};
    float values[20 * 17] = {0};
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return keep_read(w,
                     throng_world_influence_read(w->cut_map, way == 2 ? 2 : 0, &region,
                                                 way == 3 ? NULL : values, way == 4 ? 8 : 0),
                     values, sizeof values);
}

static throng_status map_best(world *w, int32_t way, throng_status *expected)
{
    const throng_region off = {0, 0, 41, 1};
    throng_best best;
    (void)expected;
    if (way > 3)
        return NO_WAY;
    return keep_read(w,
                     throng_world_influence_best(w->cut_map, way == 1 ? 2 : 1, way == 2 ? &off : NULL,
                                                 way == 3 ? NULL : &best),
                     &best, sizeof best);
}

static throng_status map_worst(world *w, int32_t way, throng_status *expected)
{
    const throng_region region = {3, 3, 20, way == 1 ? 0 : 20};
    throng_best worst;
    (void)expected;
    if (way > 2)
        return NO_WAY;
    return keep_read(
        w, throng_world_influence_worst(w->cut_map, THRONG_LAYER_COMBINED, &region, way == 2 ? NULL : &worst),
        &worst, sizeof worst);
}

static throng_status map_hash(world *w, int32_t way, throng_status *expected)
{
    uint64_t hash;
    (void)expected;
    if (way > 2)
        return NO_WAY;
    return keep_read(w, throng_world_influence_hash(w->cut_map, way == 1 ? 2 : 0, way == 2 ? NULL : &hash),
                     &hash, sizeof hash);
}

static throng_status map_get_part(world *w, int32_t way, throng_status *expected)
{
    throng_influence *local;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_influence_get_part(w->cut_map, way == 1 ? 2 : 1, way == 2 ? NULL : &local,
                                                     NULL, NULL);
}

static throng_status map_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    if (way > 1)
        return NO_WAY;
    const throng_status status = throng_world_influence_reset(way ? NULL : w->cut_map);
    w->not_combined |= status == THRONG_OK;
    return status;
}

static throng_status map_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_world_influence_info info;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_influence_get_info(way == 2 ? NULL : w->cut_map, way == 1 ? NULL : &info);
}

/* ---------------------------------------------------------------- potential fields ------------------ */

static throng_status field_create(world *w, int32_t way, throng_status *expected)
{
    throng_potential_def parts[2] = {throng_potential_default_def(), throng_potential_default_def()};
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_world_potential *made = NULL;
    (void)expected;
    def.parts = way == 1 ? NULL : parts;
    parts[1].source_capacity = way == 2 ? -1 : 64;
    parts[0].damage = way == 3;
    parts[1].worlds = way == 4 ? 2 : 1;
    if (way > 7)
        return NO_WAY;
    const throng_status status = throng_world_potential_create(
        way == 7 ? NULL : w->parted, way == 5 ? NULL : &def, way == 6 ? NULL : &made);
    w->made = made;
    return status;
}

static throng_status field_undo(world *w)
{
    const throng_status status = throng_world_potential_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status field_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY
                   : throng_world_potential_destroy(way ? (throng_world_potential *)(void *)w->flow : NULL);
}

static throng_status field_set_sources(world *w, int32_t way, throng_status *expected)
{
    const uint64_t indices[3] = {2, cut_indices[3], way == 1 ? 2 : 400};
    throng_potential_source sources[3] = {cut_source(0), cut_source(3), cut_source(4)};
    (void)expected;
    sources[0].y += 3.0f;
    sources[1].range = way == 2 ? -1.0f : 9.0f;
    sources[2].x = way == 3 ? NAN : 9.0f;
    sources[2].world = way == 4;
    if (way > 7)
        return NO_WAY;
    return throng_world_potential_set_sources(w->cut_field, way == 5 ? -1 : 3, way == 6 ? NULL : indices,
                                              way == 7 ? NULL : sources, 0);
}

static throng_status field_move_sources(world *w, int32_t way, throng_status *expected)
{
    const uint64_t indices[2] = {cut_indices[2], way == 1 ? NOBODY : cut_indices[4]};
    const float at[2][2] = {{8.0f, 12.0f}, {29.0f, way == 2 ? NAN : 12.0f}};
    (void)expected;
    if (way > 5)
        return NO_WAY;
    return throng_world_potential_move_sources(w->cut_field, way == 3 ? -1 : 2, way == 4 ? NULL : indices,
                                               way == 5 ? NULL : *at, 0);
}

static throng_status field_remove_sources(world *w, int32_t way, throng_status *expected)
{
    const uint64_t indices[2] = {cut_indices[1], way == 1   ? NOBODY
                                                 : way == 2 ? cut_indices[1]
                                                            : cut_indices[5]};
    (void)expected;
    return way > 4 ? NO_WAY
                   : throng_world_potential_remove_sources(w->cut_field, way == 3 ? -1 : 2,
                                                           way == 4 ? NULL : indices);
}

static throng_status field_set_goals(world *w, int32_t way, throng_status *expected)
{
    throng_potential_goal goals[2] = {{20.0f, 25.0f, 2.0f, 0}, {15.0f, 3.0f, 1.0f, way == 1}};
    goals[1].x = way == 2 ? INFINITY : 15.0f;
    if (way == 3)
        *expected = THRONG_ERROR_CAPACITY;
    if (way > 6)
        return NO_WAY;
    return throng_world_potential_set_goals(w->cut_field,
                                            way == 3   ? 2
                                            : way == 4 ? 4
                                                       : 1,
                                            way == 5 ? -1 : 2, way == 6 ? NULL : goals, 0);
}

static throng_status field_truncate_goals(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_potential_truncate_goals(w->cut_field, way == 0   ? 2
                                                                         : way == 1 ? -1
                                                                                    : 4);
}

static throng_status field_set_points(world *w, int32_t way, throng_status *expected)
{
    throng_potential_point points[9];
    for (int32_t i = 0; i < 9; i++)
        points[i] = (throng_potential_point){9.0f + 7.0f * (float)i, 9.0f, i % 2, i == 2 && way == 1};
    points[2].y = way == 2 ? NAN : 9.0f;
    if (way == 3)
        *expected = THRONG_ERROR_CAPACITY;
    if (way > 7)
        return NO_WAY;
    return throng_world_potential_set_points(w->cut_field, way == 4 ? 2 : 0,
                                             way == 5 ? CUT_POINTS + 3 : CUT_POINTS - 1,
                                             way == 3   ? 9
                                             : way == 6 ? -1
                                                        : 3,
                                             way == 7 ? NULL : points, 0);
}

static throng_status field_move_points(world *w, int32_t way, throng_status *expected)
{
    const float at[2][2] = {{8.0f, 12.0f}, {29.0f, way == 1 ? NAN : 12.0f}};
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return throng_world_potential_move_points(w->cut_field, way == 2 ? -1 : 1, way == 3 ? 7 : 1, 2,
                                              way == 4 ? NULL : *at, 0);
}

static throng_status field_truncate_points(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_potential_truncate_points(w->cut_field, way == 1 ? 2 : 0,
                                                            way == 2   ? -1
                                                            : way == 3 ? 9
                                                                       : CUT_POINTS);
}

/* Points and sources have changed places: other blocks reach a part than ever before. */
static throng_status field_update(world *w, int32_t way, throng_status *expected)
{
    float at[CUT_SOURCES][2], to[2][2] = {{32.0f, 9.0f}, {33.0f, 14.0f}};
    (void)expected;
    for (int32_t i = 0; i < CUT_SOURCES; i++) {
        at[i][0] = i % 2 ? 33.0f : 7.0f;
        at[i][1] = 9.0f + (float)i;
    }
    if (way > 1)
        return NO_WAY;
    if (way == 0) {
        BEFORE(w, throng_world_potential_move_sources(w->cut_field, 1, cut_indices, at[0], 0));
        BEFORE(w, throng_world_potential_move_sources(w->cut_field, 3, cut_indices + 2, at[2], 0));
        BEFORE(w, throng_world_potential_move_points(w->cut_field, 0, 0, 2, *to, 0));
    }
    return throng_world_potential_update(way ? NULL : w->cut_field);
}

static throng_status field_read(world *w, int32_t way, throng_status *expected)
{
    throng_force forces[2];
    (void)expected;
    if (way > 3)
        return NO_WAY;
    return keep_read(w,
                     throng_world_potential_read(w->cut_field, way == 1 ? 2 : 1, way == 2 ? 9 : 1, 2,
                                                 way == 3 ? NULL : forces, 0),
                     forces, sizeof forces);
}

static throng_status field_get_part(world *w, int32_t way, throng_status *expected)
{
    throng_potential *local;
    (void)expected;
    return way > 2
               ? NO_WAY
               : throng_world_potential_get_part(w->cut_field, way == 1 ? 2 : 1, way == 2 ? NULL : &local);
}

static throng_status field_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_world_potential_reset(way ? NULL : w->cut_field);
}

static throng_status field_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_world_potential_info info;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_potential_get_info(way == 2 ? NULL : w->cut_field, way == 1 ? NULL : &info);
}

const public_call cut_calls[] = {
    {"throng_world_influence_create", map_create, map_undo},
    {"throng_world_influence_destroy", map_destroy, NULL},
    {"throng_world_influence_set_objects", map_set_objects, NULL},
    {"throng_world_influence_move_objects", map_move_objects, NULL},
    {"throng_world_influence_remove_objects", map_remove_objects, NULL},
    {"throng_world_influence_set_walls", map_set_walls, NULL},
    {"throng_world_influence_set_momentum", map_set_momentum, NULL},
    {"throng_world_influence_update", map_update, NULL},
    {"throng_world_influence_combine", map_combine, NULL},
    {"throng_world_influence_read", map_read, NULL},
    {"throng_world_influence_best", map_best, NULL},
    {"throng_world_influence_worst", map_worst, NULL},
    {"throng_world_influence_hash", map_hash, NULL},
    {"throng_world_influence_get_part", map_get_part, NULL},
    {"throng_world_influence_get_info", map_get_info, NULL},
    {"throng_world_potential_create", field_create, field_undo},
    {"throng_world_potential_destroy", field_destroy, NULL},
    {"throng_world_potential_set_sources", field_set_sources, NULL},
    {"throng_world_potential_move_sources", field_move_sources, NULL},
    {"throng_world_potential_remove_sources", field_remove_sources, NULL},
    {"throng_world_potential_set_goals", field_set_goals, NULL},
    {"throng_world_potential_truncate_goals", field_truncate_goals, NULL},
    {"throng_world_potential_set_points", field_set_points, NULL},
    {"throng_world_potential_move_points", field_move_points, NULL},
    {"throng_world_potential_truncate_points", field_truncate_points, NULL},
    {"throng_world_potential_update", field_update, NULL},
    {"throng_world_potential_read", field_read, NULL},
    {"throng_world_potential_get_part", field_get_part, NULL},
    {"throng_world_potential_get_info", field_get_info, NULL},
    {"throng_world_influence_reset", map_reset, NULL},
    {"throng_world_potential_reset", field_reset, NULL},
};
const int32_t cut_call_count = sizeof cut_calls / sizeof *cut_calls;
