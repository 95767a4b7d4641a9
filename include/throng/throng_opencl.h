/* throng on a program's own OpenCL objects: contexts on its device and queue, objects out of its buffers,
 * results into them. Everything in throng.h works on such contexts too.
 *
 * Work is enqueued on the context's queue, in order, and not awaited unless the call says so. Each call takes
 * a wait list as OpenCL's own calls do: `wait_count` events in `waits` (0 and NULL: none) that must be over
 * before its work begins; and gives in *event (may be NULL) one that is over with its work, to be released by
 * the caller. Buffers belong to the program, which keeps them alive until the work is done.
 */
#ifndef THRONG_OPENCL_H
#define THRONG_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#include <throng/throng.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_opencl_host {
    cl_context context;
    cl_device_id device;
    cl_command_queue queue; /* of that context and device, executing in order; with profiling enabled where
                               throng_influence_info.kernel_seconds is wanted */
} throng_opencl_host;

/* Creates a context on the program's device; all maps of it live there. throng retains the context and the
 * queue, and releases them in throng_context_destroy(). def: as for throng_context_create(), where NULL
 * stands for the default one; its backend must not be THRONG_BACKEND_CPU, and its device is not looked at.
 * The device is probed, which waits for the queue.
 * Errors: INVALID_ARGUMENT (as throng_context_create(); host or one of its members NULL, a queue of another
 * context or device, a queue that may execute out of order), NO_DEVICE (older than OpenCL 1.2),
 * INEXACT_DEVICE, OUT_OF_MEMORY, BUILD_FAILED, OPENCL. */
THRONG_API throng_status throng_opencl_context_create(const throng_context_def *def,
                                                      const throng_opencl_host *host,
                                                      throng_context **context);

/* throng_influence_set_objects() out of a buffer that holds a throng_influence_object at `offset`, the next
 * one `stride` bytes farther (0: tightly packed). Offset and stride are multiples of 4. Waits until the
 * objects have been looked at: what is wrong with them is an error of this call. Moving is cheaper.
 * Errors: as throng_influence_set_objects(); INVALID_ARGUMENT (a buffer that is too small, or of another
 * context), UNSUPPORTED (the map lives on the CPU), OPENCL, LOST. */
THRONG_API throng_status throng_influence_set_objects_cl(throng_influence *map, int32_t layer, int32_t first,
                                                         int32_t count, cl_mem objects, size_t offset,
                                                         size_t stride, cl_uint wait_count,
                                                         const cl_event *waits, cl_event *event);

/* throng_influence_move_objects() out of buffers of float pairs; velocities may be NULL. Offsets and strides
 * are multiples of 4. Does not wait, so the numbers are checked on the device alone: an object whose new
 * position or direction is not finite or out of range keeps both as they were; on maps with walls, one that
 * went off the map or into a wall adds nothing while it is there.
 * Errors: INVALID_ARGUMENT, UNSUPPORTED (the map lives on the CPU), OPENCL, LOST. */
THRONG_API throng_status throng_influence_move_objects_cl(throng_influence *map, int32_t layer, int32_t first,
                                                          int32_t count, cl_mem positions,
                                                          size_t position_offset, size_t position_stride,
                                                          cl_mem velocities, size_t velocity_offset,
                                                          size_t velocity_stride, cl_uint wait_count,
                                                          const cl_event *waits, cl_event *event);

/* throng_influence_read() into a buffer: the region's first row goes to `offset`, the next one `row_stride`
 * bytes farther (0: tightly packed). Does not wait.
 * Errors: INVALID_ARGUMENT, UNSUPPORTED (the map lives on the CPU), OPENCL, LOST. */
THRONG_API throng_status throng_influence_read_cl(throng_influence *map, int32_t layer,
                                                  const throng_region *region, cl_mem values, size_t offset,
                                                  size_t row_stride, cl_uint wait_count,
                                                  const cl_event *waits, cl_event *event);

/* The map's own buffer of a layer (or THRONG_LAYER_COMBINED), to be read by the program's kernels on the same
 * queue, never written: float values, the first one at *offset, rows *row_stride bytes apart. It stays the
 * same until the map is destroyed or reset, and belongs to the map.
 * Errors: INVALID_ARGUMENT, UNSUPPORTED (the map lives on the CPU), LOST. */
THRONG_API throng_status throng_influence_buffer(throng_influence *map, int32_t layer, cl_mem *buffer,
                                                 size_t *offset, size_t *row_stride);

/* throng_potential_read() into a buffer that gets a throng_force at `offset`, the next one `stride` bytes
 * farther (0: tightly packed; offset and stride are multiples of 4), of points that were there at the last
 * update. Does not wait.
 * Errors: INVALID_ARGUMENT, UNSUPPORTED (the field lives on the CPU), OPENCL, LOST. */
THRONG_API throng_status throng_potential_read_cl(throng_potential *field, int32_t first, int32_t count,
                                                  cl_mem forces, size_t offset, size_t stride,
                                                  cl_uint wait_count, const cl_event *waits, cl_event *event);

/* throng_crowd_get() into a buffer: the first agent's value goes to `offset`, the next one's `stride` bytes
 * farther (0: tightly packed; both multiples of 4). All values but those that the host reads in another form
 * than devices have them: MAX_NEIGHBORS, LOCKED, FLAGS, FLOW_FIELD and ID. Does not wait.
 * Errors: as throng_crowd_get(); INVALID_ARGUMENT (a buffer that is too small, or of another context),
 * UNSUPPORTED (the crowd lives on the CPU). */
THRONG_API throng_status throng_crowd_get_cl(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                             const throng_agent *agents, size_t agent_stride, cl_mem values,
                                             size_t offset, size_t stride, cl_uint wait_count,
                                             const cl_event *waits, cl_event *event);

#ifdef __cplusplus
}
#endif

#endif
