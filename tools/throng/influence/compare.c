/* --compare: the same objects without motion, moved ahead, and with adjusted distance, side by side.
 * The three are layers of one map. Above the whole map, below a part of it close up, with lines of equal
 * influence, the objects and where they are heading. */
#include "tools/support/heat_map.h"
#include "tools/support/memory.h"
#include "tools/throng/influence/influence.h"

#include <math.h>
#include <stdlib.h>

#define PANEL 520 /* pixels */
#define GAP 12
#define TITLE 30
#define CLOSE_CELLS 80.0

static const canvas_color background = {22, 22, 26};
static const canvas_color ink = {235, 235, 235};

typedef struct comparison {
    const influence_job *work;
    throng_influence_object *list;
    float *values[3], offset;
    canvas_image canvas;
    double extent_x, extent_y, step;      /* the whole map: its size and cells to the pixel */
    double close_x, close_y, close_cells; /* the part: its corner and side, in cells */
    int32_t panel_width, panel_height;
} comparison;

static int compute_layers(throng_context *context, throng_influence *influence, comparison *made)
{
    static const int32_t motions[3] = {MOTION_NONE, MOTION_OFFSET, MOTION_ADJUST};
    int code = PROGRAM_OK;
    for (int32_t layer = 0; layer < 3 && !code; layer++) {
        for (int32_t i = 0; i < made->work->objects.count; i++)
            made->list[i] = objects_moved(&made->work->objects.list[i], motions[layer], made->offset);
        code = objects_set(context, influence, layer, &made->work->objects, made->list);
    }
    if (!code)
        code = program_check(context, throng_influence_update(influence), "--compare");
    for (int32_t layer = 0; layer < 3 && !code; layer++)
        code = program_check(context, throng_influence_read(influence, layer, NULL, made->values[layer], 0),
                             "--compare");
    return code;
}

static int compute(throng_context *context, comparison *made)
{
    throng_influence *influence = NULL;
    throng_influence_def def = influence_make_def(made->work);
    def.layers = 3;
    int code = program_check(context, throng_influence_create(context, &def, &influence), "--compare");
    if (!code)
        code = compute_layers(context, influence, made);
    throng_influence_destroy(influence);
    return code;
}

static double full_reach(const throng_influence_object *object)
{
    return (1.0 + (double)object->alpha) * (double)object->max_distance;
}

/* 1 where a third of an object's reach, or more, is free of the reach of others. */
static double loneliness(const comparison *made, int32_t index)
{
    const throng_influence_object *list = made->work->objects.list;
    const double cell = (double)made->work->cell;
    const double own = full_reach(&list[index]) + 1.0;
    double least = 2.0 * own;
    for (int32_t i = 0; i < made->work->objects.count; i++) {
        const double dx = ((double)list[i].x - (double)list[index].x) / cell;
        const double dy = ((double)list[i].y - (double)list[index].y) / cell;
        if (i != index)
            least = fmin(least, hypot(dx, dy) - full_reach(&list[i]));
    }
    return fmin(fmax(3.0 * least / own, 0.0), 1.0);
}

/* The share of blocked cells around an object, by a few samples. */
static double blocked_share(const comparison *made, double x, double y, double side)
{
    int32_t blocked = 0;
    for (int32_t i = 0; i < 81; i++) {
        const int32_t right = i % 9 - 4, down = i / 9 - 4;
        const int32_t column = (int32_t)(x + side * right / 9.0);
        const int32_t row = (int32_t)(y + side * down / 9.0);
        blocked += column < 0 || row < 0 || column >= made->work->map.width ||
                   row >= made->work->map.height || !map_is_free(&made->work->map, column, row);
    }
    return blocked / 81.0;
}

/* Chooses a moving object away from others, so that the shape of its influence is visible. */
static void choose_part(comparison *made)
{
    const influence_objects *objects = &made->work->objects;
    const double cell = (double)made->work->cell;
    double best = -1e30, x = 0.5 * made->extent_x, y = 0.5 * made->extent_y;
    const double shorter = fmin(made->extent_x, made->extent_y);
    const double side = fmin(CLOSE_CELLS, fmin(shorter, 12.0 + 0.4 * shorter));
    double strongest = 1e-30;
    for (int32_t i = 0; i < objects->count; i++)
        strongest = fmax(strongest, fabs((double)objects->list[i].influence));
    const int32_t looked = objects->count < 4000 ? objects->count : 4000; /* quadratic in this number */
    for (int32_t i = 0; i < looked; i++) {
        const throng_influence_object *object = &objects->list[i];
        const double px = (double)object->x / cell, py = (double)object->y / cell;
        const double edge = fmin(fmin(px, made->extent_x - px), fmin(py, made->extent_y - py));
        if (edge < 0.0 || (object->vx == 0.0f && object->vy == 0.0f))
            continue;
        const double score = loneliness(made, i) + fmin(2.0 * edge / side, 1.0) +
                             2.0 * (double)object->alpha - 0.6 * blocked_share(made, px, py, side) +
                             0.7 * fmin(4.0 * (double)object->max_distance / side, 1.0) +
                             0.5 * fabs((double)object->influence) / strongest;
        if (score > best) {
            best = score;
            x = px;
            y = py;
        }
    }
    made->close_cells = side;
    made->close_x = fmin(fmax(x - 0.5 * side, 0.0), made->extent_x - side);
    made->close_y = fmin(fmax(y - 0.5 * side, 0.0), made->extent_y - side);
}

