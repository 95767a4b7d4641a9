"""The generated files of the C# package: enums, structs with the offsets of C, functions, and the objects."""
import re

from calls import INITIAL, Interface, bare
from python import LEFT_OUT, prefix_of

FOLDER = "bindings/csharp/"
NOTE = "// Written by bindings/generate.py from include/throng. Do not edit.\n"
NUMBERS = {"float": "float", "double": "double", "int32_t": "int", "uint32_t": "uint", "int64_t": "long",
           "uint64_t": "ulong", "uint8_t": "byte", "size_t": "UIntPtr", "void": "void", "char": "byte"}
KEYWORDS = {"event", "in", "out", "ref", "object", "params", "lock", "base", "string", "fixed", "is", "as", "operator"}
TEXTS = {"device": "device", "cache": "cache"}


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def type_name(name):
    """throng_agent_def is AgentDef."""
    return pascal(name.removeprefix("throng_"))


def camel(name):
    made = pascal(name)
    made = made[:1].lower() + made[1:]
    return "@" + made if made in KEYWORDS else made


def summary(text, pad):
    if not text:
        return []
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    lines = text.split("\n")
    if len(lines) == 1:
        return ["%s/// <summary>%s</summary>" % (pad, lines[0])]
    return [pad + "/// <summary>"] + [(pad + "/// " + line).rstrip() for line in lines] + [pad + "/// </summary>"]


