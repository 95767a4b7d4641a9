/* Pictures of `throng crowd`: the agents' paths, and an animation. */
#include "examples/common/gif.h"
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"
#include "tools/throng/world_canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILM_MOST (1 << 25) /* places kept */
#define FRAMES_SHOWN 1000   /* by an animation */
#define PICTURE_SIDE 1024.0 /* pixels of the longer side */
#define ANIMATION_SIDE 512.0
#define PI 3.14159265358979323846
#define WALL 170 /* brightness of wall lines, of solid areas, and of the ground */
#define SOLID 64
#define GROUND 22

/* ---------------------------------------------------------------- the film -------------------------- */

int crowd_film_create(crowd_job *work)
{
    crowd_film *film = &work->film;
    const int64_t records = crowd_records(&work->options);
    const int64_t most = FILM_MOST / (work->scene.count + 1);
    film->agents = work->scene.count;
    film->thin = 1;
    while ((records - 2) / film->thin + 2 > (most > 2 ? most : 2) && film->thin < records)
        film->thin += film->thin < 16 ? 1 : film->thin / 16;
    const size_t frames = (size_t)((records - 1) / film->thin + 2);
    const size_t places = frames * (size_t)film->agents + 1;
    const char *what = work->job.common.png.stream ? "--png" : "--gif";
    int code = PROGRAM_OK;
    film->places = allocate(2 * places, sizeof *film->places, what, &code);
    film->shades = allocate(places, 1, what, &code);
    return code;
}

void crowd_film_release(crowd_film *film)
{
    free(film->places);
    free(film->shades);
    *film = (crowd_film){0};
}

static uint8_t shade_of(const crowd_job *work, size_t agent)
{
    const float *velocity = work->state.velocities + 2 * agent;
    const double most = (double)work->scene.agents[agent].max_speed;
    const double speed = hypot((double)velocity[0], (double)velocity[1]);
    if (work->state.flags[agent] & THRONG_FLAG_CONGESTED)
        return CROWD_CONGESTED;
    const double share = most > 0.0 ? fmin(speed / most, 1.0) : 0.0;
    return (uint8_t)(share * (CROWD_SHADES - 1) + 0.5);
}

void crowd_film_keep(crowd_job *work, int32_t record)
{
    crowd_film *film = &work->film;
    const size_t agents = (size_t)film->agents;
    if (!film->places || (record % film->thin != 0 && work->state.step < work->options.steps))
        return;
    const size_t first = (size_t)film->frames * agents;
    memcpy(film->places + 2 * first, work->state.places, 2 * agents * sizeof *film->places);
    for (size_t i = 0; i < agents; i++)
        film->shades[first + i] = shade_of(work, i);
    film->frames++;
}

/* ---------------------------------------------------------------- the view -------------------------- */

/* Widens the area to a point, but not beyond the limits. */
static void widen_within(world_area *area, double x, double y, const world_area *limits)
{
    world_area_widen(area, fmin(fmax(x, limits->left), limits->right),
                     fmin(fmax(y, limits->top), limits->bottom));
}

void crowd_widen_to_obstacles(const crowd_obstacles *obstacles, world_area *area)
{
    const crowd_free_space *ground = &obstacles->ground;
    const double beyond = fmax(area->right - area->left, area->bottom - area->top);
    const double limit = beyond > 0.0 ? beyond : (double)INFINITY;
    const world_area limits = {area->left - limit, area->top - limit, area->right + limit,
                               area->bottom + limit};
    for (int32_t i = 0; i < ground->count; i++)
        widen_within(area, (double)obstacles->vertices[i].x, (double)obstacles->vertices[i].y, &limits);
    if (ground->map) {
        widen_within(area, 0.0, 0.0, &limits);
        widen_within(area, ground->map->width * ground->cell, ground->map->height * ground->cell, &limits);
    }
}

