/* Keys of paths: they order lengths as they are, and become the float nearest to a + b*sqrt(2). Compiled with
 * the kernels at width 1 and, as paths_vector, with the compiler's vectors. */
#include "kernels/influence/footprint.h"

#include "tests/influence/propagation_model.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* n / 2^shift < a + b*sqrt(2), in integers: below 2^30 everything fits. */
static int is_below(int64_t n, int32_t shift, int64_t a, int64_t b)
{
    int64_t rest = n - (a << shift), diagonal = b << shift;
    return rest < 0 || rest * rest < 2 * diagonal * diagonal;
}

/* Whether the float is the one nearest to a + b*sqrt(2), which lies between the middles to its neighbours. */
static int is_nearest(float f, int64_t a, int64_t b)
{
    if (b == 0)
        return f == (float)a;
    int32_t exponent = (scalar_to_bits(f) >> 23) - 127;
    int64_t n = (scalar_to_bits(f) & 0x7fffff) | 0x800000; /* f = n / 2^(23 - exponent) */
    if (f < 1.0f || exponent > 29)
        return 0;
    int64_t below =
        n == 0x800000 ? 4 * n - 1 : 4 * n - 2; /* quarters: the neighbour below a power of 2 is near */
    int32_t shift = 25 - exponent;
    int64_t scale = 1;
    for (; shift < 0; shift++)
        scale *= 2;
    return is_below(below * scale, shift, a, b) && !is_below((4 * n + 2) * scale, shift, a, b);
}

static float of_narrow(int32_t dist)
{
    float lanes[THRONG_WIDTH];
    vf_store(lanes, path_narrow_length(vf_set((float)dist)));
    return lanes[THRONG_WIDTH - 1];
}

static float of_wide(int32_t dist)
{
    float lanes[THRONG_WIDTH];
    vf_store(lanes, path_wide_length(vi_set(dist)));
    return lanes[THRONG_WIDTH - 1];
}

Test(paths, nearest)
{
    cr_expect(is_nearest(1.41421354f, 0, 1) && !is_nearest(1.41421366f, 0, 1) &&
              !is_nearest(1.41421342f, 0, 1));
    cr_expect(is_nearest(2.41421366f, 1, 1) && is_nearest(1414.2136f, 0, 1000) &&
              !is_nearest(1414.2135f, 0, 1000) && !is_nearest(0.0f, 0, 1));
}

/* All of them: each key of a narrow path stands for one (a, b), in the order of the lengths. */
Test(paths, narrow)
{
    enum { KEYS = PATH_NARROW_P * PATH_NARROW_Q };
    static int32_t straight[KEYS], diagonal[KEYS];
    int32_t last = -1, count = 0;
    for (int32_t i = 0; i < KEYS; i++)
        straight[i] = -1;
    for (int32_t b = 0; b * PATH_NARROW_P < KEYS; b++)
        for (int32_t a = 0; a * PATH_NARROW_Q + b * PATH_NARROW_P < KEYS; a++) {
            int32_t dist = a * PATH_NARROW_Q + b * PATH_NARROW_P;
            cr_expect(straight[dist] == -1, "%d stands for two paths", (int)dist);
            straight[dist] = a;
            diagonal[dist] = b;
        }
    for (int32_t i = 0; i < KEYS; i++) {
        if (straight[i] < 0)
            continue;
        int32_t a = straight[i], b = diagonal[i];
        cr_expect(last < 0 || walk_shorter(straight[last], diagonal[last], a, b), "%d and %d", (int)last,
                  (int)i);
        cr_expect(is_nearest(of_narrow(i), a, b), "%d + %d*sqrt(2) is %.9g", (int)a, (int)b,
                  (double)of_narrow(i));
        cr_expect(is_nearest(path_exact_length(a, b), a, b), "%d + %d*sqrt(2)", (int)a, (int)b);
        last = i;
        count++;
    }
    cr_expect(count > 3400, "%d paths", (int)count);
}

