/* A window that shows a canvas and tells what is pressed in it. window_sdl.c makes it of SDL2; a build
 * without SDL2 has window_none.c in its place. */
#ifndef THRONG_TOOLS_VIEWER_WINDOW_H
#define THRONG_TOOLS_VIEWER_WINDOW_H

#include "tools/support/canvas.h"

/* Keys that print are their ASCII code, letters in lower case. */
enum {
    WINDOW_KEY_RIGHT = 256,
    WINDOW_KEY_LEFT,
    WINDOW_KEY_PAGE_UP,
    WINDOW_KEY_PAGE_DOWN,
    WINDOW_KEY_HOME,
    WINDOW_KEY_END,
    WINDOW_KEY_F1,
    WINDOW_KEY_ESCAPE
};

typedef enum window_event_kind {
    WINDOW_KEY,
    WINDOW_DRAG,
    WINDOW_WHEEL,
    WINDOW_EXPOSED, /* its size may be another one */
    WINDOW_CLOSED
} window_event_kind;

typedef struct window_event {
    window_event_kind kind;
    int32_t key;
    double x, y;   /* pixels: how far it was dragged; where the wheel was turned */
    double amount; /* of the wheel, above 0: away from the user */
} window_event;

typedef struct viewer_window viewer_window;

/* 1: this program can open one. */
int32_t window_built(void);
int window_open(const char *title, int32_t width, int32_t height, viewer_window **window);
void window_close(viewer_window *window);
/* In pixels. */
void window_size(viewer_window *window, int32_t *width, int32_t *height);
int window_show(viewer_window *window, const canvas_image *canvas);
/* The next event; 0: there is none within that time. */
int32_t window_next(viewer_window *window, int32_t milliseconds, window_event *event);
/* As if the key were pressed. */
void window_press(viewer_window *window, int32_t key);

#endif
