"""Every object does what the library does, from arrays of all kinds."""
import threading
import unittest

import numpy as np
from common import OPENCL, Case

import throng
from throng import dtypes


class Contexts(unittest.TestCase):
    def test_info_and_message(self):
        with throng.Context(backend="cpu", threads=2, isa="reference") as context:
            self.assertEqual(context.info().threads, 2)
            self.assertIs(context.info().isa, throng.Isa.REFERENCE)
            context.wait()
            self.assertEqual(context.message, "")
            with self.assertRaises(throng.InvalidArgument):
                throng.Crowd(context, agent_capacity=-1)
            self.assertIn("agent_capacity", context.message)
        self.assertTrue(throng.isa_available("reference"))
        self.assertEqual(throng.version, throng.__version__)
        self.assertIsInstance(throng.devices(), list)

    def test_logger(self):
        messages = []
        with throng.Context(backend="cpu", logger=lambda level, text: messages.append((level, text))) as context:
            with self.assertRaises(throng.Error) as caught:
                throng.Terrain(context, width=0, height=1)
            self.assertEqual(messages[-1], (throng.enums.LogLevel.ERROR, str(caught.exception)))

    def test_a_logger_may_use_the_context(self):
        crowd = None

        def log(level, text):
            self.assertEqual(len(crowd), 0)
        with throng.Context(backend="cpu", logger=log) as context:
            crowd = throng.Crowd(context)
            with self.assertRaises(throng.Error):
                crowd.step(-1)

    def test_calibrate_without_a_device(self):
        with throng.Context(backend="cpu") as context:
            with self.assertRaises(throng.NoDevice) as caught:
                context.calibrate(seconds=1)
            self.assertIs(caught.exception.status, throng.Status.ERROR_NO_DEVICE)


class Terrains(Case):
    def test_cells(self):
        terrain = throng.Terrain(self.context, width=5, height=4)
        blocked = np.zeros((4, 5), bool)
        blocked[1:3, 2] = True
        terrain.set(blocked)
        self.same(terrain.read(), blocked)
        terrain.set(blocked.astype(np.int64) * 256)  # whatever is not 0
        self.same(terrain.read(), blocked)
        terrain.set(np.asfortranarray(blocked))
        self.same(terrain.read(), blocked)
        terrain.set(blocked[::-1, ::-1])
        self.same(terrain.read(), blocked[::-1, ::-1])
        terrain.fill(True, region=(0, 0, 2, 1))
        self.assertEqual(terrain.read(region=(0, 0, 3, 1)).tolist(), [[True, True, False]])
        out = np.zeros((4, 8), bool)[:, 1:6]
        self.assertIs(terrain.read(out=out), out)
        self.assertTrue(out[0, 0])
        terrain.fill(False)
        terrain.set([[1, 0], [0, 1]], region=(3, 2, 2, 2))
        self.assertEqual(terrain.read().sum(), 2)
        lengths = terrain.distances([[0, 0, 4, 0], [0, 0, 4, 3]])
        self.assertEqual(lengths.tolist(), [4.0, -1.0])

    def test_worlds(self):
        terrain = throng.Terrain(self.context, width=3, height=2, worlds=2)
        worlds = np.zeros((2, 2, 3), np.uint8)
        worlds[1, 0, 0] = 1
        terrain.set(worlds)
        self.assertTrue(terrain.read()[2, 0])


