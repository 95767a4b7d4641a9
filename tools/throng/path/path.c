/* throng path: ways from starts to goals. */
#include "tools/throng/path/path.h"

#include <stdlib.h>
#include <string.h>

#define OWN_OPTIONS 14
#define MEASURED_OPTIONS (OWN_OPTIONS + THRONG_APP_MEASURE_OPTIONS)
#define OPTIONS (MEASURED_OPTIONS + THRONG_APP_COMMON_OPTIONS)

static const char *const method_names[] = {"potential", "dijkstra", "astar", NULL};
static const char *const terrain_names[] = {"all", "nearest", NULL};
static const char *const escape_names[] = {"none", "flow", "hills", NULL};

enum {
    OPTION_MAP,
    OPTION_SIZE,
    OPTION_TERRAIN = 9,
    OPTION_RANGE = 11,
    OPTION_HILL = 13,
    OPTION_MEASURE = OWN_OPTIONS
};

static void list_options(throng_path_options *in, throng_app_option *options)
{
    const throng_trace_def usual = throng_trace_default_def();
    *in = (throng_path_options){.cell = 1.0f,
                                .terrain_eta = 1.0f,
                                .terrain_range = 2.0f,
                                .max_steps = usual.max_steps,
                                .hill_range = usual.hill_range};
    const throng_app_option own[OWN_OPTIONS] = {
        {"map", "FILE", "Moving AI map, or", THRONG_APP_TEXT, &in->map_path, 0, 0, NULL, 0},
        {"size", "WxH", "no walls, this many cells; potential needs neither", THRONG_APP_SIZE, in->size, 0, 0,
         NULL, 0},
        {"cell", "S", "world units for each cell (default 1)", THRONG_APP_NUMBER, &in->cell, 1e-6, 1e6, NULL,
         0},
        {"goals", "FILE", "CSV with columns x,y and optional k (strength, default 5)", THRONG_APP_TEXT,
         &in->goals_path, 0, 0, NULL, 0},
        {"starts", "FILE",
         "CSV with columns x,y and optional goal (a row of the goals, from 0;\n"
         "default 0) and speed (world units per unit of time and per step of\n"
         "potential, default 1)",
         THRONG_APP_TEXT, &in->starts_path, 0, 0, NULL, 0},
        {"sources", "FILE",
         "CSV with columns x,y,range and optional eta (strength, default 1), power\n"
         "(damage per unit of time, default 1) and type (default 0)",
         THRONG_APP_TEXT, &in->sources_path, 0, 0, NULL, 0},
        {"method", "NAME", "potential (default), dijkstra or astar", THRONG_APP_CHOICE, &in->method, 0, 0,
         method_names, 0},
        {"summary", "FILE", "CSV with path,status,steps,length,damage", THRONG_APP_TEXT, &in->summary_path, 0,
         0, NULL, 0},
        {"max-steps", "N", "potential: after which a way ends (default 1000)", THRONG_APP_INTEGER,
         &in->max_steps, 1, (1 << 24) - 1, NULL, 0},
        {"terrain", "NAME", "potential: all blocked cells in range repel, or the nearest (default all)",
         THRONG_APP_CHOICE, &in->terrain, 0, 0, terrain_names, 0},
        {"terrain-eta", "E", "potential: strength of a blocked cell (default 1)", THRONG_APP_NUMBER,
         &in->terrain_eta, 0, 1e9, NULL, 0},
        {"terrain-range", "R", "potential: its range in world units, above 1e-3 (default 2)",
         THRONG_APP_NUMBER, &in->terrain_range, 0, 1e9, NULL, 0},
        {"escape", "NAME",
         "potential: what a way does in a trap: none (it is stuck, default), flow\n"
         "(it follows a shortest way for a while) or hills (it raises one there)",
         THRONG_APP_CHOICE, &in->escape, 0, 0, escape_names, 0},
        {"hill-range", "R", "potential: of a hill, in world units, above 1e-3 (default 4)", THRONG_APP_NUMBER,
         &in->hill_range, 0, 1e9, NULL, 0},
    };
    memcpy(options, own, sizeof own);
    throng_app_measure_options(&in->measure, options + OWN_OPTIONS);
    throng_app_option *common = options + MEASURED_OPTIONS;
    throng_app_common_options(&in->common, common);
    throng_app_explain(common, "backend",
                       "auto, cpu or opencl; auto takes the faster one; dijkstra and astar refuse opencl");
    throng_app_explain(common, "seed", "accepted, and not looked at: nothing is random here");
    throng_app_explain(common, "png", "the paths, and the ranges of sources, over the map if there is one");
}

