/* One potential field on the device, for the files that work on it. */
#ifndef THRONG_CL_POTENTIAL_POTENTIAL_H
#define THRONG_CL_POTENTIAL_POTENTIAL_H

#include "src/cl/potential/source_lists.h"
#include "src/potential/potential.h"

/* Where blocks of sources are shared out over work-items. */
typedef struct throng_cl_slices {
    cl_kernel sum, add;
    cl_mem sums;    /* of each point and block */
    cl_mem tallies; /* with a measure: sources in range by type, of each point and slice */
    uint64_t most;  /* sums */
} throng_cl_slices;

/* How: `points` of each round; slices of `each` blocks. */
typedef struct throng_cl_slicing {
    cl_uint points, blocks, each, slices;
} throng_cl_slicing;

typedef struct throng_cl_field {
    throng_cl_object object;
    throng_potential_shape shape;
    throng_cl_lists lists;
    int32_t counts[3];
    uint64_t version;  /* of the sources */
    uint64_t laid;     /* the tiles that points are sorted into: lists.laid; 0: points are others since */
    int32_t sorted;    /* which of `ordered` has them so */
    int32_t evaluated; /* points of the last update */
    int32_t items;
    uint32_t work_capacity;
    float *places, *centres, *ranges; /* on the host: of points (x, y), of sources (x, y), and their ranges */
    cl_mem entries[3], forces, moved;
    throng_cl_pairs ordered[2]; /* points by tile */
    cl_mem number, point_starts, work, scratch, measure;
    throng_cl_slices slices;
    throng_cl_pinned bulk; /* memory for many entries at once; memory NULL: none so far */
    throng_cl_slot bulk_slot;
    cl_kernel move, assign, share, evaluate;
} throng_cl_field;

/* The mean range of some sources; 0: there are none. */
double throng_cl_field_range(const throng_cl_field *field);
throng_cl_sources throng_cl_field_sources(const throng_cl_field *field);

/* Local memory of a group that evaluates points. */
static inline size_t throng_cl_field_counts_bytes(const throng_cl_field *field)
{
    const int32_t types = field->shape.types;
    return (size_t)(types > 0 ? types : 1) * (size_t)field->object.cl->group * sizeof(cl_float);
}

/* ---- src/cl/potential/slices.c */
throng_status throng_cl_slices_kernels(throng_cl_field *field, cl_program program);
throng_status throng_cl_slices_buffers(throng_cl_field *field);
void throng_cl_slices_release_buffers(throng_cl_field *field);
void throng_cl_slices_destroy(throng_cl_field *field);
/* Whether an update shares its blocks out. The lists are made. */
int throng_cl_slices_choose(const throng_cl_field *field, throng_cl_slicing *slicing);
throng_status throng_cl_slices_evaluate(throng_cl_field *field, const throng_cl_slicing *slicing,
                                        cl_mem walls, cl_event *event, int *changed);

/* ---- src/cl/potential/update.c */
throng_status throng_cl_potential_update(void *state);

#endif
