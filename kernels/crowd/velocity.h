/* From neighbours to the next position: half-planes, linear program, integration. Lanes hold agents of a
 * batch. */
#ifndef THRONG_KERNELS_CROWD_VELOCITY_H
#define THRONG_KERNELS_CROWD_VELOCITY_H

#include "kernels/crowd/advance.h"
#include "kernels/crowd/events.h"
#include "kernels/crowd/exit.h"
#include "kernels/crowd/moving.h"

/* ---------------------------------------------------------------- velocities ------------------------ */

/* Ids of the agents in rows. */
static FORCE_INLINE void crowd_ids(const crowd_world *world, const int32_t *rows, vint *low, vint *high)
{
    int32_t lows[THRONG_WIDTH], highs[THRONG_WIDTH];
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        THRONG_GLOBAL const crowd_sense *sense = world->senses + world->order[rows[k]];
        lows[k] = sense->id_low;
        highs[k] = sense->id_high;
    }
    *low = vi_load(lows);
    *high = vi_load(highs);
}

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

/* Whether the nearest walls are loaded again for their half-planes, and rests and headings after the sweep:
 * on GPUs, where keeping them takes registers. */
#if (defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)) && THRONG_WIDTH == 1
#define CROWD_RELOADS_WALLS 1
#define CROWD_MASKED_GUEST 0 /* there the kernel ends for guests before it comes to this */
#else
#define CROWD_RELOADS_WALLS 0
#define CROWD_MASKED_GUEST CROWD_GUEST
#endif

/* The i-th nearest wall of each lane that has so many, relative to it. */
static FORCE_INLINE crowd_wall_lanes crowd_nth_walls(const crowd_near_walls *found,
                                                     const crowd_wall_query *query, int32_t i,
                                                     const int32_t counts[THRONG_WIDTH])
{
    int32_t rows[THRONG_WIDTH];
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        rows[k] = i < counts[k] ? found->rows[(private_size)i * found->stride + (private_size)k] : 0;
    return crowd_wall_lanes_load(query->walls, rows, query->x, query->y);
}

/* Squared distances of the nearest walls whose outer sides lanes are on; far where that says nothing. */
static FORCE_INLINE vfloat crowd_fronts(const crowd_near_walls *found, const crowd_wall_lanes *nearest,
                                        const int32_t counts[THRONG_WIDTH])
{
    float squares[THRONG_WIDTH];
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        squares[k] = counts[k] > 0 ? found->squares[k] : 3e38f;
    return vf_select(crowd_wall_turns_in(nearest), vf_set(3e38f), vf_load(squares));
}

/* Lanes that may be in a wall: they were, or the nearest wall is behind or in their body. front: the squared
 * distance of the nearest wall whose outer side a lane is on, if that is in reach. Lanes that have no wall in
 * reach search as far as needed if they are new, were placed, or walls have changed. Guests may be in walls.
 */
static FORCE_INLINE vmask crowd_may_be_inside(THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_wall_query *query, const crowd_lanes *l,
                                              vfloat wide, vfloat margin, vfloat front, vfloat clearance)
{
    const vfloat nothing = vf_set(0.0f), body = vf_max(l->radius - margin, nothing);
    const vmask guest = crowd_flagged(l->settings, CROWD_MASKED_GUEST);
    vmask known = vf_lt(clearance, query->none);
    vmask far = vmask_and_not(crowd_some(vi_and(l->state, vi_set(CROWD_UNKNOWN))), known);
    if (plan->uses & CROWD_UNCHECKED)
        far = vmask_and_not(vf_le(nothing, nothing), known);
    far = vmask_and_not(far, guest);
    if (vmask_any(far)) {
        vfloat other;
        const vfloat next = vf_max(wide * vf_set(2.0f) + l->radius, vf_set(1.0f));
        clearance = vf_select(far, crowd_nearest_wall(query, far, next * next, &other), clearance);
        front = vf_select(far, other, front);
        known = vmask_or(known, far);
    }
    const vmask behind = vf_lt(clearance * vf_set(1.00001f), front), into = vf_lt(clearance, body * body);
    const vmask may = vmask_or(vmask_and(known, vmask_or(behind, into)),
                               crowd_some(vi_and(l->state, vi_set(CROWD_INSIDE))));
    return vmask_and_not(may, guest);
}

