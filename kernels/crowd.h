/* A step of a crowd, block by block: whom its agents have near them, the half-planes, the velocity, the
 * next position. A block writes its own agents' bodies and senses, some of them later, when their bins are
 * solved; of all others it reads the sorted records, which are as before the step. */
#ifndef THRONG_CROWD_KERNEL_H
#define THRONG_CROWD_KERNEL_H

#include "crowd_bin.h"
#include "crowd_block.h"

static INLINED void crowd_step_block(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                     int32_t block, crowd_scratch *scratch, crowd_bin *bins, const int uses)
{
    const int32_t begin = block * CROWD_BLOCK;
    const int32_t end = begin + CROWD_BLOCK < plan->agents ? begin + CROWD_BLOCK : plan->agents;
    const int32_t packs = (end - begin + THRONG_WIDTH - 1) / THRONG_WIDTH;
    const int32_t kept = crowd_kept(plan->nearest);
    crowd_search searches[CROWD_PACKS];
    real batch[CROWD_BATCH];
    crowd_query query;
    query.box = crowd_box_at(world->boxes, &plan->tree, plan->tree.first[1] + block);
    query.limit = 0.0f;
    query.touches = (uses & CROWD_SENSES) != 0;
    for (int32_t p = 0; p < packs; p++) {
        const int32_t first = begin + p * THRONG_WIDTH;
        crowd_search *s = &searches[p];
        crowd_lanes l;
        for (int32_t i = first + CROWD_BLOCK; i < first + CROWD_BLOCK + THRONG_WIDTH && i < plan->agents;
             i++) {
            plain_prefetch(world->bodies + world->order[i]);
            plain_prefetch(world->senses + world->order[i]);
        }
        crowd_lanes_load(&l, plan, world, first);
        crowd_search_start(s, plan, world, &l, scratch->kept + (size_t)p * (size_t)kept, batch, uses);
        crowd_meet_home(s, plan, world, first, uses);
        query.limit = plain_max(query.limit, real_most(uses & CROWD_SENSES ? s->reach : s->bound));
    }
    const int32_t count = crowd_leaves(&query, &plan->tree, world->boxes, &scratch->leaves, &scratch->spare);
    crowd_look_around(plan, world->boxes, scratch, count, query.touches);
    for (int32_t p = 0; p < packs; p++) {
        const int32_t first = begin + p * THRONG_WIDTH;
        crowd_search *s = &searches[p];
        crowd_lanes l;
        crowd_left left;
        mask infeasible;
        real lines_of_lanes;
        crowd_lanes_load(&l, plan, world, first);
        crowd_meet_others(s, plan, world, first, &l, count, scratch, uses);
        const crowd_wish wish = crowd_wishes(plan, world, &l);
        const crowd_near near = {
            .rows = scratch->rows, .stride = THRONG_WIDTH, .nearest = s->nearest, .none = s->none, .a = s->a};
        const crowd_found found = {scratch->squares, scratch->found, THRONG_WIDTH};
        const int32_t hard =
            uses & CROWD_WALLED ? crowd_by_walls(&found, plan, world, &l, &scratch->lines) : 0;
        const int32_t lines =
            crowd_by_agents(&near, plan, world, &l, &scratch->lines, hard, &lines_of_lanes, uses);
        const int senses = (uses & CROWD_SENSES) && !(uses & CROWD_BY_DISTANCE);
        left.v = crowd_try(&l, &wish, &scratch->lines, lines, hard, &infeasible, &left.failed);
        left.state = wish.state;
        left.counts = senses ? s->perceived : lines_of_lanes;
        left.count = lines;
        left.hard = hard;
        const uint32_t lanes = mask_bits(whole_lt(whole_lanes(), whole_set(end - first)));
        const uint32_t without = mask_bits(infeasible) & lanes;
        if (without)
            crowd_bins_add(bins, plan, world, &l, without, &left, &scratch->lines, &scratch->bisected);
        crowd_move(plan, world, &l, lanes & ~without, left.state, left.v, infeasible, left.counts);
    }
}

#endif
