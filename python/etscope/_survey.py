"""Many sessions as one table: on this machine by a pool of processes, on many by the cluster that the caller has."""

from __future__ import annotations

import importlib
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from . import _core
from ._document import Document
from ._errors import Error
from ._session import checked
from ._words import Path, paths, words

Place = tuple[str, tuple[str, ...], str, str | None]
"""Name, files, folder below what was named, what of it cannot be read."""
Rows = list[dict[str, Any]]

TRIES = 3
"""How often a session is looked at again whose worker ends."""


def places(where: Iterable[Path] | Path) -> list[Place]:
    """The sessions below folders, each with its name and files."""
    document = Document(checked(_core.ask(words("survey", {"list": True}, paths(where)), None)))
    return [(place["session"], tuple(place["files"]), place["folder"], place["error"]) for place in document["places"]]


def look(place: Place) -> Rows:
    """The rows of one session; one that says why where it cannot be read. Runs in the workers."""
    import etscope

    files = place[1]
    if not files:
        return lost(place, place[3] or "nothing of it can be read")
    try:
        with etscope.open(*files, progress=False) as session:
            members = _members(session)
            rows = session.survey()["rows"] if len(members) < 2 else []
    except Exception as error:  # whatever it is, the others go on
        return lost(place, _told(error))
    for member in members if len(members) > 1 else []:
        try:
            with etscope.open(*files, member=member, progress=False) as session:
                rows += [row | {"member": member} for row in session.survey()["rows"]]
        except Exception as error:
            rows += [row | {"member": member} for row in lost(place, _told(error))]
    return [_placed(row, place) for row in rows]


def _placed(row: dict[str, Any], place: Place) -> dict[str, Any]:
    """What is read in part is never told to match."""
    name, _, folder, unread = place
    error = row.get("error") or unread
    state = "unknown" if error and row["state"] == "match" else row["state"]
    return row | {"session": name, "folder": folder, "error": error, "state": state}


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, Error) else f"{type(error).__name__}: {error}"


def _members(session: Any) -> list[str]:
    """The programs of a session; none where they cannot be told."""
    try:
        return [member["name"] for member in session.family(no_verdict=True)["members"]]
    except Error:
        return []


def lost(place: Place, why: str) -> Rows:
    """The row of a session of which nothing is known."""
    return [{"session": place[0], "folder": place[2], "state": "unknown", "error": why}]


def by_processes(wanted: list[Place], jobs: int | None) -> list[Rows]:
    """A worker that ends takes the pool with it: what it and its neighbours had is looked at alone, so that only who ends it is lost,
    and a new pool does the rest."""
    found: dict[int, Rows] = {}
    left = deque(range(len(wanted)))
    context = multiprocessing.get_context("spawn")
    while left:
        taken = _one_pool(wanted, left, min(jobs or os.cpu_count() or 1, len(left)), context, found)
        if taken and not found and not _starts(context):
            raise RuntimeError("no worker starts: a script calls survey() below `if __name__ == \"__main__\":`")
        for at in taken:
            for _ in range(TRIES):
                if at not in found:
                    _one_pool(wanted, deque([at]), 1, context, found)
            found.setdefault(at, lost(wanted[at], "its worker ended"))
    return [found[at] for at in range(len(wanted))]


def _one_pool(wanted: list[Place], left: deque[int], workers: int, context: Any, found: dict[int, Rows]) -> list[int]:
    """Takes from ``left`` until nothing is left or a worker ends; those that were handed out then."""
    running: dict[Future[Rows], int] = {}
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        try:
            while left or running:
                while left and len(running) < 2 * workers:
                    running[pool.submit(look, wanted[left[0]])] = left[0]
                    left.popleft()
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    found[running[future]] = _result(future, wanted[running[future]])
                    del running[future]
        except BrokenProcessPool:
            pass
    return [at for at in running.values() if at not in found]


def _result(future: Future[Rows], place: Place) -> Rows:
    """What failed in a worker outside of looking, like importing or handing over, is a row, too."""
    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except Exception as error:
        return lost(place, f"its worker failed: {_told(error)}")


def _starts(context: Any) -> bool:
    """Whether a worker of this script can do anything."""
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        try:
            return pool.submit(bool, 1).result()
        except BrokenProcessPool:
            return False


def by_dask(wanted: list[Place], client: Any) -> list[Rows]:
    """Of a `distributed.Client`: what a worker had not given when it ended is another one's."""
    futures = client.map(look, wanted, pure=False, retries=TRIES)
    client.gather(futures, errors="skip")  # waits for all
    found = []
    for place, future in zip(wanted, futures, strict=True):
        why = f"{future.exception()!r}" if future.status == "error" else future.status
        found.append(future.result() if future.status == "finished" else lost(place, f"its workers ended: {why}"))
    return found


def by_ray(wanted: list[Place], ray: Any) -> list[Rows]:
    """Of the module `ray`, initialised: the same."""
    task = ray.remote(max_retries=TRIES)(look)
    found = []
    for place, reference in zip(wanted, [task.remote(place) for place in wanted], strict=True):
        try:
            found.append(ray.get(reference))
        except ray.exceptions.RayTaskError as error:
            found.append(lost(place, f"its worker failed: {error.cause!r}"))
        except ray.exceptions.RayError as error:
            found.append(lost(place, f"its workers ended: {type(error).__name__}"))
    return found


def engine_of(cluster: Any) -> Callable[[list[Place], Any], list[Rows]]:
    """By what the cluster can do, so that neither engine need be installed."""
    if hasattr(cluster, "gather") and hasattr(cluster, "map"):
        return by_dask
    if hasattr(cluster, "remote") and hasattr(cluster, "get"):
        return by_ray
    raise TypeError("cluster wants a distributed.Client or the module ray")


def survey(where: Iterable[Path] | Path, *, cluster: Any = None, jobs: int | None = None) -> Any:
    """All sessions below folders as an Apache Arrow table: a row for each method and run, with verdict, cause, errors, KL, sizes,
    memory, times, versions and device. A session that cannot be read is a row that says why in ``error``.

    Processes are started anew: a script that calls this does so below ``if __name__ == "__main__":``.

    ``cluster``: a ``distributed.Client`` of Dask, or the module ``ray`` after ``ray.init()``: their machines see the same paths and
    have etscope installed. Else ``jobs`` processes here, as many as there are processors unless told. A worker that ends loses
    nothing, and gives nothing twice. Needs pyarrow.
    """
    table = importlib.import_module("etscope.survey_table").table  # needs pyarrow
    wanted = places(where)
    rows = by_processes(wanted, jobs) if cluster is None else engine_of(cluster)(wanted, cluster)
    return table([row for some in rows for row in some])