/* What stands for no path has a length beyond every limit that its base was made for. */
Test(paths, nothing_is_far)
{
    for (float farthest = 0.0f; farthest <= PATH_NARROW_LENGTH; farthest += 0.037f) {
        int32_t bound = (int32_t)(farthest * 70.01f) + 2;
        cr_expect(of_narrow(bound + 1) > farthest, "%g: %g", (double)farthest, (double)of_narrow(bound + 1));
    }
    cr_expect(of_wide(2147000000 / 8) > PATH_WIDE_LENGTH);
}

/* Random paths below a length, and others next to them in length: fractions near sqrt(2) lead there. */
static const int32_t near_a[] = {1,    3,    7,    17,    41,    99,     239,   577,
                                 1393, 3363, 8119, 19601, 47321, 114243, 275807};
static const int32_t near_b[] = {1, 2, 5, 12, 29, 70, 169, 408, 985, 2378, 5741, 13860, 33461, 80782, 195025};

static void random_path(rng *r, int64_t longest, int64_t *a, int64_t *b)
{
    int32_t less = rng_below(r, 20);
    longest = longest >> less > 2 ? longest >> less : 2;
    *b = (int64_t)(rng_next(r) % (uint64_t)(longest * 70 / 99));
    *a = (int64_t)(rng_next(r) % (uint64_t)(longest - *b * 99 / 70));
}

static void neighbour(rng *r, int64_t *a, int64_t *b)
{
    int32_t k = rng_below(r, 15);
    if (rng_below(r, 2) && *a >= near_a[k]) {
        *a -= near_a[k];
        *b += near_b[k];
    } else if (*b >= near_b[k]) {
        *a += near_a[k];
        *b -= near_b[k];
    }
}

Test(paths, wide)
{
    rng r = {5};
    int compared = 0;
    for (int32_t i = 0; i < 1500000; i++) {
        int64_t a, b, c, d;
        random_path(&r, 19000, &a, &b);
        c = a;
        d = b;
        neighbour(&r, &c, &d);
        int64_t one = a * PATH_WIDE_Q + b * PATH_WIDE_P, other = c * PATH_WIDE_Q + d * PATH_WIDE_P;
        if (one >= 1 << 28 || other >= 1 << 28)
            continue;
        compared += one != other;
        cr_assert((one < other) == walk_shorter(a, b, c, d) && (one > other) == walk_shorter(c, d, a, b),
                  "%d + %d*sqrt(2) and %d + %d*sqrt(2)", (int)a, (int)b, (int)c, (int)d);
        cr_assert(is_nearest(of_wide((int32_t)one), a, b), "%d + %d*sqrt(2) is %.9g", (int)a, (int)b,
                  (double)of_wide((int32_t)one));
        cr_assert(path_wide_exact_length((int32_t)one) == of_wide((int32_t)one), "%d + %d*sqrt(2)", (int)a,
                  (int)b);
    }
    cr_expect(compared > 200000, "%d", compared);
}

/* All with few diagonals, and all with few straight steps. */
Test(paths, wide_edges)
{
    for (int32_t i = 0; i < 13400; i++)
        for (int32_t k = 0; k < 40; k++) {
            cr_assert(is_nearest(of_wide(i * PATH_WIDE_Q + k * PATH_WIDE_P), i, k), "%d + %d*sqrt(2)", (int)i,
                      (int)k);
            cr_assert(is_nearest(of_wide(k * PATH_WIDE_Q + i * PATH_WIDE_P), k, i), "%d + %d*sqrt(2)", (int)k,
                      (int)i);
        }
}

Test(paths, widest)
{
    rng r = {6};
    int compared = 0;
    for (int32_t i = 0; i < 1500000; i++) {
        int64_t a, b, c, d;
        random_path(&r, 700000000, &a, &b);
        c = a;
        d = b;
        neighbour(&r, &c, &d);
        int64_t one = a * PATH_WIDEST_Q + b * PATH_WIDEST_P, other = c * PATH_WIDEST_Q + d * PATH_WIDEST_P;
        compared += one != other;
        cr_assert((one < other) == walk_shorter(a, b, c, d) && (one > other) == walk_shorter(c, d, a, b),
                  "%lld + %lld*sqrt(2) and %lld + %lld*sqrt(2)", (long long)a, (long long)b, (long long)c,
                  (long long)d);
        cr_assert(is_nearest(path_widest_length(one), a, b), "%lld + %lld*sqrt(2) is %.9g", (long long)a,
                  (long long)b, (double)path_widest_length(one));
    }
    cr_expect(compared > 500000);
}

