"""Bad input of every kind is an exception that says what is wrong, and changes nothing."""
import copy
import gc
import pickle
import threading
import unittest
import unittest.mock
import weakref

import numpy as np
from common import Case

import throng
from throng import _arguments, _core, dtypes, enums
from throng import context as context_module


class Definitions(Case):
    def test_the_message_is_the_librarys(self):
        with self.assertRaisesRegex(throng.InvalidArgument, r"def\.agent_capacity is -1: 0 to 8388608"):
            throng.Crowd(self.context, agent_capacity=-1)
        with self.assertRaises(ValueError):  # it is one
            throng.Crowd(self.context, agent_capacity=-1)

    def test_unknown_names(self):
        with self.assertRaisesRegex(TypeError, "did you mean agent_capacity"):
            throng.Crowd(self.context, agent_capacty=5)
        with self.assertRaises(TypeError):
            throng.Crowd(self.context, cookie=0)
        with self.assertRaisesRegex(ValueError, "gaps, centres"):
            throng.Crowd(self.context, neighbors="nearest")
        with self.assertRaises(TypeError):
            throng.Context(device_name="x")

    def test_objects_closed_meanwhile(self):
        class Closes:
            """A number that closes a terrain when it is asked for."""
            def __init__(self, terrain):
                self.terrain = terrain

            def __index__(self):
                self.terrain.close()
                return 10

        world = throng.World([self.context, self.context])
        for make in (lambda **keywords: throng.Crowd(self.context, **keywords),
                     lambda **keywords: throng.Crowd.explain(self.context, **keywords),
                     lambda **keywords: throng.WorldCrowd(world, **keywords)):
            for order in (("terrain", "agent_capacity"), ("agent_capacity", "terrain")):
                terrain = throng.Terrain(self.context, width=8, height=8)
                keywords = {"terrain": terrain, "agent_capacity": Closes(terrain)}
                with self.assertRaises((throng.ClosedError, RuntimeError)):  # or it may not be closed within a call
                    make(**{name: keywords[name] for name in order})
                terrain.close()
        terrains = [throng.Terrain(self.context, width=8, height=8) for _ in range(2)]
        with self.assertRaises(throng.ClosedError):  # that of the part before
            throng.WorldCrowd(world, terrain=terrains, agent_capacity=[10, Closes(terrains[0])])
        world.close()

    def test_types(self):
        for wrong in ({"agent_capacity": 1.5}, {"agent_capacity": "10"}, {"symmetry": "0.1"}, {"symmetry": None},
                      {"terrain": 5}, {"terrain": self.context}, {"neighbors": 1.0}, {"neighbors": None}):
            with self.assertRaises(TypeError, msg=wrong):
                throng.Crowd(self.context, **wrong)
        for wrong in ({"agent_capacity": 2 ** 40}, {"seed": -1}, {"symmetry": float("nan")}, {"symmetry": 1e300},
                      {"perception": 2 ** 20}, {"neighbors": 77}, {"perception": -1}):
            with self.assertRaises(ValueError, msg=wrong):
                throng.Crowd(self.context, **wrong)
        for wrong in (None, 5, "cpu", throng.Crowd):
            with self.assertRaises(TypeError):
                throng.Crowd(wrong)
        with self.assertRaises(TypeError):
            throng.Context(backend="cpu", logger=5)
        with self.assertRaises(ValueError):
            throng.Context(backend="gpu")
        with self.assertRaises(ValueError):
            throng.Context(backend="cpu", threads=-1)
        with self.assertRaises(TypeError):
            throng.Context(backend="cpu", cache=5)
        with self.assertRaises(ValueError):
            throng.Context(backend="cpu", cache="a\0b")

    def test_measures(self):
        for wrong in ({"table": [0, 1, 2]}, {"table": []}, {"table": [0, 1], "types": 16}, {"weights": np.zeros(17)},
                      {"weights": [[1]]}, {"weights": [float("inf")]}, {"table": [0, 1], "types": 100},
                      {"kind": "table", "types": 2}, {"table": [0, 1], "types": -3}):
            with self.assertRaises(ValueError, msg=wrong):
                throng.Measure(self.context, **wrong)
        with self.assertRaises(TypeError):
            throng.Measure(self.context, weights=["a"])

    def test_objects_of_another_context(self):
        with throng.Context(backend="cpu") as other:
            terrain = throng.Terrain(other, width=4, height=4)
            with self.assertRaises(throng.InvalidArgument):
                throng.Crowd(self.context, terrain=terrain)


