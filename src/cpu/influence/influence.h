/* One influence map on the CPU, for the files that work on it. */
#ifndef THRONG_CPU_INFLUENCE_INFLUENCE_H
#define THRONG_CPU_INFLUENCE_INFLUENCE_H

#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/cpu/simd.h"
#include "src/cpu/tasks.h"
#include "src/influence/influence.h"
#include "src/terrain/terrain.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

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
    size_t units;             /* of the pool, behind which is one more */
    uint64_t total;           /* of the sizes */
    uint32_t largest;         /* size there ever was */
    int32_t binned;           /* 1: places are right */
    uint64_t terrain_version; /* of the last look */
} cpu_footprints;

/* The map is cut into blocks of 32 columns and 8 rows (more where it is very high): what changes together.
 * A block is dirty if an object that touches it changed, and only then its sums are computed again. */
enum { BLOCK_COLUMNS_LOG = 5, BLOCK_COLUMNS = 1 << BLOCK_COLUMNS_LOG, BLOCK_ROWS_LOG = 3 };

/* Blocks that a source touches; none where left > right. */
typedef struct cpu_box {
    uint16_t left, right, top, bottom;
} cpu_box;

/* A rectangle of blocks that is summed at once. */
typedef struct cpu_piece {
    int32_t column, columns, row, rows; /* in blocks */
} cpu_piece;

/* Objects that are set while an update is on its way: the next update takes them. */
typedef struct cpu_later {
    influence_object *objects;
    uint8_t *marks;    /* objects that differ */
    int32_t known;     /* objects of the update */
    int32_t least;     /* of them, those that were never removed */
    int32_t any;       /* 1: there is something to take */
    int32_t held;      /* 1: an update is on its way, objects wait */
    int32_t in_passes; /* 1: it reads in each pass what objects that are set may change: nothing can wait */
} cpu_later;

typedef struct cpu_layer {
    influence_object *objects;
    influence_source *sources;
    cpu_box *boxes;      /* of the sources; where all blocks are dirty, an update finds them */
    float *values;       /* height rows of `pitch` */
    float *back;         /* the values of the update in slices, once it is done; NULL: there was none */
    uint8_t *lags;       /* with `back`: blocks in which it differs from the values */
    cpu_later later;     /* with `back`: what is set while an update is on its way */
    float *sums;         /* with momentum: the values' scaled sums; NULL: the layer never had momentum */
    atomic_uchar *dirty; /* blocks whose sums change */
    uint8_t *moving;     /* blocks that momentum still changes */
    atomic_int changed;  /* 1: there may be dirty blocks */
    atomic_int marked;   /* how many of them there are, or some more */
    atomic_int all;      /* 1: all blocks count as dirty */
    int32_t summed;      /* 1: sums are those of the last update */
    float momentum;      /* of the last update */
    int32_t count;
    cpu_footprints footprints;
} cpu_layer;

