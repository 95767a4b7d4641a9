"""Steps per second of throng.gym: games.py [GAMES]. A step is one decision in one game, with its observation and the resets of
games that are over; the decisions are random. Each figure is the best of three runs, in seconds of the processor
(time.process_time): everything is on one thread, and other programs may run beside."""
import sys
import time

import numpy as np
from gymnasium.vector import SyncVectorEnv

import throng
from throng import gym


def best(run, steps):
    """Steps per second."""
    times = []
    for _ in range(3):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return steps / min(times)


def batch(env, count, steps):
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(steps, count))

    def run():
        for each in actions:
            env.step(each)
    return best(run, count * steps)


def loop(count, steps, observation):
    """What one writes without a batch."""
    envs = [gym.PacManEnv(observation=observation) for _ in range(count)]
    for i, env in enumerate(envs):
        env.reset(seed=i)
    actions = np.random.default_rng(1).integers(4, size=(steps, count))

    def run():
        for each in actions:
            for env, action in zip(envs, each):
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()
    return best(run, count * steps)


def world_for_each_game(count, steps):
    """The maps of a batch by one map of throng with a world for each game, updated and read at each step."""
    env = gym.PacManVectorEnv(count, observation="near")
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(steps, count))
    with throng.Context(backend="cpu", threads=1) as context:
        terrain = throng.Terrain(context, width=28, height=31, worlds=count)
        terrain.set(env.walls())
        whole = throng.Influence(context, width=28, height=31, worlds=count, terrain=terrain, grid="square4",
                                 propagation="path", object_capacity=count * 340)

        def run():
            for each in actions:
                env.step(each)
                whole.set_objects(env.objects())
                whole.update()
                whole.read()
        return best(run, count * steps)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for shown in ("maps", "near"):
        print("%-44s %10.0f steps/s" % ("batch of %d games, %s" % (count, shown),
                                        batch(gym.PacManVectorEnv(count, observation=shown), count, 100)), flush=True)
    print("%-44s %10.0f steps/s" % ("batch of %d games, maps, copy=False" % count,
                                    batch(gym.PacManVectorEnv(count, copy=False), count, 100)), flush=True)
    for shown in ("maps", "near"):
        print("%-44s %10.0f steps/s" % ("a Python loop over %d games, %s" % (min(count, 100), shown),
                                        loop(min(count, 100), 50, shown)), flush=True)
    env = SyncVectorEnv([gym.PacManEnv] * min(count, 100))
    print("%-44s %10.0f steps/s" % ("SyncVectorEnv over %d games, maps" % min(count, 100), batch(env, min(count, 100), 50)),
          flush=True)
    print("%-44s %10.0f steps/s" % ("one map with a world for each of %d games" % count, world_for_each_game(count, 2)))


if __name__ == "__main__":
    main()
