/* Does this device round as IEEE 754 asks? Every operation on which results are built, in the width in which
 * the kernels use it, on operands that the host chose; the host compares the bits. */
#include "kernels/simd/simd.h"

__kernel void probe(__global const float *a, __global const float *b, __global const float *c,
                    __global float *results, uint count)
{
    uint i = (uint)get_global_id(0) * THRONG_WIDTH;
    real x = real_load(a + i);
    real y = real_load(b + i);
    real z = real_load(c + i);
    real_store(results + i, x + y);
    real_store(results + count + i, x - y);
    real_store(results + 2 * count + i, x * y);
    real_store(results + 3 * count + i, x / y);
    real_store(results + 4 * count + i, real_sqrt(real_abs(x)));
    real_store(results + 5 * count + i, x * y + z);
    real_store(results + 6 * count + i, x * y - z);
    real_store(results + 7 * count + i, real_max(real_min(x, y), z));
    for (int k = 0; k < THRONG_WIDTH; k++) {
        float narrow = plain_min(plain_max(a[i + k], -2e9f), 2e9f);
        int whole_number = plain_bits(c[i + k]) >> 4;
        results[8 * count + i + k] = (float)(int)narrow;
        results[9 * count + i + k] = (float)whole_number;
        results[10 * count + i + k] = (a[i + k] / b[i + k]) * plain_sqrt(plain_abs(c[i + k])) + b[i + k];
    }
}