class CSharpFiles(Interface):
    def simple(self, kind):
        """A type that is no pointer."""
        return NUMBERS.get(kind) or type_name(kind)

    def any_type(self, kind):
        """A type of a declaration: objects and handles are IntPtr, pointers to structs stay pointers."""
        kind = self.without_opencl(kind)
        pointed = bare(kind)
        if kind in self.callback_names or "(" in kind or "void *const" in kind:
            return "IntPtr"
        if "*" not in kind:
            return self.simple(kind)
        if kind.count("*") == 2:
            return "IntPtr*"
        if pointed in ("void", "char") or pointed in self.opaque:
            return "IntPtr"
        return self.simple(pointed) + "*"

    @property
    def callback_names(self):
        return {c["name"] for c in self.all["callbacks"]}

    # ------------------------------------------------------------ declarations

    def enum(self, enum):
        prefix = prefix_of(enum)
        name = type_name(enum["name"] or prefix.rstrip("_").lower())
        base = {"uint32_t": "uint", "uint8_t": "byte", None: "uint"}.get(enum["type"], "int")
        out = summary(enum["doc"] or "Values that begin with %s in C; a sum of them." % prefix, "    ")
        if base == "uint":
            out.append("    [Flags]")
        out += ["    public enum %s : %s" % (name, base), "    {"]
        for value in enum["values"]:
            text = value["name"].removeprefix(prefix).removeprefix("ERROR_").lower()
            out += summary(value["doc"], "        ") + ["        %s = %d," % (pascal(text), value["value"])]
        return out + ["    }", ""]

    def struct(self, struct, defaults):
        name = type_name(struct["name"])
        out = summary(struct["doc"], "    ")
        out += ["    [StructLayout(LayoutKind.Explicit, Size = %d)]" % struct["size"],
                "    public unsafe partial struct %s" % name, "    {"]
        for member in struct["members"]:
            out += summary(member["doc"], "        ") + ["        " + line for line in self.member(member)]
        if struct["name"] in defaults:
            out += ["", "        /// <summary>The library's defaults: %s().</summary>" % defaults[struct["name"]],
                    "        public static %s Default" % name, "        {",
                    "            get", "            {", "                Library.CheckVersion(); // a struct by value",
                    "                return Native.%s();" % defaults[struct["name"]], "            }", "        }"]
        elif struct["name"] in INITIAL:
            values = ", ".join("%s = %d%s" % (camel(k), v, "u" if v > 2 ** 31 else "")
                               for k, v in INITIAL[struct["name"]].items())
            out += ["", "        /// <summary>Nothing that is left out counts.</summary>",
                    "        public static %s Default" % name, "        {",
                    "            get { return new %s { %s }; }" % (name, values), "        }"]
        return out + ["    }", ""]

    def member(self, member):
        offset, name, count = "[FieldOffset(%d)] " % member["offset"], camel(member["name"]), member.get("count")
        kind = "IntPtr" if member.get("callback") else self.any_type(member["type"])
        if kind.endswith("*"):
            kind = "IntPtr"
        if not count:
            return ["%spublic %s %s;" % (offset, kind, name)]
        method = pascal(member["name"])
        if member["type"] == "char":
            return ["%sfixed byte %sBytes[%d];" % (offset, name, count), "public string %s" % name, "{",
                    "    get { fixed (byte* bytes = %sBytes) return Text.Of(bytes, %d); }" % (name, count), "}"]
        if member["type"] in self.structs:
            size = self.structs[member["type"]]["size"]
            return ["[FieldOffset(%d)] %s %s%d;" % (member["offset"] + i * size, kind, name, i) for i in range(count)] + [
                "public %s Get%s(int index)" % (kind, method), "{", "    Text.CheckIndex(index, %d);" % count,
                "    fixed (%s* first = &%s0) return first[index];" % (kind, name), "}"]
        return ["%sfixed %s %s[%d];" % (offset, kind, name, count),
                "public %s Get%s(int index)" % (kind, method), "{", "    Text.CheckIndex(index, %d);" % count,
                "    fixed (%s* first = %s) return first[index];" % (kind, name), "}",
                "public void Set%s(int index, %s value)" % (method, kind), "{", "    Text.CheckIndex(index, %d);" % count,
                "    fixed (%s* first = %s) first[index] = value;" % (kind, name), "}"]

    def function(self, function):
        parameters = ", ".join("%s %s" % (self.any_type(p["type"]), camel(p["name"])) for p in function["parameters"])
        return summary(function["doc"], "        ") + [
            "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]",
            "        public static extern %s %s(%s);" % (self.any_type(function["returns"]), function["name"], parameters)]

    def native(self):
        defaults = self.defaults()
        out = [NOTE, "using System;", "using System.Runtime.InteropServices;", "", "namespace Throng", "{"]
        for enum in self.all["enums"]:
            out += self.enum(enum)
        out += ["    /// <summary>Constants of the headers.</summary>", "    public static class Constants", "    {"]
        for constant in self.all["constants"]:
            kind = "ulong" if constant["value"] > 2 ** 32 else "int"
            out += summary(constant["doc"], "        ") + ["        public const %s %s = %d;" % (
                kind, pascal(constant["name"].removeprefix("THRONG_").lower()), constant["value"])]
        out += ["    }", ""]
        for struct in self.all["structs"] + self.sharing_structs:
            out += self.struct(struct, defaults)
        out += ["    /// <summary>The C functions themselves: pointers are not checked here. The classes check.</summary>",
                "    public static unsafe class Native", "    {",
                "#if UNITY_IOS && !UNITY_EDITOR",
                '        const string Library = "__Internal"; // linked into the program', "#else",
                '        const string Library = "throng"; // libthrong.so, libthrong.dylib, throng.dll', "#endif", ""]
        for function in self.all["functions"] + self.sharing:
            out += self.function(function)
        out += ["    }", ""] + self.forms()
        return "\n".join(out[:-1] + ["}"]) + "\n"

    def forms(self):
        """What each value of agents is, and the sizes and offsets for the tests."""
        kinds = {"<f4": "float", "<i4": "int", "<u4": "uint", "<u8": "ulong", "<f8": "double"}
        out = ["    static class AgentValueForms", "    {",
               "        internal static void Of(AgentValue what, out Type type, out int entries)", "        {",
               "            entries = 1;", "            switch (what) {"]
        for value, (form, count, _) in self.agent_values().items():
            out.append("            case (AgentValue)%d: type = typeof(%s);%s break;" % (
                value, kinds[form], " entries = %d;" % count if count > 1 else ""))
        return out + ["            default: type = null; break;", "            }", "        }", "    }", ""]

    # ------------------------------------------------------------ objects

    def parameter(self, argument):
        """What a caller gives for an argument."""
        name, kind = camel(argument.name), self.simple(argument.type) if argument.type else ""
        if argument.kind in ("scalar", "struct", "struct_in"):
            return "%s %s" % (kind, name)
        if argument.kind == "region":
            return "Region? region"
        if argument.kind == "agents":
            return "Agent[] " + name
        if argument.kind in ("items", "same", "pairs", "rows", "numbers", "grid_in"):
            return "ReadOnlySpan<%s> %s" % (kind, name) + (" = default(ReadOnlySpan<float>)" if argument.optional else "")
        if argument.kind in ("grid_out", "results", "range_out", "hits", "found", "buffer"):
            return "Span<%s> %s" % (kind, name)
        return None

    def count(self, method):
        """The number of entries, in C#."""
        for argument in method.arguments:
            name = camel(argument.name)
            if argument.kind == "agents":
                return "%s != null ? %s.Length : GetInfo().agents" % (name, name)
            if argument.kind in ("items", "numbers"):
                return name + ".Length"
            if argument.kind == "pairs" and not argument.optional:
                return "Rows(%s.Length, 2, \"%s\")" % (name, name)
            if argument.kind == "rows":
                return "Rows(%s.Length, types, \"%s\")" % (name, name)
            if argument.kind == "range_out":
                return name + ".Length"
        return None

    def size(self, argument, count="count"):
        return {"grid_out": "Cells(region)", "results": count, "found": count, "same": count, "hits": "Product(%s, capacity)" % count}.get(
            argument.kind)

    def checks(self, method):
        out = []
        for argument in method.arguments:
            name = camel(argument.name)
            if argument.kind in ("grid_out", "results", "found", "hits", "same"):
                out.append('Need(%s.Length, %s, "%s");' % (name, self.size(argument), name))
            elif argument.kind == "grid_in":
                out.append('Need(%s.Length, Cells(region), "%s");' % (name, name))
            elif argument.optional:
                out.append('if (%s.Length != 0) Need(%s.Length, %s.Length, "%s");' % (
                    name, name, camel(next(a.name for a in method.arguments if a.kind == "pairs")), name))
        return out

    def passed(self, method):
        given = ["Begin()"]
        for form, argument in method.values:
            name = camel(argument.name)
            if argument.kind == "agents" and form == "data":
                given.append("%s != null && %sPointer == null ? &none : %sPointer" % (name, name, name))
            elif argument.kind == "struct_in":
                given.append("&" + name)
            elif form == "data":
                given.append("&" + name if argument.kind == "out" else name.lstrip("@") + "Pointer")
            elif form == "count":
                given.append(name + ".Length" if argument.kind == "buffer" else "capacity" if argument.kind == "list"
                             else "count")
            else:
                given.append({"stride": "UIntPtr.Zero", "length": "&length", "region": "regionPointer"}.get(form, name))
        return ", ".join(given)

    def fixed(self, method):
        out = []
        for argument in method.arguments:
            name = camel(argument.name)
            if argument.kind == "agents":
                out.append("fixed (Agent* %sPointer = %s)" % (name, name))
            elif argument.kind in ("items", "same", "pairs", "rows", "numbers", "grid_in", "grid_out", "results", "range_out", "hits",
                                 "found", "buffer"):
                out.append("fixed (%s* %sPointer = &MemoryMarshal.GetReference(%s))" % (
                    self.simple(argument.type), name.lstrip("@"), name))
        return out

    def body(self, method):
        """The call itself, in braces."""
        count, out = self.count(method), []
        if count:
            out.append("int count = %s;" % count)
        out += self.checks(method)
        if any(a.kind == "agents" for a in method.arguments):
            out.append("Agent none; // a pointer for no agents at all, since null stands for all of them")
        if any(a.kind == "region" for a in method.arguments):
            out += ["Region place = region.GetValueOrDefault();", "Region* regionPointer = region.HasValue ? &place : null;"]
        call = "Native.%s(%s)" % (method.function["name"], self.passed(method))
        single = [a for a in method.arguments if a.kind == "out"]
        if single:
            out.append("%s %s;" % (self.simple(single[0].type), camel(single[0].name)))
        out += self.fixed(method)
        if method.function["returns"] == "throng_status":
            out += ["try { Check(%s); } finally { End(); }" % call]
        else:
            out += ["try { return %s; } finally { End(); }" % call]
        if single:
            out.append("return %s;" % camel(single[0].name))
        return out

    def listed(self, method, name):
        """A method that returns a list whose length the library knows."""
        made = next(a for a in method.arguments if a.kind == "list")
        kind = self.simple(made.type)
        given = ", ".join(self.parameter(a) for a in method.arguments if a is not made)
        call = "Native.%s(%s)" % (method.function["name"], self.passed(method))
        first = call.replace("capacity", "0").replace(camel(made.name) + "Pointer", "null")
        again = call.replace("capacity", "length")
        return summary(method.doc, "        ") + [
            "        public unsafe %s[] %s(%s)" % (kind, name, given), "        {", "            int length;",
            "            try {", "                lock (Gate) {",
            "                    try { Check(%s); } finally { End(); }" % first,
            "                    %s[] %s = new %s[length];" % (kind, camel(made.name), kind),
            "                    fixed (%s* %sPointer = %s)" % (kind, camel(made.name), camel(made.name)),
            "                    try { Check(%s); } finally { End(); }" % again,
            "                    return %s;" % camel(made.name), "                }",
            "            } finally { Deliver(); }", "        }", ""]

    def method(self, method):
        name = pascal(method.name)
        if any(a.kind == "list" for a in method.arguments):
            return self.listed(method, name)
        given = [self.parameter(a) for a in method.arguments if self.parameter(a)]
        single = [a for a in method.arguments if a.kind == "out"]
        returns = self.simple(single[0].type) if single else \
            "void" if method.function["returns"] == "throng_status" else self.simple(method.function["returns"])
        out = summary(method.doc, "        ") + ["        public unsafe %s %s(%s)" % (returns, name, ", ".join(given)),
                                                 "        {"]
        out += ["            " + line for line in self.body(method)] + ["        }", ""]
        return out + self.with_new_arrays(method, name)

    def with_new_arrays(self, method, name):
        """The same, with new arrays for the results."""
        results = [a for a in method.results if a.kind in ("grid_out", "results", "range_out", "hits", "found")]
        if not results:
            return []
        given, passed, count = [], [], None
        for argument in method.arguments:
            if argument in results:
                if argument.kind == "range_out":
                    given.append("int count")
                continue
            given.append(self.parameter(argument))
        first = results[0]
        if any(a.kind == "found" for a in results):
            given.append("out int[] found")
        for argument in method.arguments:
            passed.append(camel(argument.name))
        count = self.count(method) if first.kind != "range_out" else "Length(count)"
        kind = self.simple(first.type)
        size = self.size(first, count) if first.kind != "range_out" else count
        size = "Length(%s)" % size if first.kind == "grid_out" else size
        lines = ["%s[] %s = new %s[%s];" % (kind, camel(first.name), kind, size)]
        if any(a.kind == "found" for a in results):
            lines.append("found = new int[%s];" % count)
        lines += ["%s(%s);" % (name, ", ".join(passed)), "return %s;" % camel(first.name)]
        return summary("As the other form, into a new array.", "        ") + [
            "        public %s[] %s(%s)" % (kind, name, ", ".join(given)), "        {"] + [
            "            " + line for line in lines] + ["        }", ""]

    def constructor(self, each):
        name, defname = each.class_name, type_name(each.definition["name"])
        uses = "".join(", %s %s = null" % (type_name(t), camel(m)) for m, t in each.uses)
        table = any(m["name"] == "table" for m in each.definition["members"])
        given = "Context context, %s def%s%s" % (defname, uses, ", float[] table = null" if table else "")
        handles = ", ".join(["context"] + [camel(m) for m, _ in each.uses])
        out = summary("Does what %s_create() does. Objects that the def names are given as arguments." % each.name,
                      "        ")
        out += ["        public unsafe %s(%s)" % (name, given), "            : base(context, Native.%s_destroy, \"%s\")" % (
            each.name, each.name.removeprefix("throng_")), "        {"]
        fill = self.filled(each, table)
        body = (["CheckTable(def.types, table);"] if table else []) + ["IntPtr made = IntPtr.Zero;"] + (["fixed (float* first = table)"] if table else []) + [
            "try {", "    IntPtr parent = BeginCreate(%s);" % handles] + ["    " + f for f in fill] + [
            "    Adopt(Native.%s_create(parent, &def, &made), made);" % each.name, "} finally { EndCreate(); }"]
        if each.sized:
            body.append("SetSize(def.width, def.height, def.worlds);")
        elif any(m == "terrain" for m, _ in each.uses):
            body.append("SetSize(terrain);")
        if each.typed:
            body.append("types = def.types;")
        return out + ["            " + line for line in body] + ["        }", ""] + self.explain(each, defname, uses, table)

    @staticmethod
    def filled(each, table):
        """Pointers of the def."""
        return ["def.%s = Pointer(%s, \"%s\");" % (camel(m), camel(m), camel(m)) for m, _ in each.uses] + (
            ["def.table = (IntPtr)first;"] if table else [])

    def explain(self, each, defname, uses, table):
        if not each.explains:
            return []
        doc = next(f["doc"] for f in self.all["functions"] if f["name"] == each.name + "_explain")
        out = summary(doc, "        ")
        out += ["        public static unsafe Selection Explain(Context context, %s def%s%s)" % (
            defname, uses, ", float[] table = null" if table else ""), "        {", "            Selection choice;",
            "            ThrongObject.Need(context, \"context\");"]
        fill = self.filled(each, table)
        out += ["            CheckTable(def.types, table);", "            fixed (float* first = table)"] if table else []
        out += ["            try {", "                IntPtr parent = context.Begin();"] + [
            "                " + f for f in fill] + [
            "                context.Check(Native.%s_explain(parent, &def, &choice));" % each.name,
            "            } finally { context.End(); }"] + [
                "            GC.KeepAlive(%s);" % camel(m) for m, _ in each.uses] + [
                    "            return choice;", "        }", ""]
        return out

    def objects_file(self):
        out = [NOTE, "using System;", "using System.Runtime.InteropServices;", "", "namespace Throng", "{"]
        for each in self.objects:
            doc = next(o["doc"] for o in self.all["opaque"] if o["name"] == each.name)
            doc = doc.replace("; see the top of this header", "")
            out += summary(doc, "    ") + ["    public sealed partial class %s : ThrongObject" % each.class_name, "    {"]
            if each.name != "throng_context":
                out += self.constructor(each)
            for method in each.methods:
                out += self.method(method)
            out = out[:-1] + ["    }", ""]
        return "\n".join(out[:-1] + ["}"]) + "\n"

    def layout_test(self):
        """Sizes and offsets as C has them, for the tests: what the runtime makes of the attributes."""
        out = [NOTE, "using System;", "", "static class Layouts", "{",
               "    /// Each struct, its size, and names and offsets of its members.",
               "    internal static readonly object[][] All = {"]
        for struct in self.all["structs"]:
            members = ", ".join('"%s", %d' % (camel(m["name"]).lstrip("@"), m["offset"]) for m in struct["members"]
                                if "count" not in m)
            out.append("        new object[] { typeof(Throng.%s), %d, %s }," % (
                type_name(struct["name"]), struct["size"], members))
        out += ["    };", "", "    internal static readonly string[] Functions = {"]
        out += ['        "%s",' % f["name"] for f in self.all["functions"] + self.sharing]
        return "\n".join(out + ["    };", "}"]) + "\n"


def files(description):
    made = CSharpFiles(description)
    texts = {"Native.cs": made.native(), "Objects.cs": made.objects_file(), "tests/Layouts.cs": made.layout_test()}
    return {FOLDER + name: re.sub(r"\n{3,}", "\n\n", text) for name, text in texts.items()}


__all__ = ["LEFT_OUT", "files"]
