# Written by bindings/generate.py from include/throng. Do not edit.
"""The comments of the headers."""
FUNCTIONS = {
    'throng_version': (
        'Version of the library that runs, for example "0.2.0". The macros give that of the header.'
    ),
    'throng_status_string': (
        'Short English name of a status, for example "out of memory".\n'
        'Returns "unknown status" for any other number, never NULL.'
    ),
    'throng_backend_name': (
        'Name of a backend: "auto", "cpu" or "opencl". Returns NULL for any other number.'
    ),
    'throng_isa_name': (
        'Name of an instruction set: "auto", "reference", "vector", "sse2", "avx2", "avx512", "neon" or "simd128".\n'
        'Returns NULL for any other number.'
    ),
    'throng_isa_available': (
        'Returns 1 if the library has this instruction set built in and this processor runs it, otherwise 0.\n'
        'Returns 0 for THRONG_ISA_AUTO.'
    ),
    'throng_context_default_def': (
        'Default definition of a context.'
    ),
    'throng_context_create': (
        'Creates a context. `def` NULL stands for the default definition.\n'
        "If the call fails, *context is NULL and the def's logger receives the message, but if the def was not\n"
        'initialised: then its logger is not trusted. With AUTO, a missing or failing OpenCL is logged once and\n'
        'the CPU takes over.\n'
        'Errors: INVALID_ARGUMENT (def not initialised, half an allocator, unknown backend, instruction set or\n'
        'environment value, no device of that name, threads out of range), UNSUPPORTED (instruction set not\n'
        'available), OUT_OF_MEMORY; and if OpenCL was requested by name: NO_DEVICE, INEXACT_DEVICE, BUILD_FAILED,\n'
        'OPENCL, UNSUPPORTED (built without OpenCL).'
    ),
    'throng_context_destroy': (
        'Destroys a context. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a context or if objects made on it are left.'
    ),
    'throng_context_message': (
        'Message of the last call that failed: the parameter, its value, and what is allowed.\n'
        'Returns "" before the first failure and for NULL, never NULL. Valid until the next failure.'
    ),
    'throng_context_opencl_error': (
        "OpenCL's own error code of the last call that failed in OpenCL. 0: none."
    ),
    'throng_context_wait': (
        'Waits until all enqueued work is done. Does nothing if no device is open.\n'
        'Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).'
    ),
    'throng_context_get_info': (
        'Describes what the context runs on.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_devices': (
        'Lists the OpenCL devices. Writes the first `capacity` of them to `devices` and the number of all to\n'
        '*count, which is 0 without OpenCL.\n'
        '`devices` may be NULL if `capacity` is 0. Of `def` only the allocator, the hooks and the cache are used;\n'
        'it may be NULL. Builds a small kernel on each device that is listed.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.'
    ),
    'throng_crowd_default_def': (
        'Default definition of a crowd.'
    ),
    'throng_agent_default_def': (
        'Default definition of an agent.'
    ),
    'throng_crowd_create': (
        'Creates an empty crowd. It lives on one backend from then on.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, BUILD_FAILED, OPENCL; UNSUPPORTED if the device flushes subnormal\n'
        'numbers to zero.'
    ),
    'throng_crowd_explain': (
        'Reports which backend throng_crowd_create() would choose for this def at full capacity, and why.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_crowd_destroy': (
        'Destroys a crowd. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a crowd or is still used by a readback.'
    ),
    'throng_crowd_reserve': (
        'Raises the most agents of the crowd to at least `capacity`; never lowers it.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_crowd_add': (
        'Adds agents: all of them, or none if one is rejected.\n'
        '`agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.\n'
        'Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and\n'
        'its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,\n'
        'LOST, OPENCL.'
    ),
    'throng_crowd_remove': (
        'Removes agents: all of them, or none if one is rejected.\n'
        'Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.'
    ),
    'throng_crowd_list': (
        'Lists the handles of all agents in ascending index: the first `capacity` of them.\n'
        '*count receives the number of all. `agents` may be NULL if `capacity` is 0.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_crowd_find': (
        'Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.'
    ),
    'throng_crowd_set': (
        'Sets a value of agents: of all of them, or of none if one is rejected.\n'
        '`agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number.\n'
        '`agent_stride` is that of `agents`, `stride` that of `data`. Positions, velocities and goals of 2,048\n'
        'agents or more go to a device in one piece; for these the first call allocates as\n'
        'throng_crowd_set_motions() does.\n'
        'Errors: INVALID_ARGUMENT (an agent that occurs twice; the message has the agent and the value), LOST,\n'
        'OPENCL; for many agents on a device OUT_OF_MEMORY.'
    ),
    'throng_crowd_get': (
        'Copies a value of agents. `agents` NULL: as for throng_crowd_set().\n'
        'Waits for work that the values depend on.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_crowd_inspect': (
        'Reports whom an agent would perceive and avoid in a step of dt from now, and its half-planes (2-8). For\n'
        'debugging: it works on a copy of all agents. No agent changes, but the crowd prepares for a step: it ranks\n'
        'ids and updates the outlines of terrain, so a snapshot may need more bytes afterwards.\n'
        'Errors: INVALID_ARGUMENT, CAPACITY (as throng_crowd_step()), OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_crowd_add_obstacle': (
        'Adds an obstacle: a polygon, or a wall with two sides if it has two vertices.\n'
        'A polygon is solid inside if the sum of x_i * y_(i+1) - x_(i+1) * y_i is above 0, else outside. Agents\n'
        'keep off the edges within h * max_speed + radius on whose outer side they are, where h is the larger of\n'
        'time_horizon_obst and dt, and never leave their half-planes to avoid other agents. Of more than 32 edges\n'
        'the half-planes that restrict most count, one for each of 32 sectors of directions. Finally the body is\n'
        'swept along its step against all edges: it slides along what it meets and never enters it. An agent inside\n'
        'of something solid, off the terrain, or with its body in a wall leaves: straight to the nearest place that\n'
        'is free for its body and that it reaches without crossing an edge from outside, or to one that is free for\n'
        'its centre if there is none for its body. Until it is there it ignores edges except that its centre\n'
        'crosses none, and has THRONG_FLAG_INSIDE_WALL. Where polygons overlap or touch, the nearest edge, and of\n'
        'equally near ones one seen from outside, decides who is inside. Edges shorter than 1e-6 are left out,\n'
        'edges that lead straight on are joined. `handle` may be NULL. Changes take effect in the next step.\n'
        'Errors: INVALID_ARGUMENT (fewer than two different vertices; a coordinate out of range: the message has\n'
        'it), CAPACITY, OUT_OF_MEMORY, LOST.'
    ),
    'throng_crowd_add_obstacle_double': (
        'Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.'
    ),
    'throng_crowd_remove_obstacle': (
        'Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.'
    ),
    'throng_crowd_step': (
        'Advances all agents by one step of dt seconds. Range of dt: 1e-6 to 1e6.\n'
        'On a device the work is enqueued and not awaited. A step allocates nothing, except the first one\n'
        '- after agents were added, if ids are 2^31 - 1 or more apart,\n'
        '- after obstacles were added or terrain changed,\n'
        '- on a device, with obstacles, with moving ones, with agents that differ in layer, mask, priority or\n'
        '  responsibility or are locked, and with radii that differ: it builds kernels for these.\n'
        'If the step fails, no agent has moved, and it may be repeated. The flow may be updated; if the device\n'
        'failed, also outlines of terrain and ranks of ids, as by throng_crowd_inspect().\n'
        'Errors: INVALID_ARGUMENT, CAPACITY (obstacles and the outlines of terrain have more than THRONG_MAX_WALLS\n'
        'edges; the next step after the terrain or the obstacles changed may succeed), LOST, OPENCL, BUILD_FAILED,\n'
        'OUT_OF_MEMORY; and those of throng_flow_update() if the crowd has a flow.'
    ),
    'throng_crowd_hash': (
        "Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.\n"
        "It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is\n"
        '1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived\n'
        'agents, flags and congestion.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_crowd_get_info': (
        'Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.'
    ),
    'throng_crowd_reset': (
        'Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a\n'
        'lost crowd back.\n'
        'Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.'
    ),
    'throng_crowd_set_motions': (
        'Sets the motions of agents: of all of them, or of none if one is rejected.\n'
        '`agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number. Both lists\n'
        'are packed.\n'
        'A motion continues the walk, it does not place the agent anew: its flags stay, the present order of agents\n'
        "is kept, and the next step looks for walls as far as the agent's reach, as after a step. Only an agent\n"
        'that was carried farther than its radius, or twice since its last step, or is locked is looked after as if\n'
        'THRONG_AGENT_POSITION had been set. What the position has beyond a float is kept and carried to later\n'
        'steps, as what rounding takes from the way. Setting the motions that were read moves nobody; the float of\n'
        'a position is the nearest one then, which a step need not have left, so that crowds whose motions were set\n'
        'alike go on alike.\n'
        'With senses and THRONG_HEADING_VELOCITY a velocity other than 0 turns the heading in the next step. Costs\n'
        'least if the agents are NULL or in ascending index. On a device the motions are packed and uploaded in one\n'
        'piece; the first call allocates 36 bytes of host memory for each agent that the crowd has capacity for,\n'
        'and so does the first one after throng_crowd_reserve().\n'
        'Errors: INVALID_ARGUMENT (an agent that was removed or occurs twice, or a number out of range; the message\n'
        'has the index, the member and its value), OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_crowd_get_motions': (
        'Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.\n'
        'Waits for work that they depend on.\n'
        'Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.'
    ),
    'throng_crowd_add_moving_obstacle': (
        'Adds a polygon that the host moves: a vehicle, a gate that closes. Vertices are relative to its place;\n'
        'which side is solid, and what two vertices are, is as for throng_crowd_add_obstacle().\n'
        'Agents avoid the convex hull of it within h * (max_speed + its speed) + radius, where h is the larger of\n'
        'time_horizon_obst and dt, by a half-plane of the velocities relative to it, all of which they take on\n'
        'themselves. Of more than 8 obstacles those count whose half-planes the velocity violates most. Unlike\n'
        'those of walls these half-planes may be violated. Then the body is swept along its way relative to the\n'
        'obstacle: it slides along its edges, and what moves faster pushes it along, also beyond max_speed. Of\n'
        'several each pushes in turn, in the order of their indices. Walls have the last word: who is pressed\n'
        'against one may get into the obstacle. An agent that the obstacle has inside, or its body, has\n'
        "THRONG_FLAG_INSIDE_WALL and leaves by the shortest way, at max_speed and the obstacle's speed at most,\n"
        'relative to it. Locked agents and guests are left alone.\n'
        "Each agent tests each moving obstacle's box. `handle` may be NULL. The first one takes 0.25 MB of memory,\n"
        'and on a device the next step takes 0.17 MB there and builds a kernel; nothing is allocated after that.\n'
        'Errors: INVALID_ARGUMENT (fewer than two different vertices; a number out of range: the message has it),\n'
        'CAPACITY, OUT_OF_MEMORY, LOST.'
    ),
    'throng_crowd_move_obstacles': (
        'Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion\n'
        'counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.\n'
        'Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.'
    ),
    'throng_crowd_remove_moving_obstacle': (
        'Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.'
    ),
    'throng_crowd_find_nearest': (
        'Finds, for each of `count` queries, the agents that are nearest to its point: at most `capacity`.\n'
        'Hits are in ascending distance; of equally near agents the one with the lower id comes first. Those of\n'
        'query i begin at hits[i * capacity], and found[i] receives their number. `stride` is that of `queries`;\n'
        '`hits` and `found` are packed. Distances are of positions as they are now, also of agents that were added,\n'
        'removed or placed since the last step. The first call after agents moved builds a tree over all of them,\n'
        'so it costs least to ask all queries of a frame in one call. Waits for the answers.\n'
        'The first call allocates about 20 bytes for each agent that the crowd has capacity for; so does the first\n'
        'one after throng_crowd_reserve().\n'
        'Errors: INVALID_ARGUMENT (if a query is out of range, the message has its index), OUT_OF_MEMORY, LOST,\n'
        'OPENCL; on a device, which builds kernels in the first call, BUILD_FAILED.'
    ),
    'throng_crowd_find_within': (
        'Finds, for each of `count` queries, all agents within its radius.\n'
        'found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are\n'
        'in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().\n'
        'Errors: as throng_crowd_find_nearest().'
    ),
    'throng_crowd_get_events': (
        'Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in\n'
        "the order of ids, those of one agent in the order of their kinds' numbers.\n"
        '`kinds` is the sum of the flags that are asked for; *count receives the number of all such events.\n'
        '`events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and\n'
        'there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the\n'
        'step. The call reads one byte for each agent, and costs what events there are besides.\n'
        'The memory of the list grows with the most agents that have events at once.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_crowd_room_default_def': (
        'Default room: none.'
    ),
    'throng_crowd_reserve_room': (
        "Reserves memory ahead, for a level's load.\n"
        "The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls\n"
        'allocate nothing from then on, until there is more than the room says. If the call fails, what it\n'
        'reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is\n'
        "destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are\n"
        'created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with\n'
        'what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.'
    ),
    'throng_crowd_snapshot_bytes': (
        'Gets the number of bytes that a snapshot of the crowd needs now.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_crowd_save': (
        'Copies everything that further steps depend on to `snapshot`: agents, obstacles and the number of steps.\n'
        'Terrain and flow are not included. `bytes` is the size of `snapshot`, which needs no alignment.\n'
        'Errors: INVALID_ARGUMENT (too few bytes), LOST, OPENCL.'
    ),
    'throng_crowd_restore': (
        'Restores the state of a snapshot; brings a lost crowd back.\n'
        'Handles of that time are valid again, and saving the crowd gives the same snapshot, if it is on the same\n'
        'terrain and its flow has as many fields. The snapshot may be of another crowd, on any backend of any\n'
        'machine of the same byte order. Its def must have had the same max_neighbors, perception, congestion,\n'
        'symmetry, neighbors, settle, heading, integration, origin and seed, and, if and only if this one has a\n'
        'flow, a flow of at most as many fields.\n'
        'If it was on terrain, this one must be on terrain.\n'
        'The snapshot may come from a stranger: whatever no crowd can be is refused, and the crowd stays as it was.\n'
        'Errors: INVALID_ARGUMENT (not a snapshot, damaged, forged, or of a crowd with another def), CAPACITY\n'
        '(fewer than the most agents that the saved crowd ever had at once), OUT_OF_MEMORY and OPENCL (the crowd\n'
        'may then be lost).'
    ),
    'throng_crowd_get_states': (
        'Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must\n'
        'be their number. Both lists are packed.\n'
        'Waits for work that they depend on.\n'
        'Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.'
    ),
    'throng_crowd_add_states': (
        'Adds agents by their states: all of them, or none if one is rejected.\n'
        'They keep their ids, and go on with the same bits as where they came from, as far as neighbours, walls,\n'
        'moving obstacles with their indices, flow and the number of steps are the same; see\n'
        'throng_crowd_set_steps(). Values, navigation and target are those of the state; a flow field is a field of\n'
        "the present crowd's flow. `agents` receives their handles, which are new; it may be NULL. Both lists are\n"
        'packed. The crowd that a state is of must have had the same\n'
        'max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,\n'
        'and a flow if and only if this one has one. Walls may be others: the next step looks whether the agents\n'
        'are in one. Where solid polygons overlap it may find somebody in one who was not found there before.\n'
        'A state may come from a stranger: what no agent can be is refused.\n'
        'Errors: INVALID_ARGUMENT (not a state, damaged, forged, of a crowd with another def, or with an id in use;\n'
        'the message has its index), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_crowd_set_steps': (
        'Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the\n'
        'hash has it. Agents stay as they are.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_operation_name': (
        'Name of an operation in files of costs: "read", "influence", "paths", "adjacent", "flow", "potential",\n'
        '"choquet", "crowd", "perception". NULL for any other number.'
    ),
    'throng_calibrate_default_def': (
        'Default definition of a calibration: all operations, 60 seconds.'
    ),
    'throng_calibrate': (
        'Measures the cost of frames on both backends, with objects of its own.\n'
        'The time is shared by the operations. Some sizes are run first, on the CPU and on the device in turns, and\n'
        'repeated after others; then those where a selection could lose by what is not known yet, once or several\n'
        'times. A cost is the least repeat. It ends early when selections can lose next to nothing. Existing\n'
        'objects stay where they are. `report` may be NULL. Call it while the machine does nothing else.\n'
        'Errors: INVALID_ARGUMENT (also if THRONG_COSTS names a file), NO_DEVICE (no device is open, so there is\n'
        'nothing to select), OUT_OF_MEMORY, and those of the device. What was kept before a failure stays.'
    ),
    'throng_flow_default_def': (
        'Default definition of a flow; `terrain` is to be set.'
    ),
    'throng_flow_create': (
        'Creates a flow whose fields have no goals. It lives on one backend from then on.\n'
        'On SQUARE8 a field takes about 5 bytes per cell on large maps, more on small worlds.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (`backend` is OPENCL and the context has no device\n'
        'open), BUILD_FAILED, OPENCL.'
    ),
    'throng_flow_explain': (
        'Reports which backend throng_flow_create() would choose for this def, and why.\n'
        'Errors: INVALID_ARGUMENT, NO_DEVICE.'
    ),
    'throng_flow_destroy': (
        'Destroys a flow. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a flow or is still used by a tracer, a crowd or a readback.'
    ),
    'throng_flow_set_goals': (
        'Replaces the goals of a field by these cells. `count` 0: none.\n'
        'A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal\n'
        'until an update finds it free.\n'
        'Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a\n'
        'device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.'
    ),
    'throng_flow_set_costs': (
        "Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.\n"
        "A step is as long as its length times the mean of the costs of its two cells, so a path's length is the\n"
        'time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with\n'
        'which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.\n'
        'Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY\n'
        "(the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then."
    ),
    'throng_flow_field_for': (
        'Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and\n'
        'sampling take.\n'
        '`field` is 0 to fields-1, `radius` 0 to 1e9.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_flow_update': (
        'Updates the fields whose goals were set since the last update, or all fields if the terrain or costs\n'
        'changed.\n'
        'Does nothing if none did. On a device the work is enqueued and not awaited; a call that reads a field\n'
        'waits for it, and may have to enqueue the rest of it. So does the next update, if the flow has clearances,\n'
        'costs or ways to reached cells, or if walls had changed before the last one. Allocates nothing, with one\n'
        'exception: when a path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in\n'
        'size; with costs or clearances 9,000 cells, each counted as often as it costs.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY, on a device BUILD_FAILED as well, if the keys\n'
        'cannot double. Fields that are not up to date then lead nowhere until an update succeeds; on a device they\n'
        'cannot be read, and the next update computes all fields anew.'
    ),
    'throng_flow_read_lengths': (
        'Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.\n'
        '`field` is 0 to fields * classes - 1; see throng_flow_field_for().\n'
        'A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With\n'
        'costs a and b are halves of whole numbers.\n'
        '`row_stride` must be a multiple of 4.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,\n'
        'OUT_OF_MEMORY and BUILD_FAILED.'
    ),
    'throng_flow_read_directions': (
        'Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.\n'
        'A direction is the first step of a shortest path, of several the one with the lowest number. Following\n'
        "directions from cell to cell leads to a goal on a path of the cell's length.\n"
        'Errors: as throng_flow_read_lengths().'
    ),
    'throng_flow_sample': (
        'Samples the flow at many points as of the last update.\n'
        'A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the\n'
        'points, `stride` is theirs, and `ways` receives `count` results, packed.\n'
        'Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have\n'
        'to double, OUT_OF_MEMORY and BUILD_FAILED.'
    ),
    'throng_flow_reset': (
        'Removes all goals, so that the fields lead nowhere; brings a lost flow back.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.'
    ),
    'throng_flow_get_info': (
        'Gets facts about a flow. Waits for the last update if the context profiles.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_influence_default_def': (
        'Default definition of a map; `width` and `height` are to be set.'
    ),
    'throng_influence_default_object': (
        'Default object: at the origin of world 0, at rest, influence 1, linear decay 1/16, max_distance 16,\n'
        'alpha 0, offset 0.'
    ),
    'throng_influence_create': (
        'Creates a map whose layers have no objects and whose values are 0.\n'
        'It lives on one backend from then on. With an automatic choice, a device that fails is replaced by the\n'
        'CPU.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.'
    ),
    'throng_influence_explain': (
        'Reports which backend throng_influence_create() would choose for this def at full capacity, and why.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_influence_destroy': (
        'Destroys a map. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a map or is still used by a readback.'
    ),
    'throng_influence_set_objects': (
        'Replaces objects first to first+count-1 of a layer, and adds those past its end.\n'
        '`first` must not exceed the present count.\n'
        'Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,\n'
        'OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).'
    ),
    'throng_influence_move_objects': (
        'Changes position and direction of existing objects; cheaper than setting them.\n'
        '`positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_influence_truncate_objects': (
        'Removes objects from the end of a layer, so that `count` are left.\n'
        '`count` must not exceed the present count.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_influence_object_count': (
        'Number of objects of a layer. Returns 0 if the map or the layer does not exist.'
    ),
    'throng_influence_set_momentum': (
        "Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.\n"
        'Range: 0 <= m < 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates\n'
        'memory for its sums.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_influence_update': (
        'Brings all layers up to date with their objects and the terrain.\n'
        'The cost follows what changed: cells near objects that changed since the last update, before or after, are\n'
        'summed again, and others stay as they are. After a failure the next call resumes with the layer that\n'
        'failed. Work on a device is enqueued and not awaited.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_influence_update_layer': (
        'Brings one layer up to date, as throng_influence_update() does.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_influence_combine': (
        'Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.\n'
        'It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below\n'
        '1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_influence_read': (
        'Copies the values of a region, row by row. `region` NULL: the whole map.\n'
        'Waits for work that the values depend on.\n'
        'Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,\n'
        'OPENCL.'
    ),
    'throng_influence_best': (
        'Finds the cell with the largest value of a region. `region` NULL: the whole map.\n'
        'Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do\n'
        'not count; if all are blocked, column and row are -1. Waits for work that the values depend on.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first\n'
        'one, OUT_OF_MEMORY and BUILD_FAILED.'
    ),
    'throng_influence_worst': (
        'Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.\n'
        'Errors: as throng_influence_best().'
    ),
    'throng_influence_best_of_regions': (
        'Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.\n'
        '`stride` is that of `regions`; `results` is packed.\n'
        'Errors: as throng_influence_best(); if a region is off the map, the message has its index.'
    ),
    'throng_influence_best_of_neighbors': (
        'Finds, for each of `count` cells, the extreme cell among those that one step leads to.\n'
        "These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If\n"
        '`own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour\n'
        'counts. `stride` is that of `cells`; `results` is packed.\n'
        'Errors: as throng_influence_best(); if a cell is off the map, the message has its index.'
    ),
    'throng_influence_sample': (
        'Samples value and gradient at `count` points.\n'
        'Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of\n'
        "three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so\n"
        'that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is\n'
        'that of `points`; `samples` is packed. Waits for work that the values depend on.\n'
        'Errors: as throng_influence_best(); if a point is out of range, the message has its index.'
    ),
    'throng_influence_reset': (
        'Removes all objects, values and the combination, as after creation; brings a lost map back.\n'
        'The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.'
    ),
    'throng_influence_get_info': (
        'Gets facts about a map. Waits for the last update if the context profiles.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_influence_update_some': (
        'Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.\n'
        'If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one\n'
        'small step and stops after the first one that ends beyond the budget; 0: it does one step. How many\n'
        'calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the\n'
        'budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that\n'
        'reads waits for the parts that were enqueued before it. The first call allocates memory: see\n'
        'throng_influence_reserve(). Range: 0 to 1e9.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_influence_update_part': (
        'Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.\n'
        'The update is whole with call number `parts`, never before, on every machine and backend: games in\n'
        'lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the\n'
        'update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to\n'
        '1e6.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_influence_reserve': (
        'Allocates at load time what calls allocate otherwise when they first need it.\n'
        'A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or\n'
        'will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no\n'
        'more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum\n'
        'of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its\n'
        'device failed. Where memory moves that an update under way reads, what is left of it is computed first.\n'
        "Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,\n"
        'OPENCL, BUILD_FAILED.'
    ),
    'throng_measure_default_def': (
        'Default definition of a measure; `types` and the weights are to be set.'
    ),
    'throng_measure_create': (
        'Creates a measure. It lives on one backend from then on.\n'
        'Its 2^n values are computed in double precision, type by type in ascending order, and rounded once. They\n'
        'must be within 1e9, before and after normalization. A measure that is not monotone or has a negative value\n'
        'is rejected unless the def accepts it; the message has the two sets and their values.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.'
    ),
    'throng_measure_explain': (
        'Reports which backend throng_measure_create() would choose for this def, and why.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_measure_destroy': (
        'Destroys a measure. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a measure or is still used by a potential field.'
    ),
    'throng_measure_value': (
        'Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_measure_choquet': (
        'Computes the Choquet integral (10, 11) of each of `count` rows of n values f:\n'
        '  sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,\n'
        'added in this order from +0.\n'
        '\n'
        'Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f\n'
        'plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;\n'
        "`results` is packed. The context's threads share the rows; nothing is allocated.\n"
        'Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.'
    ),
    'throng_measure_get_info': (
        'Gets facts about a measure.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_potential_default_def': (
        'Default definition of a potential field.'
    ),
    'throng_potential_default_source': (
        'Default source: at the origin of world 0, eta 1, range 4, power 1, type 0.'
    ),
    'throng_potential_create': (
        'Creates a field without sources, goals and points. It lives on one backend from then on.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED; UNSUPPORTED if the device flushes subnormal\n'
        'numbers and the context does not accept inexact results.'
    ),
    'throng_potential_explain': (
        'Reports which backend throng_potential_create() would choose for this def at full capacity, and why.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_potential_destroy': (
        'Destroys a field. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a field or is still used by a tracer or a readback.'
    ),
    'throng_potential_set_sources': (
        'Replaces sources first to first+count-1, and adds those past the end.\n'
        '`first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a\n'
        'device in one piece; the memory for it is allocated the first time.\n'
        'Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,\n'
        'OPENCL.'
    ),
    'throng_potential_set_goals': (
        'Replaces goals first to first+count-1, and adds those past the end.\n'
        'Errors: as throng_potential_set_sources().'
    ),
    'throng_potential_set_points': (
        'Replaces points first to first+count-1, and adds those past the end.\n'
        "Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in\n"
        'another world.'
    ),
    'throng_potential_move_sources': (
        'Changes the positions of existing sources. `positions` holds pairs (x, y).\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_move_points': (
        'Changes the positions of existing points. `positions` holds pairs (x, y).\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_truncate_sources': (
        'Removes sources from the end, so that `count` are left. `count` must not exceed the present count.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_truncate_goals': (
        'Removes goals from the end, so that `count` are left. `count` must not exceed the present count.\n'
        'A point whose goal was removed is attracted by none until there is a goal with that index again.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_truncate_points': (
        'Removes points from the end, so that `count` are left. `count` must not exceed the present count.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_update': (
        'Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.\n'
        'Work on a device is enqueued and not awaited.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_read': (
        'Copies the results of the last update for points first to first+count-1.\n'
        'Points that were added since then get zeros. Waits for work that the results depend on.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_potential_reset': (
        'Removes all sources, goals and points; brings a lost field back.\n'
        'If the call fails, the field is lost and the call may be repeated.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.'
    ),
    'throng_potential_get_info': (
        'Gets facts about a field. Waits for the last update if the context profiles.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_readback_default_def': (
        'Default definition of a readback; `capacity` and the object are to be set.'
    ),
    'throng_readback_create': (
        'Creates a readback on the backend of its object. Destroy it before the object.\n'
        "It takes `slots` times `capacity` entries of memory, which a device's driver may pin. On a device one of\n"
        'motions, or of 16,384 agents or more, also allocates as throng_crowd_set_motions() does.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the crowd).'
    ),
    'throng_readback_destroy': (
        'Destroys a readback, and with it what was read. NULL does nothing.\n'
        'Waits for reads that are under way. Errors: INVALID_ARGUMENT if it is not a readback.'
    ),
    'throng_readback_begin_agents': (
        'Begins to read agents. `agents` NULL: all of them, in the order of throng_crowd_list(); `count` must be\n'
        'their number. `agents` is packed. *read receives the read; `read` may be NULL.\n'
        'Does not wait. On a device, where agents are named, or were added or removed since the last step, their\n'
        'indices are uploaded first; that waits until the upload of those of the read before has ended.\n'
        'Errors: INVALID_ARGUMENT (another kind of readback; as throng_crowd_get()), CAPACITY (no slot is free:\n'
        "fetch or release a read, and begin again; or more entries than the def's capacity), LOST, OPENCL; after\n"
        'throng_crowd_reserve() for motions on a device OUT_OF_MEMORY.'
    ),
    'throng_readback_begin_region': (
        'Begins to read the values of a region, row by row. `region` NULL: all cells.\n'
        'Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to\n'
        'have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().\n'
        'Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and\n'
        'throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows\n'
        'OUT_OF_MEMORY and BUILD_FAILED.'
    ),
    'throng_readback_begin_range': (
        'Begins to read forces at points, or results of paths, first to first+count-1.\n'
        'Does not wait. `read`: as for throng_readback_begin_agents().\n'
        'Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),\n'
        'CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.'
    ),
    'throng_readback_ready': (
        'Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.\n'
        'Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device\n'
        'failed), OPENCL.'
    ),
    'throng_readback_get_read': (
        'Gets a read by its number, as it began.\n'
        'Errors: INVALID_ARGUMENT (no such read), LOST.'
    ),
    'throng_readback_fetch': (
        'Copies the values of a read, and frees its slot. Waits until it has ended.\n'
        '`stride` is from entry to entry; of regions it is from row to row.\n'
        'Errors: INVALID_ARGUMENT (no such read, a stride that is too small), LOST, OPENCL; then the slot stays.'
    ),
    'throng_readback_map': (
        'Gets the values of a read where they are, packed, without a copy. Waits until it has ended.\n'
        '*values is valid until the read is fetched or released, or the readback reset or destroyed.\n'
        'Errors: INVALID_ARGUMENT (no such read), LOST, OPENCL.'
    ),
    'throng_readback_release': (
        'Frees the slot of a read. Does not wait, even if the read is still under way.\n'
        'Errors: INVALID_ARGUMENT (no such read), LOST.'
    ),
    'throng_readback_latest': (
        'Finds the latest read that has ended, and releases all reads before it except those that are mapped.\n'
        'read->number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.\n'
        'Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.'
    ),
    'throng_readback_reset': (
        'Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.\n'
        'If the call fails, the readback is lost and the call may be repeated.\n'
        'Errors: INVALID_ARGUMENT, OPENCL.'
    ),
    'throng_readback_get_info': (
        'Gets facts about a readback. Errors: INVALID_ARGUMENT.'
    ),
    'throng_route_default_def': (
        'Default definition of a searcher; `terrain` is to be set.'
    ),
    'throng_route_create': (
        'Creates a searcher without costs.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.'
    ),
    'throng_route_destroy': (
        'Destroys a searcher. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a searcher.'
    ),
    'throng_route_set_costs': (
        "Sets the costs of a region's cells, row by row. `region` NULL: all cells.\n"
        'Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4\n'
        'bytes per cell.\n'
        'Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.'
    ),
    'throng_route_set_weight': (
        'Sets the weight of costs. Range: 0 to 1e9. Default: 1.\n'
        'With 0 the search ignores costs, and results still report them.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_route_find': (
        'Finds an optimal route for each pair of cells and keeps the cells of all routes.\n'
        'They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell\n'
        'is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself\n'
        "the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads\n"
        'share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third\n'
        'time allocates nothing.\n'
        'Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the\n'
        'last search then stay as they were.'
    ),
    'throng_route_read': (
        'Copies the cells of routes first to first+count-1 of the last search, one route after the other, each\n'
        'from its start to its goal.\n'
        '`capacity` is the number of cells that fit into `cells`.\n'
        'Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of\n'
        'cells).'
    ),
    'throng_terrain_default_def': (
        'Default definition of a terrain; `width` and `height` are to be set.'
    ),
    'throng_terrain_create': (
        'Creates a terrain whose cells are all free. It takes a bit per cell.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.'
    ),
    'throng_terrain_destroy': (
        'Destroys a terrain. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a terrain or is still used by another object.'
    ),
    'throng_terrain_set': (
        'Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.\n'
        '`region` NULL: all cells of all worlds. `row_stride` is in bytes.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_terrain_fill': (
        'Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_terrain_read': (
        'Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_terrain_distances': (
        'Computes the lengths of the shortest paths between pairs of cells.\n'
        'A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free\n'
        'cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a\n'
        "search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs\n"
        'an even height.\n'
        'Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.'
    ),
    'throng_trace_status_name': (
        'Name of a status: "reached", "stuck", "step-limit", "outside", "unreachable" or "invalid".\n'
        'Returns NULL for any other number.'
    ),
    'throng_trace_default_def': (
        'Default definition of a tracer; `field` is to be set.'
    ),
    'throng_trace_create': (
        "Creates a tracer without starts, on the field's backend. Destroy it before its field and its flow.\n"
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.'
    ),
    'throng_trace_destroy': (
        'Destroys a tracer. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a tracer or is still used by a readback.'
    ),
    'throng_trace_set_starts': (
        'Replaces starts first to first+count-1, and adds those past the end.\n'
        '`first` must not exceed the present count.\n'
        'Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,\n'
        'OPENCL.'
    ),
    'throng_trace_truncate_starts': (
        'Removes starts from the end, so that `count` are left. `count` must not exceed the present count.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_trace_update': (
        'Updates the flow and traces all paths through the field as it was set last.\n'
        "throng_potential_update() is not needed. The context's threads share the paths. Work on a device is\n"
        'enqueued and not awaited, except for an update of the flow.\n'
        "Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update\n"
        'OUT_OF_MEMORY.'
    ),
    'throng_trace_read': (
        'Copies the results of the last update for paths first to first+count-1.\n'
        'Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results\n'
        'depend on.\n'
        'Errors: INVALID_ARGUMENT, LOST, OPENCL.'
    ),
    'throng_trace_read_points': (
        'Copies points first to first+count-1 of each of the paths path to path+paths-1 of the last update.\n'
        "Point 0 is the start. Points after a path's last one are undefined. Starts that were added since then get\n"
        'zeros. `stride` is in bytes from path to path.\n'
        'Errors: INVALID_ARGUMENT (no such paths or points; points are not kept), LOST, OPENCL.'
    ),
    'throng_trace_reset': (
        'Removes all starts; brings a lost tracer back.\n'
        'If the call fails, the tracer is lost and the call may be repeated.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.'
    ),
    'throng_trace_get_info': (
        'Gets facts about a tracer. Waits for the last update if the context profiles.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_default_def': (
        'Default definition of a world.'
    ),
    'throng_world_create': (
        'Creates a world with a part for each of `count` contexts of this process, 1 or more; a context may occur\n'
        'more than once. Contexts cannot be destroyed before the world. `def` NULL stands for the default\n'
        'definition. All processes run the same version of throng, on machines of the same byte order. What leaves\n'
        'the call nobody to talk with is found by the process alone, and others may wait for it: no context, NULL\n'
        'for `world`, a transport that lacks a function.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the transport failed).'
    ),
    'throng_world_destroy': (
        'Destroys a world. Local, but no process should leave while others still call. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a world or if crowds, maps or fields of it are left.'
    ),
    'throng_world_get_info': (
        'Gets facts about a world. Local. Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_crowd_default_def': (
        'Default definition of a crowd of a world; `parts` is to be set.'
    ),
    'throng_world_crowd_create': (
        'Creates an empty crowd.\n'
        'Errors: those of throng_crowd_create(), INVALID_ARGUMENT (definitions that differ, also between\n'
        'processes), LOST.'
    ),
    'throng_world_crowd_destroy': (
        'Destroys a crowd. Local, but no process should leave while others still call. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a crowd of a world, or if a crowd of a part is still used by a\n'
        'readback.'
    ),
    'throng_world_crowd_add': (
        'Adds agents, of any process anywhere: those of all processes, or none if one is rejected. They go to the\n'
        'parts where they are. THRONG_NEXT_ID is the number of agents ever added; of one call those of process 0\n'
        'come first. Each process sees the ids of all new agents, so add very many in several calls.\n'
        'Errors: those of throng_crowd_add().'
    ),
    'throng_world_crowd_add_states': (
        'Adds agents by states, of crowds with the same definition. Otherwise as throng_world_crowd_add().\n'
        'Errors: those of throng_crowd_add_states().'
    ),
    'throng_world_crowd_remove': (
        'Removes agents by their ids, wherever they are: those that all processes name, or none if one is rejected.\n'
        'Errors: INVALID_ARGUMENT (no agent has the id, or it occurs twice), LOST.'
    ),
    'throng_world_crowd_find': (
        'Finds agents by their ids: parts[i] receives the number of the part that has ids[i]; -1: no agent has it.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST.'
    ),
    'throng_world_crowd_set': (
        'Sets a value of agents by their ids, as throng_crowd_set(): of all that processes name, or of none if one\n'
        'is rejected. All processes name the same value. `ids` are packed, `stride` is that of `data`.\n'
        'Errors: those of throng_crowd_set() (an id that no agent has, or that occurs twice; of a value that is\n'
        'rejected the message has the place among those for the agents of one part).'
    ),
    'throng_world_crowd_set_motions': (
        'Sets motions of agents by their ids, as throng_crowd_set_motions(): of guests before each step, say. Both\n'
        'lists are packed. Errors: as throng_world_crowd_set().'
    ),
    'throng_world_crowd_get_own': (
        'Gets the ids and motions of the agents that a part of this process has: the first `capacity` of them.\n'
        'Local. `part` counts the parts of this process. *count receives the number of all. `ids` and `motions` may\n'
        'be NULL.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_world_crowd_get_part': (
        'Gets the crowd of a part of this process, to read of it, to find agents, and to add obstacles that only\n'
        'this part can reach, with no wall that is longer than the longest of each other part. Local. It has the\n'
        "part's own agents, and ghosts, whose values are those of before the last step. Agents must not be added,\n"
        'removed or set there, nor may it step.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_crowd_add_obstacle': (
        'Adds an obstacle to all parts, as throng_crowd_add_obstacle_double(). All processes name the same\n'
        'vertices. `handle` may be NULL.\n'
        'Errors: those of throng_crowd_add_obstacle_double().'
    ),
    'throng_world_crowd_remove_obstacle': (
        'Removes an obstacle that throng_world_crowd_add_obstacle() added. Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_world_crowd_step': (
        'Advances all agents by one step of dt seconds, the same on all processes. All parts work at the same\n'
        'time, see the top of world.h. Memory is allocated where more agents come to a part than ever before.\n'
        'Errors: INVALID_ARGUMENT (also if dt differs), and those of throng_crowd_step(), after which the crowd may\n'
        'be lost.'
    ),
    'throng_world_crowd_hash': (
        'Computes the hash that throng_crowd_hash() gives for one crowd with the same agents.\n'
        'Errors: LOST, OPENCL.'
    ),
    'throng_world_crowd_balance': (
        'Cuts the crowd anew in the next step, by what each part has cost so far.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_world_crowd_save': (
        'Writes the crowd to a file, agents in the order of ids: a snapshot that throng_crowd_restore() takes, too,\n'
        'if one crowd can have so many agents. Obstacles are those of part 0. All processes name the same path,\n'
        'which must be the same file for all of them. It is written beside its place, as `path` with ".part" behind\n'
        'it, and then put there, so that a failure keeps what was there before.\n'
        'Errors: INVALID_ARGUMENT (the file cannot be written: the message says why), OUT_OF_MEMORY, LOST, OPENCL.'
    ),
    'throng_world_crowd_restore': (
        'Restores the crowd from a file that throng_world_crowd_save() has written by any number of processes and\n'
        'parts, or that has the bytes of throng_crowd_save(); brings a lost crowd back, but for one whose flow is\n'
        'lost, see throng_world_flow_update(). Its def must have been as throng_crowd_restore() has it. The file\n'
        'may come from a stranger: what no crowd can be is refused, and the crowd stays as it was. All parts get\n'
        "its obstacles. Parts whose terrain is not part 0's look again at who is in a wall, in the next step: where\n"
        'solids overlap, bits may then differ from those of the crowd that was saved.\n'
        'Errors: INVALID_ARGUMENT (the file cannot be read; and as throng_crowd_restore()), CAPACITY, OUT_OF_MEMORY\n'
        'and OPENCL (the crowd may then be lost), LOST (the transport failed).'
    ),
    'throng_world_crowd_get_info': (
        'Gets facts about a crowd of a world. Local. Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_flow_default_def': (
        'Default definition of a flow of a world; `width` and `height` are to be set.'
    ),
    'throng_world_flow_create': (
        'Creates a flow whose cells are all free, of cost 1, and whose fields have no goals. Tiles are made as\n'
        'throng_world_def.cut has it, by halving the number of parts and the longer side. Each has a cell at least,\n'
        'on hexagons two rows.\n'
        'Errors: those of throng_flow_create(), INVALID_ARGUMENT (definitions that differ between processes; a map\n'
        'with too few cells for all parts, or too many), LOST.'
    ),
    'throng_world_flow_destroy': (
        'Destroys a flow. Local, but no process should leave while others still call. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a flow of a world, if a crowd follows it, or if a flow of a part is\n'
        'still used.'
    ),
    'throng_world_flow_set_blocked': (
        'Sets cells of the map from bytes, row by row: 0 is free, any other value blocked. Local: takes those in\n'
        'the tiles of this process, and leaves out all others, so that processes may each give their own tiles, or\n'
        'all of them the same region. `region` NULL: the whole map. `row_stride` is in bytes. The next update takes\n'
        'them in.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_flow_set_costs': (
        'Sets the costs of cells, as throng_flow_set_costs(). Local, as throng_world_flow_set_blocked().\n'
        'Errors: INVALID_ARGUMENT, CAPACITY (the sum of the costs of a tile: at most THRONG_MAX_FLOW_COSTS). No\n'
        'cost is changed then. The sum with those of the margin is looked at by the next update.'
    ),
    'throng_world_flow_set_goals': (
        'Replaces the goals of a field by those that all processes give, each some of them or none. Cells are of\n'
        'the whole map. A cell that is blocked during an update is no goal until an update finds it free.\n'
        'Errors: INVALID_ARGUMENT (a cell off the map: the message has its index; a field that differs), CAPACITY,\n'
        'OUT_OF_MEMORY, LOST, OPENCL. The goals stay as they were, but for OPENCL.'
    ),
    'throng_world_flow_update': (
        'Updates the fields whose goals were set since the last update, or all fields if cells or costs changed on\n'
        'any process. Allocates where more is exchanged than ever before.\n'
        'Errors: those of throng_flow_update(); CAPACITY if the costs of a tile and its margin add up to more than\n'
        'THRONG_MAX_FLOW_COSTS, or if a path is longer than about 500,000,000 cells, with\n'
        'costs or for classes above half a cell 250,000,000, less what one tile can add; with NEAREST also if\n'
        'about 30,000,000 blocked cells are between a cell and each that is reached. Calls that read fail then\n'
        'until an update succeeds.\n'
        'LOST: an error of a device has lost the flow of a part, see throng_flow_info.lost. No update succeeds from\n'
        'then on, and steps lose the crowds that follow the flow. Destroy these crowds and the flow.'
    ),
    'throng_world_flow_get_part': (
        'Gets the part of a flow that a part of this process has. Local. `part` counts the parts of this process.\n'
        'Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_flow_read_lengths': (
        "Copies path lengths as throng_flow_read_lengths(), of a region of a part's tile. Local. `part` counts the\n"
        'parts of this process; `region` is of the whole map, NULL: the tile. `field` is 0 to fields * classes - 1.\n'
        'Errors: as throng_flow_read_lengths(); LOST if the last update failed.'
    ),
    'throng_world_flow_read_directions': (
        'Copies directions as throng_flow_read_directions(). Otherwise as throng_world_flow_read_lengths().'
    ),
    'throng_world_flow_sample': (
        'Samples the flow as throng_flow_sample(), at points of any process anywhere on the map. `agents` are the\n'
        'points, `stride` is theirs, and `ways` receives `count` results, packed. Positions count from the upper\n'
        'left corner of the whole map.\n'
        'Errors: as throng_flow_sample(); LOST if the last update failed.'
    ),
    'throng_world_flow_get_info': (
        'Gets facts about a flow of a world. Local. Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_influence_default_def': (
        'Default definition of an influence map of a world; `map.width` and `map.height` are to be set.'
    ),
    'throng_world_influence_create': (
        'Creates a map without objects and walls, whose values are 0.\n'
        'Errors: those of throng_influence_create(), INVALID_ARGUMENT (definitions that differ between processes),\n'
        'LOST.'
    ),
    'throng_world_influence_destroy': (
        'Destroys a map. Local, but no process should leave while others still call. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not an influence map of a world, or if a map of a part is still used by\n'
        'a readback.'
    ),
    'throng_world_influence_set_objects': (
        'Sets objects of a layer by their ids: those that are there are replaced, others are added. Of all\n'
        'processes or, if one is rejected, none. All processes name the same layer. `ids` are packed, `stride` is\n'
        'that of `objects`. Whether parts have room for them is seen by the next update.\n'
        'Errors: those of throng_influence_set_objects() but CAPACITY (also if an id occurs twice, here or on\n'
        "another process, or an object reaches farther than the def's `reach`)."
    ),
    'throng_world_influence_move_objects': (
        'Changes position and direction of objects of a layer by their ids, as throng_influence_move_objects(): of\n'
        'all processes or, if one is rejected, none. `velocities` NULL on a process: directions of its objects\n'
        'stay.\n'
        'Errors: those of throng_influence_move_objects() (also if an id occurs twice, or no object has it).'
    ),
    'throng_world_influence_remove_objects': (
        'Removes objects of a layer by their ids: those that all processes name, or none if one is rejected.\n'
        'Errors: INVALID_ARGUMENT (no object has the id, or it occurs twice), OUT_OF_MEMORY, LOST.'
    ),
    'throng_world_influence_set_walls': (
        'Sets the cells of a region from bytes, as throng_terrain_set(): each process another region, or none\n'
        '(`region` NULL). Where regions overlap, the process of the highest rank decides. PATH and ADJACENT only.\n'
        'An object whose cell becomes blocked adds nothing until the cell is free again or the object moves.\n'
        'Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST.'
    ),
    'throng_world_influence_set_momentum': (
        "Sets a layer's momentum, as throng_influence_set_momentum(): the same on all processes.\n"
        'Errors: those of throng_influence_set_momentum().'
    ),
    'throng_world_influence_update': (
        'Brings all layers up to date with their objects and walls. Objects that changed go to the parts whose\n'
        'cells they reach. Memory is allocated where more objects come to a part, or change, than ever before.\n'
        'Parts on devices work at the same time; work is not awaited.\n'
        "Errors: CAPACITY (more objects reach a part than the def's object_capacity; values are as they were),\n"
        'OUT_OF_MEMORY (values are as they were; the next call goes on), and those of throng_influence_update(),\n'
        'after which the map is lost.'
    ),
    'throng_world_influence_combine': (
        'Computes the weighted sum of the layers, as throng_influence_combine(): with the same weights on all\n'
        'processes. Errors: those of throng_influence_combine().'
    ),
    'throng_world_influence_read': (
        'Copies the values of a region, wherever its parts are, row by row: each process another region, or none\n'
        '(`region` NULL). All processes name the same layer. Processes hold a copy of what is asked of them\n'
        'meanwhile, so read very many cells in several calls.\n'
        'Errors: those of throng_influence_read(), OUT_OF_MEMORY.'
    ),
    'throng_world_influence_best': (
        'Finds the cell with the largest value of a region, as throng_influence_best(): the same region on all\n'
        'processes, all of which get the cell. `region` NULL: the whole map.\n'
        'Errors: those of throng_influence_best().'
    ),
    'throng_world_influence_worst': (
        'Finds the cell with the smallest value of a region, as throng_world_influence_best() finds the largest.\n'
        'Errors: those of throng_influence_worst().'
    ),
    'throng_world_influence_hash': (
        "Computes a hash of a layer's values: the same for the same values, whatever the parts are. It is the sum,\n"
        "modulo 2^64, of a number for each cell whose value is not 0, made of the value and of the cell's index,\n"
        'which counts row by row in 64 bits.\n'
        'Errors: those of throng_influence_read(), OUT_OF_MEMORY.'
    ),
    'throng_world_influence_get_part': (
        'Gets the map of a part of this process, to read of it without other processes, and to ask it questions.\n'
        "Local. `part` counts the parts of this process. *own receives the part's rectangle in the whole map, and\n"
        '*inside where it is in *local; of a part that has no cells, width or height are 0. Both may be NULL.\n'
        'Values beside the rectangle are not those of the map, but for the cells next to it. Points of\n'
        'throng_influence_sample() are those of the whole map. Nothing may be set in *local, nor may it be updated.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_world_influence_reset': (
        'Removes all objects, values and the combination, as throng_influence_reset(); brings a lost map back.\n'
        'Momentum and walls stay. Errors: those of throng_influence_reset() (the map is then lost), LOST (the\n'
        'transport failed).'
    ),
    'throng_world_influence_get_info': (
        'Gets facts about an influence map of a world. Local. Errors: INVALID_ARGUMENT.'
    ),
    'throng_world_potential_default_def': (
        'Default definition of a potential field of a world; `parts` is to be set.'
    ),
    'throng_world_potential_create': (
        'Creates a field without sources, goals and points.\n'
        'Errors: those of throng_potential_create(), INVALID_ARGUMENT (definitions that differ, also between\n'
        'processes), LOST.'
    ),
    'throng_world_potential_destroy': (
        'Destroys a field. Local, but no process should leave while others still call. NULL does nothing.\n'
        'Errors: INVALID_ARGUMENT if it is not a potential field of a world, or if a field of a part is still used\n'
        'by a tracer or a readback.'
    ),
    'throng_world_potential_set_sources': (
        'Sets sources by their indices: those that are there are replaced, others are added. Of all processes or,\n'
        'if one is rejected, none. `indices` are packed, `stride` is that of `sources`.\n'
        'Errors: those of throng_potential_set_sources() but CAPACITY (also if an index occurs twice, here or on\n'
        'another process), OUT_OF_MEMORY.'
    ),
    'throng_world_potential_move_sources': (
        'Changes the positions of sources by their indices: of all processes or, if one is rejected, none.\n'
        '`positions` holds pairs (x, y).\n'
        'Errors: those of throng_potential_move_sources() (also if an index occurs twice, or no source has it),\n'
        'OUT_OF_MEMORY.'
    ),
    'throng_world_potential_remove_sources': (
        'Removes sources by their indices: those that all processes name, or none if one is rejected.\n'
        'Errors: INVALID_ARGUMENT (no source has the index, or it occurs twice), OUT_OF_MEMORY, LOST.'
    ),
    'throng_world_potential_set_goals': (
        'Replaces goals first to first+count-1 in all parts, and adds those past the end. All processes give the\n'
        'same goals. Errors: those of throng_potential_set_goals().'
    ),
    'throng_world_potential_truncate_goals': (
        'Removes goals from the end, as throng_potential_truncate_goals(). Errors: those of that call.'
    ),
    'throng_world_potential_set_points': (
        'Replaces points first to first+count-1 of a part of this process, and adds those past the end. Local.\n'
        '`part` counts the parts of this process. Errors: those of throng_potential_set_points(), OUT_OF_MEMORY.'
    ),
    'throng_world_potential_move_points': (
        'Changes the positions of existing points of a part of this process. Local.\n'
        'Errors: those of throng_potential_move_points().'
    ),
    'throng_world_potential_truncate_points': (
        'Removes points of a part of this process from the end, so that `count` are left. Local.\n'
        'Errors: those of throng_potential_truncate_points().'
    ),
    'throng_world_potential_update': (
        'Evaluates the field at all points of all parts. Sources that changed, or that reach points that moved, go\n'
        'to the parts. Memory is allocated where more of them come to a part than ever before. Parts on devices\n'
        'work at the same time; work is not awaited.\n'
        'Errors: CAPACITY (a part needs more than its source_capacity; forces are as they were), OUT_OF_MEMORY (the\n'
        'same; the next call goes on), and those of throng_potential_update(), after which the field is lost.'
    ),
    'throng_world_potential_read': (
        'Copies the results of the last update for points of a part of this process, as throng_potential_read().\n'
        'Local. Errors: those of throng_potential_read().'
    ),
    'throng_world_potential_get_part': (
        'Gets the field of a part of this process, to read of it. Local. Its sources have other indices, and the\n'
        'blocks of 64 are filled up with some that reach nothing. Nothing may be set there, nor may it be updated.\n'
        'Errors: INVALID_ARGUMENT, LOST.'
    ),
    'throng_world_potential_reset': (
        'Removes all sources, goals and points; brings a lost field back.\n'
        'Errors: those of throng_potential_reset() (the field is then lost), LOST (the transport failed).'
    ),
    'throng_world_potential_get_info': (
        'Gets facts about a potential field of a world. Local. Errors: INVALID_ARGUMENT.'
    ),
}
STRUCTS = {
    'throng_allocator': {
        '': (
            "Memory functions of the host. Set both or neither; with neither, the C library's are used.\n"
            'They are called on the thread that calls throng, never from a task.'
        ),
        'allocate': (
            'Returns `size` bytes aligned to `alignment`, or NULL if there are none.\n'
            '`size` is never 0. `alignment` is a power of two of at most 64.'
        ),
        'release': (
            'Frees what `allocate` returned. `size` is the size that was requested.'
        ),
        'user': (
            'Passed to both functions.'
        ),
    },
    'throng_logger': {
        '': (
            'Receives messages for people.'
        ),
        'log': (
            'Called with each message, which is valid during the call. NULL: messages are dropped.'
        ),
        'user': (
            'Passed to `log`.'
        ),
    },
    'throng_assertion': {
        '': (
            "Handler of the caller's mistakes, a place for a breakpoint."
        ),
        'fail': (
            'Called when a call is about to return INVALID_ARGUMENT or CAPACITY, while all objects are as they were\n'
            'before that call. It must return; the call then returns the status. It may read objects, and make any\n'
            'calls on other contexts. Leaving it by longjmp() or an exception leaves the objects as they were, but\n'
            'may leak memory and keep locks, and the thread stays in the default floating-point modes. NULL: none.'
        ),
        'user': (
            'Passed to `fail`.'
        ),
    },
    'throng_parallel': {
        '': (
            'Scheduler of the host.'
        ),
        'run': (
            'Calls task(data, i) once for each i in 0 to count-1, in any order and on any threads, and returns when\n'
            'all calls have returned. A task never waits for another one, so a plain loop is correct too. It takes\n'
            'at most 64 KiB of stack.\n'
            'NULL: the context has threads of its own; see throng_context_def.threads.'
        ),
        'user': (
            'Passed to `run`.'
        ),
    },
    'throng_context_def': {
        '': (
            'Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is\n'
            'not empty decides; a value that throng does not know is INVALID_ARGUMENT.'
        ),
        'allocator': (
            "Memory functions. Default: the C library's."
        ),
        'logger': (
            'Receiver of messages. Default: none.'
        ),
        'assertion': (
            "Handler of the caller's mistakes. Default: none."
        ),
        'parallel': (
            "Scheduler. Default: none, which means threads of the context's own."
        ),
        'backend': (
            'Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each\n'
            'object. Default: AUTO.'
        ),
        'isa': (
            'Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.\n'
            'Default: AUTO.'
        ),
        'threads': (
            'Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.\n'
            'Without a scheduler the context starts one thread less, since the calling thread works too, or as\n'
            'many as the system gives. They end when it is destroyed. After a fork the child does the work on the\n'
            'calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.'
        ),
        'accept_inexact': (
            'If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.'
        ),
        'profile': (
            'If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
        'device': (
            "Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.\n"
            'NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,\n'
            'then of others, in the order of throng_devices(). Default: NULL.'
        ),
        'cache': (
            'Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,\n'
            "otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).\n"
            'A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a\n'
            'link, belongs to another user, or that others may write to; see docs/reference/environment.md.\n'
            'Default: NULL.'
        ),
    },
    'throng_context_info': {
        '': (
            'What a context runs on.'
        ),
        'isa': (
            'Instruction set of the CPU backend, never AUTO.'
        ),
        'threads': (
            'Number of tasks that run at once.'
        ),
        'opencl': (
            '1 if an OpenCL device is open, otherwise 0.'
        ),
        'device': (
            'Number of the open device in throng_devices(). -1: none, or one that the host opened.'
        ),
        'device_exact': (
            '1 if the device rounds correctly, so that its results equal those of the CPU.'
        ),
        'device_name': (
            'Name of the open device, or "".'
        ),
        'device_version': (
            'OpenCL version of the open device, or "".'
        ),
    },
    'throng_device_info': {
        '': (
            'An OpenCL device of this machine. Texts that are too long are cut.'
        ),
        'number': (
            'Its number, for throng_context_def.device.'
        ),
        'type': (
            'Its type.'
        ),
        'exact': (
            '1 if it rounds quotients, roots, products and sums correctly, as a probe on the device found.'
        ),
        'compute_units': (
            'Number of compute units.'
        ),
        'memory_bytes': (
            'Global memory, in bytes.'
        ),
        'name': (
            'Name of the device.'
        ),
        'platform': (
            'Name of the OpenCL platform.'
        ),
        'version': (
            'OpenCL version that it supports.'
        ),
        'driver': (
            'Version of its driver.'
        ),
        'reason': (
            'Why it is not exact or cannot be used; "" if neither.'
        ),
    },
    'throng_crowd_def': {
        '': (
            'Definition of a crowd.'
        ),
        'agent_capacity': (
            'Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024.'
        ),
        'max_neighbors': (
            'Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10.'
        ),
        'perception': (
            'Which parts of Shi 2015 are on. Default: 0.'
        ),
        'residency': (
            'Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the\n'
            'automatic choice of the backend uses it. Default: HOST.'
        ),
        'congestion': (
            'If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a\n'
            'new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred\n'
            'speed is not. Default: 0.'
        ),
        'symmetry': (
            'Most by which each step turns each preferred velocity at random, in radians, so that agents that meet\n'
            'exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.'
        ),
        'terrain': (
            'Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first\n'
            'step after a change updates its outlines. NULL: none. Default: NULL.'
        ),
        'cell_size': (
            "Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1."
        ),
        'flow': (
            'Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step\n'
            'updates the flow first. NULL: none. Default: NULL.'
        ),
        'seed': (
            'Seed of the random angles. Default: 0.'
        ),
        'neighbors': (
            'How neighbours are ranked and limited. Default: GAPS.'
        ),
        'settle': (
            'If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts\n'
            'as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.'
        ),
        'heading': (
            'Where agents with senses look. Default: TURNING.'
        ),
        'hash_guests': (
            'If 1, throng_crowd_hash() covers guests. Default: 0.'
        ),
        'integration': (
            'Whether steps move agents. Default: POSITIONS.'
        ),
        'origin_x': (
            'Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats\n'
            'relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048\n'
            "units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the\n"
            'logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).'
        ),
        'origin_y': (
            'Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats\n'
            'relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048\n'
            "units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the\n"
            'logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_agent_def': {
        '': (
            'Definition of an agent.'
        ),
        'id': (
            'Id, unique in the crowd; breaks ties and keys random numbers. Assign either all ids or none: NEXT_ID\n'
            'is rejected if another agent already has that number. Default: NEXT_ID.'
        ),
        'x': (
            'Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.'
        ),
        'y': (
            'Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.'
        ),
        'vx': (
            'Velocity. Range: -1e9 to 1e9. Default: 0.'
        ),
        'vy': (
            'Velocity. Range: -1e9 to 1e9. Default: 0.'
        ),
        'radius': (
            'Radius of the body. Range: 0, or 1e-6 to 1e9. Default: 1.'
        ),
        'max_speed': (
            'Highest speed. Range: 0, or 1e-6 to 1e9. Default: 2.'
        ),
        'navigation': (
            'What its preferred velocity is. Default: VELOCITY.'
        ),
        'target_x': (
            'Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.'
        ),
        'target_y': (
            'Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.'
        ),
        'flow_field': (
            "Field of the crowd's flow that leads to its goal, for THRONG_NAVIGATE_FLOW. Default: 0."
        ),
        'pref_speed': (
            'Preferred speed on the way to a goal. Range: 0 to 1e9; below 0: max_speed. Default: -1.'
        ),
        'neighbor_dist': (
            'Others at this distance or farther are not noticed, between centres; by gaps the difference of the\n'
            'radii is added to it, see throng_neighbors. Senses do not use it. Range: 0 to 1e9. Default: 15.'
        ),
        'max_neighbors': (
            "Most neighbours that it avoids, the nearest ones, see throng_neighbors. Range: 0 to the crowd's.\n"
            'Default: 10.'
        ),
        'time_horizon': (
            'Time for which other agents are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.'
        ),
        'time_horizon_obst': (
            'Time for which walls are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.'
        ),
        'layer': (
            "Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones."
        ),
        'mask': (
            "Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones."
        ),
        'priority': (
            'Of two agents, the one with the higher priority leaves all of the avoidance to the other. Default: 0.'
        ),
        'responsibility': (
            "Weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B). Range: 0 to 1e6. Default: 1."
        ),
        'locked': (
            'If 1, the agent never moves and others take full responsibility for avoiding it. Default: 0.'
        ),
        'heading_x': (
            'Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;\n'
            'if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.'
        ),
        'heading_y': (
            'Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;\n'
            'if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.'
        ),
        'vision_range': (
            'Largest range of vision r_max. Range: 0 to 1e9. Default: 15.'
        ),
        'vision_range_min': (
            'Least range of vision r_min. Range: 0 to vision_range; below 0: 4/15 of vision_range. Default: -1.'
        ),
        'vision_angle': (
            'Full angle of vision, in degrees. Range: 0 to 360. Default: 220.'
        ),
        'hearing_range': (
            'How far it hears. Range: 0 to 1e9. Default: 5.'
        ),
        'sound_range': (
            'How far it is heard. Range: 0 to 1e9. Default: 2.'
        ),
        'capacity': (
            'N0: how many agents it may perceive before its range of vision shrinks. Range: 0 or more. Default: 7.'
        ),
        'dead_speed': (
            'Speed below which it may be congested. Range: 0 to 1e9; below 0: max_speed / 10. Default: -1.'
        ),
        'offset_x': (
            'Added to the position and to a goal, for places that a float does not have. Default: 0.'
        ),
        'offset_y': (
            'Added to the position and to a goal, for places that a float does not have. Default: 0.'
        ),
        'target_offset_x': (
            'Added to the position and to a goal, for places that a float does not have. Default: 0.'
        ),
        'target_offset_y': (
            'Added to the position and to a goal, for places that a float does not have. Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_agent': {
        '': (
            'Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,\n'
            'calls reject it.'
        ),
        'index': (
            "Index of the agent's slot, from 0. Slots of removed agents are used again, each for at most 2^31 - 1\n"
            'agents; then it is retired, and the crowd has space for one agent less.'
        ),
        'generation': (
            'Distinguishes the agents that use a slot. Never 0 for an agent.'
        ),
    },
    'throng_half_plane': {
        '': (
            'A half-plane of velocities: all (x, y) with nx*x + ny*y >= c.'
        ),
        'nx': (
            'Unit normal and its constant, a speed.'
        ),
        'ny': (
            'Unit normal and its constant, a speed.'
        ),
        'c': (
            'Unit normal and its constant, a speed.'
        ),
    },
    'throng_crowd_view': {
        '': (
            'What one agent perceives and avoids. The caller provides the lists; entries beyond a capacity are counted\n'
            'and left out. A list may be NULL if its capacity is 0.'
        ),
        'perceived': (
            'Whom it perceives, in ascending index; without senses, all whom neighbor_dist admits. Empty for a\n'
            'locked agent, and without senses if max_neighbors is 0.'
        ),
        'avoided': (
            'Whom it avoids, the nearest first; at most max_neighbors.'
        ),
        'lines': (
            'Half-planes: of walls, at most 32, of moving obstacles, at most 8, and of each agent in `avoided`.'
        ),
        'perceived_capacity': (
            'Most entries of each list.'
        ),
        'avoided_capacity': (
            'Most entries of each list.'
        ),
        'line_capacity': (
            'Most entries of each list.'
        ),
        'perceived_count': (
            'Set by the call: number of entries found for each list.'
        ),
        'avoided_count': (
            'Set by the call: number of entries found for each list.'
        ),
        'line_count': (
            'Set by the call: number of entries found for each list.'
        ),
        'wall_count': (
            'Set by the call: how many of the half-planes are of walls.'
        ),
    },
    'throng_vertex': {
        '': (
            'A vertex of an obstacle.'
        ),
        'x': (
            'Position. Range: -1e9 to 1e9.'
        ),
        'y': (
            'Position. Range: -1e9 to 1e9.'
        ),
    },
    'throng_obstacle': {
        '': (
            'Handle of an obstacle, valid until it is removed.'
        ),
        'index': (
            'Index of its slot, as throng_agent.index.'
        ),
        'generation': (
            'As throng_agent.generation.'
        ),
    },
    'throng_vertex_double': {
        '': (
            'A vertex of an obstacle, for places that a float does not have.'
        ),
        'x': (
            'Position, kept as floats relative to the home. Range: as that of agents.'
        ),
        'y': (
            'Position, kept as floats relative to the home. Range: as that of agents.'
        ),
    },
    'throng_crowd_info': {
        '': (
            'Facts about a crowd.'
        ),
        'backend': (
            'Backend that the crowd lives on.'
        ),
        'agents': (
            'Present number of agents, and the most that there may be.'
        ),
        'capacity': (
            'Present number of agents, and the most that there may be.'
        ),
        'lost': (
            '1 if the device failed and the crowd is lost; throng_crowd_reset() or throng_crowd_restore() brings it\n'
            'back.'
        ),
        'walls': (
            'Number of edges of obstacles, those of terrain included.'
        ),
        'reserved': (
            '0.'
        ),
        'steps': (
            'Number of steps so far.'
        ),
        'added': (
            'Number of agents ever added.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            'Memory on the device, in bytes.'
        ),
        'kernel_seconds': (
            "Time of the device's kernels in the last step. 0 unless the context profiles."
        ),
        'home_x': (
            'Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.'
        ),
        'home_y': (
            'Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.'
        ),
    },
    'throng_motion': {
        '': (
            'Where an agent is, how it moves, and where it looks.'
        ),
        'x': (
            "Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may\n"
            'lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.'
        ),
        'y': (
            "Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may\n"
            'lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.'
        ),
        'vx': (
            'Velocity. Range: -1e9 to 1e9.'
        ),
        'vy': (
            'Velocity. Range: -1e9 to 1e9.'
        ),
        'heading_x': (
            'Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.'
        ),
        'heading_y': (
            'Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.'
        ),
    },
    'throng_moving_obstacle': {
        '': (
            'Handle of a moving obstacle, valid until it is removed.'
        ),
        'index': (
            'Index of its slot, as throng_agent.index.'
        ),
        'generation': (
            'As throng_agent.generation.'
        ),
    },
    'throng_obstacle_motion': {
        '': (
            'Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this\n'
            'says until the next throng_crowd_move_obstacles(): steps do not move it.'
        ),
        'x': (
            'Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther\n'
            'away than positions of agents may be.'
        ),
        'y': (
            'Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther\n'
            'away than positions of agents may be.'
        ),
        'vx': (
            'Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.'
        ),
        'vy': (
            'Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.'
        ),
        'heading_x': (
            'Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.'
        ),
        'heading_y': (
            'Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.'
        ),
        'turn': (
            'How fast it turns, in radians per second, positive from the x axis to the y axis. A step takes at most\n'
            'a sixth of a turn. Range: -1e9 to 1e9.'
        ),
        'reserved': (
            '0.'
        ),
    },
    'throng_crowd_query': {
        '': (
            'A query for agents near a point.'
        ),
        'x': (
            "The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within\n"
            '1e9 of the home.'
        ),
        'y': (
            "The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within\n"
            '1e9 of the home.'
        ),
        'radius': (
            "Largest distance of an agent's centre, which is included. Range: 0 to 1e9; below 0: any distance."
        ),
        'mask': (
            'Agents are found if their layer and this mask have a bit in common.'
        ),
        'except': (
            'An agent that is not found, such as the one that asks. {0, 0}: none.'
        ),
    },
    'throng_crowd_hit': {
        '': (
            'An agent that a query found.'
        ),
        'agent': (
            'The agent.'
        ),
        'distance': (
            "Distance of its centre from the query's point."
        ),
    },
    'throng_crowd_event': {
        '': (
            'What happened to an agent in a step.'
        ),
        'agent': (
            'The agent.'
        ),
        'kind': (
            'The flag that it has since the step and had not before it: THRONG_FLAG_ARRIVED,\n'
            'THRONG_FLAG_CONGESTED or THRONG_FLAG_INSIDE_WALL.'
        ),
    },
    'throng_crowd_room_def': {
        '': (
            'What throng_crowd_reserve_room() reserves memory for.'
        ),
        'obstacles': (
            'Obstacles that are there at a time. Range: 0 to THRONG_MAX_WALLS. Default: 0.'
        ),
        'edges': (
            'Edges of obstacles and of the outlines of terrain that are there at a time. Range: 0 to\n'
            'THRONG_MAX_WALLS. Default: 0.'
        ),
        'moving_obstacles': (
            '1: moving obstacles, as many as there may be. Default: 0.'
        ),
        'queries': (
            'Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().\n'
            'Range: 0 or more. Default: 0.'
        ),
        'hits': (
            'Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().\n'
            'Range: 0 or more. Default: 0.'
        ),
        'motions': (
            '1: throng_crowd_get_motions() and throng_crowd_set_motions(). Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_agent_state': {
        '': (
            'The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other\n'
            'memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.'
        ),
        'version': (
            'Version of this form, and the bytes of a state.'
        ),
        'bytes': (
            'Version of this form, and the bytes of a state.'
        ),
        'id': (
            "The agent's id."
        ),
        'data': (
            'What the library alone reads.'
        ),
    },
    'throng_selection': {
        '': (
            'The backend that an object of a def is created on, and why.'
        ),
        'backend': (
            'The selected backend.'
        ),
        'measured': (
            '1: selected by measured costs. 0: by the rule, or there was no choice.'
        ),
        'cpu_seconds': (
            'Expected seconds of a frame on each backend. 0 if not known.'
        ),
        'opencl_seconds': (
            'Expected seconds of a frame on each backend. 0 if not known.'
        ),
        'reason': (
            'The reason in words.'
        ),
    },
    'throng_calibrate_def': {
        '': (
            'Definition of a calibration.'
        ),
        'progress': (
            'Called by the calling thread before each size is measured, and once at the end with `what` = "done".\n'
            '`done` of `total` sizes are finished, or that part of the time is over, whichever is further; `what`\n'
            "is the operation's name. It must not call throng. Default: NULL (none)."
        ),
        'user': (
            'Passed to `progress`. Default: NULL.'
        ),
        'seconds': (
            'Time limit in seconds, checked between sizes. Range: 1 to 86400. Default: 60.'
        ),
        'operations': (
            'Operations to measure: a sum of 1 << THRONG_OPERATION_*. 0: all. Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_calibrate_operation': {
        '': (
            'Result of a calibration for one operation.'
        ),
        'measured': (
            '1: the sizes that the others are estimated by were run at least twice on both backends.'
        ),
        'kept': (
            '1: selections use these costs from now on.'
        ),
        'noisy': (
            '1: the repeats differ so much, or other programs used the machine so much, that a selection could lose\n'
            'more than 5 % on the mean of the sizes, or 25 % at one size. Nothing was kept; earlier costs stay.'
        ),
        'sizes': (
            'Number of sizes that were run. Others are estimated by them.'
        ),
        'repeats': (
            'Repeats of the size that was repeated most.'
        ),
        'spread': (
            'By how much the second least repeat exceeds the least, as a part of the least: median over the sizes\n'
            'that were repeated. Does not say whether costs are kept, since most sizes have a clear winner.'
        ),
        'largest_spread': (
            'The largest such spread of any size.'
        ),
    },
    'throng_calibrate_report': {
        '': (
            'Result of a calibration.'
        ),
        'seconds': (
            'Seconds that it took.'
        ),
        'saved': (
            '1: what was kept is in the file of the cache folder.'
        ),
        'operations': (
            'Result of each operation, indexed by throng_operation.'
        ),
    },
    'throng_flow_def': {
        '': (
            'Definition of a flow.'
        ),
        'terrain': (
            'Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must\n'
            'be set.'
        ),
        'grid': (
            'Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.'
        ),
        'fields': (
            'Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1.'
        ),
        'goal_capacity': (
            'Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1.'
        ),
        'cell_size': (
            'Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1.'
        ),
        'backend': (
            "Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its\n"
            'potential field; a crowd is created where its flow is. Default: AUTO.'
        ),
        'residency': (
            'Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only\n'
            'the automatic choice of the backend uses it. Default: INPUT.'
        ),
        'clearance_count': (
            'Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as\n'
            'much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most\n'
            'THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.'
        ),
        'clearances': (
            "Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from\n"
            'cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map,\n'
            'over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to\n'
            'half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body\n'
            'takes the first class that is at least as wide, and the widest one if none is. Goals of a class are\n'
            "those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells."
        ),
        'costs': (
            'If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS\n'
            'cells in a world then. Range: 0, 1. Default: 0.'
        ),
        'slow_by_cost': (
            'If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell,\n'
            'outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.'
        ),
        'unreached': (
            'What agents do in cells that are not reached. Default: STAND.'
        ),
        'seed_capacity': (
            'Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the\n'
            'terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.'
        ),
        'first_column': (
            'Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of\n'
            'crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;\n'
            "cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain\n"
            'of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.'
        ),
        'first_row': (
            'Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of\n'
            'crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;\n'
            "cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain\n"
            'of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_flow_point': {
        '': (
            'A point at which a field is sampled.'
        ),
        'x': (
            'Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9\n'
            'cells.'
        ),
        'y': (
            'Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9\n'
            'cells.'
        ),
        'world': (
            'World of the point. Range: 0 to worlds-1.'
        ),
        'field': (
            'Field to sample; see throng_flow_field_for(). Range: 0 to fields * classes - 1.'
        ),
    },
    'throng_flow_vector': {
        '': (
            'The flow at a point.'
        ),
        'dx': (
            "Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's\n"
            '`unreached` is STAND.'
        ),
        'dy': (
            "Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's\n"
            '`unreached` is STAND.'
        ),
        'length': (
            "Length of the path from the point's cell, in cells. -1 in walls, off the map and if there is no path."
        ),
    },
    'throng_flow_info': {
        '': (
            'Facts about a flow.'
        ),
        'backend': (
            'Backend that the fields live on.'
        ),
        'lost': (
            '1 if the device failed and the flow is lost; throng_flow_reset() and new goals bring it back.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            'Memory on the device, in bytes.'
        ),
        'kernel_seconds': (
            "Time of the device's kernels since the last update began. 0 unless the context profiles."
        ),
    },
    'throng_influence_def': {
        '': (
            'Definition of an influence map.'
        ),
        'width': (
            'Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.'
        ),
        'height': (
            'Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be\n'
            'even on a hexagonal grid with several worlds. Must be set.'
        ),
        'worlds': (
            'Number of independent worlds of width x height cells. Range: 1 or more. Default: 1.'
        ),
        'cell_size': (
            'Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1.'
        ),
        'grid': (
            'Shape of cells. Default: SQUARE8.'
        ),
        'propagation': (
            'How influence propagates. Default: EUCLIDEAN.'
        ),
        'terrain': (
            'Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and\n'
            'ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.'
        ),
        'all_pairs': (
            'If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for\n'
            'small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS\n'
            'cells, and terrain of one world. OpenCL devices ignore it. Default: 0.'
        ),
        'blocked_objects': (
            'Whether objects may be given in blocked cells and off the map. Objects that are moved out of a\n'
            "program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.\n"
            'Default: REFUSE.'
        ),
        'layers': (
            'Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1.'
        ),
        'object_capacity': (
            'Most objects of a layer. Range: 0 to 2^27. Default: 1024.'
        ),
        'typical_distance': (
            'Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the\n'
            'footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its\n'
            'budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.'
        ),
        'residency': (
            'Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of\n'
            'the backend uses it. Default: HOST.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_influence_object': {
        '': (
            'An object that influences the cells around it.'
        ),
        'x': (
            'Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9\n'
            'cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of\n'
            "the map's def is IGNORE."
        ),
        'y': (
            'Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9\n'
            'cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of\n'
            "the map's def is IGNORE."
        ),
        'vx': (
            'Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.'
        ),
        'vy': (
            'Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.'
        ),
        'influence': (
            'Influence I at the object, positive or negative. Range: -1e9 to 1e9.'
        ),
        'decay': (
            'Decay per cell. Linear: 0 to 1e9. Exponential: above 0, to 1. With ADJACENT, linear decay must be\n'
            'above 0 and exponential decay below 1.'
        ),
        'max_distance': (
            "Largest d', in cells. Range: 0 to 1e9."
        ),
        'alpha': (
            'How strongly motion adjusts the distance (8). Range: 0 <= alpha < 1; values above 1 - 2^-20 act as\n'
            '1 - 2^-20. Must be 0 if `offset` is not.'
        ),
        'offset': (
            'Moves the object along v by so many cells and treats it as at rest there. Range: 0 to 1e9. Must be 0\n'
            "if `alpha` is not. PATH and ADJACENT: it moves 1, 2, ... cells, and stops before a wall, the map's\n"
            'edge or a cut corner.'
        ),
        'decay_kind': (
            'How influence falls with distance.'
        ),
        'world': (
            'World of the object. Range: 0 to worlds-1.'
        ),
    },
    'throng_best': {
        '': (
            'A cell and its value.'
        ),
        'column': (
            'The cell; rows count over all worlds. -1 and -1: there is none.'
        ),
        'row': (
            'The cell; rows count over all worlds. -1 and -1: there is none.'
        ),
        'value': (
            'Value of the cell.'
        ),
    },
    'throng_point': {
        '': (
            'A point at which a map is sampled.'
        ),
        'x': (
            'Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9\n'
            'cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).'
        ),
        'y': (
            'Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9\n'
            'cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).'
        ),
        'world': (
            'World of the point. Range: 0 to worlds-1.'
        ),
    },
    'throng_sample': {
        '': (
            'Value and gradient at a point.'
        ),
        'value': (
            'Interpolated value.'
        ),
        'dx': (
            'Gradient: the direction of steepest ascent, as change per world unit.'
        ),
        'dy': (
            'Gradient: the direction of steepest ascent, as change per world unit.'
        ),
    },
    'throng_influence_info': {
        '': (
            'Facts about a map.'
        ),
        'backend': (
            'Backend that the map lives on.'
        ),
        'layers': (
            'Number of layers.'
        ),
        'lost': (
            '1 if the device failed and the map is lost; throng_influence_reset() brings it back.'
        ),
        'reserved': (
            '0.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            'Memory on the device, in bytes.'
        ),
        'kernel_seconds': (
            "Time of the device's kernels in the last update, or in the last call after it that samples or queries\n"
            'many points, neighbours or regions. 0 unless the context profiles.'
        ),
    },
    'throng_measure_def': {
        '': (
            'Definition of a measure.\n'
            'With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0\n'
            "or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no\n"
            'weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most\n'
            '-1/lambda.'
        ),
        'kind': (
            'How the values are given. Default: LAMBDA.'
        ),
        'types': (
            'Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set.'
        ),
        'weights': (
            'Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0.'
        ),
        'lambda': (
            'Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to\n'
            '1e9. Default: 0.'
        ),
        'solve_lambda': (
            'If 1, lambda is computed so that all types together have the value 1: the root above -1 of\n'
            '(1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1.\n'
            'LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight\n'
            'is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.'
        ),
        'normalize': (
            'If 1, all values are divided by that of all types together, which must be above 0. Default: 0.'
        ),
        'accept_non_monotone': (
            'If 1, a measure that is not monotone is accepted. Default: 0.'
        ),
        'typical_rows': (
            'Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend\n'
            'uses it. Range: 0 or more. Default: 1024.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
        'table': (
            'TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL.'
        ),
    },
    'throng_measure_info': {
        '': (
            'Facts about a measure.'
        ),
        'kind': (
            'Its kind, as in the def.'
        ),
        'types': (
            'Its number of types, as in the def.'
        ),
        'backend': (
            'Backend that the measure lives on.'
        ),
        'lost': (
            '1 if the device failed and the measure is lost. Destroy it and create it again.'
        ),
        'lambda': (
            'The lambda in use, given or computed. 0 for TABLE.'
        ),
        'all': (
            'Value of all types together.'
        ),
        'normalized': (
            '1 if the values were normalized, as the def asked.'
        ),
        'monotone': (
            '1 if the measure is monotone.'
        ),
        'smaller': (
            'If not monotone: the first set, in ascending order, that a type makes smaller. Otherwise 0.'
        ),
        'larger': (
            'If not monotone: that set with the first such type, whose value is smaller. Otherwise 0.'
        ),
        'reserved': (
            '0.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            'Memory on the device, in bytes.'
        ),
        'kernel_seconds': (
            "Time of the device's kernels in the last call. 0 unless the context profiles."
        ),
    },
    'throng_potential_def': {
        '': (
            'Definition of a potential field.'
        ),
        'worlds': (
            'Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576.\n'
            'Default: 1.'
        ),
        'source_capacity': (
            'Most sources of all worlds together. Range: 0 to 2^27. Default: 1024.'
        ),
        'goal_capacity': (
            'Most goals of all worlds together. Range: 0 to 65536. Default: 16.'
        ),
        'point_capacity': (
            'Most points of all worlds together. Range: 0 to 2^27. Default: 1024.'
        ),
        'typical_sources': (
            'Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range:\n'
            '0 or more. Default: 16.'
        ),
        'residency': (
            'Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic\n'
            'choice of the backend uses it. Default: HOST.'
        ),
        'damage': (
            'If 1, points also get the damage that sources do to them. Default: 0.'
        ),
        'measure': (
            'Joins the sources in range of a point by their types: f_i is how many of type i there are, and the\n'
            'damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:\n'
            'NULL.'
        ),
        'interaction': (
            'If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *\n'
            'm_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.'
        ),
        'terrain': (
            'Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL.'
        ),
        'terrain_mode': (
            'Which of them repel. Default: ALL.'
        ),
        'cell_size': (
            "Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1."
        ),
        'terrain_eta': (
            "Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1."
        ),
        'terrain_range': (
            "Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2."
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_potential_source': {
        '': (
            'A source: repels points in its range.'
        ),
        'x': (
            'Position, in world units.'
        ),
        'y': (
            'Position, in world units.'
        ),
        'eta': (
            'Strength of the repulsion. Range: 0 to 1e9.'
        ),
        'range': (
            'Range rho_0 of the repulsion and the damage, in world units. Range: above 1e-3, to 1e9.'
        ),
        'power': (
            'Damage per unit of time to points in range. Range: 0 to 1e9.'
        ),
        'type': (
            "Type of unit. Range: 0 to THRONG_MAX_TYPES-1, and below the measure's number of types."
        ),
        'world': (
            'World of the source. Range: 0 to worlds-1.'
        ),
    },
    'throng_potential_goal': {
        '': (
            'A goal: attracts points.'
        ),
        'x': (
            'Position, in world units.'
        ),
        'y': (
            'Position, in world units.'
        ),
        'k': (
            'Strength of the attraction, as force per world unit. Range: 0 to 1e9.'
        ),
        'world': (
            'World of the goal. Range: 0 to worlds-1.'
        ),
    },
    'throng_potential_point': {
        '': (
            'A point at which the field is evaluated.'
        ),
        'x': (
            'Position, in world units.'
        ),
        'y': (
            'Position, in world units.'
        ),
        'goal': (
            "Index of a goal in the point's world, THRONG_GOALS_ALL or THRONG_GOALS_NONE."
        ),
        'world': (
            'World of the point. Range: 0 to worlds-1.'
        ),
    },
    'throng_force': {
        '': (
            'The field at a point.'
        ),
        'fx': (
            'Force F.'
        ),
        'fy': (
            'Force F.'
        ),
        'potential': (
            'Potential U.'
        ),
        'damage': (
            'Damage per unit of time by the sources with rho <= range: the sum of their power, or their Choquet\n'
            'integral if the field has a measure. 0 unless throng_potential_def.damage is 1.'
        ),
    },
    'throng_potential_info': {
        '': (
            'Facts about a field.'
        ),
        'backend': (
            'Backend that the field lives on.'
        ),
        'sources': (
            'Present number of each, in all worlds together.'
        ),
        'goals': (
            'Present number of each, in all worlds together.'
        ),
        'points': (
            'Present number of each, in all worlds together.'
        ),
        'lost': (
            '1 if the device failed and the field is lost; throng_potential_reset() brings it back.'
        ),
        'reserved': (
            '0.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            'Memory on the device, in bytes.'
        ),
        'kernel_seconds': (
            "Time of the device's kernels in the last update. 0 unless the context profiles."
        ),
    },
    'throng_readback_def': {
        '': (
            'Definition of a readback.'
        ),
        'kind': (
            'What it reads. Default: AGENTS.'
        ),
        'capacity': (
            'Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set.'
        ),
        'slots': (
            'Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS.\n'
            'Default: 3.'
        ),
        'value': (
            'The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change.\n'
            'The host itself has set the others. Default: POSITION.'
        ),
        'layer': (
            'The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
        'crowd': (
            'The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL.'
        ),
        'map': (
            'The map of LAYER. Default: NULL.'
        ),
        'field': (
            'The field of FORCES. Default: NULL.'
        ),
        'trace': (
            'The tracer of PATHS. Default: NULL.'
        ),
        'flow': (
            'The flow of LENGTHS and DIRECTIONS. Default: NULL.'
        ),
    },
    'throng_readback_read': {
        '': (
            'A read.'
        ),
        'number': (
            'Its number, from 1. 0: there is none.'
        ),
        'step': (
            "Count of the object's steps or updates when the read began: throng_crowd_info.steps; of other objects\n"
            'the calls that update it and succeeded since it was created.'
        ),
        'count': (
            'Number of entries.'
        ),
        'width': (
            'Entries of a row: the columns of a region, or `count`.'
        ),
    },
    'throng_readback_info': {
        '': (
            'Facts about a readback.'
        ),
        'backend': (
            'Backend of its object.'
        ),
        'slots': (
            'Slots, and those that hold a read.'
        ),
        'used': (
            'Slots, and those that hold a read.'
        ),
        'lost': (
            '1 if the device failed and the readback is lost; throng_readback_reset() brings it back.'
        ),
        'entry_bytes': (
            'Bytes of an entry.'
        ),
        'reserved': (
            '0.'
        ),
        'reads': (
            'Number of reads that began so far.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            "Memory from the device's driver, in bytes."
        ),
    },
    'throng_route_def': {
        '': (
            'Definition of a searcher.'
        ),
        'terrain': (
            'Terrain, of the same context. The next search sees its changes. Must be set.'
        ),
        'grid': (
            'Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.'
        ),
        'method': (
            'How routes are searched. Default: ASTAR.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_route_result': {
        '': (
            'A route.'
        ),
        'length': (
            'Length in cells: a + b*sqrt(2), rounded once. -1: there is no route.'
        ),
        'cost': (
            'Sum of step length * cost of the cell stepped into, rounded once. 0 without costs.'
        ),
        'total': (
            'length + weight * cost, as the search adds it up, rounded once. -1: there is no route.'
        ),
        'cell_count': (
            'Number of cells, start and goal included. 0: there is no route.'
        ),
        'cell_offset': (
            'Index of its first cell among the cells of all routes of the search, in their order.'
        ),
    },
    'throng_region': {
        '': (
            'A rectangle of cells. It must lie inside the map.'
        ),
        'column': (
            'Upper left cell.'
        ),
        'row': (
            'Upper left cell.'
        ),
        'width': (
            'Columns and rows. Range: 1 or more.'
        ),
        'height': (
            'Columns and rows. Range: 1 or more.'
        ),
    },
    'throng_cell': {
        '': (
            'A cell.'
        ),
        'column': (
            'Column from the left and row from the top, from 0; rows count over all worlds.'
        ),
        'row': (
            'Column from the left and row from the top, from 0; rows count over all worlds.'
        ),
    },
    'throng_terrain_def': {
        '': (
            'Definition of a terrain.'
        ),
        'width': (
            'Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.'
        ),
        'height': (
            'Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be\n'
            'set.'
        ),
        'worlds': (
            'Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds\n'
            'then share. Default: 1.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_cell_pair': {
        '': (
            'Two cells.'
        ),
        'from': (
            'Start and goal of a path.'
        ),
        'to': (
            'Start and goal of a path.'
        ),
    },
    'throng_trace_def': {
        '': (
            'Definition of a tracer.'
        ),
        'field': (
            'Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.\n'
            'Must be set.'
        ),
        'start_capacity': (
            'Most starts. Range: 0 to 2^24. Default: 1024.'
        ),
        'max_steps': (
            'Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000.'
        ),
        'keep_points': (
            'If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,\n'
            'only results can be read. Default: 1.'
        ),
        'escape': (
            'What paths do in traps. Default: NONE.'
        ),
        'flow': (
            "Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.\n"
            'Otherwise unused. Default: NULL.'
        ),
        'hill_range': (
            'Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_trace_start': {
        '': (
            'Start of a path.'
        ),
        'x': (
            'Position, in world units.'
        ),
        'y': (
            'Position, in world units.'
        ),
        'speed': (
            'Length of a step in world units, which is also the distance per unit of time. Range: 1e-12 to 1e9.'
        ),
        'goal': (
            'Index of a goal in the field.'
        ),
        'world': (
            'World of the path. Range: 0 to worlds-1 of the field.'
        ),
        'flow_field': (
            'Field of the flow that leads to the goal, for THRONG_ESCAPE_FLOW. Range: 0 to fields-1 of the flow.'
        ),
    },
    'throng_trace_result': {
        '': (
            'Result of a path.'
        ),
        'status': (
            'How it ended.'
        ),
        'steps': (
            'Number of steps; the path has steps + 1 points.'
        ),
        'length': (
            'Sum of the lengths of all steps, in world units.'
        ),
        'damage': (
            'Damage; see the top of this header. It may be negative if the measure is. At most the largest float.'
        ),
        'x': (
            'Position where it ended.'
        ),
        'y': (
            'Position where it ended.'
        ),
        'escapes': (
            'Number of escapes.'
        ),
    },
    'throng_trace_point': {
        '': (
            'A point of a path.'
        ),
        'x': (
            'Position, in world units.'
        ),
        'y': (
            'Position, in world units.'
        ),
    },
    'throng_trace_info': {
        '': (
            'Facts about a tracer.'
        ),
        'backend': (
            'Backend that the tracer lives on.'
        ),
        'starts': (
            'Present number of starts.'
        ),
        'lost': (
            '1 if the device failed and the tracer is lost; throng_trace_reset() brings it back.'
        ),
        'reserved': (
            '0.'
        ),
        'host_bytes': (
            'Memory from the allocator, in bytes.'
        ),
        'device_bytes': (
            'Memory on the device, in bytes.'
        ),
        'kernel_seconds': (
            "Time of the device's kernels in the last update. 0 unless the context profiles."
        ),
    },
    'throng_transport_message': {
        '': (
            'A message to or from another process.'
        ),
        'rank': (
            'Rank of the other process.'
        ),
        'reserved': (
            '0.'
        ),
        'bytes': (
            'Its bytes, more than 0; both sides know how many.'
        ),
        'data': (
            'What is sent, or where it is received. Valid until the exchange ends.'
        ),
    },
    'throng_transport_piece': {
        '': (
            'Bytes at a place in a file.'
        ),
        'offset': (
            'Where they are.'
        ),
        'bytes': (
            'How many.'
        ),
        'data': (
            'What is written, or where it is read to.'
        ),
    },
    'throng_transport': {
        '': (
            'How the processes of a world talk to each other. All functions are called by all processes in the same\n'
            'order, and return THRONG_OK or what went wrong. A function that fails on one process must not leave others\n'
            'waiting for ever: they fail, too.'
        ),
        'rank': (
            'This process, from 0, and how many there are.'
        ),
        'size': (
            'This process, from 0, and how many there are.'
        ),
        'user': (
            'Passed to all functions.'
        ),
        'exchange_begin': (
            'Begins an exchange: sends messages and receives others, at most one of each with any process, none\n'
            'with this one. Returns before they have arrived. At most one exchange is under way; other functions\n'
            'may be called meanwhile.'
        ),
        'exchange_end': (
            'Waits until all messages of the exchange have been sent and received.'
        ),
        'all_to_all': (
            'Sends send[i] to process i, and receives receive[i] from it.'
        ),
        'reduce': (
            'Replaces each number by what is made of the numbers in its place on all processes.'
        ),
        'broadcast': (
            'Copies bytes of process `root` to all others.'
        ),
        'file_write': (
            'Creates a file, or replaces what is in it, with the pieces of all processes. NULL: each process opens\n'
            'the path by itself, which must be the same file for all.'
        ),
        'file_read': (
            'Reads pieces of a file, others on each process. Set with file_write.'
        ),
        'message': (
            'What went wrong in the last function that failed. NULL: nothing is said.'
        ),
    },
    'throng_world_def': {
        '': (
            'Definition of a world.'
        ),
        'transport': (
            'How processes talk to each other; copied. `size` 0: there is no other process. Default: that.'
        ),
        'cut': (
            'Default: BISECTION.'
        ),
        'balance_steps': (
            'Steps between load checks. If the slowest part took `imbalance` times the mean or more, a crowd of\n'
            'the world is cut again by measured costs. Devices are measured in the last step before, which waits\n'
            'for them. 0: never. Default: 64.'
        ),
        'imbalance': (
            'Range: 1 or more. 1: always. Default: 1.1.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_world_info': {
        '': (
            'Facts about a world.'
        ),
        'rank': (
            'This process, and how many there are.'
        ),
        'size': (
            'This process, and how many there are.'
        ),
        'parts': (
            'Parts of all processes; the first one of this process, and how many it has.'
        ),
        'first_part': (
            'Parts of all processes; the first one of this process, and how many it has.'
        ),
        'local_parts': (
            'Parts of all processes; the first one of this process, and how many it has.'
        ),
        'lost': (
            '1 if the transport has failed.'
        ),
    },
    'throng_world_crowd_def': {
        '': (
            'Definition of a crowd of a world.'
        ),
        'parts': (
            'Definitions for the parts of this process, one behind the other. They differ in nothing but terrain\n'
            'and flow, which are of the context of the part, agent_capacity, which grows by itself, and residency.\n'
            "Terrain and flow are whole in each part, or as much of them as the part's agents can reach; the bits\n"
            'are those of one crowd as long as the longest wall of all is in each part. Must be set.'
        ),
        'flow': (
            'Flow that agents with THRONG_NAVIGATE_FLOW follow: of the same world, square. The crowd is then cut as\n'
            'its tiles are, and not balanced; flow of `parts` is NULL, and steps update it first. NULL: none.\n'
            'Default: NULL.'
        ),
        'skin': (
            'Width by which ghosts reach beyond what agents can notice, in world units. Lists of ghosts are rebuilt\n'
            'when an agent may have moved half of it. 0: chosen by speeds and costs. With a `flow` at most 1.99\n'
            'times its margin less 3 cells. Range: 0 to 1e9. Default: 0.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_world_crowd_info': {
        '': (
            'Facts about a crowd of a world.'
        ),
        'agents': (
            'Agents of all processes, as of the last call that changed their number.'
        ),
        'own': (
            'Agents and ghosts of this process.'
        ),
        'ghosts': (
            'Agents and ghosts of this process.'
        ),
        'lost': (
            '1 if the crowd is lost.'
        ),
        'border': (
            'Ghosts that other parts have of agents of this process. Each step sends their motions.'
        ),
        'steps': (
            'Number of steps so far, and of agents ever added.'
        ),
        'added': (
            'Number of steps so far, and of agents ever added.'
        ),
        'lists': (
            'Times that lists of ghosts were rebuilt, and that the crowd was cut.'
        ),
        'cuts': (
            'Times that lists of ghosts were rebuilt, and that the crowd was cut.'
        ),
        'moved': (
            'Agents that have left parts of this process for other parts.'
        ),
        'bytes_sent': (
            "Bytes that this process has sent to others; those of them with ghosts' motions in single steps."
        ),
        'motion_bytes_sent': (
            "Bytes that this process has sent to others; those of them with ghosts' motions in single steps."
        ),
        'step_seconds': (
            "Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other\n"
            'processes; with new lists and cuts.'
        ),
        'exchange_seconds': (
            "Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other\n"
            'processes; with new lists and cuts.'
        ),
        'list_seconds': (
            "Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other\n"
            'processes; with new lists and cuts.'
        ),
        'imbalance': (
            'Time of the slowest part divided by the mean, when that was looked at last. 0: never so far.'
        ),
        'skin': (
            'The present skin.'
        ),
    },
    'throng_world_flow_def': {
        '': (
            'Definition of a flow of a world.'
        ),
        'flow': (
            'Grid, fields, goals, classes, costs and backend of the flows of all parts, and what is done in cells\n'
            'that are not reached. `terrain`, `seed_capacity`, `first_column` and `first_row` are left as they are\n'
            'by default. `goal_capacity` holds for the goals in each tile.'
        ),
        'width': (
            "Columns and rows of the whole map. Each part's tile with its margin has at most THRONG_MAX_SIDE of\n"
            'either and THRONG_MAX_FLOW_COSTS cells. Range: 1 to THRONG_MAX_WORLD_SIDE. Must be set.'
        ),
        'height': (
            "Columns and rows of the whole map. Each part's tile with its margin has at most THRONG_MAX_SIDE of\n"
            'either and THRONG_MAX_FLOW_COSTS cells. Range: 1 to THRONG_MAX_WORLD_SIDE. Must be set.'
        ),
        'margin': (
            'Cells around a tile whose lengths its part has, too. Agents of a crowd may be half a skin beyond the\n'
            'tile of their part, so a wide margin permits a wide skin. Range: THRONG_MIN_WORLD_MARGIN to\n'
            'THRONG_MAX_WORLD_MARGIN. Default: 16.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_world_flow_part': {
        '': (
            'The part of a flow that a part of this process has.'
        ),
        'tile': (
            'Its tile, and the tile with what is around it: margin, and the reach of clearances. Both on the map.'
        ),
        'window': (
            'Its tile, and the tile with what is around it: margin, and the reach of clearances. Both on the map.'
        ),
        'flow': (
            'The flow of the window, with the lengths of the whole map in the tile and its margin. To be read and\n'
            'sampled, and for the crowd of the part: its points are those of the whole map, its cells begin with\n'
            "those of the window. Goals, seeds, costs and terrain are the world's."
        ),
    },
    'throng_world_flow_info': {
        '': (
            'Facts about a flow of a world.'
        ),
        'cells': (
            'Cells of the whole map.'
        ),
        'updates': (
            'Updates that succeeded and had something to do, and rounds of lengths that were exchanged in them.'
        ),
        'rounds': (
            'Updates that succeeded and had something to do, and rounds of lengths that were exchanged in them.'
        ),
        'bytes_sent': (
            'Bytes that this process has sent to others in them.'
        ),
        'update_seconds': (
            'Time of this process in updates, in seconds; of that with messages and waiting for other processes.'
        ),
        'exchange_seconds': (
            'Time of this process in updates, in seconds; of that with messages and waiting for other processes.'
        ),
    },
    'throng_world_influence_def': {
        '': (
            'Definition of an influence map of a world.'
        ),
        'map': (
            'Definition of the map, the same on all processes. Its width and height are those of all parts\n'
            'together: up to THRONG_MAX_SIDE each, and THRONG_MAX_CELLS cells in a part. object_capacity: most\n'
            'objects of a layer that reach one part. worlds must be 1, terrain NULL and all_pairs 0. residency is\n'
            'that of the parts. Must be set.'
        ),
        'reach': (
            'PATH and ADJACENT: how far an object may reach at most, in cells, which is how much each part has\n'
            'around its rectangle. An object reaches (1 + alpha) * max_distance and a cell more; with linear decay\n'
            'no farther than where it is 0. EUCLIDEAN: any object may reach everywhere. Range: 2 to\n'
            'THRONG_MAX_SIDE.\n'
            'Default: 32.'
        ),
        'reserved': (
            '0.'
        ),
        'weights': (
            'Weights of the parts of this process, one behind the other: a part gets so large a share of the cells.\n'
            'NULL: 1 for each. Range: 0 to 1e9; at least one of all parts must be above 0. Default: NULL.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_world_influence_info': {
        '': (
            'Facts about an influence map of a world.'
        ),
        'objects': (
            'Objects of a layer, of all processes, as of the last call that changed their number.'
        ),
        'cells': (
            'Cells of the whole map, and of the parts of this process.'
        ),
        'own_cells': (
            'Cells of the whole map, and of the parts of this process.'
        ),
        'reaching': (
            'Objects of all layers that reached parts of this process in the last update, each part counted by\n'
            'itself.'
        ),
        'lost': (
            '1 if the map is lost.'
        ),
        'reserved': (
            '0.'
        ),
        'updates': (
            'Updates so far.'
        ),
        'bytes_sent': (
            'Bytes that this process has sent to others, of the world.'
        ),
        'update_seconds': (
            'Time of this process in updates, in seconds: in the maps of parts, and with objects and waiting for\n'
            'other processes.'
        ),
        'exchange_seconds': (
            'Time of this process in updates, in seconds: in the maps of parts, and with objects and waiting for\n'
            'other processes.'
        ),
    },
    'throng_world_potential_def': {
        '': (
            'Definition of a potential field of a world.'
        ),
        'parts': (
            'Definitions for the parts of this process, one behind the other. They differ in nothing but terrain\n'
            'and measure, which are of the context of the part, capacities, typical_sources and residency. worlds\n'
            'must be 1. Terrain has 1 world, and is whole in each part, or as much of it from its corner as acts on\n'
            "the part's points. source_capacity: 64 for each block of 64 indices of which a source may reach the\n"
            "part's points; the number of all sources, rounded up to a multiple of 64, is always enough. Must be\n"
            'set.'
        ),
        'cookie': (
            'Set by the default function.'
        ),
    },
    'throng_world_potential_info': {
        '': (
            'Facts about a potential field of a world.'
        ),
        'sources': (
            'Sources of all processes, as of the last call that changed their number.'
        ),
        'reaching': (
            'Sources of which parts of this process were told, each part counted by itself, as of the last update.'
        ),
        'goals': (
            'Goals, and points of this process.'
        ),
        'points': (
            'Goals, and points of this process.'
        ),
        'lost': (
            '1 if the field is lost.'
        ),
        'reserved': (
            '0.'
        ),
        'updates': (
            'Updates so far.'
        ),
        'bytes_sent': (
            'Bytes that this process has sent to others, of the world.'
        ),
        'update_seconds': (
            'Time of this process in updates, in seconds: in the fields of parts, and with sources and waiting for\n'
            'other processes.'
        ),
        'exchange_seconds': (
            'Time of this process in updates, in seconds: in the fields of parts, and with sources and waiting for\n'
            'other processes.'
        ),
    },
}
