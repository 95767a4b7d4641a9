/* A source: an influence object, prepared for loops over cells. The position is an anchor cell and a small
 * remainder, so that offsets to near cells are exact on large maps. The cut-off is shortened to where the
 * value is not 0. A circle bounds the support. Scalar float arithmetic, once per object, on both backends. */
#ifndef THRONG_KERNELS_INFLUENCE_SOURCE_H
#define THRONG_KERNELS_INFLUENCE_SOURCE_H

#include "kernels/common/twofloat.h"

/* Values are summed scaled by 2^40. This is exact and keeps every significant value normal, so that
 * flush-to-zero modes of hosts and devices cannot change a result. */
#define INFLUENCE_SCALE 1099511627776.0f
#define INFLUENCE_UNSCALE (1.0f / 1099511627776.0f)
#define INFLUENCE_LEAST (1.17549435e-38f * 1099511627776.0f) /* the smallest normal number, scaled */

#define FLOAT_LEAST 1.17549435e-38f /* smallest normal number; smaller ones count as 0 */
#define HEX_ROW 0.866025388f        /* sqrt(3)/2 = 0.866025388 + 1.554e-8: distance of hexagonal rows */
#define HEX_ROW_REST 1.55436257e-8f
/* Limit of anchor coordinates in cells, so that column differences are exact floats; maps end at 2^20. In a
 * piece of a map they are within 3 * 2^20, and differences within 2^22. */
#define ANCHOR_LIMIT 2097152.0f

#define INFLUENCE_EXPONENTIAL 1
#define INFLUENCE_ADJUSTED 2
#define INFLUENCE_DOUBLE_PUMPED 4 /* property of the tile, combined with the source's kind */

/* Same layout as throng_influence_object. */
typedef struct influence_object {
    float x, y, vx, vy;
    float influence, decay, max_distance, alpha, offset;
    int32_t decay_kind;
    int32_t world;
} influence_object;

/* 64 bytes: one cache line, one coalesced load. */
typedef struct influence_source {
    int32_t column, row;         /* anchor cell */
    float fx, fy;                /* position, relative to the anchor's centre (in x to that of an even
                                    row), in cells */
    float ax, ay;                /* alpha times the direction of motion */
    float strength;              /* I, scaled; of either sign */
    float reach;                 /* largest d' that counts */
    float rate;                  /* linear: beta with the sign of I, scaled; exponential: log2 gamma */
    float half_hi, half_lo;      /* exponential: the distance that halves, -1 / log2 gamma, in two parts, the
                                    first of at most 16 significant bits; 0 where gamma is 1 */
    float circle_share;          /* a circle around the support: its centre is at circle_share * (ax, ay) from
                                    the position */
    float circle_radius;         /* with a margin for rounding */
    int32_t kind;                /* INFLUENCE_EXPONENTIAL | INFLUENCE_ADJUSTED */
    int32_t row_first, row_last; /* rows of the map that the circle touches; first > last: none */
} influence_source;

/* Propagations, numbered as throng_propagation. */
#define INFLUENCE_EUCLIDEAN 0
#define INFLUENCE_PATH 1
#define INFLUENCE_ADJACENT 2

/* The map: worlds are stacked vertically; hexagonal maps with several worlds have an even world height. It
 * may be a piece of a larger map of one world, from the upper left corner of which positions count: columns
 * and rows of cells count from first_column and first_row then, and on hexagonal maps first_row is even. What
 * a source does to a cell depends on the difference of their columns and rows, so that pieces have the bits
 * of the larger map. */
typedef struct influence_grid {
    int32_t width, height; /* of all worlds */
    int32_t hex;
    float cell_size;
    int32_t kind; /* throng_grid */
    int32_t propagation;
    int32_t world_height;
    int32_t walls_pitch; /* words per row of walls */
    int32_t walls_rows;  /* rows from one world's walls to the next; 0: all worlds share them */
    int32_t first_column, first_row;
} influence_grid;

