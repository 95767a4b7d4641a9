/* Heat maps: 0 is dark, negative values go over blue to pale cyan, positive ones over red to pale yellow.
 * The steps are even in Oklab's lightness, which follows the eye. */
#include "tools/support/heat_map.h"
#include "tools/support/message.h"

#include <math.h>
#include <stdlib.h>

#define HALF_ROOT_3 0.86602540378443864676
#define STEPS 256
#define PI 3.14159265358979323846

typedef struct palette {
    canvas_color colors[2][STEPS + 1]; /* positive, negative */
    const heat_map *picture;
} palette;

/* ---------------------------------------------------------------- colors ----------------------------- */

/* Oklab to linear red, green, blue, by its definition. */
static void linear_rgb(double lightness, double a, double b, double rgb[3])
{
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static uint8_t display_byte(double linear)
{
    const double clipped = fmin(fmax(linear, 0.0), 1.0);
    const double shown = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1.0 / 2.4) - 0.055;
    return (uint8_t)(255.0 * shown + 0.5);
}

/* A color that the screen cannot show gets paler until it can. */
static canvas_color screen_color(double lightness, double chroma, double degrees)
{
    double rgb[3];
    for (;;) {
        const double angle = degrees * PI / 180.0;
        linear_rgb(lightness, chroma * cos(angle), chroma * sin(angle), rgb);
        const double least = fmin(fmin(rgb[0], rgb[1]), rgb[2]);
        const double most = fmax(fmax(rgb[0], rgb[1]), rgb[2]);
        if ((least > -0.002 && most < 1.002) || chroma < 0.002)
            break;
        chroma *= 0.97;
    }
    return (canvas_color){display_byte(rgb[0]), display_byte(rgb[1]), display_byte(rgb[2])};
}

static void make_palette(palette *colors)
{
    for (int32_t i = 0; i <= STEPS; i++) {
        const double part = (double)i / STEPS, lightness = 0.20 + 0.74 * part;
        const double chroma = 0.24 * fmin(1.0, 3.5 * part) * (1.0 - 0.5 * part);
        colors->colors[0][i] = screen_color(lightness, chroma, 18.0 + 82.0 * part);
        colors->colors[1][i] = screen_color(lightness, chroma, 280.0 - 85.0 * part);
    }
}

static canvas_color heat(const palette *colors, double value)
{
    const double scale = colors->picture->scale;
    const double part = scale > 0.0 ? fmin(fabs(value) / scale, 1.0) : 0.0;
    return colors->colors[value < 0.0][(int32_t)(part * STEPS + 0.5)];
}

canvas_color heat_map_color(double part)
{
    part = fmin(fmax(part, 0.0), 1.0);
    return screen_color(0.55 + 0.4 * part, 0.2 * (1.0 - 0.4 * part), 270.0 - 175.0 * part);
}

static canvas_color mixed(canvas_color a, canvas_color b, double share)
{
    return (canvas_color){(uint8_t)(a.red + share * (b.red - a.red) + 0.5),
                          (uint8_t)(a.green + share * (b.green - a.green) + 0.5),
                          (uint8_t)(a.blue + share * (b.blue - a.blue) + 0.5)};
}

static canvas_color wall_color(char cell)
{
    switch (cell) {
    case 'T':
        return (canvas_color){52, 84, 60};
    case 'W':
        return (canvas_color){46, 80, 120};
    default:
        return (canvas_color){112, 114, 122};
    }
}

/* ---------------------------------------------------------------- looking up ------------------------- */

typedef struct place {
    int32_t column, row; /* column -1: no cell */
} place;

static place square_at(double x, double y) { return (place){(int32_t)floor(x), (int32_t)floor(y)}; }

static place hex_at(double x, double y)
{
    place best = {-1, -1};
    double least = 0.6 * 0.6; /* past a cell's corner, which is 1/sqrt(3) from its centre */
    const int32_t above = (int32_t)floor((y - 0.5) / HALF_ROOT_3);
    for (int32_t row = above; row <= above + 1; row++) {
        const double shift = 0.5 * (row & 1);
        const int32_t column = (int32_t)floor(x - shift);
        const double dx = x - (column + 0.5 + shift);
        const double dy = y - (row * HALF_ROOT_3 + 0.5);
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = (place){column, row};
        }
    }
    return best;
}

static place cell_at(const heat_map *picture, double x, double y)
{
    place found = picture->grid == THRONG_GRID_HEX ? hex_at(x, y) : square_at(x, y);
    if (found.column < 0 || found.row < 0 || found.column >= picture->width || found.row >= picture->height)
        return (place){-1, -1};
    return found;
}

static double value_of(const heat_map *picture, int32_t column, int32_t row)
{
    column = column < 0 ? 0 : column >= picture->width ? picture->width - 1 : column;
    row = row < 0 ? 0 : row >= picture->height ? picture->height - 1 : row;
    return (double)picture->values[(size_t)row * (size_t)picture->width + (size_t)column];
}

