/* Potential fields: the backends' interface, and what the public calls share. */
#ifndef THRONG_POTENTIAL_POTENTIAL_H
#define THRONG_POTENTIAL_POTENTIAL_H

#include "src/core/object.h"
#include "src/dispatch/observe.h"

#define THRONG_POTENTIAL_COOKIE 0x706f7465u
#define THRONG_POTENTIAL_DEF_COOKIE 0x70646566u

typedef struct throng_potential_shape {
    int32_t worlds;
    int32_t capacity[3]; /* of sources, goals and points */
    int32_t damage, interaction;
    int32_t types;           /* of the measure, 0: none */
    const float *measure;    /* its values, at a fixed address; NULL: none */
    size_t measure_values;   /* how many */
    throng_terrain *terrain; /* NULL: none */
    throng_terrain_mode terrain_mode;
    float cell_size, terrain_eta, terrain_range;
} throng_potential_shape;

enum { THRONG_SOURCES = 0, THRONG_GOALS = 1, THRONG_POINTS = 2 };

/* `list` is one of the three above. */
typedef struct throng_potential_ops {
    throng_object_ops base; /* create: a throng_potential_shape */
    /* Entries first .. first+count-1 become these; first <= present count, count >= 1. */
    throng_status (*set)(void *state, int32_t list, int32_t first, int32_t count, const void *entries,
                         size_t stride);
    throng_status (*move)(void *state, int32_t list, int32_t first, int32_t count, const void *positions,
                          size_t stride);
    throng_status (*truncate)(void *state, int32_t list, int32_t count);
    throng_status (*update)(void *state);
    throng_status (*read)(void *state, int32_t first, int32_t count, void *forces, size_t stride);
} throng_potential_ops;

struct throng_potential {
    throng_object object;
    const throng_potential_ops *ops; /* object.ops */
    throng_potential_shape shape;
    int32_t counts[3];
    throng_measure *measure; /* NULL: none */
    int32_t *goal_worlds;    /* of each goal, to check points */
    int32_t dirty;           /* 1: changed since the last update */
    uint64_t terrain_version;
    throng_observer observer;
};

/* The handle is valid, the field is not lost, and it has these points. */
throng_status throng_potential_check_points(const throng_potential *field, int32_t first, int32_t count);

/* Values of entries of a list, and positions of sources or points. */
throng_status throng_potential_check_entries(const throng_potential *field, int32_t list, int32_t count,
                                             const void *entries, size_t stride);
throng_status throng_potential_check_positions(const throng_potential *field, int32_t list, int32_t count,
                                               const float *positions, size_t *stride);

extern const throng_object_kind throng_potential_object_kind;

#endif
