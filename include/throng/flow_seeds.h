/* Flows whose paths begin with a length: parts of a larger map, whose paths go on beyond them. The
 * conventions of throng.h hold.
 *
 * A seed is a cell from which a path of a known length leads to a goal. A field has the shortest of all paths
 * to its goals and over its seeds. Lengths are exact, as all lengths of a flow: with the lengths that cells
 * at the border have in the neighbouring part, a part has the lengths of one flow over the whole map. Worlds
 * do that: see world_flow.h. */
#ifndef THRONG_FLOW_SEEDS_H
#define THRONG_FLOW_SEEDS_H

#include "flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The exact length of a path: (straight + diagonal * sqrt(2)) / 2 cells. Both are even but with costs and
/// for classes above half a cell; `diagonal` is 0 but on SQUARE8.
typedef struct throng_flow_length {
    /// Halves of straight and of diagonal steps. -1: there is no path.
    int32_t straight, diagonal;
} throng_flow_length;

/// A cell from which a path leads to a goal.
typedef struct throng_flow_seed {
    /// The cell, as those of throng_flow_set_goals().
    throng_cell cell;

    /// Length of the path. No part of it is below 0. Half of `straight` plus `diagonal`, and the number of
    /// cells in a world of the terrain, are at most 543,339,720 together; with costs or for classes above
    /// half a cell all of that sum, and twice the sum of the costs of the world.
    throng_flow_length length;
} throng_flow_seed;

/// Replaces the seeds of a field of a class by these. `count` 0: none.
/// `field` is 0 to fields * classes - 1; see throng_flow_field_for(). Of several seeds of a cell the shortest
/// counts. A seed that is blocked during an update is none until an update finds it free. The next update
/// computes the field anew, in all classes. The direction of a seed from which no path on this terrain is as
/// short is THRONG_FLOW_GOAL.
/// Errors: INVALID_ARGUMENT (a cell off the map, a length out of range: the message has the index), CAPACITY
/// (more than seed_capacity; a seed that is too long), LOST, OPENCL.
THRONG_API throng_status throng_flow_set_seeds(throng_flow *flow, int32_t field, int32_t count,
                                               const throng_flow_seed *seeds, size_t stride);

/// Adds seeds to those that a field of a class has. Where nothing else changed, the next update costs what
/// paths they shorten. A cell that has a seed keeps the shorter one, and takes no more of the capacity.
/// Errors: as throng_flow_set_seeds().
THRONG_API throng_status throng_flow_add_seeds(throng_flow *flow, int32_t field, int32_t count,
                                               const throng_flow_seed *seeds, size_t stride);

/// Copies the exact path lengths of a region as of the last update, row by row. `region` NULL: all cells.
/// `field` is 0 to fields * classes - 1. `row_stride` must be a multiple of 4.
/// Errors: as throng_flow_read_lengths().
THRONG_API throng_status throng_flow_read_exact_lengths(throng_flow *flow, int32_t field,
                                                        const throng_region *region,
                                                        throng_flow_length *lengths, size_t row_stride);

#ifdef __cplusplus
}
#endif

#endif
