/* Influence maps: how strongly objects influence each cell of a grid. The conventions of throng.h hold.
 *
 * Source: Lu, Wang, Sha 2019, "A Dynamic Influence Map Model Based on Distance Adjustment"; numbers in
 * brackets are its equations. A map has layers. Each layer is the sum (7) of the influence of its objects,
 * added in ascending index, at each cell's centre:
 *   linear (1)       sign(I) * max(|I| - decay * d', 0)   where d' <= max_distance, else 0
 *   exponential (2)  I * decay ^ d'                       where d' <= max_distance, else 0
 *
 * d' is the adjusted distance (8), d' = d / (1 + alpha * cos(o, v)): v is the object's motion and o points
 * from the object to the cell. d' = d for an object at rest and where d = 0. Distances are in cells. What d
 * and o are depends on the map's propagation:
 *   Euclidean (3, 9, 10)     d is the straight distance; walls are ignored.
 *   path (4, 11, 12)         d is the length of the shortest path from the object's cell. o points from
 *                            there to the path's first cell; of several shortest paths the one counts whose
 *                            first cell is nearest to the direction of motion.
 *   adjacent (5, 6, 13, 14)  Influence spreads from cell to cell. A step along o, of length |o| = 1 or
 *                            sqrt(2), subtracts decay*|o| / (1 + alpha*cos(o, v)), or multiplies by
 *                            decay ^ (|o| / (1 + alpha*cos(o, v))). A cell holds the largest magnitude that
 *                            reaches it, if that is at least the threshold.
 *
 * The threshold is t = | |I| - decay*max_distance | (linear) or t = |I| * decay ^ max_distance
 * (exponential), less a slack for rounding: |I| * (1e-5 + 6e-8 * a * min(max_distance, |I| / decay)) with
 * a = 1 + alpha * (|v.x| + |v.y|) (linear), or t * (1e-5 + 5e-7 * max_distance) (exponential).
 *
 * With path and adjacent propagation the cell that contains an object stands for it (hexagonal: the cell of
 * the nearest centre), and blocked cells hold 0. An object whose cell becomes blocked later adds nothing
 * until the cell is free again or the object moves. */
#ifndef THRONG_INFLUENCE_H
#define THRONG_INFLUENCE_H

#include "dispatch.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How influence gets from an object to a cell.
typedef int32_t throng_propagation;
enum {
    /// Straight, through walls. SQUARE8 and SQUARE4 give the same values.
    THRONG_PROPAGATION_EUCLIDEAN = 0,
    /// Along shortest paths.
    THRONG_PROPAGATION_PATH = 1,
    /// From cell to neighbouring cell.
    THRONG_PROPAGATION_ADJACENT = 2
};

/// How influence falls with distance.
typedef int32_t throng_decay;
enum {
    /// Subtracts `decay` per cell (1).
    THRONG_DECAY_LINEAR = 0,
    /// Multiplies by `decay` per cell (2).
    THRONG_DECAY_EXPONENTIAL = 1
};

/// What happens to objects that are given in a blocked cell or off the map, with PATH and ADJACENT.
typedef int32_t throng_blocked_objects;
enum {
    /// The call is refused, and changes nothing.
    THRONG_BLOCKED_REFUSE = 0,
    /// They add nothing while they are there, as an object does whose cell becomes blocked later.
    THRONG_BLOCKED_IGNORE = 1
};

/// Most layers of a map.
#define THRONG_MAX_LAYERS 16
/// Most cells of a world with throng_influence_def.all_pairs.
#define THRONG_MAX_ALL_PAIRS 4096

/// An influence map; see the top of this header.
typedef struct throng_influence throng_influence;

