/* The search of one agent, for GPUs, where each work-item has one: what crowd_block.h does for lanes, with
 * the same result. Instead of networks an insertion into a short list in the work-item's own memory; instead
 * of lists of leaves a walk through the tree that keeps nothing but where it is. */
#ifndef THRONG_KERNELS_CROWD_SCALAR_SEARCH_H
#define THRONG_KERNELS_CROWD_SCALAR_SEARCH_H

#include "kernels/crowd/velocity.h"

/* What a work-item needs to itself; numbers of one kind are `stride` apart. */
typedef struct crowd_scalar {
    THRONG_PRIVATE int32_t *kept; /* ranks, two words each */
    THRONG_PRIVATE int32_t *rows;
    private_size stride;
    int32_t nearest, count; /* those asked for, and those found so far */
    float none, reach, bound;
    int32_t perceived;
    crowd_participant a;
} crowd_scalar;

/* What the search asks for of the agent that is the i-th in sorted order. The rest of its body is fetched
 * when it is asked for: registers are few. */
static inline void crowd_scalar_begin(crowd_lanes *l, const crowd_world *world, int32_t i)
{
    THRONG_GLOBAL const crowd_body *body;
    l->places[0] = i;
    l->agents[0] = world->order[i];
    body = world->bodies + l->agents[0];
    l->neighbor_dist = body->neighbor_dist;
    l->settings = body->settings;
}

/* Where it is, as others see it. Of locked ones they see no velocity, and nothing comes of that which they
 * have: they meet no wall, are not congested, and do not move. */
static inline void crowd_scalar_place(crowd_lanes *l, const crowd_participant *a)
{
    l->x = a->x;
    l->y = a->y;
    l->vx = a->vx;
    l->vy = a->vy;
    l->radius = a->radius;
}

/* And what it wants. */
static inline void crowd_scalar_aims(crowd_lanes *l, const crowd_world *world)
{
    THRONG_GLOBAL const crowd_body *body = world->bodies + l->agents[0];
    l->target_x = body->target_x;
    l->target_y = body->target_y;
    l->state = body->state;
}

/* Where it looks, should it not move. */
static inline void crowd_scalar_heading(crowd_lanes *l, const crowd_world *world)
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

static inline void crowd_scalar_put(const crowd_scalar *s, int32_t i, int64_t rank, int32_t row)
{
    THRONG_PRIVATE int32_t *at = s->kept + 2 * (private_size)i * s->stride;
    at[0] = (int32_t)(rank >> 32);
    at[s->stride] = (int32_t)rank;
    s->rows[(private_size)i * s->stride] = row;
}

/* Puts an agent in its place among those found, of whom at most `nearest` stay. */
static inline void crowd_scalar_keep(crowd_scalar *s, int64_t rank, int32_t row)
{
    int32_t at = s->count < s->nearest ? s->count++ : s->nearest - 1;
    for (; at > 0 && crowd_scalar_rank(s, at - 1) > rank; at--)
        crowd_scalar_put(s, at, crowd_scalar_rank(s, at - 1), s->rows[(private_size)(at - 1) * s->stride]);
    crowd_scalar_put(s, at, rank, row);
    if (s->count == s->nearest)
        s->bound = scalar_from_bits((int32_t)(crowd_scalar_rank(s, s->nearest - 1) >> 32));
}

static inline void crowd_scalar_meet(crowd_scalar *s, THRONG_GLOBAL const crowd_plan *plan,
                                     const crowd_world *world, int32_t own, int32_t leaf, const int uses)
{
    const int32_t begin = leaf * CROWD_LEAF;
    for (int32_t i = begin; i < begin + CROWD_LEAF && i < plan->agents; i++) {
        THRONG_GLOBAL const crowd_record *r = world->records + i;
        const float dx = r->x - s->a.x, dy = r->y - s->a.y;
        const float square = i == own ? CROWD_NO_SQUARE : dx * dx + dy * dy;
        int wanted = square <= s->bound && square < s->none;
        if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
            const crowd_participant b = crowd_participant_of(r, world->extras + i, uses);
            const crowd_view view = crowd_perceive(&s->a, &b, dx, dy, square, square < s->none, uses);
            s->perceived += view.perceived != 0;
            wanted = wanted && view.avoids != 0;
        }
        if (wanted && s->nearest > 0) {
            const int64_t rank = crowd_rank(scalar_to_bits(square), r->tie);
            if (s->count < s->nearest || rank < crowd_scalar_rank(s, s->nearest - 1))
                crowd_scalar_keep(s, rank, i);
        }
    }
}

static inline int crowd_scalar_reaches(const crowd_scalar *s, THRONG_GLOBAL const crowd_tree *tree,
                                       THRONG_GLOBAL const float *boxes, int32_t box, const int uses)
{
    float limit = s->bound;
    if (uses & CROWD_SENSES) {
        const float touch = s->a.radius + boxes[box + 4 * tree->boxes];
        limit = scalar_max(s->reach, touch * touch);
    }
    return crowd_box_squares(boxes + box, tree->boxes, s->a.x, s->a.y, 0.0f) <= limit;
}

/* The leaves around its own first, so that far ones need not be looked into. */
static inline void crowd_scalar_search(crowd_scalar *s, THRONG_GLOBAL const crowd_plan *plan,
                                       const crowd_world *world, int32_t own, const int uses)
{
    THRONG_GLOBAL const crowd_tree *tree = &plan->tree;
    const int32_t home = own / CROWD_LEAF, first = home > 0 ? home - 1 : 0;
    const int32_t end = home + 2 < tree->count[0] ? home + 2 : tree->count[0];
    for (int32_t leaf = first; leaf < end; leaf++)
        crowd_scalar_meet(s, plan, world, own, leaf, uses);
    crowd_walk walk = crowd_walk_begin(tree);
    while (walk.level >= 0) {
        const int reached =
            crowd_scalar_reaches(s, tree, world->boxes, tree->first[walk.level] + walk.box, uses);
        if (reached && walk.level == 0 && (walk.box < first || walk.box >= end))
            crowd_scalar_meet(s, plan, world, own, walk.box, uses);
        crowd_walk_on(&walk, tree, reached);
    }
}

#endif
