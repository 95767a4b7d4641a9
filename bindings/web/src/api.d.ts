// Written by bindings/generate.py from include/throng. Do not edit.
import { Block, List, ThrongObject, Values, Word } from "./throng.js";

/** Handles of agents: pairs of index and generation. */
export type AgentList = Int32Array | Block | Agent[];

/** Result of a call: THRONG_OK or one of THRONG_ERROR_*. */
export type Status = "ok" | "error_invalid_argument" | "error_capacity" | "error_out_of_memory" |
    "error_unsupported" | "error_no_device" | "error_inexact_device" | "error_build_failed" | "error_opencl"
    | "error_lost";

/** Severity of a log message. */
export type LogLevel = "error" | "warning" | "info";

/** Where an object lives. */
export type Backend = "auto" | "cpu" | "opencl";

/** Instruction set of the CPU backend. All give the same bits. */
export type Isa = "auto" | "reference" | "vector" | "sse2" | "avx2" | "avx512" | "neon" | "simd128";

/** Type of an OpenCL device. */
export type DeviceType = "other" | "cpu" | "gpu";

/**
 * Which parts of Shi 2015 are on, a sum of the values below. 0: plain ORCA.
 * The first three are senses. Without any of them agents notice others by neighbor_dist.
 */
export type Perception = "vision" | "hearing" | "touch" | "adaptive" | "responsibility";

/**
 * Which agents count as neighbours, and which of them as the nearest. Of equally near agents the one with
 * the lower id is nearer. With equal radii both give the same results.
 */
export type Neighbors = "gaps" | "centres";

/**
 * Where agents with senses look, and whom they notice at their bodies. Without senses it changes nothing,
 * and headings follow velocities.
 */
export type Heading = "turning" | "velocity";

/** What a step does with positions. */
export type Integration = "positions" | "velocities";

/** What an agent's preferred velocity is. */
export type Navigation = "velocity" | "goal" | "flow" | "guest";

/**
 * A value of an agent. It can be read and set unless its comment says otherwise.
 * It is one float unless said otherwise, with the meaning and range of the member of throng_agent_def.
 */
export type AgentValue = "position" | "velocity" | "preferred_velocity" | "goal" | "heading" | "radius" |
    "max_speed" | "pref_speed" | "neighbor_dist" | "max_neighbors" | "time_horizon" | "time_horizon_obst" |
    "layer" | "mask" | "priority" | "responsibility" | "locked" | "vision_range" | "vision_range_min" |
    "hearing_range" | "sound_range" | "capacity" | "dead_speed" | "flags" | "perceived" | "vision" |
    "flow_field" | "target" | "vision_angle" | "id" | "position_double" | "goal_double" | "navigation";

/** A sum of values that begin with THRONG_FLAG_ in C. */
export type Flag = "congested" | "infeasible" | "arrived" | "inside_wall";

/** Where the input and the result of a frame are. Only the automatic choice of a backend uses it. */
export type Residency = "host" | "input" | "device";

/** Operations that have costs of their own. */
export type Operation = "read" | "influence" | "influence_path" | "influence_adjacent" | "flow" |
    "potential" | "choquet" | "crowd" | "crowd_perception";

/**
 * The step out of a cell: a direction of 0 to 7, or one of the values below.
 * Directions count clockwise: 0 right, 1 right and down, 2 down, 3 left and down, 4 left, 5 left and up,
 * 6 up, 7 right and up. SQUARE4 has only the even ones. HEX has all but 2 and 6; its 1, 3, 5 and 7 lead to
 * the rows below and above.
 */
export type FlowDirection = "goal" | "none";

/**
 * What samples and crowds find in cells that are not reached: in blocked ones, in those where a body of the
 * class does not fit, and in those that no path joins with a goal.
 */
export type FlowUnreached = "stand" | "nearest";

/**
 * How the direction at a point is found.
 * Either way, on square grids, the next cell's length along the direction meets only free cells and cuts no
 * corner; on hexagonal grids the next half cell's with SMOOTH.
 */
export type FlowSampling = "cell" | "smooth";

/** How influence gets from an object to a cell. */
export type Propagation = "euclidean" | "path" | "adjacent";

/** How influence falls with distance. */
export type Decay = "linear" | "exponential";

/** What happens to objects that are given in a blocked cell or off the map, with PATH and ADJACENT. */
export type BlockedObjects = "refuse" | "ignore";

/** Which extreme a query is for. */
export type Extreme = "largest" | "smallest";

/** What a map is going to be used for. */
export type InfluenceUses = "combine" | "momentum" | "slices" | "queries";

/** How the values of a measure are given. m_i is the weight of type i alone. */
export type MeasureKind = "lambda" | "additive2" | "table";

/** Which blocked cells repel a point. */
export type TerrainMode = "all" | "nearest";

/** How routes are searched. */
export type RouteMethod = "astar" | "dijkstra";

/** Shape of cells, and which of them are neighbours. */
export type Grid = "square8" | "square4" | "hex";

/** How a path ended. */
export type TraceStatus = "reached" | "stuck" | "step_limit" | "outside" | "unreachable" | "invalid";

/** What a path does in a trap. */
export type Escape = "none" | "flow" | "hills";

/**
 * Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is
 * not empty decides; a value that throng does not know is INVALID_ARGUMENT.
 */
export interface ContextDef {
    /**
     * Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each
     * object. Default: AUTO.
     */
    backend: Word<Backend>;
    /**
     * Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.
     * Default: AUTO.
     */
    isa: Word<Isa>;
    /**
     * Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.
     * Without a scheduler the context starts one thread less, since the calling thread works too, or as
     * many as the system gives. They end when it is destroyed. After a fork the child does the work on the
     * calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
     */
    threads: number;
    /**
     * If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.
     */
    acceptInexact: number;
    /** If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0. */
    profile: number;
    /**
     * Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.
     * NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,
     * then of others, in the order of throng_devices(). Default: NULL.
     */
    device: string;
    /**
     * Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,
     * otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).
     * A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a
     * link, belongs to another user, or that others may write to; see docs/reference/environment.md.
     * Default: NULL.
     */
    cache: string;
}

/** What a context runs on. */
export interface ContextInfo {
    /** Instruction set of the CPU backend, never AUTO. */
    isa: Word<Isa>;
    /** Number of tasks that run at once. */
    threads: number;
    /** 1 if an OpenCL device is open, otherwise 0. */
    opencl: number;
    /** Number of the open device in throng_devices(). -1: none, or one that the host opened. */
    device: number;
    /** 1 if the device rounds correctly, so that its results equal those of the CPU. */
    deviceExact: number;
    /** Name of the open device, or "". */
    deviceName: string;
    /** OpenCL version of the open device, or "". */
    deviceVersion: string;
}

/** Definition of a crowd. */
export interface CrowdDef {
    /** Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024. */
    agentCapacity: number;
    /** Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10. */
    maxNeighbors: number;
    /** Which parts of Shi 2015 are on. Default: 0. */
    perception: Word<Perception>;
    /**
     * Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the
     * automatic choice of the backend uses it. Default: HOST.
     */
    residency: Word<Residency>;
    /**
     * If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a
     * new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred
     * speed is not. Default: 0.
     */
    congestion: number;
    /**
     * Most by which each step turns each preferred velocity at random, in radians, so that agents that meet
     * exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
     */
    symmetry: number;
    /**
     * Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first
     * step after a change updates its outlines. NULL: none. Default: NULL.
     */
    terrain: Terrain | null;
    /** Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1. */
    cellSize: number;
    /**
     * Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step
     * updates the flow first. NULL: none. Default: NULL.
     */
    flow: Flow | null;
    /** Seed of the random angles. Default: 0. */
    seed: bigint;
    /** How neighbours are ranked and limited. Default: GAPS. */
    neighbors: Word<Neighbors>;
    /**
     * If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts
     * as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
     */
    settle: number;
    /** Where agents with senses look. Default: TURNING. */
    heading: Word<Heading>;
    /** If 1, throng_crowd_hash() covers guests. Default: 0. */
    hashGuests: number;
    /** Whether steps move agents. Default: POSITIONS. */
    integration: Word<Integration>;
    /**
     * Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
     * relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
     * units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
     * logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
     */
    originX: number;
    /**
     * Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
     * relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
     * units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
     * logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
     */
    originY: number;
}

