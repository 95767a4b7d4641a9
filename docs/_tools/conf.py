"""Settings of Sphinx for throng's site; scripts/docs runs it."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from docutils import nodes  # noqa: E402
from latex2mathml import converter  # noqa: E402
from sphinx import addnodes  # noqa: E402

project = "throng"
html_title = "throng"
author = "the authors of throng"
copyright = author
extensions = ["myst_parser"]
exclude_patterns = ["_tools/**"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 6
myst_links_external_new_tab = False
nitpicky = True
nitpick_ignore_regex = [
    ("c:identifier", r"u?int\d+_t|size_t|cl_\w+|FILE|MPI_\w+"),
]
c_maximum_signature_line_length = 90
highlight_language = "none"
html_theme = "furo"
html_static_path = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")]
html_css_files = ["throng.css"]
smartquotes = False
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "default"
html_math_renderer = "mathml"


def math_inline(self, node):
    self.body.append(converter.convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def math_block(self, node):
    self.body.append("<div class=\"math\">%s</div>" % converter.convert(node.astext(), display="block"))
    raise nodes.SkipNode


def link_symbols(app, tree, docname):
    """Names of the interface in code spans of any page lead to the reference."""
    known = app.env.throng_symbols if hasattr(app.env, "throng_symbols") else None
    if known is None:
        known = {}
        for name, _, kind, page, anchor, _ in app.env.get_domain("c").get_objects():
            if kind not in ("member", "functionParam") and "." not in name:
                known[name] = (page, anchor)
        app.env.throng_symbols = known
    for literal in list(tree.findall(nodes.literal)):
        parent, inside = literal.parent, False
        while parent is not None:
            inside = inside or isinstance(parent, (nodes.reference, nodes.title, addnodes.desc_signature))
            parent = parent.parent
        match = re.match(r"^(throng_\w+|THRONG_\w+)(\(\))?$", literal.astext())
        if inside or not match or match.group(1) not in known:
            continue
        page, anchor = known[match.group(1)]
        link = nodes.reference("", "", internal=True)
        link["refuri"] = app.builder.get_relative_uri(docname, page) + "#" + anchor
        literal.replace_self(link)
        link += literal


def setup(app):
    app.add_html_math_renderer("mathml", (math_inline, None), (math_block, None))
    app.connect("doctree-resolved", link_symbols)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
