/* Euclidean influence maps on OpenCL devices: objects to sources, sources to tiles, sums of tiles. "Binned":
 * each work-item lists a range of objects by tile (CPU devices). "Sorted": pairs of tile and source are
 * emitted and sorted (GPUs). The sums are the same. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#if THRONG_WIDTH == 1
#define INFLUENCE_UNROLL 4 /* rows per work-item */
#endif
#include "kernels/influence/blocks.h"
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

/* ---------------------------------------------------------------- changes --------------------------- */

/* Prepares the sources of objects from `first` on that changed since the last update, when there were `known`
 * of them, and marks the blocks that they touched or touch. places: positions and velocities as they were
 * then. Objects set_first .. set_end - 1 may differ in more than these. */
__kernel void influence_prepare_changed(__global const float *positions, __global const float *velocities,
                                        __global const float *others, __global influence_source *sources,
                                        __global influence_box *boxes, __global float4 *places,
                                        __global int *dirty, const int16 words, uint first, uint end,
                                        uint each, uint count, uint known, uint set_first, uint set_end)
{
    influence_plan plan;
    load_plan(&plan, words);
    const uint start = first + (uint)get_global_id(0) * each;
    for (uint i = start; i < min(start + each, end); i++) {
        if (i >= count) { /* a removed object, if the last update knew it */
            if (i < known)
                mark_box(dirty, boxes[i], &plan);
            continue;
        }
        const float4 place =
            (float4)(positions[2 * i], positions[2 * i + 1], velocities[2 * i], velocities[2 * i + 1]);
        if (i < known && (i < set_first || i >= set_end) && all(as_int4(place) == as_int4(places[i])))
            continue;
        const influence_source s = prepare(positions, velocities, others, i, &plan);
        const influence_box box = box_of(&s, &plan);
        const int changed = i >= known || !same_words(load_words(sources, i), words_of(&s));
        if (changed && i < known)
            mark_both(dirty, boxes[i], box, &plan);
        else if (changed)
            mark_box(dirty, box, &plan);
        places[i] = place;
        boxes[i] = box;
        store_source((__global int4 *)(sources + i), &s);
    }
}

#if THRONG_WIDTH == 1

/* ---------------------------------------------------------------- sorted ---------------------------- */

#define COUNTED 4 /* sources of a work-item, in a row */
#define COUNT_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

/* Counts of the sources from `at` on become the sums of those before in the group; totals[group]: of all.
 * The first step of the scan is done here, so that it takes no launch of its own. */
