/* From neighbours to the next position: preferred velocity, half-planes, linear program, integration. Lanes
 * hold agents of a batch. */
#ifndef THRONG_KERNELS_CROWD_VELOCITY_H
#define THRONG_KERNELS_CROWD_VELOCITY_H

#include "kernels/crowd/avoidance.h"
#include "kernels/crowd/exit.h"
#if !CROWD_FLOW_SAMPLED
#include "kernels/flow/query.h"
#endif

/* ---------------------------------------------------------------- agents in lanes ------------------- */

/* Hot state of a lane's agent. */
typedef struct crowd_lanes {
    int32_t places[THRONG_WIDTH]; /* indices in sorted order */
    int32_t agents[THRONG_WIDTH];
    vfloat x, y, vx, vy, heading_x, heading_y;
    vint state;
    vfloat radius, max_speed, target_x, target_y;
    vfloat neighbor_dist, horizon;
    vint settings;
} crowd_lanes;

/* Loads the agents at the given indices in sorted order. */
static FORCE_INLINE void crowd_lanes_at(crowd_lanes *l, const crowd_world *world, vint places)
{
    int32_t rows[THRONG_WIDTH];
    vfloat c[8];
    THRONG_GLOBAL const float *bodies =
        (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)world->bodies;
    vi_store(l->places, places);
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        l->agents[k] = world->order[l->places[k]];
    vi_store(rows, vi_shift_left(vi_load(l->agents), 1));
    vf_gather_transpose(bodies, rows, c);
    l->x = c[0];
    l->y = c[1];
    l->vx = c[2];
    l->vy = c[3];
    l->heading_x = c[4];
    l->heading_y = c[5];
    l->state = vf_to_bits(c[7]);
    vf_gather_transpose(bodies + 8, rows, c);
    l->radius = c[0];
    l->max_speed = c[1];
    l->target_x = c[2];
    l->target_y = c[3];
    l->neighbor_dist = c[4];
    l->horizon = c[5];
    l->settings = vf_to_bits(c[6]);
}

/* Loads the batch that begins at `first`. Lanes behind the last agent repeat it. */
static FORCE_INLINE void crowd_lanes_load(crowd_lanes *l, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, int32_t first)
{
    const vint places = vi_add(vi_set(first), vi_iota());
    crowd_lanes_at(l, world, vi_min(places, vi_set(plan->agents - 1)));
}

/* Second row of the cold state: parameters of the preferred velocity. */
typedef struct crowd_pref_params {
    vfloat dead_speed, pref_speed, horizon_obst;
    vint id_low, id_high;
} crowd_pref_params;

static FORCE_INLINE void crowd_pref_params_load(crowd_pref_params *params, const crowd_world *world,
                                                const crowd_lanes *l)
{
    vfloat c[8];
    int32_t rows[THRONG_WIDTH];
    vi_store(rows, vi_shift_left(vi_load(l->agents), 1));
    vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)world->senses + 8, rows, c);
    params->dead_speed = c[3];
    params->pref_speed = c[4];
    params->horizon_obst = c[5];
    params->id_low = vf_to_bits(c[6]);
    params->id_high = vf_to_bits(c[7]);
}

/* Whether a batch needs them to compute preferred velocities. Most batches do not. */
static FORCE_INLINE int crowd_needs_pref_params(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l)
{
    return (plan->uses & CROWD_FLOWING) || plan->symmetry > 0.0f ||
           vmask_any(crowd_some(
               vi_or(vi_and(l->settings, vi_set(CROWD_TO_GOAL)), vi_and(l->state, vi_set(CROWD_SLOW)))));
}

/* Number of others that a lane avoids at most. */
static FORCE_INLINE vint crowd_max_neighbors(const crowd_lanes *l)
{
    return vi_and(vi_shift_right(l->settings, CROWD_NEIGHBORS_SHIFT), vi_set(255));
}

