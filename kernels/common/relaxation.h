/* Spreading from one cell over a window of the map, for each type of key: paths (the least key wins) with
 * keys of 16, 32 and 64 bits, adjacent propagation (the largest influence wins) with floats. */
#ifndef THRONG_KERNELS_COMMON_RELAXATION_H
#define THRONG_KERNELS_COMMON_RELAXATION_H

#include "kernels/common/directions.h"
#include "kernels/common/path_length.h"
#include "kernels/common/terrain.h"

/* A window of one world: columns and rows of the map, and which world row 0 is. */
typedef struct spread_area {
    int32_t column, row; /* first */
    int32_t columns, rows;
} spread_area;

static inline int32_t round_up(int32_t n, int32_t to) { return (n + to - 1) / to * to; }

/* Columns of a window's row, in whole vectors: where the first and the last one begin. */
typedef struct spread_range {
    int32_t first, last;
} spread_range;

/* What the rows below and above have not seen yet of a row, and all of it that is reached. */
typedef struct spread_row {
    spread_range down, up, reached;
} spread_row;

/* Vectors of so many lanes that a row takes in hand at once. */
#define SPREAD_CHUNK(lanes) ((lanes) < 32 ? 4 : 2)

/* Keys of a window's row: the area, a wall on each side, whole vectors, and at least a chunk of them. */
static inline int32_t spread_pitch(int32_t columns, int32_t lanes)
{
    int32_t pitch = round_up(columns + 2, lanes);
    return pitch > SPREAD_CHUNK(lanes) * lanes ? pitch : SPREAD_CHUNK(lanes) * lanes;
}

/* What a window takes: two arrays of keys of this size, with as many lanes to a vector, and its rows. */
static inline size_t spread_bytes(int32_t columns, int32_t rows, size_t key, int32_t lanes)
{
    size_t keys = (size_t)spread_pitch(columns, lanes) * (size_t)(rows + 2) + 128 / key;
    return 2 * keys * key + (size_t)(rows + 2) * sizeof(spread_row) + 64;
}

static inline spread_range spread_nothing(void)
{
    const spread_range none = {0x7fffffff, -1};
    return none;
}

static inline spread_row spread_no_news(void)
{
    spread_row row;
    row.down = spread_nothing();
    row.up = row.down;
    row.reached = row.down;
    return row;
}

static inline void spread_join(THRONG_SCRATCH spread_range *range, spread_range more)
{
    range->first = more.first < range->first ? more.first : range->first;
    range->last = more.last > range->last ? more.last : range->last;
}

static inline void spread_tell(THRONG_SCRATCH spread_row *row, spread_range changed)
{
    spread_join(&row->down, changed);
    spread_join(&row->up, changed);
    spread_join(&row->reached, changed);
}

#if THRONG_WIDTH > 1 && !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__)
#define SPREAD_LANES 1
#endif

#ifdef SPREAD_LANES
/* One of many windows of one size: its area lies in its upper left, below so many rows of walls. */
typedef struct spread_seat {
    spread_area area;
    terrain_view walls;
    int32_t above;
} spread_seat;

/* Which of the columns x .. x + 31 of such a window are walls. */
static inline uint32_t spread_seat_walls(const spread_seat *s, int32_t x, int32_t row)
{
    const int32_t left = s->area.columns + 1 - x;
    row -= s->above;
    if (row < 1 || row > s->area.rows || left <= 0)
        return ~0u;
    return (x == 0 ? 1u : 0u) | (left < 32 ? ~0u << left : 0u) |
           terrain_bits(s->walls, s->area.column + x - 1, s->area.row + row - 1);
}

/* What such windows take, with keys of so many bytes for each cell of all of them. */
static inline size_t spread_lanes_bytes(int32_t columns, int32_t rows, size_t keys)
{
    return ((size_t)(rows + 2) * 2 + 1) * (size_t)(columns + 2) * keys + 2 * (size_t)(rows + 2);
}

/* For each lane 32 bits. */
typedef struct shorts_marks {
    int16_t part[2][THRONG_SHORTS];
} shorts_marks;

static inline void shorts_marks_put(shorts_marks *marks, int32_t lane, uint32_t bits)
{
    marks->part[0][lane] = (int16_t)(bits & 0xffffu);
    marks->part[1][lane] = (int16_t)(bits >> 16);
}
static inline shorts shorts_marked(const shorts_marks *marks, int32_t bit, shorts a, shorts b)
{
    return shorts_where_bit(shorts_load(marks->part[bit >> 4]), bit & 15, a, b);
}

