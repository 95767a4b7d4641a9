/* Fuzzy measures: the backends' interface, and what the public calls share. */
#ifndef THRONG_MEASURE_MEASURE_H
#define THRONG_MEASURE_MEASURE_H

#include "src/core/object.h"
#include "src/dispatch/observe.h"

#define THRONG_MEASURE_COOKIE 0x6d656173u
#define THRONG_MEASURE_DEF_COOKIE 0x6d646566u

/* What backends are given. The table outlives their state. */
typedef struct throng_measure_shape {
    int32_t types;
    float *table; /* kernels/measure/choquet.h says what has to be in it */
} throng_measure_shape;

/* Rows are valid. */
typedef struct throng_measure_ops {
    throng_object_ops base; /* create: a throng_measure_shape */
    throng_status (*choquet)(void *state, int32_t count, const float *values, size_t stride, float *results);
} throng_measure_ops;

struct throng_measure {
    throng_object object;
    const throng_measure_ops *ops; /* object.ops */
    throng_measure_shape shape;
    throng_measure_kind kind;
    int32_t normalized, monotone;
    uint32_t smaller, larger;
    double lambda;
    size_t table_bytes;
    throng_observer observer;
};

/* ---- src/measure/table.c: finds lambda, fills the table and checks whether it is monotone. Rejects, with a
 * message, valid defs whose values turn out to be unusable. */
throng_status throng_measure_fill(throng_measure *measure, const throng_measure_def *def);

extern const throng_object_kind throng_measure_object_kind;

#endif
