"""What workloads should take on GPUs by counted work, published rates, and three numbers that were measured on an H200
and are taken for all devices: docs/results/gpu.md says where the results are off."""
import glob
import json
import math
import os
import random
import re

import gpu_compile

LOOPS = ["influence_add", "potential_evaluate", "potential_sum_slices"]  # whose inner loop is most of their time

# Published peaks. units: multiprocessors or compute units, of 4 schedulers or SIMDs each; clock: Hz; bytes: a second,
# memory; link: bytes a second to the host, one way.
# rates: clocks for which an instruction of a class keeps its scheduler's unit: 32 work-items of a warp over the lanes
# that a multiprocessor has for it, by a quarter. NVIDIA: CUDA C++ Programming Guide, "Arithmetic Instructions".
# AMD: 64 work-items of a wave over 16 lanes, roots and reciprocals at a quarter of that ("Vega" 7nm ISA).
DEVICES = {
    "sm_90": {"name": "H200", "units": 132, "clock": 1.98e9, "bytes": 4.8e12, "link": 64e9,
              "rates": {"issue": 1, "float": 1, "integer": 2, "root": 8, "local": 4},
              "source": "NVIDIA, H200 data sheet: 67 TFLOPS = 132 x 128 x 2 x 1.98 GHz, 4.8 TB/s, PCIe 5"},
    "sm_75": {"name": "RTX 2080 Ti", "units": 68, "clock": 1.545e9, "bytes": 616e9, "link": 16e9,
              "rates": {"issue": 1, "float": 2, "integer": 2, "root": 8, "local": 4},
              "source": "NVIDIA, Turing architecture white paper: 68 SMs, 1545 MHz, 616 GB/s, PCIe 3"},
    "gfx906": {"name": "Radeon Instinct MI50", "units": 60, "clock": 1.725e9, "bytes": 1.024e12, "link": 32e9,
               "rates": {"vector": 4, "root": 16},
               "source": "AMD, MI50 product page: 13.3 TFLOPS = 60 x 64 x 2 x 1.725 GHz, 1 TB/s, PCIe 4"},
}
# Assumptions, which nobody publishes. Round numbers, chosen before any comparison.
LAUNCH = 5e-6  # seconds from kernel to kernel of an in-order queue; 4.3 to 6.2 on the H200
CALL = 10e-6  # seconds of a call that waits for the device, beside what it copies; 9 to 11 on the H200
# Measured on the H200 (bench/results/xeon-h200-gpu-check.json, by the kernels of the most instructions):
DEPENDENT = 9  # clocks until a warp issues its next instruction, loads and barriers among them
ISSUE = 2  # clocks for which an instruction keeps a scheduler, however many warps it has
HOST = 19e9  # bytes a second that get from the device through pinned memory into the caller's
BLOCK = 2048  # elements of a group: SORT_ITEMS of 256 work-items, in src/cl/device/sort.c
WIDE = (12, 512 * 1024)  # bits of a digit, for so many pairs
NARROW = 8  # for more
ORDER_STEPS = 11  # of src/cl/crowd/order.c
LATENCY = 600  # clocks of a load from memory
SLICED = {"items": 2048, "sums": 2 << 20, "block": 64, "bytes": 16, "unrolled": 8}  # src/cl/potential/slices.c

MAPS = [("exp-1024-10k-d32", 1024, 10000, 32.0), ("exp-4096-100k-d32", 4096, 100000, 32.0)]
ALPHA = 0.5  # of bench_influence.c
CROWDS = [("crowd-10k", 10000), ("crowd-100k", 100000), ("crowd-1m", 1000000)]  # plain ones; of others the first two
FORMS = [("CROWD_WALLED", "walled"), ("CROWD_HETEROGENEOUS", "heterogeneous"), ("CROWD_MOVING", "moving"),
         ("CROWD_BY_GAPS", "by_gaps")]  # bits of CROWD_USES
