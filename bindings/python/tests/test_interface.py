"""The package has what the headers have: layouts, functions, defaults, texts."""
import ast
import inspect
import json
import os
import re
import unittest

import numpy as np

import throng
from throng import _arguments, _texts, dtypes, enums
from throng._foreign import ffi
from throng._library import lib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
HERE = os.path.dirname(os.path.abspath(throng.__file__))


def description():
    with open(os.path.join(ROOT, "bindings", "api.json"), encoding="utf-8") as file:
        return json.load(file)


def used():
    """The text of all modules that are written by hand."""
    texts = []
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".py") and name not in ("_foreign.py", "_texts.py", "keywords.py", "enums.py", "dtypes.py"):
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                texts.append(file.read())
    return "\n".join(texts)


def source(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def constants(*headers):
    """All members of enums in C."""
    found = {}
    for header in headers:
        text = re.sub(r"/\*.*?\*/", "", source(*header.split("/")), flags=re.S)
        for members in re.findall(r"enum\b[^{;]*{([^}]*)}", text):
            value = -1
            for member in filter(None, map(str.strip, members.split(","))):
                name, _, given = map(str.strip, member.partition("="))
                value = found[name] = eval(given, {}, found) if given else value + 1
    return found


@unittest.skipUnless(os.path.exists(os.path.join(ROOT, "bindings", "api.json")), "not in the repository")
class Interface(unittest.TestCase):
    def test_layouts(self):
        structs = [s for s in description()["structs"] if s["header"] != "throng_opencl.h"]
        self.assertGreater(len(structs), 30)
        for struct in structs:
            self.assertEqual(ffi.sizeof(struct["name"]), struct["size"], struct["name"])
            for member in struct["members"]:
                self.assertEqual(ffi.offsetof(struct["name"], member["name"]), member["offset"])
            dtype = getattr(dtypes, struct["name"].removeprefix("throng_").upper(), None)
            if dtype is not None:
                self.assertEqual(dtype.itemsize, struct["size"])
                self.assertEqual({n: dtype.fields[n][1] for n in dtype.names},
                                 {m["name"]: m["offset"] for m in struct["members"]})

    def test_every_function_is_used(self):
        text = used()
        names = [f["name"] for f in description()["functions"] if f["header"] != "throng_opencl.h"]
        self.assertGreater(len(names), 90)
        # names of values are members of enums here
        names_of_values = {"throng_backend_name", "throng_isa_name", "throng_operation_name", "throng_trace_status_name"}
        missing = [n for n in names if n not in names_of_values and not re.search(r"\blib\.%s\b" % n, text)
                   and not re.search(r"found\.%s\b" % n, text)]
        self.assertEqual(missing, [])
        for name in names:
            self.assertTrue(getattr(lib, name), name)  # the library exports it

    def test_names_of_values(self):
        for kind, name in ((enums.Backend, "backend"), (enums.Isa, "isa"), (enums.Operation, "operation"),
                           (enums.TraceStatus, "trace_status")):
            for value in kind:
                self.assertIsNotNone(ffi.string(getattr(lib, "throng_%s_name" % name)(value)))

    def test_defaults_are_those_of_c(self):
        with throng.Context(backend="cpu") as context:
            crowd = throng.Crowd(context)
            self.assertEqual(crowd.info().capacity, lib.throng_crowd_default_def().agent_capacity)
            default = lib.throng_agent_default_def()
            made = throng.Crowd.agents(2)
            for name in made.dtype.names:
                self.assertEqual(made[name][1], getattr(default, name), name)
            parameters = inspect.signature(throng.Crowd).parameters
            self.assertEqual(parameters["max_neighbors"].default, lib.throng_crowd_default_def().max_neighbors)
            self.assertEqual(parameters["heading"].default, "turning")
            self.assertNotIn("cookie", parameters)

    def test_docstrings_are_those_of_the_headers(self):
        self.assertIn(_texts.FUNCTIONS["throng_crowd_step"], throng.Crowd.step.__doc__)
        self.assertIn(_texts.STRUCTS["throng_crowd_def"]["agent_capacity"].split("\n")[0], throng.Crowd.__doc__)
        for kind in (throng.Context, throng.Crowd, throng.Flow, throng.Influence, throng.Measure, throng.Potential,
                     throng.Route, throng.Terrain, throng.Trace, throng.WorldCrowd, throng.WorldFlow,
                     throng.WorldInfluence, throng.WorldPotential):
            for name, method in inspect.getmembers(kind, callable):
                if not name.startswith("_"):
                    self.assertTrue(method.__doc__, "%s.%s" % (kind.__name__, name))

    def test_games(self):
        """throng.gym has the functions and the numbers of the games in C."""
        text = source("bindings", "python", "src", "throng", "gym.py")
        declared = re.findall(r"^ {4}([^;]*\([^;]*);", re.search(r'cdef\("""(.*?)"""\)', text, re.S)[1], re.M)
        header = source("bindings", "python", "pacman", "games.h")
        offered = re.findall(r"^PACMAN_API ([^;]*);", header, re.M)
        self.assertEqual(sorted(" ".join(each.split()) for each in declared),
                         sorted(" ".join(each.split()) for each in offered))

        c = constants("scenes/pacman/maze.h", "scenes/pacman/game.h", "examples/pacman/field.h",
                      "scenes/pacman/settings.h", "bindings/python/pacman/games.h")
        python = {}
        for line in ast.parse(text).body:
            if isinstance(line, ast.Assign):
                value = line.value.args[0] if ast.unparse(line.targets[0]) == "COLORS" else line.value
                try:
                    python[ast.unparse(line.targets[0]).strip("()")] = ast.literal_eval(value)
                except ValueError:
                    pass  # computed
        names = {prefix: tuple(name[len(prefix):].lower() for name in c if name.startswith(prefix))
                 for prefix in ("MAPS_", "NEAR_", "FACT_")}
        self.assertEqual(python["WIDTH, HEIGHT, MAZES, FACTS"],
                         (c["MAZE_WIDTH"], c["MAZE_HEIGHT"], c["MAZE_COUNT"], names["FACT_"]))
        self.assertEqual(python["LAYERS"] + ("layers",), names["MAPS_"])
        self.assertEqual(python["NEAR"] + ("values",), names["NEAR_"])
        self.assertEqual(python["SETTINGS"], c["SETTINGS"])
        self.assertEqual(len(python["ACTIONS"]), c["DIRECTIONS"])
        self.assertEqual(len(python["COLORS"]), c["BOARD_GHOST"] + c["GHOSTS"])

    def test_values_of_agents(self):
        """Each value has the size that the comment says: what is behind it stays."""
        with throng.Context(backend="cpu") as context:
            crowd = throng.Crowd(context)
            handle = crowd.add(x=1)
            for name, value in enums.AgentValue.__members__.items():
                dtype, count, access = throng.crowd.FORMS[int(value)]
                if "r" not in access:
                    continue
                memory = np.full(32, 0xA5, np.uint8)
                agent = _arguments.pointer(handle, "throng_agent *")
                self.assertEqual(lib.throng_crowd_get(crowd._record.pointer, int(value), 1, agent, 0,
                                                      _arguments.pointer(memory), 0), 0)
                size = dtype.itemsize * count
                self.assertTrue((memory[size:] == 0xA5).all(), name)
                if "w" in access and name != "FLOW_FIELD":  # this crowd has no flow
                    crowd.set(name.lower(), crowd.get(name.lower(), handle), handle)


if __name__ == "__main__":
    unittest.main()
