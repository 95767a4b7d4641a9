/* throng crowd: agents that walk without running into each other. */
#include "tools/throng/crowd/crowd.h"

#include <stdlib.h>
#include <string.h>

#define OWN_OPTIONS 17
#define OPTIONS (OWN_OPTIONS + THRONG_APP_COMMON_OPTIONS)
#define STEPS_MOST 1000000000
#define EXACT (1 << 24) /* whole numbers up to here are floats */

enum { OPTION_SPACING = 2, OPTION_CELL = 5, OPTION_NAVIGATE = 6 };

static const char *const switch_names[] = {"off", "on", NULL};
static const char *const ways[] = {"straight", "flow", NULL};

static void list_options(throng_app_crowd_options *in, throng_app_option *options)
{
    *in = (throng_app_crowd_options){.random = -1,
                                     .spacing = 4.0f,
                                     .cell = 1.0f,
                                     .dead_speed = -1.0f,
                                     .dt = 0.1f,
                                     .steps = 100,
                                     .every = 1};
    const throng_app_option own[OWN_OPTIONS] = {
        {"agents", "FILE", "CSV with the agents' columns, see below; or", THRONG_APP_TEXT, &in->agents_path,
         0, 0, NULL, 0},
        {"random", "N",
         "this many agents in a block of rows, each a fifth of the spacing off at\n"
         "most, on its way to a random point of the block; none where an obstacle is;\n"
         "with --map on places all over the map",
         THRONG_APP_INTEGER, &in->random, 0, THRONG_MAX_AGENTS, NULL, 0},
        {"spacing", "S", "of --random, between neighbours in a row and between rows (default 4)",
         THRONG_APP_NUMBER, &in->spacing, 1e-6, 1e9, NULL, 0},
        {"obstacles", "FILE", "CSV with polygon,vertex,x,y, see below", THRONG_APP_TEXT, &in->obstacles_path,
         0, 0, NULL, 0},
        {"map", "FILE", "Moving AI map, whose blocked cells are walls, and all beyond it", THRONG_APP_TEXT,
         &in->map_path, 0, 0, NULL, 0},
        {"cell", "S", "of --map, world units for each cell (default 1)", THRONG_APP_NUMBER, &in->cell, 1e-6,
         1e6, NULL, 0},
        {"navigate", "WAY",
         "straight to the goal (default), or flow: around the map's walls by shortest\n"
         "paths to the goal's cell; --random then has 8 goals",
         THRONG_APP_CHOICE, &in->navigate, 0, 0, ways, 0},
        {"perception", "LIST",
         "off (default: neighbor_dist says who is noticed), on (all), or some of\n"
         "vision,hearing,touch,adaptive,responsibility",
         THRONG_APP_TEXT, &in->senses, 0, 0, NULL, 0},
        {"congestion", "NAME",
         "on: who is slower than its dead speed turns by a random angle of at most\n"
         "60 degrees; off (default)",
         THRONG_APP_CHOICE, &in->congestion, 0, 0, switch_names, 0},
        {"dead-speed", "V", "of all agents, for --congestion (default: a tenth of max_speed)",
         THRONG_APP_NUMBER, &in->dead_speed, 0, 1e9, NULL, 0},
        {"symmetry", "A",
         "each step turns each preferred velocity by a random angle of at most so\n"
         "many radians, 0 to 1, so that those who meet head-on do not stand (default 0)",
         THRONG_APP_NUMBER, &in->symmetry, 0, 1, NULL, 0},
        {"dt", "T", "seconds of a step (default 0.1)", THRONG_APP_NUMBER, &in->dt, 1e-6, 1e6, NULL, 0},
        {"steps", "N", "how many (default 100)", THRONG_APP_INTEGER, &in->steps, 0, STEPS_MOST, NULL, 0},
        {"every", "K", "the result has step 0, every K-th and the last (default 1)", THRONG_APP_INTEGER,
         &in->every, 1, STEPS_MOST, NULL, 0},
        {"record", "FILE", "the hash of each step's state, as CSV step,hash", THRONG_APP_TEXT,
         &in->record_path, 0, 0, NULL, 0},
        {"replay", "FILE", "checks each step's hash against a recorded run of the same agents and options",
         THRONG_APP_TEXT, &in->replay_path, 0, 0, NULL, 0},
        {"gif", "FILE", "an animation: the states of the result, at most 1000 of them", THRONG_APP_TEXT,
         &in->gif_path, 0, 0, NULL, 0},
    };
    memcpy(options, own, sizeof own);
    throng_app_option *common = options + OWN_OPTIONS;
    throng_app_common_options(&in->common, common);
    throng_app_explain(common, "seed", "for --random and for the random angles (default 0)");
    throng_app_explain(common, "repeat",
                       "timed runs, from the same start, after an untimed step (default 1)");
    throng_app_explain(common, "png", "the agents' ways, and the obstacles");
}

