/* throng choquet: Choquet integrals of rows, one value for each type, by a fuzzy measure. */
#include "tools/support/csv.h"
#include "tools/support/hash.h"
#include "tools/support/memory.h"
#include "tools/throng/measure_options.h"
#include "tools/throng/subcommands.h"

#include <stdlib.h>
#include <string.h>

typedef struct choquet_job {
    program_job job;
    measure_input source;
    const char *values_path;
    csv_table table;
    float *results;
    throng_measure *measure;
    throng_measure_info state;
} choquet_job;

static void list_options(void *data)
{
    choquet_job *work = data;
    option_list *options = &work->job.options;
    option_file(options, "values", "CSV with columns f1,f2,... for the types, one row for each evaluation",
                &work->values_path);
    measure_list_options(&work->source, options);
    options_common(options, &work->job.common);
    options_explain(options, "seed", "accepted and ignored: nothing is random here");
    options_explain(options, "png", "rejected: integrals have no picture");
}

static int check_usage(void *data)
{
    choquet_job *work = data;
    if (!work->values_path)
        return reject_usage("--values", "the rows are missing; give a file with them");
    const int code = options_check_inputs("table", work->source.table_path, "values", work->values_path);
    if (code)
        return code;
    if (work->job.common.png.path)
        return reject_usage("--png", "integrals have no picture; leave it out");
    measure_set_unused(&work->source, 1, &work->job.options);
    return measure_load(&work->source, &work->job.options);
}

static int load_values(void *data)
{
    choquet_job *work = data;
    char names[THRONG_MAX_TYPES][8];
    csv_column columns[THRONG_MAX_TYPES];
    const int32_t types = work->source.def.types;
    for (int32_t i = 0; i < types; i++) {
        (void)snprintf(names[i], sizeof names[i], "f%d", (int)i + 1);
        columns[i] = (csv_column){names[i], 1, 0.0f, -1e9, 1e9, 0, 0};
    }
    int code = csv_load(work->values_path, columns, types, &work->table);
    work->results = allocate((size_t)work->table.rows, sizeof *work->results, work->table.name, &code);
    return code;
}

static int create(void *data)
{
    choquet_job *work = data;
    work->source.def.typical_rows = work->table.rows;
    return measure_create(&work->source, work->job.context, &work->measure);
}

static int run_once(void *data, run_sample *sample)
{
    choquet_job *work = data;
    const double begin = wall_seconds();
    throng_status status =
        throng_measure_choquet(work->measure, work->table.rows, work->table.values, 0, work->results);
    const double seconds = wall_seconds() - begin;
    if (status == THRONG_OK)
        status = throng_measure_get_info(work->measure, &work->state);
    work->job.backend = work->state.backend;
    *sample = (run_sample){.compute = seconds,
                           .kernel = work->state.kernel_seconds,
                           .resident = work->state.kernel_seconds, /* rows are never kept on a device */
                           .with_copy = seconds};
    return program_check(work->job.context, status, "integrals");
}

static int write_outputs(void *data)
{
    choquet_job *work = data;
    const int32_t rows = work->table.rows;
    FILE *out = work->job.common.out.stream;
    work->job.report.hash = hash_floats(work->results, (size_t)rows);
    report_add_size(&work->job.report, "types", work->state.types);
    report_add_size(&work->job.report, "rows", rows);
    if (work->job.format == OUTPUT_CSV)
        (void)fputs("value\n", out);
    output_write_values(out, work->job.format, work->results, rows, 1);
    return PROGRAM_OK;
}

static void print_summary(void *data)
{
    choquet_job *work = data;
    printf("choquet:   %d rows of %d types (", (int)work->table.rows, (int)work->state.types);
    summary_print_machine(&work->job);
    printf("measure:   lambda %.9g, all types together %.9g%s\n", work->state.lambda, (double)work->state.all,
           work->state.monotone ? "" : ", not monotone");
    summary_print_result(&work->job, "");
}

static void release(void *data)
{
    choquet_job *work = data;
    (void)throng_measure_destroy(work->measure);
    csv_release(&work->table);
    measure_release(&work->source);
    free(work->results);
}

const program_command choquet_command = {
    .name = "choquet",
    .about = "Choquet integrals: values of several types combined by a fuzzy measure",
    .usage =
        "throng choquet: Choquet integrals of rows, one value for each type, by a fuzzy measure\n"
        "\n"
        "usage: throng choquet --measure NAME (--weights A,B,... | --table FILE) --values FILE [options]\n",
    .details =
        "\n"
        "The result is a table with the column value: the Choquet integral of each row, in order. Without\n"
        "--out it goes to standard output.\n"
        "In the JSON file, time.compute is one run with the rows in memory. With OpenCL also kernel: device\n"
        "time; resident: the same; with_copy: the same as compute, since rows are always copied.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n",
    .size = sizeof(choquet_job),
    .outputs = {"out", "json"},
    .flags = PROGRAM_PRINTS_RESULT | PROGRAM_WARMS_UP,
    .options = list_options,
    .check = check_usage,
    .load = load_values,
    .create = create,
    .run = run_once,
    .write = write_outputs,
    .summary = print_summary,
    .release = release,
};
