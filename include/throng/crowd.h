/* Crowds: agents that walk to their targets without running into each other or into walls. The conventions of
 * throng.h hold. Sources: van den Berg, Guy, Lin, Manocha 2011, "Reciprocal n-Body Collision Avoidance"
 * (ORCA), and Shi 2015, "Dynamic perception based local collision avoidance method in crowd simulation";
 * numbers in brackets are equations of the latter. A step of dt seconds does the following for all agents at
 * once; each agent uses the others as they were before the step:
 *   index         sorts agents in memory so that agents near each other in space are near in memory
 *   perception    finds whom an agent notices: the nearest max_neighbors within neighbor_dist, or those
 *                 whom its senses perceive
 *   half-planes   for each of them, the velocities that avoid it for time_horizon seconds (2-8):
 *                 { v : (v - (v_A + c_A * u)) . n >= 0 }, where c_A is A's share, half of it by default;
 *                 and for walls, whose half-planes are never violated
 *   program       the velocity nearest to the preferred one that lies in all half-planes and is at most
 *                 max_speed; if there is none, the one that violates those of agents least
 *   integration   position += velocity * dt; what rounding takes from the way goes into later steps
 *
 * Agents that overlap part within dt instead of time_horizon. Agents at the same place with the same velocity
 * part in directions that depend on their ids. Of equally near agents the one with the lower id counts as
 * nearer. The order in which agents were added does not matter. A preferred velocity above max_speed is cut
 * to 0.999999 of it.
 *
 * Coordinates, lengths, speeds and times are in units of the caller's choice that fit together. */
#ifndef THRONG_CROWD_H
#define THRONG_CROWD_H

#include "flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most agents of a crowd.
#define THRONG_MAX_AGENTS 8388608
/// Most neighbours that one agent avoids.
#define THRONG_MAX_NEIGHBORS 64

/// A crowd; see the top of this header.
typedef struct throng_crowd throng_crowd;

/// Which parts of Shi 2015 are on, a sum of the values below. 0: plain ORCA.
/// The first three are senses. Without any of them agents notice others by neighbor_dist.
typedef uint32_t throng_perception;
enum {
    /// Sees others in a sector of vision_range and vision_angle around the heading; and see throng_heading.
    THRONG_VISION = 1,
    /// Hears others within hearing_range whose sound_range reaches its own body.
    THRONG_HEARING = 2,
    /// Bodies in contact notice each other; each avoids by half. See throng_heading.
    THRONG_TOUCH = 4,
    /// The range of vision shrinks in dense crowds (1). Needs THRONG_VISION.
    THRONG_ADAPTIVE = 8,
    /// Shares c_A and c_B depend on how A and B perceive each other: by sight and sight 0.5 and 0.5; by sight
    /// and not at all 1 and 0; by sight and hearing only 0.7 and 0.3; otherwise 0. Without it they are 0.5.
    /// Without senses, neighbor_dist counts as sight in all directions.
    THRONG_RESPONSIBILITY = 16
};
/// Sum of all values of throng_perception.
#define THRONG_PERCEPTION_ALL 31u

/// Which agents count as neighbours, and which of them as the nearest. Of equally near agents the one with
/// the lower id is nearer. With equal radii both give the same results.
typedef int32_t throng_neighbors;
enum {
    /// By gaps between bodies: nearest is whose body is nearest, d - r_B, where d is the distance of the
    /// centres and r_B the other's radius, then who has the smaller d. Without senses, A notices B if d <
    /// neighbor_dist + |r_B - r_A|. So a large body is not missed behind many small ones.
    THRONG_NEIGHBORS_GAPS = 0,
    /// By distances between centres, as in RVO2: nearest is who has the smallest d. Without senses, A notices
    /// B if d < neighbor_dist.
    THRONG_NEIGHBORS_CENTRES = 1
};

/// Where agents with senses look, and whom they notice at their bodies. Without senses it changes nothing,
/// and headings follow velocities.
typedef int32_t throng_heading;
enum {
    /// An agent turns to its preferred velocity in each step, and keeps looking there while others push it
    /// elsewhere; if its preferred velocity is 0, its heading stays. THRONG_VISION and THRONG_TOUCH also
    /// notice, on all sides, bodies within 1.25 times the distance of contact. Crowds that press and stand
    /// come to rest, and nobody walks through a body that it has met.
    THRONG_HEADING_TURNING = 0,
    /// The letter of Shi 2015: the heading is that of the last velocity other than 0, and touch needs
    /// contact. Who is pushed back looks away, forgets who pushed it, and returns: it shakes.
    THRONG_HEADING_VELOCITY = 1
};

