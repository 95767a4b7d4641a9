"""Frames in another language beside those in C: frames.py FRAME ROUNDS RATIO COMMAND...

FRAME is the program of frame.c; COMMAND has the same input and output. Both step 10,000 agents and read their positions, in
turns. Ends with 1 if the hashes differ, or if COMMAND takes more than RATIO times as long; RATIO 0 compares the hashes
alone."""
import statistics
import subprocess
import sys

ATTEMPTS = 3


def start(command, rounds):
    return subprocess.Popen(command + [str(rounds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def turn(program):
    program.stdin.write("\n")
    program.stdin.flush()
    return float(program.stdout.readline())


def attempt(frame, rounds, command):
    """The median ratio of the turns."""
    with start([frame], rounds) as ours, start(command, rounds) as other:
        times = [(turn(ours), turn(other)) for _ in range(rounds)]
        hashes = [program.stdout.readline().strip() for program in (ours, other)]
    if ours.returncode or other.returncode or len(hashes[0]) != 16 or hashes[0] != hashes[1]:
        sys.exit("the hashes differ: C %s, %s %s" % (hashes[0], command[0], hashes[1]))
    ratio = statistics.median(t / c for c, t in times)
    print("step and read of 10000 agents: C %.1f us, %s %.1f us, median ratio %.3f, hash %s" % (
        min(c for c, _ in times), command[0], min(t for _, t in times), ratio, hashes[0]), flush=True)
    return ratio


def main():
    frame, rounds, limit, command = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]
    # A cost shows in each attempt, what else the machine does in some.
    ratios = []
    for _ in range(ATTEMPTS):
        ratios.append(attempt(frame, rounds, command))
        if limit == 0 or ratios[-1] <= limit:
            return
    sys.exit("%s takes %.3f times as long; at most %.2f is allowed" % (command[0], min(ratios), limit))


if __name__ == "__main__":
    main()
