#!/usr/bin/env python3
"""Writes the declarations of the bindings from the public headers:

    bindings/generate.py           writes the files that differ
    bindings/generate.py --check   writes nothing; ends with 1 if a file is not what the headers give

libclang, from PyPI, gives types, offsets, sizes and values. docs/_tools/headers.py gives the
comments. bindings/api.json is the description that every language's files are made of. Layouts are those of 64-bit
systems, and of WebAssembly where those differ (wasm32); the C library's headers are not read, so the result is the same
on every machine."""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "docs", "_tools"))
sys.path.insert(0, os.path.join(HERE, "generators"))

from clang import cindex  # noqa: E402

import headers as comments  # noqa: E402
import calls  # noqa: E402
import csharp as csharp_files  # noqa: E402
import lua as lua_files  # noqa: E402
import python as python_files  # noqa: E402
import reference  # noqa: E402
import rust as rust_files  # noqa: E402
import web  # noqa: E402

CL_POINTERS = ("cl_context", "cl_device_id", "cl_command_queue", "cl_mem", "cl_event")
# What the headers include, as far as they use it: nothing of this machine is read.
SYSTEM = {
    "stddef.h": "typedef unsigned long size_t;\n#define NULL ((void *)0)\n",
    "stdint.h": "typedef signed char int8_t; typedef unsigned char uint8_t;\n"
                "typedef short int16_t; typedef unsigned short uint16_t;\n"
                "typedef int int32_t; typedef unsigned int uint32_t;\n"
                "typedef long long int64_t; typedef unsigned long long uint64_t;\n"
                "#define UINT64_MAX 18446744073709551615ull\n",
    "CL/cl.h": "typedef unsigned int cl_uint;\n" +
               "".join("typedef struct _%s *%s;\n" % (name, name) for name in CL_POINTERS),
}


def parse(source, target="x86_64-linux-gnu"):
    """The translation unit of a C text that includes public headers."""
    folder = "/throng-system"
    files = [(folder + "/" + name, text) for name, text in SYSTEM.items()] + [("/throng-main.c", source)]
    unit = cindex.Index.create().parse(
        "/throng-main.c", unsaved_files=files,
        args=["-x", "c", "-std=c11", "-nostdinc", "--target=" + target, "-I", folder,
              "-I", os.path.join(ROOT, "include")])
    faults = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if faults:
        sys.exit("generate: the headers do not compile:\n" + "\n".join(faults))
    return unit


def spelling(kind):
    """A type as it is written in C."""
    return re.sub(r"\bstruct (?=throng_)", "", kind.spelling)


def callback(pointer):
    """A function pointer's result and parameters, or None."""
    function = pointer.get_pointee().get_canonical() if pointer.kind != cindex.TypeKind.TYPEDEF else None
    canonical = pointer.get_canonical()
    if canonical.kind == cindex.TypeKind.POINTER:
        function = canonical.get_pointee()
    if function is None or function.kind != cindex.TypeKind.FUNCTIONPROTO:
        return None
    return function


def member(field):
    kind, count = field.type, None
    if kind.kind == cindex.TypeKind.CONSTANTARRAY:
        kind, count = kind.element_type, kind.element_count
    found = {"name": field.spelling, "type": spelling(kind), "offset": field.get_field_offsetof() // 8,
             "size": field.type.get_size()}
    if count is not None:
        found["count"] = count
    if callback(kind):
        found["callback"] = True
    return found


def definitions(unit):
    """The structs of a translation unit."""
    return {c.spelling: c for c in unit.cursor.get_children()
            if c.kind == cindex.CursorKind.STRUCT_DECL and c.is_definition()}


