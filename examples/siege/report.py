#!/usr/bin/env python3
"""Pictures and numbers of the siege study, for docs/studies/siege.md.

    scripts/siege FOLDER        runs the study into a folder, and this on it

Fills the parts of docs/studies/siege.md between <!-- begin NAME --> and <!-- end NAME -->, and writes docs/studies/siege/*.png.
Needs numpy and matplotlib (Debian: python3-numpy, python3-matplotlib).
"""
import argparse
import os
import sys

import matplotlib.pyplot as plt
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from page import fail, fill, machine_text, read_table, save, table

LEVEL = 95.0  # percent, of the intervals
PAPER = {  # seconds and damage of the rival, of the field
    "dijkstra": (0.094877, 0.001796, 52.63, 62.14),
    "astar": (0.0056, 0.0021, 98.4, 110.6),
}
RIVALS = {"dijkstra": "Dijkstra", "astar": "A*"}
PAPER_DAMAGE = {-0.3: 143, 0.0: 218, 0.3: 293}
PAPER_SEARCHES = 148 / 0.094877  # of its genetic algorithm's 100 iterations
FIELD, RIVAL, HILLS, SHADE = "#e08a1e", "#2f86d1", "#7a5cc4", "#4c5a73"
BATCH, SINGLE = ("batch", "flow", 1.0), ("field", "flow", 1.0)


# ---------------------------------------------------------------- intervals


def resampled(vectors, statistic, count=4000):
    """Of a statistic of the vectors' means over placements drawn with replacement, the same for all."""
    rng = np.random.default_rng(1)
    stacked = np.stack(vectors)
    drawn = rng.integers(0, stacked.shape[1], (count, stacked.shape[1]))
    values = statistic(*(vector[drawn].mean(axis=1) for vector in stacked))
    low, high = np.percentile(values, [(100.0 - LEVEL) / 2.0, (100.0 + LEVEL) / 2.0])
    return statistic(*stacked.mean(axis=1)), low, high


def ratio(one, other):
    return resampled([one, other], lambda a, b: a / b)


def ratio_text(one, other, digits=2):
    if other.mean() == 0.0:
        return "–"
    middle, low, high = ratio(one, other)
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


# ---------------------------------------------------------------- duels


class Duel:
    """The outcomes of siege duel, by contender: arrays over placements."""

    def __init__(self, path):
        self.columns = {}
        self.rival = None
        for row in read_table(path):
            kind = row["contender"]
            if kind in RIVALS:
                self.rival = kind
                key = (kind, "", float(row["weight"]))
            else:
                key = (kind, row["escape"], float(row["eta"]))
            into = self.columns.setdefault(key, {"status": [], "length": [], "damage": [], "seconds": []})
            into["status"].append(row["status"])
            for name in ("length", "damage", "seconds"):
                into[name].append(float(row[name]))
        for columns in self.columns.values():
            for name in ("length", "damage", "seconds"):
                columns[name] = np.array(columns[name])
        if self.rival is None:
            fail(f"{path}: no rivals")
        self.weights = [key[2] for key in self.columns if key[0] == self.rival]

    def of_rival(self, weight):
        return self.columns[self.rival, "", weight]


def least_of(weight):
    if weight == 0.0:
        return "length"
    return "damage" if weight >= 1e6 else f"length + {weight:g} · damage"


def rival_table(duel):
    field = duel.columns[SINGLE]
    rows = []
    for weight in duel.weights:
        own = duel.of_rival(weight)
        less = np.mean(field["damage"] < own["damage"])
        rows.append([least_of(weight), f"{own['length'].mean():.1f}", f"{own['damage'].mean():.1f}",
                     f"{own['damage'].std():.1f}", ratio_text(field["damage"], own["damage"]),
                     f"{100.0 * less:.0f} %"])
    paper = PAPER[duel.rival]
    rows.append(["*the paper*", "", f"*{paper[2]:.1f}*", "", f"*{paper[3] / paper[2]:.2f}*", ""])
    head = [f"what {RIVALS[duel.rival]} makes least", "length", "damage", "its spread",
            "the field's over it", "the field has less"]
    return table(head, rows)


