/* Pieces of the plane, one for each part: a tree of straight cuts. */
#ifndef THRONG_WORLD_CUT_H
#define THRONG_WORLD_CUT_H

#include "src/world/world.h"

/* A piece that is cut into two, or a part's. */
typedef struct throng_cut_node {
    int32_t first, count; /* parts */
    int32_t axis;         /* 0: x, 1: y */
    float at;             /* below it: the first child */
    int32_t children;     /* the first one, the other behind it; 0: it is a part's */
} throng_cut_node;

/* nodes[0] is the plane. */
typedef struct throng_cut_tree {
    throng_cut_node *nodes;
    int32_t count, capacity;
    throng_buffer nodes_of, fresh, searches, sums; /* of building, kept for the next time */
} throng_cut_tree;

/* Points of equal weight. */
typedef struct throng_cut_points {
    const float *places; /* x and y of each */
    int32_t count;
    int64_t weight;
} throng_cut_points;

/* All that is there belongs to part 0. */
throng_status throng_cut_create(throng_world *world, throng_cut_tree *cut);
void throng_cut_release(const throng_world *world, throng_cut_tree *cut);
/* The part of a place. */
int32_t throng_cut_part(const throng_cut_tree *cut, float x, float y);
/* Cuts the plane so that parts have about equal weights of the points of all processes; collective. A failure
 * leaves the cut as it is. */
throng_status throng_cut_build(throng_world *world, throng_cut_tree *cut, const throng_cut_points *sets,
                               int32_t count);

#endif
