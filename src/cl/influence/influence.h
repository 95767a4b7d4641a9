/* One influence map on the device, for the files that work on it. */
#ifndef THRONG_CL_INFLUENCE_INFLUENCE_H
#define THRONG_CL_INFLUENCE_INFLUENCE_H

#include "kernels/influence/footprint.h"
#include "kernels/influence/tiles.h"
#include "src/cl/device/object.h"
#include "src/cl/device/sort.h"
#include "src/cl/device/staging.h"
#include "src/influence/influence.h"

enum {
    THRONG_CL_SLOT_OBJECTS = 8192, /* of one slot, at most */
    THRONG_CL_PARTS = 256,         /* groups that look for the best cell */
    THRONG_CL_BLOCK_COLUMNS = 32,  /* binned form, as in kernels/influence/blocks.h */
    THRONG_CL_BLOCK_ROWS = 8
};

/* What the objects of a layer add where influence walks. */
typedef struct throng_cl_footprints {
    cl_mem sources;
    cl_mem places;   /* where footprints lie in the pool, in FOOTPRINT_UNIT floats */
    cl_mem pool;     /* NULL: no object adds anything */
    uint64_t units;  /* of the pool */
    uint32_t *sizes; /* on the host, of each object's footprint: at most, wherever the object is */
    uint64_t total;  /* their sum */
    uint32_t largest;
    cl_mem dirty;     /* for each tile: are its sums to be made again? */
    cl_mem stale;     /* for each object: is its footprint to be computed again? */
    int32_t binned;   /* objects whose places are right */
    int32_t kept;     /* of them, those whose footprints are too, unless their source or the walls changed */
    int32_t known;    /* sources on the device, of the last update */
    int32_t all;      /* 1: nothing of what the device has is certain: everything is made again */
    int32_t blended;  /* the last update had momentum: tiles hold more than their sums */
    uint64_t terrain; /* its version at the last update */
} throng_cl_footprints;

/* Objects first .. end-1; none where first >= end. */
typedef struct throng_cl_span {
    int32_t first, end;
} throng_cl_span;

/* What changed in a layer with Euclidean propagation, where an update sums the blocks alone that changed. */
typedef struct throng_cl_changes {
    cl_mem sources, boxes;     /* of the last update */
    cl_mem places;             /* positions and velocities of objects, as of the last update */
    cl_mem dirty;              /* for each block: are its sums to be made again? */
    cl_mem moving;             /* for each block: does momentum still change its values? */
    cl_mem plain;              /* with momentum: sums without it; NULL: the layer never had momentum */
    throng_cl_span moved, set; /* objects that may differ from those of the last update */
    int32_t known;             /* objects of the last update */
    int32_t all;               /* 1: nothing of what the device has is certain: everything is made again */
    int32_t keeps_sums;        /* 1: the layer has or had momentum */
    int32_t summed;            /* 1: the last update had momentum, and kept its sums */
    float momentum;            /* of the last update */
} throng_cl_changes;

typedef struct throng_cl_layer {
    cl_mem positions, velocities, others; /* of objects: the last one is what does not move */
    cl_mem values;
    cl_mem touched;            /* for each tile: may it hold anything but zeros? Where influence walks */
    cl_mem back, back_touched; /* the same of an update in slices; NULL: there was none */
    uint32_t *bounds;          /* on the host, for each object: the tiles that it can touch at most */
    uint64_t bound;            /* their sum */
    int32_t count;
    throng_cl_footprints footprints; /* with propagation along paths or to neighbours */
    throng_cl_changes changes;       /* else */
} throng_cl_layer;

/* The same for all layers of a map. */
typedef struct throng_cl_walk {
    cl_kernel prepare, sum;
    cl_kernel compute;    /* binned */
    cl_kernel near, far;  /* sorted: windows in local memory, those that do not fit there */
    cl_mem walls;         /* the device's terrain, as of this update */
    cl_mem turn;          /* binned */
    cl_mem regions;       /* of the walls, that changed */
    cl_mem scratch;       /* binned, and sorted for windows that do not fit in local memory */
    size_t scratch_bytes; /* of a task */
    int32_t tasks;
    size_t near_limit, near_bytes; /* sorted: of local memory, at most and as needed so far */
    uint64_t unit_limit;           /* of a pool, unless a single footprint needs more */
} throng_cl_walk;

