/* What `throng path` makes of paths: their measures, tables and a picture. */
#include "throng_path.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define POINTS_AT_ONCE 256

/* Damage per unit of time at some points: the powers of the sources whose range they are in, added, or how
 * many these are of each type, joined by the measure. */
static int find_rates(const throng_path_job *work, const float *points, size_t count, double *rates)
{
    float counts[POINTS_AT_ONCE * THRONG_MAX_TYPES] = {0.0f};
    float joined[POINTS_AT_ONCE];
    const size_t types = work->joined ? (size_t)work->options.measure.def.types : 0;
    for (size_t k = 0; k < count; ++k) {
        rates[k] = 0.0;
        for (int32_t i = 0; i < work->scene.source_count; ++i) {
            const throng_potential_source *s = &work->scene.sources[i];
            double right = (double)points[2 * k] - (double)s->x;
            double down = (double)points[2 * k + 1] - (double)s->y;
            if (right * right + down * down > (double)s->range * (double)s->range) {
                continue;
            }
            rates[k] += (double)s->power;
            if (work->joined) {
                counts[k * types + (size_t)s->type] += 1.0f;
            }
        }
    }
    if (!work->joined) {
        return THRONG_APP_OK;
    }
    throng_status status = throng_measure_choquet(work->measure, (int32_t)count, counts, 0, joined);
    for (size_t k = 0; k < count && status == THRONG_OK; ++k) {
        rates[k] = (double)joined[k];
    }
    return throng_app_check(work->context, status, "damage");
}

static int measure_way(throng_path_job *work, int32_t index)
{
    throng_path_way *way = &work->ways.list[index];
    const float *points = work->ways.points + 2 * way->first;
    double rates[POINTS_AT_ONCE];
    int code = THRONG_APP_OK;
    way->length = 0.0;
    way->damage = 0.0;
    for (size_t k = 1; k < (size_t)way->count && code == THRONG_APP_OK; ++k) {
        const size_t part = (k - 1) % POINTS_AT_ONCE;
        const float *p = points + 2 * k;
        if (part == 0) {
            const size_t left = (size_t)way->count - k;
            code = find_rates(work, p, left < POINTS_AT_ONCE ? left : POINTS_AT_ONCE, rates);
        }
        double length = hypot((double)p[0] - (double)p[-2], (double)p[1] - (double)p[-1]);
        way->length += length;
        way->damage += length / (double)work->scene.starts[index].at.speed * rates[part];
    }
    return code;
}

int throng_path_measure(throng_path_job *work)
{
    int code = THRONG_APP_OK;
    for (int32_t i = 0; i < work->ways.count && code == THRONG_APP_OK; ++i) {
        code = measure_way(work, i);
    }
    return code;
}

/* ---------------------------------------------------------------- tables ----------------------------- */

void throng_path_write(const throng_path_ways *ways, throng_app_format format, FILE *stream)
{
    if (format == THRONG_APP_NPY) {
        throng_app_write_npy_head(stream, (int64_t)ways->point_count, 4);
    } else {
        (void)fputs("path,step,x,y\n", stream);
    }
    for (int32_t i = 0; i < ways->count; ++i) {
        const float *point = ways->points + 2 * ways->list[i].first;
        for (int32_t k = 0; k < ways->list[i].count; ++k, point += 2) {
            const float row[4] = {(float)i, (float)k, point[0], point[1]};
            if (format == THRONG_APP_NPY) {
                throng_app_write_npy_values(stream, row, 4);
            } else {
                (void)fprintf(stream, "%d,%d,%.9g,%.9g\n", (int)i, (int)k, (double)row[2], (double)row[3]);
            }
        }
    }
}

void throng_path_write_summary(const throng_path_ways *ways, FILE *stream)
{
    (void)fputs("path,status,steps,length,damage\n", stream);
    for (int32_t i = 0; i < ways->count; ++i) {
        const throng_path_way *way = &ways->list[i];
        (void)fprintf(stream, "%d,%s,%d,%.9g,%.9g\n", (int)i, throng_trace_status_name(way->status),
                      (int)(way->count > 0 ? way->count - 1 : 0), way->length, way->damage);
    }
}

/* ---------------------------------------------------------------- the picture ------------------------ */

/* The part of the world that is drawn. */
typedef struct view {
    throng_app_canvas canvas;
    double left, top;
    double scale; /* pixels for a unit of the world */
} view;

typedef struct box {
    double left, top, right, bottom;
} box;

static void widen(box *area, double x, double y)
{
    *area = (box){fmin(area->left, x), fmin(area->top, y), fmax(area->right, x), fmax(area->bottom, y)};
}

