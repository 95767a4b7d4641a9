# Written by bindings/generate.py from include/throng. Do not edit.
"""Keyword arguments, for type checkers."""
from typing import TYPE_CHECKING, Callable, Literal, Optional, TypedDict, Union

from numpy.typing import ArrayLike

from . import enums

if TYPE_CHECKING:
    from . import Crowd, Flow, Influence, Measure, Potential, Terrain, Trace


class ContextDef(TypedDict, total=False):
    """Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is
    not empty decides; a value that throng does not know is INVALID_ARGUMENT.
    """
    backend: Union[enums.Backend, int, Literal["auto", "cpu", "opencl"]]
    """Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each
    object. Default: AUTO.
    """
    isa: Union[enums.Isa, int, Literal["auto", "reference", "vector", "sse2", "avx2", "avx512", "neon", "simd128"]]
    """Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.
    Default: AUTO.
    """
    threads: int
    """Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.
    Without a scheduler the context starts one thread less, since the calling thread works too, or as
    many as the system gives. They end when it is destroyed. After a fork the child does the work on the
    calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
    """
    accept_inexact: int
    """If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0."""
    profile: int
    """If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0."""
    device: Optional[str]
    """Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.
    NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,
    then of others, in the order of throng_devices(). Default: NULL.
    """
    cache: Optional[str]
    """Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,
    otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).
    A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a
    link, belongs to another user, or that others may write to; see docs/reference/environment.md.
    Default: NULL.
    """


class CrowdDef(TypedDict, total=False):
    """Definition of a crowd."""
    agent_capacity: int
    """Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024."""
    max_neighbors: int
    """Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10."""
    perception: Union[enums.Perception, int, str]
    """Which parts of Shi 2015 are on. Default: 0."""
    residency: Union[enums.Residency, int, Literal["host", "input", "device"]]
    """Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the
    automatic choice of the backend uses it. Default: HOST.
    """
    congestion: int
    """If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a
    new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred
    speed is not. Default: 0.
    """
    symmetry: float
    """Most by which each step turns each preferred velocity at random, in radians, so that agents that meet
    exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
    """
    terrain: Optional["Terrain"]
    """Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first
    step after a change updates its outlines. NULL: none. Default: NULL.
    """
    cell_size: float
    """Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1."""
    flow: Optional["Flow"]
    """Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step
    updates the flow first. NULL: none. Default: NULL.
    """
    seed: int
    """Seed of the random angles. Default: 0."""
    neighbors: Union[enums.Neighbors, int, Literal["gaps", "centres"]]
    """How neighbours are ranked and limited. Default: GAPS."""
    settle: int
    """If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts
    as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
    """
    heading: Union[enums.Heading, int, Literal["turning", "velocity"]]
    """Where agents with senses look. Default: TURNING."""
    hash_guests: int
    """If 1, throng_crowd_hash() covers guests. Default: 0."""
    integration: Union[enums.Integration, int, Literal["positions", "velocities"]]
    """Whether steps move agents. Default: POSITIONS."""
    origin_x: float
    """Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
    relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
    units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
    logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
    """
    origin_y: float
    """Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
    relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
    units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
    logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
    """


