/* Selection of the nearest neighbours of a batch. Lanes hold agents, which are close together. All lanes test
 * the same candidates one after the other. Neighbours are ordered by squared distance, then by id, so neither
 * the tree nor the test order affects the result. By gaps (CROWD_BY_GAPS) they are ordered by gap, squared
 * distance and id. The rank of a candidate is the first of these, a float.
 *
 * Sorting networks sort 32-bit keys: the upper bits of the rank, and below them the candidate's number in a
 * list. Keys distinguish ranks that differ by more than 1 / 16,000. If equal upper bits leave
 * the order or the selection ambiguous, which is rare except for agents on a lattice, the lane's neighbours
 * are searched again with exact keys (crowd_exact_search()). */
#ifndef THRONG_KERNELS_CROWD_NEAREST_H
#define THRONG_KERNELS_CROWD_NEAREST_H

#include "kernels/crowd/avoidance.h"
#include "kernels/crowd/sizes.h"

#define CROWD_CARRIED                                                                                        \
    CROWD_MAX_NEIGHBORS /* numbers reserved for neighbours carried over from earlier lists */
#define CROWD_NEW_CANDIDATES (CROWD_CANDIDATES - CROWD_CARRIED)
#define CROWD_NO_KEY 0x7f7ffe00 /* no neighbour: the key of CROWD_NO_SQUARE; real ranks are far below */

/* Where sorted keys are: on GPUs in registers, see kernels/crowd/group_search.h. */
#if THRONG_WIDTH == 1
#define CROWD_KEYS
#else
#define CROWD_KEYS THRONG_PRIVATE
#endif

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

/* Sorts a bitonic sequence of 8. */
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

/* Merges two sorted sequences of 8: the lower half to `kept`, the upper half to `rest`, both sorted. */
static FORCE_INLINE void crowd_merge8(CROWD_KEYS vint *kept, vint rest[8])
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

/* Merges a sorted 10 and a sorted 8: keeps the lowest 10, sorted, and returns the lowest of the others. This
 * is a bitonic merge of 16 with six keys of minus infinity, without the exchanges that cannot act. */
static FORCE_INLINE vint crowd_merge10(CROWD_KEYS vint *kept, const vint rest[8])
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

/* ---------------------------------------------------------------- the search of a batch ------------- */

typedef struct crowd_search {
    crowd_participant a;
    CROWD_KEYS vint *kept;     /* sorted keys */
    int32_t capacity, nearest; /* capacity of `kept`; neighbours wanted */
    int32_t fresh;             /* 1: `kept` is uninitialised */
    vfloat none;               /* cut-off, see crowd_cutoff() */
    vfloat limit;              /* rank that nobody who counts exceeds: `none`, unless by gaps */
    vfloat guess;              /* predicted search range, a rank; `limit` if there is no prediction */
    vfloat bound;              /* search range, right if the prediction holds */
    vfloat reach;              /* squared range of the senses; a gap, see crowd_reaches_by_gaps() */
    vint perceived;            /* number of perceived agents */
    vint lost;                 /* smallest key that was dropped */
} crowd_search;

/* Candidates of a batch by number. They pass three stages: listed, tested, sorted. */
typedef struct crowd_candidates {
    int32_t sorted, tested, end;  /* first number not yet sorted, tested, listed */
    int32_t renumbered;           /* 1: numbers below CROWD_CARRIED are in use */
    THRONG_SCRATCH int32_t *rows; /* CROWD_CANDIDATES + THRONG_WIDTH rows of records */
    /* With senses: candidates that may be heard or touched. `rows` then holds those that can only be seen. */
    THRONG_SCRATCH int32_t *close;
    int32_t close_count;
    vfloat ranks[CROWD_NEW_CANDIDATES]; /* of tested candidates that are not sorted yet */
} crowd_candidates;

static FORCE_INLINE void crowd_search_init(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                           CROWD_KEYS vint *kept, const crowd_limits *limits, vfloat limit,
                                           vfloat guess)
{
    s->kept = kept;
    s->nearest = plan->nearest;
    s->capacity = crowd_key_capacity(plan->nearest);
    s->none = limits->none;
    s->limit = limit;
    s->guess = guess;
    s->bound = guess;
    s->reach = limits->reach;
    s->perceived = vi_set(0);
    s->lost = vi_set(CROWD_NO_KEY);
    s->fresh = 1;
}

/* Order of ranks as integers. By gaps they may be negative. */
static FORCE_INLINE vint crowd_rank_word(vfloat rank, const int uses)
{
    return uses & CROWD_BY_GAPS ? crowd_gap_word(rank) : vf_to_bits(rank);
}

static FORCE_INLINE vint crowd_key_of(vint rank_word, vint number)
{
    return vi_or(vi_and(rank_word, vi_set(-CROWD_CANDIDATES)), number);
}