static void print_help(const throng_app_option *options)
{
    printf("throng path: ways from starts to goals\n"
           "\n"
           "usage: throng path --goals FILE --starts FILE [--map FILE | --size WxH] [options]\n"
           "       throng path --method dijkstra|astar (--map FILE | --size WxH) --goals FILE --starts FILE\n"
           "                   [options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf(
        "\n"
        "The result is a table path,step,x,y in world units; without --out it goes to standard output. The\n"
        "summary has the status (reached, stuck, step-limit, outside, unreachable), the length in world\n"
        "units, and the damage: for each step its time, length / speed, times the powers of the sources in\n"
        "whose range it ends; with a measure, times the Choquet integral of how many of each type these "
        "are.\n"
        "\n"
        "potential: steps of one length along the force of a start's own goal, the sources and the walls;\n"
        "the last one ends in the goal. With a measure the repulsion of the sources is scaled as in throng\n"
        "potential. In the JSON file, time.compute and\n"
        "time.resident are an update with sources, walls and the flow of an escape in place, with_copy has\n"
        "the starts copied there and the ways back; kernel, only with OpenCL, is the device's own count.\n"
        "dijkstra, astar: a shortest way over cells and their eight neighbours without cutting a corner, "
        "as\n"
        "the centres of its cells. They search on the CPU, by all threads, and look at sources for the\n"
        "damage alone. They accept the options that begin with potential above, and do not look at them.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

/* ---------------------------------------------------------------- usage ------------------------------ */

static int check_inputs(const throng_path_options *in)
{
    const char *const paths[] = {in->map_path, in->goals_path, in->starts_path, in->sources_path,
                                 in->measure.table_path};
    int32_t standard = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        standard += paths[i] != NULL && strcmp(paths[i], "-") == 0;
    }
    if (in->goals_path == NULL || in->starts_path == NULL) {
        return throng_app_reject(THRONG_APP_USAGE, in->goals_path == NULL ? "--goals" : "--starts",
                                 "it is missing; give a file with points");
    }
    return standard > 1 ? throng_app_reject(THRONG_APP_USAGE, "input files",
                                            "more than one is standard input; name files for the others")
                        : THRONG_APP_OK;
}

/* What dijkstra and astar do not look at. */
static int check_potential(const throng_path_options *in, const throng_app_option *options, int32_t mapped)
{
    for (int32_t i = OPTION_TERRAIN; !mapped && i <= OPTION_RANGE; ++i) {
        if (options[i].given) {
            char name[32];
            (void)snprintf(name, sizeof name, "--%s", options[i].name);
            return throng_app_reject(THRONG_APP_USAGE, name, "there is no map; give --map");
        }
    }
    int code = mapped ? throng_path_check_range(in->terrain_range, in->cell) : THRONG_APP_OK;
    if (code != THRONG_APP_OK) {
        return code;
    }
    if (in->escape == THRONG_ESCAPE_FLOW && !mapped) {
        return throng_app_reject(THRONG_APP_USAGE, "--escape",
                                 "flow needs cells to lead through; give --map or --size, or take hills");
    }
    if (options[OPTION_HILL].given && in->escape != THRONG_ESCAPE_HILLS) {
        return throng_app_reject(THRONG_APP_USAGE, "--hill-range",
                                 "only --escape hills reads it; leave it out");
    }
    return in->hill_range <= 1e-3f ? throng_app_reject(THRONG_APP_USAGE, "--hill-range",
                                                       "%g is not above 1e-3", (double)in->hill_range)
                                   : THRONG_APP_OK;
}

static int check_usage(throng_path_job *work, const throng_app_option *options)
{
    throng_path_options *in = &work->options;
    const int32_t routes = in->method != THRONG_PATH_POTENTIAL;
    work->mapped = options[OPTION_MAP].given || options[OPTION_SIZE].given;
    if (options[OPTION_MAP].given && options[OPTION_SIZE].given) {
        return throng_app_reject(THRONG_APP_USAGE, "--map and --size", "they exclude each other; give one");
    }
    if (routes && !work->mapped) {
        return throng_app_reject(THRONG_APP_USAGE, "--map or --size",
                                 "the size is missing; give one of the two");
    }
    if (routes && in->common.backend == THRONG_BACKEND_OPENCL) {
        return throng_app_reject(THRONG_APP_USAGE, "--backend", "ways are searched on the CPU; leave it out");
    }
    int code = check_inputs(in);
    if (code == THRONG_APP_OK && !routes) {
        code = check_potential(in, options, work->mapped);
    }
    for (int32_t i = 0; i < THRONG_APP_MEASURE_OPTIONS; ++i) {
        work->joined |= options[OPTION_MEASURE + i].given;
    }
    if (code == THRONG_APP_OK && work->joined) {
        code = throng_app_measure_load(&in->measure, options + OPTION_MEASURE);
    }
    return code == THRONG_APP_OK && in->common.out != NULL
               ? throng_app_output_format(in->common.out, &work->format)
               : code;
}

/* ---------------------------------------------------------------- in and out ------------------------- */

static int load_input(throng_path_job *work)
{
    const throng_path_options *in = &work->options;
    throng_path_scene *scene = &work->scene;
    int code = THRONG_APP_OK;
    if (in->map_path != NULL) {
        code = throng_app_map_load(in->map_path, &work->map);
    } else if (work->mapped) {
        work->map = (throng_app_map){in->size[0], in->size[1], NULL};
    }
    scene->traced = in->method == THRONG_PATH_POTENTIAL;
    scene->routed = !scene->traced;
    scene->types = work->joined ? in->measure.def.types : 0;
    if (code == THRONG_APP_OK) {
        code = throng_path_load(in->goals_path, in->starts_path, in->sources_path,
                                work->mapped ? &work->map : NULL, in->cell, scene);
    }
    return code;
}

static int open_outputs(throng_path_job *work)
{
    const throng_app_common *common = &work->options.common;
    const struct {
        const char *option, *path;
        FILE **stream;
    } files[] = {{"--out", common->out != NULL ? common->out : "-", &work->out},
                 {"--summary", work->options.summary_path, &work->summary},
                 {"--png", common->png, &work->png},
                 {"--json", common->json, &work->json}};
    int code = THRONG_APP_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files && code == THRONG_APP_OK; ++i) {
        code = throng_app_output_open(&work->outputs, files[i].option, files[i].path, files[i].stream);
    }
    return code;
}

