/* From neighbours to a velocity: half-planes and the linear program. Lanes hold agents of a batch. */
#ifndef THRONG_KERNELS_CROWD_VELOCITY_H
#define THRONG_KERNELS_CROWD_VELOCITY_H

#include "kernels/crowd/moving.h"
#include "kernels/crowd/ways_out.h"

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

#if !CROWD_BY_STAGES

/* Squared distances of the nearest walls whose outer sides lanes are on; far where that says nothing: one
 * of them is met at a corner that points inwards. */
static FORCE_INLINE vfloat crowd_fronts(const crowd_near_walls *found, const crowd_wall_query *query,
                                        const int32_t counts[THRONG_WIDTH])
{
    const vfloat far = vf_set(3e38f);
    vfloat front = far, nearest = far;
    for (int32_t i = 0; i < CROWD_MAX_WALLS; i++) { /* several may be equally near */
        float squares[THRONG_WIDTH];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            squares[k] =
                i < counts[k] ? found->squares[(private_size)i * found->stride + (private_size)k] : 3e38f;
        const vfloat square = vf_load(squares);
        if (i == 0)
            front = nearest = square;
        const vmask equal = vmask_and(vf_le(square, nearest), vf_lt(square, far));
        if (!vmask_any(equal))
            break;
        const crowd_wall_lanes wall = crowd_nth_walls(found, query, i, counts);
        front = vf_select(vmask_and(equal, crowd_wall_turns_in(&wall)), far, front);
    }
    return front;
}

#endif

/* Finds the walls in reach of lanes, and who is in one. Who leaves needs no walls: their counts are 0. */
static FORCE_INLINE crowd_wall_state crowd_search_walls(const crowd_near_walls *found,
                                                        const crowd_wall_query *query,
                                                        THRONG_GLOBAL const crowd_plan *plan,
                                                        const crowd_world *world, const crowd_lanes *l,
                                                        int32_t counts[THRONG_WIDTH])
{
    crowd_wall_state state = crowd_no_walls();
    if (plan->uses & CROWD_SOLID) { /* nobody can leave: the way is (0, 0) */
        state.state = vi_set(CROWD_INSIDE | CROWD_LEAVES);
        vi_store(counts, vi_set(0));
        return state;
    }
    const vfloat wide = crowd_wall_search_range(plan, world, l, crowd_rests_length(world, l));
    const vmask marked = crowd_looks_for_walls(plan, l);
    state.clearance = crowd_find_walls(found, query, wide * wide, counts);
    if (!vmask_any(marked))
        return state;
#if CROWD_BY_STAGES
    crowd_exits_load(world, l, marked, &state);
#else
    if (!crowd_find_ways_out(found, query, plan, world, l, marked, crowd_fronts(found, query, counts),
                             &state))
        return state;
    (void)crowd_find_walls(found, query, wide * wide, counts);
#endif
    const vmask leaves = crowd_some(vi_and(state.state, vi_set(CROWD_LEAVES)));
    vi_store(counts, vi_select(leaves, vi_set(0), vi_load(counts)));
    return state;
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

/* Half-planes from walls, nearest first. Returns the largest number of any lane. leaves: `leaf_count` leaves
 * of the walls' tree, which hold all walls that may be in reach; below 0: any may. */
static OUT_OF_LINE int32_t crowd_by_walls(const crowd_near_walls *found, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, const crowd_lanes *l,
                                          THRONG_PRIVATE const int32_t *leaves, int32_t leaf_count,
                                          const crowd_lines *to, crowd_wall_state *state)
{
    const crowd_wall_query query = crowd_walls_around(plan, world, l, leaves, leaf_count);
    crowd_mover walker;
    int32_t counts[THRONG_WIDTH], most = 0;
    *state = crowd_search_walls(found, &query, plan, world, l, counts);
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        most = most > counts[k] ? most : counts[k];
    walker.vx = l->vx;
    walker.vy = l->vy;
    walker.radius = l->radius;
    walker.per = vf_set(1.0f) / vf_max(l->horizon_obst, vf_set(plan->dt));
    for (int32_t i = 0; i < most; i++) {
        vmask good;
        const crowd_wall_lanes sight = crowd_nth_walls(found, &query, i, counts);
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

#endif
