/* Independent answers to questions of agents, out of a map's values as they were read: by comparison of all
 * cells, and by geometry in double precision. Shares nothing with the library but the public types. */
#ifndef THRONG_TESTS_INFLUENCE_QUERY_MODEL_H
#define THRONG_TESTS_INFLUENCE_QUERY_MODEL_H

#include "tests/influence/query_scenes.h"

/* column and row are -1 where no cell of the region is free. */
throng_best model_of_region(const asked *a, throng_extreme which, const throng_region *region);
throng_best model_of_neighbors(const asked *a, throng_extreme which, int32_t own_too, throng_cell cell);

/* By how many bounds value and gradient are off, at the best of the places that rounding of the point's
 * coordinates may lead to: up to 1 is right. *expected: the answer at the point itself. */
double model_sample_distance(const asked *a, const throng_point *point, const throng_sample *got,
                             double expected[3]);

#endif
