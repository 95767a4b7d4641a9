/* Tiles for a potential field, for both backends. */
#ifndef THRONG_POTENTIAL_TILES_H
#define THRONG_POTENTIAL_TILES_H

#include "internal.h"
#include "potential.h"

enum {
    THRONG_POTENTIAL_SAMPLE = 256,
    THRONG_POTENTIAL_RANGES = 4 /* of a usual source: the side of a tile that suits a field */
};

/* What the tiles depend on. */
typedef struct throng_potential_crowd {
    float x[THRONG_POTENTIAL_SAMPLE], y[THRONG_POTENTIAL_SAMPLE]; /* of some points */
    int32_t sampled;                                              /* how many: at least 1 */
    int32_t tiles_most;                                           /* at least one for each world */
    double points;                                                /* of all worlds */
    double side;                                                  /* of a tile, at most; 0: any */
} throng_potential_crowd;

/* How many tiles and pieces of them a field gets room for. */
int32_t throng_potential_tiles_most(const throng_potential_shape *shape);
int32_t throng_potential_pieces_most(const throng_potential_shape *shape);
/* Where points and sources come from: a shape without its lists. */
potential_plan throng_potential_plan(const throng_potential_shape *shape);
/* Chooses the tiles. 0: those that the plan has will do. *coarser: how often they were made coarser than
 * would be good, at first 0; it stays with the plan. */
int32_t throng_potential_choose(potential_plan *plan, int32_t *coarser, const throng_potential_crowd *crowd);
void throng_potential_coarsen(potential_plan *plan, int32_t *coarser, const throng_potential_crowd *crowd);
/* Do the lists fit? Where there is much more room than they take, good tiles are tried again next time. */
int32_t throng_potential_fits(int32_t *coarser, uint64_t listed, uint64_t room);

#endif
