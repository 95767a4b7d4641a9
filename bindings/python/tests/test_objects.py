"""Every object does what the library does, from arrays of all kinds."""
import gc
import unittest
import weakref

import numpy as np
from common import OPENCL, Case

import throng
from throng import dtypes, enums


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


class Readbacks(Case):
    def test_positions(self):
        crowd = throng.Crowd(self.context)
        handles = crowd.add(x=np.arange(6) * 3.0, y=1.0, target_x=1.0)
        reads = throng.Readback(self.context, kind="agents", value="position", crowd=crowd, capacity=6, slots=2)
        before = crowd.get("position")
        first = reads.begin_agents(count=6)
        crowd.step(0.5)
        second = reads.begin_agents(handles[[4, 2]])
        with self.assertRaises(throng.CapacityError):
            reads.begin_agents(count=6)
        self.same(reads.fetch(first), before)
        self.assertEqual((first.step, second.step, second.count), (0, 1, 2))
        self.context.wait()
        self.assertTrue(reads.ready(second))
        self.assertEqual(reads.latest(), second)
        seen = reads.map(second)
        self.same(seen, crowd.get("position", handles[[4, 2]]))
        self.assertFalse(seen.flags.writeable)
        for close in (reads.close, self.context.close):
            with self.assertRaisesRegex(BufferError, "readback's memory"):
                close()
        out = np.zeros((2, 2), np.float32)
        self.assertIs(reads.fetch(second, out=out), out)
        self.same(out, crowd.get("position", handles[[4, 2]]))
        self.assertIsNone(reads.latest())
        reads.release(reads.begin_agents(count=6))
        self.assertEqual(reads.info().used, 0)

    def test_handles_with_gaps(self):
        crowd = throng.Crowd(self.context, perception="vision")
        handles = crowd.add(x=np.arange(6) * 3.0, y=1.0)
        reads = throng.Readback(self.context, kind="agents", value="position", crowd=crowd, capacity=6)
        pairs = np.zeros(6, [("kind", np.int32), ("agent", dtypes.AGENT)])
        pairs["agent"] = handles
        for some in (handles[::2], handles[::-1], pairs["agent"]):
            self.same(reads.fetch(reads.begin_agents(some)), crowd.get("position", some.copy()))
        crowd.step(0.1)
        for name in ("perceived", "flags"):
            reads = throng.Readback(self.context, kind="agents", value=name, crowd=crowd, capacity=6)
            found = reads.fetch(reads.begin_agents(handles))
            self.same(found, crowd.get(name))
            self.assertEqual(found.dtype, crowd.get(name).dtype)

    def test_array_keeps_readback(self):
        def mapped():
            crowd = throng.Crowd(self.context)
            crowd.add(x=np.arange(6) * 3.0, y=1.0)
            reads = throng.Readback(self.context, kind="agents", value="position", crowd=crowd, capacity=6)
            return weakref.ref(reads), reads.map(reads.begin_agents(count=6))

        readback, values = mapped()
        part = values[2:]
        del values
        gc.collect()
        self.assertIsNotNone(readback())
        self.assertEqual(part.tolist(), [[6, 1], [9, 1], [12, 1], [15, 1]])
        del part
        gc.collect()
        self.assertIsNone(readback())

    def test_regions_and_ranges(self):
        map_ = throng.Influence(self.context, width=6, height=5)
        map_.set_objects(x=2.5, y=2.5)
        map_.update()
        layer = throng.Readback(self.context, kind="layer", map=map_, capacity=30)
        read = layer.begin_region((1, 1, 3, 2))
        self.assertEqual((read.step, read.width), (1, 3))
        self.same(layer.fetch(read), map_.read(0, (1, 1, 3, 2)))
        field = throng.Potential(self.context)
        field.set_goals(x=1.0, y=2.0)
        field.set_points(x=np.arange(4), y=0.0)
        field.update()
        forces = throng.Readback(self.context, kind="forces", field=field, capacity=4)
        self.same(forces.fetch(forces.begin_range(1, 2)), field.read(1, 2))
        with self.assertRaises(TypeError):
            forces.fetch("1")
        self.same(forces.fetch(throng.Read(forces.begin_range(1, 2).number, 0, 0, 0)), field.read(1, 2))
        with self.assertRaises(throng.InvalidArgument):
            forces.begin_region()
        forces.reset()


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

    def test_slices(self):
        each, other = [throng.Influence(self.context, width=16, height=8) for _ in range(2)]
        each.reserve(8, max_distance=9, uses=enums.InfluenceUses.SLICES | enums.InfluenceUses.COMBINE)
        each.reserve(uses="queries|slices")
        each.reserve(uses=enums.InfluenceUses.QUERIES)
        for one in each, other:
            one.set_objects(x=[4.5, 9.5], y=3.5, max_distance=6)
        other.update()
        self.assertEqual([each.update_part(3) for _ in range(2)], [False, False])
        self.assertEqual(each.read().sum(), 0)
        self.assertTrue(each.update_part(3))
        self.same(each.read(), other.read())
        self.assertTrue(each.update_some(1.0))
        with self.assertRaises(throng.Error):
            each.update_some(-1)
        with self.assertRaises(ValueError):
            each.reserve(2, max_distance=[1, 2])

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

    def test_objects_in_walls(self):
        terrain = throng.Terrain(self.context, width=16, height=8)
        terrain.fill(True, (2, 2, 1, 1))
        given = {"width": 16, "height": 8, "terrain": terrain, "propagation": "path"}
        with self.assertRaises(throng.InvalidArgument):
            throng.Influence(self.context, **given).set_objects(x=[2.5, 8.5], y=2.5)
        each = throng.Influence(self.context, blocked_objects="ignore", **given)
        each.set_objects(x=[2.5, 8.5, -20], y=2.5)
        each.update()
        alone = throng.Influence(self.context, **given)
        alone.set_objects(x=8.5, y=2.5)
        alone.update()
        self.same(each.read(), alone.read())


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
        self.assertIs(throng.Measure.explain(self.context, table=[0, 0.5, 0.25, 1]).backend, throng.Backend.CPU)
        for make in (throng.Measure, throng.Measure.explain):
            with self.assertRaisesRegex(ValueError, "table has 2 values"):
                make(self.context, kind="table", types=16, table=[0.0, 1.0])

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

    def test_costs(self):
        terrain = throng.Terrain(self.context, width=6, height=4)
        flow, plain = (throng.Flow(self.context, terrain=terrain, costs=costs) for costs in (1, 0))
        for each in (flow, plain):
            each.set_goals([[5, 1]])
            each.update()
        self.same(flow.read_lengths(), plain.read_lengths())
        costs = np.full((4, 6), 3)
        flow.set_costs(costs)
        flow.update()
        np.testing.assert_allclose(flow.read_lengths(), plain.read_lengths() * 3, 1e-6)
        wide = np.zeros((4, 20), np.uint8)
        wide[:, 3:9] = 2
        flow.set_costs(wide[:, 3:9])  # not copied
        flow.update()
        self.same(flow.read_lengths(), plain.read_lengths() * np.float32(2))
        flow.set_costs([[9, 9]], region=(3, 1, 2, 1))
        flow.update()
        self.assertEqual(flow.read_lengths()[1, 4], 5.5)  # a step's cost is the mean of its two cells
        self.assertEqual(flow.read_lengths()[1, 5], 0)

    def test_clearances(self):
        terrain = throng.Terrain(self.context, width=9, height=9)
        terrain.set(np.arange(81).reshape(9, 9) % 9 == 4)
        terrain.fill(False, (4, 1, 1, 1))  # a narrow gate and a wide one
        terrain.fill(False, (4, 4, 1, 5))
        flow = throng.Flow(self.context, terrain=terrain, fields=2, clearances=[0.5, 1.5])
        flow.set_goals([[7, 1]], field=1)
        flow.update()
        self.assertEqual([flow.field_for(1, radius=r) for r in (0, 0.5, 0.6, 1.5, 9)], [1, 1, 3, 3, 3])
        self.assertEqual(flow.field_for(radius=1), 2)
        self.assertEqual(flow.read_lengths(flow.field_for(1, radius=0.5))[1, 1], 6)
        self.assertGreater(flow.read_lengths(flow.field_for(1, radius=1.5))[1, 1], 9)
        way = flow.sample(x=1.5, y=1.5, field=[1, 3])
        self.assertEqual(way["length"].tolist(), [flow.read_lengths(n)[1, 1] for n in (1, 3)])
        self.assertIs(throng.Flow.explain(self.context, terrain=terrain, clearances=[1]).backend, throng.Backend.CPU)

    def test_cells_that_are_not_reached(self):
        terrain = throng.Terrain(self.context, width=5, height=5)
        terrain.fill(True, (0, 0, 2, 5))
        for unreached, expected in (("stand", [0, 0]), ("nearest", [1, 0])):
            flow = throng.Flow(self.context, terrain=terrain, unreached=unreached)
            flow.set_goals([[4, 2]])
            flow.update()
            way = flow.sample(x=1.5, y=2.5, sampling="cell")
            self.assertEqual([way["dx"][0], way["dy"][0], way["length"][0]], expected + [-1])


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
        motion = throng.Crowd.motions(1)
        motion["vx"] = 2
        car = crowd.add_moving_obstacle([(-2, -1), (2, -1), (2, 1), (-2, 1)], motion)
        motion["x"] = 50
        crowd.move_obstacles(car, motion)
        crowd.step(0.1)
        crowd.remove_moving_obstacle(car)
        with self.assertRaises(throng.InvalidArgument):
            crowd.move_obstacles(car, motion)
        with self.assertRaises(ValueError):
            crowd.move_obstacles(car, throng.Crowd.motions(2))
        crowd.reserve(5000)
        self.assertEqual(crowd.info().capacity, 5000)
        crowd.reserve_room(obstacles=3, edges=12, queries=4, hits=5, motions=1)
        with self.assertRaisesRegex(throng.InvalidArgument, "room.edges is -1"):
            crowd.reserve_room(edges=-1)
        self.assertEqual(throng.Crowd.explain(self.context).backend, throng.Backend.CPU)
        crowd.reset()
        self.assertEqual(len(crowd), 0)

    def test_finding_agents(self):
        crowd, handles = self.walkers()
        crowd.set("layer", np.where(np.arange(40) % 4 == 0, 2, 1))
        at = crowd.get("position").astype(np.float64)
        points = np.array([[9, 5], [16, 7], [23.25, 11], [500, 0]])
        exact = np.hypot(*(points[:, None] - at[None]).transpose(2, 0, 1))
        order = np.argsort(exact, axis=1, kind="stable")
        near = crowd.find_nearest(x=points[:, 0], y=points[:, 1], capacity=5)
        self.assertEqual((near.hits.dtype, near.hits.shape, near.found.tolist()), (dtypes.CROWD_HIT, (4, 5), [5] * 4))
        np.testing.assert_allclose(near.hits["distance"], np.take_along_axis(exact, order[:, :5], 1), 1e-6)
        self.same(near.hits["agent"], handles[order[:, :5]])
        within = crowd.find_within(x=points[:, 0], y=points[:, 1], radius=3)
        self.assertEqual(within.found.tolist(), (exact <= 3).sum(1).tolist())
        self.assertEqual(within.hits.shape[1], within.found.max())
        for row, (hits, found) in enumerate(zip(*within)):
            self.same(hits["agent"][:found].copy(), handles[order[row, :found]])
            self.assertTrue((hits["agent"]["generation"][found:] == 0).all() and np.isinf(hits["distance"][found:]).all())
        few = crowd.find_within(x=points[:, 0], y=points[:, 1], radius=3, capacity=2)
        self.same(few.found, within.found)  # all that are there
        self.same(few.hits["agent"][1], within.hits["agent"][1, :2].copy())
        own = crowd.find_nearest(x=at[:, 0], y=at[:, 1])
        self.same(own.hits["agent"][:, 0].copy(), handles)
        others = crowd.find_nearest(x=at[:, 0], y=at[:, 1], except_=handles, mask=2)
        self.assertTrue((others.hits["agent"][:, 0] != handles).all())
        self.assertTrue((crowd.get("layer", others.hits["agent"][:, 0]) == 2).all())
        one = crowd.find_nearest(x=at[0, 0], y=at[0, 1], except_=handles[0], capacity=1000)
        self.assertEqual((one.hits.shape, one.found.tolist()), ((1, 40), [39]))  # no more than there are
        queries = throng.Crowd.queries(4)
        queries["x"], queries["y"] = points.T
        self.same(crowd.find_nearest(queries, capacity=5).hits, near.hits)
        self.same(crowd.find_nearest(np.repeat(queries, 3)[::3], capacity=5).hits, near.hits)  # not copied
        self.assertEqual(crowd.find_nearest().hits.shape, (0, 1))
        self.assertEqual(crowd.find_within(x=1, y=1, radius=0.01).hits.shape, (1, 0))

    def test_motions(self):
        """A host that moves agents, as a physics engine would."""
        crowd = throng.Crowd(self.context, integration="velocities", origin_x=455000, origin_y=5500000)
        handles = crowd.add(x=[0, 100, 200], y=0, offset_x=455000, offset_y=5500000, target_x=1, heading_y=-2)
        for step in range(5):
            crowd.step(0.125)
            motions = crowd.get_motions()
            self.assertEqual(motions.dtype, dtypes.MOTION)
            self.assertEqual(motions["x"].tolist(), [455000 + 100 * i + 0.125 * step for i in range(3)])
            self.assertEqual(motions["vx"].tolist(), [1, 1, 1])
            motions["x"] += 0.125 * motions["vx"]
            crowd.set_motions(motions)
        one = crowd.get_motions(handles[1])
        self.assertEqual((one["x"][0], one["heading_y"][0]), (455100.625, 0))
        one["heading_x"], one["heading_y"] = 0, -3
        crowd.set_motions(np.repeat(one, 2)[::2], handles[1])  # not packed
        self.assertEqual(crowd.get("heading", handles[1]).tolist(), [0, -1])
        turned = crowd.get_motions(handles[::-1])
        self.assertEqual(turned["x"].tolist(), [455200.625, 455100.625, 455000.625])
        turned["y"][2] = np.nan
        with self.assertRaisesRegex(throng.InvalidArgument, r"motions\[2\]\.y"):
            crowd.set_motions(turned, handles[::-1])
        with self.assertRaisesRegex(ValueError, "2 motions for 3 handles"):
            crowd.set_motions(turned[:2], handles)
        with self.assertRaises(throng.InvalidArgument):
            crowd.set_motions(turned, handles[[0, 1, 0]])

    def test_states(self):
        """An agent goes on in another crowd as if it had stayed."""
        here, handles = self.walkers()
        for _ in range(7):
            here.step(0.1)
        there = throng.Crowd(self.context, symmetry=0.05)
        states = here.get_states()
        self.assertEqual((states.dtype, states.size), (dtypes.AGENT_STATE, 40))
        self.assertEqual(states["id"].tolist(), here.get("id").tolist())
        sent = np.frombuffer(states.tobytes(), dtypes.AGENT_STATE)
        made = there.add_states(sent[::-1])
        self.assertEqual(there.get("id", made).tolist(), states["id"][::-1].tolist())
        there.set_steps(here.info().steps)
        self.assertEqual(here.hash(), there.hash())
        for crowd in (here, there):
            for _ in range(20):
                crowd.step(0.1)
        self.assertEqual(here.hash(), there.hash())
        self.same(here.get_states(handles[3]), there.get_states(there.find(int(states["id"][3]))))
        with self.assertRaisesRegex(throng.InvalidArgument, "another agent has it"):
            there.add_states(states[0])
        forged = states[:1].copy()
        forged["data"][0, 5] ^= np.uint64(1)  # older numpy takes 1 for a signed one
        with self.assertRaisesRegex(throng.InvalidArgument, "damaged"):
            there.add_states(forged)
        with self.assertRaisesRegex(ValueError, "64 bits"):
            there.set_steps(-1)

    def test_guards(self):
        """As the documentation shows it."""
        crowd, enemies = throng.Crowd(self.context), 2
        guards = crowd.add(x=[0, 1, 90], y=0)
        others = crowd.add(x=[3, 30], y=0, layer=enemies)
        x, y = crowd.get("position", guards).T
        hits, found = crowd.find_nearest(x=x, y=y, radius=20, mask=enemies, except_=guards, capacity=5)
        nearest = hits["agent"][found > 0, 0]
        self.assertEqual(found.tolist(), [1, 1, 0])
        self.same(nearest, others[[0, 0]])

    def test_events(self):
        crowd, handles = self.walkers()
        had = np.zeros(40, bool)
        seen = []
        for _ in range(320):
            crowd.step(0.1)
            arrived = crowd.get("flags", handles) & throng.Flag.ARRIVED != 0
            events = crowd.events("arrived")
            self.assertEqual(events.dtype, dtypes.CROWD_EVENT)
            self.same(events["agent"].copy(), handles[arrived & ~had])
            self.assertTrue((events["kind"] == throng.Flag.ARRIVED).all())
            seen += events["agent"]["index"].tolist()
            had = arrived
        self.assertEqual(set(seen), set(range(40)))
        self.assertEqual(crowd.events(0).size, 0)
        self.assertEqual(crowd.events(throng.Flag.CONGESTED).size, 0)
        crowd.set("position", crowd.get("goal") + 5)
        crowd.step(0.1)
        crowd.set("position", crowd.get("goal"))
        crowd.step(0.1)
        self.assertGreater(crowd.events().size, 0)
        crowd.reset()
        self.assertEqual(crowd.events().size, 0)

    def test_places_of_doubles(self):
        far = np.array([1e7 + 0.03125, -3e7 - 0.0625])
        crowd = throng.Crowd(self.context, origin_x=far[0], origin_y=far[1])
        self.assertEqual((crowd.info().home_x, crowd.info().home_y), tuple(np.round(far / 4096) * 4096))
        handles = crowd.add(x=[0, 3], y=0.5, offset_x=far[0], offset_y=far[1], navigation="goal", target_x=2,
                            target_offset_x=far[0], target_offset_y=far[1], radius=0.25)
        at = crowd.get("position_double", handles)
        self.assertEqual((at.dtype, at.tolist()), (np.float64, (far + [[0, 0.5], [3, 0.5]]).tolist()))
        self.assertEqual(crowd.get("position", handles).dtype, np.float32)
        self.assertEqual(crowd.get("goal_double", handles[0]).tolist(), (far + [2, 0]).tolist())
        crowd.set("position_double", far + [8, 8], handles[:1])
        self.assertEqual(crowd.get("position_double", handles[0]).tolist(), (far + [8, 8]).tolist())
        crowd.set("goal_double", far + [8.5, 8])
        crowd.step(0.1)
        self.assertEqual(crowd.get("position_double", handles[0]).tolist()[1], far[1] + 8)
        out = np.zeros((2, 5))
        crowd.get("position_double", handles, out=out[:, 1:3])
        self.same(out[:, 1:3].copy(), crowd.get("position_double"))

    def test_walls_of_doubles(self):
        """A float has no place between 1e7 + 3 and 1e7 + 4: the wall would be elsewhere."""
        for add, expected in (("add_obstacle_double", 3.25), ("add_obstacle", 3)):
            crowd = throng.Crowd(self.context, origin_x=1e7)
            handle = crowd.add(offset_x=1e7, radius=0.5, target_x=1, time_horizon_obst=0.2)
            wall = getattr(crowd, add)(np.array([[1e7 + 3.25, -50], [1e7 + 3.25, 50]]))
            for _ in range(100):
                crowd.step(0.1)
            self.assertAlmostEqual(crowd.get("position_double", handle)[0, 0] - 1e7, expected - 0.5, delta=0.01)
            crowd.remove_obstacle(wall)

    def test_targets(self):
        """Setting a target leaves the navigation as it is."""
        crowd = throng.Crowd(self.context)
        handles = crowd.add(x=[0, 50], navigation=["goal", "velocity"], target_x=[9, 1])
        crowd.set("navigation", ["velocity", "goal"], handles)
        self.assertEqual(crowd.get("navigation").tolist(), [0, 1])
        crowd.set("navigation", "velocity", handles[1:])
        crowd.set("navigation", throng.Navigation.GOAL, handles[:1])
        self.assertEqual(crowd.get("navigation").tolist(), [1, 0])
        crowd.set("target", [[0, 1], [0, 0.5]], handles)
        self.assertEqual(crowd.get("target").tolist(), [[0, 1], [0, 0.5]])
        for _ in range(40):
            crowd.step(0.1)
        at = crowd.get("position", handles)
        self.assertAlmostEqual(at[0, 1], 1, delta=0.01)
        self.assertAlmostEqual(at[1, 1], 2, delta=0.01)

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


if __name__ == "__main__":
    unittest.main()
