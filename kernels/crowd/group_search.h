/* Neighbour search of the agents of a work-group, for GPUs. Each work-item tests the group's candidates, see
 * kernels/crowd/group_candidates.h, all in the same order, and sorts the keys of those within its range in
 * registers. Where more than the distance says who counts, it marks those within its range by bits, and looks
 * at these closely, so that work-items of a warp are at their n-th one at the same time. Work-items whose
 * range was too small, or whose keys leave a doubt, search again with exact ranks, see
 * kernels/crowd/scalar_search.h. */
#ifndef THRONG_KERNELS_CROWD_GROUP_SEARCH_H
#define THRONG_KERNELS_CROWD_GROUP_SEARCH_H

#include "kernels/crowd/group_candidates.h"

#define CROWD_GROUP_NEAREST 10 /* neighbours, at most, for which keys are sorted: crowd_merge10() */

/* Outcome of crowd_group_select(). */
#define CROWD_GROUP_FOUND 0
#define CROWD_GROUP_DOUBT 1 /* all who count are candidates, but keys do not tell which are nearest */
#define CROWD_GROUP_LOST 2  /* others may be nearer than the candidates */

/* ---------------------------------------------------------------- who is in range -------------------- */

/* The candidates that an agent tests, from a multiple of CROWD_GROUP_AT_ONCE on. */
typedef struct crowd_group_span {
    int32_t from, to;
} crowd_group_span;

static inline crowd_group_span crowd_group_span_of(THRONG_LOCAL const crowd_group *group, int32_t i)
{
    crowd_group_span span;
    if (CROWD_GROUP_HALVES && i % CROWD_BLOCK >= CROWD_BLOCK / 2) {
        span.from = group->candidates[0] / CROWD_GROUP_AT_ONCE * CROWD_GROUP_AT_ONCE;
        span.to = crowd_group_total(group);
    } else {
        span.from = 0;
        span.to = group->candidates[0] + group->candidates[1];
    }
    return span;
}

/* Bits of the largest squared distance at which another agent counts: at most `bound`, less than `none`. */
static inline int32_t crowd_group_most(const crowd_scalar *s)
{
    return min(scalar_to_bits(s->bound), scalar_to_bits(s->none) - 1);
}

static inline int32_t crowd_group_square(THRONG_LOCAL const crowd_group *group, const crowd_scalar *s,
                                         int32_t k)
{
    return scalar_to_bits(crowd_square(group->x[k] - s->a.x, group->y[k] - s->a.y));
}

/* Where a lane's candidates are: at squared distances of at most `most`, as a word; by gaps within
 * (base + radius)^2. */
typedef struct crowd_group_disc {
    float base;
    int32_t most;
} crowd_group_disc;

/* At least what crowd_group_reach says, and what touches. */
static inline crowd_group_disc crowd_group_disc_of(const crowd_scalar *s, const crowd_group_reach *reach,
                                                   THRONG_GLOBAL const crowd_plan *plan,
                                                   const crowd_world *world, const int uses)
{
    crowd_group_disc disc;
    float square = reach->range;
    if ((uses & CROWD_SENSES) && !crowd_reaches_by_gaps(uses)) {
        const float most =
            crowd_box_load(world->boxes, &plan->tree, plan->tree.first[plan->tree.levels - 1]).most;
        const float touch = (s->a.radius + most) * crowd_contact_reach(uses);
        square = scalar_max(reach->range, touch * touch);
    }
    disc.most = scalar_to_bits(square);
    disc.base = reach->range + scalar_abs(reach->range) * (CROWD_GROUP_MARGIN - 1.0f);
    return disc;
}

/* Marks the candidates i .. i + 3 that are in a disc, and, by priority, not below the agent. */
static FORCE_INLINE uint32_t crowd_group_mark4(THRONG_LOCAL const crowd_group *group,
                                               const crowd_group_more *more, const crowd_scalar *s,
                                               const crowd_group_disc *disc, int32_t i, const int by_priority,
                                               const int uses)
{
    const float4 dx = *(THRONG_LOCAL const float4 *)(group->x + i) - s->a.x;
    const float4 dy = *(THRONG_LOCAL const float4 *)(group->y + i) - s->a.y;
    const float4 square = dx * dx + dy * dy;
    int4 in = as_int4(square) <= (int4)disc->most;
    if (crowd_reaches_by_gaps(uses)) { /* nobody, where that is below 0 */
        const float4 far = disc->base + *(THRONG_LOCAL const float4 *)(more->radii + i);
        in = square <= far * fabs(far);
    }
    if (by_priority)
        in &= *(THRONG_LOCAL const int4 *)(more->priorities + i) >= (int4)s->a.priority;
    in &= (int4)(1, 2, 4, 8);
    return (uint32_t)(in.x | in.y | in.z | in.w);
}

