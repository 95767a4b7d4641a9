/* What a source adds to a tile, with cells in lanes: first a list of all items there, then their sums. Items
 * of a source do not overlap, so their order does not matter. */
#ifndef THRONG_INFLUENCE_ITEMS_H
#define THRONG_INFLUENCE_ITEMS_H

#include "influence.h"

enum {
    INFLUENCE_ITEMS = 256,
    INFLUENCE_ROOM = INFLUENCE_ITEMS + 2 * INFLUENCE_GROUP + THRONG_WIDTH,
    INFLUENCE_ROWS = 128, /* whole vectors; this and smaller numbers fit in 8 bits */
    INFLUENCE_SHIFT = THRONG_WIDTH == 16  ? 4
                      : THRONG_WIDTH == 8 ? 3
                      : THRONG_WIDTH == 4 ? 2
                                          : 0
};

#define INFLUENCE_ACROSS (INFLUENCE_TILE_COLUMNS + 2 * THRONG_WIDTH)

/* Items: THRONG_WIDTH neighbouring cells of one row each. Behind the rows stands one that is out of reach. */
typedef struct influence_items {
    int32_t first; /* of the columns, in the tile */
    /* What all cells of a column have in common, from the first column on that a source touches in the tile:
     * read again for each row, which is quicker than to compute it again. Then the same of odd rows, where
     * they stand elsewhere. */
    float dx_dx[2 * INFLUENCE_ACROSS], ax_dx[2 * INFLUENCE_ACROSS];
    int32_t column[INFLUENCE_ROOM]; /* in these, times 256, and the item's row */
    int32_t place[INFLUENCE_ROOM];  /* in the sums */
    float dy_dy[INFLUENCE_ROWS + 1], ay_dy[INFLUENCE_ROWS + 1];
} influence_items;

/* ---------------------------------------------------------------- columns --------------------------- */

/* x: of the first of `count` columns, from the anchor on; they go where `at` says. */
static INLINED void influence_lay_across(influence_items *items, int32_t at, const influence_source *s,
                                         float x, int32_t count, float shift, int kind)
{
    int32_t i = 0;
    do { /* once at least, for what fills a group up */
        const real dx = (real_set(x + (float)i) + real_lanes()) - real_set(shift);
        real_store(items->dx_dx + at + i, dx * dx);
        if (kind & INFLUENCE_ADJUSTED)
            real_store(items->ax_dx + at + i, real_set(s->ax) * dx);
        i += THRONG_WIDTH;
    } while (i < count);
}

/* Begins with a source: lays what its columns in the tile need. */
static INLINED void influence_lay_columns(influence_items *items, const influence_source *s,
                                          const influence_tile *tile, int kind)
{
    int32_t first, last;
    influence_columns(s, tile->column_first + tile->column_count, &first, &last);
    first -= tile->column_first;
    first = first > 0 ? first : 0;
    const int32_t count = last - tile->column_first - first + THRONG_WIDTH; /* what an item may have behind */
    const float x = (float)(first + tile->column_first - s->column);
    items->first = first;
    influence_lay_across(items, 0, s, x, count, influence_shift_x(s, 0, tile->hex), kind);
    if (tile->hex)
        influence_lay_across(items, INFLUENCE_ACROSS, s, x, count, influence_shift_x(s, 1, tile->hex), kind);
    items->dy_dy[INFLUENCE_ROWS] = 1.6e19f;
    items->ay_dy[INFLUENCE_ROWS] = 0.0f;
}

/* ---------------------------------------------------------------- sums ------------------------------ */

static inline void influence_item_distances(real d[INFLUENCE_GROUP], const influence_items *items, int32_t i,
                                            int kind)
{
    real square[INFLUENCE_GROUP], along[INFLUENCE_GROUP];
    EACH_VECTOR
    {
        const int32_t row = items->column[i + u] & 255, column = items->column[i + u] >> 8;
        square[u] = real_load(items->dx_dx + column) + real_set(items->dy_dy[row]);
        if (kind & INFLUENCE_ADJUSTED)
            along[u] = real_load(items->ax_dx + column) + real_set(items->ay_dy[row]);
    }
    influence_distances(d, square, along, kind);
}

static inline void influence_add_items(THRONG_LOCAL float *sums, const influence_items *items, int32_t count,
                                       const influence_source *s, int kind)
{
    const influence_terms terms = influence_terms_of(s);
    real d[INFLUENCE_GROUP], next[INFLUENCE_GROUP], value[INFLUENCE_GROUP];
    influence_item_distances(d, items, 0, kind);
    for (int32_t i = 0; i < count; i += INFLUENCE_GROUP) {
        influence_item_distances(next, items, i + INFLUENCE_GROUP, kind);
        influence_values(value, d, &terms, kind);
        EACH_VECTOR
        {
            THRONG_LOCAL float *cells = sums + items->place[i + u];
            real_store(cells, real_load(cells) + value[u]);
        }
        EACH_VECTOR d[u] = next[u];
    }
}

