/* The picture of the game: pixels in memory, which the window shows and a file keeps. */
#ifndef RTS_DRAW_H
#define RTS_DRAW_H

#include "game.h"

/* The part of the map that a picture shows: its upper left corner and width in cells, and pixels to a cell.
 * Its height follows from that of the picture. */
typedef struct rts_view {
    float x, y, width, scale;
} rts_view;

typedef struct rts_picture {
    int32_t width, height;
    uint8_t *pixels; /* red, green, blue; row by row */
} rts_picture;

void draw_game(const rts_game *game, rts_view view, rts_picture *picture);

/* Draws into a PNG file. Returns 0 if all is well. */
int32_t draw_to_file(const rts_game *game, rts_view view, const char *path);

/* png.c */
int32_t png_write(const rts_picture *picture, const char *path);

#endif
