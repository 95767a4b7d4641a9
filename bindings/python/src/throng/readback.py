"""Results without waiting."""
from __future__ import annotations

import dataclasses
import weakref
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, records
from ._core import Object
from ._foreign import ffi
from ._library import lib
from .context import Context, create

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import ReadbackDef

DEFINITION = arguments.Definition("throng_readback_def", lib.throng_readback_default_def, "Readback")
FLOATS, BYTES = np.dtype(np.float32), np.dtype(np.uint8)
FORMS: Dict[int, Tuple[Any, int]] = {
    enums.ReadbackKind.MOTIONS: (dtypes.MOTION, 1),
    enums.ReadbackKind.LAYER: (FLOATS, 1),
    enums.ReadbackKind.FORCES: (dtypes.FORCE, 1),
    enums.ReadbackKind.PATHS: (dtypes.TRACE_RESULT, 1),
    enums.ReadbackKind.LENGTHS: (FLOATS, 1),
    enums.ReadbackKind.DIRECTIONS: (BYTES, 1)}
GRIDS = (enums.ReadbackKind.LAYER, enums.ReadbackKind.LENGTHS, enums.ReadbackKind.DIRECTIONS)


@dataclasses.dataclass(frozen=True)
class Read:
    """A read of a readback."""

    number: int
    """Its number, from 1."""
    step: int
    """How far the object was when the read began: steps of a crowd, updates of other objects."""
    count: int
    """Number of entries."""
    width: int
    """Entries of a row."""


def _read_of(found) -> Read:
    return Read(found.number, found.step, found.count, found.width)


def _number(read: Any) -> int:
    number = arguments.integer(read.number if isinstance(read, Read) else read, "read")
    if not 0 <= number < 2 ** 64:
        raise ValueError("read: %d does not fit into 64 bits" % number)
    return number


class _Lease:
    """What an array of map() keeps while it lives, and what keeps the readback."""

    def __init__(self, readback: Readback):
        self.readback = readback

    def __call__(self, memory: Any) -> None:
        """The memory is the library's: there is nothing to free."""


class Readback(Object):
    """Copies results of one object into a ring of slots: a read begins, and is fetched later.

    reads = throng.Readback(context, kind="agents", value="position", crowd=crowd, capacity=1000)"""

    _name, _struct = "readback", "throng_readback"

    def __init__(self, context: Context, **definition: Unpack[ReadbackDef]):
        self._leases: weakref.WeakSet = weakref.WeakSet()
        made = create(self, context, DEFINITION, lib.throng_readback_create, lib.throng_readback_destroy, definition)
        self._kind = made.kind
        if made.kind != enums.ReadbackKind.AGENTS:
            self._dtype, self._columns = FORMS[made.kind]
        else:
            format_, self._columns, _ = dtypes.AGENT_VALUES[made.value]
            self._dtype = np.dtype(format_)

    def _exported(self) -> bool:
        return len(self._leases) > 0

    def _begin(self, function, *values) -> Read:
        found = ffi.new("throng_readback_read *")
        self._call(function, *values, found)
        return _read_of(found)

    @arguments.from_header("throng_readback_begin_agents")
    def begin_agents(self, handles: Optional[ArrayLike] = None, *, count: Optional[int] = None) -> Read:
        """Handles, or without them all agents, of whom `count` tells the number."""
        if handles is None:
            if count is None:
                raise TypeError("count must be given where there are no handles")
            return self._begin(lib.throng_readback_begin_agents, ffi.NULL, arguments.bounded(count, "count"))
        made = np.ascontiguousarray(arguments.packed(handles, dtypes.AGENT, "handles"))  # there is no stride
        return self._begin(lib.throng_readback_begin_agents, arguments.pointer(made, "throng_agent *"), made.size)

    @arguments.from_header("throng_readback_begin_region")
    def begin_region(self, region: Optional[Sequence[int]] = None) -> Read:
        return self._begin(lib.throng_readback_begin_region, arguments.region(region))

    @arguments.from_header("throng_readback_begin_range")
    def begin_range(self, first: int, count: int) -> Read:
        return self._begin(lib.throng_readback_begin_range, arguments.bounded(first, "first"),
                           arguments.bounded(count, "count"))

    @arguments.from_header("throng_readback_ready")
    def ready(self, read: Read) -> bool:
        found = ffi.new("int32_t *")
        self._call(lib.throng_readback_ready, _number(read), found)
        return found[0] != 0

    def _shape(self, read: Read) -> Tuple[int, ...]:
        if self._kind in GRIDS:
            return (read.count // max(read.width, 1), read.width)
        return (read.count, 2) if self._columns == 2 else (read.count,)

    @arguments.from_header("throng_readback_get_read")
    def get_read(self, number: int) -> Read:
        return self._begin(lib.throng_readback_get_read, _number(number))

    @arguments.from_header("throng_readback_fetch")
    def fetch(self, read: Read, *, out: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """An array of the kind's type: (n,), (n, 2), or (rows, columns) of a region."""
        number, known, core = _number(read), ffi.new("throng_readback_read *"), self._core
        try:
            with core.enter():  # no other thread fetches it in between
                self._call_inside(lib.throng_readback_get_read, number, known)
                found, stride = arguments.output(out, self._shape(_read_of(known)), self._dtype)
                self._call_inside(lib.throng_readback_fetch, number, arguments.pointer(found), stride)
        finally:
            if core.messages:
                core.deliver()
        return found

    @arguments.from_header("throng_readback_map")
    def map(self, read: Read) -> NDArray[Any]:
        """The array is read-only and valid until the read is fetched or released; take a copy of what is needed longer.
        It keeps the readback, which cannot be closed while it lives."""
        number, known, where = _number(read), ffi.new("throng_readback_read *"), ffi.new("void const * *")
        lease, core = _Lease(self), self._core
        try:
            with core.enter():
                self._call_inside(lib.throng_readback_get_read, number, known)
                self._call_inside(lib.throng_readback_map, number, where)
                self._leases.add(lease)  # before another thread closes it
        finally:
            if core.messages:
                core.deliver()
        shape = self._shape(_read_of(known))
        start = ffi.gc(ffi.cast("char *", where[0]), lease)
        memory = ffi.buffer(start, int(np.prod(shape)) * self._dtype.itemsize)  # keeps it
        found = np.frombuffer(memory, self._dtype).reshape(shape)
        found.flags.writeable = False
        return found

    @arguments.from_header("throng_readback_release")
    def release(self, read: Read) -> None:
        self._call(lib.throng_readback_release, _number(read))

    @arguments.from_header("throng_readback_latest")
    def latest(self) -> Optional[Read]:
        """None if none has ended."""
        found = ffi.new("throng_readback_read *")
        self._call(lib.throng_readback_latest, found)
        return _read_of(found) if found.number else None

    @arguments.from_header("throng_readback_reset")
    def reset(self) -> None:
        self._call(lib.throng_readback_reset)

    @arguments.from_header("throng_readback_get_info")
    def info(self) -> records.ReadbackInfo:
        found = ffi.new("throng_readback_info *")
        self._call(lib.throng_readback_get_info, found)
        return arguments.report(found)


DEFINITION.describe(Readback, "context")
