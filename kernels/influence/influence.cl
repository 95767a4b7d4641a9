/* Euclidean influence maps on OpenCL devices: objects to sources, sources to tiles, sums of tiles. "Binned":
 * each work-item lists a range of objects by tile (CPU devices). "Sorted": pairs of tile and source are
 * emitted and sorted (GPUs). The sums are the same. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#if THRONG_WIDTH == 1
#define INFLUENCE_UNROLL 4 /* rows per work-item */
#endif
#include "kernels/influence/device.h"
#if THRONG_WIDTH > 1
#include "kernels/influence/items.h"
#endif

static influence_source prepare(__global const float *positions, __global const float *velocities,
                                __global const float *others, uint i, const influence_plan *plan)
{
    influence_object o = load_object(positions, velocities, others, i);
    influence_grid grid = grid_of(plan);
    grid.propagation =
        INFLUENCE_EUCLIDEAN; /* always: propagated influence uses kernels/influence/footprint.cl */
    return influence_prepare(&o, &grid, 0);
}

#if THRONG_WIDTH == 1

/* ---------------------------------------------------------------- sorted ---------------------------- */

/* Prepares the sources of objects first .. first + count - 1, and counts the tiles of each, followed by a
 * 0. */
__kernel void influence_count(__global const float *positions, __global const float *velocities,
                              __global const float *others, __global influence_source *sources,
                              __global uint *counts, const int16 words, uint first, uint count)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint i = (uint)get_global_id(0);
    if (i < count) {
        influence_source s = prepare(positions, velocities, others, first + i, &plan);
        influence_tiles t = influence_tiles_of(&s, &plan);
        store_source((__global int4 *)(sources + i), &s);
        counts[i] = (uint)t.columns * (uint)t.rows;
    } else if (i == count) {
        counts[count] = 0;
    }
}

/* The same for prepared sources; the round begins with `first`. */
__kernel void source_count(__global const influence_source *sources, __global uint *counts, const int16 words,
                           uint first, uint count)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint i = (uint)get_global_id(0);
    if (i < count) {
        influence_source s = sources[first + i];
        influence_tiles t = influence_tiles_of(&s, &plan);
        counts[i] = (uint)t.columns * (uint)t.rows;
    } else if (i == count) {
        counts[count] = 0;
    }
}

/* One work-item per pair: finds its source among the sums of counts, then its tile. */
__kernel void influence_emit(__global const influence_source *sources, __global const uint *offsets,
                             __global uint *keys, __global uint *values, const int16 words, uint first,
                             uint count)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint pair = (uint)get_global_id(0);
    if (pair >= offsets[count] || pair >= plan.list_capacity)
        return;
    uint low = 0, high = count; /* offsets[low] <= pair < offsets[high] */
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (offsets[middle] <= pair)
            low = middle;
        else
            high = middle;
    }
    influence_source s = sources[first + low];
    influence_tiles t = influence_tiles_of(&s, &plan);
    uint k = pair - offsets[low];
    uint columns = (uint)t.columns;
    keys[pair] = ((uint)t.top + k / columns) * (uint)plan.tiles_x + (uint)t.left + k % columns;
    values[pair] = low;
}

#else

/* ---------------------------------------------------------------- binned ---------------------------- */

static void count_tiles(__global uint *counts, const influence_source *s, const influence_plan *plan)
{
    influence_tiles t = influence_tiles_of(s, plan);
    for (int32_t y = t.top; y < t.top + t.rows; y++)
        for (int32_t x = t.left; x < t.left + t.columns; x++)
            counts[y * plan->tiles_x + x]++;
}

/* places[block * tiles + tile]: number of sources of a block of objects that touch a tile. */
__kernel void influence_bin_count(__global const float *positions, __global const float *velocities,
                                  __global const float *others, __global influence_source *sources,
                                  __global uint *places, const int16 words, uint first, uint count,
                                  uint blocks)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint block = (uint)get_global_id(0);
    uint tiles = (uint)plan.tiles_x * (uint)plan.tiles_y;
    uint end = block_start(count, blocks, block + 1);
    __global uint *mine = places + block * tiles;
    for (uint k = 0; k < tiles; k++)
        mine[k] = 0;
    for (uint i = block_start(count, blocks, block); i < end; i++) {
        influence_source s = prepare(positions, velocities, others, first + i, &plan);
        sources[i] = s;
        count_tiles(mine, &s, &plan);
    }
}

/* The same for prepared sources; the round begins with `first`. */
__kernel void source_bin_count(__global const influence_source *sources, __global uint *places,
                               const int16 words, uint first, uint count, uint blocks)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint block = (uint)get_global_id(0);
    uint tiles = (uint)plan.tiles_x * (uint)plan.tiles_y;
    uint end = block_start(count, blocks, block + 1);
    __global uint *mine = places + block * tiles;
    for (uint k = 0; k < tiles; k++)
        mine[k] = 0;
    for (uint i = block_start(count, blocks, block); i < end; i++) {
        influence_source s = sources[first + i];
        count_tiles(mine, &s, &plan);
    }
}

/* Converts counts to list positions: by tile, then by block. One work-item. */
__kernel void influence_bin_places(__global uint *places, __global uint *starts, uint tiles, uint blocks)
{
    uint place = 0;
    for (uint tile = 0; tile < tiles; tile++) {
        starts[tile] = place;
        for (uint block = 0; block < blocks; block++) {
            uint found = places[block * tiles + tile];
            places[block * tiles + tile] = place;
            place += found;
        }
    }
    starts[tiles] = place;
}

