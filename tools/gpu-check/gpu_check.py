"""What a GPU makes of throng: equal bits, and times kernel by kernel, in five minutes."""
import sys

sys.dont_write_bytecode = True
import argparse
import datetime
import os
import signal
import time

import gpu_check_bundle
import gpu_check_page
import gpu_check_stages
from gpu_check_run import STOPS, Failed, OutOfTime, Run, Skipped, Stopped, Wrong, stop

HERE = os.path.dirname(os.path.abspath(__file__))
STAGES = gpu_check_stages.STAGES
IN_BUNDLE = os.path.exists(os.path.join(HERE, "bundle.json"))
ROOT = HERE if IN_BUNDLE else os.path.dirname(os.path.dirname(HERE))

HELP = """
  scripts/gpu-check                        builds, and runs all stages here
  scripts/gpu-check --prepare FOLDER       builds, and puts all that a run needs into FOLDER
  FOLDER/gpu-check                         runs from there, on a machine without compilers, network or OpenCL loader
  scripts/gpu-check --small --json FILE    small, on any device: to see that everything runs

Results go to $OUT, else to build/gpu-check: results.json, page.md, log.txt and raw.tar.gz, written anew after each
stage. Exit status: 0 all is well, 1 a stage failed or bits differ, 2 wrong usage.
"""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Wrong("%s; see gpu-check --help" % message)


