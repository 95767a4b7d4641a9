/* What the files of `throng path` share, and some of it with `throng potential`: paths from starts to goals,
 * past the guns of the sources. */
#ifndef THRONG_PATH_H
#define THRONG_PATH_H

#include "throng_app.h"

typedef enum throng_path_method {
    THRONG_PATH_POTENTIAL,
    THRONG_PATH_DIJKSTRA,
    THRONG_PATH_ASTAR
} throng_path_method;

/* ---------------------------------------------------------------- in -------------------------------- */

/* Coordinates in world units. */
typedef struct throng_path_goal {
    float x, y, k;
    throng_cell cell;
} throng_path_goal;

typedef struct throng_path_start {
    float x, y, speed;
    int32_t goal;
    throng_cell cell;
} throng_path_start;

typedef struct throng_path_source {
    float x, y, eta, range, power;
    int32_t type;
} throng_path_source;

typedef struct throng_path_scene {
    throng_path_goal *goals;
    throng_path_start *starts;
    throng_path_source *sources;
    int32_t goal_count, start_count, source_count;
    int32_t types; /* that sources may have, 0: as many as there can be */
} throng_path_scene;

/* Starts and goals are on free cells of the map. sources_path may be NULL: none. */
int throng_path_load(const char *goals_path, const char *starts_path, const char *sources_path,
                     const throng_app_map *map, float cell, throng_path_scene *scene);
/* The goals and sources alone, either path may be NULL: none. Without a map goals may be anywhere. */
int throng_path_load_field(const char *goals_path, const char *sources_path, const throng_app_map *map,
                           float cell, throng_path_scene *scene);
void throng_path_release(throng_path_scene *scene);

/* ---------------------------------------------------------------- out ------------------------------- */

typedef enum throng_path_status { THRONG_PATH_REACHED, THRONG_PATH_UNREACHABLE } throng_path_status;

typedef struct throng_path_way {
    throng_path_status status;
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

/* Fills in length and damage of all ways, by their points. */
void throng_path_measure(throng_path_ways *ways, const throng_path_scene *scene);
/* path,step,x,y for each point. */
int throng_path_write(const throng_path_ways *ways, throng_app_format format, FILE *stream);
/* path,status,steps,length,damage for each way. */
void throng_path_write_summary(const throng_path_ways *ways, FILE *stream);
/* The map, the sources' ranges and the ways. */
int throng_path_draw(const throng_path_ways *ways, const throng_path_scene *scene, const throng_app_map *map,
                     float cell, FILE *stream, const char *path);

#endif
