/* Influence maps: the backends' interface, and what the public calls share. */
#ifndef THRONG_INFLUENCE_INFLUENCE_H
#define THRONG_INFLUENCE_INFLUENCE_H

#include "src/core/object.h"
#include "src/dispatch/observe.h"
#include "src/terrain/terrain.h"

#define THRONG_INFLUENCE_COOKIE 0x696e666cu
#define THRONG_INFLUENCE_DEF_COOKIE 0x69646566u

/* Arguments are valid, layers and ranges exist. */
typedef struct throng_influence_shape {
    int32_t width, height; /* of all worlds together */
    int32_t world_height, worlds;
    throng_grid grid;
    throng_propagation propagation;
    throng_terrain *terrain; /* NULL: Euclidean */
    int32_t all_pairs;       /* a hint: use a table of all paths */
    int32_t anywhere;        /* 1: objects may be in blocked cells and off the map */
    float cell_size;
    int32_t layers;
    int32_t object_capacity;
    float typical_distance;
    int32_t first_column, first_row; /* of a piece of a larger map, see influence_grid */
} throng_influence_shape;

/* A piece of a larger map, in the place of a def: positions of objects count from that map's corner. On
 * hexagonal grids first_row is even. */
typedef struct throng_influence_piece {
    throng_influence_def def;
    int32_t first_column, first_row;
} throng_influence_piece;

typedef struct throng_query {
    int32_t kind, flags, count;
    const void *questions;
    size_t stride;
    void *answers; /* packed */
} throng_query;

/* The state of a map is the backend's own struct. A function that fails leaves it unchanged.
 * `layer` is 0 .. layers-1, or `layers` for the combined plane in read and best. */
typedef struct throng_influence_ops {
    throng_object_ops base; /* create: a throng_influence_shape */
    /* Objects first .. first+count-1 become these; first <= present count, count >= 1. */
    throng_status (*set_objects)(void *state, int32_t layer, int32_t first, int32_t count,
                                 const void *objects, size_t stride);
    /* velocities may be NULL. */
    throng_status (*move_objects)(void *state, int32_t layer, int32_t first, int32_t count,
                                  const void *positions, size_t position_stride, const void *velocities,
                                  size_t velocity_stride);
    throng_status (*truncate_objects)(void *state, int32_t layer, int32_t count);
    /* Reserves what updates with this momentum need. */
    throng_status (*momentum)(void *state, int32_t layer, float momentum);
    void (*begin)(void *state); /* of an update, before its first layer; NULL: nothing begins */
    throng_status (*update)(void *state, int32_t layer, float momentum);
    throng_status (*combine)(void *state, const float *weights);
    throng_status (*read)(void *state, int32_t layer, const throng_region *region, float *values,
                          size_t row_stride);
    throng_status (*best)(void *state, int32_t layer, const throng_region *region, throng_best *best);
    /* Answers to questions that are on the map: kernels/influence/query.h has kinds, flags and structs. */
    throng_status (*query)(void *state, int32_t layer, const throng_query *query);
    /* Memory for objects like this one (NULL where there are none), and for a sum of THRONG_USE_*. */
    throng_status (*reserve)(void *state, int32_t layer, int32_t count, const void *object, uint32_t uses);
    /* Updates in slices: an update of these layers begins, with objects and walls as they are now; it does
     * a small part of it; what it computed takes the place of the values; it is given up, and layers are
     * dirty. What is set in between belongs to the next update. */
    throng_status (*slices_begin)(void *state, uint32_t layers, const float *momenta);
    throng_status (*slices_step)(void *state, double *progress); /* 1: it waits to be published */
    void (*slices_publish)(void *state);
    void (*slices_drop)(void *state);
} throng_influence_ops;

/* An update in slices. */
typedef struct throng_influence_slices {
    int32_t running;     /* 1: one is under way */
    uint32_t layers;     /* bits: what it changes */
    int32_t parts, part; /* of throng_influence_update_part(); 0: not called yet */
    double progress;     /* 1: it waits to be published */
    double seconds;      /* that a device needs for all of it, roughly; 0: the host computes */
} throng_influence_slices;

