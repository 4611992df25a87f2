"""Repro packs in the hands of PyTorch: the script of a call says that torch gives what the record and the run gave."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import etscope

# A kernel, a delegate call, and one of which two values of the graph can be the first result.
CALLS = ["text_decoder/program/0/3", "text_decoder/program/0/14", "text_decoder/program/0/34"]


@pytest.mark.parametrize("address", CALLS)
def test_torch_gives_the_same(sample: etscope.Session, tmp_path: Path, address: str) -> None:
    python = os.environ.get("ETSCOPE_EXECUTORCH_PYTHON")
    if not python:
        pytest.skip("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch")
    call = sample.repro(address, tmp_path / "call")
    assert call["cannot_run"] is None and call["results"]
    ran = subprocess.run([python, tmp_path / "call" / "repro.py"], capture_output=True, text=True, check=True)
    told = [line for line in ran.stdout.splitlines() if line.startswith("result")]
    assert len(told) == 2 * len(call["results"])
    assert all(line.endswith("torch gives the same, up to rounding") for line in told), ran.stdout
