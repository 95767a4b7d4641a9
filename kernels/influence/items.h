/* Work list of a tile, for vector widths: sources are first split into items, which are then summed. Items of
 * a source do not overlap, and those of a later source come later, so the order of sums is that of the
 * sources. */
#ifndef THRONG_KERNELS_INFLUENCE_ITEMS_H
#define THRONG_KERNELS_INFLUENCE_ITEMS_H

#include "kernels/influence/euclidean.h"

enum {
    INFLUENCE_ITEMS = 256,
    INFLUENCE_ITEM_CAPACITY = INFLUENCE_ITEMS + 2 * INFLUENCE_UNROLL + THRONG_WIDTH,
    INFLUENCE_ROWS = 240,         /* whole vectors; row numbers up to this fit in 8 bits */
    INFLUENCE_BATCH_SOURCES = 32, /* sources per list */
    INFLUENCE_LARGE =
        24, /* rows from which on a source gets a list of its own, so that its terms stay in registers */
    INFLUENCE_SHIFT = THRONG_WIDTH == 16  ? 4
                      : THRONG_WIDTH == 8 ? 3
                      : THRONG_WIDTH == 4 ? 2
                                          : 0
};

/* Columns of a source in a tile, in whole vectors, plus the overhang of an item. */
#define INFLUENCE_TABLE_COLUMNS (INFLUENCE_TILE_COLUMNS + 2 * THRONG_WIDTH)

/* Items: THRONG_WIDTH adjacent cells of one row each, of sources of one kind. The row behind the last one is
 * out of reach. */
typedef struct influence_items {
    int32_t count, rows, across, sources; /* entries in use */
    int32_t kind, double_pumped;          /* kind of the sources; double_pumped of the tile */
    /* Column table: terms of dx, from the first column on that a source touches. Loading them for each row is
     * faster than computing them again. Hexagons have a second table for odd rows, which are shifted. */
    float dx_dx[2 * INFLUENCE_TABLE_COLUMNS], ax_dx[2 * INFLUENCE_TABLE_COLUMNS];
    int32_t column[INFLUENCE_ITEM_CAPACITY]; /* 256 * index in the column table + row */
    int32_t place[INFLUENCE_ITEM_CAPACITY];  /* index in the sums */
    int32_t source[INFLUENCE_ITEM_CAPACITY];
    float dy_dy[INFLUENCE_ROWS + THRONG_WIDTH], ay_dy[INFLUENCE_ROWS + THRONG_WIDTH];
    influence_numbers numbers[INFLUENCE_BATCH_SOURCES];
} influence_items;

static inline void influence_clear_items(influence_items *items, int kind)
{
    items->count = items->rows = items->across = items->sources = 0;
    items->kind = kind;
}

/* ---------------------------------------------------------------- sums ------------------------------ */

static FORCE_INLINE void influence_item_distances(vfloat d[INFLUENCE_UNROLL], const influence_items *items,
                                                  int32_t i, int kind)
{
    vfloat square[INFLUENCE_UNROLL], along[INFLUENCE_UNROLL];
    EACH_VECTOR
    {
        const int32_t row = items->column[i + u] & 255, column = items->column[i + u] >> 8;
        square[u] = vf_load(items->dx_dx + column) + vf_set(items->dy_dy[row]);
        along[u] = square[u]; /* only used with INFLUENCE_ADJUSTED */
        if (kind & INFLUENCE_ADJUSTED)
            along[u] = vf_load(items->ax_dx + column) + vf_set(items->ay_dy[row]);
    }
    influence_distances(d, square, along, kind);
}

/* Software-pipelined: roots and divisions of the next group start before the values of this one. each: 1 if
 * items belong to several sources. */
static FORCE_INLINE void influence_add_items(THRONG_LOCAL float *sums, const influence_items *items,
                                             int32_t count, int each, int kind)
{
    vfloat d[INFLUENCE_UNROLL], next[INFLUENCE_UNROLL], value[INFLUENCE_UNROLL];
    influence_terms terms[INFLUENCE_UNROLL];
    influence_item_distances(d, items, 0, kind);
    terms[0] = influence_terms_in_lanes(items->numbers);
    for (int32_t i = 0; i < count; i += INFLUENCE_UNROLL) {
        influence_item_distances(next, items, i + INFLUENCE_UNROLL, kind);
        if (each)
            EACH_VECTOR terms[u] = influence_terms_in_lanes(items->numbers + items->source[i + u]);
        influence_values_each(value, d, terms, each, kind);
        EACH_VECTOR
        {
            THRONG_LOCAL float *cells = sums + items->place[i + u];
            vf_store(cells, vf_load(cells) + value[u]);
        }
        EACH_VECTOR d[u] = next[u];
    }
}

