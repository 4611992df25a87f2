"""Rows of a survey as an Apache Arrow table, with one type for each column whatever the rows hold.

As a script: survey_table.py ROWS.json OUT.parquet
"""
import json
import sys

import pyarrow
import pyarrow.parquet

WHOLE = ("run", "case", "outputs_match", "outputs_differ", "outputs_open", "tokens", "tokens_stay", "calls_right", "calls_open", "program_bytes",
         "weight_bytes", "memory_bytes", "kernels", "delegate_calls")
REAL = ("max_abs", "snr_db", "kl", "ticks", "p50_ticks")
TEXT = ("session", "member", "method", "dump", "started", "state", "cause", "node", "source", "sentence", "backends", "executorch", "torch", "export_torch", "etscope", "target",
        "device", "system", "program_sha256", "export_id", "error")
ORDER = ("session", "member", "method", "run", "case", "dump", "started", "state", "cause", "node", "source", "sentence", "outputs_match", "outputs_differ",
         "outputs_open", "max_abs", "snr_db", "kl", "tokens", "tokens_stay", "calls_right", "calls_open", "ticks", "p50_ticks", "program_bytes",
         "weight_bytes", "memory_bytes", "kernels", "delegate_calls", "backends", "executorch", "torch", "export_torch", "etscope", "target", "device", "system",
         "program_sha256", "export_id", "error")


def schema():
    """The columns in their order."""
    kind = {name: pyarrow.int64() for name in WHOLE} | {name: pyarrow.float64() for name in REAL} | {name: pyarrow.string() for name in TEXT}
    return pyarrow.schema([(name, kind[name]) for name in ORDER])


def table(rows):
    """Documents write numbers that JSON has not as words: "NaN", "Infinity"."""
    columns = {name: [row.get(name) for row in rows] for name in ORDER}
    for name in REAL:
        columns[name] = [None if value is None else float(value) for value in columns[name]]
    return pyarrow.table(columns, schema=schema())


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        pyarrow.parquet.write_table(table(json.load(file)), sys.argv[2])
