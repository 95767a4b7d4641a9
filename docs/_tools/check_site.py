"""Checks the built pages: each link and picture leads to something in the site, anchors included, and no page asks the
network for anything: no script, style, font or picture from elsewhere."""
import html.parser
import os
import re
import sys
import urllib.parse

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src",
          "embed": "src", "object": "data", "link": "href"}
PASSIVE = {"search", "next", "prev", "index", "canonical", "author", "copyright"}  # rel of <link>: nothing is loaded


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        for key in ("id", "name"):
            if found.get(key) and (key == "id" or tag == "a"):
                self.ids.add(found[key])
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag in LOADED and found.get(LOADED[tag]):
            passive = tag == "link" and set((found.get("rel") or "").split()) & PASSIVE
            (self.links if passive else self.loads).append(found[LOADED[tag]])
        if tag == "use" and found.get("href"):
            self.loads.append(found["href"])
        if found.get("srcset"):
            self.loads += [part.split()[0] for part in found["srcset"].split(",")]
        if found.get("style"):
            self.loads += re.findall(r"url\(['\"]?([^'\")]+)", found["style"])

    handle_startendtag = handle_starttag


def outside(link):
    return bool(re.match(r"(?!data:)[a-z][a-z0-9+.-]*:|//", link))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check(folder):
    faults, pages, links = [], {}, 0
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            if name.endswith(".html"):
                pages[path] = Page()
                pages[path].feed(read(path))
            elif name.endswith(".css"):
                for link in re.findall(r"url\(['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", read(path)):
                    target = link[0] or link[1]
                    if outside(target):
                        faults.append("%s: loads %s" % (os.path.relpath(path, folder), target))
    for path, page in sorted(pages.items()):
        short = os.path.relpath(path, folder)
        for link in page.loads:
            if outside(link):
                faults.append("%s: loads %s" % (short, link))
        for link in page.links + page.loads:
            if outside(link) or link.startswith("data:"):
                continue
            links += 1
            target, _, anchor = link.partition("#")
            target = urllib.parse.unquote(target.partition("?")[0])
            goal = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if os.path.isdir(goal):
                goal = os.path.join(goal, "index.html")
            if not os.path.exists(goal):
                faults.append("%s: %s is not there" % (short, link))
            elif anchor and goal in pages and urllib.parse.unquote(anchor) not in pages[goal].ids:
                faults.append("%s: %s has no such anchor" % (short, link))
    if not os.path.exists(os.path.join(folder, "index.html")):
        faults.append("index.html is not there")
    return faults, len(pages), links


if __name__ == "__main__":
    found, count, number = check(sys.argv[1])
    print("\n".join(found) or "%d pages, %d links" % (count, number))
    sys.exit(1 if found else 0)
