"""What all objects share: the lock of their context, their end, and exceptions for statuses.

Calls release the interpreter's lock while the library computes, and hold the context's own: several threads may use one
context, and take turns. Objects end in any order: a record stays until nothing else uses it."""
import sys
import threading
from collections import deque
from typing import Any, Callable, Deque, Dict, List, Optional, Tuple

from . import _arguments as arguments
from . import errors
from ._foreign import ffi
from ._library import lib


class Record:
    """An object of the library. `users` are the records of objects that use it."""

    def __init__(self, pointer, destroy, parents, order, keep):
        self.pointer, self.destroy, self.parents, self.order = pointer, destroy, parents, order
        self.keep = keep  # what the library points to
        self.users = 0
        for parent in parents:
            parent.users += 1

    def doom(self, core):
        """Nobody refers to it: it ends at a call on this context."""
        core.doomed.append(self)

    def end(self):
        """Destroys it if the library lets it go. Returns the status."""
        status = self.destroy(self.pointer)
        if status == 0:
            self.pointer, self.keep = ffi.NULL, None
            for parent in self.parents:
                parent.users -= 1
        return status


class Core:
    """What the objects of a context share."""

    def __init__(self, logger: Optional[Callable]):
        self.lock: Any = threading.RLock()  # its _is_owned() is known to nobody else
        self.record: Optional[Record] = None
        self.live: Dict[int, Any] = {}  # weak references to open objects, by the order of their creation
        self.doomed: List[Record] = []  # records that nobody refers to
        self.resting = 0  # above 0: whoever has the lock is in no call of the library
        self.messages: Deque[Tuple[Any, str]] = deque()
        self.failure = ""  # the last error's message, for when there is no context to ask
        self.logger: Any = logger
        self.created = 0

    @property
    def pointer(self):
        return self.record.pointer if self.record else ffi.NULL

    def enter(self):
        """The lock, to be held by a with statement."""
        if self.lock._is_owned():
            raise RuntimeError("throng was called by a callback of the same context")
        return self.lock

    def error(self, status):
        """The exception for a status."""
        message = ffi.string(lib.throng_context_message(self.pointer)).decode("utf-8", "replace") or self.failure
        message = message or ffi.string(lib.throng_status_string(status)).decode()
        kind = errors.BY_STATUS.get(status, errors.Error)
        return kind(message, status, lib.throng_context_opencl_error(self.pointer))

    def check(self, status):
        if status:
            raise self.error(status)

    def register(self, pointer, destroy, parents, keep):
        """Makes the record of a new object."""
        self.created += 1
        return Record(pointer, destroy, parents, self.created, keep)

    def deliver(self):
        """Hands messages to the logger, after the call and outside of the lock: it may use the context."""
        while self.messages:
            try:
                level, text = self.messages.popleft()
            except IndexError:
                return
            self.logger(level, text)

    def abandon(self, record):
        """Nobody refers to an object any more."""
        self.live.pop(record.order, None)
        record.doom(self)
        if not self.lock._is_owned() and self.lock.acquire(blocking=False):
            try:
                self.reap()
            finally:
                self.lock.release()

    def reap(self):
        """Destroys what nobody refers to, users before what they use. The lock is held, behind all calls."""
        again = True
        self.resting += 1
        try:
            while again:
                again = False
                for record in sorted(self.doomed, key=lambda r: -r.order):
                    if record.users == 0:
                        self.doomed.remove(record)
                        again = not record.pointer or record.end() == 0 or again
        finally:
            self.resting -= 1


class Object:
    """An object of the library. It ends with its last reference, at close(), or at the end of a with statement."""

    _name = ""

    def _adopt(self, core: Core, pointer, destroy, keeps=(), memory=None):
        """Takes a new object over. `keeps` are objects that it uses, and that stay while it lives; `memory` is what the
        library points to until it is destroyed."""
        self._core, self._keeps = core, keeps
        self._record = core.register(pointer, destroy, [k._record for k in keeps], memory)

    def _call(self, function, *values) -> None:
        """Calls a function of the library with this object first."""
        core = self._core
        try:
            with core.enter():
                self._call_inside(function, *values)
                if core.doomed:
                    core.reap()
        finally:
            if core.messages:
                core.deliver()

    def _failure(self, status) -> errors.Error:
        """The exception for a status of a call with this object, where the lock is held."""
        if not self._record.pointer:
            return errors.ClosedError("the %s is closed" % self._name, 1)
        return self._core.error(status)

    def _settle(self, error: Optional[errors.Error]) -> None:
        """What is left to do after a call, without the lock."""
        core = self._core
        if core.doomed:
            with core.enter():
                core.reap()
        try:
            if error is not None:
                raise error
        finally:
            if core.messages:
                core.deliver()

    def _calls(self, *calls) -> None:
        """Several calls, (function, arguments...) each, that no other thread comes between."""
        core = self._core
        try:
            with core.enter():
                for call in calls:
                    self._call_inside(*call)
        finally:
            if core.messages:
                core.deliver()

    def _read_range(self, present, function, first, count, out, dtype) -> Any:
        """Reads entries of which there are `present()`. The lock keeps others from adding some in between: what the
        library refuses needs no memory."""
        core = self._core
        try:
            with core.enter():
                return self._read_inside(present, function, first, count, out, dtype)
        finally:
            if core.messages:
                core.deliver()

    def _read_inside(self, present, function, first, count, out, dtype) -> Any:
        """The same where the lock is held already."""
        there = present()
        count = there - first if count is None else count
        inside = 0 <= first and 0 <= count <= there - first
        found, stride = arguments.output(out, (count if inside else 0,), dtype)
        self._call_inside(function, first, count, arguments.pointer(found), stride)
        return found

    def _call_inside(self, function, *values) -> None:
        """The same where the lock is held already."""
        pointer = self._record.pointer
        if not pointer:
            raise errors.ClosedError("the %s is closed" % self._name, 1)
        status = function(pointer, *values)
        if status:
            raise self._core.error(status)

    def _must_be_open(self) -> None:
        """The same for calls that have no status."""
        if not self._record.pointer:
            raise errors.ClosedError("the %s is closed" % self._name, 1)

    def _exported(self) -> bool:
        """Whether arrays of the object's memory are alive, which forbid to change it."""
        return False

    def _still(self) -> None:
        if self._exported():
            raise BufferError("arrays of the %s's memory are alive; delete them first" % self._name)

    def _close(self) -> None:
        core = self._core
        try:
            with core.enter():
                self._still()  # where no other thread shows its memory in between
                core.reap()
                if self._record.pointer:
                    core.check(self._record.end())
                    core.live.pop(self._record.order, None)
        finally:
            if core.messages:
                core.deliver()

    def close(self) -> None:
        """Destroys the object now. Fails if another one still uses it. Closing twice does nothing."""
        self._close()

    @property
    def closed(self) -> bool:
        """Whether the object was closed."""
        return not self._record.pointer

    def __enter__(self):
        self._must_be_open()
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self):
        record = getattr(self, "_record", None)
        if record is not None and record.pointer and not sys.is_finalizing():
            self._core.abandon(record)

    def __reduce_ex__(self, _: Any):
        raise TypeError("objects of throng cannot be copied or pickled; crowds have save()")

    def __repr__(self):
        return "<throng.%s%s>" % (type(self).__name__, ", closed" if self.closed else "")
