"""Influence maps."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, records
from ._foreign import ffi
from ._library import lib
from .context import Context, create, explain
from .terrain import Gridded

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import InfluenceDef, InfluenceObjectColumns, PointColumns

DEFINITION = arguments.Definition("throng_influence_def", lib.throng_influence_default_def, "Influence")
OBJECTS = arguments.Table("throng_influence_object", dtypes.INFLUENCE_OBJECT, lib.throng_influence_default_object,
                          "set_objects")
POINTS = arguments.Table("throng_point", dtypes.POINT, None, "sample")
FLOAT = np.dtype(np.float32)
Layer = Union[int, str]


class Influence(Gridded):
    """An influence map: layers of objects, and the influence that they have on each cell.

    Where a method takes a layer, "combined" stands for the result of combine()."""

    _name, _struct = "map", "throng_influence"

    def __init__(self, context: Context, **definition: Unpack[InfluenceDef]):
        made = create(self, context, DEFINITION, lib.throng_influence_create, lib.throng_influence_destroy,
                      definition)
        self.width, self.rows = made.width, made.height * made.worlds

    @classmethod
    @arguments.from_header("throng_influence_explain")
    def explain(cls, context: Context, **definition: Unpack[InfluenceDef]) -> records.Selection:
        return explain(context, DEFINITION, lib.throng_influence_explain, definition)

    @arguments.from_header("throng_influence_set_objects")
    def set_objects(self, objects: Optional[ArrayLike] = None, *, layer: int = 0, first: Optional[int] = None,
                    **columns: Unpack[InfluenceObjectColumns]) -> None:
        """Objects are an array of dtypes.INFLUENCE_OBJECT, or keywords, each a number or an array: x=, y=, influence=
        and so on; what is left out has the library's default. Without `first` they are all objects of the layer from
        then on."""
        made = OBJECTS.make(objects, columns)
        layer = arguments.bounded(layer, "layer")
        start = 0 if first is None else arguments.bounded(first, "first")
        calls: List[Tuple[Any, ...]] = [(lib.throng_influence_set_objects, layer, start, made.size,
                                         arguments.pointer(made), arguments.stride_of(made))]
        if first is None:
            calls.append((lib.throng_influence_truncate_objects, layer, made.size))
        self._calls(*calls)

    @arguments.from_header("throng_influence_move_objects")
    def move_objects(self, positions: ArrayLike, velocities: Optional[ArrayLike] = None, *, layer: int = 0,
                     first: int = 0) -> None:
        """Positions and velocities are arrays (n, 2) of floats; float32 is not copied."""
        places = arguments.pairs(positions, "positions")
        ways = None if velocities is None else arguments.pairs(velocities, "velocities")
        if ways is not None and ways.shape != places.shape:
            raise ValueError("velocities have the shape %s, positions %s" % (ways.shape, places.shape))
        self._call(lib.throng_influence_move_objects, arguments.bounded(layer, "layer"),
                   arguments.bounded(first, "first"), places.shape[0], arguments.pointer(places, "float *"),
                   arguments.stride_of(places), ffi.NULL if ways is None else arguments.pointer(ways, "float *"),
                   0 if ways is None else arguments.stride_of(ways))

    @arguments.from_header("throng_influence_truncate_objects")
    def truncate_objects(self, count: int, *, layer: int = 0) -> None:
        self._call(lib.throng_influence_truncate_objects, arguments.bounded(layer, "layer"),
                   arguments.bounded(count, "count"))

    @arguments.from_header("throng_influence_object_count")
    def object_count(self, layer: int = 0) -> int:
        number = arguments.bounded(layer, "layer")
        with self._core.enter():
            self._must_be_open()
            return lib.throng_influence_object_count(self._record.pointer, number)

    @arguments.from_header("throng_influence_set_momentum")
    def set_momentum(self, momentum: float, *, layer: int = 0) -> None:
        self._call(lib.throng_influence_set_momentum, arguments.bounded(layer, "layer"),
                   arguments.real(momentum, "momentum"))

    @arguments.from_header("throng_influence_update")
    def update(self, layer: Optional[int] = None) -> None:
        """With a layer, only that one."""
        if layer is None:
            self._call(lib.throng_influence_update)
        else:
            self._call(lib.throng_influence_update_layer, arguments.bounded(layer, "layer"))

    def _slice(self, function, budget):
        done = ffi.new("int32_t *")
        self._call(function, budget, done)
        return bool(done[0])

    @arguments.from_header("throng_influence_update_some")
    def update_some(self, seconds: float) -> bool:
        """Returns whether the update is whole."""
        return self._slice(lib.throng_influence_update_some, arguments.real(seconds, "seconds"))

    @arguments.from_header("throng_influence_update_part")
    def update_part(self, parts: int) -> bool:
        """Returns whether the update is whole."""
        return self._slice(lib.throng_influence_update_part, arguments.bounded(parts, "parts"))

    @arguments.from_header("throng_influence_reserve")
    def reserve(self, count: int = 0, *, layer: Optional[int] = None, uses: Any = 0,
                **columns: Unpack[InfluenceObjectColumns]) -> None:
        """The object is given by keywords, as in set_objects(). Without a layer, all of them. Uses are names, such as
        "slices|queries", or a sum of enums.InfluenceUses."""
        made = OBJECTS.make(None, columns) if columns else None
        if made is not None and made.size != 1:
            raise ValueError("reserve() takes one object, not %d" % made.size)
        word = arguments.word(enums.InfluenceUses, uses, "uses")
        if not 0 <= word < 1 << 32:
            raise ValueError("uses: %d does not fit into 32 bits" % word)
        self._call(lib.throng_influence_reserve, -1 if layer is None else arguments.bounded(layer, "layer"),
                   arguments.bounded(count, "count"), ffi.NULL if made is None else arguments.pointer(made), word)

    @arguments.from_header("throng_influence_combine")
    def combine(self, weights: ArrayLike) -> None:
        array = np.require(arguments.floats(weights, "weights"), requirements=("C", "A"))
        if array.ndim != 1:
            raise ValueError("weights must have one dimension, not %d" % array.ndim)
        self._call(lib.throng_influence_combine, arguments.pointer(array, "float *"), array.size)

    @arguments.from_header("throng_influence_read")
    def read(self, layer: Layer = 0, region: Optional[Sequence[int]] = None, *,
             out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """An array (rows, columns); of several worlds the rows follow each other."""
        return self._read(lib.throng_influence_read, (arguments.bounded(arguments.layer_of(layer), "layer"),), region,
                          out, FLOAT)

    def _extreme(self, function, layer, region) -> records.Best:
        found = ffi.new("throng_best *")
        self._call(function, arguments.bounded(arguments.layer_of(layer), "layer"), arguments.region(region), found)
        return arguments.report(found)

    @arguments.from_header("throng_influence_best")
    def best(self, layer: Layer = 0, region: Optional[Sequence[int]] = None) -> records.Best:
        return self._extreme(lib.throng_influence_best, layer, region)

    @arguments.from_header("throng_influence_worst")
    def worst(self, layer: Layer = 0, region: Optional[Sequence[int]] = None) -> records.Best:
        return self._extreme(lib.throng_influence_worst, layer, region)

    def _many(self, function, layer, leading, entries, dtype) -> Any:
        found = np.empty(entries.size, dtype)
        self._call(function, arguments.bounded(arguments.layer_of(layer), "layer"), *leading, entries.size,
                   arguments.pointer(entries), arguments.stride_of(entries), arguments.pointer(found))
        return found

    @arguments.from_header("throng_influence_best_of_regions")
    def best_of_regions(self, regions: ArrayLike, which: Any = enums.Extreme.LARGEST, *,
                        layer: Layer = 0) -> NDArray[np.void]:
        """Regions are an array (n, 4) of integers: column, row, width, height. Returns dtypes.BEST."""
        which = arguments.bounded(arguments.word(enums.Extreme, which, "which"), "which")
        return self._many(lib.throng_influence_best_of_regions, layer, (which,),
                          arguments.cells(regions, dtypes.REGION, "regions"), dtypes.BEST)

    @arguments.from_header("throng_influence_best_of_neighbors")
    def best_of_neighbors(self, cells: ArrayLike, which: Any = enums.Extreme.LARGEST, *, own_too: bool = False,
                          layer: Layer = 0) -> NDArray[np.void]:
        """Cells are an array (n, 2) of integers: column, row. Returns dtypes.BEST."""
        which = arguments.bounded(arguments.word(enums.Extreme, which, "which"), "which")
        return self._many(lib.throng_influence_best_of_neighbors, layer, (which, 1 if own_too else 0),
                          arguments.cells(cells, dtypes.CELL, "cells"), dtypes.BEST)

    @arguments.from_header("throng_influence_sample")
    def sample(self, points: Optional[ArrayLike] = None, *, layer: Layer = 0,
               **columns: Unpack[PointColumns]) -> NDArray[np.void]:
        """Points are an array of dtypes.POINT, or keywords: x=, y=, world=. Returns dtypes.SAMPLE."""
        return self._many(lib.throng_influence_sample, layer, (), POINTS.make(points, columns), dtypes.SAMPLE)

    @arguments.from_header("throng_influence_reset")
    def reset(self) -> None:
        self._call(lib.throng_influence_reset)

    @arguments.from_header("throng_influence_get_info")
    def info(self) -> records.InfluenceInfo:
        found = ffi.new("throng_influence_info *")
        self._call(lib.throng_influence_get_info, found)
        return arguments.report(found)


DEFINITION.describe(Influence, "context")