static void sum_in_group(__local uint *sums, __global uint *counts, __global uint *totals, uint at, uint end,
                         const uint mine[COUNTED])
{
    const uint item = (uint)get_local_id(0);
    uint sum = 0;
    for (uint k = 0; k < COUNTED; k++)
        sum += mine[k];
    sums[item] = sum;
    for (uint step = 1; step < GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint other = item >= step ? sums[item - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += other;
    }
    uint before = sums[item] - sum;
    for (uint k = 0; k < COUNTED; k++) {
        if (at + k < end)
            counts[at + k] = before;
        before += mine[k];
    }
    if (item == GROUP - 1)
        totals[get_group_id(0)] = before;
}

/* For the counts that are made where pairs are emitted. */
static void clear_histogram(__global uint *histogram, uint entries)
{
    for (uint k = (uint)get_global_id(0); k < entries; k += (uint)get_global_size(0))
        histogram[k] = 0;
}

/* Counts the tiles of each source that are to be summed, followed by a 0, as sums within groups. A tile is
 * a block. */
COUNT_KERNEL influence_count(__global const influence_box *boxes, __global const int *dirty,
                             __global uint *counts, __global uint *totals, const int16 words, uint first,
                             uint count, int everything, __global uint *histogram, uint entries)
{
    __local uint sums[GROUP];
    clear_histogram(histogram, entries);
    influence_plan plan;
    load_plan(&plan, words);
    const uint at = (uint)get_global_id(0) * COUNTED;
    uint mine[COUNTED];
    for (uint k = 0; k < COUNTED; k++)
        mine[k] =
            at + k < count ? dirty_blocks(dirty, boxes[first + at + k], &plan, everything, 0xffffffffu) : 0;
    sum_in_group(sums, counts, totals, at, count + 1, mine);
}

/* The same of obstacle-aware influence, for all tiles; the round begins with `first`. */
COUNT_KERNEL source_count(__global const influence_source *sources, __global uint *counts,
                          __global uint *totals, const int16 words, uint first, uint count,
                          __global uint *histogram, uint entries)
{
    __local uint sums[GROUP];
    clear_histogram(histogram, entries);
    influence_plan plan;
    load_plan(&plan, words);
    const uint at = (uint)get_global_id(0) * COUNTED;
    uint mine[COUNTED];
    for (uint k = 0; k < COUNTED; k++) {
        mine[k] = 0;
        if (at + k < count) {
            const influence_source s = sources[first + at + k];
            const influence_tiles t = influence_tiles_of(&s, &plan);
            mine[k] = (uint)t.columns * (uint)t.rows;
        }
    }
    sum_in_group(sums, counts, totals, at, count + 1, mine);
}

/* The first step of sorting is done here, too: pairs are counted by digit and block of 1 << block_bits
 * pairs, as sort_count() of kernels/common/sort.cl does. bits 0: they need not be. */
static void count_pair(__global uint *histogram, uint blocks, uint block_bits, uint bits, uint pair, uint key)
{
    if (bits > 0)
        atomic_inc(&histogram[(key & ((1u << bits) - 1)) * blocks + (pair >> block_bits)]);
}

/* The source of a pair: offsets[source] <= pair < offsets[source + 1]. */
static uint source_of_pair(__global const uint *offsets, uint count, uint pair)
{
    uint low = 0, high = count;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (offsets[middle] <= pair)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* One work-item per pair of source and tile. */
__kernel void influence_emit(__global const influence_box *boxes, __global const int *dirty,
                             __global const uint *offsets, __global uint *keys, __global uint *values,
                             const int16 words, uint first, uint count, int everything,
                             __global uint *histogram, uint blocks, uint block_bits, uint bits)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint pair = (uint)get_global_id(0);
    if (pair >= offsets[count] || pair >= plan.list_capacity)
        return;
    const uint source = source_of_pair(offsets, count, pair);
    const uint key = dirty_block(dirty, boxes[first + source], &plan, everything, pair - offsets[source]);
    keys[pair] = key;
    values[pair] = source;
    count_pair(histogram, blocks, block_bits, bits, pair, key);
}

/* The same of obstacle-aware influence, for all tiles. */
__kernel void source_emit(__global const influence_source *sources, __global const uint *offsets,
                          __global uint *keys, __global uint *values, const int16 words, uint first,
                          uint count, __global uint *histogram, uint blocks, uint block_bits, uint bits)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint pair = (uint)get_global_id(0);
    if (pair >= offsets[count] || pair >= plan.list_capacity)
        return;
    const uint source = source_of_pair(offsets, count, pair);
    influence_source s = sources[first + source];
    influence_tiles t = influence_tiles_of(&s, &plan);
    uint k = pair - offsets[source];
    uint columns = (uint)t.columns;
    const uint key = ((uint)t.top + k / columns) * (uint)plan.tiles_x + (uint)t.left + k % columns;
    keys[pair] = key;
    values[pair] = source;
    count_pair(histogram, blocks, block_bits, bits, pair, key);
}

#else

/* ---------------------------------------------------------------- binned ---------------------------- */

/* places[block * tiles + tile]: number of sources of a range of objects that a tile sums. */
__kernel void influence_bin_count(__global const influence_box *boxes, __global const int *dirty,
                                  __global uint *places, const int16 words, uint first, uint count,
                                  uint blocks, int everything)
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
        const influence_box box = boxes[first + i];
        if (dirty_blocks(dirty, box, &plan, everything, 1) == 0)
            continue;
        influence_tiles t = tiles_of_box(box, &plan);
        for (int32_t y = t.top; y < t.top + t.rows; y++)
            for (int32_t x = t.left; x < t.left + t.columns; x++)
                mine[y * plan.tiles_x + x] += (uint)tile_counts(dirty, box, &plan, x, y, everything);
    }
}

static void count_tiles(__global uint *counts, const influence_source *s, const influence_plan *plan)
{
    influence_tiles t = influence_tiles_of(s, plan);
    for (int32_t y = t.top; y < t.top + t.rows; y++)
        for (int32_t x = t.left; x < t.left + t.columns; x++)
            counts[y * plan->tiles_x + x]++;
}

/* The same of obstacle-aware influence, for all tiles; the round begins with `first`. */
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

