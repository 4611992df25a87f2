#!/usr/bin/env python3
"""What export_and_run.py ends with: 1 only where the bug is seen, 0 only where it is seen to be gone, else 2.

Needs a Python with torch and executorch, named by ETSCOPE_EXECUTORCH_PYTHON; status 77 without.

    exit_codes.py SOURCE
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PYTHON = os.environ.get("ETSCOPE_EXECUTORCH_PYTHON")
MODEL = "import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x + 1\n\n\ndef inputs():\n    return (torch.ones(2),)\n"


def load(source, folder, stops=False):
    """The script as a module; what it lowers and runs is put in its place."""
    import importlib.util

    text = (source / "resources/lowering/export_and_run.py").read_text()
    if stops:
        assert "STOPS = False" in text
        text = text.replace("STOPS = False", "STOPS = True")
    path = folder / "export_and_run.py"
    path.write_text(text)
    (folder / "model.py").write_text(MODEL)
    spec = importlib.util.spec_from_file_location("export_and_run", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.lowered = lambda model: b""
    return module


def check(source):
    import numpy
    import torch

    right = numpy.array([2.0, 2.0], dtype=numpy.float32)
    wrong, stop = [[torch.tensor([2.0, 3.0])]], RuntimeError("Error 0x12")
    rows = [  # what is told, what is known, whether the bug is that it stops, the status
        ("right", [[torch.tensor([2.0, 2.0])]], {"case_0_output_0": right}, False, 0),
        ("wrong", wrong, {"case_0_output_0": right}, False, 1),
        ("another shape", [[torch.zeros(3)]], {"case_0_output_0": right}, False, 1),
        ("nothing to compare", wrong, {"case_7_output_0": right}, False, 2),
        ("nothing given", [[]], {"case_0_output_0": right}, False, 2),
        ("it stops, which is no answer", stop, {"case_0_output_0": right}, False, 2),
        ("it stops, which is the bug", stop, {"case_0_output_0": right}, True, 1),
        ("it stops no more", [[torch.tensor([2.0, 2.0])]], {"case_0_output_0": right}, True, 0),
    ]
    failed = 0
    for name, given, expected, stops, status in rows:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            module = load(source, folder, stops)
            numpy.savez(folder / "expected.npz", **expected)
            module.run = lambda buffer, cases, given=given: given
            sys.modules.pop("model", None)
            sys.argv = ["export_and_run.py", "--here"]
            got = module.main()
            sys.path.remove(str(folder))
            if got != status:
                failed += 1
                print(f"FAILED {name}: ends with {got}, not {status}")
    # A process that is ended by its runtime shows a bug that stops; what cannot be exported shows none.
    for name, body, stops, status in [("ended", "import os\nos.abort()\n", True, 1), ("no export", "raise ValueError('x')\n", False, 2),
                                      ("no export, of one that stops", "raise ValueError('x')\n", True, 2)]:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            load(source, folder, stops)
            (folder / "model.py").write_text(body)
            got = subprocess.run([sys.executable, str(folder / "export_and_run.py")], capture_output=True, check=False).returncode
            if got != status:
                failed += 1
                print(f"FAILED {name}: ends with {got}, not {status}")
    print(f"{len(rows) + 3 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if not PYTHON:
        print("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch")
        sys.exit(77)
    if "torch" not in os.environ.get("ETSCOPE_INNER", ""):
        sys.exit(subprocess.run([PYTHON, "-B", *sys.argv], env={**os.environ, "ETSCOPE_INNER": "torch"}, check=False).returncode)
    sys.exit(check(pathlib.Path(sys.argv[1])))
