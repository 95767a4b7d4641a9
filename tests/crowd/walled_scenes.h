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
    WALLED_CONVOY = 8,  /* so many of these that agents meet more than they heed */
    WALLED_MAZE = 16    /* cells blocked here and there: more walls than agents have half-planes for */
};

typedef struct walled_scene {
    crowd_scene crowd;
    int32_t walls; /* WALLED_ROOM and so on */
} walled_scene;

extern const walled_scene walled_scenes[];
extern const int32_t walled_scene_count;

/* A polygon as it was given. */
typedef struct walled_polygon {
    throng_obstacle handle;
    int32_t count; /* 0: it is gone */
    throng_vertex corners[7];
} walled_polygon;

enum { WALLED_ROOMS = 3, WALLED_PILLARS = 6, WALLED_POLYGONS = 9, WALLED_DRIVEN = 16, WALLED_CELLS = 24 };

/* A crowd and what stands in its way. */
typedef struct walled_session {
    const walled_scene *scene;
    test_crowd *t;
    throng_terrain *terrain; /* NULL: none */
    uint8_t blocked[WALLED_CELLS * WALLED_CELLS];
    rng random;
    float side; /* of the square that the crowd begins in, and of the terrain */
    int32_t polygon_count;
    walled_polygon polygons[WALLED_POLYGONS]; /* the room around all, two others, pillars */
    throng_vertex block[4];                   /* each moving obstacle, from its place; counterclockwise */
    throng_moving_obstacle driven[WALLED_DRIVEN];
    throng_obstacle_motion motions[WALLED_DRIVEN];
    int32_t driving; /* how many of them */
} walled_session;

walled_session *walled_begin(throng_context *context, const walled_scene *s);
void walled_end(walled_session *e);
void walled_step(walled_session *e);
/* What leads to phase 1, 2 or 3: agents change, pillars go and come, cells are blocked and freed, the room
 * opens at last. */
void walled_change(walled_session *e, int32_t phase);

/* A whole session: everything that was read, one behind the other; to be freed. */
float *walled_play(throng_context *context, const walled_scene *s, size_t *size);

#endif
