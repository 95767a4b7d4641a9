"""The generated files of the Rust crates: throng-sys, and the objects of throng."""
import re

from calls import INITIAL, Interface, bare
from python import prefix_of

FOLDER = "bindings/rust/"
NOTE = "// Written by bindings/generate.py from include/throng. Do not edit.\n"
NUMBERS = {"float": "f32", "double": "f64", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64",
           "uint8_t": "u8", "size_t": "usize", "char": "c_char", "void": "c_void"}
KEYWORDS = {"type", "move", "in", "ref", "loop", "where", "box", "use", "match", "fn", "impl", "mod", "self", "final"}
LARGEST_DEFAULT = 32  # entries of an array that the standard library can make
VERSION = """\
/// Whether the library that runs has the structs of this crate. While the major version is 0, another minor version may
/// have other ones. Defaults are all 0 then, since a function that returns another struct must not be called.
pub fn version_fits() -> bool {
    static KNOWN: AtomicU8 = AtomicU8::new(0); // 1: it does, 2: it does not
    match KNOWN.load(Ordering::Relaxed) {
        0 => {
            let wanted = format!("{}.{}.", THRONG_VERSION_MAJOR, THRONG_VERSION_MINOR);
            // SAFETY: has no conditions; the text is a constant.
            let found = unsafe { CStr::from_ptr(throng_version()) };
            let fits = found.to_bytes().starts_with(wanted.as_bytes());
            KNOWN.store(if fits { 1 } else { 2 }, Ordering::Relaxed);
            fits
        }
        known => known == 1,
    }
}

/// The default of a struct of numbers and pointers, by the library's function.
fn default_of<T: Copy>(make: unsafe extern "C" fn() -> T) -> T {
    if version_fits() {
        // SAFETY: has no conditions, and returns the struct that this crate has.
        unsafe { make() }
    } else {
        // SAFETY: of numbers, pointers and functions that may be left out all bits may be 0.
        unsafe { std::mem::zeroed() }
    }
}
"""


def rust_name(name):
    return name + "_" if name in KEYWORDS else name


def camel(name):
    return "".join(part[:1].upper() + part[1:] for part in name.removeprefix("throng_").split("_"))


def comment(text, pad="", inner=False):
    mark = "//!" if inner else "///"
    return ["%s%s %s" % (pad, mark, line) if line else pad + mark for line in text.split("\n")] if text else []