#define INFLUENCE_TILE_COLUMNS 1024 /* at most */

/* A rectangle of the map that is summed at once: `pitch` >= column_count + 16 values per row. */
typedef struct influence_tile {
    int32_t column_first, column_count;
    int32_t row_first, row_count;
    int32_t pitch;
    int32_t hex;
    int32_t double_pumped; /* 1: the processor executes a vector in two halves (AVX-512 on Zen 4) */
} influence_tile;

static inline float influence_row_height(int32_t hex) { return hex ? HEX_ROW : 1.0f; }

/* Nearest integer, ties to even, of |a| < 2^22. */
static inline int32_t scalar_round(float a) { return scalar_to_bits(a + ROUNDING_MAGIC) - 0x4b400000; }

/* limit: what is farther from 0 counts as that far. At most 2^30. */
static inline int32_t influence_floor_within(float a, float limit)
{
    float limited = scalar_min(scalar_max(a, -limit), limit);
    int32_t i = (int32_t)limited;
    return (float)i > limited ? i - 1 : i;
}

static inline int32_t influence_floor(float a) { return influence_floor_within(a, ANCHOR_LIMIT); }

static inline float flush_small(float a, float least) { return scalar_abs(a) < least ? 0.0f : a; }

/* Unit vector of v, or (0, 0) at rest. */
static inline void influence_direction(const influence_object *o, float *ux, float *uy)
{
    const float vx = flush_small(o->vx, FLOAT_LEAST), vy = flush_small(o->vy, FLOAT_LEAST);
    float largest = scalar_max(scalar_abs(vx), scalar_abs(vy));
    *ux = 0.0f;
    *uy = 0.0f;
    if (largest >= FLOAT_LEAST) {
        float x = flush_small(vx / largest, 1e-18f);
        float y = flush_small(vy / largest, 1e-18f);
        float length = scalar_sqrt(x * x + y * y);
        *ux = x / length;
        *uy = y / length;
    }
}

/* A coordinate in cells, as a pair. Subnormal numbers count as 0, also as a quotient: for some devices they
 * are. */
static inline twofloat influence_in_cells(float x, float cell_size)
{
    twofloat q;
    q.hi = flush_small(x, FLOAT_LEAST);
    q.lo = 0.0f;
    if (cell_size != 1.0f) /* else these are the quotient */
        q = twofloat_quotient(q.hi, cell_size);
    if (scalar_abs(q.hi) < FLOAT_LEAST)
        q.hi = q.lo = 0.0f;
    return q;
}

/* The same, shifted by `shift` cells. */
static inline twofloat influence_coordinate(float x, float cell_size, float shift)
{
    const twofloat q = influence_in_cells(x, cell_size);
    twofloat moved = twofloat_sum(q.hi, shift);
    moved.lo += q.lo;
    return moved;
}

/* Cell of a coordinate in two parts: hi may lie on a border and lo lead back across it. *past: how far hi is
 * past the cell's begin. From 2^24 on floats cannot represent all cells, but the floor of a float is one.
 * From 2^25 on hi is whole and lo may be several cells: they go into the cell. What is left of lo is
 * exact. */
static inline int32_t influence_cell_of(twofloat *at, float limit, float *past)
{
    const int32_t whole = influence_floor_within(at->hi, limit);
    *past = at->hi - (float)whole;
    if (scalar_abs(at->lo) >= 1.0f && scalar_abs(at->hi) <= limit) {
        const int32_t cells = influence_floor_within(at->lo, limit);
        at->lo = at->lo - (float)cells;
        return whole + cells;
    }
    const int32_t back = (float)whole == at->hi && at->lo < 0.0f;
    *past = *past + (float)back;
    return whole - back;
}

/* Row of hexagons of a coordinate in two parts, and in *fy the place relative to its centre, in cells. The
 * quotient of hi is right to a quarter of a row up to row 3 * 2^20. Beyond, where it and lo may be many rows
 * off, the row is moved. hi less the centre's hi is exact, so that the place stays right to 1e-5 cells. */
