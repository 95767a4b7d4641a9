/* Measures and integrals against their definitions, in long double precision and without sorting. */
#include "tests/measure/scenes.h"
#include "tests/support/each_backend.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef long double exact;

#define ROUNDING ((exact)FLT_EPSILON / 2) /* of one operation */

/* ---------------------------------------------------------------- measures -------------------------- */

static exact clean(float value) { return fabsf(value) < FLT_MIN ? 0.0L : (exact)value; }

/* The last type joins the others, by (9); and what the terms would make if all had the same sign. */
static exact recursion(const throng_measure_def *def, exact lambda, uint32_t set, int32_t types)
{
    if (types == 0)
        return 0.0L;
    const exact rest = recursion(def, lambda, set, types - 1), own = clean(def->weights[types - 1]);
    return set >> (types - 1) & 1u ? rest + own + lambda * rest * own : rest;
}

static exact pairs(const throng_measure_def *def, exact lambda, uint32_t set)
{
    exact value = 0.0L;
    for (int32_t i = 0; i < def->types; i++)
        for (int32_t k = 0; k <= i; k++)
            if (set >> i & 1u && set >> k & 1u)
                value += i == k ? clean(def->weights[i])
                                : lambda * clean(def->weights[i]) * clean(def->weights[k]);
    return value;
}

static exact model_value(const throng_measure_def *def, exact lambda, uint32_t set)
{
    if (def->kind == THRONG_MEASURE_TABLE)
        return clean(def->table[set]);
    return def->kind == THRONG_MEASURE_LAMBDA ? recursion(def, lambda, set, def->types)
                                              : pairs(def, lambda, set);
}

/* The library takes at most 4 operations of double precision for each of at most 16 types, on terms that are
 * at most those of the positive lambda, and rounds once; the division by the value of all types has an error
 * of both and one operation more. */
static exact value_bound(const throng_measure_def *def, exact lambda, exact value, exact all, uint32_t set)
{
    const exact size = fabsl(lambda), step = (exact)DBL_EPSILON;
    const exact of_set = 64.0L * step * model_value(def, def->kind == THRONG_MEASURE_TABLE ? 0 : size, set);
    const exact of_all =
        64.0L * step * model_value(def, def->kind == THRONG_MEASURE_TABLE ? 0 : size, (1u << def->types) - 1);
    exact bound = fabsl(of_set);
    if (def->normalize)
        bound = (bound + fabsl(value) * fabsl(of_all) + step * fabsl(value)) / all;
    return bound + (def->normalize ? fabsl(value / all) : fabsl(value)) * ROUNDING * 1.001L + (exact)FLT_MIN;
}

static void check_values(throng_context *context, const measure_scene *s)
{
    float *table;
    throng_measure_def def = measure_def(s, &table);
    throng_measure *measure = measure_begin(context, s);
    throng_measure_info info;
    MUST(context, throng_measure_get_info(measure, &info));
    const exact lambda = (exact)info.lambda;
    const exact all = def.normalize ? model_value(&def, lambda, (1u << def.types) - 1) : 1.0L;
    for (uint32_t set = 0; set < 1u << def.types; set += 1 + set / 500) {
        float got;
        MUST(context, throng_measure_value(measure, set, &got));
        exact value = model_value(&def, lambda, set);
        exact off = fabsl((exact)got - (def.normalize ? value / all : value));
        cr_expect(off <= value_bound(&def, lambda, value, all, set), "%s: set %u is %.9g, not %.9Lg", s->name,
                  (unsigned)set, (double)got, def.normalize ? value / all : value);
        cr_expect(got == 0.0f || fabsf(got) >= FLT_MIN, "%s: set %u is subnormal", s->name, (unsigned)set);
    }
    MUST(context, throng_measure_destroy(measure));
    free(table);
}

EACH(measures, by_their_definitions)
{
    for (int32_t i = 0; i < measure_scene_count; i++)
        check_values(context, &measure_scenes[i]);
}

/* ---------------------------------------------------------------- integrals ------------------------- */

/* The least of the values, and 0, that is above `above`; 0: there is none. */
static int32_t next_level(const float *row, int32_t types, exact above, exact *next)
{
    int32_t found = 0;
    for (int32_t k = -1; k < types; k++) {
        const exact value = k < 0 ? 0.0L : clean(row[k]);
        if (value > above && (!found || value < *next)) {
            *next = value;
            found = 1;
        }
    }
    return found;
}

typedef struct model {
    exact value, bound;
} model;

/* The asymmetric integral by its levels: above 0 the measure of those that reach a level, below 0 how much
 * less it is than that of all types. The library takes, for each of n values, a difference, a product and a
 * sum, and each of the n products goes through at most n - 1 sums. */
