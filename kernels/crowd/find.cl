/* Finding agents near points on OpenCL devices: the tree over agents, and one query per work-item. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#include "kernels/crowd/find.h"

/* THRONG_WIDTH leaves per work-item, and empty boxes up to `end`. */
__kernel void crowd_find_leaves_all(__global const crowd_plan *plan, __global const crowd_curve *curve,
                                    __global const crowd_body *bodies, __global const crowd_sense *senses,
                                    __global const int *order, __global float *blocks, __global float *boxes,
                                    __global float *keys, int layered, int end)
{
    const int i = (int)get_global_id(0);
    const crowd_box nobody = crowd_no_box();
    const int leaves = plan->tree.count[0];
    crowd_find_tree tree;
    tree.blocks = blocks;
    tree.boxes = boxes;
    tree.keys = keys;
    if (i >= leaves && i < end)
        crowd_box_store(boxes, &plan->tree, i, &nobody);
    if (i < leaves && i % THRONG_WIDTH == 0)
        crowd_find_leaves(plan, curve, bodies, senses, order, layered, i, leaves, &tree);
}

/* The boxes of an inner level, and empty boxes up to `end`. */
__kernel void crowd_find_boxes(__global const crowd_plan *plan, __global float *boxes, int level, int end)
{
    const int i = (int)get_global_id(0);
    const crowd_box nobody = crowd_no_box();
    if (i < plan->tree.count[level])
        crowd_find_box_above(&plan->tree, level, i, boxes);
    else if (plan->tree.first[level] + i < end)
        crowd_box_store(boxes, &plan->tree, plan->tree.first[level] + i, &nobody);
}

/* queries: from word `first` on, `stride` words from one to the next. hits: from word `first_hit` on,
 * `capacity` for each query. found: their numbers, from word `first_found` on. */
__kernel void crowd_find_all(__global const crowd_plan *plan, __global const crowd_curve *curve,
                             __global const float *blocks, __global const float *boxes,
                             __global const int *keys, __global const int *order, __global const int *queries,
                             ulong first, ulong stride, __global int *hits, ulong first_hit,
                             __global int *found, ulong first_found, int count, int capacity, int counts_all)
{
    const int i = (int)get_global_id(0);
    if (i >= count)
        return;
    __global const int *at = queries + first + stride * (ulong)i;
    crowd_find_world world;
    crowd_query query;
    world.plan = plan;
    world.curve = curve;
    world.blocks = blocks;
    world.boxes = boxes;
    world.keys = keys;
    world.order = order;
    query.x = as_float(at[0]);
    query.y = as_float(at[1]);
    query.radius = as_float(at[2]);
    query.mask = at[3];
    query.except = at[4];
    query.generation = at[5];
    int key[THRONG_WIDTH];
    vi_store(key, crowd_find_keys(plan, curve, vf_set(query.x), vf_set(query.y)));
    __global crowd_hit *of_query = (__global crowd_hit *)(hits + first_hit) + (ulong)capacity * (ulong)i;
    found[first_found + (ulong)i] = crowd_find(&world, &query, key[0], capacity, counts_all, of_query, 0);
}