/* Made when the first question is asked. */
typedef struct throng_cl_queries {
    cl_kernel kernel;
    cl_kernel take, give; /* out of a program's buffers and into them; made when first needed */
    cl_mem questions, answers;
    unsigned char *packed;
} throng_cl_queries;

/* Rows of a program's buffer; in bytes. */
typedef struct throng_cl_program_rows {
    cl_mem buffer;
    size_t offset, stride;
} throng_cl_program_rows;

typedef struct throng_cl_influence {
    throng_cl_object object;
    throng_influence_shape shape;
    influence_plan plan;
    int32_t sorted; /* the form with pairs of tile and source, else with lists by blocks of objects */
    int32_t blocks; /* of objects, at most; binned form */
    size_t cells;   /* of a plane, with padding */
    uint32_t tiles, block_count;
    size_t sums_bytes; /* local memory of a tile; binned form */
    throng_cl_layer layers[THRONG_MAX_LAYERS];
    cl_mem combined, carry; /* made when first needed */
    cl_mem uncombined;      /* for each tile: did a layer change since layers were combined? */
    float combined_weights[THRONG_MAX_LAYERS];
    int32_t combined_known; /* 1: with these weights */
    uint64_t combinations;  /* so far */
    cl_mem counts;          /* sorted: of tiles, then their sums; binned: blocks * tiles */
    cl_mem starts;
    throng_cl_pairs pairs[2]; /* sorted; binned: pairs[0].values alone */
    cl_mem parts;             /* candidates for the best cell, then the best one */
    uint64_t pair_limit;      /* pairs that are never exceeded */
    throng_cl_sorter sorter;
    cl_kernel changed; /* Euclidean */
    cl_kernel count, emit, bin_count, bin_places, bin_list, add, combine, best_of_rows, best_of_parts;
    throng_cl_walk walk; /* where influence walks; `add` is not used there */
    cl_kernel zero;
    cl_kernel move;                 /* out of a program's buffers; made when first needed */
    int32_t slot_objects;           /* that fit in a slot of it */
    int32_t taken_count;            /* that fit in `taken`: */
    throng_influence_object *taken; /* a copy of objects in a program's buffer; it grows */
    throng_cl_queries queries;
    struct throng_cl_influence_slices *slices; /* updates in slices; NULL: there was none */
    /* Before memory changes that such an update reads: enqueues all that is left of it, if it has this layer
     * (NULL: any). If that fails, its next step says so. NULL: there was none. A pointer, since slices.c
     * calls the files that call it. */
    void (*complete)(struct throng_cl_influence *map, const struct throng_cl_layer *layer);
} throng_cl_influence;

/* Work-items of a group of the sorted form, at least 64, and more where they relax windows; lanes of the
 * other one. */
static inline uint32_t throng_cl_influence_group(const throng_cl_influence *map)
{
    const struct throng_cl *cl = map->object.cl;
    const int32_t group = map->sorted && map->shape.terrain ? throng_cl_large_group(cl) : cl->group;
    return map->sorted && group < 64 ? 64 : (uint32_t)group;
}

/* Bytes of an object in its three parts. */
enum { THRONG_CL_PAIR_BYTES = 8, THRONG_CL_REST_BYTES = 28, THRONG_CL_OBJECT_BYTES = 44 };

/* ---- src/cl/influence/changes.c */
throng_status throng_cl_changes_buffers(throng_cl_influence *map);
void throng_cl_changes_release(throng_cl_influence *map);
/* Layers without objects and with values of 0; the device's marks are cleared by the caller. */
void throng_cl_changes_reset(throng_cl_influence *map);
void throng_cl_changes_note(throng_cl_span *span, int32_t first, int32_t count);
/* Whether an update of the layer has nothing to do. */
int throng_cl_changes_none(const throng_cl_layer *layer, float momentum);
/* Whether it has to sum all blocks. */
int throng_cl_changes_everything(const throng_cl_layer *layer, float momentum);
/* Sources of what changed, and marks of blocks. */
throng_status throng_cl_changes_find(throng_cl_influence *map, throng_cl_layer *layer);
void throng_cl_changes_done(throng_cl_layer *layer, float momentum, int failed);

