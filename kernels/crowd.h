/* A step of a crowd, block by block: whom its agents have near them, the half-planes, the velocity, the
 * next position. A block writes its own agents' bodies and senses; of all others it reads the sorted records,
 * which are as before the step. */
#ifndef THRONG_CROWD_KERNEL_H
#define THRONG_CROWD_KERNEL_H

#include "crowd_block.h"

static INLINED void crowd_step_block(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                     int32_t block, crowd_scratch *scratch, const int uses)
{
    const int32_t begin = block * CROWD_BLOCK;
    const int32_t end = begin + CROWD_BLOCK < plan->agents ? begin + CROWD_BLOCK : plan->agents;
    const int32_t packs = (end - begin + THRONG_WIDTH - 1) / THRONG_WIDTH;
    const int32_t kept = crowd_kept(plan->nearest);
    crowd_search searches[CROWD_PACKS];
    crowd_listed listed;
    crowd_query query;
    query.box = crowd_box_at(world->boxes, &plan->tree, plan->tree.first[1] + block);
    query.limit = 0.0f;
    query.touches = (uses & CROWD_SENSES) != 0;
    for (int32_t p = 0; p < packs; p++) {
        const int32_t first = begin + p * THRONG_WIDTH;
        crowd_search *s = &searches[p];
        crowd_lanes l;
        crowd_lanes_load(&l, plan, world, first);
        crowd_search_start(s, plan, world, &l, scratch->kept + RANKS_AT(p * kept), uses);
        crowd_meet_home(s, plan, world, first, &listed, uses);
        query.limit = plain_max(query.limit, crowd_largest(uses & CROWD_SENSES ? s->reach : s->bound));
    }
    const int32_t count = crowd_leaves(&query, &plan->tree, world->boxes, &scratch->leaves, &scratch->spare);
    crowd_look_around(plan, world->boxes, scratch, count);
    for (int32_t p = 0; p < packs; p++) {
        const int32_t first = begin + p * THRONG_WIDTH;
        crowd_search *s = &searches[p];
        crowd_lanes l;
        mask infeasible;
        real lines_of_lanes;
        crowd_lanes_load(&l, plan, world, first);
        crowd_meet_others(s, plan, world, first, &listed, count, scratch, uses);
        const crowd_wish wish = crowd_wishes(plan, world, &l);
        const crowd_near near = {.kept = s->kept,
                                 .rows = scratch->rows,
                                 .step = RANKS_PARTS,
                                 .row_step = THRONG_WIDTH,
                                 .nearest = s->nearest,
                                 .none = s->none,
                                 .a = s->a};
        const crowd_found found = {scratch->squares, scratch->found, THRONG_WIDTH};
        const int32_t hard =
            uses & CROWD_WALLED ? crowd_by_walls(&found, plan, world, &l, &scratch->lines) : 0;
        const int32_t lines =
            crowd_by_agents(&near, plan, world, &l, &scratch->lines, hard, &lines_of_lanes, uses);
        const crowd_velocity v =
            crowd_choose(&l, &wish, &scratch->lines, lines, hard, &scratch->bisected, &infeasible);
        const int senses = (uses & CROWD_SENSES) && !(uses & CROWD_BY_DISTANCE);
        crowd_move(plan, world, &l, &wish, v, infeasible, senses ? s->perceived : lines_of_lanes);
    }
}

#endif
