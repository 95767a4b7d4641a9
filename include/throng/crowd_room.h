/* Memory of crowds that is allocated while a level loads. Part of throng.h, whose conventions hold. */
#ifndef THRONG_CROWD_ROOM_H
#define THRONG_CROWD_ROOM_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What throng_crowd_reserve_room() reserves memory for.
typedef struct throng_crowd_room_def {
    /// Obstacles that are there at a time. Range: 0 to THRONG_MAX_WALLS. Default: 0.
    int32_t obstacles;

    /// Edges of obstacles and of the outlines of terrain that are there at a time. Range: 0 to
    /// THRONG_MAX_WALLS. Default: 0.
    int32_t edges;

    /// 1: moving obstacles, as many as there may be. Default: 0.
    int32_t moving_obstacles;

    /// Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
    /// Range: 0 or more. Default: 0.
    int32_t queries, hits;

    /// 1: throng_crowd_get_motions() and throng_crowd_set_motions(). Default: 0.
    int32_t motions;

    /// Set by the default function.
    uint32_t cookie;
} throng_crowd_room_def;

/// Default room: none.
THRONG_API throng_crowd_room_def throng_crowd_room_default_def(void);

/// Reserves memory ahead, for a level's load.
/// The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls
/// allocate nothing from then on, until there is more than the room says. If the call fails, what it
/// reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is
/// destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are
/// created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with
/// what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.
THRONG_API throng_status throng_crowd_reserve_room(throng_crowd *crowd, const throng_crowd_room_def *room);

#ifdef __cplusplus
}
#endif

#endif
