/* Measures and integrals by known values: the paper's table 5, lambda that solves, what is not monotone, and
 * what an integral has to do by its nature. Wherever the numbers are small whole ones, all sums are exact. */
#include "tests/measure/scenes.h"
#include "tests/support/each_backend.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static throng_measure *make(throng_context *context, const throng_measure_def *def)
{
    throng_measure *measure;
    MUST(context, throng_measure_create(context, def, &measure));
    return measure;
}

static throng_measure_def weights(int32_t types, const float *values, float lambda)
{
    throng_measure_def def = throng_measure_default_def();
    def.types = types;
    def.lambda = lambda;
    memcpy(def.weights, values, (size_t)types * sizeof *values);
    return def;
}

static float value_of(throng_context *context, const throng_measure *measure, uint32_t set)
{
    float value;
    MUST(context, throng_measure_value(measure, set, &value));
    return value;
}

static throng_measure_info info_of(throng_context *context, throng_measure *measure)
{
    throng_measure_info info;
    MUST(context, throng_measure_get_info(measure, &info));
    return info;
}

static float integral(throng_context *context, throng_measure *measure, const float *row)
{
    float result;
    MUST(context, throng_measure_choquet(measure, 1, row, 0, &result));
    return result;
}

static int close_to(float got, double expected) { return fabs((double)got - expected) <= 1e-6 * expected; }

/* ---------------------------------------------------------------- measures -------------------------- */

/* Rounded to 7 digits, as 0.3f is not 0.3. */
EACH(measures, of_table_5)
{
    static const float powers[3] = {2.0f, 3.0f, 4.0f};
    static const double expected[4][8] = {{0, 2, 3, 6.8, 4, 8.4, 10.6, 18.96},
                                          {0, 2, 3, 3.2, 4, 3.6, 3.4, 3.36},
                                          {0, 2, 3, 6.8, 4, 8.4, 10.6, 16.8},
                                          {0, 2, 3, 3.2, 4, 3.6, 3.4, 1.2}};
    for (int i = 0; i < 4; i++) {
        throng_measure_def def = weights(3, powers, i % 2 ? -0.3f : 0.3f);
        def.kind = i < 2 ? THRONG_MEASURE_LAMBDA : THRONG_MEASURE_ADDITIVE2;
        def.accept_non_monotone = i % 2;
        throng_measure *measure = make(context, &def);
        for (uint32_t set = 0; set < 8; set++)
            cr_expect(close_to(value_of(context, measure, set), expected[i][set]), "%d, set %u: %.9g", i,
                      (unsigned)set, (double)value_of(context, measure, set));
        throng_measure_info info = info_of(context, measure);
        cr_expect(info.monotone == !(i % 2) && info.types == 3 && info.kind == def.kind &&
                  info.lambda == (double)def.lambda && info.all == value_of(context, measure, 7));
        const uint32_t first[4][2] = {{0, 0}, {4, 5}, {0, 0}, {3, 7}};
        cr_expect(info.smaller == first[i][0] && info.larger == first[i][1], "%d: %u and %u", i,
                  (unsigned)info.smaller, (unsigned)info.larger);
        MUST(context, throng_measure_destroy(measure));
    }
}

/* Without lambda, and where it is too small for a float to count, weights add up. */
EACH(measures, additive)
{
    static const float powers[4] = {1.0f, 2.0f, 4.0f, 8.0f};
    const float row[4] = {3.0f, -2.0f, 0.0f, 5.0f};
    for (int i = 0; i < 4; i++) {
        throng_measure_def def = weights(4, powers, i < 2 ? 0.0f : -1e-40f);
        def.kind = i % 2;
        throng_measure *measure = make(context, &def);
        for (uint32_t set = 0; set < 16; set++)
            cr_expect(value_of(context, measure, set) == (float)set);
        cr_expect(integral(context, measure, row) == 39.0f && info_of(context, measure).lambda == 0.0);
        MUST(context, throng_measure_destroy(measure));
    }
}

