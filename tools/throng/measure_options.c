/* Measures: from the options that `throng choquet` and others share. */
#include "tools/throng/measure_options.h"
#include "tools/support/csv.h"
#include "tools/support/memory.h"
#include "tools/support/text.h"
#include "tools/throng/context.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {"lambda", "additive2", "table", NULL};

void measure_list_options(measure_input *measure, option_list *options)
{
    throng_measure_def *def = &measure->def;
    *measure = (measure_input){.def = throng_measure_default_def(), .first_option = options->count};
    option_choice(options, "measure", "NAME",
                  "how types combine: lambda (a lambda measure), additive2 (2-additive: pairs of\n"
                  "types interact) or table (a value for each set)",
                  &def->kind, kind_names);
    option_number(options, "lambda", "L",
                  "above 0 types reinforce each other, below 0 they weaken (default 0)", &def->lambda, -1e9,
                  1e9);
    option_flag(options, "solve-lambda", "choose lambda so that all types together have the value 1",
                &def->solve_lambda);
    option_text(options, "weights", "A,B,...",
                "for lambda and additive2: the value of each type alone, at most 16", &measure->weights);
    option_file(options, "table",
                "for table: CSV with columns subset,value; a subset is a bit mask, bit 0 the\n"
                "first type; the empty subset is optional",
                &measure->table_path);
    option_flag(options, "normalize", "divide all values by the value of all types", &def->normalize);
    option_flag(options, "allow-non-monotone", "allow a measure in which adding a type lowers the value",
                &measure->allow_non_monotone);
    measure->end_option = options->count;
}

void measure_set_unused(const measure_input *measure, int32_t joined, option_list *options)
{
    for (int32_t i = measure->first_option; i < measure->end_option && !joined; i++)
        options->list[i].unused = 1;
    if (measure->def.kind == THRONG_MEASURE_TABLE || measure->def.solve_lambda)
        option_set_unused(options, "lambda");
}

int32_t measure_given(const measure_input *measure, const option_list *options)
{
    int32_t given = 0;
    for (int32_t i = measure->first_option; i < measure->end_option; i++)
        given |= options->list[i].given;
    return given;
}

static int check_usage(const measure_input *measure, const option_list *options)
{
    const int is_table = measure->def.kind == THRONG_MEASURE_TABLE;
    if (!option_given(options, "measure"))
        return reject_usage("--measure", "it is missing; give lambda, additive2 or table");
    if (option_given(options, "table") != is_table)
        return is_table ? reject_usage("--table", "the values are missing; give a file with them")
                        : reject_usage("--table", "only --measure table reads it; leave it out");
    if (option_given(options, "weights") == is_table)
        return is_table
                   ? reject_usage("--weights", "a table has all values; leave it out")
                   : reject_usage("--weights", "the types are missing; give a number for each, as 2,3,4");
    if (option_given(options, "lambda") && (is_table || measure->def.solve_lambda))
        return reject_usage("--lambda", "%s; leave it out",
                            is_table ? "a table has none" : "--solve-lambda finds it");
    if (measure->def.solve_lambda && measure->def.kind != THRONG_MEASURE_LAMBDA)
        return reject_usage("--solve-lambda", "only --measure lambda has one to be found; leave it out");
    if (measure->def.kind == THRONG_MEASURE_LAMBDA && measure->def.lambda <= -1.0f)
        return reject_usage("--lambda", "%g is not above -1, as --measure lambda asks",
                            (double)measure->def.lambda);
    return PROGRAM_OK;
}

