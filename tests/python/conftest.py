"""Where the tests find the module, the command line and files. ./dev python sets the environment."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import etscope

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
SAMPLE = FIXTURES / "vlm"


@pytest.fixture(scope="session")
def sample() -> etscope.Session:
    return etscope.open(SAMPLE, progress=False)


@pytest.fixture(scope="session")
def command_line() -> Callable[..., Any]:
    """Runs the command line; its JSON and status."""
    program = os.environ.get("ETSCOPE_CLI")
    if not program:
        pytest.skip("ETSCOPE_CLI names no command line")

    def run(*words: str | Path) -> tuple[Any, int]:
        done = subprocess.run([program, *map(str, words), "--json"], capture_output=True, check=False)
        return (json.loads(done.stdout) if done.stdout else None), done.returncode

    return run


def folders() -> list[Path]:
    """The sample and every fixture of the project that holds files."""
    found = [path for path in sorted(FIXTURES.iterdir()) if path.is_dir() and list(path.glob("model.*"))]
    return [ROOT / "resources" / "samples" / "vlm", *found]
