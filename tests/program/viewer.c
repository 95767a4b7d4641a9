/* Parts of the viewer, with a window that is none: sizes that change under it, and its way back in time. */
#include <criterion/criterion.h>

#include "tests/support/support.h"
#include "tools/throng/crowd/history.h"
#include "tools/throng/viewer/state.h"

/* ---------------------------------------------------------------- a window -------------------------- */

enum { NOTHING, RESIZED, PRESSED }; /* NOTHING: no more events for now */

static const struct {
    int32_t what, key, width, height;
} script[] = {
    {NOTHING, 0, 0, 0},     {RESIZED, 0, 640, 480}, {PRESSED, 'f', 0, 0}, {NOTHING, 0, 0, 0},
    {RESIZED, 0, 320, 200}, {PRESSED, '0', 0, 0},   {NOTHING, 0, 0, 0},   {RESIZED, 0, 900, 700},
    {PRESSED, 'f', 0, 0},   {RESIZED, 0, 320, 200}, {NOTHING, 0, 0, 0},   {RESIZED, 0, 333, 222},
    {NOTHING, 0, 0, 0},     {PRESSED, 'q', 0, 0},
};

struct viewer_window {
    int32_t width, height;
    size_t next; /* of the script */
};

static viewer_window the_window;

int32_t window_built(void) { return 1; }

int window_open(const char *title, int32_t width, int32_t height, viewer_window **window)
{
    (void)title;
    the_window = (viewer_window){.width = width, .height = height};
    *window = &the_window;
    return 0;
}

void window_close(viewer_window *window) { (void)window; }

void window_size(viewer_window *window, int32_t *width, int32_t *height)
{
    *width = window->width;
    *height = window->height;
}

int window_show(viewer_window *window, const canvas_image *canvas)
{
    cr_expect(canvas->width == window->width && canvas->height == window->height);
    return 0;
}

int32_t window_next(viewer_window *window, int32_t milliseconds, window_event *event)
{
    (void)milliseconds;
    cr_assert_lt(window->next, sizeof script / sizeof *script);
    const size_t now = window->next++;
    if (script[now].what == NOTHING)
        return 0;
    *event = (window_event){.kind = script[now].what == PRESSED ? WINDOW_KEY : WINDOW_EXPOSED,
                            .key = script[now].key};
    if (script[now].what == RESIZED) {
        window->width = script[now].width;
        window->height = script[now].height;
    }
    return 1;
}

void window_press(viewer_window *window, int32_t key) { (void)window, (void)key; }

/* ---------------------------------------------------------------- its size -------------------------- */

typedef struct drawing {
    viewer *v;
    int32_t count;
} drawing;

static void extent(void *data, world_area *area)
{
    (void)data;
    world_area_widen(area, 0.0, 0.0);
    world_area_widen(area, 10.0, 5.0);
}

/* The background was made together with the pixels, so it has their number. */
static int draw_ground(void *data, viewer_frame *frame)
{
    drawing *drawn = data;
    canvas_image *canvas = &frame->seen.canvas;
    const canvas_image *ground = &drawn->v->ground;
    cr_assert(ground->width == canvas->width && ground->height == canvas->height,
              "%d x %d pixels in memory for %d x %d", (int)ground->width, (int)ground->height,
              (int)canvas->width, (int)canvas->height);
    for (size_t i = 0; i < (size_t)canvas->width * (size_t)canvas->height; i++)
        canvas->pixels[i] = (canvas_color){1, 2, 3};
    drawn->count++;
    return 0;
}

static int draw(void *data, viewer_frame *frame)
{
    (void)data, (void)frame;
    return 0;
}

static int tell(void *data, const viewer_frame *frame, viewer_text *text)
{
    (void)data, (void)frame, (void)text;
    return 0;
}

Test(viewer, pixels_for_every_size)
{
    const viewer_options in = {.view = 1, .size = {64, 48}};
    drawing drawn = {0};
    const viewer_scene plain = {.data = &drawn,
                                .unit = "state",
                                .complete = 1,
                                .extent = extent,
                                .draw_ground = draw_ground,
                                .draw = draw,
                                .tell = tell};
    cr_assert_eq(viewer_open(&in, "test", NULL, &drawn.v), 0);
    cr_expect_eq(viewer_show(drawn.v, &plain, 0), 0);
    cr_expect_eq(drawn.count, 5, "%d pictures", (int)drawn.count);
    viewer_close(drawn.v);
}

/* ---------------------------------------------------------------- back ------------------------------ */

/* A step onto the newest state is computed, so that its bits can be compared; farther away it is restored. */
Test(history, the_last_step_is_computed)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agent = throng_agent_default_def();
    throng_context *context = NULL;
    throng_crowd *crowd = NULL;
    throng_agent handle;
    crowd_history history;
    int32_t step = 0, found = 0;
    throng_context_def host = throng_context_default_def();
    host.backend = THRONG_BACKEND_CPU;
    cr_assert_eq(throng_context_create(&host, &context), THRONG_OK);
    def.agent_capacity = 1;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    agent.target_x = 50.0f;
    MUST(context, throng_crowd_add(crowd, 1, &agent, 0, &handle));
    crowd_history_begin(&history, crowd);
    for (step = 0; step < 5; step++) {
        MUST(context, crowd_history_keep(&history, step));
        MUST(context, throng_crowd_step(crowd, 0.1f));
    }
    MUST(context, crowd_history_keep_newest(&history, step));
    MUST(context, crowd_history_restore(&history, &step, 3, &found));
    cr_expect(found && step == 0, "step %d", (int)step);
    while (step < 4) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        step++;
    }
    MUST(context, crowd_history_restore(&history, &step, 5, &found));
    cr_expect(found && step == 4, "step %d", (int)step);
    step = 3;
    MUST(context, crowd_history_restore(&history, &step, 5, &found));
    cr_expect(found && step == 5, "step %d", (int)step);
    crowd_history_release(&history);
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_context_destroy(context));
}
