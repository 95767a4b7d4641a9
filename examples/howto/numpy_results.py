"""Results of the program throng in numpy: numpy_results.py PATH-OF-THRONG"""
import subprocess
import sys
import tempfile

import numpy as np

throng = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    # A map: rows x columns, float32.
    subprocess.run([throng, "influence", "--size", "64x48", "--random", "20", "--seed", "3",
                    "--out", f"{folder}/map.npy"], check=True, stdout=subprocess.DEVNULL)
    influence = np.load(f"{folder}/map.npy")
    row, column = np.unravel_index(influence.argmax(), influence.shape)
    print("map", influence.shape, influence.dtype, "largest at column", column, "row", row)

    # A crowd: a row for each agent and kept step; the columns are those of the CSV.
    subprocess.run([throng, "crowd", "--random", "100", "--spacing", "4", "--steps", "50", "--every", "10",
                    "--seed", "3", "--out", f"{folder}/crowd.npy"], check=True, stdout=subprocess.DEVNULL)
    table = np.load(f"{folder}/crowd.npy")
    names = ["step", "id", "px", "py", "vx", "vy", "neighbors", "vision_range"]
    steps = len(np.unique(table[:, names.index("step")]))
    positions = table[:, [names.index("px"), names.index("py")]].reshape(steps, -1, 2)
    print("crowd", positions.shape, "mean way", np.linalg.norm(positions[-1] - positions[0], axis=1).mean().round(2))
