-- Written by bindings/generate.py from include/throng. Do not edit.

local ffi = require("ffi")
local core = require("throng.core")
local C = core.C

local objects = {}

--- A context; see the top of this header.
---
--- Members of the def:
--- allocator: Memory functions. Default: the C library's.
--- logger: Receiver of messages. Default: none.
--- assertion: Handler of the caller's mistakes. Default: none.
--- parallel: Scheduler. Default: none, which means threads of the context's own.
--- backend: Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each object. Default: AUTO.
--- isa: Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest. Default: AUTO.
--- threads: Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use. Without a scheduler the context starts one thread less, since the calling thread works too, or as many as the system gives. They end when it is destroyed. After a fork the child does the work on the calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
--- accept_inexact: If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.
--- profile: If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0.
--- device: Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes. NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs, then of others, in the order of throng_devices(). Default: NULL.
--- cache: Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment, otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows). A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a link, belongs to another user, or that others may write to; see docs/reference/environment.md. Default: NULL.
local Context = core.class("Context", "context", {})
objects.Context = Context

--- Waits until all enqueued work is done. Does nothing if no device is open.
--- Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
function Context:wait()
    core.check(self, C.throng_context_wait(core.handle(self)))
end

--- Describes what the context runs on.
--- Errors: INVALID_ARGUMENT.
function Context:get_info()
    local info = ffi.new("throng_context_info[1]")
    core.check(self, C.throng_context_get_info(core.handle(self), info))
    return core.value("context_info", info[0])
end

--- A terrain; see the top of this header.
---
--- Members of the def:
--- width: Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
--- height: Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be set.
--- worlds: Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds then share. Default: 1.
local Terrain = core.class("Terrain", "terrain", {})
objects.Terrain = Terrain

--- Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
--- `region` NULL: all cells of all worlds. `row_stride` is in bytes.
--- Errors: INVALID_ARGUMENT.
function Terrain:set(region, blocked)
    local region = core.region(region, "region")
    local blocked = core.grid("uint8_t", blocked, core.cells(self, region), "blocked")
    core.check(self, C.throng_terrain_set(core.handle(self), region, blocked, 0))
end

--- Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
--- Errors: INVALID_ARGUMENT.
function Terrain:fill(region, blocked)
    local region = core.region(region, "region")
    local blocked = core.scalar("i32", blocked, "blocked")
    core.check(self, C.throng_terrain_fill(core.handle(self), region, blocked))
end

--- Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
--- Errors: INVALID_ARGUMENT.
function Terrain:read(region, blocked)
    local region = core.region(region, "region")
    local blocked = core.result("uint8_t", blocked, core.cells(self, region), "blocked")
    core.check(self, C.throng_terrain_read(core.handle(self), region, blocked, 0))
    return blocked
end

--- Computes the lengths of the shortest paths between pairs of cells.
--- A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
--- cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
--- search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
--- an even height.
--- Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
function Terrain:distances(grid, pairs, distances)
    local grid = core.scalar("grid", grid, "grid")
    local pairs, count = core.items("cell_pair", pairs, "pairs")
    local distances = core.result("float", distances, count, "distances")
    core.check(self, C.throng_terrain_distances(core.handle(self), grid, count, pairs, 0, distances))
    return distances
end

--- A crowd; see the top of this header.
---
--- Members of the def:
--- agent_capacity: Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024.
--- max_neighbors: Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10.
--- perception: Which parts of Shi 2015 are on. Default: 0.
--- residency: Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the automatic choice of the backend uses it. Default: HOST.
--- congestion: If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred speed is not. Default: 0.
--- symmetry: Most by which each step turns each preferred velocity at random, in radians, so that agents that meet exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
--- terrain: Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first step after a change updates its outlines. NULL: none. Default: NULL.
--- cell_size: Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1.
--- flow: Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step updates the flow first. NULL: none. Default: NULL.
--- seed: Seed of the random angles. Default: 0.
--- neighbors: How neighbours are ranked and limited. Default: GAPS.
--- settle: If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
--- heading: Where agents with senses look. Default: TURNING.
--- hash_guests: If 1, throng_crowd_hash() covers guests. Default: 0.
--- integration: Whether steps move agents. Default: POSITIONS.
--- origin_x: Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048 units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
--- origin_y: Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048 units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
local Crowd = core.class("Crowd", "crowd", {terrain = "terrain", flow = "flow"})
objects.Crowd = Crowd

--- Raises the most agents of the crowd to at least `capacity`; never lowers it.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
function Crowd:reserve(capacity)
    local capacity = core.scalar("i32", capacity, "capacity")
    core.check(self, C.throng_crowd_reserve(core.handle(self), capacity))
end

