/* Agents that share a goal settle around it: who makes no headway because of those who have arrived has
 * arrived, too. The chain of who is held up by whom ends at an agent whose body covers the goal. */
#ifndef THRONG_KERNELS_CROWD_SETTLE_H
#define THRONG_KERNELS_CROWD_SETTLE_H

#include "kernels/crowd/velocity.h"

#define CROWD_SETTLE_HEADWAY 0.2f /* of the wanted speed, below which an agent is held up */
#define CROWD_SETTLE_REACH 1.5f   /* distance of two that hold each other up, in sums of their radii */
#define CROWD_SETTLED_REACH 2.0f  /* the same, of one that has settled already */

/* crowd_cutoff() of one pair. */
static inline float crowd_cutoff_of_pair(float none, float radius, float radius_of_other, const int uses)
{
    float cutoffs[THRONG_WIDTH];
    vf_store(cutoffs, crowd_cutoff(vf_set(none), vf_set(radius), vf_set(radius_of_other), uses));
    return cutoffs[0];
}

/* Whether B, with this record, holds up an agent on its way to a goal: it had arrived there, is noticed and
 * near, and is nearer to the goal than `square`. Targets and settings do not change during a step. */
static inline int crowd_holds_up(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world, int32_t row,
                                 float x, float y, float radius, float target_x, float target_y, float square,
                                 float reach, float none, const int uses)
{
    THRONG_GLOBAL const crowd_record *r = world->records + row;
    THRONG_GLOBAL const crowd_body *b;
    const float dx = r->x - x, dy = r->y - y, near = reach * (radius + r->radius);
    const float gx = target_x - r->x, gy = target_y - r->y, apart = dx * dx + dy * dy;
    if (scalar_to_bits(r->weight) >= 0 || apart > near * near || gx * gx + gy * gy >= square ||
        apart >= crowd_cutoff_of_pair(none, radius, r->radius, uses))
        return 0;
    b = world->bodies + world->order[row];
    if (!(b->settings & CROWD_TO_GOAL))
        return 0;
    if (b->settings & CROWD_OTHER_TARGET)
        return crowd_converted(b->target_x, plan->home_x, b->settings) == target_x &&
               crowd_converted(b->target_y, plan->home_y, b->settings) == target_y;
    return b->target_x == target_x && b->target_y == target_y;
}

/* Lanes that neither cover their goal nor make headway, and are within the radius of a disc that the bodies
 * of all agents, were they as large as the largest one, fill to a quarter. *square: from the goal. */
static FORCE_INLINE vmask crowd_may_settle(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                           const crowd_lanes *l, vfloat *square)
{
    float speeds[THRONG_WIDTH];
    const float here =
        crowd_box_load(world->boxes, &plan->tree, plan->tree.first[plan->tree.levels - 1]).most;
    const float most = scalar_max(here, plan->whole_most);
    const vfloat gx = l->target_x - l->x, gy = l->target_y - l->y;
    const vint moves = vi_and(l->settings, vi_set(CROWD_TO_GOAL | CROWD_LOCKED));
    const vmask to_goal = vmask_and_not(vi_lt(vi_xor(moves, vi_set(CROWD_TO_GOAL)), vi_set(1)),
                                        crowd_some(vi_and(l->state, vi_set(CROWD_FRESH))));
    *square = gx * gx + gy * gy;
    vmask may = vmask_and_not(to_goal, vf_le(*square, l->radius * l->radius));
    may = vmask_and(may, vf_le(*square, vf_set(4.0f * most * most * (float)plan->whole)));
    if (!vmask_any(may))
        return may;
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        speeds[k] = world->senses[l->agents[k]].pref_speed;
    const vfloat given = vf_load(speeds);
    const vfloat wanted = vf_select(vf_lt(given, vf_set(0.0f)), l->max_speed, vf_min(given, l->max_speed));
    const vfloat headway = l->vx * gx + l->vy * gy;
    return vmask_and(may, vf_lt(headway, wanted * vf_sqrt(*square) * vf_set(CROWD_SETTLE_HEADWAY)));
}

/* Lanes that are held up by those of their neighbours who have arrived. */
static OUT_OF_LINE vmask crowd_held_up(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                       const crowd_world *world, const crowd_lanes *l, const int uses)
{
    vfloat square;
    float none[THRONG_WIDTH], squares[THRONG_WIDTH], x[THRONG_WIDTH], y[THRONG_WIDTH], radii[THRONG_WIDTH];
    float target_x[THRONG_WIDTH], target_y[THRONG_WIDTH];
    int32_t states[THRONG_WIDTH], most[THRONG_WIDTH], held[THRONG_WIDTH];
    uint32_t lanes = vmask_bits(crowd_may_settle(plan, world, l, &square));
    vi_store(held, vi_set(0));
    if (lanes) {
        vf_store(none, near->none);
        vf_store(squares, square);
        vf_store(x, l->x);
        vf_store(y, l->y);
        vf_store(radii, l->radius);
        vf_store(target_x, l->target_x);
        vf_store(target_y, l->target_y);
        vi_store(states, l->state);
        vi_store(most, crowd_max_neighbors(l));
    }
    for (; lanes; lanes &= lanes - 1) {
        const int32_t k = first_lane(lanes);
        const float reach = states[k] & CROWD_ARRIVED ? CROWD_SETTLED_REACH : CROWD_SETTLE_REACH;
        for (int32_t i = 0; i < near->nearest && i < most[k] && !held[k]; i++) {
            const int32_t row = near->rows[(private_size)i * near->stride + (private_size)k];
            held[k] =
                row != l->places[k] && crowd_holds_up(plan, world, row, x[k], y[k], radii[k], target_x[k],
                                                      target_y[k], squares[k], reach, none[k], uses);
        }
    }
    return crowd_some(vi_load(held));
}

/* Who settles has arrived and wishes to stand. */
static FORCE_INLINE void crowd_settle(vmask held, crowd_pref *pref)
{
    pref->v.x = vf_select(held, vf_set(0.0f), pref->v.x);
    pref->v.y = vf_select(held, vf_set(0.0f), pref->v.y);
    pref->state = vi_select(held, vi_set(CROWD_ARRIVED), pref->state);
}

#endif
