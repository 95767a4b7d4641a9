/* The viewer: time, from one state to the next and back. */
#include "tools/throng/viewer/viewer.h"
#include "tools/support/memory.h"
#include "tools/support/timing.h"
#include "tools/throng/viewer/state.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FRAME (1.0 / 60.0) /* seconds */
#define DUE_MOST 12.0      /* states that a slow picture may leave behind */
#define IDLE 100           /* milliseconds between looks at a window in which nothing happens */

static const double paces[] = {1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 200.0, VIEWER_UNLIMITED};
enum { PACES = sizeof paces / sizeof *paces, PACE_AT_FIRST = 5 }; /* that of the live page */

/* ---------------------------------------------------------------- options --------------------------- */

void viewer_list_options(option_list *options, viewer_options *in)
{
    static const char *const names[] = {"view", "view-size", "view-keys", "view-screenshot"};
    in->size[0] = 1280;
    in->size[1] = 800;
    option_flag(options, names[0], "shows the run in a window; ? there lists its keys", &in->view);
    option_size(options, names[1], "of the window in pixels (default 1280x800)", in->size);
    option_text(options, names[2], "LIST",
                "keys that are pressed one after the other: names as the viewer's help has\n"
                "them, stepN or last to go to a step first: step50,c,p,q",
                &in->keys);
    option_output(options, names[3],
                  "a picture of the window as PNG, at the key p; without --view-keys at the last\n"
                  "step, and the window closes",
                  &in->screenshot);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        option_set_unused(options, names[i]);
}

int viewer_check(const option_list *options, const viewer_options *in)
{
    static const char *const names[] = {"view-size", "view-keys", "view-screenshot"};
    if (!in->view)
        return options_reject_given(options, names, sizeof names / sizeof *names,
                                    "only --view reads it; add that or leave it out");
    if (!window_built())
        return reject_usage("--view",
                            "this throng was built without SDL2; install SDL2 for developers (Debian: "
                            "libsdl2-dev) and build it with THRONG_VIEWER=ON");
    if (in->size[0] > 16384 || in->size[1] > 16384)
        return reject_usage("--view-size", "no window is larger than 16384x16384");
    return in->keys ? viewer_script_check(in->keys) : PROGRAM_OK;
}

/* ---------------------------------------------------------------- opening --------------------------- */

int viewer_open(const viewer_options *in, const char *name, output_set *outputs, viewer **opened)
{
    char title[64];
    int code = PROGRAM_OK;
    *opened = NULL;
    viewer *v = allocate(1, sizeof *v, "--view", &code);
    if (code)
        return code;
    *opened = v;
    *v = (viewer){.options = in, .name = name, .outputs = outputs, .target = -1, .numbers = 1};
    v->script = in->keys ? in->keys : in->screenshot.path ? "last,p,q" : NULL;
    v->playing = !v->script;
    v->pace = PACE_AT_FIRST;
    (void)snprintf(title, sizeof title, "throng %s", name);
    return window_open(title, in->size[0], in->size[1], &v->window);
}

void viewer_close(viewer *v)
{
    if (!v)
        return;
    window_close(v->window);
    free(v->frame.seen.canvas.pixels);
    free(v->ground.pixels);
    free(v);
}

/* ---------------------------------------------------------------- time ------------------------------ */

double viewer_pace(const viewer *v) { return paces[v->pace]; }

void viewer_change_pace(viewer *v, int32_t by)
{
    const int32_t pace = v->pace + by;
    v->pace = pace < 0 ? 0 : pace < PACES ? pace : PACES - 1;
}

static void see_clock(viewer *v)
{
    const double now = wall_seconds(), pace = viewer_pace(v);
    const double due = v->due + (now - v->clock) * pace;
    v->due = pace == VIEWER_UNLIMITED ? 1.0 : fmin(due, DUE_MOST);
    v->clock = now;
}

static int32_t is_due(const viewer *v)
{
    if (v->target >= 0)
        return v->target > v->step;
    return v->playing && v->step < v->scene->last && v->due >= 1.0;
}

/* To a state that was made before. */
static int go(viewer *v, int32_t to)
{
    const int code = v->scene->go(v->scene->data, &v->step, to);
    v->changed = 1;
    v->ground_changed |= v->scene->ground_moves;
    if (v->step == v->target)
        v->target = -1;
    return code;
}

/* Presses the keys that are due. One at a time: the next one finds what this one did. */
static void read_script(viewer *v)
{
    viewer_word word = {0};
    const char *rest = v->script;
    if (!rest || !*rest || v->target >= 0)
        return;
    (void)viewer_script_next(&rest, v->scene->last, &word); /* viewer_check() has read it */
    v->script = rest;
    if (word.key)
        window_press(v->window, word.key->key);
    else if (word.state != v->step)
        v->target = word.state;
}

/* ---------------------------------------------------------------- the loop -------------------------- */

static void begin_scene(viewer *v, const viewer_scene *scene)
{
    v->scene = scene;
    v->frame.layers = ~scene->hidden;
    v->frame.goal = scene->goal;
    v->clock = v->counted = wall_seconds();
    v->area = world_area_empty();
    scene->extent(scene->data, &v->area);
    viewer_fit(v);
    if (scene->complete && v->playing)
        v->target = 0; /* there is no other time to see how it came about */
}

static int end(viewer *v)
{
    const viewer_scene *scene = v->scene;
    if (v->options->screenshot.stream && !v->taken) {
        const int code = viewer_screenshot(v);
        if (code)
            return code;
    }
    if (scene->complete || v->latest == scene->last)
        return PROGRAM_OK;
    return reject_failure("--view", "the window was closed at %s %d of %d; there is no result", scene->unit,
                          (int)v->latest, (int)scene->last);
}

/* Milliseconds until a state is due. */
static int32_t wait_of(const viewer *v)
{
    if (v->script && *v->script)
        return 0;
    if (!v->playing || v->step == v->scene->last)
        return IDLE;
    return 1 + (int32_t)(1000.0 * fmax(1.0 - v->due, 0.0) / viewer_pace(v));
}

int viewer_show(viewer *v, const viewer_scene *scene, int32_t latest)
{
    int code = PROGRAM_OK;
    v->step = v->latest = latest;
    if (v->scene != scene)
        begin_scene(v, scene);
    v->target = v->target == latest ? -1 : v->target;
    v->changed = 1;
    v->ground_changed |= scene->ground_moves;
    while (!code) {
        read_script(v);
        code = viewer_listen(v, 0);
        if (v->closed || code)
            return code ? code : end(v);
        see_clock(v);
        const int32_t due = is_due(v);
        if (v->changed && (!due || v->clock - v->drawn >= FRAME))
            code = viewer_draw(v);
        else if (v->target >= 0 && v->target < v->step)
            code = go(v, v->target);
        else if (due) {
            v->due = fmax(v->due - 1.0, 0.0);
            if (v->step == v->latest)
                return code; /* the next one is to be made */
            const int32_t to = v->target < 0 ? v->step + 1 : v->target;
            code = go(v, to < v->latest ? to : v->latest);
        } else if (!v->script || !*v->script || v->target >= 0)
            code = viewer_listen(v, wait_of(v));
    }
    return code;
}

void viewer_tell(viewer_text *text, const char *format, ...)
{
    const size_t used = strlen(text->lines), room = sizeof text->lines - used;
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(text->lines + used, room, format, values);
    va_end(values);
    if (length >= 0 && (size_t)length + 1 < room)
        (void)snprintf(text->lines + used + length, room - (size_t)length, "\n");
}
