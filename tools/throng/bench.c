/* The subcommand `throng bench`: how fast the library is on this machine, beside naive code and other
 * libraries, in one run. */
#define _POSIX_C_SOURCE 200809L
#include "bench/report/diff.h"
#include "bench/report/html.h"
#include "bench/suite/json.h"
#include "bench/suite/suite.h"
#include "tools/throng/program.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const throng_bench_workload workloads[] = {
    {"influence", "Euclidean influence maps", throng_bench_run_influence},
    {"walk", "influence along paths and from cell to cell", throng_bench_run_walk},
    {"query", "what agents ask of an influence map", throng_bench_run_query},
    {"flow", "fields of shortest paths", throng_bench_run_flow},
    {"potential", "potential fields: many points feel many sources", throng_bench_run_potential},
    {"trace", "paths along potential fields", throng_bench_run_trace},
    {"choquet", "Choquet integrals of many rows", throng_bench_run_choquet},
    {"route", "routes by Dijkstra's algorithm and A*", throng_bench_run_route},
    {"crowd", "steps of agents that walk past each other", throng_bench_run_crowd},
    {"choice", "the automatic choice of a backend, over many sizes", throng_bench_run_choice},
    {"growth", "how time and memory grow with the size", throng_bench_run_growth},
};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };

enum { INTERRUPTED = 130 }; /* the exit code that shells give to SIGINT */

static const char *const suite_names[] = {"quick", "full", NULL};
static const char *const baseline_names[] = {"all", "none", "naive", "rvo2", "detour"};
enum { BASELINES = sizeof baseline_names / sizeof *baseline_names };

typedef struct bench_options {
    throng_app_common common;
    int32_t suite, list, cpu_time;
    const char *workload, *select, *baselines, *html, *markdown, *before, *report;
} bench_options;

enum { COMMON = THRONG_APP_COMMON_OPTIONS, OWN = 10, OPTIONS = COMMON + OWN };

static void make_options(bench_options *o, throng_app_option *list)
{
    const throng_app_option own[OWN] = {
        {"suite", "NAME", "quick (default; two to three minutes) or full, which has every size",
         THRONG_APP_CHOICE, &o->suite, 0, 0, suite_names, 0},
        {"workload", "LIST", "these alone, parted by commas: see below", THRONG_APP_TEXT, &o->workload, 0, 0,
         NULL, 0},
        {"select", "LIST", "only scenes, of both suites, whose name holds one of these words",
         THRONG_APP_TEXT, &o->select, 0, 0, NULL, 0},
        {"peers", "[LIST]",
         "who stands beside the library: all (default), none, or some of naive, rvo2, detour;\n"
         "the last two where they were found when the program was built",
         THRONG_APP_OPTIONAL, &o->baselines, 0, 0, NULL, 0},
        {"list", NULL, "what there is to run", THRONG_APP_FLAG, &o->list, 0, 0, NULL, 0},
        {"cpu-time", NULL, "the processor's time in place of the wall's where one thread works",
         THRONG_APP_FLAG, &o->cpu_time, 0, 0, NULL, 0},
        {"html", "FILE", "a report with charts, in one file", THRONG_APP_TEXT, &o->html, 0, 0, NULL, 0},
        {"markdown", "FILE", "the rows as a table for a page of documentation", THRONG_APP_TEXT, &o->markdown,
         0, 0, NULL, 0},
        {"compare", "FILE", "what became slower or faster since the run that wrote this JSON file",
         THRONG_APP_TEXT, &o->before, 0, 0, NULL, 0},
        {"report", "FILE", "run nothing: take the results from this JSON file, for --html and --compare",
         THRONG_APP_TEXT, &o->report, 0, 0, NULL, 0},
    };
    *o = (bench_options){.suite = 0};
    throng_app_common_options(&o->common, list);
    o->common.repeat = THRONG_BENCH_PAIRS_LEAST;
    throng_app_limit(list, "repeat", THRONG_BENCH_PAIRS_LEAST, THRONG_BENCH_PAIRS_MOST);
    throng_app_explain(list, "seed", "other random scenes (default 0)");
    throng_app_explain(list, "repeat", "pairs of samples for a ratio at least, 7 (default) to 31");
    throng_app_explain(list, "out", "the rows, as .csv; - is standard output");
    throng_app_explain(list, "png", "refused: --html has the pictures");
    throng_app_explain(list, "json", "machine, compiler, commit, date, and all that was measured");
    memcpy(list + COMMON, own, sizeof own);
}

static void print_help(const throng_app_option *list)
{
    puts(
        "throng bench: times of the library beside naive code and other libraries, in one run\n"
        "\n"
        "  throng bench --html report.html\n"
        "  throng bench --suite full --json now.json --compare before.json\n"
        "\n"
        "Each ratio comes from runs in turns, with an interval that covers the true one in 95 of 100 cases;\n"
        "where that is wide, no ratio is told. All ways to do the same work have to give equal bits.\n");
    throng_app_print_options(list, OPTIONS);
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
    return throng_app_reject(THRONG_APP_USAGE, option, "there is no \"%s\"; there are %s",
                             throng_app_quote(quote, word, strlen(word)), list);
}

