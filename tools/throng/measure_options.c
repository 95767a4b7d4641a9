/* Measures: from the options that `throng choquet` and others share. */
#include "tools/throng/program.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {"lambda", "additive2", "table", NULL};

enum { OPTION_MEASURE, OPTION_LAMBDA, OPTION_SOLVE, OPTION_WEIGHTS, OPTION_TABLE, OPTION_NORMALIZE };

void throng_app_measure_options(throng_app_measure *measure, throng_app_option *options)
{
    *measure = (throng_app_measure){.def = throng_measure_default_def()};
    throng_measure_def *def = &measure->def;
    const throng_app_option list[THRONG_APP_MEASURE_OPTIONS] = {
        {"measure", "NAME",
         "how types join: lambda (each set with another one), additive2 (types two by\n"
         "two) or table (a value for each set)",
         THRONG_APP_CHOICE, &def->kind, 0, 0, kind_names, 0},
        {"lambda", "L", "above 0 types reinforce each other, below 0 they weaken (default 0)",
         THRONG_APP_NUMBER, &def->lambda, -1e9, 1e9, NULL, 0},
        {"solve-lambda", NULL, "take the lambda for which all types together have 1", THRONG_APP_FLAG,
         &def->solve_lambda, 0, 0, NULL, 0},
        {"weights", "A,B,...", "for lambda and additive2: the value of each type alone, at most 16",
         THRONG_APP_TEXT, &measure->weights, 0, 0, NULL, 0},
        {"table", "FILE",
         "for table: CSV with columns subset,value; a subset is a bit mask, bit 0 the\n"
         "first type; the empty one may be left out",
         THRONG_APP_TEXT, &measure->table_path, 0, 0, NULL, 0},
        {"normalize", NULL, "divide all values by that of all types", THRONG_APP_FLAG, &def->normalize, 0, 0,
         NULL, 0},
        {"allow-non-monotone", NULL, "take a measure although a type makes a set smaller", THRONG_APP_FLAG,
         &measure->allow_non_monotone, 0, 0, NULL, 0},
    };
    memcpy(options, list, sizeof list);
}

static int check_usage(const throng_app_measure *measure, const throng_app_option *options)
{
    const int is_table = measure->def.kind == THRONG_MEASURE_TABLE;
    if (!options[OPTION_MEASURE].given) {
        return throng_app_reject(THRONG_APP_USAGE, "--measure",
                                 "it is missing; give lambda, additive2 or table");
    }
    if (options[OPTION_TABLE].given != is_table) {
        return is_table ? throng_app_reject(THRONG_APP_USAGE, "--table",
                                            "the values are missing; give a file with them")
                        : throng_app_reject(THRONG_APP_USAGE, "--table",
                                            "only --measure table reads it; leave it out");
    }
    if (options[OPTION_WEIGHTS].given == is_table) {
        return is_table
                   ? throng_app_reject(THRONG_APP_USAGE, "--weights", "a table has all values; leave it out")
                   : throng_app_reject(THRONG_APP_USAGE, "--weights",
                                       "the types are missing; give a number for each, as 2,3,4");
    }
    if (options[OPTION_LAMBDA].given && (is_table || measure->def.solve_lambda)) {
        return throng_app_reject(THRONG_APP_USAGE, "--lambda", "%s; leave it out",
                                 is_table ? "a table has none" : "--solve-lambda finds it");
    }
    if (measure->def.solve_lambda && measure->def.kind != THRONG_MEASURE_LAMBDA) {
        return throng_app_reject(THRONG_APP_USAGE, "--solve-lambda",
                                 "only --measure lambda has one to be found; leave it out");
    }
    if (measure->def.kind == THRONG_MEASURE_LAMBDA && measure->def.lambda <= -1.0f) {
        return throng_app_reject(THRONG_APP_USAGE, "--lambda", "%g is not above -1, as --measure lambda asks",
                                 (double)measure->def.lambda);
    }
    return THRONG_APP_OK;
}

static int parse_weights(throng_app_measure *measure)
{
    char quote[64];
    throng_measure_def *def = &measure->def;
    for (const char *text = measure->weights; text != NULL;) {
        const size_t length = strcspn(text, ",");
        double exact = 0.0;
        if (def->types == THRONG_MAX_TYPES) {
            return throng_app_reject(THRONG_APP_USAGE, "--weights",
                                     "there are more than %d; give fewer types", THRONG_MAX_TYPES);
        }
        if (throng_app_parse_float(text, length, &def->weights[def->types], &exact) != 0 || exact < 0.0 ||
            exact > 1e9) {
            return throng_app_reject(THRONG_APP_USAGE, "--weights",
                                     "value %d, \"%s\", is not a number from 0 to 1e9", (int)def->types + 1,
                                     throng_app_quote(quote, text, length));
        }
        def->types += 1;
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    return THRONG_APP_OK;
}

/* Where no lambda makes all types together 1; docs/concepts/measures.md has the argument. */
static int check_solvable(const throng_measure_def *def)
{
    int32_t above = 0;
    int32_t largest = 0;
    for (int32_t i = 0; i < def->types; ++i) {
        above += def->weights[i] >= FLT_MIN; /* what is less counts as 0 */
        largest = def->weights[i] > def->weights[largest] ? i : largest;
    }
    const double weight = (double)def->weights[largest];
    if (above == 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--weights",
                                 "all are 0; some have to be above it for --solve-lambda");
    }
    if (above == 1 && weight != 1.0) {
        return throng_app_reject(
            THRONG_APP_USAGE, "--weights",
            "value %d, %.9g, is the only one above 0; it has to be 1 for --solve-lambda, "
            "since no lambda changes it",
            (int)largest + 1, weight);
    }
    if (above > 1 && weight >= 1.0) {
        return throng_app_reject(THRONG_APP_USAGE, "--weights",
                                 "value %d, %.9g, is not below 1; with others above 0 there is no lambda for "
                                 "--solve-lambda",
                                 (int)largest + 1, weight);
    }
    return THRONG_APP_OK;
}

