/* Neighbour search of a single agent, for GPUs: one work-item per agent. It gives the same result as
 * kernels/crowd/block_search.h. Candidates are inserted into a short sorted list in local memory, and the
 * tree is traversed without a stack. */
#ifndef THRONG_KERNELS_CROWD_SCALAR_SEARCH_H
#define THRONG_KERNELS_CROWD_SCALAR_SEARCH_H

#include "kernels/crowd/sizes.h"
#include "kernels/crowd/velocity.h"

/* State of a work-item's search. Consecutive entries of a list are `stride` words apart. */
typedef struct crowd_scalar {
    THRONG_PRIVATE int32_t *kept; /* sort keys, see crowd_rank(), two words each; by gaps without ids */
    THRONG_PRIVATE int32_t *rows;
    THRONG_PRIVATE uint32_t *marks; /* of candidates: kernels/crowd/group_search.h */
    private_size stride;
    int32_t nearest, count; /* neighbours wanted, and found so far */
    float none, reach, bound;
    int32_t perceived;
    crowd_participant a;
} crowd_scalar;

/* Loads what the search needs of the i-th agent in sorted order. The rest of its state is loaded later, to
 * save registers. */
static inline void crowd_scalar_load(crowd_lanes *l, const crowd_world *world, int32_t i)
{
    THRONG_GLOBAL const crowd_body *body;
    l->places[0] = i;
    l->agents[0] = world->order[i];
    body = world->bodies + l->agents[0];
    l->neighbor_dist = body->neighbor_dist;
    l->settings = body->settings;
}

/* Takes position and velocity from the snapshot, in which locked agents have velocity 0. This has no effect
 * on locked agents: they ignore walls, are never congested and do not move. */
static inline void crowd_scalar_load_position(crowd_lanes *l, const crowd_participant *a)
{
    l->x = a->x;
    l->y = a->y;
    l->vx = a->vx;
    l->vy = a->vy;
    l->radius = a->radius;
}

/* Loads what the preferred velocity needs, beside the settings. */
static inline void crowd_scalar_load_target(crowd_lanes *l, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world)
{
    THRONG_GLOBAL const crowd_body *body = world->bodies + l->agents[0];
    l->target_x = body->target_x;
    l->target_y = body->target_y;
    l->state = body->state;
    crowd_convert_targets(l, plan);
}

/* Loads the heading, which is kept if the agent does not move. */
static inline void crowd_scalar_load_heading(crowd_lanes *l, const crowd_world *world)
{
    THRONG_GLOBAL const crowd_body *body = world->bodies + l->agents[0];
    l->heading_x = body->heading_x;
    l->heading_y = body->heading_y;
}

static inline int64_t crowd_scalar_rank(const crowd_scalar *s, int32_t i)
{
    THRONG_PRIVATE const int32_t *at = s->kept + 2 * (private_size)i * s->stride;
    return crowd_rank(at[0], at[s->stride]);
}

static inline void crowd_scalar_set(const crowd_scalar *s, int32_t i, int64_t rank, int32_t row)
{
    THRONG_PRIVATE int32_t *at = s->kept + 2 * (private_size)i * s->stride;
    at[0] = (int32_t)(rank >> 32);
    at[s->stride] = (int32_t)rank;
    s->rows[(private_size)i * s->stride] = row;
}

/* Whether an agent comes before the i-th in the list. By gaps equal keys are told apart by ids. */
static inline int crowd_scalar_before(const crowd_scalar *s, const crowd_world *world, int64_t rank,
                                      int32_t row, int32_t i, const int uses)
{
    const int64_t other = crowd_scalar_rank(s, i);
    if (uses & CROWD_BY_GAPS && rank == other)
        return world->records[row].tie < world->records[s->rows[(private_size)i * s->stride]].tie;
    return rank < other;
}

/* Inserts an agent into the sorted list, which keeps at most `nearest` entries. */
static inline void crowd_scalar_insert(crowd_scalar *s, const crowd_world *world, int64_t rank, int32_t row,
                                       const int uses)
{
    int32_t at = s->count < s->nearest ? s->count++ : s->nearest - 1;
    for (; at > 0 && crowd_scalar_before(s, world, rank, row, at - 1, uses); at--)
        crowd_scalar_set(s, at, crowd_scalar_rank(s, at - 1), s->rows[(private_size)(at - 1) * s->stride]);
    crowd_scalar_set(s, at, rank, row);
    if (s->count == s->nearest) {
        const int32_t word = (int32_t)(crowd_scalar_rank(s, s->nearest - 1) >> 32);
        s->bound = uses & CROWD_BY_GAPS ? crowd_gap_of_word(word) : scalar_from_bits(word);
    }
}

