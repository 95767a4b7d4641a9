"""Studies: one function for many tasks, here or on a cluster of Dask, that go on where they were interrupted.

    from throng import study
    tasks = [{"setting": number, "games": 50} for number in range(60000, 70000)]
    table = study.run(mean_score, tasks, path="search.jsonl", client=dask.distributed.Client("scheduler:8786"))

A task is a dict of numbers and strings; function(**task) gives a dict of the same kind, or a list of dicts. The table has a row for
each, in the order of the tasks: it does not depend on who computed it, in which order, or after which interruptions."""
from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

__all__ = ["run"]

Value = Union[int, float, str, bool]
Row = Dict[str, Value]
Answer = Union[Mapping[str, Any], Iterable[Mapping[str, Any]]]
AHEAD = 1000  # tasks that a cluster has at once


def _plain(row: Any, what: str) -> Row:
    """A dict of what JSON gives back as it was."""
    if not isinstance(row, Mapping):
        raise TypeError("%s must be a dict, not %s" % (what, type(row).__name__))
    found: Row = {}
    for name, value in row.items():
        value = value.item() if isinstance(value, np.generic) else value
        if not isinstance(name, str) or not isinstance(value, (int, float, str)):
            raise TypeError("%s: %r is %r; only numbers and strings are allowed" % (what, name, value))
        found[name] = value
    return found


def _key(task: Row) -> str:
    return json.dumps(task, sort_keys=True)


def _answer(function: Callable[..., Answer], task: Row) -> List[Row]:
    """What a worker does."""
    made = function(**task)
    rows = [_plain(row, "the result") for row in ([made] if isinstance(made, Mapping) else made)]
    for row in rows:
        if task.keys() & row.keys():
            raise ValueError("the result has the task's column %s" % min(task.keys() & row.keys()))
    return rows


class _File:
    """Answers in a file: a line that names the function, then one for each task."""

    def __init__(self, path: str, name: str):
        self.known: Dict[str, List[Row]] = {}
        head = json.dumps({"study": name})
        whole = 0
        if os.path.exists(path):
            with open(path, "rb") as old:
                for number, line in enumerate(old):
                    if not line.endswith(b"\n"):
                        if number == 0 and not head.encode().startswith(line):
                            raise ValueError("%s is no study" % path)
                        break  # it was being written when the study was interrupted
                    entry = self._entry(path, number, line)
                    if number == 0 and entry != {"study": name}:
                        raise ValueError("%s is of another study: %s" % (path, line.decode("utf-8", "replace").strip()))
                    if number:
                        self.known[_key(entry["task"])] = entry["rows"]
                    whole += len(line)
        self.file = open(path, "r+b" if os.path.exists(path) else "w+b")
        self.file.truncate(whole)
        self.file.seek(whole)
        if not whole:
            self._write(head)

    @staticmethod
    def _entry(path: str, number: int, line: bytes) -> Any:
        try:
            entry = json.loads(line)
            if number == 0 or isinstance(entry["task"], dict) and isinstance(entry["rows"], list):
                return entry
        except (ValueError, KeyError, TypeError):
            pass
        raise ValueError("%s: line %d is no line of a study" % (path, number + 1))

    def _write(self, text: str) -> None:
        self.file.write(text.encode() + b"\n")
        self.file.flush()

    def add(self, task: Row, rows: List[Row]) -> None:
        self._write(json.dumps({"task": task, "rows": rows}))


def _serial(function: Callable[..., Answer], tasks: List[Row]) -> Iterator[Tuple[int, List[Row]]]:
    for i, task in enumerate(tasks):
        yield i, _answer(function, task)


def _cluster(function: Callable[..., Answer], tasks: List[Row], client: Any) -> Iterator[Tuple[int, List[Row]]]:
    """Answers in the order in which workers give them."""
    from distributed import as_completed  # type: ignore

    places: Dict[Any, int] = {}

    def submit(i: int) -> Any:
        future = client.submit(_answer, function, tasks[i], pure=False)
        places[future] = i
        return future
    waiting = as_completed([submit(i) for i in range(min(AHEAD, len(tasks)))])
    following = AHEAD
    try:
        for future in waiting:
            rows = future.result()
            i = places.pop(future)
            if following < len(tasks):
                waiting.add(submit(following))
                following += 1
            yield i, rows
    finally:
        client.cancel(list(places))


def _table(tasks: List[Row], answers: List[List[Row]]) -> np.ndarray:
    """One structured array; the columns of tasks come first."""
    rows = [{**task, **row} for task, each in zip(tasks, answers) for row in each]
    names = list(rows[0]) if rows else []
    for row in rows:
        if set(row) != set(names):
            raise ValueError("rows differ in their columns: %s and %s" % (", ".join(names), ", ".join(row)))
    columns = [np.array([row[name] for row in rows]) for name in names]
    table = np.empty(len(rows), [(name, column.dtype) for name, column in zip(names, columns)])
    for name, column in zip(names, columns):
        table[name] = column
    return table


def run(function: Callable[..., Answer], tasks: Iterable[Mapping[str, Any]], *, path: Optional[Any] = None,
        client: Any = None, progress: Optional[Callable[[int, int], None]] = None) -> np.ndarray:
    """Calls function(**task) for each task and returns one table, a structured array. A column with both numbers and strings has
    strings.

    With a path each answer is written there as soon as it is known, and tasks whose answer is there are not computed again; tasks may
    be added later. With a dask.distributed.Client its workers compute. progress(done, total) is called after each task, those of the
    file included. What the function raises ends the study; what is in the file stays."""
    wanted = [_plain(task, "a task") for task in tasks]
    keys = [_key(task) for task in wanted]
    if len(set(keys)) < len(keys):
        raise ValueError("two tasks are the same: %s" % next(k for i, k in enumerate(keys) if k in keys[:i]))
    file = _File(os.fspath(path), "%s.%s" % (function.__module__, function.__qualname__)) if path is not None else None
    known = file.known if file else {}
    answers: List[List[Row]] = [known.get(key, []) for key in keys]
    missing = [i for i, key in enumerate(keys) if key not in known]
    done = len(keys) - len(missing)
    left = [wanted[i] for i in missing]
    found = _serial(function, left) if client is None else _cluster(function, left, client)
    try:
        if progress:
            progress(done, len(keys))
        for i, rows in found:
            answers[missing[i]] = rows
            if file:
                file.add(left[i], rows)
            done += 1
            if progress:
                progress(done, len(keys))
    finally:
        found.close()  # type: ignore
        if file:
            file.file.close()
    return _table(wanted, answers)