--- Adds agents: all of them, or none if one is rejected.
--- `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
--- Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
--- its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
--- LOST, OPENCL.
function Crowd:add(defs, agents)
    local defs, count = core.items("agent_def", defs, "defs")
    local agents = core.result("throng_agent", agents, count, "agents")
    core.check(self, C.throng_crowd_add(core.handle(self), count, defs, 0, agents))
    return agents
end

--- Removes agents: all of them, or none if one is rejected.
--- Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
function Crowd:remove(agents)
    local agents, count = core.items("agent", agents, "agents")
    core.check(self, C.throng_crowd_remove(core.handle(self), count, agents, 0))
end

--- Lists the handles of all agents in ascending index: the first `capacity` of them.
--- *count receives the number of all. `agents` may be NULL if `capacity` is 0.
--- Errors: INVALID_ARGUMENT, LOST.
function Crowd:list()
    return core.list(self, "throng_agent", function(agents, capacity, length)
        return C.throng_crowd_list(core.handle(self), agents, capacity, length)
    end)
end

--- Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.
function Crowd:find(id)
    local id = core.scalar("u64", id, "id")
    local agent = ffi.new("throng_agent[1]")
    core.check(self, C.throng_crowd_find(core.handle(self), id, agent))
    return core.value("agent", agent[0])
end

--- Adds an obstacle: a polygon, or a wall with two sides if it has two vertices.
--- A polygon is solid inside if the sum of x_i * y_(i+1) - x_(i+1) * y_i is above 0, else outside. Agents
--- keep off the edges within h * max_speed + radius on whose outer side they are, where h is the larger of
--- time_horizon_obst and dt, and never leave their half-planes to avoid other agents. Of more than 32 edges
--- the half-planes that restrict most count, one for each of 32 sectors of directions. Finally the body is
--- swept along its step against all edges: it slides along what it meets and never enters it. An agent inside
--- of something solid, off the terrain, or with its body in a wall leaves: straight to the nearest place that
--- is free for its body and that it reaches without crossing an edge from outside, or to one that is free for
--- its centre if there is none for its body. Until it is there it ignores edges except that its centre
--- crosses none, and has THRONG_FLAG_INSIDE_WALL. Where polygons overlap or touch, the nearest edge, and of
--- equally near ones one seen from outside, decides who is inside. Edges shorter than 1e-6 are left out,
--- edges that lead straight on are joined. `handle` may be NULL. Changes take effect in the next step.
--- Errors: INVALID_ARGUMENT (fewer than two different vertices; a coordinate out of range: the message has
--- it), CAPACITY, OUT_OF_MEMORY, LOST.
function Crowd:add_obstacle(vertices)
    local vertices, count = core.items("vertex", vertices, "vertices")
    local handle = ffi.new("throng_obstacle[1]")
    core.check(self, C.throng_crowd_add_obstacle(core.handle(self), count, vertices, 0, handle))
    return core.value("obstacle", handle[0])
end

--- Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.
function Crowd:add_obstacle_double(vertices)
    local vertices, count = core.items("vertex_double", vertices, "vertices")
    local handle = ffi.new("throng_obstacle[1]")
    core.check(self, C.throng_crowd_add_obstacle_double(core.handle(self), count, vertices, 0, handle))
    return core.value("obstacle", handle[0])
end

--- Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
function Crowd:remove_obstacle(handle)
    local handle = core.struct("obstacle", handle, "handle")
    core.check(self, C.throng_crowd_remove_obstacle(core.handle(self), handle))
end

--- Advances all agents by one step of dt seconds. Range of dt: 1e-6 to 1e6.
--- On a device the work is enqueued and not awaited. A step allocates nothing, except the first one
--- - after agents were added, if ids are 2^31 - 1 or more apart,
--- - after obstacles were added or terrain changed,
--- - on a device, with obstacles, with moving ones, with agents that differ in layer, mask, priority or
---   responsibility or are locked, and with radii that differ: it builds kernels for these.
--- If the step fails, no agent has moved, and it may be repeated. The flow may be updated; if the device
--- failed, also outlines of terrain and ranks of ids, as by throng_crowd_inspect().
--- Errors: INVALID_ARGUMENT, CAPACITY (obstacles and the outlines of terrain have more than THRONG_MAX_WALLS
--- edges; the next step after the terrain or the obstacles changed may succeed), LOST, OPENCL, BUILD_FAILED,
--- OUT_OF_MEMORY; and those of throng_flow_update() if the crowd has a flow.
function Crowd:step(dt)
    local dt = core.scalar("number", dt, "dt")
    core.check(self, C.throng_crowd_step(core.handle(self), dt))
end

--- Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
--- It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
--- 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
--- agents, flags and congestion.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Crowd:hash()
    local hash = ffi.new("uint64_t[1]")
    core.check(self, C.throng_crowd_hash(core.handle(self), hash))
    return core.value("uint64_t", hash[0])
end

--- Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.
function Crowd:get_info()
    local info = ffi.new("throng_crowd_info[1]")
    core.check(self, C.throng_crowd_get_info(core.handle(self), info))
    return core.value("crowd_info", info[0])
end

--- Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
--- lost crowd back.
--- Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
function Crowd:reset()
    core.check(self, C.throng_crowd_reset(core.handle(self)))
end

--- Sets the motions of agents: of all of them, or of none if one is rejected.
--- `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number. Both lists
--- are packed.
--- A motion continues the walk, it does not place the agent anew: its flags stay, the present order of agents
--- is kept, and the next step looks for walls as far as the agent's reach, as after a step. Only an agent
--- that was carried farther than its radius, or twice since its last step, or is locked is looked after as if
--- THRONG_AGENT_POSITION had been set. What the position has beyond a float is kept and carried to later
--- steps, as what rounding takes from the way. Setting the motions that were read moves nobody; the float of
--- a position is the nearest one then, which a step need not have left, so that crowds whose motions were set
--- alike go on alike.
--- With senses and THRONG_HEADING_VELOCITY a velocity other than 0 turns the heading in the next step. Costs
--- least if the agents are NULL or in ascending index. On a device the motions are packed and uploaded in one
--- piece; the first call allocates 36 bytes of host memory for each agent that the crowd has capacity for,
--- and so does the first one after throng_crowd_reserve().
--- Errors: INVALID_ARGUMENT (an agent that was removed or occurs twice, or a number out of range; the message
--- has the index, the member and its value), OUT_OF_MEMORY, LOST, OPENCL.
function Crowd:set_motions(agents, motions)
    local agents, count = core.handles(self, agents)
    local motions = core.same("motion", motions, count, "motions")
    core.check(self, C.throng_crowd_set_motions(core.handle(self), agents, count, motions))
end

--- Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
--- Waits for work that they depend on.
--- Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
function Crowd:get_motions(agents, motions)
    local agents, count = core.handles(self, agents)
    local motions = core.result("throng_motion", motions, count, "motions")
    core.check(self, C.throng_crowd_get_motions(core.handle(self), agents, count, motions))
    return motions
