/* The search of a block of 64 agents: the leaves around it, of which each of its packs meets some. */
#ifndef THRONG_CROWD_BLOCK_H
#define THRONG_CROWD_BLOCK_H

#include "crowd_move.h"
#include "crowd_near.h"

#define CROWD_PACKS ((CROWD_BLOCK + THRONG_WIDTH - 1) / THRONG_WIDTH)

/* What a task needs to itself. */
typedef struct crowd_scratch {
    THRONG_SCRATCH ranks *kept;     /* for each pack of a block */
    THRONG_SCRATCH int32_t *leaves; /* as many as the plan has boxes, and CROWD_SPARE */
    THRONG_SCRATCH int32_t *spare;  /* the same */
    THRONG_SCRATCH float *around;   /* the boxes of the listed leaves, as those of the tree */
    int32_t boxes;                  /* of `around` */
    THRONG_SCRATCH int32_t *rows;   /* CROWD_MOST * THRONG_WIDTH: neighbours of lanes, in sorted order */
    THRONG_SCRATCH int32_t *found;  /* the same */
    THRONG_SCRATCH float
        *squares; /* CROWD_WALLS * THRONG_WIDTH: of distances to walls, which `found` has then */
    crowd_lines lines, bisected;
} crowd_scratch;

/* Out of crowd_block_words(). */
static inline crowd_scratch crowd_scratch_at(THRONG_SCRATCH float *at, int32_t boxes, int32_t nearest)
{
    crowd_scratch s;
    s.kept = (THRONG_SCRATCH ranks *)(THRONG_SCRATCH void *)at;
    at += 2 * (size_t)CROWD_PACKS * (size_t)crowd_kept(nearest) * THRONG_WIDTH;
    s.lines.at = at;
    s.lines.stride = THRONG_WIDTH;
    at += 3 * (size_t)CROWD_LINES * THRONG_WIDTH;
    s.bisected.at = at;
    s.bisected.stride = THRONG_WIDTH;
    at += 3 * (size_t)CROWD_LINES * THRONG_WIDTH;
    s.found = (THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)at;
    s.rows = s.found + (size_t)CROWD_MOST * THRONG_WIDTH;
    s.leaves = s.rows + (size_t)CROWD_MOST * THRONG_WIDTH;
    s.spare = s.leaves + boxes + CROWD_SPARE;
    s.around = (THRONG_SCRATCH float *)(THRONG_SCRATCH void *)(s.spare + boxes + CROWD_SPARE);
    s.boxes = boxes + CROWD_SPARE;
    s.squares = s.around + 5 * (size_t)s.boxes;
    return s;
}

/* Copies the boxes of `count` listed leaves side by side, and as many empty ones as a vector may read
 * behind. */
static INLINED void crowd_look_around(THRONG_GLOBAL const crowd_plan *plan, THRONG_GLOBAL const float *boxes,
                                      crowd_scratch *scratch, int32_t count)
{
    for (int32_t side = 0; side < 5; side++) {
        THRONG_SCRATCH float *to = scratch->around + (size_t)side * (size_t)scratch->boxes;
        THRONG_GLOBAL const float *from = boxes + (size_t)side * (size_t)plan->tree.boxes;
        for (int32_t i = 0; i < count; i++)
            to[i] = from[scratch->leaves[i]];
        for (int32_t i = count; i < count + THRONG_WIDTH; i++)
            to[i] = side == 0 || side == 2 ? 3e38f : side == 4 ? 0.0f : -3e38f;
    }
}

/* Which of the leaves around a block matter to one of its packs: their places in the block's list; how
 * many. */
static INLINED int32_t crowd_leaves_of_pack(const crowd_query *q, crowd_scratch *scratch, int32_t count)
{
    int32_t some = 0;
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        const uint32_t bits = crowd_reached(q, scratch->around + i, scratch->boxes);
        if (bits)
            some += whole_pack(scratch->spare + some, whole_add(whole_set(i), whole_lanes()), bits);
    }
    return some;
}

/* ---------------------------------------------------------------- packs ----------------------------- */

static INLINED void crowd_search_start(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                       const crowd_world *world, const crowd_lanes *l, THRONG_OWN ranks *kept,
                                       const int uses)
{
    const crowd_limits limits = crowd_limits_of(world, l, &s->a, uses);
    crowd_search_begin(s, plan, kept, limits.none, limits.reach);
}

static INLINED float crowd_largest(real a)
{
    float lanes[THRONG_WIDTH], most;
    real_store(lanes, a);
    most = lanes[0];
    UNROLLED
    for (int32_t k = 1; k < THRONG_WIDTH; k++)
        most = plain_max(most, lanes[k]);
    return most;
}

/* The leaves of a pack and those beside them, which it meets first: [first, end). */
static inline int32_t crowd_home_first(int32_t first)
{
    return first / CROWD_LEAF > 0 ? first / CROWD_LEAF - 1 : 0;
}
static inline int32_t crowd_home_end(THRONG_GLOBAL const crowd_plan *plan, int32_t first)
{
    const int32_t end = (first + THRONG_WIDTH - 1) / CROWD_LEAF + 2;
    return end < plan->tree.count[0] ? end : plan->tree.count[0];
}

