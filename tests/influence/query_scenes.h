/* Maps for questions of agents (best and worst cells of regions and among neighbours, samples at points):
 * with chosen values, so that plateaus, tiny and huge numbers lie side by side. Like support.h it knows
 * nothing of Criterion. */
#ifndef THRONG_TESTS_INFLUENCE_QUERY_SCENES_H
#define THRONG_TESTS_INFLUENCE_QUERY_SCENES_H

#include "tests/support/wall_scenes.h"

typedef enum query_values {
    VALUES_PLATEAUS, /* -1, 0 or 1: many equal ones */
    VALUES_NUMBERS,
    VALUES_TINY, /* next to the smallest normal float: differences are below it */
    VALUES_HUGE, /* the largest there are, of either sign */
    VALUES_FIELD /* those of the scene's objects */
} query_values;

typedef struct query_scene {
    walk_scene map; /* Euclidean ones have no walls */
    query_values values;
} query_scene;

/* The scenes in which every backend has to give the same answers. */
extern const query_scene query_scenes[];
extern const int32_t query_scene_count;
static inline int32_t query_walks(const query_scene *s)
{
    return s->map.propagation != THRONG_PROPAGATION_EUCLIDEAN;
}

enum { QUERY_LAYERS = 2 };

/* A map of two layers and their combination, updated. */
typedef struct asked {
    const query_scene *s;
    throng_context *context;
    throng_terrain *terrain; /* NULL where Euclidean */
    throng_influence *map;
    int32_t rows; /* of all worlds */
    size_t cells;
    uint8_t *walls; /* of all worlds, as they are now */
    float *values;  /* of the layer that was read last */
} asked;

asked *asked_begin(throng_context *context, const query_scene *s);
void asked_end(asked *a);
void asked_read(asked *a, int32_t layer);
void asked_build(asked *a, rng *r, int32_t times); /* changes walls, without an update */

throng_region asked_region(const asked *a, rng *r); /* of any size, inside the map */
/* On the map and around it; on centres, edges, corners; far away. */
throng_point asked_point(const asked *a, rng *r);

/* Every kind of question, to every layer: the answers, one behind the other; to be freed. */
float *query_play(throng_context *context, const query_scene *s, size_t *size);

#endif
