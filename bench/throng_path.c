/* throng path: ways from starts to goals. */
#include "throng_path.h"

#include <stdlib.h>
#include <string.h>

#define OWN_OPTIONS 12
#define OPTIONS (OWN_OPTIONS + THRONG_APP_COMMON_OPTIONS)

static const char *const method_names[] = {"potential", "dijkstra", "astar", NULL};
static const char *const terrain_names[] = {"all", "nearest", NULL};

typedef struct path_options {
    throng_app_common common;
    const char *map_path, *goals_path, *starts_path, *sources_path, *summary_path;
    int32_t size[2];
    int32_t method, max_steps, terrain;
    float cell, terrain_eta, terrain_range;
} path_options;

enum { OPTION_MAP, OPTION_SIZE };

static void list_options(path_options *in, throng_app_option *options)
{
    const throng_app_option own[OWN_OPTIONS] = {
        {"map", "FILE", "Moving AI map; or:", THRONG_APP_TEXT, &in->map_path, 0, 0, NULL, 0},
        {"size", "WxH", "no walls, this many cells", THRONG_APP_SIZE, in->size, 0, 0, NULL, 0},
        {"cell", "S", "world units for each cell (default 1)", THRONG_APP_NUMBER, &in->cell, 1e-6, 1e6, NULL,
         0},
        {"goals", "FILE", "CSV with columns x,y and optional k (default 5)", THRONG_APP_TEXT, &in->goals_path,
         0, 0, NULL, 0},
        {"starts", "FILE",
         "CSV with columns x,y and optional goal (a row of the goals, from 0;\n"
         "default 0) and speed (default 1)",
         THRONG_APP_TEXT, &in->starts_path, 0, 0, NULL, 0},
        {"sources", "FILE",
         "CSV with columns x,y,range and optional eta, power (damage per unit of\n"
         "time, default 1) and type (default 0)",
         THRONG_APP_TEXT, &in->sources_path, 0, 0, NULL, 0},
        {"method", "NAME", "dijkstra or astar", THRONG_APP_CHOICE, &in->method, 0, 0, method_names, 0},
        {"summary", "FILE", "CSV with path,status,steps,length,damage", THRONG_APP_TEXT, &in->summary_path, 0,
         0, NULL, 0},
        {"max-steps", "N", "for potential", THRONG_APP_INTEGER, &in->max_steps, 0, 1e9, NULL, 0},
        {"terrain", "NAME", "for potential", THRONG_APP_CHOICE, &in->terrain, 0, 0, terrain_names, 0},
        {"terrain-eta", "E", "for potential", THRONG_APP_NUMBER, &in->terrain_eta, 0, 1e9, NULL, 0},
        {"terrain-range", "R", "for potential", THRONG_APP_NUMBER, &in->terrain_range, 0, 1e9, NULL, 0},
    };
    *in = (path_options){.cell = 1.0f};
    memcpy(options, own, sizeof own);
    throng_app_common_options(&in->common, options + OWN_OPTIONS);
}

