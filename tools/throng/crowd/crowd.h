/* What the files of `throng crowd` share: agents, a run, its result and pictures. */
#ifndef THRONG_PROGRAM_CROWD_CROWD_H
#define THRONG_PROGRAM_CROWD_CROWD_H

#include "tools/throng/program.h"

typedef struct throng_app_crowd_options {
    throng_app_common common;
    const char *agents_path, *obstacles_path, *map_path, *senses, *gif_path; /* NULL: not given */
    const char *record_path, *replay_path;
    int32_t random;   /* -1: not given */
    int32_t navigate; /* 0: straight, 1: by a flow */
    int32_t congestion, steps, every;
    float spacing, cell, dead_speed, symmetry, dt;
    throng_perception perception; /* what `senses` says */
} throng_app_crowd_options;

/* ---------------------------------------------------------------- obstacles ------------------------- */

/* Made by throng_app_crowd_free_space_make(). */
typedef struct throng_app_crowd_free_space {
    struct throng_app_crowd_edge *edges;
    double *bottoms;
    int32_t count, size;       /* edges; leaves of the tree */
    int32_t solid;             /* a place is solid that is in so many more solid polygons than rooms */
    const throng_app_map *map; /* whose blocked cells are solid, and all beyond it; NULL: none */
    double cell;
} throng_app_crowd_free_space;

typedef struct throng_app_crowd_polygon {
    int32_t number, line; /* in its file, the line of its lowest vertex */
    int32_t first, count; /* of the vertices */
} throng_app_crowd_polygon;

typedef struct throng_app_crowd_obstacles {
    const char *name;                   /* of their file, for messages */
    throng_app_crowd_polygon *polygons; /* by ascending number */
    int32_t count;
    throng_vertex *vertices;
    throng_app_crowd_free_space ground;
} throng_app_crowd_obstacles;

/* path NULL: none. */
int throng_app_crowd_obstacles_load(const char *path, throng_app_crowd_obstacles *obstacles);
/* Where the library refuses one, which. */
throng_status throng_app_crowd_obstacles_add(const throng_app_crowd_obstacles *obstacles, throng_crowd *crowd,
                                             const throng_app_crowd_polygon **rejected);
void throng_app_crowd_obstacles_release(throng_app_crowd_obstacles *obstacles);

int throng_app_crowd_free_space_make(throng_app_crowd_obstacles *obstacles);
void throng_app_crowd_free_space_release(throng_app_crowd_free_space *ground);
/* 1: it is not solid there, and no edge is nearer than `radius`. */
int32_t throng_app_crowd_free_space_free(const throng_app_crowd_free_space *ground, double x, double y,
                                         double radius);
/* Whether it is solid in the middle of each of `width` steps from `left` on: 1 or 0. */
void throng_app_crowd_free_space_row(const throng_app_crowd_free_space *ground, double y, double left,
                                     double step, int32_t width, int32_t *solid);

/* ---------------------------------------------------------------- in -------------------------------- */

typedef struct throng_app_crowd_scene {
    throng_agent_def *agents; /* by ascending id */
    int32_t *lines;           /* of their file, for messages; NULL: they were drawn at random */
    int32_t count;
    throng_app_crowd_obstacles obstacles;
    throng_app_map map;
    throng_cell *goals; /* the flow's fields, one goal each */
    int32_t fields;
} throng_app_crowd_scene;

/* The agents of --agents or --random, the obstacles and the map. */
int throng_app_crowd_load(const throng_app_crowd_options *options, throng_app_crowd_scene *scene);
void throng_app_crowd_release(throng_app_crowd_scene *scene);

/* ---------------------------------------------------------------- the map --------------------------- */

/* 1: a blocked cell, or off the map. */
int32_t throng_app_crowd_map_blocks(const throng_app_crowd_free_space *ground, double x, double y);
/* 1: no blocked cell, and no border, is nearer than `radius`. */
int32_t throng_app_crowd_map_clear(const throng_app_crowd_free_space *ground, double x, double y,
                                   double radius);
