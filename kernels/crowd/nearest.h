/* The nearest others of agents. Lanes are agents of one pack, which lie close together; candidates are met
 * by all of them, one after the other. What a lane keeps is ordered by the square of the distance, of equal
 * ones by id, so that neither the tree nor the order of meeting matters.
 *
 * Networks sort keys of 32 bits: the square's upper bits, and below them a number that the candidate has in a
 * list. They tell squares apart that differ by more than a part in 16,000. Where that leaves a doubt, which
 * is rare unless agents stand on a lattice, the lane's neighbours are sorted once more by all that counts. */
#ifndef THRONG_KERNELS_CROWD_NEAREST_H
#define THRONG_KERNELS_CROWD_NEAREST_H

#include "kernels/crowd/avoidance.h"
#include "kernels/crowd/sizes.h"

#define CROWD_KEPT_BEFORE CROWD_MOST /* the first of them stand for what earlier lists left */
#define CROWD_BATCH (CROWD_NUMBERS - CROWD_KEPT_BEFORE)
#define CROWD_NOBODY 0x7f7ffe00 /* keys from here on, that of CROWD_NO_SQUARE too; no square comes near */

/* ---------------------------------------------------------------- networks -------------------------- */

static FORCE_INLINE void crowd_exchange(vint *a, vint *b)
{
    const vint low = vi_min(*a, *b);
    *b = vi_max(*a, *b);
    *a = low;
}

static FORCE_INLINE void crowd_sort8(vint k[8])
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
static FORCE_INLINE void crowd_sort_bitonic8(vint k[8])
{
    UNROLL
    for (int32_t i = 0; i < 4; i++)
        crowd_exchange(&k[i], &k[i + 4]);
    UNROLL
    for (int32_t i = 0; i < 8; i += 4) {
        crowd_exchange(&k[i], &k[i + 2]);
        crowd_exchange(&k[i + 1], &k[i + 3]);
    }
    UNROLL
    for (int32_t i = 0; i < 8; i += 2)
        crowd_exchange(&k[i], &k[i + 1]);
}

/* The lower 8 of two sorted eights to `kept`, the upper ones to `rest`, both sorted. */
static FORCE_INLINE void crowd_merge8(THRONG_PRIVATE vint *kept, vint rest[8])
{
    vint low[8];
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        low[i] = vi_min(kept[i], rest[7 - i]);
    UNROLL
    for (int32_t i = 0; i < 4; i++) {
        const vint one = vi_max(kept[i], rest[7 - i]);
        rest[i] = vi_max(kept[7 - i], rest[i]);
        rest[7 - i] = one;
    }
    crowd_sort_bitonic8(low);
    crowd_sort_bitonic8(rest);
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        kept[i] = low[i];
}

/* The lowest 10 of a sorted ten and a sorted eight, sorted; the least of the others. The lower halves rise
 * and then fall; with six numbers below all others behind them there are sixteen, of whose network this is
 * what is left. */
static FORCE_INLINE vint crowd_merge10(THRONG_PRIVATE vint *kept, const vint rest[8])
{
    vint a = kept[0], b = kept[1], high[8], lost = vi_max(kept[9], rest[0]);
    high[0] = vi_min(kept[8], rest[1]);
    high[1] = vi_min(kept[9], rest[0]);
    UNROLL
    for (int32_t i = 2; i < 8; i++)
        high[i] = vi_min(kept[i], rest[9 - i]);
    UNROLL
    for (int32_t i = 2; i < 9; i++)
        lost = vi_min(lost, vi_max(kept[i], rest[9 - i]));
    crowd_exchange(&a, &high[0]);
    crowd_exchange(&b, &high[1]);
    kept[0] = vi_min(a, b);
    kept[1] = vi_max(a, b);
    crowd_sort_bitonic8(high);
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        kept[i + 2] = high[i];
    return lost;
}

/* ---------------------------------------------------------------- the search of a pack -------------- */

typedef struct crowd_search {
    crowd_participant a;
    THRONG_PRIVATE vint *kept; /* keys, ascending */
    int32_t room, nearest;     /* kept ones, and those that are asked for */
    int32_t fresh;             /* 1: nothing has been written to `kept` */
    vfloat none;               /* the square of the distance from which on nobody counts */
    vfloat guess;   /* within which the last one is that is asked for, perhaps; none: it is no guess */
    vfloat bound;   /* within which it is, if the guess is right */
    vfloat reach;   /* what the senses reach, squared; none without them */
    vint perceived; /* how many */
    vint lost;      /* the least key that is not among the kept ones */
} crowd_search;

