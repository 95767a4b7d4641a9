"""Worlds: one crowd over several contexts of this process."""
from __future__ import annotations

import os
import weakref
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, errors, records
from ._core import Core, Object, Record
from ._foreign import ffi
from ._library import lib
from .context import Context
from .crowd import AGENTS, DEFINITION as PART
from .crowd import Crowd

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import AgentDefColumns, CrowdDef, WorldDef

__all__ = ["World", "WorldCrowd"]

DEFINITION = arguments.Definition("throng_world_def", lib.throng_world_default_def, "World", skip=("transport",))
IDS = np.dtype(np.uint64)


class SharedRecord(Record):
    """A record of an object that several contexts have: it ends while nobody uses one of them."""

    def __init__(self, record: Record, cores: Sequence[Core]):  # pylint: disable=super-init-not-called
        self.__dict__.update(record.__dict__)
        self.cores = cores

    def end(self):
        with ExitStack() as held:
            for core in self.cores[1:]:
                if not core.lock.acquire(blocking=False):
                    self.cores[0].doomed.append(self)  # at the next call
                    return 1
                held.callback(core.lock.release)
            return super().end()


def _forget(live: Dict[int, Any], order: int, _: Any) -> None:
    live.pop(order, None)


class Shared(Object):
    """An object that several contexts have. Its calls hold the locks of all."""

    _cores: Tuple[Core, ...] = ()  # the first one has the messages

    def _share(self, cores: Sequence[Core], pointer, destroy, keeps, memory=None):
        self._cores = tuple(cores)
        self._adopt(cores[0], pointer, destroy, keeps, memory)
        self._record = SharedRecord(self._record, self._cores)
        self._core.live[self._record.order] = weakref.ref(self)
        for core in self._cores[1:]:
            core.created += 1
            core.live[core.created] = weakref.ref(self, partial(_forget, core.live, core.created))

    def _locked(self) -> ExitStack:
        """All locks, always in one order."""
        held = ExitStack()
        try:
            for core in sorted(self._cores, key=id):
                held.enter_context(core.enter())
        except BaseException:
            held.close()
            raise
        return held

    def _deliver(self) -> None:
        for core in self._cores:
            if core.messages:
                core.deliver()

    def _call(self, function, *values) -> None:
        try:
            with self._locked():
                self._call_inside(function, *values)
                for core in self._cores:
                    core.reap()
        finally:
            self._deliver()

    def _close(self) -> None:
        try:
            with self._locked():
                self._core.reap()
                if self._record.pointer:
                    self._core.check(Record.end(self._record))
                    self._core.live.pop(self._record.order, None)
        finally:
            self._deliver()


def _cores_of(contexts: Sequence[Context]) -> List[Core]:
    cores: List[Core] = []
    for context in contexts:
        if not isinstance(context, Context):
            raise TypeError("contexts must be Contexts, not %s" % type(context).__name__)
        if context.closed:
            raise errors.ClosedError("the context is closed", 1)
        if context._core not in cores:
            cores.append(context._core)
    if not cores:
        raise ValueError("contexts: there must be one at least")
    return cores


class World(Shared):
    """A world with a part for each of these contexts; a context may occur more than once.

    world = throng.World([throng.Context(device="0"), throng.Context(device="1")])

    Contexts on the processor work at the same time: give each a share of the threads. Worlds over several processes are
    for C and C++."""

    _name, _struct = "world", "throng_world"

    def __init__(self, contexts: Sequence[Context], **definition: Unpack[WorldDef]):
        self._contexts = list(contexts)
        cores = _cores_of(self._contexts)
        self._cores = tuple(cores)
        self._core = cores[0]
        made, _ = DEFINITION.make(definition)
        pointers = ffi.new("throng_context *[]", [c._record.pointer for c in self._contexts])
        world = ffi.new("throng_world **")
        try:
            with self._locked():
                cores[0].check(lib.throng_world_create(len(self._contexts), pointers, made, world))
                self._share(cores, world[0], lib.throng_world_destroy, tuple(dict.fromkeys(self._contexts)))
        finally:
            self._deliver()

    @property
    def contexts(self) -> List[Context]:
        """Those of the parts."""
        return list(self._contexts)

    @arguments.from_header("throng_world_get_info")
    def info(self) -> records.WorldInfo:
        found = ffi.new("throng_world_info *")
        self._call(lib.throng_world_get_info, found)
        return arguments.report(found)


DEFINITION.describe(World, "contexts")


def _ids(ids: ArrayLike) -> NDArray[np.uint64]:
    array = np.ascontiguousarray(arguments.whole(ids, IDS, "ids"))
    if array.ndim > 1:
        raise ValueError("ids must have one dimension, not %d" % array.ndim)
    return array.reshape(-1)


