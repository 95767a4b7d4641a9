/* The memory of a crowd's static obstacles: their walls, in leaves of a tree, and what laying them along the
 * curve takes. */
#ifndef THRONG_CROWD_WALL_LISTS_H
#define THRONG_CROWD_WALL_LISTS_H

#include "kernels/crowd/tree.h"
#include "kernels/crowd/walls.h"
#include "src/crowd/crowd.h"

enum { THRONG_WALL_CHANGES = 32 }; /* pieces of changed leaves, at most */

typedef struct throng_wall_obstacle {
    uint32_t generation;  /* odd while it is there */
    int32_t first, count; /* leaves; of a free one `first` is the next free one */
    int32_t edges;
    int32_t of_terrain; /* 1: it is a part of the crowd's terrain */
} throng_wall_obstacle;

typedef struct throng_binned {
    uint32_t key;
    int32_t index;
} throng_binned;

typedef struct throng_obstacles {
    crowd_tree tree;
    crowd_wall *walls;       /* capacity * CROWD_LEAF */
    float *boxes;            /* 5 for each box of the tree */
    int32_t capacity;        /* leaves, of which the last is never in use */
    int32_t leaves;          /* in use, gaps included */
    int32_t laid;            /* how many of them the last laying had */
    int32_t gaps;            /* leaves of removed obstacles */
    int32_t room;            /* capacity that was asked for, 0: none was */
    crowd_wall *spare_walls; /* with room: for the next laying, of the same capacity; NULL: none so far */
    float *spare_boxes;
    throng_binned *order; /* for laying */
    int32_t order_capacity;
    throng_wall_obstacle *obstacles;
    int32_t obstacles_capacity, obstacles_count, free;
    uint32_t floor; /* of new generations */
    int32_t edges;
    throng_leaves changed[THRONG_WALL_CHANGES]; /* what the backend does not know yet */
    int32_t changes, rebuilt;
} throng_obstacles;

/* Memory for the order of so many obstacles. */
throng_status throng_wall_lists_reserve_order(throng_crowd *crowd, int32_t count);
/* Lists of such a capacity: the spare ones, or new ones. */
throng_status throng_wall_lists_take(throng_crowd *crowd, int32_t capacity, const crowd_tree *tree,
                                     crowd_wall **walls, float **boxes);
/* Those in use become the spare ones where they will serve such a capacity, and are released elsewhere. */
void throng_wall_lists_put_back(throng_crowd *crowd, int32_t capacity);
void throng_wall_lists_release(const throng_allocator *allocator, const throng_obstacles *w);
static inline size_t throng_walls_bytes(int32_t capacity)
{
    return (size_t)capacity * CROWD_LEAF * sizeof(crowd_wall);
}
static inline size_t throng_wall_boxes_bytes(const crowd_tree *tree)
{
    return 5 * (size_t)tree->boxes * sizeof(float);
}

#endif
