/* Views: a part of the world on a canvas, over a map or without one. */
#ifndef THRONG_TOOLS_VIEW_H
#define THRONG_TOOLS_VIEW_H

#include "tools/support/heat_map.h"
#include "tools/throng/options.h"

typedef struct world_view {
    canvas_image canvas;
    double left, top;
    double scale; /* pixels for a unit of the world */
} world_view;

/* A rectangle that grows to contain points. */
typedef struct view_area {
    double left, top, right, bottom;
} view_area;

view_area view_area_empty(void);
void view_area_widen(view_area *area, double x, double y);

#define VIEW_MARGIN 0.05 /* share of the longer side */
#define VIEW_SIDE 1024.0 /* pixels */

/* Both make the canvas; free its pixels. The area with a margin, or the map, whose cells are `cell` world
 * units wide. */
int view_open_area(world_view *seen, const view_area *area, double margin, double side);
int view_open_map(world_view *seen, const grid_map *map, throng_grid grid, float cell);

/* Positions are in world units, widths and the radius of a disc in pixels. */
void view_line(world_view *seen, double x0, double y0, double x1, double y1, double width,
               canvas_color color);
void view_disc(world_view *seen, double x, double y, double radius, canvas_color color);
/* Its radius is of the world. */
void view_circle(world_view *seen, double x, double y, double radius, canvas_color color);
/* Writes the canvas and frees its pixels. */
int view_write(world_view *seen, const program_file *file, const char *comment);

#endif
