/* Relaxation over a window of the map, instantiated per key type: shortest paths (least key wins) with 16-,
 * 32- and 64-bit keys, adjacent propagation (largest influence wins) with floats. Relaxation: Bellman 1958,
 * Ford 1956. */
#ifndef THRONG_KERNELS_COMMON_RELAXATION_H
#define THRONG_KERNELS_COMMON_RELAXATION_H

#include "kernels/common/directions.h"
#include "kernels/common/path_length.h"
#include "kernels/common/terrain.h"

/* Rectangle of a world's cells covered by a window; rows count within the world. */
typedef struct relax_area {
    int32_t column, row; /* first */
    int32_t columns, rows;
} relax_area;

static inline int32_t round_up(int32_t n, int32_t to) { return (n + to - 1) / to * to; }

/* Column range of a row, in whole vectors: starts of the first and the last vector. */
typedef struct relax_range {
    int32_t first, last;
} relax_range;

/* Dirty column ranges of a row, for the row below and the row above, and all columns reached. */
typedef struct relax_row {
    relax_range down, up, reached;
} relax_row;

/* Vectors that a row processes together. */
#define RELAX_CHUNK(lanes) ((lanes) < 32 ? 4 : 2)

/* Pitch of a window in keys: the area, a wall on each side, whole vectors, at least one chunk. */
static inline int32_t relax_pitch(int32_t columns, int32_t lanes)
{
    int32_t pitch = round_up(columns + 2, lanes);
    return pitch > RELAX_CHUNK(lanes) * lanes ? pitch : RELAX_CHUNK(lanes) * lanes;
}

/* As a size. What that does not hold is more than anybody has. */
static inline size_t relax_size(uint64_t bytes)
{
    const size_t most = (size_t)-1 / 4 * 3;
    return bytes < most ? (size_t)bytes : most;
}

/* Bytes of a window: keys, walls and row states. */
static inline size_t relax_bytes(int32_t columns, int32_t rows, size_t key, int32_t lanes)
{
    const uint64_t keys = (uint64_t)relax_pitch(columns, lanes) * (uint64_t)(rows + 2) + 128 / key;
    return relax_size(2 * keys * key + (uint64_t)(rows + 2) * sizeof(relax_row) + 64);
}

static inline relax_range relax_nothing(void)
{
    const relax_range none = {0x7fffffff, -1};
    return none;
}

static inline relax_row relax_no_dirty_edges(void)
{
    relax_row row;
    row.down = relax_nothing();
    row.up = row.down;
    row.reached = row.down;
    return row;
}

static inline void relax_join(THRONG_SCRATCH relax_range *range, relax_range more)
{
    range->first = more.first < range->first ? more.first : range->first;
    range->last = more.last > range->last ? more.last : range->last;
}

static inline void relax_mark_dirty(THRONG_SCRATCH relax_row *row, relax_range changed)
{
    relax_join(&row->down, changed);
    relax_join(&row->up, changed);
    relax_join(&row->reached, changed);
}

#if THRONG_WIDTH > 1 && !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__)
#define RELAX_LANES 1
#endif

#ifdef RELAX_LANES
/* Placement of one area in a lane's window: upper left corner, below `above` rows of walls. */
typedef struct relax_origin {
    relax_area area;
    terrain_view walls;
    int32_t above;
} relax_origin;

/* Walls of the columns x .. x + 31 of such a window. */
static inline uint32_t relax_origin_walls(const relax_origin *s, int32_t x, int32_t row)
{
    const int32_t left = s->area.columns + 1 - x;
    row -= s->above;
    if (row < 1 || row > s->area.rows || left <= 0)
        return ~0u;
    return (x == 0 ? 1u : 0u) | (left < 32 ? ~0u << left : 0u) |
           terrain_bits(s->walls, s->area.column + x - 1, s->area.row + row - 1);
}

