"""Influence maps, potential fields and flows of worlds."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import _arguments as arguments
from . import dtypes, enums, errors, records
from ._foreign import ffi
from ._library import lib
from ._shared import Parted
from .influence import DEFINITION as MAP
from .influence import FLOAT, OBJECTS, Layer
from .paths import CELL_COST, FLOW
from .paths import POINTS as FLOW_POINTS
from .paths import _counted
from .potential import FIELD, GOALS, POINTS, SOURCES
from .terrain import Gridded

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .keywords import (FlowDef, FlowPointColumns, InfluenceDef, InfluenceObjectColumns, PotentialDef,
                           PotentialGoalColumns, PotentialPointColumns, PotentialSourceColumns)
    from .world import World

__all__ = ["WorldFlow", "WorldInfluence", "WorldPotential"]

OWN = ("terrain", "measure", "source_capacity", "goal_capacity", "point_capacity", "typical_sources", "residency")
Region = Tuple[int, int, int, int]


def _region_of(found) -> Region:
    return found.column, found.row, found.width, found.height


class WorldInfluence(Parted, Gridded):
    """An influence map over all parts of a world, with the bits of one Influence. Objects are named by ids of 64 bits.

    map = throng.WorldInfluence(world, width=20000, height=20000)
    map.set_objects(range(100), x=range(100), y=50)

    Keywords are those of throng.Influence. `weights` has a number for each part: its share of the cells. Where a method
    takes a layer, "combined" stands for the result of combine()."""

    _name, _struct = "map", "throng_world_influence"

    def __init__(self, world: World, *, reach: int = 32, weights: Optional[ArrayLike] = None,
                 **definition: Unpack[InfluenceDef]):
        parts = self._parts_of(world)
        own, kept = MAP.make(definition)
        made = ffi.new("throng_world_influence_def *", lib.throng_world_influence_default_def())
        made.map = own[0]
        made.reach = arguments.bounded(reach, "reach")
        if weights is not None:
            shares = np.require(arguments.floats(weights, "weights"), requirements=("C", "A"))
            if shares.shape != (parts,):
                raise ValueError("weights must have the shape (%d,), not %s" % (parts, shares.shape))
            made.weights = arguments.pointer(shares, "float *")
        self._make(world, lib.throng_world_influence_create, lib.throng_world_influence_destroy, made, kept)
        self.width, self.rows = own.width, own.height

    def _place(self, region: Any):
        return super()._place((0, 0, self.width, self.rows) if region is None else region)  # C takes none as nothing

    @arguments.from_header("throng_world_influence_set_objects")
    def set_objects(self, ids: ArrayLike, objects: Optional[ArrayLike] = None, *, layer: int = 0,
                    **columns: Unpack[InfluenceObjectColumns]) -> None:
        """Objects are those of Influence.set_objects(), one for each id."""
        names, made = arguments.keys(ids), OBJECTS.make(objects, columns)
        self._call(lib.throng_world_influence_set_objects, arguments.bounded(layer, "layer"), names.size,
                   arguments.pointer(names, "uint64_t *"),
                   arguments.pointer(arguments.as_many(made, names.size, "objects", "ids")), arguments.stride_of(made))

    @arguments.from_header("throng_world_influence_move_objects")
    def move_objects(self, ids: ArrayLike, positions: ArrayLike, velocities: Optional[ArrayLike] = None, *,
                     layer: int = 0) -> None:
        """Positions and velocities are arrays (n, 2) of floats, with a row for each id."""
        names = arguments.keys(ids)
        places = arguments.as_many(arguments.pairs(positions, "positions"), names.size, "positions", "ids")
        ways = None if velocities is None else \
            arguments.as_many(arguments.pairs(velocities, "velocities"), names.size, "velocities", "ids")
        self._call(lib.throng_world_influence_move_objects, arguments.bounded(layer, "layer"), names.size,
                   arguments.pointer(names, "uint64_t *"), arguments.pointer(places, "float *"),
                   arguments.stride_of(places), ffi.NULL if ways is None else arguments.pointer(ways, "float *"),
                   0 if ways is None else arguments.stride_of(ways))

    @arguments.from_header("throng_world_influence_remove_objects")
    def remove_objects(self, ids: ArrayLike, *, layer: int = 0) -> None:
        names = arguments.keys(ids)
        self._call(lib.throng_world_influence_remove_objects, arguments.bounded(layer, "layer"), names.size,
                   arguments.pointer(names, "uint64_t *"))

    @arguments.from_header("throng_world_influence_set_walls")
    def set_walls(self, blocked: ArrayLike, region: Optional[Sequence[int]] = None) -> None:
        """`blocked` is an array (rows, columns) of bool or integers. Without a region, the whole map."""
        where, shape = self._place(region)
        array, stride = arguments.flags(blocked, shape, "blocked")
        self._call(lib.throng_world_influence_set_walls, where, arguments.pointer(array, "uint8_t *"), stride)

    @arguments.from_header("throng_world_influence_set_momentum")
    def set_momentum(self, momentum: float, *, layer: int = 0) -> None:
        self._call(lib.throng_world_influence_set_momentum, arguments.bounded(layer, "layer"),
                   arguments.real(momentum, "momentum"))

    @arguments.from_header("throng_world_influence_update")
    def update(self) -> None:
        self._call(lib.throng_world_influence_update)

    @arguments.from_header("throng_world_influence_combine")
    def combine(self, weights: ArrayLike) -> None:
        array = np.require(arguments.floats(weights, "weights"), requirements=("C", "A"))
        if array.ndim != 1:
            raise ValueError("weights must have one dimension, not %d" % array.ndim)
        self._call(lib.throng_world_influence_combine, arguments.pointer(array, "float *"), array.size)

    @arguments.from_header("throng_world_influence_read")
    def read(self, layer: Layer = 0, region: Optional[Sequence[int]] = None, *,
             out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """An array (rows, columns). Without a region, the whole map."""
        return self._read(lib.throng_world_influence_read, (arguments.bounded(arguments.layer_of(layer), "layer"),),
                          region, out, FLOAT)

    def _extreme(self, function, layer, region) -> records.Best:
        found = ffi.new("throng_best *")
        self._call(function, arguments.bounded(arguments.layer_of(layer), "layer"), arguments.region(region), found)
        return arguments.report(found)

    @arguments.from_header("throng_world_influence_best")
    def best(self, layer: Layer = 0, region: Optional[Sequence[int]] = None) -> records.Best:
        return self._extreme(lib.throng_world_influence_best, layer, region)

    @arguments.from_header("throng_world_influence_worst")
    def worst(self, layer: Layer = 0, region: Optional[Sequence[int]] = None) -> records.Best:
        return self._extreme(lib.throng_world_influence_worst, layer, region)

    @arguments.from_header("throng_world_influence_hash")
    def hash(self, layer: Layer = 0) -> int:
        found = ffi.new("uint64_t *")
        self._call(lib.throng_world_influence_hash, arguments.bounded(arguments.layer_of(layer), "layer"), found)
        return found[0]

    def part_region(self, part: int) -> Region:
        """The cells of the whole map that a part has: column, row, width, height."""
        local, own = ffi.new("throng_influence **"), ffi.new("throng_region *")
        self._call(lib.throng_world_influence_get_part, arguments.bounded(part, "part"), local, own, ffi.NULL)
        return _region_of(own)

    def part_info(self, part: int) -> records.InfluenceInfo:
        """Facts about the map of a part, which has cells around its own."""
        local = ffi.new("throng_influence **")
        return self._report_part(part, lambda map, number, found: lib.throng_world_influence_get_part(
            map, number, found, ffi.NULL, ffi.NULL), local, lib.throng_influence_get_info,
            ffi.new("throng_influence_info *"))

    @arguments.from_header("throng_world_influence_reset")
    def reset(self) -> None:
        self._call(lib.throng_world_influence_reset)

    @arguments.from_header("throng_world_influence_get_info")
    def info(self) -> records.WorldInfluenceInfo:
        found = ffi.new("throng_world_influence_info *")
        self._call(lib.throng_world_influence_get_info, found)
        return arguments.report(found)


class WorldPotential(Parted):
    """A potential field over all parts of a world, with the bits of one Potential. Sources are named by indices of 64
    bits; each part has points of its own.

    Keywords are those of throng.Potential, the same for all parts. terrain, measure, capacities, typical_sources and
    residency may be lists with one entry for each part; terrain and measure are of the part's context."""

    _name, _struct = "field", "throng_world_potential"

    def __init__(self, world: World, **definition: Unpack[PotentialDef]):
        defs, kept = FIELD.make_parts(definition, self._parts_of(world), OWN)
        made = ffi.new("throng_world_potential_def *", lib.throng_world_potential_default_def())
        made.parts = defs
        self._make(world, lib.throng_world_potential_create, lib.throng_world_potential_destroy, made, kept)

    @arguments.from_header("throng_world_potential_set_sources")
    def set_sources(self, indices: ArrayLike, sources: Optional[ArrayLike] = None,
                    **columns: Unpack[PotentialSourceColumns]) -> None:
        """Sources are those of Potential.set_sources(), one for each index."""
        names, made = arguments.keys(indices, "indices"), SOURCES.make(sources, columns)
        self._call(lib.throng_world_potential_set_sources, names.size, arguments.pointer(names, "uint64_t *"),
                   arguments.pointer(arguments.as_many(made, names.size, "sources", "indices")),
                   arguments.stride_of(made))

    @arguments.from_header("throng_world_potential_move_sources")
    def move_sources(self, indices: ArrayLike, positions: ArrayLike) -> None:
        """Positions are an array (n, 2) of floats, with a row for each index."""
        names = arguments.keys(indices, "indices")
        places = arguments.as_many(arguments.pairs(positions, "positions"), names.size, "positions", "indices")
        self._call(lib.throng_world_potential_move_sources, names.size, arguments.pointer(names, "uint64_t *"),
                   arguments.pointer(places, "float *"), arguments.stride_of(places))

    @arguments.from_header("throng_world_potential_remove_sources")
    def remove_sources(self, indices: ArrayLike) -> None:
        names = arguments.keys(indices, "indices")
        self._call(lib.throng_world_potential_remove_sources, names.size, arguments.pointer(names, "uint64_t *"))

    @arguments.from_header("throng_world_potential_set_goals")
    def set_goals(self, goals: Optional[ArrayLike] = None, *, first: Optional[int] = None,
                  **columns: Unpack[PotentialGoalColumns]) -> None:
        """Goals are those of Potential.set_goals(). Without `first` they are all goals from then on."""
        made = GOALS.make(goals, columns)
        start = 0 if first is None else arguments.bounded(first, "first")
        calls: List[Tuple[Any, ...]] = [(lib.throng_world_potential_set_goals, start, made.size,
                                         arguments.pointer(made), arguments.stride_of(made))]
        if first is None:
            calls.append((lib.throng_world_potential_truncate_goals, made.size))
        self._calls(*calls)

    @arguments.from_header("throng_world_potential_truncate_goals")
    def truncate_goals(self, count: int) -> None:
        self._call(lib.throng_world_potential_truncate_goals, arguments.bounded(count, "count"))

    @arguments.from_header("throng_world_potential_set_points")
    def set_points(self, part: int, points: Optional[ArrayLike] = None, *, first: Optional[int] = None,
                   **columns: Unpack[PotentialPointColumns]) -> None:
        """Points are those of Potential.set_points(). Without `first` they are all points of the part from then on."""
        if points is None:
            columns.setdefault("goal", enums.GOALS_ALL)
        made, number = POINTS.make(points, columns), arguments.bounded(part, "part")
        start = 0 if first is None else arguments.bounded(first, "first")
        calls: List[Tuple[Any, ...]] = [(lib.throng_world_potential_set_points, number, start, made.size,
                                         arguments.pointer(made), arguments.stride_of(made))]
        if first is None:
            calls.append((lib.throng_world_potential_truncate_points, number, made.size))
        self._calls(*calls)

    @arguments.from_header("throng_world_potential_move_points")
    def move_points(self, part: int, positions: ArrayLike, *, first: int = 0) -> None:
        """Positions are an array (n, 2) of floats."""
        places = arguments.pairs(positions, "positions")
        self._call(lib.throng_world_potential_move_points, arguments.bounded(part, "part"),
                   arguments.bounded(first, "first"), places.shape[0], arguments.pointer(places, "float *"),
                   arguments.stride_of(places))

    @arguments.from_header("throng_world_potential_truncate_points")
    def truncate_points(self, part: int, count: int) -> None:
        self._call(lib.throng_world_potential_truncate_points, arguments.bounded(part, "part"),
                   arguments.bounded(count, "count"))

    @arguments.from_header("throng_world_potential_update")
    def update(self) -> None:
        self._call(lib.throng_world_potential_update)

    @arguments.from_header("throng_world_potential_read")
    def read(self, part: int, first: int = 0, count: Optional[int] = None, *,
             out: Optional[NDArray[np.void]] = None) -> NDArray[np.void]:
        """Without a count, up to the last point of the part. Returns dtypes.FORCE."""
        number, first = arguments.bounded(part, "part"), arguments.bounded(first, "first")
        count = None if count is None else arguments.bounded(count, "count")

        def points():
            local, found = ffi.new("throng_potential **"), ffi.new("throng_potential_info *")
            self._call_inside(lib.throng_world_potential_get_part, number, local)
            self._core.check(lib.throng_potential_get_info(local[0], found))
            return found.points

        return self._read_range(points, lambda field, *values: lib.throng_world_potential_read(field, number, *values),
                                first, count, out, dtypes.FORCE)

    def part_info(self, part: int) -> records.PotentialInfo:
        """Facts about the field of a part."""
        return self._report_part(part, lib.throng_world_potential_get_part, ffi.new("throng_potential **"),
                                 lib.throng_potential_get_info, ffi.new("throng_potential_info *"))

    @arguments.from_header("throng_world_potential_reset")
    def reset(self) -> None:
        self._call(lib.throng_world_potential_reset)

    @arguments.from_header("throng_world_potential_get_info")
    def info(self) -> records.WorldPotentialInfo:
        found = ffi.new("throng_world_potential_info *")
        self._call(lib.throng_world_potential_get_info, found)
        return arguments.report(found)