/* Inserts 8 keys, which it sorts. */
static FORCE_INLINE void crowd_search_insert_keys(crowd_search *s, vint keys[8])
{
    crowd_sort8(keys);
    if (s->fresh) {
        s->fresh = 0;
        for (int32_t i = 0; i < s->capacity; i++)
            s->kept[i] = i < 8 ? keys[i] : vi_set(CROWD_NO_KEY);
    } else if (s->capacity == 10) {
        s->lost = vi_min(s->lost, crowd_merge10(s->kept, keys));
    } else {
        for (int32_t i = 0; i < s->capacity; i += 8)
            crowd_merge8(s->kept + i, keys);
        s->lost = vi_min(s->lost, keys[0]);
    }
}

/* Inserts 8 tested candidates with numbers from `number` on. */
static FORCE_INLINE void crowd_search_insert8(crowd_search *s, const vfloat ranks[8], int32_t number,
                                              const int uses)
{
    vint keys[8];
    const vint first = vi_set(number);
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        keys[i] = crowd_key_of(crowd_rank_word(ranks[i], uses), vi_add(first, vi_set(i)));
    crowd_search_insert_keys(s, keys);
}

/* Upper bound of the rank of the last wanted neighbour. */
static FORCE_INLINE vfloat crowd_search_last_rank(const crowd_search *s, const int uses)
{
    const vint word = vi_or(s->kept[s->nearest - 1], vi_set(CROWD_CANDIDATES - 1));
    return uses & CROWD_BY_GAPS ? crowd_gap_of_word(word) : vf_from_bits(word);
}

/* Inserts all tested candidates and updates the search range. */
static FORCE_INLINE void crowd_search_sort(crowd_search *s, crowd_candidates *candidates, const int uses)
{
    const int32_t count = candidates->tested - candidates->sorted;
    for (int32_t i = count; i % 8 != 0; i++)
        candidates->ranks[i] = vf_set(CROWD_NO_SQUARE);
    for (int32_t i = 0; i < count; i += 8)
        crowd_search_insert8(s, candidates->ranks + i, candidates->sorted + i, uses);
    candidates->sorted = candidates->tested;
    if (s->nearest > 0)
        s->bound = vf_min(crowd_search_last_rank(s, uses), s->guess);
}

/* Whether a lane's prediction was too small: fewer neighbours than wanted lie within it. */
static FORCE_INLINE int crowd_search_failed(const crowd_search *s, const int uses)
{
    return s->nearest > 0 &&
           vmask_any(vmask_and(vf_lt(s->guess, s->limit), vf_lt(s->guess, crowd_search_last_rank(s, uses))));
}

/* What the bounds of all searches of a kind have in common. */
static FORCE_INLINE void crowd_bounds_begin(crowd_bounds *q, const int uses)
{
    q->gaps = crowd_reaches_by_gaps(uses);
    q->touches = (uses & CROWD_SENSES) && !q->gaps;
    q->reach = crowd_contact_reach(uses);
    q->close = 0.0f;
}

/* Keys with equal upper bits. */
static FORCE_INLINE vmask crowd_keys_alike(vint a, vint b, const int uses)
{
    if (uses & CROWD_BY_GAPS) /* of either sign */
        return vi_lt(crowd_shift(vi_xor(a, b), CROWD_NUMBER_BITS), vi_set(1));
    return vi_lt(vi_xor(a, b), vi_set(CROWD_CANDIDATES));
}

/* Whether a box is within the reach of any lane. Sides are `pitch` floats apart. */
static FORCE_INLINE int crowd_box_in_reach(const crowd_search *s, THRONG_GLOBAL const float *box,
                                           int32_t pitch, const int uses)
{
    const vfloat squares = crowd_box_squares(box, pitch, s->a.x, s->a.y, vf_set(0.0f));
    const vfloat most = vf_set(box[4 * (size_t)pitch]);
    vfloat limit = s->bound;
    if (crowd_reaches_by_gaps(uses))
        return vmask_any(vf_le(crowd_gap(squares, most), uses & CROWD_SENSES ? s->reach : limit));
    if (uses & CROWD_SENSES) {
        const vfloat touch = (s->a.radius + most) * vf_set(crowd_contact_reach(uses));
        limit = vf_max(s->reach, touch * touch);
    }
    return vmask_any(vf_le(squares, limit));
}

/* Tests agent i: lanes for which it is a candidate, and its ranks. own: the bit of the agent's own lane.
 * bounded: 0 if the batch has no neighbours yet and only the senses limit the search. */
