/* Footprint tables: what sources at rest with the same values and the same place in their cell add around
 * their cell, computed once. Tables hold unscaled values, of which none is below INFLUENCE_TABLE_LEAST. So
 * sums of tables alone need no scale: all of them are multiples of 2^-125, and round as the scaled ones do.
 * */
#ifndef THRONG_KERNELS_INFLUENCE_TABLES_H
#define THRONG_KERNELS_INFLUENCE_TABLES_H

#include "kernels/influence/euclidean.h"

#define INFLUENCE_TABLE_LEAST (1.0f / 5.0706024e30f) /* 2^-102 */
#define INFLUENCE_TABLE_STEP 16                      /* columns that are added or left out together */

/* Rows of the same columns. Values are row by row; their zeros fill the first and the last step. */
typedef struct influence_table_run {
    int16_t first, count;  /* rows, relative to the table's first */
    int16_t column, steps; /* relative to the anchor */
    int32_t at;            /* where the values are */
} influence_table_run;

typedef struct influence_table {
    int32_t top, rows;         /* the first row relative to the anchor, and how many */
    int32_t left, last, right; /* columns relative to the anchor; right: behind the last step */
    int32_t run_count;
    const influence_table_run *runs;
    const float *values; /* a step can be read before them, and one behind */
} influence_table;

/* Rows of a table from `start` to `end` - 1 are inside of a tile and of the source's world. */
typedef struct influence_table_part {
    int32_t column, row; /* of the anchor's column and the table's first row in the tile */
    int32_t start, end;
} influence_table_part;

static FORCE_INLINE influence_table_part influence_table_in(const influence_tile *tile,
                                                            const influence_table *t,
                                                            const influence_source *s)
{
    const int32_t top = s->row_first > tile->row_first ? s->row_first - tile->row_first : 0;
    const int32_t last = s->row_last - tile->row_first;
    const int32_t bottom = last < tile->row_count ? last + 1 : tile->row_count;
    influence_table_part p;
    p.column = s->column - tile->column_first;
    p.row = s->row + t->top - tile->row_first;
    p.start = p.row < top ? top - p.row : 0;
    p.end = p.row + t->rows > bottom ? bottom - p.row : t->rows;
    return p;
}

/* Rows of a run that a part has. */
static FORCE_INLINE influence_table_part influence_table_run_in(const influence_table_part *p,
                                                                const influence_table_run *run)
{
    influence_table_part q = *p;
    q.column += run->column;
    q.start = p->start > run->first ? p->start : run->first;
    q.end = p->end < run->first + run->count ? p->end : run->first + run->count;
    return q;
}

/* Adds a part of a table to sums whose rows and columns begin with the tile's. Vectors begin at multiples of
 * their width, so that they stay in the tile, and may end behind the map's last column. scaled: 1 for sums in
 * units of INFLUENCE_SCALE. */
static FORCE_INLINE void influence_table_clip(float *sums, const influence_tile *tile,
                                              const influence_table *t, const influence_table_part *p,
                                              int scaled)
{
    for (int32_t r = 0; r < t->run_count; r++) {
        const influence_table_run run = t->runs[r];
        const influence_table_part q = influence_table_run_in(p, &run);
        const int32_t columns = run.steps * INFLUENCE_TABLE_STEP, behind = q.column + columns;
        const int32_t begin = q.column > 0 ? q.column & ~(THRONG_WIDTH - 1) : 0;
        const int32_t end = behind < tile->column_count ? behind : tile->column_count;
        for (int32_t i = begin; i < end; i += THRONG_WIDTH) { /* what is outside is so in all rows */
            const vfloat at = vf_iota() + vf_set((float)(i - q.column));
            const vmask outside = vf_lt(at, vf_set(0.0f)), inside = vf_lt(at, vf_set((float)columns));
            const vmask some = vmask_and_not(inside, outside);
            const float *values = t->values + (run.at + (q.start - run.first) * columns + (i - q.column));
            float *cells = sums + (ptrdiff_t)(q.row + q.start) * tile->pitch + i;
            for (int32_t k = q.start; k < q.end; k++, values += columns, cells += tile->pitch) {
                vfloat value = vf_mask_zero(some, vf_load(values));
                if (scaled)
                    value = value * vf_set(INFLUENCE_SCALE);
                vf_store(cells, vf_load(cells) + value);
            }
        }
    }
}

/* Adds `rows` rows of so many steps. */
static FORCE_INLINE void influence_table_rows(float *to, ptrdiff_t pitch, const float *from, int32_t rows,
                                              const int32_t steps)
{
    for (; rows > 0; rows--, to += pitch, from += (ptrdiff_t)steps * INFLUENCE_TABLE_STEP)
        for (int32_t i = 0; i < steps * INFLUENCE_TABLE_STEP; i += THRONG_WIDTH)
            vf_store(to + i, vf_load(to + i) + vf_load(from + i));
}

/* The same for unscaled sums, where all steps are inside of the tile. Loops of a known length are worth it:
 * what they do is the same for most sources, and soon foreseen by the processor. */
static FORCE_INLINE void influence_table_put(float *sums, const influence_tile *tile,
                                             const influence_table *t, const influence_table_part *p)
{
    const ptrdiff_t pitch = tile->pitch;
    for (int32_t r = 0; r < t->run_count; r++) {
        const influence_table_run run = t->runs[r];
        const influence_table_part q = influence_table_run_in(p, &run);
        if (q.start >= q.end)
            continue;
        const float *from = t->values + (run.at + (q.start - run.first) * run.steps * INFLUENCE_TABLE_STEP);
        float *to = sums + (q.row + q.start) * pitch + q.column;
        if (run.steps == 1)
            influence_table_rows(to, pitch, from, q.end - q.start, 1);
        else if (run.steps == 2)
            influence_table_rows(to, pitch, from, q.end - q.start, 2);
        else if (run.steps == 3)
            influence_table_rows(to, pitch, from, q.end - q.start, 3);
        else if (run.steps == 4)
            influence_table_rows(to, pitch, from, q.end - q.start, 4);
        else
            influence_table_rows(to, pitch, from, q.end - q.start, run.steps);
    }
}

/* Adds a source's table to scaled sums. */
static inline void influence_add_table(float *sums, const influence_tile *tile, const influence_table *t,
                                       const influence_source *s)
{
    const influence_table_part part = influence_table_in(tile, t, s);
    influence_table_clip(sums, tile, t, &part, 1);
}

/* Adds the tables of sources to unscaled sums. list: NULL: all sources; those with a table below 0 add
 * nothing. */
static inline void influence_add_tables(float *sums, const influence_tile *tile,
                                        const influence_table *tables, const int16_t *table_of,
                                        const influence_source *sources, const uint32_t *list, uint32_t count)
{
    const influence_tile area = *tile; /* copies: stores of vectors may alias anything */
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t source = list ? list[k] : k;
        const int32_t number = table_of[source];
        if (number < 0)
            continue;
        const influence_table table = tables[number];
        const influence_table_part part = influence_table_in(&area, &table, &sources[source]);
        if (part.start >= part.end)
            continue;
        if (part.column + table.left >= 0 && part.column + table.right <= area.column_count)
            influence_table_put(sums, &area, &table, &part);
        else
            influence_table_clip(sums, &area, &table, &part, 0);
    }
}

#endif
