/* Flow fields of a world: over a map that no part holds as a whole. The conventions of throng.h and of
 * world.h hold.
 *
 * The map is cut into tiles, one for each part, which has a throng_flow over its tile and a margin around it.
 * Parts tell each other the exact lengths of paths at their borders until none changes any more. Lengths and
 * directions are then those of one throng_flow over the whole map, to the last bit, whatever the parts,
 * instruction sets and devices are. A crowd of the world that follows such a flow is cut as its tiles are:
 * see throng_world_crowd_def.flow. */
#ifndef THRONG_WORLD_FLOW_H
#define THRONG_WORLD_FLOW_H

#include "flow_seeds.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most columns, and most rows of a map of a world. Its number of cells may be beyond 32 bits.
#define THRONG_MAX_WORLD_SIDE 1000000000

/// Least margin around a tile, in cells.
#define THRONG_MIN_WORLD_MARGIN 4
/// Largest margin around a tile, in cells.
#define THRONG_MAX_WORLD_MARGIN 4096

/// Definition of a flow of a world.
typedef struct throng_world_flow_def {
    /// Grid, fields, goals, classes, costs and backend of the flows of all parts, and what is done in cells
    /// that are not reached. `terrain`, `seed_capacity`, `first_column` and `first_row` are left as they are
    /// by default. `goal_capacity` holds for the goals in each tile.
    throng_flow_def flow;

    /// Columns and rows of the whole map. Each part's tile with its margin has at most THRONG_MAX_SIDE of
    /// either and THRONG_MAX_FLOW_COSTS cells. Range: 1 to THRONG_MAX_WORLD_SIDE. Must be set.
    int32_t width, height;

    /// Cells around a tile whose lengths its part has, too. Agents of a crowd may be half a skin beyond the
    /// tile of their part, so a wide margin permits a wide skin. Range: THRONG_MIN_WORLD_MARGIN to
    /// THRONG_MAX_WORLD_MARGIN. Default: 16.
    int32_t margin;

    /// Set by the default function.
    uint32_t cookie;
} throng_world_flow_def;

/// Default definition of a flow of a world; `width` and `height` are to be set.
THRONG_API throng_world_flow_def throng_world_flow_default_def(void);

/// Creates a flow whose cells are all free, of cost 1, and whose fields have no goals. Tiles are made as
/// throng_world_def.cut has it, by halving the number of parts and the longer side. Each has a cell at least,
/// on hexagons two rows.
/// Errors: those of throng_flow_create(), INVALID_ARGUMENT (definitions that differ between processes; a map
/// with too few cells for all parts, or too many), LOST.
THRONG_API throng_status throng_world_flow_create(throng_world *world, const throng_world_flow_def *def,
                                                  throng_world_flow **flow);

/// Destroys a flow. Local, but no process should leave while others still call. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a flow of a world, if a crowd follows it, or if a flow of a part is
/// still used.
THRONG_API throng_status throng_world_flow_destroy(throng_world_flow *flow);

/* ---------------------------------------------------------------- the map --------------------------- */

/// Sets cells of the map from bytes, row by row: 0 is free, any other value blocked. Local: takes those in
/// the tiles of this process, and leaves out all others, so that processes may each give their own tiles, or
/// all of them the same region. `region` NULL: the whole map. `row_stride` is in bytes. The next update takes
/// them in.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_flow_set_blocked(throng_world_flow *flow, const throng_region *region,
                                                       const uint8_t *blocked, size_t row_stride);

/// Sets the costs of cells, as throng_flow_set_costs(). Local, as throng_world_flow_set_blocked().
/// Errors: INVALID_ARGUMENT, CAPACITY (the sum of the costs of a tile: at most THRONG_MAX_FLOW_COSTS). No
/// cost is changed then. The sum with those of the margin is looked at by the next update.
THRONG_API throng_status throng_world_flow_set_costs(throng_world_flow *flow, const throng_region *region,
                                                     const uint8_t *costs, size_t row_stride);

