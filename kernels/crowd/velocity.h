/* From whom an agent has near it to its next position: what it wants, the half-planes, the velocity. Lanes
 * are agents of a pack. */
#ifndef THRONG_KERNELS_CROWD_VELOCITY_H
#define THRONG_KERNELS_CROWD_VELOCITY_H

#include "kernels/crowd/avoidance.h"
#include "kernels/crowd/walls.h"
#if !CROWD_ASKED
#include "kernels/flow/query.h"
#endif

/* ---------------------------------------------------------------- agents in lanes ------------------- */

/* What a lane's agent is: its body. */
typedef struct crowd_lanes {
    int32_t places[THRONG_WIDTH]; /* in sorted order */
    int32_t agents[THRONG_WIDTH];
    real x, y, vx, vy, heading_x, heading_y;
    whole state;
    real radius, max_speed, target_x, target_y;
    real neighbor_dist, horizon;
    whole settings;
} crowd_lanes;

/* Those whose places in sorted order are given. */
static INLINED void crowd_lanes_at(crowd_lanes *l, const crowd_world *world, whole places)
{
    int32_t rows[THRONG_WIDTH];
    real c[8];
    THRONG_GLOBAL const float *bodies =
        (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)world->bodies;
    whole_store(l->places, places);
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        l->agents[k] = world->order[l->places[k]];
    whole_store(rows, whole_shift_left(whole_load(l->agents), 1));
    real_rows(bodies, rows, c);
    l->x = c[0];
    l->y = c[1];
    l->vx = c[2];
    l->vy = c[3];
    l->heading_x = c[4];
    l->heading_y = c[5];
    l->state = real_bits(c[7]);
    real_rows(bodies + 8, rows, c);
    l->radius = c[0];
    l->max_speed = c[1];
    l->target_x = c[2];
    l->target_y = c[3];
    l->neighbor_dist = c[4];
    l->horizon = c[5];
    l->settings = real_bits(c[6]);
}

/* Those of the pack that begins at `first`; of lanes beyond the last agent that one. */
static INLINED void crowd_lanes_load(crowd_lanes *l, THRONG_GLOBAL const crowd_plan *plan,
                                     const crowd_world *world, int32_t first)
{
    const whole places = whole_add(whole_set(first), whole_lanes());
    crowd_lanes_at(l, world, whole_min(places, whole_set(plan->agents - 1)));
}

/* The second row of the senses. */
typedef struct crowd_more {
    real dead_speed, pref_speed, horizon_obst;
    whole id_low, id_high;
} crowd_more;

static INLINED void crowd_more_of(crowd_more *more, const crowd_world *world, const crowd_lanes *l)
{
    real c[8];
    int32_t rows[THRONG_WIDTH];
    whole_store(rows, whole_shift_left(whole_load(l->agents), 1));
    real_rows((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)world->senses + 8, rows, c);
    more->dead_speed = c[3];
    more->pref_speed = c[4];
    more->horizon_obst = c[5];
    more->id_low = real_bits(c[6]);
    more->id_high = real_bits(c[7]);
}

/* Whether a pack needs it to know what it wants: most need not. */
static INLINED int crowd_wants_more(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l)
{
    return (plan->uses & CROWD_FLOWING) || plan->symmetry > 0.0f ||
           mask_any(crowd_some(whole_or(whole_and(l->settings, whole_set(CROWD_TO_GOAL)),
                                        whole_and(l->state, whole_set(CROWD_SLOW)))));
}

/* Of n <= CROWD_MOST: how many others a lane may avoid. */
static INLINED whole crowd_most(const crowd_lanes *l)
{
    return whole_and(whole_shift_right(l->settings, CROWD_NEIGHBORS_SHIFT), whole_set(255));
}

/* Squares of distances: from which on nobody counts, and how far senses reach. */
typedef struct crowd_limits {
    real none, reach;
} crowd_limits;

