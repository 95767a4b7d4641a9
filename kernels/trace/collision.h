/* Collision of straight steps with walls: cells of a square grid. A step must not enter a blocked cell or cut
 * a blocked corner. Coordinates are in cells. */
#ifndef THRONG_KERNELS_TRACE_COLLISION_H
#define THRONG_KERNELS_TRACE_COLLISION_H

#include "kernels/common/twofloat.h"
#include "kernels/trace/layout.h"

#define TRACE_FREE 1
#define TRACE_WALL 0
#define TRACE_OFF_MAP (-1)

static inline terrain_view trace_walls_of(const trace_field *f, const potential_terrain *t, int32_t world)
{
    terrain_view view;
    view.bits = f->walls + (size_t)world * (size_t)t->each * (size_t)t->pitch;
    view.pitch = t->pitch;
    return view;
}

/* Coordinate in cells. A coordinate below a cell border stays below it, where rounding would put it on the
 * border. */
static inline float trace_in_cells(float at, float cell)
{
    const float cells = at / cell;
    const int32_t border = (int32_t)scalar_min(scalar_max(cells, 0.0f), 1048576.0f); /* larger than any map */
    if (border == 0 || (float)border != cells)
        return cells;
    const twofloat exact = twofloat_product(cells, cell);
    return (at - exact.hi) - exact.lo < 0.0f ? scalar_from_bits(scalar_to_bits(cells) - 1) : cells;
}

/* Cell of a coordinate; -1 and `count` beyond the map. */
static inline int32_t trace_cell(float at, int32_t count)
{
    const float held = scalar_min(scalar_max(at, -1.0f), (float)count);
    const int32_t cell = (int32_t)held;
    return (float)cell > held ? cell - 1 : cell;
}

/* Last cell whose interior lies before a coordinate. */
static inline int32_t trace_cell_before(float at, int32_t count)
{
    const int32_t cell = trace_cell(at, count);
    return (float)cell == at ? cell - 1 : cell;
}

/* Whether columns first .. last of a row are free. Columns off the map are ignored. */
static inline int32_t trace_row_free(const potential_terrain *t, terrain_view walls, int32_t row,
                                     int32_t first, int32_t last)
{
    first = first > 0 ? first : 0;
    last = last < t->columns ? last : t->columns - 1;
    if (row < 0 || row >= t->rows)
        return 1;
    NO_UNROLL_ON_GPU for (int32_t column = first; column <= last;
                          column += 32) if (terrain_bits(walls, column, row) &
                                            potential_between(0, last - column)) return 0;
    return 1;
}

/* A step that starts exactly on a grid point belongs to the cell right below it. It must not leave across a
 * blocked edge, or into the opposite cell past a blocked corner. */
static inline int32_t trace_leaves_corner(const potential_terrain *t, terrain_view walls, float x, float y,
                                          float dx, float dy)
{
    const int32_t column = trace_cell(x, t->columns), row = trace_cell(y, t->rows);
    if ((float)column != x || (float)row != y || dx >= 0.0f || dy >= 0.0f)
        return 1;
    return trace_row_free(t, walls, row - 1, column - 1, column) &&
           trace_row_free(t, walls, row, column - 1, column);
}

/* A step that ends exactly on a grid point ends in the cell right below it. It must not come there from the
 * opposite cell past a blocked corner. */
static inline int32_t trace_enters_corner(const potential_terrain *t, terrain_view walls, float x, float y,
                                          float dx, float dy)
{
    const int32_t column = trace_cell(x, t->columns), row = trace_cell(y, t->rows);
    if ((float)column != x || (float)row != y || dx <= 0.0f || dy <= 0.0f)
        return 1;
    return trace_row_free(t, walls, row - 1, column, column) &&
           trace_row_free(t, walls, row, column - 1, column - 1);
}

/* A line segment. */
typedef struct trace_line {
    float ax, ay, bx, by, low, high, slope, slack;
} trace_line;

/* x at which the segment crosses y, moved to one side by the rounding error: a segment that close to a corner
 * touches the cells on both sides of it. */
