"""Worlds: one crowd over several contexts of this process. world_maps.py has maps, fields and flows."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, errors, records
from ._core import Core
from ._foreign import ffi
from ._library import lib
from ._shared import Parted, Shared
from .context import Context
from .crowd import AGENTS, DEFINITION as PART
from .crowd import Crowd

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import AgentDefColumns, CrowdDef, WorldDef
    from .world_maps import WorldFlow

__all__ = ["World", "WorldCrowd"]

DEFINITION = arguments.Definition("throng_world_def", lib.throng_world_default_def, "World", skip=("transport",))


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
        with self._use():
            if any(context.closed for context in self._contexts):
                raise errors.ClosedError("the context is closed", 1)
            cores[0].check(lib.throng_world_create(len(self._contexts), pointers, made, world))
            self._share(cores, world[0], lib.throng_world_destroy, tuple(dict.fromkeys(self._contexts)))

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


class WorldCrowd(Parted):
    """One crowd over all parts of a world, with the bits of one Crowd. Agents are named by their ids.

    crowd = throng.WorldCrowd(world, symmetry=0.05)
    crowd.add(x=range(100), y=0, navigation="goal", target_y=50)

    Keywords are those of throng.Crowd, the same for all parts. terrain, flow and agent_capacity may be lists with one
    entry for each part; terrain and flow are of the part's context. Instead of flow, `world_flow` is a WorldFlow of the
    same world."""

    _name, _struct = "crowd", "throng_world_crowd"

    def __init__(self, world: World, *, skin: float = 0.0, world_flow: Optional[WorldFlow] = None,
                 **definition: Unpack[CrowdDef]):
        defs, kept = PART.make_parts(definition, self._parts_of(world), ("terrain", "flow", "agent_capacity"))
        made = ffi.new("throng_world_crowd_def *", lib.throng_world_crowd_default_def())
        made.parts = defs
        made.skin = arguments.real(skin, "skin")
        made.flow = DEFINITION.object("world_flow", "throng_world_flow", world_flow, kept)
        self._make(world, lib.throng_world_crowd_create, lib.throng_world_crowd_destroy, made, kept)

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
        made = arguments.keys(ids)
        self._call(lib.throng_world_crowd_remove, made.size, arguments.pointer(made, "uint64_t *"))

    @arguments.from_header("throng_world_crowd_find")
    def find(self, ids: ArrayLike) -> NDArray[np.int32]:
        """The part of each agent, -1 for an id that nobody has."""
        made = arguments.keys(ids)
        parts = np.empty(made.size, np.int32)
        self._call(lib.throng_world_crowd_find, made.size, arguments.pointer(made, "uint64_t *"),
                   arguments.pointer(parts, "int32_t *"))
        return parts

    @arguments.from_header("throng_world_crowd_set")
    def set(self, name: Any, ids: ArrayLike, values: ArrayLike) -> None:
        """Sets the value `name` of these agents, as Crowd.set() does. One value serves all of them."""
        value, dtype, count = Crowd._value(name, "w")
        (array, title), made = Crowd._given(value, values, dtype), arguments.keys(ids)
        shape = (made.size, 2) if count == 2 else (made.size,)
        try:
            array = np.require(np.broadcast_to(array, shape), requirements=("C", "A"))
        except ValueError:
            raise ValueError("%s must have the shape %s, not %s" % (title, shape, array.shape)) from None
        self._call(lib.throng_world_crowd_set, value, made.size, arguments.pointer(made, "uint64_t *"),
                   arguments.pointer(array), 0)

    @arguments.from_header("throng_world_crowd_set_motions")
    def set_motions(self, ids: ArrayLike, motions: ArrayLike) -> None:
        """Motions are an array of dtypes.MOTION, one for each agent."""
        made = arguments.keys(ids)
        moved = np.ascontiguousarray(arguments.packed(motions, dtypes.MOTION, "motions"))
        arguments.as_many(moved, made.size, "motions", "ids")
        self._call(lib.throng_world_crowd_set_motions, made.size, arguments.pointer(made, "uint64_t *"),
                   arguments.pointer(moved, "throng_motion *"))

    @arguments.from_header("throng_world_crowd_get_own")
    def get_own(self, part: int) -> Tuple[NDArray[np.uint64], NDArray[np.void]]:
        """Ids, and an array of dtypes.MOTION."""
        number = arguments.bounded(part, "part")
        with self._use():
            return self._own_of(number)

    def _own_of(self, number):
        count = ffi.new("int32_t *")
        self._call_inside(lib.throng_world_crowd_get_own, number, ffi.NULL, ffi.NULL, 0, count)
        ids, motions = np.empty(count[0], np.uint64), np.empty(count[0], dtypes.MOTION)
        self._call_inside(lib.throng_world_crowd_get_own, number, arguments.pointer(ids, "uint64_t *"),
                          arguments.pointer(motions, "throng_motion *"), count[0], count)
        return ids, motions

    def get_motions(self) -> Tuple[NDArray[np.uint64], NDArray[np.void]]:
        """Ids and motions of all agents, by ascending id."""
        with self._use():
            parts = [self._own_of(part) for part in range(self._parts)]
        ids, motions = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
        order = np.argsort(ids)
        return ids[order], motions[order]

    def part_info(self, part: int) -> records.CrowdInfo:
        """Facts about the crowd of a part, whose agents are its own and ghosts."""
        return self._report_part(part, lib.throng_world_crowd_get_part, ffi.new("throng_crowd **"),
                                 lib.throng_crowd_get_info, ffi.new("throng_crowd_info *"))

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