/* Whether B counts as a neighbour, whose rank is *rank; counts it if it is perceived. */
static inline int crowd_scalar_wants(crowd_scalar *s, const crowd_participant *b, float dx, float dy,
                                     float square, float *rank, const int uses)
{
    *rank = uses & CROWD_BY_GAPS ? crowd_gap(square, b->radius) : square;
    const int noticed = square < crowd_cutoff(s->none, s->a.radius, b->radius, uses);
    int wanted = *rank <= s->bound && noticed;
    if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
        const crowd_view view = crowd_perceive(&s->a, b, dx, dy, square, noticed, uses);
        s->perceived += view.perceived != 0;
        wanted = wanted && view.avoids != 0;
    }
    return wanted && s->nearest > 0;
}

/* Tests agent i, and keeps it if it is among the nearest so far. */
static inline void crowd_scalar_test_agent(crowd_scalar *s, const crowd_world *world, int32_t own, int32_t i,
                                           const int uses)
{
    THRONG_GLOBAL const crowd_record *r = world->records + i;
    const crowd_participant b = crowd_participant_broadcast(r, world->extras + i, uses);
    const float dx = b.x - s->a.x, dy = b.y - s->a.y;
    const float square = i == own ? CROWD_NO_SQUARE : crowd_square(dx, dy);
    float gap;
    if (crowd_scalar_wants(s, &b, dx, dy, square, &gap, uses)) {
        const int64_t rank = uses & CROWD_BY_GAPS ? crowd_rank(crowd_gap_word(gap), scalar_to_bits(square))
                                                  : crowd_rank(scalar_to_bits(square), r->tie);
        if (s->count < s->nearest || crowd_scalar_before(s, world, rank, i, s->nearest - 1, uses))
            crowd_scalar_insert(s, world, rank, i, uses);
    }
}

static inline void crowd_scalar_test_leaf(crowd_scalar *s, THRONG_GLOBAL const crowd_plan *plan,
                                          const crowd_world *world, int32_t own, int32_t leaf, const int uses)
{
    const int32_t begin = leaf * CROWD_LEAF;
    for (int32_t i = begin; i < begin + CROWD_LEAF && i < plan->agents; i++)
        crowd_scalar_test_agent(s, world, own, i, uses);
}

static inline int crowd_scalar_reaches(const crowd_scalar *s, THRONG_GLOBAL const crowd_tree *tree,
                                       THRONG_GLOBAL const float *boxes, int32_t box, const int uses)
{
    const float square = crowd_box_squares(boxes + box, tree->boxes, s->a.x, s->a.y, 0.0f);
    float limit = s->bound;
    if (crowd_reaches_by_gaps(uses)) {
        /* No cut-off of one of its agents is larger: radii are 0 to `most`. */
        const float most = boxes[box + 4 * tree->boxes];
        const float far =
            scalar_max(s->reach + scalar_max(s->a.radius, scalar_abs(most - s->a.radius)), 0.0f);
        return square <= far * far && (uses & CROWD_SENSES || crowd_gap(square, most) <= limit);
    }
    if (uses & CROWD_SENSES) {
        const float touch = (s->a.radius + boxes[box + 4 * tree->boxes]) * crowd_contact_reach(uses);
        limit = scalar_max(s->reach, touch * touch);
    }
    return square <= limit;
}

/* Searches the own leaf and its two neighbours in sorted order first. This gives a small bound, so that the
 * traversal prunes distant boxes. */
static inline void crowd_scalar_search(crowd_scalar *s, THRONG_GLOBAL const crowd_plan *plan,
                                       const crowd_world *world, int32_t own, const int uses)
{
    THRONG_GLOBAL const crowd_tree *tree = &plan->tree;
    const int32_t home = own / CROWD_LEAF, first = home > 0 ? home - 1 : 0;
    const int32_t end = home + 2 < tree->count[0] ? home + 2 : tree->count[0];
    for (int32_t leaf = first; leaf < end; leaf++)
        crowd_scalar_test_leaf(s, plan, world, own, leaf, uses);
    crowd_traversal traversal = crowd_traversal_begin(tree);
    while (traversal.level >= 0) {
        const int reached =
            crowd_scalar_reaches(s, tree, world->boxes, tree->first[traversal.level] + traversal.box, uses);
        if (reached && traversal.level == 0 && (traversal.box < first || traversal.box >= end))
            crowd_scalar_test_leaf(s, plan, world, own, traversal.box, uses);
        crowd_traversal_next(&traversal, tree, reached);
    }
}

#endif
