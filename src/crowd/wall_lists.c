/* The memory of a crowd's static obstacles. Where room was asked for, the lists of the last laying stay for
 * the next one. */
#include "src/crowd/wall_lists.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"

#include <string.h>

size_t throng_crowd_walls_bytes(const throng_crowd *crowd)
{
    const throng_obstacles *w = crowd->walls;
    if (!w)
        return 0;
    const size_t lists = throng_walls_bytes(w->capacity) + throng_wall_boxes_bytes(&w->tree);
    return sizeof *w + (w->walls ? lists : 0) + (w->spare_walls ? lists : 0) +
           (size_t)w->order_capacity * sizeof *w->order +
           (size_t)w->obstacles_capacity * sizeof *w->obstacles;
}

int32_t throng_crowd_walls_count(const throng_crowd *crowd) { return crowd->walls ? crowd->walls->edges : 0; }

void throng_wall_lists_release(const throng_allocator *allocator, const throng_obstacles *w)
{
    throng_release(allocator, w->walls, throng_walls_bytes(w->capacity));
    throng_release(allocator, w->boxes, throng_wall_boxes_bytes(&w->tree));
    throng_release(allocator, w->spare_walls, throng_walls_bytes(w->capacity));
    throng_release(allocator, w->spare_boxes, throng_wall_boxes_bytes(&w->tree));
    throng_release(allocator, w->order, (size_t)w->order_capacity * sizeof *w->order);
    throng_release(allocator, w->obstacles, (size_t)w->obstacles_capacity * sizeof *w->obstacles);
}

void throng_crowd_walls_release(throng_crowd *crowd)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    throng_obstacles *w = crowd->walls;
    if (!w)
        return;
    throng_wall_lists_release(allocator, w);
    throng_release(allocator, w, sizeof *w);
    crowd->walls = NULL;
}

throng_status throng_wall_lists_reserve_order(throng_crowd *crowd, int32_t count)
{
    throng_obstacles *w = crowd->walls;
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const int32_t capacity = count > w->obstacles_capacity ? count : w->obstacles_capacity;
    if (count <= w->order_capacity)
        return THRONG_OK;
    throng_binned *order = throng_allocate(allocator, (size_t)capacity * sizeof *order);
    if (!order)
        return throng_fail_memory(crowd->object.context, "obstacles", (size_t)capacity * sizeof *order);
    throng_release(allocator, w->order, (size_t)w->order_capacity * sizeof *w->order);
    w->order = order;
    w->order_capacity = capacity;
    return THRONG_OK;
}

throng_status throng_wall_lists_take(throng_crowd *crowd, int32_t capacity, const crowd_tree *tree,
                                     crowd_wall **walls, float **boxes)
{
    throng_obstacles *w = crowd->walls;
    const throng_allocator *allocator = &crowd->object.context->allocator;
    *walls = capacity == w->capacity ? w->spare_walls : NULL;
    *boxes = capacity == w->capacity ? w->spare_boxes : NULL;
    if (*walls) {
        w->spare_walls = NULL;
        w->spare_boxes = NULL;
        return THRONG_OK;
    }
    *walls = throng_allocate(allocator, throng_walls_bytes(capacity));
    *boxes = *walls ? throng_allocate(allocator, throng_wall_boxes_bytes(tree)) : NULL;
    if (*boxes)
        return THRONG_OK;
    throng_release(allocator, *walls, throng_walls_bytes(capacity));
    return throng_fail_memory(crowd->object.context, "obstacles",
                              throng_walls_bytes(capacity) + throng_wall_boxes_bytes(tree));
}

void throng_wall_lists_put_back(throng_crowd *crowd, int32_t capacity)
{
    throng_obstacles *w = crowd->walls;
    const throng_allocator *allocator = &crowd->object.context->allocator;
    if (w->room > 0 && capacity == w->capacity) {
        memset(w->walls, 0, throng_walls_bytes(capacity)); /* leaves that are not in use have no walls */
        w->spare_walls = w->walls;
        w->spare_boxes = w->boxes;
        return;
    }
    throng_release(allocator, w->walls, throng_walls_bytes(w->capacity));
    throng_release(allocator, w->boxes, throng_wall_boxes_bytes(&w->tree));
    throng_release(allocator, w->spare_walls, throng_walls_bytes(w->capacity));
    throng_release(allocator, w->spare_boxes, throng_wall_boxes_bytes(&w->tree));
    w->spare_walls = NULL;
    w->spare_boxes = NULL;
}