/** Definition of an agent. */
export interface AgentDef {
    /**
     * Id, unique in the crowd; breaks ties and keys random numbers. Assign either all ids or none: NEXT_ID
     * is rejected if another agent already has that number. Default: NEXT_ID.
     */
    id: bigint;
    /** Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0. */
    x: number;
    /** Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0. */
    y: number;
    /** Velocity. Range: -1e9 to 1e9. Default: 0. */
    vx: number;
    /** Velocity. Range: -1e9 to 1e9. Default: 0. */
    vy: number;
    /** Radius of the body. Range: 0, or 1e-6 to 1e9. Default: 1. */
    radius: number;
    /** Highest speed. Range: 0, or 1e-6 to 1e9. Default: 2. */
    maxSpeed: number;
    /** What its preferred velocity is. Default: VELOCITY. */
    navigation: Word<Navigation>;
    /** Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0. */
    targetX: number;
    /** Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0. */
    targetY: number;
    /** Field of the crowd's flow that leads to its goal, for THRONG_NAVIGATE_FLOW. Default: 0. */
    flowField: number;
    /** Preferred speed on the way to a goal. Range: 0 to 1e9; below 0: max_speed. Default: -1. */
    prefSpeed: number;
    /**
     * Others at this distance or farther are not noticed, between centres; by gaps the difference of the
     * radii is added to it, see throng_neighbors. Senses do not use it. Range: 0 to 1e9. Default: 15.
     */
    neighborDist: number;
    /**
     * Most neighbours that it avoids, the nearest ones, see throng_neighbors. Range: 0 to the crowd's.
     * Default: 10.
     */
    maxNeighbors: number;
    /** Time for which other agents are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5. */
    timeHorizon: number;
    /** Time for which walls are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5. */
    timeHorizonObst: number;
    /** Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones. */
    layer: number;
    /** Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones. */
    mask: number;
    /**
     * Of two agents, the one with the higher priority leaves all of the avoidance to the other. Default: 0.
     */
    priority: number;
    /** Weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B). Range: 0 to 1e6. Default: 1. */
    responsibility: number;
    /** If 1, the agent never moves and others take full responsibility for avoiding it. Default: 0. */
    locked: number;
    /**
     * Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
     * if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
     */
    headingX: number;
    /**
     * Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
     * if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
     */
    headingY: number;
    /** Largest range of vision r_max. Range: 0 to 1e9. Default: 15. */
    visionRange: number;
    /** Least range of vision r_min. Range: 0 to vision_range; below 0: 4/15 of vision_range. Default: -1. */
    visionRangeMin: number;
    /** Full angle of vision, in degrees. Range: 0 to 360. Default: 220. */
    visionAngle: number;
    /** How far it hears. Range: 0 to 1e9. Default: 5. */
    hearingRange: number;
    /** How far it is heard. Range: 0 to 1e9. Default: 2. */
    soundRange: number;
    /**
     * N0: how many agents it may perceive before its range of vision shrinks. Range: 0 or more. Default: 7.
     */
    capacity: number;
    /** Speed below which it may be congested. Range: 0 to 1e9; below 0: max_speed / 10. Default: -1. */
    deadSpeed: number;
    /** Added to the position and to a goal, for places that a float does not have. Default: 0. */
    offsetX: number;
    /** Added to the position and to a goal, for places that a float does not have. Default: 0. */
    offsetY: number;
    /** Added to the position and to a goal, for places that a float does not have. Default: 0. */
    targetOffsetX: number;
    /** Added to the position and to a goal, for places that a float does not have. Default: 0. */
    targetOffsetY: number;
}

/**
 * Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,
 * calls reject it.
 */
export interface Agent {
    /**
     * Index of the agent's slot, from 0. Slots of removed agents are used again, each for at most 2^31 - 1
     * agents; then it is retired, and the crowd has space for one agent less.
     */
    index: number;
    /** Distinguishes the agents that use a slot. Never 0 for an agent. */
    generation: number;
}

/** A half-plane of velocities: all (x, y) with nx*x + ny*y >= c. */
export interface HalfPlane {
    /** Unit normal and its constant, a speed. */
    nx: number;
    /** Unit normal and its constant, a speed. */
    ny: number;
    /** Unit normal and its constant, a speed. */
    c: number;
}

/**
 * What one agent perceives and avoids. The caller provides the lists; entries beyond a capacity are counted
 * and left out. A list may be NULL if its capacity is 0.
 */
export interface CrowdView {
    /** Most entries of each list. */
    perceivedCapacity: number;
    /** Most entries of each list. */
    avoidedCapacity: number;
    /** Most entries of each list. */
    lineCapacity: number;
    /** Set by the call: number of entries found for each list. */
    perceivedCount: number;
    /** Set by the call: number of entries found for each list. */
    avoidedCount: number;
    /** Set by the call: number of entries found for each list. */
    lineCount: number;
    /** Set by the call: how many of the half-planes are of walls. */
    wallCount: number;
}

/** A vertex of an obstacle. */
export interface Vertex {
    /** Position. Range: -1e9 to 1e9. */
    x: number;
    /** Position. Range: -1e9 to 1e9. */
    y: number;
}

/** Handle of an obstacle, valid until it is removed. */
export interface Obstacle {
    /** Index of its slot, as throng_agent.index. */
    index: number;
    /** As throng_agent.generation. */
    generation: number;
}

/** A vertex of an obstacle, for places that a float does not have. */
export interface VertexDouble {
    /** Position, kept as floats relative to the home. Range: as that of agents. */
    x: number;
    /** Position, kept as floats relative to the home. Range: as that of agents. */
    y: number;
}

/** Facts about a crowd. */
export interface CrowdInfo {
    /** Backend that the crowd lives on. */
    backend: Word<Backend>;
    /** Present number of agents, and the most that there may be. */
    agents: number;
    /** Present number of agents, and the most that there may be. */
    capacity: number;
    /**
     * 1 if the device failed and the crowd is lost; throng_crowd_reset() or throng_crowd_restore() brings it
     * back.
     */
    lost: number;
    /** Number of edges of obstacles, those of terrain included. */
    walls: number;
    /** Number of steps so far. */
    steps: bigint;
    /** Number of agents ever added. */
    added: bigint;
    /** Memory from the allocator, in bytes. */
    hostBytes: bigint;
    /** Memory on the device, in bytes. */
    deviceBytes: bigint;
    /** Time of the device's kernels in the last step. 0 unless the context profiles. */
    kernelSeconds: number;
    /** Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it. */
    homeX: number;
    /** Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it. */
    homeY: number;
}

/** Where an agent is, how it moves, and where it looks. */
export interface Motion {
    /**
     * Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
     * lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
     */
    x: number;
    /**
     * Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
     * lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
     */
    y: number;
    /** Velocity. Range: -1e9 to 1e9. */
    vx: number;
    /** Velocity. Range: -1e9 to 1e9. */
    vy: number;
    /** Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9. */
    headingX: number;
    /** Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9. */
    headingY: number;
}

/** Handle of a moving obstacle, valid until it is removed. */
export interface MovingObstacle {
    /** Index of its slot, as throng_agent.index. */
    index: number;
    /** As throng_agent.generation. */
    generation: number;
}

/**
 * Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this
 * says until the next throng_crowd_move_obstacles(): steps do not move it.
 */
export interface ObstacleMotion {
    /**
     * Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
     * away than positions of agents may be.
     */
    x: number;
    /**
     * Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
     * away than positions of agents may be.
     */
    y: number;
    /** Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9. */
    vx: number;
    /** Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9. */
    vy: number;
    /** Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9. */
    headingX: number;
    /** Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9. */
    headingY: number;
    /**
     * How fast it turns, in radians per second, positive from the x axis to the y axis. A step takes at most
     * a sixth of a turn. Range: -1e9 to 1e9.
     */
    turn: number;
}

/** A query for agents near a point. */
export interface CrowdQuery {
    /**
     * The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
     * 1e9 of the home.
     */
    x: number;
    /**
     * The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
     * 1e9 of the home.
     */
    y: number;
    /** Largest distance of an agent's centre, which is included. Range: 0 to 1e9; below 0: any distance. */
    radius: number;
    /** Agents are found if their layer and this mask have a bit in common. */
    mask: number;
    /** An agent that is not found, such as the one that asks. {0, 0}: none. */
    except: Agent;
}

