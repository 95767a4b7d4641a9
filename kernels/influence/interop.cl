/* Positions, velocities and queries out of a program's own OpenCL buffers, and results into them. */
#include "kernels/common/interop.h"

static int in_range(float2 pair, float largest)
{
    return fabs(pair.x) <= largest && fabs(pair.y) <= largest; /* false for NaN too */
}

/* Offsets and strides are in floats. An object with numbers out of range is left unchanged. `velocities` is
 * read only if has_velocities. */
__kernel void move_objects(__global const float *positions, ulong position_start, ulong position_stride,
                           __global const float *velocities, ulong velocity_start, ulong velocity_stride,
                           int has_velocities, __global float *object_positions,
                           __global float *object_velocities, uint first, uint count, float largest)
{
    uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    float2 position = vload2(0, positions + position_start + i * position_stride);
    float2 velocity = (float2)(0.0f, 0.0f);
    if (has_velocities)
        velocity = vload2(0, velocities + velocity_start + i * velocity_stride);
    if (!in_range(position, largest) || !in_range(velocity, INTEROP_MOST))
        return;
    vstore2(position, first + i, object_positions);
    if (has_velocities)
        vstore2(velocity, first + i, object_velocities);
}

/* Whether a query of `words` words is on a map: a cell (2), a point (3) or a region (4). */
static int is_on_map(__global const int *query, int words, int4 map, float largest)
{
    if (words == 3)
        return in_range((float2)(as_float(query[0]), as_float(query[1])), largest) && query[2] >= 0 &&
               query[2] < map.z;
    if (words == 2)
        return query[0] >= 0 && query[0] < map.x && query[1] >= 0 && query[1] < map.y;
    return query[0] >= 0 && query[1] >= 0 && query[2] > 0 && query[3] > 0 && query[0] <= map.x - query[2] &&
           query[1] <= map.y - query[3];
}

/* Packs `count` queries of `words` words. The first one is `start` words behind the beginning of `queries`,
 * the next one `stride` words further. Instead of one that is not on the map: the first cell, or a point
 * there. map: columns, rows and worlds. */
__kernel void take_queries(__global const int *queries, ulong start, ulong stride, __global int *packed,
                           uint count, int words, int4 map, float largest)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    __global const int *query = queries + start + i * stride;
    const int right = is_on_map(query, words, map, largest);
    for (int k = 0; k < words; k++)
        packed[i * (uint)words + (uint)k] = right ? query[k] : k > 1 && words == 4;
}

/* Copies their results, of 3 words each. A query that is not on the map has found nothing: no cell, or
 * zeros. */
__kernel void give_results(__global const int *queries, ulong start, ulong stride,
                           __global const int *results, __global int *to, ulong to_start, ulong to_stride,
                           uint count, int words, int4 map, float largest)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    const int right = is_on_map(queries + start + i * stride, words, map, largest);
    for (uint k = 0; k < 3; k++)
        to[to_start + i * to_stride + k] = right ? results[3 * i + k] : -(k < 2 && words != 3);
}
