/* The picture of `throng potential`: the query points and the forces at them. */
#include "tools/throng/path/path.h"

#include <math.h>
#include <stdlib.h>

#define ARROW_LEAST 5.0 /* pixels; below that points alone are drawn */
#define ARROW_MOST 36.0

/* Forces span many powers of ten, so colours follow their logarithm. */
typedef struct colours {
    double low, high; /* the forces of both ends */
} colours;

static double size_of(const throng_force *force) { return hypot((double)force->fx, (double)force->fy); }

/* Close to a source the force is almost arbitrary. */
int potential_find_ends(const potential_picture *picture, double *low, double *high)
{
    double *sizes = calloc((size_t)picture->count + 1, sizeof *sizes);
    size_t count = 0;
    *low = *high = 1.0;
    if (!sizes)
        return reject_memory("picture");
    for (int32_t i = 0; i < picture->count; i++) {
        const double size = size_of(&picture->forces[i]);
        if (size > 0.0)
            sizes[count++] = size;
    }
    if (count > 0) {
        qsort(sizes, count, sizeof *sizes, ascending_doubles);
        *low = sizes[count / 50];
        *high = sizes[count - 1 - count / 50];
    }
    free(sizes);
    return PROGRAM_OK;
}

static canvas_color color_of(const colours *ends, double size)
{
    if (size == 0.0)
        return (canvas_color){140, 140, 140};
    return heat_map_color(ends->high > ends->low ? log(size / ends->low) / log(ends->high / ends->low) : 1.0);
}

/* As long as points of this number are apart where they fill what they stand in. */
static double arrow_length(const potential_picture *picture, const world_canvas *seen)
{
    world_area area = world_area_empty();
    const canvas_image *canvas = &seen->canvas;
    int32_t count = 0;
    for (int32_t i = 0; i < picture->count; i++) {
        const double x = seen->scale * ((double)picture->points[i].x - seen->left);
        const double y = seen->scale * ((double)picture->points[i].y - seen->top);
        if (x >= 0.0 && y >= 0.0 && x < canvas->width && y < canvas->height) {
            world_area_widen(&area, x, y);
            count++;
        }
    }
    if (count < 2)
        return ARROW_MOST;
    const double width = area.right - area.left + 1.0;
    const double height = area.bottom - area.top + 1.0;
    const double apart = fmax(sqrt(width * height / count), fmax(width, height) / count);
    return fmin(0.9 * apart, ARROW_MOST);
}

/* From the point on, along the force. */
static void draw_arrow(world_canvas *seen, const throng_potential_point *point, const throng_force *force,
                       double length, canvas_color color)
{
    const double size = size_of(force);
    const double width = fmin(fmax(0.08 * length, 1.0), 2.5), x = (double)point->x;
    const double y = (double)point->y;
    const double right = size > 0.0 ? (double)force->fx / size * length / seen->scale : 0.0;
    const double down = size > 0.0 ? (double)force->fy / size * length / seen->scale : 0.0;
    world_disc(seen, x, y, fmin(fmax(0.1 * length, 1.0), 3.5), color);
    if (size == 0.0 || length < ARROW_LEAST)
        return;
    world_line(seen, x, y, x + right, y + down, width, color);
    for (int32_t side = -1; side <= 1; side += 2)
        world_line(seen, x + right, y + down, x + 0.65 * right - 0.22 * side * down,
                   y + 0.65 * down + 0.22 * side * right, width, color);
}

int potential_draw(const potential_picture *picture, const program_file *file)
{
    const path_scene *scene = &picture->in->scene;
    world_canvas seen = {.scale = 1.0};
    colours ends;
    char comment[160];
    int code = potential_find_ends(picture, &ends.low, &ends.high);
    code = code ? code
                : path_open_canvas(picture->in, &picture->points->x, sizeof *picture->points / sizeof(float),
                                   (size_t)picture->count, &seen);
    if (code)
        return code;
    const double length = arrow_length(picture, &seen);
    for (int32_t i = 0; i < picture->count; i++)
        draw_arrow(&seen, &picture->points[i], &picture->forces[i], length,
                   color_of(&ends, size_of(&picture->forces[i])));
    for (int32_t i = 0; i < scene->source_count; i++)
        world_disc(&seen, (double)scene->sources[i].x, (double)scene->sources[i].y, 4.0,
                   (canvas_color){230, 70, 60});
    for (int32_t i = 0; i < scene->goal_count; i++) {
        const throng_potential_goal *goal = &scene->goals[i].at;
        world_disc(&seen, (double)goal->x, (double)goal->y, 8.0, (canvas_color){255, 255, 255});
        world_disc(&seen, (double)goal->x, (double)goal->y, 5.5, (canvas_color){60, 190, 90});
    }
    (void)snprintf(comment, sizeof comment,
                   "Forces: blue %.9g or less, yellow %.9g or more; red circles are the ranges of sources",
                   ends.low, ends.high);
    return world_canvas_write(&seen, file, comment);
}
