/* Quick shapes. */
#include "tools/throng/viewer/draw.h"

#include <math.h>
#include <string.h>

static void put(canvas_image *canvas, int32_t x, int32_t y, canvas_color color)
{
    if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
        canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x] = color;
}

/* ---------------------------------------------------------------- lines ----------------------------- */

/* Of the line from 0 to 1, the part on one side of an edge: where along * t >= -away. 0: none. */
static int32_t clip(double along, double away, double *from, double *to)
{
    if (along == 0.0)
        return away >= 0.0;
    const double at = -away / along;
    if (along > 0.0)
        *from = fmax(*from, at);
    else
        *to = fmin(*to, at);
    return *from <= *to;
}

void draw_line(canvas_image *canvas, double x0, double y0, double x1, double y1, int32_t width,
               canvas_color color)
{
    const double right = x1 - x0, down = y1 - y0;
    const double margin = 2.0 + width;
    double from = 0.0, to = 1.0;
    if (!clip(right, x0 + margin, &from, &to) || !clip(-right, canvas->width + margin - x0, &from, &to) ||
        !clip(down, y0 + margin, &from, &to) || !clip(-down, canvas->height + margin - y0, &from, &to))
        return;
    const int32_t steep = fabs(down) > fabs(right);
    const int32_t steps = (int32_t)ceil((to - from) * fmax(fabs(right), fabs(down))) + 1;
    for (int32_t i = 0; i <= steps; i++) {
        const double part = from + (to - from) * i / steps;
        const int32_t x = (int32_t)floor(x0 + part * right), y = (int32_t)floor(y0 + part * down);
        for (int32_t k = 0; k < width; k++) {
            const int32_t beside = k - (width - 1) / 2;
            put(canvas, steep ? x + beside : x, steep ? y : y + beside, color);
        }
    }
}

/* ---------------------------------------------------------------- spots ----------------------------- */

#define STAMPS 24 /* radii in pixels that have one */

/* Half widths of the rows of a disc, from its middle on. */
static uint8_t stamps[STAMPS + 1][STAMPS + 1];

static void make_stamps(void)
{
    for (int32_t radius = 1; radius <= STAMPS; radius++) {
        const double square = (radius + 0.3) * (radius + 0.3);
        for (int32_t row = 0; row <= radius; row++)
            stamps[radius][row] = (uint8_t)sqrt(square - row * row);
    }
}

static void stamp(canvas_image *canvas, int32_t x, int32_t y, int32_t radius, canvas_color color)
{
    for (int32_t row = -radius; row <= radius; row++) {
        const int32_t half = stamps[radius][row < 0 ? -row : row];
        const int32_t left = x - half > 0 ? x - half : 0;
        const int32_t right = x + half < canvas->width ? x + half : canvas->width - 1;
        if (y + row < 0 || y + row >= canvas->height)
            continue;
        canvas_color *pixels = canvas->pixels + (size_t)(y + row) * (size_t)canvas->width;
        for (int32_t i = left; i <= right; i++)
            pixels[i] = color;
    }
}

void draw_spot(canvas_image *canvas, double x, double y, double radius, canvas_color color)
{
    if (!(x > -radius - 1.0 && y > -radius - 1.0 && x < canvas->width + radius + 1.0 &&
          y < canvas->height + radius + 1.0))
        return;
    if (radius > STAMPS) {
        canvas_disc(canvas, x, y, radius, color);
        return;
    }
    const int32_t column = (int32_t)floor(x), row = (int32_t)floor(y);
    if (radius < 0.9) {
        put(canvas, column, row, color);
        return;
    }
    if (stamps[1][0] == 0)
        make_stamps();
    stamp(canvas, column, row, (int32_t)(radius + 0.1), color);
}

/* ---------------------------------------------------------------- text ------------------------------ */

int32_t draw_text_box(canvas_image *canvas, int32_t x, int32_t y, int32_t scale, const char *text,
                      canvas_color color)
{
    const int32_t line_height = 10 * scale;
    int32_t lines = 0;
    size_t longest = 0;
    char line[128];
    for (const char *next = text; *next; lines++) {
        const size_t length = strcspn(next, "\n");
        longest = length > longest ? length : longest;
        next += length + (next[length] == '\n');
    }
    const int32_t height = lines * line_height + 5 * scale;
    canvas_box(canvas, x, y, ((int32_t)longest * 6 + 7) * scale, height, (canvas_color){12, 12, 14});
    for (int32_t i = 0; i < lines; i++) {
        const size_t length = strcspn(text, "\n");
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        canvas_text(canvas, x + 4 * scale, y + 4 * scale + i * line_height, scale, line, color);
        text += length + (text[length] == '\n');
    }
    return height;
}