/* ---------------------------------------------------------------- the ways --------------------------- */

static int take_memory(throng_path_job *work)
{
    throng_app_report *report = &work->report;
    throng_app_times *times[] = {&report->compute, &report->kernel, &report->resident, &report->with_copy};
    work->ways.list = calloc((size_t)work->scene.start_count + 1, sizeof *work->ways.list);
    int code = work->ways.list != NULL ? THRONG_APP_OK : throng_app_reject_memory("path");
    for (size_t i = 0; i < sizeof times / sizeof *times && code == THRONG_APP_OK; ++i) {
        times[i]->seconds = calloc((size_t)work->options.common.repeat, sizeof(double));
        code = times[i]->seconds != NULL ? THRONG_APP_OK : throng_app_reject_memory("--repeat");
    }
    return code;
}

static int compute(throng_path_job *work)
{
    const int32_t routes = work->options.method != THRONG_PATH_POTENTIAL;
    throng_app_common common = work->options.common;
    common.backend = routes ? THRONG_BACKEND_CPU : common.backend;
    work->backend = THRONG_BACKEND_CPU;
    int code = throng_app_context_create(&common, !routes && work->json != NULL, &work->log, &work->context);
    if (code == THRONG_APP_OK) {
        code =
            throng_app_check(work->context, throng_context_get_info(work->context, &work->about), "context");
    }
    if (code == THRONG_APP_OK && work->mapped) {
        code = throng_app_map_terrain(work->context, &work->map, &work->terrain);
    }
    if (code == THRONG_APP_OK && work->joined) {
        code = throng_app_measure_create(&work->options.measure, work->context, &work->measure);
    }
    code = code == THRONG_APP_OK ? take_memory(work) : code;
    if (code != THRONG_APP_OK || !routes) {
        return code == THRONG_APP_OK ? throng_path_trace(work) : code;
    }
    code = throng_path_search(work);
    return code == THRONG_APP_OK ? throng_path_measure(work) : code;
}