/* After the obstacles; nothing without --map. */
int throng_app_crowd_map_load(const throng_app_crowd_options *options, throng_app_crowd_scene *scene);
/* Whether the agents stand where one can, and with a flow have goals where one can. */
int throng_app_crowd_map_check(const throng_app_crowd_options *options, const throng_app_crowd_scene *scene);
/* With a flow: lists the goals' cells, and sends each agent to its own. */
int throng_app_crowd_map_aim(const throng_app_crowd_options *options, throng_app_crowd_scene *scene);

/* ---------------------------------------------------------------- the run --------------------------- */

/* What a step left, for each agent of the scene. */
typedef struct throng_app_crowd_state {
    int32_t step;
    float *places, *velocities; /* x, y */
    int32_t *neighbors;
    float *visions;
    uint32_t *flags; /* THRONG_FLAG_* */
} throng_app_crowd_state;

/* Frames for the pictures: states of the result, thinned out where they would take too much memory. */
typedef struct throng_app_crowd_film {
    int32_t agents, frames, thin; /* every `thin`-th state, and the last one */
    float *places;                /* x, y of all agents, frame by frame */
    uint8_t *shades;
} throng_app_crowd_film;

#define THRONG_APP_CROWD_SHADES 30                         /* by speed over max_speed, from 0 */
#define THRONG_APP_CROWD_CONGESTED THRONG_APP_CROWD_SHADES /* the shade behind them */

typedef struct throng_app_crowd_job {
    throng_app_crowd_options options;
    throng_app_format format;
    throng_app_crowd_scene scene;
    throng_app_crowd_state state;
    throng_app_crowd_film film;
    throng_app_outputs outputs;
    FILE *out, *png, *gif, *json, *record;
    throng_app_table replay; /* of hashes; no rows: none is replayed */
    throng_app_log log;
    throng_context *context;
    throng_context_info about;
    throng_terrain *terrain; /* NULL: no map */
    throng_flow *flow;       /* NULL: agents go straight */
    throng_crowd *crowd;
    throng_agent *handles;                    /* as the scene's agents */
    const throng_app_crowd_polygon *rejected; /* NULL: none */
    int32_t walls;                            /* edges that the library took */
    throng_backend backend;
    throng_app_report report;
    int64_t perceived, congested, arrived; /* in the last step */
} throng_app_crowd_job;

/* The terrain and the flow, and `def` with them. */
int throng_app_crowd_map_make(throng_app_crowd_job *work, throng_crowd_def *def);
/* After the crowd is gone. */
void throng_app_crowd_map_release(throng_app_crowd_job *work);
/* States of the result: step 0, every K-th and the last. */
int32_t throng_app_crowd_records(const throng_app_crowd_options *options);
/* Makes the crowd and does all runs; the last one writes the rows of the result, its hash and the film. */
int throng_app_crowd_run(throng_app_crowd_job *work);

/* ---------------------------------------------------------------- hashes of steps ------------------- */

/* The hashes of --replay, if there are any. */
int throng_app_crowd_replay_load(throng_app_crowd_job *work);
/* State `step` has been reached: its hash is checked, and if `record` written. */
int throng_app_crowd_replay(throng_app_crowd_job *work, int32_t step, int32_t record);

/* ---------------------------------------------------------------- out ------------------------------- */

void throng_app_crowd_write_head(throng_app_crowd_job *work);
/* The rows of one state. */
void throng_app_crowd_write_state(throng_app_crowd_job *work);

int throng_app_crowd_film_create(throng_app_crowd_job *work);
/* Keeps state `record` if it is one of the film's. */
void throng_app_crowd_film_keep(throng_app_crowd_job *work, int32_t record);
void throng_app_crowd_film_release(throng_app_crowd_film *film);
/* Trajectories, and an animation. */
int throng_app_crowd_draw(const throng_app_crowd_job *work);
int throng_app_crowd_animate(const throng_app_crowd_job *work);

#endif