/** An agent that a query found. */
export interface CrowdHit {
    /** The agent. */
    agent: Agent;
    /** Distance of its centre from the query's point. */
    distance: number;
}

/** What happened to an agent in a step. */
export interface CrowdEvent {
    /** The agent. */
    agent: Agent;
    /**
     * The flag that it has since the step and had not before it: THRONG_FLAG_ARRIVED,
     * THRONG_FLAG_CONGESTED or THRONG_FLAG_INSIDE_WALL.
     */
    kind: number;
}

/** What throng_crowd_reserve_room() reserves memory for. */
export interface CrowdRoomDef {
    /** Obstacles that are there at a time. Range: 0 to THRONG_MAX_WALLS. Default: 0. */
    obstacles: number;
    /**
     * Edges of obstacles and of the outlines of terrain that are there at a time. Range: 0 to
     * THRONG_MAX_WALLS. Default: 0.
     */
    edges: number;
    /** 1: moving obstacles, as many as there may be. Default: 0. */
    movingObstacles: number;
    /**
     * Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
     * Range: 0 or more. Default: 0.
     */
    queries: number;
    /**
     * Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
     * Range: 0 or more. Default: 0.
     */
    hits: number;
    /** 1: throng_crowd_get_motions() and throng_crowd_set_motions(). Default: 0. */
    motions: number;
}

/**
 * The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other
 * memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.
 */
export interface AgentState {
    /** Version of this form, and the bytes of a state. */
    version: number;
    /** Version of this form, and the bytes of a state. */
    bytes: number;
    /** The agent's id. */
    id: bigint;
    /** What the library alone reads. */
    data: ArrayLike<number>;
}

/** The backend that an object of a def is created on, and why. */
export interface Selection {
    /** The selected backend. */
    backend: Word<Backend>;
    /** 1: selected by measured costs. 0: by the rule, or there was no choice. */
    measured: number;
    /** Expected seconds of a frame on each backend. 0 if not known. */
    cpuSeconds: number;
    /** Expected seconds of a frame on each backend. 0 if not known. */
    openclSeconds: number;
    /** The reason in words. */
    reason: string;
}

/** Definition of a flow. */
export interface FlowDef {
    /**
     * Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must
     * be set.
     */
    terrain: Terrain | null;
    /** Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8. */
    grid: Word<Grid>;
    /** Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1. */
    fields: number;
    /** Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1. */
    goalCapacity: number;
    /** Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1. */
    cellSize: number;
    /**
     * Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its
     * potential field; a crowd is created where its flow is. Default: AUTO.
     */
    backend: Word<Backend>;
    /**
     * Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only
     * the automatic choice of the backend uses it. Default: INPUT.
     */
    residency: Word<Residency>;
    /**
     * Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as
     * much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most
     * THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.
     */
    clearanceCount: number;
    /**
     * Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from
     * cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map,
     * over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to
     * half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body
     * takes the first class that is at least as wide, and the widest one if none is. Goals of a class are
     * those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells.
     */
    clearances: ArrayLike<number>;
    /**
     * If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS
     * cells in a world then. Range: 0, 1. Default: 0.
     */
    costs: number;
    /**
     * If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell,
     * outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.
     */
    slowByCost: number;
    /** What agents do in cells that are not reached. Default: STAND. */
    unreached: Word<FlowUnreached>;
    /**
     * Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the
     * terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.
     */
    seedCapacity: number;
    /**
     * Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
     * crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
     * cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
     * of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
     */
    firstColumn: number;
    /**
     * Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
     * crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
     * cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
     * of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
     */
    firstRow: number;
}

/** A point at which a field is sampled. */
export interface FlowPoint {
    /**
     * Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
     * cells.
     */
    x: number;
    /**
     * Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
     * cells.
     */
    y: number;
    /** World of the point. Range: 0 to worlds-1. */
    world: number;
    /** Field to sample; see throng_flow_field_for(). Range: 0 to fields * classes - 1. */
    field: number;
}

/** The flow at a point. */
export interface FlowVector {
    /**
     * Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
     * `unreached` is STAND.
     */
    dx: number;
    /**
     * Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
     * `unreached` is STAND.
     */
    dy: number;
    /**
     * Length of the path from the point's cell, in cells. -1 in walls, off the map and if there is no path.
     */
    length: number;
}

/** Facts about a flow. */
export interface FlowInfo {
    /** Backend that the fields live on. */
    backend: Word<Backend>;
    /** 1 if the device failed and the flow is lost; throng_flow_reset() and new goals bring it back. */
    lost: number;
    /** Memory from the allocator, in bytes. */
    hostBytes: bigint;
    /** Memory on the device, in bytes. */
    deviceBytes: bigint;
    /** Time of the device's kernels since the last update began. 0 unless the context profiles. */
    kernelSeconds: number;
}

/** Definition of an influence map. */
export interface InfluenceDef {
    /** Columns. Range: 1 to THRONG_MAX_SIDE. Must be set. */
    width: number;
    /**
     * Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
     * even on a hexagonal grid with several worlds. Must be set.
     */
    height: number;
    /** Number of independent worlds of width x height cells. Range: 1 or more. Default: 1. */
    worlds: number;
    /** Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1. */
    cellSize: number;
    /** Shape of cells. Default: SQUARE8. */
    grid: Word<Grid>;
    /** How influence propagates. Default: EUCLIDEAN. */
    propagation: Word<Propagation>;
    /**
     * Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and
     * ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
     */
    terrain: Terrain | null;
    /**
     * If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for
     * small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS
     * cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
     */
    allPairs: number;
    /**
     * Whether objects may be given in blocked cells and off the map. Objects that are moved out of a
     * program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.
     * Default: REFUSE.
     */
    blockedObjects: Word<BlockedObjects>;
    /** Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1. */
    layers: number;
    /** Most objects of a layer. Range: 0 to 2^27. Default: 1024. */
    objectCapacity: number;
    /**
     * Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the
     * footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its
     * budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.
     */
    typicalDistance: number;
    /**
     * Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of
     * the backend uses it. Default: HOST.
     */
    residency: Word<Residency>;
}

/** An object that influences the cells around it. */
export interface InfluenceObject {
    /**
     * Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
     * cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
     * the map's def is IGNORE.
     */
    x: number;
    /**
     * Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
     * cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
     * the map's def is IGNORE.
     */
    y: number;
    /** Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9. */
    vx: number;
    /** Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9. */
    vy: number;
    /** Influence I at the object, positive or negative. Range: -1e9 to 1e9. */
    influence: number;
    /**
     * Decay per cell. Linear: 0 to 1e9. Exponential: above 0, to 1. With ADJACENT, linear decay must be
     * above 0 and exponential decay below 1.
     */
    decay: number;
    /** Largest d', in cells. Range: 0 to 1e9. */
    maxDistance: number;
    /**
     * How strongly motion adjusts the distance (8). Range: 0 <= alpha < 1; values above 1 - 2^-20 act as
     * 1 - 2^-20. Must be 0 if `offset` is not.
     */
    alpha: number;
    /**
     * Moves the object along v by so many cells and treats it as at rest there. Range: 0 to 1e9. Must be 0
     * if `alpha` is not. PATH and ADJACENT: it moves 1, 2, ... cells, and stops before a wall, the map's
     * edge or a cut corner.
     */
    offset: number;
    /** How influence falls with distance. */
    decayKind: Word<Decay>;
    /** World of the object. Range: 0 to worlds-1. */
    world: number;
}

/** A cell and its value. */
export interface Best {
    /** The cell; rows count over all worlds. -1 and -1: there is none. */
    column: number;
    /** The cell; rows count over all worlds. -1 and -1: there is none. */
    row: number;
    /** Value of the cell. */
    value: number;
}

/** A point at which a map is sampled. */
export interface Point {
    /**
     * Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
     * cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
     */
    x: number;
    /**
     * Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
     * cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
     */
    y: number;
    /** World of the point. Range: 0 to worlds-1. */
    world: number;
}

/** Value and gradient at a point. */
export interface Sample {
    /** Interpolated value. */
    value: number;
    /** Gradient: the direction of steepest ascent, as change per world unit. */
    dx: number;
    /** Gradient: the direction of steepest ascent, as change per world unit. */
    dy: number;
}

