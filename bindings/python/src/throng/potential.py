"""Fuzzy measures and potential fields."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, records
from ._core import Object
from ._foreign import ffi
from ._library import lib
from .context import Context, create, explain

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import (MeasureDef, PotentialDef, PotentialGoalColumns, PotentialPointColumns,
                           PotentialSourceColumns)

MEASURE = arguments.Definition("throng_measure_def", lib.throng_measure_default_def, "Measure")
FIELD = arguments.Definition("throng_potential_def", lib.throng_potential_default_def, "Potential")
SOURCES = arguments.Table("throng_potential_source", dtypes.POTENTIAL_SOURCE, lib.throng_potential_default_source,
                          "set_sources")
GOALS = arguments.Table("throng_potential_goal", dtypes.POTENTIAL_GOAL, None, "set_goals")
POINTS = arguments.Table("throng_potential_point", dtypes.POTENTIAL_POINT, None, "set_points")


def _with_types(definition: Any) -> Dict[str, Any]:
    """A definition of a measure with the types that its table or weights have."""
    keywords: Dict[str, Any] = dict(definition)
    if keywords.get("table") is not None:
        size = np.size(keywords["table"])
        keywords.setdefault("kind", enums.MeasureKind.TABLE)
        keywords.setdefault("types", max(size, 1).bit_length() - 1)
        # The library reads 2^types values.
        if size != 1 << min(max(arguments.integer(keywords["types"], "types"), 0), 62):
            raise ValueError("table has %d values; it must have 2^types, and types is %d" % (
                size, keywords["types"]))
    elif "weights" in keywords:
        keywords.setdefault("types", np.size(keywords["weights"]))
    return keywords


class Measure(Object):
    """A fuzzy measure: a value for each set of types.

    `types` may be left out: it is the number of weights, or follows from the size of the table."""

    _name, _struct = "measure", "throng_measure"

    def __init__(self, context: Context, **definition: Unpack[MeasureDef]):
        made = create(self, context, MEASURE, lib.throng_measure_create, lib.throng_measure_destroy,
                      _with_types(definition))
        self.types: int = made.types

    @classmethod
    @arguments.from_header("throng_measure_explain")
    def explain(cls, context: Context, **definition: Unpack[MeasureDef]) -> records.Selection:
        return explain(context, MEASURE, lib.throng_measure_explain, _with_types(definition))

    @arguments.from_header("throng_measure_value")
    def value(self, subset: int) -> float:
        subset = arguments.integer(subset, "subset")
        if not 0 <= subset < 1 << 32:
            raise ValueError("subset: %d does not fit into 32 bits" % subset)
        found = ffi.new("float *")
        self._call(lib.throng_measure_value, subset, found)
        return found[0]

    @arguments.from_header("throng_measure_choquet")
    def choquet(self, values: ArrayLike, *, out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """`values` is an array (rows, types); one of float32 is not copied. Returns a number for each row."""
        array = arguments.floats(values, "values")
        if array.ndim == 2 and array.shape[1] != self.types or array.ndim != 2:
            raise ValueError("values must have the shape (rows, %d), not %s" % (self.types, array.shape))
        array = arguments.in_place(array)
        found, stride = arguments.output(out, array.shape[:1], np.dtype(np.float32))
        if stride not in (0, found.itemsize):
            raise ValueError("out: its values must be packed")
        self._call(lib.throng_measure_choquet, array.shape[0], arguments.pointer(array, "float *"),
                   arguments.stride_of(array), arguments.pointer(found, "float *"))
        return found

    @arguments.from_header("throng_measure_get_info")
    def info(self) -> records.MeasureInfo:
        found = ffi.new("throng_measure_info *")
        self._call(lib.throng_measure_get_info, found)
        return arguments.report(found)


class Potential(Object):
    """A potential field: goals attract, sources and walls repel, points are where it is evaluated."""

    _name, _struct = "field", "throng_potential"

    def __init__(self, context: Context, **definition: Unpack[PotentialDef]):
        create(self, context, FIELD, lib.throng_potential_create, lib.throng_potential_destroy, definition)

    @classmethod
    @arguments.from_header("throng_potential_explain")
    def explain(cls, context: Context, **definition: Unpack[PotentialDef]) -> records.Selection:
        return explain(context, FIELD, lib.throng_potential_explain, definition)

    def _replace(self, made, first, change, truncate):
        start = 0 if first is None else arguments.bounded(first, "first")
        calls: List[Tuple[Any, ...]] = [(change, start, made.size, arguments.pointer(made), arguments.stride_of(made))]
        if first is None:
            calls.append((truncate, made.size))
        self._calls(*calls)

    @arguments.from_header("throng_potential_set_sources")
    def set_sources(self, sources: Optional[ArrayLike] = None, *, first: Optional[int] = None,
                    **columns: Unpack[PotentialSourceColumns]) -> None:
        """Sources are an array of dtypes.POTENTIAL_SOURCE, or keywords, each a number or an array. Without `first` they
        are all sources from then on."""
        self._replace(SOURCES.make(sources, columns), first, lib.throng_potential_set_sources,
                      lib.throng_potential_truncate_sources)

    @arguments.from_header("throng_potential_set_goals")
    def set_goals(self, goals: Optional[ArrayLike] = None, *, first: Optional[int] = None,
                  **columns: Unpack[PotentialGoalColumns]) -> None:
        """Goals are an array of dtypes.POTENTIAL_GOAL, or keywords, each a number or an array. Without `first` they are
        all goals from then on."""
        self._replace(GOALS.make(goals, columns), first, lib.throng_potential_set_goals,
                      lib.throng_potential_truncate_goals)

    @arguments.from_header("throng_potential_set_points")
    def set_points(self, points: Optional[ArrayLike] = None, *, first: Optional[int] = None,
                   **columns: Unpack[PotentialPointColumns]) -> None:
        """Points are an array of dtypes.POTENTIAL_POINT, or keywords, each a number or an array. Without `goal` all
        goals of their world attract them. Without `first` they are all points from then on."""
        if points is None:
            columns.setdefault("goal", enums.GOALS_ALL)
        self._replace(POINTS.make(points, columns), first, lib.throng_potential_set_points,
                      lib.throng_potential_truncate_points)

    def _move(self, function, positions, first):
        array = arguments.pairs(positions, "positions")
        self._call(function, arguments.bounded(first, "first"), array.shape[0], arguments.pointer(array, "float *"),
                   arguments.stride_of(array))

    @arguments.from_header("throng_potential_move_sources")
    def move_sources(self, positions: ArrayLike, *, first: int = 0) -> None:
        self._move(lib.throng_potential_move_sources, positions, first)

    @arguments.from_header("throng_potential_move_points")
    def move_points(self, positions: ArrayLike, *, first: int = 0) -> None:
        self._move(lib.throng_potential_move_points, positions, first)

    @arguments.from_header("throng_potential_truncate_sources")
    def truncate_sources(self, count: int) -> None:
        self._call(lib.throng_potential_truncate_sources, arguments.bounded(count, "count"))

    @arguments.from_header("throng_potential_truncate_goals")
    def truncate_goals(self, count: int) -> None:
        self._call(lib.throng_potential_truncate_goals, arguments.bounded(count, "count"))

    @arguments.from_header("throng_potential_truncate_points")
    def truncate_points(self, count: int) -> None:
        self._call(lib.throng_potential_truncate_points, arguments.bounded(count, "count"))

    @arguments.from_header("throng_potential_update")
    def update(self) -> None:
        self._call(lib.throng_potential_update)

    @arguments.from_header("throng_potential_read")
    def read(self, first: int = 0, count: Optional[int] = None, *,
             out: Optional[NDArray[np.void]] = None) -> NDArray[np.void]:
        """Without a count, up to the last point. Returns dtypes.FORCE."""
        first = arguments.bounded(first, "first")
        count = None if count is None else arguments.bounded(count, "count")
        return self._read_range(lambda: self._facts().points, lib.throng_potential_read, first, count, out, dtypes.FORCE)

    def _facts(self):
        found = ffi.new("throng_potential_info *")
        self._call_inside(lib.throng_potential_get_info, found)
        return found

    @arguments.from_header("throng_potential_reset")
    def reset(self) -> None:
        self._call(lib.throng_potential_reset)

    @arguments.from_header("throng_potential_get_info")
    def info(self) -> records.PotentialInfo:
        found = ffi.new("throng_potential_info *")
        self._call(lib.throng_potential_get_info, found)
        return arguments.report(found)


MEASURE.describe(Measure, "context")
FIELD.describe(Potential, "context")