/* Whom a pack's numbers stand for. Some of them are met, and of these some are sorted. */
typedef struct crowd_listed {
    int32_t sorted, met, end;     /* the first number that is not yet */
    int32_t relisted;             /* 1: numbers before CROWD_KEPT_BEFORE have a meaning */
    THRONG_SCRATCH int32_t *rows; /* CROWD_NUMBERS + THRONG_WIDTH: in sorted order */
    /* with senses: those who may be heard or touched, too; in `rows` are those who may be seen alone */
    THRONG_SCRATCH int32_t *close;
    int32_t closes;
    vfloat squares[CROWD_BATCH]; /* of those met and not sorted */
} crowd_listed;

static FORCE_INLINE void crowd_search_begin(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                            THRONG_PRIVATE vint *kept, vfloat none, vfloat guess,
                                            vfloat reach)
{
    s->kept = kept;
    s->nearest = plan->nearest;
    s->room = crowd_kept(plan->nearest);
    s->none = none;
    s->guess = guess;
    s->bound = guess;
    s->reach = reach;
    s->perceived = vi_set(0);
    s->lost = vi_set(CROWD_NOBODY);
    s->fresh = 1;
}

/* Sorts eight, whose numbers follow `number`, into the kept ones. */
static FORCE_INLINE void crowd_search_take(crowd_search *s, const vfloat squares[8], int32_t number)
{
    vint batch[8];
    const vint first = vi_set(number), upper = vi_set(-CROWD_NUMBERS);
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        batch[i] = vi_or(vi_and(vf_to_bits(squares[i]), upper), vi_add(first, vi_set(i)));
    crowd_sort8(batch);
    if (s->fresh) {
        s->fresh = 0;
        for (int32_t i = 0; i < s->room; i++)
            s->kept[i] = i < 8 ? batch[i] : vi_set(CROWD_NOBODY);
    } else if (s->room == 10) {
        s->lost = vi_min(s->lost, crowd_merge10(s->kept, batch));
    } else {
        for (int32_t i = 0; i < s->room; i += 8)
            crowd_merge8(s->kept + i, batch);
        s->lost = vi_min(s->lost, batch[0]);
    }
}

/* No less than the square of the last one that is asked for. */
static FORCE_INLINE vfloat crowd_search_last(const crowd_search *s)
{
    return vf_from_bits(vi_or(s->kept[s->nearest - 1], vi_set(CROWD_NUMBERS - 1)));
}

/* Sorts all that are met into the kept ones. */
static FORCE_INLINE void crowd_search_sort(crowd_search *s, crowd_listed *listed)
{
    const int32_t count = listed->met - listed->sorted;
    for (int32_t i = count; i % 8 != 0; i++)
        listed->squares[i] = vf_set(CROWD_NO_SQUARE);
    for (int32_t i = 0; i < count; i += 8)
        crowd_search_take(s, listed->squares + i, listed->sorted + i);
    listed->sorted = listed->met;
    if (s->nearest > 0)
        s->bound = vf_min(crowd_search_last(s), s->guess);
}

/* Whether a lane has found fewer within its guess than it is to find. */
static FORCE_INLINE int crowd_search_failed(const crowd_search *s)
{
    return s->nearest > 0 &&
           vmask_any(vmask_and(vf_lt(s->guess, s->none), vf_lt(s->guess, crowd_search_last(s))));
}

/* Whether agents of a box may matter to a lane; `pitch` lies from side to side. */
static FORCE_INLINE int crowd_box_matters(const crowd_search *s, THRONG_GLOBAL const float *box,
                                          int32_t pitch, const int uses)
{
    vfloat limit = s->bound;
    if (uses & CROWD_SENSES) {
        const vfloat touch = s->a.radius + vf_set(box[4 * (size_t)pitch]);
        limit = vf_max(s->reach, touch * touch);
    }
    return vmask_any(vf_le(crowd_box_squares(box, pitch, s->a.x, s->a.y, vf_set(0.0f)), limit));
}

/* Agent i: the lanes that may want it, and the squares of their distances to it. own: which lane it is
 * itself, as a bit; bounded: 0: the pack has found nobody yet, and so no bound but its senses. */
