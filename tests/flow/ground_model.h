/* A model of flow fields on ground: which steps bodies may take, by the distance of the whole step from every
 * blocked square; shortest paths, by exact sums; the way of those who are not reached. Shares nothing with
 * the library but the public types. */
#ifndef THRONG_TESTS_FLOW_GROUND_MODEL_H
#define THRONG_TESTS_FLOW_GROUND_MODEL_H

#include "tests/flow/scenes.h"

/* Of a world's cells. */
typedef struct ground {
    const flow_game *game;
    int32_t world;
    float radius;   /* of the bodies; below 0: anything may be crossed, at the cost that leads out of walls */
    uint8_t *steps; /* of each cell a bit for each direction */
} ground;

ground ground_open(const flow_game *game, int32_t world, float radius);
void ground_close(ground *g);

/* Twice the sums of straight and diagonal steps times costs; a < 0: not reached. */
typedef struct ground_length {
    int64_t a, b;
} ground_length;

/* Whether the disc may be at a cell's centre, and move to that of the neighbour in this direction of the
 * library's, to *to. */
int ground_fits(const ground *g, int32_t cell);
int ground_step(const ground *g, int32_t cell, int32_t direction, int32_t *to);
/* What a step between these cells costs, twice. */
int64_t ground_cost(const ground *g, int32_t from, int32_t to);
/* From all cells where sources is not 0. */
void ground_paths(const ground *g, const uint8_t *sources, ground_length *lengths);
/* The lowest direction that begins a shortest path; THRONG_FLOW_NONE or THRONG_FLOW_GOAL where none does. */
uint8_t ground_direction(const ground *g, const ground_length *lengths, int32_t cell);

#endif
