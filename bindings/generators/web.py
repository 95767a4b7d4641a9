"""The generated files of the web package: tables of structs, enums and methods, their TypeScript types, and the names
that the module exports.

A method's parameters come from those of the C function by the rules of `Plan`; UNUSUAL has what these do not cover, and
LEFT_OUT what a page has no use for. bindings/web/src/methods.js carries the tables out."""
import json
import os
import re
import textwrap

import python
from calls import INITIAL

FOLDER = "bindings/web/src/"
NOTE = "// Written by bindings/generate.py from include/throng. Do not edit.\n"
# OpenCL, and measurements of backends: in a module there is one backend.
LEFT_OUT = {"throng_devices", "throng_context_opencl_error", "throng_calibrate", "throng_calibrate_default_def",
            "throng_operation_name", "throng_backend_name"}
STRUCTS_LEFT_OUT = {"throng_device_info", "throng_calibrate_def", "throng_calibrate_operation",
                    "throng_calibrate_report", "throng_allocator", "throng_logger", "throng_assertion",
                    "throng_parallel"}
# OpenCL; and reading ahead of what lies in the module's memory already.
HEADERS_LEFT_OUT = {"throng_opencl.h", "readback.h"}
HIDDEN = {"cookie", "reserved", "allocator", "logger", "assertion", "parallel", "user"}
FORMATS = {"float": "f32", "double": "f64", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64",
           "uint8_t": "u8", "size_t": "u32", "void": "u8"}
ARRAYS = {"f32": "Float32Array", "f64": "Float64Array", "i32": "Int32Array", "u32": "Uint32Array", "u8": "Uint8Array",
          "i64": "BigInt64Array", "u64": "BigUint64Array"}
HANDLES = {"throng_agent", "throng_obstacle"}
# Numbers that belong to one element of an array.
TOGETHER = {"positions": 2, "velocities": 2, ("throng_measure_choquet", "values"): "types"}
# Pointers to one struct, where others are to arrays; and what else these may be.
SINGLE = {"motion": "", "like": " | null", "room": ""}
# Methods that bindings/web/src/objects.js has by hand, with their types.
UNUSUAL = {
    "throng_crowd_set": ("set(what: Word<AgentValue>, values: Values | Word<Navigation>[], "
                         "agents?: AgentList | null): void;"),
    "throng_crowd_get": ("get<B extends Values = Float32Array>(what: Word<AgentValue>, agents?: AgentList | null, "
                         "out?: B | null): B;"),
    "throng_crowd_inspect": ("inspect(agent: Agent, dt: number): { perceived: Int32Array; avoided: Int32Array; "
                             "lines: Float32Array; wallCount: number };"),
    "throng_crowd_find_nearest": ("findNearest(queries: List<CrowdQuery>, capacity: number): CrowdHit[][];"),
    "throng_crowd_find_within": ("findWithin(queries: List<CrowdQuery>, capacity: number): "
                                 "{ hits: CrowdHit[][]; found: Int32Array };"),
    "throng_crowd_save": "save(): Uint8Array;",
    "throng_crowd_snapshot_bytes": "snapshotBytes(): number;",
    "throng_crowd_restore": "restore(snapshot: Uint8Array): void;",
}


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def class_name(name):
    return "".join(part.capitalize() for part in name.removeprefix("throng_").split("_"))


def prefix_of(enum):
    common = os.path.commonprefix([value["name"] for value in enum["values"]])
    return common[:common.rfind("_") + 1]


def enum_class(enum):
    return class_name(enum["name"]) if enum["name"] else class_name(prefix_of(enum).lower().rstrip("_"))


def comment(text, indent):
    """A comment of the headers as one of TypeScript."""
    pad = " " * indent
    lines = text.replace("*/", "* /").strip().split("\n")
    if lines == [""]:
        return []
    if len(lines) == 1 and len(lines[0]) < 100:
        return ["%s/** %s */" % (pad, lines[0])]
    return [pad + "/**"] + [(pad + " * " + line).rstrip() for line in lines] + [pad + " */"]


