"""Rows of a survey as an Apache Arrow table, with one type for each column whatever the rows hold.

As a script: survey_table.py write ROWS.json OUT.parquet, or read IN.parquet ROWS.jsonl
"""
from __future__ import annotations

import json
import sys
from typing import Any

import pyarrow
import pyarrow.parquet

WHOLE = ("run", "case", "outputs_match", "outputs_differ", "outputs_open", "tokens", "tokens_stay", "calls_right", "calls_open", "program_bytes",
         "weight_bytes", "memory_bytes", "kernels", "delegate_calls")
REAL = ("max_abs", "snr_db", "kl", "ticks", "p50_ticks")
TEXT = ("session", "folder", "member", "program", "method", "dump", "started", "state", "cause", "node", "source", "sentence", "backends", "executorch", "torch", "export_torch", "etscope", "target",
        "device", "system", "program_sha256", "export_id", "error")
ORDER = ("session", "folder", "member", "program", "method", "run", "case", "dump", "started", "state", "cause", "node", "source", "sentence", "outputs_match", "outputs_differ",
         "outputs_open", "max_abs", "snr_db", "kl", "tokens", "tokens_stay", "calls_right", "calls_open", "ticks", "p50_ticks", "program_bytes",
         "weight_bytes", "memory_bytes", "kernels", "delegate_calls", "backends", "executorch", "torch", "export_torch", "etscope", "target", "device", "system",
         "program_sha256", "export_id", "error")


def schema() -> pyarrow.Schema:
    """The columns in their order."""
    kind = {name: pyarrow.int64() for name in WHOLE} | {name: pyarrow.float64() for name in REAL} | {name: pyarrow.string() for name in TEXT}
    return pyarrow.schema([(name, kind[name]) for name in ORDER])


def table(rows: list[dict[str, Any]]) -> pyarrow.Table:
    """Documents write numbers that JSON has not as words: "NaN", "Infinity"."""
    columns = {name: [row.get(name) for row in rows] for name in ORDER}
    for name in REAL:
        columns[name] = [None if value is None else float(value) for value in columns[name]]
    return pyarrow.table(columns, schema=schema())


def write(rows: str, file: str) -> None:
    """Rows of a document as Parquet."""
    with open(rows, encoding="utf-8") as text:
        pyarrow.parquet.write_table(table(json.load(text)), file)


def read(file: str, lines: str) -> None:
    """Parquet as JSON, a row a line; what is not known is left out."""
    with open(lines, "w", encoding="utf-8") as text:
        for batch in pyarrow.parquet.ParquetFile(file).iter_batches():
            for row in batch.to_pylist():
                text.write(json.dumps({key: value for key, value in row.items() if value is not None}, default=str) + "\n")


if __name__ == "__main__":
    try:
        {"write": write, "read": read}[sys.argv[1]](*sys.argv[2:4])
    except (pyarrow.ArrowException, OSError, ValueError, TypeError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        sys.exit(3)