static inline float trace_crossing(const trace_line *l, float y, float side)
{
    if (y == l->ay || y == l->by)
        return y == l->ay ? l->ax : l->bx;
    const float x = l->ax + (y - l->ay) * l->slope;
    return scalar_min(scalar_max(x, l->low), l->high) + side * l->slack;
}

/* Tests a segment. Its start lies in a free cell and is given in cells, its end in world units. */
static inline int32_t trace_test_segment(const potential_terrain *t, terrain_view walls, float ax, float ay,
                                         float bx, float by)
{
    trace_line l;
    l.ax = ax;
    l.ay = ay;
    l.bx = trace_in_cells(bx, t->cell);
    l.by = trace_in_cells(by, t->cell);
    l.low = scalar_min(l.ax, l.bx);
    l.high = scalar_max(l.ax, l.bx);
    const float top = scalar_min(l.ay, l.by), bottom = scalar_max(l.ay, l.by);
    l.slope = top < bottom ? (l.bx - l.ax) / (l.by - l.ay) : 0.0f;
    l.slack = l.low < l.high ? 5e-7f * scalar_max(scalar_abs(l.ax), scalar_abs(l.bx)) : 0.0f;
    const int32_t column = trace_cell(l.bx, t->columns), row = trace_cell(l.by, t->rows);
    const int32_t first = trace_cell(top, t->rows);
    const int32_t last = top < bottom ? trace_cell_before(bottom, t->rows) : first;
    const int32_t off = column < 0 || column >= t->columns || row < 0 || row >= t->rows;
    if (!trace_leaves_corner(t, walls, l.ax, l.ay, l.bx - l.ax, l.by - l.ay) ||
        !trace_enters_corner(t, walls, l.bx, l.by, l.bx - l.ax, l.by - l.ay) ||
        !trace_row_free(t, walls, row, column, column))
        return TRACE_WALL;
    const int32_t rightwards = (l.bx > l.ax) == (l.by > l.ay); /* as y increases */
    NO_UNROLL_ON_GPU for (int32_t r = first; r <= last; r++)
    {
        const float upper = scalar_max(top, (float)r), lower = scalar_min(bottom, (float)(r + 1));
        const float at_upper = trace_crossing(&l, upper, rightwards ? -1.0f : 1.0f);
        const float at_lower = trace_crossing(&l, lower, rightwards ? 1.0f : -1.0f);
        const float left = top < bottom ? scalar_min(at_upper, at_lower) : l.low;
        const float right = top < bottom ? scalar_max(at_upper, at_lower) : l.high;
        const int32_t from = trace_cell(left, t->columns);
        const int32_t to = left < right ? trace_cell_before(right, t->columns) : from;
        if (!trace_row_free(t, walls, r, from, to))
            return TRACE_WALL;
    }
    return off ? TRACE_OFF_MAP : TRACE_FREE;
}

/* Whether the square around a position has no wall. The border of the map does not count. */
static inline int32_t trace_area_is_free(const potential_terrain *t, terrain_view walls, float x, float y,
                                         float reach)
{
    int32_t left, right, top, bottom;
    uint32_t found = 0;
    potential_cells(x, x, reach, t->per_cell, t->columns, &left, &right);
    potential_cells(y, y, reach, t->per_cell, t->rows, &top, &bottom);
    if (bottom - top > 64)
        return 0;
    NO_UNROLL_ON_GPU for (int32_t column = left; column <= right && !found; column += 32)
    {
        const uint32_t wanted = potential_between(0, right - column);
        NO_UNROLL_ON_GPU for (int32_t row = top; row <= bottom && !found; row++) found =
            terrain_bits(walls, column, row) & wanted;
    }
    return found == 0;
}

/* Whether a position is on the map and in a free cell. */
static inline int32_t trace_is_free(const potential_terrain *t, terrain_view walls, float x, float y)
{
    const int32_t column = trace_cell(trace_in_cells(x, t->cell), t->columns);
    const int32_t row = trace_cell(trace_in_cells(y, t->cell), t->rows);
    return column >= 0 && column < t->columns && row >= 0 && row < t->rows &&
           !terrain_blocked(walls, column, row);
}

#endif
