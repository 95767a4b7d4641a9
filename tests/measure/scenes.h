/* Measures and rows of values for the Choquet integral, of many kinds. Like support.h it knows nothing of
 * Criterion. */
#ifndef THRONG_TESTS_MEASURE_SCENES_H
#define THRONG_TESTS_MEASURE_SCENES_H

#include "tests/support/support.h"

typedef enum measure_rows {
    ROWS_COUNTS, /* small whole numbers: many are equal, many 0 */
    ROWS_NUMBERS,
    ROWS_SIGNED,
    ROWS_TINY, /* next to the smallest normal float, and below it */
    ROWS_HUGE  /* up to 1e9, of either sign */
} measure_rows;

typedef struct measure_scene {
    const char *name;
    throng_measure_kind kind;
    int32_t types;
    float lambda, weight_least, weight_most; /* TABLE: its values */
    int32_t solve, normalize, unsorted;      /* unsorted: a table that is not monotone */
    measure_rows rows;
} measure_scene;

extern const measure_scene measure_scenes[];
extern const int32_t measure_scene_count;

/* *table is to be freed once the measure is made; NULL where there is none. */
throng_measure_def measure_def(const measure_scene *s, float **table);
throng_measure *measure_begin(throng_context *context, const measure_scene *s);
/* Rows of the scene's kind. */
void measure_values(const measure_scene *s, rng *r, int32_t count, size_t pitch, float *values);
/* Every value of the measure, then integrals of rows packed and apart, in batches of several sizes; to be
 * freed. */
float *measure_play(throng_context *context, const measure_scene *s, size_t *size);

#endif
