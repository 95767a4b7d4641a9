"""Whether the tools of the site find what they are there to find: selftest.py. Each case is a small fault."""
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import api  # noqa: E402
import check_site  # noqa: E402
import headers  # noqa: E402
import stage  # noqa: E402

HEADER = """/// Things. Part of throng.h.
#ifndef THRONG_THING_H
#define THRONG_THING_H
#define THRONG_API
/// The most things.
#define THRONG_MOST 8
#define THRONG_LEAST 1 /* the fewest
                          things */

/// What a thing is.
typedef int32_t throng_kind;
enum {
    /// A round one.
    THRONG_KIND_ROUND = 0,
    THRONG_KIND_LONG = 1, /* a long one */
    THRONG_KIND_OTHER = 2 /* neither, see
                             throng_thing_make() */
};

/// A thing.
typedef struct throng_thing {
    /// Where it is.
    float x, y;
    int32_t *sizes[THRONG_MOST]; /* of it */
    void *(*make)(void *user, size_t size); ///< makes more
} throng_thing;

/// Makes a thing of a throng_kind, at most THRONG_MOST.
/// Errors: INVALID_ARGUMENT.
THRONG_API int32_t throng_thing_make(const throng_thing *like, throng_thing **made);
THRONG_API int32_t throng_thing_again(throng_thing *thing);
#endif
"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def missing_of(text):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "in/thing.h", text)
        missing, unknown = api.write_reference(os.path.join(folder, "in"), os.path.join(folder, "out"))
        with open(os.path.join(folder, "out", "thing.rst"), encoding="utf-8") as file:
            return missing, unknown, file.read()


def expect(what, good):
    if not good:
        sys.exit("docs/_tools/selftest.py: %s" % what)


def headers_case():
    missing, unknown, text = missing_of(HEADER)
    expect("a header that is whole has faults: %s" % (missing + unknown), not missing and not unknown)
    for part in ("float x\n", "float y\n", "int32_t *sizes[THRONG_MOST]", "void *(*make)(void *user, size_t size)",
                 "enumerator:: THRONG_KIND_ROUND = 0", "A round one", "A long one", "The fewest things", "``8``",
                 ":c:enum:`throng_kind`", "**Errors**: "):
        expect("the page lacks %r" % part, part in text)
    shared = [s for h in [text] for s in h.split("\n\n") if "(See :c:func:`throng_thing_make`.)" in s]
    expect("a function does not share the comment of the one above", shared)
    for cut in ("/// The most things.\n", "/// A round one.\n", "/// Where it is.\n", " /* of it */", "/// A thing.\n",
                " ///< makes more", " /* a long one */", "/// What a thing is.\n"):
        found, _, _ = missing_of(HEADER.replace("    " + cut if "    " + cut in HEADER else cut, ""))
        expect("nobody misses %r" % cut, len(found) == 1 and "has no comment" in found[0])
    _, unknown, _ = missing_of(HEADER.replace("throng_thing_make() */", "throng_thing_made() */"))
    expect("a name that is not there goes unnoticed", len(unknown) == 1 and "throng_thing_made" in unknown[0])


def links_case():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "src/a.c", "int a;\n")
        write(folder, "docs/index.md", "# A\n\n[b](b.md) [c](../src/a.c) [d](../src/) `[x](none.md)` `src/a.c --x` `a.md`\n")
        write(folder, "docs/b.md", "# B\n")
        out = os.path.join(folder, "build")
        expect("good links are called broken", not stage.Stage(folder, out).run())
        with open(os.path.join(out, "index.md"), encoding="utf-8") as file:
            text = file.read()
        write(folder, "site/index.html", "<p>live</p>")
        write(folder, "docs/b.md", "# B\n\n<a href=\"../site/index.html\">live</a>\n")
        stage.Stage(folder, out).run()
        with open(os.path.join(out, "b.md"), encoding="utf-8") as page:
            expect("the live page is not linked", "href=\"./live/index.html\"" in page.read())
        expect("a link to a source is not changed", "source/src/a.c.md" in text and "source/src/index.md" in text)
        write(folder, "docs/b.md", "# B\n\n[notebook](../examples/n.ipynb)\n")
        cells = [{"cell_type": "markdown", "source": ["# N\n", "\n", "[a](../docs/index.md)"]},
                 {"cell_type": "code", "source": ["x = 1"]}]
        write(folder, "examples/n.ipynb", json.dumps({"cells": cells}))
        expect("a notebook has faults", not stage.Stage(folder, out).run())
        with open(os.path.join(out, "source/examples/n.ipynb.md"), encoding="utf-8") as file:
            text = file.read()
        expect("a notebook is no page", "# N\n" in text and "](../../index.md)" in text and "```python\nx = 1\n```" in text)
        write(folder, "docs/b.md", "# B\n\n[gone](gone.md)\n")
        faults = stage.Stage(folder, out).run()
        expect("a broken link goes unnoticed", faults == ["docs/b.md: links to gone.md, which is not there"])
        write(folder, "docs/b.md", "# B\n\nIt stands in `src/b.c`.\n")
        faults = stage.Stage(folder, out).run()
        expect("a file that is gone goes unnoticed", faults == ["docs/b.md: names src/b.c, which is not there"])


def site_case():
    good = "<html><head><link rel=\"stylesheet\" href=\"a.css\"></head><a id=\"x\" href=\"#x\">x</a>" \
        "<a href=\"https://example.com/\">elsewhere</a></html>"
    faults = {"<script src=\"https://example.com/a.js\"></script>": "loads https",
              "<img src=\"//example.com/a.png\">": "loads //", "<a href=\"gone.html\">x</a>": "is not there",
              "<a href=\"#y\">x</a>": "no such anchor", "<img src=\"gone.png\">": "is not there",
              "<p style=\"background:url(https://example.com/a.png)\">": "loads https"}
    for fault, words in [("", "")] + list(faults.items()):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "index.html", good + fault)
            write(folder, "a.css", "p{}")
            found = check_site.check(folder)[0]
            expect("%r: %s" % (fault, found), len(found) == bool(fault) and words in "".join(found))
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "index.html", good)
        write(folder, "a.css", "@import \"https://example.com/a.css\";")
        expect("a style from elsewhere goes unnoticed", len(check_site.check(folder)[0]) == 1)


if __name__ == "__main__":
    headers_case()
    links_case()
    site_case()
    expect("headers.py has no parser", headers.Parser)
    print("the tools of the site find what they should")
