/* Influence that walks, on OpenCL devices: sources, what each of them adds (a patch), and sums of patches. A
 * program is made for one grid (PATCH_GRID) and one way to walk (PATCH_PROPAGATION): all of them together would
 * take a device's compiler minutes. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#ifndef PATCH_GRID
#define PATCH_GRID 0
#endif
#ifndef PATCH_PROPAGATION
#define PATCH_PROPAGATION 1
#endif
#include "influence_device.h"
#include "influence_patch.h"

static influence_grid walking_grid(const influence_plan *plan)
{
    influence_grid grid = grid_of(plan);
    grid.kind = PATCH_GRID;
    grid.hex = PATCH_GRID == SPREAD_HEX;
    grid.propagation = PATCH_PROPAGATION;
    return grid;
}

/* ---------------------------------------------------------------- sources --------------------------- */

static influence_source prepare(__global const float *positions, __global const float *velocities,
                                __global const float *others, __global const uint *walls, uint i,
                                const influence_plan *plan)
{
    influence_object o = load_object(positions, velocities, others, i);
    influence_grid grid = walking_grid(plan);
    return influence_prepare(&o, &grid, walls);
}

/* The sources of a layer's objects. */
__kernel void walk_prepare(__global const float *positions, __global const float *velocities,
                           __global const float *others, __global const uint *walls,
                           __global influence_source *sources, const int16 words, uint count, uint each)
{
    influence_plan plan;
    take_plan(&plan, words);
    uint first = (uint)get_global_id(0) * each;
    for (uint i = first; i < first + each && i < count; i++) {
        influence_source s = prepare(positions, velocities, others, walls, i, &plan);
        store_source((__global int4 *)(sources + i), &s);
    }
}

#if THRONG_WIDTH == 1

#else

/* ---------------------------------------------------------------- patches --------------------------- */

/* Work-items take objects in turn, each with scratch memory of its own. turn[0] counts the objects taken,
 * turn[1] the work-items that found none left, of which the last one sets both back to 0. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
patch_compute(__global const influence_source *sources, __global const uint *places, __global float *pool,
              __global uchar *scratch, __global uint *turn, __global const uint *walls, const int16 words,
              uint first, uint count, uint base, ulong scratch_bytes)
{
    influence_plan plan;
    take_plan(&plan, words);
    const influence_grid grid = walking_grid(&plan);
    __global uchar *mine = scratch + (ulong)get_group_id(0) * scratch_bytes;
    for (uint i = atomic_inc(&turn[0]); i < count; i = atomic_inc(&turn[0])) {
        influence_source s = load_source(sources, first + i);
        spread_area area = patch_area(&s, &grid);
        if (area.columns > 0)
            patch_write(pool + (ulong)(places[first + i] - base) * PATCH_UNIT, mine, &s, area, walls, &grid);
    }
    if (atomic_inc(&turn[1]) == (uint)get_num_groups(0) - 1) {
        atomic_and(&turn[0], 0u);
        atomic_and(&turn[1], 0u);
    }
}

/* ---------------------------------------------------------------- sums ------------------------------ */

/* One work-item a tile, as influence_add in influence.cl. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
patch_sum(__global const influence_source *sources, __global const uint *places, __global const float *pool,
          __global const uint *list, __global const uint *starts, __global float *values,
          __global float *carry, __global int *touched, const int16 words, float momentum, int rounds,
          uint first, uint base, __local float *sums)
{
    influence_plan plan;
    take_plan(&plan, words);
    const influence_grid grid = walking_grid(&plan);
    uint index = (uint)get_group_id(0);
    uint start = starts[index];
    uint count = starts[index + 1] - start;
    int was_touched = touched[index];
    if (nothing_to_do(count, was_touched, rounds))
        return;
    ulong place;
    int columns;
    influence_tile tile = tile_of(index, &plan, &place, &columns);
    real_store(sums + tile.row_count * tile.pitch, real_set(0.0f));
    start_sums(sums, carry, &tile, columns, place, plan.pitch, rounds);
    for (uint k = 0; k < count; k++) {
        uint i = first + list[start + k];
        influence_source s = load_source(sources, i);
        patch_add(sums, &tile, patch_area(&s, &grid), pool + (ulong)(places[i] - base) * PATCH_UNIT);
    }
    store_sums(sums, carry, values, &tile, columns, place, plan.pitch, momentum, rounds);
    if (!(rounds & TO_CARRY))
        touched[index] = touched_after(count, was_touched, rounds, momentum);
}

#endif
