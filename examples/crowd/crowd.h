/* The subcommands of the program crowd; docs/studies/crowd.md says what for. */
#ifndef THRONG_EXAMPLES_CROWD_CROWD_H
#define THRONG_EXAMPLES_CROWD_CROWD_H

#include "examples/common/program.h"

int crowd_vision(int argc, char **argv);
int crowd_hearing(int argc, char **argv);
int crowd_circle(int argc, char **argv);
int crowd_speed(int argc, char **argv);
int crowd_scene(int argc, char **argv);
int crowd_rimea(int argc, char **argv);

#endif