static FORCE_INLINE void influence_add_by_kind(THRONG_LOCAL float *sums, const influence_items *items,
                                               int32_t count, int each)
{
    switch (items->kind) {
    case 0:
        influence_add_items(sums, items, count, each, 0);
        break;
    case INFLUENCE_EXPONENTIAL:
        influence_add_items(sums, items, count, each, INFLUENCE_EXPONENTIAL);
        break;
    case INFLUENCE_ADJUSTED:
        influence_add_items(sums, items, count, each, INFLUENCE_ADJUSTED);
        break;
    default:
#ifdef vf_sqrt_alt
        if (items->double_pumped) {
            influence_add_items(sums, items, count, each,
                                INFLUENCE_EXPONENTIAL | INFLUENCE_ADJUSTED | INFLUENCE_DOUBLE_PUMPED);
            break;
        }
#endif
        influence_add_items(sums, items, count, each, INFLUENCE_EXPONENTIAL | INFLUENCE_ADJUSTED);
        break;
    }
}

/* Adds the listed items in whole groups, reading one group ahead. Padding items add nothing, at index `dummy`
 * of the sums. */
static inline void influence_flush_items(THRONG_LOCAL float *sums, int32_t dummy, influence_items *items,
                                         int32_t count)
{
    items->count = 0;
    if (count == 0)
        return;
    items->dy_dy[INFLUENCE_ROWS] = 1.6e19f;
    items->ay_dy[INFLUENCE_ROWS] = 0.0f;
    for (int32_t u = 0; u < 2 * INFLUENCE_UNROLL; u++) {
        items->column[count + u] = INFLUENCE_ROWS;
        items->place[count + u] = dummy;
        items->source[count + u] = 0;
    }
    if (items->sources > 1)
        influence_add_by_kind(sums, items, count, 1);
    else
        influence_add_by_kind(sums, items, count, 0);
}

/* ---------------------------------------------------------------- columns --------------------------- */

/* Position of a source's columns in the table: columns from `first` on are at `at`, those of odd rows `odd`
 * later. */
typedef struct influence_column_table {
    int32_t first, at, odd;
} influence_column_table;

/* Fills `count` columns of the table from `at` on. x: offset of the first column from the anchor. */
static FORCE_INLINE void influence_fill_columns(influence_items *items, int32_t at, const influence_source *s,
                                                float x, int32_t count, float shift)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        const vfloat dx = (vf_set(x + (float)i) + vf_iota()) - vf_set(shift);
        vf_store(items->dx_dx + at + i, dx * dx);
        vf_store(items->ax_dx + at + i, vf_set(s->ax) * dx);
    }
}

/* Adds a source to the list and builds its columns. If its kind differs or there is no space for its columns
 * or rows, the list is flushed first. */
static inline influence_column_table influence_build_columns(influence_items *items,
                                                             const influence_source *s,
                                                             const influence_tile *tile,
                                                             THRONG_LOCAL float *sums, int32_t rows)
{
    influence_column_table table;
    int32_t first, last;
    influence_columns(s, tile->column_first + tile->column_count, &first, &last);
    first -= tile->column_first;
    first = first > 0 ? first : 0;
    last -= tile->column_first;
    int32_t count = last - first + 2 * THRONG_WIDTH - 1; /* with the overhang of an item, in whole vectors */
    count = count > THRONG_WIDTH ? count & -THRONG_WIDTH : THRONG_WIDTH;
    if (items->kind != s->kind || rows >= INFLUENCE_LARGE || items->sources == INFLUENCE_BATCH_SOURCES ||
        items->rows + rows > INFLUENCE_ROWS || items->across + 2 * count > 2 * INFLUENCE_TABLE_COLUMNS) {
        influence_flush_items(sums, tile->row_count * tile->pitch, items, items->count);
        influence_clear_items(items, s->kind);
    }
    const float x = (float)(first + tile->column_first - s->column);
    table.first = first;
    table.at = items->across;
    table.odd = tile->hex ? count : 0;
    influence_fill_columns(items, table.at, s, x, count, influence_shift_x(s, 0, tile->hex));
    if (tile->hex)
        influence_fill_columns(items, table.at + count, s, x, count, influence_shift_x(s, 1, tile->hex));
    items->across += count + table.odd;
    items->numbers[items->sources++] = influence_numbers_of(s);
    return table;
}

