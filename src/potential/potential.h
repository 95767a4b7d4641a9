/* Potential fields: what backends see of them, and what the public calls share. */
#ifndef THRONG_POTENTIAL_POTENTIAL_H
#define THRONG_POTENTIAL_POTENTIAL_H

#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/dispatch/observe.h"

#define THRONG_POTENTIAL_COOKIE 0x706f7465u
#define THRONG_POTENTIAL_DEF_COOKIE 0x70646566u

typedef struct throng_potential_shape {
    int32_t worlds;
    int32_t capacity[3]; /* of sources, goals and points */
    int32_t damage, interaction;
    int32_t types;           /* of the measure, 0: none */
    const float *measure;    /* its values, which stay where they are; NULL: none */
    size_t measure_room;     /* how many */
    throng_terrain *terrain; /* NULL: none */
    throng_terrain_mode terrain_mode;
    float cell_size, terrain_eta, terrain_range;
} throng_potential_shape;

enum { THRONG_SOURCES = 0, THRONG_GOALS = 1, THRONG_POINTS = 2 };

/* `list` is one of the three above. */
typedef struct throng_potential_ops {
    throng_status (*create)(throng_context *context, const throng_potential_shape *shape, void **state);
    void (*destroy)(void *state);
    /* Entries first .. first+count-1 become these; first <= present count, count >= 1. */
    throng_status (*set)(void *state, int32_t list, int32_t first, int32_t count, const void *entries,
                         size_t stride);
    throng_status (*move)(void *state, int32_t list, int32_t first, int32_t count, const void *positions,
                          size_t stride);
    throng_status (*truncate)(void *state, int32_t list, int32_t count);
    throng_status (*update)(void *state);
    throng_status (*read)(void *state, int32_t first, int32_t count, void *forces, size_t stride);
    throng_status (*reset)(void *state);
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_potential_ops;

struct throng_potential {
    uint32_t cookie; /* THRONG_POTENTIAL_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_potential_ops *ops;
    void *state;
    throng_potential_shape shape;
    int32_t counts[3];
    throng_measure *measure; /* NULL: none */
    int32_t *goal_worlds;    /* of each goal: points are checked by it */
    int32_t traces;          /* tracers that use it */
    int32_t dirty;           /* 1: changed since the last update */
    uint64_t terrain_version;
    throng_observer observer;
};

/* The field is there and not lost, and has these points. */
throng_status throng_potential_check_points(const throng_potential *field, int32_t first, int32_t count);

#endif
