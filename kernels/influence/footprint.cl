/* Obstacle-aware influence on OpenCL devices: sources, their footprints, and sums of footprints. A program is
 * built for one grid (FOOTPRINT_GRID) and one propagation (FOOTPRINT_PROPAGATION); a program for all of them
 * would compile for minutes on some devices. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#ifndef FOOTPRINT_GRID
#define FOOTPRINT_GRID 0
#endif
#ifndef FOOTPRINT_PROPAGATION
#define FOOTPRINT_PROPAGATION 1
#endif
#include "kernels/influence/device.h"
#include "kernels/influence/footprint.h"
#if THRONG_WIDTH == 1
#include "kernels/influence/footprint_group.h"
#endif

static influence_grid footprint_grid_of(const influence_plan *plan)
{
    influence_grid grid = grid_of(plan);
    grid.kind = FOOTPRINT_GRID;
    grid.hex = FOOTPRINT_GRID == GRID_HEX;
    grid.propagation = FOOTPRINT_PROPAGATION;
    return grid;
}

/* ---------------------------------------------------------------- sources --------------------------- */

static influence_source prepare(__global const float *positions, __global const float *velocities,
                                __global const float *others, __global const uint *walls, uint i,
                                const influence_plan *plan)
{
    influence_object o = load_object(positions, velocities, others, i);
    influence_grid grid = footprint_grid_of(plan);
    return influence_prepare(&o, &grid, walls);
}

/* Marks the tiles that a source touches for summation. */
static void mark_tiles(__global int *dirty, const influence_source *s, const influence_plan *plan)
{
    influence_tiles t = influence_tiles_of(s, plan);
    for (int32_t y = t.top; y < t.top + t.rows; y++)
        NO_UNROLL for (int32_t x = t.left; x < t.left + t.columns; x++)
            atomic_or(&dirty[y * plan->tiles_x + x], 1);
}

/* Whether a change of the walls may affect a footprint. regions: column, row, width, height; a negative
 * count: everything changed. Rows count as in the terrain, which may be shared by all worlds. */
static int affected(const influence_source *s, const influence_grid *grid, __global const int4 *regions,
                    int region_count)
{
    relax_area area = footprint_area(s, grid);
    int found = region_count < 0;
    if (grid->walls_rows == 0)
        area.row %= grid->world_height;
    NO_UNROLL
    for (int k = 0; k < region_count; k++) {
        int4 r = regions[k];
        found |= r.x < area.column + area.columns && area.column < r.x + r.z && r.y < area.row + area.rows &&
                 area.row < r.y + r.w;
    }
    return found;
}

/* Prepares the sources of a layer's objects, of which `known` existed before. Marks the footprints to be
 * recomputed, including all from `kept` on, which were not kept, and the tiles to be summed again. */
__kernel void footprint_prepare(__global const float *positions, __global const float *velocities,
                                __global const float *others, __global const uint *walls,
                                __global influence_source *sources, __global int *stale, __global int *dirty,
                                const int16 words, uint count, uint each, uint known, uint kept,
                                __global const int4 *regions, int region_count)
{
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    uint first = (uint)get_global_id(0) * each;
    uint end = min(first + each, max(count, known));
    for (uint i = first; i < end; i++) {
        if (i >= count) { /* a removed object */
            const influence_source old = load_source(sources, i);
            mark_tiles(dirty, &old, &plan);
            continue;
        }
        const influence_source s = prepare(positions, velocities, others, walls, i, &plan);
        int changed = i >= known;
        if (!changed) {
            const source_words before = load_words(sources, i);
            changed = !same_words(before, words_of(&s));
            if (changed) {
                const influence_source old = source_from(before);
                mark_tiles(dirty, &old, &plan);
            }
        }
        changed |= affected(&s, &grid, regions, region_count);
        if (changed)
            mark_tiles(dirty, &s, &plan);
        store_source((__global int4 *)(sources + i), &s);
        stale[i] = changed || i >= kept;
    }
}

