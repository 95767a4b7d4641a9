// Written by bindings/generate.py from include/throng. Do not edit.

using System;
using System.Runtime.InteropServices;

namespace Throng
{
    /// <summary>Result of a call: THRONG_OK or one of THRONG_ERROR_*.</summary>
    public enum Status : int
    {
        /// <summary>The call succeeded.</summary>
        Ok = 0,
        /// <summary>A mistake of the caller. Nothing was done.</summary>
        InvalidArgument = 1,
        /// <summary>More entries than the object was created for. Nothing was done.</summary>
        Capacity = 2,
        /// <summary>The allocator or the device had no more memory.</summary>
        OutOfMemory = 3,
        /// <summary>Not built in, or not offered by this processor, device or backend.</summary>
        Unsupported = 4,
        /// <summary>There is no OpenCL library, platform or usable device.</summary>
        NoDevice = 5,
        /// <summary>The device does not round as IEEE 754 requires; see throng_context_def.accept_inexact.</summary>
        InexactDevice = 6,
        /// <summary>The device's compiler rejected a kernel. Its output goes to the logger.</summary>
        BuildFailed = 7,
        /// <summary>Another OpenCL call failed; throng_context_opencl_error() has OpenCL's code.</summary>
        Opencl = 8,
        /// <summary>
        /// The device failed inside enqueued work and the object's contents are lost. Its reset function brings
        /// it back, for example throng_influence_reset().
        /// </summary>
        Lost = 9,
    }

    /// <summary>Severity of a log message.</summary>
    public enum LogLevel : int
    {
        /// <summary>A call failed; the message is that of throng_context_message().</summary>
        Error = 0,
        /// <summary>Something was replaced or left out, for example OpenCL by the CPU.</summary>
        Warning = 1,
        /// <summary>Which backend was chosen and why, and the output of device compilers.</summary>
        Info = 2,
    }

    /// <summary>Where an object lives.</summary>
    public enum Backend : int
    {
        /// <summary>The faster of both for each object; see throng_selection.</summary>
        Auto = 0,
        /// <summary>The processor.</summary>
        Cpu = 1,
        /// <summary>An OpenCL device.</summary>
        Opencl = 2,
    }

    /// <summary>Instruction set of the CPU backend. All give the same bits.</summary>
    public enum Isa : int
    {
        /// <summary>The widest one that this processor has.</summary>
        Auto = 0,
        /// <summary>Plain C, one lane: the definition that all others equal.</summary>
        Reference = 1,
        /// <summary>Vector types of GCC and Clang, 4 lanes.</summary>
        Vector = 2,
        /// <summary>x86-64, 4 lanes.</summary>
        Sse2 = 3,
        /// <summary>x86-64, 8 lanes.</summary>
        Avx2 = 4,
        /// <summary>x86-64, 16 lanes.</summary>
        Avx512 = 5,
        /// <summary>64-bit ARM, 4 lanes.</summary>
        Neon = 6,
        /// <summary>WebAssembly, 4 lanes.</summary>
        Simd128 = 7,
    }

    /// <summary>Type of an OpenCL device.</summary>
    public enum DeviceType : int
    {
        /// <summary>Neither of the others.</summary>
        Other = 0,
        /// <summary>A processor.</summary>
        Cpu = 1,
        /// <summary>A graphics processor.</summary>
        Gpu = 2,
    }

    /// <summary>
    /// Which parts of Shi 2015 are on, a sum of the values below. 0: plain ORCA.
    /// The first three are senses. Without any of them agents notice others by neighbor_dist.
    /// </summary>
    [Flags]
    public enum Perception : uint
    {
        /// <summary>Sees others in a sector of vision_range and vision_angle around the heading; and see throng_heading.</summary>
        Vision = 1,
        /// <summary>Hears others within hearing_range whose sound_range reaches its own body.</summary>
        Hearing = 2,
        /// <summary>Bodies in contact notice each other; each avoids by half. See throng_heading.</summary>
        Touch = 4,
        /// <summary>The range of vision shrinks in dense crowds (1). Needs THRONG_VISION.</summary>
        Adaptive = 8,
        /// <summary>
        /// Shares c_A and c_B depend on how A and B perceive each other: by sight and sight 0.5 and 0.5; by sight
        /// and not at all 1 and 0; by sight and hearing only 0.7 and 0.3; otherwise 0. Without it they are 0.5.
        /// Without senses, neighbor_dist counts as sight in all directions.
        /// </summary>
        Responsibility = 16,
    }

    /// <summary>
    /// Which agents count as neighbours, and which of them as the nearest. Of equally near agents the one with
    /// the lower id is nearer. With equal radii both give the same results.
    /// </summary>
    public enum Neighbors : int
    {
        /// <summary>
        /// By gaps between bodies: nearest is whose body is nearest, d - r_B, where d is the distance of the
        /// centres and r_B the other's radius, then who has the smaller d. Without senses, A notices B if d &lt;
        /// neighbor_dist + |r_B - r_A|. So a large body is not missed behind many small ones.
        /// </summary>
        Gaps = 0,
        /// <summary>
        /// By distances between centres, as in RVO2: nearest is who has the smallest d. Without senses, A notices
        /// B if d &lt; neighbor_dist.
        /// </summary>
        Centres = 1,
    }

    /// <summary>
    /// Where agents with senses look, and whom they notice at their bodies. Without senses it changes nothing,
    /// and headings follow velocities.
    /// </summary>
    public enum Heading : int
    {
        /// <summary>
        /// An agent turns to its preferred velocity in each step, and keeps looking there while others push it
        /// elsewhere; if its preferred velocity is 0, its heading stays. THRONG_VISION and THRONG_TOUCH also
        /// notice, on all sides, bodies within 1.25 times the distance of contact. Crowds that press and stand
        /// come to rest, and nobody walks through a body that it has met.
        /// </summary>
        Turning = 0,
        /// <summary>
        /// The letter of Shi 2015: the heading is that of the last velocity other than 0, and touch needs
        /// contact. Who is pushed back looks away, forgets who pushed it, and returns: it shakes.
        /// </summary>
        Velocity = 1,
    }

    /// <summary>What a step does with positions.</summary>
    public enum Integration : int
    {
        /// <summary>A step moves agents by their velocities.</summary>
        Positions = 0,
        /// <summary>
        /// A step computes velocities, and leaves positions to the host, who sets them by
        /// throng_crowd_set_motions(): physics, root motion, a navigation mesh. The next step goes by the
        /// velocity that the host sets; if it sets none, by the computed one. Half-planes of walls bind
        /// velocities; bodies are not swept against walls, and who is in one gets the velocity of the way out.
        /// Moving obstacles change velocities as they do those of agents that steps move.
        /// THRONG_FLAG_ARRIVED is about the position before the step.
        /// </summary>
        Velocities = 1,
    }

    /// <summary>What an agent's preferred velocity is.</summary>
    public enum Navigation : int
    {
        /// <summary>(target_x, target_y).</summary>
        Velocity = 0,
        /// <summary>Towards the point (target_x, target_y), with the smaller of pref_speed and distance/dt.</summary>
        Goal = 1,
        /// <summary>
        /// Along the crowd's flow, sampled smoothly, with pref_speed, in the class of the flow that its radius
        /// needs; the flow may slow it by the cost of its cell. In a goal cell of the flow, as GOAL. 0 if
        /// there is no path.
        /// </summary>
        Flow = 2,
        /// <summary>None: the host moves it, see crowd_moving.h.</summary>
        Guest = 3,
    }

    /// <summary>
    /// A value of an agent. It can be read and set unless its comment says otherwise.
    /// It is one float unless said otherwise, with the meaning and range of the member of throng_agent_def.
    /// </summary>
    public enum AgentValue : int
    {
        /// <summary>Position, 2 floats. Reading it far from the origin rounds: see THRONG_AGENT_POSITION_DOUBLE.</summary>
        Position = 0,
        /// <summary>Velocity, 2 floats.</summary>
        Velocity = 1,
        /// <summary>
        /// Preferred velocity, 2 floats. Setting it makes the agent navigate by VELOCITY. Reading it gives the
        /// target, whatever that is.
        /// </summary>
        PreferredVelocity = 2,
        /// <summary>
        /// Goal, 2 floats. Setting it makes the agent navigate by GOAL. Reading it gives the target, whatever
        /// that is.
        /// </summary>
        Goal = 3,
        /// <summary>
        /// Heading, 2 floats. Set: of any length but 0; a unit vector keeps its bits. Read: a unit vector; with
        /// senses on, that of the last step.
        /// </summary>
        Heading = 4,
        /// <summary>`radius`.</summary>
        Radius = 5,
        /// <summary>`max_speed`.</summary>
        MaxSpeed = 6,
        /// <summary>`pref_speed`.</summary>
        PrefSpeed = 7,
        /// <summary>`neighbor_dist`.</summary>
        NeighborDist = 8,
        /// <summary>`max_neighbors`, an int32_t.</summary>
        MaxNeighbors = 9,
        /// <summary>`time_horizon`.</summary>
        TimeHorizon = 10,
        /// <summary>`time_horizon_obst`.</summary>
        TimeHorizonObst = 11,
        /// <summary>`layer`, a uint32_t.</summary>
        Layer = 12,
        /// <summary>`mask`, a uint32_t.</summary>
        Mask = 13,
        /// <summary>`priority`, an int32_t.</summary>
        Priority = 14,
        /// <summary>`responsibility`.</summary>
        Responsibility = 15,
        /// <summary>`locked`, an int32_t.</summary>
        Locked = 16,
        /// <summary>`vision_range`. Setting it also sets the present range.</summary>
        VisionRange = 17,
        /// <summary>`vision_range_min`. A value above vision_range counts as vision_range.</summary>
        VisionRangeMin = 18,
        /// <summary>`hearing_range`.</summary>
        HearingRange = 19,
        /// <summary>`sound_range`.</summary>
        SoundRange = 20,
        /// <summary>`capacity`, an int32_t.</summary>
        Capacity = 21,
        /// <summary>`dead_speed`.</summary>
        DeadSpeed = 22,
        /// <summary>A sum of THRONG_FLAG_* of the last step, a uint32_t. Read only.</summary>
        Flags = 23,
        /// <summary>
        /// How many agents it perceived in the last step, or without senses how many it avoided, an int32_t. Read
        /// only.
        /// </summary>
        Perceived = 24,
        /// <summary>Range of vision in the last step. Steps of crowds with senses set it, but of guests.</summary>
        Vision = 25,
        /// <summary>`flow_field`, an int32_t. Setting it makes the agent navigate by FLOW.</summary>
        FlowField = 28,
        /// <summary>
        /// Target, 2 floats: the goal, or the preferred velocity. Setting it leaves the navigation as it is, so
        /// an agent that navigates by FLOW rests there once it is in the goal cell.
        /// </summary>
        Target = 29,
        /// <summary>`vision_angle`. Read: an angle of the same sector.</summary>
        VisionAngle = 26,
        /// <summary>Id, a uint64_t. Read only.</summary>
        Id = 27,
        /// <summary>Position, 2 doubles, with all that rounding has taken from the way so far.</summary>
        PositionDouble = 30,
        /// <summary>Goal, 2 doubles, kept as floats relative to the home.</summary>
        GoalDouble = 31,
        /// <summary>`navigation`, an int32_t. Setting it leaves the target and the flow field as they are.</summary>
        Navigation = 32,
    }

    /// <summary>Values that begin with THRONG_FLAG_ in C; a sum of them.</summary>
    [Flags]
    public enum Flag : uint
    {
        /// <summary>The agent was congested and its preferred velocity was turned.</summary>
        Congested = 1,
        /// <summary>No velocity was in all half-planes.</summary>
        Infeasible = 2,
        /// <summary>
        /// The agent navigates by GOAL or FLOW, and its body covers (target_x, target_y). In crowds that settle,
        /// also an agent that makes less headway towards that point than a fifth of its preferred speed, and has
        /// a neighbour with this flag and the same target, nearer to it and no farther than 1.5 times the sum of
        /// the radii (twice that sum keeps the flag), as long as its distance from the target is at most that of
        /// a packing: 2 * R * sqrt(agents of the crowd), where R is the largest radius.
        /// </summary>
        Arrived = 4,
        /// <summary>
        /// Its centre was behind a wall, in a blocked cell or off the map, or its body in a wall or what moves.
        /// If it can, it leaves: see throng_crowd_add_obstacle().
        /// </summary>
        InsideWall = 32,
    }

    /// <summary>Where the input and the result of a frame are. Only the automatic choice of a backend uses it.</summary>
    public enum Residency : int
    {
        /// <summary>The host sets what moved and reads the whole result.</summary>
        Host = 0,
        /// <summary>The host sets what moved and reads little of the result.</summary>
        Input = 1,
        /// <summary>
        /// Influence maps only: input and result are in OpenCL buffers (throng_opencl.h). The CPU backend would
        /// have to copy them.
        /// </summary>
        Device = 2,
    }

    /// <summary>Operations that have costs of their own.</summary>
    public enum Operation : int
    {
        /// <summary>Reading results. Measured together with any other operation.</summary>
        Read = 0,
        /// <summary>Influence maps, Euclidean.</summary>
        Influence = 1,
        /// <summary>Influence maps along shortest paths.</summary>
        InfluencePath = 2,
        /// <summary>Influence maps from cell to cell.</summary>
        InfluenceAdjacent = 3,
        /// <summary>Flow fields.</summary>
        Flow = 4,
        /// <summary>Potential fields.</summary>
        Potential = 5,
        /// <summary>Choquet integrals.</summary>
        Choquet = 6,
        /// <summary>Crowds without perception.</summary>
        Crowd = 7,
        /// <summary>Crowds with perception.</summary>
        CrowdPerception = 8,
    }

    /// <summary>
    /// The step out of a cell: a direction of 0 to 7, or one of the values below.
    /// Directions count clockwise: 0 right, 1 right and down, 2 down, 3 left and down, 4 left, 5 left and up,
    /// 6 up, 7 right and up. SQUARE4 has only the even ones. HEX has all but 2 and 6; its 1, 3, 5 and 7 lead to
    /// the rows below and above.
    /// </summary>
    public enum FlowDirection : byte
    {
        /// <summary>The cell is a goal.</summary>
        Goal = 8,
        /// <summary>The cell is blocked, or no path leads from it to a goal.</summary>
        None = 255,
    }

    /// <summary>
    /// What samples and crowds find in cells that are not reached: in blocked ones, in those where a body of the
    /// class does not fit, and in those that no path joins with a goal.
    /// </summary>
    public enum FlowUnreached : int
    {
        /// <summary>No direction: agents stand.</summary>
        Stand = 0,
        /// <summary>
        /// The way to the nearest reached cell: the one with the shortest path on which a step over a blocked
        /// cell is as long as 8 over free ones (a step between the two kinds as 4.5). So agents leave a wall by
        /// the shortest way, and go to the thinnest wall before them if they are cut off. If a field reaches no
        /// cell of a world, agents stand. Doubles the memory of fields.
        /// </summary>
        Nearest = 1,
    }

    /// <summary>
    /// How the direction at a point is found.
    /// Either way, on square grids, the next cell's length along the direction meets only free cells and cuts no
    /// corner; on hexagonal grids the next half cell's with SMOOTH.
    /// </summary>
    public enum FlowSampling : int
    {
        /// <summary>The direction of the point's cell, the same for all points in it.</summary>
        Cell = 0,
        /// <summary>
        /// A smooth direction: the directions of the nearest centres, interpolated bilinearly (on hexagonal grids
        /// linearly in a triangle). This is used where they agree (their weighted sum is at least half a cell
        /// long) and the field reaches all neighbouring cells on that side of the point's cell. Elsewhere, such
        /// as beside walls, the direction is that to the centre of the next cell. For a class of more than half a
        /// cell all eight neighbours must be reached; the next half cell's length then leads the body's disc into
        /// no blocked cell.
        /// </summary>
        Smooth = 1,
    }

    /// <summary>How influence gets from an object to a cell.</summary>
    public enum Propagation : int
    {
        /// <summary>Straight, through walls. SQUARE8 and SQUARE4 give the same values.</summary>
        Euclidean = 0,
        /// <summary>Along shortest paths.</summary>
        Path = 1,
        /// <summary>From cell to neighbouring cell.</summary>
        Adjacent = 2,
    }

    /// <summary>How influence falls with distance.</summary>
    public enum Decay : int
    {
        /// <summary>Subtracts `decay` per cell (1).</summary>
        Linear = 0,
        /// <summary>Multiplies by `decay` per cell (2).</summary>
        Exponential = 1,
    }

