# Written by bindings/generate.py from include/throng. Do not edit.
"""Enums and constants of the library."""
from enum import IntEnum, IntFlag


class Status(IntEnum):
    """Result of a call: THRONG_OK or one of THRONG_ERROR_*."""
    OK = 0
    """The call succeeded."""
    ERROR_INVALID_ARGUMENT = 1
    """A mistake of the caller. Nothing was done."""
    ERROR_CAPACITY = 2
    """More entries than the object was created for. Nothing was done."""
    ERROR_OUT_OF_MEMORY = 3
    """The allocator or the device had no more memory."""
    ERROR_UNSUPPORTED = 4
    """Not built in, or not offered by this processor, device or backend."""
    ERROR_NO_DEVICE = 5
    """There is no OpenCL library, platform or usable device."""
    ERROR_INEXACT_DEVICE = 6
    """The device does not round as IEEE 754 requires; see throng_context_def.accept_inexact."""
    ERROR_BUILD_FAILED = 7
    """The device's compiler rejected a kernel. Its output goes to the logger."""
    ERROR_OPENCL = 8
    """Another OpenCL call failed; throng_context_opencl_error() has OpenCL's code."""
    ERROR_LOST = 9
    """The device failed inside enqueued work and the object's contents are lost. Its reset function brings
    it back, for example throng_influence_reset().
    """


class LogLevel(IntEnum):
    """Severity of a log message."""
    ERROR = 0
    """A call failed; the message is that of throng_context_message()."""
    WARNING = 1
    """Something was replaced or left out, for example OpenCL by the CPU."""
    INFO = 2
    """Which backend was chosen and why, and the output of device compilers."""


class Backend(IntEnum):
    """Where an object lives."""
    AUTO = 0
    """The faster of both for each object; see throng_selection."""
    CPU = 1
    """The processor."""
    OPENCL = 2
    """An OpenCL device."""


class Isa(IntEnum):
    """Instruction set of the CPU backend. All give the same bits."""
    AUTO = 0
    """The widest one that this processor has."""
    REFERENCE = 1
    """Plain C, one lane: the definition that all others equal."""
    VECTOR = 2
    """Vector types of GCC and Clang, 4 lanes."""
    SSE2 = 3
    """x86-64, 4 lanes."""
    AVX2 = 4
    """x86-64, 8 lanes."""
    AVX512 = 5
    """x86-64, 16 lanes."""
    NEON = 6
    """64-bit ARM, 4 lanes."""
    SIMD128 = 7
    """WebAssembly, 4 lanes."""


class DeviceType(IntEnum):
    """Type of an OpenCL device."""
    OTHER = 0
    """Neither of the others."""
    CPU = 1
    """A processor."""
    GPU = 2
    """A graphics processor."""


class Perception(IntFlag):
    """Which parts of Shi 2015 are on, a sum of the values below. 0: plain ORCA.
    The first three are senses. Without any of them agents notice others by neighbor_dist.
    """
    VISION = 1
    """Sees others in a sector of vision_range and vision_angle around the heading; and see throng_heading."""
    HEARING = 2
    """Hears others within hearing_range whose sound_range reaches its own body."""
    TOUCH = 4
    """Bodies in contact notice each other; each avoids by half. See throng_heading."""
    ADAPTIVE = 8
    """The range of vision shrinks in dense crowds (1). Needs THRONG_VISION."""
    RESPONSIBILITY = 16
    """Shares c_A and c_B depend on how A and B perceive each other: by sight and sight 0.5 and 0.5; by sight
    and not at all 1 and 0; by sight and hearing only 0.7 and 0.3; otherwise 0. Without it they are 0.5.
    Without senses, neighbor_dist counts as sight in all directions.
    """


class Neighbors(IntEnum):
    """Which agents count as neighbours, and which of them as the nearest. Of equally near agents the one with
    the lower id is nearer. With equal radii both give the same results.
    """
    GAPS = 0
    """By gaps between bodies: nearest is whose body is nearest, d - r_B, where d is the distance of the
    centres and r_B the other's radius, then who has the smaller d. Without senses, A notices B if d <
    neighbor_dist + |r_B - r_A|. So a large body is not missed behind many small ones.
    """
    CENTRES = 1
    """By distances between centres, as in RVO2: nearest is who has the smallest d. Without senses, A notices
    B if d < neighbor_dist.
    """


