/* throng calibrate: measures what frames cost on this machine, for the automatic choice of a backend. */
#include "tools/support/commit.h"
#include "tools/throng/subcommands.h"

typedef struct calibrate_job {
    program_job job;
    float seconds;
    throng_calibrate_report report;
} calibrate_job;

static void list_options(void *data)
{
    static const char *const isa_names[] = {"auto", "reference", "vector", "sse2",
                                            "avx2", "avx512",    "neon",   NULL};
    calibrate_job *c = data;
    option_list *options = &c->job.options;
    c->seconds = 60.0f;
    option_number(options, "seconds", "N",
                  "time limit (default 60); what is not measured by then is not kept", &c->seconds, 1.0,
                  86400.0);
    option_text(options, "device", "N|NAME",
                "OpenCL device by number or part of its name (see throng devices)", &c->job.common.device);
    option_flag(options, "accept-inexact", "take a device that rounds differently; last bits may then differ",
                &c->job.common.accept_inexact);
    option_choice(options, "isa", "NAME",
                  "SIMD level of the cpu backend: reference, vector, sse2, avx2, avx512, neon",
                  &c->job.common.isa, isa_names);
    option_integer(options, "threads", "N", "threads of the cpu backend, 0: all cores (default)",
                   &c->job.common.threads, 0, 1024);
    option_output(options, "json", "the same as JSON; - is standard output, in place of the table",
                  &c->job.common.json);
}

static void show_progress(void *user, int32_t done, int32_t total, const char *what)
{
    (void)user;
    progress_show(what, done, total);
}

static const char *outcome_of(const throng_calibrate_operation *o)
{
    return o->kept ? "kept" : o->noisy ? "too noisy" : "not measured";
}

static void add_operation(cJSON *list, throng_operation index, const throng_calibrate_operation *o, int *good)
{
    cJSON *entry = cJSON_CreateObject();
    json_text(entry, "operation", throng_operation_name(index), good);
    json_text(entry, "costs", outcome_of(o), good);
    json_number(entry, "sizes", o->sizes, good);
    json_number(entry, "repeats", o->repeats, good);
    json_number(entry, "spread", o->spread, good);
    json_number(entry, "largest_spread", o->largest_spread, good);
    if (!cJSON_AddItemToArray(list, entry)) {
        cJSON_Delete(entry);
        *good = 0;
    }
}

static int write_json(const calibrate_job *c, FILE *stream)
{
    int good = 1;
    cJSON *root = cJSON_CreateObject();
    json_text(root, "version", throng_version(), &good);
    json_text(root, "commit", program_commit(), &good);
    json_text(root, "operation", "calibrate", &good);
    report_add_options(root, &c->job.options, &good);
    json_number(root, "seconds", c->report.seconds, &good);
    json_flag(root, "saved", c->report.saved, &good);
    cJSON *list = cJSON_AddArrayToObject(root, "operations");
    good &= list != NULL;
    for (throng_operation i = 0; i < THRONG_OPERATION_COUNT; i++)
        add_operation(list, i, &c->report.operations[i], &good);
    return json_write(root, good, stream);
}

static int work(void *data)
{
    calibrate_job *c = data;
    program_job *job = &c->job;
    int code = program_context_create(&job->common, 0, &job->log, &job->context);
    if (code)
        return code;
    code = program_check(job->context, throng_context_get_info(job->context, &job->about), "context");
    if (code)
        return code;
    job->common.isa = job->about.isa;
    job->common.threads = job->about.threads;
    throng_calibrate_def def = throng_calibrate_default_def();
    def.progress = show_progress;
    def.seconds = (double)c->seconds;
    const throng_status status = throng_calibrate(job->context, &def, &c->report);
    progress_show("", 1, 1);
    code = program_check(job->context, status, "calibrate");
    return !code && job->common.json.stream ? write_json(c, job->common.json.stream) : code;
}

static void print_table(void *data)
{
    const calibrate_job *c = data;
    if (c->job.common.json.stream == stdout)
        return;
    printf("calibrated in %.1f s%s\n\n", c->report.seconds,
           c->report.saved ? "" : "; nothing was written to the cache folder");
    printf("  %-12s %-14s %6s %8s %10s %10s\n", "operation", "costs", "sizes", "repeats", "spread",
           "largest");
    for (throng_operation i = 0; i < THRONG_OPERATION_COUNT; i++) {
        const throng_calibrate_operation *o = &c->report.operations[i];
        printf("  %-12s %-14s %6d %8d %8.1f %% %8.1f %%\n", throng_operation_name(i), outcome_of(o),
               (int)o->sizes, (int)o->repeats, 100.0 * o->spread, 100.0 * o->largest_spread);
    }
    printf(
        "\nspread: by how much the second least repeat of a size exceeds the least, the median of the\n"
        "repeated sizes. What was not kept is chosen by the rule, or by older costs where there are some.\n");
}

const program_command calibrate_command = {
    .name = "calibrate",
    .about = "measures this machine, so that --backend auto takes the faster one",
    .usage = "throng calibrate: measures what frames of each operation cost on the CPU and on the OpenCL\n"
             "device, and keeps it in the cache folder (THRONG_CACHE). --backend auto then chooses by it.\n"
             "Costs depend on --device, --isa and --threads: each combination has its own. Run it while\n"
             "the machine is quiet. Exit 0 also where costs were too noisy to be kept.\n",
    .size = sizeof(calibrate_job),
    .outputs = {"json"},
    .flags = PROGRAM_OWN_PROGRESS,
    .options = list_options,
    .work = work,
    .summary = print_table,
};
