"""Reads the public headers: every macro, type, enumerator, member and function with its comment.

The headers are plain C in one style, so a tokenizer and a few rules are enough. A comment belongs to a declaration
if it ends on the line above it (any number of /// lines, or one block), or if it starts on the line on which the
declaration ends. A function directly below another one, with no comment of its own, shares the comment of that one.
"""
import os
import re

TOKEN = re.compile(
    r"(?P<block>/\*.*?\*/)|(?P<line>//[^\n]*)|"
    r"(?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)|(?P<string>\"(?:\\.|[^\"\\])*\")"
    r"|(?P<word>[A-Za-z_]\w*)|(?P<number>\d[\w.]*)|(?P<punct>[^\s\w])", re.S | re.M)
SKIPPED_MACROS = {"THRONG_API", "CL_TARGET_OPENCL_VERSION"}


class Token:
    def __init__(self, kind, text, first, last, alone):
        self.kind, self.text, self.first, self.last, self.alone = kind, text, first, last, alone


class Symbol:
    """kind: macro, type, opaque, struct, member, enum, enumerator, function."""

    def __init__(self, kind, name, signature, line):
        self.kind, self.name, self.signature, self.line = kind, name, signature, line
        self.comment, self.shared, self.children, self.names = None, None, [], [name]


class Header:
    def __init__(self, name):
        self.name, self.intro, self.parts = name, "", []  # parts: Symbol, ("heading", text), ("prose", text)

    def symbols(self):
        for part in self.parts:
            if isinstance(part, Symbol):
                yield part
                yield from part.children


def strip_comment(text):
    """The words of a comment, without its marks, and with its own indentation."""
    if text.startswith("//"):
        lines = [re.sub(r"^\s*//+[!<]?", "", line) for line in text.split("\n")]
    else:
        lines = re.sub(r"^/\*+<?|\*+/$", "", text).split("\n")
        starred = all(re.match(r"\s*\*", line) for line in lines[1:] if line.strip())
        lines = [lines[0]] + [re.sub(r"^\s*\* ?", " ", line) if starred else line for line in lines[1:]]
        rest = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
        cut = 1 if starred else min(rest, default=0)
        lines = [lines[0]] + [" " + line[cut:] if not starred else line for line in lines[1:]]
    lines = [line[1:] if line.startswith(" ") else line for line in lines]
    return "\n".join(line.rstrip() for line in lines).strip("\n").rstrip()


def tokenize(text):
    tokens, line, at = [], 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        kind, body = match.lastgroup, match.group()
        alone = not text[text.rfind("\n", 0, at) + 1:at].strip()
        tokens.append(Token(kind, body, line, line + body.count("\n"), alone))
    merged = []
    for token in tokens:  # lines of /// that follow each other are one comment
        last = merged[-1] if merged else None
        if token.kind == "line" and token.alone and last and last.kind == "line" and last.alone and \
                token.first == last.last + 1:
            last.text, last.last = last.text + "\n" + token.text, token.last
        else:
            merged.append(token)
    return merged


def join(tokens):
    """Tokens as C is usually written: `const float *values, size_t stride`."""
    text = ""
    for token in tokens:
        word = token.kind in ("word", "number")
        glue = text and (word and re.search(r"[\w,)=]$", text) or token.text == "*" and re.search(r"\w$", text) or
                         token.text == "=" or text[-1] in "=," or token.text == "(" and text.endswith("void"))
        text += (" " if glue else "") + token.text
    return text


