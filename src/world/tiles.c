/* Rectangles of cells: a tree of halves, which all processes make by themselves out of the same weights. */
#include "src/world/tiles.h"
#include "src/core/memory.h"
#include "src/core/status.h"

throng_box throng_box_around(const throng_box *b, int32_t cells, int32_t width, int32_t height)
{
    const throng_box map = {0, 0, width - 1, height - 1};
    const throng_box wide = {b->left - cells, b->top - cells, b->right + cells, b->bottom + cells};
    return throng_box_empty(b) ? *b : throng_box_common(&wide, &map);
}

/* Where so many cells are cut, so that the first half of parts gets its share of them. */
static int32_t share_of(int32_t cells, const float *weights, int32_t half, int32_t count)
{
    double first = 0.0, all = 0.0;
    for (int32_t i = 0; i < count; i++) {
        all += (double)weights[i];
        first += i < half ? (double)weights[i] : 0.0;
    }
    const int32_t at = all > 0.0 ? (int32_t)((double)cells * (first / all) + 0.5) : 0;
    return at < cells ? at : cells;
}

static void divide(const throng_tiles *tiles, int32_t node, int32_t *made, int32_t strips,
                   const float *weights)
{
    throng_tile *t = &tiles->nodes[node];
    const int32_t half = t->count / 2, across = strips || t->cells.width >= t->cells.height;
    throng_region a = t->cells, b = t->cells;
    const int32_t at = share_of(across ? a.width : a.height, weights + t->first, half, t->count);
    if (across) {
        a.width = at;
        b.column += at;
        b.width -= at;
    } else {
        a.height = at;
        b.row += at;
        b.height -= at;
    }
    t->children = *made;
    tiles->nodes[(*made)++] = (throng_tile){a, t->first, half, 0};
    tiles->nodes[(*made)++] = (throng_tile){b, t->first + half, t->count - half, 0};
}

throng_status throng_tiles_create(throng_world *world, throng_tiles *tiles, int32_t width, int32_t height,
                                  const float *weights)
{
    int32_t made = 1;
    tiles->capacity = 2 * world->parts - 1;
    const size_t bytes = (size_t)tiles->capacity * sizeof *tiles->nodes;
    tiles->nodes = throng_allocate(&world->context->allocator, bytes);
    if (!tiles->nodes)
        return throng_fail_memory(world->context, "the cuts of a map", bytes);
    tiles->nodes[0] = (throng_tile){{0, 0, width, height}, 0, world->parts, 0};
    for (int32_t i = 0; i < made; i++)
        if (tiles->nodes[i].count > 1)
            divide(tiles, i, &made, world->def.cut == THRONG_CUT_STRIPS, weights);
    return THRONG_OK;
}

void throng_tiles_release(const throng_world *world, throng_tiles *tiles)
{
    throng_release(&world->context->allocator, tiles->nodes, (size_t)tiles->capacity * sizeof *tiles->nodes);
    tiles->nodes = NULL;
}

throng_region throng_tiles_region(const throng_tiles *tiles, int32_t part)
{
    const throng_tile *t = tiles->nodes;
    while (t->children) {
        const throng_tile *second = &tiles->nodes[t->children + 1];
        t = part < second->first ? second - 1 : second;
    }
    return t->cells;
}

int32_t throng_tiles_part(const throng_tiles *tiles, int32_t column, int32_t row)
{
    const throng_tile *t = tiles->nodes;
    while (t->children) {
        const throng_tile *first = &tiles->nodes[t->children];
        const throng_region *c = &first->cells;
        const int32_t inside = column < c->column + c->width && row < c->row + c->height;
        t = inside ? first : first + 1;
    }
    return t->first;
}

throng_tile_search throng_tiles_search(const throng_tiles *tiles, const throng_box *box)
{
    return (throng_tile_search){.tiles = tiles, .box = *box, .depth = !throng_box_empty(box)};
}

int32_t throng_tiles_next(throng_tile_search *search)
{
    while (search->depth > 0) {
        const throng_tile *t = &search->tiles->nodes[search->stack[--search->depth]];
        const throng_box cells = throng_box_of(&t->cells);
        if (!throng_boxes_meet(&cells, &search->box))
            continue;
        if (!t->children)
            return t->first;
        search->stack[search->depth++] = t->children + 1;
        search->stack[search->depth++] = t->children;
    }
    return -1;
}
