/* throng influence: an influence map from the user's map and objects, timed. */
#include "tools/throng/program.h"

#include <stdlib.h>
#include <string.h>

static const char *const mode_names[] = {"euclidean", "path", "adjacent", NULL};
static const char *const decay_names[] = {"linear", "exponential", NULL};
static const char *const grid_names[] = {"square8", "square4", "hex", NULL};
static const char *const motion_names[] = {"adjust", "offset", "none", NULL};

#define OWN_OPTIONS 12
#define OPTIONS (OWN_OPTIONS + THRONG_APP_COMMON_OPTIONS)

enum { OPTION_MAP, OPTION_SIZE, OPTION_OBJECTS, OPTION_RANDOM, OPTION_OFFSET = 9, OPTION_MOTION = 8 };

static void list_options(throng_app_influence *in, throng_app_option *options)
{
    const throng_app_option own[OWN_OPTIONS] = {
        {"map", "FILE", "a Moving AI map: gives the size, and the walls in pictures", THRONG_APP_TEXT,
         &in->map_path, 0, 0, NULL, 0},
        {"size", "WxH", "columns and rows, in place of --map", THRONG_APP_SIZE, in->size, 0, 0, NULL, 0},
        {"objects", "FILE",
         "CSV with a header; columns x,y and, where wanted,\n"
         "vx,vy,influence,decay,max_distance,alpha; decay is beta or gamma",
         THRONG_APP_TEXT, &in->objects_path, 0, 0, NULL, 0},
        {"random", "N",
         "N objects drawn with --seed, in place of --objects: on free cells of the map,\n"
         "any direction, two sides (+ and -), strength 0.5 to 1.5, alpha 0.3 to 0.8,\n"
         "reach 8 to 24 cells (less below 128 cells a side), linear decay that ends\n"
         "where the reach does, or gamma 0.8 to 0.95",
         THRONG_APP_INTEGER, &in->random, 0, 134217728, NULL, 0},
        {"squads", "S",
         "with --random: they stand and march in S groups, + from the left against - from\n"
         "the right, every tenth a scout: alone, four times as strong, alpha 0.6 up",
         THRONG_APP_INTEGER, &in->squads, 1, 134217728, NULL, 0},
        {"mode", "NAME", "euclidean, path or adjacent: how influence spreads (default euclidean)",
         THRONG_APP_CHOICE, &in->mode, 0, 0, mode_names, 0},
        {"decay", "NAME", "linear (default) or exponential, for all objects", THRONG_APP_CHOICE, &in->decay,
         0, 0, decay_names, 0},
        {"grid", "NAME", "square8 (default), square4 or hex", THRONG_APP_CHOICE, &in->grid, 0, 0, grid_names,
         0},
        {"motion", "NAME",
         "adjust: each object's alpha (default); offset: every object stands O cells\n"
         "further along its direction, without alpha; none: neither",
         THRONG_APP_CHOICE, &in->motion, 0, 0, motion_names, 0},
        {"offset", "O", "cells, for --motion offset", THRONG_APP_NUMBER, &in->offset, 0, 1e9, NULL, 0},
        {"cell", "C", "side of a cell in world units (default 1)", THRONG_APP_NUMBER, &in->cell, 1e-6, 1e6,
         NULL, 0},
        {"compare", "FILE", "also a picture with none, offset (O, or 4 cells) and adjust side by side",
         THRONG_APP_TEXT, &in->compare_path, 0, 0, NULL, 0},
    };
    *in = (throng_app_influence){.random = -1, .cell = 1.0f};
    memcpy(options, own, sizeof own);
    throng_app_common_options(&in->common, options + OWN_OPTIONS);
}

