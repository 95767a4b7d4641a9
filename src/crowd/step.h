/* What both backends decide about a step of a crowd before it is made. */
#ifndef THRONG_CROWD_STEP_H
#define THRONG_CROWD_STEP_H

#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/tree.h"
#include "src/crowd/crowd.h"

/* When the curve is rebuilt. */
typedef struct crowd_laying {
    int32_t left;  /* steps that it is still good for */
    int32_t steps; /* for how many it was laid last */
} crowd_laying;

enum { CROWD_LAID_FOR = 32 }; /* steps, at most */

static inline crowd_laying throng_crowd_rebuild(void) { return (crowd_laying){0, 1}; }

/* 1: rebuild it now. The first intervals are short, since a new crowd may spread fast. */
static inline int32_t throng_crowd_lays(crowd_laying *laying)
{
    if (laying->left-- > 0)
        return 0;
    laying->steps = laying->steps < CROWD_LAID_FOR ? 2 * laying->steps : CROWD_LAID_FOR;
    laying->left = laying->steps;
    return 1;
}

/* 1: the curve for so many agents serves no more, now that there are others. */
static inline int32_t throng_crowd_needs_curve(int32_t before, int32_t now)
{
    return before <= CROWD_BLOCK || now <= CROWD_BLOCK || crowd_curve_bits(before) != crowd_curve_bits(now);
}

/* 1: agents are found otherwise when these words of theirs are written. */
static inline int32_t throng_crowd_part_is_found(const throng_crowd_part *part)
{
    const int32_t end = part->first + part->words;
    if (part->of == THRONG_CROWD_RESTS)
        return 0;
    if (part->of == THRONG_CROWD_SENSES)
        return part->first <= (int32_t)(offsetof(crowd_sense, layer) / 4) &&
               end > (int32_t)(offsetof(crowd_sense, layer) / 4);
    return part->first < 2 || end > (int32_t)(offsetof(crowd_body, tie) / 4);
}

/* The i-th query, relative to the crowd's home as agents are. */
static inline throng_crowd_query throng_crowd_query_at(const throng_crowd_search *find, int32_t i)
{
    throng_crowd_query query;
    memcpy(&query, (const char *)find->queries + (size_t)i * find->stride, sizeof query);
    query.x = (float)((double)query.x - find->home_x);
    query.y = (float)((double)query.y - find->home_y);
    return query;
}

/* Boxes over `entries` in leaves of CROWD_LEAF, in two levels at least, the highest of which has one; how
 * many boxes there are. */
static inline int32_t throng_crowd_levels(crowd_tree *tree, int32_t entries)
{
    int32_t count = (entries + CROWD_LEAF - 1) / CROWD_LEAF, boxes = 0;
    tree->levels = 0;
    do {
        tree->first[tree->levels] = boxes;
        tree->count[tree->levels++] = count;
        boxes += (count + 7) / 8 * 8;
        count = (count + 7) / 8;
    } while (tree->count[tree->levels - 1] > 1 || tree->levels < 2);
    tree->boxes = (boxes + CROWD_PADDING + 15) / 16 * 16;
    return tree->boxes;
}

/* Empty boxes behind those of a level. */
static inline void throng_crowd_pad(const crowd_tree *tree, int32_t level, float *boxes)
{
    const crowd_box nobody = crowd_no_box();
    const int32_t end = level + 1 < tree->levels ? tree->first[level + 1] : tree->boxes;
    for (int32_t i = tree->first[level] + tree->count[level]; i < end; i++)
        crowd_box_store(boxes, tree, i, &nobody);
}

static inline void throng_crowd_plan(crowd_plan *plan, const throng_crowd_shape *shape,
                                     const throng_crowd_step_params *step_params, int32_t agents,
                                     const crowd_tree *walls)
{
    throng_crowd_levels(&plan->tree, agents);
    plan->agents = agents;
    plan->walls = *walls;
    plan->uses = shape->uses | (step_params->heterogeneous ? CROWD_HETEROGENEOUS : 0) |
                 (step_params->mixed_targets ? CROWD_MIXED_TARGETS : 0) | (walls->levels ? CROWD_WALLED : 0) |
                 (step_params->unchecked ? CROWD_UNCHECKED : 0) |
                 (step_params->solid ? CROWD_WALLED | CROWD_SOLID : 0);
    if (step_params->moving > 0)
        plan->uses |= CROWD_MOVING;
    plan->moving = step_params->moving;
    plan->moving_walls = step_params->moving_walls;
    if (!step_params->mixed) /* both ways of ranking give the same, and that by centres is faster */
        plan->uses &= ~CROWD_BY_GAPS;
    plan->nearest = shape->nearest;
    plan->dt = step_params->dt;
    plan->per_dt = step_params->per_dt;
    plan->walk = plan->uses & CROWD_HOST_MOVES ? 0.0f : step_params->dt;
    plan->whole = step_params->whole > 0 ? step_params->whole : agents;
    plan->whole_most = step_params->whole_most;
    plan->symmetry = shape->symmetry;
    plan->home_x = shape->home_x;
    plan->home_y = shape->home_y;
    plan->origin_x = shape->origin_x;
    plan->origin_y = shape->origin_y;
    plan->seed_low = (int32_t)(uint32_t)shape->seed;
    plan->seed_high = (int32_t)(uint32_t)(shape->seed >> 32);
    plan->step_low = (int32_t)(uint32_t)step_params->step;
    plan->step_high = (int32_t)(uint32_t)(step_params->step >> 32);
}

#endif