/* Each set once; how many types there are, the largest one tells. */
static int fill_table(throng_app_measure *measure, unsigned char *seen, const throng_app_table *rows)
{
    const size_t sets = (size_t)1 << THRONG_MAX_TYPES;
    uint32_t largest = 1;
    seen[0] = 1;
    for (int32_t i = 0; i < rows->rows; ++i) {
        const float *row = rows->values + 2 * (size_t)i;
        const uint32_t subset = row[0] < (float)sets ? (uint32_t)row[0] : 0;
        if ((float)subset != row[0] || (subset == 0 && row[1] != 0.0f) || (subset > 0 && seen[subset])) {
            return throng_app_reject(THRONG_APP_USAGE, rows->name, "line %d, column \"subset\": %g %s",
                                     (int)rows->lines[i], (double)row[0],
                                     (float)subset != row[0] ? "is not a whole number; subsets are bit masks"
                                     : subset == 0           ? "is the empty set, whose value is 0"
                                                             : "stands there twice; keep one");
        }
        seen[subset] = 1;
        measure->table[subset] = row[1];
        largest = subset > largest ? subset : largest;
    }
    while (largest >> measure->def.types) {
        measure->def.types += 1;
    }
    for (uint32_t subset = 0; subset < 1u << measure->def.types; ++subset) {
        if (!seen[subset]) {
            return throng_app_reject(THRONG_APP_USAGE, rows->name,
                                     "line %d: no row for subset %u; %d types have %u of them",
                                     rows->rows > 0 ? (int)rows->lines[rows->rows - 1] : 1, (unsigned)subset,
                                     (int)measure->def.types, (1u << measure->def.types) - 1);
        }
    }
    return THRONG_APP_OK;
}

static int load_table(throng_app_measure *measure)
{
    const size_t sets = (size_t)1 << THRONG_MAX_TYPES;
    const throng_app_column columns[2] = {{"subset", 1, 0.0f, 0.0, (double)sets - 1.0, 0, 0},
                                          {"value", 1, 0.0f, -1e9, 1e9, 0, 0}};
    throng_app_table rows;
    int code = throng_app_table_load(measure->table_path, columns, 2, &rows);
    if (code != THRONG_APP_OK) {
        return code;
    }
    measure->table = calloc(sets, sizeof *measure->table);
    unsigned char *seen = calloc(sets, 1);
    code = measure->table != NULL && seen != NULL ? fill_table(measure, seen, &rows)
                                                  : throng_app_reject_memory("--table");
    measure->def.table = measure->table;
    free(seen);
    throng_app_table_release(&rows);
    return code;
}

int throng_app_measure_load(throng_app_measure *measure, const throng_app_option *options)
{
    int code = check_usage(measure, options);
    if (code != THRONG_APP_OK) {
        return code;
    }
    code = measure->def.kind == THRONG_MEASURE_TABLE ? load_table(measure) : parse_weights(measure);
    return code == THRONG_APP_OK && measure->def.solve_lambda ? check_solvable(&measure->def) : code;
}

/* The library's words, but for the one option that they name in its own way. */
static int check_made(const throng_context *context, throng_status status)
{
    const char *words = throng_context_message(context);
    const char *option = status == THRONG_ERROR_INVALID_ARGUMENT ? strstr(words, "def.normalize 0") : NULL;
    return option != NULL ? throng_app_reject(THRONG_APP_USAGE, "--normalize", "%.*sleave it out",
                                              (int)(option - words), words)
                          : throng_app_check(context, status, "--measure");
}

int throng_app_measure_create(const throng_app_measure *measure, throng_context *context,
                              throng_measure **made)
{
    throng_measure_def def = measure->def;
    throng_measure_info info;
    def.accept_non_monotone = 1; /* refused here, in the words of the options */
    int code = check_made(context, throng_measure_create(context, &def, made));
    if (code == THRONG_APP_OK) {
        code = throng_app_check(context, throng_measure_get_info(*made, &info), "--measure");
    }
    if (code != THRONG_APP_OK || info.monotone || measure->allow_non_monotone) {
        return code;
    }
    float smaller = 0.0f;
    float larger = 0.0f;
    (void)throng_measure_value(*made, info.smaller, &smaller);
    (void)throng_measure_value(*made, info.larger, &larger);
    return throng_app_reject(
        THRONG_APP_USAGE, "--measure",
        "it is not monotone: %.9g for the subset %u, and %.9g for %u, which contains it; give "
        "other values or --allow-non-monotone",
        (double)smaller, (unsigned)info.smaller, (double)larger, (unsigned)info.larger);
}

void throng_app_measure_release(throng_app_measure *measure)
{
    free(measure->table);
    measure->table = NULL;
}