static void print_help(const throng_app_option *options)
{
    printf("throng influence: an influence map of many objects (rows, columns)\n"
           "\n"
           "usage: throng influence (--map FILE | --size WxH) (--objects FILE | --random N) [options]\n"
           "\n");
    throng_app_print_options(options, OPTIONS);
    printf("\n"
           "Distances count in cells, x and y in world units, x to the right and y downwards. In mode\n"
           "euclidean walls do not stop influence; in path and adjacent it walks around them, and an object\n"
           "stands for the cell that it is in, which must be free. Without --out, --png or --json a summary\n"
           "alone is printed.\n"
           "\n"
           "--json has times in seconds. compute: the objects handed over, the map updated and the work\n"
           "done. Only with OpenCL: kernel, the device's own count of the update; resident, update and wait\n"
           "with the objects on the device already; with_copy, compute and the values read back.\n"
           "hash: FNV-1a, 64 bits, over the result as little-endian float32, row by row.\n"
           "\n"
           "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
}

static int check_usage(const throng_app_influence *in, const throng_app_option *options,
                       throng_app_format *format)
{
    const char *what = NULL;
    const char *why = NULL;
    if (options[OPTION_MAP].given == options[OPTION_SIZE].given) {
        what = in->map_path != NULL ? "--map and --size" : "--map or --size";
        why = in->map_path != NULL ? "they exclude each other; give one"
                                   : "the size is missing; give one of the two";
    } else if (options[OPTION_OBJECTS].given == options[OPTION_RANDOM].given) {
        what = in->objects_path != NULL ? "--objects and --random" : "--objects or --random";
        why = in->objects_path != NULL ? "they exclude each other; give one"
                                       : "the objects are missing; give one of the two";
    } else if (in->motion == THRONG_APP_MOTION_OFFSET && !options[OPTION_OFFSET].given) {
        what = "--motion offset";
        why = "needs to know how far; add --offset O in cells";
    } else if (options[OPTION_OFFSET].given && in->motion != THRONG_APP_MOTION_OFFSET &&
               in->compare_path == NULL) {
        what = "--offset";
        why = "acts with --motion offset only; add that or leave it out";
    } else if (in->squads > 0 && in->random < 0) {
        what = "--squads";
        why = "acts with --random only; add that or leave it out";
    } else if (in->map_path != NULL && in->objects_path != NULL && strcmp(in->map_path, "-") == 0 &&
               strcmp(in->objects_path, "-") == 0) {
        what = "--map and --objects";
        why = "both are standard input; name a file for one of them";
    }
    if (what != NULL) {
        return throng_app_reject(THRONG_APP_USAGE, what, "%s", why);
    }
    return in->common.out != NULL ? throng_app_output_format(in->common.out, format) : THRONG_APP_OK;
}

throng_influence_def throng_app_influence_def(const throng_app_influence *options, const throng_app_map *map,
                                              const throng_app_objects *objects, throng_terrain *terrain)
{
    throng_influence_def def = throng_influence_default_def();
    double sum = 0.0;
    for (int32_t i = 0; i < objects->count; ++i) {
        sum += (double)objects->list[i].max_distance;
    }
    def.width = map->width;
    def.height = map->height;
    def.cell_size = options->cell;
    def.grid = options->grid;
    def.propagation = options->mode;
    def.terrain = terrain;
    def.object_capacity = objects->count;
    if (objects->count > 0) {
        def.typical_distance = (float)(sum / objects->count);
    }
    return def;
}

/* ---------------------------------------------------------------- one job ---------------------------- */

typedef struct job {
    throng_app_influence options;
    throng_app_format format;
    throng_app_map map;
    throng_app_objects objects;
    throng_influence_object *list; /* the objects with --motion applied */
    float *values;
    throng_app_outputs outputs;
    FILE *out, *png, *json, *compare;
    throng_app_log log;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *influence;
    throng_context_info about;
    throng_influence_info state;
    throng_app_report report;
} job;

static int load_input(job *work)
{
    const throng_app_influence *in = &work->options;
    int code = THRONG_APP_OK;
    if (in->map_path != NULL) {
        code = throng_app_map_load(in->map_path, &work->map);
    } else {
        work->map = (throng_app_map){in->size[0], in->size[1], NULL};
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_objects_make(in, &work->map, &work->objects);
    }
    if (code != THRONG_APP_OK) {
        return code;
    }
    size_t cells = (size_t)work->map.width * (size_t)work->map.height;
    size_t count = (size_t)work->objects.count;
    work->values = malloc(cells * sizeof *work->values);
    work->list = malloc((count + 1) * sizeof *work->list);
    if (work->values == NULL || work->list == NULL) {
        return throng_app_reject_memory("influence");
    }
    for (size_t i = 0; i < count; ++i) {
        work->list[i] = throng_app_objects_moved(&work->objects.list[i], in->motion, in->offset);
    }
    return THRONG_APP_OK;
}

/* All at once and before the work: a folder that is missing should not cost a long run. */
static int open_outputs(job *work)
{
    const throng_app_common *common = &work->options.common;
    int code = throng_app_output_open(&work->outputs, "--out", common->out, &work->out);
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&work->outputs, "--png", common->png, &work->png);
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_output_open(&work->outputs, "--json", common->json, &work->json);
    }
    if (code == THRONG_APP_OK) {
        code =
            throng_app_output_open(&work->outputs, "--compare", work->options.compare_path, &work->compare);
    }
    return code;
}

