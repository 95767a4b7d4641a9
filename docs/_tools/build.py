"""Puts the sources of the site together: build.py ROOT FOLDER. Faults go to standard error.

Ends with 1 where a link of a page leads nowhere. Public symbols without a comment, and names in comments that are not
there, are written to FOLDER.missing, a line for each."""
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import api  # noqa: E402
import charts  # noqa: E402
import stage  # noqa: E402


def main():
    root, folder = sys.argv[1], sys.argv[2]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    errors = stage.Stage(root, folder).run()
    missing, unknown = api.write_reference(os.path.join(root, "include", "throng"),
                                           os.path.join(folder, "reference", "api"))
    errors += charts.outdated(root)
    with open(folder + ".missing", "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in missing + unknown))
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