/// What a step does with positions.
typedef int32_t throng_integration;
enum {
    /// A step moves agents by their velocities.
    THRONG_INTEGRATE_POSITIONS = 0,
    /// A step computes velocities, and leaves positions to the host, who sets them by
    /// throng_crowd_set_motions(): physics, root motion, a navigation mesh. The next step goes by the
    /// velocity that the host sets; if it sets none, by the computed one. Half-planes of walls bind
    /// velocities; bodies are not swept against walls, and who is in one gets the velocity of the way out.
    /// Moving obstacles change velocities as they do those of agents that steps move.
    /// THRONG_FLAG_ARRIVED is about the position before the step.
    THRONG_INTEGRATE_VELOCITIES = 1
};

/// Definition of a crowd.
typedef struct throng_crowd_def {
    /// Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024.
    int32_t agent_capacity;

    /// Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10.
    int32_t max_neighbors;

    /// Which parts of Shi 2015 are on. Default: 0.
    throng_perception perception;

    /// Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the
    /// automatic choice of the backend uses it. Default: HOST.
    throng_residency residency;

    /// If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a
    /// new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred
    /// speed is not. Default: 0.
    int32_t congestion;

    /// Most by which each step turns each preferred velocity at random, in radians, so that agents that meet
    /// exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
    float symmetry;

    /// Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first
    /// step after a change updates its outlines. NULL: none. Default: NULL.
    throng_terrain *terrain;

    /// Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1.
    float cell_size;

    /// Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step
    /// updates the flow first. NULL: none. Default: NULL.
    throng_flow *flow;

    /// Seed of the random angles. Default: 0.
    uint64_t seed;

    /// How neighbours are ranked and limited. Default: GAPS.
    throng_neighbors neighbors;

    /// If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts
    /// as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
    int32_t settle;

    /// Where agents with senses look. Default: TURNING.
    throng_heading heading;

    /// If 1, throng_crowd_hash() covers guests. Default: 0.
    int32_t hash_guests;

    /// Whether steps move agents. Default: POSITIONS.
    throng_integration integration;

    /// Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
    /// relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
    /// units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
    /// logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
    double origin_x, origin_y;

    /// Set by the default function.
    uint32_t cookie;
} throng_crowd_def;

/// What an agent's preferred velocity is.
typedef int32_t throng_navigation;
enum {
    /// (target_x, target_y).
    THRONG_NAVIGATE_VELOCITY = 0,
    /// Towards the point (target_x, target_y), with the smaller of pref_speed and distance/dt.
    THRONG_NAVIGATE_GOAL = 1,
    /// Along the crowd's flow, sampled smoothly, with pref_speed, in the class of the flow that its radius
    /// needs; the flow may slow it by the cost of its cell. In a goal cell of the flow, as GOAL. 0 if
    /// there is no path.
    THRONG_NAVIGATE_FLOW = 2,
    /// None: the host moves it, see crowd_moving.h.
    THRONG_NAVIGATE_GUEST = 3
};

/// In place of an id: the number of agents ever added to the crowd.
#define THRONG_NEXT_ID UINT64_MAX

