/* A game in the manner of Ms. Pac-Man, for controllers that play millions of them: whole numbers only, no
 * memory of its own, and the same course for the same seed and decisions on every machine.
 *
 * Time goes in ticks. A tick is as long as one at full speed needs for a cell, about 0.106 s. Speeds are in
 * percent of that: each tick adds the speed to an actor's progress, and 100 of it are a step to the next
 * cell. Where the rules come from, and in what they are simpler, is in docs/studies/pacman.md. */
#ifndef THRONG_SCENES_PACMAN_GAME_H
#define THRONG_SCENES_PACMAN_GAME_H

#include "scenes/pacman/maze.h"

#include <stdint.h>

enum { GHOSTS = 4 };
enum { BLINKY, PINKY, INKY, SUE };

enum {
    SCORE_PILL = 10,
    SCORE_POWER = 50,
    SCORE_GHOST = 200, /* doubled for each further one that the same power pill made edible */
    SCORE_EXTRA_LIFE = 10000,
    GAME_LIVES = 3,
    GAME_HUNGER = 2000 /* ticks without a pill that end a game, lest one goes on for ever */
};

typedef enum ghost_state {
    GHOST_WAITS,  /* at its place in the house */
    GHOST_LEAVES, /* the house */
    GHOST_ROAMS,  /* in the corridors: dangerous or edible */
    GHOST_FLEES,  /* eaten: a pair of eyes on its way home */
    GHOST_ENTERS  /* the house */
} ghost_state;

typedef struct ghost {
    int16_t cell;     /* in the house: its exit */
    int16_t inside;   /* steps from the exit into the house */
    int16_t progress; /* percent of a step */
    uint8_t heading;  /* where its next step goes */
    uint8_t last;     /* where its last step went */
    uint8_t state;    /* ghost_state */
    uint8_t edible;
} ghost;

/* What happened in a tick. */
enum {
    GAME_ATE_PILL = 1,
    GAME_ATE_POWER = 2,
    GAME_ATE_GHOST = 4,
    GAME_LOST_LIFE = 8,
    GAME_NEXT_LEVEL = 16,
    GAME_OVER = 32
};

/* In percent of full speed. */
typedef struct game_speeds {
    int16_t her, her_power, ghost, ghost_tunnel, ghost_edible;
} game_speeds;

typedef struct game {
    const maze *mazes;         /* MAZE_COUNT of them */
    const maze *maze;          /* this level's */
    const game_speeds *speeds; /* this level's */
    uint64_t random;
    int32_t first_maze;
    int32_t tick, score, level, lives; /* levels count from 1 */
    uint32_t events;
    int16_t eaten;      /* cell of the pill eaten in this tick, -1: none */
    int16_t cell;       /* hers */
    int16_t progress;   /* hers */
    uint8_t heading;    /* hers */
    uint8_t extra_life; /* 1: she had it */
    ghost ghosts[GHOSTS];
    int32_t edible_left;  /* ticks, 0: no ghost is edible */
    int32_t ghosts_eaten; /* since the last power pill */
    int32_t phase;        /* of scatter (even) and chase (odd) */
    int32_t phase_left;   /* ticks, 0: for ever */
    /* Who may leave the house when. */
    int32_t idle;           /* ticks since a pill was eaten or somebody left */
    int32_t count_all;      /* pills since a life was lost, -1: the ghosts count for themselves */
    int32_t counts[GHOSTS]; /* pills while it was the first in the house */
    int32_t pills_left;
    int32_t hunger; /* ticks since a pill was eaten */
    uint8_t content[MAZE_CELLS];
} game;

/* first_maze: which maze the first level has; the levels take turns. */
void game_start(game *g, const maze *mazes, int32_t first_maze, uint64_t seed);
/* Whether she makes a step in the coming tick, so whether the direction given to it matters. */
int game_her_turn(const game *g);
/* One tick. Where her way is blocked she stays. After GAME_OVER there are no more ticks. */
void game_step(game *g, int way);

static inline int ghost_counts(const ghost *one) { return one->state == GHOST_ROAMS; }

/* Parts of the rules, for the rules themselves and their tests. */

const game_speeds *game_level_speeds(int32_t level);
int32_t game_edible_ticks(int32_t level);
int32_t game_phase_ticks(int32_t level, int32_t phase);
int32_t game_ticks(int32_t seconds);
uint32_t game_random(game *g, uint32_t count); /* 0 .. count-1 */

void ghosts_place(game *g);
void ghosts_turn_back(game *g);      /* all in the corridors, but for eyes */
void ghosts_make_edible(game *g);    /* a power pill was eaten */
void ghosts_pill_eaten(game *g);     /* the house counts */
void ghosts_release(game *g);        /* lets out whose turn it is */
void ghosts_move(game *g);           /* all of them by one tick; ends early where she lost a life */
int ghosts_meet(game *g, int32_t i); /* what happens if ghost i is where she is; 1: she lost a life */
/* The cell that a dangerous ghost wants to reach now, possibly off the maze. */
void ghosts_target(const game *g, int32_t i, int32_t *column, int32_t *row);
void game_lose_life(game *g);
void game_add_score(game *g, int32_t points);

#endif
