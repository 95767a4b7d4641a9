"""Crowds."""
from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, errors, records
from ._core import Object
from ._foreign import ffi
from ._library import lib
from .context import Context, create, explain

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import AgentDefColumns, CrowdDef, CrowdQueryColumns, CrowdRoomDef

WALL_LINES = 32 + 8  # half-planes of walls and of moving obstacles that an agent may have
DEFINITION = arguments.Definition("throng_crowd_def", lib.throng_crowd_default_def, "Crowd")
ROOM = arguments.Definition("throng_crowd_room_def", lib.throng_crowd_room_default_def, "reserve_room")
AGENTS = arguments.Table("throng_agent_def", dtypes.AGENT_DEF, lib.throng_agent_default_def, "add")
QUERIES = arguments.Table("throng_crowd_query", dtypes.CROWD_QUERY, None, "queries",
                          {"radius": -1, "mask": 2 ** 32 - 1})
MOTIONS = arguments.Table("throng_obstacle_motion", dtypes.OBSTACLE_MOTION, None, "motions", {"heading_x": 1})
VALUES = {name.lower(): int(value) for name, value in enums.AgentValue.__members__.items()}
STEP, GET = lib.throng_crowd_step, lib.throng_crowd_get
HANDLES = ffi.typeof("throng_agent[]")
FORMS = {value: (np.dtype(form), count, access) for value, (form, count, access) in dtypes.AGENT_VALUES.items()}
READABLE = {name: (value,) + FORMS[value][:2] for name, value in VALUES.items() if "r" in FORMS[value][2]}


class View(NamedTuple):
    """What an agent perceives and avoids: Crowd.inspect()."""
    perceived: Any
    """Handles of whom it perceives, in ascending index."""
    avoided: Any
    """Handles of whom it avoids, the nearest first."""
    lines: Any
    """Half-planes, dtypes.HALF_PLANE: first those of walls, then one for each agent in `avoided`."""
    wall_count: int
    """How many of the half-planes are of walls."""


class Hits(NamedTuple):
    """The agents that queries found: Crowd.find_nearest() and Crowd.find_within()."""
    hits: Any
    """dtypes.CROWD_HIT, an array (queries, most hits), the nearest first. Entries past the hits of a query have the
    handle (0, 0) and an infinite distance."""
    found: Any
    """How many agents each query found, an array of int32."""


class _Memory:
    """Memory of a crowd that arrays show. They keep it, and it keeps the crowd."""

    def __init__(self, crowd, array):
        self.crowd, self.array = crowd, array
        self.__array_interface__ = dict(array.__array_interface__, data=(array.ctypes.data, True))