/// Definition of an agent.
typedef struct throng_agent_def {
    /// Id, unique in the crowd; breaks ties and keys random numbers. Assign either all ids or none: NEXT_ID
    /// is rejected if another agent already has that number. Default: NEXT_ID.
    uint64_t id;

    /// Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.
    float x, y;

    /// Velocity. Range: -1e9 to 1e9. Default: 0.
    float vx, vy;

    /// Radius of the body. Range: 0, or 1e-6 to 1e9. Default: 1.
    float radius;

    /// Highest speed. Range: 0, or 1e-6 to 1e9. Default: 2.
    float max_speed;

    /// What its preferred velocity is. Default: VELOCITY.
    throng_navigation navigation;

    /// Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.
    float target_x, target_y;

    /// Field of the crowd's flow that leads to its goal, for THRONG_NAVIGATE_FLOW. Default: 0.
    int32_t flow_field;

    /// Preferred speed on the way to a goal. Range: 0 to 1e9; below 0: max_speed. Default: -1.
    float pref_speed;

    /// Others at this distance or farther are not noticed, between centres; by gaps the difference of the
    /// radii is added to it, see throng_neighbors. Senses do not use it. Range: 0 to 1e9. Default: 15.
    float neighbor_dist;

    /// Most neighbours that it avoids, the nearest ones, see throng_neighbors. Range: 0 to the crowd's.
    /// Default: 10.
    int32_t max_neighbors;

    /// Time for which other agents are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.
    float time_horizon;

    /// Time for which walls are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.
    float time_horizon_obst;

    /// Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones.
    uint32_t layer, mask;

    /// Of two agents, the one with the higher priority leaves all of the avoidance to the other. Default: 0.
    int32_t priority;

    /// Weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B). Range: 0 to 1e6. Default: 1.
    float responsibility;

    /// If 1, the agent never moves and others take full responsibility for avoiding it. Default: 0.
    int32_t locked;

    /// Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
    /// if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
    float heading_x, heading_y;

    /// Largest range of vision r_max. Range: 0 to 1e9. Default: 15.
    float vision_range;

    /// Least range of vision r_min. Range: 0 to vision_range; below 0: 4/15 of vision_range. Default: -1.
    float vision_range_min;

    /// Full angle of vision, in degrees. Range: 0 to 360. Default: 220.
    float vision_angle;

    /// How far it hears. Range: 0 to 1e9. Default: 5.
    float hearing_range;

    /// How far it is heard. Range: 0 to 1e9. Default: 2.
    float sound_range;

    /// N0: how many agents it may perceive before its range of vision shrinks. Range: 0 or more. Default: 7.
    int32_t capacity;

    /// Speed below which it may be congested. Range: 0 to 1e9; below 0: max_speed / 10. Default: -1.
    float dead_speed;

    /// Added to the position and to a goal, for places that a float does not have. Default: 0.
    double offset_x, offset_y, target_offset_x, target_offset_y;

    /// Set by the default function.
    uint32_t cookie;
} throng_agent_def;

/// Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,
/// calls reject it.
typedef struct throng_agent {
    /// Index of the agent's slot, from 0. Slots of removed agents are used again, each for at most 2^31 - 1
    /// agents; then it is retired, and the crowd has space for one agent less.
    int32_t index;

    /// Distinguishes the agents that use a slot. Never 0 for an agent.
    uint32_t generation;
} throng_agent;

/// Default definition of a crowd.
THRONG_API throng_crowd_def throng_crowd_default_def(void);

/// Default definition of an agent.
THRONG_API throng_agent_def throng_agent_default_def(void);

/// Creates an empty crowd. It lives on one backend from then on.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, BUILD_FAILED, OPENCL; UNSUPPORTED if the device flushes subnormal
/// numbers to zero.
THRONG_API throng_status throng_crowd_create(throng_context *context, const throng_crowd_def *def,
                                             throng_crowd **crowd);

/// Reports which backend throng_crowd_create() would choose for this def at full capacity, and why.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_crowd_explain(throng_context *context, const throng_crowd_def *def,
                                              throng_selection *choice);

/// Destroys a crowd. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a crowd or is still used by a readback.
THRONG_API throng_status throng_crowd_destroy(throng_crowd *crowd);

/// Raises the most agents of the crowd to at least `capacity`; never lowers it.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_crowd_reserve(throng_crowd *crowd, int32_t capacity);

/// Adds agents: all of them, or none if one is rejected.
/// `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
/// Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
/// its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
/// LOST, OPENCL.
THRONG_API throng_status throng_crowd_add(throng_crowd *crowd, int32_t count, const throng_agent_def *defs,
                                          size_t stride, throng_agent *agents);

/// Removes agents: all of them, or none if one is rejected.
/// Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
THRONG_API throng_status throng_crowd_remove(throng_crowd *crowd, int32_t count, const throng_agent *agents,
                                             size_t stride);

/// Lists the handles of all agents in ascending index: the first `capacity` of them.
/// *count receives the number of all. `agents` may be NULL if `capacity` is 0.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_crowd_list(throng_crowd *crowd, throng_agent *agents, int32_t capacity,
                                           int32_t *count);

/// Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.
THRONG_API throng_status throng_crowd_find(throng_crowd *crowd, uint64_t id, throng_agent *agent);

/// A value of an agent. It can be read and set unless its comment says otherwise.
/// It is one float unless said otherwise, with the meaning and range of the member of throng_agent_def.
typedef int32_t throng_agent_value;
enum {
    /// Position, 2 floats. Reading it far from the origin rounds: see THRONG_AGENT_POSITION_DOUBLE.
    THRONG_AGENT_POSITION = 0,
    /// Velocity, 2 floats.
    THRONG_AGENT_VELOCITY = 1,
    /// Preferred velocity, 2 floats. Setting it makes the agent navigate by VELOCITY. Reading it gives the
    /// target, whatever that is.
    THRONG_AGENT_PREFERRED_VELOCITY = 2,
    /// Goal, 2 floats. Setting it makes the agent navigate by GOAL. Reading it gives the target, whatever
    /// that is.
    THRONG_AGENT_GOAL = 3,
    /// Heading, 2 floats. Set: of any length but 0; a unit vector keeps its bits. Read: a unit vector; with
    /// senses on, that of the last step.
    THRONG_AGENT_HEADING = 4,
    /// `radius`.
    THRONG_AGENT_RADIUS = 5,
    /// `max_speed`.
    THRONG_AGENT_MAX_SPEED = 6,
    /// `pref_speed`.
    THRONG_AGENT_PREF_SPEED = 7,
    /// `neighbor_dist`.
    THRONG_AGENT_NEIGHBOR_DIST = 8,
    /// `max_neighbors`, an int32_t.
    THRONG_AGENT_MAX_NEIGHBORS = 9,
    /// `time_horizon`.
    THRONG_AGENT_TIME_HORIZON = 10,
    /// `time_horizon_obst`.
    THRONG_AGENT_TIME_HORIZON_OBST = 11,
    /// `layer`, a uint32_t.
    THRONG_AGENT_LAYER = 12,
    /// `mask`, a uint32_t.
    THRONG_AGENT_MASK = 13,
    /// `priority`, an int32_t.
    THRONG_AGENT_PRIORITY = 14,
    /// `responsibility`.
    THRONG_AGENT_RESPONSIBILITY = 15,
    /// `locked`, an int32_t.
    THRONG_AGENT_LOCKED = 16,
    /// `vision_range`. Setting it also sets the present range.
    THRONG_AGENT_VISION_RANGE = 17,
    /// `vision_range_min`. A value above vision_range counts as vision_range.
    THRONG_AGENT_VISION_RANGE_MIN = 18,
    /// `hearing_range`.
    THRONG_AGENT_HEARING_RANGE = 19,
    /// `sound_range`.
    THRONG_AGENT_SOUND_RANGE = 20,
    /// `capacity`, an int32_t.
    THRONG_AGENT_CAPACITY = 21,
    /// `dead_speed`.
    THRONG_AGENT_DEAD_SPEED = 22,
    /// A sum of THRONG_FLAG_* of the last step, a uint32_t. Read only.
    THRONG_AGENT_FLAGS = 23,
    /// How many agents it perceived in the last step, or without senses how many it avoided, an int32_t. Read
    /// only.
    THRONG_AGENT_PERCEIVED = 24,
    /// Range of vision in the last step. Steps of crowds with senses set it, but of guests.
    THRONG_AGENT_VISION = 25,
    /// `flow_field`, an int32_t. Setting it makes the agent navigate by FLOW.
    THRONG_AGENT_FLOW_FIELD = 28,
    /// Target, 2 floats: the goal, or the preferred velocity. Setting it leaves the navigation as it is, so
    /// an agent that navigates by FLOW rests there once it is in the goal cell.
    THRONG_AGENT_TARGET = 29,
    /// `vision_angle`. Read: an angle of the same sector.
    THRONG_AGENT_VISION_ANGLE = 26,
    /// Id, a uint64_t. Read only.
    THRONG_AGENT_ID = 27,
    /// Position, 2 doubles, with all that rounding has taken from the way so far.
    THRONG_AGENT_POSITION_DOUBLE = 30,
    /// Goal, 2 doubles, kept as floats relative to the home.
    THRONG_AGENT_GOAL_DOUBLE = 31,
    /// `navigation`, an int32_t. Setting it leaves the target and the flow field as they are.
    THRONG_AGENT_NAVIGATION = 32
};
enum {
    /// The agent was congested and its preferred velocity was turned.
    THRONG_FLAG_CONGESTED = 1,
    /// No velocity was in all half-planes.
    THRONG_FLAG_INFEASIBLE = 2,
    /// The agent navigates by GOAL or FLOW, and its body covers (target_x, target_y). In crowds that settle,
    /// also an agent that makes less headway towards that point than a fifth of its preferred speed, and has
    /// a neighbour with this flag and the same target, nearer to it and no farther than 1.5 times the sum of
    /// the radii (twice that sum keeps the flag), as long as its distance from the target is at most that of
    /// a packing: 2 * R * sqrt(agents of the crowd), where R is the largest radius.
    THRONG_FLAG_ARRIVED = 4,
    /// Its centre was behind a wall, in a blocked cell or off the map, or its body in a wall or what moves.
    /// If it can, it leaves: see throng_crowd_add_obstacle().
    THRONG_FLAG_INSIDE_WALL = 32
};

