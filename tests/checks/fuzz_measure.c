/* Fuzzing fuzzy measures: bytes become a measure of any kind and rows for its integral, on the reference
 * level and on the widest one side by side. Both must answer alike; values of sets must be those of the
 * formulas, monotone or not as is told, integrals equal to the bit and within their bound of the
 * definition's; a refused call must write nothing. Memory runs out at some request of the creation; it must
 * then go through when there is memory again. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_measures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* More rows than are transposed at a time, and now and then more than a task takes. */
enum { MAX_CALLS = 4, ROWS = 140, MANY_ROWS = 9000, GIVEN_ROWS = 8 };

#define E 5.9604644775390625e-08 /* 2^-24, half an ulp of 1 */

typedef struct side {
    throng_context *context;
    throng_measure *measure;
    throng_measure_info info;
} side;

static throng_status make(side *one, throng_isa isa, const throng_measure_def *def, int64_t requests)
{
    throng_context_def about = throng_context_default_def();
    about.backend = THRONG_BACKEND_CPU;
    about.isa = isa;
    about.threads = isa == THRONG_ISA_AUTO ? 3 : 1;
    about.cache = "off";
    about.allocator = (throng_allocator){allocate, release, NULL};
    check(throng_context_create(&about, &one->context) == THRONG_OK, "no context");
    requests_left = requests;
    throng_status status = throng_measure_create(one->context, def, &one->measure);
    if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
        check(one->measure == NULL, "a measure that was refused");
        requests_left = -1;
        status = throng_measure_create(one->context, def, &one->measure);
    }
    requests_left = -1;
    if (status == THRONG_OK)
        check(throng_measure_get_info(one->measure, &one->info) == THRONG_OK, "no info");
    return status;
}

/* ---- values of sets */

static float flat(float value) { return fabsf(value) < 1.17549435e-38f ? 0.0f : value; }

/* By the formulas, from the last type to the first: another order of rounding than the library's. */
static double set_value(const throng_measure_def *def, double lambda, uint32_t set)
{
    double value = 0.0, sum = 0.0;
    if (def->kind == THRONG_MEASURE_TABLE)
        return (double)flat(def->table[set]);
    for (int32_t i = def->types - 1; i >= 0; i--)
        if (set >> i & 1u) {
            const double weight = (double)flat(def->weights[i]);
            value += weight + lambda * weight * (def->kind == THRONG_MEASURE_LAMBDA ? value : sum);
            sum += weight;
        }
    return value;
}

/* Below 0 differences cancel: then it is off by 7e-15 of what the measure with -lambda has, this one and the
 * library's. */
static void check_values(const throng_measure_def *def, const throng_measure_info *info, const float *values)
{
    const double all = def->normalize ? set_value(def, info->lambda, (1u << def->types) - 1) : 1.0;
    const uint32_t step = def->types > 8 ? 61 : 1; /* all of them would take most of the time */
    for (uint32_t set = 0; set < 1u << def->types; set += step) {
        const double want = set_value(def, info->lambda, set);
        const double size = set_value(def, fabs(info->lambda), set);
        const double bound = 1.00001 * E * fabs(want) + 2e-14 * fabs(size) + 1.2e-38 * fabs(all);
        check(isfinite(values[set]), "a value that is not finite");
        if (!def->normalize)
            check(fabs((double)values[set] - want) <= bound, "a value that is not the formula's");
        else if (info->lambda >= 0.0)
            check(fabs((double)values[set] * all - want) <= 2.0 * bound, "a value not normalized");
    }
    if (def->normalize)
        check(info->all == 1.0f, "all types together are not 1");
    if (def->solve_lambda)
        check(fabs((double)info->all - 1.0) < 1e-6, "the lambda that was found is none");
    check(info->all == values[(1u << def->types) - 1], "all types together have another value");
}

static void check_monotone(const throng_measure_def *def, const throng_measure_info *info,
                           const float *values)
{
    uint32_t smaller = 0, larger = 0;
    for (uint32_t set = 0; set < 1u << def->types && !larger; set++)
        for (int32_t i = 0; i < def->types && !larger; i++)
            if (values[set | 1u << i] < values[set]) {
                smaller = set;
                larger = set | 1u << i;
            }
    check(info->monotone == !larger && info->smaller == smaller && info->larger == larger,
          "not as monotone as is told");
    check(info->monotone || def->accept_non_monotone, "a measure that is not monotone");
}

static void look_at_sets(const side *sides, const throng_measure_def *def, float *values)
{
    const uint32_t sets = 1u << def->types;
    for (uint32_t set = 0; set < sets; set++) {
        float other = NAN;
        check(throng_measure_value(sides[0].measure, set, &values[set]) == THRONG_OK &&
                  throng_measure_value(sides[1].measure, set, &other) == THRONG_OK &&
                  memcmp(&other, &values[set], sizeof other) == 0,
              "the levels have different values");
    }
    float untouched = -7.0f;
    check(throng_measure_value(sides[0].measure, sets, &untouched) == THRONG_ERROR_INVALID_ARGUMENT &&
              untouched == -7.0f,
          "a set of types that there are not");
    check_values(def, &sides[0].info, values);
    check_monotone(def, &sides[0].info, values);
}

/* ---- integrals */