__kernel void influence_bin_list(__global const influence_source *sources, __global uint *places,
                                 __global uint *list, const int16 words, uint first, uint count, uint blocks)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint block = (uint)get_global_id(0);
    uint end = block_start(count, blocks, block + 1);
    __global uint *mine = places + block * ((uint)plan.tiles_x * (uint)plan.tiles_y);
    for (uint i = block_start(count, blocks, block); i < end; i++) {
        influence_source s = sources[first + i];
        influence_tiles t = influence_tiles_of(&s, &plan);
        for (int32_t y = t.top; y < t.top + t.rows; y++)
            for (int32_t x = t.left; x < t.left + t.columns; x++) {
                uint place = mine[y * plan.tiles_x + x]++;
                if (place < plan.list_capacity)
                    list[place] = i;
            }
    }
}

#endif

/* ---------------------------------------------------------------- sums ------------------------------ */

#if THRONG_WIDTH == 1

/* Adds a source to the four cells of a work-item. The bounding circle rejects most sources without a root. */
static void add_source(float *sums, const influence_source *s, int32_t column, int32_t row, int32_t hex)
{
    float square[4], along[4], d[4], value[4];
    float x = (float)(column - s->column) - influence_shift_x(s, row, hex);
    float beside = x - s->ax * s->circle_share;
    float nearest = 3e38f;
    EACH_VECTOR
    {
        float dy = influence_offset_y(s, row + u * ROWS_APART, influence_row_height(hex));
        float above = dy - s->ay * s->circle_share;
        nearest = scalar_min(nearest, above * above);
        square[u] = x * x + dy * dy;
        along[u] = s->ax * x + s->ay * dy;
    }
    if (beside * beside + nearest <= s->circle_radius * s->circle_radius) {
        influence_terms terms = influence_terms_of(s);
        influence_distances(d, square, along, s->kind);
        influence_values(value, d, &terms, s->kind);
        /* clipped to the source's world */
        EACH_VECTOR if (row + u * ROWS_APART >= s->row_first && row + u * ROWS_APART <= s->row_last)
        {
            sums[u] += value[u];
        }
    }
}

/* One group per tile, four cells per work-item: TILE_WIDTH columns, and rows ROWS_APART apart. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
influence_add(__global const influence_source *sources, __global const uint *list,
              __global const uint *starts, __global float *values, __global float *carry,
              __global int *touched, const int16 words, float momentum, int rounds)
{
    influence_plan plan;
    load_plan(&plan, words);
    __local int4 batch[GROUP * 4];
    uint tile = (uint)get_group_id(0);
    uint item = (uint)get_local_id(0);
    uint start = starts[tile];
    uint count = starts[tile + 1] - start;
    int was_touched = touched[tile];
    /* no early return: some devices fail on barriers after a divergent return */
    int inside = !nothing_to_do(count, was_touched, rounds);
    int32_t column = (int32_t)(tile % (uint)plan.tiles_x * TILE_WIDTH + item % TILE_WIDTH);
    int32_t row = (int32_t)(tile / (uint)plan.tiles_x * (4 * ROWS_APART) + item / TILE_WIDTH);
    ulong place = (ulong)row * (ulong)plan.pitch + (ulong)column;
    ulong apart = (ulong)plan.pitch * ROWS_APART;
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    if ((rounds & FROM_CARRY) && column < plan.width)
        EACH_VECTOR if (row + u * ROWS_APART < plan.height) sums[u] = carry[place + (ulong)u * apart];
    for (uint done = 0; done < count; done += GROUP) {
        uint size = count - done < GROUP ? count - done : GROUP;
        barrier(CLK_LOCAL_MEM_FENCE); /* all work-items have read touched[tile] before it changes */
        fetch_sources(batch, sources, list, start + done, size);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < size; k++) {
            influence_source s = source_of(batch + k * 4);
            add_source(sums, &s, column, row, plan.hex);
        }
    }
    if (inside && column < plan.width)
        EACH_VECTOR if (row + u * ROWS_APART < plan.height)
        {
            ulong at = place + (ulong)u * apart;
            if (rounds & TO_CARRY)
                carry[at] = sums[u];
            else
                values[at] = influence_finished(sums[u], momentum > 0.0f ? values[at] : 0.0f, momentum);
        }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (item == 0 && !(rounds & TO_CARRY))
        touched[tile] = touched_after(count, was_touched, rounds, momentum);
}

#else

/* One work-item per tile. `sums`: tile_height rows of tile_width + 16, and 16 behind them. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
influence_add(__global const influence_source *sources, __global const uint *list,
              __global const uint *starts, __global float *values, __global float *carry,
              __global int *touched, const int16 words, float momentum, int rounds, __local float *sums)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint index = (uint)get_group_id(0);
    uint start = starts[index];
    uint count = starts[index + 1] - start;
    int was_touched = touched[index];
    if (nothing_to_do(count, was_touched, rounds))
        return;
    ulong place;
    int columns;
    influence_tile tile = tile_of(index, &plan, &place, &columns);
    vf_store(sums + tile.row_count * tile.pitch, vf_set(0.0f));
    start_sums(sums, carry, &tile, columns, place, plan.pitch, rounds);
    influence_add_sources(sums, &tile, sources, list + start, count);
    store_sums(sums, carry, values, &tile, columns, place, plan.pitch, momentum, rounds);
    if (!(rounds & TO_CARRY))
        touched[index] = touched_after(count, was_touched, rounds, momentum);
}

#endif