static void print_help(const throng_app_option *options)
{
    printf("throng crowd: agents that walk without running into each other\n"
           "\n"
           "usage: throng crowd --agents FILE | --random N [--spacing S] [--obstacles FILE] [--map FILE] "
           "[options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf(
        "\n"
        "columns of --agents, in any order; each but px,py may be left out (defaults in brackets):\n"
        "  id                  0 to 2^64-2, unique; breaks ties (the row's number, from 0)\n"
        "  px,py vx,vy         position; velocity (0)\n"
        "  prefx,prefy         preferred velocity (0), or in their place\n"
        "  goalx,goaly         a goal, approached with the smaller of pref_speed and distance/dt\n"
        "  pref_speed          towards the goal (-1: max_speed)\n"
        "  radius max_speed    (1) (2)\n"
        "  neighbor_dist       others farther away are not noticed (15)\n"
        "  max_neighbors       how many are avoided, the nearest, 0 to 64 (10)\n"
        "  time_horizon        seconds for which agents are avoided (5)\n"
        "  time_horizon_obst   and obstacles (5)\n"
        "  layer mask          A notices B if A's mask has a bit of B's layer (1) (all)\n"
        "  priority            of two the higher leaves it all to the other (0)\n"
        "  responsibility      weight of the own share (1)\n"
        "  locked              1: stands, and others avoid it (0)\n"
        "and for --perception\n"
        "  vision_range        at the start, and at most (15)\n"
        "  vision_range_min    at least (-1: 4/15 of vision_range)\n"
        "  vision_angle        full angle in degrees, 0 to 360 (220)\n"
        "  hearing_range       how far it hears (5)\n"
        "  sound_range         how far it is heard (2)\n"
        "  capacity            how many it may perceive before vision shrinks (7)\n"
        "  heading_x,heading_y where it looks until it moves (its velocity, else its preferred one)\n"
        "\n"
        "columns of --obstacles, in any order, rows too: polygon, its number; vertex, from 0 or 1 on without "
        "a\n"
        "gap, in the order in which the edges go around; x,y. A polygon is solid inside where the sum of\n"
        "x_i*y_(i+1) - x_(i+1)*y_i is above 0; below it is a room, solid outside; two vertices are a wall.\n"
        "\n"
        "The result is a table step,id,px,py,vx,vy,neighbors,vision_range, by step and ascending id;\n"
        "without --out it goes to standard output. neighbors is how many were perceived in that step, with\n"
        "no sense on how many were avoided. An .npy file has the same columns as floats. In the JSON file,\n"
        "hash is over px,py,vx,vy,neighbors,vision_range of all rows, and time.compute is all steps of a\n"
        "run; only with OpenCL: kernel, the device's own count of the steps; resident, the same as compute;\n"
        "with_copy, agents and obstacles set and the last state read as well.\n"
        "In the animation colour is speed, from blue to yellow at max_speed; congested agents are pink. It\n"
        "runs in real time where that is between 5 and 50 pictures a second. In the picture of ways\n"
        "colour is the direction from a start (ring) to the place reached (disc), both as large as the "
        "body.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

/* ---------------------------------------------------------------- usage ----------------------------- */

static int parse_senses(throng_app_crowd_options *in)
{
    static const char *const names[] = {"vision", "hearing", "touch", "adaptive", "responsibility"};
    const char *text = in->senses;
    char quote[64];
    if (text == NULL || strcmp(text, "off") == 0 || strcmp(text, "on") == 0) {
        in->perception = text != NULL && text[1] == 'n' ? THRONG_PERCEPTION_ALL : 0;
        return THRONG_APP_OK;
    }
    while (text != NULL) {
        const size_t length = strcspn(text, ",");
        size_t i = 0;
        while (i < sizeof names / sizeof *names &&
               (strlen(names[i]) != length || memcmp(names[i], text, length) != 0)) {
            i += 1;
        }
        if (i == sizeof names / sizeof *names) {
            return throng_app_reject(THRONG_APP_USAGE, "--perception",
                                     "\"%s\" is none of vision, hearing, touch, adaptive, responsibility; "
                                     "give off, on or a list of "
                                     "these",
                                     throng_app_quote(quote, text, length));
        }
        in->perception |= 1u << i; /* THRONG_VISION and so on */
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    if ((in->perception & THRONG_ADAPTIVE) && !(in->perception & THRONG_VISION)) {
        return throng_app_reject(THRONG_APP_USAGE, "--perception",
                                 "adaptive changes the range of vision; add vision");
    }
    return THRONG_APP_OK;
}

static int check_usage(throng_app_crowd_job *work, const throng_app_option *options)
{
    throng_app_crowd_options *in = &work->options;
    if (in->agents_path == NULL && in->random < 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--agents or --random",
                                 "the agents are missing; give one of the two");
    }
    if (in->agents_path != NULL && in->random >= 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--agents and --random",
                                 "they exclude each other; give one");
    }
    const char *const paths[3] = {in->agents_path, in->obstacles_path, in->map_path};
    static const char *const both[3] = {"--agents and --obstacles", "--obstacles and --map",
                                        "--agents and --map"};
    for (size_t i = 0; i < 3; ++i) {
        const char *first = paths[i];
        const char *second = paths[(i + 1) % 3];
        if (first != NULL && second != NULL && strcmp(first, "-") == 0 && strcmp(second, "-") == 0) {
            return throng_app_reject(THRONG_APP_USAGE, both[i],
                                     "both are standard input; name a file for one of them");
        }
    }
    for (size_t i = OPTION_CELL; i <= OPTION_NAVIGATE; ++i) {
        if (options[i].given && in->map_path == NULL) {
            return throng_app_reject(THRONG_APP_USAGE, i == OPTION_CELL ? "--cell" : "--navigate",
                                     "it is about a map; give --map, or leave it out");
        }
    }
    if (options[OPTION_SPACING].given && in->random < 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--spacing", "only --random reads it; leave it out");
    }
    int code = parse_senses(in);
    return code == THRONG_APP_OK && in->common.out != NULL
               ? throng_app_output_format(in->common.out, &work->format)
               : code;
}

/* An .npy file has floats alone. */
static int check_exact(const throng_app_crowd_job *work)
{
    const throng_app_crowd_scene *scene = &work->scene;
    if (work->format != THRONG_APP_NPY) {
        return THRONG_APP_OK;
    }
    if (work->options.steps > EXACT) {
        return throng_app_reject(THRONG_APP_USAGE, "--out",
                                 "%d steps are more than the floats of an .npy count; take a .csv",
                                 (int)work->options.steps);
    }
    for (int32_t i = 0; i < scene->count; ++i) {
        const uint64_t id = scene->agents[i].id;
        if ((float)id >= 18446744073709551616.0f || (uint64_t)(float)id != id) {
            return throng_app_reject(THRONG_APP_USAGE, "--out",
                                     "the id %llu is no float, as an .npy has them; take a .csv",
                                     (unsigned long long)id);
        }
    }
    return THRONG_APP_OK;
}

/* ---------------------------------------------------------------- the work -------------------------- */

static int open_outputs(throng_app_crowd_job *work)
{
    const throng_app_common *common = &work->options.common;
    const struct {
        const char *option, *path;
        FILE **stream;
    } files[] = {{"--out", common->out != NULL ? common->out : "-", &work->out},
                 {"--png", common->png, &work->png},
                 {"--gif", work->options.gif_path, &work->gif},
                 {"--record", work->options.record_path, &work->record},
                 {"--json", common->json, &work->json}};
    int code = THRONG_APP_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files && code == THRONG_APP_OK; ++i) {
        code = throng_app_output_open(&work->outputs, files[i].option, files[i].path, files[i].stream);
    }
    return code;
}

