/* Who may be in a wall, and its way out. Lanes hold agents of a batch.
 *
 * On OpenCL devices a kernel of its own, crowd_ways_out_all, looks before the step: few agents need it, it
 * keeps the lanes beside them waiting, and it is long to compile. */
#ifndef THRONG_KERNELS_CROWD_WAYS_OUT_H
#define THRONG_KERNELS_CROWD_WAYS_OUT_H

#include "kernels/crowd/exit.h"
#include "kernels/crowd/preferred.h"
#include "kernels/crowd/rests.h"

/* Lanes that this leaves out: on GPUs the kernel ends for them before it comes to this. */
#define CROWD_MASKED (CROWD_RELOADS ? 0 : CROWD_NOT_STEPPED)

/* More than rounding may take from the distance to a wall that is `far` away. */
static FORCE_INLINE vfloat crowd_wall_margin(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                             const crowd_lanes *l, vfloat far)
{
    THRONG_GLOBAL const crowd_tree *tree = &plan->walls;
    const float longest = world->wall_boxes[4 * (size_t)tree->boxes + (size_t)tree->first[tree->levels - 1]];
    return (vf_abs(l->x) + vf_abs(l->y) + far + vf_set(longest)) * vf_set(4e-6f);
}

/* What walls are to a batch: the squared distance of the nearest one, from whichever side, and for those who
 * are in one CROWD_INSIDE and CROWD_LEAVES, and the way out. */
typedef struct crowd_wall_state {
    vfloat clearance;
    vint state;
    vfloat x, y;
} crowd_wall_state;

static FORCE_INLINE crowd_wall_state crowd_no_walls(void)
{
    crowd_wall_state state;
    state.clearance = vf_set(3e38f);
    state.state = vi_set(0);
    state.x = state.y = vf_set(0.0f);
    return state;
}

static FORCE_INLINE crowd_sweep crowd_sweep_of(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world)
{
    crowd_sweep s;
    s.walls = world->walls;
    s.boxes = world->wall_boxes;
    s.tree = &plan->walls;
    s.dt = plan->dt;
    s.per_dt = plan->per_dt;
    s.x = s.y = s.radius = s.max_speed = 0.0f;
    s.first = s.end = 0;
    return s;
}

/* How far lanes look for walls, whose horizon is a step at least. */
static FORCE_INLINE vfloat crowd_wall_reach(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l)
{
    return vf_max(l->horizon_obst, vf_set(plan->dt)) * l->max_speed + l->radius;
}

/* The same, and farther by the rests, which a step may carry, and by twice what rounding may take: whatever
 * crowd_may_touch() asks about is in here, so that it is found however many lanes look. */
static FORCE_INLINE vfloat crowd_wall_search_range(THRONG_GLOBAL const crowd_plan *plan,
                                                   const crowd_world *world, const crowd_lanes *l,
                                                   vfloat rests)
{
    const vfloat reach = crowd_wall_reach(plan, l) + rests, margin = crowd_wall_margin(plan, world, l, reach);
    return vf_select(crowd_flagged(l->settings, CROWD_UNMOVED), vf_set(0.0f), reach + (margin + margin));
}

/* Lanes in which somebody may be in a wall: it was, is new, was placed, moved by the host or swept along a
 * wall, or walls have changed. Nobody else can have come into one; in solid polygons that overlap others are
 * left alone. */
static FORCE_INLINE vmask crowd_looks_for_walls(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l)
{
    const vfloat nothing = vf_set(0.0f);
    vmask marked = crowd_flagged(l->state, CROWD_INSIDE | CROWD_UNKNOWN | CROWD_MOVED);
    if (plan->uses & CROWD_UNCHECKED)
        marked = vf_le(nothing, nothing);
    return vmask_and_not(marked, crowd_flagged(l->settings, CROWD_MASKED));
}

/* Of the lanes `marked`, those that may be in a wall: they were, or the nearest wall is behind or in their
 * body. clearance, front: squared distances of the nearest wall, and of the nearest one whose outer side a
 * lane is on, as far as walls in reach are known. Who was placed or is new and knows none searches as far as
 * needed; where walls changed, all do. Others keep to those in reach, which OpenCL's stage has yet to search:
 * see kernels/crowd/motions.h. */
static FORCE_INLINE vmask crowd_may_be_inside(THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_wall_query *query, const crowd_lanes *l,
                                              vmask marked, vfloat wide, vfloat margin, vfloat front,
                                              vfloat clearance)
{
    const vfloat body = vf_max(l->radius - margin, vf_set(0.0f));
    const vmask known = vf_lt(clearance, query->none);
    const vmask all = plan->uses & CROWD_UNCHECKED ? marked : crowd_flagged(l->state, CROWD_UNKNOWN);
    vmask far = vmask_and_not(marked, known);
    if (!CROWD_BY_STAGES)
        far = vmask_and(far, all);
    if (vmask_any(far)) {
        vfloat other;
        const vfloat next = vf_max(wide * vf_set(2.0f) + l->radius, vf_set(1.0f));
        clearance = vf_select(far, crowd_nearest_wall(query, far, next * next, &other), clearance);
        front = vf_select(far, other, front);
        far = vmask_and(far, vmask_or(all, vf_lt(clearance, query->none)));
    }
    const vmask behind = vf_lt(clearance * vf_set(1.00001f), front), into = vf_lt(clearance, body * body);
    const vmask may = vmask_or(vmask_and(vmask_or(known, far), vmask_or(behind, into)),
                               crowd_flagged(l->state, CROWD_INSIDE));
    return vmask_and(may, marked);
}