def wrapped(lines, width=110):
    """Lines of data, broken at spaces where they are longer than that. No text in them has a space."""
    for line in lines:
        yield from textwrap.wrap(line, width, subsequent_indent=" " * 8, break_long_words=False,
                                 break_on_hyphens=False) if len(line) > width else [line]


class Plan:
    """What the parameters of a function are for, as a list of steps, one for each parameter:

    ["f32", name] and the like     a number
    ["enum", name, class]          a number or a word
    ["value", name, struct]        a struct by value
    ["struct", name, struct]       a pointer to a struct, or null
    ["count"], ["stride", bytes]   follow from the arrays; ["rows", bytes] from the region
    ["in", name, element, parts]   an array; parts: numbers that belong to one element
    ["agents", name, element]      handles, or null for all agents
    ["out", name, element, parts, count]  an array to fill; count: "" is that of the arrays that go in
    ["gridIn"|"gridOut", name, element]   one number for each cell of the region
    ["region", name]               a region or null
    ["list", name, element]        what there is: asked for the number first
    ["one", name, element]         a result"""

    def __init__(self, files, function):
        self.files, self.function, self.steps = files, function, []
        self.parameters = function["parameters"][1:]
        names = [p["name"] for p in self.parameters]
        self.grid = "row_stride" in names
        self.counted = "count" in names and any(self.is_array_in(p) for p in self.parameters)
        skip = 0
        for i, parameter in enumerate(self.parameters):
            if skip:
                skip -= 1
                continue
            following = names[i + 1:i + 3]
            if self.is_pointer(parameter) and following == ["capacity", "count"]:
                self.steps.append(["list", camel(parameter["name"]), self.element(parameter)])
                skip = 2
            else:
                self.steps.append(self.step(parameter))

    def element(self, parameter):
        kind = parameter["type"].removeprefix("const ").rstrip(" *")
        return self.files.element(kind)

    @staticmethod
    def is_pointer(parameter):
        return parameter["type"].endswith("*")

    def is_array_in(self, parameter):
        return parameter["type"].startswith("const ") and self.is_pointer(parameter) and \
            parameter["type"] != "const throng_region *" or parameter["name"] == "regions"

    def parts(self, parameter):
        return TOGETHER.get((self.function["name"], parameter["name"]), TOGETHER.get(parameter["name"], 1))

    def step(self, parameter):
        name, kind = camel(parameter["name"]), parameter["type"]
        if kind == "const throng_region *" and name == "region":
            return ["region", name]
        if self.is_pointer(parameter):
            return self.pointer(parameter, name)
        if name == "count" and self.counted:
            return ["count"]
        if name == "rowStride":
            return ["rows"]
        if name.lower().endswith("stride"):
            return ["stride"]
        if kind in self.files.enums:
            return ["enum", name, class_name(kind)]
        if kind in self.files.structs:
            return ["value", name, class_name(kind)]
        return [FORMATS[kind], name]

    def pointer(self, parameter, name):
        element, const = self.element(parameter), parameter["type"].startswith("const ")
        if self.grid:
            return ["gridIn" if const else "gridOut", name, element]
        if const and name in SINGLE:
            return ["struct", name, element]
        if const and element == "Agent" and "stride" not in [p["name"] for p in self.parameters]:
            return ["agents", name, element]
        if const:
            return ["in", name, element, self.parts(parameter)]
        names = [p["name"] for p in self.parameters]
        if name != "handle" and (self.counted or "count" in names):
            count = "" if self.counted else "capacity" if "capacity" in names else \
                "paths*count" if "paths" in names else "count"
            return ["out", name, element, self.parts(parameter), count]
        return ["one", name, element]


