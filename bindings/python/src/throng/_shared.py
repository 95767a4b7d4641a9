"""Objects that several contexts have: worlds, and what is cut into their parts."""
import weakref
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, Dict, Iterator, Sequence, Tuple

from . import _arguments as arguments
from . import errors
from ._core import Core, Object, Record
from ._foreign import ffi


class SharedRecord(Record):
    """A record of an object that several contexts have: it ends while nobody uses one of them."""

    def __init__(self, record: Record, cores: Sequence[Core]):  # pylint: disable=super-init-not-called
        self.__dict__.update(record.__dict__)
        self.cores = cores

    def doom(self, core):
        for each in self.cores:  # at a call of any of them
            if self not in each.doomed:
                each.doomed.append(self)

    def end(self):
        with ExitStack() as held:
            for core in self.cores:
                if (core.lock._is_owned() and not core.resting) or not core.lock.acquire(blocking=False):
                    self.doom(core)
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

    def _reap(self) -> None:
        """Behind a call, where all locks are held."""
        for core in self._cores:
            core.resting += 1
        try:
            for core in self._cores:
                core.reap()
        finally:
            for core in self._cores:
                core.resting -= 1

    def _deliver(self) -> None:
        for core in self._cores:
            if core.messages:
                core.deliver()

    @contextmanager
    def _use(self) -> Iterator[None]:
        """All locks for a with statement; messages are delivered behind it."""
        try:
            with self._locked():
                yield
        finally:
            self._deliver()

    def _call(self, function, *values) -> None:
        with self._use():
            self._call_inside(function, *values)
            self._reap()

    def _calls(self, *calls) -> None:
        with self._use():
            for call in calls:
                self._call_inside(*call)

    def _read_range(self, present, function, first, count, out, dtype) -> Any:
        with self._use():
            return self._read_inside(present, function, first, count, out, dtype)

    def _close(self) -> None:
        with self._use():
            self._reap()
            if self._record.pointer:
                self._core.check(Record.end(self._record))
                self._core.live.pop(self._record.order, None)


class Parted(Shared):
    """An object that is cut into the parts of a world."""

    _struct = ""

    @staticmethod
    def _parts_of(world: Any) -> int:
        if getattr(world, "_struct", "") != "throng_world":
            raise TypeError("world must be a World, not %s" % type(world).__name__)
        return len(world._contexts)

    def _make(self, world: Any, create, destroy, made, kept: Sequence[Any]) -> None:
        """Makes it of a definition. `kept`: what that points to."""
        self._core, self._cores = world._core, world._cores
        found = ffi.new(self._struct + " **")
        uses = (world, *dict.fromkeys(each for each in kept if isinstance(each, Object)))
        with self._use():
            if world.closed:
                raise errors.ClosedError("the world is closed", 1)
            for each in uses[1:]:  # another thread may have closed it since the definition was made
                if each.closed:
                    raise errors.ClosedError("the %s is closed" % each._name, 1)
            self._core.check(create(world._record.pointer, made, found))
            self._share(world._cores, found[0], destroy, uses)

    @property
    def _parts(self) -> int:
        return len(self._keeps[0]._contexts)

    def _report_part(self, part, get_part, local, get_info, found) -> Any:
        """Facts about the object of a part, as the library's part has it."""
        number = arguments.bounded(part, "part")
        with self._use():
            self._call_inside(get_part, number, local)
            self._core.check(get_info(local[0], found))
        return arguments.report(found)
