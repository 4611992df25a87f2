#!/usr/bin/env python3
"""Keeps a case of a sweep as a fixture: keep.py FOLDER NAME CAUSE… [--instruction N] copies its files to tests/fixtures/causes/NAME.

The record is made independent of the machine; fixture.json has the truth, in the words of tests/gap/run_causes.cpp. Without a cause the runs
are healthy.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
sys.path.insert(0, str(FIXTURES))
from normalise import machine_paths, normalise  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("causes", nargs="*", metavar="CAUSE")
    parser.add_argument("--how", default="", help="a sentence: what is broken")
    parser.add_argument("--instruction", type=int)
    options = parser.parse_args()
    to = FIXTURES / "causes" / options.name
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(options.folder, to, ignore=shutil.ignore_patterns("out-*", "truth.json"))
    normalise(to / "model.etrecord", frames=1, origins_only=True)
    (to / "run.dbg").write_bytes((to / "run.dbg").read_bytes()[:-8000])  # of the margin that lowering.run() leaves
    if places := machine_paths(to):
        sys.exit("names of this machine are left: " + ", ".join(places))
    truth = {"cause": options.causes, "how": options.how}
    if options.instruction is not None:
        truth["instruction"] = options.instruction
    (to / "fixture.json").write_text(json.dumps({"name": options.name, "truth": truth}, indent=1) + "\n")


if __name__ == "__main__":
    main()