/* Looks for a way out in the lanes whose bits are set. Overwrites their lists of walls. */
static FORCE_INLINE void crowd_find_exits(const crowd_near_walls *found, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                          vmask locked, vfloat margin, crowd_wall_state *to)
{
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], margins[THRONG_WIDTH], speeds[THRONG_WIDTH];
    int32_t states[THRONG_WIDTH], before[THRONG_WIDTH];
    const uint32_t stands = vmask_bits(locked);
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

/* Who leaves a wall does nothing else: straight to the free place. */
static FORCE_INLINE void crowd_leave_walls(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l,
                                           const crowd_wall_state *walls, crowd_pref *pref)
{
    const vmask leaves = crowd_some(vi_and(walls->state, vi_set(CROWD_LEAVES)));
    pref->state = vi_select(leaves, walls->state, vi_or(pref->state, walls->state));
    if (!vmask_any(leaves))
        return;
    const vfloat square = walls->x * walls->x + walls->y * walls->y, one = vf_set(1.0f);
    const vfloat way = vf_sqrt(vf_select(vf_lt(vf_set(CROWD_MIN_SQUARE), square), square, one));
    const vfloat per = vf_min(l->max_speed * vf_set(0.999999f) / way, vf_set(plan->per_dt));
    pref->v.x = vf_select(leaves, walls->x * per, pref->v.x);
    pref->v.y = vf_select(leaves, walls->y * per, pref->v.y);
}

/* How far lanes look for walls, whose horizon is a step at least. */
static FORCE_INLINE vfloat crowd_wall_reach(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l)
{
    return vf_max(l->horizon_obst, vf_set(plan->dt)) * l->max_speed + l->radius;
}

/* The same, and a bit farther, so that no wall in reach is missed. */
static FORCE_INLINE vfloat crowd_wall_search_range(THRONG_GLOBAL const crowd_plan *plan,
                                                   const crowd_world *world, const crowd_lanes *l)
{
    const vfloat reach = crowd_wall_reach(plan, l);
    return vf_select(crowd_flagged(l->settings, CROWD_UNMOVED), vf_set(0.0f),
                     reach + crowd_wall_margin(plan, world, l, reach));
}

/* Finds the walls in reach of lanes, and who is in one. Who leaves needs no walls: their counts are 0.
 * *nearest: the nearest wall of each lane that has some, if *loaded. */
static FORCE_INLINE crowd_wall_state crowd_search_walls(const crowd_near_walls *found,
                                                        const crowd_wall_query *query,
                                                        THRONG_GLOBAL const crowd_plan *plan,
                                                        const crowd_world *world, const crowd_lanes *l,
                                                        vmask locked, int32_t counts[THRONG_WIDTH],
                                                        crowd_wall_lanes *nearest, int *loaded)
{
    crowd_wall_state state = crowd_no_walls();
    *loaded = 0;
    if (plan->uses & CROWD_SOLID) { /* nobody can leave: the way is (0, 0) */
        state.state = vi_set(CROWD_INSIDE | CROWD_LEAVES);
        vi_store(counts, vi_set(0));
        return state;
    }
    const vfloat margin = crowd_wall_margin(plan, world, l, l->radius);
    const vfloat wide = crowd_wall_search_range(plan, world, l);
    vfloat front = vf_set(3e38f);
    state.clearance = crowd_find_walls(found, query, wide * wide, counts);
    if (vmask_any(vi_lt(vi_set(0), vi_load(counts)))) {
        *nearest = crowd_nth_walls(found, query, 0, counts);
        *loaded = !CROWD_RELOADS_WALLS;
        front = crowd_fronts(found, nearest, counts);
    }
    const uint32_t bits =
        vmask_bits(crowd_may_be_inside(plan, query, l, wide, margin, front, state.clearance));
    if (!bits)
        return state;
    crowd_find_exits(found, plan, world, l, bits, locked, margin, &state);
    (void)crowd_find_walls(found, query, wide * wide, counts);
    const vmask leaves = crowd_some(vi_and(state.state, vi_set(CROWD_LEAVES)));
    vi_store(counts, vi_select(leaves, vi_set(0), vi_load(counts)));
    return state;
}