static int create(job *work)
{
    int code = throng_app_context_create(&work->options.common, 1, &work->log, &work->context);
    if (code != THRONG_APP_OK) {
        return code;
    }
    if (work->options.mode != THRONG_PROPAGATION_EUCLIDEAN) {
        code = throng_app_map_terrain(work->context, &work->map, &work->terrain);
        if (code != THRONG_APP_OK) {
            return code;
        }
    }
    throng_influence_def def =
        throng_app_influence_def(&work->options, &work->map, &work->objects, work->terrain);
    code = throng_app_check(work->context, throng_influence_create(work->context, &def, &work->influence),
                            "influence map");
    if (code == THRONG_APP_OK) {
        code =
            throng_app_check(work->context, throng_context_get_info(work->context, &work->about), "context");
    }
    if (code == THRONG_APP_OK) {
        code = throng_app_check(work->context, throng_influence_get_info(work->influence, &work->state),
                                "influence map");
    }
    return code;
}

static int wait_all(job *work)
{
    return throng_app_check(work->context, throng_context_wait(work->context), "influence map");
}

static int read_values(job *work)
{
    return throng_app_check(work->context, throng_influence_read(work->influence, 0, NULL, work->values, 0),
                            "influence map");
}

/* One run. An update leaves a layer alone whose objects nobody touched, so each run hands them over anew,
 * as a game does each frame. Where the device works beside us, the hand-over is awaited before the clock
 * of `resident` starts, and the update before it stops. */
static int run_once(job *work, int32_t index, int32_t last)
{
    const int opencl = work->state.backend == THRONG_BACKEND_OPENCL;
    double begin = throng_app_seconds();
    int code = throng_app_objects_set(work->context, work->influence, 0, &work->objects, work->list);
    code = code == THRONG_APP_OK ? wait_all(work) : code;
    double handed = throng_app_seconds();
    if (code == THRONG_APP_OK) {
        code = throng_app_check(work->context, throng_influence_update(work->influence), "influence map");
    }
    code = code == THRONG_APP_OK ? wait_all(work) : code;
    double updated = throng_app_seconds();
    if (code == THRONG_APP_OK && (opencl || last)) {
        code = read_values(work);
    }
    double finished = throng_app_seconds();
    if (code == THRONG_APP_OK) {
        code = throng_app_check(work->context, throng_influence_get_info(work->influence, &work->state),
                                "influence map");
    }
    if (index >= 0) {
        work->report.compute.seconds[index] = updated - begin;
        work->report.resident.seconds[index] = updated - handed;
        work->report.with_copy.seconds[index] = finished - begin;
        work->report.kernel.seconds[index] = work->state.kernel_seconds;
    }
    return code;
}

static int run_all(job *work)
{
    throng_app_report *report = &work->report;
    throng_app_times *times[4] = {&report->compute, &report->kernel, &report->resident, &report->with_copy};
    const int32_t repeat = work->options.common.repeat;
    const int32_t kinds = work->state.backend == THRONG_BACKEND_OPENCL ? 4 : 1;
    for (int32_t i = 0; i < 4; ++i) {
        times[i]->seconds = calloc((size_t)repeat, sizeof(double));
        times[i]->count = i < kinds ? repeat : 0;
        if (times[i]->seconds == NULL) {
            return throng_app_reject_memory("--repeat");
        }
    }
    int code = run_once(work, -1, 0);
    for (int32_t i = 0; i < repeat && code == THRONG_APP_OK; ++i) {
        throng_app_progress("influence: run", i, repeat);
        code = run_once(work, i, i + 1 == repeat);
    }
    throng_app_progress("", repeat, repeat);
    return code;
}

