/* Every wrong argument of measures and integrals: a status, a message with the parameter and its value, no
 * answer written, and nothing changed. */
#include "tests/support/rejections.h"

#include <limits.h>

enum { TYPES = 3, ROWS = 4 };

static const float rows[ROWS][TYPES] = {{1, 2, 3}, {0, 0, 1}, {-1, 5, 2}, {4, 4, 4}};

static throng_measure_def good_def(void)
{
    throng_measure_def def = throng_measure_default_def();
    def.types = TYPES;
    def.lambda = 0.5f;
    def.weights[0] = 2.0f;
    def.weights[1] = 3.0f;
    def.weights[2] = 4.0f;
    return def;
}

static throng_measure *good_measure(refusal *f)
{
    throng_measure *measure;
    const throng_measure_def def = good_def();
    MUST(f->context, throng_measure_create(f->context, &def, &measure));
    return measure;
}

/* Refused, with NULL for a measure and no memory kept. */
static void expect_no_measure(refusal *f, const throng_measure_def *def, const char *words)
{
    throng_measure *measure = (void *)f;
    int64_t alive = watch_alive(f->w);
    throng_status status = throng_measure_create(f->context, def, &measure);
    cr_expect(measure == NULL && watch_alive(f->w) == alive, "%s: something was made", words);
    expect_rejected(f, "throng_measure_create", status, INVALID, words);
}

REJECTED(create, handles)
{
    throng_measure *measure = (void *)f;
    throng_measure_def def = good_def();
    cr_expect(throng_measure_create(NULL, &def, &measure) == INVALID && measure == NULL);
    EXPECT(f, INVALID, "measure must not be NULL", throng_measure_create(f->context, &def, NULL));
    expect_no_measure(f, NULL, "def must not be NULL|throng_measure_default_def()");
    def.cookie++;
    expect_no_measure(f, &def, "def was not made by|throng_measure_default_def()");
    cr_expect(throng_measure_destroy(NULL) == THRONG_OK);
    cr_expect(throng_measure_destroy((void *)f->context) == INVALID);
}

REJECTED(create, kinds_and_types)
{
    static const int32_t kinds[] = {-1, 3, INT32_MAX, INT32_MIN};
    static const int32_t types[] = {0, -1, THRONG_MAX_TYPES + 1, INT32_MAX, INT32_MIN};
    char words[80];
    for (int i = 0; i < 4; i++) {
        throng_measure_def def = good_def();
        def.kind = kinds[i];
        snprintf(words, sizeof words, "def.kind is %d|THRONG_MEASURE_*", (int)kinds[i]);
        expect_no_measure(f, &def, words);
    }
    for (int i = 0; i < 5; i++) {
        throng_measure_def def = good_def();
        def.types = types[i];
        snprintf(words, sizeof words, "def.types is %d: 1 to 16", (int)types[i]);
        expect_no_measure(f, &def, words);
    }
}

static const struct {
    float value;
    const char *words;
} wrong_numbers[] = {{(float)NAN, "nan"},     {(float)INFINITY, "inf"},  {(float)-INFINITY, "-inf"},
                     {1.0000001e9f, "1e+09"}, {-1.0000001e9f, "-1e+09"}, {FLT_MAX, "3.40282e+38"}};
enum { WRONG_NUMBERS = sizeof wrong_numbers / sizeof wrong_numbers[0] };

REJECTED(create, numbers)
{
    char words[120];
    for (int i = 0; i < WRONG_NUMBERS; i++)
        for (int32_t kind = 0; kind < 2; kind++) {
            throng_measure_def def = good_def();
            def.kind = kind;
            def.weights[i % TYPES] = wrong_numbers[i].value;
            snprintf(words, sizeof words, "def.weights[%d] is |%s|0 to 1e9", i % TYPES,
                     wrong_numbers[i].words);
            expect_no_measure(f, &def, words);
            def = good_def();
            def.kind = kind;
            def.lambda = wrong_numbers[i].value;
            snprintf(words, sizeof words, "def.lambda is |%s|-1e9 to 1e9", wrong_numbers[i].words);
            expect_no_measure(f, &def, words);
        }
    throng_measure_def def = good_def();
    def.weights[1] = -FLT_MIN;
    expect_no_measure(f, &def, "def.weights[1] is -1.1");
    def = good_def();
    def.lambda = -1.0f;
    expect_no_measure(f, &def, "def.lambda is -1: above -1");
    def.lambda = -2.5f;
    expect_no_measure(f, &def, "def.lambda is -2.5: above -1");
}

REJECTED(create, tables)
{
    float table[1 << TYPES] = {0, 1, 1, 2, 1, 2, 2, 3};
    throng_measure_def def = good_def();
    char words[120];
    def.kind = THRONG_MEASURE_TABLE;
    expect_no_measure(f, &def, "def.table must not be NULL|8 values");
    def.table = table;
    for (int i = 0; i < WRONG_NUMBERS; i++) {
        const float before = table[1 + i];
        table[1 + i] = wrong_numbers[i].value;
        snprintf(words, sizeof words, "def.table[%d] is |%s|-1e9 to 1e9", 1 + i, wrong_numbers[i].words);
        expect_no_measure(f, &def, words);
        table[1 + i] = before;
    }
    table[0] = 0.5f;
    expect_no_measure(f, &def, "def.table[0] is 0.5|empty set");
    table[0] = (float)NAN;
    expect_no_measure(f, &def, "def.table[0] is |nan|empty set");
}

