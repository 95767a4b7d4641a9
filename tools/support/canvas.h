/* A canvas of pixels: shapes, letters, and PNG through libpng. */
#ifndef THRONG_TOOLS_SUPPORT_CANVAS_H
#define THRONG_TOOLS_SUPPORT_CANVAS_H

#include <stdint.h>
#include <stdio.h>

typedef struct canvas_color {
    uint8_t red, green, blue;
} canvas_color;

typedef struct canvas_image {
    int32_t width, height;
    canvas_color *pixels;
} canvas_image;

int canvas_create(canvas_image *canvas, int32_t width, int32_t height, canvas_color fill);
void canvas_box(canvas_image *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                canvas_color color);
void canvas_frame(canvas_image *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                  canvas_color color);
void canvas_disc(canvas_image *canvas, double x, double y, double radius, canvas_color color);
void canvas_line(canvas_image *canvas, double x0, double y0, double x1, double y1, double width,
                 canvas_color color);
/* The outline of a circle. */
void canvas_ring(canvas_image *canvas, double x, double y, double radius, double width, canvas_color color);
/* Capitals, digits and some punctuation, 5 x 7 dots of `scale` pixels. */
void canvas_text(canvas_image *canvas, int32_t x, int32_t y, int32_t scale, const char *text,
                 canvas_color color);
/* Writes a PNG; `comment` goes into the file. Prints its own message on failure. */
int canvas_write(const canvas_image *canvas, FILE *stream, const char *path, const char *comment);

#endif
