/* Potential fields on OpenCL devices: assignment of sources and points to tiles, and evaluation. GPUs: one
 * point per work-item. CPU devices: chunks of a tile, one after the other. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#ifndef POTENTIAL_TYPES
#define POTENTIAL_TYPES 0 /* of the measure; the interaction uses as many registers as types */
#endif
#include "kernels/potential/chunk.h"

/* Updates the positions of entries, their first two words. */
__kernel void potential_move(__global float *entries, uint words, __global const float *places, uint first,
                             uint count)
{
    uint i = (uint)get_global_id(0);
    if (i < count) {
        entries[(first + i) * words] = places[2 * i];
        entries[(first + i) * words + 1] = places[2 * i + 1];
    }
}

/* Number of tiles that each source reaches, followed by a 0. */
__kernel void potential_count(__global const potential_source *sources, __global const potential_plan *plan,
                              __global uint *counts, uint count)
{
    uint i = (uint)get_global_id(0);
    if (i > count)
        return;
    uint tiles = 0;
    if (i < count) {
        const potential_source s = sources[i];
        const potential_plan p = *plan;
        const potential_tiles t = potential_tiles_of(&p, s.x, s.y, s.range, s.world);
        tiles = (uint)(t.column_last - t.column_first + 1) * (uint)(t.row_last - t.row_first + 1);
    }
    counts[i] = tiles;
}

/* Pairs of tile and source. offsets: exclusive sums of the counts. */
__kernel void potential_emit(__global const potential_source *sources, __global const potential_plan *plan,
                             __global const uint *offsets, __global uint *keys, __global uint *values,
                             uint count, uint capacity)
{
    uint pair = (uint)get_global_id(0);
    if (pair >= offsets[count] || pair >= capacity)
        return;
    uint low = 0, high = count; /* offsets[low] <= pair < offsets[high] */
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (offsets[middle] <= pair)
            low = middle;
        else
            high = middle;
    }
    const potential_source s = sources[low];
    const potential_plan p = *plan;
    const potential_tiles t = potential_tiles_of(&p, s.x, s.y, s.range, s.world);
    const uint columns = (uint)(t.column_last - t.column_first + 1), k = pair - offsets[low];
    keys[pair] = ((uint)t.row_first + k / columns) * (uint)p.columns + (uint)t.column_first + k % columns;
    values[pair] = low;
}

/* Pairs of tile and point, and their number. */
__kernel void potential_assign(__global const potential_point *points, __global const potential_plan *plan,
                               __global uint *keys, __global uint *values, __global uint *number, uint count)
{
    uint i = (uint)get_global_id(0);
    if (i == 0)
        number[0] = count;
    if (i >= count)
        return;
    const potential_point point = points[i];
    const potential_plan p = *plan;
    keys[i] = (uint)potential_tile(&p, point.x, point.y, point.world);
    values[i] = i;
}

#if THRONG_WIDTH == 1

/* Effect of the sources of a list on a point. */
typedef struct source_effect {
    potential_sum repulsion;
    float damage;
} source_effect;

/* Loads a source by 16-byte accesses; sources are 32-byte aligned. */
static potential_source fetch_source(__global const potential_source *source)
{
    __global const float4 *words = (__global const float4 *)source;
    const float4 low = words[0], high = words[1];
    potential_source s;
    s.x = low.x;
    s.y = low.y;
    s.eta = low.z;
    s.range = low.w;
    s.power = high.x;
    s.type = scalar_to_bits(high.y);
    s.world = scalar_to_bits(high.z);
    s.inverse = high.w;
    return s;
}

/* One pass, so that each source is loaded once. counts: this work-item's counters, a group's size apart. */
static source_effect sum_sources(__global const potential_source *sources, __global const int *list,
                                 uint count, const potential_point *point, __local float *counts)
{
    const uint stride = (uint)get_local_size(0);
    potential_block_sum part = potential_start();
    potential_damage damage;
    damage.all = 0.0f;
    damage.block = 0.0f;
    damage.index = -1;
    for (int32_t k = 0; k < POTENTIAL_TYPES; k++)
        counts[(uint)k * stride] = 0.0f;
    for (uint k = 0; k < count; k++) {
        const potential_source s = fetch_source(sources + list[k]);
        const float dx = point->x - s.x, dy = point->y - s.y;
        const potential_sum one = potential_repulsion(dx, dy, s.eta, s.inverse);
        const vmask bears = potential_in_range(dx, dy, s.range);
        potential_add(&part, list[k] >> 6, &one);
        potential_damage_add(&damage, list[k] >> 6, vf_mask_zero(bears, s.power));
        if (POTENTIAL_TYPES > 0 && bears)
            counts[(uint)s.type * stride] += 1.0f;
    }
    source_effect result;
    result.repulsion = potential_end(&part);
    result.damage = damage.all + damage.block;
    return result;
}

