"""The pictures of docs/start/tutorial.md, from what its programs write: scripts/pictures tutorial."""
import os
import re
import subprocess
import sys

import numpy as np
from common import (BLUE, GREEN, GREY, ORANGE, RED, ROOT, VIOLET, WIDTH, bodies, plt, save, world)

build, data = sys.argv[1:]
pictures = os.path.join(ROOT, "docs", "images")
COLUMNS, ROWS, ALARM, RADIUS = 32, 16, 0.35, 0.3


class Run:
    """What step N wrote: places[step][unit], cells, paths; and the walls of its map."""

    def __init__(self, number):
        path = os.path.join(data, f"step{number}.csv")
        subprocess.run([os.path.join(build, "examples", f"tutorial_step{number}"), path], check=True,
                       stdout=subprocess.DEVNULL)
        self.places, self.paths, self.cells = {}, {}, np.full((ROWS, COLUMNS), np.nan)
        with open(path, encoding="ascii") as lines:
            for line in lines:
                first, second, third, fourth = line.strip().split(",")
                if first == "cell":
                    self.cells[int(third), int(second)] = float(fourth)
                elif first == "path":
                    self.paths.setdefault(int(second), []).append((float(third), float(fourth)))
                else:
                    self.places.setdefault(int(first), []).append((float(third), float(fourth)))
        with open(os.path.join(ROOT, "examples", "tutorial", f"step{number}.c"), encoding="ascii") as source:
            rows = re.findall(r'"([.#]+)\\n"', source.read())
        self.walls = [(i, j) for j, row in enumerate(rows) for i, cell in enumerate(row) if cell == "#"]

    def at(self, step):
        return np.array(self.places[step])

    def trails(self, axes, units, step, back, color):
        for unit in units:
            way = np.array([self.places[k][unit] for k in range(max(1, step - back), step + 1)])
            axes.plot(way[:, 0], way[:, 1], color=color, linewidth=0.8, alpha=0.55, zorder=4)


def sheet(panels=1):
    """A world of 32 x 16 fills the width; two of them share it."""
    figure, axes = plt.subplots(1, panels, figsize=(WIDTH, 4.7 if panels == 1 else 3.0))
    figure.subplots_adjust(left=0.045, right=0.99, top=0.92, bottom=0.075, wspace=0.1)
    return figure, axes


def goal(axes, x=29.5, y=11.5):
    axes.plot(x, y, marker="*", markersize=13, color=GREEN, markeredgecolor="white", zorder=6)


def objects():
    """Step 1: what belongs to what, of all steps."""
    figure, axes = plt.subplots(figsize=(WIDTH, 3.0))
    figure.subplots_adjust(left=0, right=1, top=1, bottom=0)
    axes.set_xlim(0, 88)
    axes.set_ylim(30, 0)
    axes.axis("off")

    def box(x, y, width, title, text, color):
        axes.add_patch(plt.Rectangle((x, y), width, 6.4, facecolor="white", edgecolor=color, linewidth=1.6))
        axes.text(x + width / 2, y + 2.3, title, ha="center", va="center", weight="bold", color=color)
        axes.text(x + width / 2, y + 4.6, text, ha="center", va="center", fontsize=9.5)

    def arrow(x0, y0, x1, y1):
        axes.annotate("", (x1, y1), (x0, y0), arrowprops={"arrowstyle": "->", "color": GREY, "linewidth": 1.3})

    axes.add_patch(plt.Rectangle((1, 1), 86, 28, facecolor="#f4f6f9", edgecolor=GREY, linewidth=1.2))
    axes.text(2.2, 3.0, "context: backend, threads, memory, messages", va="center", fontsize=10, color="#555c68")
    box(3, 13, 16, "terrain", "walls · step 3", "#555c68")
    box(29, 5.2, 22, "influence map", "danger · step 5", ORANGE)
    box(29, 13, 22, "flow", "shortest paths · step 4", VIOLET)
    box(29, 20.8, 22, "potential field", "guns push, goals pull · step 6", RED)
    box(62, 9.1, 22, "crowd", "units that walk · step 2", BLUE)
    box(62, 19.4, 22, "trace", "paths past guns · step 6", GREEN)
    for y in (8.4, 16.2, 24.0):
        arrow(19, 16.2, 29, y)
    arrow(51, 8.4, 62, 11.6)
    arrow(51, 15.4, 62, 13.4)
    arrow(51, 17.4, 62, 21.4)
    arrow(51, 24.0, 62, 23.4)
    arrow(73, 19.4, 73, 15.5)
    save(figure, os.path.join(pictures, "tutorial-step1.png"))


