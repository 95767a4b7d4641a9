#!/usr/bin/env python3
"""Pictures and numbers of the crowd study, for docs/studies/crowd.md.

    scripts/crowd FOLDER        runs the study into a folder, and this on it

Fills the parts of docs/studies/crowd.md between <!-- begin NAME --> and <!-- end NAME -->, and writes
docs/studies/crowd/*.png. Needs numpy and matplotlib (Debian: python3-numpy, python3-matplotlib).
"""
import argparse
import os
import sys

import matplotlib.pyplot as plt
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from page import fail, fill, machine_text, read_table, save, table

ORANGE, BLUE, VIOLET, GREEN, SHADE = "#e08a1e", "#2f86d1", "#7a5cc4", "#3a9e6b", "#4c5a73"
COLORS = (BLUE, ORANGE, VIOLET, GREEN)
WAYS = {"orca": "ORCA", "orca+congestion": "ORCA, congestion rule", "orca+symmetry": "ORCA, symmetry setting",
        "orca+both": "ORCA, both", "perception": "perception",
        "perception+congestion": "perception, congestion rule",
        "perception+symmetry": "perception, symmetry setting", "perception+both": "perception, both"}


# ---------------------------------------------------------------- intervals


def mean_interval(values, count=4000):
    """The mean and its 95 % interval, over runs drawn anew."""
    values = np.array(values, dtype=float)
    rng = np.random.default_rng(1)
    drawn = values[rng.integers(0, len(values), (count, len(values)))].mean(axis=1)
    return (values.mean(), *np.percentile(drawn, [2.5, 97.5]))


def share_interval(hits, count):
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * np.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return share, max(0.0, middle - half), min(1.0, middle + half)


def interval_text(values, digits):
    middle, low, high = mean_interval(values)
    if len(values) < 2 or f"{low:.{digits}f}" == f"{high:.{digits}f}":
        return f"{middle:.{digits}f}"
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def grouped(rows, *names):
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return groups


def column(rows, name):
    return np.array([float(row[name]) for row in rows])


def of_arrived(runs, name, digits):
    """Of those runs in which anybody arrived."""
    runs = [run for run in runs if float(run["arrived"]) > 0.0]
    return interval_text(column(runs, name), digits) if runs else "–"


# ---------------------------------------------------------------- 1 vision


def inside(rows):
    """In the middle of the stream, and no nearer to its ends than one sees."""
    return [row for row in rows if 75.0 <= float(row["x"]) <= 125.0 and 65.0 <= float(row["y"]) <= 135.0]


def expected_range(density):
    """At which a sector of 220 degrees holds 7 of them."""
    with np.errstate(divide="ignore"):
        return np.clip(np.sqrt(7.0 * 360.0 / (220.0 * np.pi * density)), 4.0, 15.0)


def vision_table(rows):
    lines = []
    for (density,), of_density in grouped(inside(rows), "density").items():
        runs = grouped(of_density, "seed").values()
        around = np.mean([column(run, "around").mean() for run in runs])
        lines.append([density, f"{around:.4f}",
                      interval_text([column(run, "range").mean() for run in runs], 2),
                      f"{column(of_density, 'range').min():.2f}",
                      interval_text([column(run, "perceived").mean() for run in runs], 1),
                      f"{expected_range(max(around, 1e-9)):.1f}"])
    return table(["density of the stream", "density within 15 of the agent", "its range of vision", "least",
                  "perceived", "a range with 7 in sight"], lines)