EACH(measures, normalized)
{
    static const float powers[3] = {2.0f, 3.0f, 4.0f};
    float table[8] = {0.0f, -1.0f, 3.0f, 2.0f, 0.5f, 0.0f, 5.0f, 4.0f};
    throng_measure_def def = weights(3, powers, 0.5f);
    def.normalize = 1;
    throng_measure *measure = make(context, &def);
    throng_measure_info info = info_of(context, measure);
    cr_expect(info.all == 1.0f && info.normalized && info.monotone && info.lambda == 0.5);
    cr_expect(value_of(context, measure, 1) == 2.0f / 28.0f,
              "28 is 2*3*4/4 + (2*3 + 2*4 + 3*4)/2 + 2 + 3 + 4");
    MUST(context, throng_measure_destroy(measure));
    def.kind = THRONG_MEASURE_TABLE;
    def.table = table;
    def.accept_non_monotone = 1;
    measure = make(context, &def);
    table[3] = 77.0f; /* it has been copied */
    for (uint32_t set = 0; set < 8; set++)
        cr_expect(value_of(context, measure, set) == (set == 3 ? 0.5f : table[set] * 0.25f));
    info = info_of(context, measure);
    cr_expect(!info.monotone && info.smaller == 0 && info.larger == 1 && info.lambda == 0.0);
    MUST(context, throng_measure_destroy(measure));
}

/* ---------------------------------------------------------------- lambda that solves ---------------- */

static double solved(throng_context *context, int32_t types, const float *values)
{
    throng_measure_def def = weights(types, values, 7e8f); /* which does not count */
    def.solve_lambda = 1;
    throng_measure *measure = make(context, &def);
    throng_measure_info info = info_of(context, measure);
    cr_expect(info.all == 1.0f && info.monotone && info.lambda > -1.0, "lambda %.17g, all %.9g", info.lambda,
              (double)info.all);
    MUST(context, throng_measure_destroy(measure));
    return info.lambda;
}