end

--- Adds a polygon that the host moves: a vehicle, a gate that closes. Vertices are relative to its place;
--- which side is solid, and what two vertices are, is as for throng_crowd_add_obstacle().
--- Agents avoid the convex hull of it within h * (max_speed + its speed) + radius, where h is the larger of
--- time_horizon_obst and dt, by a half-plane of the velocities relative to it, all of which they take on
--- themselves. Of more than 8 obstacles those count whose half-planes the velocity violates most. Unlike
--- those of walls these half-planes may be violated. Then the body is swept along its way relative to the
--- obstacle: it slides along its edges, and what moves faster pushes it along, also beyond max_speed. Of
--- several each pushes in turn, in the order of their indices. Walls have the last word: who is pressed
--- against one may get into the obstacle. An agent that the obstacle has inside, or its body, has
--- THRONG_FLAG_INSIDE_WALL and leaves by the shortest way, at max_speed and the obstacle's speed at most,
--- relative to it. Locked agents and guests are left alone.
--- Each agent tests each moving obstacle's box. `handle` may be NULL. The first one takes 0.25 MB of memory,
--- and on a device the next step takes 0.17 MB there and builds a kernel; nothing is allocated after that.
--- Errors: INVALID_ARGUMENT (fewer than two different vertices; a number out of range: the message has it),
--- CAPACITY, OUT_OF_MEMORY, LOST.
function Crowd:add_moving_obstacle(vertices, motion)
    local vertices, count = core.items("vertex", vertices, "vertices")
    local motion = core.struct("obstacle_motion", motion, "motion")
    local handle = ffi.new("throng_moving_obstacle[1]")
    core.check(self, C.throng_crowd_add_moving_obstacle(core.handle(self), count, vertices, 0, motion, handle))
    return core.value("moving_obstacle", handle[0])
end

--- Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
--- counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
--- Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
function Crowd:move_obstacles(obstacles, motions)
    local obstacles, count = core.items("moving_obstacle", obstacles, "obstacles")
    local motions = core.same("obstacle_motion", motions, count, "motions")
    core.check(self, C.throng_crowd_move_obstacles(core.handle(self), count, obstacles, 0, motions, 0))
end

--- Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
function Crowd:remove_moving_obstacle(handle)
    local handle = core.struct("moving_obstacle", handle, "handle")
    core.check(self, C.throng_crowd_remove_moving_obstacle(core.handle(self), handle))
end

--- Finds, for each of `count` queries, the agents that are nearest to its point: at most `capacity`.
--- Hits are in ascending distance; of equally near agents the one with the lower id comes first. Those of
--- query i begin at hits[i * capacity], and found[i] receives their number. `stride` is that of `queries`;
--- `hits` and `found` are packed. Distances are of positions as they are now, also of agents that were added,
--- removed or placed since the last step. The first call after agents moved builds a tree over all of them,
--- so it costs least to ask all queries of a frame in one call. Waits for the answers.
--- The first call allocates about 20 bytes for each agent that the crowd has capacity for; so does the first
--- one after throng_crowd_reserve().
--- Errors: INVALID_ARGUMENT (if a query is out of range, the message has its index), OUT_OF_MEMORY, LOST,
--- OPENCL; on a device, which builds kernels in the first call, BUILD_FAILED.
function Crowd:find_nearest(queries, capacity, hits, found)
    local queries, count = core.items("crowd_query", queries, "queries")
    local capacity = core.scalar("i32", capacity, "capacity")
    local hits = core.result("throng_crowd_hit", hits, core.product(count, capacity), "hits")
    local found = core.result("int32_t", found, count, "found")
    core.check(self, C.throng_crowd_find_nearest(core.handle(self), count, queries, 0, capacity, hits, found))
    return hits, found
end

--- Finds, for each of `count` queries, all agents within its radius.
--- found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
--- in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
--- Errors: as throng_crowd_find_nearest().
function Crowd:find_within(queries, capacity, hits, found)
    local queries, count = core.items("crowd_query", queries, "queries")
    local capacity = core.scalar("i32", capacity, "capacity")
    local hits = core.result("throng_crowd_hit", hits, core.product(count, capacity), "hits")
    local found = core.result("int32_t", found, count, "found")
    core.check(self, C.throng_crowd_find_within(core.handle(self), count, queries, 0, capacity, hits, found))
    return hits, found
end

--- Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in
--- the order of ids, those of one agent in the order of their kinds' numbers.
--- `kinds` is the sum of the flags that are asked for; *count receives the number of all such events.
--- `events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and
--- there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the
--- step. The call reads one byte for each agent, and costs what events there are besides.
--- The memory of the list grows with the most agents that have events at once.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
function Crowd:get_events(kinds)
    local kinds = core.scalar("u32", kinds, "kinds")
    return core.list(self, "throng_crowd_event", function(events, capacity, length)
        return C.throng_crowd_get_events(core.handle(self), kinds, events, capacity, length)
    end)
end

--- Reserves memory ahead, for a level's load.
--- The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls
--- allocate nothing from then on, until there is more than the room says. If the call fails, what it
--- reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is
--- destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are
--- created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with
--- what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.
function Crowd:reserve_room(room)
    local room = core.struct("crowd_room_def", room, "room")
    core.check(self, C.throng_crowd_reserve_room(core.handle(self), room))
end

--- Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
--- be their number. Both lists are packed.
--- Waits for work that they depend on.
--- Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
function Crowd:get_states(agents, states)
    local agents, count = core.handles(self, agents)
    local states = core.result("throng_agent_state", states, count, "states")
    core.check(self, C.throng_crowd_get_states(core.handle(self), agents, count, states))
    return states
end

--- Adds agents by their states: all of them, or none if one is rejected.
--- They keep their ids, and go on with the same bits as where they came from, as far as neighbours, walls,
--- moving obstacles with their indices, flow and the number of steps are the same; see
--- throng_crowd_set_steps(). Values, navigation and target are those of the state; a flow field is a field of
--- the present crowd's flow. `agents` receives their handles, which are new; it may be NULL. Both lists are
--- packed. The crowd that a state is of must have had the same
--- max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,
--- and a flow if and only if this one has one. Walls may be others: the next step looks whether the agents
--- are in one. Where solid polygons overlap it may find somebody in one who was not found there before.
--- A state may come from a stranger: what no agent can be is refused.
--- Errors: INVALID_ARGUMENT (not a state, damaged, forged, of a crowd with another def, or with an id in use;
--- the message has its index), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL.
function Crowd:add_states(states, agents)
    local states, count = core.items("agent_state", states, "states")
    local agents = core.result("throng_agent", agents, count, "agents")
    core.check(self, C.throng_crowd_add_states(core.handle(self), count, states, agents))
    return agents
end

--- Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
--- hash has it. Agents stay as they are.
--- Errors: INVALID_ARGUMENT, LOST.
function Crowd:set_steps(steps)
    local steps = core.scalar("u64", steps, "steps")
    core.check(self, C.throng_crowd_set_steps(core.handle(self), steps))
end

--- A set of flow fields; see the top of this header.
---
--- Members of the def:
--- terrain: Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must be set.
--- grid: Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
--- fields: Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1.
--- goal_capacity: Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1.
--- cell_size: Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1.
--- backend: Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its potential field; a crowd is created where its flow is. Default: AUTO.
--- residency: Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only the automatic choice of the backend uses it. Default: INPUT.
--- clearance_count: Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.
--- clearances: Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map, over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body takes the first class that is at least as wide, and the widest one if none is. Goals of a class are those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells.
--- costs: If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS cells in a world then. Range: 0, 1. Default: 0.
--- slow_by_cost: If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell, outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.
--- unreached: What agents do in cells that are not reached. Default: STAND.
--- seed_capacity: Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.
--- first_column: Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of crowds, are sampled at their places on that map, with the bits that one flow over all of it gives; cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
--- first_row: Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of crowds, are sampled at their places on that map, with the bits that one flow over all of it gives; cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
local Flow = core.class("Flow", "flow", {terrain = "terrain"})
objects.Flow = Flow

--- Replaces the goals of a field by these cells. `count` 0: none.
--- A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
--- until an update finds it free.
--- Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
--- device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
function Flow:set_goals(field, cells)
    local field = core.scalar("i32", field, "field")
    local cells, count = core.items("cell", cells, "cells")
    core.check(self, C.throng_flow_set_goals(core.handle(self), field, count, cells, 0))
end

--- Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
--- A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
--- time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
--- which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
--- Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
--- (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
function Flow:set_costs(region, costs)
    local region = core.region(region, "region")
    local costs = core.grid("uint8_t", costs, core.cells(self, region), "costs")
    core.check(self, C.throng_flow_set_costs(core.handle(self), region, costs, 0))
end

--- Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
--- sampling take.
--- `field` is 0 to fields-1, `radius` 0 to 1e9.
--- Errors: INVALID_ARGUMENT.
function Flow:field_for(field, radius)
    local field = core.scalar("i32", field, "field")
    local radius = core.scalar("number", radius, "radius")
    local number = ffi.new("int32_t[1]")
    core.check(self, C.throng_flow_field_for(core.handle(self), field, radius, number))
    return core.value("int32_t", number[0])
end

--- Updates the fields whose goals were set since the last update, or all fields if the terrain or costs
--- changed.
--- Does nothing if none did. On a device the work is enqueued and not awaited; a call that reads a field
--- waits for it, and may have to enqueue the rest of it. So does the next update, if the flow has clearances,
--- costs or ways to reached cells, or if walls had changed before the last one. Allocates nothing, with one
--- exception: when a path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in
--- size; with costs or clearances 9,000 cells, each counted as often as it costs.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY, on a device BUILD_FAILED as well, if the keys
--- cannot double. Fields that are not up to date then lead nowhere until an update succeeds; on a device they
--- cannot be read, and the next update computes all fields anew.
function Flow:update()
    core.check(self, C.throng_flow_update(core.handle(self)))
end

--- Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
--- `field` is 0 to fields * classes - 1; see throng_flow_field_for().
--- A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
--- costs a and b are halves of whole numbers.
--- `row_stride` must be a multiple of 4.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
--- OUT_OF_MEMORY and BUILD_FAILED.
function Flow:read_lengths(field, region, lengths)
    local field = core.scalar("i32", field, "field")
    local region = core.region(region, "region")
    local lengths = core.result("float", lengths, core.cells(self, region), "lengths")
    core.check(self, C.throng_flow_read_lengths(core.handle(self), field, region, lengths, 0))
    return lengths
end

--- Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
--- A direction is the first step of a shortest path, of several the one with the lowest number. Following
--- directions from cell to cell leads to a goal on a path of the cell's length.
--- Errors: as throng_flow_read_lengths().
function Flow:read_directions(field, region, directions)
    local field = core.scalar("i32", field, "field")
    local region = core.region(region, "region")
    local directions = core.result("uint8_t", directions, core.cells(self, region), "directions")
    core.check(self, C.throng_flow_read_directions(core.handle(self), field, region, directions, 0))
    return directions
end

--- Samples the flow at many points as of the last update.
--- A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
--- points, `stride` is theirs, and `ways` receives `count` results, packed.
--- Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
--- to double, OUT_OF_MEMORY and BUILD_FAILED.
function Flow:sample(sampling, agents, ways)
    local sampling = core.scalar("flow_sampling", sampling, "sampling")
    local agents, count = core.items("flow_point", agents, "agents")
    local ways = core.result("throng_flow_vector", ways, count, "ways")
    core.check(self, C.throng_flow_sample(core.handle(self), sampling, count, agents, 0, ways))
    return ways
end

--- Removes all goals, so that the fields lead nowhere; brings a lost flow back.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
function Flow:reset()
    core.check(self, C.throng_flow_reset(core.handle(self)))
end

--- Gets facts about a flow. Waits for the last update if the context profiles.
--- Errors: INVALID_ARGUMENT.
function Flow:get_info()
    local info = ffi.new("throng_flow_info[1]")
    core.check(self, C.throng_flow_get_info(core.handle(self), info))
    return core.value("flow_info", info[0])
end

--- An influence map; see the top of this header.
---
--- Members of the def:
--- width: Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
--- height: Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be even on a hexagonal grid with several worlds. Must be set.
--- worlds: Number of independent worlds of width x height cells. Range: 1 or more. Default: 1.
--- cell_size: Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1.
--- grid: Shape of cells. Default: SQUARE8.
--- propagation: How influence propagates. Default: EUCLIDEAN.
--- terrain: Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
--- all_pairs: If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
--- blocked_objects: Whether objects may be given in blocked cells and off the map. Objects that are moved out of a program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere. Default: REFUSE.
--- layers: Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1.
--- object_capacity: Most objects of a layer. Range: 0 to 2^27. Default: 1024.
--- typical_distance: Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.
--- residency: Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of the backend uses it. Default: HOST.
local Influence = core.class("Influence", "influence", {terrain = "terrain"})
objects.Influence = Influence

--- Replaces objects first to first+count-1 of a layer, and adds those past its end.
--- `first` must not exceed the present count.
--- Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
--- OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
function Influence:set_objects(layer, first, objects)
    local layer = core.scalar("i32", layer, "layer")
    local first = core.scalar("i32", first, "first")
    local objects, count = core.items("influence_object", objects, "objects")
    core.check(self, C.throng_influence_set_objects(core.handle(self), layer, first, count, objects, 0))
end

--- Changes position and direction of existing objects; cheaper than setting them.
--- `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Influence:move_objects(layer, first, positions, velocities)
    local layer = core.scalar("i32", layer, "layer")
    local first = core.scalar("i32", first, "first")
    local positions, count = core.rows(positions, 2, "positions")
    local velocities = core.same_pairs(velocities, count, "velocities")
    core.check(self, C.throng_influence_move_objects(core.handle(self), layer, first, count, positions, 0, velocities, 0))
