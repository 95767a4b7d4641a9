/* Tests whether the device rounds as IEEE 754 requires: every operation that results are built of, in the
 * vector width of the kernels, on operands chosen by the host, which compares the bits. */
#include "kernels/simd/simd.h"

__kernel void probe(__global const float *a, __global const float *b, __global const float *c,
                    __global float *results, uint count)
{
    uint i = (uint)get_global_id(0) * THRONG_WIDTH;
    vfloat x = vf_load(a + i);
    vfloat y = vf_load(b + i);
    vfloat z = vf_load(c + i);
    vf_store(results + i, x + y);
    vf_store(results + count + i, x - y);
    vf_store(results + 2 * count + i, x * y);
    vf_store(results + 3 * count + i, x / y);
    vf_store(results + 4 * count + i, vf_sqrt(vf_abs(x)));
    vf_store(results + 5 * count + i, x * y + z);
    vf_store(results + 6 * count + i, x * y - z);
    vf_store(results + 7 * count + i, vf_max(vf_min(x, y), z));
    for (int k = 0; k < THRONG_WIDTH; k++) {
        float narrow = scalar_min(scalar_max(a[i + k], -2e9f), 2e9f);
        int whole_number = scalar_to_bits(c[i + k]) >> 4;
        results[8 * count + i + k] = (float)(int)narrow;
        results[9 * count + i + k] = (float)whole_number;
        results[10 * count + i + k] = (a[i + k] / b[i + k]) * scalar_sqrt(scalar_abs(c[i + k])) + b[i + k];
    }
}