#if THRONG_WIDTH == 1

/* ---------------------------------------------------------------- footprints, by work-groups -------- */

#if FOOTPRINT_PROPAGATION == INFLUENCE_PATH

/* One group per object, with its window in local memory. Objects whose window does not fit are skipped. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
footprint_near(__global const influence_source *sources, __global const uint *places,
               __global const int *stale, __global float *pool, __global const uint *walls, const int16 words,
               uint first, uint base, ulong near_bytes, __local int *keys)
{
    __local footprint_shared shared;
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    uint object = first + (uint)get_group_id(0);
    influence_source s = load_source(sources, object);
    relax_area area = only_if(stale[object], footprint_area(&s, &grid));
    terrain_view view = footprint_enter_world(&s, &area, walls, &grid);
    __global float *values = pool + (ulong)(places[object] - base) * FOOTPRINT_UNIT;
    float farthest = share_paths(&shared, &s);
    footprint_needs needs = needs_of(area, farthest, near_bytes);
    int32_t column = s.column - area.column + 1, row = s.row - area.row + 1;

    /* A group takes one branch. When it took both, the other one without rows, Mesa 22.3 wrote no values. */
    if (needs.narrow) {
        near_narrow_window n = near_narrow_open((__local short *)keys, only_if(needs.near, area), view);
        float narrow = scalar_min(farthest, footprint_longest(area));
        int zero = footprint_narrow_base(narrow, FOOTPRINT_GRID == GRID_SQUARE8);
        barrier(CLK_LOCAL_MEM_FENCE);
        near_narrow_start(&n, column, row, zero, shared.rank);
        near_narrow_propagate(&n, column, row, shared.number, 0, 0, &shared.changed);
        EACH_VALUE(n)
        {
            int key = VALUE_COLUMN <= n.columns ? n.keys[near_narrow_at(&n, VALUE_COLUMN, VALUE_ROW)] : 32767;
            int reached = key > -32768 && key < 32767;
            values[i] = reached ? path_value(narrow_length(key - zero), (key - zero) & 7, &s, &shared) : 0.0f;
        }
    } else {
        near_wide_window w = near_wide_open(keys, only_if(needs.near, area), view);
        int limit = 8 * footprint_wide_bound(farthest, FOOTPRINT_GRID == GRID_SQUARE8) + 7;
        barrier(CLK_LOCAL_MEM_FENCE);
        near_wide_start(&w, column, row, 0, shared.rank);
        near_wide_propagate(&w, column, row, shared.number, limit, 0, &shared.changed);
        EACH_VALUE(w)
        {
            int key = VALUE_COLUMN <= w.columns ? w.keys[near_wide_at(&w, VALUE_COLUMN, VALUE_ROW)] : -1;
            int reached = key >= 0 && key <= limit;
            values[i] = reached ? path_value(wide_length(key), key & 7, &s, &shared) : 0.0f;
        }
    }
}

