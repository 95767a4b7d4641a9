/* Potential fields of a world: see world.h, whose conventions hold, and potential.h.
 *
 * Each part has points of its own, which its process sets, and a throng_potential with the sources that may
 * reach them. Sources belong to all: they have indices of 64 bits, and each process sets some. Sums run in
 * blocks of 64 indices, as those of one field whose source i is the one with index i: forces have the same
 * bits, whatever the parts, instruction sets and devices are. Goals are the same in all parts. */
#ifndef THRONG_WORLD_POTENTIAL_H
#define THRONG_WORLD_POTENTIAL_H

#include "potential.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A potential field over all parts of a world.
typedef struct throng_world_potential throng_world_potential;

/// Definition of a potential field of a world.
typedef struct throng_world_potential_def {
    /// Definitions for the parts of this process, one behind the other. They differ in nothing but terrain
    /// and measure, which are of the context of the part, capacities, typical_sources and residency. worlds
    /// must be 1. Terrain has 1 world, and is whole in each part, or as much of it from its corner as acts on
    /// the part's points. source_capacity: 64 for each block of 64 indices of which a source may reach the
    /// part's points; the number of all sources, rounded up to a multiple of 64, is always enough. Must be
    /// set.
    const throng_potential_def *parts;

    /// Set by the default function.
    uint32_t cookie;
} throng_world_potential_def;

/// Default definition of a potential field of a world; `parts` is to be set.
THRONG_API throng_world_potential_def throng_world_potential_default_def(void);

/// Creates a field without sources, goals and points.
/// Errors: those of throng_potential_create(), INVALID_ARGUMENT (definitions that differ, also between
/// processes), LOST.
THRONG_API throng_status throng_world_potential_create(throng_world *world,
                                                       const throng_world_potential_def *def,
                                                       throng_world_potential **field);

/// Destroys a field. Local, but no process should leave while others still call. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a potential field of a world, or if a field of a part is still used
/// by a tracer or a readback.
THRONG_API throng_status throng_world_potential_destroy(throng_world_potential *field);

/* ---------------------------------------------------------------- sources and goals ----------------- */

/// Sets sources by their indices: those that are there are replaced, others are added. Of all processes or,
/// if one is rejected, none. `indices` are packed, `stride` is that of `sources`.
/// Errors: those of throng_potential_set_sources() but CAPACITY (also if an index occurs twice, here or on
/// another process), OUT_OF_MEMORY.
THRONG_API throng_status throng_world_potential_set_sources(throng_world_potential *field, int32_t count,
                                                            const uint64_t *indices,
                                                            const throng_potential_source *sources,
                                                            size_t stride);

/// Changes the positions of sources by their indices: of all processes or, if one is rejected, none.
/// `positions` holds pairs (x, y).
/// Errors: those of throng_potential_move_sources() (also if an index occurs twice, or no source has it),
/// OUT_OF_MEMORY.
THRONG_API throng_status throng_world_potential_move_sources(throng_world_potential *field, int32_t count,
                                                             const uint64_t *indices, const float *positions,
                                                             size_t stride);

/// Removes sources by their indices: those that all processes name, or none if one is rejected.
/// Errors: INVALID_ARGUMENT (no source has the index, or it occurs twice), OUT_OF_MEMORY, LOST.
THRONG_API throng_status throng_world_potential_remove_sources(throng_world_potential *field, int32_t count,
                                                               const uint64_t *indices);

/// Replaces goals first to first+count-1 in all parts, and adds those past the end. All processes give the
/// same goals. Errors: those of throng_potential_set_goals().
THRONG_API throng_status throng_world_potential_set_goals(throng_world_potential *field, int32_t first,
                                                          int32_t count, const throng_potential_goal *goals,
                                                          size_t stride);

/// Removes goals from the end, as throng_potential_truncate_goals(). Errors: those of that call.
THRONG_API throng_status throng_world_potential_truncate_goals(throng_world_potential *field, int32_t count);

/* ---------------------------------------------------------------- points ---------------------------- */

/// Replaces points first to first+count-1 of a part of this process, and adds those past the end. Local.
/// `part` counts the parts of this process. Errors: those of throng_potential_set_points(), OUT_OF_MEMORY.
THRONG_API throng_status throng_world_potential_set_points(throng_world_potential *field, int32_t part,
                                                           int32_t first, int32_t count,
                                                           const throng_potential_point *points,
                                                           size_t stride);

/// Changes the positions of existing points of a part of this process. Local.
/// Errors: those of throng_potential_move_points().
THRONG_API throng_status throng_world_potential_move_points(throng_world_potential *field, int32_t part,
                                                            int32_t first, int32_t count,
                                                            const float *positions, size_t stride);

/// Removes points of a part of this process from the end, so that `count` are left. Local.
/// Errors: those of throng_potential_truncate_points().
THRONG_API throng_status throng_world_potential_truncate_points(throng_world_potential *field, int32_t part,
                                                                int32_t count);

/* ---------------------------------------------------------------- updates and results --------------- */

/// Evaluates the field at all points of all parts. Sources that changed, or that reach points that moved, go
/// to the parts. Memory is allocated where more of them come to a part than ever before. Parts on devices
/// work at the same time; work is not awaited.
/// Errors: CAPACITY (a part needs more than its source_capacity; forces are as they were), OUT_OF_MEMORY (the
/// same; the next call goes on), and those of throng_potential_update(), after which the field is lost.
THRONG_API throng_status throng_world_potential_update(throng_world_potential *field);

/// Copies the results of the last update for points of a part of this process, as throng_potential_read().
/// Local. Errors: those of throng_potential_read().
THRONG_API throng_status throng_world_potential_read(throng_world_potential *field, int32_t part,
                                                     int32_t first, int32_t count, throng_force *forces,
                                                     size_t stride);

/// Gets the field of a part of this process, to read of it. Local. Its sources have other indices, and the
/// blocks of 64 are filled up with some that reach nothing. Nothing may be set there, nor may it be updated.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_world_potential_get_part(throng_world_potential *field, int32_t part,
                                                         throng_potential **local);

/// Removes all sources, goals and points; brings a lost field back.
/// Errors: those of throng_potential_reset() (the field is then lost), LOST (the transport failed).
THRONG_API throng_status throng_world_potential_reset(throng_world_potential *field);

/// Facts about a potential field of a world.
typedef struct throng_world_potential_info {
    /// Sources of all processes, as of the last call that changed their number.
    int64_t sources;

    /// Sources of which parts of this process were told, each part counted by itself, as of the last update.
    int64_t reaching;

    /// Goals, and points of this process.
    int32_t goals, points;

    /// 1 if the field is lost.
    int32_t lost;

    /// 0.
    int32_t reserved;

    /// Updates so far.
    uint64_t updates;

    /// Bytes that this process has sent to others, of the world.
    uint64_t bytes_sent;

    /// Time of this process in updates, in seconds: in the fields of parts, and with sources and waiting for
    /// other processes.
    double update_seconds, exchange_seconds;
} throng_world_potential_info;

/// Gets facts about a potential field of a world. Local. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_potential_get_info(throng_world_potential *field,
                                                         throng_world_potential_info *info);

#ifdef __cplusplus
}
#endif

#endif