class Arrays(Case):
    def setUp(self):
        super().setUp()
        self.crowd, self.handles = self.walkers()
        self.map = throng.Influence(self.context, width=8, height=4)

    def test_columns(self):
        before = len(self.crowd)
        for wrong in ({"x": [1, 2], "y": [1, 2, 3]}, {"x": [[1, 2]]}, {"x": float("nan")}, {"x": 1e30},
                      {"max_neighbors": 2 ** 33}, {"id": [-1]}, {"navigation": "fly"}, {"navigation": ["goal", "fly"]},
                      {"x": [0], "radius": -1}):
            with self.assertRaises(ValueError, msg=wrong):
                self.crowd.add(**wrong)
        for wrong in ({"x": "1"}, {"x": [None]}, {"x": 1j}, {"max_neighbors": 1.5}, {"z": 1}, {"cookie": 1},
                      {"x": object()}, {"x": np.array(["2020-01-01"], "M8[D]")}, {"navigation": 1.0}):
            with self.assertRaises(TypeError, msg=wrong):
                self.crowd.add(**wrong)
        self.assertEqual(len(self.crowd), before)

    def test_integers(self):
        """Whatever numpy makes of a list, the numbers count."""
        unsigned = np.dtype(np.uint64)
        for given in ([5, 2 ** 63], [2 ** 64 - 1, 0], (2 ** 63 + 1, True), [np.uint64(2 ** 63), np.int64(1)],
                      np.array([7, 2 ** 63 + 3], object), np.uint64([1, 2 ** 64 - 1]), np.int32([1, 2]), [3, 4]):
            found = _arguments.keys(given)
            self.assertEqual((found.dtype, found.tolist()), (unsigned, [int(each) for each in given]))
        self.assertEqual(_arguments.keys(2 ** 63).tolist(), [2 ** 63])
        self.assertEqual(_arguments.keys([]).tolist(), [])
        for wrong in ([-1, 2 ** 63], [2 ** 64, 1], 2 ** 64, [-1], -2 ** 70):
            with self.assertRaisesRegex(ValueError, "ids must be within 0 and 18446744073709551615"):
                _arguments.keys(wrong)
        for wrong in ([1.0, 2 ** 63], [0.5], np.float64([1]), np.array([1.0], object), ["1"], [None], [1j], None,
                      np.array(["2020-01-01"], "M8[D]")):
            with self.assertRaisesRegex(TypeError, "ids must be integers"):
                _arguments.keys(wrong)
        ids = [2 ** 63 + 5, 7000]
        self.crowd.reserve(50)
        handles = self.crowd.add(id=ids, x=[300, 400])
        self.assertEqual(self.crowd.get("id", handles).tolist(), ids)
        with self.assertRaises(ValueError):
            self.crowd.add(id=[2 ** 64, 1], x=[500, 600])
        with self.assertRaises(ValueError):
            self.crowd.add(navigation=[2 ** 70], x=700)

    def test_capacity(self):
        with self.assertRaisesRegex(throng.CapacityError, "at most 40"):
            self.crowd.add(x=np.arange(41.0) * 9)

    def test_structs(self):
        agents = throng.Crowd.agents(2)
        with self.assertRaises(TypeError):
            self.crowd.add(np.zeros(3))
        with self.assertRaises(TypeError):
            self.crowd.add(np.zeros(3, dtypes.AGENT))
        with self.assertRaises(ValueError):
            self.crowd.add(agents.reshape(1, 2))
        self.crowd.reserve(100)
        with self.assertRaises(throng.InvalidArgument):
            self.crowd.add(np.zeros(1, dtypes.AGENT_DEF))  # not filled by the default function
        agents["id"] = [100, 100]
        with self.assertRaisesRegex(throng.InvalidArgument, "100"):
            self.crowd.add(agents)
        with self.assertRaises(ValueError):
            throng.Crowd.agents(-1)

    def test_layouts(self):
        """Whatever the memory is like, the values count."""
        self.crowd.reserve(1000)
        agents = throng.Crowd.agents(6)
        agents["x"] = 100 + np.arange(6) * 10
        expected = agents["x"].copy()
        raw = np.zeros(6 * dtypes.AGENT_DEF.itemsize + 1, np.uint8)[1:].view(dtypes.AGENT_DEF)  # no multiple of 4
        raw[:] = agents
        self.assertEqual(_arguments.packed(raw, dtypes.AGENT_DEF, "").ctypes.data % 8, 0)
        self.assertIs(_arguments.packed(agents, dtypes.AGENT_DEF, ""), agents)  # not copied
        self.assertEqual(_arguments.packed(agents[1::2], dtypes.AGENT_DEF, "").ctypes.data, agents[1:].ctypes.data)
        for form in (agents, agents[::-1][::-1], raw, np.repeat(agents, 2)[::2], agents.astype(
                np.dtype([(n, agents.dtype[n].newbyteorder(">")) for n in agents.dtype.names]))):
            handles = self.crowd.add(form)
            self.assertEqual(self.crowd.get("position", handles)[:, 0].tolist(), expected.tolist())
            backwards = self.crowd.get("position", handles[::-1])
            self.assertEqual(backwards[:, 0].tolist(), expected[::-1].tolist())
            self.crowd.remove(handles)
        broad = np.broadcast_to(np.float32([1, 2]), (40, 2))  # stride 0
        self.crowd.set("goal", broad)
        self.assertEqual(self.crowd.get("goal")[39].tolist(), [1, 2])

    def test_handles(self):
        stale = self.handles[:1].copy()
        self.crowd.remove(stale)
        for wrong in (stale, self.handles[[1, 1]], np.zeros(1, dtypes.AGENT)):
            with self.assertRaises(throng.InvalidArgument):
                self.crowd.set("radius", 1.0, wrong)
        with self.assertRaises(throng.InvalidArgument):
            self.crowd.get("position", stale)
        with self.assertRaises(TypeError):
            self.crowd.get("position", [1, 2])
        with self.assertRaises(TypeError):
            self.crowd.get("position", np.zeros(2, dtypes.OBSTACLE).astype([("index", "i8")]))
        with self.assertRaises(ValueError):
            self.crowd.get("position", self.handles.reshape(2, 20))
        with self.assertRaises(throng.InvalidArgument):
            self.crowd.find(12345)
        with self.assertRaises(ValueError):
            self.crowd.find(-1)
        with self.assertRaises(ValueError):
            self.crowd.inspect(self.handles[:2], 0.1)

    def test_values(self):
        for name in ("speed", 99, ""):
            with self.assertRaises(ValueError):
                self.crowd.get(name)
        for name in (None, 1.0, b"position"):
            with self.assertRaises(TypeError):
                self.crowd.get(name)
        with self.assertRaisesRegex(throng.InvalidArgument, "id can only be read"):
            self.crowd.set("id", 5)
        for wrong in (np.zeros((39, 2)), np.zeros((40, 3)), np.zeros((2, 40))):
            with self.assertRaises(ValueError):
                self.crowd.set("position", wrong)
        with self.assertRaises(TypeError):
            self.crowd.set("priority", 1.5)
        with self.assertRaisesRegex(throng.InvalidArgument, "radius"):
            self.crowd.set("radius", -1)
        for wrong in ("fly", ["goal"] * 39, ["goal", "fly"] * 20, 77):
            with self.assertRaises(ValueError):
                self.crowd.set("navigation", wrong)
        for wrong in (1.0, None, [None] * 40, b"goal"):
            with self.assertRaises(TypeError):
                self.crowd.set("navigation", wrong)
        with self.assertRaises(ValueError):
            self.map.reserve(uses="slices|speed")
        for wrong in (-1, 1 << 32):
            with self.assertRaises(ValueError):
                self.map.reserve(uses=wrong)
        with self.assertRaises(TypeError):
            self.map.reserve(uses=1.0)

    def test_results(self):
        good = np.zeros((40, 2), np.float32)
        frozen = good.copy()
        frozen.flags.writeable = False
        odd = np.zeros(40 * 8 + 1, np.uint8)[1:].view(np.float32).reshape(40, 2)
        for wrong, kind in ((good[:39], ValueError), (good.astype(float), TypeError), (frozen, ValueError),
                            (good.T, ValueError), (good[::-1], ValueError), ([[0, 0]] * 40, TypeError),
                            (odd, ValueError), (np.asfortranarray(good), ValueError),
                            (np.broadcast_to(good[:1], (40, 2)), ValueError)):
            with self.assertRaises(kind):
                self.crowd.get("position", out=wrong)
        with self.assertRaises(TypeError):
            self.crowd.get("position", out=good, copy=False)

    def test_regions(self):
        for wrong in ((0, 0, 9, 1), (-1, 0, 2, 2), (0, 0, 0, 0), (2 ** 31 - 1, 0, 1, 1), (0, 0, 2 ** 31 - 1, 2 ** 31 - 1),
                      (0, 0, 1), (0, 0, 2 ** 40, 1), (0, 0, 2 ** 31 - 1, 60)):
            with self.assertRaises(ValueError, msg=wrong):
                self.map.read(region=wrong)
            with self.assertRaises(ValueError, msg=wrong):
                self.map.best(region=wrong)
        with self.assertRaises(TypeError):
            self.map.read(region=(0, 0, 1.5, 1))
        for layer in (5, -2, "combined", 2 ** 31):
            with self.assertRaises(ValueError):
                self.map.read(layer)
        with self.assertRaises(TypeError):
            self.map.read("first")
        with self.assertRaises(ValueError):
            self.map.best_of_regions([[0, 0, 9, 9]])
        with self.assertRaises(ValueError):
            self.map.best_of_regions([[0, 0, 9]])
        with self.assertRaises(TypeError):
            self.map.best_of_neighbors([[0.5, 1]])

    def test_maps(self):
        terrain = throng.Terrain(self.context, width=8, height=4)
        for wrong in (np.zeros((4, 7), bool), np.zeros((8, 4), bool), np.zeros(32, bool), np.zeros((1, 1, 4, 8), bool)):
            with self.assertRaises(ValueError):
                terrain.set(wrong)
        with self.assertRaises(TypeError):
            terrain.set(np.zeros((4, 8)))
        with self.assertRaises(TypeError):
            terrain.read(out=np.zeros((4, 8), np.float32))
        route = throng.Route(self.context, terrain=terrain)
        costs = np.zeros((4, 8), np.float32)
        costs[1, 2] = -1
        with self.assertRaisesRegex(throng.InvalidArgument, "column 2|2"):
            route.set_costs(costs)
        for wrong in ([[0, 0, 8, 0]], [[0, 0, -1, 0]]):
            with self.assertRaises(throng.InvalidArgument):
                route.find(wrong)
        for first, count in ((0, 1), (-1, 1), (5, 5), (0, -1), (2 ** 31 - 1, 2 ** 31 - 1)):
            with self.assertRaises(throng.InvalidArgument):
                route.read(first, count)
        with self.assertRaises(TypeError):
            throng.Flow(self.context, terrain=None, fields="2")
        with self.assertRaises(throng.InvalidArgument):
            throng.Flow(self.context)

    def test_finding(self):
        for wrong in ({"x": float("nan")}, {"x": 1e30}, {"radius": float("nan")}, {"mask": -1}, {"x": [1, 2], "y": [1, 2, 3]},
                      {"x": 1, "except_": self.handles[:2].reshape(1, 2)}, {"x": [1, 2, 3], "except_": self.handles[:2]},
                      {"x": 1, "capacity": -1}, {"x": 1, "capacity": 2 ** 31}):
            for find in (self.crowd.find_nearest, self.crowd.find_within):
                with self.assertRaises(ValueError, msg=wrong):
                    find(**wrong)
        for wrong in ({"x": "1"}, {"except_": 5}, {"except_": [(1, 1)]}, {"except": self.handles[0]}, {"z": 1}, {"mask": 1.5},
                      {"x": 1, "capacity": "1"}, {"queries": np.zeros(3)}, {"queries": np.zeros(2, dtypes.AGENT)}):
            for find in (self.crowd.find_nearest, self.crowd.find_within):
                with self.assertRaises(TypeError, msg=wrong):
                    find(**wrong)
        stale = self.handles[:1].copy()
        self.crowd.remove(stale)
        with self.assertRaisesRegex(throng.InvalidArgument, r"queries\[1\]\.except was removed"):
            self.crowd.find_nearest(x=[1, 2], except_=np.concatenate([self.handles[1:2], stale]))
        with self.assertRaisesRegex(throng.InvalidArgument, r"queries\[2\]\.radius"):
            self.crowd.find_within(x=1, radius=[1, 2, 2e9])

    def test_events(self):
        for wrong in ("infeasible", 2, 2 ** 31, 2 ** 32, -1, "left"):
            with self.assertRaises(ValueError, msg=wrong):
                self.crowd.events(wrong)
        for wrong in (None, 1.0, ["arrived"]):
            with self.assertRaises(TypeError, msg=wrong):
                self.crowd.events(wrong)

    def test_doubles(self):
        before = self.crowd.hash()
        for name in ("position_double", "goal_double"):
            for wrong in (2e9, -1e300, float("nan"), float("inf"), np.zeros((39, 2)), np.zeros((40, 3))):
                with self.assertRaises(ValueError, msg=wrong):
                    self.crowd.set(name, wrong)
            with self.assertRaises(TypeError):
                self.crowd.set(name, "here")
            with self.assertRaises(TypeError):
                self.crowd.get(name, out=np.zeros((40, 2), np.float32))
        for add in (self.crowd.add_obstacle, self.crowd.add_obstacle_double):
            for wrong in ([], [(0, 0)], [(0, 0), (0, 0)], [(0, 0), (2e9, 0)], [(0, 0), (0, float("nan"))], [(0, 0, 0)], [1, 2]):
                with self.assertRaises(ValueError, msg=wrong):
                    add(wrong)
            with self.assertRaises(TypeError):
                add([("a", "b")])
        for wrong in ({"origin_x": 2e9}, {"origin_y": float("nan")}):
            with self.assertRaises(ValueError):
                throng.Crowd(self.context, **wrong)
        self.assertEqual(self.crowd.hash(), before)

    def test_flows(self):
        terrain = throng.Terrain(self.context, width=8, height=4)
        plain, flow = throng.Flow(self.context, terrain=terrain), throng.Flow(self.context, terrain=terrain, costs=1)
        costs = np.ones((4, 8), np.uint8)
        with self.assertRaisesRegex(throng.InvalidArgument, "the flow has no costs"):
            plain.set_costs(costs)
        flow.set_goals([[7, 1]])
        for wrong in (costs[:3], costs.T, np.full((4, 8), 256), np.full((4, 8), -1), costs.ravel()):
            with self.assertRaises(ValueError, msg=wrong):
                flow.set_costs(wrong)
        with self.assertRaises(TypeError):
            flow.set_costs(np.ones((4, 8)))
        with self.assertRaises(ValueError):
            flow.set_costs(costs, region=(7, 0, 2, 1))
        costs[1, 2] = 0
        with self.assertRaisesRegex(throng.InvalidArgument, "2"):
            flow.set_costs(costs)
        flow.update()
        self.assertEqual(flow.read_lengths()[1, 0], 7)  # no cost has changed
        for field, radius in ((1, 0), (-1, 0), (2 ** 31, 0), (0, -1), (0, 2e9), (0, float("nan"))):
            with self.assertRaises(ValueError, msg=(field, radius)):
                flow.field_for(field, radius=radius)
        for field, radius in ((0, "1"), (0.5, 1), (None, 1)):
            with self.assertRaises(TypeError):
                flow.field_for(field, radius=radius)
        for wrong in ({"clearances": [2, 1]}, {"clearances": np.ones(9)}, {"clearances": [-1]}, {"clearances": [[1]]},
                      {"clearances": [17]}, {"clearances": [1], "grid": "hex"}, {"clearance_count": 9}, {"costs": 2},
                      {"slow_by_cost": 1}, {"unreached": "fly"}, {"unreached": 7}):
            with self.assertRaises(ValueError, msg=wrong):
                throng.Flow(self.context, terrain=terrain, **wrong)
        with self.assertRaises(TypeError):
            throng.Flow(self.context, terrain=terrain, clearances="wide")
        with self.assertRaises(ValueError):
            throng.Influence(self.context, width=4, height=4, blocked_objects="ignore")  # only with walls

    def test_moves(self):
        self.map.set_objects(x=[1, 2])
        for wrong in (np.zeros((2, 3)), np.zeros(4), np.zeros((1, 2, 2))):
            with self.assertRaises(ValueError):
                self.map.move_objects(wrong)
        with self.assertRaises(ValueError):
            self.map.move_objects(np.zeros((2, 2)), np.zeros((1, 2)))
        with self.assertRaises(throng.InvalidArgument):
            self.map.move_objects(np.zeros((3, 2)))
        with self.assertRaises(throng.InvalidArgument):
            self.map.move_objects([[float("nan"), 0]])
        with self.assertRaises(throng.InvalidArgument):
            self.map.set_objects(x=1, first=7)
        with self.assertRaises(throng.InvalidArgument):
            self.map.set_objects(x=[1, 2], decay=[0.1, -1])
        self.assertEqual(self.map.object_count(), 2)
        with self.assertRaises(ValueError):
            self.map.combine([1, 2])

    def test_traces(self):
        field = throng.Potential(self.context)
        field.set_goals(x=1, y=1, k=1)
        trace = throng.Trace(self.context, field=field, max_steps=10)
        trace.set_starts(x=[0, 1], y=0, speed=0.1)
        trace.update()
        for wrong in ((0, 3, 0, 1), (-1, 1, 0, 1), (0, 1, 0, 2 ** 31 - 1), (0, 1, -1, 1), (2 ** 31 - 1, 1, 0, 1)):
            with self.assertRaises(ValueError, msg=wrong):
                trace.read_points(*wrong)
        with self.assertRaises(ValueError):
            trace.points(2)
        with self.assertRaises(ValueError):
            trace.read(1, 5)
        with self.assertRaises(ValueError):
            field.read(0, 1)
        for first, count in ((0, 2 ** 31 - 1), (2 ** 31 - 1, 2 ** 31 - 1), (-1, 1), (0, -1)):
            with self.assertRaises(throng.InvalidArgument):
                field.read(first, count)
            with self.assertRaises(throng.InvalidArgument):
                trace.read(first, count)

    def test_snapshots(self):
        snapshot = bytearray(self.crowd.save())
        state = self.crowd.hash()
        for wrong in (b"", snapshot[:-1], bytes(len(snapshot)), snapshot[:100] + b"x" + snapshot[101:]):
            with self.assertRaises(throng.InvalidArgument):
                self.crowd.restore(wrong)
        with self.assertRaises(TypeError):
            self.crowd.restore("text")
        with self.assertRaises(ValueError):
            self.crowd.restore(memoryview(snapshot)[::2])
        self.assertEqual(self.crowd.hash(), state)


