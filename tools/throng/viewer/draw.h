/* Shapes that are drawn many times a frame, without smooth edges. */
#ifndef THRONG_TOOLS_VIEWER_DRAW_H
#define THRONG_TOOLS_VIEWER_DRAW_H

#include "tools/support/canvas.h"

/* Positions are in pixels, and may be far outside of the canvas. */
void draw_line(canvas_image *canvas, double x0, double y0, double x1, double y1, int32_t width,
               canvas_color color);
void draw_spot(canvas_image *canvas, double x, double y, double radius, canvas_color color);
/* Lines of text on a dark box; the last one ends with a line end, too. Returns the height of the box. */
int32_t draw_text_box(canvas_image *canvas, int32_t x, int32_t y, int32_t scale, const char *text,
                      canvas_color color);

#endif
