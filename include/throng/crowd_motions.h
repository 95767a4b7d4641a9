/* Motions of agents: position, velocity and heading of many agents in one call. For agents that something
 * else moves: physics, animation, a server; see throng_crowd_def.integration. The conventions of throng.h
 * hold. */
#ifndef THRONG_CROWD_MOTIONS_H
#define THRONG_CROWD_MOTIONS_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where an agent is, how it moves, and where it looks.
typedef struct throng_motion {
    /// Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
    /// lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
    double x, y;

    /// Velocity. Range: -1e9 to 1e9.
    float vx, vy;

    /// Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.
    float heading_x, heading_y;
} throng_motion;

/// Sets the motions of agents: of all of them, or of none if one is rejected.
/// `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number. Both lists
/// are packed.
/// A motion continues the walk, it does not place the agent anew: its flags stay, the present order of agents
/// is kept, and the next step looks for walls as far as the agent's reach, as after a step. Only an agent
/// that was carried farther than its radius, or twice since its last step, or is locked is looked after as if
/// THRONG_AGENT_POSITION had been set. What the position has beyond a float is kept and carried to later
/// steps, as what rounding takes from the way. Setting the motions that were read moves nobody; the float of
/// a position is the nearest one then, which a step need not have left, so that crowds whose motions were set
/// alike go on alike.
/// With senses and THRONG_HEADING_VELOCITY a velocity other than 0 turns the heading in the next step. Costs
/// least if the agents are NULL or in ascending index. On a device the motions are packed and uploaded in one
/// piece; the first call allocates 36 bytes of host memory for each agent that the crowd has capacity for,
/// and so does the first one after throng_crowd_reserve().
/// Errors: INVALID_ARGUMENT (an agent that was removed or occurs twice, or a number out of range; the message
/// has the index, the member and its value), OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_crowd_set_motions(throng_crowd *crowd, const throng_agent *agents,
                                                  int32_t count, const throng_motion *motions);

/// Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
/// Waits for work that they depend on.
/// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
THRONG_API throng_status throng_crowd_get_motions(throng_crowd *crowd, const throng_agent *agents,
                                                  int32_t count, throng_motion *motions);

#ifdef __cplusplus
}
#endif

#endif