static int parse_weights(measure_input *measure)
{
    char quote[64];
    throng_measure_def *def = &measure->def;
    for (const char *text = measure->weights; text;) {
        const size_t length = strcspn(text, ",");
        double exact = 0.0;
        if (def->types == THRONG_MAX_TYPES)
            return reject_usage("--weights", "there are more than %d; give fewer types", THRONG_MAX_TYPES);
        if (parse_float(text, length, &def->weights[def->types], &exact) != 0 || exact < 0.0 || exact > 1e9)
            return reject_usage("--weights", "value %d, \"%s\", is not a number from 0 to 1e9",
                                (int)def->types + 1, text_quote(quote, text, length));
        def->types++;
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    return PROGRAM_OK;
}

/* Rejects weights for which no lambda gives all types together 1; docs/concepts/measures.md has the
 * argument. */
static int check_solvable(const throng_measure_def *def)
{
    int32_t above = 0, largest = 0;
    for (int32_t i = 0; i < def->types; i++) {
        above += def->weights[i] >= FLT_MIN; /* what is less counts as 0 */
        largest = def->weights[i] > def->weights[largest] ? i : largest;
    }
    const double weight = (double)def->weights[largest];
    if (above == 0)
        return reject_usage("--weights", "all are 0; some have to be above it for --solve-lambda");
    if (above == 1 && weight != 1.0)
        return reject(PROGRAM_USAGE, "--weights",
                      "value %d, %.9g, is the only one above 0; it has to be 1 for --solve-lambda, "
                      "since no lambda changes it",
                      (int)largest + 1, weight);
    if (above > 1 && weight >= 1.0)
        return reject_usage("--weights",
                            "value %d, %.9g, is not below 1; with others above 0 there is no lambda for "
                            "--solve-lambda",
                            (int)largest + 1, weight);
    return PROGRAM_OK;
}

/* Checks that each subset occurs once. The largest subset gives the number of types. */
static int fill_table(measure_input *measure, unsigned char *seen, const csv_table *rows)
{
    const size_t sets = (size_t)1 << THRONG_MAX_TYPES;
    uint32_t largest = 1;
    seen[0] = 1;
    for (int32_t i = 0; i < rows->rows; i++) {
        const float *row = rows->values + 2 * (size_t)i;
        const double written = csv_written(rows, i, 0);
        const uint32_t subset = row[0] < (float)sets ? (uint32_t)row[0] : 0;
        if ((double)subset != written || (subset == 0 && row[1] != 0.0f) || (subset > 0 && seen[subset]))
            return csv_reject(rows, rows->lines[i], "subset", "%.10g %s", written,
                              (double)subset != written ? "is not a whole number; subsets are bit masks"
                              : subset == 0             ? "is the empty set, whose value is 0"
                                                        : "occurs twice; keep one");
        seen[subset] = 1;
        measure->table[subset] = row[1];
        largest = subset > largest ? subset : largest;
    }
    while (largest >> measure->def.types)
        measure->def.types++;
    for (uint32_t subset = 0; subset < 1u << measure->def.types; subset++)
        if (!seen[subset])
            return reject_usage(rows->name, "line %d: no row for subset %u; %d types have %u of them",
                                rows->rows > 0 ? (int)rows->lines[rows->rows - 1] : 1, (unsigned)subset,
                                (int)measure->def.types, (1u << measure->def.types) - 1);
    return PROGRAM_OK;
}

static int load_table(measure_input *measure)
{
    const size_t sets = (size_t)1 << THRONG_MAX_TYPES;
    const csv_column columns[2] = {{"subset", 1, 0.0f, 0.0, (double)sets - 1.0, 0, 0},
                                   {"value", 1, 0.0f, -1e9, 1e9, 0, 0}};
    csv_table rows;
    int code = csv_load(measure->table_path, columns, 2, &rows);
    measure->table = allocate(sets, sizeof *measure->table, "--table", &code);
    unsigned char *seen = allocate(sets, 1, "--table", &code);
    code = code ? code : fill_table(measure, seen, &rows);
    measure->def.table = measure->table;
    free(seen);
    csv_release(&rows);
    return code;
}

int measure_load(measure_input *measure, const option_list *options)
{
    int code = check_usage(measure, options);
    if (code)
        return code;
    code = measure->def.kind == THRONG_MEASURE_TABLE ? load_table(measure) : parse_weights(measure);
    return !code && measure->def.solve_lambda ? check_solvable(&measure->def) : code;
}

/* The library's message, except for one option that it names differently. */
static int check_made(const throng_context *context, throng_status status)
{
    const char *words = throng_context_message(context);
    const char *option =
        status == THRONG_ERROR_INVALID_ARGUMENT ? strstr(words, "set def.normalize to 0") : NULL;
    return option ? reject_usage("--normalize", "%.*sleave it out", (int)(option - words), words)
                  : program_check(context, status, "--measure");
}

int measure_create(const measure_input *measure, throng_context *context, throng_measure **made)
{
    throng_measure_def def = measure->def;
    throng_measure_info info = {0};
    def.accept_non_monotone = 1; /* rejected here, with the names of the options */
    int code = check_made(context, throng_measure_create(context, &def, made));
    if (!code)
        code = program_check(context, throng_measure_get_info(*made, &info), "--measure");
    if (code || info.monotone || measure->allow_non_monotone)
        return code;
    float smaller = 0.0f, larger = 0.0f;
    (void)throng_measure_value(*made, info.smaller, &smaller);
    (void)throng_measure_value(*made, info.larger, &larger);
    return reject(PROGRAM_USAGE, "--measure",
                  "it is not monotone: %.9g for the subset %u, and %.9g for %u, which contains it; give "
                  "other values or --allow-non-monotone",
                  (double)smaller, (unsigned)info.smaller, (double)larger, (unsigned)info.larger);
}

void measure_release(measure_input *measure)
{
    free(measure->table);
    measure->table = NULL;
}
