"""Pac-Man for Gymnasium: single games, and thousands of them in one call.

    import gymnasium, throng.gym
    games = gymnasium.make_vec("throng/PacMan-v0", num_envs=1000, vectorization_mode="vector_entry_point")
    maps, infos = games.reset(seed=1)
    maps, rewards, terminations, truncations, infos = games.step(games.action_space.sample())

The game is that of the study (docs/studies/pacman.md): the same code in C plays both. What a player sees are influence
maps, with the influences of one of the study's settings."""
from __future__ import annotations

import os
import sys
import threading
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("throng.gym needs gymnasium 1.1 or later: pip install throng[gym]") from error

from cffi import FFI  # type: ignore[import-untyped]

from . import _library, dtypes
from .context import Context

__all__ = ["ACTIONS", "LAYERS", "NEAR", "SETTING", "SETTINGS", "PacManEnv", "PacManVectorEnv"]

ACTIONS = ("up", "left", "down", "right")
"""What the actions 0 to 3 are. Where the way is blocked she stays."""
LAYERS = ("pills", "ghosts", "edible", "free", "her")
"""Layers of an observation "maps": influence of pills and power pills, of dangerous ghosts, of edible ghosts; 1 for each
cell of a corridor; 1 for her cell."""
NEAR = ("free", "pills", "ghosts", "edible")
"""Values of an observation "near" for each action: whether the way is free, and three influences on the cell there."""
SETTINGS = 180000
"""The study's settings are the numbers below this."""
SETTING = 94166
"""The default setting, the study's best with paths and distance adjustment (alpha 0.2)."""
WIDTH, HEIGHT, MAZES, FACTS = 28, 31, 2, ("score", "level", "lives", "tick")
# Wall, corridor, pill, power pill, house, her, edible, eyes, four ghosts: red, green, blue.
COLORS = np.array([(70, 78, 100), (0, 0, 0), (250, 222, 190), (255, 255, 255), (40, 30, 36), (255, 232, 64), (70, 90, 255),
                   (220, 225, 245), (235, 50, 50), (255, 160, 210), (70, 220, 230), (255, 150, 60)], np.uint8)
PIXELS = 8  # of a cell

ffi: Any = FFI()
ffi.cdef("""
    typedef struct pacman_games pacman_games;
    typedef struct throng_influence_object throng_influence_object;
    pacman_games *pacman_games_create(int32_t count, int32_t setting_number);
    void pacman_games_destroy(pacman_games *games);
    void pacman_games_start(pacman_games *games, int32_t number, int32_t first_maze, uint64_t seed);
    void pacman_games_step(pacman_games *games, const int64_t *directions, const uint8_t *skip, double *rewards,
                           uint8_t *ends);
    void pacman_games_maps(const pacman_games *games, int32_t first, int32_t count, float *maps);
    void pacman_games_near(const pacman_games *games, int32_t first, int32_t count, float *near);
    void pacman_games_limits(const pacman_games *games, float *low, float *high);
    void pacman_games_facts(const pacman_games *games, int32_t first, int32_t count, int32_t *facts);
    void pacman_games_board(const pacman_games *games, int32_t number, uint8_t *board);
    void pacman_games_choose(const pacman_games *games, int64_t *directions);
    int32_t pacman_games_objects(const pacman_games *games, throng_influence_object *objects);
    int32_t pacman_games_most_objects(void);
    int32_t pacman_games_play(const pacman_games *games, int32_t first_maze, uint64_t seed);
""")  # bindings/python/pacman/games.h; a test compares them


def _load() -> Any:
    named = os.environ.get("THRONG_PACMAN_LIBRARY")
    name = {"win32": "throng_pacman.dll", "darwin": "libthrong_pacman.dylib"}.get(
        sys.platform, "libthrong_pacman.so")
    try:
        return ffi.dlopen(named or os.path.join(_library.HERE, name))
    except OSError as problem:
        raise ImportError("the games' shared library does not load: %s" % problem) from problem


lib = _load()