/* What validation needs; the rest is the backend's. */
struct throng_influence {
    throng_object object;
    const throng_influence_ops *ops; /* object.ops */
    throng_influence_shape shape;
    int32_t combined; /* 1: the combined plane exists */
    int32_t resume;   /* layers below were updated by an update that failed later; 0: none */
    int32_t counts[THRONG_MAX_LAYERS];
    int32_t dirty[THRONG_MAX_LAYERS]; /* objects changed since the last update */
    float momentum[THRONG_MAX_LAYERS];
    uint64_t terrain_version[THRONG_MAX_LAYERS]; /* at the last update */
    throng_influence_slices slices;
    throng_observer observer;
    int32_t *worlds[THRONG_MAX_LAYERS]; /* of objects, where each world has its own walls; else NULL */
};

/* The handle is a map's, and it is not lost. */
static inline throng_status throng_influence_check(const throng_influence *map)
{
    return throng_object_check(map, THRONG_INFLUENCE_COOKIE);
}

/* Of the map's walls; 0: there are none. */
static inline uint64_t throng_influence_walls_version(const throng_influence *map)
{
    return map->shape.terrain ? map->shape.terrain->version : 0;
}

/* Whether nothing but momentum changes a layer. */
static inline int32_t throng_influence_stays(const throng_influence *map, int32_t layer)
{
    return !map->dirty[layer] && map->terrain_version[layer] == throng_influence_walls_version(map);
}

/* Values as they are used: what is too small counts as 0. */
static inline float throng_influence_momentum(float given) { return given < 1e-6f ? 0.0f : given; }
static inline float throng_influence_weight(float given)
{
    return given > -1e-9f && given < 1e-9f ? 0.0f : given;
}

/* ---- src/influence/influence.c */
/* What an update of so many layers with so many objects in all does, all of it given and read. */
throng_work throng_influence_work(const throng_influence_shape *shape, double layers, double objects);

/* Checks that public calls share; a failure sets the message. */
throng_status throng_influence_check_layer(throng_influence *map, int32_t layer);
/* A layer or THRONG_LAYER_COMBINED; *plane as the backends count. */
throng_status throng_influence_check_plane(throng_influence *map, int32_t layer, int32_t *plane);
/* *whole becomes the region, or the whole map if region is NULL. The handle has been checked. */
throng_status throng_influence_check_region(throng_influence *map, const throng_region *region,
                                            throng_region *whole);
/* Objects first .. first+count-1: existing ones, or growing the layer. */
throng_status throng_influence_check_range(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           int32_t growing);
/* The largest coordinate of an object, in world units. */
float throng_influence_largest_coordinate(const throng_influence *map);
/* As throng_influence_set_objects(), but objects are not checked, and may be anywhere. */
throng_status throng_influence_put_objects(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           const throng_influence_object *objects, size_t stride);
/* Objects below `end` of a layer have changed. */
void throng_influence_touched(throng_influence *map, int32_t layer, int32_t end);

/* A map that is a piece of a larger one, of one world. */
throng_status throng_influence_create_piece(throng_context *context, const throng_influence_piece *piece,
                                            throng_influence **map);

/* Values of objects, and on maps with terrain their places; pairs of coordinates within `largest`. */
throng_status throng_influence_check_objects(throng_influence *map, const throng_influence_object *objects,
                                             int32_t count, size_t stride);
throng_status throng_influence_check_pairs(throng_influence *map, const char *name, const float *pairs,
                                           int32_t count, size_t stride, float largest);
/* An object in whatever place; messages call it `name`. */
throng_status throng_influence_check_object(throng_influence *map, const throng_influence_object *object,
                                            const char *name);

/* ---- src/influence/slices.c */
/* Does what is left of an update in slices, if one is under way. */
throng_status throng_influence_finish(throng_influence *map);

/* ---- src/influence/placement.c: free cells for objects on maps with terrain; no-ops on others. */
throng_status throng_influence_check_places(throng_influence *map, const void *objects, int32_t count,
                                            size_t stride);
throng_status throng_influence_check_moves(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           const void *positions, size_t stride);
throng_status throng_influence_places_create(throng_influence *map);
size_t throng_influence_places_bytes(const throng_influence *map);
void throng_influence_places_destroy(throng_influence *map);
void throng_influence_places_note(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                  const void *objects, size_t stride);

extern const throng_object_kind throng_influence_object_kind;

#endif