static potential_sum attract(__global const potential_goal *goals, const potential_point *point,
                             int32_t count)
{
    if (point->goal == POTENTIAL_ALL)
        return potential_all_goals(goals, count, point->world, point->x, point->y);
    const potential_goal goal = potential_goal_of(goals, count, point);
    return potential_one_goal(goal.x, goal.y, goal.k, point->x, point->y);
}

/* order: points by tile; tiles: the tile of each of them; counts: CHOQUET_TYPES numbers per work-item. */
__kernel void potential_evaluate(__global const potential_source *sources,
                                 __global const potential_goal *goals, __global const potential_point *points,
                                 __global const uint *order, __global const uint *tiles,
                                 __global const int *lists, __global const uint *starts,
                                 __global const uint *walls, __global const float *measure,
                                 __global potential_force *forces, __global const potential_plan *plan,
                                 uint count, __local float *counts)
{
    uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    const potential_point point = points[order[i]];
    const uint first = starts[tiles[i]], stride = (uint)get_local_size(0);
    __local float *mine = counts + get_local_id(0);
    source_effect m = sum_sources(sources, lists + first, starts[tiles[i] + 1] - first, &point, mine);
    if (POTENTIAL_TYPES > 0) {
        float values[CHOQUET_TYPES], weighed = 0.0f;
        NO_UNROLL
        for (int32_t k = 0; k < POTENTIAL_TYPES; k++)
            weighed = potential_weigh(weighed, mine[(uint)k * stride], measure, k);
        UNROLL
        for (int32_t k = 0; k < CHOQUET_TYPES; k++)
            values[k] = k < POTENTIAL_TYPES ? mine[(uint)k * stride] : 0.0f;
        const potential_interaction interaction =
            potential_interaction_of_sum(values, POTENTIAL_TYPES, weighed, measure);
        m.damage = interaction.value;
        if (plan->interaction)
            potential_scale(&m.repulsion, interaction.share);
    }
    potential_sum sum = attract(goals, &point, plan->goals);
    potential_join(&sum, &m.repulsion);
    if (plan->terrain.columns > 0) {
        const potential_terrain terrain =
            plan->terrain; /* loaded late: it would occupy registers in the loops above */
        const potential_box box = {point.x, point.x, point.y, point.y};
        const potential_sum by_walls = potential_walls(&terrain, walls, point.world, box, point.x, point.y);
        potential_join(&sum, &by_walls);
    }
    potential_force force;
    force.fx = potential_result(sum.fx);
    force.fy = potential_result(sum.fy);
    force.potential = potential_result(0.5f * sum.potential);
    force.damage = plan->damage ? potential_result(m.damage) : 0.0f;
    forces[order[i]] = force;
}

#else

/* Cuts tiles into chunks. number[0]: how many. One work-item. */
__kernel void potential_make_work(__global const uint *starts, __global const uint *point_starts,
                                  __global potential_work *work, __global uint *number, uint tiles)
{
    uint count = 0;
    for (uint tile = 0; tile < tiles; tile++)
        for (uint at = point_starts[tile]; at < point_starts[tile + 1]; at += POTENTIAL_CHUNK) {
            const uint left = point_starts[tile + 1] - at;
            potential_work chunk;
            chunk.tile = (int32_t)tile;
            chunk.first = at;
            chunk.count = left < POTENTIAL_CHUNK ? left : POTENTIAL_CHUNK;
            chunk.list = starts[tile];
            chunk.list_count = starts[tile + 1] - starts[tile];
            work[count++] = chunk;
        }
    number[0] = count;
}

__kernel void potential_evaluate(__global const potential_source *sources,
                                 __global const potential_goal *goals, __global const potential_point *points,
                                 __global const uint *order, __global const int *lists,
                                 __global const uint *walls, __global const float *measure,
                                 __global potential_force *forces, __global const potential_plan *plan,
                                 __global const potential_work *work, __global const uint *number,
                                 __global float *scratch, uint capacity)
{
    potential_field field;
    potential_plan p = *plan;
    p.types = POTENTIAL_TYPES;
    field.sources = sources;
    field.goals = goals;
    field.points = points;
    field.order = order;
    field.lists = lists;
    field.walls = walls;
    field.measure = measure;
    field.forces = forces;
    for (uint i = (uint)get_global_id(0); i < number[0]; i += (uint)get_global_size(0)) {
        const potential_work chunk = work[i];
        potential_chunk(&field, &p, &chunk, 0, scratch + get_global_id(0) * capacity);
    }
}

#endif
