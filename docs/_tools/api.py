"""Writes the reference of the C interface as reStructuredText, a page for each public header (headers.py reads them).

Names of symbols in comments become links. `Errors:` at the end of a comment becomes a field of its own, whose statuses
link to their values. Lines that are indented stand as they are; lines that begin with `- ` are a list."""
import os
import re

import headers as reader

TITLES = {
    "context.h": "Contexts", "dispatch.h": "Backend selection", "choice.h": "Backend selection",
    "terrain.h": "Terrain", "influence.h": "Influence maps", "influence_slices.h": "Influence maps: slices, memory",
    "potential.h": "Potential fields",
    "measure.h": "Fuzzy measures", "route.h": "Routes", "flow.h": "Flow fields",
    "flow_seeds.h": "Flow fields: seeds", "trace.h": "Traced paths",
    "crowd.h": "Crowds", "crowd_motions.h": "Crowds: motions of agents",
    "crowd_moving.h": "Crowds: guests and moving obstacles",
    "crowd_queries.h": "Crowds: finding agents, events", "crowd_states.h": "Crowds: snapshots and states",
    "world.h": "Worlds", "world_crowd.h": "Worlds: crowds", "world_flow.h": "Worlds: flow fields",
    "world_influence.h": "Worlds: influence maps", "world_potential.h": "Worlds: potential fields", "throng_mpi.h": "Worlds: MPI",
    "throng_opencl.h": "OpenCL interoperation", "throng.h": "Conventions",
}
ORDER = ["throng.h", "context.h", "crowd.h", "crowd_motions.h", "crowd_moving.h", "crowd_queries.h", "crowd_states.h",
         "influence.h", "influence_slices.h", "terrain.h", "flow.h", "flow_seeds.h", "route.h", "potential.h", "trace.h",
         "measure.h",
         "dispatch.h", "choice.h", "world.h", "world_crowd.h", "world_flow.h", "world_influence.h",
         "world_potential.h", "throng_mpi.h", "throng_opencl.h"]
ENVIRONMENT = re.compile(r"THRONG_(BACKEND|ISA|DEVICE|CACHE|COSTS|CL_WIDTH|SHARED|BUILD)$")
STATUSES = "INVALID_ARGUMENT|CAPACITY|OUT_OF_MEMORY|UNSUPPORTED|NO_DEVICE|INEXACT_DEVICE|BUILD_FAILED|OPENCL|LOST"


class Names:
    """What can be linked to, and what was named that is not there."""

    def __init__(self, all_headers):
        self.role, self.members, self.unknown = {}, {}, []
        for header in all_headers:
            for symbol in header.symbols():
                role = {"macro": "macro", "function": "func", "enumerator": "enumerator", "struct": "struct",
                        "enum": "enum"}.get(
                    symbol.kind, "type")
                if symbol.kind == "member":
                    for name in symbol.names:
                        self.members[symbol.owner.name + "." + name] = True
                else:
                    for name in symbol.names:
                        self.role[name] = role
        self.headers = {header.name for header in all_headers}

    def link(self, word, where):
        """reStructuredText for a name of throng, which may be followed by () or by .member."""
        name, dot, member = word.rstrip("()").partition(".")
        if dot and name + "." + member in self.members:
            return ":c:member:`%s.%s`" % (name, member)
        if name in self.role:
            return ":c:%s:`%s`" % (self.role[name], name)
        if ENVIRONMENT.match(name):
            return "``%s``" % name
        self.unknown.append("%s: the comment names %s, which is not there" % (where, word))
        return "``%s``" % word


def escape(text):
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def inline(text, names, where, errors=False):
    """A paragraph's text."""
    pattern = r"``?([^`]+)``?|\b(?!throng_opencl\.h)(throng_\w+(?:\.\w+)?(?:\(\))?|THRONG_\w+(?![\w*]))(?!\w*[*/])(?!\.h)" \
              r"|\b([a-z]{2,}(?:_[a-z]{2,})+)\b(?!\()"
    if errors:
        pattern += r"|\b(?P<status>%s)\b" % STATUSES
    out, at = [], 0
    for match in re.finditer(pattern, text):
        out.append(escape(text[at:match.start()]))
        at = match.end()
        if match.group(1):
            code = match.group(1)
            plain = re.match(r"^(throng_\w+|THRONG_\w+)(\(\))?$", code)
            linked = names.link(code, where) if plain and plain.group(1) in names.role else "``%s``" % code
        elif match.group(2):
            linked = names.link(match.group(2), where)
        elif match.group(3):
            linked = "``%s``" % match.group(3)  # a member or a parameter
        else:
            word = match.group("status")
            full = "THRONG_ERROR_" + word
            linked = ":c:enumerator:`%s <%s>`" % (word, full) if full in names.role else word
        before, after = text[:match.start()][-1:], text[match.end():][:1]
        out.append(("\\ " if before.strip() else "") + linked + ("\\ " if after.strip() else ""))
    out.append(escape(text[at:]))
    return "".join(out)


