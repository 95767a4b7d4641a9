/* Whole walks, and what they leave: a line of measures, the share that has arrived over time, places. */
#ifndef THRONG_EXAMPLES_CROWD_OUTCOME_H
#define THRONG_EXAMPLES_CROWD_OUTCOME_H

#include "examples/crowd/film.h"

#include <stdio.h>

typedef struct outcome_def {
    walk_def walk;
    FILE *curve, *places; /* NULL: not wanted */
    const char *gif;      /* NULL */
    int32_t side;         /* of the animation, pixels */
    float every;          /* seconds between states in `curve` and `places` */
} outcome_def;

/* Columns of outcome_write(), of curves and of places, each with a newline. */
extern const char outcome_columns[], outcome_curve_columns[], outcome_place_columns[];

/* Walks the scene to its end. */
int outcome_walk(const scene *s, const outcome_def *def, measures_result *result);
void outcome_write(FILE *file, const scene *s, const outcome_def *def, uint64_t seed,
                   const measures_result *r);

#endif
