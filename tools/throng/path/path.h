/* What the files of `throng path` share, and some of it with `throng potential`: paths from starts to goals,
 * past the guns of the sources. */
#ifndef THRONG_PROGRAM_PATH_PATH_H
#define THRONG_PROGRAM_PATH_PATH_H

#include "tools/throng/view.h"

typedef enum throng_path_method {
    THRONG_PATH_POTENTIAL,
    THRONG_PATH_DIJKSTRA,
    THRONG_PATH_ASTAR
} throng_path_method;

/* ---------------------------------------------------------------- in -------------------------------- */

/* Coordinates in world units; what the library is given comes first. */
typedef struct throng_path_goal {
    throng_potential_goal at;
    throng_cell cell;
} throng_path_goal;

typedef struct throng_path_start {
    throng_trace_start at;
    throng_cell cell;
    int32_t line; /* of its file */
} throng_path_start;

typedef struct throng_path_scene {
    throng_path_goal *goals;
    throng_path_start *starts;
    throng_potential_source *sources;
    int32_t goal_count, start_count, source_count;
    const char *starts_name; /* of the file, for messages */
    int32_t types;           /* that sources may have, 0: as many as there can be */
    int32_t traced;          /* 1: places are in the cells in which a tracer finds them, speeds as it takes */
    int32_t routed;          /* 1: ways over cells, of which there is no potential field */
} throng_path_scene;

/* Starts and goals are on free cells of the map; it may be NULL: anywhere. sources_path may be NULL: none. */
int throng_path_load(const char *goals_path, const char *starts_path, const char *sources_path,
                     const throng_app_map *map, float cell, throng_path_scene *scene);
/* The goals and sources alone, either path may be NULL: none. Without a map goals may be anywhere. A scene
 * for a potential field, that is, all but ways over cells, has no more goals than one takes. */
int throng_path_load_field(const char *goals_path, const char *sources_path, const throng_app_map *map,
                           float cell, throng_path_scene *scene);
/* What the library takes as the range of a map's cells, in the words of --terrain-range. */
int throng_path_check_range(float range, float cell);
/* Sets the sources and goals of a field. */
throng_status throng_path_fill(const throng_path_scene *scene, throng_potential *field);
void throng_path_release(throng_path_scene *scene);

/* ---------------------------------------------------------------- ways ------------------------------ */

typedef struct throng_path_way {
    throng_trace_status status;
    size_t first; /* of its points, one for each step and the start */
    int32_t count;
    double length, damage; /* world units; what the sources do to it */
} throng_path_way;

typedef struct throng_path_ways {
    throng_path_way *list; /* one for each start */
    int32_t count;
    float *points; /* x, y */
    size_t point_count;
} throng_path_ways;

/* ---------------------------------------------------------------- the work -------------------------- */

typedef struct throng_path_options {
    throng_app_common common;
    throng_app_measure measure;
    const char *map_path, *goals_path, *starts_path, *sources_path, *summary_path;
    int32_t size[2];
    int32_t method, max_steps, terrain, escape;
    float cell, terrain_eta, terrain_range, hill_range;
} throng_path_options;

typedef struct throng_path_job {
    throng_path_options options;
    int32_t mapped, joined; /* 1: there is a map; a measure */
    throng_app_format format;
    throng_app_map map;
    throng_path_scene scene;
    throng_path_ways ways;
    throng_app_outputs outputs;
    FILE *out, *summary, *png, *json;
    throng_app_log log;
    throng_context *context;
    throng_context_info about;
    throng_backend backend; /* where the ways were found */
    throng_terrain *terrain;
    throng_measure *measure;
    throng_app_report report;
} throng_path_job;

/* Both fill the ways and the times, of which there is room for all runs. */
int throng_path_search(throng_path_job *work); /* over cells; without length and damage */
int throng_path_trace(throng_path_job *work);  /* along a potential field */

/* ---------------------------------------------------------------- out ------------------------------- */

/* Fills in length and damage of all ways, by their points. */
int throng_path_measure(throng_path_job *work);
/* path,step,x,y for each point. */
void throng_path_write(const throng_path_ways *ways, throng_app_format format, FILE *stream);
/* path,status,steps,length,damage for each way. */
void throng_path_write_summary(const throng_path_ways *ways, FILE *stream);
/* The map, the sources' ranges and the ways. */
int throng_path_draw(const throng_path_job *work);
/* Of pictures: the goals, and all that sources reach; and the ranges of these, in red. */
void throng_path_widen(const throng_path_scene *scene, throng_view_area *area);
void throng_path_draw_sources(const throng_path_scene *scene, throng_view *seen);

/* ---------------------------------------------------------------- points ---------------------------- */

typedef struct throng_potential_picture {
    const throng_path_scene *scene;
    const throng_app_map *map; /* NULL: none */
    float cell;
    const throng_potential_point *points;
    const throng_force *forces;
    int32_t count;
} throng_potential_picture;

/* What points feel, in `throng potential`. */
int throng_potential_draw(const throng_potential_picture *picture, FILE *stream, const char *path);

#endif
