/* Length of one shortest path: relaxation from its start, in a window that grows until it contains the
 * path. */
#ifndef THRONG_KERNELS_COMMON_PATH_DISTANCE_H
#define THRONG_KERNELS_COMMON_PATH_DISTANCE_H

#include "kernels/common/relaxation.h"

#define PATH_NONE (-1.0f)
#define PATH_TOO_LONG (-2.0f) /* too long for these keys; wider ones may find it */
#define PATH_IN_MORE (-3.0f)  /* there may be one in a larger window */
#define PATH_WIDEST_ROUND (-1)

static inline float path_larger(float a, float b) { return a > b ? a : b; }

/* Lower bound of the length of any path between two cells. */
static inline float path_lower_bound(int32_t dx, int32_t dy, int grid)
{
    float right = (float)(dx < 0 ? -dx : dx), down = (float)(dy < 0 ? -dy : dy);
    if (grid == GRID_SQUARE4)
        return right + down;
    if (grid == GRID_HEX) /* each row step moves half a column */
        return down + path_larger(right - 0.5f * down - 0.5f, 0.0f);
    return path_larger(right, down) + 0.41421f * (right < down ? right : down);
}

static inline relax_area path_area(const int32_t from_to[4], int32_t columns, int32_t rows, float farthest)
{
    int32_t cells = (int32_t)scalar_min(farthest, 2097152.0f) + 1;
    int32_t right = from_to[0] + cells, bottom = from_to[1] + cells;
    relax_area area;
    area.column = from_to[0] > cells ? from_to[0] - cells : 0;
    area.row = from_to[1] > cells ? from_to[1] - cells : 0;
    area.columns = (right < columns - 1 ? right : columns - 1) - area.column + 1;
    area.rows = (bottom < rows - 1 ? bottom : rows - 1) - area.row + 1;
    return area;
}

/* Searches paths up to length `farthest`. *more: longer paths may exist. */
static inline float path_search(THRONG_SCRATCH void *scratch, terrain_view walls, relax_area area,
                                const int32_t from_to[4], float farthest, int wide, int grid, int *more)
{
    const int32_t rank[RELAX_DIRECTIONS] = {0, 0, 0, 0, 0, 0, 0, 0};
    const int octile = grid == GRID_SQUARE8;
    int32_t column = from_to[0] - area.column + 1, row = from_to[1] - area.row + 1;
    int32_t to_column = from_to[2] - area.column + 1, to_row = from_to[3] - area.row + 1;
    int32_t inside = to_column >= 1 && to_column <= area.columns && to_row >= 1 && to_row <= area.rows;
    if (wide) {
        int32_t bound = octile ? (int32_t)(farthest * 13860.1f) + 2 : (int32_t)farthest + 1;
        wide_window w = wide_open(scratch, area, walls, 8 * bound + 8);
        wide_paths(&w, column, row, 0, octile ? PATH_WIDE_Q : 1, PATH_WIDE_P, rank, grid);
        *more = wide_any(&w, 8 * (bound - (octile ? PATH_WIDE_P : 1))); /* one step less */
        int32_t key = inside ? w.keys[to_row * w.pitch + to_column] : w.nothing;
        if (key == w.nothing)
            return PATH_NONE;
        return octile ? path_wide_exact_length(key >> 3) : (float)(key >> 3);
    }
    int64_t nothing = 8 * ((int64_t)farthest + 2) * (octile ? PATH_WIDEST_Q + 1 : 1);
    widest_window w = widest_open(scratch, area, walls, nothing);
    widest_paths(&w, column, row, 0, octile ? PATH_WIDEST_Q : 1, PATH_WIDEST_P, rank, grid);
    *more = 0;
    int64_t key = inside ? w.keys[to_row * w.pitch + to_column] : nothing;
    if (key == nothing)
        return PATH_NONE;
    return octile ? path_widest_length(key >> 3) : (float)(key >> 3);
}

/* The longest path that is searched for in a round: windows grow until one has the path. */
static inline float path_farthest(const int32_t from_to[4], int32_t round, int grid)
{
    const float longest = grid == GRID_SQUARE8 ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS;
    const float least = path_lower_bound(from_to[2] - from_to[0], from_to[3] - from_to[1], grid);
    float farthest = scalar_min(least * 1.25f + 8.0f, longest);
    for (int32_t i = 0; i < round; i++)
        farthest = scalar_min(farthest * 2.0f, longest);
    return farthest;
}

/* from_to: start and goal cell of a world of this size. */
static inline float path_distance_of_grid(THRONG_SCRATCH void *scratch, terrain_view walls, int32_t columns,
                                          int32_t rows, const int32_t from_to[4], int32_t round, int grid)
{
    const float longest = grid == GRID_SQUARE8 ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS;
    int more = 1;
    if (terrain_blocked(walls, from_to[0], from_to[1]) || terrain_blocked(walls, from_to[2], from_to[3]))
        return PATH_NONE;
    if (from_to[0] == from_to[2] && from_to[1] == from_to[3])
        return 0.0f;
    if (round == PATH_WIDEST_ROUND)
        return path_search(scratch, walls, path_area(from_to, columns, rows, 1e9f), from_to, 7.0e8f, 0, grid,
                           &more);
    const float farthest = path_farthest(from_to, round, grid);
    const relax_area area = path_area(from_to, columns, rows, farthest);
    const float length = path_search(scratch, walls, area, from_to, farthest, 1, grid, &more);
    if (length >= 0.0f || !more)
        return length;
    return farthest >= longest ? PATH_TOO_LONG : PATH_IN_MORE;
}

/* The length of a shortest path if it is in the window of this round, from 0 on; in the widest round, which
 * has 64-bit keys, whatever it is. */
static inline float path_distance(THRONG_SCRATCH void *scratch, terrain_view walls, int32_t columns,
                                  int32_t rows, const int32_t from_to[4], int32_t round, int32_t grid)
{
    if (grid == GRID_SQUARE8)
        return path_distance_of_grid(scratch, walls, columns, rows, from_to, round, GRID_SQUARE8);
    if (grid == GRID_SQUARE4)
        return path_distance_of_grid(scratch, walls, columns, rows, from_to, round, GRID_SQUARE4);
    return path_distance_of_grid(scratch, walls, columns, rows, from_to, round, GRID_HEX);
}

/* Bytes of scratch memory for a window, or in the widest round. */
static inline size_t path_distance_scratch(int32_t columns, int32_t rows, int32_t widest)
{
    return widest ? widest_bytes(columns, rows) : wide_bytes(columns, rows);
}

#endif
