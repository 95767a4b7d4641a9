/* The subcommand `throng bench`: times of the library against naive code and other
 * libraries, in one run. */
#define _POSIX_C_SOURCE 200809L
#include "bench/report/diff.h"
#include "bench/report/html.h"
#include "bench/suite/json.h"
#include "bench/suite/mpi.h"
#include "bench/suite/suite.h"
#include "tools/support/text.h"
#include "tools/throng/subcommands.h"
#include "tools/throng/team/team.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const throng_bench_workload workloads[] = {
    {"influence", "Euclidean influence maps", throng_bench_run_influence},
    {"walk", "influence along paths and from cell to cell", throng_bench_run_walk},
    {"query", "queries of agents to an influence map", throng_bench_run_query},
    {"flow", "flow fields of shortest paths", throng_bench_run_flow},
    {"potential", "potential fields: many points, many sources", throng_bench_run_potential},
    {"trace", "paths along potential fields", throng_bench_run_trace},
    {"choquet", "Choquet integrals of many rows", throng_bench_run_choquet},
    {"route", "routes by Dijkstra's algorithm and A*", throng_bench_run_route},
    {"crowd", "steps of crowds", throng_bench_run_crowd},
    {"agents", "what hosts set of the agents of crowds, and ask", throng_bench_run_agents},
    {"choice", "the automatic backend selection, over many sizes", throng_bench_run_choice},
    {"growth", "how time and memory grow with the size", throng_bench_run_growth},
    {"mpi", "crowds over parts, and under mpirun over processes", throng_bench_run_mpi},
};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };

enum { INTERRUPTED = 130 }; /* the exit code that shells give to SIGINT */

static const char *const suite_names[] = {"quick", "full", NULL};
static const char *const baseline_names[] = {"all", "none", "naive", "rvo2", "detour"};
enum { BASELINES = sizeof baseline_names / sizeof *baseline_names };

typedef struct bench_job {
    program_job job;
    int32_t suite, list, cpu_time, world, parts;
    const char *workload, *select, *baselines, *before, *report;
    program_file html, markdown;
    int32_t changed; /* rows that have other bits than the run before */
    throng_bench bench;
} bench_job;

static void list_options(void *data)
{
    bench_job *o = data;
    option_list *options = &o->job.options;
    options_common(options, &o->job.common);
    o->job.common.repeat = THRONG_BENCH_PAIRS_LEAST;
    options_limit(options, "repeat", THRONG_BENCH_PAIRS_LEAST, THRONG_BENCH_PAIRS_MOST);
    options_explain(options, "seed", "other random scenes (default 0)");
    options_explain(options, "repeat", "least number of sample pairs for a ratio, 7 (default) to 31");
    options_explain(options, "out", "the rows, as .csv; - is standard output");
    options_explain(options, "png", "rejected: --html has the pictures");
    options_explain(options, "json", "machine, compiler, commit, date, and all that was measured");
    option_choice(options, "suite", "NAME",
                  "quick (default; two to three minutes) or full, which has every size", &o->suite,
                  suite_names);
    option_text(options, "workload", "LIST", "only these, separated by commas: see below", &o->workload);
    option_text(options, "select", "LIST",
                "only scenes, of both suites, whose name contains one of these words", &o->select);
    option_optional(options, "peers", "[LIST]",
                    "the baselines: all (default), none, or some of naive, rvo2, detour; the last two\n"
                    "if they were found when the program was built",
                    &o->baselines);
    option_flag(options, "list", "list the scenes", &o->list);
    option_flag(options, "cpu-time", "processor time instead of wall time for one thread", &o->cpu_time);
    option_output(options, "html", "a report with charts, in one file", &o->html);
    option_output(options, "markdown", "the rows as a table for a page of documentation", &o->markdown);
    option_file(options, "compare", "what is slower or faster than in the run that wrote this JSON file",
                &o->before);
    team_list_options(options,
                      "auto (default): all processes, where mpirun or srun started several, for the\n"
                      "workload mpi; mpi: by MPI, if only one; single: this process alone",
                      &o->world);
    option_integer(options, "parts", "N",
                   "of the workload mpi, in each process (default: 2 in one process, else 1)", &o->parts, 1,
                   256);
    option_file(options, "report",
                "run nothing: take the results from this JSON file, for --html and --compare", &o->report);
}

static void print_workloads(void)
{
    puts("\nworkloads");
    for (int32_t i = 0; i < WORKLOADS; i++)
        printf("  %-12s %s\n", workloads[i].name, workloads[i].help);
    printf("\noutside libraries in this build: %s\n", throng_bench_outside_names());
}

