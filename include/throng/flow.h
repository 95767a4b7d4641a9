/* Flow fields: many agents on their way to one goal, or to the nearest of several. The conventions of
 * throng.h hold.
 *
 * A field holds for every cell of a terrain the exact length of the shortest path to the nearest of its goal
 * cells (an integration field), and with it the step that leads there (a flow field). One object holds many
 * fields, each with its own goals, and updates all of them in one call. Source: the idea is that of Treuille,
 * Cooper, Popovic 2006, "Continuum Crowds", and Emerson 2013, "Crowd Pathfinding and Steering Using Flow
 * Field Tiles"; lengths are exact here instead of those of the eikonal equation, and equal those of
 * throng_terrain_distances() bit by bit.
 *
 * Cells may have costs, and bodies of some radii may need clearance: each field is then kept once for each
 * class of radii, and fields of class k are those from k * fields on. */
#ifndef THRONG_FLOW_H
#define THRONG_FLOW_H

#include "dispatch.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fields of a flow.
#define THRONG_MAX_FLOW_FIELDS 65536

/// Most classes of radii of a flow.
#define THRONG_MAX_FLOW_CLEARANCES 8
/// Largest clearance, in cells.
#define THRONG_MAX_FLOW_REACH 16
/// Largest sum of the costs of a world's cells. Lengths of paths are then exact.
#define THRONG_MAX_FLOW_COSTS 271669859

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

/// What samples and crowds find in cells that are not reached: in blocked ones, in those where a body of the
/// class does not fit, and in those that no path joins with a goal.
typedef int32_t throng_flow_unreached;
enum {
    /// No direction: agents stand.
    THRONG_FLOW_UNREACHED_STAND = 0,
    /// The way to the nearest reached cell: the one with the shortest path on which a step over a blocked
    /// cell is as long as 8 over free ones (a step between the two kinds as 4.5). So agents leave a wall by
    /// the shortest way, and go to the thinnest wall before them if they are cut off. If a field reaches no
    /// cell of a world, agents stand. Doubles the memory of fields.
    THRONG_FLOW_UNREACHED_NEAREST = 1
};

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

    /// Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as
    /// much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most
    /// THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.
    int32_t clearance_count;

    /// Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from
    /// cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map,
    /// over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to
    /// half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body
    /// takes the first class that is at least as wide, and the widest one if none is. Goals of a class are
    /// those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells.
    float clearances[THRONG_MAX_FLOW_CLEARANCES];

    /// If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS
    /// cells in a world then. Range: 0, 1. Default: 0.
    int32_t costs;

    /// If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell,
    /// outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.
    int32_t slow_by_cost;

    /// What agents do in cells that are not reached. Default: STAND.
    throng_flow_unreached unreached;

    /// Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the
    /// terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.
    int32_t seed_capacity;

    /// Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
    /// crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
    /// cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
    /// of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
    int32_t first_column, first_row;

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
/// Errors: INVALID_ARGUMENT if it is not a flow or is still used by a tracer, a crowd or a readback.
THRONG_API throng_status throng_flow_destroy(throng_flow *flow);

/// Replaces the goals of a field by these cells. `count` 0: none.
/// A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
/// until an update finds it free.
/// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
/// device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
THRONG_API throng_status throng_flow_set_goals(throng_flow *flow, int32_t field, int32_t count,
                                               const throng_cell *cells, size_t stride);

/// Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
/// A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
/// time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
/// which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
/// Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
/// (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
THRONG_API throng_status throng_flow_set_costs(throng_flow *flow, const throng_region *region,
                                               const uint8_t *costs, size_t row_stride);

/// Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
/// sampling take.
/// `field` is 0 to fields-1, `radius` 0 to 1e9.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_flow_field_for(throng_flow *flow, int32_t field, float radius,
                                               int32_t *number);

/// Updates the fields whose goals were set since the last update, or all fields if the terrain or costs
/// changed.
/// Does nothing if none did. On a device the work is enqueued and not awaited; a call that reads a field
/// waits for it, and may have to enqueue the rest of it. So does the next update, if the flow has clearances,
/// costs or ways to reached cells, or if walls had changed before the last one. Allocates nothing, with one
/// exception: when a path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in
/// size; with costs or clearances 9,000 cells, each counted as often as it costs.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY, on a device BUILD_FAILED as well, if the keys
/// cannot double. Fields that are not up to date then lead nowhere until an update succeeds; on a device they
/// cannot be read, and the next update computes all fields anew.
THRONG_API throng_status throng_flow_update(throng_flow *flow);

/// Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
/// `field` is 0 to fields * classes - 1; see throng_flow_field_for().
/// A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
/// costs a and b are halves of whole numbers.
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

    /// Field to sample; see throng_flow_field_for(). Range: 0 to fields * classes - 1.
    int32_t field;
} throng_flow_point;

/// The flow at a point.
typedef struct throng_flow_vector {
    /// Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
    /// `unreached` is STAND.
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
    /// as beside walls, the direction is that to the centre of the next cell. For a class of more than half a
    /// cell all eight neighbours must be reached; the next half cell's length then leads the body's disc into
    /// no blocked cell.
    THRONG_FLOW_SAMPLE_SMOOTH = 1
};

/// Samples the flow at many points as of the last update.
/// A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
/// points, `stride` is theirs, and `ways` receives `count` results, packed.
/// Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
/// to double, OUT_OF_MEMORY and BUILD_FAILED.
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
