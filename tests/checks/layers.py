"""Layers of the sources. usage: layers.py [BUILD FOLDER]

The graph of files has an edge for each include and, if a finished build is given, one for each symbol that one
object file needs and another defines; a table of functions leads from who names it to the functions in it.
Refused are includes that lead upwards and circles between files, and files that have memory of the C library's."""
import pathlib
import re
import subprocess
import sys

# Who may include what, by the longest prefix of a file's path. Objects are the folders of src that are not named
# here. The folders beside src see the public headers, and of src nothing.
MAY = {
    "include": {"include"},
    "kernels": {"kernels"},
    "src/core": {"include", "src/core"},
    "src/cpu": {"include", "kernels", "src/core", "src/cpu", "src"},
    "src/cl": {"include", "kernels", "src/core", "src/cl", "src"},
    "src/dispatch": {"include", "src/core", "src/cpu", "src/cl", "src/dispatch"},
    "src": {"include", "kernels", "src/core", "src/cpu", "src/cl", "src/dispatch", "src"},
    "bench": {"include", "kernels", "bench", "tools", "scenes", "examples"},
    "tools": {"include", "bench", "tools", "scenes", "examples"},
    "scenes": {"include", "bench", "tools", "scenes", "examples"},
    "examples": {"include", "bench", "tools", "scenes", "examples"},
}
# Edges that may be in a circle, as pairs of files.
ALLOWED = set()  # (from, to): none
# The context's allocator gives all memory, so that hosts and tests see it.
HEAP = {"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "memalign", "valloc", "free",
        "strdup", "strndup", "getline", "getdelim", "asprintf", "vasprintf", "open_memstream", "scandir", "realpath"}
HAS_HEAP = {
    "src/core/memory.c": "the default allocator",
    "src/mpi/transport.c": "made without a context",
}
# qsort() of some C libraries has memory of its own: glibc's beyond a kilobyte. src/core/sort.h has none.
HAS_QSORT = {
    "src/crowd/snapshot_check.c": "snapshots are read",
    "src/dispatch/calibrate.c": "calibration",
    "src/world/adding.c": "agents are added",
    "src/world/order.c": "snapshots are written and read",
}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<(throng/[^>]+)>)', re.M)


def layer(path):
    names = [name for name in MAY if path.startswith(name + "/")]
    return max(names, key=len, default=None)


def includes(root):
    for folder in sorted({name.split("/")[0] for name in MAY}):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".c", ".h", ".inc", ".cl", ".cpp"):
                continue
            for quoted, public in INCLUDE.findall(file.read_text()):
                other = root / quoted if quoted else root / "include" / public
                if quoted and not other.is_file():
                    other = file.parent / quoted
                if other.is_file():
                    name = file.relative_to(root).as_posix()
                    yield name, other.resolve().relative_to(root.resolve()).as_posix(), "includes"


def uncalled(root):
    """Public functions whose definitions do not begin with THRONG_CALL, which keeps the host's modes out."""
    wanted = re.compile(r"^THRONG_API throng_status (throng_\w+)\(", re.M)
    declared = {name for file in sorted((root / "include").rglob("*.h")) for name in wanted.findall(file.read_text())}
    begun = re.compile(r"^THRONG_CALL\((throng_\w+),", re.M)
    defined = {name for file in sorted((root / "src").rglob("*.c")) for name in begun.findall(file.read_text())}
    if len(declared) < 100:
        sys.exit(f"found {len(declared)} public functions")
    return sorted(declared - defined)


def object_symbols(build):
    """The sources of the library's object files, what each needs, and who defines it."""
    objects = {}
    for file in sorted(build.glob("CMakeFiles/throng*.dir/src/**/*.o")):
        source = re.sub(r"^.*?\.dir/", "", file.relative_to(build).as_posix())
        objects[str(file)] = re.sub(r"\.o$", "", source)
    if len(objects) < 10:
        sys.exit(f"{build} has {len(objects)} object files of the library")
    text = subprocess.run(["nm", "-A", "-P", "-g", *objects], capture_output=True, text=True, check=True).stdout
    needs, owner = [], {}
    for line in text.splitlines():
        file, rest = line.split(": ", 1)
        name, kind = rest.split()[:2]
        if kind in "Uw":
            needs.append((objects[file], name))
        else:
            owner[name] = objects[file]
    return set(objects.values()), needs, owner


def heap_uses(sources, needs):
    """What is wrong with who uses the C library's memory; a reason whose file has ended is wrong as well."""
    for names, reasons in ((HEAP, HAS_HEAP), ({"qsort", "qsort_r"}, HAS_QSORT)):
        users = {(source, name) for source, name in needs if name in names}
        for source, name in sorted(users):
            if source not in reasons:
                yield f"{source} uses {name}(): memory comes from the context's allocator, see src/core/memory.h"
        for source in sorted(sources & set(reasons) - {source for source, _ in users}):
            yield f"{source} uses none of {', '.join(sorted(names))}: remove it from layers.py"


def circles(graph):
    """The strongly connected components of more than one file, by Tarjan's algorithm."""
    index, low, stack, found = {}, {}, [], []

    def visit(file):
        index[file] = low[file] = len(index)
        stack.append(file)
        for other in graph.get(file, {}):
            if other not in index:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], index[other])
        if low[file] == index[file]:
            at = stack.index(file)
            if len(stack) - at > 1 or file in graph.get(file, {}):
                found.append(sorted(stack[at:]))
            del stack[at:]

    for file in sorted(graph):
        if file not in index:
            visit(file)
    return found


def main():
    sys.setrecursionlimit(10000)
    root, bad, graph = pathlib.Path("."), 0, {}
    edges = list(includes(root))
    if len(edges) < 100:
        sys.exit(f"found {len(edges)} includes")
    for file, other, _ in edges:
        if layer(other) not in MAY[layer(file)]:
            print(f"{file} includes {other}: upwards")
            bad = 1
    for name in uncalled(root):
        print(f"{name} is not defined by THRONG_CALL, see src/core/call.h")
        bad = 1
    if len(sys.argv) > 1:
        sources, needs, owner = object_symbols(pathlib.Path(sys.argv[1]))
        edges += [(source, owner[name], name) for source, name in needs if owner.get(name, source) != source]
        for text in heap_uses(sources, needs):
            print(text)
            bad = 1
    for file, other, why in edges:
        if (file, other) not in ALLOWED:
            graph.setdefault(file, {}).setdefault(other, why)
    for files in circles(graph):
        bad = 1
        print("a circle of files:", *files)
        for file in files:
            for other in sorted(set(files) & set(graph.get(file, {}))):
                print(f"    {file} -> {other}: {graph[file][other]}")
    gone = ALLOWED - {(file, other) for file, other, _ in edges}
    if len(sys.argv) > 1 and gone:
        sys.exit(f"edges that are gone, remove them from ALLOWED: {sorted(gone)}")
    return bad


sys.exit(main())
