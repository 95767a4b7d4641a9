/* The results of `throng path`: length and damage, tables and a picture. */
#include "tools/throng/path/path.h"

#include <math.h>
#include <stdlib.h>

int path_rates(const path_job *work, const float *points, size_t count, double *rates)
{
    float counts[PATH_RATES_MOST * THRONG_MAX_TYPES] = {0.0f};
    float joined[PATH_RATES_MOST];
    const size_t types = work->in.joined ? (size_t)work->in.measure_options.def.types : 0;
    for (size_t k = 0; k < count; k++) {
        rates[k] = 0.0;
        for (int32_t i = 0; i < work->in.scene.source_count; i++) {
            const throng_potential_source *s = &work->in.scene.sources[i];
            const double right = (double)points[2 * k] - (double)s->x;
            const double down = (double)points[2 * k + 1] - (double)s->y;
            if (right * right + down * down > (double)s->range * (double)s->range)
                continue;
            rates[k] += (double)s->power;
            if (work->in.joined)
                counts[k * types + (size_t)s->type] += 1.0f;
        }
    }
    if (!work->in.joined)
        return PROGRAM_OK;
    const throng_status status = throng_measure_choquet(work->in.measure, (int32_t)count, counts, 0, joined);
    for (size_t k = 0; k < count && status == THRONG_OK; k++)
        rates[k] = (double)joined[k];
    return program_check(work->job.context, status, "damage");
}

static int measure_path(path_job *work, int32_t index)
{
    path_result *path = &work->paths.list[index];
    const float *points = work->paths.points + 2 * path->first;
    double rates[PATH_RATES_MOST];
    int code = PROGRAM_OK;
    path->length = 0.0;
    path->damage = 0.0;
    for (size_t k = 1; k < (size_t)path->count && !code; k++) {
        const size_t part = (k - 1) % PATH_RATES_MOST;
        const float *p = points + 2 * k;
        if (part == 0) {
            const size_t left = (size_t)path->count - k;
            code = path_rates(work, p, left < PATH_RATES_MOST ? left : PATH_RATES_MOST, rates);
        }
        const double length = hypot((double)p[0] - (double)p[-2], (double)p[1] - (double)p[-1]);
        path->length += length;
        path->damage += length / (double)work->in.scene.starts[index].at.speed * rates[part];
    }
    return code;
}

int path_measure(path_job *work)
{
    int code = PROGRAM_OK;
    for (int32_t i = 0; i < work->paths.count && !code; i++)
        code = measure_path(work, i);
    return code;
}

/* ---------------------------------------------------------------- tables ----------------------------- */

void path_write(const path_set *paths, output_format format, FILE *stream)
{
    if (!stream)
        return;
    if (format == OUTPUT_NPY)
        npy_write_header(stream, (int64_t)paths->point_count, 4);
    else
        (void)fputs("path,step,x,y\n", stream);
    for (int32_t i = 0; i < paths->count; i++) {
        const float *point = paths->points + 2 * paths->list[i].first;
        for (int32_t k = 0; k < paths->list[i].count; k++, point += 2) {
            const float row[4] = {(float)i, (float)k, point[0], point[1]};
            if (format == OUTPUT_NPY)
                npy_write_values(stream, row, 4);
            else
                (void)fprintf(stream, "%d,%d,%.9g,%.9g\n", (int)i, (int)k, (double)row[2], (double)row[3]);
        }
    }
}

void path_write_summary(const path_set *paths, const scenario *from, FILE *stream)
{
    (void)fprintf(stream, "path,status,steps,length,damage%s\n", from ? ",optimal" : "");
    for (int32_t i = 0; i < paths->count; i++) {
        const path_result *path = &paths->list[i];
        (void)fprintf(stream, "%d,%s,%d,%.9g,%.9g", (int)i, throng_trace_status_name(path->status),
                      (int)(path->count > 0 ? path->count - 1 : 0), path->length, path->damage);
        if (from)
            (void)fprintf(stream, ",%.9g", from->rows[i].optimal);
        (void)fputc('\n', stream);
    }
}

/* ---------------------------------------------------------------- the picture ------------------------ */

void path_widen_to_scene(const path_scene *scene, world_area *area)
{
    for (int32_t i = 0; i < scene->goal_count; i++)
        world_area_widen(area, (double)scene->goals[i].at.x, (double)scene->goals[i].at.y);
    for (int32_t i = 0; i < scene->source_count; i++) {
        const throng_potential_source *s = &scene->sources[i];
        world_area_widen(area, (double)s->x - (double)s->range, (double)s->y - (double)s->range);
        world_area_widen(area, (double)s->x + (double)s->range, (double)s->y + (double)s->range);
    }
}

int path_open_canvas(const path_input *in, const float *points, size_t stride, size_t count,
                     world_canvas *seen)
{
    const path_scene *scene = &in->scene;
    world_area area = world_area_empty();
    if (!in->mapped) {
        path_widen_to_scene(scene, &area);
        for (size_t i = 0; i < count; i++)
            world_area_widen(&area, (double)points[stride * i], (double)points[stride * i + 1]);
    }
    const int code = in->mapped ? world_canvas_open_map(seen, &in->map, THRONG_GRID_SQUARE8, in->cell)
                                : world_canvas_open(seen, &area, WORLD_MARGIN, WORLD_SIDE);
    for (int32_t i = 0; i < scene->source_count && !code; i++) {
        const throng_potential_source *s = &scene->sources[i];
        world_circle(seen, (double)s->x, (double)s->y, (double)s->range, (canvas_color){230, 70, 60});
    }
    return code;
}

canvas_color path_color(int32_t index)
{
    static const canvas_color colors[] = {{255, 200, 60},  {90, 200, 255},  {255, 120, 120},
                                          {140, 240, 140}, {220, 150, 255}, {255, 255, 255}};
    return colors[(size_t)index % (sizeof colors / sizeof *colors)];
}

static void draw_path(world_canvas *seen, const path_set *paths, int32_t index, double width)
{
    const path_result *path = &paths->list[index];
    const canvas_color color = path_color(index);
    const float *p = paths->points + 2 * path->first;
    for (int32_t k = 0; k + 1 < path->count; k++, p += 2)
        world_line(seen, (double)p[0], (double)p[1], (double)p[2], (double)p[3], width, color);
    if (path->count > 0)
        world_disc(seen, (double)p[0], (double)p[1], width + 2.0, color);
}

int path_draw(const path_job *work)
{
    const path_set *paths = &work->paths;
    world_canvas seen = {.scale = 1.0};
    const int code = path_open_canvas(&work->in, paths->points, 2, paths->point_count, &seen);
    if (code)
        return code;
    const double width = work->in.mapped ? fmin(fmax(0.2 * seen.scale, 1.0), 4.0) : 2.0;
    for (int32_t i = 0; i < paths->count; i++)
        draw_path(&seen, paths, i, width);
    return world_canvas_write(&seen, &work->job.common.png, "Paths; red circles are the ranges of sources");
}
