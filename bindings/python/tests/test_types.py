"""Type checkers know the keywords: mypy accepts typed.py but for the lines that are wrong."""
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest

import throng

HERE = os.path.dirname(os.path.abspath(__file__))


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Types(unittest.TestCase):
    def run_mypy(self, *arguments):
        with tempfile.TemporaryDirectory() as cache:
            package = os.path.dirname(os.path.dirname(os.path.abspath(throng.__file__)))
            done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", cache, "--no-error-summary", *arguments],
                                  env={**os.environ, "MYPYPATH": package}, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def test_keywords(self):
        with open(os.path.join(HERE, "typed.py"), encoding="utf-8") as file:
            lines = file.read().split("\n")
        wrong = {i for i, line in enumerate(lines, 1) if line.endswith("# wrong")}
        self.assertGreater(len(wrong), 5)
        output = self.run_mypy("--follow-imports=silent", os.path.join(HERE, "typed.py"))
        found = {int(n) for n in re.findall(r"typed\.py:(\d+): error", output)}
        self.assertEqual(found, wrong, output)

    def test_the_package_itself(self):
        package = os.path.dirname(os.path.abspath(throng.__file__))
        without = ["_foreign.py"] + [name for name, needs in (("plot.py", "matplotlib"), ("gym.py", "gymnasium"))
                                     if not importlib.util.find_spec(needs)]
        output = self.run_mypy(*(os.path.join(package, n) for n in sorted(os.listdir(package))
                                 if n.endswith(".py") and n not in without))
        wrong = [line for line in output.split("\n") if "/throng/" in line and ": error" in line
                 and "_cffi_backend" not in line]  # which comes without types
        self.assertEqual(wrong, [], output)


if __name__ == "__main__":
    unittest.main()
