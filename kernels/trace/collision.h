/* Collision of straight steps with walls: cells of a square grid. A step must not enter a blocked cell or cut
 * a blocked corner. Coordinates are in world units. */
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

/* Offset of a coordinate from the border before a column or row, in world units. Its sign is right, and it is
 * 0 on the border alone. Its relative error is at most 2^-23: the product is exact, and where at - hi is
 * rounded, lo is small beside it. */
static inline float trace_offset(float at, int32_t border, float cell)
{
    const twofloat exact = twofloat_product((float)border, cell);
    return (at - exact.hi) - exact.lo;
}

/* Column or row of an offset in cells, cut to low .. high. */
static inline int32_t trace_floor(float at, int32_t low, int32_t high)
{
    const float held = scalar_min(scalar_max(at, (float)low), (float)high);
    const int32_t cell = (int32_t)held;
    return (float)cell > held ? cell - 1 : cell;
}

/* Last column whose interior lies before an offset. */
static inline int32_t trace_floor_before(float at, int32_t low, int32_t high)
{
    const int32_t cell = trace_floor(at, low, high);
    return (float)cell == at ? cell - 1 : cell;
}

/* Cell of a coordinate; -1 and `count` beyond the map. The quotient may be rounded to the border above it. */
static inline int32_t trace_cell(float at, float cell, int32_t count)
{
    const float cells = at / cell;
    const int32_t found = trace_floor(cells, -1, count);
    return found > 0 && (float)found == cells && trace_offset(at, found, cell) < 0.0f ? found - 1 : found;
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

/* Whether the upper and the left neighbour of a cell are free: a step between that cell and its upper left
 * neighbour must not cut them. */
static inline int32_t trace_corner_free(const potential_terrain *t, terrain_view walls, int32_t column,
                                        int32_t row)
{
    return trace_row_free(t, walls, row - 1, column, column) &&
           trace_row_free(t, walls, row, column - 1, column - 1);
}

/* A step, from its upper end to its lower one. x is in columns from the left border of its start's column, so
 * errors do not grow with its coordinates. */
typedef struct trace_line {
    float x, y, slope; /* of its start, y in world units; columns per world unit */
    float slack;       /* bound of the error of a crossing, in columns */
    int32_t column;    /* of its start */
    int32_t row, last; /* first and last row whose interior it touches */
    int32_t in, out;   /* its columns there at its ends, from the start's */
} trace_line;

/* Whether the cells that a step goes through are free, row by row. A step that comes closer to a corner than
 * its slack touches the cells on both sides of it. It touches no column beyond those of its ends, which are
 * exact: a step in a rectangle of free cells is free.
 *
 * With u = 2^-24 and a step of D columns, the slope is off by 4 u of itself, the offset of a border by 2 u,
 * their product by 7 u D, the crossing by 8 u D + 3 u. Adding the slack rounds once more, so 10 u (1 + D) is
 * enough. */
static inline int32_t trace_way_free(const potential_terrain *t, terrain_view walls, trace_line l)
{
    const int32_t right = l.in < l.out, low = right ? l.in : l.out, high = right ? l.out : l.in;
    NO_UNROLL_ON_GPU for (; l.row <= l.last; l.row++)
    {
        int32_t first = l.out, last = first;
        if (l.row < l.last) {
            const float x = l.x - trace_offset(l.y, l.row + 1, t->cell) * l.slope;
            first = trace_floor(x - l.slack, low, high);
            last = trace_floor_before(x + l.slack, low, high);
            last = last > low ? last : low;
        }
        if (!trace_row_free(t, walls, l.row, l.column + (right ? l.in : first),
                            l.column + (right ? last : l.in)))
            return 0;
        l.in = right ? first : last;
    }
    return 1;
}

/* Tests a step from (ax, ay), in a free cell, to (bx, by). An end on a border touches only the cell on the
 * step's side of it. A step that begins or ends in the corner of four cells must not cut it. */
static inline int32_t trace_test_segment(const potential_terrain *t, terrain_view walls, float ax, float ay,
                                         float bx, float by)
{
    trace_line l;
    const int32_t column = trace_cell(bx, t->cell, t->columns), row = trace_cell(by, t->cell, t->rows);
    const int32_t off = column < 0 || column >= t->columns || row < 0 || row >= t->rows;
    const int32_t from_row = trace_cell(ay, t->cell, t->rows), up = ay > by;
    const float along = (bx - ax) / t->cell;
    l.column = trace_cell(ax, t->cell, t->columns);
    const float offset = trace_offset(ax, l.column, t->cell);
    const int32_t first_row = from_row - (up && trace_offset(ay, from_row, t->cell) == 0.0f);
    const int32_t last_row = row - (by > ay && trace_offset(by, row, t->cell) == 0.0f);
    const int32_t enter = 0 - (ax > bx && offset == 0.0f);
    const int32_t leave = column - (bx > ax && trace_offset(bx, column, t->cell) == 0.0f);
    if ((first_row < from_row && enter < 0 && !trace_corner_free(t, walls, l.column, from_row)) ||
        (last_row < row && leave < column && !trace_corner_free(t, walls, column, row)) ||
        !trace_row_free(t, walls, row, column, column))
        return TRACE_WALL;
    l.x = offset / t->cell;
    l.y = ay;
    l.slope = ay == by ? 0.0f : along / (by - ay);
    l.slack = 5.96046448e-7f * (1.0f + scalar_abs(along));
    l.row = up ? last_row : first_row;
    l.last = up ? first_row : last_row;
    l.in = up ? leave - l.column : enter;
    l.out = up ? enter : leave - l.column;
    return !trace_way_free(t, walls, l) ? TRACE_WALL : off ? TRACE_OFF_MAP : TRACE_FREE;
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
    const int32_t column = trace_cell(x, t->cell, t->columns);
    const int32_t row = trace_cell(y, t->cell, t->rows);
    return column >= 0 && column < t->columns && row >= 0 && row < t->rows &&
           !terrain_blocked(walls, column, row);
}

#endif
