/* The agents in the lanes of a batch, and their preferred velocities. */
#ifndef THRONG_KERNELS_CROWD_PREFERRED_H
#define THRONG_KERNELS_CROWD_PREFERRED_H

#include "kernels/crowd/avoidance.h"
#if !CROWD_BY_STAGES
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
    vfloat horizon_obst; /* seconds; where there are walls, see crowd_lanes_load_walls() */
} crowd_lanes;

/* As crowd_converted(), of the lanes that need it. */
static FORCE_INLINE void crowd_convert_targets(crowd_lanes *l, THRONG_GLOBAL const crowd_plan *plan)
{
    if (!(plan->uses & CROWD_MIXED_TARGETS))
        return;
    const vmask other = crowd_flagged(l->settings, CROWD_OTHER_TARGET);
    const vmask to_goal = crowd_flagged(l->settings, CROWD_TO_GOAL);
    const vfloat x = vf_select(to_goal, vf_set(-plan->home_x), vf_set(plan->home_x));
    const vfloat y = vf_select(to_goal, vf_set(-plan->home_y), vf_set(plan->home_y));
    l->target_x = vf_select(other, l->target_x + x, l->target_x);
    l->target_y = vf_select(other, l->target_y + y, l->target_y);
}

/* Loads the agents at the given indices in sorted order. */
static FORCE_INLINE void crowd_lanes_at(crowd_lanes *l, THRONG_GLOBAL const crowd_plan *plan,
                                        const crowd_world *world, vint places)
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
    crowd_convert_targets(l, plan);
}

/* Loads the batch that begins at `first`. Lanes behind the last agent repeat it. */
static FORCE_INLINE void crowd_lanes_load(crowd_lanes *l, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, int32_t first)
{
    const vint places = vi_add(vi_set(first), vi_iota());
    crowd_lanes_at(l, plan, world, vi_min(places, vi_set(plan->agents - 1)));
}

/* Loads what the search for walls needs of the cold state. */
static FORCE_INLINE void crowd_lanes_load_walls(crowd_lanes *l, const crowd_world *world)
{
    float horizons[THRONG_WIDTH];
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        horizons[k] = world->senses[l->agents[k]].horizon_obst;
    l->horizon_obst = vf_load(horizons);
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
    const vmask blind =
        vmask_or(crowd_flagged(l->settings, CROWD_UNMOVED), vi_lt(crowd_max_neighbors(l), vi_set(1)));
    limits.none = vf_select(blind, vf_set(uses & CROWD_BY_GAPS ? -1e10f : 0.0f), limits.none);
    if (uses & CROWD_BY_GAPS && !(uses & CROWD_SENSES))
        limits.reach = limits.none;
    return limits;
}

#define CROWD_NO_GAP -2e9f /* below the gaps between all bodies */

/* Upper bound of the gap to anyone within `far` plus the difference of the radii, and below CROWD_NO_GAP if
 * `far` is that of a blind agent. The margins are for rounding: several units of the largest radius. */
static FORCE_INLINE vfloat crowd_gap_limit(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                           vfloat far, vfloat radius)
{
    const float most =
        crowd_box_load(world->boxes, &plan->tree, plan->tree.first[plan->tree.levels - 1]).most;
    return (far + radius + vf_set(most * 1e-6f)) * vf_set(1.000001f);
}

/* Upper bound of the ranks of those who count as neighbours. none: that bound where distances are ranks. By
 * gaps *reach becomes the largest gap to them. */
static FORCE_INLINE vfloat crowd_rank_limit(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                            const crowd_lanes *l, vfloat none, vfloat *reach, const int uses)
{
    const vfloat limit = uses & CROWD_BY_GAPS ? vf_set(1e38f) : none;
    if (!crowd_reaches_by_gaps(uses))
        return limit;
    *reach = crowd_gap_limit(plan, world, uses & CROWD_SENSES ? l->neighbor_dist : none, l->radius);
    return uses & CROWD_SENSES ? limit : *reach;
}

