/* Neighbour search of the agents of a work-group, for GPUs: up to 64 agents that are close together. The
 * group walks the tree together and lists in local memory whom any of its agents may need. Each work-item
 * then tests these candidates, all in the same order, and sorts the keys of those within its range in
 * registers. Where more than the distance says who counts, it marks those within its range by bits, and looks
 * at these closely, so that work-items of a warp are at their n-th one at the same time. Work-items whose
 * range was too small, or whose keys leave a doubt, search again with exact ranks, see
 * kernels/crowd/scalar_search.h.
 *
 * Candidates are numbered in any order. It affects the keys, but no result. */
#ifndef THRONG_KERNELS_CROWD_GROUP_SEARCH_H
#define THRONG_KERNELS_CROWD_GROUP_SEARCH_H

#include "kernels/crowd/nearest.h"
#include "kernels/crowd/scalar_search.h"

#define CROWD_GROUP_NEAREST 10 /* neighbours, at most, for which keys are sorted: crowd_merge10() */
#define CROWD_GROUP_AT_ONCE 8  /* candidates that are tested at once: a divisor of CROWD_MARKED */
#define CROWD_NOWHERE 3e38f    /* coordinate of a candidate that nobody reaches */
/* More than rounding takes between two ways to test a range. */
#define CROWD_GROUP_MARGIN 1.000002f

/* A walk of the group through a tree: boxes in reach, of two levels: those of level k in list k & 1, of which
 * the second one begins behind `most` words. */
typedef struct crowd_group_walk {
    int32_t counts[CROWD_LEVELS]; /* of boxes in reach, by level */
    int32_t limit;                /* the largest range, as a word: squared, or a gap */
    int32_t full;                 /* 1: there is no room for some */
} crowd_group_walk;

/* Of a group: CROWD_GROUP_WORDS. */
typedef struct crowd_group {
    float x[CROWD_CANDIDATES] __attribute__((aligned(16)));
    float y[CROWD_CANDIDATES] __attribute__((aligned(16)));
    int32_t rows[CROWD_CANDIDATES];       /* in sorted order */
    int32_t boxes[2 * CROWD_GROUP_BOXES]; /* in reach */
    int32_t own[CROWD_BLOCK];             /* the number of each agent of the block */
    crowd_group_walk walk;
    int32_t candidates;
} crowd_group;
/* The host reserves as much. */
typedef char crowd_group_size_check[sizeof(crowd_group) == 4 * CROWD_GROUP_WORDS ? 1 : -1];

/* More of the candidates, as many, in kernels that ask for it; by gaps their radii, a little enlarged, and
 * where agents differ their priorities. */
typedef struct crowd_group_more {
    THRONG_LOCAL float *radii;
    THRONG_LOCAL int32_t *priorities;
} crowd_group_more;

/* Walls around a group: CROWD_GROUP_WALL_WORDS. Leaves that they are in come first in `leaves`. */
typedef struct crowd_group_walls {
    int32_t leaves[2 * CROWD_WALL_LEAVES];
    crowd_group_walk walk;
} crowd_group_walls;
typedef char crowd_group_walls_size_check[sizeof(crowd_group_walls) == 4 * CROWD_GROUP_WALL_WORDS ? 1 : -1];

/* Outcome of crowd_group_select(). */
#define CROWD_GROUP_FOUND 0
#define CROWD_GROUP_DOUBT 1 /* all who count are candidates, but keys do not tell which are nearest */
#define CROWD_GROUP_LOST 2  /* others may be nearer than the candidates */

/* How far an agent searches: squared, or where crowd_reaches_by_gaps() a gap. Who touches it is in reach,
 * too. */
typedef struct crowd_group_reach {
    float range, limit; /* limit: a rank that nobody who counts exceeds */
} crowd_group_reach;

/* Sets the bound of the search from the last range. Senses have a fixed range. searches: 0: the result is not
 * used. Then the last range is not read: another work-item may be writing it. */