class Files:
    def __init__(self, description):
        self.all = {k: v if isinstance(v, str) else [s for s in v if s.get("header") not in HEADERS_LEFT_OUT]
                    for k, v in description.items()}
        self.enums = {e["name"]: e for e in self.all["enums"] if e["name"]}
        self.structs = {s["name"]: s for s in self.all["structs"]}
        self.opaque = [o["name"] for o in self.all["opaque"]]
        self.shown = [s for s in self.all["structs"] if s["name"] not in STRUCTS_LEFT_OUT]
        self.functions = [f for f in self.all["functions"] if f["name"] not in LEFT_OUT]
        self.methods = {o: [] for o in self.opaque}
        for function in self.functions:
            for name in self.opaque:
                first = function["parameters"][0]["type"] if function["parameters"] else ""
                verb = function["name"].removeprefix(name + "_")
                own = first in (name + " *", "const %s *" % name) and verb != function["name"]
                if own and verb not in ("create", "destroy", "explain"):
                    self.methods[name].append((function, camel(verb)))

    # ------------------------------------------------------------ tables

    def element(self, kind):
        """Name of what arrays are of: a format of numbers or a struct's class."""
        kind = self.enums[kind]["type"] if kind in self.enums else kind
        return FORMATS.get(kind) or class_name(kind)

    def numbers(self, struct):
        """The format if all members are numbers of one kind, else None. Handles are pairs of i32."""
        if struct["name"] in HANDLES:
            return "i32"
        found = set()
        for member in struct["members"]:
            if member["type"] in self.structs:
                found.add(self.numbers(self.structs[member["type"]]))
            else:
                found.add(FORMATS.get(member["type"]) if "count" not in member else None)
        return found.pop() if len(found) == 1 else None

    def layout(self, struct):
        return struct.get("wasm32") or {
            "size": struct["size"], "align": struct["align"], "offsets": [m["offset"] for m in struct["members"]],
            "sizes": [m["size"] for m in struct["members"]]}

    def member_kind(self, member):
        """Format of a member; a class of an enum, a struct or an object; or a pointer."""
        kind = member["type"]
        if kind in self.enums:
            return [FORMATS[self.enums[kind]["type"]], class_name(kind)]
        if kind in self.structs:
            return ["struct", class_name(kind)]
        if kind == "char":
            return ["text"]
        if kind == "const char *":
            return ["string"]
        if kind == "const float *":
            return ["floats"]
        if kind.rstrip(" *") in self.opaque:
            return ["object", class_name(kind.rstrip(" *"))]
        return [FORMATS[kind]] if kind in FORMATS else ["hidden"]

    def struct_table(self):
        table = {}
        for struct in self.shown:
            layout, members = self.layout(struct), []
            for member, offset in zip(struct["members"], layout["offsets"]):
                kind = ["hidden"] if member["name"] in HIDDEN else self.member_kind(member)
                members.append([camel(member["name"]), offset, member.get("count", 0)] + kind)
            table[class_name(struct["name"])] = {
                "size": layout["size"], "numbers": self.numbers(struct), "members": members}
        return table

    def enum_table(self):
        return {enum_class(e): {v["name"].removeprefix(prefix_of(e)).lower(): v["value"] for v in e["values"]}
                for e in self.all["enums"]}

    def agent_values(self):
        """Format and number of numbers of each value of throng_agent_value."""
        formats = {"<f4": "f32", "<f8": "f64", "<i4": "i32", "<u4": "u32", "<i8": "i64", "<u8": "u64"}
        return {value: [formats[kind], count]
                for value, (kind, count, _) in python.Files(self.all).agent_values().items()}

    def flags(self):
        return [enum_class(e) for e in self.all["enums"] if e["type"] in ("uint32_t", None)]

    def method_table(self):
        table = {}
        for name, methods in self.methods.items():
            table[class_name(name)] = [[verb, f["name"], Plan(self, f).steps] for f, verb in methods
                                       if f["name"] not in UNUSUAL and f["returns"] in ("throng_status", "int32_t")]
        return table

    def initial(self):
        """Values that structs begin with for which the library has no default function."""
        return {class_name(name): {camel(member): value for member, value in values.items()}
                for name, values in INITIAL.items()}

    def creators(self):
        return {class_name(o): bool([f for f in self.functions if f["name"] == o + "_explain"])
                for o in self.opaque if o != "throng_context"}

    def defaults(self):
        return {camel(f["name"].removeprefix("throng_").replace("_default", "")):
                [f["name"], class_name(f["returns"])] for f in self.functions if "_default_" in f["name"]}

    def script(self):
        def table(name, value):
            lines = ["export const %s = {" % name]
            lines += wrapped("    %s: %s," % (key, json.dumps(entry)) for key, entry in value.items())
            return lines + ["};", ""]
        constants = {c["name"].removeprefix("THRONG_"): c["value"] for c in self.all["constants"]}
        lines = [NOTE] + ["export const VERSION = %s;" % json.dumps(self.all["version"]), ""]
        lines += ["export const CONSTANTS = {"]
        lines += ["    %s: %d%s," % (k, v, "n" if v > 2 ** 53 else "") for k, v in constants.items()] + ["};", ""]
        lines += table("ENUMS", self.enum_table())
        lines += ["export const FLAGS = %s;" % json.dumps(self.flags()), ""]
        lines += table("STRUCTS", self.struct_table())
        lines += table("AGENT_VALUES", self.agent_values())
        lines += table("METHODS", self.method_table())
        lines += table("CREATORS", self.creators())
        lines += table("DEFAULTS", self.defaults())
        lines += table("INITIAL", self.initial())
        return "\n".join(lines)

    def exports(self):
        names = ["_malloc", "_free", "_throng_web_logger"] + ["_" + f["name"] for f in self.functions]
        return json.dumps(names, indent=1) + "\n"

    # ------------------------------------------------------------ TypeScript

    def type_of(self, kind, member=None):
        if kind[0] == "struct":
            return kind[1] + ("[]" if member and member.get("count") else "")
        if kind[0] in ("string", "text"):
            return "string"
        if kind[0] == "floats" or member and member.get("count"):
            return "ArrayLike<number>"
        if kind[0] == "object":
            return kind[1] + " | null"
        if kind[0] in ("i64", "u64"):
            return "bigint"
        return "Word<%s>" % kind[1] if len(kind) > 1 else "number"

    def enum_types(self):
        lines = []
        for enum in self.all["enums"]:
            words = [v["name"].removeprefix(prefix_of(enum)).lower() for v in enum["values"]]
            lines += comment(enum["doc"] or "A sum of values that begin with %s in C." % prefix_of(enum), 0)
            lines += textwrap.wrap("export type %s = %s;" % (enum_class(enum), " | ".join('"%s"' % w for w in words)),
                                   108, subsequent_indent="    ") + [""]
        return lines

    def struct_types(self):
        lines = []
        for struct in self.shown:
            lines += comment(struct["doc"], 0) + ["export interface %s {" % class_name(struct["name"])]
            for member in struct["members"]:
                kind = self.member_kind(member)
                if member["name"] in HIDDEN or kind[0] == "hidden":
                    continue
                lines += comment(member["doc"], 4)
                lines.append("    %s: %s;" % (camel(member["name"]), self.type_of(kind, member)))
            lines += ["}", ""]
        return lines

    def array_types(self, element, out):
        """Types of an array that goes in; of one that comes out: made anew, and given by the caller."""
        if element in ARRAYS:
            return "Values", ARRAYS[element]
        numbers = self.struct_table()[element]["numbers"]
        if out:
            return None, ARRAYS[numbers] if numbers else element + "[]"
        return "List<%s>%s" % (element, " | Values" if numbers else ""), None

    def signature(self, function, verb):
        """A method's declaration."""
        given, results = [], []
        for step in Plan(self, function).steps:
            kind, name = step[0], step[1] if len(step) > 1 else ""
            if kind in ("count", "stride", "rows"):
                continue
            if kind == "region":
                given.append("%s: Region | null" % name)
            elif kind in ("in", "gridIn"):
                optional = " | null" if name == "velocities" else ""
                given.append("%s: %s%s" % (name, self.array_types(step[2], False)[0], optional))
            elif kind in ("out", "gridOut"):
                results.append((name, self.array_types(step[2], True)[1], True))
            elif kind == "agents":
                given.append("%s: %s | null" % (name, self.array_types(step[2], False)[0]))
            elif kind == "list":
                results.append((name, self.array_types(step[2], True)[1], False))
            elif kind == "one":
                results.append((name, self.type_of([step[2]] if step[2] in ARRAYS else ["struct", step[2]]), False))
            elif kind == "struct":
                given.append("%s: Partial<%s>%s" % (name, step[2], SINGLE[name]))
            elif kind == "value":
                given.append("%s: %s" % (name, step[2]))
            elif kind == "enum":
                given.append("%s: Word<%s>" % (name, step[2]))
            else:
                given.append("%s: %s" % (name, "bigint" if kind in ("i64", "u64") else "number"))
        given += ["%s?: %s | Block | null" % (name, kind) for name, kind, out in results if out]
        result = " ".join(["{"] + ["%s: %s;" % r[:2] for r in results] + ["}"]) if len(results) > 1 else \
            (results[0][1] if results else "void")
        if function["returns"] == "int32_t":
            result = "number"
        return "%s(%s): %s;" % (verb, ", ".join(given), result)

    def class_types(self):
        lines = []
        for name in self.opaque:
            doc = next(o["doc"] for o in self.all["opaque"] if o["name"] == name)
            lines += comment(doc, 0) + ["export class %s extends ThrongObject {" % class_name(name)]
            if name == "throng_context":
                for made, explain in self.creators().items():
                    create = next(f for f in self.functions if f["name"] == "throng_%s_create" % made.lower())
                    lines += comment(create["doc"], 4)
                    lines.append("    create%s(def?: Partial<%sDef>): %s;" % (made, made, made))
                    if explain:
                        lines.append("    explain%s(def?: Partial<%sDef>): Selection;" % (made, made))
            for function, verb in self.methods[name]:
                unusual = UNUSUAL.get(function["name"])
                if not unusual and function["returns"] not in ("throng_status", "int32_t"):
                    continue
                lines += comment(function["doc"], 4)
                lines += textwrap.wrap(unusual or self.signature(function, verb), 104, initial_indent="    ",
                                       subsequent_indent="        ", break_long_words=False)
            lines += ["}", ""]
        return lines

    def types(self):
        lines = [NOTE + 'import type { Block, List, ThrongObject as Base, Values, Word } from "./throng.js";',
                 'import { ThrongObject } from "./throng.js";', "",
                 "/** Handles of agents: pairs of index and generation. */",
                 "export type AgentList = Int32Array | Block | Agent[];", ""]
        lines[0] = NOTE + 'import { Block, List, ThrongObject, Values, Word } from "./throng.js";'
        del lines[1]
        lines += self.enum_types() + self.struct_types() + self.class_types()
        lines += ["/** Definitions and the like as the library fills them in. */", "export interface Defaults {"]
        lines += ["    %s(): %s;" % (name, entry[1]) for name, entry in self.defaults().items()] + ["}", ""]
        lines += ["export const VERSION: string;", "export const CONSTANTS: {"]
        lines += ["    readonly %s: %s;" % (c["name"].removeprefix("THRONG_"),
                                            "bigint" if c["value"] > 2 ** 53 else "number")
                  for c in self.all["constants"]] + ["};", ""]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def files(description):
    """Names of files and their texts."""
    made = Files(description)
    return {FOLDER + "api.js": made.script(), FOLDER + "api.d.ts": made.types(),
            "bindings/web/exports.json": made.exports()}
