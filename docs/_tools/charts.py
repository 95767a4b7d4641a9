"""Draws the charts of docs/results from bench/results: charts.py ROOT writes docs/results/charts/*.svg.

Text and lines take the colour of the page where a chart stands inside it; as a picture a chart goes by the reader's
preference for light or dark. 460 units are wide enough for a telephone and not too large on a desk."""
import html
import json
import math
import os
import re
import sys
import textwrap

WIDTH = 460
STYLE = ("<style>svg{color:#24292f}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}"
         ".bar0,.line0{fill:#3b82c4;stroke:#3b82c4}.bar1,.line1{fill:#d97b29;stroke:#d97b29}"
         ".bar2,.line2{fill:#3f9b62;stroke:#3f9b62}.bar3,.line3{fill:#a05fb5;stroke:#a05fb5}"
         ".bar0,.bar1,.bar2,.bar3{stroke:none}polyline{fill:none!important;stroke-width:2}"
         "text{fill:currentColor;font:13px system-ui,sans-serif}.axis,.grid{stroke:currentColor;stroke-width:1}"
         ".grid{opacity:.15}.small{font-size:11px}.bold{font-weight:600}.whisker{stroke:currentColor;stroke-width:1.5}"
         "</style>")


class Chart:
    def __init__(self, title, note):
        self.parts, self.height = [], 8
        self.title = title
        for line in textwrap.wrap(title, 58):
            self.heading(line)
        for part in note.split("\n"):
            for line in textwrap.wrap(part, 76):
                self.text(0, self.height + 12, line, "small")
                self.height += 16
        self.height += 6

    def heading(self, text):
        self.text(0, self.height + 14, text, "bold")
        self.height += 22

    def text(self, x, y, text, kind="", anchor="start"):
        self.parts.append('<text x="%.1f" y="%.1f"%s%s>%s</text>' % (
            x, y, ' class="%s"' % kind if kind else "", ' text-anchor="%s"' % anchor if anchor != "start" else "",
            html.escape(text, quote=False)))

    def line(self, x0, y0, x1, y1, kind):
        self.parts.append('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>' % (x0, y0, x1, y1, kind))

    def bar(self, label, share, value, series=0, interval=None):
        """A label above a bar whose length is a share of the width; the value stands behind it."""
        room = WIDTH - 92
        if label:
            self.text(0, self.height + 12, label)
            self.height += 17
        self.parts.append('<rect x="0" y="%.1f" width="%.1f" height="14" rx="2" class="bar%d"/>' % (
            self.height, max(share * room, 1.5), series))
        end = share * room
        if interval:
            self.line(interval[0] * room, self.height + 7, interval[1] * room, self.height + 7, "whisker")
            end = max(end, interval[1] * room)
        self.text(end + 6, self.height + 12, value, "small")
        self.height += 18

    def gap(self, size=8):
        self.height += size

    def legend(self, names):
        x = 0
        for i, name in enumerate(names):
            self.parts.append('<rect x="%.1f" y="%.1f" width="12" height="12" rx="2" class="bar%d"/>' % (
                x, self.height, i))
            self.text(x + 17, self.height + 11, name, "small")
            x += 34 + 6.2 * len(name)
            if x > WIDTH - 80 and i + 1 < len(names):
                x, self.height = 0, self.height + 18
        self.height += 24

    def render(self):
        return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 0 %d %d" role="img" aria-label="%s">%s\n%s\n</svg>\n'
                % (WIDTH + 4, math.ceil(self.height + 4), html.escape(self.title), STYLE, "\n".join(self.parts)))