def field_table(duel):
    names = {"none": "none", "hills": "hills", "flow": "flow field"}
    rows = []
    for (kind, escape, eta), own in duel.columns.items():
        if kind == "field":
            reached = np.array([status == "reached" for status in own["status"]])
            there = own["damage"][reached], own["length"][reached]
            rows.append([f"{eta:g}", names[escape], f"{100.0 * reached.mean():.0f} %",
                         f"{there[1].mean():.1f}", f"{there[0].mean():.1f}", f"{there[0].std():.1f}"])
    head = ["η of guns", "out of traps by", "reached", "length", "damage", "its spread"]
    return table(head, rows)


def time_table(duel):
    field, batch = duel.columns[SINGLE], duel.columns[BATCH]
    rows = [["field", f"{1e6 * field['seconds'].mean():.1f}", "", "", f"{1e3 * PAPER[duel.rival][1]:.1f} ms"],
            ["field, all placements in one call", f"{1e6 * batch['seconds'].mean():.1f}", "", "", ""]]
    paper = PAPER[duel.rival]
    for weight in (0.0, 0.1, 1e6):
        own = duel.of_rival(weight)
        rows.append([f"{RIVALS[duel.rival]}, {least_of(weight)}", f"{1e6 * own['seconds'].mean():.1f}",
                     ratio_text(own["seconds"], field["seconds"], 1),
                     ratio_text(own["seconds"], batch["seconds"], 1),
                     f"{1e3 * paper[0]:.1f} ms: {paper[0] / paper[1]:.1f} times" if weight == 0.0 else ""])
    head = ["a way by", "µs", "times the field's", "times the field's in one call", "the paper"]
    return table(head, rows)


# ---------------------------------------------------------------- measures


def measure_table(rows):
    kept = {(row["measure"], round(float(row["lambda"]), 2)): row for row in rows if row["way"] == "kept"}
    again = {(row["measure"], round(float(row["lambda"]), 2)): row for row in rows if row["way"] == "replanned"}
    lines = []
    for value in (0.3, 0.0, -0.3):
        line = [f"{value:g}"]
        for kind in ("2-additive", "exact"):
            line.append(f"{float(kept[kind, value]['damage']):.1f}"
                        + ("" if kept[kind, value]["monotone"] == "1" else " (not monotone)"))
        line += [f"{float(again[kind, value]['damage']):.1f}" for kind in ("2-additive", "exact")]
        lines.append(line + [f"{PAPER_DAMAGE[value]}"])
    head = ["λ", "2-additive", "exact (9)", "2-additive, known to the field", "exact, known to the field",
            "the paper"]
    return table(head, lines)


def measure_claims(rows):
    damage = {(row["measure"], round(float(row["lambda"]), 2)): float(row["damage"])
              for row in rows if row["way"] == "kept"}
    lines = []
    for kind in ("2-additive", "exact"):
        middle = (damage[kind, 0.3] + damage[kind, -0.3]) / 2.0
        lines.append(f"{kind}: the mean of both ends is {middle:.1f}, and without interaction it is "
                     f"{damage[kind, 0.0]:.1f}")
    row = next(row for row in rows if row["way"] == "kept")
    return (f"The way has {row['steps']} steps; on {row['steps_of_all']} of them all three types bear. "
            + "; ".join(lines) + ".")


# ---------------------------------------------------------------- the defender


class Search:
    """Best and mean damage of each generation, [run][generation]."""

    def __init__(self, rows, name):
        own = [row for row in rows if row["search"] == name]
        runs = 1 + max(int(row["run"]) for row in own)
        self.best = np.array([float(row["best"]) for row in own]).reshape(runs, -1)
        self.mean = np.array([float(row["mean"]) for row in own]).reshape(runs, -1)


