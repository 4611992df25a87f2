#!/usr/bin/env python3
"""Exports the model of model.py with ExecuTorch, runs it, and holds what it gives against what PyTorch computed (expected.npz).

Exit status 1 while the bug is there, 0 when it is gone, 2 where neither is shown: it cannot be exported, loaded or run, or gives
nothing that could be compared. Offline; needs the packages torch and executorch and nothing else. Written by etscope, and yours.
"""
import importlib
import pathlib
import subprocess
import sys
import warnings

import numpy
import torch
from executorch import exir

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
LIMIT = None  # the largest difference that rounding explains; None: of the type of each output
STOPS = False  # the bug is that the runtime stops in the middle, not what it gives
THERE, GONE, OPEN = 1, 0, 2


def lowered(model):
    """The program, as the export makes it."""
    inputs = model.inputs()
    program = torch.export.export(model.Model().eval(), inputs, strict=False)
    partitioners = model.partitioners("forward") if hasattr(model, "partitioners") else []
    config = exir.EdgeCompileConfig(_check_ir_validity=False)
    edge = exir.to_edge_transform_and_lower(program, partitioner=partitioners, compile_config=config)
    return edge.to_executorch().buffer


def run(buffer, cases):
    """What the runtime gives for each call, in one loaded module; where it stops, that error in place of what it gives."""
    for package in ("executorch.kernels.quantized", "executorch.extension.llm.custom_ops.custom_ops"):
        try:  # kernels that are not part of the runtime itself
            importlib.import_module(package)
        except Exception:
            pass
    from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer

    module = _load_for_executorch_from_buffer(buffer)
    try:
        return [[torch.as_tensor(value) for value in module.run_method("forward", tuple(case))] for case in cases]
    except RuntimeError as error:
        return error


def limit_of(expected):
    if not expected.is_floating_point() and not expected.is_complex():
        return 0.0
    if LIMIT is not None:
        return LIMIT
    finite = expected[torch.isfinite(expected)].abs()
    return 64 * torch.finfo(expected.dtype).eps * (float(finite.max()) if finite.numel() else 1.0)


def compare(name, expected, got):
    """Prints what is off; whether anything is."""
    if tuple(expected.shape) != tuple(got.shape):
        print(f"{name}: expected the shape {tuple(expected.shape)}, got {tuple(got.shape)}")
        return True
    got = got.to(expected.dtype)
    limit = limit_of(expected)
    exact = limit == 0.0
    same = (expected == got) | ((expected != expected) & (got != got))
    wrong = ~same if exact else ~(same | ((expected - got).abs() <= limit))
    print(f"{name}: {int(wrong.sum())} of {wrong.numel()} elements are wrong, limit {limit:.3g}")
    for index in wrong.nonzero()[:8].tolist():
        at = tuple(index)
        print(f"  {index}: expected {expected[at].item()!r}, got {got[at].item()!r}")
    return bool(wrong.any())


def held(given, expected):
    """Compares what was given; the exit status."""
    compared = [
        compare(f"call {case}, output {number}", torch.from_numpy(expected[f"case_{case}_output_{number}"]), output)
        for case, outputs in enumerate(given)
        for number, output in enumerate(outputs)
        if f"case_{case}_output_{number}" in expected
    ]
    if not compared:
        return tell(OPEN, "nothing could be compared")
    return tell(THERE if any(compared) else GONE)


def tell(status, why=""):
    words = {THERE: "the bug is there", GONE: "the bug is gone", OPEN: "not decided"}
    print(f"{why}: {words[status]}" if why else words[status])
    return status


def main():
    warnings.filterwarnings("ignore")
    if STOPS and sys.argv[1:] != ["--here"]:  # it may take this process with it
        child = subprocess.run([sys.executable, str(HERE / pathlib.Path(__file__).name), "--here"], check=False)
        known = child.returncode in (THERE, GONE, OPEN)
        return child.returncode if known else tell(THERE, f"the process was ended ({child.returncode})")
    model = importlib.import_module("model")
    cases = model.cases() if hasattr(model, "cases") else [model.inputs()]
    fed = [model.fed(case) if hasattr(model, "fed") else case for case in cases]
    expected = numpy.load(HERE / "expected.npz")
    given = run(lowered(model), fed)
    if isinstance(given, RuntimeError):
        return tell(THERE if STOPS else OPEN, f"the runtime stops: {given}")
    return held(given, expected)


if __name__ == "__main__":
    try:
        STATUS = main()
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        STATUS = OPEN
    sys.exit(STATUS)
