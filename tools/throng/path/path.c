/* throng path: paths from starts to goals. */
#include "tools/throng/path/path.h"
#include "tools/support/hash.h"
#include "tools/support/memory.h"
#include "tools/throng/subcommands.h"

#include <stdlib.h>

static const char *const method_names[] = {"potential", "dijkstra", "astar", NULL};
static const char *const terrain_names[] = {"all", "nearest", NULL};
static const char *const escape_names[] = {"none", "flow", "hills", NULL};

static void list_options(void *data)
{
    const throng_trace_def usual = throng_trace_default_def();
    path_job *work = data;
    option_list *options = &work->job.options;
    path_input *in = &work->in;
    path_input_defaults(in);
    work->max_steps = usual.max_steps;
    work->hill_range = usual.hill_range;
    option_file(options, "map", "Moving AI map; or", &work->in.map_path);
    option_size(options, "size", "a map of this size without walls; potential needs neither", work->size);
    option_number(options, "cell", "S", "world units for each cell (default 1)", &work->in.cell, 1e-6, 1e6);
    option_file(options, "goals", "CSV with columns x,y and optional k (strength, default 5)",
                &work->in.goals_path);
    option_file(options, "starts",
                "CSV with columns x,y and optional goal (a row of the goals, from 0;\n"
                "default 0) and speed (world units per unit of time and per step of\n"
                "potential, default 1)",
                &work->starts_path);
    option_file(options, "scenario",
                "Moving AI scenario of the map, in place of --starts and --goals; dijkstra and\n"
                "astar compare their lengths with its own",
                &work->scenario_path);
    option_file(options, "sources",
                "CSV with columns x,y,range and optional eta (strength, default 1), power\n"
                "(damage per unit of time, default 1), type (default 0) and step, see below",
                &work->in.sources_path);
    option_choice(options, "method", "NAME", "potential (default), dijkstra or astar", &work->method,
                  method_names);
    option_output(options, "summary", "CSV with path,status,steps,length,damage", &work->summary);
    option_integer(options, "max-steps", "N", "potential: steps after which a path ends (default 1000)",
                   &work->max_steps, 1, (1 << 24) - 1);
    option_choice(options, "terrain", "NAME",
                  "potential: all blocked cells in range repel, or the nearest (default all)",
                  &in->terrain_mode, terrain_names);
    option_number(options, "terrain-eta", "E", "potential: strength of a blocked cell (default 1)",
                  &in->terrain_eta, 0, 1e9);
    option_number(options, "terrain-range", "R",
                  "potential: its range in world units, above 1e-3 (default 2)", &in->terrain_range, 0, 1e9);
    option_choice(options, "escape", "NAME",
                  "potential: at a local minimum: none (the path is stuck, default), flow (it\n"
                  "follows a shortest path for a while) or hills (it adds a hill there)",
                  &work->escape, escape_names);
    option_number(options, "hill-range", "R",
                  "potential: range of a hill in world units, above 1e-3 (default 4)", &work->hill_range, 0,
                  1e9);
    path_frames_list_options(work);
    measure_list_options(&work->in.measure_options, options);
    options_common(options, &work->job.common);
    viewer_list_options(options, &work->job.view);
    options_explain(options, "backend",
                    "auto, cpu or opencl; auto takes the faster one; dijkstra and astar reject opencl");
    options_explain(options, "seed", "accepted and ignored: nothing is random here");
    options_explain(options, "png", "the paths, and the ranges of sources, over the map if there is one");
}

/* ---------------------------------------------------------------- usage ----------------------------- */

/* The options that dijkstra and astar ignore. */
static int check_potential(const path_job *work)
{
    const int code = path_input_check_terrain(&work->in, &work->job.options);
    if (code)
        return code;
    if (work->escape == THRONG_ESCAPE_FLOW && !work->in.mapped)
        return reject_usage("--escape",
                            "flow needs cells to lead through; give --map or --size, or take hills");
    if (option_given(&work->job.options, "danger"))
        return reject_usage("--danger", "only --method dijkstra and astar read it; leave it out");
    if (option_given(&work->job.options, "hill-range") && work->escape != THRONG_ESCAPE_HILLS)
        return reject_usage("--hill-range", "only --escape hills reads it; leave it out");
    return work->hill_range <= 1e-3f
               ? reject_usage("--hill-range", "%g is not above 1e-3", (double)work->hill_range)
               : PROGRAM_OK;
}