class AgentDefColumns(TypedDict, total=False):
    """Definition of an agent."""
    id: ArrayLike
    """Id, unique in the crowd; breaks ties and keys random numbers. Assign either all ids or none: NEXT_ID
    is rejected if another agent already has that number. Default: NEXT_ID.
    """
    x: ArrayLike
    """Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0."""
    y: ArrayLike
    """Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0."""
    vx: ArrayLike
    """Velocity. Range: -1e9 to 1e9. Default: 0."""
    vy: ArrayLike
    """Velocity. Range: -1e9 to 1e9. Default: 0."""
    radius: ArrayLike
    """Radius of the body. Range: 0, or 1e-6 to 1e9. Default: 1."""
    max_speed: ArrayLike
    """Highest speed. Range: 0, or 1e-6 to 1e9. Default: 2."""
    navigation: Union[Union[enums.Navigation, int, Literal["velocity", "goal", "flow", "guest"]], ArrayLike]
    """What its preferred velocity is. Default: VELOCITY."""
    target_x: ArrayLike
    """Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0."""
    target_y: ArrayLike
    """Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0."""
    flow_field: ArrayLike
    """Field of the crowd's flow that leads to its goal, for THRONG_NAVIGATE_FLOW. Default: 0."""
    pref_speed: ArrayLike
    """Preferred speed on the way to a goal. Range: 0 to 1e9; below 0: max_speed. Default: -1."""
    neighbor_dist: ArrayLike
    """Others at this distance or farther are not noticed, between centres; by gaps the difference of the
    radii is added to it, see throng_neighbors. Senses do not use it. Range: 0 to 1e9. Default: 15.
    """
    max_neighbors: ArrayLike
    """Most neighbours that it avoids, the nearest ones, see throng_neighbors. Range: 0 to the crowd's.
    Default: 10.
    """
    time_horizon: ArrayLike
    """Time for which other agents are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5."""
    time_horizon_obst: ArrayLike
    """Time for which walls are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5."""
    layer: ArrayLike
    """Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones."""
    mask: ArrayLike
    """Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones."""
    priority: ArrayLike
    """Of two agents, the one with the higher priority leaves all of the avoidance to the other. Default: 0."""
    responsibility: ArrayLike
    """Weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B). Range: 0 to 1e6. Default: 1."""
    locked: ArrayLike
    """If 1, the agent never moves and others take full responsibility for avoiding it. Default: 0."""
    heading_x: ArrayLike
    """Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
    if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
    """
    heading_y: ArrayLike
    """Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
    if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
    """
    vision_range: ArrayLike
    """Largest range of vision r_max. Range: 0 to 1e9. Default: 15."""
    vision_range_min: ArrayLike
    """Least range of vision r_min. Range: 0 to vision_range; below 0: 4/15 of vision_range. Default: -1."""
    vision_angle: ArrayLike
    """Full angle of vision, in degrees. Range: 0 to 360. Default: 220."""
    hearing_range: ArrayLike
    """How far it hears. Range: 0 to 1e9. Default: 5."""
    sound_range: ArrayLike
    """How far it is heard. Range: 0 to 1e9. Default: 2."""
    capacity: ArrayLike
    """N0: how many agents it may perceive before its range of vision shrinks. Range: 0 or more. Default: 7."""
    dead_speed: ArrayLike
    """Speed below which it may be congested. Range: 0 to 1e9; below 0: max_speed / 10. Default: -1."""
    offset_x: ArrayLike
    """Added to the position and to a goal, for places that a float does not have. Default: 0."""
    offset_y: ArrayLike
    """Added to the position and to a goal, for places that a float does not have. Default: 0."""
    target_offset_x: ArrayLike
    """Added to the position and to a goal, for places that a float does not have. Default: 0."""
    target_offset_y: ArrayLike
    """Added to the position and to a goal, for places that a float does not have. Default: 0."""


class AgentColumns(TypedDict, total=False):
    """Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,
    calls reject it.
    """
    index: ArrayLike
    """Index of the agent's slot, from 0. Slots of removed agents are used again, each for at most 2^31 - 1
    agents; then it is retired, and the crowd has space for one agent less.
    """
    generation: ArrayLike
    """Distinguishes the agents that use a slot. Never 0 for an agent."""


class HalfPlaneColumns(TypedDict, total=False):
    """A half-plane of velocities: all (x, y) with nx*x + ny*y >= c."""
    nx: ArrayLike
    """Unit normal and its constant, a speed."""
    ny: ArrayLike
    """Unit normal and its constant, a speed."""
    c: ArrayLike
    """Unit normal and its constant, a speed."""


class VertexColumns(TypedDict, total=False):
    """A vertex of an obstacle."""
    x: ArrayLike
    """Position. Range: -1e9 to 1e9."""
    y: ArrayLike
    """Position. Range: -1e9 to 1e9."""


