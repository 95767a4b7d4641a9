/* The nearest others of agents. Lanes are agents of one pack, which lie close together; candidates are met
 * by all of them, one after the other. What a lane keeps is ordered by the square of the distance, of equal
 * ones by id, so that neither the tree nor the order of meeting matters. */
#ifndef THRONG_CROWD_NEAR_H
#define THRONG_CROWD_NEAR_H

#include "crowd_avoid.h"
#include "crowd_sizes.h"

#define CROWD_KEPT_BEFORE                                                                                    \
    CROWD_MOST /* places of a list of candidates that stand for what earlier lists left */
#define CROWD_LISTED ((CROWD_PLACES - CROWD_KEPT_BEFORE) / CROWD_LEAF) /* leaves of a list */

/* ---------------------------------------------------------------- networks -------------------------- */

static INLINED void crowd_exchange(ranks *a, ranks *b)
{
    const ranks low = ranks_min(*a, *b);
    *b = ranks_max(*a, *b);
    *a = low;
}

static INLINED void crowd_sort8(ranks k[8])
{
    crowd_exchange(&k[0], &k[2]), crowd_exchange(&k[1], &k[3]);
    crowd_exchange(&k[4], &k[6]), crowd_exchange(&k[5], &k[7]);
    crowd_exchange(&k[0], &k[4]), crowd_exchange(&k[1], &k[5]);
    crowd_exchange(&k[2], &k[6]), crowd_exchange(&k[3], &k[7]);
    crowd_exchange(&k[0], &k[1]), crowd_exchange(&k[2], &k[3]);
    crowd_exchange(&k[4], &k[5]), crowd_exchange(&k[6], &k[7]);
    crowd_exchange(&k[2], &k[4]), crowd_exchange(&k[3], &k[5]);
    crowd_exchange(&k[1], &k[4]), crowd_exchange(&k[3], &k[6]);
    crowd_exchange(&k[1], &k[2]), crowd_exchange(&k[3], &k[4]), crowd_exchange(&k[5], &k[6]);
}

/* Sorts what rises and then falls, or the other way round. */
static INLINED void crowd_sort_bitonic8(ranks k[8])
{
    UNROLLED
    for (int32_t i = 0; i < 4; i++)
        crowd_exchange(&k[i], &k[i + 4]);
    UNROLLED
    for (int32_t i = 0; i < 8; i += 4) {
        crowd_exchange(&k[i], &k[i + 2]);
        crowd_exchange(&k[i + 1], &k[i + 3]);
    }
    UNROLLED
    for (int32_t i = 0; i < 8; i += 2)
        crowd_exchange(&k[i], &k[i + 1]);
}

/* The lower 8 of two sorted eights to `kept`, the upper ones to `rest`, both sorted. Kept ones are
 * RANKS_PARTS apart. */
static INLINED void crowd_merge8(THRONG_OWN ranks *kept, ranks rest[8])
{
    ranks low[8];
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        low[i] = ranks_min(kept[RANKS_AT(i)], rest[7 - i]);
    UNROLLED
    for (int32_t i = 0; i < 4; i++) {
        const ranks one = ranks_max(kept[RANKS_AT(i)], rest[7 - i]);
        rest[i] = ranks_max(kept[RANKS_AT(7 - i)], rest[i]);
        rest[7 - i] = one;
    }
    crowd_sort_bitonic8(low);
    crowd_sort_bitonic8(rest);
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        kept[RANKS_AT(i)] = low[i];
}

/* The lowest 10 of a sorted ten and a sorted eight, sorted. The lower halves rise and then fall; with six
 * numbers below all others behind them there are sixteen, of whose network this is what is left. */
static INLINED void crowd_merge10(THRONG_OWN ranks *kept, ranks rest[8])
{
    ranks a = kept[0], b = kept[RANKS_PARTS], high[8];
    high[0] = ranks_min(kept[RANKS_AT(8)], rest[1]);
    high[1] = ranks_min(kept[RANKS_AT(9)], rest[0]);
    UNROLLED
    for (int32_t i = 2; i < 8; i++)
        high[i] = ranks_min(kept[RANKS_AT(i)], rest[9 - i]);
    crowd_exchange(&a, &high[0]);
    crowd_exchange(&b, &high[1]);
    kept[0] = ranks_min(a, b);
    kept[RANKS_PARTS] = ranks_max(a, b);
    crowd_sort_bitonic8(high);
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        kept[RANKS_AT(i + 2)] = high[i];
}

/* ---------------------------------------------------------------- the search of a pack -------------- */

typedef struct crowd_search {
    crowd_party a;
    THRONG_OWN ranks *kept;
    int32_t room, nearest; /* kept ones, and those that are asked for */
    real none;             /* the square of the distance from which on nobody counts */
    real bound;            /* that of the last one that is asked for */
    real reach;            /* what the senses reach, squared; none without them */
    real perceived;        /* how many */
    int32_t waiting;       /* below 8 between leaves */
    ranks batch[16 * RANKS_PARTS];
} crowd_search;

