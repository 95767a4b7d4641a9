/* Traced paths: paths that follow the force of a potential field to a goal. The conventions of throng.h hold.
 *
 * Source: Yu, Li, Wang, Zhao 2014, "Interactive Path-planning Method Based on Artificial Potential Field in
 * Game Scenarios", section 2. From a start, a path takes steps of one length (its speed) along the force of
 * potential.h, until its goal is at most one step away; the last step leads there and may be shorter. Many
 * paths are traced at once, each to its own goal, which alone attracts it.
 *
 * A path is in a trap if there is no force, if the next step would meet a wall, or if the path returns. With
 * steps counted from the start or the last escape, it returns if
 * - at step 32, 64, 96, ... it is within two step lengths of its place 32 steps before, or
 * - it is within half a step length of its place at the last step whose number is a power of two from 32 on,
 *   and that was 32 or more steps ago.
 *
 * With terrain, no step touches the inside of a blocked cell, however long it is, and none goes between two
 * cells that meet in a corner if one of the other two cells at that corner is blocked.
 *
 * The damage of a path is the sum over its steps of length / speed times the damage at the step's end
 * (throng_force.damage); it is 0 unless the field computes damage. */
#ifndef THRONG_TRACE_H
#define THRONG_TRACE_H

#include "flow.h"
#include "potential.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a path ended.
typedef int32_t throng_trace_status;
enum {
    /// It reached its goal.
    THRONG_TRACE_REACHED = 0,
    /// It is in a trap and has no escape left.
    THRONG_TRACE_STUCK = 1,
    /// It took max_steps steps.
    THRONG_TRACE_STEP_LIMIT = 2,
    /// The next step would leave the map.
    THRONG_TRACE_OUTSIDE = 3,
    /// It was to escape by a flow that does not lead to a goal from there.
    THRONG_TRACE_UNREACHABLE = 4,
    /// It took no step: start or goal are in a wall or off the map, the goal does not exist in the start's
    /// world, or the speed is below 2^-18 of one of their coordinates.
    THRONG_TRACE_INVALID = 5
};

/// Name of a status: "reached", "stuck", "step-limit", "outside", "unreachable" or "invalid".
/// Returns NULL for any other number.
THRONG_API const char *throng_trace_status_name(throng_trace_status status);

/// What a path does in a trap.
typedef int32_t throng_escape;
enum {
    /// It ends as STUCK.
    THRONG_ESCAPE_NONE = 0,
    /// It follows a flow field from cell to cell, in steps of at most its speed. It returns to the force when
    /// the potential is lower than anywhere between its last escape and this one, but not before 4 steps; at
    /// each further escape twice as many. If the flow leads to the goal, the path gets there, given enough
    /// steps.
    THRONG_ESCAPE_FLOW = 1,
    /// It raises a hill in the trap that repels only this path, half a step to one side of it, the next time
    /// to the other. Within r of its top the force is F = p * (1 - rho/r) away from it, p being twice the
    /// pull of the goal in the trap. r is hill_range, or twice the r of the widest older hill that the trap
    /// is on. A step that would meet a wall or the map's edge goes along it, left, right, up or down, if that
    /// is free. Hills are removed when the goal is nearer than 3/4 of its least distance in a trap, or when a
    /// wall was between an earlier trap and the goal and none is in the present one. A path is stuck if it
    /// needs more than 8 hills at a time, or one more after 64 escapes, of which some may only have removed
    /// hills. Needs no terrain; success is not guaranteed.
    THRONG_ESCAPE_HILLS = 2
};

/// A tracer of paths; see the top of this header.
typedef struct throng_trace throng_trace;

/// Definition of a tracer.
typedef struct throng_trace_def {
    /// Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.
    /// Must be set.
    throng_potential *field;

    /// Most starts. Range: 0 to 2^24. Default: 1024.
    int32_t start_capacity;

    /// Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000.
    int32_t max_steps;

    /// If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,
    /// only results can be read. Default: 1.
    int32_t keep_points;

    /// What paths do in traps. Default: NONE.
    throng_escape escape;

    /// Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.
    /// Otherwise unused. Default: NULL.
    throng_flow *flow;

    /// Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4.
    float hill_range;

    /// Set by the default function.
    uint32_t cookie;
} throng_trace_def;

