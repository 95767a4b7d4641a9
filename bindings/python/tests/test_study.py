"""Studies: one table, whoever computed it, and after every interruption."""
import gc
import importlib.util
import os
import sys
import tempfile
import unittest
import warnings

import numpy as np

from throng import study

try:
    import distributed
except ImportError:
    distributed = None

CALLS = []


def square(x, name="a"):
    CALLS.append(x)
    return {"square": x * x, "half": x / 3, "label": name * x, "small": x < 3}


def rows(x):
    return [{"k": k, "value": np.float32(x + k)} for k in range(x)]


def fails(x):
    if x == 4:
        raise KeyError("four")
    return {"y": x}


class Serial(unittest.TestCase):
    def setUp(self):
        CALLS.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "study.jsonl")

    def test_table(self):
        table = study.run(square, [{"x": x, "name": "ab"} for x in (3, 1, 2)])
        self.assertEqual(table.dtype.names, ("x", "name", "square", "half", "label", "small"))
        self.assertEqual(table["x"].tolist(), [3, 1, 2])
        self.assertEqual(table["half"].tolist(), [1.0, 1 / 3, 2 / 3])
        self.assertEqual(table["label"].tolist(), ["ababab", "ab", "abab"])
        self.assertEqual(table["small"].dtype, bool)
        several = study.run(rows, [{"x": x} for x in range(4)])
        self.assertEqual(several["k"].tolist(), [0, 0, 1, 0, 1, 2])
        self.assertEqual(several["value"].tolist(), [1, 2, 3, 3, 4, 5])
        self.assertEqual(len(study.run(square, [])), 0)
        mixed = study.run(lambda x: {"y": x or "none"}, [{"x": 0}, {"x": 1}])
        self.assertEqual(mixed["y"].tolist(), ["none", "1"])

    def test_goes_on(self):
        tasks = [{"x": x} for x in range(6)]
        whole = study.run(square, tasks, path=self.path)
        with open(self.path, "rb") as file:
            text = file.read()
        seen = []
        ends = [i + 1 for i, each in enumerate(text) if each == 10]
        for cut in sorted({end + k for end in [0] + ends for k in (-1, 0, 1)} & set(range(len(text) + 1))):
            with open(self.path, "wb") as file:
                file.write(text[:cut])
            CALLS.clear()
            again = study.run(square, tasks, path=self.path, progress=lambda done, total: seen.append((done, total)))
            self.assertEqual(again.tobytes(), whole.tobytes())
            self.assertEqual(again.dtype, whole.dtype)
            lines = text[:cut].count(b"\n")
            self.assertEqual(CALLS, list(range(max(lines - 1, 0), 6)))
            with open(self.path, "rb") as file:
                self.assertEqual(file.read(), text)
        self.assertEqual(seen[:7], [(done, 6) for done in range(7)])
        self.assertEqual(seen[-1], (6, 6))
        more = study.run(square, tasks[::-1] + [{"x": 9}], path=self.path)
        self.assertEqual(more["x"].tolist(), [5, 4, 3, 2, 1, 0, 9])
        self.assertEqual(CALLS, [9])

    def test_what_a_function_raises(self):
        with self.assertRaises(KeyError):
            study.run(fails, [{"x": x} for x in range(6)], path=self.path)
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 5)

    def test_what_progress_raises(self):
        def progress(done, total):
            raise KeyError("progress")
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            with self.assertRaises(KeyError) as raised:
                study.run(square, [{"x": 1}], path=self.path, progress=progress)
            raised.exception.__traceback__ = None
            del raised
            gc.collect()
        self.assertEqual([str(each.message) for each in seen], [])  # the file is closed

    def test_mistakes(self):
        for tasks, kind in (([{"x": 1}, {"x": 1}], ValueError), ([{"x": None}], TypeError), ([3], TypeError),
                            ([{"x": [1]}], TypeError), ([{"y": 1}], TypeError)):
            with self.assertRaises(kind, msg=repr(tasks)):
                study.run(square, tasks)
        with self.assertRaises(TypeError):
            study.run(lambda x: 3, [{"x": 1}])
        with self.assertRaises(TypeError):
            study.run(lambda x: {"y": None}, [{"x": 1}])
        with self.assertRaises(ValueError):
            study.run(lambda x: {"y" * x: 1}, [{"x": 1}, {"x": 2}])
        with self.assertRaisesRegex(ValueError, "the task's column x"):
            study.run(lambda x: {"x": 2}, [{"x": 1}])
        study.run(square, [{"x": 1}], path=self.path)
        with self.assertRaises(ValueError):
            study.run(fails, [{"x": 1}], path=self.path)
        other = self.path + ".other"
        for text in ('{"cells": 3}', '{"study": "another", ', "{}"):
            with open(other, "w", encoding="utf-8") as file:
                file.write(text)
            with self.assertRaisesRegex(ValueError, "is no study", msg=text):
                study.run(square, [{"x": 1}], path=other)
            with open(other, encoding="utf-8") as file:
                self.assertEqual(file.read(), text)
        for text in ("no study\n", "[1]\n", ""):
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(text)
            if text:
                with self.assertRaises(ValueError, msg=text):
                    study.run(square, [{"x": 1}], path=self.path)


@unittest.skipUnless(distributed, "dask.distributed is not installed")
class Cluster(unittest.TestCase):
    def test_two_workers(self):
        """The Pac-Man search of examples/howto gives the serial table on two workers, and after an interruption."""
        place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples", "howto")
        sys.path.insert(0, place)
        self.addCleanup(sys.path.remove, place)
        if importlib.util.find_spec("python_search") is None or importlib.util.find_spec("gymnasium") is None:
            self.skipTest("the example or gymnasium is not there")
        import python_search  # pylint: disable=import-error
        numbers = range(60000, 180000, 12007)
        alone = python_search.search(numbers, 4)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "search.jsonl")
            os.environ["PYTHONPATH"] = os.pathsep.join([place, os.environ.get("PYTHONPATH", "")])
            with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                          local_directory=folder) as cluster, distributed.Client(cluster) as client:
                self.assertEqual(len(client.scheduler_info()["workers"]), 2)
                together = python_search.search(numbers, 4, client=client)
                self.assertEqual(together.tobytes(), alone.tobytes())
                python_search.search(numbers[:3], 4, path=path)
                seen = []
                together = python_search.search(numbers, 4, path=path, client=client,
                                                progress=lambda done, total: seen.append(done))
                self.assertEqual(together.tobytes(), alone.tobytes())
                self.assertEqual(seen, list(range(3, len(numbers) + 1)))
                with self.assertRaises(KeyError):
                    study.run(fails, [{"x": x} for x in range(6)], client=client)


if __name__ == "__main__":
    unittest.main()