/* The same of those of candidates first .. first + CROWD_MARKED - 1 that are in the span. */
static FORCE_INLINE uint32_t crowd_group_mark(THRONG_LOCAL const crowd_group *group,
                                              const crowd_group_more *more, const crowd_scalar *s,
                                              const crowd_group_disc *disc, const crowd_group_span *span,
                                              int32_t first, const int by_priority, const int uses)
{
    const int32_t end = min(span->to - first, CROWD_MARKED);
    uint32_t marks = 0;
    NO_UNROLL
    for (int32_t k = max(span->from - first, 0); k < end; k += CROWD_GROUP_AT_ONCE) {
        uint32_t near = 0;
        UNROLL
        for (int32_t j = 0; j < CROWD_GROUP_AT_ONCE; j += 4)
            near |= crowd_group_mark4(group, more, s, disc, first + k + j, by_priority, uses) << j;
        marks |= near << k;
    }
    return marks;
}

/* The candidates that are marked, one after the other. */
typedef struct crowd_group_marked {
    uint32_t words; /* those not yet looked at in which there are any */
    uint32_t marks; /* of the word that is looked at */
    int32_t word;
} crowd_group_marked;

/* Marks all candidates in a disc, in memory. Returns their number. */
static inline int32_t crowd_group_mark_all(THRONG_LOCAL const crowd_group *group,
                                           const crowd_group_more *more, const crowd_scalar *s,
                                           const crowd_group_disc *disc, const crowd_group_span *span,
                                           crowd_group_marked *marked, const int uses)
{
    int32_t found = 0, word = span->from / CROWD_MARKED;
    marked->words = marked->marks = 0;
    marked->word = 0;
    NO_UNROLL
    for (int32_t first = CROWD_MARKED * word; first < span->to; first += CROWD_MARKED, word++) {
        uint32_t marks;
        if (crowd_by_priority(uses))
            marks = crowd_group_mark(group, more, s, disc, span, first, 1, uses);
        else
            marks = crowd_group_mark(group, more, s, disc, span, first, 0, uses);
        s->marks[(private_size)word * s->stride] = marks;
        marked->words |= marks ? 1u << word : 0;
        found += (int32_t)popcount(marks);
    }
    return found;
}

/* The next one, of which there must be one. */
static inline int32_t crowd_group_next(const crowd_scalar *s, crowd_group_marked *at)
{
    if (!at->marks) {
        at->word = lowest_set_bit(at->words);
        at->words &= at->words - 1u;
        at->marks = s->marks[(private_size)at->word * s->stride];
    }
    const int32_t k = lowest_set_bit(at->marks);
    at->marks &= at->marks - 1u;
    return CROWD_MARKED * at->word + k;
}

/* ---------------------------------------------------------------- who counts ------------------------- */

/* Keeps a key, where there is room. */
static inline void crowd_group_keep(const crowd_scalar *s, int32_t kept, int32_t capacity, int32_t key)
{
    if (kept < capacity)
        s->kept[(private_size)kept * s->stride] = key;
}

/* Keys of all candidates that count by their distance alone, the agent itself among them, in s->kept. These
 * are most of those in range, and marks would not pay. Branches would cost more than stores: each
 * key is stored behind those that count so far, and the next one replaces it if it does not. room: of keys.
 * Returns how many count, or room - 1 if these or more do. */