static void set_unused(path_job *work)
{
    static const char *const names[] = {"max-steps", "escape"};
    option_list *options = &work->job.options;
    const int32_t routes = work->method != PATH_POTENTIAL;
    work->in.scene.traced = !routes;
    work->in.scene.routed = routes;
    work->in.scene.stepped = 1;
    if (!routes)
        option_set_unused(options, "danger");
    for (size_t i = 0; i < sizeof names / sizeof *names && routes; i++)
        option_set_unused(options, names[i]);
    if (routes || work->escape != THRONG_ESCAPE_HILLS)
        option_set_unused(options, "hill-range");
    path_input_set_unused(&work->in, options);
}

static int check_scenario(const path_job *work)
{
    if (work->in.goals_path || work->starts_path)
        return reject_usage("--scenario", "it has starts and goals; leave --starts and --goals out");
    if (work->danger > 0.0f)
        return reject_usage("--danger", "a scenario is about shortest routes; leave it out");
    return work->in.mapped ? PROGRAM_OK : reject_usage("--scenario", "it needs its map; give --map");
}

static int check_usage(void *data)
{
    path_job *work = data;
    const option_list *options = &work->job.options;
    const int32_t routes = work->method != PATH_POTENTIAL;
    work->in.mapped = option_given(options, "map") || option_given(options, "size");
    int code = options_require_one(options, "map", "size",
                                   routes ? "the size is missing; give one of the two" : NULL);
    if (!code && routes && work->job.common.backend == THRONG_BACKEND_OPENCL)
        code = reject_usage("--backend", "paths are searched on the CPU; leave it out");
    work->job.common.backend = routes ? THRONG_BACKEND_CPU : work->job.common.backend;
    if (!code && work->scenario_path)
        code = check_scenario(work);
    else if (!code && (!work->in.goals_path || !work->starts_path))
        code = reject_usage(!work->in.goals_path ? "--goals" : "--starts",
                            "it is missing; give a file with points");
    code = code ? code
                : path_input_check(&work->in, options,
                                   work->scenario_path ? work->scenario_path : work->starts_path);
    if (!code && !routes)
        code = check_potential(work);
    set_unused(work);
    return !code && work->in.joined ? measure_load(&work->in.measure_options, options) : code;
}

/* ---------------------------------------------------------------- the paths ------------------------- */

static int load_input(void *data)
{
    path_job *work = data;
    path_input *in = &work->in;
    int code = in->mapped ? program_map(in->map_path, work->size, &in->map) : PROGRAM_OK;
    if (work->scenario_path) {
        code = code ? code : scenario_load(work->scenario_path, &in->map, &work->scenario);
        code = code ? code : path_input_load_scenario(in, &work->scenario);
    } else {
        code = code ? code : path_input_load(in, work->starts_path);
    }
    code = code ? code : path_frames_load(work);
    if (!code && work->job.format == OUTPUT_NPY && in->scene.start_count > OUTPUT_EXACT)
        code = reject_usage("--out", "%d starts are more than the floats of an .npy count; take a .csv",
                            (int)in->scene.start_count);
    return !code && work->in.scene.index.steps > 1 && work->job.view.view
               ? reject_usage("--view", "it shows one moment; give --sources without steps")
               : code;
}

static int create(void *data)
{
    path_job *work = data;
    int code = path_input_create(&work->in, work->job.context);
    work->paths.count = work->in.scene.start_count;
    work->paths.list = allocate((size_t)work->paths.count, sizeof *work->paths.list, "path", &code);
    if (code)
        return code;
    return work->in.scene.routed ? path_router_create(work) : path_tracer_create(work);
}

static int run_once(void *data, run_sample *sample)
{
    path_job *work = data;
    if (path_has_frames(work))
        return path_frames_run(work, sample);
    return work->in.scene.routed ? path_router_run(work, sample) : path_tracer_run(work, sample);
}

/* ---------------------------------------------------------------- results --------------------------- */

/* Lengths of shortest paths alone, in cells. */
static void compare(path_job *work)
{
    for (int32_t i = 0; i < work->paths.count && work->in.scene.routed; i++) {
        const path_result *path = &work->paths.list[i];
        scenario_compare(&work->scenario, i,
                         path->status == THRONG_TRACE_REACHED ? path->length / (double)work->in.cell : -1.0);
    }
    scenario_report(&work->scenario, &work->job.report);
}

