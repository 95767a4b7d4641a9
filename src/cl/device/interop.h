/* What calls on a program's own OpenCL buffers and events share. */
#ifndef THRONG_CL_DEVICE_INTEROP_H
#define THRONG_CL_DEVICE_INTEROP_H

#include "src/cl/device/object.h"

/* UNSUPPORTED on the CPU; what: "map", for the message. */
throng_status throng_cl_on_device(throng_context *context, throng_backend backend, const char *what);
/* `count` pieces of `size` bytes, `stride` apart (0: packed, which *stride becomes), inside the buffer. */
throng_status throng_cl_check_buffer(throng_cl_object *object, const char *name, cl_mem buffer, size_t offset,
                                     size_t *stride, size_t size, int32_t count);
/* Enqueues a barrier; the queue is in order, so all later work waits for it. */
throng_status throng_cl_wait_for(throng_cl_object *object, cl_uint count, const cl_event *waits);
/* An event that ends with all that was enqueued, and fails if the last update does. event NULL: nothing. */
throng_status throng_cl_mark(throng_cl_object *object, cl_event *event);

/* Pieces of `size` bytes: the first one at byte `column` of row `row` of a buffer, the others below it. */
typedef struct throng_cl_rows {
    cl_mem buffer;
    size_t pitch, column, row; /* pitch: bytes from row to row */
    size_t size, count;
} throng_cl_rows;
/* Copies them to the program's buffer, if the last update succeeds. */
throng_status throng_cl_copy_rows(throng_cl_object *object, const throng_cl_rows *rows, cl_mem to,
                                  size_t offset, size_t stride);

/* Ends a call: looks at the work before it, sets its event and flushes the queue, or reports its failure.
 * changed: 1: what the call was to change is changed, or on its way, so that with a failure the object is
 * lost. */
throng_status throng_cl_hand_over(throng_cl_object *object, throng_status status, int changed,
                                  cl_event *event);

#endif
