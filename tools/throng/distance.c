/* throng distance: lengths of shortest paths between pairs of cells. */
#include "tools/support/csv.h"
#include "tools/support/hash.h"
#include "tools/support/memory.h"
#include "tools/throng/scenario.h"
#include "tools/throng/subcommands.h"
#include "tools/throng/world_canvas.h"

#include <math.h>
#include <stdlib.h>

#define HALF_ROOT_3 0.86602540378443864676

typedef struct distance_job {
    program_job job;
    const char *map_path, *pairs_path, *scenario_path;
    int32_t size[2], grid;
    grid_map map;
    csv_table table;
    scenario scenario; /* no rows: pairs are from a table */
    throng_cell_pair *pairs;
    int32_t count;
    float *distances;
    throng_terrain *terrain;
} distance_job;

static void list_options(void *data)
{
    distance_job *work = data;
    option_list *options = &work->job.options;
    option_file(options, "map", "Moving AI map; or", &work->map_path);
    option_size(options, "size", "a map of this size without walls", work->size);
    option_file(options, "pairs",
                "CSV with columns x0,y0,x1,y1: cells, columns to the right and rows downwards",
                &work->pairs_path);
    option_file(options, "scenario",
                "Moving AI scenario of the map, in place of --pairs: lengths are compared",
                &work->scenario_path);
    option_choice(options, "grid", "NAME",
                  "square8 (a diagonal step costs sqrt(2) and cuts no corner), square4\n"
                  "or hex (default square8)",
                  &work->grid, grid_names);
    options_common(options, &work->job.common);
    options_explain(options, "backend", "auto or cpu, which are the same here; opencl is rejected");
    options_explain(options, "seed", "accepted and ignored: nothing is random here");
    options_explain(options, "png",
                    "the map and the pairs: a line from the open circle at the first cell to the\n"
                    "second cell, blue if there is a path, else red");
}

static int check_usage(void *data)
{
    distance_job *work = data;
    int code =
        options_require_one(&work->job.options, "map", "size", "the size is missing; give one of the two");
    if (!code)
        code = options_require_one(&work->job.options, "pairs", "scenario",
                                   "the cells are missing; give a file with them");
    code = code ? code : options_check_inputs("map", work->map_path, "pairs", work->pairs_path);
    code = code ? code : options_check_inputs("map", work->map_path, "scenario", work->scenario_path);
    if (!code && work->scenario_path && work->grid != THRONG_GRID_SQUARE8)
        code = reject_usage("--grid", "the lengths of a scenario are those of square8; leave it out");
    if (!code && work->job.common.backend == THRONG_BACKEND_OPENCL)
        code = reject_usage("--backend", "paths are searched on the CPU; leave it out");
    work->job.common.backend = THRONG_BACKEND_CPU;
    return code;
}

static int load_pairs(distance_job *work)
{
    static const char *const names[4] = {"x0", "y0", "x1", "y1"};
    csv_column columns[4] = {{0}};
    for (int32_t i = 0; i < 4; i++) {
        const int32_t side = i % 2 == 0 ? work->map.width : work->map.height;
        columns[i] = (csv_column){names[i], 1, 0.0f, 0.0, side - 1, 0, 0};
    }
    int code = csv_load(work->pairs_path, columns, 4, &work->table);
    const size_t count = (size_t)work->table.rows;
    work->count = work->table.rows;
    work->pairs = allocate(count, sizeof *work->pairs, work->table.name, &code);
    for (size_t i = 0; i < count && !code; i++) {
        const float *row = work->table.values + 4 * i;
        for (int32_t k = 0; k < 4; k++)
            if (csv_written(&work->table, (int32_t)i, k) != floor((double)row[k]))
                return csv_reject(&work->table, work->table.lines[i], names[k],
                                  "%.10g is not a whole number; cells are counted",
                                  csv_written(&work->table, (int32_t)i, k));
        work->pairs[i] =
            (throng_cell_pair){{(int32_t)row[0], (int32_t)row[1]}, {(int32_t)row[2], (int32_t)row[3]}};
    }
    return code;
}

static int load_scenario(distance_job *work)
{
    int code = scenario_load(work->scenario_path, &work->map, &work->scenario);
    work->count = work->scenario.count;
    work->pairs = allocate((size_t)work->count, sizeof *work->pairs, work->scenario_path, &code);
    for (int32_t i = 0; i < work->count && !code; i++)
        work->pairs[i] = work->scenario.rows[i].pair;
    return code;
}

static int load_input(void *data)
{
    distance_job *work = data;
    int code = program_map(work->map_path, work->size, &work->map);
    if (!code)
        code = work->scenario_path ? load_scenario(work) : load_pairs(work);
    work->distances = allocate((size_t)work->count, sizeof *work->distances, "distances", &code);
    return code;
}

static int create(void *data)
{
    distance_job *work = data;
    return program_terrain(work->job.context, &work->map, &work->terrain);
}

static int run_once(void *data, run_sample *sample)
{
    distance_job *work = data;
    const double begin = wall_seconds();
    const throng_status status =
        throng_terrain_distances(work->terrain, work->grid, work->count, work->pairs, 0, work->distances);
    sample->compute = wall_seconds() - begin;
    return program_check(work->job.context, status, "distances");
}

