/* Data layout of potential fields, and the tiles that pair points with the sources around them.
 *
 * Tiles only accelerate the evaluation. They cover the populated middle of the world, and the outer ones
 * extend to infinity. */
#ifndef THRONG_KERNELS_POTENTIAL_LAYOUT_H
#define THRONG_KERNELS_POTENTIAL_LAYOUT_H

#include "kernels/simd/simd.h"

#define POTENTIAL_COINCIDENT 4e-24f /* smallest squared distance used as a divisor */
#define POTENTIAL_NEAREST 1000.0f   /* upper bound of 1 / rho: rho is at least 1e-3 */
#define POTENTIAL_ALL (-1)          /* goal of a point that all goals attract */

/* These have the layout of the public structs, except for the last word of a source. */
typedef struct potential_source {
    float x, y, eta, range, power;
    int32_t type, world;
    float inverse; /* 1 / range */
} potential_source;

typedef struct potential_goal {
    float x, y, k;
    int32_t world;
} potential_goal;

typedef struct potential_point {
    float x, y;
    int32_t goal, world;
} potential_point;

/* A point, sorted by tile. */
typedef struct potential_binned {
    float x, y;
    int32_t goal;
    uint32_t id; /* index of the point */
} potential_binned;

typedef struct potential_force {
    float fx, fy, potential, damage;
} potential_force;

/* Blocked cells as obstacles. */
typedef struct potential_terrain {
    int32_t columns, rows;     /* of a world; columns == 0: no terrain */
    int32_t pitch, each;       /* words per row; rows from world to world, 0: one terrain for all */
    float cell, per_cell;      /* cell size in world units, and its inverse */
    float eta, range, inverse; /* 1 / range */
    int32_t nearest;           /* 1: only the nearest blocked cell acts */
} potential_terrain;

typedef struct potential_plan {
    float left, top, width, height; /* upper left corner and size of the first tile */
    float per_x, per_y;             /* 1 / width, 1 / height */
    int32_t columns, rows, worlds;  /* tiles of a world */
    int32_t goals;                  /* number of goals */
    int32_t damage;                 /* 1: damage is computed */
    int32_t types;                  /* types of the measure, 0: no measure */
    int32_t interaction;            /* 1: interaction scales the repulsion */
    float skin;                     /* source lists also have sources this much farther away */
    potential_terrain terrain;
} potential_plan;

/* Slot, of `count`, of a coordinate. Monotonic despite rounding. */
static inline int32_t potential_slot(float at, float first, float per, int32_t count)
{
    const float slot = (at - first) * per;
    return (int32_t)scalar_min(scalar_max(slot, 0.0f), (float)(count - 1));
}

static inline int32_t potential_tile(const potential_plan *plan, float x, float y, int32_t world)
{
    const int32_t column = potential_slot(x, plan->left, plan->per_x, plan->columns);
    const int32_t row = potential_slot(y, plan->top, plan->per_y, plan->rows);
    return (world * plan->rows + row) * plan->columns + column;
}

/* Factor beyond which 1/rho - 1/range is negative despite rounding. */
#define POTENTIAL_REACH 1.0001f /* in ranges */
static inline float potential_reach(float range) { return range * POTENTIAL_REACH; }

/* Rectangle of tiles that a source can reach. */
typedef struct potential_tiles {
    int32_t column_first, column_last, row_first, row_last; /* rows count the rows of all preceding worlds */
} potential_tiles;

static inline potential_tiles potential_tiles_of(const potential_plan *plan, float x, float y, float range,
                                                 int32_t world)
{
    const float reach = potential_reach(range) + plan->skin;
    const int32_t above = world * plan->rows;
    potential_tiles t;
    t.column_first = potential_slot(x - reach, plan->left, plan->per_x, plan->columns);
    t.column_last = potential_slot(x + reach, plan->left, plan->per_x, plan->columns);
    t.row_first = above + potential_slot(y - reach, plan->top, plan->per_y, plan->rows);
    t.row_last = above + potential_slot(y + reach, plan->top, plan->per_y, plan->rows);
    return t;
}

/* Upper bound of their number for any position of the source. A tile is at least POTENTIAL_TILE_LEAST times
 * the largest coordinate, so that rounding moves a border by a small fraction of a tile. */
#define POTENTIAL_TILE_LEAST 2e-6f
static inline uint32_t potential_tiles_bound(const potential_plan *plan, float range)
{
    const float reach = potential_reach(range) + plan->skin;
    const float across = 2.0f * reach * plan->per_x * 1.00001f + 2.5f;
    const float down = 2.0f * reach * plan->per_y * 1.00001f + 2.5f;
    return (uint32_t)scalar_min(across, (float)plan->columns) * (uint32_t)scalar_min(down, (float)plan->rows);
}

#endif
