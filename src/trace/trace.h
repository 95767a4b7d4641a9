/* Tracers: the backends' interface, and what the public calls share. */
#ifndef THRONG_TRACE_TRACE_H
#define THRONG_TRACE_TRACE_H

#include "src/core/object.h"

#define THRONG_TRACE_COOKIE 0x74726163u
#define THRONG_TRACE_DEF_COOKIE 0x74726466u

/* The field and the flow are on the same backend. */
typedef struct throng_trace_shape {
    throng_potential *field;
    throng_flow *flow; /* NULL: none */
    int32_t capacity;  /* of starts */
    int32_t max_steps, keep;
    throng_escape escape;
    float hill_range;
} throng_trace_shape;

typedef struct throng_trace_reading {
    int32_t path, paths, first, count;
    void *points;
    size_t stride; /* from path to path */
} throng_trace_reading;

typedef struct throng_trace_ops {
    throng_object_ops base; /* create: a throng_trace_shape */
    throng_status (*set)(void *state, int32_t first, int32_t count, const void *starts, size_t stride);
    throng_status (*truncate)(void *state, int32_t count);
    /* The flow is up to date. */
    throng_status (*update)(void *state);
    throng_status (*read)(void *state, int32_t first, int32_t count, void *results, size_t stride);
    throng_status (*read_points)(void *state, const throng_trace_reading *reading);
} throng_trace_ops;

/* Paths along a field. */
struct throng_trace {
    throng_object object;
    const throng_trace_ops *ops; /* object.ops */
    throng_trace_shape shape;
    int32_t count; /* of starts */
};

/* The handle is valid, the tracer is not lost, and it has these starts. */
throng_status throng_trace_check_paths(const throng_trace *trace, int32_t first, int32_t count);

#endif
