/* The potential field over the window of the viewer. */
#include "tools/throng/path/field.h"
#include "tools/support/memory.h"
#include "tools/throng/viewer/draw.h"

#include <math.h>
#include <stdlib.h>

#define BLOCK 4      /* pixels between points at which the field is evaluated */
#define SHADES 256   /* of a colour */
#define STRENGTH 0.5 /* of the colours, so that what lies on them is seen */

struct path_field {
    const path_input *in;
    throng_context *context;
    throng_potential *field;
    int32_t columns, rows; /* of points */
    throng_potential_point *points;
    throng_force *forces;
    float *parts;     /* of the range of colours, for each point */
    double *sorted;   /* room */
    double low, high; /* that the first and the last colour stand for */
    canvas_color shades[SHADES];
};

/* ---------------------------------------------------------------- values ---------------------------- */

static void release_points(path_field *f)
{
    (void)throng_potential_destroy(f->field);
    free(f->points);
    free(f->forces);
    free(f->parts);
    free(f->sorted);
    f->field = NULL;
    f->points = NULL;
    f->forces = NULL;
    f->parts = NULL;
    f->sorted = NULL;
}

/* A field with as many points as the window takes. */
static int make_points(path_field *f, const canvas_image *canvas)
{
    const int32_t columns = canvas->width / BLOCK + 2, rows = canvas->height / BLOCK + 2;
    const size_t count = (size_t)columns * (size_t)rows;
    int code = PROGRAM_OK;
    if (f->field && f->columns == columns && f->rows == rows)
        return PROGRAM_OK;
    release_points(f);
    f->columns = columns;
    f->rows = rows;
    f->points = allocate(count, sizeof *f->points, "--view", &code);
    f->forces = allocate(count, sizeof *f->forces, "--view", &code);
    f->parts = allocate(count, sizeof *f->parts, "--view", &code);
    f->sorted = allocate(count, sizeof *f->sorted, "--view", &code);
    if (code)
        return code;
    throng_potential_def def = path_potential_def(f->in);
    def.point_capacity = columns * rows;
    const throng_status status = throng_potential_create(f->context, &def, &f->field);
    return program_check(f->context, status == THRONG_OK ? path_fill(&f->in->scene, f->field) : status,
                         "--view");
}

/* Points are in the upper left corners of blocks. */
static int evaluate(path_field *f, const viewer_frame *frame)
{
    const world_canvas *seen = &frame->seen;
    const int32_t count = f->columns * f->rows;
    for (int32_t i = 0; i < count; i++) {
        const double x = seen->left + i % f->columns * BLOCK / seen->scale;
        const int32_t row = i / f->columns;
        const double y = seen->top + row * BLOCK / seen->scale;
        f->points[i] =
            (throng_potential_point){(float)fmin(fmax(x, -1e9), 1e9), (float)fmin(fmax(y, -1e9), 1e9),
                                     frame->goal < 0 ? THRONG_GOALS_ALL : frame->goal, 0};
    }
    throng_status status = throng_potential_set_points(f->field, 0, count, f->points, 0);
    status = status == THRONG_OK ? throng_potential_update(f->field) : status;
    status = status == THRONG_OK ? throng_potential_read(f->field, 0, count, f->forces, 0) : status;
    return program_check(f->context, status, "--view");
}

/* Forces span many powers of ten: their logarithm counts. */
static double value_of(const throng_force *force, int32_t color)
{
    if (color == FIELD_COLOR_POTENTIAL)
        return (double)force->potential;
    return log(fmax(hypot((double)force->fx, (double)force->fy), 1e-12));
}

/* The range without outliers at either end, as in the picture of --png. */
static void choose_range(path_field *f, int32_t color)
{
    const int32_t count = f->columns * f->rows;
    int32_t some = 0;
    for (int32_t i = 0; i < count; i += 5)
        f->sorted[some++] = value_of(&f->forces[i], color);
    qsort(f->sorted, (size_t)some, sizeof *f->sorted, ascending_doubles);
    f->low = f->sorted[some / 50];
    f->high = f->sorted[some - 1 - some / 50];
    const double range = f->high > f->low ? f->high - f->low : 1.0;
    for (int32_t i = 0; i < count; i++)
        f->parts[i] = (float)fmin(fmax((value_of(&f->forces[i], color) - f->low) / range, 0.0), 1.0);
}

/* ---------------------------------------------------------------- the picture ----------------------- */

/* Between points by linear interpolation. */
static void draw_parts(const path_field *f, canvas_image *canvas)
{
    for (int32_t y = 0; y < canvas->height; y++) {
        canvas_color *row = canvas->pixels + (size_t)y * (size_t)canvas->width;
        const float *above = f->parts + (size_t)(y / BLOCK) * (size_t)f->columns;
        const float *below = above + f->columns;
        const float down = (float)(y % BLOCK) / BLOCK;
        for (int32_t x = 0; x < canvas->width; x++) {
            const int32_t i = x / BLOCK;
            const float right = (float)(x % BLOCK) / BLOCK;
            const float upper = above[i] + right * (above[i + 1] - above[i]);
            const float lower = below[i] + right * (below[i + 1] - below[i]);
            row[x] = f->shades[(int32_t)((upper + down * (lower - upper)) * (SHADES - 1) + 0.5f)];
        }
    }
}

