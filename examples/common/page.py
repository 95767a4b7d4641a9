"""What the reports of the studies share: tables in and out, pictures, and the parts of a page that they fill."""
import os
import re
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from PIL import Image


def fail(message):
    sys.exit(f"report: {message}")


def read_table(path):
    with open(path, encoding="ascii") as lines:
        names = next(lines).strip().split(",")
        return [dict(zip(names, line.strip().split(","))) for line in lines]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def save(figure, path, colors=64):
    """As a PNG of few colours, which is small."""
    figure.canvas.draw()
    width, height = figure.canvas.get_width_height()
    image = Image.frombuffer("RGBA", (width, height), figure.canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    image.convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
    plt.close(figure)


def fill(page, name, text):
    pattern = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.S)
    page, count = pattern.subn(lambda found: found[1] + text + "\n" + found[2], page)
    if count != 1:
        fail(f"the page has {count} places for '{name}'")
    return page


def machine_text():
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True,
                            cwd=os.path.dirname(os.path.abspath(__file__)), check=False)
    return f"Machine: {os.cpu_count()} cores of an {model}; commit {commit.stdout.strip() or 'unknown'}."
