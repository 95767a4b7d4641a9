"""Pictures show what they should: sizes, directions, and that they can be drawn."""
import io
import unittest

import numpy as np
from common import Case

import throng

try:
    import matplotlib
except ImportError:
    matplotlib = None
else:
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from throng import plot


@unittest.skipUnless(matplotlib, "matplotlib is not installed")
class Pictures(Case):
    def setUp(self):
        super().setUp()
        self.figure, self.axes = plt.subplots(figsize=(3, 3), dpi=50)

    def tearDown(self):
        plt.close(self.figure)
        super().tearDown()

    def drawn(self):
        """The picture's pixels."""
        with io.BytesIO() as file:
            self.figure.savefig(file, format="rgba")
            return np.frombuffer(file.getvalue(), np.uint8).reshape(150, 150, 4)

    def test_heat_map(self):
        each = throng.Influence(self.context, width=8, height=4)
        each.set_objects(x=[1.5, 6.5], y=1.5, influence=[1, -1])
        each.update()
        image = plot.heat_map(each, axes=self.axes)
        self.assertEqual(image.get_extent(), [0, 8, 4, 0])
        low, high = image.get_clim()
        self.assertEqual(low, -high)
        self.assertTrue(self.axes.yaxis_inverted())
        self.assertGreater(len(np.unique(self.drawn().reshape(-1, 4), axis=0)), 10)
        with self.assertRaises(ValueError):
            plot.heat_map(np.zeros(3), axes=self.axes)

    def test_walls_and_directions(self):
        terrain = throng.Terrain(self.context, width=6, height=5)
        terrain.fill(True, (2, 0, 2, 4))
        image = plot.walls(terrain, axes=self.axes, cell_size=2)
        self.assertEqual(image.get_extent(), [0, 12, 10, 0])
        self.assertEqual(int(image.get_array()[..., 3].sum()), 8)
        flow = throng.Flow(self.context, terrain=terrain)
        flow.set_goals([[5, 0]])
        flow.update()
        arrows = plot.directions(flow, axes=self.axes, cell_size=2)
        self.assertEqual(len(arrows.U), 30 - 8 - 1)  # without walls and the goal
        self.assertEqual((arrows.U[0], arrows.V[0]), (1, 1))  # right and down, to the gap
        self.drawn()

    def test_crowd(self):
        crowd, _ = self.walkers()
        discs = plot.crowd(crowd, axes=self.axes, colors=np.arange(40))
        self.same(np.asarray(discs.get_offsets(), np.float32), crowd.get("position"))
        before = self.drawn()
        film = plot.animate(crowd, 0.1, 3, axes=self.axes, steps=2)
        film._draw_frame(0)
        film._draw_frame(1)
        self.assertEqual(crowd.info().steps, 2)
        self.assertFalse((before == self.drawn()).all())
        self.assertIn("<img", film.to_jshtml())
        with self.assertRaises(ValueError):
            plot.animate(crowd, 0.1, 0, axes=self.axes)

    def test_lines(self):
        crowd, _ = self.walkers()
        walked = []
        for _ in range(5):
            walked.append(crowd.get("position"))
            crowd.step(0.1)
        lines = plot.trajectories(walked, axes=self.axes, colors=np.arange(40))
        self.assertEqual(len(lines.get_segments()), 40)
        with self.assertRaises(ValueError):
            plot.trajectories(walked[0], axes=self.axes)
        field = throng.Potential(self.context)
        field.set_goals(x=9, y=9, k=1)
        points = np.array([[1, 1], [2, 5]], np.float32)
        field.set_points(x=points[:, 0], y=points[:, 1])
        field.update()
        arrows = plot.forces(points, field.read(), axes=self.axes)
        self.assertAlmostEqual(float(arrows.U[0]), 0.7071, 3)
        trace = throng.Trace(self.context, field=field)
        trace.set_starts(x=[0, 1], y=1, speed=0.5)
        trace.update()
        self.assertEqual(len(plot.traces(trace, axes=self.axes).get_segments()), 2)
        self.drawn()


if __name__ == "__main__":
    unittest.main()