def search_table(rows):
    lines = []
    searches = {name: Search(rows, name) for name in ("random", "genetic")}
    last = searches["genetic"].best.shape[1] - 1
    for generation in sorted({0, 10, 25, 50, last}):
        line = [str(generation)]
        for search in searches.values():
            best = search.best[:, generation]
            line += [f"{best.mean():.0f} ({best.min():.0f} to {best.max():.0f})",
                     f"{search.mean[:, generation].mean():.0f}"]
        lines.append(line)
    head = ["generation", "random placements: best so far", "mean of the generation",
            "genetic algorithm: best so far", "mean of the generation"]
    return table(head, lines)


def generation_table(rows):
    names = {"single": "field, one by one, one core", "batch": "field, in one call, one core",
             "cores": "field, in one call, all cores", "device": "field, in one call, OpenCL (PoCL, all cores)",
             "dijkstra": "Dijkstra, length, one by one, one core",
             "dijkstra-damage": "Dijkstra, length + 0.1 · damage, one by one, one core"}
    seconds = {}
    for row in rows:
        seconds.setdefault(row["way"], []).append(float(row["seconds"]))
    attackers = int(rows[0]["attackers"])
    base = np.array(seconds["single"])
    lines = []
    for name, text in names.items():
        if name in seconds:
            own = np.array(seconds[name])
            ratios = base / own
            low, high = np.percentile(ratios, [25.0, 75.0])
            lines.append([text, f"{1e3 * np.median(own):.2f}", f"{1e6 * np.median(own) / attackers:.1f}",
                          f"{np.median(ratios):.2f} ({low:.2f} to {high:.2f})",
                          f"{1e3 * PAPER_SEARCHES * np.median(own) / attackers:.0f}"])
    head = ["", "ms a generation", "µs a way", "times as fast as the field one by one", "ms for 1,560 ways"]
    return table(head, lines)


# ---------------------------------------------------------------- pictures


def read_view(prefix):
    forces = {name: [] for name in ("x", "y", "fx", "fy", "potential", "damage", "blocked")}
    for row in read_table(prefix + "-forces.csv"):
        for name, values in forces.items():
            values.append(float(row[name]))
    side = int(len(forces["x"]) ** 0.5)
    forces = {name: np.array(values).reshape(side, side) for name, values in forces.items()}
    ways = {}
    for row in read_table(prefix + "-ways.csv"):
        way = ways.setdefault((row["way"], int(row["start"])), {"x": [], "y": [], "status": row["status"],
                                                                "damage": float(row["damage"])})
        way["x"].append(float(row["x"]))
        way["y"].append(float(row["y"]))
    guns = [(float(row["x"]), float(row["y"])) for row in read_table(prefix + "-guns.csv")]
    return forces, ways, guns


def draw_ground(axis, forces, guns, arrows):
    """Shades by the potential, clipped where it is steep; arrows have one length."""
    potential = np.where(forces["blocked"] > 0.0, np.nan, forces["potential"])
    top = np.nanpercentile(potential, 99.0)
    axis.imshow(np.minimum(potential, top), extent=(0, 50, 50, 0), cmap="Blues", alpha=0.55)
    axis.imshow(np.where(forces["blocked"] > 0.0, 1.0, np.nan), extent=(0, 50, 50, 0), cmap="gray",
                vmin=0.0, vmax=4.0, interpolation="nearest")
    if arrows:
        some = (slice(1, None, 4), slice(1, None, 4))
        size = np.hypot(forces["fx"], forces["fy"])
        size[size == 0.0] = 1.0
        free = forces["blocked"][some] == 0.0
        axis.quiver(forces["x"][some][free], forces["y"][some][free], (forces["fx"] / size)[some][free],
                    (forces["fy"] / size)[some][free], angles="xy", scale_units="xy", scale=0.75,
                    width=0.002, color="#44546a", alpha=0.8)
    for x, y in guns:
        axis.add_patch(plt.Circle((x, y), 4.0, fill=False, lw=0.5, color="#d64545", alpha=0.7))
        axis.plot(x, y, "+", color="#d64545", ms=6)
    axis.plot(25.5, 3.5, "o", mfc="none", mec="black", ms=9, mew=1.5)
    axis.set_xlim(0, 50)
    axis.set_ylim(50, 0)
    axis.set_xticks([])
    axis.set_yticks([])


