/* Neighbour search of the agents of a work-group, for GPUs: up to 64 agents that are close together. The
 * group walks the tree together and lists in local memory whom any of its agents may need. Each work-item
 * then tests these candidates, all in the same order, and sorts the keys of those within its range in
 * registers. Work-items whose range was too small, or whose keys leave a doubt, search again with exact
 * ranks, see kernels/crowd/scalar_search.h.
 *
 * Candidates are numbered in any order. It affects the keys, but no result. */
#ifndef THRONG_KERNELS_CROWD_GROUP_SEARCH_H
#define THRONG_KERNELS_CROWD_GROUP_SEARCH_H

#include "kernels/crowd/nearest.h"
#include "kernels/crowd/scalar_search.h"

#define CROWD_GROUP_NEAREST 10 /* neighbours, at most, for which keys are sorted: crowd_merge10() */
#define CROWD_GROUP_AT_ONCE 4  /* candidates that are tested at once */
#define CROWD_NOWHERE 3e38f    /* coordinate of a candidate that nobody reaches */

/* Of a group: CROWD_GROUP_WORDS. */
typedef struct crowd_group {
    float x[CROWD_CANDIDATES] __attribute__((aligned(16)));
    float y[CROWD_CANDIDATES] __attribute__((aligned(16)));
    int32_t rows[CROWD_CANDIDATES];      /* in sorted order */
    int32_t boxes[2][CROWD_GROUP_BOXES]; /* in reach, of two levels: those of level k in boxes[k & 1] */
    int32_t own[CROWD_BLOCK];            /* the number of each agent of the block */
    int32_t counts[CROWD_LEVELS];        /* of boxes in reach, by level */
    int32_t candidates;
    int32_t limit; /* bits of the largest squared range */
    int32_t full;  /* 1: there is no room for some */
} crowd_group;

/* Outcome of crowd_group_select(). */
#define CROWD_GROUP_FOUND 0
#define CROWD_GROUP_DOUBT 1 /* all who count are candidates, but keys do not tell which are nearest */
#define CROWD_GROUP_LOST 2  /* others may be nearer than the candidates */

static inline void crowd_group_begin(THRONG_LOCAL crowd_group *group, THRONG_GLOBAL const crowd_tree *tree,
                                     int32_t item, int32_t items)
{
    for (int32_t level = item; level < CROWD_LEVELS; level += items)
        group->counts[level] = level == tree->levels - 1; /* the top level has one box */
    if (item == 0) {
        group->boxes[0][0] = group->boxes[1][0] = 0;
        group->candidates = group->limit = group->full = 0;
    }
}

/* The reach of the group: the box of its block, and the largest range of one of its agents. */
static inline crowd_bounds crowd_group_bounds(THRONG_LOCAL const crowd_group *group,
                                              THRONG_GLOBAL const crowd_tree *tree,
                                              THRONG_GLOBAL const float *boxes, int32_t block)
{
    crowd_bounds query;
    query.box = crowd_box_load(boxes, tree, tree->first[1] + block);
    query.limit = scalar_from_bits(group->limit);
    query.close = query.reach = 0.0f;
    query.touches = query.gaps = 0;
    return query;
}

/* Lists the boxes of a level that are in reach: children of those listed of the level above. */
static inline void crowd_group_descend(THRONG_LOCAL crowd_group *group, const crowd_bounds *query,
                                       THRONG_GLOBAL const crowd_tree *tree, THRONG_GLOBAL const float *boxes,
                                       int32_t level, int32_t item, int32_t items)
{
    THRONG_LOCAL const int32_t *from = group->boxes[(level + 1) & 1];
    THRONG_LOCAL int32_t *to = group->boxes[level & 1];
    THRONG_GLOBAL const float *at = boxes + tree->first[level];
    const int32_t count = 8 * min(group->counts[level + 1], CROWD_GROUP_BOXES);
    NO_UNROLL
    for (int32_t k = item; k < count; k += items) {
        const int32_t child = 8 * from[k >> 3] + (k & 7);
        if (crowd_boxes_reached(query, at + child, tree->boxes)) {
            const int32_t place = atomic_inc(&group->counts[level]);
            if (place < CROWD_GROUP_BOXES)
                to[place] = child;
            else
                group->full = 1;
        }
    }
}

