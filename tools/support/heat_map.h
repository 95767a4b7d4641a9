/* Heat maps of values over a grid. */
#ifndef THRONG_TOOLS_SUPPORT_HEAT_MAP_H
#define THRONG_TOOLS_SUPPORT_HEAT_MAP_H

#include "tools/support/canvas.h"
#include "tools/support/map.h"

#include <throng/throng.h>

typedef struct heat_map {
    const float *values;
    int32_t width, height;
    throng_grid grid;
    const grid_map *map; /* its walls are drawn; NULL: none */
    double scale;        /* the magnitude with the full colour */
    int32_t contours;    /* contour lines for each sign, 0: none */
    int32_t quick;       /* 1: pixels have the colour of the cell in their middle, not the mean */
} heat_map;

/* From blue over green to pale yellow for 0 to 1; no colour is dark. */
canvas_color heat_map_color(double part);
double heat_map_largest(const float *values, size_t count);
/* Width and height of the map in cells. */
void heat_map_extent(const heat_map *picture, double *width, double *height);
/* Draws the part of the map from (left, top) on into a box of the canvas, `step` cells to the pixel. */
void heat_map_draw(const heat_map *picture, double left, double top, double step, canvas_image *canvas,
                   int32_t x, int32_t y, int32_t width, int32_t height);
/* The whole map on a new canvas; small maps are enlarged. *scale: pixels to the cell. Free its pixels. */
int heat_map_canvas(const heat_map *picture, canvas_image *canvas, double *scale);
/* The same in a file. */
int heat_map_write(const heat_map *picture, FILE *stream, const char *path);

#endif
