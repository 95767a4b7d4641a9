/* Fuzzy measures: what backends see of them, and what the public calls share. */
#ifndef THRONG_MEASURE_MEASURE_H
#define THRONG_MEASURE_MEASURE_H

#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/dispatch/observe.h"

#define THRONG_MEASURE_COOKIE 0x6d656173u
#define THRONG_MEASURE_DEF_COOKIE 0x6d646566u

/* Rows are valid. */
typedef struct throng_measure_ops {
    /* The table outlives the state. */
    throng_status (*create)(throng_context *context, int32_t types, const float *table, void **state);
    void (*destroy)(void *state);
    throng_status (*choquet)(void *state, int32_t count, const float *values, size_t stride, float *results);
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_measure_ops;

struct throng_measure {
    uint32_t cookie; /* THRONG_MEASURE_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_measure_ops *ops;
    void *state;
    throng_measure_kind kind;
    int32_t types, normalized, monotone;
    uint32_t smaller, larger;
    double lambda;
    float *table; /* kernels/measure/choquet.h says what has to be in it */
    size_t table_bytes;
    throng_observer observer;
    int32_t fields; /* potential fields that use it */
};

/* ---- src/measure/table.c: finds lambda and fills in all values; says whether they are monotone. The def is
 * valid by itself; what its values turn out to be is refused here, with a message. */
throng_status throng_measure_fill(throng_measure *measure, const throng_measure_def *def);

#endif
