"""The stages of gpu-check, the most valuable first. Each fills `data`, which is written down whenever the stage
ends, however that happens."""
import csv
import glob
import json
import os
import platform
import re
import shutil

import gpu_check_trace
from gpu_check_run import Failed, OutOfTime, Skipped

# Frames of an operation take so many microseconds that a minute is more than enough for any of these commands.
LONG = 60
SLOW = 180  # where compilers have to be awaited

# Sizes: (workload, size, frames); size 0 is the workload's small one.
CROWDS = [("crowd", 10000, 40), ("crowd", 100000, 40), ("crowd", 1000000, 20), ("crowd", 64, 60),
          ("crowd", 1000, 60), ("crowd-senses", 10000, 40), ("crowd-walls", 10000, 40), ("crowd-flow", 10000, 40)]
CROWD_KERNELS = [("crowd", 10000, 24), ("crowd", 100000, 24), ("crowd", 1000000, 12), ("crowd-senses", 10000, 24),
                 ("crowd-walls", 10000, 24), ("crowd-flow", 10000, 24), ("crowd", 64, 24), ("crowd-gaps", 10000, 12),
                 ("crowd-obstacles", 10000, 12), ("crowd-priorities", 10000, 12), ("crowd-settles", 10000, 12),
                 ("crowd-moving", 10000, 12)]
OTHERS = [("influence", 10000, 20), ("influence-path", 1000, 20), ("influence-adjacent", 1000, 20),
          ("potential", 100000, 20), ("trace", 4000, 12), ("flow", 512, 12), ("flow-door", 512, 12),
          ("query", 10000, 20),
          ("influence-layers", 10000, 20), ("choquet", 10000, 20)]
SMALL_CROWDS = [("crowd", 300, 3), ("crowd", 1000, 2), ("crowd-senses", 0, 2), ("crowd-walls", 0, 2),
                ("crowd-flow", 0, 2), ("crowd-gaps", 0, 1), ("crowd-obstacles", 0, 1), ("crowd-priorities", 0, 1),
                ("crowd-settles", 0, 1), ("crowd-moving", 0, 1)]
SMALL_SCENES = ["tiny", "tiny paths", "tiny floods", "tiny traces", "tiny agents"]

# The environment that makes src/cl build its kernels in another form, and what it is called.
GPU_FORM = {"THRONG_CL_WIDTH": "1", "THRONG_CL_GROUP": "64"}  # which GPUs get by themselves
FORMS = [("1", "128"), ("1", "256"), ("1", "1")]
WIDE_FORMS = [("8", "1"), ("16", "1")]  # for CPU devices; NVIDIA's compiler takes minutes over them
SMALL_FORMS = [("1", "1")]

# Scenes of `throng bench` in the order of their worth; each is a run of its own, most of it at the CPU's levels.
BENCH = ["exp-1024-10k-d32", "potential-10k-dense", "crowd-10k-perception", "trace-500-open", "query-sample-10k",
         "flow-512-open", "choquet-16-10k", "crowd-100k-line"]
SMALL_BENCH = ["choquet-3-10k"]

DRIVERS = ["nvidia", "amd", "intel", "igdrcl", "pocl"]  # whose library is tried first
DRIVER_FOLDERS = ["/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64",
                  "/usr/lib/aarch64-linux-gnu"]


