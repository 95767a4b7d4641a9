/* The stages of a crowd's step that have to do with walls and moving obstacles: before everybody's velocity,
 * who may be in a wall looks for its way out; after that, the steps that may touch something are swept. An
 * agent per work-item, on all devices. */
#undef THRONG_WIDTH
#define THRONG_WIDTH 1
#include "kernels/crowd/move.h"

/* memory: two words per work-item for each of CROWD_MAX_WALLS. */
__kernel void crowd_ways_out_all(__global const crowd_plan *plan, __global crowd_body *bodies,
                                 __global crowd_sense *senses, __global const int *order,
                                 __global const crowd_wall *walls, __global const float *wall_boxes,
                                 __global crowd_exit *exits, __local long *memory)
{
    const int i = (int)get_global_id(0);
    const uint items = (uint)get_local_size(0), item = (uint)get_local_id(0);
    if (i >= plan->agents || (bodies[order[i]].settings & CROWD_NOT_STEPPED))
        return;
    crowd_world world;
    crowd_lanes l;
    crowd_near_walls found;
    world.bodies = bodies;
    world.senses = senses;
    world.order = order;
    world.walls = walls;
    world.wall_boxes = wall_boxes;
    crowd_lanes_at(&l, plan, &world, i);
    if (!crowd_looks_for_walls(plan, &l))
        return;
    crowd_lanes_load_walls(&l, &world);
    found.squares = (__local float *)memory + item;
    found.rows = (__local int *)memory + CROWD_MAX_WALLS * items + item;
    found.stride = items;
    const crowd_wall_query query = crowd_walls_around(plan, &world, &l, 0, -1);
    crowd_wall_state state = crowd_no_walls();
    (void)crowd_find_ways_out(&found, &query, plan, &world, &l, 1, 3e38f, &state);
    __global crowd_exit *to = exits + l.agents[0];
    to->state = state.state;
    to->x = state.x;
    to->y = state.y;
}

__kernel void crowd_sweep_all(__global const crowd_plan *plan, __global crowd_body *bodies,
                              __global crowd_rest *rests, __global const int *order, __global uchar *events,
                              __global const crowd_wall *walls, __global const float *wall_boxes,
                              __global const crowd_moving *moving)
{
    const int i = (int)get_global_id(0);
    crowd_world world;
    if (i >= plan->agents)
        return;
    world.bodies = bodies;
    world.rests = rests;
    world.order = order;
    world.events = events;
    world.walls = walls;
    world.wall_boxes = wall_boxes;
    world.moving = moving;
    crowd_catch_up(plan, &world, i);
}