/* Where a cell's centre is, in cells. */
static void find_centre(const distance_job *work, throng_cell cell, double *x, double *y)
{
    const int32_t hex = work->grid == THRONG_GRID_HEX;
    *x = cell.column + 0.5 + (hex ? 0.5 * (cell.row % 2) : 0.0);
    *y = cell.row * (hex ? HALF_ROOT_3 : 1.0) + 0.5;
}

/* Pairs without a path are drawn last, on top of the others. */
static void draw_pairs(const distance_job *work, world_canvas *seen, int32_t reached)
{
    const canvas_color color = reached ? (canvas_color){80, 170, 255} : (canvas_color){255, 90, 70};
    const double width = fmin(fmax(0.1 * seen->scale, 1.0), 2.5);
    const double radius = fmin(fmax(0.25 * seen->scale, 1.5), 6.0);
    for (int32_t i = 0; i < work->count; i++) {
        double from[2], to[2];
        if ((work->distances[i] >= 0.0f) != reached)
            continue;
        find_centre(work, work->pairs[i].from, &from[0], &from[1]);
        find_centre(work, work->pairs[i].to, &to[0], &to[1]);
        world_line(seen, from[0], from[1], to[0], to[1], width, color);
        world_disc(seen, from[0], from[1], radius, color);
        world_disc(seen, from[0], from[1], 0.55 * radius, (canvas_color){22, 22, 22});
        world_disc(seen, to[0], to[1], radius, color);
    }
}

static int draw(const distance_job *work)
{
    world_canvas seen = {.scale = 1.0};
    const int code = world_canvas_open_map(&seen, &work->map, work->grid, 1.0f);
    if (code)
        return code;
    draw_pairs(work, &seen, 1);
    draw_pairs(work, &seen, 0);
    return world_canvas_write(&seen, &work->job.common.png,
                              "Pairs of cells: blue where a path leads from one to the other, else red");
}

static void write_distances(const distance_job *work)
{
    FILE *out = work->job.common.out.stream;
    if (work->job.format == OUTPUT_CSV)
        (void)fputs("distance\n", out);
    output_write_values(out, work->job.format, work->distances, work->count, 1);
}

/* Beside the lengths of the file. */
static void write_compared(distance_job *work)
{
    FILE *out = work->job.common.out.stream;
    if (work->job.format == OUTPUT_NPY)
        npy_write_header(out, work->count, 2);
    else
        (void)fputs("distance,optimal\n", out);
    for (int32_t i = 0; i < work->count; i++) {
        const float row[2] = {work->distances[i], (float)work->scenario.rows[i].optimal};
        scenario_compare(&work->scenario, i, (double)row[0]);
        if (work->job.format == OUTPUT_NPY)
            npy_write_values(out, row, 2);
        else
            (void)fprintf(out, "%.9g,%.9g\n", (double)row[0], work->scenario.rows[i].optimal);
    }
    scenario_report(&work->scenario, &work->job.report);
}

static int write_outputs(void *data)
{
    distance_job *work = data;
    run_report *report = &work->job.report;
    report->hash = hash_floats(work->distances, (size_t)work->count);
    report_add_size(report, "width", work->map.width);
    report_add_size(report, "height", work->map.height);
    report_add_size(report, "pairs", work->count);
    if (work->scenario_path)
        write_compared(work);
    else
        write_distances(work);
    return work->job.common.png.stream ? draw(work) : PROGRAM_OK;
}

static void print_summary(void *data)
{
    distance_job *work = data;
    const run_report *report = &work->job.report;
    printf("distance:  %d pairs on %d x %d cells (%s, %d thread%s)\n", (int)work->count, (int)work->map.width,
           (int)work->map.height, report->isa, (int)report->threads, report->threads == 1 ? "" : "s");
    scenario_print(&work->scenario);
    summary_print_result(&work->job, "");
}

static int end(void *data, int code) { return scenario_end(&((distance_job *)data)->scenario, code); }

static void release(void *data)
{
    distance_job *work = data;
    (void)throng_terrain_destroy(work->terrain);
    csv_release(&work->table);
    scenario_release(&work->scenario);
    free(work->map.cells);
    free(work->pairs);
    free(work->distances);
}

const program_command distance_command = {
    .name = "distance",
    .about = "lengths of shortest paths between pairs of cells",
    .usage = "throng distance: lengths of shortest paths between pairs of cells\n"
             "\n"
             "usage: throng distance (--map FILE | --size WxH) --pairs FILE [options]\n"
             "       throng distance --map FILE --scenario FILE.scen [options]\n",
    .details =
        "\n"
        "The result is a table with the column distance, in cells, one row for each pair in order; -1 if\n"
        "there is no path or a cell of the pair is blocked. Without --out it goes to standard output. Paths\n"
        "are searched on the CPU by all threads. With a scenario the table is distance,optimal: beside each\n"
        "length the file's. Where they differ by more than 1e-5 * (1 + length), exit is 1, with the line\n"
        "that differs most.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n",
    .size = sizeof(distance_job),
    .outputs = {"out", "png", "json"},
    .flags = PROGRAM_PRINTS_RESULT | PROGRAM_WARMS_UP,
    .options = list_options,
    .check = check_usage,
    .load = load_input,
    .create = create,
    .run = run_once,
    .write = write_outputs,
    .summary = print_summary,
    .end = end,
    .release = release,
};