/* And what others see of the lanes. */
static INLINED crowd_limits crowd_limits_of(const crowd_world *world, const crowd_lanes *l, crowd_party *a,
                                            const int uses)
{
    const real nothing = real_set(0.0f);
    crowd_limits limits;
    *a = crowd_parties_of(world->records, world->extras, l->places, uses);
    limits.none = l->neighbor_dist * l->neighbor_dist;
    limits.reach = nothing;
    if (uses & CROWD_SENSES) {
        limits.none = real_set(1e38f);
        if (uses & CROWD_VISION)
            limits.reach = a->vision2;
        if (uses & CROWD_HEARING)
            limits.reach = real_max(limits.reach, a->hearing2);
    }
    const mask blind = mask_or(crowd_some(whole_and(l->settings, whole_set(CROWD_LOCKED))),
                               whole_lt(crowd_most(l), whole_set(1)));
    limits.none = real_pick(blind, nothing, limits.none);
    return limits;
}

/* ---------------------------------------------------------------- wishes ---------------------------- */

/* What an agent wants before it looks at others, and its state in this step. */
typedef struct crowd_wish {
    crowd_velocity v;
    whole state;
} crowd_wish;

static INLINED crowd_velocity crowd_turned(crowd_velocity v, real angle, mask which)
{
    real c, s;
    crowd_velocity turned;
    crowd_turn(angle, &c, &s);
    turned.x = real_pick(which, v.x * c - v.y * s, v.x);
    turned.y = real_pick(which, v.x * s + v.y * c, v.y);
    return turned;
}

/* The way of a lane's agent by the flow. */
#if CROWD_ASKED
static INLINED crowd_way crowd_way_of(const crowd_world *world, const crowd_lanes *l, int32_t lane)
{
    return world->ways[l->places[lane]];
}
#else
typedef flow_way crowd_way;
static INLINED crowd_way crowd_way_of(const crowd_world *world, const crowd_lanes *l, int32_t lane)
{
    const crowd_body *body = &world->bodies[l->agents[lane]];
    const flow_agent agent = {body->x, body->y, 0, (int32_t)((uint32_t)body->settings >> CROWD_FIELD_SHIFT)};
    return flow_of_agent(world->flow, world->flow_keys, FLOW_SMOOTH, &agent);
}
#endif

/* The ways of lanes that follow a flow, times their speeds; towards their goals in goal cells; none where
 * no path is. */
static INLINED void crowd_follow(const crowd_world *world, const crowd_lanes *l, real speed,
                                 crowd_velocity *v)
{
    float speeds[THRONG_WIDTH], vxs[THRONG_WIDTH], vys[THRONG_WIDTH];
    int32_t settings[THRONG_WIDTH];
    real_store(speeds, speed);
    real_store(vxs, v->x);
    real_store(vys, v->y);
    whole_store(settings, l->settings);
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        if (!(settings[k] & CROWD_BY_FLOW))
            continue;
        const crowd_way way = crowd_way_of(world, l, k);
        if (way.length == 0.0f)
            continue;
        vxs[k] = way.dx * speeds[k];
        vys[k] = way.dy * speeds[k];
    }
    v->x = real_load(vxs);
    v->y = real_load(vys);
}

/* To the goal with the smaller of its speed and distance/dt, along a flow with its speed, or the preferred
 * velocity itself. */
static INLINED crowd_velocity crowd_heads_for(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                              const crowd_lanes *l, real pref_speed)
{
    const real nothing = real_set(0.0f), dx = l->target_x - l->x, dy = l->target_y - l->y;
    const mask to_goal = crowd_some(whole_and(l->settings, whole_set(CROWD_TO_GOAL)));
    const real square = dx * dx + dy * dy;
    const mask away = real_le(real_set(CROWD_LEAST), square);
    const real distance = real_sqrt(real_pick(away, square, real_set(1.0f)));
    const real wanted = real_pick(real_lt(pref_speed, nothing), l->max_speed, pref_speed);
    const real per = real_keep(away, real_min(wanted, distance * real_set(plan->per_dt)) / distance);
    crowd_velocity v;
    v.x = real_pick(to_goal, dx * per, l->target_x);
    v.y = real_pick(to_goal, dy * per, l->target_y);
    if (plan->uses & CROWD_FLOWING)
        crowd_follow(world, l, wanted, &v);
    return v;
}

/* The congestion rule (Shi 2015): who is slower than dead_speed though it wants to be faster is turned. A
 * new angle is drawn in the first step of an episode, and in each tenth after it. */
