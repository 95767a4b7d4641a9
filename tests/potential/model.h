/* What the points of a potential field feel, in double precision. */
#ifndef THRONG_TESTS_POTENTIAL_MODEL_H
#define THRONG_TESTS_POTENTIAL_MODEL_H

#include "tests/potential/scenes.h"

#define FIELD_E 5.9604644775390625e-8 /* 2^-24 */

typedef struct field_truth {
    double fx, fy, potential, damage;
    double force_size, potential_size, power; /* of the terms, added as they are, without signs */
    double doubtful;                          /* power of sources whose range ends here, to rounding */
    double push_x, push_y, lift;              /* of the sources alone */
    double counts[THRONG_MAX_TYPES];          /* of the sources in range */
    int64_t terms;
} field_truth;

field_truth field_truth_of(const test_field *f, const throng_potential_point *p);
/* How many roundings of all terms a sum may hold; potential/oracle.c argues for it. */
double field_additions(const test_field *f, const field_truth *t);

#endif
