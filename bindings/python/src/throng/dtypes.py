# Written by bindings/generate.py from include/throng. Do not edit.
"""Structs of the library as numpy dtypes."""
import numpy as np

ENUMS = {  # members of structs that hold values of an enum
    ('throng_context_def', 'backend'): 'Backend',
    ('throng_context_def', 'isa'): 'Isa',
    ('throng_context_info', 'isa'): 'Isa',
    ('throng_device_info', 'type'): 'DeviceType',
    ('throng_crowd_def', 'perception'): 'Perception',
    ('throng_crowd_def', 'residency'): 'Residency',
    ('throng_crowd_def', 'neighbors'): 'Neighbors',
    ('throng_crowd_def', 'heading'): 'Heading',
    ('throng_crowd_def', 'integration'): 'Integration',
    ('throng_agent_def', 'navigation'): 'Navigation',
    ('throng_crowd_info', 'backend'): 'Backend',
    ('throng_selection', 'backend'): 'Backend',
    ('throng_flow_def', 'grid'): 'Grid',
    ('throng_flow_def', 'backend'): 'Backend',
    ('throng_flow_def', 'residency'): 'Residency',
    ('throng_flow_def', 'unreached'): 'FlowUnreached',
    ('throng_flow_info', 'backend'): 'Backend',
    ('throng_influence_def', 'grid'): 'Grid',
    ('throng_influence_def', 'propagation'): 'Propagation',
    ('throng_influence_def', 'blocked_objects'): 'BlockedObjects',
    ('throng_influence_def', 'residency'): 'Residency',
    ('throng_influence_object', 'decay_kind'): 'Decay',
    ('throng_influence_info', 'backend'): 'Backend',
    ('throng_measure_def', 'kind'): 'MeasureKind',
    ('throng_measure_info', 'kind'): 'MeasureKind',
    ('throng_measure_info', 'backend'): 'Backend',
    ('throng_potential_def', 'residency'): 'Residency',
    ('throng_potential_def', 'terrain_mode'): 'TerrainMode',
    ('throng_potential_info', 'backend'): 'Backend',
    ('throng_readback_def', 'kind'): 'ReadbackKind',
    ('throng_readback_def', 'value'): 'AgentValue',
    ('throng_readback_info', 'backend'): 'Backend',
    ('throng_route_def', 'grid'): 'Grid',
    ('throng_route_def', 'method'): 'RouteMethod',
    ('throng_trace_def', 'escape'): 'Escape',
    ('throng_trace_result', 'status'): 'TraceStatus',
    ('throng_trace_info', 'backend'): 'Backend',
    ('throng_world_def', 'cut'): 'WorldCut',
}

AGENT_VALUES = {  # of enums.AgentValue: format, count, and whether it is read and written
    0: ('<f4', 2, 'rw'),
    1: ('<f4', 2, 'rw'),
    2: ('<f4', 2, 'rw'),
    3: ('<f4', 2, 'rw'),
    4: ('<f4', 2, 'rw'),
    5: ('<f4', 1, 'rw'),
    6: ('<f4', 1, 'rw'),
    7: ('<f4', 1, 'rw'),
    8: ('<f4', 1, 'rw'),
    9: ('<i4', 1, 'rw'),
    10: ('<f4', 1, 'rw'),
    11: ('<f4', 1, 'rw'),
    12: ('<u4', 1, 'rw'),
    13: ('<u4', 1, 'rw'),
    14: ('<i4', 1, 'rw'),
    15: ('<f4', 1, 'rw'),
    16: ('<i4', 1, 'rw'),
    17: ('<f4', 1, 'rw'),
    18: ('<f4', 1, 'rw'),
    19: ('<f4', 1, 'rw'),
    20: ('<f4', 1, 'rw'),
    21: ('<i4', 1, 'rw'),
    22: ('<f4', 1, 'rw'),
    23: ('<u4', 1, 'r'),
    24: ('<i4', 1, 'r'),
    25: ('<f4', 1, 'rw'),
    28: ('<i4', 1, 'rw'),
    29: ('<f4', 2, 'rw'),
    26: ('<f4', 1, 'rw'),
    27: ('<u8', 1, 'r'),
    30: ('<f8', 2, 'rw'),
    31: ('<f8', 2, 'rw'),
    32: ('<i4', 1, 'rw'),
}

