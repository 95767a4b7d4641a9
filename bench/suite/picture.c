#define _POSIX_C_SOURCE 200809L
#include "bench/suite/picture.h"
#include "tools/support/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void throng_bench_look(throng_bench_view *view, double left, double top, double side)
{
    view->left = left;
    view->top = top;
    view->step = side / THRONG_BENCH_PICTURE;
}

void throng_bench_draw_grid(throng_bench_view *view, const float *values, int32_t width, int32_t height,
                            throng_grid grid)
{
    const heat_map picture = {.values = values,
                              .width = width,
                              .height = height,
                              .grid = grid,
                              .scale = heat_map_largest(values, (size_t)width * (size_t)height)};
    double right, down;
    heat_map_extent(&picture, &right, &down);
    throng_bench_look(view, 0.0, 0.0, right > down ? right : down);
    heat_map_draw(&picture, 0.0, 0.0, view->step, &view->canvas, 0, 0, (int32_t)(right / view->step),
                  (int32_t)(down / view->step));
}

void throng_bench_draw_map(throng_bench_view *view, const float *values, int32_t width, int32_t height)
{
    throng_bench_draw_grid(view, values, width, height, THRONG_GRID_SQUARE8);
}

void throng_bench_draw_walls(throng_bench_view *view, const uint8_t *blocked, int32_t width, int32_t height)
{
    const canvas_color wall = {96, 96, 104};
    for (int32_t j = 0; j < THRONG_BENCH_PICTURE; j++)
        for (int32_t i = 0; i < THRONG_BENCH_PICTURE; i++) {
            const int32_t column = (int32_t)((i + 0.5) * view->step), row = (int32_t)((j + 0.5) * view->step);
            if (column < width && row < height && blocked[row * width + column])
                canvas_box(&view->canvas, i, j, 1, 1, wall);
        }
}

void throng_bench_draw_discs(throng_bench_view *view, const float *places, int32_t stride, int32_t count,
                             double radius, canvas_color color)
{
    for (int32_t i = 0; i < count; i++) {
        const float *at = places + (size_t)i * (size_t)stride;
        const double x = ((double)at[0] - view->left) / view->step;
        const double y = ((double)at[1] - view->top) / view->step;
        if (x >= 0.0 && y >= 0.0 && x < THRONG_BENCH_PICTURE && y < THRONG_BENCH_PICTURE)
            canvas_disc(&view->canvas, x, y, fmax(radius / view->step, 0.5), color);
    }
}

/* "data:image/png;base64,..." */
static char *data_address(const unsigned char *bytes, size_t count)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    static const char head[] = "data:image/png;base64,";
    char *text = throng_bench_allocate(sizeof head + 4 * ((count + 2) / 3), 1);
    char *to = text + sizeof head - 1;
    memcpy(text, head, sizeof head - 1);
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const uint32_t bits = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0u) |
                              (left > 2 ? bytes[i + 2] : 0u);
        *to++ = letters[bits >> 18];
        *to++ = letters[bits >> 12 & 63];
        *to++ = letters[left > 1 ? bits >> 6 & 63 : 64];
        *to++ = letters[left > 2 ? bits & 63 : 64];
    }
    return text;
}

static void keep(throng_bench *bench, const char *scene, const canvas_image *canvas)
{
    char *bytes = NULL;
    size_t count = 0;
    FILE *stream = open_memstream(&bytes, &count);
    if (!stream || canvas_write(canvas, stream, "a picture", scene) != PROGRAM_OK || fclose(stream) != 0)
        throng_bench_fail("no memory for a picture");
    throng_bench_picture *pictures =
        realloc(bench->pictures, (size_t)(bench->picture_count + 1) * sizeof *pictures);
    if (!pictures)
        throng_bench_fail("no memory for a picture");
    bench->pictures = pictures;
    throng_bench_picture *picture = &pictures[bench->picture_count++];
    (void)snprintf(picture->scene, sizeof picture->scene, "%s", scene);
    picture->data = data_address((const unsigned char *)bytes, count);
    free(bytes);
}

void throng_bench_add_picture(throng_bench *bench, const throng_bench_subject *subject)
{
    throng_bench_view view = {.step = 1.0};
    if (!bench->draws || !subject->work->draw)
        return;
    for (int32_t i = 0; i < bench->picture_count; i++)
        if (strcmp(bench->pictures[i].scene, subject->work->scene) == 0)
            return;
    if (canvas_create(&view.canvas, THRONG_BENCH_PICTURE, THRONG_BENCH_PICTURE, (canvas_color){16, 16, 20}) !=
        PROGRAM_OK)
        throng_bench_fail("no memory for a picture");
    subject->work->draw(subject->contender, &view);
    keep(bench, subject->work->scene, &view.canvas);
    free(view.canvas.pixels);
}
