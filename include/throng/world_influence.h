/* Influence maps of a world: see world.h, whose conventions hold, and influence.h.
 *
 * A map is cut into rectangles of cells, one for each part, evenly or by weights. Each part has a
 * throng_influence with the cells of its rectangle and some around it. Objects have ids of 64 bits. A part
 * has the objects that reach its cells, in ascending id, so that its sums are those of one map with the same
 * objects, set in ascending id: values have the same bits, whatever the parts, cuts, instruction sets and
 * devices are. The map may have more cells than one map: THRONG_MAX_SIDE columns and rows. Regions and cells
 * count over the whole map.
 *
 * Each part has a cell more on each side. With PATH and ADJACENT the map has walls of its own, and each part
 * so much more of the map around its rectangle as an object may reach: all paths to its cells are in
 * there. */
#ifndef THRONG_WORLD_INFLUENCE_H
#define THRONG_WORLD_INFLUENCE_H

#include "influence.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An influence map over all parts of a world.
typedef struct throng_world_influence throng_world_influence;

/// Definition of an influence map of a world.
typedef struct throng_world_influence_def {
    /// Definition of the map, the same on all processes. Its width and height are those of all parts
    /// together: up to THRONG_MAX_SIDE each, and THRONG_MAX_CELLS cells in a part. object_capacity: most
    /// objects of a layer that reach one part. worlds must be 1, terrain NULL and all_pairs 0. residency is
    /// that of the parts. Must be set.
    throng_influence_def map;

    /// PATH and ADJACENT: how far an object may reach at most, in cells, which is how much each part has
    /// around its rectangle. An object reaches (1 + alpha) * max_distance and a cell more; with linear decay
    /// no farther than where it is 0. EUCLIDEAN: any object may reach everywhere. Range: 2 to
    /// THRONG_MAX_SIDE.
    /// Default: 32.
    int32_t reach;

    /// 0.
    int32_t reserved;

    /// Weights of the parts of this process, one behind the other: a part gets so large a share of the cells.
    /// NULL: 1 for each. Range: 0 to 1e9; at least one of all parts must be above 0. Default: NULL.
    const float *weights;

    /// Set by the default function.
    uint32_t cookie;
} throng_world_influence_def;

/// Default definition of an influence map of a world; `map.width` and `map.height` are to be set.
THRONG_API throng_world_influence_def throng_world_influence_default_def(void);

/// Creates a map without objects and walls, whose values are 0.
/// Errors: those of throng_influence_create(), INVALID_ARGUMENT (definitions that differ between processes),
/// LOST.
THRONG_API throng_status throng_world_influence_create(throng_world *world,
                                                       const throng_world_influence_def *def,
                                                       throng_world_influence **map);

/// Destroys a map. Local, but no process should leave while others still call. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not an influence map of a world, or if a map of a part is still used by
/// a readback.
THRONG_API throng_status throng_world_influence_destroy(throng_world_influence *map);

/* ---------------------------------------------------------------- objects --------------------------- */

/// Sets objects of a layer by their ids: those that are there are replaced, others are added. Of all
/// processes or, if one is rejected, none. All processes name the same layer. `ids` are packed, `stride` is
/// that of `objects`. Whether parts have room for them is seen by the next update.
/// Errors: those of throng_influence_set_objects() but CAPACITY (also if an id occurs twice, here or on
/// another process, or an object reaches farther than the def's `reach`).
THRONG_API throng_status throng_world_influence_set_objects(throng_world_influence *map, int32_t layer,
                                                            int32_t count, const uint64_t *ids,
                                                            const throng_influence_object *objects,
                                                            size_t stride);

/// Changes position and direction of objects of a layer by their ids, as throng_influence_move_objects(): of
/// all processes or, if one is rejected, none. `velocities` NULL on a process: directions of its objects
/// stay.
/// Errors: those of throng_influence_move_objects() (also if an id occurs twice, or no object has it).
THRONG_API throng_status throng_world_influence_move_objects(throng_world_influence *map, int32_t layer,
                                                             int32_t count, const uint64_t *ids,
                                                             const float *positions, size_t position_stride,
                                                             const float *velocities, size_t velocity_stride);

/// Removes objects of a layer by their ids: those that all processes name, or none if one is rejected.
/// Errors: INVALID_ARGUMENT (no object has the id, or it occurs twice), OUT_OF_MEMORY, LOST.
THRONG_API throng_status throng_world_influence_remove_objects(throng_world_influence *map, int32_t layer,
                                                               int32_t count, const uint64_t *ids);

/* ---------------------------------------------------------------- walls ----------------------------- */

/// Sets the cells of a region from bytes, as throng_terrain_set(): each process another region, or none
/// (`region` NULL). Where regions overlap, the process of the highest rank decides. PATH and ADJACENT only.
/// An object whose cell becomes blocked adds nothing until the cell is free again or the object moves.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST.
THRONG_API throng_status throng_world_influence_set_walls(throng_world_influence *map,
                                                          const throng_region *region, const uint8_t *blocked,
                                                          size_t row_stride);