/* The leaves that the places of a pack stand for: first those of its home, then others. */
typedef struct crowd_listed {
    int32_t home, homes, count; /* homes and others together */
    int32_t relisted;           /* 1: places before CROWD_KEPT_BEFORE have a meaning */
    int32_t leaves[CROWD_LISTED];
} crowd_listed;

static INLINED void crowd_list_home(crowd_listed *listed, THRONG_GLOBAL const crowd_plan *plan, int32_t first)
{
    listed->home = crowd_home_first(first);
    listed->homes = crowd_home_end(plan, first) - listed->home;
    listed->count = listed->homes;
    listed->relisted = 0;
    for (int32_t i = 0; i < listed->homes; i++)
        listed->leaves[i] = listed->home + i;
}

/* Which agents, in sorted order, the kept ones are: the i-th of a lane is to[i * THRONG_WIDTH + lane].
 * from: what the places before CROWD_KEPT_BEFORE stand for. Of nobody any agent. */
static INLINED void crowd_settle(const crowd_search *s, const crowd_listed *listed,
                                 THRONG_SCRATCH const int32_t *from, THRONG_SCRATCH int32_t *to)
{
    for (int32_t i = 0; i < s->nearest; i++) {
        int32_t places[THRONG_WIDTH];
        whole_store(places, whole_and(ranks_low(s->kept + RANKS_AT(i)), whole_set(CROWD_PLACES - 1)));
        UNROLLED
        for (int32_t k = 0; k < THRONG_WIDTH; k++) {
            const int32_t at = places[k] >= CROWD_KEPT_BEFORE ? places[k] - CROWD_KEPT_BEFORE : 0;
            to[i * THRONG_WIDTH + k] = listed->leaves[at / CROWD_LEAF] * CROWD_LEAF + (at & (CROWD_LEAF - 1));
            if (listed->relisted && places[k] < CROWD_KEPT_BEFORE)
                to[i * THRONG_WIDTH + k] = from[places[k] * THRONG_WIDTH + k];
        }
    }
}

static INLINED void crowd_swap_rows(crowd_scratch *scratch)
{
    THRONG_SCRATCH int32_t *rows = scratch->rows;
    scratch->rows = scratch->found;
    scratch->found = rows;
}

/* Makes room for a new list. */
static INLINED void crowd_relist(crowd_search *s, crowd_listed *listed, crowd_scratch *scratch)
{
    crowd_search_end(s);
    crowd_settle(s, listed, scratch->rows, scratch->found);
    crowd_swap_rows(scratch);
    for (int32_t i = 0; i < s->nearest; i++) {
        THRONG_SCRATCH ranks *one = s->kept + RANKS_AT(i);
        const whole low = whole_and(ranks_low(one), whole_set(-CROWD_PLACES));
        ranks renewed[RANKS_PARTS];
        ranks_of(ranks_high(one), whole_add(low, whole_set(i)), renewed);
        for (size_t part = 0; part < RANKS_PARTS; part++)
            one[part] = renewed[part];
    }
    listed->relisted = 1;
    listed->count = 0;
}

/* What a pack meets at home. */
static INLINED void crowd_meet_home(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                    const crowd_world *world, int32_t first, crowd_listed *listed,
                                    const int uses)
{
    crowd_list_home(listed, plan, first);
    for (int32_t i = 0; i < listed->homes; i++)
        crowd_meet(s, plan, world, first, listed->home + i, CROWD_KEPT_BEFORE + CROWD_LEAF * i, 1, uses);
}

/* The box of a pack, and how far its lanes look. */
static INLINED crowd_query crowd_query_of(const crowd_search *s, const int uses)
{
    crowd_query q;
    q.box.left = -crowd_largest(-s->a.x);
    q.box.right = crowd_largest(s->a.x);
    q.box.top = -crowd_largest(-s->a.y);
    q.box.bottom = crowd_largest(s->a.y);
    q.box.most = crowd_largest(s->a.radius);
    q.limit = crowd_largest(uses & CROWD_SENSES ? s->reach : s->bound);
    q.touches = (uses & CROWD_SENSES) != 0;
    return q;
}

/* And among the `count` leaves around its block. In the end scratch->rows has the neighbours. */
static INLINED void crowd_meet_others(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                      const crowd_world *world, int32_t first, crowd_listed *listed,
                                      int32_t count, crowd_scratch *scratch, const int uses)
{
    const crowd_query query = crowd_query_of(s, uses);
    const int32_t some = crowd_leaves_of_pack(&query, scratch, count);
    crowd_list_home(listed, plan, first);
    for (int32_t i = 0; i < some; i++) {
        const int32_t at = scratch->spare[i], leaf = scratch->leaves[at];
        if ((leaf >= listed->home && leaf < listed->home + listed->homes) ||
            !crowd_box_matters(s, scratch->around + at, scratch->boxes, uses))
            continue;
        if (listed->count == CROWD_LISTED)
            crowd_relist(s, listed, scratch);
        listed->leaves[listed->count] = leaf;
        crowd_meet(s, plan, world, first, leaf, CROWD_KEPT_BEFORE + CROWD_LEAF * listed->count, 0, uses);
        listed->count++;
    }
    crowd_search_end(s);
    crowd_settle(s, listed, scratch->rows, scratch->found);
    crowd_swap_rows(scratch);
}

#endif
