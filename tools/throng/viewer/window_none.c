/* In place of a window, where the program was built without SDL2: viewer_check() rejects --view. */
#include "tools/support/message.h"
#include "tools/throng/viewer/window.h"

int32_t window_built(void) { return 0; }

int window_open(const char *title, int32_t width, int32_t height, viewer_window **window)
{
    (void)title;
    (void)width;
    (void)height;
    *window = NULL;
    return PROGRAM_FAILED;
}

void window_close(viewer_window *window) { (void)window; }

void window_size(viewer_window *window, int32_t *width, int32_t *height)
{
    (void)window;
    *width = *height = 1;
}

int window_show(viewer_window *window, const canvas_image *canvas)
{
    (void)window;
    (void)canvas;
    return PROGRAM_FAILED;
}

int32_t window_next(viewer_window *window, int32_t milliseconds, window_event *event)
{
    (void)window;
    (void)milliseconds;
    *event = (window_event){.kind = WINDOW_CLOSED};
    return 1;
}

void window_press(viewer_window *window, int32_t key)
{
    (void)window;
    (void)key;
}
