/* Animated GIF: frames of palette indices. */
#ifndef THRONG_EXAMPLES_COMMON_GIF_H
#define THRONG_EXAMPLES_COMMON_GIF_H

#include <stdint.h>
#include <stdio.h>

typedef struct gif_color {
    uint8_t red, green, blue;
} gif_color;

/* Each returns nothing; ferror(file) tells. The palette has 256 colours, a frame width * height indices. */
void gif_begin(FILE *file, int32_t width, int32_t height, const gif_color palette[256]);
void gif_frame(FILE *file, int32_t width, int32_t height, const uint8_t *pixels, int32_t hundredths);
void gif_end(FILE *file);

#endif
