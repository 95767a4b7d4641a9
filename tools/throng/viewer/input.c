/* What keys and mouse do. */
#include "tools/throng/viewer/state.h"

#include <math.h>

#define ZOOM_STEP 1.25

static void seek(viewer *v, int32_t to)
{
    const int32_t last = v->scene->last;
    to = to < 0 ? 0 : to < last ? to : last;
    v->playing = 0;
    v->target = to == v->step ? -1 : to;
}

static void pan(viewer *v, double x, double y)
{
    v->frame.seen.left += x / v->frame.seen.scale;
    v->frame.seen.top += y / v->frame.seen.scale;
    v->ground_changed = 1;
}

/* The next of `count` choices, and behind the last one `first`. */
static int32_t next_of(int32_t now, int32_t first, int32_t count)
{
    return now + 1 < count ? now + 1 : first;
}

static void change_color(viewer *v)
{
    int32_t count = 0;
    while (count < VIEWER_COLORS && v->scene->colors[count])
        count++;
    if (count == 0)
        return;
    v->frame.color = next_of(v->frame.color, 0, count);
    v->ground_changed = 1;
    (void)snprintf(v->note, sizeof v->note, "colours: %s", v->scene->colors[v->frame.color]);
}

static void change_layer(viewer *v, int32_t layer)
{
    if (!v->scene->layers[layer])
        return;
    v->frame.layers ^= 1u << layer;
    v->ground_changed = 1;
    (void)snprintf(v->note, sizeof v->note, "%s: %s", v->scene->layers[layer],
                   VIEWER_SHOWS(&v->frame, layer) ? "on" : "off");
}

static void quit(viewer *v, int32_t key)
{
    if (v->help && key == WINDOW_KEY_ESCAPE)
        v->help = 0;
    else
        v->closed = 1;
}

/* Of time. 0: the action is another one. */
static int32_t move(viewer *v, const viewer_key *key)
{
    switch ((int32_t)key->action) {
    case VIEWER_PLAY:
        v->playing = !v->playing;
        v->target = -1;
        v->due = 0.0;
        return 1;
    case VIEWER_MOVE:
        seek(v, (v->target >= 0 ? v->target : v->step) + key->amount);
        return 1;
    case VIEWER_TO_START:
        seek(v, 0);
        return 1;
    case VIEWER_TO_LATEST:
        seek(v, v->latest);
        return 1;
    case VIEWER_PACE:
        viewer_change_pace(v, key->amount);
        return 1;
    default:
        return 0;
    }
}

/* Of what is seen. */
static int32_t look(viewer *v, const viewer_key *key)
{
    const canvas_image *canvas = &v->frame.seen.canvas;
    switch ((int32_t)key->action) {
    case VIEWER_ZOOM:
        viewer_zoom(v, 0.5 * canvas->width, 0.5 * canvas->height, pow(ZOOM_STEP, key->amount));
        return 1;
    case VIEWER_PAN_X:
        pan(v, canvas->width / 8.0 * key->amount, 0.0);
        return 1;
    case VIEWER_PAN_Y:
        pan(v, 0.0, canvas->height / 8.0 * key->amount);
        return 1;
    case VIEWER_FIT:
        viewer_fit(v);
        return 1;
    case VIEWER_COLOR:
        change_color(v);
        return 1;
    case VIEWER_GOAL:
        v->frame.goal = next_of(v->frame.goal, -1, v->scene->goals);
        v->ground_changed = 1;
        return 1;
    case VIEWER_LAYER:
        change_layer(v, key->amount);
        return 1;
    default:
        return 0;
    }
}

static int press(viewer *v, const viewer_key *key)
{
    v->changed = 1;
    v->note[0] = '\0';
    if (move(v, key) || look(v, key))
        return PROGRAM_OK;
    if (key->action == VIEWER_NUMBERS)
        v->numbers = !v->numbers;
    else if (key->action == VIEWER_HELP)
        v->help = !v->help;
    else if (key->action == VIEWER_SCREENSHOT)
        return viewer_screenshot(v);
    else
        quit(v, key->key);
    return PROGRAM_OK;
}

static int answer(viewer *v, const window_event *event)
{
    const viewer_key *key = event->kind == WINDOW_KEY ? viewer_key_find(event->key) : NULL;
    switch (event->kind) {
    case WINDOW_KEY:
        return key ? press(v, key) : PROGRAM_OK;
    case WINDOW_DRAG:
        pan(v, -event->x, -event->y);
        break;
    case WINDOW_WHEEL:
        viewer_zoom(v, event->x, event->y, pow(ZOOM_STEP, event->amount));
        break;
    case WINDOW_EXPOSED:
        break;
    case WINDOW_CLOSED:
        v->closed = 1;
        break;
    }
    v->changed = 1;
    return PROGRAM_OK;
}

int viewer_listen(viewer *v, int32_t milliseconds)
{
    window_event event;
    int code = PROGRAM_OK;
    while (!code && !v->closed && window_next(v->window, milliseconds, &event)) {
        code = answer(v, &event);
        milliseconds = 0;
    }
    return code;
}
