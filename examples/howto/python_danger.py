"""Step 5 of the tutorial in Python: units that back off from a guard on patrol. Prints what step5.c prints.

python_danger.py [PICTURE] also draws one moment."""
import sys

import numpy as np

import throng

WIDTH, HEIGHT, UNITS, SECONDS, STEPS_PER_SECOND = 32, 16, 24, 40, 10
GOAL, ALARM = (29.5, 11.5), 0.35
MAP = ["...........#...................."] * 3 + ["." * 32] * 2 + ["...........#...................."] * 5 + \
      ["...........#......##............"] * 4 + ["...........#...................."] * 2


def make(context):
    """The world: walls, the way to the goal, the danger, and the units with the guard as the last one."""
    terrain = throng.Terrain(context, width=WIDTH, height=HEIGHT)
    terrain.set(np.array([[cell == "#" for cell in row] for row in MAP]))
    flow = throng.Flow(context, terrain=terrain)
    flow.set_goals([[int(GOAL[0]), int(GOAL[1])]])  # columns and rows
    flow.update()

    danger = throng.Influence(context, width=WIDTH, height=HEIGHT, terrain=terrain, propagation="path")
    danger.set_objects(influence=1, decay=0.125, max_distance=8, alpha=0.5)

    crowd = throng.Crowd(context, agent_capacity=UNITS + 1, symmetry=0.05, terrain=terrain, flow=flow)
    i = np.arange(UNITS)
    units = crowd.add(x=1.5 + i // 8 * 1.5, y=1.0 + i % 8 * 2.0, target_x=GOAL[0], target_y=GOAL[1],
                      navigation="flow", radius=0.3, max_speed=1.5, time_horizon=1.5, time_horizon_obst=0.5)
    guard = crowd.add(x=15.5, y=8, target_x=15.5, target_y=14, navigation="goal", radius=0.3, max_speed=1,
                      time_horizon=1.5, time_horizon_obst=0.5, priority=1)
    return terrain, danger, crowd, units, guard


def patrol(crowd, danger, guard):
    """The guard walks up and down between two places, and the danger goes with it."""
    position, goal = crowd.get("position", guard), crowd.get("goal", guard)
    if abs(position[0, 1] - goal[0, 1]) < 0.5:
        crowd.set("goal", [[goal[0, 0], HEIGHT - goal[0, 1]]], guard)
    danger.move_objects(position, crowd.get("velocity", guard))
    danger.update()


def react(crowd, danger, units):
    """Units back off, down the slope of the danger, or follow the flow. Returns how many back off."""
    x, y = crowd.get("position", units).T
    sample = danger.sample(x=x, y=y)
    slope = np.sqrt(sample["dx"] * sample["dx"] + sample["dy"] * sample["dy"])
    alarmed = (sample["value"] > ALARM) & (slope > 0)
    away = np.stack([sample["dx"], sample["dy"]], axis=1)[alarmed] * np.float32(-1.5) / slope[alarmed, None]
    crowd.set("preferred_velocity", away, units[alarmed])
    crowd.set("goal", GOAL, units[~alarmed])  # one value for all of them
    crowd.set("flow_field", 0, units[~alarmed])
    return alarmed.sum()


def draw(path, terrain, danger, crowd):
    from throng import plot  # needs matplotlib
    plot.plt.figure(figsize=(6, 3.2))
    plot.heat_map(danger, cmap="Reds", vmin=0, vmax=1)
    plot.walls(terrain)
    plot.crowd(crowd, colors=[0] * UNITS + [1], cmap="winter")
    plot.plt.savefig(path, dpi=100, bbox_inches="tight")


def main():
    with throng.Context() as context:
        terrain, danger, crowd, units, guard = make(context)
        for step in range(1, SECONDS * STEPS_PER_SECOND + 1):
            patrol(crowd, danger, guard)
            alarmed = react(crowd, danger, units)
            crowd.step(1 / STEPS_PER_SECOND)
            if step % (8 * STEPS_PER_SECOND) == 0:
                arrived = (crowd.get("position", units)[:, 0] > 26.5).sum()
                print("after %2d s: %2d back off, %2d of %d are at the goal" % (
                    step / STEPS_PER_SECOND, alarmed, arrived, UNITS))
            if len(sys.argv) > 1 and step == 150:
                draw(sys.argv[1], terrain, danger, crowd)


if __name__ == "__main__":
    main()
