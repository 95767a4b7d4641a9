/* throng influence: an influence map from the user's map and objects, timed. */
#include "tools/throng/influence/influence.h"
#include "tools/support/hash.h"
#include "tools/support/heat_map.h"
#include "tools/support/memory.h"
#include "tools/throng/subcommands.h"

#include <stdlib.h>

static const char *const mode_names[] = {"euclidean", "path", "adjacent", NULL};
static const char *const decay_names[] = {"linear", "exponential", NULL};
static const char *const motion_names[] = {"adjust", "offset", "none", NULL};

static void list_options(void *data)
{
    influence_job *work = data;
    option_list *options = &work->job.options;
    work->random = -1;
    work->cell = 1.0f;
    option_file(options, "map", "Moving AI map: gives the size, and the walls in pictures", &work->map_path);
    option_size(options, "size", "columns and rows, in place of --map", work->size);
    option_file(options, "objects",
                "CSV with a header; columns x,y and optional\n"
                "vx,vy,influence,decay,max_distance,alpha; decay is beta or gamma; and\n"
                "step,layer, see below",
                &work->objects_path);
    option_integer(options, "random", "N",
                   "N random objects by --seed, in place of --objects: on free cells of the map,\n"
                   "any direction, two sides (+ and -), strength 0.5 to 1.5, alpha 0.3 to 0.8,\n"
                   "reach 8 to 24 cells (less below 128 cells a side), linear decay that ends\n"
                   "at the reach, or gamma 0.8 to 0.95",
                   &work->random, 0, 134217728);
    option_integer(options, "squads", "S",
                   "with --random: S groups that move together, + from the left against - from the\n"
                   "right; every tenth object is a scout: alone, four times as strong, alpha 0.6 up",
                   &work->squads, 1, 134217728);
    option_choice(options, "mode", "NAME",
                  "euclidean, path or adjacent: how influence propagates (default euclidean)", &work->mode,
                  mode_names);
    option_choice(options, "decay", "NAME", "linear (default) or exponential, for all objects", &work->decay,
                  decay_names);
    option_choice(options, "grid", "NAME", "square8 (default), square4 or hex", &work->grid, grid_names);
    option_choice(options, "motion", "NAME",
                  "adjust: each object's alpha (default); offset: every object moves O cells\n"
                  "ahead in its direction, without alpha; none: neither",
                  &work->motion, motion_names);
    option_number(options, "offset", "O", "cells, for --motion offset", &work->offset, 0, 1e9);
    option_number(options, "cell", "C", "side of a cell in world units (default 1)", &work->cell, 1e-6, 1e6);
    option_output(options, "compare", "a picture of none, offset (O, or 4 cells) and adjust side by side",
                  &work->compare);
    influence_frames_list_options(options, &work->frames);
    options_common(options, &work->job.common);
    viewer_list_options(options, &work->job.view);
}

/* The offset of --compare where none is given. */
static void choose_offset(influence_job *work)
{
    if (work->compare.path && !option_given(&work->job.options, "offset"))
        work->offset = COMPARED_OFFSET;
    if (!work->compare.path && work->motion != MOTION_OFFSET)
        option_set_unused(&work->job.options, "offset");
}

static int check_usage(void *data)
{
    influence_job *work = data;
    const option_list *options = &work->job.options;
    const int32_t has_offset = option_given(options, "offset");
    int code = options_require_one(options, "map", "size", "the size is missing; give one of the two");
    if (!code)
        code =
            options_require_one(options, "objects", "random", "the objects are missing; give one of the two");
    if (code)
        return code;
    if (work->motion == MOTION_OFFSET && !has_offset)
        return reject_usage("--motion offset", "needs to know how far; add --offset O in cells");
    if (has_offset && work->motion != MOTION_OFFSET && !work->compare.path)
        return reject_usage("--offset", "acts with --motion offset only; add that or leave it out");
    if (work->squads > 0 && work->random < 0)
        return reject_usage("--squads", "acts with --random only; add that or leave it out");
    choose_offset(work);
    code = influence_frames_check(work);
    return code ? code : options_check_inputs("map", work->map_path, "objects", work->objects_path);
}

