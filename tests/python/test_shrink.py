"""Shrink from Python: what is healthy is never shrunk, and a folder of cases is told line by line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import etscope
from conftest import FIXTURES


def test_healthy(tmp_path: Path) -> None:
    answer = etscope.open(FIXTURES / "tied", progress=False).shrink(tmp_path / "out", python="/bin/false")
    assert answer["state"] == "nothing_to_shrink"
    assert answer["smallest"] is None and answer["steps"] == []
    assert not (tmp_path / "out").exists()


def test_a_python_without_torch(tmp_path: Path) -> None:
    with_bug = etscope.open(FIXTURES / "known_bugs/power", progress=False)
    try:
        with_bug.shrink(tmp_path / "out", python="/bin/false")
    except etscope.Error as error:
        assert "cannot be loaded" in str(error)
    else:
        raise AssertionError("/bin/false has no torch")


def test_cases() -> None:
    done = subprocess.run([sys.executable, "-m", "etscope.shrink_cases", str(FIXTURES / "tied"), "--python", "/bin/false"],
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed"
