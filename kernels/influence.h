/* Euclidean influence (Lu 2019, equations 1, 2, 7 to 10): the value of one source at one offset, sums over
 * sources, and what happens to a finished sum. The only place where this arithmetic stands. */
#ifndef THRONG_INFLUENCE_KERNEL_H
#define THRONG_INFLUENCE_KERNEL_H

#include "influence_walk.h"

/* Groups of this many independent reals go through the arithmetic side by side, statement by statement: the
 * chain of root, division and power is long, and one vector alone would leave the processor waiting. */
#ifndef INFLUENCE_GROUP
#define INFLUENCE_GROUP (THRONG_WIDTH > 1 ? 4 : 1)
#endif
#define EACH_VECTOR UNROLLED for (int u = 0; u < INFLUENCE_GROUP; u++)

/* What the loops over cells need of a source, one number in all lanes. */
typedef struct influence_terms {
    real ax, reach, rate;
    real half_hi, half_lo;
    real c0, c1, c2, c3, c4, c5;
} influence_terms;

static inline influence_terms influence_terms_of(const influence_source *s)
{
    influence_terms t;
    t.ax = real_set(s->ax);
    t.reach = real_set(s->reach);
    t.rate = real_set(s->rate);
    t.half_hi = real_set(s->half_hi);
    t.half_lo = real_set(s->half_lo);
    /* I * 2^f for |f| <= 0.5: c0 is I, and the rest has relative error 1.1e-7 */
    t.c0 = real_set(s->strength);
    t.c1 = real_set(s->strength * 6.931470037e-01f);
    t.c2 = real_set(s->strength * 2.402224094e-01f);
    t.c3 = real_set(s->strength * 5.550734699e-02f);
    t.c4 = real_set(s->strength * 9.671597742e-03f);
    t.c5 = real_set(s->strength * 1.326461788e-03f);
    return t;
}

/* value = I * 2^(d * rate), scaled, for 0 <= d <= reach. With n the nearest integer to d * rate and f the
 * rest, exact where it matters because the distance that halves is known in two parts, it is 2^n * 2^f: right
 * to 5e-7 of its value, and exactly I at d = 0. */
static inline void influence_exponential(real value[INFLUENCE_GROUP], const real d[INFLUENCE_GROUP],
                                         const influence_terms *t)
{
    const real magic = real_set(12582912.0f); /* 1.5 * 2^23: adding it rounds to an integer */
    real shifted[INFLUENCE_GROUP], n[INFLUENCE_GROUP], f[INFLUENCE_GROUP], p[INFLUENCE_GROUP];
    EACH_VECTOR shifted[u] = d[u] * t->rate + magic;
    EACH_VECTOR n[u] = shifted[u] - magic;
    EACH_VECTOR f[u] = ((d[u] + n[u] * t->half_hi) + n[u] * t->half_lo) * t->rate;
    EACH_VECTOR p[u] = t->c5 * f[u] + t->c4;
    EACH_VECTOR p[u] = p[u] * f[u] + t->c3;
    EACH_VECTOR p[u] = p[u] * f[u] + t->c2;
    EACH_VECTOR p[u] = p[u] * f[u] + t->c1;
    EACH_VECTOR p[u] = p[u] * f[u] + t->c0;
    /* the lowest bits of `shifted` are n; the other bits of magic leave at the top */
    EACH_VECTOR value[u] = bits_real(whole_add(real_bits(p[u]), whole_shift_left(real_bits(shifted[u]), 23)));
}

/* The adjusted distances (8) at the offsets (dx, dy) from a source. dy_dy is dy*dy, ay_dy ay*dy. */
static inline void influence_distances(real d[INFLUENCE_GROUP], const real dx[INFLUENCE_GROUP],
                                       const real dy_dy[INFLUENCE_GROUP], const real ay_dy[INFLUENCE_GROUP],
                                       const influence_terms *t, int kind)
{
    real square[INFLUENCE_GROUP], toward[INFLUENCE_GROUP];
    EACH_VECTOR square[u] = dx[u] * dx[u] + dy_dy[u];
    EACH_VECTOR d[u] = real_sqrt(square[u]);
    if (kind & INFLUENCE_ADJUSTED) {
        EACH_VECTOR toward[u] = d[u] + (t->ax * dx[u] + ay_dy[u]);
        /* 0 on the object itself, never 0/0 */
        EACH_VECTOR d[u] = square[u] / real_max(toward[u], real_set(1e-18f));
    }
}

