/* throng crowd: agents that move without collisions. */
#include "tools/throng/crowd/world.h"
#include "tools/throng/subcommands.h"

#include <stdlib.h>
#include <string.h>

#define STEPS_MOST 1000000000

static const char *const switch_names[] = {"off", "on", NULL};
static const char *const settle_names[] = {"on", "off", NULL};
static const char *const navigate_names[] = {"straight", "flow", NULL};
static const char *const heading_names[] = {"turning", "velocity", NULL}; /* THRONG_HEADING_* */
static const char *const neighbors_names[] = {"gaps", "centres", NULL};   /* THRONG_NEIGHBORS_* */

static void list_scene(option_list *options, crowd_options *in)
{
    option_file(options, "agents", "CSV with the agents' columns, see below; or", &in->agents_path);
    option_integer(options, "random", "N",
                   "this many agents in a block of rows, each moved at random by up to a fifth of\n"
                   "the spacing, with a random goal in the block; none inside of obstacles;\n"
                   "with --map spread over the map",
                   &in->random, 0, THRONG_MAX_AGENTS);
    option_number(options, "spacing", "S",
                  "of --random, between neighbours in a row and between rows (default 4; with\n"
                  "--map one cell)",
                  &in->spacing, 1e-6, 1e9);
    option_file(options, "obstacles", "CSV with polygon,vertex,x,y, see below", &in->obstacles_path);
    option_file(options, "map",
                "Moving AI map; its blocked cells are walls, and so is everything outside of it",
                &in->map_path);
    option_number(options, "cell", "S", "of --map, world units for each cell (default 1)", &in->cell, 1e-5,
                  1e6);
    option_choice(options, "navigate", "WAY",
                  "straight to the goal (default), or flow: around the map's walls by shortest\n"
                  "paths to the goal's cell on which the agent's body fits; --random then has 8\n"
                  "goals, which all can reach",
                  &in->navigate, navigate_names);
}

static void list_rules(option_list *options, crowd_options *in)
{
    option_text(options, "perception", "LIST",
                "off (default: neighbor_dist decides who is noticed), on (all), or some of\n"
                "vision,hearing,touch,adaptive,responsibility",
                &in->senses);
    option_choice(options, "heading", "NAME",
                  "where agents with senses look: turning (default) to their preferred velocity,\n"
                  "and sight and touch notice bodies at their own on all sides; or velocity: along\n"
                  "the last velocity, the letter of Shi 2015, with which crowds that stand shake",
                  &in->heading, heading_names);
    option_choice(options, "neighbors", "NAME",
                  "who is nearest, and who is within neighbor_dist: gaps between bodies (default),\n"
                  "or distances between centres, as in RVO2; the same where all radii are equal",
                  &in->neighbors, neighbors_names);
    option_choice(options, "settle", "NAME",
                  "on (default): who is held up by agents that have arrived at the same goal has\n"
                  "arrived, too, and stands; off",
                  &in->settle, settle_names);
    option_choice(options, "congestion", "NAME",
                  "on: an agent slower than its dead speed turns by a random angle of up to\n"
                  "60 degrees; off (default)",
                  &in->congestion, switch_names);
    option_number(options, "dead-speed", "V",
                  "of all agents, for --congestion (default: a tenth of max_speed)", &in->dead_speed, 0, 1e9);
    option_number(options, "symmetry", "A",
                  "each step turns each preferred velocity by a random angle of up to A radians,\n"
                  "0 to 1, so that agents that meet head-on do not block each other (default 0)",
                  &in->symmetry, 0, 1);
}

