/* A canvas of pixels, simple shapes, letters, and PNG through libpng. */
#include "tools/support/canvas.h"
#include "tools/support/message.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

int canvas_create(canvas_image *canvas, int32_t width, int32_t height, canvas_color fill)
{
    const size_t count = (size_t)width * (size_t)height;
    *canvas = (canvas_image){width, height, malloc(count * sizeof *canvas->pixels)};
    if (!canvas->pixels)
        return reject_memory("picture");
    for (size_t i = 0; i < count; i++)
        canvas->pixels[i] = fill;
    return PROGRAM_OK;
}

static void put(canvas_image *canvas, int32_t x, int32_t y, canvas_color color)
{
    if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
        canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x] = color;
}

void canvas_box(canvas_image *canvas, int32_t x, int32_t y, int32_t width, int32_t height, canvas_color color)
{
    for (int32_t j = y; j < y + height; j++)
        for (int32_t i = x; i < x + width; i++)
            put(canvas, i, j, color);
}

void canvas_frame(canvas_image *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                  canvas_color color)
{
    canvas_box(canvas, x, y, width, 1, color);
    canvas_box(canvas, x, y + height - 1, width, 1, color);
    canvas_box(canvas, x, y, 1, height, color);
    canvas_box(canvas, x + width - 1, y, 1, height, color);
}

/* Mixes a color in by its share of the pixel, so that edges are smooth. */
static void blend(canvas_image *canvas, int32_t x, int32_t y, double share, canvas_color color)
{
    if (share <= 0.0 || x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    canvas_color *pixel = &canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x];
    const double part = share < 1.0 ? share : 1.0;
    pixel->red = (uint8_t)(pixel->red + part * (color.red - pixel->red) + 0.5);
    pixel->green = (uint8_t)(pixel->green + part * (color.green - pixel->green) + 0.5);
    pixel->blue = (uint8_t)(pixel->blue + part * (color.blue - pixel->blue) + 0.5);
}

void canvas_line(canvas_image *canvas, double x0, double y0, double x1, double y1, double width,
                 canvas_color color)
{
    const double dx = x1 - x0, dy = y1 - y0, square = dx * dx + dy * dy;
    const double margin = 0.5 * width + 1.0;
    /* Clipped first: either end may be farther away than an int32_t can say. */
    const int32_t left = (int32_t)floor(fmin(fmax(fmin(x0, x1) - margin, 0.0), canvas->width));
    const int32_t right = (int32_t)ceil(fmin(fmax(fmax(x0, x1) + margin, -1.0), canvas->width - 1.0));
    const int32_t top = (int32_t)floor(fmin(fmax(fmin(y0, y1) - margin, 0.0), canvas->height));
    const int32_t bottom = (int32_t)ceil(fmin(fmax(fmax(y0, y1) + margin, -1.0), canvas->height - 1.0));
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            const double px = x + 0.5 - x0, py = y + 0.5 - y0;
            const double along = square > 0.0 ? fmin(fmax((px * dx + py * dy) / square, 0.0), 1.0) : 0.0;
            const double away = hypot(px - along * dx, py - along * dy);
            blend(canvas, x, y, 0.5 * width + 0.5 - away, color);
        }
    }
}

void canvas_disc(canvas_image *canvas, double x, double y, double radius, canvas_color color)
{
    canvas_line(canvas, x, y, x, y, 2.0 * radius, color);
}

void canvas_ring(canvas_image *canvas, double x, double y, double radius, double width, canvas_color color)
{
    const double reach = radius + 0.5 * width + 1.0;
    const int32_t left = (int32_t)floor(fmin(fmax(x - reach, 0.0), canvas->width));
    const int32_t right = (int32_t)ceil(fmin(fmax(x + reach, -1.0), canvas->width - 1.0));
    const int32_t top = (int32_t)floor(fmin(fmax(y - reach, 0.0), canvas->height));
    const int32_t bottom = (int32_t)ceil(fmin(fmax(y + reach, -1.0), canvas->height - 1.0));
    for (int32_t row = top; row <= bottom; row++) {
        for (int32_t column = left; column <= right; column++) {
            const double away = fabs(hypot(column + 0.5 - x, row + 0.5 - y) - radius);
            blend(canvas, column, row, 0.5 * width + 0.5 - away, color);
        }
    }
}

/* ---------------------------------------------------------------- letters ---------------------------- */

typedef struct glyph {
    char letter;
    uint8_t rows[7]; /* 5 bits each, the leftmost dot is the highest bit */
} glyph;

