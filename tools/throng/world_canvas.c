/* Parts of the world on canvases. */
#include "tools/throng/world_canvas.h"
#include "tools/support/memory.h"
#include "tools/support/message.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

world_area world_area_empty(void)
{
    const double far = (double)INFINITY;
    return (world_area){far, far, -far, -far};
}

void world_area_widen(world_area *area, double x, double y)
{
    *area =
        (world_area){fmin(area->left, x), fmin(area->top, y), fmax(area->right, x), fmax(area->bottom, y)};
}

int world_canvas_open(world_canvas *seen, const world_area *given, double share, double side)
{
    world_area area = *given;
    if (area.left > area.right)
        area = (world_area){0.0, 0.0, 0.0, 0.0}; /* there is nothing */
    const double longest = fmax(area.right - area.left, area.bottom - area.top);
    const double margin = longest > 0.0 ? share * longest : 1.0;
    seen->left = area.left - margin;
    seen->top = area.top - margin;
    seen->scale = side / (longest + 2.0 * margin);
    return canvas_create(&seen->canvas,
                         (int32_t)ceil((area.right - area.left + 2.0 * margin) * seen->scale - 1e-6),
                         (int32_t)ceil((area.bottom - area.top + 2.0 * margin) * seen->scale - 1e-6),
                         (canvas_color){22, 22, 22});
}

int world_canvas_open_map(world_canvas *seen, const grid_map *map, throng_grid grid, float cell)
{
    int code = PROGRAM_OK;
    float *nothing = allocate((size_t)map->width * (size_t)map->height, sizeof *nothing, "--png", &code);
    const heat_map picture = {
        .values = nothing, .width = map->width, .height = map->height, .grid = grid, .map = map};
    code = code ? code : heat_map_canvas(&picture, &seen->canvas, &seen->scale);
    free(nothing);
    seen->scale /= (double)cell;
    seen->left = 0.0;
    seen->top = 0.0;
    return code;
}

void world_line(world_canvas *seen, double x0, double y0, double x1, double y1, double width,
                canvas_color color)
{
    canvas_line(&seen->canvas, seen->scale * (x0 - seen->left), seen->scale * (y0 - seen->top),
                seen->scale * (x1 - seen->left), seen->scale * (y1 - seen->top), width, color);
}

void world_disc(world_canvas *seen, double x, double y, double radius, canvas_color color)
{
    canvas_disc(&seen->canvas, seen->scale * (x - seen->left), seen->scale * (y - seen->top), radius, color);
}

void world_circle(world_canvas *seen, double x, double y, double radius, canvas_color color)
{
    enum { SIDES = 96 };
    for (int32_t i = 0; i < SIDES; i++) {
        const double from = 2.0 * PI * i / SIDES;
        const double to = 2.0 * PI * (i + 1) / SIDES;
        world_line(seen, x + radius * cos(from), y + radius * sin(from), x + radius * cos(to),
                   y + radius * sin(to), 1.0, color);
    }
}

int world_canvas_write(world_canvas *seen, const program_file *file, const char *comment)
{
    const int code = canvas_write(&seen->canvas, file->stream, file->path, comment);
    free(seen->canvas.pixels);
    return code;
}