/* Half-planes from walls, nearest first. Returns the largest number of any lane. leaves: `leaf_count` leaves
 * of the walls' tree, which hold all walls that may be in reach; NULL: any may. */
static OUT_OF_LINE int32_t crowd_by_walls(const crowd_near_walls *found, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, const crowd_lanes *l,
                                          THRONG_SCRATCH const int32_t *leaves, int32_t leaf_count,
                                          const crowd_lines *to, crowd_wall_state *state)
{
    const vfloat reach = crowd_wall_reach(plan, l);
    const vmask locked = crowd_flagged(l->settings, CROWD_LOCKED);
    crowd_mover walker;
    crowd_wall_query query;
    crowd_wall_lanes sight;
    int32_t counts[THRONG_WIDTH], most = 0;
    int loaded;
    query.leaves = leaves;
    query.leaf_count = leaf_count;
    query.tree = &plan->walls;
    query.boxes = world->wall_boxes;
    query.walls = world->walls;
    query.x = l->x;
    query.y = l->y;
    query.none = vf_select(crowd_flagged(l->settings, CROWD_UNMOVED), vf_set(0.0f), reach * reach);
    *state = crowd_search_walls(found, &query, plan, world, l, locked, counts, &sight, &loaded);
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        most = most > counts[k] ? most : counts[k];
    walker.vx = l->vx;
    walker.vy = l->vy;
    walker.radius = l->radius;
    walker.per = vf_set(1.0f) / vf_max(l->horizon_obst, vf_set(plan->dt));
    for (int32_t i = 0; i < most; i++) {
        vmask good;
        if (i > 0 || !loaded)
            sight = crowd_nth_walls(found, &query, i, counts);
        const vmask covered = crowd_wall_covered(to, i, &sight, &walker);
        crowd_line line = crowd_wall_line(&sight, &walker, &good);
        good = vmask_and(good, vi_lt(vi_set(i), vi_load(counts)));
        good = vmask_and_not(good, covered);
        line.nx = vf_mask_zero(good, line.nx);
        line.ny = vf_mask_zero(good, line.ny);
        line.c = vf_mask_zero(good, line.c);
        crowd_line_store(to, i, &line);
    }
    if (most == CROWD_MAX_WALLS)
        crowd_walls_by_sector(&query, &walker, vi_lt(vi_set(CROWD_MAX_WALLS - 1), vi_load(counts)), to);
    return most;
}

/* Neighbours of a batch: the i-th nearest of a lane is record rows[i * stride + lane], valid if it is another
 * agent and nearer than the cut-off. */
typedef struct crowd_near {
    THRONG_PRIVATE const int32_t *rows;
    private_size stride;
    int32_t nearest; /* maximum number of neighbours */
    vfloat none;
    crowd_participant a; /* the lanes themselves */
} crowd_near;

/* Half-plane from the i-th neighbour in lanes where the normal is undefined. */
static FORCE_INLINE void crowd_orca_fallback_for(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                                 const crowd_world *world, const crowd_lanes *l, int32_t i,
                                                 const crowd_cone *cone, vfloat share, vmask degenerate,
                                                 crowd_line *line)
{
    LANE_ROWS(rows, near->rows + (private_size)i * near->stride);
    vint low[2], high[2];
    crowd_ids(world, l->places, &low[0], &high[0]);
    crowd_ids(world, rows, &low[1], &high[1]);
    crowd_orca_fallback(cone, &near->a, share, vf_set(plan->per_dt),
                        crowd_separation_direction(plan, low, high), degenerate, line);
}

#if THRONG_WIDTH > 1
#define CROWD_CONES 10 /* velocity obstacles per loop, to hide the latency of roots */
#else
#define CROWD_CONES 1
#endif

