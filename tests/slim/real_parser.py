"""Slim records in the hands of ExecuTorch: what its parse_etrecord makes of a record it still makes of every slim copy.

usage: real_parser.py ETSCOPE-CLI FOLDER…

Every record below the folders, with every combination of what `--drop` takes. Needs a Python with executorch, which
ETSCOPE_EXECUTORCH_PYTHON may name; status 77 without.
"""
import contextlib
import io
import itertools
import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

PARTS = ["weights", "sources", "inputs", "names"]
COMBINATIONS = [list(some) for n in range(1, len(PARTS) + 1) for some in itertools.combinations(PARTS, n)]

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # of this process
PYTHON = os.environ.pop("ETSCOPE_EXECUTORCH_PYTHON", None)
if PYTHON:
    os.execv(PYTHON, [PYTHON, "-B", *sys.argv])
try:
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    from executorch.devtools import parse_etrecord
except ImportError as problem:
    print("executorch cannot be imported by", sys.executable, "-", problem)
    sys.exit(77)


def graphs(parsed):
    """Name and exported program, of every graph that the parser gave."""
    found = dict(parsed.graph_map or {})
    for name in ("exported_program", "edge_dialect_program"):  # one program, or one by method
        given = getattr(parsed, name, None)
        found.update({f"{name}/{key}": one for key, one in given.items()} if isinstance(given, dict) else {name: given})
    return {name: one for name, one in found.items() if one is not None}


def tensors_of(program, keep_names):
    rows = [(name if keep_names else "", tuple(value.shape), value.dtype)
            for name, value in {**program.state_dict, **program.constants}.items() if hasattr(value, "dtype")]
    return sorted(rows, key=str)


def facts(parsed, drop):
    """What stays the same whatever is dropped, and of what can be dropped what was not."""
    keep_names = "names" not in drop
    said = {}
    for name, program in graphs(parsed).items():
        nodes = list(program.graph.nodes)
        said[name] = {
            "targets": [ADDRESS.sub("", str(node.target)) for node in nodes if node.op == "call_function"],
            "shapes": [str(getattr(node.meta.get("val"), "shape", None)) for node in nodes],
            "handles": [node.meta.get("debug_handle") for node in nodes],
            "tensors": tensors_of(program, keep_names),
            "inputs": len(program.graph_signature.input_specs), "outputs": len(program.graph_signature.output_specs)}
        if keep_names:
            said[name]["names"] = [node.name for node in nodes]
            said[name]["stacks"] = [str(node.meta.get("nn_module_stack")) for node in nodes]
        if not {"sources", "names"} & set(drop):
            said[name]["traces"] = [node.meta.get("stack_trace") for node in nodes]
    said["maps"] = [str(parsed._debug_handle_map), str(parsed._delegate_map)]
    if "inputs" not in drop:
        said["values"] = [str(parsed._reference_outputs), str(parsed._representative_inputs)]
    return said


def parse(path):
    """The parsed record, or what the parser says of it."""
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            return parse_etrecord(str(path))
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}".splitlines()[0][:200]


def difference(before, after):
    """The first part that differs, and what of it."""
    for part, value in before.items():
        other = after.get(part)
        if value != other:
            keys = [key for key in value if value[key] != other.get(key)] if isinstance(value, dict) and other else []
            return " ".join([part, *keys])
    return None


def main(cli, *folders):
    records = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.etrecord"))
    faults, same, refused = [], 0, 0
    for record in records:
        whole = parse(record)
        for drop in COMBINATIONS:
            with tempfile.TemporaryDirectory() as folder:
                slim = pathlib.Path(folder, "slim.etrecord")
                ran = subprocess.run([cli, "slim", record, "--drop", ",".join(drop), "-o", slim], capture_output=True, text=True)
                if ran.returncode != 0:
                    faults.append(f"{record} {drop}: slim ended with {ran.returncode}: {ran.stderr.strip()}")
                    continue
                parsed = parse(slim)
            if isinstance(whole, str):  # the parser does not take the record itself
                refused += 1
                if not isinstance(parsed, str):
                    print(f"note: {record} {drop}: only the copy can be parsed; the record: {whole}")
            elif isinstance(parsed, str):
                faults.append(f"{record} {drop}: the copy cannot be parsed: {parsed}")
            elif found := difference(facts(whole, drop), facts(parsed, drop)):
                faults.append(f"{record} {drop}: other than before: {found}")
            else:
                same += 1
    print(f"{len(records)} records, {len(records) * len(COMBINATIONS)} copies: {same} parsed as before, "
          f"{refused} of records that the parser refuses, {len(faults)} faults", *faults, sep="\n")
    return 1 if faults or not same else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
