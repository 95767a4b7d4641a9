// Written by bindings/generate.py from include/throng. Do not edit.

using System;
using System.Runtime.InteropServices;

namespace Throng
{
    /// <summary>A context.</summary>
    public sealed partial class Context : ThrongObject
    {
        /// <summary>
        /// Waits until all enqueued work is done. Does nothing if no device is open.
        /// Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
        /// </summary>
        public unsafe void Wait()
        {
            try { Check(Native.throng_context_wait(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Describes what the context runs on.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe ContextInfo GetInfo()
        {
            ContextInfo info;
            try { Check(Native.throng_context_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }
    }

    /// <summary>A terrain.</summary>
    public sealed partial class Terrain : ThrongObject
    {
        /// <summary>Does what throng_terrain_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Terrain(Context context, TerrainDef def)
            : base(context, Native.throng_terrain_destroy, "terrain")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context);
                Adopt(Native.throng_terrain_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            SetSize(def.width, def.height, def.worlds);
        }

        /// <summary>
        /// Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
        /// `region` NULL: all cells of all worlds. `row_stride` is in bytes.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe void Set(Region? region, ReadOnlySpan<byte> blocked)
        {
            Need(blocked.Length, Cells(region), "blocked");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (byte* blockedPointer = &MemoryMarshal.GetReference(blocked))
            try { Check(Native.throng_terrain_set(Begin(), regionPointer, blockedPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe void Fill(Region? region, int blocked)
        {
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            try { Check(Native.throng_terrain_fill(Begin(), regionPointer, blocked)); } finally { End(); }
        }

        /// <summary>
        /// Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe void Read(Region? region, Span<byte> blocked)
        {
            Need(blocked.Length, Cells(region), "blocked");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (byte* blockedPointer = &MemoryMarshal.GetReference(blocked))
            try { Check(Native.throng_terrain_read(Begin(), regionPointer, blockedPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public byte[] Read(Region? region)
        {
            byte[] blocked = new byte[Length(Cells(region))];
            Read(region, blocked);
            return blocked;
        }

        /// <summary>
        /// Computes the lengths of the shortest paths between pairs of cells.
        /// A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
        /// cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
        /// search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
        /// an even height.
        /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
        /// </summary>
        public unsafe void Distances(Grid grid, ReadOnlySpan<CellPair> pairs, Span<float> distances)
        {
            int count = pairs.Length;
            Need(distances.Length, count, "distances");
            fixed (CellPair* pairsPointer = &MemoryMarshal.GetReference(pairs))
            fixed (float* distancesPointer = &MemoryMarshal.GetReference(distances))
            try { Check(Native.throng_terrain_distances(Begin(), grid, count, pairsPointer, UIntPtr.Zero, distancesPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public float[] Distances(Grid grid, ReadOnlySpan<CellPair> pairs)
        {
            float[] distances = new float[pairs.Length];
            Distances(grid, pairs, distances);
            return distances;
        }
    }

    /// <summary>A crowd.</summary>
    public sealed partial class Crowd : ThrongObject
    {
        /// <summary>Does what throng_crowd_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Crowd(Context context, CrowdDef def, Terrain terrain = null, Flow flow = null)
            : base(context, Native.throng_crowd_destroy, "crowd")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, terrain, flow);
                def.terrain = Pointer(terrain, "terrain");
                def.flow = Pointer(flow, "flow");
                Adopt(Native.throng_crowd_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            SetSize(terrain);
        }

        /// <summary>
        /// Reports which backend throng_crowd_create() would choose for this def at full capacity, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public static unsafe Selection Explain(Context context, CrowdDef def, Terrain terrain = null, Flow flow = null)
        {
            Selection choice;
            ThrongObject.Need(context, "context");
            try {
                IntPtr parent = context.Begin();
                def.terrain = Pointer(terrain, "terrain");
                def.flow = Pointer(flow, "flow");
                context.Check(Native.throng_crowd_explain(parent, &def, &choice));
            } finally { context.End(); }
            GC.KeepAlive(terrain);
            GC.KeepAlive(flow);
            return choice;
        }

        /// <summary>
        /// Raises the most agents of the crowd to at least `capacity`; never lowers it.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        public unsafe void Reserve(int capacity)
        {
            try { Check(Native.throng_crowd_reserve(Begin(), capacity)); } finally { End(); }
        }

        /// <summary>
        /// Adds agents: all of them, or none if one is rejected.
        /// `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
        /// Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
        /// its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
        /// LOST, OPENCL.
        /// </summary>
        public unsafe void Add(ReadOnlySpan<AgentDef> defs, Span<Agent> agents)
        {
            int count = defs.Length;
            Need(agents.Length, count, "agents");
            fixed (AgentDef* defsPointer = &MemoryMarshal.GetReference(defs))
            fixed (Agent* agentsPointer = &MemoryMarshal.GetReference(agents))
            try { Check(Native.throng_crowd_add(Begin(), count, defsPointer, UIntPtr.Zero, agentsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Agent[] Add(ReadOnlySpan<AgentDef> defs)
        {
            Agent[] agents = new Agent[defs.Length];
            Add(defs, agents);
            return agents;
        }

        /// <summary>
        /// Removes agents: all of them, or none if one is rejected.
        /// Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
        /// </summary>
        public unsafe void Remove(ReadOnlySpan<Agent> agents)
        {
            int count = agents.Length;
            fixed (Agent* agentsPointer = &MemoryMarshal.GetReference(agents))
            try { Check(Native.throng_crowd_remove(Begin(), count, agentsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Lists the handles of all agents in ascending index: the first `capacity` of them.
        /// *count receives the number of all. `agents` may be NULL if `capacity` is 0.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        public unsafe Agent[] List()
        {
            int length;
            try {
                lock (Gate) {
                    try { Check(Native.throng_crowd_list(Begin(), null, 0, &length)); } finally { End(); }
                    Agent[] agents = new Agent[length];
                    fixed (Agent* agentsPointer = agents)
                    try { Check(Native.throng_crowd_list(Begin(), agentsPointer, length, &length)); } finally { End(); }
                    return agents;
                }
            } finally { Deliver(); }
        }

        /// <summary>Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.</summary>
        public unsafe Agent Find(ulong id)
        {
            Agent agent;
            try { Check(Native.throng_crowd_find(Begin(), id, &agent)); } finally { End(); }
            return agent;
        }

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
        public unsafe Obstacle AddObstacle(ReadOnlySpan<Vertex> vertices)
        {
            int count = vertices.Length;
            Obstacle handle;
            fixed (Vertex* verticesPointer = &MemoryMarshal.GetReference(vertices))
            try { Check(Native.throng_crowd_add_obstacle(Begin(), count, verticesPointer, UIntPtr.Zero, &handle)); } finally { End(); }
            return handle;
        }

        /// <summary>Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.</summary>
        public unsafe Obstacle AddObstacleDouble(ReadOnlySpan<VertexDouble> vertices)
        {
            int count = vertices.Length;
            Obstacle handle;
            fixed (VertexDouble* verticesPointer = &MemoryMarshal.GetReference(vertices))
            try { Check(Native.throng_crowd_add_obstacle_double(Begin(), count, verticesPointer, UIntPtr.Zero, &handle)); } finally { End(); }
            return handle;
        }

        /// <summary>Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.</summary>
        public unsafe void RemoveObstacle(Obstacle handle)
        {
            try { Check(Native.throng_crowd_remove_obstacle(Begin(), handle)); } finally { End(); }
        }

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
        public unsafe void Step(float dt)
        {
            try { Check(Native.throng_crowd_step(Begin(), dt)); } finally { End(); }
        }

        /// <summary>
        /// Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
        /// It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
        /// 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
        /// agents, flags and congestion.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe ulong Hash()
        {
            ulong hash;
            try { Check(Native.throng_crowd_hash(Begin(), &hash)); } finally { End(); }
            return hash;
        }

        /// <summary>Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.</summary>
        public unsafe CrowdInfo GetInfo()
        {
            CrowdInfo info;
            try { Check(Native.throng_crowd_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }

        /// <summary>
        /// Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
        /// lost crowd back.
        /// Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        public unsafe void Reset()
        {
            try { Check(Native.throng_crowd_reset(Begin())); } finally { End(); }
        }

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
        public unsafe void SetMotions(Agent[] agents, ReadOnlySpan<Motion> motions)
        {
            int count = agents != null ? agents.Length : GetInfo().agents;
            Need(motions.Length, count, "motions");
            Agent none; // a pointer for no agents at all, since null stands for all of them
            fixed (Agent* agentsPointer = agents)
            fixed (Motion* motionsPointer = &MemoryMarshal.GetReference(motions))
            try { Check(Native.throng_crowd_set_motions(Begin(), agents != null && agentsPointer == null ? &none : agentsPointer, count, motionsPointer)); } finally { End(); }
        }

        /// <summary>
        /// Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
        /// Waits for work that they depend on.
        /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
        /// </summary>
        public unsafe void GetMotions(Agent[] agents, Span<Motion> motions)
        {
            int count = agents != null ? agents.Length : GetInfo().agents;
            Need(motions.Length, count, "motions");
            Agent none; // a pointer for no agents at all, since null stands for all of them
            fixed (Agent* agentsPointer = agents)
            fixed (Motion* motionsPointer = &MemoryMarshal.GetReference(motions))
            try { Check(Native.throng_crowd_get_motions(Begin(), agents != null && agentsPointer == null ? &none : agentsPointer, count, motionsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Motion[] GetMotions(Agent[] agents)
        {
            Motion[] motions = new Motion[agents != null ? agents.Length : GetInfo().agents];
            GetMotions(agents, motions);
            return motions;
        }

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
        public unsafe MovingObstacle AddMovingObstacle(ReadOnlySpan<Vertex> vertices, ObstacleMotion motion)
        {
            int count = vertices.Length;
            MovingObstacle handle;
            fixed (Vertex* verticesPointer = &MemoryMarshal.GetReference(vertices))
            try { Check(Native.throng_crowd_add_moving_obstacle(Begin(), count, verticesPointer, UIntPtr.Zero, &motion, &handle)); } finally { End(); }
            return handle;
        }

        /// <summary>
        /// Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
        /// counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
        /// Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
        /// </summary>
        public unsafe void MoveObstacles(ReadOnlySpan<MovingObstacle> obstacles, ReadOnlySpan<ObstacleMotion> motions)
        {
            int count = obstacles.Length;
            Need(motions.Length, count, "motions");
            fixed (MovingObstacle* obstaclesPointer = &MemoryMarshal.GetReference(obstacles))
            fixed (ObstacleMotion* motionsPointer = &MemoryMarshal.GetReference(motions))
            try { Check(Native.throng_crowd_move_obstacles(Begin(), count, obstaclesPointer, UIntPtr.Zero, motionsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.</summary>
        public unsafe void RemoveMovingObstacle(MovingObstacle handle)
        {
            try { Check(Native.throng_crowd_remove_moving_obstacle(Begin(), handle)); } finally { End(); }
        }

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
        public unsafe void FindNearest(ReadOnlySpan<CrowdQuery> queries, int capacity, Span<CrowdHit> hits, Span<int> found)
        {
            int count = queries.Length;
            Need(hits.Length, Product(count, capacity), "hits");
            Need(found.Length, count, "found");
            fixed (CrowdQuery* queriesPointer = &MemoryMarshal.GetReference(queries))
            fixed (CrowdHit* hitsPointer = &MemoryMarshal.GetReference(hits))
            fixed (int* foundPointer = &MemoryMarshal.GetReference(found))
            try { Check(Native.throng_crowd_find_nearest(Begin(), count, queriesPointer, UIntPtr.Zero, capacity, hitsPointer, foundPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public CrowdHit[] FindNearest(ReadOnlySpan<CrowdQuery> queries, int capacity, out int[] found)
        {
            CrowdHit[] hits = new CrowdHit[Product(queries.Length, capacity)];
            found = new int[queries.Length];
            FindNearest(queries, capacity, hits, found);
            return hits;
        }

        /// <summary>
        /// Finds, for each of `count` queries, all agents within its radius.
        /// found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
        /// in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
        /// Errors: as throng_crowd_find_nearest().
        /// </summary>
        public unsafe void FindWithin(ReadOnlySpan<CrowdQuery> queries, int capacity, Span<CrowdHit> hits, Span<int> found)
        {
            int count = queries.Length;
            Need(hits.Length, Product(count, capacity), "hits");
            Need(found.Length, count, "found");
            fixed (CrowdQuery* queriesPointer = &MemoryMarshal.GetReference(queries))
            fixed (CrowdHit* hitsPointer = &MemoryMarshal.GetReference(hits))
            fixed (int* foundPointer = &MemoryMarshal.GetReference(found))
            try { Check(Native.throng_crowd_find_within(Begin(), count, queriesPointer, UIntPtr.Zero, capacity, hitsPointer, foundPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public CrowdHit[] FindWithin(ReadOnlySpan<CrowdQuery> queries, int capacity, out int[] found)
        {
            CrowdHit[] hits = new CrowdHit[Product(queries.Length, capacity)];
            found = new int[queries.Length];
            FindWithin(queries, capacity, hits, found);
            return hits;
        }

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
        public unsafe CrowdEvent[] GetEvents(uint kinds)
        {
            int length;
            try {
                lock (Gate) {
                    try { Check(Native.throng_crowd_get_events(Begin(), kinds, null, 0, &length)); } finally { End(); }
                    CrowdEvent[] events = new CrowdEvent[length];
                    fixed (CrowdEvent* eventsPointer = events)
                    try { Check(Native.throng_crowd_get_events(Begin(), kinds, eventsPointer, length, &length)); } finally { End(); }
                    return events;
                }
            } finally { Deliver(); }
        }

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
        public unsafe void ReserveRoom(CrowdRoomDef room)
        {
            try { Check(Native.throng_crowd_reserve_room(Begin(), &room)); } finally { End(); }
        }

        /// <summary>
        /// Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
        /// be their number. Both lists are packed.
        /// Waits for work that they depend on.
        /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
        /// </summary>
        public unsafe void GetStates(Agent[] agents, Span<AgentState> states)
        {
            int count = agents != null ? agents.Length : GetInfo().agents;
            Need(states.Length, count, "states");
            Agent none; // a pointer for no agents at all, since null stands for all of them
            fixed (Agent* agentsPointer = agents)
            fixed (AgentState* statesPointer = &MemoryMarshal.GetReference(states))
            try { Check(Native.throng_crowd_get_states(Begin(), agents != null && agentsPointer == null ? &none : agentsPointer, count, statesPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public AgentState[] GetStates(Agent[] agents)
        {
            AgentState[] states = new AgentState[agents != null ? agents.Length : GetInfo().agents];
            GetStates(agents, states);
            return states;
        }

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
        public unsafe void AddStates(ReadOnlySpan<AgentState> states, Span<Agent> agents)
        {
            int count = states.Length;
            Need(agents.Length, count, "agents");
            fixed (AgentState* statesPointer = &MemoryMarshal.GetReference(states))
            fixed (Agent* agentsPointer = &MemoryMarshal.GetReference(agents))
            try { Check(Native.throng_crowd_add_states(Begin(), count, statesPointer, agentsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Agent[] AddStates(ReadOnlySpan<AgentState> states)
        {
            Agent[] agents = new Agent[states.Length];
            AddStates(states, agents);
            return agents;
        }

        /// <summary>
        /// Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
        /// hash has it. Agents stay as they are.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        public unsafe void SetSteps(ulong steps)
        {
            try { Check(Native.throng_crowd_set_steps(Begin(), steps)); } finally { End(); }
        }
    }

    /// <summary>A set of flow fields.</summary>
    public sealed partial class Flow : ThrongObject
    {
        /// <summary>Does what throng_flow_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Flow(Context context, FlowDef def, Terrain terrain = null)
            : base(context, Native.throng_flow_destroy, "flow")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, terrain);
                def.terrain = Pointer(terrain, "terrain");
                Adopt(Native.throng_flow_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            SetSize(terrain);
        }

        /// <summary>
        /// Reports which backend throng_flow_create() would choose for this def, and why.
        /// Errors: INVALID_ARGUMENT, NO_DEVICE.
        /// </summary>
        public static unsafe Selection Explain(Context context, FlowDef def, Terrain terrain = null)
        {
            Selection choice;
            ThrongObject.Need(context, "context");
            try {
                IntPtr parent = context.Begin();
                def.terrain = Pointer(terrain, "terrain");
                context.Check(Native.throng_flow_explain(parent, &def, &choice));
            } finally { context.End(); }
            GC.KeepAlive(terrain);
            return choice;
        }

        /// <summary>
        /// Replaces the goals of a field by these cells. `count` 0: none.
        /// A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
        /// until an update finds it free.
        /// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
        /// device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        public unsafe void SetGoals(int field, ReadOnlySpan<Cell> cells)
        {
            int count = cells.Length;
            fixed (Cell* cellsPointer = &MemoryMarshal.GetReference(cells))
            try { Check(Native.throng_flow_set_goals(Begin(), field, count, cellsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
        /// A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
        /// time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
        /// which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
        /// Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
        /// (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
        /// </summary>
        public unsafe void SetCosts(Region? region, ReadOnlySpan<byte> costs)
        {
            Need(costs.Length, Cells(region), "costs");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (byte* costsPointer = &MemoryMarshal.GetReference(costs))
            try { Check(Native.throng_flow_set_costs(Begin(), regionPointer, costsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
        /// sampling take.
        /// `field` is 0 to fields-1, `radius` 0 to 1e9.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe int FieldFor(int field, float radius)
        {
            int number;
            try { Check(Native.throng_flow_field_for(Begin(), field, radius, &number)); } finally { End(); }
            return number;
        }

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
        public unsafe void Update()
        {
            try { Check(Native.throng_flow_update(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
        /// `field` is 0 to fields * classes - 1; see throng_flow_field_for().
        /// A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
        /// costs a and b are halves of whole numbers.
        /// `row_stride` must be a multiple of 4.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
        /// OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        public unsafe void ReadLengths(int field, Region? region, Span<float> lengths)
        {
            Need(lengths.Length, Cells(region), "lengths");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (float* lengthsPointer = &MemoryMarshal.GetReference(lengths))
            try { Check(Native.throng_flow_read_lengths(Begin(), field, regionPointer, lengthsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public float[] ReadLengths(int field, Region? region)
        {
            float[] lengths = new float[Length(Cells(region))];
            ReadLengths(field, region, lengths);
            return lengths;
        }

        /// <summary>
        /// Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
        /// A direction is the first step of a shortest path, of several the one with the lowest number. Following
        /// directions from cell to cell leads to a goal on a path of the cell's length.
        /// Errors: as throng_flow_read_lengths().
        /// </summary>
        public unsafe void ReadDirections(int field, Region? region, Span<FlowDirection> directions)
        {
            Need(directions.Length, Cells(region), "directions");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (FlowDirection* directionsPointer = &MemoryMarshal.GetReference(directions))
            try { Check(Native.throng_flow_read_directions(Begin(), field, regionPointer, directionsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public FlowDirection[] ReadDirections(int field, Region? region)
        {
            FlowDirection[] directions = new FlowDirection[Length(Cells(region))];
            ReadDirections(field, region, directions);
            return directions;
        }

        /// <summary>
        /// Samples the flow at many points as of the last update.
        /// A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
        /// points, `stride` is theirs, and `ways` receives `count` results, packed.
        /// Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
        /// to double, OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        public unsafe void Sample(FlowSampling sampling, ReadOnlySpan<FlowPoint> agents, Span<FlowVector> ways)
        {
            int count = agents.Length;
            Need(ways.Length, count, "ways");
            fixed (FlowPoint* agentsPointer = &MemoryMarshal.GetReference(agents))
            fixed (FlowVector* waysPointer = &MemoryMarshal.GetReference(ways))
            try { Check(Native.throng_flow_sample(Begin(), sampling, count, agentsPointer, UIntPtr.Zero, waysPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public FlowVector[] Sample(FlowSampling sampling, ReadOnlySpan<FlowPoint> agents)
        {
            FlowVector[] ways = new FlowVector[agents.Length];
            Sample(sampling, agents, ways);
            return ways;
        }

        /// <summary>
        /// Removes all goals, so that the fields lead nowhere; brings a lost flow back.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        public unsafe void Reset()
        {
            try { Check(Native.throng_flow_reset(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Gets facts about a flow. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe FlowInfo GetInfo()
        {
            FlowInfo info;
            try { Check(Native.throng_flow_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }
    }

    /// <summary>An influence map.</summary>
    public sealed partial class Influence : ThrongObject
    {
        /// <summary>Does what throng_influence_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Influence(Context context, InfluenceDef def, Terrain terrain = null)
            : base(context, Native.throng_influence_destroy, "influence")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, terrain);
                def.terrain = Pointer(terrain, "terrain");
                Adopt(Native.throng_influence_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            SetSize(def.width, def.height, def.worlds);
        }

        /// <summary>
        /// Reports which backend throng_influence_create() would choose for this def at full capacity, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public static unsafe Selection Explain(Context context, InfluenceDef def, Terrain terrain = null)
        {
            Selection choice;
            ThrongObject.Need(context, "context");
            try {
                IntPtr parent = context.Begin();
                def.terrain = Pointer(terrain, "terrain");
                context.Check(Native.throng_influence_explain(parent, &def, &choice));
            } finally { context.End(); }
            GC.KeepAlive(terrain);
            return choice;
        }

        /// <summary>
        /// Replaces objects first to first+count-1 of a layer, and adds those past its end.
        /// `first` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
        /// OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
        /// </summary>
        public unsafe void SetObjects(int layer, int first, ReadOnlySpan<InfluenceObject> objects)
        {
            int count = objects.Length;
            fixed (InfluenceObject* objectsPointer = &MemoryMarshal.GetReference(objects))
            try { Check(Native.throng_influence_set_objects(Begin(), layer, first, count, objectsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Changes position and direction of existing objects; cheaper than setting them.
        /// `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void MoveObjects(int layer, int first, ReadOnlySpan<float> positions, ReadOnlySpan<float> velocities = default(ReadOnlySpan<float>))
        {
            int count = Rows(positions.Length, 2, "positions");
            if (velocities.Length != 0) Need(velocities.Length, positions.Length, "velocities");
            fixed (float* positionsPointer = &MemoryMarshal.GetReference(positions))
            fixed (float* velocitiesPointer = &MemoryMarshal.GetReference(velocities))
            try { Check(Native.throng_influence_move_objects(Begin(), layer, first, count, positionsPointer, UIntPtr.Zero, velocitiesPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Removes objects from the end of a layer, so that `count` are left.
        /// `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void TruncateObjects(int layer, int count)
        {
            try { Check(Native.throng_influence_truncate_objects(Begin(), layer, count)); } finally { End(); }
        }

        /// <summary>Number of objects of a layer. Returns 0 if the map or the layer does not exist.</summary>
        public unsafe int ObjectCount(int layer)
        {
            try { return Native.throng_influence_object_count(Begin(), layer); } finally { End(); }
        }

        /// <summary>
        /// Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
        /// Range: 0 &lt;= m &lt; 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
        /// memory for its sums.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        public unsafe void SetMomentum(int layer, float momentum)
        {
            try { Check(Native.throng_influence_set_momentum(Begin(), layer, momentum)); } finally { End(); }
        }

        /// <summary>
        /// Brings all layers up to date with their objects and the terrain.
        /// The cost follows what changed: cells near objects that changed since the last update, before or after, are
        /// summed again, and others stay as they are. After a failure the next call resumes with the layer that
        /// failed. Work on a device is enqueued and not awaited.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void Update()
        {
            try { Check(Native.throng_influence_update(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Brings one layer up to date, as throng_influence_update() does.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void UpdateLayer(int layer)
        {
            try { Check(Native.throng_influence_update_layer(Begin(), layer)); } finally { End(); }
        }

        /// <summary>
        /// Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
        /// It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
        /// 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        public unsafe void Combine(ReadOnlySpan<float> weights)
        {
            int count = weights.Length;
            fixed (float* weightsPointer = &MemoryMarshal.GetReference(weights))
            try { Check(Native.throng_influence_combine(Begin(), weightsPointer, count)); } finally { End(); }
        }

        /// <summary>
        /// Copies the values of a region, row by row. `region` NULL: the whole map.
        /// Waits for work that the values depend on.
        /// Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
        /// OPENCL.
        /// </summary>
        public unsafe void Read(int layer, Region? region, Span<float> values)
        {
            Need(values.Length, Cells(region), "values");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (float* valuesPointer = &MemoryMarshal.GetReference(values))
            try { Check(Native.throng_influence_read(Begin(), layer, regionPointer, valuesPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public float[] Read(int layer, Region? region)
        {
            float[] values = new float[Length(Cells(region))];
            Read(layer, region, values);
            return values;
        }

        /// <summary>
        /// Finds the cell with the largest value of a region. `region` NULL: the whole map.
        /// Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
        /// not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
        /// one, OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        public unsafe Best Best(int layer, Region? region)
        {
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            Best best;
            try { Check(Native.throng_influence_best(Begin(), layer, regionPointer, &best)); } finally { End(); }
            return best;
        }

        /// <summary>
        /// Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
        /// Errors: as throng_influence_best().
        /// </summary>
        public unsafe Best Worst(int layer, Region? region)
        {
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            Best worst;
            try { Check(Native.throng_influence_worst(Begin(), layer, regionPointer, &worst)); } finally { End(); }
            return worst;
        }

        /// <summary>
        /// Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
        /// `stride` is that of `regions`; `results` is packed.
        /// Errors: as throng_influence_best(); if a region is off the map, the message has its index.
        /// </summary>
        public unsafe void BestOfRegions(int layer, Extreme which, ReadOnlySpan<Region> regions, Span<Best> results)
        {
            int count = regions.Length;
            Need(results.Length, count, "results");
            fixed (Region* regionsPointer = &MemoryMarshal.GetReference(regions))
            fixed (Best* resultsPointer = &MemoryMarshal.GetReference(results))
            try { Check(Native.throng_influence_best_of_regions(Begin(), layer, which, count, regionsPointer, UIntPtr.Zero, resultsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Best[] BestOfRegions(int layer, Extreme which, ReadOnlySpan<Region> regions)
        {
            Best[] results = new Best[regions.Length];
            BestOfRegions(layer, which, regions, results);
            return results;
        }

        /// <summary>
        /// Finds, for each of `count` cells, the extreme cell among those that one step leads to.
        /// These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
        /// `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
        /// counts. `stride` is that of `cells`; `results` is packed.
        /// Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
        /// </summary>
        public unsafe void BestOfNeighbors(int layer, Extreme which, int ownToo, ReadOnlySpan<Cell> cells, Span<Best> results)
        {
            int count = cells.Length;
            Need(results.Length, count, "results");
            fixed (Cell* cellsPointer = &MemoryMarshal.GetReference(cells))
            fixed (Best* resultsPointer = &MemoryMarshal.GetReference(results))
            try { Check(Native.throng_influence_best_of_neighbors(Begin(), layer, which, ownToo, count, cellsPointer, UIntPtr.Zero, resultsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Best[] BestOfNeighbors(int layer, Extreme which, int ownToo, ReadOnlySpan<Cell> cells)
        {
            Best[] results = new Best[cells.Length];
            BestOfNeighbors(layer, which, ownToo, cells, results);
            return results;
        }

        /// <summary>
        /// Samples value and gradient at `count` points.
        /// Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
        /// three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
        /// that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
        /// that of `points`; `samples` is packed. Waits for work that the values depend on.
        /// Errors: as throng_influence_best(); if a point is out of range, the message has its index.
        /// </summary>
        public unsafe void Sample(int layer, ReadOnlySpan<Point> points, Span<Sample> samples)
        {
            int count = points.Length;
            Need(samples.Length, count, "samples");
            fixed (Point* pointsPointer = &MemoryMarshal.GetReference(points))
            fixed (Sample* samplesPointer = &MemoryMarshal.GetReference(samples))
            try { Check(Native.throng_influence_sample(Begin(), layer, count, pointsPointer, UIntPtr.Zero, samplesPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Sample[] Sample(int layer, ReadOnlySpan<Point> points)
        {
            Sample[] samples = new Sample[points.Length];
            Sample(layer, points, samples);
            return samples;
        }

        /// <summary>
        /// Removes all objects, values and the combination, as after creation; brings a lost map back.
        /// The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        public unsafe void Reset()
        {
            try { Check(Native.throng_influence_reset(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Gets facts about a map. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe InfluenceInfo GetInfo()
        {
            InfluenceInfo info;
            try { Check(Native.throng_influence_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }

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
        public unsafe int UpdateSome(double seconds)
        {
            int done;
            try { Check(Native.throng_influence_update_some(Begin(), seconds, &done)); } finally { End(); }
            return done;
        }

        /// <summary>
        /// Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
        /// The update is whole with call number `parts`, never before, on every machine and backend: games in
        /// lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
        /// update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
        /// 1e6.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
        /// </summary>
        public unsafe int UpdatePart(int parts)
        {
            int done;
            try { Check(Native.throng_influence_update_part(Begin(), parts, &done)); } finally { End(); }
            return done;
        }

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
        public unsafe void Reserve(int layer, int objects, InfluenceObject like, InfluenceUses uses)
        {
            try { Check(Native.throng_influence_reserve(Begin(), layer, objects, &like, uses)); } finally { End(); }
        }
    }

    /// <summary>A fuzzy measure.</summary>
    public sealed partial class Measure : ThrongObject
    {
        /// <summary>Does what throng_measure_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Measure(Context context, MeasureDef def, float[] table = null)
            : base(context, Native.throng_measure_destroy, "measure")
        {
            CheckTable(def.types, table);
            IntPtr made = IntPtr.Zero;
            fixed (float* first = table)
            try {
                IntPtr parent = BeginCreate(context);
                def.table = (IntPtr)first;
                Adopt(Native.throng_measure_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            types = def.types;
        }

        /// <summary>
        /// Reports which backend throng_measure_create() would choose for this def, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public static unsafe Selection Explain(Context context, MeasureDef def, float[] table = null)
        {
            Selection choice;
            ThrongObject.Need(context, "context");
            CheckTable(def.types, table);
            fixed (float* first = table)
            try {
                IntPtr parent = context.Begin();
                def.table = (IntPtr)first;
                context.Check(Native.throng_measure_explain(parent, &def, &choice));
            } finally { context.End(); }
            return choice;
        }

        /// <summary>
        /// Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe float Value(uint subset)
        {
            float value;
            try { Check(Native.throng_measure_value(Begin(), subset, &value)); } finally { End(); }
            return value;
        }

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
        public unsafe void Choquet(ReadOnlySpan<float> values, Span<float> results)
        {
            int count = Rows(values.Length, types, "values");
            Need(results.Length, count, "results");
            fixed (float* valuesPointer = &MemoryMarshal.GetReference(values))
            fixed (float* resultsPointer = &MemoryMarshal.GetReference(results))
            try { Check(Native.throng_measure_choquet(Begin(), count, valuesPointer, UIntPtr.Zero, resultsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public float[] Choquet(ReadOnlySpan<float> values)
        {
            float[] results = new float[Rows(values.Length, types, "values")];
            Choquet(values, results);
            return results;
        }

        /// <summary>
        /// Gets facts about a measure.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe MeasureInfo GetInfo()
        {
            MeasureInfo info;
            try { Check(Native.throng_measure_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }
    }

    /// <summary>A potential field.</summary>
    public sealed partial class Potential : ThrongObject
    {
        /// <summary>Does what throng_potential_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Potential(Context context, PotentialDef def, Measure measure = null, Terrain terrain = null)
            : base(context, Native.throng_potential_destroy, "potential")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, measure, terrain);
                def.measure = Pointer(measure, "measure");
                def.terrain = Pointer(terrain, "terrain");
                Adopt(Native.throng_potential_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            SetSize(terrain);
        }

        /// <summary>
        /// Reports which backend throng_potential_create() would choose for this def at full capacity, and why.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public static unsafe Selection Explain(Context context, PotentialDef def, Measure measure = null, Terrain terrain = null)
        {
            Selection choice;
            ThrongObject.Need(context, "context");
            try {
                IntPtr parent = context.Begin();
                def.measure = Pointer(measure, "measure");
                def.terrain = Pointer(terrain, "terrain");
                context.Check(Native.throng_potential_explain(parent, &def, &choice));
            } finally { context.End(); }
            GC.KeepAlive(measure);
            GC.KeepAlive(terrain);
            return choice;
        }

        /// <summary>
        /// Replaces sources first to first+count-1, and adds those past the end.
        /// `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
        /// device in one piece; the memory for it is allocated the first time.
        /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
        /// OPENCL.
        /// </summary>
        public unsafe void SetSources(int first, ReadOnlySpan<PotentialSource> sources)
        {
            int count = sources.Length;
            fixed (PotentialSource* sourcesPointer = &MemoryMarshal.GetReference(sources))
            try { Check(Native.throng_potential_set_sources(Begin(), first, count, sourcesPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Replaces goals first to first+count-1, and adds those past the end.
        /// Errors: as throng_potential_set_sources().
        /// </summary>
        public unsafe void SetGoals(int first, ReadOnlySpan<PotentialGoal> goals)
        {
            int count = goals.Length;
            fixed (PotentialGoal* goalsPointer = &MemoryMarshal.GetReference(goals))
            try { Check(Native.throng_potential_set_goals(Begin(), first, count, goalsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Replaces points first to first+count-1, and adds those past the end.
        /// Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
        /// another world.
        /// </summary>
        public unsafe void SetPoints(int first, ReadOnlySpan<PotentialPoint> points)
        {
            int count = points.Length;
            fixed (PotentialPoint* pointsPointer = &MemoryMarshal.GetReference(points))
            try { Check(Native.throng_potential_set_points(Begin(), first, count, pointsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Changes the positions of existing sources. `positions` holds pairs (x, y).
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void MoveSources(int first, ReadOnlySpan<float> positions)
        {
            int count = Rows(positions.Length, 2, "positions");
            fixed (float* positionsPointer = &MemoryMarshal.GetReference(positions))
            try { Check(Native.throng_potential_move_sources(Begin(), first, count, positionsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Changes the positions of existing points. `positions` holds pairs (x, y).
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void MovePoints(int first, ReadOnlySpan<float> positions)
        {
            int count = Rows(positions.Length, 2, "positions");
            fixed (float* positionsPointer = &MemoryMarshal.GetReference(positions))
            try { Check(Native.throng_potential_move_points(Begin(), first, count, positionsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void TruncateSources(int count)
        {
            try { Check(Native.throng_potential_truncate_sources(Begin(), count)); } finally { End(); }
        }

        /// <summary>
        /// Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
        /// A point whose goal was removed is attracted by none until there is a goal with that index again.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void TruncateGoals(int count)
        {
            try { Check(Native.throng_potential_truncate_goals(Begin(), count)); } finally { End(); }
        }

        /// <summary>
        /// Removes points from the end, so that `count` are left. `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void TruncatePoints(int count)
        {
            try { Check(Native.throng_potential_truncate_points(Begin(), count)); } finally { End(); }
        }

        /// <summary>
        /// Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
        /// Work on a device is enqueued and not awaited.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void Update()
        {
            try { Check(Native.throng_potential_update(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Copies the results of the last update for points first to first+count-1.
        /// Points that were added since then get zeros. Waits for work that the results depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void Read(int first, Span<Force> forces)
        {
            int count = forces.Length;
            fixed (Force* forcesPointer = &MemoryMarshal.GetReference(forces))
            try { Check(Native.throng_potential_read(Begin(), first, count, forcesPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public Force[] Read(int first, int count)
        {
            Force[] forces = new Force[Length(count)];
            Read(first, forces);
            return forces;
        }

        /// <summary>
        /// Removes all sources, goals and points; brings a lost field back.
        /// If the call fails, the field is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        public unsafe void Reset()
        {
            try { Check(Native.throng_potential_reset(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Gets facts about a field. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe PotentialInfo GetInfo()
        {
            PotentialInfo info;
            try { Check(Native.throng_potential_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }
    }

    /// <summary>A readback.</summary>
    public sealed partial class Readback : ThrongObject
    {
        /// <summary>Does what throng_readback_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Readback(Context context, ReadbackDef def, Crowd crowd = null, Influence map = null, Potential field = null, Trace trace = null, Flow flow = null)
            : base(context, Native.throng_readback_destroy, "readback")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, crowd, map, field, trace, flow);
                def.crowd = Pointer(crowd, "crowd");
                def.map = Pointer(map, "map");
                def.field = Pointer(field, "field");
                def.trace = Pointer(trace, "trace");
                def.flow = Pointer(flow, "flow");
                Adopt(Native.throng_readback_create(parent, &def, &made), made);
            } finally { EndCreate(); }
        }

        /// <summary>
        /// Begins to read the values of a region, row by row. `region` NULL: all cells.
        /// Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to
        /// have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().
        /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and
        /// throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows
        /// OUT_OF_MEMORY and BUILD_FAILED.
        /// </summary>
        public unsafe ReadbackRead BeginRegion(Region? region)
        {
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            ReadbackRead read;
            try { Check(Native.throng_readback_begin_region(Begin(), regionPointer, &read)); } finally { End(); }
            return read;
        }

        /// <summary>
        /// Begins to read forces at points, or results of paths, first to first+count-1.
        /// Does not wait. `read`: as for throng_readback_begin_agents().
        /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),
        /// CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.
        /// </summary>
        public unsafe ReadbackRead BeginRange(int first, int count)
        {
            ReadbackRead read;
            try { Check(Native.throng_readback_begin_range(Begin(), first, count, &read)); } finally { End(); }
            return read;
        }

        /// <summary>
        /// Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.
        /// Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device
        /// failed), OPENCL.
        /// </summary>
        public unsafe int Ready(ulong number)
        {
            int ready;
            try { Check(Native.throng_readback_ready(Begin(), number, &ready)); } finally { End(); }
            return ready;
        }

        /// <summary>
        /// Gets a read by its number, as it began.
        /// Errors: INVALID_ARGUMENT (no such read), LOST.
        /// </summary>
        public unsafe ReadbackRead GetRead(ulong number)
        {
            ReadbackRead read;
            try { Check(Native.throng_readback_get_read(Begin(), number, &read)); } finally { End(); }
            return read;
        }

        /// <summary>
        /// Frees the slot of a read. Does not wait, even if the read is still under way.
        /// Errors: INVALID_ARGUMENT (no such read), LOST.
        /// </summary>
        public unsafe void Release(ulong number)
        {
            try { Check(Native.throng_readback_release(Begin(), number)); } finally { End(); }
        }

        /// <summary>
        /// Finds the latest read that has ended, and releases all reads before it except those that are mapped.
        /// read-&gt;number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.
        /// Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.
        /// </summary>
        public unsafe ReadbackRead Latest()
        {
            ReadbackRead read;
            try { Check(Native.throng_readback_latest(Begin(), &read)); } finally { End(); }
            return read;
        }

        /// <summary>
        /// Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.
        /// If the call fails, the readback is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OPENCL.
        /// </summary>
        public unsafe void Reset()
        {
            try { Check(Native.throng_readback_reset(Begin())); } finally { End(); }
        }

        /// <summary>Gets facts about a readback. Errors: INVALID_ARGUMENT.</summary>
        public unsafe ReadbackInfo GetInfo()
        {
            ReadbackInfo info;
            try { Check(Native.throng_readback_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }
    }

    /// <summary>
    /// A searcher of routes on one terrain. It owns the memory of its searches, for each thread and cell of a
    /// world 8 bytes, and 16 once there were searches with costs; and the routes of the last search.
    /// </summary>
    public sealed partial class Route : ThrongObject
    {
        /// <summary>Does what throng_route_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Route(Context context, RouteDef def, Terrain terrain = null)
            : base(context, Native.throng_route_destroy, "route")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, terrain);
                def.terrain = Pointer(terrain, "terrain");
                Adopt(Native.throng_route_create(parent, &def, &made), made);
            } finally { EndCreate(); }
            SetSize(terrain);
        }

        /// <summary>
        /// Sets the costs of a region's cells, row by row. `region` NULL: all cells.
        /// Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
        /// bytes per cell.
        /// Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
        /// </summary>
        public unsafe void SetCosts(Region? region, ReadOnlySpan<float> costs)
        {
            Need(costs.Length, Cells(region), "costs");
            Region place = region.GetValueOrDefault();
            Region* regionPointer = region.HasValue ? &place : null;
            fixed (float* costsPointer = &MemoryMarshal.GetReference(costs))
            try { Check(Native.throng_route_set_costs(Begin(), regionPointer, costsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Sets the weight of costs. Range: 0 to 1e9. Default: 1.
        /// With 0 the search ignores costs, and results still report them.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe void SetWeight(float weight)
        {
            try { Check(Native.throng_route_set_weight(Begin(), weight)); } finally { End(); }
        }

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
        public unsafe void Find(ReadOnlySpan<CellPair> pairs, Span<RouteResult> results)
        {
            int count = pairs.Length;
            Need(results.Length, count, "results");
            fixed (CellPair* pairsPointer = &MemoryMarshal.GetReference(pairs))
            fixed (RouteResult* resultsPointer = &MemoryMarshal.GetReference(results))
            try { Check(Native.throng_route_find(Begin(), count, pairsPointer, UIntPtr.Zero, resultsPointer)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public RouteResult[] Find(ReadOnlySpan<CellPair> pairs)
        {
            RouteResult[] results = new RouteResult[pairs.Length];
            Find(pairs, results);
            return results;
        }

        /// <summary>
        /// Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
        /// from its start to its goal.
        /// `capacity` is the number of cells that fit into `cells`.
        /// Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
        /// cells).
        /// </summary>
        public unsafe void Read(int first, int count, Span<Cell> cells)
        {
            fixed (Cell* cellsPointer = &MemoryMarshal.GetReference(cells))
            try { Check(Native.throng_route_read(Begin(), first, count, cellsPointer, cells.Length)); } finally { End(); }
        }
    }

    /// <summary>A tracer of paths.</summary>
    public sealed partial class Trace : ThrongObject
    {
        /// <summary>Does what throng_trace_create() does. Objects that the def names are given as arguments.</summary>
        public unsafe Trace(Context context, TraceDef def, Potential field = null, Flow flow = null)
            : base(context, Native.throng_trace_destroy, "trace")
        {
            IntPtr made = IntPtr.Zero;
            try {
                IntPtr parent = BeginCreate(context, field, flow);
                def.field = Pointer(field, "field");
                def.flow = Pointer(flow, "flow");
                Adopt(Native.throng_trace_create(parent, &def, &made), made);
            } finally { EndCreate(); }
        }

        /// <summary>
        /// Replaces starts first to first+count-1, and adds those past the end.
        /// `first` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
        /// OPENCL.
        /// </summary>
        public unsafe void SetStarts(int first, ReadOnlySpan<TraceStart> starts)
        {
            int count = starts.Length;
            fixed (TraceStart* startsPointer = &MemoryMarshal.GetReference(starts))
            try { Check(Native.throng_trace_set_starts(Begin(), first, count, startsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>
        /// Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
        /// Errors: INVALID_ARGUMENT, LOST.
        /// </summary>
        public unsafe void TruncateStarts(int count)
        {
            try { Check(Native.throng_trace_truncate_starts(Begin(), count)); } finally { End(); }
        }

        /// <summary>
        /// Updates the flow and traces all paths through the field as it was set last.
        /// throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
        /// enqueued and not awaited, except for an update of the flow.
        /// Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
        /// OUT_OF_MEMORY.
        /// </summary>
        public unsafe void Update()
        {
            try { Check(Native.throng_trace_update(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Copies the results of the last update for paths first to first+count-1.
        /// Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
        /// depend on.
        /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
        /// </summary>
        public unsafe void Read(int first, Span<TraceResult> results)
        {
            int count = results.Length;
            fixed (TraceResult* resultsPointer = &MemoryMarshal.GetReference(results))
            try { Check(Native.throng_trace_read(Begin(), first, count, resultsPointer, UIntPtr.Zero)); } finally { End(); }
        }

        /// <summary>As the other form, into a new array.</summary>
        public TraceResult[] Read(int first, int count)
        {
            TraceResult[] results = new TraceResult[Length(count)];
            Read(first, results);
            return results;
        }

        /// <summary>
        /// Removes all starts; brings a lost tracer back.
        /// If the call fails, the tracer is lost and the call may be repeated.
        /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
        /// </summary>
        public unsafe void Reset()
        {
            try { Check(Native.throng_trace_reset(Begin())); } finally { End(); }
        }

        /// <summary>
        /// Gets facts about a tracer. Waits for the last update if the context profiles.
        /// Errors: INVALID_ARGUMENT.
        /// </summary>
        public unsafe TraceInfo GetInfo()
        {
            TraceInfo info;
            try { Check(Native.throng_trace_get_info(Begin(), &info)); } finally { End(); }
            return info;
        }
    }
}
