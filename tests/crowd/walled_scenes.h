/* Crowds among walls: the random crowds of scenes.h in rooms, with pillars, outlines of terrain and moving
 * obstacles, all of which change between the phases. Knows nothing of Criterion. */
#ifndef THRONG_TESTS_CROWD_WALLED_SCENES_H
#define THRONG_TESTS_CROWD_WALLED_SCENES_H

#include "tests/crowd/scenes.h"

/* What stands in the way. */
enum {
    WALLED_ROOM = 1,    /* around all, with pillars, a thin wall and a dented block */
    WALLED_TERRAIN = 2, /* outlines of blocked cells */
    WALLED_MOVING = 4,  /* blocks that are driven through the crowd and turn */
    WALLED_CONVOY = 8   /* so many of these that agents meet more than they heed */
};

typedef struct walled_scene {
    crowd_scene crowd;
    int32_t walls; /* WALLED_ROOM and so on */
} walled_scene;

extern const walled_scene walled_scenes[];
extern const int32_t walled_scene_count;

/* A whole session: everything that was read, one behind the other; to be freed. */
float *walled_play(throng_context *context, const walled_scene *s, size_t *size);

#endif
