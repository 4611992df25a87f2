"""Tables of surveys over time."""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path as FilePath
from typing import Any

from . import _core
from ._document import Document
from ._session import checked
from ._words import Path, paths, words


def _rows(table: Any) -> list[dict[str, Any]] | None:
    """Of an Arrow table, a data frame of pandas, a list of rows; nothing: it is a path."""
    if hasattr(table, "to_pylist"):
        return table.to_pylist()
    if type(table).__module__.partition(".")[0] == "pandas":
        pyarrow = importlib.import_module("pyarrow")
        return pyarrow.Table.from_pandas(table, preserve_index=False).to_pylist()
    return list(table) if isinstance(table, (list, tuple)) and all(isinstance(row, Mapping) for row in table) else None


def _plain(value: Any) -> Any:
    """What JSON has for scalars of numpy and for times."""
    return value.item() if hasattr(value, "item") else value.isoformat() if hasattr(value, "isoformat") else str(value)


def _files(tables: Any, folder: FilePath) -> list[Path]:
    """Paths as they are; tables in memory as JSON lines in a folder, called "table 1", …"""
    given = [tables] if isinstance(tables, (str, PathLike)) or _rows(tables) else list(tables)
    made: list[Path] = []
    for number, table in enumerate(given, 1):
        rows = None if isinstance(table, (str, PathLike)) else _rows(table)
        if rows is None:
            made += paths(table)
            continue
        file = folder / f"table {number}.jsonl"
        file.write_text("".join(json.dumps(dict(row), default=_plain) + "\n" for row in rows), encoding="utf-8")
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

    ``tables``: files that ``survey`` wrote (Parquet, CSV, JSON, JSON lines), Arrow tables, data frames or lists of rows of it, the oldest
    first. ``order``: the column
    that exports are sorted by. ``export``: a regular expression for what of a session's folder names the export. ``budget``: a file as
    of ``gate``. ``output`` writes a page with charts. ``python`` reads Parquet with its pyarrow.
    """
    options = {"order": order, "export": export, "budget": budget, "ticks_per_second": ticks_per_second, "output": output, "python": python}
    with tempfile.TemporaryDirectory() as folder:
        return Document(checked(_core.ask(words("history", options, _files(tables, FilePath(folder))), None)))