/** Facts about a map. */
export interface InfluenceInfo {
    /** Backend that the map lives on. */
    backend: Word<Backend>;
    /** Number of layers. */
    layers: number;
    /** 1 if the device failed and the map is lost; throng_influence_reset() brings it back. */
    lost: number;
    /** Memory from the allocator, in bytes. */
    hostBytes: bigint;
    /** Memory on the device, in bytes. */
    deviceBytes: bigint;
    /**
     * Time of the device's kernels in the last update, or in the last call after it that samples or queries
     * many points, neighbours or regions. 0 unless the context profiles.
     */
    kernelSeconds: number;
}

/**
 * Definition of a measure.
 * With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0
 * or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no
 * weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most
 * -1/lambda.
 */
export interface MeasureDef {
    /** How the values are given. Default: LAMBDA. */
    kind: Word<MeasureKind>;
    /** Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set. */
    types: number;
    /** Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0. */
    weights: ArrayLike<number>;
    /**
     * Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to
     * 1e9. Default: 0.
     */
    lambda: number;
    /**
     * If 1, lambda is computed so that all types together have the value 1: the root above -1 of
     * (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1.
     * LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight
     * is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.
     */
    solveLambda: number;
    /** If 1, all values are divided by that of all types together, which must be above 0. Default: 0. */
    normalize: number;
    /** If 1, a measure that is not monotone is accepted. Default: 0. */
    acceptNonMonotone: number;
    /**
     * Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend
     * uses it. Range: 0 or more. Default: 1024.
     */
    typicalRows: number;
    /** TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL. */
    table: ArrayLike<number>;
}

/** Facts about a measure. */
export interface MeasureInfo {
    /** Its kind, as in the def. */
    kind: Word<MeasureKind>;
    /** Its number of types, as in the def. */
    types: number;
    /** Backend that the measure lives on. */
    backend: Word<Backend>;
    /** 1 if the device failed and the measure is lost. Destroy it and create it again. */
    lost: number;
    /** The lambda in use, given or computed. 0 for TABLE. */
    lambda: number;
    /** Value of all types together. */
    all: number;
    /** 1 if the values were normalized, as the def asked. */
    normalized: number;
    /** 1 if the measure is monotone. */
    monotone: number;
    /** If not monotone: the first set, in ascending order, that a type makes smaller. Otherwise 0. */
    smaller: number;
    /** If not monotone: that set with the first such type, whose value is smaller. Otherwise 0. */
    larger: number;
    /** Memory from the allocator, in bytes. */
    hostBytes: bigint;
    /** Memory on the device, in bytes. */
    deviceBytes: bigint;
    /** Time of the device's kernels in the last call. 0 unless the context profiles. */
    kernelSeconds: number;
}

/** Definition of a potential field. */
export interface PotentialDef {
    /**
     * Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576.
     * Default: 1.
     */
    worlds: number;
    /** Most sources of all worlds together. Range: 0 to 2^27. Default: 1024. */
    sourceCapacity: number;
    /** Most goals of all worlds together. Range: 0 to 65536. Default: 16. */
    goalCapacity: number;
    /** Most points of all worlds together. Range: 0 to 2^27. Default: 1024. */
    pointCapacity: number;
    /**
     * Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range:
     * 0 or more. Default: 16.
     */
    typicalSources: number;
    /**
     * Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic
     * choice of the backend uses it. Default: HOST.
     */
    residency: Word<Residency>;
    /** If 1, points also get the damage that sources do to them. Default: 0. */
    damage: number;
    /**
     * Joins the sources in range of a point by their types: f_i is how many of type i there are, and the
     * damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:
     * NULL.
     */
    measure: Measure | null;
    /**
     * If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *
     * m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
     */
    interaction: number;
    /** Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL. */
    terrain: Terrain | null;
    /** Which of them repel. Default: ALL. */
    terrainMode: Word<TerrainMode>;
    /** Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1. */
    cellSize: number;
    /** Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1. */
    terrainEta: number;
    /**
     * Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2.
     */
    terrainRange: number;
}

/** A source: repels points in its range. */
export interface PotentialSource {
    /** Position, in world units. */
    x: number;
    /** Position, in world units. */
    y: number;
    /** Strength of the repulsion. Range: 0 to 1e9. */
    eta: number;
    /** Range rho_0 of the repulsion and the damage, in world units. Range: above 1e-3, to 1e9. */
    range: number;
    /** Damage per unit of time to points in range. Range: 0 to 1e9. */
    power: number;
    /** Type of unit. Range: 0 to THRONG_MAX_TYPES-1, and below the measure's number of types. */
    type: number;
    /** World of the source. Range: 0 to worlds-1. */
    world: number;
}

/** A goal: attracts points. */
export interface PotentialGoal {
    /** Position, in world units. */
    x: number;
    /** Position, in world units. */
    y: number;
    /** Strength of the attraction, as force per world unit. Range: 0 to 1e9. */
    k: number;
    /** World of the goal. Range: 0 to worlds-1. */
    world: number;
}

/** A point at which the field is evaluated. */
export interface PotentialPoint {
    /** Position, in world units. */
    x: number;
    /** Position, in world units. */
    y: number;
    /** Index of a goal in the point's world, THRONG_GOALS_ALL or THRONG_GOALS_NONE. */
    goal: number;
    /** World of the point. Range: 0 to worlds-1. */
    world: number;
}

/** The field at a point. */
export interface Force {
    /** Force F. */
    fx: number;
    /** Force F. */
    fy: number;
    /** Potential U. */
    potential: number;
    /**
     * Damage per unit of time by the sources with rho <= range: the sum of their power, or their Choquet
     * integral if the field has a measure. 0 unless throng_potential_def.damage is 1.
     */
    damage: number;
}

/** Facts about a field. */
export interface PotentialInfo {
    /** Backend that the field lives on. */
    backend: Word<Backend>;
    /** Present number of each, in all worlds together. */
    sources: number;
    /** Present number of each, in all worlds together. */
    goals: number;
    /** Present number of each, in all worlds together. */
    points: number;
    /** 1 if the device failed and the field is lost; throng_potential_reset() brings it back. */
    lost: number;
    /** Memory from the allocator, in bytes. */
    hostBytes: bigint;
    /** Memory on the device, in bytes. */
    deviceBytes: bigint;
    /** Time of the device's kernels in the last update. 0 unless the context profiles. */
    kernelSeconds: number;
}

/** Definition of a searcher. */
export interface RouteDef {
    /** Terrain, of the same context. The next search sees its changes. Must be set. */
    terrain: Terrain | null;
    /** Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8. */
    grid: Word<Grid>;
    /** How routes are searched. Default: ASTAR. */
    method: Word<RouteMethod>;
}

/** A route. */
export interface RouteResult {
    /** Length in cells: a + b*sqrt(2), rounded once. -1: there is no route. */
    length: number;
    /** Sum of step length * cost of the cell stepped into, rounded once. 0 without costs. */
    cost: number;
    /** length + weight * cost, as the search adds it up, rounded once. -1: there is no route. */
    total: number;
    /** Number of cells, start and goal included. 0: there is no route. */
    cellCount: number;
    /** Index of its first cell among the cells of all routes of the search, in their order. */
    cellOffset: bigint;
}

/** A rectangle of cells. It must lie inside the map. */
export interface Region {
    /** Upper left cell. */
    column: number;
    /** Upper left cell. */
    row: number;
    /** Columns and rows. Range: 1 or more. */
    width: number;
    /** Columns and rows. Range: 1 or more. */
    height: number;
}

/** A cell. */
export interface Cell {
    /** Column from the left and row from the top, from 0; rows count over all worlds. */
    column: number;
    /** Column from the left and row from the top, from 0; rows count over all worlds. */
    row: number;
}

/** Definition of a terrain. */
export interface TerrainDef {
    /** Columns. Range: 1 to THRONG_MAX_SIDE. Must be set. */
    width: number;
    /**
     * Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
     * set.
     */
    height: number;
    /**
     * Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds
     * then share. Default: 1.
     */
    worlds: number;
}

/** Two cells. */
export interface CellPair {
    /** Start and goal of a path. */
    from: Cell;
    /** Start and goal of a path. */
    to: Cell;
}

