/* From a velocity to the next position: the sweep against walls and moving obstacles, and integration.
 * Lanes hold agents of a batch.
 *
 * On OpenCL devices steps that may touch something are left to a kernel of their own, crowd_sweep_all: few
 * agents need it, it keeps the lanes beside them waiting, and it is long to compile. */
#ifndef THRONG_KERNELS_CROWD_MOVE_H
#define THRONG_KERNELS_CROWD_MOVE_H

#include "kernels/crowd/advance.h"
#include "kernels/crowd/events.h"
#include "kernels/crowd/moving.h"
#include "kernels/crowd/rests.h"
#include "kernels/crowd/ways_out.h"

/* Which of the lanes whose bits are set have a step that may touch a wall. clearance: squared distance of
 * the nearest wall; rest: the most by which that of a lane may lengthen its step. */
static FORCE_INLINE uint32_t crowd_may_touch(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                             const crowd_lanes *l, uint32_t lanes, vfloat clearance,
                                             vfloat rest, const crowd_velocity *v)
{
    if (plan->uses & (CROWD_SOLID | CROWD_HOST_MOVES))
        return 0;
    const vfloat square = v->x * v->x + v->y * v->y;
    const vfloat way = l->radius + vf_sqrt(square) * vf_set(plan->dt) + rest;
    const vfloat reach = way + crowd_wall_margin(plan, world, l, way);
    return lanes & vmask_bits(vmask_and(vf_lt(vf_set(0.0f), square), vf_le(clearance, reach * reach)));
}

/* Sweeps the lanes whose bits are set against the walls; of those who leave one only the centre. They lose
 * their rests, which the sweep does not know of. pushed: lanes that may be faster than they can. Returns
 * the lanes whose velocities change. */
static FORCE_INLINE uint32_t crowd_keep_out(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                            const crowd_lanes *l, uint32_t bits, vint state, uint32_t pushed,
                                            crowd_velocity *v)
{
    uint32_t changed = 0;
    if (!bits || (plan->uses & (CROWD_SOLID | CROWD_HOST_MOVES)))
        return 0;
    const vmask leaves = crowd_some(vi_and(state, vi_set(CROWD_LEAVES)));
    const vfloat square = v->x * v->x + v->y * v->y;
    bits &= vmask_bits(vf_lt(vf_set(0.0f), square));
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], speed[THRONG_WIDTH], vx[THRONG_WIDTH],
        vy[THRONG_WIDTH];
    vf_store(x, l->x);
    vf_store(y, l->y);
    vf_store(radius, vf_select(leaves, vf_set(0.0f), l->radius));
    vf_store(speed,
             pushed ? vf_max(l->max_speed, vf_min(vf_sqrt(square), vf_set(CROWD_MAX_SPEED))) : l->max_speed);
    vf_store(vx, v->x);
    vf_store(vy, v->y);
    NO_UNROLL
    for (; bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        const float before_x = vx[k], before_y = vy[k];
        crowd_sweep s = crowd_sweep_of(plan, world);
        s.x = x[k];
        s.y = y[k];
        s.radius = radius[k];
        s.max_speed = speed[k];
        crowd_sweep_step(&s, &vx[k], &vy[k]);
        world->rests[l->agents[k]].x = world->rests[l->agents[k]].y = 0.0f;
        if (vx[k] != before_x || vy[k] != before_y)
            changed |= (uint32_t)1 << k;
    }
    v->x = vf_load(vx);
    v->y = vf_load(vy);
    return changed;
}

/* Has the next step look whether the lanes whose bits are set are in a wall. */
static FORCE_INLINE void crowd_mark_placed(uint32_t bits, vint *state)
{
    int32_t states[THRONG_WIDTH];
    if (!bits)
        return;
    vi_store(states, *state);
    NO_UNROLL
    for (; bits; bits &= bits - 1)
        states[first_lane(bits)] |= CROWD_PLACED;
    *state = vi_load(states);
}

#define CROWD_PUSHES 3 /* rounds of moving obstacles and walls */

/* Keeps lanes out of moving obstacles and walls, which have the last word. Who is pushed into a wall is
 * pushed along it once more. touch: lanes whose step may touch a wall. Who is near one is looked after in
 * the next step. */
