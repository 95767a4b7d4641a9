/* The calls on flows of worlds, and on a crowd that follows one, each with the ways in which it fails. */
#include "tests/failures/world.h"

#include <math.h>
#include <string.h>

static throng_status flow_create(world *w, int32_t way, throng_status *expected)
{
    throng_world_flow_def def = throng_world_flow_default_def();
    throng_world_flow *made = NULL;
    (void)expected;
    def.width = way == 1 ? 0 : 30;
    def.height = 25;
    def.margin = way == 2 ? 1 : 5;
    def.flow.fields = way == 3 ? 0 : 2;
    def.flow.clearance_count = 1;
    def.flow.clearances[0] = way == 4 ? -1.0f : 1.2f;
    def.flow.terrain = way == 5 ? w->terrain : NULL;
    if (way > 8)
        return NO_WAY;
    const throng_status status = throng_world_flow_create(way == 8 ? NULL : w->parted, way == 7 ? NULL : &def,
                                                          way == 6 ? NULL : &made);
    w->made = made;
    return status;
}

static throng_status flow_undo(world *w)
{
    const throng_status status = throng_world_flow_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status flow_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_flow_destroy(way == 0   ? NULL
                                               : way == 1 ? (throng_world_flow *)(void *)w->flow
                                                          : w->cut_flow); /* which is followed */
}

static throng_status flow_set_blocked(world *w, int32_t way, throng_status *expected)
{
    static const uint8_t walls[8] = {1, 0, 1, 1, 1, 1, 0, 1};
    const throng_region region = {10, way == 1 ? 35 : 30, 4, 2};
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_flow_set_blocked(w->cut_flow, &region, way == 2 ? NULL : walls,
                                                   way == 3 ? 3 : 0);
}

static throng_status flow_set_costs(world *w, int32_t way, throng_status *expected)
{
    const uint8_t costs[4] = {7, 9, 200, way == 1 ? 0 : 3};
    const throng_region region = {19, way == 2 ? 35 : 30, 2, 2};
    (void)expected;
    return way > 4
               ? NO_WAY
               : throng_world_flow_set_costs(w->cut_flow, &region, way == 3 ? NULL : costs, way == 4 ? 1 : 0);
}

static throng_status flow_set_goals(world *w, int32_t way, throng_status *expected)
{
    throng_cell cells[6] = {{2, 2}, {30, way == 1 ? 36 : 3}, {1, 30}, {1, 31}, {1, 32}, {1, 33}};
    if (way == 2)
        *expected = THRONG_ERROR_CAPACITY;
    if (way > 5)
        return NO_WAY;
    return throng_world_flow_set_goals(w->cut_flow, way == 3 ? 2 : 1,
                                       way == 2   ? 6
                                       : way == 4 ? -1
                                                  : 3,
                                       way == 5 ? NULL : cells, 0);
}

/* A wall at the border between the tiles, and more goals. */
static void change(world *w, int32_t row)
{
    static const uint8_t wall[6] = {1, 1, 1, 1, 1, 1};
    const throng_region region = {18, row, 4, 1};
    const throng_cell goals[3] = {{19, 2}, {20, 33}, {39, row}};
    BEFORE(w, throng_world_flow_set_blocked(w->cut_flow, &region, wall, 0));
    BEFORE(w, throng_world_flow_set_goals(w->cut_flow, 0, 3, goals, 0));
}

/* Where it is out of memory nobody is led by what is not complete. */
static throng_status expect_no_lengths(world *w, throng_status status)
{
    float length;
    const throng_region one = {0, 0, 1, 1};
    if (status != THRONG_ERROR_OUT_OF_MEMORY)
        return status;
    const throng_status read = throng_world_flow_read_lengths(w->cut_flow, 0, 0, &one, &length, 0);
    return read == THRONG_ERROR_LOST ? status : THRONG_ERROR_UNSUPPORTED; /* which no test expects */
}

static throng_status flow_update(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    if (way > 1)
        return NO_WAY;
    if (way == 0)
        change(w, 20);
    return expect_no_lengths(w, throng_world_flow_update(way ? NULL : w->cut_flow));
}