/* Velocity obstacles of the neighbours from number `first` on, up to CROWD_CONES. Returns the largest number
 * of any lane. */
static FORCE_INLINE int32_t crowd_cones(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                        const crowd_world *world, const crowd_lanes *l, int32_t first,
                                        crowd_cone *cones, vmask *valid, vfloat *shares, const int uses)
{
    const int32_t count = near->nearest - first < CROWD_CONES ? near->nearest - first : CROWD_CONES;
    const vfloat per_horizon = vf_set(1.0f) / l->horizon;
    const vint most = crowd_max_neighbors(l), own = vi_load(l->places);
    for (int32_t i = 0; i < count; i++) {
        LANE_ROWS(rows, near->rows + (private_size)(first + i) * near->stride);
        const vmask other = crowd_some(vi_xor(vi_load(rows), own));
        const vmask one = vmask_and(other, vi_lt(vi_set(first + i), most));
        if (!vmask_any(one))
            return i;
        const crowd_participant b = crowd_participant_gather(world->records, world->extras, rows, uses);
        const vfloat dx = b.x - near->a.x, dy = b.y - near->a.y, square = dx * dx + dy * dy;
        valid[i] = vmask_and(one, vf_lt(square, crowd_cutoff(near->none, near->a.radius, b.radius, uses)));
        shares[i] = crowd_share(&near->a, &b, dx, dy, square, uses);
        cones[i] = crowd_cone_of(plan, &near->a, &b, dx, dy, square, per_horizon);
    }
    return count;
}

/* Half-planes from neighbours, nearest first, from line `first` on. Returns where they end; *counts: how many
 * each lane has. */
static FORCE_INLINE int32_t crowd_by_agents(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world, const crowd_lanes *l,
                                            const crowd_lines *to, int32_t first, vint *counts,
                                            const int uses)
{
    int32_t lines = first, count = CROWD_CONES;
    *counts = vi_set(0);
    for (int32_t begin = 0; begin < near->nearest && count == CROWD_CONES; begin += CROWD_CONES) {
        crowd_cone cones[CROWD_CONES];
        vmask valid[CROWD_CONES];
        vfloat shares[CROWD_CONES];
        count = crowd_cones(near, plan, world, l, begin, cones, valid, shares, uses);
        for (int32_t i = 0; i < count; i++) {
            vmask degenerate;
            crowd_line line = crowd_orca_line(&cones[i], &near->a, shares[i], &degenerate);
            if (vmask_any(vmask_and(degenerate, valid[i])))
                crowd_orca_fallback_for(near, plan, world, l, begin + i, &cones[i], shares[i], degenerate,
                                        &line);
            line.nx = vf_mask_zero(valid[i], line.nx);
            line.ny = vf_mask_zero(valid[i], line.ny);
            line.c = vf_mask_zero(valid[i], line.c);
            crowd_line_store(to, lines++, &line);
            *counts = vi_masked_increment(*counts, valid[i]);
        }
    }
    return lines;
}

/* Maximum speed less a margin for rounding. */
static FORCE_INLINE vfloat crowd_radius(const crowd_lanes *l) { return l->max_speed * vf_set(0.99999905f); }

/* Solves the linear program: the velocity in all half-planes nearest to the preferred one. The first
 * `obstacle_lines` must not be violated. Returns the infeasible lanes, which crowd_solve_least_violation()
 * continues from *v and *basis. */
static OUT_OF_LINE vmask crowd_solve(const crowd_lanes *l, const crowd_pref *pref, const crowd_lines *lines,
                                     int32_t count, int32_t obstacle_lines, crowd_velocity *v,
                                     crowd_basis *basis)
{
    const vfloat nothing = vf_set(0.0f), radius = crowd_radius(l);
    const vfloat square = pref->v.x * pref->v.x + pref->v.y * pref->v.y;
    const vmask all = vf_le(nothing, nothing), fast = vf_lt(l->max_speed * l->max_speed, square);
    const vfloat scale = radius / vf_sqrt(vf_select(fast, square, vf_set(1.0f)));
    const vmask able =
        vf_lt(nothing, radius); /* otherwise even a velocity whose square underflows is too fast */
    v->x = vf_mask_zero(able, vf_select(fast, pref->v.x * scale, pref->v.x));
    v->y = vf_mask_zero(able, vf_select(fast, pref->v.y * scale, pref->v.y));
    if (obstacle_lines > 0) {
        const crowd_line none = crowd_no_line();
        const vmask good = crowd_solve_lp(lines, obstacle_lines, &none, 0, radius, pref->v, 0, all, v);
        /* Zero velocity satisfies all wall half-planes; it is the fallback if rounding makes them
         * infeasible. */
        v->x = vf_mask_zero(good, v->x);
        v->y = vf_mask_zero(good, v->y);
    }
    return crowd_solve_nearest(lines, obstacle_lines, count, radius, pref->v, v, basis);
}