/* 1: a run is more than one update of one layer. */
static int has_frames(const influence_job *work)
{
    const influence_frames *frames = &work->frames;
    return frames->index.first &&
           (frames->index.steps > 1 || frames->index.layers > 1 || frames->weight_count > 0 ||
            frames->momentum > 0.0f || step_hashes_wanted(&frames->hashes));
}

static int load_input(void *data)
{
    influence_job *work = data;
    int code = program_map(work->map_path, work->size, &work->map);
    code = code ? code : program_check_cell(&work->map, work->cell);
    code = code ? code : objects_load(work, &work->objects);
    code = !code && work->objects_path ? influence_frames_load(work) : code;
    if (!code && has_frames(work) && work->compare.path)
        code = reject_usage("--compare", "it shows one moment; leave steps, layers and their options out");
    if (!code && has_frames(work) && work->job.view.view)
        code = reject_usage("--view",
                            "it shows one layer at one moment; leave steps, layers and their options out");
    const size_t count = (size_t)work->objects.count;
    work->values = allocate((size_t)work->map.width * (size_t)work->map.height, sizeof *work->values,
                            "influence", &code);
    work->moved = allocate(count, sizeof *work->moved, "influence", &code);
    work->stepped = allocate(count, sizeof *work->stepped, "influence", &code);
    for (size_t i = 0; i < count && !code; i++) {
        work->moved[i] = objects_moved(&work->objects.list[i], work->motion, work->offset);
        work->stepped[i] = objects_stepped(work, &work->moved[i]);
    }
    return code;
}

/* ---------------------------------------------------------------- the influence map ----------------- */

throng_influence_def influence_make_def(const influence_job *work)
{
    const influence_objects *objects = &work->objects;
    throng_influence_def def = throng_influence_default_def();
    double sum = 0.0;
    for (int32_t i = 0; i < objects->count; i++)
        sum += (double)objects->list[i].max_distance;
    def.width = work->map.width;
    def.height = work->map.height;
    def.cell_size = work->cell;
    def.grid = work->grid;
    def.propagation = work->mode;
    def.terrain = work->terrain;
    def.layers = work->frames.index.first ? work->frames.index.layers : 1;
    def.object_capacity = work->frames.index.first ? work->frames.index.most : objects->count;
    if (objects->count > 0)
        def.typical_distance = (float)(sum / objects->count);
    return def;
}

static int create(void *data)
{
    influence_job *work = data;
    throng_context *context = work->job.context;
    if (work->mode != THRONG_PROPAGATION_EUCLIDEAN) {
        const int code = program_terrain(context, &work->map, &work->terrain);
        if (code)
            return code;
    }
    const throng_influence_def def = influence_make_def(work);
    throng_status status = throng_influence_create(context, &def, &work->influence);
    if (status == THRONG_OK)
        status = throng_influence_get_info(work->influence, &work->state);
    work->job.backend = work->state.backend;
    return program_check(context, status, "influence map");
}

int32_t influence_is_away(const influence_job *work, int32_t run)
{
    return (work->job.common.repeat - 1 - run) & 1;
}

/* An update leaves out what has not moved, so objects move from each run to the next, as in a game's
 * frames, and are back where the input has them in the last one, whose result is kept. A device works
 * asynchronously: the clock of `resident` starts when the objects have arrived, and stops when the update
 * has ended. */
static int run_once(void *data, run_sample *sample)
{
    influence_job *work = data;
    throng_context *context = work->job.context;
    if (has_frames(work))
        return influence_frames_run(work, sample);
    const int32_t away = influence_is_away(work, work->job.run);
    const double begin = wall_seconds();
    int code = objects_set(context, work->influence, 0, &work->objects, away ? work->stepped : work->moved);
    if (code)
        return code;
    throng_status status = throng_context_wait(context);
    const double objects_set_at = wall_seconds();
    status = status == THRONG_OK ? throng_influence_update(work->influence) : status;
    status = status == THRONG_OK ? throng_context_wait(context) : status;
    const double updated = wall_seconds();
    status = status == THRONG_OK ? throng_influence_read(work->influence, 0, NULL, work->values, 0) : status;
    const double finished = wall_seconds();
    status = status == THRONG_OK ? throng_influence_get_info(work->influence, &work->state) : status;
    *sample = (run_sample){.compute = updated - begin,
                           .kernel = work->state.kernel_seconds,
                           .resident = updated - objects_set_at,
                           .with_copy = finished - begin};
    work->update_seconds = sample->compute;
    code = program_check(context, status, "influence map");
    return !code && work->job.viewer && work->job.run >= 0 ? influence_show(work) : code;
}