/* The skipped objects: each group takes every n-th of them, with a window in scratch memory. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
footprint_far(__global const influence_source *sources, __global const uint *places,
              __global const int *stale, __global float *pool, __global const uint *walls, const int16 words,
              uint first, uint count, uint base, ulong near_bytes, __global uchar *scratch,
              ulong scratch_bytes)
{
    __local footprint_shared shared;
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    __global uchar *mine = scratch + (ulong)get_group_id(0) * scratch_bytes;
    const int octile = FOOTPRINT_GRID == GRID_SQUARE8;
    for (uint object = (uint)get_group_id(0); object < count; object += (uint)get_num_groups(0)) {
        influence_source s = load_source(sources, first + object);
        relax_area area = only_if(stale[first + object], footprint_area(&s, &grid));
        terrain_view view = footprint_enter_world(&s, &area, walls, &grid);
        __global float *values = pool + (ulong)(places[first + object] - base) * FOOTPRINT_UNIT;
        float farthest = share_paths(&shared, &s);
        footprint_needs needs = needs_of(area, farthest, near_bytes);
        int32_t column = s.column - area.column + 1, row = s.row - area.row + 1;

        far_wide_window w = far_wide_open((__global int *)mine, only_if(!needs.near, area), view);
        int bound = footprint_wide_bound(farthest, octile), limit = 8 * bound + 7;
        barrier(CLK_GLOBAL_MEM_FENCE);
        far_wide_start(&w, column, row, 0, shared.rank);
        far_wide_propagate(&w, column, row, shared.number, limit, 0, &shared.changed);
        int cut = 0;
        s = load_source(
            sources, first + object); /* reloaded, so that it does not occupy registers during relaxation */
        EACH_VALUE(w)
        {
            int key = VALUE_COLUMN <= w.columns ? w.keys[far_wide_at(&w, VALUE_COLUMN, VALUE_ROW)] : -1;
            int reached = key >= 0 && key <= limit;
            cut |= needs.beyond && reached && key > 8 * (bound - PATH_WIDE_P);
            values[i] = reached ? path_value(wide_length(key), key & 7, &s, &shared) : 0.0f;
        }
        /* changed is 0 here, and all work-items have read it */
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (cut)
            atomic_or(&shared.changed, 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        cut = shared.changed;

        far_widest_window v = far_widest_open((__global long *)mine, only_if(cut, area), view);
        long most = footprint_widest_limit(farthest, octile);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        far_widest_start(&v, column, row, 0, shared.rank);
        far_widest_propagate(&v, column, row, shared.number, most, 0, &shared.changed);
        s = load_source(sources, first + object);
        EACH_VALUE(v)
        {
            long key = VALUE_COLUMN <= v.columns ? v.keys[far_widest_at(&v, VALUE_COLUMN, VALUE_ROW)] : -1;
            int reached = key >= 0 && key <= most;
            values[i] = reached ? path_value(widest_length(key), (int)(key & 7), &s, &shared) : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

#else

/* The same for adjacent propagation. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
footprint_near(__global const influence_source *sources, __global const uint *places,
               __global const int *stale, __global float *pool, __global const uint *walls, const int16 words,
               uint first, uint base, ulong near_bytes, __local float *keys)
{
    __local footprint_shared shared;
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    uint object = first + (uint)get_group_id(0);
    influence_source s = load_source(sources, object);
    relax_area area = only_if(stale[object], footprint_area(&s, &grid));
    terrain_view view = footprint_enter_world(&s, &area, walls, &grid);
    __global float *values = pool + (ulong)(places[object] - base) * FOOTPRINT_UNIT;
    int32_t column = s.column - area.column + 1, row = s.row - area.row + 1;
    int near = footprint_group_bytes(area.columns, area.rows, sizeof(float)) <= near_bytes;
    near_flood_window w = near_flood_open(keys, only_if(near, area), view);
    share_steps(&shared, &s);
    if (w.rows > 0 && get_local_id(0) == 0)
        w.keys[near_flood_at(&w, column, row)] = scalar_abs(s.strength);
    near_flood_propagate(&w, column, row, shared.number, shared.number[RELAX_DIRECTIONS],
                         s.kind & INFLUENCE_EXPONENTIAL, &shared.changed);
    float sign = s.strength < 0.0f ? -1.0f : 1.0f;
    EACH_VALUE(w)
    {
        float key = VALUE_COLUMN <= w.columns ? w.keys[near_flood_at(&w, VALUE_COLUMN, VALUE_ROW)] : 0.0f;
        values[i] = key > 0.0f ? key * sign : 0.0f;
    }
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
footprint_far(__global const influence_source *sources, __global const uint *places,
              __global const int *stale, __global float *pool, __global const uint *walls, const int16 words,
              uint first, uint count, uint base, ulong near_bytes, __global uchar *scratch,
              ulong scratch_bytes)
{
    __local footprint_shared shared;
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    __global float *keys = (__global float *)(scratch + (ulong)get_group_id(0) * scratch_bytes);
    for (uint object = (uint)get_group_id(0); object < count; object += (uint)get_num_groups(0)) {
        influence_source s = load_source(sources, first + object);
        relax_area area = only_if(stale[first + object], footprint_area(&s, &grid));
        terrain_view view = footprint_enter_world(&s, &area, walls, &grid);
        __global float *values = pool + (ulong)(places[first + object] - base) * FOOTPRINT_UNIT;
        int32_t column = s.column - area.column + 1, row = s.row - area.row + 1;
        int near = footprint_group_bytes(area.columns, area.rows, sizeof(float)) <= near_bytes;
        far_flood_window w = far_flood_open(keys, only_if(!near, area), view);
        share_steps(&shared, &s);
        if (w.rows > 0 && get_local_id(0) == 0)
            w.keys[far_flood_at(&w, column, row)] = scalar_abs(s.strength);
        far_flood_propagate(&w, column, row, shared.number, shared.number[RELAX_DIRECTIONS],
                            s.kind & INFLUENCE_EXPONENTIAL, &shared.changed);
        float sign = s.strength < 0.0f ? -1.0f : 1.0f;
        EACH_VALUE(w)
        {
            float key = VALUE_COLUMN <= w.columns ? w.keys[far_flood_at(&w, VALUE_COLUMN, VALUE_ROW)] : 0.0f;
            values[i] = key > 0.0f ? key * sign : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

#endif

/* ---------------------------------------------------------------- sums, by work-groups ------------- */

#define EACH_CELL UNROLL for (int u = 0; u < 4; u++)

/* One group per tile, four cells per work-item, as influence_add in influence.cl. Each work-item looks up the
 * area of one footprint of a round of GROUP. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
footprint_sum(__global const influence_source *sources, __global const uint *places,
              __global const float *pool, __global const uint *list, __global const uint *starts,
              __global float *values, __global float *carry, __global int *touched, __global int *dirty,
              __global int *uncombined, const int16 words, float momentum, int rounds, int everything,
              uint first, uint base)
{
    __local int4 areas[GROUP];
    __local uint footprints[GROUP];
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    uint tile = launched_tile();
    uint item = (uint)get_local_id(0);
    uint start = starts[tile];
    uint count = starts[tile + 1] - start;
    int was_touched = touched[tile];
    /* no early return: some devices fail on barriers after a divergent return */
    int inside = (everything || dirty[tile]) && !nothing_to_do(count, was_touched, rounds);
    uint listed = inside ? count : 0;
    int32_t column = (int32_t)(tile % (uint)plan.tiles_x * TILE_WIDTH + item % TILE_WIDTH);
    int32_t row = (int32_t)(tile / (uint)plan.tiles_x * (4 * ROWS_APART) + item / TILE_WIDTH);
    ulong place = (ulong)row * (ulong)plan.pitch + (ulong)column;
    ulong apart = (ulong)plan.pitch * ROWS_APART;
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    if ((rounds & FROM_CARRY) && column < plan.width)
        EACH_CELL if (row + u * ROWS_APART < plan.height) sums[u] = carry[place + (ulong)u * apart];
    for (uint done = 0; done < listed; done += GROUP) {
        uint size = listed - done < GROUP ? listed - done : GROUP;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < size) {
            uint i = first + list[start + done + item];
            influence_source s = load_source(sources, i);
            relax_area a = footprint_area(&s, &grid);
            areas[item] = (int4)(a.column, a.row, a.columns, a.rows);
            footprints[item] = places[i] - base;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < size; k++) {
            int4 a = areas[k];
            int32_t pitch = footprint_pitch(a.z), x = column - a.x, y = row - a.y;
            __global const float *footprint = pool + (ulong)footprints[k] * FOOTPRINT_UNIT;
            if (x >= 0 && x < a.z)
                EACH_CELL
                {
                    int32_t at = y + u * ROWS_APART;
                    if (at >= 0 && at < a.w)
                        sums[u] += footprint[at * pitch + x];
                }
        }
    }
    if (inside && column < plan.width)
        EACH_CELL if (row + u * ROWS_APART < plan.height)
        {
            ulong at = place + (ulong)u * apart;
            if (rounds & TO_CARRY)
                carry[at] = sums[u];
            else
                values[at] = influence_finished(sums[u], momentum > 0.0f ? values[at] : 0.0f, momentum);
        }
    barrier(CLK_GLOBAL_MEM_FENCE); /* all work-items have read touched and dirty before they change */
    if (item == 0 && inside && !(rounds & TO_CARRY)) {
        touched[tile] = touched_after(count, was_touched, rounds, momentum);
        dirty[tile] = 0;
        uncombined[tile] = 1;
    }
}

