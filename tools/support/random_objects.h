/* The objects of `throng influence --random` and --squads: drawn from a seed, the same on every machine. */
#ifndef THRONG_TOOLS_SUPPORT_RANDOM_OBJECTS_H
#define THRONG_TOOLS_SUPPORT_RANDOM_OBJECTS_H

#include "tools/support/map.h"

#include <throng/throng.h>

/* In [0, 1), a multiple of 2^-24. */
double random_unit(uint64_t *state);

typedef struct random_objects_def {
    uint64_t seed;
    int32_t count, squads; /* squads 0: every object stands alone */
    throng_decay decay;
    throng_grid grid;
    float cell; /* world units */
} random_objects_def;

/* objects: room for `count`. Prints a message if the map has no free cell. */
int random_objects_draw(const random_objects_def *def, const grid_map *map, throng_influence_object *objects);

#endif