class RustFiles(Interface):
    def raw(self, kind):
        """A type of C in Rust."""
        kind = self.without_opencl(kind).strip()
        if "(*)" in kind:
            return self.callback(kind)
        if kind == "const void **":  # a result: the pointer to what is not to be written
            return "*mut *const c_void"
        if kind.endswith("*const *"):
            return "*const " + self.raw(kind[:-len("const *")])
        if kind.endswith("*"):
            inner = kind[:-1].strip()
            return ("*const " if inner.startswith("const ") else "*mut ") + self.raw(inner.removeprefix("const "))
        if kind in {c["name"] for c in self.all["callbacks"]}:
            return kind
        return NUMBERS.get(kind, kind)

    def callback(self, kind):
        returns, parameters = re.fullmatch(r"(.*?)\(\*\)\((.*)\)", kind).groups()
        given = ", ".join(self.raw(p.strip()) for p in parameters.split(","))
        result = "" if returns.strip() == "void" else " -> " + self.raw(returns.strip())
        return 'Option<unsafe extern "C" fn(%s)%s>' % (given, result)

    # ------------------------------------------------------------ throng-sys

    def enum(self, enum):
        prefix = prefix_of(enum)
        values = []
        for value in enum["values"]:
            name = value["name"].removeprefix(prefix)
            name = "N" + name if name[0].isdigit() else name
            values += comment(value["doc"], "    ") + ["    pub const %s: %s = %s;" % (
                name, "Self" if enum["name"] else "u32", "Self(%d)" % value["value"] if enum["name"] else value["value"])]
        if not enum["name"]:
            name = prefix.rstrip("_").lower()
            return comment("Values that begin with %s in C; a sum of them." % prefix) + [
                "pub mod %s {" % name] + values + ["}", ""]
        kind = self.raw(enum["type"])
        out = comment(enum["doc"]) + ["#[repr(transparent)]",
                                      "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]",
                                      "pub struct %s(pub %s);" % (enum["name"], kind),
                                      "impl %s {" % enum["name"]] + values + ["}", ""]
        if kind == "u32":
            out += ["impl std::ops::BitOr for %s {" % enum["name"], "    type Output = Self;",
                    "    fn bitor(self, other: Self) -> Self {", "        Self(self.0 | other.0)", "    }", "}", ""]
        return out

    def simple(self, struct):
        """Whether all of it are numbers."""
        return self.plain(struct)

    def struct(self, struct, defaults):
        name = struct["name"]
        derived = ["Clone", "Copy", "Debug"]
        if self.simple(struct):
            derived.append("PartialEq")
        small = all(m.get("count", 0) <= LARGEST_DEFAULT for m in struct["members"])
        own = name in defaults or name in INITIAL
        if self.simple(struct) and small and not own:
            derived.append("Default")
        out = comment(struct["doc"]) + ["#[repr(C)]", "#[derive(%s)]" % ", ".join(derived), "pub struct %s {" % name]
        for member in struct["members"]:
            kind = self.raw(member["type"])
            kind = "[%s; %d]" % (kind, member["count"]) if "count" in member else kind
            out += comment(member["doc"], "    ") + ["    pub %s: %s," % (rust_name(member["name"]), kind)]
        out += ["}", "#[cfg(target_pointer_width = \"64\")]",
                "const _: () = assert!(std::mem::size_of::<%s>() == %d);" % (name, struct["size"])]
        if name in defaults:
            body = ["default_of(%s)" % defaults[name]]
        elif name in INITIAL:
            values = {m["name"]: "Default::default()" for m in struct["members"]}
            floats = {m["name"] for m in struct["members"] if m["type"] == "float"}
            values.update({k: str(v) + (".0" if k in floats else "") for k, v in INITIAL[name].items()})
            body = ["Self {"] + ["    %s: %s," % v for v in values.items()] + ["}"]
        else:
            return out + [""]
        return out + ["impl Default for %s {" % name, "    fn default() -> Self {"] + [
            "        " + line for line in body] + ["    }", "}", ""]

    def function(self, function):
        parameters = ", ".join("%s: %s" % (rust_name(p["name"]), self.raw(p["type"])) for p in function["parameters"])
        result = "" if function["returns"] == "void" else " -> " + self.raw(function["returns"])
        return comment(function["doc"], "    ") + ["    pub fn %s(%s)%s;" % (function["name"], parameters, result)]

    def sys_file(self):
        out = [NOTE, "//! The C interface of throng, as it is: nothing is checked. The crate `throng` checks.",
               "#![allow(non_camel_case_types, clippy::doc_lazy_continuation)]", "", "use std::ffi::CStr;",
               "use std::os::raw::{c_char, c_void};", "use std::sync::atomic::{AtomicU8, Ordering};", "", VERSION]
        for constant in self.all["constants"]:
            kind = "u64" if constant["value"] > 2 ** 32 else "i32"
            out += comment(constant["doc"]) + ["pub const %s: %s = %d;" % (constant["name"], kind, constant["value"])]
        out.append("")
        for enum in self.all["enums"]:
            out += self.enum(enum)
        for opaque in self.all["opaque"]:
            out += comment(opaque["doc"]) + ["#[repr(C)]", "pub struct %s {" % opaque["name"],
                                             "    private: [u8; 0],",
                                             "    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,", "}", ""]
        for callback in self.all["callbacks"]:
            kind = callback["declaration"].replace("typedef ", "").replace("(*%s)" % callback["name"], "(*)")
            kind = re.sub(r"(\w+ \**)\w+([,)])", r"\1\2", kind)
            out += comment(callback["doc"]) + ["pub type %s = %s;" % (callback["name"], self.callback(kind)), ""]
        for struct in self.all["structs"] + self.sharing_structs:
            out += self.struct(struct, self.defaults())
        out += ['extern "C" {']
        for function in self.all["functions"] + self.sharing:
            out += self.function(function)
        return "\n".join(out + ["}"]) + "\n"

    def sys_test(self):
        out = [NOTE, "//! Offsets are those of C, and the library has every function.", "#![cfg(target_pointer_width = \"64\")]",
               "use std::mem::MaybeUninit;", "use std::ptr::addr_of;", "use throng_sys::*;", "",
               "macro_rules! offset {", "    ($kind:ty, $member:ident) => {{",
               "        let made = MaybeUninit::<$kind>::uninit();", "        let first = made.as_ptr();",
               "        // SAFETY: only an address inside of the struct is computed.",
               "        unsafe { addr_of!((*first).$member) as usize - first as usize }", "    }};", "}", "",
               "#[test]", "fn offsets() {"]
        for struct in self.all["structs"] + self.sharing_structs:
            out += ["    assert_eq!(offset!(%s, %s), %d);" % (struct["name"], rust_name(m["name"]), m["offset"])
                    for m in struct["members"]]
        out += ["}", "", "#[test]", "fn functions() {", "    let all = ["]
        out += ["        %s as *const () as usize," % f["name"] for f in self.all["functions"]]
        return "\n".join(out + ["    ];", "    assert!(all.iter().all(|&each| each != 0));", "}"]) + "\n"

    # ------------------------------------------------------------ throng: defs

    def safe(self, kind):
        return NUMBERS.get(kind) or camel(kind)

    def def_members(self, struct):
        """Members of a def that a safe one has: name, type, and how the C struct gets it."""
        found = []
        for member in struct["members"]:
            name, kind = rust_name(member["name"]), member["type"]
            if member["name"] == "cookie" or member.get("callback") or kind in ("void *", "const void *"):
                continue
            if kind in self.structs and not self.plain(self.structs[kind]):
                continue
            if bare(kind) in self.opaque:
                found.append((member, "Option<&'a %s>" % camel(bare(kind)), "pointer_of(self.%s.map(|o| &o.handle))" % name))
            elif kind == "const char *":
                found.append((member, "Option<&'a str>", "keep.text(\"%s\", self.%s)?" % (name, name)))
            elif kind == "const float *":
                found.append((member, "Option<&'a [f32]>", "self.%s.map_or(std::ptr::null(), |v| v.as_ptr())" % name))
            else:
                text = "[%s; %d]" % (self.safe(kind), member["count"]) if "count" in member else self.safe(kind)
                found.append((member, text, "self.%s" % name))
        return found

    def definition(self, struct, extra=()):
        name, members = camel(struct["name"]), self.def_members(struct)
        life = "<'a>" if any("'a" in kind for _, kind, _ in members) else ""
        out = comment(struct["doc"]) + ["pub struct %s%s {" % (name, life)]
        for member, kind, _ in members:
            out += comment(member["doc"], "    ") + ["    pub %s: %s," % (rust_name(member["name"]), kind)]
        for line in extra:
            out.append("    " + line)
        out += ["}", "", "impl%s Default for %s%s {" % (life, name, life), "    /// The library's defaults.",
                "    fn default() -> Self {", "        let made = sys::%s::default();" % struct["name"], "        Self {"]
        for member, kind, _ in members:
            field = rust_name(member["name"])
            out.append("            %s: %s," % (field, "None" if "Option" in kind else "made." + field))
        out += ["            logger: None,"] if extra else []
        keep = any("keep.text" in how for _, _, how in members)
        out += ["        }", "    }", "}", "", "impl%s %s%s {" % (life, name, life),
                "    /// The def of C. It may not outlive what it points to.",
                "    pub(crate) fn raw(&self%s) -> %s {" % (
                    ", keep: &mut Keep" if keep else "",
                    "Result<sys::%s>" % struct["name"] if keep else "sys::%s" % struct["name"]),
                "        let mut made = sys::%s::default();" % struct["name"]]
        for member, _, how in members:
            field = rust_name(member["name"])
            how = how + ".cast()" if how.startswith("pointer_of") else how
            out.append("        made.%s = %s;" % (field, how))
        return out + ["        %s" % ("Ok(made)" if keep else "made"), "    }", "}", ""]

    # ------------------------------------------------------------ throng: objects

    def parameter(self, argument):
        name, kind = rust_name(argument.name), self.safe(argument.type) if argument.type else ""
        if argument.kind in ("scalar", "struct"):
            return "%s: %s" % (name, kind)
        if argument.kind == "region":
            return "region: Option<Region>"
        if argument.kind == "agents":
            return "%s: Option<&[Agent]>" % name
        if argument.kind == "struct_in":
            return "%s: &%s" % (name, kind)
        if argument.kind == "pairs":
            return "%s: %s" % (name, "Option<&[[f32; 2]]>" if argument.optional else "&[[f32; 2]]")
        if argument.kind in ("items", "same", "rows", "numbers", "grid_in"):
            return "%s: &[%s]" % (name, kind)
        if argument.kind in ("grid_out", "results", "range_out", "hits", "found", "buffer"):
            return "%s: &mut [%s]" % (name, kind)
        return None

    def count(self, method):
        """The number of entries, in Rust."""
        for argument in method.arguments:
            name = rust_name(argument.name)
            if argument.kind == "agents":
                return "match %s {\n    Some(given) => length(given.len())?,\n    None => self.get_info()?.agents,\n}" % name
            if argument.kind in ("items", "numbers", "range_out") or argument.kind == "pairs" and not argument.optional:
                return "length(%s.len())?" % name
            if argument.kind == "rows":
                return "rows_of(%s.len(), self.types, \"%s\")?" % (name, name)
        return None

    def checks(self, method):
        out = []
        for argument in method.arguments:
            name = rust_name(argument.name)
            size = {"grid_out": "self.cells(region)", "grid_in": "self.cells(region)", "results": "Some(count as usize)",
                    "same": "Some(count as usize)",
                    "found": "Some(count as usize)", "hits": "Some(product(count, capacity)?)"}.get(argument.kind)
            if argument.optional:
                pair = rust_name(next(a.name for a in method.arguments if a.kind == "pairs"))
                out += ["if let Some(given) = %s {" % name, '    need(given.len(), Some(%s.len()), "%s")?;' % (pair, name), "}"]
            elif size:
                out.append('need(%s.len(), %s, "%s")?;' % (name, size, name))
        return out

    def passed(self, method):
        given = ["self.handle.pointer()"]
        for form, argument in method.values:
            name = rust_name(argument.name)
            if argument.kind == "struct_in" and bare(argument.type).endswith("_def"):
                given.append("&%s.raw()" % name)
            elif form == "data":
                kind = argument.kind
                given.append({
                    "out": "&mut " + name, "pairs": name + ".as_ptr().cast()", "results": name + ".as_mut_ptr()",
                    "list": "%s.as_mut_ptr()" % name}.get(kind, name + (
                        ".as_mut_ptr()" if kind in ("grid_out", "range_out", "hits", "found", "buffer") else ".as_ptr()")))
                if kind == "agents":
                    given[-1] = "%s.map_or(std::ptr::null(), |v| v.as_ptr())" % name
                if argument.optional:
                    given[-1] = "%s.map_or(std::ptr::null(), |v| v.as_ptr().cast())" % name
            elif form == "count":
                given.append({"buffer": "%s.len() as i64" % name, "list": "capacity"}.get(argument.kind, "count"))
            else:
                given.append({"stride": "0", "length": "&mut found", "region": "pointer_to(&region)"}.get(form, name))
        return ", ".join(given)

    def call(self, method):
        return ["// SAFETY: the handle is alive and locked, and the arrays are as long as was checked.",
                "let status = unsafe { sys::%s(%s) };" % (method.function["name"], self.passed(method)),
                "turn.finish(status)"]

    def listed(self, method):
        made = next(a for a in method.arguments if a.kind == "list")
        given = "".join(", " + self.parameter(a) for a in method.arguments if a is not made)
        name, kind = rust_name(made.name), self.safe(made.type)
        call = "sys::%s(%s)" % (method.function["name"], self.passed(method))
        return comment(method.doc, "    ") + [
            "    pub fn %s(&self%s) -> Result<Vec<%s>> {" % (method.name, given, kind),
            "        let turn = self.handle.turn();", "        let (mut capacity, mut found) = (0, 0);",
            "        let mut %s: Vec<%s> = Vec::new();" % (name, kind),
            "        // SAFETY: the handle is alive and locked; without a capacity nothing is written.",
            "        let mut status = unsafe { %s };" % call, "        if status == Status::OK && found > 0 {",
            "            %s = memory(found as usize)?;" % name, "            capacity = found;",
            "            // SAFETY: the list has room for as many.", "            status = unsafe { %s };" % call, "        }",
            "        turn.finish(status)?;", "        Ok(%s)" % name, "    }", ""]

    def method(self, method):
        if any(a.kind == "list" for a in method.arguments):
            return self.listed(method)
        given = "".join(", " + self.parameter(a) for a in method.arguments if self.parameter(a))
        single = next((a for a in method.arguments if a.kind == "out"), None)
        arrays = [a for a in method.results if a is not single]
        name = method.name + "_into" if arrays else method.name
        returns = "Result<%s>" % self.safe(single.type) if single else \
            "Result<()>" if method.function["returns"] == "throng_status" else self.safe(method.function["returns"])
        body = []
        if self.count(method):
            body += ("let count = %s;" % self.count(method)).split("\n")
        body += self.checks(method)
        if single:
            body.append("let mut %s: %s = zero();" % (rust_name(single.name), self.safe(single.type)))
        body.append("let %s = self.handle.turn();" % ("turn" if method.function["returns"] == "throng_status" else "_turn"))
        if method.function["returns"] == "throng_status":
            body += self.call(method)
            if single:
                body[-1] += "?;"
                body.append("Ok(%s)" % rust_name(single.name))
        else:
            body += ["// SAFETY: the handle is alive and locked.",
                     "unsafe { sys::%s(%s) }" % (method.function["name"], self.passed(method))]
        doc = method.doc if not arrays else "As `%s()`, into the caller's memory." % method.name
        out = comment(doc, "    ") + ["    pub fn %s(&self%s) -> %s {" % (name, given, returns)] + [
            "        " + line for line in body] + ["    }", ""]
        return out + (self.with_new_arrays(method, arrays) if arrays else [])

    def with_new_arrays(self, method, arrays):
        """The same with new arrays for the results."""
        inputs = "".join(", " + ("count: i32" if a.kind == "range_out" else self.parameter(a)) for a in method.arguments
                         if a not in arrays or a.kind == "range_out")
        lines = []
        if self.count(method) and not any(a.kind == "range_out" for a in arrays):
            if any(a.kind in ("results", "hits", "found") for a in arrays):
                lines += ("let count = %s;" % self.count(method)).split("\n")
        for array in arrays:
            size = {"grid_out": "self.cells(region).unwrap_or(0)", "results": "count as usize", "found": "count as usize",
                    "hits": "product(count, capacity)?", "range_out": "count.max(0) as usize"}[array.kind]
            lines.append("let mut %s = memory(%s)?;" % (rust_name(array.name), size))
        passed = ", ".join(("&mut " if a in arrays else "") + rust_name(a.name) for a in method.arguments)
        made = ", ".join(rust_name(a.name) for a in arrays)
        kinds = ", ".join("Vec<%s>" % self.safe(a.type) for a in arrays)
        many = len(arrays) > 1
        lines += ["self.%s_into(%s)?;" % (method.name, passed), "Ok(%s)" % ("(%s)" % made if many else made)]
        return comment(method.doc, "    ") + ["    pub fn %s(&self%s) -> Result<%s> {" % (
            method.name, inputs, "(%s)" % kinds if many else kinds)] + ["        " + line for line in lines] + ["    }", ""]

    def cells_method(self):
        return ["    /// The number of cells of a region, if it is on the map.",
                "    fn cells(&self, region: Option<Region>) -> Option<usize> {",
                "        cells_of(self.columns, self.rows, region)", "    }", ""]

    def object(self, each):
        name, grid = each.class_name, each.sized or any(m == "terrain" for m, _ in each.uses)
        grid = grid and any(a.kind.startswith("grid") for m in each.methods for a in m.arguments)
        doc = next(o["doc"] for o in self.all["opaque"] if o["name"] == each.name)
        doc = doc.replace("; see the top of this header", "")
        out = comment(doc) + ["pub struct %s {" % name, "    pub(crate) handle: Arc<Handle>,"]
        sized = each.sized or grid
        out += ["    pub(crate) columns: i32,", "    pub(crate) rows: i32,"] if sized else []
        out += ["    types: i32,"] if each.typed else []
        out += ["}", "", "impl %s {" % name]
        if each.name != "throng_context":
            out += self.constructor(each, sized)
        out += self.cells_method() if grid else []
        for method in each.methods:
            out += self.method(method)
        return out[:-1] + ["}", ""]

    @staticmethod
    def table_check(each):
        """The library reads as many numbers as there are sets of types."""
        table = any(m["name"] == "table" for m in each.definition["members"])
        return ["        check_table(def.types, def.table)?;"] if table else []

    def constructor(self, each, sized):
        name, defname = each.class_name, camel(each.definition["name"])
        life = "<'_>" if "'a" in str(self.def_members(each.definition)) else ""
        create = next(f for f in self.all["functions"] if f["name"] == each.name + "_create")
        uses = "".join(", def.%s.map(|o| &o.handle)" % m for m, _ in each.uses)
        out = comment(create["doc"], "    ") + [
            "    pub fn new(context: &Context, def: &%s%s) -> Result<Self> {" % (defname, life),
            *self.table_check(each), "        let raw = def.raw();", "        let mut made = std::ptr::null_mut();",
            "        let turn = context.handle.turn();",
            "        // SAFETY: the context and what the def points to are alive, and the context is locked.",
            "        let status = unsafe { sys::%s_create(context.handle.pointer(), &raw, &mut made) };" % each.name,
            "        let handle = turn.finish_with(status, || {",
            "            Handle::new(made.cast(), Self::destroy, &context.handle, &[%s])" % uses.removeprefix(", "),
            "        })?;"]
        if sized and each.sized:
            out.append("        let (columns, rows) = (def.width, def.height * def.worlds);")
        elif sized:
            out.append("        let (columns, rows) = def.terrain.map_or((0, 0), |t| (t.columns, t.rows));")
        fields = "handle" + (", columns, rows" if sized else "") + (", types: def.types" if each.typed else "")
        out += ["        Ok(Self { %s })" % fields, "    }", "",
                "    unsafe fn destroy(object: *mut c_void) -> Status {",
                "        sys::%s_destroy(object.cast())" % each.name, "    }", ""]
        if each.explains:
            doc = next(f["doc"] for f in self.all["functions"] if f["name"] == each.name + "_explain")
            out += comment(doc, "    ") + [
                "    pub fn explain(context: &Context, def: &%s%s) -> Result<Selection> {" % (defname, life),
                *self.table_check(each), "        let (raw, mut choice) = (def.raw(), zero());", "        let turn = context.handle.turn();",
                "        // SAFETY: as for new().",
                "        let status = unsafe { sys::%s_explain(context.handle.pointer(), &raw, &mut choice) };" % each.name,
                "        turn.finish(status)?;", "        Ok(choice)", "    }", ""]
        return out

    def names(self):
        """The types of throng-sys under the names of this crate."""
        defs = {o.definition["name"] for o in self.objects} | {"throng_calibrate_def", "throng_crowd_room_def"}
        plain = [s["name"] for s in self.all["structs"] if self.plain(s) and s["name"] not in defs]
        enums = [e for e in self.enums]
        out = ["pub use sys::{%s};" % ", ".join("%s as %s" % (n, camel(n)) for n in sorted(plain + enums))]
        return out, plain

    def objects_file(self):
        names, plain = self.names()
        out = [NOTE, "use std::os::raw::c_void;", "use std::sync::Arc;", "", "use throng_sys as sys;", "",
               "use crate::core::{", "    cells_of, check_table, length, memory, need, pointer_of, pointer_to, product, rows_of, zero, Handle, "
               "Keep, Plain,", "};", "use crate::{Logger, Result};", ""] + names + [""]
        out += ["/// Values of flags of agents; a sum of them.", "pub use sys::throng_flag as flag;", ""]
        out += ["// SAFETY: numbers alone, for which all bits 0 is a value."] + [
            "unsafe impl Plain for %s {}" % camel(n) for n in plain + list(self.enums)]
        out.append("")
        more = [self.structs[name] for name in ("throng_calibrate_def", "throng_crowd_room_def")]
        for struct in [o.definition for o in self.objects] + more:
            context = struct["name"] == "throng_context_def"
            out += self.definition(struct, [
                "/// Receives messages after the call that caused them, and may use the context. Default: none.",
                "pub logger: Option<Logger>,"] if context else ())
        for each in self.objects:
            out += self.object(each)
        kinds = {"<f4": "F32", "<i4": "I32", "<u4": "U32", "<u8": "U64", "<f8": "F64"}
        out += ["/// What a value of agents is: the kind of its numbers, and how many there are.",
                "pub(crate) fn form(what: AgentValue) -> Option<(crate::crowd::Kind, usize)> {",
                "    use crate::crowd::Kind::*;", "    match what.0 {"]
        out += ["        %d => Some((%s, %d))," % (v, kinds[f], n) for v, (f, n, _) in self.agent_values().items()]
        return "\n".join(out + ["        _ => None,", "    }", "}"]) + "\n"


def files(description):
    made = RustFiles(description)
    texts = {"throng-sys/src/lib.rs": made.sys_file(), "throng-sys/tests/layout.rs": made.sys_test(),
             "throng/src/objects.rs": made.objects_file()}
    return {FOLDER + name: re.sub(r"\n{3,}", "\n\n", text) for name, text in texts.items()}


__all__ = ["files"]