/* Predicted search range: the last range, grown by the fastest possible approach of two agents in a step, at
 * most `limit`. *unknown: lanes without a last range. */
static FORCE_INLINE vfloat crowd_predicted_ranges(THRONG_GLOBAL const crowd_plan *plan,
                                                  const crowd_world *world, const crowd_lanes *l,
                                                  vfloat limit, vmask *unknown, const int uses)
{
    const vfloat nothing = vf_set(0.0f);
    float ranges[THRONG_WIDTH];
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        ranges[k] = world->ranges[l->agents[k]];
    const vfloat range = vf_load(ranges), approach = l->max_speed * vf_set(2.0f * plan->dt);
    if (uses & CROWD_BY_GAPS) {
        const vmask known = vf_lt(nothing, vf_abs(range));
        *unknown = vmask_and_not(vf_lt(vf_set(CROWD_NO_GAP), limit), known);
        return vf_select(known, vf_min(range + approach, limit), limit);
    }
    const vfloat far = vf_sqrt(range) + approach;
    const vmask known = vf_lt(nothing, range);
    *unknown = vmask_and_not(vf_lt(nothing, limit), known);
    return vf_select(known, vf_min(far * far, limit), limit);
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
#if CROWD_BY_STAGES
static FORCE_INLINE crowd_flow_vector crowd_flow_vector_of(THRONG_GLOBAL const crowd_plan *plan,
                                                           const crowd_world *world, const crowd_lanes *l,
                                                           int32_t lane)
{
    (void)plan;
    return world->flow_vectors[l->places[lane]];
}
#else
typedef flow_vector crowd_flow_vector;
static FORCE_INLINE crowd_flow_vector crowd_flow_vector_of(THRONG_GLOBAL const crowd_plan *plan,
                                                           const crowd_world *world, const crowd_lanes *l,
                                                           int32_t lane)
{
    const crowd_body *body = &world->bodies[l->agents[lane]];
    const flow_point agent = {body->x - plan->origin_x, body->y - plan->origin_y,
                              scalar_to_bits(body->radius),
                              (int32_t)((uint32_t)body->settings >> CROWD_FIELD_SHIFT)};
    return flow_sample_at(world->flow, world->flow_keys, FLOW_SMOOTH | FLOW_BODY, &agent);
}
#endif

/* Replaces the velocity of lanes that follow a flow field by its direction times the preferred speed, which
 * ground may slow. In goal cells the vector is 0 and the velocity towards the goal stays; without a path the
 * agent stops. */
static FORCE_INLINE void crowd_follow(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                      const crowd_lanes *l, vfloat speed, crowd_velocity *v)
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
        const crowd_flow_vector vector = crowd_flow_vector_of(plan, world, l, k);
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
        crowd_follow(plan, world, l, wanted, &v);
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
 * looked. Headings go to the agents' state at once, where deferred programs find them. Of lanes that repeat
 * the last agent, each of which may notice it, the agent's own has the last word. */
static FORCE_INLINE void crowd_turn(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    crowd_lanes *l, const crowd_pref *pref)
{
    if (!(plan->uses & CROWD_TURNING))
        return;
    const vfloat one = vf_set(1.0f), square = pref->v.x * pref->v.x + pref->v.y * pref->v.y;
    const vmask turns =
        vmask_and_not(vf_le(vf_set(CROWD_MIN_SQUARE), square), crowd_flagged(l->settings, CROWD_UNMOVED));
    const vfloat per = one / vf_sqrt(vf_select(turns, square, one));
    float x[THRONG_WIDTH], y[THRONG_WIDTH];
    l->heading_x = vf_select(turns, pref->v.x * per, l->heading_x);
    l->heading_y = vf_select(turns, pref->v.y * per, l->heading_y);
    vf_store(x, l->heading_x);
    vf_store(y, l->heading_y);
    UNROLL
    for (int32_t k = THRONG_WIDTH - 1; k >= 0; k--) {
        world->bodies[l->agents[k]].heading_x = x[k];
        world->bodies[l->agents[k]].heading_y = y[k];
    }
}

#endif
