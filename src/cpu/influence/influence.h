/* One influence map on the CPU, for the files that work on it. */
#ifndef THRONG_CPU_INFLUENCE_INFLUENCE_H
#define THRONG_CPU_INFLUENCE_INFLUENCE_H

#include "src/cpu/simd.h"
#include "src/cpu/tasks.h"
#include "src/influence/influence.h"
#include "src/terrain/terrain.h"

#include <stdatomic.h>
#include <stddef.h>

_Static_assert(sizeof(influence_object) == sizeof(throng_influence_object) &&
                   offsetof(influence_object, influence) == offsetof(throng_influence_object, influence) &&
                   offsetof(influence_object, decay_kind) == offsetof(throng_influence_object, decay_kind) &&
                   offsetof(influence_object, world) == offsetof(throng_influence_object, world),
               "kernels see the objects that hosts give");

/* Footprints of a layer whose influence walks: kept from update to update, so that only what changed is
 * computed again. Where they do not fit in their (bounded) memory all of them are, a range of objects at a
 * time. */
typedef struct cpu_footprints {
    uint32_t
        *sizes; /* of each object's footprint, at most, wherever the object is, in FOOTPRINT_UNIT floats */
    size_t *places; /* where the footprints lie, in FOOTPRINT_UNIT floats */
    uint8_t *stale; /* footprints to compute */
    float *pool;
    size_t units;             /* of the pool */
    uint64_t total;           /* of the sizes */
    uint32_t largest;         /* size there ever was */
    int32_t binned;           /* 1: places are right */
    int32_t blended;          /* the last update had momentum: tiles hold more than their sums */
    atomic_uchar *dirty;      /* tiles whose sums change */
    uint64_t terrain_version; /* of the last look */
} cpu_footprints;

typedef struct cpu_layer {
    influence_object *objects;
    influence_source *sources;
    float *values;    /* height rows of `pitch` */
    uint8_t *touched; /* one a tile: whether it may hold anything but zeros */
    int32_t count;
    cpu_footprints footprints;
} cpu_layer;

typedef struct cpu_map {
    throng_context *context;
    influence_grid grid;
    throng_terrain *terrain; /* NULL: Euclidean */
    int32_t layer_count, capacity;
    int32_t pitch, tasks, halved; /* halved: double_pumped of influence_tile */
    int32_t tile_columns, tile_rows, tile_pitch, tiles_across, tile_count;
    uint64_t per_tile_row; /* 2^36 / tile_rows, rounded up: a product with it in place of a division */
    size_t cells, list_capacity, sums_per_task;
    cpu_layer layers[THRONG_MAX_LAYERS];
    float *combined;
    float *sums;        /* tasks * sums_per_task */
    uint32_t *list;     /* the lists of a group of tiles, one behind the other */
    uint32_t *places;   /* tasks * tile_count: how many sources a task finds for a tile, then where they go */
    uint32_t *starts;   /* tile_count + 1: where a tile's list starts */
    throng_best *bests; /* one a task */
    unsigned char *scratch; /* tasks * scratch_bytes, for footprints */
    size_t scratch_bytes;
    float *carry;            /* sums between rounds */
    struct cpu_table *table; /* all pairs of a world's cells, NULL: paths are searched for */
    uint64_t bytes;
} cpu_map;

/* cells * cells lengths and sets of first directions; see kernels/influence/all_pairs.h. */
typedef struct cpu_table {
    float *lengths;
    uint8_t *firsts;
    int32_t cells; /* of a world */
    int32_t built; /* 1: as the terrain was at `version` */
    uint64_t version;
} cpu_table;

enum { TILE_COLUMNS = 512 };

/* Rows and columns of tiles, empty where first > last. */
typedef struct tile_range {
    int32_t row_first, row_last, column_first, column_last;
} tile_range;

/* Parts of a pass over objects: below so many, splitting it costs more than it saves. */
static inline int32_t throng_cpu_object_parts(const cpu_map *m, int32_t count)
{
    return throng_cpu_parts(count, 2048, m->tasks);
}

static inline const float *throng_cpu_plane(const cpu_map *m, int32_t index)
{
    return index < m->layer_count ? m->layers[index].values : m->combined;
}

/* Exact for rows below 2^30: what the rounded inverse is too much by then stays below 2^36. */
static inline int32_t throng_cpu_tile_row(const cpu_map *m, int32_t row)
{
    return (int32_t)((uint64_t)row * m->per_tile_row >> 36);
}

/* Narrow maps have one column of tiles: TILE_COLUMNS serves for them too, for each column is below it. */
static inline tile_range throng_cpu_tiles(const cpu_map *m, const influence_source *s)
{
    tile_range range = {0, -1, 0, -1};
    int32_t first, last;
    if (s->row_first > s->row_last)
        return range;
    influence_columns(s, m->grid.width, &first, &last);
    if (first > last)
        return range;
    range = (tile_range){throng_cpu_tile_row(m, s->row_first), throng_cpu_tile_row(m, s->row_last),
                         first / TILE_COLUMNS, last / TILE_COLUMNS};
    return range;
}

static inline const uint32_t *throng_cpu_walls(const cpu_map *m)
{
    return m->terrain ? m->terrain->bits : NULL;
}

/* ---- src/cpu/influence/queries.c */
throng_status throng_cpu_query(void *state, int32_t index, const throng_query *query);

/* ---- src/cpu/influence/footprints.c */
throng_status throng_cpu_footprints_create(cpu_map *m, cpu_footprints *p);
void throng_cpu_footprints_destroy(cpu_map *m, cpu_footprints *p);
void throng_cpu_footprints_reset(const cpu_map *m, cpu_layer *l);
/* Reserves memory for objects that will be set; where it fails, nothing has changed. */
throng_status throng_cpu_footprints_reserve(cpu_map *m, cpu_layer *l, int32_t first, int32_t count,
                                            const void *objects, size_t stride);
/* An object's source has changed, or not; by any task. */
void throng_cpu_footprints_note(const cpu_map *m, cpu_layer *l, int32_t object,
                                const influence_source *before);
void throng_cpu_footprints_truncate(cpu_map *m, cpu_layer *l, int32_t count);
/* Takes changes of the terrain in. */
void throng_cpu_footprints_look(const cpu_map *m, cpu_layer *l);
/* Writes the footprints of objects from `first` on that fit together; how many objects that are. */
int32_t throng_cpu_footprints_round(const cpu_map *m, cpu_layer *l, int32_t first);
int32_t throng_cpu_footprints_dirty(const cpu_footprints *p, int32_t tile);
void throng_cpu_footprints_add(const cpu_map *m, const cpu_layer *l, float *sums, const influence_tile *tile,
                               const uint32_t *list, uint32_t count);
/* All tiles have their sums. */
void throng_cpu_footprints_done(const cpu_map *m, cpu_layer *l, float momentum);

/* ---- src/cpu/influence/all_pairs.c */
throng_status throng_cpu_table_create(cpu_map *m);
void throng_cpu_table_destroy(cpu_map *m);
void throng_cpu_table_build(const cpu_map *m); /* where it is not up to date */

#endif
