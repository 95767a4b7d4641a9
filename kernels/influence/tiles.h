/* Tiles: rectangles of cells that work-groups process, and the tiles that a source touches. The host uses the
 * same code for upper bounds that do not depend on positions. */
#ifndef THRONG_KERNELS_INFLUENCE_TILES_H
#define THRONG_KERNELS_INFLUENCE_TILES_H

#include "kernels/influence/prepare.h"

typedef struct influence_plan {
    int32_t width, height;
    int32_t first_column; /* as in influence_grid */
    float cell_size;
    int32_t pitch;                   /* cells from row to row, a multiple of 16 */
    int32_t tile_width, tile_height; /* the width a multiple of 16 */
    int32_t tiles_x, tiles_y;
    uint32_t list_capacity; /* capacity of the list of tile-source pairs */
    int32_t world_height, kind, propagation, walls_pitch, walls_rows; /* as in influence_grid */
    int32_t first_row; /* 16 words in all: kernels take them so, since some devices handle structs badly */
} influence_plan;

static inline int32_t influence_plan_hex(const influence_plan *plan) { return plan->kind == GRID_HEX; }

typedef struct influence_tiles {
    int32_t left, top;     /* tile */
    int32_t columns, rows; /* in tiles; both 0 if the source touches no cell */
} influence_tiles;

static inline influence_tiles influence_tiles_of(const influence_source *s, const influence_plan *plan)
{
    int32_t first, last;
    influence_columns(s, plan->width, &first, &last);
    influence_tiles t;
    t.left = 0;
    t.top = 0;
    t.columns = 0;
    t.rows = 0;
    if (first <= last && s->row_first <= s->row_last) {
        t.left = first / plan->tile_width;
        t.top = s->row_first / plan->tile_height;
        t.columns = last / plan->tile_width - t.left + 1;
        t.rows = s->row_last / plan->tile_height - t.top + 1;
    }
    return t;
}

/* Upper bound of the tiles that an object can touch at any position. */
static inline uint32_t influence_most_tiles(const influence_object *o, const influence_plan *plan)
{
    influence_source s;
    float front = 1.0f + o->alpha;
    influence_set_decay(&s, o, plan->propagation);
    if (s.strength == 0.0f)
        return 0;
    /* influence_circle() with |fx| + |fy| at most 1 for objects whose circle can touch the map; a further
     * 1e-4 for the length of the direction, which is a unit only to rounding */
    float radius = s.reach * front * front / (1.0f + 2.0f * o->alpha);
    radius = radius * 1.0002f + 0.1f;
    radius = scalar_min(radius, ANCHOR_LIMIT);
    int32_t columns = (int32_t)(2.0f * radius + 3.0f);
    int32_t rows = (int32_t)(2.0f * radius / influence_row_height(influence_plan_hex(plan)) + 3.0f);
    /* n neighbouring cells, n >= 2, lie in at most (n - 2) / size + 2 tiles */
    columns = (columns - 2) / plan->tile_width + 2;
    rows = (rows - 2) / plan->tile_height + 2;
    columns = columns < plan->tiles_x ? columns : plan->tiles_x;
    rows = rows < plan->tiles_y ? rows : plan->tiles_y;
    return (uint32_t)columns * (uint32_t)rows;
}

#endif