/* ---- src/cl/influence/objects.c */
throng_status throng_cl_influence_set(void *state, int32_t index, int32_t first, int32_t count,
                                      const void *objects, size_t stride);
throng_status throng_cl_influence_move(void *state, int32_t index, int32_t first, int32_t count,
                                       const void *positions, size_t position_stride, const void *velocities,
                                       size_t velocity_stride);
throng_status throng_cl_influence_truncate(void *state, int32_t index, int32_t count);
/* Reserves memory for objects whose bounds add up to this, in each layer; `more`: some beyond that, where
 * objects are added in small parts. */
throng_status throng_cl_influence_reserve(throng_cl_influence *map, uint64_t bound, int more);
throng_status throng_cl_influence_prepare(void *state, int32_t index, int32_t count, const void *object,
                                          uint32_t uses);
/* map->taken has room for so many; it is kept until the map is destroyed. */
throng_status throng_cl_influence_reserve_taken(throng_cl_influence *map, int32_t count);
void throng_cl_influence_release_taken(throng_cl_influence *map);

/* By a kernel, since checkers know what kernels write. */
throng_status throng_cl_influence_zero(throng_cl_influence *map, cl_mem buffer, size_t words);
throng_status throng_cl_influence_make_combined(throng_cl_influence *map);
throng_status throng_cl_queries_prepare(throng_cl_influence *map);
throng_status throng_cl_queries_prepare_copies(throng_cl_influence *map); /* out of a program's buffers */

/* ---- src/cl/influence/update.c */
throng_status throng_cl_influence_momentum(void *state, int32_t index, float momentum);
void throng_cl_influence_begin(void *state);
throng_status throng_cl_influence_update(void *state, int32_t index, float momentum);

/* ---- src/cl/influence/slices.c */
throng_status throng_cl_influence_slices_reserve(throng_cl_influence *map);
/* Of buffers, where the device failed; of all. */
void throng_cl_influence_slices_release(throng_cl_influence *map);
void throng_cl_influence_slices_destroy(throng_cl_influence *map);
throng_status throng_cl_influence_slices_begin(void *state, uint32_t layers, const float *momenta);
throng_status throng_cl_influence_slices_step(void *state, double *progress);
void throng_cl_influence_slices_publish(void *state);
void throng_cl_influence_slices_drop(void *state);
/* Enqueues all that is left of an update that reads in each round what changes with objects that are set. */
void throng_cl_influence_slices_complete_rounds(throng_cl_influence *map, const throng_cl_layer *layer);

/* ---- src/cl/influence/results.c */
throng_status throng_cl_influence_combine(void *state, const float *weights);
throng_status throng_cl_influence_read(void *state, int32_t index, const throng_region *region, float *values,
                                       size_t row_stride);
throng_status throng_cl_influence_best(void *state, int32_t index, const throng_region *region,
                                       throng_best *best);
cl_mem throng_cl_influence_plane(const throng_cl_influence *map, int32_t index);

/* ---- src/cl/influence/queries.c */
throng_status throng_cl_influence_query(void *state, int32_t index, const throng_query *query);
/* What the next one needs, and walls as they are now: uploads that may be waited for. */
throng_status throng_cl_influence_query_begin(throng_cl_influence *map, cl_mem *walls);
/* From a buffer into a buffer; not awaited. Of the query, kind, flags and count are used. largest: of the
 * coordinates of points. */
throng_status throng_cl_influence_query_copy(throng_cl_influence *map, int32_t index, cl_mem walls,
                                             const throng_query *query, float largest,
                                             const throng_cl_program_rows *from,
                                             const throng_cl_program_rows *to);
void throng_cl_queries_release(throng_cl_influence *map);

#endif