static inline int32_t crowd_group_test(THRONG_LOCAL const crowd_group *group, const crowd_scalar *s,
                                       const crowd_group_span *span, int32_t room)
{
    const int32_t most = crowd_group_most(s), stride = (int32_t)s->stride, last = (room - 1) * stride;
    int32_t at = 0;
    if (room == 0)
        return 1; /* the agent itself, for all that is known */
    NO_UNROLL
    for (int32_t k = span->from; k < span->to; k += 4) {
        const float4 x = *(THRONG_LOCAL const float4 *)(group->x + k);
        const float4 y = *(THRONG_LOCAL const float4 *)(group->y + k);
        const float xs[4] = {x.x, x.y, x.z, x.w};
        const float ys[4] = {y.x, y.y, y.z, y.w};
        UNROLL
        for (int32_t j = 0; j < 4; j++) {
            const int32_t square = scalar_to_bits(crowd_square(xs[j] - s->a.x, ys[j] - s->a.y));
            s->kept[at] = crowd_key_of(square, k + j);
            const int32_t next = min(at + stride, last);
            at = square <= most ? next : at;
        }
    }
    return at / stride;
}

/* Keys of those of the `found` that are marked who count, in s->kept. Returns their number, which may exceed
 * `capacity`. */
static inline int32_t crowd_group_look(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                       const crowd_world *world, int32_t i, crowd_group_marked at,
                                       int32_t found, int32_t capacity, const int uses)
{
    int32_t kept = 0;
    NO_UNROLL
    for (int32_t j = 0; j < found; j++) {
        const int32_t number = crowd_group_next(s, &at), row = group->rows[number];
        const crowd_participant b = crowd_participant_gather(world->records, world->extras, &row, uses);
        const float dx = b.x - s->a.x, dy = b.y - s->a.y;
        const float square = row == i ? CROWD_NO_SQUARE : crowd_square(dx, dy);
        float rank;
        if (crowd_scalar_wants(s, &b, dx, dy, square, &rank, uses)) {
            crowd_group_keep(s, kept, capacity, crowd_key_of(crowd_rank_word(rank, uses), number));
            kept++;
        }
    }
    return kept;
}

/* ---------------------------------------------------------------- the nearest ------------------------ */

/* Inserts 8 of the `found` keys from number `first` on, but for that of the agent itself. */
static inline void crowd_group_insert8(const crowd_scalar *s, crowd_search *sorted, int32_t first,
                                       int32_t found, int32_t own)
{
    int32_t keys[8];
    UNROLL
    for (int32_t j = 0; j < 8; j++) {
        const int32_t key = first + j < found ? s->kept[(private_size)(first + j) * s->stride] : CROWD_NO_KEY;
        keys[j] = (key & (CROWD_CANDIDATES - 1)) == own ? CROWD_NO_KEY : key;
    }
    crowd_search_insert_keys(sorted, keys);
}

/* Takes the nearest of the sorted keys. Returns 0 if equal prefixes leave a doubt. */
static inline int crowd_group_take(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                   const crowd_search *sorted, const int uses)
{
    int32_t before = CROWD_NO_KEY, count = 0;
    int doubt = s->nearest == CROWD_GROUP_NEAREST && sorted->lost < CROWD_NO_KEY &&
                crowd_keys_alike(sorted->lost, sorted->kept[CROWD_GROUP_NEAREST - 1], uses);
    UNROLL
    for (int32_t i = 0; i < CROWD_GROUP_NEAREST; i++) {
        const int32_t key = sorted->kept[i];
        if (i > s->nearest || key >= CROWD_NO_KEY)
            continue;
        doubt |= crowd_keys_alike(key, before, uses);
        if (i < s->nearest) {
            s->rows[(private_size)i * s->stride] = group->rows[key & (CROWD_CANDIDATES - 1)];
            count = i + 1;
            before = key;
        }
    }
    s->count = count;
    if (count == s->nearest && count > 0) /* at most this */
        s->bound = uses & CROWD_BY_GAPS ? crowd_gap_of_word(before | (CROWD_CANDIDATES - 1))
                                        : scalar_from_bits(before | (CROWD_CANDIDATES - 1));
    return !doubt;
}

/* Selects the nearest by `found` keys, of which `number` is that of the agent itself. */
static inline int crowd_group_sort(crowd_scalar *s, THRONG_LOCAL const crowd_group *group, int32_t found,
                                   int32_t number, const int uses)
{
    vint keys[CROWD_GROUP_NEAREST];
    crowd_search sorted;
    sorted.kept = keys;
    sorted.capacity = CROWD_GROUP_NEAREST;
    sorted.lost = CROWD_NO_KEY;
    sorted.fresh = 1;
    crowd_group_insert8(s, &sorted, 0, found, number);
    NO_UNROLL
    for (int32_t k = 8; k < found; k += 8)
        crowd_group_insert8(s, &sorted, k, found, number);
    return crowd_group_take(s, group, &sorted, uses) ? CROWD_GROUP_FOUND : CROWD_GROUP_DOUBT;
}

