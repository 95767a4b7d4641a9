/* The window by SDL2. Its library is loaded when a window is opened: it brings some fifty others, and a run
 * without --view is to begin as quickly as before. */
#include "tools/support/memory.h"
#include "tools/support/message.h"
#include "tools/throng/viewer/window.h"

#include <SDL.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct sdl_functions {
#define FUNCTION(name) __typeof__(&name) name;
#include "tools/throng/viewer/sdl_functions.inc"
} sdl_functions;

struct viewer_window {
    void *library;
    sdl_functions sdl;
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int32_t width, height; /* of the texture */
};

static const struct {
    SDL_Keycode code;
    int32_t key;
} keys[] = {{SDLK_RIGHT, WINDOW_KEY_RIGHT},
            {SDLK_LEFT, WINDOW_KEY_LEFT},
            {SDLK_PAGEUP, WINDOW_KEY_PAGE_UP},
            {SDLK_PAGEDOWN, WINDOW_KEY_PAGE_DOWN},
            {SDLK_HOME, WINDOW_KEY_HOME},
            {SDLK_END, WINDOW_KEY_END},
            {SDLK_F1, WINDOW_KEY_F1},
            {SDLK_ESCAPE, WINDOW_KEY_ESCAPE},
            {SDLK_KP_PLUS, '+'},
            {SDLK_KP_MINUS, '-'},
            {SDLK_KP_PERIOD, '.'},
            {SDLK_QUESTION, '?'},
            {SDLK_PLUS, '+'}};

enum { KEYS = sizeof keys / sizeof *keys };

/* ---------------------------------------------------------------- opening --------------------------- */

#ifdef __APPLE__
#define LIBRARY "libSDL2-2.0.0.dylib"
#else
#define LIBRARY "libSDL2-2.0.so.0"
#endif

int32_t window_built(void) { return 1; }

static int load_library(viewer_window *w)
{
    w->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!w->library)
        return reject_failure("--view", "SDL2 cannot be loaded (%s); install it (Debian: libsdl2-2.0-0)",
                              dlerror());
#define FUNCTION(name)                                                                                       \
    {                                                                                                        \
        void *symbol = dlsym(w->library, #name);                                                             \
        if (!symbol)                                                                                         \
            return reject_failure("--view", LIBRARY " has no " #name "; install a newer SDL2");              \
        memcpy(&w->sdl.name, &symbol, sizeof symbol);                                                        \
    }
#include "tools/throng/viewer/sdl_functions.inc"
    return PROGRAM_OK;
}

#define NO_DISPLAY "there is no display; run it where there is one, or set SDL_VIDEODRIVER=dummy"

static int reject_window(const viewer_window *w, const char *what)
{
    return reject_failure("--view", "%s: %s", what, w->sdl.SDL_GetError());
}

/* SDL2 would take a driver without a screen, and nobody would see the window. */
static int check_display(const viewer_window *w)
{
    const char *name = w->sdl.SDL_GetCurrentVideoDriver();
    if (getenv("SDL_VIDEODRIVER") || !name ||
        (strcmp(name, "offscreen") != 0 && strcmp(name, "dummy") != 0 && strcmp(name, "evdev") != 0))
        return PROGRAM_OK;
    return reject_failure("--view", NO_DISPLAY);
}

static int open_window(viewer_window *w, const char *title, int32_t width, int32_t height)
{
    /* Signals end the program as they do without a window, see outputs.c. */
    (void)w->sdl.SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    (void)w->sdl.SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
#ifndef __APPLE__
    if (!getenv("SDL_VIDEODRIVER") && !getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return reject_failure("--view", NO_DISPLAY); /* Wayland's library would print a line of its own */
#endif
    if (w->sdl.SDL_Init(SDL_INIT_VIDEO) != 0)
        return reject_window(w, "SDL2 does not start");
    const int code = check_display(w);
    if (code)
        return code;
    w->window = w->sdl.SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width,
                                        height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!w->window)
        return reject_window(w, "no window");
    w->renderer = w->sdl.SDL_CreateRenderer(w->window, -1, 0);
    if (!w->renderer)
        return reject_window(w, "no renderer");
    w->sdl.SDL_StopTextInput(); /* keys are pressed; nobody writes with an input method */
    return PROGRAM_OK;
}

int window_open(const char *title, int32_t width, int32_t height, viewer_window **window)
{
    int code = PROGRAM_OK;
    viewer_window *w = *window = allocate(1, sizeof *w, "--view", &code);
    code = code ? code : load_library(w);
    return code ? code : open_window(w, title, width, height);
}

void window_close(viewer_window *w)
{
    if (!w)
        return;
    if (w->texture)
        w->sdl.SDL_DestroyTexture(w->texture);
    if (w->renderer)
        w->sdl.SDL_DestroyRenderer(w->renderer);
    if (w->window)
        w->sdl.SDL_DestroyWindow(w->window);
    if (w->sdl.SDL_Quit)
        w->sdl.SDL_Quit();
    /* It stays loaded: drivers that it brought may have left handlers of their own. */
    free(w);
}

/* ---------------------------------------------------------------- pictures -------------------------- */

void window_size(viewer_window *w, int32_t *width, int32_t *height)
{
    int across = 0, down = 0;
    (void)w->sdl.SDL_GetRendererOutputSize(w->renderer, &across, &down);
    *width = across > 1 ? across : 1;
    *height = down > 1 ? down : 1;
}

static int make_texture(viewer_window *w, const canvas_image *canvas)
{
    if (w->texture && w->width == canvas->width && w->height == canvas->height)
        return PROGRAM_OK;
    if (w->texture)
        w->sdl.SDL_DestroyTexture(w->texture);
    w->width = canvas->width;
    w->height = canvas->height;
    w->texture = w->sdl.SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING,
                                          w->width, w->height);
    return w->texture ? PROGRAM_OK : reject_window(w, "no texture");
}