/** Definition of a tracer. */
export interface TraceDef {
    /**
     * Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.
     * Must be set.
     */
    field: Potential | null;
    /** Most starts. Range: 0 to 2^24. Default: 1024. */
    startCapacity: number;
    /** Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000. */
    maxSteps: number;
    /**
     * If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,
     * only results can be read. Default: 1.
     */
    keepPoints: number;
    /** What paths do in traps. Default: NONE. */
    escape: Word<Escape>;
    /**
     * Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.
     * Otherwise unused. Default: NULL.
     */
    flow: Flow | null;
    /** Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4. */
    hillRange: number;
}

/** Start of a path. */
export interface TraceStart {
    /** Position, in world units. */
    x: number;
    /** Position, in world units. */
    y: number;
    /** Length of a step in world units, which is also the distance per unit of time. Range: 1e-12 to 1e9. */
    speed: number;
    /** Index of a goal in the field. */
    goal: number;
    /** World of the path. Range: 0 to worlds-1 of the field. */
    world: number;
    /** Field of the flow that leads to the goal, for THRONG_ESCAPE_FLOW. Range: 0 to fields-1 of the flow. */
    flowField: number;
}

/** Result of a path. */
export interface TraceResult {
    /** How it ended. */
    status: Word<TraceStatus>;
    /** Number of steps; the path has steps + 1 points. */
    steps: number;
    /** Sum of the lengths of all steps, in world units. */
    length: number;
    /**
     * Damage; see the top of this header. It may be negative if the measure is. At most the largest float.
     */
    damage: number;
    /** Position where it ended. */
    x: number;
    /** Position where it ended. */
    y: number;
    /** Number of escapes. */
    escapes: number;
}

/** A point of a path. */
export interface TracePoint {
    /** Position, in world units. */
    x: number;
    /** Position, in world units. */
    y: number;
}

/** Facts about a tracer. */
export interface TraceInfo {
    /** Backend that the tracer lives on. */
    backend: Word<Backend>;
    /** Present number of starts. */
    starts: number;
    /** 1 if the device failed and the tracer is lost; throng_trace_reset() brings it back. */
    lost: number;
    /** Memory from the allocator, in bytes. */
    hostBytes: bigint;
    /** Memory on the device, in bytes. */
    deviceBytes: bigint;
    /** Time of the device's kernels in the last update. 0 unless the context profiles. */
    kernelSeconds: number;
}

/** A context; see the top of this header. */
export class Context extends ThrongObject {
    /**
     * Creates an empty crowd. It lives on one backend from then on.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, BUILD_FAILED, OPENCL; UNSUPPORTED if the device flushes subnormal
     * numbers to zero.
     */
    createCrowd(def?: Partial<CrowdDef>): Crowd;
    explainCrowd(def?: Partial<CrowdDef>): Selection;
    /**
     * Creates a flow whose fields have no goals. It lives on one backend from then on.
     * On SQUARE8 a field takes about 5 bytes per cell on large maps, more on small worlds.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (`backend` is OPENCL and the context has no device
     * open), BUILD_FAILED, OPENCL.
     */
    createFlow(def?: Partial<FlowDef>): Flow;
    explainFlow(def?: Partial<FlowDef>): Selection;
    /**
     * Creates a map whose layers have no objects and whose values are 0.
     * It lives on one backend from then on. With an automatic choice, a device that fails is replaced by the
     * CPU.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
     */
    createInfluence(def?: Partial<InfluenceDef>): Influence;
    explainInfluence(def?: Partial<InfluenceDef>): Selection;
    /**
     * Creates a measure. It lives on one backend from then on.
     * Its 2^n values are computed in double precision, type by type in ascending order, and rounded once. They
     * must be within 1e9, before and after normalization. A measure that is not monotone or has a negative value
     * is rejected unless the def accepts it; the message has the two sets and their values.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
     */
    createMeasure(def?: Partial<MeasureDef>): Measure;
    explainMeasure(def?: Partial<MeasureDef>): Selection;
    /**
     * Creates a field without sources, goals and points. It lives on one backend from then on.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED; UNSUPPORTED if the device flushes subnormal
     * numbers and the context does not accept inexact results.
     */
    createPotential(def?: Partial<PotentialDef>): Potential;
    explainPotential(def?: Partial<PotentialDef>): Selection;
    /**
     * Creates a searcher without costs.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
     */
    createRoute(def?: Partial<RouteDef>): Route;
    /**
     * Creates a terrain whose cells are all free. It takes a bit per cell.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
     */
    createTerrain(def?: Partial<TerrainDef>): Terrain;
    /**
     * Creates a tracer without starts, on the field's backend. Destroy it before its field and its flow.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
     */
    createTrace(def?: Partial<TraceDef>): Trace;
    /**
     * Waits until all enqueued work is done. Does nothing if no device is open.
     * Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
     */
    wait(): void;
    /**
     * Describes what the context runs on.
     * Errors: INVALID_ARGUMENT.
     */
    getInfo(): ContextInfo;
}