/// Definition of an influence map.
typedef struct throng_influence_def {
    /// Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
    int32_t width;

    /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    /// even on a hexagonal grid with several worlds. Must be set.
    int32_t height;

    /// Number of independent worlds of width x height cells. Range: 1 or more. Default: 1.
    int32_t worlds;

    /// Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1.
    float cell_size;

    /// Shape of cells. Default: SQUARE8.
    throng_grid grid;

    /// How influence propagates. Default: EUCLIDEAN.
    throng_propagation propagation;

    /// Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and
    /// ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
    throng_terrain *terrain;

    /// If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for
    /// small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS
    /// cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
    int32_t all_pairs;

    /// Whether objects may be given in blocked cells and off the map. Objects that are moved out of a
    /// program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.
    /// Default: REFUSE.
    throng_blocked_objects blocked_objects;

    /// Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1.
    int32_t layers;

    /// Most objects of a layer. Range: 0 to 2^27. Default: 1024.
    int32_t object_capacity;

    /// Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the
    /// footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its
    /// budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.
    float typical_distance;

    /// Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of
    /// the backend uses it. Default: HOST.
    throng_residency residency;

    /// Set by the default function.
    uint32_t cookie;
} throng_influence_def;

/// An object that influences the cells around it.
typedef struct throng_influence_object {
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
    /// the map's def is IGNORE.
    float x, y;

    /// Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.
    float vx, vy;

    /// Influence I at the object, positive or negative. Range: -1e9 to 1e9.
    float influence;

    /// Decay per cell. Linear: 0 to 1e9. Exponential: above 0, to 1. With ADJACENT, linear decay must be
    /// above 0 and exponential decay below 1.
    float decay;

    /// Largest d', in cells. Range: 0 to 1e9.
    float max_distance;

    /// How strongly motion adjusts the distance (8). Range: 0 <= alpha < 1; values above 1 - 2^-20 act as
    /// 1 - 2^-20. Must be 0 if `offset` is not.
    float alpha;

    /// Moves the object along v by so many cells and treats it as at rest there. Range: 0 to 1e9. Must be 0
    /// if `alpha` is not. PATH and ADJACENT: it moves 1, 2, ... cells, and stops before a wall, the map's
    /// edge or a cut corner.
    float offset;

    /// How influence falls with distance.
    throng_decay decay_kind;

    /// World of the object. Range: 0 to worlds-1.
    int32_t world;
} throng_influence_object;

/// A cell and its value.
typedef struct throng_best {
    /// The cell; rows count over all worlds. -1 and -1: there is none.
    int32_t column, row;

    /// Value of the cell.
    float value;
} throng_best;

/// In place of a layer's number: the result of throng_influence_combine().
#define THRONG_LAYER_COMBINED (-1)

/// Default definition of a map; `width` and `height` are to be set.
THRONG_API throng_influence_def throng_influence_default_def(void);

/// Default object: at the origin of world 0, at rest, influence 1, linear decay 1/16, max_distance 16,
/// alpha 0, offset 0.
THRONG_API throng_influence_object throng_influence_default_object(void);

/// Creates a map whose layers have no objects and whose values are 0.
/// It lives on one backend from then on. With an automatic choice, a device that fails is replaced by the
/// CPU.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
THRONG_API throng_status throng_influence_create(throng_context *context, const throng_influence_def *def,
                                                 throng_influence **map);

/// Reports which backend throng_influence_create() would choose for this def at full capacity, and why.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_influence_explain(throng_context *context, const throng_influence_def *def,
                                                  throng_selection *choice);

/// Destroys a map. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a map or is still used by a readback.
THRONG_API throng_status throng_influence_destroy(throng_influence *map);

/// Replaces objects first to first+count-1 of a layer, and adds those past its end.
/// `first` must not exceed the present count.
/// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
/// OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
THRONG_API throng_status throng_influence_set_objects(throng_influence *map, int32_t layer, int32_t first,
                                                      int32_t count, const throng_influence_object *objects,
                                                      size_t stride);

/// Changes position and direction of existing objects; cheaper than setting them.
/// `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_influence_move_objects(throng_influence *map, int32_t layer, int32_t first,
                                                       int32_t count, const float *positions,
                                                       size_t position_stride, const float *velocities,
                                                       size_t velocity_stride);

/// Removes objects from the end of a layer, so that `count` are left.
/// `count` must not exceed the present count.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_influence_truncate_objects(throng_influence *map, int32_t layer,
                                                           int32_t count);

/// Number of objects of a layer. Returns 0 if the map or the layer does not exist.
THRONG_API int32_t throng_influence_object_count(const throng_influence *map, int32_t layer);

/// Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
/// Range: 0 <= m < 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
/// memory for its sums.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_influence_set_momentum(throng_influence *map, int32_t layer, float momentum);