    /// <summary>What happens to objects that are given in a blocked cell or off the map, with PATH and ADJACENT.</summary>
    public enum BlockedObjects : int
    {
        /// <summary>The call is refused, and changes nothing.</summary>
        Refuse = 0,
        /// <summary>They add nothing while they are there, as an object does whose cell becomes blocked later.</summary>
        Ignore = 1,
    }

    /// <summary>Which extreme a query is for.</summary>
    public enum Extreme : int
    {
        /// <summary>The largest value.</summary>
        Largest = 0,
        /// <summary>The smallest value.</summary>
        Smallest = 1,
    }

    /// <summary>What a map is going to be used for.</summary>
    [Flags]
    public enum InfluenceUses : uint
    {
        /// <summary>throng_influence_combine().</summary>
        Combine = 1,
        /// <summary>throng_influence_set_momentum() with a momentum above 0.</summary>
        Momentum = 2,
        /// <summary>throng_influence_update_some() and throng_influence_update_part().</summary>
        Slices = 4,
        /// <summary>Best cells, regions, neighbors and samples.</summary>
        Queries = 8,
    }

    /// <summary>How the values of a measure are given. m_i is the weight of type i alone.</summary>
    public enum MeasureKind : int
    {
        /// <summary>m(A + B) = m(A) + m(B) + lambda*m(A)*m(B) for sets A and B without a common type (9).</summary>
        Lambda = 0,
        /// <summary>Sum of m_i + lambda * sum of m_i*m_j over all i &lt; j, as in table 5 of the paper.</summary>
        Additive2 = 1,
        /// <summary>A value for each set.</summary>
        Table = 2,
    }

    /// <summary>Which blocked cells repel a point.</summary>
    public enum TerrainMode : int
    {
        /// <summary>Every blocked cell in range, as in the paper.</summary>
        All = 0,
        /// <summary>Only the nearest one. Of several, the one in the lowest row, then the lowest column.</summary>
        Nearest = 1,
    }

    /// <summary>What a readback reads. Each kind names its object, the call that begins a read, and the type of an entry.</summary>
    public enum ReadbackKind : int
    {
        /// <summary>
        /// A value of agents of def.crowd, as throng_crowd_get(): throng_readback_begin_agents(), of the value's
        /// type.
        /// </summary>
        Agents = 0,
        /// <summary>Motions of agents of def.crowd: throng_readback_begin_agents(), throng_motion.</summary>
        Motions = 1,
        /// <summary>A layer of def.map: throng_readback_begin_region(), float.</summary>
        Layer = 2,
        /// <summary>Forces at points of def.field: throng_readback_begin_range(), throng_force.</summary>
        Forces = 3,
        /// <summary>Results of paths of def.trace: throng_readback_begin_range(), throng_trace_result.</summary>
        Paths = 4,
        /// <summary>Lengths of a field of def.flow: throng_readback_begin_region(), float.</summary>
        Lengths = 5,
        /// <summary>Directions of a field of def.flow: throng_readback_begin_region(), throng_flow_direction.</summary>
        Directions = 6,
    }

    /// <summary>How routes are searched.</summary>
    public enum RouteMethod : int
    {
        /// <summary>A*, with the length over free ground as the estimate.</summary>
        Astar = 0,
        /// <summary>Dijkstra's algorithm.</summary>
        Dijkstra = 1,
    }

    /// <summary>Shape of cells, and which of them are neighbours.</summary>
    public enum Grid : int
    {
        /// <summary>
        /// Squares with 8 neighbours. A straight step has length 1, a diagonal one sqrt(2). A diagonal step needs
        /// both cells beside it to be free.
        /// </summary>
        Square8 = 0,
        /// <summary>Squares with 4 neighbours.</summary>
        Square4 = 1,
        /// <summary>Hexagons with pointed tops and 6 neighbours; odd rows lie half a cell to the right.</summary>
        Hex = 2,
    }

    /// <summary>How a path ended.</summary>
    public enum TraceStatus : int
    {
        /// <summary>It reached its goal.</summary>
        Reached = 0,
        /// <summary>It is in a trap and has no escape left.</summary>
        Stuck = 1,
        /// <summary>It took max_steps steps.</summary>
        StepLimit = 2,
        /// <summary>The next step would leave the map.</summary>
        Outside = 3,
        /// <summary>It was to escape by a flow that does not lead to a goal from there.</summary>
        Unreachable = 4,
        /// <summary>
        /// It took no step: start or goal are in a wall or off the map, the goal does not exist in the start's
        /// world, or the speed is below 2^-18 of one of their coordinates.
        /// </summary>
        Invalid = 5,
    }

    /// <summary>What a path does in a trap.</summary>
    public enum Escape : int
    {
        /// <summary>It ends as STUCK.</summary>
        None = 0,
        /// <summary>
        /// It follows a flow field from cell to cell, in steps of at most its speed. It returns to the force when
        /// the potential is lower than anywhere between its last escape and this one, but not before 4 steps; at
        /// each further escape twice as many. If the flow leads to the goal, the path gets there, given enough
        /// steps.
        /// </summary>
        Flow = 1,
        /// <summary>
        /// It raises a hill in the trap that repels only this path, half a step to one side of it, the next time
        /// to the other. Within r of its top the force is F = p * (1 - rho/r) away from it, p being twice the
        /// pull of the goal in the trap. r is hill_range, or twice the r of the widest older hill that the trap
        /// is on. A step that would meet a wall or the map's edge goes along it, left, right, up or down, if that
        /// is free. Hills are removed when the goal is nearer than 3/4 of its least distance in a trap, or when a
        /// wall was between an earlier trap and the goal and none is in the present one. A path is stuck if it
        /// needs more than 8 hills at a time, or one more after 64 escapes, of which some may only have removed
        /// hills. Needs no terrain; success is not guaranteed.
        /// </summary>
        Hills = 2,
    }

    /// <summary>Constants of the headers.</summary>
    public static class Constants
    {
        /// <summary>Major version of this header. While it is 0, interfaces may change with the minor version.</summary>
        public const int VersionMajor = 0;
        /// <summary>Minor version of this header.</summary>
        public const int VersionMinor = 2;
        /// <summary>Patch version of this header.</summary>
        public const int VersionPatch = 0;
        /// <summary>Number of values of throng_isa, THRONG_ISA_AUTO included.</summary>
        public const int IsaCount = 8;
        /// <summary>Most agents of a crowd.</summary>
        public const int MaxAgents = 8388608;
        /// <summary>Most neighbours that one agent avoids.</summary>
        public const int MaxNeighbors = 64;
        /// <summary>Sum of all values of throng_perception.</summary>
        public const int PerceptionAll = 31;
        /// <summary>In place of an id: the number of agents ever added to the crowd.</summary>
        public const ulong NextId = 18446744073709551615;
        /// <summary>Most edges of all obstacles of a crowd.</summary>
        public const int MaxWalls = 4194304;
        /// <summary>Most moving obstacles of a crowd.</summary>
        public const int MaxMovingObstacles = 256;
        /// <summary>Most vertices of all moving obstacles of a crowd.</summary>
        public const int MaxMovingVertices = 2048;
        /// <summary>Number of operations.</summary>
        public const int OperationCount = 9;
        /// <summary>Most fields of a flow.</summary>
        public const int MaxFlowFields = 65536;
        /// <summary>Most classes of radii of a flow.</summary>
        public const int MaxFlowClearances = 8;
        /// <summary>Largest clearance, in cells.</summary>
        public const int MaxFlowReach = 16;
        /// <summary>Largest sum of the costs of a world's cells. Lengths of paths are then exact.</summary>
        public const int MaxFlowCosts = 271669859;
        /// <summary>Most layers of a map.</summary>
        public const int MaxLayers = 16;
        /// <summary>Most cells of a world with throng_influence_def.all_pairs.</summary>
        public const int MaxAllPairs = 4096;
        /// <summary>In place of a layer's number: the result of throng_influence_combine().</summary>
        public const int LayerCombined = -1;
        /// <summary>Most types of a measure.</summary>
        public const int MaxTypes = 16;
        /// <summary>In place of a goal's index: all goals of the point's world attract it together.</summary>
        public const int GoalsAll = -1;
        /// <summary>In place of a goal's index: no goal attracts the point.</summary>
        public const int GoalsNone = -2;
        /// <summary>Most slots of a readback.</summary>
        public const int MaxReadbackSlots = 16;
        /// <summary>Most columns, and most rows of a world.</summary>
        public const int MaxSide = 1048576;
        /// <summary>Most cells of all worlds together.</summary>
        public const int MaxCells = 1073741824;
    }

    /// <summary>
    /// Memory functions of the host. Set both or neither; with neither, the C library's are used.
    /// They are called on the thread that calls throng, never from a task.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct Allocator
    {
        /// <summary>
        /// Returns `size` bytes aligned to `alignment`, or NULL if there are none.
        /// `size` is never 0. `alignment` is a power of two of at most 64.
        /// </summary>
        [FieldOffset(0)] public IntPtr allocate;
        /// <summary>Frees what `allocate` returned. `size` is the size that was requested.</summary>
        [FieldOffset(8)] public IntPtr release;
        /// <summary>Passed to both functions.</summary>
        [FieldOffset(16)] public IntPtr user;
    }

    /// <summary>Receives messages for people.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct Logger
    {
        /// <summary>Called with each message, which is valid during the call. NULL: messages are dropped.</summary>
        [FieldOffset(0)] public IntPtr log;
        /// <summary>Passed to `log`.</summary>
        [FieldOffset(8)] public IntPtr user;
    }

    /// <summary>Handler of the caller's mistakes, a place for a breakpoint.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct Assertion
    {
        /// <summary>
        /// Called when a call is about to return INVALID_ARGUMENT or CAPACITY, while all objects are as they were
        /// before that call. It must return; the call then returns the status. It may read objects, and make any
        /// calls on other contexts. Leaving it by longjmp() or an exception leaves the objects as they were, but
        /// may leak memory and keep locks, and the thread stays in the default floating-point modes. NULL: none.
        /// </summary>
        [FieldOffset(0)] public IntPtr fail;
        /// <summary>Passed to `fail`.</summary>
        [FieldOffset(8)] public IntPtr user;
    }

    /// <summary>Scheduler of the host.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct Parallel
    {
        /// <summary>
        /// Calls task(data, i) once for each i in 0 to count-1, in any order and on any threads, and returns when
        /// all calls have returned. A task never waits for another one, so a plain loop is correct too. It takes
        /// at most 64 KiB of stack.
        /// NULL: the context has threads of its own; see throng_context_def.threads.
        /// </summary>
        [FieldOffset(0)] public IntPtr run;
        /// <summary>Passed to `run`.</summary>
        [FieldOffset(8)] public IntPtr user;
    }

    /// <summary>
    /// Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is
    /// not empty decides; a value that throng does not know is INVALID_ARGUMENT.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 112)]
    public unsafe partial struct ContextDef
    {
        /// <summary>Memory functions. Default: the C library's.</summary>
        [FieldOffset(0)] public Allocator allocator;
        /// <summary>Receiver of messages. Default: none.</summary>
        [FieldOffset(24)] public Logger logger;
        /// <summary>Handler of the caller's mistakes. Default: none.</summary>
        [FieldOffset(40)] public Assertion assertion;
        /// <summary>Scheduler. Default: none, which means threads of the context's own.</summary>
        [FieldOffset(56)] public Parallel parallel;
        /// <summary>
        /// Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each
        /// object. Default: AUTO.
        /// </summary>
        [FieldOffset(72)] public Backend backend;
        /// <summary>
        /// Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.
        /// Default: AUTO.
        /// </summary>
        [FieldOffset(76)] public Isa isa;
        /// <summary>
        /// Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.
        /// Without a scheduler the context starts one thread less, since the calling thread works too, or as
        /// many as the system gives. They end when it is destroyed. After a fork the child does the work on the
        /// calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
        /// </summary>
        [FieldOffset(80)] public int threads;
        /// <summary>If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.</summary>
        [FieldOffset(84)] public int acceptInexact;
        /// <summary>If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0.</summary>
        [FieldOffset(88)] public int profile;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(92)] public uint cookie;
        /// <summary>
        /// Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.
        /// NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,
        /// then of others, in the order of throng_devices(). Default: NULL.
        /// </summary>
        [FieldOffset(96)] public IntPtr device;
        /// <summary>
        /// Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,
        /// otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).
        /// A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a
        /// link, belongs to another user, or that others may write to; see docs/reference/environment.md.
        /// Default: NULL.
        /// </summary>
        [FieldOffset(104)] public IntPtr cache;

