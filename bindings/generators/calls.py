"""What the parameters of C functions mean, for the languages whose objects are written by rules: LuaJIT, C#, Rust.

A function without a rule is reached by the declarations alone. tests/bindings/languages.py says which those are, and
fails if one is not in BY_HAND."""
import re

from python import LEFT_OUT, Files, class_name

# Written by hand in each language, or a part of what is.
BY_HAND = {
    "throng_context_create", "throng_context_message", "throng_context_opencl_error", "throng_devices", "throng_calibrate",
    "throng_crowd_get", "throng_crowd_set", "throng_crowd_inspect", "throng_crowd_snapshot_bytes", "throng_crowd_save",
    "throng_crowd_restore", "throng_trace_read_points", "throng_readback_begin_agents", "throng_readback_fetch",
    "throng_readback_map"}
# Of C, C++ and Python alone: a world has the contexts of all its parts.
WORLDS = "world"  # begins the names of their headers


def without_worlds(description):
    """A description for the other languages."""
    return {kind: value if isinstance(value, str) else
            [each for each in value
             if not (each["name"] if kind == "headers" else each["header"]).startswith(WORLDS)]
            for kind, value in description.items()}


# What the library has no default function for, and no query wants to be without.
INITIAL = {"throng_crowd_query": {"radius": -1, "mask": 2 ** 32 - 1}}
CL_TYPES = ("cl_context", "cl_device_id", "cl_command_queue", "cl_mem", "cl_event")
SCALARS = {"float", "double", "int32_t", "uint32_t", "int64_t", "uint64_t"}


class Argument:
    """One argument of a method. `kind` is one of

    scalar       a number or a value of an enum
    struct       a struct by value
    struct_in    a struct by pointer
    agents       an array of handles without a stride, or none for all agents
    items        an array of structs: `count`, a pointer, and a stride if entries need not be packed
    same         another one with as many entries
    pairs        an array of pairs of floats, likewise; `optional` if it may be left out
    rows         an array of rows of floats, as many in a row as the object has types
    numbers      an array of floats without a stride
    region       a region, or none for the whole map
    grid_in      an array of cells, as many as the region has
    grid_out     the same as a result
    results      a result for each of the items
    range_out    `count` results, as many as the caller wants
    list         a list of results whose length the library knows
    hits, found  the results of a search
    buffer       the caller's memory, and its length
    out          one result"""

    def __init__(self, kind, name, type_=None, optional=False):
        self.kind, self.name, self.type, self.optional = kind, name, type_, optional


class Method:
    """A function of an object. `values` are what the C call gets for each parameter after the object: pairs of a form
    and an argument."""

    def __init__(self, function, owner):
        self.function, self.owner, self.doc = function, owner, function["doc"]
        self.name = function["name"].removeprefix(owner + "_")
        self.arguments, self.values = [], []

    def add(self, argument, *forms):
        if argument not in self.arguments:
            self.arguments.append(argument)
        self.values += [(form, argument) for form in forms]

    @property
    def results(self):
        return [a for a in self.arguments if a.kind in
                ("grid_out", "results", "range_out", "list", "hits", "found", "out")]

    @property
    def inputs(self):
        return [a for a in self.arguments if a not in self.results]


def bare(kind):
    """const throng_cell * is throng_cell."""
    return re.sub(r"\s*\*$", "", kind.removeprefix("const ")).strip()


