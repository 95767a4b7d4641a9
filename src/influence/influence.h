/* Influence maps: what backends see of them, and what the public calls share. */
#ifndef THRONG_INFLUENCE_INFLUENCE_H
#define THRONG_INFLUENCE_INFLUENCE_H

#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/dispatch/observe.h"

#define THRONG_INFLUENCE_COOKIE 0x696e666cu
#define THRONG_INFLUENCE_DEF_COOKIE 0x69646566u

/* Arguments are valid, layers and ranges exist. */
typedef struct throng_influence_shape {
    int32_t width, height; /* of all worlds together */
    int32_t world_height, worlds;
    throng_grid grid;
    throng_propagation propagation;
    throng_terrain *terrain; /* NULL: Euclidean */
    int32_t all_pairs;       /* a hint: paths out of a table */
    float cell_size;
    int32_t layers;
    int32_t object_capacity;
} throng_influence_shape;

typedef struct throng_query {
    int32_t kind, flags, count;
    const void *questions;
    size_t stride;
    void *answers; /* packed */
} throng_query;

/* A backend's state of one map is its own struct behind void *. A function that fails leaves it as it was.
 * `layer` is 0 .. layers-1, or `layers` for the combined plane in read and best. */
typedef struct throng_influence_ops {
    throng_status (*create)(throng_context *context, const throng_influence_shape *shape, void **state);
    void (*destroy)(void *state);
    /* Objects first .. first+count-1 become these; first <= present count, count >= 1. */
    throng_status (*set_objects)(void *state, int32_t layer, int32_t first, int32_t count,
                                 const void *objects, size_t stride);
    /* velocities may be NULL. */
    throng_status (*move_objects)(void *state, int32_t layer, int32_t first, int32_t count,
                                  const void *positions, size_t position_stride, const void *velocities,
                                  size_t velocity_stride);
    throng_status (*truncate_objects)(void *state, int32_t layer, int32_t count);
    throng_status (*update)(void *state, int32_t layer, float momentum);
    throng_status (*combine)(void *state, const float *weights);
    throng_status (*read)(void *state, int32_t layer, const throng_region *region, float *values,
                          size_t row_stride);
    throng_status (*best)(void *state, int32_t layer, const throng_region *region, throng_best *best);
    /* Answers to questions that are on the map: kernels/influence/query.h has kinds, flags and structs. */
    throng_status (*query)(void *state, int32_t layer, const throng_query *query);
    throng_status (*reset)(void *state); /* zero values, no objects; storage is kept or made anew */
    int32_t (*lost)(const void *state);  /* 1 after the device failed; never waits */
    throng_usage (*usage)(void *state);  /* may wait for the times of kernels */
} throng_influence_ops;

/* A map: what validation needs; the rest is the backend's. */
struct throng_influence {
    uint32_t cookie; /* THRONG_INFLUENCE_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_backend_ops *ops;
    void *state;
    throng_influence_shape shape;
    int32_t combined; /* 1: the combined plane exists */
    int32_t resume;   /* the layers below are done by an update that failed, 0: none */
    int32_t counts[THRONG_MAX_LAYERS];
    int32_t dirty[THRONG_MAX_LAYERS]; /* objects changed since the last update */
    float momentum[THRONG_MAX_LAYERS];
    uint64_t terrain_version[THRONG_MAX_LAYERS]; /* at the last update */
    throng_observer observer;
    int32_t *worlds[THRONG_MAX_LAYERS]; /* of objects, where each world has its own walls; else NULL */
};

/* ---- src/influence/influence.c: checks that other public calls on maps share; the message is set where they fail. */
throng_status throng_influence_check(throng_influence *map); /* handle, and not lost */
throng_status throng_influence_check_layer(throng_influence *map, int32_t layer);
/* A layer or THRONG_LAYER_COMBINED; *plane as the backends count. */
throng_status throng_influence_check_plane(throng_influence *map, int32_t layer, int32_t *plane);
/* *whole is the region, or where that is NULL the whole map. The handle is checked already. */
throng_status throng_influence_check_region(throng_influence *map, const throng_region *region,
                                            throng_region *whole);
/* Objects first .. first+count-1: existing ones, or growing the layer. */
throng_status throng_influence_check_range(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           int32_t growing);
/* The largest coordinate of an object, in world units. */
float throng_influence_largest_coordinate(const throng_influence *map);
/* Objects below `end` of a layer have changed. */
void throng_influence_touched(throng_influence *map, int32_t layer, int32_t end);

/* ---- src/influence/placement.c: free cells for objects, where the map has terrain; no-ops where not. */
throng_status throng_influence_check_places(throng_influence *map, const void *objects, int32_t count,
                                            size_t stride);
throng_status throng_influence_check_moves(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           const void *positions, size_t stride);
throng_status throng_influence_places_create(throng_influence *map);
size_t throng_influence_places_bytes(const throng_influence *map);
void throng_influence_places_destroy(throng_influence *map);
void throng_influence_places_note(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                  const void *objects, size_t stride);

#endif
