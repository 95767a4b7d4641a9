/* The scenes of the crowd study: who starts where, which walls there are, and which way leads where. */
#ifndef THRONG_SCENES_CROWD_SCENE_H
#define THRONG_SCENES_CROWD_SCENE_H

#include <throng/throng.h>

#include <stdint.h>

enum { SCENE_ROUTES = 4, SCENE_GATES = 4, SCENE_VERTICES = 64, SCENE_POLYGONS = 16 };

/* A line to be crossed, from the side where (x1-x0)*(y-y0) - (y1-y0)*(x-x0) is below 0 to the other. Agents
 * walk towards its nearest point, their bodies' radius off its ends. */
typedef struct scene_gate {
    float x0, y0, x1, y1;
} scene_gate;

typedef struct scene_route {
    scene_gate gates[SCENE_GATES];
    int32_t count; /* 0: straight to the agent's own goal */
} scene_route;

typedef struct scene {
    const char *name;
    throng_agent_def *agents;
    uint8_t *routes; /* one for each agent: its route, and the colour in pictures */
    int32_t count;
    scene_route ways[SCENE_ROUTES];
    throng_vertex vertices[SCENE_VERTICES]; /* of all polygons, one behind the other */
    int32_t polygons[SCENE_POLYGONS];       /* how many vertices each has */
    int32_t polygon_count;
    float near;    /* so far from its goal an agent has arrived; 0: its radius */
    int32_t leave; /* 1: who has arrived is gone */
    float seconds; /* after which the scene ends; it ends before when all have arrived */
    float dt;
    float left, top, right, bottom; /* what pictures show */
} scene;

/* The scenes by number: 0 .. scene_count-1; NULL beyond. */
const char *scene_name(int32_t number);
extern const int32_t scene_count;
/* How many agents it has by default. */
int32_t scene_agents(int32_t number);
/* `agents`: how many; what is random depends on the seed alone. 0: out of memory. */
int scene_create(scene *s, int32_t number, int32_t agents, uint64_t seed);
void scene_destroy(scene *s);

/* `agents` on a circle, `spacing` apart along it, each on its way to the place opposite, and off its own by
 * at most `jitter` in x and in y. 0: out of memory. */
int scene_circle(scene *s, int32_t agents, float spacing, float jitter, uint64_t seed);

/* ---------------------------------------------------------------- parts to build scenes from --------- */

/* An empty scene with room for agents, which have throng's defaults. 0: out of memory. */
int scene_begin(scene *s, const char *name, int32_t agents);
/* As someone who walks in a building, in metres and seconds. */
throng_agent_def scene_person(float speed);
/* Puts `count` agents from `first` on at random places of a rectangle, on a lattice of rows so wide apart as
 * all of them need; each is off its place by at most as much as bodies leave free. */
void scene_fill(scene *s, int32_t first, int32_t count, float left, float top, float right, float bottom,
                uint64_t *state);
void scene_polygon(scene *s, int32_t count, const throng_vertex *vertices);
/* A rectangle solid inside. */
void scene_block(scene *s, float left, float top, float right, float bottom);
/* A thin wall with two sides. */
void scene_wall(scene *s, float x0, float y0, float x1, float y1);

/* A number of 0 .. 1, 1 excluded; the state is the seed at first. */
double scene_random(uint64_t *state);

#endif
