"""docs/reference/python.md: classes and methods of the Python package, by its sources and the comments of the headers."""
import ast
import os
import re

PAGE = "docs/reference/python.md"
MODULES = ["context", "crowd", "influence", "terrain", "paths", "potential", "readback", "world", "world_maps",
           "plot", "gym", "study"]
INTRO = """# Python interface

<!-- Written by bindings/generate.py from the package's sources and include/throng. Do not edit. -->

How to use it is told in [Python](../howto/python.md). A method does what the C function beside it does, whose comment is
also its docstring. Keywords of constructors are the members of the C def, with the same defaults; `help(throng.Crowd)` has
them all. `lambda` is called `lambda_`.
"""


def sentence(text):
    """The first sentence of a comment."""
    text = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.:]) (?=[A-Z(`])", text)[0]


def unparse(node):
    """A method's parameters without types."""
    parts = []
    arguments = node.args
    plain = arguments.args[1:] if arguments.args and arguments.args[0].arg in ("self", "cls") else arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    for argument, default in zip(plain, defaults):
        parts.append(argument.arg + ("=" + ast.unparse(default) if default is not None else ""))
    if arguments.kwonlyargs:
        parts.append("*")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        parts.append(argument.arg + ("=" + ast.unparse(default) if default is not None else ""))
    if arguments.kwarg:
        parts.append("**" + arguments.kwarg.arg)
    return ", ".join(parts)


def decorators(node):
    """(C function, is a property, is static)."""
    function, is_property = None, False
    for each in node.decorator_list:
        if isinstance(each, ast.Call) and getattr(each.func, "attr", "") == "from_header":
            function = each.args[0].value
        is_property = is_property or getattr(each, "id", "") == "property"
    return function, is_property


def row(node, texts):
    function, is_property = decorators(node)
    own = ast.get_docstring(node) or ""
    text = sentence(texts[function] if function else own)
    if function and own:
        text += " " + " ".join(own.split())
    call = node.name if is_property else "%s(%s)" % (node.name, unparse(node))
    return "| `%s` | %s | %s |" % (call.replace("|", "\\|"), "`%s()`" % function if function else "",
                                   re.sub(r"([|*<])", r"\\\1", " ".join(text.split())))


def attributes(body):
    """Rows of a class's members, each of which has its text behind it."""
    return ["| `%s` | | %s |" % (member.target.id, " ".join(text.value.value.split())) for member, text in zip(body, body[1:])
            if isinstance(member, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)]


def page(root, description):
    texts = {f["name"]: f["doc"] for f in description["functions"]}
    out = [INTRO]
    for module in MODULES:
        path = os.path.join(root, "bindings", "python", "src", "throng", module + ".py")
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")
                     and n.name not in ("create", "explain")]
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in ("Gridded", "Hits", "View"):
                methods = [n for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
                doc = " ".join((ast.get_docstring(node) or "").split())
                out.append("## throng.%s\n\n%s\n\n| | C | |\n|---|---|---|\n%s\n" % (
                    "gym." + node.name if module == "gym" else node.name, doc,
                    "\n".join(attributes(node.body) + [row(n, texts) for n in methods])))
        if functions:
            alone = module in ("plot", "study")  # has no classes
            title = "throng." + module if alone else "Functions"
            doc = ast.get_docstring(tree) + "\n\n" if alone else ""
            out.append("## %s\n\n%s| | C | |\n|---|---|---|\n%s\n" % (
                title, doc, "\n".join(row(n, texts) for n in functions)))
    return {PAGE: "\n".join(out)}
