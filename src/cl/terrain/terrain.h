/* Terrain on the device. */
#ifndef THRONG_CL_TERRAIN_TERRAIN_H
#define THRONG_CL_TERRAIN_TERRAIN_H

#include "src/cl/device/device.h"

/* Memory for the copy, if there is none; again: replaces that of a device that failed. */
throng_status throng_cl_terrain_make(struct throng_cl *cl, throng_terrain *terrain, int32_t again);
void throng_cl_terrain_forget(throng_terrain *terrain);
/* Enqueues what changed; the copy is the terrain of now for whatever is enqueued next. */
throng_status throng_cl_terrain_update(struct throng_cl *cl, throng_terrain *terrain, cl_mem *bits);
uint64_t throng_cl_terrain_bytes(const throng_terrain *terrain);

#endif
