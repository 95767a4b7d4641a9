/* Crowds of worlds beside one crowd: what is done to that one is done to them, by ids. The scenes' code is
 * compiled with these calls in place of throng's, see mirrored_scenes.c. */
#ifndef THRONG_TESTS_WORLD_MIRROR_H
#define THRONG_TESTS_WORLD_MIRROR_H

#include "tests/crowd/scenes.h"

#include <throng/world_crowd.h>

enum { MIRRORS_MOST = 16 };

/* A world and its crowd. */
typedef struct mirror {
    char name[80];
    throng_world *world;
    throng_world_crowd *crowd;
    throng_context *context; /* of messages */
} mirror;

/* The mirrors of the following calls. */
void mirrors_set(const mirror *mirrors, int32_t count);
/* The process that gives new agents, and changes others; the rest gives none. Each of `processes` gives a
 * share if it is below 0. */
void mirrors_give(int32_t rank, int32_t size, int32_t giver);

throng_status mirrored_add(throng_crowd *crowd, int32_t count, const throng_agent_def *defs, size_t stride,
                           throng_agent *agents);
throng_status mirrored_remove(throng_crowd *crowd, int32_t count, const throng_agent *agents, size_t stride);
throng_status mirrored_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                           const throng_agent *agents, size_t agent_stride, const void *data, size_t stride);
throng_status mirrored_step(throng_crowd *crowd, float dt);

/* Agents of a square of 80 by 80 who all run to one place at its left side. */
enum { RUNNERS = 300 };
void make_runners(throng_agent_def agents[RUNNERS], float speed);

/* The scenes' calls, mirrored. */
test_crowd *mirrored_crowd_begin(throng_context *context, const crowd_scene *s);
void mirrored_crowd_end(test_crowd *t);
void mirrored_crowd_step(test_crowd *t);
uint64_t mirrored_crowd_hash(test_crowd *t);
void mirrored_crowd_change(test_crowd *t, int32_t phase);
throng_crowd_def mirrored_crowd_def(const crowd_scene *s);

/* A world crowd of the scene over these contexts; ends the process where that fails. */
mirror mirror_begin(const char *name, int32_t count, throng_context *const *contexts,
                    const throng_world_def *def, const throng_crowd_def *crowd, float skin);
void mirror_end(const mirror *m);
uint64_t mirror_hash(const mirror *m);

#endif