/// Start of a path.
typedef struct throng_trace_start {
    /// Position, in world units.
    float x, y;

    /// Length of a step in world units, which is also the distance per unit of time. Range: 1e-12 to 1e9.
    float speed;

    /// Index of a goal in the field.
    int32_t goal;

    /// World of the path. Range: 0 to worlds-1 of the field.
    int32_t world;

    /// Field of the flow that leads to the goal, for THRONG_ESCAPE_FLOW. Range: 0 to fields-1 of the flow.
    int32_t flow_field;
} throng_trace_start;

/// Result of a path.
typedef struct throng_trace_result {
    /// How it ended.
    throng_trace_status status;

    /// Number of steps; the path has steps + 1 points.
    int32_t steps;

    /// Sum of the lengths of all steps, in world units.
    float length;

    /// Damage; see the top of this header. It may be negative if the measure is. At most the largest float.
    float damage;

    /// Position where it ended.
    float x, y;

    /// Number of escapes.
    int32_t escapes;
} throng_trace_result;

/// A point of a path.
typedef struct throng_trace_point {
    /// Position, in world units.
    float x, y;
} throng_trace_point;

/// Default definition of a tracer; `field` is to be set.
THRONG_API throng_trace_def throng_trace_default_def(void);

/// Creates a tracer without starts, on the field's backend. Destroy it before its field and its flow.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
THRONG_API throng_status throng_trace_create(throng_context *context, const throng_trace_def *def,
                                             throng_trace **trace);

/// Destroys a tracer. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a tracer or is still used by a readback.
THRONG_API throng_status throng_trace_destroy(throng_trace *trace);

/// Replaces starts first to first+count-1, and adds those past the end.
/// `first` must not exceed the present count.
/// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
/// OPENCL.
THRONG_API throng_status throng_trace_set_starts(throng_trace *trace, int32_t first, int32_t count,
                                                 const throng_trace_start *starts, size_t stride);

/// Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_trace_truncate_starts(throng_trace *trace, int32_t count);

/// Updates the flow and traces all paths through the field as it was set last.
/// throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
/// enqueued and not awaited, except for an update of the flow.
/// Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
/// OUT_OF_MEMORY.
THRONG_API throng_status throng_trace_update(throng_trace *trace);

/// Copies the results of the last update for paths first to first+count-1.
/// Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
/// depend on.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_trace_read(throng_trace *trace, int32_t first, int32_t count,
                                           throng_trace_result *results, size_t stride);

/// Copies points first to first+count-1 of each of the paths path to path+paths-1 of the last update.
/// Point 0 is the start. Points after a path's last one are undefined. Starts that were added since then get
/// zeros. `stride` is in bytes from path to path.
/// Errors: INVALID_ARGUMENT (no such paths or points; points are not kept), LOST, OPENCL.
THRONG_API throng_status throng_trace_read_points(throng_trace *trace, int32_t path, int32_t paths,
                                                  int32_t first, int32_t count, throng_trace_point *points,
                                                  size_t stride);

/// Removes all starts; brings a lost tracer back.
/// If the call fails, the tracer is lost and the call may be repeated.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
THRONG_API throng_status throng_trace_reset(throng_trace *trace);

/// Facts about a tracer.
typedef struct throng_trace_info {
    /// Backend that the tracer lives on.
    throng_backend backend;

    /// Present number of starts.
    int32_t starts;

    /// 1 if the device failed and the tracer is lost; throng_trace_reset() brings it back.
    int32_t lost;

    /// 0.
    int32_t reserved;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory on the device, in bytes.
    uint64_t device_bytes;

    /// Time of the device's kernels in the last update. 0 unless the context profiles.
    double kernel_seconds;
} throng_trace_info;

/// Gets facts about a tracer. Waits for the last update if the context profiles.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_trace_get_info(throng_trace *trace, throng_trace_info *info);

#ifdef __cplusplus
}
#endif

#endif
