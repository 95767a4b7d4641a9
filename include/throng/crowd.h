/* Crowds: agents that walk without running into each other. Part of throng.h, whose conventions hold.
 *
 * van den Berg, Guy, Lin, Manocha 2011, "Reciprocal n-Body Collision Avoidance" (ORCA), with the dynamic
 * perception of Shi 2015; equation numbers in brackets are those of the latter. A step of dt seconds does for
 * all agents at once, each looking at all others as they were before it:
 *   index        agents that are near each other in space come to lie near each other in memory
 *   perception   whom an agent notices: the nearest max_neighbors within neighbor_dist; or by its senses
 *   half-planes  for each of them the velocities that avoid it for time_horizon seconds (2-8):
 *                { v : (v - (v_A + c_A * u)) . n >= 0 }, c_A being A's share, half of it by default;
 *                and for walls, which nothing breaks
 *   program      the velocity nearest to the preferred one that lies in all half-planes and is no faster than
 *                max_speed; where there is none, the one that misses those of agents by least
 *   integration  position += velocity * dt, kept within -1e9..1e9
 * Agents already overlapping are parted within dt in place of time_horizon; in one place and moving alike,
 * in directions that their ids decide. Of equally near agents the one with the lower id counts as nearer.
 * Nothing depends on the order of adding. A wish above max_speed is cut to 0.999999 of it.
 *
 * Coordinates, lengths, speeds and times are in units of the caller's choice that fit together. */
#ifndef THRONG_PUBLIC_CROWD_H
#define THRONG_PUBLIC_CROWD_H

#include "flow.h"

