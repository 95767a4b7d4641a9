"""What the scripts of the pictures share: one look, worlds of cells and walls, and files that stay small."""
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "examples", "common"))
from page import save as save_png

ORANGE, BLUE, VIOLET, GREEN, RED, GREY, WALL = (
    "#e08a1e", "#2f86d1", "#7a5cc4", "#3a9e6b", "#c8402f", "#8a93a3", "#3c4454")
WIDTH = 8.8  # inches at 100 dots: 880 pixels

plt.rcParams.update({"font.size": 11, "axes.edgecolor": GREY, "axes.titlesize": 11, "axes.linewidth": 0.8,
                     "xtick.color": "#555c68", "ytick.color": "#555c68", "figure.dpi": 100})


def world(axes, columns, rows, walls=()):
    """Axes in world units, x to the right and y downwards, with blocked cells."""
    for column, row in walls:
        axes.add_patch(plt.Rectangle((column, row), 1, 1, color=WALL, linewidth=0, zorder=3))
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.set_aspect("equal")


def bodies(axes, places, radius, color, zorder=5):
    for x, y in places:
        axes.add_patch(plt.Circle((x, y), radius, facecolor=color, edgecolor="white", linewidth=0.4, zorder=zorder))


def save(figure, path, colors=255):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    save_png(figure, path, colors)
    size = os.path.getsize(path)
    print(f"{os.path.relpath(path, ROOT)}: {size} bytes")
    if size > 60 * 1024:
        sys.exit(f"{path} is larger than 60 KB")