/* ---------------------------------------------------------------- updates --------------------------- */

/// Sets a layer's momentum, as throng_influence_set_momentum(): the same on all processes.
/// Errors: those of throng_influence_set_momentum().
THRONG_API throng_status throng_world_influence_set_momentum(throng_world_influence *map, int32_t layer,
                                                             float momentum);

/// Brings all layers up to date with their objects and walls. Objects that changed go to the parts whose
/// cells they reach. Memory is allocated where more objects come to a part, or change, than ever before.
/// Parts on devices work at the same time; work is not awaited.
/// Errors: CAPACITY (more objects reach a part than the def's object_capacity; values are as they were),
/// OUT_OF_MEMORY (values are as they were; the next call goes on), and those of throng_influence_update(),
/// after which the map is lost.
THRONG_API throng_status throng_world_influence_update(throng_world_influence *map);

/// Computes the weighted sum of the layers, as throng_influence_combine(): with the same weights on all
/// processes. Errors: those of throng_influence_combine().
THRONG_API throng_status throng_world_influence_combine(throng_world_influence *map, const float *weights,
                                                        int32_t count);

/* ---------------------------------------------------------------- results --------------------------- */

/// Copies the values of a region, wherever its parts are, row by row: each process another region, or none
/// (`region` NULL). All processes name the same layer. Processes hold a copy of what is asked of them
/// meanwhile, so read very many cells in several calls.
/// Errors: those of throng_influence_read(), OUT_OF_MEMORY.
THRONG_API throng_status throng_world_influence_read(throng_world_influence *map, int32_t layer,
                                                     const throng_region *region, float *values,
                                                     size_t row_stride);

/// Finds the cell with the largest value of a region, as throng_influence_best(): the same region on all
/// processes, all of which get the cell. `region` NULL: the whole map.
/// Errors: those of throng_influence_best().
THRONG_API throng_status throng_world_influence_best(throng_world_influence *map, int32_t layer,
                                                     const throng_region *region, throng_best *best);

/// Finds the cell with the smallest value of a region, as throng_world_influence_best() finds the largest.
/// Errors: those of throng_influence_worst().
THRONG_API throng_status throng_world_influence_worst(throng_world_influence *map, int32_t layer,
                                                      const throng_region *region, throng_best *worst);

/// Computes a hash of a layer's values: the same for the same values, whatever the parts are. It is the sum,
/// modulo 2^64, of a number for each cell whose value is not 0, made of the value and of the cell's index,
/// which counts row by row in 64 bits.
/// Errors: those of throng_influence_read(), OUT_OF_MEMORY.
THRONG_API throng_status throng_world_influence_hash(throng_world_influence *map, int32_t layer,
                                                     uint64_t *hash);

/// Gets the map of a part of this process, to read of it without other processes, and to ask it questions.
/// Local. `part` counts the parts of this process. *own receives the part's rectangle in the whole map, and
/// *inside where it is in *local; of a part that has no cells, width or height are 0. Both may be NULL.
/// Values beside the rectangle are not those of the map, but for the cells next to it. Points of
/// throng_influence_sample() are those of the whole map. Nothing may be set in *local, nor may it be updated.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_world_influence_get_part(throng_world_influence *map, int32_t part,
                                                         throng_influence **local, throng_region *own,
                                                         throng_region *inside);

/* ---------------------------------------------------------------- state and facts ------------------- */

/// Removes all objects, values and the combination, as throng_influence_reset(); brings a lost map back.
/// Momentum and walls stay. Errors: those of throng_influence_reset() (the map is then lost), LOST (the
/// transport failed).
THRONG_API throng_status throng_world_influence_reset(throng_world_influence *map);

/// Facts about an influence map of a world.
typedef struct throng_world_influence_info {
    /// Objects of a layer, of all processes, as of the last call that changed their number.
    int64_t objects[THRONG_MAX_LAYERS];

    /// Cells of the whole map, and of the parts of this process.
    int64_t cells, own_cells;

    /// Objects of all layers that reached parts of this process in the last update, each part counted by
    /// itself.
    int64_t reaching;

    /// 1 if the map is lost.
    int32_t lost;

    /// 0.
    int32_t reserved;

    /// Updates so far.
    uint64_t updates;

    /// Bytes that this process has sent to others, of the world.
    uint64_t bytes_sent;

    /// Time of this process in updates, in seconds: in the maps of parts, and with objects and waiting for
    /// other processes.
    double update_seconds, exchange_seconds;
} throng_world_influence_info;

/// Gets facts about an influence map of a world. Local. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_influence_get_info(throng_world_influence *map,
                                                         throng_world_influence_info *info);

#ifdef __cplusplus
}
#endif

#endif