static INLINED void crowd_search_begin(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                       THRONG_OWN ranks *kept, real none, real reach)
{
    ranks nobody[RANKS_PARTS];
    ranks_of(none, whole_set(0), nobody);
    s->kept = kept;
    s->nearest = plan->nearest;
    s->room = crowd_kept(plan->nearest);
    s->none = none;
    s->bound = none;
    s->reach = reach;
    s->perceived = real_set(0.0f);
    s->waiting = 0;
    for (int32_t i = 0; i < s->room; i++)
        for (size_t part = 0; part < RANKS_PARTS; part++)
            kept[RANKS_AT(i) + part] = nobody[part];
}

/* Sorts the first eight that wait into the kept ones. A part at a time, so that all of it stays in
 * registers. */
static INLINED void crowd_search_take(crowd_search *s)
{
    for (size_t part = 0; part < RANKS_PARTS; part++) {
        ranks batch[8];
        UNROLLED
        for (int32_t i = 0; i < 8; i++) {
            batch[i] = s->batch[RANKS_AT(i) + part];
            s->batch[RANKS_AT(i) + part] = s->batch[RANKS_AT(i + 8) + part];
        }
        crowd_sort8(batch);
        if (s->room == 10)
            crowd_merge10(s->kept + part, batch);
        else
            for (int32_t i = 0; i < s->room; i += 8)
                crowd_merge8(s->kept + RANKS_AT(i) + part, batch);
    }
    s->waiting -= 8;
    if (s->nearest > 0)
        s->bound = ranks_high(s->kept + RANKS_AT(s->nearest - 1));
}

/* Those that still wait, too. */
static INLINED void crowd_search_end(crowd_search *s)
{
    if (s->waiting == 0)
        return;
    for (; s->waiting < 8; s->waiting++)
        ranks_of(s->none, whole_set(0), s->batch + RANKS_AT(s->waiting));
    crowd_search_take(s);
}

/* Whether agents of a box may matter to a lane; `pitch` lies from side to side. */
static INLINED int crowd_box_matters(const crowd_search *s, THRONG_GLOBAL const float *box, int32_t pitch,
                                     const int uses)
{
    const real nothing = real_set(0.0f);
    const real dx = real_max(real_max(real_set(box[0]) - s->a.x, s->a.x - real_set(box[pitch])), nothing);
    const real dy = real_max(
        real_max(real_set(box[2 * (size_t)pitch]) - s->a.y, s->a.y - real_set(box[3 * (size_t)pitch])),
        nothing);
    real limit = s->bound;
    if (uses & CROWD_SENSES) {
        const real touch = s->a.radius + real_set(box[4 * (size_t)pitch]);
        limit = real_max(s->reach, touch * touch);
    }
    return mask_any(real_le(dx * dx + dy * dy, limit));
}

/* Candidate i, which has the place `place`, to the end of the batch; how many wait then. */
static INLINED int32_t crowd_meet_one(crowd_search *s, const crowd_world *world, int32_t first, int32_t i,
                                      int32_t place, int32_t waiting, const int own, const int uses)
{
    THRONG_GLOBAL const crowd_record *r = world->records + i;
    const real dx = real_set(r->x) - s->a.x, dy = real_set(r->y) - s->a.y;
    real square = dx * dx + dy * dy;
    if (own && i >= first && i < first + THRONG_WIDTH)
        square = real_where(1u << (i - first), real_set(3e38f), square);
    mask wanted = real_le(square, s->bound);
    if (uses & (CROWD_SENSES | CROWD_UNLIKE)) {
        const crowd_party b = crowd_party_of(r, world->extras + i, uses);
        const mask near = real_lt(square, uses & CROWD_SENSES ? real_set(1e38f) : s->none);
        const crowd_view view = crowd_look(&s->a, &b, dx, dy, square, near, uses);
        s->perceived = s->perceived + real_keep(view.perceived, real_set(1.0f));
        wanted = mask_and(wanted, real_lt(real_set(0.0f), view.share));
    }
    ranks_of(real_pick(wanted, square, s->none), whole_set(r->tie | place), s->batch + RANKS_AT(waiting));
    return waiting + mask_any(wanted);
}

/* The pack, whose first agent is `first`, meets the agents of a leaf, which has the places from `place` on.
 * own: it may be among them. */
static INLINED void crowd_meet(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                               const crowd_world *world, int32_t first, int32_t leaf, int32_t place,
                               const int own, const int uses)
{
    const int32_t begin = leaf * CROWD_LEAF, left = plan->agents - begin;
    int32_t waiting = s->waiting; /* in a register: each place in the batch depends on it */
    if (left >= CROWD_LEAF) {
        UNROLLED
        for (int32_t i = 0; i < CROWD_LEAF; i++)
            waiting = crowd_meet_one(s, world, first, begin + i, place + i, waiting, own, uses);
    } else {
        for (int32_t i = 0; i < left; i++)
            waiting = crowd_meet_one(s, world, first, begin + i, place + i, waiting, own, uses);
    }
    s->waiting = waiting;
    if (waiting >= 8)
        crowd_search_take(s);
}

#endif
