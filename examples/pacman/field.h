/* The influence of single objects, precomputed with throng. Who plays millions of games cannot ask for a map
 * each tick; but an object's influence on a cell depends on nothing but the two cells and, for ghosts, the
 * direction. So throng computes the map of one object with influence 1 for each cell and direction, and a
 * decision adds entries of these tables times the objects' influences: equations (15) to (19) of the paper,
 * for the few cells that it looks at. */
#ifndef THRONG_EXAMPLES_PACMAN_FIELD_H
#define THRONG_EXAMPLES_PACMAN_FIELD_H

#include "scenes/pacman/game.h"

#include <throng/throng.h>

typedef enum motion { MOTION_NONE, MOTION_OFFSET, MOTION_ADJUST } motion;

enum { FIELD_MODES = 3 }; /* throng_propagation */

/* What the tables depend on. Motion is the ghosts' alone. */
typedef struct field_kind {
    throng_propagation propagation;
    motion motion;
    float amount;      /* offset in cells, or alpha */
    float gamma;       /* of all objects */
    float ghost_reach; /* D of ghosts, in cells */
} field_kind;

/* D of pills and power pills, on which the paper is silent: no cut-off that matters. */
#define FIELD_PILL_REACH 50.0f

/* The initial influences. */
typedef struct field_weights {
    float pill, power, ghost, edible;
} field_weights;

/* ---------------------------------------------------------------- objects ---------------------------- */

/* What a map of a way of propagation is made on. The paper's flood goes to 8 neighbours; here that is as good
 * as 4, since corridors are one cell wide and diagonal steps cut no corner. */
throng_grid field_grid(throng_propagation mode);
void field_walls(const maze *m, uint8_t blocked[MAZE_HEIGHT][MAZE_WIDTH]);
throng_influence_object field_pill(const maze *m, const field_kind *kind, int32_t cell, float influence);
throng_influence_object field_ghost(const maze *m, const field_kind *kind, int32_t cell, int way,
                                    float influence);

enum { FIELD_MOST_OBJECTS = MAZE_CELLS + GHOSTS };
/* The objects of a game, pills first; returns their number. */
int32_t field_objects(const field_kind *kind, const field_weights *weights, const game *g,
                      throng_influence_object objects[FIELD_MOST_OBJECTS]);
/* A game as maps are timed in: all pills, and the ghosts out of their house, on their ways, each so many
 * cells, by number, behind its own. */
void field_full_game(game *g, const maze *mazes, int32_t ahead);

/* ---------------------------------------------------------------- tables ----------------------------- */

/* One maze's tables. Influences of pills are rounded to multiples of a power of two so small that sums of
 * them in double precision are exact: what is taken away for an eaten pill leaves what a sum over the others
 * would give, whatever the order. */
typedef struct field {
    const maze *maze;
    float (*pill)[MAZE_CELLS];     /* by the pill's cell; an entry for each cell that is influenced */
    double all_pills[MAZE_CELLS];  /* their sums over a whole level */
    double all_powers[MAZE_CELLS]; /* the same of the power pills */
    double quantum;                /* that power of two */
    throng_propagation pill_mode;  /* what these are made for; gamma 0: for nothing yet */
    float pill_gamma;
    /* A ghost's cell and heading together are its stance. The tables of ghosts have a row for each cell that
     * is influenced, since she looks at the same few cells for some time. */
    int32_t stances;
    int16_t stance[MAZE_CELLS][DIRECTIONS]; /* 0 where no ghost is ever headed */
    float *ghost;                           /* [cell * stances + stance] */
} field;

int field_allocate(field *f, const maze *m); /* 0, or -1 without memory */
void field_free(field *f);

/* Makes tables, and whole maps for comparison and pictures. It has a throng context of its own and works on
 * the thread that calls it; each thread needs its own. */
typedef struct field_maker field_maker;

/* NULL, with a message on standard error, where throng cannot be had. */
field_maker *field_maker_create(const maze *mazes);
void field_maker_destroy(field_maker *maker);
/* fields: MAZE_COUNT of them, allocated. 0, or -1 with a message on standard error. */
int field_make(field_maker *maker, const field_kind *kind, field *fields);
/* All objects of a game in one map, as a game that is not in a hurry would do it. 0, or -1 with a message. */
int field_whole(field_maker *maker, const field_kind *kind, const field_weights *weights, const game *g,
                float values[MAZE_HEIGHT][MAZE_WIDTH]);

#endif