/* Adds what is listed, in whole groups, and one group is read ahead: what is missing adds nothing, `nowhere`
 * in the sums. */
static INLINED void influence_flush_items(THRONG_LOCAL float *sums, const influence_tile *tile,
                                          influence_items *items, int32_t count, const influence_source *s,
                                          int kind)
{
    for (int32_t u = 0; u < 2 * INFLUENCE_GROUP; u++) {
        items->column[count + u] = INFLUENCE_ROWS;
        items->place[count + u] = tile->row_count * tile->pitch;
    }
    influence_add_items(sums, items, count, s, kind);
}

/* ---------------------------------------------------------------- lists ----------------------------- */

/* Offsets of rows' cells from the source's position, from this row on, one a lane. */
static inline real influence_offsets_y(const influence_source *s, int32_t row, float row_height)
{
    return (real_set((float)(row - s->row)) + real_lanes()) * real_set(row_height) - real_set(s->fy);
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
    const real magic = real_set(REAL_MAGIC);
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

/* What a source takes of some rows of a tile, one a lane: items from left to right. */
typedef struct influence_rows {
    whole column, place; /* of the next item */
    whole left;          /* items still to be listed, 0 or less: none */
} influence_rows;

/* The rows from `start` on, in the items' rows from k on. */
static inline influence_rows influence_rows_of(const influence_source *s, int32_t start, int32_t bottom,
                                               const influence_tile *tile, influence_items *items, int32_t k)
{
    const int32_t odd_rows = tile->hex ? INFLUENCE_ACROSS : 0;
    const whole row = whole_add(whole_set(start), whole_lanes()), one = whole_set(1);
    const real dy = influence_offsets_y(s, start, influence_row_height(tile->hex));
    influence_rows r;
    whole first, last;
    influence_chords(s, start, tile, &first, &last);
    real_store(items->dy_dy + k, dy * dy);
    real_store(items->ay_dy + k, real_set(s->ay) * dy);
    r.place = whole_mul(whole_sub(row, whole_set(tile->row_first)), whole_set(tile->pitch));
    r.place = whole_add(r.place, first);
    r.column = whole_add(whole_sub(first, whole_set(items->first)),
                         whole_mul(whole_and(row, one), whole_set(odd_rows)));
    r.column = whole_add(whole_shift_left(r.column, 8), whole_add(whole_set(k), whole_lanes()));
    r.left = whole_add(whole_shift_right(whole_sub(last, first), INFLUENCE_SHIFT), one);
    r.left = whole_pick(whole_lt(whole_set(bottom), row), whole_set(0), r.left);
    return r;
}

/* Lists the next item of each row that has one. What stands behind them in the columns is written over by the
 * next call. */
static inline int32_t influence_list_items(influence_items *items, int32_t count, influence_rows *rows)
{
    const uint32_t bits = mask_bits(whole_lt(whole_set(0), rows->left));
    (void)whole_put(items->column + count, rows->column, bits);
    const int32_t listed = whole_put(items->place + count, rows->place, bits);
    rows->column = whole_add(rows->column, whole_set(THRONG_WIDTH * 256));
    rows->place = whole_add(rows->place, whole_set(THRONG_WIDTH));
    rows->left = whole_sub(rows->left, whole_set(1));
    return count + listed;
}

static inline void influence_add_rows(THRONG_LOCAL float *sums, const influence_tile *tile,
                                      const influence_source *s, int kind)
{
    influence_items items;
    const int32_t end = tile->row_first + tile->row_count - 1;
    const int32_t top = s->row_first > tile->row_first ? s->row_first : tile->row_first;
    const int32_t bottom = s->row_last < end ? s->row_last : end;
    int32_t count = 0, known = 0; /* items, and their rows */
    influence_lay_columns(&items, s, tile, kind);
    for (int32_t start = top; start <= bottom; start += THRONG_WIDTH, known += THRONG_WIDTH) {
        if (known == INFLUENCE_ROWS) {
            influence_flush_items(sums, tile, &items, count, s, kind);
            count = known = 0;
        }
        influence_rows rows = influence_rows_of(s, start, bottom, tile, &items, known);
        while (mask_any(whole_lt(whole_set(0), rows.left))) {
            count = influence_list_items(&items, count, &rows);
            if (count > INFLUENCE_ITEMS - THRONG_WIDTH) {
                influence_flush_items(sums, tile, &items, count, s, kind);
                count = 0;
            }
        }
    }
    influence_flush_items(sums, tile, &items, count, s, kind);
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

#endif