/* Two weights a and b: lambda = (1 - a - b) / (a * b). The others stand in Sugeno's and later papers. */
EACH(lambda, of_known_cases)
{
    static const struct {
        int32_t types;
        float weights[4];
        double lambda, off;
    } cases[] = {
        {2, {0.5f, 0.25f}, 2.0, 1e-15},
        {2, {0.75f, 0.5f}, -2.0 / 3.0, 1e-15},
        {2, {0.0625f, 0.0625f}, 224.0, 1e-11},
        {3, {0.5f, 0.25f, 0.25f}, 0.0, 0.0},
        {4, {0.25f, 0.0f, 0.5f, 0.0f}, 2.0, 1e-14},
        {1, {1.0f}, 0.0, 0.0},
        {3, {0.0f, 1.0f, 1e-40f}, 0.0, 0.0},
        {3, {0.34f, 0.32f, 0.33f}, 0.0305, 5e-5},
        {3, {0.2f, 0.3f, 0.1f}, 3.1091, 5e-5},
        {2, {1e-4f, 1e-4f}, 99980000.0, 10.0}, /* as 1e-4f is not 1e-4 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double lambda = solved(context, cases[i].types, cases[i].weights);
        cr_expect(fabs(lambda - cases[i].lambda) <= cases[i].off, "case %zu: %.17g", i, lambda);
    }
}

/* The defining equation, divided by lambda: the value of all types is 1. It is computed with an error of 64
 * roundings of terms that are at most those of |lambda|, and the next lambda changes it by less than 16 more.
 */
EACH(lambda, solves_its_equation)
{
    rng r = {12};
    for (int n = 0; n < 300; n++) {
        float values[THRONG_MAX_TYPES];
        const int32_t types = 2 + rng_below(&r, THRONG_MAX_TYPES - 1);
        const float most = n % 3 == 0 ? 0.999999f : n % 3 == 1 ? 0.5f : 1.2f / (float)types;
        for (int32_t i = 0; i < types; i++)
            values[i] = rng_between(&r, n % 3 == 0 ? 0.9f : 0.01f, most);
        const long double lambda = (long double)solved(context, types, values);
        long double all = 0.0L, size = 0.0L, sum = 0.0L;
        for (int32_t i = 0; i < types; i++) {
            const long double weight = (long double)values[i];
            all += weight + lambda * all * weight;
            size += weight + fabsl(lambda) * size * weight;
            sum += weight;
        }
        cr_expect(fabsl(all - 1.0L) <= 80.0L * (long double)DBL_EPSILON * size,
                  "%d types, lambda %.17Lg: %Lg", (int)types, lambda, all - 1.0L);
        cr_expect((sum < 1.0L) == (lambda > 0.0L));
    }
}

/* Weights next to 1, small ones, and such that add up to nearly 1. */
EACH(lambda, at_the_limits)
{
    float most[THRONG_MAX_TYPES], least[THRONG_MAX_TYPES];
    for (int32_t i = 0; i < THRONG_MAX_TYPES; i++) {
        most[i] = nextafterf(1.0f, 0.0f);
        least[i] = 0.01f;
    }
    cr_expect(solved(context, THRONG_MAX_TYPES, most) == -1.0 + DBL_EPSILON / 2);
    cr_expect(solved(context, 2, most) > -1.0 && solved(context, 2, most) < -0.999999);
    cr_expect(solved(context, THRONG_MAX_TYPES, least) > 10.0);
    const float nearly[3] = {0.2f, 0.3f, 0.5f}; /* 1 + 2^-26 together */
    double lambda = solved(context, 3, nearly);
    cr_expect(lambda < 0.0 && lambda > -1e-7, "%.17g", lambda);
}

/* ---------------------------------------------------------------- integrals ------------------------- */

/* The paper's own use: guns that bear on the attacker, with powers 2, 3 and 4. */
EACH(integrals, by_hand)
{
    static const float powers[3] = {2.0f, 3.0f, 4.0f};
    static const float rows[][4] = {
        {1, 2, 0, 11},                                    /* AB + B */
        {1, 1, 1, 28},                                    /* ABC */
        {3, 1, 2, 40},                                    /* ABC + AC + A */
        {0, 0, 0, 0},  {-1, -1, -1, -28}, {-2, 1, 0, -27} /* -2 * ABC + 2 * BC + B */
    };
    throng_measure_def def = weights(3, powers, 0.5f);
    throng_measure *measure = make(context, &def); /* AB is 8, AC 10, BC 13, ABC 28 */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(integral(context, measure, rows[i]) == rows[i][3], "row %zu: %.9g", i,
                  (double)integral(context, measure, rows[i]));
    MUST(context, throng_measure_destroy(measure));
}

enum { TYPES = 7, ROWS = 500 };

/* A monotone measure of whole numbers. */
static throng_measure *whole_measure(throng_context *context, uint64_t seed)
{
    static float table[1 << TYPES];
    throng_measure_def def = throng_measure_default_def();
    rng r = {seed};
    for (uint32_t set = 1; set < 1u << TYPES; set++) {
        float least = 0.0f;
        for (int32_t i = 0; i < TYPES; i++)
            if (set >> i & 1u)
                least = fmaxf(least, table[set & ~(1u << i)]);
        table[set] = least + (float)rng_below(&r, 9);
    }
    def.kind = THRONG_MEASURE_TABLE;
    def.types = TYPES;
    def.table = table;
    return make(context, &def);
}

static void integrate(throng_context *context, throng_measure *measure, const float *rows, float *results)
{
    MUST(context, throng_measure_choquet(measure, ROWS, rows, 0, results));
}

/* C(a) with all values equal, C(f + c), C(c * f) for c >= 0, and f <= g. */
EACH(integrals, natures)
{
    static float f[ROWS][TYPES], others[ROWS][TYPES];
    float of_f[ROWS], of_others[ROWS];
    throng_measure *measure = whole_measure(context, 21);
    const float all = info_of(context, measure).all;
    rng r = {22};
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < TYPES; k++)
            f[i][k] = (float)(rng_below(&r, 41) - 20);
    integrate(context, measure, f[0], of_f);
    for (int nature = 0; nature < 4; nature++) {
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < TYPES; k++) {
                const float c = (float)(i % 13);
                others[i][k] = nature == 0   ? c - 6.0f
                               : nature == 1 ? f[i][k] + c
                               : nature == 2 ? f[i][k] * c
                                             : f[i][k] + (float)rng_below(&r, 4);
            }
        integrate(context, measure, others[0], of_others);
        for (int i = 0; i < ROWS; i++) {
            const float c = (float)(i % 13);
            const float expected = nature == 0   ? (c - 6.0f) * all
                                   : nature == 1 ? of_f[i] + c * all
                                                 : of_f[i] * c;
            cr_expect(nature == 3 ? of_others[i] >= of_f[i] : of_others[i] == expected,
                      "nature %d, row %d: %.9g", nature, i, (double)of_others[i]);
        }
    }
    MUST(context, throng_measure_destroy(measure));
}