class ObstacleColumns(TypedDict, total=False):
    """Handle of an obstacle, valid until it is removed."""
    index: ArrayLike
    """Index of its slot, as throng_agent.index."""
    generation: ArrayLike
    """As throng_agent.generation."""


class VertexDoubleColumns(TypedDict, total=False):
    """A vertex of an obstacle, for places that a float does not have."""
    x: ArrayLike
    """Position, kept as floats relative to the home. Range: as that of agents."""
    y: ArrayLike
    """Position, kept as floats relative to the home. Range: as that of agents."""


class MotionColumns(TypedDict, total=False):
    """Where an agent is, how it moves, and where it looks."""
    x: ArrayLike
    """Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
    lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
    """
    y: ArrayLike
    """Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
    lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
    """
    vx: ArrayLike
    """Velocity. Range: -1e9 to 1e9."""
    vy: ArrayLike
    """Velocity. Range: -1e9 to 1e9."""
    heading_x: ArrayLike
    """Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9."""
    heading_y: ArrayLike
    """Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9."""


class MovingObstacleColumns(TypedDict, total=False):
    """Handle of a moving obstacle, valid until it is removed."""
    index: ArrayLike
    """Index of its slot, as throng_agent.index."""
    generation: ArrayLike
    """As throng_agent.generation."""


class ObstacleMotionColumns(TypedDict, total=False):
    """Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this
    says until the next throng_crowd_move_obstacles(): steps do not move it.
    """
    x: ArrayLike
    """Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
    away than positions of agents may be.
    """
    y: ArrayLike
    """Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
    away than positions of agents may be.
    """
    vx: ArrayLike
    """Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9."""
    vy: ArrayLike
    """Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9."""
    heading_x: ArrayLike
    """Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9."""
    heading_y: ArrayLike
    """Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9."""
    turn: ArrayLike
    """How fast it turns, in radians per second, positive from the x axis to the y axis. A step takes at most
    a sixth of a turn. Range: -1e9 to 1e9.
    """


class CrowdQueryColumns(TypedDict, total=False):
    """A query for agents near a point."""
    x: ArrayLike
    """The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
    1e9 of the home.
    """
    y: ArrayLike
    """The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
    1e9 of the home.
    """
    radius: ArrayLike
    """Largest distance of an agent's centre, which is included. Range: 0 to 1e9; below 0: any distance."""
    mask: ArrayLike
    """Agents are found if their layer and this mask have a bit in common."""
    except_: ArrayLike
    """An agent that is not found, such as the one that asks. {0, 0}: none."""


class CrowdHitColumns(TypedDict, total=False):
    """An agent that a query found."""
    agent: ArrayLike
    """The agent."""
    distance: ArrayLike
    """Distance of its centre from the query's point."""


class CrowdEventColumns(TypedDict, total=False):
    """What happened to an agent in a step."""
    agent: ArrayLike
    """The agent."""
    kind: ArrayLike
    """The flag that it has since the step and had not before it: THRONG_FLAG_ARRIVED,
    THRONG_FLAG_CONGESTED or THRONG_FLAG_INSIDE_WALL.
    """


class CrowdRoomDef(TypedDict, total=False):
    """What throng_crowd_reserve_room() reserves memory for."""
    obstacles: int
    """Obstacles that are there at a time. Range: 0 to THRONG_MAX_WALLS. Default: 0."""
    edges: int
    """Edges of obstacles and of the outlines of terrain that are there at a time. Range: 0 to
    THRONG_MAX_WALLS. Default: 0.
    """
    moving_obstacles: int
    """1: moving obstacles, as many as there may be. Default: 0."""
    queries: int
    """Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
    Range: 0 or more. Default: 0.
    """
    hits: int
    """Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
    Range: 0 or more. Default: 0.
    """
    motions: int
    """1: throng_crowd_get_motions() and throng_crowd_set_motions(). Default: 0."""


