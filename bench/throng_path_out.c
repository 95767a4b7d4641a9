/* What `throng path` makes of paths: their measures, tables and a picture. */
#include "throng_path.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/* Damage per unit of time at a point: the powers of the sources whose range it is in, added. */
static double damage_rate(const throng_path_scene *scene, double x, double y)
{
    double rate = 0.0;
    for (int32_t i = 0; i < scene->source_count; ++i) {
        const throng_path_source *s = &scene->sources[i];
        double right = x - (double)s->x;
        double down = y - (double)s->y;
        if (right * right + down * down <= (double)s->range * (double)s->range) {
            rate += (double)s->power;
        }
    }
    return rate;
}

void throng_path_measure(throng_path_ways *ways, const throng_path_scene *scene)
{
    for (int32_t i = 0; i < ways->count; ++i) {
        throng_path_way *way = &ways->list[i];
        const float *points = ways->points + 2 * way->first;
        way->length = 0.0;
        way->damage = 0.0;
        for (size_t k = 1; k < (size_t)way->count; ++k) {
            double x = (double)points[2 * k];
            double y = (double)points[2 * k + 1];
            double length = hypot(x - (double)points[2 * k - 2], y - (double)points[2 * k - 1]);
            way->length += length;
            way->damage += length / (double)scene->starts[i].speed * damage_rate(scene, x, y);
        }
    }
}

static int write_rows(const throng_path_ways *ways, FILE *stream)
{
    float *rows = malloc((4 * ways->point_count + 1) * sizeof *rows);
    if (rows == NULL) {
        return throng_app_refuse_memory("--out");
    }
    float *row = rows;
    for (int32_t i = 0; i < ways->count; ++i) {
        for (int32_t k = 0; k < ways->list[i].count; ++k, row += 4) {
            const float *point = ways->points + 2 * (ways->list[i].first + (size_t)k);
            row[0] = (float)i;
            row[1] = (float)k;
            row[2] = point[0];
            row[3] = point[1];
        }
    }
    throng_app_write_values(stream, THRONG_APP_NPY, rows, (int32_t)ways->point_count, 4);
    free(rows);
    return THRONG_APP_OK;
}

int throng_path_write(const throng_path_ways *ways, throng_app_format format, FILE *stream)
{
    if (format == THRONG_APP_NPY) {
        return write_rows(ways, stream);
    }
    (void)fputs("path,step,x,y\n", stream);
    for (int32_t i = 0; i < ways->count; ++i) {
        for (int32_t k = 0; k < ways->list[i].count; ++k) {
            const float *point = ways->points + 2 * (ways->list[i].first + (size_t)k);
            (void)fprintf(stream, "%d,%d,%.9g,%.9g\n", (int)i, (int)k, (double)point[0], (double)point[1]);
        }
    }
    return THRONG_APP_OK;
}

void throng_path_write_summary(const throng_path_ways *ways, FILE *stream)
{
    static const char *const names[] = {"reached", "unreachable"};
    (void)fputs("path,status,steps,length,damage\n", stream);
    for (int32_t i = 0; i < ways->count; ++i) {
        const throng_path_way *way = &ways->list[i];
        (void)fprintf(stream, "%d,%s,%d,%.9g,%.9g\n", (int)i, names[way->status],
                      (int)(way->count > 0 ? way->count - 1 : 0), way->length, way->damage);
    }
}

/* ---------------------------------------------------------------- the picture ------------------------ */

static void draw_circle(throng_app_canvas *canvas, double x, double y, double radius, throng_app_color color)
{
    enum { SIDES = 96 };
    for (int32_t i = 0; i < SIDES; ++i) {
        double from = 2.0 * PI * i / SIDES;
        double to = 2.0 * PI * (i + 1) / SIDES;
        throng_app_canvas_line(canvas, x + radius * cos(from), y + radius * sin(from), x + radius * cos(to),
                               y + radius * sin(to), 1.0, color);
    }
}

static void draw_way(throng_app_canvas *canvas, const throng_path_ways *ways, int32_t index, double scale)
{
    static const throng_app_color colors[] = {{255, 200, 60},  {90, 200, 255},  {255, 120, 120},
                                              {140, 240, 140}, {220, 150, 255}, {255, 255, 255}};
    const throng_path_way *way = &ways->list[index];
    const throng_app_color color = colors[(size_t)index % (sizeof colors / sizeof *colors)];
    const float *p = ways->points + 2 * way->first;
    const double width = fmin(fmax(0.2 * scale, 1.0), 4.0);
    for (int32_t k = 0; k + 1 < way->count; ++k, p += 2) {
        throng_app_canvas_line(canvas, scale * (double)p[0], scale * (double)p[1], scale * (double)p[2],
                               scale * (double)p[3], width, color);
    }
    if (way->count > 0) {
        throng_app_canvas_disc(canvas, scale * (double)p[0], scale * (double)p[1], width + 2.0, color);
    }
}

int throng_path_draw(const throng_path_ways *ways, const throng_path_scene *scene, const throng_app_map *map,
                     float cell, FILE *stream, const char *path)
{
    throng_app_canvas canvas;
    float *nothing = calloc((size_t)map->width * (size_t)map->height, sizeof *nothing);
    if (nothing == NULL) {
        return throng_app_refuse_memory("--png");
    }
    const throng_app_field field = {.values = nothing,
                                    .width = map->width,
                                    .height = map->height,
                                    .grid = THRONG_GRID_SQUARE8,
                                    .map = map};
    double scale = 0.0;
    int code = throng_app_field_canvas(&field, &canvas, &scale);
    free(nothing);
    if (code != THRONG_APP_OK) {
        return code;
    }
    scale /= (double)cell; /* pixels for a unit of the world */
    for (int32_t i = 0; i < scene->source_count; ++i) {
        const throng_path_source *s = &scene->sources[i];
        draw_circle(&canvas, scale * (double)s->x, scale * (double)s->y, scale * (double)s->range,
                    (throng_app_color){230, 70, 60});
    }
    for (int32_t i = 0; i < ways->count; ++i) {
        draw_way(&canvas, ways, i, scale);
    }
    code = throng_app_canvas_write(&canvas, stream, path, "Paths; red circles are the ranges of sources");
    free(canvas.pixels);
    return code;
}
