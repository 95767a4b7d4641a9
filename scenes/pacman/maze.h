/* The mazes: which cells are corridor, how they hang together, where pills, house and tunnels are. The
 * corridors' cells are numbered row by row, and everything else speaks of cells by these numbers. */
#ifndef THRONG_SCENES_PACMAN_MAZE_H
#define THRONG_SCENES_PACMAN_MAZE_H

#include <stdint.h>

enum {
    MAZE_WIDTH = 28,
    MAZE_HEIGHT = 31,
    MAZE_COUNT = 2,
    MAZE_CELLS = 336 /* most corridor cells; tables have rows of so many entries */
};

/* In the order in which ghosts prefer them where two ways are equally good. */
typedef enum direction { UP, LEFT, DOWN, RIGHT } direction;
enum { DIRECTIONS = 4 };

static inline int opposite(int way) { return way ^ 2; }
extern const int32_t direction_x[DIRECTIONS], direction_y[DIRECTIONS];

enum { MAZE_EMPTY = 0, MAZE_PILL = 1, MAZE_POWER = 2 };

typedef struct maze {
    int32_t count;                            /* corridor cells */
    int32_t pills;                            /* power pills included */
    int16_t cell_at[MAZE_HEIGHT][MAZE_WIDTH]; /* -1: not a corridor */
    uint8_t column[MAZE_CELLS], row[MAZE_CELLS];
    int16_t next[MAZE_CELLS][DIRECTIONS]; /* -1: a wall; a tunnel leads to its other end */
    uint8_t ways[MAZE_CELLS];             /* number of neighbours */
    uint8_t way[MAZE_CELLS][DIRECTIONS];  /* the directions of the neighbours, in order */
    /* The only way on for one who came in this direction and does not turn back; -1: there is a choice. */
    int16_t forced[MAZE_CELLS][DIRECTIONS];
    uint8_t way_home[MAZE_CELLS]; /* first step of a shortest way to the house's exit; there 0 */
    uint8_t content[MAZE_CELLS];  /* MAZE_EMPTY, MAZE_PILL, MAZE_POWER */
    uint8_t tunnel[MAZE_CELLS];   /* 1: ghosts are slow here */
    int16_t start;                /* her cell at the beginning */
    int16_t exit;                 /* the corridor cell above the house's door */
} maze;

/* number: 0 .. MAZE_COUNT-1. */
void maze_load(maze *m, int32_t number);

/* The three places in the house: below the exit, left, right. A ghost moves between its place and the exit in
 * so many steps, and after `steps` of them, counted from the exit, it is in this column and row. */
enum { HOME_MIDDLE, HOME_LEFT, HOME_RIGHT, HOME_COUNT };
int32_t maze_home_steps(int32_t home);
void maze_home_place(const maze *m, int32_t home, int32_t steps, int32_t *column, int32_t *row);

#endif