def draw_ways(axis, ways, styles):
    for (name, start), way in ways.items():
        if name in styles:
            color, dash, label = styles[name]
            axis.plot(way["x"], way["y"], dash, color=color, lw=1.6, label=label if start == 0 else None)
            if way["status"] != "reached":
                axis.plot(way["x"][-1], way["y"][-1], "x", color=color, ms=7, mew=2)
    axis.legend(loc="lower center", fontsize=7, framealpha=0.85, ncols=3)


def draw_view(prefix, path):
    forces, ways, guns = read_view(prefix)
    figure, axes = plt.subplots(1, 2, figsize=(10, 5.5), constrained_layout=True)
    draw_ground(axes[0], forces, guns, True)
    draw_ways(axes[0], ways, {"field": (FIELD, "-", "no escape"), "field-flow": ("#111111", "--", "flow field"),
                              "field-hills": (HILLS, ":", "hills")})
    axes[0].set_title("the field, its forces, and its ways", fontsize=10)
    draw_ground(axes[1], forces, guns, False)
    draw_ways(axes[1], ways, {"field-flow": (FIELD, "-", "field"), "length": (RIVAL, "--", "Dijkstra, length"),
                              "length-and-damage": ("#2f9e44", "-", "length + 0.1 · damage")})
    axes[1].set_title("the field against Dijkstra", fontsize=10)
    save(figure, path, 192)


def draw_defence(prefix, rows, path):
    forces, ways, guns = read_view(prefix)
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.9), constrained_layout=True,
                                gridspec_kw={"width_ratios": (1.25, 1.0)})
    for name, color in (("genetic", FIELD), ("random", SHADE)):
        search = Search(rows, name)
        generations = np.arange(search.best.shape[1])
        axes[0].fill_between(generations, search.best.min(axis=0), search.best.max(axis=0), color=color,
                             alpha=0.2, lw=0)
        axes[0].plot(generations, search.best.mean(axis=0), color=color, lw=2.0, label=f"{name}: best so far")
        axes[0].plot(generations, search.mean.mean(axis=0), color=color, lw=1.0, ls="--",
                     label=f"{name}: mean of the generation")
    axes[0].set_xlabel("generation")
    axes[0].set_ylabel("damage, hp")
    axes[0].legend(fontsize=8, frameon=False)
    axes[0].grid(alpha=0.25)
    draw_ground(axes[1], forces, guns, False)
    draw_ways(axes[1], ways, {"field-flow": (FIELD, "-", "field")})
    axes[1].set_title("the best placement of the first run", fontsize=10)
    save(figure, path, 192)


def draw_trade(duels, path):
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for axis, duel in zip(axes, duels):
        rival = [duel.of_rival(weight) for weight in duel.weights]
        axis.plot([own["length"].mean() for own in rival], [own["damage"].mean() for own in rival], "o-",
                  color=RIVAL, lw=1.2, ms=4, label=f"{RIVALS[duel.rival]}: length + w · damage")
        fields = [own for key, own in duel.columns.items() if key[:2] == ("field", "flow")]
        axis.plot([own["length"].mean() for own in fields], [own["damage"].mean() for own in fields], "s-",
                  color=FIELD, lw=1.2, ms=4, label="field, by η of guns")
        paper = PAPER[duel.rival]
        for damage, color in ((paper[2], RIVAL), (paper[3], FIELD)):
            axis.axhline(damage, color=color, lw=0.9, ls=":")
        axis.plot([], [], ":", color=SHADE, label="the paper's damage")
        axis.set_xlabel("mean length, cells of the battlefield")
        axis.set_ylabel("mean damage, hp")
        axis.set_ylim(bottom=0.0)
        axis.grid(alpha=0.25)
        axis.legend(fontsize=7, frameon=False)
    save(figure, path)