static FORCE_INLINE void crowd_keep_apart(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                          const crowd_lanes *l, uint32_t lanes, uint32_t touch, vint *state,
                                          crowd_velocity *v, const int uses)
{
    uint32_t left = lanes, near = touch;
    if (!(uses & CROWD_MOVING)) {
        (void)crowd_keep_out(plan, world, l, touch, *state, 0, v);
        crowd_mark_placed(touch, state);
        return;
    }
    NO_UNROLL
    for (int32_t round = 0; round < CROWD_PUSHES && left; round++) {
        const uint32_t pushed = plan->uses & CROWD_SOLID ? 0 : crowd_push(plan, world, l, left, state, v);
        near |= pushed;
        left = uses & CROWD_WALLED
                   ? pushed & crowd_keep_out(plan, world, l, left & (pushed | touch), *state, pushed, v)
                   : 0;
        if (!(plan->uses & CROWD_HOST_MOVES))
            crowd_rests_clear(world, l, pushed);
    }
    crowd_mark_placed(near, state);
}

/* Notes which flags the lanes whose bits are set get, that they had not before. On GPUs these are loaded
 * again, to save a register. */
static FORCE_INLINE void crowd_note_events(const crowd_world *world, const crowd_lanes *l, uint32_t lanes,
                                           vint state)
{
    int32_t now[THRONG_WIDTH], before[THRONG_WIDTH];
    vi_store(now, vi_and(state, vi_set(CROWD_EVENT_FLAGS)));
    if (THRONG_WIDTH > 1)
        vi_store(before, l->state);
    else
        before[0] = world->bodies[l->agents[0]].state;
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (lanes >> k & 1u)
            world->events[l->agents[k]] = (uint8_t)((now[k] & ~before[k]) >> CROWD_FLAGS_SHIFT);
}

/* Integrates the lanes whose bits are set, unless the host does, and writes their hot state. state: new
 * flags; counts: numbers of perceived agents. */
static FORCE_INLINE void crowd_integrate(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                         const crowd_lanes *l, uint32_t lanes, vint state, crowd_velocity v,
                                         vint counts, const int uses)
{
    const vfloat dt = vf_set(plan->walk); /* of no time: places and rests keep their bits */
    const vmask locked = crowd_flagged(l->settings, CROWD_LOCKED);
    const vmask to_goal = crowd_flagged(l->settings, CROWD_TO_GOAL);
    const vint none = vi_set(0);
    crowd_rest_lanes rest = crowd_rests_load(world, l);
    const vfloat x = crowd_advance(l->x, v.x * dt, l->radius, &rest.x);
    const vfloat y = crowd_advance(l->y, v.y * dt, l->radius, &rest.y);
    crowd_rests_store(world, l, lanes, &rest);
    const vfloat gx = l->target_x - x, gy = l->target_y - y;
    const vmask arrived = vmask_and(to_goal, vf_le(gx * gx + gy * gy, l->radius * l->radius));
    state = vi_and(state, vi_select(locked, vi_set(CROWD_INSIDE), vi_set(~CROWD_LEAVES)));
    state = vi_or(state, vi_select(arrived, vi_set(CROWD_ARRIVED), none));
    const vfloat speed2 = v.x * v.x + v.y * v.y;
    /* Headings that turn have done so: see crowd_turn(). */
    const vmask moves = vf_le(vf_set(uses & CROWD_TURNING ? 3e38f : CROWD_MIN_SQUARE), speed2);
    const vfloat per = vf_set(1.0f) / vf_sqrt(vf_select(moves, speed2, vf_set(1.0f)));
    vfloat c[8];
    int32_t rows[THRONG_WIDTH];
#if CROWD_RELOADS
    volatile THRONG_GLOBAL const crowd_body *body = world->bodies + l->agents[0];
    const vfloat heading_x = body->heading_x, heading_y = body->heading_y;
#else
    const vfloat heading_x = l->heading_x, heading_y = l->heading_y;
#endif
    c[0] = x;
    c[1] = y;
    c[2] = v.x;
    c[3] = v.y;
    c[4] = vf_select(moves, v.x * per, heading_x);
    c[5] = vf_select(moves, v.y * per, heading_y);
    c[6] = vf_from_bits(vi_select(locked, none, counts));
    c[7] = vf_from_bits(state);
    vi_store(rows, vi_shift_left(vi_load(l->agents), 1));
    crowd_note_events(world, l, lanes, state);
    vf_scatter_transpose((THRONG_GLOBAL float *)(THRONG_GLOBAL void *)world->bodies, rows, c, lanes);
}

