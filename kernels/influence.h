/* Euclidean influence (Lu 2019, equations 1, 2, 7 to 10): the value of one source at one offset, sums over
 * sources, and what happens to a finished sum. The only place where this arithmetic stands. */
#ifndef THRONG_INFLUENCE_KERNEL_H
#define THRONG_INFLUENCE_KERNEL_H

#include "influence_source.h"

/* I * 2^(d * rate), scaled, for 0 <= d <= reach; +0 where it is below the smallest normal number. The
 * product with a rate in two parts is exact where it matters, so the power is right to 3e-7 of its value,
 * and 2^0 is exactly 1. */
static inline real influence_exponential(real d, float strength, float rate_hi, float rate_lo)
{
    const real magic = real_set(12582912.0f); /* 1.5 * 2^23: adding it rounds to an integer */
    real hi = real_set(rate_hi);
    real d_hi = bits_real(whole_and(real_bits(d), whole_set((int32_t)0xfffff000)));
    real d_lo = d - d_hi;
    real shifted = d * hi + magic;
    real n = shifted - magic;
    real f = (d_hi * hi - n) + (d_lo * hi + d * real_set(rate_lo));
    /* 2^f - 1 over f, |f| <= 0.5: degree 5 with relative error 9.2e-8 */
    real p = real_set(1.326461788e-03f) * f + real_set(9.671597742e-03f);
    p = p * f + real_set(5.550734699e-02f);
    p = p * f + real_set(2.402224094e-01f);
    p = p * f + real_set(6.931470037e-01f);
    real value = (p * f + real_set(1.0f)) * real_set(strength);
    whole exponent = whole_shift_left(whole_sub(real_bits(shifted), whole_set(0x4b400000)), 23);
    whole field = whole_add(whole_and(real_bits(value), whole_set(0x7f800000)), exponent);
    mask normal = whole_lt(whole_set((40 << 23) + 0x007fffff), field);
    return real_keep(normal, bits_real(whole_add(real_bits(value), exponent)));
}

/* The scaled value of a source at the offset (dx, dy) from its position. ay_dy is ay*dy, dy_dy dy*dy. */
static inline real influence_value(real dx, real dy_dy, real ay_dy, const influence_source *s, int kind)
{
    real square = dx * dx + dy_dy;
    real d = real_sqrt(square);
    if (kind & INFLUENCE_ADJUSTED) {
        real toward = d + (real_set(s->ax) * dx + ay_dy);
        d = square / real_max(toward, real_set(1e-18f)); /* 0 on the object itself, never 0/0 */
    }
    mask inside = real_le(d, real_set(s->reach));
    if (kind & INFLUENCE_EXPONENTIAL)
        return real_keep(inside, influence_exponential(d, s->strength, s->rate_hi, s->rate_lo));
    return real_keep(inside, real_set(s->strength) - real_set(s->rate_hi) * d);
}

/* Offsets of a row's cells from the source's position. */
static inline float influence_offset_y(const influence_source *s, int32_t row, float row_height)
{
    return (float)(row - s->row) * row_height - s->fy;
}
static inline float influence_shift_x(const influence_source *s, int32_t row, int32_t hex)
{
    return hex ? s->fx - 0.5f * (float)(row & 1) : s->fx;
}

/* First and last column of the map, in rows row, row+1 ... (one a lane), that the circle around a source
 * touches; first > last: none. */
static inline void influence_chords(const influence_source *s, int32_t row, float row_height, int32_t hex,
                                    int32_t width, whole *first, whole *last)
{
    const real magic = real_set(12582912.0f);
    real dy = (real_set((float)(row - s->row)) + real_lanes()) * real_set(row_height) - real_set(s->fy);
    real y = dy - real_set(s->circle_y);
    real square = real_set(s->circle_radius * s->circle_radius) - y * y;
    real half_chord = real_sqrt(real_max(square, real_set(0.0f))) + real_set(hex ? 0.25f : 0.0f);
    real middle = real_set(s->fx + s->circle_x - (hex ? 0.25f : 0.0f));
    real left = real_set((float)-s->column);
    real right = left + real_set((float)(width - 1));
    real low = real_min(real_max(middle - half_chord, left), right + real_set(1.0f));
    real high = real_max(real_min(middle + half_chord, right), left - real_set(1.0f));
    whole column = whole_set(s->column - 0x4b400000);
    *first = whole_add(real_bits(low + magic), column);
    *last = whole_add(real_bits(high + magic), column);
}

/* Sums for a band of rows, THRONG_WIDTH cells at a time: the form for CPUs. */
static inline void influence_add_row(THRONG_LOCAL float *sums, const influence_source *s, int32_t row,
                                     int32_t first, int32_t last, int32_t hex, int kind)
{
    float dy = influence_offset_y(s, row, influence_row_height(hex));
    real dy_dy = real_set(dy * dy);
    real ay_dy = real_set(s->ay * dy);
    real shift = real_set(influence_shift_x(s, row, hex));
    real lanes = real_lanes();
    for (int32_t i = first; i <= last; i += THRONG_WIDTH) {
        real dx = (real_set((float)(i - s->column)) + lanes) - shift;
        real_store(sums + i, real_load(sums + i) + influence_value(dx, dy_dy, ay_dy, s, kind));
    }
}

static inline void influence_add_rows(THRONG_LOCAL float *sums, const influence_band *band,
                                      const influence_source *s, int kind)
{
    int32_t end = band->row_first + band->row_count - 1;
    int32_t top = s->row_first > band->row_first ? s->row_first : band->row_first;
    int32_t bottom = s->row_last < end ? s->row_last : end;
    for (int32_t row = top; row <= bottom; row += THRONG_WIDTH) {
        int32_t firsts[THRONG_WIDTH], lasts[THRONG_WIDTH];
        whole first, last;
        influence_chords(s, row, influence_row_height(band->hex), band->hex, band->width, &first, &last);
        whole_store(firsts, first);
        whole_store(lasts, last);
        int32_t rows = bottom - row + 1 < THRONG_WIDTH ? bottom - row + 1 : THRONG_WIDTH;
        for (int32_t k = 0; k < rows; k++)
            influence_add_row(sums + (row + k - band->row_first) * band->pitch, s, row + k, firsts[k],
                              lasts[k], band->hex, kind);
    }
}

/* Adds the listed sources to a band in the order of the list. */
static inline void influence_add_sources(THRONG_LOCAL float *sums, const influence_band *band,
                                         THRONG_GLOBAL const influence_source *sources,
                                         THRONG_GLOBAL const uint32_t *list, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        influence_source s = sources[list[k]];
        switch (s.kind) {
        case 0:
            influence_add_rows(sums, band, &s, 0);
            break;
        case INFLUENCE_EXPONENTIAL:
            influence_add_rows(sums, band, &s, INFLUENCE_EXPONENTIAL);
            break;
        case INFLUENCE_ADJUSTED:
            influence_add_rows(sums, band, &s, INFLUENCE_ADJUSTED);
            break;
        default:
            influence_add_rows(sums, band, &s, INFLUENCE_EXPONENTIAL | INFLUENCE_ADJUSTED);
            break;
        }
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