/* ---------------------------------------------------------------- results ---------------------------- */

static int write_report(throng_path_job *work)
{
    throng_app_report *report = &work->report;
    const throng_app_size sizes[] = {
        {"width", work->map.width},          {"height", work->map.height},
        {"starts", work->scene.start_count}, {"sources", work->scene.source_count},
        {"goals", work->scene.goal_count},   {"points", (int64_t)work->ways.point_count}};
    const size_t left_out = work->mapped ? 0 : 2;
    report->backend = throng_backend_name(work->backend);
    report->device = work->backend == THRONG_BACKEND_OPENCL ? work->about.device_name : "cpu";
    report->isa = throng_isa_name(work->about.isa);
    report->threads = work->about.threads;
    report->operation = "path";
    report->hash = throng_app_hash(work->ways.points, 2 * work->ways.point_count);
    report->size_count = (int32_t)(sizeof sizes / sizeof *sizes - left_out);
    memcpy(report->sizes, sizes + left_out, (size_t)report->size_count * sizeof *sizes);
    return work->json != NULL ? throng_app_report_write(report, work->json) : THRONG_APP_OK;
}

static int write_outputs(throng_path_job *work)
{
    throng_path_write(&work->ways, work->format, work->out);
    if (work->summary != NULL) {
        throng_path_write_summary(&work->ways, work->summary);
    }
    int code = work->png != NULL ? throng_path_draw(work) : THRONG_APP_OK;
    return code == THRONG_APP_OK ? write_report(work) : code;
}

static void print_summary(const throng_path_job *work)
{
    const throng_app_report *report = &work->report;
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    int32_t ends[THRONG_TRACE_INVALID + 1] = {0};
    for (int32_t i = 0; i < work->ways.count; ++i) {
        ends[work->ways.list[i].status] += 1;
    }
    printf("path:      %d of %d paths reached a goal", (int)ends[THRONG_TRACE_REACHED],
           (int)work->ways.count);
    for (int32_t i = THRONG_TRACE_REACHED + 1; i <= THRONG_TRACE_INVALID; ++i) {
        if (ends[i] > 0) {
            printf(", %d %s", (int)ends[i], throng_trace_status_name(i));
        }
    }
    printf(" (%s", method_names[work->options.method]);
    if (work->mapped) {
        printf(" on %d x %d cells", (int)work->map.width, (int)work->map.height);
    }
    printf(", %s, %s, %d thread%s)\n", report->device, report->isa, (int)report->threads,
           report->threads == 1 ? "" : "s");
    throng_app_spread(&report->compute, &least, &median, &most);
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)report->compute.count);
    printf("hash:      %016llx\n", (unsigned long long)report->hash);
}

static int work_through(throng_path_job *work)
{
    int code = load_input(work);
    code = code == THRONG_APP_OK ? open_outputs(work) : code;
    code = code == THRONG_APP_OK ? compute(work) : code;
    code = code == THRONG_APP_OK ? write_outputs(work) : code;
    int silent = throng_app_output_uses_stdout(&work->outputs);
    code = code == THRONG_APP_OK ? throng_app_output_finish(&work->outputs) : code;
    if (code == THRONG_APP_OK && !silent) {
        print_summary(work);
    }
    return code;
}

static void clean_up(throng_path_job *work)
{
    throng_app_output_discard(&work->outputs);
    (void)throng_measure_destroy(work->measure);
    (void)throng_terrain_destroy(work->terrain);
    (void)throng_context_destroy(work->context);
    throng_app_measure_release(&work->options.measure);
    throng_path_release(&work->scene);
    free(work->map.cells);
    free(work->ways.list);
    free(work->ways.points);
    free(work->report.compute.seconds);
    free(work->report.kernel.seconds);
    free(work->report.resident.seconds);
    free(work->report.with_copy.seconds);
}

int throng_app_path(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    throng_path_job work = {.format = THRONG_APP_CSV};
    int32_t help = 0;
    list_options(&work.options, options);
    int code = throng_app_parse(argc, argv, options, OPTIONS, &help);
    if (code == THRONG_APP_OK && help) {
        print_help(options);
        return code;
    }
    code = code == THRONG_APP_OK ? check_usage(&work, options) : code;
    if (code == THRONG_APP_OK) {
        code = work_through(&work);
    }
    clean_up(&work);
    return code;
}