static int write_outputs(void *data)
{
    path_job *work = data;
    run_report *report = &work->job.report;
    const int code = work->in.scene.routed ? path_measure(work) : PROGRAM_OK;
    if (code)
        return code;
    report->hash = hash_floats(work->paths.points, 2 * work->paths.point_count);
    if (work->in.mapped) {
        report_add_size(report, "width", work->in.map.width);
        report_add_size(report, "height", work->in.map.height);
    }
    report_add_size(report, "starts", work->in.scene.start_count);
    report_add_size(report, "sources", work->in.scene.source_count);
    report_add_size(report, "goals", work->in.scene.goal_count);
    report_add_size(report, "points", (int64_t)work->paths.point_count);
    if (work->scenario_path)
        compare(work);
    path_write(&work->paths, work->job.format, work->job.common.out.stream);
    if (work->summary.stream)
        path_write_summary(&work->paths, work->scenario_path ? &work->scenario : NULL, work->summary.stream);
    return work->job.common.png.stream ? path_draw(work) : PROGRAM_OK;
}

static void print_summary(void *data)
{
    path_job *work = data;
    int32_t ends[THRONG_TRACE_INVALID + 1] = {0};
    for (int32_t i = 0; i < work->paths.count; i++)
        ends[work->paths.list[i].status]++;
    printf("path:      %d of %d paths reached a goal", (int)ends[THRONG_TRACE_REACHED],
           (int)work->paths.count);
    for (int32_t i = THRONG_TRACE_REACHED + 1; i <= THRONG_TRACE_INVALID; i++)
        if (ends[i] > 0)
            printf(", %d %s", (int)ends[i], throng_trace_status_name(i));
    printf(" (%s", method_names[work->method]);
    if (work->in.mapped)
        printf(" on %d x %d cells", (int)work->in.map.width, (int)work->in.map.height);
    printf(", ");
    summary_print_machine(&work->job);
    scenario_print(&work->scenario);
    summary_print_result(&work->job, work->hashes.replay.rows > 0 ? ", and each step's is as recorded" : "");
}

static int end(void *data, int code) { return scenario_end(&((path_job *)data)->scenario, code); }

static void release(void *data)
{
    path_job *work = data;
    path_router_destroy(work);
    path_tracer_destroy(work);
    csv_release(&work->hashes.replay);
    path_input_release(&work->in);
    scenario_release(&work->scenario);
    free(work->paths.list);
    free(work->paths.points);
}

const program_command path_command = {
    .name = "path",
    .about = "paths from starts to goals",
    .usage =
        "throng path: paths from starts to goals\n"
        "\n"
        "usage: throng path --goals FILE --starts FILE [--map FILE | --size WxH] [options]\n"
        "       throng path --method dijkstra|astar (--map FILE | --size WxH) --goals FILE --starts FILE\n"
        "                   [options]\n"
        "       throng path --map FILE --scenario FILE.scen [options]\n",
    .details =
        "\n"
        "The result is a table path,step,x,y in world units. Without --out it goes to standard output. The\n"
        "summary has the status (reached, stuck, step-limit, outside, unreachable), the length in world "
        "units\n"
        "and the damage: for each step its time, length / speed, times the powers of the sources in whose\n"
        "range it ends; with a measure, times the Choquet integral of the number of these sources of each\n"
        "type.\n"
        "\n"
        "potential: steps of equal length along the force of the start's own goal, the sources and the "
        "walls;\n"
        "the last step ends at the goal. With a measure, the repulsion of the sources is scaled as in "
        "throng\n"
        "potential. In the JSON file, time.compute and time.resident are an update with sources, walls and "
        "the\n"
        "flow of an escape in place; with_copy adds copying the starts to the device and the paths back;\n"
        "kernel, only with OpenCL, is the device time.\n"
        "dijkstra, astar: a shortest path over cells and their eight neighbours that cuts no corner, given "
        "by\n"
        "the centres of its cells. They run on the CPU with all threads and use sources for the damage,\n"
        "and with --danger for the choice of the route.\n"
        "They accept the options marked potential above and ignore them.\n"
        "\n"
        "With the column step, the sources are those of a game's frames, from step 0 on, in rows by "
        "ascending\n"
        "step. At each step all paths are searched anew; a run is all steps, and the result is that of the\n"
        "last one.\n"
        "\n"
        "A scenario's starts and goals are in the middle of their cells. The summary then has the column\n"
        "optimal, the file's length in cells. Where a length of dijkstra or astar differs from it by more\n"
        "than 1e-5 * (1 + length), exit is 1, with the line that differs most.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n",
    .size = sizeof(path_job),
    .outputs = {"out", "summary", "png", "json", "record", "view-screenshot"},
    .flags = PROGRAM_PRINTS_RESULT | PROGRAM_WARMS_UP | PROGRAM_OWN_PROGRESS | PROGRAM_HAS_VIEW,
    .options = list_options,
    .check = check_usage,
    .load = load_input,
    .create = create,
    .run = run_once,
    .show = path_show,
    .write = write_outputs,
    .summary = print_summary,
    .end = end,
    .release = release,
};
