"""Worlds over several contexts: the bits of one crowd, mistakes, and the end of objects in any order."""
import gc
import os
import tempfile
import threading
import unittest

import numpy as np

import throng
from common import Case
from throng import dtypes

AGENTS, STEPS = 90, 30


def agents():
    i = np.arange(AGENTS)
    made = throng.Crowd.agents(AGENTS)
    made["id"] = 500 - i
    made["x"], made["y"] = 2.5 * (i % 10), 2.5 * (i // 10)
    made["target_x"] = np.where(i % 2, 1.0, -1.0)
    return made


class Worlds(Case):
    def setUp(self):
        super().setUp()
        self.contexts = [throng.Context(backend="cpu", threads=1) for _ in range(2)]
        self.world = throng.World(self.contexts)
        self.crowd = throng.WorldCrowd(self.world, symmetry=0.05)
        self.one = throng.Crowd(self.context, agent_capacity=200, symmetry=0.05)
        self.crowd.add(agents())
        self.handles = self.one.add(agents())

    def tearDown(self):
        for context in self.contexts:
            context.close()
        super().tearDown()

    def step(self, count=1):
        for _ in range(count):
            self.crowd.step(0.1)
            self.one.step(0.1)

    def check(self):
        self.assertEqual(self.crowd.hash(), self.one.hash())

    def test_bits(self):
        self.assertEqual((self.world.info().parts, len(self.crowd)), (2, AGENTS))
        self.check()
        self.step(STEPS)
        self.check()
        ids, chosen = [500, 411], self.handles[[0, 89]]
        self.crowd.set("radius", ids, [0.7, 0.9])
        self.one.set("radius", [0.7, 0.9], chosen)
        self.crowd.set("max_speed", ids, 1.5)
        self.one.set("max_speed", 1.5, chosen)
        motions = np.zeros(2, dtypes.MOTION)
        motions["x"], motions["y"], motions["vx"], motions["heading_x"] = [0.5, 9.0], [0.25, 9.0], 1.0, 1.0
        self.crowd.set_motions(ids, motions)
        self.one.set_motions(motions, chosen)
        wall = [[3.0, 40.0], [12.0, 41.0]]
        here, there = self.crowd.add_obstacle(wall), self.one.add_obstacle_double(wall)
        self.crowd.balance()
        self.step(3)
        self.check()
        self.crowd.remove_obstacle(here)
        self.one.remove_obstacle(there)
        self.crowd.remove(ids)
        self.one.remove(chosen)
        self.step()
        self.check()
        self.assertGreater(self.crowd.info().lists, 0)

    def test_reading(self):
        self.step(4)
        ids, motions = self.crowd.get_motions()
        self.same(ids, np.arange(411, 501, dtype=np.uint64))
        self.same(motions, self.one.get_motions(self.handles[::-1]))
        parts = self.crowd.find([500, 7])
        self.assertIn(parts[0], (0, 1))
        self.assertEqual(parts[1], -1)
        self.assertIn(500, self.crowd.get_own(int(parts[0]))[0])
        there = sum(self.crowd.part_info(part).agents for part in range(2))
        self.assertEqual(there, AGENTS + self.crowd.info().ghosts)

    def test_files(self):
        self.step(2)
        state = self.one.get_states(self.handles[:1])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "crowd.snapshot")
            before = self.crowd.hash()
            self.crowd.save(path)
            self.crowd.step(0.1)
            self.assertNotEqual(self.crowd.hash(), before)
            self.crowd.restore(path)
            self.check()
            with open(path, "rb") as file:
                self.one.restore(file.read())
            self.check()
        self.crowd.remove([500])
        self.crowd.add_states(state)
        self.check()
        with self.assertRaisesRegex(throng.InvalidArgument, "no such file"):
            self.crowd.restore("no such file")

    def test_parts_differ(self):
        terrains = [throng.Terrain(context, width=30, height=30) for context in self.contexts]
        for terrain in terrains:
            terrain.fill(True, (20, 20, 3, 3))
        crowd = throng.WorldCrowd(self.world, terrain=terrains, agent_capacity=[10, 20], skin=2.0)
        crowd.add(x=range(5), y=3)
        crowd.step(0.1)
        self.assertEqual(crowd.info().skin, 2.0)
        with self.assertRaisesRegex(ValueError, "1 entries for 2 parts"):
            throng.WorldCrowd(self.world, terrain=terrains[:1])
        with self.assertRaises(throng.InvalidArgument):
            throng.WorldCrowd(self.world, terrain=terrains[::-1])

    def test_mistakes(self):
        for call, kind, text in (
                (lambda: self.crowd.step(0), throng.InvalidArgument, "dt is 0"),
                (lambda: self.crowd.remove([7]), throng.InvalidArgument, r"ids\[0\] is 7"),
                (lambda: self.crowd.remove([[7]]), ValueError, "one dimension"),
                (lambda: self.crowd.remove(["a"]), TypeError, "ids"),
                (lambda: self.crowd.set("radius", [500, 499], [1.0, 1.0, 1.0]), ValueError, "shape"),
                (lambda: self.crowd.set("id", [500], 1), throng.InvalidArgument, "only be read"),
                (lambda: self.crowd.set_motions([500], np.zeros(2, dtypes.MOTION)), ValueError, "2 motions for 1"),
                (lambda: self.crowd.get_own(9), throng.InvalidArgument, "part is 9"),
                (lambda: self.crowd.save(7), TypeError, ""),
                (lambda: throng.World([]), ValueError, "one at least"),
                (lambda: throng.World([1]), TypeError, "Contexts"),
                (lambda: throng.World(self.contexts, cut=9), ValueError, ""),
                (lambda: throng.World(self.contexts, transport=1), TypeError, "no argument"),
                (lambda: throng.World(self.contexts, imbalance=0.5), throng.InvalidArgument, "imbalance"),
                (lambda: throng.WorldCrowd(self.contexts), TypeError, "must be a World"),
                (self.world.close, throng.InvalidArgument, "1 crowd")):
            with self.assertRaisesRegex(kind, text):
                call()
        self.check()

    def test_ends(self):
        with self.assertRaises(throng.InvalidArgument):
            self.world.close()
        self.contexts[1].close()  # what stands on it goes first
        self.assertTrue(self.crowd.closed and self.world.closed and not self.contexts[0].closed)
        with self.assertRaises(throng.ClosedError):
            self.crowd.step(0.1)
        self.crowd = self.world = None
        gc.collect()
        other = throng.Context(backend="cpu", threads=1)
        world = throng.World([self.contexts[0], other])
        crowd = throng.WorldCrowd(world)
        del world
        gc.collect()
        crowd.add(x=[1, 2], y=0)
        crowd.step(0.1)
        del crowd
        gc.collect()
        other.close()
        self.contexts[0].wait()

    def test_dropped_within_a_call(self):
        """What is dropped while this thread is in a call on another of its contexts ends behind that."""
        record, core = self.crowd._record, self.contexts[1]._core
        with core.lock:
            self.crowd = None
            gc.collect()
            self.contexts[0].wait()
            self.assertTrue(record.pointer)
        self.contexts[1].wait()
        self.assertFalse(record.pointer)

    def test_dropped_while_busy(self):
        """A context closes though another thread had been in a call on it when the world was dropped."""
        began, ends = threading.Event(), threading.Event()

        def stay():
            with self.contexts[1]._core.lock:
                began.set()
                ends.wait()

        thread = threading.Thread(target=stay)
        thread.start()
        began.wait()
        self.crowd = self.world = None
        gc.collect()
        ends.set()
        thread.join()
        self.contexts[1].close()
        self.contexts[0].wait()

    def test_threads(self):
        """Other objects of the contexts are used by other threads meanwhile; worlds over both orders of contexts."""
        turned = throng.WorldCrowd(throng.World(self.contexts[::-1]), symmetry=0.05)
        turned.add(agents())
        alone = [throng.Crowd(context) for context in self.contexts]
        for crowd in alone:
            crowd.add(x=range(9), y=0)
        raised = []

        def run(crowd):
            try:
                for _ in range(STEPS):
                    crowd.step(0.1)
            except BaseException as error:  # pylint: disable=broad-except
                raised.append(error)

        threads = [threading.Thread(target=run, args=(crowd,)) for crowd in (self.crowd, turned, *alone)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(raised, [])
        for _ in range(STEPS):
            self.one.step(0.1)
        self.check()
        self.assertEqual(turned.hash(), self.one.hash())


if __name__ == "__main__":
    unittest.main()
