"""The page for those who come from Inspector: its blocks run, and where both say the same, they are held against each other.

Needs an interpreter with executorch, named by ETSCOPE_EXECUTORCH_PYTHON; run as a script, this file runs the page itself.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "from-inspector.md"
FOLDER = ROOT / "tests" / "fixtures" / "lstm"
BLOCK = re.compile(r"^```python\n(.*?)^```$|^<!-- check\n(.*?)^-->$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[int, str, bool]]:
    """Line, text, whether it is a check."""
    text = PAGE.read_text()
    return [(text.count("\n", 0, m.start()) + 1, m[1] or m[2], m[2] is not None) for m in BLOCK.finditer(text)]


def test_the_page_has_ten_things_side_by_side() -> None:
    text = PAGE.read_text()
    things = re.split(r"^## (?=\d+\. )", text, flags=re.MULTILINE)[1:]
    assert [int(thing.split(".")[0]) for thing in things] == list(range(1, 11))
    assert all(len(re.findall("^```python$", thing, re.MULTILINE)) == 2 for thing in things)


def test_the_page_runs() -> None:
    import pytest

    interpreter = os.environ.get("ETSCOPE_EXECUTORCH_PYTHON")
    if not interpreter:
        pytest.skip("ETSCOPE_EXECUTORCH_PYTHON names no interpreter with executorch")
    done = subprocess.run([interpreter, __file__], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "9 checks" in done.stdout


def main() -> None:
    import numpy

    checks = 0
    os.chdir(FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        names: dict[str, Any] = {"folder": Path(folder), "numpy": numpy}
        for line, text, check in blocks():
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile("\n" * line + text, str(PAGE), "exec"), names)
            checks += check
    print(f"{len(blocks()) - checks} blocks, {checks} checks")


if __name__ == "__main__":
    sys.exit(main())
