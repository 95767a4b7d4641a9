#!/usr/bin/env python3
"""Pictures and numbers of the Ms. Pac-Man study, for docs/studies/pacman.md.

    pacman study --out results.csv >study.log
    pacman time --out times.csv
    pacman play --setting N --gif game.gif
    report.py --results results.csv --times times.csv --log study.log --gif game.gif

Fills the parts of docs/studies/pacman.md between <!-- begin NAME --> and <!-- end NAME -->, and writes
docs/studies/pacman/*.png. Needs numpy and matplotlib (Debian: python3-numpy, python3-matplotlib).
"""
import argparse
import os
import re
import sys

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from page import fail, fill, machine_text, read_table, save, table

MODES = ("euclidean", "path", "adjacent")
MOTIONS = ("none", "offset", "adjust")
NAMES = {"none": "no motion", "offset": "position offset", "adjust": "adjusted distance"}
COLORS = {"none": "#4c5a73", "offset": "#2f86d1", "adjust": "#e08a1e"}
PAPER_GAIN = {"euclidean": 5.83, "path": 1.46, "adjacent": 11.35}  # percent, best adjusted over best of none
SURVEY, TENTH, TOP, FRESH, VERDICT = range(5)
VARIANTS, MODEL_SETTINGS = 6, 10000
MOTION_OF_VARIANT = ("none", "offset", "offset", "adjust", "adjust", "adjust")
AMOUNT_OF_VARIANT = ("", "1", "2", "0.2", "0.4", "0.6")
CURVE = 50  # settings of a curve
LEVEL = 99.0  # percent, of the intervals


# ---------------------------------------------------------------- reading


class Results:
    """Sums of the search for each setting, and the scores of the last rounds, game by game."""

    def __init__(self, path):
        self.sums = np.zeros(18 * MODEL_SETTINGS)
        self.games = np.zeros(18 * MODEL_SETTINGS, dtype=np.int64)
        self.text = {}  # of a setting: its columns
        blocks = {FRESH: {}, VERDICT: {}}
        self.played = [0] * 5
        with open(path, encoding="ascii") as lines:
            self.title = next(lines).strip("# \n")
            next(lines)
            for line in lines:
                columns = line.rstrip("\n").split(",")
                where, setting, first = int(columns[0]), int(columns[1]), int(columns[11])
                scores = np.array(columns[12].split(" "), dtype=np.float64)
                self.played[where] += len(scores)
                if where <= TOP:
                    self.sums[setting] += scores.sum()
                    self.games[setting] += len(scores)
                else:
                    blocks[where].setdefault(setting, {})[first] = scores
                self.text[setting] = columns[2:11]
        self.scores = {}
        for where, settings in blocks.items():
            for setting, parts in settings.items():
                self.scores[where, setting] = np.concatenate([parts[first] for first in sorted(parts)])
        self.full = "full 1" in self.title

    def search_mean(self, setting):
        return self.sums[setting] / self.games[setting]

    def of(self, mode, motion):
        """The settings that had all games of the search, the best first."""
        most = self.games.max()
        found = np.flatnonzero(self.games == most)
        found = [s for s in found if mode_of(s) == mode and motion_of(s) == motion]
        return sorted(found, key=lambda s: (-self.search_mean(s), s))

    def chosen(self, where, candidates):
        """The best of these settings by a round's mean."""
        known = [s for s in candidates if (where, s) in self.scores]
        return max(known, key=lambda s: (self.scores[where, s].mean(), -s)) if known else None


