#!/usr/bin/env python3
"""Draws the pictures of docs/concepts from data that throng computes. Run by docs/_pictures/concepts.sh.

Every picture is at most 900 pixels wide and 60 KB. Needs numpy, matplotlib and Pillow (Debian: python3-matplotlib).
"""
import argparse
import csv
import io
import json
import math
import os
import subprocess

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.patches import Circle, Polygon, Rectangle, RegularPolygon  # noqa: E402
from PIL import Image  # noqa: E402

WALL, INK, BLUE, ORANGE, GREEN, RED, PURPLE = "#4d4d4d", "#202020", "#1f6fb4", "#e0701a", "#2a8c4a", "#c22f2f", "#7b4ea3"
plt.rcParams.update({"font.size": 9, "font.family": "DejaVu Sans", "axes.titlesize": 9.5, "figure.dpi": 100,
                     "axes.edgecolor": "#808080", "axes.linewidth": 0.8, "savefig.facecolor": "white"})


class Tools:
    def __init__(self, args):
        self.throng, self.tool, self.data, self.out = args.throng, args.tool, args.data, args.out

    def path(self, name, text=None):
        path = os.path.join(self.data, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def run(self, *arguments):
        done = subprocess.run([self.throng, *arguments, "--backend", "cpu"], check=True, capture_output=True, text=True)
        return done.stdout

    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.run(*arguments))))

    def own(self, *arguments):
        done = subprocess.run([self.tool, *arguments], check=True, capture_output=True, text=True)
        return list(csv.DictReader(io.StringIO(done.stdout)))

    def influence(self, name, *arguments):
        out = self.path(name + ".npy")
        self.run("influence", *arguments, "--out", out)
        return np.load(out)

    def save(self, figure, name):
        path = os.path.join(self.out, f"concept-{name}.png")
        buffer = io.BytesIO()
        figure.savefig(buffer, dpi=100)
        plt.close(figure)
        image = Image.open(buffer).convert("RGB")
        image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)
        size = os.path.getsize(path)
        print(f"{path}: {image.width} x {image.height}, {size / 1000:.0f} kB")
        assert image.width <= 900 and size <= 60000, path


def moving_ai(rows):
    return f"type octile\nheight {len(rows)}\nwidth {len(rows[0])}\nmap\n" + "\n".join(
        row.replace("#", "@") for row in rows) + "\n"


def blank(width, height):
    return [["."] * width for _ in range(height)]


def walls(axes, rows):
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell in "#@":
                axes.add_patch(Rectangle((x, y), 1, 1, facecolor=WALL, edgecolor=WALL, linewidth=0.3, zorder=2))


def board(axes, width, height):
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])


def arrow(axes, x, y, dx, dy, colour, width=1.6, zorder=6):
    axes.annotate("", (x + dx, y + dy), (x, y), zorder=zorder,
                  arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0})


# ------------------------------------------------------------------------------------------------ pictures

