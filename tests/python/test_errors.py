"""Errors are exceptions with the code of the command line."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

import etscope
from conftest import SAMPLE


def _code(call: Any) -> str:
    with pytest.raises(etscope.Error) as caught:
        call()
    assert caught.value.code in etscope.codes(), caught.value.code
    assert caught.value.message and f"[{caught.value.code}]" in str(caught.value)
    return str(caught.value.code)


def test_codes(sample: etscope.Session) -> None:
    assert _code(lambda: sample.graph("there is none", "edge")) == "no-such-method"
    assert _code(lambda: sample.graph("text_decoder", "there is none")) == "no-such-stage"
    assert _code(lambda: sample.document("there is none")) == "usage"
    assert _code(lambda: sample.document("info", wrong=1)) == "usage"
    assert _code(lambda: sample.gap()) == "usage"
    assert _code(lambda: sample.gap(method="text_decoder", run=99)) == "no-such-run"
    assert _code(lambda: sample.related("there is none")) == "no-such-address"
    assert _code(lambda: sample.compare(rtol=-1)) == "usage"
    assert _code(lambda: sample.compare(reference="there is none")) == "file-unreadable"
    assert _code(lambda: etscope.open()) == "usage"
    assert _code(lambda: etscope.open("there is none")) == "file-unreadable"
    assert _code(lambda: etscope.open(SAMPLE, pair={0: 99})) == "no-such-case"
    assert _code(lambda: etscope.open(SAMPLE / "model.pte").events()) == "no-runs"
    assert _code(lambda: etscope.set_limit("there is none", 1)) == "usage"


def test_classes(sample: etscope.Session) -> None:
    with pytest.raises(ValueError):
        sample.graph("there is none")
    with pytest.raises(OSError):
        etscope.open("/there/is/none")
    error = etscope.Error("a-code", "a message", "a place")
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.message, again.where, str(again)) == ("a-code", "a message", "a place", "a place: a message [a-code]")
    file = pickle.loads(pickle.dumps(etscope.FileError("write-failed", "no room")))
    assert isinstance(file, OSError) and file.code == "write-failed"


def test_odd_names_of_files(tmp_path: Path) -> None:
    for name in (b"bytes \xff.pte", "line\nbreak.pte".encode(), b"--json", b"-"):
        path = os.path.join(os.fsencode(tmp_path), name)
        with open(path, "wb") as file:
            file.write((SAMPLE / "model.pte").read_bytes())
        session = etscope.open(path, progress=False)
        assert os.fsencode(session.files[0].path) == path
        assert len(session.methods) == 3


def test_odd_names_of_things(sample: etscope.Session) -> None:
    for name in ("--help", "-x", "", "\0", "\udc80", "a\nb"):
        with pytest.raises(etscope.Error):
            sample.tensor(name, method="there is none")
        with pytest.raises(etscope.Error):
            sample.statistics(name, method="there is none")


@pytest.mark.parametrize("cut", [0, 1, 7, 100, 4000])
def test_damaged_files_are_told(tmp_path: Path, cut: int) -> None:
    for name in ("model.pte", "model.etrecord", "run.etdp", "model.bpte"):
        path = tmp_path / name
        path.write_bytes((SAMPLE / name).read_bytes()[:cut])
        try:
            session = etscope.open(path, progress=False)
            list(session.tensors())
        except etscope.Error as error:
            assert error.code in etscope.codes()