class _Games:
    """Games in C. Threads take turns."""

    def __init__(self, count: int, setting: int, observation: str):
        if observation not in ("maps", "near"):
            raise ValueError("observation must be maps or near, not %r" % (observation,))
        if not 1 <= count < 1 << 24:
            raise ValueError("there must be 1 to %d games, not %d" % ((1 << 24) - 1, count))
        if not 0 <= setting < SETTINGS:
            raise ValueError("setting must be 0 to %d, not %d" % (SETTINGS - 1, setting))
        Context(backend="cpu", threads=1).close()  # raises what C says on standard error alone
        made = lib.pacman_games_create(count, setting)
        if made == ffi.NULL:
            raise MemoryError("no memory for %d games" % count)
        self.pointer = ffi.gc(made, lib.pacman_games_destroy)
        self.lock = threading.Lock()
        self.count, self.observation = count, observation
        self.shape = (len(LAYERS), HEIGHT, WIDTH) if observation == "maps" else (len(ACTIONS), len(NEAR))
        self.look = lib.pacman_games_maps if observation == "maps" else lib.pacman_games_near

    def call(self, function: Any, *values: Any) -> Any:
        """Calls a function with the games first; arrays are passed by their memory."""
        with self.lock:
            if self.pointer is None:
                raise gymnasium.error.ClosedEnvironmentError("the games are closed")
            return function(self.pointer, *values)

    def close(self) -> None:
        with self.lock:
            if self.pointer is not None:
                ffi.release(self.pointer)
                self.pointer = None

    def space(self) -> spaces.Box:
        """What one game shows."""
        low, high = np.empty(len(LAYERS), np.float32), np.empty(len(LAYERS), np.float32)
        self.call(lib.pacman_games_limits, _of(low, "float *"), _of(high, "float *"))
        if self.observation == "maps":
            ends = [np.broadcast_to(each[:, None, None], self.shape) for each in (low, high)]
        else:
            order = [LAYERS.index(name) for name in NEAR]
            ends = [np.broadcast_to(each[order], self.shape) for each in (low, high)]
        return spaces.Box(ends[0].copy(), ends[1].copy(), dtype=np.float32)

    def start(self, number: int, random: np.random.Generator, options: Dict[str, Any]) -> None:
        """Begins a game; its seed, and its first maze where the options do not say it, are drawn."""
        seed = int(random.integers(1 << 63))
        maze = options.get("maze", seed % MAZES)
        if isinstance(maze, bool) or maze not in range(MAZES):
            raise ValueError("the option maze must be 0 or 1, not %r" % (maze,))
        self.call(lib.pacman_games_start, number, int(maze), seed)

    def seen(self, first: int, count: int, out: Optional[np.ndarray] = None) -> np.ndarray:
        """Observations of games."""
        found = np.empty((count,) + self.shape, np.float32) if out is None else out
        self.call(self.look, first, count, _of(found, "float *"))
        return found

    def facts(self) -> np.ndarray:
        """An array (facts, games)."""
        found = np.empty((self.count, len(FACTS)), np.int32)
        self.call(lib.pacman_games_facts, 0, self.count, _of(found, "int32_t *"))
        return found.T.astype(np.int64)

    def picture(self, number: int) -> np.ndarray:
        board = np.empty((HEIGHT, WIDTH), np.uint8)
        self.call(lib.pacman_games_board, number, _of(board, "uint8_t *"))
        return COLORS[board].repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)

    def controller_actions(self) -> np.ndarray:
        found = np.empty(self.count, np.int64)
        self.call(lib.pacman_games_choose, _of(found, "int64_t *"))
        return found

    def objects(self) -> np.ndarray:
        found = np.empty(self.count * lib.pacman_games_most_objects(), dtypes.INFLUENCE_OBJECT)
        count = self.call(lib.pacman_games_objects, _of(found, "throng_influence_object *"))
        return found[:count].copy()

    def walls(self) -> np.ndarray:
        maps = np.empty((self.count, len(LAYERS), HEIGHT, WIDTH), np.float32)
        self.call(lib.pacman_games_maps, 0, self.count, _of(maps, "float *"))
        return maps[:, LAYERS.index("free")].reshape(-1, WIDTH) == 0


def _of(array: np.ndarray, kind: str) -> Any:
    """The memory of an array, for a call in C."""
    return ffi.cast(kind, ffi.from_buffer(array))