def draw_vision(rows, path):
    figure, axes = plt.subplots(1, 2, figsize=(10.0, 3.8), layout="constrained", width_ratios=(3, 2))
    seed = rows[0]["seed"]
    for density, color in zip(("0.01", "0.03", "0.1"), (BLUE, ORANGE, VIOLET)):
        run = [row for row in rows if row["density"] == density and row["seed"] == seed]
        axes[0].plot(column(run, "x"), column(run, "range"), color=color, lw=0.7, label=f"density {density}")
    axes[0].axvspan(70, 130, color=SHADE, alpha=0.08, lw=0)
    axes[0].set_xlim(56, 80)
    axes[0].set_xlabel("x of the agent; shaded: the stream")
    axes[0].set_ylabel("range of vision")
    axes[0].set_ylim(0, 16)
    axes[0].legend(fontsize=8, frameon=False, loc="lower left")
    points = [(column(run, "around").mean(), column(run, "range").mean())
              for run in grouped(inside(rows), "density", "seed").values()]
    x, y = np.array(points).T
    line = np.linspace(0.0005, x.max(), 300)
    axes[1].plot(line, expected_range(line), color=SHADE, lw=1.0, label="a range with 7 in sight")
    axes[1].scatter(x, y, s=9, color=ORANGE, label="a crossing", lw=0)
    axes[1].set_xlabel("density around it")
    axes[1].set_ylabel("mean range in the stream")
    axes[1].set_ylim(0, 16)
    axes[1].legend(fontsize=8, frameon=False)
    save(figure, path)


# ---------------------------------------------------------------- 2 hearing


def hearing_table(rows):
    lines = []
    for (start, hearing), run in grouped(rows, "start", "hearing").items():
        ax, ay, bx, by = (column(run, name) for name in ("ax", "ay", "bx", "by"))
        when = column(run, "seconds")[np.argmax(bx > ax)]
        lines.append([start, hearing, f"{np.abs(ay).max():.2f}", f"{np.abs(by - by[0]).max():.2f}",
                      f"{np.hypot(ax - bx, ay - by).min():.2f}", f"{when:.1f} s" if (bx > ax).any() else "never"])
    return table(["B starts", "A's hearing", "A moves aside by", "B moves aside by", "least distance",
                  "B is past A after"], lines)


def draw_hearing(rows, path):
    figure, axes = plt.subplots(2, 2, figsize=(10.0, 3.6), layout="constrained", sharey=True, sharex=True)
    for ((start, hearing), run), axis in zip(grouped(rows, "start", "hearing").items(), axes.flat):
        for name, color in (("a", BLUE), ("b", ORANGE)):
            x, y = column(run, f"{name}x"), column(run, f"{name}y")
            axis.plot(x, y, color=color, lw=1.3, label=name.upper())
            axis.plot(x[::10], y[::10], ".", color=color, ms=4)
        axis.set_title(f"B starts {start}, A's hearing {hearing}", fontsize=9)
        axis.set_xlim(-22, 42)
    axes[0, 0].legend(fontsize=8, frameon=False)
    save(figure, path)


# ---------------------------------------------------------------- 3 circles


def circle_table(rows, ways=WAYS):
    lines = []
    for (way,), runs in grouped(rows, "way").items():
        if way not in ways:
            continue
        through = sum(float(run["arrived"]) == 1.0 for run in runs)
        share, low, high = share_interval(through, len(runs))
        done = [float(run["last_time"]) for run in runs if float(run["arrived"]) == 1.0]
        text = f"{through} of {len(runs)}" + (f" ({100 * low:.0f} to {100 * high:.0f} %)" if len(runs) > 1 else "")
        del share
        lines.append([WAYS[way], text, interval_text(column(runs, "arrived"), 2),
                      interval_text(column(runs, "stuck_at_end"), 2), f"{np.mean(done):.0f} s" if done else "–",
                      of_arrived(runs, "detour", 3),
                      f"{column(runs, 'overlapping').mean():.4f}", f"{column(runs, 'jerk').mean():.2f}"])
    return table(["", "walks in which all got through", "share through", "share stuck at the end",
                  "the last one, where all got through", "way over straight line", "overlapping", "jerk"], lines)