/* Whoever names a library means it; who says all means those that there are. */
static int check_outside(const char *baselines)
{
    static const struct {
        const char *word, *settings;
    } outside[] = {{"rvo2", "-DTHRONG_RVO_INCLUDE_DIR=... -DTHRONG_RVO_LIBRARY=..."},
                   {"detour", "-DTHRONG_DETOUR_INCLUDE_DIR=... -DTHRONG_DETOUR_LIBRARY=... "
                              "-DTHRONG_DETOUR_CROWD_LIBRARY=..."}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (throng_bench_names(baselines, outside[i].word) && !throng_bench_outside_build(outside[i].word))
            return throng_app_reject(
                THRONG_APP_USAGE, "--peers",
                "this build has no %s; where it is not installed, tell CMake %s, and build again",
                outside[i].word, outside[i].settings);
    return THRONG_APP_OK;
}

static int check_words(const bench_options *o)
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

static int check_options(const bench_options *o)
{
    if (o->common.png)
        return throng_app_reject(THRONG_APP_USAGE, "--png", "a bench is no picture; take --html");
    if (o->common.out) {
        throng_app_format format;
        const int code = throng_app_output_format(o->common.out, &format);
        if (code != THRONG_APP_OK || format == THRONG_APP_NPY)
            return code != THRONG_APP_OK
                       ? code
                       : throng_app_reject(THRONG_APP_USAGE, "--out", "rows are CSV; take a .csv name");
    }
    if (o->report && !o->html && !o->before)
        return throng_app_reject(THRONG_APP_USAGE, "--report",
                                 "add --html or --compare; else there is nothing to do");
    if (o->report && (o->common.json || o->common.out || o->markdown))
        return throng_app_reject(THRONG_APP_USAGE, "--report",
                                 "nothing is run: no --json, --out or --markdown");
    return check_words(o);
}

/* The level in the first place, and whether there is such a device: refused before minutes are lost. */
static int try_context(const bench_options *o, throng_bench *bench)
{
    throng_app_common common = o->common;
    throng_app_log log;
    throng_context *context = NULL;
    throng_context_info info = {0};
    if (common.backend == THRONG_BACKEND_OPENCL || common.device) {
        int code = throng_app_context_create(&common, 0, &log, &context);
        if (code != THRONG_APP_OK)
            return code;
        throng_bench_check(context, throng_context_destroy(context), "a context");
    }
    common.backend = THRONG_BACKEND_CPU;
    int code = throng_app_context_create(&common, 0, &log, &context);
    if (code != THRONG_APP_OK)
        return code;
    throng_bench_check(context, throng_context_get_info(context, &info), "the CPU's context");
    throng_bench_check(context, throng_context_destroy(context), "the CPU's context");
    bench->options.isa = info.isa;
    return THRONG_APP_OK;
}

static int set_up(const bench_options *o, throng_bench *bench)
{
    bench->options.select = o->select;
    bench->options.workload = o->workload;
    bench->options.baselines = o->baselines && *o->baselines != '\0' ? o->baselines : NULL;
    bench->options.device = o->common.device;
    bench->options.backend = o->common.backend;
    bench->options.accept_inexact = o->common.accept_inexact;
    bench->options.list = o->list;
    bench->options.quick = o->suite == 0;
    bench->options.cpu_time = o->cpu_time;
    bench->options.threads = o->common.threads ? o->common.threads : bench->machine.cores;
    bench->effort = bench->options.quick ? (throng_bench_effort){0.012, 0.7, 0.1, o->common.repeat}
                                         : (throng_bench_effort){0.03, 8.0, 1.0, o->common.repeat};
    throng_bench_set_seed(o->common.seed);
    if (o->list)
        return THRONG_APP_OK;
    const int code = try_context(o, bench);
    if (code == THRONG_APP_OK && !o->report)
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

/* Refused before the machine is measured. */
static int check_scenes(const throng_bench *bench)
{
    throng_bench listing = {.options = bench->options}; /* without a table: it counts */
    listing.options.list = 1;
    run_workloads(&listing);
    if (listing.listed)
        return THRONG_APP_OK;
    return throng_app_reject(THRONG_APP_USAGE, bench->options.select ? "--select" : "--workload",
                             "nothing by that name is in this suite; see throng bench --list --suite full");
}

static void run_all(throng_bench *bench)
{
    throng_bench_print_head(bench);
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        throng_bench_progress(bench, "limits at level %s", throng_isa_name(isa));
        throng_bench_measure_peak_rates(isa, isa == bench->options.isa ? bench->options.threads : 1,
                                        &bench->limits[isa]);
    }
    throng_bench_print_limits(bench);
    run_workloads(bench);
    throng_bench_print_regret(bench);
}

static throng_app_outputs outputs; /* at file scope, since a failure in a workload ends the program */

static void discard(void) { throng_app_output_discard(&outputs); }

static void (*end_at_once)(int number); /* what SIGINT did before: it leaves no files */

/* The first time a run ends after its scene, with what it has; the second time at once. */
static void stop_after_scene(int number)
{
    throng_bench_stop();
    (void)signal(number, end_at_once);
}

static void await_interrupt(void)
{
    end_at_once = signal(SIGINT, stop_after_scene);
    if (end_at_once == SIG_IGN || end_at_once == SIG_ERR)
        (void)signal(SIGINT, SIG_IGN); /* as nohup asked */
}

typedef struct files {
    FILE *json, *html, *markdown, *rows;
} files;

static int open_files(const bench_options *o, files *f)
{
    int code = throng_app_output_open(&outputs, "--json", o->common.json, &f->json);
    if (code == THRONG_APP_OK)
        code = throng_app_output_open(&outputs, "--html", o->html, &f->html);
    if (code == THRONG_APP_OK)
        code = throng_app_output_open(&outputs, "--markdown", o->markdown, &f->markdown);
    if (code == THRONG_APP_OK)
        code = throng_app_output_open(&outputs, "--out", o->common.out, &f->rows);
    return code;
}

/* What the tree of results becomes: files, and what differs from an earlier run. */
static int write_files(const bench_options *o, const throng_bench *bench, cJSON *results, const cJSON *before,
                       const files *f)
{
    cJSON *difference = NULL;
    if (f->json)
        throng_bench_write_json(results, f->json);
    if (f->rows)
        throng_bench_write_rows(bench, f->rows);
    if (f->markdown)
        throng_bench_write_markdown(bench, f->markdown);
    if (before)
        (void)throng_bench_diff(before, results, bench->table, &difference);
    if (f->html && !o->report)
        throng_bench_add_pictures(results, bench);
    if (f->html)
        throng_bench_html_diff(results, difference, f->html);
    cJSON_Delete(difference);
    return throng_app_output_finish(&outputs);
}

static int run(const bench_options *o)
{
    throng_bench bench = {.table = stdout};
    files f = {NULL, NULL, NULL, NULL};
    throng_bench_find_machine(&bench.machine);
    int code = set_up(o, &bench);
    if (code == THRONG_APP_OK && !o->report)
        code = check_scenes(&bench);
    if (code != THRONG_APP_OK)
        return code;
    if (o->list) {
        run_workloads(&bench);
        return THRONG_APP_OK;
    }
    (void)atexit(discard);
    code = open_files(o, &f);
    if (code != THRONG_APP_OK)
        return code;
    if (throng_app_output_uses_stdout(&outputs))
        bench.table = stderr;
    bench.progress = isatty(STDERR_FILENO);
    bench.draws = f.html != NULL;
    cJSON *before = o->before ? throng_bench_load(o->before) : NULL;
    cJSON *results = o->report ? throng_bench_load(o->report) : NULL;
    if ((o->before && !before) || (o->report && !results)) {
        cJSON_Delete(before);
        cJSON_Delete(results);
        return THRONG_APP_USAGE; /* told */
    }
    if (!o->report) {
        await_interrupt();
        run_all(&bench);
        results = throng_bench_json(&bench);
    }
    code = write_files(o, &bench, results, before, &f);
    cJSON_Delete(before);
    cJSON_Delete(results);
    throng_bench_release(&bench);
    if (code == THRONG_APP_OK && bench.mistakes)
        throng_bench_fail("%d mistakes: see above", (int)bench.mistakes);
    if (code == THRONG_APP_OK && throng_bench_is_stopped()) {
        fputs("throng bench: interrupted: scenes that were not measured yet are missing\n", stderr);
        code = INTERRUPTED;
    }
    return code;
}

int throng_app_bench(int argc, char **argv)
{
    bench_options o;
    throng_app_option list[OPTIONS];
    int32_t help = 0;
    make_options(&o, list);
    int code = throng_app_parse(argc, argv, list, OPTIONS, &help);
    if (code != THRONG_APP_OK)
        return code;
    if (help) {
        print_help(list);
        return THRONG_APP_OK;
    }
    code = check_options(&o);
    if (code != THRONG_APP_OK)
        return code;
    /* OpenCL devices that are the processor itself work with one thread, to stand against one thread of
     * ours; a setting of the user's stays. Before the first call, since drivers look once. */
    (void)setenv("POCL_MAX_PTHREAD_COUNT", "1", 0);
    (void)setenv("LP_NUM_THREADS", "1", 0);
    return run(&o);
}