def blocks(text):
    """A comment as (kind, lines): text, code, item, field."""
    found, lines = [], text.split("\n")
    fenced = False
    for line in lines:
        body = line.strip()
        if body.startswith("```"):
            fenced = not fenced
            found.append(("break", []))
            continue
        kind = "code" if fenced or re.match(r" {2,}\S", line) and not (found and found[-1][0] in ("item", "field")) \
            else "text"
        if not fenced and re.match(r" *- ", line):
            found.append(("item", [body[2:]]))
        elif not fenced and re.match(r" *[@\\](param|return|returns)\b", line):
            found.append(("field", [body]))
        elif not body and not fenced:
            found.append(("break", []))
        elif found and found[-1][0] in ("item", "field") and kind == "text" and re.match(r" +\S", line):
            found[-1][1].append(body)
        elif found and found[-1][0] == kind:
            found[-1][1].append(line)
        else:
            found.append((kind, [line]))
    return [part for part in found if part[0] != "break"]


def table_of(lines):
    """Rows of (term, text) where all lines are such, with two spaces or more between both; else None."""
    rows = []
    for line in lines:
        head = re.match(r"(\S(?:.*?\S)?) {2,}(\S.*)$", line)
        if head and not re.search(r"\S {3,}\S", head.group(2)):
            rows.append([head.group(1), head.group(2)])
        elif rows and re.match(r" {4,}\S", line):
            rows[-1][1] += " " + line.strip()
        else:
            return None
    return rows


def comment_rst(text, names, where, indent):
    """Paragraphs of a comment."""
    out, pad = [], " " * indent
    text = re.sub(r"(?<![.\n])\n(?=Errors: )", " ", text)
    for kind, lines in blocks(text):
        if kind == "code":
            cut = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
            rows = table_of([line[cut:] for line in lines])
            if rows:
                out.append("%s.. list-table::\n%s   :widths: 25 75\n" % (pad, pad))
                out += ["%s   * - %s\n%s     - %s" % (pad, inline(term, names, where), pad, inline(rest, names, where))
                        for term, rest in rows] + [""]
                continue
            out.append("%s::\n\n%s\n" % (pad, "\n".join(pad + "    " + line[cut:] for line in lines)))
        elif kind == "item":
            out.append("%s- %s\n" % (pad, inline(" ".join(lines), names, where)))
        elif kind == "field":
            match = re.match(r"[@\\](param|returns?)\s+(.*)", " ".join(lines))
            name, rest = match.group(1), match.group(2)
            if name == "param":
                word, _, rest = rest.partition(" ")
                out.append("%s:param %s: %s\n" % (pad, word, inline(rest, names, where)))
            else:
                out.append("%s:returns: %s\n" % (pad, inline(rest, names, where)))
        else:
            body = " ".join(line.strip() for line in lines)
            body, mark, errors = re.match(r"(.*?)(?:(?:^|(?<=[.:;)] ))(Errors?: )(.*))?$", body, re.S).groups()
            if body.strip():
                body = body.strip()
                out.append("%s%s\n" % (pad, inline(body[0].upper() + body[1:] if indent else body, names, where)))
            if mark:
                out.append("%s**Errors**: %s\n" % (pad, inline(errors, names, where, errors=True)))
    return "\n".join(out)


def summary(text):
    """The first sentence."""
    body = re.split(r"\n\s*\n", text.strip())[0]
    body = re.sub(r"\s+", " ", body)
    if re.match(r"Errors?: ", body):
        return ""
    return re.split(r"(?<=[.;:]) (?=[A-Z(])|; |: ", body)[0].rstrip(".;:")


