/* Contexts from the common options, with the library's messages turned into the program's. */
#ifndef THRONG_TOOLS_CONTEXT_H
#define THRONG_TOOLS_CONTEXT_H

#include "tools/support/map.h"
#include "tools/throng/options.h"

/* The library's last messages; a context that was not created has none of its own. */
typedef struct program_log {
    char error[512];
    char warning[512];
    int32_t open, late; /* open: the context is; late: a warning came since then */
} program_log;

int program_context_create(const program_common *common, int32_t profile, program_log *log,
                           throng_context **context);
/* For each of so many processes of this machine; at most those that this one may use. */
int32_t program_threads(int32_t processes);
/* Prints the message of a failed call and returns its exit code; THRONG_OK gives PROGRAM_OK. */
int program_check(const throng_context *context, throng_status status, const char *what);
/* The map of --map, or without a path one of --size. */
int program_map(const char *path, const int32_t size[2], grid_map *map);
/* Refuses a --cell with which the map would reach beyond where places may be. */
int program_check_cell(const grid_map *map, float cell);
/* The map's walls as terrain. */
int program_terrain(throng_context *context, const grid_map *map, throng_terrain **terrain);

#endif
