/* The runner of all subcommands. */
#define _POSIX_C_SOURCE 200809L
#include "tools/throng/runner.h"
#include "tools/support/memory.h"
#include "tools/throng/team/team.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- options and files ----------------- */

static void print_help(const program_command *command, const option_list *options)
{
    puts(command->usage);
    options_print(options);
    if (command->details)
        fputs(command->details, stdout);
    if (command->more_help)
        command->more_help();
}

static int check_usage(program_job *job)
{
    const program_command *command = job->command;
    int code = command->check ? command->check(job) : PROGRAM_OK;
    if (!code && (command->flags & PROGRAM_HAS_VIEW))
        code = viewer_check(&job->options, &job->view);
    return !code && job->common.out.path ? output_format_of(job->common.out.path, &job->format) : code;
}

/* 1: the result would go to the terminal from which somebody looks at the window. */
static int32_t is_looked_at(const program_job *job) { return job->view.view && isatty(STDOUT_FILENO); }

/* All of them before the work: a missing folder must not cost a long run. */
static int open_outputs(program_job *job)
{
    int code = PROGRAM_OK;
    if ((job->command->flags & PROGRAM_PRINTS_RESULT) && !job->common.out.path && !is_looked_at(job))
        job->common.out.path = "-";
    for (int32_t i = 0; job->command->outputs[i] && !code; i++)
        code = outputs_open(job->outputs, job->command->outputs[i],
                            option_find(&job->options, job->command->outputs[i])->target);
    return code;
}

/* ---------------------------------------------------------------- runs ------------------------------ */

static int open_context(program_job *job)
{
    const int code =
        program_context_create(&job->common, job->common.json.stream != NULL, &job->log, &job->context);
    return code ? code
                : program_check(job->context, throng_context_get_info(job->context, &job->about), "context");
}

static int time_runs(program_job *job)
{
    const program_command *command = job->command;
    run_report *report = &job->report;
    const int32_t repeat = job->common.repeat;
    run_times *const times[] = {&report->compute, &report->kernel, &report->resident, &report->with_copy};
    char what[32];
    int code = PROGRAM_OK;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        times[i]->seconds = allocate((size_t)repeat, sizeof(double), "--repeat", &code);
    (void)snprintf(what, sizeof what, "%s: run", command->name);
    for (job->run = command->flags & PROGRAM_WARMS_UP ? -1 : 0; job->run < repeat && !code; job->run++) {
        run_sample sample = {0};
        if (!(command->flags & PROGRAM_OWN_PROGRESS))
            progress_show(what, job->run, repeat);
        code = command->run(job, &sample);
        const size_t at = job->run < 0 ? 0 : (size_t)job->run;
        report->compute.seconds[at] = sample.compute;
        report->kernel.seconds[at] = sample.kernel;
        report->resident.seconds[at] = sample.resident;
        report->with_copy.seconds[at] = sample.with_copy;
    }
    progress_show("", 1, 1);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        times[i]->count = i == 0 || job->backend == THRONG_BACKEND_OPENCL ? repeat : 0;
    return code;
}

static void fill_report(program_job *job)
{
    run_report *report = &job->report;
    report->backend = throng_backend_name(job->backend);
    report->device = job->backend == THRONG_BACKEND_OPENCL ? job->about.device_name : "cpu";
    report->isa = throng_isa_name(job->about.isa);
    report->threads = job->about.threads;
    report->operation = job->command->name;
    /* what the run had in place of auto and all */
    program_common *common = &job->common;
    common->backend = job->backend;
    common->isa = job->about.isa;
    common->threads = job->about.threads;
    if (job->backend != THRONG_BACKEND_OPENCL)
        option_set_unused(&job->options, "device");
    (void)snprintf(job->device, sizeof job->device, "%d", (int)job->about.device);
    common->device = common->device ? common->device : job->device;
}

/* ---------------------------------------------------------------- the frame ------------------------- */

/* At file scope, since a failure in a workload of `throng bench` ends the program. */
static output_set outputs;

static void discard(void) { outputs_discard(&outputs); }

/* A window whose server goes away ends the program from within its library: the files are removed before
 * what the drivers of the window have to do at the end. */
static int open_viewer(program_job *job)
{
    const int code = viewer_open(&job->view, job->command->name, job->outputs, &job->viewer);
    (void)atexit(discard);
    return code;
}

static int do_work(program_job *job)
{
    const program_command *command = job->command;
    if (command->work)
        return command->work(job);
    int code = job->view.view ? open_viewer(job) : PROGRAM_OK;
    code = code ? code : open_context(job);
    code = code ? code : command->create(job);
    code = code ? code : time_runs(job);
    if (!code && job->viewer && command->show)
        code = command->show(job);
    viewer_close(job->viewer);
    if (code)
        return code;
    fill_report(job);
    code = command->write(job);
    return !code && job->common.json.stream
               ? report_write(&job->report, &job->options, job->common.json.stream)
               : code;
}

/* That there is no OpenCL is for the summary alone: most machines have none. */
static void tell_warning(const program_job *job, int32_t silent)
{
    if (*job->log.warning == '\0')
        return;
    if (!silent)
        printf("note:      %s\n", job->log.warning);
    else if (job->log.late)
        (void)reject(PROGRAM_OK, job->command->name, "note: %s", job->log.warning);
}

static int work_through(program_job *job)
{
    const program_command *command = job->command;
    int code = command->load ? command->load(job) : PROGRAM_OK;
    if (code || job->done)
        return code;
    code = open_outputs(job);
    code = code ? code : do_work(job);
    const int silent = outputs_use_stdout(job->outputs);
    code = code ? code : outputs_finish(job->outputs);
    if (!code && !silent && command->summary)
        command->summary(job);
    if (!code)
        tell_warning(job, silent || !command->summary);
    return !code && command->end ? command->end(job, code) : code;
}

int32_t program_last_run(const program_job *job) { return job->run == job->common.repeat - 1; }

int program_run(const program_command *command, int argc, char **argv)
{
    program_job *job = calloc(1, command->size);
    int32_t help = 0;
    if (!job)
        return reject_memory(command->name);
    (void)atexit(discard);
    job->command = command;
    job->outputs = &outputs;
    job->backend = THRONG_BACKEND_CPU;
    command->options(job);
    int code = options_parse(&job->options, argc, argv, &help);
    if (!code && help)
        print_help(command, &job->options);
    else if (!code)
        code = check_usage(job);
    if (!help)
        code = team_agree(code);
    job->served = !code && !help && command->serve && team()->rank == 0;
    if (!code && !help)
        code = command->serve && team()->rank > 0 ? command->serve(job) : work_through(job);
    outputs_discard(&outputs);
    if (command->release)
        command->release(job);
    (void)throng_context_destroy(job->context);
    free(job->report.compute.seconds);
    free(job->report.kernel.seconds);
    free(job->report.resident.seconds);
    free(job->report.with_copy.seconds);
    free(job);
    return code;
}

void summary_print_machine(const program_job *job)
{
    const run_report *report = &job->report;
    printf("%s, %s, %d thread%s)\n", report->device, report->isa, (int)report->threads,
           report->threads == 1 ? "" : "s");
}

void summary_print_result(const program_job *job, const char *note)
{
    double least, median, most;
    times_spread(&job->report.compute, &least, &median, &most);
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)job->report.compute.count);
    printf("hash:      %016llx%s\n", (unsigned long long)job->report.hash, note);
}
