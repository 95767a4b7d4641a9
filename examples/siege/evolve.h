/* The defender's search for places of the guns: a genetic algorithm, and for comparison as many random
 * placements. Who calls says how good the candidates of a generation are, all at once. */
#ifndef THRONG_EXAMPLES_SIEGE_EVOLVE_H
#define THRONG_EXAMPLES_SIEGE_EVOLVE_H

#include "scenes/siege/scene.h"

typedef struct evolve_def {
    int32_t population; /* 4 or more */
    int32_t guns;
    int32_t random; /* 1: all candidates are drawn anew each time */
    uint64_t seed;
} evolve_def;

typedef struct evolve evolve;

/* NULL: out of memory. The first generation is random. */
evolve *evolve_create(const evolve_def *def);
void evolve_destroy(evolve *e);

/* The guns of the generation's candidates, one candidate behind the other. */
const throng_cell *evolve_guns(const evolve *e);
/* Takes each candidate's fitness (more is better) and makes the next generation. */
void evolve_next(evolve *e, const float *fitness);
/* The best candidate of all generations so far, and its fitness. */
const throng_cell *evolve_best(const evolve *e, float *fitness);

#endif
