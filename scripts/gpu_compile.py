"""What compiles a kernel for a GPU that need not be there: by clang with libclc, to AMD's assembly or to PTX."""
import glob
import os
import re
import shutil
import site
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, "kernels")


class Missing(Exception):
    """A tool, or a form."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def macros_of_headers():
    """Whole numbers that kernels/*/*.h define."""
    macros = {}
    for path in sorted(glob.glob(os.path.join(KERNELS, "*", "*.h"))):
        for name, value in re.findall(r"^#define (\w+) (\d+)\b(?!\.)", read(path), re.M):
            macros[name] = int(value)
    return macros


def value_of(text, macros):
    parts = [part for part in str(text).split("|") if part]
    for part in parts:
        if not part.isdigit() and part not in macros:
            raise Missing("%s, of a form in scripts/gpu-report, is not defined in kernels" % part)
    values = [int(part) if part.isdigit() else macros[part] for part in parts]
    result = 0
    for value in values:
        result |= value
    return result


def first_program(names):
    return next((found for found in map(shutil.which, names) if found), None)


def version_of(program, pattern):
    text = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(pattern, text)
    return found.group(0) if found else "unknown"


def places_of(name):
    """Where a program of CUDA's may be: on the path, in CUDA's folder, in a Python package."""
    folders = [os.path.join(folder, "nvidia", "*", "bin") for folder in site.getsitepackages()]
    return [name, os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin", name)] + [
        path for folder in folders for path in sorted(glob.glob(os.path.join(folder, name)))]


def find_tools():
    """Programs may be named by the environment; ptxas and the disassembler may be missing."""
    tools = {
        "clang": first_program([os.environ.get("THRONG_GPU_CLANG") or "clang-15", "clang-15", "clang-16", "clang"]),
        "ptxas": first_program([os.environ.get("THRONG_PTXAS") or "ptxas"] + places_of("ptxas")),
        "nvdisasm": first_program([os.environ.get("THRONG_NVDISASM") or "nvdisasm"] + places_of("nvdisasm")),
    }
    if os.environ.get("THRONG_PTXAS") == "off":
        tools["ptxas"] = None
    library = [os.environ.get("THRONG_LIBCLC") or "/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"]
    tools["libclc"] = next((d for d in library if os.path.exists(os.path.join(d, "amdgcn--amdhsa.bc"))), None)
    headers = [os.environ.get("THRONG_LIBCLC_INCLUDE") or "/usr/include", "/usr/local/include"]
    tools["headers"] = next((d for d in headers if os.path.exists(os.path.join(d, "clc", "clc.h"))), None)
    if not tools["clang"]:
        raise Missing("clang is missing: scripts/setup check")
    if not tools["libclc"] or not tools["headers"]:
        raise Missing("libclc is missing, its amdgcn--amdhsa.bc or clc/clc.h: scripts/setup check")
    return tools


def compilers_of(tools):
    return version_of(tools["clang"], r"clang version [\d.]+") + " with libclc, " + ", ".join(
        "%s %s" % (name, version_of(tools[name], r"V[\d.]+\d")) if tools[name] else "no " + name
        for name in ("ptxas", "nvdisasm"))


def tell_if_ptx(tools):
    if not tools["ptxas"] or not tools["nvdisasm"]:
        print("There is no %s, so that instructions are those of PTX." % ("nvdisasm" if tools["ptxas"] else "ptxas"))


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Missing("%s\n%s fails" % (done.stderr.strip()[-2000:], " ".join(command)))
    return done


def defines_of(form, macros):
    return ["-D%s=%d" % (macro, value_of(value, macros)) for macro, value in form.items()]


def compile_to(tools, target, name, defines, output, lines=False):
    """lines: with the source lines of instructions."""
    amd = target.startswith("amdgcn")
    defines = ["-DTHRONG_WIDTH=1"] + list(defines)
    if not amd:  # libclc lacks it there
        offset = os.path.join(os.path.dirname(output), "offset.h")
        with open(offset, "w", encoding="utf-8") as file:
            file.write("#define get_global_offset(dimension) ((size_t)0)\n")
        defines += ["-include", offset]
    run([tools["clang"], "-target", target] + (["-mcpu=gfx906", "-nogpulib"] if amd else []) +
        ["-x", "cl", "-cl-std=CL1.2", "-O3", "-w", "-ffp-contract=off", "-cl-fp32-correctly-rounded-divide-sqrt",
         "-Dcl_clang_storage_class_specifiers", "-I" + tools["headers"], "-include", "clc/clc.h", "-I" + ROOT,
         "-gline-tables-only" if lines else "-g0"] + defines +
        ["-Xclang", "-mlink-builtin-bitcode", "-Xclang",
         os.path.join(tools["libclc"], "amdgcn--amdhsa.bc" if amd else "nvptx64--nvidiacl.bc"),
         "-S", "-o", output, os.path.join(KERNELS, name)])


def compile_to_ptx(tools, name, defines, output, lines=False):
    """The text, for the oldest of our targets."""
    compile_to(tools, "nvptx64--nvidiacl", name, defines, output, lines)
    ptx = re.sub(r"(?m)^\.version.*", ".version 7.5" if lines else ".version 7.0", read(output))
    ptx = re.sub(r"(?m)^\.target.*", ".target sm_75", ptx)
    with open(output, "w", encoding="utf-8") as file:
        file.write(ptx)
    return ptx
