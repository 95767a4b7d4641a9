/* Shared by the files of `throng crowd`: agents, a run, its result and pictures. */
#ifndef THRONG_TOOLS_CROWD_CROWD_H
#define THRONG_TOOLS_CROWD_CROWD_H

#include "tools/support/csv.h"
#include "tools/throng/flow_goals.h"
#include "tools/throng/runner.h"
#include "tools/throng/step_hashes.h"
#include "tools/throng/world_canvas.h"

typedef struct crowd_options {
    const char *agents_path, *obstacles_path, *map_path, *senses, *sources_path; /* NULL: not given */
    program_file gif;
    step_hashes hashes;
    int32_t random;    /* -1: not given */
    int32_t navigate;  /* 0: straight, 1: by a flow */
    int32_t neighbors; /* THRONG_NEIGHBORS_* */
    int32_t heading;   /* THRONG_HEADING_* */
    int32_t congestion, settle, steps, every;
    int32_t world;       /* team_way */
    int32_t parts;       /* of a world, in each process; 0: not given */
    const char *devices; /* of the parts, as --device has them; NULL: one, or none */
    char device[128];    /* of the first part */
    float spacing, cell, dead_speed, symmetry, dt;
    float fear, fear_range, fear_alpha; /* fear 0: none */
    throng_perception perception;       /* parsed from `senses` */
    uint64_t seed;
} crowd_options;

/* ---------------------------------------------------------------- obstacles ------------------------- */

/* Made by crowd_free_space_make(). */
typedef struct crowd_free_space {
    struct crowd_edge *edges;
    double *bottoms;
    int32_t count, size; /* edges; leaves of the tree */
    int32_t solid;       /* a point is solid if it is in at least so many more solid polygons than rooms */
    const grid_map *map; /* whose blocked cells are solid, and all beyond it; NULL: none */
    double cell;
} crowd_free_space;

typedef struct crowd_polygon {
    int32_t number, line; /* in its file, the line of its lowest vertex */
    int32_t first, count; /* of the vertices */
} crowd_polygon;

typedef struct crowd_obstacles {
    const char *name;        /* of their file, for messages */
    crowd_polygon *polygons; /* by ascending number */
    int32_t count;
    throng_vertex *vertices;
    throng_vertex_double *exact; /* the same, as they were written */
    crowd_free_space ground;
} crowd_obstacles;

/* path NULL: none. */
int crowd_obstacles_load(const char *path, crowd_obstacles *obstacles);
/* Where the library refuses one, which. */
throng_status crowd_obstacles_add(const crowd_obstacles *obstacles, throng_crowd *crowd,
                                  const crowd_polygon **rejected);
/* Reports what a context says; about a polygon that was refused, with its line. */
int crowd_obstacles_check(const crowd_obstacles *obstacles, const crowd_polygon *rejected,
                          const throng_context *context, throng_status status);
void crowd_obstacles_release(crowd_obstacles *obstacles);

int crowd_free_space_make(crowd_obstacles *obstacles);
void crowd_free_space_release(crowd_free_space *ground);
/* 1: it is not solid there, and no edge is nearer than `radius`. */
int32_t crowd_free_space_free(const crowd_free_space *ground, double x, double y, double radius);
/* Whether it is solid in the middle of each of `width` steps from `left` on: 1 or 0. */
void crowd_free_space_row(const crowd_free_space *ground, double y, double left, double step, int32_t width,
                          int32_t *solid);

/* ---------------------------------------------------------------- in -------------------------------- */

typedef struct crowd_scene {
    throng_agent_def *agents; /* by ascending id */
    const char *name;         /* of their file */
    int32_t *lines;           /* of their file, for messages; NULL: they were drawn at random */
    int32_t count;
    crowd_obstacles obstacles;
    grid_map map;
    flow_goal *goals; /* the first ones have the cells of the fields */
    int32_t fields;
} crowd_scene;

/* The agents of --agents or --random, the obstacles and the map. */
int crowd_load(const crowd_options *options, crowd_scene *scene);
void crowd_release(crowd_scene *scene);

/* ---------------------------------------------------------------- the map --------------------------- */

/* 1: a blocked cell, or off the map. */
int32_t crowd_map_blocks(const crowd_free_space *ground, double x, double y);
/* 1: no blocked cell, and no border, is nearer than `radius`. */
int32_t crowd_map_clear(const crowd_free_space *ground, double x, double y, double radius);
/* The cells of the largest connected part of the map: 1, elsewhere 0. To be freed. */
int crowd_map_largest_part(const grid_map *map, uint8_t **part);
/* 1: the place is in a cell of the part. */
int32_t crowd_map_in_part(const crowd_free_space *ground, const uint8_t *part, double x, double y);
/* After the obstacles; nothing without --map. */
int crowd_map_load(const crowd_options *options, crowd_scene *scene);
/* Whether the agents stand where one can, and with a flow have goals where one can. */
int crowd_map_check(const crowd_options *options, const crowd_scene *scene);
/* With a flow: lists the goals' cells, and sends each agent to its own. */
int crowd_map_aim(const crowd_options *options, crowd_scene *scene);

/* ---------------------------------------------------------------- the run --------------------------- */

/* What a step left, for each agent of the scene. */
typedef struct crowd_state {
    int32_t step;
    float *places, *velocities; /* x, y */
    double *exact;              /* places */
    int32_t *neighbors;
    float *visions;
    uint32_t *flags; /* THRONG_FLAG_* */
} crowd_state;

