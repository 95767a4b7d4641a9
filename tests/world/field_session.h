/* Sessions with a potential field of a world beside one field: sources that come, move and go, points that
 * move, goals, walls. Knows nothing of Criterion: tests of one process and of several play them. */
#ifndef THRONG_TESTS_WORLD_FIELD_SESSION_H
#define THRONG_TESTS_WORLD_FIELD_SESSION_H

#include "tests/support/support.h"

#include <throng/world_potential.h>

enum { FIELD_SOURCES = 500, FIELD_POINTS = 240, FIELD_GOALS = 5, FIELD_PARTS = 16 };

typedef struct field_session {
    const char *name;
    float side;       /* all is in a square of this side, but for some sources */
    float range_most; /* of sources */
    int32_t damage, types, interaction;
    int32_t cells; /* of the terrain, each way; 0: none */
    throng_terrain_mode walls;
    int32_t steps;
    uint64_t seed;
} field_session;

extern const field_session field_sessions[];
extern const int32_t field_session_count;

/* A world field of the session. */
typedef struct field_mirror {
    char name[80];
    throng_context *contexts[FIELD_PARTS]; /* of the parts; messages are in the first one */
    int32_t local;
    throng_terrain *terrain[FIELD_PARTS];
    throng_measure *measure[FIELD_PARTS];
    throng_world *world;
    throng_world_potential *field;
} field_mirror;

/* Contexts of one mirror differ. */
field_mirror field_mirror_begin(const char *name, int32_t count, throng_context *const *contexts,
                                const throng_world_def *def, const field_session *s);
void field_mirror_end(const field_mirror *m);

/* Plays a session on one field of this context and on mirrors. Process `rank` of `size` gives its share of
 * the sources, or process `giver` all of them if that is not below 0. Returns the number of differences. */
int32_t field_session_play(throng_context *context, const field_session *s, const field_mirror *mirrors,
                           int32_t count, int32_t rank, int32_t size, int32_t giver);

#endif
