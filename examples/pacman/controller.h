/* The paper's controller: it looks at the neighbouring cells, at most four, and moves to the one with the
 * largest influence. */
#ifndef THRONG_EXAMPLES_PACMAN_CONTROLLER_H
#define THRONG_EXAMPLES_PACMAN_CONTROLLER_H

#include "examples/pacman/field.h"

typedef struct controller {
    const field *fields; /* MAZE_COUNT of them */
    const field *field;  /* this level's */
    double weights[2];   /* of pills and power pills */
    double ghost[2][2];  /* a ghost's influence: [whether it counts][whether it is edible] */
    double pill[MAZE_CELLS], power[MAZE_CELLS]; /* sums over those that are left */
} controller;

/* For a game that has just started. */
void controller_begin(controller *c, const field *fields, const field_weights *weights, const game *g);
/* Takes in what the last tick changed; to be called after each. */
void controller_watch(controller *c, const game *g);
/* Of all objects on a cell. */
double controller_influence(const controller *c, const game *g, int32_t cell);
/* Where to; of equal neighbours the one straight on, then the first in the order of directions. */
int controller_choose(const controller *c, const game *g);

/* A game from beginning to end. */
void controller_play(controller *c, const field *fields, const field_weights *weights, game *g,
                     const maze *mazes, int32_t first_maze, uint64_t seed);

#endif