/* The scaled values of a source at these distances: (1) or (2). */
static inline void influence_values(real value[INFLUENCE_GROUP], const real d[INFLUENCE_GROUP],
                                    const influence_terms *t, int kind)
{
    if (kind & INFLUENCE_EXPONENTIAL)
        influence_exponential(value, d, t);
    else
        EACH_VECTOR value[u] = t->c0 - t->rate * d[u];
    EACH_VECTOR value[u] = real_keep(real_le(d[u], t->reach), value[u]);
}

/* Offsets of a row's cells from the source's position: one row, the rows from this one on (one a lane). */
static inline float influence_offset_y(const influence_source *s, int32_t row, float row_height)
{
    return (float)(row - s->row) * row_height - s->fy;
}
static inline real influence_offsets_y(const influence_source *s, int32_t row, float row_height)
{
    return (real_set((float)(row - s->row)) + real_lanes()) * real_set(row_height) - real_set(s->fy);
}
static inline float influence_shift_x(const influence_source *s, int32_t row, int32_t hex)
{
    return hex ? s->fx - 0.5f * (float)(row & 1) : s->fx;
}

/* Half the width, in rows at dy (one a lane), of a circle at cy; 0 beside it. */
static inline real influence_half_chord(real dy, float cy, float radius)
{
    real y = dy - real_set(cy);
    return real_sqrt(real_max(real_set(radius * radius) - y * y, real_set(0.0f)));
}

/* First and last column of the tile, in rows row, row+1 ... (one a lane), that the support of a source may
 * touch, counted from the tile's first column; first > last: none. Beside the prepared circle, which fits in
 * front, stands the one for c = reach (see influence_circle), which fits at the sides. */
static inline void influence_chords(const influence_source *s, int32_t row, const influence_tile *tile,
                                    whole *first, whole *last)
{
    const real magic = real_set(12582912.0f);
    float row_height = influence_row_height(tile->hex);
    real dy = influence_offsets_y(s, row, row_height);
    real half_chord = influence_half_chord(dy, s->ay * s->circle_share, s->circle_radius);
    float cx = s->fx + s->ax * s->circle_share;
    real low = real_set(cx) - half_chord;
    real high = real_set(cx) + half_chord;
    if (s->kind & INFLUENCE_ADJUSTED) {
        float side = s->reach * plain_sqrt(1.0f + (s->ax * s->ax + s->ay * s->ay));
        side += influence_margin(s, side);
        half_chord = influence_half_chord(dy, s->ay * s->reach, side);
        cx = s->fx + s->ax * s->reach;
        low = real_max(low, real_set(cx) - half_chord);
        high = real_min(high, real_set(cx) + half_chord);
    }
    /* odd hexagonal rows are half a cell to the right */
    low = low - real_set(tile->hex ? 0.5f : 0.0f);
    real left = real_set((float)(tile->column_first - s->column));
    real right = left + real_set((float)(tile->column_count - 1));
    low = real_min(real_max(low + real_set(0.499f), left), right + real_set(1.0f));
    high = real_max(real_min(high - real_set(0.499f), right), left - real_set(1.0f));
    whole column = whole_set(s->column - tile->column_first - 0x4b400000);
    *first = whole_add(real_bits(low + magic), column);
    *last = whole_add(real_bits(high + magic), column);
}

enum {
    INFLUENCE_ITEMS = 256,
    INFLUENCE_ROOM = INFLUENCE_ITEMS + 2 * INFLUENCE_GROUP + THRONG_WIDTH,
    INFLUENCE_SHIFT = THRONG_WIDTH == 16  ? 4
                      : THRONG_WIDTH == 8 ? 3
                      : THRONG_WIDTH == 4 ? 2
                                          : 0
};

/* Items: THRONG_WIDTH neighbouring cells of one row each. */
typedef struct influence_items {
    float x[INFLUENCE_ROOM], shift[INFLUENCE_ROOM]; /* dx = (x + lane) - shift */
    float dy_dy[INFLUENCE_ROOM], ay_dy[INFLUENCE_ROOM];
    float at[INFLUENCE_ROOM]; /* the bits of an int32: where they are in the sums */
} influence_items;