#if CROWD_BY_STAGES

/* Leaves the steps of the lanes whose bits are set to the kernel that sweeps them. touch: those that may
 * touch a wall. */
static FORCE_INLINE void crowd_put_off(const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                       uint32_t touch, vint state, crowd_velocity v, vint counts)
{
    int32_t states[THRONG_WIDTH], perceived[THRONG_WIDTH];
    float vx[THRONG_WIDTH], vy[THRONG_WIDTH];
    vi_store(states, state);
    vi_store(perceived, counts);
    vf_store(vx, v.x);
    vf_store(vy, v.y);
    NO_UNROLL
    for (; bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits), touches = touch >> k & 1u ? CROWD_TOUCHES : 0;
        THRONG_GLOBAL crowd_body *body = world->bodies + l->agents[k];
        body->vx = vx[k];
        body->vy = vy[k];
        body->perceived = perceived[k];
        body->state =
            states[k] | CROWD_PUT_OFF | touches | (body->state & CROWD_EVENT_FLAGS) << CROWD_BEFORE_SHIFT;
    }
}

/* What crowd_put_off() has left of an agent's step. */
static FORCE_INLINE void crowd_catch_up(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                        int32_t place)
{
    THRONG_GLOBAL crowd_body *body = world->bodies + world->order[place];
    const int32_t left = body->state, uses = plan->uses;
    if (!(left & CROWD_PUT_OFF))
        return;
    crowd_lanes l;
    crowd_velocity v;
    crowd_lanes_at(&l, plan, world, vi_set(place));
    const vint counts = vi_set(body->perceived);
    vint state = vi_set(left & (CROWD_PUT_OFF - 1));
    body->state = left >> CROWD_BEFORE_SHIFT & CROWD_EVENT_FLAGS;
    v.x = l.vx;
    v.y = l.vy;
    crowd_keep_apart(plan, world, &l, 1, left & CROWD_TOUCHES ? 1 : 0, &state, &v, uses);
    v.x = v.x + vf_set(0.0f);
    v.y = v.y + vf_set(0.0f);
    crowd_integrate(plan, world, &l, 1, state, v, counts, uses);
}

#endif

/* Moves the lanes whose bits are set, but guests. state: new flags; counts: numbers of perceived agents;
 * clearance: squared distance of the nearest wall. */
static FORCE_INLINE void crowd_move(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    const crowd_lanes *l, uint32_t lanes, vint state, crowd_velocity v,
                                    vmask infeasible, vint counts, vfloat clearance, const int uses)
{
    const vmask locked = crowd_flagged(l->settings, CROWD_LOCKED);
    const vfloat nothing = vf_set(0.0f); /* adding it turns -0 into +0 */
    lanes &= ~vmask_bits(crowd_flagged(l->settings, CROWD_MASKED));
    v.x = vf_select(locked, nothing, v.x) + nothing;
    v.y = vf_select(locked, nothing, v.y) + nothing;
    state = vi_or(state, vi_select(infeasible, vi_set(CROWD_INFEASIBLE), vi_set(0)));
    if (uses & (CROWD_WALLED | CROWD_MOVING)) {
        const vfloat rests = crowd_rests_length(world, l);
        const uint32_t touch =
            uses & CROWD_WALLED ? crowd_may_touch(plan, world, l, lanes, clearance, rests, &v) : 0;
#if CROWD_BY_STAGES
        const uint32_t off = touch | (uses & CROWD_MOVING ? crowd_may_meet(plan, world, l, lanes, &v) : 0);
        crowd_put_off(world, l, off, touch, state, v, counts);
        lanes &= ~off;
#else
        crowd_keep_apart(plan, world, l, lanes, touch, &state, &v, uses);
        v.x = v.x + nothing;
        v.y = v.y + nothing;
#endif
    }
    crowd_integrate(plan, world, l, lanes, state, v, counts, uses);
}

#endif