def time_text(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            break
    return "%.3g %s" % (seconds / size, unit)


def log_lines(chart, series, xlabel):
    """Lines over a logarithmic grid; series: (name, [(x, seconds)])."""
    left, top, right, size = 48, chart.height + 4, WIDTH - 8, 230
    xs = [x for _, points in series for x, _ in points]
    ys = [y for _, points in series for _, y in points]
    x0, x1 = math.floor(math.log10(min(xs))), math.ceil(math.log10(max(xs)))
    y0, y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))

    def at(x, y):
        return (left + (math.log10(x) - x0) / (x1 - x0) * (right - left),
                top + size - (math.log10(y) - y0) / (y1 - y0) * size)

    for p in range(x0, x1 + 1):
        x, _ = at(10.0 ** p, 10.0 ** y0)
        chart.line(x, top, x, top + size, "grid")
        label = "%d" % 10 ** p if p < 4 else "%dk" % 10 ** (p - 3) if p < 6 else "%dM" % 10 ** (p - 6)
        chart.text(x, top + size + 15, label, "small", "middle" if p < x1 else "end")
    for p in range(y0, y1 + 1):
        _, y = at(10.0 ** x0, 10.0 ** p)
        chart.line(left, y, right, y, "grid")
        chart.text(left - 5, y + 4, time_text(10.0 ** p * 1.0000001), "small", "end")
    chart.line(left, top + size, right, top + size, "axis")
    for i, (_, points) in enumerate(series):
        chart.parts.append('<polyline class="line%d" points="%s"/>' % (
            i, " ".join("%.1f,%.1f" % at(x, y) for x, y in points)))
        for x, y in points:
            chart.parts.append('<circle class="line%d" cx="%.1f" cy="%.1f" r="3"/>' % ((i,) + at(x, y)))
    chart.text((left + right) / 2, top + size + 32, xlabel, "small", "middle")
    chart.height = top + size + 40


class Results:
    """Rows of bench/results."""

    def __init__(self, root):
        self.root, self.files = root, {}

    def file(self, name):
        if name not in self.files:
            with open(os.path.join(self.root, "bench", "results", name + ".json"), encoding="utf-8") as file:
                self.files[name] = json.load(file)
        return self.files[name]

    def row(self, name, scene, peer=None, isa=None, threads=1, backend="cpu"):
        for row in self.file(name)["rows"]:
            if row["scene"] == scene and row["workload"] != "choice" and row["backend"] == backend and \
                    (isa is None or row["isa"] == isa) and (threads is None or row["threads"] == threads) and \
                    (peer is None or (row["peer"] or "").startswith(peer)) and \
                    not re.match("euclidean.*unadjusted", row["operation"]):
                return row
        raise SystemExit("charts.py: %s.json has no row %s %s %s" % (name, scene, peer, isa))

    def growth(self, name, operation):
        for entry in self.file(name)["growth"]:
            if entry["operation"] == operation and entry["backend"] == "cpu":
                return list(zip(entry["sizes"], entry["seconds"]))
        raise SystemExit("charts.py: %s.json has no growth of %s" % (name, operation))

    def stamp(self, *names):
        return ", ".join(dict.fromkeys(self.file(n)["commit"][:7] for n in names))


def speedups(results, title, note, rows):
    """rows: (label, file, scene, peer). Ratios that were too noisy to tell are left out."""
    chart = Chart(title, note)
    found = []
    for label, name, scene, peer in rows:
        row = results.row(name, scene, peer)
        if row["ratio"]:
            found.append((label, row["ratio"], row["ratio_low"], row["ratio_high"], row["time"]["median"]))
    most = max(high for _, _, _, high, _ in found)
    for label, ratio, low, high, seconds in found:
        chart.bar("%s — %s" % (label, time_text(seconds)), ratio / most, "%.3g ×" % ratio, 0, (low / most, high / most))
        chart.gap(3)
    return chart


def levels(results, title, note, groups, names):
    """groups: (label, file, scene); names: the levels."""
    chart = Chart(title, note)
    for i, (label, name, scene) in enumerate(groups):
        chart.heading(label)
        rows = []
        for level in names:
            backend = "opencl" if level == "opencl" else "cpu"
            try:
                rows.append((level, results.row(name, scene, isa=level, backend=backend)))
            except SystemExit:
                continue
        most = max(row["time"]["median"] for _, row in rows)
        for level, row in rows:
            shown = "PoCL" if level == "opencl" else level
            chart.bar(shown, row["time"]["median"] / most, time_text(row["time"]["median"]), i)
        chart.gap()
    return chart


ZEN4, ZEN4_CROWD, ZEN4_INFLUENCE = "amd-epyc-zen4", "amd-epyc-zen4-crowd", "amd-epyc-zen4-influence"
XEON, ZEN3 = "intel-xeon-amx", "amd-epyc-2cores-quick"
H200 = "xeon-h200-gpu-check"
MODELLED = ("crowd_step_all", "influence_add", "potential_evaluate", "trace_run_paths", "influence_query", "best_of_rows")
EVERY = ["reference", "vector", "sse2", "avx2", "avx512", "opencl"]


