/* Loads starts of paths from a program's own OpenCL buffer. */
#define LARGEST 1e9f
#define START_WORDS 6 /* of a trace_start */
#define NO_GOAL 0x7fffffff

static int in_range(int bits, float low, float high)
{
    return as_float(bits) >= low && as_float(bits) <= high; /* false for NaN too */
}

/* Numbers below the smallest normal one count as 0. */
static int without_subnormal(int bits) { return bits & 0x7f800000 ? bits : 0; }

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
    const int right = in_range(from[0], -LARGEST, LARGEST) && in_range(from[1], -LARGEST, LARGEST) &&
                      in_range(from[2], 1e-12f, LARGEST) && from[3] >= 0 && from[4] >= 0 &&
                      from[4] < worlds && from[5] >= 0 && from[5] < fields;
    for (int k = 0; k < 3; k++)
        to[k] = right ? without_subnormal(from[k]) : 0;
    for (int k = 3; k < START_WORDS; k++)
        to[k] = right ? from[k] : k == 3 ? NO_GOAL : 0;
}