static const glyph glyphs[] = {
    {'A', {0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11}}, {'B', {0x1E, 0x11, 0x11, 0x1E, 0x11, 0x11, 0x1E}},
    {'C', {0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E}}, {'D', {0x1C, 0x12, 0x11, 0x11, 0x11, 0x12, 0x1C}},
    {'E', {0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F}}, {'F', {0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x10}},
    {'G', {0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0F}}, {'H', {0x11, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11}},
    {'I', {0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E}}, {'J', {0x03, 0x01, 0x01, 0x01, 0x01, 0x11, 0x0E}},
    {'K', {0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11}}, {'L', {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F}},
    {'M', {0x11, 0x1B, 0x15, 0x15, 0x11, 0x11, 0x11}}, {'N', {0x11, 0x19, 0x15, 0x15, 0x13, 0x11, 0x11}},
    {'O', {0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E}}, {'P', {0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10}},
    {'Q', {0x0E, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0D}}, {'R', {0x1E, 0x11, 0x11, 0x1E, 0x14, 0x12, 0x11}},
    {'S', {0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E}}, {'T', {0x1F, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04}},
    {'U', {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E}}, {'V', {0x11, 0x11, 0x11, 0x11, 0x0A, 0x0A, 0x04}},
    {'W', {0x11, 0x11, 0x11, 0x15, 0x15, 0x1B, 0x11}}, {'X', {0x11, 0x11, 0x0A, 0x04, 0x0A, 0x11, 0x11}},
    {'Y', {0x11, 0x11, 0x0A, 0x04, 0x04, 0x04, 0x04}}, {'Z', {0x1F, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1F}},
    {'0', {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}}, {'1', {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E}},
    {'2', {0x0E, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1F}}, {'3', {0x1E, 0x01, 0x01, 0x0E, 0x01, 0x01, 0x1E}},
    {'4', {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}}, {'5', {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
    {'6', {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E}}, {'7', {0x1F, 0x01, 0x02, 0x04, 0x04, 0x08, 0x08}},
    {'8', {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}}, {'9', {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C}}, {',', {0x00, 0x00, 0x00, 0x00, 0x0C, 0x04, 0x08}},
    {'-', {0x00, 0x00, 0x00, 0x0E, 0x00, 0x00, 0x00}}, {'+', {0x00, 0x04, 0x04, 0x1F, 0x04, 0x04, 0x00}},
    {':', {0x00, 0x0C, 0x0C, 0x00, 0x0C, 0x0C, 0x00}}, {'(', {0x02, 0x04, 0x08, 0x08, 0x08, 0x04, 0x02}},
    {')', {0x08, 0x04, 0x02, 0x02, 0x02, 0x04, 0x08}}, {'/', {0x01, 0x01, 0x02, 0x04, 0x08, 0x10, 0x10}},
    {'?', {0x0E, 0x11, 0x01, 0x06, 0x04, 0x00, 0x04}}, {'=', {0x00, 0x00, 0x1F, 0x00, 0x1F, 0x00, 0x00}},
    {'_', {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x1F}}, {'%', {0x19, 0x19, 0x02, 0x04, 0x08, 0x13, 0x13}},
};

static const uint8_t *find_glyph(char letter)
{
    char capital = (char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].letter == capital)
            return glyphs[i].rows;
    return NULL; /* a space */
}

void canvas_text(canvas_image *canvas, int32_t x, int32_t y, int32_t scale, const char *text,
                 canvas_color color)
{
    for (; *text != '\0'; text++, x += 6 * scale) {
        const uint8_t *rows = find_glyph(*text);
        for (int32_t dot = 0; rows && dot < 35; dot++)
            if (rows[dot / 5] >> (4 - dot % 5) & 1)
                canvas_box(canvas, x + dot % 5 * scale, y + dot / 5 * scale, scale, scale, color);
    }
}

/* ---------------------------------------------------------------- PNG -------------------------------- */

/* Keeps libpng from printing. */
static void png_failed(png_structp png, png_const_charp message)
{
    (void)message;
    longjmp(png_jmpbuf(png), 1);
}

static void png_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* No local changes between setjmp and a jump, so none is undefined after it. */
static int write_image(png_structp png, png_infop info, const canvas_image *canvas, FILE *stream,
                       const char *comment)
{
    char key[] = "Comment";
    char words[200];
    png_text text;
    memset(&text, 0, sizeof text);
    (void)snprintf(words, sizeof words, "%s", comment);
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = key;
    text.text = words;
    if (setjmp(png_jmpbuf(png)) != 0)
        return 1;
    png_init_io(png, stream);
    png_set_IHDR(png, info, (png_uint_32)canvas->width, (png_uint_32)canvas->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_text(png, info, &text, 1);
    png_set_compression_level(png, 6);
    png_write_info(png, info);
    for (int32_t row = 0; row < canvas->height; row++)
        png_write_row(png, (png_const_bytep)(canvas->pixels + (size_t)row * (size_t)canvas->width));
    png_write_end(png, info);
    return 0;
}

_Static_assert(sizeof(canvas_color) == 3, "a row of pixels is what libpng reads: three bytes each");

int canvas_write(const canvas_image *canvas, FILE *stream, const char *path, const char *comment)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_failed, png_warned);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        return reject_memory("picture");
    }
    const int failed = write_image(png, info, canvas, stream, comment);
    png_destroy_write_struct(&png, &info);
    if (failed)
        return reject_failure(path, "writing the picture failed; make room or name another file");
    return PROGRAM_OK;
}
