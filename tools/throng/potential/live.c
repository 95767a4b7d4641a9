/* What the viewer shows of `throng potential`: the field, and the forces at the query points. */
#include "tools/throng/path/field.h"
#include "tools/throng/viewer/draw.h"

#include <inttypes.h>
#include <math.h>

#define ARROW_MOST 40.0 /* pixels */
#define SHADES 64

typedef struct potential_live {
    const potential_picture *shown;
    path_field *field;
    uint64_t hash;
    double seconds;
    double low, high, apart; /* the range of the colours; world units between points, about */
    canvas_color shades[SHADES];
} potential_live;

static void extent(void *data, world_area *area)
{
    const potential_live *live = data;
    path_field_extent(live->shown->in, area);
    for (int32_t i = 0; i < live->shown->count && !live->shown->in->mapped; i++)
        world_area_widen(area, (double)live->shown->points[i].x, (double)live->shown->points[i].y);
}

static int draw_ground(void *data, viewer_frame *frame)
{
    return path_field_draw(((potential_live *)data)->field, frame);
}

static void draw_arrow(world_canvas *seen, const throng_potential_point *point, double right, double down,
                       canvas_color color)
{
    const double x = seen->scale * ((double)point->x - seen->left);
    const double y = seen->scale * ((double)point->y - seen->top);
    draw_spot(&seen->canvas, x, y, 2.0, color);
    if (hypot(right, down) < 4.0)
        return;
    draw_line(&seen->canvas, x, y, x + right, y + down, 1, color);
    for (int32_t side = -1; side <= 1; side += 2)
        draw_line(&seen->canvas, x + right, y + down, x + 0.65 * right - 0.22 * side * down,
                  y + 0.65 * down + 0.22 * side * right, 1, color);
}

static int draw(void *data, viewer_frame *frame)
{
    const potential_live *live = data;
    const potential_picture *shown = live->shown;
    const double length = fmin(0.9 * live->apart * frame->seen.scale, ARROW_MOST);
    for (int32_t i = 0; i < shown->count && VIEWER_SHOWS(frame, FIELD_LAYER_RESULT); i++) {
        const throng_force *force = &shown->forces[i];
        const double size = hypot((double)force->fx, (double)force->fy);
        const double part =
            live->high > live->low ? log(size / live->low) / log(live->high / live->low) : 1.0;
        const canvas_color color = size > 0.0
                                       ? live->shades[(int32_t)(fmin(fmax(part, 0.0), 1.0) * (SHADES - 1))]
                                       : (canvas_color){140, 140, 140};
        const double longer = size > 0.0 ? length / size : 0.0;
        draw_arrow(&frame->seen, &shown->points[i], (double)force->fx * longer, (double)force->fy * longer,
                   color);
    }
    return PROGRAM_OK;
}

static int tell(void *data, const viewer_frame *frame, viewer_text *text)
{
    const potential_live *live = data;
    viewer_tell(text, "%d points", (int)live->shown->count);
    path_field_tell(live->field, frame, text);
    viewer_tell(text, "hash %016" PRIx64, live->hash);
    viewer_tell(text, "all points %.2f ms", 1e3 * live->seconds);
    return PROGRAM_OK;
}

/* As far apart as points of this number are where they fill what they stand in. */
static double apart_of(const potential_picture *shown)
{
    world_area area = world_area_empty();
    for (int32_t i = 0; i < shown->count; i++)
        world_area_widen(&area, (double)shown->points[i].x, (double)shown->points[i].y);
    const double width = area.right - area.left, height = area.bottom - area.top;
    if (shown->count < 2 || width + height == 0.0)
        return (double)INFINITY;
    return fmax(sqrt(width * height / shown->count), fmax(width, height) / shown->count);
}

int potential_show(const potential_picture *shown, program_job *job, uint64_t hash)
{
    potential_live live = {
        .shown = shown, .hash = hash, .seconds = job->report.compute.seconds[job->run - 1]};
    const viewer_scene scene = {.data = &live,
                                .unit = "state",
                                .complete = 1,
                                .goals = shown->in->scene.goal_count,
                                .goal = -1,
                                .layers = {"field", "walls", "ranges", "sources and goals", "points"},
                                .colors = {"force", "potential"},
                                .extent = extent,
                                .draw_ground = draw_ground,
                                .draw = draw,
                                .tell = tell};
    live.apart = apart_of(shown);
    for (int32_t i = 0; i < SHADES; i++)
        live.shades[i] = heat_map_color(i / (SHADES - 1.0));
    int code = potential_find_ends(shown, &live.low, &live.high);
    code = code ? code : path_field_create(shown->in, job->context, &live.field);
    code = code ? code : viewer_show(job->viewer, &scene, 0);
    path_field_destroy(live.field);
    return code;
}
