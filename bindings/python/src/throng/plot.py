"""Pictures by matplotlib: heat maps, forces, flows, crowds, trajectories, animations.

Each function draws into `axes`, or into the current ones, and returns what it drew. y points downwards, as everywhere in
throng."""
from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np

try:
    import matplotlib.pyplot as plt
    from matplotlib.animation import FuncAnimation
    from matplotlib.collections import EllipseCollection, LineCollection
except ImportError as error:
    raise ImportError("throng.plot needs matplotlib: pip install throng[plot]") from error

from .crowd import Crowd
from .influence import Influence
from .paths import Flow, Trace
from .terrain import Terrain

__all__ = ["heat_map", "walls", "forces", "directions", "crowd", "trajectories", "traces", "animate"]

STEPS = np.array([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)], np.float32)


def _axes(axes: Any, width: float = 0, height: float = 0) -> Any:
    """Axes with equal scales and y downwards."""
    axes = plt.gca() if axes is None else axes
    axes.set_aspect("equal")
    if width:
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
    elif not axes.yaxis_inverted():
        axes.invert_yaxis()
    return axes


def heat_map(source: Any, layer: Any = 0, *, axes: Any = None, cell_size: float = 1.0, signed: Optional[bool] = None,
             **options: Any) -> Any:
    """An influence map, or an array (rows, columns), as colours. Values of both signs get a scale around 0."""
    values = source.read(layer) if isinstance(source, Influence) else np.asarray(source)
    if values.ndim != 2:
        raise ValueError("a heat map needs an array (rows, columns), not %s" % (values.shape,))
    rows, columns = values.shape
    axes = _axes(axes, columns * cell_size, rows * cell_size)
    if signed if signed is not None else bool((values < 0).any() and (values > 0).any()):
        most = float(np.abs(values).max()) or 1.0
        options = {"cmap": "RdBu_r", "vmin": -most, "vmax": most, **options}
    return axes.imshow(values, extent=(0, columns * cell_size, rows * cell_size, 0), origin="upper",
                       interpolation="nearest", **options)


def walls(terrain: Any, *, axes: Any = None, cell_size: float = 1.0, color: Any = "0.25") -> Any:
    """The blocked cells of a terrain, or of an array of bool."""
    blocked = terrain.read() if isinstance(terrain, Terrain) else np.asarray(terrain, bool)
    rows, columns = blocked.shape
    axes = _axes(axes, columns * cell_size, rows * cell_size)
    shown = np.zeros((rows, columns, 4), np.float32)
    from matplotlib.colors import to_rgba
    shown[blocked] = to_rgba(color)
    return axes.imshow(shown, extent=(0, columns * cell_size, rows * cell_size, 0), origin="upper",
                       interpolation="nearest")


def forces(points: Any, found: Any, *, axes: Any = None, **options: Any) -> Any:
    """Arrows of equal length along the forces at points (n, 2); their colour is the potential."""
    points = np.asarray(points, np.float32)
    size = np.hypot(found["fx"], found["fy"])
    size[size == 0] = 1
    return _axes(axes).quiver(points[:, 0], points[:, 1], found["fx"] / size, found["fy"] / size, found["potential"],
                              angles="xy", **options)


def directions(flow: Flow, field: int = 0, *, axes: Any = None, cell_size: float = 1.0, **options: Any) -> Any:
    """The steps of a flow field on square cells as arrows; the colour is the length of the path."""
    ways, lengths = flow.read_directions(field), flow.read_lengths(field)
    rows, columns = np.nonzero(ways < 8)
    steps = STEPS[ways[rows, columns]]
    axes = _axes(axes, flow.width * cell_size, flow.rows * cell_size)
    options = {"scale": 1.6 / cell_size, "scale_units": "xy", "pivot": "mid", **options}
    return axes.quiver((columns + 0.5) * cell_size, (rows + 0.5) * cell_size, steps[:, 0], steps[:, 1],
                       lengths[rows, columns], angles="xy", **options)


def crowd(source: Crowd, *, axes: Any = None, colors: Any = None, **options: Any) -> Any:
    """The agents of a crowd as discs of their size. `colors` has a number or a colour for each."""
    positions, radii = source.get("position"), source.get("radius")
    axes = _axes(axes)
    discs = EllipseCollection(2 * radii, 2 * radii, np.zeros(len(radii)), units="xy", offsets=positions,
                              offset_transform=axes.transData, **options)
    if colors is not None:
        colors = np.asarray(colors)
        if colors.ndim == 1 and colors.dtype.kind in "iufb":
            discs.set_array(colors)
        else:
            discs.set_facecolor(colors)
    axes.add_collection(discs)
    axes.autoscale_view()
    return discs


def trajectories(positions: Any, *, axes: Any = None, colors: Any = None, **options: Any) -> Any:
    """Where agents walked: positions (steps, agents, 2), as collected from Crowd.get("position")."""
    positions = np.asarray(positions)
    if positions.ndim != 3 or positions.shape[2] != 2:
        raise ValueError("trajectories need an array (steps, agents, 2), not %s" % (positions.shape,))
    axes = _axes(axes)
    lines = LineCollection(list(positions.transpose(1, 0, 2)), **{"linewidths": 0.8, **options})
    if colors is not None:
        lines.set_array(np.asarray(colors))
    axes.add_collection(lines)
    axes.autoscale_view()
    return lines


def traces(trace: Trace, *, axes: Any = None, **options: Any) -> Any:
    """The paths of a tracer."""
    axes = _axes(axes)
    paths = [trace.points(i) for i in range(trace.info().starts)]
    lines = LineCollection(paths, **{"linewidths": 1.2, **options})
    axes.add_collection(lines)
    axes.autoscale_view()
    return lines


def animate(source: Crowd, dt: float, frames: int, *, axes: Any = None, steps: int = 1, colors: Any = None,
            before_step: Optional[Callable[[], None]] = None, interval: float = 40.0, **options: Any) -> FuncAnimation:
    """Steps a crowd and draws it, `steps` steps of dt for each frame. In a notebook show it by
    IPython.display.HTML(animation.to_jshtml()). The crowd has moved on when the frames have been drawn."""
    if steps < 1 or frames < 1:
        raise ValueError("steps and frames must be at least 1")
    discs = crowd(source, axes=axes, colors=colors, **options)

    def draw(frame: int) -> Any:
        for _ in range(steps if frame else 0):  # frame 0 is the present state
            if before_step is not None:
                before_step()
            source.step(dt)
        discs.set_offsets(source.get("position"))
        return (discs,)
    return FuncAnimation(discs.axes.figure, draw, frames=frames, interval=interval, blit=False, init_func=lambda: (discs,))
