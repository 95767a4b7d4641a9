/* Tiles for a potential field, for both backends. */
#ifndef THRONG_POTENTIAL_TILING_H
#define THRONG_POTENTIAL_TILING_H

#include "kernels/potential/field.h"
#include "src/potential/potential.h"

enum {
    THRONG_POTENTIAL_SAMPLE = 256,
    THRONG_POTENTIAL_RANGES = 4, /* of a usual source: the side of a tile that suits a field */
    THRONG_TRACE_LISTED = 16     /* tiles that a usual source reaches where the side is one range */
};

/* What the tiles depend on. */
typedef struct throng_potential_sampling {
    float x[THRONG_POTENTIAL_SAMPLE], y[THRONG_POTENTIAL_SAMPLE]; /* of some points */
    int32_t sampled;                                              /* how many: at least 1 */
    int32_t tiles_most;                                           /* at least one for each world */
    double points;                                                /* of all worlds */
    double side;                                                  /* of a tile, at most; 0: any */
} throng_potential_sampling;

/* How many tiles and pieces of them a field has memory for. */
int32_t throng_potential_tiles_most(const throng_potential_shape *shape);
int32_t throng_potential_chunks_most(const throng_potential_shape *shape);
/* Where points and sources come from: a shape without its lists. */
potential_plan throng_potential_plan(const throng_potential_shape *shape);
/* Chooses the tiles. 0: those that the plan has will do. *coarser: how often they were made coarser than
 * would be good, at first 0; it stays with the plan. */
int32_t throng_potential_choose(potential_plan *plan, int32_t *coarser,
                                const throng_potential_sampling *crowd);
/* On GPUs: one tile where usual sources reach all points, and lists by tile would all be the same. */
void throng_potential_prefer_one_tile(throng_potential_sampling *crowd, int32_t worlds);
void throng_potential_coarsen(potential_plan *plan, int32_t *coarser, const throng_potential_sampling *crowd);
/* Do the lists fit? If the capacity is much larger than needed, good tiles are tried again next time. */
int32_t throng_potential_fits(int32_t *coarser, uint64_t listed, uint64_t capacity);

/* The same for paths along a field: tiles are smaller, and lists have what is a skin's way farther off too.
 */
int32_t throng_trace_tiles_most(const throng_potential_shape *field);
/* range: of a usual source, 0: there are none; speed: the length of a usual step. */
float throng_trace_skin(double range, double speed, const potential_terrain *terrain);
/* That of walls, of which more come in with each cell that it is wider. */
float throng_trace_walls_skin(float skin, double speed);
/* Sets the crowd's side, out of its sources. Where paths keep what is near, tiles are small; where that is
 * too much, paths that are led together should be in one tile. ordered: they come from one. */
void throng_trace_suit(throng_potential_sampling *crowd, double range, double skin, int32_t worlds,
                       int32_t ordered);

#endif