def mode_of(setting):
    return MODES[setting // MODEL_SETTINGS // VARIANTS]


def motion_of(setting):
    return MOTION_OF_VARIANT[setting // MODEL_SETTINGS % VARIANTS]


# ---------------------------------------------------------------- intervals


def resample(vectors, count=4000, most=2000):
    """Means of the vectors over games drawn with replacement, the same games for all of them. Where there are
    many games, means of neighbouring ones are drawn, which does not change the spread."""
    rng = np.random.default_rng(1)
    stacked = np.stack(vectors)
    block = -(-stacked.shape[1] // most)
    blocks = stacked.shape[1] // block
    stacked = stacked[:, : blocks * block].reshape(len(vectors), blocks, block).mean(axis=2)
    means = np.empty((count, len(vectors)))
    for i in range(count):
        means[i] = stacked[:, rng.integers(0, stacked.shape[1], stacked.shape[1])].mean(axis=1)
    return means


def gain(one, base):
    """Percent by which one's mean is above base's, with its interval. Both played the same games."""
    means = resample([one, base])
    gains = 100.0 * (means[:, 0] / means[:, 1] - 1.0)
    low, high = np.percentile(gains, [(100.0 - LEVEL) / 2.0, (100.0 + LEVEL) / 2.0])
    return 100.0 * (one.mean() / base.mean() - 1.0), low, high


def half_width(scores):
    """Of the mean's interval; the games are many."""
    return 2.576 * scores.std(ddof=1) / np.sqrt(len(scores))


def judge(low, high):
    if low > 0.0:
        return "better"
    return "worse" if high < 0.0 else "open"


# ---------------------------------------------------------------- comparisons


class Comparison:
    """What is played against what: for each mode and motion the scores of a choice on new games."""

    def __init__(self, name, pick):
        self.name = name
        self.scores = {(mode, motion): pick(mode, motion) for mode in MODES for motion in MOTIONS}
        self.gains = {}

    def gain(self, mode, motion):
        if (mode, motion) not in self.gains:
            self.gains[mode, motion] = gain(self.scores[mode, motion], self.scores[mode, "none"])
        return self.gains[mode, motion]


def compare_all(results):
    def best_by_search(mode, motion):
        known = [s for s in results.of(mode, motion) if (VERDICT, s) in results.scores]
        return results.scores[VERDICT, known[0]] if known else None

    def best_by_fresh(mode, motion):
        setting = results.chosen(FRESH, results.of(mode, motion))
        return results.scores.get((VERDICT, setting))

    def mean_of_best(mode, motion):
        best = [s for s in results.of(mode, motion)[:CURVE] if (FRESH, s) in results.scores]
        best = [results.scores[FRESH, s] for s in best]
        return np.mean(best, axis=0) if best else None

    return [
        Comparison("best setting of the search", best_by_search),
        Comparison("best setting of the fresh games", best_by_fresh),
        Comparison(f"mean of the {CURVE} best", mean_of_best),
    ]


# ---------------------------------------------------------------- tables


def search_table(results):
    """The paper's own comparison: the best mean over the games that chose it."""
    rows = []
    for mode in MODES:
        best = {motion: results.of(mode, motion) for motion in MOTIONS}
        if not all(best.values()):
            continue
        means = {motion: results.search_mean(best[motion][0]) for motion in MOTIONS}
        percent = {motion: 100.0 * (means[motion] / means["none"] - 1.0) for motion in MOTIONS}
        rows.append(
            [mode]
            + [f"{means[motion]:.0f}" for motion in MOTIONS]
            + [f"{percent['offset']:+.2f} %", f"{percent['adjust']:+.2f} %", f"+{PAPER_GAIN[mode]} %"]
        )
    head = ["", "none", "offset", "adjusted", "offset over none", "adjusted over none", "the paper: adjusted"]
    return table(head, rows)


def verdict_table(comparisons):
    rows = []
    for comparison in comparisons:
        for mode in MODES:
            if any(comparison.scores[mode, motion] is None for motion in MOTIONS):
                continue
            row = [comparison.name, mode]
            row += [f"{comparison.scores[mode, motion].mean():.0f}" for motion in MOTIONS]
            for motion in MOTIONS[1:]:
                middle, low, high = comparison.gain(mode, motion)
                row.append(f"{middle:+.2f} % ({low:+.2f} to {high:+.2f}): {judge(low, high)}")
            rows.append(row)
    head = ["compared", "mode", "none", "offset", "adjusted", "offset over none", "adjusted over none"]
    return table(head, rows)


def variant_table(results):
    rows = []
    for model in range(18):
        mode, variant = MODES[model // VARIANTS], model % VARIANTS
        range_of = range(model * MODEL_SETTINGS, (model + 1) * MODEL_SETTINGS)
        fresh = [s for s in range_of if (FRESH, s) in results.scores]
        setting = results.chosen(FRESH, fresh)
        if (VERDICT, setting) not in results.scores:
            continue
        scores = results.scores[VERDICT, setting]
        best = np.mean([results.scores[FRESH, s] for s in fresh], axis=0)
        pill, power, ghost, edible, gamma, reach = results.text[setting][3:]
        name = {"none": "none", "offset": "offset", "adjust": "α"}[MOTION_OF_VARIANT[variant]]
        name = f"{name} {AMOUNT_OF_VARIANT[variant]}".strip()
        rows.append([mode, name, pill, power, ghost, edible, gamma, reach]
                    + [str(setting), f"{scores.mean():.0f} ± {half_width(scores):.0f}"]
                    + [f"{best.mean():.0f} ± {half_width(best):.0f}"])
    head = ["mode", "variant"] + ["Î_p", "Î_P", "Î_g", "Î_G", "γ", "D_g"]
    head += ["number", "mean score", f"{CURVE} best"]
    return table(head, rows)


def time_table(times):
    ours = {(row["mode"], row["motion"]): float(row["milliseconds"]) for row in times}
    paper = {(row["mode"], row["motion"]): float(row["paper_milliseconds"]) for row in times}
    rows = []
    for mode in MODES:
        if (mode, "none") not in ours:
            continue
        cost = 100.0 * (ours[mode, "adjust"] / ours[mode, "none"] - 1.0)
        paper_cost = 100.0 * (paper[mode, "adjust"] / paper[mode, "none"] - 1.0)
        rows.append(
            [mode]
            + [f"{ours[mode, motion]:.3f} ({paper[mode, motion]:.3f})" for motion in MOTIONS]
            + [f"{cost:+.1f} % ({paper_cost:+.1f} %)", f"{paper[mode, 'none'] / ours[mode, 'none']:.0f}"]
        )
    head = ["ms per map (the paper)", "none", "offset", "adjusted", "cost of the adjustment", "times as fast"]
    return table(head, rows)


def claims(comparisons):
    """The paper's findings, each with what the new games say."""
    lines = []
    by_search, by_fresh, mean_of_best = comparisons
    for mode in MODES:
        if by_search.scores[mode, "adjust"] is None:
            continue
        said = []
        for comparison in comparisons:
            middle, low, high = comparison.gain(mode, "adjust")
            said.append(f"{comparison.name} {middle:+.2f} % ({judge(low, high)})")
        verdicts = {judge(*c.gain(mode, "adjust")[1:]) for c in comparisons}
        outcome = {"better": "**It holds here.**", "worse": "**Here it is the other way round.**",
                   "open": "**It is neither shown nor refuted here.**"}
        text = outcome[verdicts.pop()] if len(verdicts) == 1 else "**It depends on what is compared.**"
        lines.append(f"- *Adjusted distance is better, {mode}* (paper: +{PAPER_GAIN[mode]} %). {text} "
                     + "; ".join(said) + ".")
    worse = [mode for mode in MODES if by_fresh.scores[mode, "offset"] is not None
             and judge(*by_fresh.gain(mode, "offset")[1:]) == "worse"]
    lines.append("- *Position offset can make it worse.* "
                 + (f"**It holds here**, in {', '.join(worse)} mode." if worse else "**Not shown here.**"))
    return "\n".join(lines)


def run_text(results, log, machine):
    rounds = ("survey", "tenth", "top", "fresh", "verdict")
    rows = [[name, f"{games:,}"] for name, games in zip(rounds, results.played) if games > 0]
    speeds = {}
    if log:
        with open(log, encoding="ascii") as lines:
            for line in lines:
                found = re.match(r"(\w+): (\d+) games in ([\d.]+) s, (\d+) games/s", line)
                if found:
                    speeds[found[1]] = (found[3], f"{int(found[4]):,}")
    for row in rows:
        row += speeds.get(row[0], ("", ""))
    kind = "all settings with 50 games each" if results.full else "in rounds"
    text = f"What ran: {results.title}; that is, {kind}. {sum(results.played):,} games. {machine}\n\n"
    return text + table(["round", "games", "seconds", "games/s"], rows)


# ---------------------------------------------------------------- pictures


def draw_curves(results, path):
    """The paper's figure 4: the best settings of each model by their mean, sorted."""
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.6), constrained_layout=True)
    for axis, mode in zip(axes, MODES):
        for motion in MOTIONS:
            best = results.of(mode, motion)[:CURVE]
            fresh = sorted((results.scores[FRESH, s].mean() for s in best if (FRESH, s) in results.scores),
                           reverse=True)
            ranks = np.arange(1, len(best) + 1)
            axis.plot(ranks, [results.search_mean(s) for s in best], "--", lw=1.2, color=COLORS[motion])
            axis.plot(ranks[: len(fresh)], fresh, lw=2.0, color=COLORS[motion], label=NAMES[motion])
        axis.set_title(mode)
        axis.set_xlabel("setting, by rank")
        axis.grid(alpha=0.25)
    axes[0].set_ylabel("mean score")
    axes[0].plot([], [], "--", lw=1.2, color="#888888", label="the search's own games")
    axes[0].legend(fontsize=8, frameon=False)
    save(figure, path)


def draw_gains(comparisons, path):
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), constrained_layout=True, sharey=True)
    for axis, mode in zip(axes, MODES):
        place = 0
        ticks = []
        for comparison in reversed(comparisons):
            for motion in ("adjust", "offset"):
                if comparison.scores[mode, motion] is not None:
                    middle, low, high = comparison.gain(mode, motion)
                    reach = [[middle - low], [high - middle]]
                    axis.errorbar(middle, place, xerr=reach, fmt="o", ms=5, capsize=3, color=COLORS[motion])
                place += 1
            ticks.append((place - 1.5, comparison.name))
            place += 0.6
        axis.axvline(0.0, color="#333333", lw=0.8)
        axis.axvline(PAPER_GAIN[mode], color=COLORS["adjust"], lw=1.2, ls=":")
        axis.set_title(mode)
        axis.set_xlabel("percent over no motion")
        axis.set_yticks([at for at, _ in ticks], [name for _, name in ticks])
        axis.grid(axis="x", alpha=0.25)
    for motion in ("offset", "adjust"):
        axes[0].plot([], [], "o", color=COLORS[motion], label=NAMES[motion])
    axes[0].plot([], [], ":", color=COLORS["adjust"], label="the paper, adjusted")
    figure.get_layout_engine().set(rect=(0.0, 0.09, 1.0, 0.91))
    lines, names = axes[0].get_legend_handles_labels()
    figure.legend(lines, names, ncols=3, fontsize=8, frameon=False, loc="lower center")
    save(figure, path)


