/* Loads positions and velocities from a program's own OpenCL buffers. */
#pragma OPENCL FP_CONTRACT OFF

#define LARGEST 1e9f

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
    if (!in_range(position, largest) || !in_range(velocity, LARGEST))
        return;
    vstore2(position, first + i, object_positions);
    if (has_velocities)
        vstore2(velocity, first + i, object_velocities);
}
