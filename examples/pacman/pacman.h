/* What the parts of the program pacman share. */
#ifndef THRONG_EXAMPLES_PACMAN_PACMAN_H
#define THRONG_EXAMPLES_PACMAN_PACMAN_H

#include "examples/common/program.h"
#include "examples/pacman/controller.h"
#include "scenes/pacman/settings.h"

#include <stdint.h>

/* The seed of a study's n-th game; games with even n begin in the first maze, the others in the second. */
uint64_t pacman_game_seed(uint64_t seed, int32_t number);

/* The subcommands. */
int pacman_study(int argc, char **argv);
int pacman_play(int argc, char **argv);
int pacman_time(int argc, char **argv);

#endif
