"""What a frame costs in Python over C: cost.py FRAME [RATIO], where FRAME is the program of tests/bindings/frame.c.

Both step 10,000 agents and read their positions, in turns. Ends with 1 if Python takes more than RATIO times as long, or
if the hashes differ."""
import statistics
import subprocess
import sys
import time

import numpy as np

import throng

AGENTS, SIDE, FRAMES, ROUNDS, ATTEMPTS = 10000, 100, 40, 15, 3


def make(context):
    crowd = throng.Crowd(context, agent_capacity=AGENTS)
    i = np.arange(AGENTS)
    handles = crowd.add(x=i % SIDE * 4.0, y=i // SIDE * 4.0, target_x=np.where(i % 2, 1.0, -1.0))
    return crowd, handles


def frames(crowd, handles, read):
    """The least time of a step and a read, in microseconds."""
    least = 1e9
    for _ in range(FRAMES):
        start = time.perf_counter()
        crowd.step(0.05)
        positions = read(handles)
        least = min(least, (time.perf_counter() - start) * 1e6)
        del positions
    return least


def measure(program, crowd, handles):
    """The larger ratio of two ways to read."""
    out = np.empty((AGENTS, 2), np.float32)
    ratios = []
    for name, read in (("a new array", lambda h: crowd.get("position", h)),
                       ("out=", lambda h: crowd.get("position", h, out=out))):
        in_c, in_python = [], []
        for _ in range(ROUNDS):
            program.stdin.write("\n")
            program.stdin.flush()
            in_c.append(float(program.stdout.readline()))
            in_python.append(frames(crowd, handles, read))
        ratios.append(statistics.median(p / c for p, c in zip(in_python, in_c)))
        print("step and read of %d agents, %s: C %.1f us, Python %.1f us, median ratio %.3f" % (
            AGENTS, name, min(in_c), min(in_python), ratios[-1]), flush=True)
    return max(ratios)


def main():
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else None
    # A cost shows in each attempt, what else the machine does in some.
    for attempt in range(ATTEMPTS):
        with subprocess.Popen([sys.argv[1], str(2 * ROUNDS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as program, throng.Context(backend="cpu", threads=1) as context:
            crowd, handles = make(context)
            ratio = measure(program, crowd, handles)
            other = int(program.stdout.readline(), 16)
            if other != crowd.hash():
                sys.exit("the hashes differ: C %016x, Python %016x" % (other, crowd.hash()))
        if limit is None or ratio <= limit:
            return
    sys.exit("Python takes %.3f times as long; at most %.2f is allowed" % (ratio, limit))


if __name__ == "__main__":
    main()
