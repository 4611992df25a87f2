#!/usr/bin/env python3
"""Real runs of the fixtures: what each fixture's own run gave, a run made from etscope gives, byte for byte.

Python, the runner program (which is built here, against the SDK inside the wheel), and the runner behind an adb that runs it here.
Needs a Python with executorch, named by ETSCOPE_EXECUTORCH_PYTHON; status 77 without.

    real_runs.py CLI SOURCE BUILD
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PYTHON = os.environ.get("ETSCOPE_EXECUTORCH_PYTHON")
FIXTURES = ["tied", "circular", "delegated", "vlm", "running_sum", "recurrent_xnnpack"]


def outputs(folder):
    """Per method the files of its calls in order."""
    found = {}
    for path in sorted(folder.glob("out-*.npy")):
        method, call, output = re.fullmatch(r"out-(.*)-(\d+)-(\d+)\.npy", path.name).groups()
        found.setdefault(method, {}).setdefault(int(call), {})[int(output)] = path.read_bytes()
    return {method: [calls[c] for c in sorted(calls)] for method, calls in found.items()}


def check(cli, fixture, folder, options, errors, wanted):
    out = pathlib.Path(folder) / "out"
    files = [p for p in sorted(fixture.iterdir()) if p.suffix in (".etrecord", ".bpte", ".ptd") or p.name == "model.pte"]
    ran = subprocess.run([cli, "run", *files, "-o", out, "--repeat", "2", "--json", *options], capture_output=True, text=True,
                         check=False, timeout=600)
    name = f"{fixture.name} {options[0]}"
    if ran.returncode not in (0, 1, 4):
        errors.append(f"{name}: {ran.stderr}")
        return
    record = json.loads((out / "run.json").read_text(encoding="utf-8"))
    if record["state"] != "done" or any(len(p["runs"]) != len(p["calls"]) for p in record["passes"]):
        errors.append(f"{name}: {record['state']} {record['notes']}")
    own, made = outputs(fixture), outputs(out)
    for method, calls in own.items():
        for call, values in enumerate(calls):
            for output, content in values.items():
                same = call < len(made.get(method, [])) and made[method][call].get(output) == content
                wanted[same] += 1
                if not same:
                    errors.append(f"{name}: {method}, call {call}, output {output} is another one")


def held_against_itself(cli, source, runner, errors):
    """Graph and program of healthy exports agree; only the program of `ways/other` disagrees; memory is shared by the runner alone."""
    for folder, target, wanted in (
        ("conversations/talk", ["--python", PYTHON], ({"agree"}, {"none"})),
        ("vlm", ["--runner", runner], ({"agree"}, {"none"})),
        ("ways/other", ["--python", PYTHON], ({"agree", "disagree"}, {"none", "runtime"})),
        ("ways/shared", ["--runner", runner], ({"agree"}, {"none"})),
        ("ways/shared", ["--python", PYTHON], ({"agree"}, {"none"})),
    ):
        done = subprocess.run([cli, "consistency", source / "tests/fixtures" / folder, "--json", *target], capture_output=True, text=True)
        checks = [c for m in json.loads(done.stdout or '{"methods": []}')["methods"] for c in m["checks"] if c["runtime"]]
        states, faults = {c["runtime"]["state"] for c in checks}, {c["runtime"]["at_fault"] for c in checks}
        if (states, faults) != wanted:
            errors.append(f"consistency of {folder} by {target[0]}: {states}, at fault {faults} {done.stderr}")
        apart = any("a memory each" in c["runtime"]["reason"] for c in checks)
        if apart != (folder == "ways/shared" and target[0] == "--python"):
            errors.append(f"consistency of {folder} by {target[0]}: which memory methods have")


def main():
    cli, source, build = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    if not PYTHON:
        print("ETSCOPE_EXECUTORCH_PYTHON names no Python with executorch: skipped")
        return 77
    place = subprocess.run([PYTHON, "-c", "import executorch; print(list(executorch.__path__)[0])"], capture_output=True, text=True,
                           check=True).stdout.strip()
    subprocess.run(["cmake", "-S", source / "runner", "-B", build, f"-DCMAKE_PREFIX_PATH={place}/share/cmake"], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", build], check=True, stdout=subprocess.DEVNULL)
    runner = f"{build}/etscope-runner"
    targets = [["--python", PYTHON], ["--runner", runner],
               ["--adb", "here", "--adb-program", source / "tests/run/adb", "--runner", runner]]
    errors, wanted = [], {True: 0, False: 0}
    for name in FIXTURES:
        for target in targets:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["ETSCOPE_DEVICE_FOLDER"] = folder
                check(cli, source / "tests/fixtures" / name, folder, target, errors, wanted)
    held_against_itself(cli, source, runner, errors)
    print(f"{wanted[True]} outputs are the same, {wanted[False]} are not")
    for error in errors:
        print("FAILED", error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