CONTEXT_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['isa', 'threads', 'opencl', 'device', 'device_exact', 'device_name', 'device_version'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', 'S128', 'S128'],
    'offsets': [0, 4, 8, 12, 16, 20, 148],
    'itemsize': 276})
"""What a context runs on."""

DEVICE_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['number', 'type', 'exact', 'compute_units', 'memory_bytes', 'name', 'platform', 'version',
        'driver', 'reason'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<u8', 'S128', 'S128', 'S128', 'S128', 'S256'],
    'offsets': [0, 4, 8, 12, 16, 24, 152, 280, 408, 536],
    'itemsize': 792})
"""An OpenCL device of this machine. Texts that are too long are cut."""

AGENT_DEF: "np.dtype[np.void]" = np.dtype({
    'names': ['id', 'x', 'y', 'vx', 'vy', 'radius', 'max_speed', 'navigation', 'target_x', 'target_y',
        'flow_field', 'pref_speed', 'neighbor_dist', 'max_neighbors', 'time_horizon', 'time_horizon_obst',
        'layer', 'mask', 'priority', 'responsibility', 'locked', 'heading_x', 'heading_y', 'vision_range',
        'vision_range_min', 'vision_angle', 'hearing_range', 'sound_range', 'capacity', 'dead_speed',
        'offset_x', 'offset_y', 'target_offset_x', 'target_offset_y', 'cookie'],
    'formats': ['<u8', '<f4', '<f4', '<f4', '<f4', '<f4', '<f4', '<i4', '<f4', '<f4', '<i4', '<f4', '<f4',
        '<i4', '<f4', '<f4', '<u4', '<u4', '<i4', '<f4', '<i4', '<f4', '<f4', '<f4', '<f4', '<f4', '<f4',
        '<f4', '<i4', '<f4', '<f8', '<f8', '<f8', '<f8', '<u4'],
    'offsets': [0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92,
        96, 100, 104, 108, 112, 116, 120, 128, 136, 144, 152, 160],
    'itemsize': 168})
"""Definition of an agent."""

AGENT: "np.dtype[np.void]" = np.dtype({
    'names': ['index', 'generation'],
    'formats': ['<i4', '<u4'],
    'offsets': [0, 4],
    'itemsize': 8})
"""Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,
calls reject it.
"""

HALF_PLANE: "np.dtype[np.void]" = np.dtype({
    'names': ['nx', 'ny', 'c'],
    'formats': ['<f4', '<f4', '<f4'],
    'offsets': [0, 4, 8],
    'itemsize': 12})
"""A half-plane of velocities: all (x, y) with nx*x + ny*y >= c."""

VERTEX: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y'],
    'formats': ['<f4', '<f4'],
    'offsets': [0, 4],
    'itemsize': 8})
"""A vertex of an obstacle."""

OBSTACLE: "np.dtype[np.void]" = np.dtype({
    'names': ['index', 'generation'],
    'formats': ['<i4', '<u4'],
    'offsets': [0, 4],
    'itemsize': 8})
"""Handle of an obstacle, valid until it is removed."""

VERTEX_DOUBLE: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y'],
    'formats': ['<f8', '<f8'],
    'offsets': [0, 8],
    'itemsize': 16})
"""A vertex of an obstacle, for places that a float does not have."""

CROWD_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'agents', 'capacity', 'lost', 'walls', 'reserved', 'steps', 'added', 'host_bytes',
        'device_bytes', 'kernel_seconds', 'home_x', 'home_y'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<u8', '<u8', '<f8', '<f8', '<f8'],
    'offsets': [0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 72],
    'itemsize': 80})
"""Facts about a crowd."""

MOTION: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'vx', 'vy', 'heading_x', 'heading_y'],
    'formats': ['<f8', '<f8', '<f4', '<f4', '<f4', '<f4'],
    'offsets': [0, 8, 16, 20, 24, 28],
    'itemsize': 32})
"""Where an agent is, how it moves, and where it looks."""