/** A crowd; see the top of this header. */
export class Crowd extends ThrongObject {
    /**
     * Raises the most agents of the crowd to at least `capacity`; never lowers it.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
     */
    reserve(capacity: number): void;
    /**
     * Adds agents: all of them, or none if one is rejected.
     * `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
     * Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
     * its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
     * LOST, OPENCL.
     */
    add(defs: List<AgentDef>, agents?: Int32Array | Block | null): Int32Array;
    /**
     * Removes agents: all of them, or none if one is rejected.
     * Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
     */
    remove(agents: List<Agent> | Values): void;
    /**
     * Lists the handles of all agents in ascending index: the first `capacity` of them.
     * *count receives the number of all. `agents` may be NULL if `capacity` is 0.
     * Errors: INVALID_ARGUMENT, LOST.
     */
    list(): Int32Array;
    /** Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST. */
    find(id: bigint): Agent;
    /**
     * Sets a value of agents: of all of them, or of none if one is rejected.
     * `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number.
     * `agent_stride` is that of `agents`, `stride` that of `data`. Positions, velocities and goals of 2,048
     * agents or more go to a device in one piece; for these the first call allocates as
     * throng_crowd_set_motions() does.
     * Errors: INVALID_ARGUMENT (an agent that occurs twice; the message has the agent and the value), LOST,
     * OPENCL; for many agents on a device OUT_OF_MEMORY.
     */
    set(what: Word<AgentValue>, values: Values | Word<Navigation>[], agents?: AgentList | null): void;
    /**
     * Copies a value of agents. `agents` NULL: as for throng_crowd_set().
     * Waits for work that the values depend on.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    get<B extends Values = Float32Array>(what: Word<AgentValue>, agents?: AgentList | null, out?: B |
        null): B;
    /**
     * Reports whom an agent would perceive and avoid in a step of dt from now, and its half-planes (2-8). For
     * debugging: it works on a copy of all agents. No agent changes, but the crowd prepares for a step: it ranks
     * ids and updates the outlines of terrain, so a snapshot may need more bytes afterwards.
     * Errors: INVALID_ARGUMENT, CAPACITY (as throng_crowd_step()), OUT_OF_MEMORY, LOST, OPENCL.
     */
    inspect(agent: Agent, dt: number): { perceived: Int32Array; avoided: Int32Array; lines:
        Float32Array; wallCount: number };
    /**
     * Adds an obstacle: a polygon, or a wall with two sides if it has two vertices.
     * A polygon is solid inside if the sum of x_i * y_(i+1) - x_(i+1) * y_i is above 0, else outside. Agents
     * keep off the edges within h * max_speed + radius on whose outer side they are, where h is the larger of
     * time_horizon_obst and dt, and never leave their half-planes to avoid other agents. Of more than 32 edges
     * the half-planes that restrict most count, one for each of 32 sectors of directions. Finally the body is
     * swept along its step against all edges: it slides along what it meets and never enters it. An agent inside
     * of something solid, off the terrain, or with its body in a wall leaves: straight to the nearest place that
     * is free for its body and that it reaches without crossing an edge from outside, or to one that is free for
     * its centre if there is none for its body. Until it is there it ignores edges except that its centre
     * crosses none, and has THRONG_FLAG_INSIDE_WALL. Where polygons overlap or touch, the nearest edge, and of
     * equally near ones one seen from outside, decides who is inside. Edges shorter than 1e-6 are left out,
     * edges that lead straight on are joined. `handle` may be NULL. Changes take effect in the next step.
     * Errors: INVALID_ARGUMENT (fewer than two different vertices; a coordinate out of range: the message has
     * it), CAPACITY, OUT_OF_MEMORY, LOST.
     */
    addObstacle(vertices: List<Vertex> | Values): Obstacle;
    /** Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same. */
    addObstacleDouble(vertices: List<VertexDouble> | Values): Obstacle;
    /** Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST. */
    removeObstacle(handle: Obstacle): void;
    /**
     * Advances all agents by one step of dt seconds. Range of dt: 1e-6 to 1e6.
     * On a device the work is enqueued and not awaited. A step allocates nothing, except the first one
     * - after agents were added, if ids are 2^31 - 1 or more apart,
     * - after obstacles were added or terrain changed,
     * - on a device, with obstacles, with moving ones, with agents that differ in layer, mask, priority or
     *   responsibility or are locked, and with radii that differ: it builds kernels for these.
     * If the step fails, no agent has moved, and it may be repeated. The flow may be updated; if the device
     * failed, also outlines of terrain and ranks of ids, as by throng_crowd_inspect().
     * Errors: INVALID_ARGUMENT, CAPACITY (obstacles and the outlines of terrain have more than THRONG_MAX_WALLS
     * edges; the next step after the terrain or the obstacles changed may succeed), LOST, OPENCL, BUILD_FAILED,
     * OUT_OF_MEMORY; and those of throng_flow_update() if the crowd has a flow.
     */
    step(dt: number): void;
    /**
     * Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
     * It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
     * 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
     * agents, flags and congestion.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    hash(): bigint;
    /**
     * Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.
     */
    getInfo(): CrowdInfo;
    /**
     * Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
     * lost crowd back.
     * Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
     */
    reset(): void;
    /**
     * Sets the motions of agents: of all of them, or of none if one is rejected.
     * `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number. Both lists
     * are packed.
     * A motion continues the walk, it does not place the agent anew: its flags stay, the present order of agents
     * is kept, and the next step looks for walls as far as the agent's reach, as after a step. Only an agent
     * that was carried farther than its radius, or twice since its last step, or is locked is looked after as if
     * THRONG_AGENT_POSITION had been set. What the position has beyond a float is kept and carried to later
     * steps, as what rounding takes from the way. Setting the motions that were read moves nobody; the float of
     * a position is the nearest one then, which a step need not have left, so that crowds whose motions were set
     * alike go on alike.
     * With senses and THRONG_HEADING_VELOCITY a velocity other than 0 turns the heading in the next step. Costs
     * least if the agents are NULL or in ascending index. On a device the motions are packed and uploaded in one
     * piece; the first call allocates 36 bytes of host memory for each agent that the crowd has capacity for,
     * and so does the first one after throng_crowd_reserve().
     * Errors: INVALID_ARGUMENT (an agent that was removed or occurs twice, or a number out of range; the message
     * has the index, the member and its value), OUT_OF_MEMORY, LOST, OPENCL.
     */
    setMotions(agents: List<Agent> | Values | null, motions: List<Motion>): void;
    /**
     * Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
     * Waits for work that they depend on.
     * Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
     */
    getMotions(agents: List<Agent> | Values | null, motions?: Motion[] | Block | null): Motion[];
    /**
     * Adds a polygon that the host moves: a vehicle, a gate that closes. Vertices are relative to its place;
     * which side is solid, and what two vertices are, is as for throng_crowd_add_obstacle().
     * Agents avoid the convex hull of it within h * (max_speed + its speed) + radius, where h is the larger of
     * time_horizon_obst and dt, by a half-plane of the velocities relative to it, all of which they take on
     * themselves. Of more than 8 obstacles those count whose half-planes the velocity violates most. Unlike
     * those of walls these half-planes may be violated. Then the body is swept along its way relative to the
     * obstacle: it slides along its edges, and what moves faster pushes it along, also beyond max_speed. Of
     * several each pushes in turn, in the order of their indices. Walls have the last word: who is pressed
     * against one may get into the obstacle. An agent that the obstacle has inside, or its body, has
     * THRONG_FLAG_INSIDE_WALL and leaves by the shortest way, at max_speed and the obstacle's speed at most,
     * relative to it. Locked agents and guests are left alone.
     * Each agent tests each moving obstacle's box. `handle` may be NULL. The first one takes 0.25 MB of memory,
     * and on a device the next step takes 0.17 MB there and builds a kernel; nothing is allocated after that.
     * Errors: INVALID_ARGUMENT (fewer than two different vertices; a number out of range: the message has it),
     * CAPACITY, OUT_OF_MEMORY, LOST.
     */
    addMovingObstacle(vertices: List<Vertex> | Values, motion: Partial<ObstacleMotion>): MovingObstacle;
    /**
     * Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
     * counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
     * Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
     */
    moveObstacles(obstacles: List<MovingObstacle>, motions: List<ObstacleMotion>): void;
    /** Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST. */
    removeMovingObstacle(handle: MovingObstacle): void;
    /**
     * Finds, for each of `count` queries, the agents that are nearest to its point: at most `capacity`.
     * Hits are in ascending distance; of equally near agents the one with the lower id comes first. Those of
     * query i begin at hits[i * capacity], and found[i] receives their number. `stride` is that of `queries`;
     * `hits` and `found` are packed. Distances are of positions as they are now, also of agents that were added,
     * removed or placed since the last step. The first call after agents moved builds a tree over all of them,
     * so it costs least to ask all queries of a frame in one call. Waits for the answers.
     * The first call allocates about 20 bytes for each agent that the crowd has capacity for; so does the first
     * one after throng_crowd_reserve().
     * Errors: INVALID_ARGUMENT (if a query is out of range, the message has its index), OUT_OF_MEMORY, LOST,
     * OPENCL; on a device, which builds kernels in the first call, BUILD_FAILED.
     */
    findNearest(queries: List<CrowdQuery>, capacity: number): CrowdHit[][];
    /**
     * Finds, for each of `count` queries, all agents within its radius.
     * found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
     * in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
     * Errors: as throng_crowd_find_nearest().
     */
    findWithin(queries: List<CrowdQuery>, capacity: number): { hits: CrowdHit[][]; found: Int32Array };
    /**
     * Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in
     * the order of ids, those of one agent in the order of their kinds' numbers.
     * `kinds` is the sum of the flags that are asked for; *count receives the number of all such events.
     * `events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and
     * there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the
     * step. The call reads one byte for each agent, and costs what events there are besides.
     * The memory of the list grows with the most agents that have events at once.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
     */
    getEvents(kinds: number): CrowdEvent[];
    /**
     * Reserves memory ahead, for a level's load.
     * The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls
     * allocate nothing from then on, until there is more than the room says. If the call fails, what it
     * reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is
     * destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are
     * created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with
     * what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.
     */
    reserveRoom(room: Partial<CrowdRoomDef>): void;
    /**
     * Gets the number of bytes that a snapshot of the crowd needs now.
     * Errors: INVALID_ARGUMENT, LOST.
     */
    snapshotBytes(): number;
    /**
     * Copies everything that further steps depend on to `snapshot`: agents, obstacles and the number of steps.
     * Terrain and flow are not included. `bytes` is the size of `snapshot`, which needs no alignment.
     * Errors: INVALID_ARGUMENT (too few bytes), LOST, OPENCL.
     */
    save(): Uint8Array;
    /**
     * Restores the state of a snapshot; brings a lost crowd back.
     * Handles of that time are valid again, and saving the crowd gives the same snapshot, if it is on the same
     * terrain and its flow has as many fields. The snapshot may be of another crowd, on any backend of any
     * machine of the same byte order. Its def must have had the same max_neighbors, perception, congestion,
     * symmetry, neighbors, settle, heading, integration, origin and seed, and, if and only if this one has a
     * flow, a flow of at most as many fields.
     * If it was on terrain, this one must be on terrain.
     * The snapshot may come from a stranger: whatever no crowd can be is refused, and the crowd stays as it was.
     * Errors: INVALID_ARGUMENT (not a snapshot, damaged, forged, or of a crowd with another def), CAPACITY
     * (fewer than the most agents that the saved crowd ever had at once), OUT_OF_MEMORY and OPENCL (the crowd
     * may then be lost).
     */
    restore(snapshot: Uint8Array): void;
    /**
     * Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
     * be their number. Both lists are packed.
     * Waits for work that they depend on.
     * Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
     */
    getStates(agents: List<Agent> | Values | null, states?: AgentState[] | Block | null): AgentState[];
    /**
     * Adds agents by their states: all of them, or none if one is rejected.
     * They keep their ids, and go on with the same bits as where they came from, as far as neighbours, walls,
     * moving obstacles with their indices, flow and the number of steps are the same; see
     * throng_crowd_set_steps(). Values, navigation and target are those of the state; a flow field is a field of
     * the present crowd's flow. `agents` receives their handles, which are new; it may be NULL. Both lists are
     * packed. The crowd that a state is of must have had the same
     * max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,
     * and a flow if and only if this one has one. Walls may be others: the next step looks whether the agents
     * are in one. Where solid polygons overlap it may find somebody in one who was not found there before.
     * A state may come from a stranger: what no agent can be is refused.
     * Errors: INVALID_ARGUMENT (not a state, damaged, forged, of a crowd with another def, or with an id in use;
     * the message has its index), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL.
     */
    addStates(states: List<AgentState>, agents?: Int32Array | Block | null): Int32Array;
    /**
     * Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
     * hash has it. Agents stay as they are.
     * Errors: INVALID_ARGUMENT, LOST.
     */
    setSteps(steps: bigint): void;
}

