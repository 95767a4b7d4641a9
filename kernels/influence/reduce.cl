/* Reductions of finished layers: weighted sum of layers, best cell of a region. */
#include "kernels/influence/euclidean.h"

#ifndef GROUP
#define GROUP 64
#endif

__kernel void zero(__global uint *words, ulong count, uint words_each)
{
    ulong start = (ulong)get_group_id(0) * GROUP * words_each + get_local_id(0);
    ulong end = min(((ulong)get_group_id(0) + 1) * GROUP * words_each, count);
    for (ulong i = start; i < end; i += GROUP)
        words[i] = 0;
}

#define ADD_LAYER(k, digit)                                                                                  \
    if (layers > k)                                                                                          \
        sum = influence_combined(sum, vf_load(m##k + i), weights.s##digit);

/* One group per tile: tiles that changed since the last time, or everything. Arguments beyond `layers` repeat
 * a layer and are not read. Rows are padded, so vectors need no bounds check. shape: cells from row to row,
 * rows, columns and rows of a tile, tiles in a row. */
__kernel void combine(__global float *combined, __global const float *m0, __global const float *m1,
                      __global const float *m2, __global const float *m3, __global const float *m4,
                      __global const float *m5, __global const float *m6, __global const float *m7,
                      __global const float *m8, __global const float *m9, __global const float *m10,
                      __global const float *m11, __global const float *m12, __global const float *m13,
                      __global const float *m14, __global const float *m15, float16 weights, int layers,
                      int8 shape, __global int *uncombined, int everything)
{
    const int tile = (int)get_group_id(0);
    const int wanted = everything || uncombined[tile];
    const int column = tile % shape.s4 * shape.s2, row = tile / shape.s4 * shape.s3;
    const int across = min(shape.s2, shape.s0 - column) / THRONG_WIDTH, down = min(shape.s3, shape.s1 - row);
    barrier(CLK_GLOBAL_MEM_FENCE); /* all have read the mark before it changes */
    if (get_local_id(0) == 0)
        uncombined[tile] = 0;
    for (int k = (int)get_local_id(0); wanted && k < across * down; k += GROUP) {
        const ulong i =
            (ulong)(row + k / across) * (ulong)shape.s0 + (ulong)(column + k % across * THRONG_WIDTH);
        vfloat sum = vf_set(0.0f);
        ADD_LAYER(0, 0)
        ADD_LAYER(1, 1)
        ADD_LAYER(2, 2)
        ADD_LAYER(3, 3)
        ADD_LAYER(4, 4)
        ADD_LAYER(5, 5)
        ADD_LAYER(6, 6)
        ADD_LAYER(7, 7)
        ADD_LAYER(8, 8)
        ADD_LAYER(9, 9)
        ADD_LAYER(10, a)
        ADD_LAYER(11, b)
        ADD_LAYER(12, c)
        ADD_LAYER(13, d)
        ADD_LAYER(14, e)
        ADD_LAYER(15, f)
        vf_store(combined + i, influence_combination(sum));
    }
}

/* A value and its index in the region, row by row. The larger value wins; ties go to the lower index. */
typedef struct found {
    float value;
    uint place;
} found;

#define NOTHING (-3.4e38f) /* less than any value of a map */

static found better(found a, found b)
{
    int second = b.value > a.value || (b.value == a.value && b.place < a.place);
    return second ? b : a;
}

#if GROUP > 1
/* Reduces the group's values to all[0], to be read by its first work-item. */
static void best_of_group(__local found *all, found mine)
{
    uint item = (uint)get_local_id(0);
    all[item] = mine;
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < apart)
            all[item] = better(all[item], all[item + apart]);
    }
}
#endif

/* parts[group]: best of the rows group, group + groups, ... of a region. `values` starts at its corner. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void best_of_rows(__global const float *values,
                                                                              ulong corner, int pitch,
                                                                              int width, int height,
                                                                              __global found *parts)
{
    found best;
    best.value = NOTHING;
    best.place = 0xffffffffu;
    for (int row = (int)get_group_id(0); row < height; row += (int)get_num_groups(0)) {
        __global const float *from = values + corner + (ulong)row * (ulong)pitch;
        found here;
#if GROUP > 1
        for (int column = (int)get_local_id(0); column < width; column += GROUP) {
            here.value = from[column];
            here.place = (uint)row * (uint)width + (uint)column;
            best = better(best, here);
        }
#else
        int column;
        here.value = influence_best_of_row(from, width, &column);
        here.place = (uint)row * (uint)width + (uint)column;
        best = better(best, here);
#endif
    }
#if GROUP > 1
    __local found all[GROUP];
    best_of_group(all, best);
    if (get_local_id(0) == 0)
        parts[get_group_id(0)] = all[0];
#else
    parts[get_group_id(0)] = best;
#endif
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void best_of_parts(__global found *parts,
                                                                               uint count, uint result)
{
    found best = parts[0];
    for (uint k = (uint)get_local_id(0); k < count; k += GROUP)
        best = better(best, parts[k]);
#if GROUP > 1
    __local found all[GROUP];
    best_of_group(all, best);
    if (get_local_id(0) == 0)
        parts[result] = all[0];
#else
    parts[result] = best;
#endif
}
