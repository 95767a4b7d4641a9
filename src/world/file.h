/* Files of a world: all processes write and read pieces of them. Calls are collective, and agreed. */
#ifndef THRONG_WORLD_FILE_H
#define THRONG_WORLD_FILE_H

#include "src/world/world.h"

/* Writes a file and then puts it in the place of `path`. */
throng_status throng_world_file_write(throng_world *world, const char *path, int32_t count,
                                      const throng_transport_piece *pieces);
/* Reads pieces. A file that is too short is an error. */
throng_status throng_world_file_read(throng_world *world, const char *path, int32_t count,
                                     const throng_transport_piece *pieces);

#endif
