/* OpenCL interoperation: contexts on the program's own OpenCL device and queue, objects read from its
 * buffers, results written into them. The conventions of throng.h hold, and everything in throng.h works on
 * such contexts too.
 *
 * - Work is enqueued on the context's queue, in order, and not awaited unless a comment says so.
 * - A call takes a wait list as OpenCL's own calls do: `wait_count` events in `waits` must complete before
 *   its work begins. 0 and NULL: none.
 * - A call stores in *event an event that completes with its work; the caller releases it. `event` may be
 *   NULL.
 * - Buffers belong to the program, which keeps them alive until the work is done.
 * - Offsets and strides are in bytes and multiples of 4. A buffer that is too small, or of another OpenCL
 *   context, is INVALID_ARGUMENT.
 * - A call on an object that lives on the CPU returns UNSUPPORTED. */
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

/// The program's OpenCL objects.
typedef struct throng_opencl_host {
    /// OpenCL context.
    cl_context context;

    /// Device of that context.
    cl_device_id device;

    /// Queue of that context and device, which must execute in order. Profiling must be enabled for
    /// kernel_seconds of the info structs.
    cl_command_queue queue;
} throng_opencl_host;

/// Creates a context on the program's device; all objects made on it live there.
/// `def` is as for throng_context_create() and may be NULL. Its backend must not be THRONG_BACKEND_CPU, and
/// its device is ignored. throng retains the OpenCL context and the queue until throng_context_destroy(). The
/// device is probed, which waits for the queue.
/// Errors: INVALID_ARGUMENT (as throng_context_create(); a queue of another context or device, or one that
/// may execute out of order), NO_DEVICE (older than OpenCL 1.2), INEXACT_DEVICE, OUT_OF_MEMORY, BUILD_FAILED,
/// OPENCL.
THRONG_API throng_status throng_opencl_context_create(const throng_context_def *def,
                                                      const throng_opencl_host *host,
                                                      throng_context **context);

/// Does throng_influence_set_objects() from a buffer of throng_influence_object.
/// The first object is at `offset`, the next one `stride` bytes further. Waits until the objects have been
/// checked, so mistakes in them are errors of this call. Moving objects is cheaper.
/// Errors: as throng_influence_set_objects(); UNSUPPORTED.
THRONG_API throng_status throng_influence_set_objects_cl(throng_influence *map, int32_t layer, int32_t first,
                                                         int32_t count, cl_mem objects, size_t offset,
                                                         size_t stride, cl_uint wait_count,
                                                         const cl_event *waits, cl_event *event);

/// Does throng_influence_move_objects() from buffers of float pairs. `velocities` may be NULL.
/// Does not wait, so the values are checked on the device alone. An object whose new position or direction is
/// not finite or out of range keeps both. On a map with walls, an object that was moved off the map or into a
/// wall adds nothing while it is there.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
THRONG_API throng_status throng_influence_move_objects_cl(throng_influence *map, int32_t layer, int32_t first,
                                                          int32_t count, cl_mem positions,
                                                          size_t position_offset, size_t position_stride,
                                                          cl_mem velocities, size_t velocity_offset,
                                                          size_t velocity_stride, cl_uint wait_count,
                                                          const cl_event *waits, cl_event *event);

/// Does throng_influence_read() into a buffer. Does not wait.
/// The region's first row goes to `offset`, the next one `row_stride` bytes further.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
THRONG_API throng_status throng_influence_read_cl(throng_influence *map, int32_t layer,
                                                  const throng_region *region, cl_mem values, size_t offset,
                                                  size_t row_stride, cl_uint wait_count,
                                                  const cl_event *waits, cl_event *event);