def layout(cursor):
    """Size, alignment, offsets and sizes of a struct and its members."""
    fields = list(cursor.type.get_fields())
    return {"size": cursor.type.get_size(), "align": cursor.type.get_align(),
            "offsets": [field.get_field_offsetof() // 8 for field in fields],
            "sizes": [field.type.get_size() for field in fields]}


LEFT_OUT = {"throng_mpi.h",  # of C alone, since MPI has types of its own
            "flow_seeds.h"}  # of C alone so far
SOURCE = "#include <throng/throng_opencl.h>\n" + "".join(
    "#include <throng/world_%s.h>\n" % kind for kind in ("crowd", "flow", "influence", "potential"))


class Description:
    """The public interface as plain lists and dictionaries."""

    def __init__(self):
        self.headers = [header for header in comments.read_headers(os.path.join(ROOT, "include", "throng"))
                        if header.name not in LEFT_OUT]
        self.symbols = {}
        for header in self.headers:
            for symbol in header.symbols():
                if symbol.kind != "member":
                    for name in symbol.names:
                        self.symbols[name] = (header.name, symbol)
        self.unit = parse(SOURCE)
        self.small = definitions(parse(SOURCE, "wasm32-unknown-unknown"))
        self.macros = self.macro_values()

    def macro_values(self):
        names = [s.name for h in self.headers for s in h.symbols() if s.kind == "macro" and "(" not in s.signature]
        unit = parse(SOURCE + "".join("enum value_of_%s { of_%s = %s };\n" % (n, n, n) for n in names))
        values = {}
        for cursor in unit.cursor.get_children():
            if cursor.kind == cindex.CursorKind.ENUM_DECL and cursor.spelling.startswith("value_of_"):
                values[cursor.spelling[len("value_of_"):]] = next(cursor.get_children()).enum_value
        return values

    def doc(self, name):
        symbol = self.symbols[name][1]
        return symbol.comment or (symbol.shared.comment if symbol.shared else "")

    def ordered(self, kind):
        return [(header.name, symbol) for header in self.headers for symbol in header.parts
                if isinstance(symbol, comments.Symbol) and symbol.kind == kind]

    def constants(self):
        return [{"name": s.name, "header": h, "value": self.macros[s.name], "doc": s.comment or ""}
                for h, s in self.ordered("macro") if s.name in self.macros]

    def enums(self):
        values, types = {}, {}
        for cursor in self.unit.cursor.get_children():
            if cursor.kind == cindex.CursorKind.ENUM_DECL:
                values.update({c.spelling: c.enum_value for c in cursor.get_children()})
            elif cursor.kind == cindex.CursorKind.TYPEDEF_DECL:
                types[cursor.spelling] = spelling(cursor.underlying_typedef_type)
        return [{"name": s.name, "header": h, "type": types.get(s.name), "doc": s.comment or "",
                 "values": [{"name": c.name, "value": values[c.name], "doc": c.comment or ""} for c in s.children]}
                for h, s in self.ordered("enum")]

    def structs(self):
        found = []
        cursors = definitions(self.unit)
        for header, symbol in self.ordered("struct"):
            cursor = cursors[symbol.name]
            docs = {name: child.comment or "" for child in symbol.children for name in child.names}
            members = [dict(member(field), doc=docs[field.spelling]) for field in cursor.type.get_fields()]
            found.append({"name": symbol.name, "header": header, "size": cursor.type.get_size(),
                          "align": cursor.type.get_align(), "doc": symbol.comment or "", "members": members})
            small = layout(self.small[symbol.name])
            if small != layout(cursor):
                found[-1]["wasm32"] = small
        return found

    def functions(self):
        cursors = {c.spelling: c for c in self.unit.cursor.get_children()
                   if c.kind == cindex.CursorKind.FUNCTION_DECL}
        return [{"name": s.name, "header": h, "returns": spelling(cursors[s.name].result_type),
                 "parameters": [{"name": a.spelling, "type": spelling(a.type)}
                                for a in cursors[s.name].get_arguments()],
                 "doc": self.doc(s.name)} for h, s in self.ordered("function")]

    def callbacks(self):
        found = []
        for header, symbol in self.ordered("type"):
            found.append({"name": symbol.name, "header": header, "declaration": symbol.signature,
                          "doc": symbol.comment or ""})
        return found

    def all(self):
        version = ".".join(str(self.macros["THRONG_VERSION_" + part]) for part in ("MAJOR", "MINOR", "PATCH"))
        return {"version": version,
                "headers": [{"name": h.name, "doc": h.intro} for h in self.headers],
                "constants": self.constants(), "enums": self.enums(),
                "opaque": [{"name": s.name, "header": h, "doc": s.comment or ""} for h, s in self.ordered("opaque")],
                "callbacks": self.callbacks(), "structs": self.structs(), "functions": self.functions()}


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: bindings/generate.py [--check]")
    description = Description().all()
    files = {"bindings/api.json": json.dumps(description, indent=1, ensure_ascii=False) + "\n"}
    files.update(python_files.files(description))
    files.update(reference.page(ROOT, description))
    for_all = calls.without_worlds(description)
    files.update(csharp_files.files(for_all))
    files.update(lua_files.files(for_all))
    files.update(rust_files.files(for_all))
    files.update(web.files(for_all))
    stale = []
    for name, text in files.items():
        path = os.path.join(ROOT, name)
        try:
            with open(path, encoding="utf-8") as file:
                if file.read() == text:
                    continue
        except FileNotFoundError:
            pass
        stale.append(name)
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    for name in stale:
        print("%s %s" % ("stale:" if check else "written:", name))
    if check and stale:
        sys.exit("generate: these are not what include/throng gives; run bindings/generate.py")


if __name__ == "__main__":
    main()
