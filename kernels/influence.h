/* Euclidean influence (Lu 2019, equations 1, 2, 7 to 10): the value of one source at one offset, sums over
 * sources, and what happens to a finished sum. The only place where this arithmetic stands. */
#ifndef THRONG_INFLUENCE_KERNEL_H
#define THRONG_INFLUENCE_KERNEL_H

#include "influence_source.h"

/* Groups of this many independent reals go through the arithmetic side by side, statement by statement: the
 * chain of root, division and power is long, and one vector alone would leave the processor waiting. */
#ifndef INFLUENCE_GROUP
#define INFLUENCE_GROUP (THRONG_WIDTH > 1 ? 4 : 1)
#endif
#define EACH for (int u = 0; u < INFLUENCE_GROUP; u++)

/* value = I * 2^(d * rate), scaled, for 0 <= d <= reach; +0 where it is below the smallest normal number. The
 * product with a rate in two parts is exact where it matters, so the power is right to 3e-7 of its value,
 * and 2^0 is exactly 1. */
static inline void influence_exponential(real value[INFLUENCE_GROUP], const real d[INFLUENCE_GROUP],
                                         const influence_source *s)
{
    const real magic = real_set(12582912.0f); /* 1.5 * 2^23: adding it rounds to an integer */
    const real hi = real_set(s->rate_hi);
    const real lo = real_set(s->rate_lo);
    real d_hi[INFLUENCE_GROUP], shifted[INFLUENCE_GROUP], f[INFLUENCE_GROUP], p[INFLUENCE_GROUP];
    whole exponent[INFLUENCE_GROUP], field[INFLUENCE_GROUP];
    EACH d_hi[u] = bits_real(whole_and(real_bits(d[u]), whole_set((int32_t)0xfffff000)));
    EACH shifted[u] = d[u] * hi + magic;
    EACH f[u] = (d_hi[u] * hi - (shifted[u] - magic)) + ((d[u] - d_hi[u]) * hi + d[u] * lo);
    /* 2^f - 1 over f, |f| <= 0.5: degree 5 with relative error 9.2e-8 */
    EACH p[u] = real_set(1.326461788e-03f) * f[u] + real_set(9.671597742e-03f);
    EACH p[u] = p[u] * f[u] + real_set(5.550734699e-02f);
    EACH p[u] = p[u] * f[u] + real_set(2.402224094e-01f);
    EACH p[u] = p[u] * f[u] + real_set(6.931470037e-01f);
    EACH p[u] = (p[u] * f[u] + real_set(1.0f)) * real_set(s->strength);
    EACH exponent[u] = whole_shift_left(whole_sub(real_bits(shifted[u]), whole_set(0x4b400000)), 23);
    EACH field[u] = whole_add(whole_and(real_bits(p[u]), whole_set(0x7f800000)), exponent[u]);
    EACH value[u] = real_keep(whole_lt(whole_set((40 << 23) + 0x007fffff), field[u]),
                              bits_real(whole_add(real_bits(p[u]), exponent[u])));
}

