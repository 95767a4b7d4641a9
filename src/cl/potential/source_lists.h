/* Lists of a potential field's sources by the tiles that they reach, made on the device. */
#ifndef THRONG_CL_POTENTIAL_SOURCE_LISTS_H
#define THRONG_CL_POTENTIAL_SOURCE_LISTS_H

#include "kernels/potential/chunk.h"
#include "src/cl/device/object.h"
#include "src/cl/device/sort.h"
#include "src/cl/device/staging.h"
#include "src/potential/tiling.h"

/* The sources that are to be listed: on the device, and what the host knows of them. */
typedef struct throng_cl_sources {
    cl_mem entries;
    const float *ranges;
    int32_t count;
    uint64_t version;
} throng_cl_sources;

/* Of each tile the sources that reach into it, ascending. They stay until the sources or the tiles change. */
typedef struct throng_cl_lists {
    throng_cl_object *object; /* whose they are */
    potential_plan plan;
    int32_t planned; /* 1: the device has the plan */
    int32_t coarser; /* than good tiles */
    int32_t current; /* which of `listed` has the sources of the tiles; below 0: none */
    uint64_t version;
    uint64_t laid; /* how often tiles became others */
    int32_t tiles_most, sources_most;
    uint32_t capacity; /* entries of all lists */
    uint64_t bound;    /* at least the entries of the present ones */
    cl_mem plan_words, counted, starts;
    throng_cl_pairs listed[2];
    throng_cl_sorter sorter;
    cl_kernel count, emit, all;
} throng_cl_lists;

/* `lists` has its object, its plan and its capacity. `program` is potential.cl's; `sorted`:
 * pairs that the sorter must also have capacity for. */
throng_status throng_cl_lists_create(throng_cl_lists *lists, cl_program program);
throng_status throng_cl_lists_make_buffers(throng_cl_lists *lists, uint64_t sorted);
void throng_cl_lists_release_buffers(throng_cl_lists *lists);
void throng_cl_lists_destroy(throng_cl_lists *lists);

int32_t throng_cl_lists_tiles(const throng_cl_lists *lists);
/* Chooses tiles whose lists fit; one tile for each world always fits. How long the lists are at most, where
 * they have to be made. */
uint64_t throng_cl_lists_choose(throng_cl_lists *lists, const throng_cl_sources *sources,
                                const throng_potential_sampling *crowd);
/* Enqueues the plan and the lists, where the device does not have them. bound: as choose() found it. */
throng_status throng_cl_lists_update(throng_cl_lists *lists, const throng_cl_sources *sources,
                                     uint64_t bound);

#endif
