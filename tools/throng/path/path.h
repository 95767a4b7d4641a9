/* What the files of `throng path` share, and some of it with `throng potential`: paths from starts to goals,
 * past the guns of the sources. */
#ifndef THRONG_TOOLS_PATH_PATH_H
#define THRONG_TOOLS_PATH_PATH_H

#include "tools/throng/measure_options.h"
#include "tools/throng/runner.h"
#include "tools/throng/view.h"

typedef enum path_method { PATH_POTENTIAL, PATH_DIJKSTRA, PATH_ASTAR } path_method;

/* ---------------------------------------------------------------- in -------------------------------- */

/* Coordinates in world units; what the library is given comes first. */
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
    const char *starts_name; /* of the file, for messages */
    int32_t types;           /* that sources may have, 0: as many as there can be */
    int32_t traced;          /* 1: places are in the cells in which a tracer finds them, speeds as it takes */
    int32_t routed;          /* 1: routes over cells, of which there is no potential field */
} path_scene;

/* Starts and goals are on free cells of the map; it may be NULL: anywhere. sources_path may be NULL: none. */
int path_load(const char *goals_path, const char *starts_path, const char *sources_path, const grid_map *map,
              float cell, path_scene *scene);
/* The goals and sources alone, either path may be NULL: none. Without a map goals may be anywhere. A scene
 * for a potential field, that is, all but routes over cells, has no more goals than one takes. */
int path_load_field(const char *goals_path, const char *sources_path, const grid_map *map, float cell,
                    path_scene *scene);
/* The options of a field that `throng path` and `throng potential` share. */
typedef struct path_terrain {
    float eta, range;
    int32_t mode;
} path_terrain;

/* Rejects options of a map without one, and a range that the library does not take. */
int path_check_terrain(const option_list *options, const path_terrain *terrain, int32_t mapped, float cell);
/* Rejects more than one input file from standard input. */
int path_check_inputs(const char *const *paths, size_t count);
throng_potential_def path_potential_def(const path_scene *scene, const path_terrain *terrain, float cell);
/* Sets the sources and goals of a field. */
throng_status path_fill(const path_scene *scene, throng_potential *field);
void path_release(path_scene *scene);

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
    measure_input source;
    const char *map_path, *goals_path, *starts_path, *sources_path;
    program_file summary;
    int32_t size[2], method, max_steps, escape;
    path_terrain terrain_options;
    float cell, hill_range;
    int32_t mapped, joined; /* 1: there is a map; a measure */
    grid_map map;
    path_scene scene;
    path_set paths;
    throng_terrain *terrain;
    throng_measure *measure;
    struct path_router *router; /* one of these two */
    struct path_tracer *tracer;
} path_job;

/* Both ways to find paths: the objects of the library, and one timed run, which fills the paths. */
int path_router_create(path_job *work); /* over cells; without length and damage */
int path_router_run(path_job *work, run_sample *sample);
void path_router_destroy(path_job *work);
int path_tracer_create(path_job *work); /* along a potential field */
int path_tracer_run(path_job *work, run_sample *sample);
void path_tracer_destroy(path_job *work);

/* ---------------------------------------------------------------- out ------------------------------- */

/* Length and damage of all paths, by their points. */
int path_measure(path_job *work);
/* path,step,x,y for each point. */
void path_write(const path_set *paths, output_format format, FILE *stream);
/* path,status,steps,length,damage for each path. */
void path_write_summary(const path_set *paths, FILE *stream);
/* The map, the sources' ranges and the paths. */
int path_draw(const path_job *work);
/* The area of goals and of all that sources reach; the ranges of sources, in red. */
void path_widen(const path_scene *scene, view_area *area);
void path_draw_sources(const path_scene *scene, world_view *seen);

/* ---------------------------------------------------------------- points ---------------------------- */

typedef struct potential_picture {
    const path_scene *scene;
    const grid_map *map; /* NULL: none */
    float cell;
    const throng_potential_point *points;
    const throng_force *forces;
    int32_t count;
} potential_picture;

/* The forces at the points of `throng potential`. */
int potential_draw(const potential_picture *picture, const program_file *file);

#endif
