/* throng choquet: rows of numbers, one for each type, joined by a fuzzy measure. */
#include "tools/throng/program.h"

#include <stdlib.h>
#include <string.h>

#define OWN_OPTIONS (1 + THRONG_APP_MEASURE_OPTIONS)
#define OPTIONS (OWN_OPTIONS + THRONG_APP_COMMON_OPTIONS)

typedef struct choquet_job {
    throng_app_common common;
    throng_app_measure source;
    const char *values_path;
    throng_app_format format;
    throng_app_table table;
    float *results;
    throng_app_outputs outputs;
    FILE *out, *json;
    throng_app_log log;
    throng_context *context;
    throng_measure *measure;
    throng_context_info about;
    throng_measure_info state;
    throng_app_report report;
} choquet_job;

static void list_options(choquet_job *work, throng_app_option *options)
{
    options[0] = (throng_app_option){"values",
                                     "FILE",
                                     "CSV with columns f1,f2,... for the types, a row for each evaluation",
                                     THRONG_APP_TEXT,
                                     &work->values_path,
                                     0,
                                     0,
                                     NULL,
                                     0};
    throng_app_measure_options(&work->source, options + 1);
    throng_app_option *common = options + OWN_OPTIONS;
    throng_app_common_options(&work->common, common);
    throng_app_explain(common, "seed", "accepted, and not looked at: nothing is random here");
    throng_app_explain(common, "png", "refused: integrals have no picture");
}

static void print_help(const throng_app_option *options)
{
    printf("throng choquet: rows of numbers, one for each type, joined by a fuzzy measure\n"
           "\n"
           "usage: throng choquet --measure NAME (--weights A,B,... | --table FILE) --values FILE [options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf("\n"
           "The result is a table with the column value, the Choquet integral of each row, in their order.\n"
           "Without --out it goes to standard output.\n"
           "In the JSON file, time.compute is one run with the rows at hand; only with OpenCL: kernel, the\n"
           "device's own count, resident, the same, which is what rows take that are there, and with_copy,\n"
           "the same as compute, since rows are always copied.\n"
           "\n"
           "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

static int check_usage(const choquet_job *work, throng_app_format *format)
{
    if (work->values_path == NULL) {
        return throng_app_reject(THRONG_APP_USAGE, "--values", "the rows are missing; give a file with them");
    }
    if (work->source.table_path != NULL && strcmp(work->source.table_path, "-") == 0 &&
        strcmp(work->values_path, "-") == 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--table and --values",
                                 "both are standard input; name a file for one of them");
    }
    if (work->common.png != NULL) {
        return throng_app_reject(THRONG_APP_USAGE, "--png", "integrals have no picture; leave it out");
    }
    return work->common.out != NULL ? throng_app_output_format(work->common.out, format) : THRONG_APP_OK;
}

static int load_values(choquet_job *work)
{
    char names[THRONG_MAX_TYPES][8];
    throng_app_column columns[THRONG_MAX_TYPES];
    const int32_t types = work->source.def.types;
    for (int32_t i = 0; i < types; ++i) {
        (void)snprintf(names[i], sizeof names[i], "f%d", (int)i + 1);
        columns[i] = (throng_app_column){names[i], 1, 0.0f, -1e9, 1e9, 0, 0};
    }
    int code = throng_app_table_load(work->values_path, columns, types, &work->table);
    if (code != THRONG_APP_OK) {
        return code;
    }
    work->results = calloc((size_t)work->table.rows + 1, sizeof *work->results);
    return work->results != NULL ? THRONG_APP_OK : throng_app_reject_memory(work->table.name);
}

static int open_outputs(choquet_job *work)
{
    const char *out = work->common.out != NULL ? work->common.out : "-";
    int code = throng_app_output_open(&work->outputs, "--out", out, &work->out);
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&work->outputs, "--json", work->common.json, &work->json);
    }
    return code;
}

static int make_measure(choquet_job *work)
{
    int code = throng_app_context_create(&work->common, work->json != NULL, &work->log, &work->context);
    if (code == THRONG_APP_OK) {
        work->source.def.typical_rows = work->table.rows;
        code = throng_app_measure_create(&work->source, work->context, &work->measure);
    }
    if (code == THRONG_APP_OK) {
        code =
            throng_app_check(work->context, throng_context_get_info(work->context, &work->about), "context");
    }
    return code;
}