class Influences(Case):
    def test_keywords_and_structs_are_the_same(self):
        maps = [throng.Influence(self.context, width=32, height=16, layers=2) for _ in range(3)]
        x, y, strength = np.arange(5) * 5.5, 3.25, np.array([1, -2, 3, 1, 1])
        maps[0].set_objects(x=x, y=y, influence=strength, decay=0.1, alpha=0.5, vx=1, layer=1)
        made = np.zeros((5, 2), dtypes.INFLUENCE_OBJECT)[:, 0]  # a stride of two
        made["x"], made["y"], made["influence"], made["decay"], made["alpha"], made["vx"] = x, y, strength, 0.1, 0.5, 1
        made["max_distance"] = 16
        maps[1].set_objects(made, layer=1)
        maps[2].set_objects(made[::-1][::-1][:3], layer=1)
        maps[2].set_objects(made[3:], layer=1, first=3)
        for each in maps:
            each.update()
        self.same(maps[0].read(1), maps[1].read(1))
        self.same(maps[0].read(1), maps[2].read(1))
        self.assertNotEqual(maps[0].read(1).sum(), 0)
        maps[0].set_objects(x=x[:2], y=y, layer=1)  # all there are from now on
        self.assertEqual(maps[0].object_count(1), 2)

    def test_queries(self):
        each = throng.Influence(self.context, width=16, height=8, layers=2)
        each.set_objects(x=4.5, y=3.5)
        each.update()
        values = each.read()
        self.assertEqual(values.shape, (8, 16))
        self.assertEqual(values.dtype, np.float32)
        self.assertEqual(each.best(), (4, 3, 1.0))
        self.assertEqual(each.worst(region=(4, 3, 1, 1)).value, 1.0)
        best = each.best_of_regions([[0, 0, 16, 8], [0, 0, 2, 2]])
        self.assertEqual((best["column"][0], best["row"][0]), (4, 3))
        self.assertEqual(each.best_of_neighbors([[5, 3]])["column"][0], 4)
        self.assertEqual(each.best_of_regions([[0, 0, 16, 8]], "smallest")["value"][0], values.min())
        sample = each.sample(x=[4.5, 5.5], y=3.5)
        self.assertEqual(sample["value"][0], 1.0)
        self.assertLess(sample["dx"][1], 0)
        each.set_momentum(0.5, layer=1)
        each.update(1)
        each.combine([2, 0])
        self.same(each.read("combined"), values * np.float32(2))
        out = np.zeros((8, 20), np.float32)
        each.read(out=out[:, 2:18])
        self.same(out[:, 2:18].copy(), values)
        self.same(each.read(region=(3, 2, 5, 4)), values[2:6, 3:8].copy())
        each.truncate_objects(0)
        self.assertEqual(each.info().layers, 2)
        self.assertIs(throng.Influence.explain(self.context, width=4, height=4).backend, throng.Backend.CPU)
        each.reset()

    def test_moving(self):
        each = throng.Influence(self.context, width=16, height=8)
        each.set_objects(x=np.zeros(3), y=0)
        places = np.array([[1, 1], [5, 2], [9, 7]], np.float64)
        table = np.zeros((3, 6), np.float32)
        table[:, 1:3] = places
        each.move_objects(table[:, 1:3], np.ones((3, 2)))
        each.update()
        first = each.read()
        each.move_objects(places)  # of another dtype: copied
        each.update()
        self.same(first, each.read())
        self.assertEqual(each.best(region=(9, 6, 2, 2)).value, first[6:8, 9:11].max())


class Fields(Case):
    def test_measure(self):
        measure = throng.Measure(self.context, weights=[0.5, 0.25], lambda_=0)
        self.assertEqual(measure.types, 2)
        self.assertEqual(measure.value(3), 0.75)
        values = np.array([[1, 0], [0, 2], [1, 1]])
        self.assertEqual(measure.choquet(values).tolist(), [0.5, 0.5, 0.75])
        wide = np.zeros((3, 4), np.float32)
        wide[:, 1:3] = values
        self.assertEqual(measure.choquet(wide[:, 1:3]).tolist(), [0.5, 0.5, 0.75])
        self.assertEqual(measure.choquet(np.asfortranarray(values.astype(np.float32))).tolist(), [0.5, 0.5, 0.75])
        self.assertEqual(measure.info().lambda_, 0)
        table = throng.Measure(self.context, table=[0, 0.5, 0.25, 1])
        self.assertEqual((table.types, table.value(3)), (2, 1.0))
        self.assertIs(throng.Measure.explain(self.context, types=1).backend, throng.Backend.CPU)

    def test_field_and_trace(self):
        measure = throng.Measure(self.context, weights=[1])
        field = throng.Potential(self.context, damage=1, measure=measure)
        field.set_sources(x=[0, 8], y=0, power=2)
        field.set_goals(x=10, y=10, k=1)
        field.set_points(x=[1, 2], y=[1, 2], goal=[0, throng.enums.GOALS_NONE])
        field.update()
        forces = field.read()
        self.assertEqual(forces.dtype, dtypes.FORCE)
        self.assertEqual(forces["damage"][0], 1)
        self.assertGreater(forces["fx"][0], 0)
        field.move_points([[3, 4]], first=1)
        field.move_sources([[1, 1]])
        field.update()
        self.assertNotEqual(field.read(1, 1)["potential"][0], forces["potential"][1])
        trace = throng.Trace(self.context, field=field, max_steps=100)
        trace.set_starts(x=[3, 5], y=[3, 5], speed=0.5)
        trace.update()
        result = trace.read()
        self.assertEqual(result["status"][1], throng.TraceStatus.REACHED)
        points = trace.points(1)
        self.assertEqual(points.shape, (result["steps"][1] + 1, 2))
        self.assertEqual(points[-1].tolist(), [10, 10])
        both = trace.read_points(0, 2, 0, 101)
        self.same(both[1, :len(points)].copy(), points)
        self.assertTrue(np.isnan(both[1, len(points):]).all())
        with self.assertRaises(throng.InvalidArgument):
            field.close()  # the trace uses it
        field.reset()
        self.assertEqual(field.info().sources, 0)

    def test_points_without_a_goal(self):
        """All goals of their world attract them."""
        field = throng.Potential(self.context)
        field.set_goals(x=[10, 0], y=[0, 10], k=1)
        field.set_points(x=0, y=0)
        field.update()
        self.assertEqual((field.read()["fx"][0], field.read()["fy"][0]), (10, 10))

    def test_flow_and_route(self):
        terrain = throng.Terrain(self.context, width=6, height=5)
        terrain.fill(True, (3, 0, 1, 4))
        flow = throng.Flow(self.context, terrain=terrain)
        flow.set_goals([[5, 0]])
        flow.update()
        lengths = flow.read_lengths()
        self.assertEqual(lengths.shape, (5, 6))
        self.assertEqual(flow.read_directions()[0, 5], throng.enums.FlowDirection.GOAL)
        way = flow.sample(x=0.5, y=0.5, sampling="cell")
        self.assertEqual(way["length"][0], lengths[0, 0])
        route = throng.Route(self.context, terrain=terrain, method="dijkstra")
        found = route.find([[0, 0, 5, 0], [0, 0, 3, 0], [1, 1, 1, 1]])
        self.assertEqual(found["length"][0], lengths[0, 0])
        self.assertEqual(found["cell_count"].tolist()[1:], [0, 1])
        self.assertEqual(route.read(0, 1)[-1].tolist(), [5, 0])
        self.assertEqual(len(route.read()), found["cell_count"].sum())
        route.set_costs(np.ones((5, 6)))
        route.set_weight(2)
        self.assertEqual(route.find([[0, 0, 1, 0]])["total"][0], 3)
        flow.reset()
        self.assertEqual(flow.info().lost, 0)