/* The value that nearly all cells stay below, so that one crowded spot does not darken the rest. */
static double usual_largest(const float *values, size_t count)
{
    const double largest = heat_map_largest(values, count);
    size_t histogram[1024] = {0};
    size_t filled = 0;
    for (size_t i = 0; i < count && largest > 0.0; i++) {
        const double part = fabs((double)values[i]) / largest;
        histogram[(size_t)(part * 1023.0)] += 1;
        filled += part > 0.0;
    }
    size_t above = 0;
    for (int32_t bin = 1023; bin > 0; bin--) {
        above += histogram[bin];
        if (above * 200 > filled)
            return largest * (bin + 1) / 1024.0;
    }
    return largest;
}

static void draw_objects(comparison *made, int32_t x, int32_t y)
{
    const canvas_color shade = {0, 0, 0};
    const double cell = (double)made->work->cell, pixels = PANEL / made->close_cells;
    for (int32_t i = 0; i < made->work->objects.count; i++) {
        const throng_influence_object *object = &made->work->objects.list[i];
        const double px = ((double)object->x / cell - made->close_x) * pixels;
        const double py = ((double)object->y / cell - made->close_y) * pixels;
        if (px < 8.0 || py < 8.0 || px > PANEL - 8.0 || py > PANEL - 8.0)
            continue;
        const double speed = hypot((double)object->vx, (double)object->vy);
        double dx = speed > 0.0 ? (double)object->vx / speed * 2.2 * pixels : 0.0;
        double dy = speed > 0.0 ? (double)object->vy / speed * 2.2 * pixels : 0.0;
        dx = fmin(fmax(px + dx, 2.0), PANEL - 2.0) - px;
        dy = fmin(fmax(py + dy, 2.0), PANEL - 2.0) - py;
        canvas_line(&made->canvas, x + px, y + py, x + px + dx, y + py + dy, 4.0, shade);
        canvas_disc(&made->canvas, x + px, y + py, 5.0, shade);
        canvas_line(&made->canvas, x + px, y + py, x + px + dx, y + py + dy, 2.0, ink);
        canvas_disc(&made->canvas, x + px, y + py, 3.6, ink);
    }
}

static void draw_panel(comparison *made, int32_t index, double scale)
{
    char title[64];
    const int32_t x = GAP + index * (PANEL + GAP);
    const int32_t whole_x = x + (PANEL - made->panel_width) / 2;
    const int32_t close_y = TITLE + GAP + made->panel_height + GAP;
    heat_map picture = {made->values[index],
                        made->work->map.width,
                        made->work->map.height,
                        made->work->grid,
                        &made->work->map,
                        scale,
                        0,
                        0};
    if (index == 0)
        (void)snprintf(title, sizeof title, "plain: motion ignored");
    else if (index == 1)
        (void)snprintf(title, sizeof title, "offset: moved ahead by %g cells", (double)made->offset);
    else
        (void)snprintf(title, sizeof title, "adjusted: further ahead than behind");
    canvas_text(&made->canvas, x, GAP, 2, title, ink);
    heat_map_draw(&picture, 0.0, 0.0, made->step, &made->canvas, whole_x, TITLE + GAP, made->panel_width,
                  made->panel_height);
    const int32_t side = (int32_t)(made->close_cells / made->step);
    canvas_frame(&made->canvas, whole_x + (int32_t)(made->close_x / made->step),
                 TITLE + GAP + (int32_t)(made->close_y / made->step), side, side, ink);
    picture.contours = 10;
    heat_map_draw(&picture, made->close_x, made->close_y, made->close_cells / PANEL, &made->canvas, x,
                  close_y, PANEL, PANEL);
    draw_objects(made, x, close_y);
    canvas_frame(&made->canvas, x, close_y, PANEL, PANEL, ink);
}

static int draw(comparison *made, FILE *stream)
{
    heat_map picture = {
        made->values[0], made->work->map.width, made->work->map.height, made->work->grid, NULL, 0, 0, 0};
    heat_map_extent(&picture, &made->extent_x, &made->extent_y);
    const double longest = fmax(made->extent_x, made->extent_y);
    made->step = longest / PANEL;
    made->panel_width = (int32_t)fmax(made->extent_x / made->step, 1.0);
    made->panel_height = (int32_t)fmax(made->extent_y / made->step, 1.0);
    choose_part(made);
    const int code = canvas_create(&made->canvas, GAP + 3 * (PANEL + GAP),
                                   TITLE + GAP + made->panel_height + GAP + PANEL + GAP, background);
    if (code)
        return code;
    const size_t cells = (size_t)made->work->map.width * (size_t)made->work->map.height;
    double scale = 0.0;
    for (int32_t index = 0; index < 3; index++)
        scale = fmax(scale, usual_largest(made->values[index], cells));
    for (int32_t index = 0; index < 3; index++) {
        progress_show("compare: panel", index, 3);
        draw_panel(made, index, scale);
    }
    progress_show("", 3, 3);
    return canvas_write(&made->canvas, stream, made->work->compare.path,
                        "Influence of the same objects: plain, offset, adjusted");
}

int influence_compare(const influence_job *work)
{
    const size_t cells = (size_t)work->map.width * (size_t)work->map.height;
    comparison made = {.work = work, .offset = work->offset};
    int code = PROGRAM_OK;
    made.list = allocate((size_t)work->objects.count, sizeof *made.list, "--compare", &code);
    for (int32_t i = 0; i < 3; i++)
        made.values[i] = allocate(cells, sizeof *made.values[i], "--compare", &code);
    code = code ? code : compute(work->job.context, &made);
    code = code ? code : draw(&made, work->compare.stream);
    for (int32_t i = 0; i < 3; i++)
        free(made.values[i]);
    free(made.list);
    free(made.canvas.pixels);
    return code;
}