/* All that the film shows. */
static world_area film_area(const crowd_job *work)
{
    const crowd_film *film = &work->film;
    const crowd_obstacles *obstacles = &work->scene.obstacles;
    world_area area = world_area_empty();
    for (size_t i = 0; i < (size_t)film->frames * (size_t)film->agents; i++) {
        const double radius = (double)work->scene.agents[i % (size_t)film->agents].radius;
        const double x = (double)film->places[2 * i], y = (double)film->places[2 * i + 1];
        world_area_widen(&area, x - radius, y - radius);
        world_area_widen(&area, x + radius, y + radius);
    }
    if (film->agents == 0)
        world_area_widen(&area, obstacles->count > 0 ? (double)obstacles->vertices->x : 0.0,
                         obstacles->count > 0 ? (double)obstacles->vertices->y : 0.0);
    crowd_widen_to_obstacles(obstacles, &area);
    return area;
}

/* ---------------------------------------------------------------- paths ----------------------------- */

typedef struct drawing {
    const crowd_job *work;
    world_canvas seen;
} drawing;

static void place_of(const drawing *d, int32_t frame, int32_t agent, double at[2])
{
    const crowd_film *film = &d->work->film;
    const float *p = film->places + 2 * ((size_t)frame * (size_t)film->agents + (size_t)agent);
    at[0] = d->seen.scale * ((double)p[0] - d->seen.left);
    at[1] = d->seen.scale * ((double)p[1] - d->seen.top);
}

static void draw_walls(drawing *d)
{
    const crowd_obstacles *obstacles = &d->work->scene.obstacles;
    const canvas_color color = {WALL, WALL, WALL};
    for (int32_t k = 0; k < obstacles->count; k++) {
        const crowd_polygon *polygon = &obstacles->polygons[k];
        const throng_vertex *vertices = obstacles->vertices + polygon->first;
        for (int32_t i = 0; i < polygon->count; i++) {
            const throng_vertex a = vertices[i], b = vertices[i + 1 < polygon->count ? i + 1 : 0];
            world_line(&d->seen, (double)a.x, (double)a.y, (double)b.x, (double)b.y, 1.5, color);
        }
    }
}

/* A canvas for the film with the obstacles on it. Free its pixels. */
static int draw_ground(drawing *d, double side)
{
    const world_area area = film_area(d->work);
    world_canvas *seen = &d->seen;
    canvas_image *canvas = &seen->canvas;
    int code = world_canvas_open(seen, &area, 0.03, side);
    int32_t *solid = allocate((size_t)canvas->width, sizeof *solid, "picture", &code);
    for (int32_t y = 0; y < canvas->height && !code; y++) {
        crowd_free_space_row(&d->work->scene.obstacles.ground, seen->top + (y + 0.5) / seen->scale,
                             seen->left, 1.0 / seen->scale, canvas->width, solid);
        for (int32_t x = 0; x < canvas->width; x++)
            if (solid[x])
                canvas_box(canvas, x, y, 1, 1, (canvas_color){SOLID, SOLID, SOLID});
    }
    free(solid);
    if (!code)
        draw_walls(d);
    return code;
}

/* The hue is the direction; agents that stay are grey. */
static canvas_color color_of(const drawing *d, int32_t agent, double strength)
{
    double from[2], to[2];
    double parts[3] = {0.6, 0.6, 0.6};
    place_of(d, 0, agent, from);
    place_of(d, d->work->film.frames - 1, agent, to);
    if (hypot(to[0] - from[0], to[1] - from[1]) >= 1.0) {
        const double hue = atan2(to[1] - from[1], to[0] - from[0]);
        for (int32_t i = 0; i < 3; i++)
            parts[i] = 0.62 + 0.38 * cos(hue - 2.0 * PI / 3.0 * i);
    }
    for (int32_t i = 0; i < 3; i++)
        parts[i] = 255.0 * strength * parts[i] + 22.0 * (1.0 - strength) + 0.5;
    return (canvas_color){(uint8_t)parts[0], (uint8_t)parts[1], (uint8_t)parts[2]};
}

