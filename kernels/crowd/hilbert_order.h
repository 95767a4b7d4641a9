/* Sort order of agents: along a Hilbert curve (Hilbert 1891), so that agents close in order are close in
 * space. Lanes hold agents. */
#ifndef THRONG_KERNELS_CROWD_HILBERT_ORDER_H
#define THRONG_KERNELS_CROWD_HILBERT_ORDER_H

#include "kernels/crowd/layout.h"

#define CROWD_AXIS_SEGMENTS 64 /* segments of an axis with equal numbers of agents */

/* Maps coordinates to columns or rows of cells. An evenly spread crowd uses one linear map. An uneven one
 * uses a piecewise linear map: segments with equal numbers of sampled agents get equal numbers of cells.
 * Clusters and outliers then have about as many agents per cell as the rest. */
typedef struct crowd_axis {
    float first, per; /* inverse of the total length */
    int32_t even;
    float length;                              /* length without outliers */
    float segment_starts[CROWD_AXIS_SEGMENTS]; /* start coordinates, ascending */
    float slopes[CROWD_AXIS_SEGMENTS];         /* segments per unit of length */
} crowd_axis;

/* 2^more squares of 2^bits cells a side, side by side along the longer axis, so that cells are roughly
 * square. */
typedef struct crowd_curve {
    crowd_axis axes[2];
    int32_t bits, more, longer;
} crowd_curve;

#define CROWD_CELL_BITS 22 /* bits of a column index */

#define CROWD_SAMPLE 512 /* agents sampled to build the curve */

/* One pass of a bitonic sort (Batcher 1968) of `count` numbers, a power of two: the share of work-item `item`
 * of `items`. Passes: size 2, 4 .. count, and for each of them step size/2, size/4 .. 1. */
static inline void crowd_sort_pass(THRONG_LOCAL float *numbers, int32_t count, int32_t size, int32_t step,
                                   int32_t item, int32_t items)
{
    for (int32_t i = item; i < count / 2; i += items) {
        const int32_t one = 2 * (i & -step) + (i & (step - 1)), other = one + step;
        const int32_t up = (one & size) == 0;
        const float a = numbers[one], b = numbers[other];
        if ((a > b) == up) {
            numbers[one] = b;
            numbers[other] = a;
        }
    }
}

/* Measures the segments of an axis in its sorted sample, the share of a work-item. widths: of segments. */
static inline void crowd_measure_segments(THRONG_GLOBAL crowd_axis *axis, THRONG_LOCAL const float *sample,
                                          int32_t count, THRONG_LOCAL float *widths, int32_t item,
                                          int32_t items)
{
    for (int32_t k = item; k < CROWD_AXIS_SEGMENTS; k += items) {
        const float begin = sample[k * (count - 1) / CROWD_AXIS_SEGMENTS];
        const float width = sample[(k + 1) * (count - 1) / CROWD_AXIS_SEGMENTS] - begin;
        axis->segment_starts[k] = begin;
        axis->slopes[k] = 1.0f / scalar_max(width, 1e-6f);
        widths[k] = width;
    }
}

/* Completes an axis, from its sample and the widths of its segments, both sorted. The axis counts as even if
 * the widest quarter of the segments has at most 0.6 of the length: it has less than half in uniform crowds
 * and nearly all in crowds with clusters or outliers. */
static inline void crowd_build_axis(THRONG_GLOBAL crowd_axis *axis, THRONG_LOCAL const float *sample,
                                    int32_t count, THRONG_LOCAL const float *widths)
{
    const float all = sample[count - 1] - sample[0];
    float large = 0.0f;
    axis->first = sample[0];
    axis->per = 1.0f / scalar_max(all, 1e-6f);
    for (int32_t k = CROWD_AXIS_SEGMENTS - CROWD_AXIS_SEGMENTS / 4; k < CROWD_AXIS_SEGMENTS; k++)
        large += widths[k];
    axis->length = all - large;
    axis->even = count < 4 * CROWD_AXIS_SEGMENTS || large <= 0.6f * all;
}