/* Computes the limits, and loads the lanes' own snapshot records to *a. */
static FORCE_INLINE crowd_limits crowd_limits_of(const crowd_world *world, const crowd_lanes *l,
                                                 crowd_participant *a, const int uses)
{
    const vfloat nothing = vf_set(0.0f);
    crowd_limits limits;
    *a = crowd_participant_gather(world->records, world->extras, l->places, uses);
    limits.none = l->neighbor_dist;
    if (!(uses & CROWD_BY_GAPS))
        limits.none = limits.none * limits.none;
    limits.reach = nothing;
    if (uses & CROWD_SENSES) {
        limits.none = vf_set(uses & CROWD_BY_GAPS ? 1e19f : 1e38f);
        if (uses & CROWD_VISION)
            limits.reach = a->vision2;
        if (uses & CROWD_HEARING)
            limits.reach = vf_max(limits.reach, a->hearing2);
    }
    const vmask blind = vmask_or(crowd_some(vi_and(l->settings, vi_set(CROWD_LOCKED))),
                                 vi_lt(crowd_max_neighbors(l), vi_set(1)));
    limits.none = vf_select(blind, vf_set(uses & CROWD_BY_GAPS ? -1e10f : 0.0f), limits.none);
    if (uses & CROWD_BY_GAPS && !(uses & CROWD_SENSES))
        limits.reach = limits.none;
    return limits;
}

/* ---------------------------------------------------------------- preferred velocity ---------------- */

/* Preferred velocity and new state flags. */
typedef struct crowd_pref {
    crowd_velocity v;
    vint state;
} crowd_pref;

static FORCE_INLINE crowd_velocity crowd_rotated(crowd_velocity v, vfloat angle, vmask which)
{
    vfloat c, s;
    crowd_velocity turned;
    crowd_sincos(angle, &c, &s);
    turned.x = vf_select(which, v.x * c - v.y * s, v.x);
    turned.y = vf_select(which, v.x * s + v.y * c, v.y);
    return turned;
}

/* Flow direction of a lane's agent. */
#if CROWD_FLOW_SAMPLED
static FORCE_INLINE crowd_flow_vector crowd_flow_vector_of(const crowd_world *world, const crowd_lanes *l,
                                                           int32_t lane)
{
    return world->flow_vectors[l->places[lane]];
}
#else
typedef flow_vector crowd_flow_vector;
static FORCE_INLINE crowd_flow_vector crowd_flow_vector_of(const crowd_world *world, const crowd_lanes *l,
                                                           int32_t lane)
{
    const crowd_body *body = &world->bodies[l->agents[lane]];
    const flow_point agent = {body->x, body->y, 0, (int32_t)((uint32_t)body->settings >> CROWD_FIELD_SHIFT)};
    return flow_sample_at(world->flow, world->flow_keys, FLOW_SMOOTH, &agent);
}
#endif

/* Replaces the velocity of lanes that follow a flow field by its direction times the preferred speed. In goal
 * cells the vector is 0 and the velocity towards the goal stays; without a path the agent stops. */
static FORCE_INLINE void crowd_follow(const crowd_world *world, const crowd_lanes *l, vfloat speed,
                                      crowd_velocity *v)
{
    float speeds[THRONG_WIDTH], vxs[THRONG_WIDTH], vys[THRONG_WIDTH];
    int32_t settings[THRONG_WIDTH];
    vf_store(speeds, speed);
    vf_store(vxs, v->x);
    vf_store(vys, v->y);
    vi_store(settings, l->settings);
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        if (!(settings[k] & CROWD_BY_FLOW))
            continue;
        const crowd_flow_vector vector = crowd_flow_vector_of(world, l, k);
        if (vector.length == 0.0f)
            continue;
        vxs[k] = vector.dx * speeds[k];
        vys[k] = vector.dy * speeds[k];
    }
    v->x = vf_load(vxs);
    v->y = vf_load(vys);
}

/* Velocity before the congestion rule: towards the goal with min(preferred speed, distance / dt), along a
 * flow field, or as set. */
static FORCE_INLINE crowd_velocity crowd_target_velocity(THRONG_GLOBAL const crowd_plan *plan,
                                                         const crowd_world *world, const crowd_lanes *l,
                                                         vfloat pref_speed)
{
    const vfloat nothing = vf_set(0.0f), dx = l->target_x - l->x, dy = l->target_y - l->y;
    const vmask to_goal = crowd_some(vi_and(l->settings, vi_set(CROWD_TO_GOAL)));
    const vfloat square = dx * dx + dy * dy;
    const vmask away = vf_le(vf_set(CROWD_MIN_SQUARE), square);
    const vfloat distance = vf_sqrt(vf_select(away, square, vf_set(1.0f)));
    const vfloat wanted = vf_select(vf_lt(pref_speed, nothing), l->max_speed, pref_speed);
    const vfloat per = vf_mask_zero(away, vf_min(wanted, distance * vf_set(plan->per_dt)) / distance);
    crowd_velocity v;
    v.x = vf_select(to_goal, dx * per, l->target_x);
    v.y = vf_select(to_goal, dy * per, l->target_y);
    if (plan->uses & CROWD_FLOWING)
        crowd_follow(world, l, wanted, &v);
    return v;
}