class AgentStateColumns(TypedDict, total=False):
    """The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other
    memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.
    """
    version: ArrayLike
    """Version of this form, and the bytes of a state."""
    bytes: ArrayLike
    """Version of this form, and the bytes of a state."""
    id: ArrayLike
    """The agent's id."""
    data: ArrayLike
    """What the library alone reads."""


class CalibrateDef(TypedDict, total=False):
    """Definition of a calibration."""
    progress: Optional[Callable[[int, int, str], None]]
    """Called by the calling thread before each size is measured, and once at the end with `what` = "done".
    `done` of `total` sizes are finished, or that part of the time is over, whichever is further; `what`
    is the operation's name. It must not call throng. Default: NULL (none).
    """
    seconds: float
    """Time limit in seconds, checked between sizes. Range: 1 to 86400. Default: 60."""
    operations: int
    """Operations to measure: a sum of 1 << THRONG_OPERATION_*. 0: all. Default: 0."""


class FlowDef(TypedDict, total=False):
    """Definition of a flow."""
    terrain: Optional["Terrain"]
    """Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must
    be set.
    """
    grid: Union[enums.Grid, int, Literal["square8", "square4", "hex"]]
    """Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8."""
    fields: int
    """Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1."""
    goal_capacity: int
    """Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1."""
    cell_size: float
    """Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1."""
    backend: Union[enums.Backend, int, Literal["auto", "cpu", "opencl"]]
    """Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its
    potential field; a crowd is created where its flow is. Default: AUTO.
    """
    residency: Union[enums.Residency, int, Literal["host", "input", "device"]]
    """Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only
    the automatic choice of the backend uses it. Default: INPUT.
    """
    clearance_count: int
    """Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as
    much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most
    THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.
    """
    clearances: ArrayLike
    """Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from
    cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map,
    over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to
    half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body
    takes the first class that is at least as wide, and the widest one if none is. Goals of a class are
    those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells.
    """
    costs: int
    """If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS
    cells in a world then. Range: 0, 1. Default: 0.
    """
    slow_by_cost: int
    """If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell,
    outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.
    """
    unreached: Union[enums.FlowUnreached, int, Literal["stand", "nearest"]]
    """What agents do in cells that are not reached. Default: STAND."""
    seed_capacity: int
    """Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the
    terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.
    """
    first_column: int
    """Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
    crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
    cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
    of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
    """
    first_row: int
    """Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
    crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
    cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
    of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
    """


class FlowPointColumns(TypedDict, total=False):
    """A point at which a field is sampled."""
    x: ArrayLike
    """Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    cells.
    """
    y: ArrayLike
    """Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    cells.
    """
    world: ArrayLike
    """World of the point. Range: 0 to worlds-1."""
    field: ArrayLike
    """Field to sample; see throng_flow_field_for(). Range: 0 to fields * classes - 1."""


class FlowVectorColumns(TypedDict, total=False):
    """The flow at a point."""
    dx: ArrayLike
    """Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
    `unreached` is STAND.
    """
    dy: ArrayLike
    """Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
    `unreached` is STAND.
    """
    length: ArrayLike
    """Length of the path from the point's cell, in cells. -1 in walls, off the map and if there is no path."""


