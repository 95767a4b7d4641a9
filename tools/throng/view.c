/* Pictures of what stands in the world. */
#include "tools/throng/view.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

throng_view_area throng_view_nothing(void)
{
    const double far = (double)INFINITY;
    return (throng_view_area){far, far, -far, -far};
}

void throng_view_widen(throng_view_area *area, double x, double y)
{
    *area = (throng_view_area){fmin(area->left, x), fmin(area->top, y), fmax(area->right, x),
                               fmax(area->bottom, y)};
}

int throng_view_open_area(throng_view *seen, const throng_view_area *given)
{
    throng_view_area area = *given;
    if (area.left > area.right) {
        area = (throng_view_area){0.0, 0.0, 0.0, 0.0}; /* there is nothing */
    }
    const double longest = fmax(area.right - area.left, area.bottom - area.top);
    const double margin = longest > 0.0 ? 0.05 * longest : 1.0;
    seen->left = area.left - margin;
    seen->top = area.top - margin;
    seen->scale = 1024.0 / (longest + 2.0 * margin);
    return throng_app_canvas_create(
        &seen->canvas, (int32_t)ceil((area.right - area.left + 2.0 * margin) * seen->scale - 1e-6),
        (int32_t)ceil((area.bottom - area.top + 2.0 * margin) * seen->scale - 1e-6),
        (throng_app_color){22, 22, 22});
}

int throng_view_open_map(throng_view *seen, const throng_app_map *map, throng_grid grid, float cell)
{
    float *nothing = calloc((size_t)map->width * (size_t)map->height, sizeof *nothing);
    if (nothing == NULL) {
        return throng_app_reject_memory("--png");
    }
    const throng_app_field field = {
        .values = nothing, .width = map->width, .height = map->height, .grid = grid, .map = map};
    int code = throng_app_field_canvas(&field, &seen->canvas, &seen->scale);
    free(nothing);
    seen->scale /= (double)cell;
    seen->left = 0.0;
    seen->top = 0.0;
    return code;
}

void throng_view_line(throng_view *seen, double x0, double y0, double x1, double y1, double width,
                      throng_app_color color)
{
    throng_app_canvas_line(&seen->canvas, seen->scale * (x0 - seen->left), seen->scale * (y0 - seen->top),
                           seen->scale * (x1 - seen->left), seen->scale * (y1 - seen->top), width, color);
}

void throng_view_disc(throng_view *seen, double x, double y, double radius, throng_app_color color)
{
    throng_app_canvas_disc(&seen->canvas, seen->scale * (x - seen->left), seen->scale * (y - seen->top),
                           radius, color);
}

void throng_view_circle(throng_view *seen, double x, double y, double radius, throng_app_color color)
{
    enum { SIDES = 96 };
    for (int32_t i = 0; i < SIDES; ++i) {
        double from = 2.0 * PI * i / SIDES;
        double to = 2.0 * PI * (i + 1) / SIDES;
        throng_view_line(seen, x + radius * cos(from), y + radius * sin(from), x + radius * cos(to),
                         y + radius * sin(to), 1.0, color);
    }
}