/// Replaces the goals of a field by those that all processes give, each some of them or none. Cells are of
/// the whole map. A cell that is blocked during an update is no goal until an update finds it free.
/// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index; a field that differs), CAPACITY,
/// OUT_OF_MEMORY, LOST, OPENCL. The goals stay as they were, but for OPENCL.
THRONG_API throng_status throng_world_flow_set_goals(throng_world_flow *flow, int32_t field, int32_t count,
                                                     const throng_cell *cells, size_t stride);

/// Updates the fields whose goals were set since the last update, or all fields if cells or costs changed on
/// any process. Allocates where more is exchanged than ever before.
/// Errors: those of throng_flow_update(); CAPACITY if the costs of a tile and its margin add up to more than
/// THRONG_MAX_FLOW_COSTS, or if a path is longer than about 500,000,000 cells, with
/// costs or for classes above half a cell 250,000,000, less what one tile can add; with NEAREST also if
/// about 30,000,000 blocked cells are between a cell and each that is reached. Calls that read fail then
/// until an update succeeds.
/// LOST: an error of a device has lost the flow of a part, see throng_flow_info.lost. No update succeeds from
/// then on, and steps lose the crowds that follow the flow. Destroy these crowds and the flow.
THRONG_API throng_status throng_world_flow_update(throng_world_flow *flow);

/* ---------------------------------------------------------------- reading --------------------------- */

/// The part of a flow that a part of this process has.
typedef struct throng_world_flow_part {
    /// Its tile, and the tile with what is around it: margin, and the reach of clearances. Both on the map.
    throng_region tile, window;

    /// The flow of the window, with the lengths of the whole map in the tile and its margin. To be read and
    /// sampled, and for the crowd of the part: its points are those of the whole map, its cells begin with
    /// those of the window. Goals, seeds, costs and terrain are the world's.
    throng_flow *flow;
} throng_world_flow_part;

/// Gets the part of a flow that a part of this process has. Local. `part` counts the parts of this process.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_flow_get_part(throng_world_flow *flow, int32_t part,
                                                    throng_world_flow_part *info);

/// Copies path lengths as throng_flow_read_lengths(), of a region of a part's tile. Local. `part` counts the
/// parts of this process; `region` is of the whole map, NULL: the tile. `field` is 0 to fields * classes - 1.
/// Errors: as throng_flow_read_lengths(); LOST if the last update failed.
THRONG_API throng_status throng_world_flow_read_lengths(throng_world_flow *flow, int32_t part, int32_t field,
                                                        const throng_region *region, float *lengths,
                                                        size_t row_stride);

/// Copies directions as throng_flow_read_directions(). Otherwise as throng_world_flow_read_lengths().
THRONG_API throng_status throng_world_flow_read_directions(throng_world_flow *flow, int32_t part,
                                                           int32_t field, const throng_region *region,
                                                           throng_flow_direction *directions,
                                                           size_t row_stride);

/// Samples the flow as throng_flow_sample(), at points of any process anywhere on the map. `agents` are the
/// points, `stride` is theirs, and `ways` receives `count` results, packed. Positions count from the upper
/// left corner of the whole map.
/// Errors: as throng_flow_sample(); LOST if the last update failed.
THRONG_API throng_status throng_world_flow_sample(throng_world_flow *flow, throng_flow_sampling sampling,
                                                  int32_t count, const throng_flow_point *agents,
                                                  size_t stride, throng_flow_vector *ways);

/// Facts about a flow of a world.
typedef struct throng_world_flow_info {
    /// Cells of the whole map.
    uint64_t cells;

    /// Updates that succeeded and had something to do, and rounds of lengths that were exchanged in them.
    uint64_t updates, rounds;

    /// Bytes that this process has sent to others in them.
    uint64_t bytes_sent;

    /// Time of this process in updates, in seconds; of that with messages and waiting for other processes.
    double update_seconds, exchange_seconds;
} throng_world_flow_info;

/// Gets facts about a flow of a world. Local. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_flow_get_info(throng_world_flow *flow, throng_world_flow_info *info);

#ifdef __cplusplus
}
#endif

#endif