def main_rows(crowd, influence, rest):
    return [
        ("Crowd of 10,000, against RVO2", crowd, "crowd-10k", "RVO2"),
        ("Crowd of 100,000, against RVO2", crowd, "crowd-100k", "RVO2"),
        ("Crowd of 10,000, against a naive grid", crowd, "crowd-10k", "naive grid, -O2"),
        ("Influence, 10,000 objects on 1024², naive", influence, "exp-1024-10k-d32", "naive, -O2"),
        ("The same, naive with fast math", influence, "exp-1024-10k-d32", "naive, fast"),
        ("Influence, 1,000 objects on 512², naive", influence, "exp-512-1k-d16", "naive, -O2"),
        ("Influence along paths, 512², binary heap", rest, "path-512-1k-d16", "naive, binary heap, -O2"),
        ("Adjacent influence, 512², queue as printed", rest, "adjacent-512-1k-d16", "naive, queue as printed, -O2"),
        ("Flow field of 512², binary heap", rest, "flow-512", "naive, binary heap, -O2"),
        ("Potential field, all in range, naive", influence, "potential-10k-dense", "naive, -O2"),
        ("Potential field, 16 in range, naive grid", rest, "potential-1m-sparse", "naive grid, -O2"),
        ("Choquet integrals of 8 types, qsort", rest, "choquet-8-10k", "naive, qsort, -O2"),
        ("Traced paths with walls, naive", rest, "trace-500-walls", "naive, -O2"),
        ("Routes by A*, 512², naive", rest, "route-astar-512-rooms", "naive, binary heap, -O2"),
    ]


def growth_chart(results, name, title, note):
    chart = Chart(title, note)
    series = [("crowd step, agents", "crowd, agents"), ("influence, objects", "influence, objects and cells"),
              ("traced paths", "paths along a field"), ("flow field, cells", "flow, cells")]
    chart.legend([shown for shown, _ in series])
    log_lines(chart, [(shown, results.growth(name, operation)) for shown, operation in series],
              "agents, objects, paths or cells")
    return chart


def h200_chart(root):
    with open(os.path.join(root, "bench", "results", H200 + ".json"), encoding="utf-8") as file:
        report = json.load(file)
    times = {(row["workload"], row["size"]): row for stage in report["stages"] for row in stage.get("times", [])}
    chart = Chart("A frame with all of its results read",
                  "H200 beside 16 threads of its host (AVX-512), commit " + report["commit"][:7] +
                  "; the scale is logarithmic")
    chart.legend(["16 threads", "H200"])
    rows = [("Crowd of 10,000", "crowd", 10000), ("Crowd of 100,000", "crowd", 100000),
            ("Crowd of 1,000,000", "crowd", 1000000), ("Crowd of 10,000 with walls", "crowd-walls", 10000),
            ("Influence, 10,000 objects on 1000²", "influence", 10000), ("4,000 traced paths", "trace", 4000),
            ("Flow field of 512²", "flow", 512), ("Potential field, 100,000 points", "potential", 100000)]
    least, most = 5e-5, 5e-2
    for label, workload, size in rows:
        row = times[workload, size]
        for i, key in enumerate(("cpu_update_and_read_us", "update_and_read_us")):
            share = math.log(row[key] * 1e-6 / least) / math.log(most / least)
            chart.bar(label if i == 0 else "", share, time_text(row[key] * 1e-6), i)
        chart.gap(6)
    return chart


def model_chart(root):
    """A table of docs/results/gpu.md, kernels of the H200."""
    with open(os.path.join(root, "docs", "results", "gpu.md"), encoding="utf-8") as file:
        rows = re.findall(r"^\| ([a-z][\w-]*) \| (\d+) \| (\w+) \| \d+ \| \d+ \| ([\d.]+) \| ([\d.]+) \| [\d.]+ \|$",
                          file.read(), re.M)
    chart = Chart("Kernels of an H200, modelled beside measured", "microseconds; the scale is logarithmic")
    chart.legend(["modelled", "measured"])
    least, most = 5, 3000
    for workload, size, kernel, modelled, measured in rows:
        if kernel not in MODELLED:
            continue
        for i, value in enumerate((float(modelled), float(measured))):
            share = math.log(value / least) / math.log(most / least)
            chart.bar("%s, %s" % (kernel, workload) if i == 0 else "", share, "%.3g us" % value, i)
        chart.gap(6)
    return chart