static void fill_report(job *work)
{
    throng_app_report *report = &work->report;
    const int64_t cells = (int64_t)work->map.width * work->map.height;
    const int opencl = work->state.backend == THRONG_BACKEND_OPENCL;
    const throng_app_size sizes[4] = {{"width", work->map.width},
                                      {"height", work->map.height},
                                      {"cells", cells},
                                      {"objects", work->objects.count}};
    report->backend = throng_backend_name(work->state.backend);
    report->device = opencl ? work->about.device_name : "cpu";
    report->isa = throng_isa_name(work->about.isa);
    report->threads = work->about.threads;
    report->operation = "influence";
    report->hash = throng_app_hash(work->values, (size_t)cells);
    memcpy(report->sizes, sizes, sizeof sizes);
    report->size_count = 4;
}

static int write_outputs(job *work)
{
    const throng_app_common *common = &work->options.common;
    int code = THRONG_APP_OK;
    if (work->out != NULL) {
        throng_app_write_values(work->out, work->format, work->values, work->map.height, work->map.width);
    }
    if (work->png != NULL) {
        size_t cells = (size_t)work->map.width * (size_t)work->map.height;
        throng_app_field field = {work->values,
                                  work->map.width,
                                  work->map.height,
                                  work->options.grid,
                                  &work->map,
                                  throng_app_field_largest(work->values, cells),
                                  0};
        code = throng_app_field_write(&field, work->png, common->png);
    }
    if (code == THRONG_APP_OK && work->json != NULL) {
        code = throng_app_report_write(&work->report, work->json);
    }
    if (code == THRONG_APP_OK && work->compare != NULL) {
        code = throng_app_compare(work->context, &work->options, &work->map, &work->objects, work->terrain,
                                  work->compare);
    }
    return code;
}

static void print_summary(const job *work)
{
    const throng_app_report *report = &work->report;
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    throng_app_spread(&report->compute, &least, &median, &most);
    printf("influence: %d x %d cells, %d objects, %s", (int)work->map.width, (int)work->map.height,
           (int)work->objects.count, report->backend);
    if (work->state.backend == THRONG_BACKEND_OPENCL) {
        printf(" (%s)\n", report->device);
    } else {
        printf(" (%s, %d thread%s)\n", report->isa, (int)report->threads, report->threads == 1 ? "" : "s");
    }
    printf("compute:   %.3f ms (least %.3f, most %.3f, runs %d)\n", 1e3 * median, 1e3 * least, 1e3 * most,
           (int)report->compute.count);
    printf("hash:      %016llx\n", (unsigned long long)report->hash);
    if (*work->log.warning != '\0') {
        printf("note:      %s\n", work->log.warning);
    }
}

static int work_through(job *work)
{
    int code = load_input(work);
    code = code == THRONG_APP_OK ? open_outputs(work) : code;
    code = code == THRONG_APP_OK ? create(work) : code;
    code = code == THRONG_APP_OK ? run_all(work) : code;
    if (code == THRONG_APP_OK) {
        fill_report(work);
        code = write_outputs(work);
    }
    int silent = throng_app_output_uses_stdout(&work->outputs);
    code = code == THRONG_APP_OK ? throng_app_output_finish(&work->outputs) : code;
    if (code == THRONG_APP_OK && !silent) {
        print_summary(work);
    }
    return code;
}

static void clean_up(job *work)
{
    throng_app_output_discard(&work->outputs);
    throng_influence_destroy(work->influence);
    (void)throng_terrain_destroy(work->terrain);
    (void)throng_context_destroy(work->context);
    throng_app_objects_release(&work->objects);
    free(work->map.cells);
    free(work->list);
    free(work->values);
    free(work->report.compute.seconds);
    free(work->report.kernel.seconds);
    free(work->report.resident.seconds);
    free(work->report.with_copy.seconds);
}

int throng_app_run_influence(int argc, char **argv)
{
    throng_app_option options[OPTIONS];
    job work = {.format = THRONG_APP_CSV};
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