static inline void influence_item_distances(real d[INFLUENCE_GROUP], const influence_items *items, int32_t i,
                                            const influence_terms *t, int kind)
{
    const real lanes = real_lanes();
    real dx[INFLUENCE_GROUP], dy_dy[INFLUENCE_GROUP], ay_dy[INFLUENCE_GROUP];
    EACH_VECTOR dx[u] = (real_set(items->x[i + u]) + lanes) - real_set(items->shift[i + u]);
    EACH_VECTOR dy_dy[u] = real_set(items->dy_dy[i + u]);
    EACH_VECTOR ay_dy[u] = real_set(items->ay_dy[i + u]);
    influence_distances(d, dx, dy_dy, ay_dy, t, kind);
}

static inline void influence_add_items(THRONG_LOCAL float *sums, const influence_items *items, int32_t count,
                                       const influence_source *s, int kind)
{
    const influence_terms terms = influence_terms_of(s);
    real d[INFLUENCE_GROUP], next[INFLUENCE_GROUP], value[INFLUENCE_GROUP];
    influence_item_distances(d, items, 0, &terms, kind);
    for (int32_t i = 0; i < count; i += INFLUENCE_GROUP) {
        influence_item_distances(next, items, i + INFLUENCE_GROUP, &terms, kind);
        influence_values(value, d, &terms, kind);
        EACH_VECTOR
        {
            THRONG_LOCAL float *cells = sums + plain_bits(items->at[i + u]);
            real_store(cells, real_load(cells) + value[u]);
        }
        EACH_VECTOR d[u] = next[u];
    }
}

/* Two groups of items that add nothing, `nowhere` in the sums: the last group and the one read ahead. */
static inline void influence_end_items(influence_items *items, int32_t count, int32_t nowhere)
{
    for (int32_t u = 0; u < 2 * INFLUENCE_GROUP; u++) {
        items->x[count + u] = 4e9f;
        items->shift[count + u] = 0.0f;
        items->dy_dy[count + u] = 0.0f;
        items->ay_dy[count + u] = 0.0f;
        items->at[count + u] = plain_real(nowhere);
    }
}

/* What a source takes of some rows of a tile, one a lane: items from left to right. */
typedef struct influence_rows {
    real x;                   /* of the next item, relative to the source's anchor */
    real shift, dy_dy, ay_dy; /* of the row's items */
    whole at;                 /* of the next item, in the sums */
    whole left;               /* items still to be listed, 0 or less: none */
} influence_rows;

static inline influence_rows influence_rows_of(const influence_source *s, int32_t start, int32_t bottom,
                                               const influence_tile *tile)
{
    const whole row = whole_add(whole_set(start), whole_lanes());
    const real dy = influence_offsets_y(s, start, influence_row_height(tile->hex));
    const real odd = real_of(whole_and(row, whole_set(tile->hex ? 1 : 0)));
    influence_rows r;
    whole first, last;
    influence_chords(s, start, tile, &first, &last);
    r.x = real_of(whole_add(first, whole_set(tile->column_first - s->column)));
    r.shift = real_set(s->fx) - real_set(0.5f) * odd;
    r.dy_dy = dy * dy;
    r.ay_dy = real_set(s->ay) * dy;
    r.at = whole_mul(whole_sub(row, whole_set(tile->row_first)), whole_set(tile->pitch));
    r.at = whole_add(r.at, first);
    r.left = whole_add(whole_shift_right(whole_sub(last, first), INFLUENCE_SHIFT), whole_set(1));
    r.left = whole_pick(whole_lt(whole_set(bottom), row), whole_set(0), r.left);
    return r;
}

/* Lists the next item of each row that has one. What stands behind them in the columns is written over by the
 * next call. */
static inline int32_t influence_list_items(influence_items *items, int32_t count, influence_rows *rows)
{
    const uint32_t bits = mask_bits(whole_lt(whole_set(0), rows->left));
    (void)real_pack(items->x + count, rows->x, bits);
    (void)real_pack(items->shift + count, rows->shift, bits);
    (void)real_pack(items->dy_dy + count, rows->dy_dy, bits);
    (void)real_pack(items->ay_dy + count, rows->ay_dy, bits);
    const int32_t listed = real_pack(items->at + count, bits_real(rows->at), bits);
    rows->x = rows->x + real_set((float)THRONG_WIDTH);
    rows->at = whole_add(rows->at, whole_set(THRONG_WIDTH));
    rows->left = whole_sub(rows->left, whole_set(1));
    return count + listed;
}

