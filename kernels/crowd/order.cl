/* Crowds on OpenCL devices: agent attribute transfer, state hash, sort keys, neighbour snapshot, tree of
 * boxes. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#ifndef GROUP
#define GROUP 256 /* work-items of kernels that run as one group: the compiler has to leave room for all */
#endif
#include "kernels/crowd/events.h"
#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/motions.h"
#include "kernels/crowd/neighbor_snapshot.h"

/* ---------------------------------------------------------------- agent attributes ---------------- */

/* moved: `count` agent indices, then `words` words for each. entries: hot or cold state or rests, `pitch`
 * words each. flags: added to the state of hot state. placed: nothing is lost any more. */
__kernel void crowd_write(__global int *entries, __global const int *moved, uint pitch, uint first,
                          uint words, uint count, int flags, __global crowd_rest *rests, int placed)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    for (uint k = 0; k < words; k++)
        entries[(uint)moved[i] * pitch + first + k] = moved[count + i * words + k];
    if (flags) {
        __global crowd_body *body = (__global crowd_body *)entries + moved[i];
        body->state |= flags;
    }
    if (placed)
        rests[moved[i]].x = rests[moved[i]].y = 0.0f;
}

/* Reads `words` words of `count` agents to values, from entry `place` on. The first agent is agents[from].
 * home: of targets, which are converted; otherwise 0. */
__kernel void crowd_read(__global const int *entries, __global const int *agents, __global int *values,
                         uint from, uint place, uint pitch, uint first, uint words, uint count, float home_x,
                         float home_y)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    for (uint k = 0; k < words; k++)
        values[(place + i) * words + k] = entries[(uint)agents[from + i] * pitch + first + k];
    if (home_x == 0.0f && home_y == 0.0f)
        return;
    __global const crowd_body *body = (__global const crowd_body *)entries + agents[from + i];
    __global float *target = (__global float *)values + 2 * (place + i);
    if (body->settings & CROWD_OTHER_TARGET) {
        target[0] = crowd_converted(target[0], home_x, body->settings);
        target[1] = crowd_converted(target[1], home_y, body->settings);
    }
}

/* Sets the motions of `count` agents. */
__kernel void crowd_write_motions(__global crowd_body *bodies, __global crowd_rest *rests,
                                  __global const int *agents, __global const crowd_motion *motions,
                                  uint count)
{
    const uint i = (uint)get_global_id(0);
    if (i < count)
        crowd_motion_set(bodies + agents[i], rests + agents[i], motions + i);
}

/* Reads the motions of `count` agents. */
__kernel void crowd_read_motions(__global const crowd_body *bodies, __global const crowd_rest *rests,
                                 __global const int *agents, __global crowd_motion *motions, uint count)
{
    const uint i = (uint)get_global_id(0);
    if (i < count)
        crowd_motion_get(bodies + agents[i], rests + agents[i], motions + i);
}

/* Partial sums of agents' hashes, one per work-item. more: adds to the sums that are there. guests: 1: they
 * count. */
__kernel void crowd_hash(__global const crowd_body *bodies, __global const crowd_sense *senses,
                         __global const int *agents, __global ulong *sums, uint count, uint items, uint more,
                         int guests)
{
    const uint item = (uint)get_global_id(0);
    if (item >= items)
        return;
    ulong sum = more ? sums[item] : 0;
    for (uint i = item; i < count; i += items)
        sum += crowd_hash_agent(bodies + agents[i], senses + agents[i], guests);
    sums[item] = sum;
}

/* ---------------------------------------------------------------- events -------------------------- */

/* Lists the events of 4 agents per work-item, in any order. kinds: flags that count. */
__kernel void crowd_collect_events(__global const uchar *events, __global const crowd_body *bodies,
                                   __global int *list, __global uint *number, uint count, int kinds)
{
    const uint i = (uint)get_global_id(0);
    if (4 * i >= count)
        return;
    const uchar4 four = vload4(i, events) & (uchar4)((uchar)kinds);
    const int flags[4] = {four.x, four.y, four.z, four.w};
    for (int k = 0; k < 4; k++) {
        const int agent = 4 * (int)i + k;
        if (flags[k] && !(bodies[agent].state & CROWD_FRESH))
            list[atomic_inc(number)] = crowd_event_word(agent, flags[k]);
    }
}

/* ---------------------------------------------------------------- sort keys ----------------------- */

