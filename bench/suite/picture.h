/* What scenes look like: a small picture of each in the report, drawn from what was timed. */
#ifndef THRONG_BENCH_SUITE_PICTURE_H
#define THRONG_BENCH_SUITE_PICTURE_H

#include "bench/suite/runner.h"
#include "tools/support/heat_map.h"

enum { THRONG_BENCH_PICTURE = 192 }; /* pixels to each side */

/* Where the picture's upper left corner lies, and how many world units a pixel is. */
struct throng_bench_view {
    canvas_image canvas;
    double left, top, step;
};

/* Looks at that square of the world. */
void throng_bench_look(throng_bench_view *view, double left, double top, double side);
/* At a map from (0, 0), a cell a unit; draws its values, 0 dark, red above and blue below. */
void throng_bench_draw_map(throng_bench_view *view, const float *values, int32_t width, int32_t height);
void throng_bench_draw_grid(throng_bench_view *view, const float *values, int32_t width, int32_t height,
                            throng_grid grid);
/* Draws its walls over what is there; at a map as above. */
void throng_bench_draw_walls(throng_bench_view *view, const uint8_t *blocked, int32_t width, int32_t height);
/* A disc at each place (x, y); stride: floats from place to place. A pixel wide at least. */
void throng_bench_draw_discs(throng_bench_view *view, const float *places, int32_t stride, int32_t count,
                             double radius, canvas_color color);

/* Keeps a picture of the subject's scene, where the report wants one and the work can draw. */
void throng_bench_add_picture(throng_bench *bench, const throng_bench_subject *subject);

#endif