static void draw_path(drawing *d, int32_t agent)
{
    const canvas_color color = color_of(d, agent, 0.75);
    double last[2];
    place_of(d, 0, agent, last);
    for (int32_t frame = 1; frame < d->work->film.frames; frame++) {
        double next[2];
        place_of(d, frame, agent, next);
        const int32_t ends = frame == d->work->film.frames - 1;
        if (ends || hypot(next[0] - last[0], next[1] - last[1]) >= 0.5) {
            canvas_line(&d->seen.canvas, last[0], last[1], next[0], next[1], 1.5, color);
            memcpy(last, next, sizeof last);
        }
    }
}

static void draw_body(drawing *d, int32_t agent, int32_t frame)
{
    const double radius = fmax(d->seen.scale * (double)d->work->scene.agents[agent].radius, 2.0);
    double at[2];
    place_of(d, frame, agent, at);
    if (frame == 0)
        canvas_ring(&d->seen.canvas, at[0], at[1], radius - 0.5, 1.0, color_of(d, agent, 0.6));
    else
        canvas_disc(&d->seen.canvas, at[0], at[1], radius, color_of(d, agent, 1.0));
}

int crowd_draw(const crowd_job *work)
{
    const int32_t agents = work->film.agents;
    drawing d = {.work = work};
    const int code = draw_ground(&d, PICTURE_SIDE);
    if (code)
        return code;
    for (int32_t i = 0; i < agents; i++) {
        if (i % 1024 == 0)
            progress_show("crowd: picture, way", i, agents);
        draw_path(&d, i);
    }
    for (int32_t i = 0; i < agents; i++)
        draw_body(&d, i, 0);
    for (int32_t i = 0; i < agents && work->film.frames > 1; i++)
        draw_body(&d, i, work->film.frames - 1);
    progress_show("", 1, 1);
    return world_canvas_write(&d.seen, &work->job.common.png,
                              "Ways of a crowd; rings are starts, discs the places reached");
}

/* ---------------------------------------------------------------- animation ------------------------- */

/* A colour is a pair of a shade and its coverage of the pixel; 0 is the ground, and the greys of obstacles
 * follow the pairs. */
#define COVERS 8
#define PAIRS ((CROWD_SHADES + 1) * COVERS)
#define GREYS (255 - PAIRS)

_Static_assert(GREYS > 3, "a palette has 256 colours");

static void make_palette(gif_color palette[256])
{
    static const double stops[3][3] = {{60, 90, 220}, {60, 210, 160}, {255, 235, 90}};
    static const double congested[3] = {255, 70, 170};
    memset(palette, 0, 256 * sizeof *palette);
    for (int32_t i = 0; i < 1 + PAIRS; i++) {
        const int32_t shade = i > 0 ? (i - 1) / COVERS : 0;
        const double cover = i > 0 ? ((i - 1) % COVERS + 1) / (double)COVERS : 0.0;
        const double at = 2.0 * shade / (CROWD_SHADES - 1);
        const int32_t stop = at < 1.0 ? 0 : 1;
        uint8_t parts[3];
        for (int32_t k = 0; k < 3; k++) {
            double full = stops[stop][k] + (at - stop) * (stops[stop + 1][k] - stops[stop][k]);
            full = shade == CROWD_CONGESTED ? congested[k] : full;
            parts[k] = (uint8_t)(GROUND + cover * (full - GROUND) + 0.5);
        }
        palette[i] = (gif_color){parts[0], parts[1], parts[2]};
    }
    for (int32_t i = 1; i <= GREYS; i++) {
        const uint8_t grey = (uint8_t)(GROUND + (WALL - GROUND) * i / GREYS);
        palette[PAIRS + i] = (gif_color){grey, grey, grey};
    }
}