class Heading(IntEnum):
    """Where agents with senses look, and whom they notice at their bodies. Without senses it changes nothing,
    and headings follow velocities.
    """
    TURNING = 0
    """An agent turns to its preferred velocity in each step, and keeps looking there while others push it
    elsewhere; if its preferred velocity is 0, its heading stays. THRONG_VISION and THRONG_TOUCH also
    notice, on all sides, bodies within 1.25 times the distance of contact. Crowds that press and stand
    come to rest, and nobody walks through a body that it has met.
    """
    VELOCITY = 1
    """The letter of Shi 2015: the heading is that of the last velocity other than 0, and touch needs
    contact. Who is pushed back looks away, forgets who pushed it, and returns: it shakes.
    """


class Integration(IntEnum):
    """What a step does with positions."""
    POSITIONS = 0
    """A step moves agents by their velocities."""
    VELOCITIES = 1
    """A step computes velocities, and leaves positions to the host, who sets them by
    throng_crowd_set_motions(): physics, root motion, a navigation mesh. The next step goes by the
    velocity that the host sets; if it sets none, by the computed one. Half-planes of walls bind
    velocities; bodies are not swept against walls, and who is in one gets the velocity of the way out.
    Moving obstacles change velocities as they do those of agents that steps move.
    THRONG_FLAG_ARRIVED is about the position before the step.
    """


class Navigation(IntEnum):
    """What an agent's preferred velocity is."""
    VELOCITY = 0
    """(target_x, target_y)."""
    GOAL = 1
    """Towards the point (target_x, target_y), with the smaller of pref_speed and distance/dt."""
    FLOW = 2
    """Along the crowd's flow, sampled smoothly, with pref_speed, in the class of the flow that its radius
    needs; the flow may slow it by the cost of its cell. In a goal cell of the flow, as GOAL. 0 if
    there is no path.
    """
    GUEST = 3
    """None: the host moves it, see crowd_moving.h."""


class AgentValue(IntEnum):
    """A value of an agent. It can be read and set unless its comment says otherwise.
    It is one float unless said otherwise, with the meaning and range of the member of throng_agent_def.
    """
    POSITION = 0
    """Position, 2 floats. Reading it far from the origin rounds: see THRONG_AGENT_POSITION_DOUBLE."""
    VELOCITY = 1
    """Velocity, 2 floats."""
    PREFERRED_VELOCITY = 2
    """Preferred velocity, 2 floats. Setting it makes the agent navigate by VELOCITY. Reading it gives the
    target, whatever that is.
    """
    GOAL = 3
    """Goal, 2 floats. Setting it makes the agent navigate by GOAL. Reading it gives the target, whatever
    that is.
    """
    HEADING = 4
    """Heading, 2 floats. Set: of any length but 0; a unit vector keeps its bits. Read: a unit vector; with
    senses on, that of the last step.
    """
    RADIUS = 5
    """`radius`."""
    MAX_SPEED = 6
    """`max_speed`."""
    PREF_SPEED = 7
    """`pref_speed`."""
    NEIGHBOR_DIST = 8
    """`neighbor_dist`."""
    MAX_NEIGHBORS = 9
    """`max_neighbors`, an int32_t."""
    TIME_HORIZON = 10
    """`time_horizon`."""
    TIME_HORIZON_OBST = 11
    """`time_horizon_obst`."""
    LAYER = 12
    """`layer`, a uint32_t."""
    MASK = 13
    """`mask`, a uint32_t."""
    PRIORITY = 14
    """`priority`, an int32_t."""
    RESPONSIBILITY = 15
    """`responsibility`."""
    LOCKED = 16
    """`locked`, an int32_t."""
    VISION_RANGE = 17
    """`vision_range`. Setting it also sets the present range."""
    VISION_RANGE_MIN = 18
    """`vision_range_min`. A value above vision_range counts as vision_range."""
    HEARING_RANGE = 19
    """`hearing_range`."""
    SOUND_RANGE = 20
    """`sound_range`."""
    CAPACITY = 21
    """`capacity`, an int32_t."""
    DEAD_SPEED = 22
    """`dead_speed`."""
    FLAGS = 23
    """A sum of THRONG_FLAG_* of the last step, a uint32_t. Read only."""
    PERCEIVED = 24
    """How many agents it perceived in the last step, or without senses how many it avoided, an int32_t. Read
    only.
    """
    VISION = 25
    """Range of vision in the last step. Steps of crowds with senses set it, but of guests."""
    FLOW_FIELD = 28
    """`flow_field`, an int32_t. Setting it makes the agent navigate by FLOW."""
    TARGET = 29
    """Target, 2 floats: the goal, or the preferred velocity. Setting it leaves the navigation as it is, so
    an agent that navigates by FLOW rests there once it is in the goal cell.
    """
    VISION_ANGLE = 26
    """`vision_angle`. Read: an angle of the same sector."""
    ID = 27
    """Id, a uint64_t. Read only."""
    POSITION_DOUBLE = 30
    """Position, 2 doubles, with all that rounding has taken from the way so far."""
    GOAL_DOUBLE = 31
    """Goal, 2 doubles, kept as floats relative to the home."""
    NAVIGATION = 32
    """`navigation`, an int32_t. Setting it leaves the target and the flow field as they are."""