static inline int32_t influence_hex_row_of(twofloat y, float limit, float *fy)
{
    const float quotient = y.hi / HEX_ROW;
    const int32_t row = influence_floor_within(quotient, limit);
    const twofloat centre = twofloat_product((float)row, HEX_ROW);
    const float rest = (y.lo - centre.lo) - (float)row * HEX_ROW_REST;
    *fy = ((y.hi - centre.hi) - 0.5f) + rest;
    if (scalar_abs(*fy) <= 0.75f || scalar_abs(quotient) > limit)
        return row;
    const int32_t rows = influence_floor((*fy + 0.5f) / HEX_ROW);
    const twofloat moved = twofloat_product((float)rows, HEX_ROW);
    *fy = (((y.hi - centre.hi) - moved.hi) - 0.5f) + ((rest - moved.lo) - (float)rows * HEX_ROW_REST);
    return row + rows;
}

/* limit: coordinates farther from 0, in cells, count as that far. At most 2^30. */
static inline void influence_place_within(influence_source *s, const influence_grid *grid, twofloat x,
                                          twofloat y, float limit)
{
    float past;
    if (grid->hex) {
        s->row = influence_hex_row_of(y, limit, &s->fy);
    } else {
        s->row = influence_cell_of(&y, limit, &past);
        s->fy = (past - 0.5f) + y.lo;
    }
    s->column = influence_cell_of(&x, limit, &past);
    s->fx = (past - 0.5f) + x.lo;
    s->fx = flush_small(s->fx, 1e-12f);
    s->fy = flush_small(s->fy, 1e-12f);
    s->column -= grid->first_column;
    s->row -= grid->first_row;
}

static inline void influence_place(influence_source *s, const influence_grid *grid, twofloat x, twofloat y)
{
    influence_place_within(s, grid, x, y, ANCHOR_LIMIT);
}

/* Sets rate and reach for linear decay; values beyond the shortened reach would be 0. */
static inline void influence_linear(influence_source *s, float decay, int32_t propagation)
{
    float rate = decay * INFLUENCE_SCALE;
    float strength = scalar_abs(s->strength);
    /* adjacent propagation derives its threshold from the original max_distance */
    if (propagation != INFLUENCE_ADJACENT && rate > 0.0f && strength / rate < s->reach) {
        /* the largest float d with rate*d <= |I|, so that no value changes its sign */
        s->reach = strength / rate;
        while (rate * s->reach > strength)
            s->reach = scalar_from_bits(scalar_to_bits(s->reach) - 1);
    }
    s->rate = s->strength < 0.0f ? -rate : rate;
}

/* The same for exponential decay, with the half-distance. */
static inline void influence_halving(influence_source *s, float influence, float decay)
{
    if (influence == 0.0f || decay >= 1.0f)
        return;
    /* smaller gamma acts as the smallest normal number: almost nothing is left after one cell */
    twofloat rate = twofloat_log2(scalar_max(decay, FLOAT_LEAST));
    twofloat negative = twofloat_quotient(-1.0f, rate.hi);
    negative.lo -= negative.hi * (rate.lo / rate.hi);
    s->rate = rate.hi;
    s->half_hi = scalar_from_bits(scalar_to_bits(negative.hi) & (int32_t)0xffffff00);
    s->half_lo = (negative.hi - s->half_hi) + negative.lo;
    /* farther away the value is below 2^-126, the smallest normal number */
    float halvings = 126.0f + twofloat_log2(scalar_abs(influence)).hi;
    s->reach = scalar_min(s->reach, halvings * negative.hi);
}

/* Part of the source that does not depend on position and motion. */
static inline void influence_set_decay(influence_source *s, const influence_object *o, int32_t propagation)
{
    s->kind = o->decay_kind ? INFLUENCE_EXPONENTIAL : 0;
    float influence = flush_small(o->influence, FLOAT_LEAST);
    float decay = flush_small(o->decay, FLOAT_LEAST);
    s->strength = influence * INFLUENCE_SCALE;
    s->reach = flush_small(o->max_distance, 1e-18f);
    s->rate = 0.0f;
    s->half_hi = 0.0f;
    s->half_lo = 0.0f;
    if (s->kind & INFLUENCE_EXPONENTIAL)
        influence_halving(s, influence, decay);
    else
        influence_linear(s, decay, propagation);
}