def lines_of(text):
    """JSON objects, one a line; the last line may be cut off."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]


# ------------------------------------------------------------------------------------------------ the device


def find_drivers(environment):
    """Libraries of OpenCL drivers, the most promising first."""
    vendors = environment.get("OCL_ICD_VENDORS") or environment.get("OPENCL_VENDOR_PATH") or "/etc/OpenCL/vendors"
    files = [vendors] if vendors.endswith(".icd") else sorted(glob.glob(os.path.join(vendors, "*.icd")))
    found = []
    for path in files:
        try:
            with open(path, encoding="utf-8") as file:
                found += [line.strip() for line in file if line.strip()]
        except OSError:
            continue
    if "OCL_ICD_VENDORS" not in environment:
        found += [path for folder in DRIVER_FOLDERS
                  for path in glob.glob(os.path.join(folder, "libnvidia-opencl.so.1"))]
    place = {library: next((i for i, name in enumerate(DRIVERS) if name in library.lower()), len(DRIVERS))
             for library in found}
    return sorted(dict.fromkeys(found), key=lambda library: place[library])


def choose_device(run, wanted):
    """The first driver that has a GPU, else the first that has any device."""
    candidates = [wanted] if wanted else find_drivers(run.environment)
    seen, said = [], []
    for library in candidates:
        try:
            text = run.command([run.tool("costs"), "device"], 30, {"GPU_CHECK_ICD": library})
        except (Failed, OutOfTime) as failure:
            said.append("%s: %s" % (library, failure))
            continue
        device = json.loads(text)["device"]
        seen.append((library, device))
        if device["gpu"]:
            break
    if not seen:
        raise Failed("no OpenCL device: %s; name a driver's library by --icd" %
                     ("; ".join(said) or "no driver is listed in /etc/OpenCL/vendors or lies where NVIDIA's does"))
    library, run.device = next(((a, b) for a, b in seen if b["gpu"]), seen[0])
    run.is_gpu = run.device["gpu"]
    run.environment["GPU_CHECK_ICD"] = library
    if not run.is_gpu:
        run.environment.update(GPU_FORM)


def form_name(environment):
    return "%s lane%s, groups of %s" % (environment["THRONG_CL_WIDTH"],
                                        "" if environment["THRONG_CL_WIDTH"] == "1" else "s",
                                        environment["THRONG_CL_GROUP"])


def query_nvidia(run, fields):
    """Of the GPU that is checked, {field: value}; {} where nvidia-smi is not here."""
    program = run.found("nvidia-smi", "/usr/local/nvidia/bin/nvidia-smi")
    if not program or not run.is_gpu:
        return {}
    try:
        which = [] if run.number is None else ["--id=%d" % run.number]
        text = run.command([program] + which + ["--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits"],
                           15)
    except (Failed, OutOfTime):
        return {}
    first = next(csv.reader(text.splitlines(), skipinitialspace=True), [])
    return dict(zip(fields, first))


def sample_clocks(run):
    """How fast and how warm the GPU is now."""
    found = query_nvidia(run, ["clocks.sm", "clocks.mem", "temperature.gpu", "power.draw"])
    return {"sm_clock_mhz": found["clocks.sm"], "memory_clock_mhz": found["clocks.mem"],
            "temperature_c": found["temperature.gpu"], "power_w": found["power.draw"]} if len(found) == 4 else {}


def first_match(path, pattern):
    try:
        with open(path, encoding="utf-8") as file:
            found = re.search(pattern, file.read(), re.M)
    except OSError:
        return None
    return found.group(1).strip() if found else None


def stage_machine(run, data):
    memory = first_match("/proc/meminfo", r"^MemTotal:\s*(\d+) kB")
    data.update({
        "device": run.device, "driver_library": run.environment["GPU_CHECK_ICD"],
        "form": form_name({**GPU_FORM, **run.environment}),
        "cpu": first_match("/proc/cpuinfo", r"^model name\s*: (.*)$") or platform.machine(),
        "processors": len(os.sched_getaffinity(0)), "memory_bytes": int(memory) * 1024 if memory else None,
        "system": "%s %s" % (platform.system(), platform.release()),
        "glibc": os.confstr("CS_GNU_LIBC_VERSION"),
    })
    data["nvidia_smi"] = query_nvidia(run, ["name", "driver_version", "clocks.max.sm", "clocks.max.mem",
                                            "pcie.link.gen.current", "pcie.link.gen.max", "pcie.link.width.current",
                                            "memory.total", "power.limit", "persistence_mode", "mig.mode.current"])
    text = run.command([run.tool("throng"), "devices", "--json", "-"], LONG)
    data["throng_devices"] = json.loads(text)["devices"]
    if not any(device["exact"] for device in data["throng_devices"]):
        data.setdefault("failures", []).append("throng finds no exact device: %s" % data["throng_devices"])


# ------------------------------------------------------------------------------------------------ equal bits


def compare_form(run, data, form, slow):
    """Every operation once in one form: the checks' scenes, then the workloads at their own sizes."""
    env = {} if form is None else {"THRONG_CL_WIDTH": form[0], "THRONG_CL_GROUP": form[1]}
    name = form_name({**GPU_FORM, **run.environment, **env})
    rows = data.setdefault("bits", [])
    scenes = SMALL_SCENES if run.small else []
    text = run.attempt(data, [run.tool("compare"), "opencl", run.device["platform"]] + scenes, SLOW, env,
                       about=name + ": ", slow=slow)
    for scene, operation, equal in re.findall(r"^(.*), opencl, (.*): (equal|different)$", text, re.M):
        rows.append({"operation": operation, "form": name, "scene": scene, "equal": equal == "equal"})
    text = run.attempt(data, [run.tool("workload"), "bits", "small" if run.small else "bits"], SLOW, env,
                       about=name + ": ", slow=slow)
    for row in lines_of(text):
        rows.append({"operation": row["operation"], "form": name, "scene": "%d %s" % (row["size"], row["size_is"]),
                     "equal": row["equal"], "hash": row["hash"]})


def stage_bits(run, data):
    compare_form(run, data, None, False)


def stage_forms(run, data):
    for form in SMALL_FORMS if run.small else FORMS:
        compare_form(run, data, form, True)


