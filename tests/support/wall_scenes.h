/* Scenes in which influence walks: random walls and worlds, objects on free cells, and sessions with them.
 * Like support.h it knows nothing of Criterion. */
#ifndef THRONG_TESTS_SUPPORT_WALL_SCENES_H
#define THRONG_TESTS_SUPPORT_WALL_SCENES_H

#include "tests/support/support.h"

typedef enum walls_kind {
    WALLS_NONE,
    WALLS_RANDOM,    /* `density` percent of the cells */
    WALLS_MAZE,      /* corridors one cell wide, `density` percent of the walls broken through */
    WALLS_ROOMS,     /* 7 x 6 rooms, most of them with doors */
    WALLS_SERPENTINE /* one corridor through every other row */
} walls_kind;

typedef struct walk_scene {
    const char *name;
    throng_grid grid;
    throng_propagation propagation;
    int32_t width, height, worlds;
    int32_t own_walls; /* 1: each world has its own */
    float cell_size;
    walls_kind walls;
    int32_t density; /* percent */
    int32_t count;
    uint64_t seed;
    mix objects; /* snapped: they stand on the centres of cells, and move towards neighbours, half of them */
} walk_scene;

/* The scenes that every backend has to compute to the same bits. */
extern const walk_scene walk_scenes[];
extern const int32_t walk_scene_count;

/* The variants on which influence walks: for now those of the CPU. */
int32_t walk_variants(variant *list, int32_t capacity);

void walk_walls(rng *r, walls_kind kind, int32_t density, int32_t width, int32_t height, uint8_t *walls);
uint8_t *scene_walls(const walk_scene *s); /* of all worlds that have walls of their own; to be freed */
/* Coordinates of a cell's centre, in cells; the cell of a point: its nearest centre. Returns how far, in
 * cells, the point is from standing in another one, at least. */
void walk_centre(throng_grid grid, int32_t column, int32_t row, double *x, double *y);
double walk_cell(throng_grid grid, double x, double y, int32_t *column, int32_t *row);
/* An object of such a scene, in this world, on a free cell of its walls (there has to be one). */
throng_influence_object walk_object(rng *r, const walk_scene *s, const uint8_t *walls, int32_t world);
throng_influence_object *walk_objects(const walk_scene *s, const uint8_t *walls); /* to be freed */

throng_influence_def walk_def(const walk_scene *s);
throng_terrain *walk_terrain(throng_context *context, const walk_scene *s, const uint8_t *walls);
/* The map of these objects on one layer; to be freed. */
float *walk_compute(throng_context *context, const walk_scene *s, const uint8_t *walls,
                    const throng_influence_object *objects, int32_t count);

/* A whole session: objects set, moved and dropped, walls built and torn down, momentum, combination, best
 * cells, distances: everything that was read, one behind the other; to be freed. */
float *walk_play(throng_context *context, const walk_scene *s, size_t *size);

#endif