MOVING_OBSTACLE: "np.dtype[np.void]" = np.dtype({
    'names': ['index', 'generation'],
    'formats': ['<i4', '<u4'],
    'offsets': [0, 4],
    'itemsize': 8})
"""Handle of a moving obstacle, valid until it is removed."""

OBSTACLE_MOTION: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'vx', 'vy', 'heading_x', 'heading_y', 'turn', 'reserved'],
    'formats': ['<f8', '<f8', '<f4', '<f4', '<f4', '<f4', '<f4', '<i4'],
    'offsets': [0, 8, 16, 20, 24, 28, 32, 36],
    'itemsize': 40})
"""Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this
says until the next throng_crowd_move_obstacles(): steps do not move it.
"""

CROWD_QUERY: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'radius', 'mask', 'except'],
    'formats': ['<f4', '<f4', '<f4', '<u4', AGENT],
    'offsets': [0, 4, 8, 12, 16],
    'itemsize': 24})
"""A query for agents near a point."""

CROWD_HIT: "np.dtype[np.void]" = np.dtype({
    'names': ['agent', 'distance'],
    'formats': [AGENT, '<f4'],
    'offsets': [0, 8],
    'itemsize': 12})
"""An agent that a query found."""

CROWD_EVENT: "np.dtype[np.void]" = np.dtype({
    'names': ['agent', 'kind'],
    'formats': [AGENT, '<u4'],
    'offsets': [0, 8],
    'itemsize': 12})
"""What happened to an agent in a step."""

CROWD_ROOM_DEF: "np.dtype[np.void]" = np.dtype({
    'names': ['obstacles', 'edges', 'moving_obstacles', 'queries', 'hits', 'motions', 'cookie'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', '<i4', '<u4'],
    'offsets': [0, 4, 8, 12, 16, 20, 24],
    'itemsize': 28})
"""What throng_crowd_reserve_room() reserves memory for."""

AGENT_STATE: "np.dtype[np.void]" = np.dtype({
    'names': ['version', 'bytes', 'id', 'data'],
    'formats': ['<u4', '<u4', '<u8', ('<u8', (19,))],
    'offsets': [0, 4, 8, 16],
    'itemsize': 168})
"""The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other
memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.
"""

SELECTION: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'measured', 'cpu_seconds', 'opencl_seconds', 'reason'],
    'formats': ['<i4', '<i4', '<f8', '<f8', 'S200'],
    'offsets': [0, 4, 8, 16, 24],
    'itemsize': 224})
"""The backend that an object of a def is created on, and why."""

CALIBRATE_OPERATION: "np.dtype[np.void]" = np.dtype({
    'names': ['measured', 'kept', 'noisy', 'sizes', 'repeats', 'spread', 'largest_spread'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', '<f8', '<f8'],
    'offsets': [0, 4, 8, 12, 16, 24, 32],
    'itemsize': 40})
"""Result of a calibration for one operation."""

CALIBRATE_REPORT: "np.dtype[np.void]" = np.dtype({
    'names': ['seconds', 'saved', 'operations'],
    'formats': ['<f8', '<i4', (CALIBRATE_OPERATION, (9,))],
    'offsets': [0, 8, 16],
    'itemsize': 376})
"""Result of a calibration."""

FLOW_POINT: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'world', 'field'],
    'formats': ['<f4', '<f4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12],
    'itemsize': 16})
"""A point at which a field is sampled."""

FLOW_VECTOR: "np.dtype[np.void]" = np.dtype({
    'names': ['dx', 'dy', 'length'],
    'formats': ['<f4', '<f4', '<f4'],
    'offsets': [0, 4, 8],
    'itemsize': 12})
"""The flow at a point."""

FLOW_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'lost', 'host_bytes', 'device_bytes', 'kernel_seconds'],
    'formats': ['<i4', '<i4', '<u8', '<u8', '<f8'],
    'offsets': [0, 4, 8, 16, 24],
    'itemsize': 32})
"""Facts about a flow."""

INFLUENCE_OBJECT: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'vx', 'vy', 'influence', 'decay', 'max_distance', 'alpha', 'offset', 'decay_kind',
        'world'],
    'formats': ['<f4', '<f4', '<f4', '<f4', '<f4', '<f4', '<f4', '<f4', '<f4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40],
    'itemsize': 44})
