/* throng potential: what points feel of sources, goals and walls. */
#include "tools/throng/path/path.h"

#include <stdlib.h>
#include <string.h>

#define OWN_OPTIONS 8
#define OPTIONS (OWN_OPTIONS + THRONG_APP_MEASURE_OPTIONS + THRONG_APP_COMMON_OPTIONS)

static const char *const walls_names[] = {"all", "nearest", NULL};

enum { OPTION_ETA = 5, OPTION_RANGE, OPTION_WALLS, OPTION_MEASURE };

typedef struct potential_job {
    throng_app_common common;
    throng_app_measure source;
    const char *sources_path, *goals_path, *queries_path, *map_path;
    float cell, eta, range;
    int32_t walls, joined; /* joined: a measure was given */
    throng_app_format format;
    throng_app_map map;
    throng_path_scene scene;
    throng_app_table queries;
    throng_potential_point *points;
    throng_force *forces;
    throng_app_outputs outputs;
    FILE *out, *png, *json;
    throng_app_log log;
    throng_context *context;
    throng_terrain *terrain;
    throng_measure *measure;
    throng_potential *field;
    throng_context_info about;
    throng_potential_info state;
    throng_app_report report;
} potential_job;

static void list_options(potential_job *work, throng_app_option *options)
{
    const throng_app_option own[OWN_OPTIONS] = {
        {"queries", "FILE", "CSV with columns x,y: where the field is asked for", THRONG_APP_TEXT,
         &work->queries_path, 0, 0, NULL, 0},
        {"sources", "FILE",
         "CSV with columns x,y,range and optional eta (default 1), power (default 1)\n"
         "and type (from 0, default 0)",
         THRONG_APP_TEXT, &work->sources_path, 0, 0, NULL, 0},
        {"goals", "FILE", "CSV with columns x,y and optional k (default 5); all of them pull",
         THRONG_APP_TEXT, &work->goals_path, 0, 0, NULL, 0},
        {"map", "FILE", "Moving AI map, whose blocked cells repel", THRONG_APP_TEXT, &work->map_path, 0, 0,
         NULL, 0},
        {"cell", "S", "world units for each cell (default 1)", THRONG_APP_NUMBER, &work->cell, 1e-6, 1e6,
         NULL, 0},
        {"terrain-eta", "E", "strength of a blocked cell (default 1)", THRONG_APP_NUMBER, &work->eta, 0, 1e9,
         NULL, 0},
        {"terrain-range", "R", "its range in world units, above 1e-3 (default 2)", THRONG_APP_NUMBER,
         &work->range, 0, 1e9, NULL, 0},
        {"terrain", "NAME", "all blocked cells in range, or the nearest one (default all)", THRONG_APP_CHOICE,
         &work->walls, 0, 0, walls_names, 0},
    };
    work->cell = 1.0f;
    work->eta = 1.0f;
    work->range = 2.0f;
    memcpy(options, own, sizeof own);
    throng_app_measure_options(&work->source, options + OWN_OPTIONS);
    throng_app_option *common = options + OWN_OPTIONS + THRONG_APP_MEASURE_OPTIONS;
    throng_app_common_options(&work->common, common);
    throng_app_explain(common, "seed", "accepted, and not looked at: nothing is random here");
    throng_app_explain(common, "png",
                       "the queried points, coloured by the force, with arrows along it; goals, and\n"
                       "the ranges of sources, over the map if there is one");
}

