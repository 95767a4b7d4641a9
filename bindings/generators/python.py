"""The generated files of the Python package: the foreign interface, enums, dtypes, records, types of keywords, texts."""
import contextlib
import io
import keyword
import os
import re
import tempfile
import textwrap

FOLDER = "bindings/python/src/throng/"
NOTE = "# Written by bindings/generate.py from include/throng. Do not edit.\n"
NUMBERS = {"float": ("<f4", "float"), "double": ("<f8", "float"), "int32_t": ("<i4", "int"), "uint32_t": ("<u4", "int"),
           "int64_t": ("<i8", "int"), "uint64_t": ("<u8", "int"), "uint8_t": ("u1", "int"), "size_t": ("<u8", "int")}
OBJECTS = {"throng_terrain *": "Terrain", "throng_flow *": "Flow", "throng_measure *": "Measure",
           "throng_potential *": "Potential", "throng_crowd *": "Crowd", "throng_influence *": "Influence",
           "throng_trace *": "Trace"}
LEFT_OUT = {"throng_opencl.h"}  # needs OpenCL's own types
HIDDEN = {"cookie", "reserved"}


def class_name(name):
    """throng_flow_def is FlowDef."""
    return "".join(part.capitalize() for part in name.removeprefix("throng_").split("_"))


def python_name(name):
    """lambda is lambda_."""
    return name + "_" if keyword.iskeyword(name) else name


def dtype_name(name):
    return name.removeprefix("throng_").upper()


def prefix_of(enum):
    """What all values of an enum begin with, up to an underscore."""
    names = [value["name"] for value in enum["values"]]
    common = os.path.commonprefix(names)
    return common[:common.rfind("_") + 1]