def through_each_other():
    run = Run(2)
    figure, axes = sheet(2)
    for panel, step in zip(axes, (60, 120)):
        world(panel, COLUMNS, ROWS)
        for units, color in ((range(20), BLUE), (range(20, 40), ORANGE)):
            run.trails(panel, units, step, 50, color)
            bodies(panel, run.at(step)[list(units)], 0.4, color)
        panel.set_title(f"after {step // 10} s")
    save(figure, os.path.join(pictures, "tutorial-step2.png"))


def at_the_wall():
    run = Run(3)
    figure, axes = sheet()
    world(axes, COLUMNS, ROWS, run.walls)
    run.trails(axes, range(24), 240, 240, BLUE)
    bodies(axes, run.at(240), RADIUS, BLUE)
    goal(axes)
    axes.set_title("after 24 s: three are past the wall")
    save(figure, os.path.join(pictures, "tutorial-step3.png"))


def draw_flow(axes, run, step):
    lengths = np.where(run.cells < 0, np.nan, run.cells)
    world(axes, COLUMNS, ROWS, run.walls)
    axes.imshow(np.floor(lengths / 2), extent=(0, COLUMNS, ROWS, 0), cmap="Purples_r", vmin=-6, vmax=22, zorder=1)
    run.trails(axes, range(24), step, 60, BLUE)
    bodies(axes, run.at(step), RADIUS, BLUE)
    goal(axes)


def draw_danger(axes, run, step):
    world(axes, COLUMNS, ROWS, run.walls)
    axes.imshow(run.cells, extent=(0, COLUMNS, ROWS, 0), cmap="Oranges", vmin=0, vmax=1.1, zorder=1)
    run.trails(axes, range(24), step, 30, BLUE)
    run.trails(axes, [24], step, 30, "black")
    places = run.at(step)
    values = [run.cells[int(y), int(x)] for x, y in places[:24]]
    bodies(axes, [p for p, v in zip(places, values) if v <= ALARM], RADIUS, BLUE)
    bodies(axes, [p for p, v in zip(places, values) if v > ALARM], RADIUS, RED)
    bodies(axes, places[24:], 0.45, "black")
    goal(axes)


def draw_paths(axes, run, step):
    world(axes, COLUMNS, ROWS, run.walls)
    for x, y in ((17.0, 5.0), (23.5, 11.0)):
        axes.add_patch(plt.Circle((x, y), 3.0, facecolor=RED, alpha=0.15, linewidth=0, zorder=1))
        axes.plot(x, y, marker="P", color=RED, markersize=9, markeredgecolor="white", zorder=6)
    for number, points in run.paths.items():
        points = np.array(points)
        axes.plot(points[:, 0], points[:, 1], color=GREY if number < 8 else GREEN, linewidth=0.9,
                  linestyle="--" if number < 8 else "-", zorder=2 if number < 8 else 3)
    bodies(axes, run.at(step), RADIUS, BLUE)
    goal(axes)


def one(number, draw, step, title):
    run = Run(number)
    figure, axes = sheet()
    draw(axes, run, step)
    axes.set_title(title)
    save(figure, os.path.join(pictures, f"tutorial-step{number}.png"))
    return run


def overview(runs):
    """For README.md: the last three steps side by side."""
    figure, axes = plt.subplots(1, 3, figsize=(WIDTH, 1.95))
    figure.subplots_adjust(left=0.005, right=0.995, top=0.87, bottom=0.02, wspace=0.03)
    for panel, run, draw, step, title in zip(
            axes, runs, (draw_flow, draw_danger, draw_paths), (90, 150, 160),
            ("a crowd, led by a flow field", "an influence map: danger ahead", "paths past guns")):
        draw(panel, run, step)
        panel.set_title(title, fontsize=10)
        panel.set_xticks([])
        panel.set_yticks([])
    save(figure, os.path.join(ROOT, "docs", "images", "overview.png"))


objects()
through_each_other()
at_the_wall()
overview([one(4, draw_flow, 90, "after 9 s; the shades are path lengths to the goal"),
          one(5, draw_danger, 150, "after 15 s; black: the guard, red: units that back off"),
          one(6, draw_paths, 160, "after 16 s; dashed: paths if guns are ignored, green: along the potential field")])
