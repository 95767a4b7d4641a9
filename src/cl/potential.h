/* One potential field on the device, for the files that work on it. */
#ifndef THRONG_CL_POTENTIAL_H
#define THRONG_CL_POTENTIAL_H

#include "../potential_tiles.h"
#include "object.h"
#include "potential_piece.h"
#include "sort.h"
#include "stage.h"

typedef struct throng_cl_field {
    throng_cl_object object;
    throng_potential_shape shape;
    potential_plan plan;
    int32_t counts[3];
    int32_t felt;    /* points of the last update */
    int32_t planned; /* 1: the device has the plan */
    int32_t coarser; /* than good tiles */
    int32_t lists;   /* which of `listed` has the sources of the tiles; below 0: none */
    int32_t tiles_most, items;
    uint32_t list_room, work_room;
    float *places, *ranges; /* on the host: of points (x, y), of sources */
    cl_mem entries[3], forces, plan_words, moved;
    throng_cl_pairs listed[2], ordered[2]; /* sources, points by tile */
    cl_mem counted, number, starts, point_starts, work, scratch, measure;
    throng_cl_sorter sorter;
    throng_cl_stage stage;
    cl_kernel move, count, emit, assign, share, feel;
} throng_cl_field;

/* ---- potential_update.c */
throng_status throng_cl_potential_update(void *state);
throng_status throng_cl_potential_read(void *state, int32_t first, int32_t count, void *forces,
                                       size_t stride);

#endif