static inline crowd_group_reach crowd_group_start(crowd_scalar *s, THRONG_GLOBAL const crowd_plan *plan,
                                                  const crowd_world *world, const crowd_lanes *l,
                                                  int searches, const int uses)
{
    crowd_group_reach reach;
    vmask unknown;
    reach.range = s->reach;
    reach.limit = crowd_rank_limit(plan, world, l, s->none, &reach.range, uses);
    s->bound = reach.limit;
    if (searches && !(uses & CROWD_SENSES))
        reach.range = s->bound = crowd_predicted_ranges(plan, world, l, reach.limit, &unknown, uses);
    return reach;
}

/* Begins a walk through a tree, none where `levels` is 0. limit: none yet. boxes: two lists of `most`. */
static inline void crowd_group_begin(THRONG_LOCAL crowd_group_walk *walk, THRONG_LOCAL int32_t *boxes,
                                     int32_t most, int32_t levels, int32_t limit, int32_t item, int32_t items)
{
    for (int32_t level = item; level < CROWD_LEVELS; level += items)
        walk->counts[level] = level == levels - 1; /* the top level has one box */
    if (item == 0) {
        boxes[0] = boxes[most] = walk->full = 0;
        walk->limit = limit;
    }
}

/* The reach of the group: the box of its block, and the largest range of one of its agents. */
static inline crowd_bounds crowd_group_bounds(THRONG_LOCAL const crowd_group *group,
                                              THRONG_GLOBAL const crowd_tree *tree,
                                              THRONG_GLOBAL const float *boxes, int32_t block, const int uses)
{
    crowd_bounds query;
    query.box = crowd_box_load(boxes, tree, tree->first[1] + block);
    crowd_bounds_begin(&query, uses);
    query.limit = crowd_gap_of_word(group->walk.limit);
    return query;
}

/* Lists the boxes of a level that are in reach: children of those listed of the level above. */
static inline void crowd_group_descend(THRONG_LOCAL crowd_group_walk *walk, THRONG_LOCAL int32_t *lists,
                                       const int32_t most, const crowd_bounds *query,
                                       THRONG_GLOBAL const crowd_tree *tree, THRONG_GLOBAL const float *boxes,
                                       int32_t level, int32_t item, int32_t items)
{
    THRONG_LOCAL const int32_t *from = lists + ((level + 1) & 1) * most;
    THRONG_LOCAL int32_t *to = lists + (level & 1) * most;
    THRONG_GLOBAL const float *at = boxes + tree->first[level];
    const int32_t count = 8 * min(walk->counts[level + 1], most);
    NO_UNROLL
    for (int32_t k = item; k < count; k += items) {
        const int32_t child = 8 * from[k >> 3] + (k & 7);
        if (crowd_boxes_reached(query, at + child, tree->boxes)) {
            const int32_t place = atomic_inc(&walk->counts[level]);
            if (place < most)
                to[place] = child;
            else
                walk->full = 1;
        }
    }
}

/* What a group looks for: agents, and walls where `walled`. Ranges are of this item's own agent, which
 * searches if `searches`. */
typedef struct crowd_group_quest {
    float range, wall_range; /* a squared distance or a gap, see crowd_group_reach; a distance */
    int32_t block, searches, walled;
} crowd_group_quest;

/* Lists the leaves that are in reach, of agents in group->boxes, of walls in walls->leaves. All items of the
 * group call this. Barriers stand under no condition. */
