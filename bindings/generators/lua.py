"""The generated files of the LuaJIT package: declarations for its ffi, and the objects."""
from calls import INITIAL, Interface, class_name

FOLDER = "bindings/lua/throng/"
NOTE = "-- Written by bindings/generate.py from include/throng. Do not edit.\n"
RANGES = {"int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64", "uint8_t": "u8", "size_t": "u64",
          "float": "number", "double": "number"}
RESERVED = {"end", "repeat", "function", "local", "in"}


def short(name):
    return name.removeprefix("throng_")


def comment(text, pad=""):
    return ["%s--- %s" % (pad, line) if line else pad + "---" for line in text.split("\n")] if text else []


class LuaFiles(Interface):
    def form(self, kind):
        """How a number is checked: a range, or the name of an enum."""
        if kind in self.enums:
            return short(kind)
        return RANGES.get(kind)

    @staticmethod
    def declared(kind, name):
        """A member; the name of a pointer to a function stands inside its type."""
        return "%s;" % kind.replace("(*)", "(*%s)" % name) if "(*)" in kind else "%s %s;" % (kind, name)

    def sharing_cdef(self):
        """The calls on a program's own OpenCL objects, whose handles are plain pointers here."""
        out = []
        for struct in self.sharing_structs:
            members = " ".join(self.declared(self.without_opencl(m["type"]), m["name"]) for m in struct["members"])
            out.append("typedef struct %s { %s } %s;" % (struct["name"], members, struct["name"]))
        for function in self.sharing:
            out.append("%s %s(%s);" % (function["returns"], function["name"], ", ".join(
                "%s %s" % (self.without_opencl(p["type"]), p["name"]) for p in function["parameters"])))
        return out

    def declarations(self):
        out = [NOTE, "local declarations = {}", "", "declarations.cdef = [["] + self.cdef().split("\n")[:-1] + \
            self.sharing_cdef() + ["]]", ""]
        out += ["-- Values of enums by their names.", "declarations.enums = {"]
        for enum in self.all["enums"]:
            prefix = self.prefix(enum)
            name = short(enum["name"]) if enum["name"] else prefix.removeprefix("THRONG_").rstrip("_").lower()
            out.append("    %s = {" % name)
            out += ["        %s = %d," % (v["name"].removeprefix(prefix).lower(), v["value"]) for v in enum["values"]]
            out.append("    },")
        out += ["}", "", "-- Enums whose values may be added.", "declarations.flags = {%s}" % ", ".join(
            "%s = true" % short(n) for n, t in self.types.items() if t == "uint32_t"), ""]
        out += ["declarations.constants = {"]
        for constant in self.all["constants"]:
            wide = "ULL" if constant["value"] > 2 ** 53 else ""
            out.append("    %s = %d%s," % (constant["name"].removeprefix("THRONG_"), constant["value"], wide))
        out += ["}", "", "-- Members of structs: name, form, offset, and the number of entries of an array.",
                "declarations.structs = {"]
        for struct in self.all["structs"]:
            out.append("    %s = {size = %d," % (short(struct["name"]), struct["size"]))
            for member in struct["members"]:
                form = self.form(member["type"]) or ("struct " + short(member["type"]) if member["type"] in self.structs
                                                     else "char" if member["type"] == "char" else "pointer")
                count = ", %d" % member["count"] if "count" in member else ""
                out.append('        {"%s", "%s", %d%s},' % (member["name"], form, member["offset"], count))
            out.append("    },")
        out += ["}", "", "declarations.defaults = {"]
        out += ['    %s = "%s",' % (short(s), f) for s, f in self.defaults().items()]
        out += ["}", "", "-- Of structs without a default function.", "declarations.initial = {"]
        out += ["    %s = {%s}," % (short(n), ", ".join("%s = %d" % v for v in values.items()))
                for n, values in INITIAL.items()]
        out += ["}", "", "-- Values of agents: type, entries, and whether they are read and set.",
                "declarations.agent_values = {"]
        kinds = {"<f4": "float", "<i4": "int32_t", "<u4": "uint32_t", "<u8": "uint64_t", "<f8": "double"}
        out += ['    [%d] = {"%s", %d, "%s"},' % (v, kinds[f], n, a) for v, (f, n, a) in self.agent_values().items()]
        return "\n".join(out + ["}", "", "return declarations"]) + "\n"

    @staticmethod
    def prefix(enum):
        from python import prefix_of
        return prefix_of(enum)

    # ------------------------------------------------------------ objects

    def lua_name(self, name):
        return name + "_" if name in RESERVED else name

    def prepare(self, argument, method, lines):
        """What has to be done before the call. Adds Lua to `lines`."""
        name = self.lua_name(argument.name)
        kind, type_ = argument.kind, short(argument.type or "")
        if kind == "scalar":
            lines.append('local %s = core.scalar("%s", %s, "%s")' % (name, self.form(argument.type), name, name))
        elif kind == "agents":
            lines.append('local %s, count = core.handles(self, %s)' % (name, name))
        elif kind == "same":
            lines.append('local %s = core.same("%s", %s, count, "%s")' % (name, type_, name, name))
        elif kind in ("struct", "struct_in", "region"):
            make = "region" if kind == "region" else "struct"
            first = "" if kind == "region" else '"%s", ' % type_
            lines.append('local %s = core.%s(%s%s, "%s")' % (name, make, first, name, name))
        elif kind == "items":
            lines.append('local %s, count = core.items("%s", %s, "%s")' % (name, type_, name, name))
        elif kind == "pairs" and argument.optional:
            lines.append('local %s = core.same_pairs(%s, count, "%s")' % (name, name, name))
        elif kind in ("pairs", "rows", "numbers"):
            width = {"pairs": "2", "rows": "core.facts(self).types", "numbers": "1"}[kind]
            lines.append('local %s, count = core.rows(%s, %s, "%s")' % (name, name, width, name))
        elif kind == "grid_in":
            lines.append('local %s = core.grid("%s", %s, core.cells(self, region), "%s")' % (name, self.c_type(argument), name, name))
        elif kind == "buffer":
            lines.append('local %s, length = core.memory("%s", %s, "%s")' % (name, self.c_type(argument), name, name))
        else:
            self.prepare_result(argument, method, lines)

    def c_type(self, argument):
        return self.types.get(argument.type, argument.type)

    def prepare_result(self, argument, method, lines):
        name, type_ = self.lua_name(argument.name), self.c_type(argument)
        size = {"grid_out": "core.cells(self, region)", "results": "count", "range_out": "count", "found": "count",
                "hits": "core.product(count, capacity)"}.get(argument.kind)
        if argument.kind == "range_out":
            lines.append('local count = core.scalar("i32", count, "count")')
        if size:
            lines.append('local %s = core.result("%s", %s, %s, "%s")' % (name, type_, name, size, name))
        elif argument.kind == "out":
            lines.append('local %s = ffi.new("%s[1]")' % (name, type_))

    def passed(self, method, data="%s", length="length"):
        given = ["core.handle(self)"]
        for form, argument in method.values:
            name = self.lua_name(argument.name)
            given.append({"count": "length" if argument.kind == "buffer" else "capacity" if argument.kind == "list"
                          else "count", "stride": "0", "length": "length"}.get(form, name))
        return ", ".join(given)

    def method(self, owner, method):
        names = []
        for argument in method.arguments:
            if argument.kind == "range_out":
                names.append("count")
            if argument.kind not in ("out", "list", "found"):
                names.append(self.lua_name(argument.name))
            elif argument.kind == "found":
                names.append("found")
        lines = []
        for argument in method.arguments:
            self.prepare(argument, method, lines)
        call = "C.%s(%s)" % (method.function["name"], self.passed(method))
        if method.function["returns"] != "throng_status":
            lines.append("return " + call)
        elif any(a.kind == "list" for a in method.arguments):
            made = next(a for a in method.arguments if a.kind == "list")
            lines += ["return core.list(self, \"%s\", function(%s, capacity, length)" % (made.type, made.name),
                      "    return " + call, "end)"]
        else:
            lines.append("core.check(self, %s)" % call)
            results = ["core.value(\"%s\", %s[0])" % (short(a.type), a.name) if a.kind == "out" else self.lua_name(a.name)
                       for a in method.results]
            if results:
                lines.append("return " + ", ".join(results))
        return comment(method.doc) + ["function %s:%s(%s)" % (owner, method.name, ", ".join(names))] + \
            ["    " + line for line in lines] + ["end", ""]

    def objects_file(self):
        out = [NOTE, 'local ffi = require("ffi")', 'local core = require("throng.core")', "local C = core.C"]
        out += ["", "local objects = {}", ""]
        for each in self.objects:
            name = each.class_name
            out += comment(self.definition_text(each))
            uses = ", ".join('%s = "%s"' % (m, short(t)) for m, t in each.uses)
            out.append('local %s = core.class("%s", "%s", {%s})' % (name, name, short(each.name), uses))
            out += ["objects.%s = %s" % (name, name), ""]
            for method in each.methods:
                out += self.method(name, method)
        return "\n".join(out + ["return objects"]) + "\n"

    def definition_text(self, each):
        doc = next(o["doc"] for o in self.all["opaque"] if o["name"] == each.name)
        return doc + "\n\nMembers of the def:\n" + "\n".join(
            "%s: %s" % (m["name"], " ".join(m["doc"].split())) for m in each.definition["members"]
            if m["name"] != "cookie")


def files(description):
    made = LuaFiles(description)
    return {FOLDER + "declarations.lua": made.declarations(), FOLDER + "objects.lua": made.objects_file()}


__all__ = ["class_name", "files"]