def influence(tools):
    width, height, alpha, reach = 36, 25, 0.6, 10.0
    x, y = 15.5, 12.5
    unit = tools.path("unit.csv", "x,y,vx,vy,influence,decay,max_distance,alpha\n"
                      f"{x},{y},1,0,1,0.1,{reach},{alpha}\n")
    figure, axes = plt.subplots(1, 3, figsize=(9, 2.25))
    panels = [("no motion information (α = 0)", ["--motion", "none"]),
              ("distance adjustment, α = 0.6", ["--motion", "adjust"]),
              ("position offset of 4 cells", ["--motion", "offset", "--offset", "4"])]
    angle = np.linspace(0, 2 * math.pi, 400)
    for axis, (title, motion) in zip(axes, panels):
        values = tools.influence("influence", "--size", f"{width}x{height}", "--objects", unit, *motion)
        image = axis.imshow(np.where(values > 0, values, np.nan), cmap="YlOrRd", vmin=0, vmax=1,
                            extent=(0, width, height, 0))
        axis.contour(np.arange(width) + 0.5, np.arange(height) + 0.5, values, [0.2, 0.4, 0.6, 0.8], colors=INK,
                     linewidths=0.5)
        radius = reach * (1 + (alpha if "adjust" in motion else 0) * np.cos(angle))
        axis.plot(x + (4 if "offset" in motion else 0) + radius * np.cos(angle), y + radius * np.sin(angle), "--",
                  color=BLUE, linewidth=1.2)
        board(axis, width, height)
        axis.plot(x, y, "o", color=INK, markersize=5)
        arrow(axis, x, y, 3.5, 0, INK)
        axis.set_title(title)
    figure.subplots_adjust(left=0.01, right=0.93, top=0.89, bottom=0.03, wspace=0.05)
    bar = figure.add_axes((0.945, 0.12, 0.012, 0.68))
    figure.colorbar(image, cax=bar, ticks=[0, 0.5, 1])
    tools.save(figure, "influence")


def propagation(tools):
    width, height = 30, 21
    rows = blank(width, height)
    for y in range(3, 16):
        rows[y][19] = "#"
    for x in range(8, 20):
        rows[3][x] = "#"
    for y in range(13, 21):
        rows[y][9] = "#"
    rows = ["".join(row) for row in rows]
    ground = tools.path("propagation.map", moving_ai(rows))
    unit = tools.path("walker.csv", "x,y,vx,vy,influence,decay,max_distance,alpha\n14.5,10.5,1,0,1,0.86,14,0.4\n")
    figure, axes = plt.subplots(1, 3, figsize=(9, 2.25))
    for axis, mode in zip(axes, ["euclidean", "path", "adjacent"]):
        values = tools.influence(mode, "--map", ground, "--objects", unit, "--mode", mode, "--decay", "exponential")
        image = axis.imshow(np.where(values > 0, values, np.nan), cmap="YlOrRd", vmin=0, vmax=1,
                            extent=(0, width, height, 0))
        walls(axis, rows)
        board(axis, width, height)
        axis.plot(14.5, 10.5, "o", color=INK, markersize=5)
        arrow(axis, 14.5, 10.5, 3.2, 0, INK)
        axis.set_title({"euclidean": "Euclidean: walls are ignored", "path": "path: d along shortest paths",
                        "adjacent": "adjacent: from cell to cell"}[mode])
    figure.subplots_adjust(left=0.01, right=0.93, top=0.89, bottom=0.03, wspace=0.05)
    bar = figure.add_axes((0.945, 0.12, 0.012, 0.68))
    figure.colorbar(image, cax=bar, ticks=[0, 0.5, 1])
    tools.save(figure, "propagation")


def yard():
    rows = blank(24, 12)
    for x in range(6, 10):
        rows[3][x] = rows[8][x] = "#"
    for y in range(4, 8):
        rows[y][9] = "#"
    return ["".join(row) for row in rows]


GUNS = "x,y,eta,range,power\n15,2.5,{eta},4,2\n18,9,{eta},4,2\n"