def draw_circles(curves, path):
    figure, axes = plt.subplots(1, len(curves), figsize=(11.0, 3.6), layout="constrained", sharey=True)
    shown = ("orca", "orca+congestion", "perception", "perception+congestion", "perception+both")
    for (title, rows), axis in zip(curves.items(), axes):
        last = max(float(row["seconds"]) for row in rows)
        times = np.arange(0.0, last + 1.0)
        for way, color in zip(shown, (*COLORS, SHADE)):
            runs = grouped([row for row in rows if row["way"] == way], "seed").values()
            lines = [np.interp(times, column(run, "seconds"), column(run, "arrived")) for run in runs]
            axis.plot(times, np.mean(lines, axis=0), color=color, lw=1.4, label=WAYS[way])
        axis.set_title(title, fontsize=9)
        axis.set_xlabel("seconds")
        axis.set_ylim(-0.03, 1.03)
    axes[0].set_ylabel("share through")
    axes[0].legend(fontsize=7, frameon=False, loc="center")
    save(figure, path)


# ---------------------------------------------------------------- 4 speed


SERIES = {"plane": "200 × 200", "open10": "10 apart", "open5": "5 apart", "open2.5": "2.5 apart"}


def speed_of(rows):
    times = {}
    for row in rows:
        key = (row["series"], int(row["agents"]), int(row["threads"]))
        times.setdefault(key, {})[row["way"]] = float(row["seconds"])
        times[key]["side"] = float(row["side"])
    return times


def speed_table(rows):
    times = speed_of(rows)
    lines = []
    for (series, agents, threads), one in times.items():
        if threads != 1:
            continue
        two = times[series, agents, 2]
        lines.append([SERIES[series], f"{agents:,}", f"{agents / one['side'] ** 2:.4f}"] + [
            f"{1e3 * of[way]:.3g}" for of in (one, two) for way in ("orca", "perception")] + [
                f"{of['perception'] / of['orca']:.2f}" for of in (one, two)])
    return table(["plane", "agents", "density", "ORCA, ms, one thread", "perception, ms", "ORCA, ms, two threads",
                  "perception, ms", "perception / ORCA, one thread", "two threads"], lines)


def heading_table(turning, velocity):
    """What perception costs beside ORCA, on one thread, by both headings."""
    kinds = [speed_of(turning), speed_of(velocity)]
    lines = []
    for key in kinds[0]:
        if key[2] == 1 and key in kinds[1]:
            of_kinds = [kind[key]["perception"] / kind[key]["orca"] for kind in kinds]
            lines.append([SERIES[key[0]], f"{key[1]:,}"] + [f"{ratio:.2f}" for ratio in of_kinds])
    return table(["plane", "agents", "perception / ORCA, turning", "perception / ORCA, velocity"], lines)


def draw_speed(rows, path):
    times = speed_of(rows)
    figure, axes = plt.subplots(1, 2, figsize=(10.0, 3.8), layout="constrained")
    for series, color in zip(SERIES, COLORS):
        keys = [key for key in times if key[0] == series and key[2] == 1]
        agents = [key[1] for key in keys]
        for way, style in (("orca", "-"), ("perception", "--")):
            if series in ("plane", "open5"):
                axes[0].loglog(agents, [1e6 * times[key][way] / key[1] for key in keys], style, color=color,
                               marker=".", label=f"{WAYS[way]}, {SERIES[series]}", lw=1.2)
        axes[1].semilogx(agents, [times[key]["perception"] / times[key]["orca"] for key in keys], color=color,
                         marker=".", label=SERIES[series], lw=1.2)
    axes[0].set_xlabel("agents")
    axes[0].set_ylabel("µs an agent and step, one thread")
    axes[1].axhline(1.0, color=SHADE, lw=0.8)
    axes[1].set_xlabel("agents")
    axes[1].set_ylabel("perception / ORCA")
    axes[1].set_ylim(bottom=0.0)
    for axis in axes:
        axis.legend(fontsize=8, frameon=False)
    save(figure, path)


# ---------------------------------------------------------------- scenes


def scene_table(rows):
    lines = []
    for (way,), runs in grouped(rows, "way").items():
        lines.append([WAYS[way], interval_text(100 * column(runs, "arrived"), 0) + " %",
                      of_arrived(runs, "time", 1), of_arrived(runs, "detour", 3),
                      interval_text(column(runs, "collisions"), 4), interval_text(column(runs, "overlapping"), 4),
                      f"{column(runs, 'deepest').max():.2f}", f"{column(runs, 'into_walls').max():.2f}",
                      f"{column(runs, 'jerk').mean():.2f}", f"{column(runs, 'stuck').mean():.2f}",
                      f"{column(runs, 'stuck_at_end').mean():.2f}"])
    return table(["", "arrived", "time, s", "way over straight line", "collisions per agent-second", "overlapping",
                  "deepest", "into walls", "jerk", "stuck", "stuck at the end"], lines)