#else

/* ---------------------------------------------------------------- footprints ----------------------- */

/* Work-items claim objects from a shared counter, each with its own scratch memory. counters[0]: objects
 * claimed; counters[1]: work-items that found none left, of which the last one resets both. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
footprint_compute(__global const influence_source *sources, __global const uint *places,
                  __global const int *stale, __global float *pool, __global uchar *scratch,
                  __global uint *counters, __global const uint *walls, const int16 words, uint first,
                  uint count, uint base, ulong scratch_bytes)
{
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    __global uchar *mine = scratch + (ulong)get_group_id(0) * scratch_bytes;
    for (uint i = atomic_inc(&counters[0]); i < count; i = atomic_inc(&counters[0])) {
        if (!stale[first + i])
            continue;
        influence_source s = load_source(sources, first + i);
        relax_area area = footprint_area(&s, &grid);
        terrain_view view = footprint_enter_world(&s, &area, walls, &grid);
        __global float *values = pool + (ulong)(places[first + i] - base) * FOOTPRINT_UNIT;
        if (area.columns == 0)
            continue;
            /* not footprint_write(): compilers would generate code for all grids before they see which one it
             * is */
#if FOOTPRINT_PROPAGATION == INFLUENCE_PATH
        footprint_path_of_grid(values, mine, &s, area, view, FOOTPRINT_GRID);
