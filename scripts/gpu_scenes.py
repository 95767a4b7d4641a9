"""Workloads of tools/gpu-check on PoCL, in the form of GPUs: what their frames launch, and what that takes on a GPU."""
import collections
import os
import subprocess
import sys
import tempfile

import gpu_counts
from gpu_compile import ROOT, Missing

sys.path.insert(0, os.path.join(ROOT, "tools", "gpu-check"))
import gpu_check_trace

BUILD = os.path.join(ROOT, "build", "dev-release")
BEFORE = 6  # frames that a workload makes before it records any
FRAME = 6  # which is counted
FRAMES = 100
COMMANDS = ("kernel", "write", "read", "copy")
TESTING = "crowd_group_test"  # the function that tests candidates
READING = ("crowd_read", "crowd_hash")  # what a workload's reading of positions takes


def environment(build, more):
    tracer = os.path.join(build, "tools", "gpu-check")
    driver = {"THRONG_CL_WIDTH": "1", "THRONG_CL_GROUP": "64", "THRONG_CL_OPTIONS": "-cl-opt-disable",
              "THRONG_CACHE": "off", "GPU_CHECK_ICD": os.environ.get("GPU_CHECK_ICD") or "libpocl.so.2"}
    return dict(os.environ, LD_LIBRARY_PATH=tracer, **driver, **more)


def run_workload(build, arguments, more):
    program = os.path.join(build, "tools", "gpu-check", "gpu_check_workload")
    if not os.path.exists(program):
        raise Missing("%s is not there: ninja -C %s gpu_check_workload gpu_check_opencl" % (program, build))
    done = subprocess.run([program] + arguments, env=environment(build, more), capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise Missing("%s\nworkload %s fails" % (done.stderr.strip()[-2000:], " ".join(arguments)))


def count_scene(tools, build, workload, size, shuffles):
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace")
        run_workload(build, ["trace", workload, str(size), str(FRAME), trace],
                     {"GPU_CHECK_TRACE": "calls", "GPU_CHECK_RECORD": folder, "GPU_CHECK_RECORD_FRAME": str(FRAME)})
        launches = [gpu_counts.count_launch(tools, folder, number, shuffles) for number in gpu_counts.launches_in(folder)]
        gpu_counts.CODE.clear()  # its programs lie in the folder
    return {"workload": workload, "size": size, "frame": BEFORE + FRAME,
            "launches": [launch for launch in launches if launch["kernel"] not in READING]}


def trace_frames(build, workload, size):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace")
        run_workload(build, ["trace", workload, str(size), str(FRAMES), path], {"GPU_CHECK_TRACE": "commands"})
        return gpu_check_trace.read_frames(path)


def commands_of(build, workload, size):
    """[kernels, transfers] of the frame that has most of both, and of most frames."""
    found = []
    for frame in trace_frames(build, workload, size):
        own = [c for c in frame if c["name"] not in READING]
        found.append((sum(c["kind"] == "kernel" for c in own), sum(c["kind"] in ("write", "copy") for c in own)))
    return {"workload": workload, "size": size, "frames": len(found), "worst": max(found, key=sum),
            "most": collections.Counter(found).most_common(1)[0][0]}


def warp_of_crowd(tools, build, size):
    """A plain crowd at spacing 4: what a step takes for 32 agents, and the most that a frame with positions read
    enqueues."""
    launches = count_scene(tools, build, "crowd", size, 0)["launches"]
    step = next(launch for launch in launches if launch["kernel"] == "crowd_step_all")
    if TESTING not in step["trips"]:
        raise Missing("crowd_step_all has no code of %s to count" % TESTING)
    tests = step["trips"][TESTING]
    frames = trace_frames(build, "crowd", size)
    return {"agents": size, "spacing": 4, "instructions": sum(one["warp"] * one["warps"] for one in launches) * 32 / size,
            "tests_ratio": tests[0] / tests[1], "differing_bytes": sum(one["differing_bytes"] for one in launches),
            "commands": max(sum(c["kind"] in COMMANDS for c in frame) for frame in frames)}


def commit():
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True,
                          check=False)
    return done.stdout.strip() or "unknown"