class Flag(IntFlag):
    """Values that begin with THRONG_FLAG_ in C; a sum of them."""
    CONGESTED = 1
    """The agent was congested and its preferred velocity was turned."""
    INFEASIBLE = 2
    """No velocity was in all half-planes."""
    ARRIVED = 4
    """The agent navigates by GOAL or FLOW, and its body covers (target_x, target_y). In crowds that settle,
    also an agent that makes less headway towards that point than a fifth of its preferred speed, and has
    a neighbour with this flag and the same target, nearer to it and no farther than 1.5 times the sum of
    the radii (twice that sum keeps the flag), as long as its distance from the target is at most that of
    a packing: 2 * R * sqrt(agents of the crowd), where R is the largest radius.
    """
    INSIDE_WALL = 32
    """Its centre was behind a wall, in a blocked cell or off the map, or its body in a wall or what moves.
    If it can, it leaves: see throng_crowd_add_obstacle().
    """


class Residency(IntEnum):
    """Where the input and the result of a frame are. Only the automatic choice of a backend uses it."""
    HOST = 0
    """The host sets what moved and reads the whole result."""
    INPUT = 1
    """The host sets what moved and reads little of the result."""
    DEVICE = 2
    """Influence maps only: input and result are in OpenCL buffers (throng_opencl.h). The CPU backend would
    have to copy them.
    """


class Operation(IntEnum):
    """Operations that have costs of their own."""
    READ = 0
    """Reading results. Measured together with any other operation."""
    INFLUENCE = 1
    """Influence maps, Euclidean."""
    INFLUENCE_PATH = 2
    """Influence maps along shortest paths."""
    INFLUENCE_ADJACENT = 3
    """Influence maps from cell to cell."""
    FLOW = 4
    """Flow fields."""
    POTENTIAL = 5
    """Potential fields."""
    CHOQUET = 6
    """Choquet integrals."""
    CROWD = 7
    """Crowds without perception."""
    CROWD_PERCEPTION = 8
    """Crowds with perception."""


class FlowDirection(IntEnum):
    """The step out of a cell: a direction of 0 to 7, or one of the values below.
    Directions count clockwise: 0 right, 1 right and down, 2 down, 3 left and down, 4 left, 5 left and up,
    6 up, 7 right and up. SQUARE4 has only the even ones. HEX has all but 2 and 6; its 1, 3, 5 and 7 lead to
    the rows below and above.
    """
    GOAL = 8
    """The cell is a goal."""
    NONE = 255
    """The cell is blocked, or no path leads from it to a goal."""


class FlowUnreached(IntEnum):
    """What samples and crowds find in cells that are not reached: in blocked ones, in those where a body of the
    class does not fit, and in those that no path joins with a goal.
    """
    STAND = 0
    """No direction: agents stand."""
    NEAREST = 1
    """The way to the nearest reached cell: the one with the shortest path on which a step over a blocked
    cell is as long as 8 over free ones (a step between the two kinds as 4.5). So agents leave a wall by
    the shortest way, and go to the thinnest wall before them if they are cut off. If a field reaches no
    cell of a world, agents stand. Doubles the memory of fields.
    """


