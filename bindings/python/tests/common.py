"""What the tests share."""
import os
import unittest

import numpy as np

import throng

OPENCL = bool(os.environ.get("THRONG_TEST_PYTHON_OPENCL"))  # whether there has to be a device


class Case(unittest.TestCase):
    """A test with a context on the CPU."""

    backend = "cpu"

    def setUp(self):
        self.context = throng.Context(backend=self.backend)

    def tearDown(self):
        self.context.close()

    def same(self, one, other):
        """Equal to the last bit."""
        self.assertEqual(one.dtype, other.dtype)
        self.assertEqual(one.shape, other.shape)
        self.assertEqual(np.ascontiguousarray(one).tobytes(), np.ascontiguousarray(other).tobytes())

    def walkers(self, count=40, **definition):
        """A crowd in which two groups meet, and its handles."""
        crowd = throng.Crowd(self.context, agent_capacity=count, symmetry=0.05, **definition)
        i = np.arange(count)
        side = np.where(i < count // 2, -1.0, 1.0)
        x = 16 + side * (7 + i % 4 * 1.5)
        y = 5 + i // 4 % 5 * 1.5
        handles = crowd.add(x=x, y=y, radius=0.4, max_speed=1.5, time_horizon=2, navigation="goal", target_x=32 - x,
                            target_y=y)
        return crowd, handles
