"""What a frame costs in Python over C: cost.py FRAME [RATIO], where FRAME is the program of tests/bindings/frame.c.

Both step 10,000 agents and read their positions, in turns. Ends with 1 if Python takes more than RATIO times as long, or
if the hashes differ."""
import statistics
import subprocess
import sys
import time

import numpy as np

import throng

AGENTS, SIDE, FRAMES, ROUNDS = 10000, 100, 40, 15


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


def main():
    program = subprocess.Popen([sys.argv[1], str(2 * ROUNDS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else None
    worst = 0.0
    with throng.Context(backend="cpu", threads=1) as context:
        crowd, handles = make(context)
        out = np.empty((AGENTS, 2), np.float32)
        for name, read in (("a new array", lambda h: crowd.get("position", h)),
                           ("out=", lambda h: crowd.get("position", h, out=out))):
            in_c, in_python = [], []
            for _ in range(ROUNDS):
                program.stdin.write("\n")
                program.stdin.flush()
                in_c.append(float(program.stdout.readline()))
                in_python.append(frames(crowd, handles, read))
            ratio = statistics.median(p / c for p, c in zip(in_python, in_c))
            worst = max(worst, ratio)
            print("step and read of %d agents, %s: C %.1f us, Python %.1f us, median ratio %.3f" % (
                AGENTS, name, min(in_c), min(in_python), ratio))
        other = int(program.stdout.readline(), 16)
        program.wait()
        if other != crowd.hash():
            sys.exit("the hashes differ: C %016x, Python %016x" % (other, crowd.hash()))
    if limit and worst > limit:
        sys.exit("Python takes %.3f times as long; at most %.2f is allowed" % (worst, limit))


if __name__ == "__main__":
    main()