/* ---------------------------------------------------------------- positions ------------------------- */

/* What rounding has taken from the ways of lanes. */
typedef struct crowd_rest_lanes {
    vfloat x, y;
} crowd_rest_lanes;

static FORCE_INLINE crowd_rest_lanes crowd_rests_load(const crowd_world *world, const crowd_lanes *l)
{
    THRONG_GLOBAL const float *words = (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)world->rests;
    const vint at = vi_shift_left(vi_load(l->agents), 1);
    crowd_rest_lanes rest;
#if CROWD_RELOADS_WALLS
    rest.x = ((volatile THRONG_GLOBAL const float *)words)[at];
    rest.y = ((volatile THRONG_GLOBAL const float *)words)[at + 1];
#else
    rest.x = vf_gather(words, at, 0x7fffffff);
    rest.y = vf_gather(words + 1, at, 0x7fffffff);
#endif
    return rest;
}

static FORCE_INLINE void crowd_rests_store(const crowd_world *world, const crowd_lanes *l, uint32_t lanes,
                                           const crowd_rest_lanes *rest)
{
    float x[THRONG_WIDTH], y[THRONG_WIDTH];
    vf_store(x, rest->x);
    vf_store(y, rest->y);
    const int all = lanes == lanes_below(THRONG_WIDTH); /* of most batches */
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (all || lanes >> k & 1) {
            world->rests[l->agents[k]].x = x[k];
            world->rests[l->agents[k]].y = y[k];
        }
}

/* Of the lanes whose bits are set. */
static FORCE_INLINE void crowd_rests_clear(const crowd_world *world, const crowd_lanes *l, uint32_t lanes)
{
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (lanes >> k & 1)
            world->rests[l->agents[k]].x = world->rests[l->agents[k]].y = 0.0f;
}

#define CROWD_PUSHES 3 /* rounds of moving obstacles and walls */

/* Sweeps the lanes whose bits are set and whose step may touch a wall; of those who leave one only the
 * centre. They lose their rests, which the sweep does not know of. rest: the most by which that of a lane may
 * lengthen its step. pushed: lanes that may be faster than they can, and that walls may be near whose
 * clearance does not say so. Returns the lanes whose velocities change. */
static FORCE_INLINE uint32_t crowd_keep_out(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                            const crowd_lanes *l, uint32_t lanes, vint state,
                                            vfloat clearance, vfloat rest, uint32_t pushed, crowd_velocity *v)
{
    uint32_t changed = 0;
    if (plan->uses & (CROWD_SOLID | CROWD_HOST_MOVES))
        return 0;
    const vmask leaves = crowd_some(vi_and(state, vi_set(CROWD_LEAVES)));
    const vfloat square = v->x * v->x + v->y * v->y;
    const vfloat way = l->radius + vf_sqrt(square) * vf_set(plan->dt) + rest;
    const vfloat reach = way + crowd_wall_margin(plan, world, l, way);
    uint32_t bits = lanes & vmask_bits(vf_lt(vf_set(0.0f), square)) &
                    (pushed | vmask_bits(vf_le(clearance, reach * reach)));
    if (!bits)
        return 0;
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], speed[THRONG_WIDTH], vx[THRONG_WIDTH],
        vy[THRONG_WIDTH];
    vf_store(x, l->x);
    vf_store(y, l->y);
    vf_store(radius, vf_select(leaves, vf_set(0.0f), l->radius));
    vf_store(speed, pushed ? vf_max(l->max_speed, vf_sqrt(square)) : l->max_speed);
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