static void print_help(const throng_app_option *options)
{
    printf("throng path: ways from starts to goals\n"
           "\n"
           "usage: throng path --method NAME (--map FILE | --size WxH) --goals FILE --starts FILE [options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf(
        "\n"
        "The result is a table path,step,x,y: a shortest way for each start, over cells and their eight\n"
        "neighbours without cutting a corner, as the centres of its cells in world units. Without --out it\n"
        "goes to standard output. The summary has the status (reached, unreachable), the length in world\n"
        "units, and the damage: for each step its time, length / speed, times the powers of the sources in\n"
        "whose range it ends. Ways are searched on the CPU, by all threads; dijkstra and astar do not look\n"
        "at sources, nor at what is for potential.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

static int check_inputs(const path_options *in)
{
    const char *const paths[] = {in->map_path, in->goals_path, in->starts_path, in->sources_path};
    int32_t standard = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        standard += paths[i] != NULL && strcmp(paths[i], "-") == 0;
    }
    if (in->goals_path == NULL || in->starts_path == NULL) {
        return throng_app_refuse(THRONG_APP_USAGE, in->goals_path == NULL ? "--goals" : "--starts",
                                 "it is missing; give a file with points");
    }
    return standard > 1 ? throng_app_refuse(THRONG_APP_USAGE, "input files",
                                            "more than one is standard input; name files for the others")
                        : THRONG_APP_OK;
}

static int check_usage(const path_options *in, const throng_app_option *options, throng_app_format *format)
{
    if (options[OPTION_MAP].given == options[OPTION_SIZE].given) {
        return in->map_path != NULL ? throng_app_refuse(THRONG_APP_USAGE, "--map and --size",
                                                        "they exclude each other; give one")
                                    : throng_app_refuse(THRONG_APP_USAGE, "--map or --size",
                                                        "the size is missing; give one of the two");
    }
    if (in->method == THRONG_PATH_POTENTIAL) {
        return throng_app_refuse(THRONG_APP_USAGE, "--method",
                                 "paths along potential fields are not there yet; give dijkstra or astar");
    }
    if (in->common.backend == THRONG_BACKEND_OPENCL) {
        return throng_app_refuse(THRONG_APP_USAGE, "--backend", "ways are searched on the CPU; leave it out");
    }
    int code = check_inputs(in);
    return code == THRONG_APP_OK && in->common.out != NULL ? throng_app_output_format(in->common.out, format)
                                                           : code;
}

typedef struct path_job {
    path_options options;
    throng_app_format format;
    throng_app_map map;
    throng_path_scene scene;
    throng_path_ways ways;
    throng_app_outputs outputs;
    FILE *out, *summary, *png, *json;
    throng_app_log log;
    throng_context *context;
    throng_terrain *terrain;
    throng_app_report report;
} path_job;

static int load_input(path_job *work)
{
    const path_options *in = &work->options;
    int code = THRONG_APP_OK;
    if (in->map_path != NULL) {
        code = throng_app_map_load(in->map_path, &work->map);
    } else {
        work->map = (throng_app_map){in->size[0], in->size[1], NULL};
    }
    return code == THRONG_APP_OK ? throng_path_load(in->goals_path, in->starts_path, in->sources_path,
                                                    &work->map, in->cell, &work->scene)
                                 : code;
}

static int open_outputs(path_job *work)
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

/* ---------------------------------------------------------------- routes over cells ------------------ */

static int time_routes(path_job *work, throng_route *route, const throng_cell_pair *pairs,
                       throng_route_result *results)
{
    const throng_app_common *common = &work->options.common;
    int code = THRONG_APP_OK;
    for (int32_t i = -1; i < common->repeat && code == THRONG_APP_OK; ++i) { /* the first one takes memory */
        throng_app_progress("path: run", i, common->repeat);
        double begin = throng_app_seconds();
        throng_status status = throng_route_find(route, work->scene.start_count, pairs, 0, results);
        work->report.compute.seconds[i < 0 ? 0 : i] = throng_app_seconds() - begin;
        code = throng_app_check(work->context, status, "routes");
    }
    throng_app_progress("", common->repeat, common->repeat);
    work->report.compute.count = common->repeat;
    return code;
}

/* The centres of all cells. */
static int keep_routes(path_job *work, const throng_route *route, const throng_route_result *results)
{
    const int32_t count = work->scene.start_count;
    throng_path_ways *ways = &work->ways;
    for (int32_t i = 0; i < count; ++i) {
        ways->list[i] = (throng_path_way){.status = results[i].cell_count > 0 ? THRONG_PATH_REACHED
                                                                              : THRONG_PATH_UNREACHABLE,
                                          .first = (size_t)results[i].cell_offset,
                                          .count = results[i].cell_count};
        ways->point_count += (size_t)results[i].cell_count;
    }
    ways->count = count;
    throng_cell *cells = malloc((ways->point_count + 1) * sizeof *cells);
    ways->points = malloc((2 * ways->point_count + 1) * sizeof *ways->points);
    if (cells == NULL || ways->points == NULL || ways->point_count > INT32_MAX) {
        free(cells);
        return throng_app_refuse_memory("path");
    }
    throng_status status = throng_route_read(route, 0, count, cells, (int64_t)ways->point_count);
    for (size_t i = 0; i < ways->point_count; ++i) {
        ways->points[2 * i] = (float)((cells[i].column + 0.5) * (double)work->options.cell);
        ways->points[2 * i + 1] = (float)((cells[i].row + 0.5) * (double)work->options.cell);
    }
    free(cells);
    return throng_app_check(work->context, status, "routes");
}

static int search_routes(path_job *work)
{
    const throng_path_scene *scene = &work->scene;
    const size_t count = (size_t)scene->start_count;
    throng_route *route = NULL;
    throng_route_def def = throng_route_default_def();
    def.terrain = work->terrain;
    def.method = work->options.method == THRONG_PATH_DIJKSTRA ? THRONG_ROUTE_DIJKSTRA : THRONG_ROUTE_ASTAR;
    throng_cell_pair *pairs = calloc(count + 1, sizeof *pairs);
    throng_route_result *results = calloc(count + 1, sizeof *results);
    work->ways.list = calloc(count + 1, sizeof *work->ways.list);
    int code = pairs != NULL && results != NULL && work->ways.list != NULL ? THRONG_APP_OK
                                                                           : throng_app_refuse_memory("path");
    if (code == THRONG_APP_OK) {
        code = throng_app_check(work->context, throng_route_create(work->context, &def, &route), "routes");
    }
    if (code == THRONG_APP_OK) {
        for (size_t i = 0; i < count; ++i) {
            pairs[i] = (throng_cell_pair){scene->starts[i].cell, scene->goals[scene->starts[i].goal].cell};
        }
        code = time_routes(work, route, pairs, results);
    }
    code = code == THRONG_APP_OK ? keep_routes(work, route, results) : code;
    throng_route_destroy(route);
    free(pairs);
    free(results);
    return code;
}

static int compute(path_job *work)
{
    throng_app_common common = work->options.common;
    common.backend = THRONG_BACKEND_CPU;
    int code = throng_app_context_create(&common, 0, &work->log, &work->context);
    if (code == THRONG_APP_OK) {
        code = throng_app_map_terrain(work->context, &work->map, &work->terrain);
    }
    work->report.compute.seconds = calloc((size_t)common.repeat, sizeof(double));
    if (code == THRONG_APP_OK && work->report.compute.seconds == NULL) {
        return throng_app_refuse_memory("--repeat");
    }
    code = code == THRONG_APP_OK ? search_routes(work) : code;
    if (code == THRONG_APP_OK) {
        throng_path_measure(&work->ways, &work->scene);
    }
    return code;
}

/* ---------------------------------------------------------------- results ---------------------------- */

static int write_report(path_job *work)
{
    throng_context_info about;
    throng_app_report *report = &work->report;
    int code = throng_app_check(work->context, throng_context_get_info(work->context, &about), "context");
    report->backend = throng_backend_name(THRONG_BACKEND_CPU);
    report->device = "cpu";
    report->isa = throng_isa_name(about.isa);
    report->threads = about.threads;
    report->operation = "path";
    report->hash = throng_app_hash(work->ways.points, 2 * work->ways.point_count);
    report->sizes[0] = (throng_app_size){"width", work->map.width};
    report->sizes[1] = (throng_app_size){"height", work->map.height};
    report->sizes[2] = (throng_app_size){"starts", work->scene.start_count};
    report->sizes[3] = (throng_app_size){"sources", work->scene.source_count};
    report->sizes[4] = (throng_app_size){"points", (int64_t)work->ways.point_count};
    report->size_count = 5;
    return code == THRONG_APP_OK && work->json != NULL ? throng_app_report_write(report, work->json) : code;
}

static int write_outputs(path_job *work)
{
    int code = throng_path_write(&work->ways, work->format, work->out);
    if (work->summary != NULL) {
        throng_path_write_summary(&work->ways, work->summary);
    }
    if (code == THRONG_APP_OK && work->png != NULL) {
        code = throng_path_draw(&work->ways, &work->scene, &work->map, work->options.cell, work->png,
                                work->options.common.png);
    }
    return code == THRONG_APP_OK ? write_report(work) : code;
}

static void print_summary(const path_job *work)
{
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    int32_t reached = 0;
    for (int32_t i = 0; i < work->ways.count; ++i) {
        reached += work->ways.list[i].status == THRONG_PATH_REACHED;
    }
    throng_app_spread(&work->report.compute, &least, &median, &most);
    printf("path:      %d of %d goals reached on %d x %d cells (%s, %d thread%s)\n", (int)reached,
           (int)work->ways.count, (int)work->map.width, (int)work->map.height,
           method_names[work->options.method], (int)work->report.threads,
           work->report.threads == 1 ? "" : "s");
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)work->report.compute.count);
    printf("hash:      %016llx\n", (unsigned long long)work->report.hash);
}

static int work_through(path_job *work)
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

static void clean_up(path_job *work)
{
    throng_app_output_discard(&work->outputs);
    (void)throng_terrain_destroy(work->terrain);
    (void)throng_context_destroy(work->context);
    throng_path_release(&work->scene);
    free(work->map.cells);
    free(work->ways.list);
    free(work->ways.points);
    free(work->report.compute.seconds);
}

int throng_app_path(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    path_job work = {.format = THRONG_APP_CSV};
    int32_t help = 0;
    list_options(&work.options, options);
    int code = throng_app_parse(argc, argv, options, OPTIONS, &help);
    if (code == THRONG_APP_OK && help) {
        print_help(options);
        return code;
    }
    code = code == THRONG_APP_OK ? check_usage(&work.options, options, &work.format) : code;
    if (code == THRONG_APP_OK) {
        code = work_through(&work);
    }
    clean_up(&work);
    return code;
}
