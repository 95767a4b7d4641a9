/* The picture in the window: what of the world it shows, the numbers and the help on it, and screenshots. */
#include "tools/support/timing.h"
#include "tools/throng/viewer/draw.h"
#include "tools/throng/viewer/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 0.04 /* share of the window */

/* ---------------------------------------------------------------- the part of the world ------------- */

static double scale_of(const viewer *v)
{
    const world_canvas *seen = &v->frame.seen;
    const double width = fmax(v->area.right - v->area.left, 1e-6);
    const double height = fmax(v->area.bottom - v->area.top, 1e-6);
    return (1.0 - 2.0 * MARGIN) * fmin(seen->canvas.width / width, seen->canvas.height / height);
}

void viewer_fit(viewer *v)
{
    world_canvas *seen = &v->frame.seen;
    window_size(v->window, &seen->canvas.width, &seen->canvas.height);
    if (v->area.left > v->area.right)
        v->area = (world_area){-1.0, -1.0, 1.0, 1.0}; /* there is nothing */
    seen->scale = scale_of(v);
    seen->left = 0.5 * (v->area.left + v->area.right) - 0.5 * seen->canvas.width / seen->scale;
    seen->top = 0.5 * (v->area.top + v->area.bottom) - 0.5 * seen->canvas.height / seen->scale;
    v->ground_changed = 1;
}

void viewer_zoom(viewer *v, double x, double y, double factor)
{
    world_canvas *seen = &v->frame.seen;
    const double whole = scale_of(v);
    const double scale = fmin(fmax(seen->scale * factor, 0.02 * whole), 1e5 * whole);
    seen->left += x / seen->scale - x / scale;
    seen->top += y / seen->scale - y / scale;
    seen->scale = scale;
    v->ground_changed = 1;
}

/* Both canvases have the size of the window. */
static int make_canvases(viewer *v)
{
    canvas_image *canvas = &v->frame.seen.canvas;
    const canvas_image *made = &v->ground; /* the canvas may have got another size since by viewer_fit() */
    window_size(v->window, &canvas->width, &canvas->height);
    if (made->pixels && made->width == canvas->width && made->height == canvas->height)
        return PROGRAM_OK;
    free(canvas->pixels);
    free(v->ground.pixels);
    canvas->pixels = v->ground.pixels = NULL;
    v->ground_changed = 1;
    const int code = canvas_create(canvas, canvas->width, canvas->height, (canvas_color){0, 0, 0});
    return code ? code : canvas_create(&v->ground, canvas->width, canvas->height, (canvas_color){0, 0, 0});
}

/* ---------------------------------------------------------------- text ------------------------------ */

static int32_t text_scale(const viewer *v) { return v->frame.seen.canvas.width < 900 ? 1 : 2; }

static void tell_choices(const viewer *v, viewer_text *text)
{
    const viewer_scene *scene = v->scene;
    if (scene->colors[0])
        viewer_tell(text, "colour %s", scene->colors[v->frame.color]);
    for (int32_t i = 0; i < VIEWER_LAYERS && scene->layers[i]; i++)
        viewer_tell(text, "%d %s%s", (int)i + 1, scene->layers[i],
                    VIEWER_SHOWS(&v->frame, i) ? "" : " - off");
}

static void tell_time(const viewer *v, viewer_text *text)
{
    const double pace = viewer_pace(v);
    char rate[32] = "as fast as it can";
    if (pace != VIEWER_UNLIMITED)
        (void)snprintf(rate, sizeof rate, "%g a second", pace);
    if (v->scene->last == 0)
        return;
    viewer_tell(text, "%s %d of %d%s", v->scene->unit, (int)v->step, (int)v->scene->last,
                v->step < v->latest ? " (seen before)" : "");
    if (v->target >= 0)
        viewer_tell(text, "on the way to %s %d", v->scene->unit, (int)v->target);
    else
        viewer_tell(text, "%s", v->step == v->scene->last ? "at the end" : v->playing ? rate : "paused");
}

