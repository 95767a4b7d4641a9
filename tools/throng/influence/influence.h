/* Shared by the files of `throng influence`. */
#ifndef THRONG_TOOLS_INFLUENCE_INFLUENCE_H
#define THRONG_TOOLS_INFLUENCE_INFLUENCE_H

#include "tools/support/csv.h"
#include "tools/throng/runner.h"
#include "tools/throng/step_hashes.h"
#include "tools/throng/step_table.h"

#define COMPARED_OFFSET 4.0f /* cells, of --compare without --offset */

enum { MOTION_ADJUST = 0, MOTION_OFFSET = 1, MOTION_NONE = 2 };

typedef struct influence_objects {
    throng_influence_object *list;
    int32_t count;
    csv_table table; /* where they came from; no rows for random ones */
} influence_objects;

/* What changes from step to step where objects have the columns step or layer. */
typedef struct influence_frames {
    const char *weights_text;                   /* NULL: not given */
    float momentum, weights[THRONG_MAX_LAYERS]; /* of each layer */
    int32_t weight_count;                       /* 0: none is given */
    step_table index;                           /* of the objects; first NULL: random ones */
    step_hashes hashes;
} influence_frames;

typedef struct influence_job {
    program_job job;
    const char *map_path, *objects_path;
    program_file compare;
    int32_t size[2];
    int32_t random, squads; /* random -1: not given */
    int32_t mode, decay, grid, motion;
    float cell, offset;
    grid_map map;
    influence_objects objects;
    influence_frames frames;
    throng_influence_object *moved;   /* the objects with --motion applied */
    throng_influence_object *stepped; /* the same where every other run has them */
    float *values;
    throng_terrain *terrain; /* for path and adjacent mode, else NULL */
    throng_influence *influence;
    throng_influence_info state;
    double update_seconds;       /* of the last run: setting the objects and updating */
    struct influence_live *live; /* for the viewer; NULL: there is none */
} influence_job;

/* From --objects or --random, with alpha and offset as in their source. */
int objects_load(const influence_job *work, influence_objects *objects);
void objects_release(influence_objects *objects);
/* Applies --motion to one object. */
throng_influence_object objects_moved(const throng_influence_object *object, int32_t motion, float offset);
/* A little away from there, so that an update has to do its work again: a quarter of a cell, and where the
 * cell counts alone, in the next free cell. */
throng_influence_object objects_stepped(const influence_job *work, const throng_influence_object *object);
/* Sets the objects of a layer; the message about a rejected one names its file and line. */
int objects_set(throng_context *context, throng_influence *influence, int32_t layer,
                const influence_objects *source, const throng_influence_object *list);
throng_influence_def influence_make_def(const influence_job *work);

/* Steps and layers of --objects: usage, rows, all updates of a run. */
void influence_frames_list_options(option_list *options, influence_frames *frames);
int influence_frames_check(influence_job *work);
int influence_frames_load(influence_job *work);
int influence_frames_run(influence_job *work, run_sample *sample);
void influence_frames_release(influence_frames *frames);

/* 1: run number `run` has the objects where they are stepped to. */
int32_t influence_is_away(const influence_job *work, int32_t run);

/* The viewer: shows the run that has just ended, and returns as viewer_show() does. */
int influence_show(influence_job *work);
void influence_show_release(influence_job *work);

/* --compare: plain, offset and adjusted side by side in one picture. */
int influence_compare(const influence_job *work);

#endif