/* Agents with these flags. */
typedef struct crowd_counts {
    int64_t congested, arrived, inside;
} crowd_counts;

crowd_counts crowd_count_flags(const uint32_t *flags, int32_t count);

/* Frames for the pictures: states of the result, thinned out if they would take too much memory. */
typedef struct crowd_film {
    int32_t agents, frames, thin; /* every `thin`-th state, and the last one */
    float *places;                /* x, y of all agents, frame by frame */
    uint8_t *shades;
} crowd_film;

#define CROWD_SHADES 30              /* by speed over max_speed, from 0 */
#define CROWD_CONGESTED CROWD_SHADES /* the shade behind them */

typedef struct crowd_job {
    program_job job;
    crowd_options options;
    crowd_scene scene;
    crowd_state state;
    crowd_film film;
    throng_terrain *terrain;         /* NULL: no map */
    throng_flow *flow;               /* NULL: agents go straight */
    throng_flow_def flow_def;        /* of the flow */
    throng_crowd *crowd;             /* NULL: it has parts */
    struct crowd_world *world;       /* of these; NULL: one crowd */
    struct crowd_told *told;         /* what all processes do; NULL: this one is alone */
    struct crowd_steering *steering; /* NULL: nobody is pushed off a flow */
    throng_agent *handles;           /* as the scene's agents */
    int32_t walls;                   /* edges that the library took */
    double kernel_seconds;           /* of all steps of a run, with OpenCL */
    double step_seconds;             /* of the last step */
    struct crowd_live *live;         /* for the viewer; NULL: there is none */
    double shown;                    /* when progress was shown last */
    int64_t perceived;               /* in the last step, by all agents */
    crowd_counts counts;             /* then */
} crowd_job;

/* The terrain and the flow, and `def` with them. */
int crowd_map_make(crowd_job *work, throng_crowd_def *def);
/* The same once more, of another context; NULL each where there is none. */
int crowd_map_copy(const crowd_job *work, throng_context *context, throng_terrain **terrain,
                   throng_flow **flow);
/* After the crowd is gone. */
void crowd_map_release(crowd_job *work);
/* States of the result: step 0, every K-th and the last. */
int32_t crowd_records(const crowd_options *options);
/* Hooks of the runner. The crowd and an untimed step; the header of the result. */
int crowd_create(void *data);
/* The last run writes the rows of the result, its hash and the film. */
int crowd_run(void *data, run_sample *sample);
void crowd_state_release(crowd_state *state);
/* One step, with the steering before it. */
int crowd_advance(crowd_job *work);

/* ---------------------------------------------------------------- one crowd, or a world's ----------- */

/* A value of all agents of the scene, in their order. */
typedef struct crowd_value {
    throng_agent_value what;
    void *to;
} crowd_value;

/* The crowd, with nobody in it. */
int crowd_make(crowd_job *work, throng_crowd_def *def);
/* The scene's agents and obstacles, as they are at the start. */
int crowd_place(crowd_job *work);
int crowd_step(crowd_job *work);
/* Until devices are done. */
int crowd_wait(crowd_job *work);
int crowd_get(crowd_job *work, const crowd_value *values, int32_t count);
/* Packed values of these agents of the scene. */
int crowd_set(crowd_job *work, throng_agent_value what, int32_t count, const int32_t *agents,
              const void *data);
int crowd_hash(crowd_job *work, uint64_t *hash);
int crowd_count_walls(crowd_job *work, int32_t *walls);
/* Device time of the last step. */
int crowd_kernels(crowd_job *work, double *seconds);
void crowd_calls_release(crowd_job *work);

/* ---------------------------------------------------------------- steering -------------------------- */

void crowd_steer_list_options(option_list *options, crowd_options *in);
/* --fear and --sources need a flow. Marks what this run does not read. */
int crowd_steer_check(const crowd_options *in, option_list *options);
/* The sources. */
int crowd_steer_load(crowd_job *work);
int crowd_steer_create(crowd_job *work);
/* Before each step: those that are pushed get a preferred velocity. Nothing without --fear and --sources. */
int crowd_steer(crowd_job *work);
void crowd_steer_release(crowd_job *work);

/* ---------------------------------------------------------------- hashes of steps ------------------- */

/* The hashes of --replay, if there are any. */
int crowd_replay_load(crowd_job *work);
/* Checks the hash of the state after `step`; the last run writes it. */
int crowd_replay(crowd_job *work, int32_t step);

/* ---------------------------------------------------------------- the viewer ------------------------ */

int crowd_show_create(crowd_job *work);
/* Shows the crowd after `step`. Returns as viewer_show() does, with the crowd at that step again. */
int crowd_show(crowd_job *work, int32_t step);
void crowd_show_release(crowd_job *work);

/* ---------------------------------------------------------------- out ------------------------------- */

void crowd_write_head(crowd_job *work);
/* The rows of one state. */
void crowd_write_state(crowd_job *work);

int crowd_film_create(crowd_job *work);
/* Keeps state `record` if it is one of the film's. */
void crowd_film_keep(crowd_job *work, int32_t record);
void crowd_film_release(crowd_film *film);
/* Obstacles farther away than the area is wide are cut off; if it is a point, all are taken in. */
void crowd_widen_to_obstacles(const crowd_obstacles *obstacles, world_area *area);
/* Trajectories, and an animation. */
int crowd_draw(const crowd_job *work);
int crowd_animate(const crowd_job *work);

#endif