/* Congestion rule (Shi 2015): the preferred velocity of an agent slower than dead_speed is rotated by a
 * random angle if it wants to be faster. A new angle is drawn in the first step of an episode and in every
 * tenth step after it. */
static FORCE_INLINE void crowd_apply_congestion(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l,
                                                const crowd_pref_params *params, crowd_pref *pref)
{
    const vint one = vi_set(1), none = vi_set(0);
    const vint before = vi_and(l->state, vi_set(CROWD_EPISODE));
    const vfloat dead =
        vf_select(vf_lt(params->dead_speed, vf_set(0.0f)), l->max_speed * vf_set(0.1f), params->dead_speed);
    const vfloat dead2 = dead * dead;
    const vmask congested = vmask_and(crowd_some(vi_and(l->state, vi_set(CROWD_SLOW))),
                                      vf_le(dead2, pref->v.x * pref->v.x + pref->v.y * pref->v.y));
    if (!vmask_any(congested))
        return;
    const vint episode = vi_select(vi_lt(before, vi_set(10)), vi_add(before, one), one);
    pref->state = vi_select(congested, vi_or(episode, vi_set(CROWD_CONGESTED)), none);
    const vint ago = vi_select(congested, vi_sub(episode, one), none);
    const vint low = vi_sub(vi_set(plan->step_low), ago);
    const vint high =
        vi_sub(vi_set(plan->step_high), vi_select(crowd_below(vi_set(plan->step_low), ago), one, none));
    const vint random =
        crowd_random(plan, params->id_low, params->id_high, low, high, CROWD_RANDOM_CONGESTION);
    pref->v = crowd_rotated(pref->v, crowd_random_signed(random) * vf_set(1.04719755f), congested);
}

static FORCE_INLINE crowd_pref crowd_preferred(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                               const crowd_lanes *l)
{
    crowd_pref pref;
    crowd_pref_params params;
    pref.state = vi_set(0);
    if (!crowd_needs_pref_params(plan, l)) {
        pref.v.x = l->target_x;
        pref.v.y = l->target_y;
        return pref;
    }
    crowd_pref_params_load(&params, world, l);
    pref.v = crowd_target_velocity(plan, world, l, params.pref_speed);
    if (plan->uses & CROWD_CONGESTION)
        crowd_apply_congestion(plan, l, &params, &pref);
    if (plan->symmetry > 0.0f) {
        const vint random = crowd_random(plan, params.id_low, params.id_high, vi_set(plan->step_low),
                                         vi_set(plan->step_high), CROWD_RANDOM_SYMMETRY);
        pref.v = crowd_rotated(pref.v, crowd_random_signed(random) * vf_set(plan->symmetry),
                               vf_le(vf_set(0.0f), vf_set(0.0f)));
    }
    return pref;
}

/* Turns headings to the preferred velocities, if they turn; who wishes to stand keeps looking where it
 * looked. Headings go to the agents' state at once, where deferred programs find them. */
static FORCE_INLINE void crowd_turn(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    crowd_lanes *l, const crowd_pref *pref)
{
    if (!(plan->uses & CROWD_TURNING))
        return;
    const vfloat one = vf_set(1.0f), square = pref->v.x * pref->v.x + pref->v.y * pref->v.y;
    const vmask turns = vmask_and_not(vf_le(vf_set(CROWD_MIN_SQUARE), square),
                                      crowd_some(vi_and(l->settings, vi_set(CROWD_LOCKED))));
    const vfloat per = one / vf_sqrt(vf_select(turns, square, one));
    float x[THRONG_WIDTH], y[THRONG_WIDTH];
    l->heading_x = vf_select(turns, pref->v.x * per, l->heading_x);
    l->heading_y = vf_select(turns, pref->v.y * per, l->heading_y);
    vf_store(x, l->heading_x);
    vf_store(y, l->heading_y);
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        world->bodies[l->agents[k]].heading_x = x[k];
        world->bodies[l->agents[k]].heading_y = y[k];
    }
}

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
    return s;
}

/* Looks for a way out in lanes that may be in a wall; those who leave need no walls from then on. wide: how
 * far walls were searched. */