end

--- Removes objects from the end of a layer, so that `count` are left.
--- `count` must not exceed the present count.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Influence:truncate_objects(layer, count)
    local layer = core.scalar("i32", layer, "layer")
    local count = core.scalar("i32", count, "count")
    core.check(self, C.throng_influence_truncate_objects(core.handle(self), layer, count))
end

--- Number of objects of a layer. Returns 0 if the map or the layer does not exist.
function Influence:object_count(layer)
    local layer = core.scalar("i32", layer, "layer")
    return C.throng_influence_object_count(core.handle(self), layer)
end

--- Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
--- Range: 0 <= m < 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
--- memory for its sums.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
function Influence:set_momentum(layer, momentum)
    local layer = core.scalar("i32", layer, "layer")
    local momentum = core.scalar("number", momentum, "momentum")
    core.check(self, C.throng_influence_set_momentum(core.handle(self), layer, momentum))
end

--- Brings all layers up to date with their objects and the terrain.
--- The cost follows what changed: cells near objects that changed since the last update, before or after, are
--- summed again, and others stay as they are. After a failure the next call resumes with the layer that
--- failed. Work on a device is enqueued and not awaited.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Influence:update()
    core.check(self, C.throng_influence_update(core.handle(self)))
end

--- Brings one layer up to date, as throng_influence_update() does.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Influence:update_layer(layer)
    local layer = core.scalar("i32", layer, "layer")
    core.check(self, C.throng_influence_update_layer(core.handle(self), layer))
end

--- Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
--- It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
--- 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
function Influence:combine(weights)
    local weights, count = core.rows(weights, 1, "weights")
    core.check(self, C.throng_influence_combine(core.handle(self), weights, count))
end

--- Copies the values of a region, row by row. `region` NULL: the whole map.
--- Waits for work that the values depend on.
--- Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
--- OPENCL.
function Influence:read(layer, region, values)
    local layer = core.scalar("i32", layer, "layer")
    local region = core.region(region, "region")
    local values = core.result("float", values, core.cells(self, region), "values")
    core.check(self, C.throng_influence_read(core.handle(self), layer, region, values, 0))
    return values
end

--- Finds the cell with the largest value of a region. `region` NULL: the whole map.
--- Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
--- not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
--- one, OUT_OF_MEMORY and BUILD_FAILED.
function Influence:best(layer, region)
    local layer = core.scalar("i32", layer, "layer")
    local region = core.region(region, "region")
    local best = ffi.new("throng_best[1]")
    core.check(self, C.throng_influence_best(core.handle(self), layer, region, best))
    return core.value("best", best[0])
end

--- Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
--- Errors: as throng_influence_best().
function Influence:worst(layer, region)
    local layer = core.scalar("i32", layer, "layer")
    local region = core.region(region, "region")
    local worst = ffi.new("throng_best[1]")
    core.check(self, C.throng_influence_worst(core.handle(self), layer, region, worst))
    return core.value("best", worst[0])
end

--- Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
--- `stride` is that of `regions`; `results` is packed.
--- Errors: as throng_influence_best(); if a region is off the map, the message has its index.
function Influence:best_of_regions(layer, which, regions, results)
    local layer = core.scalar("i32", layer, "layer")
    local which = core.scalar("extreme", which, "which")
    local regions, count = core.items("region", regions, "regions")
    local results = core.result("throng_best", results, count, "results")
    core.check(self, C.throng_influence_best_of_regions(core.handle(self), layer, which, count, regions, 0, results))
    return results
