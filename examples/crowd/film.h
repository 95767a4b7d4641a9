/* An animation of a walk, as a GIF. */
#ifndef THRONG_EXAMPLES_CROWD_FILM_H
#define THRONG_EXAMPLES_CROWD_FILM_H

#include "examples/crowd/walk.h"

#include <stdio.h>

typedef struct film {
    const char *path; /* NULL: there is none, and the calls do nothing */
    FILE *file;
    const scene *scene;
    uint8_t *pixels;
    int32_t width, height, every;
    float scale;
} film;

/* About `frames` of them up to the scene's end, its longer side `side` pixels. An exit code of program.h. */
int film_begin(film *f, const char *path, const scene *s, int32_t side, int32_t frames);
/* After each step, and once before the first. */
void film_add(film *f, const walk *w);
/* The same for places and states from elsewhere; states NULL: all walk. */
void film_state(film *f, int32_t step, const float *places, const uint8_t *states);
/* Keeps the code, as program_close() does. */
int film_end(film *f, int code);

#endif