/* Lists the agents in reach, of the leaves that are listed. */
static inline void crowd_group_gather(THRONG_LOCAL crowd_group *group, const crowd_bounds *query,
                                      THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                      int32_t block, int32_t item, int32_t items)
{
    const int32_t count = CROWD_LEAF * min(group->counts[0], CROWD_GROUP_BOXES);
    NO_UNROLL
    for (int32_t k = item; k < count; k += items) {
        const int32_t row = CROWD_LEAF * group->boxes[0][k / CROWD_LEAF] + k % CROWD_LEAF;
        if (row >= plan->agents)
            continue;
        const float x = world->records[row].x, y = world->records[row].y;
        uint32_t close;
        if (!crowd_points_reached(query, x, y, 0.0f, 0.0f, &close))
            continue;
        const int32_t place = atomic_inc(&group->candidates);
        if (place < CROWD_CANDIDATES) {
            group->x[place] = x;
            group->y[place] = y;
            group->rows[place] = row;
        } else {
            group->full = 1;
        }
        if (row / CROWD_BLOCK == block)
            group->own[row % CROWD_BLOCK] = place;
    }
}

/* Candidates are tested several at once: adds some to the last ones that nobody reaches. */
static inline void crowd_group_pad(THRONG_LOCAL crowd_group *group, int32_t item, int32_t items)
{
    const int32_t count = min(group->candidates, CROWD_CANDIDATES);
    const int32_t end = (count + CROWD_GROUP_AT_ONCE - 1) / CROWD_GROUP_AT_ONCE * CROWD_GROUP_AT_ONCE;
    for (int32_t k = count + item; k < end; k += items)
        group->x[k] = group->y[k] = CROWD_NOWHERE;
}

/* Lists the candidates of a group of which this is `item` of `items`, all of which call this. range: squared,
 * of its own agent, below 0 if it searches nobody. Barriers stand under no condition. */
