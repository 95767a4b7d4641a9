/* A world's flow beside one over the whole map: what is done to that one is done to it. */
#ifndef THRONG_TESTS_WORLD_FLOW_SCENES_H
#define THRONG_TESTS_WORLD_FLOW_SCENES_H

#include "tests/flow/scenes.h"

#include <throng/world_flow.h>

enum { WORLD_FLOW_SCENES = 17, WORLD_FLOW_NEAREST = 13 /* scenes from here on: unreached is NEAREST */ };

typedef struct world_flow_game {
    flow_game one;
    flow_scene scene;
    throng_world *world;
    throng_world_flow *flow;
    throng_world_info info;
    uint64_t seed; /* of points */
    int32_t led;   /* cells that were compared and lead to the nearest reached one */
} world_flow_game;

/* On squares and hexagons, with walls of all kinds, with costs, with clearances, and with paths that need
 * keys of 64 bits; and where many cells lead to the nearest reached one, over borders, with such paths,
 * too. */
flow_scene world_flow_scene(int32_t i);
throng_world_flow_def world_flow_def(const flow_scene *s, int32_t margin);
/* context: of the one flow, and of messages. */
void world_flow_begin(world_flow_game *g, throng_context *context, throng_world *world, const flow_scene *s,
                      int32_t margin);
void world_flow_end(world_flow_game *g);
/* Updates both, and compares all lengths, directions and many samples; how many differ. */
int32_t world_flow_compare(world_flow_game *g, const char *what);
/* Other walls; other goals and costs. */
void world_flow_change_walls(world_flow_game *g);
void world_flow_change_goals(world_flow_game *g);

#endif