def potential(tools):
    rows = yard()
    width, height = len(rows[0]), len(rows)
    ground = tools.path("yard.map", moving_ai(rows))
    guns = tools.path("strong.csv", GUNS.format(eta=80))
    goals = tools.path("goals.csv", "x,y,k\n22.5,6.5,1\n")
    fine = 4
    points = [((i + 0.5) / fine, (j + 0.5) / fine) for j in range(height * fine) for i in range(width * fine)]
    coarse = [(i + 0.5, j + 0.5) for j in range(height) for i in range(width) if rows[j][i] == "."]
    common = ["--map", ground, "--sources", guns, "--goals", goals, "--terrain-range", "2", "--terrain-eta", "4"]

    def ask(name, places):
        path = tools.path(name, "x,y\n" + "".join(f"{x},{y}\n" for x, y in places))
        return tools.rows("potential", "--queries", path, *common)

    shade = np.array([float(row["potential"]) for row in ask("fine.csv", points)]).reshape(height * fine, width * fine)
    force = np.array([(float(row["fx"]), float(row["fy"])) for row in ask("coarse.csv", coarse)])
    force /= np.maximum(np.hypot(force[:, 0], force[:, 1]), 1e-9)[:, None]
    figure, axis = plt.subplots(figsize=(8.6, 4.3))
    image = axis.imshow(np.minimum(shade, 300), cmap="Blues", vmin=0, vmax=300, extent=(0, width, height, 0),
                        interpolation="bilinear")
    places = np.array(coarse)
    axis.quiver(places[:, 0], places[:, 1], force[:, 0], force[:, 1], angles="xy", scale_units="xy", scale=1.35,
                width=0.0022, pivot="mid", color=INK, zorder=3)
    walls(axis, rows)
    for x, y in [(15, 2.5), (18, 9)]:
        axis.add_patch(Circle((x, y), 4, fill=False, edgecolor=RED, linewidth=1.2, linestyle="--", zorder=4))
        axis.plot(x, y, "^", color=RED, markersize=9, zorder=5)
    axis.plot(22.5, 6.5, "*", color=GREEN, markersize=16, markeredgecolor="white", zorder=5)
    board(axis, width, height)
    figure.subplots_adjust(left=0.01, right=0.9, top=0.98, bottom=0.02)
    bar = figure.add_axes((0.915, 0.1, 0.014, 0.78))
    figure.colorbar(image, cax=bar, ticks=[0, 100, 200, 300])
    bar.set_title("U", fontsize=9)
    tools.save(figure, "potential")


def trace(tools):
    rows = yard()
    width, height = len(rows[0]), len(rows)
    ground = tools.path("yard.map", moving_ai(rows))
    guns = tools.path("guns.csv", GUNS.format(eta=1))
    goals = tools.path("goals.csv", "x,y,k\n22.5,6.5,1\n")
    starts = tools.path("starts.csv", "x,y,goal,speed\n1.5,6,0,0.5\n7.5,5.5,0,0.5\n1.5,1.5,0,0.5\n")
    figure, axes = plt.subplots(1, 2, figsize=(9, 2.5))
    for axis, escape in zip(axes, ["none", "flow"]):
        summary = tools.path("summary.csv")
        steps = tools.rows("path", "--map", ground, "--sources", guns, "--goals", goals, "--starts", starts,
                           "--escape", escape, "--max-steps", "400", "--out", "-", "--summary", summary)
        with open(summary, encoding="utf-8") as file:
            ends = list(csv.DictReader(file))
        walls(axis, rows)
        for x, y in [(15, 2.5), (18, 9)]:
            axis.add_patch(Circle((x, y), 4, facecolor="#f7dada", edgecolor=RED, linewidth=1.0, linestyle="--"))
            axis.plot(x, y, "^", color=RED, markersize=8)
        for number, colour in enumerate([BLUE, ORANGE, PURPLE]):
            own = np.array([(float(s["x"]), float(s["y"])) for s in steps if s["path"] == str(number)])
            axis.plot(own[:, 0], own[:, 1], ".-", color=colour, linewidth=1.4, markersize=3.5, zorder=4)
            axis.plot(*own[0], "o", color=colour, markersize=7, markerfacecolor="white", zorder=5)
            if ends[number]["status"] == "stuck":
                axis.plot(*own[-1], "x", color=colour, markersize=9, markeredgewidth=2.5, zorder=6)
        axis.plot(22.5, 6.5, "*", color=GREEN, markersize=15, markeredgecolor="white", zorder=5)
        board(axis, width, height)
        axis.set_title({"none": "no escape: two paths are stuck in the yard (crosses)",
                        "flow": "escape by a flow field: all reach the goal (star)"}[escape])
    figure.subplots_adjust(left=0.01, right=0.99, top=0.9, bottom=0.02, wspace=0.03)
    tools.save(figure, "trace")


