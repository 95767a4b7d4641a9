"""Maps, fields and flows of worlds: the bits of one object, mistakes, and the end of objects in any order."""
import gc
import unittest

import numpy as np

import throng
from common import Case
from throng import dtypes, enums

WIDTH, HEIGHT = 40, 30


def walls():
    """A wall in the middle, with a gap."""
    made = np.zeros((HEIGHT, WIDTH), bool)
    made[:HEIGHT - 4, WIDTH // 2 + 1] = True
    return made


class Cut(Case):
    def setUp(self):
        super().setUp()
        self.contexts = [throng.Context(backend="cpu", threads=1) for _ in range(3)]
        self.world = throng.World(self.contexts)
        self.terrain = throng.Terrain(self.context, width=WIDTH, height=HEIGHT)
        self.terrain.set(walls())

    def tearDown(self):
        for context in self.contexts:
            context.close()
        super().tearDown()

    def expect(self, *mistakes):
        for call, kind, text in mistakes:
            with self.assertRaisesRegex(kind, text):
                call()

    def check_parts(self, cut):
        """Each cell has one part."""
        seen = np.zeros((HEIGHT, WIDTH), int)
        for part in range(3):
            column, row, width, height = cut.part_region(part)
            seen[row:row + height, column:column + width] += 1
        self.assertTrue((seen == 1).all())
        with self.assertRaisesRegex(throng.InvalidArgument, "part is 3"):
            cut.part_region(3)
        with self.assertRaisesRegex(throng.InvalidArgument, "part is -1"):
            cut.part_info(-1)


class Maps(Cut):
    IDS = [5, 70, 800]

    def setUp(self):
        super().setUp()
        self.cut = throng.WorldInfluence(self.world, width=WIDTH, height=HEIGHT, layers=2, propagation="path", reach=20,
                                         weights=[1, 2, 0.5])
        self.one = throng.Influence(self.context, width=WIDTH, height=HEIGHT, layers=2, propagation="path",
                                    terrain=self.terrain)
        self.cut.set_walls(walls())
        for layer in range(2):
            columns = {"x": [17.5, 20.5, 23.5], "y": [20.5, 24.5, 28.5], "max_distance": 8}
            self.cut.set_objects(self.IDS, layer=layer, **columns)
            self.one.set_objects(layer=layer, **columns)
        self.update()

    def update(self):
        self.cut.update()
        self.one.update()

    def check(self, *layers):
        for layer in layers or (0, 1):
            self.same(self.cut.read(layer), self.one.read(layer))

    def test_bits(self):
        self.assertEqual((self.cut.width, self.cut.rows), (WIDTH, HEIGHT))
        self.assertEqual(self.cut.info().objects[:3], (3, 3, 0))
        self.assertEqual(self.cut.info().cells, WIDTH * HEIGHT)
        self.check()
        self.assertGreater(self.cut.read().max(), 0)
        places = [[18.5, 28.5], [22.5, 27.5], [3.5, 2.5]]
        self.cut.move_objects(self.IDS, places, np.eye(3, 2))
        self.one.move_objects(places, np.eye(3, 2))
        self.cut.remove_objects([800], layer=1)
        self.one.truncate_objects(2, layer=1)
        self.cut.set_momentum(0.5, layer=1)
        self.one.set_momentum(0.5, layer=1)
        self.update()
        self.cut.combine([1, -0.5])
        self.one.combine([1, -0.5])
        self.check(0, 1, "combined")
        for layer in (0, "combined"):
            self.assertEqual(self.cut.best(layer), self.one.best(layer))
            self.assertEqual(self.cut.worst(layer, (3, 4, 30, 20)), self.one.worst(layer, (3, 4, 30, 20)))
        self.cut.set_walls(np.zeros((2, 1), int), (WIDTH // 2 + 1, 18, 1, 2))
        self.terrain.fill(False, (WIDTH // 2 + 1, 18, 1, 2))
        self.update()
        self.check()

    def test_reading(self):
        region = (WIDTH // 2 - 3, 20, 7, 5)
        out = np.zeros((5, 10), np.float32)
        self.assertIs(self.cut.read(0, region, out=out[:, 1:8]).base, out)
        self.same(out[:, 1:8].copy(), self.one.read(0, region))
        self.assertFalse(out[:, [0, 8, 9]].any())
        self.check_parts(self.cut)
        self.assertEqual(self.cut.part_info(1).layers, 2)
        hashes = [self.cut.hash(layer) for layer in (0, 1)]
        self.cut.set_objects([5], x=1.5, y=2.5)
        self.cut.update()
        self.assertNotEqual(self.cut.hash(), hashes[0])
        self.assertEqual(self.cut.hash(1), hashes[1])
        self.cut.reset()
        self.cut.update()
        self.assertEqual((self.cut.info().objects[0], self.cut.best().value), (0, 0.0))

    def test_mistakes(self):
        before = self.cut.hash()
        self.expect(
            (lambda: throng.WorldInfluence(self.contexts, width=9, height=9), TypeError, "must be a World"),
            (lambda: throng.WorldInfluence(self.world, width=9, height=9, reach=1), throng.InvalidArgument, "reach is 1"),
            (lambda: throng.WorldInfluence(self.world, width=9, height=9, weights=[1]), ValueError, "weights"),
            (lambda: throng.WorldInfluence(self.world, width=9, height=9, terrain=self.terrain), throng.InvalidArgument,
             "terrain"),
            (lambda: throng.WorldInfluence(self.world, width=9, heigth=9), TypeError, "did you mean height"),
            (lambda: self.cut.set_objects([1, 2], x=[1.0], y=2), ValueError, "1 objects for 2 ids"),
            (lambda: self.cut.set_objects([[1]], x=[1.0], y=2), ValueError, "one dimension"),
            (lambda: self.cut.set_objects([-1], x=[1.0], y=2), ValueError, "within 0"),
            (lambda: self.cut.set_objects([1, 1], x=[1, 2], y=2), throng.InvalidArgument, "twice"),
            (lambda: self.cut.set_objects([1], x=[1.5], y=2, layer=7), throng.InvalidArgument, "layer"),
            (lambda: self.cut.set_objects([1], x=[WIDTH / 2 + 1.5], y=2), throng.InvalidArgument, "in a wall"),
            (lambda: self.cut.move_objects([5], [[1, 2], [3, 4]]), ValueError, "2 positions for 1 ids"),
            (lambda: self.cut.move_objects([5], [[1, 2]], [[1, 2], [3, 4]]), ValueError, "2 velocities for 1 ids"),
            (lambda: self.cut.remove_objects([7]), throng.InvalidArgument, "7.*nothing has it"),
            (lambda: self.cut.set_walls(np.zeros((3, 3))), TypeError, "bool or integers"),
            (lambda: self.cut.set_walls(np.zeros((3, 3), bool)), ValueError, "shape"),
            (lambda: self.cut.set_momentum(2), throng.InvalidArgument, "momentum is 2"),
            (lambda: self.cut.combine([1]), throng.InvalidArgument, "count is 1"),
            (lambda: self.cut.combine([[1, 2]]), ValueError, "one dimension"),
            (lambda: self.cut.read(0, (0, 0, WIDTH + 1, 1)), throng.InvalidArgument, "region"),
            (lambda: self.cut.read(0, (0, 0, 2 ** 31, 1)), ValueError, "region"),
            (lambda: self.cut.best(9), throng.InvalidArgument, "layer"),
            (lambda: self.cut.hash("all"), TypeError, "layer"),
            (self.world.close, throng.InvalidArgument, ""))
        self.cut.update()
        self.assertEqual(self.cut.hash(), before)


class Fields(Cut):
    INDICES = [0, 1, 64]
    POINTS = [[5, 6], [15, 16], [25, 7]]

    def setUp(self):
        super().setUp()
        capacities = {"source_capacity": 128, "goal_capacity": 2, "point_capacity": 4}
        self.cut = throng.WorldPotential(self.world, **dict(capacities, point_capacity=[4, 5, 6]))
        self.one = throng.Potential(self.context, **capacities)
        self.cut.set_sources(self.INDICES, x=[4, 9, 14], y=[7, 11, 15])
        self.one.set_sources(x=np.full(65, 1e6), y=1e6)  # out of reach
        for index, x, y in zip(self.INDICES, (4, 9, 14), (7, 11, 15)):
            self.one.set_sources(x=[x], y=y, first=index)
        for field in (self.cut, self.one):
            field.set_goals(x=[30, 2], y=[20, 3], k=[1, 0.5])
        for part, (x, y) in enumerate(self.POINTS):
            self.cut.set_points(part, x=[x], y=y)
        self.one.set_points(x=[5, 15, 25], y=[6, 16, 7])
        self.update()

    def update(self):
        self.cut.update()
        self.one.update()

    def check(self):
        self.same(np.concatenate([self.cut.read(part) for part in range(3)]), self.one.read())

    def test_bits(self):
        info = self.cut.info()
        self.assertEqual((info.sources, info.goals, info.points), (3, 2, 3))
        self.check()
        self.assertTrue(self.cut.read(0)["fx"].any())
        self.cut.move_sources([64, 0], [[13, 12], [6, 8]])
        self.one.move_sources([[13, 12]], first=64)
        self.one.move_sources([[6, 8]])
        self.cut.move_points(1, [[14, 13]])
        self.one.move_points([[14, 13]], first=1)
        self.update()
        self.check()
        self.cut.remove_sources([1])
        self.one.move_sources([[1e6, 1e6]], first=1)
        self.cut.set_goals(x=[7], y=9, k=0.25, first=1)
        self.one.set_goals(x=[7], y=9, k=0.25, first=1)
        self.update()
        self.check()
        out = np.zeros(1, dtypes.FORCE)
        self.assertIs(self.cut.read(2, out=out), out)
        self.same(out, self.one.read(2))
        self.assertEqual(self.cut.read(2, 1).size, 0)
        self.assertEqual((self.cut.part_info(2).points, self.cut.part_info(2).goals), (1, 2))
        self.cut.truncate_points(0, 0)
        self.cut.set_points(1, np.zeros(0, dtypes.POTENTIAL_POINT))
        self.cut.truncate_goals(1)
        info = self.cut.info()
        self.assertEqual((info.goals, info.points), (1, 1))
        self.cut.reset()
        self.assertEqual(self.cut.info().sources, 0)

    def test_mistakes(self):
        measures = [throng.Measure(context, weights=[0.5, 0.25]) for context in self.contexts]
        throng.WorldPotential(self.world, damage=1, measure=measures).close()
        foreign = np.zeros(1, dtypes.POTENTIAL_POINT)
        foreign["world"] = 1
        self.expect(
            (lambda: throng.WorldPotential(None), TypeError, "must be a World"),
            (lambda: throng.WorldPotential(self.world, damage=1, measure=measures[:2]), ValueError, "2 entries for 3 parts"),
            (lambda: throng.WorldPotential(self.world, damage=1, measure=measures[::-1]), throng.InvalidArgument, ""),
            (lambda: throng.WorldPotential(self.world, worlds=2), throng.InvalidArgument, "worlds is 2"),
            (lambda: throng.WorldPotential(self.world, damages=1), TypeError, "did you mean damage"),
            (lambda: self.cut.set_sources([1, 2], x=[1], y=2), ValueError, "1 sources for 2 indices"),
            (lambda: self.cut.move_sources([1], [[1, 2], [3, 4]]), ValueError, "2 positions for 1 indices"),
            (lambda: self.cut.move_sources([9], [[1, 2]]), throng.InvalidArgument, "9.*nothing has it"),
            (lambda: self.cut.remove_sources([[9]]), ValueError, "indices must have one dimension"),
            (lambda: self.cut.set_goals(x=[1, 2, 3], y=0, k=1), throng.CapacityError, "at most 2"),
            (lambda: self.cut.truncate_goals(7), throng.InvalidArgument, "count is 7"),
            (lambda: self.cut.set_points(3, x=[1], y=2), throng.InvalidArgument, "part is 3"),
            (lambda: self.cut.set_points(0, foreign), throng.InvalidArgument, "world is 1"),
            (lambda: self.cut.set_points(0, x=range(5), y=2), throng.CapacityError, "4"),
            (lambda: self.cut.move_points(0, [[1, 2], [3, 4]]), throng.InvalidArgument, ""),
            (lambda: self.cut.truncate_points(0, 9), throng.InvalidArgument, "count is 9"),
            (lambda: self.cut.read(0, 0, 5), throng.InvalidArgument, ""),
            (lambda: self.cut.read(7), throng.InvalidArgument, "part is 7"),
            (lambda: self.cut.part_info(2 ** 31), ValueError, "32 bits"))
        self.update()
        self.check()


class Flows(Cut):
    def setUp(self):
        super().setUp()
        self.costs = np.ones((HEIGHT, WIDTH), np.uint8)
        self.costs[5:9, 3:8] = 9
        columns = {"fields": 2, "costs": 1, "clearances": [0.5, 1.2], "goal_capacity": 2, "unreached": "nearest"}
        self.cut = throng.WorldFlow(self.world, width=WIDTH, height=HEIGHT, **columns)
        self.one = throng.Flow(self.context, terrain=self.terrain, **columns)
        self.cut.set_blocked(walls())
        for flow in (self.cut, self.one):
            flow.set_costs(self.costs)
            for field in range(2):
                flow.set_goals([[3, 4 + field], [38, 2]][:2 - field], field=field)
        self.update()

    def update(self):
        self.cut.update()
        self.one.update()

    def check(self):
        for field in range(4):
            self.same(self.cut.read_lengths(field), self.one.read_lengths(field))
            self.same(self.cut.read_directions(field), self.one.read_directions(field))

    def test_bits(self):
        self.check()
        self.assertGreater(self.cut.read_lengths(1).max(), 30)
        self.check_parts(self.cut)
        self.assertEqual(self.cut.info().cells, WIDTH * HEIGHT)
        self.assertEqual(self.cut.part_info(0).backend, throng.Backend.CPU)
        columns = {"x": [30.3, 2.5, 21.5], "y": [7.7, 25.5, 3.3], "field": [1, 3, 0]}
        self.assertEqual(self.cut.sample(x=21.5, y=3.3)["length"], -1)  # in the wall, and led out of it
        self.assertTrue(self.cut.sample(x=21.5, y=3.3)["dx"].any())
        for sampling in enums.FlowSampling:
            self.same(self.cut.sample(sampling=sampling, **columns), self.one.sample(sampling=sampling, **columns))
        hole = (WIDTH // 2 + 1, 10, 1, 3)
        self.cut.set_blocked(np.zeros((3, 1), bool), hole)
        self.terrain.fill(False, hole)
        for flow in (self.cut, self.one):
            flow.set_costs(np.full((3, 1), 100), hole)
        self.update()
        self.check()

    def test_regions(self):
        out = np.full((7, 40), -5, np.float32)
        region = (2, 11, 35, 7)
        self.cut.read_lengths(1, region, out=out[:, 3:38])
        self.same(out[:, 3:38].copy(), self.one.read_lengths(1, region))
        self.assertTrue((out[:, [0, 2, 38]] == -5).all())
        for region in ((39, 29, 1, 1), (0, 5, WIDTH, 1), (20, 0, 1, HEIGHT)):
            self.same(self.cut.read_lengths(2, region), self.one.read_lengths(2, region))
            self.same(self.cut.read_directions(2, region), self.one.read_directions(2, region))

    def test_a_crowd_follows(self):
        cut = throng.WorldCrowd(self.world, world_flow=self.cut)
        one = throng.Crowd(self.context, flow=self.one)
        columns = {"x": 22 + 1.5 * (np.arange(20) % 10), "y": 2 + 2 * (np.arange(20) // 10), "navigation": "flow",
                   "flow_field": np.arange(20) % 2}
        cut.add(**columns)
        one.add(**columns)
        for _ in range(30):
            cut.step(0.2)
            one.step(0.2)
        self.assertEqual(cut.hash(), one.hash())
        with self.assertRaisesRegex(throng.InvalidArgument, "1 crowd"):
            self.cut.close()
        self.cut = None
        gc.collect()
        cut.step(0.2)  # keeps its flow
        self.contexts[2].close()
        self.assertTrue(cut.closed and self.world.closed)

    def test_mistakes(self):
        closed = throng.WorldFlow(self.world, width=9, height=9)
        closed.close()
        self.expect(
            (lambda: throng.WorldFlow(self.context, width=9, height=9), TypeError, "must be a World"),
            (lambda: throng.WorldFlow(self.world, width=9), TypeError, "height"),
            (lambda: throng.WorldFlow(self.world, width=9, height=9, margin=1), throng.InvalidArgument, "margin is 1"),
            (lambda: throng.WorldFlow(self.world, width=9, height=9, terrain=self.terrain), throng.InvalidArgument,
             "terrain"),
            (lambda: throng.WorldFlow(self.world, width=9, height=9, cost=1), TypeError, "did you mean costs"),
            (lambda: self.cut.set_blocked(np.zeros((3, 3), bool)), ValueError, "shape"),
            (lambda: self.cut.set_costs(np.zeros((HEIGHT, WIDTH), int)), throng.InvalidArgument, "is 0"),
            (lambda: self.cut.set_costs(np.full((HEIGHT, WIDTH), 256)), ValueError, "within 0 and 255"),
            (lambda: self.cut.set_goals([[WIDTH, 0]]), throng.InvalidArgument, r"cells\[0\] is column 40"),
            (lambda: self.cut.set_goals([[1, 0]], field=2), throng.InvalidArgument, "field is 2"),
            (lambda: self.cut.read_lengths(9), throng.InvalidArgument, "field"),
            (lambda: self.cut.read_lengths(0, (0, 0, WIDTH + 1, 1)), throng.InvalidArgument, "inside 40 x 30"),
            (lambda: self.cut.read_directions(0, (-1, 0, 1, 1)), throng.InvalidArgument, "column -1"),
            (lambda: self.cut.read_lengths(0, (0, 0, 2, 2), out=np.zeros((2, 3), np.float32)), ValueError, "shape"),
            (lambda: self.cut.sample(x=[1], y=2, field=9), throng.InvalidArgument, "field"),
            (lambda: self.cut.sample(x=[1], y=2, sampling="nearest"), ValueError, "none of"),
            (lambda: throng.WorldCrowd(self.world, world_flow=self.one), TypeError, "must be a WorldFlow, not Flow"),
            (lambda: throng.WorldCrowd(self.world, world_flow=closed), throng.ClosedError, "closed"),
            (closed.update, throng.ClosedError, "closed"),
            (closed.read_lengths, throng.ClosedError, "closed"))
        self.check()


if __name__ == "__main__":
    unittest.main()