def stage_wide_forms(run, data):
    if run.small:
        raise Skipped("small runs leave them out")
    for form in WIDE_FORMS:
        compare_form(run, data, form, True)


# ------------------------------------------------------------------------------------------------ times


def time_workload(run, data, workload, size, frames):
    """A row of both backends, and whether their bits are equal."""
    text = run.attempt(data, [run.tool("workload"), "time", workload, "opencl", str(size), str(frames)], LONG)
    gpu = (lines_of(text) or [None])[0]
    if not gpu:
        return
    row = {key: value for key, value in gpu.items() if key not in ("backend",)}
    data.setdefault("times", []).append(row)
    text = run.attempt(data, [run.tool("workload"), "time", workload, "cpu", str(size), str(min(frames, 3))], LONG)
    cpu = (lines_of(text) or [None])[0]
    if cpu:
        row["cpu_update_and_read_us"] = cpu["update_and_read_us"]
        row["equal"] = cpu["hash"] == gpu["hash"]
        data.setdefault("bits", []).append({
            "operation": gpu["operation"], "form": form_name({**GPU_FORM, **run.environment}),
            "scene": "%d %s" % (gpu["size"], gpu["size_is"]), "equal": row["equal"], "hash": gpu["hash"]})


def trace_workload(run, data, workload, size, frames, mode="device"):
    path = os.path.join(run.raw, "trace-%s-%d-%s.tsv" % (workload, size, mode))
    text = run.attempt(data, [run.tool("workload"), "trace", workload, str(size), str(frames), path], LONG,
                       {"GPU_CHECK_TRACE": mode})
    row = (lines_of(text) or [None])[0]
    if not row:
        return
    row["times_of"] = mode
    row.update(gpu_check_trace.summarize(path))
    data.setdefault("profiles", []).append(row)


def stage_crowds(run, data):
    for workload, size, frames in SMALL_CROWDS if run.small else CROWDS:
        time_workload(run, data, workload, size, frames)


def stage_crowd_kernels(run, data):
    for workload, size, frames in SMALL_CROWDS if run.small else CROWD_KERNELS:
        trace_workload(run, data, workload, size, frames)
    size = 300 if run.small else 10000
    trace_workload(run, data, "crowd", size, 4 if run.small else 24, "calls")


def stage_costs(run, data):
    text = run.command([run.tool("costs"), "all"] + (["small"] if run.small else []), 50, keep="costs.json")
    found = json.loads(text)
    found.pop("device")
    data.update(found)


def stage_kernels(run, data):
    for workload, size, frames in OTHERS:
        trace_workload(run, data, workload, 0 if run.small else size, 2 if run.small else frames)
        time_workload(run, data, workload, 0 if run.small else size, 2 if run.small else frames)


def stage_bench(run, data):
    for number, select in enumerate(SMALL_BENCH if run.small else BENCH):
        path = os.path.join(run.raw, "bench-%d.json" % number)
        text = run.attempt(data, [run.tool("throng"), "bench", "--suite", "quick" if run.small else "full", "--select",
                                  select, "--peers", "none", "--json", path], SLOW,
                           keep="bench-%d.txt" % number, slow=True)
        if not os.path.exists(path):
            data["unfinished"] = text
            continue
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        for row in rows:
            if row["backend"] == "opencl":
                data.setdefault("rows", []).append({
                    "scene": row["scene"], "operation": row["operation"], "ms": row["time"]["median"] * 1e3,
                    **{"%s_ms" % key: value * 1e3 for key, value in (row.get("parts") or {}).items() if value},
                    "times_faster": row.get("ratio"), "than": row.get("peer"),
                    "times_faster_95_percent": [row.get("ratio_low"), row.get("ratio_high")]})


def stage_calibrate(run, data):
    """What the automatic choice of a backend goes by: src/dispatch/recorded.c has one such table."""
    cache = os.path.join(run.work, "costs")
    os.makedirs(cache, exist_ok=True)
    for built in glob.glob(os.path.join(run.environment["THRONG_CACHE"], "*.throng")):
        try:
            shutil.copy(built, cache)
        except FileNotFoundError:  # others use that folder, too
            pass
    seconds = min(max(int(run.left()) - 5, 1), 3 if run.small else 100)
    text = run.attempt(data, [run.tool("throng"), "calibrate", "--device", run.device["name"], "--seconds", str(seconds),
                              "--json", "-"], SLOW, {"THRONG_CACHE": cache}, slow=True)
    if text.startswith("{"):
        data["calibrated"] = json.loads(text)
    for path in glob.glob(os.path.join(cache, "costs-*.txt")):
        shutil.copy(path, run.raw)
        with open(path, encoding="utf-8") as file:
            data["costs"] = file.read().splitlines()


