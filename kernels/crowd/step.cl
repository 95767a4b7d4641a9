/* The step of crowds on OpenCL devices. GPUs: one agent per work-item. CPU devices: blocks of agents, one
 * after the other. */
#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif
#ifndef CROWD_USES
#define CROWD_USES                                                                                           \
    0 /* features compiled in, see crowd_plan.uses; more than walls: all, selected at run time */
#endif
#ifndef CROWD_ITEMS
#define CROWD_ITEMS 64 /* of a group on GPUs: the compiler knows the strides of what each item has */
#endif
/* first: each header is embedded once, where it is included first */
#include "kernels/crowd/layout.h"
#if (CROWD_USES & CROWD_MOVING) || (THRONG_WIDTH > 1 && (CROWD_USES & CROWD_HETEROGENEOUS))
#define CROWD_LEFT_OUT 0
#else
#define CROWD_LEFT_OUT CROWD_MOVING
#endif
#include "kernels/crowd/move.h"
#include "kernels/crowd/nearest.h"
#include "kernels/crowd/settle.h"
#include "kernels/crowd/sizes.h"
#if THRONG_WIDTH == 1
#include "kernels/crowd/group_search.h"
#else
#include "kernels/crowd/step.h"
#endif

/* Homogeneous crowds, with or without walls, have a specialised kernel without senses. Neighbours by gaps
 * have kernels of their own, and moving obstacles on GPUs, where they take registers. */
#define GAPS (CROWD_USES & CROWD_BY_GAPS)
#if CROWD_USES & CROWD_HETEROGENEOUS
#define USES ((plan->uses & CROWD_STEP_USES & ~(CROWD_BY_GAPS | CROWD_LEFT_OUT)) | GAPS)
#else
#define USES (CROWD_USES & (CROWD_WALLED | CROWD_BY_GAPS))
#endif

#define WORLD                                                                                                \
    crowd_world world;                                                                                       \
    world.bodies = bodies;                                                                                   \
    world.senses = senses;                                                                                   \
    world.rests = rests;                                                                                     \
    world.records = records;                                                                                 \
    world.extras = extras;                                                                                   \
    world.points = points;                                                                                   \
    world.radii = points + crowd_radii(&plan->tree);                                                         \
    world.order = order;                                                                                     \
    world.ranges = ranges;                                                                                   \
    world.events = events;                                                                                   \
    world.max_sound_range = 3e38f;                                                                           \
    world.boxes = boxes;                                                                                     \
    world.walls = walls;                                                                                     \
    world.wall_boxes = wall_boxes;                                                                           \
    world.moving = moving;                                                                                   \
    world.flow_vectors = flow_vectors;                                                                       \
    world.exits = exits

#if THRONG_WIDTH == 1

/* memory: crowd_scalar_bytes() and, in crowds other than plain ones, crowd_marks_bytes() per work-item. A
 * group's size divides that of a block. */
