/* What the host moves among the agents of a crowd: guests and moving obstacles. The conventions of throng.h
 * hold.
 *
 * Guests are agents with THRONG_NAVIGATE_GUEST: a player, a unit driven by physics or by the network. Steps
 * do not change their position, velocity, heading and range of vision, and do not keep them off walls: the
 * host sets what they really are before each step, by throng_crowd_set_motions() for all of them and, for
 * shares that depend on it, THRONG_AGENT_VISION. Others see, hear and avoid them as these say. A guest with a
 * `responsibility` of 0 or with a higher priority leaves all of the avoidance to others; from one with a
 * responsibility above 0 they expect its share. A locked guest counts as standing. Guests perceive and avoid
 * nobody, and from their first step on have no flags and no events. They are in the crowd's hash only if the
 * crowd's hash_guests is 1.
 * Setting THRONG_AGENT_NAVIGATION, a goal, a preferred velocity or a flow field ends it: the agent goes on as
 * one that was just added. */
#ifndef THRONG_CROWD_MOVING_H
#define THRONG_CROWD_MOVING_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- moving obstacles ------------------ */

/// Most moving obstacles of a crowd.
#define THRONG_MAX_MOVING_OBSTACLES 256

/// Most vertices of all moving obstacles of a crowd.
#define THRONG_MAX_MOVING_VERTICES 2048

/// Handle of a moving obstacle, valid until it is removed.
typedef struct throng_moving_obstacle {
    /// Index of its slot, as throng_agent.index.
    int32_t index;

    /// As throng_agent.generation.
    uint32_t generation;
} throng_moving_obstacle;

/// Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this
/// says until the next throng_crowd_move_obstacles(): steps do not move it.
typedef struct throng_obstacle_motion {
    /// Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
    /// away than positions of agents may be.
    double x, y;

    /// Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.
    float vx, vy;

    /// Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.
    float heading_x, heading_y;

    /// How fast it turns, in radians per second, positive from the x axis to the y axis. A step takes at most
    /// a sixth of a turn. Range: -1e9 to 1e9.
    float turn;

    /// 0.
    int32_t reserved;
} throng_obstacle_motion;

/// Adds a polygon that the host moves: a vehicle, a gate that closes. Vertices are relative to its place;
/// which side is solid, and what two vertices are, is as for throng_crowd_add_obstacle().
/// Agents avoid the convex hull of it within h * (max_speed + its speed) + radius, where h is the larger of
/// time_horizon_obst and dt, by a half-plane of the velocities relative to it, all of which they take on
/// themselves. Of more than 8 obstacles those count whose half-planes the velocity violates most. Unlike
/// those of walls these half-planes may be violated. Then the body is swept along its way relative to the
/// obstacle: it slides along its edges, and what moves faster pushes it along, also beyond max_speed. Of
/// several each pushes in turn, in the order of their indices. Walls have the last word: who is pressed
/// against one may get into the obstacle. An agent that the obstacle has inside, or its body, has
/// THRONG_FLAG_INSIDE_WALL and leaves by the shortest way, at max_speed and the obstacle's speed at most,
/// relative to it. Locked agents and guests are left alone.
/// Each agent tests each moving obstacle's box. `handle` may be NULL. The first one takes 0.25 MB of memory,
/// and on a device the next step takes 0.17 MB there and builds a kernel; nothing is allocated after that.
/// Errors: INVALID_ARGUMENT (fewer than two different vertices; a number out of range: the message has it),
/// CAPACITY, OUT_OF_MEMORY, LOST.
THRONG_API throng_status throng_crowd_add_moving_obstacle(throng_crowd *crowd, int32_t count,
                                                          const throng_vertex *vertices, size_t stride,
                                                          const throng_obstacle_motion *motion,
                                                          throng_moving_obstacle *handle);

/// Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
/// counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
/// Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
THRONG_API throng_status throng_crowd_move_obstacles(throng_crowd *crowd, int32_t count,
                                                     const throng_moving_obstacle *obstacles,
                                                     size_t obstacle_stride,
                                                     const throng_obstacle_motion *motions, size_t stride);

/// Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
THRONG_API throng_status throng_crowd_remove_moving_obstacle(throng_crowd *crowd,
                                                             throng_moving_obstacle handle);

#ifdef __cplusplus
}
#endif

#endif