REJECTED(create, unsolvable)
{
    static const struct {
        int32_t types;
        float weights[3];
        const char *words;
    } cases[] = {
        {3, {0.0f, 0.0f, 0.0f}, "def.solve_lambda is 1 and all weights are 0"},
        {2, {1e-40f, 0.0f}, "def.solve_lambda is 1 and all weights are 0"},
        {1, {0.5f}, "def.weights[0]|only one above 0|0.5: 1, as lambda"},
        {3, {0.0f, 1.5f, 0.0f}, "def.weights[1]|only one above 0|1.5: 1, as lambda"},
        {2, {1.0f, 0.25f}, "def.weights[0] is 1: below 1"},
        {3, {0.25f, 0.0f, 7.0f}, "def.weights[2] is 7: below 1"},
        {3, {1.0f, 1.0f, 1.0f}, "def.weights[0] is 1: below 1"},
        {2, {1e-6f, 1e-6f}, "set 3|lambda above 1e9|larger weights"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        throng_measure_def def = throng_measure_default_def();
        def.types = cases[i].types;
        memcpy(def.weights, cases[i].weights, sizeof cases[i].weights);
        def.solve_lambda = 1;
        expect_no_measure(f, &def, cases[i].words);
    }
    throng_measure_def def = good_def();
    def.kind = THRONG_MEASURE_ADDITIVE2;
    def.solve_lambda = 1;
    expect_no_measure(f, &def, "def.solve_lambda is 1: 0|LAMBDA");
}

REJECTED(create, values)
{
    throng_measure_def def = good_def();
    def.lambda = 1e9f;
    def.accept_non_monotone = 1;
    expect_no_measure(f, &def, "6e+09 for the set 3|beyond 1e9");
    def.weights[0] = def.weights[1] = 1e9f;
    expect_no_measure(f, &def, "for the set 3|beyond 1e9");
    def = good_def(); /* all types together: 9 - 26 + 24 / 4 */
    def.kind = THRONG_MEASURE_ADDITIVE2;
    def.lambda = -1.0f;
    def.normalize = def.accept_non_monotone = 1;
    expect_no_measure(f, &def, "-17 for the set 7|cannot be normalized|above 0");
    float table[2] = {0.0f, 0.0f};
    def.kind = THRONG_MEASURE_TABLE;
    def.types = 1;
    def.table = table;
    expect_no_measure(f, &def, "is 0 for the set 1|cannot be normalized");
    float steep[4] = {0.0f, 1e6f, 0.0f, 1e-6f};
    def.types = 2;
    def.table = steep;
    expect_no_measure(f, &def, "for the set 1|beyond 1e9|def.normalize to 0");
}

REJECTED(create, not_monotone)
{
    float table[4] = {0.0f, -1.0f, 2.0f, 3.0f};
    throng_measure_def def = good_def();
    def.lambda = -0.3f;
    expect_no_measure(f, &def,
                      "not monotone: 4 for the set 4, and 3.5999|for the set 5|accept_non_monotone to 1");
    def.kind = THRONG_MEASURE_ADDITIVE2;
    expect_no_measure(f, &def, "not monotone: 3.19999|for the set 3, and 1.19999|for the set 7");
    def.kind = THRONG_MEASURE_TABLE;
    def.types = 2;
    def.table = table;
    expect_no_measure(f, &def, "not monotone: 0 for the set 0, and -1 for the set 1");
    table[1] = 3.5f;
    expect_no_measure(f, &def, "not monotone: 3.5 for the set 1, and 3 for the set 3");
}

/* What stands next to the limits is taken. */
REJECTED(create, limits)
{
    throng_measure *measure;
    throng_measure_def def = good_def();
    def.lambda = nextafterf(-1.0f, 0.0f);
    def.weights[0] = def.weights[1] = def.weights[2] = 1.0f;
    MUST(f->context, throng_measure_create(f->context, &def, &measure));
    MUST(f->context, throng_measure_destroy(measure));
    def.lambda = -1e-42f;
    def.weights[1] = -1e-42f;
    def.weights[2] = 0.0f;
    def.weights[0] = 1e9f;
    def.table = (const float *)1; /* not looked at */
    MUST(f->context, throng_measure_create(f->context, &def, &measure));
    cr_expect(throng_context_destroy(f->context) == INVALID, "a context with a measure");
    cr_expect(strstr(throng_context_message(f->context), "context still has 2 objects,") != NULL, "%s",
              throng_context_message(f->context));
    MUST(f->context, throng_measure_destroy(measure));
    cr_expect(throng_measure_destroy(measure) == INVALID, "destroyed twice"); /* its memory stays readable */
    f->w->assertions = f->w->logs = 0;
}

REJECTED(calls, values_and_info)
{
    throng_measure *measure = good_measure(f);
    throng_measure_info info;
    float value = 7.0f;
    EXPECT(f, INVALID, "subset is 8: 0 to 7", throng_measure_value(measure, 8, &value));
    EXPECT(f, INVALID, "subset is 4294967295", throng_measure_value(measure, UINT32_MAX, &value));
    EXPECT(f, INVALID, "value must not be NULL", throng_measure_value(measure, 1, NULL));
    EXPECT(f, INVALID, "info must not be NULL", throng_measure_get_info(measure, NULL));
    cr_expect(throng_measure_value(NULL, 1, &value) == INVALID);
    cr_expect(throng_measure_value((void *)f->map, 1, &value) == INVALID);
    cr_expect(throng_measure_get_info(NULL, &info) == INVALID);
    cr_expect(throng_measure_get_info((void *)f->map, &info) == INVALID && value == 7.0f);
    MUST(f->context, throng_measure_destroy(measure));
}

REJECTED(calls, integrals)
{
    throng_measure *measure = good_measure(f);
    float results[ROWS] = {7, 7, 7, 7}, all[ROWS][TYPES];
    static const size_t strides[] = {1, 4, 8, 11, 13, 14, 15, (size_t)-1};
    char words[120];
    EXPECT(f, INVALID, "count is -1", throng_measure_choquet(measure, -1, rows[0], 0, results));
    EXPECT(f, INVALID, "count is -2147483648",
           throng_measure_choquet(measure, INT32_MIN, rows[0], 0, results));
    EXPECT(f, INVALID, "values must not be NULL", throng_measure_choquet(measure, ROWS, NULL, 0, results));
    EXPECT(f, INVALID, "results must not be NULL", throng_measure_choquet(measure, ROWS, rows[0], 0, NULL));
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        snprintf(words, sizeof words, "stride is %zu bytes|multiple of 4|at least 12", strides[i]);
        EXPECT(f, INVALID, words, throng_measure_choquet(measure, ROWS, rows[0], strides[i], results));
    }
    for (int i = 0; i < WRONG_NUMBERS; i++) {
        const int row = i % ROWS, type = i % TYPES;
        memcpy(all, rows, sizeof all);
        all[row][type] = wrong_numbers[i].value;
        all[ROWS - 1][TYPES - 1] = row < ROWS - 1 ? (float)NAN : all[ROWS - 1][TYPES - 1];
        snprintf(words, sizeof words, "row %d, type %d is |-1e9 to 1e9", row, type);
        EXPECT(f, INVALID, words, throng_measure_choquet(measure, ROWS, all[0], 0, results));
    }
    cr_expect(throng_measure_choquet(NULL, ROWS, rows[0], 0, results) == INVALID);
    cr_expect(throng_measure_choquet((void *)f->context, ROWS, rows[0], 0, results) == INVALID);
    for (int i = 0; i < ROWS; i++)
        cr_expect(results[i] == 7.0f, "an answer was written");
    MUST(f->context, throng_measure_choquet(measure, 0, NULL, 0, NULL));
    MUST(f->context, throng_measure_destroy(measure));
}