#ifdef __cplusplus
extern "C" {
#endif

#define THRONG_MAX_AGENTS 8388608 /* of one crowd */
#define THRONG_MAX_NEIGHBORS 64   /* that one agent avoids */

typedef struct throng_crowd throng_crowd;

/* What of Shi 2015 is on; 0: plain ORCA. Which senses there are decides who is perceived: without any of the
 * three, neighbor_dist does. */
typedef uint32_t throng_perception;
enum {
    THRONG_VISION = 1,         /* a sector of vision_range and vision_angle about the heading */
    THRONG_HEARING = 2,        /* within hearing_range, if the other's sound_range reaches the own body */
    THRONG_TOUCH = 4,          /* bodies in contact: each avoids by half */
    THRONG_ADAPTIVE = 8,       /* the range of vision shrinks in crowds (1); needs VISION */
    THRONG_RESPONSIBILITY = 16 /* shares by the table: sight and sight 0.5 each; sight and nothing 1 and 0;
                                  sight and hearing only 0.7 and 0.3; else 0. Off: 0.5 */
};
#define THRONG_PERCEPTION_ALL 31u

typedef struct throng_crowd_def {
    int32_t agent_capacity;       /* 0..THRONG_MAX_AGENTS; 1024; see throng_crowd_reserve() */
    int32_t max_neighbors;        /* that any agent may ask for: 0..THRONG_MAX_NEIGHBORS; 10 */
    throng_perception perception; /* 0 */
    throng_residency residency;   /* HOST or INPUT; HOST: all positions are read after each step */
    int32_t congestion; /* 1: agents that are slower than their dead_speed though they want to move turn their
                           preferred velocity by a random angle of at most 60 degrees, a new one every tenth
                           step; 0 */
    float symmetry;     /* radians, 0..1: each step turns each preferred velocity by a random angle of at most
                           this, so that those who meet exactly head-on do not stand forever; 0: off */
    throng_terrain
        *terrain;      /* whose blocked cells, and all beyond it, are obstacles, of one world; its outlines
                                are found anew by the first step after it changed. NULL: none */
    float cell_size;   /* of the terrain, world units, 1e-6..1e6; 1 */
    throng_flow *flow; /* for NAVIGATE_FLOW: of one world, square, where it lives the crowd goes too. It is
                                to be up to date. NULL: none */
    uint64_t seed;     /* of the random angles; 0 */
    uint32_t cookie;   /* set by the default function */
} throng_crowd_def;

/* What an agent is on its way to. */
typedef int32_t throng_navigation;
enum {
    THRONG_NAVIGATE_VELOCITY = 0, /* the preferred velocity is (target_x, target_y) */
    THRONG_NAVIGATE_GOAL =
        1, /* it leads to the point (target_x, target_y), with the smaller of pref_speed and
                                 distance/dt */
    THRONG_NAVIGATE_FLOW =
        2 /* it follows the crowd's flow smoothly, with pref_speed, and in a goal cell goes to
                                 (target_x, target_y) as by GOAL; where no path is it stands */
};

#define THRONG_NEXT_ID UINT64_MAX

/* An agent as it is added. */
typedef struct throng_agent_def {
    uint64_t id;     /* breaks ties and keys random numbers; unique in its crowd. NEXT_ID: the count of
                            agents ever added, refused while another agent has that: who gives ids of his
                            own gives them to all */
    float x, y;      /* position, -1e9..1e9 */
    float vx, vy;    /* velocity, -1e9..1e9; 0 */
    float radius;    /* 0, or 1e-6..1e9; 1 */
    float max_speed; /* 0, or 1e-6..1e9; 2 */
    throng_navigation navigation; /* VELOCITY */
    float target_x, target_y;     /* preferred velocity or goal, -1e9..1e9; 0 */
    int32_t flow_field;           /* for NAVIGATE_FLOW: which of the flow's fields leads to its goal; 0 */
    float pref_speed;             /* on the way to a goal, 0..1e9; below 0: max_speed; -1 */
    float neighbor_dist;     /* others farther away are not noticed (distances between centres, the limit not
                                included), 0..1e9; 15 */
    int32_t max_neighbors;   /* how many are avoided at most, the nearest; 0 .. the crowd's; 10 */
    float time_horizon;      /* seconds for which agents are avoided, 1e-6..1e9; 5 */
    float time_horizon_obst; /* and obstacles; 5 */
    uint32_t layer, mask;    /* A notices B if A's mask has a bit of B's layer; 1, all ones */
    int32_t priority;     /* of two agents the one with the higher priority leaves it all to the other; 0 */
    float responsibility; /* weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B); 0..1e6; 1 */
    int32_t locked;       /* 1: it stands, and others avoid it by themselves; 0 */
    float heading_x, heading_y; /* where it looks until it moves; (0, 0): along its velocity, or where that is
                                   0 its preferred velocity, or else (1, 0) */
    float vision_range;         /* r_max, 0..1e9; 15 */
    float vision_range_min;     /* r_min, 0..vision_range; below 0: 4/15 of vision_range; -1 */
    float vision_angle;         /* full angle in degrees, 0..360; 220 */
    float hearing_range;        /* 0..1e9; 5 */
    float sound_range;          /* how far it is heard, 0..1e9; 2 */
    int32_t capacity;           /* N0: how many it may perceive before vision shrinks, 0 or more; 7 */
    float dead_speed;           /* slower is congested, 0..1e9; below 0: a tenth of max_speed; -1 */
    uint32_t cookie;            /* set by the default function */
} throng_agent_def;

/* A handle. It stays good until its agent is removed, whatever happens to others; then calls refuse it. */
typedef struct throng_agent {
    int32_t index;
    uint32_t generation; /* never 0 */
} throng_agent;

THRONG_API throng_crowd_def throng_crowd_default_def(void);
THRONG_API throng_agent_def throng_agent_default_def(void);

/* Creates an empty crowd, which lives on one backend from then on; dispatch.h says how that is chosen.
 * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, and of devices BUILD_FAILED, OPENCL. */
THRONG_API throng_status throng_crowd_create(throng_context *context, const throng_crowd_def *def,
                                             throng_crowd **crowd);
/* Where such a crowd would go, filled with agents, and why. Errors: as create
 * has them. */
THRONG_API throng_status throng_crowd_explain(throng_context *context, const throng_crowd_def *def,
                                              throng_selection *choice);
/* NULL is fine. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_crowd_destroy(throng_crowd *crowd);
/* Makes room for so many agents, at least; never shrinks. Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST,
 * OPENCL; the crowd is then as it was. */
THRONG_API throng_status throng_crowd_reserve(throng_crowd *crowd, int32_t capacity);

/* Adds agents: all, or where one is refused none. stride: bytes from def to def, 0: packed. agents: where
 * their handles go; NULL: nowhere. Errors: INVALID_ARGUMENT (the message has the agent, the member and its
 * value; an id that is in use), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL. */
THRONG_API throng_status throng_crowd_add(throng_crowd *crowd, int32_t count, const throng_agent_def *defs,
                                          size_t stride, throng_agent *agents);
/* Removes agents: all, or where one is refused (gone already, or named twice) none. Errors: INVALID_ARGUMENT,
 * LOST. */
THRONG_API throng_status throng_crowd_remove(throng_crowd *crowd, int32_t count, const throng_agent *agents,
                                             size_t stride);
/* Copies the handles of the agents in ascending order of their indices, at most `capacity` of them, and
 * counts all of them. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_crowd_list(throng_crowd *crowd, throng_agent *agents, int32_t capacity,
                                           int32_t *count);
/* The agent with this id. Errors: INVALID_ARGUMENT (there is none). */
THRONG_API throng_status throng_crowd_find(throng_crowd *crowd, uint64_t id, throng_agent *agent);

/* What can be read of an agent, and unless said otherwise set. Each is one or two float, or an int32_t or
 * uint32_t, of the range that throng_agent_def gives. */
typedef int32_t throng_agent_value;
enum {
    THRONG_AGENT_POSITION = 0, /* x, y */
    THRONG_AGENT_VELOCITY = 1,
    THRONG_AGENT_PREFERRED_VELOCITY = 2, /* makes it navigate by VELOCITY; read: the target, whatever it is */
    THRONG_AGENT_GOAL = 3,               /* makes it navigate by GOAL; read: the target, whatever it is */
    THRONG_AGENT_HEADING =
        4, /* of any length but 0; read: a unit vector, as the last step left it where senses
                                 are on */
    THRONG_AGENT_RADIUS = 5,
    THRONG_AGENT_MAX_SPEED = 6,
    THRONG_AGENT_PREF_SPEED = 7,
    THRONG_AGENT_NEIGHBOR_DIST = 8,
    THRONG_AGENT_MAX_NEIGHBORS = 9, /* int32_t */
    THRONG_AGENT_TIME_HORIZON = 10,
    THRONG_AGENT_TIME_HORIZON_OBST = 11,
    THRONG_AGENT_LAYER = 12,    /* uint32_t */
    THRONG_AGENT_MASK = 13,     /* uint32_t */
    THRONG_AGENT_PRIORITY = 14, /* int32_t */
    THRONG_AGENT_RESPONSIBILITY = 15,
    THRONG_AGENT_LOCKED = 16,           /* int32_t */
    THRONG_AGENT_VISION_RANGE = 17,     /* the largest; the present range becomes it too */
    THRONG_AGENT_VISION_RANGE_MIN = 18, /* above vision_range it counts as that */
    THRONG_AGENT_HEARING_RANGE = 19,
    THRONG_AGENT_SOUND_RANGE = 20,
    THRONG_AGENT_CAPACITY = 21, /* int32_t */
    THRONG_AGENT_DEAD_SPEED = 22,
    THRONG_AGENT_FLAGS = 23, /* uint32_t, read only: THRONG_FLAG_* of the last step */
    THRONG_AGENT_PERCEIVED =
        24,                   /* int32_t, read only: how many were perceived in the last step; with no sense
                                    on, how many were avoided */
    THRONG_AGENT_VISION = 25, /* read only: the range of vision in the last step; before it, vision_range */
    THRONG_AGENT_FLOW_FIELD = 28,   /* int32_t; makes it navigate by FLOW */
    THRONG_AGENT_VISION_ANGLE = 26, /* set only */
    THRONG_AGENT_ID = 27            /* uint64_t, read only */
};
enum {
    THRONG_FLAG_CONGESTED = 1,  /* its preferred velocity was turned */
    THRONG_FLAG_INFEASIBLE = 2, /* no velocity kept out of all half-planes' wrong sides */
    THRONG_FLAG_ARRIVED = 4     /* it navigates by GOAL, and its body is on the goal */
};

/* Sets a value of agents; all, or where one is refused none. agents NULL: of all agents, as listed by
 * throng_crowd_list(), and count is their number. strides: bytes from one to the next, 0: packed. Errors:
 * INVALID_ARGUMENT (the message has the agent and the value; an agent named twice), LOST, OPENCL. */
THRONG_API throng_status throng_crowd_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                          const throng_agent *agents, size_t agent_stride, const void *data,
                                          size_t stride);