RENEWS = re.compile(r"crowd_(keys|build_curve|read|hash)|sort_|scan_")  # kernels that not every step launches
# Points and as many sources; how many a point's tile lists: of dense ones all, of sparse ones, 16 of which are in range
# of a point, those within a range of a tile that is four ranges wide: 4 * 4 + 4 * 4 + pi squares of the range, each with
# 16 / pi sources
SPARSE = round((32 + math.pi) * 16 / math.pi)
FIELDS = [("potential-10k-dense", 10000, 10000), ("potential-100k-sparse", 100000, SPARSE),
          ("potential-1m-sparse", 1000000, SPARSE)]
LISTED = 2.25  # tiles of a sparse source: the square of (4 + 2) / 4
INTEGRALS = [("choquet-16-10k", 10000), ("choquet-16-1m", 1000000)]  # rows of 16 types
QUESTIONS = [("query-sample-10k", 10000), ("query-sample-1m", 1000000)]


# ------------------------------------------------------------------------------------------------ work


def scan_launches(count):
    """throng_cl_scan()"""
    return 1 if count <= BLOCK else 2


def passes_of(pairs, bits):
    """throng_cl_sort(): how often all pairs move, by digits of how many bits; one pass of no digits is one kernel."""
    if pairs <= BLOCK:
        return (1, 0) if bits else (0, 0)
    passes = -(-bits // (WIDE[0] if pairs <= WIDE[1] else NARROW))
    return passes, -(-bits // max(passes, 1))


def sort_launches(pairs, bits):
    passes, digit = passes_of(pairs, bits)
    return 3 * passes if digit else passes


def lists_launches(pairs, keys):
    """throng_cl_sort_lists(): where keys begin is found by a pass that sorts by all of them, or by a kernel."""
    passes, digit = passes_of(pairs, (keys - 1).bit_length())
    return sort_launches(pairs, (keys - 1).bit_length()) + (passes != 1 or not digit)


def sort_bytes(pairs, bits):
    """Keys twice and values once, and both written; counts of digits written, summed (read, written), and read."""
    passes, digit = passes_of(pairs, bits)
    counts = (pairs + BLOCK - 1) // BLOCK << digit if digit else 0
    return passes * (pairs * 20 + counts * 16)


def touched(side, reach, wave):
    """Of a source at a random place: tiles of 16 x 16 cells that its circle's rectangle touches, and waves (of 32 or
    64 work-items, 4 cells each) that the circle itself touches. influence_circle() has the circle."""
    state = random.Random(1)
    share = reach * (1 + ALPHA) / (1 + 2 * ALPHA)
    radius, tiles, waves, samples = share * (1 + ALPHA), 0, 0, 400
    for _ in range(samples):
        turn = state.uniform(0, 2 * math.pi)
        x = state.uniform(0, side) + ALPHA * share * math.cos(turn)
        y = state.uniform(0, side) + ALPHA * share * math.sin(turn)

        def span(at):
            return range(max(int((at - radius) // 16), 0), min(int((at + radius) // 16) + 1, side // 16))

        for row in span(y):
            for column in span(x):
                tiles += 1
                dx = max(column * 16 + 0.5 - x, x - (column * 16 + 15.5), 0)
                near = [max(abs(row * 16 + r + 0.5 - y), 0) ** 2 + dx * dx <= radius * radius for r in range(16)]
                # rows of wave w, of 2 rows or 4: those with the remainders 2 w and 2 w + 1, or all
                parts = [near] if wave == 64 else [[n for r, n in enumerate(near) if r % 4 // 2 == w] for w in (0, 1)]
                waves += sum(any(part) for part in parts)
    return tiles / samples, waves / samples


def clocks_of(way, device, dialect):
    """Clocks for which a wave's instructions keep a scheduler or SIMD, and how many they are."""
    rates = device["rates"]
    if dialect == "amd":  # scalar, local and global instructions go beside the vector ones
        vector = [s for s in way if s.name.startswith("v_")]
        slow = sum(bool(re.match(r"v_(rcp|rsq|sqrt)_", s.name)) for s in vector)
        return slow * rates["root"] + (len(vector) - slow) * rates["vector"], len(way)
    kinds = {kind: sum(s.kind == kind for s in way) for kind in ("float", "integer", "root", "local")}
    return max([len(way) * rates["issue"]] + [kinds[kind] * rates[kind] for kind in kinds]), len(way)


def seconds_of(device, waves, clocks, instructions, resident):
    """The time of `waves` like waves that are spread evenly: by the units, or where there are few of them by one wave
    after the other, whose instructions wait for each other. resident: waves that a scheduler or SIMD keeps."""
    schedulers = device["units"] * 4 * min(resident, 1)
    rounds = math.ceil(waves / (schedulers * max(resident, 1)))
    busy = waves * max(clocks, ISSUE * instructions) / schedulers
    return max(busy, rounds * instructions * DEPENDENT) / device["clock"]


def seconds_of_launch(device, warps, instructions):
    """Of a kernel that was counted: 16 warps for each scheduler of NVIDIA's."""
    return LAUNCH + seconds_of(device, warps, instructions, instructions, 64 / 4)


def reading(device, count):
    """Seconds until so many bytes are the caller's."""
    return CALL + count / min(device["link"], HOST)


# ------------------------------------------------------------------------------------------------ workloads


def row(device, workload, parts, stated):
    return {"workload": workload, "device": device["name"], "seconds": sum(parts.values()), "parts": parts,
            "assumed": stated}


def influence(target, device, loops, entry):
    if (target, "influence_add") not in loops:
        return
    dialect, ((short, long), *_) = loops[target, "influence_add"]
    wave = 64 if dialect == "amd" else 32
    for scene, side, objects, reach in MAPS:
        tiles, hits = touched(side, reach, wave)
        pairs, keys = int(tiles * objects), (side // 16) ** 2
        misses = tiles * 64 / wave - hits
        (miss, few), (hit, many) = clocks_of(short, device, dialect), clocks_of(long, device, dialect)
        each = (hits * hit + misses * miss) / (hits + misses)
        waves = side * side // 4 // wave
        per = objects * (hits + misses) / waves
        work = seconds_of(device, waves, per * each, per * (hits * many + misses * few) / (hits + misses),
                          waves_of(entry))
        # the first steps of the scan and of the sort are done where tiles are counted and pairs are made
        launches = 4 + lists_launches(pairs, keys)
        memory = side * side * 4 + objects * 160 + pairs * 12 + sort_bytes(pairs, (keys - 1).bit_length())
        memory /= device["bytes"]
        yield row(device, scene, {"launches": launches * LAUNCH, "sums": work, "memory": memory}, {
            "launches": launches, "pairs of tile and source": pairs, "sources for a wave": round(per, 1),
            "that touch it": round(hits / (hits + misses), 3), "instructions where they do": many,
            "where not": few})


def waves_of(entry):
    """Of a SIMD or scheduler."""
    return entry["waves"] if entry["target"] == "gfx906" else entry["waves"] / 4


def sliced(device, points, listed, clocks, instructions, wave, resident):
    """Blocks of sources over work-items, as throng_cl_slices_choose() shares them out where all lie in one tile:
    seconds of the sums and of adding them, launches, slices; None where points alone are enough."""
    wanted, blocks = device["units"] * SLICED["items"], -(-listed // SLICED["block"])
    if 2 * points > wanted or listed < 2 * SLICED["block"]:
        return None
    rounds = -(-points // (SLICED["sums"] // blocks))
    count = -(-points // rounds)
    each = -(-blocks // min(wanted // count, blocks))
    slices, sources = -(-blocks // each), each * SLICED["block"]
    sums = seconds_of(device, -(-count // 64) * slices * 64 // wave, sources * clocks, sources * instructions, resident)
    moved = count * blocks * SLICED["bytes"] / device["bytes"]
    adding = max(moved, blocks / SLICED["unrolled"] * LATENCY / device["clock"])
    return rounds * sums, rounds * (moved + adding), 2 * rounds, slices


def potential(target, device, loops, entries):
    if (target, "potential_evaluate") not in loops:
        return
    wave = 64 if loops[target, "potential_evaluate"][0] == "amd" else 32
    for scene, points, listed in FIELDS:
        sparse = listed < points
        # the shortest loop goes over all sources without damage, the longest over a list
        kernel = "potential_evaluate" if sparse else "potential_sum_slices"
        dialect, ways = loops[target, kernel]
        clocks, instructions = clocks_of(ways[-1 if sparse else 0][1], device, dialect)
        resident = waves_of(entries(target, kernel))
        pairs = int(points * LISTED)
        tiles = max(int(pairs / listed), 2)
        bits = (tiles - 1).bit_length()
        stated = {"sources for a point": listed, "instructions for a source": instructions}
        split = None if sparse else sliced(device, points, listed, clocks, instructions, wave, resident)
        memory, parts = points * 200, {}
        if split:
            parts["sums"], parts["adding"], launches, stated["slices"] = split
        else:
            parts["sums"] = seconds_of(device, math.ceil(points / wave), listed * clocks, listed * instructions,
                                       resident)
            launches = 1
            stated["waves for each scheduler"] = round(points / wave / device["units"] / 4, 2)
        if sparse:
            launches += 3 + scan_launches(points + 1) + sort_launches(points, bits) + lists_launches(pairs, tiles)
            memory += sort_bytes(points, bits) + sort_bytes(pairs, bits)
        else:
            launches += 2  # the list of one tile, the points
        parts.update({"launches": launches * LAUNCH, "memory": memory / device["bytes"],
                      "reading": reading(device, points * 16)})
        yield row(device, scene, parts, {"launches": launches, **stated})


def once(target, device, entry, scenes, moved, copied):
    """Kernels without loops, one launch each: instructions as they stand, bytes of memory and of the link for an item."""
    wave = 64 if target == "gfx906" else 32
    instructions = sum(entry["mix"].values())
    clocks = instructions * (device["rates"]["issue"] if target != "gfx906" else device["rates"]["vector"])
    for scene, items in scenes:
        work = seconds_of(device, math.ceil(items / wave), clocks, instructions, waves_of(entry))
        yield row(device, scene, {
            "launches": LAUNCH, "work": max(work, items * moved / device["bytes"]),
            "copying": CALL + reading(device, items * copied)}, {
                "launches": 1, "instructions of an item": instructions, "bytes of an item": moved,
                "copied": copied})


def form_of(launch, macros):
    """The form of a recorded launch of a crowd's kernel, as gpu-report calls it. None, of others: the first one."""
    uses = next((int(d.split("=")[1]) for d in launch["defines"] if d.startswith("-DCROWD_USES=")), None)
    if uses is None:
        return None
    return "+".join(name for bit, name in FORMS if uses & macros[bit]) or "plain"


def order_of(agents):
    """Launches and bytes that a step spends on the order of agents, in the mean: it is renewed in every ORDER_STEPS
    steps."""
    bits = 3
    while bits < 15 and 1 << (2 * bits) < agents * 8:
        bits += 1
    return ((1 + sort_launches(agents, 2 * bits)) / ORDER_STEPS,
            (sort_bytes(agents, 2 * bits) + 40 * agents) / ORDER_STEPS)


def crowd(target, device, entry_of, counts):
    """Counted instructions of a warp, times warps. AMD's kernels are taken to be in proportion to their instructions."""
    macros = gpu_compile.macros_of_headers()
    for scene in crowds_of(counts):
        own = [launch for launch in scene["launches"] if not RENEWS.match(launch["kernel"])]
        sizes = CROWDS if scene["workload"] == "crowd" else [(scene["workload"] + name[5:], n) for name, n in CROWDS[:2]]
        for name, agents in sizes:
            work, memory = 0.0, 0.0
            for launch in own:
                form = form_of(launch, macros)
                entry, reference = (entry_of(of, launch["kernel"], form) for of in (target, "sm_90"))
                if not entry or not reference:
                    raise ValueError("%s: no entry of %s for %s" % (scene["workload"], launch["kernel"], target))
                share = sum(entry["mix"].values()) / sum(reference["mix"].values()) if target == "gfx906" else 1.0
                rate = device["rates"]["vector" if target == "gfx906" else "issue"]
                grown = 1 if launch["items"] <= launch["group"] else agents / scene["size"]
                lanes = min(entry["group"], 64 if target == "gfx906" else 32)
                waves = math.ceil(launch["items"] * grown / lanes)
                work += seconds_of(device, waves, launch["warp"] * share * rate, launch["warp"] * share, waves_of(entry))
                memory += (launch["read_bytes"] + launch["written_bytes"]) * grown
            launches, bytes_of_order = order_of(agents)
            step = next(launch for launch in own if launch["kernel"] == "crowd_step_all")
            yield row(device, name, {
                "launches": (len(own) + launches) * LAUNCH, "kernels": work,
                "memory": (memory + bytes_of_order) / device["bytes"],
                "reading": LAUNCH + reading(device, agents * 8)}, {
                    "launches": round(len(own) + launches, 1), "instructions of a warp's step": round(step["warp"])})


def read_counts(root, name="gpu-counts.json"):
    """What scripts/gpu-count has written, or None."""
    path = os.path.join(root, "bench", "results", name)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def crowds_of(counts):
    return [scene for scene in (counts["scenes"] if counts else []) if scene["workload"].startswith("crowd")]


GPU_CHECK = "xeon-h200-gpu-check.json"
# Workloads of gpu-check that are those of an estimate: crowds, with all positions read.
MEASURED = {(of, n): (of + name[5:], "update_and_read_us")
            for of in ("crowd", "crowd-senses", "crowd-walls", "crowd-flow") for name, n in CROWDS}


def gpu_check(root):
    with open(os.path.join(root, "bench", "results", GPU_CHECK), encoding="utf-8") as file:
        return json.load(file)


def measured(root):
    """{scene: seconds} of what was measured on an H200."""
    found = {}
    for stage in gpu_check(root)["stages"]:
        for row in stage.get("times", []):
            scene, part = MEASURED.get((row["workload"], row["size"]), (None, None))
            if scene:
                found[scene] = row[part] * 1e-6
    return found


def estimate(root, entries, loops):
    """Rows, with what was measured where that is known."""
    def entry_of(target, kernel, form=None):
        return next((e for e in entries if e["target"] == target and e["name"] == kernel and form in (None, e["form"])),
                    None)

    counts = read_counts(root)
    rows = []
    for target, device in DEVICES.items():
        if not any(e["target"] == target for e in entries):
            continue
        rows += influence(target, device, loops, entry_of(target, "influence_add"))
        rows += crowd(target, device, entry_of, counts) if counts and entry_of("sm_90", "crowd_step_all") else []
        rows += potential(target, device, loops, entry_of)
        # 16 values and a result; a place, a value and a gradient, and two sectors of the map for two rows of cells
        rows += once(target, device, entry_of(target, "choquet"), INTEGRALS, 68, 68)
        rows += once(target, device, entry_of(target, "influence_query"), QUESTIONS, 8 + 12 + 64, 8 + 12)
    known = measured(root)
    for r in rows:
        r["measured"] = known.get(r["workload"]) if r["device"] == DEVICES["sm_90"]["name"] else None
    return rows


# ------------------------------------------------------------------------------------------------ tables


# What docs/results/gpu.md shows first: scenes, and what they are.
EXPECTED = [
    ("crowd-10k", "10,000 agents, positions read"), ("crowd-100k", "100,000 agents"), ("crowd-1m", "1,000,000 agents"),
    ("crowd-obstacles-100k", "100,000 agents among blocks"), ("crowd-senses-100k", "100,000 agents that see and hear"),
    ("crowd-gaps-100k", "100,000 agents of five sizes"),
    ("crowd-priorities-100k", "100,000 agents with priorities and layers"),
    ("crowd-settles-100k", "100,000 agents that settle around goals"),
    ("crowd-moving-100k", "100,000 agents, 16 moving obstacles"),
    ("exp-1024-10k-d32", "influence, 10,000 objects of D 32 on 1024²"),
    ("exp-4096-100k-d32", "influence, 100,000 objects of D 32 on 4096²"),
    ("potential-10k-dense", "potential field, 10,000 points, 10,000 sources in range"),
    ("potential-100k-sparse", "potential field, 100,000 points, 16 in range"),
    ("potential-1m-sparse", "potential field, 1,000,000 points, 16 in range"),
    ("choquet-16-1m", "1,000,000 Choquet integrals of 16 types, copied"),
    ("query-sample-1m", "1,000,000 questions to a map, copied")]
ONE_CORE = ["amd-epyc-zen4-crowd.json", "amd-epyc-zen4-influence.json", "amd-epyc-zen4.json"]  # the first that has it


def table_of_expected(root, rows):
    """One core beside the devices."""
    cores = {}
    for name in ONE_CORE:
        with open(os.path.join(root, "bench", "results", name), encoding="utf-8") as file:
            for r in json.load(file)["rows"]:
                if r["backend"] == "cpu" and r["threads"] == 1 and r["isa"] == "avx512":
                    cores.setdefault(r["scene"], r["time"]["median"])
    known, devices = measured(root), [device["name"] for device in DEVICES.values()]
    models = {(r["workload"], r["device"]): r["seconds"] for r in rows}

    def ms(seconds):
        return "" if seconds is None else ("%.0f" if seconds >= 0.1 else "%.2g") % (seconds * 1e3)

    return ("What to expect, milliseconds", ["workload", "one core, measured", "H200, measured"] +
            ["%s, model" % name for name in devices],
            [[title, ms(cores.get(scene)), ms(known.get(scene))] +
             [ms(models.get((scene, name))) for name in devices] for scene, title in EXPECTED])


def table_of_counts(root):
    """(title, heads, rows) of a step of each kind of crowd, before the search by groups and now."""
    counts, before = read_counts(root), read_counts(root, "gpu-counts-before.json")
    rows = []

    def step_of(report, workload):
        scenes = [scene for scene in report["scenes"] if scene["workload"] == workload] if report else []
        return next((launch for scene in scenes for launch in scene["launches"]
                     if launch["kernel"] == "crowd_step_all"), None)

    def cells(step):
        return [round(step["warp"]), "%.2f" % (step["warp"] / step["lane"]), round(step["sectors"])] if step else 3 * [""]

    for scene in crowds_of(counts):
        rows.append([scene["workload"], scene["size"]] + cells(step_of(before, scene["workload"])) +
                    cells(step_of(counts, scene["workload"])))
    return ("Steps of crowds: instructions of a warp, times those of a lane, sectors of 32 bytes that it asks for",
            ["workload", "agents", "before: instructions", "a lane's times", "sectors", "now: instructions", "a lane's times",
             "sectors"], rows)


def table_of_others(root):
    """A frame of every other operation, kernel by kernel."""
    counts = read_counts(root)
    rows = []
    for scene in counts["scenes"] if counts else []:
        kernels = {}
        for launch in scene["launches"] if scene not in crowds_of(counts) else []:
            kernels.setdefault(launch["kernel"], []).append(launch)
        for kernel, launches in kernels.items():
            warps, items = (sum(launch[key] for launch in launches) for key in ("warps", "items"))
            warp, sectors = (sum(launch[key] * launch["warps"] for launch in launches) / warps for key in
                             ("warp", "sectors"))
            lane = sum(launch["lane"] * launch["items"] for launch in launches) / items
            rows.append([scene["workload"], scene["size"], kernel, len(launches), warps, round(warp),
                         "%.2f" % (warp / lane) if lane else "", round(sectors)])
    return ("Other operations: kernels of a frame", ["workload", "size", "kernel", "launches", "warps",
                                                     "instructions of a warp", "a lane's times", "sectors"], rows)


def table_of_commands(root):
    counts = read_counts(root)
    return ("Kernels and transfers of a step of a crowd", ["workload", "agents", "most frames", "the worst of"],
            [[row["workload"], row["size"], "%d + %d" % tuple(row["most"]), "%d: %d + %d" % (row["frames"], *row["worst"])]
             for row in (counts["commands"] if counts else [])])


def table_of_kernels(root):
    """Kernels of the H200, whose launches were counted at the same size or another: modelled beside measured."""
    device, rows, counts = DEVICES["sm_90"], [], read_counts(root)
    profiles = [profile for stage in gpu_check(root)["stages"] for profile in stage.get("profiles", [])
                if profile["times_of"] == "device"]
    for profile in profiles:
        launches = {}
        for scene in counts["scenes"] if counts else []:
            for launch in scene["launches"] if scene["workload"] == profile["workload"] else []:
                launches.setdefault(launch["kernel"], []).append(launch)
        for kernel in profile["kernels"]:
            counted = [launch for launch in launches.get(kernel["name"], [])
                       if launch["group"] == kernel["group"]]  # else it was another form
            warps = sum(launch["warps"] for launch in counted)
            instructions = sum(launch["warp"] * launch["warps"] for launch in counted) / max(warps, 1)
            if instructions < 1000:  # waits for memory and for the launch, rather
                continue
            each = kernel["items"] / 32
            seconds = seconds_of_launch(device, each, instructions)
            rows.append([profile["workload"], profile["size"], kernel["name"], round(each), round(instructions),
                         "%.1f" % (seconds * 1e6), "%.1f" % kernel["us_each"],
                         "%.2f" % (kernel["us_each"] / seconds * 1e-6)])
    return ("Kernels of the H200, microseconds", ["workload", "size", "kernel", "warps", "instructions of a warp", "modelled",
                                                  "measured", "factor"], rows)


def frame_of(scene):
    """Launches, instructions of all warps, bytes asked for and the H200's seconds, of a frame."""
    device, launches = DEVICES["sm_90"], scene["launches"]
    seconds = sum(seconds_of_launch(device, launch["warps"], launch["warp"]) for launch in launches)
    return (len(launches), sum(launch["warps"] * launch["warp"] for launch in launches),
            sum(launch["warps"] * launch["sectors"] for launch in launches) * 32, seconds)


def table_of_changes(root):
    """A frame of every other operation before the GPU step was written anew, and now."""
    counts, before = read_counts(root), read_counts(root, "gpu-counts-operations-before.json")
    rows = []

    def cells(scene):
        launches, instructions, count, seconds = frame_of(scene)
        return [launches, "%.3g" % (instructions / 1e6), "%.3g" % (count / 1e6), "%.0f" % (seconds * 1e6)]

    for old in before["scenes"] if before and counts else []:
        new = [scene for scene in counts["scenes"] if (scene["workload"], scene["size"]) == (old["workload"], old["size"])]
        rows += [[old["workload"], old["size"]] + cells(old) + cells(scene) for scene in new]
    return ("Other operations: a frame before and now", ["workload", "size"] + [
        when + what for when in ("before: ", "now: ")
        for what in ("launches", "10⁶ instructions of warps", "MB asked for", "H200, modelled, µs")], rows)


def stamp_of_counts(root):
    """What the counts were made by, for the tables that show nothing else."""
    counts = read_counts(root)
    return "%s; commit %s, %s." % (counts["compilers"], counts["commit"], counts["date"]) if counts else ""


def tables_of(root, rows):
    """[(title, heads, rows, stamp)]; stamp: what a table was made by, None: the report."""
    if not rows:
        return []
    def ms(seconds):
        return "%.3g" % (seconds * 1e3)

    beside = [[r["workload"], ms(r["seconds"]), ms(r["measured"]), "%.2f" % (r["measured"] / r["seconds"])]
              for r in rows if r["measured"]]
    tables = [("Estimates: milliseconds, and what they are made of", ["workload", "device", "ms", "parts", "counted"],
               [[r["workload"], r["device"], ms(r["seconds"]),
                 ", ".join("%s %s" % (part, ms(seconds)) for part, seconds in r["parts"].items()),
                 ", ".join("%s %s" % pair for pair in r["assumed"].items())] for r in rows], None)]
    counted = stamp_of_counts(root)
    tables += [table for table in ((*table_of_counts(root), counted), (*table_of_commands(root), counted),
                                   (*table_of_others(root), counted), (*table_of_changes(root), counted),
                                   (*table_of_expected(root, rows), None)) if table[2]]
    if beside:
        tables.append(("Estimates beside measurements, milliseconds",
                       ["workload", "estimated", "measured", "factor"], beside, None))
    tables.append((*table_of_kernels(root), counted))
    return tables