/// Gets the map's own buffer of a layer or of THRONG_LAYER_COMBINED, for the program's kernels to read.
/// They must run on the same queue and must not write it. It holds floats, the first one at *offset, and rows
/// are *row_stride bytes apart. It belongs to the map, and stays the same until the map is destroyed or
/// reset, or an update in slices becomes whole: in throng_influence_update_some(),
/// throng_influence_update_part(), or a call that finishes one. Ask again then.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, LOST.
THRONG_API throng_status throng_influence_buffer(throng_influence *map, int32_t layer, cl_mem *buffer,
                                                 size_t *offset, size_t *row_stride);

/// Does throng_potential_read() into a buffer of throng_force. Does not wait.
/// The first result goes to `offset`, the next one `stride` bytes further. The points must have been there at
/// the last update.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
THRONG_API throng_status throng_potential_read_cl(throng_potential *field, int32_t first, int32_t count,
                                                  cl_mem forces, size_t offset, size_t stride,
                                                  cl_uint wait_count, const cl_event *waits, cl_event *event);

/// Does throng_flow_sample() for points in a buffer of throng_flow_point, into one of throng_flow_vector.
/// The first point is at `offset`, the next one `stride` bytes further; results likewise. Waits for the last
/// update, not for the samples, so the points are checked on the device alone: one whose position, world or
/// field is out of range gets (0, 0) and the length -1. The buffers must not overlap.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; OUT_OF_MEMORY and BUILD_FAILED where keys have to
/// double.
THRONG_API throng_status throng_flow_sample_cl(throng_flow *flow, throng_flow_sampling sampling,
                                               int32_t count, cl_mem points, size_t offset, size_t stride,
                                               cl_mem vectors, size_t vector_offset, size_t vector_stride,
                                               cl_uint wait_count, const cl_event *waits, cl_event *event);

/// Does throng_crowd_get() into a buffer. Does not wait.
/// The first agent's value goes to `offset`, the next one `stride` bytes further. MAX_NEIGHBORS, LOCKED,
/// FLAGS, FLOW_FIELD, ID and the doubles are not available, as devices store them in another form. Positions
/// and goals are relative to the crowd's home, see throng_crowd_info.home_x.
/// Errors: as throng_crowd_get(); UNSUPPORTED.
THRONG_API throng_status throng_crowd_get_cl(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                             const throng_agent *agents, size_t agent_stride, cl_mem values,
                                             size_t offset, size_t stride, cl_uint wait_count,
                                             const cl_event *waits, cl_event *event);

/// Does throng_crowd_find_nearest() from a buffer of throng_crowd_query, into buffers. Does not wait.
/// The first query is at `offset` of `queries`, the next one `stride` bytes further. The hits of query i
/// begin i * capacity hits behind `hits_offset`, and its number of hits is i * 4 bytes behind `found_offset`.
/// In hits the generation of agents is 0: the index tells which agent it is. Queries are checked on the
/// device alone: one that is out of range finds nobody; of `except` only the index counts, unless its
/// generation is even. Points are relative to the crowd's home, see throng_crowd_info.home_x.
/// Errors: as throng_crowd_find_nearest(); UNSUPPORTED.
THRONG_API throng_status throng_crowd_find_nearest_cl(throng_crowd *crowd, int32_t count, cl_mem queries,
                                                      size_t offset, size_t stride, int32_t capacity,
                                                      cl_mem hits, size_t hits_offset, cl_mem found,
                                                      size_t found_offset, cl_uint wait_count,
                                                      const cl_event *waits, cl_event *event);

/// Does throng_crowd_find_within() from a buffer into buffers, as throng_crowd_find_nearest_cl() does.
/// `hits` may be NULL if `capacity` is 0.
/// Errors: as throng_crowd_find_nearest_cl().
THRONG_API throng_status throng_crowd_find_within_cl(throng_crowd *crowd, int32_t count, cl_mem queries,
                                                     size_t offset, size_t stride, int32_t capacity,
                                                     cl_mem hits, size_t hits_offset, cl_mem found,
                                                     size_t found_offset, cl_uint wait_count,
                                                     const cl_event *waits, cl_event *event);

#ifdef __cplusplus
}
#endif

#endif
