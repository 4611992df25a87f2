"""Shrinks every session below a folder and checks each result: python -m etscope.shrink_cases FOLDER [--python PATH] [-o OUT].

A case is a folder with a program or a record. It passes where the smallest program has at most 3 operators and 4 KiB of inputs and its
script, run by itself, shows the bug; where nothing is to be shrunk; or where the installed runtime computes it right. Without a run
nothing tells what is wrong: such a folder is named, and no case. A file fixture.json beside it may tell more: {"truth": {"cause": …,
"healthy": …, "source": …}}; of what is healthy nothing may be shrunk, and a bug that has a source must be. Without a truth, that nothing
tells what is at fault is an answer, too. Exit status 1 when a case fails.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import etscope

MOST_OPERATORS, MOST_BYTES = 3, 4096
PYTHON = os.environ.get("ETSCOPE_EXECUTORCH_PYTHON") or sys.executable
HEALTHY = {"none", "quantisation"}


def cases_below(folder: pathlib.Path) -> list[pathlib.Path]:
    """Folders with a program or a record, the folder itself among them, in order."""
    files = [path for pattern in ("*.pte", "*.etrecord") for path in folder.rglob(pattern)]
    return sorted({path.parent for path in files})


def truth_of(case: pathlib.Path) -> dict[str, Any]:
    try:
        found = json.loads((case / "fixture.json").read_text(encoding="utf-8")).get("truth")
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def fault_of(answer: Any, output: pathlib.Path, truth: dict[str, Any], python: str) -> str:
    """What is not as it should be; empty: nothing."""
    state = answer["state"]
    causes = truth.get("cause", [])
    healthy = bool(truth.get("healthy")) or bool(HEALTHY & set([causes] if isinstance(causes, str) else causes))
    if healthy:
        return "" if state == "nothing_to_shrink" else "it is healthy"
    if state == "not_shrunk" and answer["culprit"] is None and not truth:
        return ""
    if state != "shrunk":
        return "a known bug of the runtime" if "source" in truth or state == "not_shrunk" else ""
    smallest = answer["smallest"]
    if len(smallest["operators"]) > MOST_OPERATORS or smallest["input_bytes"] > MOST_BYTES:
        return "it is not small"
    try:
        script = subprocess.run([python, str(output / "export_and_run.py")], capture_output=True, check=False, timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        return f"its script cannot be run: {error}"
    return "" if script.returncode == 1 else f"its script ends with {script.returncode}"


def check(case: pathlib.Path, output: pathlib.Path, python: str) -> tuple[bool, float] | None:
    """Shrinks one and prints its line; whether it passes, and the seconds of what was shrunk (0: nothing was). None: it is no case."""
    began = time.monotonic()
    try:
        answer = etscope.open(case, progress=False).shrink(output, python=python)
    except etscope.Error as error:
        is_case = error.code != "shrink-no-run"
        print(f"{'FAIL' if is_case else '--  '}  {case.name}: {error}", flush=True)
        return (False, 0.0) if is_case else None
    seconds = time.monotonic() - began
    smallest = answer["smallest"]
    text = f"{' + '.join(smallest['operators'])}, {smallest['input_bytes']} bytes of inputs" if smallest else answer["sentence"]
    fault = fault_of(answer, output, truth_of(case), python)
    told = f" ({fault})" if fault else ""
    word = "FAIL" if fault else "ok  "
    print(f"{word}  {case.name}: {answer['state']}, {text}, {len(answer['steps'])} candidates, {seconds:.1f} s{told}", flush=True)
    return not fault, seconds if smallest else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m etscope.shrink_cases", description="Shrinks every session below a folder.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--python", default=PYTHON, help="The Python that has torch and executorch; ETSCOPE_EXECUTORCH_PYTHON, or this one, unless told")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="Keep the results below this folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = given.output or pathlib.Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        checked = [check(case, place / f"{number}-{case.name}", given.python) for number, case in enumerate(cases_below(given.folder))]
    results = [one for one in checked if one is not None]
    passed = [one for one, _ in results]
    times = sorted(seconds for _, seconds in results if seconds)
    if times:
        print(f"{len(times)} shrunk: median {statistics.median(times):.0f} s, 95 % within {times[min(len(times) - 1, int(0.95 * len(times)))]:.0f} s")
    print(f"{sum(passed)} passed, {len(passed) - sum(passed)} failed")
    return 0 if passed and all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
