/* The game in a window, by SDL2. WASD or the arrows move the hero, space opens and shuts gates within ten
 * cells, escape ends the game. */
#define SDL_MAIN_HANDLED
#include "draw.h"
#include "game.h"
#include <SDL.h>
#include <stdlib.h>

#ifndef RTS_MAP
#define RTS_MAP "fords.map"
#endif

enum { SCALE = 8 }; /* pixels to a cell */

static void toggle_gate_nearby(rts_game *game)
{
    const rts_unit *const hero = &game->units[game->hero];
    for (int32_t i = 0; i < GATES; i++) {
        const throng_region at = game->gates[i].cells;
        const float x = hero->x - ((float)at.column + 0.5f * (float)at.width);
        const float y = hero->y - ((float)at.row + 0.5f * (float)at.height);
        if (x * x + y * y < 100.0f)
            world_set_gate(game, i, !game->gates[i].open);
    }
}

/* Returns 0 if the player wants to leave. */
static int32_t take_events(rts_game *game)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT)
            return 0;
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)
            return 0;
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE && !event.key.repeat)
            toggle_gate_nearby(game);
    }
    return 1;
}

static void take_keys(rts_game *game)
{
    const Uint8 *const keys = SDL_GetKeyboardState(NULL);
    const int32_t right = keys[SDL_SCANCODE_D] | keys[SDL_SCANCODE_RIGHT];
    const int32_t left = keys[SDL_SCANCODE_A] | keys[SDL_SCANCODE_LEFT];
    const int32_t down = keys[SDL_SCANCODE_S] | keys[SDL_SCANCODE_DOWN];
    const int32_t up = keys[SDL_SCANCODE_W] | keys[SDL_SCANCODE_UP];
    const float length = right != left && down != up ? 0.7071f : 1.0f;
    game->wish_x = (float)(right - left) * length;
    game->wish_y = (float)(down - up) * length;
}

/* Frames of the game are of fixed length. The loop makes as many of them as time has passed, and draws
 * once. */
static void run(rts_game *game, SDL_Renderer *renderer, SDL_Texture *texture, rts_picture *picture)
{
    const double frame = 1.0 / FRAMES_PER_SECOND, ticks = (double)SDL_GetPerformanceFrequency();
    double behind = 0.0; /* seconds that the game is behind */
    Uint64 last = SDL_GetPerformanceCounter();
    while (take_events(game)) {
        take_keys(game);
        const Uint64 now = SDL_GetPerformanceCounter();
        behind += (double)(now - last) / ticks;
        last = now;
        behind = behind > 0.1 ? 0.1 : behind; /* after a pause it does not catch up */
        for (; behind >= frame; behind -= frame)
            game_frame(game);
        draw_game(game, (rts_view){0.0f, 0.0f, WIDTH, SCALE}, picture);
        SDL_UpdateTexture(texture, NULL, picture->pixels, 3 * picture->width);
        SDL_RenderCopy(renderer, texture, NULL, NULL);
        SDL_RenderPresent(renderer); /* waits for the screen */
    }
}

int main(int argc, char **argv)
{
    SDL_SetMainReady();
    rts_picture picture = {WIDTH * SCALE, HEIGHT * SCALE, NULL};
    picture.pixels = calloc((size_t)picture.width * (size_t)picture.height, 3);
    if (!picture.pixels || SDL_Init(SDL_INIT_VIDEO))
        return EXIT_FAILURE;
    SDL_Window *const window = SDL_CreateWindow("two armies", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                                picture.width, picture.height, SDL_WINDOW_RESIZABLE);
    SDL_Renderer *const renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    SDL_Texture *const texture = SDL_CreateTexture(
        renderer, SDL_PIXELFORMAT_RGB24, SDL_TEXTUREACCESS_STREAMING, picture.width, picture.height);
    if (!texture)
        return EXIT_FAILURE;

    const game_settings settings = {.map = argc > 1 ? argv[1] : RTS_MAP};
    rts_game *const game = game_create(&settings);
    run(game, renderer, texture, &picture);
    game_destroy(game);

    free(picture.pixels);
    SDL_DestroyTexture(texture);
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return EXIT_SUCCESS;
}