static void print_help(const throng_app_option *options)
{
    printf("throng potential: what points feel of sources, goals and walls\n"
           "\n"
           "usage: throng potential --queries FILE [--sources FILE] [--goals FILE] [--map FILE] [options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf(
        "\n"
        "The result is a table fx,fy,potential, a row for each query, in their order. Without --out it goes "
        "to\n"
        "standard output. With a measure the repulsion of the sources is scaled by the Choquet integral of\n"
        "how many of each type are in range over their weighted sum.\n"
        "In the JSON file, time.compute and time.resident are an update with all in place, with_copy has "
        "the\n"
        "queries copied there and the forces back; kernel, only with OpenCL, is the device's own count.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

static int check_usage(potential_job *work, const throng_app_option *options)
{
    const char *const paths[] = {work->queries_path, work->sources_path, work->goals_path, work->map_path,
                                 work->source.table_path};
    int32_t standard = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        standard += paths[i] != NULL && strcmp(paths[i], "-") == 0;
    }
    if (work->queries_path == NULL) {
        return throng_app_reject(THRONG_APP_USAGE, "--queries",
                                 "the points are missing; give a file with them");
    }
    if (standard > 1) {
        return throng_app_reject(THRONG_APP_USAGE, "input files",
                                 "more than one is standard input; name files for the others");
    }
    for (int32_t i = OPTION_ETA; work->map_path == NULL && i <= OPTION_WALLS; ++i) {
        if (options[i].given) {
            char name[32];
            (void)snprintf(name, sizeof name, "--%s", options[i].name);
            return throng_app_reject(THRONG_APP_USAGE, name, "there is no map; give --map");
        }
    }
    int code = work->map_path != NULL ? throng_path_check_range(work->range, work->cell) : THRONG_APP_OK;
    for (int32_t i = 0; i < THRONG_APP_MEASURE_OPTIONS; ++i) {
        work->joined |= options[OPTION_MEASURE + i].given;
    }
    if (code == THRONG_APP_OK && work->joined) {
        code = throng_app_measure_load(&work->source, options + OPTION_MEASURE);
    }
    return code == THRONG_APP_OK && work->common.out != NULL
               ? throng_app_output_format(work->common.out, &work->format)
               : code;
}

/* ---------------------------------------------------------------- input ------------------------------ */

static int load_input(potential_job *work)
{
    const throng_app_column columns[2] = {{"x", 1, 0.0f, -1e9, 1e9, 0, 0}, {"y", 1, 0.0f, -1e9, 1e9, 0, 0}};
    const throng_app_map *map = work->map_path != NULL ? &work->map : NULL;
    int code = map != NULL ? throng_app_map_load(work->map_path, &work->map) : THRONG_APP_OK;
    work->scene.types = work->joined ? work->source.def.types : 0;
    if (code == THRONG_APP_OK) {
        code = throng_path_load_field(work->goals_path, work->sources_path, map, work->cell, &work->scene);
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_table_load(work->queries_path, columns, 2, &work->queries);
    }
    if (code != THRONG_APP_OK) {
        return code;
    }
    const size_t count = (size_t)work->queries.rows;
    work->points = calloc(count + 1, sizeof *work->points);
    work->forces = calloc(count + 1, sizeof *work->forces);
    if (work->points == NULL || work->forces == NULL) {
        return throng_app_reject_memory(work->queries.name);
    }
    for (size_t i = 0; i < count; ++i) {
        const float *row = work->queries.values + 2 * i;
        work->points[i] = (throng_potential_point){row[0], row[1], THRONG_GOALS_ALL, 0};
    }
    return THRONG_APP_OK;
}

static int open_outputs(potential_job *work)
{
    const char *out = work->common.out != NULL ? work->common.out : "-";
    int code = throng_app_output_open(&work->outputs, "--out", out, &work->out);
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&work->outputs, "--png", work->common.png, &work->png);
    }
    return code == THRONG_APP_OK
               ? throng_app_output_open(&work->outputs, "--json", work->common.json, &work->json)
               : code;
}

/* ---------------------------------------------------------------- the field -------------------------- */

static throng_status fill_field(const potential_job *work)
{
    throng_status status = throng_path_fill(&work->scene, work->field);
    return status == THRONG_OK
               ? throng_potential_set_points(work->field, 0, work->queries.rows, work->points, 0)
               : status;
}

static int make_field(potential_job *work)
{
    throng_potential_def def = throng_potential_default_def();
    int code = throng_app_context_create(&work->common, work->json != NULL, &work->log, &work->context);
    if (code == THRONG_APP_OK) {
        code =
            throng_app_check(work->context, throng_context_get_info(work->context, &work->about), "context");
    }
    if (code == THRONG_APP_OK && work->map_path != NULL) {
        code = throng_app_map_terrain(work->context, &work->map, &work->terrain);
    }
    if (code == THRONG_APP_OK && work->joined) {
        code = throng_app_measure_create(&work->source, work->context, &work->measure);
    }
    if (code != THRONG_APP_OK) {
        return code;
    }
    def.source_capacity = work->scene.source_count;
    def.goal_capacity = work->scene.goal_count;
    def.point_capacity = work->queries.rows;
    def.terrain = work->terrain;
    def.cell_size = work->cell;
    def.terrain_mode = work->walls;
    def.terrain_eta = work->eta;
    def.terrain_range = work->range;
    def.measure = work->measure;
    def.interaction = work->joined;
    throng_status status = throng_potential_create(work->context, &def, &work->field);
    code = throng_app_check(work->context, status, "field");
    return code == THRONG_APP_OK ? throng_app_check(work->context, fill_field(work), "field") : code;
}

