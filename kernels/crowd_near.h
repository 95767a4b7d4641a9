/* The nearest others of agents. Lanes are agents of one pack, which lie close together; candidates are met
 * by all of them, one after the other. What a lane keeps is ordered by the square of the distance, of equal
 * ones by id, so that neither the tree nor the order of meeting matters.
 *
 * Networks sort keys of 32 bits: the square's upper bits, and below them a number that the candidate has in a
 * list. They tell squares apart that differ by more than a part in 16,000. Where that leaves a doubt, which
 * is rare unless agents stand on a lattice, the lane's neighbours are sorted once more by all that counts. */
#ifndef THRONG_CROWD_NEAR_H
#define THRONG_CROWD_NEAR_H

#include "crowd_avoid.h"
#include "crowd_sizes.h"

#define CROWD_NUMBERS 512            /* of a list */
#define CROWD_KEPT_BEFORE CROWD_MOST /* the first of them stand for what earlier lists left */
#define CROWD_BATCH (CROWD_NUMBERS - CROWD_KEPT_BEFORE)
#define CROWD_NOBODY 0x7f7ffe00       /* keys from here on; no square comes near */
#define CROWD_NO_SQUARE 3.4028235e38f /* whose key is nobody's */

/* ---------------------------------------------------------------- networks -------------------------- */

static INLINED void crowd_exchange(whole *a, whole *b)
{
    const whole low = whole_min(*a, *b);
    *b = whole_max(*a, *b);
    *a = low;
}

static INLINED void crowd_sort8(whole k[8])
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
static INLINED void crowd_sort_bitonic8(whole k[8])
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

/* The lower 8 of two sorted eights to `kept`, the upper ones to `rest`, both sorted. */
static INLINED void crowd_merge8(THRONG_OWN whole *kept, whole rest[8])
{
    whole low[8];
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        low[i] = whole_min(kept[i], rest[7 - i]);
    UNROLLED
    for (int32_t i = 0; i < 4; i++) {
        const whole one = whole_max(kept[i], rest[7 - i]);
        rest[i] = whole_max(kept[7 - i], rest[i]);
        rest[7 - i] = one;
    }
    crowd_sort_bitonic8(low);
    crowd_sort_bitonic8(rest);
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        kept[i] = low[i];
}

/* The lowest 10 of a sorted ten and a sorted eight, sorted; the least of the others. The lower halves rise
 * and then fall; with six numbers below all others behind them there are sixteen, of whose network this is
 * what is left. */
static INLINED whole crowd_merge10(THRONG_OWN whole *kept, const whole rest[8])
{
    whole a = kept[0], b = kept[1], high[8], lost = whole_max(kept[9], rest[0]);
    high[0] = whole_min(kept[8], rest[1]);
    high[1] = whole_min(kept[9], rest[0]);
    UNROLLED
    for (int32_t i = 2; i < 8; i++)
        high[i] = whole_min(kept[i], rest[9 - i]);
    UNROLLED
    for (int32_t i = 2; i < 9; i++)
        lost = whole_min(lost, whole_max(kept[i], rest[9 - i]));
    crowd_exchange(&a, &high[0]);
    crowd_exchange(&b, &high[1]);
    kept[0] = whole_min(a, b);
    kept[1] = whole_max(a, b);
    crowd_sort_bitonic8(high);
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        kept[i + 2] = high[i];
    return lost;
}

/* ---------------------------------------------------------------- the search of a pack -------------- */

typedef struct crowd_search {
    crowd_party a;
    THRONG_OWN whole *kept; /* keys, ascending */
    int32_t room, nearest;  /* kept ones, and those that are asked for */
    real none;              /* the square of the distance from which on nobody counts */
    real bound;             /* no less than that of the last one that is asked for */
    real reach;             /* what the senses reach, squared; none without them */
    real perceived;         /* how many */
    whole lost;             /* the least key that is not among the kept ones */
    real *batch;            /* squares of those that wait to be sorted: CROWD_BATCH at most */
    int32_t waiting, next;  /* how many wait, and the number of the first; the others' follow */
} crowd_search;

static INLINED void crowd_search_begin(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                       THRONG_OWN whole *kept, real *batch, real none, real reach)
{
    s->kept = kept;
    s->batch = batch;
    s->nearest = plan->nearest;
    s->room = crowd_kept(plan->nearest);
    s->none = none;
    s->bound = none;
    s->reach = reach;
    s->perceived = real_set(0.0f);
    s->lost = whole_set(CROWD_NOBODY);
    s->waiting = 0;
    s->next = CROWD_KEPT_BEFORE;
    for (int32_t i = 0; i < s->room; i++)
        kept[i] = whole_set(CROWD_NOBODY);
}

/* Sorts eight that wait into the kept ones. */
static INLINED void crowd_search_take(crowd_search *s, int32_t first)
{
    whole batch[8];
    const whole number = whole_set(s->next + first), upper = whole_set(-CROWD_NUMBERS);
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        batch[i] =
            whole_or(whole_and(real_bits(s->batch[first + i]), upper), whole_add(number, whole_set(i)));
    crowd_sort8(batch);
    if (s->room == 10) {
        s->lost = whole_min(s->lost, crowd_merge10(s->kept, batch));
    } else {
        for (int32_t i = 0; i < s->room; i += 8)
            crowd_merge8(s->kept + i, batch);
        s->lost = whole_min(s->lost, batch[0]);
    }
}