class Reader:
    """Finds the meaning of one function's parameters."""

    def __init__(self, files, function, owner):
        self.files, self.method = files, Method(function, owner)
        self.left = [(p["type"], p["name"]) for p in function["parameters"][1:]]

    def ahead(self, *wanted):
        """Whether the next parameters have these types: a C type, or a pattern."""
        return len(self.left) >= len(wanted) and all(
            re.fullmatch(pattern, self.left[i][0]) for i, pattern in enumerate(wanted))

    def named(self, *names):
        return [n for _, n in self.left[:len(names)]] == list(names)

    def skip(self, count):
        del self.left[:count]

    def is_value(self, kind):
        return kind in SCALARS or kind in self.files.enums

    def packed(self):
        """Handles of agents without a stride, and what belongs to them: true if they were there."""
        if self.ahead(r"const throng_agent \*", "int32_t", r"(const )?throng_\w+ \*") and self.left[1][1] == "count":
            self.method.add(Argument("agents", self.left[0][1], "throng_agent"), "data", "count")
            kind, name = self.left[2]
            self.method.add(Argument("same" if kind.startswith("const ") else "results", name, bare(kind)), "data")
            self.skip(3)
            return True
        return False

    def items(self):
        """An array with its count: true if one was there."""
        pointer = r"const (float|throng_\w+) \*"
        if self.ahead("int32_t", pointer, "size_t") and self.left[0][1] == "count":
            kind, name = bare(self.left[1][0]), self.left[1][1]
            self.method.add(self.array(kind, name), "count", "data", "stride")
            self.skip(3)
            if self.ahead(r"const float \*", "size_t"):
                self.method.add(Argument("pairs", self.left[0][1], "float", True), "data", "stride")
                self.skip(2)
            elif self.ahead(r"const throng_\w+ \*", "size_t"):
                self.method.add(Argument("same", self.left[0][1], bare(self.left[0][0])), "data", "stride")
                self.skip(2)
            return True
        if self.ahead("int32_t", r"const throng_\w+ \*") and self.left[0][1] == "count":
            self.method.add(Argument("items", self.left[1][1], bare(self.left[1][0])), "count", "data")
            self.skip(2)
            return True
        if self.ahead(r"const float \*", "int32_t") and self.left[1][1] == "count":
            self.method.add(Argument("numbers", self.left[0][1], "float"), "data", "count")
            self.skip(2)
            return True
        return False

    @staticmethod
    def array(kind, name):
        if kind != "float":
            return Argument("items", name, kind)
        return Argument("pairs" if name in ("positions", "velocities", "vertices") else "rows", name, "float")

    def outputs(self):
        """Results: true if some were there."""
        pointer = r"(float|uint8_t|throng_\w+) \*"
        kind, name = (bare(self.left[0][0]), self.left[0][1]) if self.left else ("", "")
        if self.ahead("int32_t", pointer, "size_t") and self.left[0][1] == "count":
            self.method.add(Argument("range_out", self.left[1][1], bare(self.left[1][0])), "count", "data", "stride")
            self.skip(3)
        elif self.ahead("int32_t", pointer, r"int32_t \*") and self.named("capacity", "hits", "found"):
            self.method.add(Argument("scalar", "capacity", "int32_t"), "value")
            self.method.add(Argument("hits", "hits", bare(self.left[1][0])), "data")
            self.method.add(Argument("found", "found", "int32_t"), "data")
            self.skip(3)
        elif self.ahead(pointer, "int32_t", r"int32_t \*") and self.left[1][1] == "capacity":
            self.method.add(Argument("list", name, kind), "data", "count", "length")
            self.skip(3)
        elif self.ahead(pointer, "int64_t"):
            self.method.add(Argument("buffer", name, kind), "data", "count")
            self.skip(2)
        elif len(self.left) == 1 and self.ahead(r"(?!const )(?!void)\w+ \*"):
            many = any(a.kind in ("items", "rows", "agents") for a in self.method.arguments) and not kind.endswith("_obstacle")
            self.method.add(Argument("results" if many else "out", name, kind), "data")
            self.skip(1)
        else:
            return False
        return True

    def one(self):
        """One parameter, or a few that belong together: true if it was understood."""
        if self.ahead(r"const throng_region \*"):
            self.method.add(Argument("region", self.left[0][1], "throng_region"), "region")
            self.skip(1)
            if self.ahead(r"(const )?(float|uint8_t|throng_flow_direction) \*", "size_t"):
                kind = "grid_in" if self.left[0][0].startswith("const ") else "grid_out"
                self.method.add(Argument(kind, self.left[0][1], bare(self.left[0][0])), "data", "stride")
                self.skip(2)
            return True
        if self.packed() or self.items() or self.outputs():
            return True
        kind, name = self.left[0]
        if self.ahead(r"const throng_\w+ \*") and bare(kind) in self.files.structs:
            self.method.add(Argument("struct_in", name, bare(kind)), "value")
            self.skip(1)
            return True
        if self.is_value(kind) or kind in self.files.structs:
            self.method.add(Argument("scalar" if self.is_value(kind) else "struct", name, kind), "value")
            self.skip(1)
            return True
        return False

    def read(self):
        """The method, or None if the parameters follow no rule."""
        while self.left:
            if not self.one():
                return None
        return self.method


class Object:
    """An opaque type: its def, the objects that the def names, and its methods."""

    def __init__(self, files, name):
        self.name, self.class_name, self.methods = name, class_name(name), []
        functions = {f["name"]: f for f in files.all["functions"]}
        self.definition = files.structs[name + "_def"]
        self.uses = [(m["name"], bare(m["type"])) for m in self.definition["members"]
                     if m["type"].endswith("*") and bare(m["type"]) in files.opaque]
        self.explains = name + "_explain" in functions
        members = {m["name"] for m in self.definition["members"]}
        self.sized = {"width", "height", "worlds"} <= members
        self.typed = "weights" in members
        self.missing = []
        for function in functions.values():
            first = function["parameters"][0]["type"] if function["parameters"] else ""
            own = bare(first) == name and first.count("*") == 1
            mine = function["name"].startswith(name + "_") and not function["name"].endswith("_destroy")
            if not own or not mine or function["name"] in BY_HAND:
                continue
            method = Reader(files, function, name).read()
            if method:
                self.methods.append(method)
            else:
                self.missing.append(function["name"])


class Interface(Files):
    """The description, with what its parts mean."""

    def __init__(self, description):
        super().__init__(description)
        self.sharing = [s for s in description["functions"] if s["header"] in LEFT_OUT]
        self.sharing_structs = [s for s in description["structs"] if s["header"] in LEFT_OUT]
        self.opaque = [o["name"] for o in self.all["opaque"]]
        self.objects = [Object(self, name) for name in self.ordered()]

    def ordered(self):
        """Objects after those that they use; the context, which has no terrain, first."""
        return sorted(self.opaque, key=lambda n: (n != "throng_context", n != "throng_terrain", n))

    def defaults(self):
        """The default function of each struct that has one."""
        return {f["returns"]: f["name"] for f in self.all["functions"]
                if "_default_" in f["name"] and f["returns"] in self.structs}

    @staticmethod
    def without_opencl(kind):
        """A type of C in which OpenCL's objects are plain pointers."""
        kind = re.sub(r"const (%s) \*" % "|".join(CL_TYPES), "void *const *", kind)
        return re.sub(r"\b(%s)\b" % "|".join(CL_TYPES), "void *", kind).replace("cl_uint", "uint32_t")

    def without_rule(self):
        return [name for each in self.objects for name in each.missing]


__all__ = ["Argument", "BY_HAND", "INITIAL", "Interface", "LEFT_OUT", "bare", "class_name"]