static FORCE_INLINE void crowd_find_exits(const crowd_near_walls *found, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, const crowd_lanes *l, vmask locked,
                                          vfloat wide, int32_t counts[THRONG_WIDTH], crowd_wall_state *to)
{
    const vfloat nothing = vf_set(0.0f), margin = crowd_wall_margin(plan, world, l, l->radius);
    const vfloat body = vf_max(l->radius - margin, nothing);
    float fronts[THRONG_WIDTH];
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        fronts[k] = counts[k] > 0 ? found->squares[k] : 3e38f;
    vmask may =
        vmask_or(vf_lt(to->clearance * vf_set(1.00001f), vf_load(fronts)), vf_lt(to->clearance, body * body));
    may = vmask_and_not(vmask_and(may, vf_le(to->clearance, wide * wide)), locked);
    may = vmask_or(may, crowd_some(vi_and(l->state, vi_set(CROWD_INSIDE))));
    if (plan->uses & CROWD_UNCHECKED)
        may = vf_le(nothing, nothing);
    uint32_t bits = vmask_bits(may);
    if (!bits)
        return;
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], margins[THRONG_WIDTH], speeds[THRONG_WIDTH];
    int32_t states[THRONG_WIDTH];
    const uint32_t stands = vmask_bits(locked);
    vf_store(x, l->x);
    vf_store(y, l->y);
    vf_store(radius, l->radius);
    vf_store(margins, margin);
    vf_store(speeds, l->max_speed);
    vi_store(states, to->state);
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
        const crowd_exit one = crowd_find_exit(&s, &list, margins[k], !(stands >> k & 1) && speeds[k] > 0.0f);
        states[k] = one.state;
        x[k] = one.x;
        y[k] = one.y;
        if (one.state & CROWD_LEAVES)
            counts[k] = 0;
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

/* Half-planes from walls, nearest first. Returns the largest number of any lane. Walls are avoided for a step
 * at least. */
static OUT_OF_LINE int32_t crowd_by_walls(const crowd_near_walls *found, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, const crowd_lanes *l,
                                          const crowd_lines *to, crowd_wall_state *state)
{
    float horizons[THRONG_WIDTH];
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        horizons[k] = world->senses[l->agents[k]].horizon_obst;
    const vfloat horizon = vf_max(vf_load(horizons), vf_set(plan->dt));
    const vfloat reach = horizon * l->max_speed + l->radius, nothing = vf_set(0.0f);
    const vfloat wide = reach + crowd_wall_margin(plan, world, l, reach);
    const vmask locked = crowd_some(vi_and(l->settings, vi_set(CROWD_LOCKED)));
    const vfloat none = vf_select(locked, nothing, reach * reach);
    crowd_mover walker;
    int32_t counts[THRONG_WIDTH], most = 0;
    *state = crowd_no_walls();
    state->clearance = crowd_find_walls(found, &plan->walls, world->wall_boxes, world->walls, l->x, l->y,
                                        none, vf_select(locked, nothing, wide * wide), counts);
    crowd_find_exits(found, plan, world, l, locked, wide, counts, state);
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        most = most > counts[k] ? most : counts[k];
    walker.vx = l->vx;
    walker.vy = l->vy;
    walker.radius = l->radius;
    walker.per = vf_set(1.0f) / horizon;
    for (int32_t i = 0; i < most; i++) {
        int32_t rows[THRONG_WIDTH];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            rows[k] = i < counts[k] ? found->rows[(private_size)i * found->stride + (private_size)k] : 0;
        vmask good;
        const crowd_wall_lanes sight = crowd_wall_lanes_load(world->walls, rows, l->x, l->y);
        const vmask covered = crowd_wall_covered(to, i, &sight, &walker);
        crowd_line line = crowd_wall_line(&sight, &walker, &good);
        good = vmask_and(good, vi_lt(vi_set(i), vi_load(counts)));
        good = vmask_and_not(good, covered);
        line.nx = vf_mask_zero(good, line.nx);
        line.ny = vf_mask_zero(good, line.ny);
        line.c = vf_mask_zero(good, line.c);
        crowd_line_store(to, i, &line);
    }
    if (most == CROWD_MAX_WALLS) {
        crowd_wall_query query;
        query.tree = &plan->walls;
        query.boxes = world->wall_boxes;
        query.walls = world->walls;
        query.x = l->x;
        query.y = l->y;
        query.none = none;
        crowd_walls_by_sector(&query, &walker, vi_lt(vi_set(CROWD_MAX_WALLS - 1), vi_load(counts)), to);
    }
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

static FORCE_INLINE vfloat crowd_on_plane(vfloat x)
{
    return vf_max(vf_min(x, vf_set(CROWD_MAX_COORDINATE)), vf_set(-CROWD_MAX_COORDINATE));
}

/* Sweeps the lanes whose bits are set and whose step may touch a wall; of those who leave one only the
 * centre. */
static FORCE_INLINE void crowd_keep_out(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                        const crowd_lanes *l, uint32_t lanes, vint state, vfloat clearance,
                                        crowd_velocity *v)
{
    const vmask leaves = crowd_some(vi_and(state, vi_set(CROWD_LEAVES)));
    const vfloat square = v->x * v->x + v->y * v->y;
    const vfloat way = l->radius + vf_sqrt(square) * vf_set(plan->dt);
    const vfloat reach = way + crowd_wall_margin(plan, world, l, way);
    uint32_t bits =
        lanes & vmask_bits(vmask_and(vf_le(clearance, reach * reach), vf_lt(vf_set(0.0f), square)));
    if (!bits)
        return;
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], speed[THRONG_WIDTH], vx[THRONG_WIDTH],
        vy[THRONG_WIDTH];
    vf_store(x, l->x);
    vf_store(y, l->y);
    vf_store(radius, vf_select(leaves, vf_set(0.0f), l->radius));
    vf_store(speed, l->max_speed);
    vf_store(vx, v->x);
    vf_store(vy, v->y);
    NO_UNROLL
    for (; bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        crowd_sweep s = crowd_sweep_of(plan, world);
        s.x = x[k];
        s.y = y[k];
        s.radius = radius[k];
        s.max_speed = speed[k];
        crowd_sweep_step(&s, &vx[k], &vy[k]);
    }
    v->x = vf_load(vx);
    v->y = vf_load(vy);
}

