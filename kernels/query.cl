/* Questions of many agents to a finished map: one work-item each. */
#include "influence_device.h"
#include "influence_query.h"

/* kind, flags: as in influence_query.h. `walls` is read only where has_walls. */
__kernel void influence_query(__global const float *values, __global const uint *walls, const int16 words,
                              int has_walls, int kind, int flags, uint count, __global const int *questions,
                              __global int *answers)
{
    uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    influence_plan plan;
    query_map map;
    take_plan(&plan, words);
    map.grid = grid_of(&plan);
    map.values = values;
    map.walls = walls;
    map.pitch = plan.pitch;
    map.has_walls = has_walls;
    if (kind == QUERY_SAMPLE) {
        query_point point;
        point.x = plain_real(questions[3 * i]);
        point.y = plain_real(questions[3 * i + 1]);
        point.world = questions[3 * i + 2];
        query_sample sample = query_of_point(&map, &point);
        answers[3 * i] = plain_bits(sample.value);
        answers[3 * i + 1] = plain_bits(sample.dx);
        answers[3 * i + 2] = plain_bits(sample.dy);
        return;
    }
    query_best best;
    if (kind == QUERY_REGION) {
        query_region region;
        region.column = questions[4 * i];
        region.row = questions[4 * i + 1];
        region.width = questions[4 * i + 2];
        region.height = questions[4 * i + 3];
        best = query_of_region(&map, &region, flags);
    } else {
        query_cell cell;
        cell.column = questions[2 * i];
        cell.row = questions[2 * i + 1];
        best = query_of_neighbors(&map, &cell, flags);
    }
    answers[3 * i] = best.column;
    answers[3 * i + 1] = best.row;
    answers[3 * i + 2] = plain_bits(best.value);
}
