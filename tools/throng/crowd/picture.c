/* Pictures of `throng crowd`: the agents' ways, and an animation. */
#include "examples/common/gif.h"
#include "tools/throng/crowd/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILM_MOST (1 << 25) /* places kept */
#define FRAMES_SHOWN 1000   /* by an animation */
#define PICTURE_SIDE 1024.0 /* pixels of the longer side */
#define ANIMATION_SIDE 512.0
#define PI 3.14159265358979323846
#define WALL 170 /* how bright the line of a wall is, and what is solid, and the ground */
#define SOLID 64
#define GROUND 22

/* ---------------------------------------------------------------- the film -------------------------- */

int throng_app_crowd_film_create(throng_app_crowd_job *work)
{
    throng_app_crowd_film *film = &work->film;
    const int64_t records = throng_app_crowd_records(&work->options);
    const int64_t most = FILM_MOST / (work->scene.count + 1);
    film->agents = work->scene.count;
    film->thin = 1;
    while ((records - 2) / film->thin + 2 > (most > 2 ? most : 2) && film->thin < records) {
        film->thin += film->thin < 16 ? 1 : film->thin / 16;
    }
    const size_t frames = (size_t)((records - 1) / film->thin + 2);
    const size_t places = frames * (size_t)film->agents + 1;
    film->places = malloc(2 * places * sizeof *film->places);
    film->shades = malloc(places);
    return film->places != NULL && film->shades != NULL
               ? THRONG_APP_OK
               : throng_app_reject_memory(work->png != NULL ? "--png" : "--gif");
}

void throng_app_crowd_film_release(throng_app_crowd_film *film)
{
    free(film->places);
    free(film->shades);
    *film = (throng_app_crowd_film){0};
}

static uint8_t shade_of(const throng_app_crowd_job *work, size_t agent)
{
    const float *velocity = work->state.velocities + 2 * agent;
    const double most = (double)work->scene.agents[agent].max_speed;
    const double speed = hypot((double)velocity[0], (double)velocity[1]);
    if (work->state.flags[agent] & THRONG_FLAG_CONGESTED) {
        return THRONG_APP_CROWD_CONGESTED;
    }
    const double share = most > 0.0 ? fmin(speed / most, 1.0) : 0.0;
    return (uint8_t)(share * (THRONG_APP_CROWD_SHADES - 1) + 0.5);
}

void throng_app_crowd_film_keep(throng_app_crowd_job *work, int32_t record)
{
    throng_app_crowd_film *film = &work->film;
    const size_t agents = (size_t)film->agents;
    if (film->places == NULL || (record % film->thin != 0 && work->state.step < work->options.steps)) {
        return;
    }
    const size_t first = (size_t)film->frames * agents;
    memcpy(film->places + 2 * first, work->state.places, 2 * agents * sizeof *film->places);
    for (size_t i = 0; i < agents; ++i) {
        film->shades[first + i] = shade_of(work, i);
    }
    film->frames += 1;
}

/* ---------------------------------------------------------------- the view -------------------------- */

typedef struct view {
    double left, top, width, height;
    double scale; /* pixels for a unit of the world */
} view;

/* Obstacles are shown as far off as the agents' ways are long; where nobody walks all of them. */
static void widen_to(const double at[2], const double least[2], const double most[2], double low[2],
                     double high[2])
{
    for (size_t axis = 0; axis < 2; ++axis) {
        low[axis] = fmin(low[axis], fmax(at[axis], least[axis]));
        high[axis] = fmax(high[axis], fmin(at[axis], most[axis]));
    }
}

static void widen(const throng_app_crowd_obstacles *obstacles, double low[2], double high[2])
{
    const double beyond = fmax(high[0] - low[0], high[1] - low[1]);
    const double limit = beyond > 0.0 ? beyond : (double)INFINITY;
    const double least[2] = {low[0] - limit, low[1] - limit};
    const double most[2] = {high[0] + limit, high[1] + limit};
    for (int32_t i = 0; i < obstacles->ground.count; ++i) {
        const double at[2] = {(double)obstacles->vertices[i].x, (double)obstacles->vertices[i].y};
        widen_to(at, least, most, low, high);
    }
    if (obstacles->ground.map != NULL) {
        const double corner[2] = {obstacles->ground.map->width * obstacles->ground.cell,
                                  obstacles->ground.map->height * obstacles->ground.cell};
        widen_to((const double[2]){0.0, 0.0}, least, most, low, high);
        widen_to(corner, least, most, low, high);
    }
}