class Files:
    def __init__(self, description):
        self.all = {k: v if isinstance(v, str) else [s for s in v if s.get("header") not in LEFT_OUT]
                    for k, v in description.items()}
        self.enums = {e["name"]: e for e in self.all["enums"] if e["name"]}
        self.types = {name: enum["type"] for name, enum in self.enums.items()}
        self.structs = {s["name"]: s for s in self.all["structs"]}

    # ------------------------------------------------------------ the foreign interface

    def cdef(self):
        lines = ["typedef %s %s;" % (enum["type"], name) for name, enum in self.enums.items()]
        lines += ["typedef struct %s %s;" % (o["name"], o["name"]) for o in self.all["opaque"]]
        lines += [callback["declaration"].replace("typedef ", "", 1).join(("typedef ", ";"))
                  for callback in self.all["callbacks"]]
        for struct in self.all["structs"]:
            lines.append("typedef struct %s {" % struct["name"])
            for member in struct["members"]:
                text = member["type"] + " " + member["name"]
                if member.get("callback"):
                    text = member["type"].replace("(*)", "(*%s)" % member["name"], 1)
                lines.append("    %s%s;" % (text, "[%d]" % member["count"] if "count" in member else ""))
            lines.append("} %s;" % struct["name"])
        for function in self.all["functions"]:
            parameters = ", ".join("%s %s" % (p["type"], p["name"]) for p in function["parameters"]) or "void"
            lines.append("%s %s(%s);" % (function["returns"], function["name"], parameters))
        return "\n".join(lines) + "\n"

    def foreign(self):
        import cffi
        builder = cffi.FFI()
        builder.cdef(self.cdef())
        builder.set_source("throng._foreign", None)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "_foreign.py")
            with contextlib.redirect_stdout(io.StringIO()):  # it says where it writes
                builder.emit_python_code(path)
            with open(path, encoding="utf-8") as file:
                lines = file.read().split("\n")
        text = "\n".join(line for line in lines if not line.startswith("#"))
        # What checkers know of cffi has none of the library's functions and structs.
        return NOTE + "from typing import Any\n\n" + text.lstrip("\n").replace("ffi = ", "ffi: Any = ", 1)

    # ------------------------------------------------------------ enums and constants

    def enum_module(self):
        out = [NOTE + '"""Enums and constants of the library."""', "from enum import IntEnum, IntFlag", ""]
        for enum in self.all["enums"]:
            prefix = prefix_of(enum)
            flags = enum["type"] in ("uint32_t", None)
            name = class_name(enum["name"]) if enum["name"] else class_name(prefix.lower().rstrip("_"))
            out += ["", "class %s(%s):" % (name, "IntFlag" if flags else "IntEnum")]
            out += self.docstring(enum["doc"] or "Values that begin with %s in C; a sum of them." % prefix, 4)
            for value in enum["values"]:
                out.append("    %s = %d" % (value["name"].removeprefix(prefix), value["value"]))
                out += self.docstring(value["doc"], 4)
            out.append("")
        for constant in self.all["constants"]:
            out.append("%s = %d" % (constant["name"].removeprefix("THRONG_"), constant["value"]))
            out += self.docstring(constant["doc"], 0)
        return "\n".join(out) + "\n"

    def docstring(self, text, indent):
        pad = " " * indent
        text = text.replace("\\", "\\\\").replace('"""', "'''")
        lines = text.strip().split("\n")
        if len(lines) == 1:
            return ['%s"""%s"""' % (pad, lines[0])]
        return ['%s"""%s' % (pad, lines[0])] + [(pad + line).rstrip() for line in lines[1:]] + ['%s"""' % pad]

    # ------------------------------------------------------------ structs

    def number(self, kind):
        """(numpy's format, Python's type) of a number or an enum, or None."""
        return NUMBERS.get(self.types.get(kind, kind))

    def plain(self, struct):
        """Whether numpy can hold the struct: numbers and structs of numbers."""
        return all("*" not in m["type"] and not m.get("callback") and (
            self.number(m["type"]) or m["type"] == "char" or
            m["type"] in self.structs and self.plain(self.structs[m["type"]])) for m in struct["members"])

    def agent_values(self):
        """(format, count, "r" or "w" or "rw") of each value of throng_agent_value, as its comment says."""
        found = {}
        for value in self.enums["throng_agent_value"]["values"]:
            doc = re.sub(r"\s+", " ", value["doc"])
            pair = re.match(r"[^.]*\b2 (float|double)s", doc)
            kind = re.search(r"\ba (u?int(?:32|64)_t)|\ban (int32_t)", doc)
            number = NUMBERS[pair.group(1) if pair else next(filter(None, kind.groups())) if kind else "float"]
            access = "r" if "Read only" in doc else "w" if "Set only" in doc else "rw"
            found[value["value"]] = (number[0], 2 if pair else 1, access)
        return found

    def dtype_module(self):
        out = [NOTE + '"""Structs of the library as numpy dtypes."""', "import numpy as np", "",
               "ENUMS = {  # members of structs that hold values of an enum"]
        out += ["    (%r, %r): %r," % (s["name"], m["name"], class_name(m["type"]))
                for s in self.all["structs"] for m in s["members"] if m["type"] in self.enums]
        out += ["}", "", "AGENT_VALUES = {  # of enums.AgentValue: format, count, and whether it is read and written"]
        out += ["    %d: %r," % item for item in self.agent_values().items()] + ["}", ""]
        for struct in self.all["structs"]:
            if not self.plain(struct):
                continue
            names, formats, offsets = [], [], []
            for member in struct["members"]:
                number = self.number(member["type"])
                form = repr(number[0]) if number else dtype_name(member["type"])
                if member["type"] == "char":
                    form = repr("S%d" % member["count"])
                elif "count" in member:
                    form = "(%s, (%d,))" % (form, member["count"])
                names.append(member["name"])
                formats.append(form)
                offsets.append(str(member["offset"]))
            name = dtype_name(struct["name"])
            out.append("%s: \"np.dtype[np.void]\" = np.dtype({" % name)
            out += self.wrapped("'names': [%s]," % ", ".join(map(repr, names)))
            out += self.wrapped("'formats': [%s]," % ", ".join(formats))
            out += self.wrapped("'offsets': [%s]," % ", ".join(offsets))
            out.append("    'itemsize': %d})" % struct["size"])
            out += self.docstring(struct["doc"], 0)
            out.append("")
        return "\n".join(out)

    def wrapped(self, text):
        return textwrap.wrap(text, 108, initial_indent="    ", subsequent_indent=" " * 8, break_long_words=False)

    # ------------------------------------------------------------ records that calls return

    def is_record(self, struct):
        return struct["name"].endswith(("_info", "_selection", "_best", "_report", "_calibrate_operation")) and \
            self.plain(struct)

    def record_module(self):
        out = [NOTE + '"""What calls report, as named tuples."""', "from typing import NamedTuple, Tuple", "",
               "from . import enums", ""]
        structs = [s for s in self.all["structs"] if self.is_record(s)]
        for struct in structs:
            out += ["", "class %s(NamedTuple):" % class_name(struct["name"])] + self.docstring(struct["doc"], 4)
            for member in struct["members"]:
                if member["name"] in HIDDEN:
                    continue
                kind = self.number(member["type"])
                if member["type"] in self.enums:
                    text = "enums." + class_name(member["type"])
                elif member["type"] == "char":
                    text = "str"
                elif kind:
                    text = "Tuple[%s, ...]" % kind[1] if "count" in member else kind[1]
                else:
                    text = "Tuple[%s, ...]" % class_name(member["type"])
                out.append("    %s: %s" % (python_name(member["name"]), text))
                out += self.docstring(member["doc"], 4)
            out.append("")
        out += ["", "RECORDS = {"] + ["    %r: %s," % (s["name"], class_name(s["name"])) for s in structs] + ["}"]
        return "\n".join(out) + "\n"

    # ------------------------------------------------------------ types of keyword arguments

    def keyword_type(self, member, columns):
        kind = member["type"]
        if kind in self.enums:
            enum = self.enums[kind]
            words = [value["name"].removeprefix(prefix_of(enum)).lower() for value in enum["values"]]
            text = "Union[enums.%s, int, str]" % class_name(kind) if enum["type"] == "uint32_t" else \
                "Union[enums.%s, int, Literal[%s]]" % (class_name(kind), ", ".join('"%s"' % w for w in words))
            return "Union[%s, ArrayLike]" % text if columns else text
        if kind in OBJECTS:
            return 'Optional["%s"]' % OBJECTS[kind]
        if kind == "const char *":
            return "Optional[str]"
        if kind == "const float *" or "count" in member or columns:
            return "ArrayLike"
        if member.get("callback"):
            return "Optional[Callable[[int, int, str], None]]"
        number = self.number(kind)
        return number[1] if number else None

    def keyword_module(self):
        names = sorted(set(OBJECTS.values()))
        out = [NOTE + '"""Keyword arguments, for type checkers."""',
               "from typing import TYPE_CHECKING, Callable, Literal, Optional, TypedDict, Union", "",
               "from numpy.typing import ArrayLike", "", "from . import enums", "", "if TYPE_CHECKING:"]
        out += ["    from . import %s" % ", ".join(names), ""]
        for struct in self.all["structs"]:
            definition = struct["name"].endswith("_def") and struct["name"] != "throng_agent_def"
            if not definition and (self.is_record(struct) or not self.plain(struct)):
                continue
            name = class_name(struct["name"]) if definition else class_name(struct["name"]) + "Columns"
            out += ["", "class %s(TypedDict, total=False):" % name] + self.docstring(struct["doc"], 4)
            for member in struct["members"]:
                text = self.keyword_type(member, not definition)
                if member["name"] in HIDDEN | {"user"} or text is None:
                    continue
                out.append("    %s: %s" % (python_name(member["name"]), text))
                out += self.docstring(member["doc"], 4)
            out.append("")
        return "\n".join(out) + "\n"

    # ------------------------------------------------------------ texts

    def text_module(self):
        out = [NOTE + '"""The comments of the headers."""', "FUNCTIONS = {"]
        for function in self.all["functions"]:
            out += self.entry(function["name"], function["doc"], 4)
        out += ["}", "STRUCTS = {"]
        for struct in self.all["structs"]:
            out.append("    %r: {" % struct["name"])
            out += self.entry("", struct["doc"], 8)
            for member in struct["members"]:
                out += self.entry(member["name"], member["doc"], 8)
            out.append("    },")
        return "\n".join(out + ["}"]) + "\n"

    def entry(self, name, text, indent):
        pad = " " * indent
        return ["%s%r: (" % (pad, name)] + \
            ["%s    %r" % (pad, line + ("\n" if i else "")) for i, line in
             zip(range(text.count("\n"), -1, -1), text.split("\n"))] + ["%s)," % pad]


def files(description):
    """Names of files and their texts."""
    made = Files(description)
    texts = {"_foreign.py": made.foreign(), "enums.py": made.enum_module(), "dtypes.py": made.dtype_module(),
             "records.py": made.record_module(), "keywords.py": made.keyword_module(), "_texts.py": made.text_module()}
    return {FOLDER + name: re.sub(r"\n{3,}", "\n\n\n", text) for name, text in texts.items()}