static throng_status flow_get_part(world *w, int32_t way, throng_status *expected)
{
    throng_world_flow_part part;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_flow_get_part(w->cut_flow, way == 1 ? 2 : 1, way == 2 ? NULL : &part);
}

static throng_status flow_read_lengths(world *w, int32_t way, throng_status *expected)
{
    const throng_region region = {way == 1 ? 38 : 25, 5, 4, 3};
    float lengths[12];
    (void)expected;
    if (way > 4)
        return NO_WAY;
    return keep_read(w,
                     throng_world_flow_read_lengths(w->cut_flow, way == 2 ? 2 : 1, way == 3 ? 2 : 0, &region,
                                                    way == 4 ? NULL : lengths, 0),
                     lengths, sizeof lengths);
}

static throng_status flow_read_directions(world *w, int32_t way, throng_status *expected)
{
    const throng_region region = {25, 5, way == 1 ? 0 : 4, 3};
    throng_flow_direction directions[12];
    (void)expected;
    if (way > 3)
        return NO_WAY;
    return keep_read(w,
                     throng_world_flow_read_directions(w->cut_flow, way == 2 ? -1 : 1, 1, &region,
                                                       way == 3 ? NULL : directions, 0),
                     directions, sizeof directions);
}

static throng_status flow_sample(world *w, int32_t way, throng_status *expected)
{
    throng_flow_point points[3] = {
        {5.5f, 5.5f, 0, 0}, {30.25f, 9.5f, 0, 1}, {19.5f, 30.5f, 0, way == 1 ? 2 : 0}};
    throng_flow_vector vectors[3];
    (void)expected;
    points[1].x = way == 2 ? NAN : 30.25f;
    if (way > 6)
        return NO_WAY;
    return keep_read(w,
                     throng_world_flow_sample(w->cut_flow, way == 3 ? 9 : THRONG_FLOW_SAMPLE_SMOOTH,
                                              way == 4 ? -1 : 3, way == 5 ? NULL : points, 0,
                                              way == 6 ? NULL : vectors),
                     vectors, sizeof vectors);
}

static throng_status flow_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_world_flow_info info;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_flow_get_info(way == 2 ? NULL : w->cut_flow, way == 1 ? NULL : &info);
}

/* ---------------------------------------------------------------- a crowd that follows -------------- */

static throng_status walkers_create(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_def parts[2] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_world_crowd *made = NULL;
    (void)expected;
    def.parts = parts;
    def.flow = way == 1 ? (throng_world_flow *)(void *)w->flow : w->cut_flow;
    def.skin = way == 2 ? 100.0f : 0.0f;
    parts[1].flow = way == 3 ? w->flow : NULL;
    if (way > 3)
        return NO_WAY;
    const throng_status status = throng_world_crowd_create(w->parted, &def, &made);
    w->made = made;
    return status;
}

static throng_status walkers_undo(world *w)
{
    const throng_status status = throng_world_crowd_destroy(w->made);
    w->made = NULL;
    return status;
}

/* A step updates the flow first. */
static throng_status walkers_step(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    if (way > 1)
        return NO_WAY;
    if (way == 0)
        change(w, 25);
    return throng_world_crowd_step(w->walkers, way ? -1.0f : 0.1f);
}

const public_call cut_flow_calls[] = {
    {"throng_world_flow_create", flow_create, flow_undo},
    {"throng_world_flow_destroy", flow_destroy, NULL},
    {"throng_world_flow_set_blocked", flow_set_blocked, NULL},
    {"throng_world_flow_set_costs", flow_set_costs, NULL},
    {"throng_world_flow_set_goals", flow_set_goals, NULL},
    {"throng_world_flow_update", flow_update, NULL},
    {"throng_world_flow_get_part", flow_get_part, NULL},
    {"throng_world_flow_read_lengths", flow_read_lengths, NULL},
    {"throng_world_flow_read_directions", flow_read_directions, NULL},
    {"throng_world_flow_sample", flow_sample, NULL},
    {"throng_world_flow_get_info", flow_get_info, NULL},
    {"throng_world_crowd_create", walkers_create, walkers_undo},
    {"throng_world_crowd_step", walkers_step, NULL},
};
const int32_t cut_flow_call_count = sizeof cut_flow_calls / sizeof *cut_flow_calls;