end

--- Finds, for each of `count` cells, the extreme cell among those that one step leads to.
--- These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
--- `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
--- counts. `stride` is that of `cells`; `results` is packed.
--- Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
function Influence:best_of_neighbors(layer, which, own_too, cells, results)
    local layer = core.scalar("i32", layer, "layer")
    local which = core.scalar("extreme", which, "which")
    local own_too = core.scalar("i32", own_too, "own_too")
    local cells, count = core.items("cell", cells, "cells")
    local results = core.result("throng_best", results, count, "results")
    core.check(self, C.throng_influence_best_of_neighbors(core.handle(self), layer, which, own_too, count, cells, 0, results))
    return results
end

--- Samples value and gradient at `count` points.
--- Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
--- three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
--- that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
--- that of `points`; `samples` is packed. Waits for work that the values depend on.
--- Errors: as throng_influence_best(); if a point is out of range, the message has its index.
function Influence:sample(layer, points, samples)
    local layer = core.scalar("i32", layer, "layer")
    local points, count = core.items("point", points, "points")
    local samples = core.result("throng_sample", samples, count, "samples")
    core.check(self, C.throng_influence_sample(core.handle(self), layer, count, points, 0, samples))
    return samples
end

--- Removes all objects, values and the combination, as after creation; brings a lost map back.
--- The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
function Influence:reset()
    core.check(self, C.throng_influence_reset(core.handle(self)))
end

--- Gets facts about a map. Waits for the last update if the context profiles.
--- Errors: INVALID_ARGUMENT.
function Influence:get_info()
    local info = ffi.new("throng_influence_info[1]")
    core.check(self, C.throng_influence_get_info(core.handle(self), info))
    return core.value("influence_info", info[0])
end

--- Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.
--- If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one
--- small step and stops after the first one that ends beyond the budget; 0: it does one step. How many
--- calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the
--- budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that
--- reads waits for the parts that were enqueued before it. The first call allocates memory: see
--- throng_influence_reserve(). Range: 0 to 1e9.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
function Influence:update_some(seconds)
    local seconds = core.scalar("number", seconds, "seconds")
    local done = ffi.new("int32_t[1]")
    core.check(self, C.throng_influence_update_some(core.handle(self), seconds, done))
    return core.value("int32_t", done[0])
end

--- Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
--- The update is whole with call number `parts`, never before, on every machine and backend: games in
--- lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
--- update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
--- 1e6.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
function Influence:update_part(parts)
    local parts = core.scalar("i32", parts, "parts")
    local done = ffi.new("int32_t[1]")
    core.check(self, C.throng_influence_update_part(core.handle(self), parts, done))
    return core.value("int32_t", done[0])
end

--- Allocates at load time what calls allocate otherwise when they first need it.
--- A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or
--- will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no
--- more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum
--- of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its
--- device failed. Where memory moves that an update under way reads, what is left of it is computed first.
--- Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,
--- OPENCL, BUILD_FAILED.
function Influence:reserve(layer, objects, like, uses)
    local layer = core.scalar("i32", layer, "layer")
    local objects = core.scalar("i32", objects, "objects")
    local like = core.struct("influence_object", like, "like")
    local uses = core.scalar("influence_uses", uses, "uses")
    core.check(self, C.throng_influence_reserve(core.handle(self), layer, objects, like, uses))
end

--- A fuzzy measure; see the top of this header.
---
--- Members of the def:
--- kind: How the values are given. Default: LAMBDA.
--- types: Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set.
--- weights: Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0.
--- lambda: Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to 1e9. Default: 0.
--- solve_lambda: If 1, lambda is computed so that all types together have the value 1: the root above -1 of (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1. LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.
--- normalize: If 1, all values are divided by that of all types together, which must be above 0. Default: 0.
--- accept_non_monotone: If 1, a measure that is not monotone is accepted. Default: 0.
--- typical_rows: Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend uses it. Range: 0 or more. Default: 1024.
--- table: TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL.
local Measure = core.class("Measure", "measure", {})
objects.Measure = Measure

--- Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
--- Errors: INVALID_ARGUMENT.
function Measure:value(subset)
    local subset = core.scalar("u32", subset, "subset")
    local value = ffi.new("float[1]")
    core.check(self, C.throng_measure_value(core.handle(self), subset, value))
    return core.value("float", value[0])
end

--- Computes the Choquet integral (10, 11) of each of `count` rows of n values f:
---   sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,
--- added in this order from +0.
---
--- Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f
--- plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;
--- `results` is packed. The context's threads share the rows; nothing is allocated.
--- Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.
function Measure:choquet(values, results)
    local values, count = core.rows(values, core.facts(self).types, "values")
    local results = core.result("float", results, count, "results")
    core.check(self, C.throng_measure_choquet(core.handle(self), count, values, 0, results))
    return results
end

--- Gets facts about a measure.
--- Errors: INVALID_ARGUMENT.
function Measure:get_info()
    local info = ffi.new("throng_measure_info[1]")
    core.check(self, C.throng_measure_get_info(core.handle(self), info))
    return core.value("measure_info", info[0])
end

--- A potential field; see the top of this header.
---
--- Members of the def:
--- worlds: Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576. Default: 1.
--- source_capacity: Most sources of all worlds together. Range: 0 to 2^27. Default: 1024.
--- goal_capacity: Most goals of all worlds together. Range: 0 to 65536. Default: 16.
--- point_capacity: Most points of all worlds together. Range: 0 to 2^27. Default: 1024.
--- typical_sources: Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range: 0 or more. Default: 16.
--- residency: Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic choice of the backend uses it. Default: HOST.
--- damage: If 1, points also get the damage that sources do to them. Default: 0.
--- measure: Joins the sources in range of a point by their types: f_i is how many of type i there are, and the damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default: NULL.
--- interaction: If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i * m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
--- terrain: Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL.
--- terrain_mode: Which of them repel. Default: ALL.
--- cell_size: Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1.
--- terrain_eta: Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1.
--- terrain_range: Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2.
local Potential = core.class("Potential", "potential", {measure = "measure", terrain = "terrain"})
objects.Potential = Potential

--- Replaces sources first to first+count-1, and adds those past the end.
--- `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
--- device in one piece; the memory for it is allocated the first time.
--- Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
--- OPENCL.
function Potential:set_sources(first, sources)
    local first = core.scalar("i32", first, "first")
    local sources, count = core.items("potential_source", sources, "sources")
    core.check(self, C.throng_potential_set_sources(core.handle(self), first, count, sources, 0))
