"""Many sessions as one table: on this machine by a pool of processes, on many by the cluster that the caller has."""

from __future__ import annotations

import importlib
import multiprocessing
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from . import _core
from ._document import Document
from ._errors import Error
from ._session import checked
from ._words import Path, paths, words

Place = tuple[str, tuple[str, ...]]
Rows = list[dict[str, Any]]

TRIES = 3
"""How often a session is looked at whose worker ends."""


def places(where: Iterable[Path] | Path) -> list[Place]:
    """The sessions below folders, each with its name and files."""
    document = Document(checked(_core.ask(words("survey", {"list": True}, paths(where)), None)))
    return [(place["session"], tuple(place["files"])) for place in document["places"]]


def look(place: Place) -> Rows:
    """The rows of one session; one that says why where it cannot be read. Runs in the workers."""
    import etscope

    name, files = place
    try:
        with etscope.open(*files, progress=False) as session:
            members = [member["name"] for member in session.family(no_verdict=True)["members"]]
            if len(members) < 2:
                return [row | {"session": name} for row in session.survey()["rows"]]
        rows: Rows = []
        for member in members:
            with etscope.open(*files, member=member, progress=False) as session:
                rows += [row | {"session": name, "member": member} for row in session.survey()["rows"]]
        return rows
    except Error as error:
        return lost(name, str(error))


def lost(name: str, why: str) -> Rows:
    """The row of a session of which nothing is known."""
    return [{"session": name, "state": "unknown", "error": why}]


def by_processes(wanted: list[Place], jobs: int | None) -> list[Rows]:
    """A worker that ends takes the pool with it: what was not done is done again, one at a time, so that only who ends it is lost."""
    found: dict[int, Rows] = {}
    context = multiprocessing.get_context("spawn")
    for attempt in range(TRIES):
        left = [at for at in range(len(wanted)) if at not in found]
        if not left:
            break
        workers = min(jobs or os.cpu_count() or 1, len(left))
        groups = [left] if attempt == 0 else [[at] for at in left]
        for group in groups:
            _one_pool(wanted, group, workers if attempt == 0 else 1, context, found)
        if attempt == 0 and left and not found:
            raise RuntimeError("no worker came to anything: a script calls survey() below `if __name__ == \"__main__\":`")
    return [found.get(at) or lost(wanted[at][0], "its worker ended") for at in range(len(wanted))]


def _one_pool(wanted: list[Place], group: list[int], workers: int, context: Any, found: dict[int, Rows]) -> None:
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        futures: dict[Future[Rows], int] = {}
        try:
            for at in group:
                futures[pool.submit(look, wanted[at])] = at
        except BrokenProcessPool:  # a worker ended meanwhile: what was not handed out is left
            pass
        for future in as_completed(futures):
            try:
                found[futures[future]] = future.result()
            except BrokenProcessPool:
                continue


def by_dask(wanted: list[Place], client: Any) -> list[Rows]:
    """Of a `distributed.Client`: what a worker had not given when it ended is another one's."""
    futures = client.map(look, wanted, pure=False, retries=TRIES)
    client.gather(futures, errors="skip")  # waits for all
    return [future.result() if future.status == "finished" else lost(place[0], f"its workers ended: {future.status}")
            for place, future in zip(wanted, futures, strict=True)]


def by_ray(wanted: list[Place], ray: Any) -> list[Rows]:
    """Of the module `ray`, initialised: the same."""
    task = ray.remote(max_retries=TRIES)(look)
    found = []
    for place, reference in zip(wanted, [task.remote(place) for place in wanted], strict=True):
        try:
            found.append(ray.get(reference))
        except ray.exceptions.RayError as error:
            found.append(lost(place[0], f"its workers ended: {type(error).__name__}"))
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