/* index -1: not timed */
static int run_once(choquet_job *work, int32_t index)
{
    double begin = throng_app_seconds();
    throng_status status =
        throng_measure_choquet(work->measure, work->table.rows, work->table.values, 0, work->results);
    double end = throng_app_seconds();
    if (status == THRONG_OK) {
        status = throng_measure_get_info(work->measure, &work->state);
    }
    if (index >= 0) {
        work->report.compute.seconds[index] = end - begin;
        work->report.resident.seconds[index] = work->state.kernel_seconds; /* rows are never kept there */
        work->report.with_copy.seconds[index] = end - begin;
        work->report.kernel.seconds[index] = work->state.kernel_seconds;
    }
    return throng_app_check(work->context, status, "integrals");
}

static int compute(choquet_job *work)
{
    throng_app_times *times[4] = {&work->report.compute, &work->report.kernel, &work->report.resident,
                                  &work->report.with_copy};
    const int32_t repeat = work->common.repeat;
    for (int32_t i = 0; i < 4; ++i) {
        times[i]->seconds = calloc((size_t)repeat, sizeof(double));
        if (times[i]->seconds == NULL) {
            return throng_app_reject_memory("--repeat");
        }
    }
    int code = run_once(work, -1);
    for (int32_t i = 0; i < repeat && code == THRONG_APP_OK; ++i) {
        throng_app_progress("choquet: run", i, repeat);
        code = run_once(work, i);
    }
    throng_app_progress("", repeat, repeat);
    for (int32_t i = 0; i < 4; ++i) {
        times[i]->count = i == 0 || work->state.backend == THRONG_BACKEND_OPENCL ? repeat : 0;
    }
    return code;
}

static int write_outputs(choquet_job *work)
{
    throng_app_report *report = &work->report;
    report->backend = throng_backend_name(work->state.backend);
    report->device = work->state.backend == THRONG_BACKEND_OPENCL ? work->about.device_name : "cpu";
    report->isa = throng_isa_name(work->about.isa);
    report->threads = work->about.threads;
    report->operation = "choquet";
    report->hash = throng_app_hash(work->results, (size_t)work->table.rows);
    report->sizes[0] = (throng_app_size){"types", work->state.types};
    report->sizes[1] = (throng_app_size){"rows", work->table.rows};
    report->size_count = 2;
    if (work->format == THRONG_APP_CSV) {
        (void)fputs("value\n", work->out);
    }
    throng_app_write_values(work->out, work->format, work->results, work->table.rows, 1);
    return work->json != NULL ? throng_app_report_write(report, work->json) : THRONG_APP_OK;
}

static void print_summary(const choquet_job *work)
{
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    throng_app_spread(&work->report.compute, &least, &median, &most);
    printf("choquet:   %d rows of %d types (%s, %s, %d thread%s)\n", (int)work->table.rows,
           (int)work->state.types, work->report.device, work->report.isa, (int)work->report.threads,
           work->report.threads == 1 ? "" : "s");
    printf("measure:   lambda %.9g, all types together %.9g%s\n", work->state.lambda, (double)work->state.all,
           work->state.monotone ? "" : ", not monotone");
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)work->report.compute.count);
    printf("hash:      %016llx\n", (unsigned long long)work->report.hash);
}

static int work_through(choquet_job *work)
{
    int code = load_values(work);
    code = code == THRONG_APP_OK ? open_outputs(work) : code;
    code = code == THRONG_APP_OK ? make_measure(work) : code;
    code = code == THRONG_APP_OK ? compute(work) : code;
    code = code == THRONG_APP_OK ? write_outputs(work) : code;
    int silent = throng_app_output_uses_stdout(&work->outputs);
    code = code == THRONG_APP_OK ? throng_app_output_finish(&work->outputs) : code;
    if (code == THRONG_APP_OK && !silent) {
        print_summary(work);
    }
    return code;
}

static void clean_up(choquet_job *work)
{
    throng_app_output_discard(&work->outputs);
    (void)throng_measure_destroy(work->measure);
    (void)throng_context_destroy(work->context);
    throng_app_table_release(&work->table);
    throng_app_measure_release(&work->source);
    free(work->results);
    free(work->report.compute.seconds);
    free(work->report.kernel.seconds);
    free(work->report.resident.seconds);
    free(work->report.with_copy.seconds);
}

int throng_app_choquet(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    choquet_job work = {.format = THRONG_APP_CSV};
    int32_t help = 0;
    list_options(&work, options);
    int code = throng_app_parse(argc, argv, options, OPTIONS, &help);
    if (code == THRONG_APP_OK && help) {
        print_help(options);
        return code;
    }
    code = code == THRONG_APP_OK ? check_usage(&work, &work.format) : code;
    code = code == THRONG_APP_OK ? throng_app_measure_load(&work.source, options + 1) : code;
    if (code == THRONG_APP_OK) {
        code = work_through(&work);
    }
    clean_up(&work);
    return code;
}