        /// <summary>The library's defaults: throng_context_default_def().</summary>
        public static ContextDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_context_default_def();
            }
        }
    }

    /// <summary>What a context runs on.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 276)]
    public unsafe partial struct ContextInfo
    {
        /// <summary>Instruction set of the CPU backend, never AUTO.</summary>
        [FieldOffset(0)] public Isa isa;
        /// <summary>Number of tasks that run at once.</summary>
        [FieldOffset(4)] public int threads;
        /// <summary>1 if an OpenCL device is open, otherwise 0.</summary>
        [FieldOffset(8)] public int opencl;
        /// <summary>Number of the open device in throng_devices(). -1: none, or one that the host opened.</summary>
        [FieldOffset(12)] public int device;
        /// <summary>1 if the device rounds correctly, so that its results equal those of the CPU.</summary>
        [FieldOffset(16)] public int deviceExact;
        /// <summary>Name of the open device, or "".</summary>
        [FieldOffset(20)] fixed byte deviceNameBytes[128];
        public string deviceName
        {
            get { fixed (byte* bytes = deviceNameBytes) return Text.Of(bytes, 128); }
        }
        /// <summary>OpenCL version of the open device, or "".</summary>
        [FieldOffset(148)] fixed byte deviceVersionBytes[128];
        public string deviceVersion
        {
            get { fixed (byte* bytes = deviceVersionBytes) return Text.Of(bytes, 128); }
        }
    }

    /// <summary>An OpenCL device of this machine. Texts that are too long are cut.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 792)]
    public unsafe partial struct DeviceInfo
    {
        /// <summary>Its number, for throng_context_def.device.</summary>
        [FieldOffset(0)] public int number;
        /// <summary>Its type.</summary>
        [FieldOffset(4)] public DeviceType type;
        /// <summary>1 if it rounds quotients, roots, products and sums correctly, as a probe on the device found.</summary>
        [FieldOffset(8)] public int exact;
        /// <summary>Number of compute units.</summary>
        [FieldOffset(12)] public int computeUnits;
        /// <summary>Global memory, in bytes.</summary>
        [FieldOffset(16)] public ulong memoryBytes;
        /// <summary>Name of the device.</summary>
        [FieldOffset(24)] fixed byte nameBytes[128];
        public string name
        {
            get { fixed (byte* bytes = nameBytes) return Text.Of(bytes, 128); }
        }
        /// <summary>Name of the OpenCL platform.</summary>
        [FieldOffset(152)] fixed byte platformBytes[128];
        public string platform
        {
            get { fixed (byte* bytes = platformBytes) return Text.Of(bytes, 128); }
        }
        /// <summary>OpenCL version that it supports.</summary>
        [FieldOffset(280)] fixed byte versionBytes[128];
        public string version
        {
            get { fixed (byte* bytes = versionBytes) return Text.Of(bytes, 128); }
        }
        /// <summary>Version of its driver.</summary>
        [FieldOffset(408)] fixed byte driverBytes[128];
        public string driver
        {
            get { fixed (byte* bytes = driverBytes) return Text.Of(bytes, 128); }
        }
        /// <summary>Why it is not exact or cannot be used; "" if neither.</summary>
        [FieldOffset(536)] fixed byte reasonBytes[256];
        public string reason
        {
            get { fixed (byte* bytes = reasonBytes) return Text.Of(bytes, 256); }
        }
    }

    /// <summary>Definition of a crowd.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 104)]
    public unsafe partial struct CrowdDef
    {
        /// <summary>Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024.</summary>
        [FieldOffset(0)] public int agentCapacity;
        /// <summary>Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10.</summary>
        [FieldOffset(4)] public int maxNeighbors;
        /// <summary>Which parts of Shi 2015 are on. Default: 0.</summary>
        [FieldOffset(8)] public Perception perception;
        /// <summary>
        /// Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the
        /// automatic choice of the backend uses it. Default: HOST.
        /// </summary>
        [FieldOffset(12)] public Residency residency;
        /// <summary>
        /// If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a
        /// new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred
        /// speed is not. Default: 0.
        /// </summary>
        [FieldOffset(16)] public int congestion;
        /// <summary>
        /// Most by which each step turns each preferred velocity at random, in radians, so that agents that meet
        /// exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
        /// </summary>
        [FieldOffset(20)] public float symmetry;
        /// <summary>
        /// Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first
        /// step after a change updates its outlines. NULL: none. Default: NULL.
        /// </summary>
        [FieldOffset(24)] public IntPtr terrain;
        /// <summary>Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1.</summary>
        [FieldOffset(32)] public float cellSize;
        /// <summary>
        /// Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step
        /// updates the flow first. NULL: none. Default: NULL.
        /// </summary>
        [FieldOffset(40)] public IntPtr flow;
        /// <summary>Seed of the random angles. Default: 0.</summary>
        [FieldOffset(48)] public ulong seed;
        /// <summary>How neighbours are ranked and limited. Default: GAPS.</summary>
        [FieldOffset(56)] public Neighbors neighbors;
        /// <summary>
        /// If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts
        /// as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
        /// </summary>
        [FieldOffset(60)] public int settle;
        /// <summary>Where agents with senses look. Default: TURNING.</summary>
        [FieldOffset(64)] public Heading heading;
        /// <summary>If 1, throng_crowd_hash() covers guests. Default: 0.</summary>
        [FieldOffset(68)] public int hashGuests;
        /// <summary>Whether steps move agents. Default: POSITIONS.</summary>
        [FieldOffset(72)] public Integration integration;
        /// <summary>
        /// Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
        /// relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
        /// units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
        /// logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
        /// </summary>
        [FieldOffset(80)] public double originX;
        /// <summary>
        /// Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
        /// relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
        /// units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
        /// logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
        /// </summary>
        [FieldOffset(88)] public double originY;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(96)] public uint cookie;

        /// <summary>The library's defaults: throng_crowd_default_def().</summary>
        public static CrowdDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_crowd_default_def();
            }
        }
    }

    /// <summary>Definition of an agent.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 168)]
    public unsafe partial struct AgentDef
    {
        /// <summary>
        /// Id, unique in the crowd; breaks ties and keys random numbers. Assign either all ids or none: NEXT_ID
        /// is rejected if another agent already has that number. Default: NEXT_ID.
        /// </summary>
        [FieldOffset(0)] public ulong id;
        /// <summary>Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.</summary>
        [FieldOffset(8)] public float x;
        /// <summary>Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.</summary>
        [FieldOffset(12)] public float y;
        /// <summary>Velocity. Range: -1e9 to 1e9. Default: 0.</summary>
        [FieldOffset(16)] public float vx;
        /// <summary>Velocity. Range: -1e9 to 1e9. Default: 0.</summary>
        [FieldOffset(20)] public float vy;
        /// <summary>Radius of the body. Range: 0, or 1e-6 to 1e9. Default: 1.</summary>
        [FieldOffset(24)] public float radius;
        /// <summary>Highest speed. Range: 0, or 1e-6 to 1e9. Default: 2.</summary>
        [FieldOffset(28)] public float maxSpeed;
        /// <summary>What its preferred velocity is. Default: VELOCITY.</summary>
        [FieldOffset(32)] public Navigation navigation;
        /// <summary>Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.</summary>
        [FieldOffset(36)] public float targetX;
        /// <summary>Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.</summary>
        [FieldOffset(40)] public float targetY;
        /// <summary>Field of the crowd's flow that leads to its goal, for THRONG_NAVIGATE_FLOW. Default: 0.</summary>
        [FieldOffset(44)] public int flowField;
        /// <summary>Preferred speed on the way to a goal. Range: 0 to 1e9; below 0: max_speed. Default: -1.</summary>
        [FieldOffset(48)] public float prefSpeed;
        /// <summary>
        /// Others at this distance or farther are not noticed, between centres; by gaps the difference of the
        /// radii is added to it, see throng_neighbors. Senses do not use it. Range: 0 to 1e9. Default: 15.
        /// </summary>
        [FieldOffset(52)] public float neighborDist;
        /// <summary>
        /// Most neighbours that it avoids, the nearest ones, see throng_neighbors. Range: 0 to the crowd's.
        /// Default: 10.
        /// </summary>
        [FieldOffset(56)] public int maxNeighbors;
        /// <summary>Time for which other agents are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.</summary>
        [FieldOffset(60)] public float timeHorizon;
        /// <summary>Time for which walls are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.</summary>
        [FieldOffset(64)] public float timeHorizonObst;
        /// <summary>Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones.</summary>
        [FieldOffset(68)] public uint layer;
        /// <summary>Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones.</summary>
        [FieldOffset(72)] public uint mask;
        /// <summary>Of two agents, the one with the higher priority leaves all of the avoidance to the other. Default: 0.</summary>
        [FieldOffset(76)] public int priority;
        /// <summary>Weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B). Range: 0 to 1e6. Default: 1.</summary>
        [FieldOffset(80)] public float responsibility;
        /// <summary>If 1, the agent never moves and others take full responsibility for avoiding it. Default: 0.</summary>
        [FieldOffset(84)] public int locked;
        /// <summary>
        /// Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
        /// if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
        /// </summary>
        [FieldOffset(88)] public float headingX;
        /// <summary>
        /// Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
        /// if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
        /// </summary>
        [FieldOffset(92)] public float headingY;
        /// <summary>Largest range of vision r_max. Range: 0 to 1e9. Default: 15.</summary>
        [FieldOffset(96)] public float visionRange;
        /// <summary>Least range of vision r_min. Range: 0 to vision_range; below 0: 4/15 of vision_range. Default: -1.</summary>
        [FieldOffset(100)] public float visionRangeMin;
        /// <summary>Full angle of vision, in degrees. Range: 0 to 360. Default: 220.</summary>
        [FieldOffset(104)] public float visionAngle;
        /// <summary>How far it hears. Range: 0 to 1e9. Default: 5.</summary>
        [FieldOffset(108)] public float hearingRange;
        /// <summary>How far it is heard. Range: 0 to 1e9. Default: 2.</summary>
        [FieldOffset(112)] public float soundRange;
        /// <summary>N0: how many agents it may perceive before its range of vision shrinks. Range: 0 or more. Default: 7.</summary>
        [FieldOffset(116)] public int capacity;
        /// <summary>Speed below which it may be congested. Range: 0 to 1e9; below 0: max_speed / 10. Default: -1.</summary>
        [FieldOffset(120)] public float deadSpeed;
        /// <summary>Added to the position and to a goal, for places that a float does not have. Default: 0.</summary>
        [FieldOffset(128)] public double offsetX;
        /// <summary>Added to the position and to a goal, for places that a float does not have. Default: 0.</summary>
        [FieldOffset(136)] public double offsetY;
        /// <summary>Added to the position and to a goal, for places that a float does not have. Default: 0.</summary>
        [FieldOffset(144)] public double targetOffsetX;
        /// <summary>Added to the position and to a goal, for places that a float does not have. Default: 0.</summary>
        [FieldOffset(152)] public double targetOffsetY;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(160)] public uint cookie;

        /// <summary>The library's defaults: throng_agent_default_def().</summary>
        public static AgentDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_agent_default_def();
            }
        }
    }

    /// <summary>
    /// Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,
    /// calls reject it.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 8)]
    public unsafe partial struct Agent
    {
        /// <summary>
        /// Index of the agent's slot, from 0. Slots of removed agents are used again, each for at most 2^31 - 1
        /// agents; then it is retired, and the crowd has space for one agent less.
        /// </summary>
        [FieldOffset(0)] public int index;
        /// <summary>Distinguishes the agents that use a slot. Never 0 for an agent.</summary>
        [FieldOffset(4)] public uint generation;
    }

    /// <summary>A half-plane of velocities: all (x, y) with nx*x + ny*y &gt;= c.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct HalfPlane
    {
        /// <summary>Unit normal and its constant, a speed.</summary>
        [FieldOffset(0)] public float nx;
        /// <summary>Unit normal and its constant, a speed.</summary>
        [FieldOffset(4)] public float ny;
        /// <summary>Unit normal and its constant, a speed.</summary>
        [FieldOffset(8)] public float c;
    }

    /// <summary>
    /// What one agent perceives and avoids. The caller provides the lists; entries beyond a capacity are counted
    /// and left out. A list may be NULL if its capacity is 0.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 56)]
    public unsafe partial struct CrowdView
    {
        /// <summary>
        /// Whom it perceives, in ascending index; without senses, all whom neighbor_dist admits. Empty for a
        /// locked agent, and without senses if max_neighbors is 0.
        /// </summary>
        [FieldOffset(0)] public IntPtr perceived;
        /// <summary>Whom it avoids, the nearest first; at most max_neighbors.</summary>
        [FieldOffset(8)] public IntPtr avoided;
        /// <summary>Half-planes: of walls, at most 32, of moving obstacles, at most 8, and of each agent in `avoided`.</summary>
        [FieldOffset(16)] public IntPtr lines;
        /// <summary>Most entries of each list.</summary>
        [FieldOffset(24)] public int perceivedCapacity;
        /// <summary>Most entries of each list.</summary>
        [FieldOffset(28)] public int avoidedCapacity;
        /// <summary>Most entries of each list.</summary>
        [FieldOffset(32)] public int lineCapacity;
        /// <summary>Set by the call: number of entries found for each list.</summary>
        [FieldOffset(36)] public int perceivedCount;
        /// <summary>Set by the call: number of entries found for each list.</summary>
        [FieldOffset(40)] public int avoidedCount;
        /// <summary>Set by the call: number of entries found for each list.</summary>
        [FieldOffset(44)] public int lineCount;
        /// <summary>Set by the call: how many of the half-planes are of walls.</summary>
        [FieldOffset(48)] public int wallCount;
    }

    /// <summary>A vertex of an obstacle.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 8)]
    public unsafe partial struct Vertex
    {
        /// <summary>Position. Range: -1e9 to 1e9.</summary>
        [FieldOffset(0)] public float x;
        /// <summary>Position. Range: -1e9 to 1e9.</summary>
        [FieldOffset(4)] public float y;
    }

    /// <summary>Handle of an obstacle, valid until it is removed.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 8)]
    public unsafe partial struct Obstacle
    {
        /// <summary>Index of its slot, as throng_agent.index.</summary>
        [FieldOffset(0)] public int index;
        /// <summary>As throng_agent.generation.</summary>
        [FieldOffset(4)] public uint generation;
    }

    /// <summary>A vertex of an obstacle, for places that a float does not have.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct VertexDouble
    {
        /// <summary>Position, kept as floats relative to the home. Range: as that of agents.</summary>
        [FieldOffset(0)] public double x;
        /// <summary>Position, kept as floats relative to the home. Range: as that of agents.</summary>
        [FieldOffset(8)] public double y;
    }

    /// <summary>Facts about a crowd.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 80)]
    public unsafe partial struct CrowdInfo
    {
        /// <summary>Backend that the crowd lives on.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>Present number of agents, and the most that there may be.</summary>
        [FieldOffset(4)] public int agents;
        /// <summary>Present number of agents, and the most that there may be.</summary>
        [FieldOffset(8)] public int capacity;
        /// <summary>
        /// 1 if the device failed and the crowd is lost; throng_crowd_reset() or throng_crowd_restore() brings it
        /// back.
        /// </summary>
        [FieldOffset(12)] public int lost;
        /// <summary>Number of edges of obstacles, those of terrain included.</summary>
        [FieldOffset(16)] public int walls;
        /// <summary>0.</summary>
        [FieldOffset(20)] public int reserved;
        /// <summary>Number of steps so far.</summary>
        [FieldOffset(24)] public ulong steps;
        /// <summary>Number of agents ever added.</summary>
        [FieldOffset(32)] public ulong added;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(40)] public ulong hostBytes;
        /// <summary>Memory on the device, in bytes.</summary>
        [FieldOffset(48)] public ulong deviceBytes;
        /// <summary>Time of the device's kernels in the last step. 0 unless the context profiles.</summary>
        [FieldOffset(56)] public double kernelSeconds;
        /// <summary>Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.</summary>
        [FieldOffset(64)] public double homeX;
        /// <summary>Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.</summary>
        [FieldOffset(72)] public double homeY;
    }

    /// <summary>Where an agent is, how it moves, and where it looks.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 32)]
    public unsafe partial struct Motion
    {
        /// <summary>
        /// Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
        /// lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
        /// </summary>
        [FieldOffset(0)] public double x;
        /// <summary>
        /// Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
        /// lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
        /// </summary>
        [FieldOffset(8)] public double y;
        /// <summary>Velocity. Range: -1e9 to 1e9.</summary>
        [FieldOffset(16)] public float vx;
        /// <summary>Velocity. Range: -1e9 to 1e9.</summary>
        [FieldOffset(20)] public float vy;
        /// <summary>Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.</summary>
        [FieldOffset(24)] public float headingX;
        /// <summary>Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.</summary>
        [FieldOffset(28)] public float headingY;
    }

    /// <summary>Handle of a moving obstacle, valid until it is removed.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 8)]
    public unsafe partial struct MovingObstacle
    {
        /// <summary>Index of its slot, as throng_agent.index.</summary>
        [FieldOffset(0)] public int index;
        /// <summary>As throng_agent.generation.</summary>
        [FieldOffset(4)] public uint generation;
    }

    /// <summary>
    /// Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this
    /// says until the next throng_crowd_move_obstacles(): steps do not move it.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 40)]
    public unsafe partial struct ObstacleMotion
    {
        /// <summary>
        /// Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
        /// away than positions of agents may be.
        /// </summary>
        [FieldOffset(0)] public double x;
        /// <summary>
        /// Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
        /// away than positions of agents may be.
        /// </summary>
        [FieldOffset(8)] public double y;
        /// <summary>Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.</summary>
        [FieldOffset(16)] public float vx;
        /// <summary>Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.</summary>
        [FieldOffset(20)] public float vy;
        /// <summary>Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.</summary>
        [FieldOffset(24)] public float headingX;
        /// <summary>Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.</summary>
        [FieldOffset(28)] public float headingY;
        /// <summary>
        /// How fast it turns, in radians per second, positive from the x axis to the y axis. A step takes at most
        /// a sixth of a turn. Range: -1e9 to 1e9.
        /// </summary>
        [FieldOffset(32)] public float turn;
        /// <summary>0.</summary>
        [FieldOffset(36)] public int reserved;
    }

    /// <summary>A query for agents near a point.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct CrowdQuery
    {
        /// <summary>
        /// The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
        /// 1e9 of the home.
        /// </summary>
        [FieldOffset(0)] public float x;
        /// <summary>
        /// The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
        /// 1e9 of the home.
        /// </summary>
        [FieldOffset(4)] public float y;
        /// <summary>Largest distance of an agent's centre, which is included. Range: 0 to 1e9; below 0: any distance.</summary>
        [FieldOffset(8)] public float radius;
        /// <summary>Agents are found if their layer and this mask have a bit in common.</summary>
        [FieldOffset(12)] public uint mask;
        /// <summary>An agent that is not found, such as the one that asks. {0, 0}: none.</summary>
        [FieldOffset(16)] public Agent except;

        /// <summary>Nothing that is left out counts.</summary>
        public static CrowdQuery Default
        {
            get { return new CrowdQuery { radius = -1, mask = 4294967295u }; }
        }
    }

    /// <summary>An agent that a query found.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct CrowdHit
    {
        /// <summary>The agent.</summary>
        [FieldOffset(0)] public Agent agent;
        /// <summary>Distance of its centre from the query's point.</summary>
        [FieldOffset(8)] public float distance;
    }

    /// <summary>What happened to an agent in a step.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct CrowdEvent
    {
        /// <summary>The agent.</summary>
        [FieldOffset(0)] public Agent agent;
        /// <summary>
        /// The flag that it has since the step and had not before it: THRONG_FLAG_ARRIVED,
        /// THRONG_FLAG_CONGESTED or THRONG_FLAG_INSIDE_WALL.
        /// </summary>
        [FieldOffset(8)] public uint kind;
    }

    /// <summary>What throng_crowd_reserve_room() reserves memory for.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 28)]
    public unsafe partial struct CrowdRoomDef
    {
        /// <summary>Obstacles that are there at a time. Range: 0 to THRONG_MAX_WALLS. Default: 0.</summary>
        [FieldOffset(0)] public int obstacles;
        /// <summary>
        /// Edges of obstacles and of the outlines of terrain that are there at a time. Range: 0 to
        /// THRONG_MAX_WALLS. Default: 0.
        /// </summary>
        [FieldOffset(4)] public int edges;
        /// <summary>1: moving obstacles, as many as there may be. Default: 0.</summary>
        [FieldOffset(8)] public int movingObstacles;
        /// <summary>
        /// Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
        /// Range: 0 or more. Default: 0.
        /// </summary>
        [FieldOffset(12)] public int queries;
        /// <summary>
        /// Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
        /// Range: 0 or more. Default: 0.
        /// </summary>
        [FieldOffset(16)] public int hits;
        /// <summary>1: throng_crowd_get_motions() and throng_crowd_set_motions(). Default: 0.</summary>
        [FieldOffset(20)] public int motions;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(24)] public uint cookie;

        /// <summary>The library's defaults: throng_crowd_room_default_def().</summary>
        public static CrowdRoomDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_crowd_room_default_def();
            }
        }
    }

    /// <summary>
    /// The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other
    /// memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 168)]
    public unsafe partial struct AgentState
    {
        /// <summary>Version of this form, and the bytes of a state.</summary>
        [FieldOffset(0)] public uint version;
        /// <summary>Version of this form, and the bytes of a state.</summary>
        [FieldOffset(4)] public uint bytes;
        /// <summary>The agent's id.</summary>
        [FieldOffset(8)] public ulong id;
        /// <summary>What the library alone reads.</summary>
        [FieldOffset(16)] fixed ulong data[19];
        public ulong GetData(int index)
        {
            Text.CheckIndex(index, 19);
            fixed (ulong* first = data) return first[index];
        }
        public void SetData(int index, ulong value)
        {
            Text.CheckIndex(index, 19);
            fixed (ulong* first = data) first[index] = value;
        }
    }

    /// <summary>The backend that an object of a def is created on, and why.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 224)]
    public unsafe partial struct Selection
    {
        /// <summary>The selected backend.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>1: selected by measured costs. 0: by the rule, or there was no choice.</summary>
        [FieldOffset(4)] public int measured;
        /// <summary>Expected seconds of a frame on each backend. 0 if not known.</summary>
        [FieldOffset(8)] public double cpuSeconds;
        /// <summary>Expected seconds of a frame on each backend. 0 if not known.</summary>
        [FieldOffset(16)] public double openclSeconds;
        /// <summary>The reason in words.</summary>
        [FieldOffset(24)] fixed byte reasonBytes[200];
        public string reason
        {
            get { fixed (byte* bytes = reasonBytes) return Text.Of(bytes, 200); }
        }
    }

    /// <summary>Definition of a calibration.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 32)]
    public unsafe partial struct CalibrateDef
    {
        /// <summary>
        /// Called by the calling thread before each size is measured, and once at the end with `what` = "done".
        /// `done` of `total` sizes are finished, or that part of the time is over, whichever is further; `what`
        /// is the operation's name. It must not call throng. Default: NULL (none).
        /// </summary>
        [FieldOffset(0)] public IntPtr progress;
        /// <summary>Passed to `progress`. Default: NULL.</summary>
        [FieldOffset(8)] public IntPtr user;
        /// <summary>Time limit in seconds, checked between sizes. Range: 1 to 86400. Default: 60.</summary>
        [FieldOffset(16)] public double seconds;
        /// <summary>Operations to measure: a sum of 1 &lt;&lt; THRONG_OPERATION_*. 0: all. Default: 0.</summary>
        [FieldOffset(24)] public uint operations;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(28)] public uint cookie;

        /// <summary>The library's defaults: throng_calibrate_default_def().</summary>
        public static CalibrateDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_calibrate_default_def();
            }
        }
    }

    /// <summary>Result of a calibration for one operation.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 40)]
    public unsafe partial struct CalibrateOperation
    {
        /// <summary>1: the sizes that the others are estimated by were run at least twice on both backends.</summary>
        [FieldOffset(0)] public int measured;
        /// <summary>1: selections use these costs from now on.</summary>
        [FieldOffset(4)] public int kept;
        /// <summary>
        /// 1: the repeats differ so much, or other programs used the machine so much, that a selection could lose
        /// more than 5 % on the mean of the sizes, or 25 % at one size. Nothing was kept; earlier costs stay.
        /// </summary>
        [FieldOffset(8)] public int noisy;
        /// <summary>Number of sizes that were run. Others are estimated by them.</summary>
        [FieldOffset(12)] public int sizes;
        /// <summary>Repeats of the size that was repeated most.</summary>
        [FieldOffset(16)] public int repeats;
        /// <summary>
        /// By how much the second least repeat exceeds the least, as a part of the least: median over the sizes
        /// that were repeated. Does not say whether costs are kept, since most sizes have a clear winner.
        /// </summary>
        [FieldOffset(24)] public double spread;
        /// <summary>The largest such spread of any size.</summary>
        [FieldOffset(32)] public double largestSpread;
    }

    /// <summary>Result of a calibration.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 376)]
    public unsafe partial struct CalibrateReport
    {
        /// <summary>Seconds that it took.</summary>
        [FieldOffset(0)] public double seconds;
        /// <summary>1: what was kept is in the file of the cache folder.</summary>
        [FieldOffset(8)] public int saved;
        /// <summary>Result of each operation, indexed by throng_operation.</summary>
        [FieldOffset(16)] CalibrateOperation operations0;
        [FieldOffset(56)] CalibrateOperation operations1;
        [FieldOffset(96)] CalibrateOperation operations2;
        [FieldOffset(136)] CalibrateOperation operations3;
        [FieldOffset(176)] CalibrateOperation operations4;
        [FieldOffset(216)] CalibrateOperation operations5;
        [FieldOffset(256)] CalibrateOperation operations6;
        [FieldOffset(296)] CalibrateOperation operations7;
        [FieldOffset(336)] CalibrateOperation operations8;
        public CalibrateOperation GetOperations(int index)
        {
            Text.CheckIndex(index, 9);
            fixed (CalibrateOperation* first = &operations0) return first[index];
        }
    }

    /// <summary>Definition of a flow.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 96)]
    public unsafe partial struct FlowDef
    {
        /// <summary>
        /// Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must
        /// be set.
        /// </summary>
        [FieldOffset(0)] public IntPtr terrain;
        /// <summary>Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.</summary>
        [FieldOffset(8)] public Grid grid;
        /// <summary>Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1.</summary>
        [FieldOffset(12)] public int fields;
        /// <summary>Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1.</summary>
        [FieldOffset(16)] public int goalCapacity;
        /// <summary>Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1.</summary>
        [FieldOffset(20)] public float cellSize;
        /// <summary>
        /// Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its
        /// potential field; a crowd is created where its flow is. Default: AUTO.
        /// </summary>
        [FieldOffset(24)] public Backend backend;
        /// <summary>
        /// Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only
        /// the automatic choice of the backend uses it. Default: INPUT.
        /// </summary>
        [FieldOffset(28)] public Residency residency;
        /// <summary>
        /// Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as
        /// much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most
        /// THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.
        /// </summary>
        [FieldOffset(32)] public int clearanceCount;
        /// <summary>
        /// Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from
        /// cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map,
        /// over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to
        /// half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body
        /// takes the first class that is at least as wide, and the widest one if none is. Goals of a class are
        /// those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells.
        /// </summary>
        [FieldOffset(36)] fixed float clearances[8];
        public float GetClearances(int index)
        {
            Text.CheckIndex(index, 8);
            fixed (float* first = clearances) return first[index];
        }
        public void SetClearances(int index, float value)
        {
            Text.CheckIndex(index, 8);
            fixed (float* first = clearances) first[index] = value;
        }
        /// <summary>
        /// If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS
        /// cells in a world then. Range: 0, 1. Default: 0.
        /// </summary>
        [FieldOffset(68)] public int costs;
        /// <summary>
        /// If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell,
        /// outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.
        /// </summary>
        [FieldOffset(72)] public int slowByCost;
        /// <summary>What agents do in cells that are not reached. Default: STAND.</summary>
        [FieldOffset(76)] public FlowUnreached unreached;
        /// <summary>
        /// Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the
        /// terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.
        /// </summary>
        [FieldOffset(80)] public int seedCapacity;
        /// <summary>
        /// Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
        /// crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
        /// cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
        /// of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
        /// </summary>
        [FieldOffset(84)] public int firstColumn;
        /// <summary>
        /// Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
        /// crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
        /// cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
        /// of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
        /// </summary>
        [FieldOffset(88)] public int firstRow;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(92)] public uint cookie;

        /// <summary>The library's defaults: throng_flow_default_def().</summary>
        public static FlowDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_flow_default_def();
            }
        }
    }

    /// <summary>A point at which a field is sampled.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct FlowPoint
    {
        /// <summary>
        /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
        /// cells.
        /// </summary>
        [FieldOffset(0)] public float x;
        /// <summary>
        /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
        /// cells.
        /// </summary>
        [FieldOffset(4)] public float y;
        /// <summary>World of the point. Range: 0 to worlds-1.</summary>
        [FieldOffset(8)] public int world;
        /// <summary>Field to sample; see throng_flow_field_for(). Range: 0 to fields * classes - 1.</summary>
        [FieldOffset(12)] public int field;
    }

    /// <summary>The flow at a point.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct FlowVector
    {
        /// <summary>
        /// Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
        /// `unreached` is STAND.
        /// </summary>
        [FieldOffset(0)] public float dx;
        /// <summary>
        /// Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
        /// `unreached` is STAND.
        /// </summary>
        [FieldOffset(4)] public float dy;
        /// <summary>Length of the path from the point's cell, in cells. -1 in walls, off the map and if there is no path.</summary>
        [FieldOffset(8)] public float length;
    }

    /// <summary>Facts about a flow.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 32)]
    public unsafe partial struct FlowInfo
    {
        /// <summary>Backend that the fields live on.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>1 if the device failed and the flow is lost; throng_flow_reset() and new goals bring it back.</summary>
        [FieldOffset(4)] public int lost;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(8)] public ulong hostBytes;
        /// <summary>Memory on the device, in bytes.</summary>
        [FieldOffset(16)] public ulong deviceBytes;
        /// <summary>Time of the device's kernels since the last update began. 0 unless the context profiles.</summary>
        [FieldOffset(24)] public double kernelSeconds;
    }

    /// <summary>Definition of an influence map.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 64)]
    public unsafe partial struct InfluenceDef
    {
        /// <summary>Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.</summary>
        [FieldOffset(0)] public int width;
        /// <summary>
        /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
        /// even on a hexagonal grid with several worlds. Must be set.
        /// </summary>
        [FieldOffset(4)] public int height;
        /// <summary>Number of independent worlds of width x height cells. Range: 1 or more. Default: 1.</summary>
        [FieldOffset(8)] public int worlds;
        /// <summary>Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1.</summary>
        [FieldOffset(12)] public float cellSize;
        /// <summary>Shape of cells. Default: SQUARE8.</summary>
        [FieldOffset(16)] public Grid grid;
        /// <summary>How influence propagates. Default: EUCLIDEAN.</summary>
        [FieldOffset(20)] public Propagation propagation;
        /// <summary>
        /// Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and
        /// ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
        /// </summary>
        [FieldOffset(24)] public IntPtr terrain;
        /// <summary>
        /// If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for
        /// small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS
        /// cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
        /// </summary>
        [FieldOffset(32)] public int allPairs;
        /// <summary>
        /// Whether objects may be given in blocked cells and off the map. Objects that are moved out of a
        /// program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.
        /// Default: REFUSE.
        /// </summary>
        [FieldOffset(36)] public BlockedObjects blockedObjects;
        /// <summary>Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1.</summary>
        [FieldOffset(40)] public int layers;
        /// <summary>Most objects of a layer. Range: 0 to 2^27. Default: 1024.</summary>
        [FieldOffset(44)] public int objectCapacity;
        /// <summary>
        /// Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the
        /// footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its
        /// budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.
        /// </summary>
        [FieldOffset(48)] public float typicalDistance;
        /// <summary>
        /// Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of
        /// the backend uses it. Default: HOST.
        /// </summary>
        [FieldOffset(52)] public Residency residency;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(56)] public uint cookie;

        /// <summary>The library's defaults: throng_influence_default_def().</summary>
        public static InfluenceDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_influence_default_def();
            }
        }
    }

    /// <summary>An object that influences the cells around it.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 44)]
    public unsafe partial struct InfluenceObject
    {
        /// <summary>
        /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
        /// cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
        /// the map's def is IGNORE.
        /// </summary>
        [FieldOffset(0)] public float x;
        /// <summary>
        /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
        /// cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
        /// the map's def is IGNORE.
        /// </summary>
        [FieldOffset(4)] public float y;
        /// <summary>Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.</summary>
        [FieldOffset(8)] public float vx;
        /// <summary>Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.</summary>
        [FieldOffset(12)] public float vy;
        /// <summary>Influence I at the object, positive or negative. Range: -1e9 to 1e9.</summary>
        [FieldOffset(16)] public float influence;
        /// <summary>
        /// Decay per cell. Linear: 0 to 1e9. Exponential: above 0, to 1. With ADJACENT, linear decay must be
        /// above 0 and exponential decay below 1.
        /// </summary>
        [FieldOffset(20)] public float decay;
        /// <summary>Largest d', in cells. Range: 0 to 1e9.</summary>
        [FieldOffset(24)] public float maxDistance;
        /// <summary>
        /// How strongly motion adjusts the distance (8). Range: 0 &lt;= alpha &lt; 1; values above 1 - 2^-20 act as
        /// 1 - 2^-20. Must be 0 if `offset` is not.
        /// </summary>
        [FieldOffset(28)] public float alpha;
        /// <summary>
        /// Moves the object along v by so many cells and treats it as at rest there. Range: 0 to 1e9. Must be 0
        /// if `alpha` is not. PATH and ADJACENT: it moves 1, 2, ... cells, and stops before a wall, the map's
        /// edge or a cut corner.
        /// </summary>
        [FieldOffset(32)] public float offset;
        /// <summary>How influence falls with distance.</summary>
        [FieldOffset(36)] public Decay decayKind;
        /// <summary>World of the object. Range: 0 to worlds-1.</summary>
        [FieldOffset(40)] public int world;

        /// <summary>The library's defaults: throng_influence_default_object().</summary>
        public static InfluenceObject Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_influence_default_object();
            }
        }
    }

    /// <summary>A cell and its value.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct Best
    {
        /// <summary>The cell; rows count over all worlds. -1 and -1: there is none.</summary>
        [FieldOffset(0)] public int column;
        /// <summary>The cell; rows count over all worlds. -1 and -1: there is none.</summary>
        [FieldOffset(4)] public int row;
        /// <summary>Value of the cell.</summary>
        [FieldOffset(8)] public float value;
    }

    /// <summary>A point at which a map is sampled.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct Point
    {
        /// <summary>
        /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
        /// cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
        /// </summary>
        [FieldOffset(0)] public float x;
        /// <summary>
        /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
        /// cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
        /// </summary>
        [FieldOffset(4)] public float y;
        /// <summary>World of the point. Range: 0 to worlds-1.</summary>
        [FieldOffset(8)] public int world;
    }

    /// <summary>Value and gradient at a point.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 12)]
    public unsafe partial struct Sample
    {
        /// <summary>Interpolated value.</summary>
        [FieldOffset(0)] public float value;
        /// <summary>Gradient: the direction of steepest ascent, as change per world unit.</summary>
        [FieldOffset(4)] public float dx;
        /// <summary>Gradient: the direction of steepest ascent, as change per world unit.</summary>
        [FieldOffset(8)] public float dy;
    }

    /// <summary>Facts about a map.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 40)]
    public unsafe partial struct InfluenceInfo
    {
        /// <summary>Backend that the map lives on.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>Number of layers.</summary>
        [FieldOffset(4)] public int layers;
        /// <summary>1 if the device failed and the map is lost; throng_influence_reset() brings it back.</summary>
        [FieldOffset(8)] public int lost;
        /// <summary>0.</summary>
        [FieldOffset(12)] public int reserved;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(16)] public ulong hostBytes;
        /// <summary>Memory on the device, in bytes.</summary>
        [FieldOffset(24)] public ulong deviceBytes;
        /// <summary>
        /// Time of the device's kernels in the last update, or in the last call after it that samples or queries
        /// many points, neighbours or regions. 0 unless the context profiles.
        /// </summary>
        [FieldOffset(32)] public double kernelSeconds;
    }

    /// <summary>
    /// Definition of a measure.
    /// With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0
    /// or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no
    /// weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most
    /// -1/lambda.
    /// </summary>
    [StructLayout(LayoutKind.Explicit, Size = 104)]
    public unsafe partial struct MeasureDef
    {
        /// <summary>How the values are given. Default: LAMBDA.</summary>
        [FieldOffset(0)] public MeasureKind kind;
        /// <summary>Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set.</summary>
        [FieldOffset(4)] public int types;
        /// <summary>Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0.</summary>
        [FieldOffset(8)] fixed float weights[16];
        public float GetWeights(int index)
        {
            Text.CheckIndex(index, 16);
            fixed (float* first = weights) return first[index];
        }
        public void SetWeights(int index, float value)
        {
            Text.CheckIndex(index, 16);
            fixed (float* first = weights) first[index] = value;
        }
        /// <summary>
        /// Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to
        /// 1e9. Default: 0.
        /// </summary>
        [FieldOffset(72)] public float lambda;
        /// <summary>
        /// If 1, lambda is computed so that all types together have the value 1: the root above -1 of
        /// (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1.
        /// LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight
        /// is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.
        /// </summary>
        [FieldOffset(76)] public int solveLambda;
        /// <summary>If 1, all values are divided by that of all types together, which must be above 0. Default: 0.</summary>
        [FieldOffset(80)] public int normalize;
        /// <summary>If 1, a measure that is not monotone is accepted. Default: 0.</summary>
        [FieldOffset(84)] public int acceptNonMonotone;
        /// <summary>
        /// Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend
        /// uses it. Range: 0 or more. Default: 1024.
        /// </summary>
        [FieldOffset(88)] public int typicalRows;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(92)] public uint cookie;
        /// <summary>TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL.</summary>
        [FieldOffset(96)] public IntPtr table;

        /// <summary>The library's defaults: throng_measure_default_def().</summary>
        public static MeasureDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_measure_default_def();
            }
        }
    }

    /// <summary>Facts about a measure.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 72)]
    public unsafe partial struct MeasureInfo
    {
        /// <summary>Its kind, as in the def.</summary>
        [FieldOffset(0)] public MeasureKind kind;
        /// <summary>Its number of types, as in the def.</summary>
        [FieldOffset(4)] public int types;
        /// <summary>Backend that the measure lives on.</summary>
        [FieldOffset(8)] public Backend backend;
        /// <summary>1 if the device failed and the measure is lost. Destroy it and create it again.</summary>
        [FieldOffset(12)] public int lost;
        /// <summary>The lambda in use, given or computed. 0 for TABLE.</summary>
        [FieldOffset(16)] public double lambda;
        /// <summary>Value of all types together.</summary>
        [FieldOffset(24)] public float all;
        /// <summary>1 if the values were normalized, as the def asked.</summary>
        [FieldOffset(28)] public int normalized;
        /// <summary>1 if the measure is monotone.</summary>
        [FieldOffset(32)] public int monotone;
        /// <summary>If not monotone: the first set, in ascending order, that a type makes smaller. Otherwise 0.</summary>
        [FieldOffset(36)] public uint smaller;
        /// <summary>If not monotone: that set with the first such type, whose value is smaller. Otherwise 0.</summary>
        [FieldOffset(40)] public uint larger;
        /// <summary>0.</summary>
        [FieldOffset(44)] public int reserved;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(48)] public ulong hostBytes;
        /// <summary>Memory on the device, in bytes.</summary>
        [FieldOffset(56)] public ulong deviceBytes;
        /// <summary>Time of the device's kernels in the last call. 0 unless the context profiles.</summary>
        [FieldOffset(64)] public double kernelSeconds;
    }

    /// <summary>Definition of a potential field.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 80)]
    public unsafe partial struct PotentialDef
    {
        /// <summary>
        /// Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576.
        /// Default: 1.
        /// </summary>
        [FieldOffset(0)] public int worlds;
        /// <summary>Most sources of all worlds together. Range: 0 to 2^27. Default: 1024.</summary>
        [FieldOffset(4)] public int sourceCapacity;
        /// <summary>Most goals of all worlds together. Range: 0 to 65536. Default: 16.</summary>
        [FieldOffset(8)] public int goalCapacity;
        /// <summary>Most points of all worlds together. Range: 0 to 2^27. Default: 1024.</summary>
        [FieldOffset(12)] public int pointCapacity;
        /// <summary>
        /// Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range:
        /// 0 or more. Default: 16.
        /// </summary>
        [FieldOffset(16)] public int typicalSources;
        /// <summary>
        /// Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic
        /// choice of the backend uses it. Default: HOST.
        /// </summary>
        [FieldOffset(20)] public Residency residency;
        /// <summary>If 1, points also get the damage that sources do to them. Default: 0.</summary>
        [FieldOffset(24)] public int damage;
        /// <summary>
        /// Joins the sources in range of a point by their types: f_i is how many of type i there are, and the
        /// damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:
        /// NULL.
        /// </summary>
        [FieldOffset(32)] public IntPtr measure;
        /// <summary>
        /// If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *
        /// m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
        /// </summary>
        [FieldOffset(40)] public int interaction;
        /// <summary>Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL.</summary>
        [FieldOffset(48)] public IntPtr terrain;
        /// <summary>Which of them repel. Default: ALL.</summary>
        [FieldOffset(56)] public TerrainMode terrainMode;
        /// <summary>Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1.</summary>
        [FieldOffset(60)] public float cellSize;
        /// <summary>Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1.</summary>
        [FieldOffset(64)] public float terrainEta;
        /// <summary>Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2.</summary>
        [FieldOffset(68)] public float terrainRange;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(72)] public uint cookie;

        /// <summary>The library's defaults: throng_potential_default_def().</summary>
        public static PotentialDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_potential_default_def();
            }
        }
    }

    /// <summary>A source: repels points in its range.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 28)]
    public unsafe partial struct PotentialSource
    {
        /// <summary>Position, in world units.</summary>
        [FieldOffset(0)] public float x;
        /// <summary>Position, in world units.</summary>
        [FieldOffset(4)] public float y;
        /// <summary>Strength of the repulsion. Range: 0 to 1e9.</summary>
        [FieldOffset(8)] public float eta;
        /// <summary>Range rho_0 of the repulsion and the damage, in world units. Range: above 1e-3, to 1e9.</summary>
        [FieldOffset(12)] public float range;
        /// <summary>Damage per unit of time to points in range. Range: 0 to 1e9.</summary>
        [FieldOffset(16)] public float power;
        /// <summary>Type of unit. Range: 0 to THRONG_MAX_TYPES-1, and below the measure's number of types.</summary>
        [FieldOffset(20)] public int type;
        /// <summary>World of the source. Range: 0 to worlds-1.</summary>
        [FieldOffset(24)] public int world;

        /// <summary>The library's defaults: throng_potential_default_source().</summary>
        public static PotentialSource Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_potential_default_source();
            }
        }
    }

    /// <summary>A goal: attracts points.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct PotentialGoal
    {
        /// <summary>Position, in world units.</summary>
        [FieldOffset(0)] public float x;
        /// <summary>Position, in world units.</summary>
        [FieldOffset(4)] public float y;
        /// <summary>Strength of the attraction, as force per world unit. Range: 0 to 1e9.</summary>
        [FieldOffset(8)] public float k;
        /// <summary>World of the goal. Range: 0 to worlds-1.</summary>
        [FieldOffset(12)] public int world;
    }

    /// <summary>A point at which the field is evaluated.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct PotentialPoint
    {
        /// <summary>Position, in world units.</summary>
        [FieldOffset(0)] public float x;
        /// <summary>Position, in world units.</summary>
        [FieldOffset(4)] public float y;
        /// <summary>Index of a goal in the point's world, THRONG_GOALS_ALL or THRONG_GOALS_NONE.</summary>
        [FieldOffset(8)] public int goal;
        /// <summary>World of the point. Range: 0 to worlds-1.</summary>
        [FieldOffset(12)] public int world;
    }

    /// <summary>The field at a point.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct Force
    {
        /// <summary>Force F.</summary>
        [FieldOffset(0)] public float fx;
        /// <summary>Force F.</summary>
        [FieldOffset(4)] public float fy;
        /// <summary>Potential U.</summary>
        [FieldOffset(8)] public float potential;
        /// <summary>
        /// Damage per unit of time by the sources with rho &lt;= range: the sum of their power, or their Choquet
        /// integral if the field has a measure. 0 unless throng_potential_def.damage is 1.
        /// </summary>
        [FieldOffset(12)] public float damage;
    }

    /// <summary>Facts about a field.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 48)]
    public unsafe partial struct PotentialInfo
    {
        /// <summary>Backend that the field lives on.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>Present number of each, in all worlds together.</summary>
        [FieldOffset(4)] public int sources;
        /// <summary>Present number of each, in all worlds together.</summary>
        [FieldOffset(8)] public int goals;
        /// <summary>Present number of each, in all worlds together.</summary>
        [FieldOffset(12)] public int points;
        /// <summary>1 if the device failed and the field is lost; throng_potential_reset() brings it back.</summary>
        [FieldOffset(16)] public int lost;
        /// <summary>0.</summary>
        [FieldOffset(20)] public int reserved;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(24)] public ulong hostBytes;
        /// <summary>Memory on the device, in bytes.</summary>
        [FieldOffset(32)] public ulong deviceBytes;
        /// <summary>Time of the device's kernels in the last update. 0 unless the context profiles.</summary>
        [FieldOffset(40)] public double kernelSeconds;
    }

    /// <summary>Definition of a readback.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 64)]
    public unsafe partial struct ReadbackDef
    {
        /// <summary>What it reads. Default: AGENTS.</summary>
        [FieldOffset(0)] public ReadbackKind kind;
        /// <summary>Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set.</summary>
        [FieldOffset(4)] public int capacity;
        /// <summary>
        /// Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS.
        /// Default: 3.
        /// </summary>
        [FieldOffset(8)] public int slots;
        /// <summary>
        /// The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change.
        /// The host itself has set the others. Default: POSITION.
        /// </summary>
        [FieldOffset(12)] public AgentValue value;
        /// <summary>The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0.</summary>
        [FieldOffset(16)] public int layer;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(20)] public uint cookie;
        /// <summary>The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL.</summary>
        [FieldOffset(24)] public IntPtr crowd;
        /// <summary>The map of LAYER. Default: NULL.</summary>
        [FieldOffset(32)] public IntPtr map;
        /// <summary>The field of FORCES. Default: NULL.</summary>
        [FieldOffset(40)] public IntPtr field;
        /// <summary>The tracer of PATHS. Default: NULL.</summary>
        [FieldOffset(48)] public IntPtr trace;
        /// <summary>The flow of LENGTHS and DIRECTIONS. Default: NULL.</summary>
        [FieldOffset(56)] public IntPtr flow;

        /// <summary>The library's defaults: throng_readback_default_def().</summary>
        public static ReadbackDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_readback_default_def();
            }
        }
    }

    /// <summary>A read.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct ReadbackRead
    {
        /// <summary>Its number, from 1. 0: there is none.</summary>
        [FieldOffset(0)] public ulong number;
        /// <summary>
        /// Count of the object's steps or updates when the read began: throng_crowd_info.steps; of other objects
        /// the calls that update it and succeeded since it was created.
        /// </summary>
        [FieldOffset(8)] public ulong step;
        /// <summary>Number of entries.</summary>
        [FieldOffset(16)] public int count;
        /// <summary>Entries of a row: the columns of a region, or `count`.</summary>
        [FieldOffset(20)] public int width;
    }

    /// <summary>Facts about a readback.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 48)]
    public unsafe partial struct ReadbackInfo
    {
        /// <summary>Backend of its object.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>Slots, and those that hold a read.</summary>
        [FieldOffset(4)] public int slots;
        /// <summary>Slots, and those that hold a read.</summary>
        [FieldOffset(8)] public int used;
        /// <summary>1 if the device failed and the readback is lost; throng_readback_reset() brings it back.</summary>
        [FieldOffset(12)] public int lost;
        /// <summary>Bytes of an entry.</summary>
        [FieldOffset(16)] public int entryBytes;
        /// <summary>0.</summary>
        [FieldOffset(20)] public int reserved;
        /// <summary>Number of reads that began so far.</summary>
        [FieldOffset(24)] public ulong reads;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(32)] public ulong hostBytes;
        /// <summary>Memory from the device's driver, in bytes.</summary>
        [FieldOffset(40)] public ulong deviceBytes;
    }

    /// <summary>Definition of a searcher.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct RouteDef
    {
        /// <summary>Terrain, of the same context. The next search sees its changes. Must be set.</summary>
        [FieldOffset(0)] public IntPtr terrain;
        /// <summary>Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.</summary>
        [FieldOffset(8)] public Grid grid;
        /// <summary>How routes are searched. Default: ASTAR.</summary>
        [FieldOffset(12)] public RouteMethod method;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(16)] public uint cookie;

        /// <summary>The library's defaults: throng_route_default_def().</summary>
        public static RouteDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_route_default_def();
            }
        }
    }

    /// <summary>A route.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct RouteResult
    {
        /// <summary>Length in cells: a + b*sqrt(2), rounded once. -1: there is no route.</summary>
        [FieldOffset(0)] public float length;
        /// <summary>Sum of step length * cost of the cell stepped into, rounded once. 0 without costs.</summary>
        [FieldOffset(4)] public float cost;
        /// <summary>length + weight * cost, as the search adds it up, rounded once. -1: there is no route.</summary>
        [FieldOffset(8)] public float total;
        /// <summary>Number of cells, start and goal included. 0: there is no route.</summary>
        [FieldOffset(12)] public int cellCount;
        /// <summary>Index of its first cell among the cells of all routes of the search, in their order.</summary>
        [FieldOffset(16)] public long cellOffset;
    }

    /// <summary>A rectangle of cells. It must lie inside the map.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct Region
    {
        /// <summary>Upper left cell.</summary>
        [FieldOffset(0)] public int column;
        /// <summary>Upper left cell.</summary>
        [FieldOffset(4)] public int row;
        /// <summary>Columns and rows. Range: 1 or more.</summary>
        [FieldOffset(8)] public int width;
        /// <summary>Columns and rows. Range: 1 or more.</summary>
        [FieldOffset(12)] public int height;
    }

    /// <summary>A cell.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 8)]
    public unsafe partial struct Cell
    {
        /// <summary>Column from the left and row from the top, from 0; rows count over all worlds.</summary>
        [FieldOffset(0)] public int column;
        /// <summary>Column from the left and row from the top, from 0; rows count over all worlds.</summary>
        [FieldOffset(4)] public int row;
    }

    /// <summary>Definition of a terrain.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct TerrainDef
    {
        /// <summary>Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.</summary>
        [FieldOffset(0)] public int width;
        /// <summary>
        /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
        /// set.
        /// </summary>
        [FieldOffset(4)] public int height;
        /// <summary>
        /// Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds
        /// then share. Default: 1.
        /// </summary>
        [FieldOffset(8)] public int worlds;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(12)] public uint cookie;

        /// <summary>The library's defaults: throng_terrain_default_def().</summary>
        public static TerrainDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_terrain_default_def();
            }
        }
    }

    /// <summary>Two cells.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    public unsafe partial struct CellPair
    {
        /// <summary>Start and goal of a path.</summary>
        [FieldOffset(0)] public Cell from;
        /// <summary>Start and goal of a path.</summary>
        [FieldOffset(8)] public Cell to;
    }

    /// <summary>Definition of a tracer.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 40)]
    public unsafe partial struct TraceDef
    {
        /// <summary>
        /// Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.
        /// Must be set.
        /// </summary>
        [FieldOffset(0)] public IntPtr field;
        /// <summary>Most starts. Range: 0 to 2^24. Default: 1024.</summary>
        [FieldOffset(8)] public int startCapacity;
        /// <summary>Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000.</summary>
        [FieldOffset(12)] public int maxSteps;
        /// <summary>
        /// If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,
        /// only results can be read. Default: 1.
        /// </summary>
        [FieldOffset(16)] public int keepPoints;
        /// <summary>What paths do in traps. Default: NONE.</summary>
        [FieldOffset(20)] public Escape escape;
        /// <summary>
        /// Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.
        /// Otherwise unused. Default: NULL.
        /// </summary>
        [FieldOffset(24)] public IntPtr flow;
        /// <summary>Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4.</summary>
        [FieldOffset(32)] public float hillRange;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(36)] public uint cookie;

        /// <summary>The library's defaults: throng_trace_default_def().</summary>
        public static TraceDef Default
        {
            get
            {
                Library.CheckVersion(); // a struct by value
                return Native.throng_trace_default_def();
            }
        }
    }

    /// <summary>Start of a path.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct TraceStart
    {
        /// <summary>Position, in world units.</summary>
        [FieldOffset(0)] public float x;
        /// <summary>Position, in world units.</summary>
        [FieldOffset(4)] public float y;
        /// <summary>Length of a step in world units, which is also the distance per unit of time. Range: 1e-12 to 1e9.</summary>
        [FieldOffset(8)] public float speed;
        /// <summary>Index of a goal in the field.</summary>
        [FieldOffset(12)] public int goal;
        /// <summary>World of the path. Range: 0 to worlds-1 of the field.</summary>
        [FieldOffset(16)] public int world;
        /// <summary>Field of the flow that leads to the goal, for THRONG_ESCAPE_FLOW. Range: 0 to fields-1 of the flow.</summary>
        [FieldOffset(20)] public int flowField;
    }

    /// <summary>Result of a path.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 28)]
    public unsafe partial struct TraceResult
    {
        /// <summary>How it ended.</summary>
        [FieldOffset(0)] public TraceStatus status;
        /// <summary>Number of steps; the path has steps + 1 points.</summary>
        [FieldOffset(4)] public int steps;
        /// <summary>Sum of the lengths of all steps, in world units.</summary>
        [FieldOffset(8)] public float length;
        /// <summary>Damage; see the top of this header. It may be negative if the measure is. At most the largest float.</summary>
        [FieldOffset(12)] public float damage;
        /// <summary>Position where it ended.</summary>
        [FieldOffset(16)] public float x;
        /// <summary>Position where it ended.</summary>
        [FieldOffset(20)] public float y;
        /// <summary>Number of escapes.</summary>
        [FieldOffset(24)] public int escapes;
    }

    /// <summary>A point of a path.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 8)]
    public unsafe partial struct TracePoint
    {
        /// <summary>Position, in world units.</summary>
        [FieldOffset(0)] public float x;
        /// <summary>Position, in world units.</summary>
        [FieldOffset(4)] public float y;
    }

    /// <summary>Facts about a tracer.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 40)]
    public unsafe partial struct TraceInfo
    {
        /// <summary>Backend that the tracer lives on.</summary>
        [FieldOffset(0)] public Backend backend;
        /// <summary>Present number of starts.</summary>
        [FieldOffset(4)] public int starts;
        /// <summary>1 if the device failed and the tracer is lost; throng_trace_reset() brings it back.</summary>
        [FieldOffset(8)] public int lost;
        /// <summary>0.</summary>
        [FieldOffset(12)] public int reserved;
        /// <summary>Memory from the allocator, in bytes.</summary>
        [FieldOffset(16)] public ulong hostBytes;
        /// <summary>Memory on the device, in bytes.</summary>
        [FieldOffset(24)] public ulong deviceBytes;
        /// <summary>Time of the device's kernels in the last update. 0 unless the context profiles.</summary>
        [FieldOffset(32)] public double kernelSeconds;
    }

    /// <summary>The program's OpenCL objects.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    public unsafe partial struct OpenclHost
    {
        /// <summary>OpenCL context.</summary>
        [FieldOffset(0)] public IntPtr context;
        /// <summary>Device of that context.</summary>
        [FieldOffset(8)] public IntPtr device;
        /// <summary>
        /// Queue of that context and device. If it executes in order, all work is enqueued on it. If it may
        /// execute out of order, throng creates a queue of its own on that context and device, in order: wait
        /// lists and events are then what orders its work and the program's. Profiling must be enabled for
        /// kernel_seconds of the info structs.
        /// </summary>
        [FieldOffset(16)] public IntPtr queue;
    }

    /// <summary>What throng_opencl_build() builds kernels for. A NULL: nothing of that kind.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 72)]
    public unsafe partial struct OpenclBuildDef
    {
        /// <summary>Definition of an influence map that will be created.</summary>
        [FieldOffset(0)] public IntPtr influence;
        /// <summary>Definition of a flow.</summary>
        [FieldOffset(8)] public IntPtr flow;
        /// <summary>Definition of a measure.</summary>
        [FieldOffset(16)] public IntPtr measure;
        /// <summary>Definition of a potential field.</summary>
        [FieldOffset(24)] public IntPtr potential;
        /// <summary>Definition of a tracer.</summary>
        [FieldOffset(32)] public IntPtr trace;
        /// <summary>Definition of a crowd.</summary>
        [FieldOffset(40)] public IntPtr crowd;
        /// <summary>
        /// Called by the calling thread before each part, and once at the end, with `done` of `total` parts
        /// finished. It must not call throng. Default: NULL (none).
        /// </summary>
        [FieldOffset(48)] public IntPtr progress;
        /// <summary>Passed to `progress`. Default: NULL.</summary>
        [FieldOffset(56)] public IntPtr user;
        /// <summary>Set by the default function.</summary>
        [FieldOffset(64)] public uint cookie;
    }

    /// <summary>The C functions themselves: pointers are not checked here. The classes check.</summary>
    public static unsafe class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        const string Library = "__Internal"; // linked into the program
