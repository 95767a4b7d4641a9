"""Thousands of calls with arguments out of a bag of junk: each works or raises what the documentation says, and nothing
crashes. THRONG_TEST_PYTHON_CALLS and THRONG_TEST_PYTHON_SEED set how many, and which."""
import inspect
import os
import random
import unittest
import warnings

import numpy as np

import throng
from throng import dtypes

CALLS = int(os.environ.get("THRONG_TEST_PYTHON_CALLS", "4000"))
SEED = int(os.environ.get("THRONG_TEST_PYTHON_SEED", "1"))
ALLOWED = (throng.Error, TypeError, ValueError, BufferError, OverflowError)
SKIPPED = {"close", "calibrate", "wait"}  # a calibration takes its time


class Bag:
    """Objects of all kinds, and arguments for their methods."""

    def __init__(self, rng):
        self.rng = rng
        self.context, self.other = throng.Context(backend="cpu", threads=1), throng.Context(backend="cpu", threads=1)
        context = self.context
        self.terrain = throng.Terrain(context, width=8, height=6)
        self.flow = throng.Flow(context, terrain=self.terrain, costs=1, clearances=[0.5, 1])
        self.measure = throng.Measure(context, weights=[0.5, 0.25])
        self.field = throng.Potential(context, damage=1, measure=self.measure)
        self.objects = [context, self.terrain, self.flow, self.measure, self.field,
                        throng.Crowd(context, agent_capacity=50, terrain=self.terrain, flow=self.flow),
                        throng.Crowd(context, agent_capacity=50), throng.Route(context, terrain=self.terrain),
                        throng.Influence(context, width=8, height=6, layers=2),
                        throng.Trace(context, field=self.field, max_steps=20)]
        world = throng.World([context, self.other])
        self.objects += [throng.WorldInfluence(world, width=8, height=6, layers=2), throng.WorldPotential(world),
                         throng.WorldFlow(world, width=8, height=6, costs=1)]
        closed = throng.Terrain(context, width=2, height=2)
        closed.close()
        foreign = throng.Terrain(self.other, width=8, height=6)
        self.numbers = [0, 1, -1, 2, 5, 7, 63, 2 ** 31 - 1, 2 ** 31, -2 ** 31, 2 ** 63, 2 ** 70, 0.5, 1e9, 1e30, float("nan"),
                        float("inf"), True, np.float32(2), np.int64(3), np.uint8(1)]
        self.others = [None, "", "goal", "velocity", "position", "radius", "combined", "flow", "a\0b", b"x", [], {}, (),
                       object(), 1j, closed, foreign, self.terrain, self.flow, context, len, (0, 0, 2, 2),
                       (1, 1, 100, 100), "largest", slice(3)]
        self.forms = [np.float32, np.float64, np.int32, np.int64, np.uint8, np.uint64, bool, np.complex64, object, "U3", "S2",
                      ">f4", ">i4", np.float16, "M8[s]"]
        self.structs = [v for v in vars(dtypes).values() if isinstance(v, np.dtype)]
        self.keywords = ["x", "y", "vx", "radius", "id", "navigation", "world", "layer", "first", "influence", "decay",
                         "max_neighbors", "goal", "speed", "type", "region", "out", "copy", "which", "field", "mask",
                         "except_", "z"]

    def array(self):
        """An array of any type, shape and layout."""
        rng = self.rng
        shape = rng.choice([(), (0,), (1,), (2,), (3,), (50,), (2, 2), (3, 2), (0, 2), (1, 4), (3, 4), (6, 8), (8, 6), (12, 16),
                            (2, 6, 8), (1, 1, 1, 1)])
        if rng.random() < 0.3:
            made = np.zeros(shape, rng.choice(self.structs))
            if made.dtype == dtypes.AGENT_DEF and rng.random() < 0.7 and made.ndim == 1:
                made = throng.Crowd.agents(made.size)
        else:
            values = np.random.default_rng(rng.randrange(2 ** 32)).integers(-2, 9, shape)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = values.astype(rng.choice(self.forms))
        change = rng.randrange(8)
        if change == 0 and made.ndim:
            made = made[::-1]
        elif change == 1 and made.ndim:
            made = np.repeat(made, 2, axis=0)[::2]
        elif change == 2:
            made = np.asfortranarray(made)
        elif change == 3:
            made = made.copy()
            made.flags.writeable = False
        elif change == 4 and made.ndim and made.dtype.kind in "fiu":
            raw = np.zeros(made.nbytes + 1, np.uint8)[1:]
            raw = raw.view(made.dtype).reshape(made.shape)
            raw[...] = made
            made = raw
        elif change == 5 and made.ndim:
            made = np.broadcast_to(made[:1], made.shape) if made.shape[0] else made
        return made

    def argument(self):
        kind = self.rng.random()
        if kind < 0.3:
            return self.rng.choice(self.numbers)
        if kind < 0.5:
            return self.rng.choice(self.others)
        if kind < 0.6:
            crowd = self.rng.choice(self.objects[5:7])
            handles = crowd.list()
            return handles[:self.rng.randrange(4)] if self.rng.random() < 0.7 or not handles.size else handles[0]
        return self.array()

    def likely(self, name):
        """What a parameter of this name usually gets, or junk."""
        rng = self.rng
        crowd = self.rng.choice(self.objects[5:7])
        if name in ("handles", "handle", "except_") and rng.random() < 0.7:
            handles = crowd.list()
            return handles[:rng.randrange(5)] if name == "handles" or not handles.size else handles[0]
        good = {"dt": 0.1, "positions": np.ones((rng.randrange(3), 2), np.float32), "layer": 0, "field": 0, "first": 0,
                "region": (1, 1, 2, 2), "name": rng.choice(["position", "goal", "radius", "flags", "velocity", "position_double", "target"]),
                "values": rng.choice([1, np.ones((2, 2)), (1, 2)]), "cells": [[rng.randrange(8), rng.randrange(6)]],
                "pairs": [[0, 0, rng.randrange(8), 5]], "count": rng.randrange(3), "weights": [1, 2], "momentum": 0.5,
                "regions": [[0, 0, 2, 2]], "vertices": [(5, 5), (6, 5), (6, 6)], "subset": 1, "path": 0, "paths": 1,
                "capacity": 60, "weight": 1, "costs": np.ones((6, 8), np.uint8), "mask": 1, "kinds": rng.choice(["arrived", 5, 36]), "blocked": np.zeros((6, 8), bool), "id": 0,
                "ids": [3, 4][:rng.randrange(3)], "indices": [0, 70], "part": 1, "x": [1, 2], "y": 3, "radius": 0.5, "influence": 1, "decay": 0.1, "speed": 0.5, "goal": 0, "world": 0}
        return good[name] if name in good and rng.random() < 0.8 else self.argument()

    def call(self):
        """Calls a method, or makes an object."""
        if self.rng.random() < 0.1:
            target = self.rng.choice([throng.Terrain, throng.Flow, throng.Measure, throng.Potential, throng.Crowd,
                                      throng.Route, throng.Influence, throng.Trace])
            known = [p for p in inspect.signature(target).parameters if p != "context"]
            # no map or crowd is so large that this machine would have to find the memory
            numbers = [n for n in self.numbers if not isinstance(n, int) or abs(n) < 100 or n < 0 or n > 2 ** 31]
            return target, [self.rng.choice([self.context, self.context, self.other, self.argument()])], {
                name: self.rng.choice(numbers + self.others) for name in self.rng.sample(known, self.rng.randrange(4))}
        owner = self.rng.choice(self.objects)
        names = [n for n, m in inspect.getmembers(owner, inspect.ismethod) if not n.startswith("_") and n not in SKIPPED]
        method = getattr(owner, self.rng.choice(names))
        arguments, keywords = [], {}
        for parameter in inspect.signature(method).parameters.values():
            if parameter.kind == parameter.VAR_KEYWORD:
                for name in self.rng.sample(self.keywords, self.rng.randrange(4)):
                    keywords[name] = self.likely(name)
            elif parameter.default is parameter.empty or self.rng.random() < 0.2:
                keywords[parameter.name] = self.likely(parameter.name)
        if self.rng.random() < 0.05:
            arguments = [self.argument() for _ in range(self.rng.randrange(4))]
        if getattr(method, "__name__", "") == "reserve":
            keywords = {n: min(a, 500) if isinstance(a, int) else a for n, a in keywords.items()}
            arguments = []
        return method, arguments, keywords


class Junk(unittest.TestCase):
    def test_calls(self):
        rng = random.Random(SEED)
        bag = Bag(rng)
        worked = 0
        warnings.simplefilter("ignore")
        for number in range(CALLS):
            call, arguments, keywords = bag.call()
            try:
                call(*arguments, **keywords)
                worked += 1
            except ALLOWED:
                pass
            except Exception as error:
                raise AssertionError("call %d: %s(%s, %s)" % (number, call, arguments, keywords)) from error
        self.assertGreater(worked, CALLS // 4)  # not all of it is junk
        crowd = throng.Crowd(bag.context)
        crowd.add(x=1)
        crowd.step(0.1)  # the context still works
        bag.context.close()
        bag.other.close()


if __name__ == "__main__":
    unittest.main()
