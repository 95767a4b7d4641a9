/* Candidates of the agents of a work-group, for GPUs: up to 64 agents that are close together. The group
 * walks the tree together and lists in local memory whom any of its agents may need.
 *
 * A group that is a whole block has two halves, and each tests only candidates in reach of its own agents:
 * those of the first half alone come first, then those of both, then those of the second one alone.
 *
 * Candidates are numbered in any order within these. It affects the keys, but no result. */
#ifndef THRONG_KERNELS_CROWD_GROUP_CANDIDATES_H
#define THRONG_KERNELS_CROWD_GROUP_CANDIDATES_H

#include "kernels/crowd/nearest.h"
#include "kernels/crowd/scalar_search.h"

#define CROWD_GROUP_AT_ONCE 8 /* candidates that are tested at once: a divisor of CROWD_MARKED */
#define CROWD_NOWHERE 3e38f   /* coordinate of a candidate that nobody reaches */
#define CROWD_GROUP_HALVES (CROWD_ITEMS == CROWD_BLOCK) /* 0: a group is a part of a block, and has none */
#define CROWD_GROUP_TURNS 32 /* agents that an item looks at in one go: bits of a word */
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
    int32_t candidates[3]; /* of the first half alone, of both, of the second alone; else all are of both */
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
        group->candidates[0] = group->candidates[1] = group->candidates[2] = 0;
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

static inline int32_t crowd_group_total(THRONG_LOCAL const crowd_group *group)
{
    return group->candidates[0] + group->candidates[1] + group->candidates[2];
}

/* An agent of the leaves that are listed: CROWD_LEAF for each of them. */
static inline int32_t crowd_group_row(THRONG_LOCAL const crowd_group *group, int32_t k)
{
    return CROWD_LEAF * group->boxes[(uint32_t)k / CROWD_LEAF] + (k & (CROWD_LEAF - 1));
}

/* The box of four of the leaves of a block. */
static inline crowd_box crowd_group_half(THRONG_GLOBAL const crowd_tree *tree,
                                         THRONG_GLOBAL const float *boxes, int32_t block, int32_t which)
{
    const int32_t first =
        tree->first[0] + CROWD_BLOCK / CROWD_LEAF * block + CROWD_BLOCK / CROWD_LEAF / 2 * which;
    crowd_box box = crowd_box_load(boxes, tree, first);
    UNROLL
    for (int32_t k = 1; k < CROWD_BLOCK / CROWD_LEAF / 2; k++) {
        const crowd_box one = crowd_box_load(boxes, tree, first + k);
        crowd_box_join(&box, &one);
    }
    return box;
}

/* Agents that an item looks at, `items` apart: bit k says whether the k-th one is in reach of the first half,
 * or of the second; both or neither where there are no halves. */
typedef struct crowd_group_turns {
    uint32_t in[2];
    int32_t places[3]; /* where the next of each kind is put */
} crowd_group_turns;

static inline crowd_group_turns crowd_group_reached(THRONG_LOCAL const crowd_group *group,
                                                    const crowd_bounds *query,
                                                    THRONG_GLOBAL const crowd_plan *plan,
                                                    const crowd_world *world, int32_t block, int32_t first,
                                                    int32_t count, int32_t items, const int uses)
{
    crowd_group_turns turns = {{0, 0}, {0, 0, 0}};
    crowd_bounds halves[2] = {*query, *query};
    if (CROWD_GROUP_HALVES) {
        halves[0].box = crowd_group_half(&plan->tree, world->boxes, block, 0);
        halves[1].box = crowd_group_half(&plan->tree, world->boxes, block, 1);
        halves[0].box.most = halves[1].box.most = query->box.most;
    }
    NO_UNROLL
    for (int32_t k = first, turn = 0; k < count && turn < CROWD_GROUP_TURNS; k += items, turn++) {
        const int32_t row = crowd_group_row(group, k);
        if (row >= plan->agents)
            continue;
        const float x = world->records[row].x, y = world->records[row].y;
        const float radius = uses & CROWD_BY_GAPS ? world->records[row].radius : 0.0f;
        const float most = query->touches ? world->boxes[row / CROWD_LEAF + 4 * plan->tree.boxes] : 0.0f;
        uint32_t close;
        const uint32_t in = crowd_points_reached(&halves[0], x, y, radius, most, &close);
        const uint32_t also =
            CROWD_GROUP_HALVES ? crowd_points_reached(&halves[1], x, y, radius, most, &close) : in;
        turns.in[0] |= (in & 1) << turn;
        turns.in[1] |= (also & 1) << turn;
    }
    return turns;
}

