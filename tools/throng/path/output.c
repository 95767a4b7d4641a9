/* What `throng path` makes of paths: their measures, tables and a picture. */
#include "tools/throng/path/path.h"

#include <math.h>
#include <stdlib.h>

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

/* Without a map: all that stands, goes somewhere, or reaches somewhere. */
static int open_picture(const throng_path_job *work, throng_view *seen)
{
    const throng_path_ways *ways = &work->ways;
    throng_view_area area = throng_view_nothing();
    if (work->mapped) {
        return throng_view_open_map(seen, &work->map, THRONG_GRID_SQUARE8, work->options.cell);
    }
    throng_path_widen(&work->scene, &area);
    for (size_t i = 0; i < ways->point_count; ++i) { /* each begins with its start */
        throng_view_widen(&area, (double)ways->points[2 * i], (double)ways->points[2 * i + 1]);
    }
    return throng_view_open_area(seen, &area);
}

static void draw_way(throng_view *seen, const throng_path_ways *ways, int32_t index, double width)
{
    static const throng_app_color colors[] = {{255, 200, 60},  {90, 200, 255},  {255, 120, 120},
                                              {140, 240, 140}, {220, 150, 255}, {255, 255, 255}};
    const throng_path_way *way = &ways->list[index];
    const throng_app_color color = colors[(size_t)index % (sizeof colors / sizeof *colors)];
    const float *p = ways->points + 2 * way->first;
    for (int32_t k = 0; k + 1 < way->count; ++k, p += 2) {
        throng_view_line(seen, (double)p[0], (double)p[1], (double)p[2], (double)p[3], width, color);
    }
    if (way->count > 0) {
        throng_view_disc(seen, (double)p[0], (double)p[1], width + 2.0, color);
    }
}

void throng_path_widen(const throng_path_scene *scene, throng_view_area *area)
{
    for (int32_t i = 0; i < scene->goal_count; ++i) {
        throng_view_widen(area, (double)scene->goals[i].at.x, (double)scene->goals[i].at.y);
    }
    for (int32_t i = 0; i < scene->source_count; ++i) {
        const throng_potential_source *s = &scene->sources[i];
        throng_view_widen(area, (double)s->x - (double)s->range, (double)s->y - (double)s->range);
        throng_view_widen(area, (double)s->x + (double)s->range, (double)s->y + (double)s->range);
    }
}

void throng_path_draw_sources(const throng_path_scene *scene, throng_view *seen)
{
    for (int32_t i = 0; i < scene->source_count; ++i) {
        const throng_potential_source *s = &scene->sources[i];
        throng_view_circle(seen, (double)s->x, (double)s->y, (double)s->range,
                           (throng_app_color){230, 70, 60});
    }
}

int throng_path_draw(const throng_path_job *work)
{
    throng_view seen = {.scale = 1.0};
    int code = open_picture(work, &seen);
    if (code != THRONG_APP_OK) {
        return code;
    }
    const double width = work->mapped ? fmin(fmax(0.2 * seen.scale, 1.0), 4.0) : 2.0;
    throng_path_draw_sources(&work->scene, &seen);
    for (int32_t i = 0; i < work->ways.count; ++i) {
        draw_way(&seen, &work->ways, i, width);
    }
    code = throng_app_canvas_write(&seen.canvas, work->png, work->options.common.png,
                                   "Paths; red circles are the ranges of sources");
    free(seen.canvas.pixels);
    return code;
}