/* The scaled values of a source at the offsets (dx, dy) from its position. dy_dy is dy*dy, ay_dy ay*dy. */
static inline void influence_values(real value[INFLUENCE_GROUP], const real dx[INFLUENCE_GROUP],
                                    const real dy_dy[INFLUENCE_GROUP], const real ay_dy[INFLUENCE_GROUP],
                                    const influence_source *s, int kind)
{
    const real reach = real_set(s->reach);
    real square[INFLUENCE_GROUP], d[INFLUENCE_GROUP];
    EACH square[u] = dx[u] * dx[u] + dy_dy[u];
    EACH d[u] = real_sqrt(square[u]);
    if (kind & INFLUENCE_ADJUSTED) {
        real toward[INFLUENCE_GROUP];
        EACH toward[u] = d[u] + (real_set(s->ax) * dx[u] + ay_dy[u]);
        /* 0 on the object itself, never 0/0 */
        EACH d[u] = square[u] / real_max(toward[u], real_set(1e-18f));
    }
    if (kind & INFLUENCE_EXPONENTIAL)
        influence_exponential(value, d, s);
    else
        EACH value[u] = real_set(s->strength) - real_set(s->rate_hi) * d[u];
    EACH value[u] = real_keep(real_le(d[u], reach), value[u]);
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

/* THRONG_WIDTH neighbouring cells of one row. */
typedef struct influence_item {
    float x;            /* first column, relative to the source's anchor */
    float shift;        /* of the row: dx = (x + lane) - shift */
    float dy_dy, ay_dy; /* of the row */
    int32_t at;         /* place in the sums */
} influence_item;

enum { INFLUENCE_ITEMS = 256 };

static inline void influence_add_items(THRONG_LOCAL float *sums, const influence_item *items, int32_t count,
                                       const influence_source *s, int kind)
{
    const real lanes = real_lanes();
    for (int32_t i = 0; i < count; i += INFLUENCE_GROUP) {
        const influence_item *item = items + i;
        real dx[INFLUENCE_GROUP], dy_dy[INFLUENCE_GROUP], ay_dy[INFLUENCE_GROUP], value[INFLUENCE_GROUP];
        EACH dx[u] = (real_set(item[u].x) + lanes) - real_set(item[u].shift);
        EACH dy_dy[u] = real_set(item[u].dy_dy);
        EACH ay_dy[u] = real_set(item[u].ay_dy);
        influence_values(value, dx, dy_dy, ay_dy, s, kind);
        EACH real_store(sums + item[u].at, real_load(sums + item[u].at) + value[u]);
    }
}

/* Adds a source to a band: first the list of all its items there, then the items group by group. Items do not
 * overlap, so their order does not matter; the last group is filled up with items in the padding. */
static inline void influence_add_rows(THRONG_LOCAL float *sums, const influence_band *band,
                                      const influence_source *s, int kind)
{
    influence_item items[INFLUENCE_ITEMS + INFLUENCE_GROUP];
    int32_t count = 0;
    int32_t end = band->row_first + band->row_count - 1;
    int32_t top = s->row_first > band->row_first ? s->row_first : band->row_first;
    int32_t bottom = s->row_last < end ? s->row_last : end;
    for (int32_t start = top; start <= bottom; start += THRONG_WIDTH) {
        int32_t firsts[THRONG_WIDTH], lasts[THRONG_WIDTH];
        whole first, last;
        influence_chords(s, start, influence_row_height(band->hex), band->hex, band->width, &first, &last);
        whole_store(firsts, first);
        whole_store(lasts, last);
        int32_t rows = bottom - start + 1 < THRONG_WIDTH ? bottom - start + 1 : THRONG_WIDTH;
        for (int32_t k = 0; k < rows; k++) {
            int32_t row = start + k;
            float dy = influence_offset_y(s, row, influence_row_height(band->hex));
            influence_item item = {0.0f, influence_shift_x(s, row, band->hex), dy * dy, s->ay * dy, 0};
            int32_t at = (row - band->row_first) * band->pitch;
            for (int32_t i = firsts[k]; i <= lasts[k]; i += THRONG_WIDTH) {
                item.x = (float)(i - s->column);
                item.at = at + i;
                items[count++] = item;
                if (count == INFLUENCE_ITEMS) {
                    influence_add_items(sums, items, count, s, kind);
                    count = 0;
                }
            }
        }
    }
    influence_item nothing = {4e9f, 0.0f, 0.0f, 0.0f, band->row_count * band->pitch};
    for (int32_t u = 0; u < INFLUENCE_GROUP; u++)
        items[count + u] = nothing;
    influence_add_items(sums, items, count, s, kind);
}

static inline void influence_add_source(THRONG_LOCAL float *sums, const influence_band *band,
                                        const influence_source *s)
{
    switch (s->kind) {
    case 0:
        influence_add_rows(sums, band, s, 0);
        break;
    case INFLUENCE_EXPONENTIAL:
        influence_add_rows(sums, band, s, INFLUENCE_EXPONENTIAL);
        break;
    case INFLUENCE_ADJUSTED:
        influence_add_rows(sums, band, s, INFLUENCE_ADJUSTED);
        break;
    default:
        influence_add_rows(sums, band, s, INFLUENCE_EXPONENTIAL | INFLUENCE_ADJUSTED);
        break;
    }
}

/* Adds the listed sources to a band in the order of the list. */
static inline void influence_add_sources(THRONG_LOCAL float *sums, const influence_band *band,
                                         THRONG_GLOBAL const influence_source *sources,
                                         THRONG_GLOBAL const uint32_t *list, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        influence_source s = sources[list[k]];
        influence_add_source(sums, band, &s);
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