def all_charts(root):
    results = Results(root)
    one = "one core, AVX-512; beside each name what throng takes; lines: 95 %"
    yield "zen4-speedups", speedups(
        results, "How many times as fast as the other code (Zen 4)",
        one + "\ncommits " + results.stamp(ZEN4, ZEN4_CROWD, ZEN4_INFLUENCE), main_rows(ZEN4_CROWD, ZEN4_INFLUENCE, ZEN4))
    yield "zen4-levels", levels(results, "SIMD levels, one core (Zen 4)", "the same bits on each; shorter is faster", [
        ("Crowd of 10,000", ZEN4_CROWD, "crowd-10k"),
        ("Influence, 10,000 objects on 1024²", ZEN4_INFLUENCE, "exp-1024-10k-d32")], EVERY)
    yield "zen4-growth", growth_chart(results, ZEN4, "Time of a frame over the size (Zen 4)",
                                      "one core, AVX-512, commit " + results.stamp(ZEN4) +
                                      "; both scales are logarithmic")
    yield "xeon-speedups", speedups(results, "How many times as fast as the other code (Xeon with AMX)",
                                    one + "\ncommit " + results.stamp(XEON), main_rows(XEON, XEON, XEON))
    yield "xeon-levels", levels(results, "SIMD levels, one core (Xeon with AMX)",
                                "the same bits on each; shorter is faster", [
                                    ("Crowd of 10,000", XEON, "crowd-10k"),
                                    ("Influence, 10,000 objects on 1024²", XEON, "exp-1024-10k-d32")], EVERY)
    yield "xeon-growth", growth_chart(results, XEON, "Time of a frame over the size (Xeon with AMX)",
                                      "one core, AVX-512, commit " + results.stamp(XEON) +
                                      "; both scales are logarithmic")
    yield "zen3-speedups", speedups(
        results, "How many times as fast as the other code (Zen 3)",
        one.replace("AVX-512", "AVX2") + "\ncommit " + results.stamp(ZEN3), [
            ("Crowd of 10,000, against RVO2", ZEN3, "crowd-10k", "RVO2"),
            ("Crowd of 10,000, against a naive grid", ZEN3, "crowd-10k", "naive grid, -O2"),
            ("Influence, 1,000 objects on 512², naive", ZEN3, "exp-512-1k-d8", "naive, -O2"),
            ("Influence along paths, 512², binary heap", ZEN3, "path-512-1k-d16", "naive, binary heap, -O2"),
            ("Adjacent influence, 512², queue as printed", ZEN3, "adjacent-512-1k-d16", "naive, queue as printed, -O2"),
            ("Flow field of 512², binary heap", ZEN3, "flow-512", "naive, binary heap, -O2"),
            ("Potential field, all in range, naive", ZEN3, "potential-10k-dense", "naive, -O2"),
            ("Potential field, 16 in range, naive grid", ZEN3, "potential-100k-sparse", "naive grid, -O2"),
            ("Choquet integrals of 16 types, qsort", ZEN3, "choquet-16-10k", "naive, qsort, -O2"),
            ("Traced paths, naive", ZEN3, "trace-500-open", "naive, -O2"),
        ])
    yield "h200", h200_chart(root)
    yield "gpu-model", model_chart(root)


def outdated(root):
    """Charts that are not what bench/results gives."""
    folder, faults, names = os.path.join(root, "docs", "results", "charts"), [], set()
    for name, chart in all_charts(root):
        names.add(name + ".svg")
        path = os.path.join(folder, name + ".svg")
        text = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if text != chart.render():
            faults.append("docs/results/charts/%s.svg is not what bench/results gives: scripts/docs --update" % name)
    for name in sorted(set(os.listdir(folder) if os.path.isdir(folder) else []) - names):
        faults.append("docs/results/charts/%s: nothing draws it" % name)
    return faults


def main():
    folder = os.path.join(sys.argv[1], "docs", "results", "charts")
    os.makedirs(folder, exist_ok=True)
    for name, chart in all_charts(sys.argv[1]):
        with open(os.path.join(folder, name + ".svg"), "w", encoding="utf-8") as file:
            file.write(chart.render())


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