class Page:
    def __init__(self, header, names):
        self.header, self.names, self.out = header, names, []

    def where(self, symbol):
        return "include/throng/%s:%d" % (self.header.name, symbol.line)

    def describe(self, symbol, indent):
        pad = " " * indent
        if symbol.shared:
            return "%s(See %s.)\n" % (pad, self.names.link(symbol.shared.name, "")) + "\n" + \
                comment_rst(symbol.shared.comment, self.names, self.where(symbol), indent)
        if symbol.comment:
            return comment_rst(symbol.comment, self.names, self.where(symbol), indent)
        return ""

    def directive(self, kind, signatures, indent, options=()):
        pad = " " * indent
        first = ".. c:%s:: " % kind
        lines = [pad + first + signatures[0]]
        lines += [pad + " " * len(first) + text for text in signatures[1:]]
        self.out.append("\n".join(lines + [pad + "   :%s:" % option for option in options]) + "\n")

    def symbol(self, symbol):
        if symbol.kind == "function":
            self.directive("function", [symbol.signature], 0)
        elif symbol.kind == "macro":
            self.directive("macro", [symbol.signature], 0)
            self.out.append("   ``%s``\n" % symbol.value)
        elif symbol.kind == "struct":
            self.directive("struct", [symbol.name], 0)
        elif symbol.kind == "enum" and symbol.name is None:
            for child in symbol.children:
                self.child(child, 0)
            return
        elif symbol.kind == "enum":
            self.directive("enum", [symbol.name], 0)
            self.out.append("   ``typedef %s``\n" % symbol.signature)
        elif symbol.kind == "opaque":
            self.directive("type", ["struct " + symbol.name + " " + symbol.name], 0)
        else:
            self.directive("type", [symbol.signature], 0)
        self.out.append(self.describe(symbol, 3))
        for child in symbol.children:
            self.child(child, 3)

    def child(self, child, indent):
        if child.kind == "member":
            self.directive("member", child.types, indent)
        else:
            self.directive("enumerator", [child.signature], indent)
        self.out.append(self.describe(child, indent + 3))

    def functions(self):
        """A table of the functions with the first sentence of each."""
        rows = [s for s in self.header.parts if isinstance(s, reader.Symbol) and s.kind == "function"]
        if len(rows) < 3:
            return
        self.out.append(".. list-table::\n   :class: functions\n   :widths: 45 55\n")
        for symbol in rows:
            text = symbol.comment or (symbol.shared and symbol.shared.comment) or ""
            text = inline(summary(text), self.names, self.where(symbol)) if text else ""
            self.out.append("   * - :c:func:`%s`\n     - %s" % (symbol.name, text))
        self.out.append("")

    def render(self):
        title = "%s: %s" % (TITLES.get(self.header.name, self.header.name), self.header.name)
        self.out.append("%s\n%s\n" % (title, "=" * len(title)))
        self.out.append("``#include <throng/%s>``\n" % self.header.name)
        self.out.append(comment_rst(self.header.intro, self.names, "include/throng/" + self.header.name, 0))
        self.functions()
        headed = False
        for part in self.header.parts:
            if isinstance(part, reader.Symbol):
                if not headed:
                    self.heading("Types and functions")
                headed = True
                self.symbol(part)
            elif part[0] == "heading":
                self.heading(part[1])
                headed = True
            else:
                self.out.append(comment_rst(part[1], self.names, "include/throng/" + self.header.name, 0))
        return "\n".join(self.out) + "\n"

    def heading(self, text):
        text = re.sub(r"\s+", " ", text)
        self.out.append("%s\n%s\n" % (text, "-" * len(text)))


def write_reference(include, folder):
    """Writes the pages, and returns what is wrong with the comments: (missing ones, names that are not there)."""
    found = reader.read_headers(include)
    names = Names(found)
    os.makedirs(folder, exist_ok=True)
    found.sort(key=lambda h: (ORDER.index(h.name) if h.name in ORDER else 99, h.name))
    pages = []
    for header in found:
        page = header.name[:-2]
        with open(os.path.join(folder, page + ".rst"), "w", encoding="utf-8") as file:
            file.write(Page(header, names).render())
        pages.append((page, header))
    with open(os.path.join(folder, "index.rst"), "w", encoding="utf-8") as file:
        file.write("C interface\n===========\n\nOne page for each header. ``#include <throng/throng.h>`` includes all "
                   "of them but ``throng_opencl.h``, ``flow_seeds.h``, ``world.h``, ``world_crowd.h``, ``world_flow.h``, "
                   "``world_influence.h``, ``world_potential.h`` and ``throng_mpi.h``. "
                   "The pages are generated from the comments in the headers.\n\n"
                   ".. list-table::\n   :widths: 25 25 50\n\n")
        for page, header in pages:
            count = len([s for s in header.symbols() if s.kind == "function"])
            intro = summary(re.sub(r"Part of throng\.h.*", "", header.intro.split("\n")[0]))
            file.write("   * - :doc:`%s <%s>`\n     - ``%s``\n     - %s\n" % (
                TITLES.get(header.name, page), page, header.name,
                "%d functions" % count if count else escape(intro)))
        file.write("\nAll symbols in alphabetical order: :ref:`genindex`.\n\n.. toctree::\n   :hidden:\n\n" +
                   "".join("   %s\n" % page for page, _ in pages))
    return list(reader.missing(found)), sorted(set(names.unknown))