/// Sets a value of agents: of all of them, or of none if one is rejected.
/// `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number.
/// `agent_stride` is that of `agents`, `stride` that of `data`. Positions, velocities and goals of 2,048
/// agents or more go to a device in one piece; for these the first call allocates as
/// throng_crowd_set_motions() does.
/// Errors: INVALID_ARGUMENT (an agent that occurs twice; the message has the agent and the value), LOST,
/// OPENCL; for many agents on a device OUT_OF_MEMORY.
THRONG_API throng_status throng_crowd_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                          const throng_agent *agents, size_t agent_stride, const void *data,
                                          size_t stride);

/// Copies a value of agents. `agents` NULL: as for throng_crowd_set().
/// Waits for work that the values depend on.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_crowd_get(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                          const throng_agent *agents, size_t agent_stride, void *data,
                                          size_t stride);

/// A half-plane of velocities: all (x, y) with nx*x + ny*y >= c.
typedef struct throng_half_plane {
    /// Unit normal and its constant, a speed.
    float nx, ny, c;
} throng_half_plane;

/// What one agent perceives and avoids. The caller provides the lists; entries beyond a capacity are counted
/// and left out. A list may be NULL if its capacity is 0.
typedef struct throng_crowd_view {
    /// Whom it perceives, in ascending index; without senses, all whom neighbor_dist admits. Empty for a
    /// locked agent, and without senses if max_neighbors is 0.
    throng_agent *perceived;

    /// Whom it avoids, the nearest first; at most max_neighbors.
    throng_agent *avoided;

    /// Half-planes: of walls, at most 32, of moving obstacles, at most 8, and of each agent in `avoided`.
    throng_half_plane *lines;

    /// Most entries of each list.
    int32_t perceived_capacity, avoided_capacity, line_capacity;

    /// Set by the call: number of entries found for each list.
    int32_t perceived_count, avoided_count, line_count;

    /// Set by the call: how many of the half-planes are of walls.
    int32_t wall_count;
} throng_crowd_view;

/// Reports whom an agent would perceive and avoid in a step of dt from now, and its half-planes (2-8). For
/// debugging: it works on a copy of all agents. No agent changes, but the crowd prepares for a step: it ranks
/// ids and updates the outlines of terrain, so a snapshot may need more bytes afterwards.
/// Errors: INVALID_ARGUMENT, CAPACITY (as throng_crowd_step()), OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_crowd_inspect(throng_crowd *crowd, throng_agent agent, float dt,
                                              throng_crowd_view *view);

/* ---------------------------------------------------------------- static obstacles ------------------ */

/// Most edges of all obstacles of a crowd.
#define THRONG_MAX_WALLS 4194304

/// A vertex of an obstacle.
typedef struct throng_vertex {
    /// Position. Range: -1e9 to 1e9.
    float x, y;
} throng_vertex;

/// Handle of an obstacle, valid until it is removed.
typedef struct throng_obstacle {
    /// Index of its slot, as throng_agent.index.
    int32_t index;

    /// As throng_agent.generation.
    uint32_t generation;
} throng_obstacle;