class FlowSampling(IntEnum):
    """How the direction at a point is found.
    Either way, on square grids, the next cell's length along the direction meets only free cells and cuts no
    corner; on hexagonal grids the next half cell's with SMOOTH.
    """
    CELL = 0
    """The direction of the point's cell, the same for all points in it."""
    SMOOTH = 1
    """A smooth direction: the directions of the nearest centres, interpolated bilinearly (on hexagonal grids
    linearly in a triangle). This is used where they agree (their weighted sum is at least half a cell
    long) and the field reaches all neighbouring cells on that side of the point's cell. Elsewhere, such
    as beside walls, the direction is that to the centre of the next cell. For a class of more than half a
    cell all eight neighbours must be reached; the next half cell's length then leads the body's disc into
    no blocked cell.
    """


class Propagation(IntEnum):
    """How influence gets from an object to a cell."""
    EUCLIDEAN = 0
    """Straight, through walls. SQUARE8 and SQUARE4 give the same values."""
    PATH = 1
    """Along shortest paths."""
    ADJACENT = 2
    """From cell to neighbouring cell."""


class Decay(IntEnum):
    """How influence falls with distance."""
    LINEAR = 0
    """Subtracts `decay` per cell (1)."""
    EXPONENTIAL = 1
    """Multiplies by `decay` per cell (2)."""


class BlockedObjects(IntEnum):
    """What happens to objects that are given in a blocked cell or off the map, with PATH and ADJACENT."""
    REFUSE = 0
    """The call is refused, and changes nothing."""
    IGNORE = 1
    """They add nothing while they are there, as an object does whose cell becomes blocked later."""


class Extreme(IntEnum):
    """Which extreme a query is for."""
    LARGEST = 0
    """The largest value."""
    SMALLEST = 1
    """The smallest value."""


class InfluenceUses(IntFlag):
    """What a map is going to be used for."""
    COMBINE = 1
    """throng_influence_combine()."""
    MOMENTUM = 2
    """throng_influence_set_momentum() with a momentum above 0."""
    SLICES = 4
    """throng_influence_update_some() and throng_influence_update_part()."""
    QUERIES = 8
    """Best cells, regions, neighbors and samples."""


class MeasureKind(IntEnum):
    """How the values of a measure are given. m_i is the weight of type i alone."""
    LAMBDA = 0
    """m(A + B) = m(A) + m(B) + lambda*m(A)*m(B) for sets A and B without a common type (9)."""
    ADDITIVE2 = 1
    """Sum of m_i + lambda * sum of m_i*m_j over all i < j, as in table 5 of the paper."""
    TABLE = 2
    """A value for each set."""


class TerrainMode(IntEnum):
    """Which blocked cells repel a point."""
    ALL = 0
    """Every blocked cell in range, as in the paper."""
    NEAREST = 1
    """Only the nearest one. Of several, the one in the lowest row, then the lowest column."""


class ReadbackKind(IntEnum):
    """What a readback reads. Each kind names its object, the call that begins a read, and the type of an entry."""
    AGENTS = 0
    """A value of agents of def.crowd, as throng_crowd_get(): throng_readback_begin_agents(), of the value's
    type.
    """
    MOTIONS = 1
    """Motions of agents of def.crowd: throng_readback_begin_agents(), throng_motion."""
    LAYER = 2
    """A layer of def.map: throng_readback_begin_region(), float."""
    FORCES = 3
    """Forces at points of def.field: throng_readback_begin_range(), throng_force."""
    PATHS = 4
    """Results of paths of def.trace: throng_readback_begin_range(), throng_trace_result."""
    LENGTHS = 5
    """Lengths of a field of def.flow: throng_readback_begin_region(), float."""
    DIRECTIONS = 6
    """Directions of a field of def.flow: throng_readback_begin_region(), throng_flow_direction."""


class RouteMethod(IntEnum):
    """How routes are searched."""
    ASTAR = 0
    """A*, with the length over free ground as the estimate."""
    DIJKSTRA = 1
    """Dijkstra's algorithm."""


class Grid(IntEnum):
    """Shape of cells, and which of them are neighbours."""
    SQUARE8 = 0
    """Squares with 8 neighbours. A straight step has length 1, a diagonal one sqrt(2). A diagonal step needs
    both cells beside it to be free.
    """
    SQUARE4 = 1
    """Squares with 4 neighbours."""
    HEX = 2
    """Hexagons with pointed tops and 6 neighbours; odd rows lie half a cell to the right."""


