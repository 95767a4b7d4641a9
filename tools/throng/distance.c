/* throng distance: lengths of shortest paths between pairs of cells. */
#include "tools/throng/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HALF_ROOT_3 0.86602540378443864676
#define OWN_OPTIONS 4
#define OPTIONS (OWN_OPTIONS + THRONG_APP_COMMON_OPTIONS)

static const char *const grid_names[] = {"square8", "square4", "hex", NULL};

typedef struct distance_options {
    throng_app_common common;
    const char *map_path, *pairs_path;
    int32_t size[2];
    int32_t grid;
} distance_options;

enum { OPTION_MAP, OPTION_SIZE, OPTION_PAIRS, OPTION_GRID };

static void list_options(distance_options *in, throng_app_option *options)
{
    const throng_app_option own[OWN_OPTIONS] = {
        {"map", "FILE", "Moving AI map; or:", THRONG_APP_TEXT, &in->map_path, 0, 0, NULL, 0},
        {"size", "WxH", "no walls, this many cells", THRONG_APP_SIZE, in->size, 0, 0, NULL, 0},
        {"pairs", "FILE", "CSV with columns x0,y0,x1,y1: cells, columns to the right and rows downwards",
         THRONG_APP_TEXT, &in->pairs_path, 0, 0, NULL, 0},
        {"grid", "NAME",
         "square8 (a diagonal step costs sqrt(2) and cuts no corner), square4\n"
         "or hex (default square8)",
         THRONG_APP_CHOICE, &in->grid, 0, 0, grid_names, 0},
    };
    *in = (distance_options){.map_path = NULL};
    memcpy(options, own, sizeof own);
    throng_app_option *common = options + OWN_OPTIONS;
    throng_app_common_options(&in->common, common);
    throng_app_explain(common, "backend", "auto or cpu, which are the same here; opencl is refused");
    throng_app_explain(common, "seed", "accepted, and not looked at: nothing is random here");
    throng_app_explain(common, "png",
                       "the map and the pairs, a line from the open circle of the first cell to the\n"
                       "second one: blue where a path is, else red");
}

static void print_help(const throng_app_option *options)
{
    printf("throng distance: lengths of shortest paths between pairs of cells\n"
           "\n"
           "usage: throng distance (--map FILE | --size WxH) --pairs FILE [options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf(
        "\n"
        "The result is a table with the column distance, in cells, a row for each pair in their order; -1\n"
        "where no path is, or a cell of the pair is blocked. Without --out it goes to standard output.\n"
        "Paths are searched on the CPU, by all threads.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

static int check_usage(const distance_options *in, const throng_app_option *options,
                       throng_app_format *format)
{
    if (options[OPTION_MAP].given == options[OPTION_SIZE].given) {
        return in->map_path != NULL ? throng_app_reject(THRONG_APP_USAGE, "--map and --size",
                                                        "they exclude each other; give one")
                                    : throng_app_reject(THRONG_APP_USAGE, "--map or --size",
                                                        "the size is missing; give one of the two");
    }
    if (in->pairs_path == NULL) {
        return throng_app_reject(THRONG_APP_USAGE, "--pairs", "the cells are missing; give a file with them");
    }
    if (in->map_path != NULL && strcmp(in->map_path, "-") == 0 && strcmp(in->pairs_path, "-") == 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--map and --pairs",
                                 "both are standard input; name a file for one of them");
    }
    if (in->common.backend == THRONG_BACKEND_OPENCL) {
        return throng_app_reject(THRONG_APP_USAGE, "--backend",
                                 "paths are searched on the CPU; leave it out");
    }
    return in->common.out != NULL ? throng_app_output_format(in->common.out, format) : THRONG_APP_OK;
}

typedef struct distance_job {
    distance_options options;
    throng_app_format format;
    throng_app_map map;
    throng_app_table table;
    throng_cell_pair *pairs;
    float *distances;
    throng_app_outputs outputs;
    FILE *out, *png, *json;
    throng_app_log log;
    throng_context *context;
    throng_terrain *terrain;
    throng_app_report report;
} distance_job;

static int load_pairs(distance_job *work)
{
    static const char *const names[4] = {"x0", "y0", "x1", "y1"};
    throng_app_column columns[4] = {{0}};
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t side = i % 2 == 0 ? work->map.width : work->map.height;
        columns[i] = (throng_app_column){names[i], 1, 0.0f, 0.0, side - 1, 0, 0};
    }
    int code = throng_app_table_load(work->options.pairs_path, columns, 4, &work->table);
    if (code != THRONG_APP_OK) {
        return code;
    }
    size_t count = (size_t)work->table.rows;
    work->pairs = calloc(count + 1, sizeof *work->pairs);
    work->distances = calloc(count + 1, sizeof *work->distances);
    if (work->pairs == NULL || work->distances == NULL) {
        return throng_app_reject_memory(work->table.name);
    }
    for (size_t i = 0; i < count; ++i) {
        const float *row = work->table.values + 4 * i;
        for (int32_t k = 0; k < 4; ++k) {
            if (row[k] != floorf(row[k])) {
                return throng_app_reject(
                    THRONG_APP_USAGE, work->table.name,
                    "line %d, column \"%s\": %g is not a whole number; cells are counted",
                    (int)work->table.lines[i], names[k], (double)row[k]);
            }
        }
        work->pairs[i] =
            (throng_cell_pair){{(int32_t)row[0], (int32_t)row[1]}, {(int32_t)row[2], (int32_t)row[3]}};
    }
    return THRONG_APP_OK;
}

