/* throng potential: the force of sources, goals and walls at points. */
#include "tools/support/csv.h"
#include "tools/support/hash.h"
#include "tools/support/memory.h"
#include "tools/throng/path/path.h"
#include "tools/throng/subcommands.h"

#include <stdlib.h>

static const char *const terrain_names[] = {"all", "nearest", NULL};

typedef struct potential_job {
    program_job job;
    path_input in;
    const char *queries_path;
    csv_table queries;
    throng_potential_point *points;
    throng_force *forces;
    throng_potential *field;
} potential_job;

static void list_options(void *data)
{
    potential_job *work = data;
    option_list *options = &work->job.options;
    path_input *in = &work->in;
    path_input_defaults(in);
    option_file(options, "queries", "CSV with columns x,y: where the field is evaluated",
                &work->queries_path);
    option_file(options, "sources",
                "CSV with columns x,y,range and optional eta (default 1), power (default 1)\n"
                "and type (from 0, default 0)",
                &work->in.sources_path);
    option_file(options, "goals", "CSV with columns x,y and optional k (default 5); all of them attract",
                &work->in.goals_path);
    option_file(options, "map", "Moving AI map; its blocked cells repel", &work->in.map_path);
    option_number(options, "cell", "S", "world units for each cell (default 1)", &work->in.cell, 1e-6, 1e6);
    option_number(options, "terrain-eta", "E", "strength of a blocked cell (default 1)", &in->terrain_eta, 0,
                  1e9);
    option_number(options, "terrain-range", "R", "its range in world units, above 1e-3 (default 2)",
                  &in->terrain_range, 0, 1e9);
    option_choice(options, "terrain", "NAME", "all blocked cells in range, or the nearest one (default all)",
                  &in->terrain_mode, terrain_names);
    measure_list_options(&work->in.measure_options, options);
    options_common(options, &work->job.common);
    viewer_list_options(options, &work->job.view);
    options_explain(options, "seed", "accepted and ignored: nothing is random here");
    options_explain(options, "png",
                    "the query points, coloured by the force, with arrows along it; the goals and\n"
                    "the ranges of sources, over the map if there is one");
}

static int check_usage(void *data)
{
    potential_job *work = data;
    const option_list *options = &work->job.options;
    if (!work->queries_path)
        return reject_usage("--queries", "the points are missing; give a file with them");
    work->in.mapped = work->in.map_path != NULL;
    int code = path_input_check(&work->in, options, work->queries_path);
    code = code ? code : path_input_check_terrain(&work->in, options);
    path_input_set_unused(&work->in, &work->job.options);
    return !code && work->in.joined ? measure_load(&work->in.measure_options, options) : code;
}

static int load_input(void *data)
{
    potential_job *work = data;
    const csv_column columns[2] = {{"x", 1, 0.0f, -1e9, 1e9, 0, 0}, {"y", 1, 0.0f, -1e9, 1e9, 0, 0}};
    int code = work->in.mapped ? map_load(work->in.map_path, &work->in.map) : PROGRAM_OK;
    code = code ? code : path_input_load(&work->in, NULL);
    code = code ? code : csv_load(work->queries_path, columns, 2, &work->queries);
    const size_t count = (size_t)work->queries.rows;
    work->points = allocate(count, sizeof *work->points, work->queries.name, &code);
    work->forces = allocate(count, sizeof *work->forces, work->queries.name, &code);
    for (size_t i = 0; i < count && !code; i++) {
        const float *row = work->queries.values + 2 * i;
        work->points[i] = (throng_potential_point){row[0], row[1], THRONG_GOALS_ALL, 0};
    }
    return code;
}

/* ---------------------------------------------------------------- the field ------------------------- */

static int create(void *data)
{
    potential_job *work = data;
    throng_context *context = work->job.context;
    const int code = path_input_create(&work->in, context);
    if (code)
        return code;
    throng_potential_def def = path_potential_def(&work->in);
    def.point_capacity = work->queries.rows;
    const throng_status status = throng_potential_create(context, &def, &work->field);
    return program_check(context, status == THRONG_OK ? path_fill(&work->in.scene, work->field) : status,
                         "field");
}