static INLINED void crowd_congest(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l,
                                  const crowd_more *more, crowd_wish *wish)
{
    const whole one = whole_set(1), none = whole_set(0);
    const whole before = whole_and(l->state, whole_set(CROWD_EPISODE));
    const real dead =
        real_pick(real_lt(more->dead_speed, real_set(0.0f)), l->max_speed * real_set(0.1f), more->dead_speed);
    const real dead2 = dead * dead;
    const mask congested = mask_and(crowd_some(whole_and(l->state, whole_set(CROWD_SLOW))),
                                    real_le(dead2, wish->v.x * wish->v.x + wish->v.y * wish->v.y));
    if (!mask_any(congested))
        return;
    const whole episode = whole_pick(whole_lt(before, whole_set(10)), whole_add(before, one), one);
    wish->state = whole_pick(congested, whole_or(episode, whole_set(CROWD_CONGESTED)), none);
    const whole ago = whole_pick(congested, whole_sub(episode, one), none);
    const whole low = whole_sub(whole_set(plan->step_low), ago);
    const whole high = whole_sub(whole_set(plan->step_high),
                                 whole_pick(crowd_below(whole_set(plan->step_low), ago), one, none));
    const whole random = crowd_random(plan, more->id_low, more->id_high, low, high, CROWD_OF_CONGESTION);
    wish->v = crowd_turned(wish->v, crowd_between(random) * real_set(1.04719755f), congested);
}

static INLINED crowd_wish crowd_wishes(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                       const crowd_lanes *l)
{
    crowd_wish wish;
    crowd_more more;
    wish.state = whole_set(0);
    if (!crowd_wants_more(plan, l)) {
        wish.v.x = l->target_x;
        wish.v.y = l->target_y;
        return wish;
    }
    crowd_more_of(&more, world, l);
    wish.v = crowd_heads_for(plan, world, l, more.pref_speed);
    if (plan->uses & CROWD_CONGESTION)
        crowd_congest(plan, l, &more, &wish);
    if (plan->symmetry > 0.0f) {
        const whole random = crowd_random(plan, more.id_low, more.id_high, whole_set(plan->step_low),
                                          whole_set(plan->step_high), CROWD_OF_SYMMETRY);
        wish.v = crowd_turned(wish.v, crowd_between(random) * real_set(plan->symmetry),
                              real_le(real_set(0.0f), real_set(0.0f)));
    }
    return wish;
}

/* ---------------------------------------------------------------- velocities ------------------------ */

/* Ids of the agents in rows, for crowd_apart(). */
static INLINED void crowd_ids(const crowd_world *world, const int32_t *rows, whole *low, whole *high)
{
    int32_t lows[THRONG_WIDTH], highs[THRONG_WIDTH];
    for (int32_t k = 0; k < THRONG_WIDTH; k++) {
        THRONG_GLOBAL const crowd_sense *sense = world->senses + world->order[rows[k]];
        lows[k] = sense->id_low;
        highs[k] = sense->id_high;
    }
    *low = whole_load(lows);
    *high = whole_load(highs);
}

/* The half-planes by walls, nearest first; how many there are of any lane. */
static INLINED int32_t crowd_by_walls(const crowd_found *found, THRONG_GLOBAL const crowd_plan *plan,
                                      const crowd_world *world, const crowd_lanes *l, const crowd_lines *to)
{
    float horizons[THRONG_WIDTH];
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        horizons[k] = world->senses[l->agents[k]].horizon_obst;
    const real horizon = real_load(horizons), reach = horizon * l->max_speed + l->radius;
    const mask locked = crowd_some(whole_and(l->settings, whole_set(CROWD_LOCKED)));
    crowd_walker walker;
    int32_t counts[THRONG_WIDTH], most = 0;
    crowd_find_walls(found, &plan->walls, world->wall_boxes, world->walls, l->x, l->y,
                     real_pick(locked, real_set(0.0f), reach * reach), counts);
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        most = most > counts[k] ? most : counts[k];
    walker.vx = l->vx;
    walker.vy = l->vy;
    walker.radius = l->radius;
    walker.per = real_set(1.0f) / horizon;
    for (int32_t i = 0; i < most; i++) {
        int32_t rows[THRONG_WIDTH];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            rows[k] = i < counts[k] ? found->rows[(own_size)i * found->stride + (own_size)k] : 0;
        mask good;
        const crowd_sight sight = crowd_sight_of(world->walls, rows, l->x, l->y);
        const mask covered = crowd_is_covered(to, i, &sight, &walker);
        crowd_line line = crowd_wall_line(&sight, &walker, &good);
        good = mask_and(good, whole_lt(whole_set(i), whole_load(counts)));
        good = mask_without(good, covered);
        line.nx = real_keep(good, line.nx);
        line.ny = real_keep(good, line.ny);
        line.c = real_keep(good, line.c);
        crowd_line_put(to, i, &line);
    }
    return most;
}

