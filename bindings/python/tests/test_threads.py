"""Several threads: they take turns on one context, and those of two contexts compute at the same time."""
import sys
import threading
import time
import unittest

import numpy as np
from common import Case

import throng


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

    def test_routes_of_two_threads(self):
        """Another search between the end of one and what it leaves: the cells that are read are those of a route."""
        class Slow(throng.Route):
            other = None

            @property
            def _counts(self):
                return self.__dict__["counts"]

            @_counts.setter
            def _counts(self, counts):
                other, self.other = self.other, None
                if other:
                    other.start()
                    other.join(0.3)  # it ends, or waits for this one
                self.__dict__["counts"] = counts
        terrain = throng.Terrain(self.context, width=64, height=2)
        route = Slow(self.context, terrain=terrain)

        route.other = another = threading.Thread(target=lambda: route.find([[0, 1, 1, 1]]))
        route.find([[0, 0, 63, 0]])
        another.join()
        self.assertEqual(route.read(0, 1).tolist(), [[0, 1], [1, 1]])

    def test_calls_of_two_threads_overlap(self):
        """While one thread is in a long call, another begins and ends calls. Nobody is made to give the interpreter's lock
        up in this time, so the long call has: without that the other thread could not run at all."""
        with throng.Context(backend="cpu", threads=1, isa="reference") as slow:
            large = throng.Crowd(slow, agent_capacity=20000)
            i = np.arange(20000)
            large.add(x=i % 141 * 2.5, y=i // 141 * 2.5, target_x=1)
            small, handles = self.walkers()
            inside, stop, overlapping, failures = [0], threading.Event(), [0], []

            def work():
                try:
                    while not stop.is_set():
                        call = inside[0]
                        small.step(0.01)
                        small.get("position", handles)
                        if call and inside[0] == call:
                            overlapping[0] += 1
                except Exception as error:  # pylint: disable=broad-except
                    failures.append(error)
            interval = sys.getswitchinterval()
            sys.setswitchinterval(1000)
            thread = threading.Thread(target=work)
            thread.start()
            try:
                end = time.monotonic() + 60
                call = 0
                while not overlapping[0] and not failures and time.monotonic() < end:
                    call += 1
                    inside[0] = call
                    large.step(0.1)
                    inside[0] = 0
            finally:
                stop.set()
                sys.setswitchinterval(interval)
                thread.join()
            self.assertEqual(failures, [])
            self.assertGreater(overlapping[0], 0)


if __name__ == "__main__":
    unittest.main()
