/* Choquet integrals of many rows, THRONG_WIDTH rows per work-item. */
#include "kernels/measure/choquet.h"

/* values: type k of row i is at k * pitch + i. pitch is a multiple of 16 and at least the padded number of
 * rows; results has that length too. */
__kernel void choquet(__global const float *values, uint pitch, uint count, int types,
                      __global const float *table, __global float *results)
{
    const uint row = (uint)get_global_id(0) * THRONG_WIDTH;
    if (row >= count)
        return;
    vfloat of_types[CHOQUET_TYPES];
    UNROLL
    for (int k = 0; k < CHOQUET_TYPES; k++)
        of_types[k] = k < types ? vf_load(values + (uint)k * pitch + row) : vf_set(0.0f);
    vf_store(results + row, choquet_of(of_types, types, table));
}
