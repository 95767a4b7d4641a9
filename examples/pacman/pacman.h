/* What the parts of the program pacman share. Functions that can fail return an exit code and have said why
 * on standard error. */
#ifndef PACMAN_PACMAN_H
#define PACMAN_PACMAN_H

#include "controller.h"
#include "settings.h"

#include <stdint.h>

enum { PACMAN_OK = 0, PACMAN_FAILED = 1, PACMAN_USAGE = 2 };

#if defined(__GNUC__)
#define PACMAN_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PACMAN_PRINTF(text, rest)
#endif

/* Prints "pacman: ..." as one line and returns the code. */
int pacman_refuse(int code, const char *format, ...) PACMAN_PRINTF(2, 3);
/* Numbers of options; `name` is the option for the message. */
int pacman_integer(const char *name, const char *text, int64_t low, int64_t high, int64_t *value);
int pacman_number(const char *name, const char *text, double low, double high, float *value);
/* A name among `count` ones; `names` gives them. */
int pacman_choice(const char *name, const char *text, const char *(*names)(int32_t), int32_t count,
                  int32_t *value);
double pacman_seconds(void); /* of a clock that only goes forward */

/* The seed of a study's n-th game; games with even n begin in the first maze, the others in the second. */
uint64_t pacman_game_seed(uint64_t seed, int32_t number);

/* The subcommands. */
int pacman_study(int argc, char **argv);
int pacman_play(int argc, char **argv);
int pacman_time(int argc, char **argv);

#endif