/* Sorts all that wait into the kept ones: by then it is known how many there are. */
static INLINED void crowd_search_sort(crowd_search *s)
{
    for (; s->waiting % 8 != 0; s->waiting++)
        s->batch[s->waiting] = real_set(CROWD_NO_SQUARE);
    for (int32_t first = 0; first < s->waiting; first += 8)
        crowd_search_take(s, first);
    s->next += s->waiting;
    s->waiting = 0;
    if (s->nearest > 0) {
        const whole last = whole_or(s->kept[s->nearest - 1], whole_set(CROWD_NUMBERS - 1));
        s->bound = real_min(bits_real(last), s->none);
    }
}

/* Whether agents of a box may matter to a lane; `pitch` lies from side to side. */
static INLINED int crowd_box_matters(const crowd_search *s, THRONG_GLOBAL const float *box, int32_t pitch,
                                     const int uses)
{
    real limit = s->bound;
    if (uses & CROWD_SENSES) {
        const real touch = s->a.radius + real_set(box[4 * (size_t)pitch]);
        limit = real_max(s->reach, touch * touch);
    }
    return mask_any(real_le(crowd_box_squares(box, pitch, s->a.x, s->a.y, real_set(0.0f)), limit));
}

/* The square of the distance to an agent; on the way (dx, dy). */
static INLINED real crowd_square_to(THRONG_GLOBAL const crowd_record *r, real x, real y, real *dx, real *dy)
{
    *dx = real_set(r->x) - x;
    *dy = real_set(r->y) - y;
    return *dx * *dx + *dy * *dy;
}

/* Agent i: the lanes that may want it, and the squares of their distances to it. own: which lane it is
 * itself, as a bit. */
static INLINED mask crowd_meet_one(crowd_search *s, const crowd_world *world, int32_t i, uint32_t own,
                                   const int uses, real *square)
{
    THRONG_GLOBAL const crowd_record *r = world->records + i;
    real dx, dy;
    *square = crowd_square_to(r, s->a.x, s->a.y, &dx, &dy);
    if (own)
        *square = real_where(own, real_set(CROWD_NO_SQUARE), *square);
    mask wanted = real_le(*square, s->bound);
    if (uses & (CROWD_SENSES | CROWD_UNLIKE)) {
        const crowd_party b = crowd_party_of(r, world->extras + i, uses);
        const mask near = real_lt(*square, uses & CROWD_SENSES ? real_set(1e38f) : s->none);
        const crowd_view view = crowd_look(&s->a, &b, dx, dy, *square, near, 0, uses);
        s->perceived = s->perceived + real_keep(view.perceived, real_set(1.0f));
        wanted = mask_and(wanted, real_lt(real_set(0.0f), view.share));
        *square = real_pick(wanted, *square, real_set(CROWD_NO_SQUARE));
    }
    return wanted;
}

/* Which lane of the pack that begins at `first` agent i is. */
static INLINED uint32_t crowd_own(int32_t first, int32_t i)
{
    return i >= first && i < first + THRONG_WIDTH ? 1u << (i - first) : 0;
}

/* Agent i waits as number `at` of a batch, unless no lane wants it; how many do then. */
static INLINED size_t crowd_wait(real *batch, int32_t *row, size_t at, int32_t i, real square, mask wanted)
{
    batch[at] = square;
    if (!row)
        return at + 1;
    row[at] = i;
    return at + (size_t)mask_any(wanted);
}

/* The pack meets the agents of a leaf. Those that any lane wants wait to be sorted, and rows has who they
 * are, by their numbers; at home, where there are no rows, all of them wait. */
static INLINED void crowd_meet(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                               const crowd_world *world, int32_t first, int32_t leaf, int32_t *rows,
                               const int uses)
{
    const int32_t begin = leaf * CROWD_LEAF, end = begin + CROWD_LEAF;
    real *batch = s->batch + s->waiting; /* in registers, like what of the search the squares take */
    int32_t *row = rows ? rows + s->next + s->waiting : 0;
    size_t met = 0;
    if (!(uses & (CROWD_SENSES | CROWD_UNLIKE)) && end <= plan->agents &&
        (end <= first || begin >= first + THRONG_WIDTH)) {
        THRONG_GLOBAL const crowd_record *r = world->records + begin;
        const real x = s->a.x, y = s->a.y, bound = s->bound;
        UNROLLED
        for (int32_t i = 0; i < CROWD_LEAF; i++) {
            real dx, dy;
            const real square = crowd_square_to(r + i, x, y, &dx, &dy);
            met = crowd_wait(batch, row, met, begin + i, square, real_le(square, bound));
        }
    } else {
        ROLLED
        for (int32_t i = begin; i < end && i < plan->agents; i++) {
            real square;
            const mask wanted = crowd_meet_one(s, world, i, crowd_own(first, i), uses, &square);
            met = crowd_wait(batch, row, met, i, square, wanted);
        }
    }
    s->waiting += (int32_t)met;
}

#endif
