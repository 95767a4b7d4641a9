/* The subcommands of the program. */
#ifndef THRONG_TOOLS_SUBCOMMANDS_H
#define THRONG_TOOLS_SUBCOMMANDS_H

#include "tools/throng/runner.h"

extern const program_command bench_command, calibrate_command, choquet_command, crowd_command,
    devices_command, distance_command, influence_command, path_command, potential_command;

#endif