def measures(tools):
    values = tools.path("values.csv", "f1,f2,f3\n3,1,2\n")

    def integral(kind, weight):
        return float(tools.rows("choquet", "--measure", kind, "--lambda", f"{weight:g}", "--weights", "2,3,4", "--values",
                                values, "--allow-non-monotone", "--out", "-")[0]["value"])

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.3), gridspec_kw={"width_ratios": [1, 1.15]})
    bands = [(0, 1, "1 × μ(ABC)", "#bcd3ea"), (1, 2, "1 × μ(AC)", "#f6cfa8"), (2, 3, "1 × μ(A)", "#bfe0c6")]
    for low, high, text, colour in bands:
        left.axhspan(low, high, color=colour, zorder=0)
        left.text(2.62, (low + high) / 2, text, va="center", ha="left", fontsize=9)
    left.bar([0, 1, 2], [3, 1, 2], width=0.5, color=[BLUE, ORANGE, GREEN], edgecolor=INK, zorder=2)
    left.set_xticks([0, 1, 2], ["A: f = 3", "B: f = 1", "C: f = 2"])
    left.set_xlim(-0.5, 4.0)
    left.set_ylim(0, 3.2)
    left.set_yticks([0, 1, 2, 3])
    left.set_ylabel("guns of a type that bear")
    left.set_title("levels of the Choquet integral")
    lambdas = np.linspace(-0.45, 0.6, 22)
    for kind, colour, label in [("lambda", BLUE, "λ-measure (9)"), ("additive2", ORANGE, "2-additive")]:
        right.plot(lambdas, [integral(kind, weight) for weight in lambdas], color=colour, linewidth=1.6, label=label)
    for weight in (-0.2, 0.0, 0.3):
        value = integral("lambda", weight)
        right.plot(weight, value, "o", color=BLUE, markersize=5)
        right.annotate(f"λ = {weight:g}: {value:.3g}".replace("-", "−"), (weight, value), (8, -13), textcoords="offset points", fontsize=8.5)
    right.axvspan(-0.45, -0.25, color="#eeeeee", zorder=0)
    right.text(-0.44, 40, "λ-measure\nis not\nmonotone", fontsize=8.5, va="top")
    right.set_xlabel("λ")
    right.set_ylabel("joint damage C(f)")
    right.set_title("C(3, 1, 2) for weights 2, 3, 4")
    right.legend(loc="lower right", frameon=False)
    right.set_xlim(-0.45, 0.6)
    figure.subplots_adjust(left=0.06, right=0.985, top=0.92, bottom=0.14, wspace=0.16)
    tools.save(figure, "measures")


def routes(tools):
    width, height = 45, 25
    rows = blank(width, height)
    for y in range(0, 9):
        rows[y][11] = "#"
    for y in range(16, 25):
        rows[y][11] = "#"
    for y in range(8, 18):
        rows[y][34] = "#"
    for x in range(28, 35):
        rows[17][x] = "#"
    rows = ["".join(row) for row in rows]
    lines = tools.own("routes", tools.path("routes.txt", "\n".join(rows) + "\n"))
    cost = np.full((height, width), np.nan)
    for line in lines:
        if line["kind"] == "cost":
            cost[int(line["y"]), int(line["x"])] = float(line["value"])
    figure, axis = plt.subplots(figsize=(8.4, 4.2))
    image = axis.imshow(cost, cmap="Reds", vmin=0, vmax=10, extent=(0, width, height, 0))
    walls(axis, rows)
    for weight, colour, width_of in zip(["0", "0.25", "4"], [BLUE, ORANGE, GREEN], [5.0, 3.5, 1.8]):
        own = np.array([(int(r["x"]) + 0.5, int(r["y"]) + 0.5) for r in lines
                        if r["kind"] == "route" and r["weight"] == weight])
        total = next(r for r in lines if r["kind"] == "sum" and r["weight"] == weight)
        axis.plot(own[:, 0], own[:, 1], color=colour, linewidth=width_of, zorder=4,
                  label=f"w = {weight}: length {float(total['x']):.1f}, Σ length · cost {float(total['y']):.1f}")
    axis.plot(*own[0], "o", color=INK, markersize=7, zorder=5)
    axis.plot(*own[-1], "*", color=INK, markersize=13, zorder=5)
    board(axis, width, height)
    axis.legend(loc="lower right", frameon=True, framealpha=0.95, fontsize=8.5)
    figure.subplots_adjust(left=0.01, right=0.9, top=0.98, bottom=0.02)
    bar = figure.add_axes((0.915, 0.1, 0.014, 0.78))
    figure.colorbar(image, cax=bar, ticks=[0, 5, 10])
    bar.set_title("cost", fontsize=9)
    tools.save(figure, "routes")