__kernel __attribute__((reqd_work_group_size(CROWD_ITEMS, 1, 1))) void
crowd_step_all(__global const crowd_plan *plan, __global crowd_body *bodies, __global crowd_sense *senses,
               __global crowd_rest *rests, __global const crowd_record *records,
               __global const crowd_extra *extras, __global const float *points, __global const int *order,
               __global float *ranges, __global uchar *events, __global const float *boxes,
               __global const crowd_wall *walls, __global const float *wall_boxes,
               __global const crowd_moving *moving, __global const crowd_flow_vector *flow_vectors,
               __global const crowd_exit *exits, __local long *memory)
{
    const int i = (int)get_global_id(0);
    const uint items = CROWD_ITEMS, item = (uint)get_local_id(0);
    const int own = i < plan->agents ? i : plan->agents - 1; /* what work-items behind the last agent read */
    const int steps = i < plan->agents && !(bodies[order[own]].settings & CROWD_NOT_STEPPED);
    __local crowd_group group;
    crowd_group_more more = {0, 0};
#if GAPS
    __local float radii[CROWD_CANDIDATES] __attribute__((aligned(16)));
    more.radii = radii;
#endif
#if CROWD_USES & CROWD_HETEROGENEOUS
    __local int priorities[CROWD_CANDIDATES] __attribute__((aligned(16)));
    more.priorities = priorities;
#endif
#if CROWD_USES & CROWD_WALLED
    __local crowd_group_walls around;
    __local crowd_group_walls *walls_near = &around;
#else
    __local crowd_group_walls *walls_near = 0;
#endif
    WORLD;
    crowd_lanes l;
    crowd_scalar s;
    crowd_lines lines;
    crowd_near_walls found;
    const uint nearest = (uint)plan->nearest, walled = crowd_lines_ahead(USES);
    __local float *words = (__local float *)memory + item;
    /* Word k of the work-item lies at k * items: work-items of a group are at different points of their
     * programs. The half-plane of entry i of n overwrites words 3 i .. 3 i + 2; row i was word 2 n + i, so
     * rows not yet read lie behind it. */
    lines.at = words;
    lines.stride = items;
    found.squares = words;
    found.rows = (__local int *)words + 2 * walled * items;
    found.stride = items;
    s.kept = (__local int *)words + 3 * walled * items;
    s.rows = s.kept + 2 * nearest * items;
    s.marks = (__local uint *)words;
    if (crowd_words_ahead((int)walled) < CROWD_MARK_WORDS)
        s.marks += 3 * (walled + nearest) * items;
    s.stride = items;
    crowd_scalar_load(&l, &world, own);
    crowd_limits limits = crowd_limits_of(&world, &l, &s.a, USES);
    crowd_scalar_load_position(&l, &s.a);
    s.nearest = plan->nearest;
    s.count = 0;
    s.none = limits.none;
    s.reach = limits.reach;
    s.perceived = 0;
    l.max_speed = world.bodies[l.agents[0]].max_speed;
    crowd_group_quest quest;
    quest.block = own / CROWD_BLOCK;
    quest.searches = steps;
    quest.walled = (USES & CROWD_WALLED) && !(plan->uses & CROWD_SOLID);
    quest.wall_range = 0.0f;
    if (quest.walled) {
        crowd_lanes_load_walls(&l, &world);
        if (steps) /* of the others another item may write the rests */
            quest.wall_range = crowd_wall_search_range(plan, &world, &l, crowd_rests_length(&world, &l));
    }
    const crowd_group_reach reach = crowd_group_start(&s, plan, &world, &l, steps, USES);
    quest.range = reach.range;
    crowd_group_list(&group, &more, walls_near, plan, &world, &quest, (int)item, (int)items, USES);
    if (!steps)
        return;
    crowd_group_search(&s, &group, &more, &reach, plan, &world, i, USES);
    /* Loaded once more: while the search runs, they would take registers. */
    l.places[0] = i;
    l.agents[0] = world.order[i];
    l.settings = world.bodies[l.agents[0]].settings;
    if (!(USES & CROWD_SENSES))
        ranges[l.agents[0]] = s.bound;
    crowd_near near;
    near.rows = s.rows;
    near.stride = items;
    near.nearest = s.count;
    near.none = s.none;
    near.a = s.a;
    vint count;
    vmask held = 0;
    l.max_speed = world.bodies[l.agents[0]].max_speed;
    if (USES & CROWD_SETTLES) { /* half-planes will overwrite the list of neighbours */
        crowd_scalar_load_target(&l, plan, &world);
        held = crowd_held_up(&near, plan, &world, &l, USES);
    }
    l.state = world.bodies[l.agents[0]].state;
    crowd_wall_state wall_state = crowd_no_walls();
    int obstacle_lines = 0;
    if (USES & (CROWD_WALLED | CROWD_MOVING))
        crowd_lanes_load_walls(&l, &world);
    if (USES & CROWD_WALLED)
        obstacle_lines =
            crowd_by_walls(&found, plan, &world, &l, walls_near->leaves,
                           walls_near->walk.full ? -1 : walls_near->walk.counts[0], &lines, &wall_state);
    int used = obstacle_lines;
    if (USES & CROWD_MOVING)
        used = crowd_by_moving(plan, &world, &l, &lines, used);
    l.horizon = world.bodies[l.agents[0]].horizon;
    used = crowd_by_agents(&near, plan, &world, &l, &lines, used, &count, USES);
    crowd_scalar_load_target(&l, plan, &world);
    crowd_pref pref = crowd_preferred(plan, &world, &l);
    if (USES & CROWD_SETTLES)
        crowd_settle(held, &pref);
    if (plan->uses & CROWD_TURNING) {
        crowd_scalar_load_heading(&l, &world);
        crowd_turn(plan, &world, &l, &pref);
    }
    if (USES & CROWD_WALLED)
        crowd_leave_walls(plan, &l, &wall_state, &pref);
    crowd_velocity v;
    crowd_basis basis;
    const vmask infeasible = crowd_solve(&l, &pref, &lines, used, obstacle_lines, &v, &basis);
    if (infeasible)
        crowd_solve_least_violation(&lines, obstacle_lines, obstacle_lines, used, crowd_radius(&l),
                                    infeasible, &basis, &v);
    const int look = USES & (CROWD_SENSES | CROWD_BY_DISTANCE);
    const int sensed = (look > 0) & (look <= CROWD_SENSES);
    crowd_move(plan, &world, &l, 1, pref.state, v, infeasible, sensed ? s.perceived : count,
               wall_state.clearance, USES);
}

#else

__kernel void crowd_step_all(__global const crowd_plan *plan, __global crowd_body *bodies,
                             __global crowd_sense *senses, __global crowd_rest *rests,
                             __global const crowd_record *records, __global const crowd_extra *extras,
                             __global const float *points, __global const int *order, __global float *ranges,
                             __global uchar *events, __global const float *boxes,
                             __global const crowd_wall *walls, __global const float *wall_boxes,
                             __global const crowd_moving *moving,
                             __global const crowd_flow_vector *flow_vectors, __global const crowd_exit *exits,
                             __global float *memory, uint scratch_words)
{
    WORLD;
    crowd_scratch scratch =
        crowd_scratch_at(memory + get_global_id(0) * scratch_words, plan->tree.boxes, plan->nearest);
    crowd_deferred deferred;
    crowd_deferred_init(&deferred, scratch.deferred);
    for (int block = (int)get_global_id(0); block < plan->tree.count[1]; block += (int)get_global_size(0))
        crowd_step_block(plan, &world, block, &scratch, &deferred, USES);
    crowd_deferred_flush(&deferred, plan, &world);
}

#endif