/* index -1: not timed */
static int run_once(potential_job *work, int32_t index)
{
    const int32_t count = work->queries.rows;
    double begin = throng_app_seconds();
    throng_status status = throng_potential_set_points(work->field, 0, count, work->points, 0);
    double copied = throng_app_seconds();
    status = status == THRONG_OK ? throng_potential_update(work->field) : status;
    status = status == THRONG_OK ? throng_context_wait(work->context) : status;
    double updated = throng_app_seconds();
    status = status == THRONG_OK ? throng_potential_read(work->field, 0, count, work->forces, 0) : status;
    double end = throng_app_seconds();
    status = status == THRONG_OK ? throng_potential_get_info(work->field, &work->state) : status;
    if (index >= 0) {
        work->report.compute.seconds[index] = updated - copied;
        work->report.resident.seconds[index] = updated - copied;
        work->report.with_copy.seconds[index] = end - begin;
        work->report.kernel.seconds[index] = work->state.kernel_seconds;
    }
    return throng_app_check(work->context, status, "field");
}

static int compute(potential_job *work)
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
        throng_app_progress("potential: run", i, repeat);
        code = run_once(work, i);
    }
    throng_app_progress("", repeat, repeat);
    for (int32_t i = 0; i < 4; ++i) {
        times[i]->count = i == 0 || work->state.backend == THRONG_BACKEND_OPENCL ? repeat : 0;
    }
    return code;
}

/* ---------------------------------------------------------------- results ---------------------------- */

static int draw(const potential_job *work)
{
    const throng_potential_picture picture = {.scene = &work->scene,
                                              .map = work->map_path != NULL ? &work->map : NULL,
                                              .cell = work->cell,
                                              .points = work->points,
                                              .forces = work->forces,
                                              .count = work->queries.rows};
    return work->png != NULL ? throng_potential_draw(&picture, work->png, work->common.png) : THRONG_APP_OK;
}

static int write_outputs(potential_job *work)
{
    throng_app_report *report = &work->report;
    const size_t count = (size_t)work->queries.rows;
    float *values = calloc(3 * count + 1, sizeof *values);
    if (values == NULL) {
        return throng_app_reject_memory(work->queries.name);
    }
    for (size_t i = 0; i < count; ++i) {
        values[3 * i] = work->forces[i].fx;
        values[3 * i + 1] = work->forces[i].fy;
        values[3 * i + 2] = work->forces[i].potential;
    }
    report->backend = throng_backend_name(work->state.backend);
    report->device = work->state.backend == THRONG_BACKEND_OPENCL ? work->about.device_name : "cpu";
    report->isa = throng_isa_name(work->about.isa);
    report->threads = work->about.threads;
    report->operation = "potential";
    report->hash = throng_app_hash(values, 3 * count);
    report->sizes[0] = (throng_app_size){"sources", work->scene.source_count};
    report->sizes[1] = (throng_app_size){"goals", work->scene.goal_count};
    report->sizes[2] = (throng_app_size){"queries", work->queries.rows};
    report->size_count = 3;
    if (work->format == THRONG_APP_CSV) {
        (void)fputs("fx,fy,potential\n", work->out);
    }
    throng_app_write_values(work->out, work->format, values, work->queries.rows, 3);
    free(values);
    int code = draw(work);
    return code == THRONG_APP_OK && work->json != NULL ? throng_app_report_write(report, work->json) : code;
}

static void print_summary(const potential_job *work)
{
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    throng_app_spread(&work->report.compute, &least, &median, &most);
    printf("potential: %d points, %d sources, %d goals (%s, %s, %d thread%s)\n", (int)work->queries.rows,
           (int)work->scene.source_count, (int)work->scene.goal_count, work->report.device, work->report.isa,
           (int)work->report.threads, work->report.threads == 1 ? "" : "s");
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)work->report.compute.count);
    printf("hash:      %016llx\n", (unsigned long long)work->report.hash);
}

static int work_through(potential_job *work)
{
    int code = load_input(work);
    code = code == THRONG_APP_OK ? open_outputs(work) : code;
    code = code == THRONG_APP_OK ? make_field(work) : code;
    code = code == THRONG_APP_OK ? compute(work) : code;
    code = code == THRONG_APP_OK ? write_outputs(work) : code;
    int silent = throng_app_output_uses_stdout(&work->outputs);
    code = code == THRONG_APP_OK ? throng_app_output_finish(&work->outputs) : code;
    if (code == THRONG_APP_OK && !silent) {
        print_summary(work);
    }
    return code;
}

static void clean_up(potential_job *work)
{
    throng_app_output_discard(&work->outputs);
    throng_potential_destroy(work->field);
    (void)throng_measure_destroy(work->measure);
    (void)throng_terrain_destroy(work->terrain);
    (void)throng_context_destroy(work->context);
    throng_app_table_release(&work->queries);
    throng_app_measure_release(&work->source);
    throng_path_release(&work->scene);
    free(work->map.cells);
    free(work->points);
    free(work->forces);
    free(work->report.compute.seconds);
    free(work->report.kernel.seconds);
    free(work->report.resident.seconds);
    free(work->report.with_copy.seconds);
}

int throng_app_potential(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    potential_job work = {.format = THRONG_APP_CSV};
    int32_t help = 0;
    list_options(&work, options);
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
