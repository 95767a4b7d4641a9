"""Copies what the site is made of into one folder, and makes links fit there.

Pages of docs/ keep their places. Tables of bench/results and the documents of the repository's root become pages, too,
as does each source file or folder that a page links to: the site needs nothing but itself. A link to what is not there
is an error, and so is a file or folder in backticks that is not there. `<!-- pages -->` in an index.md stands for a
list of the folder's pages that it does not link; those named there come first: `<!-- pages: tutorial build -->`."""
import json
import os
import re
import shutil
import subprocess

ROOT_PAGES = {"README.md": "project/readme.md", "CHANGELOG.md": "project/changelog.md",
              "CONTRIBUTING.md": "project/contributing.md", "SECURITY.md": "project/security.md"}
PICTURES = (".png", ".gif", ".jpg", ".svg")
LANGUAGES = {".c": "c", ".h": "c", ".inc": "c", ".cl": "c", ".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".txt": "text",
             ".map": "text", ".csv": "text", ".cmake": "cmake", ".md": "markdown", ".yml": "yaml", ".html": "html",
             ".cs": "csharp", ".lua": "lua", ".rs": "rust", ".gd": "text", ".json": "json", "": "bash"}
LIVE = "live/index.html"  # where scripts/docs puts the page of site/
LARGEST = 200 * 1024  # bytes of a source file that becomes a page; larger ones are files to be loaded
LINK = re.compile(r"(\]\()(<[^>]*>|[^)\s]+)((?:\s+\"[^\"]*\")?\))|(^\[[^\]]+\]:\s+)(\S+)()"
                  r"|(<(?:img|a)\b[^>]*?\b(?:src|href)=\")([^\"]+)(\")", re.M)
NAMED = re.compile(r"`([A-Za-z][\w.-]*/[\w./-]*)(?:[ :][^`\n]*)?`")
BUILT = ("bindings/web/dist",)  # folders of the repository that git does not have


def prose_parts(text):
    """(is it prose, text) of a Markdown file: what stands in fences and in code spans is none."""
    return [(i % 2 == 0, part) for i, part in enumerate(
        re.split(r"((?:^|(?<=\n)) {0,3}(?:```|~~~).*?\n {0,3}(?:```|~~~)[^\n]*|`[^`\n]+`)", text, flags=re.S))]


def files_of(root):
    """The files of the repository, without what git ignores; of a tree without git all but build folders."""
    done = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                          capture_output=True, text=True, check=False)
    if done.returncode == 0 and os.path.exists(os.path.join(root, ".git")):
        return [name for name in done.stdout.splitlines() if os.path.exists(os.path.join(root, name))]
    found = []
    for base, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f != ".git" and not f.startswith("build")]
        found += [os.path.normpath(os.path.relpath(os.path.join(base, name), root)) for name in names]
    return found


