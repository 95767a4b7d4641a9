/* One step of a crowd, block by block: neighbour search, half-planes, linear program, integration.
 *
 * A block writes hot and cold state and ranges of its own agents only, some of them when the deferred linear
 * programs are solved. Of other agents it reads the snapshot taken before the step, so the order of blocks
 * does not matter. */
#ifndef THRONG_KERNELS_CROWD_STEP_H
#define THRONG_KERNELS_CROWD_STEP_H

#include "kernels/crowd/block_search.h"
#include "kernels/crowd/deferred_lp.h"
#include "kernels/crowd/settle.h"

/* State of a block's search. */
typedef struct crowd_block_state {
    int32_t begin, end; /* range of agents in sorted order */
    uint64_t batches;   /* batches that still have to be searched, as bits */
    float wall_limit;   /* squared distance of the farthest wall that may be in reach of one */
    crowd_lanes lanes[CROWD_BATCHES];
    crowd_search searches[CROWD_BATCHES];
} crowd_block_state;

/* Prefetches the state of a batch. more: the cold state too. */
static FORCE_INLINE void crowd_prefetch_batch(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                              int32_t first, int more)
{
    for (int32_t i = first; i < first + THRONG_WIDTH && i < plan->agents; i++) {
        prefetch(world->bodies + world->order[i]);
        if (more)
            prefetch(world->senses + world->order[i]);
        prefetch(world->ranges + world->order[i]);
        prefetch(world->rests + world->order[i]);
    }
}

/* Starts the search of each batch. Returns the search bounds of the whole block. */
static FORCE_INLINE crowd_bounds crowd_block_start(crowd_block_state *state,
                                                   THRONG_GLOBAL const crowd_plan *plan,
                                                   const crowd_world *world, int32_t block, int32_t guess,
                                                   const crowd_scratch *scratch, const int uses)
{
    const size_t kept = (size_t)crowd_key_capacity(plan->nearest);
    crowd_bounds query;
    query.box = crowd_box_load(world->boxes, &plan->tree, plan->tree.first[1] + block);
    crowd_bounds_begin(&query, uses);
    query.limit = query.gaps ? -3e38f : 0.0f;
    state->wall_limit = 0.0f;
    for (int32_t p = 0; state->begin + p * THRONG_WIDTH < state->end; p++) {
        const int32_t first = state->begin + p * THRONG_WIDTH;
        crowd_search *s = &state->searches[p];
        if (!(state->batches >> p & 1))
            continue;
        crowd_lanes_load(&state->lanes[p], plan, world, first);
        crowd_prefetch_batch(plan, world, first + CROWD_BLOCK,
                             uses & CROWD_WALLED || crowd_needs_pref_params(plan, &state->lanes[p]));
        const vfloat reach = crowd_search_start(s, plan, world, first, &state->lanes[p],
                                                scratch->kept + (size_t)p * kept, guess, uses);
        query.limit = scalar_max(query.limit, vf_reduce_max(reach));
        const int walled = (uses & CROWD_WALLED) && !(plan->uses & CROWD_SOLID);
        if (walled || (uses & CROWD_MOVING))
            crowd_lanes_load_walls(&state->lanes[p], world);
        if (walled) {
            const vfloat rests = crowd_rests_length(world, &state->lanes[p]);
            const vfloat range = crowd_wall_search_range(plan, world, &state->lanes[p], rests);
            state->wall_limit = scalar_max(state->wall_limit, vf_reduce_max(range * range));
        }
    }
    return query;
}

/* Lists the leaves of the walls' tree within a squared distance of `limit` of a box, in scratch->walls.
 * Returns -1 if there may be more than it holds. */
static FORCE_INLINE int32_t crowd_block_walls(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                              const crowd_box *box, float limit, crowd_scratch *scratch)
{
    const crowd_bounds q = crowd_wall_bounds(plan, world, box, limit);
    return crowd_leaves(&q, &plan->walls, world->wall_boxes, &scratch->walls, &scratch->spare_walls,
                        CROWD_WALL_LEAVES - 8);
}

/* Half-planes, velocity and integration of a batch whose neighbours are found. `agents`: how many of its
 * lanes hold agents. wall_leaves: how many are listed around the block, or -1. */
