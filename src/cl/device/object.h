/* What all objects on the device share. Each backend state begins with a throng_cl_object. */
#ifndef THRONG_CL_DEVICE_OBJECT_H
#define THRONG_CL_DEVICE_OBJECT_H

#include "src/cl/device/staging.h"
#include "src/core/object.h"

enum { THRONG_CL_WORK = 8 }; /* updates under way that are watched one by one */

typedef struct throng_cl_object {
    throng_context *context;
    struct throng_cl *cl;
    struct throng_cl_object *next;   /* of the context's objects */
    struct throng_cl_object *source; /* whose buffers its kernels read: lost with it. NULL: none */
    const char *name;                /* of its work, in messages: "an update of an influence map" */
    cl_event work[THRONG_CL_WORK];   /* kernels that wrote results and may be under way, the oldest first */
    cl_uint works;
    throng_cl_timer timer;
    throng_cl_staging stage; /* of uploads; empty where there are none */
    uint64_t host_bytes, device_bytes;
    int32_t lost;
    uint32_t losses; /* how often it was lost */
} throng_cl_object;

/* Whoever reads results waits for `works` of these: the queue is in order, and waiting passes failures on.
 * NULL: for none. */
static inline const cl_event *throng_cl_object_waits(const throng_cl_object *object)
{
    return object->works > 0 ? object->work : NULL;
}

/* UNSUPPORTED on a device that flushes subnormal numbers: results of `what` would differ from the CPU's. */
throng_status throng_cl_needs_subnormals(throng_context *context, const char *what);
/* A zeroed state of `size` bytes, which begins with an object. NULL: out of memory, with the message that
 * names `what`. */
void *throng_cl_object_new(throng_context *context, size_t size, const char *what, const char *name);
/* Ends the creation of a state. Success: the object joins the context's, which hear
 * of failures of the device. Failure: its
 * reason becomes the message, and the state is destroyed. */
throng_status throng_cl_object_created(void *created, throng_status status, void (*destroy)(void *state),
                                       void **state);
/* Of all updates: events and times, and uploads that failed: the object is lost then. */
void throng_cl_object_forget(throng_cl_object *object);
/* Its staging memory: slots of so many bytes. */
throng_status throng_cl_object_stage(throng_cl_object *object, size_t bytes);
/* First step of destroy. */
void throng_cl_object_close(throng_cl_object *object);
/* For the tables of operations; state begins with the object. */
int32_t throng_cl_object_lost(const void *state);
/* more_bytes: device memory that is not counted in the object's. */
throng_usage throng_cl_object_usage(throng_cl_object *object, uint64_t more_bytes);
/* Looks, without waiting, whether work of the object or its source failed: it is lost then. 1: some did, and
 * the reason is noted. */
int throng_cl_object_look(throng_cl_object *object);
/* From now on the event, if there is one, is among the object's work; *event becomes NULL. */
void throng_cl_object_watch(throng_cl_object *object, cl_event *event);
/* An update was enqueued, and `event` ends it (NULL: there was nothing to do). Failure: one before it has
 * failed, and the object is lost. */
throng_status throng_cl_object_follow(throng_cl_object *object, cl_event event);
/* After work on the queue failed or ended: marks the objects whose work failed; 1 where there are any. */
int throng_cl_lose(struct throng_cl *cl, int all);
/* Reports a failure. changed: 1: the device's data is incomplete, and the object is lost. */
throng_status throng_cl_failed(throng_cl_object *object, throng_status status, int changed);
/* After a call of OpenCL, such as a blocking read: checks that the work before it did not fail, the source's
 * included. What was not waited for may still fail later. */
throng_status throng_cl_checked(throng_cl_object *object, cl_int error, const char *what);
/* A kernel with the arguments and the number of work-items that it needs; rounds up to whole groups. */
throng_status throng_cl_run(throng_cl_object *object, cl_kernel kernel, const char *name, size_t items,
                            const throng_cl_argument *arguments, size_t count);

/* Memory that counts in the object's bytes. */
throng_status throng_cl_object_buffer(throng_cl_object *object, const char *what, size_t count, size_t size,
                                      cl_mem *buffer);
void throng_cl_object_release(throng_cl_object *object, cl_mem *buffer);
throng_status throng_cl_object_allocate(throng_cl_object *object, const char *what, size_t count, size_t size,
                                        void **memory);

#endif