static inline crowd_bounds crowd_group_leaves(THRONG_LOCAL crowd_group *group,
                                              THRONG_LOCAL crowd_group_walls *walls,
                                              THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                              const crowd_group_quest *quest, int32_t item, int32_t items,
                                              const int uses)
{
    THRONG_GLOBAL const crowd_tree *tree = &plan->tree;
    const int32_t least = crowd_reaches_by_gaps(uses) ? crowd_gap_word(-3e38f) : 0;
    crowd_group_begin(&group->walk, group->boxes, CROWD_GROUP_BOXES, tree->levels, least, item, items);
    if (uses & CROWD_WALLED)
        crowd_group_begin(&walls->walk, walls->leaves, CROWD_WALL_LEAVES,
                          quest->walled ? plan->walls.levels : 0, 0, item, items);
    if (item == 0)
        group->candidates = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (quest->searches)
        atomic_max(&group->walk.limit, crowd_gap_word(quest->range));
    if (quest->walled && quest->searches)
        atomic_max(&walls->walk.limit, scalar_to_bits(quest->wall_range * quest->wall_range));
    barrier(CLK_LOCAL_MEM_FENCE);
    const crowd_bounds query = crowd_group_bounds(group, tree, world->boxes, quest->block, uses);
    crowd_bounds of_walls = query;
    if (quest->walled)
        of_walls = crowd_wall_bounds(plan, world, &query.box, scalar_from_bits(walls->walk.limit));
    NO_UNROLL
    for (int32_t level = CROWD_LEVELS - 2; level >= 0; level--) {
        if (level < tree->levels - 1)
            crowd_group_descend(&group->walk, group->boxes, CROWD_GROUP_BOXES, &query, tree, world->boxes,
                                level, item, items);
        if (quest->walled && level < plan->walls.levels - 1)
            crowd_group_descend(&walls->walk, walls->leaves, CROWD_WALL_LEAVES, &of_walls, &plan->walls,
                                world->wall_boxes, level, item, items);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return query;
}

/* Whether only candidates of the own priority and above count: where senses perceive agents, those that are
 * not avoided count, too. */
static inline int crowd_by_priority(const int uses)
{
    return (uses & CROWD_HETEROGENEOUS) && !(uses & CROWD_SENSES);
}

/* Lists the agents in reach, of the leaves that are listed. */
static inline void crowd_group_gather(THRONG_LOCAL crowd_group *group, const crowd_group_more *more,
                                      const crowd_bounds *query, THRONG_GLOBAL const crowd_plan *plan,
                                      const crowd_world *world, int32_t block, int32_t item, int32_t items,
                                      const int uses)
{
    const int32_t count = CROWD_LEAF * min(group->walk.counts[0], CROWD_GROUP_BOXES);
    NO_UNROLL
    for (int32_t k = item; k < count; k += items) {
        const int32_t leaf = group->boxes[(uint32_t)k / CROWD_LEAF];
        const int32_t row = CROWD_LEAF * leaf + (k & (CROWD_LEAF - 1));
        if (row >= plan->agents)
            continue;
        const float x = world->records[row].x, y = world->records[row].y;
        const float radius = uses & CROWD_BY_GAPS ? world->records[row].radius : 0.0f;
        const float most = query->touches ? world->boxes[leaf + 4 * plan->tree.boxes] : 0.0f;
        uint32_t close;
        if (!crowd_points_reached(query, x, y, radius, most, &close))
            continue;
        const int32_t place = atomic_inc(&group->candidates);
        if (place < CROWD_CANDIDATES) {
            group->x[place] = x;
            group->y[place] = y;
            group->rows[place] = row;
            if (uses & CROWD_BY_GAPS)
                more->radii[place] = radius * CROWD_GROUP_MARGIN;
            if (crowd_by_priority(uses))
                more->priorities[place] = world->records[row].priority;
        } else {
            group->walk.full = 1;
        }
        if ((int32_t)((uint32_t)row / CROWD_BLOCK) == block)
            group->own[(uint32_t)row % CROWD_BLOCK] = place;
    }
}

/* Candidates are tested several at once: adds some to the last ones that nobody reaches. */
static inline void crowd_group_pad(THRONG_LOCAL crowd_group *group, const crowd_group_more *more,
                                   int32_t item, int32_t items, const int uses)
{
    const int32_t count = min(group->candidates, CROWD_CANDIDATES);
    const int32_t end = (count + CROWD_GROUP_AT_ONCE - 1) / CROWD_GROUP_AT_ONCE * CROWD_GROUP_AT_ONCE;
    for (int32_t k = count + item; k < end; k += items) {
        group->x[k] = group->y[k] = CROWD_NOWHERE;
        if (uses & CROWD_BY_GAPS)
            more->radii[k] = 0.0f;
        if (crowd_by_priority(uses))
            more->priorities[k] = 0;
    }
}

/* Lists the candidates of a group of which this is `item` of `items`, all of which call this, and leaves of
 * walls. walls: where there may be some. */
static inline void crowd_group_list(THRONG_LOCAL crowd_group *group, const crowd_group_more *more,
                                    THRONG_LOCAL crowd_group_walls *walls,
                                    THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                    const crowd_group_quest *quest, int32_t item, int32_t items,
                                    const int uses)
{
    const crowd_bounds query = crowd_group_leaves(group, walls, plan, world, quest, item, items, uses);
    crowd_group_gather(group, more, &query, plan, world, quest->block, item, items, uses);
    barrier(CLK_LOCAL_MEM_FENCE);
    crowd_group_pad(group, more, item, items, uses);
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* ---------------------------------------------------------------- who is in range -------------------- */

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

/* The same of candidates first .. first + CROWD_MARKED - 1. */
static FORCE_INLINE uint32_t crowd_group_mark(THRONG_LOCAL const crowd_group *group,
                                              const crowd_group_more *more, const crowd_scalar *s,
                                              const crowd_group_disc *disc, int32_t first,
                                              const int by_priority, const int uses)
{
    const int32_t left = group->candidates - first, some = left < CROWD_MARKED ? left : CROWD_MARKED;
    uint32_t marks = 0;
    NO_UNROLL
    for (int32_t k = 0; k < some; k += CROWD_GROUP_AT_ONCE) {
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
                                           const crowd_group_disc *disc, crowd_group_marked *marked,
                                           const int uses)
{
    int32_t found = 0;
    marked->words = marked->marks = 0;
    marked->word = 0;
    NO_UNROLL
    for (int32_t first = 0, word = 0; first < group->candidates; first += CROWD_MARKED, word++) {
        uint32_t marks;
        if (crowd_by_priority(uses))
            marks = crowd_group_mark(group, more, s, disc, first, 1, uses);
        else
            marks = crowd_group_mark(group, more, s, disc, first, 0, uses);
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
 * are most of those in range, and marks would not pay. Returns their number, which may exceed `capacity`. */
static inline int32_t crowd_group_test(THRONG_LOCAL const crowd_group *group, const crowd_scalar *s,
                                       int32_t capacity)
{
    const int32_t most = crowd_group_most(s), count = group->candidates;
    int32_t found = 0;
    NO_UNROLL
    for (int32_t k = 0; k < count; k += 4) {
        const float4 x = *(THRONG_LOCAL const float4 *)(group->x + k);
        const float4 y = *(THRONG_LOCAL const float4 *)(group->y + k);
        const float xs[4] = {x.x, x.y, x.z, x.w};
        const float ys[4] = {y.x, y.y, y.z, y.w};
        UNROLL
        for (int32_t j = 0; j < 4; j++) {
            const int32_t square = scalar_to_bits(crowd_square(xs[j] - s->a.x, ys[j] - s->a.y));
            if (square <= most) {
                crowd_group_keep(s, found, capacity, crowd_key_of(square, k + j));
                found++;
            }
        }
    }
    return found;
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
                                     THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                     int32_t i, crowd_group_marked *marked, int32_t *near, const int uses)
{
    const int32_t capacity = 3 * s->nearest;
    int32_t found, number = -1, itself = 0;
    if (group->walk.full)
        return CROWD_GROUP_LOST;
    if (crowd_by_square(uses)) {
        found = crowd_group_test(group, s, capacity);
        number = group->own[i % CROWD_BLOCK];
        itself = crowd_group_most(s) >= 0;
    } else {
        const crowd_group_disc disc = crowd_group_disc_of(s, reach, plan, world, uses);
        *near = crowd_group_mark_all(group, more, s, &disc, marked, uses);
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
                                      const crowd_world *world, const crowd_group_reach *reach, int32_t i,
                                      crowd_group_marked at, int32_t near, const int uses)
{
    const float predicted = s->bound;
    const int marked = !crowd_by_square(uses);
    const int32_t most = crowd_group_most(s), count = marked ? near : group->candidates;
    s->count = s->perceived = 0;
    NO_UNROLL
    for (int32_t k = 0; k < count; k++) {
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
    int32_t near = 0;
    crowd_group_marked marked = {0, 0, 0};
    const int outcome = crowd_group_select(s, group, more, reach, plan, world, i, &marked, &near, uses);
    if (outcome == CROWD_GROUP_FOUND)
        return;
    s->bound = predicted;
    if (outcome == CROWD_GROUP_DOUBT && crowd_group_resolve(s, group, world, reach, i, marked, near, uses))
        return;
    s->count = s->perceived = 0;
    s->bound = uses & CROWD_BY_GAPS ? 3e38f : s->none;
    crowd_scalar_search(s, plan, world, i, uses);
}

#endif