/// Brings all layers up to date with their objects and the terrain.
/// The cost follows what changed: cells near objects that changed since the last update, before or after, are
/// summed again, and others stay as they are. After a failure the next call resumes with the layer that
/// failed. Work on a device is enqueued and not awaited.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_influence_update(throng_influence *map);

/// Brings one layer up to date, as throng_influence_update() does.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_influence_update_layer(throng_influence *map, int32_t layer);

/// Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
/// It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
/// 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_influence_combine(throng_influence *map, const float *weights, int32_t count);

/// Copies the values of a region, row by row. `region` NULL: the whole map.
/// Waits for work that the values depend on.
/// Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
/// OPENCL.
THRONG_API throng_status throng_influence_read(throng_influence *map, int32_t layer,
                                               const throng_region *region, float *values, size_t row_stride);

/// Finds the cell with the largest value of a region. `region` NULL: the whole map.
/// Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
/// not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
/// one, OUT_OF_MEMORY and BUILD_FAILED.
THRONG_API throng_status throng_influence_best(throng_influence *map, int32_t layer,
                                               const throng_region *region, throng_best *best);

/// Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
/// Errors: as throng_influence_best().
THRONG_API throng_status throng_influence_worst(throng_influence *map, int32_t layer,
                                                const throng_region *region, throng_best *worst);

/* ---------------------------------------------------------------- many queries in one call ---------- */

/// Which extreme a query is for.
typedef int32_t throng_extreme;
enum {
    /// The largest value.
    THRONG_LARGEST = 0,
    /// The smallest value.
    THRONG_SMALLEST = 1
};

/// Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
/// `stride` is that of `regions`; `results` is packed.
/// Errors: as throng_influence_best(); if a region is off the map, the message has its index.
THRONG_API throng_status throng_influence_best_of_regions(throng_influence *map, int32_t layer,
                                                          throng_extreme which, int32_t count,
                                                          const throng_region *regions, size_t stride,
                                                          throng_best *results);

/// Finds, for each of `count` cells, the extreme cell among those that one step leads to.
/// These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
/// `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
/// counts. `stride` is that of `cells`; `results` is packed.
/// Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
THRONG_API throng_status throng_influence_best_of_neighbors(throng_influence *map, int32_t layer,
                                                            throng_extreme which, int32_t own_too,
                                                            int32_t count, const throng_cell *cells,
                                                            size_t stride, throng_best *results);

/// A point at which a map is sampled.
typedef struct throng_point {
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
    float x, y;

    /// World of the point. Range: 0 to worlds-1.
    int32_t world;
} throng_point;

/// Value and gradient at a point.
typedef struct throng_sample {
    /// Interpolated value.
    float value;

    /// Gradient: the direction of steepest ascent, as change per world unit.
    float dx, dy;
} throng_sample;

/// Samples value and gradient at `count` points.
/// Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
/// three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
/// that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
/// that of `points`; `samples` is packed. Waits for work that the values depend on.
/// Errors: as throng_influence_best(); if a point is out of range, the message has its index.
THRONG_API throng_status throng_influence_sample(throng_influence *map, int32_t layer, int32_t count,
                                                 const throng_point *points, size_t stride,
                                                 throng_sample *samples);

/* ---------------------------------------------------------------- state ----------------------------- */

/// Removes all objects, values and the combination, as after creation; brings a lost map back.
/// The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
THRONG_API throng_status throng_influence_reset(throng_influence *map);

/// Facts about a map.
typedef struct throng_influence_info {
    /// Backend that the map lives on.
    throng_backend backend;

    /// Number of layers.
    int32_t layers;

    /// 1 if the device failed and the map is lost; throng_influence_reset() brings it back.
    int32_t lost;

    /// 0.
    int32_t reserved;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory on the device, in bytes.
    uint64_t device_bytes;

    /// Time of the device's kernels in the last update, or in the last call after it that samples or queries
    /// many points, neighbours or regions. 0 unless the context profiles.
    double kernel_seconds;
} throng_influence_info;

/// Gets facts about a map. Waits for the last update if the context profiles.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_influence_get_info(throng_influence *map, throng_influence_info *info);

#ifdef __cplusplus
}
#endif

#endif