"""An object that influences the cells around it."""

BEST: "np.dtype[np.void]" = np.dtype({
    'names': ['column', 'row', 'value'],
    'formats': ['<i4', '<i4', '<f4'],
    'offsets': [0, 4, 8],
    'itemsize': 12})
"""A cell and its value."""

POINT: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'world'],
    'formats': ['<f4', '<f4', '<i4'],
    'offsets': [0, 4, 8],
    'itemsize': 12})
"""A point at which a map is sampled."""

SAMPLE: "np.dtype[np.void]" = np.dtype({
    'names': ['value', 'dx', 'dy'],
    'formats': ['<f4', '<f4', '<f4'],
    'offsets': [0, 4, 8],
    'itemsize': 12})
"""Value and gradient at a point."""

INFLUENCE_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'layers', 'lost', 'reserved', 'host_bytes', 'device_bytes', 'kernel_seconds'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<f8'],
    'offsets': [0, 4, 8, 12, 16, 24, 32],
    'itemsize': 40})
"""Facts about a map."""

MEASURE_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['kind', 'types', 'backend', 'lost', 'lambda', 'all', 'normalized', 'monotone', 'smaller',
        'larger', 'reserved', 'host_bytes', 'device_bytes', 'kernel_seconds'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<f8', '<f4', '<i4', '<i4', '<u4', '<u4', '<i4', '<u8', '<u8',
        '<f8'],
    'offsets': [0, 4, 8, 12, 16, 24, 28, 32, 36, 40, 44, 48, 56, 64],
    'itemsize': 72})
"""Facts about a measure."""

POTENTIAL_SOURCE: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'eta', 'range', 'power', 'type', 'world'],
    'formats': ['<f4', '<f4', '<f4', '<f4', '<f4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12, 16, 20, 24],
    'itemsize': 28})
"""A source: repels points in its range."""

POTENTIAL_GOAL: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'k', 'world'],
    'formats': ['<f4', '<f4', '<f4', '<i4'],
    'offsets': [0, 4, 8, 12],
    'itemsize': 16})
"""A goal: attracts points."""

POTENTIAL_POINT: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'goal', 'world'],
    'formats': ['<f4', '<f4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12],
    'itemsize': 16})
"""A point at which the field is evaluated."""

FORCE: "np.dtype[np.void]" = np.dtype({
    'names': ['fx', 'fy', 'potential', 'damage'],
    'formats': ['<f4', '<f4', '<f4', '<f4'],
    'offsets': [0, 4, 8, 12],
    'itemsize': 16})
"""The field at a point."""

POTENTIAL_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'sources', 'goals', 'points', 'lost', 'reserved', 'host_bytes', 'device_bytes',
        'kernel_seconds'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<f8'],
    'offsets': [0, 4, 8, 12, 16, 20, 24, 32, 40],
    'itemsize': 48})
"""Facts about a field."""

READBACK_READ: "np.dtype[np.void]" = np.dtype({
    'names': ['number', 'step', 'count', 'width'],
    'formats': ['<u8', '<u8', '<i4', '<i4'],
    'offsets': [0, 8, 16, 20],
    'itemsize': 24})
"""A read."""

READBACK_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'slots', 'used', 'lost', 'entry_bytes', 'reserved', 'reads', 'host_bytes',
        'device_bytes'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<u8'],
    'offsets': [0, 4, 8, 12, 16, 20, 24, 32, 40],
    'itemsize': 48})
"""Facts about a readback."""

ROUTE_RESULT: "np.dtype[np.void]" = np.dtype({
    'names': ['length', 'cost', 'total', 'cell_count', 'cell_offset'],
    'formats': ['<f4', '<f4', '<f4', '<i4', '<i8'],
    'offsets': [0, 4, 8, 12, 16],
    'itemsize': 24})
"""A route."""

