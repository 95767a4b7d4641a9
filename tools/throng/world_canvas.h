/* A part of the world on a canvas, over a map or without one. */
#ifndef THRONG_TOOLS_WORLD_CANVAS_H
#define THRONG_TOOLS_WORLD_CANVAS_H

#include "tools/support/heat_map.h"
#include "tools/throng/options.h"

typedef struct world_canvas {
    canvas_image canvas;
    double left, top;
    double scale; /* pixels for a unit of the world */
} world_canvas;

/* A rectangle that grows to contain points. */
typedef struct world_area {
    double left, top, right, bottom;
} world_area;

world_area world_area_empty(void);
void world_area_widen(world_area *area, double x, double y);

#define WORLD_MARGIN 0.05 /* share of the longer side */
#define WORLD_SIDE 1024.0 /* pixels */

/* Both make the canvas; free its pixels. The area with a margin, or the map, whose cells are `cell` world
 * units wide. */
int world_canvas_open(world_canvas *seen, const world_area *given, double share, double side);
int world_canvas_open_map(world_canvas *seen, const grid_map *map, throng_grid grid, float cell);

/* Positions are in world units, widths and the radius of a disc in pixels. */
void world_line(world_canvas *seen, double x0, double y0, double x1, double y1, double width,
                canvas_color color);
void world_disc(world_canvas *seen, double x, double y, double radius, canvas_color color);
/* Its radius is of the world. */
void world_circle(world_canvas *seen, double x, double y, double radius, canvas_color color);
/* Writes the canvas and frees its pixels. */
int world_canvas_write(world_canvas *seen, const program_file *file, const char *comment);

#endif