/* Whom the lanes of a pack have near them: the i-th nearest of a lane is row rows[i * stride + lane] of the
 * records, where that is another one and its square below `none`. */
typedef struct crowd_near {
    THRONG_OWN const int32_t *rows;
    own_size stride;
    int32_t nearest; /* how many there may be */
    real none;
    crowd_party a; /* the lanes themselves */
} crowd_near;

/* The half-plane by the i-th nearest in the lanes in which it has no direction. */
static INLINED void crowd_avoid_anyway(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                       const crowd_world *world, const crowd_lanes *l, int32_t i,
                                       const crowd_cone *cone, real share, mask nowhere, crowd_line *line)
{
    LANE_ROWS(rows, near->rows + (own_size)i * near->stride);
    whole low[2], high[2];
    crowd_ids(world, l->places, &low[0], &high[0]);
    crowd_ids(world, rows, &low[1], &high[1]);
    crowd_avoid_somewhere(cone, &near->a, share, real_set(plan->per_dt), crowd_apart(plan, low, high),
                          nowhere, line);
}

#if THRONG_WIDTH > 1
#define CROWD_CONES 10 /* at once, so that the processor has work while roots take their time */
#else
#define CROWD_CONES 1
#endif

/* The cones of the nearest from number `first` on, up to CROWD_CONES; how many there are of any lane. */
static INLINED int32_t crowd_cones(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                   const crowd_world *world, const crowd_lanes *l, int32_t first,
                                   crowd_cone *cones, mask *valid, real *shares, const int uses)
{
    const int32_t count = near->nearest - first < CROWD_CONES ? near->nearest - first : CROWD_CONES;
    const real per_horizon = real_set(1.0f) / l->horizon;
    const whole most = crowd_most(l), own = whole_load(l->places);
    for (int32_t i = 0; i < count; i++) {
        LANE_ROWS(rows, near->rows + (own_size)(first + i) * near->stride);
        const mask other = crowd_some(whole_xor(whole_load(rows), own));
        const mask one = mask_and(other, whole_lt(whole_set(first + i), most));
        if (!mask_any(one))
            return i;
        const crowd_party b = crowd_parties_of(world->records, world->extras, rows, uses);
        const real dx = b.x - near->a.x, dy = b.y - near->a.y, square = dx * dx + dy * dy;
        valid[i] = mask_and(one, real_lt(square, near->none));
        shares[i] = crowd_share(&near->a, &b, dx, dy, square, uses);
        cones[i] = crowd_cone_of(plan, &near->a, &b, dx, dy, square, per_horizon);
    }
    return count;
}

/* The half-planes by these, nearest first, from line `first` on; where they end, and how many each lane
 * has. */
static INLINED int32_t crowd_by_agents(const crowd_near *near, THRONG_GLOBAL const crowd_plan *plan,
                                       const crowd_world *world, const crowd_lanes *l, const crowd_lines *to,
                                       int32_t first, whole *counts, const int uses)
{
    int32_t lines = first, met = CROWD_CONES;
    *counts = whole_set(0);
    for (int32_t begin = 0; begin < near->nearest && met == CROWD_CONES; begin += CROWD_CONES) {
        crowd_cone cones[CROWD_CONES];
        mask valid[CROWD_CONES];
        real shares[CROWD_CONES];
        met = crowd_cones(near, plan, world, l, begin, cones, valid, shares, uses);
        for (int32_t i = 0; i < met; i++) {
            mask nowhere;
            crowd_line line = crowd_avoid(&cones[i], &near->a, shares[i], &nowhere);
            if (mask_any(mask_and(nowhere, valid[i])))
                crowd_avoid_anyway(near, plan, world, l, begin + i, &cones[i], shares[i], nowhere, &line);
            line.nx = real_keep(valid[i], line.nx);
            line.ny = real_keep(valid[i], line.ny);
            line.c = real_keep(valid[i], line.c);
            crowd_line_put(to, lines++, &line);
            *counts = whole_count(*counts, valid[i]);
        }
    }
    return lines;
}

