/* A game loop with SDL2: fixed steps of the simulation, positions in between for the picture. A click
 * sends all units to that place. `sdl_game_loop FRAMES` stops after so many frames. */
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { UNITS = 300, SCALE = 8 /* pixels to a unit of length */ };
static const float STEP = 1.0f / 20.0f; /* seconds of a step of the simulation */

static throng_context *context;

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s: %s\n", throng_status_string(status), throng_context_message(context));
    exit(EXIT_FAILURE);
}

static void log_message(void *user, throng_log_level level, const char *message)
{
    (void)user;
    SDL_Log("%s%s", level == THRONG_LOG_ERROR ? "error: " : "", message);
}

static throng_crowd *create_crowd(void)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.symmetry = 0.05f;
    check(throng_crowd_create(context, &def, &crowd));
    for (int i = 0; i < UNITS; i++) {
        const int row = i / 30;
        throng_agent_def unit = throng_agent_default_def();
        unit.x = 6.0f + (float)(i % 30) * 3.0f;
        unit.y = 6.0f + (float)row * 3.0f;
        unit.max_speed = 6.0f;
        unit.time_horizon = 2.0f;
        unit.navigation = THRONG_NAVIGATE_GOAL;
        unit.target_x = 96.0f - unit.x;
        unit.target_y = 66.0f - unit.y;
        check(throng_crowd_add(crowd, 1, &unit, 0, NULL));
    }
    return crowd;
}

static void send_all(throng_crowd *crowd, int pixel_x, int pixel_y)
{
    static float goals[UNITS][2];
    for (int i = 0; i < UNITS; i++) {
        goals[i][0] = (float)pixel_x / SCALE;
        goals[i][1] = (float)pixel_y / SCALE;
    }
    check(throng_crowd_set(crowd, THRONG_AGENT_GOAL, UNITS, NULL, 0, goals, 0));
}

static void draw(SDL_Renderer *renderer, float before[UNITS][2], float now[UNITS][2], float share)
{
    SDL_SetRenderDrawColor(renderer, 32, 36, 44, 255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawColor(renderer, 224, 138, 30, 255);
    for (int i = 0; i < UNITS; i++) {
        const float x = before[i][0] + (now[i][0] - before[i][0]) * share;
        const float y = before[i][1] + (now[i][1] - before[i][1]) * share;
        const SDL_FRect body = {(x - 1.0f) * SCALE, (y - 1.0f) * SCALE, 2.0f * SCALE, 2.0f * SCALE};
        SDL_RenderFillRectF(renderer, &body);
    }
    SDL_RenderPresent(renderer);
}

int main(int argc, char **argv)
{
    const int frames = argc > 1 ? atoi(argv[1]) : 0;
    SDL_SetMainReady();
    SDL_Window *window;
    SDL_Renderer *renderer;
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(800, 600, 0, &window, &renderer))
        return EXIT_FAILURE;
    throng_context_def def = throng_context_default_def();
    def.logger.log = log_message;
    if (throng_context_create(&def, &context))
        return EXIT_FAILURE;
    throng_crowd *crowd = create_crowd(); /* while the level loads: on a device this compiles kernels */

    static float before[UNITS][2], now[UNITS][2];
    check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, NULL, 0, now, 0));
    SDL_memcpy(before, now, sizeof now);
    float left = 0.0f; /* seconds that the simulation is behind */
    Uint64 last = SDL_GetPerformanceCounter();
    for (int frame = 0, open = 1; open && (frames == 0 || frame < frames); frame++) {
        for (SDL_Event event; SDL_PollEvent(&event);) {
            open = open && event.type != SDL_QUIT;
            if (event.type == SDL_MOUSEBUTTONDOWN)
                send_all(crowd, event.button.x, event.button.y);
        }
        const Uint64 counter = SDL_GetPerformanceCounter();
        left += (float)((double)(counter - last) / (double)SDL_GetPerformanceFrequency());
        last = counter;
        left = left > 0.25f ? 0.25f : left; /* after a pause it does not catch up */
        while (left >= STEP) {
            left -= STEP;
            SDL_memcpy(before, now, sizeof now);
            check(throng_crowd_step(crowd, STEP));
            check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, NULL, 0, now, 0));
        }
        draw(renderer, before, now, left / STEP);
        SDL_Delay(8);
    }

    check(throng_crowd_destroy(crowd));
    check(throng_context_destroy(context));
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return EXIT_SUCCESS;
}
