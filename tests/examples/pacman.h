/* What the tests of examples/pacman share. */
#ifndef THRONG_TESTS_EXAMPLES_PACMAN_H
#define THRONG_TESTS_EXAMPLES_PACMAN_H

#include <criterion/criterion.h>

#include "scenes/pacman/game.h"

#include <stdlib.h>
#include <string.h>

static maze mazes[MAZE_COUNT];

static inline void load(void)
{
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        maze_load(&mazes[i], i);
}

static inline game started(uint64_t seed)
{
    game g;
    game_start(&g, mazes, 0, seed);
    return g;
}

/* Nobody but her: the ghosts wait in the house, and no pill or time lets them out. */
static inline void lock_up(game *g)
{
    for (int i = 0; i < GHOSTS; i++) {
        g->ghosts[i].state = GHOST_WAITS;
        g->ghosts[i].cell = g->maze->exit;
        g->counts[i] = -1000000;
    }
    g->idle = -1000000;
}

static inline void send(game *g, int i, int16_t cell, int heading)
{
    g->ghosts[i] =
        (ghost){.cell = cell, .heading = (uint8_t)heading, .last = (uint8_t)heading, .state = GHOST_ROAMS};
}

/* A cell with corridor for `steps` more cells in this direction and none with a pill left in a game. */
static inline int16_t straight(const maze *m, int way, int steps)
{
    for (int16_t cell = 0; cell < m->count; cell++) {
        int16_t end = cell;
        for (int k = 0; k < steps && end >= 0; k++)
            end = m->next[end][way];
        if (end >= 0 && !m->tunnel[cell] && !m->tunnel[end])
            return cell;
    }
    cr_assert_fail("no corridor of %d cells", steps);
    return -1;
}

/* No pill is left but, for the count, one. */
static inline void eat_all(game *g)
{
    memset(g->content, MAZE_EMPTY, sizeof g->content);
    g->pills_left = 1;
}

/* She goes one cell; the ticks that it took. */
static inline int walk(game *g, int way)
{
    int ticks = 1;
    while (!game_her_turn(g)) {
        game_step(g, way);
        ticks++;
    }
    game_step(g, way);
    return ticks;
}

/* Any way at random, but back only where she has to. */
static inline int stroll(const game *g, uint64_t *random)
{
    int forced = g->maze->forced[g->cell][g->heading];
    for (int way = forced; way < 0;) {
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        way = (int)(*random >> 62);
        if (g->maze->next[g->cell][way] >= 0 && way != opposite(g->heading))
            return way;
        way = -1;
    }
    return forced;
}

#endif