static void draw_walls(const path_field *f, viewer_frame *frame)
{
    const grid_map *map = &f->in->map;
    const double cell = (double)f->in->cell;
    world_canvas *seen = &frame->seen;
    for (int32_t y = 0; y < seen->canvas.height; y++) {
        canvas_color *row = seen->canvas.pixels + (size_t)y * (size_t)seen->canvas.width;
        const double j = floor((seen->top + (y + 0.5) / seen->scale) / cell);
        for (int32_t x = 0; x < seen->canvas.width; x++) {
            const double i = floor((seen->left + (x + 0.5) / seen->scale) / cell);
            if (i < 0.0 || j < 0.0 || i >= map->width || j >= map->height)
                row[x] = (canvas_color){12, 12, 14};
            else if (!map_is_free(map, (int32_t)i, (int32_t)j))
                row[x] = (canvas_color){112, 114, 122};
        }
    }
}

static void draw_range(world_canvas *seen, const throng_potential_source *source)
{
    enum { SIDES = 96 };
    const double step = 2.0 * 3.14159265358979323846 / SIDES, radius = seen->scale * (double)source->range;
    const double x = seen->scale * ((double)source->x - seen->left);
    const double y = seen->scale * ((double)source->y - seen->top);
    for (int32_t i = 0; i < SIDES; i++)
        draw_line(&seen->canvas, x + radius * cos(step * i), y + radius * sin(step * i),
                  x + radius * cos(step * (i + 1)), y + radius * sin(step * (i + 1)), 1,
                  (canvas_color){230, 70, 60});
}

static void draw_ends(const path_field *f, world_canvas *seen)
{
    const path_scene *scene = &f->in->scene;
    for (int32_t i = 0; i < scene->source_count; i++)
        draw_spot(&seen->canvas, seen->scale * ((double)scene->sources[i].x - seen->left),
                  seen->scale * ((double)scene->sources[i].y - seen->top), 4.0, (canvas_color){230, 70, 60});
    for (int32_t i = 0; i < scene->goal_count; i++) {
        const double x = seen->scale * ((double)scene->goals[i].at.x - seen->left);
        const double y = seen->scale * ((double)scene->goals[i].at.y - seen->top);
        draw_spot(&seen->canvas, x, y, 8.0, (canvas_color){255, 255, 255});
        draw_spot(&seen->canvas, x, y, 5.0, (canvas_color){60, 190, 90});
    }
}

int path_field_draw(path_field *f, viewer_frame *frame)
{
    world_canvas *seen = &frame->seen;
    const path_scene *scene = &f->in->scene;
    int code = PROGRAM_OK;
    if (VIEWER_SHOWS(frame, FIELD_LAYER_FIELD) && !scene->routed) {
        code = make_points(f, &seen->canvas);
        code = code ? code : evaluate(f, frame);
        if (code)
            return code;
        choose_range(f, frame->color);
        draw_parts(f, &seen->canvas);
    } else {
        canvas_box(&seen->canvas, 0, 0, seen->canvas.width, seen->canvas.height, (canvas_color){22, 22, 22});
    }
    if (f->in->mapped && VIEWER_SHOWS(frame, FIELD_LAYER_WALLS))
        draw_walls(f, frame);
    for (int32_t i = 0; i < scene->source_count && VIEWER_SHOWS(frame, FIELD_LAYER_RANGES); i++)
        draw_range(seen, &scene->sources[i]);
    if (VIEWER_SHOWS(frame, FIELD_LAYER_ENDS))
        draw_ends(f, seen);
    return PROGRAM_OK;
}

void path_field_extent(const path_input *in, world_area *area)
{
    if (in->mapped)
        *area = (world_area){0.0, 0.0, in->map.width * (double)in->cell, in->map.height * (double)in->cell};
    else
        path_widen_to_scene(&in->scene, area);
}

void path_field_tell(const path_field *f, const viewer_frame *frame, viewer_text *text)
{
    viewer_tell(text, "%d sources, %d goals", (int)f->in->scene.source_count, (int)f->in->scene.goal_count);
    if (f->in->scene.routed || !VIEWER_SHOWS(frame, FIELD_LAYER_FIELD))
        return;
    if (frame->goal < 0)
        viewer_tell(text, "field of all goals");
    else
        viewer_tell(text, "field of goal %d", (int)frame->goal);
    if (frame->color == FIELD_COLOR_FORCE)
        viewer_tell(text, "force %.3g to %.3g", exp(f->low), exp(f->high));
    else
        viewer_tell(text, "potential %.3g to %.3g", f->low, f->high);
}

/* ---------------------------------------------------------------- create, destroy ------------------- */

int path_field_create(const path_input *in, throng_context *context, path_field **made)
{
    int code = PROGRAM_OK;
    path_field *f = *made = allocate(1, sizeof *f, "--view", &code);
    if (code)
        return code;
    f->in = in;
    f->context = context;
    for (int32_t i = 0; i < SHADES; i++) {
        const canvas_color full = heat_map_color(i / (SHADES - 1.0));
        f->shades[i] = (canvas_color){(uint8_t)(STRENGTH * full.red), (uint8_t)(STRENGTH * full.green),
                                      (uint8_t)(STRENGTH * full.blue)};
    }
    return PROGRAM_OK;
}

void path_field_destroy(path_field *f)
{
    if (!f)
        return;
    release_points(f);
    free(f);
}
