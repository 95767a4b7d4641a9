/* Draws the game into memory: ground, strength of both sides, units, shots and flags. */
#include "draw.h"
#include <math.h>
#include <stdlib.h>

typedef struct rts_color {
    uint8_t red, green, blue;
} rts_color;

static const rts_color side_colors[SIDES] = {{40, 110, 205}, {200, 56, 40}};
static const rts_color white = {255, 255, 255}, black = {30, 32, 38}, gold = {250, 205, 60};

static rts_color ground_color(const rts_game *game, int32_t column, int32_t row)
{
    switch (game->cells[row * WIDTH + column]) {
    case '@':
        return (rts_color){96, 98, 104};
    case 'T':
        return (rts_color){88, 124, 82};
    case 'W':
        return (rts_color){122, 160, 186};
    case 'S':
        return (rts_color){180, 204, 208};
    case 'A':
    case 'B':
    case 'C':
        return world_is_free(game, column, row) ? (rts_color){214, 196, 160} : (rts_color){96, 62, 30};
    default:
        return (rts_color){228, 222, 204};
    }
}

static void blend(rts_picture *picture, int32_t x, int32_t y, rts_color color, float part)
{
    if (x < 0 || y < 0 || x >= picture->width || y >= picture->height || part <= 0.0f)
        return;
    uint8_t *const pixel = picture->pixels + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
    part = part < 1.0f ? part : 1.0f;
    pixel[0] = (uint8_t)((float)pixel[0] + ((float)color.red - (float)pixel[0]) * part);
    pixel[1] = (uint8_t)((float)pixel[1] + ((float)color.green - (float)pixel[1]) * part);
    pixel[2] = (uint8_t)((float)pixel[2] + ((float)color.blue - (float)pixel[2]) * part);
}

static void fill(rts_picture *picture, float x, float y, float width, float height, rts_color color,
                 float part)
{
    for (int32_t row = (int32_t)y; row < (int32_t)(y + height); row++)
        for (int32_t column = (int32_t)x; column < (int32_t)(x + width); column++)
            blend(picture, column, row, color, part);
}

/* A disc with a soft edge, one pixel wide. */
static void disc(rts_picture *picture, float x, float y, float radius, rts_color color)
{
    for (int32_t row = (int32_t)(y - radius - 1.0f); row <= (int32_t)(y + radius + 1.0f); row++)
        for (int32_t column = (int32_t)(x - radius - 1.0f); column <= (int32_t)(x + radius + 1.0f);
             column++) {
            const float dx = (float)column + 0.5f - x, dy = (float)row + 0.5f - y;
            blend(picture, column, row, color, radius + 0.5f - sqrtf(dx * dx + dy * dy));
        }
}

static void line(rts_picture *picture, float x0, float y0, float x1, float y1, rts_color color, float part)
{
    const float length = fmaxf(fabsf(x1 - x0), fabsf(y1 - y0));
    for (int32_t i = 0; (float)i <= length; i++) {
        const float at = length > 0.0f ? (float)i / length : 0.0f;
        blend(picture, (int32_t)(x0 + (x1 - x0) * at), (int32_t)(y0 + (y1 - y0) * at), color, part);
    }
}

/* Each cell in the colour of its ground, tinted by the side that is stronger there. */
static void draw_ground(const rts_game *game, rts_view view, rts_picture *picture)
{
    for (int32_t row = 0; row < HEIGHT; row++)
        for (int32_t column = 0; column < WIDTH; column++) {
            const float x = ((float)column - view.x) * view.scale, y = ((float)row - view.y) * view.scale;
            if (x < -view.scale || y < -view.scale || x > (float)picture->width || y > (float)picture->height)
                continue;
            fill(picture, x, y, view.scale, view.scale, ground_color(game, column, row), 1.0f);
            const float blue = game->strength[BLUE][row * WIDTH + column];
            const float red = game->strength[RED][row * WIDTH + column], more = fabsf(blue - red);
            fill(picture, x, y, view.scale, view.scale, side_colors[blue > red ? BLUE : RED],
                 0.5f * more / (more + 12.0f));
        }
}

static void draw_units(const rts_game *game, rts_view view, rts_picture *picture)
{
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        const rts_unit *const unit = &game->units[slot];
        if (unit->agent.generation == 0)
            continue;
        const float x = (unit->x - view.x) * view.scale, y = (unit->y - view.y) * view.scale;
        const float radius = kinds[unit->kind].radius * view.scale;
        rts_color color = side_colors[unit->side];
        if (unit->kind == HERO)
            disc(picture, x, y, radius * 2.2f, gold);
        if (unit->order == RETREAT) /* paler */
            color = (rts_color){(uint8_t)((color.red + 255) / 2), (uint8_t)((color.green + 255) / 2),
                                (uint8_t)((color.blue + 255) / 2)};
        disc(picture, x, y, radius, unit->kind == SOLDIER ? color : black);
        if (unit->kind != SOLDIER)
            disc(picture, x, y, radius * 0.75f, color);
    }
}

/* Shots of the last tenth of a second. */
static void draw_shots(const rts_game *game, rts_view view, rts_picture *picture)
{
    for (int32_t i = 0; i < MOST_SHOTS && i < game->shot_count; i++) {
        const rts_shot *const shot = &game->shots[i];
        const float age = (float)(game->frame - shot->frame) / 6.0f;
        if (age < 1.0f)
            line(picture, (shot->x0 - view.x) * view.scale, (shot->y0 - view.y) * view.scale,
                 (shot->x1 - view.x) * view.scale, (shot->y1 - view.y) * view.scale,
                 shot->side == BLUE ? white : gold, 1.0f - age);
    }
}

static void draw_flags(const rts_game *game, rts_view view, rts_picture *picture)
{
    for (int32_t place = 0; place < PLACES; place++) {
        const int32_t owner = place < FLAGS ? game->owner[place] : place - BASE;
        const rts_color color = owner == NOBODY ? white : side_colors[owner];
        const float x = ((float)game->places[place].column + 0.5f - view.x) * view.scale;
        const float y = ((float)game->places[place].row + 0.5f - view.y) * view.scale, s = view.scale;
        fill(picture, x - 0.2f * s, y - 3.2f * s, 0.4f * s, 3.6f * s, black, 1.0f);
        fill(picture, x, y - 3.3f * s, 2.8f * s, 1.8f * s, black, 1.0f);
        fill(picture, x + 0.2f * s, y - 3.1f * s, 2.4f * s, 1.4f * s, color, 1.0f);
    }
}

void draw_game(const rts_game *game, rts_view view, rts_picture *picture)
{
    draw_ground(game, view, picture);
    draw_units(game, view, picture);
    draw_shots(game, view, picture);
    draw_flags(game, view, picture);
}

int32_t draw_to_file(const rts_game *game, rts_view view, const char *path)
{
    const int32_t width = (int32_t)(view.width * view.scale);
    rts_picture picture = {width, width * HEIGHT / WIDTH, NULL};
    picture.pixels = calloc((size_t)picture.width * (size_t)picture.height, 3);
    if (!picture.pixels)
        return 1;
    draw_game(game, view, &picture);
    const int32_t failed = png_write(&picture, path);
    free(picture.pixels);
    return failed;
}
