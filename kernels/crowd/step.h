/* A step of a crowd, block by block: whom its agents have near them, the half-planes, the velocity, the
 * next position. A block writes its own agents' bodies, senses and ranges, some of them later, when the
 * bin is solved; of all others it reads the sorted records, which are as before the step. */
#ifndef THRONG_KERNELS_CROWD_STEP_H
#define THRONG_KERNELS_CROWD_STEP_H

#include "kernels/crowd/block_search.h"
#include "kernels/crowd/deferred_lp.h"

/* What the search of a block begins with: its packs whose bits are set, and how far they look. */
typedef struct crowd_block_state {
    int32_t begin, end; /* agents of the block */
    uint64_t batches;   /* as bits */
    crowd_lanes lanes[CROWD_BATCHES];
    crowd_search searches[CROWD_BATCHES];
} crowd_block_state;

/* more: the second row of their senses, too. */
static FORCE_INLINE void crowd_ask_for(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                       int32_t first, int more)
{
    for (int32_t i = first; i < first + THRONG_WIDTH && i < plan->agents; i++) {
        prefetch(world->bodies + world->order[i]);
        if (more)
            prefetch(world->senses + world->order[i]);
        prefetch(world->ranges + world->order[i]);
    }
}

/* Begins the searches of the packs; whom the block asks for. */
static FORCE_INLINE crowd_query crowd_block_start(crowd_block_state *team,
                                                  THRONG_GLOBAL const crowd_plan *plan,
                                                  const crowd_world *world, int32_t block, int32_t guess,
                                                  const crowd_scratch *scratch, const int uses)
{
    const size_t kept = (size_t)crowd_kept(plan->nearest);
    crowd_query query;
    query.box = crowd_box_at(world->boxes, &plan->tree, plan->tree.first[1] + block);
    query.limit = query.close = 0.0f;
    query.touches = (uses & CROWD_SENSES) != 0;
    for (int32_t p = 0; team->begin + p * THRONG_WIDTH < team->end; p++) {
        const int32_t first = team->begin + p * THRONG_WIDTH;
        crowd_search *s = &team->searches[p];
        if (!(team->batches >> p & 1))
            continue;
        crowd_lanes_load(&team->lanes[p], plan, world, first);
        crowd_ask_for(plan, world, first + CROWD_BLOCK,
                      uses & CROWD_WALLED || crowd_wants_more(plan, &team->lanes[p]));
        crowd_search_start(s, plan, world, first, &team->lanes[p], scratch->kept + (size_t)p * kept, guess,
                           uses);
        query.limit = scalar_max(query.limit, vf_reduce_max(uses & CROWD_SENSES ? s->reach : s->bound));
    }
    return query;
}

/* What follows from the neighbours of a pack, of whose lanes so many are agents. */
static FORCE_INLINE void crowd_step_batch(const crowd_search *s, const crowd_lanes *l,
                                          THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                          int32_t agents, crowd_scratch *scratch, crowd_deferred *bin,
                                          const int uses)
{
    crowd_lp_state left;
    vint lines_of_lanes;
    const crowd_pref pref = crowd_wishes(plan, world, l);
    const crowd_near near = {
        .rows = scratch->rows, .stride = THRONG_WIDTH, .nearest = s->nearest, .none = s->none, .a = s->a};
    const crowd_found found = {scratch->squares, scratch->found, THRONG_WIDTH};
    const int senses = (uses & CROWD_SENSES) && !(uses & CROWD_BY_DISTANCE);
    left.hard = uses & CROWD_WALLED ? crowd_by_walls(&found, plan, world, l, &scratch->lines) : 0;
    left.count = crowd_by_agents(&near, plan, world, l, &scratch->lines, left.hard, &lines_of_lanes, uses);
    left.state = pref.state;
    left.counts = senses ? s->perceived : lines_of_lanes;
    const vmask infeasible =
        crowd_solve(l, &pref, &scratch->lines, left.count, left.hard, &left.v, &left.basis);
    const uint32_t lanes = lanes_below(agents);
    const uint32_t without = vmask_bits(infeasible) & lanes;
    if (without)
        crowd_deferred_add(bin, plan, world, l, without, &left, &scratch->lines);
    crowd_move(plan, world, l, lanes & ~without, left.state, left.v, infeasible, left.counts);
}

static FORCE_INLINE void crowd_step_block(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                          int32_t block, crowd_scratch *scratch, crowd_deferred *bin,
                                          const int uses)
{
    crowd_block_state team;
    team.begin = block * CROWD_BLOCK;
    team.end = team.begin + CROWD_BLOCK < plan->agents ? team.begin + CROWD_BLOCK : plan->agents;
    team.batches = ~(uint64_t)0;
    /* those that guessed too low how far they have to look begin once more without a guess */
    NO_UNROLL
    for (int32_t guess = 1; guess >= 0 && team.batches; guess--) {
        const crowd_query query = crowd_block_start(&team, plan, world, block, guess, scratch, uses);
        const int32_t count =
            crowd_leaves(&query, &plan->tree, world->boxes, &scratch->leaves, &scratch->spare);
        uint64_t failed = 0;
        crowd_look_around(plan, world->boxes, scratch, count, query.touches);
        for (int32_t p = 0; team.begin + p * THRONG_WIDTH < team.end; p++) {
            const int32_t first = team.begin + p * THRONG_WIDTH;
            crowd_search *s = &team.searches[p];
            const crowd_lanes *l = &team.lanes[p];
            if (!(team.batches >> p & 1))
                continue;
            if (crowd_find(s, plan, world, first, l, count, scratch, uses))
                crowd_step_batch(s, l, plan, world, team.end - first, scratch, bin, uses);
            else
                failed |= (uint64_t)1 << p;
        }
        team.batches = failed;
    }
}

#endif
