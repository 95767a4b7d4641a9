"""Bundles: all that a run needs, in one folder that goes to a machine without compilers."""
import json
import os
import re
import shutil
import subprocess

from gpu_check_run import Failed, Wrong

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = ["gpu_check.py", "gpu_check_bundle.py", "gpu_check_page.py", "gpu_check_run.py", "gpu_check_stages.py",
          "gpu_check_trace.py"]
# What every glibc machine has, and must have of its own.
SYSTEM = re.compile(r"^(libc|libm|libmvec|libdl|libpthread|librt|ld-linux.*)\.so")


def run(arguments, what):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).strip().splitlines()
        raise Failed("%s: exit status %d:\n%s" % (what, done.returncode, "\n".join(lines[-20:])))
    return done.stdout


def find_build(root, wanted):
    """A configured build folder: the one named, else that of scripts/test or of the preset release, else one of our own
    without tests."""
    if wanted:
        if not os.path.exists(os.path.join(wanted, "CMakeCache.txt")):
            raise Wrong("--build %s: no CMakeCache.txt is there; name a build folder that cmake made" % wanted)
        return wanted
    for preset in ("dev-release", "release"):
        folder = os.path.join(root, "build", preset)
        if os.path.exists(os.path.join(folder, "CMakeCache.txt")):
            return folder
    own = os.path.join(root, "build", "gpu-check-build")
    run(["cmake", "-S", root, "-B", own, "-DCMAKE_BUILD_TYPE=Release", "-DTHRONG_TESTS=OFF",
         "-DTHRONG_EXAMPLES=OFF"], "cmake")
    return own


def needed_libraries(program):
    """Paths of the shared libraries that a bare machine may lack."""
    for line in run(["ldd", program], "ldd").splitlines():
        name, _, rest = line.strip().partition(" => ")
        path = rest.split(" (")[0]
        if path.startswith("/") and not SYSTEM.match(name) and not name.startswith("libOpenCL"):
            yield name, path


def glibc_of(files):
    """The newest version of glibc that any of them asks for: [2, 34]."""
    versions = [[2, 0]]
    for path in files:
        with open(path, "rb") as file:
            versions += [[int(a), int(b)] for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", file.read())]
    return max(versions)


def prepare(root, build, folder):
    """Builds what a bundle holds and copies it into the folder, which is made."""
    build = find_build(root, build)
    run(["cmake", "--build", build, "--target", "gpu_check", "-j", str(os.cpu_count() or 1)], "the build in %s" % build)
    shutil.rmtree(os.path.join(folder, "lib"), ignore_errors=True)
    os.makedirs(os.path.join(folder, "lib"), exist_ok=True)
    files = []
    with open(os.path.join(build, "tools", "gpu-check", "bundle.txt"), encoding="utf-8") as listed:
        for line in listed.read().splitlines():
            name, path = line.split(" ", 1)
            files.append(os.path.join(folder, name))
            shutil.copy(path, files[-1])
            if shutil.which("strip"):
                run(["strip", files[-1]], "strip")
            for library, where in needed_libraries(path):
                shutil.copy(where, os.path.join(folder, "lib", library))
    for name in PYTHON:
        shutil.copy(os.path.join(HERE, name), os.path.join(folder, name))
    shutil.copy(os.path.join(root, "scripts", "gpu-check"), os.path.join(folder, "gpu-check"))
    files += [os.path.join(folder, "lib", name) for name in os.listdir(os.path.join(folder, "lib"))]
    version = re.match(r"throng (\S+) \((.*)\)", run([os.path.join(folder, "throng"), "--version"], "throng"))
    facts = {"version": version.group(1), "commit": version.group(2), "glibc": glibc_of(files)}
    with open(os.path.join(folder, "bundle.json"), "w", encoding="utf-8") as file:
        json.dump(facts, file)
        file.write("\n")
    return sum(os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(folder) for name in names)


def look_at(folder):
    """What a bundle says of itself; refuses what is none, or does not run here."""
    path = os.path.join(folder, "bundle.json")
    try:
        with open(path, encoding="utf-8") as file:
            facts = json.load(file)
    except (OSError, ValueError) as error:
        raise Wrong("--bundle %s: no bundle is there (%s); make one by: scripts/gpu-check --prepare FOLDER" %
                    (folder, getattr(error, "strerror", None) or "bundle.json is not JSON")) from error
    for name in ("throng", "costs", "workload", "compare", "lib/libOpenCL.so.1"):
        if not os.path.exists(os.path.join(folder, name)):
            raise Wrong("--bundle %s: %s is missing there; prepare the bundle anew" % (folder, name))
    here = os.confstr("CS_GNU_LIBC_VERSION") or ""
    found = re.search(r"(\d+)\.(\d+)", here)
    if found and [int(found.group(1)), int(found.group(2))] < facts["glibc"]:
        raise Failed("--bundle %s: it needs glibc %d.%d and this machine has %s; prepare it on an older system" %
                     (folder, *facts["glibc"], here))
    return facts
