/* Tracers on a device and a program's own buffers. `state` is a tracer's on a device; nothing is awaited. */
#ifndef THRONG_CL_TRACE_TRACE_H
#define THRONG_CL_TRACE_TRACE_H

#include "src/cl/device/object.h"
#include "src/trace/trace.h"

/* Replaces and adds starts; the range is right. Offsets and strides are in bytes. */
throng_status throng_cl_trace_take(void *state, int32_t first, int32_t count, cl_mem starts, size_t offset,
                                   size_t stride);
/* Paths of the last update. */
int32_t throng_cl_trace_known(void *state);
/* Results of such paths, and their points. */
throng_status throng_cl_trace_copy(void *state, int32_t first, int32_t count, cl_mem results, size_t offset,
                                   size_t stride);
throng_status throng_cl_trace_copy_points(void *state, const throng_trace_reading *reading, cl_mem points,
                                          size_t offset);

#endif
