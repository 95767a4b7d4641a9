"""Flow fields, routes and traced paths."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, records
from ._core import Object
from ._foreign import ffi
from ._library import lib
from .context import Context, create, explain
from .terrain import Gridded, Terrain

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import FlowDef, FlowPointColumns, RouteDef, TraceDef, TraceStartColumns

FLOW = arguments.Definition("throng_flow_def", lib.throng_flow_default_def, "Flow")
ROUTE = arguments.Definition("throng_route_def", lib.throng_route_default_def, "Route")
TRACE = arguments.Definition("throng_trace_def", lib.throng_trace_default_def, "Trace")
POINTS = arguments.Table("throng_flow_point", dtypes.FLOW_POINT, None, "sample")
CELL_COST = np.dtype(np.uint8)
STARTS = arguments.Table("throng_trace_start", dtypes.TRACE_START, None, "set_starts")


def _ground(owner, definition):
    """The terrain gives the size."""
    terrain = definition.get("terrain")
    if isinstance(terrain, Terrain):
        owner.width, owner.rows = terrain.width, terrain.rows


def _counted(definition) -> Dict[str, Any]:
    """The keywords of a flow, with the number of clearances."""
    keywords = dict(definition)
    if keywords.get("clearances") is not None:
        keywords.setdefault("clearance_count", np.size(keywords["clearances"]))
    return keywords


class Flow(Gridded):
    """Flow fields: for every cell the shortest path to the nearest goal, and the step that leads there.

    `clearance_count` may be left out: it is the number of clearances."""

    _name, _struct = "flow", "throng_flow"

    def __init__(self, context: Context, **definition: Unpack[FlowDef]):
        create(self, context, FLOW, lib.throng_flow_create, lib.throng_flow_destroy, _counted(definition))
        _ground(self, definition)

    @classmethod
    @arguments.from_header("throng_flow_explain")
    def explain(cls, context: Context, **definition: Unpack[FlowDef]) -> records.Selection:
        return explain(context, FLOW, lib.throng_flow_explain, _counted(definition))

    @arguments.from_header("throng_flow_set_goals")
    def set_goals(self, cells: ArrayLike, *, field: int = 0) -> None:
        """Cells are an array (n, 2) of integers, column and row, or of dtypes.CELL."""
        made = arguments.cells(cells, dtypes.CELL, "cells")
        self._call(lib.throng_flow_set_goals, arguments.bounded(field, "field"), made.size, arguments.pointer(made),
                   arguments.stride_of(made))

    @arguments.from_header("throng_flow_set_costs")
    def set_costs(self, costs: ArrayLike, region: Optional[Sequence[int]] = None) -> None:
        """`costs` is an array (rows, columns) of integers; one of uint8 is not copied."""
        where, shape = self._place(region)
        array, stride = arguments.grid(arguments.whole(costs, CELL_COST, "costs"), CELL_COST, shape, "costs")
        self._call(lib.throng_flow_set_costs, where, arguments.pointer(array, "uint8_t *"), stride)

    @arguments.from_header("throng_flow_field_for")
    def field_for(self, field: int = 0, *, radius: float) -> int:
        number = ffi.new("int32_t *")
        self._call(lib.throng_flow_field_for, arguments.bounded(field, "field"), arguments.real(radius, "radius"), number)
        return number[0]

    @arguments.from_header("throng_flow_update")
    def update(self) -> None:
        self._call(lib.throng_flow_update)

    @arguments.from_header("throng_flow_read_lengths")
    def read_lengths(self, field: int = 0, region: Optional[Sequence[int]] = None, *,
                     out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        return self._read(lib.throng_flow_read_lengths, (arguments.bounded(field, "field"),), region, out,
                          np.dtype(np.float32))

    @arguments.from_header("throng_flow_read_directions")
    def read_directions(self, field: int = 0, region: Optional[Sequence[int]] = None, *,
                        out: Optional[NDArray[np.uint8]] = None) -> NDArray[np.uint8]:
        return self._read(lib.throng_flow_read_directions, (arguments.bounded(field, "field"),), region, out,
                          np.dtype(np.uint8))

    @arguments.from_header("throng_flow_sample")
    def sample(self, points: Optional[ArrayLike] = None, *, sampling: Any = enums.FlowSampling.SMOOTH,
               **columns: Unpack[FlowPointColumns]) -> NDArray[np.void]:
        """Points are an array of dtypes.FLOW_POINT, or keywords: x=, y=, world=, field=. Returns dtypes.FLOW_VECTOR."""
        which = arguments.bounded(arguments.word(enums.FlowSampling, sampling, "sampling"), "sampling")
        made = POINTS.make(points, columns)
        found = np.empty(made.size, dtypes.FLOW_VECTOR)
        self._call(lib.throng_flow_sample, which, made.size, arguments.pointer(made), arguments.stride_of(made),
                   arguments.pointer(found))
        return found

    @arguments.from_header("throng_flow_reset")
    def reset(self) -> None:
        self._call(lib.throng_flow_reset)

    @arguments.from_header("throng_flow_get_info")
    def info(self) -> records.FlowInfo:
        found = ffi.new("throng_flow_info *")
        self._call(lib.throng_flow_get_info, found)
        return arguments.report(found)


class Route(Gridded):
    """A searcher of shortest or cheapest paths between two cells."""

    _name, _struct = "searcher", "throng_route"

    def __init__(self, context: Context, **definition: Unpack[RouteDef]):
        self._counts = np.zeros(0, np.int64)
        create(self, context, ROUTE, lib.throng_route_create, lib.throng_route_destroy, definition)
        _ground(self, definition)

    @arguments.from_header("throng_route_set_costs")
    def set_costs(self, costs: ArrayLike, region: Optional[Sequence[int]] = None) -> None:
        """`costs` is an array (rows, columns); one of float32 is not copied."""
        where, shape = self._place(region)
        array, stride = arguments.grid(costs, np.dtype(np.float32), shape, "costs")
        self._call(lib.throng_route_set_costs, where, arguments.pointer(array, "float *"), stride)

    @arguments.from_header("throng_route_set_weight")
    def set_weight(self, weight: float) -> None:
        self._call(lib.throng_route_set_weight, arguments.real(weight, "weight"))

    @arguments.from_header("throng_route_find")
    def find(self, pairs: ArrayLike) -> NDArray[np.void]:
        """`pairs` is an array (n, 4) of integers, column and row of start and goal, or of dtypes.CELL_PAIR. Returns
        dtypes.ROUTE_RESULT."""
        made = arguments.cells(pairs, dtypes.CELL_PAIR, "pairs")
        found = np.empty(made.size, dtypes.ROUTE_RESULT)
        core = self._core
        try:
            with core.enter():  # so that the counts are those of the routes that are there
                self._call_inside(lib.throng_route_find, made.size, arguments.pointer(made), arguments.stride_of(made),
                                  arguments.pointer(found))
                self._counts = found["cell_count"].astype(np.int64)
        finally:
            if core.messages:
                core.deliver()
        return found

    @arguments.from_header("throng_route_read")
    def read(self, first: int = 0, count: Optional[int] = None) -> NDArray[np.int32]:
        """The cells as an array (n, 2) of columns and rows. Without a count, up to the last route."""
        first = arguments.bounded(first, "first")
        count = None if count is None else arguments.bounded(count, "count")
        core = self._core
        try:
            with core.enter():
                counts = self._counts
                count = max(counts.size - first, 0) if count is None else count
                inside = 0 <= first and 0 <= count and first + count <= counts.size
                cells = np.empty((int(counts[first:first + count].sum()) if inside else 0, 2), np.int32)
                self._call_inside(lib.throng_route_read, first, count, arguments.pointer(cells, "throng_cell *"),
                                  cells.shape[0])
        finally:
            if core.messages:
                core.deliver()
        return cells


class Trace(Object):
    """A tracer of paths that follow the force of a potential field."""

    _name, _struct = "tracer", "throng_trace"

    def __init__(self, context: Context, **definition: Unpack[TraceDef]):
        made = create(self, context, TRACE, lib.throng_trace_create, lib.throng_trace_destroy, definition)
        self._points: int = made.max_steps + 1

    @arguments.from_header("throng_trace_set_starts")
    def set_starts(self, starts: Optional[ArrayLike] = None, *, first: Optional[int] = None,
                   **columns: Unpack[TraceStartColumns]) -> None:
        """Starts are an array of dtypes.TRACE_START, or keywords, each a number or an array. Without `first` they are
        all starts from then on."""
        made = STARTS.make(starts, columns)
        start = 0 if first is None else arguments.bounded(first, "first")
        calls: List[Tuple[Any, ...]] = [(lib.throng_trace_set_starts, start, made.size, arguments.pointer(made),
                                         arguments.stride_of(made))]
        if first is None:
            calls.append((lib.throng_trace_truncate_starts, made.size))
        self._calls(*calls)

    @arguments.from_header("throng_trace_truncate_starts")
    def truncate_starts(self, count: int) -> None:
        self._call(lib.throng_trace_truncate_starts, arguments.bounded(count, "count"))

    @arguments.from_header("throng_trace_update")
    def update(self) -> None:
        self._call(lib.throng_trace_update)

    @arguments.from_header("throng_trace_read")
    def read(self, first: int = 0, count: Optional[int] = None, *,
             out: Optional[NDArray[np.void]] = None) -> NDArray[np.void]:
        """Without a count, up to the last path. Returns dtypes.TRACE_RESULT."""
        first = arguments.bounded(first, "first")
        count = None if count is None else arguments.bounded(count, "count")
        return self._read_range(lambda: self._facts().starts, lib.throng_trace_read, first, count, out,
                                dtypes.TRACE_RESULT)

    def _facts(self):
        found = ffi.new("throng_trace_info *")
        self._call_inside(lib.throng_trace_get_info, found)
        return found

    @arguments.from_header("throng_trace_read_points")
    def read_points(self, path: int, paths: int, first: int, count: int) -> NDArray[np.float32]:
        """An array (paths, count, 2). What follows a path's last point is NaN."""
        path, paths = arguments.bounded(path, "path"), arguments.bounded(paths, "paths")
        first, count = arguments.bounded(first, "first"), arguments.bounded(count, "count")
        core = self._core
        try:
            with core.enter():
                # What the library refuses needs no memory, and nobody adds starts in between.
                inside = 0 <= path and 0 <= paths <= self._facts().starts - path and \
                    0 <= first and 0 <= count <= self._points - first
                points = np.zeros((paths, count, 2) if inside else (0, 0, 2), np.float32)
                results = np.zeros(paths if inside else 0, dtypes.TRACE_RESULT)
                self._call_inside(lib.throng_trace_read_points, path, paths, first, count,
                                  arguments.pointer(points, "throng_trace_point *"), 0)
                self._call_inside(lib.throng_trace_read, path, paths, arguments.pointer(results), 0)
        finally:
            if core.messages:
                core.deliver()
        points[np.arange(first, first + count)[None, :] > results["steps"][:, None]] = np.nan
        return points

    def points(self, path: int) -> NDArray[np.float32]:
        """The points of one path, from its start to its end: an array (steps + 1, 2)."""
        steps = int(self.read(path, 1)["steps"][0])
        return self.read_points(path, 1, 0, steps + 1)[0]

    @arguments.from_header("throng_trace_reset")
    def reset(self) -> None:
        self._call(lib.throng_trace_reset)

    @arguments.from_header("throng_trace_get_info")
    def info(self) -> records.TraceInfo:
        found = ffi.new("throng_trace_info *")
        self._call(lib.throng_trace_get_info, found)
        return arguments.report(found)


FLOW.describe(Flow, "context")
ROUTE.describe(Route, "context")
TRACE.describe(Trace, "context")