/* ---------------------------------------------------------------- results --------------------------- */

static int write_outputs(void *data)
{
    influence_job *work = data;
    const program_common *common = &work->job.common;
    const grid_map *map = &work->map;
    const size_t cells = (size_t)map->width * (size_t)map->height;
    run_report *report = &work->job.report;
    int code = PROGRAM_OK;
    report->hash = hash_floats(work->values, cells);
    report_add_size(report, "width", map->width);
    report_add_size(report, "height", map->height);
    report_add_size(report, "cells", (int64_t)cells);
    report_add_size(report, "objects", work->objects.count);
    if (common->out.stream)
        output_write_values(common->out.stream, work->job.format, work->values, map->height, map->width);
    if (common->png.stream) {
        const heat_map picture = {.values = work->values,
                                  .width = map->width,
                                  .height = map->height,
                                  .grid = work->grid,
                                  .map = map,
                                  .scale = heat_map_largest(work->values, cells)};
        code = heat_map_write(&picture, common->png.stream, common->png.path);
    }
    return !code && work->compare.stream ? influence_compare(work) : code;
}

static void print_summary(void *data)
{
    influence_job *work = data;
    const run_report *report = &work->job.report;
    printf("influence: %d x %d cells, %d objects, %s (", (int)work->map.width, (int)work->map.height,
           (int)work->objects.count, report->backend);
    if (work->job.backend == THRONG_BACKEND_OPENCL)
        printf("%s)\n", report->device);
    else
        printf("%s, %d thread%s)\n", report->isa, (int)report->threads, report->threads == 1 ? "" : "s");
    summary_print_result(&work->job,
                         work->frames.hashes.replay.rows > 0 ? ", and each step's is as recorded" : "");
}

static void release(void *data)
{
    influence_job *work = data;
    influence_show_release(work);
    throng_influence_destroy(work->influence);
    influence_frames_release(&work->frames);
    (void)throng_terrain_destroy(work->terrain);
    objects_release(&work->objects);
    free(work->map.cells);
    free(work->moved);
    free(work->stepped);
    free(work->values);
}

const program_command influence_command = {
    .name = "influence",
    .about = "an influence map of many objects",
    .usage = "throng influence: an influence map of many objects (rows, columns)\n"
             "\n"
             "usage: throng influence (--map FILE | --size WxH) (--objects FILE | --random N) [options]\n",
    .details =
        "\n"
        "Distances count in cells; x and y are in world units, x to the right and y downwards. In mode\n"
        "euclidean, walls do not stop influence. In path and adjacent, influence goes around them, and an\n"
        "object acts from the centre of its cell, which must be free. Without --out, --png or --json only a\n"
        "summary is printed.\n"
        "\n"
        "With the columns step and layer of --objects, a table has the objects of a game's frames, from "
        "step\n"
        "0 on, in rows by ascending step and within a step by ascending layer. Each step sets all layers "
        "and\n"
        "updates the map; a run is all steps, and the result is that of the last one.\n"
        "\n"
        "Otherwise, from each run to the next all objects move, so that a run costs what a game's frame\n"
        "does: by a quarter of a cell, and in path and adjacent, where the cell alone counts, to the next\n"
        "free cell. They are back in the last run, whose result is written.\n"
        "\n"
        "--json has times in seconds. compute: setting the objects and updating the map. With OpenCL also\n"
        "kernel: device time of the update; resident: the update with the objects already on the device;\n"
        "with_copy: compute plus reading the values. hash: FNV-1a, 64 bits, over the result as "
        "little-endian\n"
        "float32, row by row.\n"
        "\n"
        "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n",
    .size = sizeof(influence_job),
    .outputs = {"out", "png", "json", "compare", "record", "view-screenshot"},
    .flags = PROGRAM_WARMS_UP | PROGRAM_HAS_VIEW,
    .options = list_options,
    .check = check_usage,
    .load = load_input,
    .create = create,
    .run = run_once,
    .write = write_outputs,
    .summary = print_summary,
    .release = release,
};
