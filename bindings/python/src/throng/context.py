"""Contexts: what objects share, and the devices of this machine."""
from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from . import _arguments as arguments
from . import enums, errors, records
from ._core import Core, Object
from ._foreign import ffi
from ._library import lib, version

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .keywords import CalibrateDef, ContextDef

__all__ = ["Context", "devices", "isa_available", "version"]

DEFINITION = arguments.Definition("throng_context_def", lib.throng_context_default_def, "Context")
CALIBRATION = arguments.Definition("throng_calibrate_def", lib.throng_calibrate_default_def, "calibrate")


@ffi.callback("void(void *, int32_t, char const *)")
def _log(user, level, message):
    core = ffi.from_handle(user)
    text = ffi.string(message).decode("utf-8", "replace")
    if level == enums.LogLevel.ERROR:
        core.failure = text
    if core.logger:
        core.messages.append((enums.LogLevel(level), text))


def _definition(core: Core, keywords: Any):
    """The def of a context whose messages go to a core. The handle has to stay."""
    handle = ffi.new_handle(core)
    made, keep = DEFINITION.make(keywords)
    made.logger.log = _log
    made.logger.user = handle
    return made, keep + [handle]


class Context(Object):
    """A context: the backend, its threads, and the messages. Every other object is made on one.

    Several threads may use a context and its objects; they take turns. The logger is called after the call that
    caused the message, on its thread: logger(level, text)."""

    _name, _struct = "context", "throng_context"

    def __init__(self, *, logger: Optional[Callable[[enums.LogLevel, str], None]] = None,
                 **definition: Unpack[ContextDef]):
        if logger is not None and not callable(logger):
            raise TypeError("logger must be callable, not %s" % type(logger).__name__)
        core = Core(logger)
        made, memory = _definition(core, definition)
        context = ffi.new("throng_context **")
        status = lib.throng_context_create(made, context)
        if not status:
            self._adopt(core, context[0], lib.throng_context_destroy, memory=memory)
            core.record = self._record
        try:
            core.deliver()
        except BaseException:
            if not status:
                self._record.end()  # one whose logger raises is nobody's
            raise
        core.check(status)

    def close(self) -> None:
        """Closes all objects made on the context, the last first, and the context."""
        core = self._core
        with core.enter():
            owners = [ref() for _, ref in sorted(core.live.items(), reverse=True)]
            for owner in owners:
                if owner is not None:
                    owner._still()
        for owner in owners:
            if owner is not None and not owner.closed:
                owner.close()
        self._close()

    @arguments.from_header("throng_context_wait")
    def wait(self) -> None:
        self._call(lib.throng_context_wait)

    @property
    def message(self) -> str:
        """The message of the last call that failed; "" before the first."""
        with self._core.enter():
            self._must_be_open()
            return ffi.string(lib.throng_context_message(self._record.pointer)).decode("utf-8", "replace")

    @arguments.from_header("throng_context_get_info")
    def info(self) -> records.ContextInfo:
        found = ffi.new("throng_context_info *")
        self._call(lib.throng_context_get_info, found)
        return arguments.report(found)

    @arguments.from_header("throng_calibrate")
    def calibrate(self, **definition: Unpack[CalibrateDef]) -> records.CalibrateReport:
        """progress(done, total, what) is called on this thread; it must not use the context. What it raises ends up
        here after the calibration."""
        progress = definition.pop("progress", None)
        if progress is not None and not callable(progress):
            raise TypeError("progress must be callable, not %s" % type(progress).__name__)
        raised: List[BaseException] = []
        made, keep = CALIBRATION.make(definition)
        if progress is not None:
            @ffi.callback("void(void *, int32_t, int32_t, char const *)")
            def call(_, done, total, what):
                try:
                    if not raised:
                        progress(done, total, ffi.string(what).decode())
                except BaseException as error:  # pylint: disable=broad-except
                    raised.append(error)
            made.progress = call
            keep.append(call)
        found = ffi.new("throng_calibrate_report *")
        self._call(lib.throng_calibrate, made, found)
        if raised:
            raise raised[0]
        return arguments.report(found)


DEFINITION.describe(Context)


@arguments.from_header("throng_devices")
def devices(**definition: Unpack[ContextDef]) -> List[records.DeviceInfo]:
    """A list of named tuples."""
    core = Core(None)
    made, keep = _definition(core, definition)
    count = ffi.new("int32_t *")
    core.check(lib.throng_devices(made, ffi.NULL, 0, count))
    found = ffi.new("throng_device_info[]", max(count[0], 1))
    core.check(lib.throng_devices(made, found, count[0], count))
    del keep
    return [arguments.report(found[i]) for i in range(min(count[0], len(found)))]


def isa_available(isa: Any) -> bool:
    """Whether the library and this processor have an instruction set, by name or number."""
    value = arguments.bounded(arguments.word(enums.Isa, isa, "isa"), "isa")
    return bool(lib.throng_isa_available(value))


def create(owner: Object, context: Context, definition: arguments.Definition, function, destroy, keywords,
           known=None, also=()) -> Any:
    """Makes an object on a context. Returns its def."""
    if not isinstance(context, Context):
        raise TypeError("context must be a Context, not %s" % type(context).__name__)
    core = context._core
    try:
        with core.enter():
            if context.closed:
                raise errors.ClosedError("the context is closed", 1)
            made, keep = definition.make(keywords, known)
            made_object = ffi.new(definition.struct.replace("_def", "") + " **")
            core.check(function(context._record.pointer, made, made_object))
            uses = [context, *also] + [each for each in keep if isinstance(each, Object)]
            owner._adopt(core, made_object[0], destroy, tuple(uses))
            core.live[owner._record.order] = weakref.ref(owner)
            return made
    finally:
        if core.messages:
            core.deliver()


def explain(context: Context, definition: arguments.Definition, function, keywords) -> records.Selection:
    """Where an object of a def would go."""
    if not isinstance(context, Context):
        raise TypeError("context must be a Context, not %s" % type(context).__name__)
    core = context._core
    found = ffi.new("throng_selection *")
    try:
        with core.enter():
            if context.closed:
                raise errors.ClosedError("the context is closed", 1)
            made, keep = definition.make(keywords)
            core.check(function(context._record.pointer, made, found))
            del keep
    finally:
        if core.messages:
            core.deliver()
    return arguments.report(found)