static int draw_numbers(viewer *v)
{
    viewer_text text = {""};
    tell_time(v, &text);
    const int code = v->scene->tell(v->scene->data, &v->frame, &text);
    viewer_tell(&text, "draw %.1f ms, %.1f frames a second", 1e3 * v->draw_seconds, v->per_second);
    viewer_tell(&text, "?: keys");
    if (v->note[0])
        viewer_tell(&text, "%s", v->note);
    (void)draw_text_box(&v->frame.seen.canvas, 8, 8, text_scale(v), text.lines,
                        (canvas_color){230, 230, 230});
    return code;
}

/* Keys that do the same are in one line. */
static void draw_help(viewer *v)
{
    canvas_image *canvas = &v->frame.seen.canvas;
    const int32_t scale = text_scale(v);
    viewer_text text = {""};
    for (const viewer_key *key = viewer_keys; key->name; key++)
        if (key->help)
            viewer_tell(&text, "%-9s %s", key->name, key->help);
    viewer_tell(&text, " ");
    tell_choices(v, &text);
    (void)draw_text_box(canvas, canvas->width - 270 * scale, 8, scale, text.lines,
                        (canvas_color){255, 220, 120});
}

/* ---------------------------------------------------------------- frames ---------------------------- */

static void count_frame(viewer *v, double begin)
{
    const double now = wall_seconds();
    v->draw_seconds = now - begin;
    v->drawn = begin;
    v->frames++;
    if (now - v->counted >= 1.0 || v->per_second == 0.0) {
        v->per_second = v->frames / fmax(now - v->counted, 1e-3);
        v->frames = 0;
        v->counted = now;
    }
}

static int draw_ground(viewer *v)
{
    canvas_image *canvas = &v->frame.seen.canvas;
    const size_t bytes = (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->pixels;
    if (!v->ground_changed) {
        memcpy(canvas->pixels, v->ground.pixels, bytes);
        return PROGRAM_OK;
    }
    v->ground_changed = 0;
    const int code = v->scene->draw_ground(v->scene->data, &v->frame);
    memcpy(v->ground.pixels, canvas->pixels, bytes);
    return code;
}

static int draw_world(viewer *v)
{
    v->frame.step = v->step;
    int code = make_canvases(v);
    code = code ? code : draw_ground(v);
    code = code ? code : v->scene->draw(v->scene->data, &v->frame);
    code = !code && v->numbers ? draw_numbers(v) : code;
    if (!code && v->help)
        draw_help(v);
    return code;
}

int viewer_draw(viewer *v)
{
    const double begin = wall_seconds();
    int code = draw_world(v);
    code = code ? code : window_show(v->window, &v->frame.seen.canvas);
    v->changed = 0;
    count_frame(v, begin);
    return code;
}

/* ---------------------------------------------------------------- screenshots ----------------------- */

/* The comment of the file says where what is. */
static int write_picture(const viewer *v, FILE *stream, const char *path)
{
    const world_canvas *seen = &v->frame.seen;
    char comment[200];
    (void)snprintf(comment, sizeof comment, "throng %s, %s %d: left %.9g, top %.9g, %.9g pixels to the unit",
                   v->name, v->scene->unit, (int)v->step, seen->left, seen->top, seen->scale);
    return canvas_write(&seen->canvas, stream, path, comment);
}

/* In the folder that the program runs in. One that cannot be written leaves an older one as it was, and the
 * run goes on. */
static void write_named(viewer *v)
{
    char path[64], part[80];
    (void)snprintf(path, sizeof path, "throng-%s-%d.png", v->name, (int)v->step);
    (void)snprintf(part, sizeof part, "%s.part", path);
    FILE *stream = fopen(part, "wb");
    int bad = !stream;
    if (stream) {
        bad = write_picture(v, stream, path) != PROGRAM_OK;
        bad |= fclose(stream) != 0;
        bad = bad || rename(part, path) != 0;
    }
    if (bad && stream)
        (void)remove(part);
    (void)snprintf(v->note, sizeof v->note, bad ? "%s cannot be written" : "%s", path);
}

/* That of --view-screenshot is kept even if the run ends here. */
int viewer_screenshot(viewer *v)
{
    const program_file *file = &v->options->screenshot;
    int code = draw_world(v);
    if (code)
        return code;
    if (!file->stream || v->taken) {
        write_named(v);
        return PROGRAM_OK;
    }
    v->taken = 1;
    code = write_picture(v, file->stream, file->path);
    return code ? code : outputs_finish_early(v->outputs, file->path);
}