end

--- Replaces goals first to first+count-1, and adds those past the end.
--- Errors: as throng_potential_set_sources().
function Potential:set_goals(first, goals)
    local first = core.scalar("i32", first, "first")
    local goals, count = core.items("potential_goal", goals, "goals")
    core.check(self, C.throng_potential_set_goals(core.handle(self), first, count, goals, 0))
end

--- Replaces points first to first+count-1, and adds those past the end.
--- Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
--- another world.
function Potential:set_points(first, points)
    local first = core.scalar("i32", first, "first")
    local points, count = core.items("potential_point", points, "points")
    core.check(self, C.throng_potential_set_points(core.handle(self), first, count, points, 0))
end

--- Changes the positions of existing sources. `positions` holds pairs (x, y).
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:move_sources(first, positions)
    local first = core.scalar("i32", first, "first")
    local positions, count = core.rows(positions, 2, "positions")
    core.check(self, C.throng_potential_move_sources(core.handle(self), first, count, positions, 0))
end

--- Changes the positions of existing points. `positions` holds pairs (x, y).
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:move_points(first, positions)
    local first = core.scalar("i32", first, "first")
    local positions, count = core.rows(positions, 2, "positions")
    core.check(self, C.throng_potential_move_points(core.handle(self), first, count, positions, 0))
end

--- Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:truncate_sources(count)
    local count = core.scalar("i32", count, "count")
    core.check(self, C.throng_potential_truncate_sources(core.handle(self), count))
end

--- Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
--- A point whose goal was removed is attracted by none until there is a goal with that index again.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:truncate_goals(count)
    local count = core.scalar("i32", count, "count")
    core.check(self, C.throng_potential_truncate_goals(core.handle(self), count))
end

--- Removes points from the end, so that `count` are left. `count` must not exceed the present count.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:truncate_points(count)
    local count = core.scalar("i32", count, "count")
    core.check(self, C.throng_potential_truncate_points(core.handle(self), count))
end

--- Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
--- Work on a device is enqueued and not awaited.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:update()
    core.check(self, C.throng_potential_update(core.handle(self)))
end

--- Copies the results of the last update for points first to first+count-1.
--- Points that were added since then get zeros. Waits for work that the results depend on.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Potential:read(first, count, forces)
    local first = core.scalar("i32", first, "first")
    local count = core.scalar("i32", count, "count")
    local forces = core.result("throng_force", forces, count, "forces")
    core.check(self, C.throng_potential_read(core.handle(self), first, count, forces, 0))
    return forces
end

--- Removes all sources, goals and points; brings a lost field back.
--- If the call fails, the field is lost and the call may be repeated.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
function Potential:reset()
    core.check(self, C.throng_potential_reset(core.handle(self)))
end

--- Gets facts about a field. Waits for the last update if the context profiles.
--- Errors: INVALID_ARGUMENT.
function Potential:get_info()
    local info = ffi.new("throng_potential_info[1]")
    core.check(self, C.throng_potential_get_info(core.handle(self), info))
    return core.value("potential_info", info[0])
end

--- A readback; see the top of this header.
---
--- Members of the def:
--- kind: What it reads. Default: AGENTS.
--- capacity: Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set.
--- slots: Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS. Default: 3.
--- value: The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change. The host itself has set the others. Default: POSITION.
--- layer: The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0.
--- crowd: The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL.
--- map: The map of LAYER. Default: NULL.
--- field: The field of FORCES. Default: NULL.
--- trace: The tracer of PATHS. Default: NULL.
--- flow: The flow of LENGTHS and DIRECTIONS. Default: NULL.
local Readback = core.class("Readback", "readback", {crowd = "crowd", map = "influence", field = "potential", trace = "trace", flow = "flow"})
objects.Readback = Readback

--- Begins to read the values of a region, row by row. `region` NULL: all cells.
--- Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to
--- have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().
--- Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and
--- throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows
--- OUT_OF_MEMORY and BUILD_FAILED.
function Readback:begin_region(region)
    local region = core.region(region, "region")
    local read = ffi.new("throng_readback_read[1]")
    core.check(self, C.throng_readback_begin_region(core.handle(self), region, read))
    return core.value("readback_read", read[0])
end

--- Begins to read forces at points, or results of paths, first to first+count-1.
--- Does not wait. `read`: as for throng_readback_begin_agents().
--- Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),
--- CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.
function Readback:begin_range(first, count)
    local first = core.scalar("i32", first, "first")
    local count = core.scalar("i32", count, "count")
    local read = ffi.new("throng_readback_read[1]")
    core.check(self, C.throng_readback_begin_range(core.handle(self), first, count, read))
    return core.value("readback_read", read[0])
end

--- Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.
--- Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device
--- failed), OPENCL.
function Readback:ready(number)
    local number = core.scalar("u64", number, "number")
    local ready = ffi.new("int32_t[1]")
    core.check(self, C.throng_readback_ready(core.handle(self), number, ready))
    return core.value("int32_t", ready[0])
end

