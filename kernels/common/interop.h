/* Checks of numbers out of a program's own OpenCL buffers, which no host has seen; for OpenCL alone. */
#ifndef THRONG_KERNELS_COMMON_INTEROP_H
#define THRONG_KERNELS_COMMON_INTEROP_H

#pragma OPENCL FP_CONTRACT OFF

#define INTEROP_MOST 1e9f /* the largest length or coordinate, as THRONG_MOST */

static int interop_in_range(int bits, float low, float high)
{
    return as_float(bits) >= low && as_float(bits) <= high; /* false for NaN too */
}

/* Numbers below the smallest normal one count as 0. */
static int interop_without_subnormal(int bits) { return bits & 0x7f800000 ? bits : 0; }

#endif
