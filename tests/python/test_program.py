"""The command line of the wheel: the module runs it, as the program would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

from conftest import SAMPLE

PROGRAM = [sys.executable, "-c", "from etscope._launch import command_line; command_line()"]


@pytest.mark.parametrize("words", [["verdict", SAMPLE], ["compare", SAMPLE, "--json"], ["help", "gap"], ["absent"], ["info", "/absent"],
                                   ["schema", "gap"], ["--version"], [b"\xff\n"], []])  # fmt: skip
def test_it_says_what_the_program_says(words: list) -> None:
    program = os.environ.get("ETSCOPE_CLI")
    if not program:
        pytest.skip("ETSCOPE_CLI names no command line")
    mine, theirs = (subprocess.run([*start, *words], capture_output=True, check=False) for start in (PROGRAM, [program]))
    assert (mine.returncode, mine.stdout, mine.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "long.npy"
    with open(path, "wb") as file:
        numpy.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (1 << 32,)})
        file.truncate(file.tell() + (16 << 30))
    with subprocess.Popen([*PROGRAM, "tensor", path, ""], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        time.sleep(1)
        assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
        assert (running.returncode, out) == (130, b"") and b"Traceback" not in err


def test_a_reader_that_goes_ends_it_quietly() -> None:
    with subprocess.Popen([*PROGRAM, "sizes", SAMPLE, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_streams(closed: int) -> None:
    script = f'exec "$0" "$@" {closed}>&-'
    done = subprocess.run(["sh", "-c", script, *PROGRAM, "info", SAMPLE], capture_output=True, check=False)
    assert done.returncode == (3 if closed == 1 else 0), done.stderr
