/* What the viewer shows of `throng influence`: the map and the objects, run by run. There are two states,
 * one with the objects where they are given and one with all of them a little away. */
#include "tools/support/hash.h"
#include "tools/support/memory.h"
#include "tools/throng/influence/influence.h"
#include "tools/throng/viewer/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAYER_INFLUENCE, LAYER_OBJECTS, LAYER_DIRECTIONS, LAYER_CONTOURS };

typedef struct influence_live {
    influence_job *work;
    viewer_scene scene;
    float *values[2]; /* with the objects in place, and away */
    float *nothing;   /* zeros, under which walls are seen */
    double largest[2];
    uint64_t hashes[2];
    int32_t known[2]; /* 1: that state is there */
} influence_live;

/* ---------------------------------------------------------------- states ---------------------------- */

static int go(void *data, int32_t *step, int32_t to)
{
    (void)data;
    *step = to;
    return PROGRAM_OK;
}

/* The values of both states are the same in each run. */
static void keep(influence_live *live, int32_t away)
{
    const size_t cells = (size_t)live->work->map.width * (size_t)live->work->map.height;
    if (live->known[away])
        return;
    memcpy(live->values[away], live->work->values, cells * sizeof *live->work->values);
    live->largest[away] = heat_map_largest(live->values[away], cells);
    live->hashes[away] = hash_floats(live->values[away], cells);
    live->known[away] = 1;
}

/* ---------------------------------------------------------------- the picture ----------------------- */

static heat_map picture_of(const influence_live *live, const viewer_frame *frame)
{
    const influence_job *work = live->work;
    const int32_t away = influence_is_away(work, frame->step);
    const int32_t shown = VIEWER_SHOWS(frame, LAYER_INFLUENCE) != 0;
    return (heat_map){.values = shown ? live->values[away] : live->nothing,
                      .width = work->map.width,
                      .height = work->map.height,
                      .grid = work->grid,
                      .map = &work->map,
                      .scale = live->largest[away],
                      .contours = shown && VIEWER_SHOWS(frame, LAYER_CONTOURS) ? 8 : 0,
                      .quick = 1};
}

static void extent(void *data, world_area *area)
{
    const influence_live *live = data;
    const double cell = (double)live->work->cell;
    const viewer_frame frame = {.step = 0};
    const heat_map picture = picture_of(live, &frame);
    double width, height;
    heat_map_extent(&picture, &width, &height);
    *area = (world_area){0.0, 0.0, width * cell, height * cell};
}

static int draw_ground(void *data, viewer_frame *frame)
{
    const influence_live *live = data;
    const double cell = (double)live->work->cell;
    world_canvas *seen = &frame->seen;
    const heat_map picture = picture_of(live, frame);
    heat_map_draw(&picture, seen->left / cell, seen->top / cell, 1.0 / (seen->scale * cell), &seen->canvas, 0,
                  0, seen->canvas.width, seen->canvas.height);
    return PROGRAM_OK;
}

/* In path and adjacent mode an object acts from its cell's centre, but it is drawn where it is. */
static void draw_object(world_canvas *seen, const throng_influence_object *object, double radius,
                        int32_t heads)
{
    const double x = seen->scale * ((double)object->x - seen->left);
    const double y = seen->scale * ((double)object->y - seen->top);
    const double speed = hypot((double)object->vx, (double)object->vy);
    if (heads && speed > 0.0)
        draw_line(&seen->canvas, x, y, x + 3.0 * radius * (double)object->vx / speed,
                  y + 3.0 * radius * (double)object->vy / speed, radius < 4.0 ? 1 : 2,
                  (canvas_color){255, 255, 255});
    draw_spot(&seen->canvas, x, y, radius + 1.0, (canvas_color){255, 255, 255});
    draw_spot(&seen->canvas, x, y, radius,
              object->influence < 0.0f ? (canvas_color){30, 60, 200} : (canvas_color){200, 40, 30});
}

static int draw(void *data, viewer_frame *frame)
{
    const influence_live *live = data;
    const influence_job *work = live->work;
    const throng_influence_object *list = influence_is_away(work, frame->step) ? work->stepped : work->moved;
    const double radius = fmin(fmax(0.3 * frame->seen.scale * (double)work->cell, 2.0), 12.0);
    for (int32_t i = 0; i < work->objects.count && VIEWER_SHOWS(frame, LAYER_OBJECTS); i++)
        draw_object(&frame->seen, &list[i], radius, VIEWER_SHOWS(frame, LAYER_DIRECTIONS) != 0);
    return PROGRAM_OK;
}

static int tell(void *data, const viewer_frame *frame, viewer_text *text)
{
    const influence_live *live = data;
    const influence_job *work = live->work;
    const int32_t away = influence_is_away(work, frame->step);
    viewer_tell(text, "%d x %d cells, %d objects", (int)work->map.width, (int)work->map.height,
                (int)work->objects.count);
    viewer_tell(text, "largest value %.6g", live->largest[away]);
    viewer_tell(text, "hash %016" PRIx64, live->hashes[away]);
    viewer_tell(text, "objects and update %.2f ms", 1e3 * work->update_seconds);
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- the scene ------------------------- */

static int create(influence_job *work)
{
    const size_t cells = (size_t)work->map.width * (size_t)work->map.height;
    int code = PROGRAM_OK;
    influence_live *live = work->live = allocate(1, sizeof *live, "--view", &code);
    if (code)
        return code;
    live->work = work;
    live->scene = (viewer_scene){.data = live,
                                 .unit = "run",
                                 .last = work->job.common.repeat - 1,
                                 .ground_moves = 1,
                                 .layers = {"influence", "objects", "directions", "contours"},
                                 .hidden = 1u << LAYER_CONTOURS,
                                 .extent = extent,
                                 .go = go,
                                 .draw_ground = draw_ground,
                                 .draw = draw,
                                 .tell = tell};
    live->values[0] = allocate(cells, sizeof *live->values[0], "--view", &code);
    live->values[1] = allocate(cells, sizeof *live->values[1], "--view", &code);
    live->nothing = allocate(cells, sizeof *live->nothing, "--view", &code);
    return code;
}

int influence_show(influence_job *work)
{
    const int code = work->live ? PROGRAM_OK : create(work);
    if (code)
        return code;
    keep(work->live, influence_is_away(work, work->job.run));
    return viewer_show(work->job.viewer, &work->live->scene, work->job.run);
}

void influence_show_release(influence_job *work)
{
    influence_live *live = work->live;
    if (!live)
        return;
    free(live->values[0]);
    free(live->values[1]);
    free(live->nothing);
    free(live);
}