#else
        const string Library = "throng"; // libthrong.so, libthrong.dylib, throng.dll
#endif

        /// <summary>Version of the library that runs, for example "0.2.0". The macros give that of the header.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_version();
        /// <summary>
        /// Short English name of a status, for example "out of memory".
        /// Returns "unknown status" for any other number, never NULL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_status_string(Status status);
        /// <summary>Name of a backend: "auto", "cpu" or "opencl". Returns NULL for any other number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_backend_name(Backend backend);
        /// <summary>
        /// Name of an instruction set: "auto", "reference", "vector", "sse2", "avx2", "avx512", "neon" or "simd128".
        /// Returns NULL for any other number.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_isa_name(Isa isa);
        /// <summary>
        /// Returns 1 if the library has this instruction set built in and this processor runs it, otherwise 0.
        /// Returns 0 for THRONG_ISA_AUTO.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int throng_isa_available(Isa isa);
        /// <summary>Default definition of a context.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ContextDef throng_context_default_def();
        /// <summary>
        /// Creates a context. `def` NULL stands for the default definition.
        /// If the call fails, *context is NULL and the def's logger receives the message, but if the def was not
        /// initialised: then its logger is not trusted. With AUTO, a missing or failing OpenCL is logged once and
        /// the CPU takes over.
        /// Errors: INVALID_ARGUMENT (def not initialised, half an allocator, unknown backend, instruction set or
        /// environment value, no device of that name, threads out of range), UNSUPPORTED (instruction set not
        /// available), OUT_OF_MEMORY; and if OpenCL was requested by name: NO_DEVICE, INEXACT_DEVICE, BUILD_FAILED,
        /// OPENCL, UNSUPPORTED (built without OpenCL).
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_context_create(ContextDef* def, IntPtr* context);
        /// <summary>
        /// Destroys a context. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a context or if objects made on it are left.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_context_destroy(IntPtr context);
        /// <summary>
        /// Message of the last call that failed: the parameter, its value, and what is allowed.
        /// Returns "" before the first failure and for NULL, never NULL. Valid until the next failure.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_context_message(IntPtr context);
        /// <summary>OpenCL's own error code of the last call that failed in OpenCL. 0: none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int throng_context_opencl_error(IntPtr context);
        /// <summary>
        /// Waits until all enqueued work is done. Does nothing if no device is open.
        /// Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_context_wait(IntPtr context);
        /// <summary>
        /// Describes what the context runs on.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_context_get_info(IntPtr context, ContextInfo* info);
        /// <summary>
        /// Lists the OpenCL devices. Writes the first `capacity` of them to `devices` and the number of all to
        /// *count, which is 0 without OpenCL.
        /// `devices` may be NULL if `capacity` is 0. Of `def` only the allocator, the hooks and the cache are used;
        /// it may be NULL. Builds a small kernel on each device that is listed.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_devices(ContextDef* def, DeviceInfo* devices, int capacity, int* count);
        /// <summary>Default definition of a crowd.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern CrowdDef throng_crowd_default_def();
        /// <summary>Default definition of an agent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern AgentDef throng_agent_default_def();
        /// <summary>
        /// Creates an empty crowd. It lives on one backend from then on.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, BUILD_FAILED, OPENCL; UNSUPPORTED if the device flushes subnormal
        /// numbers to zero.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_create(IntPtr context, CrowdDef* def, IntPtr* crowd);
        /// <summary>
        /// Reports which backend throng_crowd_create() would choose for this def at full capacity, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_explain(IntPtr context, CrowdDef* def, Selection* choice);
        /// <summary>
        /// Destroys a crowd. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a crowd or is still used by a readback.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_destroy(IntPtr crowd);
        /// <summary>
        /// Raises the most agents of the crowd to at least `capacity`; never lowers it.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_reserve(IntPtr crowd, int capacity);
        /// <summary>
        /// Adds agents: all of them, or none if one is rejected.
        /// `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
        /// Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
        /// its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
        /// LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_add(IntPtr crowd, int count, AgentDef* defs, UIntPtr stride, Agent* agents);
        /// <summary>
        /// Removes agents: all of them, or none if one is rejected.
        /// Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_remove(IntPtr crowd, int count, Agent* agents, UIntPtr stride);
        /// <summary>
        /// Lists the handles of all agents in ascending index: the first `capacity` of them.
        /// *count receives the number of all. `agents` may be NULL if `capacity` is 0.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_list(IntPtr crowd, Agent* agents, int capacity, int* count);
        /// <summary>Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_find(IntPtr crowd, ulong id, Agent* agent);
        /// <summary>
        /// Sets a value of agents: of all of them, or of none if one is rejected.
        /// `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number.
        /// `agent_stride` is that of `agents`, `stride` that of `data`. Positions, velocities and goals of 2,048
        /// agents or more go to a device in one piece; for these the first call allocates as
        /// throng_crowd_set_motions() does.
        /// Errors: INVALID_ARGUMENT (an agent that occurs twice; the message has the agent and the value), LOST,
        /// OPENCL; for many agents on a device OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_set(IntPtr crowd, AgentValue what, int count, Agent* agents, UIntPtr agentStride, IntPtr data, UIntPtr stride);
        /// <summary>
        /// Copies a value of agents. `agents` NULL: as for throng_crowd_set().
        /// Waits for work that the values depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_get(IntPtr crowd, AgentValue what, int count, Agent* agents, UIntPtr agentStride, IntPtr data, UIntPtr stride);
        /// <summary>
        /// Reports whom an agent would perceive and avoid in a step of dt from now, and its half-planes (2-8). For
        /// debugging: it works on a copy of all agents. No agent changes, but the crowd prepares for a step: it ranks
        /// ids and updates the outlines of terrain, so a snapshot may need more bytes afterwards.
        /// Errors: INVALID_ARGUMENT, CAPACITY (as throng_crowd_step()), OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_inspect(IntPtr crowd, Agent agent, float dt, CrowdView* view);
        /// <summary>
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
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_add_obstacle(IntPtr crowd, int count, Vertex* vertices, UIntPtr stride, Obstacle* handle);
        /// <summary>Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_add_obstacle_double(IntPtr crowd, int count, VertexDouble* vertices, UIntPtr stride, Obstacle* handle);
        /// <summary>Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_remove_obstacle(IntPtr crowd, Obstacle handle);
        /// <summary>
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
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_step(IntPtr crowd, float dt);
        /// <summary>
        /// Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
        /// It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
        /// 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
        /// agents, flags and congestion.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_hash(IntPtr crowd, ulong* hash);
        /// <summary>Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_get_info(IntPtr crowd, CrowdInfo* info);
        /// <summary>
        /// Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
        /// lost crowd back.
        /// Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_reset(IntPtr crowd);
        /// <summary>
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
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_set_motions(IntPtr crowd, Agent* agents, int count, Motion* motions);
        /// <summary>
        /// Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
        /// Waits for work that they depend on.
        /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_get_motions(IntPtr crowd, Agent* agents, int count, Motion* motions);
        /// <summary>
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
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_add_moving_obstacle(IntPtr crowd, int count, Vertex* vertices, UIntPtr stride, ObstacleMotion* motion, MovingObstacle* handle);
        /// <summary>
        /// Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
        /// counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
        /// Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_move_obstacles(IntPtr crowd, int count, MovingObstacle* obstacles, UIntPtr obstacleStride, ObstacleMotion* motions, UIntPtr stride);
        /// <summary>Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_remove_moving_obstacle(IntPtr crowd, MovingObstacle handle);
        /// <summary>
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
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_find_nearest(IntPtr crowd, int count, CrowdQuery* queries, UIntPtr stride, int capacity, CrowdHit* hits, int* found);
        /// <summary>
        /// Finds, for each of `count` queries, all agents within its radius.
        /// found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
        /// in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
        /// Errors: as throng_crowd_find_nearest().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_find_within(IntPtr crowd, int count, CrowdQuery* queries, UIntPtr stride, int capacity, CrowdHit* hits, int* found);
        /// <summary>
        /// Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in
        /// the order of ids, those of one agent in the order of their kinds' numbers.
        /// `kinds` is the sum of the flags that are asked for; *count receives the number of all such events.
        /// `events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and
        /// there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the
        /// step. The call reads one byte for each agent, and costs what events there are besides.
        /// The memory of the list grows with the most agents that have events at once.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_get_events(IntPtr crowd, uint kinds, CrowdEvent* events, int capacity, int* count);
        /// <summary>Default room: none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern CrowdRoomDef throng_crowd_room_default_def();
        /// <summary>
        /// Reserves memory ahead, for a level's load.
        /// The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls
        /// allocate nothing from then on, until there is more than the room says. If the call fails, what it
        /// reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is
        /// destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are
        /// created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with
        /// what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_reserve_room(IntPtr crowd, CrowdRoomDef* room);
        /// <summary>
        /// Gets the number of bytes that a snapshot of the crowd needs now.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_snapshot_bytes(IntPtr crowd, UIntPtr* bytes);
        /// <summary>
        /// Copies everything that further steps depend on to `snapshot`: agents, obstacles and the number of steps.
        /// Terrain and flow are not included. `bytes` is the size of `snapshot`, which needs no alignment.
        /// Errors: INVALID_ARGUMENT (too few bytes), LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_save(IntPtr crowd, IntPtr snapshot, UIntPtr bytes);
        /// <summary>
        /// Restores the state of a snapshot; brings a lost crowd back.
        /// Handles of that time are valid again, and saving the crowd gives the same snapshot, if it is on the same
        /// terrain and its flow has as many fields. The snapshot may be of another crowd, on any backend of any
        /// machine of the same byte order. Its def must have had the same max_neighbors, perception, congestion,
        /// symmetry, neighbors, settle, heading, integration, origin and seed, and, if and only if this one has a
        /// flow, a flow of at most as many fields.
        /// If it was on terrain, this one must be on terrain.
        /// The snapshot may come from a stranger: whatever no crowd can be is refused, and the crowd stays as it was.
        /// Errors: INVALID_ARGUMENT (not a snapshot, damaged, forged, or of a crowd with another def), CAPACITY
        /// (fewer than the most agents that the saved crowd ever had at once), OUT_OF_MEMORY and OPENCL (the crowd
        /// may then be lost).
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_restore(IntPtr crowd, IntPtr snapshot, UIntPtr bytes);
        /// <summary>
        /// Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
        /// be their number. Both lists are packed.
        /// Waits for work that they depend on.
        /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_get_states(IntPtr crowd, Agent* agents, int count, AgentState* states);
        /// <summary>
        /// Adds agents by their states: all of them, or none if one is rejected.
        /// They keep their ids, and go on with the same bits as where they came from, as far as neighbours, walls,
        /// moving obstacles with their indices, flow and the number of steps are the same; see
        /// throng_crowd_set_steps(). Values, navigation and target are those of the state; a flow field is a field of
        /// the present crowd's flow. `agents` receives their handles, which are new; it may be NULL. Both lists are
        /// packed. The crowd that a state is of must have had the same
        /// max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,
        /// and a flow if and only if this one has one. Walls may be others: the next step looks whether the agents
        /// are in one. Where solid polygons overlap it may find somebody in one who was not found there before.
        /// A state may come from a stranger: what no agent can be is refused.
        /// Errors: INVALID_ARGUMENT (not a state, damaged, forged, of a crowd with another def, or with an id in use;
        /// the message has its index), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_add_states(IntPtr crowd, int count, AgentState* states, Agent* agents);
        /// <summary>
        /// Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
        /// hash has it. Agents stay as they are.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_set_steps(IntPtr crowd, ulong steps);
        /// <summary>
        /// Name of an operation in files of costs: "read", "influence", "paths", "adjacent", "flow", "potential",
        /// "choquet", "crowd", "perception". NULL for any other number.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_operation_name(Operation operation);
        /// <summary>Default definition of a calibration: all operations, 60 seconds.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern CalibrateDef throng_calibrate_default_def();
        /// <summary>
        /// Measures the cost of frames on both backends, with objects of its own.
        /// The time is shared by the operations. Some sizes are run first, on the CPU and on the device in turns, and
        /// repeated after others; then those where a selection could lose by what is not known yet, once or several
        /// times. A cost is the least repeat. It ends early when selections can lose next to nothing. Existing
        /// objects stay where they are. `report` may be NULL. Call it while the machine does nothing else.
        /// Errors: INVALID_ARGUMENT (also if THRONG_COSTS names a file), NO_DEVICE (no device is open, so there is
        /// nothing to select), OUT_OF_MEMORY, and those of the device. What was kept before a failure stays.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_calibrate(IntPtr context, CalibrateDef* def, CalibrateReport* report);
        /// <summary>Default definition of a flow; `terrain` is to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern FlowDef throng_flow_default_def();
        /// <summary>
        /// Creates a flow whose fields have no goals. It lives on one backend from then on.
        /// On SQUARE8 a field takes about 5 bytes per cell on large maps, more on small worlds.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (`backend` is OPENCL and the context has no device
        /// open), BUILD_FAILED, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_create(IntPtr context, FlowDef* def, IntPtr* flow);
        /// <summary>
        /// Reports which backend throng_flow_create() would choose for this def, and why.
        /// Errors: INVALID_ARGUMENT, NO_DEVICE.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_explain(IntPtr context, FlowDef* def, Selection* choice);
        /// <summary>
        /// Destroys a flow. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a flow or is still used by a tracer, a crowd or a readback.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_destroy(IntPtr flow);
        /// <summary>
        /// Replaces the goals of a field by these cells. `count` 0: none.
        /// A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
        /// until an update finds it free.
        /// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
        /// device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_set_goals(IntPtr flow, int field, int count, Cell* cells, UIntPtr stride);
        /// <summary>
        /// Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
        /// A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
        /// time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
        /// which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
        /// Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
        /// (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_set_costs(IntPtr flow, Region* region, byte* costs, UIntPtr rowStride);
        /// <summary>
        /// Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
        /// sampling take.
        /// `field` is 0 to fields-1, `radius` 0 to 1e9.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_field_for(IntPtr flow, int field, float radius, int* number);
        /// <summary>
        /// Updates the fields whose goals were set since the last update, or all fields if the terrain or costs
        /// changed.
        /// Does nothing if none did. On a device the work is enqueued and not awaited; a call that reads a field
        /// waits for it, and may have to enqueue the rest of it. So does the next update, if the flow has clearances,
        /// costs or ways to reached cells, or if walls had changed before the last one. Allocates nothing, with one
        /// exception: when a path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in
        /// size; with costs or clearances 9,000 cells, each counted as often as it costs.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY, on a device BUILD_FAILED as well, if the keys
        /// cannot double. Fields that are not up to date then lead nowhere until an update succeeds; on a device they
        /// cannot be read, and the next update computes all fields anew.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_update(IntPtr flow);
        /// <summary>
        /// Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
        /// `field` is 0 to fields * classes - 1; see throng_flow_field_for().
        /// A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
        /// costs a and b are halves of whole numbers.
        /// `row_stride` must be a multiple of 4.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
        /// OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_read_lengths(IntPtr flow, int field, Region* region, float* lengths, UIntPtr rowStride);
        /// <summary>
        /// Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
        /// A direction is the first step of a shortest path, of several the one with the lowest number. Following
        /// directions from cell to cell leads to a goal on a path of the cell's length.
        /// Errors: as throng_flow_read_lengths().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_read_directions(IntPtr flow, int field, Region* region, FlowDirection* directions, UIntPtr rowStride);
        /// <summary>
        /// Samples the flow at many points as of the last update.
        /// A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
        /// points, `stride` is theirs, and `ways` receives `count` results, packed.
        /// Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
        /// to double, OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_sample(IntPtr flow, FlowSampling sampling, int count, FlowPoint* agents, UIntPtr stride, FlowVector* ways);
        /// <summary>
        /// Removes all goals, so that the fields lead nowhere; brings a lost flow back.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_reset(IntPtr flow);
        /// <summary>
        /// Gets facts about a flow. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_get_info(IntPtr flow, FlowInfo* info);
        /// <summary>Default definition of a map; `width` and `height` are to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern InfluenceDef throng_influence_default_def();
        /// <summary>
        /// Default object: at the origin of world 0, at rest, influence 1, linear decay 1/16, max_distance 16,
        /// alpha 0, offset 0.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern InfluenceObject throng_influence_default_object();
        /// <summary>
        /// Creates a map whose layers have no objects and whose values are 0.
        /// It lives on one backend from then on. With an automatic choice, a device that fails is replaced by the
        /// CPU.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_create(IntPtr context, InfluenceDef* def, IntPtr* map);
        /// <summary>
        /// Reports which backend throng_influence_create() would choose for this def at full capacity, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_explain(IntPtr context, InfluenceDef* def, Selection* choice);
        /// <summary>
        /// Destroys a map. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a map or is still used by a readback.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_destroy(IntPtr map);
        /// <summary>
        /// Replaces objects first to first+count-1 of a layer, and adds those past its end.
        /// `first` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
        /// OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_set_objects(IntPtr map, int layer, int first, int count, InfluenceObject* objects, UIntPtr stride);
        /// <summary>
        /// Changes position and direction of existing objects; cheaper than setting them.
        /// `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_move_objects(IntPtr map, int layer, int first, int count, float* positions, UIntPtr positionStride, float* velocities, UIntPtr velocityStride);
        /// <summary>
        /// Removes objects from the end of a layer, so that `count` are left.
        /// `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_truncate_objects(IntPtr map, int layer, int count);
        /// <summary>Number of objects of a layer. Returns 0 if the map or the layer does not exist.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int throng_influence_object_count(IntPtr map, int layer);
        /// <summary>
        /// Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
        /// Range: 0 &lt;= m &lt; 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
        /// memory for its sums.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_set_momentum(IntPtr map, int layer, float momentum);
        /// <summary>
        /// Brings all layers up to date with their objects and the terrain.
        /// The cost follows what changed: cells near objects that changed since the last update, before or after, are
        /// summed again, and others stay as they are. After a failure the next call resumes with the layer that
        /// failed. Work on a device is enqueued and not awaited.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_update(IntPtr map);
        /// <summary>
        /// Brings one layer up to date, as throng_influence_update() does.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_update_layer(IntPtr map, int layer);
        /// <summary>
        /// Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
        /// It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
        /// 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_combine(IntPtr map, float* weights, int count);
        /// <summary>
        /// Copies the values of a region, row by row. `region` NULL: the whole map.
        /// Waits for work that the values depend on.
        /// Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
        /// OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_read(IntPtr map, int layer, Region* region, float* values, UIntPtr rowStride);
        /// <summary>
        /// Finds the cell with the largest value of a region. `region` NULL: the whole map.
        /// Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
        /// not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
        /// one, OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_best(IntPtr map, int layer, Region* region, Best* best);
        /// <summary>
        /// Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
        /// Errors: as throng_influence_best().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_worst(IntPtr map, int layer, Region* region, Best* worst);
        /// <summary>
        /// Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
        /// `stride` is that of `regions`; `results` is packed.
        /// Errors: as throng_influence_best(); if a region is off the map, the message has its index.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_best_of_regions(IntPtr map, int layer, Extreme which, int count, Region* regions, UIntPtr stride, Best* results);
        /// <summary>
        /// Finds, for each of `count` cells, the extreme cell among those that one step leads to.
        /// These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
        /// `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
        /// counts. `stride` is that of `cells`; `results` is packed.
        /// Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_best_of_neighbors(IntPtr map, int layer, Extreme which, int ownToo, int count, Cell* cells, UIntPtr stride, Best* results);
        /// <summary>
        /// Samples value and gradient at `count` points.
        /// Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
        /// three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
        /// that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
        /// that of `points`; `samples` is packed. Waits for work that the values depend on.
        /// Errors: as throng_influence_best(); if a point is out of range, the message has its index.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_sample(IntPtr map, int layer, int count, Point* points, UIntPtr stride, Sample* samples);
        /// <summary>
        /// Removes all objects, values and the combination, as after creation; brings a lost map back.
        /// The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_reset(IntPtr map);
        /// <summary>
        /// Gets facts about a map. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_get_info(IntPtr map, InfluenceInfo* info);
        /// <summary>
        /// Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.
        /// If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one
        /// small step and stops after the first one that ends beyond the budget; 0: it does one step. How many
        /// calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the
        /// budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that
        /// reads waits for the parts that were enqueued before it. The first call allocates memory: see
        /// throng_influence_reserve(). Range: 0 to 1e9.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_update_some(IntPtr map, double seconds, int* done);
        /// <summary>
        /// Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
        /// The update is whole with call number `parts`, never before, on every machine and backend: games in
        /// lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
        /// update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
        /// 1e6.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_update_part(IntPtr map, int parts, int* done);
        /// <summary>
        /// Allocates at load time what calls allocate otherwise when they first need it.
        /// A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or
        /// will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no
        /// more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum
        /// of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its
        /// device failed. Where memory moves that an update under way reads, what is left of it is computed first.
        /// Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,
        /// OPENCL, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_reserve(IntPtr map, int layer, int objects, InfluenceObject* like, InfluenceUses uses);
        /// <summary>Default definition of a measure; `types` and the weights are to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MeasureDef throng_measure_default_def();
        /// <summary>
        /// Creates a measure. It lives on one backend from then on.
        /// Its 2^n values are computed in double precision, type by type in ascending order, and rounded once. They
        /// must be within 1e9, before and after normalization. A measure that is not monotone or has a negative value
        /// is rejected unless the def accepts it; the message has the two sets and their values.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_measure_create(IntPtr context, MeasureDef* def, IntPtr* measure);
        /// <summary>
        /// Reports which backend throng_measure_create() would choose for this def, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_measure_explain(IntPtr context, MeasureDef* def, Selection* choice);
        /// <summary>
        /// Destroys a measure. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a measure or is still used by a potential field.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_measure_destroy(IntPtr measure);
        /// <summary>
        /// Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_measure_value(IntPtr measure, uint subset, float* value);
        /// <summary>
        /// Computes the Choquet integral (10, 11) of each of `count` rows of n values f:
        ///   sum of (f_(i) - f_(i-1)) * m({types with f &gt;= f_(i)}),  f_(1) &lt;= ... &lt;= f_(n),  f_(0) = 0,
        /// added in this order from +0.
        ///
        /// Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f
        /// plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;
        /// `results` is packed. The context's threads share the rows; nothing is allocated.
        /// Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_measure_choquet(IntPtr measure, int count, float* values, UIntPtr stride, float* results);
        /// <summary>
        /// Gets facts about a measure.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_measure_get_info(IntPtr measure, MeasureInfo* info);
        /// <summary>Default definition of a potential field.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern PotentialDef throng_potential_default_def();
        /// <summary>Default source: at the origin of world 0, eta 1, range 4, power 1, type 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern PotentialSource throng_potential_default_source();
        /// <summary>
        /// Creates a field without sources, goals and points. It lives on one backend from then on.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED; UNSUPPORTED if the device flushes subnormal
        /// numbers and the context does not accept inexact results.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_create(IntPtr context, PotentialDef* def, IntPtr* field);
        /// <summary>
        /// Reports which backend throng_potential_create() would choose for this def at full capacity, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_explain(IntPtr context, PotentialDef* def, Selection* choice);
        /// <summary>
        /// Destroys a field. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a field or is still used by a tracer or a readback.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_destroy(IntPtr field);
        /// <summary>
        /// Replaces sources first to first+count-1, and adds those past the end.
        /// `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
        /// device in one piece; the memory for it is allocated the first time.
        /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
        /// OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_set_sources(IntPtr field, int first, int count, PotentialSource* sources, UIntPtr stride);
        /// <summary>
        /// Replaces goals first to first+count-1, and adds those past the end.
        /// Errors: as throng_potential_set_sources().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_set_goals(IntPtr field, int first, int count, PotentialGoal* goals, UIntPtr stride);
        /// <summary>
        /// Replaces points first to first+count-1, and adds those past the end.
        /// Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
        /// another world.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_set_points(IntPtr field, int first, int count, PotentialPoint* points, UIntPtr stride);
        /// <summary>
        /// Changes the positions of existing sources. `positions` holds pairs (x, y).
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_move_sources(IntPtr field, int first, int count, float* positions, UIntPtr stride);
        /// <summary>
        /// Changes the positions of existing points. `positions` holds pairs (x, y).
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_move_points(IntPtr field, int first, int count, float* positions, UIntPtr stride);
        /// <summary>
        /// Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_truncate_sources(IntPtr field, int count);
        /// <summary>
        /// Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
        /// A point whose goal was removed is attracted by none until there is a goal with that index again.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_truncate_goals(IntPtr field, int count);
        /// <summary>
        /// Removes points from the end, so that `count` are left. `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_truncate_points(IntPtr field, int count);
        /// <summary>
        /// Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
        /// Work on a device is enqueued and not awaited.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_update(IntPtr field);
        /// <summary>
        /// Copies the results of the last update for points first to first+count-1.
        /// Points that were added since then get zeros. Waits for work that the results depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_read(IntPtr field, int first, int count, Force* forces, UIntPtr stride);
        /// <summary>
        /// Removes all sources, goals and points; brings a lost field back.
        /// If the call fails, the field is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_reset(IntPtr field);
        /// <summary>
        /// Gets facts about a field. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_get_info(IntPtr field, PotentialInfo* info);
        /// <summary>Default definition of a readback; `capacity` and the object are to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ReadbackDef throng_readback_default_def();
        /// <summary>
        /// Creates a readback on the backend of its object. Destroy it before the object.
        /// It takes `slots` times `capacity` entries of memory, which a device's driver may pin. On a device one of
        /// motions, or of 16,384 agents or more, also allocates as throng_crowd_set_motions() does.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the crowd).
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_create(IntPtr context, ReadbackDef* def, IntPtr* readback);
        /// <summary>
        /// Destroys a readback, and with it what was read. NULL does nothing.
        /// Waits for reads that are under way. Errors: INVALID_ARGUMENT if it is not a readback.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_destroy(IntPtr readback);
        /// <summary>
        /// Begins to read agents. `agents` NULL: all of them, in the order of throng_crowd_list(); `count` must be
        /// their number. `agents` is packed. *read receives the read; `read` may be NULL.
        /// Does not wait. On a device, where agents are named, or were added or removed since the last step, their
        /// indices are uploaded first; that waits until the upload of those of the read before has ended.
        /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_crowd_get()), CAPACITY (no slot is free:
        /// fetch or release a read, and begin again; or more entries than the def's capacity), LOST, OPENCL; after
        /// throng_crowd_reserve() for motions on a device OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_begin_agents(IntPtr readback, Agent* agents, int count, ReadbackRead* read);
        /// <summary>
        /// Begins to read the values of a region, row by row. `region` NULL: all cells.
        /// Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to
        /// have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().
        /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and
        /// throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows
        /// OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_begin_region(IntPtr readback, Region* region, ReadbackRead* read);
        /// <summary>
        /// Begins to read forces at points, or results of paths, first to first+count-1.
        /// Does not wait. `read`: as for throng_readback_begin_agents().
        /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),
        /// CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_begin_range(IntPtr readback, int first, int count, ReadbackRead* read);
        /// <summary>
        /// Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.
        /// Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device
        /// failed), OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_ready(IntPtr readback, ulong number, int* ready);
        /// <summary>
        /// Gets a read by its number, as it began.
        /// Errors: INVALID_ARGUMENT (no such read), LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_get_read(IntPtr readback, ulong number, ReadbackRead* read);
        /// <summary>
        /// Copies the values of a read, and frees its slot. Waits until it has ended.
        /// `stride` is from entry to entry; of regions it is from row to row.
        /// Errors: INVALID_ARGUMENT (no such read, a stride that is too small), LOST, OPENCL; then the slot stays.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_fetch(IntPtr readback, ulong number, IntPtr values, UIntPtr stride);
        /// <summary>
        /// Gets the values of a read where they are, packed, without a copy. Waits until it has ended.
        /// *values is valid until the read is fetched or released, or the readback reset or destroyed.
        /// Errors: INVALID_ARGUMENT (no such read), LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_map(IntPtr readback, ulong number, IntPtr* values);
        /// <summary>
        /// Frees the slot of a read. Does not wait, even if the read is still under way.
        /// Errors: INVALID_ARGUMENT (no such read), LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_release(IntPtr readback, ulong number);
        /// <summary>
        /// Finds the latest read that has ended, and releases all reads before it except those that are mapped.
        /// read-&gt;number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.
        /// Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_latest(IntPtr readback, ReadbackRead* read);
        /// <summary>
        /// Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.
        /// If the call fails, the readback is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_reset(IntPtr readback);
        /// <summary>Gets facts about a readback. Errors: INVALID_ARGUMENT.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_readback_get_info(IntPtr readback, ReadbackInfo* info);
        /// <summary>Default definition of a searcher; `terrain` is to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern RouteDef throng_route_default_def();
        /// <summary>
        /// Creates a searcher without costs.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_route_create(IntPtr context, RouteDef* def, IntPtr* route);
        /// <summary>
        /// Destroys a searcher. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a searcher.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_route_destroy(IntPtr route);
        /// <summary>
        /// Sets the costs of a region's cells, row by row. `region` NULL: all cells.
        /// Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
        /// bytes per cell.
        /// Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_route_set_costs(IntPtr route, Region* region, float* costs, UIntPtr rowStride);
        /// <summary>
        /// Sets the weight of costs. Range: 0 to 1e9. Default: 1.
        /// With 0 the search ignores costs, and results still report them.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_route_set_weight(IntPtr route, float weight);
        /// <summary>
        /// Finds an optimal route for each pair of cells and keeps the cells of all routes.
        /// They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell
        /// is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself
        /// the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads
        /// share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third
        /// time allocates nothing.
        /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the
        /// last search then stay as they were.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_route_find(IntPtr route, int count, CellPair* pairs, UIntPtr stride, RouteResult* results);
        /// <summary>
        /// Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
        /// from its start to its goal.
        /// `capacity` is the number of cells that fit into `cells`.
        /// Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
        /// cells).
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_route_read(IntPtr route, int first, int count, Cell* cells, long capacity);
        /// <summary>Default definition of a terrain; `width` and `height` are to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern TerrainDef throng_terrain_default_def();
        /// <summary>
        /// Creates a terrain whose cells are all free. It takes a bit per cell.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_terrain_create(IntPtr context, TerrainDef* def, IntPtr* terrain);
        /// <summary>
        /// Destroys a terrain. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a terrain or is still used by another object.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_terrain_destroy(IntPtr terrain);
        /// <summary>
        /// Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
        /// `region` NULL: all cells of all worlds. `row_stride` is in bytes.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_terrain_set(IntPtr terrain, Region* region, byte* blocked, UIntPtr rowStride);
        /// <summary>
        /// Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_terrain_fill(IntPtr terrain, Region* region, int blocked);
        /// <summary>
        /// Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_terrain_read(IntPtr terrain, Region* region, byte* blocked, UIntPtr rowStride);
        /// <summary>
        /// Computes the lengths of the shortest paths between pairs of cells.
        /// A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
        /// cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
        /// search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
        /// an even height.
        /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_terrain_distances(IntPtr terrain, Grid grid, int count, CellPair* pairs, UIntPtr stride, float* distances);
        /// <summary>
        /// Name of a status: "reached", "stuck", "step-limit", "outside", "unreachable" or "invalid".
        /// Returns NULL for any other number.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr throng_trace_status_name(TraceStatus status);
        /// <summary>Default definition of a tracer; `field` is to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern TraceDef throng_trace_default_def();
        /// <summary>
        /// Creates a tracer without starts, on the field's backend. Destroy it before its field and its flow.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_create(IntPtr context, TraceDef* def, IntPtr* trace);
        /// <summary>
        /// Destroys a tracer. NULL does nothing.
        /// Errors: INVALID_ARGUMENT if it is not a tracer or is still used by a readback.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_destroy(IntPtr trace);
        /// <summary>
        /// Replaces starts first to first+count-1, and adds those past the end.
        /// `first` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
        /// OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_set_starts(IntPtr trace, int first, int count, TraceStart* starts, UIntPtr stride);
        /// <summary>
        /// Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_truncate_starts(IntPtr trace, int count);
        /// <summary>
        /// Updates the flow and traces all paths through the field as it was set last.
        /// throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
        /// enqueued and not awaited, except for an update of the flow.
        /// Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
        /// OUT_OF_MEMORY.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_update(IntPtr trace);
        /// <summary>
        /// Copies the results of the last update for paths first to first+count-1.
        /// Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
        /// depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_read(IntPtr trace, int first, int count, TraceResult* results, UIntPtr stride);
        /// <summary>
        /// Copies points first to first+count-1 of each of the paths path to path+paths-1 of the last update.
        /// Point 0 is the start. Points after a path's last one are undefined. Starts that were added since then get
        /// zeros. `stride` is in bytes from path to path.
        /// Errors: INVALID_ARGUMENT (no such paths or points; points are not kept), LOST, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_read_points(IntPtr trace, int path, int paths, int first, int count, TracePoint* points, UIntPtr stride);
        /// <summary>
        /// Removes all starts; brings a lost tracer back.
        /// If the call fails, the tracer is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_reset(IntPtr trace);
        /// <summary>
        /// Gets facts about a tracer. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_get_info(IntPtr trace, TraceInfo* info);
        /// <summary>
        /// Creates a context on the program's device; all objects made on it live there, but for terrain, routes and
        /// flows whose def names the CPU.
        /// `def` is as for throng_context_create() and may be NULL. Its backend must not be THRONG_BACKEND_CPU, and
        /// its device is ignored. throng retains the OpenCL context, and the queue if it works on it, until
        /// throng_context_destroy(). The device is probed, which waits for the queue.
        /// Errors: INVALID_ARGUMENT (as throng_context_create(); a queue of another context or device), NO_DEVICE
        /// (older than OpenCL 1.2), INEXACT_DEVICE, OUT_OF_MEMORY, BUILD_FAILED, OPENCL.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_opencl_context_create(ContextDef* def, OpenclHost* host, IntPtr* context);
        /// <summary>Default definition: nothing to build.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern OpenclBuildDef throng_opencl_default_build_def();
        /// <summary>
        /// Builds all kernels that objects of these definitions may need, at creation and later.
        /// For a level's load: objects of these definitions, or of others that differ in sizes and capacities
        /// alone, then build nothing when they are created, get their first walls, or answer their first query. For
        /// a definition that would be placed on the CPU there is nothing to build. Works on any context with an
        /// open device. The kernels stay with the context, and in its cache folder for the next run. Some drivers,
        /// PoCL's among them, compile a kernel only when it first runs. While it runs it needs the memory of one
        /// such map and flow.
        /// Errors: INVALID_ARGUMENT (as the create functions), NO_DEVICE, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_opencl_build(IntPtr context, OpenclBuildDef* def);
        /// <summary>
        /// Does throng_influence_set_objects() from a buffer of throng_influence_object.
        /// The first object is at `offset`, the next one `stride` bytes further. Waits until the objects have been
        /// checked, so mistakes in them are errors of this call. Moving objects is cheaper.
        /// Errors: as throng_influence_set_objects(); UNSUPPORTED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_set_objects_cl(IntPtr map, int layer, int first, int count, IntPtr objects, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_influence_move_objects() from buffers of float pairs. `velocities` may be NULL.
        /// Does not wait, so the values are checked on the device alone. An object whose new position or direction is
        /// not finite or out of range keeps both. On a map with walls, an object that was moved off the map or into a
        /// wall adds nothing while it is there.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; the first time OUT_OF_MEMORY, BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_move_objects_cl(IntPtr map, int layer, int first, int count, IntPtr positions, UIntPtr positionOffset, UIntPtr positionStride, IntPtr velocities, UIntPtr velocityOffset, UIntPtr velocityStride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_influence_read() into a buffer. Does not wait.
        /// The region's first row goes to `offset`, the next one `row_stride` bytes further.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_read_cl(IntPtr map, int layer, Region* region, IntPtr values, UIntPtr offset, UIntPtr rowStride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_influence_best_of_regions() from a buffer of throng_region, into one of throng_best.
        /// The first region is at `offset`, the next one `stride` bytes further; results likewise. Does not wait, so
        /// regions are checked on the device alone: the result of one that is not on the map is column -1, row -1 and
        /// value 0. The buffers must not overlap.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; when a map gets its first query, OUT_OF_MEMORY and
        /// BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_best_of_regions_cl(IntPtr map, int layer, Extreme which, int count, IntPtr regions, UIntPtr offset, UIntPtr stride, IntPtr results, UIntPtr resultsOffset, UIntPtr resultsStride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_influence_best_of_neighbors() from a buffer of throng_cell, into one of throng_best, as
        /// throng_influence_best_of_regions_cl() does.
        /// Errors: as throng_influence_best_of_regions_cl().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_best_of_neighbors_cl(IntPtr map, int layer, Extreme which, int ownToo, int count, IntPtr cells, UIntPtr offset, UIntPtr stride, IntPtr results, UIntPtr resultsOffset, UIntPtr resultsStride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_influence_sample() from a buffer of throng_point, into one of throng_sample, as
        /// throng_influence_best_of_regions_cl() does. A point that is out of range gets zeros.
        /// Errors: as throng_influence_best_of_regions_cl().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_sample_cl(IntPtr map, int layer, int count, IntPtr points, UIntPtr offset, UIntPtr stride, IntPtr samples, UIntPtr samplesOffset, UIntPtr samplesStride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Gets the map's own buffer of a layer or of THRONG_LAYER_COMBINED, for the program's kernels to read.
        /// They must run on the queue that throng works on, or wait for an event of it, and must not write it. It
        /// holds floats, the first one at *offset, and rows are *row_stride bytes apart. It belongs to the map, and
        /// stays the same until the map is destroyed or reset, or an update in slices becomes whole: in
        /// throng_influence_update_some(), throng_influence_update_part(), or a call that finishes one. Ask again
        /// then.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_influence_buffer(IntPtr map, int layer, IntPtr* buffer, UIntPtr* offset, UIntPtr* rowStride);
        /// <summary>
        /// Does throng_potential_read() into a buffer of throng_force. Does not wait.
        /// The first result goes to `offset`, the next one `stride` bytes further. The points must have been there at
        /// the last update.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_potential_read_cl(IntPtr field, int first, int count, IntPtr forces, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_flow_sample() for points in a buffer of throng_flow_point, into one of throng_flow_vector.
        /// The first point is at `offset`, the next one `stride` bytes further; results likewise. Waits for the last
        /// update, not for the samples, so the points are checked on the device alone: one whose position, world or
        /// field is out of range gets (0, 0) and the length -1. The buffers must not overlap.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; OUT_OF_MEMORY and BUILD_FAILED where keys have to
        /// double.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_flow_sample_cl(IntPtr flow, FlowSampling sampling, int count, IntPtr points, UIntPtr offset, UIntPtr stride, IntPtr vectors, UIntPtr vectorOffset, UIntPtr vectorStride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_trace_set_starts() from a buffer of throng_trace_start. Does not wait.
        /// The first start is at `offset`, the next one `stride` bytes further. Starts are checked on the device
        /// alone: the path of one that is out of range ends as THRONG_TRACE_INVALID at (0, 0).
        /// Errors: INVALID_ARGUMENT, CAPACITY, UNSUPPORTED, OPENCL, LOST; at the first call, OUT_OF_MEMORY and
        /// BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_set_starts_cl(IntPtr trace, int first, int count, IntPtr starts, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_trace_read() into a buffer of throng_trace_result. Does not wait.
        /// The first result goes to `offset`, the next one `stride` bytes further. The starts must have been there at
        /// the last update.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_read_cl(IntPtr trace, int first, int count, IntPtr results, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_trace_read_points() into a buffer of throng_trace_point. Does not wait.
        /// The first path's points go to `offset`, those of the next one `stride` bytes further. The starts must have
        /// been there at the last update.
        /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_trace_read_points_cl(IntPtr trace, int path, int paths, int first, int count, IntPtr points, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_crowd_get() into a buffer. Waits as throng_crowd_set_cl() does.
        /// The first agent's value goes to `offset`, the next one `stride` bytes further. MAX_NEIGHBORS, LOCKED,
        /// FLAGS, FLOW_FIELD, NAVIGATION, VISION_ANGLE, ID and the doubles are not available, as devices store them
        /// in another form. Positions and goals are relative to the crowd's home, see throng_crowd_info.home_x.
        /// Errors: as throng_crowd_get(); UNSUPPORTED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_get_cl(IntPtr crowd, AgentValue what, int count, Agent* agents, UIntPtr agentStride, IntPtr values, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_crowd_set() from a buffer of float pairs. Does not wait, but for earlier uploads where agents
        /// are named; and for `waits` if it is for more than 12,288 agents and changes the navigation of some.
        /// `what` is POSITION, VELOCITY, PREFERRED_VELOCITY, GOAL or TARGET. The first agent's pair is at `offset`,
        /// the next one `stride` bytes further. Positions and goals are relative to the crowd's home, see
        /// throng_crowd_info.home_x. Values are checked on the device alone: an agent whose pair is not finite or
        /// out of range keeps its own value; PREFERRED_VELOCITY and GOAL change its navigation all the same. A
        /// velocity that is kept as a goal is rounded, as goals are relative to the home, and so is the reverse.
        /// Errors: as throng_crowd_set() but for values; UNSUPPORTED; the first time BUILD_FAILED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_set_cl(IntPtr crowd, AgentValue what, int count, Agent* agents, UIntPtr agentStride, IntPtr values, UIntPtr offset, UIntPtr stride, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_crowd_find_nearest() from a buffer of throng_crowd_query, into buffers. Does not wait.
        /// The first query is at `offset` of `queries`, the next one `stride` bytes further. The hits of query i
        /// begin i * capacity hits behind `hits_offset`, and its number of hits is i * 4 bytes behind `found_offset`.
        /// In hits the generation of agents is 0: the index tells which agent it is. Queries are checked on the
        /// device alone: one that is out of range finds nobody; of `except` only the index counts, unless its
        /// generation is even. Points are relative to the crowd's home, see throng_crowd_info.home_x. Kernels read
        /// what they have written to `hits`, which must not be CL_MEM_WRITE_ONLY.
        /// Errors: as throng_crowd_find_nearest(); UNSUPPORTED.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_find_nearest_cl(IntPtr crowd, int count, IntPtr queries, UIntPtr offset, UIntPtr stride, int capacity, IntPtr hits, UIntPtr hitsOffset, IntPtr found, UIntPtr foundOffset, uint waitCount, IntPtr waits, IntPtr* @event);
        /// <summary>
        /// Does throng_crowd_find_within() from a buffer into buffers, as throng_crowd_find_nearest_cl() does.
        /// `hits` may be NULL if `capacity` is 0.
        /// Errors: as throng_crowd_find_nearest_cl().
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status throng_crowd_find_within_cl(IntPtr crowd, int count, IntPtr queries, UIntPtr offset, UIntPtr stride, int capacity, IntPtr hits, UIntPtr hitsOffset, IntPtr found, UIntPtr foundOffset, uint waitCount, IntPtr waits, IntPtr* @event);
    }

    static class AgentValueForms
    {
        internal static void Of(AgentValue what, out Type type, out int entries)
        {
            entries = 1;
            switch (what) {
            case (AgentValue)0: type = typeof(float); entries = 2; break;
            case (AgentValue)1: type = typeof(float); entries = 2; break;
            case (AgentValue)2: type = typeof(float); entries = 2; break;
            case (AgentValue)3: type = typeof(float); entries = 2; break;
            case (AgentValue)4: type = typeof(float); entries = 2; break;
            case (AgentValue)5: type = typeof(float); break;
            case (AgentValue)6: type = typeof(float); break;
            case (AgentValue)7: type = typeof(float); break;
            case (AgentValue)8: type = typeof(float); break;
            case (AgentValue)9: type = typeof(int); break;
            case (AgentValue)10: type = typeof(float); break;
            case (AgentValue)11: type = typeof(float); break;
            case (AgentValue)12: type = typeof(uint); break;
            case (AgentValue)13: type = typeof(uint); break;
            case (AgentValue)14: type = typeof(int); break;
            case (AgentValue)15: type = typeof(float); break;
            case (AgentValue)16: type = typeof(int); break;
            case (AgentValue)17: type = typeof(float); break;
            case (AgentValue)18: type = typeof(float); break;
            case (AgentValue)19: type = typeof(float); break;
            case (AgentValue)20: type = typeof(float); break;
            case (AgentValue)21: type = typeof(int); break;
            case (AgentValue)22: type = typeof(float); break;
            case (AgentValue)23: type = typeof(uint); break;
            case (AgentValue)24: type = typeof(int); break;
            case (AgentValue)25: type = typeof(float); break;
            case (AgentValue)28: type = typeof(int); break;
            case (AgentValue)29: type = typeof(float); entries = 2; break;
            case (AgentValue)26: type = typeof(float); break;
            case (AgentValue)27: type = typeof(ulong); break;
            case (AgentValue)30: type = typeof(double); entries = 2; break;
            case (AgentValue)31: type = typeof(double); entries = 2; break;
            case (AgentValue)32: type = typeof(int); break;
            default: type = null; break;
            }
        }
    }
}