/* Margin added to the radius of a circle around the support for rounding errors. */
static inline float influence_margin(const influence_source *s, float radius)
{
    return (radius + scalar_abs(s->fx) + scalar_abs(s->fy)) * 1.5e-5f + 0.004f;
}

/* Rows of the world that the circle touches. */
static inline void influence_circle_rows(influence_source *s, const influence_grid *grid)
{
    float middle = s->fy + s->ay * s->circle_share;
    float above = (float)-s->row;
    float low = middle - s->circle_radius, high = middle + s->circle_radius;
    if (grid->hex) { /* square rows have height 1 */
        low = low / HEX_ROW;
        high = high / HEX_ROW;
    }
    low = scalar_min(scalar_max(low, above), above + (float)grid->world_height);
    high = scalar_max(scalar_min(high, above + (float)(grid->world_height - 1)), above - 1.0f);
    s->row_first = s->row + scalar_round(low);
    s->row_last = s->row + scalar_round(high);
    if (s->strength == 0.0f || s->row_first > s->row_last) {
        s->row_first = 0;
        s->row_last = -1;
    }
}

/* Bounding circle of the support { D : d*d <= reach*(d + a*D) }, D the offset from the object. Since d <=
 * (d*d/c + c)/2 for c = reach*(1 + |a|), the support lies in the circle around a*reach*(1 + |a|)/(1 + 2|a|)
 * of radius reach*(1 + |a|)^2/(1 + 2|a|). It touches the support in front and exceeds its area by at most a
 * fifth. */
static inline void influence_circle(influence_source *s, const influence_grid *grid, float alpha)
{
    float front = 1.0f + alpha;
    float share = s->reach * front / (1.0f + 2.0f * alpha);
    s->circle_share = share;
    float radius = share * front;
    s->circle_radius = radius + influence_margin(s, radius);
    influence_circle_rows(s, grid);
}

/* Converts rows of a world to rows of the map. */
static inline void influence_enter_world(influence_source *s, const influence_grid *grid, int32_t world)
{
    int32_t first = world * grid->world_height;
    s->row += first;
    if (s->row_first <= s->row_last) {
        s->row_first += first;
        s->row_last += first;
    }
}

/* First and last column of the map that the circle touches; first > last: none. */
static inline void influence_columns(const influence_source *s, int32_t width, int32_t *first, int32_t *last)
{
    float middle = s->fx + s->ax * s->circle_share;
    float left = (float)-s->column;
    float right = left + (float)(width - 1);
    /* a row may be half a cell to the right of the anchor's */
    float low = scalar_min(scalar_max(middle - s->circle_radius - 0.5f, left), right + 1.0f);
    float high = scalar_max(scalar_min(middle + s->circle_radius, right), left - 1.0f);
    *first = s->column + scalar_round(low);
    *last = s->column + scalar_round(high);
}

/* |x| + |y| of alpha times the direction of motion. */
static inline float influence_momentum(const influence_source *s)
{
    return scalar_abs(s->ax) + scalar_abs(s->ay);
}

/* How far below the influence at max_distance the threshold of adjacent propagation is where it is linear:
 * each step that a straight run makes may round by 2^-24 of the strength, and always the same way. Momentum
 * makes the steps of a run more, by up to 1 + momentum. */
static inline float influence_linear_slack(const influence_source *s, float momentum)
{
    const float strength = scalar_abs(s->strength), rate = scalar_max(scalar_abs(s->rate), FLOAT_LEAST);
    return strength * (1e-5f + 6e-8f * (1.0f + momentum) * scalar_min(s->reach, strength / rate));
}

#endif
