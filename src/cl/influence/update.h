/* The steps of a layer's update: update.c enqueues them at once, slices.c in parts. */
#ifndef THRONG_CL_INFLUENCE_UPDATE_H
#define THRONG_CL_INFLUENCE_UPDATE_H

#include "src/cl/influence/footprints.h"

typedef struct throng_cl_round {
    cl_uint first, count;
    uint32_t bound;    /* pairs, at most */
    cl_int rounds;     /* whether rounds came before, whether more follow: update.c */
    cl_uint base;      /* the place of its first footprint in the pool */
    cl_int everything; /* Euclidean: all blocks are summed */
    cl_int mark;       /* Euclidean, binned: of the blocks that this round sums */
} throng_cl_round;

typedef struct throng_cl_update {
    throng_cl_layer *layer;
    cl_mem values, touched; /* the plane that becomes the new values, and its marks of tiles */
    float momentum;
    cl_uint objects;
    int32_t whole;     /* 1: all objects fit in one round */
    cl_int everything; /* nothing of what the device has is kept */
    int listed;        /* 0: only momentum is at work */
    cl_uint done;      /* objects of earlier rounds */
    cl_mem list;
    throng_cl_round round;
} throng_cl_update;

/* Finds what changed, on the device. Where it fails the layer is as it was, and all of it is done anew. */
throng_status throng_cl_update_begin(throng_cl_influence *map, throng_cl_layer *layer, float momentum,
                                     throng_cl_update *u);
/* Everything was enqueued, or something failed. */
void throng_cl_update_end(throng_cl_influence *map, throng_cl_update *u, int failed);
/* The next objects whose lists fit, and where influence walks whose footprints do. */
void throng_cl_update_round(const throng_cl_influence *map, throng_cl_update *u);
/* Lists of sources by tile. */
throng_status throng_cl_update_lists(throng_cl_influence *map, throng_cl_update *u);
/* Sums of some tiles; those of the last round change the values. */
throng_status throng_cl_update_sums(throng_cl_influence *map, throng_cl_update *u, cl_uint first_tile,
                                    cl_uint tiles, cl_event *event);
/* 1: more rounds follow this one. */
int throng_cl_update_continues(const throng_cl_update *u);

#endif