typedef struct cpu_map {
    throng_context *context;
    influence_grid grid;
    throng_terrain *terrain; /* NULL: Euclidean */
    int32_t layer_count, capacity;
    int32_t pitch, tasks, halved; /* halved: double_pumped of influence_tile */
    int32_t tile_pitch, tiles_across, tiles_down;
    int32_t tile_columns_log, tile_rows_log; /* of a tile, in blocks */
    int32_t block_rows_log, blocks_across, blocks_down, block_count;
    size_t cells, list_capacity, sums_per_task;
    cpu_layer layers[THRONG_MAX_LAYERS];
    float *combined;
    float combined_weights[THRONG_MAX_LAYERS];
    int32_t combined_known; /* 1: the combined plane had these weights, and only uncombined blocks changed */
    uint8_t *uncombined;    /* blocks of any layer that changed since then */
    cpu_piece *pieces;      /* of an update */
    int32_t piece_count, piece_capacity;
    int32_t *piece_of;       /* a block's piece, -1: it stays as it is */
    uint32_t *dirty_corners; /* dirty blocks above and left of each corner of blocks */
    float *sums;             /* tasks * sums_per_task */
    uint32_t *list;          /* the lists of a group of pieces, one behind the other */
    uint32_t
        *places; /* tasks * piece_capacity: how many sources a task finds for a piece, then where they go */
    uint32_t *starts;       /* piece_capacity + 1: where a piece's list starts */
    throng_best *bests;     /* one a task */
    unsigned char *scratch; /* tasks * scratch_bytes, for footprints */
    size_t scratch_bytes;
    float *carry;                        /* sums between rounds */
    struct cpu_table *table;             /* all pairs of a world's cells, NULL: paths are searched for */
    struct cpu_tables *tables;           /* footprint tables; NULL: objects are too few, or influence walks */
    const throng_simd *table_simd;       /* the level that adds them */
    int16_t *table_of;                   /* in an update of a whole layer, each object's kind, -1: none */
    struct cpu_slices *slices;           /* updates in slices; NULL: there was none */
    void (*complete)(struct cpu_map *m); /* before memory goes that such an update reads: all that is left */
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

/* Parts of a pass over objects: below so many, splitting it costs more than it saves. */
static inline int32_t throng_cpu_object_parts(const cpu_map *m, int32_t count)
{
    return throng_parts(count, 2048, m->tasks);
}

static inline const float *throng_cpu_plane(const cpu_map *m, int32_t index)
{
    return index < m->layer_count ? m->layers[index].values : m->combined;
}

static inline cpu_box throng_cpu_box(const cpu_map *m, const influence_source *s)
{
    const cpu_box none = {1, 0, 0, 0};
    int32_t first, last;
    if (s->row_first > s->row_last)
        return none;
    influence_columns(s, m->grid.width, &first, &last);
    if (first > last)
        return none;
    return (cpu_box){(uint16_t)(first >> BLOCK_COLUMNS_LOG), (uint16_t)(last >> BLOCK_COLUMNS_LOG),
                     (uint16_t)(s->row_first >> m->block_rows_log),
                     (uint16_t)(s->row_last >> m->block_rows_log)};
}

/* All of a source's 64 bytes count. */
static inline int32_t throng_cpu_same_source(const influence_source *a, const influence_source *b)
{
    return throng_same_bits(a, b, sizeof *a);
}

/* Cells of the terrain that a source reads. */
static inline const uint32_t *throng_cpu_walls(const cpu_map *m)
{
    return m->terrain ? m->terrain->bits : NULL;
}

/* The blocks of a rectangle have other values than the last combination and the back plane have. */
static inline void throng_cpu_values_changed(const cpu_map *m, const cpu_layer *l, int32_t block,
                                             int32_t count)
{
    memset(m->uncombined + block, 1, (size_t)count);
    if (l->lags)
        memset(l->lags + block, 1, (size_t)count);
}

/* ---- src/cpu/influence/blocks.c */
void throng_cpu_blocks_choose(cpu_map *m);
throng_status throng_cpu_blocks_create(cpu_map *m);
void throng_cpu_blocks_destroy(cpu_map *m);
/* A layer without objects whose values are 0. */
void throng_cpu_blocks_reset(const cpu_map *m, cpu_layer *l);
/* Makes blocks dirty; by any task. */
void throng_cpu_blocks_mark(const cpu_map *m, cpu_layer *l, const cpu_box *box);
/* Marks the blocks of a source that was made again; known: what it was before counts, too. */
void throng_cpu_box_changed(const cpu_map *m, cpu_layer *l, int32_t object, int32_t known);
/* A source was made again; by any task. */
static inline void throng_cpu_source_changed(const cpu_map *m, cpu_layer *l, int32_t object, int32_t known)
{
    atomic_store_explicit(&l->changed, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&l->all, memory_order_relaxed))
        throng_cpu_box_changed(m, l, object, known);
    if (m->terrain)
        l->footprints.stale[object] = 1;
}
/* Makes all blocks dirty. */
void throng_cpu_blocks_mark_all(cpu_layer *l);
/* Cuts the dirty blocks into pieces. Returns 1 if all blocks are dirty, or so many that all are summed:
 * pieces are tiles then, row by row. */