class Lifetimes(Case):
    def test_closed_objects(self):
        crowd, handles = self.walkers()
        terrain = throng.Terrain(self.context, width=4, height=4)
        crowd.close()
        crowd.close()
        self.assertTrue(crowd.closed)
        map_ = throng.Influence(self.context, width=4, height=4)
        map_.set_objects(x=1, y=1)
        self.assertEqual(map_.object_count(), 1)
        map_.close()
        for call in (map_.object_count, map_.read, map_.info, map_.__enter__):
            with self.assertRaisesRegex(throng.ClosedError, "the map is closed"):
                call()
        for call in (lambda: crowd.step(0.1), lambda: crowd.get("position", handles), lambda: crowd.get("position"),
                     lambda: crowd.add(x=1), lambda: len(crowd), crowd.list, crowd.save, crowd.hash, crowd.info,
                     crowd.__enter__, lambda: crowd.get("position", copy=False)):
            with self.assertRaises(throng.ClosedError):
                call()
        self.context.close()
        self.assertTrue(terrain.closed)
        for call in (terrain.read, self.context.info, self.context.wait, lambda: throng.Crowd(self.context),
                     lambda: throng.Crowd.explain(self.context), lambda: self.context.message):
            with self.assertRaises(throng.ClosedError):
                call()
        self.assertIn("closed", repr(terrain))

    def test_what_is_used_stays(self):
        terrain = throng.Terrain(self.context, width=4, height=4)
        crowd = throng.Crowd(self.context, terrain=terrain)
        with self.assertRaisesRegex(throng.InvalidArgument, "used"):
            terrain.close()
        self.assertFalse(terrain.closed)
        crowd.close()
        terrain.close()
        with self.assertRaises(throng.ClosedError):
            throng.Crowd(self.context, terrain=terrain)

    def test_every_order_of_ends(self):
        for _ in range(3):
            context = throng.Context(backend="cpu")
            terrain = throng.Terrain(context, width=8, height=8)
            flow = throng.Flow(context, terrain=terrain)
            crowd = throng.Crowd(context, terrain=terrain, flow=flow)
            core = context._core
            del context, terrain, flow  # the crowd keeps them all
            crowd.step(0.1)
            loop = [crowd]
            loop.append(loop)  # a circle: the collector ends them in an order of its own
            del crowd, loop
            gc.collect()
            self.assertEqual(core.doomed, [])
            self.assertFalse(core.record.pointer)

    def test_a_failed_creation_leaves_nothing(self):
        with self.assertRaises(throng.Error):
            throng.Influence(self.context, width=0, height=0)
        self.context.close()

    def test_copies(self):
        crowd, _ = self.walkers()
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaises(TypeError):
                call(crowd)
        with self.assertRaises(throng.Error) as caught:
            crowd.step(-1)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.status), (str(caught.exception), caught.exception.status))

    def test_shown_memory(self):
        crowd, handles = self.walkers()
        shown = crowd.get("position", copy=False)
        self.same(shown, crowd.get("position"))
        self.assertFalse(shown.flags.writeable)
        with self.assertRaises(ValueError):
            shown[0] = 1
        with self.assertRaises(ValueError):
            shown.flags.writeable = True
        part = shown[3:5, 0]
        del shown
        for call in (lambda: crowd.step(0.1), crowd.close, self.context.close, crowd.reset,
                     lambda: crowd.restore(b"")):
            with self.assertRaises(BufferError):
                call()
        crowd.set("goal", [1, 1], handles[:1])  # changes nothing that is shown
        more = [crowd.get("velocity", handles, copy=False), crowd.get("position", handles[:3], copy=False)]
        reference = weakref.ref(crowd)
        del crowd
        gc.collect()
        self.assertIsNotNone(reference())
        value = part[0]
        self.assertEqual(part[0], value)
        del part
        with self.assertRaises(BufferError):
            reference().step(0.1)
        del more
        reference().step(0.1) if reference() else None
        del call
        gc.collect()
        self.assertIsNone(reference())

    def test_each_shown_array_stays_as_it_is(self):
        crowd, _ = self.walkers()
        first = crowd.get("position", copy=False)
        before = first.copy()
        crowd.set("position", before + 1)
        second = crowd.get("position", copy=False)
        self.same(first, before)
        self.assertNotEqual(second[0, 0], first[0, 0])
        later = throng.Terrain(self.context, width=2, height=2)
        with self.assertRaises(BufferError):
            self.context.close()
        self.assertFalse(later.closed)  # nothing was closed

    def test_memory_is_shown_where_no_other_thread_calls(self):
        crowd, handles = self.walkers()
        reads = throng.Readback(self.context, kind="agents", value="position", crowd=crowd, capacity=40)
        held = []

        def noting(call):
            def noted(*given):
                held.append(self.context._core.lock._is_owned())
                return call(*given)
            return noted

        class Leases(weakref.WeakSet):
            add = noting(weakref.WeakSet.add)
        crowd._show, crowd._still, reads._still = [noting(c) for c in (crowd._show, crowd._still, reads._still)]
        reads._leases = Leases()
        shown = [crowd.get("position", copy=False), crowd.get("position", handles[:3], copy=False),
                 reads.map(reads.begin_agents(count=40))]
        for close in (crowd.close, reads.close):
            with self.assertRaises(BufferError):
                close()
        self.assertEqual(held, [True] * 5)
        self.same(shown[0], shown[2])
        del crowd._show, crowd._still, reads._still, shown, close

    def test_shown_memory_is_used_again(self):
        crowd, _ = self.walkers()
        first = crowd.get("position", copy=False)
        address = first.ctypes.data
        del first
        crowd.step(0.1)
        second = crowd.get("position", copy=False)
        self.assertEqual(second.ctypes.data, address)
        self.same(second, crowd.get("position"))

    def test_arrays_outlive_the_context(self):
        crowd, _ = self.walkers()
        positions = crowd.get("position")
        before = positions.copy()
        self.context.close()
        self.same(positions, before)

    def test_closing_while_another_thread_computes(self):
        for _ in range(5):
            crowd, _ = self.walkers()
            ended = []

            def work(crowd=crowd, ended=ended):
                try:
                    while True:
                        crowd.step(0.01)
                except throng.ClosedError as error:
                    ended.append(error)
            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            crowd.close()
            for thread in threads:
                thread.join()
            self.assertEqual(len(ended), 3)

    def test_calls_from_a_callback(self):
        crowd, _ = self.walkers()
        with crowd._core.lock:  # as while a callback of this thread runs
            for call in (lambda: crowd.step(0.1), crowd.list, self.context.info, self.context.close, crowd.close,
                         lambda: throng.Terrain(self.context, width=2, height=2)):
                with self.assertRaises(RuntimeError):
                    call()
            del crowd, call  # ends with the next call
        self.context.info()
        gc.collect()
        self.context.wait()
        self.assertEqual((self.context._core.doomed, self.context._core.live), ([], {}))

    def test_a_logger_that_raises(self):
        def log(level, text):
            raise KeyError("mine")
        context = throng.Context(backend="cpu", logger=log)
        crowd = throng.Crowd(context)
        with self.assertRaises(KeyError):
            crowd.step(-1)
        crowd.step(0.1)
        context.close()

    def test_a_logger_that_raises_at_once(self):
        """The context that nobody gets ends there, with its threads."""
        def log(level, text):
            raise KeyError("mine")
        ended, made = [], []
        destroy, create = context_module.lib.throng_context_destroy, context_module.lib.throng_context_create

        class Library:
            """The library, which counts contexts, and says something about each."""

            @staticmethod
            def throng_context_create(definition, context):
                status = create(definition, context)
                made.append(status)
                text = _core.ffi.new("char[]", b"made")
                definition.logger.log(definition.logger.user, enums.LogLevel.WARNING, text)
                return status

            @staticmethod
            def throng_context_destroy(context):
                ended.append(destroy(context))
                return ended[-1]
        with unittest.mock.patch.object(context_module, "lib", Library):
            try:
                throng.Context(backend="cpu", threads=2, logger=log)
                self.fail("nothing was raised")
            except KeyError:
                self.assertEqual((made, ended), ([0], [0]))  # although the exception keeps the object
            with self.assertRaises(KeyError):
                throng.Context(backend="cpu", threads=-1, logger=log)
            self.assertEqual((made[1] != 0, ended), (True, [0]))
            throng.Context(backend="cpu", threads=2).close()
        self.assertEqual((made[2], ended), (0, [0, 0]))


if __name__ == "__main__":
    unittest.main()
