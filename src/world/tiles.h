/* A map that is cut into rectangles of cells, one for each part of a world. */
#ifndef THRONG_WORLD_TILES_H
#define THRONG_WORLD_TILES_H

#include "src/world/world.h"

#include <throng/terrain.h>

/* Cells with their limits; none where left > right or top > bottom. */
typedef struct throng_box {
    int32_t left, top, right, bottom;
} throng_box;

typedef struct throng_tile {
    throng_region cells;  /* of all parts below; width or height may be 0 */
    int32_t first, count; /* parts below it */
    int32_t children;     /* two, one behind the other; 0: none */
} throng_tile;

typedef struct throng_tiles {
    throng_tile *nodes; /* node 0 is the whole map */
    int32_t capacity;
} throng_tiles;

/* The parts that have cells of a box, one after the other. */
typedef struct throng_tile_search {
    const throng_tiles *tiles;
    throng_box box;
    int32_t depth, stack[20]; /* halves of at most 2^16 parts */
} throng_tile_search;

static inline throng_box throng_box_of(const throng_region *r)
{
    return (throng_box){r->column, r->row, r->column + r->width - 1, r->row + r->height - 1};
}

static inline int32_t throng_box_empty(const throng_box *b)
{
    return b->left > b->right || b->top > b->bottom;
}

static inline throng_box throng_box_common(const throng_box *a, const throng_box *b)
{
    return (throng_box){a->left > b->left ? a->left : b->left, a->top > b->top ? a->top : b->top,
                        a->right < b->right ? a->right : b->right,
                        a->bottom < b->bottom ? a->bottom : b->bottom};
}

static inline int32_t throng_boxes_meet(const throng_box *a, const throng_box *b)
{
    const throng_box common = throng_box_common(a, b);
    return !throng_box_empty(&common);
}

static inline throng_region throng_region_of(const throng_box *b)
{
    return throng_box_empty(b)
               ? (throng_region){b->left, b->top, 0, 0}
               : (throng_region){b->left, b->top, b->right - b->left + 1, b->bottom - b->top + 1};
}

/* With so many cells more on all sides, as far as the map goes. */
throng_box throng_box_around(const throng_box *b, int32_t cells, int32_t width, int32_t height);

/* Cuts a map by the weights of all parts, halves of halves; strips: along rows alone. */
throng_status throng_tiles_create(throng_world *world, throng_tiles *tiles, int32_t width, int32_t height,
                                  const float *weights);
void throng_tiles_release(const throng_world *world, throng_tiles *tiles);
throng_region throng_tiles_region(const throng_tiles *tiles, int32_t part);
/* The part of a cell of the map. */
int32_t throng_tiles_part(const throng_tiles *tiles, int32_t column, int32_t row);
throng_tile_search throng_tiles_search(const throng_tiles *tiles, const throng_box *box);
int32_t throng_tiles_next(throng_tile_search *search); /* -1: there are no more */

#endif