/* So that no rounding leads beyond max_speed. */
static INLINED real crowd_radius(const crowd_lanes *l) { return l->max_speed * real_set(0.99999905f); }

/* The velocity in all half-planes, the first `hard` of which nothing may break. The lanes that have none, for
 * which crowd_least_miss() goes on with *v and *basis. */
static INLINED mask crowd_try(const crowd_lanes *l, const crowd_wish *wish, const crowd_lines *lines,
                              int32_t count, int32_t hard, crowd_velocity *v, crowd_basis *basis)
{
    const real nothing = real_set(0.0f), radius = crowd_radius(l);
    const real square = wish->v.x * wish->v.x + wish->v.y * wish->v.y;
    const mask all = real_le(nothing, nothing), fast = real_lt(l->max_speed * l->max_speed, square);
    const real scale = radius / real_sqrt(real_pick(fast, square, real_set(1.0f)));
    const mask able = real_lt(nothing, radius); /* else even what is too slow to be squared is too fast */
    v->x = real_keep(able, real_pick(fast, wish->v.x * scale, wish->v.x));
    v->y = real_keep(able, real_pick(fast, wish->v.y * scale, wish->v.y));
    if (hard > 0) {
        const crowd_line none = crowd_no_line();
        const mask good = crowd_program(lines, hard, &none, 0, radius, wish->v, 0, all, v);
        /* standing still is on the right side of every wall: where rounding leaves nothing, that is it */
        v->x = real_keep(good, v->x);
        v->y = real_keep(good, v->y);
    }
    return crowd_nearest(lines, hard, count, radius, wish->v, v, basis);
}

/* ---------------------------------------------------------------- positions ------------------------- */

static INLINED real crowd_on_plane(real x)
{
    return real_max(real_min(x, real_set(CROWD_FARTHEST)), real_set(-CROWD_FARTHEST));
}

/* Moves the lanes whose bits are set, and writes what has changed. state: as they wish; counts: how many they
 * perceived. */
static INLINED void crowd_move(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                               const crowd_lanes *l, uint32_t lanes, whole state, crowd_velocity v,
                               mask infeasible, whole counts)
{
    const real dt = real_set(plan->dt);
    const mask locked = crowd_some(whole_and(l->settings, whole_set(CROWD_LOCKED)));
    const mask to_goal = crowd_some(whole_and(l->settings, whole_set(CROWD_TO_GOAL)));
    const whole none = whole_set(0);
    const real nothing = real_set(0.0f); /* added, it makes +0 of -0 */
    v.x = real_pick(locked, nothing, v.x) + nothing;
    v.y = real_pick(locked, nothing, v.y) + nothing;
    const real x = crowd_on_plane(l->x + v.x * dt), y = crowd_on_plane(l->y + v.y * dt);
    const real gx = l->target_x - x, gy = l->target_y - y;
    const mask arrived = mask_and(to_goal, real_le(gx * gx + gy * gy, l->radius * l->radius));
    state = whole_or(state, whole_pick(infeasible, whole_set(CROWD_INFEASIBLE), none));
    state = whole_pick(locked, none, state);
    state = whole_or(state, whole_pick(arrived, whole_set(CROWD_ARRIVED), none));
    const real speed2 = v.x * v.x + v.y * v.y;
    const mask moves = real_le(real_set(CROWD_LEAST), speed2);
    const real per = real_set(1.0f) / real_sqrt(real_pick(moves, speed2, real_set(1.0f)));
    real c[8];
    int32_t rows[THRONG_WIDTH];
    c[0] = x;
    c[1] = y;
    c[2] = v.x;
    c[3] = v.y;
    c[4] = real_pick(moves, v.x * per, l->heading_x);
    c[5] = real_pick(moves, v.y * per, l->heading_y);
    c[6] = bits_real(whole_pick(locked, none, counts));
    c[7] = bits_real(state);
    whole_store(rows, whole_shift_left(whole_load(l->agents), 1));
    real_rows_put((THRONG_GLOBAL float *)(THRONG_GLOBAL void *)world->bodies, rows, c, lanes);
}

#endif
