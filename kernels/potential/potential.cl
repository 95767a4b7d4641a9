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

/* The list of the only tile: all sources. */
__kernel void potential_list_all(__global uint *list, __global uint *starts, uint count)
{
    uint i = (uint)get_global_id(0);
    if (i < count)
        list[i] = i;
    if (i == count) {
        starts[0] = 0;
        starts[1] = count;
    }
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

#define COUNT_MOST 16777216.0f /* adding 1 to this float does not change it */

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

/* Sum of one block of 64 source indices. */
typedef struct source_block {
    potential_sum sum;
    float damage;
} source_block;

static source_block no_sources(void)
{
    source_block block;
    block.sum = potential_zero();
    block.damage = 0.0f;
    return block;
}

/* counts: this work-item's counters, a group's size apart. */
static void forget_counts(__local float *counts)
{
    for (int32_t k = 0; k < POTENTIAL_TYPES; k++)
        counts[(uint)k * (uint)get_local_size(0)] = 0.0f;
}

static FORCE_INLINE potential_sum effect_of(const potential_source *s, const potential_point *point,
                                            int damage, float *power, __local float *counts)
{
    const float dx = point->x - s->x, dy = point->y - s->y;
    if (POTENTIAL_TYPES > 0 || damage) {
        const vmask bears = potential_in_range(dx, dy, s->range);
        *power = vf_mask_zero(bears, s->power);
        if (POTENTIAL_TYPES > 0 && bears)
            counts[(uint)s->type * (uint)get_local_size(0)] += 1.0f;
    }
    return potential_repulsion(dx, dy, s->eta, s->inverse);
}

/* Sources first .. end - 1, which are of one block. damage: a constant, so that the loop has no branches;
 * with a measure damage comes from the counts. */
static FORCE_INLINE source_block add_sources(__global const potential_source *sources, uint first, uint end,
                                             const potential_point *point, int damage, __local float *counts)
{
    source_block block = no_sources();
    _Pragma("unroll 2") for (uint i = first; i < end; i++)
    {
        const potential_source s = fetch_source(sources + i);
        float power = 0.0f;
        const potential_sum one = effect_of(&s, point, damage, &power, counts);
        potential_join(&block.sum, &one);
        if (damage)
            block.damage = block.damage + power;
    }
    return block;
}

static source_block sum_block(__global const potential_source *sources, uint first, uint end,
                              const potential_point *point, int damage, __local float *counts)
{
    return POTENTIAL_TYPES == 0 && damage ? add_sources(sources, first, end, point, 1, counts)
                                          : add_sources(sources, first, end, point, 0, counts);
}

/* Sources first .. end - 1, none left out. */
static source_effect sum_run(__global const potential_source *sources, uint first, uint end,
                             const potential_point *point, int damage, __local float *counts)
{
    source_effect result;
    result.repulsion = potential_zero();
    result.damage = 0.0f;
    while (first < end) {
        const uint next = min((first | 63u) + 1, end);
        const source_block block = sum_block(sources, first, next, point, damage, counts);
        potential_join(&result.repulsion, &block.sum);
        result.damage = result.damage + block.damage;
        first = next;
    }
    return result;
}

/* Sources of a list. One loop, so that lanes whose lists differ go through it together. */
static source_effect sum_list(__global const potential_source *sources, __global const int *list, uint count,
                              const potential_point *point, __local float *counts)
{
    potential_block_sum part = potential_start();
    potential_damage damage;
    damage.all = 0.0f;
    damage.block = 0.0f;
    damage.index = -1;
    for (uint k = 0; k < count; k++) {
        const potential_source s = fetch_source(sources + list[k]);
        float power = 0.0f;
        const potential_sum one = effect_of(&s, point, 1, &power, counts);
        potential_add(&part, list[k] >> 6, &one);
        potential_damage_add(&damage, list[k] >> 6, power);
    }
    source_effect result;
    result.repulsion = potential_end(&part);
    result.damage = damage.all + damage.block;
    return result;
}

/* Whether a list leaves out none between its first and its last source. */
static int is_run(__global const int *list, uint count)
{
    return count > 0 && (uint)(list[count - 1] - list[0]) == count - 1;
}

static potential_sum attract(__global const potential_goal *goals, const potential_point *point,
                             int32_t count)
{
    if (point->goal == POTENTIAL_ALL)
        return potential_all_goals(goals, count, point->world, point->x, point->y);
    const potential_goal goal = potential_goal_of(goals, count, point);
    return potential_one_goal(goal.x, goal.y, goal.k, point->x, point->y);
}

/* The result of a point whose sources are summed and counted. */
static FORCE_INLINE potential_force finish_point(source_effect m, const potential_point *point,
                                                 __global const potential_goal *goals,
                                                 __global const uint *walls, __global const float *measure,
                                                 __global const potential_plan *plan,
                                                 __local const float *counts)
{
    const uint stride = (uint)get_local_size(0);
    if (POTENTIAL_TYPES > 0) {
        float values[CHOQUET_TYPES], weighed = 0.0f;
        NO_UNROLL
        for (int32_t k = 0; k < POTENTIAL_TYPES; k++)
            weighed = potential_weigh(weighed, counts[(uint)k * stride], measure, k);
        UNROLL
        for (int32_t k = 0; k < CHOQUET_TYPES; k++)
            values[k] = k < POTENTIAL_TYPES ? counts[(uint)k * stride] : 0.0f;
        const potential_interaction interaction =
            potential_interaction_of_sum(values, POTENTIAL_TYPES, weighed, measure);
        m.damage = interaction.value;
        if (plan->interaction)
            potential_scale(&m.repulsion, interaction.share);
    }
    potential_sum sum = attract(goals, point, plan->goals);
    potential_join(&sum, &m.repulsion);
    if (plan->terrain.columns > 0) {
        const potential_terrain terrain =
            plan->terrain; /* loaded late: it would occupy registers in the loops above */
        const potential_box box = {point->x, point->x, point->y, point->y};
        const potential_sum by_walls =
            potential_walls(&terrain, walls, point->world, box, point->x, point->y);
        potential_join(&sum, &by_walls);
    }
    potential_force force;
    force.fx = potential_result(sum.fx);
    force.fy = potential_result(sum.fy);
    force.potential = potential_result(0.5f * sum.potential);
    force.damage = plan->damage ? potential_result(m.damage) : 0.0f;
    return force;
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
    __global const int *list = lists + starts[tiles[i]];
    const uint listed = starts[tiles[i] + 1] - starts[tiles[i]];
    __local float *mine = counts + get_local_id(0);
    forget_counts(mine);
    const source_effect m = is_run(list, listed) ? sum_run(sources, (uint)list[0], (uint)list[0] + listed,
                                                           &point, plan->damage, mine)
                                                 : sum_list(sources, list, listed, &point, mine);
    forces[order[i]] = finish_point(m, &point, goals, walls, measure, plan, mine);
}

/* ---- few points and many sources: blocks are summed side by side, and added in a kernel of their own */

/* First place of a list from `place` on whose source is not below `index`. */
static uint place_of(__global const int *list, uint place, uint count, uint index)
{
    while (place < count) {
        const uint middle = (place + count) / 2;
        if ((uint)list[middle] < index)
            place = middle + 1;
        else
            count = middle;
    }
    return place;
}

/* Sums of the blocks `block` .. `end` - 1, a stride apart from `sums` on. */
static void sum_blocks(__global const potential_source *sources, __global const int *list, uint count,
                       const potential_point *point, uint block, uint end, int damage, __local float *counts,
                       __global float4 *sums, uint stride)
{
    const int run = is_run(list, count);
    const uint first = run ? (uint)list[0] : 0, last = first + count;
    uint k = run ? 0 : place_of(list, 0, count, 64 * block);
    for (; block < end; block++) {
        source_block one = no_sources();
        if (run && first < 64 * block + 64 && last > 64 * block)
            one =
                sum_block(sources, max(first, 64 * block), min(last, 64 * block + 64), point, damage, counts);
        for (; !run && k < count && (uint)list[k] >> 6 == block; k++) {
            const potential_source s = fetch_source(sources + list[k]);
            float power = 0.0f;
            const potential_sum more = effect_of(&s, point, 1, &power, counts);
            potential_join(&one.sum, &more);
            one.damage = one.damage + power;
        }
        *sums = (float4)(one.sum.fx, one.sum.fy, one.sum.potential, one.damage);
        sums += stride;
    }
}

/* Points first .. first + count - 1 in tile order. A group has a group's size of them and one slice: `each`
 * of the blocks. sums[block * count + point], tallies[(slice * types + type) * count + point]. */
__kernel void potential_sum_slices(__global const potential_source *sources,
                                   __global const potential_point *points, __global const uint *order,
                                   __global const uint *tiles, __global const int *lists,
                                   __global const uint *starts, __global float4 *sums,
                                   __global float *tallies, int damage, uint first, uint count, uint each,
                                   uint blocks, __local float *counts)
{
    const uint stride = (uint)get_local_size(0), groups = (count + stride - 1) / stride;
    const uint slice = (uint)get_group_id(0) / groups;
    const uint i = (uint)get_group_id(0) % groups * stride + (uint)get_local_id(0);
    if (i >= count)
        return;
    const potential_point point = points[order[first + i]];
    const uint tile = tiles[first + i], start = starts[tile], block = slice * each;
    __local float *mine = counts + get_local_id(0);
    forget_counts(mine);
    sum_blocks(sources, lists + start, starts[tile + 1] - start, &point, block, min(block + each, blocks),
               damage, mine, sums + (block * count + i), count);
    for (int32_t k = 0; k < POTENTIAL_TYPES; k++)
        tallies[(slice * POTENTIAL_TYPES + (uint)k) * count + i] = mine[(uint)k * stride];
}

/* Adds the blocks in order, and finishes the same points. */
__kernel void potential_add_slices(__global const float4 *sums, __global const float *tallies,
                                   __global const potential_goal *goals,
                                   __global const potential_point *points, __global const uint *order,
                                   __global const uint *walls, __global const float *measure,
                                   __global potential_force *forces, __global const potential_plan *plan,
                                   uint first, uint count, uint slices, uint blocks, __local float *counts)
{
    const uint i = (uint)get_global_id(0), stride = (uint)get_local_size(0);
    if (i >= count)
        return;
    __local float *mine = counts + get_local_id(0);
    float4 all = (float4)(0.0f);
    _Pragma("unroll 8") for (uint block = 0; block < blocks; block++) all = all + sums[block * count + i];
    forget_counts(mine);
    /* whole numbers: any order gives the same, up to where counting by ones ends */
    for (uint slice = 0; slice < slices; slice++)
        for (int32_t k = 0; k < POTENTIAL_TYPES; k++)
            mine[(uint)k * stride] =
                scalar_min(mine[(uint)k * stride] + tallies[(slice * POTENTIAL_TYPES + (uint)k) * count + i],
                           COUNT_MOST);
    source_effect m;
    m.repulsion.fx = all.x;
    m.repulsion.fy = all.y;
    m.repulsion.potential = all.z;
    m.damage = all.w;
    const potential_point point = points[order[first + i]];
    forces[order[first + i]] = finish_point(m, &point, goals, walls, measure, plan, mine);
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
