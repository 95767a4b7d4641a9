/* throng calibrate: measures what frames cost here, for the automatic choice of a backend. */
#include "tools/throng/program.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

typedef struct calibration {
    throng_app_common common;
    float seconds;
    throng_calibrate_report report;
} calibration;

#define OPTIONS 6

static const char *const isa_names[] = {"auto", "reference", "vector", "sse2",
                                        "avx2", "avx512",    "neon",   NULL};

static void list_options(calibration *c, throng_app_option *options)
{
    *c = (calibration){.common = {.repeat = 1}, .seconds = 60.0f};
    const throng_app_option list[OPTIONS] = {
        {"seconds", "N", "time limit (default 60); what is not measured by then is not kept",
         THRONG_APP_NUMBER, &c->seconds, 1, 86400, NULL, 0},
        {"device", "N|NAME", "OpenCL device by number or part of its name (see throng devices)",
         THRONG_APP_TEXT, &c->common.device, 0, 0, NULL, 0},
        {"accept-inexact", NULL, "take a device that rounds differently; last bits may then differ",
         THRONG_APP_FLAG, &c->common.accept_inexact, 0, 0, NULL, 0},
        {"isa", "NAME", "SIMD level of the cpu backend: reference, vector, sse2, avx2, avx512, neon",
         THRONG_APP_CHOICE, &c->common.isa, 0, 0, isa_names, 0},
        {"threads", "N", "threads of the cpu backend, 0: all cores (default)", THRONG_APP_INTEGER,
         &c->common.threads, 0, 1024, NULL, 0},
        {"json", "FILE", "the same as JSON; - is standard output, in place of the table", THRONG_APP_TEXT,
         &c->common.json, 0, 0, NULL, 0},
    };
    for (int32_t i = 0; i < OPTIONS; ++i) {
        options[i] = list[i];
    }
}

static void print_help(const throng_app_option *options)
{
    printf("throng calibrate: measures what frames of each operation cost on the CPU and on the OpenCL\n"
           "device, and keeps it in the cache folder (THRONG_CACHE); --backend auto chooses by it from\n"
           "then on. Costs depend on --device, --isa and --threads: each combination has its own. Run it\n"
           "while the machine is quiet. Exit 0 also where costs were too noisy to be kept.\n\n");
    throng_app_print_options(options, OPTIONS);
}

static void progress(void *user, int32_t done, int32_t total, const char *what)
{
    (void)user;
    throng_app_progress(what, done, total);
}

static int calibrate(calibration *c)
{
    throng_app_log log;
    throng_context *context = NULL;
    throng_context_info info = {0};
    int code = throng_app_context_create(&c->common, 0, &log, &context);
    if (code != THRONG_APP_OK) {
        return code;
    }
    code = throng_app_check(context, throng_context_get_info(context, &info), "context");
    throng_calibrate_def def = throng_calibrate_default_def();
    def.progress = progress;
    def.seconds = (double)c->seconds;
    if (code == THRONG_APP_OK) {
        throng_status status = throng_calibrate(context, &def, &c->report);
        throng_app_progress("", 1, 1);
        code = throng_app_check(context, status, "calibrate");
    }
    (void)throng_context_destroy(context);
    return code;
}

static const char *outcome_of(const throng_calibrate_operation *o)
{
    return o->kept ? "kept" : o->noisy ? "too noisy" : "not measured";
}

static void print_table(const calibration *c)
{
    printf("calibrated in %.1f s%s\n\n", c->report.seconds,
           c->report.saved ? "" : "; nothing was written to the cache folder");
    printf("  %-12s %-14s %6s %8s %10s %10s\n", "operation", "costs", "sizes", "repeats", "spread",
           "largest");
    for (throng_operation i = 0; i < THRONG_OPERATION_COUNT; ++i) {
        const throng_calibrate_operation *o = &c->report.operations[i];
        printf("  %-12s %-14s %6d %8d %8.1f %% %8.1f %%\n", throng_operation_name(i), outcome_of(o),
               (int)o->sizes, (int)o->repeats, 100.0 * o->spread, 100.0 * o->largest_spread);
    }
    printf("\nspread: by how much the second least repeat of a size exceeds the least, the median of all\n"
           "sizes. What was not kept is chosen by the rule, or by older costs where there are some.\n");
}

static int add_operation(cJSON *list, throng_operation index, const throng_calibrate_operation *o)
{
    cJSON *entry = cJSON_CreateObject();
    int good = cJSON_AddStringToObject(entry, "operation", throng_operation_name(index)) != NULL;
    good &= cJSON_AddStringToObject(entry, "costs", outcome_of(o)) != NULL;
    good &= cJSON_AddNumberToObject(entry, "sizes", o->sizes) != NULL;
    good &= cJSON_AddNumberToObject(entry, "repeats", o->repeats) != NULL;
    good &= cJSON_AddNumberToObject(entry, "spread", o->spread) != NULL;
    good &= cJSON_AddNumberToObject(entry, "largest_spread", o->largest_spread) != NULL;
    if (!cJSON_AddItemToArray(list, entry)) {
        cJSON_Delete(entry);
        good = 0;
    }
    return good;
}

static int write_json(const calibration *c, FILE *stream)
{
    cJSON *root = cJSON_CreateObject();
    int good = cJSON_AddStringToObject(root, "version", throng_version()) != NULL;
    good &= cJSON_AddStringToObject(root, "commit", throng_app_commit()) != NULL;
    good &= cJSON_AddNumberToObject(root, "seconds", c->report.seconds) != NULL;
    good &= cJSON_AddBoolToObject(root, "saved", c->report.saved) != NULL;
    cJSON *list = cJSON_AddArrayToObject(root, "operations");
    good &= list != NULL;
    for (throng_operation i = 0; i < THRONG_OPERATION_COUNT; ++i) {
        good &= add_operation(list, i, &c->report.operations[i]);
    }
    char *text = good ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL) {
        return throng_app_reject_memory("--json");
    }
    (void)fprintf(stream, "%s\n", text);
    cJSON_free(text);
    return THRONG_APP_OK;
}

int throng_app_calibrate(int argc, char **argv)
{
    calibration c;
    throng_app_option options[OPTIONS];
    throng_app_outputs outputs = {.count = 0};
    FILE *stream = NULL;
    int32_t help = 0;
    list_options(&c, options);
    int code = throng_app_parse(argc, argv, options, OPTIONS, &help);
    if (code == THRONG_APP_OK && help) {
        print_help(options);
        return code;
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&outputs, "--json", c.common.json, &stream);
    }
    if (code == THRONG_APP_OK) {
        code = calibrate(&c);
    }
    if (code == THRONG_APP_OK && stream != NULL) {
        code = write_json(&c, stream);
    }
    if (code == THRONG_APP_OK && stream != stdout) {
        print_table(&c);
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_output_finish(&outputs);
    }
    throng_app_output_discard(&outputs);
    return code;
}