/* Copies a value of agents. Waits for work that it depends on. Errors: INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_crowd_get(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                          const throng_agent *agents, size_t agent_stride, void *data,
                                          size_t stride);

/* The velocities (x, y) with nx*x + ny*y >= c; (nx, ny) has length 1. */
typedef struct throng_half_plane {
    float nx, ny, c;
} throng_half_plane;

/* What one agent makes of the others. Lists are the caller's: room for `capacity` each, NULL where that is 0;
 * what does not fit is counted and left out. */
typedef struct throng_crowd_view {
    throng_agent *perceived; /* in ascending order of indices; without senses all within neighbor_dist, of one
                                 that may avoid nobody none */
    throng_agent *avoided;   /* the nearest first; at most its max_neighbors */
    throng_half_plane *lines; /* first those of walls, at most 32, then one for each who is avoided */
    int32_t perceived_capacity, avoided_capacity, line_capacity;
    int32_t perceived_count, avoided_count, line_count; /* set by the call */
    int32_t wall_count;                                 /* lines of walls */
} throng_crowd_view;

/* Whom an agent perceives and avoids in a step of dt from now, and the half-planes (equations 2 to 8) that it
 * keeps to: for debugging, computed on the host from a copy of all agents. No agent changes; but, as the next
 * step would, it ranks ids and finds outlines of terrain, for which a snapshot takes more bytes. Errors:
 * INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL. */
