/* Field evaluation of one path per work-item: GPUs. The lanes of a warp wait for the one that has most to do.
 * So a cheap loop finds first what is in range, and another one adds that alone: their numbers differ less
 * than those of what lies around, and no lane waits for another one's roots.
 *
 * A work-item lists the indices of the sources near it. Walls are bits already: they are read where the path
 * is. */
#ifndef THRONG_KERNELS_TRACE_ITEM_SAMPLING_H
#define THRONG_KERNELS_TRACE_ITEM_SAMPLING_H

#include "kernels/trace/field_sampling.h"

#define TRACE_AT_ONCE 32 /* sources tested before those in range are added: bits of a word */

/* Words of a source. Its row is aligned: two loads. */
static inline void trace_source_words(const trace_field *f, int32_t index, vfloat words[8])
{
    const int32_t rows[1] = {index};
    vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)f->sources, rows, words);
}

/* Lists the sources that reach a position within a skin's width. Returns their number, or TRACE_TOO_MANY. */
static inline int32_t trace_gather_indices(const trace_lists *n, const trace_field *f,
                                           const potential_plan *plan, int32_t tile, float x, float y)
{
    const uint32_t end = f->list_starts[tile + 1];
    int32_t count = 0;
    NO_UNROLL
    for (uint32_t i = f->list_starts[tile]; i < end; i++) {
        const int32_t index = f->lists[i];
        vfloat s[8];
        trace_source_words(f, index, s);
        const float dx = x - s[0], dy = y - s[1], reach = potential_reach(s[3]) + plan->skin;
        if (!(dx * dx + dy * dy <= reach * reach * 1.0002f))
            continue;
        if (count == TRACE_ITEM_SOURCES)
            return TRACE_TOO_MANY;
        trace_whole_at(n, TRACE_INDEX, count)[0] = index;
        count++;
    }
    return count;
}

/* Indices of sources in memory. */
typedef struct trace_listed {
    THRONG_GLOBAL const int32_t *first;
    int32_t count;
    uint32_t stride;
} trace_listed;

/* Those of a work-item; where they were too many, those of its tile. */
static inline trace_listed trace_listed_of(const trace_lists *n, const trace_field *f, int32_t kept,
                                           int32_t tile)
{
    trace_listed list;
    list.first = trace_whole_at(n, TRACE_INDEX, 0);
    list.count = kept;
    list.stride = TRACE_STRIDE;
    if (kept == TRACE_TOO_MANY) {
        const uint32_t start = f->list_starts[tile];
        list.first = f->lists + start;
        list.count = (int32_t)(f->list_starts[tile + 1] - start);
        list.stride = 1;
    }
    return list;
}

/* Which of `some` listed sources may be in range, as bits. */
static inline uint32_t trace_sources_in_range(const trace_field *f, const trace_listed *list, int32_t first,
                                              int32_t some, vfloat x, vfloat y)
{
    uint32_t found = 0;
    NO_UNROLL
    for (int32_t k = 0; k < some; k++) {
        vfloat s[8];
        trace_source_words(f, list->first[(uint32_t)(first + k) * list->stride], s);
        const vfloat dx = x - s[0], dy = y - s[1];
        found |= (uint32_t)(dx * dx + dy * dy <= TRACE_BEYOND * (s[3] * s[3])) << k;
    }
    return found;
}

/* Evaluates the listed sources. */
static FORCE_INLINE trace_source_sum trace_evaluate_listed(const trace_lists *n, const trace_field *f,
                                                           const potential_plan *plan,
                                                           const trace_listed *list, vfloat x, vfloat y)
{
    trace_block_sum part = trace_block_sum_begin();
    vfloat damage = 0.0f, block_damage = 0.0f;
    trace_source_sum push;
    NO_UNROLL
    for (int32_t first = 0; first < list->count; first += TRACE_AT_ONCE) {
        const int32_t left = list->count - first, some = left < TRACE_AT_ONCE ? left : TRACE_AT_ONCE;
        NO_UNROLL
        for (uint32_t bits = trace_sources_in_range(f, list, first, some, x, y); bits; bits &= bits - 1u) {
            const int32_t index = list->first[(uint32_t)(first + lowest_set_bit(bits)) * list->stride];
            vfloat s[8];
            trace_source_words(f, index, s);
            const vfloat dx = x - s[0], dy = y - s[1];
            const potential_sum one = potential_repulsion(dx, dy, s[2], s[7]);
            const vint block = index >> 6;
            const vmask new_block = vi_lt(part.at, block);
            trace_add(&part, block, &one);
            if (POTENTIAL_TYPES_OF(plan) == 0 && !plan->damage)
                continue;
            const vmask bears = potential_in_range(dx, dy, s[3]);
            if (POTENTIAL_TYPES_OF(plan) == 0) {
                damage = damage + vf_mask_zero(new_block, block_damage);
                block_damage = vf_select(new_block, 0.0f, block_damage) + vf_mask_zero(bears, s[4]);
            } else if (bears) {
                trace_at(n, TRACE_COUNTS, vf_to_bits(s[5]))[0] += 1.0f;
            }
        }
    }
    potential_join(&part.all, &part.block);
    push.sum = part.all;
    push.damage = damage + block_damage;
    return push;
}

/* ---------------------------------------------------------------- walls ----------------------------- */