__kernel void influence_bin_list(__global const influence_box *boxes, __global const int *dirty,
                                 __global uint *places, __global uint *list, const int16 words, uint first,
                                 uint count, uint blocks, int everything)
{
    influence_plan plan;
    load_plan(&plan, words);
    uint block = (uint)get_global_id(0);
    uint end = block_start(count, blocks, block + 1);
    __global uint *mine = places + block * ((uint)plan.tiles_x * (uint)plan.tiles_y);
    for (uint i = block_start(count, blocks, block); i < end; i++) {
        const influence_box box = boxes[first + i];
        if (dirty_blocks(dirty, box, &plan, everything, 1) == 0)
            continue;
        influence_tiles t = tiles_of_box(box, &plan);
        for (int32_t y = t.top; y < t.top + t.rows; y++)
            for (int32_t x = t.left; x < t.left + t.columns; x++) {
                if (!tile_counts(dirty, box, &plan, x, y, everything))
                    continue;
                uint place = mine[y * plan.tiles_x + x]++;
                if (place < plan.list_capacity)
                    list[place] = i;
            }
    }
}

/* The same of obstacle-aware influence, for all tiles. */
__kernel void source_bin_list(__global const influence_source *sources, __global uint *places,
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

/* One group per tile, four cells per work-item: TILE_WIDTH columns, and rows ROWS_APART apart. A tile whose
 * sums change is summed; with momentum another one whose values still move is blended. plain: with momentum,
 * the sums without it. `first`: the first source of the round. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
influence_add(__global const influence_source *sources, __global const uint *list,
              __global const uint *starts, __global float *values, __global float *carry,
              __global float *plain, __global int *dirty, __global int *moving, __global int *uncombined,
              const int16 words, float momentum, int rounds, int everything, uint first)
{
    influence_plan plan;
    load_plan(&plan, words);
    __local int4 batch[GROUP * 4];
    __local int moved;
    uint tile = launched_tile();
    uint item = (uint)get_local_id(0);
    /* no early return: some devices fail on barriers after a divergent return */
    const int summed = everything || dirty[tile];
    uint start = summed ? starts[tile] : 0;
    uint count = summed ? starts[tile + 1] - start : 0;
    const int blended = !summed && momentum > 0.0f && !(rounds & TO_CARRY) && moving[tile];
    int32_t column = (int32_t)(tile % (uint)plan.tiles_x * TILE_WIDTH + item % TILE_WIDTH);
    int32_t row = (int32_t)(tile / (uint)plan.tiles_x * (4 * ROWS_APART) + item / TILE_WIDTH);
    ulong place = (ulong)row * (ulong)plan.pitch + (ulong)column;
    ulong apart = (ulong)plan.pitch * ROWS_APART;
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int changed = 0;
    if (item == 0)
        moved = 0;
    if (summed && (rounds & FROM_CARRY) && column < plan.width)
        EACH_VECTOR if (row + u * ROWS_APART < plan.height) sums[u] = carry[place + (ulong)u * apart];
    for (uint done = 0; done < count; done += GROUP) {
        uint size = count - done < GROUP ? count - done : GROUP;
        barrier(CLK_LOCAL_MEM_FENCE); /* all work-items have read the marks before they change */
        fetch_sources(batch, sources + first, list, start + done, size);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < size; k++) {
            influence_source s = source_of(batch + k * 4);
            add_source(sums, &s, column, row, influence_plan_hex(&plan));
        }
    }
    if ((summed || blended) && column < plan.width)
        EACH_VECTOR if (row + u * ROWS_APART < plan.height)
        {
            ulong at = place + (ulong)u * apart;
            if (rounds & TO_CARRY) {
                carry[at] = sums[u];
            } else {
                const float last = momentum > 0.0f ? values[at] : 0.0f;
                if (blended)
                    sums[u] = plain[at];
                else if (momentum > 0.0f)
                    plain[at] = sums[u];
                const float next = influence_finished(sums[u], last, momentum);
                changed |= next != last;
                values[at] = next;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (changed)
        atomic_or(&moved, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0 && (summed || blended) && !(rounds & TO_CARRY)) {
        dirty[tile] = 0;
        moving[tile] = momentum > 0.0f && (summed || moved);
        if (summed || moved)
            uncombined[tile] = 1;
    }
}

#else

/* Blends a block; returns whether a value changed. */
static int blend_block(__global float *values, __global const float *plain, int column, int row,
                       const influence_plan *plan, float momentum)
{
    ulong place;
    int columns, changed = 0;
    influence_piece p = {column, 1, row, 1};
    const influence_tile tile = tile_of_piece(p, plan, &place, &columns);
    for (int y = 0; y < tile.row_count; y++)
        for (int x = 0; x < columns; x += THRONG_WIDTH) {
            const ulong at = place + (ulong)y * (ulong)plan->pitch + x;
            const vfloat last = vf_load(values + at);
            const vfloat next = influence_finished(vf_load(plain + at), last, momentum);
            const vmask inside = vf_lt(vf_iota(), vf_set((float)(tile.column_count - x)));
            changed |= vmask_any(vmask_and(inside, vmask_or(vf_lt(last, next), vf_lt(next, last))));
            vf_store(values + at, next);
        }
    return changed;
}

/* Blends the blocks of a piece that are not summed and whose values still move. */
static int blend_piece(__global float *values, __global const float *plain, __global const int *dirty,
                       __global int *moving, influence_piece p, const influence_plan *plan, float momentum)
{
    int changed = 0;
    for (int y = p.row; y < p.row + p.rows; y++)
        for (int x = p.column; x < p.column + p.columns; x++) {
            const int block = y * blocks_across(plan) + x;
            if (dirty[block] || !moving[block])
                continue;
            moving[block] = blend_block(values, plain, x, y, plan, momentum);
            changed |= moving[block];
        }
    return changed;
}

/* One work-item per tile. `sums`: tile_height rows of tile_width + 16, and 16 behind them. Pieces of the tile
 * whose sums change are summed; with momentum other blocks whose values still move are blended. plain: with
 * momentum, the sums without it. Rounds take turns in marking with 1 and 2 what they are to sum. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
influence_add(__global const influence_source *sources, __global const uint *list,
              __global const uint *starts, __global float *values, __global float *carry,
              __global float *plain, __global int *dirty, __global int *moving, __global int *uncombined,
              const int16 words, float momentum, int rounds, int everything, uint first, int mark,
              __local float *sums)
{
    influence_plan plan;
    load_plan(&plan, words);
    const int across = blocks_across(&plan), down = (plan.height + BLOCK_ROWS - 1) / BLOCK_ROWS;
    const uint index = launched_tile();
    const int next = rounds & TO_CARRY ? 3 - mark : 0;
    influence_piece whole;
    whole.columns = tile_blocks(&plan);
    whole.rows = plan.tile_height / BLOCK_ROWS;
    whole.column = (int)(index % (uint)plan.tiles_x) * whole.columns;
    whole.row = (int)(index / (uint)plan.tiles_x) * whole.rows;
    whole.columns = min(whole.columns, across - whole.column);
    whole.rows = min(whole.rows, down - whole.row);
    if (everything)
        mark_piece(dirty, across, whole, mark);
    if (momentum > 0.0f && !(rounds & TO_CARRY) &&
        blend_piece(values, plain, dirty, moving, whole, &plan, momentum))
        uncombined[index] = 1;
    for (int y = whole.row; y < whole.row + whole.rows; y++)
        for (int x = whole.column; x < whole.column + whole.columns; x++) {
            if (dirty[y * across + x] != mark)
                continue;
            ulong place;
            int columns;
            const influence_piece p = piece_from(dirty, across, whole, x, y, mark, next);
            const influence_tile tile = tile_of_piece(p, &plan, &place, &columns);
            vf_store(sums + tile.row_count * tile.pitch, vf_set(0.0f));
            start_sums(sums, carry, &tile, columns, place, plan.pitch, rounds);
            influence_add_sources(sums, &tile, sources + first, list + starts[index],
                                  starts[index + 1] - starts[index],
                                  p.columns < whole.columns || p.rows < whole.rows);
            if (momentum > 0.0f && !(rounds & TO_CARRY)) /* kept as sums between rounds are */
                store_sums(sums, plain, values, &tile, columns, place, plan.pitch, 0.0f, TO_CARRY);
            store_sums(sums, carry, values, &tile, columns, place, plan.pitch, momentum, rounds);
            if (rounds & TO_CARRY)
                continue;
            mark_piece(moving, across, p, momentum > 0.0f);
            uncombined[index] = 1;
        }
}

#endif