static int run_once(void *data, run_sample *sample)
{
    potential_job *work = data;
    const int32_t count = work->queries.rows;
    throng_potential_info state = {0};
    const double begin = wall_seconds();
    throng_status status = throng_potential_set_points(work->field, 0, count, work->points, 0);
    const double copied = wall_seconds();
    status = status == THRONG_OK ? throng_potential_update(work->field) : status;
    status = status == THRONG_OK ? throng_context_wait(work->job.context) : status;
    const double updated = wall_seconds();
    status = status == THRONG_OK ? throng_potential_read(work->field, 0, count, work->forces, 0) : status;
    const double end = wall_seconds();
    status = status == THRONG_OK ? throng_potential_get_info(work->field, &state) : status;
    work->job.backend = state.backend;
    *sample = (run_sample){.compute = updated - copied,
                           .kernel = state.kernel_seconds,
                           .resident = updated - copied,
                           .with_copy = end - begin};
    return program_check(work->job.context, status, "field");
}

/* ---------------------------------------------------------------- results --------------------------- */

static potential_picture picture_of(const potential_job *work)
{
    return (potential_picture){
        .in = &work->in, .points = work->points, .forces = work->forces, .count = work->queries.rows};
}

static int show(void *data)
{
    potential_job *work = data;
    const potential_picture picture = picture_of(work);
    uint64_t hash = HASH_START;
    for (int32_t i = 0; i < picture.count; i++) {
        hash = hash_float(hash_float(hash, work->forces[i].fx), work->forces[i].fy);
        hash = hash_float(hash, work->forces[i].potential);
    }
    return potential_show(&picture, &work->job, hash);
}

static int write_outputs(void *data)
{
    potential_job *work = data;
    const program_common *common = &work->job.common;
    run_report *report = &work->job.report;
    const size_t count = (size_t)work->queries.rows;
    const potential_picture picture = picture_of(work);
    int code = PROGRAM_OK;
    float *values = allocate(3 * count, sizeof *values, work->queries.name, &code);
    if (code)
        return code;
    for (size_t i = 0; i < count; i++) {
        values[3 * i] = work->forces[i].fx;
        values[3 * i + 1] = work->forces[i].fy;
        values[3 * i + 2] = work->forces[i].potential;
    }
    report->hash = hash_floats(values, 3 * count);
    report_add_size(report, "sources", work->in.scene.source_count);
    report_add_size(report, "goals", work->in.scene.goal_count);
    report_add_size(report, "queries", work->queries.rows);
    if (work->job.format == OUTPUT_CSV && common->out.stream)
        (void)fputs("fx,fy,potential\n", common->out.stream);
    if (common->out.stream) /* NULL: --view on a terminal */
        output_write_values(common->out.stream, work->job.format, values, work->queries.rows, 3);
    free(values);
    return common->png.stream ? potential_draw(&picture, &common->png) : PROGRAM_OK;
}

static void print_summary(void *data)
{
    potential_job *work = data;
    printf("potential: %d points, %d sources, %d goals (", (int)work->queries.rows,
           (int)work->in.scene.source_count, (int)work->in.scene.goal_count);
    summary_print_machine(&work->job);
    summary_print_result(&work->job, "");
}

static void release(void *data)
{
    potential_job *work = data;
    throng_potential_destroy(work->field);
    csv_release(&work->queries);
    path_input_release(&work->in);
    free(work->points);
    free(work->forces);
}

const program_command potential_command = {
    .name = "potential",
    .about = "forces of sources, goals and walls at points",
    .usage =
        "throng potential: forces of sources, goals and walls at points\n"
        "\n"
        "usage: throng potential --queries FILE [--sources FILE] [--goals FILE] [--map FILE] [options]\n",
    .details =
        "\n"
        "The result is a table fx,fy,potential, one row for each query in order. Without --out it goes to\n"
        "standard output. With a measure, the repulsion of the sources is scaled by the Choquet integral of "
        "the\n"
        "number of sources of each type in range, divided by their weighted sum.\n"
        "In the JSON file, time.compute and time.resident are an update with all data in place; with_copy "
        "adds\n"
        "copying the queries to the device and the forces back; kernel, only with OpenCL, is the device "
        "time.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n",
    .size = sizeof(potential_job),
    .outputs = {"out", "png", "json", "view-screenshot"},
    .flags = PROGRAM_PRINTS_RESULT | PROGRAM_WARMS_UP | PROGRAM_HAS_VIEW,
    .options = list_options,
    .check = check_usage,
    .load = load_input,
    .create = create,
    .run = run_once,
    .show = show,
    .write = write_outputs,
    .summary = print_summary,
    .release = release,
};
