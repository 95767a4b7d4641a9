/* Questions about the agents of a crowd: who is near a point, and to whom something happened in the last
 * step. The conventions of throng.h hold. */
#ifndef THRONG_CROWD_QUERIES_H
#define THRONG_CROWD_QUERIES_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- finding agents -------------------- */

/// A query for agents near a point.
typedef struct throng_crowd_query {
    /// The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
    /// 1e9 of the home.
    float x, y;

    /// Largest distance of an agent's centre, which is included. Range: 0 to 1e9; below 0: any distance.
    float radius;

    /// Agents are found if their layer and this mask have a bit in common.
    uint32_t mask;

    /// An agent that is not found, such as the one that asks. {0, 0}: none.
    throng_agent except;
} throng_crowd_query;

/// An agent that a query found.
typedef struct throng_crowd_hit {
    /// The agent.
    throng_agent agent;

    /// Distance of its centre from the query's point.
    float distance;
} throng_crowd_hit;

/// Finds, for each of `count` queries, the agents that are nearest to its point: at most `capacity`.
/// Hits are in ascending distance; of equally near agents the one with the lower id comes first. Those of
/// query i begin at hits[i * capacity], and found[i] receives their number. `stride` is that of `queries`;
/// `hits` and `found` are packed. Distances are of positions as they are now, also of agents that were added,
/// removed or placed since the last step. The first call after agents moved builds a tree over all of them,
/// so it costs least to ask all queries of a frame in one call. Waits for the answers.
/// The first call allocates about 20 bytes for each agent that the crowd has capacity for; so does the first
/// one after throng_crowd_reserve().
/// Errors: INVALID_ARGUMENT (if a query is out of range, the message has its index), OUT_OF_MEMORY, LOST,
/// OPENCL; on a device, which builds kernels in the first call, BUILD_FAILED.
THRONG_API throng_status throng_crowd_find_nearest(throng_crowd *crowd, int32_t count,
                                                   const throng_crowd_query *queries, size_t stride,
                                                   int32_t capacity, throng_crowd_hit *hits, int32_t *found);

/// Finds, for each of `count` queries, all agents within its radius.
/// found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
/// in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
/// Errors: as throng_crowd_find_nearest().
THRONG_API throng_status throng_crowd_find_within(throng_crowd *crowd, int32_t count,
                                                  const throng_crowd_query *queries, size_t stride,
                                                  int32_t capacity, throng_crowd_hit *hits, int32_t *found);

/* ---------------------------------------------------------------- events ---------------------------- */

/// What happened to an agent in a step.
typedef struct throng_crowd_event {
    /// The agent.
    throng_agent agent;

    /// The flag that it has since the step and had not before it: THRONG_FLAG_ARRIVED,
    /// THRONG_FLAG_CONGESTED or THRONG_FLAG_INSIDE_WALL.
    uint32_t kind;
} throng_crowd_event;

/// Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in
/// the order of ids, those of one agent in the order of their kinds' numbers.
/// `kinds` is the sum of the flags that are asked for; *count receives the number of all such events.
/// `events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and
/// there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the
/// step. The call reads one byte for each agent, and costs what events there are besides.
/// The memory of the list grows with the most agents that have events at once.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_crowd_get_events(throng_crowd *crowd, uint32_t kinds,
                                                 throng_crowd_event *events, int32_t capacity,
                                                 int32_t *count);

#ifdef __cplusplus
}
#endif

#endif