class TraceStatus(IntEnum):
    """How a path ended."""
    REACHED = 0
    """It reached its goal."""
    STUCK = 1
    """It is in a trap and has no escape left."""
    STEP_LIMIT = 2
    """It took max_steps steps."""
    OUTSIDE = 3
    """The next step would leave the map."""
    UNREACHABLE = 4
    """It was to escape by a flow that does not lead to a goal from there."""
    INVALID = 5
    """It took no step: start or goal are in a wall or off the map, the goal does not exist in the start's
    world, or the speed is below 2^-18 of one of their coordinates.
    """


class Escape(IntEnum):
    """What a path does in a trap."""
    NONE = 0
    """It ends as STUCK."""
    FLOW = 1
    """It follows a flow field from cell to cell, in steps of at most its speed. It returns to the force when
    the potential is lower than anywhere between its last escape and this one, but not before 4 steps; at
    each further escape twice as many. If the flow leads to the goal, the path gets there, given enough
    steps.
    """
    HILLS = 2
    """It raises a hill in the trap that repels only this path, half a step to one side of it, the next time
    to the other. Within r of its top the force is F = p * (1 - rho/r) away from it, p being twice the
    pull of the goal in the trap. r is hill_range, or twice the r of the widest older hill that the trap
    is on. A step that would meet a wall or the map's edge goes along it, left, right, up or down, if that
    is free. Hills are removed when the goal is nearer than 3/4 of its least distance in a trap, or when a
    wall was between an earlier trap and the goal and none is in the present one. A path is stuck if it
    needs more than 8 hills at a time, or one more after 64 escapes, of which some may only have removed
    hills. Needs no terrain; success is not guaranteed.
    """


class Reduction(IntEnum):
    """How numbers are reduced."""
    SUM = 0
    """Sums, modulo 2^64."""
    MIN = 1
    """The least number."""


class WorldCut(IntEnum):
    """How the plane is cut into pieces."""
    BISECTION = 0
    """The agents are divided into two halves along the longer side of the box around them, and each half
    again.
    """
    STRIPS = 1
    """Strips from left to right."""

VERSION_MAJOR = 0
"""Major version of this header. While it is 0, interfaces may change with the minor version."""
VERSION_MINOR = 2
"""Minor version of this header."""
VERSION_PATCH = 0
"""Patch version of this header."""
ISA_COUNT = 8
"""Number of values of throng_isa, THRONG_ISA_AUTO included."""
MAX_AGENTS = 8388608
"""Most agents of a crowd."""
MAX_NEIGHBORS = 64
"""Most neighbours that one agent avoids."""
PERCEPTION_ALL = 31
"""Sum of all values of throng_perception."""
NEXT_ID = 18446744073709551615
"""In place of an id: the number of agents ever added to the crowd."""
MAX_WALLS = 4194304
"""Most edges of all obstacles of a crowd."""
MAX_MOVING_OBSTACLES = 256
"""Most moving obstacles of a crowd."""
MAX_MOVING_VERTICES = 2048
"""Most vertices of all moving obstacles of a crowd."""
OPERATION_COUNT = 9
"""Number of operations."""
MAX_FLOW_FIELDS = 65536
"""Most fields of a flow."""
MAX_FLOW_CLEARANCES = 8
"""Most classes of radii of a flow."""
MAX_FLOW_REACH = 16
"""Largest clearance, in cells."""
MAX_FLOW_COSTS = 271669859
"""Largest sum of the costs of a world's cells. Lengths of paths are then exact."""
MAX_LAYERS = 16
"""Most layers of a map."""
MAX_ALL_PAIRS = 4096
"""Most cells of a world with throng_influence_def.all_pairs."""
LAYER_COMBINED = -1
"""In place of a layer's number: the result of throng_influence_combine()."""
MAX_TYPES = 16
"""Most types of a measure."""
GOALS_ALL = -1
"""In place of a goal's index: all goals of the point's world attract it together."""
GOALS_NONE = -2
"""In place of a goal's index: no goal attracts the point."""
MAX_READBACK_SLOTS = 16
"""Most slots of a readback."""
MAX_SIDE = 1048576
"""Most columns, and most rows of a world."""
MAX_CELLS = 1073741824
"""Most cells of all worlds together."""
MAX_PARTS = 65536
"""Most parts of a world."""
MAX_WORLD_SIDE = 1000000000
"""Most columns, and most rows of a map of a world. Its number of cells may be beyond 32 bits."""
MIN_WORLD_MARGIN = 4
"""Least margin around a tile, in cells."""
MAX_WORLD_MARGIN = 4096
"""Largest margin around a tile, in cells."""
