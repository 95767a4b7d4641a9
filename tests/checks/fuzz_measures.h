/* Measures of every kind out of a fuzzer's bytes. */
#ifndef THRONG_TESTS_CHECKS_FUZZ_MEASURES_H
#define THRONG_TESTS_CHECKS_FUZZ_MEASURES_H

#include "tests/checks/fuzz_input.h"

enum { FUZZ_SETS = 1 << THRONG_MAX_TYPES };

/* Sums of the types' weights, on some sets with an odd value in their place; or anything. */
static void fill_sets(input *in, const throng_measure_def *def, float *table)
{
    const uint32_t sets = 1u << def->types;
    const uint8_t given = byte(in);
    uint32_t state = word(in);
    table[0] = 0.0f;
    for (uint32_t set = 1; set < sets; set++) {
        const uint32_t lowest = (uint32_t)__builtin_ctz(set);
        state = state * 1664525u + 1013904223u;
        table[set] =
            given & 1 ? (float)(state >> 20) / 512.0f - 1.0f : table[set & (set - 1)] + def->weights[lowest];
    }
    for (int i = 0; i < 3 && (given & 6) == 6; i++)
        table[word(in) % sets] = number(in, -1.0f, 8.0f);
}

/* Few types as a rule, since there are two to their number of sets: 16 of them take 40 ms. `table` has room
 * for FUZZ_SETS. */
static throng_measure_def some_measure(input *in, float *table)
{
    static const float often[] = {0.0f, 0.3f, -0.3f, 2.0f, -0.5f, 0.01f, 100.0f, -0.999f};
    throng_measure_def def = throng_measure_default_def();
    const uint8_t given = byte(in), kind = byte(in), types = byte(in);
    const uint8_t rare = types > 254 ? byte(in) : 0;
    def.types = types < 200 ? 1 + types % 4 : types < 255 ? 1 + types % 8 : THRONG_MAX_TYPES;
    def.kind = kind < 100   ? THRONG_MEASURE_LAMBDA
               : kind < 170 ? THRONG_MEASURE_ADDITIVE2
               : kind < 250 ? THRONG_MEASURE_TABLE
                            : integer(in, 0, 3);
    def.lambda = given & 1 ? number(in, -1.5f, 4.0f) : often[given / 2 % 8];
    def.solve_lambda = kind >= 60 && kind < 103;
    def.normalize = (given & 48) == 48;
    def.accept_non_monotone = (given & 192) != 0;
    const float most = def.solve_lambda ? 0.97f : 4.0f;
    for (int32_t i = 0; i < def.types; i++)
        def.weights[i] = number(in, 0.0f, most);
    if (types > 254) /* there are as many weights as that */
        def.types = rare < 60 ? integer(in, 0, THRONG_MAX_TYPES) : 8 + rare % 3;
    if (def.kind == THRONG_MEASURE_TABLE && def.types >= 1 && def.types <= THRONG_MAX_TYPES) {
        fill_sets(in, &def, table);
        def.table = byte(in) < 250 ? table : NULL;
    }
    return def;
}

#endif