static FORCE_INLINE vmask crowd_test_agent(crowd_search *s, const crowd_world *world, int32_t i, uint32_t own,
                                           const int bounded, const int uses, vfloat *rank)
{
    THRONG_GLOBAL const float *point = crowd_point(world->points, i);
    const vfloat dx = vf_set(point[0]) - s->a.x, dy = vf_set(point[CROWD_LEAF]) - s->a.y;
    vfloat square = crowd_square(dx, dy);
    if (own)
        square = vf_select_bits(own, vf_set(CROWD_NO_SQUARE), square);
    *rank = square;
    vmask wanted;
    if (uses & CROWD_BY_GAPS) {
        const vfloat radius = vf_set(world->radii[i]);
        *rank = crowd_gap(square, radius);
        wanted = vf_lt(square, crowd_cutoff(s->none, s->a.radius, radius, uses));
    } else if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
        wanted = vf_lt(square, s->none);
    } else {
        return vf_le(square, s->bound);
    }
    if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
        const crowd_participant b = crowd_participant_broadcast(world->records + i, world->extras + i, uses);
        const crowd_view view = crowd_perceive(&s->a, &b, dx, dy, square, wanted, uses);
        wanted = view.avoids;
        s->perceived = vi_masked_increment(s->perceived, view.perceived);
    }
    if (bounded || !(uses & CROWD_SENSES))
        wanted = vmask_and(wanted, vf_le(*rank, s->bound));
    *rank = vf_select(wanted, *rank, vf_set(CROWD_NO_SQUARE));
    return wanted;
}

/* Bit of the lane that agent i has in the batch starting at `first`, or 0. */
static FORCE_INLINE uint32_t crowd_own_lane(int32_t first, int32_t i)
{
    return i >= first && i < first + THRONG_WIDTH ? 1u << (i - first) : 0;
}

/* Tests the agents of the batch against each other. */
static FORCE_INLINE void crowd_test_own_batch(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_world *world, crowd_candidates *candidates,
                                              int32_t first, const int uses)
{
    const int32_t left = plan->agents - first;
    vi_store(candidates->rows + candidates->tested, vi_add(vi_set(first), vi_iota()));
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        if (k < left)
            crowd_test_agent(s, world, first + k, 1u << k, 0, uses, &candidates->ranks[k]);
    candidates->tested += left < THRONG_WIDTH ? left : THRONG_WIDTH;
    candidates->end = candidates->tested;
}

/* Removes listed candidates that are out of every lane's range. This costs a tenth of a full test. */
static FORCE_INLINE void crowd_cull_candidates(const crowd_search *s, const crowd_world *world,
                                               crowd_candidates *candidates, const int uses)
{
    int32_t end = candidates->tested;
    NO_UNROLL
    for (int32_t i = end; i < candidates->end; i++) {
        const int32_t row = candidates->rows[i];
        THRONG_GLOBAL const float *point = crowd_point(world->points, row);
        const vfloat dx = vf_set(point[0]) - s->a.x, dy = vf_set(point[CROWD_LEAF]) - s->a.y;
        vfloat rank = crowd_square(dx, dy);
        if (uses & CROWD_BY_GAPS)
            rank = crowd_gap(rank, vf_set(world->radii[row]));
        candidates->rows[end] = row;
        end += vmask_any(vf_le(rank, s->bound));
    }
    candidates->end = end;
}

/* Tests `count` rows and keeps those that any lane wants. */
static FORCE_INLINE void crowd_test_list(crowd_search *s, const crowd_world *world,
                                         crowd_candidates *candidates, THRONG_SCRATCH const int32_t *rows,
                                         int32_t count, const int bounded, const int uses)
{
    int32_t at = candidates->tested;
    NO_UNROLL
    for (int32_t i = 0; i < count; i++) {
        const int32_t row = rows[i];
        const vmask wanted =
            crowd_test_agent(s, world, row, 0, bounded, uses, &candidates->ranks[at - candidates->sorted]);
        candidates->rows[at] = row;
        at += vmask_any(wanted);
    }
    candidates->tested = at;
}

/* Tests candidates that can only be seen, then the close ones. */
static FORCE_INLINE void crowd_test_lists(crowd_search *s, const crowd_world *world,
                                          crowd_candidates *candidates, const int bounded, const int uses)
{
    crowd_test_list(s, world, candidates, candidates->rows + candidates->tested,
                    candidates->end - candidates->tested, bounded,
                    uses & ~(CROWD_HEARING | CROWD_TOUCH | CROWD_TURNING));
    crowd_test_list(s, world, candidates, candidates->close, candidates->close_count, bounded, uses);
    candidates->close_count = 0;
    candidates->end = candidates->tested;
}

/* Tests all listed candidates. In heterogeneous crowds unwanted ones are removed. */
static FORCE_INLINE void crowd_test_candidates(crowd_search *s, const crowd_world *world,
                                               crowd_candidates *candidates, const int uses)
{
    if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
        if (!(uses & CROWD_SENSES))
            crowd_cull_candidates(s, world, candidates, uses);
        if (s->fresh)
            crowd_test_lists(s, world, candidates, 0, uses);
        else
            crowd_test_lists(s, world, candidates, 1, uses);
        return;
    }
    for (; candidates->tested < candidates->end; candidates->tested++)
        crowd_test_agent(s, world, candidates->rows[candidates->tested], 0, 1, uses & CROWD_BY_GAPS,
                         &candidates->ranks[candidates->tested - candidates->sorted]);
}

#endif
