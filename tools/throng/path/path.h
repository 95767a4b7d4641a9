/* Shared by the files of `throng path`, in part with `throng potential`: paths from starts to goals that
 * avoid the sources. */
#ifndef THRONG_TOOLS_PATH_PATH_H
#define THRONG_TOOLS_PATH_PATH_H

#include "tools/support/csv.h"
#include "tools/throng/measure_options.h"
#include "tools/throng/runner.h"
#include "tools/throng/scenario.h"
#include "tools/throng/step_hashes.h"
#include "tools/throng/step_table.h"
#include "tools/throng/world_canvas.h"

typedef enum path_method { PATH_POTENTIAL, PATH_DIJKSTRA, PATH_ASTAR } path_method;

/* ---------------------------------------------------------------- in -------------------------------- */

/* Coordinates in world units. The library's struct comes first. */
typedef struct path_goal {
    throng_potential_goal at;
    throng_cell cell;
} path_goal;

typedef struct path_start {
    throng_trace_start at;
    throng_cell cell;
    int32_t line; /* of its file */
} path_start;

typedef struct path_scene {
    path_goal *goals;
    path_start *starts;
    throng_potential_source *sources;
    int32_t goal_count, start_count, source_count;
    throng_potential_source *all_sources; /* of all steps; `sources` are those of one */
    step_table index;                     /* of these; one step without the column `step` */
    int32_t stepped;                      /* 1: the sources may have that column */
    const char *starts_name;              /* of the file, for messages */
    int32_t types;                        /* that sources may have, 0: as many as there can be */
    int32_t traced; /* 1: places are in the cells in which a tracer finds them, speeds as it takes */
    int32_t routed; /* 1: routes over cells, of which there is no potential field */
} path_scene;

/* What `throng path` and `throng potential` share: options, input, and objects of the library. */
typedef struct path_input {
    measure_input measure_options;
    const char *map_path, *goals_path, *sources_path;
    float cell, terrain_eta, terrain_range;
    int32_t terrain_mode;
    int32_t mapped, joined; /* 1: there is a map; a measure */
    grid_map map;
    path_scene scene;
    throng_terrain *terrain;
    throng_measure *measure;
} path_input;

void path_input_defaults(path_input *in);
/* Reads the options of a measure. Rejects more than one input file from standard input. */
int path_input_check(path_input *in, const option_list *options, const char *other_path);
/* Marks what this run does not read. */
void path_input_set_unused(const path_input *in, option_list *options);
/* Rejects options of a map without one, and a range that the library does not take. */
int path_input_check_terrain(const path_input *in, const option_list *options);
/* The goals, the starts and the sources; paths may be NULL: none. Starts and goals are on free cells of the
 * map; without one they may be anywhere. A scene for a potential field has no more goals than one takes. */
int path_input_load(path_input *in, const char *starts_path);
/* The same with starts and goals of a scenario, in the middle of their cells. */
int path_input_load_scenario(path_input *in, const scenario *from);
/* The terrain and the measure. */
int path_input_create(path_input *in, throng_context *context);
throng_potential_def path_potential_def(const path_input *in);
/* Sets the sources and goals of a field. */
throng_status path_fill(const path_scene *scene, throng_potential *field);
/* Makes the sources of a step those of the scene. */
void path_scene_show(path_scene *scene, int32_t step);
void path_input_release(path_input *in);

/* ---------------------------------------------------------------- paths ----------------------------- */

typedef struct path_result {
    throng_trace_status status;
    size_t first; /* of its points, one for each step and the start */
    int32_t count;
    double length, damage; /* in world units; what the sources do to it */
} path_result;

typedef struct path_set {
    path_result *list; /* one for each start */
    int32_t count;
    float *points; /* x, y */
    size_t point_count;
} path_set;

/* ---------------------------------------------------------------- the work -------------------------- */

typedef struct path_job {
    program_job job;
    path_input in;
    const char *starts_path, *scenario_path;
    scenario scenario; /* no rows: starts and goals are from tables */
    program_file summary;
    int32_t size[2], method, max_steps, escape;
    float hill_range, danger;
    step_hashes hashes; /* of the steps' paths */
    path_set paths;
    struct path_router *router; /* one of these two */
    struct path_tracer *tracer;
} path_job;

/* Both ways to find paths: the objects of the library, and one timed run, which fills the paths. */
int path_router_create(path_job *work); /* over cells; without length and damage */
int path_router_run(path_job *work, run_sample *sample);
/* Takes up the sources of a step. */
int path_router_refill(path_job *work);
void path_router_destroy(path_job *work);
int path_tracer_create(path_job *work); /* along a potential field */
int path_tracer_run(path_job *work, run_sample *sample);
int path_tracer_refill(path_job *work);
void path_tracer_destroy(path_job *work);

/* Steps of the sources: options (and that of their weight in routes), the hashes to compare with, a run of
 * all steps. */
void path_frames_list_options(path_job *work);
int path_frames_load(path_job *work);
int32_t path_has_frames(const path_job *work);
int path_frames_run(path_job *work, run_sample *sample);

/* ---------------------------------------------------------------- out ------------------------------- */

#define PATH_RATES_MOST 256
/* Damage per unit of time at so many points at most: the powers of the sources whose range they are in,
 * added, or the number of these of each type, combined by the measure. */
int path_rates(const path_job *work, const float *points, size_t count, double *rates);
/* Length and damage of all paths, by their points. */
int path_measure(path_job *work);
/* path,step,x,y for each point. stream NULL: nowhere, with --view on a terminal. */
void path_write(const path_set *paths, output_format format, FILE *stream);
/* path,status,steps,length,damage for each path; with a scenario its length, too. */
void path_write_summary(const path_set *paths, const scenario *from, FILE *stream);
canvas_color path_color(int32_t index);
/* The goals, and all that sources reach. */
void path_widen_to_scene(const path_scene *scene, world_area *area);
/* The map, the sources' ranges and the paths. */
int path_draw(const path_job *work);
/* A canvas of the map, or without one of all goals, sources and points, with the ranges of the sources in
 * red. points: x, y of each, `stride` floats apart. */
int path_open_canvas(const path_input *in, const float *points, size_t stride, size_t count,
                     world_canvas *seen);

/* ---------------------------------------------------------------- points ---------------------------- */

typedef struct potential_picture {
    const path_input *in;
    const throng_potential_point *points;
    const throng_force *forces;
    int32_t count;
} potential_picture;

/* The smallest and the largest force, without outliers at either end. */
int potential_find_ends(const potential_picture *picture, double *low, double *high);
/* The forces at the points of `throng potential`. */
int potential_draw(const potential_picture *picture, const program_file *file);

/* ---------------------------------------------------------------- the viewer ------------------------ */

/* Hooks of the runner, or called by them: return as viewer_show() does. */
int path_show(void *data);
int potential_show(const potential_picture *shown, program_job *job, uint64_t hash);

#endif