#else
        footprint_flood_of_grid(values, mine, &s, area, view, FOOTPRINT_GRID);
#endif
    }
    if (atomic_inc(&counters[1]) == (uint)get_num_groups(0) - 1) {
        atomic_and(&counters[0], 0u);
        atomic_and(&counters[1], 0u);
    }
}

/* ---------------------------------------------------------------- sums ------------------------------ */

/* One work-item per tile, as influence_add in influence.cl. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
footprint_sum(__global const influence_source *sources, __global const uint *places,
              __global const float *pool, __global const uint *list, __global const uint *starts,
              __global float *values, __global float *carry, __global int *touched, __global int *dirty,
              __global int *uncombined, const int16 words, float momentum, int rounds, int everything,
              uint first, uint base, __local float *sums)
{
    influence_plan plan;
    load_plan(&plan, words);
    const influence_grid grid = footprint_grid_of(&plan);
    uint index = launched_tile();
    uint start = starts[index];
    uint count = starts[index + 1] - start;
    int was_touched = touched[index];
    if (!(everything || dirty[index]) || nothing_to_do(count, was_touched, rounds))
        return;
    ulong place;
    int columns;
    influence_tile tile = tile_of(index, &plan, &place, &columns);
    vf_store(sums + tile.row_count * tile.pitch, vf_set(0.0f));
    start_sums(sums, carry, &tile, columns, place, plan.pitch, rounds);
    for (uint k = 0; k < count; k++) {
        uint i = first + list[start + k];
        influence_source s = load_source(sources, i);
        footprint_add(sums, &tile, footprint_area(&s, &grid),
                      pool + (ulong)(places[i] - base) * FOOTPRINT_UNIT);
    }
    store_sums(sums, carry, values, &tile, columns, place, plan.pitch, momentum, rounds);
    if (!(rounds & TO_CARRY)) {
        touched[index] = touched_after(count, was_touched, rounds, momentum);
        dirty[index] = 0;
        uncombined[index] = 1;
    }
}

#endif