static int load_input(distance_job *work)
{
    const distance_options *in = &work->options;
    int code = THRONG_APP_OK;
    if (in->map_path != NULL) {
        code = throng_app_map_load(in->map_path, &work->map);
    } else {
        work->map = (throng_app_map){in->size[0], in->size[1], NULL};
    }
    return code == THRONG_APP_OK ? load_pairs(work) : code;
}

static int open_outputs(distance_job *work)
{
    const throng_app_common *common = &work->options.common;
    const char *out = common->out != NULL ? common->out : "-";
    int code = throng_app_output_open(&work->outputs, "--out", out, &work->out);
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&work->outputs, "--png", common->png, &work->png);
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&work->outputs, "--json", common->json, &work->json);
    }
    return code;
}

static int compute(distance_job *work)
{
    throng_app_common common = work->options.common;
    common.backend = THRONG_BACKEND_CPU;
    int code = throng_app_context_create(&common, 0, &work->log, &work->context);
    if (code == THRONG_APP_OK) {
        code = throng_app_map_terrain(work->context, &work->map, &work->terrain);
    }
    work->report.compute.seconds = calloc((size_t)common.repeat, sizeof(double));
    if (code == THRONG_APP_OK && work->report.compute.seconds == NULL) {
        return throng_app_reject_memory("--repeat");
    }
    for (int32_t i = 0; i < common.repeat && code == THRONG_APP_OK; ++i) {
        throng_app_progress("distance: run", i, common.repeat);
        double begin = throng_app_seconds();
        throng_status status = throng_terrain_distances(work->terrain, work->options.grid, work->table.rows,
                                                        work->pairs, 0, work->distances);
        work->report.compute.seconds[i] = throng_app_seconds() - begin;
        code = throng_app_check(work->context, status, "distances");
    }
    throng_app_progress("", common.repeat, common.repeat);
    work->report.compute.count = common.repeat;
    return code;
}

/* Where a cell's centre is, in cells. */
static void find_centre(const distance_job *work, throng_cell cell, double *x, double *y)
{
    const int32_t hex = work->options.grid == THRONG_GRID_HEX;
    *x = cell.column + 0.5 + (hex ? 0.5 * (cell.row % 2) : 0.0);
    *y = cell.row * (hex ? HALF_ROOT_3 : 1.0) + 0.5;
}