def draw_ways(panels, path):
    figure, axes = plt.subplots(1, len(panels), figsize=(3.4 * len(panels), 3.9), layout="constrained")
    for (title, rows), axis in zip(panels.items(), np.atleast_1d(axes)):
        for run in grouped(rows, "id").values():
            run = [row for row in run if row["state"] != "2"]
            axis.plot(column(run, "x"), column(run, "y"), color=COLORS[int(run[0]["group"])], lw=0.7)
            axis.plot(float(run[0]["x"]), float(run[0]["y"]), ".", color=COLORS[int(run[0]["group"])], ms=3)
        axis.set_aspect("equal")
        axis.invert_yaxis()
        axis.set_title(title, fontsize=9)
        axis.tick_params(labelsize=7)
    save(figure, path)


# ---------------------------------------------------------------- RiMEA


def weidmann(density):
    return 1.34 * (1.0 - np.exp(-1.913 * (1.0 / density - 1.0 / 5.4)))


def rimea_rows(rows, test, way):
    return [row for row in rows if row["test"] == test and row["way"] == way]


def verdict(good):
    return "**pass**" if good else "**fail**"


def rimea_table(rows):
    lines = []
    for way in ("orca", "orca+congestion", "perception", "perception+congestion"):
        line = [WAYS[way]]
        times = column(rimea_rows(rows, "1", way), "last_time")
        line.append(f"{verdict(26 <= times.min() and times.max() <= 34)}: {times.mean():.1f} s")
        diagram = [row for row in rimea_rows(rows, "4", way) if float(row["density"]) < 4.5]
        if diagram:
            ratio = np.array([float(row["speed"]) / weidmann(float(row["density"])) for row in diagram])
            line.append(f"{verdict(np.abs(ratio - 1.0).max() < 0.3)}: up to {ratio.max():.1f} times Weidmann's speed")
        else:
            line.append("")
        corner = rimea_rows(rows, "6", way)
        good = column(corner, "arrived").min() == 1.0 and column(corner, "into_walls").max() < 1.0
        line.append(f"{verdict(good)}: all arrive, {column(corner, 'into_walls').max():.2f} radii into walls")
        hall = {n: [row for row in rimea_rows(rows, "9", way) if row["value"] == n] for n in ("4", "2")}
        out = all(column(runs, "arrived").min() == 1.0 for runs in hall.values())
        ratios = column(hall["2"], "last_time") / column(hall["4"], "last_time")
        line.append(f"{verdict(out and 1.6 <= ratios.mean() <= 2.4)}: {interval_text(ratios, 2)} times"
                    if out else f"{verdict(False)}: not all get out")
        rooms = [row for row in rimea_rows(rows, "12", way) if row["value"] == "1"]
        slow, out = column(rooms, "slow"), column(rooms, "arrived").min() == 1.0
        line.append(f"{verdict(out and slow.mean() < 0.05)}: {100 * slow.mean():.0f} % of the time in room 2 is slow")
        lines.append(line)
    return table(["", "1: 40 m in 26 to 34 s", "4: fundamental diagram", "6: corner", "9: 2 exits over 4 exits",
                  "12: a jam in room 1 alone"], lines)


def flow_table(rows):
    lines = []
    for (width,), runs in grouped([row for row in rows if row["test"] == "12"], "value").items():
        line = [f"{float(width):.1f} m"]
        for way in ("orca", "orca+congestion", "perception", "perception+congestion"):
            of_way = [row for row in runs if row["way"] == way]
            flow = 150.0 * column(of_way, "arrived") / column(of_way, "last_time")
            line.append(interval_text(flow, 2))
        lines.append(line)
    return table(["width"] + [f"{WAYS[way]}, people/s" for way in
                              ("orca", "orca+congestion", "perception", "perception+congestion")], lines)


