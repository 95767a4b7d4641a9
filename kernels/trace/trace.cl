/* Path tracing on OpenCL devices. GPUs: one path per work-item, some steps per launch. CPU devices: a
 * work-item traces chunks of paths to their ends. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#ifndef POTENTIAL_TYPES
#define POTENTIAL_TYPES 0 /* of the measure */
#endif
#ifndef TRACE_GROUND
#define TRACE_GROUND 0 /* 1: the flow has layers on ground */
#endif
#include "kernels/trace/trace.h"

/* Keys of the starts, by which GPUs order them, and how many they are. */
__kernel void trace_keys(__global const trace_start *starts, __global const potential_goal *goals,
                         int goal_count, __global uint *keys, __global uint *paths, __global uint *number,
                         uint count)
{
    const uint i = (uint)get_global_id(0);
    if (i == 0)
        *number = count;
    if (i >= count)
        return;
    const trace_start start = starts[i];
    keys[i] = trace_order_key(goals, goal_count, &start);
    paths[i] = i;
}

/* first .. first + count - 1: the paths of this launch, by their order, on CPU devices by number. begin: 1 on
 * the first launch of these paths. */
__kernel void trace_run_paths(__global const potential_source *sources, __global const potential_goal *goals,
                              __global const int *lists, __global const uint *list_starts,
                              __global const uint *walls, __global const float *measure,
                              __global const int *flow, __global const trace_start *starts,
                              __global trace_result *results, __global float *points, const trace_plan plan,
                              __global trace_lanes *states, __global float *scratch,
                              __global const int *order, uint first, uint count, int steps, int begin)
{
    const uint item = (uint)get_global_id(0);
    trace_field field;
    field.sources = sources;
    field.goals = goals;
    field.lists = lists;
    field.list_starts = list_starts;
    field.walls = walls;
    field.measure = measure;
    field.flow = flow;
    field.starts = starts;
    field.order = THRONG_WIDTH == 1 ? order : 0;
    field.results = results;
    field.points = points;
#if THRONG_WIDTH == 1
    __local trace_plan shared;
    if (get_local_id(0) == 0)
        shared = plan;
    barrier(CLK_LOCAL_MEM_FENCE);
    field.plan = &shared;
    if (item >= count)
        return;
    trace_lists near = trace_lists_at(scratch);
    __global trace_lanes *lanes =
        (__global trace_lanes *)((__global int *)(states + item / TRACE_STRIDE) + item % TRACE_STRIDE);
    if (begin) {
        trace_init_lanes(lanes, first + item, first + item + 1);
        lanes->lists = item / TRACE_STRIDE * (uint)trace_item_words() * TRACE_STRIDE + item % TRACE_STRIDE;
    }
    trace_run(&field, &plan, lanes, &near, steps);
#else
    (void)states;
    (void)steps;
    (void)begin;
    for (uint from = item * TRACE_CHUNK; from < count; from += (uint)get_global_size(0) * TRACE_CHUNK) {
        const uint left = count - from, some = left < TRACE_CHUNK ? left : TRACE_CHUNK;
        trace_chunk(&field, &plan, first + from, first + from + some,
                    scratch + item * (uint)trace_lists_words(THRONG_WIDTH) * THRONG_WIDTH);
    }
#endif
}
