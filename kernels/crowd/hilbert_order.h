/* The order of agents: along Hilbert's curve (1891), whose cells lie side by side where they follow each
 * other. Lanes are agents. */
#ifndef THRONG_KERNELS_CROWD_HILBERT_ORDER_H
#define THRONG_KERNELS_CROWD_HILBERT_ORDER_H

#include "kernels/crowd/layout.h"

#define CROWD_KNOTS 64 /* parts of an axis that have the same number of agents each */

/* How coordinates become columns or rows of cells. Even crowds by one slope; uneven ones by the part that
 * they are in, each of which gets the same number of cells: so clusters, and what stands far away, have no
 * more agents to a cell than others. */
typedef struct crowd_axis {
    float first, per; /* axes per unit */
    int32_t even;
    float length;              /* without what stands far away */
    float knots[CROWD_KNOTS];  /* where parts begin, ascending */
    float slopes[CROWD_KNOTS]; /* parts per unit */
} crowd_axis;

/* Squares of 2^bits cells a side, 2^more of them side by side along the longer axis, so that cells are about
 * as wide as high. */
typedef struct crowd_curve {
    crowd_axis axes[2];
    int32_t bits, more, longer;
} crowd_curve;

#define CROWD_CELL_BITS 22 /* of a column, at most */

#define CROWD_SAMPLE 512 /* agents by which the curve is laid */

/* One pass of a bitonic sort (Batcher 1968) of a sample of CROWD_SAMPLE numbers, as far as work-item `item`
 * of `items` does it. The passes: size 2, 4 .. CROWD_SAMPLE, and for each step size/2, size/4 .. 1. */
static inline void crowd_sort_sample(THRONG_LOCAL float *sample, int32_t size, int32_t step, int32_t item,
                                     int32_t items)
{
    for (int32_t i = item; i < CROWD_SAMPLE; i += items) {
        const int32_t other = i ^ step;
        const int32_t up = (i & size) == 0;
        if (other > i && (sample[i] > sample[other]) == up) {
            const float held = sample[i];
            sample[i] = sample[other];
            sample[other] = held;
        }
    }
}

/* The slopes of an axis out of a sorted sample. widths: room for CROWD_KNOTS numbers. The largest quarter
 * of an even crowd's parts has less than half of its width; of one with clusters, or with agents far away,
 * nearly all. */
static inline void crowd_lay_axis(THRONG_GLOBAL crowd_axis *axis, THRONG_LOCAL const float *sample,
                                  int32_t count, THRONG_LOCAL float *widths)
{
    const float all = sample[count - 1] - sample[0];
    float large = 0.0f;
    axis->first = sample[0];
    axis->per = 1.0f / scalar_max(all, 1e-6f);
    for (int32_t k = 0; k < CROWD_KNOTS; k++) {
        const float begin = sample[k * (count - 1) / CROWD_KNOTS];
        const float width = sample[(k + 1) * (count - 1) / CROWD_KNOTS] - begin;
        int32_t at = k;
        axis->knots[k] = begin;
        axis->slopes[k] = 1.0f / scalar_max(width, 1e-6f);
        for (; at > 0 && widths[at - 1] > width; at--)
            widths[at] = widths[at - 1];
        widths[at] = width;
    }
    for (int32_t k = CROWD_KNOTS - CROWD_KNOTS / 4; k < CROWD_KNOTS; k++)
        large += widths[k];
    axis->length = all - large;
    axis->even = count < 4 * CROWD_KNOTS || large <= 0.6f * all;
}

/* Half the bits of a place on the curve. Some cells to an agent, so that few share one. */
static inline int32_t crowd_curve_bits(int32_t agents)
{
    int32_t bits = 3;
    while (bits < 15 && (int64_t)1 << (2 * bits) < (int64_t)agents * 8)
        bits++;
    return bits;
}

/* Shares the bits among the axes: one that is four times as long has one more than even shares, and the
 * other one less. */
static inline void crowd_lay_cells(THRONG_GLOBAL crowd_curve *curve, int32_t agents)
{
    const float x = curve->axes[0].length, y = curve->axes[1].length;
    const int32_t bits = crowd_curve_bits(agents);
    float shorter = scalar_min(x, y) * 2.0f; /* to the nearest power of four */
    int32_t shift = 0;
    curve->longer = y > x;
    while (shorter <= scalar_max(x, y) && shift < bits && bits + shift < CROWD_CELL_BITS) {
        shorter *= 4.0f;
        shift++;
    }
    curve->bits = bits - shift;
    curve->more = 2 * shift;
}

/* The whole number nearest to a, 0 <= a < 2^22. */
static FORCE_INLINE vint crowd_whole(vfloat a)
{
    return vi_and(vf_to_bits(a + vf_set(8388608.0f)), vi_set(0x7fffff));
}

static FORCE_INLINE vint crowd_column(THRONG_GLOBAL const crowd_axis *axis, int32_t bits, vfloat at)
{
    const vfloat nothing = vf_set(0.0f);
    const float cells = (float)(1 << bits);
    vfloat cell = (at - vf_set(axis->first)) * vf_set(axis->per * cells);
    if (!axis->even) {
        vint part = vi_set(0);
        for (int32_t jump = CROWD_KNOTS / 2; jump > 0; jump /= 2) {
            const vint next = vi_add(part, vi_set(jump));
            part = vi_select(vf_le(vf_gather(axis->knots, next, CROWD_KNOTS), at), next, part);
        }
        const vfloat begin = vf_gather(axis->knots, part, CROWD_KNOTS);
        const vfloat slope = vf_gather(axis->slopes, part, CROWD_KNOTS);
        cell = vf_min(vf_max((at - begin) * slope, nothing), vf_set(1.0f)) + vf_from_int(part);
        cell = cell * vf_set(cells / (float)CROWD_KNOTS);
    }
    return crowd_whole(vf_min(vf_max(cell, nothing), vf_set(cells - 1.0f)));
}

/* The place on the curve of the cell (x, y). */
static FORCE_INLINE vint crowd_along(vint x, vint y, int32_t bits)
{
    vint along = vi_set(0);
    const vint one = vi_set(1), none = vi_set(0);
    for (int32_t bit = bits - 1; bit >= 0; bit--) {
        const vint right = vi_and(vi_shift_right(x, bit), one);
        const vint below = vi_and(vi_shift_right(y, bit), one);
        const vint quarter = vi_xor(vi_add(vi_shift_left(right, 1), right), below);
        along = vi_or(vi_shift_left(along, 2), quarter);
        /* a quarter above is mirrored along its diagonal, the right one along the other one */
        const vint turn = vi_sub(below, one); /* all bits, or none */
        const vint flip = vi_and(turn, vi_sub(none, right));
        const vint change = vi_and(vi_xor(x, y), turn);
        x = vi_xor(vi_xor(x, change), flip);
        y = vi_xor(vi_xor(y, change), flip);
    }
    return along;
}

static FORCE_INLINE vint crowd_key(THRONG_GLOBAL const crowd_curve *curve, vfloat x, vfloat y)
{
    const int32_t bits = curve->bits;
    const vfloat along = curve->longer ? y : x, across = curve->longer ? x : y;
    const vint column = crowd_column(&curve->axes[curve->longer], bits + curve->more, along);
    const vint row = crowd_column(&curve->axes[1 - curve->longer], bits, across);
    const vint square = vi_shift_left(vi_shift_right(column, bits), 2 * bits);
    return vi_or(square, crowd_along(vi_and(column, vi_set((1 << bits) - 1)), row, bits));
}

#endif