static inline void crowd_group_list(THRONG_LOCAL crowd_group *group, THRONG_GLOBAL const crowd_plan *plan,
                                    const crowd_world *world, int32_t block, float range, int32_t item,
                                    int32_t items)
{
    THRONG_GLOBAL const crowd_tree *tree = &plan->tree;
    crowd_group_begin(group, tree, item, items);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (range > 0.0f)
        atomic_max(&group->limit, scalar_to_bits(range));
    barrier(CLK_LOCAL_MEM_FENCE);
    const crowd_bounds query = crowd_group_bounds(group, tree, world->boxes, block);
    NO_UNROLL
    for (int32_t level = CROWD_LEVELS - 2; level >= 0; level--) {
        if (level < tree->levels - 1)
            crowd_group_descend(group, &query, tree, world->boxes, level, item, items);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    crowd_group_gather(group, &query, plan, world, block, item, items);
    barrier(CLK_LOCAL_MEM_FENCE);
    crowd_group_pad(group, item, items);
    barrier(CLK_LOCAL_MEM_FENCE);
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

/* Keys of all candidates that count, the agent itself among them, in s->kept. Returns their number, which may
 * exceed `capacity`. */
static inline int32_t crowd_group_test(THRONG_LOCAL const crowd_group *group, const crowd_scalar *s,
                                       int32_t capacity)
{
    const int32_t most = crowd_group_most(s), count = group->candidates;
    int32_t found = 0;
    NO_UNROLL
    for (int32_t k = 0; k < count; k += CROWD_GROUP_AT_ONCE) {
        const float4 x = *(THRONG_LOCAL const float4 *)(group->x + k);
        const float4 y = *(THRONG_LOCAL const float4 *)(group->y + k);
        const float xs[CROWD_GROUP_AT_ONCE] = {x.x, x.y, x.z, x.w};
        const float ys[CROWD_GROUP_AT_ONCE] = {y.x, y.y, y.z, y.w};
        UNROLL
        for (int32_t j = 0; j < CROWD_GROUP_AT_ONCE; j++) {
            const int32_t square = scalar_to_bits(crowd_square(xs[j] - s->a.x, ys[j] - s->a.y));
            if (square <= most) {
                if (found < capacity)
                    s->kept[(private_size)found * s->stride] = crowd_key_of(square, k + j);
                found++;
            }
        }
    }
    return found;
}

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
                                   const crowd_search *sorted)
{
    int32_t before = CROWD_NO_KEY, count = 0;
    int doubt = s->nearest == CROWD_GROUP_NEAREST && sorted->lost < CROWD_NO_KEY &&
                crowd_keys_alike(sorted->lost, sorted->kept[CROWD_GROUP_NEAREST - 1], 0);
    UNROLL
    for (int32_t i = 0; i < CROWD_GROUP_NEAREST; i++) {
        const int32_t key = sorted->kept[i];
        if (i > s->nearest || key >= CROWD_NO_KEY)
            continue;
        doubt |= crowd_keys_alike(key, before, 0);
        if (i < s->nearest) {
            s->rows[(private_size)i * s->stride] = group->rows[key & (CROWD_CANDIDATES - 1)];
            count = i + 1;
            before = key;
        }
    }
    s->count = count;
    if (count == s->nearest && count > 0) /* at most this */
        s->bound = scalar_from_bits(before | (CROWD_CANDIDATES - 1));
    return !doubt;
}

/* Selects the nearest candidates by keys. own: the number of the agent itself in its block. */
static inline int crowd_group_select(crowd_scalar *s, THRONG_LOCAL const crowd_group *group, int32_t own)
{
    const int32_t capacity = 3 * s->nearest;
    vint keys[CROWD_GROUP_NEAREST];
    crowd_search sorted;
    if (group->full)
        return CROWD_GROUP_LOST;
    const int32_t found = crowd_group_test(group, s, capacity);
    const int itself = crowd_group_most(s) >= 0;
    if (found - itself < s->nearest && s->bound < s->none)
        return CROWD_GROUP_LOST;
    if (s->nearest > CROWD_GROUP_NEAREST || found > capacity)
        return CROWD_GROUP_DOUBT;
    sorted.kept = keys;
    sorted.capacity = CROWD_GROUP_NEAREST;
    sorted.lost = CROWD_NO_KEY;
    sorted.fresh = 1;
    const int32_t number = group->own[own];
    crowd_group_insert8(s, &sorted, 0, found, number);
    NO_UNROLL
    for (int32_t k = 8; k < found; k += 8)
        crowd_group_insert8(s, &sorted, k, found, number);
    return crowd_group_take(s, group, &sorted) ? CROWD_GROUP_FOUND : CROWD_GROUP_DOUBT;
}

/* The nearest candidates by exact ranks. i: the agent itself, in sorted order. */
static inline void crowd_group_resolve(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                       const crowd_world *world, int32_t i, const int uses)
{
    const int32_t most = crowd_group_most(s), count = group->candidates;
    s->count = 0;
    NO_UNROLL
    for (int32_t k = 0; k < count; k++)
        if (crowd_group_square(group, s, k) <= most)
            crowd_scalar_test_agent(s, world, i, group->rows[k], uses);
}

/* Searches the neighbours of agent i among the group's candidates, and where these are not enough in the
 * tree. s is as for crowd_scalar_search(), but s->bound is the predicted range, squared; afterwards it is
 * that of the farthest neighbour, or an upper bound. */
static inline void crowd_group_search(crowd_scalar *s, THRONG_LOCAL const crowd_group *group,
                                      THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                      int32_t i, const int uses)
{
    const float predicted = s->bound;
    const int outcome = crowd_group_select(s, group, i % CROWD_BLOCK);
    if (outcome == CROWD_GROUP_FOUND)
        return;
    s->bound = predicted;
    if (outcome == CROWD_GROUP_DOUBT) {
        crowd_group_resolve(s, group, world, i, uses);
        return;
    }
    s->count = 0;
    s->bound = s->none;
    crowd_scalar_search(s, plan, world, i, uses);
}

#endif