/* Bytes of such windows, `keys` bytes per cell of all of them together. */
static inline size_t relax_lanes_bytes(int32_t columns, int32_t rows, size_t keys)
{
    return relax_size(((uint64_t)(rows + 2) * 2 + 1) * (uint64_t)(columns + 2) * keys +
                      2 * (uint64_t)(rows + 2));
}

/* 32 bits per lane. */
typedef struct vi16_bits {
    int16_t part[2][THRONG_INT16_LANES];
} vi16_bits;

static inline void vi16_bits_put(vi16_bits *marks, int32_t lane, uint32_t bits)
{
    marks->part[0][lane] = (int16_t)(bits & 0xffffu);
    marks->part[1][lane] = (int16_t)(bits >> 16);
}
static inline vint16 vi16_marked(const vi16_bits *marks, int32_t bit, vint16 a, vint16 b)
{
    return vi16_select_bit(vi16_load(marks->part[bit >> 4]), bit & 15, a, b);
}

typedef struct vf_marks {
    int32_t word[THRONG_WIDTH];
} vf_marks;

static inline void vf_marks_put(vf_marks *marks, int32_t lane, uint32_t bits)
{
    marks->word[lane] = (int32_t)bits;
}
static inline vfloat vf_marked(const vf_marks *marks, int32_t bit, vfloat a, vfloat b)
{
    return vf_select(vi_lt(vi_shift_left(vi_load(marks->word), 31 - bit), vi_set(0)), a, b);
}
#endif

/* ---- paths, 16 bits: keys start at a base from which everything beyond the limit saturates at 32767 */
#define RELAX(name) narrow_##name
#define KEY int16_t
#define KEYS vint16
#define LANES THRONG_INT16_LANES
#define WALL 32767
#define FREE (-32768)
#define keys_set vi16_set
#define keys_load vi16_load
#define keys_store vi16_store
#define keys_where vi16_select_bits
#define BITS vint16
#define keys_xor vi16_xor
#define bits_or vi16_or
#define bits_any vi16_any
#define keys_from_left vi16_slide_up
#define keys_from_right vi16_slide_down
#define keys_better(a, b) vi16_min(a, b)
#define keys_step(a, cost) vi16_add_sat(a, cost)
#define keys_blocked(a, wall) vi16_max(a, wall)
#define RELAX_PATHS
#ifdef RELAX_LANES
#define MARKS vi16_bits
#define marks_put vi16_bits_put
#define keys_marked vi16_marked
#endif
#include "kernels/common/relaxation_rows.inc"

/* ---- paths, 32 bits */
#include "kernels/common/keys_wide.inc"
#define RELAX(name) wide_##name
#define WALL 2147000000
#define RELAX_PATHS
#include "kernels/common/relaxation_rows.inc"

/* ---- paths, 64 bits */
#include "kernels/common/keys_widest.inc"
#define RELAX(name) widest_##name
#define WALL 8000000000000000000
#define RELAX_PATHS
#include "kernels/common/relaxation_rows.inc"

/* ---- adjacent propagation: scaled magnitudes; `kind` says whether a step multiplies or subtracts */
#define RELAX(name) flood_##name
#define KEY float
#define KEYS vfloat
#define LANES THRONG_WIDTH
#define WALL 0.0f
#define FREE 3.0e38f
#define keys_set vf_set
#define keys_load vf_load
#define keys_store vf_store
#define keys_where vf_select_bits
#define BITS vint
#define keys_xor vf_xor
#define bits_or vi_or
#define bits_any vi_any
#define keys_from_left vf_slide_up
#define keys_from_right vf_slide_down
#define keys_better(a, b) vf_max(a, b)
#define keys_step(a, cost) (kind & RELAX_FACTORS ? (a) * (cost) : (a) - (cost))
#define keys_blocked(a, wall) vf_min(a, wall)
#define RELAX_FACTORS 1
#ifdef RELAX_LANES
#define MARKS vf_marks
#define marks_put vf_marks_put
#define keys_marked vf_marked
#endif
#include "kernels/common/relaxation_rows.inc"

#endif