--- Gets a read by its number, as it began.
--- Errors: INVALID_ARGUMENT (no such read), LOST.
function Readback:get_read(number)
    local number = core.scalar("u64", number, "number")
    local read = ffi.new("throng_readback_read[1]")
    core.check(self, C.throng_readback_get_read(core.handle(self), number, read))
    return core.value("readback_read", read[0])
end

--- Frees the slot of a read. Does not wait, even if the read is still under way.
--- Errors: INVALID_ARGUMENT (no such read), LOST.
function Readback:release(number)
    local number = core.scalar("u64", number, "number")
    core.check(self, C.throng_readback_release(core.handle(self), number))
end

--- Finds the latest read that has ended, and releases all reads before it except those that are mapped.
--- read->number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.
--- Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.
function Readback:latest()
    local read = ffi.new("throng_readback_read[1]")
    core.check(self, C.throng_readback_latest(core.handle(self), read))
    return core.value("readback_read", read[0])
end

--- Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.
--- If the call fails, the readback is lost and the call may be repeated.
--- Errors: INVALID_ARGUMENT, OPENCL.
function Readback:reset()
    core.check(self, C.throng_readback_reset(core.handle(self)))
end

--- Gets facts about a readback. Errors: INVALID_ARGUMENT.
function Readback:get_info()
    local info = ffi.new("throng_readback_info[1]")
    core.check(self, C.throng_readback_get_info(core.handle(self), info))
    return core.value("readback_info", info[0])
end

--- A searcher of routes on one terrain. It owns the memory of its searches, for each thread and cell of a
--- world 8 bytes, and 16 once there were searches with costs; and the routes of the last search.
---
--- Members of the def:
--- terrain: Terrain, of the same context. The next search sees its changes. Must be set.
--- grid: Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
--- method: How routes are searched. Default: ASTAR.
local Route = core.class("Route", "route", {terrain = "terrain"})
objects.Route = Route

--- Sets the costs of a region's cells, row by row. `region` NULL: all cells.
--- Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
--- bytes per cell.
--- Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
function Route:set_costs(region, costs)
    local region = core.region(region, "region")
    local costs = core.grid("float", costs, core.cells(self, region), "costs")
    core.check(self, C.throng_route_set_costs(core.handle(self), region, costs, 0))
end

--- Sets the weight of costs. Range: 0 to 1e9. Default: 1.
--- With 0 the search ignores costs, and results still report them.
--- Errors: INVALID_ARGUMENT.
function Route:set_weight(weight)
    local weight = core.scalar("number", weight, "weight")
    core.check(self, C.throng_route_set_weight(core.handle(self), weight))
end

--- Finds an optimal route for each pair of cells and keeps the cells of all routes.
--- They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell
--- is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself
--- the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads
--- share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third
--- time allocates nothing.
--- Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the
--- last search then stay as they were.
function Route:find(pairs, results)
    local pairs, count = core.items("cell_pair", pairs, "pairs")
    local results = core.result("throng_route_result", results, count, "results")
    core.check(self, C.throng_route_find(core.handle(self), count, pairs, 0, results))
    return results
end

--- Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
--- from its start to its goal.
--- `capacity` is the number of cells that fit into `cells`.
--- Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
--- cells).
function Route:read(first, count, cells)
    local first = core.scalar("i32", first, "first")
    local count = core.scalar("i32", count, "count")
    local cells, length = core.memory("throng_cell", cells, "cells")
    core.check(self, C.throng_route_read(core.handle(self), first, count, cells, length))
end

--- A tracer of paths; see the top of this header.
---
--- Members of the def:
--- field: Potential field. Its sources, goals and terrain are used as they are at an update, its points are not. Must be set.
--- start_capacity: Most starts. Range: 0 to 2^24. Default: 1024.
--- max_steps: Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000.
--- keep_points: If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0, only results can be read. Default: 1.
--- escape: What paths do in traps. Default: NONE.
--- flow: Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size. Otherwise unused. Default: NULL.
--- hill_range: Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4.
local Trace = core.class("Trace", "trace", {field = "potential", flow = "flow"})
objects.Trace = Trace

--- Replaces starts first to first+count-1, and adds those past the end.
--- `first` must not exceed the present count.
--- Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
--- OPENCL.
function Trace:set_starts(first, starts)
    local first = core.scalar("i32", first, "first")
    local starts, count = core.items("trace_start", starts, "starts")
    core.check(self, C.throng_trace_set_starts(core.handle(self), first, count, starts, 0))
end

--- Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
--- Errors: INVALID_ARGUMENT, LOST.
function Trace:truncate_starts(count)
    local count = core.scalar("i32", count, "count")
    core.check(self, C.throng_trace_truncate_starts(core.handle(self), count))
end

--- Updates the flow and traces all paths through the field as it was set last.
--- throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
--- enqueued and not awaited, except for an update of the flow.
--- Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
--- OUT_OF_MEMORY.
function Trace:update()
    core.check(self, C.throng_trace_update(core.handle(self)))
end

--- Copies the results of the last update for paths first to first+count-1.
--- Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
--- depend on.
--- Errors: INVALID_ARGUMENT, LOST, OPENCL.
function Trace:read(first, count, results)
    local first = core.scalar("i32", first, "first")
    local count = core.scalar("i32", count, "count")
    local results = core.result("throng_trace_result", results, count, "results")
    core.check(self, C.throng_trace_read(core.handle(self), first, count, results, 0))
    return results
end

--- Removes all starts; brings a lost tracer back.
--- If the call fails, the tracer is lost and the call may be repeated.
--- Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
function Trace:reset()
    core.check(self, C.throng_trace_reset(core.handle(self)))
end

--- Gets facts about a tracer. Waits for the last update if the context profiles.
--- Errors: INVALID_ARGUMENT.
function Trace:get_info()
    local info = ffi.new("throng_trace_info[1]")
    core.check(self, C.throng_trace_get_info(core.handle(self), info))
    return core.value("trace_info", info[0])
end

return objects
