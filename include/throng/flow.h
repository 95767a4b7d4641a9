/* Flow fields: many agents on their way to one goal, or to the nearest of several. The conventions of
 * throng.h hold.
 *
 * A field holds for every cell of a terrain the exact length of the shortest path to the nearest of its goal
 * cells (an integration field), and with it the step that leads there (a flow field). One object holds many
 * fields, each with its own goals, and updates all of them in one call. Source: the idea is that of Treuille,
 * Cooper, Popovic 2006, "Continuum Crowds", and Emerson 2013, "Crowd Pathfinding and Steering Using Flow
 * Field Tiles"; lengths are exact here instead of those of the eikonal equation, and equal those of
 * throng_terrain_distances() bit by bit. */
#ifndef THRONG_FLOW_H
#define THRONG_FLOW_H

#include "dispatch.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fields of a flow.
#define THRONG_MAX_FLOW_FIELDS 65536

/// The step out of a cell: a direction of 0 to 7, or one of the values below.
/// Directions count clockwise: 0 right, 1 right and down, 2 down, 3 left and down, 4 left, 5 left and up,
/// 6 up, 7 right and up. SQUARE4 has only the even ones. HEX has all but 2 and 6; its 1, 3, 5 and 7 lead to
/// the rows below and above.
typedef uint8_t throng_flow_direction;
enum {
    /// The cell is a goal.
    THRONG_FLOW_GOAL = 8,
    /// The cell is blocked, or no path leads from it to a goal.
    THRONG_FLOW_NONE = 255
};

/// A set of flow fields; see the top of this header.
typedef struct throng_flow throng_flow;

/// Definition of a flow.
typedef struct throng_flow_def {
    /// Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must
    /// be set.
    throng_terrain *terrain;

    /// Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
    throng_grid grid;

    /// Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1.
    int32_t fields;

    /// Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1.
    int32_t goal_capacity;

    /// Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1.
    float cell_size;

    /// Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its
    /// potential field; a crowd is created where its flow is. Default: AUTO.
    throng_backend backend;

    /// Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only
    /// the automatic choice of the backend uses it. Default: INPUT.
    throng_residency residency;

    /// Set by the default function.
    uint32_t cookie;
} throng_flow_def;

/// Default definition of a flow; `terrain` is to be set.
THRONG_API throng_flow_def throng_flow_default_def(void);

/// Creates a flow whose fields have no goals. It lives on one backend from then on.
/// On SQUARE8 a field takes about 5 bytes per cell on large maps, more on small worlds.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (`backend` is OPENCL and the context has no device
/// open), BUILD_FAILED, OPENCL.
THRONG_API throng_status throng_flow_create(throng_context *context, const throng_flow_def *def,
                                            throng_flow **flow);

/// Reports which backend throng_flow_create() would choose for this def, and why.
/// Errors: INVALID_ARGUMENT, NO_DEVICE.
THRONG_API throng_status throng_flow_explain(throng_context *context, const throng_flow_def *def,
                                             throng_selection *choice);

/// Destroys a flow. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a flow or is still used by a tracer or a crowd.
THRONG_API throng_status throng_flow_destroy(throng_flow *flow);

/// Replaces the goals of a field by these cells. `count` 0: none.
/// A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
/// until an update finds it free.
/// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL.
THRONG_API throng_status throng_flow_set_goals(throng_flow *flow, int32_t field, int32_t count,
                                               const throng_cell *cells, size_t stride);

/// Updates the fields whose goals were set since the last update, or all fields if the terrain changed.
/// Does nothing if neither did. On a device the work is enqueued and not awaited; a call that reads a field
/// waits for it, and may have to enqueue the rest of it. Allocates nothing, with one exception: when a path
/// of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in size.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY if the keys cannot double (fields that are not up
/// to date then lead nowhere until an update succeeds).
THRONG_API throng_status throng_flow_update(throng_flow *flow);

/// Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
/// A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path.
/// `row_stride` must be a multiple of 4.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
/// OUT_OF_MEMORY and BUILD_FAILED.
THRONG_API throng_status throng_flow_read_lengths(throng_flow *flow, int32_t field,
                                                  const throng_region *region, float *lengths,
                                                  size_t row_stride);

/// Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
/// A direction is the first step of a shortest path, of several the one with the lowest number. Following
/// directions from cell to cell leads to a goal on a path of the cell's length.
/// Errors: as throng_flow_read_lengths().
THRONG_API throng_status throng_flow_read_directions(throng_flow *flow, int32_t field,
                                                     const throng_region *region,
                                                     throng_flow_direction *directions, size_t row_stride);

/// A point at which a field is sampled.
typedef struct throng_flow_point {
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells.
    float x, y;

    /// World of the point. Range: 0 to worlds-1.
    int32_t world;

    /// Field to sample. Range: 0 to fields-1.
    int32_t field;
} throng_flow_point;

/// The flow at a point.
typedef struct throng_flow_vector {
    /// Direction to go, a unit vector. (0, 0) in goals and if there is no path.
    float dx, dy;

    /// Length of the path from the point's cell, in cells. -1 in walls, off the map and if there is no path.
    float length;
} throng_flow_vector;

/// How the direction at a point is found.
/// Either way, on square grids, the next cell's length along the direction meets only free cells and cuts no
/// corner; on hexagonal grids the next half cell's with SMOOTH.
typedef int32_t throng_flow_sampling;
enum {
    /// The direction of the point's cell, the same for all points in it.
    THRONG_FLOW_SAMPLE_CELL = 0,
    /// A smooth direction: the directions of the nearest centres, interpolated bilinearly (on hexagonal grids
    /// linearly in a triangle). This is used where they agree (their weighted sum is at least half a cell
    /// long) and the field reaches all neighbouring cells on that side of the point's cell. Elsewhere, such
    /// as beside walls, the direction is that to the centre of the next cell.
    THRONG_FLOW_SAMPLE_SMOOTH = 1
};

/// Samples the flow at many points as of the last update.
/// A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
/// points, `stride` is theirs, and `ways` receives `count` results, packed.
/// Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device OUT_OF_MEMORY.
THRONG_API throng_status throng_flow_sample(throng_flow *flow, throng_flow_sampling sampling, int32_t count,
                                            const throng_flow_point *agents, size_t stride,
                                            throng_flow_vector *ways);

/// Removes all goals, so that the fields lead nowhere; brings a lost flow back.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
THRONG_API throng_status throng_flow_reset(throng_flow *flow);

/// Facts about a flow.
typedef struct throng_flow_info {
    /// Backend that the fields live on.
    throng_backend backend;

    /// 1 if the device failed and the flow is lost; throng_flow_reset() and new goals bring it back.
    int32_t lost;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory on the device, in bytes.
    uint64_t device_bytes;

    /// Time of the device's kernels since the last update began. 0 unless the context profiles.
    double kernel_seconds;
} throng_flow_info;

/// Gets facts about a flow. Waits for the last update if the context profiles.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_flow_get_info(throng_flow *flow, throng_flow_info *info);

#ifdef __cplusplus
}
#endif

#endif
