/* What the CPU files on potential fields share: the field, and lists of its sources by tile. */
#ifndef THRONG_CPU_POTENTIAL_POTENTIAL_H
#define THRONG_CPU_POTENTIAL_POTENTIAL_H

#include "kernels/potential/chunk.h"
#include "src/cpu/tasks.h"
#include "src/potential/potential.h"
#include "src/potential/tiling.h"

/* The tiles that a source reaches: the upper left one, and how many more are to the right and below. */
typedef struct cpu_reached {
    int32_t tile;
    uint16_t right, below;
} cpu_reached;

/* Of each tile the sources that reach into it, ascending. They stay until the sources or the tiles change. */
typedef struct cpu_lists {
    throng_context *context;
    potential_plan plan;
    int32_t coarser;  /* than good tiles */
    uint64_t version; /* of the sources that are listed, 0: none */
    uint64_t laid;    /* how often tiles became others */
    int32_t sources_most, tiles_most, tasks;
    size_t capacity;      /* entries of all lists */
    int32_t *lists;       /* sources by tile */
    uint32_t *starts;     /* tiles_most + 1: where a tile's list begins */
    uint32_t *places;     /* tasks * tiles_most: how many a task finds for a tile, then where they go */
    cpu_reached *reached; /* of each source: the tiles that it reaches, as counted */
} cpu_lists;

/* `lists` has its plan and its capacity; where memory is short, destroy() it. */
throng_status throng_cpu_lists_create(throng_context *context, uint64_t *bytes, cpu_lists *lists);
void throng_cpu_lists_destroy(cpu_lists *lists, uint64_t *bytes);
/* Lists the sources, where they or the tiles are others than before, in tiles so large that the lists fit.
 * One tile for each world always fits. */
void throng_cpu_lists_update(cpu_lists *lists, const potential_source *sources, int32_t count,
                             uint64_t version, const throng_potential_sampling *crowd);
static inline int32_t throng_cpu_lists_tiles(const cpu_lists *lists)
{
    return lists->plan.columns * lists->plan.rows * lists->plan.worlds;
}
/* A pass over entries by `parts` tasks, each of which counted in places what it found for a tile: starts
 * becomes where the tile's entries begin, places where each task's do. The number of all. */
uint64_t throng_cpu_lists_place(cpu_lists *lists, int32_t parts, uint32_t *starts);
/* How many parts for so many entries, and a task's places. */
int32_t throng_cpu_lists_parts(const cpu_lists *lists, int32_t count);
uint32_t *throng_cpu_lists_places(const cpu_lists *lists, int32_t index);

typedef struct cpu_field {
    throng_context *context;
    uint64_t bytes;
    throng_potential_shape shape;
    cpu_lists lists;
    potential_source *sources;
    potential_goal *goals;
    potential_point *points;
    potential_force *forces;
    int32_t counts[3];
    uint64_t version;  /* of the sources */
    uint64_t laid;     /* the tiles that points are sorted into: lists.laid; 0: points are others since */
    int32_t evaluated; /* points of the last update */
    size_t work_capacity;
    potential_binned *binned; /* points by tile, ascending */
    int32_t *tile_of;         /* of each point */
    uint32_t *point_starts;   /* as lists.starts, of points */
    potential_work *work;
    float *scratch; /* tasks * scratch_bytes */
    size_t scratch_bytes;
} cpu_field;

/* The mean range of some sources; 0: there are none. */
double throng_cpu_field_range(const cpu_field *field);

#endif
