/* Footprint tables: what sources at rest with the same values and the same place in their cell add around
 * their cell, computed once. Tables hold unscaled values, of which none is below INFLUENCE_TABLE_LEAST. So
 * sums of tables alone need no scale: all of them are multiples of 2^-125, and round as the scaled ones do.
 * */
#ifndef THRONG_KERNELS_INFLUENCE_TABLES_H
#define THRONG_KERNELS_INFLUENCE_TABLES_H

#include "kernels/influence/euclidean.h"

#define INFLUENCE_TABLE_LEAST (1.0f / 5.0706024e30f) /* 2^-102 */
#define INFLUENCE_TABLE_MARGIN 16                    /* zeros on both sides of a row */

/* Columns of a row, relative to the anchor. */
typedef struct influence_table_span {
    int32_t first, count;
} influence_table_span;

typedef struct influence_table {
    int32_t top, rows, left, pitch; /* first row and column, relative to the anchor */
    const influence_table_span *spans;
    const float *values; /* rows of `pitch`: a margin, columns from `left` on, a margin */
} influence_table;

/* Adds a source's table to sums whose rows and columns begin with the tile's, in the rows of the source's
 * world; vectors begin at multiples of their width, and may end behind the last column. scaled: 1 for sums in
 * units of INFLUENCE_SCALE. */
static FORCE_INLINE void influence_add_table_scaled(float *sums, const influence_tile *tile,
                                                    const influence_table *t, const influence_source *s,
                                                    int scaled)
{
    /* copies: stores of vectors may alias anything */
    const influence_table table = *t;
    const int32_t columns = tile->column_count, pitch = tile->pitch, x = s->column - tile->column_first;
    const int32_t first = s->row + table.top - tile->row_first;
    const int32_t top = s->row_first > tile->row_first ? s->row_first - tile->row_first : 0;
    const int32_t last = s->row_last - tile->row_first;
    const int32_t bottom = last < tile->row_count ? last + 1 : tile->row_count;
    const int32_t start = first < top ? top - first : 0;
    const int32_t end = first + table.rows > bottom ? bottom - first : table.rows;
    for (int32_t k = start; k < end; k++) {
        float *cells = sums + (ptrdiff_t)(first + k) * pitch;
        const influence_table_span span = table.spans[k];
        const int32_t left = x + span.first, behind = left + span.count;
        const int32_t stop = behind < columns ? behind : columns;
        const float *values = table.values + (ptrdiff_t)k * table.pitch;
        const ptrdiff_t shift = INFLUENCE_TABLE_MARGIN - (x + table.left);
        for (int32_t i = left > 0 ? left & ~(THRONG_WIDTH - 1) : 0; i < stop; i += THRONG_WIDTH) {
            vfloat value = vf_load(values + (i + shift));
            if (scaled)
                value = value * vf_set(INFLUENCE_SCALE);
            vf_store(cells + i, vf_load(cells + i) + value);
        }
    }
}

static inline void influence_add_table(float *sums, const influence_tile *tile, const influence_table *t,
                                       const influence_source *s, int scaled)
{
    if (scaled)
        influence_add_table_scaled(sums, tile, t, s, 1);
    else
        influence_add_table_scaled(sums, tile, t, s, 0);
}

#endif