int32_t throng_cpu_blocks_cut(cpu_map *m, const cpu_layer *l);
/* Whether a box has a dirty block; after a cut that returned 0. */
static inline int32_t throng_cpu_box_dirty(const cpu_map *m, const cpu_box *b)
{
    const size_t pitch = (size_t)m->blocks_across + 1;
    const uint32_t *top = m->dirty_corners + b->top * pitch,
                   *bottom = m->dirty_corners + ((size_t)b->bottom + 1) * pitch;
    return bottom[b->right + 1] - bottom[b->left] != top[b->right + 1] - top[b->left];
}

/* ---- src/cpu/influence/tables.c */
throng_status throng_cpu_tables_create(cpu_map *m, float typical_distance);
void throng_cpu_tables_destroy(cpu_map *m);
/* Which of a layer's objects have footprint tables; those without any cell do not count. */
enum { CPU_TABLES_NONE, CPU_TABLES_SOME, CPU_TABLES_ALL };
/* Finds and makes the tables of a layer's objects, for the sums that follow. */
int32_t throng_cpu_tables_find(cpu_map *m, const cpu_layer *l, int32_t count);
const influence_table *throng_cpu_table_at(const cpu_map *m, uint32_t object); /* NULL: none */
/* By the numbers in table_of, where all sources that count have one. */
const influence_table *throng_cpu_tables_all(const cpu_map *m);
/* The rows of the tallest one of them. */
int32_t throng_cpu_tables_tallest(const cpu_map *m);

/* ---- src/cpu/influence/update.c */
throng_status throng_cpu_influence_update(void *state, int32_t index, float momentum);
throng_status throng_cpu_influence_momentum(void *state, int32_t index, float momentum);

/* ---- src/cpu/influence/queries.c */
throng_status throng_cpu_query(void *state, int32_t index, const throng_query *query);

/* ---- src/cpu/influence/objects.c */
throng_status throng_cpu_influence_set_objects(void *state, int32_t index, int32_t first, int32_t count,
                                               const void *objects, size_t stride);
throng_status throng_cpu_influence_move_objects(void *state, int32_t index, int32_t first, int32_t count,
                                                const void *positions, size_t position_stride,
                                                const void *velocities, size_t velocity_stride);
throng_status throng_cpu_influence_truncate_objects(void *state, int32_t index, int32_t count);
throng_status throng_cpu_later_create(cpu_map *m, cpu_layer *l);
void throng_cpu_later_destroy(cpu_map *m, cpu_layer *l);
/* An update begins: it has these objects. */
void throng_cpu_later_begin(cpu_layer *l, int32_t in_passes);
/* The update is computed: takes what was set. */
void throng_cpu_later_take(cpu_map *m, cpu_layer *l);
/* The update is given up, and what was set. */
void throng_cpu_later_drop(const cpu_map *m, cpu_layer *l);

/* ---- src/cpu/influence/slices.c */
throng_status throng_cpu_slices_reserve(cpu_map *m);
throng_status throng_cpu_slices_begin(void *state, uint32_t layers, const float *momenta);
throng_status throng_cpu_slices_step(void *state, double *progress);
void throng_cpu_slices_publish(void *state);
void throng_cpu_slices_drop(void *state);
void throng_cpu_slices_destroy(cpu_map *m);

/* ---- src/cpu/influence/footprints.c */
throng_status throng_cpu_footprints_create(cpu_map *m, cpu_footprints *p);
void throng_cpu_footprints_destroy(cpu_map *m, cpu_footprints *p);
void throng_cpu_footprints_reset(cpu_layer *l);
/* Reserves memory for objects that will be set; where it fails, nothing has changed. */
throng_status throng_cpu_footprints_reserve(cpu_map *m, cpu_layer *l, int32_t first, int32_t count,
                                            const void *objects, size_t stride);
/* Reserves memory for so many objects like this one. */
throng_status throng_cpu_footprints_prepare(cpu_map *m, cpu_layer *l, int32_t count, const void *object);
void throng_cpu_footprints_truncate(cpu_layer *l, int32_t count);
/* Whether all footprints are kept. */
int32_t throng_cpu_footprints_fit(const cpu_layer *l);

/* ---- src/cpu/influence/all_pairs.c */
throng_status throng_cpu_table_create(cpu_map *m);
void throng_cpu_table_destroy(cpu_map *m);

#endif
