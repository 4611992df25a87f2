"""Tables of surveys over time."""

from __future__ import annotations

import datetime
import importlib
import json
import math
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


MEASURED = ("max_abs", "snr_db", "kl", "ticks", "p50_ticks")
"""Columns where NaN is a number that was measured; elsewhere data frames write it for what is not known."""


def _plain(column: str, value: Any) -> Any:
    """What JSON has: scalars of numpy as Python's, times as ISO 8601 of UTC (those without a zone are taken for it), numbers that JSON
    has not as the words of documents."""
    if type(value).__module__ == "numpy" and type(value).__name__ == "datetime64":
        value = value.astype("datetime64[us]")  # of finer ones item() gives a number
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if isinstance(value, datetime.datetime) and value == value:  # pandas' NaT is a datetime that equals nothing
        zoned = value if value.tzinfo else value.replace(tzinfo=datetime.timezone.utc)
        return zoned.astimezone(datetime.timezone.utc).isoformat()
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN" if column in MEASURED else None
        return value if math.isfinite(value) else "Infinity" if value > 0 else "-Infinity"
    return None if type(value).__name__ in ("NaTType", "NAType") else str(value)


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
        file.write_text("".join(json.dumps({str(key): _plain(str(key), value) for key, value in row.items()}) + "\n" for row in rows), encoding="utf-8")
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
