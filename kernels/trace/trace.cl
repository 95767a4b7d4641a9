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

/* first .. first + count - 1: the paths of this launch. begin: 1 on the first launch of these paths. */
__kernel void trace_run_paths(__global const potential_source *sources, __global const potential_goal *goals,
                              __global const int *lists, __global const uint *list_starts,
                              __global const uint *walls, __global const float *measure,
                              __global const int *flow, __global const trace_start *starts,
                              __global trace_result *results, __global float *points, const trace_plan plan,
                              __global trace_lanes *states, __global float *scratch, uint first, uint count,
                              int steps, int begin)
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
    field.order = 0;
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
    near.scratch = scratch;
    if (begin) {
        trace_init_lanes(lanes, first + item, first + item + 1);
        lanes->lists = item / TRACE_STRIDE * (uint)trace_lists_words(1) * TRACE_STRIDE + item % TRACE_STRIDE;
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