/* Whether the distance alone says who counts. */
static inline int crowd_by_square(const int uses)
{
    return !(uses & (CROWD_SENSES | CROWD_HETEROGENEOUS | CROWD_BY_GAPS));
}

/* Selects the nearest candidates by keys. i: the agent itself, in sorted order. *near: how many are in
 * range, where these are marked. */
static inline int crowd_group_select(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                     const crowd_group_more *more, const crowd_group_reach *reach,
                                     const crowd_group_span *span, THRONG_GLOBAL const crowd_plan *plan,
                                     const crowd_world *world, int32_t i, crowd_group_marked *marked,
                                     int32_t *near, const int uses)
{
    const int32_t room = crowd_key_room(s->nearest);
    int32_t capacity = 3 * s->nearest, found, number = -1, itself = 0;
    if (group->walk.full)
        return CROWD_GROUP_LOST;
    if (crowd_by_square(uses)) {
        found = crowd_group_test(group, s, span, room);
        capacity = room - 2;
        number = group->own[i % CROWD_BLOCK];
        itself = crowd_group_most(s) >= 0;
    } else {
        const crowd_group_disc disc = crowd_group_disc_of(s, reach, plan, world, uses);
        *near = crowd_group_mark_all(group, more, s, &disc, span, marked, uses);
        if (uses & (CROWD_SENSES | CROWD_BY_GAPS))
            found = crowd_group_look(s, group, world, i, *marked, *near, capacity, uses);
        else /* half of the loads and tests are not needed */
            found = crowd_group_look(s, group, world, i, *marked, *near, capacity, CROWD_HETEROGENEOUS);
    }
    if (found - itself < s->nearest && !(uses & CROWD_SENSES) && s->bound < reach->limit)
        return CROWD_GROUP_LOST;
    if (s->nearest > CROWD_GROUP_NEAREST || found > capacity)
        return CROWD_GROUP_DOUBT;
    return crowd_group_sort(s, group, found, number, uses);
}

/* The nearest candidates by exact ranks: of those `near` that are marked, or of all. Returns 0 if others may
 * be nearer. */
static inline int crowd_group_resolve(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                      const crowd_world *world, const crowd_group_reach *reach,
                                      const crowd_group_span *span, int32_t i, crowd_group_marked at,
                                      int32_t near, const int uses)
{
    const float predicted = s->bound;
    const int marked = !crowd_by_square(uses);
    const int32_t most = crowd_group_most(s), count = marked ? near : span->to;
    s->count = s->perceived = 0;
    NO_UNROLL
    for (int32_t k = marked ? 0 : span->from; k < count; k++) {
        const int32_t number = marked ? crowd_group_next(s, &at) : k;
        if (marked || crowd_group_square(group, s, number) <= most)
            crowd_scalar_test_agent(s, world, i, group->rows[number], uses);
    }
    return (uses & CROWD_SENSES) || s->count == s->nearest || predicted >= reach->limit;
}

/* Searches the neighbours of agent i among the group's candidates, and where these are not enough in the
 * tree. s is as for crowd_scalar_search(), but s->bound and `reach` are of crowd_group_start(); afterwards
 * s->bound is the rank of the farthest neighbour, or an upper bound. */
static inline void crowd_group_search(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                      const crowd_group_more *more, const crowd_group_reach *reach,
                                      THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                      int32_t i, const int uses)
{
    const float predicted = s->bound;
    const crowd_group_span span = crowd_group_span_of(group, i);
    int32_t near = 0;
    crowd_group_marked marked = {0, 0, 0};
    const int outcome =
        crowd_group_select(s, group, more, reach, &span, plan, world, i, &marked, &near, uses);
    if (outcome == CROWD_GROUP_FOUND)
        return;
    s->bound = predicted;
    if (outcome == CROWD_GROUP_DOUBT &&
        crowd_group_resolve(s, group, world, reach, &span, i, marked, near, uses))
        return;
    s->count = s->perceived = 0;
    s->bound = uses & CROWD_BY_GAPS ? 3e38f : s->none;
    crowd_scalar_search(s, plan, world, i, uses);
}

#endif
