/* Shared by the files of the viewer. */
#ifndef THRONG_TOOLS_VIEWER_STATE_H
#define THRONG_TOOLS_VIEWER_STATE_H

#include "tools/throng/viewer/keys.h"
#include "tools/throng/viewer/viewer.h"
#include "tools/throng/viewer/window.h"

struct viewer {
    const viewer_options *options;
    const viewer_scene *scene;
    const char *name; /* of the subcommand */
    output_set *outputs;
    viewer_window *window;
    viewer_frame frame;
    canvas_image ground;
    world_area area;                        /* all of the scene */
    const char *script;                     /* what is left of it, NULL: there is none */
    int32_t step, latest, target;           /* shown; made; -1: nowhere to go */
    int32_t playing, pace, help, numbers;   /* pace: number in the list */
    int32_t changed, ground_changed;        /* 1: the picture is another one now */
    int32_t closed, taken;                  /* 1: the window; the screenshot of --view-screenshot */
    double due, clock, drawn, draw_seconds; /* steps; when it was looked at, and drawn last */
    double counted;                         /* since when frames are counted */
    int32_t frames;
    double per_second;
    char note[100]; /* under the numbers, until a key is pressed */
};

#define VIEWER_UNLIMITED 0.0
/* States per second. */
double viewer_pace(const viewer *v);
/* By so many of the list. */
void viewer_change_pace(viewer *v, int32_t by);

/* ---------------------------------------------------------------- pictures -------------------------- */

/* The part of the world that fits into the window. */
void viewer_fit(viewer *v);
void viewer_zoom(viewer *v, double x, double y, double factor);
/* Draws the state and shows it. */
int viewer_draw(viewer *v);
int viewer_screenshot(viewer *v);

/* ---------------------------------------------------------------- keys ------------------------------ */

/* Does what waits in the window, or comes within that time. */
int viewer_listen(viewer *v, int32_t milliseconds);

#endif
