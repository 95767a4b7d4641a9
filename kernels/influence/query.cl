/* Questions of many agents to a finished map: one work-item each, or
 * for each vector of cells or points. */
#include "kernels/influence/device.h"
#include "kernels/influence/query.h"

/* kind, flags: as in influence_query.h. `walls` is read only where has_walls. */
__kernel void influence_query(__global const float *values, __global const uint *walls, const int16 words,
                              int has_walls, int kind, int flags, uint count, __global const int *questions,
                              __global int *answers)
{
    uint i = (uint)get_global_id(0);
    if (i * (kind == QUERY_REGION ? 1 : THRONG_WIDTH) >= count)
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
        query_point points[THRONG_WIDTH];
        query_sample samples[THRONG_WIDTH];
        query_places places;
        for (uint k = 0; k < THRONG_WIDTH; k++) { /* the last one again and again */
            const uint at = 3 * min(i * THRONG_WIDTH + k, count - 1);
            points[k].x = scalar_from_bits(questions[at]);
            points[k].y = scalar_from_bits(questions[at + 1]);
            points[k].world = questions[at + 2];
        }
        if (!map.grid.hex)
            query_find(&map, points, &places);
        query_of_points(&map, points, &places, samples);
        for (uint k = 0; k < THRONG_WIDTH && i * THRONG_WIDTH + k < count; k++) {
            const uint at = 3 * (i * THRONG_WIDTH + k);
            answers[at] = scalar_to_bits(samples[k].value);
            answers[at + 1] = scalar_to_bits(samples[k].dx);
            answers[at + 2] = scalar_to_bits(samples[k].dy);
        }
        return;
    }
    if (kind == QUERY_NEIGHBOR) {
        query_cell cells[THRONG_WIDTH];
        query_best results[THRONG_WIDTH];
        for (uint k = 0; k < THRONG_WIDTH; k++) {
            const uint at = 2 * min(i * THRONG_WIDTH + k, count - 1);
            cells[k].column = questions[at];
            cells[k].row = questions[at + 1];
        }
        query_of_cells(&map, cells, flags, results);
        for (uint k = 0; k < THRONG_WIDTH && i * THRONG_WIDTH + k < count; k++) {
            const uint at = 3 * (i * THRONG_WIDTH + k);
            answers[at] = results[k].column;
            answers[at + 1] = results[k].row;
            answers[at + 2] = scalar_to_bits(results[k].value);
        }
        return;
    }
    query_region region;
    region.column = questions[4 * i];
    region.row = questions[4 * i + 1];
    region.width = questions[4 * i + 2];
    region.height = questions[4 * i + 3];
    const query_best best = query_of_region(&map, &region, flags);
    answers[3 * i] = best.column;
    answers[3 * i + 1] = best.row;
    answers[3 * i + 2] = scalar_to_bits(best.value);
}