/* Those without a path lie above the others: they are what one looks for. */
static void draw_pairs(const distance_job *work, throng_view *seen, int32_t reached)
{
    const throng_app_color color =
        reached ? (throng_app_color){80, 170, 255} : (throng_app_color){255, 90, 70};
    const double width = fmin(fmax(0.1 * seen->scale, 1.0), 2.5);
    const double radius = fmin(fmax(0.25 * seen->scale, 1.5), 6.0);
    for (int32_t i = 0; i < work->table.rows; ++i) {
        double from[2];
        double to[2];
        if ((work->distances[i] >= 0.0f) != reached) {
            continue;
        }
        find_centre(work, work->pairs[i].from, &from[0], &from[1]);
        find_centre(work, work->pairs[i].to, &to[0], &to[1]);
        throng_view_line(seen, from[0], from[1], to[0], to[1], width, color);
        throng_view_disc(seen, from[0], from[1], radius, color);
        throng_view_disc(seen, from[0], from[1], 0.55 * radius, (throng_app_color){22, 22, 22});
        throng_view_disc(seen, to[0], to[1], radius, color);
    }
}

static int draw(const distance_job *work)
{
    throng_view seen = {.scale = 1.0};
    int code = throng_view_open_map(&seen, &work->map, work->options.grid, 1.0f);
    if (code != THRONG_APP_OK) {
        return code;
    }
    draw_pairs(work, &seen, 1);
    draw_pairs(work, &seen, 0);
    code = throng_app_canvas_write(&seen.canvas, work->png, work->options.common.png,
                                   "Pairs of cells: blue where a path leads from one to the other, else red");
    free(seen.canvas.pixels);
    return code;
}

static int write_outputs(distance_job *work)
{
    throng_context_info about;
    throng_app_report *report = &work->report;
    int code = throng_app_check(work->context, throng_context_get_info(work->context, &about), "context");
    if (code != THRONG_APP_OK) {
        return code;
    }
    report->backend = throng_backend_name(THRONG_BACKEND_CPU);
    report->device = "cpu";
    report->isa = throng_isa_name(about.isa);
    report->threads = about.threads;
    report->operation = "distance";
    report->hash = throng_app_hash(work->distances, (size_t)work->table.rows);
    report->sizes[0] = (throng_app_size){"width", work->map.width};
    report->sizes[1] = (throng_app_size){"height", work->map.height};
    report->sizes[2] = (throng_app_size){"pairs", work->table.rows};
    report->size_count = 3;
    if (work->format == THRONG_APP_CSV) {
        (void)fputs("distance\n", work->out);
    }
    throng_app_write_values(work->out, work->format, work->distances, work->table.rows, 1);
    code = work->png != NULL ? draw(work) : THRONG_APP_OK;
    return code == THRONG_APP_OK && work->json != NULL ? throng_app_report_write(report, work->json) : code;
}

static void print_summary(const distance_job *work)
{
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    throng_app_spread(&work->report.compute, &least, &median, &most);
    printf("distance:  %d pairs on %d x %d cells (%s, %d thread%s)\n", (int)work->table.rows,
           (int)work->map.width, (int)work->map.height, work->report.isa, (int)work->report.threads,
           work->report.threads == 1 ? "" : "s");
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)work->report.compute.count);
    printf("hash:      %016llx\n", (unsigned long long)work->report.hash);
}

static int work_through(distance_job *work)
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

static void clean_up(distance_job *work)
{
    throng_app_output_discard(&work->outputs);
    (void)throng_terrain_destroy(work->terrain);
    (void)throng_context_destroy(work->context);
    throng_app_table_release(&work->table);
    free(work->map.cells);
    free(work->pairs);
    free(work->distances);
    free(work->report.compute.seconds);
}

int throng_app_distance(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    distance_job work = {.format = THRONG_APP_CSV};
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