class WorldFlow(Parted, Gridded):
    """Flow fields over all parts of a world, each of which has a tile of the map, with the bits of one Flow.

    flow = throng.WorldFlow(world, width=40000, height=30000)
    flow.set_goals([(20000, 100)])
    crowd = throng.WorldCrowd(world, world_flow=flow)

    Keywords are those of throng.Flow but terrain, with the size of the whole map."""

    _name, _struct = "flow", "throng_world_flow"

    def __init__(self, world: World, *, width: int, height: int, margin: int = 16, **definition: Unpack[FlowDef]):
        self._parts_of(world)
        own, kept = FLOW.make(_counted(definition))
        made = ffi.new("throng_world_flow_def *", lib.throng_world_flow_default_def())
        made.flow = own[0]
        made.width, made.height = arguments.bounded(width, "width"), arguments.bounded(height, "height")
        made.margin = arguments.bounded(margin, "margin")
        self._make(world, lib.throng_world_flow_create, lib.throng_world_flow_destroy, made, kept)
        self.width, self.rows = made.width, made.height

    @arguments.from_header("throng_world_flow_set_blocked")
    def set_blocked(self, blocked: ArrayLike, region: Optional[Sequence[int]] = None) -> None:
        """`blocked` is an array (rows, columns) of bool or integers."""
        where, shape = self._place(region)
        array, stride = arguments.flags(blocked, shape, "blocked")
        self._call(lib.throng_world_flow_set_blocked, where, arguments.pointer(array, "uint8_t *"), stride)

    @arguments.from_header("throng_world_flow_set_costs")
    def set_costs(self, costs: ArrayLike, region: Optional[Sequence[int]] = None) -> None:
        """`costs` is an array (rows, columns) of integers; one of uint8 is not copied."""
        where, shape = self._place(region)
        array, stride = arguments.grid(arguments.whole(costs, CELL_COST, "costs"), CELL_COST, shape, "costs")
        self._call(lib.throng_world_flow_set_costs, where, arguments.pointer(array, "uint8_t *"), stride)

    @arguments.from_header("throng_world_flow_set_goals")
    def set_goals(self, cells: ArrayLike, *, field: int = 0) -> None:
        """Cells are those of Flow.set_goals(), on the whole map."""
        made = arguments.cells(cells, dtypes.CELL, "cells")
        self._call(lib.throng_world_flow_set_goals, arguments.bounded(field, "field"), made.size,
                   arguments.pointer(made), arguments.stride_of(made))

    @arguments.from_header("throng_world_flow_update")
    def update(self) -> None:
        self._call(lib.throng_world_flow_update)

    def _part(self, part):
        found = ffi.new("throng_world_flow_part *")
        self._call_inside(lib.throng_world_flow_get_part, part, found)
        return found

    def _pieces(self, column, row, width, height) -> Iterator[Tuple[int, Any]]:
        """The parts with cells of a region, and those cells, where the locks are held."""
        for part in range(self._parts):
            found = self._part(part)
            tile = found.tile  # lives as long as that
            left, top = max(column, tile.column), max(row, tile.row)
            right = min(column + width, tile.column + tile.width)
            bottom = min(row + height, tile.row + tile.height)
            if left < right and top < bottom:
                yield part, ffi.new("throng_region *", [left, top, right - left, bottom - top])

    def _gather(self, function, field, region, out, dtype) -> Any:
        """Reads the cells of a region, wherever they are."""
        where = arguments.region((0, 0, self.width, self.rows) if region is None else region)
        column, row, width, height = _region_of(where)
        if column < 0 or row < 0 or width < 1 or height < 1 or column + width > self.width or row + height > self.rows:
            raise errors.InvalidArgument(
                "region is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d" % (
                    column, row, width, height, self.width, self.rows), 1)
        number = arguments.bounded(field, "field")
        found, _ = arguments.output(out, (height, width), dtype)
        with self._use():
            for part, cells in self._pieces(column, row, width, height):
                piece = found[cells.row - row:cells.row - row + cells.height,
                              cells.column - column:cells.column - column + cells.width]
                self._call_inside(function, part, number, cells, ffi.cast(
                    "float *" if dtype == FLOAT else "uint8_t *", piece.ctypes.data),
                    piece.strides[0] if cells.height > 1 else 0)
        return found

    @arguments.from_header("throng_world_flow_read_lengths")
    def read_lengths(self, field: int = 0, region: Optional[Sequence[int]] = None, *,
                     out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """The region is of the whole map, wherever its tiles are. Without one, the whole map."""
        return self._gather(lib.throng_world_flow_read_lengths, field, region, out, FLOAT)

    @arguments.from_header("throng_world_flow_read_directions")
    def read_directions(self, field: int = 0, region: Optional[Sequence[int]] = None, *,
                        out: Optional[NDArray[np.uint8]] = None) -> NDArray[np.uint8]:
        """The region is that of read_lengths()."""
        return self._gather(lib.throng_world_flow_read_directions, field, region, out, np.dtype(np.uint8))

    @arguments.from_header("throng_world_flow_sample")
    def sample(self, points: Optional[ArrayLike] = None, *, sampling: Any = enums.FlowSampling.SMOOTH,
               **columns: Unpack[FlowPointColumns]) -> NDArray[np.void]:
        """Points are those of Flow.sample(). Returns dtypes.FLOW_VECTOR."""
        which = arguments.bounded(arguments.word(enums.FlowSampling, sampling, "sampling"), "sampling")
        made = FLOW_POINTS.make(points, columns)
        found = np.empty(made.size, dtypes.FLOW_VECTOR)
        self._call(lib.throng_world_flow_sample, which, made.size, arguments.pointer(made), arguments.stride_of(made),
                   arguments.pointer(found))
        return found

    def part_region(self, part: int) -> Region:
        """The tile of a part: column, row, width, height."""
        number = arguments.bounded(part, "part")
        with self._use():
            found = self._part(number)
        return _region_of(found.tile)

    def part_info(self, part: int) -> records.FlowInfo:
        """Facts about the flow of a part, which has cells around its tile."""
        number, found = arguments.bounded(part, "part"), ffi.new("throng_flow_info *")
        with self._use():
            self._core.check(lib.throng_flow_get_info(self._part(number).flow, found))
        return arguments.report(found)

    @arguments.from_header("throng_world_flow_get_info")
    def info(self) -> records.WorldFlowInfo:
        found = ffi.new("throng_world_flow_info *")
        self._call(lib.throng_world_flow_get_info, found)
        return arguments.report(found)
