/* Sessions with an influence map of a world beside one map: objects that come, move, change and go, walls,
 * momentum, combinations. Knows nothing of Criterion: tests of one process and of several play them. */
#ifndef THRONG_TESTS_WORLD_SESSION_H
#define THRONG_TESTS_WORLD_SESSION_H

#include "tests/support/wall_scenes.h"

#include <throng/world_influence.h>

enum { SESSION_LAYERS = 2, SESSION_OBJECTS = 60 };

typedef struct map_session {
    const char *name;
    throng_grid grid;
    throng_propagation propagation;
    int32_t width, height;
    float cell_size;
    walls_kind walls;
    float reach_most; /* of max_distance */
    float momentum;   /* of layer 1 */
    int32_t ignore;   /* 1: objects may be in walls and off the map */
    int32_t steps;
    uint64_t seed;
} map_session;

extern const map_session map_sessions[];
extern const int32_t map_session_count;

/* A world map of the session. */
typedef struct map_mirror {
    char name[80];
    throng_context *context; /* of messages */
    throng_world *world;
    throng_world_influence *map;
} map_mirror;

map_mirror map_mirror_begin(const char *name, int32_t count, throng_context *const *contexts,
                            const throng_world_def *def, const map_session *s, const float *weights);
void map_mirror_end(const map_mirror *m);
throng_world_influence_def map_session_def(const map_session *s);

/* Plays a session on one map of this context and on mirrors. Process `rank` of `size` gives its share of the
 * objects, or process `giver` all of them if that is not below 0. Returns the number of differences. */
int32_t map_session_play(throng_context *context, const map_session *s, const map_mirror *mirrors,
                         int32_t count, int32_t rank, int32_t size, int32_t giver);

#endif
