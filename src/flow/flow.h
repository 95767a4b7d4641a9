/* Flow fields: the backends' interface, and what the public calls share. */
#ifndef THRONG_FLOW_FLOW_H
#define THRONG_FLOW_FLOW_H

#include "src/core/object.h"
#include "src/dispatch/observe.h"

#define THRONG_FLOW_COOKIE 0x666c6f77u
#define THRONG_FLOW_DEF_COOKIE 0x66646566u

/* Arguments are valid, fields and worlds exist. */
typedef struct throng_flow_shape {
    throng_terrain *terrain; /* whose columns, rows and worlds the fields have */
    throng_grid grid;
    int32_t fields, goal_capacity;
    float cell_size;
} throng_flow_shape;

typedef struct throng_flow_reading {
    int32_t directions; /* 1: bytes, 0: lengths */
    int32_t field;
    throng_region region; /* of all worlds */
    void *values;
    size_t row_stride;
} throng_flow_reading;

typedef struct throng_flow_questions {
    int32_t sampling, count;
    const void *agents;
    size_t stride;
    throng_flow_vector *ways;
} throng_flow_questions;

/* A function that fails leaves the state as it was, but for update where memory is short: see flow.h. */
typedef struct throng_flow_ops {
    throng_object_ops base; /* create: a throng_flow_shape */
    throng_status (*set_goals)(void *state, int32_t field, int32_t count, const void *cells, size_t stride);
    /* Of the fields with stale[field] != 0; of all of them where the terrain changed. */
    throng_status (*update)(void *state, const uint8_t *stale);
    throng_status (*read)(void *state, const throng_flow_reading *reading);
    throng_status (*sample)(void *state, const throng_flow_questions *questions);
} throng_flow_ops;

/* What validation needs; the rest is the backend's. */
struct throng_flow {
    throng_object object;
    const throng_flow_ops *ops; /* object.ops */
    throng_flow_shape shape;
    uint64_t terrain_version; /* at the last update */
    throng_observer observer;
    uint8_t *stale; /* of each field: its goals changed since the last update */
};

#endif