THRONG_API throng_status throng_crowd_inspect(throng_crowd *crowd, throng_agent agent, float dt,
                                              throng_crowd_view *view);

/* ---------------------------------------------------------------- static obstacles ------------------ */

#define THRONG_MAX_WALLS 4194304 /* edges of all obstacles of a crowd */

typedef struct throng_vertex {
    float x, y;
} throng_vertex;

/* A handle, as throng_agent. */
typedef struct throng_obstacle {
    int32_t index;
    uint32_t generation;
} throng_obstacle;

/* Adds an obstacle: a polygon, which is solid inside where the sum of x_i * y_(i+1) - x_(i+1) * y_i is
 * above 0, and solid outside, a room, where it is below; or, of two vertices, a wall with two sides. Agents
 * keep off the nearest 32 edges within time_horizon_obst * max_speed + radius, to whose outer side they
 * stand; nothing that an agent does to avoid others breaks that. Edges shorter than 1e-6 are left out. Of
 * equally near ones which come first depends on where they are alone; see docs/concepts/crowd.md.
 * stride: bytes from vertex to vertex, 0: packed. handle: where its handle goes, NULL: nowhere. What is
 * added and removed takes effect with the next step, at the cost of what changed. Errors: INVALID_ARGUMENT
 * (fewer than two vertices that differ; a coordinate beyond 1e9: the message has it), CAPACITY,
 * OUT_OF_MEMORY, LOST. */