typedef struct real_marks {
    int32_t word[THRONG_WIDTH];
} real_marks;

static inline void real_marks_put(real_marks *marks, int32_t lane, uint32_t bits)
{
    marks->word[lane] = (int32_t)bits;
}
static inline real real_marked(const real_marks *marks, int32_t bit, real a, real b)
{
    return real_pick(whole_lt(whole_shift_left(whole_load(marks->word), 31 - bit), whole_set(0)), a, b);
}
#endif

/* ---- paths, 16 bits: keys run up to 32767 from a base that makes everything beyond the limit saturate there
 */
#define SPREAD(name) narrow_##name
#define KEY int16_t
#define KEYS shorts
#define LANES THRONG_SHORTS
#define WALL 32767
#define FREE (-32768)
#define keys_set shorts_set
#define keys_load shorts_load
#define keys_store shorts_store
#define keys_where shorts_where
#define BITS shorts
#define keys_xor shorts_xor
#define bits_or shorts_or
#define bits_any shorts_any
#define keys_from_left shorts_from_left
#define keys_from_right shorts_from_right
#define keys_better(a, b) shorts_min(a, b)
#define keys_step(a, cost) shorts_add(a, cost)
#define keys_barred(a, wall) shorts_max(a, wall)
#define SPREAD_PATHS
#ifdef SPREAD_LANES
#define MARKS shorts_marks
#define marks_put shorts_marks_put
#define keys_marked shorts_marked
#endif
#include "kernels/common/relaxation_rows.inc"

/* ---- paths, 32 bits */
#define SPREAD(name) wide_##name
#define KEY int32_t
#define KEYS whole
#define LANES THRONG_WIDTH
#define WALL 2147000000
#define FREE 0
#define keys_set whole_set
#define keys_load whole_load
#define keys_store whole_store
#define keys_where whole_where
#define BITS whole
#define keys_xor whole_xor
#define bits_or whole_or
#define bits_any whole_any
#define keys_from_left whole_from_left
#define keys_from_right whole_from_right
#define keys_better(a, b) whole_min(a, b)
#define keys_step(a, cost) whole_add(a, cost)
#define keys_barred(a, wall) whole_max(a, wall)
#define SPREAD_PATHS
#include "kernels/common/relaxation_rows.inc"

/* ---- paths, 64 bits, one cell at a time: where a path of more than 19,000 cells was met */
#define SPREAD(name) widest_##name
#define KEY int64_t
#define KEYS int64_t
#define LANES 1
#define WALL 8000000000000000000
#define FREE 0
#define keys_set(a) ((int64_t)(a))
#define keys_load(p) (*(p))
#define keys_store(p, a) (*(p) = (a))
#define keys_where(bits, a, b) ((bits)&1u ? (a) : (b))
#define BITS int64_t
#define keys_xor(a, b) ((a) ^ (b))
#define bits_or(a, b) ((a) | (b))
#define bits_any(a) ((a) != 0)
#define keys_from_left(a, before) (before)
#define keys_from_right(a, after) (after)
#define keys_better(a, b) ((a) < (b) ? (a) : (b))
#define keys_step(a, cost) ((a) + (cost))
#define keys_barred(a, wall) ((a) > (wall) ? (a) : (wall))
#define SPREAD_PATHS
#include "kernels/common/relaxation_rows.inc"

/* ---- adjacent propagation: magnitudes, scaled; `kind` says whether a step multiplies or subtracts */
#define SPREAD(name) flood_##name
#define KEY float
#define KEYS real
#define LANES THRONG_WIDTH
#define WALL 0.0f
#define FREE 3.0e38f
#define keys_set real_set
#define keys_load real_load
#define keys_store real_store
#define keys_where real_where
#define BITS whole
#define keys_xor real_xor
#define bits_or whole_or
#define bits_any whole_any
#define keys_from_left real_from_left
#define keys_from_right real_from_right
#define keys_better(a, b) real_max(a, b)
#define keys_step(a, cost) (kind & SPREAD_FACTORS ? (a) * (cost) : (a) - (cost))
#define keys_barred(a, wall) real_min(a, wall)
#define SPREAD_FACTORS 1
#ifdef SPREAD_LANES
#define MARKS real_marks
#define marks_put real_marks_put
#define keys_marked real_marked
#endif
#include "kernels/common/relaxation_rows.inc"

#endif