class Stage:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.pages, self.errors, self.sources, self.titles = {}, [], [], {}
        self.files = set(files_of(root))
        self.folders = {name[:m.start()] for name in self.files for m in re.finditer("/", name)}

    def collect(self):
        for name in sorted(self.files):
            if name.startswith("docs/_"):
                continue
            if name.startswith("docs/") and name.endswith(".md"):
                self.pages[name] = name[5:]
            elif re.match(r"bench/results/[^/]+\.md$", name):
                self.pages[name] = "results/rows/" + os.path.basename(name)
            elif name in ROOT_PAGES:
                self.pages[name] = ROOT_PAGES[name]
            elif re.match(r"(examples|bindings|scenes|tools)/.*README\.md$", name):
                self.pages[name] = os.path.dirname(name) + ("/readme.md" if "/" in name else "readme.md")

    def write(self, place, text):
        path = os.path.join(self.folder, place)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def source_page(self, name):
        """A page that shows a file or a folder of the repository."""
        place = "source/" + (name or "all") + ".md"
        if name in self.folders:
            place = "source/" + (name or "all") + "/index.md"
        if name not in self.sources:
            self.sources.append(name)
            depth = place.count("/")
            if name in self.folders:
                start = name + "/" if name else ""
                inside = sorted({start + f[len(start):].split("/")[0] for f in self.files if f.startswith(start)})
                lines = ["- [%s](%s)" % (os.path.basename(i), "../" * depth + (self.pages.get(i) or self.target(i)))
                         for i in inside if not i.endswith((".png", ".gif"))]
                self.write(place, "---\norphan: true\n---\n\n# %s\n\n%s\n" % (name or "All files", "\n".join(lines)))
            elif name.endswith(".ipynb"):
                text, _ = self.links(name, place, self.notebook(name))
                self.write(place, "---\norphan: true\n---\n\n" + text)
            else:
                with open(os.path.join(self.root, name), encoding="utf-8") as file:
                    body = file.read()
                fence = "`" * max([3] + [len(m) + 1 for m in re.findall(r"`{3,}", body)])
                kind = LANGUAGES.get(os.path.splitext(name)[1], "text")
                if body.startswith("#!/usr/bin/env python3"):
                    kind = "python"
                self.write(place, "---\norphan: true\n---\n\n# %s\n\n%s%s\n%s%s\n" % (
                    name, fence, kind, body if body.endswith("\n") else body + "\n", fence))
        return place

    def notebook(self, name):
        """A notebook as Markdown: its text, and its code in fences."""
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            cells = json.load(file)["cells"]
        parts = ["".join(c["source"]) if c["cell_type"] == "markdown" else "```python\n%s\n```" % "".join(c["source"])
                 for c in cells]
        return "\n\n".join(parts) + "\n"

    def target(self, name):
        """The place in the site of something in the repository."""
        if name in self.pages:
            return self.pages[name]
        if name == "include/throng":
            return "reference/api/index.rst"
        if name in self.folders:
            for readme in (name + "/index.md", name + "/README.md"):
                if readme in self.pages:
                    return self.pages[readme]
            return self.source_page(name)
        path = os.path.join(self.root, name)
        if name.startswith("docs/") and not name.endswith(".json"):
            place = name[5:]
        elif name.endswith(PICTURES):
            place = "files/" + name
        elif name.startswith("include/throng/") and name.endswith(".h"):
            return "reference/api/" + os.path.basename(name)[:-2] + ".rst"
        elif os.path.getsize(path) <= LARGEST and not name.endswith((".json", ".npy")):
            return self.source_page(name)
        else:
            place = "files/" + name
        copy = os.path.join(self.folder, place)
        if not os.path.exists(copy):
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copyfile(path, copy)
        return place

    def links(self, name, place, text):
        """The page's text with links that fit."""
        seen = []

        def change(match):
            groups = match.groups()
            before, link, after = next(groups[i:i + 3] for i in (0, 3, 6) if groups[i + 1] is not None)
            if re.match(r"[a-z]+:|//", link):
                return match.group(0)
            path, _, anchor = link.strip("<>").partition("#")
            if not path:
                return match.group(0)
            goal = os.path.normpath(os.path.join(os.path.dirname(name), path))
            goal = "" if goal == "." else goal
            seen.append(goal)
            if goal and goal not in self.files and goal not in self.folders:
                self.errors.append("%s: links to %s, which is not there" % (name, link))
                return match.group(0)
            live = goal == "site/index.html" and match.group(8) is not None  # an HTML link, which Sphinx leaves alone
            found = LIVE if live else self.target(goal)
            relative = os.path.relpath(found, os.path.dirname(place) or ".")
            page = found.endswith((".md", ".rst"))
            if anchor and page and not found.startswith(("source/", "reference/api/")):
                relative += "#" + anchor
            if not page and not found.endswith(PICTURES):
                relative = relative if relative.startswith(".") else "./" + relative
            return before + relative + after

        text = "".join(LINK.sub(change, part) if prose else part for prose, part in prose_parts(text))
        return text, seen

    def names(self, name, text):
        """Files and folders that the page names: from the root, or from its own folder. A log of changes names old ones."""
        for match in NAMED.finditer(text) if name != "CHANGELOG.md" else ():
            path = match.group(1).rstrip("/.")
            places = {path, os.path.normpath(os.path.join(os.path.dirname(name), path))}
            if path.split("/")[0] in self.folders and not places & (self.files | self.folders | set(BUILT)):
                self.errors.append("%s: names %s, which is not there" % (name, match.group(1)))

    def title(self, name):
        if name not in self.titles:
            with open(os.path.join(self.root, name), encoding="utf-8") as file:
                found = re.search(r"^# +(.+)$", file.read(), re.M)
            self.titles[name] = found.group(1).strip() if found else os.path.basename(name)
            if not found:
                self.errors.append("%s: has no title" % name)
        return self.titles[name]

    def charts(self, text, place):
        """SVG charts of docs/results/charts stand in the page itself, so that they have its colours."""

        def change(match):
            path = os.path.join(self.root, "docs", os.path.dirname(place), match.group(2))
            with open(path, encoding="utf-8") as file:
                svg = re.sub(r"<style>.*?</style>\s*|<\?xml.*?\?>\s*", "", file.read(), flags=re.S)
            svg = re.sub(r"\n\s*\n", "\n", svg)
            return "\n```{raw} html\n<figure class=\"chart\">%s</figure>\n```\n" % svg.strip()

        return re.sub(r"^!\[([^\]]*)\]\((charts/[^)]+\.svg)\)$", change, text, flags=re.M)

    def navigation(self, index, seen):
        """The hidden table of contents of a folder's index: its own pages in the order of links, then the others."""
        folder = os.path.dirname(index)
        inside = [n for n in self.pages if os.path.dirname(n) == folder and n != index]
        deeper = [n for n in self.pages if os.path.basename(n) == "index.md" and
                  os.path.dirname(os.path.dirname(n)) == folder and n != index]
        wanted = [n for n in dict.fromkeys(self.pages_of(seen)) if n in inside or n in deeper]
        return wanted + [n for n in sorted(inside + deeper) if n not in wanted]

    def pages_of(self, names):
        for name in names:
            if name in self.pages:
                yield name
            elif name + "/index.md" in self.pages:
                yield name + "/index.md"

    def listing(self, names, place):
        lines = ["- [%s](%s)" % (self.title(n), os.path.relpath(self.pages[n], os.path.dirname(place) or "."))
                 for n in names]
        return "\n".join(lines)

    def run(self):
        self.collect()
        for name, place in list(self.pages.items()):
            with open(os.path.join(self.root, name), encoding="utf-8") as file:
                text = file.read()
            self.title(name) if not place.startswith("results/rows/") else None
            self.names(name, text)
            if place.startswith("results/rows/"):
                text = "# The rows of %s\n\n" % os.path.basename(place)[:-3] + text
            if name.startswith("docs/"):
                text = self.charts(text, place)
            text, seen = self.links(name, place, text)
            if os.path.basename(name) == "index.md" and name.startswith("docs/"):
                mark = re.search(r"<!-- pages(?:: ([^>]*))? -->", text)
                first = (mark.group(1) or "").split() if mark else []
                seen += [os.path.join(os.path.dirname(name), word + ".md") for word in first]
                order = self.navigation(name, seen)
                linked = set(self.pages_of(seen[:len(seen) - len(first)]))
                if mark:
                    rest = [n for n in order if n not in linked]
                    text = text.replace(mark.group(0), self.listing(rest, place))
                entries = [os.path.relpath(self.pages[n], os.path.dirname(place) or ".")[:-3] for n in order]
                if name == "docs/reference/index.md":
                    entries.insert(0, "api/index")
                if name == "docs/index.md":
                    entries += [ROOT_PAGES[r][:-3] for r in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
                                if r in self.pages]
                text += "\n```{toctree}\n:hidden:\n\n%s\n```\n" % "\n".join(entries)
            elif not name.startswith("docs/") and name not in (
                    "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md") or \
                    os.path.dirname(name) + "/index.md" not in self.pages and name.startswith("docs/"):
                text = "---\norphan: true\n---\n\n" + text
            self.write(place, text)
        return self.errors