class InfluenceDef(TypedDict, total=False):
    """Definition of an influence map."""
    width: int
    """Columns. Range: 1 to THRONG_MAX_SIDE. Must be set."""
    height: int
    """Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    even on a hexagonal grid with several worlds. Must be set.
    """
    worlds: int
    """Number of independent worlds of width x height cells. Range: 1 or more. Default: 1."""
    cell_size: float
    """Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1."""
    grid: Union[enums.Grid, int, Literal["square8", "square4", "hex"]]
    """Shape of cells. Default: SQUARE8."""
    propagation: Union[enums.Propagation, int, Literal["euclidean", "path", "adjacent"]]
    """How influence propagates. Default: EUCLIDEAN."""
    terrain: Optional["Terrain"]
    """Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and
    ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
    """
    all_pairs: int
    """If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for
    small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS
    cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
    """
    blocked_objects: Union[enums.BlockedObjects, int, Literal["refuse", "ignore"]]
    """Whether objects may be given in blocked cells and off the map. Objects that are moved out of a
    program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.
    Default: REFUSE.
    """
    layers: int
    """Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1."""
    object_capacity: int
    """Most objects of a layer. Range: 0 to 2^27. Default: 1024."""
    typical_distance: float
    """Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the
    footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its
    budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.
    """
    residency: Union[enums.Residency, int, Literal["host", "input", "device"]]
    """Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of
    the backend uses it. Default: HOST.
    """


class InfluenceObjectColumns(TypedDict, total=False):
    """An object that influences the cells around it."""
    x: ArrayLike
    """Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
    the map's def is IGNORE.
    """
    y: ArrayLike
    """Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
    the map's def is IGNORE.
    """
    vx: ArrayLike
    """Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9."""
    vy: ArrayLike
    """Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9."""
    influence: ArrayLike
    """Influence I at the object, positive or negative. Range: -1e9 to 1e9."""
    decay: ArrayLike
    """Decay per cell. Linear: 0 to 1e9. Exponential: above 0, to 1. With ADJACENT, linear decay must be
    above 0 and exponential decay below 1.
    """
    max_distance: ArrayLike
    """Largest d', in cells. Range: 0 to 1e9."""
    alpha: ArrayLike
    """How strongly motion adjusts the distance (8). Range: 0 <= alpha < 1; values above 1 - 2^-20 act as
    1 - 2^-20. Must be 0 if `offset` is not.
    """
    offset: ArrayLike
    """Moves the object along v by so many cells and treats it as at rest there. Range: 0 to 1e9. Must be 0
    if `alpha` is not. PATH and ADJACENT: it moves 1, 2, ... cells, and stops before a wall, the map's
    edge or a cut corner.
    """
    decay_kind: Union[Union[enums.Decay, int, Literal["linear", "exponential"]], ArrayLike]
    """How influence falls with distance."""
    world: ArrayLike
    """World of the object. Range: 0 to worlds-1."""


class PointColumns(TypedDict, total=False):
    """A point at which a map is sampled."""
    x: ArrayLike
    """Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
    """
    y: ArrayLike
    """Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
    """
    world: ArrayLike
    """World of the point. Range: 0 to worlds-1."""


class SampleColumns(TypedDict, total=False):
    """Value and gradient at a point."""
    value: ArrayLike
    """Interpolated value."""
    dx: ArrayLike
    """Gradient: the direction of steepest ascent, as change per world unit."""
    dy: ArrayLike
    """Gradient: the direction of steepest ascent, as change per world unit."""


class MeasureDef(TypedDict, total=False):
    """Definition of a measure.
    With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0
    or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no
    weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most
    -1/lambda.
    """
    kind: Union[enums.MeasureKind, int, Literal["lambda", "additive2", "table"]]
    """How the values are given. Default: LAMBDA."""
    types: int
    """Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set."""
    weights: ArrayLike
    """Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0."""
    lambda_: float
    """Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to
    1e9. Default: 0.
    """
    solve_lambda: int
    """If 1, lambda is computed so that all types together have the value 1: the root above -1 of
    (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1.
    LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight
    is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.
    """
    normalize: int
    """If 1, all values are divided by that of all types together, which must be above 0. Default: 0."""
    accept_non_monotone: int
    """If 1, a measure that is not monotone is accepted. Default: 0."""
    typical_rows: int
    """Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend
    uses it. Range: 0 or more. Default: 1024.
    """
    table: ArrayLike
    """TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL."""


