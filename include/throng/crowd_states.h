/* Snapshots of whole crowds. The conventions of throng.h hold. */
#ifndef THRONG_CROWD_STATES_H
#define THRONG_CROWD_STATES_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- snapshots ------------------------- */

/// Gets the number of bytes that a snapshot of the crowd needs now.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_crowd_snapshot_bytes(throng_crowd *crowd, size_t *bytes);

/// Copies everything that further steps depend on to `snapshot`: agents, obstacles and the number of steps.
/// Terrain and flow are not included. `bytes` is the size of `snapshot`, which needs no alignment.
/// Errors: INVALID_ARGUMENT (too few bytes), LOST, OPENCL.
THRONG_API throng_status throng_crowd_save(throng_crowd *crowd, void *snapshot, size_t bytes);

/// Restores the state of a snapshot; brings a lost crowd back.
/// Handles of that time are valid again, and saving the crowd gives the same snapshot. The snapshot may be of
/// another crowd, on any backend of any machine of the same byte order. Its def must have had the same
/// max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,
/// and a flow of at most as many fields. If it was on terrain, this one must be on terrain.
/// The snapshot may come from a stranger: whatever no crowd can be is refused, and the crowd stays as it was.
/// Errors: INVALID_ARGUMENT (not a snapshot, damaged, forged, or of a crowd with another def), CAPACITY
/// (fewer than the most agents that the saved crowd ever had at once), OUT_OF_MEMORY and OPENCL (the crowd
/// may then be lost).
THRONG_API throng_status throng_crowd_restore(throng_crowd *crowd, const void *snapshot, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
