/* Influence that walks, for the files of influence maps on the device. */
#ifndef THRONG_CL_INFLUENCE_FOOTPRINTS_H
#define THRONG_CL_INFLUENCE_FOOTPRINTS_H

#include "src/cl/influence/influence.h"

struct throng_cl_update;

throng_status throng_cl_footprints_kernels(throng_cl_influence *map);
void throng_cl_footprints_release_kernels(throng_cl_influence *map);
throng_status throng_cl_footprints_host(throng_cl_influence *map);
void throng_cl_footprints_release_host(throng_cl_influence *map);
throng_status throng_cl_footprints_buffers(throng_cl_influence *map);
void throng_cl_footprints_release(throng_cl_influence *map);
void throng_cl_footprints_reset(throng_cl_influence *map);

/* At least the tiles that the object can touch, wherever it stands. */
uint32_t throng_cl_footprints_most_tiles(const throng_cl_influence *map, const influence_object *o);
/* Reserves memory for objects that will be set; where it fails, nothing has changed. */
throng_status throng_cl_footprints_reserve(throng_cl_influence *map, throng_cl_layer *layer, int32_t first,
                                           int32_t count, const void *objects, size_t stride);
/* Reserves memory for so many objects like this one. */
throng_status throng_cl_footprints_prepare(throng_cl_influence *map, throng_cl_layer *layer, int32_t count,
                                           const void *object);
/* They are set; before the layer's count changes. */
void throng_cl_footprints_set(throng_cl_influence *map, throng_cl_layer *layer, int32_t first, int32_t count,
                              const void *objects, size_t stride);
void throng_cl_footprints_truncate(throng_cl_layer *layer, int32_t count);

/* An update: terrain and sources; then round by round (objects first .. first+count-1, the first of which
 * would lie at `base`, 0 where all footprints fit together) footprints and sums. */
throng_status throng_cl_footprints_begin(throng_cl_influence *map, throng_cl_layer *layer);
throng_status throng_cl_footprints_compute(throng_cl_influence *map, throng_cl_layer *layer, cl_uint first,
                                           cl_uint count, cl_uint base);
/* Whether nothing of the sums is kept. */
int throng_cl_footprints_everything(const throng_cl_layer *layer, float momentum);
throng_status throng_cl_footprints_sum(throng_cl_influence *map, const struct throng_cl_update *u,
                                       cl_uint first_tile, cl_uint tiles, cl_event *event);
void throng_cl_footprints_end(throng_cl_influence *map, throng_cl_layer *layer, float momentum, int failed);

#endif
