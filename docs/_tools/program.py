"""The help of the program in its manual: program.py --write|--compare PROGRAM FOLDER.

Each page NAME.md of the folder has the text of `PROGRAM NAME --help` between two lines, `<!-- help -->` and
`<!-- end of help -->`; index.md that of `PROGRAM --help`. --write puts it there, and makes a page for a subcommand
that has none; --compare ends with 1 where it differs. Other pages of the folder have no such lines."""
import os
import re
import subprocess
import sys

PLACE = re.compile(r"(<!-- help -->\n)(.*?)(<!-- end of help -->)", re.S)


def help_of(program, name):
    command = [program] + ([name] if name else []) + ["--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit("docs/_tools/program.py: %s fails" % " ".join(command))
    # which outside libraries a build has is not the manual's business
    return re.sub(r"(?m)^outside libraries in this build: .*\n?", "", done.stdout).strip("\n")


def subcommands(text):
    return re.findall(r"^  (\w[\w-]*)  +\S", text, re.M)


def main():
    mode, program, folder = sys.argv[1:4]
    top, faults = help_of(program, ""), []
    names = subcommands(top)
    if len(names) < 5:
        sys.exit("docs/_tools/program.py: %s --help lists %d subcommands" % (program, len(names)))
    for name in [""] + names:
        path = os.path.join(folder, (name or "index") + ".md")
        text = top if not name else help_of(program, name)
        wanted = "```text\n%s\n```\n" % text
        page = "# throng %s\n\n<!-- help -->\n<!-- end of help -->\n" % name
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                page = file.read()
        elif mode == "--compare":
            faults.append("%s: is not there; scripts/docs --update writes it" % path)
            continue
        match = PLACE.search(page)
        if not match:
            faults.append("%s: has no place for the program's help" % path)
        elif match.group(2) != wanted:
            if mode == "--compare":
                faults.append("%s: is not what %s %s --help says; scripts/docs --update mends it" %
                              (path, program, name))
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(PLACE.sub(lambda m: m.group(1) + wanted + m.group(3), page))
    for page in sorted(os.listdir(folder)):
        with open(os.path.join(folder, page), encoding="utf-8") as file:
            has_help = PLACE.search(file.read())
        if has_help and page[:-3] not in names + ["index"]:
            faults.append("%s: %s has no such subcommand" % (os.path.join(folder, page), program))
    print("\n".join(faults) or "%d pages of the manual are the program's" % (len(names) + 1))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
