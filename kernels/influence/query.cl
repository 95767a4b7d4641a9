/* Queries of a finished map: one per work-item, or one vector of cells or points. */
#include "kernels/influence/device.h"
#include "kernels/influence/query.h"

/* kind, flags: as in kernels/influence/query.h. `walls` is read only if has_walls. */
__kernel void influence_query(__global const float *values, __global const uint *walls, const int16 words,
                              int has_walls, int kind, int flags, uint count, __global const int *queries,
                              __global int *output)
{
    uint i = (uint)get_global_id(0);
    if (i * (kind == QUERY_REGION ? 1 : THRONG_WIDTH) >= count)
        return;
    influence_plan plan;
    query_map map;
    load_plan(&plan, words);
    map.grid = grid_of(&plan);
    map.values = values;
    map.walls = walls;
    map.pitch = plan.pitch;
    map.has_walls = has_walls;
    if (kind == QUERY_SAMPLE) {
        query_point points[THRONG_WIDTH];
        query_sample samples[THRONG_WIDTH];
        query_places places;
        for (uint k = 0; k < THRONG_WIDTH; k++) { /* padding repeats the last point */
            const uint at = 3 * min(i * THRONG_WIDTH + k, count - 1);
            points[k].x = scalar_from_bits(queries[at]);
            points[k].y = scalar_from_bits(queries[at + 1]);
            points[k].world = queries[at + 2];
        }
        if (!map.grid.hex)
            query_locate_points(&map, points, &places);
        query_of_points(&map, points, &places, samples);
        for (uint k = 0; k < THRONG_WIDTH && i * THRONG_WIDTH + k < count; k++) {
            const uint at = 3 * (i * THRONG_WIDTH + k);
            output[at] = scalar_to_bits(samples[k].value);
            output[at + 1] = scalar_to_bits(samples[k].dx);
            output[at + 2] = scalar_to_bits(samples[k].dy);
        }
        return;
    }
    if (kind == QUERY_NEIGHBOR) {
        query_cell cells[THRONG_WIDTH];
        query_best results[THRONG_WIDTH];
        for (uint k = 0; k < THRONG_WIDTH; k++) {
            const uint at = 2 * min(i * THRONG_WIDTH + k, count - 1);
            cells[k].column = queries[at];
            cells[k].row = queries[at + 1];
        }
        query_of_cells(&map, cells, flags, results);
        for (uint k = 0; k < THRONG_WIDTH && i * THRONG_WIDTH + k < count; k++) {
            const uint at = 3 * (i * THRONG_WIDTH + k);
            output[at] = results[k].column;
            output[at + 1] = results[k].row;
            output[at + 2] = scalar_to_bits(results[k].value);
        }
        return;
    }
    query_region region;
    region.column = queries[4 * i];
    region.row = queries[4 * i + 1];
    region.width = queries[4 * i + 2];
    region.height = queries[4 * i + 3];
    const query_best best = query_of_region(&map, &region, flags);
    output[3 * i] = best.column;
    output[3 * i + 1] = best.row;
    output[3 * i + 2] = scalar_to_bits(best.value);
}
