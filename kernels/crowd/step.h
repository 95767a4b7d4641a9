/* A step of a crowd, block by block: whom its agents have near them, the half-planes, the velocity, the
 * next position. A block writes its own agents' bodies, senses and ranges, some of them later, when the
 * bin is solved; of all others it reads the sorted records, which are as before the step. */
#ifndef THRONG_KERNELS_CROWD_STEP_H
#define THRONG_KERNELS_CROWD_STEP_H

#include "kernels/crowd/block_search.h"
#include "kernels/crowd/deferred_lp.h"

/* What the search of a block begins with: its packs whose bits are set, and how far they look. */
typedef struct crowd_team {
    int32_t begin, end; /* agents of the block */
    uint64_t packs;     /* as bits */
    crowd_lanes lanes[CROWD_PACKS];
    crowd_search searches[CROWD_PACKS];
} crowd_team;

/* more: the second row of their senses, too. */
static INLINED void crowd_ask_for(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                  int32_t first, int more)
{
    for (int32_t i = first; i < first + THRONG_WIDTH && i < plan->agents; i++) {
        plain_prefetch(world->bodies + world->order[i]);
        if (more)
            plain_prefetch(world->senses + world->order[i]);
        plain_prefetch(world->ranges + world->order[i]);
    }
}

/* Begins the searches of the packs; whom the block asks for. */
static INLINED crowd_query crowd_team_start(crowd_team *team, THRONG_GLOBAL const crowd_plan *plan,
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
        if (!(team->packs >> p & 1))
            continue;
        crowd_lanes_load(&team->lanes[p], plan, world, first);
        crowd_ask_for(plan, world, first + CROWD_BLOCK,
                      uses & CROWD_WALLED || crowd_wants_more(plan, &team->lanes[p]));
        crowd_search_start(s, plan, world, first, &team->lanes[p], scratch->kept + (size_t)p * kept, guess,
                           uses);
        query.limit = plain_max(query.limit, real_most(uses & CROWD_SENSES ? s->reach : s->bound));
    }
    return query;
}

/* What follows from the neighbours of a pack, of whose lanes so many are agents. */
static INLINED void crowd_step_pack(const crowd_search *s, const crowd_lanes *l,
                                    THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    int32_t agents, crowd_scratch *scratch, crowd_bin *bin, const int uses)
{
    crowd_left left;
    whole lines_of_lanes;
    const crowd_wish wish = crowd_wishes(plan, world, l);
    const crowd_near near = {
        .rows = scratch->rows, .stride = THRONG_WIDTH, .nearest = s->nearest, .none = s->none, .a = s->a};
    const crowd_found found = {scratch->squares, scratch->found, THRONG_WIDTH};
    const int senses = (uses & CROWD_SENSES) && !(uses & CROWD_BY_DISTANCE);
    left.hard = uses & CROWD_WALLED ? crowd_by_walls(&found, plan, world, l, &scratch->lines) : 0;
    left.count = crowd_by_agents(&near, plan, world, l, &scratch->lines, left.hard, &lines_of_lanes, uses);
    left.state = wish.state;
    left.counts = senses ? s->perceived : lines_of_lanes;
    const mask infeasible = crowd_try(l, &wish, &scratch->lines, left.count, left.hard, &left.v, &left.basis);
    const uint32_t lanes = lanes_before(agents);
    const uint32_t without = mask_bits(infeasible) & lanes;
    if (without)
        crowd_bin_add(bin, plan, world, l, without, &left, &scratch->lines);
    crowd_move(plan, world, l, lanes & ~without, left.state, left.v, infeasible, left.counts);
}

static INLINED void crowd_step_block(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                     int32_t block, crowd_scratch *scratch, crowd_bin *bin, const int uses)
{
    crowd_team team;
    team.begin = block * CROWD_BLOCK;
    team.end = team.begin + CROWD_BLOCK < plan->agents ? team.begin + CROWD_BLOCK : plan->agents;
    team.packs = ~(uint64_t)0;
    /* those that guessed too low how far they have to look begin once more without a guess */
    ROLLED
    for (int32_t guess = 1; guess >= 0 && team.packs; guess--) {
        const crowd_query query = crowd_team_start(&team, plan, world, block, guess, scratch, uses);
        const int32_t count =
            crowd_leaves(&query, &plan->tree, world->boxes, &scratch->leaves, &scratch->spare);
        uint64_t failed = 0;
        crowd_look_around(plan, world->boxes, scratch, count, query.touches);
        for (int32_t p = 0; team.begin + p * THRONG_WIDTH < team.end; p++) {
            const int32_t first = team.begin + p * THRONG_WIDTH;
            crowd_search *s = &team.searches[p];
            const crowd_lanes *l = &team.lanes[p];
            if (!(team.packs >> p & 1))
                continue;
            if (crowd_find(s, plan, world, first, l, count, scratch, uses))
                crowd_step_pack(s, l, plan, world, team.end - first, scratch, bin, uses);
            else
                failed |= (uint64_t)1 << p;
        }
        team.packs = failed;
    }
}

#endif
