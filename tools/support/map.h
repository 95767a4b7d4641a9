/* Maps in the format of the Moving AI benchmarks. */
#ifndef THRONG_TOOLS_SUPPORT_MAP_H
#define THRONG_TOOLS_SUPPORT_MAP_H

#include <stdint.h>

typedef struct grid_map {
    int32_t width, height;
    char *cells; /* row by row, the letters of the file; NULL: all cells are free */
} grid_map;

int map_load(const char *path, grid_map *map);
int map_is_free(const grid_map *map, int32_t column, int32_t row);

#endif