class Parser:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.tokens = tokenize(file.read())
        self.header = Header(os.path.basename(path))
        self.at, self.used, self.last = 0, set(), None

    def comments(self, first, last):
        """The comment of a declaration on lines first..last, or None."""
        for token in self.tokens:
            if token.kind in ("block", "line") and id(token) not in self.used:
                if token.first == last and not token.alone or token.alone and token.last == first - 1:
                    if not re.match(r"^/\* -{3,}", token.text):
                        self.used.add(id(token))
                        return strip_comment(token.text)
        return None

    def until(self, end):
        """Tokens up to one of `end` outside of brackets; comments are left out."""
        found, depth = [], 0
        while True:
            token = self.tokens[self.at]
            self.at += 1
            if token.kind in ("block", "line", "directive"):
                continue
            if depth == 0 and token.text in end:
                return found, token
            depth += token.text in "([{"
            depth -= token.text in ")]}"
            found.append(token)

    def add(self, symbol, first, last):
        symbol.comment = self.comments(first, last)
        before = self.header.parts[-1] if self.header.parts else None
        if symbol.comment is None and symbol.kind in ("function", "macro") and isinstance(before, Symbol) and \
                before.kind == symbol.kind and self.last == first - 1 and (before.comment or before.shared):
            symbol.shared = before.shared or before
        self.last = last
        self.header.parts.append(symbol)
        return symbol

    def free_comment(self, token):
        if id(token) in self.used:
            return
        following = next((t for t in self.tokens[self.at:] if t.first > token.last), None)
        text = strip_comment(token.text)
        banner = re.match(r"^-{3,}\s*(.*?)\s*-*$", text, re.S)
        if banner:
            body = re.sub(r"\s*-{3,}\s*$", "", banner.group(1)).strip()
            title, _, rest = body.partition(":")
            self.header.parts.append(("heading", title.strip().capitalize() if "\n" not in title else body))
            if rest.strip():
                self.header.parts.append(("prose", rest.strip()[0].upper() + rest.strip()[1:]))
        elif following and following.first == token.last + 1 and following.kind != "directive" and token.alone:
            return  # of the declaration below
        elif following and following.kind == "directive" and following.first == token.last + 1 and \
                re.match(r"\s*#\s*define \w+ +\S", following.text):
            return
        elif not self.header.intro and not any(isinstance(p, Symbol) for p in self.header.parts):
            self.header.intro = text
        elif token.alone:
            self.header.parts.append(("prose", text))

    def directive(self, token):
        match = re.match(r"\s*#\s*define (\w+)(\([^)]*\))?[ \t]+(\S.*?)\s*(/[*/].*)?$", token.text, re.S)
        if not match or match.group(1) in SKIPPED_MACROS:
            return
        symbol = Symbol("macro", match.group(1), match.group(1) + (match.group(2) or ""), token.first)
        symbol.value = match.group(3)
        self.add(symbol, token.first, token.last)
        if match.group(4):  # a comment inside the directive's line
            symbol.comment, symbol.shared = strip_comment(match.group(4)), None

    def members(self, symbol):
        while self.tokens[self.at].text != "}":
            if self.tokens[self.at].kind in ("block", "line", "directive"):
                self.at += 1
                continue
            first = self.tokens[self.at].first
            found, end = self.until(";")
            names, types = [], []
            if any(t.text == "(" for t in found):
                text = join(found)
                names.append(re.search(r"\(\*\s*(\w+)\)", text).group(1))
                types.append(text)
            else:
                commas = [i for i, t in enumerate(found) if t.text == ","] + [len(found)]
                start, base = 0, None
                for stop in commas:
                    part = found[start:stop]
                    arrays = next((i for i, t in enumerate(part) if t.text == "["), len(part))
                    name = [t for t in part[:arrays] if t.kind == "word"][-1]
                    if base is None:
                        base = [t for t in part[:arrays] if t is not name and t.text != "*"]
                    stars = [t for t in part[:arrays] if t.text == "*"]
                    names.append(name.text)
                    types.append(join(base + stars) + (" " if not stars else "") + name.text + join(part[arrays:]))
                    start = stop + 1
            child = Symbol("member", names[0], types[0], first)
            child.names, child.types, child.owner = names, types, symbol
            child.comment = self.comments(first, end.last)
            symbol.children.append(child)
        self.at += 1

    def enumerators(self, symbol):
        while True:
            token = self.tokens[self.at]
            if token.text == "}":
                self.at += 1
                return
            if token.kind in ("block", "line", "directive"):
                self.at += 1
                continue
            first, found = token.first, []
            while self.tokens[self.at].text not in (",", "}"):
                if self.tokens[self.at].kind not in ("block", "line"):
                    found.append(self.tokens[self.at])
                self.at += 1
            last = found[-1].last
            if self.tokens[self.at].text == ",":
                last = self.tokens[self.at].last
                self.at += 1
            child = Symbol("enumerator", found[0].text, join(found), first)
            child.owner = symbol
            child.comment = self.comments(first, last)
            symbol.children.append(child)

    def declaration(self):
        start = self.tokens[self.at]
        words = [t.text for t in self.tokens[self.at:self.at + 6] if t.kind not in ("block", "line")]
        if words[:1] == ["extern"]:
            self.at += 3
            return
        if words[0] == "}":
            self.at += 1
            return
        if words[0] == "typedef" and words[1] == "struct" and words[3] == "{" or words[0] == "struct":
            offset = 4 if words[0] == "typedef" else 3
            symbol = Symbol("struct", words[offset - 2], words[offset - 2], start.first)
            comment = self.comments(start.first, -1)
            self.at += offset
            self.members(symbol)
            _, end = self.until(";")
            self.add(symbol, -9, end.last)
            symbol.comment = comment or symbol.comment
            self.last = end.last
        elif words[0] == "typedef" and words[1] == "struct" and words[4] == ";":
            found, end = self.until(";")
            self.add(Symbol("opaque", found[-1].text, found[-1].text, start.first), start.first, end.last)
        elif words[0] == "typedef" and words[1] == "enum":
            while self.tokens[self.at].text != "{":
                self.at += 1
            self.at += 1
            symbol = Symbol("enum", "", "", start.first)
            symbol.comment = self.comments(start.first, -1)
            self.enumerators(symbol)
            found, end = self.until(";")
            symbol.name = symbol.signature = found[-1].text
            symbol.names = [symbol.name]
            self.header.parts.append(symbol)
            self.last = end.last
        elif words[0] == "typedef":
            found, end = self.until(";")
            text = join(found[1:])
            pointer = re.search(r"\(\*\s*(\w+)\)", text)
            name = pointer.group(1) if pointer else found[-1].text
            self.add(Symbol("type", name, text, start.first), start.first, end.last)
        elif words[0] == "enum":
            while self.tokens[self.at].text != "{":
                self.at += 1
            self.at += 1
            before = self.header.parts[-1] if self.header.parts else None
            if isinstance(before, Symbol) and before.kind == "type" and self.last == start.first - 1:
                symbol = before
                symbol.kind = "enum"
            else:
                symbol = Symbol("enum", None, None, start.first)
                symbol.names = []
                symbol.comment = self.comments(start.first, -1)
                self.header.parts.append(symbol)
            self.enumerators(symbol)
            _, end = self.until(";")
            self.last = end.last
        else:
            found, end = self.until(";")
            found = [t for t in found if t.text != "THRONG_API"]
            name = found[next(i for i, t in enumerate(found) if t.text == "(") - 1].text
            self.add(Symbol("function", name, join(found), start.first), start.first, end.last)

    def parse(self):
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind in ("block", "line"):
                self.at += 1
                self.free_comment(token)
            elif token.kind == "directive":
                self.at += 1
                self.directive(token)
            else:
                self.declaration()
        return self.header


def read_headers(folder):
    return [Parser(os.path.join(folder, name)).parse() for name in sorted(os.listdir(folder)) if name.endswith(".h")]


def missing(headers):
    """What has no comment, as `file:line: name`."""
    for header in headers:
        for symbol in header.symbols():
            if not symbol.comment and not symbol.shared:
                name = ", ".join(symbol.names) or "enum of " + symbol.children[0].name
                if symbol.kind == "enum" and not symbol.names:
                    continue  # a group of constants, each with a comment of its own
                owner = getattr(symbol, "owner", None)
                prefix = owner.name + "." if symbol.kind == "member" else ""
                yield "include/throng/%s:%d: %s%s has no comment" % (header.name, symbol.line, prefix, name)
