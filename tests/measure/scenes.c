/* Measures and rows of many kinds, made in the processor's usual mode, whatever mode the library is then
 * tested in. */
#include "tests/measure/scenes.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#define LAMBDA THRONG_MEASURE_LAMBDA
#define ADDITIVE2 THRONG_MEASURE_ADDITIVE2
#define TABLE THRONG_MEASURE_TABLE

const measure_scene measure_scenes[] = {
    {"choquet-one-type", LAMBDA, 1, 0.3f, 2, 2, 0, 0, 0, ROWS_SIGNED},
    {"choquet-two-types", LAMBDA, 2, -0.4f, 0.3f, 1.9f, 0, 0, 0, ROWS_NUMBERS},
    {"choquet-three-types", LAMBDA, 3, 0.3f, 2, 4, 0, 0, 0, ROWS_COUNTS},
    {"choquet-three-types-weakened", ADDITIVE2, 3, -0.3f, 2, 4, 0, 0, 0, ROWS_COUNTS},
    {"choquet-three-types-signed", LAMBDA, 3, 0.7f, 0.1f, 4, 0, 1, 0, ROWS_SIGNED},
    {"choquet-four-types-any-table", TABLE, 4, 0, -3, 3, 0, 0, 1, ROWS_SIGNED},
    {"choquet-five-types-solved", LAMBDA, 5, 0, 0.01f, 0.9f, 1, 0, 0, ROWS_NUMBERS},
    {"choquet-six-types", ADDITIVE2, 6, 0.5f, 0, 1, 0, 1, 0, ROWS_HUGE},
    {"choquet-seven-types", TABLE, 7, 0, 0, 50, 0, 0, 0, ROWS_COUNTS},
    {"choquet-eight-types-tiny", LAMBDA, 8, 0.5f, 0.1f, 1, 0, 0, 0, ROWS_TINY},
    {"choquet-nine-types-tiny-measure", TABLE, 9, 0, 0, 3e-38f, 0, 0, 0, ROWS_NUMBERS},
    {"choquet-ten-types-huge", TABLE, 10, 0, -1e9f, 1e9f, 0, 0, 1, ROWS_HUGE},
    {"choquet-eleven-types", LAMBDA, 11, -0.9f, 0, 1, 0, 0, 0, ROWS_SIGNED},
    {"choquet-twelve-types-tiny-both", TABLE, 12, 0, -2e-20f, 2e-20f, 0, 0, 1, ROWS_TINY},
    {"choquet-thirteen-types", ADDITIVE2, 13, -1, 0, 0.05f, 0, 1, 0, ROWS_COUNTS},
    {"choquet-fourteen-types-solved", LAMBDA, 14, 0, 0.3f, 0.99f, 1, 0, 0, ROWS_NUMBERS},
    {"choquet-fifteen-types", LAMBDA, 15, 0.1f, 0, 1, 0, 1, 0, ROWS_SIGNED},
    {"choquet-sixteen-types", LAMBDA, 16, 0.1f, 0, 1, 0, 0, 0, ROWS_NUMBERS},
    {"choquet-sixteen-types-any-table", TABLE, 16, 0, -10, 10, 0, 0, 1, ROWS_SIGNED},
};
const int32_t measure_scene_count = sizeof measure_scenes / sizeof *measure_scenes;

/* Where the table has to be monotone, no set is below any that it contains. */
static float *make_table(const measure_scene *s, rng *r)
{
    const uint32_t sets = 1u << s->types;
    float *table = must_allocate(sets * sizeof *table);
    for (uint32_t set = 1; set < sets; set++) {
        float least = s->weight_least;
        for (int32_t i = 0; i < s->types && !s->unsorted; i++)
            if (set >> i & 1u && table[set & ~(1u << i)] > least)
                least = table[set & ~(1u << i)];
        table[set] = rng_below(r, 4) ? rng_between(r, least, s->weight_most) : least;
    }
    return table;
}

throng_measure_def measure_def(const measure_scene *s, float **table)
{
    throng_measure_def def = throng_measure_default_def();
    rng r = {(uint64_t)s->types * 7919 + (uint64_t)s->kind};
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    def.kind = s->kind;
    def.types = s->types;
    def.lambda = s->lambda;
    def.solve_lambda = s->solve;
    def.normalize = s->normalize;
    def.accept_non_monotone = s->unsorted;
    for (int32_t i = 0; i < s->types; i++)
        def.weights[i] = rng_between(&r, s->weight_least, s->weight_most);
    *table = s->kind == TABLE ? make_table(s, &r) : NULL;
    def.table = *table;
    fesetenv(&host);
    return def;
}

throng_measure *measure_begin(throng_context *context, const measure_scene *s)
{
    float *table;
    throng_measure *measure;
    throng_measure_def def = measure_def(s, &table);
    def.accept_non_monotone = 1;
    MUST(context, throng_measure_create(context, &def, &measure));
    free(table);
    return measure;
}

static float value_of(measure_rows rows, rng *r)
{
    static const float tiny[] = {1e-45f,          -3e-39f,          1.17549435e-38f, -1.17549435e-38f,
                                 1.17549449e-38f, 1.3e-38f,         -2.5e-38f,       0.0f,
                                 1.17549421e-38f, -1.17549449e-38f, 3e-30f,          -0.0f};
    static const float huge[] = {1e9f, -1e9f, 999999936.0f, 1e-30f, -3.5f, 0.0f};
    switch (rows) {
    case ROWS_COUNTS:
        return (float)(rng_below(r, 2) * rng_below(r, 6));
    case ROWS_NUMBERS:
        return rng_between(r, 0.0f, 100.0f);
    case ROWS_SIGNED:
        return rng_below(r, 5) ? rng_between(r, -10.0f, 10.0f) : (float)(rng_below(r, 3) - 1);
    case ROWS_TINY:
        return tiny[rng_below(r, (int32_t)(sizeof tiny / sizeof *tiny))];
    case ROWS_HUGE:
    default:
        return huge[rng_below(r, (int32_t)(sizeof huge / sizeof *huge))];
    }
}

void measure_values(const measure_scene *s, rng *r, int32_t count, size_t pitch, float *values)
{
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < s->types; k++)
            values[(size_t)i * pitch + (size_t)k] = value_of(s->rows, r);
    fesetenv(&host);
}

/* More rows than a task, and than a block of them. */
float *measure_play(throng_context *context, const measure_scene *s, size_t *size)
{
    static const int32_t counts[] = {1, 2, 7, 17, 64, 65, 100, 9001};
    enum { COUNTS = sizeof counts / sizeof *counts };
    const size_t sets = (size_t)1 << s->types, types = (size_t)s->types;
    rng r = {77};
    size_t rows = 0;
    for (int i = 0; i < COUNTS; i++)
        rows += (size_t)counts[i];
    *size = (sets + 2 * rows) * sizeof(float);
    float *all = must_allocate(*size), *to = all + sets;
    float *values = must_allocate((types + 3) * 9001 * sizeof *values);
    throng_measure *measure = measure_begin(context, s);
    for (uint32_t set = 0; set < sets; set++)
        MUST(context, throng_measure_value(measure, set, &all[set]));
    for (int i = 0; i < COUNTS; i++)
        for (size_t apart = 0; apart <= 3; apart += 3) {
            measure_values(s, &r, counts[i], types + apart, values);
            MUST(context, throng_measure_choquet(measure, counts[i], values,
                                                 apart ? (types + apart) * sizeof *values : 0, to));
            to += counts[i];
        }
    MUST(context, throng_measure_destroy(measure));
    free(values);
    return all;
}