/* Keeps lanes out of moving obstacles and walls, which have the last word. Who is pushed into a wall is
 * pushed along it once more. */
static FORCE_INLINE void crowd_keep_apart(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                          const crowd_lanes *l, uint32_t lanes, vint *state, vfloat clearance,
                                          vfloat rest, crowd_velocity *v, const int uses)
{
    uint32_t left = lanes;
    if (!(uses & CROWD_MOVING)) {
        (void)crowd_keep_out(plan, world, l, lanes, *state, clearance, rest, 0, v);
        return;
    }
    NO_UNROLL
    for (int32_t round = 0; round < CROWD_PUSHES && left; round++) {
        const uint32_t pushed = plan->uses & CROWD_SOLID ? 0 : crowd_push(plan, world, l, left, state, v);
        left = uses & CROWD_WALLED
                   ? pushed & crowd_keep_out(plan, world, l, left, *state, clearance, rest, pushed, v)
                   : 0;
        if (!(plan->uses & CROWD_HOST_MOVES))
            crowd_rests_clear(world, l, pushed);
    }
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

/* Integrates the lanes whose bits are set, but guests, unless the host does, and writes their hot state.
 * state: new flags; counts: numbers of perceived agents; clearance: squared distance of the nearest wall. */
static FORCE_INLINE void crowd_move(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    const crowd_lanes *l, uint32_t lanes, vint state, crowd_velocity v,
                                    vmask infeasible, vint counts, vfloat clearance, const int uses)
{
    const vfloat dt = vf_set(plan->walk); /* of no time: places and rests keep their bits */
    const vmask locked = crowd_flagged(l->settings, CROWD_LOCKED);
    const vmask to_goal = crowd_flagged(l->settings, CROWD_TO_GOAL);
    const vint none = vi_set(0);
    const vfloat nothing = vf_set(0.0f); /* adding it turns -0 into +0 */
    lanes &= ~vmask_bits(crowd_flagged(l->settings, CROWD_MASKED_GUEST));
    v.x = vf_select(locked, nothing, v.x) + nothing;
    v.y = vf_select(locked, nothing, v.y) + nothing;
    crowd_rest_lanes rest = crowd_rests_load(world, l);
    if (uses & (CROWD_WALLED | CROWD_MOVING)) {
        const vfloat longest = vf_abs(rest.x) + vf_abs(rest.y);
        crowd_keep_apart(plan, world, l, lanes, &state, clearance, longest, &v, uses);
        v.x = v.x + nothing;
        v.y = v.y + nothing;
        rest = crowd_rests_load(world, l);
    }
    const vfloat x = crowd_advance(l->x, v.x * dt, l->radius, &rest.x);
    const vfloat y = crowd_advance(l->y, v.y * dt, l->radius, &rest.y);
    crowd_rests_store(world, l, lanes, &rest);
    const vfloat gx = l->target_x - x, gy = l->target_y - y;
    const vmask arrived = vmask_and(to_goal, vf_le(gx * gx + gy * gy, l->radius * l->radius));
    state = vi_or(state, vi_select(infeasible, vi_set(CROWD_INFEASIBLE), none));
    state = vi_and(state, vi_select(locked, vi_set(CROWD_INSIDE), vi_set(~CROWD_LEAVES)));
    state = vi_or(state, vi_select(arrived, vi_set(CROWD_ARRIVED), none));
    const vfloat speed2 = v.x * v.x + v.y * v.y;
    /* Headings that turn have done so: see crowd_turn(). */
    const vmask moves = vf_le(vf_set(uses & CROWD_TURNING ? 3e38f : CROWD_MIN_SQUARE), speed2);
    const vfloat per = vf_set(1.0f) / vf_sqrt(vf_select(moves, speed2, vf_set(1.0f)));
    vfloat c[8];
    int32_t rows[THRONG_WIDTH];
#if CROWD_RELOADS_WALLS
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

#endif