static int may_be(const float *row, int32_t types)
{
    for (int32_t i = 0; i < types; i++)
        if (!(row[i] >= -1e9f && row[i] <= 1e9f))
            return 0;
    return 1;
}

/* By the definition: from the least to the largest, each step with the value of those that are left. */
static void check_integral(const float *row, int32_t types, const float *values, float got)
{
    double sum = 0.0, size = 0.0, below = 0.0;
    uint32_t left = (1u << types) - 1;
    while (left) {
        int32_t least = __builtin_ctz(left);
        for (int32_t i = least + 1; i < types; i++)
            if (left >> i & 1u && flat(row[i]) < flat(row[least]))
                least = i;
        const double at = (double)flat(row[least]);
        sum += (at - below) * (double)values[left];
        size += fabs(at - below) * fabs((double)values[left]);
        below = at;
        left &= ~(1u << least);
    }
    check(isfinite(got), "an integral that is not finite");
    check(fabs((double)got - sum) <= (types + 1) * 6e-8 * size + types * 1.2e-38, "not the integral");
}

/* A few rows as given, the others by mixing those and a little noise; ties among them. */
static void fill_rows(input *in, float *rows, int32_t count, int32_t types, size_t pitch)
{
    uint32_t state = word(in);
    for (int32_t row = 0; row < count; row++)
        for (int32_t i = 0; i < types; i++) {
            const float *from = rows + (size_t)(row % GIVEN_ROWS) * pitch;
            state = state * 1664525u + 1013904223u;
            rows[(size_t)row * pitch + (size_t)i] = row < GIVEN_ROWS ? number(in, -2.0f, 5.0f)
                                                    : state >> 30 == 0
                                                        ? (float)(state >> 24 & 7)
                                                        : from[(state >> 26) % (uint32_t)types];
        }
}

/* One number of a row that was good may be given anew, so that it is the only bad one of many. */
static void integrate(const side *sides, const throng_measure_def *def, const float *values, input *in)
{
    const int32_t types = def->types, kind = byte(in), many = byte(in);
    const int32_t count = kind < 160 ? kind % 20 : kind < 255 || many ? kind - 255 + ROWS : MANY_ROWS;
    const size_t pitch = (size_t)types + (size_t)(byte(in) % 3), packed = (size_t)types * sizeof(float);
    float *rows = malloc(count > 0 ? pitch * (size_t)(count - 1) * sizeof *rows + packed : 1);
    float *results = malloc(2 * (size_t)count * sizeof *results + 1);
    check(rows && results, "no memory for the fuzzer itself");
    fill_rows(in, rows, count, types, pitch);
    if (count > 0 && byte(in) > 200)
        rows[word(in) % (uint32_t)count * pitch] = number(in, -2.0f, 5.0f);
    memset(results, 0x55, 2 * (size_t)count * sizeof *results);
    int good = 1;
    for (int32_t row = 0; row < count; row++)
        good &= may_be(rows + (size_t)row * pitch, types);
    const uint8_t odd = byte(in);
    size_t stride = pitch == (size_t)types && odd % 2 ? 0 : pitch * sizeof *rows;
    if (odd > 250)
        stride = byte(in) % 2 ? packed - 1 : pitch * sizeof *rows + 2;
    good &= odd <= 250;
    const throng_status want = good || (count == 0 && odd <= 250) ? THRONG_OK : THRONG_ERROR_INVALID_ARGUMENT;
    for (int i = 0; i < 2; i++)
        check(throng_measure_choquet(sides[i].measure, count, rows, stride,
                                     results + (size_t)i * (size_t)count) == want,
              "rows are taken that should not, or the other way round");
    check(memcmp(results, results + count, (size_t)count * sizeof *results) == 0, "integrals differ");
    float untouched;
    memset(&untouched, 0x55, sizeof untouched);
    for (int32_t row = 0; row < count; row++)
        if (want == THRONG_OK)
            check_integral(rows + (size_t)row * pitch, types, values, results[row]);
        else
            check(memcmp(&results[row], &untouched, sizeof untouched) == 0, "a refused call writes");
    free(rows);
    free(results);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static float table[FUZZ_SETS], values[FUZZ_SETS];
    input in = {data, size};
    side sides[2] = {{0}, {0}};
    const int64_t requests = byte(&in) % 8 - 1;
    const throng_measure_def def = some_measure(&in, table);
    const throng_status made = make(&sides[0], THRONG_ISA_REFERENCE, &def, requests);
    check(made == make(&sides[1], THRONG_ISA_AUTO, &def, requests), "the levels do not agree on the def");
    if (made == THRONG_OK) {
        check(sides[0].info.lambda == sides[1].info.lambda &&
                  sides[0].info.smaller == sides[1].info.smaller &&
                  sides[0].info.larger == sides[1].info.larger,
              "the levels have different measures");
        look_at_sets(sides, &def, values);
    }
    for (int i = 0; made == THRONG_OK && i < MAX_CALLS && in.size > 0; i++)
        integrate(sides, &def, values, &in);
    for (int i = 0; i < 2; i++) {
        check(throng_measure_destroy(sides[i].measure) == THRONG_OK, "the measure is not destroyed");
        check(throng_context_destroy(sides[i].context) == THRONG_OK, "the context is not destroyed");
    }
    return 0;
}