static FORCE_INLINE vmask crowd_meet_one(crowd_search *s, const crowd_world *world, int32_t i, uint32_t own,
                                         const int bounded, const int uses, vfloat *square)
{
    THRONG_GLOBAL const float *point = crowd_point(world->points, i);
    const vfloat dx = vf_set(point[0]) - s->a.x, dy = vf_set(point[CROWD_LEAF]) - s->a.y;
    *square = dx * dx + dy * dy;
    if (own)
        *square = vf_select_bits(own, vf_set(CROWD_NO_SQUARE), *square);
    if (!(uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)))
        return vf_le(*square, s->bound);
    const crowd_participant b = crowd_participant_of(world->records + i, world->extras + i, uses);
    const crowd_view view = crowd_perceive(&s->a, &b, dx, dy, *square, vf_lt(*square, s->none), uses);
    vmask wanted = view.avoids;
    if (bounded || !(uses & CROWD_SENSES))
        wanted = vmask_and(wanted, vf_le(*square, s->bound));
    s->perceived = vi_masked_increment(s->perceived, view.perceived);
    *square = vf_select(wanted, *square, vf_set(CROWD_NO_SQUARE));
    return wanted;
}

/* Which lane of the pack that begins at `first` agent i is. */
static FORCE_INLINE uint32_t crowd_own(int32_t first, int32_t i)
{
    return i >= first && i < first + THRONG_WIDTH ? 1u << (i - first) : 0;
}

/* The pack meets its own agents, each of whom is a lane. */
static FORCE_INLINE void crowd_meet_own(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                        const crowd_world *world, crowd_listed *listed, int32_t first,
                                        const int uses)
{
    const int32_t left = plan->agents - first;
    vi_store(listed->rows + listed->met, vi_add(vi_set(first), vi_iota()));
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (k < left)
            crowd_meet_one(s, world, first + k, 1u << k, 0, uses, &listed->squares[k]);
    listed->met += left < THRONG_WIDTH ? left : THRONG_WIDTH;
    listed->end = listed->met;
}

/* Leaves of those that are listed only who is near enough to a lane to matter to it, whatever else is true of
 * both: to find that out takes a tenth of what looking at them takes. */
static FORCE_INLINE void crowd_meet_near(const crowd_search *s, const crowd_world *world,
                                         crowd_listed *listed)
{
    int32_t end = listed->met;
    NO_UNROLL
    for (int32_t i = end; i < listed->end; i++) {
        const int32_t row = listed->rows[i];
        THRONG_GLOBAL const float *point = crowd_point(world->points, row);
        const vfloat dx = vf_set(point[0]) - s->a.x, dy = vf_set(point[CROWD_LEAF]) - s->a.y;
        listed->rows[end] = row;
        end += vmask_any(vf_le(dx * dx + dy * dy, s->bound));
    }
    listed->end = end;
}

/* Agents from rows[from] on, as far as lanes want them. */
static FORCE_INLINE void crowd_meet_some(crowd_search *s, const crowd_world *world, crowd_listed *listed,
                                         THRONG_SCRATCH const int32_t *rows, int32_t count, const int bounded,
                                         const int uses)
{
    int32_t at = listed->met;
    NO_UNROLL
    for (int32_t i = 0; i < count; i++) {
        const int32_t row = rows[i];
        const vmask wanted =
            crowd_meet_one(s, world, row, 0, bounded, uses, &listed->squares[at - listed->sorted]);
        listed->rows[at] = row;
        at += vmask_any(wanted);
    }
    listed->met = at;
}

/* Those who may but be seen, and the others. */
static FORCE_INLINE void crowd_meet_both(crowd_search *s, const crowd_world *world, crowd_listed *listed,
                                         const int bounded, const int uses)
{
    crowd_meet_some(s, world, listed, listed->rows + listed->met, listed->end - listed->met, bounded,
                    uses & ~(CROWD_HEARING | CROWD_TOUCH));
    crowd_meet_some(s, world, listed, listed->close, listed->closes, bounded, uses);
    listed->closes = 0;
    listed->end = listed->met;
}

/* And whom it has listed. Where not all are alike, only those stay whom a lane wants. */
static FORCE_INLINE void crowd_meet(crowd_search *s, const crowd_world *world, crowd_listed *listed,
                                    const int uses)
{
    if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
        if (!(uses & CROWD_SENSES))
            crowd_meet_near(s, world, listed);
        if (s->fresh)
            crowd_meet_both(s, world, listed, 0, uses);
        else
            crowd_meet_both(s, world, listed, 1, uses);
        return;
    }
    for (; listed->met < listed->end; listed->met++)
        crowd_meet_one(s, world, listed->rows[listed->met], 0, 1, 0,
                       &listed->squares[listed->met - listed->sorted]);
}

#endif