/* ---------------------------------------------------------------- the options ----------------------- */

static int reject_word(const char *option, const char *word, const char *const *known, int32_t count)
{
    char list[200] = "", quote[64];
    for (int32_t i = 0; i < count; i++) {
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", known[i]);
    }
    return reject_usage(option, "there is no \"%s\"; there are %s", text_quote(quote, word, strlen(word)),
                        list);
}

/* A library that is named must be in this build; "all" means those that are. */
static int check_outside(const char *baselines)
{
    static const struct {
        const char *word, *settings;
    } outside[] = {{"rvo2", "-DTHRONG_RVO_INCLUDE_DIR=... -DTHRONG_RVO_LIBRARY=..."},
                   {"detour", "-DTHRONG_DETOUR_INCLUDE_DIR=... -DTHRONG_DETOUR_LIBRARY=... "
                              "-DTHRONG_DETOUR_CROWD_LIBRARY=..."}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (throng_bench_names(baselines, outside[i].word) && !throng_bench_outside_build(outside[i].word))
            return reject(PROGRAM_USAGE, "--peers",
                          "this build has no %s; where it is not installed, tell CMake %s, and build again",
                          outside[i].word, outside[i].settings);
    return PROGRAM_OK;
}

static int check_words(const bench_job *o)
{
    const char *names[WORKLOADS];
    char word[THRONG_BENCH_NAME];
    for (int32_t i = 0; i < WORKLOADS; i++)
        names[i] = workloads[i].name;
    if (throng_bench_unknown_word(o->workload, names, WORKLOADS, word))
        return reject_word("--workload", word, names, WORKLOADS);
    if (throng_bench_unknown_word(o->baselines, baseline_names, BASELINES, word))
        return reject_word("--peers", word, baseline_names, BASELINES);
    return check_outside(o->baselines);
}

/* Other processes know one workload. */
static int check_team(bench_job *o)
{
    const int code = team_check(&o->world);
    if (o->parts == 0)
        option_set_unused(&o->job.options, "parts");
    if (code || !team_is_open() || (o->workload && strcmp(o->workload, "mpi") == 0))
        return code;
    return reject_usage("--workload", "over processes there is mpi alone; give that, or --world single");
}

static int check_options(void *data)
{
    bench_job *o = data;
    const program_common *common = &o->job.common;
    if (common->png.path)
        return reject_usage("--png", "a bench is no picture; take --html");
    if (common->out.path) {
        output_format format;
        const int code = output_format_of(common->out.path, &format);
        if (code || format == OUTPUT_NPY)
            return code ? code : reject_usage("--out", "rows are CSV; take a .csv name");
    }
    if (o->list && (common->json.path || common->out.path || o->markdown.path || o->html.path))
        return reject_usage("--list", "nothing is run: no --json, --out, --markdown or --html");
    if (o->report && !o->html.path && !o->before)
        return reject_usage("--report", "add --html or --compare; else there is nothing to do");
    if (o->report && (common->json.path || common->out.path || o->markdown.path))
        return reject_usage("--report", "nothing is run: no --json, --out or --markdown");
    int code = options_check_inputs("compare", o->before, "report", o->report);
    code = code ? code : check_words(o);
    return code ? code : check_team(o);
}

/* Checks the level and the device before the run, which takes minutes. */
static int try_context(bench_job *o)
{
    program_common common = o->job.common;
    program_log log;
    throng_context *context = NULL;
    throng_context_info info = {0};
    if (common.backend == THRONG_BACKEND_OPENCL || common.device) {
        const int code = program_context_create(&common, 0, &log, &context);
        if (code)
            return code;
        throng_bench_check(context, throng_context_destroy(context), "a context");
    }
    common.backend = THRONG_BACKEND_CPU;
    const int code = program_context_create(&common, 0, &log, &context);
    if (code)
        return code;
    throng_bench_check(context, throng_context_get_info(context, &info), "the CPU's context");
    throng_bench_check(context, throng_context_destroy(context), "the CPU's context");
    o->bench.options.isa = info.isa;
    return PROGRAM_OK;
}

static int set_up(bench_job *o)
{
    throng_bench *bench = &o->bench;
    const program_common *common = &o->job.common;
    bench->options.select = o->select;
    bench->options.workload = o->workload;
    bench->options.baselines = o->baselines && *o->baselines ? o->baselines : NULL;
    bench->options.device = common->device;
    bench->options.backend = common->backend;
    bench->options.accept_inexact = common->accept_inexact;
    bench->options.list = o->list;
    bench->options.quick = o->suite == 0;
    bench->options.cpu_time = o->cpu_time;
    bench->options.threads = common->threads  ? common->threads
                             : team_is_open() ? program_threads(team()->local_size)
                                              : bench->machine.cores;
    bench->options.parts = o->parts;
    bench->options.world = team_is_open() ? &team()->world : NULL;
    bench->options.own = team_is_open() ? &team()->own : NULL;
    bench->effort = bench->options.quick ? (throng_bench_effort){0.012, 0.7, 0.1, common->repeat, 0, 0}
                                         : (throng_bench_effort){0.03, 8.0, 1.0, common->repeat, 0, 0};
    throng_bench_set_seed(common->seed);
    if (o->list)
        return PROGRAM_OK;
    const int code = try_context(o);
    if (!code && !o->report)
        throng_bench_find_devices(bench);
    return code;
}

/* ---------------------------------------------------------------- running --------------------------- */

static void run_workloads(throng_bench *bench)
{
    for (int32_t i = 0; i < WORKLOADS; i++)
        if (throng_bench_in_list(bench->options.workload, workloads[i].name))
            workloads[i].run(bench);
}

/* Rejects an empty selection before the peak rates are measured. */
static int check_scenes(const throng_bench *bench)
{
    throng_bench listing = {.options = bench->options}; /* without a table: it counts */
    listing.options.list = 1;
    run_workloads(&listing);
    if (listing.listed)
        return PROGRAM_OK;
    return reject_usage(bench->options.select ? "--select" : "--workload",
                        "nothing by that name is in this suite; see throng bench --list --suite full");
}

static void run_all(throng_bench *bench)
{
    throng_bench_print_head(bench);
    /* others that wait for MPI keep processors busy */
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT && !team_is_open(); isa++) {
        throng_bench_progress(bench, "limits at level %s", throng_isa_name(isa));
        throng_bench_find_peak_rates(isa, isa == bench->options.isa ? bench->options.threads : 1,
                                     &bench->peak_rates[isa]);
    }
    throng_bench_release_far_memory();
    throng_bench_print_peak_rates(bench);
    run_workloads(bench);
    throng_bench_print_regret(bench);
}