static int compute(throng_app_crowd_job *work)
{
    int code =
        throng_app_context_create(&work->options.common, work->json != NULL, &work->log, &work->context);
    if (code == THRONG_APP_OK) {
        code =
            throng_app_check(work->context, throng_context_get_info(work->context, &work->about), "context");
    }
    return code == THRONG_APP_OK ? throng_app_crowd_run(work) : code;
}

static int write_outputs(throng_app_crowd_job *work)
{
    throng_app_report *report = &work->report;
    const int32_t records = throng_app_crowd_records(&work->options);
    report->backend = throng_backend_name(work->backend);
    report->device = work->backend == THRONG_BACKEND_OPENCL ? work->about.device_name : "cpu";
    report->isa = throng_isa_name(work->about.isa);
    report->threads = work->about.threads;
    report->operation = "crowd";
    report->sizes[0] = (throng_app_size){"agents", work->scene.count};
    report->sizes[1] = (throng_app_size){"obstacles", work->scene.obstacles.count};
    report->sizes[2] = (throng_app_size){"walls", work->walls};
    report->sizes[3] = (throng_app_size){"steps", work->options.steps};
    report->sizes[4] = (throng_app_size){"rows", (int64_t)records * work->scene.count};
    report->sizes[5] = (throng_app_size){"cells", (int64_t)work->scene.map.width * work->scene.map.height};
    report->sizes[6] = (throng_app_size){"flow_fields", work->scene.fields};
    report->size_count = work->scene.map.cells != NULL ? 7 : 5;
    int code = work->png != NULL ? throng_app_crowd_draw(work) : THRONG_APP_OK;
    code = code == THRONG_APP_OK && work->gif != NULL ? throng_app_crowd_animate(work) : code;
    return code == THRONG_APP_OK && work->json != NULL ? throng_app_report_write(report, work->json) : code;
}

