/* What the viewer shows of `throng path`: the paths, step by step, over the field that they follow. */
#include "tools/support/hash.h"
#include "tools/throng/path/field.h"
#include "tools/throng/viewer/draw.h"

#include <inttypes.h>
#include <math.h>

typedef struct path_live {
    path_job *work;
    path_field *field;
    uint64_t hash;
} path_live;

static int go(void *data, int32_t *step, int32_t to)
{
    (void)data;
    *step = to;
    return PROGRAM_OK;
}

static void extent(void *data, world_area *area)
{
    const path_live *live = data;
    const path_set *paths = &live->work->paths;
    path_field_extent(&live->work->in, area);
    for (size_t i = 0; i < paths->point_count && !live->work->in.mapped; i++)
        world_area_widen(area, (double)paths->points[2 * i], (double)paths->points[2 * i + 1]);
}

static int draw_ground(void *data, viewer_frame *frame)
{
    return path_field_draw(((path_live *)data)->field, frame);
}

/* Up to the step that is shown, with a spot where it has come to. */
static void draw_path(const path_set *paths, int32_t index, viewer_frame *frame, int32_t width)
{
    const path_result *path = &paths->list[index];
    const canvas_color color = path_color(index);
    const float *p = paths->points + 2 * path->first;
    world_canvas *seen = &frame->seen;
    const int32_t last = frame->step < path->count - 1 ? frame->step : path->count - 1;
    if (path->count == 0)
        return;
    double x = seen->scale * ((double)p[0] - seen->left), y = seen->scale * ((double)p[1] - seen->top);
    for (int32_t i = 1; i <= last; i++) {
        const double to_x = seen->scale * ((double)p[2 * (ptrdiff_t)i] - seen->left);
        const double to_y = seen->scale * ((double)p[2 * (ptrdiff_t)i + 1] - seen->top);
        draw_line(&seen->canvas, x, y, to_x, to_y, width, color);
        x = to_x;
        y = to_y;
    }
    draw_spot(&seen->canvas, x, y, width + 2.0, color);
}

static int draw(void *data, viewer_frame *frame)
{
    const path_live *live = data;
    const path_set *paths = &live->work->paths;
    const double cell = frame->seen.scale * (double)live->work->in.cell;
    const int32_t width = paths->count > 1000 || cell < 4.0 ? 1 : 2;
    for (int32_t i = 0; i < paths->count && VIEWER_SHOWS(frame, FIELD_LAYER_RESULT); i++)
        draw_path(paths, i, frame, width);
    return PROGRAM_OK;
}

static int tell(void *data, const viewer_frame *frame, viewer_text *text)
{
    const path_live *live = data;
    const path_set *paths = &live->work->paths;
    int32_t reached = 0;
    for (int32_t i = 0; i < paths->count; i++)
        reached += paths->list[i].status == THRONG_TRACE_REACHED && paths->list[i].count - 1 <= frame->step;
    viewer_tell(text, "%d paths, %d at their goal", (int)paths->count, (int)reached);
    path_field_tell(live->field, frame, text);
    viewer_tell(text, "hash %016" PRIx64, live->hash);
    viewer_tell(text, "all paths %.2f ms",
                1e3 * live->work->job.report.compute.seconds[live->work->job.run - 1]);
    return PROGRAM_OK;
}

int path_show(void *data)
{
    path_job *work = data;
    path_live live = {.work = work};
    viewer_scene scene = {.data = &live,
                          .unit = "step",
                          .complete = 1,
                          .layers = {"field", "walls", "ranges", "sources and goals", "paths"},
                          .colors = {"force", "potential"},
                          .extent = extent,
                          .go = go,
                          .draw_ground = draw_ground,
                          .draw = draw,
                          .tell = tell};
    for (int32_t i = 0; i < work->paths.count; i++)
        scene.last = work->paths.list[i].count - 1 > scene.last ? work->paths.list[i].count - 1 : scene.last;
    if (work->in.scene.routed)
        scene.colors[0] = NULL; /* there is no field */
    else
        scene.goals = work->in.scene.goal_count;
    live.hash = hash_floats(work->paths.points, 2 * work->paths.point_count);
    int code = path_field_create(&work->in, work->job.context, &live.field);
    code = code ? code : viewer_show(work->job.viewer, &scene, scene.last);
    path_field_destroy(live.field);
    return code;
}