def draw_rimea(rows, path):
    figure, axis = plt.subplots(figsize=(5.6, 3.8), layout="constrained")
    line = np.linspace(0.3, 5.39, 200)
    axis.plot(line, weidmann(line), color=SHADE, lw=1.2, label="Weidmann 1993")
    for way, color in (("orca", BLUE), ("perception", ORANGE)):
        runs = rimea_rows(rows, "4", way)
        axis.plot(column(runs, "density"), column(runs, "speed"), ".-", color=color, label=WAYS[way])
    axis.set_xlabel("people / m²")
    axis.set_ylabel("speed, m/s")
    axis.set_ylim(0, 1.5)
    axis.legend(fontsize=8, frameon=False)
    save(figure, path)


# ---------------------------------------------------------------- the page


CIRCLES = {"10, exactly on it": "circle-exact", "10, up to 0.1 off": "circle-10", "100, up to 0.1 off": "circle-100",
           "1,000, up to 0.1 off": "circle-1000"}
SCENES = ("blocks", "bottleneck", "crossing", "corridor")


def main():
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("results", help="the folder that scripts/crowd wrote")
    parser.add_argument("--machine", help="in words; by default as this machine says")
    parser.add_argument("--docs", default="docs/studies", help="the folder with crowd.md")
    options = parser.parse_args()

    def result(name):
        return read_table(os.path.join(options.results, f"{name}.csv"))

    page_path = os.path.join(options.docs, "crowd.md")
    pictures = os.path.join(options.docs, "crowd")
    try:
        vision, hearing, speed, rimea = (result(name) for name in ("vision", "hearing", "speed", "rimea"))
        circles = {title: result(name) for title, name in CIRCLES.items()}
        curves = {title: result(f"{name}-curve") for title, name in CIRCLES.items()}
        scenes = {name: result(name) for name in SCENES}
        places = {name: result(f"{name}-places") for name in SCENES}
        circle_places = result("circle-places")
        paper = {name: result(f"{name}-velocity") for name in ("vision", "hearing", "speed", *CIRCLES.values())}
        with open(page_path, encoding="utf-8") as file:
            page = file.read()
    except (OSError, ValueError, StopIteration, KeyError) as problem:
        fail(problem)
    page = fill(page, "vision", vision_table(vision))
    page = fill(page, "hearing", hearing_table(hearing))
    for title, name in CIRCLES.items():
        page = fill(page, name, circle_table(circles[title]))
    page = fill(page, "speed", speed_table(speed))
    sensed = [way for way in WAYS if way.startswith("perception")]
    page = fill(page, "vision-velocity", vision_table(paper["vision"]))
    page = fill(page, "hearing-velocity", hearing_table(paper["hearing"]))
    for name in CIRCLES.values():
        page = fill(page, f"{name}-velocity", circle_table(paper[name], sensed))
    page = fill(page, "speed-velocity", heading_table(speed, paper["speed"]))
    for name in SCENES:
        page = fill(page, name, scene_table(scenes[name]))
    page = fill(page, "rimea", rimea_table(rimea))
    page = fill(page, "flow", flow_table(rimea))
    page = fill(page, "run", options.machine or machine_text())
    os.makedirs(pictures, exist_ok=True)
    draw_vision(vision, os.path.join(pictures, "vision.png"))
    draw_hearing(hearing, os.path.join(pictures, "hearing.png"))
    draw_circles(curves, os.path.join(pictures, "circles.png"))
    draw_speed(speed, os.path.join(pictures, "speed.png"))
    draw_rimea(rimea, os.path.join(pictures, "diagram.png"))
    ways = {"circle of 10, perception, congestion rule": circle_places}
    for name in SCENES[:3]:
        ways[f"{name}, ORCA"] = [row for row in places[name] if row["way"] == "orca"]
    draw_ways(ways, os.path.join(pictures, "ways.png"))
    with open(page_path, "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