/* ---------------------------------------------------------------- lists ----------------------------- */

/* Vertical offsets of rows from the source's position, from this row on, one per lane. */
static inline vfloat influence_offsets_y(const influence_source *s, int32_t row, float row_height)
{
    return (vf_set((float)(row - s->row)) + vf_iota()) * vf_set(row_height) - vf_set(s->fy);
}

/* Half the chord of a circle at cy, in rows at dy, one per lane; 0 outside. */
static inline vfloat influence_half_chord(vfloat dy, float cy, float radius)
{
    vfloat y = dy - vf_set(cy);
    return vf_sqrt(vf_max(vf_set(radius * radius) - y * y, vf_set(0.0f)));
}

/* First and last column that the support of a source may touch in rows row, row + 1, ..., one per lane,
 * relative to the tile; first > last: none. Two circles bound the support: the prepared one is tight in
 * front, the one for c = reach (see influence_circle()) is tight at the sides. */
static inline void influence_chords(const influence_source *s, int32_t row, const influence_tile *tile,
                                    vint *first, vint *last)
{
    const vfloat magic = vf_set(ROUNDING_MAGIC);
    float row_height = influence_row_height(tile->hex);
    vfloat dy = influence_offsets_y(s, row, row_height);
    vfloat half_chord = influence_half_chord(dy, s->ay * s->circle_share, s->circle_radius);
    float cx = s->fx + s->ax * s->circle_share;
    vfloat low = vf_set(cx) - half_chord;
    vfloat high = vf_set(cx) + half_chord;
    if (s->kind & INFLUENCE_ADJUSTED) {
        float side = s->reach * scalar_sqrt(1.0f + (s->ax * s->ax + s->ay * s->ay));
        side += influence_margin(s, side);
        half_chord = influence_half_chord(dy, s->ay * s->reach, side);
        cx = s->fx + s->ax * s->reach;
        low = vf_max(low, vf_set(cx) - half_chord);
        high = vf_min(high, vf_set(cx) + half_chord);
    }
    /* odd hexagonal rows are shifted half a cell right */
    low = low - vf_set(tile->hex ? 0.5f : 0.0f);
    vfloat left = vf_set((float)(tile->column_first - s->column));
    vfloat right = left + vf_set((float)(tile->column_count - 1));
    low = vf_min(vf_max(low + vf_set(0.499f), left), right + vf_set(1.0f));
    high = vf_max(vf_min(high - vf_set(0.499f), right), left - vf_set(1.0f));
    vint column = vi_set(s->column - tile->column_first - 0x4b400000);
    *first = vi_add(vf_to_bits(low + magic), column);
    *last = vi_add(vf_to_bits(high + magic), column);
}

/* Items of a source in some rows of a tile, one row per lane, listed from left to right. */
typedef struct influence_rows {
    vint column, place; /* of the next item */
    vint left;          /* items left; <= 0: none */
} influence_rows;

/* Rows from `start` on, stored as rows k.. of the list. */
static inline influence_rows influence_rows_of(const influence_source *s, int32_t start, int32_t bottom,
                                               const influence_tile *tile, influence_items *items,
                                               const influence_column_table *table)
{
    const int32_t k = items->rows;
    const vint row = vi_add(vi_set(start), vi_iota()), one = vi_set(1);
    const vfloat dy = influence_offsets_y(s, start, influence_row_height(tile->hex));
    influence_rows r;
    vint first, last;
    influence_chords(s, start, tile, &first, &last);
    vf_store(items->dy_dy + k, dy * dy);
    vf_store(items->ay_dy + k, vf_set(s->ay) * dy);
    r.place = vi_mul(vi_sub(row, vi_set(tile->row_first)), vi_set(tile->pitch));
    r.place = vi_add(r.place, first);
    r.column =
        vi_add(vi_add(first, vi_set(table->at - table->first)), vi_mul(vi_and(row, one), vi_set(table->odd)));
    r.column = vi_add(vi_shift_left(r.column, 8), vi_add(vi_set(k), vi_iota()));
    r.left = vi_add(vi_shift_right(vi_sub(last, first), INFLUENCE_SHIFT), one);
    r.left = vi_select(vi_lt(vi_set(bottom), row), vi_set(0), r.left);
    return r;
}

