/* What a potential field is made of, and the tiles that bring points and the sources around them together.
 * Tiles are only there for speed: they cover the middle of what is there, and the outer ones reach to
 * infinity. */
#ifndef THRONG_KERNELS_POTENTIAL_LAYOUT_H
#define THRONG_KERNELS_POTENTIAL_LAYOUT_H

#include "kernels/simd/simd.h"

#define POTENTIAL_COINCIDENT 4e-24f /* the least square of a distance that divides */
#define POTENTIAL_NEAREST 1000.0f   /* 1 / rho where rho counts as 1e-3 */
#define POTENTIAL_ALL (-1)          /* a point's goal: all of them */

/* These are as in throng.h, but for the last word of a source. */
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

/* A point where its tile's points lie together. */
typedef struct potential_binned {
    float x, y;
    int32_t goal;
    uint32_t id; /* its number */
} potential_binned;

typedef struct potential_force {
    float fx, fy, potential, damage;
} potential_force;

/* Walls as obstacles. */
typedef struct potential_terrain {
    int32_t columns, rows;     /* of a world; no columns: no terrain */
    int32_t pitch, each;       /* words of a row; rows from world to world, 0: one for all */
    float cell, per_cell;      /* world units, and their inverse */
    float eta, range, inverse; /* 1 / range */
    int32_t nearest;           /* 1: the nearest one alone */
} potential_terrain;

typedef struct potential_plan {
    float left, top, width, height; /* of the upper left tile */
    float per_x, per_y;             /* 1 / width, 1 / height */
    int32_t columns, rows, worlds;  /* tiles of a world */
    int32_t goals;                  /* how many */
    int32_t damage;                 /* is it asked for? */
    int32_t types;                  /* of the measure, 0: none */
    int32_t interaction;            /* does it scale the repulsion? */
    float skin;                     /* lists have sources that are so much farther away, too */
    potential_terrain terrain;
} potential_plan;

/* Which of `count` pieces a coordinate lies in; rounding keeps the order of coordinates. */
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

/* Farther away, even a rounded 1/rho stays below 1/range. */
#define POTENTIAL_REACH 1.0001f /* ranges */
static inline float potential_reach(float range) { return range * POTENTIAL_REACH; }

/* The tiles that a source can reach. */
typedef struct potential_tiles {
    int32_t column_first, column_last, row_first, row_last; /* row_first counts the rows of worlds before */
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

/* At least their number, wherever the source is. A tile is at least POTENTIAL_TILE_LEAST of the largest
 * coordinate of all tiles, so that what rounding moves is a small part of one. */
#define POTENTIAL_TILE_LEAST 2e-6f
static inline uint32_t potential_tiles_bound(const potential_plan *plan, float range)
{
    const float reach = potential_reach(range) + plan->skin;
    const float across = 2.0f * reach * plan->per_x * 1.00001f + 2.5f;
    const float down = 2.0f * reach * plan->per_y * 1.00001f + 2.5f;
    return (uint32_t)scalar_min(across, (float)plan->columns) * (uint32_t)scalar_min(down, (float)plan->rows);
}

#endif