int window_show(viewer_window *w, const canvas_image *canvas)
{
    void *memory = NULL;
    int pitch = 0;
    const int code = make_texture(w, canvas);
    if (code)
        return code;
    if (w->sdl.SDL_LockTexture(w->texture, NULL, &memory, &pitch) != 0)
        return reject_window(w, "the texture cannot be written");
    for (int32_t y = 0; y < canvas->height; y++) {
        const canvas_color *from = canvas->pixels + (size_t)y * (size_t)canvas->width;
        uint32_t *to = (void *)((char *)memory + (size_t)y * (size_t)pitch);
        for (int32_t x = 0; x < canvas->width; x++)
            to[x] = 0xFF000000u | (uint32_t)from[x].red << 16 | (uint32_t)from[x].green << 8 | from[x].blue;
    }
    w->sdl.SDL_UnlockTexture(w->texture);
    (void)w->sdl.SDL_RenderCopy(w->renderer, w->texture, NULL, NULL);
    w->sdl.SDL_RenderPresent(w->renderer);
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- events ---------------------------- */

/* Of a key on its keyboard; '+' and '?' may be shifted ones. */
static int32_t key_of(const SDL_Keysym *symbol)
{
    const int32_t shifted = (symbol->mod & KMOD_SHIFT) != 0;
    for (int32_t i = 0; i < KEYS; i++)
        if (keys[i].code == symbol->sym)
            return keys[i].key;
    if (symbol->sym == SDLK_SLASH && shifted)
        return '?';
    return symbol->sym >= ' ' && symbol->sym < 127 ? (int32_t)symbol->sym : 0;
}

/* Pixels for a unit of the mouse's coordinates. */
static double mouse_scale(const viewer_window *w)
{
    int width = 0, height = 0, across = 0, down = 0;
    w->sdl.SDL_GetWindowSize(w->window, &width, &height);
    (void)w->sdl.SDL_GetRendererOutputSize(w->renderer, &across, &down);
    return width > 0 && across > 0 ? (double)across / width : 1.0;
}

static void find_pointer(const viewer_window *w, window_event *event)
{
    int x = 0, y = 0;
    (void)w->sdl.SDL_GetMouseState(&x, &y);
    event->x = x * mouse_scale(w);
    event->y = y * mouse_scale(w);
}

/* 1: it is one that the viewer wants to know. */
static int32_t translate(const viewer_window *w, const SDL_Event *from, window_event *event)
{
    *event = (window_event){.kind = WINDOW_KEY};
    switch (from->type) {
    case SDL_QUIT:
        event->kind = WINDOW_CLOSED;
        return 1;
    case SDL_WINDOWEVENT:
        event->kind = WINDOW_EXPOSED;
        return 1;
    case SDL_KEYDOWN:
        event->key = key_of(&from->key.keysym);
        return event->key != 0;
    case SDL_MOUSEMOTION:
        event->kind = WINDOW_DRAG;
        event->x = from->motion.xrel * mouse_scale(w);
        event->y = from->motion.yrel * mouse_scale(w);
        return (from->motion.state & (SDL_BUTTON_LMASK | SDL_BUTTON_MMASK | SDL_BUTTON_RMASK)) != 0;
    case SDL_MOUSEWHEEL:
        event->kind = WINDOW_WHEEL;
        event->amount = from->wheel.y;
        find_pointer(w, event);
        return 1;
    default:
        return 0;
    }
}

int32_t window_next(viewer_window *w, int32_t milliseconds, window_event *event)
{
    SDL_Event from;
    int found =
        milliseconds > 0 ? w->sdl.SDL_WaitEventTimeout(&from, milliseconds) : w->sdl.SDL_PollEvent(&from);
    while (found) {
        if (translate(w, &from, event))
            return 1;
        found = w->sdl.SDL_PollEvent(&from);
    }
    return 0;
}

void window_press(viewer_window *w, int32_t key)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = SDL_KEYDOWN;
    event.key.keysym.sym = (SDL_Keycode)key;
    for (int32_t i = 0; i < KEYS; i++)
        if (keys[i].key == key)
            event.key.keysym.sym = keys[i].code;
    (void)w->sdl.SDL_PushEvent(&event);
}