/* Lists the next item of each row that has one, behind `count` others; returns the new count. compress_store
 * may write garbage behind it, which the next call overwrites. */
static FORCE_INLINE int32_t influence_list_items(influence_items *items, int32_t count, influence_rows *rows)
{
    const uint32_t bits = vmask_bits(vi_lt(vi_set(0), rows->left));
    vi_store(items->source + count, vi_set(items->sources - 1));
    (void)vi_compress_store_private(items->column + count, rows->column, bits);
    const int32_t listed = vi_compress_store_private(items->place + count, rows->place, bits);
    rows->column = vi_add(rows->column, vi_set(THRONG_WIDTH * 256));
    rows->place = vi_add(rows->place, vi_set(THRONG_WIDTH));
    rows->left = vi_sub(rows->left, vi_set(1));
    return count + listed;
}

/* Lists a source. `sums` has one vector of padding behind the tile's last row. */
static inline void influence_list_source(THRONG_LOCAL float *sums, const influence_tile *tile,
                                         influence_items *items, const influence_source *s)
{
    const int32_t end = tile->row_first + tile->row_count - 1, dummy = tile->row_count * tile->pitch;
    const int32_t top = s->row_first > tile->row_first ? s->row_first : tile->row_first;
    const int32_t bottom = s->row_last < end ? s->row_last : end;
    const influence_column_table table = influence_build_columns(items, s, tile, sums, bottom - top + 1);
    for (int32_t start = top; start <= bottom; start += THRONG_WIDTH) {
        if (items->rows + THRONG_WIDTH > INFLUENCE_ROWS) {
            influence_flush_items(sums, dummy, items, items->count);
            items->rows = 0;
        }
        influence_rows rows = influence_rows_of(s, start, bottom, tile, items, &table);
        items->rows += bottom - start < THRONG_WIDTH ? bottom - start + 1 : THRONG_WIDTH;
        int32_t count = items->count;
        while (vmask_any(vi_lt(vi_set(0), rows.left))) {
            count = influence_list_items(items, count, &rows);
            if (count > INFLUENCE_ITEMS - THRONG_WIDTH) {
                influence_flush_items(sums, dummy, items, count);
                count = 0;
            }
        }
        items->count = count;
    }
    if (bottom - top + 1 >= INFLUENCE_LARGE)
        influence_flush_items(sums, dummy, items, items->count);
}

/* Whether a source's circle touches a tile. */
static inline int influence_touches(const influence_source *s, const influence_tile *tile)
{
    int32_t first, last;
    influence_columns(s, tile->column_first + tile->column_count, &first, &last);
    return s->row_first < tile->row_first + tile->row_count && s->row_last >= tile->row_first &&
           first <= last && last >= tile->column_first;
}

/* Adds sources to a tile in the order of the list. mixed: some of them may not touch it. */
static inline void influence_add_sources(THRONG_LOCAL float *sums, const influence_tile *tile,
                                         THRONG_GLOBAL const influence_source *sources,
                                         THRONG_GLOBAL const uint32_t *list, uint32_t count, int mixed)
{
    influence_items items;
    items.double_pumped = tile->double_pumped;
    influence_clear_items(&items, 0);
    for (uint32_t k = 0; k < count; k++) {
        if (k + 4 < count)
            prefetch(sources + list[k + 4]);
        const influence_source s = sources[list[k]];
        if (!mixed || influence_touches(&s, tile))
            influence_list_source(sums, tile, &items, &s);
    }
    influence_flush_items(sums, tile->row_count * tile->pitch, &items, items.count);
}

#endif
