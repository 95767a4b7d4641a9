/* Pictures of what stands in the world: a part of it on a canvas, over a map or over nothing. */
#ifndef THRONG_PROGRAM_VIEW_H
#define THRONG_PROGRAM_VIEW_H

#include "tools/throng/program.h"

typedef struct throng_view {
    throng_app_canvas canvas;
    double left, top;
    double scale; /* pixels for a unit of the world */
} throng_view;

/* A rectangle that grows by what has to be in it. */
typedef struct throng_view_area {
    double left, top, right, bottom;
} throng_view_area;

throng_view_area throng_view_nothing(void);
void throng_view_widen(throng_view_area *area, double x, double y);

/* Both make the canvas; free its pixels. The area with a margin; and the map, in cells of the grid, which are
 * `cell` units of the world. */
int throng_view_open_area(throng_view *seen, const throng_view_area *area);
int throng_view_open_map(throng_view *seen, const throng_app_map *map, throng_grid grid, float cell);

/* Places are of the world, widths and a disc's radius in pixels. */
void throng_view_line(throng_view *seen, double x0, double y0, double x1, double y1, double width,
                      throng_app_color color);
void throng_view_disc(throng_view *seen, double x, double y, double radius, throng_app_color color);
/* Its radius is of the world. */
void throng_view_circle(throng_view *seen, double x, double y, double radius, throng_app_color color);

#endif