Test(paths, exact_length)
{
    rng r = {7};
    for (int32_t i = 0; i < 2000000; i++) {
        int64_t a, b;
        random_path(&r, 700000000, &a, &b);
        cr_assert(is_nearest(path_exact_length(a, b), a, b), "%lld + %lld*sqrt(2) is %.9g", (long long)a,
                  (long long)b, (double)path_exact_length(a, b));
    }
    cr_expect(path_exact_length(0, 0) == 0.0f && path_exact_length(16777217, 0) == 16777216.0f);
    /* below a power of two floats lie twice as near as above it */
    for (int64_t power = 4; power <= 65536; power *= 2)
        for (int64_t b = 1; 2 * b * b < power * power; b++)
            for (int64_t a = power - (int64_t)((double)b * 1.4142135623730951) - 2, end = a + 4; a < end; a++)
                if (a >= 0)
                    cr_assert(is_nearest(path_exact_length(a, b), a, b), "%lld + %lld*sqrt(2) is %.9g",
                              (long long)a, (long long)b, (double)path_exact_length(a, b));
}

/* The values of a patch, laid out as its area; nothing stands behind the last column. */
static void lay_out(float *cells, const float *footprint, relax_area area)
{
    const float *from = footprint + footprint_head(area.rows);
    memset(cells, 0, (size_t)area.columns * (size_t)area.rows * sizeof *cells);
    for (int32_t row = 0; row < area.rows; row++) {
        footprint_span span;
        memcpy(&span, footprint + 2 * row, sizeof span);
        for (int32_t x = 0; x < span.count; x++) {
            if (span.first + x < area.columns)
                cells[row * area.columns + span.first + x] = from[x];
            else
                cr_expect(from[x] == 0.0f, "%d columns, row %d: a value behind the last one", area.columns,
                          row);
        }
        from += span.count;
    }
}

/* Whichever keys were needed: on free maps of all widths about those of vectors. */
Test(paths, footprints_of_every_width)
{
    enum { HEIGHT = 7, MOST = 40, ROOM = (MOST + 16) * (HEIGHT + 8) };
    static uint32_t bits[8 * (HEIGHT + 2)];
    static float footprint[ROOM], cells[3][MOST * HEIGHT];
    _Alignas(64) static unsigned char scratch[64 * ROOM];
    for (int32_t i = 0; i < 3 * MOST; i++) {
        const int32_t columns = i / 3 + 1, kind = i % 3, pitch = terrain_pitch(columns);
        const influence_grid grid = {
            columns, HEIGHT, kind == GRID_HEX, 1.0f, kind, INFLUENCE_PATH, HEIGHT, terrain_pitch(columns), 0,
            0,       0};
        influence_object o = {.x = 0.5f, .y = 0.5f, .influence = 2.0f, .decay = 0.01f, .max_distance = 60.0f};
        memset(bits, 0xff, sizeof bits);
        for (int32_t row = 0; row < HEIGHT; row++)
            for (int32_t x = 0; x < columns; x++)
                bits[(row + 1) * pitch + (TERRAIN_LEFT + x) / 32] &= ~(1u << (TERRAIN_LEFT + x) % 32);
        const influence_source s = influence_prepare(&o, &grid, bits);
        const relax_area area = footprint_area(&s, &grid);
        const terrain_view walls = influence_walls(bits, &grid, 0);
        const footprint_paths p = footprint_paths_of(&s, kind);
        cr_assert(area.columns == columns && area.rows == HEIGHT);
        for (int width = FOOTPRINT_NARROW; width <= FOOTPRINT_WIDEST; width++) {
            cr_assert(footprint_path(footprint, scratch, &s, area, walls, &p, width, kind));
            lay_out(cells[width], footprint, area);
        }
        cr_expect(memcmp(cells[0], cells[1], sizeof cells[0]) == 0, "%d columns, wide keys", columns);
        cr_expect(memcmp(cells[0], cells[2], sizeof cells[0]) == 0, "%d columns, widest keys", columns);
    }
}