def flow(tools):
    width, height = 32, 18
    rows = blank(width, height)
    for y in range(0, 13):
        rows[y][8] = "#"
    for y in range(5, 18):
        rows[y][18] = "#"
    for x in range(23, 30):
        rows[7][x] = "#"
    rows = ["".join(row) for row in rows]
    lines = tools.own("flow", tools.path("flow.txt", "\n".join(rows) + "\n"))
    lengths = np.full((height, width), np.nan)
    steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    arrows = []
    for line in lines:
        if line["kind"] == "cell":
            column, row, direction = int(line["x"]), int(line["y"]), int(line["b"])
            if float(line["a"]) >= 0:
                lengths[row, column] = float(line["a"])
            if direction < 8:
                norm = math.hypot(*steps[direction])
                arrows.append((column + 0.5, row + 0.5, steps[direction][0] / norm, steps[direction][1] / norm))
    arrows = np.array(arrows)
    figure, axis = plt.subplots(figsize=(8.6, 4.6))
    image = axis.imshow(lengths, cmap="YlGnBu_r", vmin=0, extent=(0, width, height, 0), alpha=0.75)
    axis.quiver(*arrows.T, angles="xy", scale_units="xy", scale=1.7, width=0.0017, pivot="mid", color=INK, zorder=3)
    walls(axis, rows)
    for kind, colour, label in [("steps", ORANGE, "THRONG_FLOW_SAMPLE_CELL"), ("smooth", RED, "THRONG_FLOW_SAMPLE_SMOOTH")]:
        for agent in range(3):
            own = np.array([(float(r["x"]), float(r["y"])) for r in lines if r["kind"] == kind and r["a"] == str(agent)])
            axis.plot(own[:, 0], own[:, 1], color=colour, linewidth=2.0, zorder=5,
                      linestyle="--" if kind == "steps" else "-", label=label if agent == 0 else None)
            axis.plot(*own[0], "o", color=RED, markersize=7, markerfacecolor="white", zorder=6)
    for column, row in [(28, 3), (9, 14)]:
        axis.plot(column + 0.5, row + 0.5, "*", color=GREEN, markersize=15, markeredgecolor="white", zorder=6)
    board(axis, width, height)
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=2, frameon=False, fontsize=8.5)
    figure.subplots_adjust(left=0.01, right=0.9, top=0.98, bottom=0.09)
    bar = figure.add_axes((0.915, 0.15, 0.014, 0.74))
    figure.colorbar(image, cax=bar)
    bar.set_title("cells", fontsize=9)
    tools.save(figure, "flow")


