/* The subcommands of the program crowd; docs/studies/crowd.md says what for. */
#ifndef CROWD_CROWD_H
#define CROWD_CROWD_H

#include "program.h"

int crowd_vision(int argc, char **argv);
int crowd_hearing(int argc, char **argv);
int crowd_circle(int argc, char **argv);
int crowd_speed(int argc, char **argv);
int crowd_scene(int argc, char **argv);
int crowd_rimea(int argc, char **argv);

#endif
