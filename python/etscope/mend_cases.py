"""Holds ``mend`` against sessions whose fault is known: ``python -m etscope.mend_cases FOLDER [--python PATH] [--out FOLDER]``.

FOLDER is a session with a ``fixture.json``, or holds some. ``truth.cause`` (a word or a list) says what is at fault, ``truth.healthy``
that nothing is. EXECUTES changed exports with the Python that is named (ETSCOPE_EXECUTORCH_PYTHON, or this one, unless told), which needs torch and
executorch. Prints a line a session, how many got which answer, then ``N passed, M failed``; the exit status is 1 where one failed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import Error, open

#: What ``mend`` may answer, by the cause. Of faults that are not of the export (a kernel that was registered by hand, a run that was
#: fed otherwise) the same export, lowered and run again, is right.
ANSWERS: dict[str, set[str]] = {
    "none": {"healthy"},
    "pairing": {"not_of_the_export", "healthy"},
    "reference": {"not_of_the_export", "healthy"},
    "input": {"not_of_the_export", "mended"},
    "layout": {"not_of_the_export", "mended"},
    "state": {"not_of_the_export", "mended"},
    "quantisation": {"mended", "better", "nothing_helped"},
}
OF_THE_EXPORT = {"mended", "not_of_the_export"}


def truths(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The sessions with what is known of them."""
    for path in sorted({folder, *(p for p in folder.iterdir() if p.is_dir())}):
        fixture = path / "fixture.json"
        truth = json.loads(fixture.read_text(encoding="utf-8")).get("truth") if fixture.exists() else None
        if isinstance(truth, dict) and "cause" in truth and any(path.glob("*.pte")):
            yield path, truth


def answers_of(truth: dict[str, Any]) -> set[str]:
    """What is right to say."""
    causes = truth["cause"] if isinstance(truth["cause"], list) else [truth["cause"]]
    return set().union(*(ANSWERS.get(cause, OF_THE_EXPORT) for cause in causes))


def check(path: Path, truth: dict[str, Any], python: str, out: Path) -> tuple[bool, str]:
    """One session; prints its line. Whether it passes, and what the answer is."""
    wanted = answers_of(truth)
    try:
        session = open(path, progress=False)
        document = session.mend(out / path.name, python=python)
    except Error as error:
        print(f"FAILED {path.name}: {error}", flush=True)
        return False, "error"
    passed = document["state"] in wanted
    tried = len(document["trials"])
    print(f"{'ok' if passed else 'FAILED'} {path.name}: {document['state']}: {document['summary']} ({tried} tried, {document['seconds']:.0f} s)", flush=True)
    return passed, document["state"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m etscope.mend_cases", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", default=os.environ.get("ETSCOPE_EXECUTORCH_PYTHON") or sys.executable)
    parser.add_argument("--out", type=Path, help="where the results stay; nowhere unless told")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        out = given.out or Path(place)
        out.mkdir(parents=True, exist_ok=True)
        results = [check(path, truth, given.python, out) for path, truth in truths(given.folder)]
    counts = Counter(state for _, state in results)
    passed = [one for one, _ in results]
    print(", ".join(f"{count} {state.replace('_', ' ')}" for state, count in counts.most_common()))
    print(f"{passed.count(True)} passed, {passed.count(False)} failed")
    return 1 if False in passed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