def crowd(tools):
    count = 8
    rows = ["id,px,py,vx,vy,prefx,prefy"]
    for i in range(count // 2):
        x, y = -14.0 + 3.4 * (i % 2), -3.2 + 3.1 * (i // 2) + 0.7 * (i % 2)
        rows.append(f"{2 * i},{x:.3f},{y:.3f},1.7,0,1.7,0")
        rows.append(f"{2 * i + 1},{y + 1.1:.3f},{-x:.3f},0,-1.5,0,-1.5")
    agents = tools.path("agents.csv", "\n".join(rows) + "\n")
    moment, watched = 60, 4
    walk = tools.rows("crowd", "--agents", agents, "--steps", "180", "--out", "-")
    seen = tools.own("view", agents, str(moment), str(watched))
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.4))
    colours = plt.get_cmap("tab10").colors
    for i in range(count):
        own = [row for row in walk if row["id"] == str(i)]
        path = np.array([(float(r["px"]), float(r["py"])) for r in own])
        left.plot(path[:, 0], path[:, 1], color=colours[i], linewidth=1.4, zorder=2)
        left.add_patch(Circle(path[moment], 1, facecolor=colours[i], edgecolor=INK, alpha=0.85, zorder=3))
        left.text(*path[moment], "A" if i == watched else "", ha="center", va="center", color="white", zorder=4)
        left.plot(*path[0], "o", color=colours[i], markersize=5, markerfacecolor="white", zorder=3)
    left.set_xlim(-17, 17)
    left.set_ylim(17, -17)
    left.set_aspect("equal")
    left.set_xticks([])
    left.set_yticks([])
    left.set_title(f"trajectories of {count} agents; bodies after {moment / 10:g} s")

    def vector(kind):
        row = next(r for r in seen if r["kind"] == kind)
        return float(row["a"]), float(row["b"])

    lines = [(float(r["a"]), float(r["b"]), float(r["c"])) for r in seen if r["kind"] == "line"]
    grid = np.linspace(-2.6, 2.6, 521)
    x, y = np.meshgrid(grid, grid)
    allowed = x * x + y * y <= 4.0
    for nx, ny, c in lines:
        allowed &= nx * x + ny * y >= c
    right.contourf(x, y, allowed.astype(float), [0.5, 1.5], colors=["#cfe8d2"])
    for nx, ny, c in lines:
        along = np.array([(nx * c - ny * t, ny * c + nx * t) for t in (-6, 6)])
        back = np.array([-nx, -ny])
        right.add_patch(Polygon([along[0], along[1], along[1] + 0.12 * back, along[0] + 0.12 * back], closed=True,
                                facecolor=RED, alpha=0.25, linewidth=0))
        right.plot(along[:, 0], along[:, 1], color=RED, linewidth=1.0)
    right.add_patch(Circle((0, 0), 2, fill=False, edgecolor=INK, linewidth=1.2, linestyle="--"))
    wish, chosen = vector("wish"), vector("next")
    arrow(right, 0, 0, *wish, BLUE, 2.0)
    arrow(right, 0, 0, *chosen, GREEN, 2.4)
    for text, colour in [("preferred velocity", BLUE), ("new velocity", GREEN)]:
        right.plot([], [], color=colour, linewidth=2.2, label=text)
    right.plot([], [], color=RED, linewidth=1.2, label="edge of a half-plane, forbidden side shaded")
    right.fill([], [], color="#cfe8d2", label="allowed velocities")
    right.legend(loc="lower left", fontsize=8.5, framealpha=0.95)
    right.set_xlim(-2.6, 2.6)
    right.set_ylim(2.6, -2.6)
    right.set_aspect("equal")
    right.set_xticks([-2, -1, 0, 1, 2])
    right.set_yticks([-2, -1, 0, 1, 2])
    right.tick_params(labelsize=8)
    right.set_title("agent A: its velocities; dashed: max_speed")
    figure.subplots_adjust(left=0.01, right=0.985, top=0.93, bottom=0.06, wspace=0.06)
    tools.save(figure, "crowd")


