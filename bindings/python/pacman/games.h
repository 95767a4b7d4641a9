/* Many games of scenes/pacman at once, as flat calls for the Python package (src/throng/gym.py): a step is a
 * decision, and what a player sees are influence maps. The rules are those of scenes/pacman, the maps those
 * of examples/pacman. */
#ifndef THRONG_BINDINGS_PYTHON_PACMAN_GAMES_H
#define THRONG_BINDINGS_PYTHON_PACMAN_GAMES_H

#include <throng/throng.h>

#include <stdint.h>

#ifdef _WIN32
#define PACMAN_API __declspec(dllexport)
#else
#define PACMAN_API __attribute__((visibility("default")))
#endif

/* Layers of a game's maps, each of MAZE_HEIGHT x MAZE_WIDTH cells. */
enum { MAPS_PILLS, MAPS_GHOSTS, MAPS_EDIBLE, MAPS_FREE, MAPS_HER, MAPS_LAYERS };
/* Of the cell that a direction leads to: whether there is one, then the first three layers. */
enum { NEAR_FREE, NEAR_PILLS, NEAR_GHOSTS, NEAR_EDIBLE, NEAR_VALUES };
enum { FACT_SCORE, FACT_LEVEL, FACT_LIVES, FACT_TICK, FACTS };
/* How a game ended. */
enum { GOES_ON, LIVES_LOST, TIME_OVER };
/* Cells of a board; ghosts have four numbers. */
enum {
    BOARD_WALL,
    BOARD_FREE,
    BOARD_PILL,
    BOARD_POWER,
    BOARD_HOUSE,
    BOARD_HER,
    BOARD_EDIBLE,
    BOARD_EYES,
    BOARD_GHOST
};

typedef struct pacman_games pacman_games;

/* setting_number: of scenes/pacman/settings.h. NULL, with a message on standard error, if there is no
 * memory, or throng does not have THRONG_ISA. */
PACMAN_API pacman_games *pacman_games_create(int32_t count, int32_t setting_number);
PACMAN_API void pacman_games_destroy(pacman_games *games);
/* Begins a game and lets it run until it is her turn. */
PACMAN_API void pacman_games_start(pacman_games *games, int32_t number, int32_t first_maze, uint64_t seed);
/* One decision of every game but those with skip[i] != 0: ticks until it is her turn again, or the game is
 * over. rewards: points since the last step; ends: LIVES_LOST, TIME_OVER. A game that is over stays as it
 * is. */
PACMAN_API void pacman_games_step(pacman_games *games, const int64_t *directions, const uint8_t *skip,
                                  double *rewards, uint8_t *ends);
/* Maps of games first .. first+count-1, [game][layer][row][column]. */
PACMAN_API void pacman_games_maps(const pacman_games *games, int32_t first, int32_t count, float *maps);
/* [game][direction][value] */
PACMAN_API void pacman_games_near(const pacman_games *games, int32_t first, int32_t count, float *near);
/* [layer]: the least and the largest value that it can have. */
PACMAN_API void pacman_games_limits(const pacman_games *games, float *low, float *high);
/* [game][fact] */
PACMAN_API void pacman_games_facts(const pacman_games *games, int32_t first, int32_t count, int32_t *facts);
/* [row][column] */
PACMAN_API void pacman_games_board(const pacman_games *games, int32_t number, uint8_t *board);
/* What the paper's controller does now. */
PACMAN_API void pacman_games_choose(const pacman_games *games, int64_t *directions);
/* All objects of all games, the world of each being its game; there is room for pacman_games_most_objects()
 * of each game. Returns their number. */
PACMAN_API int32_t pacman_games_objects(const pacman_games *games, throng_influence_object *objects);
PACMAN_API int32_t pacman_games_most_objects(void);
/* The score of a game that the paper's controller plays from beginning to end by itself. */
PACMAN_API int32_t pacman_games_play(const pacman_games *games, int32_t first_maze, uint64_t seed);

#endif