REGION: "np.dtype[np.void]" = np.dtype({
    'names': ['column', 'row', 'width', 'height'],
    'formats': ['<i4', '<i4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12],
    'itemsize': 16})
"""A rectangle of cells. It must lie inside the map."""

CELL: "np.dtype[np.void]" = np.dtype({
    'names': ['column', 'row'],
    'formats': ['<i4', '<i4'],
    'offsets': [0, 4],
    'itemsize': 8})
"""A cell."""

TERRAIN_DEF: "np.dtype[np.void]" = np.dtype({
    'names': ['width', 'height', 'worlds', 'cookie'],
    'formats': ['<i4', '<i4', '<i4', '<u4'],
    'offsets': [0, 4, 8, 12],
    'itemsize': 16})
"""Definition of a terrain."""

CELL_PAIR: "np.dtype[np.void]" = np.dtype({
    'names': ['from', 'to'],
    'formats': [CELL, CELL],
    'offsets': [0, 8],
    'itemsize': 16})
"""Two cells."""

TRACE_START: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y', 'speed', 'goal', 'world', 'flow_field'],
    'formats': ['<f4', '<f4', '<f4', '<i4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12, 16, 20],
    'itemsize': 24})
"""Start of a path."""

TRACE_RESULT: "np.dtype[np.void]" = np.dtype({
    'names': ['status', 'steps', 'length', 'damage', 'x', 'y', 'escapes'],
    'formats': ['<i4', '<i4', '<f4', '<f4', '<f4', '<f4', '<i4'],
    'offsets': [0, 4, 8, 12, 16, 20, 24],
    'itemsize': 28})
"""Result of a path."""

TRACE_POINT: "np.dtype[np.void]" = np.dtype({
    'names': ['x', 'y'],
    'formats': ['<f4', '<f4'],
    'offsets': [0, 4],
    'itemsize': 8})
"""A point of a path."""

TRACE_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['backend', 'starts', 'lost', 'reserved', 'host_bytes', 'device_bytes', 'kernel_seconds'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<f8'],
    'offsets': [0, 4, 8, 12, 16, 24, 32],
    'itemsize': 40})
"""Facts about a tracer."""

WORLD_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['rank', 'size', 'parts', 'first_part', 'local_parts', 'lost'],
    'formats': ['<i4', '<i4', '<i4', '<i4', '<i4', '<i4'],
    'offsets': [0, 4, 8, 12, 16, 20],
    'itemsize': 24})
"""Facts about a world."""

WORLD_CROWD_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['agents', 'own', 'ghosts', 'lost', 'border', 'steps', 'added', 'lists', 'cuts', 'moved',
        'bytes_sent', 'motion_bytes_sent', 'step_seconds', 'exchange_seconds', 'list_seconds', 'imbalance',
        'skin'],
    'formats': ['<i8', '<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<u8', '<u8', '<u8', '<u8', '<u8', '<f8',
        '<f8', '<f8', '<f8', '<f8'],
    'offsets': [0, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112],
    'itemsize': 120})
"""Facts about a crowd of a world."""

WORLD_FLOW_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['cells', 'updates', 'rounds', 'bytes_sent', 'update_seconds', 'exchange_seconds'],
    'formats': ['<u8', '<u8', '<u8', '<u8', '<f8', '<f8'],
    'offsets': [0, 8, 16, 24, 32, 40],
    'itemsize': 48})
"""Facts about a flow of a world."""

WORLD_INFLUENCE_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['objects', 'cells', 'own_cells', 'reaching', 'lost', 'reserved', 'updates', 'bytes_sent',
        'update_seconds', 'exchange_seconds'],
    'formats': [('<i8', (16,)), '<i8', '<i8', '<i8', '<i4', '<i4', '<u8', '<u8', '<f8', '<f8'],
    'offsets': [0, 128, 136, 144, 152, 156, 160, 168, 176, 184],
    'itemsize': 192})
"""Facts about an influence map of a world."""

WORLD_POTENTIAL_INFO: "np.dtype[np.void]" = np.dtype({
    'names': ['sources', 'reaching', 'goals', 'points', 'lost', 'reserved', 'updates', 'bytes_sent',
        'update_seconds', 'exchange_seconds'],
    'formats': ['<i8', '<i8', '<i4', '<i4', '<i4', '<i4', '<u8', '<u8', '<f8', '<f8'],
    'offsets': [0, 8, 16, 20, 24, 28, 32, 40, 48, 56],
    'itemsize': 64})
"""Facts about a potential field of a world."""