/** A set of flow fields; see the top of this header. */
export class Flow extends ThrongObject {
    /**
     * Replaces the goals of a field by these cells. `count` 0: none.
     * A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
     * until an update finds it free.
     * Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
     * device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
     */
    setGoals(field: number, cells: List<Cell> | Values): void;
    /**
     * Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
     * A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
     * time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
     * which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
     * Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
     * (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
     */
    setCosts(region: Region | null, costs: Values): void;
    /**
     * Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
     * sampling take.
     * `field` is 0 to fields-1, `radius` 0 to 1e9.
     * Errors: INVALID_ARGUMENT.
     */
    fieldFor(field: number, radius: number): number;
    /**
     * Updates the fields whose goals were set since the last update, or all fields if the terrain or costs
     * changed.
     * Does nothing if none did. On a device the work is enqueued and not awaited; a call that reads a field
     * waits for it, and may have to enqueue the rest of it. So does the next update, if the flow has clearances,
     * costs or ways to reached cells, or if walls had changed before the last one. Allocates nothing, with one
     * exception: when a path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in
     * size; with costs or clearances 9,000 cells, each counted as often as it costs.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY, on a device BUILD_FAILED as well, if the keys
     * cannot double. Fields that are not up to date then lead nowhere until an update succeeds; on a device they
     * cannot be read, and the next update computes all fields anew.
     */
    update(): void;
    /**
     * Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
     * `field` is 0 to fields * classes - 1; see throng_flow_field_for().
     * A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
     * costs a and b are halves of whole numbers.
     * `row_stride` must be a multiple of 4.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
     * OUT_OF_MEMORY and BUILD_FAILED.
     */
    readLengths(field: number, region: Region | null, lengths?: Float32Array | Block | null):
        Float32Array;
    /**
     * Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
     * A direction is the first step of a shortest path, of several the one with the lowest number. Following
     * directions from cell to cell leads to a goal on a path of the cell's length.
     * Errors: as throng_flow_read_lengths().
     */
    readDirections(field: number, region: Region | null, directions?: Uint8Array | Block | null):
        Uint8Array;
    /**
     * Samples the flow at many points as of the last update.
     * A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
     * points, `stride` is theirs, and `ways` receives `count` results, packed.
     * Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
     * to double, OUT_OF_MEMORY and BUILD_FAILED.
     */
    sample(sampling: Word<FlowSampling>, agents: List<FlowPoint>, ways?: Float32Array | Block | null):
        Float32Array;
    /**
     * Removes all goals, so that the fields lead nowhere; brings a lost flow back.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
     */
    reset(): void;
    /**
     * Gets facts about a flow. Waits for the last update if the context profiles.
     * Errors: INVALID_ARGUMENT.
     */
    getInfo(): FlowInfo;
}

/** An influence map; see the top of this header. */
export class Influence extends ThrongObject {
    /**
     * Replaces objects first to first+count-1 of a layer, and adds those past its end.
     * `first` must not exceed the present count.
     * Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
     * OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
     */
    setObjects(layer: number, first: number, objects: List<InfluenceObject>): void;
    /**
     * Changes position and direction of existing objects; cheaper than setting them.
     * `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    moveObjects(layer: number, first: number, positions: Values, velocities: Values | null): void;
    /**
     * Removes objects from the end of a layer, so that `count` are left.
     * `count` must not exceed the present count.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    truncateObjects(layer: number, count: number): void;
    /** Number of objects of a layer. Returns 0 if the map or the layer does not exist. */
    objectCount(layer: number): number;
    /**
     * Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
     * Range: 0 <= m < 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
     * memory for its sums.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
     */
    setMomentum(layer: number, momentum: number): void;
    /**
     * Brings all layers up to date with their objects and the terrain.
     * The cost follows what changed: cells near objects that changed since the last update, before or after, are
     * summed again, and others stay as they are. After a failure the next call resumes with the layer that
     * failed. Work on a device is enqueued and not awaited.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    update(): void;
    /**
     * Brings one layer up to date, as throng_influence_update() does.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    updateLayer(layer: number): void;
    /**
     * Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
     * It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
     * 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
     */
    combine(weights: Values): void;
    /**
     * Copies the values of a region, row by row. `region` NULL: the whole map.
     * Waits for work that the values depend on.
     * Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
     * OPENCL.
     */
    read(layer: number, region: Region | null, values?: Float32Array | Block | null): Float32Array;
    /**
     * Finds the cell with the largest value of a region. `region` NULL: the whole map.
     * Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
     * not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
     * one, OUT_OF_MEMORY and BUILD_FAILED.
     */
    best(layer: number, region: Region | null): Best;
    /**
     * Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
     * Errors: as throng_influence_best().
     */
    worst(layer: number, region: Region | null): Best;
    /**
     * Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
     * `stride` is that of `regions`; `results` is packed.
     * Errors: as throng_influence_best(); if a region is off the map, the message has its index.
     */
    bestOfRegions(layer: number, which: Word<Extreme>, regions: List<Region> | Values, results?: Best[]
        | Block | null): Best[];
    /**
     * Finds, for each of `count` cells, the extreme cell among those that one step leads to.
     * These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
     * `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
     * counts. `stride` is that of `cells`; `results` is packed.
     * Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
     */
    bestOfNeighbors(layer: number, which: Word<Extreme>, ownToo: number, cells: List<Cell> | Values,
        results?: Best[] | Block | null): Best[];
    /**
     * Samples value and gradient at `count` points.
     * Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
     * three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
     * that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
     * that of `points`; `samples` is packed. Waits for work that the values depend on.
     * Errors: as throng_influence_best(); if a point is out of range, the message has its index.
     */
    sample(layer: number, points: List<Point>, samples?: Float32Array | Block | null): Float32Array;
    /**
     * Removes all objects, values and the combination, as after creation; brings a lost map back.
     * The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
     */
    reset(): void;
    /**
     * Gets facts about a map. Waits for the last update if the context profiles.
     * Errors: INVALID_ARGUMENT.
     */
    getInfo(): InfluenceInfo;
    /**
     * Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.
     * If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one
     * small step and stops after the first one that ends beyond the budget; 0: it does one step. How many
     * calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the
     * budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that
     * reads waits for the parts that were enqueued before it. The first call allocates memory: see
     * throng_influence_reserve(). Range: 0 to 1e9.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
     */
    updateSome(seconds: number): number;
    /**
     * Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
     * The update is whole with call number `parts`, never before, on every machine and backend: games in
     * lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
     * update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
     * 1e6.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
     */
    updatePart(parts: number): number;
    /**
     * Allocates at load time what calls allocate otherwise when they first need it.
     * A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or
     * will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no
     * more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum
     * of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its
     * device failed. Where memory moves that an update under way reads, what is left of it is computed first.
     * Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,
     * OPENCL, BUILD_FAILED.
     */
    reserve(layer: number, objects: number, like: Partial<InfluenceObject> | null, uses:
        Word<InfluenceUses>): void;
}