def terrain(tools):
    rows = [".......", "...#...", "...#...", "...#...", "......."]
    width, height = len(rows[0]), len(rows)
    ground = tools.path("terrain.map", moving_ai(rows))
    figure, axes = plt.subplots(1, 3, figsize=(9, 2.4))
    for axis, grid in zip(axes, ["square8", "square4", "hex"]):
        start = (2, 2)
        pairs = tools.path("pairs.csv", "x0,y0,x1,y1\n" + "".join(
            f"{start[0]},{start[1]},{x},{y}\n" for y in range(height) for x in range(width)))
        lengths = [float(r["distance"]) for r in tools.rows("distance", "--map", ground, "--grid", grid, "--pairs", pairs,
                                                            "--out", "-")]
        for number, length in enumerate(lengths):
            x, y = number % width, number // width
            centre = (x + 0.5, y + 0.5) if grid != "hex" else (x + 0.5 + 0.5 * (y % 2), y * math.sqrt(0.75) + 0.5)
            blocked = rows[y][x] == "#"
            colour = WALL if blocked else plt.get_cmap("YlGnBu")(0.05 + 0.6 * length / 10)
            if grid == "hex":
                axis.add_patch(RegularPolygon(centre, 6, radius=1 / math.sqrt(3), facecolor=colour, edgecolor="white"))
            else:
                axis.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white"))
            if not blocked:
                axis.text(*centre, "0" if length == 0 else f"{length:.3g}", ha="center", va="center", fontsize=8.5,
                          fontweight="bold" if length == 0 else "normal")
        axis.set_aspect("equal")
        axis.set_xlim(-0.1, width + 0.6)
        axis.set_ylim(height + 0.1, -0.2)
        axis.axis("off")
        axis.set_title({"square8": "SQUARE8", "square4": "SQUARE4", "hex": "HEX"}[grid])
    figure.subplots_adjust(left=0.01, right=0.99, top=0.9, bottom=0.01, wspace=0.04)
    tools.save(figure, "terrain")


def backend_selection(tools):
    with open("bench/results/amd-epyc-zen4-choice-vector.json", encoding="utf-8") as file:
        measured = json.load(file)["rows"]
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4))
    panels = [("choice-crowd-1-", "agents", "10", "crowd step, 10 neighbours"),
              ("choice-influence-256-", "objects", "16", "influence map, 256 × 256, D = 16")]
    for axis, (scene, what, last, title) in zip(axes, panels):
        rows = [r for r in measured if r["scene"].startswith(scene) and r["scene"].split("-")[-1] == last and r["ratio"]]
        size = [int(r["scene"].split("-")[-2]) for r in rows]
        for name, colour, times, forecast in [
                ("CPU", BLUE, [1e3 * r["time"]["median"] * r["ratio"] for r in rows], [1e3 * r["expected"]["cpu"] for r in rows]),
                ("OpenCL", ORANGE, [1e3 * r["time"]["median"] for r in rows],
                 [1e3 * r["expected"]["opencl"] for r in rows])]:
            axis.plot(size, times, "o-", color=colour, label=f"{name}, measured")
            axis.plot(size, forecast, "x", color=colour, markersize=8, markeredgewidth=1.8, label=f"{name}, forecast")
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.set_xlabel(what)
        axis.set_ylabel("ms per frame")
        axis.grid(color="#dddddd", linewidth=0.6)
        axis.set_title(title)
        axis.legend(frameon=False, fontsize=8.5)
    figure.subplots_adjust(left=0.07, right=0.985, top=0.92, bottom=0.14, wspace=0.2)
    tools.save(figure, "backend-selection")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throng", required=True, help="the program")
    parser.add_argument("--tool", required=True, help="the built docs/_pictures/concepts.c")
    parser.add_argument("--data", required=True, help="folder for files on the way")
    parser.add_argument("--out", required=True, help="folder of the pictures")
    tools = Tools(parser.parse_args())
    for picture in (influence, propagation, potential, trace, measures, routes, flow, crowd, terrain, backend_selection):
        picture(tools)


if __name__ == "__main__":
    main()