class PotentialDef(TypedDict, total=False):
    """Definition of a potential field."""
    worlds: int
    """Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576.
    Default: 1.
    """
    source_capacity: int
    """Most sources of all worlds together. Range: 0 to 2^27. Default: 1024."""
    goal_capacity: int
    """Most goals of all worlds together. Range: 0 to 65536. Default: 16."""
    point_capacity: int
    """Most points of all worlds together. Range: 0 to 2^27. Default: 1024."""
    typical_sources: int
    """Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range:
    0 or more. Default: 16.
    """
    residency: Union[enums.Residency, int, Literal["host", "input", "device"]]
    """Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic
    choice of the backend uses it. Default: HOST.
    """
    damage: int
    """If 1, points also get the damage that sources do to them. Default: 0."""
    measure: Optional["Measure"]
    """Joins the sources in range of a point by their types: f_i is how many of type i there are, and the
    damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:
    NULL.
    """
    interaction: int
    """If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *
    m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
    """
    terrain: Optional["Terrain"]
    """Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL."""
    terrain_mode: Union[enums.TerrainMode, int, Literal["all", "nearest"]]
    """Which of them repel. Default: ALL."""
    cell_size: float
    """Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1."""
    terrain_eta: float
    """Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1."""
    terrain_range: float
    """Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2."""


class PotentialSourceColumns(TypedDict, total=False):
    """A source: repels points in its range."""
    x: ArrayLike
    """Position, in world units."""
    y: ArrayLike
    """Position, in world units."""
    eta: ArrayLike
    """Strength of the repulsion. Range: 0 to 1e9."""
    range: ArrayLike
    """Range rho_0 of the repulsion and the damage, in world units. Range: above 1e-3, to 1e9."""
    power: ArrayLike
    """Damage per unit of time to points in range. Range: 0 to 1e9."""
    type: ArrayLike
    """Type of unit. Range: 0 to THRONG_MAX_TYPES-1, and below the measure's number of types."""
    world: ArrayLike
    """World of the source. Range: 0 to worlds-1."""


class PotentialGoalColumns(TypedDict, total=False):
    """A goal: attracts points."""
    x: ArrayLike
    """Position, in world units."""
    y: ArrayLike
    """Position, in world units."""
    k: ArrayLike
    """Strength of the attraction, as force per world unit. Range: 0 to 1e9."""
    world: ArrayLike
    """World of the goal. Range: 0 to worlds-1."""


class PotentialPointColumns(TypedDict, total=False):
    """A point at which the field is evaluated."""
    x: ArrayLike
    """Position, in world units."""
    y: ArrayLike
    """Position, in world units."""
    goal: ArrayLike
    """Index of a goal in the point's world, THRONG_GOALS_ALL or THRONG_GOALS_NONE."""
    world: ArrayLike
    """World of the point. Range: 0 to worlds-1."""


class ForceColumns(TypedDict, total=False):
    """The field at a point."""
    fx: ArrayLike
    """Force F."""
    fy: ArrayLike
    """Force F."""
    potential: ArrayLike
    """Potential U."""
    damage: ArrayLike
    """Damage per unit of time by the sources with rho <= range: the sum of their power, or their Choquet
    integral if the field has a measure. 0 unless throng_potential_def.damage is 1.
    """


class ReadbackDef(TypedDict, total=False):
    """Definition of a readback."""
    kind: Union[enums.ReadbackKind, int, Literal["agents", "motions", "layer", "forces", "paths", "lengths", "directions"]]
    """What it reads. Default: AGENTS."""
    capacity: int
    """Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set."""
    slots: int
    """Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS.
    Default: 3.
    """
    value: Union[enums.AgentValue, int, Literal["position", "velocity", "preferred_velocity", "goal", "heading", "radius", "max_speed", "pref_speed", "neighbor_dist", "max_neighbors", "time_horizon", "time_horizon_obst", "layer", "mask", "priority", "responsibility", "locked", "vision_range", "vision_range_min", "hearing_range", "sound_range", "capacity", "dead_speed", "flags", "perceived", "vision", "flow_field", "target", "vision_angle", "id", "position_double", "goal_double", "navigation"]]
    """The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change.
    The host itself has set the others. Default: POSITION.
    """
    layer: int
    """The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0."""
    crowd: Optional["Crowd"]
    """The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL."""
    map: Optional["Influence"]
    """The map of LAYER. Default: NULL."""
    field: Optional["Potential"]
    """The field of FORCES. Default: NULL."""
    trace: Optional["Trace"]
    """The tracer of PATHS. Default: NULL."""
    flow: Optional["Flow"]
    """The flow of LENGTHS and DIRECTIONS. Default: NULL."""


