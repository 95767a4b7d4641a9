/* OpenCL interoperation: contexts on the program's own OpenCL device and queue, objects read from its
 * buffers, results written into them. The conventions of throng.h hold, and everything in throng.h works on
 * such contexts too.
 *
 * - Work is enqueued on the context's queue, in order, and not awaited unless a comment says so. Where
 *   events of another queue are waited for, the program flushes that queue.
 * - A call takes a wait list as OpenCL's own calls do: `wait_count` events in `waits` must complete before
 *   its work begins. 0 and NULL: none. They must not depend on what the calling thread does later: uploads
 *   of this and of later calls go through staging memory, which is waited for once it is used up.
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

    /// Queue of that context and device. If it executes in order, all work is enqueued on it. If it may
    /// execute out of order, throng creates a queue of its own on that context and device, in order: wait
    /// lists and events are then what orders its work and the program's. Profiling must be enabled for
    /// kernel_seconds of the info structs.
    cl_command_queue queue;
} throng_opencl_host;

/// Creates a context on the program's device; all objects made on it live there, but for terrain, routes and
/// flows whose def names the CPU.
/// `def` is as for throng_context_create() and may be NULL. Its backend must not be THRONG_BACKEND_CPU, and
/// its device is ignored. throng retains the OpenCL context, and the queue if it works on it, until
/// throng_context_destroy(). The device is probed, which waits for the queue.
/// Errors: INVALID_ARGUMENT (as throng_context_create(); a queue of another context or device), NO_DEVICE
/// (older than OpenCL 1.2), INEXACT_DEVICE, OUT_OF_MEMORY, BUILD_FAILED, OPENCL.
THRONG_API throng_status throng_opencl_context_create(const throng_context_def *def,
                                                      const throng_opencl_host *host,
                                                      throng_context **context);

/// What throng_opencl_build() builds kernels for. A NULL: nothing of that kind.
typedef struct throng_opencl_build_def {
    /// Definition of an influence map that will be created.
    const throng_influence_def *influence;

    /// Definition of a flow.
    const throng_flow_def *flow;

    /// Definition of a measure.
    const throng_measure_def *measure;

    /// Definition of a potential field.
    const throng_potential_def *potential;

    /// Definition of a tracer.
    const throng_trace_def *trace;

    /// Definition of a crowd.
    const throng_crowd_def *crowd;

    /// Called by the calling thread before each part, and once at the end, with `done` of `total` parts
    /// finished. It must not call throng. Default: NULL (none).
    void (*progress)(void *user, int32_t done, int32_t total);

    /// Passed to `progress`. Default: NULL.
    void *user;

    /// Set by the default function.
    uint32_t cookie;
} throng_opencl_build_def;

/// Default definition: nothing to build.
THRONG_API throng_opencl_build_def throng_opencl_default_build_def(void);

/// Builds all kernels that objects of these definitions may need, at creation and later.
/// For a level's load: objects of these definitions, or of others that differ in sizes and capacities
/// alone, then build nothing when they are created, get their first walls, or answer their first query. For
/// a definition that would be placed on the CPU there is nothing to build. Works on any context with an
/// open device. The kernels stay with the context, and in its cache folder for the next run. Some drivers,
/// PoCL's among them, compile a kernel only when it first runs. While it runs it needs the memory of one
/// such map and flow.
/// Errors: INVALID_ARGUMENT (as the create functions), NO_DEVICE, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
THRONG_API throng_status throng_opencl_build(throng_context *context, const throng_opencl_build_def *def);

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
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; the first time OUT_OF_MEMORY, BUILD_FAILED.
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

/// Does throng_influence_best_of_regions() from a buffer of throng_region, into one of throng_best.
/// The first region is at `offset`, the next one `stride` bytes further; results likewise. Does not wait, so
/// regions are checked on the device alone: the result of one that is not on the map is column -1, row -1 and
/// value 0. The buffers must not overlap.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; when a map gets its first query, OUT_OF_MEMORY and
/// BUILD_FAILED.
THRONG_API throng_status throng_influence_best_of_regions_cl(throng_influence *map, int32_t layer,
                                                             throng_extreme which, int32_t count,
                                                             cl_mem regions, size_t offset, size_t stride,
                                                             cl_mem results, size_t results_offset,
                                                             size_t results_stride, cl_uint wait_count,
                                                             const cl_event *waits, cl_event *event);

/// Does throng_influence_best_of_neighbors() from a buffer of throng_cell, into one of throng_best, as
/// throng_influence_best_of_regions_cl() does.
/// Errors: as throng_influence_best_of_regions_cl().
THRONG_API throng_status throng_influence_best_of_neighbors_cl(
    throng_influence *map, int32_t layer, throng_extreme which, int32_t own_too, int32_t count, cl_mem cells,
    size_t offset, size_t stride, cl_mem results, size_t results_offset, size_t results_stride,
    cl_uint wait_count, const cl_event *waits, cl_event *event);

/// Does throng_influence_sample() from a buffer of throng_point, into one of throng_sample, as
/// throng_influence_best_of_regions_cl() does. A point that is out of range gets zeros.
/// Errors: as throng_influence_best_of_regions_cl().
THRONG_API throng_status throng_influence_sample_cl(throng_influence *map, int32_t layer, int32_t count,
                                                    cl_mem points, size_t offset, size_t stride,
                                                    cl_mem samples, size_t samples_offset,
                                                    size_t samples_stride, cl_uint wait_count,
                                                    const cl_event *waits, cl_event *event);

/// Gets the map's own buffer of a layer or of THRONG_LAYER_COMBINED, for the program's kernels to read.
/// They must run on the queue that throng works on, or wait for an event of it, and must not write it. It
/// holds floats, the first one at *offset, and rows are *row_stride bytes apart. It belongs to the map, and
/// stays the same until the map is destroyed or reset, or an update in slices becomes whole: in
/// throng_influence_update_some(), throng_influence_update_part(), or a call that finishes one. Ask again
/// then.
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

/// Does throng_trace_set_starts() from a buffer of throng_trace_start. Does not wait.
/// The first start is at `offset`, the next one `stride` bytes further. Starts are checked on the device
/// alone: the path of one that is out of range ends as THRONG_TRACE_INVALID at (0, 0).
/// Errors: INVALID_ARGUMENT, CAPACITY, UNSUPPORTED, OPENCL, LOST; at the first call, OUT_OF_MEMORY and
/// BUILD_FAILED.
THRONG_API throng_status throng_trace_set_starts_cl(throng_trace *trace, int32_t first, int32_t count,
                                                    cl_mem starts, size_t offset, size_t stride,
                                                    cl_uint wait_count, const cl_event *waits,
                                                    cl_event *event);

/// Does throng_trace_read() into a buffer of throng_trace_result. Does not wait.
/// The first result goes to `offset`, the next one `stride` bytes further. The starts must have been there at
/// the last update.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
THRONG_API throng_status throng_trace_read_cl(throng_trace *trace, int32_t first, int32_t count,
                                              cl_mem results, size_t offset, size_t stride,
                                              cl_uint wait_count, const cl_event *waits, cl_event *event);

/// Does throng_trace_read_points() into a buffer of throng_trace_point. Does not wait.
/// The first path's points go to `offset`, those of the next one `stride` bytes further. The starts must have
/// been there at the last update.
/// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
THRONG_API throng_status throng_trace_read_points_cl(throng_trace *trace, int32_t path, int32_t paths,
                                                     int32_t first, int32_t count, cl_mem points,
                                                     size_t offset, size_t stride, cl_uint wait_count,
                                                     const cl_event *waits, cl_event *event);

/// Does throng_crowd_get() into a buffer. Waits as throng_crowd_set_cl() does.
/// The first agent's value goes to `offset`, the next one `stride` bytes further. MAX_NEIGHBORS, LOCKED,
/// FLAGS, FLOW_FIELD, NAVIGATION, VISION_ANGLE, ID and the doubles are not available, as devices store them
/// in another form. Positions and goals are relative to the crowd's home, see throng_crowd_info.home_x.
/// Errors: as throng_crowd_get(); UNSUPPORTED.
THRONG_API throng_status throng_crowd_get_cl(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                             const throng_agent *agents, size_t agent_stride, cl_mem values,
                                             size_t offset, size_t stride, cl_uint wait_count,
                                             const cl_event *waits, cl_event *event);

/// Does throng_crowd_set() from a buffer of float pairs. Does not wait, but for earlier uploads where agents
/// are named; and for `waits` if it is for more than 12,288 agents and changes the navigation of some.
/// `what` is POSITION, VELOCITY, PREFERRED_VELOCITY, GOAL or TARGET. The first agent's pair is at `offset`,
/// the next one `stride` bytes further. Positions and goals are relative to the crowd's home, see
/// throng_crowd_info.home_x. Values are checked on the device alone: an agent whose pair is not finite or
/// out of range keeps its own value; PREFERRED_VELOCITY and GOAL change its navigation all the same. A
/// velocity that is kept as a goal is rounded, as goals are relative to the home, and so is the reverse.
/// Errors: as throng_crowd_set() but for values; UNSUPPORTED; the first time BUILD_FAILED.
THRONG_API throng_status throng_crowd_set_cl(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                             const throng_agent *agents, size_t agent_stride, cl_mem values,
                                             size_t offset, size_t stride, cl_uint wait_count,
                                             const cl_event *waits, cl_event *event);

/// Does throng_crowd_find_nearest() from a buffer of throng_crowd_query, into buffers. Does not wait.
/// The first query is at `offset` of `queries`, the next one `stride` bytes further. The hits of query i
/// begin i * capacity hits behind `hits_offset`, and its number of hits is i * 4 bytes behind `found_offset`.
/// In hits the generation of agents is 0: the index tells which agent it is. Queries are checked on the
/// device alone: one that is out of range finds nobody; of `except` only the index counts, unless its
/// generation is even. Points are relative to the crowd's home, see throng_crowd_info.home_x. Kernels read
/// what they have written to `hits`, which must not be CL_MEM_WRITE_ONLY.
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
