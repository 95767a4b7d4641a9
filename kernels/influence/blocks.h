/* Blocks of a map on OpenCL devices: cells whose sums are kept or made again together. For work-groups a
 * block is a tile; where a work-item has a tile, it is a part of that. */
#ifndef THRONG_KERNELS_INFLUENCE_BLOCKS_H
#define THRONG_KERNELS_INFLUENCE_BLOCKS_H

#include "kernels/influence/device.h"

#if THRONG_WIDTH == 1
#define BLOCK_COLUMNS TILE_WIDTH
#define BLOCK_ROWS (4 * ROWS_APART)
#else
#define BLOCK_COLUMNS 32 /* as src/cl/influence/influence.h has it */
#define BLOCK_ROWS 8
#endif

/* A rectangle of blocks, limits included; none where left > right. */
typedef struct influence_box {
    int32_t left, right, top, bottom;
} influence_box;

static int blocks_across(const influence_plan *plan)
{
    return (plan->width + BLOCK_COLUMNS - 1) / BLOCK_COLUMNS;
}

static influence_box empty_box(void)
{
    influence_box box;
    box.left = 1;
    box.right = 0;
    box.top = 0;
    box.bottom = 0;
    return box;
}

/* Blocks that a source touches. */
static influence_box box_of(const influence_source *s, const influence_plan *plan)
{
    influence_box box = empty_box();
    int32_t first, last;
    influence_columns(s, plan->width, &first, &last);
    if (first <= last && s->row_first <= s->row_last) {
        box.left = first / BLOCK_COLUMNS;
        box.right = last / BLOCK_COLUMNS;
        box.top = s->row_first / BLOCK_ROWS;
        box.bottom = s->row_last / BLOCK_ROWS;
    }
    return box;
}

/* Work-items that mark the same block write the same. */
static void mark_box(__global int *dirty, influence_box box, const influence_plan *plan)
{
    const int across = blocks_across(plan);
    for (int32_t y = box.top; y <= box.bottom; y++)
        for (int32_t x = box.left; x <= box.right; x++)
            dirty[y * across + x] = 1;
}

static int32_t blocks_of(influence_box b) { return (b.right - b.left + 1) * (b.bottom - b.top + 1); }

/* Both boxes, as one where that has no more blocks: objects move little. */
static void mark_both(__global int *dirty, influence_box a, influence_box b, const influence_plan *plan)
{
    influence_box both;
    both.left = min(a.left, b.left);
    both.right = max(a.right, b.right);
    both.top = min(a.top, b.top);
    both.bottom = max(a.bottom, b.bottom);
    if (a.left <= a.right && b.left <= b.right && blocks_of(both) <= blocks_of(a) + blocks_of(b)) {
        mark_box(dirty, both, plan);
    } else {
        mark_box(dirty, a, plan);
        mark_box(dirty, b, plan);
    }
}

/* How many blocks of a box are to be summed; stops at `most`. everything: all of them, marked or not. */
static uint dirty_blocks(__global const int *dirty, influence_box box, const influence_plan *plan,
                         int everything, uint most)
{
    const int across = blocks_across(plan);
    uint found = everything && box.left <= box.right ? (uint)blocks_of(box) : 0;
    for (int32_t y = box.top; y <= box.bottom && !everything && found < most; y++)
        for (int32_t x = box.left; x <= box.right && found < most; x++)
            found += dirty[y * across + x] != 0;
    return found;
}

#if THRONG_WIDTH == 1

/* Block k of those of a box that are to be summed, row by row. */
static uint dirty_block(__global const int *dirty, influence_box box, const influence_plan *plan,
                        int everything, uint k)
{
    const int across = blocks_across(plan);
    const uint columns = (uint)(box.right - box.left + 1);
    if (everything)
        return ((uint)box.top + k / columns) * (uint)across + (uint)box.left + k % columns;
    for (int32_t y = box.top; y <= box.bottom; y++)
        for (int32_t x = box.left; x <= box.right; x++) {
            if (!dirty[y * across + x])
                continue;
            if (k == 0)
                return (uint)(y * across + x);
            k--;
        }
    return 0; /* not reached: there are more than k */
}

#else

/* Blocks of a tile in a row: a tile's sizes are multiples of a block's, unless there is one column of tiles.
 * */
static int tile_blocks(const influence_plan *plan)
{
    return plan->tiles_x == 1 ? blocks_across(plan) : plan->tile_width / BLOCK_COLUMNS;
}

static influence_tiles tiles_of_box(influence_box box, const influence_plan *plan)
{
    const int32_t columns = tile_blocks(plan), rows = plan->tile_height / BLOCK_ROWS;
    influence_tiles t;
    t.left = box.left / columns;
    t.top = box.top / rows;
    t.columns = box.right / columns - t.left + 1;
    t.rows = box.bottom / rows - t.top + 1;
    return t;
}

/* Whether a box has a block of a tile that is to be summed. */
static int tile_counts(__global const int *dirty, influence_box box, const influence_plan *plan, int32_t x,
                       int32_t y, int everything)
{
    const int32_t columns = tile_blocks(plan), rows = plan->tile_height / BLOCK_ROWS;
    if (everything)
        return 1;
    box.left = max(box.left, x * columns);
    box.right = min(box.right, x * columns + columns - 1);
    box.top = max(box.top, y * rows);
    box.bottom = min(box.bottom, y * rows + rows - 1);
    return dirty_blocks(dirty, box, plan, 0, 1) > 0;
}

/* A rectangle of blocks. */
typedef struct influence_piece {
    int column, columns, row, rows;
} influence_piece;

static void mark_piece(__global int *marks, int across, influence_piece p, int mark)
{
    for (int y = p.row; y < p.row + p.rows; y++)
        for (int x = p.column; x < p.column + p.columns; x++)
            marks[y * across + x] = mark;
}

static int row_is(__global const int *dirty, int across, influence_piece p, int row, int mark)
{
    for (int x = p.column; x < p.column + p.columns; x++)
        if (dirty[row * across + x] != mark)
            return 0;
    return 1;
}

/* The largest piece of blocks with this mark in a tile, to the right and then down; marks it anew. */
static influence_piece piece_from(__global int *dirty, int across, influence_piece tile, int column, int row,
                                  int mark, int next)
{
    influence_piece p = {column, 1, row, 1};
    while (column + p.columns < tile.column + tile.columns &&
           dirty[row * across + column + p.columns] == mark)
        p.columns++;
    while (row + p.rows < tile.row + tile.rows && row_is(dirty, across, p, row + p.rows, mark))
        p.rows++;
    mark_piece(dirty, across, p, next);
    return p;
}

static influence_tile tile_of_piece(influence_piece p, const influence_plan *plan, ulong *place, int *columns)
{
    influence_tile tile;
    tile.column_first = p.column * BLOCK_COLUMNS;
    tile.row_first = p.row * BLOCK_ROWS;
    tile.column_count = min(p.columns * BLOCK_COLUMNS, plan->width - tile.column_first);
    tile.row_count = min(p.rows * BLOCK_ROWS, plan->height - tile.row_first);
    tile.pitch = plan->tile_width + 16;
    tile.hex = influence_plan_hex(plan);
    tile.double_pumped = 0;
    *columns = min(p.columns * BLOCK_COLUMNS, plan->pitch - tile.column_first);
    *place = (ulong)tile.row_first * (ulong)plan->pitch + (ulong)tile.column_first;
    return tile;
}

#endif

#endif