def save_frame(gif, number, path):
    with Image.open(gif) as movie:
        movie.seek(min(number, movie.n_frames - 1))
        frame = movie.convert("RGB")
    frame = frame.resize((2 * frame.width, 2 * frame.height), Image.Resampling.NEAREST)
    frame.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


# ---------------------------------------------------------------- the page


def main():
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--results", required=True, help="of pacman study")
    parser.add_argument("--times", required=True, help="of pacman time")
    parser.add_argument("--log", help="what pacman study printed")
    parser.add_argument("--gif", help="of pacman play, for the picture of the game")
    parser.add_argument("--frame", type=int, default=150, help="of that picture")
    parser.add_argument("--machine", help="in words; by default as this machine says")
    parser.add_argument("--docs", default="docs/studies", help="the folder with pacman.md")
    options = parser.parse_args()
    try:
        results = Results(options.results)
        times = read_table(options.times)
        with open(os.path.join(options.docs, "pacman.md"), encoding="utf-8") as file:
            page = file.read()
    except (OSError, ValueError, StopIteration) as problem:
        fail(problem)
    comparisons = compare_all(results)
    pictures = os.path.join(options.docs, "pacman")
    os.makedirs(pictures, exist_ok=True)
    machine = options.machine or machine_text()
    page = fill(page, "run", run_text(results, options.log, machine))
    page = fill(page, "claims", claims(comparisons))
    page = fill(page, "search", search_table(results))
    page = fill(page, "verdict", verdict_table(comparisons))
    page = fill(page, "variants", variant_table(results))
    page = fill(page, "times", time_table(times))
    draw_curves(results, os.path.join(pictures, "curves.png"))
    draw_gains(comparisons, os.path.join(pictures, "gains.png"))
    if options.gif:
        save_frame(options.gif, options.frame, os.path.join(pictures, "game.png"))
    with open(os.path.join(options.docs, "pacman.md"), "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