class PacManEnv(gymnasium.Env):
    """One game. An action is a direction (ACTIONS); a step lasts until she may turn again, one or two ticks. The reward is
    the points of the step. `observation`: "maps" gives LAYERS as (5, 31, 28), "near" NEAR for each action as (4, 4).

    A game is terminated by its last life, and truncated after 2,000 ticks without a pill. The info has score, level, lives
    and tick. The option maze of reset() is the first maze, 0 or 1; else it is drawn."""

    metadata: Dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 9}

    def __init__(self, *, setting: int = SETTING, observation: str = "maps", render_mode: Optional[str] = None):
        if render_mode not in (None, "rgb_array"):
            raise ValueError("render_mode must be rgb_array or None, not %r" % (render_mode,))
        self.render_mode = render_mode
        self._games = _Games(1, setting, observation)
        self.observation_space = self._games.space()
        self.action_space = spaces.Discrete(len(ACTIONS))
        self._reward, self._end = np.zeros(1), np.zeros(1, np.uint8)

    def _info(self) -> Dict[str, Any]:
        return dict(zip(FACTS, self._games.facts()[:, 0].tolist()))

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed)
        self._games.start(0, self.np_random, options or {})
        return self._games.seen(0, 1)[0], self._info()

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        actions = _actions([action], 1)
        self._games.call(lib.pacman_games_step, _of(actions, "int64_t *"), b"\0", _of(self._reward, "double *"),
                         _of(self._end, "uint8_t *"))
        end = self._end[0]
        return self._games.seen(0, 1)[0], float(self._reward[0]), bool(end == 1), bool(end == 2), self._info()

    def render(self) -> Any:
        return self._games.picture(0) if self.render_mode else None

    def close(self) -> None:
        self._games.close()

    def controller_action(self) -> int:
        """What the paper's controller does now: the free way with the largest influence."""
        return int(self._games.controller_actions()[0])

    def objects(self) -> np.ndarray:
        """The objects whose influence the maps show, an array of dtypes.INFLUENCE_OBJECT for Influence.set_objects()."""
        return self._games.objects()

    def walls(self) -> np.ndarray:
        """Walls for Terrain.set(), an array (31, 28) of bool."""
        return self._games.walls()


def _actions(actions: Any, count: int) -> np.ndarray:
    """Actions as C reads them."""
    array = np.asarray(actions)
    if array.shape != (count,):
        raise ValueError("actions must have the shape (%d,), not %s" % (count, array.shape))
    if array.dtype.kind not in "iu":
        raise TypeError("actions must be integers, not %s" % array.dtype)
    if array.min() < 0 or array.max() >= len(ACTIONS):
        raise ValueError("actions must be 0 to %d; %s is not" % (len(ACTIONS) - 1, array[(array < 0) | (array > 3)][0]))
    return np.ascontiguousarray(array, np.int64)