static void (*end_at_once)(int number); /* the previous handler of SIGINT, which removes unfinished files */

/* The first signal ends the run after the current scene and keeps its results; the second ends it at once. */
static void stop_after_scene(int number)
{
    throng_bench_stop();
    (void)signal(number, end_at_once);
}

/* Once nothing is measured any more, the first signal ends the program: it may wait for the reader of a
 * pipe. */
static void interrupt_at_once(void)
{
    if (end_at_once != SIG_IGN && end_at_once != SIG_ERR)
        (void)signal(SIGINT, end_at_once);
}

static void await_interrupt(void)
{
    end_at_once = signal(SIGINT, stop_after_scene);
    if (end_at_once == SIG_IGN || end_at_once == SIG_ERR)
        (void)signal(SIGINT, SIG_IGN); /* as nohup asked */
}

enum { REPEATS = 2 }; /* of what seems slower */

/* Measures what seems slower again, since a burst of other work may have hit it; gives the results back. */
static cJSON *repeat_slower(bench_job *o, cJSON *results, const cJSON *before)
{
    throng_bench *bench = &o->bench;
    for (int32_t i = 0; i < REPEATS && !throng_bench_is_stopped(); i++) {
        cJSON *difference = NULL;
        (void)throng_bench_diff(before, results, NULL, &difference);
        char *scenes = throng_bench_diff_slower(difference);
        cJSON_Delete(difference);
        if (!scenes)
            break;
        throng_bench_print_note(bench, "measured again, since it seems slower than before: %s", scenes);
        throng_bench_repeat(bench, scenes, run_workloads);
        free(scenes);
        cJSON_Delete(results);
        results = throng_bench_json(bench);
    }
    return results;
}