static FORCE_INLINE void crowd_step_batch(const crowd_search *s, crowd_lanes *l,
                                          THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                          int32_t agents, int32_t wall_leaves, crowd_scratch *scratch,
                                          crowd_deferred *deferred, const int uses)
{
    crowd_lp_state lp;
    vint lines_of_lanes;
    crowd_pref pref = crowd_preferred(plan, world, l);
    crowd_wall_state walls = crowd_no_walls();
    const crowd_near near = {
        .rows = scratch->rows, .stride = THRONG_WIDTH, .nearest = s->nearest, .none = s->none, .a = s->a};
    if (uses & CROWD_SETTLES)
        crowd_settle(crowd_held_up(&near, plan, world, l, uses), &pref);
    crowd_turn(plan, world, l, &pref);
    const crowd_near_walls found = {scratch->squares, scratch->found, THRONG_WIDTH};
    const int senses = (uses & CROWD_SENSES) && !(uses & CROWD_BY_DISTANCE);
    lp.obstacle_lines = 0;
    if (uses & CROWD_WALLED) {
        lp.obstacle_lines =
            crowd_by_walls(&found, plan, world, l, scratch->walls, wall_leaves, &scratch->lines, &walls);
        crowd_leave_walls(plan, l, &walls, &pref);
    }
    int32_t lines = lp.obstacle_lines;
    if (uses & CROWD_MOVING)
        lines = crowd_by_moving(plan, world, l, &scratch->lines, lines);
    lp.clearance = walls.clearance;
    lp.count = crowd_by_agents(&near, plan, world, l, &scratch->lines, lines, &lines_of_lanes, uses);
    lp.state = pref.state;
    lp.counts = senses ? s->perceived : lines_of_lanes;
    const vmask infeasible =
        crowd_solve(l, &pref, &scratch->lines, lp.count, lp.obstacle_lines, &lp.v, &lp.basis);
    const uint32_t lanes = lanes_below(agents);
    const uint32_t without = vmask_bits(infeasible) & lanes;
    if (without)
        crowd_deferred_add(deferred, plan, world, l, without, &lp, &scratch->lines);
    crowd_move(plan, world, l, lanes & ~without, lp.state, lp.v, infeasible, lp.counts, lp.clearance, uses);
}

static FORCE_INLINE void crowd_step_block(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                          int32_t block, crowd_scratch *scratch, crowd_deferred *deferred,
                                          const int uses)
{
    crowd_block_state state;
    state.begin = block * CROWD_BLOCK;
    state.end = state.begin + CROWD_BLOCK < plan->agents ? state.begin + CROWD_BLOCK : plan->agents;
    state.batches = ~(uint64_t)0;
    /* Batches whose predicted range was too small are searched again without a prediction. */
    NO_UNROLL
    for (int32_t guess = 1; guess >= 0 && state.batches; guess--) {
        const crowd_bounds query = crowd_block_start(&state, plan, world, block, guess, scratch, uses);
        const int32_t count =
            crowd_leaves(&query, &plan->tree, world->boxes, &scratch->leaves, &scratch->spare, 0x7fffffff);
        int32_t wall_leaves = 0;
        uint64_t failed = 0;
        if ((uses & CROWD_WALLED) && !(plan->uses & CROWD_SOLID))
            wall_leaves = crowd_block_walls(plan, world, &query.box, state.wall_limit, scratch);
        crowd_copy_leaf_boxes(plan, world->boxes, scratch, count, query.touches || query.gaps);
        for (int32_t p = 0; state.begin + p * THRONG_WIDTH < state.end; p++) {
            const int32_t first = state.begin + p * THRONG_WIDTH;
            crowd_search *s = &state.searches[p];
            crowd_lanes *l = &state.lanes[p];
            if (!(state.batches >> p & 1))
                continue;
            if (crowd_find_neighbors(s, plan, world, first, l, count, scratch, uses))
                crowd_step_batch(s, l, plan, world, state.end - first, wall_leaves, scratch, deferred, uses);
            else
                failed |= (uint64_t)1 << p;
        }
        state.batches = failed;
    }
}

#endif