/* Integrates the lanes whose bits are set and writes their hot state. state: new flags; counts: numbers of
 * perceived agents; clearance: squared distance of the nearest wall. */
static FORCE_INLINE void crowd_move(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    const crowd_lanes *l, uint32_t lanes, vint state, crowd_velocity v,
                                    vmask infeasible, vint counts, vfloat clearance)
{
    const vfloat dt = vf_set(plan->dt);
    const vmask locked = crowd_some(vi_and(l->settings, vi_set(CROWD_LOCKED)));
    const vmask to_goal = crowd_some(vi_and(l->settings, vi_set(CROWD_TO_GOAL)));
    const vint none = vi_set(0);
    const vfloat nothing = vf_set(0.0f); /* adding it turns -0 into +0 */
    v.x = vf_select(locked, nothing, v.x) + nothing;
    v.y = vf_select(locked, nothing, v.y) + nothing;
    if (plan->uses & CROWD_WALLED) {
        crowd_keep_out(plan, world, l, lanes, state, clearance, &v);
        v.x = v.x + nothing;
        v.y = v.y + nothing;
    }
    const vfloat x = crowd_on_plane(l->x + v.x * dt), y = crowd_on_plane(l->y + v.y * dt);
    const vfloat gx = l->target_x - x, gy = l->target_y - y;
    const vmask arrived = vmask_and(to_goal, vf_le(gx * gx + gy * gy, l->radius * l->radius));
    state = vi_or(state, vi_select(infeasible, vi_set(CROWD_INFEASIBLE), none));
    state = vi_and(state, vi_select(locked, vi_set(CROWD_INSIDE), vi_set(~CROWD_LEAVES)));
    state = vi_or(state, vi_select(arrived, vi_set(CROWD_ARRIVED), none));
    const vfloat speed2 = v.x * v.x + v.y * v.y;
    /* Headings that turn have done so: see crowd_turn(). */
    const vmask moves = vf_le(vf_set(plan->uses & CROWD_TURNING ? 3e38f : CROWD_MIN_SQUARE), speed2);
    const vfloat per = vf_set(1.0f) / vf_sqrt(vf_select(moves, speed2, vf_set(1.0f)));
    vfloat c[8];
    int32_t rows[THRONG_WIDTH];
    c[0] = x;
    c[1] = y;
    c[2] = v.x;
    c[3] = v.y;
    c[4] = vf_select(moves, v.x * per, l->heading_x);
    c[5] = vf_select(moves, v.y * per, l->heading_y);
    c[6] = vf_from_bits(vi_select(locked, none, counts));
    c[7] = vf_from_bits(state);
    vi_store(rows, vi_shift_left(vi_load(l->agents), 1));
    vf_scatter_transpose((THRONG_GLOBAL float *)(THRONG_GLOBAL void *)world->bodies, rows, c, lanes);
}

#endif
