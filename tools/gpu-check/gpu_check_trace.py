"""What opencl_trace.c recorded, frame by frame."""
import statistics


def read_frames(path):
    """Lists of commands, one a frame; a command is a dict with the columns' names."""
    frames, current = [], None
    with open(path, encoding="utf-8") as file:
        columns = file.readline().lstrip("#").split()
        for line in file:
            values = line.rstrip("\n").split("\t")
            command = dict(zip(columns, values[:2] + [float(value) for value in values[2:]]))
            if command["kind"] == "mark":
                current = [] if command["name"] == "frame" else None
                if current is not None:
                    frames.append(current)
            elif current is not None:
                current.append(command)
    return [frame for frame in frames if frame]


def device_time(command):
    return command["device_end_us"] - command["device_begin_us"]


def gaps_of(frame):
    """Time on the device between the end of a command and the start of the next one."""
    timed = [c for c in frame if c["device_end_us"] > 0]
    return sum(max(b["device_begin_us"] - a["device_end_us"], 0.0) for a, b in zip(timed, timed[1:]))


def row_of(name, frames):
    own = [[c for c in frame if c["name"] == name] for frame in frames]
    every = [c for frame in own for c in frame]
    largest = max(every, key=lambda c: (c["items"], c["bytes"]))
    return {
        "name": name, "kind": every[0]["kind"],
        "launches_per_frame": round(len(every) / len(frames), 3),
        "us_per_frame": round(statistics.mean(sum(device_time(c) for c in frame) for frame in own), 3),
        "us_each": round(statistics.median(device_time(c) for c in every), 3),
        "call_us_per_frame": round(statistics.mean(sum(c["call_end_us"] - c["call_begin_us"] for c in frame)
                                                   for frame in own), 3),
        "items": int(largest["items"]), "group": int(largest["group"]),
        "bytes_per_frame": int(sum(c["bytes"] for c in every) / len(frames)),
    }


def summarize(path):
    """{totals of a frame, kernels[], transfers_and_waits[]}, the costliest first; medians or means over frames."""
    frames = read_frames(path)
    names = list(dict.fromkeys(c["name"] for frame in frames for c in frame))
    rows = sorted((row_of(name, frames) for name in names), key=lambda row: -row["us_per_frame"])
    if not frames:
        return {"frames": 0, "kernels": [], "transfers_and_waits": []}
    blocking = [sum(c["call_end_us"] - c["call_begin_us"] for c in frame if c["blocking"]) for frame in frames]
    host = [frame[-1]["call_end_us"] - frame[0]["call_begin_us"] for frame in frames]
    return {
        "frames": len(frames),
        "commands_per_frame": round(statistics.mean(len(frame) for frame in frames), 2),
        "host_us_per_frame": round(statistics.median(host), 3),
        "blocked_us_per_frame": round(statistics.median(blocking), 3),
        "device_busy_us_per_frame": round(statistics.median(sum(map(device_time, frame)) for frame in frames), 3),
        "device_gaps_us_per_frame": round(statistics.median(map(gaps_of, frames)), 3),
        "kernels": [row for row in rows if row["kind"] == "kernel"],
        "transfers_and_waits": [row for row in rows if row["kind"] != "kernel"],
    }
