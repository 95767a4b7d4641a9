/* A crowd on the device, for the files that work on it. */
#ifndef THRONG_CL_CROWD_CROWD_H
#define THRONG_CL_CROWD_CROWD_H

#include "src/cl/device/object.h"
#include "src/cl/device/sort.h"
#include "src/cl/device/staging.h"
#include "src/crowd/crowd.h"

#include "src/crowd/step.h"

#include "kernels/crowd/sizes.h"
#include "kernels/crowd/walls.h"

enum { THRONG_CL_CROWD_STAGE = 64 * 1024 }; /* bytes that are sent at a time */

typedef struct throng_cl_crowd {
    throng_cl_object object;
    throng_crowd_shape shape;
    int32_t agents;
    crowd_tree walls_tree;
    crowd_laying laying;
    crowd_plan plan;
    throng_cl_pairs ordered[2];
    cl_mem bodies, senses, rests, alive, number, records, extras, points, ranges, boxes, curve, plan_words,
        moved, scratch;
    cl_mem asked, ways;          /* of agents by the flow */
    cl_mem walls, wall_boxes;    /* NULL: none so far */
    int32_t walls_capacity;      /* leaves */
    size_t items, scratch_words; /* of CPU devices */
    throng_cl_staging stage;
    throng_cl_sorter sorter;
    cl_kernel write, read, hash, lay, keys, show, box, ask;
    cl_kernel step[6]; /* of plain crowds, of those with walls, and of all others; by gaps the same */
} throng_cl_crowd;

/* ---- src/cl/crowd/attributes.c: words of agents, as throng_crowd_ops has them. */
throng_status throng_cl_crowd_write(void *state, const throng_crowd_part *part, const void *values,
                                    size_t stride);
throng_status throng_cl_crowd_read(void *state, const throng_crowd_part *part, void *values, size_t stride);
/* The same into a buffer; not awaited. */
throng_status throng_cl_crowd_copy(throng_cl_crowd *crowd, const throng_crowd_part *part, cl_mem buffer,
                                   size_t offset, size_t stride);
throng_status throng_cl_crowd_hash(void *state, const throng_crowd_part *part, uint64_t *sum);

#endif