class ReadbackReadColumns(TypedDict, total=False):
    """A read."""
    number: ArrayLike
    """Its number, from 1. 0: there is none."""
    step: ArrayLike
    """Count of the object's steps or updates when the read began: throng_crowd_info.steps; of other objects
    the calls that update it and succeeded since it was created.
    """
    count: ArrayLike
    """Number of entries."""
    width: ArrayLike
    """Entries of a row: the columns of a region, or `count`."""


class RouteDef(TypedDict, total=False):
    """Definition of a searcher."""
    terrain: Optional["Terrain"]
    """Terrain, of the same context. The next search sees its changes. Must be set."""
    grid: Union[enums.Grid, int, Literal["square8", "square4", "hex"]]
    """Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8."""
    method: Union[enums.RouteMethod, int, Literal["astar", "dijkstra"]]
    """How routes are searched. Default: ASTAR."""


class RouteResultColumns(TypedDict, total=False):
    """A route."""
    length: ArrayLike
    """Length in cells: a + b*sqrt(2), rounded once. -1: there is no route."""
    cost: ArrayLike
    """Sum of step length * cost of the cell stepped into, rounded once. 0 without costs."""
    total: ArrayLike
    """length + weight * cost, as the search adds it up, rounded once. -1: there is no route."""
    cell_count: ArrayLike
    """Number of cells, start and goal included. 0: there is no route."""
    cell_offset: ArrayLike
    """Index of its first cell among the cells of all routes of the search, in their order."""


class RegionColumns(TypedDict, total=False):
    """A rectangle of cells. It must lie inside the map."""
    column: ArrayLike
    """Upper left cell."""
    row: ArrayLike
    """Upper left cell."""
    width: ArrayLike
    """Columns and rows. Range: 1 or more."""
    height: ArrayLike
    """Columns and rows. Range: 1 or more."""


class CellColumns(TypedDict, total=False):
    """A cell."""
    column: ArrayLike
    """Column from the left and row from the top, from 0; rows count over all worlds."""
    row: ArrayLike
    """Column from the left and row from the top, from 0; rows count over all worlds."""


class TerrainDef(TypedDict, total=False):
    """Definition of a terrain."""
    width: int
    """Columns. Range: 1 to THRONG_MAX_SIDE. Must be set."""
    height: int
    """Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    set.
    """
    worlds: int
    """Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds
    then share. Default: 1.
    """


class CellPairColumns(TypedDict, total=False):
    """Two cells."""
    from_: ArrayLike
    """Start and goal of a path."""
    to: ArrayLike
    """Start and goal of a path."""


class TraceDef(TypedDict, total=False):
    """Definition of a tracer."""
    field: Optional["Potential"]
    """Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.
    Must be set.
    """
    start_capacity: int
    """Most starts. Range: 0 to 2^24. Default: 1024."""
    max_steps: int
    """Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000."""
    keep_points: int
    """If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,
    only results can be read. Default: 1.
    """
    escape: Union[enums.Escape, int, Literal["none", "flow", "hills"]]
    """What paths do in traps. Default: NONE."""
    flow: Optional["Flow"]
    """Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.
    Otherwise unused. Default: NULL.
    """
    hill_range: float
    """Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4."""