# ------------------------------------------------------------------------------------------------ compilers


def registers_of(text):
    """Rows of what `ptxas -v` says, in a driver's build log or on its own."""
    rows, row = [], {}
    for line in text.splitlines():
        entry = re.search(r"Compiling entry (?:function|point) '(\w+)' for '(\w+)'", line)
        spill = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)
        used = re.search(r"Used (\d+) registers", line)
        if entry:
            row = {"kernel": entry.group(1), "target": entry.group(2)}
        if spill:
            row.update(zip(("stack_bytes", "spill_store_bytes", "spill_load_bytes"), map(int, spill.groups())))
        if used and "kernel" in row:
            row["registers"] = int(used.group(1))
            rows.append(row)
            row = {}
    return [dict(pairs) for pairs in dict.fromkeys(tuple(row.items()) for row in rows)]


def keep_binaries(run):
    """The driver's programs, NVIDIA's being PTX, go into the raw files."""
    cache = run.environment["THRONG_CACHE"]
    if os.path.isdir(cache) and cache.startswith(run.work):
        shutil.copytree(cache, os.path.join(run.raw, "programs"), dirs_exist_ok=True)


def assemble(run, data, program):
    """Where the driver's log says nothing: its PTX through an assembler that is here."""
    rows = []
    for path in sorted(glob.glob(os.path.join(run.raw, "programs", "*"))):
        with open(path, "rb") as file:
            content = file.read()
        begin, target = content.find(b".version"), re.search(rb"\.target (sm_\w+)", content)
        if begin < 0 or not target:
            continue
        ptx = os.path.join(run.work, "one.ptx")
        with open(ptx, "wb") as file:
            file.write(content[begin:].rstrip(b"\0") + b"\n")
        text = run.attempt(data, ["/bin/sh", "-c", 'exec "$0" "$@" 2>&1', program, "-v",
                                  "-arch=" + target.group(1).decode(), ptx, "-o", "/dev/null"], 20)
        rows += registers_of(text)
    return rows


def stage_registers(run, data):
    keep_binaries(run)
    if "NVIDIA" not in run.device["vendor"]:
        raise Skipped("the driver of %s says no registers: NVIDIA's does" % run.device["platform"])
    log = os.path.join(run.raw, "build-log.txt")
    run.attempt(data, [run.tool("workload"), "bits", "small"], SLOW,
                {"GPU_CHECK_BUILD_LOG": log, "THRONG_CACHE": "off", "CUDA_CACHE_DISABLE": "1"}, slow=True)
    if os.path.exists(log):
        with open(log, encoding="utf-8", errors="replace") as file:
            data["registers"] = registers_of(file.read())
    program = run.found("ptxas", "/usr/local/cuda/bin/ptxas")
    if not data.get("registers") and program:
        data["registers"] = assemble(run, data, program)
    if not data.get("registers"):
        raise Skipped("neither the driver's log nor a ptxas says registers; its PTX is in raw.tar.gz")


def stage_ncu(run, data):
    program = run.found("ncu", "/usr/local/cuda/bin/ncu")
    if not program:
        raise Skipped("ncu is not installed here")
    if "NVIDIA" not in run.device["vendor"]:
        raise Skipped("ncu looks at NVIDIA's devices alone")
    text = run.attempt(data, [program, "--target-processes", "all", "-k", "regex:crowd_step", "-c", "1",
                              run.tool("workload"), "trace", "crowd", "10000", "2", "/dev/null"], 40, keep="ncu.txt")
    data["lines"] = [line.strip() for line in text.splitlines()
                     if re.search(r"No kernels|Duration|Registers Per|Achieved Occ|==(ERROR|WARNING)", line)][:20]


# name, what it is, seconds of the usual 300 that are its own, what does the work
STAGES = [
    ("machine", "the machine, the device, its driver", 5, stage_machine),
    ("bits", "equal bits of every operation, in the form of this device", 60, stage_bits),
    ("crowds", "steps of crowds, with and without reading, beside the CPU", 20, stage_crowds),
    ("crowd-kernels", "steps of crowds, kernel by kernel", 20, stage_crowd_kernels),
    ("costs", "what launches, waits and copies cost", 10, stage_costs),
    ("kernels", "all other operations, kernel by kernel", 25, stage_kernels),
    ("calibrate", "what frames cost, for the automatic choice of a backend", 60, stage_calibrate),
    ("forms", "equal bits of every operation, in other groups", 40, stage_forms),
    ("registers", "what the driver's compiler makes of the kernels", 25, stage_registers),
    ("bench", "the OpenCL rows of throng bench", 25, stage_bench),
    ("ncu", "Nsight Compute, where it is installed", 5, stage_ncu),
    ("wide-forms", "equal bits of every operation, as CPU devices compute it", 5, stage_wide_forms),
]