/* Finds places for them behind those of other items. */
static inline void crowd_group_count(THRONG_LOCAL crowd_group *group, crowd_group_turns *turns)
{
    const uint32_t first = turns->in[0], second = turns->in[1];
    if (CROWD_GROUP_HALVES) {
        turns->places[0] = atomic_add(&group->candidates[0], (int32_t)popcount(first & ~second));
        turns->places[2] = atomic_add(&group->candidates[2], (int32_t)popcount(second & ~first));
    }
    turns->places[1] = atomic_add(&group->candidates[1], (int32_t)popcount(first & second));
    if (CROWD_GROUP_HALVES) {
        barrier(CLK_LOCAL_MEM_FENCE);
        turns->places[1] += group->candidates[0];
        turns->places[2] += group->candidates[0] + group->candidates[1];
    }
}

static inline int32_t crowd_group_place(crowd_group_turns *turns, int32_t turn)
{
    const int32_t first = (int32_t)(turns->in[0] >> turn & 1), second = (int32_t)(turns->in[1] >> turn & 1);
    const int32_t place = !second ? turns->places[0] : first ? turns->places[1] : turns->places[2];
    turns->places[0] += first & ~second;
    turns->places[1] += first & second;
    turns->places[2] += second & ~first;
    return place;
}

static inline void crowd_group_store(THRONG_LOCAL crowd_group *group, const crowd_group_more *more,
                                     const crowd_world *world, int32_t row, int32_t place, const int uses)
{
    if (place >= CROWD_CANDIDATES) {
        group->walk.full = 1;
        return;
    }
    group->x[place] = world->records[row].x;
    group->y[place] = world->records[row].y;
    group->rows[place] = row;
    if (uses & CROWD_BY_GAPS)
        more->radii[place] = world->records[row].radius * CROWD_GROUP_MARGIN;
    if (crowd_by_priority(uses))
        more->priorities[place] = world->records[row].priority;
}

/* Lists the agents in reach, of the leaves that are listed. */
static inline void crowd_group_gather(THRONG_LOCAL crowd_group *group, const crowd_group_more *more,
                                      const crowd_bounds *query, THRONG_GLOBAL const crowd_plan *plan,
                                      const crowd_world *world, int32_t block, int32_t item, int32_t items,
                                      const int uses)
{
    const int32_t count = CROWD_LEAF * min(group->walk.counts[0], CROWD_GROUP_BOXES);
    int32_t round = 0;
    do { /* once, where the group has halves */
        const int32_t first = round + item;
        crowd_group_turns turns =
            crowd_group_reached(group, query, plan, world, block, first, count, items, uses);
        crowd_group_count(group, &turns);
        NO_UNROLL
        for (int32_t k = first, turn = 0; k < count && turn < CROWD_GROUP_TURNS; k += items, turn++) {
            if (!((turns.in[0] | turns.in[1]) >> turn & 1))
                continue;
            const int32_t row = crowd_group_row(group, k), place = crowd_group_place(&turns, turn);
            crowd_group_store(group, more, world, row, place, uses);
            if ((int32_t)((uint32_t)row / CROWD_BLOCK) == block)
                group->own[(uint32_t)row % CROWD_BLOCK] = place;
        }
        round += CROWD_GROUP_TURNS * items;
    } while (!CROWD_GROUP_HALVES && round < count);
}

/* Candidates are tested several at once: adds some to the last ones that nobody reaches. */
static inline void crowd_group_pad(THRONG_LOCAL crowd_group *group, const crowd_group_more *more,
                                   int32_t item, int32_t items, const int uses)
{
    const int32_t count = min(crowd_group_total(group), CROWD_CANDIDATES);
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

#endif