THRONG_API throng_status throng_crowd_add_obstacle(throng_crowd *crowd, int32_t count,
                                                   const throng_vertex *vertices, size_t stride,
                                                   throng_obstacle *handle);
/* Errors: INVALID_ARGUMENT (it is gone already), LOST. */
THRONG_API throng_status throng_crowd_remove_obstacle(throng_crowd *crowd, throng_obstacle handle);

/* ---------------------------------------------------------------- steps ----------------------------- */

/* One step of dt, 1e-6..1e6. Allocates nothing, but for the first one after agents were added whose ids are
 * not all above those of the others, after obstacles were added, or after terrain changed; on a device also
 * the first with obstacles, and the first in which agents differ in layer, mask, priority or responsibility
 * or are locked, for which it builds kernels. There the work is enqueued, not awaited. Errors:
 * INVALID_ARGUMENT, LOST, OPENCL, BUILD_FAILED, OUT_OF_MEMORY. */
THRONG_API throng_status throng_crowd_step(throng_crowd *crowd, float dt);

/* A hash of the number of steps and of each agent's id, position, velocity, heading, vision, number of
 * perceived agents and episode of congestion; it does not depend on the order of adding. Errors:
 * INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_crowd_hash(throng_crowd *crowd, uint64_t *hash);

/* ---------------------------------------------------------------- snapshots ------------------------- */

/* How many bytes a snapshot of the crowd takes now. Errors: INVALID_ARGUMENT, LOST. */
THRONG_API throng_status throng_crowd_snapshot_bytes(throng_crowd *crowd, size_t *bytes);
/* Copies all that further steps depend on, agents, obstacles and the number of steps, into `bytes` bytes of
 * any alignment. Terrain and flows are not in it. A crowd that takes it up has the same snapshot. Errors:
 * INVALID_ARGUMENT (too few bytes), LOST, OPENCL. */
THRONG_API throng_status throng_crowd_save(throng_crowd *crowd, void *snapshot, size_t bytes);
/* Makes the crowd what it was when the snapshot was made, by this crowd or by another one whose def had the
 * same max_neighbors, perception, congestion, symmetry and seed, terrain if it was on some, and a flow of as
 * many fields at least or none, on any backend of any machine of the same byte order. Handles of that time
 * are good again. Brings a lost crowd back. Errors:
 * INVALID_ARGUMENT (no snapshot, a damaged one, or of another kind of crowd), CAPACITY (less than the most
 * agents that it ever had at once), OUT_OF_MEMORY and OPENCL (the crowd may then be lost). */
THRONG_API throng_status throng_crowd_restore(throng_crowd *crowd, const void *snapshot, size_t bytes);

typedef struct throng_crowd_info {
    throng_backend backend; /* where it lives */
    int32_t agents, capacity;
    int32_t lost;  /* 1: the device failed; throng_crowd_reset */
    int32_t walls; /* edges of obstacles */
    int32_t reserved;
    uint64_t steps;        /* done so far */
    uint64_t added;        /* agents ever added */
    uint64_t host_bytes;   /* memory from the allocator */
    uint64_t device_bytes; /* memory on the device */
    double kernel_seconds; /* the last step's kernels on the device; 0 unless the context profiles */
} throng_crowd_info;
/* Where the context profiles, waits for the last step. */
THRONG_API throng_status throng_crowd_get_info(throng_crowd *crowd, throng_crowd_info *info);

/* Removes all agents and obstacles, and counts steps and agents from 0; brings a lost crowd back. Handles of
 * before stay bad. Errors: OUT_OF_MEMORY, OPENCL: it is then lost, and reset may be tried again. */
THRONG_API throng_status throng_crowd_reset(throng_crowd *crowd);

#ifdef __cplusplus
}
#endif

#endif