/* Two rows in the same order of types have the sum of their integrals; others need not. */
EACH(integrals, of_comonotone_rows)
{
    static float f[ROWS][TYPES], g[ROWS][TYPES], sums[ROWS][TYPES];
    float of_f[ROWS], of_g[ROWS], of_sums[ROWS];
    throng_measure *measure = whole_measure(context, 31);
    rng r = {32};
    int32_t different = 0;
    for (int same_order = 1; same_order >= 0; same_order--) {
        for (int i = 0; i < ROWS; i++) {
            float level = -20.0f, other = -9.0f;
            int32_t start = rng_below(&r, TYPES), step = 1 + rng_below(&r, TYPES - 1);
            for (int n = 0; n < TYPES; n++) {
                int32_t k = (start + n * step) % TYPES;
                f[i][k] = level += (float)rng_below(&r, 5);
                g[i][same_order ? k : TYPES - 1 - k] = other += (float)rng_below(&r, 5);
            }
        }
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < TYPES; k++)
                sums[i][k] = f[i][k] + g[i][k];
        integrate(context, measure, f[0], of_f);
        integrate(context, measure, g[0], of_g);
        integrate(context, measure, sums[0], of_sums);
        for (int i = 0; i < ROWS; i++) {
            if (same_order)
                cr_expect(of_sums[i] == of_f[i] + of_g[i], "row %d", i);
            different += of_sums[i] != of_f[i] + of_g[i];
        }
    }
    cr_expect(different > ROWS / 4, "%d rows in different order differ", (int)different);
    MUST(context, throng_measure_destroy(measure));
}

/* The largest values on the largest measure: finite, and far from the largest float. */
EACH(integrals, of_the_largest)
{
    const float table[4] = {0.0f, 1e9f, -1e9f, 1e9f};
    static const float rows[][3] = {{1e9f, 1e9f, 1e18f}, {-1e9f, 1e9f, -3e18f}, {1e9f, -1e9f, 1e18f}};
    throng_measure_def def = throng_measure_default_def();
    def.kind = THRONG_MEASURE_TABLE;
    def.types = 2;
    def.table = table;
    def.accept_non_monotone = 1;
    throng_measure *measure = make(context, &def);
    for (int i = 0; i < 3; i++) {
        float got = integral(context, measure, rows[i]);
        cr_expect(fabsf(got - rows[i][2]) <= 1e-6f * fabsf(rows[i][2]), "row %d: %.9g", i, (double)got);
    }
    MUST(context, throng_measure_destroy(measure));
}

/* What is below the smallest normal float counts as 0, be it a value, a measure, or the result. */
EACH(integrals, of_small_numbers)
{
    const float table[4] = {-1e-40f, 1e-40f, FLT_MIN, 1.0f};
    static const float rows[][3] = {{1e-40f, 0.0f, 0.0f},
                                    {0.0f, 1.0f, FLT_MIN},
                                    {0.0f, 0.5f, 0.0f},
                                    {FLT_MIN, -1e-39f, 0.0f},
                                    {FLT_MIN, FLT_MIN, FLT_MIN},
                                    {1.0f, 0.0f, 0.0f},
                                    {-FLT_MIN, -1.5f * FLT_MIN, -1.5f * FLT_MIN}};
    throng_measure_def def = throng_measure_default_def();
    def.kind = THRONG_MEASURE_TABLE;
    def.types = 2;
    def.table = table;
    throng_measure *measure = make(context, &def);
    cr_expect(value_of(context, measure, 0) == 0.0f && value_of(context, measure, 1) == 0.0f);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float got = integral(context, measure, rows[i]);
        cr_expect(got == rows[i][2] && (got != 0.0f || !signbit(got)), "row %zu: %.9g", i, (double)got);
    }
    MUST(context, throng_measure_destroy(measure));
}

/* Four products, each so small beside the next one that it decides a tie of rounding: did the first one
 * count, which is below the smallest normal float at the scale of the sum, it would come out in the last bit.
 * Processors that flush such numbers must not give another one. */
EACH(integrals, of_products_that_do_not_count)
{
    static const float row[4] = {0x1p-126f, 0x1p-125f, 0x1p-124f, 0x1p-123f};
    float table[16] = {0.0f};
    throng_measure_def def = throng_measure_default_def();
    table[15] = 0x1p-65f;
    table[14] = 0x1p-42f;
    table[12] = 0x1p-19f;
    table[8] = 16.0f;
    def.kind = THRONG_MEASURE_TABLE;
    def.types = 4;
    def.table = table;
    def.accept_non_monotone = 1;
    throng_measure *measure = make(context, &def);
    cr_expect(integral(context, measure, row) == 0x1p-120f, "%a", (double)integral(context, measure, row));
    table[15] = 0x1p-57f; /* which counts */
    MUST(context, throng_measure_destroy(measure));
    measure = make(context, &def);
    cr_expect(integral(context, measure, row) > 0x1p-120f);
    MUST(context, throng_measure_destroy(measure));
}