class Crowd(Object):
    """A crowd: agents that walk to their targets without running into each other or into walls.

    len(crowd) is the number of agents. Handles of agents are arrays of dtypes.AGENT."""

    _name, _struct = "crowd", "throng_crowd"

    def __init__(self, context: Context, **definition: Unpack[CrowdDef]):
        self._lent: Dict[int, Tuple[np.ndarray, weakref.ref]] = {}
        self._memories: weakref.WeakSet = weakref.WeakSet()
        self._count = ffi.new("int32_t *")
        create(self, context, DEFINITION, lib.throng_crowd_create, lib.throng_crowd_destroy, definition)

    @classmethod
    @arguments.from_header("throng_crowd_explain")
    def explain(cls, context: Context, **definition: Unpack[CrowdDef]) -> records.Selection:
        return explain(context, DEFINITION, lib.throng_crowd_explain, definition)

    # ---------------------------------------------------------------- agents

    @staticmethod
    def agents(count: int) -> NDArray[np.void]:
        """Definitions of `count` agents with the library's defaults, an array of dtypes.AGENT_DEF to fill in."""
        return AGENTS.filled(arguments.integer(count, "count"))

    @arguments.from_header("throng_crowd_add")
    def add(self, agents: Optional[ArrayLike] = None, **columns: Unpack[AgentDefColumns]) -> NDArray[np.void]:
        """Agents are an array of dtypes.AGENT_DEF (see Crowd.agents()), or keywords, each a number or an array: x=, y=,
        target_x=, navigation="goal" and so on; what is left out has the library's default. Returns their handles."""
        made = AGENTS.make(agents, columns)
        handles = np.empty(made.size, dtypes.AGENT)
        self._call(lib.throng_crowd_add, made.size, arguments.pointer(made), arguments.stride_of(made),
                   arguments.pointer(handles, "throng_agent *"))
        return handles

    @arguments.from_header("throng_crowd_remove")
    def remove(self, handles: ArrayLike) -> None:
        made = arguments.packed(handles, dtypes.AGENT, "handles")
        self._call(lib.throng_crowd_remove, made.size, arguments.pointer(made, "throng_agent *"),
                   arguments.stride_of(made))

    @arguments.from_header("throng_crowd_reserve")
    def reserve(self, capacity: int) -> None:
        self._call(lib.throng_crowd_reserve, arguments.bounded(capacity, "capacity"))

    @arguments.from_header("throng_crowd_reserve_room")
    def reserve_room(self, **room: Unpack[CrowdRoomDef]) -> None:
        made, _ = ROOM.make(room)
        self._call(lib.throng_crowd_reserve_room, made)

    @arguments.from_header("throng_crowd_list")
    def list(self) -> NDArray[np.void]:
        core = self._core
        try:
            with core.enter():
                handles = np.empty(self._present(), dtypes.AGENT)
                self._call_inside(lib.throng_crowd_list, arguments.pointer(handles, "throng_agent *"), handles.size,
                                  self._count)
        finally:
            if core.messages:
                core.deliver()
        return handles

    def __len__(self) -> int:
        core = self._core
        try:
            with core.enter():
                return self._present()
        finally:
            if core.messages:
                core.deliver()

    def __bool__(self) -> bool:
        return True

    @arguments.from_header("throng_crowd_find")
    def find(self, id: int) -> np.void:  # pylint: disable=redefined-builtin
        number = arguments.integer(id, "id")
        if not 0 <= number < 1 << 64:
            raise ValueError("id: %d does not fit into 64 bits" % number)
        handle = np.empty(1, dtypes.AGENT)
        self._call(lib.throng_crowd_find, number, arguments.pointer(handle, "throng_agent *"))
        return handle[0]

    @arguments.from_header("throng_crowd_find_nearest")
    def find_nearest(self, queries: Optional[ArrayLike] = None, *, capacity: int = 1,
                     **columns: Unpack[CrowdQueryColumns]) -> Hits:
        """Queries are an array of dtypes.CROWD_QUERY (see Crowd.queries()), or keywords, each a number or an array: x=,
        y=, radius=, mask=, except_=; what is left out stands for any distance, all layers and nobody. Returns
        throng.Hits, for each query with as many hits as `capacity` and the number of agents allow."""
        return self._search(lib.throng_crowd_find_nearest, queries, columns, arguments.bounded(capacity, "capacity"))

    @arguments.from_header("throng_crowd_find_within")
    def find_within(self, queries: Optional[ArrayLike] = None, *, capacity: Optional[int] = None,
                    **columns: Unpack[CrowdQueryColumns]) -> Hits:
        """Queries are those of find_nearest(). Returns throng.Hits. Without a capacity all agents are in it, which takes
        two searches."""
        most = None if capacity is None else arguments.bounded(capacity, "capacity")
        return self._search(lib.throng_crowd_find_within, queries, columns, most)

    @staticmethod
    def queries(count: int) -> NDArray[np.void]:
        """`count` queries with any distance, all layers and nobody left out, an array of dtypes.CROWD_QUERY to fill in."""
        return QUERIES.filled(arguments.integer(count, "count"))

    def _search(self, function, queries, columns, capacity):
        made = QUERIES.make(queries, columns)
        found = np.zeros(made.size, np.int32)
        leading = made.size, arguments.pointer(made), arguments.stride_of(made)
        counts = arguments.pointer(found, "int32_t *")
        core = self._core
        try:
            with core.enter():
                if capacity is None:
                    self._call_inside(function, *leading, 0, ffi.NULL, counts)
                    capacity = int(found.max(initial=0))
                # A large capacity needs no more memory than there are agents; the library refuses one below 0.
                most = min(capacity, self._present())
                hits = np.empty((made.size, max(most, 0)), dtypes.CROWD_HIT)
                self._call_inside(function, *leading, most, arguments.pointer(hits, "throng_crowd_hit *"), counts)
        finally:
            if core.messages:
                core.deliver()
        empty = np.arange(hits.shape[1]) >= found[:, None]
        hits[empty] = np.array(((0, 0), np.inf), dtypes.CROWD_HIT)
        return Hits(hits, found)

    @arguments.from_header("throng_crowd_get_events")
    def events(self, kinds: Any = "arrived|congested|inside_wall") -> NDArray[np.void]:
        """Returns all events of these kinds, an array of dtypes.CROWD_EVENT. A kind is a name, a throng.Flag or a sum."""
        flags = arguments.word(enums.Flag, kinds, "kinds")
        if not 0 <= flags < 1 << 32:
            raise ValueError("kinds: %d does not fit into 32 bits" % flags)
        core = self._core
        try:
            with core.enter():
                self._call_inside(lib.throng_crowd_get_events, flags, ffi.NULL, 0, self._count)
                found = np.empty(self._count[0], dtypes.CROWD_EVENT)
                self._call_inside(lib.throng_crowd_get_events, flags, arguments.pointer(found, "throng_crowd_event *"),
                                  found.size, self._count)
        finally:
            if core.messages:
                core.deliver()
        return found

    # ---------------------------------------------------------------- values

    @staticmethod
    def _value(name, wanted):
        """Number, dtype and count of a value."""
        value = VALUES.get(name) if isinstance(name, str) else None
        if value is None:
            value = arguments.word(enums.AgentValue, name, "name")
        form = FORMS.get(value)
        if form is None:
            raise ValueError("name: there is no value %d" % value)
        if wanted not in form[2]:
            raise errors.InvalidArgument("%s can only be %s" % (
                enums.AgentValue(value).name.lower(), "set" if wanted == "r" else "read"), 1)
        return value, form[0], form[1]

    @staticmethod
    def _given(value, values, dtype):
        """An array of what a value is set to, and the value's name."""
        title = enums.AgentValue(value).name.lower()
        if value == enums.AgentValue.NAVIGATION:
            values = arguments.words(enums.Navigation, values, title)
        return arguments.floats(values, title, dtype) if dtype.kind == "f" else \
            arguments.whole(values, dtype, title), title

    @arguments.from_header("throng_crowd_get")
    def get(self, name: Any, handles: Optional[ArrayLike] = None, *, out: Optional[np.ndarray] = None,
            copy: bool = True) -> Any:
        """The value `name`, such as "position", of these agents, or of all in the order of list(): an array (n,) or
        (n, 2). One handle gives one value.

        copy=False gives an array of the crowd's own memory, which is used again: read-only, as of this call. It keeps
        the crowd; while it lives, step(), restore(), reset() and close() raise BufferError."""
        form = READABLE.get(name) if isinstance(name, str) else None
        value, dtype, count = form or self._value(name, "r")
        if copy and type(handles) is np.ndarray and handles.dtype is dtypes.AGENT and handles.ndim == 1:
            where = self._in_place(handles)
            if where is not None:
                return self._get_fast(value, dtype, count, handles, where, out)
        made = None if handles is None else np.asarray(handles)
        single = made is not None and made.ndim == 0
        if made is not None:
            made = arguments.packed(made, dtypes.AGENT, "handles")
        core = self._core
        try:
            with core.enter():
                number = made.size if made is not None else self._present()
                shape = (number, 2) if count == 2 else (number,)
                if copy or single:
                    found, stride = arguments.output(out, shape, dtype)
                elif out is not None:
                    raise TypeError("out and copy=False exclude each other")
                else:
                    found, stride = self._lend(value, shape, dtype), 0
                if made is None:
                    where, step = ffi.NULL, 0
                else:
                    where, step = arguments.pointer(made, "throng_agent *"), arguments.stride_of(made)
                self._call_inside(lib.throng_crowd_get, value, number, where, step, arguments.pointer(found), stride)
                if not copy and not single:
                    found = self._show(value, found)  # before another thread has the memory lent
        finally:
            if core.messages:
                core.deliver()
        return found[0] if single else found

    @staticmethod
    def _in_place(handles):
        """Handles that the library can read as they are; None: they have to be looked at more closely."""
        if not handles.flags.c_contiguous or not handles.size:
            return None
        where = ffi.from_buffer(HANDLES, handles)
        return where if int(ffi.cast(arguments.ADDRESS, where)) % 4 == 0 else None

    def _get_fast(self, value, dtype, count, handles, where, out):
        """get() for the frames of a game."""
        number = handles.shape[0]
        shape = (number, 2) if count == 2 else (number,)
        if out is None:
            found, stride = np.empty(shape, dtype), 0
        else:
            found, stride = arguments.output(out, shape, dtype)
        to = ffi.from_buffer(found) if stride == 0 else arguments.pointer(found)
        core = self._core
        lock = core.lock
        if lock._is_owned():
            core.enter()
        with lock:
            status = GET(self._record.pointer, value, number, where, 0, to, stride)
            error = self._failure(status) if status else None
        if error is not None or core.messages or core.doomed:
            self._settle(error)
        return found

    def _present(self):
        self._call_inside(lib.throng_crowd_list, ffi.NULL, 0, self._count)
        return self._count[0]

    def _lend(self, value, shape, dtype):
        """Memory for a value that no array shows: that of the last time, or new one."""
        lent = self._lent.get(value)
        if lent is None or lent[0].shape != shape or lent[1]() is not None:
            return np.empty(shape, dtype)
        return lent[0]

    def _show(self, value, array):
        """An array that keeps the crowd, and that the crowd knows of while it lives."""
        memory = _Memory(self, array)
        self._lent[value] = array, weakref.ref(memory)
        self._memories.add(memory)
        return np.asarray(memory)

    def _exported(self) -> bool:
        return len(self._memories) > 0

    @arguments.from_header("throng_crowd_set")
    def set(self, name: Any, values: ArrayLike, handles: Optional[ArrayLike] = None) -> None:
        """Sets the value `name` of these agents, or of all in the order of list(). One value serves all of them."""
        value, dtype, count = self._value(name, "w")
        array, title = self._given(value, values, dtype)
        made = None if handles is None else arguments.packed(handles, dtypes.AGENT, "handles")
        core = self._core
        try:
            with core.enter():
                number = made.size if made is not None else self._present()
                shape = (number, 2) if count == 2 else (number,)
                if array.shape != shape:
                    try:
                        array = np.broadcast_to(array, shape)
                    except ValueError:
                        raise ValueError("%s must have the shape %s, not %s" % (title, shape, array.shape)) from None
                array = arguments.in_place(array)
                if made is None:
                    where, step = ffi.NULL, 0
                else:
                    where, step = arguments.pointer(made, "throng_agent *"), arguments.stride_of(made)
                self._call_inside(lib.throng_crowd_set, value, number, where, step, arguments.pointer(array),
                                  arguments.stride_of(array))
        finally:
            if core.messages:
                core.deliver()

    @arguments.from_header("throng_crowd_get_motions")
    def get_motions(self, handles: Optional[ArrayLike] = None) -> NDArray[np.void]:
        """The motions of these agents, or of all in the order of list(): an array of dtypes.MOTION."""
        return self._whole(lib.throng_crowd_get_motions, handles, dtypes.MOTION, "throng_motion *")

    @arguments.from_header("throng_crowd_set_motions")
    def set_motions(self, motions: ArrayLike, handles: Optional[ArrayLike] = None) -> None:
        """Motions are an array of dtypes.MOTION, one for each of these agents, or of all in the order of list()."""
        made = self._dense(motions, dtypes.MOTION, "motions")
        agents = None if handles is None else self._dense(handles, dtypes.AGENT, "handles")
        if agents is not None and agents.size != made.size:
            raise ValueError("there are %d motions for %d handles" % (made.size, agents.size))
        self._call(lib.throng_crowd_set_motions,
                   ffi.NULL if agents is None else arguments.pointer(agents, "throng_agent *"), made.size,
                   arguments.pointer(made, "throng_motion *"))

    @arguments.from_header("throng_crowd_get_states")
    def get_states(self, handles: Optional[ArrayLike] = None) -> NDArray[np.void]:
        """The states of these agents, or of all in the order of list(): an array of dtypes.AGENT_STATE, which may be
        kept and sent as bytes."""
        return self._whole(lib.throng_crowd_get_states, handles, dtypes.AGENT_STATE, "throng_agent_state *")

    @arguments.from_header("throng_crowd_add_states")
    def add_states(self, states: ArrayLike) -> NDArray[np.void]:
        """States are an array of dtypes.AGENT_STATE. Returns the agents' handles."""
        made = self._dense(states, dtypes.AGENT_STATE, "states")
        handles = np.empty(made.size, dtypes.AGENT)
        self._call(lib.throng_crowd_add_states, made.size, arguments.pointer(made, "throng_agent_state *"),
                   arguments.pointer(handles, "throng_agent *"))
        return handles

    @arguments.from_header("throng_crowd_set_steps")
    def set_steps(self, steps: int) -> None:
        number = arguments.integer(steps, "steps")
        if not 0 <= number < 1 << 64:
            raise ValueError("steps: %d does not fit into 64 bits" % number)
        self._call(lib.throng_crowd_set_steps, number)

    @staticmethod
    def _dense(value, dtype, name):
        """A structured array without gaps, for calls that take no stride."""
        return np.ascontiguousarray(arguments.packed(value, dtype, name))

    def _whole(self, function, handles, dtype, kind) -> Any:
        """What a call copies of these agents, or of all, packed."""
        made = None if handles is None else self._dense(handles, dtypes.AGENT, "handles")
        core = self._core
        try:
            with core.enter():
                found = np.empty(self._present() if made is None else made.size, dtype)
                self._call_inside(function, ffi.NULL if made is None else arguments.pointer(made, "throng_agent *"),
                                  found.size, arguments.pointer(found, kind))
        finally:
            if core.messages:
                core.deliver()
        return found

    @arguments.from_header("throng_crowd_inspect")
    def inspect(self, handle: ArrayLike, dt: float) -> View:
        one = arguments.packed(handle, dtypes.AGENT, "handle")
        if one.size != 1:
            raise ValueError("handle must be one agent, not %d" % one.size)
        most = max(len(self), 1)
        perceived, avoided = np.empty(most, dtypes.AGENT), np.empty(enums.MAX_NEIGHBORS, dtypes.AGENT)
        lines = np.empty(enums.MAX_NEIGHBORS + WALL_LINES, dtypes.HALF_PLANE)
        view = ffi.new("throng_crowd_view *", {
            "perceived": arguments.pointer(perceived, "throng_agent *"), "perceived_capacity": perceived.size,
            "avoided": arguments.pointer(avoided, "throng_agent *"), "avoided_capacity": avoided.size,
            "lines": arguments.pointer(lines, "throng_half_plane *"), "line_capacity": lines.size})
        agent = ffi.new("throng_agent *", (int(one["index"][0]), int(one["generation"][0])))
        self._call(lib.throng_crowd_inspect, agent[0], arguments.real(dt, "dt"), view)
        return View(perceived[:view.perceived_count].copy(), avoided[:view.avoided_count].copy(),
                    lines[:view.line_count].copy(), view.wall_count)

    # ---------------------------------------------------------------- obstacles

    @arguments.from_header("throng_crowd_add_obstacle")
    def add_obstacle(self, vertices: ArrayLike) -> np.void:
        """Vertices are an array (n, 2). Returns the obstacle's handle, of dtypes.OBSTACLE."""
        return self._obstacle(lib.throng_crowd_add_obstacle, arguments.pairs(vertices, "vertices"), "throng_vertex *")

    @arguments.from_header("throng_crowd_add_obstacle_double")
    def add_obstacle_double(self, vertices: ArrayLike) -> np.void:
        """Vertices are an array (n, 2); one of float64 is not copied."""
        return self._obstacle(lib.throng_crowd_add_obstacle_double,
                              arguments.pairs(vertices, "vertices", np.float64), "throng_vertex_double *")

    def _obstacle(self, function, array, kind):
        handle = np.empty(1, dtypes.OBSTACLE)
        self._call(function, array.shape[0], arguments.pointer(array, kind), arguments.stride_of(array),
                   arguments.pointer(handle, "throng_obstacle *"))
        return handle[0]

    @arguments.from_header("throng_crowd_remove_obstacle")
    def remove_obstacle(self, handle: ArrayLike) -> None:
        one = arguments.packed(handle, dtypes.OBSTACLE, "handle")
        if one.size != 1:
            raise ValueError("handle must be one obstacle, not %d" % one.size)
        made = ffi.new("throng_obstacle *", (int(one["index"][0]), int(one["generation"][0])))
        self._call(lib.throng_crowd_remove_obstacle, made[0])

    @staticmethod
    def motions(count: int) -> NDArray[np.void]:
        """Motions of `count` obstacles that stand at (0, 0), an array of dtypes.OBSTACLE_MOTION to fill in."""
        return MOTIONS.filled(arguments.integer(count, "count"))

    @arguments.from_header("throng_crowd_add_moving_obstacle")
    def add_moving_obstacle(self, vertices: ArrayLike, motion: ArrayLike) -> np.void:
        """Vertices are an array (n, 2), the motion is one of dtypes.OBSTACLE_MOTION (see Crowd.motions()). Returns the
        obstacle's handle, of dtypes.MOVING_OBSTACLE."""
        array, one = arguments.pairs(vertices, "vertices"), arguments.packed(motion, dtypes.OBSTACLE_MOTION, "motion")
        if one.size != 1:
            raise ValueError("motion must be one motion, not %d" % one.size)
        handle = np.empty(1, dtypes.MOVING_OBSTACLE)
        self._call(lib.throng_crowd_add_moving_obstacle, array.shape[0], arguments.pointer(array, "throng_vertex *"),
                   arguments.stride_of(array), arguments.pointer(one, "throng_obstacle_motion *"),
                   arguments.pointer(handle, "throng_moving_obstacle *"))
        return handle[0]

    @arguments.from_header("throng_crowd_move_obstacles")
    def move_obstacles(self, handles: ArrayLike, motions: ArrayLike) -> None:
        """As many motions, of dtypes.OBSTACLE_MOTION, as handles."""
        made = arguments.packed(handles, dtypes.MOVING_OBSTACLE, "handles")
        moves = arguments.packed(motions, dtypes.OBSTACLE_MOTION, "motions")
        if made.size != moves.size:
            raise ValueError("motions: %d for %d handles" % (moves.size, made.size))
        self._call(lib.throng_crowd_move_obstacles, made.size, arguments.pointer(made, "throng_moving_obstacle *"),
                   arguments.stride_of(made), arguments.pointer(moves, "throng_obstacle_motion *"),
                   arguments.stride_of(moves))

    @arguments.from_header("throng_crowd_remove_moving_obstacle")
    def remove_moving_obstacle(self, handle: ArrayLike) -> None:
        one = arguments.packed(handle, dtypes.MOVING_OBSTACLE, "handle")
        if one.size != 1:
            raise ValueError("handle must be one moving obstacle, not %d" % one.size)
        made = ffi.new("throng_moving_obstacle *", (int(one["index"][0]), int(one["generation"][0])))
        self._call(lib.throng_crowd_remove_moving_obstacle, made[0])

    # ---------------------------------------------------------------- steps and states

    @arguments.from_header("throng_crowd_step")
    def step(self, dt: float) -> None:
        # Written for speed: what _call() does, without its calls.
        if self._lent:
            self._still()
        core = self._core
        lock = core.lock
        if lock._is_owned():
            core.enter()
        with lock:
            status = STEP(self._record.pointer, dt)
            error = self._failure(status) if status else None
        if error is not None or core.messages or core.doomed:
            self._settle(error)

    @arguments.from_header("throng_crowd_hash")
    def hash(self) -> int:
        found = ffi.new("uint64_t *")
        self._call(lib.throng_crowd_hash, found)
        return found[0]

    @arguments.from_header("throng_crowd_save")
    def save(self) -> bytes:
        size = ffi.new("size_t *")
        core = self._core
        try:
            with core.enter():
                self._call_inside(lib.throng_crowd_snapshot_bytes, size)
                snapshot = ffi.new("char[]", size[0])
                self._call_inside(lib.throng_crowd_save, snapshot, size[0])
        finally:
            if core.messages:
                core.deliver()
        return ffi.buffer(snapshot)[:]

    @arguments.from_header("throng_crowd_restore")
    def restore(self, snapshot: Any) -> None:
        self._still()
        memory = memoryview(snapshot)
        if not memory.c_contiguous:
            raise ValueError("snapshot must be contiguous")
        self._call(lib.throng_crowd_restore, ffi.from_buffer(memory), memory.nbytes)

    @arguments.from_header("throng_crowd_reset")
    def reset(self) -> None:
        self._still()
        self._call(lib.throng_crowd_reset)

    @arguments.from_header("throng_crowd_get_info")
    def info(self) -> records.CrowdInfo:
        found = ffi.new("throng_crowd_info *")
        self._call(lib.throng_crowd_get_info, found)
        return arguments.report(found)


DEFINITION.describe(Crowd, "context")