/* Bits per axis: at least 8 cells per agent, so that few agents share a cell. */
static inline int32_t crowd_curve_bits(int32_t agents)
{
    int32_t bits = 3;
    while (bits < 15 && (int64_t)1 << (2 * bits) < (int64_t)agents * 8)
        bits++;
    return bits;
}

/* Distributes bits to both axes: an axis four times as long as the other one gets one bit more, the other one
 * bit less. */
static inline void crowd_build_cells(THRONG_GLOBAL crowd_curve *curve, int32_t agents)
{
    const float x = curve->axes[0].length, y = curve->axes[1].length;
    const int32_t bits = crowd_curve_bits(agents);
    float shorter = scalar_min(x, y) * 2.0f; /* rounds the ratio to a power of four */
    int32_t shift = 0;
    curve->longer = y > x;
    while (shorter <= scalar_max(x, y) && shift < bits && bits + shift < CROWD_CELL_BITS) {
        shorter *= 4.0f;
        shift++;
    }
    curve->bits = bits - shift;
    curve->more = 2 * shift;
}

#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__)

static inline void crowd_sort_numbers(float *numbers, int32_t count)
{
    for (int32_t size = 2; size <= count; size *= 2)
        for (int32_t step = size / 2; step > 0; step /= 2)
            crowd_sort_pass(numbers, count, size, step, 0, 1);
}

/* Builds the curve from `count` sampled coordinates of each axis, which it sorts. */
static inline void crowd_build_curve(crowd_curve *curve, float (*samples)[CROWD_SAMPLE], int32_t count,
                                     int32_t agents)
{
    for (int32_t k = 0; k < 2; k++) {
        float widths[CROWD_AXIS_SEGMENTS] = {0.0f};
        crowd_sort_numbers(samples[k], CROWD_SAMPLE);
        crowd_measure_segments(&curve->axes[k], samples[k], count, widths, 0, 1);
        crowd_sort_numbers(widths, CROWD_AXIS_SEGMENTS);
        crowd_build_axis(&curve->axes[k], samples[k], count, widths);
    }
    crowd_build_cells(curve, agents);
}

#endif

/* Nearest integer, 0 <= a < 2^22. */
static FORCE_INLINE vint crowd_round_to_int(vfloat a)
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
        for (int32_t jump = CROWD_AXIS_SEGMENTS / 2; jump > 0; jump /= 2) {
            const vint next = vi_add(part, vi_set(jump));
            part =
                vi_select(vf_le(vf_gather(axis->segment_starts, next, CROWD_AXIS_SEGMENTS), at), next, part);
        }
        const vfloat begin = vf_gather(axis->segment_starts, part, CROWD_AXIS_SEGMENTS);
        const vfloat slope = vf_gather(axis->slopes, part, CROWD_AXIS_SEGMENTS);
        cell = vf_min(vf_max((at - begin) * slope, nothing), vf_set(1.0f)) + vf_from_int(part);
        cell = cell * vf_set(cells / (float)CROWD_AXIS_SEGMENTS);
    }
    return crowd_round_to_int(vf_min(vf_max(cell, nothing), vf_set(cells - 1.0f)));
}

/* Index of the cell (x, y) along the curve. */
static FORCE_INLINE vint crowd_hilbert_index(vint x, vint y, int32_t bits)
{
    vint along = vi_set(0);
    const vint one = vi_set(1), none = vi_set(0);
    for (int32_t bit = bits - 1; bit >= 0; bit--) {
        const vint right = vi_and(vi_shift_right(x, bit), one);
        const vint below = vi_and(vi_shift_right(y, bit), one);
        const vint quarter = vi_xor(vi_add(vi_shift_left(right, 1), right), below);
        along = vi_or(vi_shift_left(along, 2), quarter);
        /* The upper quarters are transposed, the upper right one along the other diagonal. */
        const vint swap = vi_sub(below, one); /* mask: all bits or none */
        const vint flip = vi_and(swap, vi_sub(none, right));
        const vint change = vi_and(vi_xor(x, y), swap);
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
    return vi_or(square, crowd_hilbert_index(vi_and(column, vi_set((1 << bits) - 1)), row, bits));
}

#endif
