"""Tables of surveys over time."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

from . import _core
from ._document import Document
from ._session import checked
from ._words import Path, paths, words


def _files(tables: Any, folder: FilePath) -> list[Path]:
    """Paths as they are; Arrow tables as JSON lines in a folder."""
    given = [tables] if hasattr(tables, "to_pylist") else paths(tables)
    made: list[Path] = []
    for number, table in enumerate(given):
        if not hasattr(table, "to_pylist"):
            made.append(table)
            continue
        file = folder / f"table {number}.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), encoding="utf-8")
        made.append(file)
    return made


def history(
    tables: Any | Path | Iterable[Any],
    *,
    order: str | None = None,
    export: str | None = None,
    budget: Path | None = None,
    ticks_per_second: float | None = None,
    output: Path | None = None,
    python: Path = sys.executable,
) -> Document:
    """Tables of surveys over time: since which export a method is bad, slower or bigger, on which device; ``failed`` when the last known
    export of a series is bad or breaks a budget.

    ``tables``: files that ``survey`` wrote (Parquet, CSV, JSON, JSON lines) or Arrow tables of it, the oldest first. ``order``: the column
    that exports are sorted by. ``export``: a regular expression for what of a session's folder names the export. ``budget``: a file as
    of ``gate``. ``output`` writes a page with charts. ``python`` reads Parquet with its pyarrow.
    """
    options = {"order": order, "export": export, "budget": budget, "ticks_per_second": ticks_per_second, "output": output, "python": python}
    with tempfile.TemporaryDirectory() as folder:
        return Document(checked(_core.ask(words("history", options, _files(tables, FilePath(folder))), None)))