def read_options(arguments):
    parser = Parser(prog="gpu-check", description=__doc__, epilog="stages:\n" + "\n".join(
        "  %-14s %3d s  %s" % (name, share, what) for name, what, share, _ in STAGES),
        usage="\n" + HELP, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--small", action="store_true", help="little of everything; takes devices that are no GPUs")
    parser.add_argument("--json", metavar="FILE", help="results.json also goes there")
    parser.add_argument("--stages", metavar="LIST", help="these alone, parted by commas: see below")
    parser.add_argument("--seconds", metavar="N", type=int, default=300, help="for everything; 300. What does not "
                        "fit is left out, the most valuable stages come first")
    parser.add_argument("--prepare", metavar="FOLDER", help="make a bundle, and run nothing")
    parser.add_argument("--bundle", metavar="FOLDER", help="run from this bundle, and build nothing")
    parser.add_argument("--build", metavar="FOLDER",
                        help="throng's build folder; build/dev-release or build/release, where there is one")
    parser.add_argument("--icd", metavar="LIBRARY", help="the OpenCL driver's library, such as libpocl.so.2")
    parser.add_argument("--device", metavar="N", type=int, help="which of several GPUs, from 0")
    parser.add_argument("--any-device", action="store_true", help="take a device that is no GPU at full size")
    options = parser.parse_args(arguments)
    names = [stage[0] for stage in STAGES]
    options.stages = options.stages.split(",") if options.stages is not None else names
    for name in options.stages:
        if name not in names:
            raise Wrong("--stages: no stage is called '%s'; there are: %s" % (name, ", ".join(names)))
    if options.seconds < 1:
        raise Wrong("--seconds %d: a run takes at least 1 second" % options.seconds)
    for name in ("json", "prepare"):
        folder = os.path.dirname(os.path.abspath(getattr(options, name) or "x"))
        if not os.path.isdir(folder):
            raise Wrong("--%s %s: the folder %s is missing; make it first" % (name, getattr(options, name), folder))
    if IN_BUNDLE and (options.prepare or options.build):
        raise Wrong("--prepare, --build: this is a bundle, without sources; call scripts/gpu-check of the repository")
    return options


def find_bundle(options, out):
    """The folder, and what it says of itself. One that is made for this run alone lies beside its results."""
    if options.bundle:
        folder = os.path.abspath(options.bundle)
    elif IN_BUNDLE:
        folder = HERE
    else:
        folder = out + "-bundle"
        gpu_check_bundle.prepare(ROOT, options.build, folder)
    return folder, gpu_check_bundle.look_at(folder)


# ------------------------------------------------------------------------------------------------ results


def command_of(options):
    """What was asked for, without the names of this machine's folders."""
    words = ["gpu-check"] + ["--small"] * options.small + ["--any-device"] * options.any_device
    if options.stages != [stage[0] for stage in STAGES]:
        words += ["--stages", ",".join(options.stages)]
    return " ".join(words + (["--seconds", str(options.seconds)] if options.seconds != 300 else []))


def new_results(options, facts):
    return {
        "format": 1, "small": options.small, "equal": None,
        "version": facts["version"], "commit": facts["commit"],
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "command": command_of(options),
        "seconds_allowed": options.seconds, "seconds": 0.0, "finished": False,
        "operations": [], "machine": {}, "stages": [],
    }


def judge(results):
    """equal: no comparison differs, and there is one of every operation; None: not all were looked at."""
    rows = [row for stage in results["stages"] for row in stage.get("bits", [])]
    equal = None
    if any(not row["equal"] for row in rows):
        equal = False
    elif results["operations"] and {row["operation"] for row in rows} >= set(results["operations"]):
        equal = True
    results["equal"] = equal
    results["different"] = [row for row in rows if not row["equal"]]


def write(run, results):
    results["seconds"] = round(time.monotonic() - run.begin, 1)
    judge(results)
    run.write(results, gpu_check_page.page(results))


# ------------------------------------------------------------------------------------------------ stages


def limit_of(run, wanted, at):
    """Seconds for a stage: its own share, and what those after it will not need; never more than are left."""
    scale = 0.4 if run.small else 1.0  # what is small needs less, but for compilers' time in the first stages
    shares = [scale * share if name in wanted else 0 for name, _, share, _ in STAGES]
    left = run.end - time.monotonic()
    return max(min(shares[at], left), left - sum(shares[at + 1:]))


def run_stage(run, stage, work, limit):
    begin = time.monotonic()
    run.stage_end = min(begin + limit, run.end)
    try:
        work(run, stage)
        stage["status"] = "done"
    except Skipped as skipped:
        stage.update({"status": "skipped", "reason": str(skipped)})
    except OutOfTime as over:
        stage.setdefault("left_out", []).append(str(over))
    except Failed as failure:
        stage.setdefault("failures", []).append(str(failure))
    except Stopped as stopped:
        stage.update({"status": "stopped", "reason": str(stopped)})
        raise
    except Exception as error:  # pylint: disable=broad-except # files that are no JSON, our own faults: the next goes on
        stage.setdefault("failures", []).append("%s: %s" % (type(error).__name__, error))
    finally:
        stage["seconds"] = round(time.monotonic() - begin, 2)
    if stage.get("failures"):
        stage.update({"status": "failed", "reason": "; ".join(stage["failures"])})
    elif stage.get("left_out"):
        stage.update({"status": "shortened", "reason": "; ".join(stage["left_out"])})


def run_stages(run, results, wanted):
    for at, (name, what, _, work) in enumerate(STAGES):
        if name not in wanted:
            continue
        stage = {"name": name, "what": what, "status": "running", "seconds": 0.0}
        results["stages"].append(stage)
        write(run, results)
        limit = limit_of(run, wanted, at)
        if limit < 2:
            stage.update({"status": "skipped", "reason": "of %d seconds %.0f are left" % (run.seconds, max(limit, 0))})
        else:
            run.log("\n== %s, at most %.0f s" % (name, limit))
            run_stage(run, stage, work, limit)
            run.stage_end = run.end
            clocks = gpu_check_stages.sample_clocks(run)
            if clocks:
                stage["clocks_at_the_end"] = clocks
        if name == "machine":
            results["machine"] = {key: value for key, value in stage.items()
                                  if key not in ("name", "what", "status", "seconds", "reason")}
        run.pack()
        write(run, results)
        print("%-14s %-9s %6.1f s  %s" % (name, stage["status"], stage["seconds"], stage.get("reason", "")[:300]),
              flush=True)


def begin(run, results, options):
    """Which device it is about; what there is to compare."""
    run.stage_end = run.begin + 60  # however little time is given
    gpu_check_stages.choose_device(run, options.icd)
    results["machine"] = {"device": run.device}
    if not run.is_gpu and not (options.small or options.any_device):
        raise Failed("no GPU: the device is %s; see that everything runs by --small, or name a driver by --icd" %
                     run.device["name"])
    results["operations"] = [row["operation"] for row in gpu_check_stages.lines_of(
        run.command([run.tool("workload"), "list"], 10))]
    run.stage_end = run.end


def run_all(options):
    root = os.getcwd() if IN_BUNDLE else ROOT
    out = os.path.abspath(os.environ.get("OUT") or os.path.join(root, "build", "gpu-check"))
    bundle, facts = find_bundle(options, out)
    results = new_results(options, facts)
    run = Run(options, bundle, out)
    status = 1
    try:
        begin(run, results, options)
        run_stages(run, results, options.stages)
        results["finished"] = True
    except (Failed, OutOfTime) as failure:
        results["failure"] = str(failure)
        print("gpu-check: %s" % failure, file=sys.stderr)
    except Stopped as stopped:
        results["failure"] = str(stopped)
        print("gpu-check: stopped: %s; what was measured until then is in %s" % (stopped, out), file=sys.stderr)
    except Exception as error:
        results["failure"] = "%s: %s" % (type(error).__name__, error)
        raise
    finally:
        for number in STOPS:
            signal.signal(number, signal.SIG_IGN)  # the files are to become whole
        run.pack()
        write(run, results)
        run.close()
    print("equal bits: %s; %s" % ({True: "yes", False: "NO", None: "not all were looked at"}[results["equal"]],
                                  os.path.join(out, "results.json")))
    if results["finished"] and results["equal"] is not False and \
            all(stage["status"] in ("done", "skipped", "shortened") for stage in results["stages"]):
        status = 0
    return status


def main():
    for number in STOPS:
        signal.signal(number, stop)
    try:
        options = read_options(sys.argv[1:])
        if options.prepare:
            size = gpu_check_bundle.prepare(ROOT, options.build, os.path.abspath(options.prepare))
            print("%s: %.1f MB; on the other machine: %s/gpu-check" % (options.prepare, size / 1e6, options.prepare))
            return 0
        return run_all(options)
    except Wrong as wrong:
        print("gpu-check: %s" % wrong, file=sys.stderr)
        return 2
    except Failed as failed:
        print("gpu-check: %s" % failed, file=sys.stderr)
        return 1
    except Stopped as stopped:
        print("gpu-check: stopped: %s" % stopped, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
