/* The subcommands of the program siege; docs/studies/siege.md says what for. */
#ifndef THRONG_EXAMPLES_SIEGE_SIEGE_H
#define THRONG_EXAMPLES_SIEGE_SIEGE_H

#include "examples/common/program.h"

int siege_duel(int argc, char **argv);
int siege_measures(int argc, char **argv);
int siege_defend(int argc, char **argv);
int siege_generation(int argc, char **argv);
int siege_view(int argc, char **argv);

#endif