class Crowds(Case):
    def test_the_tutorial(self):
        """Step 2 of the tutorial has the same numbers."""
        crowd, handles = self.walkers()
        arrived, closest = [], 1e9
        for step in range(1, 321):
            crowd.step(0.1)
            p = crowd.get("position", handles).astype(np.float64)
            d = np.hypot(*(p[:, None] - p[None]).transpose(2, 0, 1))
            closest = min(closest, d[np.triu_indices(40, 1)].min())
            if step % 80 == 0:
                arrived.append(int((crowd.get("flags", handles) & throng.Flag.ARRIVED != 0).sum()))
        self.assertEqual((arrived, "%.2f" % closest), ([0, 15, 34, 40], "0.78"))

    def test_columns_and_structs_are_the_same(self):
        crowd, _ = self.walkers()
        other = throng.Crowd(self.context, agent_capacity=40, symmetry=0.05)
        agents = throng.Crowd.agents(40)
        for name in ("x", "y"):
            agents[name] = crowd.get("position")[:, "xy".index(name)]
            agents["target_" + name] = crowd.get("goal")[:, "xy".index(name)]
        agents["radius"], agents["max_speed"], agents["time_horizon"], agents["navigation"] = 0.4, 1.5, 2, 1
        other.add(agents)
        for _ in range(20):
            crowd.step(0.1)
            other.step(0.1)
        self.assertEqual(crowd.hash(), other.hash())

    def test_values(self):
        crowd, handles = self.walkers()
        self.same(crowd.get("position"), crowd.get("position", handles))
        self.same(crowd.get("radius", handles[::-2]), crowd.get("radius")[::-2].copy())
        crowd.set("radius", 0.5)
        self.assertEqual(set(crowd.get("radius").tolist()), {0.5})
        crowd.set("goal", [[1, 2], [3, 4]], handles[:2])
        self.assertEqual(crowd.get("goal", handles[1]).tolist(), [3, 4])
        crowd.set("priority", np.arange(40))
        self.assertEqual(crowd.get(throng.AgentValue.PRIORITY, handles[7]), 7)
        self.assertEqual(crowd.get("id").dtype, np.uint64)
        out = np.zeros((40, 3), np.float32)
        crowd.get("velocity", out=out[:, :2])
        self.same(out[:, :2].copy(), crowd.get("velocity"))
        crowd.set("velocity", np.zeros((40, 2), np.float32, order="F"))
        crowd.set("velocity", [1, 0], handles[:0])

    def test_removal_and_queries(self):
        crowd, handles = self.walkers()
        self.assertEqual(len(crowd), 40)
        crowd.remove(handles[:10])
        self.assertEqual(len(crowd), 30)
        self.same(crowd.list(), handles[10:].copy())
        self.assertEqual(crowd.find(12), handles[12])
        view = crowd.inspect(handles[12], 0.1)
        self.assertEqual(len(view.lines), len(view.avoided) + view.wall_count)
        wall = crowd.add_obstacle([(0, 0), (10, 0)])
        self.assertEqual(crowd.info().walls, 2)
        crowd.remove_obstacle(wall)
        with self.assertRaises(throng.InvalidArgument):
            crowd.remove_obstacle(wall)
        crowd.reserve(5000)
        self.assertEqual(crowd.info().capacity, 5000)
        self.assertEqual(throng.Crowd.explain(self.context).backend, throng.Backend.CPU)
        crowd.reset()
        self.assertEqual(len(crowd), 0)

    def test_snapshots(self):
        crowd, _ = self.walkers()
        crowd.step(0.1)
        snapshot, state = crowd.save(), crowd.hash()
        crowd.step(0.1)
        self.assertNotEqual(crowd.hash(), state)
        crowd.restore(bytearray(snapshot))
        self.assertEqual(crowd.hash(), state)
        self.assertEqual(crowd.save(), snapshot)
        crowd.restore(np.frombuffer(snapshot, np.uint8))

    def test_with_terrain_and_flow(self):
        terrain = throng.Terrain(self.context, width=16, height=8)
        flow = throng.Flow(self.context, terrain=terrain)
        flow.set_goals([[14, 4]])
        crowd = throng.Crowd(self.context, terrain=terrain, flow=flow, perception="vision|hearing")
        handle = crowd.add(x=2.5, y=4.5, radius=0.3, time_horizon_obst=0.5, navigation="flow", target_x=14.5, target_y=4.5)
        for _ in range(100):
            crowd.step(0.1)
        self.assertTrue(crowd.get("flags", handle)[0] & throng.Flag.ARRIVED)
        del terrain, flow  # the crowd keeps them
        crowd.step(0.1)

    def test_levels_agree(self):
        hashes = set()
        for isa in throng.Isa:
            if isa == throng.Isa.AUTO or not throng.isa_available(isa):
                continue
            with throng.Context(backend="cpu", isa=isa) as context:
                self.context, kept = context, self.context
                crowd, _ = self.walkers()
                self.context = kept
                for _ in range(50):
                    crowd.step(0.1)
                hashes.add(crowd.hash())
        self.assertEqual(len(hashes), 1)