class PacManVectorEnv(gymnasium.vector.VectorEnv):
    """Many games at once, each as PacManEnv has it: with the seeds of reset(), SyncVectorEnv over PacManEnv gives the same
    numbers. `autoreset_mode` is one of gymnasium.vector.AutoresetMode. copy=False gives the same array with each
    observation, as of the last call.

    Games that are over when autoreset is disabled have to be reset by options={"reset_mask": ...} before the next step."""

    metadata: Dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 9, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, setting: int = SETTING, observation: str = "maps",
                 render_mode: Optional[str] = None, autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
                 copy: bool = True):
        if render_mode not in (None, "rgb_array"):
            raise ValueError("render_mode must be rgb_array or None, not %r" % (render_mode,))
        self.render_mode, self.num_envs, self.copy = render_mode, num_envs, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = dict(self.metadata, autoreset_mode=self.autoreset_mode)
        self._games = _Games(num_envs, setting, observation)
        self.single_observation_space = self._games.space()
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._randoms: List[np.random.Generator] = []
        self._seeds: List[int] = []
        self._over = np.zeros(num_envs, np.bool_)
        self._buffer = None if copy else np.empty((num_envs,) + self._games.shape, np.float32)

    def _seed(self, seed: Union[None, int, Sequence[Optional[int]]], which: Optional[np.ndarray] = None) -> None:
        """A generator for each of these games, as SyncVectorEnv seeds them: seed, seed + 1, ..."""
        if isinstance(seed, (int, np.integer)):
            seeds: List[Optional[int]] = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError("there are %d seeds for %d games" % (len(seeds), self.num_envs))
        fresh = not self._randoms
        if fresh:
            self._randoms, self._seeds = [np.random.default_rng(0)] * self.num_envs, [0] * self.num_envs
        for i, each in enumerate(seeds):
            if fresh or each is not None and (which is None or which[i]):
                self._randoms[i], self._seeds[i] = seeding.np_random(each)

    @property  # type: ignore[misc]
    def np_random(self) -> Any:  # type: ignore
        """The games' generators."""
        if not self._randoms:
            self._seed(None)
        return tuple(self._randoms)

    @property
    def np_random_seed(self) -> Any:
        """The games' seeds."""
        if not self._randoms:
            self._seed(None)
        return tuple(self._seeds)

    def _seen(self) -> np.ndarray:
        return self._games.seen(0, self.num_envs, self._buffer)

    def _infos(self, which: np.ndarray) -> Dict[str, Any]:
        infos: Dict[str, Any] = {}
        for name, values in zip(FACTS, self._games.facts()):
            infos[name], infos["_" + name] = np.where(which, values, 0), which.copy()
        return infos

    def _start(self, which: np.ndarray, options: Dict[str, Any]) -> None:
        for i in np.nonzero(which)[0]:
            self._games.start(int(i), self._randoms[i], options)

    def reset(self, *, seed: Union[None, int, Sequence[Optional[int]]] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        options = dict(options or {})
        which = options.pop("reset_mask", None)
        if which is None:
            which = np.ones(self.num_envs, np.bool_)
        elif not isinstance(which, np.ndarray) or which.dtype != np.bool_:
            raise TypeError("reset_mask must be an array of bool")
        elif which.shape != (self.num_envs,) or not which.any():
            raise ValueError("reset_mask must have the shape (%d,) and name a game" % self.num_envs)
        self._seed(seed, which)
        self._start(which, options)
        self._over &= ~which
        return self._seen(), self._infos(which)

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        if not self._randoms:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        made = _actions(actions, self.num_envs)
        skip = self._over.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and skip.any():
            raise gymnasium.error.ResetNeeded("%d games are over; reset them by options={\"reset_mask\": ...}" % skip.sum())
        rewards, ends = np.empty(self.num_envs), np.empty(self.num_envs, np.uint8)
        self._games.call(lib.pacman_games_step, _of(made, "int64_t *"), _of(skip, "uint8_t *"), _of(rewards, "double *"),
                         _of(ends, "uint8_t *"))
        over = ends != 0
        infos: Dict[str, Any] = {}
        if skip.any():  # next-step autoreset
            self._start(skip, {})
        self._over = over
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            final = np.full(self.num_envs, None, object)
            for i in np.nonzero(over)[0]:
                final[i] = self._games.seen(int(i), 1)[0]
            infos = {"final_obs": final, "_final_obs": over.copy(), "final_info": self._infos(over),
                     "_final_info": over.copy()}
            self._start(over, {})
            self._over = np.zeros(self.num_envs, np.bool_)
        infos.update(self._infos(np.ones(self.num_envs, np.bool_)))
        return self._seen(), rewards, ends == 1, ends == 2, infos

    def render(self) -> Any:
        """A picture of each game."""
        return tuple(self._games.picture(i) for i in range(self.num_envs)) if self.render_mode else None

    def close_extras(self, **kwargs: Any) -> None:
        self._games.close()

    def controller_actions(self) -> np.ndarray:
        """What the paper's controller does in each game: the free way with the largest influence."""
        return self._games.controller_actions()

    def objects(self) -> np.ndarray:
        """The objects whose influence the maps show, an array of dtypes.INFLUENCE_OBJECT for Influence.set_objects() of a
        map with a world for each game."""
        return self._games.objects()

    def walls(self) -> np.ndarray:
        """Walls for Terrain.set() of a terrain with a world for each game, an array (31 * games, 28) of bool."""
        return self._games.walls()


gymnasium.register(id="throng/PacMan-v0", entry_point="throng.gym:PacManEnv",
                   vector_entry_point="throng.gym:PacManVectorEnv")