static void list_options(void *data)
{
    crowd_job *work = data;
    option_list *options = &work->job.options;
    crowd_options *in = &work->options;
    *in = (crowd_options){.random = -1,
                          .spacing = 4.0f,
                          .cell = 1.0f,
                          .dead_speed = -1.0f,
                          .dt = 0.1f,
                          .steps = 100,
                          .every = 1};
    list_scene(options, in);
    crowd_steer_list_options(options, in);
    list_rules(options, in);
    option_number(options, "dt", "T", "seconds per step (default 0.1)", &in->dt, 1e-6, 1e6);
    option_integer(options, "steps", "N", "number of steps (default 100)", &in->steps, 0, STEPS_MOST);
    option_integer(options, "every", "K", "the result has step 0, every K-th and the last (default 1)",
                   &in->every, 1, STEPS_MOST);
    step_hashes_list_options(options, "the hash of each step's state, as CSV step,hash", &in->hashes);
    option_output(options, "gif", "an animation: the states of the result, at most 1000 of them", &in->gif);
    team_list_options(options,
                      "auto (default): all processes, where mpirun or srun started several; mpi: by MPI, if\n"
                      "only one; single: this process alone",
                      &in->world);
    option_integer(options, "parts", "N",
                   "cuts the crowd into N parts in each process, each with a context of its own: the\n"
                   "result stays as it is; of a list --device A,B,... each part takes one in turn",
                   &in->parts, 1, CROWD_PARTS_MOST);
    options_common(options, &work->job.common);
    viewer_list_options(options, &work->job.view);
    options_explain(options, "seed", "for --random and for the random angles (default 0)");
    options_explain(options, "repeat", "timed runs, from the same start, after an untimed step (default 1)");
    options_explain(options, "png", "the agents' paths, and the obstacles");
}

/* ---------------------------------------------------------------- usage ----------------------------- */