class TraceStartColumns(TypedDict, total=False):
    """Start of a path."""
    x: ArrayLike
    """Position, in world units."""
    y: ArrayLike
    """Position, in world units."""
    speed: ArrayLike
    """Length of a step in world units, which is also the distance per unit of time. Range: 1e-12 to 1e9."""
    goal: ArrayLike
    """Index of a goal in the field."""
    world: ArrayLike
    """World of the path. Range: 0 to worlds-1 of the field."""
    flow_field: ArrayLike
    """Field of the flow that leads to the goal, for THRONG_ESCAPE_FLOW. Range: 0 to fields-1 of the flow."""


class TraceResultColumns(TypedDict, total=False):
    """Result of a path."""
    status: Union[Union[enums.TraceStatus, int, Literal["reached", "stuck", "step_limit", "outside", "unreachable", "invalid"]], ArrayLike]
    """How it ended."""
    steps: ArrayLike
    """Number of steps; the path has steps + 1 points."""
    length: ArrayLike
    """Sum of the lengths of all steps, in world units."""
    damage: ArrayLike
    """Damage; see the top of this header. It may be negative if the measure is. At most the largest float."""
    x: ArrayLike
    """Position where it ended."""
    y: ArrayLike
    """Position where it ended."""
    escapes: ArrayLike
    """Number of escapes."""


class TracePointColumns(TypedDict, total=False):
    """A point of a path."""
    x: ArrayLike
    """Position, in world units."""
    y: ArrayLike
    """Position, in world units."""


class WorldDef(TypedDict, total=False):
    """Definition of a world."""
    cut: Union[enums.WorldCut, int, Literal["bisection", "strips"]]
    """Default: BISECTION."""
    balance_steps: int
    """Steps between load checks. If the slowest part took `imbalance` times the mean or more, a crowd of
    the world is cut again by measured costs. Devices are measured in the last step before, which waits
    for them. 0: never. Default: 64.
    """
    imbalance: float
    """Range: 1 or more. 1: always. Default: 1.1."""


class WorldCrowdDef(TypedDict, total=False):
    """Definition of a crowd of a world."""
    skin: float
    """Width by which ghosts reach beyond what agents can notice, in world units. Lists of ghosts are rebuilt
    when an agent may have moved half of it. 0: chosen by speeds and costs. With a `flow` at most 1.99
    times its margin less 3 cells. Range: 0 to 1e9. Default: 0.
    """


class WorldFlowDef(TypedDict, total=False):
    """Definition of a flow of a world."""
    width: int
    """Columns and rows of the whole map. Each part's tile with its margin has at most THRONG_MAX_SIDE of
    either and THRONG_MAX_FLOW_COSTS cells. Range: 1 to THRONG_MAX_WORLD_SIDE. Must be set.
    """
    height: int
    """Columns and rows of the whole map. Each part's tile with its margin has at most THRONG_MAX_SIDE of
    either and THRONG_MAX_FLOW_COSTS cells. Range: 1 to THRONG_MAX_WORLD_SIDE. Must be set.
    """
    margin: int
    """Cells around a tile whose lengths its part has, too. Agents of a crowd may be half a skin beyond the
    tile of their part, so a wide margin permits a wide skin. Range: THRONG_MIN_WORLD_MARGIN to
    THRONG_MAX_WORLD_MARGIN. Default: 16.
    """


class WorldInfluenceDef(TypedDict, total=False):
    """Definition of an influence map of a world."""
    reach: int
    """PATH and ADJACENT: how far an object may reach at most, in cells, which is how much each part has
    around its rectangle. An object reaches (1 + alpha) * max_distance and a cell more; with linear decay
    no farther than where it is 0. EUCLIDEAN: any object may reach everywhere. Range: 2 to
    THRONG_MAX_SIDE.
    Default: 32.
    """
    weights: ArrayLike
    """Weights of the parts of this process, one behind the other: a part gets so large a share of the cells.
    NULL: 1 for each. Range: 0 to 1e9; at least one of all parts must be above 0. Default: NULL.
    """


class WorldPotentialDef(TypedDict, total=False):
    """Definition of a potential field of a world."""

