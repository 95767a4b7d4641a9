"""The notebooks run from beginning to end, and show what their text says. With THRONG_NOTEBOOK_OUT=FOLDER the pictures
are written there."""
import base64
import glob
import json
import os
import re
import tempfile
import unittest

try:
    import ipykernel  # noqa: F401
    import nbclient
    import nbformat
except ImportError:
    nbclient = None

FOLDER = os.environ.get("THRONG_NOTEBOOKS", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples", "notebooks"))
NAMES = ("crowd", "influence", "potential")


def path_of(name):
    return os.path.join(FOLDER, name + ".ipynb")


class Files(unittest.TestCase):
    def test_there_are_no_others(self):
        self.assertEqual(sorted(glob.glob(os.path.join(glob.escape(FOLDER), "*.ipynb"))),
                         sorted(path_of(name) for name in NAMES))

    def test_outputs_are_cleared(self):
        for name in NAMES:
            with open(path_of(name), encoding="utf-8") as file:
                cells = json.load(file)["cells"]
            code = [cell for cell in cells if cell["cell_type"] == "code"]
            self.assertGreater(len(code), 2)
            for cell in code:
                self.assertEqual((cell["outputs"], cell["execution_count"], cell["metadata"]), ([], None, {}), name)

    def test_links_lead_somewhere(self):
        for name in NAMES:
            with open(path_of(name), encoding="utf-8") as file:
                links = re.findall(r"\]\(([^)#]+)", file.read())
            self.assertGreater(len(links), 1)
            for link in links:
                self.assertTrue(os.path.exists(os.path.join(FOLDER, link)), "%s: %s" % (name, link))


@unittest.skipUnless(nbclient, "nbclient and ipykernel are not installed")
class Runs(unittest.TestCase):
    def run_one(self, name, pictures):
        """Runs a notebook. Returns what it printed; it has to draw so many pictures."""
        notebook = nbformat.read(path_of(name), as_version=4)
        nbformat.validate(notebook)
        with tempfile.TemporaryDirectory() as folder:
            before = dict(os.environ)
            os.environ.update(IPYTHONDIR=folder)
            try:
                nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3",
                                        resources={"metadata": {"path": folder}}).execute()
            finally:
                os.environ.clear()
                os.environ.update(before)
        outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        text = "".join(output.text for output in outputs if output.output_type == "stream" and output.name == "stdout")
        errors = "".join(output.text for output in outputs if output.output_type == "stream" and output.name == "stderr")
        self.assertEqual(re.sub(r"^Matplotlib is building the font cache.*\n", "", errors, flags=re.M), "")
        images = [output.data["image/png"] for output in outputs if "image/png" in output.get("data", {})]
        self.assertEqual(len(images), pictures)
        for i, image in enumerate(images):
            data = base64.b64decode(image)
            self.assertGreater(len(data), 10000)
            if os.environ.get("THRONG_NOTEBOOK_OUT"):
                with open(os.path.join(os.environ["THRONG_NOTEBOOK_OUT"], "%s-%d.png" % (name, i + 1)), "wb") as file:
                    file.write(data)
        self.html = "".join(output.data["text/html"] for output in outputs if "text/html" in output.get("data", {}))
        return text

    def test_influence(self):
        self.assertEqual(self.run_one("influence", 3), "")

    def test_potential(self):
        text = self.run_one("potential", 2)
        alone, escaping = re.findall(r"^(?:no escape|escape by a flow field) (.*)$", text, re.M)
        self.assertEqual(re.findall(r"'(\w+)'", alone), ["reached", "stuck", "reached"])
        self.assertEqual(re.findall(r"'(\w+)'", escaping), ["reached"] * 3)
        table, equation = (list(map(int, re.findall(r"\d+", found)))
                           for found in re.findall(r"^\w+ damage at .*: \[(.*)\]$", text, re.M))
        self.assertLessEqual(abs(table[0] + table[2] - 2 * table[1]), 1)  # a straight line
        self.assertGreater(equation[0] + equation[2] - 2 * equation[1], 1)
        self.assertLess(table[0], table[1])

    def test_crowd(self):
        text = self.run_one("crowd", 2)
        arrive = {name: int(count) for name, count in re.findall(r"^(.*): (\d+) arrive", text, re.M)}
        self.assertEqual(arrive["exact, perception"], 0)
        self.assertEqual(arrive["exact, congestion rule"], 0)
        for name in ("exact, symmetry setting", "displaced, congestion rule", "displaced, symmetry setting"):
            self.assertEqual(arrive[name], 10, name)
        ranges = [float(each) for each in re.findall(r"^density .*: ([\d.]+)$", text, re.M)]
        self.assertEqual(ranges, sorted(ranges, reverse=True))
        self.assertEqual(ranges[0], 15)
        self.assertLess(ranges[-1], 8)
        self.assertIn("<img", self.html)


if __name__ == "__main__":
    unittest.main()