static void print_summary(const throng_app_crowd_job *work)
{
    const throng_app_report *report = &work->report;
    const int32_t agents = work->scene.count;
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    printf("crowd:     %d agents, %d steps of %g s (%s, %s, %d thread%s)\n", (int)agents,
           (int)work->options.steps, (double)work->options.dt, report->device, report->isa,
           (int)report->threads, report->threads == 1 ? "" : "s");
    if (work->scene.map.cells != NULL) {
        printf("map:       %d x %d cells, %d flow field%s\n", (int)work->scene.map.width,
               (int)work->scene.map.height, (int)work->scene.fields, work->scene.fields == 1 ? "" : "s");
    }
    if (work->scene.obstacles.count > 0 || work->scene.map.cells != NULL) {
        printf("obstacles: %d, of %d walls, with no room for %d agents\n", (int)work->scene.obstacles.count,
               (int)work->walls, work->options.random > agents ? (int)(work->options.random - agents) : 0);
    }
    printf("last step: %.1f neighbours each, %lld at their goal, %lld congested\n",
           agents > 0 ? (double)work->perceived / agents : 0.0, (long long)work->arrived,
           (long long)work->congested);
    throng_app_spread(&report->compute, &least, &median, &most);
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)report->compute.count);
    printf("hash:      %016llx%s\n", (unsigned long long)report->hash,
           work->replay.rows > 0 ? ", and each step's is as recorded" : "");
}

static int work_through(throng_app_crowd_job *work)
{
    int code = throng_app_crowd_load(&work->options, &work->scene);
    code = code == THRONG_APP_OK ? check_exact(work) : code;
    code = code == THRONG_APP_OK ? throng_app_crowd_replay_load(work) : code;
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

static void clean_up(throng_app_crowd_job *work)
{
    throng_app_output_discard(&work->outputs);
    (void)throng_crowd_destroy(work->crowd);
    throng_app_crowd_map_release(work);
    (void)throng_context_destroy(work->context);
    throng_app_crowd_release(&work->scene);
    throng_app_crowd_film_release(&work->film);
    throng_app_table_release(&work->replay);
    free(work->handles);
    free(work->state.places);
    free(work->state.velocities);
    free(work->state.neighbors);
    free(work->state.visions);
    free(work->state.flags);
    free(work->report.compute.seconds);
    free(work->report.kernel.seconds);
    free(work->report.resident.seconds);
    free(work->report.with_copy.seconds);
}

int throng_app_crowd(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    throng_app_crowd_job work = {.format = THRONG_APP_CSV};
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
