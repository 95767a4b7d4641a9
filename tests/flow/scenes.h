/* For tests of fields of paths: scenes, and what the independent model says of them. */
#ifndef THRONG_TESTS_FLOW_SCENES_H
#define THRONG_TESTS_FLOW_SCENES_H

#include "tests/influence/propagation_model.h"

typedef struct flow_scene {
    walk_scene walk;
    int32_t fields, goals;          /* goals of each field; some stand in walls */
    int32_t clearance_count, costs; /* costs: the largest one; 0: none */
    float clearances[THRONG_MAX_FLOW_CLEARANCES];
    throng_flow_unreached unreached;
    int32_t first_column, first_row; /* of one world */
} flow_scene;

typedef struct flow_game {
    throng_context *context;
    const flow_scene *scene;
    uint8_t *walls; /* of all worlds */
    throng_terrain *terrain;
    throng_flow *flow;
    throng_cell *cells; /* goals, field by field */
    uint8_t *costs;     /* of all cells; NULL: none */
    size_t count;       /* of the cells of all worlds */
} flow_game;

flow_scene flow_ground(throng_grid grid, walls_kind walls, int32_t density, int32_t width, int32_t height,
                       uint64_t seed);
/* Terrain, fields and their goals; not updated yet. */
flow_game flow_begin(throng_context *context, const flow_scene *s);
void flow_end(flow_game *g);
/* Another flow on the same terrain, with the same costs and goals; not updated yet. */
throng_flow *flow_twin(const flow_game *g);
/* Lengths by the model: to the nearest goal of a field, rounded once from a double; -1. To be freed. */
walk_length *flow_model(const flow_game *g, int32_t field);
float flow_rounded(const walk_length *l);
int32_t flow_blocked(const flow_game *g, int32_t column, int32_t row);
/* Fields of all classes. */
int32_t flow_numbers(const flow_scene *s);
/* New costs for a region; `seed` draws them. */
void flow_draw_costs(flow_game *g, const throng_region *region, uint64_t seed);
/* A random agent: on the map, on its edges, a little beside it, at the centres of cells. */
throng_flow_point flow_agent_of(const flow_game *g, rng *r);
/* Everything that can be read, one behind the other; to be freed. */
float *flow_play(throng_context *context, const flow_scene *s, size_t *size);

#endif
