/* What the host moves among the agents of a crowd. The conventions of throng.h hold.
 *
 * Guests are agents with THRONG_NAVIGATE_GUEST: a player, a unit driven by physics or by the network. Steps do
 * not change their position, velocity, heading and range of vision, and do not keep them off walls: the host
 * sets what they really are before each step, by throng_crowd_set() of THRONG_AGENT_POSITION, _VELOCITY,
 * _HEADING and, for shares that depend on it, _VISION. Others see, hear and avoid them as these say. A guest
 * with a `responsibility` of 0 or with a higher priority leaves all of the avoidance to others; from one with a
 * responsibility above 0 they expect its share. A locked guest counts as standing. Guests perceive and avoid
 * nobody, and have no flags and no events. They are in the crowd's hash only if the crowd's hash_guests is 1.
 * Setting THRONG_AGENT_NAVIGATION, a goal, a preferred velocity or a flow field ends it: the agent goes on as one
 * that was just added. */
#ifndef THRONG_CROWD_MOVING_H
#define THRONG_CROWD_MOVING_H

#include "crowd.h"

#endif
