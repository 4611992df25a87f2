"""Many sessions as one table: processes here, Dask and Ray where they are installed; workers that end lose nothing and give nothing twice."""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import etscope
from etscope import _survey

from conftest import ROOT

pytest.importorskip("pyarrow")

SAMPLE = ROOT / "resources" / "samples" / "vlm"
ROWS = 9
"""Of the sample."""


@pytest.fixture()
def farm(tmp_path: Path) -> Path:
    """Twelve devices below one program, and a file that is damaged."""
    for name in ("model.pte", "model.etrecord"):
        shutil.copy(SAMPLE / name, tmp_path / name)
    for number in range(12):
        folder = tmp_path / f"device{number:02}"
        folder.mkdir()
        for name in ("run.etdp", "run.dbg"):
            shutil.copy(SAMPLE / name, folder / name)
    (tmp_path / "damaged").mkdir()
    whole = (SAMPLE / "model.pte").read_bytes()
    (tmp_path / "damaged" / "model.pte").write_bytes(whole[:64])
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "model.pte").touch()
    return tmp_path


def whole(table: Any) -> None:
    """Each device has its rows once, and the damaged file is told."""
    rows = table.to_pylist()
    for number in range(12):
        of = [row for row in rows if row["session"].endswith(f"device{number:02}")]
        assert len(of) == ROWS and len({(row["method"], row["run"]) for row in of}) == ROWS
        assert sorted(row["state"] for row in of) == ["differ"] + ["match"] * (ROWS - 1)
        assert [row["cause"] for row in of if row["state"] == "differ"] == ["kernel"]
    damaged = [row for row in rows if row["session"].endswith("damaged")]
    assert damaged and all(row["state"] == "unknown" and row["error"] for row in damaged)
    empty = [row for row in rows if row["session"].endswith("empty")]
    assert len(empty) == 1 and "the file is empty" in empty[0]["error"]


def test_processes(farm: Path) -> None:
    table = etscope.survey(farm, jobs=2)
    whole(table)
    assert str(table.schema.field("kl").type) == "double" and str(table.schema.field("run").type) == "int64"
    assert etscope.survey(farm / "device00", jobs=1).num_rows >= 1
    with pytest.raises(etscope.FileError):
        etscope.survey(farm / "nothing")


def test_whatever_fails_is_a_row(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the errors of etscope alone: the others go on."""
    places = _survey.places(farm)
    opened = etscope.open

    def failing(*files: Any, **options: Any) -> Any:
        if "device03" in str(files[0]):
            raise MemoryError("no room")
        return opened(*files, **options)

    monkeypatch.setattr(etscope, "open", failing)
    rows = {place[0]: _survey.look(place) for place in places}
    lost = [name for name, some in rows.items() if some[0]["error"] == "MemoryError: no room"]
    assert len(lost) == 1 and lost[0].endswith("device03") and len(rows) == len(places)


def test_command_line_says_the_same(farm: Path, command_line: Any) -> None:
    document, status = command_line("survey", farm)
    assert status == 0
    own = etscope.survey(farm, jobs=1).to_pylist()
    assert list(document["rows"][0]) == list(own[0])
    numbers = {"Infinity": math.inf, "-Infinity": -math.inf}  # words of documents
    assert [{key: numbers.get(value, value) for key, value in row.items()} for row in document["rows"]] == own


def dying(place: _survey.Place) -> _survey.Rows:
    """Ends the worker at the first look at one device; counts in a file beside it."""
    mark = Path(place[0]) / "looked"
    if place[0].endswith("device05") and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return _look(place)


def deadly(place: _survey.Place) -> _survey.Rows:
    if place[0].endswith("device05"):
        os.kill(os.getpid(), signal.SIGKILL)
    return _look(place)


def failing(place: _survey.Place) -> _survey.Rows:
    """What goes wrong outside of looking at a session."""
    if place[0].endswith("device05"):
        raise ImportError("no such library")
    return _look(place)


_look = _survey.look


def test_worker_that_fails(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_survey, "look", failing)
    rows = etscope.survey(farm, jobs=2).to_pylist()
    assert [row["error"] for row in rows if row["session"].endswith("device05")] == ["its worker failed: ImportError: no such library"]
    assert len([row for row in rows if "device" in row["session"]]) == 11 * ROWS + 1


def test_worker_that_ends(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_survey, "look", dying)
    whole(etscope.survey(farm, jobs=2))
    monkeypatch.setattr(_survey, "look", deadly)
    for jobs in (2, 7):
        rows = etscope.survey(farm, jobs=jobs).to_pylist()
        assert [row["error"] for row in rows if row["session"].endswith("device05")] == ["its worker ended"]
        assert len([row for row in rows if "device" in row["session"]]) == 11 * ROWS + 1
    alone = etscope.survey(farm / "device05", jobs=2).to_pylist()
    assert [(row["error"], row["folder"], row["state"]) for row in alone] == [("its worker ended", ".", "unknown")]


def test_script_without_a_main(farm: Path, tmp_path: Path) -> None:
    """Workers would run the script again: it is told, and not every session is called lost."""
    script = tmp_path / "survey_all.py"
    script.write_text(f"import etscope\netscope.survey({str(farm)!r}, jobs=2)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "no worker starts" in done.stderr


def test_runs_of_unknown_methods(tmp_path: Path) -> None:
    """A dump alone names no method: its runs are rows with their times."""
    shutil.copy(SAMPLE / "run.etdp", tmp_path / "run.etdp")
    rows = etscope.survey(tmp_path, jobs=1).to_pylist()
    with etscope.open(tmp_path / "run.etdp", progress=False) as session:
        executed = [run["index"] for run in session.events()["runs"] if run["name"] == "Execute"]
    assert [row["run"] for row in rows] == executed and len(executed) == ROWS
    assert all(row["method"] is None and row["state"] == "unknown" and row["ticks"] > 0 and row["p50_ticks"] > 0 for row in rows)


def test_dask(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(_survey, "look", dying)
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        whole(etscope.survey(farm, cluster=client))


def test_ray(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # its workers do not know this file
    monkeypatch.setattr(_survey, "look", dying)
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    try:
        whole(etscope.survey(farm, cluster=ray))
    finally:
        ray.shutdown()


def test_other_clusters() -> None:
    with pytest.raises(TypeError, match="cluster wants"):
        etscope.survey(SAMPLE, cluster=object())