def draw_measures(rows, ways, path):
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for kind, color in (("2-additive", FIELD), ("exact", RIVAL)):
        own = [row for row in rows if row["way"] == "kept" and row["measure"] == kind]
        x = [float(row["lambda"]) for row in own]
        y = [float(row["damage"]) for row in own]
        axes[0].plot(x, y, "-", color=color, lw=1.8, label=kind)
        bad = [row["monotone"] == "0" for row in own]
        axes[0].plot(np.array(x)[bad], np.array(y)[bad], "x", color=color, ms=6)
    axes[0].plot([], [], "x", color=SHADE, label="not monotone")
    axes[0].plot(list(PAPER_DAMAGE), list(PAPER_DAMAGE.values()), "k.", ms=7, label="the paper, on its own way")
    axes[0].set_xlabel("λ")
    axes[0].set_ylabel("damage on the kept way, hp")
    axes[0].legend(fontsize=8, frameon=False)
    axes[0].grid(alpha=0.25)
    steps = [int(row["step"]) for row in ways]
    bottom = np.zeros(len(steps))
    for name, label, color in (("a", "type A, power 2", "#2f86d1"), ("b", "type B, power 3", "#2f9e44"),
                               ("c", "type C, power 4", "#d64545")):
        counts = np.array([float(row[name]) for row in ways])
        axes[1].bar(steps, counts, 1.0, bottom=bottom, color=color, label=label)
        bottom += counts
    axes[1].set_xlabel("step")
    axes[1].set_ylabel("guns that bear at its end")
    axes[1].set_ylim(0.0, 4.2)
    axes[1].legend(fontsize=8, frameon=False)
    save(figure, path)


# ---------------------------------------------------------------- the page


def main():
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("results", help="the folder that scripts/siege wrote")
    parser.add_argument("--machine", help="in words; by default as this machine says")
    parser.add_argument("--docs", default="docs/studies", help="the folder with siege.md")
    options = parser.parse_args()

    def result(name):
        return os.path.join(options.results, name)

    try:
        duels = [Duel(result("dijkstra.csv")), Duel(result("astar.csv"))]
        measures = read_table(result("measures.csv"))
        measure_ways = read_table(result("measure-ways.csv"))
        defend = read_table(result("defend.csv"))
        generation = read_table(result("generation.csv"))
        with open(os.path.join(options.docs, "siege.md"), encoding="utf-8") as file:
            page = file.read()
    except (OSError, ValueError, StopIteration, KeyError) as problem:
        fail(problem)
    for duel in duels:
        page = fill(page, f"{duel.rival} rivals", rival_table(duel))
        page = fill(page, f"{duel.rival} fields", field_table(duel))
        page = fill(page, f"{duel.rival} times", time_table(duel))
    page = fill(page, "measures", measure_table(measures))
    page = fill(page, "symmetry", measure_claims(measures))
    page = fill(page, "defender", search_table(defend))
    page = fill(page, "generation", generation_table(generation))
    page = fill(page, "run", options.machine or machine_text())
    pictures = os.path.join(options.docs, "siege")
    os.makedirs(pictures, exist_ok=True)
    draw_view(result("view"), os.path.join(pictures, "ways.png"))
    draw_trade(duels, os.path.join(pictures, "trade.png"))
    draw_measures(measures, measure_ways, os.path.join(pictures, "measures.png"))
    draw_defence(result("best"), defend, os.path.join(pictures, "defence.png"))
    with open(os.path.join(options.docs, "siege.md"), "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