/* Looks for a way out in the lanes whose bits are set. Overwrites their lists of walls. */
static FORCE_INLINE void crowd_find_exits(const crowd_near_walls *found, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                          vfloat margin, crowd_wall_state *to)
{
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], margins[THRONG_WIDTH], speeds[THRONG_WIDTH];
    int32_t states[THRONG_WIDTH], before[THRONG_WIDTH];
    const uint32_t stands = vmask_bits(crowd_flagged(l->settings, CROWD_LOCKED));
    vf_store(x, l->x);
    vf_store(y, l->y);
    vf_store(radius, l->radius);
    vf_store(margins, margin);
    vf_store(speeds, l->max_speed);
    vi_store(states, to->state);
    vi_store(before, l->state);
    NO_UNROLL
    for (; bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        crowd_near_walls list = *found;
        crowd_sweep s = crowd_sweep_of(plan, world);
        list.squares += k;
        list.rows += k;
        s.x = x[k];
        s.y = y[k];
        s.radius = radius[k];
        const int widely =
            !(before[k] & CROWD_INSIDE) || (before[k] & CROWD_FAR) || plan->step_low % CROWD_EXIT_STEPS == 0;
        const crowd_exit one =
            crowd_find_exit(&s, &list, margins[k], !(stands >> k & 1) && speeds[k] > 0.0f, widely);
        states[k] = one.state;
        x[k] = one.x;
        y[k] = one.y;
    }
    to->state = vi_load(states);
    to->x = vf_load(x);
    to->y = vf_load(y);
}

/* Bounds that reach all walls within a squared distance of `limit` of a box: they are wider than rounding may
 * take, and than crowd_walls_reached() adds. */
static FORCE_INLINE crowd_bounds crowd_wall_bounds(THRONG_GLOBAL const crowd_plan *plan,
                                                   const crowd_world *world, const crowd_box *box,
                                                   float limit)
{
    THRONG_GLOBAL const crowd_tree *tree = &plan->walls;
    const float longest = crowd_box_load(world->wall_boxes, tree, tree->first[tree->levels - 1]).most;
    const float x = scalar_max(scalar_abs(box->left), scalar_abs(box->right));
    const float y = scalar_max(scalar_abs(box->top), scalar_abs(box->bottom));
    const float margin = 4.0f * CROWD_WALL_ERROR * (x + y + longest);
    crowd_bounds q;
    q.box.left = box->left - margin;
    q.box.right = box->right + margin;
    q.box.top = box->top - margin;
    q.box.bottom = box->bottom + margin;
    q.box.most = 0.0f;
    q.limit = limit * (1.0f + 16.0f * CROWD_WALL_ERROR);
    q.close = q.reach = 0.0f;
    q.touches = q.gaps = 0;
    return q;
}

/* Walls in reach of the lanes. leaves: `leaf_count` leaves of the walls' tree, which hold all that may be;
 * below 0: any may. */
static FORCE_INLINE crowd_wall_query crowd_walls_around(THRONG_GLOBAL const crowd_plan *plan,
                                                        const crowd_world *world, const crowd_lanes *l,
                                                        THRONG_PRIVATE const int32_t *leaves,
                                                        int32_t leaf_count)
{
    const vfloat reach = crowd_wall_reach(plan, l);
    crowd_wall_query query;
    query.leaves = leaves;
    query.leaf_count = leaf_count;
    query.tree = &plan->walls;
    query.boxes = world->wall_boxes;
    query.walls = world->walls;
    query.x = l->x;
    query.y = l->y;
    query.none = vf_select(crowd_flagged(l->settings, CROWD_UNMOVED), vf_set(0.0f), reach * reach);
    return query;
}

/* Looks for the ways out of the lanes `marked`, as far as they may be in a wall; to->clearance and `front`
 * are known of walls in reach. Overwrites their lists of walls. Returns 0 if nobody may be. */
static FORCE_INLINE int crowd_find_ways_out(const crowd_near_walls *found, const crowd_wall_query *query,
                                            THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                            const crowd_lanes *l, vmask marked, vfloat front,
                                            crowd_wall_state *to)
{
    const vfloat margin = crowd_wall_margin(plan, world, l, l->radius);
    const vfloat wide = crowd_wall_search_range(plan, world, l, vf_set(0.0f));
    const uint32_t bits =
        vmask_bits(crowd_may_be_inside(plan, query, l, marked, wide, margin, front, to->clearance));
    if (bits)
        crowd_find_exits(found, plan, world, l, bits, margin, to);
    return bits != 0;
}

#if CROWD_BY_STAGES

/* What crowd_ways_out_all() has found for the lanes `marked`. */
static FORCE_INLINE void crowd_exits_load(const crowd_world *world, const crowd_lanes *l, vmask marked,
                                          crowd_wall_state *to)
{
    int32_t states[THRONG_WIDTH];
    float x[THRONG_WIDTH], y[THRONG_WIDTH];
    vi_store(states, vi_set(0));
    vf_store(x, vf_set(0.0f));
    vf_store(y, vf_set(0.0f));
    NO_UNROLL
    for (uint32_t bits = vmask_bits(marked); bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        const crowd_exit exit = world->exits[l->agents[k]];
        states[k] = exit.state;
        x[k] = exit.x;
        y[k] = exit.y;
    }
    to->state = vi_load(states);
    to->x = vf_load(x);
    to->y = vf_load(y);
}

#endif

#endif