/* Writes the files and the comparison with an earlier run. */
static void write_files(bench_job *o, cJSON *results, const cJSON *before)
{
    const throng_bench *bench = &o->bench;
    const program_common *common = &o->job.common;
    cJSON *difference = NULL;
    if (common->json.stream)
        throng_bench_write_json(results, common->json.stream);
    if (common->out.stream)
        throng_bench_write_rows(bench, common->out.stream);
    if (o->markdown.stream)
        throng_bench_write_markdown(bench, o->markdown.stream);
    if (before)
        (void)throng_bench_diff(before, results, bench->table, &difference);
    if (before && !difference)
        throng_bench_fail("no memory for the comparison");
    o->changed = throng_bench_diff_changed(difference);
    if (o->html.stream && !o->report)
        throng_bench_add_pictures(results, bench);
    if (o->html.stream)
        throng_bench_html_diff(results, difference, o->html.stream);
    cJSON_Delete(difference);
}

/* As the run had them, so that the file can repeat it. */
static void add_options(bench_job *o, cJSON *results)
{
    program_common *common = &o->job.common;
    int good = 1;
    common->isa = o->bench.options.isa;
    common->threads = o->bench.options.threads;
    o->baselines = o->baselines && *o->baselines ? o->baselines : "all";
    json_text(results, "operation", "bench", &good);
    report_add_options(results, &o->job.options, &good);
    if (!good)
        throng_bench_fail("no memory for the JSON file");
}

static int load(void *data)
{
    bench_job *o = data;
    /* An OpenCL device that is the processor itself works with one thread, to stand against one thread of
     * ours; a setting of the user's stays. Before the first call, since drivers look once. */
    (void)setenv("POCL_MAX_PTHREAD_COUNT", "1", 0);
    (void)setenv("LP_NUM_THREADS", "1", 0);
    o->bench.table = stdout;
    throng_bench_find_machine(&o->bench.machine);
    int code = team_agree(set_up(o));
    if (!code && !o->report)
        code = check_scenes(&o->bench);
    o->job.done = o->list;
    if (!code && o->list)
        run_workloads(&o->bench);
    return code;
}

/* Of processes other than the first one. */
static int serve(void *data)
{
    bench_job *o = data;
    o->bench.table = stdout;
    const int code = team_agree(set_up(o));
    throng_bench_serve_mpi(&o->bench); /* after a failure all that comes is the end */
    return code;
}

static int work(void *data)
{
    bench_job *o = data;
    throng_bench *bench = &o->bench;
    if (outputs_use_stdout(o->job.outputs))
        bench->table = stderr;
    bench->progress = isatty(STDERR_FILENO);
    bench->draws = o->html.stream != NULL;
    cJSON *before = o->before ? throng_bench_load(o->before) : NULL;
    cJSON *results = o->report ? throng_bench_load(o->report) : NULL;
    const int32_t rejected = (o->before && !before) || (o->report && !results);
    if (!rejected && !o->report) {
        await_interrupt();
        run_all(bench);
        results = throng_bench_json(bench);
        results = before ? repeat_slower(o, results, before) : results;
        interrupt_at_once();
        add_options(o, results);
    }
    if (!rejected)
        write_files(o, results, before);
    cJSON_Delete(before);
    cJSON_Delete(results);
    return rejected ? PROGRAM_USAGE : PROGRAM_OK;
}

static int end(void *data, int code)
{
    const bench_job *o = data;
    const throng_bench *bench = &o->bench;
    if (bench->mistakes)
        throng_bench_fail("%d mistakes: see above", (int)bench->mistakes);
    if (o->changed)
        throng_bench_fail("--compare: results changed in %d rows: see above", (int)o->changed);
    if (!throng_bench_is_stopped())
        return code;
    fputs("throng bench: interrupted: scenes that were not measured yet are missing\n", stderr);
    return INTERRUPTED;
}

static void release(void *data)
{
    bench_job *o = data;
    if (o->job.served && team_is_open())
        throng_bench_dismiss_mpi(&o->bench);
    throng_bench_release(&o->bench);
}

const program_command bench_command = {
    .name = "bench",
    .about = "benchmarks against naive code and other libraries",
    .usage =
        "throng bench: times of the library against naive code and other libraries, in one run\n"
        "\n"
        "  throng bench --html report.html\n"
        "  throng bench --suite full --json now.json --compare before.json\n"
        "\n"
        "Each ratio comes from alternating runs, with an interval that covers the true ratio in 95 of 100 "
        "cases;\n"
        "if the interval is wide, no ratio is printed. All variants of the same work must give equal bits.\n",
    .more_help = print_workloads,
    .size = sizeof(bench_job),
    .outputs = {"json", "html", "markdown", "out"},
    .options = list_options,
    .check = check_options,
    .load = load,
    .serve = serve,
    .work = work,
    .end = end,
    .release = release,
};
