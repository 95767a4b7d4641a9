/* The viewer of --view: a window that shows the states of a run while they are made, and those before them.
 * It knows nothing of what it shows; a subcommand has a viewer_scene for it. */
#ifndef THRONG_TOOLS_VIEWER_VIEWER_H
#define THRONG_TOOLS_VIEWER_VIEWER_H

#include "tools/throng/outputs.h"
#include "tools/throng/world_canvas.h"

typedef struct viewer_options {
    int32_t view;
    int32_t size[2];
    const char *keys;
    program_file screenshot;
} viewer_options;

/* --view and what belongs to it. Reports leave them out: they change no result. */
void viewer_list_options(option_list *options, viewer_options *in);
int viewer_check(const option_list *options, const viewer_options *in);

/* ---------------------------------------------------------------- what is shown --------------------- */

enum { VIEWER_LAYERS = 8, VIEWER_COLORS = 4 };

/* A picture in the making. */
typedef struct viewer_frame {
    world_canvas seen;
    uint32_t layers; /* a bit for each layer that is shown */
    int32_t color, goal;
    int32_t step;
} viewer_frame;

#define VIEWER_SHOWS(frame, layer) ((frame)->layers >> (layer)&1u)

/* Lines that are shown beside the picture. */
typedef struct viewer_text {
    char lines[1000];
} viewer_text;

void viewer_tell(viewer_text *text, const char *format, ...) PROGRAM_PRINTF(2, 3);

/* States count from 0. Functions get `data`; those that return an int return an exit code. */
typedef struct viewer_scene {
    void *data;
    const char *unit;                  /* what a state is: "step" */
    int32_t last;                      /* number of the last state */
    int32_t complete;                  /* 1: the results are made already; closing the window loses nothing */
    int32_t goals;                     /* that the picture can be about, 0: there is no choice */
    int32_t goal;                      /* which of them at first; -1: all */
    int32_t ground_moves;              /* 1: each state has a ground of its own */
    const char *layers[VIEWER_LAYERS]; /* names; NULL: no more */
    uint32_t hidden;                   /* layers that are not shown at first */
    const char *colors[VIEWER_COLORS]; /* names; NULL: no more */
    void (*extent)(void *data, world_area *area);
    /* Brings the data from state *step to state `to`, which was made before, or on the way there, and sets
     * *step. NULL: there is one state. */
    int (*go)(void *data, int32_t *step, int32_t to);
    int (*draw_ground)(void *data,
                       viewer_frame *frame); /* what stays while states change; fills the canvas */
    int (*draw)(void *data, viewer_frame *frame);
    int (*tell)(void *data, const viewer_frame *frame, viewer_text *text);
} viewer_scene;

/* ---------------------------------------------------------------- the viewer ------------------------ */

typedef struct viewer viewer;

/* Opens the window. */
int viewer_open(const viewer_options *in, const char *name, output_set *outputs, viewer **opened);
void viewer_close(viewer *v);

/* Shows state `latest`, which has just been made. Returns when the next one is wanted; after the last one,
 * when the window is closed. If it is closed before, that is reported, unless the scene is complete. */
int viewer_show(viewer *v, const viewer_scene *scene, int32_t latest);

#endif
