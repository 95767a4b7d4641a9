/* Scenes of the examples, made by the examples' own code, so that what is timed is what they show. Only
 * bench_examples.c knows that code; who plays the scenes is elsewhere. */
#ifndef THRONG_BENCH_SUITE_EXAMPLE_SCENES_H
#define THRONG_BENCH_SUITE_EXAMPLE_SCENES_H

#include "bench/suite/crowd.h"
#include "bench/suite/trace.h"

/* The side of the level Riverhold, in cells. */
enum { THRONG_BENCH_LEVEL = 512 };
/* Its walls, row by row: examples/maps. */
void throng_bench_level(uint8_t *blocked);

/* Objects of an example on its own ground, with two places for each to move between. */
typedef struct throng_bench_cast {
    int32_t width, height, worlds, count;
    uint8_t *blocked; /* all worlds have the same walls */
    throng_influence_object *objects;
    float *positions[2]; /* x, y; always on free cells */
} throng_bench_cast;

/* The maze, the pills and the ghosts of examples/pacman as it times them, `worlds` games of them; the ghosts
 * walk from cell to cell, one behind those of the game before. */
void throng_bench_make_pacman(throng_bench_cast *cast, int32_t worlds);
throng_grid throng_bench_pacman_grid(throng_propagation propagation);
/* The two armies of scripts/demo on Riverhold. Each steps ahead where it can. */
void throng_bench_make_armies(throng_bench_cast *cast);
void throng_bench_release_cast(throng_bench_cast *cast);
/* The same as a field, which takes all of it over. */
void throng_bench_field_of_cast(throng_bench_objects *to, const throng_bench_cast *cast);

/* The battlefield of examples/siege with `guns` on each of `worlds` placements and an attacker from each
 * start; the next frame has the next generation's placements. */
void throng_bench_make_siege(throng_bench_paths *paths, int32_t guns, int32_t worlds);

/* A circle of examples/crowd, everyone on the way to the place opposite. */
void throng_bench_make_circle(throng_bench_people *people, int32_t agents, float spacing);
/* Its scene "blocks": four groups on their way through a crossing between four blocks. */
void throng_bench_make_crossing(throng_bench_people *people, int32_t agents);

#endif
