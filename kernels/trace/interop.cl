/* Loads starts of paths from a program's own OpenCL buffer. */
#include "kernels/common/interop.h"
#define START_WORDS 6 /* of a trace_start */
#define NO_GOAL 0x7fffffff

/* Sets `count` starts from the first-th on. The first one begins `begin` words behind the beginning of
 * `program_starts`, the next one `stride` words further. One that is out of range becomes a start whose goal
 * does not exist. */
__kernel void trace_take_starts(__global const int *program_starts, ulong begin, ulong stride,
                                __global int *starts, uint first, uint count, int worlds, int fields)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    __global const int *from = program_starts + begin + i * stride;
    __global int *to = starts + (first + i) * START_WORDS;
    const int right = interop_in_range(from[0], -INTEROP_MOST, INTEROP_MOST) &&
                      interop_in_range(from[1], -INTEROP_MOST, INTEROP_MOST) &&
                      interop_in_range(from[2], 1e-12f, INTEROP_MOST) && from[3] >= 0 && from[4] >= 0 &&
                      from[4] < worlds && from[5] >= 0 && from[5] < fields;
    for (int k = 0; k < 3; k++)
        to[k] = right ? interop_without_subnormal(from[k]) : 0;
    for (int k = 3; k < START_WORDS; k++)
        to[k] = right ? from[k] : k == 3 ? NO_GOAL : 0;
}