/* Bilinear interpolation between the centres of four cells, for close views with contours. */
static double smooth_value(const heat_map *picture, double x, double y)
{
    const double left = floor(x - 0.5);
    const double top = floor(y - 0.5), u = x - 0.5 - left, v = y - 0.5 - top;
    const int32_t i = (int32_t)left, j = (int32_t)top;
    const double upper = (1.0 - u) * value_of(picture, i, j) + u * value_of(picture, i + 1, j);
    const double lower = (1.0 - u) * value_of(picture, i, j + 1) + u * value_of(picture, i + 1, j + 1);
    return (1.0 - v) * upper + v * lower;
}

double heat_map_largest(const float *values, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs((double)values[i]));
    return largest;
}

void heat_map_extent(const heat_map *picture, double *width, double *height)
{
    *width = picture->width;
    *height = picture->height;
    if (picture->grid == THRONG_GRID_HEX) {
        *width += picture->height > 1 ? 0.5 : 0.0;
        *height = (picture->height - 1) * HALF_ROOT_3 + 1.0;
    }
}

/* ---------------------------------------------------------------- drawing ---------------------------- */

static canvas_color color_at(const palette *colors, double x, double y)
{
    const heat_map *picture = colors->picture;
    place found = cell_at(picture, x, y);
    if (found.column < 0)
        return (canvas_color){32, 32, 36};
    const int smooth = picture->contours > 0 && picture->grid != THRONG_GRID_HEX;
    canvas_color color =
        heat(colors, smooth ? smooth_value(picture, x, y) : value_of(picture, found.column, found.row));
    if (picture->map && !map_is_free(picture->map, found.column, found.row)) {
        char cell = picture->map->cells[(size_t)found.row * (size_t)picture->width + (size_t)found.column];
        color = mixed(wall_color(cell), color, 0.3);
    }
    return color;
}

/* Contours are halfway between the steps: one at 0 would follow the ragged rim of values close to 0. */
static int32_t contour_band(const heat_map *picture, double x, double y)
{
    return (int32_t)floor(smooth_value(picture, x, y) / picture->scale * picture->contours + 0.5);
}

static int on_contour(const heat_map *picture, double x, double y, double step)
{
    const int32_t band = contour_band(picture, x, y);
    return band != contour_band(picture, x + step, y) || band != contour_band(picture, x, y + step);
}

/* The mean colour of the cells under a pixel. */
static canvas_color pixel_color(const palette *colors, double x, double y, double step)
{
    const int32_t side = step > 1.0 && !colors->picture->quick ? (int32_t)fmin(ceil(step), 8.0) : 1;
    if (side == 1)
        return color_at(colors, x + 0.5 * step, y + 0.5 * step);
    double sum[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < side * side; i++) {
        const int32_t right = i % side, down = i / side;
        canvas_color one = color_at(colors, x + step * (right + 0.5) / side, y + step * (down + 0.5) / side);
        sum[0] += one.red;
        sum[1] += one.green;
        sum[2] += one.blue;
    }
    const double count = side * side;
    return (canvas_color){(uint8_t)(sum[0] / count + 0.5), (uint8_t)(sum[1] / count + 0.5),
                          (uint8_t)(sum[2] / count + 0.5)};
}

void heat_map_draw(const heat_map *picture, double left, double top, double step, canvas_image *canvas,
                   int32_t x, int32_t y, int32_t width, int32_t height)
{
    const canvas_color pale = {255, 255, 255};
    palette colors;
    colors.picture = picture;
    make_palette(&colors);
    for (int32_t j = 0; j < height && y + j < canvas->height; j++) {
        canvas_color *row = canvas->pixels + (size_t)(y + j) * (size_t)canvas->width + (size_t)x;
        const double fy = top + j * step;
        for (int32_t i = 0; i < width && x + i < canvas->width; i++) {
            const double fx = left + i * step;
            row[i] = pixel_color(&colors, fx, fy, step);
            if (picture->contours > 0 && picture->scale > 0.0 &&
                on_contour(picture, fx + 0.5 * step, fy + 0.5 * step, step))
                row[i] = mixed(row[i], pale, 0.35);
        }
    }
}

int heat_map_canvas(const heat_map *picture, canvas_image *canvas, double *scale)
{
    double width = 0.0, height = 0.0;
    heat_map_extent(picture, &width, &height);
    const double longest = fmax(width, height);
    *scale = 1.0;
    if (longest <= 512.0)
        *scale = fmin(floor(1024.0 / longest), 32.0);
    else if (longest > 4096.0)
        *scale = 4096.0 / longest;
    const int32_t across = (int32_t)fmax(ceil(width * *scale - 1e-6), 1.0);
    const int32_t down = (int32_t)fmax(ceil(height * *scale - 1e-6), 1.0);
    const int code = canvas_create(canvas, across, down, (canvas_color){0, 0, 0});
    if (!code)
        heat_map_draw(picture, 0.0, 0.0, 1.0 / *scale, canvas, 0, 0, across, down);
    return code;
}

int heat_map_write(const heat_map *picture, FILE *stream, const char *path)
{
    canvas_image canvas;
    char comment[120];
    double scale = 0.0;
    int code = heat_map_canvas(picture, &canvas, &scale);
    if (code)
        return code;
    (void)snprintf(comment, sizeof comment, "Influence: 0 is dark, full red +%.9g, full blue -%.9g",
                   picture->scale, picture->scale);
    code = canvas_write(&canvas, stream, path, comment);
    free(canvas.pixels);
    return code;
}