/** A fuzzy measure; see the top of this header. */
export class Measure extends ThrongObject {
    /**
     * Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
     * Errors: INVALID_ARGUMENT.
     */
    value(subset: number): number;
    /**
     * Computes the Choquet integral (10, 11) of each of `count` rows of n values f:
     *   sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,
     * added in this order from +0.
     *
     * Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f
     * plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;
     * `results` is packed. The context's threads share the rows; nothing is allocated.
     * Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.
     */
    choquet(values: Values, results?: Float32Array | Block | null): Float32Array;
    /**
     * Gets facts about a measure.
     * Errors: INVALID_ARGUMENT.
     */
    getInfo(): MeasureInfo;
}

/** A potential field; see the top of this header. */
export class Potential extends ThrongObject {
    /**
     * Replaces sources first to first+count-1, and adds those past the end.
     * `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
     * device in one piece; the memory for it is allocated the first time.
     * Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
     * OPENCL.
     */
    setSources(first: number, sources: List<PotentialSource>): void;
    /**
     * Replaces goals first to first+count-1, and adds those past the end.
     * Errors: as throng_potential_set_sources().
     */
    setGoals(first: number, goals: List<PotentialGoal>): void;
    /**
     * Replaces points first to first+count-1, and adds those past the end.
     * Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
     * another world.
     */
    setPoints(first: number, points: List<PotentialPoint>): void;
    /**
     * Changes the positions of existing sources. `positions` holds pairs (x, y).
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    moveSources(first: number, positions: Values): void;
    /**
     * Changes the positions of existing points. `positions` holds pairs (x, y).
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    movePoints(first: number, positions: Values): void;
    /**
     * Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    truncateSources(count: number): void;
    /**
     * Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
     * A point whose goal was removed is attracted by none until there is a goal with that index again.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    truncateGoals(count: number): void;
    /**
     * Removes points from the end, so that `count` are left. `count` must not exceed the present count.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    truncatePoints(count: number): void;
    /**
     * Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
     * Work on a device is enqueued and not awaited.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    update(): void;
    /**
     * Copies the results of the last update for points first to first+count-1.
     * Points that were added since then get zeros. Waits for work that the results depend on.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    read(first: number, count: number, forces?: Float32Array | Block | null): Float32Array;
    /**
     * Removes all sources, goals and points; brings a lost field back.
     * If the call fails, the field is lost and the call may be repeated.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
     */
    reset(): void;
    /**
     * Gets facts about a field. Waits for the last update if the context profiles.
     * Errors: INVALID_ARGUMENT.
     */
    getInfo(): PotentialInfo;
}

/**
 * A searcher of routes on one terrain. It owns the memory of its searches, for each thread and cell of a
 * world 8 bytes, and 16 once there were searches with costs; and the routes of the last search.
 */
export class Route extends ThrongObject {
    /**
     * Sets the costs of a region's cells, row by row. `region` NULL: all cells.
     * Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
     * bytes per cell.
     * Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
     */
    setCosts(region: Region | null, costs: Values): void;
    /**
     * Sets the weight of costs. Range: 0 to 1e9. Default: 1.
     * With 0 the search ignores costs, and results still report them.
     * Errors: INVALID_ARGUMENT.
     */
    setWeight(weight: number): void;
    /**
     * Finds an optimal route for each pair of cells and keeps the cells of all routes.
     * They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell
     * is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself
     * the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads
     * share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third
     * time allocates nothing.
     * Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the
     * last search then stay as they were.
     */
    find(pairs: List<CellPair> | Values, results?: RouteResult[] | Block | null): RouteResult[];
    /**
     * Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
     * from its start to its goal.
     * `capacity` is the number of cells that fit into `cells`.
     * Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
     * cells).
     */
    read(first: number, count: number, capacity: bigint, cells?: Int32Array | Block | null): Int32Array;
}

/** A terrain; see the top of this header. */
export class Terrain extends ThrongObject {
    /**
     * Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
     * `region` NULL: all cells of all worlds. `row_stride` is in bytes.
     * Errors: INVALID_ARGUMENT.
     */
    set(region: Region | null, blocked: Values): void;
    /**
     * Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
     * Errors: INVALID_ARGUMENT.
     */
    fill(region: Region | null, blocked: number): void;
    /**
     * Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
     * Errors: INVALID_ARGUMENT.
     */
    read(region: Region | null, blocked?: Uint8Array | Block | null): Uint8Array;
    /**
     * Computes the lengths of the shortest paths between pairs of cells.
     * A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
     * cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
     * search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
     * an even height.
     * Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
     */
    distances(grid: Word<Grid>, pairs: List<CellPair> | Values, distances?: Float32Array | Block |
        null): Float32Array;
}

/** A tracer of paths; see the top of this header. */
export class Trace extends ThrongObject {
    /**
     * Replaces starts first to first+count-1, and adds those past the end.
     * `first` must not exceed the present count.
     * Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
     * OPENCL.
     */
    setStarts(first: number, starts: List<TraceStart>): void;
    /**
     * Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
     * Errors: INVALID_ARGUMENT, LOST.
     */
    truncateStarts(count: number): void;
    /**
     * Updates the flow and traces all paths through the field as it was set last.
     * throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
     * enqueued and not awaited, except for an update of the flow.
     * Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
     * OUT_OF_MEMORY.
     */
    update(): void;
    /**
     * Copies the results of the last update for paths first to first+count-1.
     * Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
     * depend on.
     * Errors: INVALID_ARGUMENT, LOST, OPENCL.
     */
    read(first: number, count: number, results?: TraceResult[] | Block | null): TraceResult[];
    /**
     * Copies points first to first+count-1 of each of the paths path to path+paths-1 of the last update.
     * Point 0 is the start. Points after a path's last one are undefined. Starts that were added since then get
     * zeros. `stride` is in bytes from path to path.
     * Errors: INVALID_ARGUMENT (no such paths or points; points are not kept), LOST, OPENCL.
     */
    readPoints(path: number, paths: number, first: number, count: number, points?: Float32Array | Block
        | null): Float32Array;
    /**
     * Removes all starts; brings a lost tracer back.
     * If the call fails, the tracer is lost and the call may be repeated.
     * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
     */
    reset(): void;
    /**
     * Gets facts about a tracer. Waits for the last update if the context profiles.
     * Errors: INVALID_ARGUMENT.
     */
    getInfo(): TraceInfo;
}

/** Definitions and the like as the library fills them in. */
export interface Defaults {
    contextDef(): ContextDef;
    crowdDef(): CrowdDef;
    agentDef(): AgentDef;
    crowdRoomDef(): CrowdRoomDef;
    flowDef(): FlowDef;
    influenceDef(): InfluenceDef;
    influenceObject(): InfluenceObject;
    measureDef(): MeasureDef;
    potentialDef(): PotentialDef;
    potentialSource(): PotentialSource;
    routeDef(): RouteDef;
    terrainDef(): TerrainDef;
    traceDef(): TraceDef;
}

export const VERSION: string;
export const CONSTANTS: {
    readonly VERSION_MAJOR: number;
    readonly VERSION_MINOR: number;
    readonly VERSION_PATCH: number;
    readonly ISA_COUNT: number;
    readonly MAX_AGENTS: number;
    readonly MAX_NEIGHBORS: number;
    readonly PERCEPTION_ALL: number;
    readonly NEXT_ID: bigint;
    readonly MAX_WALLS: number;
    readonly MAX_MOVING_OBSTACLES: number;
    readonly MAX_MOVING_VERTICES: number;
    readonly OPERATION_COUNT: number;
    readonly MAX_FLOW_FIELDS: number;
    readonly MAX_FLOW_CLEARANCES: number;
    readonly MAX_FLOW_REACH: number;
    readonly MAX_FLOW_COSTS: number;
    readonly MAX_LAYERS: number;
    readonly MAX_ALL_PAIRS: number;
    readonly LAYER_COMBINED: number;
    readonly MAX_TYPES: number;
    readonly GOALS_ALL: number;
    readonly GOALS_NONE: number;
    readonly MAX_SIDE: number;
    readonly MAX_CELLS: number;
};