/// Adds an obstacle: a polygon, or a wall with two sides if it has two vertices.
/// A polygon is solid inside if the sum of x_i * y_(i+1) - x_(i+1) * y_i is above 0, else outside. Agents
/// keep off the edges within h * max_speed + radius on whose outer side they are, where h is the larger of
/// time_horizon_obst and dt, and never leave their half-planes to avoid other agents. Of more than 32 edges
/// the half-planes that restrict most count, one for each of 32 sectors of directions. Finally the body is
/// swept along its step against all edges: it slides along what it meets and never enters it. An agent inside
/// of something solid, off the terrain, or with its body in a wall leaves: straight to the nearest place that
/// is free for its body and that it reaches without crossing an edge from outside, or to one that is free for
/// its centre if there is none for its body. Until it is there it ignores edges except that its centre
/// crosses none, and has THRONG_FLAG_INSIDE_WALL. Where polygons overlap or touch, the nearest edge, and of
/// equally near ones one seen from outside, decides who is inside. Edges shorter than 1e-6 are left out,
/// edges that lead straight on are joined. `handle` may be NULL. Changes take effect in the next step.
/// Errors: INVALID_ARGUMENT (fewer than two different vertices; a coordinate out of range: the message has
/// it), CAPACITY, OUT_OF_MEMORY, LOST.
THRONG_API throng_status throng_crowd_add_obstacle(throng_crowd *crowd, int32_t count,
                                                   const throng_vertex *vertices, size_t stride,
                                                   throng_obstacle *handle);

/// A vertex of an obstacle, for places that a float does not have.
typedef struct throng_vertex_double {
    /// Position, kept as floats relative to the home. Range: as that of agents.
    double x, y;
} throng_vertex_double;

/// Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.
THRONG_API throng_status throng_crowd_add_obstacle_double(throng_crowd *crowd, int32_t count,
                                                          const throng_vertex_double *vertices, size_t stride,
                                                          throng_obstacle *handle);

/// Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
THRONG_API throng_status throng_crowd_remove_obstacle(throng_crowd *crowd, throng_obstacle handle);

/* ---------------------------------------------------------------- steps ----------------------------- */

/// Advances all agents by one step of dt seconds. Range of dt: 1e-6 to 1e6.
/// On a device the work is enqueued and not awaited. A step allocates nothing, except the first one
/// - after agents were added, if ids are 2^31 - 1 or more apart,
/// - after obstacles were added or terrain changed,
/// - on a device, with obstacles, with moving ones, with agents that differ in layer, mask, priority or
///   responsibility or are locked, and with radii that differ: it builds kernels for these.
/// If the step fails, no agent has moved, and it may be repeated. The flow may be updated; if the device
/// failed, also outlines of terrain and ranks of ids, as by throng_crowd_inspect().
/// Errors: INVALID_ARGUMENT, CAPACITY (obstacles and the outlines of terrain have more than THRONG_MAX_WALLS
/// edges; the next step after the terrain or the obstacles changed may succeed), LOST, OPENCL, BUILD_FAILED,
/// OUT_OF_MEMORY; and those of throng_flow_update() if the crowd has a flow.
THRONG_API throng_status throng_crowd_step(throng_crowd *crowd, float dt);

/// Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
/// It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
/// 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
/// agents, flags and congestion.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_crowd_hash(throng_crowd *crowd, uint64_t *hash);

/* ---------------------------------------------------------------- state ----------------------------- */

/// Facts about a crowd.
typedef struct throng_crowd_info {
    /// Backend that the crowd lives on.
    throng_backend backend;

    /// Present number of agents, and the most that there may be.
    int32_t agents, capacity;

    /// 1 if the device failed and the crowd is lost; throng_crowd_reset() or throng_crowd_restore() brings it
    /// back.
    int32_t lost;

    /// Number of edges of obstacles, those of terrain included.
    int32_t walls;

    /// 0.
    int32_t reserved;

    /// Number of steps so far.
    uint64_t steps;

    /// Number of agents ever added.
    uint64_t added;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory on the device, in bytes.
    uint64_t device_bytes;

    /// Time of the device's kernels in the last step. 0 unless the context profiles.
    double kernel_seconds;

    /// Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.
    double home_x, home_y;
} throng_crowd_info;

/// Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_crowd_get_info(throng_crowd *crowd, throng_crowd_info *info);

/// Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
/// lost crowd back.
/// Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
THRONG_API throng_status throng_crowd_reset(throng_crowd *crowd);

#ifdef __cplusplus
}
#endif

#endif