/* All that the film shows, and a margin. */
static view frame_film(const throng_app_crowd_job *work, double side)
{
    const throng_app_crowd_film *film = &work->film;
    double low[2] = {(double)INFINITY, (double)INFINITY};
    double high[2] = {-(double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < (size_t)film->frames * (size_t)film->agents; ++i) {
        const double radius = (double)work->scene.agents[i % (size_t)film->agents].radius;
        for (size_t axis = 0; axis < 2; ++axis) {
            const double at = (double)film->places[2 * i + axis];
            low[axis] = fmin(low[axis], at - radius);
            high[axis] = fmax(high[axis], at + radius);
        }
    }
    if (film->agents == 0) {
        const throng_app_crowd_obstacles *obstacles = &work->scene.obstacles;
        low[0] = high[0] = obstacles->count > 0 ? (double)obstacles->vertices->x : 0.0;
        low[1] = high[1] = obstacles->count > 0 ? (double)obstacles->vertices->y : 0.0;
    }
    widen(&work->scene.obstacles, low, high);
    const double longest = fmax(high[0] - low[0], high[1] - low[1]);
    const double margin = longest > 0.0 ? 0.03 * longest : 1.0;
    view seen = {low[0] - margin, low[1] - margin, high[0] - low[0] + 2.0 * margin,
                 high[1] - low[1] + 2.0 * margin, side / (longest + 2.0 * margin)};
    return seen;
}

/* Whole pixels of a length; it is not 0, since there is a margin. */
static int32_t pixels_of(const view *seen, double length)
{
    return (int32_t)ceil(length * seen->scale - 1e-6);
}

/* ---------------------------------------------------------------- ways ------------------------------ */

typedef struct drawing {
    const throng_app_crowd_job *work;
    view seen;
    throng_app_canvas canvas;
} drawing;

static void place_of(const drawing *d, int32_t frame, int32_t agent, double at[2])
{
    const throng_app_crowd_film *film = &d->work->film;
    const float *p = film->places + 2 * ((size_t)frame * (size_t)film->agents + (size_t)agent);
    at[0] = d->seen.scale * ((double)p[0] - d->seen.left);
    at[1] = d->seen.scale * ((double)p[1] - d->seen.top);
}

static void draw_walls(drawing *d)
{
    const throng_app_crowd_obstacles *obstacles = &d->work->scene.obstacles;
    const throng_app_color color = {WALL, WALL, WALL};
    const view *seen = &d->seen;
    for (int32_t k = 0; k < obstacles->count; ++k) {
        const throng_app_crowd_polygon *polygon = &obstacles->polygons[k];
        const throng_vertex *vertices = obstacles->vertices + polygon->first;
        for (int32_t i = 0; i < polygon->count; ++i) {
            const throng_vertex a = vertices[i];
            const throng_vertex b = vertices[i + 1 < polygon->count ? i + 1 : 0];
            throng_app_canvas_line(&d->canvas, seen->scale * ((double)a.x - seen->left),
                                   seen->scale * ((double)a.y - seen->top),
                                   seen->scale * ((double)b.x - seen->left),
                                   seen->scale * ((double)b.y - seen->top), 1.5, color);
        }
    }
}

/* A canvas of the ground, and the obstacles on it. Free its pixels. */
static int draw_ground(drawing *d)
{
    const int32_t width = pixels_of(&d->seen, d->seen.width);
    const int32_t height = pixels_of(&d->seen, d->seen.height);
    int32_t *solid = malloc((size_t)width * sizeof *solid);
    int code = solid != NULL ? throng_app_canvas_create(&d->canvas, width, height,
                                                        (throng_app_color){GROUND, GROUND, GROUND})
                             : throng_app_reject_memory("picture");
    for (int32_t y = 0; y < height && code == THRONG_APP_OK; ++y) {
        throng_app_crowd_free_space_row(&d->work->scene.obstacles.ground,
                                        d->seen.top + (y + 0.5) / d->seen.scale, d->seen.left,
                                        1.0 / d->seen.scale, width, solid);
        for (int32_t x = 0; x < width; ++x) {
            const uint8_t shade = solid[x] ? SOLID : GROUND;
            d->canvas.pixels[(size_t)y * (size_t)width + (size_t)x] = (throng_app_color){shade, shade, shade};
        }
    }
    free(solid);
    if (code == THRONG_APP_OK) {
        draw_walls(d);
    }
    return code;
}

/* Each direction has a hue of its own; who stays is grey. */
static throng_app_color color_of(const drawing *d, int32_t agent, double strength)
{
    double from[2];
    double to[2];
    double parts[3] = {0.6, 0.6, 0.6};
    place_of(d, 0, agent, from);
    place_of(d, d->work->film.frames - 1, agent, to);
    if (hypot(to[0] - from[0], to[1] - from[1]) >= 1.0) {
        const double hue = atan2(to[1] - from[1], to[0] - from[0]);
        for (int32_t i = 0; i < 3; ++i) {
            parts[i] = 0.62 + 0.38 * cos(hue - 2.0 * PI / 3.0 * i);
        }
    }
    for (int32_t i = 0; i < 3; ++i) {
        parts[i] = 255.0 * strength * parts[i] + 22.0 * (1.0 - strength) + 0.5;
    }
    return (throng_app_color){(uint8_t)parts[0], (uint8_t)parts[1], (uint8_t)parts[2]};
}

static void draw_way(drawing *d, int32_t agent)
{
    const throng_app_color color = color_of(d, agent, 0.75);
    double last[2];
    place_of(d, 0, agent, last);
    for (int32_t frame = 1; frame < d->work->film.frames; ++frame) {
        double next[2];
        place_of(d, frame, agent, next);
        const int32_t ends = frame == d->work->film.frames - 1;
        if (ends || hypot(next[0] - last[0], next[1] - last[1]) >= 0.5) {
            throng_app_canvas_line(&d->canvas, last[0], last[1], next[0], next[1], 1.5, color);
            memcpy(last, next, sizeof last);
        }
    }
}

static void draw_body(drawing *d, int32_t agent, int32_t frame)
{
    const double radius = fmax(d->seen.scale * (double)d->work->scene.agents[agent].radius, 2.0);
    double at[2];
    place_of(d, frame, agent, at);
    if (frame == 0) {
        throng_app_canvas_ring(&d->canvas, at[0], at[1], radius - 0.5, 1.0, color_of(d, agent, 0.6));
    } else {
        throng_app_canvas_disc(&d->canvas, at[0], at[1], radius, color_of(d, agent, 1.0));
    }
}

int throng_app_crowd_draw(const throng_app_crowd_job *work)
{
    const int32_t agents = work->film.agents;
    drawing d = {.work = work, .seen = frame_film(work, PICTURE_SIDE)};
    int code = draw_ground(&d);
    if (code != THRONG_APP_OK) {
        return code;
    }
    for (int32_t i = 0; i < agents; ++i) {
        if (i % 1024 == 0) {
            throng_app_progress("crowd: picture, way", i, agents);
        }
        draw_way(&d, i);
    }
    for (int32_t i = 0; i < agents; ++i) {
        draw_body(&d, i, 0);
    }
    for (int32_t i = 0; i < agents && work->film.frames > 1; ++i) {
        draw_body(&d, i, work->film.frames - 1);
    }
    throng_app_progress("", 1, 1);
    code = throng_app_canvas_write(&d.canvas, work->png, work->options.common.png,
                                   "Ways of a crowd; rings are starts, discs the places reached");
    free(d.canvas.pixels);
    return code;
}

/* ---------------------------------------------------------------- animation ------------------------- */

/* Colours are pairs of a shade and of how much of the pixel it covers; 0 is the ground, and what comes behind
 * the pairs are greys for obstacles. */
#define COVERS 8
#define PAIRS ((THRONG_APP_CROWD_SHADES + 1) * COVERS)
#define GREYS (255 - PAIRS)

_Static_assert(GREYS > 3, "a palette has 256 colours");

static void make_palette(gif_color palette[256])
{
    static const double stops[3][3] = {{60, 90, 220}, {60, 210, 160}, {255, 235, 90}};
    static const double congested[3] = {255, 70, 170};
    memset(palette, 0, 256 * sizeof *palette);
    for (int32_t i = 0; i < 1 + PAIRS; ++i) {
        const int32_t shade = i > 0 ? (i - 1) / COVERS : 0;
        const double cover = i > 0 ? ((i - 1) % COVERS + 1) / (double)COVERS : 0.0;
        const double at = 2.0 * shade / (THRONG_APP_CROWD_SHADES - 1);
        const int32_t stop = at < 1.0 ? 0 : 1;
        uint8_t parts[3];
        for (int32_t k = 0; k < 3; ++k) {
            double full = stops[stop][k] + (at - stop) * (stops[stop + 1][k] - stops[stop][k]);
            full = shade == THRONG_APP_CROWD_CONGESTED ? congested[k] : full;
            parts[k] = (uint8_t)(GROUND + cover * (full - GROUND) + 0.5);
        }
        palette[i] = (gif_color){parts[0], parts[1], parts[2]};
    }
    for (int32_t i = 1; i <= GREYS; ++i) {
        const uint8_t grey = (uint8_t)(GROUND + (WALL - GROUND) * i / GREYS);
        palette[PAIRS + i] = (gif_color){grey, grey, grey};
    }
}

/* Where two bodies share a pixel, the one that covers more of it is seen. */
static void paint_body(uint8_t *pixels, int32_t width, int32_t height, const double at[2], double radius,
                       int32_t shade)
{
    const int32_t left = (int32_t)fmax(floor(at[0] - radius - 1.0), 0.0);
    const int32_t top = (int32_t)fmax(floor(at[1] - radius - 1.0), 0.0);
    for (int32_t y = top; y < height && y <= at[1] + radius + 1.0; ++y) {
        for (int32_t x = left; x < width && x <= at[0] + radius + 1.0; ++x) {
            const double away = hypot(x + 0.5 - at[0], y + 0.5 - at[1]);
            const double cover = fmin(fmax(radius + 0.5 - away, 0.0), 1.0);
            const int32_t level = (int32_t)(cover * COVERS + 0.5);
            uint8_t *pixel = &pixels[(size_t)y * (size_t)width + (size_t)x];
            if (level > 0 && (*pixel == 0 || *pixel > PAIRS || level > (*pixel - 1) % COVERS + 1)) {
                *pixel = (uint8_t)(shade * COVERS + level);
            }
        }
    }
}

/* The nearest greys. */
static void paint_ground(const throng_app_canvas *canvas, uint8_t *ground)
{
    for (size_t i = 0; i < (size_t)canvas->width * (size_t)canvas->height; ++i) {
        const int32_t grey =
            ((canvas->pixels[i].red - GROUND) * GREYS * 2 + WALL - GROUND) / (2 * (WALL - GROUND));
        ground[i] = (uint8_t)(grey > 0 ? PAIRS + grey : 0);
    }
}

static void paint_frame(const drawing *d, int32_t frame, const uint8_t *ground, uint8_t *pixels)
{
    const int32_t width = d->canvas.width;
    const int32_t height = d->canvas.height;
    const throng_app_crowd_film *film = &d->work->film;
    const uint8_t *shades = film->shades + (size_t)frame * (size_t)film->agents;
    memcpy(pixels, ground, (size_t)width * (size_t)height);
    for (int32_t i = 0; i < film->agents; ++i) {
        double at[2];
        place_of(d, frame, i, at);
        paint_body(pixels, width, height, at,
                   fmax(d->seen.scale * (double)d->work->scene.agents[i].radius, 1.0), shades[i]);
    }
}

/* Real time, as far as viewers go along with it. */
static int32_t hundredths_of(const throng_app_crowd_job *work, int32_t every)
{
    const double seconds = (double)work->options.dt * work->options.every * (double)work->film.thin * every;
    return (int32_t)fmin(fmax(100.0 * seconds + 0.5, 2.0), 20.0);
}

/* ground: as paint_ground() makes it. pixels: for a frame. */
static void write_frames(const drawing *d, const uint8_t *ground, uint8_t *pixels)
{
    const throng_app_crowd_job *work = d->work;
    const int32_t frames = work->film.frames;
    const int32_t every = (frames - 2) / (FRAMES_SHOWN - 1) + 1; /* the last one always */
    const int32_t width = d->canvas.width;
    const int32_t height = d->canvas.height;
    gif_color palette[256];
    make_palette(palette);
    gif_begin(work->gif, width, height, palette);
    for (int32_t i = 0; i < frames; i = i < frames - 1 && i + every >= frames ? frames - 1 : i + every) {
        throng_app_progress("crowd: picture", i, frames);
        paint_frame(d, i, ground, pixels);
        gif_frame(work->gif, width, height, pixels, hundredths_of(work, every));
    }
    throng_app_progress("", 1, 1);
    gif_end(work->gif);
}

int throng_app_crowd_animate(const throng_app_crowd_job *work)
{
    drawing d = {.work = work, .seen = frame_film(work, ANIMATION_SIDE)};
    int code = draw_ground(&d);
    if (code != THRONG_APP_OK) {
        return code;
    }
    const size_t size = (size_t)d.canvas.width * (size_t)d.canvas.height;
    uint8_t *pixels = malloc(2 * size);
    if (pixels != NULL) {
        paint_ground(&d.canvas, pixels + size);
        write_frames(&d, pixels + size, pixels); /* what it could not write, finish finds */
    } else {
        code = throng_app_reject_memory("--gif");
    }
    free(pixels);
    free(d.canvas.pixels);
    return code;
}