@unittest.skipUnless(OPENCL, "THRONG_TEST_PYTHON_OPENCL is not set")
class Devices(Case):
    def test_backends_agree(self):
        found = []
        for backend in ("cpu", "opencl"):
            with throng.Context(backend=backend) as context:
                self.assertEqual(context.info().opencl, int(backend == "opencl"))
                self.context, kept = context, self.context
                crowd, _ = self.walkers()
                self.context = kept
                for _ in range(20):
                    crowd.step(0.1)
                each = throng.Influence(context, width=64, height=32)
                each.set_objects(x=np.arange(20) * 3, y=np.arange(20), alpha=0.5, vx=1)
                each.update()
                found.append((crowd.info().backend, crowd.hash(), each.read().tobytes()))
        self.assertEqual(found[0][1:], found[1][1:])
        self.assertEqual([f[0].name for f in found], ["CPU", "OPENCL"])
        self.assertTrue(throng.devices()[0].name)

    def test_calibration(self):
        told = []
        with throng.Context(backend="opencl", cache="off") as context:
            def progress(done, total, what):
                told.append(what)
                with self.assertRaises(RuntimeError):
                    context.info()
            report = context.calibrate(seconds=1, operations=1 << throng.enums.Operation.CHOQUET, progress=progress)
            self.assertEqual(told[-1], "done")
            self.assertGreater(report.operations[throng.enums.Operation.CHOQUET].sizes, 0)

            def wrong(done, total, what):
                raise KeyError(what)
            with self.assertRaises(KeyError):
                context.calibrate(seconds=1, operations=1 << throng.enums.Operation.CHOQUET, progress=wrong)


class Threads(Case):
    def test_several_threads_take_turns(self):
        crowd, handles = self.walkers()
        failures = []

        def work():
            try:
                for _ in range(50):
                    crowd.step(0.01)
                    crowd.get("position", handles)
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(crowd.info().steps, 200)

    def test_the_interpreter_goes_on(self):
        """A long call leaves other threads their turn."""
        crowd = throng.Crowd(self.context, agent_capacity=20000)
        i = np.arange(20000)
        crowd.add(x=i % 141 * 2.5, y=i // 141 * 2.5, target_x=1)
        ticks, stop = [0], threading.Event()

        def tick():
            while not stop.is_set():
                ticks[0] += 1
        thread = threading.Thread(target=tick)
        thread.start()
        try:
            lock_held = []
            for _ in range(5):
                before = ticks[0]
                crowd.step(0.1)
                lock_held.append(ticks[0] == before)
        finally:
            stop.set()
            thread.join()
        self.assertFalse(all(lock_held))


if __name__ == "__main__":
    unittest.main()
