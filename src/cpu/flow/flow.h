/* Fields of paths on the CPU, for the files that work on them. */
#ifndef THRONG_CPU_FLOW_FLOW_H
#define THRONG_CPU_FLOW_FLOW_H

#include "kernels/flow/query.h"
#include "src/core/context.h"
#include "src/flow/changes.h"

/* Marks of tiles. */
enum {
    CPU_FLOW_QUEUED = 1,    /* in the queue of a patch */
    CPU_FLOW_CONCERNED = 2, /* a patch changed its keys, or its ground changed */
    CPU_FLOW_COMPARED = 4,  /* it leads to reached cells, which are compared with those of its keys */
    CPU_FLOW_ANEW = 8,      /* it leads to reached cells, and begins anew */
    CPU_FLOW_VISITED = 16   /* this update may have changed which of its cells are reached */
};

typedef struct cpu_flow {
    throng_context *context;
    throng_terrain *terrain;
    flow_plan plan;
    int32_t capacity;       /* of a field's goals */
    int32_t tiles;          /* of all layers */
    void *keys;             /* and behind them ground: flow_stored_bytes() */
    unsigned char *scratch; /* of each task */
    throng_cell *goals;     /* of each field */
    int32_t *goal_counts;
    int32_t seed_capacity;
    const throng_flow_seed *seeds; /* of each layer, the flow's: see throng_flow_shape */
    const int32_t *seed_counts;    /* NULL: there are none */
    uint16_t *dirty_edges;         /* of each tile */
    int32_t *due;                  /* of each tile with news: see flow_pass_result */
    int32_t *lists;                /* of each colour: tiles with news */
    int32_t counts[FLOW_COLOURS];
    int32_t *chosen;           /* tiles whose turn it is */
    flow_pass_result *reports; /* by each of them */
    uint8_t *marks;            /* of each tile */
    uint64_t *rows;            /* of each tile: bits of those to be looked at, see src/cpu/flow/patch.c */
    uint8_t *anew;             /* of each field: 1: it is computed anew */
    uint64_t terrain_version;  /* at the last update */
    uint64_t bytes;
} cpu_flow;

/* ---- src/cpu/flow/tiles.c */
/* Something may improve a tile's keys: FLOW_GOALS, FLOW_ALL or the edges of tiles beside it. */
void throng_cpu_flow_tell(cpu_flow *f, int32_t tile, int32_t dirty_edges, int32_t due);

/* Whether a cell is closed; `world` counts across layers. */
int32_t throng_cpu_flow_is_closed(const cpu_flow *f, int32_t world, int32_t column, int32_t row);

/* ---- src/cpu/flow/patch.c */
/* Prepares the stale fields whose goals are the same for passes over what changed; the others, and those of
 * which too much changed, are marked in `anew`. */
void throng_cpu_flow_patch(cpu_flow *f, const uint8_t *stale, const throng_flow_changes *changes);
/* Prepares a layer that leads to reached cells, of which `due` says in how many cells of each tile others are
 * reached now. Returns 0 if that takes longer than to compute it anew. */
int32_t throng_cpu_flow_patch_nearest(cpu_flow *f, int32_t layer, const throng_flow_changes *changes);

/* ---- src/cpu/flow/ground.c */
/* Writes the classes before the ground. */
void throng_cpu_flow_begin_ground(cpu_flow *f, const throng_flow_shape *shape);
void throng_cpu_flow_lay_ground(cpu_flow *f, const uint8_t *costs, const throng_flow_changes *changes);

/* ---- src/cpu/flow/nearest.c */
/* For stale fields (NULL: all) whose paths are complete: prepares the layers that lead to reached cells for
 * passes over what changed. changes: NULL: nothing of them stays. */
void throng_cpu_flow_begin_nearest(cpu_flow *f, const uint8_t *stale, const throng_flow_changes *changes);

#endif