/* If two agents share a pixel, the one that covers more of it is drawn. */
static void paint_body(uint8_t *pixels, int32_t width, int32_t height, const double at[2], double radius,
                       int32_t shade)
{
    const int32_t left = (int32_t)fmax(floor(at[0] - radius - 1.0), 0.0);
    const int32_t top = (int32_t)fmax(floor(at[1] - radius - 1.0), 0.0);
    for (int32_t y = top; y < height && y <= at[1] + radius + 1.0; y++) {
        for (int32_t x = left; x < width && x <= at[0] + radius + 1.0; x++) {
            const double away = hypot(x + 0.5 - at[0], y + 0.5 - at[1]);
            const double cover = fmin(fmax(radius + 0.5 - away, 0.0), 1.0);
            const int32_t level = (int32_t)(cover * COVERS + 0.5);
            uint8_t *pixel = &pixels[(size_t)y * (size_t)width + (size_t)x];
            if (level > 0 && (*pixel == 0 || *pixel > PAIRS || level > (*pixel - 1) % COVERS + 1))
                *pixel = (uint8_t)(shade * COVERS + level);
        }
    }
}

/* The nearest greys. */
static void paint_ground(const canvas_image *canvas, uint8_t *ground)
{
    for (size_t i = 0; i < (size_t)canvas->width * (size_t)canvas->height; i++) {
        const int32_t grey =
            ((canvas->pixels[i].red - GROUND) * GREYS * 2 + WALL - GROUND) / (2 * (WALL - GROUND));
        ground[i] = (uint8_t)(grey > 0 ? PAIRS + grey : 0);
    }
}

static void paint_frame(const drawing *d, int32_t frame, const uint8_t *ground, uint8_t *pixels)
{
    const int32_t width = d->seen.canvas.width, height = d->seen.canvas.height;
    const crowd_film *film = &d->work->film;
    const uint8_t *shades = film->shades + (size_t)frame * (size_t)film->agents;
    memcpy(pixels, ground, (size_t)width * (size_t)height);
    for (int32_t i = 0; i < film->agents; i++) {
        double at[2];
        place_of(d, frame, i, at);
        paint_body(pixels, width, height, at,
                   fmax(d->seen.scale * (double)d->work->scene.agents[i].radius, 1.0), shades[i]);
    }
}

/* Real time, within the limits of viewers. */
static int32_t hundredths_of(const crowd_job *work, int32_t every)
{
    const double seconds = (double)work->options.dt * work->options.every * (double)work->film.thin * every;
    return (int32_t)fmin(fmax(100.0 * seconds + 0.5, 2.0), 20.0);
}

/* ground: as paint_ground() makes it. pixels: for a frame. */
static void write_frames(const drawing *d, const uint8_t *ground, uint8_t *pixels)
{
    const crowd_job *work = d->work;
    const int32_t frames = work->film.frames;
    const int32_t every = (frames - 2) / (FRAMES_SHOWN - 1) + 1; /* the last one always */
    const int32_t width = d->seen.canvas.width, height = d->seen.canvas.height;
    gif_color palette[256];
    make_palette(palette);
    gif_begin(work->options.gif.stream, width, height, palette);
    for (int32_t i = 0; i < frames; i = i < frames - 1 && i + every >= frames ? frames - 1 : i + every) {
        progress_show("crowd: picture", i, frames);
        paint_frame(d, i, ground, pixels);
        gif_frame(work->options.gif.stream, width, height, pixels, hundredths_of(work, every));
    }
    progress_show("", 1, 1);
    gif_end(work->options.gif.stream);
}

int crowd_animate(const crowd_job *work)
{
    drawing d = {.work = work};
    int code = draw_ground(&d, ANIMATION_SIDE);
    const size_t size = (size_t)d.seen.canvas.width * (size_t)d.seen.canvas.height;
    uint8_t *pixels = allocate(2 * size, 1, "--gif", &code);
    if (!code) {
        paint_ground(&d.seen.canvas, pixels + size);
        write_frames(&d, pixels + size, pixels); /* outputs_finish() finds what could not be written */
    }
    free(pixels);
    free(d.seen.canvas.pixels);
    return code;
}
