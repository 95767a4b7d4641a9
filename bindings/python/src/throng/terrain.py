"""Terrain: grids of free and blocked cells."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums
from ._core import Object
from ._library import lib
from .context import Context, create

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import TerrainDef

DEFINITION = arguments.Definition("throng_terrain_def", lib.throng_terrain_default_def, "Terrain")


class Gridded(Object):
    """An object with cells."""

    width: int
    """Columns."""
    rows: int
    """Rows of all worlds."""

    def _place(self, region: Any):
        """A region for the library, and its rows and columns."""
        where = arguments.region(region)
        return where, arguments.shape_of(where, self.rows, self.width)

    def _read(self, function, leading, region, out, dtype) -> Any:
        """Reads the cells of a region."""
        where, shape = self._place(region)
        made, stride = arguments.output(out, shape, dtype)
        self._call(function, *leading, where, arguments.pointer(made), stride)
        return made


class Terrain(Gridded):
    """A terrain: cells that are free or blocked, for maps, fields, flows, routes and crowds."""

    _name, _struct = "terrain", "throng_terrain"

    def __init__(self, context: Context, **definition: Unpack[TerrainDef]):
        made = create(self, context, DEFINITION, lib.throng_terrain_create, lib.throng_terrain_destroy, definition)
        self.width, self.rows = made.width, made.height * made.worlds

    @arguments.from_header("throng_terrain_set")
    def set(self, blocked: ArrayLike, region: Optional[Sequence[int]] = None) -> None:
        """`blocked` is an array (rows, columns) of bool or integers; one of bool or uint8 is not copied."""
        where, shape = self._place(region)
        array, stride = arguments.flags(blocked, shape, "blocked")
        self._call(lib.throng_terrain_set, where, arguments.pointer(array), stride)

    @arguments.from_header("throng_terrain_fill")
    def fill(self, blocked: bool = True, region: Optional[Sequence[int]] = None) -> None:
        self._call(lib.throng_terrain_fill, arguments.region(region), 1 if blocked else 0)

    @arguments.from_header("throng_terrain_read")
    def read(self, region: Optional[Sequence[int]] = None, *,
             out: Optional[NDArray[np.bool_]] = None) -> NDArray[np.bool_]:
        """An array (rows, columns) of bool."""
        return self._read(lib.throng_terrain_read, (), region, out, np.dtype(np.bool_))

    @arguments.from_header("throng_terrain_distances")
    def distances(self, pairs: ArrayLike, grid: Any = enums.Grid.SQUARE8) -> NDArray[np.float32]:
        """`pairs` is an array (n, 4) of integers, column and row of start and goal, or of dtypes.CELL_PAIR."""
        made = arguments.cells(pairs, dtypes.CELL_PAIR, "pairs")
        lengths = np.empty(made.size, np.float32)
        grid = arguments.bounded(arguments.word(enums.Grid, grid, "grid"), "grid")
        self._call(lib.throng_terrain_distances, grid, made.size, arguments.pointer(made), arguments.stride_of(made),
                   arguments.pointer(lengths))
        return lengths


DEFINITION.describe(Terrain, "context")