/* Without a map: all that stands, goes somewhere, or reaches somewhere, and a margin. */
static int open_view(const throng_path_job *work, view *seen)
{
    const throng_path_scene *scene = &work->scene;
    const throng_path_ways *ways = &work->ways;
    box area = {(double)INFINITY, (double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    for (int32_t i = 0; i < scene->goal_count; ++i) {
        widen(&area, (double)scene->goals[i].at.x, (double)scene->goals[i].at.y);
    }
    for (int32_t i = 0; i < scene->source_count; ++i) {
        const throng_potential_source *s = &scene->sources[i];
        widen(&area, (double)s->x - (double)s->range, (double)s->y - (double)s->range);
        widen(&area, (double)s->x + (double)s->range, (double)s->y + (double)s->range);
    }
    for (size_t i = 0; i < ways->point_count; ++i) { /* each begins with its start */
        widen(&area, (double)ways->points[2 * i], (double)ways->points[2 * i + 1]);
    }
    if (area.left > area.right) {
        area = (box){0.0, 0.0, 0.0, 0.0}; /* there is nothing */
    }
    const double longest = fmax(area.right - area.left, area.bottom - area.top);
    const double margin = longest > 0.0 ? 0.05 * longest : 1.0;
    seen->left = area.left - margin;
    seen->top = area.top - margin;
    seen->scale = 1024.0 / (longest + 2.0 * margin);
    return throng_app_canvas_create(
        &seen->canvas, (int32_t)ceil((area.right - area.left + 2.0 * margin) * seen->scale - 1e-6),
        (int32_t)ceil((area.bottom - area.top + 2.0 * margin) * seen->scale - 1e-6),
        (throng_app_color){22, 22, 22});
}

static int open_map(const throng_path_job *work, view *seen)
{
    const throng_app_map *map = &work->map;
    float *nothing = calloc((size_t)map->width * (size_t)map->height, sizeof *nothing);
    if (nothing == NULL) {
        return throng_app_refuse_memory("--png");
    }
    const throng_app_field field = {.values = nothing,
                                    .width = map->width,
                                    .height = map->height,
                                    .grid = THRONG_GRID_SQUARE8,
                                    .map = map};
    int code = throng_app_field_canvas(&field, &seen->canvas, &seen->scale);
    free(nothing);
    seen->scale /= (double)work->options.cell;
    seen->left = 0.0;
    seen->top = 0.0;
    return code;
}

static void draw_line(view *seen, double x0, double y0, double x1, double y1, double width,
                      throng_app_color color)
{
    throng_app_canvas_line(&seen->canvas, seen->scale * (x0 - seen->left), seen->scale * (y0 - seen->top),
                           seen->scale * (x1 - seen->left), seen->scale * (y1 - seen->top), width, color);
}

static void draw_circle(view *seen, double x, double y, double radius, throng_app_color color)
{
    enum { SIDES = 96 };
    for (int32_t i = 0; i < SIDES; ++i) {
        double from = 2.0 * PI * i / SIDES;
        double to = 2.0 * PI * (i + 1) / SIDES;
        draw_line(seen, x + radius * cos(from), y + radius * sin(from), x + radius * cos(to),
                  y + radius * sin(to), 1.0, color);
    }
}

static void draw_way(view *seen, const throng_path_ways *ways, int32_t index, double width)
{
    static const throng_app_color colors[] = {{255, 200, 60},  {90, 200, 255},  {255, 120, 120},
                                              {140, 240, 140}, {220, 150, 255}, {255, 255, 255}};
    const throng_path_way *way = &ways->list[index];
    const throng_app_color color = colors[(size_t)index % (sizeof colors / sizeof *colors)];
    const float *p = ways->points + 2 * way->first;
    for (int32_t k = 0; k + 1 < way->count; ++k, p += 2) {
        draw_line(seen, (double)p[0], (double)p[1], (double)p[2], (double)p[3], width, color);
    }
    if (way->count > 0) {
        throng_app_canvas_disc(&seen->canvas, seen->scale * ((double)p[0] - seen->left),
                               seen->scale * ((double)p[1] - seen->top), width + 2.0, color);
    }
}

int throng_path_draw(const throng_path_job *work)
{
    view seen = {.scale = 1.0};
    int code = work->mapped ? open_map(work, &seen) : open_view(work, &seen);
    if (code != THRONG_APP_OK) {
        return code;
    }
    const double width = work->mapped ? fmin(fmax(0.2 * seen.scale, 1.0), 4.0) : 2.0;
    for (int32_t i = 0; i < work->scene.source_count; ++i) {
        const throng_potential_source *s = &work->scene.sources[i];
        draw_circle(&seen, (double)s->x, (double)s->y, (double)s->range, (throng_app_color){230, 70, 60});
    }
    for (int32_t i = 0; i < work->ways.count; ++i) {
        draw_way(&seen, &work->ways, i, width);
    }
    code = throng_app_canvas_write(&seen.canvas, work->png, work->options.common.png,
                                   "Paths; red circles are the ranges of sources");
    free(seen.canvas.pixels);
    return code;
}
