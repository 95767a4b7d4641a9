/* Reads: rows of the device's buffers into the host's memory, through staging memory that the device copies
 * to at full speed. */
#ifndef THRONG_CL_DEVICE_READING_H
#define THRONG_CL_DEVICE_READING_H

#include "src/cl/device/interop.h"

/* Memory of the host for copies from the device: on GPUs a buffer of the driver's that stays mapped as long
 * as it exists, where the driver has one; else the allocator's. Failing, nothing is left to be destroyed. */
throng_status throng_cl_pinned_create(struct throng_cl *cl, throng_cl_pinned *pinned, const char *what,
                                      size_t bytes);
void throng_cl_pinned_destroy(struct throng_cl *cl, throng_cl_pinned *pinned);

/* Copies rows to memory where they are `stride` bytes apart, and waits. While cl->landing is set, the memory
 * is that of a pending read: the copy is enqueued, and cl->landing has its event. */
throng_status throng_cl_read(throng_cl_object *object, const throng_cl_rows *rows, void *to, size_t stride,
                             const char *what);
/* Entries beside those that are copied: at once, but in the memory of a pending read once it has ended, since
 * one that was released may still write there. One call for each read. */
void throng_cl_fill(throng_cl_object *object, const throng_cl_filling *filling);
void throng_cl_landing_fill(throng_cl_landing *landing);
/* The first `bytes` of a buffer. */
throng_status throng_cl_read_all(throng_cl_object *object, cl_mem buffer, void *to, size_t bytes,
                                 const char *what);

#endif
