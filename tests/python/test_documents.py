"""Every document is what the command line prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import etscope
from conftest import FIXTURES, SAMPLE, folders

NEED_WORDS = {"related", "tensor", "diff", "bundle", "extract", "gate", "report", "slim", "set-metadata", "run", "shrink", "survey", "history"}
COMMANDS = [c["name"] for c in etscope.commands() if any(o["name"] == "json" for o in c["options"]) and c["name"] not in NEED_WORDS]


@pytest.mark.parametrize("folder", folders(), ids=lambda path: path.name)
def test_every_document_is_that_of_the_command_line(folder: Path, command_line: Callable[..., Any]) -> None:
    compared = 0
    with etscope.open(folder, progress=False) as session:
        for command in COMMANDS:
            method = list(session.methods)[:1] if command in ("gap", "drift", "evaluate", "graph") else []
            words = [f"--method={method[0]}"] if method else []
            expected, status = command_line(command, folder, *words)
            try:
                document = session.document(command, method=method[0] if method else None)
            except etscope.Error as error:
                assert expected is None, f"{command}: {error}"
                assert status == (2 if isinstance(error, etscope.UsageError) else 3), command
                continue
            assert _told_once(document) == _told_once(expected), command
            assert document.status == status, command
            compared += 1
    assert compared >= 8


def _told_once(document: dict[str, Any]) -> dict[str, Any]:
    """Without what a session has met before: diagnostics add up in one process."""
    return {key: value for key, value in document.items() if key != "diagnostics"}


def test_options_are_those_of_the_command_line(sample: etscope.Session, command_line: Callable[..., Any]) -> None:
    expected, _ = command_line("compare", SAMPLE, "--rtol=0.5", "--atol=0.25", "--worst=2", "--method=text_decoder",
                               "--output-tolerance=text_decoder:0=1,2")  # fmt: skip
    document = sample.compare(rtol=0.5, atol=0.25, worst=2, method="text_decoder", output_tolerance={"text_decoder:0": "1,2"})
    assert _told_once(document) == _told_once(expected)


def test_names_stand_beside_files(sample: etscope.Session, command_line: Callable[..., Any]) -> None:
    name = next(t.name for t in sample.tensors() if t.role == "parameter")
    expected, _ = command_line("tensor", SAMPLE / "model.etrecord", name)
    document = etscope.open(SAMPLE / "model.etrecord", progress=False).statistics(name)
    assert _told_once(document) == _told_once(expected)


def test_a_drawing_is_text(sample: etscope.Session) -> None:
    assert sample.draw("text_decoder", "edge").startswith("digraph")
    assert "flowchart" in sample.draw("text_decoder", "edge", format="mermaid", collapsed=True)


def test_what_session_says(sample: etscope.Session) -> None:
    assert set(sample.methods) == {"vision_encoder", "token_embedding", "text_decoder"}
    assert "edge" in sample.methods["text_decoder"].stages
    kinds = {file.kind for file in sample.files}
    assert {"etrecord", "pte", "bpte", "etdump", "debug_buffer"} <= kinds
    assert [run.index for run in sample.runs] == list(range(len(sample.runs)))
    assert {run.method for run in sample.runs} - {None} == set(sample.methods)
    assert etscope.open(SAMPLE / "model.pte", progress=False).runs == []
    graph = sample.graph("text_decoder", "edge")
    assert graph["stage"] == "edge" and len(graph.nodes) > 10 and graph.edges
    assert sample.verdict()["state"] == "differ" and sample.verdict().failed


def test_two_exports(command_line: Callable[..., Any]) -> None:
    left, right = FIXTURES / "specialised" / "model.pte", FIXTURES / "specialised" / "apart.pte"
    expected, status = command_line("diff", left, right, "--exit-code")
    session = etscope.open(left, progress=False)
    for other in (right, etscope.open(right, progress=False)):
        document = session.diff(other, exit_code=True)
        assert _told_once(document) == _told_once(expected) and document.status == status == 1


def test_parts_are_written(sample: etscope.Session, tmp_path: Path) -> None:
    record = etscope.open(SAMPLE / "model.etrecord", progress=False)
    record.extract("ETRECORD_V0", tmp_path / "entry")
    assert (tmp_path / "entry").exists()
    one = next(t for t in record.tensors() if t.role == "parameter")
    assert record.statistics(one.name, method=one.method, stage=one.stage, role=one.role, export=tmp_path / "weight.npy") == {}
    assert (tmp_path / "weight.npy").stat().st_size > 128


def test_files_are_written_as_by_the_command_line(sample: etscope.Session, tmp_path: Path) -> None:
    sample.gate(write_budget=tmp_path / "budgets.toml")
    budgets = etscope.open(SAMPLE, progress=False).gate(tmp_path / "budgets.toml", junit=tmp_path / "gate.xml")
    assert budgets["schema"].startswith("etscope.gate/") and (tmp_path / "gate.xml").exists()
    sample.report(tmp_path / "report.html")
    assert "text_decoder" in (tmp_path / "report.html").read_text()
    etscope.open(SAMPLE / "model.etrecord", progress=False).slim(tmp_path / "slim.etrecord", drop=["weights", "sources"])
    assert set(etscope.open(tmp_path / "slim.etrecord", progress=False).methods) == set(sample.methods)
    keys = etscope.open(SAMPLE / "model.pte", progress=False)
    key = next(e["key"] for e in keys.metadata()["entries"] if e["type"] == "int" and e["source"] == "constant_method")
    keys.set_metadata({key: 7}, tmp_path / "other.pte")
    changed = etscope.open(tmp_path / "other.pte", progress=False).metadata()
    assert next(e["value"] for e in changed["entries"] if e["key"] == key) == 7
    sample.repro("text_decoder/program/0/4", tmp_path / "repro")
    assert (tmp_path / "repro").is_dir()


def test_a_closed_session_says_so() -> None:
    with etscope.open(SAMPLE / "model.pte", progress=False) as session:
        pass
    with pytest.raises(etscope.UsageError, match="closed"):
        session.info()