static int parse_senses(crowd_options *in)
{
    static const char *const names[] = {"vision", "hearing", "touch", "adaptive", "responsibility"};
    const char *text = in->senses;
    char quote[64];
    if (!text || strcmp(text, "off") == 0 || strcmp(text, "on") == 0) {
        in->perception = text && text[1] == 'n' ? THRONG_PERCEPTION_ALL : 0;
        return PROGRAM_OK;
    }
    while (text) {
        const size_t length = strcspn(text, ",");
        size_t i = 0;
        while (i < sizeof names / sizeof *names &&
               (strlen(names[i]) != length || memcmp(names[i], text, length) != 0))
            i++;
        if (i == sizeof names / sizeof *names)
            return reject_usage("--perception",
                                "\"%s\" is none of vision, hearing, touch, adaptive, responsibility; "
                                "give off, on or a list of "
                                "these",
                                text_quote(quote, text, length));
        in->perception |= 1u << i; /* THRONG_VISION and so on */
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    if ((in->perception & THRONG_ADAPTIVE) && !(in->perception & THRONG_VISION))
        return reject_usage("--perception", "adaptive changes the range of vision; add vision");
    return PROGRAM_OK;
}

static int check_inputs(const crowd_options *in)
{
    const struct {
        const char *name, *path;
    } files[] = {{"agents", in->agents_path},
                 {"obstacles", in->obstacles_path},
                 {"map", in->map_path},
                 {"sources", in->sources_path},
                 {"replay", in->hashes.replay_path}};
    int code = PROGRAM_OK;
    for (size_t k = 1; k < sizeof files / sizeof *files; k++)
        for (size_t i = 0; i < k && !code; i++)
            code = options_check_inputs(files[i].name, files[i].path, files[k].name, files[k].path);
    return code;
}

static void set_unused(crowd_job *work)
{
    option_list *options = &work->job.options;
    work->options.senses = work->options.senses ? work->options.senses : "off";
    if (work->options.random < 0)
        option_set_unused(options, "spacing");
    if (!work->options.congestion)
        option_set_unused(options, "dead-speed");
    if (strcmp(work->options.senses, "off") == 0)
        option_set_unused(options, "heading");
    if (work->options.map_path)
        return;
    option_set_unused(options, "cell");
    option_set_unused(options, "navigate");
}

static int check_usage(void *data)
{
    crowd_job *work = data;
    option_list *options = &work->job.options;
    crowd_options *in = &work->options;
    int code =
        options_require_one(options, "agents", "random", "the agents are missing; give one of the two");
    in->seed = work->job.common.seed;
    if (!option_given(options, "spacing"))
        in->spacing = in->map_path ? in->cell : 4.0f;
    code = code ? code : check_inputs(in);
    if (code)
        return code;
    if (!in->map_path && (option_given(options, "cell") || option_given(options, "navigate")))
        return reject_usage(option_given(options, "cell") ? "--cell" : "--navigate",
                            "it needs a map; give --map, or leave it out");
    if (option_given(options, "spacing") && in->random < 0)
        return reject_usage("--spacing", "only --random reads it; leave it out");
    set_unused(work);
    code = crowd_steer_check(in, options);
    code = code ? code : parse_senses(in);
    return code ? code : crowd_world_prepare(work);
}

/* An .npy file has floats only. */
static int check_exact(const crowd_job *work)
{
    const crowd_scene *scene = &work->scene;
    if (work->job.format != OUTPUT_NPY)
        return PROGRAM_OK;
    if (work->options.steps > OUTPUT_EXACT)
        return reject_usage("--out", "%d steps are more than the floats of an .npy count; take a .csv",
                            (int)work->options.steps);
    for (int32_t i = 0; i < scene->count; i++) {
        const uint64_t id = scene->agents[i].id;
        if ((float)id >= 18446744073709551616.0f || (uint64_t)(float)id != id)
            return reject_usage("--out", "the id %llu is no float, as an .npy has them; take a .csv",
                                (unsigned long long)id);
    }
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- the work -------------------------- */

static int load_input(void *data)
{
    crowd_job *work = data;
    int code = crowd_load(&work->options, &work->scene);
    code = code ? code : check_exact(work);
    code = code ? code : crowd_steer_load(work);
    return code ? code : crowd_replay_load(work);
}

/* 0: there are no agents, or no steps. */
static double ns_per_agent(const crowd_job *work)
{
    const double steps = (double)work->scene.count * work->options.steps;
    double least, median, most;
    times_spread(&work->job.report.compute, &least, &median, &most);
    return steps > 0.0 ? 1e9 * median / steps : 0.0;
}

static int write_outputs(void *data)
{
    crowd_job *work = data;
    const crowd_scene *scene = &work->scene;
    run_report *report = &work->job.report;
    report->ns_per_agent = ns_per_agent(work);
    report_add_size(report, "agents", scene->count);
    report_add_size(report, "obstacles", scene->obstacles.count);
    report_add_size(report, "walls", work->walls);
    report_add_size(report, "steps", work->options.steps);
    report_add_size(report, "rows", (int64_t)crowd_records(&work->options) * scene->count);
    if (work->world) {
        report_add_size(report, "processes", team()->size);
        report_add_size(report, "parts", (int64_t)team()->size * work->options.parts);
    }
    if (work->options.devices)
        work->job.common.device = work->options.devices;
    if (scene->map.cells) {
        report_add_size(report, "cells", (int64_t)scene->map.width * scene->map.height);
        report_add_size(report, "flow_fields", scene->fields);
    }
    const int code = work->job.common.png.stream ? crowd_draw(work) : PROGRAM_OK;
    return !code && work->options.gif.stream ? crowd_animate(work) : code;
}

static void print_summary(void *data)
{
    crowd_job *work = data;
    const crowd_scene *scene = &work->scene;
    const int32_t agents = scene->count;
    printf("crowd:     %d agents, %d steps of %g s (", (int)agents, (int)work->options.steps,
           (double)work->options.dt);
    summary_print_machine(&work->job);
    if (work->world)
        printf("world:     %d part%s, %d process%s\n", (int)(team()->size * work->options.parts),
               team()->size * work->options.parts == 1 ? "" : "s", (int)team()->size,
               team()->size == 1 ? "" : "es");
    if (scene->map.cells)
        printf("map:       %d x %d cells, %d flow field%s\n", (int)scene->map.width, (int)scene->map.height,
               (int)scene->fields, scene->fields == 1 ? "" : "s");
    if (scene->obstacles.count > 0 || scene->map.cells)
        printf("obstacles: %d, of %d walls, with no room for %d agents\n", (int)scene->obstacles.count,
               (int)work->walls, work->options.random > agents ? (int)(work->options.random - agents) : 0);
    printf("last step: %.1f neighbours each, %lld at their goal, %lld congested, %lld in walls\n",
           agents > 0 ? (double)work->perceived / agents : 0.0, (long long)work->counts.arrived,
           (long long)work->counts.congested, (long long)work->counts.inside);
    if (work->job.report.ns_per_agent > 0.0)
        printf("a step:    %.1f ns per agent\n", work->job.report.ns_per_agent);
    summary_print_result(&work->job,
                         work->options.hashes.replay.rows > 0 ? ", and each step's is as recorded" : "");
}

/* Under MPI: where results go to standard output, too. */
static int tell_ranks(void *data, int code)
{
    (void)data;
    if (team_ranks() > 0)
        (void)fprintf(stderr, "throng crowd: %d rank%s\n", (int)team_ranks(), team_ranks() == 1 ? "" : "s");
    return code;
}

static void release(void *data)
{
    crowd_job *work = data;
    crowd_show_release(work);
    crowd_calls_release(work);
    crowd_map_release(work);
    crowd_release(&work->scene);
    crowd_film_release(&work->film);
    crowd_state_release(&work->state);
    csv_release(&work->options.hashes.replay);
    crowd_steer_release(work);
}

const program_command crowd_command = {
    .name = "crowd",
    .about = "agents that move without collisions",
    .usage = "throng crowd: agents that move without collisions\n"
             "\n"
             "usage: throng crowd --agents FILE | --random N [--spacing S] [--obstacles FILE] [--map FILE] "
             "[options]\n",
    .details =
        "\n"
        "columns of --agents, in any order; all but px,py are optional (defaults in brackets; with --map\n"
        "radius 0.2, max_speed 2, neighbor_dist and vision_range 3, hearing_range 1, sound_range 0.4 times\n"
        "--cell, time_horizon 1, time_horizon_obst 0.5):\n"
        "  id                  0 to 2^64-2, unique; breaks ties (the row's number, from 0)\n"
        "  px,py vx,vy         position; velocity (0)\n"
        "  prefx,prefy         preferred velocity (0), or instead\n"
        "  goalx,goaly         a goal, approached at the smaller of pref_speed and distance/dt\n"
        "  pref_speed          towards the goal (-1: max_speed)\n"
        "  radius max_speed    (1) (2)\n"
        "  neighbor_dist       agents farther away are ignored; by gaps, the radii's difference farther "
        "(15)\n"
        "  max_neighbors       the number of nearest agents to avoid, 0 to 64 (10)\n"
        "  time_horizon        seconds for which agents are avoided (5)\n"
        "  time_horizon_obst   seconds for which obstacles are avoided (5)\n"
        "  layer mask          A notices B if A's mask has a bit of B's layer (1) (all)\n"
        "  priority            of two agents the one with the lower priority does all of the avoiding (0)\n"
        "  responsibility      weight of the agent's share of avoiding (1)\n"
        "  locked              1: it never moves, and others avoid it (0)\n"
        "and for --perception\n"
        "  vision_range        at the start, and at most (15)\n"
        "  vision_range_min    at least (-1: 4/15 of vision_range)\n"
        "  vision_angle        full angle in degrees, 0 to 360 (220)\n"
        "  hearing_range       how far it hears (5)\n"
        "  sound_range         how far it is heard (2)\n"
        "  capacity            number of agents it may perceive before its vision shrinks (7)\n"
        "  heading_x,heading_y direction of view until it moves (its velocity, else its preferred velocity)\n"
        "\n"
        "columns of --obstacles, in any order, and rows in any order: polygon: its number; vertex: from 0 or "
        "1\n"
        "on without gaps, in the order of the edges; x,y. A polygon is solid inside if the sum of\n"
        "x_i*y_(i+1) - x_(i+1)*y_i is above 0. If it is below 0, the polygon is a room, solid outside. Two\n"
        "vertices are a wall.\n"
        "\n"
        "The result is a table step,id,px,py,vx,vy,neighbors,vision_range, by step and ascending id. "
        "Without\n"
        "--out it goes to standard output. neighbors is the number of agents perceived in that step; "
        "without\n"
        "perception, the number avoided. An .npy file has the same columns as floats. In the JSON file, "
        "hash\n"
        "is over px,py,vx,vy,neighbors,vision_range of all rows, and time.compute is all steps of a run, "
        "with\n"
        "--fear and --sources steering too. With OpenCL also kernel: device time of the steps; resident: "
        "the\n"
        "same as compute; with_copy: setting the agents and obstacles and reading the last state as well.\n"
        "In the animation, colour is speed, from blue to yellow at max_speed; congested agents are pink. It\n"
        "plays in real time if that is between 5 and 50 frames per second. In the picture of paths, colour "
        "is\n"
        "the direction from the start (ring) to the last position (disc); both have the size of the agent.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n",
    .size = sizeof(crowd_job),
    .outputs = {"out", "png", "gif", "record", "json", "view-screenshot"},
    .flags = PROGRAM_PRINTS_RESULT | PROGRAM_OWN_PROGRESS | PROGRAM_HAS_VIEW,
    .options = list_options,
    .check = check_usage,
    .load = load_input,
    .serve = crowd_serve,
    .create = crowd_create,
    .run = crowd_run,
    .write = write_outputs,
    .summary = print_summary,
    .end = tell_ranks,
    .release = release,
};
