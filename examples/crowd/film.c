#include "examples/crowd/film.h"

#include "examples/common/gif.h"
#include "examples/common/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUND = 0, WALL = 1, FIRST_GROUP = 2, ARRIVED = SCENE_ROUTES, HUNDREDTHS = 10 };

static const gif_color colors[] = {{250, 250, 247}, {76, 90, 115},  {47, 134, 209},  {224, 138, 30},
                                   {122, 92, 196},  {58, 158, 107}, {167, 200, 232}, {243, 209, 164},
                                   {205, 193, 232}, {178, 220, 197}};

/* 1 in what is solid: inside, or where the vertices go the other way around, outside. */
static int in_polygon(const throng_vertex *v, int32_t count, float x, float y)
{
    int inside = 0;
    float area = 0.0f;
    for (int32_t i = 0, k = count - 1; i < count; k = i++) {
        area += v[k].x * v[i].y - v[i].x * v[k].y;
        if ((v[i].y > y) != (v[k].y > y) && x < (v[k].x - v[i].x) * (y - v[i].y) / (v[k].y - v[i].y) + v[i].x)
            inside = !inside;
    }
    return inside == (area > 0.0f);
}

static int on_wall(const throng_vertex *v, float x, float y, float half)
{
    const float dx = v[1].x - v[0].x, dy = v[1].y - v[0].y;
    const float t = fminf(fmaxf(((x - v[0].x) * dx + (y - v[0].y) * dy) / (dx * dx + dy * dy), 0.0f), 1.0f);
    return hypotf(x - v[0].x - t * dx, y - v[0].y - t * dy) <= half;
}

static void draw_ground(film *f)
{
    const scene *s = f->scene;
    for (int32_t i = 0; i < f->width * f->height; i++) {
        const float x = s->left + ((float)(i % f->width) + 0.5f) / f->scale;
        const float y = s->top + ((float)(i / f->width) + 0.5f) / f->scale;
        const throng_vertex *v = s->vertices;
        f->pixels[i] = GROUND;
        for (int32_t k = 0; k < s->polygon_count; v += s->polygons[k++]) {
            if (s->polygons[k] == 2 ? on_wall(v, x, y, 0.7f / f->scale) : in_polygon(v, s->polygons[k], x, y))
                f->pixels[i] = WALL;
        }
    }
}

static void draw_body(film *f, float x, float y, float radius, uint8_t color)
{
    const float middle_x = (x - f->scene->left) * f->scale, middle_y = (y - f->scene->top) * f->scale;
    const float size = fmaxf(radius * f->scale, 1.0f);
    const int32_t top = (int32_t)floorf(middle_y - size), low = (int32_t)ceilf(middle_y + size);
    const int32_t left = (int32_t)floorf(middle_x - size), right = (int32_t)ceilf(middle_x + size);
    for (int32_t row = top > 0 ? top : 0; row < low && row < f->height; row++) {
        for (int32_t column = left > 0 ? left : 0; column < right && column < f->width; column++) {
            if (hypotf((float)column + 0.5f - middle_x, (float)row + 0.5f - middle_y) <= size)
                f->pixels[row * f->width + column] = color;
        }
    }
}

int film_begin(film *f, const char *path, const scene *s, int32_t side, int32_t frames)
{
    const float wide = s->right - s->left, high = s->bottom - s->top;
    gif_color palette[256] = {{0, 0, 0}};
    *f = (film){.path = path, .scene = s};
    if (path == NULL)
        return PROGRAM_OK;
    f->scale = (float)side / fmaxf(wide, high);
    f->width = (int32_t)ceilf(wide * f->scale - 1e-3f);
    f->height = (int32_t)ceilf(high * f->scale - 1e-3f);
    f->every = (int32_t)ceilf(s->seconds / s->dt / (float)frames);
    f->every = f->every < 1 ? 1 : f->every;
    f->pixels = malloc((size_t)f->width * (size_t)f->height);
    if (f->pixels == NULL)
        return program_reject(PROGRAM_FAILED, "%s: out of memory", path);
    int code = program_open(path, &f->file);
    if (code != PROGRAM_OK) {
        free(f->pixels);
        *f = (film){0};
        return code;
    }
    memcpy(palette, colors, sizeof colors);
    gif_begin(f->file, f->width, f->height, palette);
    return PROGRAM_OK;
}

void film_state(film *f, int32_t step, const float *places, const uint8_t *states)
{
    if (f->path == NULL || step % f->every != 0)
        return;
    draw_ground(f);
    for (int32_t i = 0; i < f->scene->count; i++) {
        const uint8_t color = (uint8_t)(FIRST_GROUP + f->scene->routes[i]);
        const uint8_t state = states != NULL ? states[i] : MEASURES_WALKS;
        if (state != MEASURES_GONE)
            draw_body(f, places[2 * i], places[2 * i + 1], f->scene->agents[i].radius,
                      state == MEASURES_ARRIVED ? (uint8_t)(color + ARRIVED) : color);
    }
    gif_frame(f->file, f->width, f->height, f->pixels, HUNDREDTHS);
}

void film_add(film *f, const walk *w) { film_state(f, w->steps, w->places, w->states); }

int film_end(film *f, int code)
{
    if (f->path == NULL)
        return code;
    gif_end(f->file);
    free(f->pixels);
    return program_close(f->path, f->file, code);
}