static model model_integral(const float *measure, const float *row, int32_t types)
{
    model m = {0.0L, 0.0L};
    exact level = -4e9L, next = 0.0L, before = 0.0L;
    const uint32_t all = (1u << types) - 1;
    int32_t first = 1;
    while (next_level(row, types, level, &next)) {
        uint32_t reach = 0;
        for (int32_t k = 0; k < types; k++)
            reach |= clean(row[k]) >= next ? 1u << k : 0u;
        if (!first)
            m.value += (next - level) * ((exact)measure[reach] - (next <= 0.0L ? (exact)measure[all] : 0.0L));
        first = 0;
        level = next;
    }
    for (level = -4e9L; next_level(row, types, level, &next); level = next) { /* the sum's own terms */
        uint32_t reach = 0;
        int32_t is_value = 0;
        for (int32_t k = 0; k < types; k++) {
            reach |= clean(row[k]) >= next ? 1u << k : 0u;
            is_value |= clean(row[k]) == next;
        }
        if (!is_value)
            continue;
        m.bound += fabsl((next - before) * (exact)measure[reach]);
        before = next;
    }
    m.bound = m.bound * (exact)(types + 1) * ROUNDING * 1.001L + (exact)FLT_MIN;
    return m;
}

static void check_integrals(throng_context *context, const measure_scene *s)
{
    enum { ROWS = 300 };
    float *values = must_allocate(ROWS * (size_t)s->types * sizeof *values);
    float *measure_of = must_allocate(((size_t)1 << s->types) * sizeof *measure_of), results[ROWS];
    throng_measure *measure = measure_begin(context, s);
    rng r = {99};
    for (uint32_t set = 0; set < 1u << s->types; set++)
        MUST(context, throng_measure_value(measure, set, &measure_of[set]));
    measure_values(s, &r, ROWS, (size_t)s->types, values);
    MUST(context, throng_measure_choquet(measure, ROWS, values, 0, results));
    for (int32_t i = 0; i < ROWS; i++) {
        model m = model_integral(measure_of, values + (size_t)i * (size_t)s->types, s->types);
        cr_expect(fabsl((exact)results[i] - m.value) <= m.bound, "%s: row %d is %.9g, not %.9Lg, bound %Lg",
                  s->name, (int)i, (double)results[i], m.value, m.bound);
        cr_expect(results[i] == 0.0f ? !signbit(results[i]) : fabsf(results[i]) >= FLT_MIN,
                  "%s: row %d is %g", s->name, (int)i, (double)results[i]);
    }
    MUST(context, throng_measure_destroy(measure));
    free(measure_of);
    free(values);
}

EACH(integrals, by_their_levels)
{
    for (int32_t i = 0; i < measure_scene_count; i++)
        check_integrals(context, &measure_scenes[i]);
}

/* Every order of up to five values is sorted, whatever stands where: all permutations, and all rows of values
 * out of three. The measure is of whole numbers, so that the sums are exact. */
EACH(integrals, of_every_order)
{
    for (int32_t types = 1; types <= 5; types++) {
        enum { MOST = 3125 };
        static float values[MOST][5], results[MOST];
        float table[32] = {0.0f};
        int32_t count = 1;
        throng_measure_def def = throng_measure_default_def();
        throng_measure *measure;
        rng r = {8};
        def.kind = THRONG_MEASURE_TABLE;
        def.types = types;
        def.table = table;
        def.accept_non_monotone = 1;
        for (int32_t k = 0; k < types; k++)
            count *= 5;
        for (uint32_t set = 1; set < 1u << types; set++)
            table[set] = (float)(rng_below(&r, 2001) - 1000);
        for (int32_t i = 0; i < count; i++)
            for (int32_t k = 0, rest = i; k < types; k++, rest /= 5)
                values[i][k] = (float)(rest % 5 * 3 - 4);
        MUST(context, throng_measure_create(context, &def, &measure));
        MUST(context, throng_measure_choquet(measure, count, values[0], sizeof values[0], results));
        for (int32_t i = 0; i < count; i++) {
            const model m = model_integral(table, values[i], types);
            cr_expect((exact)results[i] == m.value, "%d types, row %d: %.9g, not %.9Lg", (int)types, (int)i,
                      (double)results[i], m.value);
        }
        MUST(context, throng_measure_destroy(measure));
    }
}

/* A network that sorts all rows of zeros and ones sorts everything: each number of types, each such row. The
 * set of those with 1 is all that counts, so that a wrong exchange of sets shows too. */
EACH(integrals, of_zeros_and_ones)
{
    for (int32_t types = 1; types <= THRONG_MAX_TYPES; types++) {
        const uint32_t sets = 1u << types;
        float *table = must_allocate(sets * sizeof *table), *results = must_allocate(sets * sizeof *results);
        float *values = must_allocate((size_t)sets * (size_t)types * sizeof *values);
        throng_measure_def def = throng_measure_default_def();
        throng_measure *measure;
        int32_t wrong = 0;
        for (uint32_t set = 1; set < sets; set++) {
            table[set] = (float)((set * 2654435761u) >> 9);
            for (int32_t k = 0; k < types; k++)
                values[(size_t)set * (size_t)types + (size_t)k] = (float)(set >> k & 1u);
        }
        def.kind = THRONG_MEASURE_TABLE;
        def.types = types;
        def.table = table;
        def.accept_non_monotone = 1;
        MUST(context, throng_measure_create(context, &def, &measure));
        MUST(context, throng_measure_choquet(measure, (int32_t)sets, values, 0, results));
        for (uint32_t set = 0; set < sets; set++)
            wrong += results[set] != table[set];
        cr_expect(wrong == 0, "%d types: %d of %u rows are wrong", (int)types, (int)wrong, (unsigned)sets);
        MUST(context, throng_measure_destroy(measure));
        free(values);
        free(results);
        free(table);
    }
}