/* The first of the wrong rows is named, however many there are and whoever finds it. */
REJECTED(calls, many_rows)
{
    enum { MANY = 100000 };
    throng_measure *measure = good_measure(f);
    float *all = must_allocate((size_t)MANY * TYPES * sizeof *all),
          *results = must_allocate(MANY * sizeof *all);
    static const int first[] = {99999, 77777, 50001, 4096, 4095, 1};
    char words[80];
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        all[(size_t)first[i] * TYPES + i % TYPES] = i % 2 ? (float)NAN : -2e9f;
        snprintf(words, sizeof words, "row %d, type %d", first[i], (int)(i % TYPES));
        EXPECT(f, INVALID, words, throng_measure_choquet(measure, MANY, all, 0, results));
    }
    MUST(f->context, throng_measure_destroy(measure));
    free(results);
    free(all);
}

/* Also where the tasks run one after the other, the last ones first or not. */
Test(calls, first_row_in_any_order)
{
    enum { MANY = 200000 };
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_REFERENCE, .threads = 8};
    float *all = must_allocate((size_t)MANY * TYPES * sizeof *all),
          *results = must_allocate(MANY * sizeof *all);
    all[3 * 60000] = all[3 * 30000 + 2] = all[3 * 190000 + 1] = (float)NAN;
    for (int reversed = 0; reversed < 2; reversed++) {
        throng_measure *measure;
        v.run = reversed ? run_reversed : run_serial;
        throng_context *context = open_variant(&v, NULL);
        const throng_measure_def def = good_def();
        MUST(context, throng_measure_create(context, &def, &measure));
        cr_expect(throng_measure_choquet(measure, MANY, all, 0, results) == INVALID);
        cr_expect(strstr(throng_context_message(context), "row 30000, type 2 is nan") != NULL, "\"%s\"",
                  throng_context_message(context));
        MUST(context, throng_measure_destroy(measure));
        MUST(context, throng_context_destroy(context));
    }
    free(results);
    free(all);
}