/* Sorts two arrays of `count` numbers, one behind the other. All work-items must call it. */
static void crowd_sort_both(__local float *numbers, int count)
{
    const int item = (int)get_local_id(0), items = (int)get_local_size(0);
    for (int size = 2; size <= count; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            crowd_sort_pass(numbers, count, size, step, item, items);
            crowd_sort_pass(numbers + count, count, size, step, item, items);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Builds the curve from a sample. One work-group, whose work-items share the sorts. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
crowd_build_curve(__global crowd_curve *curve, __global const crowd_body *bodies, __global const int *alive,
                  int agents)
{
    __local float samples[2 * CROWD_SAMPLE], widths[2 * CROWD_AXIS_SEGMENTS];
    const int count = agents < CROWD_SAMPLE ? agents : CROWD_SAMPLE;
    const int item = (int)get_local_id(0), items = (int)get_local_size(0);
    for (int i = item; i < CROWD_SAMPLE; i += items) {
        __global const crowd_body *body = bodies + alive[(int)((long)agents * (i < count ? i : 0) / count)];
        samples[i] = i < count ? body->x : 3e38f;
        samples[CROWD_SAMPLE + i] = i < count ? body->y : 3e38f;
    }
    crowd_sort_both(samples, CROWD_SAMPLE);
    for (int k = 0; k < 2; k++)
        crowd_measure_segments(&curve->axes[k], samples + k * CROWD_SAMPLE, count,
                               widths + k * CROWD_AXIS_SEGMENTS, item, items);
    crowd_sort_both(widths, CROWD_AXIS_SEGMENTS);
    for (int k = item; k < 2; k += items)
        crowd_build_axis(&curve->axes[k], samples + k * CROWD_SAMPLE, count,
                         widths + k * CROWD_AXIS_SEGMENTS);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (item == 0)
        crowd_build_cells(curve, agents);
}

/* Pairs of curve index and agent for the sort, and their number. Buffers are padded to whole vectors. */
__kernel void crowd_keys(__global const crowd_curve *curve, __global const crowd_body *bodies,
                         __global const int *alive, __global int *keys, __global int *values,
                         __global uint *number, int agents)
{
    const int first = (int)get_global_id(0) * THRONG_WIDTH;
    if (first == 0)
        number[0] = (uint)agents;
    if (first >= agents)
        return;
    int rows[THRONG_WIDTH];
    vfloat c[8];
    for (int k = 0; k < THRONG_WIDTH; k++) {
        const int agent = alive[first + k < agents ? first + k : agents - 1];
        rows[k] = 2 * agent;
        values[first + k] = agent;
    }
    vf_gather_transpose((__global const float *)(__global const void *)bodies, rows, c);
    vi_store(keys + first, crowd_key(curve, c[0], c[1]));
}

/* ---------------------------------------------------------------- snapshot and boxes -------------- */

/* Takes the neighbour snapshot, THRONG_WIDTH agents per work-item. */
__kernel void crowd_publish_all(__global const crowd_plan *plan, __global crowd_body *bodies,
                                __global crowd_sense *senses, __global const int *order,
                                __global crowd_record *records, __global crowd_extra *extras)
{
    const int first = (int)get_global_id(0) * THRONG_WIDTH;
    const crowd_neighbor_snapshot snapshot = {bodies, senses, order, records, extras};
    if (first < plan->agents)
        crowd_publish(plan, &snapshot, first, plan->agents, 1);
}

/* Builds the boxes of a level, and empty boxes up to `end`. On level 0 every THRONG_WIDTH-th work-item builds
 * THRONG_WIDTH leaves, with positions for vector widths. */
__kernel void crowd_boxes(__global const crowd_plan *plan, __global const crowd_record *records,
                          __global float *points, __global float *boxes, int level, int end)
{
    const int i = (int)get_global_id(0);
    if (i >= plan->tree.count[level]) {
        const crowd_box nobody = crowd_no_box();
        if (plan->tree.first[level] + i < end)
            crowd_box_store(boxes, &plan->tree, plan->tree.first[level] + i, &nobody);
    } else if (level == 0) {
        if (i % THRONG_WIDTH == 0)
            crowd_publish_leaves(plan, records, i, plan->tree.count[0], points, boxes, THRONG_WIDTH > 1);
    } else {
        crowd_box_above(&plan->tree, level, i, boxes);
    }
}

#if THRONG_WIDTH == 1

/* The box of a leaf; behind the last one an empty one. */
static void crowd_publish_leaf(__global const crowd_plan *plan, __global const crowd_record *records,
                               __global float *points, __global float *boxes, int leaf)
{
    const crowd_box nobody = crowd_no_box();
    if (leaf < plan->tree.count[0])
        crowd_publish_leaves(plan, records, leaf, plan->tree.count[0], points, boxes, 0);
    else
        crowd_box_store(boxes, &plan->tree, plan->tree.first[0] + leaf, &nobody);
}

/* Boxes of the levels from `from` on, and empty ones behind the last of each level. One group. */
static FORCE_INLINE void crowd_build_levels(__global const crowd_plan *plan, __global float *boxes, int from)
{
    __global const crowd_tree *tree = &plan->tree;
    const crowd_box nobody = crowd_no_box();
    const int levels = tree->levels;
    for (int level = 1; level < levels; level++) {
        const int first = tree->first[level], count = tree->count[level];
        const int end = level + 1 < levels ? tree->first[level + 1] : tree->boxes;
        for (int i = (int)get_local_id(0); i < end - first; i += (int)get_local_size(0)) {
            if (i >= count)
                crowd_box_store(boxes, tree, first + i, &nobody);
            else if (level >= from)
                crowd_box_above(tree, level, i, boxes);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

/* A block of 64 agents for each group: what others see of them, and the boxes of their leaves and around
 * these. A group's size divides that of a block. */
__kernel void crowd_publish_blocks(__global const crowd_plan *plan, __global crowd_body *bodies,
                                   __global crowd_sense *senses, __global const int *order,
                                   __global crowd_record *records, __global crowd_extra *extras,
                                   __global float *points, __global float *boxes)
{
    const int block = (int)get_group_id(0), item = (int)get_local_id(0), items = (int)get_local_size(0);
    const int first = block * CROWD_BLOCK, leaves = CROWD_BLOCK / CROWD_LEAF;
    const crowd_neighbor_snapshot snapshot = {bodies, senses, order, records, extras};
    for (int i = first + item; i < first + CROWD_BLOCK && i < plan->agents; i += items)
        crowd_publish(plan, &snapshot, i, plan->agents, 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = block * leaves + item; i < (block + 1) * leaves; i += items)
        crowd_publish_leaf(plan, records, points, boxes, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (item == 0)
        crowd_box_above(&plan->tree, 1, block, boxes);
}

/* The number of the step, for the kernels behind. */
static void crowd_note_step(__global crowd_plan *plan, int step_low, int step_high)
{
    if (get_local_id(0) == 0) {
        plan->step_low = step_low;
        plan->step_high = step_high;
    }
}

/* Boxes of all levels above those of blocks. One group. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
crowd_boxes_above(__global crowd_plan *plan, __global float *boxes, int step_low, int step_high)
{
    crowd_build_levels(plan, boxes, 2);
    crowd_note_step(plan, step_low, step_high);
}

/* Both, for a small crowd. One group. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
crowd_publish_few(__global crowd_plan *plan, __global crowd_body *bodies, __global crowd_sense *senses,
                  __global const int *order, __global crowd_record *records, __global crowd_extra *extras,
                  __global float *points, __global float *boxes, int step_low, int step_high)
{
    const int item = (int)get_local_id(0), items = (int)get_local_size(0);
    const int leaves = plan->tree.count[1] * (CROWD_BLOCK / CROWD_LEAF);
    const crowd_neighbor_snapshot snapshot = {bodies, senses, order, records, extras};
    for (int i = item; i < plan->agents; i += items)
        crowd_publish(plan, &snapshot, i, plan->agents, 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = item; i < leaves; i += items)
        crowd_publish_leaf(plan, records, points, boxes, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    crowd_build_levels(plan, boxes, 1);
    crowd_note_step(plan, step_low, step_high);
}

#endif

/* ---------------------------------------------------------------- flow sampling ------------------- */

/* Sample points of all agents, in sorted order, for flow_sample. Agents that follow no flow field sample the
 * first one. */
__kernel void crowd_sample_flow(__global const crowd_plan *plan, __global const crowd_body *bodies,
                                __global const int *order, __global int4 *points, uint count)
{
    const uint i = (uint)get_global_id(0);
    if (i >= count)
        return;
    __global const crowd_body *body = bodies + order[i];
    const int settings = body->settings;
    const int field = settings & CROWD_BY_FLOW ? (int)((uint)settings >> CROWD_FIELD_SHIFT) : 0;
    points[i] = (int4)(scalar_to_bits(body->x - plan->origin_x), scalar_to_bits(body->y - plan->origin_y),
                       scalar_to_bits(body->radius), field);
}