/* Columns or rows whose centres are within reach of a coordinate. A quarter of a cell more is looked at, as
 * rounding may be off by less than that on the largest map. */
static inline void trace_centres(float at, float reach, float cell, float per_cell, int32_t count,
                                 int32_t *first, int32_t *last)
{
    const float aside = reach - 0.25f * cell;
    *first = potential_cell(at - aside, per_cell, count);
    *last = potential_cell(at + aside, per_cell, count);
    *first = *first > 0 ? *first : 0;
    *last = *last < count ? *last : count - 1;
}

/* Some walls: bit k is the cell in column `column` + k % width and row `row` + k / width, where the width is
 * 1 << shift. */
typedef struct trace_window {
    int32_t column, row, shift;
    uint64_t bits;
} trace_window;

/* Loads the walls of columns up to `right`, 32 at most, and of rows up to `bottom`. */
static inline void trace_load_window(trace_window *w, terrain_view walls, int32_t right, int32_t bottom)
{
    const uint32_t wanted = potential_between(0, right - w->column);
    w->bits = 0;
    NO_UNROLL
    for (int32_t row = w->row, at = 0; row <= bottom; row++, at += 1 << w->shift)
        w->bits |= (uint64_t)(terrain_bits(walls, w->column, row) & wanted) << at;
}

static inline int32_t trace_lowest(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits, word = low ? low : (uint32_t)(bits >> 32);
    return lowest_set_bit(word) + (low ? 0 : 32);
}

/* Offsets of a position from the centre of a window's k-th cell. */
static inline void trace_from_centre(const trace_window *w, int32_t k, float cell, float x, float y,
                                     float *dx, float *dy)
{
    *dx = x - ((float)(w->column + (k & ((1 << w->shift) - 1))) + 0.5f) * cell;
    *dy = y - ((float)(w->row + (k >> w->shift)) + 0.5f) * cell;
}

/* Adds the walls of a window, row by row. */
static FORCE_INLINE void trace_add_window(trace_block_sum *part, trace_window *w, const potential_terrain *t,
                                          float x, float y)
{
    const float beyond = TRACE_BEYOND * t->range * t->range;
    float dx, dy;
    NO_UNROLL
    for (uint64_t rest = w->bits; rest; rest &= rest - 1u) {
        trace_from_centre(w, trace_lowest(rest), t->cell, x, y, &dx, &dy);
        if (!(dx * dx + dy * dy <= beyond))
            w->bits ^= rest & (~rest + 1u);
    }
    NO_UNROLL
    for (; w->bits; w->bits &= w->bits - 1u) {
        const int32_t k = trace_lowest(w->bits), row = w->row + (k >> w->shift);
        const int32_t column = w->column + (k & ((1 << w->shift) - 1));
        trace_from_centre(w, k, t->cell, x, y, &dx, &dy);
        const potential_sum one = potential_repulsion(dx, dy, t->eta, t->inverse);
        trace_add(part, row * ((t->columns + 63) >> 6) + (column >> 6), &one);
    }
}

/* Looks for the nearest wall of a window. */
static FORCE_INLINE void trace_look_through(potential_nearest *nearest, trace_window *w,
                                            const potential_terrain *t, float x, float y)
{
    float dx, dy;
    NO_UNROLL
    for (; w->bits; w->bits &= w->bits - 1u) {
        trace_from_centre(w, trace_lowest(w->bits), t->cell, x, y, &dx, &dy);
        const float square = dx * dx + dy * dy;
        if (square < nearest->square) {
            nearest->square = square;
            nearest->dx = dx;
            nearest->dy = dy;
        }
    }
}

/* Evaluates the walls around a position, or the nearest one. */
static FORCE_INLINE potential_sum trace_evaluate_around(const trace_field *f, const trace_plan *plan,
                                                        int32_t world, float x, float y)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    const terrain_view walls = trace_walls_of(f, t, world);
    trace_block_sum part = trace_block_sum_begin();
    potential_nearest nearest;
    trace_window w;
    int32_t first, last, left, right;
    nearest.square = 3.0e38f;
    nearest.dx = 3.0e18f; /* out of every range */
    nearest.dy = 0.0f;
    trace_centres(y, potential_reach(t->range), t->cell, t->per_cell, t->rows, &first, &last);
    trace_centres(x, potential_reach(t->range), t->cell, t->per_cell, t->columns, &left, &right);
    const int32_t width = right - left;
    w.shift = width < 8 ? 3 : width < 16 ? 4 : 5;
    const int32_t rows = width < 32 ? 64 >> w.shift : 1;
    w.row = first;
    w.column = left;
    NO_UNROLL
    while (w.row <= last && left <= right) {
        const int32_t end = w.row + rows - 1;
        trace_load_window(&w, walls, right, end < last ? end : last);
        if (t->nearest)
            trace_look_through(&nearest, &w, t, x, y);
        else
            trace_add_window(&part, &w, t, x, y);
        w.column += 32;
        w.row = w.column > right ? end + 1 : w.row;
        w.column = w.column > right ? left : w.column;
    }
    if (t->nearest)
        part.block = potential_repulsion(nearest.dx, nearest.dy, t->eta, t->inverse);
    potential_join(&part.all, &part.block);
    return part.all;
}

#endif