class WorldCrowd(Shared):
    """One crowd over all parts of a world, with the bits of one Crowd. Agents are named by their ids.

    crowd = throng.WorldCrowd(world, symmetry=0.05)
    crowd.add(x=range(100), y=0, navigation="goal", target_y=50)

    Keywords are those of throng.Crowd, the same for all parts. terrain, flow and agent_capacity may be lists with one
    entry for each part; terrain and flow are of the part's context."""

    _name, _struct = "crowd", "throng_world_crowd"

    def __init__(self, world: World, *, skin: float = 0.0, **definition: Unpack[CrowdDef]):
        if not isinstance(world, World):
            raise TypeError("world must be a World, not %s" % type(world).__name__)
        self._core, self._cores = world._core, world._cores
        parts = len(world._contexts)
        made = ffi.new("throng_world_crowd_def *", lib.throng_world_crowd_default_def())
        defs = ffi.new("throng_crowd_def[]", parts)
        kept: List[Any] = []
        for i in range(parts):
            part, keep = PART.make({name: self._of_part(name, value, i, parts) for name, value in definition.items()})
            defs[i] = part[0]
            kept += keep
        made.parts = defs
        made.skin = arguments.real(skin, "skin")
        crowd = ffi.new("throng_world_crowd **")
        uses = (world, *dict.fromkeys(each for each in kept if isinstance(each, Object)))
        try:
            with self._locked():
                if world.closed:
                    raise errors.ClosedError("the world is closed", 1)
                self._core.check(lib.throng_world_crowd_create(world._record.pointer, made, crowd))
                self._share(world._cores, crowd[0], lib.throng_world_crowd_destroy, uses)
        finally:
            self._deliver()

    @staticmethod
    def _of_part(name, value, part, parts):
        if name not in ("terrain", "flow", "agent_capacity") or not isinstance(value, (list, tuple)):
            return value
        if len(value) != parts:
            raise ValueError("%s has %d entries for %d parts" % (name, len(value), parts))
        return value[part]

    # ---------------------------------------------------------------- agents

    @arguments.from_header("throng_world_crowd_add")
    def add(self, agents: Optional[ArrayLike] = None, **columns: Unpack[AgentDefColumns]) -> None:
        """Agents are those of Crowd.add()."""
        made = AGENTS.make(agents, columns)
        self._call(lib.throng_world_crowd_add, made.size, arguments.pointer(made), arguments.stride_of(made))

    @arguments.from_header("throng_world_crowd_add_states")
    def add_states(self, states: ArrayLike) -> None:
        """States are an array of dtypes.AGENT_STATE."""
        made = np.ascontiguousarray(arguments.packed(states, dtypes.AGENT_STATE, "states"))
        self._call(lib.throng_world_crowd_add_states, made.size, arguments.pointer(made, "throng_agent_state *"))

    @arguments.from_header("throng_world_crowd_remove")
    def remove(self, ids: ArrayLike) -> None:
        made = _ids(ids)
        self._call(lib.throng_world_crowd_remove, made.size, arguments.pointer(made, "uint64_t *"))

    @arguments.from_header("throng_world_crowd_find")
    def find(self, ids: ArrayLike) -> NDArray[np.int32]:
        """The part of each agent, -1 for an id that nobody has."""
        made = _ids(ids)
        parts = np.empty(made.size, np.int32)
        self._call(lib.throng_world_crowd_find, made.size, arguments.pointer(made, "uint64_t *"),
                   arguments.pointer(parts, "int32_t *"))
        return parts

    @arguments.from_header("throng_world_crowd_set")
    def set(self, name: Any, ids: ArrayLike, values: ArrayLike) -> None:
        """Sets the value `name` of these agents, as Crowd.set() does. One value serves all of them."""
        value, dtype, count = Crowd._value(name, "w")
        title, made = enums.AgentValue(value).name.lower(), _ids(ids)
        array = arguments.floats(values, title, dtype) if dtype.kind == "f" else arguments.whole(values, dtype, title)
        shape = (made.size, 2) if count == 2 else (made.size,)
        try:
            array = np.ascontiguousarray(np.broadcast_to(array, shape))
        except ValueError:
            raise ValueError("%s must have the shape %s, not %s" % (title, shape, array.shape)) from None
        self._call(lib.throng_world_crowd_set, value, made.size, arguments.pointer(made, "uint64_t *"),
                   arguments.pointer(array), 0)

    @arguments.from_header("throng_world_crowd_set_motions")
    def set_motions(self, ids: ArrayLike, motions: ArrayLike) -> None:
        """Motions are an array of dtypes.MOTION, one for each agent."""
        made = _ids(ids)
        moved = np.ascontiguousarray(arguments.packed(motions, dtypes.MOTION, "motions"))
        if moved.size != made.size:
            raise ValueError("there are %d motions for %d ids" % (moved.size, made.size))
        self._call(lib.throng_world_crowd_set_motions, made.size, arguments.pointer(made, "uint64_t *"),
                   arguments.pointer(moved, "throng_motion *"))

    @arguments.from_header("throng_world_crowd_get_own")
    def get_own(self, part: int) -> Tuple[NDArray[np.uint64], NDArray[np.void]]:
        """Ids, and an array of dtypes.MOTION."""
        number = arguments.bounded(part, "part")
        try:
            with self._locked():
                return self._own_of(number)
        finally:
            self._deliver()

    def _own_of(self, number):
        count = ffi.new("int32_t *")
        self._call_inside(lib.throng_world_crowd_get_own, number, ffi.NULL, ffi.NULL, 0, count)
        ids, motions = np.empty(count[0], np.uint64), np.empty(count[0], dtypes.MOTION)
        self._call_inside(lib.throng_world_crowd_get_own, number, arguments.pointer(ids, "uint64_t *"),
                          arguments.pointer(motions, "throng_motion *"), count[0], count)
        return ids, motions

    def get_motions(self) -> Tuple[NDArray[np.uint64], NDArray[np.void]]:
        """Ids and motions of all agents, by ascending id."""
        try:
            with self._locked():
                parts = [self._own_of(part) for part in range(len(self._keeps[0]._contexts))]
        finally:
            self._deliver()
        ids, motions = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
        order = np.argsort(ids)
        return ids[order], motions[order]

    def part_info(self, part: int) -> records.CrowdInfo:
        """Facts about the crowd of a part, whose agents are its own and ghosts."""
        number, found, crowd = arguments.bounded(part, "part"), ffi.new("throng_crowd_info *"), ffi.new("throng_crowd **")
        try:
            with self._locked():
                self._call_inside(lib.throng_world_crowd_get_part, number, crowd)
                self._core.check(lib.throng_crowd_get_info(crowd[0], found))
        finally:
            self._deliver()
        return arguments.report(found)

    # ---------------------------------------------------------------- obstacles and steps

    @arguments.from_header("throng_world_crowd_add_obstacle")
    def add_obstacle(self, vertices: ArrayLike) -> np.void:
        """Vertices are an array (n, 2). Returns the obstacle's handle, of dtypes.OBSTACLE."""
        made = arguments.pairs(vertices, "vertices", np.float64)
        handle = np.empty(1, dtypes.OBSTACLE)
        self._call(lib.throng_world_crowd_add_obstacle, made.shape[0], arguments.pointer(made, "throng_vertex_double *"),
                   arguments.stride_of(made), arguments.pointer(handle, "throng_obstacle *"))
        return handle[0]

    @arguments.from_header("throng_world_crowd_remove_obstacle")
    def remove_obstacle(self, handle: ArrayLike) -> None:
        one = arguments.packed(handle, dtypes.OBSTACLE, "handle")
        if one.size != 1:
            raise ValueError("handle must be one handle, not %d" % one.size)
        self._call(lib.throng_world_crowd_remove_obstacle, arguments.pointer(one, "throng_obstacle *")[0])

    @arguments.from_header("throng_world_crowd_step")
    def step(self, dt: float) -> None:
        self._call(lib.throng_world_crowd_step, arguments.real(dt, "dt"))

    @arguments.from_header("throng_world_crowd_hash")
    def hash(self) -> int:
        found = ffi.new("uint64_t *")
        self._call(lib.throng_world_crowd_hash, found)
        return found[0]

    @arguments.from_header("throng_world_crowd_balance")
    def balance(self) -> None:
        self._call(lib.throng_world_crowd_balance)

    # ---------------------------------------------------------------- files and facts

    @arguments.from_header("throng_world_crowd_save")
    def save(self, path: Any) -> None:
        self._call(lib.throng_world_crowd_save, arguments.Definition.text("path", os.fspath(path), []))

    @arguments.from_header("throng_world_crowd_restore")
    def restore(self, path: Any) -> None:
        self._call(lib.throng_world_crowd_restore, arguments.Definition.text("path", os.fspath(path), []))

    @arguments.from_header("throng_world_crowd_get_info")
    def info(self) -> records.WorldCrowdInfo:
        found = ffi.new("throng_world_crowd_info *")
        self._call(lib.throng_world_crowd_get_info, found)
        return arguments.report(found)

    def __len__(self) -> int:
        return self.info().agents

    def __bool__(self) -> bool:
        return True
