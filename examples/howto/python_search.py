"""A search for the best settings of a Pac-Man player, as in docs/studies/pacman.md, on a cluster of Dask:

    python_search.py [--every N] [--games N] [--path FILE] [--scheduler ADDRESS | --workers N]

Interrupted, the same command goes on where it was. Without a scheduler or workers it runs in this process."""
import argparse
import sys

import numpy as np

from throng import gym, study


def mean_score(setting, games):
    """The mean score of games that the paper's controller plays with a setting."""
    batch = gym.PacManVectorEnv(games, setting=setting, observation="near", autoreset_mode="SameStep")
    batch.reset(seed=0)
    scores = np.full(games, -1)
    while (scores < 0).any():
        infos = batch.step(batch.controller_actions())[-1]
        if "final_info" in infos:
            ended = infos["_final_info"] & (scores < 0)
            scores[ended] = infos["final_info"]["score"][ended]
    batch.close()
    return {"mean": scores.mean(), "error": scores.std() / games ** 0.5}


def show(done, total):
    print("\r%d of %d settings" % (done, total), end="\n" if done == total else "", file=sys.stderr, flush=True)


def search(numbers, games, path=None, client=None, progress=None):
    tasks = [{"setting": number, "games": games} for number in numbers]
    return study.run(mean_score, tasks, path=path, client=client, progress=progress)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1000, help="only settings whose number is a multiple of this")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--path", help="file of results")
    parser.add_argument("--scheduler", help="address of a scheduler of Dask")
    parser.add_argument("--workers", type=int, help="so many workers on this machine")
    options = parser.parse_args()
    client = None
    if options.scheduler or options.workers:
        from distributed import Client
        client = Client(options.scheduler) if options.scheduler else Client(n_workers=options.workers, threads_per_worker=1)
    table = search(range(0, gym.SETTINGS, options.every), options.games, options.path, client, show)
    for row in np.sort(table, order="mean")[::-1][:10]:
        print("setting %6d: %7.1f ± %.1f" % (row["setting"], row["mean"], row["error"]))
    if client is not None:
        client.close()


if __name__ == "__main__":
    main()