/* Adds a source to a tile: first the list of all its items there, then the items group by group. Items do not
 * overlap, so their order does not matter. */
static inline void influence_add_rows(THRONG_LOCAL float *sums, const influence_tile *tile,
                                      const influence_source *s, int kind)
{
    influence_items items;
    const int32_t nowhere = tile->row_count * tile->pitch;
    const int32_t end = tile->row_first + tile->row_count - 1;
    const int32_t top = s->row_first > tile->row_first ? s->row_first : tile->row_first;
    const int32_t bottom = s->row_last < end ? s->row_last : end;
    int32_t count = 0;
    for (int32_t start = top; start <= bottom; start += THRONG_WIDTH) {
        influence_rows rows = influence_rows_of(s, start, bottom, tile);
        while (mask_any(whole_lt(whole_set(0), rows.left))) {
            count = influence_list_items(&items, count, &rows);
            if (count > INFLUENCE_ITEMS - THRONG_WIDTH) {
                influence_end_items(&items, count, nowhere);
                influence_add_items(sums, &items, count, s, kind);
                count = 0;
            }
        }
    }
    influence_end_items(&items, count, nowhere);
    influence_add_items(sums, &items, count, s, kind);
}

/* `sums` has room for one vector behind the tile's last row. */
static inline void influence_add_source(THRONG_LOCAL float *sums, const influence_tile *tile,
                                        const influence_source *s)
{
    switch (s->kind) {
    case 0:
        influence_add_rows(sums, tile, s, 0);
        break;
    case INFLUENCE_EXPONENTIAL:
        influence_add_rows(sums, tile, s, INFLUENCE_EXPONENTIAL);
        break;
    case INFLUENCE_ADJUSTED:
        influence_add_rows(sums, tile, s, INFLUENCE_ADJUSTED);
        break;
    default:
        influence_add_rows(sums, tile, s, INFLUENCE_EXPONENTIAL | INFLUENCE_ADJUSTED);
        break;
    }
}

/* Adds the listed sources to a tile in the order of the list. */
static inline void influence_add_sources(THRONG_LOCAL float *sums, const influence_tile *tile,
                                         THRONG_GLOBAL const influence_source *sources,
                                         THRONG_GLOBAL const uint32_t *list, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (k + 4 < count)
            plain_prefetch(sources + list[k + 4]);
        influence_source s = sources[list[k]];
        influence_add_source(sums, tile, &s);
    }
}

/* The largest of `count` values and the first place where it stands. */
static inline float influence_best_of_row(THRONG_GLOBAL const float *values, int32_t count, int32_t *first)
{
    float best = values[0];
    int32_t i = 0;
    if (count >= THRONG_WIDTH) {
        float lanes[THRONG_WIDTH];
        real largest = real_load(values);
        for (i = THRONG_WIDTH; i + THRONG_WIDTH <= count; i += THRONG_WIDTH)
            largest = real_max(largest, real_load(values + i));
        real_store(lanes, largest);
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            best = plain_max(best, lanes[k]);
    }
    for (; i < count; i++)
        best = plain_max(best, values[i]);
    for (i = 0; values[i] != best; i++) {
    }
    *first = i;
    return best;
}

/* A scaled sum at its own size; +0 where that is below the smallest normal number. */
static inline real influence_unscaled(real sum, float least, float unscale)
{
    mask normal = real_le(real_set(least), real_abs(sum));
    return real_keep(normal, sum * real_set(unscale));
}

/* What the map holds after an update: the new sum, or m * last + (1 - m) * sum. */
static inline real influence_finished(real sum, real last, float momentum)
{
    if (momentum > 0.0f)
        sum = real_set(momentum) * (last * real_set(INFLUENCE_SCALE)) + real_set(1.0f - momentum) * sum;
    return influence_unscaled(sum, INFLUENCE_LEAST, INFLUENCE_UNSCALE);
}

/* The weighted sum of layers is built at 2^32 times its size; begin with +0. |weight| is 0 or >= 1e-9. */
static inline real influence_combined(real sum, real value, float weight)
{
    return sum + (value * real_set(4294967296.0f)) * real_set(weight);
}
static inline real influence_combination(real sum)
{
    return influence_unscaled(sum, FLOAT_LEAST * 4294967296.0f, 1.0f / 4294967296.0f);
}

#endif
